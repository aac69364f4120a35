//! What calls give, and what they leave in what they are lent.

use super::super::forwarding::position;
use super::super::members::class_name;
use super::flows::Flows;
use super::lists::by_default;
use super::makers::{PRODUCTS, accessor, is_fresh, is_tensor};
use super::named::field_of;
use super::places::{element, name, place};
use super::walk::{Walk, anything, is_number, made, named};
use super::*;

impl<'u> Walk<'_, '_, 'u> {
    /// What a call may leave in what it is lent.
    pub(super) fn lent(
        &mut self,
        call: Cursor<'u>,
        n: usize,
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let function = call.referenced();
        let defined = function
            .and_then(Cursor::definition)
            .filter(|f| body(*f).is_some() && !is_the_languages(*f) && !f.is_virtual());
        if let Some(defined) = defined {
            let parameter = position(call, defined, n).and_then(|n| defined.arguments().get(n).copied());
            let way = Rc::new(Flows::bind(call, defined, inside, None));
            let is_address = call
                .arguments()
                .get(n)
                .is_some_and(|argument| is_address(strip(*argument)));
            let which = match is_address {
                true => Ok(0),
                false => Err("*".to_owned()),
            };
            let through = match parameter {
                Some(p) if !is_reference(p) => [&[Step::Element(which)], steps].concat(),
                _ => steps.to_vec(),
            };
            let Some(parameter) = parameter else {
                return anything();
            };
            let question = (key(parameter), through.clone(), format!("{}&", way.name));
            return self.ask(question, |walk| walk.flowing(parameter, &through, None, &way));
        }
        if is_fresh(&call.spelling(), call) {
            return made(call, inside);
        }
        // What it reads.
        let others: Vec<Cursor<'u>> = call
            .arguments()
            .into_iter()
            .enumerate()
            .filter(|(m, argument)| *m != n && !is_number(*argument))
            .map(|(_, argument)| argument)
            .filter(|argument| {
                function.is_some_and(is_the_languages) || strip(*argument).kind() != CXCursor_UnaryOperator
            })
            .collect();
        let found = self.all(&others, call, steps, inside);
        if found.is_empty() {
            made(call, inside)
        } else {
            found
        }
    }

    pub(super) fn call(&mut self, c: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        if is_constructor(c) {
            return self.built(c, steps, inside);
        }
        let Some(function) = c.referenced() else {
            // Through a pointer.
            return anything();
        };
        let is_method = matches!(function.kind(), CXCursor_CXXMethod | CXCursor_ConversionFunction);
        let object = object_of(c).filter(|_| is_method || is_operator(c));
        match is_the_languages(function) {
            true => self.called_library(c, object, steps, inside),
            false if function.is_virtual() => anything(),
            false => match function.definition().and_then(|f| Some((f, body(f)?))) {
                Some((defined, body)) => self.called(c, (defined, body, object), steps, inside),
                None => self.called_unseen(c, function, object, inside),
            },
        }
    }

    /// What a function of the file returns.
    fn called(
        &mut self,
        c: Cursor<'u>,
        (defined, body, object): (Cursor<'u>, Cursor<'u>, Option<Cursor<'u>>),
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        // Of itself it returns nothing else than otherwise.
        if inside.name.contains(&format!("/{:x}", c.statement_identity())) {
            self.asked.again += 1;
            return Found::new();
        }
        let this = object.and_then(|object| self.object(object, inside));
        let this = this.or_else(|| inside.this.clone().filter(|_| object.is_none()));
        let way = Rc::new(Flows::bind(c, defined, inside, this));
        let mut values = Vec::new();
        returned(body, &mut values);
        values
            .into_iter()
            .flat_map(|value| self.of(value, steps, &way))
            .collect()
    }

    /// What a function gives that nobody sees: it may be the same each time, and a part of what it is handed.
    fn called_unseen(
        &mut self,
        c: Cursor<'u>,
        function: Cursor<'u>,
        object: Option<Cursor<'u>>,
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let arguments = c.arguments();
        if c.spelling().to_lowercase().contains("alloc") {
            return made(c, inside);
        }
        let mut found = self.all(&arguments, c, &[], inside);
        match object {
            // One of the object's own, like a member; two names may be of one start.
            Some(object) => {
                let own = accessor(&c.spelling()).filter(|_| arguments.is_empty());
                let steps: Vec<Step> = own.map(Step::Field).into_iter().collect();
                found.extend(self.of(object, &steps, inside));
            }
            None => found.extend(named(name(function))),
        }
        found
    }

    /// What a function of a library gives: what it is handed or a part of it, but for the listed that make something.
    fn called_library(
        &mut self,
        c: Cursor<'u>,
        object: Option<Cursor<'u>>,
        steps: &[Step],
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let (arguments, spelling) = (c.arguments(), c.spelling());
        match (spelling.as_str(), object) {
            ("operator[]" | "at", Some(object)) if !arguments.is_empty() => {
                // An element of a container; of a tensor, a part of the same memory.
                let is_container = c.ty().canonical().kind() == CXType_Pointer || is_of_std(object);
                let own = [element(Some(self.scope), arguments[arguments.len() - 1])];
                let steps = if is_container {
                    [&own, steps].concat()
                } else {
                    Vec::new()
                };
                return self.of(object, &steps, inside);
            }
            ("operator->", Some(object)) => return self.of(object, steps, inside),
            ("make_pair", None) => {
                if let Some(part) = part_of_pair(&arguments, steps) {
                    return self.of(part, &steps[1..], inside);
                }
            }
            _ => {}
        }
        // `*p` is what is there.
        let is_read = spelling == "operator*" && arguments.len() < 2;
        let is_product = is_tensor(c) && PRODUCTS.contains(&spelling.as_str()) && !is_read;
        if is_fresh(&spelling, c) || is_product {
            return made(c, inside);
        }
        let handed: Vec<Cursor<'u>> = object.into_iter().chain(arguments).collect();
        let is_pointer = c.ty().canonical().kind() == CXType_Pointer;
        let again = self.asked.again;
        let found = self.all(&handed, c, &[], inside);
        // Of numbers alone a tensor or a class is made; a pointer may be the same each time.
        match found.is_empty() && self.asked.again == again {
            true if is_pointer => named(c.referenced().map(name).unwrap_or_default()),
            true => made(c, inside),
            false => found,
        }
    }

    /// What a constructor makes of what it is handed.
    pub(super) fn built(&mut self, c: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        let arguments = c.arguments();
        if super::super::opencl::is_new_buffer(c) {
            return made(c, inside);
        }
        if is_pair(c)
            && let Some(part) = part_of_pair(&arguments, steps)
        {
            return self.of(part, &steps[1..], inside);
        }
        let defined = c.referenced().and_then(Cursor::definition);
        let defined = defined.filter(|f| body(*f).is_some() && !is_the_languages(*f));
        let is_copy = matches!(arguments[..], [only] if class_name(only) == class_name(c));
        let field = match steps.first() {
            Some(Step::Field(name)) => field_of(c.ty().canonical(), name),
            _ => None,
        };
        let again = self.asked.again;
        let mut found = match (defined, field) {
            // What it does is written for a base class, and not shown.
            _ if !is_copy && inherits_constructors(c) => anything(),
            (Some(defined), Some(field)) => {
                let way = Rc::new(Flows::bind(c, defined, inside, None));
                let mut found = self.constructed((defined, field), steps, &way, 0);
                if is_copy {
                    found.extend(self.all(&arguments, c, steps, inside));
                }
                found
            }
            (None, _) if is_copy || is_list(&arguments) => self.all(&arguments, c, steps, inside),
            _ => self.all(&arguments, c, &[], inside),
        };
        // Its own, where it is handed nothing.
        if found.is_empty() && self.asked.again == again {
            found.extend(made(c, inside).into_iter().map(|root| Root {
                steps: steps.to_vec(),
                ..root
            }));
        }
        found
    }

    /// What a constructor puts into a member, and those that it calls for its bases and for itself.
    fn constructed(
        &mut self,
        (constructor, field): (Cursor<'u>, Cursor<'u>),
        steps: &[Step],
        way: &Rc<Inside<'u>>,
        depth: usize,
    ) -> Found {
        let mut found = Found::new();
        for flow in self.flows.into(field).to_vec() {
            let Some(function) = flow.function.map(|f| f.definition().unwrap_or(f)) else {
                found.extend(by_default(field));
                continue;
            };
            if !function.same(constructor) {
                let is_inner =
                    |call: &&Cursor<'u>| self.flows.around(**call).is_some_and(|f| f.same(constructor));
                let is_built = function.kind() == CXCursor_Constructor && depth < MOST_AROUND;
                let calls = self.flows.calls(function).iter().filter(is_inner);
                let calls: Vec<Cursor<'u>> = calls.copied().filter(|_| is_built).collect();
                for call in calls {
                    let inner = Rc::new(Flows::bind(call, function, way, None));
                    found.extend(self.constructed((function, field), steps, &inner, depth + 1));
                }
                continue;
            }
            found.extend(self.source(flow.source, &steps[1..], way));
        }
        found
    }

    /// The object that a method is called on.
    pub(super) fn object(&mut self, object: Cursor<'u>, inside: &Rc<Inside<'u>>) -> Option<Root> {
        let (base, steps) = place(Some(self.scope), object)?;
        if let Some((argument, outer)) = inside.bound.get(&key(base)) {
            let inner = self.object(*argument, &outer.clone())?;
            return Some(Root {
                steps: [&inner.steps[..], &steps].concat(),
                ..inner
            });
        }
        let is_member = !is_variable(base);
        let this = inside.this.clone().unwrap_or_else(|| self.this(inside));
        Some(match is_member {
            true => Root {
                steps: [&this.steps[..], &[member(base, Some(base))], &steps].concat(),
                base: this.base,
            },
            false => Root {
                base: name(base),
                steps,
            },
        })
    }
}

fn is_operator(call: Cursor<'_>) -> bool {
    call.spelling().starts_with("operator")
        && call.referenced().is_some_and(|f| f.kind() == CXCursor_CXXMethod)
}

/// What is made of two that are handed over, and which of them a member is.
fn part_of_pair<'u>(arguments: &[Cursor<'u>], steps: &[Step]) -> Option<Cursor<'u>> {
    let ([first, second], Some(Step::Field(name))) = (arguments, steps.first()) else {
        return None;
    };
    match name.as_str() {
        "first" => Some(*first),
        "second" => Some(*second),
        _ => None,
    }
}

/// Whether what is handed over is a list in braces: a container's elements.
fn is_list(arguments: &[Cursor<'_>]) -> bool {
    matches!(arguments, [only] if strip(*only).kind() == CXCursor_InitListExpr)
}

/// Whether a class has constructors of its bases: what they are handed is not shown.
fn inherits_constructors(c: Cursor<'_>) -> bool {
    let class = c.ty().canonical().declaration();
    let parts = class.map(|class| class.definition().unwrap_or(class).children());
    parts.is_some_and(|parts| parts.iter().any(|part| part.kind() == CXCursor_UsingDeclaration))
}

fn is_pair(c: Cursor<'_>) -> bool {
    class_name(c).starts_with("std::pair<")
}

/// Whether something is of a class of the C++ library.
pub(super) fn is_of_std(c: Cursor<'_>) -> bool {
    let name = c.ty().canonical().spelling();
    name.trim_start_matches("const ").starts_with("std::")
}

/// What a body returns.
pub(super) fn returned<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    match c.kind() {
        CXCursor_ReturnStmt => found.extend(c.expressions()),
        CXCursor_LambdaExpr => {}
        _ => c.children().into_iter().for_each(|child| returned(child, found)),
    }
}
