//! Functions that are lowered as if every thread of a block called them.
//!
//! Parameters are the same for all threads, and so is the memory that pointers and references lead to; a parameter that is each thread's
//! own is read from a table with an element for each thread of the launch, of which nothing else is known.

use super::Lowerer;
use super::files::Files;
use super::kernel::{Entry, name_span};
use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Unit, body, qualified_name};
use crate::entries::Wish;
use crate::ir::{
    self, BinOp, DeviceFunction, Diagnostic, Dim, Expr, ExprKind, Geometry, Language, Level, Object,
    ObjectSource, Param, Space, Ty, Var, build,
};
use crate::repair::Input;
use crate::repair::kernels::{declarations, is_kernel, is_the_languages, referred_to};
use crate::repair::templates::{self, Request, use_name};

/// Functions that are no kernels, outside of the language's headers, templates included.
pub(super) fn functions(unit: &Unit) -> Vec<Cursor<'_>> {
    let mut found: Vec<Cursor<'_>> = Vec::new();
    declarations(unit.root(), &mut |c| {
        let is_function = matches!(c.kind(), CXCursor_FunctionDecl | CXCursor_FunctionTemplate);
        let is_new = || !found.iter().any(|known| known.canonical().same(c.canonical()));
        if is_function
            && body(c).is_some()
            && !is_kernel(c)
            && !is_kernel(c.canonical())
            && !is_the_languages(c)
            && is_new()
        {
            found.push(c);
        }
    });
    found
}

/// Whether threads of a device may run it.
pub(super) fn is_on_device(c: Cursor<'_>, language: Language) -> bool {
    language == Language::OpenCl || c.has_attribute(&[CXCursor_CUDADeviceAttr])
}

/// The entries that are asked for, and what is wrong with others. Of a name that is nowhere only a comment's is: another file may
/// define what the command line names.
pub(super) fn entries<'u>(
    unit: &'u Unit,
    input: &Input,
    (files, requests): (&mut Files<'u>, &[Request]),
    instances: &[Cursor<'u>],
) -> (Vec<Entry<'u>>, Vec<Diagnostic>) {
    let (mut found, mut wrong): (Vec<Entry<'u>>, Vec<Diagnostic>) = (Vec::new(), Vec::new());
    let all = if input.entries.is_empty() {
        Vec::new()
    } else {
        functions(unit)
    };
    for wish in &input.entries {
        let named: Vec<Cursor<'u>> = all
            .iter()
            .copied()
            .filter(|c| wish.is_called(&qualified_name(*c)))
            .collect();
        let candidates = match &wish.arguments {
            Some(arguments) => of_request(unit, requests, wish, arguments),
            None => {
                let is_instance = |c: &Cursor<'u>| {
                    c.template()
                        .is_some_and(|t| named.iter().any(|n| n.canonical().same(t.canonical())))
                };
                let plain = named
                    .iter()
                    .copied()
                    .filter(|c| c.kind() == CXCursor_FunctionDecl);
                let instances = instances.iter().copied().filter(is_instance);
                plain.chain(instances).collect()
            }
        };
        let fits = |c: &Cursor<'u>| {
            wish.parameters
                .as_ref()
                .is_none_or(|types| same_words(types, &parameter_types(*c)))
        };
        let candidates: Vec<Cursor<'u>> = candidates.into_iter().filter(fits).collect();
        let plain = candidates.iter().filter(|c| c.template().is_none()).count();
        if plain > 1 || (plain == 1 && candidates.len() > 1) {
            let several: Vec<String> = candidates
                .iter()
                .map(|c| format!("`{}({})`", wish.name, parameter_types(*c)))
                .collect();
            let span = candidates.first().map(|c| name_span(files, *c));
            wrong.push(error(
                format!(
                    "the entry `{}` is ambiguous: write one of {}",
                    wish.text,
                    several.join(", ")
                ),
                span,
            ));
            continue;
        }
        if candidates.is_empty() {
            let known: Vec<String> = named
                .iter()
                .map(|c| format!("`{}({})`", wish.name, parameter_types(*c)))
                .collect();
            if !known.is_empty() {
                // Arguments that do not compile are complained of where they were tried.
                if wish.arguments.is_none() {
                    let span = named.first().map(|c| name_span(files, *c));
                    wrong.push(error(
                        format!(
                            "no function fits the entry `{}`: there is {}",
                            wish.text,
                            known.join(", ")
                        ),
                        span,
                    ));
                }
            } else if let Some(line) = wish.line {
                wrong.push(error(
                    format!(
                        "no function is called `{}`, which the comment in line {line} asks for",
                        wish.name
                    ),
                    None,
                ));
            }
            continue;
        }
        for function in candidates {
            let Some(definition) = function.definition().filter(|d| body(*d).is_some()) else {
                continue;
            };
            if let Err(message) = check(definition, wish) {
                wrong.push(error(message, Some(name_span(files, definition))));
                continue;
            }
            let chosen = requests.iter().any(|r| r.chosen && r.name == wish.name);
            found.push(Entry {
                function: definition,
                instantiation: templates::instantiation(function),
                chosen,
                asked: Some(ir::Asked {
                    own: wish.own.clone(),
                }),
            });
        }
    }
    let mut known: Vec<Entry<'u>> = Vec::new();
    for entry in found {
        if !known.iter().any(|other| other.function.same(entry.function)) {
            known.push(entry);
        }
    }
    (known, wrong)
}

fn error(message: String, span: Option<ir::Span>) -> Diagnostic {
    Diagnostic {
        level: Level::Error,
        message,
        span,
        host: false,
    }
}

/// What the text that was appended for a wish refers to.
fn of_request<'u>(unit: &'u Unit, requests: &[Request], wish: &Wish, arguments: &str) -> Vec<Cursor<'u>> {
    let is_it =
        |r: &Request| r.asked && r.name == wish.name && r.arguments.first().is_some_and(|a| a == arguments);
    let Some(n) = requests.iter().position(is_it) else {
        return Vec::new();
    };
    referred_to(unit, &use_name(n))
        .into_iter()
        .filter(|c| qualified_name(*c) == wish.name)
        .collect()
}

/// The types of a function's parameters, as clang writes them.
fn parameter_types(c: Cursor<'_>) -> String {
    let name = c.display_name();
    let open = name.find('(').unwrap_or(name.len());
    name[open..]
        .trim_start_matches('(')
        .trim_end_matches(')')
        .to_owned()
}

fn same_words(a: &str, b: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    letters(a) == letters(b)
}

/// Whether the parameters that are to be each thread's own are there, and can be.
fn check(function: Cursor<'_>, wish: &Wish) -> Result<(), String> {
    for own in &wish.own {
        let parameter = function.arguments().into_iter().find(|p| p.spelling() == *own);
        let Some(parameter) = parameter else {
            let names: Vec<String> = function
                .arguments()
                .iter()
                .map(|p| format!("`{}`", p.spelling()))
                .collect();
            return Err(format!(
                "the entry `{}` has no parameter `{own}`; its parameters are {}",
                wish.name,
                names.join(", ")
            ));
        };
        let leaves = types::leaves(target(parameter));
        if leaves.is_none_or(|leaves| leaves.iter().any(|leaf| leaf.ty == Ty::Ptr)) {
            return Err(format!(
                "the parameter `{own}` of the entry `{}` cannot be each thread's own: where its pointers lead would not be known",
                wish.name
            ));
        }
    }
    Ok(())
}

fn target(parameter: Cursor<'_>) -> crate::clang::Type<'_> {
    match types::shape(parameter.ty()) {
        Shape::Reference(target) => target,
        _ => parameter.ty(),
    }
}

impl<'u> Lowerer<'u, '_> {
    /// The parameter of an entry.
    pub(super) fn parameter_of_entry(
        &mut self,
        parameter: Cursor<'u>,
        name: &str,
        own: &[String],
        params: &mut Vec<Param>,
    ) {
        if own.iter().any(|one| one == name) {
            self.own_parameter(parameter, name);
        } else if matches!(types::shape(parameter.ty()), Shape::Reference(_)) {
            self.common_reference(parameter, name, params);
        } else {
            self.parameter(parameter, name, params);
        }
    }

    /// A reference to what is the same for all threads.
    fn common_reference(&mut self, parameter: Cursor<'u>, name: &str, params: &mut Vec<Param>) {
        let loc = self.loc(parameter);
        let ty = target(parameter);
        let object = Object {
            name: name.to_owned(),
            space: match ty.address_space() {
                2 => Space::Shared,
                3 => Space::Constant,
                _ => Space::Global,
            },
            size: ty.size(),
            elem: types::element_type(ty),
            source: ObjectSource::Param(params.len() as u32),
            read_only: ty.is_const(),
            init: None,
            init_assumed: false,
            init_unread: false,
            starts_otherwise: false,
            linked: None,
            row: types::row(ty),
            span: loc.span,
        };
        let id = self.b.object(object, None);
        self.links.object(id, ty);
        let var = self.b.vars.push(Var {
            name: name.to_owned(),
            ty: Ty::Ptr,
            user: true,
        });
        self.env.insert(parameter.identity(), build::object(id));
        params.push(Param {
            name: name.to_owned(),
            var,
            ty: Ty::Ptr,
            object: Some(id),
            pointee: ty.size().filter(|bytes| *bytes > 0),
        });
    }

    /// A parameter with a value for each thread.
    fn own_parameter(&mut self, parameter: Cursor<'u>, name: &str) {
        let loc = self.loc(parameter);
        let ty = target(parameter);
        let addr = self.local(loc, name, ty, true);
        self.env.insert(parameter.identity(), addr.clone());
        for leaf in types::leaves(ty).unwrap_or_default() {
            let table = Object {
                name: format!("{name}{}", leaf.path),
                space: Space::Constant,
                size: None,
                elem: leaf.ty,
                source: ObjectSource::Variable,
                read_only: true,
                init: None,
                init_assumed: false,
                init_unread: false,
                starts_otherwise: false,
                linked: None,
                row: None,
                span: loc.span,
            };
            let table = build::object(self.b.object(table, None));
            let place = build::element(of_block(table), in_block(), leaf.ty.bytes().into());
            let value = self.b.load(loc, place, leaf.ty, false);
            self.b
                .store(loc, build::offset_by(addr.clone(), leaf.offset), value, false);
        }
    }
}

/// The rank of a thread in its block, as it is recognised for one.
fn in_block() -> Expr {
    let place = |d| build::geometry(Geometry::ThreadIdx(d));
    let times = |e, d| build::binary(BinOp::Mul, e, build::geometry(Geometry::BlockDim(d)));
    let plus = |e, d| build::binary(BinOp::Add, e, place(d));
    plus(times(plus(times(place(Dim::Z), Dim::Y), Dim::Y), Dim::X), Dim::X)
}

/// The row of a table that is the block's.
fn of_block(table: Expr) -> Expr {
    let wide = |g| build::cast(build::geometry(g), Ty::I64);
    let times = |e, n: i128| build::binary(BinOp::Mul, e, build::int(n, Ty::I64));
    let y = times(wide(Geometry::BlockIdx(Dim::Y)), 1 << 31);
    let z = times(wide(Geometry::BlockIdx(Dim::Z)), 1 << 47);
    let row = build::binary(BinOp::Add, wide(Geometry::BlockIdx(Dim::X)), y);
    let row = build::binary(BinOp::Add, row, z);
    Expr {
        ty: Ty::Ptr,
        kind: ExprKind::PtrRow(Box::new(table), Box::new(row)),
    }
}

/// The functions that could be entries, by name: of a file without a kernel, and where some are asked for.
pub(super) fn possible(unit: &Unit, input: &Input) -> Vec<DeviceFunction> {
    let all = functions(unit)
        .into_iter()
        .filter(|c| is_on_device(*c, input.language));
    all.map(|c| DeviceFunction {
        name: qualified_name(c),
        is_own: c.position().is_some_and(|at| at.file == input.path),
    })
    .collect()
}
