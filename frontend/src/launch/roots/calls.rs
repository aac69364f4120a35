//! What calls give, and what they leave in what they are lent.

use super::flows::{Flow, Flows, Source, element, name, place};
use super::walk::{Walk, anything, field_of, is_number, made, only};
use super::*;

/// Functions of libraries that make something new, whatever they are called on.
const FRESH: [&str; 10] = [
    "clone", "empty", "zeros", "ones", "full", "rand", "arange", "new_", "copy", "alloc",
];
/// Functions of libraries that give what they are handed, or a part of it.
const VIEWS: [&str; 16] = [
    "move",
    "forward",
    "get",
    "ref",
    "tie",
    "as_const",
    "exchange",
    "addressof",
    "launder",
    "select",
    "slice",
    "narrow",
    "view",
    "reshape",
    "transpose",
    "flatten",
];

/// What of a tensor's methods and operators makes another one.
const PRODUCTS: [&str; 40] = [
    "operator+",
    "operator-",
    "operator*",
    "operator/",
    "add",
    "sub",
    "mul",
    "div",
    "neg",
    "abs",
    "exp",
    "log",
    "sqrt",
    "rsqrt",
    "pow",
    "square",
    "sum",
    "mean",
    "prod",
    "norm",
    "var",
    "std",
    "cumsum",
    "matmul",
    "mm",
    "bmm",
    "mv",
    "dot",
    "relu",
    "sigmoid",
    "tanh",
    "softmax",
    "argmax",
    "argmin",
    "index_select",
    "masked_select",
    "gather",
    "nonzero",
    "repeat",
    "eq",
];

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
            .filter(|f| body(*f).is_some());
        if let Some(defined) = defined {
            let parameter = defined.arguments().get(n).copied();
            let way = Rc::new(Flows::bind(call, defined, inside, None));
            let through = match parameter {
                Some(p) if !is_reference(p) => [&[Step::Element(Ok(0))], steps].concat(),
                _ => steps.to_vec(),
            };
            let Some(parameter) = parameter else {
                return anything();
            };
            let mark = (key(parameter), through.clone(), way.name.clone());
            if !self.open.insert(mark.clone()) {
                return Found::new();
            }
            let found = self.flowing(parameter, &through, None, &way);
            self.open.remove(&mark);
            return found;
        }
        if is_fresh(&call.spelling()) {
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
        let arguments = c.arguments();
        let function = c.referenced();
        let spelling = c.spelling();
        if matches!(spelling.as_str(), "operator[]" | "at")
            && let Some(object) = object_of(c)
            && let Some(n) = arguments.last()
        {
            // An element of a container; of a tensor, a part of the same memory.
            let is_container = c.ty().canonical().kind() == CXType_Pointer || is_of_std(object);
            let own = [element(Some(self.scope), *n)];
            let steps = if is_container {
                [&own, steps].concat()
            } else {
                Vec::new()
            };
            return self.of(object, &steps, inside);
        }
        if is_constructor(c) {
            return self.built(c, steps, inside);
        }
        let object = object_of(c);
        let defined = function
            .and_then(Cursor::definition)
            .filter(|f| !is_the_languages(*f));
        if let Some(defined) = defined
            && let Some(body) = body(defined)
        {
            let this = object.and_then(|object| self.object(object, inside));
            let this = this.or_else(|| inside.this.clone().filter(|_| object.is_none()));
            let way = Rc::new(Flows::bind(c, defined, inside, this));
            let mut values = Vec::new();
            returned(body, &mut values);
            if !values.is_empty() && !inside.name.contains(&format!("/{:x}", c.statement_identity())) {
                return values
                    .into_iter()
                    .flat_map(|value| self.of(value, steps, &way))
                    .collect();
            }
        }
        let is_product = is_tensor(c) && PRODUCTS.contains(&spelling.as_str());
        if is_fresh(&spelling) || is_product {
            return made(c, inside);
        }
        let gives_pointer = c.ty().canonical().kind() == CXType_Pointer;
        // A function that nobody sees may give the same each time.
        if let Some(unseen) = function.filter(|f| {
            gives_pointer
                && f.kind() == CXCursor_FunctionDecl
                && f.definition().is_none()
                && !is_the_languages(*f)
        }) {
            return only(Root {
                base: name(unseen),
                steps: Vec::new(),
            });
        }
        // What a method that nobody sees gives is as much its own as what an allocation does.
        let object = object.filter(|_| function.is_some_and(is_the_languages));
        if object.is_some() || gives_pointer || VIEWS.contains(&spelling.as_str()) {
            let handed: Vec<Cursor<'u>> = object.into_iter().chain(arguments).collect();
            let found = self.all(&handed, c, &[], inside);
            if !found.is_empty() {
                return found;
            }
        }
        made(c, inside)
    }

    /// What a constructor makes of what it is handed.
    pub(super) fn built(&mut self, c: Cursor<'u>, steps: &[Step], inside: &Rc<Inside<'u>>) -> Found {
        let arguments = c.arguments();
        let of_class = c.ty().canonical();
        let defined = c
            .referenced()
            .and_then(Cursor::definition)
            .filter(|f| body(*f).is_some());
        let is_copy = matches!(arguments[..], [only] if only.ty().canonical().spelling().ends_with(&of_class.spelling()));
        let field = match steps.first() {
            Some(Step::Field(name)) => field_of(of_class, name),
            _ => None,
        };
        if super::super::opencl::is_new_buffer(c) {
            return made(c, inside);
        }
        let (Some(defined), Some(field), false) = (defined, field, is_copy) else {
            return self.all(&arguments, c, steps, inside);
        };
        let way = Rc::new(Flows::bind(c, defined, inside, None));
        let mut found = Found::new();
        let of_constructor = |flow: &Flow<'u>| flow.function.is_some_and(|f| f.same(defined));
        for flow in self.flows.into(field).to_vec().into_iter().filter(of_constructor) {
            match flow.source {
                Source::Value(value) => found.extend(self.of(value, &steps[1..], &way)),
                Source::Lent(call, n) => found.extend(self.lent(call, n, &steps[1..], &way)),
                Source::Called(_) => found.extend(made(c, inside).into_iter().map(|mut root| {
                    root.steps.extend(steps.iter().cloned());
                    root
                })),
            }
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

/// Whether a function makes something new, by its name.
fn is_fresh(name: &str) -> bool {
    // A part of a buffer is the only thing of OpenCL's host interface that lies in another.
    if name.starts_with("clCreate") {
        return name != "clCreateSubBuffer";
    }
    let name = name.to_lowercase();
    FRESH.iter().any(|word| match *word {
        "alloc" => name.contains("alloc"),
        "new_" | "copy" => name == "copy" || name.starts_with("new_"),
        word => name.starts_with(word),
    })
}

/// Whether something is of a class of the C++ library.
fn is_of_std(c: Cursor<'_>) -> bool {
    let name = c.ty().canonical().spelling();
    name.trim_start_matches("const ").starts_with("std::")
}

/// What a body returns.
fn returned<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    match c.kind() {
        CXCursor_ReturnStmt => found.extend(c.expressions()),
        CXCursor_LambdaExpr => {}
        _ => c.children().into_iter().for_each(|child| returned(child, found)),
    }
}

fn is_tensor(c: Cursor<'_>) -> bool {
    c.ty().canonical().spelling().ends_with("at::Tensor")
}
