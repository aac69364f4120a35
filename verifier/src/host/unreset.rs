//! Memory that kernels count on to hold zeros, and that host code leaves otherwise.

use super::eval::number;
use super::machine::Machine;
use super::state::{Contents, State};
use super::value::{SiteId, Value};
use crate::unreset::{Leaves, arguments, leaves};
use kverify_frontend::ir::host::HostLaunch;
use kverify_frontend::ir::{Kernel, ObjectId, ObjectSource, Span};
use std::collections::BTreeMap;

/// What changed variables of the device.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
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
        let holds = self.holding(value);
        if let Some(site) = state.sites.get_mut(&id) {
            site.holds = holds;
        }
    }

    /// Whether a value is zero, if that is known.
    pub(super) fn is_zero(&self, value: &Value) -> Option<bool> {
        let known = number(value).and_then(|term| self.terms.known(term));
        known.map(|known| known == 0)
    }

    fn holding(&self, value: &Value) -> Contents {
        match self.is_zero(value) {
            Some(true) => Contents::Zero,
            Some(false) => Contents::NotZero,
            None => Contents::Stored,
        }
    }

    /// What lies behind a pointer that something is copied from.
    pub(super) fn held_by(&self, state: &State, from: &Value) -> Contents {
        match from {
            Value::Address(path) | Value::Whole(path) => {
                let parts = state
                    .parts(path)
                    .into_iter()
                    .map(|(_, value)| self.holding(&value));
                let either = |a: Contents, b: Contents| match (a, b) {
                    (Contents::NotZero, _) | (_, Contents::NotZero) => Contents::NotZero,
                    (a, b) if a == b => a,
                    _ => Contents::Stored,
                };
                parts.reduce(either).unwrap_or_default()
            }
            Value::Pointer(site, _) => {
                let site = state.sites.get(site).filter(|site| !site.escaped);
                site.map(|site| site.holds.clone()).unwrap_or_default()
            }
            Value::Unknown | Value::Number(_) => Contents::Anything,
        }
    }

    /// Host code put something into a variable of the device.
    pub(super) fn put_into_variable(&self, state: &mut State, to: &Value, held: Contents, span: Span) {
        let name = match to {
            Value::Address(path) if path.depth.is_none() => self.program.globals.get(path.variable),
            Value::Address(_) | Value::Unknown | Value::Number(_) | Value::Whole(_) | Value::Pointer(..) => {
                None
            }
        };
        match name {
            Some(variable) => {
                let put = Change::Host(variable.name.clone(), held);
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

/// What leaves something that need not be zero in an object of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    /// Where.
    pub place: Span,
    /// It is a launch.
    pub by_kernel: bool,
    /// It is surely not zero.
    pub is_sure: bool,
}

/// What leaves something that need not be zero in an object of a kernel.
pub fn left_in(kernel: &Kernel, object: ObjectId, left: &Left, kernels: &Kernels<'_>) -> Option<Writer> {
    let info = &kernel.objects[object];
    match (left, info.source) {
        (Left::Behind(name, holds, place), ObjectSource::Param(n)) => {
            let param = kernel.params.get(n as usize);
            param.filter(|param| param.name == *name)?;
            held(holds, *place, kernels)
        }
        (Left::Variables(changes), ObjectSource::Variable) => {
            changes.iter().fold(None, |before, (change, place)| match change {
                Change::Host(name, holds) if *name == info.name => held(holds, *place, kernels),
                Change::Host(..) => before,
                Change::Launch(writer) => {
                    let written = |of: &Kernel| of_variable(of, &info.name);
                    match made_of(kernels, writer, written) {
                        Leaves::Untouched => before,
                        made => left_by(made, &[], *place),
                    }
                }
            })
        }
        (Left::Behind(..), _) | (Left::Variables(_), _) => None,
    }
}

/// Who left it, if memory holds something that need not be zero.
fn held(holds: &Contents, place: Span, kernels: &Kernels<'_>) -> Option<Writer> {
    let by_host = |is_sure| Writer {
        place,
        by_kernel: false,
        is_sure,
    };
    match holds {
        Contents::Anything | Contents::Zero => None,
        Contents::NotZero => Some(by_host(true)),
        Contents::Stored => Some(by_host(false)),
        Contents::Result(writer, argument, zeros) => {
            let written = |of: &Kernel| of_argument(of, *argument);
            left_by(made_of(kernels, writer, written), zeros, place)
        }
    }
}

/// The same of a launch that leaves this; `zeros` says which of its arguments are zero.
fn left_by(made: Leaves, zeros: &[Option<bool>], place: Span) -> Option<Writer> {
    let is_sure = match made {
        Leaves::Untouched | Leaves::Anything => return None,
        Leaves::NotZero => true,
        Leaves::Stored(argument) => match argument.and_then(|n| *zeros.get(n)?) {
            Some(true) => return None,
            Some(false) => true,
            None => false,
        },
    };
    Some(Writer {
        place,
        by_kernel: true,
        is_sure,
    })
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
