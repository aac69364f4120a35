//! Images and textures: which texels are accessed is known; what they hold is a function of the place, if nothing writes it.

use super::types::{self, Shape};
use super::{Lowerer, Value};
use crate::clang::Cursor;
use crate::ir::build;
use crate::ir::{BinOp, Expr, ExprKind, Loc, PureFn, Ty};

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

    /// What an image or texture yields. Of those that nothing writes it is a function of the image and the place that is
    /// asked for; a read at whole coordinates is an access as well, as the image may be written elsewhere in the kernel.
    pub(super) fn image_read(&mut self, c: Cursor<'u>, args: &[Cursor<'u>]) -> Value {
        let image = args.first().copied().filter(|a| types::is_image(a.ty()));
        let Some(image) = image else {
            return self.fetched(c, args);
        };
        let coordinate = args.last().copied();
        let float = coordinate.is_some_and(|a| match types::shape(a.ty()) {
            Shape::Vector(ty, _) | Shape::Scalar(ty) => matches!(ty, Ty::Float(_)),
            _ => true,
        });
        if let (Some(coordinate), false) = (coordinate, float) {
            let loc = self.loc(c);
            let addr = self.texel(image, coordinate);
            self.b.load(loc, addr, Ty::U128, false);
        }
        if types::is_read_only_image(image.ty()) {
            return self.fetched(c, args);
        }
        for arg in args {
            self.rvalue(*arg);
        }
        let loc = self.loc(c);
        self.unknown(
            loc,
            "the contents of images that a kernel writes are not modelled",
            c.ty(),
            Vec::new(),
        )
    }

    /// An uninterpreted function of the arguments, one for each component of the result. Whole numbers at whole coordinates
    /// are what the host put there ([`PureFn::Texel`]); what a filter makes of others is not anything.
    fn fetched(&mut self, c: Cursor<'u>, args: &[Cursor<'u>]) -> Value {
        let loc = self.loc(c);
        let parts = self.parts(args, loc);
        let whole = !parts.iter().any(|part| matches!(part.ty, Ty::Float(_)));
        let component = |n: usize, ty: Ty| {
            let function = match whole && matches!(ty, Ty::Int { .. }) {
                true => PureFn::Texel(n),
                false => PureFn::Sampled(n),
            };
            build::call(function, parts.clone(), ty)
        };
        match types::shape(c.ty()) {
            Shape::Scalar(ty) if ty != Ty::Ptr => Value::Scalar(component(0, ty)),
            Shape::Vector(ty, lanes) => {
                Value::Vector((0..lanes as usize).map(|n| component(n, ty)).collect())
            }
            _ => self.unknown(loc, "a texture of this type is not modelled", c.ty(), Vec::new()),
        }
    }

    /// The values of arguments, vectors by their lanes.
    fn parts(&mut self, args: &[Cursor<'u>], loc: Loc) -> Vec<Expr> {
        let mut parts = Vec::new();
        for arg in args {
            match self.rvalue(*arg) {
                Value::Vector(lanes) => parts.extend(lanes),
                value => {
                    let scalar = self.scalar_of(value, loc);
                    parts.push(match scalar.ty {
                        Ty::Ptr => build::cast(scalar, Ty::U64),
                        _ => scalar,
                    });
                }
            }
        }
        parts
    }

    /// What is stored is an uninterpreted function of the colour: the image's format is not known.
    pub(super) fn image_write(&mut self, c: Cursor<'u>, args: &[Cursor<'u>]) -> Value {
        let &[image, coordinate, .., value] = args else {
            return self.hole_call(c, args, "this image write is not modelled");
        };
        if !types::is_image(image.ty()) {
            return self.hole_call(c, args, "writes to surfaces are not modelled");
        }
        let loc = self.loc(c);
        let parts = self.parts(&[value], loc);
        let addr = self.texel(image, coordinate);
        let texel = Ty::U128;
        let stored = build::call(PureFn::Written, parts, texel);
        self.b.store(loc, addr, stored, false);
        Value::Void
    }
}
