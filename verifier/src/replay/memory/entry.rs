//! What a cell holds that nobody has written yet: what the inputs say of it, or of the array that it is in, else the fill.

use super::super::fill::Fill;
use super::super::inputs::Inputs;
use super::super::value::{from_integer, to_integer};
use kverify_frontend::ir::{Kernel, ObjectId, Ty};
use kverify_smt::objects::{of_params, standing_for};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What the inputs say of memory at entry.
#[derive(Clone, Debug)]
pub(super) struct AtEntry {
    fill: Fill,
    /// For objects that are handed out under several names: the one that they are.
    aliases: FxHashMap<ObjectId, ObjectId>,
    /// Sizes that the inputs give.
    sizes: FxHashMap<ObjectId, u64>,
    /// Bytes in front of them that belong to them too.
    before: FxHashMap<ObjectId, u64>,
    /// Objects whose elements are pairwise distinct, and a number above all elements that are fixed.
    distinct: FxHashMap<ObjectId, i128>,
    /// Objects whose elements never decrease, with the elements that are fixed, by byte offset.
    monotone: FxHashMap<ObjectId, BTreeMap<i128, i128>>,
    /// Objects that hold zeros wherever nothing is fixed.
    zeroed: BTreeSet<ObjectId>,
    /// Objects whose pointers are null.
    null: BTreeSet<ObjectId>,
    /// Contents that the witness fixes, by object, row and offset.
    cells: FxHashMap<(ObjectId, i128, i64), u8>,
    /// Objects whose cells are drawn by this number and as elements of this type, however they are read.
    named: FxHashMap<ObjectId, (u32, Ty)>,
}

impl AtEntry {
    /// Of a launch.
    pub fn of(kernel: &Kernel, inputs: &Inputs) -> AtEntry {
        let aliases = aliases(kernel, &inputs.aliases);
        let zeroed = inputs
            .zeroed
            .iter()
            .map(|o| aliases.get(o).copied().unwrap_or(*o));
        AtEntry {
            fill: inputs.fill,
            zeroed: zeroed.collect(),
            distinct: distinct(kernel, inputs),
            monotone: monotone(kernel, inputs),
            sizes: inputs.sizes.iter().copied().collect(),
            null: (0..)
                .zip(&kernel.params)
                .filter(|(n, _)| inputs.is_null(kernel, *n))
                .filter_map(|(_, param)| param.object)
                .collect(),
            before: inputs.before.iter().copied().collect(),
            cells: cells(inputs),
            named: FxHashMap::default(),
            aliases,
        }
    }

    /// The object that an object is: itself, but for parameters that are handed the same buffer.
    pub fn alias(&self, object: ObjectId) -> ObjectId {
        self.aliases.get(&object).copied().unwrap_or(object)
    }

    /// Whether the pointer to the object is null.
    pub fn is_null(&self, object: ObjectId) -> bool {
        self.null.contains(&object)
    }

    /// The size that the inputs give an object.
    pub fn size(&self, object: ObjectId) -> Option<u64> {
        self.sizes.get(&object).copied()
    }

    /// How many bytes in front of an object's place belong to its buffer.
    pub fn before(&self, object: ObjectId) -> u64 {
        self.before.get(&object).copied().unwrap_or(0)
    }

    /// Has the cells of these objects drawn by other numbers than their own, so that two kernels are given the same.
    pub fn name(&mut self, named: FxHashMap<ObjectId, (u32, Ty)>) {
        self.named = named;
    }

    /// The byte that is fixed: by the witness, or for whoever reads it.
    pub fn byte(&self, object: ObjectId, row: i128, offset: i64) -> Option<u8> {
        let drawn = || {
            let (number, ty) = *self.named.get(&object).filter(|(_, ty)| *ty != Ty::Ptr)?;
            let at = offset.rem_euclid(i64::from(ty.bytes().max(1)));
            let bits = self.fill.value(ObjectId(number), row, offset - at, ty);
            Some((bits >> (8 * at)) as u8)
        };
        let fixed = self.cells.get(&(object, row, offset)).copied();
        fixed.or_else(drawn)
    }

    /// Whether an object holds zeros where nothing else is fixed.
    pub fn is_zeroed(&self, object: ObjectId) -> bool {
        self.zeroed.contains(&object)
    }

    /// What a cell holds that the witness does not fix.
    pub fn open_cell(&self, object: ObjectId, row: i128, offset: i64, ty: Ty) -> u128 {
        let len = i64::from(ty.bytes()).max(1);
        if self.is_zeroed(object) {
            return 0;
        }
        if let Some(above) = self.distinct.get(&object) {
            return from_integer(ty, above.saturating_add(offset.div_euclid(len).into()));
        }
        match self.monotone.get(&object) {
            Some(fixed) => from_integer(ty, between(fixed, offset.into(), len.into())),
            None => self.fill.value(object, row, offset, ty),
        }
    }
}

/// The bytes that the witness fixes; of two values for a byte the first counts.
fn cells(inputs: &Inputs) -> FxHashMap<(ObjectId, i128, i64), u8> {
    let mut fixed = FxHashMap::default();
    for cell in &inputs.cells {
        let Ok(offset) = i64::try_from(cell.offset) else {
            continue;
        };
        let bytes = cell.bits.to_le_bytes().into_iter().take(cell.ty.bytes() as usize);
        for (n, byte) in (0..).zip(bytes) {
            let at = (cell.object, cell.row, offset.saturating_add(n));
            fixed.entry(at).or_insert(byte);
        }
    }
    fixed
}

/// The object that a pointer parameter points to.
fn parameter_object(kernel: &Kernel, param: u32) -> Option<ObjectId> {
    kernel.params.get(param as usize).and_then(|p| p.object)
}

/// Each object of an alias group is the one that stands for it.
fn aliases(kernel: &Kernel, groups: &[Vec<u32>]) -> FxHashMap<ObjectId, ObjectId> {
    let mut aliases = FxHashMap::default();
    for group in groups {
        if let Some(one) = standing_for(kernel, group) {
            aliases.extend(of_params(kernel, group).map(|o| (o, one)));
        }
    }
    aliases
}

/// For each object with distinct elements, a number above all elements that the witness fixes.
fn distinct(kernel: &Kernel, inputs: &Inputs) -> FxHashMap<ObjectId, i128> {
    let above = |object| {
        let fixed = inputs.cells.iter().filter(|c| c.object == object);
        fixed
            .map(|c| to_integer(c.ty, c.bits).saturating_add(1))
            .max()
            .unwrap_or(0)
            .max(0)
    };
    let objects = inputs
        .distinct
        .iter()
        .filter_map(|&p| parameter_object(kernel, p));
    objects.map(|object| (object, above(object))).collect()
}

/// For each object whose elements never decrease, those that the witness fixes.
fn monotone(kernel: &Kernel, inputs: &Inputs) -> FxHashMap<ObjectId, BTreeMap<i128, i128>> {
    let objects = inputs
        .monotone
        .iter()
        .filter_map(|&p| parameter_object(kernel, p));
    let fixed = |object| {
        let cells = inputs.cells.iter().filter(move |c| c.object == object);
        cells.map(|c| (c.offset, to_integer(c.ty, c.bits))).collect()
    };
    objects.map(|object| (object, fixed(object))).collect()
}

/// An element between fixed ones that keeps the order: one more for each place, up to the next fixed one.
fn between(fixed: &BTreeMap<i128, i128>, offset: i128, len: i128) -> i128 {
    let below = fixed.range(..=offset).next_back();
    let above = fixed.range(offset + 1..).next();
    match (below, above) {
        (Some((at, low)), above) => {
            let step = (offset - at) / len.max(1);
            let value = low.saturating_add(step);
            above.map_or(value, |(_, high)| value.min(*high))
        }
        (None, Some((_, high))) => *high,
        (None, None) => offset / len.max(1),
    }
}
