//! Instructions that access memory (PTX ISA, "Data Movement and Conversion Instructions", "Parallel Synchronization and
//! Communication Instructions: atom, red", "Warp-level matrix instructions").

use super::super::Lowerer;
use super::ptx::{Instruction, Operand};
use super::registers::{Registers, Target, fit, lane, type_of};
use crate::ir::build;
use crate::ir::{
    Atomic, AtomicOp, CmpOp, CopyKind, Expr, FloatKind, Loc, MemoryOrder, Ordering, Scope, StmtKind,
    TermKind, Ty, VarId,
};

/// What the modifiers of an access say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Access {
    shared: bool,
    order: Option<MemoryOrder>,
    scope: Option<Scope>,
    lanes: usize,
    ty: Ty,
    /// It ends with an operand that says how to cache.
    policy: bool,
}

impl Access {
    /// A load or store that orders memory.
    fn ordered(
        &self,
        op: AtomicOp,
        order: MemoryOrder,
        addr: Expr,
        args: Vec<Expr>,
        dst: Option<VarId>,
    ) -> StmtKind {
        StmtKind::Atomic(Atomic {
            op,
            dst,
            addr,
            ty: self.ty,
            args,
            ordering: Ordering::all(order, self.scope.unwrap_or(Scope::Grid)),
            failure: MemoryOrder::Relaxed,
            stated: Vec::new(),
        })
    }
}

/// Bytes of a row of a matrix of `ldmatrix`.
const ROW: u64 = 16;
/// Rows of such a matrix.
const ROWS: u32 = 8;
/// Why what comes from other lanes is a hole.
const MATRIX: &str = "what matrix instructions compute is not modelled";

impl<'u> Lowerer<'u, '_> {
    /// `ld.global.nc.v2.u32 {%0, %1}, [%2 + 8];`
    pub(super) fn ptx_load(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        let access = access(&parts[1..])?;
        let [targets, place] = operands(&i.operands, access.policy)? else {
            return None;
        };
        let targets = registers.targets(targets)?;
        if targets.len() != access.lanes {
            return None;
        }
        let base = self.ptx_address(loc, registers, place, access.shared)?;
        for (n, target) in targets.into_iter().enumerate() {
            let addr = lane_address(&base, n, access.ty);
            let ty = target.map_or(access.ty, |target| register_type(target, access.ty));
            let value = match access.order {
                None => self.b.load(loc, addr, ty, false),
                Some(order) => {
                    let dst = self.b.temp("t", access.ty);
                    let load = access.ordered(AtomicOp::Load, order, addr, Vec::new(), Some(dst));
                    self.b.emit(loc, load);
                    build::var(dst, access.ty)
                }
            };
            if let Some(target) = target {
                self.set(loc, target, value);
            }
        }
        Some(())
    }

    /// `st.global.f32 [%0], %1;`
    pub(super) fn ptx_store(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        let access = access(&parts[1..])?;
        let [place, values] = operands(&i.operands, access.policy)? else {
            return None;
        };
        let values = lanes(values, access.lanes)?;
        let base = self.ptx_address(loc, registers, place, access.shared)?;
        for (n, value) in values.iter().enumerate() {
            let addr = lane_address(&base, n, access.ty);
            // The register's own type keeps floats floats.
            let raw = registers
                .raw(value)
                .filter(|raw| raw.ty.bytes() == access.ty.bytes());
            let value = match raw {
                Some(raw) => raw,
                None => registers.read(value, access.ty)?,
            };
            match access.order {
                None => self.b.store(loc, addr, value, false),
                Some(order) => {
                    let args = vec![fit(value, access.ty)];
                    let store = access.ordered(AtomicOp::Store, order, addr, args, None);
                    self.b.emit(loc, store);
                }
            }
        }
        Some(())
    }

    /// `atom.global.cas.b32 %0, [%1], %2, %3;`, `red.shared.add.f32 [%0], %1;`
    pub(super) fn ptx_atomic(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        let (op, rest) = atomic_operation(&parts[1..])?;
        let access = access(&rest)?;
        let all = operands(&i.operands, access.policy)?;
        let (targets, all) = match parts[0] {
            "atom" => {
                let (first, rest) = all.split_first()?;
                (registers.targets(first)?, rest)
            }
            _ => (vec![None; access.lanes], all),
        };
        let (place, values) = all.split_first()?;
        // Of two halves each is an access of its own.
        let halves = match *parts.last()? {
            "f16x2" => Some(FloatKind::F16),
            "bf16x2" => Some(FloatKind::BF16),
            _ => None,
        };
        let wanted = targets.iter().any(Option::is_some);
        if halves.is_some() && (wanted || access.lanes > 1) || targets.len() != access.lanes {
            return None;
        }
        let expected = if op == AtomicOp::Cas { 2 } else { 1 };
        if values.len() != expected {
            return None;
        }
        let base = self.ptx_address(loc, registers, place, access.shared)?;
        self.b.emit(loc, crate::promote::atomics::demand(base.clone()));
        let emit = |this: &mut Self, addr: Expr, ty: Ty, args: Vec<Expr>, dst| {
            this.b.emit(
                loc,
                StmtKind::Atomic(Atomic {
                    op,
                    dst,
                    addr,
                    ty,
                    args,
                    ordering: Ordering::all(
                        access.order.unwrap_or(MemoryOrder::Relaxed),
                        access.scope.unwrap_or(Scope::Grid),
                    ),
                    failure: MemoryOrder::Relaxed,
                    stated: Vec::new(),
                }),
            );
        };
        if let Some(kind) = halves {
            let both = registers.read(&values[0], Ty::U32)?;
            let u16 = type_of("u16")?;
            for n in 0..2u64 {
                let shift = build::int(16 * i128::from(n), Ty::U32);
                let half = build::cast(build::binary(crate::ir::BinOp::Shr, both.clone(), shift), u16);
                let half = build::bits(half, Ty::Float(kind));
                emit(
                    self,
                    build::offset_by(base.clone(), 2 * n),
                    Ty::Float(kind),
                    vec![half],
                    None,
                );
            }
            return Some(());
        }
        for (n, target) in targets.into_iter().enumerate() {
            let args = values.iter().map(|value| {
                let lane = lanes(value, access.lanes)?.get(n)?;
                registers.read(lane, access.ty)
            });
            let args: Vec<Expr> = args.collect::<Option<_>>()?;
            let dst = target.map(|_| self.b.temp("old", access.ty));
            emit(self, lane_address(&base, n, access.ty), access.ty, args, dst);
            if let (Some(target), Some(dst)) = (target, dst) {
                self.set(loc, target, build::var(dst, access.ty));
            }
        }
        Some(())
    }

    /// `cp.async.cg.shared.global.L2::128B [%0], [%1], 16;` and what waits for it.
    pub(super) fn ptx_copy(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        match (parts, &i.operands[..]) {
            (["cp", "async", "commit_group"], []) => {
                self.b.emit(loc, StmtKind::AsyncCommit);
                Some(())
            }
            (["cp", "async", "wait_all"], []) => {
                // It closes the open batch first (PTX ISA, `cp.async.wait_all`).
                self.b.emit(loc, StmtKind::AsyncCommit);
                self.b.emit(loc, StmtKind::AsyncWait { pending: 0 });
                Some(())
            }
            (["cp", "async", "wait_group"], [count]) => {
                let count = registers.read(count, Ty::I64)?;
                // A number that is not known may leave any number of batches unfinished.
                let pending = build::as_int(&count).and_then(|n| u32::try_from(n).ok());
                let pending = pending.unwrap_or(u32::MAX);
                self.b.emit(loc, StmtKind::AsyncWait { pending });
                Some(())
            }
            (
                [
                    "cp",
                    "async",
                    "ca" | "cg",
                    "shared" | "shared::cta",
                    "global",
                    hints @ ..,
                ],
                _,
            ) => {
                let is_hint = |hint: &&str| hint.starts_with("L2::");
                if !hints.iter().all(is_hint) {
                    return None;
                }
                let list = operands(&i.operands, hints.contains(&"L2::cache_hint"))?;
                self.asynchronous_copy(loc, registers, list)
            }
            _ => None,
        }
    }

    fn asynchronous_copy(&mut self, loc: Loc, registers: &Registers<'u>, list: &[Operand]) -> Option<()> {
        let (dst, src, size, read) = match list {
            [dst, src, size] => (dst, src, size, None),
            [dst, src, size, read] => (dst, src, size, Some(read)),
            _ => return None,
        };
        let size = registers.read(size, Ty::U64)?;
        let read = match read.map(|read| registers.raw(read).or_else(|| registers.read(read, Ty::U32))) {
            None => None,
            // "ignore-src": nothing is read if it holds.
            Some(Some(ignored)) if ignored.ty == Ty::Bool => {
                Some(build::select(ignored, build::int(0, Ty::U64), size.clone()))
            }
            Some(read) => Some(build::cast(read?, Ty::U64)),
        };
        let dst = self.ptx_address(loc, registers, dst, true)?;
        let src = self.ptx_address(loc, registers, src, false)?;
        let Some(read) =
            read.filter(|read| build::as_int(read).is_none_or(|n| Some(n) != build::as_int(&size)))
        else {
            self.copy_later(loc, dst, src, size);
            return Some(());
        };
        // Fewer bytes are read than written: the rest is zeros.
        let read = self.b.stable(loc, read);
        let (whole, part, done) = (self.b.block(), self.b.block(), self.b.block());
        let all = build::compare(CmpOp::Ge, read.clone(), size.clone());
        self.b.branch(loc, all, whole, part);
        self.b.enter(whole);
        self.copy_later(loc, dst.clone(), src.clone(), size.clone());
        self.b.end(loc, TermKind::Goto(done));
        self.b.enter(part);
        self.copy_later(loc, dst.clone(), src, read.clone());
        let zeros = build::object(self.b.local(loc, "zeros", ROW, Ty::U32, None));
        let byte = build::int(0, type_of("u8")?);
        let bytes = build::int(ROW.into(), Ty::U64);
        let (start, fill) = (
            zeros.clone(),
            StmtKind::Fill {
                dst: zeros,
                byte,
                bytes,
            },
        );
        self.b.emit(loc, fill);
        let rest = build::binary(crate::ir::BinOp::Sub, size, read.clone());
        let after = build::offset(dst, build::cast(read, Ty::I64));
        self.copy_later(loc, after, start, rest);
        self.b.end(loc, TermKind::Goto(done));
        self.b.enter(done);
        Some(())
    }

    fn copy_later(&mut self, loc: Loc, dst: Expr, src: Expr, bytes: Expr) {
        let loc = self.b.place_of_copy(loc, "cp.async");
        let kind = CopyKind::AsyncThread;
        self.b.emit(
            loc,
            StmtKind::Copy {
                dst,
                src,
                bytes,
                kind,
            },
        );
    }

    /// `ldmatrix` and `stmatrix`: the lanes of a warp hand over the addresses of the rows of one, two or four 8x8 matrices of
    /// 16-bit numbers. Lane `n` reads or writes row `n`, of 16 bytes; what goes there comes from other lanes, and is not known.
    pub(super) fn ptx_matrix(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        let ["sync", "aligned", rest @ ..] = &parts[1..] else {
            return None;
        };
        let known = |part: &&str| {
            matches!(
                *part,
                "m8n8" | "x1" | "x2" | "x4" | "trans" | "shared" | "shared::cta" | "b16"
            )
        };
        if !rest.iter().all(known) {
            return None;
        }
        let count = match rest.iter().find(|part| part.starts_with('x')) {
            Some(&"x1") => 1,
            Some(&"x2") => 2,
            Some(&"x4") => 4,
            _ => return None,
        };
        let [first, second] = &i.operands[..] else {
            return None;
        };
        let loads = parts[0] == "ldmatrix";
        let (list, place) = if loads { (first, second) } else { (second, first) };
        let targets = if loads {
            registers.targets(list)?
        } else {
            Vec::new()
        };
        if loads && targets.len() != count as usize {
            return None;
        }
        let shared = rest.iter().any(|part| part.starts_with("shared"));
        let place = self.ptx_address(loc, registers, place, shared)?;
        self.together(loc, (Scope::Warp, None), &i.name, Vec::new());
        let row = build::object(self.b.local(loc, "row", ROW, Ty::U32, None));
        let takes_part = build::compare(CmpOp::Lt, lane(), build::int((count * ROWS).into(), Ty::U32));
        let (yes, done) = (self.b.block(), self.b.block());
        self.b.branch(loc, takes_part, yes, done);
        self.b.enter(yes);
        let (dst, src) = if loads { (row, place) } else { (place, row) };
        let copy = StmtKind::Copy {
            dst,
            src,
            bytes: build::int(ROW.into(), Ty::U64),
            kind: CopyKind::Sync,
        };
        self.b.emit(loc, copy);
        self.b.end(loc, TermKind::Goto(done));
        self.b.enter(done);
        for target in targets.into_iter().flatten() {
            self.set_unknown(loc, target, "which part of a matrix a lane gets is not modelled");
        }
        Some(())
    }

    /// `mma.sync`: each lane has a part of the matrices in its registers, so that results come from other lanes as well.
    pub(super) fn ptx_matrix_result(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
    ) -> Option<()> {
        let targets = registers.targets(i.operands.first()?)?;
        self.together(loc, (Scope::Warp, None), &i.name, Vec::new());
        for target in targets.into_iter().flatten() {
            self.set_unknown(loc, target, MATRIX);
        }
        Some(())
    }

    /// `[%1 + 16]` as a pointer. In the state space `.shared` numbers are places in its window.
    pub(super) fn ptx_address(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        place: &Operand,
        shared: bool,
    ) -> Option<Expr> {
        let Operand::Address(base, offset) = place else {
            return None;
        };
        let base = registers.raw(base)?;
        let pointer = match base.ty {
            Ty::Ptr => base,
            Ty::Int { .. } if shared => build::window(base),
            Ty::Int { bits: 64, .. } => build::cast(base, Ty::Ptr),
            // Registers of 32 bits hold places in a window.
            Ty::Int { bits: 32, .. } => build::window(base),
            _ => return None,
        };
        let pointer = self.b.stable(loc, pointer);
        Some(build::offset(pointer, build::int((*offset).into(), Ty::I64)))
    }
}

/// A register of the same size may hold the bits as a number of another kind.
fn register_type(target: Target, ty: Ty) -> Ty {
    if target.ty().bytes() == ty.bytes() {
        target.ty()
    } else {
        ty
    }
}

/// The operands, without the last where that is a cache policy.
fn operands(all: &[Operand], policy: bool) -> Option<&[Operand]> {
    match policy {
        true => all.split_last().map(|(_, rest)| rest),
        false => Some(all),
    }
}

/// The components of a vector operand.
fn lanes(operand: &Operand, count: usize) -> Option<&[Operand]> {
    let list = match operand {
        Operand::Vector(list) => &list[..],
        one => std::slice::from_ref(one),
    };
    (list.len() == count).then_some(list)
}

fn lane_address(base: &Expr, n: usize, ty: Ty) -> Expr {
    build::offset_by(base.clone(), n as u64 * u64::from(ty.bytes()))
}

/// The modifiers after an instruction's name; `None` for state spaces and orders that are not modelled.
fn access(modifiers: &[&str]) -> Option<Access> {
    let mut access = Access {
        shared: false,
        order: None,
        scope: None,
        lanes: 1,
        ty: type_of(modifiers.last()?)?,
        policy: false,
    };
    for part in &modifiers[..modifiers.len() - 1] {
        match *part {
            "shared" | "shared::cta" => access.shared = true,
            // "The same memory synchronization semantics as .relaxed.sys" (PTX ISA, "ld", "st").
            "volatile" => (access.order, access.scope) = (order_of("relaxed"), scope_of("sys")),
            "v2" => access.lanes = 2,
            "v4" => access.lanes = 4,
            "v8" => access.lanes = 8,
            "relaxed" | "acquire" | "release" | "acq_rel" => access.order = order_of(part),
            "L2::cache_hint" => access.policy = true,
            "global" | "nc" | "weak" | "ca" | "cg" | "cs" | "lu" | "cv" | "wb" | "wt" | "noftz" => {}
            _ if part.starts_with("L1::") || part.starts_with("L2::") => {}
            other => access.scope = Some(scope_of(other)?),
        }
    }
    Some(access)
}

/// The order that a modifier names.
pub(super) fn order_of(name: &str) -> Option<MemoryOrder> {
    match name {
        "relaxed" => Some(MemoryOrder::Relaxed),
        "acquire" => Some(MemoryOrder::Acquire),
        "release" => Some(MemoryOrder::Release),
        "acq_rel" => Some(MemoryOrder::AcqRel),
        "sc" => Some(MemoryOrder::SeqCst),
        _ => None,
    }
}

/// The scope that a modifier names.
pub(super) fn scope_of(name: &str) -> Option<Scope> {
    match name {
        "cta" => Some(Scope::Block),
        "cluster" => Some(Scope::Cluster),
        "gpu" => Some(Scope::Grid),
        "sys" => Some(Scope::System),
        _ => None,
    }
}

/// The operation of `atom` or `red`, and the other modifiers.
fn atomic_operation<'a>(modifiers: &[&'a str]) -> Option<(AtomicOp, Vec<&'a str>)> {
    let (last, before) = modifiers.split_last()?;
    let mut op = None;
    let mut rest = Vec::new();
    for part in before {
        let found = match *part {
            "add" => AtomicOp::Add,
            "min" => AtomicOp::Min,
            "max" => AtomicOp::Max,
            "and" => AtomicOp::And,
            "or" => AtomicOp::Or,
            "xor" => AtomicOp::Xor,
            "exch" => AtomicOp::Exchange,
            "cas" => AtomicOp::Cas,
            "inc" => AtomicOp::IncWrap,
            "dec" => AtomicOp::DecWrap,
            other => {
                rest.push(other);
                continue;
            }
        };
        op = Some(found);
    }
    rest.push(last);
    Some((op?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_are_read() {
        let parts = ["relaxed", "gpu", "global", "L1::no_allocate", "v4", "f32"];
        let found = access(&parts).expect("it is one");
        assert_eq!(
            (found.order, found.scope, found.lanes, found.shared),
            (Some(MemoryOrder::Relaxed), Some(Scope::Grid), 4, false)
        );
        let found = access(&["shared", "volatile", "u32"]).expect("it is one");
        assert!(found.shared);
        assert_eq!(
            (found.order, found.scope),
            (Some(MemoryOrder::Relaxed), Some(Scope::System))
        );
        for parts in [&["local", "u32"][..], &["param", "u64"], &["global", "b128"]] {
            assert_eq!(access(parts), None, "{parts:?}");
        }
        let (op, rest) = atomic_operation(&["acq_rel", "gpu", "global", "add", "u32"]).expect("it is one");
        assert_eq!(
            (op, rest),
            (AtomicOp::Add, vec!["acq_rel", "gpu", "global", "u32"])
        );
        assert_eq!(atomic_operation(&["global", "u32"]), None);
    }
}
