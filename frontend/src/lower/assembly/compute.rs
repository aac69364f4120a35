//! Instructions that compute (PTX ISA, "Integer Arithmetic Instructions" to "Data Movement and Conversion Instructions"): those
//! on integers, addresses and truth values exactly, the others as functions of their operands that are named by the
//! instruction.

use super::super::Lowerer;
use super::opaque::{CARRYING, COMPUTING};
use super::ptx::{Instruction, Operand};
use super::registers::{Registers, Target, fit, type_of};
use crate::ir::build;
use crate::ir::{BinOp, CmpOp, Expr, Function, Loc, PureFn, Ty, UnOp};

impl<'u> Lowerer<'u, '_> {
    /// Lowers an instruction that computes.
    pub(super) fn ptx_compute(
        &mut self,
        loc: Loc,
        registers: &mut Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        let (first, rest) = i.operands.split_first()?;
        if let ("mov", Operand::Vector(_)) = (parts[0], first) {
            return self.unpack(loc, registers, first, rest, parts);
        }
        if parts[0] == "setp" {
            return self.set_predicate(loc, registers, first, rest, parts);
        }
        let target = registers.target(first);
        let exact = match (&target, rest) {
            (Some(_), [Operand::Special(name)]) if parts[0] == "mov" => {
                let ty = type_of(parts.last()?)?;
                Some(fit(self.special(loc, name), ty))
            }
            (Some(_), _) => exact(registers, rest, parts),
            (None, _) => None,
        };
        match (target, exact) {
            (Some(target), Some(value)) => {
                self.set(loc, target, value);
                Some(())
            }
            _ => self.opaque(loc, registers, i, parts),
        }
    }

    /// `mov.b64 {%0, %1}, %2;`
    fn unpack(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        targets: &Operand,
        rest: &[Operand],
        parts: &[&str],
    ) -> Option<()> {
        let [whole] = rest else { return None };
        let Ty::Int { bits, .. } = type_of(parts.last()?)? else {
            return None;
        };
        let targets = registers.targets(targets)?;
        let width = bits / u8::try_from(targets.len()).ok().filter(|n| *n > 0)?;
        let whole = registers.read(whole, Ty::Int { bits, signed: false })?;
        let whole = self.b.stable(loc, whole);
        for (n, target) in targets.into_iter().enumerate() {
            let amount = build::int(i128::from(width) * n as i128, Ty::U32);
            let part = build::binary(BinOp::Shr, whole.clone(), amount);
            let part = build::cast(
                part,
                Ty::Int {
                    bits: width,
                    signed: false,
                },
            );
            if let Some(target) = target {
                self.set(loc, target, part);
            }
        }
        Some(())
    }

    /// `setp.lt.and.s32 p|q, a, b, c;`
    fn set_predicate(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        targets: &Operand,
        rest: &[Operand],
        parts: &[&str],
    ) -> Option<()> {
        let (yes, no) = match targets {
            Operand::Two(yes, no) => (&**yes, Some(&**no)),
            one => (one, None),
        };
        let (a, b, with) = match rest {
            [a, b] => (a, b, None),
            [a, b, c] => (a, b, Some(registers.read(c, Ty::Bool)?)),
            _ => return None,
        };
        let ty = type_of(parts.last()?)?;
        let (a, b) = (registers.read(a, ty)?, registers.read(b, ty)?);
        let holds = match comparison(parts.get(1)?) {
            Some(op) if !matches!((ty, op), (Ty::Float(_), CmpOp::Ne)) => build::compare(op, a, b),
            _ => instruction(format!("setp.{}", parts.get(1)?), vec![a, b], Ty::Bool),
        };
        let holds = self.b.stable(loc, holds);
        let combine = |holds: Expr| match (&with, parts.get(2)) {
            (None, _) => Some(holds),
            (Some(with), Some(&op)) => {
                let op = match op {
                    "and" => BinOp::And,
                    "or" => BinOp::Or,
                    "xor" => BinOp::Xor,
                    _ => return None,
                };
                Some(build::binary(op, holds, with.clone()))
            }
            (Some(_), None) => None,
        };
        let both = [(Some(yes), holds.clone()), (no, build::not(holds))];
        for (target, value) in both {
            let Some(target) = target.filter(|target| **target != Operand::Sink) else {
                continue;
            };
            self.set(loc, registers.target(target)?, combine(value)?);
        }
        Some(())
    }

    /// An instruction of which only so much is known that it computes.
    fn opaque(
        &mut self,
        loc: Loc,
        registers: &mut Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        let (first, rest) = i.operands.split_first()?;
        let carries = CARRYING.contains(&parts[0]);
        let policy = parts[0] == "createpolicy";
        if !carries && !policy && !COMPUTING.contains(&parts[0]) {
            return None;
        }
        let mut args = Vec::new();
        for operand in rest {
            args.extend(values(registers, operand)?);
        }
        if carries {
            args.push(registers.carry.clone()?);
        }
        let targets: Vec<Option<Target>> = match first {
            Operand::Two(a, b) => vec![registers.target(a), registers.target(b)],
            Operand::Vector(_) => return None,
            one => vec![Some(registers.target(one)?)],
        };
        let results: Vec<Expr> = (0..targets.len())
            .map(|n| {
                let name = if n == 0 {
                    i.name.clone()
                } else {
                    format!("{} ({n})", i.name)
                };
                let ty = targets[n].map_or(Ty::U32, Target::ty);
                let value = instruction(name, args.clone(), ty);
                self.b.stable(loc, value)
            })
            .collect();
        if parts.contains(&"cc") {
            let carry = instruction(format!("{} (carry)", i.name), args, Ty::U32);
            registers.carry = Some(self.b.stable(loc, carry));
        }
        for (target, value) in targets.into_iter().zip(results) {
            if let Some(target) = target {
                self.set(loc, target, value);
            }
        }
        Some(())
    }
}

/// The values of an operand of any kind.
fn values(registers: &Registers<'_>, operand: &Operand) -> Option<Vec<Expr>> {
    match operand {
        Operand::Vector(list) => {
            let parts: Option<Vec<_>> = list.iter().map(|part| values(registers, part)).collect();
            Some(parts?.concat())
        }
        Operand::Int(n) => Some(vec![build::int(*n, Ty::I64)]),
        Operand::Float(value) => Some(vec![build::float(*value, crate::ir::FloatKind::F64)]),
        Operand::Not(_) => Some(vec![registers.read(operand, Ty::Bool)?]),
        operand => Some(vec![registers.raw(operand)?]),
    }
}

/// A function of its operands that is named by the instruction.
fn instruction(name: String, args: Vec<Expr>, ty: Ty) -> Expr {
    build::call(PureFn::Assembly(name), args, ty)
}

fn library(function: Function, args: Vec<Expr>, ty: Ty) -> Expr {
    build::call(PureFn::Library(function), args, ty)
}

fn comparison(name: &str) -> Option<CmpOp> {
    Some(match name {
        "eq" => CmpOp::Eq,
        "ne" => CmpOp::Ne,
        "lt" | "lo" => CmpOp::Lt,
        "le" | "ls" => CmpOp::Le,
        "gt" | "hi" => CmpOp::Gt,
        "ge" | "hs" => CmpOp::Ge,
        _ => return None,
    })
}

/// The value of an instruction on integers, addresses or truth values; `None` for others, and for modifiers that change it.
fn exact(registers: &Registers<'_>, operands: &[Operand], parts: &[&str]) -> Option<Expr> {
    let ty = type_of(parts.last()?)?;
    let modifiers = &parts[1..parts.len() - 1];
    let read = |n: usize, ty: Ty| registers.read(operands.get(n)?, ty);
    match (parts[0], modifiers, operands.len()) {
        ("mov", [], 1) => match &operands[0] {
            Operand::Vector(list) => pack(registers, list, ty),
            _ => read(0, ty),
        },
        ("cvta", _, 1) => address(&registers.raw(&operands[0])?, &parts[1..]),
        ("cvt", _, 1) => convert(registers, &operands[0], parts),
        ("selp", [], 3) => Some(build::select(read(2, Ty::Bool)?, read(0, ty)?, read(1, ty)?)),
        ("and" | "or" | "xor", [], 2) if !matches!(ty, Ty::Float(_)) => {
            let op = match parts[0] {
                "and" => BinOp::And,
                "or" => BinOp::Or,
                _ => BinOp::Xor,
            };
            Some(build::binary(op, read(0, ty)?, read(1, ty)?))
        }
        ("not", [], 1) => {
            let value = read(0, ty)?;
            match ty {
                Ty::Bool => Some(build::not(value)),
                Ty::Int { .. } => Some(build::unary(UnOp::BitNot, value)),
                _ => None,
            }
        }
        (name, modifiers, _) => arithmetic(registers, (name, modifiers), operands, ty),
    }
}

/// Arithmetic on integers.
fn arithmetic(
    registers: &Registers<'_>,
    (name, modifiers): (&str, &[&str]),
    operands: &[Operand],
    ty: Ty,
) -> Option<Expr> {
    let Ty::Int { bits, signed } = ty else {
        return None;
    };
    let read = |n: usize, ty: Ty| registers.read(operands.get(n)?, ty);
    let wide = || match bits {
        16 | 32 => Some(Ty::Int {
            bits: bits * 2,
            signed,
        }),
        _ => None,
    };
    let product = |to: Ty| {
        let (a, b) = (build::cast(read(0, ty)?, to), build::cast(read(1, ty)?, to));
        Some(build::binary(BinOp::Mul, a, b))
    };
    match (name, modifiers, operands.len()) {
        ("add", [], 2) => Some(build::binary(BinOp::Add, read(0, ty)?, read(1, ty)?)),
        ("sub", [], 2) => Some(build::binary(BinOp::Sub, read(0, ty)?, read(1, ty)?)),
        ("min", [], 2) => Some(build::binary(BinOp::Min, read(0, ty)?, read(1, ty)?)),
        ("max", [], 2) => Some(build::binary(BinOp::Max, read(0, ty)?, read(1, ty)?)),
        ("neg", [], 1) => Some(build::unary(UnOp::Neg, read(0, ty)?)),
        ("mul", ["lo"], 2) => product(ty),
        ("mul", ["wide"], 2) => product(wide()?),
        ("mul", ["hi"], 2) => Some(library(Function::mulhi, vec![read(0, ty)?, read(1, ty)?], ty)),
        ("mad", ["lo"], 3) => Some(build::binary(BinOp::Add, product(ty)?, read(2, ty)?)),
        ("mad", ["wide"], 3) => {
            let wide = wide()?;
            Some(build::binary(BinOp::Add, product(wide)?, read(2, wide)?))
        }
        ("shl", [], 2) => shift(BinOp::Shl, read(0, ty)?, read(1, Ty::U32)?, bits),
        ("shr", [], 2) => shift(BinOp::Shr, read(0, ty)?, read(1, Ty::U32)?, bits),
        ("bfe", [], 3) => field(read(0, ty)?, read(1, Ty::U32)?, read(2, Ty::U32)?, bits),
        ("bfi", [], 4) => inserted(
            [read(0, ty)?, read(1, ty)?],
            read(2, Ty::U32)?,
            read(3, Ty::U32)?,
            bits,
        ),
        ("popc", [], 1) => Some(library(Function::popc, vec![read(0, ty)?], Ty::I32)),
        ("clz", [], 1) => Some(library(Function::clz, vec![read(0, ty)?], Ty::I32)),
        ("brev", [], 1) => Some(library(Function::brev, vec![read(0, ty)?], ty)),
        ("prmt", [], 3) => {
            let operands = vec![read(0, ty)?, read(1, ty)?, read(2, Ty::U32)?];
            Some(library(Function::byte_perm, operands, ty))
        }
        ("shf", [way, how], 3) => {
            let f = match (*way, *how) {
                ("l", "wrap") => Function::funnelshift_l,
                ("l", "clamp") => Function::funnelshift_lc,
                ("r", "wrap") => Function::funnelshift_r,
                ("r", "clamp") => Function::funnelshift_rc,
                _ => return None,
            };
            Some(library(
                f,
                vec![read(0, ty)?, read(1, ty)?, read(2, Ty::U32)?],
                ty,
            ))
        }
        _ => None,
    }
}

/// A shift; amounts of the width or more shift everything out (PTX ISA, "shl", "shr").
fn shift(op: BinOp, value: Expr, amount: Expr, bits: u8) -> Option<Expr> {
    let Ty::Int { signed, .. } = value.ty else {
        return None;
    };
    let width = build::int(bits.into(), Ty::U32);
    let keeps_sign = op == BinOp::Shr && signed;
    if keeps_sign {
        let most = build::int(i128::from(bits) - 1, Ty::U32);
        return Some(build::binary(op, value, build::binary(BinOp::Min, amount, most)));
    }
    if let Some(n) = build::as_int(&amount) {
        return Some(match n < i128::from(bits) {
            true => build::binary(op, value, amount),
            false => build::int(0, value.ty),
        });
    }
    let masked = build::binary(
        BinOp::And,
        amount.clone(),
        build::int(i128::from(bits) - 1, Ty::U32),
    );
    let zero = build::int(0, value.ty);
    let shifted = build::binary(op, value, masked);
    Some(build::select(
        build::compare(CmpOp::Lt, amount, width),
        shifted,
        zero,
    ))
}

/// A field of `length` bits from bit `from` on, where both are known and the field lies inside (PTX ISA, "bfe").
fn field(value: Expr, from: Expr, length: Expr, bits: u8) -> Option<Expr> {
    let (from, length) = place_of_field(&from, &length, bits)?;
    let amount = |n: i128| build::int(n, Ty::U32);
    if let Ty::Int { signed: false, .. } = value.ty {
        let mask = build::int((1 << length) - 1, value.ty);
        let low = build::binary(BinOp::Shr, value, amount(from));
        return Some(build::binary(BinOp::And, low, mask));
    }
    // Shifted to the top and back, so that the sign is the field's own.
    let top = build::binary(BinOp::Shl, value, amount(i128::from(bits) - from - length));
    Some(build::binary(BinOp::Shr, top, amount(i128::from(bits) - length)))
}

/// The first value's low `length` bits in the second's from bit `from` on (PTX ISA, "bfi").
fn inserted([field, into]: [Expr; 2], from: Expr, length: Expr, bits: u8) -> Option<Expr> {
    let (from, length) = place_of_field(&from, &length, bits)?;
    let ty = into.ty;
    let mask = build::int(((1 << length) - 1) << from, ty);
    let moved = build::binary(BinOp::Shl, field, build::int(from, Ty::U32));
    let others = build::binary(BinOp::And, into, build::unary(UnOp::BitNot, mask.clone()));
    Some(build::binary(
        BinOp::Or,
        others,
        build::binary(BinOp::And, moved, mask),
    ))
}

/// Where a field begins and how long it is; both have eight bits.
fn place_of_field(from: &Expr, length: &Expr, bits: u8) -> Option<(i128, i128)> {
    let (from, length) = (build::as_int(from)? & 0xff, build::as_int(length)? & 0xff);
    (length > 0 && from + length <= bits.into()).then_some((from, length))
}

/// `mov.b32 %0, {%1, %2};`
fn pack(registers: &Registers<'_>, list: &[Operand], ty: Ty) -> Option<Expr> {
    let Ty::Int { bits, .. } = ty else { return None };
    let width = bits / u8::try_from(list.len()).ok().filter(|n| *n > 0)?;
    let part = Ty::Int {
        bits: width,
        signed: false,
    };
    type_of(&format!("u{width}"))?;
    let mut whole = build::int(0, ty);
    for (n, operand) in list.iter().enumerate() {
        let value = build::cast(registers.read(operand, part)?, ty);
        let amount = build::int(i128::from(width) * n as i128, Ty::U32);
        whole = build::binary(BinOp::Or, whole, build::binary(BinOp::Shl, value, amount));
    }
    Some(whole)
}

/// `cvta.to.shared.u64`, `cvta.shared.u64`, and the same of global memory, whose addresses are generic ones.
fn address(from: &Expr, parts: &[&str]) -> Option<Expr> {
    match parts {
        ["to", "shared" | "shared::cta", _] => Some(build::window(build::cast(from.clone(), Ty::Ptr))),
        ["shared" | "shared::cta", _] => Some(build::window(build::cast(from.clone(), Ty::U32))),
        ["to", "global", _] | ["global", _] => Some(build::cast(from.clone(), Ty::U64)),
        _ => None,
    }
}

/// `cvt.u32.u64`; conversions that round, saturate or have several operands are none of these.
fn convert(registers: &Registers<'_>, operand: &Operand, parts: &[&str]) -> Option<Expr> {
    let (to, from) = match parts {
        ["cvt", to, from] => (type_of(to)?, type_of(from)?),
        ["cvt", "rzi", to, from] => (type_of(to)?, type_of(from)?),
        ["cvt", "rn", to, from] if !from.starts_with('f') && !from.starts_with("bf") => {
            (type_of(to)?, type_of(from)?)
        }
        _ => return None,
    };
    Some(build::cast(registers.read(operand, from)?, to))
}
