//! What a statement does: the only place that says so.
//!
//! Every analysis reads the effects of a statement rather than its kind, so that a statement which one of them forgot
//! cannot exist. An effect says nothing of *whether* it matters: memory that no other thread sees is in here as well.

use super::{
    Atomic, AtomicOp, Barrier, Collective, CopyKind, Expr, HoleId, Kernel, Ordering, Phase, Stmt, StmtKind,
    Ty, VarId,
};

/// All that one statement does, evaluating its expressions and assigning variables aside ([`Stmt::exprs`], [`Stmt::defs`]).
#[derive(Clone, Debug, Default)]
pub struct Effects<'s> {
    /// The memory that it touches, in the order in which it does.
    pub accesses: Vec<Touch<'s>>,
    /// Where values go, and with them the pointers that they are or hold. Several sources of one target: one of them, or all
    /// of them together.
    pub flows: Vec<Flow<'s>>,
    /// What it orders or whom it waits for; the order of an atomic is with its access.
    pub order: Option<Order<'s>>,
    /// It is not modelled: it may do more than touch what it was handed, as its [`Hole`](super::Hole) says.
    pub call_out: Option<HoleId>,
}

/// One access to memory.
#[derive(Clone, Copy, Debug)]
pub struct Touch<'s> {
    /// The first byte, a [`Ty::Ptr`].
    pub addr: &'s Expr,
    /// How much.
    pub extent: Extent<'s>,
    /// It may take what is there.
    pub reads: bool,
    /// It may change what is there.
    pub writes: bool,
    /// The value written, if it is one that the statement names, by what is there after.
    pub value: Option<&'s Expr>,
    /// What makes it atomic: operation, operands, scope and order.
    pub atomic: Option<&'s Atomic>,
    /// Declared volatile.
    pub volatile: bool,
    /// When.
    pub when: When,
}

/// How much memory an access touches.
#[derive(Clone, Copy, Debug)]
pub enum Extent<'s> {
    /// One scalar of this type.
    Scalar(Ty),
    /// So many bytes, a [`Ty::U64`].
    Bytes(&'s Expr),
    /// Any bytes of the object that the address points into, and of objects that pointers in there lead to.
    Reachable,
}

/// When an access happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// At the statement.
    Now,
    /// At the statement or later, until the copy is waited for.
    Later(CopyKind),
}

/// A value on its way.
#[derive(Clone, Copy, Debug)]
pub struct Flow<'s> {
    /// Where from.
    pub from: Source<'s>,
    /// Where to.
    pub to: Target<'s>,
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'s> {
    /// It is computed from this.
    Value(&'s Expr),
    /// It is computed from this by threads that do the statement together.
    Others(&'s Expr),
    /// It lies in memory, at or behind this address.
    Memory(&'s Expr),
    /// Nobody knows.
    Anything,
}

/// Where a value goes.
#[derive(Clone, Copy, Debug)]
pub enum Target<'s> {
    /// Into a variable.
    Var(VarId),
    /// Into memory, at or behind this address.
    Memory(&'s Expr),
    /// Out of the kernel's sight.
    Outside,
}

/// What a statement orders, or whom it waits for.
#[derive(Clone, Copy, Debug)]
pub enum Order<'s> {
    /// A barrier.
    Barrier(&'s Barrier),
    /// A part in a barrier that counts arrivals.
    Phase(&'s Phase),
    /// A fence.
    Fence(Ordering),
    /// Threads do it together; it orders no memory.
    Together(&'s Collective),
    /// A copy that all threads of the block start together.
    GroupCopy,
    /// Waits for copies, but so many of the younger batches.
    Wait(u32),
    /// Closes a batch of copies.
    Commit,
}

impl<'s> Touch<'s> {
    fn new(addr: &'s Expr, extent: Extent<'s>) -> Touch<'s> {
        Touch {
            addr,
            extent,
            reads: false,
            writes: false,
            value: None,
            atomic: None,
            volatile: false,
            when: When::Now,
        }
    }

    fn read(addr: &'s Expr, extent: Extent<'s>) -> Touch<'s> {
        Touch {
            reads: true,
            ..Touch::new(addr, extent)
        }
    }

    fn write(addr: &'s Expr, extent: Extent<'s>) -> Touch<'s> {
        Touch {
            writes: true,
            ..Touch::new(addr, extent)
        }
    }
}

impl<'s> Effects<'s> {
    /// The accesses that may read.
    pub fn reads(&self) -> impl Iterator<Item = &Touch<'s>> {
        self.accesses.iter().filter(|a| a.reads)
    }

    /// The accesses that may write.
    pub fn writes(&self) -> impl Iterator<Item = &Touch<'s>> {
        self.accesses.iter().filter(|a| a.writes)
    }

    fn flow(&mut self, from: Source<'s>, to: Target<'s>) {
        self.flows.push(Flow { from, to });
    }

    fn copy(&mut self, [dst, src, bytes]: [&'s Expr; 3], when: When) {
        let (read, write) = (
            Touch::read(src, Extent::Bytes(bytes)),
            Touch::write(dst, Extent::Bytes(bytes)),
        );
        self.accesses = [read, write].map(|a| Touch { when, ..a }).into();
        self.flow(Source::Memory(src), Target::Memory(dst));
    }

    fn atomic(&mut self, a: &'s Atomic) {
        let (reads, writes) = (a.op != AtomicOp::Store, a.op != AtomicOp::Load);
        let to = Target::Memory(&a.addr);
        // The expected value of a compare-exchange is not stored, nor does it flow anywhere else: if it is what was there, that
        // was stored before.
        let stored = match a.op.replacement() {
            Some(first) => a.args.get(first..).unwrap_or_default(),
            None if writes => &a.args[..],
            None => &[],
        };
        self.accesses.push(Touch {
            reads,
            writes,
            value: stored
                .first()
                .filter(|_| matches!(a.op, AtomicOp::Store | AtomicOp::Exchange)),
            atomic: Some(a),
            ..Touch::new(&a.addr, Extent::Scalar(a.ty))
        });
        for value in stored {
            self.flow(Source::Value(value), to);
        }
        if let Some(dst) = a.dst {
            self.flow(Source::Memory(&a.addr), Target::Var(dst));
        }
    }
}

impl Stmt {
    /// What the statement does in `kernel`.
    pub fn effects<'s>(&'s self, kernel: &Kernel) -> Effects<'s> {
        let mut out = Effects::default();
        match &self.kind {
            StmtKind::Assign { dst, value } => out.flow(Source::Value(value), Target::Var(*dst)),
            StmtKind::Load {
                dst, addr, volatile, ..
            } => {
                out.accesses.push(Touch {
                    volatile: *volatile,
                    ..Touch::read(addr, Extent::Scalar(kernel.vars[*dst].ty))
                });
                out.flow(Source::Memory(addr), Target::Var(*dst));
            }
            StmtKind::Store {
                addr,
                value,
                volatile,
            } => {
                out.accesses.push(Touch {
                    volatile: *volatile,
                    value: Some(value),
                    ..Touch::write(addr, Extent::Scalar(value.ty))
                });
                out.flow(Source::Value(value), Target::Memory(addr));
            }
            StmtKind::Atomic(a) => out.atomic(a),
            StmtKind::Copy {
                dst,
                src,
                bytes,
                kind,
            } => {
                let when = match kind {
                    CopyKind::Sync => When::Now,
                    CopyKind::AsyncThread | CopyKind::AsyncGroup => When::Later(*kind),
                };
                out.copy([dst, src, bytes], when);
                out.order = (*kind == CopyKind::AsyncGroup).then_some(Order::GroupCopy);
            }
            StmtKind::Fill { dst, byte, bytes } => {
                out.accesses.push(Touch {
                    value: Some(byte),
                    ..Touch::write(dst, Extent::Bytes(bytes))
                });
                out.flow(Source::Value(byte), Target::Memory(dst));
            }
            // The statement that it may meet stands behind it and has its own effects.
            StmtKind::UnderWay(u) => {
                if let Some([dst, src, bytes]) = &u.copy {
                    out.copy([dst, src, bytes], When::Later(CopyKind::AsyncThread));
                }
            }
            StmtKind::Collective(c) => {
                out.order = Some(Order::Together(c));
                if let Some(dst) = c.dst {
                    c.args
                        .iter()
                        .for_each(|arg| out.flow(Source::Others(arg), Target::Var(dst)));
                }
            }
            StmtKind::Barrier(b) => {
                out.order = Some(Order::Barrier(b));
                if let Some(r) = &b.reduce {
                    out.flow(Source::Others(&r.value), Target::Var(r.dst));
                }
            }
            StmtKind::Fence { ordering, .. } => out.order = Some(Order::Fence(*ordering)),
            // What it is told of the phase is a number, and nobody's pointer.
            StmtKind::Phase(phase) => {
                out.order = Some(Order::Phase(phase));
                if let Some(dst) = phase.def() {
                    out.flow(Source::Anything, Target::Var(dst));
                }
            }
            StmtKind::AsyncWait { pending } => out.order = Some(Order::Wait(*pending)),
            StmtKind::AsyncCommit => out.order = Some(Order::Commit),
            StmtKind::Hole { hole, dsts, writes } => {
                out.call_out = Some(*hole);
                for w in writes {
                    out.accesses.push(Touch {
                        reads: true,
                        ..Touch::write(w, Extent::Reachable)
                    });
                    out.flow(Source::Value(w), Target::Outside);
                    out.flow(Source::Anything, Target::Memory(w));
                }
                for dst in dsts {
                    out.flow(Source::Anything, Target::Var(*dst));
                }
            }
            // What is printed are values; strings are constants.
            StmtKind::Print { args, .. } => {
                args.iter()
                    .for_each(|arg| out.flow(Source::Value(arg), Target::Outside));
            }
            StmtKind::Assume(_)
            | StmtKind::Assert(_)
            | StmtKind::Demand { .. }
            | StmtKind::Invariant(_)
            | StmtKind::Presume { .. } => {}
        }
        out
    }
}
