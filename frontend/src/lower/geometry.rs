//! The launch's geometry in OpenCL's words.

use super::types;
use super::{Lowerer, Value};
use crate::builtin::GeometryFn;
use crate::clang::Cursor;
use crate::ir::build;
use crate::ir::{BinOp, CmpOp, Dim, Expr, Geometry, Ty};

impl<'u> Lowerer<'u, '_> {
    pub(super) fn geometry_call(
        &mut self,
        c: Cursor<'u>,
        function: GeometryFn,
        args: &[Cursor<'u>],
    ) -> Value {
        let dim = args.first().map(|a| self.scalar(*a));
        let ty = types::scalar(c.ty()).unwrap_or(Ty::U64);
        let value = match (&dim, dim.as_ref().and_then(build::as_int)) {
            (None, _) => launch_value(function, Dim::X),
            (_, Some(n)) => match n {
                0 => launch_value(function, Dim::X),
                1 => launch_value(function, Dim::Y),
                2 => launch_value(function, Dim::Z),
                _ => outside(function),
            },
            (Some(dim), None) => {
                let is = |n: i128| build::compare(CmpOp::Eq, dim.clone(), build::int(n, dim.ty));
                let value = |d| build::cast(launch_value(function, d), Ty::U64);
                let z = build::select(is(2), value(Dim::Z), build::cast(outside(function), Ty::U64));
                let y = build::select(is(1), value(Dim::Y), z);
                build::select(is(0), value(Dim::X), y)
            }
        };
        Value::Scalar(build::cast(value, ty))
    }
}

/// A launch dimension or id of a dimension that there is not.
fn outside(function: GeometryFn) -> Expr {
    let one = matches!(
        function,
        GeometryFn::LocalSize
            | GeometryFn::EnqueuedLocalSize
            | GeometryFn::NumGroups
            | GeometryFn::GlobalSize
    );
    build::int(i128::from(one), Ty::U32)
}

fn wide(geometry: Geometry) -> Expr {
    build::cast(build::geometry(geometry), Ty::U64)
}

/// A work-item function in terms of the launch geometry, as a 64-bit unsigned integer.
pub fn launch_value(function: GeometryFn, d: Dim) -> Expr {
    use GeometryFn::*;
    let add = |a, b| build::binary(BinOp::Add, a, b);
    let mul = |a, b| build::binary(BinOp::Mul, a, b);
    let local = |d| wide(Geometry::ThreadIdx(d));
    let size = |d| wide(Geometry::BlockDim(d));
    let groups = |d| wide(Geometry::GridDim(d));
    let warp = || wide(Geometry::WarpSize);
    let own = |d| add(mul(wide(Geometry::BlockIdx(d)), size(d)), local(d));
    let linear = |x: Expr, y: Expr, z: Expr, nx: Expr, ny: Expr| add(mul(add(mul(z, ny), y), nx), x);
    let local_linear = || {
        linear(
            local(Dim::X),
            local(Dim::Y),
            local(Dim::Z),
            size(Dim::X),
            size(Dim::Y),
        )
    };
    let block = || mul(mul(size(Dim::X), size(Dim::Y)), size(Dim::Z));
    match function {
        LocalId => local(d),
        GroupId => wide(Geometry::BlockIdx(d)),
        GlobalId => add(own(d), wide(Geometry::GlobalOffset(d))),
        LocalSize | EnqueuedLocalSize => size(d),
        NumGroups => groups(d),
        GlobalSize => mul(groups(d), size(d)),
        GlobalOffset => wide(Geometry::GlobalOffset(d)),
        LocalLinearId => local_linear(),
        GlobalLinearId => linear(
            own(Dim::X),
            own(Dim::Y),
            own(Dim::Z),
            mul(groups(Dim::X), size(Dim::X)),
            mul(groups(Dim::Y), size(Dim::Y)),
        ),
        WorkDim => wide(Geometry::WorkDim),
        MaxSubGroupSize => warp(),
        // The last one has what is left (OpenCL C 3.0, section 6.15.20).
        SubGroupSize => {
            let before = mul(launch_value(SubGroupId, d), warp());
            build::binary(BinOp::Min, warp(), build::binary(BinOp::Sub, block(), before))
        }
        SubGroupLocalId => build::binary(BinOp::Rem, local_linear(), warp()),
        SubGroupId => build::binary(BinOp::Div, local_linear(), warp()),
        NumSubGroups => build::binary(
            BinOp::Div,
            add(block(), build::binary(BinOp::Sub, warp(), build::int(1, Ty::U64))),
            warp(),
        ),
    }
}
