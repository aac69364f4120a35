//! Builds small kernels by hand for the tests.

use super::{Fill, Inputs, Limits, Run, Schedule, run};
use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::*;

/// An object declared nowhere.
pub fn object(name: &str, space: Space, size: Option<u64>, elem: Ty) -> Object {
    let source = match space {
        Space::Private => ObjectSource::Local,
        _ => ObjectSource::Variable,
    };
    Object {
        name: name.to_owned(),
        space,
        size,
        elem,
        source,
        read_only: false,
        init: None,
        init_assumed: false,
        init_unread: false,
        starts_otherwise: false,
        linked: None,
        row: None,
        span: span(0),
    }
}

fn span(line: u32) -> Span {
    Span {
        file: FileId(0),
        start: line,
        end: line + 1,
        line,
        column: 1,
        end_line: line,
        end_column: 2,
    }
}

/// The place of line `line`.
pub fn loc(line: u32) -> Loc {
    Loc {
        span: span(line),
        call: None,
    }
}

/// A kernel under construction; each statement gets the next line, from 1.
pub struct Builder {
    pub kernel: Kernel,
    at: BlockId,
    line: u32,
}

impl Builder {
    pub fn new() -> Builder {
        let mut blocks = IndexVec::new();
        let at = blocks.push(block());
        let kernel = Kernel {
            blocks,
            entry: at,
            ..Kernel::new("k", Language::Cuda, span(0))
        };
        Builder { kernel, at, line: 0 }
    }

    pub fn global(&mut self, name: &str) -> Expr {
        let id = self
            .kernel
            .objects
            .push(object(name, Space::Global, None, Ty::I32));
        ptr(ExprKind::Object(id))
    }

    pub fn shared(&mut self, name: &str, bytes: u64) -> Expr {
        let id = self
            .kernel
            .objects
            .push(object(name, Space::Shared, Some(bytes), Ty::I32));
        ptr(ExprKind::Object(id))
    }

    pub fn var(&mut self, name: &str, ty: Ty) -> VarId {
        self.kernel.vars.push(Var {
            name: name.to_owned(),
            ty,
            user: true,
        })
    }

    pub fn param(&mut self, name: &str) -> Expr {
        let var = self.var(name, Ty::I32);
        self.kernel.params.push(Param {
            name: name.to_owned(),
            var,
            ty: Ty::I32,
            object: None,
            pointee: None,
        });
        value(var)
    }

    /// Adds a statement and returns its line.
    pub fn push(&mut self, kind: StmtKind) -> u32 {
        self.line += 1;
        let stmt = Stmt {
            loc: loc(self.line),
            kind,
        };
        self.kernel.blocks[self.at].stmts.push(stmt);
        self.line
    }

    pub fn store(&mut self, base: &Expr, index: Expr, what: Expr) -> u32 {
        let addr = element(base, index);
        self.push(StmtKind::Store {
            addr,
            value: what,
            volatile: false,
        })
    }

    pub fn load(&mut self, base: &Expr, index: Expr) -> (Expr, u32) {
        let dst = self.var("t", Ty::I32);
        let addr = element(base, index);
        let line = self.push(StmtKind::Load {
            dst,
            addr,
            volatile: false,
            link: None,
        });
        (value(dst), line)
    }

    pub fn assign(&mut self, dst: VarId, value: Expr) -> u32 {
        self.push(StmtKind::Assign { dst, value })
    }

    pub fn atomic_add(&mut self, base: &Expr, index: Expr, scope: Scope) -> (Expr, u32) {
        let dst = self.var("old", Ty::I32);
        let atomic = Atomic {
            op: AtomicOp::Add,
            dst: Some(dst),
            addr: element(base, index),
            ty: Ty::I32,
            args: vec![int(1)],
            ordering: Ordering::all(MemoryOrder::Relaxed, scope),
            failure: MemoryOrder::Relaxed,
            stated: Vec::new(),
        };
        let line = self.push(StmtKind::Atomic(atomic));
        (value(dst), line)
    }

    pub fn barrier(&mut self) -> u32 {
        self.barrier_of(Scope::Block, Spaces::ALL, None)
    }

    pub fn barrier_of(&mut self, scope: Scope, fences: Spaces, mask: Option<Expr>) -> u32 {
        let name = "barrier".to_owned();
        self.push(StmtKind::Barrier(Barrier {
            scope,
            fences,
            name,
            mask,
            tile: None,
            reduce: None,
        }))
    }

    pub fn new_block(&mut self) -> BlockId {
        self.kernel.blocks.push(block())
    }

    /// Ends the block with a jump, and goes on there.
    pub fn goto(&mut self, to: BlockId) {
        self.end(TermKind::Goto(to));
        self.at = to;
    }

    pub fn end(&mut self, kind: TermKind) {
        self.line += 1;
        self.kernel.blocks[self.at].term = Terminator {
            loc: loc(self.line),
            kind,
        };
    }

    pub fn go_to(&mut self, block: BlockId) {
        self.at = block;
    }

    /// `if (cond) { body }`
    pub fn when(&mut self, cond: Expr, body: impl FnOnce(&mut Builder)) {
        let (then, other) = (self.new_block(), self.new_block());
        self.end(TermKind::Branch { cond, then, other });
        self.at = then;
        body(self);
        self.goto(other);
    }

    /// `for (i = 0; i < bound; i++) { body }`
    pub fn repeat(&mut self, bound: Expr, body: impl FnOnce(&mut Builder, Expr)) {
        let i = self.var("i", Ty::I32);
        let (head, inside, after) = (self.new_block(), self.new_block(), self.new_block());
        self.assign(i, int(0));
        self.goto(head);
        self.kernel.blocks[head].loop_stmt = Some(loc(self.line));
        self.end(TermKind::Branch {
            cond: cmp(CmpOp::Lt, value(i), bound),
            then: inside,
            other: after,
        });
        self.at = inside;
        body(self, value(i));
        self.assign(i, bin(BinOp::Add, value(i), int(1)));
        self.end(TermKind::Goto(head));
        self.at = after;
    }

    pub fn inputs(&self, blocks: u64, threads: u64) -> Inputs {
        Inputs {
            block_dim: [threads, 1, 1],
            grid_dim: [blocks, 1, 1],
            global_offset: [0; 3],
            blocks: (0..blocks).map(|b| [b, 0, 0]).collect(),
            scalars: Vec::new(),
            default_scalar: 4,
            cells: Vec::new(),
            fill: Fill::Index,
            schedule: Schedule::InOrder,
            lockstep: 1,
            aliases: Vec::new(),
            distinct: Vec::new(),
            monotone: Vec::new(),
            zeroed: Vec::new(),
            warp_size: super::WARP,
            sizes: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Runs under every schedule; what is found must not depend on it.
    pub fn run(&self, blocks: u64, threads: u64) -> Run {
        let base = self.inputs(blocks, threads);
        let runs = [Schedule::InOrder, Schedule::Reverse, Schedule::RoundRobin].map(|schedule| {
            let inputs = Inputs {
                schedule,
                ..base.clone()
            };
            let first = run(&self.kernel, &inputs, &Limits::default());
            assert_eq!(
                first,
                run(&self.kernel, &inputs, &Limits::default()),
                "runs are deterministic"
            );
            first
        });
        let [first, reverse, robin] = &runs;
        assert_eq!(lines(first), lines(reverse));
        assert_eq!(lines(first), lines(robin));
        first.clone()
    }
}

/// The lines of conflicts and divergences.
pub fn lines(run: &Run) -> Vec<(u32, u32, Scope)> {
    let races = run.conflicts.iter().map(|c| (c.places.clone(), c.scope));
    let partings = run.divergences.iter().map(|d| (d.places.clone(), d.scope));
    let mut lines: Vec<_> = races
        .chain(partings)
        .map(|(places, scope)| {
            let [a, b] = places.map(|p| p.loc.span.line);
            (a.min(b), a.max(b), scope)
        })
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn block() -> Block {
    let term = Terminator {
        loc: loc(9999),
        kind: TermKind::Return,
    };
    Block {
        stmts: Vec::new(),
        term,
        loop_stmt: None,
    }
}

fn ptr(kind: ExprKind) -> Expr {
    Expr { ty: Ty::Ptr, kind }
}

pub fn int(value: i128) -> Expr {
    Expr {
        ty: Ty::I32,
        kind: ExprKind::Int(value),
    }
}

pub fn value(var: VarId) -> Expr {
    Expr {
        ty: Ty::I32,
        kind: ExprKind::Var(var),
    }
}

pub fn bin(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr {
        ty: a.ty,
        kind: ExprKind::Binary(op, Box::new(a), Box::new(b)),
    }
}

pub fn cmp(op: CmpOp, a: Expr, b: Expr) -> Expr {
    Expr {
        ty: Ty::Bool,
        kind: ExprKind::Cmp(op, Box::new(a), Box::new(b)),
    }
}

pub fn cast(ty: Ty, a: Expr) -> Expr {
    Expr {
        ty,
        kind: ExprKind::Cast(Box::new(a)),
    }
}

/// `threadIdx.x` as an `int`.
pub fn tid() -> Expr {
    cast(
        Ty::I32,
        Expr {
            ty: Ty::U32,
            kind: ExprKind::Geometry(Geometry::ThreadIdx(Dim::X)),
        },
    )
}

/// `blockIdx.x` as an `int`.
pub fn bid() -> Expr {
    cast(
        Ty::I32,
        Expr {
            ty: Ty::U32,
            kind: ExprKind::Geometry(Geometry::BlockIdx(Dim::X)),
        },
    )
}

/// The global index as an `int`.
pub fn gid() -> Expr {
    let dim = cast(
        Ty::I32,
        Expr {
            ty: Ty::U32,
            kind: ExprKind::Geometry(Geometry::BlockDim(Dim::X)),
        },
    );
    bin(BinOp::Add, bin(BinOp::Mul, bid(), dim), tid())
}

/// `&base[index]` of an array of `int`.
pub fn element(base: &Expr, index: Expr) -> Expr {
    let bytes = bin(BinOp::Mul, cast(Ty::I64, index), cast(Ty::I64, int(4)));
    ptr(ExprKind::PtrAdd(Box::new(base.clone()), Box::new(bytes)))
}

/// `a + b`.
pub fn plus(a: Expr, b: i128) -> Expr {
    bin(BinOp::Add, a, int(b))
}
