//! Memory: versions of objects, and loads over the log of own stores.
//!
//! `select(store(M, i, v), j) = i = j ? v : select(M, j)` (McCarthy's axiom), with the guard of the store in the
//! condition. The contents at the start of a barrier interval are one function of row and offset, the same for all
//! threads of the block; a thread sees its own stores over it, and another thread's store to the same place is the
//! race that is being looked for.

use super::state::Store;
use super::{Machine, Pointer, State, Value};
use crate::objects::Targets;
use crate::term::{FnOrigin, Function, Level, LoopId, Node, Range, Sort, TermId};
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{Expr, FloatKind, Link, Loc, ObjectId, Space, Ty};

/// A load looks through at most this many own stores.
const MAX_STORES: usize = 48;

/// Constant arrays of at most this many elements are known cell by cell.
const MAX_TABLE: usize = 64;

/// Constant objects up to this size give the interval of their elements.
const MAX_CONSTANT_BYTES: usize = 1 << 14;

/// The contents of an object from some point on.
#[derive(Clone, Debug)]
pub(super) struct Version {
    /// Between which threads they are the same.
    level: Level,
    /// Loops around the point.
    loops: Vec<LoopId>,
    /// Own stores before this position of the log are part of the contents.
    since: usize,
    /// Why the contents are not those of the program, if so.
    approximation: Option<u32>,
}

impl Version {
    /// The contents at the start of the launch.
    pub(super) fn initial() -> Version {
        Version {
            level: Level::Launch,
            loops: Vec::new(),
            since: 0,
            approximation: None,
        }
    }
}

/// A pointer that is used to access memory.
#[derive(Clone, Debug)]
pub(super) struct Address {
    /// Its value.
    pub pointer: Pointer,
    /// What it may point to wherever the kernel uses it: for values whose object is a symbol.
    pub targets: Targets,
}

impl Machine<'_> {
    /// The value of a pointer expression that is about to be used.
    pub(super) fn address(&mut self, state: &State, e: &Expr, loc: Loc) -> Address {
        Address {
            pointer: self.pointer(state, e, loc),
            targets: self.objects.targets(e),
        }
    }

    /// Whether the threads of other blocks may access the object, shared memory of which the row is the block's rank in its cluster.
    pub fn is_distributed(&self, object: ObjectId) -> bool {
        self.distributed && self.objects.space(self.kernel, object) == Space::Shared
    }

    /// The row of the block of rank `n`, if the pointer leads into shared memory: other memory is all blocks'.
    pub(super) fn row_of_rank(&mut self, p: Pointer, n: TermId) -> TermId {
        let has_rows =
            |o: &ObjectId| matches!(self.objects.space(self.kernel, *o), Space::Shared | Space::Image);
        let others: Vec<ObjectId> = self.objects.all().filter(|o| !has_rows(o)).collect();
        let mut row = n;
        for o in others {
            let number = self.terms.int(o.index() as i128);
            let leads_there = self.terms.eq(p.object, number);
            row = self.terms.ite(leads_there, p.row, row);
        }
        row
    }

    /// The pointer to the first byte of `object`.
    pub(super) fn address_of(&mut self, object: ObjectId) -> Pointer {
        let zero = self.terms.int(0);
        let object = self.objects.canonical(object);
        Pointer {
            object: self.terms.int(object.index() as i128),
            row: match self.is_distributed(object) {
                true => self.own_rank,
                false => zero,
            },
            offset: zero,
        }
    }

    /// Makes a new version of an object's contents.
    pub(super) fn new_version(&mut self, level: Level, since: usize, approximation: Option<u32>) -> u32 {
        self.versions.push(Version {
            level,
            loops: self.context.clone(),
            since,
            approximation,
        });
        u32::try_from(self.versions.len() - 1).unwrap_or(u32::MAX)
    }

    pub(super) fn joined_version(&mut self, a: u32, b: u32, since: usize) -> u32 {
        let (x, y) = (&self.versions[a as usize], &self.versions[b as usize]);
        let (level, why) = (x.level.max(y.level), x.approximation.or(y.approximation));
        self.new_version(level, since, why)
    }

    /// Gives every object in `objects` new contents of `level`.
    pub(super) fn forget(
        &mut self,
        state: &mut State,
        objects: impl IntoIterator<Item = ObjectId>,
        level: Level,
        approximation: Option<u32>,
    ) {
        for o in objects {
            let level = if self.objects.space(self.kernel, o) == Space::Private {
                Level::Thread
            } else {
                level
            };
            let v = self.new_version(level, state.log.len(), approximation);
            state.versions.insert(o, v);
        }
    }

    /// The objects that a pointer may point to, each with the condition; `None` among them for one nobody knows.
    pub(super) fn split(&mut self, address: &Address) -> Vec<(TermId, Option<ObjectId>)> {
        let Address { pointer, targets } = address;
        let mut leaves = Vec::new();
        self.object_leaves(pointer.object, &mut leaves);
        if leaves.contains(&None) {
            // A symbol: all that the points-to analysis allows.
            leaves.extend(targets.some().iter().map(|o| Some(o.index() as i128)));
            if targets.these().is_none() || targets.is_indirect() {
                leaves.push(Some(Pointer::UNKNOWN));
            }
        }
        let mut leaves: Vec<i128> = leaves.into_iter().flatten().collect();
        leaves.sort_unstable();
        leaves.dedup();
        let mut out = Vec::new();
        for leaf in leaves {
            let constant = self.terms.int(leaf);
            let cond = self.terms.eq(pointer.object, constant);
            match leaf {
                Pointer::NULL => {}
                n if n >= 0 => out.push((
                    cond,
                    Some(ObjectId::new(usize::try_from(n).unwrap_or(usize::MAX))),
                )),
                _ => out.push((cond, None)),
            }
        }
        out
    }

    pub(super) fn object_leaves(&self, t: TermId, out: &mut Vec<Option<i128>>) {
        match self.terms.node(t) {
            Node::Int(n) => out.push(Some(*n)),
            Node::Ite(_, a, b) => {
                let (a, b) = (*a, *b);
                self.object_leaves(a, out);
                self.object_leaves(b, out);
            }
            _ => out.push(None),
        }
    }

    /// `*pointer` as a value of type `ty`.
    pub(super) fn load(
        &mut self,
        state: &State,
        address: &Address,
        (ty, volatile, link): (Ty, bool, Option<Link>),
        loc: Loc,
    ) -> Value {
        let pointer = &address.pointer;
        let mut value: Option<Value> = None;
        for (cond, object) in self.split(address) {
            let one = match object {
                Some(o)
                    if !volatile
                        && !self.objects.usage(o).changing
                        && self.objects.is_known(self.kernel, o) =>
                {
                    self.load_object(state, o, pointer, (ty, link), loc)
                }
                Some(_) => self.unknown_value("volatile", ty, Level::Thread, crate::term::Origin::Free),
                None => {
                    let a =
                        self.approximation("a pointer whose target is not known is read through".into(), loc);
                    self.unknown_value("loaded", ty, Level::Thread, crate::term::Origin::Approximate(a))
                }
            };
            value = Some(value.map_or(one, |v| Value::ite(&mut self.terms, cond, one, v)));
        }
        value.unwrap_or_else(|| self.unknown_value("loaded", ty, Level::Thread, crate::term::Origin::Free))
    }

    fn load_object(
        &mut self,
        state: &State,
        object: ObjectId,
        at: &Pointer,
        (ty, link): (Ty, Option<Link>),
        loc: Loc,
    ) -> Value {
        let version = state.versions.get(&object).copied().unwrap_or(0);
        let stores = self.newest_stores(state, object, MAX_STORES + 1);
        if stores.len() > MAX_STORES {
            let message =
                format!("more than {MAX_STORES} earlier stores of the thread are not looked through");
            let a = self.approximation(message, loc);
            return self.unknown_value("loaded", ty, Level::Thread, crate::term::Origin::Approximate(a));
        }
        let mut value = self.select((object, version), at, ty, link);
        let reached = self.terms.conjuncts(state.guard);
        for store in stores.into_iter().rev() {
            value = self.over(store, at, ty, value, &reached, loc);
        }
        value
    }

    /// Between which threads the contents of a version are the same.
    pub(super) fn version_level(&self, version: u32) -> Level {
        self.versions[version as usize].level
    }

    /// The thread's stores to `object` since it has its present version, newest first.
    pub(super) fn stores_since_version(&self, state: &State, object: ObjectId) -> Vec<Store> {
        self.newest_stores(state, object, usize::MAX)
    }

    /// The same, so many at most.
    fn newest_stores(&self, state: &State, object: ObjectId, most: usize) -> Vec<Store> {
        let version = state.versions.get(&object).copied().unwrap_or(0);
        let since = self.versions[version as usize].since;
        let stores = state.log.newest_first(since).filter(|s| s.object == object);
        stores.take(most).cloned().collect()
    }

    /// A load's value over one earlier store: `guard ∧ same place ? stored : below`.
    pub(super) fn over(
        &mut self,
        store: Store,
        at: &Pointer,
        ty: Ty,
        below: Value,
        reached: &[TermId],
        loc: Loc,
    ) -> Value {
        let row = self.terms.eq(store.row, at.row);
        let diff = self.terms.sub(at.offset, store.offset);
        let own: Vec<TermId> = self
            .terms
            .conjuncts(store.guard)
            .into_iter()
            .filter(|c| !reached.contains(c))
            .collect();
        let guard = self.terms.and(&own);
        if store.bytes.is_none() && cells_alike(store.ty, ty) {
            // Cells of one size are aligned to it, so they are the same or apart.
            let same = self.terms.eq0(diff);
            let cond = self.terms.and(&[guard, row, same]);
            if self.terms.as_bool(cond) == Some(false) {
                return below;
            }
            let stored = store.value.and_then(|v| self.reread(v, store.ty, ty, loc));
            if let Some(v) = stored {
                return Value::ite(&mut self.terms, cond, v, below);
            }
            return self.blurred(cond, ty, below, loc);
        }
        let length = store
            .bytes
            .unwrap_or_else(|| self.terms.int(i128::from(store.ty.bytes())));
        let size = self.terms.int(i128::from(ty.bytes()));
        // store.offset < at.offset + size  ∧  at.offset < store.offset + length
        let end = self.terms.add(diff, size);
        let zero = self.terms.int(0);
        let (after, before) = (self.terms.lt(zero, end), self.terms.lt(diff, length));
        let cond = self.terms.and(&[guard, row, after, before]);
        if self.terms.as_bool(cond) == Some(false) {
            return below;
        }
        self.blurred(cond, ty, below, loc)
    }

    fn blurred(&mut self, cond: TermId, ty: Ty, below: Value, loc: Loc) -> Value {
        let a = self.approximation("bytes that were stored as another type are read".into(), loc);
        let v = self.unknown_value("bytes", ty, Level::Thread, crate::term::Origin::Approximate(a));
        Value::ite(&mut self.terms, cond, v, below)
    }

    /// The contents of a version of an object at a place.
    pub(super) fn select(
        &mut self,
        (object, version): (ObjectId, u32),
        at: &Pointer,
        ty: Ty,
        link: Option<Link>,
    ) -> Value {
        if let Some(v) = self
            .constant_cell(object, at, ty)
            .or_else(|| self.constant_table(object, at, ty))
        {
            return v;
        }
        match ty {
            Ty::Ptr if self.objects.usage(object).written || !self.is_from_host(object) => {
                let parts = self.pointer_fns(object, version);
                let [object, row, offset] = parts.map(|f| self.terms.app(f, &[at.row, at.offset]));
                Value::Pointer(Pointer { object, row, offset })
            }
            Ty::Ptr => {
                self.rows_assumed = true;
                let rows = self
                    .objects
                    .rows_of(object)
                    .map_or(Pointer::UNKNOWN, |o| o.index() as i128);
                if let Some(link) = link.filter(|link| link.in_record || self.objects.base(object).1 > 0) {
                    return Value::Pointer(self.linked((object, version), at, rows, link));
                }
                // Distinct cells hold pointers to distinct rows: the cell's own place is the row's number.
                let row = self.terms.sum(&[(at.row, 1 << 40), (at.offset, 1)], 0);
                Value::Pointer(Pointer {
                    object: self.terms.int(rows),
                    row,
                    offset: self.terms.int(0),
                })
            }
            _ => {
                let f = self.select_fn(object, version, ty);
                let t = self.terms.app(f, &[at.row, at.offset]);
                if ty == Ty::Bool {
                    let zero = self.terms.int(0);
                    return Value::Scalar(self.terms.ne(t, zero));
                }
                Value::Scalar(t)
            }
        }
    }

    /// Where a link between records leads: to some record that the host linked, or that a parameter leads to.
    fn linked(
        &mut self,
        (object, version): (ObjectId, u32),
        at: &Pointer,
        rows: i128,
        link: Link,
    ) -> Pointer {
        let parts = self.pointer_fns(object, version);
        let [leads_to, row, index] = parts.map(|f| self.terms.app(f, &[at.row, at.offset]));
        let sizes: Vec<u64> = self.kernel.objects.iter().filter_map(|o| o.linked).collect();
        // Records of one array lie side by side.
        let bytes = match sizes.iter().all(|&bytes| bytes == link.bytes) {
            true => i128::from(link.bytes.max(1)),
            false => 1,
        };
        Pointer {
            object: if sizes.is_empty() {
                self.terms.int(rows)
            } else {
                leads_to
            },
            row,
            offset: self.terms.scale(index, bytes),
        }
    }

    fn select_fn(&mut self, object: ObjectId, version: u32, ty: Ty) -> crate::term::FnId {
        if let Some(&f) = self.selects.get(&(object, version, ty)) {
            return f;
        }
        let sort = match ty {
            Ty::Float(k) => Sort::Float(k),
            Ty::Bool | Ty::Int { .. } | Ty::Ptr => Sort::Int,
        };
        let range = self.constant_range(object, ty).unwrap_or(Range::of(ty));
        let origin = FnOrigin::Select { object, version, ty };
        let f = self.contents(object, version, "", (sort, range, origin));
        self.selects.insert((object, version, ty), f);
        f
    }

    /// Object, row and offset of the pointers that lie in `object`.
    fn pointer_fns(&mut self, object: ObjectId, version: u32) -> [crate::term::FnId; 3] {
        if let Some(&fns) = self.pointers.get(&(object, version)) {
            return fns;
        }
        // Where it is known what was stored, the pointer is one of that.
        let stored = self.objects.contents(object);
        let numbers = stored
            .these()
            .and_then(|objects| objects.last())
            .map_or(Range::ALL, |last| Range::new(Pointer::NULL, last.index() as i128));
        let fns = [".object", ".row", ".offset"].map(|part| {
            let range = match part {
                ".object" => numbers,
                _ => Range::ALL,
            };
            let origin = FnOrigin::Pointer { object };
            self.contents(object, version, part, (Sort::Int, range, origin))
        });
        self.pointers.insert((object, version), fns);
        fns
    }

    /// Whether the host may have put pointers into the object.
    fn is_from_host(&self, object: ObjectId) -> bool {
        !matches!(
            self.objects.space(self.kernel, object),
            Space::Shared | Space::Private
        )
    }

    /// A function that gives what lies in a version of `object`, by row and offset.
    fn contents(
        &mut self,
        object: ObjectId,
        version: u32,
        part: &str,
        (sort, range, origin): (Sort, Range, FnOrigin),
    ) -> crate::term::FnId {
        let info = self.versions[version as usize].clone();
        let private = self.objects.space(self.kernel, object) == Space::Private;
        let shared = self.objects.space(self.kernel, object) == Space::Shared;
        let usage = self.objects.usage(object);
        // Written global memory may be changed by another block at any time: the same in one block at most.
        let floor = match () {
            () if private || usage.unstable => Level::Thread,
            () if shared || usage.written => Level::Block,
            () => Level::Launch,
        };
        let approximation = info
            .approximation
            .or_else(|| self.unread(object).filter(|_| version == 0));
        let name = match version {
            0 => format!("{}{part}", self.objects.name(self.kernel, object)),
            v => format!("{}.{v}{part}", self.objects.name(self.kernel, object)),
        };
        self.terms.functions.push(Function {
            name,
            sort,
            range,
            level: info.level.max(floor),
            loops: info.loops,
            origin,
            approximation,
        })
    }

    /// That the first contents of a constant are not known though the source says them.
    fn unread(&mut self, object: ObjectId) -> Option<u32> {
        let declared = &self.kernel.objects[self.objects.base(object).0];
        let message = format!(
            "the values that `{}` starts with are not evaluated",
            declared.name
        );
        let loc = Loc {
            span: declared.span,
            call: None,
        };
        declared.init_unread.then(|| self.approximation(message, loc))
    }

    fn constant_bytes(&self, object: ObjectId) -> Option<&[u8]> {
        let (base, depth) = self.objects.base(object);
        let o = &self.kernel.objects[base];
        (depth == 0 && !self.objects.usage(object).written && o.space != Space::Private).then_some(())?;
        o.init.as_deref()
    }

    fn constant_cell(&mut self, object: ObjectId, at: &Pointer, ty: Ty) -> Option<Value> {
        let offset = usize::try_from(self.terms.as_int(at.offset)?).ok()?;
        let bytes = self.constant_bytes(object)?;
        let cell = bytes.get(offset..offset + ty.bytes() as usize)?.to_vec();
        match ty {
            Ty::Int { .. } => Some(Value::Scalar(self.terms.int(decode(&cell, ty)?))),
            Ty::Float(FloatKind::F32) => {
                let v = f32::from_le_bytes(cell.try_into().ok()?);
                Some(Value::Scalar(self.terms.float(FloatKind::F32, f64::from(v))))
            }
            Ty::Float(FloatKind::F64) => {
                let v = f64::from_le_bytes(cell.try_into().ok()?);
                Some(Value::Scalar(self.terms.float(FloatKind::F64, v)))
            }
            _ => None,
        }
    }

    /// A small constant array at an unknown place: `offset = 0 ? c₀ : offset = n ? c₁ : … : any`.
    fn constant_table(&mut self, object: ObjectId, at: &Pointer, ty: Ty) -> Option<Value> {
        let bytes = self.constant_bytes(object)?;
        let size = ty.bytes() as usize;
        if bytes.len() > MAX_TABLE * size || !matches!(ty, Ty::Int { .. }) {
            return None;
        }
        let cells: Option<Vec<i128>> = bytes.chunks_exact(size).map(|c| decode(c, ty)).collect();
        let f = self.select_fn(object, 0, ty);
        let mut value = self.terms.app(f, &[at.row, at.offset]);
        for (n, cell) in cells?.into_iter().enumerate().rev() {
            let (place, cell) = (self.terms.int((n * size) as i128), self.terms.int(cell));
            let here = self.terms.eq(at.offset, place);
            value = self.terms.ite(here, cell, value);
        }
        Some(Value::Scalar(value))
    }

    fn constant_range(&self, object: ObjectId, ty: Ty) -> Option<Range> {
        let bytes = self.constant_bytes(object)?;
        if bytes.len() > MAX_CONSTANT_BYTES || !matches!(ty, Ty::Int { .. }) {
            return None;
        }
        let values: Option<Vec<i128>> = bytes
            .chunks_exact(ty.bytes() as usize)
            .map(|c| decode(c, ty))
            .collect();
        let values = values?;
        Some(Range::new(*values.iter().min()?, *values.iter().max()?))
    }
}

/// Whether two types are read and written as cells of the same size.
fn cells_alike(a: Ty, b: Ty) -> bool {
    a.bytes() == b.bytes()
}

fn decode(cell: &[u8], ty: Ty) -> Option<i128> {
    let Ty::Int { bits, signed } = ty else { return None };
    let mut wide = [0u8; 16];
    wide.get_mut(..cell.len())?.copy_from_slice(cell);
    let v = i128::from_le_bytes(wide);
    let m = if bits < 127 { 1i128 << bits } else { return None };
    Some(if signed && v >= m / 2 { v - m } else { v })
}
