//! Values that stand in a list: `int sizes[] = {64, 128, 256}; for (int i = 0; i < 3; i++) kernel<<<g, sizes[i]>>>(...);`.

use super::constants::{MAX_DEPTH, Scope, strip};
use super::conversions::{fits, handed_over};
use super::elements::is_of_elements;
use super::uses::is_reference;
use super::variables::{is_local, is_variable, start};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use std::collections::BTreeSet;

/// Most values that are told.
const MOST: usize = 16;

/// What is known of a value of a list.
pub(super) struct Listed {
    /// `(n == 64 || n == 128)`
    pub fact: String,
    /// Each of the values comes about.
    pub is_each: bool,
}

/// What is known of an argument, or of a size, of the name `name`; `None` if it is no value of a list.
pub(super) fn fact<'u>(scope: &Scope<'_, 'u>, c: Cursor<'u>, name: &str) -> Option<Listed> {
    let (values, is_each) = values(scope, c, 0)?;
    let ways: Vec<String> = values.iter().map(|value| format!("{name} == {value}")).collect();
    (ways.len() > 1).then(|| Listed {
        fact: format!("({})", ways.join(" || ")),
        is_each,
    })
}

/// The names of the parameters that get a value of a list, and what is known of them.
pub(super) fn facts<'u>(
    scope: &Scope<'_, 'u>,
    arguments: &[(Cursor<'u>, Cursor<'u>)],
) -> Vec<(String, Listed)> {
    let of = |(argument, parameter): &(Cursor<'u>, Cursor<'u>)| {
        let name = parameter.spelling();
        let fact = fact(scope, *argument, &name).filter(|_| handed_over(*argument, *parameter, fits))?;
        Some((name, fact))
    };
    arguments.iter().filter_map(of).collect()
}

/// All values that an expression can have, if each stands in a list that nothing changes, and whether each comes about.
fn values<'u>(scope: &Scope<'_, 'u>, c: Cursor<'u>, depth: u32) -> Option<(BTreeSet<i128>, bool)> {
    let c = strip(c);
    if depth > MAX_DEPTH {
        return None;
    }
    if let Some(value) = scope.integer(c) {
        return Some(([value].into(), true));
    }
    let deeper = |c: Cursor<'u>| values(scope, c, depth + 1);
    let found = match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => {
            let variable = c.referenced().filter(|v| is_variable(*v))?;
            let handed = scope.variables.handed(variable);
            if let Some(argument) = scope.bound(variable) {
                deeper(argument)?
            } else if let Some(value) = scope.variables.only_value(variable) {
                match element_of_range(value) {
                    Some(range) => (listed(scope, range, depth)?, true),
                    None => deeper(value)?,
                }
            } else if !handed.is_empty() {
                let all: Option<Vec<(BTreeSet<i128>, bool)>> = handed.into_iter().map(deeper).collect();
                let (values, each): (Vec<BTreeSet<i128>>, Vec<bool>) = all?.into_iter().unzip();
                (values.into_iter().flatten().collect(), !each.contains(&false))
            } else {
                (of_changes(scope, variable, depth)?, false)
            }
        }
        (CXCursor_ArraySubscriptExpr, [array, _]) => (listed(scope, *array, depth)?, false),
        _ => return None,
    };
    (found.0.len() <= MOST).then_some(found)
}

/// All values that are ever given to a variable of a function's own.
fn of_changes<'u>(scope: &Scope<'_, 'u>, variable: Cursor<'u>, depth: u32) -> Option<BTreeSet<i128>> {
    let is_own = variable.kind() == CXCursor_VarDecl && is_local(variable) && !is_reference(variable);
    if !is_own || !scope.variables.is_seen(variable) {
        return None;
    }
    let changes = scope.variables.changes(variable).iter();
    let assigned = changes.map(|change| change.effect.assigned());
    let all = assigned.chain(start(variable).map(Some));
    // Several values of several variables must not multiply.
    let deeper = depth + MAX_DEPTH / 8;
    let of_value = |value: Cursor<'u>| match scope.integer(value) {
        Some(number) => Some(BTreeSet::from([number])),
        None if handed_over(value, variable, fits) => Some(values(scope, value, deeper)?.0),
        None => None,
    };
    let all: Option<Vec<BTreeSet<i128>>> = all.map(|value| of_value(value?)).collect();
    all.map(|all| all.into_iter().flatten().collect())
}

/// The values of a list, or of an array that starts with one and that nothing changes.
fn listed<'u>(scope: &Scope<'_, 'u>, c: Cursor<'u>, depth: u32) -> Option<BTreeSet<i128>> {
    let c = strip(c);
    if c.kind() == CXCursor_InitListExpr {
        let values = c.expressions().into_iter().map(|value| scope.integer(value));
        let all: Option<BTreeSet<i128>> = values.collect();
        // Elements that no value stands for are zero.
        let is_whole = c
            .ty()
            .canonical()
            .count()
            .is_none_or(|n| n == c.expressions().len() as u64);
        return all.filter(|all| !all.is_empty() && is_whole);
    }
    let is_name = c.kind() == CXCursor_DeclRefExpr && depth <= MAX_DEPTH;
    let variable = c.referenced().filter(|v| is_name && is_variable(*v))?;
    let is_const = variable.ty().canonical().element().is_const();
    let function = variable.semantic_parent().filter(|f| f.is_function());
    let is_kept = is_const || is_of_elements(function?, variable, false, &mut Vec::new());
    listed(
        scope,
        scope.variables.only_value(variable).filter(|_| is_kept)?,
        depth + 1,
    )
}

/// The range that a variable of `for (int n : range)` goes through: its value is `*__begin`, that starts with `__range`.
fn element_of_range(value: Cursor<'_>) -> Option<Cursor<'_>> {
    let value = strip(value);
    let begin = value.expressions().first().copied().map(strip)?;
    let is_read = value.kind() == CXCursor_UnaryOperator && value.unary_operator() == CXUnaryOperator_Deref;
    let begin = begin
        .referenced()
        .filter(|v| is_read && v.spelling().starts_with("__begin"))?;
    let mut range = start(begin).map(strip)?;
    while range.kind() == CXCursor_CallExpr || range.kind() == CXCursor_MemberRefExpr {
        range = strip(*range.children().first()?);
    }
    let range = range
        .referenced()
        .filter(|v| v.spelling().starts_with("__range"))?;
    start(range)
}
