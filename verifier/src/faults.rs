//! Faults on purpose: what a full disk, a process that cannot be started or a stream that breaks does to a run.
//!
//! Every write and every start of a process or thread that an answer passes through asks [`point`] first. A test has the n-th of
//! them fail (`--fault N`, which is in no help text and does nothing but spoil the run). The clock can be made to be over at the n-th
//! look at it as well (`--cut-clock N`), in this process and in each of its workers.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// Points until the one that fails; 0 once it is behind, or if none is to fail.
static LEFT: AtomicU64 = AtomicU64::new(0);

/// Has the n-th point from now fail, counted from 1.
pub fn fail_at(n: u64) {
    LEFT.store(n, Ordering::SeqCst);
}

/// Whether the point that is to fail is still to come.
pub fn is_pending() -> bool {
    LEFT.load(Ordering::SeqCst) > 0
}

/// The look at which the clock is over; 0 for none.
static CUT: AtomicU64 = AtomicU64::new(0);

/// Has the clock be over at the n-th look of each process.
pub fn cut_clock_at(n: u64) {
    CUT.store(n, Ordering::SeqCst);
    kverify_smt::clock::over_at_look(n);
}

/// What workers are started with, so that their clocks are as this one.
pub fn clock_arguments() -> Vec<String> {
    match CUT.load(Ordering::SeqCst) {
        0 => Vec::new(),
        n => vec!["--cut-clock".to_owned(), n.to_string()],
    }
}

/// A point that may fail.
///
/// # Errors
/// If it is the one that is to.
pub fn point() -> io::Result<()> {
    let count = |left: u64| left.checked_sub(1);
    match LEFT.fetch_update(Ordering::SeqCst, Ordering::SeqCst, count) {
        Ok(1) => Err(io::Error::other("a fault that was asked for")),
        Ok(_) | Err(_) => Ok(()),
    }
}
