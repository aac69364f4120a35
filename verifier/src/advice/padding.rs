//! Padding that mends bank conflicts, counted again.

use super::count::{Of, Tally};
use kverify_frontend::ir::{Kernel, Object};
use kverify_smt::requests::{Group, Piece, Requests};

/// Elements of padding that are tried.
const MOST: u64 = 8;

/// Bytes of all banks.
const BANKS: u64 = 128;

/// How to lay an array out so that an access is served faster, and no other of the array slower; the padding that leaves the fewest passes.
pub fn mend(kernel: &Kernel, all: &[Requests], slow: &Requests) -> Option<String> {
    let object = &kernel.objects[slow.site.object];
    let elem = u64::from(object.elem.bytes());
    let row = object.row.unwrap_or(BANKS).max(elem);
    let before = Tally::of(&slow.by_values[0], Of::Passes);
    let of_array = || {
        all.iter()
            .filter(|requests| requests.site.object == slow.site.object)
    };
    let spent = |pad: u64| -> u64 {
        of_array()
            .map(|requests| Tally::of(&moved(requests, row, pad), Of::Passes).spent)
            .sum()
    };
    let widest = of_array()
        .flat_map(|requests| &requests.by_values[0])
        .flat_map(|group| &group.pieces)
        .map(|piece| u64::from(piece.bytes))
        .max()?;
    let is_aligned = |pad: &u64| (row + pad).is_multiple_of(widest);
    let pads = (1..=MOST).map(|n| n * elem).filter(is_aligned);
    let (after, pad) = pads.map(|pad| (spent(pad), pad)).min()?;
    let worst = Tally::of(&moved(slow, row, pad), Of::Passes).worst[0];
    if after >= spent(0) || worst >= before.worst[0] {
        return None;
    }
    let left = match worst {
        1 => "there is no conflict here".to_owned(),
        n => format!("it is {n}-way"),
    };
    Some(format!(
        "{} {left} (counted again)",
        layout(object, elem, row, pad)
    ))
}

fn layout(object: &Object, elem: u64, row: u64, pad: u64) -> String {
    let (old, new) = (row / elem, (row + pad) / elem);
    let plural = if pad / elem == 1 { "an element" } else { "elements" };
    match object.row {
        Some(_) => format!(
            "with rows of {new} elements in `{}` instead of {old}",
            object.name
        ),
        None if pad == elem => format!(
            "with {plural} of padding after every {old} (`i + i / {old}` for each index `i` of `{}`)",
            object.name
        ),
        None => {
            let n = pad / elem;
            format!(
                "with {n} elements of padding after every {old} (`i + {n} * (i / {old})` for each index `i` of `{}`)",
                object.name
            )
        }
    }
}

/// The requests with so many bytes more after each row.
fn moved(requests: &Requests, row: u64, pad: u64) -> Vec<Group> {
    let to = |offset: i64| {
        let (row, pad) = (row as i64, pad as i64);
        offset + offset.div_euclid(row) * pad
    };
    let piece = |piece: &Piece| Piece {
        lanes: piece
            .lanes
            .iter()
            .map(|&(lane, offset)| (lane, to(offset)))
            .collect(),
        ..piece.clone()
    };
    let group = |group: &Group| Group {
        pieces: group.pieces.iter().map(piece).collect(),
        ..group.clone()
    };
    requests.by_values[0].iter().map(group).collect()
}
