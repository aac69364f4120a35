//! Accesses in the light of their own guards.
//!
//! A loop `for (c = 32·b; c < n; c += 8192)` with `n = 1024` goes round once: its body's guard leaves the counter the value 0
//! only. Such atoms are replaced by their values, for the conditions and quotients that hang on them to be decided before
//! any pair is looked at.

use super::{Access, Machine};
use crate::discharge::fixed;
use crate::term::{Node, TermId};
use rustc_hash::FxHashMap;

/// Rounds: a value may decide a condition that gives another one.
const ROUNDS: usize = 3;

/// What a guard says.
struct Narrowed {
    /// The guard itself, with the terms replaced that it leaves one value for.
    guard: TermId,
    /// Its conjuncts as they were, which decide conditions.
    conjuncts: Vec<TermId>,
    /// The terms that it leaves one value for, round by round.
    replaced: Vec<FxHashMap<TermId, TermId>>,
}

impl Machine<'_> {
    /// Decides what the guards decide in the places accessed, and replaces, in guards and places, what they leave one
    /// value for.
    pub(super) fn narrow<'a>(&mut self, accesses: impl IntoIterator<Item = &'a mut Access>) {
        let mut known: FxHashMap<TermId, Narrowed> = FxHashMap::default();
        for access in accesses {
            if self.clock.is_over() {
                return;
            }
            let guard = access.guard;
            let says = known.entry(guard).or_insert_with(|| self.narrow_guard(guard));
            access.guard = says.guard;
            for t in [&mut access.row, &mut access.offset, &mut access.bytes] {
                *t = self.terms.under(*t, &says.conjuncts);
                for by in &says.replaced {
                    *t = self.terms.replace(*t, by);
                }
            }
        }
    }

    fn narrow_guard(&mut self, whole: TermId) -> Narrowed {
        let mut says = Narrowed {
            guard: whole,
            conjuncts: self.terms.conjuncts(whole),
            replaced: Vec::new(),
        };
        let mut values: Vec<TermId> = Vec::new();
        for _ in 0..ROUNDS {
            let conjuncts = self.terms.conjuncts(says.guard);
            let Some(fixed) = fixed(&self.terms, &conjuncts) else {
                says.guard = self.terms.bool(false);
                return says;
            };
            if fixed.is_empty() {
                break;
            }
            let mut by = FxHashMap::default();
            for (atom, value) in fixed {
                values.push(self.has_value(atom, value));
                by.insert(atom, self.terms.int(value));
            }
            says.guard = self.terms.replace(says.guard, &by);
            says.replaced.push(by);
        }
        values.push(says.guard);
        says.guard = self.terms.and(&values);
        says
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
