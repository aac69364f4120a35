//! Disjunctions of many alternatives mean what they say, however they are simplified.

use kverify_smt::term::{Level, Origin, Range, Sort, Symbol, TermId, Terms, Value};
use proptest::prelude::*;

/// Truth values that the alternatives are made of.
const ATOMS: usize = 5;

fn atoms(terms: &mut Terms, count: usize) -> Vec<TermId> {
    let atom = |n: usize| Symbol {
        name: format!("a{n}"),
        sort: Sort::Bool,
        range: Range::ALL,
        level: Level::Thread,
        loops: Vec::new(),
        origin: Origin::Free,
    };
    (0..count).map(|n| terms.fresh(atom(n))).collect()
}

/// An alternative: of each atom, whether it is in it as it is (1), negated (2), or not at all.
fn alternative(terms: &mut Terms, atoms: &[TermId], signs: &[u8]) -> TermId {
    let literals = atoms.iter().zip(signs).filter_map(|(&atom, sign)| match sign {
        1 => Some(atom),
        2 => Some(terms.not(atom)),
        _ => None,
    });
    let literals: Vec<TermId> = literals.collect();
    terms.and(&literals)
}

proptest! {
    #[test]
    fn any_alternatives(all in prop::collection::vec(prop::collection::vec(0_u8..3, ATOMS), 0..50)) {
        let mut terms = Terms::new();
        let atoms = atoms(&mut terms, ATOMS);
        let alternatives: Vec<TermId> = all.iter().map(|signs| alternative(&mut terms, &atoms, signs)).collect();
        let whole = terms.or(&alternatives);
        for values in 0..1_u32 << ATOMS {
            let mut value = |t: TermId| {
                let at = atoms.iter().position(|&a| a == t)?;
                Some(Value::Bool(values >> at & 1 == 1))
            };
            let expected = alternatives.iter().any(|&a| terms.eval(a, &mut value) == Some(Value::Bool(true)));
            prop_assert_eq!(terms.eval(whole, &mut value), Some(Value::Bool(expected)));
        }
    }
}

#[test]
fn the_ends_of_a_long_chain_of_conditions_are_its_beginning() {
    let mut terms = Terms::new();
    let atoms = atoms(&mut terms, 400);
    let (first, conditions) = (atoms[0], &atoms[1..]);
    let (mut so_far, mut ends) = (first, Vec::new());
    for &condition in conditions {
        ends.push(terms.and(&[so_far, condition]));
        let not = terms.not(condition);
        so_far = terms.and(&[so_far, not]);
    }
    let without_last = terms.or(&ends);
    let any = terms.or(conditions);
    assert_eq!(without_last, terms.and(&[first, any]));
    ends.push(so_far);
    assert_eq!(terms.or(&ends), first);
}
