//! Intervals of integer variables at every node, by abstract interpretation.
//!
//! Widening at loop headers goes to the next constant of the kernel first (Cousot & Cousot, POPL 1977,
//! doi 10.1145/512950.512973; thresholds after Blanchet et al., PLDI 2003, doi 10.1145/781131.781153), so that
//! `now = 1 - now` stays in [0, 1] and a counter within the bounds that the loop's test gives. The symbolic machine uses
//! the result for variables that loops carry round.

use crate::cfg::Cfg;
use crate::term::Range;
use kverify_frontend::index::{Idx, IndexVec};
use kverify_frontend::ir::{
    BinOp, CmpOp, Expr, ExprKind, Geometry, Kernel, Language, Stmt, StmtKind, TermKind, Ty, UnOp, VarId, flow,
};
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Joins at a node before its intervals are widened.
const JOINS_BEFORE_WIDENING: u32 = 3;
/// Joins at a node before a bound is given up altogether.
const JOINS_BEFORE_GIVING_UP: u32 = 40;
/// Kernels of more nodes × variables are not analysed: all intervals are those of the types.
const MAX_WORK: usize = 4_000_000;

/// Intervals at every node's start.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// Position of a variable in the states; `None` for those of one block only.
    slots: Vec<Option<usize>>,
    at_start: IndexVec<NodeIndex, Option<Vec<Range>>>,
}

/// Intervals while a node is gone through: of the variables that live across nodes, and of the node's own.
#[derive(Clone)]
struct State<'s> {
    slots: &'s [Option<usize>],
    kept: Vec<Range>,
    local: FxHashMap<VarId, Range>,
}

impl State<'_> {
    fn get(&self, kernel: &Kernel, v: VarId) -> Range {
        match self.slots[v.index()] {
            Some(slot) => self.kept[slot],
            None => self
                .local
                .get(&v)
                .copied()
                .unwrap_or(Range::of(kernel.vars[v].ty)),
        }
    }

    fn set(&mut self, v: VarId, r: Range) {
        match self.slots[v.index()] {
            Some(slot) => self.kept[slot] = r,
            None => {
                self.local.insert(v, r);
            }
        }
    }
}

/// The integer variables that are used in another block than the one that assigns them, in order.
fn across_blocks(kernel: &Kernel) -> Vec<VarId> {
    let mut home: Vec<Option<usize>> = vec![None; kernel.vars.len()];
    let mut across = vec![false; kernel.vars.len()];
    for p in &kernel.params {
        across[p.var.index()] = true;
    }
    for (b, block) in kernel.blocks.iter().enumerate() {
        let mut touch = |v: VarId| match home[v.index()] {
            Some(h) if h != b => across[v.index()] = true,
            _ => home[v.index()] = Some(b),
        };
        for s in &block.stmts {
            let read = s.exprs().into_iter().flat_map(Expr::variables);
            read.for_each(&mut touch);
            s.defs().into_iter().for_each(&mut touch);
        }
        if let Some(cond) = block.term.cond() {
            cond.variables().into_iter().for_each(&mut touch);
        }
    }
    let int = |v: &VarId| matches!(kernel.vars[*v].ty, Ty::Int { .. });
    kernel
        .vars
        .indices()
        .filter(|v| across[v.index()])
        .filter(int)
        .collect()
}

struct Analysis<'a> {
    kernel: &'a Kernel,
    cfg: &'a Cfg,
    block: [Option<u64>; 3],
    grid: [Option<u64>; 3],
    args: &'a [(u32, i128)],
    thresholds: Vec<i128>,
    kept: Vec<VarId>,
    slots: Vec<Option<usize>>,
}

impl Intervals {
    /// Analyses `kernel` for a launch of the given sizes and scalar arguments, where they are constants.
    pub fn new(
        kernel: &Kernel,
        cfg: &Cfg,
        block: [Option<u64>; 3],
        grid: [Option<u64>; 3],
        args: &[(u32, i128)],
    ) -> Intervals {
        let thresholds = thresholds(kernel, block, grid);
        let kept = across_blocks(kernel);
        let mut slots = vec![None; kernel.vars.len()];
        for (slot, v) in kept.iter().enumerate() {
            slots[v.index()] = Some(slot);
        }
        let analysis = Analysis {
            kernel,
            cfg,
            block,
            grid,
            args,
            thresholds,
            kept,
            slots,
        };
        let n = cfg.graph.node_count();
        let at_start = match n.saturating_mul(analysis.kept.len()) > MAX_WORK {
            true => (0..n).map(|_| None).collect(),
            false => analysis.run(),
        };
        Intervals {
            slots: analysis.slots,
            at_start,
        }
    }

    /// The interval of `v` at the start of `node`, within its type's.
    pub fn at(&self, kernel: &Kernel, node: NodeIndex, v: VarId) -> Range {
        let all = Range::of(kernel.vars[v].ty);
        match (&self.at_start[node], self.slots[v.index()]) {
            (Some(state), Some(slot)) => state[slot],
            _ => all,
        }
    }
}

/// All constants of the kernel and their neighbours: bounds worth stopping at.
fn thresholds(kernel: &Kernel, block: [Option<u64>; 3], grid: [Option<u64>; 3]) -> Vec<i128> {
    let mut found: BTreeSet<i128> = BTreeSet::from([0]);
    for e in kernel.exprs() {
        e.walk(&mut |e| {
            if let ExprKind::Int(v) = e.kind {
                found.insert(v);
            }
        });
    }
    found.extend(block.into_iter().chain(grid).flatten().map(i128::from));
    found
        .iter()
        .flat_map(|&c| [c.saturating_sub(1), c, c.saturating_add(1)])
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

impl Analysis<'_> {
    fn run(&self) -> IndexVec<NodeIndex, Option<Vec<Range>>> {
        let n = self.cfg.graph.node_count();
        let mut joins = vec![0u32; n];
        let join = |to: NodeIndex, old: &mut Vec<Range>, state: Vec<Range>| {
            joins[to.index()] += 1;
            self.join(old, &state, joins[to.index()])
        };
        let starts = [(self.cfg.entry, self.initial())];
        let mut at_start = flow::solve(n, starts, |node, start| self.through(node, start), join);
        // Two descending passes win back what widening overshot.
        for _ in 0..2 {
            self.narrow(&mut at_start);
        }
        at_start
    }

    /// Every node's start from its predecessors' ends, which only shrinks a post-fixpoint.
    fn narrow(&self, at_start: &mut IndexVec<NodeIndex, Option<Vec<Range>>>) {
        let mut next: Vec<Option<Vec<Range>>> = vec![None; at_start.len()];
        next[self.cfg.entry.index()] = Some(self.initial());
        for node in self.cfg.graph.node_indices() {
            let Some(start) = at_start[node].clone() else {
                continue;
            };
            for (to, state) in self.through(node, start) {
                match &mut next[to.index()] {
                    None => next[to.index()] = Some(state),
                    Some(old) => old.iter_mut().zip(&state).for_each(|(o, s)| *o = o.union(*s)),
                }
            }
        }
        for (old, new) in at_start.iter_mut().zip(next) {
            if let (Some(o), Some(n)) = (old, new) {
                o.iter_mut().zip(n).for_each(|(o, n)| *o = o.meet(n));
            }
        }
    }

    fn initial(&self) -> Vec<Range> {
        let mut state: Vec<Range> = self
            .kept
            .iter()
            .map(|v| Range::of(self.kernel.vars[*v].ty))
            .collect();
        for (n, v) in self.args {
            if let Some(p) = self.kernel.params.get(*n as usize)
                && Range::of(p.ty).contains(*v)
                && let Some(slot) = self.slots[p.var.index()]
            {
                state[slot] = Range::new(*v, *v);
            }
        }
        state
    }

    /// Joins `new` into `old`, widening after some joins; whether anything changed.
    fn join(&self, old: &mut [Range], new: &[Range], joins: u32) -> bool {
        let mut changed = false;
        for (i, (o, n)) in old.iter_mut().zip(new).enumerate() {
            let mut u = o.union(*n);
            if u == *o {
                continue;
            }
            let all = Range::of(self.kernel.vars[self.kept[i]].ty);
            if joins > JOINS_BEFORE_GIVING_UP {
                u = all;
            } else if joins > JOINS_BEFORE_WIDENING {
                u = self.widened(*o, u, all);
            }
            changed = true;
            *o = u;
        }
        changed
    }

    fn widened(&self, old: Range, new: Range, all: Range) -> Range {
        let lo = match (old.lo, new.lo) {
            (Some(o), Some(n)) if n < o => self
                .thresholds
                .iter()
                .rev()
                .find(|&&t| t <= n)
                .copied()
                .or(all.lo),
            (_, lo) => lo,
        };
        let hi = match (old.hi, new.hi) {
            (Some(o), Some(n)) if n > o => self.thresholds.iter().find(|&&t| t >= n).copied().or(all.hi),
            (_, hi) => hi,
        };
        Range {
            lo: lo.max(all.lo),
            hi: hi.map(|h| all.hi.map_or(h, |a| h.min(a))).or(all.hi),
        }
    }

    /// The states at the node's successors.
    fn through(&self, node: NodeIndex, start: Vec<Range>) -> Vec<(NodeIndex, Vec<Range>)> {
        let mut state = State {
            slots: &self.slots,
            kept: start,
            local: FxHashMap::default(),
        };
        let n = &self.cfg.graph[node];
        let block = &self.kernel.blocks[n.block];
        for s in self.cfg.stmts(self.kernel, node) {
            self.assign(s, &mut state);
        }
        let mut out = Vec::new();
        for e in self.cfg.graph.edges(node) {
            let mut next = state.clone();
            if let (Some(value), TermKind::Branch { cond, .. }) = (*e.weight(), &block.term.kind)
                && !self.refine(cond, value, &mut next)
            {
                continue;
            }
            out.push((e.target(), next.kept));
        }
        out
    }

    fn assign(&self, s: &Stmt, state: &mut State<'_>) {
        if let StmtKind::Assume(e) = &s.kind {
            self.refine(e, true, state);
        }
        for v in s.defs() {
            let all = Range::of(self.kernel.vars[v].ty);
            let r = s
                .assignment()
                .map_or(all, |(_, value)| self.eval(value, state).meet(all));
            state.set(v, r);
        }
    }

    /// Narrows `state` to where `cond` is `value`; false if that is nowhere.
    fn refine(&self, cond: &Expr, value: bool, state: &mut State<'_>) -> bool {
        match &cond.kind {
            ExprKind::Int(v) => (*v != 0) == value,
            ExprKind::Unary(UnOp::Not, a) => self.refine(a, !value, state),
            ExprKind::Binary(BinOp::And, a, b) if value && cond.ty == Ty::Bool => {
                self.refine(a, true, state) && self.refine(b, true, state)
            }
            ExprKind::Binary(BinOp::Or, a, b) if !value && cond.ty == Ty::Bool => {
                self.refine(a, false, state) && self.refine(b, false, state)
            }
            ExprKind::Cmp(op, a, b) if matches!(a.ty, Ty::Int { .. }) => {
                let op = if value { *op } else { op.negated() };
                self.compare(op, a, b, state) && self.compare(op.mirrored(), b, a, state)
            }
            ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Var(_)
            | ExprKind::Object(_)
            | ExprKind::Geometry(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cmp(..)
            | ExprKind::Cast(_)
            | ExprKind::Bits(_)
            | ExprKind::Window(_)
            | ExprKind::Select(..)
            | ExprKind::PtrAdd(..)
            | ExprKind::PtrRow(..)
            | ExprKind::PtrDiff(..)
            | ExprKind::Call(..)
            | ExprKind::Unknown(_) => true,
        }
    }

    /// Narrows the variable `a` to where `a op b` can hold.
    fn compare(&self, op: CmpOp, a: &Expr, b: &Expr, state: &mut State<'_>) -> bool {
        let (x, y) = (self.eval(a, state), self.eval(b, state));
        let bound = match op {
            CmpOp::Lt => Range {
                lo: None,
                hi: y.hi.map(|h| h.saturating_sub(1)),
            },
            CmpOp::Le => Range { lo: None, hi: y.hi },
            CmpOp::Gt => Range {
                lo: y.lo.map(|l| l.saturating_add(1)),
                hi: None,
            },
            CmpOp::Ge => Range { lo: y.lo, hi: None },
            CmpOp::Eq => y,
            CmpOp::Ne => match (x, y) {
                // An end point that is excluded.
                (
                    x,
                    Range {
                        lo: Some(l),
                        hi: Some(h),
                    },
                ) if l == h => {
                    let lo = x.lo.map(|v| if v == l { v + 1 } else { v });
                    let hi = x.hi.map(|v| if v == l { v - 1 } else { v });
                    Range { lo, hi }
                }
                _ => Range::ALL,
            },
        };
        let lo = x.lo.max(bound.lo);
        let hi = match (x.hi, bound.hi) {
            (Some(p), Some(q)) => Some(p.min(q)),
            (p, q) => p.or(q),
        };
        if lo.zip(hi).is_some_and(|(l, h)| l > h) {
            return false;
        }
        if let Some(v) = self.variable(a, state) {
            state.set(v, Range { lo, hi });
        }
        true
    }

    /// The variable that `e` is, seen through conversions that keep its value.
    fn variable(&self, e: &Expr, state: &State<'_>) -> Option<VarId> {
        if let ExprKind::Cast(a) = &e.kind
            && matches!(a.ty, Ty::Int { .. })
        {
            let kept = Range::of(e.ty).includes(self.eval(a, state));
            return self.variable(a, state).filter(|_| kept);
        }
        let ExprKind::Var(v) = e.kind else { return None };
        Some(v)
    }

    /// The interval of an integer expression; that of its type if it may wrap.
    fn eval(&self, e: &Expr, state: &State<'_>) -> Range {
        let all = Range::of(e.ty);
        let exact = match &e.kind {
            ExprKind::Int(v) => Range::new(*v, *v),
            ExprKind::Var(v) => state.get(self.kernel, *v),
            ExprKind::Geometry(g) => self.geometry(*g),
            ExprKind::Unary(UnOp::Neg, a) => self.eval(a, state).scale(-1),
            ExprKind::Cast(a) if matches!(a.ty, Ty::Int { .. } | Ty::Bool) && e.ty != Ty::Bool => {
                self.eval(a, state)
            }
            ExprKind::Select(_, a, b) => self.eval(a, state).union(self.eval(b, state)),
            ExprKind::Binary(op, a, b) => {
                let by = self.eval(b, state);
                // OpenCL C 3.0, 6.3: the amount counts modulo the width.
                let counted = Range::new(0, i128::from(8 * a.ty.bytes()) - 1);
                let by = match op {
                    BinOp::Shl | BinOp::Shr
                        if self.kernel.language == Language::OpenCl && !counted.includes(by) =>
                    {
                        counted
                    }
                    _ => by,
                };
                self.eval(a, state).binary(*op, by)
            }
            ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Object(_)
            | ExprKind::Unary(..)
            | ExprKind::Cmp(..)
            | ExprKind::Cast(_)
            | ExprKind::Bits(_)
            | ExprKind::Window(_)
            | ExprKind::PtrAdd(..)
            | ExprKind::PtrRow(..)
            | ExprKind::PtrDiff(..)
            | ExprKind::Call(..)
            | ExprKind::Unknown(_) => all,
        };
        if all.includes(exact) { exact } else { all }
    }

    fn geometry(&self, g: Geometry) -> Range {
        let cuda = self.kernel.language == Language::Cuda;
        let below = |n: Option<u64>, most: i128| Range::new(0, n.map_or(most, i128::from) - 1);
        let of =
            |n: Option<u64>, most: i128| n.map_or(Range::new(1, most), |n| Range::new(n.into(), n.into()));
        let bound = i128::from(self.kernel.most_threads());
        let most_block = if cuda { bound.min(1024) } else { 1 << 16 };
        let most_grid = (1 << 31) - 1;
        match g {
            Geometry::ThreadIdx(d) => below(self.block[d as usize], most_block),
            Geometry::BlockDim(d) => of(self.block[d as usize], most_block),
            Geometry::BlockIdx(d) => below(self.grid[d as usize], most_grid),
            Geometry::GridDim(d) => of(self.grid[d as usize], most_grid),
            Geometry::WorkDim => Range::new(1, 3),
            Geometry::WarpSize => Range::new(32, 32),
            Geometry::GlobalOffset(_) => Range::of(Ty::U64),
        }
    }
}
