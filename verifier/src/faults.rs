//! Faults on purpose: what a full disk, a process that cannot be started or a stream that breaks does to a run.
//!
//! Every write and every start of a process or thread that an answer passes through asks [`point`] first. A test has the n-th of
//! them fail (`--fault N`, which is in no help text and does nothing but spoil the run).

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
