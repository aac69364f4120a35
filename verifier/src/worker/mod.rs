//! Worker processes: parsing and verification where a crash, a hang or a memory leak costs one kernel and not the run.
//!
//! The supervisor ([`Pool`]) starts `kverify worker` as often as there is work at a time, hands each one request and
//! waits for its answer ([`protocol`]); a worker that dies, or does not answer in time, is replaced. A worker
//! ([`serve()`]) lives for many requests. It watches its own memory, and goes when its supervisor goes.

mod memory;
mod pool;
mod protocol;
mod serve;

pub use memory::bound;
pub use pool::{Lost, Pool};
pub use serve::{fault_injection, serve};

use std::path::PathBuf;

/// How to work in other processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolation {
    /// A program that serves requests when it is called with the argument `worker`: the `kverify` command of the same build.
    pub program: PathBuf,
    /// Memory that a worker may use, MiB.
    pub memory: u64,
}
