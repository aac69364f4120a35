//! Values that tests choose: `if (n % 256) blocks++;`, `if (a % b == 0) return a / b; return a / b + 1;`.

use super::super::constants::{MAX_DEPTH, Scope, is_cast};
use super::super::conversions::{Mode, is_signed, wraps};
use super::super::number::updating;
use super::super::reaching::{Definition, Reached};
use super::super::uses::{Change, Effect};
use super::super::variables::start;
use super::{Form, Names, Rendered, arithmetic, is_integer, of_parts, readable};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::repair::kernels::is_the_languages;

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
        let of = |value: Cursor<'u>| self.settled(scope, value, mode, depth + 1);
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
        let operand = match by.expressions()[..] {
            [_, operand] => {
                let keeps = is_integer(operand) && mode.takes(operand, variable);
                self.settled(scope, Some(operand).filter(|_| keeps)?, mode, depth + 1)?
            }
            _ => Rendered::number(1),
        };
        arithmetic(updating(by)?, &before, &operand, mode)
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

    /// What an argument is no more than, or no less than, where only a part of it is known: `last <= w - 1` of `min(w - 1, x + 5)`.
    pub(in crate::launch) fn of_limits(
        &self,
        scope: &Scope<'_, 'u>,
        argument: Cursor<'u>,
        name: &str,
    ) -> Vec<String> {
        let limits = |choice: &str, sign: &str| {
            let mut found = Vec::new();
            self.limits(scope, argument, choice, 0, &mut found);
            found
                .into_iter()
                .map(|limit| format!("{name} {sign} {limit}"))
                .collect()
        };
        let [most, least]: [Vec<String>; 2] = [limits("min", "<="), limits("max", ">=")];
        most.into_iter().chain(least).collect()
    }

    /// The parts of a choice of the least or the greatest, each of which limits it.
    fn limits(
        &self,
        scope: &Scope<'_, 'u>,
        c: Cursor<'u>,
        choice: &str,
        depth: u32,
        found: &mut Vec<String>,
    ) {
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            _ if depth > MAX_DEPTH || scope.integer(c).is_some() => {}
            (CXCursor_ParenExpr, [inner]) => self.limits(scope, *inner, choice, depth + 1, found),
            (kind, [inner]) if is_cast(kind) && is_integer(*inner) && Mode::Arguments.takes(*inner, c) => {
                self.limits(scope, *inner, choice, depth + 1, found);
            }
            (CXCursor_DeclRefExpr, _) => {
                let value = c.referenced().and_then(|v| scope.variables.value_at(v, c));
                if let Some(value) = value.filter(|value| self.is_settled(scope, *value)) {
                    self.limits(scope, value, choice, depth + 1, found);
                }
            }
            (CXCursor_CallExpr, _)
                if c.spelling() == choice && c.referenced().is_some_and(is_the_languages) =>
            {
                for part in c.arguments() {
                    let rendered = self.render(scope, part, Mode::Arguments, depth + 1);
                    match rendered
                        .filter(|part| part.depends && is_signed(c))
                        .and_then(readable)
                    {
                        Some(limit) => found.push(limit),
                        None => self.limits(scope, part, choice, depth + 1, found),
                    }
                }
            }
            _ => {}
        }
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
