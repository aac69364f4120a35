//! Launches beyond the witness: guided random inputs, where the witness itself shows nothing.
//!
//! A model of the solver fixes what its query speaks of, often as near to zero as can be (`n = 0`), and leaves open what happened
//! in the middle of the kernel. So scalars are drawn anew, from the numbers that the kernel compares with and the sizes of
//! the launch, and memory is filled with numbers that tell threads, warps and blocks apart.

use super::fill::{Fill, hash};
use super::inputs::{Inputs, Schedule};
use super::outcome::{EventKind, Run};
use super::value::{bits_of_small, from_integer};
use kverify_frontend::ir::{ExprKind, Kernel, Ty};
use kverify_smt::answer::Config;

/// Launches that are tried.
const TRIALS: u64 = 20;
/// Numbers beyond this are sizes of something else, and make index arithmetic overflow.
const LARGEST: i128 = 4096;

/// Launches like `base` that the configuration allows, with other scalars and contents. Deterministic.
pub(super) fn launches<'a>(
    kernel: &'a Kernel,
    config: &'a Config,
    base: &'a Inputs,
) -> impl Iterator<Item = Inputs> + 'a {
    let numbers = numbers(kernel, base);
    (0..TRIALS).map(move |n| draw(kernel, config, base, &numbers, n))
}

fn draw(kernel: &Kernel, config: &Config, base: &Inputs, numbers: &[i128], n: u64) -> Inputs {
    const FILLS: [Fill; 8] = [
        Fill::Stripes(5),
        Fill::Sparse(1),
        Fill::Hashed(11),
        Fill::Stripes(0),
        Fill::Sparse(2),
        Fill::Hashed(12),
        Fill::Index,
        Fill::Stripes(2),
    ];
    const SCHEDULES: [Schedule; 3] = [Schedule::RoundRobin, Schedule::InOrder, Schedule::Reverse];
    let mut inputs = base.clone();
    inputs.fill = FILLS[(n % 8) as usize];
    inputs.schedule = base.schedule.or(SCHEDULES[(n % 3) as usize]);
    if n % 2 == 1 {
        inputs.cells.clear();
    }
    for (m, param) in (0..).zip(&kernel.params) {
        let fixed = config.args.iter().any(|(arg, _)| *arg == m);
        let drawn = hash(n, u64::from(m), 3);
        // The first launches keep the witness's scalars, with other contents.
        if param.object.is_some() || param.ty == Ty::Ptr || fixed || n < 3 || drawn.is_multiple_of(4) {
            continue;
        }
        let bits = match param.ty {
            Ty::Float(kind) => bits_of_small(kind, drawn >> 8),
            ty => from_integer(ty, numbers[(drawn >> 8) as usize % numbers.len()]),
        };
        inputs.scalars.retain(|(given, _)| *given != m);
        inputs.scalars.push((m, bits));
    }
    inputs
}

/// The numbers that may matter: small ones, sizes of the launch, and constants of the kernel with their neighbours.
pub(super) fn numbers(kernel: &Kernel, inputs: &Inputs) -> Vec<i128> {
    let mut numbers = vec![1, 2, 3, 4, 8];
    let mut product = 1i128;
    for size in inputs.block_dim.iter().chain(&inputs.grid_dim) {
        product = product.saturating_mul((*size).into());
        numbers.extend([i128::from(*size), product]);
    }
    for expr in kernel.exprs() {
        expr.walk(&mut |e| {
            if let ExprKind::Int(n) = e.kind {
                numbers.extend([n, n.saturating_add(1), n.saturating_sub(1)]);
            }
        });
    }
    numbers.retain(|n| (0..=LARGEST).contains(n));
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

/// Whether a run of a drawn launch leaves what answers take for granted: indices in bounds, no undefined arithmetic.
pub(crate) fn is_outlandish(run: &Run) -> bool {
    run.events.iter().any(|event| {
        matches!(
            event.kind,
            EventKind::OutOfBounds | EventKind::DivisionByZero | EventKind::WideShift
        )
    })
}
