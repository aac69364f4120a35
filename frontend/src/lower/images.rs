//! Images and textures: which texels are accessed is known, what they hold is not.

use super::types::{self, Shape};
use super::{Lowerer, Value};
use crate::clang::Cursor;
use crate::ir::build;
use crate::ir::{BinOp, Expr, ExprKind, Ty};

impl<'u> Lowerer<'u, '_> {
    /// A texel's address: the row is y + 2^32 z, the offset 16 x.
    pub(super) fn texel(&mut self, image: Cursor<'u>, coordinate: Cursor<'u>) -> Expr {
        let loc = self.loc(coordinate);
        let image = self.scalar(image);
        let parts = match self.rvalue(coordinate) {
            Value::Vector(parts) => parts,
            value => vec![self.scalar_of(value, loc)],
        };
        let at = |n: usize| {
            parts
                .get(n)
                .map_or(build::int(0, Ty::I64), |p| build::cast(p.clone(), Ty::I64))
        };
        let depth = if parts.len() > 2 {
            build::binary(BinOp::Shl, at(2), build::int(32, Ty::I32))
        } else {
            build::int(0, Ty::I64)
        };
        let row = build::binary(BinOp::Add, at(1), depth);
        let texel = Expr {
            ty: Ty::Ptr,
            kind: ExprKind::PtrRow(Box::new(image), Box::new(row)),
        };
        build::element(texel, at(0), 16)
    }

    pub(super) fn image_read(&mut self, c: Cursor<'u>, args: &[Cursor<'u>]) -> Value {
        let image = args.first().copied().filter(|a| types::is_image(a.ty()));
        let coordinate = args.last().copied();
        let float = coordinate.is_some_and(|a| match types::shape(a.ty()) {
            Shape::Vector(ty, _) | Shape::Scalar(ty) => matches!(ty, Ty::Float(_)),
            _ => true,
        });
        let loc = self.loc(c);
        if let (Some(image), Some(coordinate), false) = (image, coordinate, float) {
            let addr = self.texel(image, coordinate);
            self.b.load(
                loc,
                addr,
                Ty::Int {
                    bits: 128,
                    signed: false,
                },
                false,
            );
            return self.unknown(loc, "the contents of images are not modelled", c.ty(), Vec::new());
        }
        for arg in args {
            self.rvalue(*arg);
        }
        self.unknown(
            loc,
            "the contents of images and textures are not modelled",
            c.ty(),
            Vec::new(),
        )
    }

    pub(super) fn image_write(&mut self, c: Cursor<'u>, args: &[Cursor<'u>]) -> Value {
        let &[image, coordinate, .., value] = args else {
            return self.hole_call(c, args, "this image write is not modelled");
        };
        if !types::is_image(image.ty()) {
            return self.hole_call(c, args, "writes to surfaces are not modelled");
        }
        let loc = self.loc(c);
        self.rvalue(value);
        let addr = self.texel(image, coordinate);
        let texel = Ty::Int {
            bits: 128,
            signed: false,
        };
        let stored = self
            .b
            .unknown(loc, "the contents of images are not modelled", texel, Vec::new());
        self.b.store(loc, addr, stored, false);
        Value::Void
    }
}
