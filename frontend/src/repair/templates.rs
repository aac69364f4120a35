//! Kernel templates that nothing instantiates: which arguments to use.
//!
//! Arguments are chosen by what the template's text does with its parameters: numbers by their names, `float` for types,
//! vectors where components are named, and classes of the user's where members are named or objects are called. What
//! does not compile is tried again with other arguments, each template by itself.

use super::dependent;
use super::explicit::Explicit;
use super::input::Input;
use super::lost::{self, Argument};
use super::usage::{self, Usage};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Range, Type, Unit, body, qualified_name};

/// How often a source is parsed to find arguments.
pub const ATTEMPTS: usize = 8;

/// An instantiation to make.
#[derive(Clone, Debug)]
pub struct Request {
    /// The template's qualified name.
    pub name: String,
    /// Its arguments, a list for each attempt.
    pub arguments: Vec<String>,
    /// Chosen here and not by the user.
    pub chosen: bool,
    /// The user asks for it in so many words.
    pub asked: bool,
    /// The template's definition.
    pub range: Option<Range>,
    /// An explicit instantiation that another file is to hold.
    pub declaration: Option<String>,
    /// Of a function of the device, which only such functions name.
    pub on_device: bool,
}

impl Request {
    /// An instantiation that the user names, `name<float, 256>`.
    pub fn of_user(text: &str) -> Option<Request> {
        let (name, arguments) = text.split_once('<')?;
        let arguments = arguments.trim_end().strip_suffix('>')?;
        Some(Request {
            name: name.trim().to_owned(),
            arguments: vec![arguments.to_owned()],
            chosen: false,
            asked: true,
            range: None,
            declaration: None,
            on_device: false,
        })
    }

    /// An instantiation that a source says in so many words.
    pub fn of_explicit(explicit: &Explicit) -> Request {
        Request {
            name: explicit.name.clone(),
            arguments: vec![explicit.arguments.clone()],
            chosen: false,
            asked: false,
            range: None,
            declaration: explicit.elsewhere.clone(),
            on_device: false,
        }
    }
}

/// The instantiations to add: those that are asked for, by the user or by the source, those that lost host code names, and one of each
/// template that has none.
pub fn requests(
    unit: &Unit,
    input: &Input,
    templates: &[Cursor<'_>],
    (used, asked): (&[Cursor<'_>], &[Request]),
) -> Vec<Request> {
    let mut found = asked.to_vec();
    let mut classes = None;
    let mut named = None;
    for template in templates {
        let name = qualified_name(*template);
        let lost = lost::of_template(unit, input, *template);
        let lost: Vec<Vec<Argument>> = lost.into_iter().filter_map(|lost| lost.arguments).collect();
        for arguments in lost.iter().filter_map(|lost| spelled_out(lost)) {
            let is_new = |r: &Request| r.name != name || r.arguments != [arguments.as_str()];
            if !asked.iter().any(|r| r.asked) && found.iter().all(is_new) {
                found.push(Request {
                    name: name.clone(),
                    arguments: vec![arguments],
                    chosen: false,
                    asked: false,
                    range: None,
                    declaration: None,
                    on_device: false,
                });
            }
        }
        let known = found.iter().any(|r| r.name == name)
            || used.iter().any(|f| {
                f.template()
                    .is_some_and(|t| t.canonical().same(template.canonical()))
            });
        if !known && body(*template).is_some() {
            let classes = classes.get_or_insert_with(|| usage::classes(unit));
            let usage = Usage::of(unit, *template);
            let choices: Vec<Vec<String>> = (0..ATTEMPTS)
                .map(|n| choose(*template, n, &usage, classes))
                .collect();
            let mut all: Vec<Vec<String>> = Vec::new();
            let named = named.get_or_insert_with(|| dependent::named(unit));
            let is_its = |kernel: Cursor<'_>| kernel.canonical().same(template.canonical());
            let named = named.iter().filter(|(kernel, _)| is_its(*kernel));
            let named: Vec<&Vec<Argument>> = named.map(|(_, arguments)| arguments).collect();
            let free = (lost.is_empty() && named.is_empty()).then(Vec::new);
            for pattern in lost.iter().chain(named).chain(&free) {
                let arguments = filled(pattern, &choices);
                if !all.contains(&arguments) {
                    all.push(arguments);
                }
            }
            found.extend(all.into_iter().map(|arguments| Request {
                name: name.clone(),
                arguments,
                chosen: true,
                asked: false,
                range: template.range(),
                declaration: None,
                on_device: false,
            }));
        }
    }
    found
}

/// Arguments all of which are known.
fn spelled_out(arguments: &[Argument]) -> Option<String> {
    let known = arguments.iter().map(|argument| match argument {
        Argument::Known(text) => Some(text.as_str()),
        Argument::Open(_) => None,
    });
    let known: Vec<&str> = known.collect::<Option<_>>()?;
    (!known.is_empty()).then(|| known.join(", "))
}

/// The lists to try: as they are written, then with what was chosen for what is not known.
fn filled(pattern: &[Argument], choices: &[Vec<String>]) -> Vec<String> {
    let written = pattern.iter().map(|argument| match argument {
        Argument::Known(text) | Argument::Open(Some(text)) => Some(text.as_str()),
        Argument::Open(None) => None,
    });
    let written = written
        .collect::<Option<Vec<&str>>>()
        .filter(|all| !all.is_empty());
    let mut all: Vec<String> = written.map(|all| all.join(", ")).into_iter().collect();
    for choice in choices {
        let len = pattern.len().max(choice.len());
        let argument = |n: usize| match pattern.get(n) {
            Some(Argument::Known(text)) => Some(text.as_str()),
            _ => choice.get(n).map(String::as_str),
        };
        let list: Vec<&str> = (0..len).map_while(argument).collect();
        let list = list.join(", ");
        if !all.contains(&list) {
            all.push(list);
        }
    }
    all
}

/// The requests with the arguments of one attempt each.
pub fn attempt(requests: &[Request], choice: &[usize]) -> Vec<Request> {
    requests
        .iter()
        .zip(choice)
        .map(|(request, n)| {
            let chosen = request
                .arguments
                .get(*n)
                .or_else(|| request.arguments.last())
                .cloned();
            Request {
                arguments: chosen.into_iter().collect(),
                ..request.clone()
            }
        })
        .collect()
}

/// Text that uses each instantiation, one on a line.
pub fn uses(requests: &[Request]) -> String {
    let mut text = String::from("\n");
    for (n, request) in requests.iter().enumerate() {
        let arguments = request.arguments.first().map_or("", String::as_str);
        if let Some(declaration) = &request.declaration {
            text.push_str(&format!("template {declaration}; "));
        }
        let where_ = if request.on_device { "__device__ " } else { "" };
        text.push_str(&format!(
            "static {where_}void {}() {{ (void)&::{}<{arguments}>; }}\n",
            use_name(n),
            request.name
        ));
    }
    text
}

/// The function that uses an instantiation.
pub fn use_name(n: usize) -> String {
    format!("__kv_use_{n}")
}

/// The arguments of an instantiation in brackets; nothing of what is no template.
pub fn instantiation(function: Cursor<'_>) -> String {
    match arguments(function).as_slice() {
        [] => String::new(),
        all => format!("<{}>", all.join(", ")),
    }
}

/// The parameters of a template.
pub fn parameters(template: Cursor<'_>) -> impl Iterator<Item = Cursor<'_>> {
    let children = template.children().into_iter();
    children.filter(|child| {
        matches!(
            child.kind(),
            CXCursor_TemplateTypeParameter
                | CXCursor_NonTypeTemplateParameter
                | CXCursor_TemplateTemplateParameter
        )
    })
}

/// The arguments of an instantiation, as a user would write them.
pub fn arguments(function: Cursor<'_>) -> Vec<String> {
    let parameters: Vec<Cursor<'_>> = function.template().into_iter().flat_map(parameters).collect();
    (0..function.template_argument_count())
        .map(|n| {
            let text = function.template_argument(n);
            let truth = parameters
                .get(n)
                .is_some_and(|p| p.ty().canonical().kind() == CXType_Bool);
            match (truth, text.as_str()) {
                (true, "0") => "false".to_owned(),
                (true, _) => "true".to_owned(),
                _ => short_lambda(&text),
            }
        })
        .collect()
}

/// A lambda's type without the path of its file: `lambda at 56:27`.
fn short_lambda(text: &str) -> String {
    match text
        .strip_prefix("(lambda at ")
        .and_then(|rest| rest.strip_suffix(')'))
    {
        Some(place) => {
            let mut parts = place.rsplitn(3, ':');
            let (column, line) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
            format!("lambda at {line}:{column}")
        }
        None => text.to_owned(),
    }
}

/// Arguments for a template's parameters without defaults.
fn choose(template: Cursor<'_>, attempt: usize, usage: &Usage, classes: &usage::Classes) -> Vec<String> {
    let mut arguments = Vec::new();
    for parameter in template.children() {
        match parameter.kind() {
            CXCursor_TemplateTypeParameter => {
                // A default, or a pack, needs no argument.
                let defaulted = parameter.children().iter().any(|c| c.kind() == CXCursor_TypeRef)
                    || parameter.display_name().contains("...");
                if defaulted {
                    break;
                }
                arguments.push(choose_type(
                    &usage.of_type(&parameter.spelling()),
                    classes,
                    attempt,
                ));
            }
            CXCursor_NonTypeTemplateParameter => {
                if parameter.expressions().pop().is_some() {
                    break;
                }
                let ty = parameter.ty();
                arguments.push(match ty.canonical().kind() {
                    CXType_Enum => format!("({}){}", ty.spelling(), enumerator(ty, attempt)),
                    _ => value_of_attempt(&parameter.spelling(), &ty.spelling(), attempt),
                });
            }
            CXCursor_TemplateTemplateParameter => match classes.templates.as_slice() {
                [] => break,
                templates => arguments.push(templates[attempt % templates.len()].clone()),
            },
            _ => {}
        }
    }
    arguments
}

/// The value of an enumeration that is tried in an attempt: one after the other, as they are declared.
fn enumerator(ty: Type<'_>, attempt: usize) -> i128 {
    let mut values: Vec<i128> = Vec::new();
    let declared = ty
        .canonical()
        .declaration()
        .map(Cursor::children)
        .unwrap_or_default();
    for enumerator in declared {
        let value = enumerator.enumerator();
        if enumerator.kind() == CXCursor_EnumConstantDecl && !values.contains(&value) {
            values.push(value);
        }
    }
    match values.len() {
        0 => 0,
        count => values[attempt % count],
    }
}

/// The prelude's function that takes anything and gives its first argument back.
const ANY_FUNCTION: &str = "::kverify_any_function";

/// A type for a parameter, by what the template does with it.
fn choose_type(used: &usage::OfType, classes: &usage::Classes, attempt: usize) -> String {
    const NUMBERS: [&str; 3] = ["float", "int", "unsigned int"];
    if let Some(vectors) = used.vectors() {
        return vectors[attempt % vectors.len()].to_owned();
    }
    if used.is_class() {
        let fitting = classes.with(used);
        if !fitting.is_empty() {
            return fitting[attempt % fitting.len()].to_owned();
        }
        // What is only called may be any function.
        if used.called && used.members.is_empty() {
            return ANY_FUNCTION.to_owned();
        }
    }
    NUMBERS[attempt % NUMBERS.len()].to_owned()
}

/// A value for a parameter: first by its name, then others that kernels are written for.
fn value_of_attempt(name: &str, ty: &str, attempt: usize) -> String {
    const OTHERS: [&str; 4] = ["32", "128", "1", "8"];
    match attempt {
        0..3 => choose_value(name, ty),
        _ if ty == "bool" => ["false", "true"][attempt % 2].to_owned(),
        _ => OTHERS[(attempt - 3) % OTHERS.len()].to_owned(),
    }
}

/// A value for a parameter, by its name.
pub fn choose_value(name: &str, ty: &str) -> String {
    let lower = name.to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|p| lower.contains(p));
    if ty == "bool" {
        "true".to_owned()
    } else if has(&["tile", "bx", "by", "dim"]) {
        "16".to_owned()
    } else if has(&["block", "thread", "blk", "bs", "cta", "group"]) {
        "256".to_owned()
    } else if has(&["warp"]) {
        "32".to_owned()
    } else {
        "4".to_owned()
    }
}
