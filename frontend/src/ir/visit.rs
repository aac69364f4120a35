//! Walking over statements and expressions.

use super::{BlockId, Expr, ExprKind, Kernel, Loc, Span, Stmt, StmtKind, TermKind, Terminator, VarId};
use crate::index::Idx;

impl Kernel {
    /// The expressions of all statements and conditions; their operands are not listed.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.blocks
            .iter()
            .flat_map(|b| b.stmts.iter().flat_map(Stmt::exprs).chain(b.term.cond()))
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
            .filter(|b| ahead[b.index()] || (around[b.index()] && after(b)))
            .collect()
    }

    /// The blocks that are reached from one; blocks are numbered in source order, and jumps back count only if told so.
    fn reached(&self, from: BlockId, back: bool) -> Vec<bool> {
        let (mut seen, mut work) = (vec![false; self.blocks.len()], vec![from]);
        while let Some(block) = work.pop() {
            if !std::mem::replace(&mut seen[block.index()], true) {
                let targets = self.blocks[block].term.targets().into_iter();
                work.extend(targets.filter(|to| back || *to > block));
            }
        }
        seen
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

impl Expr {
    /// The operands.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
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
            ExprKind::Call(_, args) => args.iter().collect(),
        }
    }

    /// The operands, to change them.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
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
            ExprKind::Call(_, args) => args.iter_mut().collect(),
        }
    }

    /// Calls `visit` on this and everything inside, outermost first.
    pub fn walk(&self, visit: &mut impl FnMut(&Expr)) {
        visit(self);
        for operand in self.operands() {
            operand.walk(visit);
        }
    }

    /// Number of nodes.
    pub fn size(&self) -> usize {
        1 + self.operands().into_iter().map(Expr::size).sum::<usize>()
    }

    /// Whether the variable occurs.
    pub fn mentions(&self, var: VarId) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= matches!(e.kind, ExprKind::Var(v) if v == var));
        found
    }
}

impl Stmt {
    /// The expressions.
    pub fn exprs(&self) -> Vec<&Expr> {
        match &self.kind {
            StmtKind::Assign { value, .. } => vec![value],
            StmtKind::Load { addr, .. } => vec![addr],
            StmtKind::Store { addr, value, .. } => vec![addr, value],
            StmtKind::Atomic(atomic) => std::iter::once(&atomic.addr)
                .chain(&atomic.args)
                .chain(atomic.stated.iter().map(|s| &s.value))
                .collect(),
            StmtKind::Copy { dst, src, bytes, .. } => vec![dst, src, bytes],
            StmtKind::Fill { dst, byte, bytes } => vec![dst, byte, bytes],
            StmtKind::Barrier(barrier) => barrier
                .mask
                .iter()
                .chain(barrier.reduce.iter().map(|r| &r.value))
                .collect(),
            StmtKind::Collective(collective) => collective.mask.iter().chain(&collective.args).collect(),
            StmtKind::Assume(e)
            | StmtKind::Assert(e)
            | StmtKind::Invariant(e)
            | StmtKind::Presume { holds: e, .. } => vec![e],
            StmtKind::Phase(phase) => phase.exprs(),
            StmtKind::Hole { writes, .. } => writes.iter().collect(),
            StmtKind::Print { args, .. } => args.iter().collect(),
            StmtKind::UnderWay(u) => std::iter::once(&u.on)
                .chain(u.copy.iter().flatten())
                .chain(u.met_by.iter().flat_map(Stmt::exprs))
                .collect(),
            StmtKind::Fence { stated, .. } => stated.iter().map(|s| &s.value).collect(),
            StmtKind::AsyncWait { .. } | StmtKind::AsyncCommit => Vec::new(),
        }
    }

    /// The expressions, to change them.
    pub fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.kind {
            StmtKind::Assign { value, .. } => vec![value],
            StmtKind::Load { addr, .. } => vec![addr],
            StmtKind::Store { addr, value, .. } => vec![addr, value],
            StmtKind::Atomic(atomic) => std::iter::once(&mut atomic.addr)
                .chain(&mut atomic.args)
                .chain(atomic.stated.iter_mut().map(|s| &mut s.value))
                .collect(),
            StmtKind::Copy { dst, src, bytes, .. } => vec![dst, src, bytes],
            StmtKind::Fill { dst, byte, bytes } => vec![dst, byte, bytes],
            StmtKind::Barrier(barrier) => barrier
                .mask
                .iter_mut()
                .chain(barrier.reduce.iter_mut().map(|r| &mut r.value))
                .collect(),
            StmtKind::Collective(collective) => {
                collective.mask.iter_mut().chain(&mut collective.args).collect()
            }
            StmtKind::Assume(e)
            | StmtKind::Assert(e)
            | StmtKind::Invariant(e)
            | StmtKind::Presume { holds: e, .. } => vec![e],
            StmtKind::Phase(phase) => phase.exprs_mut(),
            StmtKind::Hole { writes, .. } => writes.iter_mut().collect(),
            StmtKind::Print { args, .. } => args.iter_mut().collect(),
            StmtKind::UnderWay(u) => std::iter::once(&mut u.on)
                .chain(u.copy.iter_mut().flatten())
                .chain(u.met_by.iter_mut().flat_map(Stmt::exprs_mut))
                .collect(),
            StmtKind::Fence { stated, .. } => stated.iter_mut().map(|s| &mut s.value).collect(),
            StmtKind::AsyncWait { .. } | StmtKind::AsyncCommit => Vec::new(),
        }
    }

    /// The variables that it assigns.
    pub fn defs(&self) -> Vec<VarId> {
        match &self.kind {
            StmtKind::Assign { dst, .. } | StmtKind::Load { dst, .. } => vec![*dst],
            StmtKind::Atomic(atomic) => atomic.dst.into_iter().collect(),
            StmtKind::Barrier(barrier) => barrier.reduce.iter().map(|r| r.dst).collect(),
            StmtKind::Collective(collective) => collective.dst.into_iter().collect(),
            StmtKind::Hole { dsts, .. } => dsts.clone(),
            StmtKind::Phase(phase) => phase.def().into_iter().collect(),
            StmtKind::Store { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. }
            | StmtKind::AsyncWait { .. }
            | StmtKind::AsyncCommit
            | StmtKind::Fence { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert(_)
            | StmtKind::Invariant(_)
            | StmtKind::Presume { .. }
            | StmtKind::UnderWay(_)
            | StmtKind::Print { .. } => Vec::new(),
        }
    }

    /// The variables that it assigns, to change them.
    pub fn defs_mut(&mut self) -> Vec<&mut VarId> {
        match &mut self.kind {
            StmtKind::Assign { dst, .. } | StmtKind::Load { dst, .. } => vec![dst],
            StmtKind::Atomic(atomic) => atomic.dst.iter_mut().collect(),
            StmtKind::Barrier(barrier) => barrier.reduce.iter_mut().map(|r| &mut r.dst).collect(),
            StmtKind::Collective(collective) => collective.dst.iter_mut().collect(),
            StmtKind::Hole { dsts, .. } => dsts.iter_mut().collect(),
            StmtKind::Phase(phase) => phase.def_mut().into_iter().collect(),
            StmtKind::Store { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. }
            | StmtKind::AsyncWait { .. }
            | StmtKind::AsyncCommit
            | StmtKind::Fence { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert(_)
            | StmtKind::Invariant(_)
            | StmtKind::Presume { .. }
            | StmtKind::UnderWay(_)
            | StmtKind::Print { .. } => Vec::new(),
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
            _ => None,
        }
    }

    /// The condition, to change it.
    pub fn cond_mut(&mut self) -> Option<&mut Expr> {
        match &mut self.kind {
            TermKind::Branch { cond, .. } => Some(cond),
            _ => None,
        }
    }
}
