//! Which holes of a kernel can have a say in races and divergence.
//!
//! A [`Hole`](crate::ir::Hole) *matters* if
//! - it may write shared or global memory, or memory that nobody knows, or may hide a barrier; or
//! - its value may flow into the address or length of an access to such memory, into a condition that an access, a
//!   barrier, a collective operation or an assertion depends on, into the condition of a loop, or into the mask or lane of
//!   a barrier or collective operation.
//!
//! What the program itself leaves open ([`Open`](crate::ir::Open)) is not there to be modelled: a function that no file defines may give any value of its
//! type, a proof for any value is a proof, and what it is assumed not to do is said with the verdict. Such a hole matters if it may
//! write memory that others see, or if its value may be a pointer.
//!
//! The answer is static and conservative: a backward slice (Weiser, doi 10.1109/TSE.1984.5010248) over data and control
//! dependences, insensitive to the order of statements, in which memory is one cell for each object. A hole that is left out
//! changes nothing that kverify asks about; one that is named may still turn out harmless.

mod control;

use crate::index::Idx;
use crate::ir::effect::Touch;
use crate::ir::points_to::PointsTo;
use crate::ir::{BlockId, CollectiveOp, Expr, ExprKind, HoleId, Kernel, Stmt, StmtKind, TermKind, Ty, VarId};
use control::Dependences;

/// The holes of `kernel` that matter, in order.
pub fn holes_that_matter(kernel: &Kernel) -> Vec<HoleId> {
    if kernel.holes.is_empty() {
        return Vec::new();
    }
    let pointers = PointsTo::of(kernel);
    let mut slice = Slice {
        kernel,
        pointers: &pointers,
        control: Dependences::of(kernel),
        vars: vec![false; kernel.vars.len()],
        objects: vec![false; pointers.all().count()],
        blocks: vec![false; kernel.blocks.len()],
        holes: vec![false; kernel.holes.len()],
        changed: false,
    };
    slice.seed();
    while std::mem::take(&mut slice.changed) {
        slice.step();
    }
    let matter = |id: &HoleId| slice.holes[id.index()];
    kernel.holes.indices().filter(matter).collect()
}

/// What is known to be in the slice so far.
struct Slice<'k> {
    kernel: &'k Kernel,
    pointers: &'k PointsTo,
    control: Dependences,
    /// Variables whose value is needed.
    vars: Vec<bool>,
    /// Objects whose contents are needed.
    objects: Vec<bool>,
    /// Blocks for which it is needed whether they run.
    blocks: Vec<bool>,
    holes: Vec<bool>,
    changed: bool,
}

impl Slice<'_> {
    /// What every question of ours depends on.
    fn seed(&mut self) {
        for (id, block) in self.kernel.blocks.iter_enumerated() {
            for stmt in &block.stmts {
                self.seed_stmt(id, stmt);
            }
            if let TermKind::Branch { cond, .. } = &block.term.kind
                && self.control.is_loop_condition(id)
            {
                self.need(cond);
                self.need_block(id);
            }
        }
    }

    fn seed_stmt(&mut self, block: BlockId, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Load { addr, .. } | StmtKind::Store { addr, .. } => self.access(block, addr, None),
            StmtKind::Atomic(atomic) => self.access(block, &atomic.addr, None),
            StmtKind::Copy { dst, src, bytes, .. } => {
                self.access(block, dst, Some(bytes));
                self.access(block, src, Some(bytes));
            }
            StmtKind::Fill { dst, bytes, .. } => self.access(block, dst, Some(bytes)),
            StmtKind::UnderWay(u) => {
                self.need(&u.on);
                if let Some([dst, src, bytes]) = &u.copy {
                    self.access(block, dst, Some(bytes));
                    self.access(block, src, Some(bytes));
                }
                u.batches
                    .iter()
                    .flat_map(|b| &b.counts)
                    .for_each(|n| self.need(n));
            }
            StmtKind::Barrier(barrier) => {
                barrier.mask.iter().for_each(|mask| self.need(mask));
                self.need_block(block);
            }
            StmtKind::Phase(phase) => {
                phase.exprs().into_iter().for_each(|e| self.need(e));
                self.need_block(block);
            }
            StmtKind::Collective(collective) => {
                // What is contributed decides nothing but the result.
                let contributed = usize::from(collective.op != CollectiveOp::Together);
                let lanes = collective.args.iter().skip(contributed);
                collective.mask.iter().chain(lanes).for_each(|e| self.need(e));
                self.need_block(block);
            }
            StmtKind::Assume(fact)
            | StmtKind::Assert(fact)
            | StmtKind::Demand { holds: fact, .. }
            | StmtKind::Presume { holds: fact, .. } => {
                self.need(fact);
                self.need_block(block);
            }
            StmtKind::AsyncWait { .. } | StmtKind::AsyncCommit | StmtKind::Fence { .. } => {
                self.need_block(block);
            }
            StmtKind::Hole { hole, writes, .. } => {
                let effects = stmt.effects(self.kernel);
                let mut writes_to = effects.writes().map(|to| self.pointers.touched(to));
                let visible = writes_to.any(|to| self.pointers.is_visible(self.kernel, &to));
                let known = &self.kernel.holes[*hole];
                if visible || known.may_synchronise() && known.open.is_none() {
                    self.need_hole(*hole);
                    self.need_block(block);
                }
                for to in writes {
                    if self.visible(to) {
                        self.need(to);
                    }
                }
            }
            StmtKind::Assign { .. } | StmtKind::Invariant(_) | StmtKind::Print { .. } => {}
        }
    }

    /// An access to memory that other threads may see needs its place, its length and whether it happens.
    fn access(&mut self, block: BlockId, addr: &Expr, bytes: Option<&Expr>) {
        if self.visible(addr) {
            self.need(addr);
            bytes.into_iter().for_each(|bytes| self.need(bytes));
            self.need_block(block);
        }
    }

    fn visible(&self, addr: &Expr) -> bool {
        self.pointers
            .is_visible(self.kernel, &self.pointers.targets(addr))
    }

    /// One round: whatever defines what is needed needs its operands.
    fn step(&mut self) {
        let kernel = self.kernel;
        for (id, block) in kernel.blocks.iter_enumerated() {
            for stmt in &block.stmts {
                self.step_stmt(id, stmt);
            }
            if self.blocks[id.index()] {
                for branch in self.control.of_block(id).to_vec() {
                    if let TermKind::Branch { cond, .. } = &kernel.blocks[branch].term.kind {
                        self.need(cond);
                    }
                    self.need_block(branch);
                }
            }
        }
    }

    fn step_stmt(&mut self, block: BlockId, stmt: &Stmt) {
        let defines = stmt.defs().into_iter().any(|var| self.vars[var.index()])
            || stmt
                .effects(self.kernel)
                .writes()
                .any(|to| self.contents_needed(to));
        if !defines {
            return;
        }
        self.need_block(block);
        // A hole needs nothing: it may give any value.
        if let StmtKind::Hole { hole, dsts, writes } = &stmt.kind {
            let number = |var: &VarId| self.kernel.vars[*var].ty != Ty::Ptr;
            let any_value = writes.is_empty() && dsts.iter().all(number);
            if self.kernel.holes[*hole].open.is_none() || !any_value {
                self.need_hole(*hole);
            }
            return;
        }
        stmt.exprs().into_iter().for_each(|e| self.need(e));
        for read in stmt.effects(self.kernel).reads() {
            self.need_contents(read.addr);
        }
    }

    fn contents_needed(&self, to: &Touch<'_>) -> bool {
        let targets = self.pointers.touched(to);
        self.pointers
            .reach(&targets)
            .into_iter()
            .any(|o| self.objects[o.index()])
    }

    fn need_contents(&mut self, addr: &Expr) {
        for object in self.pointers.reach(&self.pointers.targets(addr)) {
            set(&mut self.objects, object.index(), &mut self.changed);
        }
    }

    fn need(&mut self, expr: &Expr) {
        for var in expr.variables() {
            set(&mut self.vars, var.index(), &mut self.changed);
        }
        expr.walk(&mut |e| {
            if let ExprKind::Unknown(hole) = e.kind {
                self.need_hole(hole);
            }
        });
    }

    fn need_hole(&mut self, hole: HoleId) {
        set(&mut self.holes, hole.index(), &mut self.changed);
    }

    fn need_block(&mut self, block: BlockId) {
        set(&mut self.blocks, block.index(), &mut self.changed);
    }
}

fn set(flags: &mut [bool], at: usize, changed: &mut bool) {
    *changed |= !std::mem::replace(&mut flags[at], true);
}

#[cfg(test)]
mod tests;
