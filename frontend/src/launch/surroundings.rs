//! What the tests and loops around a launch say of what it hands over.

use super::conditions::{has_case, has_other_entry, is_branch, leaves};
use super::constants::{Scope, is_cast, strip};
use super::conversions::{Mode, is_signed};
use super::counters::{Counter, counter};
use super::names::{MOST, Names, is_integer};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};
use crate::plain;

/// What the tests and loops around a launch say of its arguments, and those in front of it that leave: `for (int t = 0; t < n - 1; t++)
/// kernel<<<...>>>(t, n)`, `if (n <= 0) return; kernel<<<...>>>(n)`.
pub(super) fn of_surroundings<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>) -> Said<'u> {
    let mut said = Said::default();
    // A jump may come in past all of them.
    if has_other_entry(scope.variables, &names.around) {
        return said;
    }
    for (outer, inner) in names.around.iter().zip(names.around.iter().skip(1)) {
        let (parts, Some(from)) = (outer.children(), inner.range().map(|range| range.start)) else {
            continue;
        };
        let mut test = |condition: Cursor<'u>, holds: bool, from: &Position| {
            let test = Test {
                whole: condition,
                condition,
                holds,
                from,
                depth: MOST_HELD,
            };
            if conjuncts(scope, names, &test, &mut said.facts) {
                said.tests.push(condition);
            }
        };
        match (outer.kind(), &parts[..]) {
            (CXCursor_IfStmt, [condition, yes, ..]) if inner.same(*yes) => test(*condition, true, &from),
            (CXCursor_IfStmt, [condition, yes, no]) if inner.same(*no) && is_branch(*yes) => {
                test(*condition, false, &from);
            }
            (CXCursor_WhileStmt, [condition, body]) if inner.same(*body) => test(*condition, true, &from),
            (CXCursor_ForStmt, [start, condition, step, body]) if inner.same(*body) => {
                test(*condition, true, &from);
                let counter = counter(scope, names, *outer, *start, *step);
                said.facts
                    .extend(counter.iter().filter_map(|counter| counter.fact.clone()));
                said.counters.extend(counter);
            }
            (CXCursor_CompoundStmt, statements) => {
                let in_switch = names.around.iter().any(|c| c.kind() == CXCursor_SwitchStmt);
                for (condition, holds, end) in passed(statements, *inner, in_switch) {
                    test(condition, holds, &end);
                }
            }
            _ => {}
        }
    }
    said
}

/// What tests and loops say.
#[derive(Default)]
pub(super) struct Said<'u> {
    pub(super) facts: Vec<String>,
    /// The tests of which all is said.
    pub(super) tests: Vec<Cursor<'u>>,
    pub(super) counters: Vec<Counter<'u>>,
}

impl<'u> Said<'u> {
    /// The same where these names are of parameters that may get what does not fit into them. It does if it is said to be no less than
    /// something and no more than something else, or a size of a tensor to be a multiple of it.
    pub(super) fn of_what_fits(mut self, loose: &[String]) -> Self {
        let is_large = |word: &str| word.parse::<i128>().is_ok_and(|n| i32::try_from(n).is_err());
        let all = self.facts.len();
        self.facts
            .retain(|fact| !fact.split(|sign: char| !sign.is_ascii_digit()).any(is_large));
        // What is bounded by something that does not fit is not bounded.
        loop {
            let open: Vec<&String> = loose.iter().filter(|name| !fits(&self.facts, name)).collect();
            let before = self.facts.len();
            self.facts
                .retain(|fact| !open.iter().any(|name| plain::mentions(fact, name)));
            if self.facts.len() == before {
                break;
            }
        }
        if self.facts.len() < all {
            self.tests.clear();
        }
        self.counters.clear();
        self
    }

    /// What another says as well.
    pub(super) fn add(&mut self, other: Self) {
        let news = other.facts.into_iter().filter(|fact| !self.facts.contains(fact));
        self.facts.extend(news.collect::<Vec<_>>());
        let is_new = |test: &Cursor<'u>| !self.tests.iter().any(|known| known.same(*test));
        let news: Vec<Cursor<'u>> = other.tests.into_iter().filter(is_new).collect();
        self.tests.extend(news);
    }
}

/// Whether facts say that a parameter is no less than something and no more than something else, or that something is a multiple of it.
fn fits(facts: &[String], name: &str) -> bool {
    let starts = |signs: [&str; 2]| {
        let mut all = facts.iter();
        all.any(|fact| {
            signs
                .iter()
                .any(|sign| fact.starts_with(&format!("{name} {sign} ")))
        })
    };
    let divides = |fact: &String| {
        let parts = fact.split_once(" % ");
        fact.ends_with("== 0") && parts.is_some_and(|(_, by)| plain::mentions(by, name))
    };
    starts([">", ">="]) && starts(["<", "<="]) || facts.iter().any(divides)
}

/// Most variables through which a condition is followed.
const MOST_HELD: u32 = 3;

/// Most conditions in front of a launch that are looked at, the nearest ones.
const MOST_PASSED: usize = 16;

/// The conditions that decided, in statements of a block before one of them, that it is reached: whether each holds from which place on.
fn passed<'u>(
    statements: &[Cursor<'u>],
    inner: Cursor<'u>,
    in_switch: bool,
) -> Vec<(Cursor<'u>, bool, Position)> {
    let before = statements.iter().position(|c| c.same(inner)).unwrap_or(0);
    let decided = |c: &Cursor<'u>| {
        let end = c.range()?.end;
        let (condition, holds) = match (c.kind(), &c.children()[..]) {
            (CXCursor_IfStmt, [condition, yes]) if leaves(*yes) => (*condition, false),
            (CXCursor_IfStmt, [condition, yes, no]) if is_branch(*yes) && leaves(*no) => (*condition, true),
            (CXCursor_CallExpr, _) if c.spelling() == ASSERT => (*c.arguments().first()?, true),
            _ => return None,
        };
        condition.is_expression().then_some((condition, holds, end))
    };
    // Behind a `case` control may come from elsewhere.
    let is_case = |c: &Cursor<'u>| in_switch && has_case(*c);
    let near = statements.get(..before).unwrap_or_default().iter().rev();
    let passed = near.take_while(|c| !is_case(c)).filter_map(decided);
    let mut passed: Vec<_> = match is_case(&inner) {
        true => Vec::new(),
        false => passed.take(MOST_PASSED).collect(),
    };
    passed.reverse();
    passed
}

/// What `assert(e)` calls.
pub(super) const ASSERT: &str = "__kv_assert";

/// A condition that holds, or does not, just before a place.
struct Test<'t, 'u> {
    /// What it is a part of.
    whole: Cursor<'u>,
    condition: Cursor<'u>,
    holds: bool,
    from: &'t Position,
    /// How many variables that hold conditions are looked into.
    depth: u32,
}

/// Adds the comparisons that a test is a conjunction of; whether it is known by them.
fn conjuncts<'u>(
    scope: &Scope<'_, 'u>,
    names: &Names<'u>,
    test: &Test<'_, 'u>,
    found: &mut Vec<String>,
) -> bool {
    let mut part = |condition: Cursor<'u>, holds: bool| {
        let from = test.from;
        let part = Test {
            whole: test.whole,
            condition,
            holds,
            from,
            depth: test.depth,
        };
        conjuncts(scope, names, &part, found)
    };
    let condition = test.condition;
    match (condition.kind(), &condition.expressions()[..]) {
        (CXCursor_ParenExpr | CXCursor_UnexposedExpr | CXCursor_CXXStaticCastExpr, [inner])
            if condition.ty().canonical().kind() == inner.ty().canonical().kind() =>
        {
            part(*inner, test.holds)
        }
        (CXCursor_UnaryOperator, [inner]) if condition.unary_operator() == CXUnaryOperator_LNot => {
            part(*inner, !test.holds)
        }
        // A number is asked whether it is 0.
        (kind, [number]) if is_cast(kind) && is_integer(*number) => {
            compares(scope, names, test, (*number, CXBinaryOperator_NE, None), found)
        }
        (CXCursor_DeclRefExpr, _) if condition.ty().canonical().kind() == CXType_Bool => {
            let variable = condition.referenced();
            let value = variable.and_then(|variable| scope.variables.value_at(variable, condition));
            let start = value.and_then(|value| value.range()).map(|range| range.start);
            let (Some(value), Some(from), Some(depth)) = (value, start, test.depth.checked_sub(1)) else {
                return false;
            };
            let of_value = Test {
                whole: value,
                condition: value,
                holds: test.holds,
                from: &from,
                depth,
            };
            conjuncts(scope, names, &of_value, found)
        }
        (CXCursor_BinaryOperator, [left, right]) => {
            let operator = condition.binary_operator();
            let joins = if test.holds {
                CXBinaryOperator_LAnd
            } else {
                CXBinaryOperator_LOr
            };
            if operator == joins {
                let of_left = part(*left, test.holds);
                return part(*right, test.holds) && of_left;
            }
            match sign(operator, true) {
                Some(_) => compares(scope, names, test, (*left, operator, Some(*right)), found),
                None => compares(scope, names, test, (condition, CXBinaryOperator_NE, None), found),
            }
        }
        _ => false,
    }
}

/// Adds a comparison of two numbers, or of one with 0; whether it says something.
fn compares<'u>(
    scope: &Scope<'_, 'u>,
    names: &Names<'u>,
    test: &Test<'_, 'u>,
    (left, operator, right): (Cursor<'u>, CXBinaryOperatorKind, Option<Cursor<'u>>),
    found: &mut Vec<String>,
) -> bool {
    let is_settled = names.is_settled_from(scope, test.condition, test.from)
        && !names.changes(scope, test.condition, test.whole);
    let whole = |side: Cursor<'u>| {
        let rendered = names
            .render(scope, side, Mode::Exact, 0)
            .filter(|rendered| !rendered.is_product())?;
        let is_exact = is_signed(side) || !rendered.compound || never_wraps(scope, names, strip(side));
        is_exact.then_some(rendered)
    };
    let text = |side: Option<Cursor<'u>>| match side {
        Some(side) => whole(side).map(|one| (one.text, one.depends)),
        None => Some(("0".to_owned(), false)),
    };
    let (Some(sign), Some((a, a_depends)), Some((b, b_depends)), true) = (
        sign(operator, test.holds),
        text(Some(left)),
        text(right),
        is_settled,
    ) else {
        return false;
    };
    let says = (a_depends || b_depends) && a.len() + b.len() <= MOST;
    if says {
        found.push(format!("{a} {sign} {b}"));
    }
    says
}

/// Whether unsigned arithmetic gives what it gives on whole numbers: a part of one, or what remains.
fn never_wraps<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>, c: Cursor<'u>) -> bool {
    let divides = matches!(
        c.binary_operator(),
        CXBinaryOperator_Div | CXBinaryOperator_Rem | CXBinaryOperator_Shr
    );
    let mut parts = c.expressions().into_iter();
    let is_plain = |part: Cursor<'u>| {
        let rendered = names.render(scope, part, Mode::Exact, 0);
        rendered.is_some_and(|rendered| !rendered.compound)
    };
    c.kind() == CXCursor_BinaryOperator && divides && parts.all(is_plain)
}

/// A comparison as it is written, or its contrary.
pub(super) fn sign(operator: CXBinaryOperatorKind, holds: bool) -> Option<&'static str> {
    let (sign, contrary) = match operator {
        CXBinaryOperator_LT => ("<", ">="),
        CXBinaryOperator_LE => ("<=", ">"),
        CXBinaryOperator_GT => (">", "<="),
        CXBinaryOperator_GE => (">=", "<"),
        CXBinaryOperator_EQ => ("==", "!="),
        CXBinaryOperator_NE => ("!=", "=="),
        _ => return None,
    };
    Some(if holds { sign } else { contrary })
}
