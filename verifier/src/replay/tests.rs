//! Racy, free and near-miss kernels for each feature of the interpreter.

mod cells;
mod copies;
mod divergence;
mod intervals;
mod order;
mod unknown;
mod warps;
