//! Calls of functions that the table of [`crate::builtin`] knows.

use super::ops::highest_bit;
use super::types::{self, Shape};
use super::{Lowerer, Value};
use crate::builtin::{self, Fences, Model};
use crate::clang::Cursor;
use crate::ir::build;
use crate::ir::{
    Barrier, BarrierReduce, BinOp, CmpOp, Collective, CollectiveOp, CopyKind, Demand, Expr, Function, Loc,
    MemoryOrder, Ordering, OrderingPart, PureFn, Scope, Spaces, Stated, StmtKind, Synchronises, TermKind, Ty,
    UnOp,
};

/// Why flags that are not constant are a hole.
pub const UNKNOWN_FLAGS: &str =
    "the fence flags of this barrier are not constant, so what it orders is not known";

impl<'u> Lowerer<'u, '_> {
    /// The value of a call that the table knows.
    pub(super) fn modelled(&mut self, c: Cursor<'u>, name: &str, model: Model, args: &[Cursor<'u>]) -> Value {
        let loc = self.loc(c);
        match model {
            Model::Pure(function) => self.pure(c, function, args),
            Model::Binary(op) => self.componentwise(c, args, |_, ty, parts| match &parts[..] {
                [a, b, ..] => build::binary(op, build::cast(a.clone(), ty), build::cast(b.clone(), ty)),
                _ => build::zero(ty),
            }),
            Model::Mul24 => self.componentwise(c, args, |_, ty, parts| match &parts[..] {
                [a, b, ..] => build::binary(BinOp::Mul, low24(a, ty), low24(b, ty)),
                _ => build::zero(ty),
            }),
            Model::Unary(op) => self.componentwise(c, args, |_, ty, parts| match parts.into_iter().next() {
                Some(a) => build::unary(op, build::cast(a, ty)),
                None => build::zero(ty),
            }),
            Model::Abs => self.componentwise(c, args, |_, ty, parts| {
                parts
                    .into_iter()
                    .next()
                    .map_or(build::zero(ty), |a| absolute(a, ty))
            }),
            Model::Bits => self.reinterpret(c, args),
            Model::Convert => self.componentwise(c, args, |_, ty, parts| {
                parts
                    .into_iter()
                    .next()
                    .map_or(build::zero(ty), |a| build::cast(a, ty))
            }),
            Model::Select => self.select(c, args),
            Model::Geometry(function) => self.geometry_call(c, function, args),
            Model::Atomic {
                op,
                scope,
                order,
                operands,
                stated,
            } => {
                let after = args.get(1 + usize::from(operands)..).unwrap_or_default();
                let ordering = Ordering::of_operation(self.language, order, scope);
                self.atomic(c, args, (op, ordering), operands, (stated, after))
            }
            Model::AtomicInit => {
                let &[object, value, ..] = args else {
                    return self.hole_call(c, args, "this initialisation is not modelled");
                };
                self.atomic_init(c, object, value)
            }
            Model::Barrier {
                scope,
                fences,
                reduce,
                mask,
            } => {
                if let (Fences::FlagsArg(_), Some(&reach)) = (fences, args.get(1)) {
                    return self.scoped_barrier(loc, name, scope, args[0], reach);
                }
                let (fences, flags) = self.barrier_fences(fences, args);
                let mut args = args.iter().copied();
                let mask = if mask {
                    args.next().map(|m| build::cast(self.scalar(m), Ty::U32))
                } else {
                    flags
                };
                let tile = match name {
                    builtin::TILE_SYNC => args
                        .next()
                        .and_then(|n| u32::try_from(build::as_int(&self.scalar(n))?).ok()),
                    _ => None,
                };
                let reduce = reduce.map(|op| {
                    let value = args
                        .next()
                        .map_or(build::int(1, Ty::Bool), |a| build::truth(self.scalar(a)));
                    BarrierReduce {
                        op,
                        value,
                        dst: self.b.temp("reduced", Ty::I32),
                    }
                });
                let dst = reduce.as_ref().map(|r| r.dst);
                self.b.emit(
                    loc,
                    StmtKind::Barrier(Barrier {
                        scope,
                        fences,
                        name: tile.map_or(name, |_| "__syncwarp").to_owned(),
                        mask,
                        tile,
                        reduce,
                    }),
                );
                dst.map_or(Value::Void, |dst| Value::Scalar(build::var(dst, Ty::I32)))
            }
            Model::Fence { order, scope, stated } => {
                let stated = self.stated(stated, args);
                let ordering = Ordering::all(order, scope);
                self.b.emit(loc, StmtKind::Fence { ordering, stated });
                Value::Void
            }
            Model::Collective { op, scope, mask } => self.collective(c, name, args, (op, scope, mask)),
            Model::Window => {
                let Some(&place) = args.first() else {
                    return self.hole_call(c, args, "this conversion of an address is not modelled");
                };
                let place = build::window(self.scalar(place));
                Value::Scalar(match place.ty {
                    Ty::Ptr => place,
                    _ => build::cast(place, Ty::U64),
                })
            }
            Model::Copy => {
                let &[dst, src, bytes, ..] = args else {
                    return self.hole_call(c, args, "this copy is not modelled");
                };
                self.copy_call(loc, (dst, src, bytes), CopyKind::Sync)
            }
            Model::Fill => {
                let &[dst, byte, bytes, ..] = args else {
                    return self.hole_call(c, args, "this fill is not modelled");
                };
                let (dst, byte, bytes) = (self.scalar(dst), self.scalar(byte), self.scalar(bytes));
                self.fill_bytes(loc, dst.clone(), byte, bytes);
                Value::Scalar(dst)
            }
            Model::AsyncGroupCopy { strided } => self.async_group_copy(c, args, strided),
            Model::AsyncWaitEvents => {
                let (pending, events) = self.events_waited_for(loc, args);
                self.together(loc, (Scope::Block, None), name, events);
                self.b.emit(loc, StmtKind::AsyncWait { pending });
                Value::Void
            }
            Model::AsyncCopyThread { sized } => {
                let &[dst, src, bytes, ..] = args else {
                    return self.hole_call(c, args, "this copy is not modelled");
                };
                if sized {
                    self.copy_size(loc, bytes);
                }
                self.copy_call(loc, (dst, src, bytes), CopyKind::AsyncThread);
                Value::Void
            }
            Model::AsyncCommit => {
                self.b.emit(loc, StmtKind::AsyncCommit);
                Value::Void
            }
            Model::AsyncWait => {
                let pending = args.first().map(|a| self.scalar(*a));
                self.async_wait(loc, pending.unwrap_or(build::int(0, Ty::U64)));
                Value::Void
            }
            Model::VLoad(lanes) => self.vector_load(c, args, lanes),
            Model::VStore(lanes) => self.vector_store(c, args, lanes),
            Model::ImageRead => self.image_read(c, args),
            Model::ImageWrite => self.image_write(c, args),
            Model::Print => self.print(c, name, args),
            Model::Assert
            | Model::Assume
            | Model::Requires
            | Model::Invariant
            | Model::FunctionInvariant
            | Model::Ensures => {
                if let Some(&fact) = args.first() {
                    self.specification(loc, model, fact);
                }
                self.no_result(c)
            }
            Model::Old => self.old_value(c, args),
            Model::FunctionResult => self.function_result(c),
            Model::Implies => {
                let &[a, b, ..] = args else {
                    return self.hole_call(c, args, "this implication is not modelled");
                };
                let (a, b) = (build::truth(self.scalar(a)), build::truth(self.scalar(b)));
                let ty = types::scalar(c.ty()).unwrap_or(Ty::Bool);
                Value::Scalar(build::cast(build::binary(BinOp::Or, build::not(a), b), ty))
            }
            Model::Trap => {
                self.trap(loc);
                self.no_result(c)
            }
            Model::AsksCooperative => {
                let (holds, of) = (build::int(1, Ty::Bool), Demand::CooperativeLaunch);
                self.b.emit(loc, StmtKind::Demand { holds, of });
                Value::Void
            }
            Model::Unreachable | Model::Stop => {
                if model == Model::Unreachable {
                    // The source says that nobody comes here, which a proof then rests on.
                    self.b.emit(loc, StmtKind::Assume(build::int(0, Ty::Bool)));
                }
                self.b.end(loc, TermKind::Unreachable);
                let dead = self.b.block();
                self.b.enter(dead);
                self.no_result(c)
            }
            Model::Nothing => {
                for arg in args {
                    self.rvalue(*arg);
                }
                self.no_result(c)
            }
            Model::Place => {
                self.places += 1;
                Value::Scalar(build::int(self.places - 1, Ty::U32))
            }
            Model::Hole(reason) => self.hole_call(c, args, reason),
            Model::Tracked(open) => {
                let array = args.first().map(|array| self.scalar(*array));
                self.b.open = Some(open);
                let followed = self.b.unknown(
                    loc,
                    "whether this array was accessed before is not known",
                    Ty::Bool,
                    array.into_iter().collect(),
                );
                self.b.open = None;
                Value::Scalar(followed)
            }
            Model::Phase(function) => self.phase_call(c, function, args),
            Model::Cluster(function) => self.cluster_call(c, function, args),
            Model::Anything(reason) => {
                let visible = self.visible_objects();
                self.b.anything_hole(loc, reason, visible, Synchronises::Yes);
                Value::Void
            }
            Model::Together(scope, reason) => {
                let mut scalars = Vec::new();
                for arg in args {
                    if let Value::Scalar(value) = self.rvalue(*arg) {
                        scalars.push(value);
                    }
                }
                self.together(loc, (scope, None), name, scalars);
                self.b.barrier_hole(loc, reason, Synchronises::Yes);
                self.hole_call(c, args, reason)
            }
        }
    }

    /// The result of a call that has no result to speak of.
    fn no_result(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        match types::shape(c.ty()) {
            Shape::Void => Value::Void,
            _ => self.unknown(loc, "the result of this call is not modelled", c.ty(), Vec::new()),
        }
    }

    pub(super) fn hole_call(&mut self, c: Cursor<'u>, args: &[Cursor<'u>], reason: &str) -> Value {
        let loc = self.loc(c);
        let mut writes = Vec::new();
        for arg in args {
            match self.rvalue(*arg) {
                Value::Scalar(expr) if expr.ty == Ty::Ptr => writes.push(expr),
                Value::Memory(addr) => writes.push(addr),
                _ => {}
            }
        }
        self.unknown(loc, reason, c.ty(), writes)
    }

    /// Applies an operator to the arguments, or to each component of them.
    fn componentwise(
        &mut self,
        c: Cursor<'u>,
        args: &[Cursor<'u>],
        op: impl Fn(&mut Self, Ty, Vec<Expr>) -> Expr,
    ) -> Value {
        let loc = self.loc(c);
        let values: Vec<Value> = args.iter().map(|a| self.rvalue(*a)).collect();
        match types::shape(c.ty()) {
            Shape::Vector(elem, lanes) => {
                let lanes = lanes as usize;
                let spread: Vec<Vec<Expr>> = values
                    .into_iter()
                    .map(|value| match value {
                        Value::Vector(parts) if parts.len() == lanes => parts,
                        value => {
                            let scalar = self.scalar_of(value, loc);
                            vec![scalar; lanes]
                        }
                    })
                    .collect();
                let parts = (0..lanes)
                    .map(|n| spread.iter().map(|lane| lane[n].clone()).collect())
                    .collect::<Vec<_>>();
                Value::Vector(parts.into_iter().map(|parts| op(self, elem, parts)).collect())
            }
            Shape::Scalar(ty) => {
                let parts: Vec<Expr> = values.into_iter().map(|v| self.scalar_of(v, loc)).collect();
                Value::Scalar(op(self, ty, parts))
            }
            _ => self.no_result(c),
        }
    }

    /// A pure function. Pointer arguments take results (`sincos`, `modf`): each gets an unknown value.
    fn pure(&mut self, c: Cursor<'u>, function: Function, args: &[Cursor<'u>]) -> Value {
        let pointers = args
            .iter()
            .any(|a| types::scalar(a.ty()) == Some(Ty::Ptr) && !types::is_image(a.ty()));
        let reduces = matches!(types::shape(c.ty()), Shape::Scalar(_))
            && args
                .iter()
                .any(|a| matches!(types::shape(a.ty()), Shape::Vector(..)));
        if pointers {
            return self.hole_call(
                c,
                args,
                "a function that gives results through pointers is not modelled",
            );
        }
        if reduces {
            // `dot`, `length`, `any`: of all the components.
            let loc = self.loc(c);
            let mut parts = Vec::new();
            for arg in args {
                match self.rvalue(*arg) {
                    Value::Vector(inner) => parts.extend(inner),
                    value => parts.push(self.scalar_of(value, loc)),
                }
            }
            let ty = types::scalar(c.ty()).unwrap_or(Ty::I32);
            return Value::Scalar(build::call(PureFn::Library(function), parts, ty));
        }
        if let Some(value) = self.integer_function(c, function, args) {
            return value;
        }
        self.componentwise(c, args, |_, ty, parts| {
            // An image stands for itself as its address.
            let parts = parts.into_iter().map(|p| {
                if p.ty == Ty::Ptr {
                    build::cast(p, Ty::U64)
                } else {
                    p
                }
            });
            build::call(PureFn::Library(function), parts.collect(), ty)
        })
    }

    /// Functions of integers that operators say exactly.
    fn integer_function(&mut self, c: Cursor<'u>, function: Function, args: &[Cursor<'u>]) -> Option<Value> {
        let elem = match types::shape(c.ty()) {
            Shape::Scalar(ty) | Shape::Vector(ty, _) => ty,
            _ => return None,
        };
        let combine: fn([Expr; 3]) -> Expr = match (function, elem, args.len()) {
            (Function::mad, Ty::Int { .. }, 3) => {
                |[a, b, c]| build::binary(BinOp::Add, build::binary(BinOp::Mul, a, b), c)
            }
            (Function::clamp, _, 3) => {
                |[x, low, high]| build::binary(BinOp::Min, build::binary(BinOp::Max, x, low), high)
            }
            _ => return None,
        };
        Some(self.componentwise(c, args, move |_, ty, parts| {
            let mut parts = parts.into_iter().map(|part| build::cast(part, ty));
            let mut next = || parts.next().unwrap_or_else(|| build::zero(ty));
            combine([next(), next(), next()])
        }))
    }

    /// The same bits as the result's type.
    fn reinterpret(&mut self, c: Cursor<'u>, args: &[Cursor<'u>]) -> Value {
        let Some(arg) = args.first().copied() else {
            return self.no_result(c);
        };
        let loc = self.loc(c);
        let value = self.rvalue(arg);
        if let (Shape::Scalar(ty), Value::Scalar(expr)) = (types::shape(c.ty()), &value)
            && ty.bytes() == expr.ty.bytes()
        {
            return Value::Scalar(build::bits(expr.clone(), ty));
        }
        if let (Shape::Vector(ty, lanes), Value::Vector(parts)) = (types::shape(c.ty()), &value)
            && parts.len() == lanes as usize
            && parts.iter().all(|p| p.ty.bytes() == ty.bytes())
        {
            return Value::Vector(parts.iter().map(|p| build::bits(p.clone(), ty)).collect());
        }
        // Through memory large enough for both.
        let (from, to) = (arg.ty(), c.ty());
        let larger = if types::size(from) >= types::size(to) {
            from
        } else {
            to
        };
        let addr = self.temporary(loc, "bits", larger);
        let source = self.place(addr.clone(), from, loc);
        self.write(&source, value);
        let target = self.place(addr, to, loc);
        self.read(&target)
    }

    /// `select(a, b, c)`: `c ? b : a`, for vectors by the highest bit.
    fn select(&mut self, c: Cursor<'u>, args: &[Cursor<'u>]) -> Value {
        let vector = matches!(types::shape(c.ty()), Shape::Vector(..));
        self.componentwise(c, args, move |_, ty, parts| match &parts[..] {
            [a, b, cond] => {
                let cond = if vector {
                    highest_bit(cond.clone())
                } else {
                    build::truth(cond.clone())
                };
                build::select(cond, build::cast(b.clone(), ty), build::cast(a.clone(), ty))
            }
            _ => build::zero(ty),
        })
    }

    /// The arguments that say what an operation orders: as many as are given.
    pub(super) fn stated(&mut self, parts: &[OrderingPart], args: &[Cursor<'u>]) -> Vec<Stated> {
        let given = parts.iter().zip(args);
        given
            .map(|(&part, &arg)| Stated {
                part,
                value: self.scalar(arg),
            })
            .collect()
    }

    /// `work_group_barrier(flags, scope)`: who waits is one thing, who else sees the order another. To those, a barrier is a
    /// release fence and an acquire fence (OpenCL 3.0 API, 3.3.6.4).
    fn scoped_barrier(
        &mut self,
        loc: Loc,
        name: &str,
        scope: Scope,
        flags: Cursor<'u>,
        reach: Cursor<'u>,
    ) -> Value {
        let (fences, mask) = self.barrier_fences(Fences::FlagsArg(0), &[flags]);
        let given = self.scalar(reach);
        // `memory_scope_work_item`, or one that no barrier of a group can be asked for.
        if scope == Scope::Block && build::as_int(&given).is_some_and(|given| !(1..=3).contains(&given)) {
            let reason = "a barrier whose scope is smaller than the work-group is not modelled";
            self.b
                .anything_hole(loc, reason, Vec::new(), Synchronises::Perhaps);
        }
        let reach = Stated {
            part: OrderingPart::Scope,
            value: given,
        };
        let flags = mask.clone().map(|value| Stated {
            part: OrderingPart::Flags,
            value,
        });
        let stated: Vec<Stated> = flags.into_iter().chain([reach]).collect();
        let fence = |this: &mut Self, order| {
            let ordering = Ordering {
                order,
                scope,
                spaces: fences,
            };
            let stated = stated.clone();
            this.b.emit(loc, StmtKind::Fence { ordering, stated });
        };
        fence(self, MemoryOrder::Release);
        let barrier = Barrier {
            scope,
            fences,
            name: name.to_owned(),
            mask,
            tile: None,
            reduce: None,
        };
        self.b.emit(loc, StmtKind::Barrier(barrier));
        fence(self, MemoryOrder::Acquire);
        Value::Void
    }

    /// What a barrier orders. Flags that are no literal may still turn out to be constant once variables are
    /// promoted: they wait in the mask, which OpenCL's barriers do not have.
    fn barrier_fences(&mut self, fences: Fences, args: &[Cursor<'u>]) -> (Spaces, Option<Expr>) {
        let Fences::FlagsArg(at) = fences else {
            return (Spaces::ALL, None);
        };
        let Some(arg) = args.get(usize::from(at)) else {
            return (Spaces::ALL, None);
        };
        let value = self.scalar(*arg);
        match build::as_int(&value) {
            Some(flags) => (spaces_of_flags(flags), None),
            None => (Spaces::ALL, Some(build::cast(value, Ty::U32))),
        }
    }

    fn collective(
        &mut self,
        c: Cursor<'u>,
        name: &str,
        args: &[Cursor<'u>],
        (op, scope, mask): (CollectiveOp, Scope, bool),
    ) -> Value {
        let loc = self.loc(c);
        let mut args = args.iter().copied();
        let mask = if mask {
            args.next().map(|m| build::cast(self.scalar(m), Ty::U32))
        } else {
            None
        };
        let mut scalars = Vec::new();
        let mut writes = Vec::new();
        for arg in args {
            match self.rvalue(arg) {
                Value::Scalar(expr) if expr.ty == Ty::Ptr => writes.push(expr),
                Value::Scalar(expr) => scalars.push(expr),
                Value::Vector(parts) => scalars.extend(parts),
                Value::Memory(addr) => writes.push(addr),
                Value::Void => {}
            }
        }
        if op == CollectiveOp::Together {
            self.together(loc, (scope, mask), name, scalars);
            return Value::Void;
        }
        let dst = types::scalar(c.ty()).map(|ty| self.b.temp("result", ty));
        let collective = Collective {
            op,
            scope,
            name: name.to_owned(),
            mask,
            args: scalars,
            dst,
        };
        self.b.emit(loc, StmtKind::Collective(collective));
        if !writes.is_empty() {
            self.b.effect_hole(
                loc,
                "what this call writes through its pointers is not modelled",
                writes,
            );
        }
        match dst {
            Some(dst) => Value::Scalar(build::var(dst, self.b.vars[dst].ty)),
            None => self.no_result(c),
        }
    }

    /// A thread that comes here stops the kernel.
    pub(super) fn trap(&mut self, loc: Loc) {
        self.b.emit(loc, StmtKind::Assert(build::int(0, Ty::Bool)));
        self.b.end(loc, TermKind::Unreachable);
        let dead = self.b.block();
        self.b.enter(dead);
    }

    /// What all of a scope do together, with the same operands. Of a warp all lanes have to come, or those of a mask.
    pub(super) fn together(
        &mut self,
        loc: Loc,
        (scope, mask): (Scope, Option<Expr>),
        name: &str,
        args: Vec<Expr>,
    ) {
        let all_lanes = || build::int(0xffff_ffff, Ty::U32);
        let collective = Collective {
            op: CollectiveOp::Together,
            scope,
            name: name.to_owned(),
            mask: (scope == Scope::Warp).then(|| mask.unwrap_or_else(all_lanes)),
            args,
            dst: None,
        };
        self.b.emit(loc, StmtKind::Collective(collective));
    }

    fn copy_size(&mut self, loc: Loc, bytes: Cursor<'u>) {
        let bytes = build::cast(self.scalar(bytes), Ty::U64);
        let is = |n| build::compare(CmpOp::Eq, bytes.clone(), build::int(n, Ty::U64));
        let holds = build::binary(BinOp::Or, is(4), build::binary(BinOp::Or, is(8), is(16)));
        self.demand(loc, holds, Demand::CopySize);
    }

    fn copy_call(
        &mut self,
        loc: Loc,
        (dst, src, bytes): (Cursor<'u>, Cursor<'u>, Cursor<'u>),
        kind: CopyKind,
    ) -> Value {
        let (dst, src) = (self.scalar(dst), self.scalar(src));
        let bytes = build::cast(self.scalar(bytes), Ty::U64);
        let loc = match kind {
            CopyKind::Sync => loc,
            CopyKind::AsyncThread | CopyKind::AsyncGroup => self.b.place_of_copy(loc, "memcpy_async"),
        };
        self.b.emit(
            loc,
            StmtKind::Copy {
                dst: dst.clone(),
                src,
                bytes,
                kind,
            },
        );
        Value::Scalar(dst)
    }

    /// The address of vector `offset` of `lanes` components after a pointer.
    fn vector_address(&mut self, offset: Cursor<'u>, pointer: Cursor<'u>, lanes: u8, elem: Ty) -> Expr {
        let offset = self.scalar(offset);
        let pointer = self.scalar(pointer);
        build::element(pointer, offset, u64::from(elem.bytes()) * u64::from(lanes))
    }

    fn vector_load(&mut self, c: Cursor<'u>, args: &[Cursor<'u>], lanes: u8) -> Value {
        let (&[offset, pointer, ..], Shape::Vector(elem, _)) = (args, types::shape(c.ty())) else {
            return self.hole_call(c, args, "this vector load is not modelled");
        };
        let loc = self.loc(c);
        let addr = self.vector_address(offset, pointer, lanes, elem);
        let step = u64::from(elem.bytes());
        let parts = (0..u64::from(lanes))
            .map(|n| {
                self.b
                    .load(loc, build::offset_by(addr.clone(), n * step), elem, false)
            })
            .collect();
        Value::Vector(parts)
    }

    fn vector_store(&mut self, c: Cursor<'u>, args: &[Cursor<'u>], lanes: u8) -> Value {
        let &[value, offset, pointer, ..] = args else {
            return self.hole_call(c, args, "this vector store is not modelled");
        };
        let loc = self.loc(c);
        let Shape::Vector(elem, _) = types::shape(value.ty()) else {
            return self.hole_call(c, args, "this vector store is not modelled");
        };
        let value = self.rvalue(value);
        let parts = self.lanes_of(value, usize::from(lanes), elem, loc);
        let addr = self.vector_address(offset, pointer, lanes, elem);
        let step = u64::from(elem.bytes());
        for (n, part) in (0u64..).zip(parts) {
            self.b
                .store(loc, build::offset_by(addr.clone(), n * step), part, false);
        }
        Value::Void
    }
}

/// The spaces that a fence's flags name.
pub fn spaces_of_flags(flags: i128) -> Spaces {
    Spaces {
        shared: flags & 1 != 0,
        global: flags & 2 != 0,
        image: flags & 4 != 0,
    }
}

/// `|a|`
fn absolute(a: Expr, ty: Ty) -> Expr {
    match a.ty {
        Ty::Float(_) => {
            let float = a.ty;
            build::cast(build::call(PureFn::Library(Function::fabs), vec![a], float), ty)
        }
        Ty::Int { signed: true, .. } => {
            let negative = build::compare(CmpOp::Lt, a.clone(), build::zero(a.ty));
            build::cast(build::select(negative, build::unary(UnOp::Neg, a.clone()), a), ty)
        }
        _ => build::cast(a, ty),
    }
}

/// The low 24 bits of a number of 32, extended as its type says.
fn low24(a: &Expr, ty: Ty) -> Expr {
    let shift = |op, a| build::binary(op, a, build::int(8, ty));
    shift(BinOp::Shr, shift(BinOp::Shl, build::cast(a.clone(), ty)))
}
