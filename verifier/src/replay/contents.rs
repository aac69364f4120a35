//! What memory holds after a run.

use super::inputs::Inputs;
use super::memory::{Memory, Owner, RegionId};
use kverify_frontend::ir::{Kernel, ObjectId, Ty};

/// Most elements of one instance of an object that are listed.
const MOST_ELEMENTS: usize = 1 << 16;

/// What an instance of an object holds, or one of its rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The object.
    pub object: ObjectId,
    /// The row, for arrays of pointers and images.
    pub row: i128,
    /// The block whose instance it is, for shared memory.
    pub block: Option<[u64; 3]>,
    /// The type as which the elements are read.
    pub ty: Ty,
    /// Index and bits of the elements that the run read or wrote.
    pub elements: Vec<(i64, u128)>,
    /// Offset of the first byte that the run read or wrote, and one past the last.
    pub extent: (i64, i64),
    /// Bytes that the run read before it wrote anything there, by offset.
    pub initial: Vec<(i64, u8)>,
}

/// The contents of the watched objects, of private ones none.
pub(super) fn contents(
    kernel: &Kernel,
    memory: &Memory<'_>,
    inputs: &Inputs,
    watched: &[ObjectId],
) -> Vec<Contents> {
    let mut found = Vec::new();
    for &object in watched {
        let ty = match kernel.objects.get(object).map(|o| o.elem) {
            Some(ty) if ty.bytes() > 0 => ty,
            _ => Ty::U8,
        };
        let instance = memory.alias(object);
        let regions = (0..).zip(memory.regions());
        for (id, region) in regions.filter(|(_, r)| r.object == instance) {
            let block = match region.owner {
                Owner::Launch => None,
                Owner::Block(b) => inputs.blocks.get(b as usize).copied(),
                Owner::Thread(_) => continue,
            };
            found.push(Contents {
                object,
                row: region.row,
                block,
                ty,
                elements: region.elements(ty, MOST_ELEMENTS),
                extent: region.extent(),
                initial: initial(memory, id),
            });
        }
    }
    found
}

fn initial(memory: &Memory<'_>, region: RegionId) -> Vec<(i64, u8)> {
    let opened = memory.opened.iter().flatten().filter(|(of, _, _)| *of == region);
    let mut bytes: Vec<(i64, u8)> = opened.map(|(_, offset, byte)| (*offset, *byte)).collect();
    bytes.sort_unstable();
    bytes
}
