//! Asynchronous copies that are waited for in stages, as ordinary variables and accesses.
//!
//! A pipelined kernel starts the copy of a later tile, waits for that of an earlier one (`cp.async.wait_group 1`) and passes
//! barriers while copies are under way. Such a copy may happen in any barrier interval from its start to its wait. So the
//! kernel is rewritten before it is encoded: for each place that starts copies, variables remember what was started in the
//! open batch and in each of the closed ones, closing a batch moves them on, waiting forgets the older ones, and after
//! each barrier the copies that are remembered access their memory once more. Accesses of the thread itself that may meet
//! such a copy are checked against it in the same way. What the variables hold in which iteration is then found like that of all
//! others.
//!
//! A place remembers one copy of each batch. That there are no more, nor older batches than are kept, is
//! an obligation ([`StmtKind::UnderWay`] without a copy).

mod ages;
mod batches;
mod peel;
mod trips;

pub(crate) use peel::tables_unrolled;

use crate::answer::Config;
use crate::objects::Objects;
use ages::Site;
use batches::Counters;
use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::effect::{Touch, When};
use kverify_frontend::ir::{
    CopyKind, Expr, ExprKind, Kernel, Loc, Stmt, StmtKind, Ty, UnderWay, Var, VarId, build,
};
use std::collections::BTreeMap;

/// Batches that are remembered at most.
const MOST_BATCHES: u32 = 8;
/// Copies that are remembered in a kernel at most, over all places and batches.
const MOST_SLOTS: u32 = 64;

/// The kernel with the copies made explicit that may be under way at barriers, or be met by their own thread or its other copies;
/// `None` if there are no such copies.
pub(crate) fn explicit(kernel: &Kernel, config: &Config) -> Option<Kernel> {
    if !kernel.blocks.iter().flat_map(|b| &b.stmts).any(starts_copy) {
        return None;
    }
    let objects = Objects::new(kernel, config);
    let points = |kernel: &Kernel| ages::points(kernel, |site, stmt| may_meet(kernel, &objects, site, stmt));
    let found = points(kernel);
    if found.sites.is_empty() && found.rivals.is_empty() {
        return None;
    }
    let (mut kernel, points) = if found.sites.is_empty() {
        (kernel.clone(), found)
    } else {
        let peeled = peel::peeled(kernel);
        let points = points(&peeled);
        (peeled, points)
    };
    let counters = Counters::new(&mut kernel, points.rivals);
    let followed = points
        .ages
        .iter()
        .filter_map(|(site, ages)| Some((*site, ages.greatest()?)));
    let followed: Vec<(Site, u32)> = followed.collect();
    let slots: u32 = followed
        .iter()
        .map(|(_, oldest)| oldest.min(&MOST_BATCHES) + 1)
        .sum();
    let places: BTreeMap<Site, Place> = followed
        .into_iter()
        .map(|(site, oldest)| {
            let kept = (slots <= MOST_SLOTS).then_some(oldest.min(MOST_BATCHES));
            (site, Place::new(&mut kernel, site, (kept, oldest)))
        })
        .collect();
    let ids: Vec<_> = kernel.blocks.indices().collect();
    for id in ids {
        let stmts = std::mem::take(&mut kernel.blocks[id].stmts);
        let mut out = Vec::new();
        if id == kernel.entry {
            let loc = stmts.first().map_or(kernel.blocks[id].term.loc, |s| s.loc);
            counters.iter().for_each(|c| c.begin(loc, &mut out));
            places.values().for_each(|p| p.begin(loc, &mut out));
        }
        for (n, stmt) in stmts.into_iter().enumerate() {
            let here = points.sites.get(&(id, n)).into_iter().flatten();
            let here = here.filter_map(|site| places.get(site));
            counters.iter().for_each(|c| c.count((id, n), &stmt, &mut out));
            rewrite(stmt, places.get(&(id, n)), here, &places, &mut out);
        }
        kernel.blocks[id].stmts = out;
    }
    Some(kernel)
}

/// Puts a statement to `out` with what it means for the copies: `started` is its place if it starts one, `here` are those of which
/// copies may be under way and matter at it.
fn rewrite<'p>(
    stmt: Stmt,
    started: Option<&Place>,
    here: impl Iterator<Item = &'p Place>,
    places: &BTreeMap<Site, Place>,
    out: &mut Vec<Stmt>,
) {
    let loc = stmt.loc;
    if let (Some(place), StmtKind::Copy { dst, src, bytes, .. }) = (started, &stmt.kind) {
        place.start(loc, [dst, src, bytes], out);
    }
    if stmt.kind == StmtKind::AsyncCommit {
        out.push(stmt);
        places.values().for_each(|p| p.close(loc, out));
    } else if let StmtKind::AsyncWait { pending } = stmt.kind {
        out.push(stmt);
        places.values().for_each(|p| p.finish(loc, pending, out));
    } else if matches!(stmt.kind, StmtKind::Barrier(_)) {
        out.push(stmt);
        here.for_each(|p| p.go_on(None, out));
    } else {
        here.for_each(|p| p.go_on(Some(&stmt), out));
        out.push(stmt);
    }
}

fn starts_copy(stmt: &Stmt) -> bool {
    stmt.is_copy(CopyKind::AsyncThread)
}

/// Whether a statement may access what the copies of a site write, or write what they read.
fn may_meet(kernel: &Kernel, objects: &Objects, (block, n): Site, stmt: &Stmt) -> bool {
    let copy = kernel.blocks[block].stmts[n].effects(kernel);
    let own = stmt.effects(kernel);
    // Of copies by the group, and of what is not modelled, others speak.
    let by_group = |touch: &Touch<'_>| touch.when == When::Later(CopyKind::AsyncGroup);
    let others = own.call_out.is_some() || own.accesses.iter().any(by_group);
    let meet = |x: &Touch<'_>, y: &Touch<'_>| {
        (x.writes || y.writes) && objects.targets(x.addr).may_meet(&objects.targets(y.addr))
    };
    let mut pairs = copy
        .accesses
        .iter()
        .flat_map(|x| own.accesses.iter().map(move |y| (x, y)));
    !others && pairs.any(|(x, y)| meet(x, y))
}

/// A place that starts copies, and what is remembered of them.
struct Place {
    /// Where it is.
    loc: Loc,
    /// By age: of the open batch first.
    slots: Vec<Slot>,
    /// What the variables of a slot hold that remembers nothing.
    nothing: [Expr; 4],
    /// Older copies may be under way.
    has_older: bool,
}

/// What is remembered of the copy that a place started in one batch.
#[derive(Clone, Copy)]
struct Slot {
    /// Whether there is one under way.
    on: VarId,
    dst: VarId,
    src: VarId,
    bytes: VarId,
}

impl Slot {
    fn new(vars: &mut IndexVec<VarId, Var>) -> Slot {
        let mut make = |name: &str, ty| {
            vars.push(Var {
                name: name.to_owned(),
                ty,
                user: false,
            })
        };
        Slot {
            on: make("copy_on", Ty::Bool),
            dst: make("copy_to", Ty::Ptr),
            src: make("copy_from", Ty::Ptr),
            bytes: make("copy_bytes", Ty::U64),
        }
    }

    fn on(self) -> Expr {
        build::var(self.on, Ty::Bool)
    }

    /// The copy's two sides and its size.
    fn copy(self) -> [Expr; 3] {
        [
            build::var(self.dst, Ty::Ptr),
            build::var(self.src, Ty::Ptr),
            build::var(self.bytes, Ty::U64),
        ]
    }

    fn set(self, loc: Loc, values: [Expr; 4], out: &mut Vec<Stmt>) {
        for (dst, value) in [self.on, self.dst, self.src, self.bytes].into_iter().zip(values) {
            out.push(Stmt {
                loc,
                kind: StmtKind::Assign { dst, value },
            });
        }
    }
}

impl Place {
    /// A place that remembers copies up to an age `kept`, or none at all, while they may be as old as `oldest`.
    fn new(kernel: &mut Kernel, (block, n): Site, (kept, oldest): (Option<u32>, u32)) -> Place {
        let stmt = &kernel.blocks[block].stmts[n];
        let loc = stmt.loc;
        let [to, from] = if let StmtKind::Copy { dst, src, .. } = &stmt.kind {
            [dst, src].map(|p| root(kernel, p, ROOT_DEPTH).unwrap_or(build::zero(Ty::Ptr)))
        } else {
            [build::zero(Ty::Ptr), build::zero(Ty::Ptr)]
        };
        Place {
            loc,
            slots: (0..kept.map_or(0, |k| k + 1))
                .map(|_| Slot::new(&mut kernel.vars))
                .collect(),
            nothing: [build::int(0, Ty::Bool), to, from, build::int(0, Ty::U64)],
            has_older: kept.is_some_and(|kept| kept < oldest),
        }
    }

    /// At the kernel's start nothing is under way.
    fn begin(&self, loc: Loc, out: &mut Vec<Stmt>) {
        for slot in &self.slots {
            slot.set(loc, self.nothing.clone(), out);
        }
    }

    /// A copy of the open batch is started.
    fn start(&self, loc: Loc, [dst, src, bytes]: [&Expr; 3], out: &mut Vec<Stmt>) {
        let Some(open) = self.slots.first() else { return };
        out.push(self.lose(*open));
        let values = [build::int(1, Ty::Bool), dst.clone(), src.clone(), bytes.clone()];
        open.set(loc, values, out);
    }

    /// The open batch is closed: all become one older.
    fn close(&self, loc: Loc, out: &mut Vec<Stmt>) {
        if let Some(last) = self.slots.last().filter(|_| self.has_older) {
            out.push(self.lose(*last));
        }
        for pair in self.slots.windows(2).rev() {
            let [younger, older] = pair else { continue };
            let [dst, src, bytes] = younger.copy();
            older.set(loc, [younger.on(), dst, src, bytes], out);
        }
        if let Some(open) = self.slots.first() {
            open.set(loc, self.nothing.clone(), out);
        }
    }

    /// All but the youngest `left` closed batches are finished.
    fn finish(&self, loc: Loc, left: u32, out: &mut Vec<Stmt>) {
        for slot in self.slots.iter().skip(1).skip(left as usize) {
            slot.set(loc, self.nothing.clone(), out);
        }
    }

    /// What is under way may happen from here on: beside accesses of other threads, or beside this one's next statement.
    fn go_on(&self, met_by: Option<&Stmt>, out: &mut Vec<Stmt>) {
        if self.slots.is_empty() {
            out.push(self.under_way(build::int(1, Ty::Bool), None, None));
        }
        for slot in &self.slots {
            out.push(self.under_way(slot.on(), Some(slot.copy()), met_by));
        }
    }

    /// More may be under way than is remembered.
    fn lose(&self, slot: Slot) -> Stmt {
        self.under_way(slot.on(), None, None)
    }

    fn under_way(&self, on: Expr, copy: Option<[Expr; 3]>, met_by: Option<&Stmt>) -> Stmt {
        let met_by = met_by.cloned();
        Stmt {
            loc: self.loc,
            kind: StmtKind::UnderWay(Box::new(UnderWay {
                on,
                copy,
                met_by,
                batches: None,
            })),
        }
    }
}

/// How far the making of a pointer is followed.
const ROOT_DEPTH: u32 = 16;

/// The start of the object that `pointer` is made from, as far as the text shows: where nothing is remembered, any pointer will do,
/// and one into the same object makes for simple terms.
fn root(kernel: &Kernel, pointer: &Expr, depth: u32) -> Option<Expr> {
    let depth = depth.checked_sub(1)?;
    if let ExprKind::Object(_) = pointer.kind {
        return Some(pointer.clone());
    }
    let ExprKind::Var(v) = pointer.kind else {
        let mut operands = pointer.operands().into_iter();
        return operands.find_map(|operand| root(kernel, operand, depth));
    };
    if kernel.params.iter().any(|p| p.var == v && p.ty == Ty::Ptr) {
        let is_assigned = definitions(kernel, v).next().is_some();
        return (!is_assigned).then(|| pointer.clone());
    }
    definitions(kernel, v).find_map(|value| root(kernel, value, depth))
}

/// The values that are assigned to `variable`.
fn definitions(kernel: &Kernel, variable: VarId) -> impl Iterator<Item = &Expr> {
    let stmts = kernel.blocks.iter().flat_map(|b| &b.stmts);
    stmts.filter_map(move |s| s.assignment().filter(|(dst, _)| *dst == variable).map(|(_, v)| v))
}
