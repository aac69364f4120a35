//! What may lead others to a variable that nobody sees.

use super::super::members::class_name;
use super::super::uses::takes_to_change;
use super::flows::{Flows, Source};
use super::places::{carries, is_number_type};
use super::*;

impl<'u> Flows<'u> {
    /// What an expression names may be given anything.
    pub(super) fn doubt(&mut self, c: Cursor<'u>) {
        let ty = c.ty().canonical();
        if ty.kind() == CXType_Pointer || strip(c).ty().canonical().kind() == CXType_Pointer {
            self.add_to(c, Source::Unknown);
        }
    }

    /// Something else than a method of its own gets to know the object around: it may give the members anything.
    pub(super) fn visit_this(&mut self, c: Cursor<'u>) {
        let handed: Vec<Cursor<'u>> = match (c.kind(), &c.expressions()[..]) {
            (CXCursor_CallExpr, _) if c.referenced().is_some_and(is_kernel) => Vec::new(),
            (CXCursor_CallExpr, _) => {
                let parameters = c.referenced().map(Cursor::arguments).unwrap_or_default();
                let arguments = c.arguments();
                // An operator's first operand is the object.
                let extra = arguments.len().saturating_sub(parameters.len());
                let changes = |n: usize| {
                    let parameter = n.checked_sub(extra).and_then(|n| parameters.get(n));
                    parameter
                        .is_none_or(|p| takes_to_change(*p) || p.ty().canonical().kind() == CXType_Pointer)
                };
                let changed = arguments.into_iter().enumerate().filter(|(n, _)| changes(*n));
                changed.map(|(_, argument)| argument).collect()
            }
            (CXCursor_BinaryOperator, [_, value]) if c.binary_operator() == CXBinaryOperator_Assign => {
                vec![*value]
            }
            (CXCursor_VarDecl | CXCursor_FieldDecl | CXCursor_InitListExpr, parts) => parts.to_vec(),
            _ => Vec::new(),
        };
        for this in handed.into_iter().filter_map(this_in) {
            let class = this.ty().canonical().pointee().canonical();
            for field in class.all_fields() {
                if carries(field, self.numbers_lead) {
                    self.add(field, Vec::new(), Source::Unknown);
                }
            }
        }
    }

    /// What may lead others to a variable that nobody sees.
    pub(super) fn visit_keepers(&mut self, c: Cursor<'u>, parts: &[Cursor<'u>]) {
        match (c.kind(), parts) {
            (CXCursor_UnaryOperator, [operand]) => match c.unary_operator() {
                CXUnaryOperator_AddrOf if !self.lent.contains(&c.statement_identity()) => {
                    self.doubt(*operand)
                }
                CXUnaryOperator_Deref => {
                    self.lent.insert(strip(*operand).statement_identity());
                }
                _ => {}
            },
            (CXCursor_InitListExpr, parts) => {
                // An array of what a launch is handed is read.
                let element = c.ty().canonical().element().canonical();
                let is_untyped =
                    element.kind() == CXType_Pointer && element.pointee().canonical().kind() == CXType_Void;
                let read = parts.iter().filter(|_| is_untyped);
                self.lent
                    .extend(read.map(|part| strip(*part).statement_identity()));
                let fields = c.ty().canonical().fields();
                let bound = fields.iter().zip(parts).filter(|(field, _)| may_write(**field));
                bound.for_each(|(_, part)| self.doubt(*part));
            }
            (CXCursor_ReturnStmt, [value]) => {
                let result = self.current.map(|function| function.result_type().canonical());
                let is_open =
                    result.is_some_and(|ty| ty.kind() == CXType_LValueReference && !ty.pointee().is_const());
                if is_open {
                    self.doubt(*value);
                }
            }
            (CXCursor_LambdaExpr, _) => self.visit_lambda(c),
            // `auto &[a, b] = pair;`
            (CXCursor_UnexposedDecl, parts) if c.ty().kind() == CXType_LValueReference => {
                let mut all = Vec::new();
                parts.iter().for_each(|part| variables_in(*part, &mut all));
                all.into_iter()
                    .for_each(|v| self.add(v, Vec::new(), Source::Unknown));
            }
            (CXCursor_CXXForRangeStmt, _) => self.visit_range(c),
            // Of a member that moves, what it is moved by is not asked for: it would be for each call on the way again.
            (CXCursor_CompoundAssignOperator, [left, _])
                if !is_number_type(left.ty()) && strip(*left).kind() == CXCursor_DeclRefExpr =>
            {
                self.add_to(*left, Source::Value(c));
            }
            _ => {}
        }
    }

    /// What a lambda's captures take the address of, and what it gives by reference: whoever calls it may write that.
    fn visit_lambda(&mut self, lambda: Cursor<'u>) {
        let Some(body) = lambda
            .children()
            .pop()
            .filter(|body| body.kind() == CXCursor_CompoundStmt)
        else {
            return;
        };
        let methods = lambda.ty().canonical().declaration().map(Cursor::children);
        let mut methods = methods.into_iter().flatten();
        let gives_names = methods.any(|method| {
            let result = method.result_type().canonical();
            method.spelling() == "operator()"
                && result.kind() == CXType_LValueReference
                && !result.pointee().is_const()
        });
        let mut captured = Vec::new();
        captures(lambda, body, &mut captured);
        for start in captured {
            if let Some(place) = addressed(start) {
                self.doubt(place);
            }
        }
        if gives_names {
            let mut values = Vec::new();
            super::calls::returned(body, &mut values);
            values.into_iter().for_each(|value| self.doubt(value));
        }
    }

    /// `for (auto &p : all) p = q;`
    pub(super) fn visit_range(&mut self, c: Cursor<'u>) {
        let children = c.children();
        let variable = children.iter().find(|child| child.kind() == CXCursor_VarDecl);
        let Some(variable) = variable.filter(|v| may_write(**v)) else {
            return;
        };
        let is_written = |c: Cursor<'u>| assigns(c, *variable);
        if children.iter().any(|child| is_written(*child)) {
            let mut all = Vec::new();
            let ranges = children.iter().filter(|child| child.is_expression());
            ranges.for_each(|range| variables_in(*range, &mut all));
            all.into_iter()
                .for_each(|v| self.add(v, Vec::new(), Source::Unknown));
        }
    }
}

/// What the variables start with that a lambda's captures make, as far as its body names them: `[r = &b]`.
fn captures<'u>(lambda: Cursor<'u>, c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    let variable = c
        .referenced()
        .filter(|v| c.kind() == CXCursor_DeclRefExpr && is_variable(*v));
    if let Some(variable) = variable
        && let Some(at) = variable.position()
        && lambda.range().is_some_and(|range| range.holds(&at))
    {
        found.extend(super::super::variables::start(variable));
    }
    c.children()
        .into_iter()
        .for_each(|child| captures(lambda, child, found));
}

/// `this`, if an expression is that or what it leads to.
fn this_in(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let c = strip(c);
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_CXXThisExpr, _) => Some(c),
        (CXCursor_UnaryOperator, [inner]) if c.unary_operator() == CXUnaryOperator_Deref => {
            Some(strip(*inner)).filter(|inner| inner.kind() == CXCursor_CXXThisExpr)
        }
        _ => None,
    }
}

/// Functions of libraries that are handed references and neither keep them nor give them on.
pub(super) const FORGETTERS: [&str; 25] = [
    "memcpy",
    "memmove",
    "memset",
    "move",
    "forward",
    "as_const",
    "exchange",
    "get",
    "begin",
    "end",
    "cbegin",
    "cend",
    "data",
    "size",
    "min",
    "max",
    "next",
    "prev",
    "make_pair",
    "make_tuple",
    "raw_pointer_cast",
    "device_pointer_cast",
    "operator[]",
    "at",
    "operator*",
];

/// Whether a call of a library's gives something that leads to the variables that it is handed: `std::tie(a, b)`.
pub(super) fn keeps_names(call: Cursor<'_>) -> bool {
    let result = call.ty().canonical().kind();
    // A class of values is made of copies.
    let copies =
        is_constructor(call) && !class_name(call).contains(['&', '_']) && !class_name(call).contains("span");
    !copies
        && call.referenced().is_some_and(is_the_languages)
        && matches!(result, CXType_Record | CXType_LValueReference | CXType_Pointer)
        && !FORGETTERS.contains(&call.spelling().as_str())
}

/// Whether something is a name by which another pointer may be written.
pub(super) fn may_write(declaration: Cursor<'_>) -> bool {
    let ty = declaration.ty().canonical();
    is_reference(declaration) && ty.pointee().canonical().kind() == CXType_Pointer && !ty.pointee().is_const()
}

/// Whether a pointer leads to pointers, or to what may hold them.
pub(super) fn leads_to_pointers(c: Cursor<'_>) -> bool {
    let ty = c.ty().canonical();
    let to = match ty.kind() {
        CXType_Pointer => ty.pointee(),
        CXType_ConstantArray | CXType_VariableArray | CXType_IncompleteArray => ty.element(),
        _ => return false,
    };
    let kind = to.canonical().kind();
    let is_array = ty.kind() != CXType_Pointer;
    !to.is_const() && (kind == CXType_Pointer || is_array && kind == CXType_Record)
}

/// The variables that an expression names.
pub(super) fn variables_in<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    if matches!(c.kind(), CXCursor_DeclRefExpr | CXCursor_MemberRefExpr) {
        let is_data = |v: &Cursor<'u>| is_variable(*v) || v.kind() == CXCursor_FieldDecl;
        found.extend(c.referenced().filter(is_data));
    }
    c.children()
        .into_iter()
        .for_each(|child| variables_in(child, found));
}

/// Whether something in `c` assigns to a variable.
pub(super) fn assigns(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let to = match (c.kind(), &c.expressions()[..]) {
        (CXCursor_BinaryOperator, [to, _]) if c.binary_operator() == CXBinaryOperator_Assign => Some(*to),
        (CXCursor_CompoundAssignOperator, [to, _]) => Some(*to),
        _ => None,
    };
    let is_it = |to: Cursor<'_>| strip(to).referenced().is_some_and(|v| v.same(variable));
    to.is_some_and(is_it) || c.children().into_iter().any(|child| assigns(child, variable))
}
