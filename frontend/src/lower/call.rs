//! Calls: what the table knows, what has a body and is inlined, and holes for the rest.

mod inlined;

use super::computes::only_computes;
use super::destroy::Ending;
use super::expr::{same_record, strip};
use super::special::Special;
use super::types::{self, Shape};
use super::{
    Frame, Lowerer, MAX_DEPTH, MAX_STATEMENTS, RECURSION_DEPTH, RECURSIVE_CALLS, ResultSlot, This, Value,
    layout,
};
use crate::builtin::{self, Model};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type, body, qualified_name};
use crate::ir::build;
use crate::ir::{Call, Expr, Language, Loc, Open, StmtKind, Synchronises, Ty};
use std::collections::HashMap;

/// Whether pointers lie where a pointer to this type leads, as far as the type says.
fn leads_on(ty: Type<'_>) -> bool {
    !matches!(types::shape(ty), Shape::Void | Shape::Opaque) && types::holds_pointers(ty)
}

/// A call, taken apart.
pub struct CallParts<'u> {
    pub function: Cursor<'u>,
    /// The expression that a method is called on; `None` inside the method's own class.
    pub object: Option<Cursor<'u>>,
    pub method: bool,
    pub arguments: Vec<Cursor<'u>>,
    /// For a call that the compiler writes: where the objects are that it hands over, in place of arguments.
    pub sources: Vec<Expr>,
}

/// OpenCL C 3.0, 6.9, "Restrictions".
const RECURSION: &str = "OpenCL C has no recursion: compilers may refuse it, or take it to mean anything";

impl<'u> Lowerer<'u, '_> {
    /// The value of a call.
    pub(super) fn call(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let home = self.home.take();
        let Some(parts) = call_parts(c) else {
            if let Some(destructor) = c.referenced().filter(|f| f.kind() == CXCursor_Destructor) {
                self.destructor_call(c, destructor);
                return Value::Void;
            }
            return self.indirect_call(c);
        };
        if parts.function.kind() == CXCursor_Constructor {
            let addr = self.temporary(loc, "object", c.ty());
            self.construct(addr.clone(), c);
            return Value::Memory(addr);
        }
        self.home = home;
        self.call_of(c, &parts)
    }

    /// The value of a call of a certain function: what a reference that it gives leads to.
    pub(super) fn call_of(&mut self, c: Cursor<'u>, parts: &CallParts<'u>) -> Value {
        let loc = self.loc(c);
        match self.dispatch(c, parts) {
            Value::Scalar(addr)
                if matches!(types::shape(parts.function.result_type()), Shape::Reference(_)) =>
            {
                if addr.ty != Ty::Ptr {
                    return Value::Scalar(addr);
                }
                let place = self.place(addr, c.ty(), loc);
                self.read(&place)
            }
            value => value,
        }
    }

    /// The address that a call returning a reference gives.
    pub(super) fn call_address(&mut self, c: Cursor<'u>) -> Expr {
        let loc = self.loc(c);
        let value = match call_parts(c) {
            Some(parts) => self.dispatch(c, &parts),
            None => self.unknown_callee(c),
        };
        match value {
            Value::Scalar(expr) if expr.ty == Ty::Ptr => expr,
            Value::Memory(addr) => addr,
            other => {
                let ty = c.ty();
                self.materialise(other, ty, loc)
            }
        }
    }

    /// Finds out how a call is modelled. For functions that return references the value is the address.
    pub(super) fn dispatch(&mut self, c: Cursor<'u>, parts: &CallParts<'u>) -> Value {
        let function = parts.function;
        let home = self.home.take();
        let definition = function.definition().filter(|d| body(*d).is_some());
        let users = definition.is_some_and(|d| !self.in_prelude(d));
        let name = qualified_name(function);
        if function.has_attribute(&[CXCursor_CUDAGlobalAttr]) {
            return self.unknown_call(c, "a kernel launched from a kernel is not modelled");
        }
        // The table's functions give numbers and vectors; overloads for a library's own classes have bodies.
        let of_class =
            definition.is_some() && matches!(types::shape(function.result_type()), Shape::Record(_));
        // What the prelude says in full is no hole.
        let is_said = |model: &Model| definition.is_some() && matches!(model, Model::Hole(_));
        let model = builtin::model(self.language, &name)
            .filter(|model| !(is_said(model) || of_class && model.is_componentwise()));
        if !users && let Some(model) = model {
            return self.modelled(c, &name, model, &parts.arguments);
        }
        if function.is_virtual() && parts.method && !names_class(c) {
            self.home = home;
            return self.virtual_call(c, parts);
        }
        if let Some(definition) = definition {
            self.home = home;
            return self.inline(c, definition, parts);
        }
        if name == "__builtin_assume_aligned"
            && let [pointer, ..] = parts.arguments[..]
        {
            return Value::Scalar(self.scalar(pointer));
        }
        if function.spelling() == "operator=" && parts.arguments.len() == 1 {
            return self.implicit_assignment(c, parts);
        }
        if matches!(
            name.as_str(),
            "std::move" | "std::forward" | "__builtin_addressof" | "std::addressof"
        ) && let [argument] = parts.arguments[..]
        {
            return Value::Scalar(self.lvalue(argument).addr);
        }
        self.unseen_call(c, &name)
    }

    /// A call of a function whose definition no file has that was read: its result may be anything, and more it does not do
    /// (`unseen-callees`).
    fn unseen_call(&mut self, c: Cursor<'u>, name: &str) -> Value {
        if let Some(value) = self.openmp_call(c, name) {
            return value;
        }
        if !self.b.unseen.iter().any(|known| known == name) {
            self.b.unseen.push(name.to_owned());
        }
        let file = c.referenced().and_then(|f| f.position()).map(|p| p.file);
        let host = file
            .filter(|file| crate::prelude::is_virtual(file))
            .is_some_and(|file| builtin::row(self.language, &file, name) == Some(builtin::Row::HostOnly));
        let reason = if host {
            format!("the function `{name}` is one of host code and is not modelled in kernels")
        } else {
            format!("the function `{name}` has no definition here and is not modelled")
        };
        let writes = self.handed(c, &reason);
        self.b.open = Some(Open::UnseenCallee);
        let value = self.unknown_result(c, &reason, writes);
        self.b.open = None;
        value
    }

    /// The assignment operator that the compiler writes.
    fn implicit_assignment(&mut self, c: Cursor<'u>, parts: &CallParts<'u>) -> Value {
        let from = self.lvalue(parts.arguments[0]).addr;
        let (to, ty) = match parts.object {
            Some(object) => self.object_address(object),
            None => (self.frame().this.clone().map(|this| this.addr), c.ty()),
        };
        match to {
            Some(to) => {
                self.copy_object(c, to.clone(), from, ty, Special::Assign);
                Value::Scalar(to)
            }
            None => self.unknown_call(c, "`this` is not known here"),
        }
    }

    /// The address of the object that a method is called on, and its type.
    pub(super) fn object_address(&mut self, object: Cursor<'u>) -> (Option<Expr>, Type<'u>) {
        if types::scalar(object.ty()) == Some(Ty::Ptr) {
            (Some(self.scalar(object)), object.ty().canonical().pointee())
        } else {
            (Some(self.lvalue(object).addr), object.ty())
        }
    }

    /// A call of something unknown: it may write through every pointer and reference that it is handed.
    pub(super) fn unknown_call(&mut self, c: Cursor<'u>, reason: &str) -> Value {
        let writes = self.handed(c, reason);
        self.unknown_result(c, reason, writes)
    }

    /// What a call may write that hands over its object and its arguments: what pointers and references lead to. Where further
    /// pointers lie there, it may be anything.
    fn handed(&mut self, c: Cursor<'u>, reason: &str) -> Vec<Expr> {
        let loc = self.loc(c);
        let mut writes = Vec::new();
        let mut further = false;
        if let Some(CallParts {
            object: Some(object), ..
        }) = call_parts(c)
        {
            let (addr, class) = self.object_address(object);
            further |= leads_on(class);
            writes.extend(addr);
        }
        let parameters = c.referenced().map(|f| f.arguments()).unwrap_or_default();
        for (n, argument) in c.arguments().into_iter().enumerate() {
            let reference = parameters
                .get(n)
                .is_some_and(|p| matches!(types::shape(p.ty()), Shape::Reference(_)));
            if reference {
                let place = self.lvalue(argument);
                further |= leads_on(place.ty);
                writes.push(place.addr);
                continue;
            }
            let ty = argument.ty();
            match self.rvalue(argument) {
                Value::Scalar(expr) if expr.ty == Ty::Ptr => {
                    further |= leads_on(ty.canonical().pointee());
                    writes.push(expr);
                }
                Value::Memory(from) => match self.handed_copy(loc, from, ty) {
                    Some(pointers) => writes.extend(pointers),
                    None => further |= types::holds_pointers(ty),
                },
                _ => {}
            }
        }
        if further {
            self.anything(loc, reason);
        }
        writes
    }

    /// An object that is handed over by value is copied: the pointers in it, unless nobody knows where they lie.
    fn handed_copy(&mut self, loc: Loc, from: Expr, ty: Type<'u>) -> Option<Vec<Expr>> {
        let to = self.temporary(loc, "argument", ty);
        self.copy(loc, to.clone(), from, ty);
        let pointers = types::leaves(ty)?.into_iter().filter(|leaf| leaf.ty == Ty::Ptr);
        let places = pointers.map(|leaf| build::offset_by(to.clone(), leaf.offset));
        Some(
            places
                .map(|place| self.b.load(loc, place, Ty::Ptr, false))
                .collect(),
        )
    }

    /// The result of a call of something unknown, in which a barrier may hide.
    pub(super) fn unknown_result(&mut self, c: Cursor<'u>, reason: &str, writes: Vec<Expr>) -> Value {
        let loc = self.loc(c);
        self.b.barrier_hole(loc, reason, Synchronises::Perhaps);
        let returns_reference = c
            .referenced()
            .is_some_and(|f| matches!(types::shape(f.result_type()), Shape::Reference(_)));
        if returns_reference {
            return Value::Scalar(self.b.unknown(loc, reason, Ty::Ptr, writes));
        }
        self.unknown(loc, reason, c.ty(), writes)
    }

    /// Constructs an object in place.
    pub(super) fn construct(&mut self, addr: Expr, c: Cursor<'u>) {
        let loc = self.loc(c);
        let Some(parts) = call_parts(c) else {
            self.b
                .effect_hole(loc, "this constructor is not known", vec![addr]);
            return;
        };
        let function = parts.function;
        let class = function.semantic_parent().map(|p| p.ty());
        if let Some(class) = class.filter(|class| inherits_constructor(function, *class)) {
            return self.construct_by_base(addr, c, &parts, class);
        }
        if let (Some(definition), Some(class)) = (function.definition().filter(|d| body(*d).is_some()), class)
        {
            let this = This { addr, class };
            self.inline_into(loc, definition, &parts, Some(this), ResultSlot::Nothing);
            return;
        }
        let name = class.and_then(|class| class.declaration()).map(Cursor::spelling);
        if name.is_some_and(|name| self.is_of_locks(loc, &name)) {
            return;
        }
        match (parts.arguments.first(), class) {
            (None, Some(class)) => self.default_members(c, addr, class),
            (Some(from), Some(class)) if same_record(from.ty(), class) => {
                let from = self.lvalue(*from).addr;
                self.copy_object(c, addr, from, class, Special::Copy);
            }
            _ => self
                .b
                .effect_hole(loc, "this constructor has no definition here", vec![addr]),
        }
    }

    /// Constructs an object by a constructor that its class has from a base (`using Base::Base;`).
    fn construct_by_base(&mut self, addr: Expr, c: Cursor<'u>, parts: &CallParts<'u>, class: Type<'u>) {
        let function = parts.function;
        let types = |f: Cursor<'u>| -> Vec<String> {
            let arguments = f.arguments().into_iter();
            arguments.map(|a| a.ty().canonical().spelling()).collect()
        };
        let wanted = types(function);
        let found = layout::bases(class.canonical())
            .unwrap_or_default()
            .into_iter()
            .find_map(|(base, offset)| {
                let declaration = base.declaration()?;
                let members = declaration.definition().unwrap_or(declaration).children();
                let constructor = members
                    .into_iter()
                    .find(|m| m.kind() == CXCursor_Constructor && types(*m) == wanted)?;
                (simple_name(declaration) == simple_name(function)).then_some((base, offset, constructor))
            });
        let Some((base, offset, constructor)) = found else {
            let reason = "the constructor that this class inherits is not known";
            self.lost_construction(c, reason, addr, class);
            return;
        };
        let this = This {
            addr: build::offset_by(addr.clone(), offset),
            class: base,
        };
        match constructor.definition().filter(|d| body(*d).is_some()) {
            Some(definition) => {
                let loc = self.loc(c);
                self.inline_into(loc, definition, parts, Some(this), ResultSlot::Nothing);
            }
            None => {
                let reason = "the constructor that this class inherits has no definition here";
                self.lost_construction(c, reason, addr, class);
                return;
            }
        }
        self.default_bases(c, addr.clone(), class.canonical(), &[base]);
        for field in class.canonical().fields() {
            self.default_field(addr.clone(), field);
        }
    }
}

/// Whether a constructor of the class is one of a base, which goes by the base's name.
fn inherits_constructor(constructor: Cursor<'_>, class: Type<'_>) -> bool {
    let class = class.declaration();
    constructor.kind() == CXCursor_Constructor
        && class.is_some_and(|class| simple_name(class) != simple_name(constructor))
}

/// A name without template arguments.
fn simple_name(c: Cursor<'_>) -> String {
    let name = c.spelling();
    name.split('<').next().unwrap_or_default().trim().to_owned()
}

/// Takes a call apart.
pub fn call_parts(c: Cursor<'_>) -> Option<CallParts<'_>> {
    let function = c.referenced()?;
    let arguments = c.arguments();
    if !matches!(
        function.kind(),
        CXCursor_FunctionDecl | CXCursor_CXXMethod | CXCursor_Constructor | CXCursor_ConversionFunction
    ) {
        return None;
    }
    if calls_a_result(c, function) {
        return None;
    }
    let method =
        matches!(function.kind(), CXCursor_CXXMethod | CXCursor_ConversionFunction) && !function.is_static();
    if !method {
        return Some(CallParts {
            function,
            object: None,
            method,
            arguments,
            sources: Vec::new(),
        });
    }
    let callee = c.children().into_iter().next().map(strip_callee);
    match callee {
        Some(member)
            if member.kind() == CXCursor_MemberRefExpr
                && member.referenced().is_some_and(|f| f.same(function)) =>
        {
            Some(CallParts {
                function,
                object: base_of(member),
                method,
                arguments,
                sources: Vec::new(),
            })
        }
        // An operator: the object is the first argument.
        _ => {
            let (object, rest) = arguments.split_first()?;
            Some(CallParts {
                function,
                object: Some(*object),
                method,
                arguments: rest.to_vec(),
                sources: Vec::new(),
            })
        }
    }
}

/// Whether what is called is the pointer that another call gives, `f(x)(y)`: libclang refers to `f` for both.
fn calls_a_result(c: Cursor<'_>, function: Cursor<'_>) -> bool {
    let is_function = matches!(function.kind(), CXCursor_FunctionDecl | CXCursor_CXXMethod);
    let Some(callee) = c.children().into_iter().next().filter(|_| is_function) else {
        return false;
    };
    let called = strip_callee(callee);
    let is_argument = c.arguments().first().is_some_and(|first| first.same(callee));
    called.kind() == CXCursor_CallExpr && !is_argument && types::is_function_pointer(called.ty())
}

/// The object of a member call: what is in front of the member's name, not the template arguments behind it.
fn base_of(member: Cursor<'_>) -> Option<Cursor<'_>> {
    let first = member.expressions().into_iter().next()?;
    let ty = first.ty().canonical();
    let object = if types::scalar(ty) == Some(Ty::Ptr) {
        ty.pointee()
    } else {
        ty
    };
    matches!(types::shape(object), Shape::Record(_)).then_some(first)
}

/// Whether a method is called by the name of a class: `p->Base::f()`, which asks nobody what the object is.
fn names_class(c: Cursor<'_>) -> bool {
    let callee = c.children().into_iter().next().map(strip_callee);
    callee.is_some_and(|member| {
        let mut children = member.children().into_iter();
        member.kind() == CXCursor_MemberRefExpr && children.any(Cursor::is_reference)
    })
}

/// A callee without parentheses and conversions.
pub fn strip_callee(c: Cursor<'_>) -> Cursor<'_> {
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_ParenExpr | CXCursor_UnexposedExpr, &[child]) => strip_callee(child),
        _ => c,
    }
}
