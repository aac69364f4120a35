//! The clock that reported seconds come from; what is left undone by a clock is [`kverify_smt::clock`]'s.

use std::time::Instant;

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
