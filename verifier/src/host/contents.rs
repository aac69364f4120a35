//! What memory holds, as far as it matters to kernels that count on zeros.

use super::eval::number;
use super::machine::Machine;
use super::state::{Contents, Kind, State};
use super::unreset::{Change, change};
use super::value::{Path, SiteId, TermId, Value};
use kverify_frontend::ir::Span;

/// A part of memory: where it begins, and how many bytes it has.
pub(super) type Part = (Option<TermId>, Option<TermId>);

impl Machine<'_> {
    /// `put` was written to a part of memory that held `before`.
    pub(super) fn now_holds(
        &self,
        state: &mut State,
        id: SiteId,
        (before, put): (Option<Contents>, Contents),
        (at, bytes): Part,
    ) {
        let Some(site) = state.sites.get_mut(&id) else {
            return;
        };
        let start = at.and_then(|at| self.terms.known(at));
        let is_all = start == Some(0)
            && match (site.bytes, bytes) {
                (Some(all), Some(bytes)) => self.terms.distance(all, bytes).is_some_and(|more| more >= 0),
                (Some(_), None) => false,
                // Of memory that others allocated nobody says how much it is.
                (None, _) => site.kind == Kind::Given,
            };
        let [all, bytes_known] = [site.bytes, bytes].map(|term| term.and_then(|term| self.terms.known(term)));
        let end = start.zip(bytes_known).map(|(start, bytes)| start + bytes);
        let is_sized = site.bytes.is_some() && bytes.is_some();
        site.holds = match (before.unwrap_or_default(), put) {
            (_, put) if is_all => put,
            // Zeros from the first byte on, as far as they go.
            (Contents::ZeroUpTo(known), Contents::Zero)
                if start.is_some_and(|start| start <= known) && end.is_some() =>
            {
                let end = known.max(end.unwrap_or(known));
                match all {
                    Some(all) if end >= all => Contents::Zero,
                    _ => Contents::ZeroUpTo(end),
                }
            }
            // A loop that sets one element after the other goes as far as there are any.
            (Contents::Fresh, Contents::Zero) if start == Some(0) && is_sized => match (all, end) {
                (Some(_), Some(end)) => Contents::ZeroUpTo(end),
                (None, Some(_)) => Contents::Zero,
                (_, None) => Contents::Stored,
            },
            (Contents::ZeroUpTo(_), Contents::Zero) if start.is_none() => Contents::Zero,
            // What comes before it was never set.
            (Contents::Fresh, Contents::Zero) if start.is_some_and(|start| start != 0) => Contents::Stored,
            (Contents::Fresh | Contents::Zero, Contents::Zero) => Contents::Zero,
            (before @ (Contents::Given | Contents::Kept(_)), Contents::Zero) => before,
            (Contents::Given | Contents::Zero | Contents::Fresh, Contents::Given) => Contents::Given,
            (_, Contents::NotZero) => Contents::NotZero,
            _ => Contents::Stored,
        };
    }

    /// Whether a value is zero, if that is known.
    pub(super) fn is_zero(&self, value: &Value) -> Option<bool> {
        let known = number(value).and_then(|term| self.terms.known(term));
        known.map(|known| known == 0)
    }

    /// What is where a value was put.
    pub(super) fn holding(&self, value: &Value) -> Contents {
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
                let parts = state.parts(path).into_iter();
                let either = |a: Contents, b: Contents| match (a, b) {
                    (Contents::NotZero, _) | (_, Contents::NotZero) => Contents::NotZero,
                    (a, b) if a == b => a,
                    _ => Contents::Stored,
                };
                let parts = parts.map(|(_, value)| self.holding(&value));
                parts.reduce(either).unwrap_or(Contents::Stored)
            }
            Value::Pointer(id, _) => match state.sites.get(id) {
                // A name for what a library's object leads to.
                Some(site) if site.holds == Contents::Given && site.escaped => Contents::Stored,
                Some(site) => match &site.holds {
                    // Whoever gave it may have put anything there.
                    Contents::Given if matches!(site.kind, Kind::Given) => Contents::Stored,
                    Contents::Fresh | Contents::Lost | Contents::ZeroUpTo(_) => Contents::Stored,
                    holds => holds.clone(),
                },
                None => Contents::Stored,
            },
            Value::Unknown | Value::Number(_) => Contents::Stored,
        }
    }

    /// Host code put something into a variable of the device.
    pub(super) fn put_into_variable(&self, state: &mut State, to: &Value, held: &Contents, span: Span) {
        let is_one = |path: &&Path| path.depth.is_none();
        let one = match to {
            Value::Address(path) => Some(path).filter(is_one).map(|path| path.variable),
            Value::Unknown | Value::Number(_) | Value::Whole(_) | Value::Pointer(..) => None,
        };
        // It may be any of them.
        let (variables, held) = match one {
            Some(variable) => (variable..variable + 1, held),
            None => (0..self.program.globals.len(), &Contents::Stored),
        };
        for number in variables {
            let Some(variable) = self.program.globals.get(number).filter(|v| v.of_device) else {
                continue;
            };
            state.adrift.remove(&number);
            let put = Change::Host(variable.name.clone(), held.clone());
            change(&mut state.changed, put, span);
        }
    }
}

impl Contents {
    /// What somebody left behind a pointer.
    pub(super) fn behind(pointer: &Path) -> Contents {
        match pointer.depth.is_none() && pointer.steps.is_empty() {
            true => Contents::Kept(pointer.variable),
            false => Contents::Given,
        }
    }
}

impl State {
    /// Something that is not followed may change all that it knows of.
    pub(super) fn lose_contents(&mut self) {
        let known = self.sites.values_mut();
        for site in known.filter(|site| site.escaped && matches!(site.kind, Kind::Memory(_))) {
            site.holds = Contents::Lost;
        }
        let known = self.wild.iter().filter(|path| path.depth.is_none());
        self.adrift.extend(known.map(|path| path.variable));
    }
}
