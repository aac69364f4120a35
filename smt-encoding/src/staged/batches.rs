//! Numbers of the batches in which a thread's asynchronous copies are started, and how many it has waited for.
//!
//! Copies of one thread are in no order until it has waited for one of them (PTX ISA, "Data Movement and Conversion Instructions:
//! Asynchronous copy"). A loop may start any number of them in a batch, too many to remember one by one. Two counters tell
//! what matters of any two: a copy of batch `b` is under way when another one is started and `d` batches are done if `b >= d`.

use super::ages::Site;
use kverify_frontend::ir::{
    Batches, BinOp, BlockId, CmpOp, Expr, Kernel, Loc, Stmt, StmtKind, Ty, UnderWay, Var, VarId, build, flow,
};
use std::collections::BTreeSet;

/// Batches that are told apart in [`Counters::falling`].
const MOST: u32 = 32;

/// The two counters of a kernel.
pub(super) struct Counters {
    /// Number of the open batch.
    batch: VarId,
    /// Batches that are done.
    done: VarId,
    /// Copies that others of their thread may meet.
    rivals: BTreeSet<Site>,
    /// Waits that may leave more batches than an earlier one did.
    falling: BTreeSet<Site>,
}

impl Counters {
    /// Those for the copies that others of their thread may meet; `None` if there are none.
    pub fn new(kernel: &mut Kernel, rivals: BTreeSet<Site>) -> Option<Counters> {
        if rivals.is_empty() {
            return None;
        }
        let mut make = |name: &str| {
            kernel.vars.push(Var {
                name: name.to_owned(),
                ty: Ty::I64,
                user: false,
            })
        };
        Some(Counters {
            batch: make("copy_batch"),
            done: make("copies_done"),
            rivals,
            falling: falling(kernel),
        })
    }

    /// At the kernel's start no batch is closed.
    pub fn begin(&self, loc: Loc, out: &mut Vec<Stmt>) {
        for counter in [self.batch, self.done] {
            out.push(assign(loc, counter, build::int(0, Ty::I64)));
        }
    }

    /// Counts what a statement does; it stands behind what is put to `out`.
    pub fn count(&self, site: Site, stmt: &Stmt, out: &mut Vec<Stmt>) {
        let [batch, done] = [self.batch, self.done].map(|v| build::var(v, Ty::I64));
        if stmt.kind == StmtKind::AsyncCommit {
            let next = build::binary(BinOp::Add, batch, build::int(1, Ty::I64));
            out.push(assign(stmt.loc, self.batch, next));
        } else if let StmtKind::AsyncWait { pending } = stmt.kind {
            let now = build::binary(BinOp::Sub, batch, build::int(i128::from(pending), Ty::I64));
            let now = match self.falling.contains(&site) {
                true => build::select(build::compare(CmpOp::Lt, done.clone(), now.clone()), now, done),
                false => now,
            };
            out.push(assign(stmt.loc, self.done, now));
        } else if let StmtKind::Copy { dst, src, bytes, .. } = &stmt.kind
            && let Some(place) = self.rivals.iter().position(|rival| *rival == site)
        {
            let started = UnderWay {
                on: build::int(1, Ty::Bool),
                copy: Some([dst.clone(), src.clone(), bytes.clone()]),
                met_by: None,
                batches: Some(Batches {
                    place: u32::try_from(place).unwrap_or(u32::MAX),
                    counts: [batch, done],
                }),
            };
            out.push(Stmt {
                loc: stmt.loc,
                kind: StmtKind::UnderWay(Box::new(started)),
            });
        }
    }
}

fn assign(loc: Loc, dst: VarId, value: Expr) -> Stmt {
    Stmt {
        loc,
        kind: StmtKind::Assign { dst, value },
    }
}

/// The waits before which fewer batches may be open than they leave: to take the count from them would take back what is done.
fn falling(kernel: &Kernel) -> BTreeSet<Site> {
    let mut found = BTreeSet::new();
    let through = |id: BlockId, mut open: u32| {
        for (n, stmt) in kernel.blocks[id].stmts.iter().enumerate() {
            if stmt.kind == StmtKind::AsyncCommit {
                open = (open + 1).min(MOST);
            } else if let StmtKind::AsyncWait { pending } = stmt.kind {
                if pending > open {
                    found.insert((id, n));
                } else {
                    open = pending;
                }
            }
        }
        let targets = kernel.blocks[id].term.targets();
        targets.into_iter().map(|to| (to, open)).collect()
    };
    let join = |_, known: &mut u32, now: u32| {
        let least = now.min(*known);
        std::mem::replace(known, least) != least
    };
    // Before the first wait nothing is done that could be taken back.
    flow::solve(kernel.blocks.len(), [(kernel.entry, MOST)], through, join);
    found
}
