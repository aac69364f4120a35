//! What host code says of its own variables where a loop with a directive reads them.

use super::Sources;
use super::constants::{Scope, strip};
use super::lost::Lost;
use super::number::Number;
use super::reaching::Definition;
use super::uses::Effect;
use super::variables::{Variables, is_local, start};
use crate::clang::{Cursor, Position, Range};
use crate::reach;

/// The variables of a file, for whoever asks from outside.
pub(crate) struct HostFacts<'u> {
    variables: Variables<'u>,
}

/// Where a variable has its value from.
pub(crate) enum Origin<'u> {
    /// An expression.
    Value(Cursor<'u>),
    /// What it was, changed.
    Updated,
    /// It is given to the function, or memory that is allocated for it.
    Given,
    /// Something that has its address.
    Lost,
}

impl<'u> HostFacts<'u> {
    /// Of all under `root`, of which clang left out what stood at the places that are `lost`.
    pub fn new(root: Cursor<'u>, lost: &[Option<Position>], sources: &Sources) -> Self {
        let declarations = reach::reached(root);
        let lost = Lost::all(lost, &declarations, (sources, &[]));
        HostFacts {
            variables: Variables::new(&declarations, lost, None),
        }
    }

    /// The number that an expression is, where that is certain.
    pub fn integer(&self, expression: Cursor<'u>) -> Option<i128> {
        self.variables.steps.begin();
        Scope::new(&self.variables).integer(expression)
    }

    /// The number that a variable holds where a statement begins, where that is certain.
    pub fn value_before(&self, variable: Cursor<'u>, statement: Cursor<'u>) -> Option<i128> {
        self.variables.steps.begin();
        let scope = Scope::new(&self.variables);
        let definitions = self.variables.reaching(variable, None, statement);
        let mut values = definitions
            .iter()
            .map(|definition| match scope.defined(variable, definition, 0) {
                Some(Number::Int(value)) => Some(value),
                Some(Number::Float(_)) | None => None,
            });
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    /// Whether something in a range may change a variable by its name, or take its address.
    pub fn is_changed_in(&self, variable: Cursor<'u>, range: &Range) -> bool {
        let mut changes = self.variables.changes(variable).iter();
        changes.any(|change| change.reference.position().is_none_or(|at| range.holds(&at)))
    }

    /// Whether something outside of a range may change a variable.
    pub fn is_changed_outside(&self, variable: Cursor<'u>, range: &Range) -> bool {
        let mut changes = self.variables.changes(variable).iter();
        changes.any(|change| change.reference.position().is_none_or(|at| !range.holds(&at)))
    }

    /// Whether a variable is its function's own.
    pub fn is_local(&self, variable: Cursor<'u>) -> bool {
        is_local(variable)
    }

    /// All that a variable ever has its value from, or, where it is `read`, what it has it from there.
    pub fn origins(&self, variable: Cursor<'u>, read: Cursor<'u>) -> Vec<Origin<'u>> {
        let of_effect = |effect: &Effect<'u>| match effect {
            Effect::Assigned(value) => Origin::Value(strip(*value)),
            Effect::Updated => Origin::Updated,
            Effect::Member(..) | Effect::Allocated(_) => Origin::Given,
            Effect::Lent | Effect::MemberLent(_) | Effect::Escapes => Origin::Lost,
        };
        let of_start = || start(variable).map(|value| Origin::Value(strip(value)));
        let reaching = self.variables.reaching(variable, None, read);
        if !reaching.is_empty() {
            let origin = |definition: &Definition<'u>| match definition {
                Definition::Start => of_start().or(Some(Origin::Given)),
                Definition::Change(change) => Some(of_effect(&change.effect)),
            };
            let known: Vec<Origin<'u>> = reaching.iter().filter_map(origin).collect();
            // What is added to was given before.
            if !known.iter().any(|origin| matches!(origin, Origin::Updated)) {
                return known;
            }
        }
        let changes = self.variables.changes(variable).iter();
        // Another file may change it, too.
        let is_open = !is_local(variable) && !self.is_settled(variable, None);
        let unseen = (is_open && !self.variables.is_seen(variable)).then_some(Origin::Given);
        of_start()
            .into_iter()
            .chain(changes.map(|change| of_effect(&change.effect)))
            .chain(unseen)
            .collect()
    }

    /// Whether a variable keeps the value that it starts with, or that it has at a place, for good.
    pub fn is_settled(&self, variable: Cursor<'u>, from: Option<&Position>) -> bool {
        self.variables.is_stable(variable)
            || from.is_some_and(|from| self.variables.is_settled(variable, from, None))
    }
}
