//! Which objects a pointer may point to, and what the kernel does to each object.

use crate::answer::Config;
use crate::cfg::Cfg;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::effect::Touch;
use kverify_frontend::ir::points_to::PointsTo;
use kverify_frontend::ir::{
    Barrier, Expr, ExprKind, Kernel, ObjectId, ObjectSource, PureFn, Scope, Space, Spaces, Stmt, VarId, flow,
};
use petgraph::Direction;
use std::collections::BTreeSet;

pub use kverify_frontend::ir::points_to::Targets;

/// How the kernel uses one object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Use {
    /// Some statement may write it.
    pub written: bool,
    /// A volatile access touches it, or an atomic one that is not of shared memory: its value may change between barriers. (In shared
    /// memory, what reads it plainly beside an atomic races.)
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
    points_to: PointsTo,
    uses: Vec<Use>,
    /// Some write goes through a pointer that may point anywhere.
    pub wild_write: bool,
}

/// Whether a kernel reads through textures or images.
pub fn reads_textures(kernel: &Kernel) -> bool {
    let is_fetched = |expr: &Expr| {
        matches!(
            expr.kind,
            ExprKind::Call(PureFn::Texel(_) | PureFn::Sampled(_), _)
        )
    };
    kernel.exprs().any(|expr| expr.contains(&is_fetched))
}

/// The buffers behind parameters.
pub fn of_params(kernel: &Kernel, params: &[u32]) -> impl Iterator<Item = ObjectId> {
    params
        .iter()
        .filter_map(|&n| kernel.params.get(n as usize)?.object)
}

/// The object that stands for parameters which are one buffer; what is constant through one is written through another.
pub fn standing_for(kernel: &Kernel, group: &[u32]) -> Option<ObjectId> {
    of_params(kernel, group).min_by_key(|o| kernel.objects[*o].space == Space::Constant)
}

impl Objects {
    /// Analyses `kernel`; the configuration says which pointer parameters are, or may be, the same buffer.
    pub fn new(kernel: &Kernel, config: &Config) -> Objects {
        let mut same_as: Vec<ObjectId> = kernel.objects.indices().collect();
        for group in &config.aliases {
            if let Some(one) = standing_for(kernel, group) {
                of_params(kernel, group).for_each(|o| same_as[o.index()] = one);
            }
        }
        let is_buffer = |o: &ObjectId| {
            matches!(kernel.objects[*o].source, ObjectSource::Param(_))
                && kernel.objects[*o].space == Space::Global
        };
        let blended: BTreeSet<ObjectId> = match config.may_alias {
            true => kernel.objects.indices().filter(is_buffer).collect(),
            false => BTreeSet::new(),
        };
        let points_to = PointsTo::new(kernel, same_as, blended.clone());
        let mut this = Objects {
            uses: vec![Use::default(); points_to.all().count()],
            points_to,
            wild_write: false,
        };
        for stmt in kernel.blocks.iter().flat_map(|b| &b.stmts) {
            this.collect_uses(kernel, stmt, config.lockstep > 1);
        }
        this.blend(&blended);
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
        let cut = |b: &Barrier| b.scope >= Scope::Block && b.fences == Spaces::ALL;
        flow::reach(cfg.graph.node_count(), of_warps, |node| {
            for s in cfg.stmts(kernel, node) {
                out.extend(self.written_by(kernel, s));
            }
            let before = cfg.graph.neighbors_directed(node, Direction::Incoming);
            before.filter(|&from| !cfg.barrier(kernel, from).is_some_and(cut))
        });
        out.retain(|&o| self.space(kernel, o) != Space::Private);
        out
    }

    /// All objects that a statement may write.
    pub fn written_by(&self, kernel: &Kernel, s: &Stmt) -> BTreeSet<ObjectId> {
        let effects = s.effects(kernel);
        effects.writes().flat_map(|to| self.touched(to)).collect()
    }

    /// All objects that an access may touch.
    pub fn touched(&self, touch: &Touch<'_>) -> Vec<ObjectId> {
        self.points_to.reach(&self.points_to.touched(touch))
    }

    /// The object that stands for `object` and all that are the same buffer.
    pub fn canonical(&self, object: ObjectId) -> ObjectId {
        self.points_to.canonical(object)
    }

    /// What variable `v` may point to.
    pub fn of_var(&self, v: VarId) -> &Targets {
        self.points_to.of_var(v)
    }

    /// What `expr` may point to.
    pub fn targets(&self, expr: &Expr) -> Targets {
        self.points_to.targets(expr)
    }

    /// What pointers that lie in `object` may point to.
    pub fn contents(&self, object: ObjectId) -> Targets {
        self.points_to.contents(object)
    }

    /// What `expr` may point to, with all that pointers lead to which lie there.
    pub fn reachable(&self, expr: &Expr) -> Targets {
        self.points_to.reachable(&self.targets(expr))
    }

    /// The pseudo-object of the rows that pointers in `object` point to.
    pub fn rows_of(&self, object: ObjectId) -> Option<ObjectId> {
        self.points_to.rows_of(object)
    }

    /// The declared object that `object` is, or holds the row pointers of; and the depth of rows.
    pub fn base(&self, object: ObjectId) -> (ObjectId, usize) {
        self.points_to.base(object)
    }

    /// Where `object` lives.
    pub fn space(&self, kernel: &Kernel, object: ObjectId) -> Space {
        self.points_to.space(kernel, object)
    }

    /// All objects, pseudo-objects included.
    pub fn all(&self) -> impl Iterator<Item = ObjectId> + use<> {
        self.points_to.all()
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

    fn collect_uses(&mut self, kernel: &Kernel, stmt: &Stmt, lockstep: bool) {
        let effects = stmt.effects(kernel);
        for touch in &effects.accesses {
            let unstable = touch.volatile || effects.call_out.is_some();
            let atomic = touch.atomic.is_some();
            if !touch.writes && !unstable && !atomic {
                continue;
            }
            let targets = self.points_to.touched(touch);
            self.wild_write |= touch.writes && targets.these().is_none();
            for o in self.points_to.reach(&targets) {
                let shared = !lockstep && self.points_to.space(kernel, o) == Space::Shared;
                let u = &mut self.uses[o.index()];
                u.written |= touch.writes;
                u.unstable |= unstable || (atomic && !shared);
                u.plainly_written |= touch.writes && touch.atomic.is_none();
            }
        }
    }

    /// If parameters may overlap, a write through one may change what another one points to.
    fn blend(&mut self, buffers: &BTreeSet<ObjectId>) {
        let written = buffers.iter().any(|o| self.uses[o.index()].written);
        let plainly_written = buffers.iter().any(|o| self.uses[o.index()].plainly_written);
        for o in buffers {
            let u = &mut self.uses[o.index()];
            u.written |= written;
            u.unstable |= written;
            u.plainly_written |= plainly_written;
        }
    }
}
