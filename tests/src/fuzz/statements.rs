//! Random statements and the ways between them.

use super::expressions::Draw;
use super::kernels::{HOLES, OBJECTS, loc};
use kverify_frontend::ir::{
    Atomic, AtomicOp, Barrier, BarrierReduce, Block, BlockId, Collective, CollectiveOp, CopyKind, Expr,
    ExprKind, HoleId, MemoryOrder, ObjectId, Ordering, ReduceOp, Scope, Spaces, Stmt, StmtKind, TermKind,
    Terminator, Ty, VarId,
};

impl Draw {
    /// The blocks of a kernel; the first one is the entry.
    pub fn blocks(&mut self) -> Vec<Block> {
        let count = 1 + self.random.below(6);
        let mut line = 0;
        (0..count)
            .map(|_| {
                let stmts = (0..self.random.below(6)).map(|_| {
                    line += 1;
                    Stmt {
                        loc: loc(line),
                        kind: self.stmt(),
                    }
                });
                let stmts = stmts.collect();
                let term = Terminator {
                    loc: loc(90),
                    kind: self.way_out(count),
                };
                Block {
                    stmts,
                    term,
                    loop_stmt: None,
                }
            })
            .collect()
    }

    fn way_out(&mut self, count: usize) -> TermKind {
        let most = if self.is_sloppy { count + 1 } else { count };
        let target = |draw: &mut Draw| BlockId(draw.random.below(most) as u32);
        match self.random.below(10) {
            0 | 1 => TermKind::Return,
            2 => TermKind::Unreachable,
            3 | 4 => TermKind::Goto(target(self)),
            _ => TermKind::Branch {
                cond: self.expr(Ty::Bool, 2),
                then: target(self),
                other: target(self),
            },
        }
    }

    fn scope(&mut self) -> Scope {
        self.random.pick(&[
            Scope::Thread,
            Scope::Warp,
            Scope::Block,
            Scope::Block,
            Scope::Grid,
            Scope::System,
        ])
    }

    fn spaces(&mut self) -> Spaces {
        Spaces {
            shared: self.random.percent(80),
            global: self.random.percent(80),
            image: self.random.percent(50),
        }
    }

    /// A place to put a value, with its type.
    fn target(&mut self) -> (VarId, Ty) {
        let var = self.random.below(self.vars.len());
        let ty = self.vars.get(var).copied().unwrap_or(Ty::I32);
        (VarId(var as u32), ty)
    }

    /// An address that often leads somewhere.
    fn addr(&mut self) -> Expr {
        let ptr = |kind| Expr { ty: Ty::Ptr, kind };
        if self.random.percent(15) {
            return self.expr(Ty::Ptr, 2);
        }
        let base = ptr(ExprKind::Object(ObjectId(self.random.below(OBJECTS) as u32)));
        ptr(ExprKind::PtrAdd(Box::new(base), Box::new(self.expr(Ty::I64, 1))))
    }

    fn stmt(&mut self) -> StmtKind {
        let (dst, ty) = self.target();
        match self.random.below(20) {
            0..=3 => StmtKind::Assign {
                dst,
                value: self.expr(ty, 3),
            },
            4 | 5 => StmtKind::Load {
                dst,
                addr: self.addr(),
                volatile: self.random.percent(10),
                link: None,
            },
            6 | 7 => {
                let ty = self.ty();
                StmtKind::Store {
                    addr: self.addr(),
                    value: self.expr(ty, 2),
                    volatile: self.random.percent(10),
                }
            }
            8 | 9 => self.atomic(),
            10 => StmtKind::Copy {
                dst: self.addr(),
                src: self.addr(),
                bytes: self.expr(Ty::I64, 1),
                kind: self
                    .random
                    .pick(&[CopyKind::Sync, CopyKind::AsyncThread, CopyKind::AsyncGroup]),
            },
            11 => StmtKind::Fill {
                dst: self.addr(),
                byte: self.expr(Ty::I32, 0),
                bytes: self.expr(Ty::I64, 0),
            },
            12 if self.random.percent(50) => StmtKind::AsyncCommit,
            12 => StmtKind::AsyncWait {
                pending: self.random.below(3) as u32,
            },
            13 | 14 => self.barrier(dst, ty),
            15 | 16 => self.collective(dst, ty),
            17 => StmtKind::Hole {
                hole: HoleId(self.random.below(HOLES) as u32),
                dsts: vec![dst],
                writes: vec![self.addr()],
            },
            18 => self.remark(),
            _ => StmtKind::Fence {
                ordering: Ordering {
                    spaces: self.spaces(),
                    ..self.ordering()
                },
                stated: Vec::new(),
            },
        }
    }

    fn atomic(&mut self) -> StmtKind {
        use AtomicOp::{Add, And, Cas, DecWrap, Exchange, IncWrap, Load, Max, Min, Or, Store, Sub, Xor};
        let (dst, ty) = self.target();
        let op = self.random.pick(&[
            Load, Store, Exchange, Cas, Add, Sub, Min, Max, And, Or, Xor, IncWrap, DecWrap,
        ]);
        let arguments = match op {
            _ if self.is_sloppy => self.random.below(4),
            Load => 0,
            Cas => 2,
            _ => 1,
        };
        StmtKind::Atomic(Atomic {
            op,
            dst: (op != Store).then_some(dst),
            addr: self.addr(),
            ty,
            args: (0..arguments).map(|_| self.expr(ty, 1)).collect(),
            ordering: self.ordering(),
            failure: MemoryOrder::Relaxed,
            stated: Vec::new(),
        })
    }

    fn ordering(&mut self) -> Ordering {
        let order = self.random.pick(&[
            MemoryOrder::Relaxed,
            MemoryOrder::Acquire,
            MemoryOrder::Release,
            MemoryOrder::AcqRel,
            MemoryOrder::SeqCst,
        ]);
        Ordering::all(order, self.scope())
    }

    fn barrier(&mut self, dst: VarId, ty: Ty) -> StmtKind {
        let reduces = (ty == Ty::I32 || self.is_sloppy) && self.random.percent(50);
        let reduce = reduces.then(|| BarrierReduce {
            op: self.random.pick(&[ReduceOp::And, ReduceOp::Or, ReduceOp::Count]),
            value: self.expr(Ty::Bool, 1),
            dst,
        });
        StmtKind::Barrier(Barrier {
            scope: self.scope(),
            fences: self.spaces(),
            name: "barrier".to_owned(),
            mask: self.random.percent(30).then(|| self.expr(Ty::U32, 1)),
            tile: self.random.percent(10).then_some(8),
            reduce,
        })
    }

    fn collective(&mut self, dst: VarId, ty: Ty) -> StmtKind {
        use CollectiveOp::*;
        let op = self.random.pick(&[
            Shuffle,
            ShuffleUp,
            ShuffleDown,
            ShuffleXor,
            Ballot,
            ActiveMask,
            Any,
            All,
            AllEqual,
            MatchAny,
            MatchAll,
            Broadcast,
            ReduceAdd,
            ReduceMin,
            ReduceMax,
            ReduceAnd,
            ReduceOr,
            ReduceXor,
            ScanInclusiveAdd,
            ScanInclusiveMin,
            ScanInclusiveMax,
            ScanExclusiveAdd,
            ScanExclusiveMin,
            ScanExclusiveMax,
        ]);
        let arguments = self.random.below(4);
        let mut types = [ty, Ty::I32, Ty::I32].into_iter();
        StmtKind::Collective(Collective {
            op,
            scope: self.scope(),
            name: "collective".to_owned(),
            mask: self.random.percent(50).then(|| self.expr(Ty::U32, 0)),
            args: types
                .by_ref()
                .take(arguments)
                .map(|ty| self.expr(ty, 1))
                .collect(),
            dst: Some(dst),
        })
    }

    /// What says something of the run, or prints.
    fn remark(&mut self) -> StmtKind {
        let condition = self.expr(Ty::Bool, 1);
        match self.random.below(4) {
            0 => StmtKind::Assert(condition),
            1 => StmtKind::Invariant(condition),
            2 if self.random.percent(20) => StmtKind::Assume(condition),
            _ => {
                let ty = self.ty();
                StmtKind::Print {
                    format: self
                        .random
                        .pick(&["%d", "%5.3f|%s", "%*d %n", "%", "%v4hlf", "100%%"])
                        .to_owned(),
                    args: (0..self.random.below(3)).map(|_| self.expr(ty, 1)).collect(),
                }
            }
        }
    }
}
