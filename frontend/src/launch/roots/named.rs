//! What variables, members and parameters come from.

use super::super::forwarding::arguments_to;
use super::super::variables::{is_local, start};
use super::flows::{Flow, Flows, Source};
use super::places::{name, place};
use super::walk::{Walk, anything, only};
use super::*;
use crate::clang::Type;
use crate::repair::dependent::parameters;

impl<'u> Walk<'_, '_, 'u> {
    pub(super) fn variable(
        &mut self,
        variable: Cursor<'u>,
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        // What outlives a call is one thing, whichever call it is.
        let any = (!is_local(variable)).then(|| Rc::new(Inside::of_any_call()));
        let inside = any.as_ref().unwrap_or(inside);
        let question = (key(variable), steps.to_vec(), inside.name.clone());
        self.ask(question, |walk| walk.variable_once(variable, steps, inside))
    }

    pub(super) fn variable_once(
        &mut self,
        variable: Cursor<'u>,
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        if let Some(holder) = inside
            .holder
            .as_ref()
            .filter(|holder| holder.variable.same(variable))
            && let Some(object) = inside.this.clone()
            && let Some([Step::Field(member), rest @ ..]) = steps.strip_prefix(&holder.part[..])
            && let Some(field) = field_of(holder.class, member)
        {
            return self.member(&object, field, rest, inside);
        }
        if self.is_doubtful(variable, steps) {
            return anything();
        }
        // A lambda that a variable is holds what it captured.
        let lambda = self.scope.variables.only_value(variable).map(strip);
        if let Some(lambda) = lambda.filter(|c| c.kind() == CXCursor_LambdaExpr && !steps.is_empty()) {
            return self.of(lambda, steps, inside);
        }
        let itself = Root {
            base: name(variable),
            steps: Vec::new(),
        };
        let mut found = self.flowing(variable, steps, None, inside);
        // What a lambda's capture starts with stands nowhere else.
        if let Some(start) = start(variable).filter(|_| self.flows.into(variable).is_empty()) {
            found.extend(self.of(start, steps, inside));
        }
        // What hands a lambda its parameters need not be seen.
        if found.is_empty() && is_of_lambda(variable) {
            return anything();
        }
        if let Some((Step::Field(member), rest)) = steps.split_first()
            && let Some(field) = field(variable, member)
        {
            if self.is_lost_member(field, rest) {
                return anything();
            }
            // A reference is one to what was made under another name.
            let is_built = is_reference(variable)
                || variable.kind() == CXCursor_VarDecl && variable.ty().canonical().kind() == CXType_Record;
            found.extend(self.member_flows((&itself, is_built), field, rest, inside));
        } else if let Some(Step::Field(member)) = steps.first()
            && member != UNION
            && !member.ends_with("()")
        {
            // A member of a class whose members are not seen.
            return anything();
        }
        let own = Root {
            steps: steps.to_vec(),
            ..itself.clone()
        };
        if let Some((argument, outer)) = inside.bound.get(&key(variable)) {
            found.extend(match is_default(*argument) {
                true => variable
                    .initializer()
                    .map_or_else(anything, |value| self.of(value, steps, inside)),
                false => self.of(*argument, steps, &outer.clone()),
            });
        } else if variable.kind() == CXCursor_ParmDecl {
            let function = variable.semantic_parent();
            if function.is_some_and(|function| self.is_unseen(function)) {
                return anything();
            }
            let is_outermost = function
                .zip(inside.outermost)
                .is_some_and(|(f, g)| key(f) == key(g));
            if let Some(function) = function.filter(|_| !is_outermost) {
                found.extend(self.handed(variable, function, steps));
            }
            found.insert(own);
        } else if found.is_empty() {
            found.insert(own);
        }
        if self.is_written_through(variable, steps, &found)
            || self.is_written_through(variable, steps, &only(itself))
        {
            return anything();
        }
        found
    }

    /// Whether calls of a function are not seen that may hand it one pointer twice.
    pub(super) fn is_unseen(&self, function: Cursor<'u>) -> bool {
        self.scope.variables.is_called_unseen(function) || self.is_handed_alike(function)
    }

    /// A part of a member of the object at hand.
    pub(super) fn own_member(&mut self, field: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        if self.is_unnamed(inside) || self.is_lost_member(field, steps) {
            return anything();
        }
        let this = self.this(inside);
        let mut found = self.member(&this, field, steps, inside);
        let steps = [&[member(field, Some(field))], steps].concat();
        if let Some((object, outer)) = inside.object.clone() {
            found.extend(self.of(object, &steps, &outer));
        } else if is_named(&this) {
            found.extend(self.part(&this, &steps));
        }
        found
    }

    /// Whether the way leads through a function that is called where nothing names it.
    pub(super) fn is_unnamed(&self, inside: &Inside<'u>) -> bool {
        let mut functions = [inside.function, inside.outermost].into_iter().flatten();
        let variables = self.scope.variables;
        // A conversion that the way leads through is called on an object that is seen.
        let is_seen = |function: Cursor<'u>| {
            inside.object.is_some() && inside.function.is_some_and(|f| f.same(function))
        };
        functions.any(|function| {
            let name = function.spelling();
            is_called_unnamed(function) && !is_seen(function)
                || variables.has_escaped(function)
                || variables.lost().iter().any(|lost| lost.keeps_method(&name))
        })
    }

    /// What the calls of a function hand to a parameter of its, whichever counts.
    pub(super) fn handed(&mut self, parameter: Cursor<'u>, function: Cursor<'u>, steps: &[Step]) -> Found {
        let calls = self.flows.calls(function);
        if calls.is_empty() {
            return Found::new();
        }
        let parameters = parameters(function.definition().unwrap_or(function));
        let position = parameters.iter().position(|p| key(*p) == key(parameter));
        let (false, Some(n)) = (calls.len() > MOST_CALLS, position) else {
            return anything();
        };
        let any = Rc::new(Inside::of_any_call());
        let mut found = Found::new();
        for call in calls.iter().copied() {
            let arguments = arguments_to(call, function);
            // An operator's first operand is the object.
            let extra = arguments.len().saturating_sub(parameters.len());
            let caller = self.flows.around.get(&call.statement_identity());
            let is_hidden = caller.is_some_and(|caller| is_called_unnamed(*caller));
            match arguments.get(n + extra) {
                _ if is_hidden => found.extend(anything()),
                Some(argument) if is_default(*argument) => found.extend(anything()),
                Some(argument) => found.extend(self.of(*argument, steps, &any)),
                None => found.extend(anything()),
            }
        }
        found
    }

    /// A member of an object.
    pub(super) fn member(
        &mut self,
        object: &Root,
        field: Cursor<'u>,
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let mut found = self.member_flows((object, false), field, steps, inside);
        if found.is_empty() {
            let own = [member(field, Some(field))];
            found.insert(Root {
                base: object.base.clone(),
                steps: [&object.steps[..], &own, steps].concat(),
            });
        }
        found
    }

    pub(super) fn member_flows(
        &mut self,
        (object, is_built): (&Root, bool),
        field: Cursor<'u>,
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let of_object = format!("{object:?}{is_built}{}", inside.name);
        self.ask((key(field), steps.to_vec(), of_object), |walk| {
            walk.flowing(field, steps, Some((object, is_built)), inside)
        })
    }

    /// All that flows into a part of a variable, or of a member of an object.
    pub(super) fn flowing(
        &mut self,
        to: Cursor<'u>,
        steps: &[Step],
        object: Option<(&Root, bool)>,
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let flows: Vec<Flow<'u>> = self.flows.into(to).to_vec();
        let mut found = Found::new();
        for flow in flows {
            if !flow.steps.iter().zip(steps).all(|(a, b)| a.meets(b)) {
                continue;
            }
            let rest = match alike(&flow.steps, steps) {
                true => steps.get(flow.steps.len()..).unwrap_or(&[]),
                false => &[],
            };
            // One place in a loop makes several things, for several elements.
            let own: Vec<Step> = flow
                .steps
                .iter()
                .zip(steps)
                .filter(|(a, _)| matches!(a, Step::Element(Err(_))))
                .map(|(_, b)| b.clone())
                .collect();
            let ways = match object {
                Some(object) => self.ways_into(&flow, object, inside),
                None => vec![inside.clone()],
            };
            for way in ways {
                let roots = self.source(flow.source, rest, &way);
                found.extend(roots.into_iter().map(|mut root| {
                    if root.base.starts_with(MADE) {
                        root.steps.extend(own.iter().cloned());
                    }
                    root
                }));
            }
        }
        found
    }

    /// What a source gives a part of.
    pub(super) fn source(&mut self, source: Source<'u>, steps: &[Step], way: &Rc<Inside<'u>>) -> Found {
        match source {
            Source::Value(value) => self.of(value, steps, way),
            Source::Lent(call, n) => self.lent(call, n, steps, way),
            Source::Called(call) => self.all(&call.arguments(), call, &[], way),
            Source::Unknown => anything(),
        }
    }

    /// The ways by which a member of an object gets something: the calls of the function that gives it, on this object. Who calls it, and
    /// when, is not told apart.
    pub(super) fn ways_into(
        &self,
        flow: &Flow<'u>,
        (object, is_built): (&Root, bool),
        inside: &Rc<Inside<'u>>,
    ) -> Vec<Rc<Inside<'u>>> {
        let is_own = object.base == "this";
        // Another name of the object stands for other things in each.
        let holder = flow
            .holder
            .as_ref()
            .map(|holder| format!("+{:x}", key(holder.variable)));
        let is_known = self.is_known(object);
        let for_object = for_object(object, is_known) + &holder.unwrap_or_default();
        let outer = |of: &str| Inside {
            this: Some(object.clone()),
            name: format!("{ANY_CALL}{of}"),
            holder: flow.holder.clone(),
            ..Inside::default()
        };
        let Some(function) = flow.function else {
            return vec![Rc::new(outer(&for_object))];
        };
        // What its own start says of it is looked at there.
        if is_built && function.kind() == CXCursor_Constructor {
            return Vec::new();
        }
        let mut ways = Vec::new();
        // In the same run of the function.
        let is_here = |here: Cursor<'u>| here.same(function.definition().unwrap_or(function));
        if inside.function.is_some_and(is_here) {
            ways.push(inside.clone());
        }
        for call in self.flows.calls(function).iter().take(MOST_CALLS) {
            let on = object_of(*call).and_then(|on| place(Some(self.scope), on));
            let is_other = on.is_some_and(|(base, steps)| {
                let on = Root {
                    base: name(base),
                    steps,
                };
                !is_own && is_variable(base) && !on.meets(object)
            });
            // A constructor's call makes one variable, or one member.
            let makes_other = || {
                let call = call.statement_identity();
                let is_member =
                    |name: &String| matches!(object.steps.last(), Some(Step::Field(own)) if own == name);
                let is_variable = self
                    .flows
                    .made
                    .get(&call)
                    .is_some_and(|made| *made != object.base);
                let is_other_member = self
                    .flows
                    .made_members
                    .get(&call)
                    .is_some_and(|made| !is_member(made));
                function.kind() == CXCursor_Constructor && (is_variable || is_other_member)
            };
            if !(is_other || is_known && makes_other()) {
                let outside = Rc::new(Inside::of_any_call());
                let mut way = Flows::bind(*call, function, &outside, Some(object.clone()));
                way.name += &for_object;
                way.holder = flow.holder.clone();
                ways.push(Rc::new(way));
            }
        }
        // A member of the object at hand is made in its constructor.
        let is_made = is_known && function.kind() == CXCursor_Constructor && !ways.is_empty();
        if ways.is_empty() && !self.is_never_called_on(object, function) || is_own && !is_made {
            ways.push(Rc::new(outer(&for_object)));
        }
        ways
    }

    /// Whether an object is told from others by its name: a variable, a part of one, or a member of the object at hand.
    fn is_known(&self, object: &Root) -> bool {
        let is_own = |step: &Step| matches!(step, Step::Field(name) if !self.flows.references.contains(name));
        is_named(object)
            || object.base == "this" && !object.steps.is_empty() && object.steps.iter().all(is_own)
    }

    /// Whether a function is none that a variable's own constructor is, and is called on no other name of it: the variable is local, and
    /// nobody is handed it to change it who is not seen.
    fn is_never_called_on(&self, object: &Root, function: Cursor<'u>) -> bool {
        let is_of_its_own = |v: Cursor<'u>| {
            let is_object = v.kind() == CXCursor_VarDecl && v.ty().canonical().kind() == CXType_Record;
            is_object && is_local(v)
        };
        if function.kind() == CXCursor_Constructor && self.flows.references.contains(&object.base) {
            return true;
        }
        let variable = self.flows.variables.get(&object.base).copied();
        let start = variable
            .filter(|v| is_of_its_own(*v))
            .and_then(Cursor::initializer);
        if !object.steps.is_empty() || !start.map(strip).is_some_and(is_constructor) {
            return false;
        }
        let is_another = |call: &Cursor<'u>| {
            let on = object_of(*call).and_then(|on| place(Some(self.scope), on));
            on.is_some_and(|(base, _)| is_of_its_own(base))
        };
        match function.kind() {
            CXCursor_Constructor => true,
            CXCursor_CXXMethod => {
                let variables = self.scope.variables;
                let mut lost = variables.lost().iter();
                !function.is_virtual()
                    && !variables.has_escaped(function)
                    && !lost.any(|lost| lost.keeps_method(&function.spelling()))
                    && !self.flows.handed_out.contains(&object.base)
                    && self.flows.calls(function).iter().all(is_another)
            }
            _ => false,
        }
    }
}

/// What the name of a way says of the object that a function is called on. What two objects' own functions make is not one thing, if
/// both are known by their names.
fn for_object(object: &Root, is_known: bool) -> String {
    let mark = if is_known { OF_NAMED } else { OF_OTHER };
    let object = format!("{}{:?}", object.base, object.steps);
    format!("{mark}{}", object.replace(['/', OF_NAMED, OF_OTHER], "~"))
}

/// Whether an object is a variable, or a part of one.
pub(super) fn is_named(object: &Root) -> bool {
    object.base.contains('@') && !object.base.starts_with(MADE)
}

/// Whether both paths name members and elements in the same places.
pub(super) fn alike(a: &[Step], b: &[Step]) -> bool {
    let are = |(a, b): (&Step, &Step)| matches!(a, Step::Field(_)) == matches!(b, Step::Field(_));
    a.iter().zip(b).all(are)
}

/// Whether an argument is left to the parameter's default.
pub(super) fn is_default(argument: Cursor<'_>) -> bool {
    argument.kind() == CXCursor_UnexposedExpr && argument.expressions().is_empty()
}

pub(super) fn is_of_lambda(variable: Cursor<'_>) -> bool {
    let class = variable.semantic_parent().and_then(Cursor::semantic_parent);
    variable.kind() == CXCursor_ParmDecl
        && class.is_some_and(|class| {
            let name = class.spelling();
            class.kind() == CXCursor_ClassDecl && (name.is_empty() || name.contains("lambda"))
        })
}

/// The member of a variable's class.
pub(super) fn field<'u>(variable: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
    field_of(pointed(variable.ty()), name)
}

/// What a pointer or a reference leads to; another type as it is.
pub(super) fn pointed(ty: Type<'_>) -> Type<'_> {
    let ty = ty.canonical();
    match ty.kind() {
        CXType_LValueReference | CXType_RValueReference | CXType_Pointer => ty.pointee().canonical(),
        _ => ty,
    }
}

pub(super) fn field_of<'u>(class: Type<'u>, name: &str) -> Option<Cursor<'u>> {
    let own = class
        .all_fields()
        .into_iter()
        .find(|field| field.spelling() == name);
    own.or_else(|| {
        let class = class.declaration()?;
        let parts = class.definition().unwrap_or(class).children();
        let mut bases = parts
            .into_iter()
            .filter(|part| part.kind() == CXCursor_CXXBaseSpecifier);
        bases.find_map(|base| field_of(base.ty().canonical(), name))
    })
}

/// Whether a function is called where nothing names it, on an object that is not seen: a destructor or a conversion.
fn is_called_unnamed(function: Cursor<'_>) -> bool {
    matches!(function.kind(), CXCursor_Destructor | CXCursor_ConversionFunction)
}
