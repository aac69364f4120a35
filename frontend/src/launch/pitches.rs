//! Rows that the runtime lays out: a pitch is no less than the row that was asked for (CUDA Runtime API, `cudaMallocPitch`; CUDA Driver
//! API, `cuMemAllocPitch`).

use super::constants::{Scope, addressed, strip};
use super::conversions::{Mode, fits, handed_over};
use super::members::{self, class_name};
use super::names::{Known, Names, readable};
use super::reaching::Definition;
use super::uses::Effect;
use super::variables::is_variable;
use crate::clang::Cursor;
use crate::clang::kinds::*;

/// The functions that lay out rows: what they are handed second gets the pitch, and third is the row.
const LAYERS: [&str; 2] = ["cudaMallocPitch", "cuMemAllocPitch"];

/// The functions that lay out volumes: what they are handed first gets the pitch, and second is their extent.
const VOLUMES: [&str; 2] = ["cudaMalloc3D", "hipMalloc3D"];

/// `pitch >= w * 4` for the arguments that are pitches, or parts of them; `names` are those of what rows are computed from.
pub(super) fn facts<'u>(
    scope: &Scope<'_, 'u>,
    names: &Names<'u>,
    arguments: &[(Cursor<'u>, Cursor<'u>)],
) -> Vec<String> {
    let fact = |pitch: Cursor<'u>, by: i128, name: String| {
        let row = row_of(scope, pitch)?;
        let number = scope.integer(row).map(|bytes| bytes.to_string());
        let in_words = || readable(names.settled(scope, row, Mode::Extents, 0)?);
        let row = number.or_else(in_words)?;
        Some(match by {
            1 => format!("{name} >= {row}"),
            by => format!("{name} >= ({row}) / {by}"),
        })
    };
    let of_argument = |(argument, parameter): &(Cursor<'u>, Cursor<'u>)| {
        let (pitch, by) =
            pitch_in(scope, strip(*argument)).filter(|_| handed_over(*argument, *parameter, fits))?;
        fact(pitch, by, parameter.spelling())
    };
    let of_whole = |known: &Known<'u>| fact(known.place, 1, format!("{}.pitch", known.name));
    let whole = names.others.iter().filter(|known| is_volume(known.place));
    arguments
        .iter()
        .filter_map(of_argument)
        .chain(whole.filter_map(of_whole))
        .collect()
}

/// The variable that an argument is, or is a part of, and by what that is divided.
fn pitch_in<'u>(scope: &Scope<'_, 'u>, argument: Cursor<'u>) -> Option<(Cursor<'u>, i128)> {
    match (argument.kind(), &argument.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => Some((argument, 1)),
        (CXCursor_MemberRefExpr, [volume]) if is_volume(*volume) && argument.spelling() == "pitch" => {
            Some((strip(*volume), 1))
        }
        (CXCursor_BinaryOperator, [pitch, by]) if argument.binary_operator() == CXBinaryOperator_Div => {
            let by = scope.integer(*by).filter(|by| *by > 0)?;
            Some((strip(*pitch), by))
        }
        _ => None,
    }
}

/// Whether an expression is a volume of rows, and its pitch.
fn is_volume(c: Cursor<'_>) -> bool {
    class_name(c) == "cudaPitchedPtr"
}

/// The bytes of a row that was asked for where a variable got its pitch.
fn row_of<'u>(scope: &Scope<'_, 'u>, pitch: Cursor<'u>) -> Option<Cursor<'u>> {
    let variable = pitch.referenced().filter(|variable| is_variable(*variable))?;
    let Definition::Change(change) = scope.variables.only_reaching(variable, None, pitch)? else {
        return None;
    };
    let Effect::Lent = change.effect else {
        return None;
    };
    let arguments = change.by.arguments();
    let gets = |argument: Cursor<'u>| {
        let named = addressed(argument).and_then(|place| place.referenced());
        named.is_some_and(|named| named.same(variable))
    };
    let function = change.by.spelling();
    if let ([volume, extent], true) = (&arguments[..], VOLUMES.contains(&function.as_str())) {
        let row = gets(*volume).then(|| members::held(scope, *extent, &["width"], 0));
        return row.flatten().map(|(width, _)| width);
    }
    let is_layer = LAYERS.contains(&function.as_str());
    arguments
        .get(2)
        .copied()
        .filter(|_| is_layer && gets(arguments[1]))
}
