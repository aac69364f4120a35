//! Runs kverify over case files and examples and compares with the expectations in their comments.

pub mod barriers;
pub mod browser;
pub mod compare;
pub mod corpus;
pub mod differential;
pub mod emitted;
pub mod emulate;
pub mod expect;
pub mod fuzz;
pub mod generator;
pub mod host_facts;
pub mod host_programs;
pub mod lockstep;
pub mod markdown;
pub mod messages;
pub mod numbers;
pub mod ordering;
pub mod outcome;
pub mod precision;
pub mod random;
pub mod rewrite;
pub mod staged;
pub mod tool;
