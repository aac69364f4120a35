//! What a race does to memory, in the document.

use super::fill::{number, saturated};
use super::finding::Number;
use crate::replay::Harm;
use crate::report::values::value;
use crate::report::{harm_words, ids};
use kverify_frontend::ir::Kernel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What the order of threads does to memory. Only this launch and its like were tried: no harm in it does not mean
/// that there is none in others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HarmEntry {
    /// The whole of it as a sentence.
    pub message: String,
    /// Every order that was tried leaves the same memory.
    pub benign: bool,
    /// Whose order was changed: `warp` for threads of a warp, `block` for warps of a block, `grid` for blocks.
    pub between: String,
    /// Some cells that come out differently.
    pub cells: Vec<HarmedCellEntry>,
    /// How many there are.
    pub differing: u64,
    /// Launches (contents of memory) that were tried.
    pub launches: u32,
}

/// A cell that comes out differently.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HarmedCellEntry {
    /// The array.
    pub array: String,
    /// The row, for arrays of pointers and images.
    pub row: i64,
    /// Byte offset.
    pub offset: i64,
    /// What it may hold; `null` is what it held before.
    pub values: Vec<Option<Number>>,
}

/// The entry for a race.
pub(super) fn harm_entry(harm: &Harm, kernel: &Kernel) -> HarmEntry {
    let cells = harm.cells.iter().map(|cell| HarmedCellEntry {
        array: kernel
            .objects
            .get(cell.object)
            .map(|object| object.name.clone())
            .unwrap_or_default(),
        row: saturated(cell.row),
        offset: cell.offset,
        values: cell
            .values
            .iter()
            .map(|bits| bits.map(|bits| number(value(cell.ty, bits))))
            .collect(),
    });
    HarmEntry {
        message: harm_words::harm(kernel, harm),
        benign: harm.is_benign(),
        between: ids::scope_id(harm.between).to_owned(),
        cells: cells.collect(),
        differing: harm.differing,
        launches: harm.launches,
    }
}
