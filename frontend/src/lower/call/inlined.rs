//! Calls of functions whose definition is there: their bodies in place of the call.

use super::*;

impl<'u> Lowerer<'u, '_> {
    /// Inlines a function; its result's value.
    pub(super) fn inline(&mut self, c: Cursor<'u>, definition: Cursor<'u>, parts: &CallParts<'u>) -> Value {
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
    pub(in super::super) fn result_slot(&mut self, c: Cursor<'u>, definition: Cursor<'u>) -> ResultSlot {
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
    pub(in super::super) fn inline_on(
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
    pub(super) fn object_this(&mut self, object: Cursor<'u>, definition: Cursor<'u>) -> Option<This<'u>> {
        let class = definition.semantic_parent();
        let (addr, ty) = self.object_address(object);
        let class = class.map(|class| class.ty())?;
        addr.map(|addr| This {
            addr: self.base_pointer(addr, ty, class),
            class,
        })
    }

    /// `this` for a call of another method of the same object.
    pub(super) fn implicit_this(&mut self, definition: Cursor<'u>) -> Option<This<'u>> {
        let this = self.frame().this.clone()?;
        let class = definition.semantic_parent()?.ty();
        Some(This {
            addr: self.base_pointer(this.addr, this.class, class),
            class,
        })
    }

    /// The kernel is unknown if a thread may come here.
    pub(in super::super) fn unless_reached(&mut self, loc: Loc, why: &str) {
        let kind = StmtKind::Presume {
            holds: build::int(0, Ty::Bool),
            why: why.to_owned(),
        };
        self.b.emit(loc, kind);
    }

    /// Lowers a function's body here. False if it is not followed; a hole says so.
    pub(in super::super) fn inline_into(
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
            self.anything(loc, crate::lower::lambda::UNKNOWN);
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
            contract: crate::lower::specs::Contract::default(),
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
    pub(super) fn bind_arguments(
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
    pub(super) fn member_initialisers(&mut self, constructor: Cursor<'u>, this: Expr) {
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
                    match crate::lower::fields::default_initialiser(field) {
                        Some(value) => self.initialise_field(this.clone(), field, value),
                        None => self.initialise_field(this.clone(), field, value),
                    }
                }
                Some(value) => self.initialise_field(this.clone(), field, value),
                None => self.default_field(this.clone(), field),
            }
            for (member, value) in &named {
                if crate::lower::fields::is_within(*member, field) {
                    self.initialise_member(this.clone(), class, *member, *value);
                }
            }
        }
    }

    /// The base class that an initialiser constructs, and where it lies.
    pub(super) fn initialised_base(&mut self, value: Cursor<'u>, class: Type<'u>) -> Option<(Type<'u>, u64)> {
        let Shape::Record(base) = types::shape(strip(value).ty()) else {
            return None;
        };
        match self.place_of_base(base, class) {
            layout::Place::At(offset) => Some((base, offset)),
            layout::Place::Nowhere | layout::Place::Unknown => None,
        }
    }
}
