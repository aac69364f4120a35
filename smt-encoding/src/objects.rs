//! Which objects a pointer may point to, and what the kernel does to each object.
//!
//! Flow-insensitive: one set for each variable. Pointers that are read from memory point to the *rows* of the
//! object that they were read from, a pseudo-object of its own.

use crate::answer::Config;
use crate::cfg::Cfg;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{
    AtomicOp, Expr, ExprKind, Kernel, ObjectId, ObjectSource, Scope, Space, Spaces, StmtKind, Ty, VarId,
};
use petgraph::Direction;
use petgraph::graph::NodeIndex;
use std::collections::BTreeSet;

/// Rows of rows of rows are told apart up to this depth.
const MAX_DEPTH: usize = 3;

/// What an expression of pointer type may point to.
pub type Targets = BTreeSet<ObjectId>;

/// How the kernel uses one object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Some statement may write it.
    pub written: bool,
    /// Some atomic may write it, or a volatile access touches it: its value may change between barriers.
    pub unstable: bool,
    /// Some statement other than an atomic may write it.
    pub plainly_written: bool,
    /// Threads may write it between two block barriers one after the other, in an order that warp barriers or atomics
    /// give: what is read is unknown each time.
    pub changing: bool,
    /// Atomics and fences order plain accesses to it between two barriers: what one thread does to it atomically and
    /// what another does may have a plain store in between that is no race.
    pub ordered: bool,
}

/// Points-to sets and uses.
#[derive(Clone, Debug)]
pub struct Objects {
    count: usize,
    /// Parameters that are handed the same buffer have one object.
    same_as: Vec<ObjectId>,
    vars: Vec<Targets>,
    uses: Vec<Use>,
    /// Some write goes through a pointer that nobody knows.
    pub wild_write: bool,
}

impl Objects {
    /// Analyses `kernel`; the configuration says which pointer parameters are, or may be, the same buffer.
    pub fn new(kernel: &Kernel, config: &Config) -> Objects {
        let count = kernel.objects.len();
        let mut same_as: Vec<ObjectId> = kernel.objects.indices().collect();
        for group in &config.aliases {
            let mut objects = group
                .iter()
                .filter_map(|&n| kernel.params.get(n as usize).and_then(|p| p.object));
            if let Some(first) = objects.next() {
                objects.for_each(|o| same_as[o.index()] = first);
            }
        }
        let mut this = Objects {
            count,
            same_as,
            vars: vec![Targets::new(); kernel.vars.len()],
            uses: vec![Use::default(); count * (MAX_DEPTH + 1)],
            wild_write: false,
        };
        while this.propagate(kernel) {}
        this.collect_uses(kernel);
        if config.may_alias {
            this.blend_parameters(kernel);
        }
        this
    }

    /// What is read from these objects is unknown each time, and to each thread.
    pub fn mark_changing(&mut self, objects: impl IntoIterator<Item = ObjectId>) {
        for o in objects {
            let u = &mut self.uses[o.index()];
            u.changing = true;
            u.unstable = true;
        }
    }

    /// As [`Objects::mark_changing`]: atomics and fences order some of their accesses.
    pub fn mark_ordered(&mut self, objects: impl IntoIterator<Item = ObjectId>) {
        for o in objects {
            self.uses[o.index()].ordered = true;
            self.mark_changing([o]);
        }
    }

    /// Objects that a thread may write before it waits for its warp only: others of the warp read what it wrote before the
    /// next barrier of the block.
    pub fn passed_in_warps(&self, kernel: &Kernel, cfg: &Cfg) -> BTreeSet<ObjectId> {
        let of_warps = cfg
            .barriers()
            .into_iter()
            .filter(|&n| cfg.barrier(kernel, n).is_some_and(|b| b.scope < Scope::Block));
        let mut out = BTreeSet::new();
        let (mut seen, mut work): (BTreeSet<NodeIndex>, Vec<NodeIndex>) =
            (BTreeSet::new(), of_warps.collect());
        while let Some(node) = work.pop() {
            if !seen.insert(node) {
                continue;
            }
            for s in cfg.stmts(kernel, node) {
                match &s.kind {
                    StmtKind::Store { addr, .. } => out.extend(self.targets(addr)),
                    StmtKind::Copy { dst, .. } | StmtKind::Fill { dst, .. } => out.extend(self.targets(dst)),
                    StmtKind::UnderWay(u) => {
                        out.extend(u.dst().into_iter().flat_map(|dst| self.targets(dst)))
                    }
                    StmtKind::Atomic(a) => out.extend(self.targets(&a.addr)),
                    StmtKind::Hole { writes, .. } => out.extend(writes.iter().flat_map(|w| self.targets(w))),
                    _ => {}
                }
            }
            for from in cfg.graph.neighbors_directed(node, Direction::Incoming) {
                let cut = cfg
                    .barrier(kernel, from)
                    .is_some_and(|b| b.scope >= Scope::Block && b.fences == Spaces::ALL);
                if !cut {
                    work.push(from);
                }
            }
        }
        out.retain(|&o| self.space(kernel, o) != Space::Private);
        out
    }

    /// The object that stands for `object` and all that are the same buffer.
    pub fn canonical(&self, object: ObjectId) -> ObjectId {
        self.same_as.get(object.index()).copied().unwrap_or(object)
    }

    /// What variable `v` may point to.
    pub fn of_var(&self, v: VarId) -> &Targets {
        &self.vars[v.index()]
    }

    /// The pseudo-object of the rows that pointers in `object` point to.
    pub fn rows_of(&self, object: ObjectId) -> Option<ObjectId> {
        let id = object.index() + self.count;
        (id < self.uses.len()).then(|| ObjectId::new(id))
    }

    /// The declared object that `object` is, or holds the row pointers of; and the depth of rows.
    pub fn base(&self, object: ObjectId) -> (ObjectId, usize) {
        let n = self.count.max(1);
        (ObjectId::new(object.index() % n), object.index() / n)
    }

    /// Where `object` lives.
    pub fn space(&self, kernel: &Kernel, object: ObjectId) -> Space {
        match self.base(object) {
            (o, 0) => kernel.objects[o].space,
            _ => Space::Global,
        }
    }

    /// All objects, pseudo-objects included.
    pub fn all(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.uses.len()).map(ObjectId::new)
    }

    /// A name for messages.
    pub fn name(&self, kernel: &Kernel, object: ObjectId) -> String {
        let (o, depth) = self.base(object);
        format!("{}{}", kernel.objects[o].name, "[]".repeat(depth))
    }

    /// Whether what `object` is made of is known: false for the target of a pointer that nobody knows.
    pub fn is_known(&self, kernel: &Kernel, object: ObjectId) -> bool {
        kernel.objects[self.base(object).0].source != ObjectSource::Unknown
    }

    /// How the kernel uses `object`.
    pub fn usage(&self, object: ObjectId) -> Use {
        let mut u = self.uses[object.index()];
        u.written |= self.wild_write;
        u.unstable |= self.wild_write;
        u.plainly_written |= self.wild_write;
        u
    }

    /// What `expr` may point to.
    pub fn targets(&self, expr: &Expr) -> Targets {
        let mut out = Targets::new();
        self.add_targets(expr, &mut out);
        out
    }

    fn add_targets(&self, expr: &Expr, out: &mut Targets) {
        match &expr.kind {
            ExprKind::Object(o) => {
                out.insert(self.canonical(*o));
            }
            ExprKind::Var(v) => out.extend(&self.vars[v.index()]),
            ExprKind::PtrAdd(p, _)
            | ExprKind::PtrRow(p, _)
            | ExprKind::Cast(p)
            | ExprKind::Bits(p)
            | ExprKind::Window(p) => {
                self.add_targets(p, out);
            }
            ExprKind::Select(_, a, b) => {
                self.add_targets(a, out);
                self.add_targets(b, out);
            }
            // A pointer that was turned into a number keeps its targets through arithmetic.
            ExprKind::Binary(_, a, b) => {
                self.add_targets(a, out);
                self.add_targets(b, out);
            }
            ExprKind::Unary(_, a) => self.add_targets(a, out),
            _ => {}
        }
    }

    fn propagate(&mut self, kernel: &Kernel) -> bool {
        let mut changed = false;
        let mut extend = |vars: &mut Vec<Targets>, v: VarId, t: Targets| {
            let before = vars[v.index()].len();
            vars[v.index()].extend(t);
            changed |= vars[v.index()].len() != before;
        };
        for s in kernel.blocks.iter().flat_map(|b| &b.stmts) {
            match &s.kind {
                StmtKind::Assign { dst, value } => {
                    let t = self.targets(value);
                    extend(&mut self.vars, *dst, t);
                }
                StmtKind::Load { dst, addr, .. } if kernel.vars[*dst].ty == Ty::Ptr => {
                    let t = self
                        .targets(addr)
                        .into_iter()
                        .filter_map(|o| self.rows_of(o))
                        .collect();
                    extend(&mut self.vars, *dst, t);
                }
                _ => {}
            }
        }
        changed
    }

    fn collect_uses(&mut self, kernel: &Kernel) {
        for s in kernel.blocks.iter().flat_map(|b| &b.stmts) {
            match &s.kind {
                StmtKind::Store { addr, volatile, .. } => self.mark(kernel, addr, true, *volatile),
                StmtKind::Load {
                    addr, volatile: true, ..
                } => self.mark(kernel, addr, false, true),
                StmtKind::Copy { dst, .. } | StmtKind::Fill { dst, .. } => {
                    self.mark(kernel, dst, true, false)
                }
                StmtKind::Atomic(a) => {
                    self.mark_as(kernel, &a.addr, a.op != AtomicOp::Load, true, true);
                }
                StmtKind::Hole { writes, .. } => {
                    for w in writes {
                        self.mark(kernel, w, true, true);
                    }
                }
                _ => {}
            }
        }
    }

    /// If parameters may overlap, a write through one may change what another one points to.
    fn blend_parameters(&mut self, kernel: &Kernel) {
        let params = |o: &ObjectId| {
            matches!(kernel.objects[*o].source, ObjectSource::Param(_))
                && kernel.objects[*o].space == Space::Global
        };
        let ids: Vec<ObjectId> = kernel.objects.indices().filter(params).collect();
        let written = ids.iter().any(|o| self.uses[o.index()].written);
        let plainly_written = ids.iter().any(|o| self.uses[o.index()].plainly_written);
        for o in ids {
            let u = &mut self.uses[o.index()];
            u.written |= written;
            u.unstable |= written;
            u.plainly_written |= plainly_written;
        }
    }

    fn mark(&mut self, kernel: &Kernel, addr: &Expr, write: bool, unstable: bool) {
        self.mark_as(kernel, addr, write, unstable, false);
    }

    fn mark_as(&mut self, kernel: &Kernel, addr: &Expr, write: bool, unstable: bool, atomic: bool) {
        let targets = self.targets(addr);
        if write && (targets.is_empty() || targets.iter().any(|&o| !self.is_known(kernel, o))) {
            self.wild_write = true;
        }
        for o in targets {
            let u = &mut self.uses[o.index()];
            u.written |= write;
            u.unstable |= unstable;
            u.plainly_written |= write && !atomic;
        }
    }
}
