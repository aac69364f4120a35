//! What the frontend makes of a body of code: kernels found, kernels lowered, and what made the holes that matter.
//!
//! Files are only parsed and lowered, each by a process of its own, so that a file at which clang crashes or does not come back
//! costs nothing but itself.

mod files;
mod human;
mod measure;
mod summary;
mod workers;

pub use human::render;
pub use kverify_frontend::count::definitions;
pub use measure::{FileStats, HoleStats, KernelStats, measure};
pub use summary::{Reason, Summary};
pub use workers::{Limits, run};
