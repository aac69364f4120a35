//! Asynchronous copies that are waited for in stages, as ordinary variables and accesses.
//!
//! A pipelined kernel starts the copy of a later tile, waits for that of an earlier one (`cp.async.wait_group 1`) and passes
//! barriers while copies are under way. Such a copy may happen in any barrier interval from its start to its wait. So the
//! kernel is rewritten before it is encoded: for each place that starts copies, variables remember what was started in the
//! open batch and in each of the closed ones, closing a batch moves them on, waiting forgets the older ones, and after
//! each barrier the copies that are remembered access their memory once more. What the variables hold in which
//! iteration is then found like that of all others.
//!
//! A place remembers one copy of each batch. That there are no more, nor older batches than are kept, is
//! an obligation ([`StmtKind::UnderWay`] without a copy).

mod ages;
mod peel;

use ages::Site;
use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::{
    CopyKind, Expr, ExprKind, Kernel, Loc, Stmt, StmtKind, Ty, UnderWay, Var, VarId,
};
use std::collections::BTreeMap;

/// Batches that are remembered at most.
const MOST_BATCHES: u32 = 8;

/// The kernel with the copies that may be under way at barriers made explicit; `None` if there are no such copies.
pub(crate) fn explicit(kernel: &Kernel) -> Option<Kernel> {
    if ages::at_barriers(kernel).is_empty() {
        return None;
    }
    let mut kernel = peel::peeled(kernel);
    let places: BTreeMap<Site, Place> = ages::at_barriers(&kernel)
        .into_iter()
        .filter_map(|(site, ages)| Some((site, ages.greatest()?)))
        .map(|(site, oldest)| (site, Place::new(&mut kernel, site, oldest)))
        .collect();
    let ids: Vec<_> = kernel.blocks.indices().collect();
    for id in ids {
        let stmts = std::mem::take(&mut kernel.blocks[id].stmts);
        let mut out = Vec::new();
        if id == kernel.entry {
            let loc = stmts.first().map_or(kernel.blocks[id].term.loc, |s| s.loc);
            places.values().for_each(|p| p.begin(loc, &mut out));
        }
        for (n, stmt) in stmts.into_iter().enumerate() {
            let (loc, started) = (stmt.loc, places.get(&(id, n)));
            if let (Some(place), StmtKind::Copy { dst, src, bytes, .. }) = (started, &stmt.kind) {
                place.start(loc, [dst, src, bytes], &mut out);
            }
            let then = Then::of(&stmt.kind);
            out.push(stmt);
            for place in places.values() {
                match then {
                    Some(Then::Close) => place.close(loc, &mut out),
                    Some(Then::Finish(left)) => place.finish(loc, left, &mut out),
                    Some(Then::GoOn) => place.go_on(&mut out),
                    None => {}
                }
            }
        }
        kernel.blocks[id].stmts = out;
    }
    Some(kernel)
}

/// What a statement does to the copies that are under way.
#[derive(Clone, Copy)]
enum Then {
    /// Closes the batch.
    Close,
    /// Finishes all but so many batches.
    Finish(u32),
    /// Another barrier interval begins.
    GoOn,
}

impl Then {
    fn of(kind: &StmtKind) -> Option<Then> {
        match kind {
            StmtKind::AsyncCommit => Some(Then::Close),
            StmtKind::AsyncWait { pending } => Some(Then::Finish(*pending)),
            StmtKind::Barrier(_) => Some(Then::GoOn),
            _ => None,
        }
    }
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
        var(self.on, Ty::Bool)
    }

    /// The copy's two sides and its size.
    fn copy(self) -> [Expr; 3] {
        [
            var(self.dst, Ty::Ptr),
            var(self.src, Ty::Ptr),
            var(self.bytes, Ty::U64),
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
    fn new(kernel: &mut Kernel, (block, n): Site, oldest: u32) -> Place {
        let kept = oldest.min(MOST_BATCHES);
        let stmt = &kernel.blocks[block].stmts[n];
        let loc = stmt.loc;
        let [to, from] = match &stmt.kind {
            StmtKind::Copy {
                dst,
                src,
                kind: CopyKind::AsyncThread,
                ..
            } => [dst, src].map(|p| root(kernel, p, ROOT_DEPTH).unwrap_or_else(null)),
            _ => [null(), null()],
        };
        Place {
            loc,
            slots: (0..=kept).map(|_| Slot::new(&mut kernel.vars)).collect(),
            nothing: [int(0, Ty::Bool), to, from, int(0, Ty::U64)],
            has_older: kept < oldest,
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
        out.push(self.under_way(open.on(), None));
        let values = [int(1, Ty::Bool), dst.clone(), src.clone(), bytes.clone()];
        open.set(loc, values, out);
    }

    /// The open batch is closed: all become one older.
    fn close(&self, loc: Loc, out: &mut Vec<Stmt>) {
        if let Some(last) = self.slots.last().filter(|_| self.has_older) {
            out.push(self.under_way(last.on(), None));
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
            out.push(Stmt {
                loc,
                kind: StmtKind::Assign {
                    dst: slot.on,
                    value: int(0, Ty::Bool),
                },
            });
        }
    }

    /// What is under way may happen from here on.
    fn go_on(&self, out: &mut Vec<Stmt>) {
        for slot in &self.slots {
            out.push(self.under_way(slot.on(), Some(slot.copy())));
        }
    }

    fn under_way(&self, on: Expr, copy: Option<[Expr; 3]>) -> Stmt {
        Stmt {
            loc: self.loc,
            kind: StmtKind::UnderWay(Box::new(UnderWay { on, copy })),
        }
    }
}

/// How far the making of a pointer is followed.
const ROOT_DEPTH: u32 = 16;

/// The start of the object that `pointer` is made from, as far as the text shows: where nothing is remembered, any pointer will do,
/// and one into the same object makes for simple terms.
fn root(kernel: &Kernel, pointer: &Expr, depth: u32) -> Option<Expr> {
    let depth = depth.checked_sub(1)?;
    match &pointer.kind {
        ExprKind::Object(_) => Some(pointer.clone()),
        ExprKind::Var(v) if kernel.params.iter().any(|p| p.var == *v && p.ty == Ty::Ptr) => {
            let is_assigned = definitions(kernel, *v).next().is_some();
            (!is_assigned).then(|| pointer.clone())
        }
        ExprKind::Var(v) => definitions(kernel, *v).find_map(|value| root(kernel, value, depth)),
        _ => pointer
            .operands()
            .into_iter()
            .find_map(|operand| root(kernel, operand, depth)),
    }
}

/// The values that are assigned to `variable`.
fn definitions(kernel: &Kernel, variable: VarId) -> impl Iterator<Item = &Expr> {
    let stmts = kernel.blocks.iter().flat_map(|b| &b.stmts);
    stmts.filter_map(move |s| match &s.kind {
        StmtKind::Assign { dst, value } if *dst == variable => Some(value),
        _ => None,
    })
}

fn null() -> Expr {
    Expr {
        ty: Ty::Ptr,
        kind: ExprKind::Null,
    }
}

fn var(id: VarId, ty: Ty) -> Expr {
    Expr {
        ty,
        kind: ExprKind::Var(id),
    }
}

fn int(value: i128, ty: Ty) -> Expr {
    Expr {
        ty,
        kind: ExprKind::Int(value),
    }
}
