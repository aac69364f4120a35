//! Memory with the accesses and releases that each cell has seen.

use super::super::program::{Array, LEN, Scope};

/// For each thread, up to which of its ticks all is known to have happened before.
pub(super) type Clock = Vec<u32>;

/// An array, the block whose it is, and the element.
pub(super) type Place = (Array, u32, i32);

/// One access.
#[derive(Clone, Debug, Hash, PartialEq, Eq)]
pub(super) struct Access {
    pub thread: usize,
    pub time: u32,
    /// Of an atomic one.
    pub scope: Option<Scope>,
    pub writes: bool,
    /// It leaves another value than it found.
    pub changes: bool,
    /// What was written, or else read.
    pub value: i32,
}

/// What an atomic operation has made visible to those who read from it.
#[derive(Clone, Debug, Hash, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Released {
    pub clock: Clock,
    pub scope: Scope,
    pub block: u32,
}

#[derive(Clone, Hash)]
struct Contents {
    value: i32,
    accesses: Vec<Access>,
    released: Vec<Released>,
}

/// All arrays.
#[derive(Clone, Hash)]
pub(super) struct Memory {
    cells: std::collections::BTreeMap<Place, Contents>,
    /// What the first of the locks, the other locks and everything else hold at first.
    first: [i32; 3],
}

/// Whether a scope holds threads of these two blocks.
pub(super) fn covers(scope: Scope, a: u32, b: u32) -> bool {
    scope == Scope::Device || a == b
}

impl Memory {
    pub fn new(blocks: u32, [lock, locks]: [i32; 2], others: i32) -> Memory {
        debug_assert!(blocks > 0 && LEN > 0);
        Memory {
            cells: Default::default(),
            first: [lock, locks, others],
        }
    }

    pub fn value(&self, place: Place) -> i32 {
        let first = match place {
            (Array::Locks, _, 0) => self.first[0],
            (Array::Locks, ..) => self.first[1],
            _ => self.first[2],
        };
        self.cells.get(&place).map_or(first, |c| c.value)
    }

    pub fn accesses(&self, place: Place) -> &[Access] {
        self.cells.get(&place).map_or(&[], |c| &c.accesses)
    }

    pub fn released(&self, place: Place) -> &[Released] {
        self.cells.get(&place).map_or(&[], |c| &c.released)
    }

    fn contents(&mut self, place: Place) -> &mut Contents {
        let value = self.value(place);
        self.cells.entry(place).or_insert(Contents {
            value,
            accesses: Vec::new(),
            released: Vec::new(),
        })
    }

    pub fn access(&mut self, place: Place, access: Access, new: Option<i32>) {
        let cell = self.contents(place);
        if access.scope.is_none() && access.writes {
            // A plain store ends the release sequences.
            cell.released.clear();
        }
        cell.value = new.unwrap_or(cell.value);
        if !cell.accesses.contains(&access) {
            cell.accesses.push(access);
        }
    }

    pub fn release(&mut self, place: Place, release: Released) {
        let cell = self.contents(place);
        if !cell.released.contains(&release) {
            cell.released.push(release);
            cell.released.sort();
        }
    }
}
