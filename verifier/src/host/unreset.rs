//! Memory that kernels count on to hold zeros, and that host code leaves otherwise.

use super::eval::number;
use super::machine::Machine;
use super::state::{Contents, State};
use super::value::{SiteId, Value};
use crate::unreset::{Leaves, leaves};
use kverify_frontend::ir::host::HostLaunch;
use kverify_frontend::ir::{Kernel, ObjectId, ObjectSource, Span};
use std::collections::BTreeMap;

/// What changed variables of the device.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// A launch of the kernel of this name.
    Launch(String),
    /// Host code put something into the variable of this name, without scopes: whether that is surely not zero.
    Host(String, bool),
}

/// Changes since the program began and the places that made them, the last one of each kind only, in order.
pub type Changes = Vec<(Change, Span)>;

/// What may not be zero when a launch starts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// What a parameter of this name leads to: what holds it now, and the place that wrote it last.
    Behind(String, Contents, Span),
    /// The variables of the device.
    Variables(Changes),
}

/// What changed variables, with one more change.
pub fn change(changes: &mut Changes, change: Change, span: Span) {
    changes.retain(|(before, _)| match (before, &change) {
        (Change::Host(a, _), Change::Host(b, _)) | (Change::Launch(a), Change::Launch(b)) => a != b,
        (Change::Host(..), Change::Launch(_)) | (Change::Launch(_), Change::Host(..)) => true,
    });
    changes.push((change, span));
}

impl Machine<'_> {
    /// A value was put into memory, or the byte was that fills it.
    pub(super) fn now_holds(&self, state: &mut State, id: SiteId, value: &Value) {
        let holds = match self.is_surely_not_zero(value) {
            true => Contents::NotZero,
            false => Contents::Anything,
        };
        if let Some(site) = state.sites.get_mut(&id) {
            site.holds = holds;
        }
    }

    pub(super) fn is_surely_not_zero(&self, value: &Value) -> bool {
        let known = number(value).and_then(|term| self.terms.known(term));
        known.is_some_and(|known| known != 0)
    }

    /// Host code put a value into a variable of the device.
    pub(super) fn put_into_variable(&self, state: &mut State, to: &Value, value: &Value, span: Span) {
        let name = match to {
            Value::Address(path) if path.depth.is_none() => self.program.globals.get(path.variable),
            Value::Address(_) | Value::Unknown | Value::Number(_) | Value::Whole(_) | Value::Pointer(..) => {
                None
            }
        };
        match name {
            Some(variable) => {
                let put = Change::Host(variable.name.clone(), self.is_surely_not_zero(value));
                change(&mut state.changed, put, span);
            }
            // It may be any of them.
            None => state.changed.clear(),
        }
    }

    /// Keeps what may not be zero when a launch starts, if its way is known to be taken.
    pub(super) fn keep_unreset(
        &mut self,
        state: &State,
        launch: &HostLaunch,
        arguments: &[Value],
        span: Span,
    ) {
        if state.way.doubtful {
            return;
        }
        let mut left: Vec<Left> = Vec::new();
        for (argument, value) in launch.arguments.iter().zip(arguments) {
            let Value::Pointer(id, _) = value else { continue };
            let Some(site) = state.sites.get(id).filter(|site| !site.escaped) else {
                continue;
            };
            if site.holds != Contents::Anything {
                let written = site.written.unwrap_or(span);
                left.push(Left::Behind(argument.name.clone(), site.holds.clone(), written));
            }
        }
        if !state.changed.is_empty() {
            left.push(Left::Variables(state.changed.clone()));
        }
        let root = self.root();
        let kept = self.meetings.unreset.entry(span).or_default();
        kept.extend(left.into_iter().map(|left| (root, left)));
    }
}

/// Kernels by their names.
pub type Kernels<'k> = BTreeMap<&'k str, Vec<&'k Kernel>>;

/// The place that leaves something other than zero in an object of a kernel, and whether that is a launch.
pub fn left_in(
    kernel: &Kernel,
    object: ObjectId,
    left: &Left,
    kernels: &Kernels<'_>,
) -> Option<(Span, bool)> {
    let info = &kernel.objects[object];
    match (left, info.source) {
        (Left::Behind(name, holds, place), ObjectSource::Param(n)) => {
            kernel
                .params
                .get(n as usize)
                .filter(|param| param.name == *name)?;
            let by_kernel = match holds {
                Contents::Anything => return None,
                Contents::NotZero => false,
                Contents::Result(writer, argument) => {
                    let written = |of: &Kernel| of_argument(of, *argument);
                    (made_of(kernels, writer, written) == Leaves::NotZero).then_some(true)?
                }
            };
            Some((*place, by_kernel))
        }
        (Left::Variables(changes), ObjectSource::Variable) => {
            changes.iter().fold(None, |before, (change, place)| match change {
                Change::Host(name, not_zero) if *name == info.name => not_zero.then_some((*place, false)),
                Change::Host(..) => before,
                Change::Launch(writer) => {
                    let written = |of: &Kernel| of_variable(of, &info.name);
                    match made_of(kernels, writer, written) {
                        Leaves::Untouched => before,
                        Leaves::NotZero => Some((*place, true)),
                        Leaves::Anything => None,
                    }
                }
            })
        }
        (Left::Behind(..), _) | (Left::Variables(_), _) => None,
    }
}

/// What launches of the kernels of a name leave in what `object` finds of each.
fn made_of(kernels: &Kernels<'_>, name: &str, object: impl Fn(&Kernel) -> Option<ObjectId>) -> Leaves {
    let Some(all) = kernels.get(name) else {
        return Leaves::Anything;
    };
    let each = all.iter().map(|kernel| match object(kernel) {
        Some(object) => leaves(kernel, object),
        None => Leaves::Untouched,
    });
    each.reduce(|all, one| if all == one { all } else { Leaves::Anything })
        .unwrap_or(Leaves::Anything)
}

/// What the pointer leads to that is a kernel's argument of this number: a structure's members are parameters of their own.
fn of_argument(kernel: &Kernel, argument: usize) -> Option<ObjectId> {
    let mut number = None;
    let mut last = "";
    for (n, param) in kernel.params.iter().enumerate() {
        let base = param.name.split('.').next().unwrap_or_default();
        if n == 0 || base != last {
            number = Some(number.map_or(0, |number| number + 1));
        }
        last = base;
        if number == Some(argument) {
            let is_its = |source: ObjectSource| source == ObjectSource::Param(n as u32);
            return kernel
                .objects
                .iter_enumerated()
                .find_map(|(id, object)| is_its(object.source).then_some(id));
        }
    }
    None
}

fn of_variable(kernel: &Kernel, name: &str) -> Option<ObjectId> {
    kernel.objects.iter_enumerated().find_map(|(id, object)| {
        (object.source == ObjectSource::Variable && object.name == name).then_some(id)
    })
}
