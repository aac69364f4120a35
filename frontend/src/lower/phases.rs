//! Barriers that count arrivals: `cuda::barrier`, `mbarrier`, and the block's numbered barriers (PTX ISA, "mbarrier",
//! "barrier{.cta}"; CUDA C++ Programming Guide, "Asynchronous Barrier").

use super::{Lowerer, Value};
use crate::builtin::PhaseFn;
use crate::clang::Cursor;
use crate::ir::build;
use crate::ir::{
    Atomic, AtomicOp, BinOp, CmpOp, Demand, Expr, Loc, MemoryOrder, Ordering, Phase, PhaseBarrier, PhaseOp,
    Scope, StmtKind, Ty, Until,
};

/// The number that stands for the barrier of a cooperative group of the whole block: none that inline assembly can name.
const OF_GROUP: i128 = 16;
/// Threads of a warp.
const WARP_SIZE: i128 = 32;

impl<'u> Lowerer<'u, '_> {
    /// A block has sixteen barriers.
    pub(super) fn barrier_number(&mut self, loc: Loc, id: &Expr) {
        let holds = build::compare(CmpOp::Lt, id.clone(), build::int(OF_GROUP, Ty::U32));
        self.demand(loc, holds, Demand::BarrierNumber);
    }

    /// The number of threads that a barrier waits for is to be a multiple of a warp's.
    pub(super) fn barrier_threads(&mut self, loc: Loc, threads: &Expr) {
        let rest = build::binary(BinOp::Rem, threads.clone(), build::int(WARP_SIZE, Ty::U32));
        let holds = build::compare(CmpOp::Eq, rest, build::zero(Ty::U32));
        self.demand(loc, holds, Demand::BarrierThreads);
    }

    /// Puts what has to hold on record, if it is not plain that it does.
    pub(super) fn demand(&mut self, loc: Loc, holds: Expr, of: Demand) {
        if build::as_int(&holds) != Some(1) {
            self.b.emit(loc, StmtKind::Demand { holds, of });
        }
    }

    /// A call of one of the primitives that the prelude's barriers stand on.
    pub(super) fn phase_call(&mut self, c: Cursor<'u>, function: PhaseFn, args: &[Cursor<'u>]) -> Value {
        let loc = self.loc(c);
        let mut args: Vec<Expr> = args.iter().map(|arg| self.scalar(*arg)).collect();
        let barrier = match function {
            PhaseFn::GroupArrive | PhaseFn::GroupWait => PhaseBarrier::Named {
                id: build::int(OF_GROUP, Ty::U32),
                threads: None,
            },
            PhaseFn::NamedSync => {
                let mut args = args.drain(..);
                let id = build::cast(args.next().unwrap_or(build::zero(Ty::U32)), Ty::U32);
                let threads = args.next().map(|n| build::cast(n, Ty::U32));
                self.barrier_number(loc, &id);
                threads
                    .iter()
                    .for_each(|threads| self.barrier_threads(loc, threads));
                PhaseBarrier::Named { id, threads }
            }
            _ => PhaseBarrier::At(args.remove(0)),
        };
        let operand = args.pop();
        let until = |parity: bool| {
            let e = operand.clone().unwrap_or(build::zero(Ty::U64));
            match parity {
                true => Until::Parity(build::cast(e, Ty::U32)),
                false => Until::Number(build::cast(e, Ty::U64)),
            }
        };
        let (name, op) = match function {
            PhaseFn::Init => {
                let count = build::cast(operand.unwrap_or(build::zero(Ty::U32)), Ty::U32);
                ("init", PhaseOp::Init { count })
            }
            PhaseFn::Arrive | PhaseFn::GroupArrive => {
                let arrive = PhaseOp::Arrive {
                    dst: Some(self.b.temp("token", Ty::U64)),
                    leaves: false,
                    times: operand.map(|n| build::cast(n, Ty::U32)),
                };
                ("arrive", arrive)
            }
            PhaseFn::Drop => (
                "arrive_and_drop",
                PhaseOp::Arrive {
                    dst: None,
                    leaves: true,
                    times: None,
                },
            ),
            PhaseFn::Wait | PhaseFn::GroupWait => ("wait", wait(until(false), None)),
            PhaseFn::WaitParity => ("wait_parity", wait(until(true), None)),
            PhaseFn::Test => {
                let poll = Some(self.b.temp("complete", Ty::Bool));
                ("test_wait", wait(until(false), poll))
            }
            PhaseFn::TestParity => {
                let poll = Some(self.b.temp("complete", Ty::Bool));
                ("test_wait_parity", wait(until(true), poll))
            }
            PhaseFn::Copies => ("memcpy_async", PhaseOp::Copies),
            PhaseFn::Sync => ("arrive_and_wait", PhaseOp::Sync),
            PhaseFn::NamedSync => ("barrier.sync", PhaseOp::Sync),
        };
        match self.phase(loc, barrier, op, name) {
            Some(result) => Value::Scalar(result),
            None => Value::Void,
        }
    }

    /// A thread's part in a barrier, with what it does to the object that the barrier is kept in.
    pub(super) fn phase(&mut self, loc: Loc, barrier: PhaseBarrier, op: PhaseOp, name: &str) -> Option<Expr> {
        if let PhaseBarrier::At(addr) = &barrier {
            let access = |op, args| {
                StmtKind::Atomic(Atomic {
                    op,
                    dst: None,
                    addr: addr.clone(),
                    ty: Ty::U64,
                    args,
                    ordering: Ordering::all(MemoryOrder::Relaxed, Scope::Block),
                    failure: MemoryOrder::Relaxed,
                    stated: Vec::new(),
                })
            };
            let access = match &op {
                PhaseOp::Copies => None,
                PhaseOp::Init { .. } => Some(StmtKind::Store {
                    addr: addr.clone(),
                    value: build::zero(Ty::U64),
                    volatile: false,
                }),
                PhaseOp::Arrive { .. } | PhaseOp::Sync => {
                    Some(access(AtomicOp::Add, vec![build::int(1, Ty::U64)]))
                }
                PhaseOp::Wait { .. } => Some(access(AtomicOp::Load, Vec::new())),
            };
            if let Some(access) = access {
                self.b.emit(loc, access);
            }
        }
        let phase = Phase {
            barrier,
            op,
            name: name.to_owned(),
        };
        let result = phase.def().map(|dst| build::var(dst, self.b.ty(dst)));
        self.b.emit(loc, StmtKind::Phase(phase));
        result
    }
}

fn wait(until: Until, poll: Option<crate::ir::VarId>) -> PhaseOp {
    PhaseOp::Wait { until, poll }
}
