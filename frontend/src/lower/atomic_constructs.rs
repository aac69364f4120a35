//! `atomic`: which place it is about, and what it orders.

use super::Lowerer;
use super::canonical::bare;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Value};
use crate::directives::Directive;
use crate::directives::words::Effect;
use crate::ir::{MemoryOrder, Span};

impl<'u> Lowerer<'u, '_> {
    /// Where a statement names the place that `target` does, with or without parentheses around it.
    pub(super) fn same_places(&mut self, statement: Cursor<'u>, target: Cursor<'u>) -> Vec<Span> {
        let mut found = Vec::new();
        self.collect_places(statement, target, &mut found);
        found
    }

    fn collect_places(&mut self, c: Cursor<'u>, target: Cursor<'u>, found: &mut Vec<Span>) {
        if c.is_expression() && (is_alike(bare(c), target) || self.is_written_as(c, target)) {
            let span = self.loc(c).span;
            found.push(span);
        }
        for child in c.children() {
            self.collect_places(child, target, found);
        }
    }

    fn is_written_as(&mut self, c: Cursor<'u>, target: Cursor<'u>) -> bool {
        let words = self.words_of(bare(c));
        words.is_some() && words == self.words_of(target)
    }

    fn words_of(&mut self, c: Cursor<'u>) -> Option<String> {
        Some(self.files.text(c)?.split_whitespace().collect())
    }
}

/// The place that `atomic` is about (OpenMP 5.2, section 15.8.4; OpenACC 3.3, section 2.12).
pub(super) fn target_of<'u>(directive: &Directive<'u>, statement: Cursor<'u>) -> Option<Cursor<'u>> {
    let mut forms = directive.parsed.with(Effect::AtomicForm).map(|c| c.name.as_str());
    let form = forms.next().unwrap_or("update");
    if forms.next().is_some() || directive.parsed.unread().next().is_some() {
        return None;
    }
    let statement = only_statement_or_pair(statement);
    match (form, &statement[..]) {
        ("read", [one]) => assignment(*one).map(|(_, value)| bare(value)),
        ("write", [one]) => assignment(*one).map(|(target, _)| bare(target)),
        ("update", [one]) => updated(*one),
        ("capture", [one]) => assignment(*one).and_then(|(_, value)| updated(bare(value))),
        ("capture", [first, second]) => match (is_update(*first), is_update(*second)) {
            (true, false) => updated(*first),
            (false, true) => updated(*second),
            // `{ x = x + e; v = x; }`, or `{ v = x; x = e; }`
            _ => {
                let ((changed, _), (target, value)) = (assignment(*first)?, assignment(*second)?);
                let (changed, value) = (bare(changed), bare(value));
                Some(if is_alike(changed, value) {
                    changed
                } else {
                    bare(target)
                })
            }
        },
        _ => None,
    }
}

/// Whether two expressions are written alike.
pub(super) fn is_alike(a: Cursor<'_>, b: Cursor<'_>) -> bool {
    let (parts, others) = (a.expressions(), b.expressions());
    let same_name = match (a.referenced(), b.referenced()) {
        (Some(a), Some(b)) => a.canonical().same(b.canonical()),
        (a, b) => a.is_none() && b.is_none(),
    };
    let same_operator =
        a.unary_operator() == b.unary_operator() && a.binary_operator() == b.binary_operator();
    let is_constant = parts.is_empty() && a.referenced().is_none();
    let same_value =
        || matches!((a.evaluate(), b.evaluate()), (Some(Value::Int(a)), Some(Value::Int(b))) if a == b);
    a.kind() == b.kind()
        && same_name
        && same_operator
        && parts.len() == others.len()
        && (!is_constant || same_value())
        && parts
            .into_iter()
            .zip(others)
            .all(|(a, b)| is_alike(bare(a), bare(b)))
}

fn only_statement_or_pair(statement: Cursor<'_>) -> Vec<Cursor<'_>> {
    match statement.kind() {
        CXCursor_CompoundStmt => statement.children(),
        _ => vec![statement],
    }
}

pub(super) fn assignment(c: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    match c.expressions()[..] {
        [target, value]
            if c.kind() == CXCursor_BinaryOperator && c.binary_operator() == CXBinaryOperator_Assign =>
        {
            Some((target, value))
        }
        _ => None,
    }
}

/// Whether a statement changes a place by an operator of its own.
pub(super) fn is_update(c: Cursor<'_>) -> bool {
    let step = matches!(
        c.unary_operator(),
        CXUnaryOperator_PreInc | CXUnaryOperator_PostInc | CXUnaryOperator_PreDec | CXUnaryOperator_PostDec
    );
    c.kind() == CXCursor_CompoundAssignOperator || c.kind() == CXCursor_UnaryOperator && step
}

/// The place that an expression writes.
pub(crate) fn written(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let assigns = c.kind() == CXCursor_BinaryOperator && c.binary_operator() == CXBinaryOperator_Assign;
    let writes = assigns || is_update(c);
    c.expressions().first().copied().filter(|_| writes)
}

/// The place that a statement updates.
pub(super) fn updated(c: Cursor<'_>) -> Option<Cursor<'_>> {
    if is_update(c) {
        return c.expressions().first().copied().map(bare);
    }
    assignment(c).map(|(target, _)| bare(target))
}

/// What an atomic access orders, by its clauses.
pub(super) fn order_of(directive: &Directive<'_>) -> MemoryOrder {
    const ORDERS: [(&str, MemoryOrder); 4] = [
        ("seq_cst", MemoryOrder::SeqCst),
        ("acq_rel", MemoryOrder::AcqRel),
        ("acquire", MemoryOrder::Acquire),
        ("release", MemoryOrder::Release),
    ];
    let says = |(name, _): &&(&str, MemoryOrder)| directive.parsed.clauses.iter().any(|c| c.name == *name);
    let said = ORDERS.iter().find(says);
    said.map_or(MemoryOrder::Relaxed, |(_, order)| *order)
}
