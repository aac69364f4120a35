//! The kernel under construction: blocks, variables, objects, holes.

use crate::index::IndexVec;
use crate::ir::build;
use crate::ir::{
    Atomic, AtomicOp, Block, BlockId, Call, CallId, Expr, ExprKind, Hole, HoleId, Kernel, Language, Link,
    Loc, MemoryOrder, Object, ObjectId, ObjectSource, Open, Ordering, Scope, Space, Spaces, Span, Stmt,
    StmtKind, Synchronises, TermKind, Terminator, Ty, Var, VarId,
};
use std::collections::BTreeSet;

/// A block that may still lack its way out.
pub struct OpenBlock {
    pub stmts: Vec<Stmt>,
    pub term: Option<Terminator>,
    pub loop_stmt: Option<Loc>,
}

/// How the parts of a private object are named once they are variables.
#[derive(Clone)]
pub struct Naming {
    /// Offset, type and name of each scalar part.
    pub cells: Vec<(u64, Ty, String)>,
    /// The user declared it.
    pub user: bool,
}

/// Which accesses to memory a directive makes atomic.
#[derive(Clone, Debug, Default)]
pub enum Atomicity {
    /// None.
    #[default]
    None,
    /// Those at these places: one object's in one statement; and what they order.
    At(Vec<Span>, MemoryOrder),
    /// All: a critical section excludes all others of its name, and what came before one is seen in the next (OpenMP 5.2, section 15.8.5).
    All,
}

/// A kernel under construction.
pub struct Builder {
    pub blocks: IndexVec<BlockId, OpenBlock>,
    pub objects: IndexVec<ObjectId, Object>,
    pub vars: IndexVec<VarId, Var>,
    pub calls: IndexVec<CallId, Call>,
    pub holes: IndexVec<HoleId, Hole>,
    /// One for each object.
    pub namings: IndexVec<ObjectId, Option<Naming>>,
    pub current: BlockId,
    /// Assumptions that are not made.
    pub unmade: Vec<Loc>,
    pub unseen: Vec<String>,
    pub callees: Vec<String>,
    /// Conditionals that compilers decide and that bear on the kernel.
    pub asked: BTreeSet<String>,
    /// What the program leaves open that holes are of from now on.
    pub open: Option<Open>,
    /// Statements so far.
    pub size: usize,
    /// The place of what was emitted last.
    pub last: Loc,
    /// How many blocks a cluster has, if the kernel says so.
    pub cluster: Option<[u32; 3]>,
    /// Which accesses are atomic by a directive.
    pub atomic: Atomicity,
    /// Regions of such directives, and what they order.
    pub regions: Vec<(Span, MemoryOrder)>,
    /// The phase of the cluster's barrier that the thread arrived in last.
    pub cluster_phase: Option<VarId>,
}

impl Builder {
    pub fn new(loc: Loc) -> Builder {
        let mut blocks = IndexVec::new();
        let current = blocks.push(OpenBlock {
            stmts: Vec::new(),
            term: None,
            loop_stmt: None,
        });
        Builder {
            blocks,
            objects: IndexVec::new(),
            vars: IndexVec::new(),
            calls: IndexVec::new(),
            holes: IndexVec::new(),
            namings: IndexVec::new(),
            current,
            unmade: Vec::new(),
            unseen: Vec::new(),
            callees: Vec::new(),
            asked: BTreeSet::new(),
            open: None,
            size: 0,
            last: loc,
            cluster: None,
            atomic: Atomicity::default(),
            regions: Vec::new(),
            cluster_phase: None,
        }
    }

    /// A new block, not yet current.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(OpenBlock {
            stmts: Vec::new(),
            term: None,
            loop_stmt: None,
        })
    }

    /// Goes on in `block`.
    pub fn enter(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Appends a statement.
    pub fn emit(&mut self, loc: Loc, kind: StmtKind) {
        self.size += 1;
        self.last = loc;
        let kind = self.made_atomic(loc, kind);
        let current = self.current;
        if self.blocks[current].term.is_none() {
            self.blocks[current].stmts.push(Stmt { loc, kind });
        }
    }

    /// A place for an asynchronous copy: `loc`, unless another copy has it, as where one line of a macro starts several. What
    /// is waited for is told by its place, so that the next ones get places of their own, inside a call.
    pub fn place_of_copy(&mut self, loc: Loc, callee: &str) -> Loc {
        let is_taken = |loc: Loc| {
            let mut stmts = self.blocks.iter().flat_map(|b| &b.stmts);
            stmts.any(|s| s.loc == loc && matches!(s.kind, StmtKind::Copy { .. }))
        };
        let mut place = loc;
        while is_taken(place) {
            let call = Call {
                loc: place,
                callee: callee.to_owned(),
            };
            place.call = Some(self.calls.push(call));
        }
        place
    }

    /// A statement, as an atomic one where a directive says so and others may see the memory.
    fn made_atomic(&mut self, loc: Loc, kind: StmtKind) -> StmtKind {
        let order = match &self.atomic {
            Atomicity::At(places, order) if places.contains(&loc.span) => *order,
            Atomicity::All => MemoryOrder::SeqCst,
            Atomicity::None | Atomicity::At(..) => return kind,
        };
        let (op, dst, addr, ty, args) = if let StmtKind::Load { dst, addr, .. } = &kind
            && !self.is_own(addr)
        {
            (
                AtomicOp::Load,
                Some(*dst),
                addr.clone(),
                self.vars[*dst].ty,
                Vec::new(),
            )
        } else if let StmtKind::Store { addr, value, .. } = &kind
            && !self.is_own(addr)
        {
            (AtomicOp::Store, None, addr.clone(), value.ty, vec![value.clone()])
        } else if let StmtKind::Copy { dst, src, .. } = &kind
            && !(self.is_own(dst) && self.is_own(src))
        {
            let writes = vec![dst.clone(), src.clone()];
            let hole = self.hole(loc, "what a critical section copies as a whole is not modelled");
            let dsts = Vec::new();
            return StmtKind::Hole { hole, dsts, writes };
        } else {
            return kind;
        };
        // A read lets nothing go, a write lets nothing in.
        let order = match (order, op) {
            (MemoryOrder::Acquire | MemoryOrder::AcqRel, AtomicOp::Load) => MemoryOrder::Acquire,
            (MemoryOrder::Release | MemoryOrder::AcqRel, AtomicOp::Store) => MemoryOrder::Release,
            (MemoryOrder::SeqCst, _) => MemoryOrder::SeqCst,
            (MemoryOrder::Relaxed | MemoryOrder::Acquire | MemoryOrder::Release | MemoryOrder::AcqRel, _) => {
                MemoryOrder::Relaxed
            }
        };
        StmtKind::Atomic(Atomic {
            op,
            dst,
            addr,
            ty,
            args,
            ordering: Ordering {
                order,
                scope: Scope::System,
                spaces: Spaces::NONE,
            },
            failure: MemoryOrder::Relaxed,
            stated: Vec::new(),
        })
    }

    /// Whether an address is known to be in memory of the thread's own.
    fn is_own(&self, addr: &Expr) -> bool {
        let base = if let ExprKind::PtrAdd(base, _) = &addr.kind {
            base
        } else {
            addr
        };
        matches!(base.kind, ExprKind::Object(id) if self.objects[id].space == Space::Private)
    }

    /// Ends the current block, unless it has ended.
    pub fn end(&mut self, loc: Loc, kind: TermKind) {
        let block = &mut self.blocks[self.current];
        if block.term.is_none() {
            block.term = Some(Terminator { loc, kind });
        }
    }

    /// Goes to `block` and on in it.
    pub fn fall_into(&mut self, loc: Loc, block: BlockId) {
        self.end(loc, TermKind::Goto(block));
        self.enter(block);
    }

    /// Two ways, by a truth value.
    pub fn branch(&mut self, loc: Loc, cond: Expr, then: BlockId, other: BlockId) {
        self.end(
            loc,
            TermKind::Branch {
                cond: build::truth(cond),
                then,
                other,
            },
        );
    }

    /// The type of a variable.
    pub fn ty(&self, var: VarId) -> Ty {
        self.vars[var].ty
    }

    /// A temporary.
    pub fn temp(&mut self, name: &str, ty: Ty) -> VarId {
        self.vars.push(Var {
            name: name.to_owned(),
            ty,
            user: false,
        })
    }

    /// `dst = value`, converted to the variable's type.
    pub fn assign(&mut self, loc: Loc, dst: VarId, value: Expr) {
        let value = build::cast(value, self.vars[dst].ty);
        self.emit(loc, StmtKind::Assign { dst, value });
    }

    /// The value in a variable that nothing changes later; simple expressions are left as they are.
    pub fn stable(&mut self, loc: Loc, value: Expr) -> Expr {
        if is_constant(&value) {
            return value;
        }
        let ty = value.ty;
        let id = self.temp("t", ty);
        self.assign(loc, id, value);
        build::var(id, ty)
    }

    /// Reads a scalar.
    pub fn load(&mut self, loc: Loc, addr: Expr, ty: Ty, volatile: bool) -> Expr {
        self.load_link(loc, addr, (ty, volatile), None)
    }

    /// Reads a scalar, which may be a link between records.
    pub fn load_link(
        &mut self,
        loc: Loc,
        addr: Expr,
        (ty, volatile): (Ty, bool),
        link: Option<Link>,
    ) -> Expr {
        let dst = self.temp("t", ty);
        let load = StmtKind::Load {
            dst,
            addr,
            volatile,
            link,
        };
        self.emit(loc, load);
        build::var(dst, ty)
    }

    /// Writes a scalar.
    pub fn store(&mut self, loc: Loc, addr: Expr, value: Expr, volatile: bool) {
        self.emit(
            loc,
            StmtKind::Store {
                addr,
                value,
                volatile,
            },
        );
    }

    /// A private object.
    pub fn local(&mut self, loc: Loc, name: &str, size: u64, elem: Ty, naming: Option<Naming>) -> ObjectId {
        let object = Object {
            name: name.to_owned(),
            space: Space::Private,
            size: Some(size),
            elem,
            source: ObjectSource::Local,
            read_only: false,
            init: None,
            init_assumed: false,
            init_unread: false,
            starts_otherwise: false,
            linked: None,
            row: None,
            span: loc.span,
        };
        self.object(object, naming)
    }

    /// Any object.
    pub fn object(&mut self, object: Object, naming: Option<Naming>) -> ObjectId {
        self.namings.push(naming);
        self.objects.push(object)
    }

    /// Records what is not modelled.
    pub fn hole(&mut self, loc: Loc, reason: impl Into<String>) -> HoleId {
        self.holes.push(Hole {
            loc,
            reason: reason.into(),
            synchronises: Synchronises::No,
            open: self.open,
        })
    }

    /// Something that is not modelled is a barrier, or may hold one.
    pub fn barrier_hole(&mut self, loc: Loc, reason: impl Into<String>, synchronises: Synchronises) {
        let hole = self.hole(loc, reason);
        self.holes[hole].synchronises = synchronises;
        self.emit(
            loc,
            StmtKind::Hole {
                hole,
                dsts: Vec::new(),
                writes: Vec::new(),
            },
        );
    }

    /// An unknown value that stays the same.
    pub fn unknown(&mut self, loc: Loc, reason: impl Into<String>, ty: Ty, writes: Vec<Expr>) -> Expr {
        let hole = self.hole(loc, reason);
        let dst = self.temp("unknown", ty);
        self.emit(
            loc,
            StmtKind::Hole {
                hole,
                dsts: vec![dst],
                writes,
            },
        );
        build::var(dst, ty)
    }

    /// Something unknown happens.
    pub fn effect_hole(&mut self, loc: Loc, reason: impl Into<String>, writes: Vec<Expr>) {
        let hole = self.hole(loc, reason);
        self.emit(
            loc,
            StmtKind::Hole {
                hole,
                dsts: Vec::new(),
                writes,
            },
        );
    }

    /// Something unknown happens that may write anything, besides what is named, and is a barrier, or may hold one.
    pub fn anything_hole(
        &mut self,
        loc: Loc,
        reason: impl Into<String>,
        mut writes: Vec<Expr>,
        synchronises: Synchronises,
    ) {
        let hole = self.hole(loc, reason);
        self.holes[hole].synchronises = synchronises;
        writes.push(build::unknown(hole, Ty::Ptr));
        self.emit(
            loc,
            StmtKind::Hole {
                hole,
                dsts: Vec::new(),
                writes,
            },
        );
    }

    /// The kernel that was built, but for what its declaration says, and how its private objects are named.
    pub fn into_kernel(
        mut self,
        language: Language,
        span: Span,
        entry: BlockId,
    ) -> (Kernel, IndexVec<ObjectId, Option<Naming>>) {
        let blocks = self.finish();
        let kernel = Kernel {
            unmade: self.unmade,
            unseen: self.unseen,
            callees: self.callees,
            objects: self.objects,
            vars: self.vars,
            blocks,
            entry,
            calls: self.calls,
            holes: self.holes,
            cluster: self.cluster,
            ..Kernel::new("", language, span)
        };
        (kernel, self.namings)
    }

    /// The blocks with every way out filled in.
    fn finish(&mut self) -> IndexVec<BlockId, Block> {
        let mut blocks = IndexVec::new();
        for open in std::mem::take(&mut self.blocks).iter_mut() {
            let loc = open.stmts.last().map_or(self.last, |s| s.loc);
            let term = open.term.take().unwrap_or(Terminator {
                loc,
                kind: TermKind::Return,
            });
            blocks.push(Block {
                stmts: std::mem::take(&mut open.stmts),
                term,
                loop_stmt: open.loop_stmt,
            });
        }
        blocks
    }
}

/// Whether an expression names no variable.
pub fn is_constant(expr: &Expr) -> bool {
    let kind = matches!(
        expr.kind,
        ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Object(_)
            | ExprKind::Geometry(_)
            | ExprKind::PtrAdd(..)
            | ExprKind::Cast(_)
    );
    kind && expr.operands().into_iter().all(is_constant)
}
