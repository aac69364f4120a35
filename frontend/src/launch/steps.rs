//! How much may be looked at for one launch: in `int b = a + a; int c = b + b; ...` each line doubles what the last one stands for.

use std::cell::Cell;

/// Most expressions that are looked into; real launches take some thousands at most.
const MOST: u32 = 200_000;

/// What is left of them.
pub(super) struct Steps(Cell<u32>);

impl Steps {
    pub(super) fn new() -> Self {
        Steps(Cell::new(MOST))
    }

    /// Begins with another launch.
    pub(super) fn begin(&self) {
        self.0.set(MOST);
    }

    /// Takes one; false if none is left. What is asked then is not known.
    pub(super) fn take(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}
