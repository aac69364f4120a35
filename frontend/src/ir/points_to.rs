//! Which objects a pointer may point to: for the whole kernel at once, without regard to the order of statements (Andersen,
//! "Program Analysis and Specialization for the C Programming Language", 1994, chapter 4).
//!
//! One set for each variable and one for the contents of each object; numbers that are made of addresses have sets as well.
//! What the host puts into memory as pointers points to the *rows* of the object that holds them, a pseudo-object of its own.
//! What nobody knows may point anywhere, and nothing may be concluded from what else is in such a set.

use super::build;
use super::effect::{Extent, Flow, Source, Target, Touch};
use super::{BinOp, Expr, ExprKind, Kernel, ObjectId, ObjectSource, Space, Ty, VarId};
use crate::index::Idx;
use std::collections::{BTreeMap, BTreeSet};

/// Rows of rows of rows are told apart up to this depth.
pub const MAX_DEPTH: usize = 3;

/// What a value may point to, or hold the address of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    objects: BTreeSet<ObjectId>,
    /// It may be null.
    null: bool,
    /// It may point anywhere, these objects or others.
    any: bool,
    /// It is or holds a number that nobody knows: as a pointer, it may point anywhere.
    number: bool,
    /// It comes from memory, from other threads or from a number: who follows values may lose sight of which of them it is.
    indirect: bool,
}

impl Targets {
    /// Anywhere.
    pub fn any() -> Targets {
        Targets {
            any: true,
            ..Targets::default()
        }
    }

    fn number() -> Targets {
        Targets {
            number: true,
            ..Targets::default()
        }
    }

    fn null() -> Targets {
        Targets {
            null: true,
            ..Targets::default()
        }
    }

    /// Into this object.
    pub fn of(object: ObjectId) -> Targets {
        Targets {
            objects: [object].into(),
            ..Targets::default()
        }
    }

    /// All that a pointer may point to besides null. `None` if that is not known: it may be anything then. Of a pointer that was never
    /// given a value nothing is known.
    pub fn these(&self) -> Option<&BTreeSet<ObjectId>> {
        let nothing = self.objects.is_empty() && !self.null;
        (!self.any && !nothing).then_some(&self.objects)
    }

    /// The one object that a pointer always points to; it is never null.
    pub fn only(&self) -> Option<ObjectId> {
        let one = self.objects.len() == 1 && !self.any && !self.null;
        self.objects.first().copied().filter(|_| one)
    }

    /// Objects that are known to be among them.
    pub fn some(&self) -> &BTreeSet<ObjectId> {
        &self.objects
    }

    /// Whether it comes from memory, from other threads or from a number.
    pub fn is_indirect(&self) -> bool {
        self.indirect
    }

    /// Whether the object may be one of them.
    pub fn may_be(&self, object: ObjectId) -> bool {
        self.these().is_none_or(|objects| objects.contains(&object))
    }

    /// Whether two pointers may point into one object.
    pub fn may_meet(&self, other: &Targets) -> bool {
        match (self.these(), other.these()) {
            (Some(a), Some(b)) => !a.is_disjoint(b),
            _ => true,
        }
    }

    /// Adds others; whether that changed anything.
    pub fn join(&mut self, other: &Targets) -> bool {
        let state = |t: &Targets| (t.objects.len(), t.null, t.any, t.number, t.indirect);
        let before = state(self);
        self.objects.extend(&other.objects);
        self.null |= other.null;
        self.any |= other.any;
        self.number |= other.number;
        self.indirect |= other.indirect;
        before != state(self)
    }

    fn with(mut self, other: &Targets) -> Targets {
        self.join(other);
        self
    }

    /// What arithmetic makes of two numbers. An unknown number that is added to a known address is an offset: it stays in the object, as
    /// in pointer arithmetic.
    fn combined(self, other: &Targets) -> Targets {
        let is_offset = |t: &Targets, to: &Targets| {
            t.objects.is_empty() && !t.any && !to.objects.is_empty() && !to.any && !to.number
        };
        let number = self.number && !is_offset(&self, other) || other.number && !is_offset(other, &self);
        Targets {
            number,
            ..self.with(other)
        }
    }

    /// As a pointer.
    fn into_pointer(mut self) -> Targets {
        self.any |= std::mem::take(&mut self.number);
        self.indirect = true;
        self
    }
}

/// What was stored into an object, by words of eight bytes where the place is a constant.
#[derive(Clone, Debug, Default)]
struct Contents {
    words: BTreeMap<i128, Targets>,
    /// At places that are not known.
    anywhere: Targets,
}

/// Words of an object, from the first to the last one; `None` if that is not known.
type Words = Option<(i128, i128)>;

/// The words that so many bytes at `addr` lie in.
fn words(addr: &Expr, bytes: u32) -> Words {
    let (_, first) = build::constant_address(addr)?;
    Some((first.div_euclid(8), (first + i128::from(bytes) - 1).div_euclid(8)))
}

impl Contents {
    fn read(&self, at: Words) -> Targets {
        let mut found = self.anywhere.clone();
        let (first, last) = at.unwrap_or((i128::MIN, i128::MAX));
        for targets in self.words.range(first..=last).map(|(_, targets)| targets) {
            found.join(targets);
        }
        found
    }

    fn write(&mut self, at: Words, value: &Targets) -> bool {
        let Some((first, last)) = at else {
            return self.anywhere.join(value);
        };
        let mut changed = false;
        for word in first..=last {
            changed |= self.words.entry(word).or_default().join(value);
        }
        changed
    }
}

/// Points-to sets of a kernel.
#[derive(Clone, Debug)]
pub struct PointsTo {
    count: usize,
    /// The object that stands for an object and others that are the same memory.
    same_as: Vec<ObjectId>,
    vars: Vec<Targets>,
    /// What was stored into objects, rows included.
    contents: Vec<Contents>,
    /// What was stored through pointers that may point anywhere.
    everywhere: Targets,
    /// What is in memory at first is the host's: objects of which other threads and the host see the contents.
    from_host: Vec<bool>,
    /// Objects of unknown pointers.
    unknown: Vec<bool>,
    /// Where links between records may lead besides rows.
    linked: Targets,
    /// Objects that may overlap: what is stored in one may be read from all.
    blended: BTreeSet<ObjectId>,
}

impl PointsTo {
    /// Those of a kernel in which no two objects are the same memory.
    pub fn of(kernel: &Kernel) -> PointsTo {
        PointsTo::new(kernel, kernel.objects.indices().collect(), BTreeSet::new())
    }

    /// `same_as` names for each object the one that stands for it; `blended` are objects that may overlap.
    pub fn new(kernel: &Kernel, same_as: Vec<ObjectId>, blended: BTreeSet<ObjectId>) -> PointsTo {
        let count = kernel.objects.len();
        let from_host = |space| match space {
            Space::Global | Space::Constant | Space::Image => true,
            Space::Shared | Space::Private => false,
        };
        let mut this = PointsTo {
            count,
            same_as,
            vars: vec![Targets::default(); kernel.vars.len()],
            contents: vec![Contents::default(); count * (MAX_DEPTH + 1)],
            everywhere: Targets::default(),
            from_host: kernel.objects.iter().map(|o| from_host(o.space)).collect(),
            unknown: kernel
                .objects
                .iter()
                .map(|o| o.source == ObjectSource::Unknown)
                .collect(),
            linked: Targets::default(),
            blended,
        };
        for o in kernel
            .objects
            .indices()
            .filter(|&o| kernel.objects[o].linked.is_some())
        {
            let target = this.object(o);
            this.linked.join(&target);
        }
        for p in &kernel.params {
            let handed = match (p.ty, p.object) {
                (Ty::Ptr, Some(o)) => this.object(o),
                (Ty::Ptr, None) => Targets::any(),
                (Ty::Bool | Ty::Int { .. } | Ty::Float(_), _) => Targets::number(),
            };
            this.vars[p.var.index()] = handed;
        }
        let stmts = kernel.blocks.iter().flat_map(|b| &b.stmts);
        let flows: Vec<Flow<'_>> = stmts.flat_map(|s| s.effects(kernel).flows).collect();
        while this.propagate(kernel, &flows) {}
        this
    }

    /// What variable `v` may point to.
    pub fn of_var(&self, v: VarId) -> &Targets {
        &self.vars[v.index()]
    }

    /// What pointers that lie in `object` may point to.
    pub fn contents(&self, object: ObjectId) -> Targets {
        self.loaded_from(object, None, Some(Ty::Ptr)).into_pointer()
    }

    /// The object that stands for `object` and all that are the same buffer.
    pub fn canonical(&self, object: ObjectId) -> ObjectId {
        self.same_as.get(object.index()).copied().unwrap_or(object)
    }

    /// The pseudo-object of the rows that pointers in `object` point to at first.
    pub fn rows_of(&self, object: ObjectId) -> Option<ObjectId> {
        let id = object.index() + self.count;
        (id < self.contents.len()).then(|| ObjectId::new(id))
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
        (0..self.contents.len()).map(ObjectId::new)
    }

    /// All objects that a pointer may point to.
    pub fn reach(&self, targets: &Targets) -> Vec<ObjectId> {
        match targets.these() {
            Some(objects) => objects.iter().copied().collect(),
            None => self.all().collect(),
        }
    }

    /// Whether other threads may see what a pointer points to.
    pub fn is_visible(&self, kernel: &Kernel, targets: &Targets) -> bool {
        let others_see = |o: &ObjectId| self.space(kernel, *o) != Space::Private;
        targets
            .these()
            .is_none_or(|objects| objects.iter().any(others_see))
    }

    /// What a pointer may point to, and what pointers that lie there point to in turn: all that whoever has it may touch. Numbers that lie
    /// there are not taken for pointers.
    pub fn reachable(&self, targets: &Targets) -> Targets {
        let mut all = targets.clone();
        let mut seen: BTreeSet<ObjectId> = BTreeSet::new();
        while let Some(next) = all.objects.iter().copied().find(|o| !seen.contains(o)) {
            seen.insert(next);
            all.join(&self.loaded_from(next, None, Some(Ty::Ptr)));
        }
        all
    }

    /// What the value of `expr` may point to, or hold the address of.
    pub fn targets(&self, expr: &Expr) -> Targets {
        match &expr.kind {
            ExprKind::Int(0) | ExprKind::Null => Targets::null(),
            ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Geometry(_) | ExprKind::Cmp(..) => {
                Targets::default()
            }
            ExprKind::Var(v) => self.vars[v.index()].clone(),
            ExprKind::Object(o) => self.object(*o),
            ExprKind::Cast(a) if expr.ty == Ty::Ptr && build::as_int(a) == Some(0) => Targets::null(),
            ExprKind::Cast(a) | ExprKind::Bits(a) | ExprKind::Window(a)
                if expr.ty == Ty::Ptr && a.ty != Ty::Ptr =>
            {
                self.of_number(a)
            }
            ExprKind::Cast(a) | ExprKind::Bits(a) | ExprKind::Window(a) | ExprKind::Unary(_, a) => {
                self.targets(a)
            }
            ExprKind::Binary(BinOp::Min | BinOp::Max, a, b)
            | ExprKind::Select(_, a, b)
            | ExprKind::PtrDiff(a, b) => self.targets(a).with(&self.targets(b)),
            ExprKind::Binary(_, a, b) => self.targets(a).combined(&self.targets(b)),
            // A distance to another object leads there.
            ExprKind::PtrAdd(p, n) => {
                let offset = self.targets(n);
                let known = Targets {
                    objects: offset.objects,
                    ..Targets::default()
                };
                self.targets(p).with(&known)
            }
            ExprKind::PtrRow(p, _) => self.targets(p),
            // What a function makes of an address is a number like others.
            ExprKind::Call(_, args) => {
                let all = args
                    .iter()
                    .fold(Targets::default(), |all, arg| all.with(&self.targets(arg)));
                Targets {
                    number: all.number || all.any || !all.objects.is_empty(),
                    ..Targets::default()
                }
            }
            ExprKind::Unknown(_) => Targets::any(),
        }
    }

    /// A number used as a pointer: into what it was made of; one that was made of no address may be any.
    fn of_number(&self, number: &Expr) -> Targets {
        let made_of = self.targets(number);
        match made_of.objects.is_empty() {
            true => Targets::any(),
            false => made_of.with(&Targets::null()).into_pointer(),
        }
    }

    /// The objects that an access may touch.
    pub fn touched(&self, touch: &Touch<'_>) -> Targets {
        let at = self.targets(touch.addr);
        match touch.extent {
            Extent::Scalar(_) | Extent::Bytes(_) => at,
            Extent::Reachable => self.reachable(&at),
        }
    }

    fn object(&self, object: ObjectId) -> Targets {
        match self.unknown.get(object.index()) {
            Some(false) => Targets::of(self.canonical(object)),
            _ => Targets::any(),
        }
    }

    /// What is read from `object`: as type `ty`, or copied byte by byte.
    fn loaded_from(&self, object: ObjectId, at: Words, ty: Option<Ty>) -> Targets {
        let mut found = self.contents[object.index()].read(at);
        found.join(&self.everywhere);
        let (base, depth) = self.base(object);
        if depth == 0 && !self.from_host[base.index()] {
            return found;
        }
        found.number |= ty != Some(Ty::Ptr);
        if ty.is_none_or(|ty| ty == Ty::Ptr) {
            let rows = self.rows_of(object).map_or_else(Targets::any, Targets::of);
            found.join(&rows.with(&Targets::null()).with(&self.linked));
        }
        found
    }

    fn loaded(&self, addr: &Expr, ty: Option<Ty>) -> Targets {
        let from = self.targets(addr);
        let at = ty.and_then(|ty| words(addr, ty.bytes()));
        match from.these() {
            Some(objects) => objects.iter().fold(Targets::default(), |all, &o| {
                all.with(&self.loaded_from(o, at, ty))
            }),
            None => Targets::any(),
        }
    }

    /// What a flow brings to where it goes: to a variable of this type, or byte by byte.
    fn carried(&self, flow: &Flow<'_>, ty: Option<Ty>) -> Targets {
        match flow.from {
            Source::Value(e) | Source::Others(e) => self.targets(e),
            Source::Memory(addr) => self.loaded(addr, ty),
            Source::Anything => Targets::number(),
        }
    }

    /// Whether a flow may bring a pointer into memory, also as a number or among other bytes.
    pub fn brings_pointer(&self, flow: &Flow<'_>) -> bool {
        let value = self.carried(flow, None);
        value.any || !value.objects.is_empty()
    }

    fn propagate(&mut self, kernel: &Kernel, flows: &[Flow<'_>]) -> bool {
        let mut changed = false;
        for flow in flows {
            let ty = match flow.to {
                // One bit is no address.
                Target::Var(v) if kernel.vars[v].ty == Ty::Bool => continue,
                Target::Var(v) => Some(kernel.vars[v].ty),
                Target::Memory(_) => None,
                Target::Outside => continue,
            };
            let value = self.carried(flow, ty);
            let value = match ty == Some(Ty::Ptr) && !matches!(flow.from, Source::Value(_)) {
                true => value.into_pointer(),
                false => value,
            };
            changed |= match flow.to {
                Target::Var(v) => self.vars[v.index()].join(&value),
                Target::Memory(addr) => {
                    let to = self.targets(addr);
                    match flow.from {
                        // A byte may be one of many.
                        Source::Value(e) | Source::Others(e) if e.ty.bytes() > 1 => {
                            self.stored(&to, words(addr, e.ty.bytes()), &value)
                        }
                        Source::Value(_) | Source::Others(_) | Source::Memory(_) => {
                            self.stored(&to, None, &value)
                        }
                        Source::Anything => self.stored(&self.reachable(&to), None, &value),
                    }
                }
                Target::Outside => false,
            };
        }
        changed
    }

    fn stored(&mut self, to: &Targets, at: Words, value: &Targets) -> bool {
        let Some(objects) = to.these() else {
            return self.everywhere.join(value);
        };
        let mut changed = false;
        for &o in objects {
            if !self.blended.contains(&o) {
                changed |= self.contents[o.index()].write(at, value);
                continue;
            }
            for &other in &self.blended {
                changed |= self.contents[other.index()].write(None, value);
            }
        }
        changed
    }
}
