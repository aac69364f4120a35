//! Where pointers of a launch come from, as far as the text shows: two that may come from one place may lead into one buffer.
//!
//! All that ever flows into a variable, a member or an element counts, in whatever order; functions of the file are looked into with what
//! their calls hand over. Different parameters, allocations and tensors are different buffers: of these nobody says that they meet. What
//! is not seen to come from one of them may lead anywhere.

use super::constants::{Scope, addressed, is_address, is_constructor, strip};
use super::line_of;
use super::uses::is_reference;
use super::variables::{is_variable, key};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, body};
use crate::ir::{HostLine, Kernel, Launch, TEXTURES};
use crate::repair::kernels::{is_kernel, is_the_languages};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

mod addresses;
mod alike;
mod asked;
mod by_name;
mod calls;
mod compared;
mod dependent;
mod doubts;
mod exchanged;
mod flows;
mod keepers;
mod lists;
mod makers;
mod named;
mod places;
mod rows;
mod walk;

pub(super) use by_name::{Program, Site, meeting_by_name};
pub(super) use dependent::is_pack;
pub(super) use flows::Flows;
use flows::Holder;
use rows::Table;
use walk::Walk;

/// A part of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Step {
    /// A member.
    Field(String),
    /// An element: which, if that is a number, and else the text that says it.
    Element(Result<i128, String>),
}

impl Step {
    /// Whether both may be the same part.
    fn meets(&self, other: &Step) -> bool {
        match (self, other) {
            (Step::Element(Ok(a)), Step::Element(Ok(b))) => a == b,
            (Step::Element(Err(a)), Step::Element(Err(b))) => !(alternate(a, b) || alternate(b, a)),
            (Step::Element(_), Step::Element(_)) => true,
            (Step::Field(a), Step::Field(b)) => a == b,
            // `p->m` and `p[0].m` are one.
            (Step::Field(_), Step::Element(_)) | (Step::Element(_), Step::Field(_)) => true,
        }
    }
}

/// What all members of a union are called.
const UNION: &str = "|";

/// The member that an expression names, or a member's declaration; all members of a union are one.
fn member(c: Cursor<'_>, declaration: Option<Cursor<'_>>) -> Step {
    let parent = declaration.and_then(Cursor::semantic_parent);
    let is_union = parent.is_some_and(|parent| parent.kind() == CXCursor_UnionDecl);
    Step::Field(if is_union { UNION.to_owned() } else { c.spelling() })
}

/// An index as a part of another one: without brackets `x * (y + 1)` would read like `x * y + 1`.
fn bracketed(index: &str) -> String {
    match index.contains(['+', '-', '^', '%', '?', '!']) {
        true => format!("({index})"),
        false => index.to_owned(),
    }
}

/// Whether `b` is the other of two numbers, or the next one to `a`.
fn alternate(a: &str, b: &str) -> bool {
    let whole = bracketed(a);
    let is_modulus = |n: &str| n.parse::<u64>().is_ok_and(|n| n > 1);
    let others = [
        format!("1-{whole}"),
        format!("{whole}^1"),
        format!("!{whole}"),
        format!("{whole}+1"),
        format!("{whole}-1"),
    ];
    let is_next_of = |a: &str, n: &str| b == format!("({a}+1)%{n}") || b == format!("({a}-1)%{n}");
    others.contains(&b.to_owned())
        || a.rsplit_once('%')
            .is_some_and(|(a, n)| is_modulus(n) && is_next_of(a, n))
        || b.strip_prefix(&format!("({whole}+1)%")).is_some_and(is_modulus)
}

/// Where something comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Root {
    base: String,
    steps: Vec<Step>,
}

/// What is not understood: it may lead anywhere.
const ANYTHING: &str = "?";
/// Where a pointer leads that is null.
const NOTHING: &str = "null";
/// How the names of what is made anew begin.
const MADE: &str = "new ";
/// What the object's name follows in that of a way, if it has one of its own and if it has not.
const OF_NAMED: char = '#';
const OF_OTHER: char = '%';

impl Root {
    fn meets(&self, other: &Root) -> bool {
        let either = |name: &str| self.base == name || other.base == name;
        let mut both = self.steps.iter().zip(&other.steps);
        !either(NOTHING)
            && (either(ANYTHING) || may_be_one(&self.base, &other.base) && both.all(|(a, b)| a.meets(b)))
    }
}

/// Whether two bases may be one: what an expression makes is another thing on each way to it, and on any way it may be any of these.
fn may_be_one(a: &str, b: &str) -> bool {
    match (Made::read(a), Made::read(b)) {
        (Some(a), Some(b)) => a.may_be(&b),
        _ => a == b,
    }
}

/// What is made by an expression, by its base.
struct Made<'t> {
    expression: &'t str,
    /// The calls that lead there are the last ones, behind any others.
    is_open: bool,
    calls: String,
    /// The named object whose function makes it.
    object: Option<&'t str>,
}

impl<'t> Made<'t> {
    fn read(base: &'t str) -> Option<Self> {
        let made = base.strip_prefix(MADE)?;
        let end = made.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(made.len());
        let (expression, way) = made.split_at(end);
        let behind = way.strip_prefix(ANY_CALL);
        let (mut calls, mut object) = (String::new(), None);
        for part in behind.unwrap_or(way).split('/') {
            let (call, of) = part.split_once([OF_NAMED, OF_OTHER]).unwrap_or((part, ""));
            calls += &format!("/{call}");
            object = Some(of).filter(|_| part.contains(OF_NAMED)).or(object);
        }
        Some(Made {
            expression,
            is_open: behind.is_some(),
            calls: calls.trim_start_matches('/').to_owned(),
            object,
        })
    }

    fn may_be(&self, other: &Made<'_>) -> bool {
        let ends = |all: &Made<'_>, last: &Made<'_>| last.is_open && all.calls.ends_with(&last.calls);
        let are_others = matches!((self.object, other.object), (Some(a), Some(b)) if a != b);
        let is_one_way = self.calls == other.calls || ends(self, other) || ends(other, self);
        self.expression == other.expression && is_one_way && !are_others
    }
}

type Found = BTreeSet<Root>;

fn meet(these: &Found, those: &Found) -> bool {
    these.iter().any(|a| those.iter().any(|b| a.meets(b)))
}

/// What is known inside of one call.
#[derive(Default)]
struct Inside<'u> {
    /// Parameters, what they are handed, and what is known there.
    bound: HashMap<usize, (Cursor<'u>, Rc<Inside<'u>>)>,
    /// The object of the method.
    this: Option<Root>,
    /// The expression that it is called on, and what is known there.
    object: Option<(Cursor<'u>, Rc<Inside<'u>>)>,
    /// The function.
    function: Option<Cursor<'u>>,
    /// Another name of the object at hand.
    holder: Option<Holder<'u>>,
    /// The function whose callers nobody looks at: different parameters of it are different buffers.
    outermost: Option<Cursor<'u>>,
    /// Tells what is made in one call from what is made in another.
    name: String,
}

impl Inside<'_> {
    /// Of a way that is not told apart from others.
    fn of_any_call() -> Self {
        Inside {
            name: ANY_CALL.to_owned(),
            ..Inside::default()
        }
    }
}

/// Most ways to come to a launch that are told apart.
const MOST_CALLS: usize = 64;
/// Deepest nesting of calls around a launch that is told apart.
const MOST_AROUND: usize = 3;
/// What of a way is known that is not told apart from others.
const ANY_CALL: &str = "^";

/// A pointer of a launch: the parameter, and the argument or a member of it that it gets.
pub(super) type Handed<'u> = (u32, Cursor<'u>, Vec<String>);

/// The pointer parameters that an argument gives a kernel, by the name of its parameter: itself, or the members of a structure.
pub(super) fn handed<'u>(kernel: &Kernel, name: &str, argument: Cursor<'u>) -> Vec<Handed<'u>> {
    let is_pointer = |n: &usize| kernel.params[*n].ty == crate::ir::Ty::Ptr;
    let all = (0..kernel.params.len()).filter(is_pointer);
    let part = |n: usize| {
        let rest = kernel.params[n].name.strip_prefix(name)?;
        let members = match rest {
            "" => Vec::new(),
            _ => rest.strip_prefix('.')?.split('.').map(str::to_owned).collect(),
        };
        Some((n as u32, argument, members))
    };
    all.filter_map(part).collect()
}

/// Where pointers of a launch may lead to one place.
#[derive(Default)]
pub(super) struct Met {
    /// Pairs that may come from one place, in order: the later one first.
    pub pairs: BTreeSet<(u32, u32)>,
    /// Those of them of which one is not understood, or of which host code asks whether they are one.
    pub doubtful: BTreeSet<(u32, u32)>,
    /// Pointers that may lead into a variable of the device's, and its name.
    pub variables: BTreeSet<(u32, String)>,
    /// Where a table of pointers gets one that leads into the buffer of another.
    pub rows: Option<HostLine>,
}

/// Where the pointers of a launch may lead to one place.
pub(super) fn meeting<'u>(
    flows: &Flows<'u>,
    scope: &Scope<'_, 'u>,
    launch: Cursor<'u>,
    kernel: &Kernel,
    pointers: &[Handed<'u>],
) -> Met {
    let mut walk = Walk::new(flows, scope);
    let whole = pointers.iter().filter(|(_, _, members)| members.is_empty());
    let variables = whole.filter_map(|(n, argument, _)| Some((*n, rows::variable_of(*argument)?)));
    let tables = walk.tables(kernel, variables.collect());
    let mut met = Met::default();
    for inside in flows.ways_to(scope.variables, launch, MOST_AROUND) {
        walk.work = 0;
        let roots: Vec<(u32, Found)> = pointers
            .iter()
            .map(|(n, argument, members)| {
                let steps: Vec<Step> = members.iter().map(|m| Step::Field(m.clone())).collect();
                (*n, walk.of(*argument, &steps, &inside))
            })
            .collect();
        let are_apart = |walk: &mut Walk<'_, '_, 'u>, n: usize, m: usize| {
            let (first, second) = (&pointers[n], &pointers[m]);
            walk.are_others(first, second, &inside) || walk.are_exchanged(first, second, &inside)
        };
        let at = launch.position();
        met.add(
            &mut walk,
            (kernel, &tables),
            roots,
            (&inside, at.as_ref()),
            are_apart,
        );
    }
    met
}

impl Met {
    /// Says so of a launch.
    pub fn tell(self, launch: &mut Launch) {
        super::unseen::may_meet(self.pairs, launch);
        launch.into_variables = self.variables.into_iter().collect();
        launch.rows = self.rows;
        launch.doubtful = self.doubtful.into_iter().collect();
    }

    /// Adds what is found on one way to a launch at a place: where its parameters lead, and which of them, by their places among these, are
    /// apart for another reason.
    fn add<'w, 'v, 'u>(
        &mut self,
        walk: &mut Walk<'w, 'v, 'u>,
        (kernel, tables): (&Kernel, &[Table<'u>]),
        mut roots: Vec<(u32, Found)>,
        (inside, at): (&Rc<Inside<'u>>, Option<&Position>),
        mut are_apart: impl FnMut(&mut Walk<'w, 'v, 'u>, usize, usize) -> bool,
    ) {
        // What is empty is asked for already.
        let empty = roots.iter_mut().filter(|(_, found)| found.is_empty());
        empty.for_each(|(_, found)| *found = walk::anything());
        if self.rows.is_none() {
            self.rows = walk
                .rows_that_meet(tables, &roots, kernel, inside)
                .and_then(line_of);
        }
        let compared = walk.compared(at, inside);
        let any = Rc::new(Inside::of_any_call());
        let flows = walk.flows;
        let shown: Found = flows
            .shown
            .iter()
            .flat_map(|shown| walk.of(*shown, &[], &any))
            .collect();
        let are_shown = roots.iter().filter(|(_, these)| meet(these, &shown));
        self.variables
            .extend(are_shown.map(|(a, _)| (*a, TEXTURES.to_owned())));
        for (n, (a, these)) in roots.iter().enumerate() {
            let on_device = these.iter().filter_map(|root| walk.flows.on_device(&root.base));
            self.variables.extend(on_device.map(|name| (*a, name)));
            for (m, (b, those)) in roots[..n].iter().enumerate() {
                if a == b {
                    continue;
                }
                let may_be_one = meet(these, those) && !are_apart(walk, n, m);
                let are_compared = compared::are_compared(&compared, these, those);
                if may_be_one || are_compared {
                    let pair = (*a.max(b), *a.min(b));
                    self.pairs.insert(pair);
                    if are_compared || these.iter().chain(those).any(|root| root.base == ANYTHING) {
                        self.doubtful.insert(pair);
                    }
                }
            }
        }
    }
}

/// What a method is called on, if the call says it.
pub(super) fn object_of(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let callee = *call.children().first()?;
    // Of `p = q` the first part is what is assigned to.
    let is_operator = call.spelling().starts_with("operator") && !callee.spelling().starts_with("operator");
    match callee.kind() {
        CXCursor_MemberRefExpr if !is_operator => callee.expressions().first().copied(),
        _ if call.spelling().starts_with("operator") => Some(callee),
        _ => None,
    }
}
