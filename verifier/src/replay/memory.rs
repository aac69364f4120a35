//! Byte-exact memory.
//!
//! Every instance of every object, and every row behind a pointer that was itself read from memory, is a
//! *region*. A pointer is a plain 64-bit address: region number and offset. So pointers survive being stored,
//! compared, cast to integers and aligned, as they do on the machine. Regions lie 2^40 bytes apart; pointer
//! arithmetic that leaves the region is noticed by [`Memory::offset_pointer`].

use super::fill::Fill;
use super::inputs::Inputs;
use super::value::{from_integer, to_integer, truncate};
use kverify_frontend::ir::{Kernel, ObjectId, ObjectSource, Space, Ty};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

const REGION_BITS: u32 = 40;
/// Offset 0 lies in the middle of a region, so that negative offsets stay inside.
const MIDDLE: u64 = 1 << (REGION_BITS - 1);
/// Addresses stay below 2^63, so that casts to signed integers are positive.
const MAX_REGIONS: usize = 1 << 22;
const PAGE: i64 = 256;
/// Pages of small offsets lie in a vector, all others in a map.
const DENSE_PAGES: i64 = 1 << 14;

/// Number of a region.
pub(super) type RegionId = u32;

/// Who an instance of an object belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Owner {
    /// The launch.
    Launch,
    /// A block, by its number in the run.
    Block(u32),
    /// A thread, by its number in the run.
    Thread(u32),
}

/// The place of a byte: a region and an offset in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub region: RegionId,
    pub offset: i64,
}

/// What a load or store met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Met {
    /// Bytes outside of a sized object.
    pub out_of_bounds: bool,
    /// Bytes of shared or private memory that nobody wrote.
    pub uninitialised: bool,
    /// The memory limit.
    pub exhausted: bool,
    /// A byte that depends on what is not modelled.
    pub unknown: bool,
}

/// An instance of an object, or a row of one.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub object: ObjectId,
    pub row: i128,
    pub space: Space,
    pub owner: Owner,
    size: Option<u64>,
    /// It is a declared object or a row of one, not what an unknown pointer points to.
    pub certain: bool,
    /// Something that is not modelled may have written any byte.
    clobbered: bool,
    dense: Vec<Option<Box<Page>>>,
    sparse: HashMap<i64, Box<Page>>,
}

#[derive(Clone, Debug)]
struct Page {
    bytes: [u8; PAGE as usize],
    known: [u64; 4],
    unknown: [u64; 4],
}

impl Page {
    fn empty() -> Page {
        Page {
            bytes: [0; PAGE as usize],
            known: [0; 4],
            unknown: [0; 4],
        }
    }
}

/// All memory of a run.
#[derive(Clone, Debug)]
pub(super) struct Memory<'k> {
    kernel: &'k Kernel,
    fill: Fill,
    regions: Vec<Region>,
    /// For objects that are handed out under several names: the one that they are.
    aliases: HashMap<ObjectId, ObjectId>,
    /// Sizes that the inputs give.
    sizes: HashMap<ObjectId, u64>,
    /// Objects whose elements are pairwise distinct, and a number above all elements that are fixed.
    distinct: HashMap<ObjectId, i128>,
    /// Objects whose elements never decrease, with the elements that are fixed, by byte offset.
    monotone: HashMap<ObjectId, BTreeMap<i128, i128>>,
    by_key: HashMap<(ObjectId, i128, Owner), RegionId>,
    /// Contents that the witness fixes, by object, row and offset.
    cells: HashMap<(ObjectId, i128, i64), u8>,
    /// Pages that may still be created.
    pages_left: usize,
    /// Counts stores that changed something.
    pub version: u64,
    /// Bytes that were read before anything was written there, if somebody wants to know them.
    pub opened: Option<Vec<(RegionId, i64, u8)>>,
    /// Cells were read that neither the witness nor the kernel fixes.
    pub open_cells: bool,
}

impl<'k> Memory<'k> {
    /// Memory of at most `pages` pages of 256 bytes that begins with the inputs' cells and is otherwise filled as
    /// they say.
    pub fn new(kernel: &'k Kernel, inputs: &Inputs, pages: usize) -> Self {
        let Inputs { cells, fill, .. } = inputs;
        let mut fixed = HashMap::new();
        for cell in cells {
            let Ok(offset) = i64::try_from(cell.offset) else {
                continue;
            };
            for (n, byte) in cell
                .bits
                .to_le_bytes()
                .into_iter()
                .take(cell.ty.bytes() as usize)
                .enumerate()
            {
                fixed
                    .entry((cell.object, cell.row, offset.saturating_add(n as i64)))
                    .or_insert(byte);
            }
        }
        Memory {
            kernel,
            fill: *fill,
            aliases: aliases(kernel, &inputs.aliases),
            distinct: distinct(kernel, inputs),
            monotone: monotone(kernel, inputs),
            sizes: inputs.sizes.iter().copied().collect(),
            regions: Vec::new(),
            by_key: HashMap::new(),
            cells: fixed,
            pages_left: pages,
            open_cells: false,
            version: 0,
            opened: None,
        }
    }

    /// The region of an instance's row; made if new. `None` when there are too many.
    pub fn region(&mut self, object: ObjectId, row: i128, owner: Owner) -> Option<RegionId> {
        if let Some(&region) = self.by_key.get(&(object, row, owner)) {
            return Some(region);
        }
        let declared = self.kernel.objects.get(object)?;
        if self.regions.len() >= MAX_REGIONS {
            return None;
        }
        let region = self.regions.len() as RegionId;
        // A row behind a loaded pointer or of an image is no longer the declared array.
        let given = self.sizes.get(&object).copied();
        let size = declared.size.or(given).filter(|_| row == 0);
        let mut new = Region {
            object,
            row,
            space: match declared.space {
                Space::Image => Space::Image,
                // A pointer from memory leads to global memory, wherever it was kept.
                _ if row != 0 => Space::Global,
                space => space,
            },
            owner,
            size,
            certain: declared.source != ObjectSource::Unknown,
            clobbered: false,
            dense: Vec::new(),
            sparse: HashMap::new(),
        };
        if let (Some(init), 0) = (&declared.init, row) {
            for (n, &byte) in init.iter().enumerate() {
                if let Some(page) = new.page_mut(n as i64 / PAGE, &mut self.pages_left) {
                    let _ = page.set(n as i64 % PAGE, byte, false);
                }
            }
        }
        self.regions.push(new);
        self.by_key.insert((object, row, owner), region);
        Some(region)
    }

    /// All regions, in the order in which they were first used.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Number of declared objects.
    pub fn object_count(&self) -> usize {
        self.kernel.objects.len()
    }

    /// The object that an object is: itself, but for parameters that are handed the same buffer.
    pub fn alias(&self, object: ObjectId) -> ObjectId {
        self.aliases.get(&object).copied().unwrap_or(object)
    }

    /// The space of an object.
    pub fn space(&self, object: ObjectId) -> Space {
        self.kernel
            .objects
            .get(object)
            .map_or(Space::Private, |o| o.space)
    }

    /// What a region's elements are declared as; bytes if that has no size.
    pub fn element(&self, region: RegionId) -> Ty {
        let object = self
            .describe(region)
            .and_then(|r| self.kernel.objects.get(r.object));
        match object.map(|o| o.elem) {
            Some(ty) if ty.bytes() > 0 => ty,
            _ => Ty::Int {
                bits: 8,
                signed: false,
            },
        }
    }

    /// A region's description.
    pub fn describe(&self, region: RegionId) -> Option<&Region> {
        self.regions.get(region as usize)
    }

    /// What tells a region from others, whatever order they were made in.
    pub fn key(&self, region: RegionId) -> Option<(ObjectId, i128, Owner)> {
        let region = self.describe(region)?;
        Some((region.object, region.row, region.owner))
    }

    /// The region of a key, if there is one.
    pub fn known_region(&self, object: ObjectId, row: i128, owner: Owner) -> Option<RegionId> {
        self.by_key.get(&(object, row, owner)).copied()
    }

    /// The address of a byte.
    pub fn address(target: Target) -> u64 {
        ((u64::from(target.region) + 1) << REGION_BITS)
            .wrapping_add(MIDDLE)
            .wrapping_add(target.offset as u64)
    }

    /// What an address points to.
    pub fn target(&self, address: u64) -> Option<Target> {
        let region = (address >> REGION_BITS).checked_sub(1)?;
        let offset = (address & ((1 << REGION_BITS) - 1)) as i64 - MIDDLE as i64;
        ((region as usize) < self.regions.len()).then_some(Target {
            region: region as RegionId,
            offset,
        })
    }

    /// `address + offset`, and whether that stays in the pointer's region.
    pub fn offset_pointer(address: u64, offset: i64) -> (u64, bool) {
        let moved = address.wrapping_add(offset as u64);
        let inside =
            offset.unsigned_abs() < (1 << REGION_BITS) && moved >> REGION_BITS == address >> REGION_BITS;
        (moved, inside)
    }

    /// The same offset in another row of the same instance.
    pub fn row_pointer(&mut self, address: u64, row: i128) -> Option<u64> {
        let Target { region, offset } = self.target(address)?;
        let Region { object, owner, .. } = *self.describe(region)?;
        let region = self.region(object, row, owner)?;
        Some(Self::address(Target { region, offset }))
    }

    /// Reads a scalar of type `ty`; its first reader decides what an open cell holds.
    pub fn load(&mut self, target: Target, ty: Ty) -> (u128, Met) {
        let len = i64::from(ty.bytes());
        let mut met = self.settle(target, ty);
        let mut bits = 0u128;
        let Some(region) = self.regions.get(target.region as usize) else {
            return (0, met);
        };
        if let Some((page, at)) = region.whole(target.offset, len) {
            met.unknown = page.masks(at, len).1;
            for n in (0..len).rev() {
                bits = bits << 8 | u128::from(page.bytes[(at + n) as usize]);
            }
        } else {
            for n in (0..len).rev() {
                let (byte, unknown) = region.byte(target.offset.saturating_add(n));
                bits = bits << 8 | u128::from(byte);
                met.unknown |= unknown;
            }
        }
        (truncate(ty, bits), met)
    }

    /// Writes the low `len` bytes of `bits`.
    pub fn store(&mut self, target: Target, bits: u128, len: u32, unknown: bool) -> Met {
        let mut met = Met {
            unknown,
            ..Met::default()
        };
        let pages_left = &mut self.pages_left;
        let Some(region) = self.regions.get_mut(target.region as usize) else {
            return met;
        };
        met.out_of_bounds = region.outside(target.offset, i64::from(len));
        let mut changed = false;
        for (n, byte) in bits.to_le_bytes().into_iter().take(len as usize).enumerate() {
            let offset = target.offset.saturating_add(n as i64);
            match region.page_mut(offset.div_euclid(PAGE), pages_left) {
                Some(page) => changed |= page.set(offset.rem_euclid(PAGE), byte, unknown),
                None => met.exhausted = true,
            }
        }
        self.version += u64::from(changed);
        met
    }

    /// The low bytes of what lies there, if all of it holds something already; at most 16 bytes.
    pub fn peek(&self, target: Target, bytes: u64) -> Option<u128> {
        let region = self.describe(target.region)?;
        (0..bytes.min(16) as i64).rev().try_fold(0u128, |bits, n| {
            let offset = target.offset.checked_add(n)?;
            region
                .known(offset)
                .then(|| bits << 8 | u128::from(region.byte(offset).0))
        })
    }

    /// Something that is not modelled may write any byte of a region.
    pub fn clobber(&mut self, region: RegionId) {
        let Some(region) = self.regions.get_mut(region as usize) else {
            return;
        };
        region.clobbered = true;
        let dense = region.dense.iter_mut().flatten();
        for page in dense.chain(region.sparse.values_mut()) {
            page.unknown = [u64::MAX; 4];
        }
    }

    /// Sees to it that the bytes that a load is about to read hold something, and checks the bounds.
    fn settle(&mut self, target: Target, ty: Ty) -> Met {
        let len = i64::from(ty.bytes());
        let mut met = Met::default();
        let Some(region) = self.regions.get(target.region as usize) else {
            return met;
        };
        met.out_of_bounds = region.outside(target.offset, len);
        if region
            .whole(target.offset, len)
            .is_some_and(|(page, at)| page.masks(at, len).0)
        {
            return met;
        }
        met.uninitialised = matches!(region.space, Space::Shared | Space::Private);
        let (object, row, clobbered) = (region.object, region.row, region.clobbered);
        let open = (0..len)
            .filter(|&n| !region.known(target.offset.saturating_add(n)))
            .collect::<Vec<_>>();
        if open.is_empty() {
            met.uninitialised = false;
            return met;
        }
        let value = match ty {
            Ty::Ptr => self.fresh_row(target),
            _ => match self.distinct.get(&object) {
                Some(above) => {
                    let index = i128::from(target.offset.div_euclid(len.max(1)));
                    from_integer(ty, above.saturating_add(index))
                }
                None => match self.monotone.get(&object) {
                    Some(fixed) => from_integer(ty, between(fixed, target.offset.into(), len.into())),
                    None => self.fill.value(object, row, target.offset, ty),
                },
            },
        };
        let bytes = value.to_le_bytes();
        for n in open {
            let offset = target.offset.saturating_add(n);
            let fixed = self.cells.get(&(object, row, offset)).copied();
            self.open_cells |= fixed.is_none();
            let byte = fixed.unwrap_or(bytes[n as usize & 15]);
            if let Some(opened) = &mut self.opened {
                opened.push((target.region, offset, byte));
            }
            let pages_left = &mut self.pages_left;
            let region = &mut self.regions[target.region as usize];
            match region.page_mut(offset.div_euclid(PAGE), pages_left) {
                Some(page) => {
                    let _ = page.set(offset.rem_euclid(PAGE), byte, clobbered);
                }
                None => met.exhausted = true,
            }
        }
        met
    }

    /// The pointer that an open cell of a pointer array holds: a row of its own for each cell, numbered by the
    /// cell's index from 1, rows of rows one level further out.
    fn fresh_row(&mut self, cell: Target) -> u128 {
        let Some(region) = self.describe(cell.region) else {
            return 0;
        };
        let (object, owner, above) = (region.object, region.owner, region.row);
        let index = i128::from(cell.offset.div_euclid(8)) + 1;
        let row = (above << 40).wrapping_add(index);
        match self.region(object, row, owner) {
            Some(region) => u128::from(Self::address(Target { region, offset: 0 })),
            None => 0,
        }
    }
}

impl Region {
    /// Whether some of the bytes lie outside of a sized object.
    fn outside(&self, offset: i64, len: i64) -> bool {
        let end = i128::from(offset) + i128::from(len);
        offset < 0 || self.size.is_some_and(|size| end > i128::from(size))
    }

    /// The lowest offset of a byte that holds something, and one past the highest; 0 and 0 if there is none.
    pub fn extent(&self) -> (i64, i64) {
        let dense = (0..self.dense.len() as i64).filter(|&n| self.page(n).is_some());
        let pages = dense.chain(self.sparse.keys().copied());
        let (Some(first), Some(last)) = (pages.clone().min(), pages.max()) else {
            return (0, 0);
        };
        let bytes = |page: i64| page * PAGE..(page + 1) * PAGE;
        let lowest = bytes(first).find(|&n| self.known(n)).unwrap_or(0);
        let highest = bytes(last).rev().find(|&n| self.known(n)).map_or(0, |n| n + 1);
        (lowest, highest)
    }

    /// The aligned elements of type `ty` all of whose bytes hold something, by index, the first `most` of them.
    pub fn elements(&self, ty: Ty, most: usize) -> Vec<(i64, u128)> {
        let len = i64::from(ty.bytes().max(1));
        let dense = (0..self.dense.len() as i64).filter(|&n| self.page(n).is_some());
        let mut pages: Vec<i64> = dense.chain(self.sparse.keys().copied()).collect();
        pages.sort_unstable();
        let indices = pages.into_iter().flat_map(|page| {
            let start = page * PAGE;
            (start.div_euclid(len)..).take_while(move |index| index * len < start + PAGE)
        });
        let mut seen = i64::MIN;
        let whole = indices.filter(|&index| {
            let new = index > seen || seen == i64::MIN;
            seen = seen.max(index);
            new && (0..len).all(|n| self.known(index * len + n))
        });
        let bits = |index: i64| {
            let bytes = (0..len).rev().map(|n| self.byte(index * len + n).0);
            bytes.fold(0u128, |bits, byte| bits << 8 | u128::from(byte))
        };
        whole.take(most).map(|index| (index, bits(index))).collect()
    }

    fn page(&self, number: i64) -> Option<&Page> {
        if (0..DENSE_PAGES).contains(&number) {
            self.dense.get(number as usize)?.as_deref()
        } else {
            self.sparse.get(&number).map(|page| &**page)
        }
    }

    fn page_mut(&mut self, number: i64, left: &mut usize) -> Option<&mut Page> {
        let mut make = || {
            *left = left.checked_sub(1)?;
            Some(Box::new(Page::empty()))
        };
        if !(0..DENSE_PAGES).contains(&number) {
            return match self.sparse.entry(number) {
                Entry::Occupied(page) => Some(&mut **page.into_mut()),
                Entry::Vacant(slot) => Some(&mut **slot.insert(make()?)),
            };
        }
        let n = number as usize;
        if self.dense.len() <= n {
            self.dense.resize_with(n + 1, || None);
        }
        if self.dense[n].is_none() {
            self.dense[n] = Some(make()?);
        }
        self.dense[n].as_deref_mut()
    }

    /// The page and the offset in it, if the bytes lie in one page that exists.
    fn whole(&self, offset: i64, len: i64) -> Option<(&Page, i64)> {
        let at = offset.rem_euclid(PAGE);
        (at + len <= PAGE)
            .then(|| self.page(offset.div_euclid(PAGE)).map(|page| (page, at)))
            .flatten()
    }

    fn known(&self, offset: i64) -> bool {
        self.page(offset.div_euclid(PAGE))
            .is_some_and(|page| page.masks(offset.rem_euclid(PAGE), 1).0)
    }

    fn byte(&self, offset: i64) -> (u8, bool) {
        let at = offset.rem_euclid(PAGE);
        self.page(offset.div_euclid(PAGE))
            .map_or((0, false), |page| (page.bytes[at as usize], page.masks(at, 1).1))
    }
}

impl Page {
    /// Sets a byte. Whether it was another, or unknown, before.
    fn set(&mut self, at: i64, byte: u8, unknown: bool) -> bool {
        let (word, bit) = ((at >> 6) as usize & 3, 1u64 << (at & 63));
        let (old, known) = (self.bytes[at as usize & 255], self.known[word] & bit != 0);
        self.bytes[at as usize & 255] = byte;
        self.known[word] |= bit;
        if unknown {
            self.unknown[word] |= bit;
        } else {
            self.unknown[word] &= !bit;
        }
        !known || old != byte
    }

    /// Whether all bytes are known to hold something, and whether some of them is not modelled.
    fn masks(&self, at: i64, len: i64) -> (bool, bool) {
        let (word, shift) = ((at >> 6) as usize & 3, at & 63);
        if shift + len <= 64 && len < 64 {
            let mask = ((1u64 << len) - 1) << shift;
            return (self.known[word] & mask == mask, self.unknown[word] & mask != 0);
        }
        (at..at + len).fold((true, false), |(known, unknown), n| {
            let (word, bit) = ((n >> 6) as usize & 3, 1u64 << (n & 63));
            (
                known && self.known[word] & bit != 0,
                unknown || self.unknown[word] & bit != 0,
            )
        })
    }
}

/// The object that a pointer parameter points to.
fn parameter_object(kernel: &Kernel, param: u32) -> Option<ObjectId> {
    kernel.params.get(param as usize).and_then(|p| p.object)
}

/// Each object of an alias group is the group's first.
fn aliases(kernel: &Kernel, groups: &[Vec<u32>]) -> HashMap<ObjectId, ObjectId> {
    let mut aliases = HashMap::new();
    for group in groups {
        let mut objects = group.iter().filter_map(|&p| parameter_object(kernel, p));
        if let Some(first) = objects.next() {
            aliases.extend(objects.map(|o| (o, first)));
        }
    }
    aliases
}

/// For each object with distinct elements, a number above all elements that the witness fixes.
fn distinct(kernel: &Kernel, inputs: &Inputs) -> HashMap<ObjectId, i128> {
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
fn monotone(kernel: &Kernel, inputs: &Inputs) -> HashMap<ObjectId, BTreeMap<i128, i128>> {
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

/// The object's instance that a thread sees.
pub(super) fn owner(space: Space, block: u32, thread: u32) -> Owner {
    match space {
        Space::Global | Space::Constant | Space::Image => Owner::Launch,
        Space::Shared => Owner::Block(block),
        Space::Private => Owner::Thread(thread),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Builder, object};
    use super::*;
    use kverify_smt::answer::Cell;

    fn inputs(cells: Vec<Cell>) -> Inputs {
        Inputs {
            cells,
            fill: Fill::Zeros,
            ..Builder::new().inputs(1, 1)
        }
    }

    fn at(region: RegionId, offset: i64) -> Target {
        Target { region, offset }
    }

    #[test]
    fn bytes_come_back_as_stored() {
        let kernel = Builder::new().kernel;
        let mut kernel = kernel;
        let o = kernel.objects.push(object("A", Space::Global, None, Ty::I32));
        let mut memory = Memory::new(&kernel, &inputs(Vec::new()), 100);
        let r = memory.region(o, 0, Owner::Launch).unwrap();
        for offset in [0, 3, 254, -6, 1 << 35] {
            memory.store(at(r, offset), 0x0102_0304_0506_0708, 8, false);
            assert_eq!(
                memory.load(at(r, offset), Ty::U64).0,
                0x0102_0304_0506_0708,
                "{offset}"
            );
            assert_eq!(
                memory
                    .load(
                        at(r, offset + 2),
                        Ty::Int {
                            bits: 16,
                            signed: false
                        }
                    )
                    .0,
                0x0506
            );
        }
    }

    #[test]
    fn witness_cells_come_first() {
        let mut kernel = Builder::new().kernel;
        let o = kernel.objects.push(object("A", Space::Global, None, Ty::I32));
        let cell = Cell {
            object: o,
            row: 0,
            offset: 8,
            ty: Ty::I32,
            bits: 77,
        };
        let mut memory = Memory::new(
            &kernel,
            &Inputs {
                fill: Fill::Index,
                ..inputs(vec![cell])
            },
            100,
        );
        let r = memory.region(o, 0, Owner::Launch).unwrap();
        assert_eq!(memory.load(at(r, 8), Ty::I32).0, 77);
        assert_eq!(memory.load(at(r, 12), Ty::I32).0, 3);
    }

    #[test]
    fn limits_and_bounds_are_reported() {
        let mut kernel = Builder::new().kernel;
        let o = kernel.objects.push(object("s", Space::Shared, Some(16), Ty::I32));
        let mut memory = Memory::new(&kernel, &inputs(Vec::new()), 1);
        let r = memory.region(o, 0, Owner::Block(0)).unwrap();
        assert!(memory.load(at(r, 12), Ty::I32).1.uninitialised);
        assert!(!memory.load(at(r, 12), Ty::I32).1.uninitialised, "only once");
        assert!(memory.load(at(r, 14), Ty::I32).1.out_of_bounds);
        assert!(memory.store(at(r, 4096), 1, 4, false).exhausted);
    }

    #[test]
    fn pointers_in_memory_lead_to_rows_of_their_own() {
        let mut kernel = Builder::new().kernel;
        let o = kernel.objects.push(object("rows", Space::Global, None, Ty::Ptr));
        let mut memory = Memory::new(&kernel, &inputs(Vec::new()), 100);
        let r = memory.region(o, 0, Owner::Launch).unwrap();
        let (first, _) = memory.load(at(r, 0), Ty::Ptr);
        let (second, _) = memory.load(at(r, 8), Ty::Ptr);
        assert_ne!(first, second);
        assert_eq!(memory.load(at(r, 0), Ty::Ptr).0, first);
        let row = memory.target(first as u64).unwrap();
        assert_ne!(row.region, r);
        assert_eq!(row.offset, 0);
    }

    #[test]
    fn leaving_the_region_is_noticed() {
        let address = Memory::address(at(3, 10));
        assert_eq!(
            Memory::offset_pointer(address, -20),
            (Memory::address(at(3, -10)), true)
        );
        assert!(!Memory::offset_pointer(address, i64::MIN).1);
        assert!(!Memory::offset_pointer(address, 1 << 39).1);
    }
}
