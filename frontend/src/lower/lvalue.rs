//! L-values: the place that an expression names.

use super::expr::{geometry_variable, same_shape, strip};
use super::types::{self, Shape};
use super::{Lowerer, Place};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::build;
use crate::ir::{Dim, Expr, Loc, ObjectSource, Space, Ty};

/// Whether a declaration stands in a function.
pub(super) fn is_in_function(declaration: Cursor<'_>) -> bool {
    declaration.semantic_parent().is_some_and(Cursor::is_function)
}

/// Whether a variable is the one that an anonymous union in a function stands for, whose declaration libclang does not show.
fn is_anonymous_local(variable: Cursor<'_>) -> bool {
    let record = variable.ty().canonical().declaration();
    is_in_function(variable) && record.is_some_and(Cursor::is_anonymous_record)
}

impl<'u> Lowerer<'u, '_> {
    /// The place of an l-value; a temporary for what is none.
    pub(super) fn lvalue(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        match c.kind() {
            CXCursor_DeclRefExpr => match c.substituted() {
                Some(value) => self.lvalue(value),
                None => self.variable(c),
            },
            CXCursor_MemberRefExpr => self.member(c),
            CXCursor_ArraySubscriptExpr => self.subscript(c),
            CXCursor_ParenExpr => match c.expressions().pop() {
                Some(child) => Place {
                    loc,
                    ..self.lvalue(child)
                },
                None => self.temporary_place(c),
            },
            CXCursor_UnaryOperator => match (c.unary_operator(), c.expressions().pop()) {
                (CXUnaryOperator_Deref, Some(child)) => {
                    let addr = self.scalar(child);
                    self.place(addr, c.ty(), loc)
                }
                (CXUnaryOperator_PreInc | CXUnaryOperator_PreDec, Some(_)) => self.increment(c, false).0,
                (CXUnaryOperator_Extension, Some(child)) => self.lvalue(child),
                _ => self.temporary_place(c),
            },
            CXCursor_BinaryOperator => match (c.binary_operator(), &c.expressions()[..]) {
                (CXBinaryOperator_Assign, _) => self.assign(c).0,
                (CXBinaryOperator_Comma, &[left, right]) => {
                    self.discard_operand(left);
                    self.lvalue(right)
                }
                (CXBinaryOperator_PtrMemD | CXBinaryOperator_PtrMemI, &[object, member]) => {
                    self.some_member(c, object, member)
                }
                _ => self.temporary_place(c),
            },
            CXCursor_CompoundAssignOperator => self.compound_assign(c).0,
            CXCursor_ConditionalOperator => self.conditional_place(c),
            CXCursor_StringLiteral => self.string(c),
            CXCursor_UnexposedExpr => match c.expressions()[..] {
                [child] if self.is_swizzle(c, child) => self.swizzle(c, child),
                [child] if same_shape(c.ty(), child.ty()) => Place {
                    loc,
                    ..self.lvalue(child)
                },
                [child] => match (types::shape(c.ty()), types::shape(child.ty())) {
                    (Shape::Record(base), Shape::Record(derived)) => {
                        let place = self.lvalue(child);
                        let addr = self.base_pointer(place.addr, derived, base);
                        self.place(addr, c.ty(), loc)
                    }
                    _ => self.temporary_place(c),
                },
                _ => self.temporary_place(c),
            },
            CXCursor_CStyleCastExpr
            | CXCursor_CXXStaticCastExpr
            | CXCursor_CXXReinterpretCastExpr
            | CXCursor_CXXFunctionalCastExpr
            | CXCursor_CXXConstCastExpr => match c.expressions().pop() {
                // Casts to references: the same bytes as another type.
                Some(child)
                    if is_place(child)
                        && !same_shape(c.ty(), child.ty())
                        && types::scalar(c.ty()).is_none() =>
                {
                    let place = self.lvalue(child);
                    let addr = self.base_pointer(place.addr, child.ty(), c.ty());
                    self.place(addr, c.ty(), loc)
                }
                Some(child) if casts_place(child) => {
                    let addr = self.lvalue(child).addr;
                    self.place(addr, c.ty(), loc)
                }
                _ => self.temporary_place(c),
            },
            CXCursor_CallExpr => {
                if gives_reference(c) {
                    let addr = self.call_address(c);
                    self.place(addr, c.ty(), loc)
                } else {
                    self.temporary_place(c)
                }
            }
            _ => self.temporary_place(c),
        }
    }

    /// `s.*m`, `p->*m`: some place in the object.
    fn some_member(&mut self, c: Cursor<'u>, object: Cursor<'u>, member: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let base = match types::scalar(object.ty()) {
            Some(Ty::Ptr) => self.scalar(object),
            _ => self.lvalue(object).addr,
        };
        self.discard(member);
        let reason = "which member this is, is not known";
        let offset = self.b.unknown(loc, reason, Ty::I64, Vec::new());
        let offset = self.b.stable(loc, offset);
        self.place(build::offset(base, offset), c.ty(), loc)
    }

    /// A value, put into memory.
    pub(super) fn temporary_place(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let value = self.rvalue(c);
        let addr = self.materialise(value, c.ty(), loc);
        self.place(addr, c.ty(), loc)
    }

    /// A variable.
    pub(super) fn variable(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let Some(target) = c.referenced() else {
            return self.lost_place(c, "this name is not resolved");
        };
        let known = self
            .env
            .get(&target.identity())
            .or_else(|| self.env.get(&target.canonical().identity()));
        if let Some(addr) = known {
            let addr = addr.clone();
            let mut place = self.place(addr, c.ty(), loc);
            place.volatile = target.ty().is_volatile();
            return place;
        }
        if target.kind() == CXCursor_VarDecl {
            if let Some(addr) = self.geometry_object(target, loc) {
                return self.place(addr, c.ty(), loc);
            }
            if is_anonymous_local(target) && !self.is_static_storage(target) {
                self.declaration(target);
                return self.variable(c);
            }
            if let Shape::Reference(_) = types::shape(target.ty()) {
                return match target.definition().unwrap_or(target).initializer() {
                    Some(init) => Place {
                        loc,
                        ..self.lvalue(init)
                    },
                    None => self.lost_place(c, "what this reference is bound to is not seen"),
                };
            }
            let id = self.global(target);
            return self.place(build::object(id), c.ty(), loc);
        }
        // A variable template's instantiation.
        let in_function = is_in_function(target);
        let variable = target.kind() == CXCursor_UnexposedDecl
            && !in_function
            && !matches!(types::shape(c.ty()), Shape::Void | Shape::Opaque);
        if variable {
            return self.template_variable(c, target);
        }
        self.lost_place(c, "what this name refers to is not modelled")
    }

    /// What a variable template stands for: its value where that is constant, else memory.
    fn template_variable(&mut self, c: Cursor<'u>, target: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        if let (Some(crate::clang::Value::Int(value)), Some(ty)) = (c.evaluate(), types::scalar(c.ty())) {
            let addr = self.materialise(super::Value::Scalar(build::int(value, ty)), c.ty(), loc);
            return self.place(addr, c.ty(), loc);
        }
        let id = self.global(target);
        self.place(build::object(id), c.ty(), loc)
    }

    /// `threadIdx` as a whole.
    pub(super) fn geometry_object(&mut self, target: Cursor<'u>, loc: Loc) -> Option<Expr> {
        let name = target.spelling();
        geometry_variable(&name, Dim::X)?;
        if !self.in_prelude(target) {
            return None;
        }
        let addr = self.temporary(loc, &name, target.ty());
        for (n, dim) in Dim::ALL.into_iter().enumerate() {
            let value = build::geometry(geometry_variable(&name, dim)?);
            self.b
                .store(loc, build::offset_by(addr.clone(), 4 * n as u64), value, false);
        }
        Some(addr)
    }

    /// A place that nobody knows.
    pub(super) fn lost_place(&mut self, c: Cursor<'u>, reason: &str) -> Place<'u> {
        let loc = self.loc(c);
        let object = crate::ir::Object {
            name: "?".to_owned(),
            space: Space::Global,
            size: None,
            elem: types::element_type(c.ty()),
            source: ObjectSource::Unknown,
            read_only: false,
            init: None,
            init_assumed: false,
            init_unread: false,
            starts_otherwise: false,
            linked: None,
            row: None,
            span: loc.span,
        };
        let id = self.b.object(object, None);
        self.b.effect_hole(loc, reason, vec![build::object(id)]);
        self.place(build::object(id), c.ty(), loc)
    }

    /// `s.f`, `p->f`, and `f` inside a method.
    pub(super) fn member(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let Some(field) = c.referenced() else {
            return self.lost_place(c, "this member is not resolved");
        };
        if field.kind() == CXCursor_VarDecl {
            return self.variable(c);
        }
        let Some(bits) = field.field_offset_bits() else {
            return self.lost_place(c, "this member's place is not known");
        };
        let base = c.expressions().into_iter().next();
        let through = base.map(|base| match types::scalar(base.ty()) {
            Some(Ty::Ptr) => base.ty().canonical().pointee(),
            _ => base.ty(),
        });
        let Some(enclosing) = super::fields::enclosing(field, through) else {
            return self.lost_place(c, "this member's place is not known");
        };
        let parent = enclosing.record;
        let (base, volatile) = match base {
            Some(base) => {
                if types::scalar(base.ty()) == Some(Ty::Ptr) {
                    let pointee = base.ty().canonical().pointee();
                    let pointer = self.scalar(base);
                    let pointer = match parent {
                        Some(parent) => self.base_pointer(pointer, pointee, parent),
                        None => pointer,
                    };
                    (pointer, pointee.is_volatile())
                } else {
                    let place = self.lvalue(base);
                    let addr = match parent {
                        Some(parent) => self.base_pointer(place.addr, base.ty(), parent),
                        None => place.addr,
                    };
                    (addr, place.volatile)
                }
            }
            None => match self.frame().this.clone() {
                Some(this) => match parent {
                    Some(parent) => (self.base_pointer(this.addr, this.class, parent), false),
                    None => (this.addr, false),
                },
                None => return self.lost_place(c, "`this` is not known here"),
            },
        };
        // A bit-field is accessed through the whole unit that it lies in.
        let bit_field = super::fields::bit_field(field);
        let bytes = bit_field.map_or(bits / 8, |(unit, _)| unit);
        let mut addr = build::offset_by(base, enclosing.offset + bytes);
        if let Shape::Reference(_) = types::shape(field.ty()) {
            let link = self.link(&addr, field.ty(), true);
            addr = self.b.load_link(loc, addr, (Ty::Ptr, false), link);
        }
        let mut place = self.place(addr, c.ty(), loc);
        place.in_record = true;
        place.volatile |= volatile;
        place.bit_field = bit_field.map(|(_, bits)| bits);
        place
    }

    /// `a[i]`
    pub(super) fn subscript(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let &[base, index] = &c.expressions()[..] else {
            return self.lost_place(c, "this subscript is not modelled");
        };
        let (base_addr, in_record) = match types::shape(base.ty()) {
            Shape::Array(..) | Shape::Vector(..) => {
                let place = self.lvalue(base);
                (place.addr, place.in_record)
            }
            _ => (self.scalar(base), false),
        };
        let index = self.scalar(index);
        let addr = match (types::shape(c.ty()), c.ty().size()) {
            (Shape::Array(element, _), None) => match self.row_size(c, element) {
                Some(size) => {
                    let distance = build::binary(crate::ir::BinOp::Mul, build::cast(index, Ty::I64), size);
                    build::offset(base_addr, distance)
                }
                None => return self.lost_place(c, "rows of variable length are not modelled"),
            },
            _ => build::element(base_addr, index, types::size(c.ty())),
        };
        let mut place = self.place(addr, c.ty(), loc);
        place.in_record = in_record;
        place.volatile |= matches!(types::shape(base.ty()), Shape::Vector(..)) && base.ty().is_volatile();
        place
    }

    /// How many bytes a row of variable length has, if the sizes of its array are known.
    fn row_size(&self, row: Cursor<'u>, element: crate::clang::Type<'u>) -> Option<Expr> {
        let mut base = row;
        while let (CXCursor_ArraySubscriptExpr | CXCursor_UnexposedExpr | CXCursor_ParenExpr, [inner, ..]) =
            (base.kind(), &base.expressions()[..])
        {
            base = *inner;
        }
        let variable = base
            .referenced()
            .filter(|_| base.kind() == CXCursor_DeclRefExpr)?;
        let sizes = self.rows.get(&variable.canonical().identity())?;
        let mut levels = 1;
        let mut inner = element;
        while let Shape::Array(deeper, _) = types::shape(inner) {
            levels += 1;
            inner = deeper;
        }
        let bytes = build::int(i128::from(inner.size()?), Ty::I64);
        let of_row = sizes.get(..levels)?.iter();
        Some(of_row.fold(bytes, |all, size| {
            build::binary(crate::ir::BinOp::Mul, all, size.clone())
        }))
    }

    /// A string literal's object.
    pub(super) fn string(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let init = unquote(&c.spelling()).map(|mut bytes| {
            bytes.push(0);
            bytes
        });
        let size = types::size(c.ty());
        let init = init.filter(|bytes| bytes.len() as u64 == size);
        let addr = self.string_object(loc, types::element_type(c.ty()), size, init);
        self.place(addr, c.ty(), loc)
    }

    /// The address of a string literal of `size` bytes.
    pub(super) fn string_object(&mut self, loc: Loc, elem: Ty, size: u64, init: Option<Vec<u8>>) -> Expr {
        let object = crate::ir::Object {
            name: "string".to_owned(),
            space: Space::Constant,
            size: Some(size),
            elem,
            source: ObjectSource::Variable,
            read_only: true,
            init,
            init_assumed: false,
            init_unread: false,
            starts_otherwise: false,
            linked: None,
            row: None,
            span: loc.span,
        };
        build::object(self.b.object(object, None))
    }
}

/// The bytes of a narrow string literal as clang writes it.
fn unquote(literal: &str) -> Option<Vec<u8>> {
    let mut rest = literal.strip_prefix('"')?.strip_suffix('"')?.bytes().peekable();
    let mut bytes = Vec::new();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        bytes.push(match rest.next()? {
            b'n' => b'\n',
            b't' => b'\t',
            b'r' => b'\r',
            b'a' => 7,
            b'b' => 8,
            b'f' => 12,
            b'v' => 11,
            digit @ b'0'..=b'7' => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    if let Some(next) = rest.next_if(|b| (b'0'..=b'7').contains(b)) {
                        value = value * 8 + u32::from(next - b'0');
                    }
                }
                u8::try_from(value).ok()?
            }
            b'x' => {
                let mut value = 0;
                while let Some(next) = rest.next_if(u8::is_ascii_hexdigit) {
                    value = value * 16 + char::from(next).to_digit(16)?;
                }
                u8::try_from(value).ok()?
            }
            other => other,
        });
    }
    Some(bytes)
}

/// Whether a call's function returns a reference.
fn gives_reference(call: Cursor<'_>) -> bool {
    let function = call.referenced();
    function.is_some_and(|f| matches!(types::shape(f.result_type()), Shape::Reference(_)))
}

/// Whether an expression names an object: a copy of that is made where one is initialised by it.
pub(super) fn names_object(c: Cursor<'_>) -> bool {
    match c.kind() {
        CXCursor_ParenExpr
        | CXCursor_CXXStaticCastExpr
        | CXCursor_CXXConstCastExpr
        | CXCursor_CXXReinterpretCastExpr => c.expressions().pop().is_some_and(names_object),
        CXCursor_CallExpr => gives_reference(c),
        CXCursor_ConditionalOperator => c.expressions().into_iter().skip(1).all(names_object),
        CXCursor_BinaryOperator => match (c.binary_operator(), &c.expressions()[..]) {
            (CXBinaryOperator_Assign | CXBinaryOperator_PtrMemD | CXBinaryOperator_PtrMemI, _) => true,
            (CXBinaryOperator_Comma, &[_, right]) => names_object(right),
            _ => false,
        },
        _ => is_plain_place(c),
    }
}

/// Whether what a cast is applied to is a place, and not the value that is read from one: it is a cast to a reference then.
pub(super) fn casts_place(child: Cursor<'_>) -> bool {
    match child.kind() {
        CXCursor_ParenExpr => child.expressions().pop().is_some_and(casts_place),
        CXCursor_DeclRefExpr => {
            let target = child.referenced().filter(|_| child.substituted().is_none());
            target.is_some_and(|t| matches!(t.kind(), CXCursor_VarDecl | CXCursor_ParmDecl))
        }
        CXCursor_CallExpr => gives_reference(child),
        // A conversion by the user's function: what is read of its result stands inside of one more.
        CXCursor_UnexposedExpr => match child.expressions()[..] {
            [call] if call.kind() == CXCursor_CallExpr => {
                let function = call.referenced().map(Cursor::kind);
                function == Some(CXCursor_ConversionFunction) && gives_reference(call)
            }
            _ => false,
        },
        CXCursor_ConditionalOperator => child.expressions().into_iter().skip(1).all(casts_place),
        _ => is_plain_place(child),
    }
}

/// Whether an expression is an l-value by its form.
fn is_place(c: Cursor<'_>) -> bool {
    is_plain_place(strip(c))
}

fn is_plain_place(c: Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr
    ) || c.kind() == CXCursor_UnaryOperator && c.unary_operator() == CXUnaryOperator_Deref
}
