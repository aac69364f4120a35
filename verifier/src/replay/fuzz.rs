//! Random kernels, well-formed and not: nothing panics, and runs are deterministic.

use super::fill::hash;
use super::testing::{Builder, loc, object};
use super::{Inputs, Limits, Schedule, run};
use kverify_frontend::ir::*;

struct Draw {
    seed: u64,
    count: u64,
}

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.count += 1;
        hash(self.seed, self.count, 3) % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn ty(&mut self) -> Ty {
        let bits = self.pick(&[8, 16, 32, 32, 64, 128, 24, 0]);
        let kind = self.pick(&[FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64]);
        let signed = self.below(2) == 0;
        self.pick(&[
            Ty::Bool,
            Ty::Ptr,
            Ty::I32,
            Ty::I32,
            Ty::U32,
            Ty::I64,
            Ty::Int { bits, signed },
            Ty::Float(kind),
        ])
    }

    fn scope(&mut self) -> Scope {
        self.pick(&[
            Scope::Thread,
            Scope::Warp,
            Scope::Block,
            Scope::Block,
            Scope::Grid,
            Scope::System,
        ])
    }

    /// An expression that often breaks the rules of types.
    fn expr(&mut self, depth: u32) -> Expr {
        let ty = self.ty();
        let sub = |draw: &mut Draw| Box::new(draw.expr(depth.saturating_sub(1)));
        let leaf = depth == 0;
        let kind = match self.below(if leaf { 7 } else { 16 }) {
            0 => ExprKind::Int(i128::from(self.below(100)) - 20),
            1 => ExprKind::Float(self.below(100) as f64 / 7.0),
            2 => ExprKind::Null,
            // Now and then one that does not exist.
            3 => ExprKind::Var(VarId(self.below(33) as u32 % 32 % 8)),
            4 => ExprKind::Object(ObjectId(self.below(3) as u32)),
            5 => ExprKind::Geometry(self.pick(&[
                Geometry::ThreadIdx(Dim::X),
                Geometry::BlockIdx(Dim::Y),
                Geometry::WorkDim,
                Geometry::WarpSize,
                Geometry::GlobalOffset(Dim::Z),
            ])),
            6 => ExprKind::Unknown(HoleId(self.below(2) as u32)),
            7 => ExprKind::Unary(self.pick(&[UnOp::Neg, UnOp::BitNot, UnOp::Not]), sub(self)),
            8 | 9 => {
                use BinOp::*;
                let op = self.pick(&[Add, Sub, Mul, Div, Rem, Shl, Shr, And, Or, Xor, Min, Max]);
                ExprKind::Binary(op, sub(self), sub(self))
            }
            10 => ExprKind::Cmp(
                self.pick(&[CmpOp::Eq, CmpOp::Lt, CmpOp::Ge]),
                sub(self),
                sub(self),
            ),
            11 => ExprKind::Cast(sub(self)),
            12 => ExprKind::Select(sub(self), sub(self), sub(self)),
            13 => ExprKind::PtrAdd(sub(self), sub(self)),
            14 => ExprKind::PtrRow(sub(self), sub(self)),
            _ => {
                let name = self.pick(&[
                    "sqrt",
                    "mulhi",
                    "clz",
                    "rotate",
                    "byte_perm",
                    "frob",
                    "mad24",
                    "ldexp",
                ]);
                let args = (0..self.below(4)).map(|_| self.expr(depth - 1)).collect();
                ExprKind::Call(PureFn(name.to_owned()), args)
            }
        };
        Expr { ty, kind }
    }

    /// An address that often leads somewhere.
    fn addr(&mut self) -> Expr {
        let ptr = |kind| Expr { ty: Ty::Ptr, kind };
        let base = ptr(ExprKind::Object(ObjectId(self.below(3) as u32)));
        match self.below(5) {
            0 => self.expr(2),
            _ => ptr(ExprKind::PtrAdd(Box::new(base), Box::new(self.expr(1)))),
        }
    }

    fn stmt(&mut self) -> StmtKind {
        let var = VarId(self.below(8) as u32);
        match self.below(16) {
            0..=2 => StmtKind::Assign {
                dst: var,
                value: self.expr(3),
            },
            3 | 4 => StmtKind::Load {
                dst: var,
                addr: self.addr(),
                volatile: false,
            },
            5 | 6 => StmtKind::Store {
                addr: self.addr(),
                value: self.expr(2),
                volatile: false,
            },
            7 => StmtKind::Atomic(Atomic {
                op: self.pick(&[
                    AtomicOp::Add,
                    AtomicOp::Cas,
                    AtomicOp::IncWrap,
                    AtomicOp::DecWrap,
                    AtomicOp::Load,
                ]),
                dst: Some(var),
                addr: self.addr(),
                ty: self.ty(),
                args: (0..self.below(3)).map(|_| self.expr(1)).collect(),
                scope: self.scope(),
                order: self.pick(&[MemoryOrder::Relaxed, MemoryOrder::AcqRel]),
            }),
            8 => StmtKind::Copy {
                dst: self.addr(),
                src: self.addr(),
                bytes: self.expr(1),
                kind: self.pick(&[CopyKind::Sync, CopyKind::AsyncThread, CopyKind::AsyncGroup]),
            },
            9 => StmtKind::Fill {
                dst: self.addr(),
                byte: self.expr(0),
                bytes: self.expr(0),
            },
            10 if self.below(2) == 0 => StmtKind::AsyncCommit,
            10 => StmtKind::AsyncWait {
                pending: self.below(3) as u32,
            },
            11 | 12 => StmtKind::Barrier(Barrier {
                scope: self.scope(),
                fences: Spaces::ALL,
                name: String::new(),
                mask: (self.below(3) == 0).then(|| self.expr(1)),
                tile: None,
                reduce: (self.below(3) == 0).then(|| BarrierReduce {
                    op: ReduceOp::Count,
                    value: self.expr(1),
                    dst: var,
                }),
            }),
            13 => {
                use CollectiveOp::*;
                StmtKind::Collective(Collective {
                    op: self.pick(&[
                        Shuffle,
                        ShuffleUp,
                        Ballot,
                        MatchAny,
                        Broadcast,
                        ScanExclusiveMax,
                        ReduceXor,
                    ]),
                    scope: self.scope(),
                    name: String::new(),
                    mask: (self.below(2) == 0).then(|| self.expr(0)),
                    args: (0..self.below(4)).map(|_| self.expr(1)).collect(),
                    dst: Some(var),
                })
            }
            14 => StmtKind::Hole {
                hole: HoleId(0),
                dsts: vec![var],
                writes: vec![self.addr()],
            },
            _ => StmtKind::Fence {
                scope: Scope::Grid,
                spaces: Spaces::ALL,
            },
        }
    }

    fn kernel(&mut self) -> Kernel {
        let mut kernel = Builder::new().kernel;
        for (name, space, size) in [
            ("A", Space::Global, None),
            ("s", Space::Shared, Some(64)),
            ("p", Space::Private, Some(16)),
        ] {
            let elem = self.ty();
            kernel.objects.push(object(name, space, size, elem));
        }
        for n in 0..8 {
            let ty = self.ty();
            kernel.vars.push(Var {
                name: format!("v{n}"),
                ty,
                user: true,
            });
        }
        let count = 1 + self.below(6);
        kernel.blocks = (0..count)
            .map(|_| {
                let target = |draw: &mut Draw| BlockId(draw.below(count) as u32);
                let kind = match self.below(8) {
                    0 => TermKind::Return,
                    1 => TermKind::Unreachable,
                    2 | 3 => TermKind::Goto(target(self)),
                    _ => TermKind::Branch {
                        cond: self.expr(2),
                        then: target(self),
                        other: target(self),
                    },
                };
                let stmts = (0..self.below(6))
                    .map(|n| Stmt {
                        loc: loc(n as u32),
                        kind: self.stmt(),
                    })
                    .collect();
                Block {
                    stmts,
                    term: Terminator { loc: loc(90), kind },
                    loop_stmt: None,
                }
            })
            .collect();
        kernel
    }
}

#[test]
fn nothing_panics() {
    let limits = Limits {
        fuel: 4000,
        threads: 256,
        pages: 2000,
        accesses: 5000,
        prints: 3,
        cancel: None,
        deadline: None,
    };
    let mut ran = 0;
    for seed in 0..400 {
        let kernel = Draw { seed, count: 0 }.kernel();
        for schedule in [Schedule::InOrder, Schedule::RoundRobin] {
            let inputs = Inputs {
                block_dim: [1 + seed % 40, 1 + seed % 2, 1],
                schedule,
                ..Builder::new().inputs(1 + seed % 3, 4)
            };
            let first = run(&kernel, &inputs, &limits);
            assert_eq!(first, run(&kernel, &inputs, &limits), "seed {seed}");
            ran += u32::from(first.instructions > 3);
        }
    }
    assert!(ran > 100, "too few kernels ran: {ran}");
}
