//! Cases, golden dumps and differential tests, as one program: the long ones run beside each other, and all that they need is linked
//! once. `cargo test -p kverify-tests cases` runs one module.

mod advice;
mod cases;
mod cost;
mod defects;
mod determinism;
mod differential;
mod emitted;
mod everyday_indices;
mod exhaustive;
mod fuzz;
mod host_facts;
mod host_programs;
mod lowering;
mod manual;
mod messages;
mod metamorphic;
mod ordering;
mod owned_buffers;
mod precision;
mod random_kernels;
mod repair;
mod small_programs;
mod smoke;
mod soundness;
mod staged;
mod toolkit;
mod twins;
mod witnesses;
