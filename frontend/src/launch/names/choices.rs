//! Values that tests choose: `if (n % 256) blocks++;`, `if (a % b == 0) return a / b; return a / b + 1;`.

use super::super::constants::Scope;
use super::super::conversions::{Mode, wraps};
use super::super::number::updating;
use super::super::reaching::{Definition, Reached};
use super::super::uses::{Change, Effect};
use super::super::variables::start;
use super::{Form, Names, Rendered, arithmetic, of_parts};
use crate::clang::Cursor;

impl<'u> Names<'u> {
    /// What a variable is where it is read, of what the tests in front of it make of it.
    pub(super) fn of_variable(
        &self,
        scope: &Scope<'_, 'u>,
        (variable, read): (Cursor<'u>, Cursor<'u>),
        mode: Mode,
        depth: u32,
    ) -> Option<Rendered> {
        let reached = scope.variables.reaching_by(variable, read);
        self.of_reached(scope, variable, &reached, mode, depth)
    }

    fn of_reached(
        &self,
        scope: &Scope<'_, 'u>,
        variable: Cursor<'u>,
        reached: &[Reached<'u>],
        mode: Mode,
        depth: u32,
    ) -> Option<Rendered> {
        // What no test chose comes last.
        let (last, chosen) = reached.split_last()?;
        let mut found = self.of_definition(scope, variable, &last.definition, mode, depth)?;
        for one in chosen.iter().rev() {
            let (condition, holds) = one.under?;
            let value = self.of_definition(scope, variable, &one.definition, mode, depth)?;
            let [yes, no] = if holds { [value, found] } else { [found, value] };
            found = self.chosen(scope, (condition, scope), yes, no, (mode, depth))?;
        }
        Some(found)
    }

    fn of_definition(
        &self,
        scope: &Scope<'_, 'u>,
        variable: Cursor<'u>,
        definition: &Definition<'u>,
        mode: Mode,
        depth: u32,
    ) -> Option<Rendered> {
        let of = |value: Cursor<'u>| {
            let is_settled = self.is_settled(scope, value);
            is_settled
                .then(|| self.render(scope, value, mode, depth + 1))
                .flatten()
        };
        match definition {
            Definition::Start => of(start(variable)?),
            Definition::Change(change) => match change.effect {
                Effect::Assigned(value) => of(value),
                Effect::Updated => self.of_update(scope, variable, change, (mode, depth)),
                Effect::Member(..)
                | Effect::Allocated(_)
                | Effect::Lent
                | Effect::MemberLent(_)
                | Effect::Escapes => None,
            },
        }
    }

    /// `v += e`, `v++`
    fn of_update(
        &self,
        scope: &Scope<'_, 'u>,
        variable: Cursor<'u>,
        change: &Change<'u>,
        (mode, depth): (Mode, u32),
    ) -> Option<Rendered> {
        let by = change.by;
        if wraps(mode, by) || !mode.takes(by, variable) {
            return None;
        }
        let before = scope.variables.reaching_change_by(variable, by);
        let before = self.of_reached(scope, variable, &before, mode, depth + 1)?;
        let (operator, operand) = match by.expressions()[..] {
            [_, operand] => {
                let keeps = super::is_integer(operand)
                    && mode.takes(operand, variable)
                    && self.is_settled(scope, operand);
                let operand = keeps.then(|| self.render(scope, operand, mode, depth + 1));
                (updating(by)?, operand.flatten()?)
            }
            _ => (updating(by)?, Rendered::number(1)),
        };
        arithmetic(operator, &before, &operand, mode)
    }

    /// What a call gives whose function returns in several places.
    pub(super) fn of_returned(
        &self,
        scope: &Scope<'_, 'u>,
        call: Cursor<'u>,
        mode: Mode,
        depth: u32,
    ) -> Option<Rendered> {
        let (inside, ways, last) = scope.inlined_ways(call)?;
        let mut found = self.render(&inside, last, mode, depth + 1)?;
        for (condition, value) in ways.into_iter().rev() {
            let value = self.render(&inside, value, mode, depth + 1)?;
            found = self.chosen(scope, (condition, &inside), value, found, (mode, depth))?;
        }
        Some(found)
    }

    /// `(condition ? yes : no)`
    fn chosen(
        &self,
        scope: &Scope<'_, 'u>,
        (condition, inside): (Cursor<'u>, &Scope<'_, 'u>),
        yes: Rendered,
        no: Rendered,
        (mode, depth): (Mode, u32),
    ) -> Option<Rendered> {
        let is_settled = self.is_settled(scope, condition) || !std::ptr::eq(scope, inside);
        if !mode.takes_choices() || !is_settled {
            return None;
        }
        let condition = self.render_condition(inside, condition, depth + 1)?;
        of_parts(format!("({condition} ? {} : {})", yes.text, no.text), &[yes, no])
    }
}

impl Rendered {
    pub(super) fn number(value: i128) -> Self {
        Rendered {
            text: value.to_string(),
            depends: false,
            compound: false,
            form: Form::Linear,
        }
    }
}
