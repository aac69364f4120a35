//! Waits for some of the copies of a work-group that are under way.
//!
//! Neither the solver nor replay tells which copies are done after one, and takes none to be. What is found of a copy that such a wait
//! may be for is not known.

use crate::verdict::{Judged, Severity};
use kverify_frontend::ir::build::as_int;
use kverify_frontend::ir::{CollectiveOp, CopyKind, Expr, ExprKind, Kernel, Loc, Stmt, StmtKind, Ty, VarId};
use kverify_smt::answer::{Finding, Kind, Unknown};
use std::collections::BTreeSet;

/// The place of a statement: its block, and its number there.
type Site = (usize, usize);

fn statements(kernel: &Kernel) -> impl Iterator<Item = (Site, &Stmt)> {
    let blocks = kernel.blocks.as_slice().iter().enumerate();
    blocks.flat_map(|(b, block)| (0..).zip(&block.stmts).map(move |(n, stmt)| ((b, n), stmt)))
}

/// The reason for not knowing that a race becomes which a wait for some copies may rule out.
pub fn perhaps(kernel: &Kernel, judged: &Judged) -> Option<Unknown> {
    let wait = in_part(kernel, &judged.finding)?;
    (judged.severity == Severity::Error).then(|| Unknown {
        message: format!(
            "whether this copy is done by the access at line {} was not decided: which of the copies under way the wait at line {} is for \
             is not followed",
            judged.finding.places[1].loc.span.line, wait.span.line
        ),
        loc: Some(judged.finding.places[0].loc),
    })
}

/// Where a kernel waits for some of the copies under way, if a race is one of a copy that this may be for, and of an access behind it.
pub fn in_part(kernel: &Kernel, finding: &Finding) -> Option<Loc> {
    let is_side = |stmt: &Stmt| finding.places.iter().any(|place| place.loc == stmt.loc);
    let of_object = |stmt: &Stmt| stmt.exprs().into_iter().any(|e| leads_to(e, finding));
    let is_copy = |stmt: &Stmt| stmt.is_copy(CopyKind::AsyncGroup);
    if finding.kind != Kind::DataRace {
        return None;
    }
    let copies = || statements(kernel).filter(|(_, s)| is_copy(s) && is_side(s) && of_object(s));
    let others = || statements(kernel).filter(|(_, s)| is_side(s));
    let mut waits =
        statements(kernel).filter(|(_, s)| matches!(s.kind, StmtKind::AsyncWait { pending: 1.. }));
    let is_between = |wait: Site| {
        let mut copies = copies().filter(|(copy, _)| may_be_for(kernel, wait, *copy));
        copies.any(|(copy, _)| {
            others().any(|(other, _)| copy < wait && wait < other) || is_repeated(kernel, wait)
        })
    };
    waits
        .find(|(wait, _)| is_between(*wait))
        .map(|(_, stmt)| stmt.loc)
}

/// Whether a copy's argument leads to the object of a race, as far as its text says.
fn leads_to(e: &Expr, finding: &Finding) -> bool {
    let (mut named, mut through) = (false, false);
    e.walk(&mut |e| match e.kind {
        ExprKind::Object(object) => named |= Some(object) == finding.object,
        ExprKind::Var(_) => through |= e.ty == Ty::Ptr,
        _ => {}
    });
    named || through
}

/// Whether a wait may be for a copy: unless all its events are known, and the copy's is another.
fn may_be_for(kernel: &Kernel, wait: Site, copy: Site) -> bool {
    match (events(kernel, wait), event(kernel, copy)) {
        (Some(events), Some(event)) => events.contains(&event),
        _ => true,
    }
}

/// The events that a wait is handed.
fn events(kernel: &Kernel, (block, number): Site) -> Option<BTreeSet<i128>> {
    let before = kernel.blocks.as_slice()[block]
        .stmts
        .get(number.checked_sub(1)?)?;
    let StmtKind::Collective(together) = &before.kind else {
        return None;
    };
    let is_its = together.op == CollectiveOp::Together && together.args.len() > 1;
    let events = together.args.iter().skip(1).filter(|_| is_its);
    let events = events
        .map(|e| number_of(kernel, e))
        .collect::<Option<BTreeSet<i128>>>()?;
    (!events.is_empty()).then_some(events)
}

/// The event of a copy: what is assigned right behind it.
fn event(kernel: &Kernel, (block, number): Site) -> Option<i128> {
    match &kernel.blocks.as_slice()[block].stmts.get(number + 1)?.kind {
        StmtKind::Assign { dst, value } => {
            let event = as_int(value)?;
            (number_of_var(kernel, *dst)? == event).then_some(event)
        }
        _ => None,
    }
}

fn number_of(kernel: &Kernel, e: &Expr) -> Option<i128> {
    match e.kind {
        ExprKind::Var(var) => number_of_var(kernel, var),
        _ => as_int(e),
    }
}

/// The one number that a variable is given anywhere.
fn number_of_var(kernel: &Kernel, var: VarId) -> Option<i128> {
    let mut found = None;
    for (_, stmt) in statements(kernel).filter(|(_, stmt)| stmt.defs().contains(&var)) {
        let StmtKind::Assign { value, .. } = &stmt.kind else {
            return None;
        };
        let number = as_int(value)?;
        if found.is_some_and(|known| known != number) {
            return None;
        }
        found = Some(number);
    }
    found
}

/// Whether a jump leads back over a statement.
fn is_repeated(kernel: &Kernel, (at, _): Site) -> bool {
    let blocks = kernel.blocks.as_slice().iter().enumerate();
    let mut jumps = blocks.flat_map(|(from, block)| {
        block
            .term
            .targets()
            .into_iter()
            .map(move |to| (from, to.0 as usize))
    });
    jumps.any(|(from, to)| to <= from && (to..=from).contains(&at))
}
