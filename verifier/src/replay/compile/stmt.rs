//! Statements to instructions.

use super::super::program::{
    Atomic, Barrier, Collective, Copy, Inst, Phase, PhaseBarrier, PhaseOp, Print, Slot, Src, Until,
};
use super::expr::checked;
use super::{Compiler, IllFormed};
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{self, BlockId, Expr, Loc, MemoryOrder, StmtKind, TermKind};

impl<'k> Compiler<'k> {
    pub(super) fn statement(&mut self, stmt: &ir::Stmt) -> Result<(), IllFormed> {
        let place = self.place(stmt.loc);
        self.at = place;
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let dst = self.var(*dst)?;
                self.into(Slot::Var(dst), value)?;
            }
            StmtKind::Load {
                dst,
                addr,
                volatile: _,
                link: _,
            } => {
                let (dst, ty) = self.var_ty(*dst)?;
                let addr = self.operand(addr)?;
                self.emit(Inst::Load { dst, ty, addr, place });
            }
            StmtKind::Store {
                addr,
                value,
                volatile: _,
            } => {
                let ty = checked(value.ty)?;
                let (addr, value) = (self.operand(addr)?, self.operand(value)?);
                self.emit(Inst::Store {
                    addr,
                    value,
                    ty,
                    place,
                });
            }
            StmtKind::Atomic(atomic) => self.atomic(atomic, place)?,
            StmtKind::Copy {
                dst,
                src,
                bytes,
                kind,
            } => {
                let (dst, src, bytes) = (self.operand(dst)?, self.operand(src)?, self.operand(bytes)?);
                self.emit(Inst::Copy(Box::new(Copy {
                    dst,
                    src,
                    bytes,
                    kind: *kind,
                    place,
                })));
            }
            StmtKind::Fill { dst, byte, bytes } => {
                let (dst, byte, bytes) = (self.operand(dst)?, self.operand(byte)?, self.operand(bytes)?);
                self.emit(Inst::Fill {
                    dst,
                    byte,
                    bytes,
                    place,
                });
            }
            StmtKind::AsyncWait { pending } => self.emit(Inst::AsyncWait { pending: *pending }),
            StmtKind::AsyncCommit => self.emit(Inst::AsyncCommit),
            // For the encoder only: the copy is logged until it is waited for.
            StmtKind::UnderWay(_) | StmtKind::Presume { .. } => {}
            StmtKind::Phase(phase) => self.phase(phase, place)?,
            StmtKind::Barrier(barrier) => self.barrier(barrier, stmt.loc)?,
            StmtKind::Fence { ordering, .. } => {
                self.program.releases |= ordering.order != MemoryOrder::Relaxed;
                self.emit(Inst::Fence(*ordering));
            }
            StmtKind::Collective(collective) => self.collective(collective, stmt.loc)?,
            StmtKind::Assume(cond) => {
                // What is also asserted is no fact about the user's launches: who fails it is told, and goes no further.
                let checked = self.asserted == Some(cond);
                let cond = self.operand(cond)?;
                self.emit(match checked {
                    true => Inst::StopUnless { cond },
                    false => Inst::Assume { cond },
                });
            }
            StmtKind::Assert(cond) => {
                let cond = self.operand(cond)?;
                self.emit(Inst::Assert {
                    cond,
                    of: None,
                    place,
                });
            }
            StmtKind::Demand { holds, of } => {
                let (cond, of) = (self.operand(holds)?, Some(*of));
                self.emit(Inst::Assert { cond, of, place });
            }
            StmtKind::Invariant(cond) => {
                let cond = self.operand(cond)?;
                self.emit(Inst::Invariant { cond, place });
            }
            StmtKind::Hole { hole, dsts, writes } => {
                let dsts = dsts.iter().map(|&d| self.var_ty(d)).collect::<Result<_, _>>()?;
                let writes = writes.iter().map(|w| self.operand(w)).collect::<Result<_, _>>()?;
                let hole = *hole;
                self.emit(Inst::Hole { hole, dsts, writes });
            }
            StmtKind::Print { format, args } => {
                let mut operands = Vec::with_capacity(args.len());
                for arg in args {
                    operands.push((checked(arg.ty)?, self.operand(arg)?));
                }
                self.emit(Inst::Print(Box::new(Print {
                    format: format.clone(),
                    args: operands,
                    place,
                })));
            }
        }
        Ok(())
    }

    fn atomic(&mut self, atomic: &ir::Atomic, place: u32) -> Result<(), IllFormed> {
        let dst = atomic.dst.map(|d| self.var(d)).transpose()?;
        let addr = self.operand(&atomic.addr)?;
        let args = atomic
            .args
            .iter()
            .map(|a| self.operand(a))
            .collect::<Result<_, _>>()?;
        let ty = checked(atomic.ty)?;
        let (op, ordering, failure) = (atomic.op, atomic.ordering, atomic.failure);
        self.program.releases |= ordering.order != MemoryOrder::Relaxed;
        self.emit(Inst::Atomic(Box::new(Atomic {
            op,
            dst,
            addr,
            ty,
            args,
            ordering,
            failure,
            place,
        })));
        Ok(())
    }

    fn phase(&mut self, phase: &ir::Phase, place: u32) -> Result<(), IllFormed> {
        self.program.releases = true;
        self.program.has_phases = true;
        let barrier = match &phase.barrier {
            ir::PhaseBarrier::At(addr) => PhaseBarrier::At(self.kept(addr)?),
            ir::PhaseBarrier::Named { id, threads } => PhaseBarrier::Named {
                id: self.kept(id)?,
                threads: threads.as_ref().map(|n| self.kept(n)).transpose()?,
            },
            ir::PhaseBarrier::Cluster => PhaseBarrier::Cluster,
        };
        let op = match &phase.op {
            ir::PhaseOp::Init { count } => PhaseOp::Init {
                count: self.kept(count)?,
            },
            ir::PhaseOp::Arrive { dst, leaves, times } => PhaseOp::Arrive {
                times: times.as_ref().map(|n| self.kept(n)).transpose()?,
                dst: dst.map(|d| self.var(d)).transpose()?,
                leaves: *leaves,
            },
            ir::PhaseOp::Wait { until, poll } => PhaseOp::Wait {
                until: match until {
                    ir::Until::Number(number) => Until::Number(self.kept(number)?),
                    ir::Until::Parity(parity) => Until::Parity(self.kept(parity)?),
                },
                poll: poll.map(|d| self.var(d)).transpose()?,
            },
            // What waits for them stands beside it.
            ir::PhaseOp::Copies => return Ok(()),
            // It arrives, and then waits for the phase that it arrived in.
            ir::PhaseOp::Sync => {
                let number = self.program.vars;
                self.program.vars += 1;
                let arrive = PhaseOp::Arrive {
                    dst: Some(number),
                    leaves: false,
                    times: None,
                };
                self.emit_phase(barrier, arrive, place);
                PhaseOp::Wait {
                    until: Until::Number(Src::Var(number)),
                    poll: None,
                }
            }
        };
        self.emit_phase(barrier, op, place);
        Ok(())
    }

    fn emit_phase(&mut self, barrier: PhaseBarrier, op: PhaseOp, place: u32) {
        let loops = self.around.clone();
        let ways = self.ways.get(&(self.block, self.stmt)).cloned();
        self.emit(Inst::Phase(Box::new(Phase {
            barrier,
            op,
            place,
            loops,
            ways: ways.unwrap_or_default(),
        })));
    }

    fn barrier(&mut self, barrier: &ir::Barrier, loc: Loc) -> Result<(), IllFormed> {
        let (place, is_strict) = (self.place(loc), self.kernel.language == ir::Language::OpenCl);
        let mask = barrier.mask.as_ref().map(|m| self.kept(m)).transpose()?;
        let reduce = match &barrier.reduce {
            None => None,
            Some(reduce) => Some((reduce.op, self.kept(&reduce.value)?, self.var(reduce.dst)?)),
        };
        self.program.releases |= barrier.scope == ir::Scope::Cluster;
        let (scope, fences, loops) = (barrier.scope, barrier.fences, self.around.clone());
        let past = match scope <= ir::Scope::Warp {
            true => self.past(loc, is_strict),
            false => Vec::new(),
        };
        let ways = self.ways.remove(&(self.block, self.stmt)).unwrap_or_default();
        self.emit(Inst::Barrier(Box::new(Barrier {
            scope,
            fences,
            mask,
            reduce,
            alone: false,
            past,
            is_strict,
            place,
            loops,
            ways,
        })));
        Ok(())
    }

    fn collective(&mut self, collective: &ir::Collective, loc: Loc) -> Result<(), IllFormed> {
        let is_strict =
            self.kernel.language == ir::Language::OpenCl || collective.op == ir::CollectiveOp::Together;
        let (place, past) = (self.place(loc), self.past(loc, is_strict));
        let alike = args_before(collective);
        let at = BlockId::new(self.block);
        let is_used = collective.dst.is_some_and(|d| self.kernel.uses_at_once(at, d));
        let mask = collective.mask.as_ref().map(|m| self.kept(m)).transpose()?;
        let mut args = Vec::with_capacity(collective.args.len());
        for arg in &collective.args {
            args.push((checked(arg.ty)?, self.kept(arg)?));
        }
        let dst = collective.dst.map(|d| self.var_ty(d)).transpose()?;
        let (op, scope, loops) = (collective.op, collective.scope, self.around.clone());
        self.emit(Inst::Collective(Box::new(Collective {
            op,
            scope,
            mask,
            args,
            dst,
            alike,
            is_used,
            past,
            is_strict,
            place,
            loops,
        })));
        Ok(())
    }

    /// Where a thread leaves the kernel that has passed by an operation. Where it is strict, nobody is excused.
    fn past(&mut self, loc: Loc, is_strict: bool) -> Vec<u32> {
        let kernel = self.kernel;
        let ends: Vec<BlockId> = match is_strict {
            true => kernel.blocks.iter_enumerated().map(|b| b.0).collect(),
            false => kernel.passes_by(BlockId::new(self.block), loc),
        };
        let ends = ends.into_iter().map(|b| &kernel.blocks[b].term);
        let ends: Vec<Loc> = ends
            .filter(|t| t.kind == TermKind::Return)
            .map(|t| t.loc)
            .collect();
        ends.into_iter().map(|loc| self.place(loc)).collect()
    }

    /// An operand that is still there when the other threads have arrived: a new variable, as temporaries are
    /// shared by all threads.
    fn kept(&mut self, expr: &Expr) -> Result<Src, IllFormed> {
        match self.operand(expr)? {
            src @ Src::Temp(_) => {
                let dst = Slot::Var(self.program.vars);
                self.program.vars += 1;
                self.emit(Inst::Move { dst, src });
                Ok(dst.into())
            }
            src => Ok(src),
        }
    }

    pub(super) fn terminator(&mut self, term: &ir::Terminator) -> Result<(), IllFormed> {
        self.at = self.place(term.loc);
        let inst = match &term.kind {
            TermKind::Goto(to) => Inst::Jump(self.edge(*to)),
            TermKind::Branch { cond, then, other } => {
                let cond = self.operand(cond)?;
                Inst::Branch {
                    cond,
                    then: self.edge(*then),
                    other: self.edge(*other),
                }
            }
            TermKind::Return => Inst::Return {
                place: self.place(term.loc),
                exit: self.exits.iter().position(|&b| b == self.block).unwrap_or(0) as u32,
            },
            TermKind::Unreachable => Inst::Unreachable,
        };
        self.emit(inst);
        Ok(())
    }
}

/// How many operands come before those that all have to hand over alike.
fn args_before(collective: &ir::Collective) -> usize {
    collective.args.len() - collective.alike().len()
}
