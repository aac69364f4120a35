//! Distances, and climbs that end.

use super::super::value::compare;
use super::super::{Judgement, Limits, confirm};
use super::*;
use kverify_frontend::{Options, Source, parse};
use kverify_smt::answer::{Config, Finding, Kind};
use proptest::prelude::*;

proptest! {
    /// A distance is 0 exactly where the comparison holds, or does not; and never negative.
    #[test]
    fn a_distance_of_zero_is_the_truth(a in -3i64..4, b in -3i64..4) {
        for op in [CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge] {
            let holds = compare(op, Ty::I64, a as u64 as u128, b as u64 as u128);
            let [yes, no] = distances(op, a as f64, b as f64);
            prop_assert_eq!(yes == 0.0, holds, "{:?}", op);
            prop_assert_eq!(no == 0.0, !holds, "{:?}", op);
            prop_assert!(yes >= 0.0 && no >= 0.0);
        }
    }

    /// Nearer operands are nearer.
    #[test]
    fn distances_grow(a in -1000i64..1000, by in 1i64..50) {
        let [near, _] = distances(CmpOp::Eq, a as f64, (a + by) as f64);
        let [far, _] = distances(CmpOp::Eq, a as f64, (a + 2 * by) as f64);
        prop_assert!(near < far);
    }
}

/// What replay says of the first finding of a kernel, with the witness' contents taken away.
fn judged(text: &str, config: &Config) -> (Finding, Judgement) {
    let source = Source {
        path: "climb.cu".into(),
        text: Some(text.to_owned()),
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    let kernel = &module.kernels[0];
    let answer = kverify_smt::analyse(kernel, config);
    let race = answer.findings.into_iter().find(|f| f.kind == Kind::DataRace);
    let mut finding = race.expect("there is a race");
    finding.witness.cells.clear();
    let judgement = confirm(kernel, config, &finding, &Limits::default());
    (finding, judgement)
}

fn block_of(threads: u64) -> Config {
    Config {
        block: [Some(threads), Some(1), Some(1)],
        grid: [Some(1); 3],
        ..Config::default()
    }
}

const CHAIN: &str = "__global__ void k(const int *in, int *out, int n) {
    __shared__ int t[8];
    t[threadIdx.x] = in[threadIdx.x] * 5 - 2;
    __syncthreads();
    if (n > 1234 && t[3] == n * 7) out[0] = threadIdx.x;
}";

#[test]
fn inputs_are_found_through_what_is_computed_of_them() {
    let (_, judgement) = judged(CHAIN, &block_of(8));
    assert!(judgement.confirmed && judgement.searched, "{judgement:?}");
    let inputs = judgement.inputs.expect("the launch that shows it");
    let cell = inputs
        .cells
        .iter()
        .find(|c| c.offset == 12)
        .expect("the cell was chosen");
    let n = inputs
        .scalars
        .iter()
        .find(|(param, _)| *param == 2)
        .expect("so was n")
        .1 as i32;
    assert_eq!((cell.bits as i32).wrapping_mul(5) - 2, n.wrapping_mul(7));
}

#[test]
fn arguments_that_the_configuration_fixes_stay() {
    let config = Config {
        args: vec![(2, 5000)],
        ..block_of(8)
    };
    let (_, judgement) = judged(CHAIN, &config);
    let inputs = judgement.inputs.expect("a launch was tried");
    assert_eq!(inputs.scalars, [(2, 5000)]);
}

#[test]
fn a_climb_without_a_summit_ends() {
    // The solver does not see that a sum of squares is no such number.
    let text = "__global__ void k(const unsigned *in, int *out) {
    __shared__ unsigned t[8];
    t[threadIdx.x] = (in[threadIdx.x] & 0xff) * (in[threadIdx.x] & 0xff);
    __syncthreads();
    if (t[0] + t[1] == 130051) out[0] = threadIdx.x;
}";
    let (_, judgement) = judged(text, &block_of(8));
    assert!(!judgement.confirmed);
    assert!(judgement.runs < 9 + 20 + 210, "{}", judgement.runs);
}
