//! Byte-exact memory.
//!
//! Every instance of every object, and every row behind a pointer that was itself read from memory, is a
//! *region*. A pointer is a plain 64-bit address: region number and offset. So pointers survive being stored,
//! compared, cast to integers and aligned, as they do on the machine. Regions lie 2^40 bytes apart; pointer
//! arithmetic that leaves the region is noticed by [`Memory::offset_pointer`].

mod address;
mod entry;
mod region;

use super::inputs::Inputs;
use super::undefined::Undefined;
use super::value::truncate;
use entry::AtEntry;
use kverify_frontend::ir::{Kernel, ObjectId, ObjectSource, Space, Ty};
use region::PAGE;
pub(super) use region::Region;
use rustc_hash::FxHashMap;

const REGION_BITS: u32 = 40;

/// Addresses stay below 2^63, so that casts to signed integers are positive.
const MAX_REGIONS: usize = 1 << 22;

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

/// All memory of a run.
#[derive(Clone, Debug)]
pub(super) struct Memory<'k> {
    kernel: &'k Kernel,
    /// What cells hold at the start.
    entry: AtEntry,
    regions: Vec<Region>,
    by_key: FxHashMap<(ObjectId, i128, Owner), RegionId>,
    /// Pages that may still be created.
    pages_left: usize,
    /// Counts stores that changed something.
    pub version: u64,
    /// Bytes that were read before anything was written there, if somebody wants to know them.
    pub opened: Option<Vec<(RegionId, i64, u8)>>,
    /// What is read that nobody wrote, if a run is to show whether that matters.
    pub undefined: Option<Undefined>,
    /// The place of the access that is made, an index into the program's.
    pub place: u32,
    /// Cells were read that neither the witness nor the kernel fixes.
    pub open_cells: bool,
}

impl<'k> Memory<'k> {
    /// Memory of at most `pages` pages of 256 bytes that begins with the inputs' cells and is otherwise filled as
    /// they say.
    pub fn new(kernel: &'k Kernel, inputs: &Inputs, pages: usize) -> Self {
        Memory {
            kernel,
            entry: AtEntry::of(kernel, inputs),
            regions: Vec::new(),
            by_key: FxHashMap::default(),
            pages_left: pages,
            open_cells: false,
            version: 0,
            opened: None,
            undefined: None,
            place: u32::MAX,
        }
    }

    /// Has the cells of these objects drawn by these numbers, as elements of these types.
    pub fn name(&mut self, named: FxHashMap<ObjectId, (u32, Ty)>) {
        self.entry.name(named);
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
        let given = self.entry.size(object);
        let size = declared.size.or(given).filter(|_| row == 0);
        let space = match declared.space {
            Space::Image => Space::Image,
            // A pointer from memory leads to global memory, wherever it was kept.
            _ if row != 0 => Space::Global,
            space => space,
        };
        let mut new = Region::new((object, row, owner), space, size);
        new.before = self.entry.before(object);
        new.certain = declared.source != ObjectSource::Unknown;
        new.clobbered = declared.init_unread;
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
        self.entry.alias(object)
    }

    /// Whether the pointer to the object is null.
    pub fn is_null(&self, object: ObjectId) -> bool {
        self.entry.is_null(object)
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
            _ => Ty::U8,
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

    /// Whether a region is of an object that the kernel names, and not of one that may be any.
    pub fn is_certain(&self, region: RegionId) -> bool {
        self.regions[region as usize].certain
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

    /// What a cell held at entry, if nobody has written it.
    pub fn at_entry(&self, region: RegionId, offset: i64, ty: Ty) -> u128 {
        let Some(region) = self.describe(region) else {
            return 0;
        };
        let open = self.entry.open_cell(region.object, region.row, offset, ty);
        (0..i64::from(ty.bytes())).rev().fold(0, |bits, n| {
            let fixed = self
                .entry
                .byte(region.object, region.row, offset.saturating_add(n));
            bits << 8 | u128::from(fixed.unwrap_or((open >> (8 * n)) as u8))
        })
    }

    /// Whether a number of so many bytes is another than at entry.
    pub fn has_changed(&self, target: Target, len: u64) -> bool {
        let Ok(bits @ 8..=64) = u8::try_from(8 * len) else {
            return false;
        };
        let ty = Ty::Int { bits, signed: false };
        self.now(target, ty).0 != self.at_entry(target.region, target.offset, ty)
    }

    /// What lies there, bytes that nobody has touched as they were at entry; and whether some of it is not modelled.
    pub fn now(&self, target: Target, ty: Ty) -> (u128, bool) {
        let entry = self.at_entry(target.region, target.offset, ty);
        let Some(region) = self.describe(target.region) else {
            return (entry, false);
        };
        (0..ty.bytes()).rev().fold((0, false), |(bits, any), n| {
            let offset = target.offset.saturating_add(n.into());
            let (byte, unknown) = match region.known(offset) {
                true => region.byte(offset),
                false => ((entry >> (8 * n)) as u8, false),
            };
            (bits << 8 | u128::from(byte), any || unknown)
        })
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
        region.clobber();
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
        let undefined = self.undefined.as_ref();
        let undefined = undefined.filter(|u| met.uninitialised && u.memory.contains(&self.place));
        let value = match (ty, undefined) {
            (Ty::Ptr, _) => self.fresh_row(target),
            (_, Some(undefined)) => undefined.fill.value(object, row, target.offset, ty),
            (_, None) => self.entry.open_cell(object, row, target.offset, ty),
        };
        let zeroed = self.entry.is_zeroed(object);
        let bytes = value.to_le_bytes();
        for n in open {
            let offset = target.offset.saturating_add(n);
            let fixed = self.entry.byte(object, row, offset);
            self.open_cells |= fixed.is_none() && !zeroed;
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

/// The object's instance that a thread sees.
pub(super) fn owner(space: Space, block: u32, thread: u32) -> Owner {
    match space {
        Space::Global | Space::Constant | Space::Image => Owner::Launch,
        Space::Shared => Owner::Block(block),
        Space::Private => Owner::Thread(thread),
    }
}

#[cfg(test)]
mod tests;
