//! Which values of a local variable reach a place: `int b = 32; b *= 2; kernel<<<1, b>>>();`.
//!
//! Only what the text decides: statements of the blocks around the place, and the arms of an `if` among them. Whatever else may
//! change the variable on the way (loops, jumps, kept addresses) leaves it unknown.

use super::constants::{is_cast, strip};
use super::uses::{Change, Effect, is_reference, part_name};
use super::variables::{Part, Parts, Variables, is_local, start};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Value};

/// What gave a variable its value.
#[derive(Clone, Copy)]
pub(super) enum Definition<'u> {
    /// Its declaration.
    Start,
    /// A change, the last one.
    Change(Change<'u>),
}

/// A definition, and what was asked on the way to the place.
#[derive(Clone)]
pub(super) struct Reached<'u> {
    pub(super) definition: Definition<'u>,
    /// The condition that it stands under, and whether that holds there.
    pub(super) under: Option<(Cursor<'u>, bool)>,
    /// Conditions behind it, and whether each held.
    pub(super) tests: Vec<(Cursor<'u>, bool)>,
}

/// When a value is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    /// Whenever control comes to a place.
    Any,
    /// In front of the change that the place is.
    Before,
}

/// Most values that one variable may have.
const MOST: usize = 8;

impl<'u> Variables<'u> {
    /// What may have given a variable, or `member` of it, the value that it has where it is read; none if that is not known.
    pub(super) fn reaching(
        &self,
        variable: Cursor<'u>,
        member: Option<&str>,
        read: Cursor<'u>,
    ) -> Vec<Definition<'u>> {
        definitions(self.reaching_at(variable, member, read, Time::Any))
    }

    /// The same, with what was asked on the way.
    pub(super) fn reaching_by(&self, variable: Cursor<'u>, read: Cursor<'u>) -> Vec<Reached<'u>> {
        self.reaching_at(variable, None, read, Time::Any)
    }

    /// What it had in front of a change that depends on it.
    pub(super) fn reaching_change(&self, variable: Cursor<'u>, by: Cursor<'u>) -> Vec<Definition<'u>> {
        definitions(self.reaching_change_by(variable, by))
    }

    /// The same, with what was asked on the way.
    pub(super) fn reaching_change_by(&self, variable: Cursor<'u>, by: Cursor<'u>) -> Vec<Reached<'u>> {
        self.reaching_at(variable, None, by, Time::Before)
    }

    /// The same for a member of a variable that a call is handed.
    pub(super) fn reaching_member(
        &self,
        variable: Cursor<'u>,
        member: &str,
        call: Cursor<'u>,
    ) -> Vec<Definition<'u>> {
        definitions(self.reaching_at(variable, Some(member), call, Time::Before))
    }

    fn reaching_at(
        &self,
        variable: Cursor<'u>,
        member: Option<&str>,
        place: Cursor<'u>,
        time: Time,
    ) -> Vec<Reached<'u>> {
        let Some(at) = &place.range().map(|range| range.start) else {
            return Vec::new();
        };
        let body = variable
            .semantic_parent()
            .and_then(|f| f.definition().unwrap_or(f).children().pop());
        let Some(body) = body.filter(|body| body.kind() == CXCursor_CompoundStmt) else {
            return Vec::new();
        };
        // A reference may be another name of anything, a parameter of what another one names.
        let known = !is_reference(variable)
            && is_local(variable)
            && self.is_seen(variable)
            && !self.escapes(variable);
        if !known || self.has_label(body, at) {
            return Vec::new();
        }
        let concerns = |change: &Change<'u>| match (change.effect, member) {
            (Effect::Member(field, _) | Effect::MemberLent(field), Some(member)) => {
                part_name(field).is_none_or(|name| name == member)
            }
            _ => true,
        };
        let changes: Option<Vec<Step<'u>>> = self
            .changes(variable)
            .iter()
            .filter(|change| concerns(change) && !(time == Time::Before && place.same(change.by)))
            .map(Step::of)
            .collect();
        let mut found = Vec::new();
        let known = changes.is_some_and(|mut changes| {
            changes.sort_by_key(|change| change.end);
            let all = Changes {
                variables: self,
                variable,
                changes,
                time,
            };
            all.reaching(body, at, &mut found)
        });
        if known && found.len() <= MOST {
            found
        } else {
            Vec::new()
        }
    }

    /// The calls, among `all` that give a part of `variable` a value, whose value reaches a place in a function's body; none if that is
    /// not known.
    pub(super) fn reaching_calls(
        &self,
        (variable, body): (Cursor<'u>, Cursor<'u>),
        all: &[Cursor<'u>],
        place: Cursor<'u>,
    ) -> Vec<Cursor<'u>> {
        let Some(at) = &place.range().map(|range| range.start) else {
            return Vec::new();
        };
        let change = |call: &Cursor<'u>| Change {
            effect: Effect::Allocated(*call),
            by: *call,
            reference: *call,
            inside: None,
        };
        let changes: Option<Vec<Step<'u>>> = all.iter().map(|call| Step::of(&change(call))).collect();
        let (Some(mut changes), false) = (changes, self.has_label(body, at)) else {
            return Vec::new();
        };
        changes.sort_by_key(|change| change.end);
        let all = Changes {
            variables: self,
            variable,
            changes,
            time: Time::Any,
        };
        let mut found = Vec::new();
        let is_known = all.reaching(body, at, &mut found) && found.len() <= MOST;
        let made = found.iter().map(|reached| match reached.definition {
            Definition::Start => None,
            Definition::Change(change) => Some(change.by),
        });
        let made: Option<Vec<Cursor<'u>>> = made.collect();
        made.filter(|_| is_known).unwrap_or_default()
    }

    /// The expression for the value that a variable has where it is read.
    pub(super) fn value_at(&self, variable: Cursor<'u>, read: Cursor<'u>) -> Option<Cursor<'u>> {
        if let Some(value) = self.only_value(variable) {
            return Some(value);
        }
        match self.only_reaching(variable, None, read)? {
            Definition::Start => start(variable),
            Definition::Change(change) => change.effect.assigned(),
        }
    }

    /// The one definition that reaches a place.
    pub(super) fn only_reaching(
        &self,
        variable: Cursor<'u>,
        member: Option<&str>,
        read: Cursor<'u>,
    ) -> Option<Definition<'u>> {
        match self.reaching(variable, member, read)[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}

fn definitions(reached: Vec<Reached<'_>>) -> Vec<Definition<'_>> {
    reached.into_iter().map(|reached| reached.definition).collect()
}

/// A change, and the bytes of its expression.
#[derive(Clone, Copy)]
struct Step<'u> {
    change: Change<'u>,
    start: u32,
    end: u32,
}

impl<'u> Reached<'u> {
    fn by(definition: Definition<'u>) -> Self {
        Reached {
            definition,
            under: None,
            tests: Vec::new(),
        }
    }
}

impl<'u> Step<'u> {
    fn of(change: &Change<'u>) -> Option<Step<'u>> {
        let range = change.by.range()?;
        Some(Step {
            change: *change,
            start: range.start.offset,
            end: range.end.offset,
        })
    }

    /// Whether a statement is this change and nothing else, or an allocation or a step that it makes in any case, as
    /// `CHECK(cudaMalloc(&p, n));` does.
    fn is(&self, statement: Cursor<'u>) -> bool {
        statement.same(self.change.by)
            || strip(statement).same(self.change.by)
            || matches!(
                self.change.effect,
                Effect::Allocated(_) | Effect::Updated | Effect::Assigned(_) | Effect::Member(..)
            ) && always_makes(statement, self.change.by)
    }
}

/// Whether a statement evaluates an expression in it once, whatever happens.
fn always_makes(statement: Cursor<'_>, part: Cursor<'_>) -> bool {
    if statement.same(part) {
        return true;
    }
    let parts = statement.children();
    let holds = |c: &Cursor<'_>| {
        let at = part.range().map(|range| range.start);
        at.is_some_and(|at| c.range().is_some_and(|range| range.holds(&at)))
    };
    let first = || parts.iter().find(|c| c.is_expression()).copied();
    let inner = match statement.kind() {
        CXCursor_IfStmt => first().filter(|condition| holds(condition)),
        // The block that a macro makes a statement of; nothing may leave it before its end.
        CXCursor_DoStmt => match &parts[..] {
            [body, condition] => {
                let is_once = matches!(condition.evaluate(), Some(Value::Int(0)));
                (is_once && !jumps(*body)).then_some(*body)
            }
            _ => None,
        },
        CXCursor_BinaryOperator
            if matches!(
                statement.binary_operator(),
                CXBinaryOperator_LAnd | CXBinaryOperator_LOr
            ) =>
        {
            first().filter(holds)
        }
        CXCursor_CompoundStmt
        | CXCursor_DeclStmt
        | CXCursor_VarDecl
        | CXCursor_BinaryOperator
        | CXCursor_CompoundAssignOperator
        | CXCursor_UnaryOperator
        | CXCursor_CallExpr
        | CXCursor_ParenExpr => parts.iter().copied().find(|c| holds(c) && always_makes(*c, part)),
        kind if is_cast(kind) => parts.iter().copied().find(holds),
        _ => None,
    };
    inner.is_some_and(|inner| always_makes(inner, part))
}

fn jumps(c: Cursor<'_>) -> bool {
    let leaves = matches!(
        c.kind(),
        CXCursor_BreakStmt | CXCursor_ContinueStmt | CXCursor_GotoStmt | CXCursor_IndirectGotoStmt
    );
    leaves || c.children().into_iter().any(jumps)
}

struct Changes<'v, 'u> {
    variables: &'v Variables<'u>,
    variable: Cursor<'u>,
    /// In the order in which they end.
    changes: Vec<Step<'u>>,
    time: Time,
}

impl<'u> Changes<'_, 'u> {
    /// Adds what reaches `at` inside `body`; whether all of it is known.
    fn reaching(&self, body: Cursor<'u>, at: &Position, found: &mut Vec<Reached<'u>>) -> bool {
        let chain = self.variables.chain(body, at);
        let has = |kind: CXCursorKind, offset: u32| {
            chain
                .iter()
                .any(|(part, _)| part.cursor.kind() == kind && part.holds(offset))
        };
        if has(CXCursor_LambdaExpr, at.offset) {
            return false;
        }
        // A change around the place is not made yet, if the place is in the value that it assigns. Several in one macro have no order.
        let is_around = |s: &&Step<'u>| s.start <= at.offset && at.offset < s.end;
        let makes = |s: &Step<'u>| match s.change.effect {
            Effect::Assigned(_) | Effect::Member(..) => s.start < at.offset,
            Effect::Updated
            | Effect::Allocated(_)
            | Effect::Lent
            | Effect::MemberLent(_)
            | Effect::Escapes => false,
        };
        let around: Vec<&Step<'u>> = self.changes.iter().filter(is_around).collect();
        if around.len() > 1 || around.iter().any(|s| !makes(s)) {
            return false;
        }
        let last = self.changes.iter().rfind(|s| s.end <= at.offset);
        // A change in a loop around the place comes to it from the iteration before, unless each makes its own.
        let mut loops = chain.iter().filter(|(part, _)| is_loop(part.cursor.kind()));
        let declared = self.variable.position().map(|at| at.offset);
        let repeats = |(around, parts): &(Part<'u>, Parts<'u>)| {
            // The change at the place itself is in every loop around it.
            let changed = self.time == Time::Before || self.changes.iter().any(|s| around.holds(s.start));
            let first = last.map(|s| s.start).or(declared);
            // The first part of a `for` is no part of an iteration.
            let repeated = match around.cursor.kind() {
                CXCursor_ForStmt => parts.last(),
                _ => Some(around),
            };
            let again = |offset: u32| repeated.is_some_and(|part| part.holds(offset));
            changed && !(again(at.offset) && first.is_some_and(again))
        };
        if loops.any(repeats) {
            return false;
        }
        let Some(last) = last else {
            found.push(Reached::by(Definition::Start));
            return true;
        };
        let mut same_place = self.changes.iter().filter(|s| s.end == last.end);
        if same_place.nth(1).is_some() {
            return false;
        }
        let is_block = |(part, _): &&(Part<'u>, _)| part.cursor.kind() == CXCursor_CompoundStmt;
        let mut statements = chain.iter().filter(is_block).flat_map(|(_, parts)| parts.iter());
        let statement = statements.find(|part| part.holds(last.start) && !part.holds(at.offset));
        let Some(statement) = statement.map(|part| part.cursor) else {
            return false;
        };
        if has(CXCursor_SwitchStmt, last.start) {
            return false;
        }
        if last.is(statement) {
            found.push(Reached::by(Definition::Change(last.change)));
            return true;
        }
        self.arms(body, statement, found)
    }

    /// Adds what the arms of an `if` leave behind.
    fn arms(&self, body: Cursor<'u>, statement: Cursor<'u>, found: &mut Vec<Reached<'u>>) -> bool {
        let parts = statement.children();
        let arms = match &parts[..] {
            [condition, arms @ ..] if condition.is_expression() && arms.len() <= 2 => arms,
            _ => return false,
        };
        let (Some(range), CXCursor_IfStmt) = (statement.range(), statement.kind()) else {
            return false;
        };
        // Whether the condition held where no arm makes a change.
        let mut passes = (arms.len() == 1).then_some(false);
        let mut seen = 0;
        for (arm, holds) in arms.iter().zip([true, false]) {
            let inside = |s: &&Step<'u>| {
                arm.range()
                    .is_some_and(|arm| (arm.start.offset..arm.end.offset).contains(&s.start))
            };
            let changes: Vec<&Step<'u>> = self.changes.iter().filter(inside).collect();
            seen += changes.len();
            let Some(last) = changes.last() else {
                passes = Some(holds);
                continue;
            };
            let statements = match arm.kind() {
                CXCursor_CompoundStmt => arm.children(),
                _ => vec![*arm],
            };
            if !statements.iter().any(|c| last.is(*c)) {
                return false;
            }
            found.push(Reached {
                under: Some((parts[0], holds)),
                ..Reached::by(Definition::Change(last.change))
            });
        }
        let within = |s: &&Step<'u>| (range.start.offset..range.end.offset).contains(&s.start);
        let all_seen = seen == self.changes.iter().filter(within).count();
        if !all_seen || found.len() > MOST {
            return false;
        }
        let Some(holds) = passes else {
            return true;
        };
        let through = found.len();
        let known = self.reaching(body, &range.start, found);
        for reached in &mut found[through..] {
            reached.tests.push((parts[0], holds));
        }
        known
    }
}

pub(super) fn is_loop(kind: CXCursorKind) -> bool {
    matches!(
        kind,
        CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt
    )
}
