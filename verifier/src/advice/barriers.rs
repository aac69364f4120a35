//! Barriers that order nothing: the kernel is proved without them, under no assumption that it did not need before.

use super::note;
use crate::config::{Configuration, Options};
use crate::report::KernelReport;
use crate::verdict::{Judged, Status, Verdict};
use kverify_frontend::ir::{Barrier, Kernel, Scope, Span, Stmt, StmtKind};
use kverify_smt::answer::{Action, Assumption, Finding, Kind, Place, Taken, WORK, Witness};
use std::collections::BTreeSet;

/// Barriers of a kernel that are tried.
const MOST: usize = 8;

/// Units of work for each.
const EACH: u64 = WORK / 4;

/// A note for each barrier of a proved kernel that could be left out, each alone.
///
/// Of kernels with atomics, fences and volatile memory nothing is said: what these mean without a barrier is more than the absence of
/// races.
pub fn look(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    report: &KernelReport,
) -> Vec<Judged> {
    let is_plain = report.verdict == Verdict::Proved && report.findings.is_empty();
    if !is_plain || statements(kernel).any(orders_otherwise) {
        return Vec::new();
    }
    let spans: BTreeSet<Span> = statements(kernel)
        .filter(|stmt| is_of_block(stmt))
        .map(|stmt| stmt.loc.span)
        .collect();
    let mut configuration = configuration.clone();
    configuration.config.work = configuration.config.work.min(options.work(EACH));
    let is_idle = |span: &&Span| {
        let mut without = kernel.clone();
        for block in without.blocks.iter_mut() {
            block
                .stmts
                .retain(|stmt| stmt.loc.span != **span || !is_of_block(stmt));
        }
        is_proved(&without, &configuration, report)
    };
    let of_kernel = |span: &&Span| span.file == kernel.span.file;
    let idle = spans.iter().filter(of_kernel).take(MOST).filter(is_idle);
    let first = |span: &Span| statements(kernel).find(|s| is_of_block(s) && s.loc.span == *span);
    idle.filter_map(|span| Some(judged(first(span)?))).collect()
}

fn statements(kernel: &Kernel) -> impl Iterator<Item = &Stmt> {
    kernel.blocks.iter().flat_map(|block| &block.stmts)
}

fn is_of_block(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::Barrier(Barrier {
            scope: Scope::Block,
            reduce: None,
            ..
        })
    )
}

/// Whether it may order something that is no race.
fn orders_otherwise(stmt: &Stmt) -> bool {
    matches!(
        stmt.kind,
        StmtKind::Atomic(_)
            | StmtKind::Fence { .. }
            | StmtKind::Phase(_)
            | StmtKind::AsyncWait { .. }
            | StmtKind::Hole { .. }
            | StmtKind::Load { volatile: true, .. }
            | StmtKind::Store { volatile: true, .. }
    )
}

fn is_proved(kernel: &Kernel, configuration: &Configuration, report: &KernelReport) -> bool {
    let proof = kverify_smt::analyse(kernel, &configuration.config);
    let ids = |all: &[Assumption]| all.iter().map(|a| a.id).collect::<BTreeSet<Taken>>();
    proof.findings.is_empty()
        && proof.unknowns.is_empty()
        && ids(&proof.assumptions).is_subset(&ids(&report.assumptions))
}

fn judged(barrier: &Stmt) -> Judged {
    let place = Place {
        loc: barrier.loc,
        action: Action::Barrier,
    };
    let finding = Finding::new(
        Kind::RedundantBarrier,
        Scope::Block,
        [place.clone(), place],
        Witness::default(),
    );
    let notes = vec![
        "of several such barriers, each could be left out alone: whether all could, only another run tells"
            .to_owned(),
    ];
    note(finding, Status::Possible, notes)
}
