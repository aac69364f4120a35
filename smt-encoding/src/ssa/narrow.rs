//! Accesses in the light of their own guards.
//!
//! A loop `for (c = 32·b; c < n; c += 8192)` with `n = 1024` goes round once: its body's guard leaves the counter the value 0
//! only. Such atoms are replaced by their values, for the conditions and quotients that hang on them to be decided before
//! any pair is looked at.

use super::{Access, Machine};
use crate::discharge::fixed;
use crate::term::{Node, TermId};
use std::collections::HashMap;

/// Rounds: a value may decide a condition that gives another one.
const ROUNDS: usize = 3;

/// What a guard says: itself, narrowed, and the terms that it replaces.
type Narrowed = (TermId, Vec<HashMap<TermId, TermId>>);

impl Machine<'_> {
    /// Replaces what the guards leave one value for, in the guards and in the places accessed.
    pub(super) fn narrow(&mut self, accesses: &mut [Access]) {
        let mut known: HashMap<TermId, Narrowed> = HashMap::new();
        for access in accesses {
            let guard = access.guard;
            let (guard, replaced) = known.entry(guard).or_insert_with(|| self.narrow_guard(guard));
            access.guard = *guard;
            for by in replaced {
                for t in [&mut access.row, &mut access.offset, &mut access.bytes] {
                    *t = self.terms.replace(*t, by);
                }
            }
        }
    }

    fn narrow_guard(&mut self, guard: TermId) -> Narrowed {
        let (mut guard, mut replaced) = (guard, Vec::new());
        let mut values: Vec<TermId> = Vec::new();
        for _ in 0..ROUNDS {
            let conjuncts = self.terms.conjuncts(guard);
            let Some(fixed) = fixed(&self.terms, &conjuncts) else {
                return (self.terms.bool(false), replaced);
            };
            if fixed.is_empty() {
                break;
            }
            let mut by = HashMap::new();
            for (atom, value) in fixed {
                values.push(self.has_value(atom, value));
                by.insert(atom, self.terms.int(value));
            }
            guard = self.terms.replace(guard, &by);
            replaced.push(by);
        }
        values.push(guard);
        (self.terms.and(&values), replaced)
    }

    /// `atom = value`, of a quotient as bounds of what is divided.
    fn has_value(&mut self, atom: TermId, value: i128) -> TermId {
        let terms = &mut self.terms;
        let Node::FloorDiv(a, k) = *terms.node(atom) else {
            let value = terms.int(value);
            return terms.eq(atom, value);
        };
        let (Some(from), Some(to)) = (
            value.checked_mul(k),
            value.checked_add(1).and_then(|v| v.checked_mul(k)),
        ) else {
            let value = terms.int(value);
            return terms.eq(atom, value);
        };
        let (from, to) = (terms.int(from), terms.int(to));
        let (at_least, below) = (terms.le(from, a), terms.lt(a, to));
        terms.and(&[at_least, below])
    }
}
