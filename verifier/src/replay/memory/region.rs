//! The bytes of one region: pages that are made when they are first touched, and which of their bytes hold something.

use super::Owner;
use kverify_frontend::ir::{ObjectId, Space, Ty};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// Bytes of a page.
pub(super) const PAGE: i64 = 256;
/// Pages of small offsets lie in a vector, all others in a map.
const DENSE_PAGES: i64 = 1 << 14;

/// An instance of an object, or a row of one.
#[derive(Clone, Debug)]
pub(in super::super) struct Region {
    pub object: ObjectId,
    pub row: i128,
    pub space: Space,
    pub owner: Owner,
    pub(super) size: Option<u64>,
    /// Bytes in front of offset 0 that belong to it.
    pub(super) before: u64,
    /// It is a declared object or a row of one, not what an unknown pointer points to.
    pub certain: bool,
    /// Something that is not modelled may have written any byte.
    pub(super) clobbered: bool,
    dense: Vec<Option<Box<Page>>>,
    sparse: FxHashMap<i64, Box<Page>>,
}

#[derive(Clone, Debug)]
pub(super) struct Page {
    pub bytes: [u8; PAGE as usize],
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

impl Region {
    /// A row of an instance, of which nothing is known yet.
    pub(super) fn new(
        (object, row, owner): (ObjectId, i128, Owner),
        space: Space,
        size: Option<u64>,
    ) -> Region {
        Region {
            object,
            row,
            space,
            owner,
            size,
            before: 0,
            certain: true,
            clobbered: false,
            dense: Vec::new(),
            sparse: FxHashMap::default(),
        }
    }

    /// Whatever any byte holds is not modelled.
    pub(super) fn clobber(&mut self) {
        self.clobbered = true;
        let dense = self.dense.iter_mut().flatten();
        for page in dense.chain(self.sparse.values_mut()) {
            page.unknown = [u64::MAX; 4];
        }
    }

    /// Whether some of the bytes lie outside of a sized object.
    pub(super) fn outside(&self, offset: i64, len: i64) -> bool {
        let end = i128::from(offset) + i128::from(len);
        offset < -i64::try_from(self.before).unwrap_or(i64::MAX)
            || self.size.is_some_and(|size| end > i128::from(size))
    }

    /// Whether nobody has read or written a byte.
    pub fn is_untouched(&self, offset: i64) -> bool {
        !self.known(offset)
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

    pub(super) fn page_mut(&mut self, number: i64, left: &mut usize) -> Option<&mut Page> {
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
    pub(super) fn whole(&self, offset: i64, len: i64) -> Option<(&Page, i64)> {
        let at = offset.rem_euclid(PAGE);
        (at + len <= PAGE)
            .then(|| self.page(offset.div_euclid(PAGE)).map(|page| (page, at)))
            .flatten()
    }

    pub(super) fn known(&self, offset: i64) -> bool {
        self.page(offset.div_euclid(PAGE))
            .is_some_and(|page| page.masks(offset.rem_euclid(PAGE), 1).0)
    }

    pub(super) fn byte(&self, offset: i64) -> (u8, bool) {
        let at = offset.rem_euclid(PAGE);
        self.page(offset.div_euclid(PAGE))
            .map_or((0, false), |page| (page.bytes[at as usize], page.masks(at, 1).1))
    }
}

impl Page {
    /// Sets a byte. Whether it was another, or unknown, before.
    pub(super) fn set(&mut self, at: i64, byte: u8, unknown: bool) -> bool {
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
    pub(super) fn masks(&self, at: i64, len: i64) -> (bool, bool) {
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
