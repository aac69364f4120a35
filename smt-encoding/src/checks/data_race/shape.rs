//! What pairs of accesses have in common, so that it is settled once.
//!
//! A kernel with n barriers under conditions has n segments, each of which holds all that follows its start, and n² pairs in
//! each. Most of these differ in nothing but which conditions were met on the way, which is the same for both threads: what
//! keeps the two apart is where they are, and what each thread's own place in the launch says. So the accesses of a segment are
//! grouped by these, and a group that is apart from another is so in every segment of the family whose threads share the same loops.

use super::super::Context;
use super::pose::are_one_copy;
use crate::answer::{Action, Arith, Config};
use crate::pair::Pair;
use crate::ssa::Access;
use crate::term::{LoopId, TermId};
use kverify_frontend::ir::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};

/// An access with its offset as a term without constant part, plus that constant.
pub(super) struct Candidate<'a> {
    pub access: &'a Access,
    /// The part of its guard that two threads may differ in.
    pub own: TermId,
    base: TermId,
    constant: i128,
    sized: bool,
}

/// All that an obligation's overlap depends on: pairs of one shape are settled once.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    objects: [ObjectId; 2],
    guards: [TermId; 2],
    rows: [TermId; 2],
    bases: [TermId; 2],
    distance: i128,
    /// In an object of known size: where it is, for the bounds that the pair is looked for in.
    anchor: Option<i128>,
    bytes: [TermId; 2],
    by_group: bool,
    /// Of two sides of one copy by the group, of which only different iterations matter: the loops around it.
    one_copy: Option<Vec<(LoopId, TermId)>>,
}

/// What is known of the pairs of a family whose threads share the same loops.
#[derive(Default)]
pub(super) struct Known {
    /// Never overlap under the whole guards.
    apart: FxHashSet<Shape>,
    /// By the threads' own guards: whether they never overlap whatever else holds; `None` if nobody tried.
    general: FxHashMap<Shape, Option<bool>>,
}

impl Candidate<'_> {
    /// The pair with the whole guards.
    fn against(&self, other: &Candidate<'_>) -> Shape {
        let guards = [self.access.guard, other.access.guard];
        Shape {
            guards,
            anchor: self.sized.then_some(self.constant),
            ..self.anyway(other)
        }
    }

    /// The pair with no more than the threads' own guards. Only what needs no solver settles these: it looks at no bounds.
    fn anyway(&self, other: &Candidate<'_>) -> Shape {
        let both = |f: &dyn Fn(&Access) -> TermId| [f(self.access), f(other.access)];
        Shape {
            objects: [self.access.object, other.access.object],
            guards: [self.own, other.own],
            rows: both(&|a| a.row),
            bases: [self.base, other.base],
            distance: self.constant.wrapping_sub(other.constant),
            anchor: None,
            bytes: both(&|a| a.bytes),
            by_group: self.access.by_group || other.access.by_group,
            one_copy: are_one_copy(self.access, other.access).then(|| self.access.counters.clone()),
        }
    }

    /// Whether there is more to the guards of the two than the threads' own places.
    fn is_special(&self, other: &Candidate<'_>) -> bool {
        self.own != self.access.guard || other.own != other.access.guard
    }
}

impl Known {
    /// Whether the two, and all like them, never overlap, whatever the conditions are that both threads share.
    pub fn is_apart(&self, a: &Candidate<'_>, b: &Candidate<'_>) -> bool {
        self.general.get(&a.anyway(b)) == Some(&Some(true))
    }

    /// Whether it is known that the two never overlap under their whole guards.
    pub fn is_settled(&self, a: &Candidate<'_>, b: &Candidate<'_>) -> bool {
        self.apart.contains(&a.against(b))
    }

    /// Whether the second pair of its kind has come, so that there may be many.
    pub fn is_worth_generalising(&mut self, a: &Candidate<'_>, b: &Candidate<'_>) -> bool {
        if !a.is_special(b) {
            return false;
        }
        match self.general.get(&a.anyway(b)) {
            Some(tried) => tried.is_none(),
            None => {
                self.general.insert(a.anyway(b), None);
                false
            }
        }
    }

    /// Notes whether the two never overlap under the threads' own guards.
    pub fn generalise(&mut self, a: &Candidate<'_>, b: &Candidate<'_>, apart: bool) {
        self.general.insert(a.anyway(b), Some(apart));
    }

    /// Notes that the two never overlap under their whole guards.
    pub fn settled(&mut self, a: &Candidate<'_>, b: &Candidate<'_>) {
        self.apart.insert(a.against(b));
    }
}

/// The accesses with what pairs of them are known by.
pub(super) fn candidates<'a>(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    accesses: Vec<&'a Access>,
) -> Vec<Candidate<'a>> {
    let candidate = |access: &'a Access| {
        // Without wraps, constants come to the front; the first pair of a shape notes what that takes for granted.
        let offset = match cx.machine.config.arith {
            Arith::Bv => access.offset,
            _ => cx.solver.view(&mut cx.machine.terms, access.offset).0,
        };
        let terms = &mut cx.machine.terms;
        let (parts, constant) = terms.linear(offset);
        let base = terms.sum(&parts, 0);
        let mut own = terms.conjuncts(access.guard);
        own.retain(|&c| pair.fork(terms, c, 0) != pair.fork(terms, c, 1));
        let own = terms.and(&own);
        let sized = cx.machine.kernel.objects[cx.machine.objects.base(access.object).0]
            .size
            .is_some();
        Candidate {
            access,
            own,
            base,
            constant,
            sized,
        }
    };
    accesses.into_iter().map(candidate).collect()
}

/// The accesses at one place under the same own guards.
pub(super) struct Group<'c, 'a> {
    pub members: Vec<&'c Candidate<'a>>,
    is_written: bool,
}

impl Group<'_, '_> {
    /// Whether somebody writes, and to what may be the same object.
    pub fn may_conflict(&self, other: &Group<'_, '_>, config: &Config) -> bool {
        let object = |g: &Group<'_, '_>| g.members[0].access.object;
        (self.is_written || other.is_written) && (config.may_alias || object(self) == object(other))
    }
}

/// The accesses in groups, in the order of each group's first.
pub(super) fn groups<'c, 'a>(candidates: &'c [Candidate<'a>]) -> Vec<Group<'c, 'a>> {
    let mut groups: Vec<Group<'c, 'a>> = Vec::new();
    let mut at = FxHashMap::default();
    for c in candidates {
        let a = c.access;
        let key = (a.object, a.row, c.base, c.constant, a.bytes, a.by_group, c.own);
        let at = *at.entry(key).or_insert_with(|| {
            groups.push(Group {
                members: Vec::new(),
                is_written: false,
            });
            groups.len() - 1
        });
        groups[at].members.push(c);
        groups[at].is_written |= a.action != Action::Read;
    }
    groups
}
