//! Building expressions: the constructors keep types right and fold constants, exactly as C computes them.

use super::{BinOp, CmpOp, Expr, ExprKind, FloatKind, Geometry, HoleId, ObjectId, PureFn, Ty, UnOp, VarId};

/// `value` as an integer of `bits` bits holds it.
pub fn wrap(value: i128, bits: u8, signed: bool) -> i128 {
    if bits >= 128 {
        return value;
    }
    let low = value & ((1i128 << bits) - 1);
    if signed && low >> (bits - 1) & 1 == 1 {
        low - (1i128 << bits)
    } else {
        low
    }
}

/// An integer or truth value.
pub fn int(value: i128, ty: Ty) -> Expr {
    let kind = match ty {
        Ty::Bool => ExprKind::Int(i128::from(value != 0)),
        Ty::Int { bits, signed } => ExprKind::Int(wrap(value, bits, signed)),
        Ty::Float(kind) => ExprKind::Float(round(value as f64, kind).into()),
        Ty::Ptr if value == 0 => ExprKind::Null,
        Ty::Ptr => ExprKind::Cast(Box::new(int(value, Ty::U64))),
    };
    Expr { ty, kind }
}

/// A floating-point constant.
pub fn float(value: f64, kind: FloatKind) -> Expr {
    Expr {
        ty: Ty::Float(kind),
        kind: ExprKind::Float(round(value, kind).into()),
    }
}

/// Whether [`round`] gives what a conversion to the format would: it does not round to the 16-bit formats.
fn is_exact_in(value: f64, kind: FloatKind) -> bool {
    // Bits of the fraction, and the exponents of normal numbers.
    let (fraction, exponents) = match kind {
        FloatKind::F16 => (10, -14..=15),
        FloatKind::BF16 => (7, -126..=127),
        FloatKind::F32 | FloatKind::F64 => return true,
    };
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
    let cut = bits & ((1 << (52 - fraction)) - 1) != 0;
    value == 0.0 || exponents.contains(&exponent) && !cut
}

/// `value` in the format; the narrow ones are kept as binary32, whoever computes rounds them.
fn round(value: f64, kind: FloatKind) -> f64 {
    if kind == FloatKind::F64 {
        value
    } else {
        f64::from(value as f32)
    }
}

/// The zero of a type.
pub fn zero(ty: Ty) -> Expr {
    int(0, ty)
}

/// A variable's value.
pub fn var(id: VarId, ty: Ty) -> Expr {
    Expr {
        ty,
        kind: ExprKind::Var(id),
    }
}

/// An object's address.
pub fn object(id: ObjectId) -> Expr {
    Expr {
        ty: Ty::Ptr,
        kind: ExprKind::Object(id),
    }
}

/// A thread's place or the launch's size.
pub fn geometry(what: Geometry) -> Expr {
    let ty = match what {
        Geometry::GlobalOffset(_) => Ty::U64,
        Geometry::ThreadIdx(_)
        | Geometry::BlockIdx(_)
        | Geometry::BlockDim(_)
        | Geometry::GridDim(_)
        | Geometry::WorkDim
        | Geometry::WarpSize => Ty::U32,
    };
    Expr {
        ty,
        kind: ExprKind::Geometry(what),
    }
}

/// How many bytes a pointer lies behind another.
pub fn distance(pointer: Expr, from: Expr) -> Expr {
    Expr {
        ty: Ty::I64,
        kind: ExprKind::PtrDiff(Box::new(pointer), Box::new(from)),
    }
}

/// An unknown value.
pub fn unknown(hole: HoleId, ty: Ty) -> Expr {
    Expr {
        ty,
        kind: ExprKind::Unknown(hole),
    }
}

/// A pure function of some type.
pub fn call(function: PureFn, args: Vec<Expr>, ty: Ty) -> Expr {
    Expr {
        ty,
        kind: ExprKind::Call(function, args),
    }
}

/// The integer that an expression is, if it is a constant.
pub fn as_int(expr: &Expr) -> Option<i128> {
    let ExprKind::Int(value) = expr.kind else {
        return None;
    };
    Some(value)
}

/// The object and offset that an address names, if both are constant.
pub fn constant_address(addr: &Expr) -> Option<(ObjectId, i128)> {
    if let ExprKind::PtrAdd(base, offset) = &addr.kind {
        let (object, start) = constant_address(base)?;
        return Some((object, start + as_int(offset)?));
    }
    let ExprKind::Object(object) = addr.kind else {
        return None;
    };
    Some((object, 0))
}

/// A C conversion.
pub fn cast(expr: Expr, ty: Ty) -> Expr {
    if expr.ty == ty {
        return expr;
    }
    if ty == Ty::Bool {
        return truth(expr);
    }
    if let Some(value) = as_int(&expr) {
        return int(value, ty);
    }
    if let ExprKind::Float(value) = expr.kind {
        let whole = value.get().trunc() as i128;
        match ty {
            Ty::Float(kind) if is_exact_in(value.get(), kind) => return float(value.get(), kind),
            Ty::Int { bits, signed } if value.get().abs() < 9.0e18 && wrap(whole, bits, signed) == whole => {
                return int(whole, ty);
            }
            _ => {}
        }
    }
    if expr.kind == ExprKind::Null && matches!(ty, Ty::Int { .. }) {
        return int(0, ty);
    }
    let expr = match (expr.ty, ty) {
        (Ty::Ptr, Ty::Int { bits, .. }) if bits != 64 => return cast(cast(expr, Ty::U64), ty),
        (Ty::Ptr, Ty::Float(_)) => cast(expr, Ty::U64),
        (Ty::Int { bits, .. }, Ty::Ptr) if bits != 64 => cast(expr, Ty::U64),
        (Ty::Bool | Ty::Float(_), Ty::Ptr) => cast(expr, Ty::U64),
        _ => expr,
    };
    // Through an integer at least as wide, an integer arrives as it set out.
    if let (Ty::Int { bits: narrow, .. }, Ty::Int { bits: wide, .. }, ExprKind::Cast(inner)) =
        (ty, expr.ty, &expr.kind)
        && wide >= narrow
        && matches!(inner.ty, Ty::Int { .. } | Ty::Bool)
    {
        return cast((**inner).clone(), ty);
    }
    // A pointer that went through an integer of its own size is itself.
    if ty == Ty::Ptr
        && let ExprKind::Cast(inner) = &expr.kind
        && inner.ty == Ty::Ptr
    {
        return (**inner).clone();
    }
    Expr {
        ty,
        kind: ExprKind::Cast(Box::new(expr)),
    }
}

/// `expr != 0`
pub fn truth(expr: Expr) -> Expr {
    let ty = expr.ty;
    if ty == Ty::Bool {
        return expr;
    }
    if let Some(value) = as_int(&expr) {
        return int(value, Ty::Bool);
    }
    if let ExprKind::Null | ExprKind::Object(_) = expr.kind {
        return int(i128::from(expr.kind != ExprKind::Null), Ty::Bool);
    }
    if let (Ty::Int { .. }, ExprKind::Cast(inner)) = (ty, &expr.kind)
        && inner.ty == Ty::Bool
    {
        return (**inner).clone();
    }
    compare(CmpOp::Ne, expr, zero(ty))
}

/// `!expr` of a truth value.
pub fn not(expr: Expr) -> Expr {
    if let Some(value) = as_int(&expr) {
        return int(i128::from(value == 0), Ty::Bool);
    }
    if let ExprKind::Unary(UnOp::Not, inner) = expr.kind {
        return *inner;
    }
    Expr {
        ty: Ty::Bool,
        kind: ExprKind::Unary(UnOp::Not, Box::new(expr)),
    }
}

/// A unary operator on a number.
pub fn unary(op: UnOp, expr: Expr) -> Expr {
    let ty = expr.ty;
    match (op, as_int(&expr)) {
        (UnOp::Not, _) => return not(truth(expr)),
        (UnOp::Neg, Some(value)) => return int(value.wrapping_neg(), ty),
        (UnOp::BitNot, Some(value)) => return int(!value, ty),
        (UnOp::Neg | UnOp::BitNot, None) => {}
    }
    if let (UnOp::Neg, ExprKind::Float(value)) = (op, &expr.kind) {
        let kind = ExprKind::Float((-value.get()).into());
        return Expr { ty, kind };
    }
    Expr {
        ty,
        kind: ExprKind::Unary(op, Box::new(expr)),
    }
}

/// A binary operator on operands of one type (shifts: any integer on the right).
pub fn binary(op: BinOp, left: Expr, right: Expr) -> Expr {
    let ty = left.ty;
    let right = if matches!(op, BinOp::Shl | BinOp::Shr) {
        right
    } else {
        cast(right, ty)
    };
    if let (ExprKind::Int(a), ExprKind::Int(b)) = (&left.kind, &right.kind)
        && let Some((value, _)) = op.overflowing(*a, *b, 8 * ty.bytes())
    {
        return int(value, ty);
    }
    let int_ty = matches!(ty, Ty::Int { .. });
    match (op, as_int(&left), as_int(&right)) {
        (BinOp::Add | BinOp::Sub | BinOp::Shl | BinOp::Shr, _, Some(0)) if int_ty => return left,
        (BinOp::Add, Some(0), _) if int_ty => return right,
        (BinOp::Mul | BinOp::Div, _, Some(1)) if int_ty => return left,
        (BinOp::Mul, Some(1), _) if int_ty => return right,
        (BinOp::Mul, _, Some(0)) if int_ty => return right,
        (BinOp::Mul, Some(0), _) if int_ty => return left,
        (BinOp::And, Some(1), _) if ty == Ty::Bool => return right,
        (BinOp::And, _, Some(1)) if ty == Ty::Bool => return left,
        (BinOp::Or, Some(0), _) if ty == Ty::Bool => return right,
        (BinOp::Or, _, Some(0)) if ty == Ty::Bool => return left,
        (BinOp::And, Some(0), _) | (BinOp::Or, Some(1), _) if ty == Ty::Bool => return left,
        (BinOp::And, _, Some(0)) | (BinOp::Or, _, Some(1)) if ty == Ty::Bool => return right,
        _ => {}
    }
    Expr {
        ty,
        kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
    }
}

/// A comparison of operands of one type.
pub fn compare(op: CmpOp, left: Expr, right: Expr) -> Expr {
    let right = cast(right, left.ty);
    if let (ExprKind::Int(a), ExprKind::Int(b)) = (&left.kind, &right.kind) {
        return int(i128::from(op.holds(a, b)), Ty::Bool);
    }
    if let (Some(a), Some(b)) = (fixed_address(&left), fixed_address(&right)) {
        return compare(op, int(a, Ty::I64), int(b, Ty::I64));
    }
    // A truth value that C widened to compare it with zero.
    if let (ExprKind::Cast(inner), Some(0)) = (&left.kind, as_int(&right))
        && inner.ty == Ty::Bool
        && matches!(left.ty, Ty::Int { .. })
    {
        match op {
            CmpOp::Ne => return (**inner).clone(),
            CmpOp::Eq => return not((**inner).clone()),
            _ => {}
        }
    }
    Expr {
        ty: Ty::Bool,
        kind: ExprKind::Cmp(op, Box::new(left), Box::new(right)),
    }
}

/// The number that a pointer is, if it was made of one.
pub fn fixed_address(expr: &Expr) -> Option<i128> {
    if expr.kind == ExprKind::Null {
        return Some(0);
    }
    let (ExprKind::Cast(inner), Ty::Ptr) = (&expr.kind, expr.ty) else {
        return None;
    };
    as_int(inner)
}

/// `cond ? a : b`
pub fn select(cond: Expr, then: Expr, other: Expr) -> Expr {
    let other = cast(other, then.ty);
    match as_int(&cond) {
        Some(0) => return other,
        Some(_) => return then,
        None => {}
    }
    if then.ty == Ty::Bool {
        match (as_int(&then), as_int(&other)) {
            (_, Some(0)) => return binary(BinOp::And, cond, then),
            (Some(1), _) => return binary(BinOp::Or, cond, other),
            (Some(0), _) => return binary(BinOp::And, not(cond), other),
            (_, Some(1)) => return binary(BinOp::Or, not(cond), then),
            _ => {}
        }
    }
    if then == other {
        return then;
    }
    Expr {
        ty: then.ty,
        kind: ExprKind::Select(Box::new(cond), Box::new(then), Box::new(other)),
    }
}

/// The same bits as another type of the same size.
pub fn bits(expr: Expr, ty: Ty) -> Expr {
    match (expr.ty, ty) {
        (from, to) if from == to => expr,
        (Ty::Int { .. } | Ty::Bool | Ty::Ptr, Ty::Int { .. } | Ty::Bool | Ty::Ptr) => cast(expr, ty),
        _ => Expr {
            ty,
            kind: ExprKind::Bits(Box::new(expr)),
        },
    }
}

/// A pointer into shared memory as a place in its window, a `u32`, or such a number as a pointer.
pub fn window(place: Expr) -> Expr {
    let (place, ty) = match place.ty {
        Ty::Ptr => (place, Ty::U32),
        _ => (cast(place, Ty::U32), Ty::Ptr),
    };
    if let ExprKind::Window(inner) = &place.kind
        && inner.ty == ty
    {
        return (**inner).clone();
    }
    Expr {
        ty,
        kind: ExprKind::Window(Box::new(place)),
    }
}

/// `pointer + bytes`; offsets on offsets become one sum.
pub fn offset(pointer: Expr, bytes: Expr) -> Expr {
    let pointer = cast(pointer, Ty::Ptr);
    let bytes = cast(bytes, Ty::I64);
    if as_int(&bytes) == Some(0) {
        return pointer;
    }
    if let ExprKind::PtrAdd(base, inner) = pointer.kind {
        return Expr {
            ty: Ty::Ptr,
            kind: ExprKind::PtrAdd(base, Box::new(sum(*inner, bytes))),
        };
    }
    Expr {
        ty: Ty::Ptr,
        kind: ExprKind::PtrAdd(Box::new(pointer), Box::new(bytes)),
    }
}

/// `a + b` of byte offsets, constants last.
fn sum(a: Expr, b: Expr) -> Expr {
    if let (ExprKind::Binary(BinOp::Add, x, c), Some(n)) = (&a.kind, as_int(&b))
        && let Some(c) = as_int(c)
    {
        return binary(BinOp::Add, (**x).clone(), int(c.wrapping_add(n), Ty::I64));
    }
    match (as_int(&a), as_int(&b)) {
        (Some(c), None) => binary(BinOp::Add, b, int(c, Ty::I64)),
        _ => binary(BinOp::Add, a, b),
    }
}

/// `pointer + n` bytes.
pub fn offset_by(pointer: Expr, n: u64) -> Expr {
    offset(pointer, int(i128::from(n), Ty::I64))
}

/// `pointer + index * size` bytes.
pub fn element(pointer: Expr, index: Expr, size: u64) -> Expr {
    offset(
        pointer,
        binary(BinOp::Mul, cast(index, Ty::I64), int(i128::from(size), Ty::I64)),
    )
}
