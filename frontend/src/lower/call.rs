//! Calls: what the table knows, what has a body and is inlined, and holes for the rest.

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

    /// Inlines a function; its result's value.
    fn inline(&mut self, c: Cursor<'u>, definition: Cursor<'u>, parts: &CallParts<'u>) -> Value {
        let slot = self.result_slot(c, definition);
        let this = if parts.method {
            match parts.object {
                Some(object) => self.object_this(object, definition),
                None => self.implicit_this(definition),
            }
        } else {
            None
        };
        self.inline_on(c, definition, parts, this, slot)
    }

    /// Where the result of a call goes.
    pub(super) fn result_slot(&mut self, c: Cursor<'u>, definition: Cursor<'u>) -> ResultSlot {
        let loc = self.loc(c);
        let result_type = definition.result_type();
        match types::shape(result_type) {
            Shape::Scalar(ty) => ResultSlot::Scalar(self.b.temp(&definition.spelling(), ty)),
            Shape::Reference(_) => ResultSlot::Scalar(self.b.temp(&definition.spelling(), Ty::Ptr)),
            Shape::Vector(ty, lanes) => ResultSlot::Vector(
                (0..lanes)
                    .map(|_| self.b.temp(&definition.spelling(), ty))
                    .collect(),
            ),
            Shape::Record(_) => ResultSlot::Memory(match self.home.take() {
                Some(home) => home,
                None => self.temporary(loc, &definition.spelling(), result_type),
            }),
            _ => ResultSlot::Nothing,
        }
    }

    /// Inlines a function that is called on an object; its result's value.
    pub(super) fn inline_on(
        &mut self,
        c: Cursor<'u>,
        definition: Cursor<'u>,
        parts: &CallParts<'u>,
        this: Option<This<'u>>,
        slot: ResultSlot,
    ) -> Value {
        let loc = self.loc(c);
        if !self.inline_into(loc, definition, parts, this, slot.clone()) {
            return self.unknown(loc, "this call is not followed", c.ty(), Vec::new());
        }
        match slot {
            ResultSlot::Nothing => Value::Void,
            ResultSlot::Scalar(var) => Value::Scalar(build::var(var, self.b.vars[var].ty)),
            ResultSlot::Vector(vars) => Value::Vector(
                vars.into_iter()
                    .map(|v| build::var(v, self.b.vars[v].ty))
                    .collect(),
            ),
            ResultSlot::Memory(addr) => Value::Memory(addr),
        }
    }

    /// `this` for a call on an object.
    fn object_this(&mut self, object: Cursor<'u>, definition: Cursor<'u>) -> Option<This<'u>> {
        let class = definition.semantic_parent();
        let (addr, ty) = self.object_address(object);
        let class = class.map(|class| class.ty())?;
        addr.map(|addr| This {
            addr: self.base_pointer(addr, ty, class),
            class,
        })
    }

    /// `this` for a call of another method of the same object.
    fn implicit_this(&mut self, definition: Cursor<'u>) -> Option<This<'u>> {
        let this = self.frame().this.clone()?;
        let class = definition.semantic_parent()?.ty();
        Some(This {
            addr: self.base_pointer(this.addr, this.class, class),
            class,
        })
    }

    /// The kernel is unknown if a thread may come here.
    pub(super) fn unless_reached(&mut self, loc: Loc, why: &str) {
        let kind = StmtKind::Presume {
            holds: build::int(0, Ty::Bool),
            why: why.to_owned(),
        };
        self.b.emit(loc, kind);
    }

    /// Lowers a function's body here. False if it is not followed; a hole says so.
    pub(super) fn inline_into(
        &mut self,
        loc: Loc,
        definition: Cursor<'u>,
        parts: &CallParts<'u>,
        this: Option<This<'u>>,
        result: ResultSlot,
    ) -> bool {
        let identity = definition.identity();
        let around = self.frames.iter().filter(|f| f.function == identity).count();
        if around == 1 && self.language == Language::OpenCl {
            self.unless_reached(loc, RECURSION);
        }
        let refusal = if around >= RECURSION_DEPTH || around > 0 && self.recursive_calls >= RECURSIVE_CALLS {
            Some("recursion this deep is not followed")
        } else if self.frames.len() >= MAX_DEPTH {
            Some("calls nested so deeply are not followed")
        } else if self.b.size > MAX_STATEMENTS {
            Some("the kernel is too large to inline more calls")
        } else {
            None
        };
        if let Some(reason) = refusal {
            let mut writes: Vec<Expr> = this.into_iter().map(|this| this.addr).collect();
            if let ResultSlot::Memory(addr) = &result {
                writes.push(addr.clone());
            }
            for argument in &parts.arguments {
                match self.rvalue(*argument) {
                    Value::Scalar(expr) if expr.ty == Ty::Ptr => writes.push(expr),
                    Value::Memory(addr) => writes.push(addr),
                    _ => {}
                }
            }
            self.b.effect_hole(loc, reason, writes);
            if !only_computes(definition, self.language) {
                self.anything(loc, reason);
            }
            return false;
        }
        let (bound, ended) = self.bind_arguments(definition, parts, loc);
        // The caller's own variables, which a call of the same function would otherwise replace.
        let callers = (around > 0).then(|| {
            self.recursive_calls += 1;
            self.env.clone()
        });
        let Some((this, hidden_by_captures)) = self.open_closure(definition, this) else {
            self.anything(loc, super::lambda::UNKNOWN);
            return false;
        };
        let hidden = self.in_prelude(definition);
        let (call, site) = if hidden {
            (self.frame().call, Some(self.frame().site.unwrap_or(loc)))
        } else {
            (
                Some(self.b.calls.push(Call {
                    loc,
                    callee: definition.spelling(),
                })),
                None,
            )
        };
        let exit = self.b.block();
        self.frames.push(Frame {
            definition,
            function: identity,
            result,
            result_type: Some(definition.result_type()),
            exit: Some(exit),
            this: this.clone(),
            call,
            site,
            breaks: Vec::new(),
            continues: Vec::new(),
            scopes: vec![ended],
            labels: HashMap::new(),
            cases: HashMap::new(),
            contract: super::specs::Contract::default(),
        });
        for (declaration, addr) in bound {
            self.env.insert(declaration, addr);
        }
        let threads_own = self.show_originals(definition);
        self.parse_errors(definition);
        let temporaries = std::mem::take(&mut self.temporaries);
        let special = matches!(definition.kind(), CXCursor_Constructor | CXCursor_Destructor);
        if let Some(this) = this.as_ref().filter(|_| special) {
            self.wholes.under_way.push(this.clone());
        }
        if let (CXCursor_Constructor, Some(this)) = (definition.kind(), &this) {
            self.full_expression(|l| l.member_initialisers(definition, this.addr.clone()));
        }
        if let Some(body) = body(definition) {
            self.statement(body);
        }
        self.b.fall_into(loc, exit);
        self.leave_scopes(0);
        self.postconditions();
        self.close_closure(hidden_by_captures);
        if special && this.is_some() {
            self.wholes.under_way.pop();
        }
        self.temporaries = temporaries;
        self.frames.pop();
        self.env.extend(threads_own);
        if let Some(callers) = callers {
            self.env = callers;
        }
        true
    }

    /// Evaluates arguments and gives each parameter a place.
    fn bind_arguments(
        &mut self,
        definition: Cursor<'u>,
        parts: &CallParts<'u>,
        loc: Loc,
    ) -> (Vec<(usize, Expr)>, Vec<Ending<'u>>) {
        let parameters = definition.arguments();
        let declared = parts.function.arguments();
        let hidden = self.in_prelude(definition);
        let (mut bound, mut ended) = (Vec::new(), Vec::new());
        // The function that is named has the default arguments, not the one that overrides it.
        let overrides = definition.is_virtual() && !parts.function.canonical().same(definition.canonical());
        for (n, parameter) in parameters.into_iter().enumerate() {
            let ty = parameter.ty();
            match (parts.sources.get(n), types::shape(ty)) {
                (Some(source), Shape::Reference(_)) => {
                    bound.push((parameter.identity(), source.clone()));
                    continue;
                }
                (Some(source), Shape::Record(_)) => {
                    let addr = self.unending(loc, &parameter.spelling(), ty, !hidden);
                    self.copy_part(parameter, addr.clone(), source.clone(), ty, Special::Copy);
                    ended.extend(Ending::of(loc, &addr, ty));
                    bound.push((parameter.identity(), addr));
                    continue;
                }
                _ => {}
            }
            let mut argument = parts.arguments.get(n).copied();
            // A default argument has no children: take the declaration's.
            if argument.is_none_or(|a| a.kind() == CXCursor_UnexposedExpr && a.children().is_empty()) {
                let default = [
                    Some(parameter).filter(|_| !overrides),
                    declared.get(n).copied(),
                    parts
                        .function
                        .template()
                        .and_then(|t| t.arguments().get(n).copied()),
                ]
                .into_iter()
                .flatten()
                .find_map(|p| p.expressions().pop());
                argument = default.or(argument);
            }
            let addr = match (argument, types::shape(ty)) {
                (Some(argument), Shape::Reference(_)) => self.address(argument),
                (Some(argument), _) => {
                    let name = parameter.spelling();
                    let addr = self.unending(loc, &name, ty, !hidden);
                    self.initialise(addr.clone(), ty, argument);
                    self.note_pointer(&addr, parameter);
                    ended.extend(Ending::of(loc, &addr, ty));
                    addr
                }
                (None, _) => {
                    let addr = self.temporary(loc, "argument", ty);
                    self.b
                        .effect_hole(loc, "an argument of this call is not known", vec![addr.clone()]);
                    addr
                }
            };
            bound.push((parameter.identity(), addr));
        }
        (bound, ended)
    }

    /// `: a(x), b(y)` and default member initialisers.
    fn member_initialisers(&mut self, constructor: Cursor<'u>, this: Expr) {
        let Some(class) = constructor.semantic_parent().map(|p| p.ty().canonical()) else {
            return;
        };
        let mut named = Vec::new();
        let mut pending: Option<Cursor<'u>> = None;
        let mut bases = Vec::new();
        for child in constructor.children() {
            match child.kind() {
                CXCursor_MemberRef => pending = child.referenced(),
                CXCursor_TypeRef => pending = None,
                _ if child.is_expression() => {
                    if let Some(field) = pending.take() {
                        named.push((field, child));
                    } else if same_record(child.ty(), class) {
                        // The constructor hands all over to another one.
                        self.construct(this, strip(child));
                        return;
                    } else if let Some((base, offset)) = self.initialised_base(child, class) {
                        bases.push(base);
                        self.initialise(build::offset_by(this.clone(), offset), base, child);
                    } else if matches!(types::shape(child.ty()), Shape::Record(_) | Shape::Void) {
                        let reason = "this initialiser of a base class is not followed";
                        self.lost_construction(child, reason, this.clone(), class);
                    }
                }
                _ => {}
            }
        }
        self.default_bases(constructor, this.clone(), class, &bases);
        for field in class.fields() {
            let given = named.iter().find(|(f, _)| f.same(field)).map(|(_, value)| *value);
            match given {
                // `m()`, of which libclang shows nothing.
                Some(value) if value.kind() == CXCursor_UnexposedExpr && value.children().is_empty() => {
                    match super::fields::default_initialiser(field) {
                        Some(value) => self.initialise_field(this.clone(), field, value),
                        None => self.initialise_field(this.clone(), field, value),
                    }
                }
                Some(value) => self.initialise_field(this.clone(), field, value),
                None => self.default_field(this.clone(), field),
            }
            for (member, value) in &named {
                if super::fields::is_within(*member, field) {
                    self.initialise_member(this.clone(), class, *member, *value);
                }
            }
        }
    }

    /// The base class that an initialiser constructs, and where it lies.
    fn initialised_base(&mut self, value: Cursor<'u>, class: Type<'u>) -> Option<(Type<'u>, u64)> {
        let Shape::Record(base) = types::shape(strip(value).ty()) else {
            return None;
        };
        match self.place_of_base(base, class) {
            layout::Place::At(offset) => Some((base, offset)),
            layout::Place::Nowhere | layout::Place::Unknown => None,
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
