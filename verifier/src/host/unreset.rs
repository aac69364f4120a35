//! Memory that kernels count on to hold zeros, and that host code leaves otherwise.

use super::leftovers::Leftovers;
use super::machine::Machine;
use super::state::{Contents, State};
use super::value::{TermId, Value};
use crate::unreset::{Leaves, Zeros, arguments, keeps_to_start, leaves};
use kverify_frontend::ir::host::HostLaunch;
use kverify_frontend::ir::{Kernel, ObjectId, ObjectSource, Span, Unreset, Writer};
use std::collections::{BTreeMap, BTreeSet};

/// What changed variables of the device.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Launches of all kernels of the file, before.
    Earlier,
    /// A launch of the kernel of this name.
    Launch(String),
    /// Host code put something into the variable of this name, without scopes.
    Host(String, Contents),
}

/// Changes since the program began and the places that made them, the last one of each kind only, in order.
pub type Changes = Vec<(Change, Span)>;

/// What may not be zero when a launch starts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// What a parameter of this name leads to: what holds it now, and the place that wrote it last.
    Behind(String, Contents, Span),
    /// What a parameter of this name leads to, which whoever handed it over filled.
    Given(String),
    /// The variables of the device.
    Variables(Changes),
}

/// What is known of the start of a launch.
#[derive(Default)]
pub struct Start {
    /// What may not be zero.
    pub left: BTreeSet<Unreset>,
    /// What parameters lead to that holds nothing but zeros.
    pub cleared: BTreeSet<ObjectId>,
}

/// What changed variables, with one more change.
pub fn change(changes: &mut Changes, change: Change, span: Span) {
    changes.retain(|(before, _)| match (before, &change) {
        (Change::Host(a, _), Change::Host(b, _)) | (Change::Launch(a), Change::Launch(b)) => a != b,
        (Change::Earlier | Change::Host(..), Change::Launch(_) | Change::Earlier)
        | (Change::Launch(_) | Change::Earlier, Change::Host(..))
        | (Change::Launch(_), Change::Earlier) => true,
    });
    changes.push((change, span));
}

impl Machine<'_> {
    /// Keeps what may not be zero when a launch starts.
    pub(super) fn keep_unreset(
        &mut self,
        state: &State,
        launch: &HostLaunch,
        (arguments, parts): (&[Value], &[Value]),
        span: Span,
    ) {
        let mut left: Vec<Left> = Vec::new();
        let names = launch.arguments.iter().map(|argument| &argument.name);
        let parts = launch.parts.iter().map(|(name, _)| name).zip(parts);
        for (name, value) in names.zip(arguments).chain(parts) {
            let (holds, written, at) = match value {
                Value::Pointer(id, offset) => {
                    let (whole, at) = self.whole(state, *id, *offset);
                    match state.sites.get(&whole) {
                        Some(site) => (site.holds.clone(), site.written.unwrap_or(site.born), at),
                        None => (Contents::Lost, span, at),
                    }
                }
                Value::Address(_) => (self.held_by(state, value), span, None),
                Value::Unknown | Value::Number(_) | Value::Whole(_) => continue,
            };
            let holds = match self.held_from(holds, at) {
                Contents::Given => {
                    left.push(Left::Given(name.clone()));
                    continue;
                }
                Contents::Zero => {
                    self.meetings
                        .cleared
                        .entry(span)
                        .or_default()
                        .insert(name.clone());
                    continue;
                }
                // Whether the way is ever taken is not known.
                Contents::NotZero if state.way.doubtful => Contents::Stored,
                holds => holds,
            };
            left.push(Left::Behind(name.clone(), holds, written));
        }
        let root = self.root();
        let name = self.program.functions.get(root).map(|function| &function.name);
        // Whoever calls it may call it again.
        let began = name
            .is_some_and(|name| name != "main")
            .then_some((Change::Earlier, span));
        let adrift = state
            .adrift
            .iter()
            .filter_map(|number| self.program.globals.get(*number));
        let adrift = adrift.filter(|variable| variable.of_device);
        let adrift = adrift.map(|variable| (Change::Host(variable.name.clone(), Contents::Lost), span));
        let changes: Changes = began
            .into_iter()
            .chain(state.changed.iter().cloned())
            .chain(adrift)
            .collect();
        if !changes.is_empty() {
            left.push(Left::Variables(changes));
        }
        let kept = self.meetings.unreset.entry(span).or_default();
        kept.extend(left.into_iter().map(|left| (root, left)));
    }
}

impl Machine<'_> {
    /// What memory holds from a place on.
    fn held_from(&self, holds: Contents, at: Option<TermId>) -> Contents {
        let known = at.and_then(|at| self.terms.known(at));
        match holds {
            Contents::ZeroUpTo(bytes) => match known.and_then(|at| bytes.checked_sub(at)) {
                Some(rest) if rest > 0 => Contents::ZeroUpTo(rest),
                _ => Contents::Stored,
            },
            Contents::Results(before, mut all) => {
                let is_here = |of: TermId| at.and_then(|at| self.terms.distance(of, at)) == Some(0);
                all.iter_mut()
                    .for_each(|made| made.at = made.at.filter(|of| is_here(*of)));
                Contents::Results(Box::new(self.held_from(*before, at)), all)
            }
            holds @ (Contents::Given
            | Contents::Kept(_)
            | Contents::Fresh
            | Contents::Lost
            | Contents::Zero
            | Contents::NotZero
            | Contents::Stored) => holds,
        }
    }
}

/// The objects behind a kernel's parameters that hold zeros at a launch on all ways: those of these names, and none of what is `left`.
pub fn cleared<'l>(
    kernel: &Kernel,
    names: &BTreeSet<String>,
    left: impl Iterator<Item = &'l Left> + Clone,
) -> BTreeSet<ObjectId> {
    let is_otherwise = |name: &String| {
        left.clone().any(|left| match left {
            Left::Behind(of, ..) | Left::Given(of) => of == name,
            Left::Variables(_) => false,
        })
    };
    let is_cleared = |object: &ObjectId| match kernel.objects[*object].source {
        ObjectSource::Param(n) => {
            let param = kernel.params.get(n as usize);
            param.is_some_and(|param| names.contains(&param.name) && !is_otherwise(&param.name))
        }
        _ => false,
    };
    kernel.objects.indices().filter(is_cleared).collect()
}

/// Kernels by their names, and what functions of the file leave.
pub struct Known<'k> {
    /// Kernels by their names.
    pub kernels: BTreeMap<&'k str, Vec<&'k Kernel>>,
    /// What functions leave that anybody may call, by their numbers.
    pub left: &'k BTreeMap<usize, Leftovers>,
}

/// What leaves something that need not be zero in an object of a kernel.
pub fn left_in(kernel: &Kernel, object: ObjectId, left: &Left, known: &Known<'_>) -> Option<(Writer, Span)> {
    let info = &kernel.objects[object];
    let keeps = |zeros: Zeros| match zeros {
        Zeros::Each => true,
        Zeros::First(bytes) => keeps_to_start(kernel, object, bytes),
    };
    match (left, info.source) {
        (Left::Behind(name, holds, place), ObjectSource::Param(n)) => {
            let param = kernel.params.get(n as usize);
            param.filter(|param| param.name == *name)?;
            if let Contents::ZeroUpTo(bytes) = holds
                && keeps_to_start(kernel, object, *bytes)
            {
                return None;
            }
            held(holds, *place, (known, &keeps), &[])
        }
        (Left::Variables(changes), ObjectSource::Variable) => {
            changes.iter().fold(None, |before, (change, place)| {
                let written = |of: &Kernel| of_variable(of, &info.name);
                match change {
                    Change::Host(name, holds) if *name == info.name => {
                        held(holds, *place, (known, &keeps), &[])
                    }
                    Change::Host(..) => before,
                    Change::Launch(writer) => {
                        left_by(made_of(known, writer, written), (&[], *place), &keeps).unwrap_or(before)
                    }
                    Change::Earlier => {
                        let all = known.kernels.keys().map(|name| made_of(known, name, written));
                        let mut leaving =
                            all.filter_map(|made| left_by(made, (&[], *place), &keeps).flatten());
                        let launched = leaving.next().map(|_| (Writer::Earlier, *place));
                        let ends = known.left.values().flat_map(|left| left.in_variable(&info.name));
                        let mut put =
                            ends.filter_map(|(holds, place)| held(holds, *place, (known, &keeps), &[]));
                        launched.or_else(|| put.next())
                    }
                }
            })
        }
        (Left::Behind(..) | Left::Given(_) | Left::Variables(_), _) => None,
    }
}

/// Who left it, and where, if memory holds something that need not be zero.
/// `inside` are the pointers of the file through which it was come by.
/// `keeps` says whether zeros are all that the kernel needs.
fn held(
    holds: &Contents,
    place: Span,
    (known, keeps): (&Known<'_>, &dyn Fn(Zeros) -> bool),
    inside: &[usize],
) -> Option<(Writer, Span)> {
    let writer = match holds {
        Contents::Given | Contents::Zero => return None,
        Contents::Kept(number) => {
            if inside.contains(number) {
                return None;
            }
            let inside = [inside, &[*number]].concat();
            let mut ends = known.left.values().flat_map(|left| left.behind(*number));
            return ends.find_map(|(holds, place)| held(holds, *place, (known, keeps), &inside));
        }
        Contents::NotZero => Writer::Host(true),
        Contents::Stored | Contents::ZeroUpTo(_) => Writer::Host(false),
        Contents::Fresh => Writer::Nobody,
        Contents::Lost => Writer::Unfollowed,
        Contents::Results(before, all) => {
            let before = held(before, place, (known, keeps), inside);
            return all.iter().fold(before, |before, made| {
                let written = |of: &Kernel| of_argument(of, made.argument);
                let leaves = made_of(known, &made.kernel, written);
                // What it zeroes elsewhere is of no use here.
                let keeps = |zeros| made.at.is_some() && keeps(zeros);
                left_by(leaves, (&made.zeros, made.place), &keeps).unwrap_or(before)
            });
        }
    };
    Some((writer, place))
}

/// Who leaves it if a launch does; nothing where it leaves what was there before. `zeros` says which of its arguments are zero.
fn left_by(
    made: Leaves,
    (zeros, place): (&[Option<bool>], Span),
    keeps: &dyn Fn(Zeros) -> bool,
) -> Option<Option<(Writer, Span)>> {
    let is_sure = match made {
        Leaves::Untouched | Leaves::Anything | Leaves::PerhapsZero => return None,
        Leaves::Zero(zeros) => return keeps(zeros).then_some(None),
        Leaves::NotZero => true,
        Leaves::Stored(argument) => match argument.and_then(|(n, of)| Some((*zeros.get(n)?, of))) {
            Some((Some(true), of)) if keeps(of) => return Some(None),
            Some((Some(false), _)) => true,
            _ => false,
        },
    };
    Some(Some((Writer::Launch(is_sure), place)))
}

/// What launches of the kernels of a name leave in what `object` finds of each.
fn made_of(known: &Known<'_>, name: &str, object: impl Fn(&Kernel) -> Option<ObjectId>) -> Leaves {
    let Some(all) = known.kernels.get(name) else {
        return Leaves::Anything;
    };
    let each = all.iter().map(|kernel| match object(kernel) {
        Some(object) => leaves(kernel, object),
        None => Leaves::Untouched,
    });
    each.reduce(|all, one| if all == one { all } else { Leaves::Anything })
        .unwrap_or(Leaves::Anything)
}

/// What the pointer leads to that is a kernel's argument of this number.
fn of_argument(kernel: &Kernel, argument: usize) -> Option<ObjectId> {
    let param = arguments(kernel).position(|number| number == argument)?;
    let is_its = |source: ObjectSource| source == ObjectSource::Param(param as u32);
    let mut objects = kernel.objects.iter_enumerated();
    objects.find_map(|(id, object)| is_its(object.source).then_some(id))
}

fn of_variable(kernel: &Kernel, name: &str) -> Option<ObjectId> {
    kernel.objects.iter_enumerated().find_map(|(id, object)| {
        (object.source == ObjectSource::Variable && object.name == name).then_some(id)
    })
}
