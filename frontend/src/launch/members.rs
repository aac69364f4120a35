//! What members of structures hold that a launch hands over by value: `kernel<<<g, b>>>(a, Size{32, 16})`.

use super::constants::{MAX_DEPTH, Scope, is_constructor, strip};
use super::conversions::{fits, handed_over};
use super::line_of;
use super::names::Known;
use super::reaching::Definition;
use super::uses::Effect;
use super::variables::{is_variable, start};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type, body};
use crate::ir::{Kernel, Launch, Param, Ty, Unclear};
use crate::repair::kernels::is_the_languages;

/// Says of a launch what the members of an argument hold, and which of them `function` is given itself.
pub(super) fn add<'u>(
    scope: &Scope<'_, 'u>,
    (argument, parameter): (Cursor<'u>, Cursor<'u>),
    function: Option<Cursor<'u>>,
    kernel: &Kernel,
    launch: &mut Launch,
) {
    let prefix = format!("{}.", parameter.spelling());
    let whole = copied(argument);
    let whole_is_given = function.is_some_and(|function| scope.is_given(whole, function));
    for (n, param) in (0..).zip(&kernel.params) {
        let Some(path) = param.name.strip_prefix(&prefix) else {
            continue;
        };
        let path: Vec<&str> = path.split('.').collect();
        let held = held(scope, whole, &path, 0);
        let value = held.and_then(|(value, _)| scope.integer(value));
        if let Some(value) = value.filter(|value| holds(param.ty, *value)) {
            launch.args.push((n, value));
        }
        let is_given = |(value, member): (Cursor<'u>, Cursor<'u>)| {
            handed_over(value, member, fits) && function.is_some_and(|f| scope.is_given(value, f))
        };
        if whole_is_given || held.is_some_and(is_given) {
            launch.given.push(param.name.clone());
        } else if is_users(whole)
            && !launch.args.iter().any(|(known, _)| *known == n)
            && matches!(param.ty, Ty::Int { .. } | Ty::Bool)
        {
            // What it holds is not known, and not all that it may hold need come about.
            launch.unclear.push(Unclear {
                name: param.name.clone(),
                line: line_of(argument),
                alone: false,
                relation: None,
            });
        }
    }
}

/// A variable that is handed over whole, and its parts that are numbers to the kernel.
pub(super) fn known<'u>(argument: Cursor<'u>, parameter: Cursor<'u>, kernel: &Kernel) -> Option<Known<'u>> {
    let place = copied(argument);
    let prefix = format!("{}.", parameter.spelling());
    let is_number = |p: &&Param| matches!(p.ty, Ty::Int { .. }) && p.name.starts_with(&prefix);
    let parts: Vec<String> = (kernel.params.iter().filter(is_number))
        .map(|p| p.name.clone())
        .collect();
    let is_variable = place.kind() == CXCursor_DeclRefExpr && place.referenced().is_some_and(is_variable);
    (is_variable && !parts.is_empty()).then(|| Known {
        place,
        name: parameter.spelling(),
        parts,
    })
}

/// Whether something is of a class that the user names: a closure has what its captures have.
fn is_users(c: Cursor<'_>) -> bool {
    let class = c.ty().canonical().declaration();
    class.is_some_and(|class| {
        let name = class.spelling();
        let is_closure = name.is_empty() || name.contains("lambda") || name.contains('(');
        !is_closure && !is_the_languages(class)
    })
}

/// Whether a type has a number.
fn holds(ty: Ty, value: i128) -> bool {
    match ty {
        Ty::Bool => matches!(value, 0 | 1),
        Ty::Int { bits, signed } => {
            let bits = u32::from(bits) - u32::from(signed);
            let low = if signed { -1 } else { 0 };
            bits >= 127 || (low..1).contains(&(value >> bits))
        }
        Ty::Float(_) | Ty::Ptr => false,
    }
}

/// The expression of which something is a copy as a whole, by no code of the user's.
pub(super) fn copied(c: Cursor<'_>) -> Cursor<'_> {
    let c = strip(c);
    let is_copy = |of: &Cursor<'_>| is_constructor(c) && class_name(*of) == class_name(c);
    let copies_all = || {
        let function = c.referenced().map(|f| f.definition().unwrap_or(f));
        function.is_some_and(|function| body(function).is_none())
    };
    match c.arguments()[..] {
        [of] if c.kind() == CXCursor_CallExpr && is_copy(&of) && copies_all() => copied(of),
        _ => c,
    }
}

/// What the class of an expression is called, or of what a reference is one to.
pub(super) fn class_name(c: Cursor<'_>) -> String {
    let ty = c.ty().canonical();
    let ty = match ty.kind() {
        CXType_LValueReference | CXType_RValueReference => ty.pointee().canonical(),
        _ => ty,
    };
    ty.spelling().trim_start_matches("const ").to_owned()
}

/// The expression that gives the member that `c` names of a variable its value, and the member's declaration.
pub(super) fn value_of<'u>(scope: &Scope<'_, 'u>, c: Cursor<'u>) -> Option<(Cursor<'u>, Cursor<'u>)> {
    let field = c.referenced().filter(|field| field.kind() == CXCursor_FieldDecl);
    if let Some(known) = field.and_then(|field| Some((of_all_objects(field)?, field))) {
        return Some(known);
    }
    let (mut path, mut of) = (Vec::new(), strip(c));
    while let (CXCursor_MemberRefExpr, [record]) = (of.kind(), &of.expressions()[..]) {
        // What a pointer leads to may be anything.
        if record.ty().canonical().kind() != CXType_Record {
            return None;
        }
        path.push(of.spelling());
        of = strip(*record);
    }
    path.reverse();
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    held(scope, of, &path, 0).filter(|_| of.kind() == CXCursor_DeclRefExpr)
}

/// What a constant member holds in all objects of its class: no constructor says anything else (C++17, 15.6.2 \[class.base.init\]).
fn of_all_objects(field: Cursor<'_>) -> Option<Cursor<'_>> {
    let value = by_default(field)?;
    let class = field.semantic_parent()?;
    let parts = class.children();
    let made = || parts.iter().filter(|part| part.kind() == CXCursor_Constructor);
    let names_it = |made: &Cursor<'_>| {
        let inside = made.definition().unwrap_or(*made).children();
        inside
            .iter()
            .any(|c| c.kind() == CXCursor_MemberRef && c.referenced().is_some_and(|f| f.same(field)))
    };
    let is_defined = |made: &Cursor<'_>| made.definition().is_some() && made.template().is_none();
    let is_told = made().next().is_some() && made().all(|made| is_defined(made) && !names_it(made));
    let has_template = parts.iter().any(|part| part.kind() == CXCursor_FunctionTemplate);
    (field.ty().is_const() && is_told && !has_template).then_some(value)
}

/// What a member starts with where nothing else is said.
fn by_default(field: Cursor<'_>) -> Option<Cursor<'_>> {
    field.expressions().last().copied()
}

/// The expression that gives a member its value, and the member's declaration, where one is sure to.
pub(super) fn held<'u>(
    scope: &Scope<'_, 'u>,
    of: Cursor<'u>,
    path: &[&str],
    depth: u32,
) -> Option<(Cursor<'u>, Cursor<'u>)> {
    let (name, rest) = path.split_first()?;
    let of = copied(of);
    if of.kind() == CXCursor_LambdaExpr {
        let variable = captured(of, name).filter(|_| rest.is_empty())?;
        return Some((variable, variable.referenced()?));
    }
    let fields = of.ty().canonical().fields();
    let n = fields.iter().position(|field| field.spelling() == *name)?;
    let is_plain = fields.iter().all(|field| field.bit_width().is_none());
    if depth > MAX_DEPTH || !is_plain || !is_whole_class(of.ty()) {
        return None;
    }
    let deeper = |value: Cursor<'u>| match rest {
        [] => Some((value, fields[n])),
        _ => held(scope, value, rest, depth + 1),
    };
    let same = |value: Cursor<'u>| held(scope, value, path, depth + 1);
    match of.kind() {
        CXCursor_InitListExpr => {
            let parts = of.expressions();
            let fits = parts
                .iter()
                .zip(&fields)
                .all(|(part, field)| stands_for(*part, *field));
            if !fits || !is_made_by_braces(of.ty()) {
                return None;
            }
            deeper(parts.get(n).copied().or_else(|| by_default(fields[n]))?)
        }
        CXCursor_CallExpr if is_constructor(of) && of.arguments().is_empty() => {
            deeper(by_default(fields[n]).filter(|_| is_made_by_braces(of.ty()))?)
        }
        CXCursor_CallExpr => {
            let arguments = of.arguments();
            let function = of.referenced().filter(|f| is_the_languages(*f))?;
            let is_made = function.spelling().starts_with("make_") && arguments.len() == fields.len();
            deeper(*arguments.get(n).filter(|_| is_made)?)
        }
        CXCursor_DeclRefExpr => {
            let variable = of.referenced()?;
            if let [handed] = scope.variables.handed(variable)[..] {
                return same(handed);
            }
            if let Some(value) = scope.variables.only_value(variable) {
                return same(value);
            }
            match scope.variables.only_reaching(variable, Some(name), of)? {
                Definition::Start => same(start(variable)?),
                Definition::Change(change) => match change.effect {
                    Effect::Assigned(value) => same(value),
                    Effect::Member(_, value) => deeper(value),
                    Effect::Updated
                    | Effect::Allocated(_)
                    | Effect::Lent
                    | Effect::MemberLent(_)
                    | Effect::Escapes => None,
                },
            }
        }
        _ => None,
    }
}

/// Where the body of a lambda names what it captures: it holds what the variable holds.
fn captured<'u>(lambda: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
    fn named<'u>(c: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
        let is_it = c.kind() == CXCursor_DeclRefExpr && c.spelling() == name;
        match is_it && c.referenced().is_some_and(is_variable) {
            true => Some(c),
            false => c.children().into_iter().find_map(|child| named(child, name)),
        }
    }
    let body = lambda.children().pop();
    let body = body.filter(|body| body.kind() == CXCursor_CompoundStmt);
    let found = body.and_then(|body| named(body, name))?;
    // A variable of the body itself, or a capture that starts with something else, is another one.
    let declared = found.referenced()?.position()?;
    lambda
        .range()
        .filter(|range| !range.holds(&declared))
        .map(|_| found)
}

/// Whether a class is a structure, and has no members but its own.
fn is_whole_class(ty: Type<'_>) -> bool {
    let declaration = ty.canonical().declaration();
    declaration.is_some_and(|class| {
        let parts = class.children();
        class.kind() != CXCursor_UnionDecl
            && parts.iter().all(|part| part.kind() != CXCursor_CXXBaseSpecifier)
    })
}

/// Whether braces give its members their values one after the other.
pub(super) fn is_made_by_braces(ty: Type<'_>) -> bool {
    let class = ty.canonical().declaration();
    let has = |class: Cursor<'_>, kind| class.children().iter().any(|part| part.kind() == kind);
    is_whole_class(ty) && class.is_some_and(|class| !has(class, CXCursor_Constructor))
}

/// Whether a part of a list in braces is what a member starts with: not the first of several in braces that are left out, and none that
/// names its member.
pub(super) fn stands_for(part: Cursor<'_>, field: Cursor<'_>) -> bool {
    let is_named = part
        .children()
        .first()
        .is_some_and(|c| c.kind() == CXCursor_MemberRef);
    let ty = field.ty().canonical();
    let is_one = !matches!(ty.kind(), CXType_Record | CXType_ConstantArray);
    let is_list = strip(part).kind() == CXCursor_InitListExpr;
    !is_named && (is_one || is_list || part.ty().canonical().spelling() == ty.spelling())
}
