//! `ld.global` and `st.global` in inline assembly (PTX ISA, "Data Movement and Conversion Instructions"): plain accesses
//! whose only difference from C's is the cache that they go through. Those that order memory are holes.

use super::Lowerer;
use super::asm::{instruction, is_output};
use super::types;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::build;
use crate::ir::{Expr, FloatKind, Loc, Ty};

/// An access as its instruction says it.
#[derive(Debug, PartialEq, Eq)]
struct Access {
    load: bool,
    volatile: bool,
    ty: Ty,
    lanes: usize,
    /// What is added to the address.
    offset: u64,
}

impl<'u> Lowerer<'u, '_> {
    /// Lowers an access to global memory; false if the assembly is none.
    pub(super) fn global_access(&mut self, c: Cursor<'u>, loc: Loc, text: &str) -> bool {
        let Some(access) = instruction(text).and_then(|text| parse(&text)) else {
            return false;
        };
        let given: Vec<Cursor<'u>> = c
            .expressions()
            .into_iter()
            .filter(|operand| operand.kind() != CXCursor_StringLiteral)
            .collect();
        let (address, values) = match (access.load, given.split_last(), given.split_first()) {
            (true, Some((address, values)), _) | (false, _, Some((address, values))) => (*address, values),
            _ => return false,
        };
        let fits = values.len() == access.lanes && (!access.load || values.iter().all(|v| is_output(*v)));
        if !fits || types::scalar(address.ty()) != Some(Ty::Ptr) {
            return false;
        }
        let base = self.scalar(address);
        let base = self.b.stable(loc, base);
        let size = u64::from(access.ty.bytes());
        for (n, value) in values.iter().enumerate() {
            let addr = build::offset_by(base.clone(), access.offset + n as u64 * size);
            self.lane(loc, &access, addr, *value);
        }
        true
    }

    /// One component: its register may hold the bits as a number of another kind.
    fn lane(&mut self, loc: Loc, access: &Access, addr: Expr, value: Cursor<'u>) {
        let register = types::scalar(value.ty()).filter(|ty| ty.bytes() == access.ty.bytes());
        let ty = register.unwrap_or(access.ty);
        if access.load {
            let loaded = self.b.load(loc, addr, ty, access.volatile);
            self.put(value, loaded);
        } else {
            let stored = build::cast(self.scalar(value), ty);
            self.b.store(loc, addr, stored, access.volatile);
        }
    }
}

/// `ld.global.nc.v2.u32 {%0, %1}, [%2 + 8]`, `st.global.f32 [%0], %1`.
fn parse(text: &str) -> Option<Access> {
    let (name, operands) = text.split_once(char::is_whitespace)?;
    let mut parts = name.split('.');
    let load = match parts.next()? {
        "ld" => true,
        "st" => false,
        _ => return None,
    };
    let (mut global, mut volatile, mut lanes, mut ty) = (false, false, 1, None);
    for part in parts {
        match part {
            "global" => global = true,
            "volatile" => volatile = true,
            "v2" => lanes = 2,
            "v4" => lanes = 4,
            "nc" | "weak" | "ca" | "cg" | "cs" | "lu" | "cv" | "wb" | "wt" => {}
            _ if part.starts_with("L1::") || part.starts_with("L2::") => {}
            _ => ty = Some(type_of(part)?),
        }
    }
    let ty = ty.filter(|_| global)?;
    let plain: String = operands.chars().filter(|sign| !sign.is_whitespace()).collect();
    let first = if load { 0 } else { 1 };
    let registers: Vec<String> = (first..first + lanes).map(|n| format!("%{n}")).collect();
    let list = match lanes {
        1 => registers.concat(),
        _ => format!("{{{}}}", registers.join(",")),
    };
    let place = if load {
        plain
            .strip_prefix(&format!("{list},[%{lanes}"))?
            .strip_suffix(']')?
    } else {
        plain.strip_suffix(&format!("],{list}"))?.strip_prefix("[%0")?
    };
    let offset = match place {
        "" => 0,
        _ => place.strip_prefix('+')?.parse().ok()?,
    };
    Some(Access {
        load,
        volatile,
        ty,
        lanes,
        offset,
    })
}

fn type_of(suffix: &str) -> Option<Ty> {
    let (kind, width) = suffix.split_at_checked(1)?;
    let bits: u8 = width
        .parse()
        .ok()
        .filter(|bits| matches!(bits, 8 | 16 | 32 | 64))?;
    match (kind, bits) {
        ("u" | "b", _) => Some(Ty::Int { bits, signed: false }),
        ("s", _) => Some(Ty::Int { bits, signed: true }),
        ("f", 32) => Some(Ty::Float(FloatKind::F32)),
        ("f", 64) => Some(Ty::Float(FloatKind::F64)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_accesses_are_read() {
        let wide = parse("ld.global.nc.L1::no_allocate.v2.u32 {%0, %1}, [%2 + 8]").expect("it is one");
        assert_eq!(
            (wide.load, wide.lanes, wide.offset, wide.ty),
            (true, 2, 8, Ty::U32)
        );
        let store = parse("st.volatile.global.f32 [%0], %1").expect("it is one");
        assert_eq!(
            (store.load, store.volatile, store.ty),
            (false, true, Ty::Float(FloatKind::F32))
        );
    }

    #[test]
    fn what_orders_memory_or_takes_other_operands_is_none() {
        for text in [
            "ld.acquire.gpu.global.u32 %0, [%1]",
            "st.release.gpu.global.u32 [%0], %1",
            "ld.shared.u32 %0, [%1]",
            "ld.global.u32 %0, [%2]",
            "ld.global.u32 %1, [%0]",
            "st.global.u32 [%0], 7",
            "atom.global.add.u32 %0, [%1], %2",
            "ld.global.b128 %0, [%1]",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
