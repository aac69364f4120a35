//! What may be asked of the contents of arrays: that a list of places names none twice, that the ends of rows never decrease.

use super::Condition;
use crate::config::Configuration;
use crate::dependence::Influence;
use kverify_frontend::ir::{BinOp, Expr, ExprKind, Kernel, ObjectId, StmtKind, Ty, build};
use kverify_smt::answer::{Answer, Assumption, Finding, Kind, Taken};
use kverify_smt::objects::Objects;

/// Conditions over the arrays that addresses are computed from, where a race was found. Rows that begin where others end are what callers
/// hand over as a matter of course, unless the program fills the array itself; that places are named once is no such thing.
pub(super) fn suggestions(kernel: &Kernel, configuration: &Configuration, answer: &Answer) -> Vec<Condition> {
    let is_race = |finding: &&Finding| finding.kind == Kind::DataRace;
    let mut races = answer.findings.iter().filter(is_race).peekable();
    if races.peek().is_none() {
        return Vec::new();
    }
    let of_memory = Influence::of_memory(kernel);
    if !races.any(|finding| of_memory.reaches(finding)) {
        return Vec::new();
    }
    let objects = Objects::new(kernel, &configuration.config);
    let mut found = Vec::new();
    for param in &kernel.params {
        let Some(object) = param.object.filter(|o| !objects.usage(*o).written) else {
            continue;
        };
        let places = places_read(kernel, &objects, object);
        let is_row = |start: &&Expr| places.iter().any(|end| is_next(start, end));
        if places.iter().any(is_row) {
            found.push(Condition {
                assume: format!("monotone({})", param.name),
                natural: !configuration.of_program,
            });
        }
        if !places.is_empty() {
            found.push(Condition {
                assume: format!("distinct({})", param.name),
                natural: false,
            });
        }
    }
    found
}

/// The addresses, as the code computes them, at which integers are read from an array.
fn places_read<'k>(kernel: &'k Kernel, objects: &Objects, object: ObjectId) -> Vec<&'k Expr> {
    let stmts = kernel.blocks.iter().flat_map(|block| &block.stmts);
    let read = stmts.filter_map(|stmt| {
        let StmtKind::Load { dst, addr, .. } = &stmt.kind else {
            return None;
        };
        matches!(kernel.vars[*dst].ty, Ty::Int { .. }).then_some(addr)
    });
    read.filter(|addr| objects.targets(addr).may_be(object)).collect()
}

/// Whether one expression is another with something added in one place: `row + i` and `row + (i + 1)`.
fn is_next(start: &Expr, end: &Expr) -> bool {
    let added = |base: &Expr, n: &Expr| base == start && build::as_int(n).is_some_and(|n| n > 0);
    let is_sum = if let ExprKind::Binary(BinOp::Add, a, b) = &end.kind {
        added(a, b) || added(b, a)
    } else {
        matches!(&end.kind, ExprKind::PtrAdd(base, n) if added(base, n))
    };
    let (parts, others) = (start.operands(), end.operands());
    let is_one_kind = std::mem::discriminant(&start.kind) == std::mem::discriminant(&end.kind);
    let mut different = parts.iter().zip(&others).filter(|(a, b)| a != b);
    let (first, more) = (different.next(), different.next());
    let differs_in_one = || is_one_kind && parts.len() == others.len() && more.is_none();
    is_sum || differs_in_one() && first.is_some_and(|(a, b)| is_next(a, b))
}

/// What was assumed for a trial is the contract.
pub(super) fn as_contract(assumption: &mut Assumption, contract: &Condition) {
    if assumption.id == Taken::User && assumption.text.strip_suffix(" (--assume)") == Some(&contract.assume) {
        assumption.id = Taken::Contract;
        assumption.text.clone_from(&contract.assume);
    }
}
