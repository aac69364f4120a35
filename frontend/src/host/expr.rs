//! Expressions of host code.

use super::stmt::Scope;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Value};
use crate::ir::host::{HostExpr, HostExprKind, HostOp, HostPlace};
use crate::launch::is_cast;
use crate::repair::kernels::is_the_languages;

impl<'u> Scope<'u, '_, '_> {
    /// What an expression computes.
    pub(super) fn expression(&mut self, c: Cursor<'u>) -> HostExpr {
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            (CXCursor_ParenExpr, [inner]) => self.expression(*inner),
            (kind, [inner]) if is_cast(kind) => self.expression(*inner),
            (
                CXCursor_IntegerLiteral
                | CXCursor_CXXBoolLiteralExpr
                | CXCursor_CharacterLiteral
                | CXCursor_UnaryExpr,
                _,
            ) => self.constant(c),
            (CXCursor_CXXNullPtrLiteralExpr | CXCursor_GNUNullExpr, _) => self.int(c, 0),
            (CXCursor_DeclRefExpr, _) => self.reference(c),
            (CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr, _) => self.read(c),
            (CXCursor_UnaryOperator, [operand]) => self.unary(c, *operand),
            (CXCursor_BinaryOperator, [left, right]) => self.binary(c, *left, *right),
            (CXCursor_CompoundAssignOperator, [left, right]) => {
                let to = self.place(*left);
                let before = self.read_of(*left, to.clone());
                let by = self.expression(*right);
                let op = match c.binary_operator() {
                    CXBinaryOperator_AddAssign => HostOp::Add,
                    CXBinaryOperator_SubAssign => HostOp::Sub,
                    CXBinaryOperator_MulAssign => HostOp::Mul,
                    CXBinaryOperator_DivAssign => HostOp::Div,
                    CXBinaryOperator_RemAssign => HostOp::Rem,
                    CXBinaryOperator_AndAssign => HostOp::BitAnd,
                    CXBinaryOperator_OrAssign => HostOp::BitOr,
                    CXBinaryOperator_XorAssign => HostOp::BitXor,
                    CXBinaryOperator_ShlAssign => HostOp::ShiftLeft,
                    CXBinaryOperator_ShrAssign => HostOp::ShiftRight,
                    _ => HostOp::Other,
                };
                let value = self.sum(c, op, before, by, false);
                self.assign(c, to, value, false)
            }
            (CXCursor_ConditionalOperator, [condition, yes, no]) => {
                let all = [condition, yes, no].map(|part| self.expression(*part));
                self.at(c, HostExprKind::Choose(Box::new(all)))
            }
            (CXCursor_CallExpr, _) => self.call(c),
            (CXCursor_CXXNewExpr, _) => self.new_expression(c),
            (CXCursor_CXXDeleteExpr, [what]) => {
                let what = self.expression(*what);
                self.at(c, HostExprKind::Delete(Box::new(what)))
            }
            (CXCursor_LambdaExpr, _) => self.lambda(c),
            (CXCursor_StringLiteral, _) => {
                let spelling = c.spelling();
                self.fixed(c, spelling.trim_matches('"').to_owned())
            }
            // Statements in an expression: what they name, they may change.
            (CXCursor_StmtExpr, _) => {
                let mut parts = Vec::new();
                self.named(c, &mut parts);
                let what = "statements in an expression are not followed";
                self.at(c, HostExprKind::hole(what, parts, true))
            }
            _ => {
                let parts = parts.into_iter().map(|part| self.expression(part)).collect();
                self.opaque(c, parts)
            }
        }
    }

    /// What the elements of an array start with: 0 if that is what all of them do.
    pub(super) fn elements(&mut self, c: Cursor<'u>) -> HostExpr {
        if c.kind() != CXCursor_InitListExpr {
            return self.expression(c);
        }
        let listed = c.expressions().into_iter();
        let parts: Vec<HostExpr> = listed.map(|part| self.elements(part)).collect();
        match parts.iter().all(|part| part.kind == HostExprKind::Int(0)) {
            true => self.int(c, 0),
            false => self.opaque(c, parts),
        }
    }

    fn constant(&mut self, c: Cursor<'u>) -> HostExpr {
        match c.evaluate() {
            Some(Value::Int(value)) => self.int(c, value),
            _ => self.opaque(c, Vec::new()),
        }
    }

    fn reference(&mut self, c: Cursor<'u>) -> HostExpr {
        let Some(target) = c.referenced() else {
            return match c.substituted() {
                Some(value) => self.expression(value),
                None => self.opaque(c, Vec::new()),
            };
        };
        match target.kind() {
            CXCursor_EnumConstantDecl => self.int(c, target.enumerator()),
            CXCursor_VarDecl if target.ty().is_const() => match c.evaluate() {
                Some(Value::Int(value)) => self.int(c, value),
                _ => self.read(c),
            },
            CXCursor_VarDecl | CXCursor_ParmDecl => match self.loose_closure(c, target) {
                Some(hole) => hole,
                None => self.read(c),
            },
            CXCursor_FunctionDecl => self.fixed(c, target.spelling()),
            _ => self.opaque(c, Vec::new()),
        }
    }

    fn read(&mut self, c: Cursor<'u>) -> HostExpr {
        let place = self.place(c);
        self.read_of(c, place)
    }

    fn read_of(&mut self, c: Cursor<'u>, place: HostPlace) -> HostExpr {
        let is_pointer = c.ty().canonical().kind() == CXType_Pointer;
        self.at(c, HostExprKind::Read(Box::new(place), is_pointer))
    }

    fn assign(&mut self, c: Cursor<'u>, to: HostPlace, value: HostExpr, old: bool) -> HostExpr {
        // What is written at a place that is not followed may be any of what is named there.
        if matches!(to, HostPlace::Elsewhere(_)) {
            let mut parts = vec![value];
            if let Some(target) = c.expressions().first() {
                self.named(*target, &mut parts);
            }
            let kind = HostExprKind::hole("what is written here is not followed", parts, false);
            return self.at(c, kind);
        }
        let kind = HostExprKind::Assign {
            to: Box::new(to),
            value: Box::new(value),
            old,
        };
        self.at(c, kind)
    }

    /// The addresses of the variables that a statement names otherwise than to read them.
    pub(super) fn changeable(&mut self, c: Cursor<'u>, found: &mut Vec<HostExpr>) {
        self.names_in(c, &is_read, found);
    }

    /// The addresses of the variables that an expression names.
    fn named(&mut self, c: Cursor<'u>, found: &mut Vec<HostExpr>) {
        self.names_in(c, &|_| false, found);
    }

    /// The same, but for what is left out.
    fn names_in(
        &mut self,
        c: Cursor<'u>,
        is_left_out: &impl Fn(Cursor<'u>) -> bool,
        found: &mut Vec<HostExpr>,
    ) {
        if is_left_out(c) {
            return;
        }
        let variable = c.referenced().filter(|_| c.kind() == CXCursor_DeclRefExpr);
        if let Some(place) = variable.and_then(|variable| self.variable(variable)) {
            found.push(self.at(c, HostExprKind::Address(Box::new(place))));
        }
        for child in c.children() {
            self.names_in(child, is_left_out, found);
        }
    }

    fn operation(&mut self, c: Cursor<'u>, op: HostOp, left: HostExpr, right: HostExpr) -> HostExpr {
        // Numbers with a fraction are not computed with.
        let is_float = matches!(
            c.ty().canonical().kind(),
            CXType_Float | CXType_Double | CXType_LongDouble | CXType_Half
        );
        match is_float {
            true => self.opaque(c, vec![left, right]),
            false => self.at(c, HostExprKind::Binary(op, Box::new(left), Box::new(right))),
        }
    }

    /// A sum or difference: of numbers, or of a pointer and a number.
    fn sum(&mut self, c: Cursor<'u>, op: HostOp, left: HostExpr, right: HostExpr, swapped: bool) -> HostExpr {
        let ty = c.ty().canonical();
        if ty.kind() != CXType_Pointer {
            return self.operation(c, op, left, right);
        }
        // Moved by how far two others lie apart, a pointer may come to where they lead.
        if c.expressions().into_iter().any(|part| is_distance(part, 0)) {
            return self.opaque(c, vec![left, right]);
        }
        let (pointer, count) = if swapped { (right, left) } else { (left, right) };
        let bytes = ty.pointee().size().map(i128::from);
        let bytes = match op {
            HostOp::Add => bytes,
            HostOp::Sub => bytes.map(|bytes| -bytes),
            _ => None,
        };
        self.at(c, HostExprKind::Move(Box::new(pointer), Box::new(count), bytes))
    }

    fn unary(&mut self, c: Cursor<'u>, operand: Cursor<'u>) -> HostExpr {
        match c.unary_operator() {
            CXUnaryOperator_AddrOf => {
                let place = self.place(operand);
                self.at(c, HostExprKind::Address(Box::new(place)))
            }
            CXUnaryOperator_Deref => self.read(c),
            CXUnaryOperator_LNot => {
                let inner = self.expression(operand);
                self.at(c, HostExprKind::Not(Box::new(inner)))
            }
            CXUnaryOperator_Plus => self.expression(operand),
            CXUnaryOperator_Minus => {
                let (zero, inner) = (self.int(c, 0), self.expression(operand));
                self.operation(c, HostOp::Sub, zero, inner)
            }
            operator @ (CXUnaryOperator_PreInc
            | CXUnaryOperator_PostInc
            | CXUnaryOperator_PreDec
            | CXUnaryOperator_PostDec) => {
                let to = self.place(operand);
                let before = self.read_of(operand, to.clone());
                let one = self.int(c, 1);
                let adds = matches!(operator, CXUnaryOperator_PreInc | CXUnaryOperator_PostInc);
                let op = if adds { HostOp::Add } else { HostOp::Sub };
                let value = self.sum(c, op, before, one, false);
                let old = matches!(operator, CXUnaryOperator_PostInc | CXUnaryOperator_PostDec);
                self.assign(c, to, value, old)
            }
            _ => {
                let inner = self.expression(operand);
                self.opaque(c, vec![inner])
            }
        }
    }

    fn binary(&mut self, c: Cursor<'u>, left: Cursor<'u>, right: Cursor<'u>) -> HostExpr {
        let operator = c.binary_operator();
        if operator == CXBinaryOperator_Assign {
            let to = self.place(left);
            let value = self.expression(right);
            return self.assign(c, to, value, false);
        }
        if let Some(Value::Int(value)) = c.evaluate().filter(|_| is_of_bits(operator)) {
            return self.int(c, value);
        }
        let (left_read, right_read) = (self.expression(left), self.expression(right));
        let (a, b) = (Box::new(left_read), Box::new(right_read));
        let kind = match operator {
            CXBinaryOperator_LAnd => HostExprKind::And(a, b),
            CXBinaryOperator_LOr => HostExprKind::Or(a, b),
            CXBinaryOperator_Comma => {
                let none = self.int(c, 1);
                HostExprKind::Choose(Box::new([
                    // The first is evaluated, then the second is the value.
                    HostExpr {
                        kind: HostExprKind::Or(a, Box::new(none)),
                        span: self.span(c),
                    },
                    (*b).clone(),
                    *b,
                ]))
            }
            CXBinaryOperator_Add => {
                let swapped = right.ty().canonical().kind() == CXType_Pointer;
                return self.sum(c, HostOp::Add, *a, *b, swapped);
            }
            CXBinaryOperator_Sub => return self.sum(c, HostOp::Sub, *a, *b, false),
            CXBinaryOperator_Mul => return self.operation(c, HostOp::Mul, *a, *b),
            CXBinaryOperator_Div => return self.operation(c, HostOp::Div, *a, *b),
            CXBinaryOperator_Rem => return self.operation(c, HostOp::Rem, *a, *b),
            CXBinaryOperator_And => HostExprKind::Binary(HostOp::BitAnd, a, b),
            CXBinaryOperator_Or => HostExprKind::Binary(HostOp::BitOr, a, b),
            CXBinaryOperator_Xor => HostExprKind::Binary(HostOp::BitXor, a, b),
            CXBinaryOperator_Shl => HostExprKind::Binary(HostOp::ShiftLeft, a, b),
            CXBinaryOperator_Shr => HostExprKind::Binary(HostOp::ShiftRight, a, b),
            CXBinaryOperator_LT => HostExprKind::Binary(HostOp::Less, a, b),
            CXBinaryOperator_GT => HostExprKind::Binary(HostOp::Less, b, a),
            CXBinaryOperator_LE => HostExprKind::Binary(HostOp::LessEqual, a, b),
            CXBinaryOperator_GE => HostExprKind::Binary(HostOp::LessEqual, b, a),
            CXBinaryOperator_EQ => HostExprKind::Binary(HostOp::Equal, a, b),
            CXBinaryOperator_NE => HostExprKind::Binary(HostOp::NotEqual, a, b),
            _ => HostExprKind::Binary(HostOp::Other, a, b),
        };
        self.at(c, kind)
    }

    fn new_expression(&mut self, c: Cursor<'u>) -> HostExpr {
        let element = c.ty().canonical().pointee().size();
        let parts = c.expressions();
        let is_number = |part: &&Cursor<'u>| {
            let kind = part.ty().canonical().kind();
            (CXType_Char_U..=CXType_Int128).contains(&kind) && kind != CXType_Invalid
        };
        // Of `new T[n]` the first number is how many; `new T(value)` is one.
        let is_array = {
            let span = self.span(c);
            let text = &self.reader.module.files[span.file].text;
            text.get(span.start as usize..span.end as usize)
                .is_some_and(|text| text.contains('['))
        };
        // What it starts with is not followed, but for what that does besides.
        let starts = parts.iter().filter(|part| !(is_array && is_number(part)));
        let acting: Vec<Cursor<'u>> = starts.filter(|part| acts(**part)).copied().collect();
        if !acting.is_empty() {
            let parts = acting.into_iter().map(|part| self.expression(part)).collect();
            return self.opaque(c, parts);
        }
        let count = parts
            .iter()
            .find(is_number)
            .filter(|_| is_array)
            .map(|count| self.expression(*count));
        let is_listed = |part: &Cursor<'u>| part.kind() == CXCursor_InitListExpr;
        let element = element.filter(|_| !parts.iter().any(is_listed));
        let bytes = element.zip(count).map(|(element, count)| {
            let size = self.int(c, i128::from(element));
            Box::new(self.operation(c, HostOp::Mul, count, size))
        });
        self.at(c, HostExprKind::New(bytes))
    }
}

/// Whether evaluating an expression may change something that the function around it names.
pub(super) fn acts(c: Cursor<'_>) -> bool {
    let is_act = match c.kind() {
        CXCursor_LambdaExpr | CXCursor_CompoundAssignOperator | CXCursor_StmtExpr => true,
        CXCursor_BinaryOperator => c.binary_operator() == CXBinaryOperator_Assign,
        CXCursor_UnaryOperator => matches!(
            c.unary_operator(),
            CXUnaryOperator_PreInc
                | CXUnaryOperator_PreDec
                | CXUnaryOperator_PostInc
                | CXUnaryOperator_PostDec
        ),
        CXCursor_CallExpr => c.referenced().is_none_or(|function| !is_the_languages(function)),
        _ => false,
    };
    is_act || c.children().into_iter().any(acts)
}

/// Whether an operator works on bits: only constants are computed with it.
fn is_of_bits(operator: CXBinaryOperatorKind) -> bool {
    matches!(
        operator,
        CXBinaryOperator_Or
            | CXBinaryOperator_And
            | CXBinaryOperator_Xor
            | CXBinaryOperator_Shl
            | CXBinaryOperator_Shr
    )
}

/// Whether a number is computed from addresses, as far as the text shows.
fn is_distance(c: Cursor<'_>, depth: usize) -> bool {
    let is_pointer = |c: &Cursor<'_>| c.ty().canonical().kind() == CXType_Pointer;
    let parts = c.expressions();
    if depth > 32 || is_pointer(&c) {
        return false;
    }
    match c.kind() {
        CXCursor_DeclRefExpr => {
            let variable = c.referenced().filter(|v| v.kind() == CXCursor_VarDecl);
            let value = variable.and_then(Cursor::initializer);
            value.is_some_and(|value| is_distance(value, depth + 1))
        }
        CXCursor_CallExpr => c.spelling() == "distance",
        CXCursor_BinaryOperator if parts.iter().all(is_pointer) => {
            c.binary_operator() == CXBinaryOperator_Sub
        }
        CXCursor_ArraySubscriptExpr | CXCursor_MemberRefExpr => false,
        CXCursor_UnaryOperator if c.unary_operator() == CXUnaryOperator_Deref => false,
        kind if is_cast(kind) && parts.iter().any(is_pointer) => true,
        _ => parts.into_iter().any(|part| is_distance(part, depth + 1)),
    }
}

/// Whether an expression is the value of a variable that is read as a whole: the conversion from l-value to r-value.
fn is_read(c: Cursor<'_>) -> bool {
    let is_whole = |c: &Cursor<'_>| {
        matches!(
            c.ty().canonical().kind(),
            CXType_Record | CXType_ConstantArray | CXType_VariableArray | CXType_IncompleteArray
        )
    };
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_UnexposedExpr, [inner]) => inner.kind() == CXCursor_DeclRefExpr && !is_whole(inner),
        _ => false,
    }
}
