//! The clock. Reported seconds depend on it, and what is left undone when a time limit is reached.

use std::time::{Duration, Instant};

/// Measures wall-clock seconds from its start.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// Seconds since the start.
    pub fn seconds(self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

/// A point in time by which something is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deadline(Instant);

impl Deadline {
    /// So many seconds from now; a limit that is no sensible number is as good as none.
    pub fn after(seconds: f64) -> Deadline {
        const DAY: f64 = 86_400.0;
        Deadline(Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, DAY)))
    }

    /// Whether it is over.
    pub fn has_passed(self) -> bool {
        kverify_smt::clock::has_come(self.0)
    }
}
