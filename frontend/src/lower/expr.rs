//! Expressions: values and l-values, by the kind of the node.

use super::indirect::named_function;
use super::lvalue::casts_place;
use super::types::{self, Shape};
use super::{Lowerer, Value, layout};
use crate::clang::kinds::*;
use crate::clang::{self, Cursor, Type};
use crate::ir::build;
use crate::ir::{CmpOp, Dim, Expr, ExprKind, Geometry, Loc, Ty};
use crate::repair::missing;

/// Constants that are made of constants are followed so deeply.
const MAX_CONSTANTS: usize = 1_000;

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
            CXCursor_CXXNewExpr => self.new_expression(c),
            CXCursor_CXXDeleteExpr => self.delete_expression(c),
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
        if let Some(pointer) = self
            .constant_of_pointer(target)
            .or_else(|| self.constant_pointer(target))
        {
            return Some(pointer);
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

    /// A pointer at file scope that nobody can make lead elsewhere: what it was initialised with.
    fn constant_pointer(&mut self, target: Cursor<'u>) -> Option<Value> {
        let ty = target.ty().canonical();
        let is_constant = target.kind() == CXCursor_VarDecl
            && ty.is_const()
            && types::scalar(ty) == Some(Ty::Ptr)
            && !types::is_function_pointer(ty)
            && self.is_static_storage(target.canonical());
        if !is_constant || self.depth > MAX_CONSTANTS {
            return None;
        }
        let init = target.definition().unwrap_or(target).initializer()?;
        self.depth += 1;
        let value = self.rvalue(init);
        self.depth -= 1;
        Some(value)
    }

    /// `threadIdx.x`, `warpSize`: the prelude's variables.
    fn geometry(&mut self, c: Cursor<'u>) -> Option<Expr> {
        let make = |geometry| Some(build::geometry(geometry));
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
                match starts_with(c, child) {
                    // It has no type of its own there.
                    true if child.kind() == CXCursor_BuiltinBitCastExpr => {
                        let from = self.bits_address(child);
                        let loc = self.loc(c);
                        let place = self.place(from, c.ty(), loc);
                        self.read(&place)
                    }
                    true => self.implicit_conversion(c, child),
                    // It has words of its own: `offsetof`, `__builtin_convertvector`.
                    false => self.other(c, "this kind of expression is not modelled"),
                }
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
                let [from, to] = [from, to].map(|ty| ty.canonical().pointee());
                let moved = self.base_pointer(pointer.clone(), from, to);
                Value::Scalar(match moved == pointer || is_object(&pointer) {
                    true => moved,
                    // Null stays null (C++17 [conv.ptr]).
                    false => {
                        let null = build::zero(Ty::Ptr);
                        let is_null = build::compare(CmpOp::Eq, pointer.clone(), null.clone());
                        build::select(is_null, null, moved)
                    }
                })
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

    /// A pointer to a base class of what it points to, or to the class of which that is a base.
    pub(super) fn base_pointer(&mut self, pointer: Expr, from: Type<'u>, to: Type<'u>) -> Expr {
        let (Shape::Record(from), Shape::Record(to)) = (types::shape(from), types::shape(to)) else {
            return pointer;
        };
        if same_record(from, to) {
            return pointer;
        }
        let loc = self.b.last;
        if layout::has_virtual_bases(from) || layout::has_virtual_bases(to) {
            self.anything(loc, layout::VIRTUAL_BASES);
            return pointer;
        }
        let mut place = |base, derived| self.place_of_base(base, derived);
        match (place(to, from), place(from, to)) {
            (layout::Place::At(bytes), _) => build::offset_by(pointer, bytes),
            (_, layout::Place::At(0)) => pointer,
            (_, layout::Place::At(bytes)) => build::offset(pointer, build::int(-i128::from(bytes), Ty::I64)),
            (layout::Place::Nowhere, layout::Place::Nowhere) => pointer,
            (layout::Place::Unknown, _) | (_, layout::Place::Unknown) => {
                self.anything(loc, layout::UNKNOWN_BASES);
                pointer
            }
        }
    }

    /// Where a base class lies in a class derived from it.
    pub(super) fn place_of_base(&mut self, base: Type<'u>, derived: Type<'u>) -> layout::Place {
        let files = &mut *self.files;
        layout::place_of(base, derived, &mut |template| files.is_specialised(template))
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
            // A cast to a reference: what lies there, as another type.
            _ if casts_place(child) => {
                let place = self.lvalue(c);
                self.read(&place)
            }
            (Shape::Scalar(Ty::Ptr), Shape::Array(..)) => Value::Scalar(self.lvalue(child).addr),
            // The same address.
            (Shape::Scalar(Ty::Ptr), Shape::Scalar(Ty::Ptr))
                if c.kind() == CXCursor_CXXReinterpretCastExpr =>
            {
                self.rvalue(child)
            }
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

    /// Evaluates the left side of a comma. C reads an element that stands there (C11 6.3.2.1p2); C++ need not ([expr.context]p2), but
    /// whoever writes it means a read, and it counts as one.
    pub(super) fn discard_operand(&mut self, c: Cursor<'u>) {
        match is_memory_read(c) {
            true => {
                self.rvalue(c);
            }
            false => self.discard(c),
        }
    }

    /// A name whose value nobody asks for does nothing, unless nothing declares it: a macro of a missing header's may do anything.
    fn discard_name(&mut self, c: Cursor<'u>) {
        let chosen = missing::declarations_file(self.language);
        let declared_in = c.referenced().and_then(|target| target.position());
        if declared_in.is_some_and(|at| at.file == chosen) {
            let loc = self.loc(c);
            let reason = format!(
                "nothing that was read declares `{}`, which is a statement here",
                c.spelling()
            );
            self.anything(loc, &reason);
        }
    }

    /// Evaluates an expression for its effects only.
    pub(super) fn discard(&mut self, c: Cursor<'u>) {
        match c.kind() {
            CXCursor_DeclRefExpr => self.discard_name(c),
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
            CXCursor_BinaryOperator if c.binary_operator() == CXBinaryOperator_Comma => {
                if let [first, second] = c.expressions()[..] {
                    self.discard_operand(first);
                    self.discard(second);
                }
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
}

/// What a prelude variable's component is.
pub fn geometry_variable(name: &str, dim: Dim) -> Option<Geometry> {
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

/// Whether a pointer leads into an object for certain.
fn is_object(pointer: &Expr) -> bool {
    let mut pointer = pointer;
    while let ExprKind::PtrAdd(base, _) = &pointer.kind {
        pointer = base;
    }
    matches!(pointer.kind, ExprKind::Object(_))
}

/// Whether a node begins where its operand does, as what the compiler adds does.
fn starts_with(c: Cursor<'_>, operand: Cursor<'_>) -> bool {
    let start = |c: Cursor<'_>| c.range().map(|r| (r.start.file, r.start.offset));
    match (start(c), start(operand)) {
        (Some(own), Some(inner)) => own == inner,
        _ => true,
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

/// Whether a variable is declared to live in a memory space of the device.
pub fn has_memory_attribute(c: Cursor<'_>) -> bool {
    c.has_attribute(&[CXCursor_CUDAConstantAttr, CXCursor_CUDASharedAttr])
        || c.has_attribute(&[CXCursor_CUDADeviceAttr]) && !c.ty().is_const()
}
