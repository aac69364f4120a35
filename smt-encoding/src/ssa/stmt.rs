//! Statements: assignments, and accesses to shared and global memory.

use super::memory::Address;
use super::state::{Pending, Store};
use super::{
    Access, Claim, Definition, Machine, Meeting, NullAccess, Pointer, Records, Snapshot, State, Value,
};
use crate::answer::{Action, Unknown};
use crate::term::{Level, Node, Origin, TermId};
use crate::witness::approximations;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{
    Barrier, CollectiveOp, CopyKind, Demand, Expr, Language, Loc, ObjectId, Open, Scope, Space, Stmt,
    StmtKind, Synchronises, Ty, VarId,
};
use petgraph::graph::NodeIndex;

/// What one access is, but for where.
pub(super) struct Kind {
    pub action: Action,
    pub bytes: TermId,
    pub values: Vec<TermId>,
    pub atomic: Option<Scope>,
    pub writes: bool,
    pub operands: Vec<TermId>,
    pub copy: CopyKind,
    pub volatile: bool,
}

impl Machine<'_> {
    /// Executes one statement that is no barrier.
    pub(super) fn exec(&mut self, out: &mut Records, state: &mut State, s: &Stmt) {
        match &s.kind {
            StmtKind::Assign { dst, value } => {
                let v = self.eval(state, value, s.loc);
                if let (Value::Scalar(t), false) = (v, self.swaps.is_empty()) {
                    self.note_mixed(out, state.guard, t, value.ty);
                }
                self.assign(out, state, *dst, v);
            }
            StmtKind::Load {
                dst,
                addr,
                volatile,
                link,
            } => {
                let ty = self.kernel.vars[*dst].ty;
                let p = self.address(state, addr, s.loc);
                let bytes = self.terms.int(i128::from(ty.bytes()));
                let v = self.load(state, &p, (ty, *volatile, *link), s.loc);
                let kind = Kind {
                    values: v.parts(),
                    volatile: *volatile,
                    ..Kind::plain(Action::Read, bytes)
                };
                self.access(out, state, s.loc, &p, &kind);
                let v = self.as_uniform_as_known(v, *dst, s);
                self.assign(out, state, *dst, v);
            }
            StmtKind::Store {
                addr,
                value,
                volatile,
            } => {
                let p = self.address(state, addr, s.loc);
                let v = self.eval(state, value, s.loc);
                let bytes = self.terms.int(i128::from(value.ty.bytes()));
                let kind = Kind {
                    values: v.parts(),
                    volatile: *volatile,
                    ..Kind::plain(Action::Write, bytes)
                };
                self.access(out, state, s.loc, &p, &kind);
                self.store(state, &p, value.ty, Some(v), None, s.loc);
            }
            StmtKind::Atomic(a) => self.atomic(out, state, a, s.loc),
            StmtKind::Copy {
                dst,
                src,
                bytes,
                kind,
            } => {
                let (to, from) = (self.address(state, dst, s.loc), self.address(state, src, s.loc));
                let n = self.scalar(state, bytes, s.loc);
                let by_group = *kind == CopyKind::AsyncGroup;
                if by_group {
                    let arguments = [to.pointer, from.pointer].map(|p| p.parts());
                    self.meeting(out, state, s.loc, [arguments.concat(), vec![n]].concat());
                }
                if *kind != CopyKind::Sync {
                    state.waited.remove(&s.loc);
                    let pending = Pending {
                        by_group,
                        closed: by_group,
                    };
                    state.pending.insert(s.loc, pending);
                }
                self.copies(out, state, s.loc, [&to, &from], (n, *kind));
                self.store(state, &to, Ty::U8, None, Some(n), s.loc);
            }
            StmtKind::Fill { dst, byte, bytes } => {
                let to = self.address(state, dst, s.loc);
                let (b, n) = (self.scalar(state, byte, s.loc), self.scalar(state, bytes, s.loc));
                self.access(
                    out,
                    state,
                    s.loc,
                    &to,
                    &Kind {
                        values: vec![b],
                        ..Kind::plain(Action::Write, n)
                    },
                );
                self.store(state, &to, Ty::U8, None, Some(n), s.loc);
            }
            StmtKind::Collective(c) => {
                if c.scope < Scope::Block {
                    return self.exchange(out, state, c, s.loc);
                }
                let mut alike = self.alike(state, c, s.loc);
                // Which event it is, may have been lost on the way through memory.
                if c.op == CollectiveOp::Together && self.kernel.language == Language::OpenCl {
                    alike.retain(|&t| approximations(self, &[t]).is_empty());
                }
                self.meeting(out, state, s.loc, alike);
                let level = match c.op.uniform_result() {
                    true => Level::Block,
                    false => Level::Thread,
                };
                if let Some(d) = c.dst {
                    let v = self.unknown_value(&c.name, self.kernel.vars[d].ty, level, Origin::Free);
                    if let Some(summand) = self.summand(state, c, s.loc) {
                        self.note_scan(state, (c.scope, None), summand, &v);
                    }
                    self.assign(out, state, d, v);
                }
            }
            StmtKind::UnderWay(u) => self.go_on(out, state, u, s.loc),
            StmtKind::Assume(e) => {
                let c = self.scalar(state, e, s.loc);
                state.guard = self.terms.and(&[state.guard, c]);
            }
            StmtKind::Presume { holds, why } => {
                let holds = self.scalar(state, holds, s.loc);
                let fails = self.terms.not(holds);
                self.unless_unreached(state, fails, why, s.loc);
            }
            // Made explicit before.
            StmtKind::Phase(_) => {
                let always = self.terms.bool(true);
                self.unless_unreached(state, always, "this barrier is not modelled", s.loc);
            }
            StmtKind::Assert(e) => self.claim(out, state, s.loc, (e, None)),
            StmtKind::Demand { holds, of } => self.claim(out, state, s.loc, (holds, Some(*of))),
            StmtKind::Hole { hole, writes, .. } => {
                let h = self.kernel.holes[*hole].clone();
                if h.synchronises == Synchronises::Yes && self.terms.as_bool(state.guard) != Some(false) {
                    self.unfollowed.insert((s.loc, h.orders_within()));
                }
                if h.open == Some(Open::OtherCallee) {
                    self.other_callees.push(state.guard);
                }
                self.hole(out, state, s, &h.reason, writes);
            }
            StmtKind::AsyncWait { pending } => {
                if *pending == 0 {
                    let done = state.pending.iter().filter(|(_, p)| p.closed);
                    state.waited.extend(done.map(|(loc, _)| *loc));
                    state.pending.retain(|_, p| !p.closed);
                }
            }
            StmtKind::AsyncCommit => state.pending.values_mut().for_each(|p| p.closed = true),
            StmtKind::Barrier(_)
            | StmtKind::Invariant(_)
            | StmtKind::Fence { .. }
            | StmtKind::Print { .. } => {}
        }
    }

    /// Records what has to hold here.
    fn claim(&mut self, out: &mut Records, state: &State, loc: Loc, (e, of): (&Expr, Option<Demand>)) {
        let condition = self.scalar(state, e, loc);
        out.claims.push(Claim {
            loc,
            of,
            guard: state.guard,
            condition,
            counters: self.counters.clone(),
        });
    }

    /// A barrier of the grid in a launch that does not ask for all blocks at once.
    pub(super) fn grid_barrier(&mut self, out: &mut Records, state: &State, loc: Loc) {
        if self.config.cooperative == Some(false) && self.kernel.grid_barriers().contains(&loc) {
            let condition = self.terms.bool(false);
            out.claims.push(Claim {
                loc,
                of: Some(Demand::CooperativeLaunch),
                guard: state.guard,
                condition,
                counters: self.counters.clone(),
            });
        }
    }

    /// The kernel is unknown if a thread may come here with this condition.
    fn unless_unreached(&mut self, state: &State, condition: TermId, why: &str, loc: Loc) {
        let guard = self.terms.and(&[state.guard, condition]);
        if self.terms.as_bool(guard) != Some(false) {
            let message = why.to_owned();
            self.guarded_unknowns.push((
                guard,
                Unknown {
                    message,
                    loc: Some(loc),
                },
            ));
        }
    }

    /// Records what the threads of a block must do together.
    fn meeting(&self, out: &mut Records, state: &State, loc: Loc, arguments: Vec<TermId>) {
        out.meetings.push(Meeting {
            loc,
            block: self.at.0,
            node: self.at.1,
            guard: state.guard,
            arguments,
            lanes: None,
            counters: self.counters.clone(),
        });
    }

    pub(super) fn assign(&mut self, out: &mut Records, state: &mut State, dst: VarId, v: Value) {
        self.define(out, state.guard, dst, v, false);
        state.env.insert(dst, v);
    }

    /// For dumps.
    fn define(&self, out: &mut Records, guard: TermId, dst: VarId, v: Value, phi: bool) {
        if !self.record_definitions || !self.kernel.vars[dst].user {
            return;
        }
        let of = &self.kernel.vars[dst].name;
        let earlier = out
            .definitions
            .iter()
            .filter(|d| d.name.split('.').next() == Some(of));
        out.definitions.push(Definition {
            guard,
            name: format!("{of}.{}", earlier.count() + 1),
            value: match v {
                Value::Scalar(t) => t,
                Value::Pointer(p) => p.offset,
            },
            phi,
        });
    }

    /// For dumps: what the ways that just met bring together.
    pub(super) fn define_met(&mut self, out: &mut Records) {
        for (guard, dst, v) in std::mem::take(&mut self.met) {
            self.define(out, guard, dst, v, true);
        }
    }

    /// A loaded value that uniformity knows to be more uniform than its term shows becomes one symbol.
    fn as_uniform_as_known(&mut self, v: Value, dst: VarId, s: &Stmt) -> Value {
        let known = self.uniformity.load(s.loc, dst);
        let Value::Scalar(t) = v else { return v };
        if known == Level::Thread || self.level_of(t) <= known {
            return v;
        }
        let a = self.approximation(
            "a value that all threads of the block read alike is not tracked".into(),
            s.loc,
        );
        let var = &self.kernel.vars[dst];
        let (name, ty) = (var.name.clone(), var.ty);
        self.unknown_value(&name, ty, known, Origin::Approximate(a))
    }

    /// The least uniform symbol or function in `t`.
    pub(crate) fn level_of(&self, t: TermId) -> Level {
        let of = |u: &TermId| match *self.terms.node(*u) {
            Node::Sym(s) => self.terms.symbols[s].level,
            Node::App(f, _) => self.terms.functions[f].level,
            _ => Level::Launch,
        };
        self.terms
            .post_order(&[t])
            .iter()
            .map(of)
            .max()
            .unwrap_or(Level::Launch)
    }

    fn hole(&mut self, out: &mut Records, state: &mut State, s: &Stmt, reason: &str, writes: &[Expr]) {
        let a = self.approximation(reason.to_owned(), s.loc);
        for w in writes {
            let p = self.address(state, w, s.loc);
            let mut handed: Vec<(TermId, Option<ObjectId>)> = self.split(&p);
            // What pointers in there lead to is handed along.
            match self.objects.reachable(w).these() {
                Some(all) => {
                    let behind = all.iter().filter(|o| !p.targets.may_be(**o));
                    let always = self.terms.bool(true);
                    handed.extend(behind.map(|o| (always, Some(*o))));
                }
                None => handed.push((self.terms.bool(true), None)),
            }
            for (cond, object) in handed {
                let guard = self.terms.and(&[state.guard, cond]);
                if self.terms.as_bool(guard) == Some(false) {
                    continue;
                }
                match object {
                    Some(o) if self.objects.space(self.kernel, o) == Space::Private => {}
                    _ => {
                        let why = Unknown {
                            message: format!("{reason}; it may write memory that other threads use"),
                            loc: Some(s.loc),
                        };
                        self.guarded_unknowns.push((guard, why));
                    }
                }
                match object {
                    Some(o) => self.forget(state, [o], Level::Thread, Some(a)),
                    None => self.forget(state, self.objects.all(), Level::Thread, Some(a)),
                }
            }
        }
        for v in s.defs() {
            let var = self.kernel.vars[v].clone();
            let value = self.unknown_value(&var.name, var.ty, Level::Thread, Origin::Approximate(a));
            self.assign(out, state, v, value);
        }
    }

    /// Logs a store.
    fn store(
        &mut self,
        state: &mut State,
        at: &Address,
        ty: Ty,
        value: Option<Value>,
        bytes: Option<TermId>,
        loc: Loc,
    ) {
        for (cond, object) in self.split(at) {
            let Some(object) = object else { continue };
            let guard = self.terms.and(&[state.guard, cond]);
            let store = Store {
                loc,
                guard,
                object,
                row: at.pointer.row,
                offset: at.pointer.offset,
                ty,
                value,
                bytes,
                handed_over: false,
            };
            state.log = state.log.push(store);
        }
    }

    /// Records an access, if another thread's could conflict with it.
    pub(super) fn access(&mut self, out: &mut Records, state: &State, loc: Loc, at: &Address, kind: &Kind) {
        self.null_access(out, state, loc, at, kind);
        for (cond, object) in self.split(at) {
            let guard = self.terms.and(&[state.guard, cond]);
            if self.terms.as_bool(guard) == Some(false) {
                continue;
            }
            let known = object.filter(|&o| self.objects.is_known(self.kernel, o));
            let Some(object) = known else {
                let why = Unknown {
                    message: "memory is accessed through a pointer whose target is not known; another thread may use \
                              the same memory"
                        .into(),
                    loc: Some(loc),
                };
                self.guarded_unknowns.push((guard, why));
                continue;
            };
            let space = self.objects.space(self.kernel, object);
            let shared = matches!(space, Space::Shared | Space::Global | Space::Image);
            let matters = kind.action != Action::Read
                    || self.objects.usage(object).written
                    || self.config.may_alias
                    || self.records_all_reads
                    // The block whose it is may end meanwhile.
                    || self.is_distributed(object);
            let access = Access {
                loc,
                action: kind.action,
                guard,
                object,
                row: at.pointer.row,
                offset: at.pointer.offset,
                bytes: kind.bytes,
                values: kind.values.clone(),
                atomic: kind.atomic,
                operands: kind.operands.clone(),
                counters: self.counters.clone(),
                by_group: kind.copy == CopyKind::AsyncGroup,
                asynchronous: kind.copy != CopyKind::Sync,
                writes: kind.writes,
                waited: state.waited.clone(),
                phases: self.progress(state),
            };
            if self.may_leave(&access) {
                out.bounds.push(access.clone());
            }
            if shared && matters {
                out.accesses.push(access);
            }
        }
    }

    /// Records that an access may go through the null pointer, or through a pointer that the launch hands over as null.
    fn null_access(&mut self, out: &mut Records, state: &State, loc: Loc, at: &Address, kind: &Kind) {
        let mut leaves = Vec::new();
        self.object_leaves(at.pointer.object, &mut leaves);
        for leaf in leaves.into_iter().flatten() {
            let object = usize::try_from(leaf).ok().map(ObjectId::new);
            let may_be = match object {
                None => leaf == Pointer::NULL,
                Some(object) => self.known_null(object) == Some(true),
            };
            if !may_be {
                continue;
            }
            let leaf = self.terms.int(leaf);
            let is_null = self.terms.eq(at.pointer.object, leaf);
            let happens = self.terms.and(&[state.guard, is_null]);
            if self.terms.as_bool(happens) != Some(false) {
                out.nulls.push(NullAccess {
                    loc,
                    action: kind.action,
                    volatile: kind.volatile,
                    guard: state.guard,
                    is_null,
                    handed: object,
                    counters: self.counters.clone(),
                });
            }
        }
    }

    /// Whether intervals alone do not show that an access stays in its object.
    fn may_leave(&mut self, a: &Access) -> bool {
        let (base, depth) = self.objects.base(a.object);
        let has_extent = self.extents.iter().any(|extent| extent.object == a.object);
        let Some(size) = self.kernel.objects[base].size.filter(|_| depth == 0) else {
            return has_extent && !self.is_distributed(a.object);
        };
        let end = self.terms.add(a.offset, a.bytes);
        let inside =
            self.terms.range(a.offset).at_least(0) && self.terms.range(end).at_most(i128::from(size));
        !inside
    }

    /// The objects whose contents other threads may have changed when a barrier is passed.
    pub(super) fn refreshed_by(&self, b: &Barrier) -> Vec<ObjectId> {
        if b.scope < Scope::Block {
            return Vec::new();
        }
        let used = self.objects.all();
        used.filter(|&o| {
            let shared = matches!(
                self.objects.space(self.kernel, o),
                Space::Shared | Space::Global | Space::Image
            );
            shared && self.objects.usage(o).written
        })
        .collect()
    }

    /// A group's asynchronous copies under way at a barrier go on in the next interval, where they are not looked for.
    pub(super) fn note_pending(&mut self, state: &State) {
        for (loc, _) in state.pending.iter().filter(|(_, p)| p.by_group) {
            self.unknowns.push(Unknown {
                message:
                    "this asynchronous copy may still be under way at a later barrier; wait for it before"
                        .into(),
                loc: Some(*loc),
            });
        }
    }

    /// Goes through a barrier: what was written has new contents, the same for all who waited, if the barrier orders
    /// the object's space.
    pub(super) fn pass_barrier(
        &mut self,
        out: &mut Records,
        state: &mut State,
        b: &Barrier,
        loc: Loc,
        node: NodeIndex,
    ) {
        if let Some(r) = &b.reduce {
            self.eval(state, &r.value, loc);
            let v = self.unknown_value("reduced", self.kernel.vars[r.dst].ty, Level::Block, Origin::Free);
            self.assign(out, state, r.dst, v);
        }
        let before = state.clone();
        for o in self.refreshed_by(b) {
            if self.is_untouched(&before, o, node) {
                continue;
            }
            let ordered = match self.objects.space(self.kernel, o) {
                Space::Shared => b.fences.shared,
                Space::Image => b.fences.image,
                _ => b.fences.global,
            };
            let level = if ordered { Level::Block } else { Level::Thread };
            self.forget(state, [o], level, None);
            if ordered {
                self.keep_own_pointers(&before, state, o);
                self.hand_over(&before, state, o, node);
                self.raise_to(&before, state, o, node);
            }
        }
        if b.scope >= Scope::Block {
            state.raised.clear();
            self.know_what_first_found(state, node);
        }
        out.snapshots.push(Snapshot {
            barrier: node,
            state: state.clone(),
            counters: self.counters.clone(),
        });
    }
}

impl Kind {
    pub(super) fn plain(action: Action, bytes: TermId) -> Kind {
        Kind {
            action,
            bytes,
            values: Vec::new(),
            atomic: None,
            operands: Vec::new(),
            copy: CopyKind::Sync,
            volatile: false,
            writes: action != Action::Read,
        }
    }
}
