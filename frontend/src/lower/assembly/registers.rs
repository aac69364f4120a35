//! The registers of an `asm` statement: its operands, and those that the template declares.

use super::super::{Lowerer, Place, Value, geometry, types};
use super::is_output;
use super::ptx::{Operand, Statement};
use super::text::Assembly;
use crate::builtin::GeometryFn;
use crate::clang::Cursor;
use crate::ir::{BinOp, Dim, Expr, FloatKind, Geometry, Loc, Ty, UnOp, VarId};
use crate::ir::{build, cluster};
use std::collections::HashMap;

/// The registers that instructions read and write.
pub(super) struct Registers<'u> {
    given: Vec<Given<'u>>,
    declared: HashMap<String, (VarId, Ty)>,
    /// The carry flag, once an instruction has set it.
    pub carry: Option<Expr>,
}

enum Given<'u> {
    Input(Expr),
    Output(VarId, Ty, Cursor<'u>, Place<'u>),
}

/// Where a result goes.
#[derive(Clone, Copy)]
pub(super) struct Target(VarId, Ty);

impl Target {
    /// The register's type.
    pub fn ty(self) -> Ty {
        self.1
    }
}

impl<'u> Lowerer<'u, '_> {
    /// The registers at the start; `None` if the operands are not as the text says, or of types that registers do not have.
    pub(super) fn registers(
        &mut self,
        loc: Loc,
        written: &Assembly,
        operands: &[Cursor<'u>],
        statements: &[Statement],
    ) -> Option<Registers<'u>> {
        if operands.len() != written.operands.len() {
            return None;
        }
        let is_fit = |(n, operand): (usize, &Cursor<'u>)| {
            types::scalar(operand.ty()).is_some() && (n >= written.outputs || is_output(*operand))
        };
        if !operands.iter().enumerate().all(is_fit) {
            return None;
        }
        let declared = statements.iter().filter_map(|statement| match statement {
            Statement::Registers(ty, names) => Some((ty, names)),
            Statement::Instruction(_) => None,
        });
        let mut registers = Registers {
            given: Vec::new(),
            declared: HashMap::new(),
            carry: None,
        };
        for (ty, names) in declared {
            let ty = type_of(ty)?;
            for name in names {
                let var = self.b.temp(name, ty);
                registers.declared.insert(name.clone(), (var, ty));
            }
        }
        let is_guarded = |s: &Statement| matches!(s, Statement::Instruction(i) if i.guard.is_some());
        let may_stay = statements.iter().any(is_guarded);
        for (n, operand) in operands.iter().enumerate() {
            let ty = types::scalar(operand.ty())?;
            if n >= written.outputs {
                let value = self.scalar(*operand);
                registers.given.push(Given::Input(self.b.stable(loc, value)));
                continue;
            }
            let var = self.b.temp("register", ty);
            // Where it goes is settled before another output may change that.
            let mut place = self.lvalue(*operand);
            place.addr = self.b.stable(loc, place.addr);
            if written.operands[n].is_both() {
                let Value::Scalar(value) = self.read(&place) else {
                    return None;
                };
                self.b.assign(loc, var, value);
            } else if may_stay {
                let any = "a register that the instructions may leave as it was is not modelled";
                let any = self.b.unknown(loc, any, ty, Vec::new());
                self.b.assign(loc, var, any);
            }
            registers.given.push(Given::Output(var, ty, *operand, place));
        }
        Some(registers)
    }

    /// Writes the outputs back.
    pub(super) fn put_back(&mut self, registers: &Registers<'u>) {
        for given in &registers.given {
            if let Given::Output(var, ty, output, place) = given {
                let loc = self.loc(*output);
                let value = Value::Scalar(build::var(*var, *ty));
                let value = self.convert(value, output.ty(), loc);
                self.write(place, value);
            }
        }
    }

    /// Writes a register, as bits of its own type; a wider one is extended.
    pub(super) fn set(&mut self, loc: Loc, target: Target, value: Expr) {
        let value = fit(value, target.1);
        self.b.assign(loc, target.0, value);
    }

    /// Writes a register of which only the type is known.
    pub(super) fn set_unknown(&mut self, loc: Loc, target: Target, reason: &str) {
        let value = self.b.unknown(loc, reason, target.1, Vec::new());
        self.b.assign(loc, target.0, value);
    }

    /// A special register (PTX ISA, "Special Registers").
    pub(super) fn special(&mut self, loc: Loc, name: &str) -> Expr {
        let of = build::geometry;
        let dim = match name.rsplit_once('.').map(|(_, dim)| dim) {
            Some("y") => Dim::Y,
            Some("z") => Dim::Z,
            _ => Dim::X,
        };
        match name.split_once('.').map_or(name, |(stem, _)| stem) {
            "tid" => of(Geometry::ThreadIdx(dim)),
            "ntid" => of(Geometry::BlockDim(dim)),
            "ctaid" => of(Geometry::BlockIdx(dim)),
            "nctaid" => of(Geometry::GridDim(dim)),
            "laneid" => lane(),
            "cluster_ctaid" | "cluster_nctaid" | "cluster_ctarank" | "cluster_nctarank" => {
                match self.b.cluster {
                    Some(cluster) => of_cluster(name, cluster, dim),
                    None => self.b.unknown(loc, crate::ir::CLUSTERS, Ty::U32, Vec::new()),
                }
            }
            "WARP_SZ" => of(Geometry::WarpSize),
            "clock" | "clock_hi" => self.b.unknown(loc, crate::ir::ANY_TIME, Ty::U32, Vec::new()),
            "clock64" | "globaltimer" => self.b.unknown(loc, crate::ir::ANY_TIME, Ty::U64, Vec::new()),
            mask => match lane_mask(mask) {
                Some(mask) => mask,
                None => {
                    let reason = format!("the special register `%{name}` is not modelled");
                    self.b.unknown(loc, reason, Ty::U32, Vec::new())
                }
            },
        }
    }
}

impl Registers<'_> {
    /// An operand's value as it is kept: `None` for special registers, and what is no value.
    pub fn raw(&self, operand: &Operand) -> Option<Expr> {
        match operand {
            Operand::Given(n) => Some(match self.given.get(*n)? {
                Given::Input(value) => value.clone(),
                Given::Output(var, ty, ..) => build::var(*var, *ty),
            }),
            Operand::Register(name) if name == "WARP_SZ" => Some(build::geometry(Geometry::WarpSize)),
            Operand::Register(name) => {
                let (var, ty) = *self.declared.get(name)?;
                Some(build::var(var, ty))
            }
            _ => None,
        }
    }

    /// An operand's value as an instruction of a type reads it.
    pub fn read(&self, operand: &Operand, ty: Ty) -> Option<Expr> {
        match (operand, ty) {
            (Operand::Int(n), Ty::Int { .. } | Ty::Bool) => Some(build::int(*n, ty)),
            (Operand::Int(n), Ty::Ptr) => Some(build::cast(build::int(*n, Ty::U64), ty)),
            (Operand::Float(value), Ty::Float(kind)) => Some(build::float(*value, kind)),
            (Operand::Float(value), Ty::Int { bits, .. }) => {
                let kind = if bits == 64 {
                    FloatKind::F64
                } else {
                    FloatKind::F32
                };
                Some(fit(build::float(*value, kind), ty))
            }
            (Operand::Not(inner), Ty::Bool) => Some(build::not(self.read(inner, ty)?)),
            _ => {
                let value = self.raw(operand)?;
                (ty != Ty::Bool || value.ty == Ty::Bool).then(|| fit(value, ty))
            }
        }
    }

    /// The register that an operand names as a target; `None` for those that are none, and for inputs.
    pub fn target(&self, operand: &Operand) -> Option<Target> {
        match operand {
            Operand::Given(n) => match self.given.get(*n)? {
                Given::Output(var, ty, ..) => Some(Target(*var, *ty)),
                Given::Input(_) => None,
            },
            Operand::Register(name) => {
                let (var, ty) = *self.declared.get(name)?;
                Some(Target(var, ty))
            }
            _ => None,
        }
    }

    /// The registers of a vector of targets, or of one; `None` in it for those that are not wanted.
    pub fn targets(&self, operand: &Operand) -> Option<Vec<Option<Target>>> {
        let list = match operand {
            Operand::Vector(list) => &list[..],
            one => std::slice::from_ref(one),
        };
        let target = |operand: &Operand| match operand {
            Operand::Sink => Some(None),
            operand => self.target(operand).map(Some),
        };
        list.iter().map(target).collect()
    }
}

/// A value as bits of another type: cut off, or extended by its own sign (PTX ISA, "Operand Size Exceeding Instruction-Type
/// Size").
pub(super) fn fit(value: Expr, ty: Ty) -> Expr {
    let same_size = value.ty.bytes() == ty.bytes();
    let bits_of = |ty: Ty| Ty::Int {
        bits: (ty.bytes() * 8) as u8,
        signed: false,
    };
    match (value.ty, ty) {
        (a, b) if a == b => value,
        (Ty::Float(_), Ty::Float(_) | Ty::Int { .. }) | (Ty::Int { .. }, Ty::Float(_)) if same_size => {
            build::bits(value, ty)
        }
        (Ty::Float(_), _) => {
            let bits = bits_of(value.ty);
            fit(build::bits(value, bits), ty)
        }
        (_, Ty::Float(_)) => {
            let bits = build::cast(value, bits_of(ty));
            build::bits(bits, ty)
        }
        _ => build::cast(value, ty),
    }
}

/// The type that a suffix names (PTX ISA, "Fundamental Types"); those of two halves are their bits.
pub(super) fn type_of(suffix: &str) -> Option<Ty> {
    let int = |bits, signed| Some(Ty::Int { bits, signed });
    match suffix {
        "pred" => Some(Ty::Bool),
        "u8" | "b8" => int(8, false),
        "u16" | "b16" => int(16, false),
        "u32" | "b32" | "f16x2" | "bf16x2" | "u16x2" | "s16x2" | "tf32" => int(32, false),
        "u64" | "b64" | "f32x2" => int(64, false),
        "s8" => int(8, true),
        "s16" => int(16, true),
        "s32" => int(32, true),
        "s64" => int(64, true),
        "f16" => Some(Ty::Float(FloatKind::F16)),
        "bf16" => Some(Ty::Float(FloatKind::BF16)),
        "f32" => Some(Ty::Float(FloatKind::F32)),
        "f64" => Some(Ty::Float(FloatKind::F64)),
        _ => None,
    }
}

/// The thread's number in its warp.
pub(super) fn lane() -> Expr {
    build::cast(
        geometry::launch_value(GeometryFn::SubGroupLocalId, Dim::X),
        Ty::U32,
    )
}

/// A register that has a bit for each lane that lies so to the thread's own.
fn lane_mask(register: &str) -> Option<Expr> {
    let own = build::binary(BinOp::Shl, build::int(1, Ty::U32), lane());
    let below = build::binary(BinOp::Sub, own.clone(), build::int(1, Ty::U32));
    let up_to = build::binary(BinOp::Or, own.clone(), below.clone());
    Some(match register {
        "lanemask_eq" => own,
        "lanemask_lt" => below,
        "lanemask_le" => up_to,
        "lanemask_gt" => build::unary(UnOp::BitNot, up_to),
        "lanemask_ge" => build::unary(UnOp::BitNot, below),
        _ => return None,
    })
}

/// A special register that tells of the thread's cluster.
fn of_cluster(name: &str, cluster: [u32; 3], dim: Dim) -> Expr {
    let size = |n: u32| build::int(n.into(), Ty::U32);
    match name.split_once('.').map_or(name, |(stem, _)| stem) {
        "cluster_ctaid" => cluster::index(cluster, dim),
        "cluster_nctaid" => size(cluster[dim as usize]),
        "cluster_ctarank" => cluster::rank(cluster),
        _ => size(cluster.iter().product()),
    }
}
