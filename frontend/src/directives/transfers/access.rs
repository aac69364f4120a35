//! Accesses to elements of arrays, and which elements they may be.

use super::numbers::{Numbers, SAMPLES, Set};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Value};
use crate::ir::CmpOp;
use crate::launch::strip;
use crate::lower::{Canonical, written};
use std::rc::Rc;

/// Most elements that are looked at one by one.
const MOST_ELEMENTS: usize = 1 << 22;

/// Most dimensions, and the bits of an index of one of several.
const MOST_DIMENSIONS: usize = 3;
const BITS: u32 = 20;

/// What an access is in.
#[derive(Clone)]
pub(super) enum Around<'u> {
    /// A loop that counts.
    Loop(Rc<Canonical<'u>>),
    /// What may not run.
    Guard,
}

/// An access to an element.
#[derive(Clone)]
pub(super) struct Access<'u> {
    pub at: Cursor<'u>,
    indices: Vec<Cursor<'u>>,
    members: Vec<String>,
    around: Vec<Around<'u>>,
}

/// What two accesses have in common.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Meet {
    Yes,
    No,
    Unknown,
}

/// An expression that is an element of an array, or a member of one: the array's variable, the indices, the members.
pub(super) fn element(c: Cursor<'_>) -> Option<(Cursor<'_>, Vec<Cursor<'_>>, Vec<String>)> {
    let c = strip(c);
    let parts = c.expressions();
    match (c.kind(), &parts[..]) {
        (CXCursor_MemberRefExpr, [of]) => {
            let (variable, indices, mut members) =
                element(*of).filter(|(_, indices, _)| !indices.is_empty())?;
            members.push(c.spelling());
            Some((variable, indices, members))
        }
        (CXCursor_ArraySubscriptExpr, [of, index]) => {
            let (variable, mut indices, members) =
                element(*of).filter(|(_, _, members)| members.is_empty())?;
            indices.push(*index);
            Some((variable, indices, members))
        }
        (CXCursor_DeclRefExpr, _) => {
            let variable = c.referenced()?;
            let is_variable = matches!(variable.kind(), CXCursor_VarDecl | CXCursor_ParmDecl);
            is_variable.then(|| (variable, Vec::new(), Vec::new()))
        }
        _ => None,
    }
}

impl<'u> Access<'u> {
    pub fn new(
        at: Cursor<'u>,
        indices: Vec<Cursor<'u>>,
        members: Vec<String>,
        around: &[Around<'u>],
    ) -> Self {
        Access {
            at,
            indices,
            members,
            around: around.to_vec(),
        }
    }

    /// Whether it may not come about where it stands.
    pub fn is_guarded(&self) -> bool {
        self.around.iter().any(|around| matches!(around, Around::Guard))
    }

    /// The loops that decide the element, outermost first; none if something else has a say.
    fn loops(&self) -> Option<Vec<&Canonical<'u>>> {
        let mut asked = self.indices.clone();
        let mut loops = Vec::new();
        let mut guards = 0;
        for around in self.around.iter().rev() {
            match around {
                Around::Guard => guards += 1,
                Around::Loop(one) => {
                    if asked.iter().any(|c| names(*c, one.variable)) {
                        if guards > 0 {
                            return None;
                        }
                        asked.extend([one.first, one.bound]);
                        asked.extend(one.step);
                        loops.push(&**one);
                    }
                }
            }
        }
        loops.reverse();
        Some(loops)
    }

    /// Its elements, each as a number.
    pub fn elements(&self, numbers: &Numbers<'u>, sample: usize) -> Option<Vec<i64>> {
        let loops = self.loops()?;
        let mut found = Vec::new();
        self.run(&loops, numbers, sample, &mut Set::new(), &mut found)?;
        found.sort_unstable();
        found.dedup();
        Some(found)
    }

    fn run(
        &self,
        loops: &[&Canonical<'u>],
        numbers: &Numbers<'u>,
        sample: usize,
        set: &mut Set,
        found: &mut Vec<i64>,
    ) -> Option<()> {
        let Some((one, inner)) = loops.split_first() else {
            found.push(key(&self.values(numbers, sample, set)?)?);
            return (found.len() < MOST_ELEMENTS).then_some(());
        };
        let mut value = numbers.value(one.first, set, sample)?;
        let bound = numbers.value(one.bound, set, sample)?;
        let step = match one.step {
            Some(step) => numbers.value(step, set, sample).filter(|step| *step > 0)?,
            None => 1,
        };
        let id = one.variable.canonical().identity();
        let goes_on = |value: i64| match one.compare {
            CmpOp::Lt => value < bound,
            CmpOp::Le => value <= bound,
            CmpOp::Gt => value > bound,
            CmpOp::Ge => value >= bound,
            CmpOp::Eq | CmpOp::Ne => false,
        };
        while goes_on(value) {
            set.insert(id, value);
            self.run(inner, numbers, sample, set, found)?;
            value += if one.downwards { -step } else { step };
        }
        set.remove(&id);
        Some(())
    }

    fn values(&self, numbers: &Numbers<'u>, sample: usize, set: &Set) -> Option<Vec<i64>> {
        let indices = self.indices.iter();
        indices.map(|index| numbers.value(*index, set, sample)).collect()
    }

    /// Whether two accesses are to one element at least.
    pub fn meets(&self, other: &Access<'u>, numbers: &Numbers<'u>) -> Meet {
        if self.members != other.members || self.indices.len() != other.indices.len() {
            return Meet::Unknown;
        }
        let shared = |sample| {
            let mine = self.elements(numbers, sample)?;
            let others = other.elements(numbers, sample)?;
            Some(mine.iter().any(|one| others.binary_search(one).is_ok()))
        };
        all((0..SAMPLES).map(shared))
    }

    /// Whether it goes to an element outside of a section, whose first elements and counts are given.
    pub fn leaves(&self, section: &[(String, String)], numbers: &Numbers<'u>) -> Meet {
        if section.is_empty() || section.len() > self.indices.len() {
            return Meet::Unknown;
        }
        let outside = |sample| {
            let bounds = section.iter().map(|(first, count)| {
                let first = numbers.text(first, sample)?;
                Some((first, first.checked_add(numbers.text(count, sample)?)?))
            });
            let bounds: Vec<_> = bounds.collect::<Option<_>>()?;
            let elements = self.elements(numbers, sample)?;
            Some(elements.into_iter().any(|element| {
                let mut parts = unkey(element, self.indices.len()).into_iter().zip(&bounds);
                parts.any(|(at, (from, to))| at < *from || at >= *to)
            }))
        };
        all((0..SAMPLES).map(outside))
    }

    /// Whether all its elements are outside of a section, for all choices of numbers.
    pub fn is_outside(&self, section: &[(String, String)], numbers: &Numbers<'u>) -> bool {
        if section.is_empty() || section.len() > self.indices.len() {
            return false;
        }
        (0..SAMPLES).all(|sample| {
            let Some(elements) = self.elements(numbers, sample) else {
                return false;
            };
            let inside = |(at, (first, count)): (i64, &(String, String))| {
                let first = numbers.text(first, sample)?;
                Some(at >= first && at < first.checked_add(numbers.text(count, sample)?)?)
            };
            elements.into_iter().all(|element| {
                let mut parts = unkey(element, self.indices.len()).into_iter().zip(section);
                parts.any(|part| inside(part) == Some(false))
            })
        })
    }
}

/// What holds of all choices of numbers.
fn all(answers: impl Iterator<Item = Option<bool>>) -> Meet {
    let answers: Vec<_> = answers.collect();
    match &answers[..] {
        all if all.iter().all(|answer| *answer == Some(true)) => Meet::Yes,
        all if all.iter().all(|answer| *answer == Some(false)) => Meet::No,
        _ => Meet::Unknown,
    }
}

fn key(indices: &[i64]) -> Option<i64> {
    match indices {
        [only] => Some(*only),
        several if several.len() <= MOST_DIMENSIONS => several.iter().try_fold(0, |key, index| {
            (0..1 << BITS).contains(index).then(|| key << BITS | index)
        }),
        _ => None,
    }
}

fn unkey(key: i64, dimensions: usize) -> Vec<i64> {
    if dimensions == 1 {
        return vec![key];
    }
    let part = |n: usize| key >> (BITS as usize * (dimensions - 1 - n)) & ((1 << BITS) - 1);
    (0..dimensions).map(part).collect()
}

/// Whether an expression names a variable.
pub(super) fn names(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let is_it = c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(|v| v.same(variable));
    is_it || c.children().into_iter().any(|child| names(child, variable))
}

/// Whether two expressions are written alike.
pub(super) fn are_alike(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    let (a, b) = (strip(a), strip(b));
    let (mine, others) = (a.expressions(), b.expressions());
    let same = match (a.referenced(), b.referenced()) {
        (Some(a), Some(b)) => a.same(b),
        (None, None) => {
            mine.len() > 1
                || !mine.is_empty() && a.unary_operator() == b.unary_operator()
                || is_same_value(a, b)
        }
        _ => false,
    };
    same && a.kind() == b.kind()
        && a.binary_operator() == b.binary_operator()
        && mine.len() == others.len()
        && mine.into_iter().zip(others).all(|(a, b)| are_alike(a, b))
}

fn is_same_value(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    match (a.evaluate(), b.evaluate()) {
        (Some(Value::Int(a)), Some(Value::Int(b))) => a == b,
        _ => false,
    }
}

/// What expressions under a node assign to.
pub(super) fn targets<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    found.extend(written(c));
    c.children().into_iter().for_each(|child| targets(child, found));
}
