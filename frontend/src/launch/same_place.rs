//! Pointers of a launch whose arguments name one place, whatever lies there: `k<<<g, b>>>(this->x, this->x + n)`.

use super::constants::{Scope, strip};
use super::extents::DATA;
use super::inputs::place;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::{Launch, Overlap};

/// Where a pointer leads: so many bytes behind what lies at a place, if that is known.
struct At {
    base: String,
    bytes: Option<i128>,
}

/// Says of a launch which of its pointers lead into one buffer.
pub(super) fn add<'u>(scope: &Scope<'_, 'u>, pointers: &[(u32, Cursor<'u>)], launch: &mut Launch) {
    let named = pointers.iter().filter_map(|(n, c)| Some((*n, at(scope, *c)?)));
    let named: Vec<(u32, At)> = named.collect();
    for (n, (param, this)) in named.iter().enumerate() {
        let Some((of, other)) = named[..n].iter().find(|(_, other)| other.base == this.base) else {
            continue;
        };
        let bytes = this.bytes.zip(other.bytes).map(|(this, other)| this - other);
        match (bytes, launch.aliases.iter_mut().find(|group| group[0] == *of)) {
            (Some(0), Some(group)) => group.push(*param),
            (Some(0), None) => launch.aliases.push(vec![*of, *param]),
            (bytes, _) => launch.overlaps.push(Overlap {
                param: *param,
                of: *of,
                bytes: bytes.map(|bytes| bytes.to_string()),
            }),
        }
    }
}

fn at<'u>(scope: &Scope<'_, 'u>, pointer: Cursor<'u>) -> Option<At> {
    let c = strip(pointer);
    let moved = |base: Cursor<'u>, count: Cursor<'u>, sign: i128, size: Option<u64>| {
        let base = at(scope, base)?;
        let by = scope
            .integer(count)
            .zip(size)
            .and_then(|(n, size)| n.checked_mul(sign * i128::from(size)));
        Some(At {
            bytes: base.bytes.zip(by).and_then(|(at, by)| at.checked_add(by)),
            ..base
        })
    };
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_BinaryOperator, [base, count]) => {
            let sign = match c.binary_operator() {
                CXBinaryOperator_Add => 1,
                CXBinaryOperator_Sub => -1,
                _ => return None,
            };
            moved(*base, *count, sign, c.ty().canonical().pointee().size())
        }
        (CXCursor_UnaryOperator, [operand]) if c.unary_operator() == CXUnaryOperator_AddrOf => {
            let element = strip(*operand);
            match (element.kind(), &element.expressions()[..]) {
                (CXCursor_ArraySubscriptExpr, [array, n]) => {
                    moved(*array, *n, 1, element.ty().canonical().size())
                }
                _ => None,
            }
        }
        (CXCursor_CallExpr, [callee, ..]) if c.arguments().is_empty() => {
            let holder = callee.expressions().first().copied();
            let holder = holder.filter(|object| DATA.contains(&c.spelling().as_str()) && !calls(*object))?;
            Some(At {
                base: format!("{}.()", place(scope, holder)?),
                bytes: Some(0),
            })
        }
        _ if calls(c) => None,
        _ => Some(At {
            base: place(scope, c)?,
            bytes: Some(0),
        }),
    }
}

/// Whether something is called in an expression: what that gives need not be the same twice.
fn calls(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_CallExpr || c.children().into_iter().any(calls)
}
