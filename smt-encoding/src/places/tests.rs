//! Columns against the evaluation of one thread at a time, and lists of places against all pairs of threads.

use super::column::Program;
use super::{List, Place, common_place};
use crate::term::{BitOp, Level, Origin, Range, Sort, Symbol, TermId, Terms, Value};
use proptest::prelude::*;

fn leaf(terms: &mut Terms, name: &str) -> TermId {
    terms.fresh(Symbol {
        name: name.to_owned(),
        sort: Sort::Int,
        range: Range::new(0, 63),
        level: Level::Thread,
        loops: Vec::new(),
        origin: Origin::Free,
    })
}

/// A term made of `choices`, an operator for each, over the terms before it.
fn term(terms: &mut Terms, leaves: &[TermId], choices: &[(u8, usize, usize, i8)]) -> TermId {
    let mut made = leaves.to_vec();
    for &(op, i, j, k) in choices {
        let (a, b) = (made[i % made.len()], made[j % made.len()]);
        let k = i128::from(k);
        let zero = terms.int(0);
        let new = match op % 12 {
            0 => terms.add(a, b),
            1 => terms.scale(a, k),
            2 => terms.mul(a, b),
            3 => terms.floor_div(a, k.abs() + 2),
            4 => terms.floor_mod(a, k.abs() + 2),
            5 => terms.bits(BitOp::And, a, b),
            6 => terms.bits(BitOp::Xor, a, b),
            7 => terms.bits(BitOp::Or, a, b),
            8 => {
                let less = terms.lt(a, b);
                terms.ite(less, a, b)
            }
            9 => terms.offset(a, k),
            10 => {
                let (x, y) = (terms.le(a, b), terms.eq(b, zero));
                let either = terms.or(&[x, y]);
                let not = terms.not(either);
                terms.ite(not, a, zero)
            }
            _ => terms.sub(a, b),
        };
        made.push(new);
    }
    made[made.len() - 1]
}

proptest! {
    #[test]
    fn columns_hold_what_single_evaluations_say(
        choices in prop::collection::vec((0_u8..12, 0_usize..40, 0_usize..40, -9_i8..9), 1..12),
        values in prop::collection::vec((0_i64..64, 0_i64..64), 1..20),
    ) {
        let mut terms = Terms::new();
        let leaves = [leaf(&mut terms, "a"), leaf(&mut terms, "b"), leaf(&mut terms, "unknown")];
        let offset = term(&mut terms, &leaves, &choices);
        let program = Program::new(&terms, &[], offset, &leaves[..2]);
        let inputs = [
            values.iter().map(|v| v.0).collect::<Vec<_>>(),
            values.iter().map(|v| v.1).collect(),
        ];
        let expected: Option<Vec<i128>> = values
            .iter()
            .map(|&(a, b)| {
                let known = [(leaves[0], a), (leaves[1], b)];
                let mut leaf = |t: TermId| {
                    let found = known.iter().find(|k| k.0 == t);
                    found.map(|k| Value::Int(i128::from(k.1)))
                };
                terms.eval(offset, &mut leaf).and_then(Value::int)
            })
            .collect();
        let found = program.run(&inputs);
        // Numbers beyond 64 bits are not known to columns.
        match (found, expected) {
            (Some(found), Some(expected)) => {
                let found: Vec<i128> = found.iter().map(|f| i128::from(f.1)).collect();
                prop_assert_eq!(found, expected);
            }
            (Some(_), None) => prop_assert!(false, "a value where there is none"),
            (None, _) => {}
        }
    }

    #[test]
    fn lists_meet_where_two_threads_do(
        ours in prop::collection::vec((0_i64..4, 0_u64..2, 0_u64..3, 0_u32..3), 1..6),
        theirs in prop::collection::vec((0_i64..4, 0_u64..2, 0_u64..3, 0_u32..3), 1..6),
        of_two_blocks in any::<bool>(),
    ) {
        let mut terms = Terms::new();
        let opaque = terms.int(0);
        let list = |places: &[(i64, u64, u64, u32)]| {
            let mut places: Vec<Place> = places
                .iter()
                .map(|&(unit, shared, block, thread)| Place { unit, shared, block, thread })
                .collect();
            places.sort_unstable();
            places.dedup();
            List { places, opaque, axes: Vec::new() }
        };
        let (x, y) = (list(&ours), list(&theirs));
        let meets = |p: &Place, q: &Place| {
            let two = if of_two_blocks {
                p.block != q.block
            } else {
                p.block == q.block && p.thread != q.thread
            };
            (p.unit, p.shared) == (q.unit, q.shared) && two
        };
        match common_place(&x, &y, of_two_blocks) {
            Some([p, q]) => {
                prop_assert!(x.places.contains(&p) && y.places.contains(&q) && meets(&p, &q));
            }
            None => prop_assert!(!x.places.iter().any(|p| y.places.iter().any(|q| meets(p, q)))),
        }
    }
}
