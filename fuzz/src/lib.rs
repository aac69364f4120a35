//! What the targets share: inputs to begin with, and a worker whose coverage counts.

pub mod grow;
pub mod worker;
