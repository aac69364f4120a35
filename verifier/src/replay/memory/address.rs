//! Addresses: region and offset as one number, and the windows into shared memory.

use super::{Memory, Owner, REGION_BITS, RegionId, Target};
use kverify_frontend::ir::{ObjectId, Space};

/// Offset 0 lies in the middle of a region, so that negative offsets stay inside.
const MIDDLE: u64 = 1 << (REGION_BITS - 1);

/// How much of the window of shared memory an object gets, bytes.
const WINDOW_PIECE: u32 = 1 << 24;

impl<'k> Memory<'k> {
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

    /// The place in the window of shared memory that an address is; 0 if it leads elsewhere. Each shared object has a piece of the
    /// window that is larger than what a block may have.
    pub fn window(&self, address: u64) -> u32 {
        let place = || {
            let target = self.target(address)?;
            let object = self.describe(target.region)?.object;
            let piece = self.shared_objects().position(|shared| shared == object)?;
            let first = u32::try_from(piece + 1).ok()?.checked_mul(WINDOW_PIECE)?;
            Some(
                first
                    .wrapping_add(WINDOW_PIECE / 2)
                    .wrapping_add(target.offset as u32),
            )
        };
        place().unwrap_or(0)
    }

    /// The address of a place in a block's window of shared memory; 0, which leads nowhere, if it is in no object's piece.
    pub fn out_of_window(&mut self, place: u32, block: u32) -> u64 {
        let piece = (place / WINDOW_PIECE).checked_sub(1);
        let object = piece.and_then(|piece| self.shared_objects().nth(piece as usize));
        let region = object.and_then(|object| self.region(object, 0, Owner::Block(block)));
        let offset = i64::from(place % WINDOW_PIECE) - i64::from(WINDOW_PIECE / 2);
        region.map_or(0, |region| Self::address(Target { region, offset }))
    }

    fn shared_objects(&self) -> impl Iterator<Item = ObjectId> {
        let objects = self.kernel.objects.iter_enumerated();
        objects
            .filter(|(_, object)| object.space == Space::Shared)
            .map(|(id, _)| id)
    }

    /// `address + offset`, and whether that stays in the pointer's region.
    pub fn offset_pointer(address: u64, offset: i64) -> (u64, bool) {
        let moved = address.wrapping_add(offset as u64);
        let inside =
            offset.unsigned_abs() < (1 << REGION_BITS) && moved >> REGION_BITS == address >> REGION_BITS;
        (moved, inside)
    }
}
