//! Walking over statements and expressions.

use super::flow;
use super::{
    BlockId, CopyKind, Demand, Expr, ExprKind, Kernel, Loc, Phase, PhaseBarrier, PhaseOp, Scope, Span, Stmt,
    StmtKind, TermKind, Terminator, UnderWay, Until, VarId,
};
use crate::index::IndexVec;

// What there is to read and what there is to change is listed once: `iter` and no `mut` for the one, `iter_mut` and `mut` for the
// other.

macro_rules! operands {
    ($expr:ident, $iter:ident $(, $mut:tt)?) => {
        match &$($mut)? $expr.kind {
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Var(_)
            | ExprKind::Object(_)
            | ExprKind::Geometry(_)
            | ExprKind::Unknown(_) => Vec::new(),
            ExprKind::Unary(_, a) | ExprKind::Cast(a) | ExprKind::Bits(a) | ExprKind::Window(a) => vec![a],
            ExprKind::Binary(_, a, b)
            | ExprKind::Cmp(_, a, b)
            | ExprKind::PtrAdd(a, b)
            | ExprKind::PtrRow(a, b)
            | ExprKind::PtrDiff(a, b) => vec![a, b],
            ExprKind::Select(a, b, c) => vec![a, b, c],
            ExprKind::Call(_, args) => args.$iter().collect(),
        }
    };
}

macro_rules! exprs {
    ($stmt:ident, $iter:ident, $exprs:ident $(, $mut:tt)?) => {
        match &$($mut)? $stmt.kind {
            StmtKind::Assign { value, .. } => vec![value],
            StmtKind::Load { addr, .. } => vec![addr],
            StmtKind::Store { addr, value, .. } => vec![addr, value],
            StmtKind::Atomic(atomic) => std::iter::once(&$($mut)? atomic.addr)
                .chain(&$($mut)? atomic.args)
                .chain(atomic.stated.$iter().map(|s| &$($mut)? s.value))
                .collect(),
            StmtKind::Copy { dst, src, bytes, .. } => vec![dst, src, bytes],
            StmtKind::Fill { dst, byte, bytes } => vec![dst, byte, bytes],
            StmtKind::Barrier(barrier) => {
                let values = barrier.reduce.$iter().map(|r| &$($mut)? r.value);
                barrier.mask.$iter().chain(values).collect()
            }
            StmtKind::Collective(c) => c.mask.$iter().chain(&$($mut)? c.args).collect(),
            StmtKind::Assume(e)
            | StmtKind::Assert(e)
            | StmtKind::Invariant(e)
            | StmtKind::Demand { holds: e, .. }
            | StmtKind::Presume { holds: e, .. } => vec![e],
            StmtKind::Phase(phase) => phase.$exprs(),
            StmtKind::Hole { writes, .. } => writes.$iter().collect(),
            StmtKind::Print { args, .. } => args.$iter().collect(),
            StmtKind::UnderWay(u) => {
                let UnderWay { on, copy, met_by, batches } = &$($mut)? **u;
                let met_by = met_by.$iter().flat_map(Stmt::$exprs);
                let batches = batches.$iter().flat_map(|b| &$($mut)? b.counts);
                let copy = copy.$iter().flatten().chain(batches);
                std::iter::once(on).chain(copy).chain(met_by).collect()
            }
            StmtKind::Fence { stated, .. } => stated.$iter().map(|s| &$($mut)? s.value).collect(),
            StmtKind::AsyncWait { .. } | StmtKind::AsyncCommit => Vec::new(),
        }
    };
}

macro_rules! defs {
    ($stmt:ident, $iter:ident $(, $mut:tt)?) => {
        match &$($mut)? $stmt.kind {
            StmtKind::Assign { dst, .. } | StmtKind::Load { dst, .. } => vec![dst],
            StmtKind::Atomic(atomic) => atomic.dst.$iter().collect(),
            StmtKind::Barrier(barrier) => barrier.reduce.$iter().map(|r| &$($mut)? r.dst).collect(),
            StmtKind::Collective(collective) => collective.dst.$iter().collect(),
            StmtKind::Hole { dsts, .. } => dsts.$iter().collect(),
            StmtKind::Phase(phase) => match &$($mut)? phase.op {
                PhaseOp::Arrive { dst, .. } | PhaseOp::Wait { poll: dst, .. } => dst.$iter().collect(),
                PhaseOp::Init { .. } | PhaseOp::Sync | PhaseOp::Copies => Vec::new(),
            },
            StmtKind::Store { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. }
            | StmtKind::AsyncWait { .. }
            | StmtKind::AsyncCommit
            | StmtKind::Fence { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert(_)
            | StmtKind::Invariant(_)
            | StmtKind::Demand { .. }
            | StmtKind::Presume { .. }
            | StmtKind::UnderWay(_)
            | StmtKind::Print { .. } => Vec::new(),
        }
    };
}

impl Stmt {
    /// The variable that takes the value of another one here, and that one; the type may change on the way.
    pub fn copied(&self) -> Option<(VarId, VarId)> {
        let StmtKind::Assign { dst, value } = &self.kind else {
            return None;
        };
        let mut from = value;
        while let ExprKind::Cast(inner) | ExprKind::Bits(inner) = &from.kind {
            from = inner;
        }
        let ExprKind::Var(v) = from.kind else {
            return None;
        };
        Some((*dst, v))
    }
}

impl Kernel {
    /// Barriers of the whole grid, in a kernel that does not ask whether it may wait there.
    pub fn grid_barriers(&self) -> Vec<Loc> {
        let of = Demand::CooperativeLaunch;
        let stmts = || self.blocks.iter().flat_map(|b| &b.stmts);
        if stmts().any(|s| matches!(s.kind, StmtKind::Demand { of: asked, .. } if asked == of)) {
            return Vec::new();
        }
        let waits = |s: &&Stmt| matches!(&s.kind, StmtKind::Barrier(b) if b.scope == Scope::Grid);
        stmts().filter(waits).map(|s| s.loc).collect()
    }

    /// Whether something is computed from a variable in a block, or where that goes on to whatever happens. Copies count for what
    /// they are copies of.
    pub fn uses_at_once(&self, block: BlockId, v: VarId) -> bool {
        let mut copies = vec![v];
        let mut seen = vec![block];
        while let Some(&at) = seen.last() {
            let block = &self.blocks[at];
            for s in &block.stmts {
                match s.copied() {
                    Some((dst, from)) if copies.contains(&from) => copies.push(dst),
                    _ if s
                        .exprs()
                        .into_iter()
                        .any(|e| copies.iter().any(|v| e.mentions(*v))) =>
                    {
                        return true;
                    }
                    _ => {}
                }
            }
            let is_copy = |e: &Expr| copies.iter().any(|v| e.mentions(*v));
            if block.term.cond().is_some_and(is_copy) {
                return true;
            }
            match block.term.targets()[..] {
                [next] if !seen.contains(&next) => seen.push(next),
                _ => return false,
            }
        }
        false
    }
}

macro_rules! phase_exprs {
    ($phase:ident, $iter:ident $(, $mut:tt)?) => {{
        let barrier = match &$($mut)? $phase.barrier {
            PhaseBarrier::At(e) => [Some(e), None],
            PhaseBarrier::Named { id, threads } => [Some(id), threads.$iter().next()],
            PhaseBarrier::Cluster => [None, None],
        };
        let operand = match &$($mut)? $phase.op {
            PhaseOp::Init { count: e }
            | PhaseOp::Wait { until: Until::Number(e) | Until::Parity(e), .. } => Some(e),
            PhaseOp::Arrive { times, .. } => times.$iter().next(),
            PhaseOp::Sync | PhaseOp::Copies => None,
        };
        barrier.into_iter().flatten().chain(operand).collect()
    }};
}

impl Kernel {
    /// The expressions of all statements and conditions; their operands are not listed.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.blocks
            .iter()
            .flat_map(|b| b.stmts.iter().flat_map(Stmt::exprs).chain(b.term.cond()))
    }

    /// The same, to change them.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        self.blocks.iter_mut().flat_map(|b| {
            let of_stmts = b.stmts.iter_mut().flat_map(Stmt::exprs_mut);
            of_stmts.chain(b.term.cond_mut())
        })
    }
}

impl Kernel {
    /// The blocks in which a thread leaves the kernel after it has passed by an operation at `loc` in block `at` that others do:
    /// those to which the way past the operation leads as well, but for a `return` in a loop around it that stands before it in
    /// the source.
    ///
    /// Who returns before an operation of many threads is not waited for; who goes round it and on is missed (CUDA C++ Programming
    /// Guide, "Synchronization Functions": "all non-exited threads").
    pub fn passes_by(&self, at: BlockId, loc: Loc) -> Vec<BlockId> {
        let place = self.outermost(loc);
        let (ahead, around) = (self.reached(at, false), self.reached(at, true));
        let returns = |b: &BlockId| self.blocks[*b].term.kind == TermKind::Return;
        let after = |b: &BlockId| {
            let end = self.outermost(self.blocks[*b].term.loc);
            end.file != place.file || end.end >= place.end
        };
        let ids = self.blocks.iter_enumerated().map(|(id, _)| id);
        ids.filter(returns)
            .filter(|b| ahead[*b] || (around[*b] && after(b)))
            .collect()
    }

    /// Whether control that is in one block may come to another without jumping back.
    pub fn leads_to(&self, from: BlockId, to: BlockId) -> bool {
        self.reached(from, false)[to]
    }

    /// The blocks that are reached from one; blocks are numbered in source order, and jumps back count only if told so.
    fn reached(&self, from: BlockId, back: bool) -> IndexVec<BlockId, bool> {
        flow::reach(self.blocks.len(), [from], |block: BlockId| {
            let targets = self.blocks[block].term.targets().into_iter();
            targets.filter(move |to| back || *to > block)
        })
    }

    /// The place in the kernel's own text that leads to `loc`.
    fn outermost(&self, loc: Loc) -> Span {
        let mut loc = loc;
        while let Some(call) = loc.call {
            loc = self.calls[call].loc;
        }
        loc.span
    }
}

impl Stmt {
    /// What a plain store to exactly this address stores.
    pub fn stored_at(&self, addr: &Expr) -> Option<&Expr> {
        if let StmtKind::Store { addr: to, value, .. } = &self.kind {
            return Some(value).filter(|_| to == addr);
        }
        None
    }

    /// What an assignment gives this variable.
    pub fn assigned_to(&self, var: VarId) -> Option<&Expr> {
        if let StmtKind::Assign { dst, value } = &self.kind {
            return Some(value).filter(|_| *dst == var);
        }
        None
    }
}

impl Expr {
    /// What is converted in the end, if anything is.
    pub fn without_casts(&self) -> &Expr {
        let mut inner = self;
        while let ExprKind::Cast(next) = &inner.kind {
            inner = next;
        }
        inner
    }

    /// The operands.
    pub fn operands(&self) -> Vec<&Expr> {
        operands!(self, iter)
    }

    /// The operands, to change them.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        operands!(self, iter_mut, mut)
    }

    /// Calls `visit` on this and everything inside, outermost first.
    pub fn walk(&self, visit: &mut impl FnMut(&Expr)) {
        visit(self);
        for operand in self.operands() {
            operand.walk(visit);
        }
    }

    /// Whether this or something inside is as wanted.
    pub fn contains(&self, wanted: &impl Fn(&Expr) -> bool) -> bool {
        wanted(self)
            || self
                .operands()
                .into_iter()
                .any(|operand| operand.contains(wanted))
    }

    /// Calls `change` on everything inside and then on this.
    pub fn walk_mut(&mut self, change: &mut impl FnMut(&mut Expr)) {
        for operand in self.operands_mut() {
            operand.walk_mut(change);
        }
        change(self);
    }

    /// The variables that occur, as often as they do.
    pub fn variables(&self) -> Vec<VarId> {
        let mut found = Vec::new();
        self.walk(&mut |e| {
            if let ExprKind::Var(v) = e.kind {
                found.push(v);
            }
        });
        found
    }

    /// Number of nodes.
    pub fn size(&self) -> usize {
        1 + self.operands().into_iter().map(Expr::size).sum::<usize>()
    }

    /// Whether the variable occurs.
    pub fn mentions(&self, var: VarId) -> bool {
        self.variables().contains(&var)
    }
}

impl Stmt {
    /// What is assigned to what, if it is an assignment.
    pub fn assignment(&self) -> Option<(VarId, &Expr)> {
        if let StmtKind::Assign { dst, value } = &self.kind {
            return Some((*dst, value));
        }
        None
    }

    /// Whether it is a copy of this kind.
    pub fn is_copy(&self, of: CopyKind) -> bool {
        matches!(&self.kind, StmtKind::Copy { kind, .. } if *kind == of)
    }

    /// The expressions.
    pub fn exprs(&self) -> Vec<&Expr> {
        exprs!(self, iter, exprs)
    }

    /// The expressions, to change them.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        exprs!(self, iter_mut, exprs_mut, mut)
    }

    /// The variables that it assigns.
    pub fn defs(&self) -> Vec<VarId> {
        let defs: Vec<&VarId> = defs!(self, iter);
        defs.into_iter().copied().collect()
    }

    /// The variables that it assigns, to change them.
    pub fn defs_mut(&mut self) -> Vec<&mut VarId> {
        defs!(self, iter_mut, mut)
    }
}

impl Phase {
    /// The expressions.
    pub fn exprs(&self) -> Vec<&Expr> {
        phase_exprs!(self, iter)
    }

    /// The expressions, to change them.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        phase_exprs!(self, iter_mut, mut)
    }

    /// The variable that it assigns.
    pub fn def(&self) -> Option<VarId> {
        match self.op {
            PhaseOp::Arrive { dst, .. } | PhaseOp::Wait { poll: dst, .. } => dst,
            PhaseOp::Init { .. } | PhaseOp::Sync | PhaseOp::Copies => None,
        }
    }
}

impl Terminator {
    /// The blocks that it may go to.
    pub fn targets(&self) -> Vec<super::BlockId> {
        match &self.kind {
            TermKind::Goto(to) => vec![*to],
            TermKind::Branch { then, other, .. } => vec![*then, *other],
            TermKind::Return | TermKind::Unreachable => Vec::new(),
        }
    }

    /// The blocks that it may go to, to change them.
    pub fn targets_mut(&mut self) -> Vec<&mut super::BlockId> {
        match &mut self.kind {
            TermKind::Goto(to) => vec![to],
            TermKind::Branch { then, other, .. } => vec![then, other],
            TermKind::Return | TermKind::Unreachable => Vec::new(),
        }
    }

    /// The condition.
    pub fn cond(&self) -> Option<&Expr> {
        match &self.kind {
            TermKind::Branch { cond, .. } => Some(cond),
            TermKind::Goto(_) | TermKind::Return | TermKind::Unreachable => None,
        }
    }

    /// The condition, to change it.
    pub fn cond_mut(&mut self) -> Option<&mut Expr> {
        match &mut self.kind {
            TermKind::Branch { cond, .. } => Some(cond),
            TermKind::Goto(_) | TermKind::Return | TermKind::Unreachable => None,
        }
    }
}
