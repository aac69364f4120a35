//! Expressions: values and l-values, by the kind of the node.

use super::indirect::named_function;
use super::types::{self, Shape};
use super::{Lowerer, Place, Value};
use crate::clang::kinds::*;
use crate::clang::{self, Cursor, Type};
use crate::ir::build;
use crate::ir::{Dim, Expr, ExprKind, Geometry, Loc, ObjectSource, Space, Ty};

impl<'u> Lowerer<'u, '_> {
    /// The value of an expression.
    pub(super) fn rvalue(&mut self, c: Cursor<'u>) -> Value {
        match c.kind() {
            CXCursor_IntegerLiteral
            | CXCursor_CharacterLiteral
            | CXCursor_CXXBoolLiteralExpr
            | CXCursor_FloatingLiteral
            | CXCursor_UnaryExpr => self.constant(c),
            CXCursor_ParenExpr => match c.expressions().pop() {
                Some(child) => self.rvalue(child),
                None => self.constant(c),
            },
            CXCursor_UnexposedExpr => self.unexposed(c),
            CXCursor_CStyleCastExpr
            | CXCursor_CXXFunctionalCastExpr
            | CXCursor_CXXStaticCastExpr
            | CXCursor_CXXReinterpretCastExpr
            | CXCursor_CXXConstCastExpr
            | CXCursor_CXXDynamicCastExpr => self.explicit_cast(c),
            CXCursor_BinaryOperator => self.binary(c),
            CXCursor_CompoundAssignOperator => self.compound_assign(c).1,
            CXCursor_UnaryOperator => self.unary(c),
            CXCursor_ConditionalOperator => self.conditional(c),
            CXCursor_CallExpr => self.call(c),
            CXCursor_DeclRefExpr if c.substituted().is_some() => match c.substituted() {
                Some(value) => self.rvalue(value),
                None => Value::Void,
            },
            CXCursor_DeclRefExpr if named_function(c).is_some() => self.function_value(c),
            CXCursor_DeclRefExpr | CXCursor_MemberRefExpr => match self.named_constant(c) {
                Some(value) => value,
                None => {
                    let place = self.lvalue(c);
                    self.read(&place)
                }
            },
            CXCursor_ArraySubscriptExpr | CXCursor_StringLiteral => {
                let place = self.lvalue(c);
                self.read(&place)
            }
            CXCursor_CXXThisExpr => {
                let loc = self.loc(c);
                match self.frame().this.clone() {
                    Some(this) => Value::Scalar(this.addr),
                    None => self.unknown(loc, "`this` is not known here", c.ty(), Vec::new()),
                }
            }
            CXCursor_CXXNullPtrLiteralExpr | CXCursor_GNUNullExpr => Value::Scalar(build::zero(Ty::Ptr)),
            CXCursor_InitListExpr | CXCursor_CompoundLiteralExpr => self.list_value(c),
            CXCursor_StmtExpr => self.statement_expression(c),
            CXCursor_LambdaExpr => self.lambda(c),
            _ => self.other(c, "this kind of expression is not modelled"),
        }
    }

    /// The scalar of an expression.
    pub(super) fn scalar(&mut self, c: Cursor<'u>) -> Expr {
        let value = self.rvalue(c);
        let loc = self.loc(c);
        match (&value, types::scalar(c.ty())) {
            (Value::Void | Value::Memory(_), Some(ty)) => self.b.unknown(
                loc,
                "the value of this expression is not modelled",
                ty,
                Vec::new(),
            ),
            _ => self.scalar_of(value, loc),
        }
    }

    /// A constant that clang computes.
    fn constant(&mut self, c: Cursor<'u>) -> Value {
        self.other(c, "this constant is not modelled")
    }

    /// What clang can compute; else a hole whose operands are evaluated for their effects.
    fn other(&mut self, c: Cursor<'u>, reason: &str) -> Value {
        if let Some(value) = self.evaluated(c) {
            return value;
        }
        let loc = self.loc(c);
        let mut writes = Vec::new();
        for child in c.expressions() {
            match self.rvalue(child) {
                Value::Scalar(expr) if expr.ty == Ty::Ptr => writes.push(expr),
                Value::Memory(addr) => writes.push(addr),
                _ => {}
            }
        }
        self.unknown(loc, reason, c.ty(), writes)
    }

    /// The scalar that clang computes for a constant expression.
    pub(super) fn evaluated(&mut self, c: Cursor<'u>) -> Option<Value> {
        let ty = types::scalar(c.ty())?;
        match (c.evaluate()?, ty) {
            (clang::Value::Int(value), Ty::Bool | Ty::Int { .. }) => {
                Some(Value::Scalar(build::int(value, ty)))
            }
            (clang::Value::Int(0), Ty::Ptr) => Some(Value::Scalar(build::zero(ty))),
            (clang::Value::Int(value), Ty::Float(_)) => Some(Value::Scalar(build::int(value, ty))),
            (clang::Value::Float(value), Ty::Float(kind)) => Some(Value::Scalar(build::float(value, kind))),
            _ => None,
        }
    }

    /// Enumerators, `constexpr` and other constants, and the launch geometry.
    pub(super) fn named_constant(&mut self, c: Cursor<'u>) -> Option<Value> {
        let target = c.referenced()?;
        if target.kind() == CXCursor_EnumConstantDecl {
            let ty = types::scalar(c.ty()).unwrap_or(Ty::I32);
            return Some(Value::Scalar(build::int(target.enumerator(), ty)));
        }
        if let Some(geometry) = self.geometry(c) {
            return Some(Value::Scalar(build::cast(geometry, types::scalar(c.ty())?)));
        }
        if target.kind() == CXCursor_VarDecl
            && !self.env.contains_key(&target.canonical().identity())
            && !self.env.contains_key(&target.identity())
            && !has_memory_attribute(target)
            && (target.ty().is_const() || target.ty().canonical().is_const())
        {
            return self.evaluated(c).or_else(|| {
                let init = target.definition().unwrap_or(target).initializer()?;
                let value = self.evaluated(init)?;
                let ty = types::scalar(c.ty())?;
                match value {
                    Value::Scalar(expr) => Some(Value::Scalar(build::cast(expr, ty))),
                    _ => None,
                }
            });
        }
        None
    }

    /// `threadIdx.x`, `warpSize`: the prelude's variables.
    fn geometry(&mut self, c: Cursor<'u>) -> Option<Expr> {
        let make = |geometry| {
            Some(Expr {
                ty: Ty::U32,
                kind: ExprKind::Geometry(geometry),
            })
        };
        if c.kind() == CXCursor_DeclRefExpr {
            let target = c.referenced()?;
            return (target.spelling() == "warpSize" && self.in_prelude(target))
                .then_some(Geometry::WarpSize)
                .and_then(make);
        }
        let base = strip(c.expressions().into_iter().next()?);
        if base.kind() != CXCursor_DeclRefExpr {
            return None;
        }
        let target = base.referenced()?;
        let dim = match c.spelling().as_str() {
            "x" => Dim::X,
            "y" => Dim::Y,
            "z" => Dim::Z,
            _ => return None,
        };
        let geometry = geometry_variable(&target.spelling(), dim)?;
        if self.in_prelude(target) {
            make(geometry)
        } else {
            None
        }
    }

    /// Whether a declaration is the prelude's.
    pub(super) fn in_prelude(&mut self, c: Cursor<'u>) -> bool {
        c.position().is_none_or(|p| self.files.id(&p.file).is_none())
    }

    /// Nodes that libclang does not name: implicit conversions, vector components, and the like.
    fn unexposed(&mut self, c: Cursor<'u>) -> Value {
        let children = c.expressions();
        match children[..] {
            [] => self.no_children(c),
            [child] => {
                if self.is_swizzle(c, child) {
                    let place = self.lvalue(c);
                    return self.read(&place);
                }
                self.implicit_conversion(c, child)
            }
            _ => self.other(c, "this kind of expression is not modelled"),
        }
    }

    /// `T()` and other nodes without children.
    fn no_children(&mut self, c: Cursor<'u>) -> Value {
        if let Some(value) = self.evaluated(c) {
            return value;
        }
        let loc = self.loc(c);
        match types::shape(c.ty()) {
            Shape::Scalar(ty) => {
                Value::Scalar(self.b.unknown(loc, "this value is not modelled", ty, Vec::new()))
            }
            Shape::Vector(elem, lanes) => Value::Vector(vec![build::zero(elem); lanes as usize]),
            Shape::Record(_) | Shape::Array(..) => {
                let addr = self.temporary(loc, "tmp", c.ty());
                self.zero(loc, addr.clone(), c.ty());
                Value::Memory(addr)
            }
            _ => Value::Void,
        }
    }

    /// An implicit conversion of `child` to the node's type.
    fn implicit_conversion(&mut self, c: Cursor<'u>, child: Cursor<'u>) -> Value {
        let (to, from) = (c.ty(), child.ty());
        match (types::shape(to), types::shape(from)) {
            (Shape::Scalar(Ty::Ptr), Shape::Array(..)) => {
                let place = self.lvalue(child);
                Value::Scalar(place.addr)
            }
            (Shape::Scalar(Ty::Ptr), Shape::Opaque) => self.function_value(child),
            (Shape::Scalar(Ty::Ptr), Shape::Scalar(Ty::Ptr)) => {
                let pointer = self.scalar(child);
                Value::Scalar(self.base_pointer(
                    pointer,
                    from.canonical().pointee(),
                    to.canonical().pointee(),
                ))
            }
            (Shape::Record(base), Shape::Record(derived)) if !same_record(base, derived) => {
                let place = self.lvalue(child);
                Value::Memory(self.base_pointer(place.addr, derived, base))
            }
            _ => {
                let value = self.rvalue(child);
                let loc = self.loc(c);
                self.convert(value, to, loc)
            }
        }
    }

    /// A pointer to a base class of what it points to.
    pub(super) fn base_pointer(&mut self, pointer: Expr, from: Type<'u>, to: Type<'u>) -> Expr {
        match (types::shape(from), types::shape(to)) {
            (Shape::Record(from), Shape::Record(to)) if !same_record(from, to) => match base_offset(from, to)
            {
                Some(bytes) => build::offset_by(pointer, bytes),
                None => pointer,
            },
            _ => pointer,
        }
    }

    /// Converts a value to a type.
    pub(super) fn convert(&mut self, value: Value, to: Type<'u>, loc: Loc) -> Value {
        match (types::shape(to), value) {
            (Shape::Void, _) => Value::Void,
            (Shape::Scalar(ty), Value::Scalar(expr)) => Value::Scalar(build::cast(expr, ty)),
            (Shape::Scalar(Ty::Ptr), Value::Memory(array)) => Value::Scalar(array),
            (Shape::Scalar(ty), value) => {
                let expr = self.scalar_of(value, loc);
                Value::Scalar(build::cast(expr, ty))
            }
            (Shape::Vector(elem, lanes), Value::Vector(parts)) if parts.len() == lanes as usize => {
                Value::Vector(parts.into_iter().map(|p| build::cast(p, elem)).collect())
            }
            (Shape::Vector(elem, lanes), Value::Scalar(expr)) => Value::Vector(self.lanes_of(
                Value::Scalar(build::cast(expr, elem)),
                lanes as usize,
                elem,
                loc,
            )),
            (_, value) => value,
        }
    }

    /// `(T)x`, `T(x)`, `static_cast<T>(x)`, ...
    fn explicit_cast(&mut self, c: Cursor<'u>) -> Value {
        let Some(child) = c.expressions().pop() else {
            return self.no_children(c);
        };
        let loc = self.loc(c);
        match (types::shape(c.ty()), types::shape(child.ty())) {
            (Shape::Void, _) => {
                self.discard(child);
                Value::Void
            }
            (Shape::Scalar(Ty::Ptr), Shape::Array(..)) => Value::Scalar(self.lvalue(child).addr),
            (Shape::Scalar(Ty::Ptr), Shape::Scalar(Ty::Ptr)) => self.implicit_conversion(c, child),
            (Shape::Scalar(ty), Shape::Vector(elem, lanes)) if ty.bytes() == elem.bytes() * lanes => {
                let value = self.rvalue(child);
                let addr = self.materialise(value, child.ty(), loc);
                Value::Scalar(self.b.load(loc, addr, ty, false))
            }
            (Shape::Vector(elem, lanes), Shape::Vector(from, count)) if elem != from => {
                // The same bits, read as other components.
                let value = self.rvalue(child);
                if elem.bytes() == from.bytes() && lanes == count {
                    let parts = self.lanes_of(value, count as usize, from, loc);
                    return Value::Vector(parts.into_iter().map(|p| build::bits(p, elem)).collect());
                }
                let addr = self.materialise(value, child.ty(), loc);
                let place = self.place(addr, c.ty(), loc);
                self.read(&place)
            }
            _ => {
                let value = self.rvalue(child);
                self.convert(value, c.ty(), loc)
            }
        }
    }

    /// Evaluates an expression for its effects only.
    pub(super) fn discard(&mut self, c: Cursor<'u>) {
        match c.kind() {
            CXCursor_DeclRefExpr => {}
            CXCursor_ParenExpr => c.expressions().into_iter().for_each(|child| self.discard(child)),
            CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr => {
                c.expressions().into_iter().for_each(|child| self.discard(child));
            }
            CXCursor_UnexposedExpr if matches!(c.expressions()[..], [child] if types::size(child.ty()) == types::size(c.ty())) =>
            {
                // A read that C asks for and nobody uses still counts as a read.
                let child = c.expressions()[0];
                if is_memory_read(child) {
                    self.rvalue(c);
                } else {
                    self.discard(child);
                }
            }
            CXCursor_UnaryOperator if c.unary_operator() == CXUnaryOperator_PostInc => {
                self.increment(c, true);
            }
            CXCursor_UnaryOperator if c.unary_operator() == CXUnaryOperator_PostDec => {
                self.increment(c, true);
            }
            CXCursor_UnaryOperator
                if matches!(
                    c.unary_operator(),
                    CXUnaryOperator_PreInc | CXUnaryOperator_PreDec
                ) =>
            {
                self.increment(c, false);
            }
            CXCursor_BinaryOperator if c.binary_operator() == CXBinaryOperator_Assign => {
                self.assign(c);
            }
            CXCursor_CompoundAssignOperator => {
                self.compound_assign(c);
            }
            _ => {
                self.rvalue(c);
            }
        }
    }

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
                    self.discard(left);
                    self.lvalue(right)
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
                Some(child) if is_place(child) && self.is_reference_cast(c) => {
                    let addr = self.lvalue(child).addr;
                    self.place(addr, c.ty(), loc)
                }
                _ => self.temporary_place(c),
            },
            CXCursor_CallExpr => {
                let returns_reference = c
                    .referenced()
                    .is_some_and(|f| matches!(types::shape(f.result_type()), Shape::Reference(_)));
                if returns_reference {
                    let addr = self.call_address(c);
                    self.place(addr, c.ty(), loc)
                } else {
                    self.temporary_place(c)
                }
            }
            _ => self.temporary_place(c),
        }
    }

    /// A value, put into memory.
    fn temporary_place(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let value = self.rvalue(c);
        let addr = self.materialise(value, c.ty(), loc);
        self.place(addr, c.ty(), loc)
    }

    /// Whether a cast is written with `&`.
    fn is_reference_cast(&mut self, c: Cursor<'u>) -> bool {
        let (Some(range), Some(child)) = (c.range(), c.expressions().pop()) else {
            return false;
        };
        let Some(end) = child.range().map(|r| r.start.offset) else {
            return false;
        };
        self.files
            .slice(&range.start.file, range.start.offset, end)
            .is_some_and(|text| text.contains('&'))
    }

    /// A variable.
    fn variable(&mut self, c: Cursor<'u>) -> Place<'u> {
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
            let id = self.global(target);
            return self.place(build::object(id), c.ty(), loc);
        }
        self.lost_place(c, "what this name refers to is not modelled")
    }

    /// `threadIdx` as a whole.
    fn geometry_object(&mut self, target: Cursor<'u>, loc: Loc) -> Option<Expr> {
        let name = target.spelling();
        geometry_variable(&name, Dim::X)?;
        if !self.in_prelude(target) {
            return None;
        }
        let addr = self.temporary(loc, &name, target.ty());
        for (n, dim) in Dim::ALL.into_iter().enumerate() {
            let value = Expr {
                ty: Ty::U32,
                kind: ExprKind::Geometry(geometry_variable(&name, dim)?),
            };
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
            span: loc.span,
        };
        let id = self.b.object(object, None);
        self.b.effect_hole(loc, reason, vec![build::object(id)]);
        self.place(build::object(id), c.ty(), loc)
    }

    /// `s.f`, `p->f`, and `f` inside a method.
    fn member(&mut self, c: Cursor<'u>) -> Place<'u> {
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
        let parent = field.semantic_parent().map(|p| p.ty());
        let (base, volatile) = match c.expressions().into_iter().next() {
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
        let unit = types::size(field.ty()).max(1);
        let bytes = if field.bit_width().is_some() {
            bits / 8 / unit * unit
        } else {
            bits / 8
        };
        let mut addr = build::offset_by(base, bytes);
        if let Shape::Reference(_) = types::shape(field.ty()) {
            addr = self.b.load(loc, addr, Ty::Ptr, false);
        }
        let mut place = self.place(addr, c.ty(), loc);
        place.volatile |= volatile;
        place.bit_field = field.bit_width().is_some();
        place
    }

    /// `a[i]`
    fn subscript(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let &[left, right] = &c.expressions()[..] else {
            return self.lost_place(c, "this subscript is not modelled");
        };
        let (base, index) = if types::scalar(left.ty()).is_some_and(|ty| ty != Ty::Ptr) {
            (right, left)
        } else {
            (left, right)
        };
        let base_addr = match types::shape(base.ty()) {
            Shape::Array(..) | Shape::Vector(..) => self.lvalue(base).addr,
            _ => self.scalar(base),
        };
        let index = self.scalar(index);
        let addr = build::element(base_addr, index, types::size(c.ty()));
        let mut place = self.place(addr, c.ty(), loc);
        place.volatile |= matches!(types::shape(base.ty()), Shape::Vector(..)) && base.ty().is_volatile();
        place
    }

    /// A string literal's object.
    fn string(&mut self, c: Cursor<'u>) -> Place<'u> {
        let loc = self.loc(c);
        let init = unquote(&c.spelling()).map(|mut bytes| {
            bytes.push(0);
            bytes
        });
        let size = types::size(c.ty());
        let object = crate::ir::Object {
            name: "string".to_owned(),
            space: Space::Constant,
            size: Some(size),
            elem: types::element_type(c.ty()),
            source: ObjectSource::Variable,
            read_only: true,
            init: init.filter(|bytes| bytes.len() as u64 == size),
            span: loc.span,
        };
        let id = self.b.object(object, None);
        self.place(build::object(id), c.ty(), loc)
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

/// What a prelude variable's component is.
fn geometry_variable(name: &str, dim: Dim) -> Option<Geometry> {
    Some(match name {
        "threadIdx" => Geometry::ThreadIdx(dim),
        "blockIdx" => Geometry::BlockIdx(dim),
        "blockDim" => Geometry::BlockDim(dim),
        "gridDim" => Geometry::GridDim(dim),
        _ => return None,
    })
}

/// Without parentheses and nodes that change nothing.
pub fn strip(c: Cursor<'_>) -> Cursor<'_> {
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_ParenExpr, &[child]) => strip(child),
        (CXCursor_DeclRefExpr, &[child]) if c.substituted().is_some() => strip(child),
        (CXCursor_UnexposedExpr, &[child]) if same_shape(c.ty(), child.ty()) => strip(child),
        _ => c,
    }
}

/// Whether reading this reads memory that others may see.
fn is_memory_read(c: Cursor<'_>) -> bool {
    matches!(
        strip(c).kind(),
        CXCursor_ArraySubscriptExpr | CXCursor_MemberRefExpr
    ) || strip(c).kind() == CXCursor_UnaryOperator && strip(c).unary_operator() == CXUnaryOperator_Deref
        || strip(c).kind() == CXCursor_DeclRefExpr
}

/// Whether an expression is an l-value by its form.
fn is_place(c: Cursor<'_>) -> bool {
    let c = strip(c);
    matches!(
        c.kind(),
        CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr
    ) || c.kind() == CXCursor_UnaryOperator && c.unary_operator() == CXUnaryOperator_Deref
}

/// Whether values of both types are of one shape, so that a node between them changes nothing.
pub fn same_shape(a: Type<'_>, b: Type<'_>) -> bool {
    match (types::shape(a), types::shape(b)) {
        (Shape::Scalar(a), Shape::Scalar(b)) => a == b,
        (Shape::Vector(a, n), Shape::Vector(b, m)) => a == b && n == m,
        (Shape::Record(a), Shape::Record(b)) => same_record(a, b),
        (Shape::Array(_, n), Shape::Array(_, m)) => n == m && a.size() == b.size(),
        (Shape::Opaque, Shape::Opaque) => true,
        _ => false,
    }
}

/// Whether two record types are one.
pub fn same_record(a: Type<'_>, b: Type<'_>) -> bool {
    match (a.canonical().declaration(), b.canonical().declaration()) {
        (Some(a), Some(b)) => a.canonical().same(b.canonical()),
        _ => false,
    }
}

/// Where a base class lies in a class derived from it.
fn base_offset(derived: Type<'_>, base: Type<'_>) -> Option<u64> {
    types::bases(derived).into_iter().find_map(|(parent, offset)| {
        if same_record(parent, base) {
            Some(offset)
        } else {
            base_offset(parent, base).map(|inner| inner + offset)
        }
    })
}

/// Whether a variable is declared to live in a memory space of the device.
pub fn has_memory_attribute(c: Cursor<'_>) -> bool {
    c.children().iter().any(|child| {
        matches!(child.kind(), CXCursor_CUDAConstantAttr | CXCursor_CUDASharedAttr)
            || child.kind() == CXCursor_CUDADeviceAttr && !c.ty().is_const()
    })
}
