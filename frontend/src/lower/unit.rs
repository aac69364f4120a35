//! A source file: parsing it, finding its kernels, lowering each.

use super::files::{Files, definitions};
use super::instantiate::{failures, instantiate, refusals, with_launchers};
use super::kernel::{Entry, lower_kernel, name_span, unread_kernel};
use super::missing::{self, Filled};
use super::templates::{self, Request};
use super::{branches, call, explicit, types};
use crate::clang::kinds::*;
use crate::clang::{self, Cursor, Range, Unit, Unsaved};
use crate::count;
use crate::ir::{ChosenName, Diagnostic, Kernel, Language, Level, Module, SourceFile};
use crate::launch;
use crate::prelude;
use crate::reach;
use crate::repair::damage::{Damage, is_found_all_the_same, is_missing_header, statement_around};
use std::collections::{BTreeMap, HashMap};

/// What to parse.
#[derive(Clone)]
pub struct Input {
    /// Path of the source.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The file that the text was taken from, byte for byte in the same places; what the user sees.
    pub shown: Option<String>,
    /// The language.
    pub language: Language,
    /// Arguments for clang, the prelude's included.
    pub arguments: Vec<String>,
    /// `name<args>` that the user wants.
    pub instantiate: Vec<String>,
    /// What is to be said before anything is parsed.
    pub notes: Vec<String>,
    /// Paths and texts of other files that an editor holds.
    pub unsaved: Vec<(String, String)>,
    /// Declarations to read before the first line, of names that nothing else declares.
    pub declarations: String,
    /// For another branch of a source that was lowered before: the files that spans name so far.
    pub branch: Option<Vec<SourceFile>>,
    /// Take kernels from other branches even where one of the same name is there.
    pub all_branches: bool,
}

/// The mark that a macro puts on OpenCL kernels, whose own attribute libclang does not name.
pub const KERNEL_MARK: &str = "kverify_kernel";

/// How the macros of PyTorch's begin that instantiate a template for each of several types: the prelude's take the first.
const DISPATCH: &str = "AT_DISPATCH_";

/// Most instantiations of a kernel template that are lowered where only explicit instantiations of host functions lead to it: each
/// of these may stand for dozens.
const MOST_LAUNCHED: usize = 2;

/// Parses a source and drops the result.
///
/// # Errors
/// As [`lower`].
pub fn parse_alone(input: &Input) -> Result<(), String> {
    parse(input, "").map(drop)
}

/// Parses and lowers the programs of one file, as one module.
///
/// # Errors
/// As [`lower`].
pub fn lower_all(inputs: &[Input]) -> Result<Module, String> {
    let mut modules = inputs.iter().map(lower);
    let mut all = modules.next().ok_or("there is nothing to parse")??;
    for module in modules {
        let module = module?;
        all.diagnostics.extend(module.diagnostics);
        for file in module.included {
            if all.included.iter().all(|known| known.path != file.path) {
                all.included.push(file);
            }
        }
        // Spans speak of the one file that all have; a program that includes others has spans of its own.
        if module.files.len() == 1 {
            all.kernels.extend(module.kernels);
        } else {
            all.diagnostics.push(Diagnostic {
                level: Level::Error,
                message:
                    "one of several programs in this file includes another file: its kernels are left out"
                        .to_owned(),
                span: None,
            });
        }
    }
    Ok(all)
}

/// Parses and lowers a source.
///
/// # Errors
/// libclang is missing, or gave nothing.
pub fn lower(input: &Input) -> Result<Module, String> {
    let Filled { unit, input, chosen } = missing::fill(input)?;
    let module = lower_named(unit, &input, &chosen)?;
    branches::add(&input, &chosen, module)
}

/// Parses and lowers a source as it is if other branches of `#if` are taken.
///
/// # Errors
/// As [`lower`].
pub(super) fn lower_branch(input: &Input) -> Result<Module, String> {
    let Filled { unit, input, chosen } = missing::fill(input)?;
    lower_named(unit, &input, &chosen)
}

/// Lowers a source for which names were chosen; its kernels say so.
fn lower_named(unit: Unit, input: &Input, chosen: &[ChosenName]) -> Result<Module, String> {
    let mut module = lower_parsed(unit, input)?;
    let dispatched = input.language == Language::Cuda && input.text.contains(DISPATCH);
    for kernel in &mut module.kernels {
        kernel.chosen_names = chosen.to_vec();
        if dispatched && !kernel.instantiation.is_empty() {
            kernel.chosen_names.push(ChosenName {
                name: format!("{DISPATCH}..."),
                meaning: "its first type alone".to_owned(),
                origin: None,
            });
        }
    }
    Ok(module)
}

/// Lowers a source that is parsed already, once more if templates are to be instantiated.
fn lower_parsed(unit: Unit, input: &Input) -> Result<Module, String> {
    let templates = kernel_templates(&unit);
    if templates.is_empty() && input.instantiate.is_empty() {
        return Ok(lower_unit(&unit, input, &[], &Launched::default()));
    }
    let explicit = explicit::find(&unit, &input.text, &templates);
    let of_source = explicit.iter().map(|one| Request {
        declaration: None,
        ..Request::of_explicit(one)
    });
    let of_user = input.instantiate.iter().filter_map(|text| Request::of_user(text));
    let asked: Vec<Request> = of_user.chain(of_source).collect();
    // Instantiations only exist where something uses them: add uses and parse again.
    let used = instantiations(&unit, &templates);
    let requests = templates::requests(&unit, &templates, &used, &asked);
    if requests.is_empty() {
        return Ok(lower_unit(&unit, input, &[], &Launched::default()));
    }
    let (_, usual) = failures(&unit, input, &[]);
    if requests.iter().any(|request| request.chosen)
        && let Some(launchers) = with_launchers(&unit, input, usual)?
    {
        let launched = Launched {
            templates: requests
                .into_iter()
                .filter(|request| request.chosen)
                .map(|request| request.name)
                .collect(),
            launchers_left_out: launchers.left_out,
        };
        let templates = kernel_templates(&launchers.unit);
        let used = instantiations(&launchers.unit, &templates);
        let mut requests = templates::requests(&launchers.unit, &templates, &used, &asked);
        if requests.is_empty() {
            return Ok(lower_unit(&launchers.unit, input, &launchers.used, &launched));
        }
        requests.extend(launchers.used);
        let (again, requests) = instantiate(input, &requests, usual)?;
        return Ok(lower_unit(&again, input, &requests, &launched));
    }
    let (again, requests) = instantiate(input, &requests, usual)?;
    Ok(lower_unit(&again, input, &requests, &Launched::default()))
}

/// Kernel templates that only explicit instantiations of host functions lead to.
#[derive(Default)]
struct Launched {
    /// Their names.
    templates: Vec<String>,
    /// How many of those instantiations were not used.
    launchers_left_out: usize,
}

/// Parses the source with text appended.
pub(super) fn parse(input: &Input, appended: &str) -> Result<Unit, String> {
    let mut unsaved: Vec<Unsaved> = prelude::virtual_files(input.language)
        .into_iter()
        .map(|file| Unsaved {
            path: file.path,
            text: file.text.to_owned(),
        })
        .collect();
    unsaved.extend(input.unsaved.iter().map(|(path, text)| Unsaved {
        path: path.clone(),
        text: text.clone(),
    }));
    unsaved.push(Unsaved {
        path: input.path.clone(),
        text: format!("{}{appended}", input.text),
    });
    if input.declarations.is_empty() {
        return Unit::parse(&input.path, &input.arguments, &unsaved);
    }
    let path = missing::declarations_file(input.language);
    let mut arguments = input.arguments.clone();
    arguments.extend(["-include".to_owned(), path.clone()]);
    unsaved.push(Unsaved {
        path,
        text: input.declarations.clone(),
    });
    Unit::parse(&input.path, &arguments, &unsaved)
}

/// Lowers every kernel of a parsed source; of `launched` templates a few instantiations each.
fn lower_unit(unit: &Unit, input: &Input, requests: &[Request], launched: &Launched) -> Module {
    let main = SourceFile {
        path: input.path.clone(),
        text: input.shown.clone().unwrap_or_else(|| input.text.clone()),
    };
    let known = input.branch.clone().unwrap_or_else(|| vec![main]);
    let mut files = Files::new(unit, known, input.shown.is_some());
    let mut diagnostics = diagnostics(unit, input, &mut files);
    let templates = kernel_templates(unit);
    let mut entries = plain_kernels(unit, input.language);
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    for function in instantiations(unit, &templates) {
        let arguments = templates::arguments(function);
        let Some(definition) = function.definition().filter(|d| call::body(*d).is_some()) else {
            continue;
        };
        let name = call::qualified_name(function);
        let of_this = |e: &&Entry<'_>| call::qualified_name(e.function) == name;
        if launched.templates.contains(&name) && entries.iter().filter(of_this).count() >= MOST_LAUNCHED {
            *left_out.entry(name).or_default() += 1;
            continue;
        }
        let text = format!("<{}>", arguments.join(", "));
        let chosen = requests.iter().any(|r| r.chosen && r.name == name)
            && !used_by_user(unit, function, input.text.len() as u32);
        if launched.templates.contains(&name) && !chosen && launched.launchers_left_out > 0 {
            left_out
                .entry(name.clone())
                .or_insert(launched.launchers_left_out);
        }
        entries.push(Entry {
            function: definition,
            instantiation: text,
            chosen,
        });
    }
    let mut unread = Vec::new();
    for template in &templates {
        let name = call::qualified_name(*template);
        let found = entries
            .iter()
            .any(|e| !e.instantiation.is_empty() && call::qualified_name(e.function) == name);
        let mut leave_out = |arguments: &str, what: String| {
            let span = name_span(&mut files, *template);
            let reason = format!("{what}; say which to look at: --instantiate '{name}<...>'");
            unread.push(unread_kernel(
                input.language,
                (name.clone(), arguments.to_owned()),
                span,
                reason,
            ));
        };
        if !found && call::body(*template).is_some() {
            leave_out(
                "<...>",
                format!(
                    "nothing instantiates the kernel template `{name}`, and the arguments that kverify chose do not compile"
                ),
            );
        }
        if let Some(count) = left_out.get(&name) {
            leave_out(
                "<...>",
                format!(
                    "at least {count} more instantiations of the kernel template `{name}`, which explicit instantiations of \
                     host functions lead to, are left out"
                ),
            );
        }
        for line in lost_launches(unit, input, *template) {
            leave_out(
                "<...>",
                format!(
                    "clang cannot parse the host code in line {line} that instantiates the kernel template `{name}`"
                ),
            );
        }
    }
    for (request, message) in requests.iter().zip(refusals(unit, input, requests)) {
        let Some(message) = message.filter(|_| !request.chosen) else {
            continue;
        };
        let arguments = request.arguments.first().map_or("", String::as_str);
        let text = format!(
            "`{}<{arguments}>` cannot be instantiated: {message}",
            request.name
        );
        match templates
            .iter()
            .find(|t| call::qualified_name(**t) == request.name)
        {
            Some(template) if request.asked => diagnostics.push(Diagnostic {
                level: Level::Error,
                message: text,
                span: Some(name_span(&mut files, *template)),
            }),
            Some(template) => {
                let span = name_span(&mut files, *template);
                let name = (request.name.clone(), format!("<{arguments}>"));
                unread.push(unread_kernel(input.language, name, span, text));
            }
            None => {}
        }
    }
    entries.sort_by_key(|entry| {
        let at = entry.function.position();
        (at.as_ref().map(|p| p.file.clone()), at.map(|p| p.offset))
    });
    let damage = damage(unit, input);
    let mut kernels: Vec<Kernel> = entries
        .iter()
        .map(|entry| lower_kernel(&mut files, input.language, entry, &damage))
        .collect();
    kernels.extend(unread);
    let (files, included) = files.finish();
    let lost = unit.messages().into_iter().filter(loses_code);
    let lost: Vec<_> = lost
        .map(|message| message.range.map(|range| range.start))
        .collect();
    diagnostics.extend(launch::attach(unit.root(), &lost, &files, &mut kernels));
    Module {
        language: input.language,
        files,
        included,
        diagnostics,
        kernels,
    }
}

/// The lines of host code that clang cannot parse and that name a kernel template, as a launch of it does.
fn lost_launches(unit: &Unit, input: &Input, template: Cursor<'_>) -> Vec<u32> {
    let host = host_bodies(unit, input.language);
    let name = template.spelling();
    let mut lines = Vec::new();
    for message in unit.messages().iter().filter(|m| loses_code(m)) {
        let Some(at) = message.range.as_ref().map(|range| &range.start) else {
            continue;
        };
        if at.file == input.path && at.offset as usize >= input.text.len() {
            continue;
        }
        let text = unit.contents(&at.file).unwrap_or_default();
        let names_it = statement_around(&text, at.offset as usize).is_some_and(|s| count::mentions(s, &name));
        if names_it && host.iter().any(|body| is_within(message, body)) && !lines.contains(&at.line) {
            lines.push(at.line);
        }
    }
    lines
}

/// What clang lost.
fn damage(unit: &Unit, input: &Input) -> Damage {
    let reason = |message: &clang::Message| {
        if is_launch_on_device(message) {
            "a kernel launched from a kernel is not modelled".to_owned()
        } else if is_missing_header(message) {
            message.text.clone()
        } else {
            format!("clang cannot parse this: {}", message.text)
        }
    };
    let lost: Vec<(clang::Message, String)> = unit
        .messages()
        .into_iter()
        .filter(|m| loses_code(m) || is_launch_on_device(m) || is_missing_header(m))
        .map(|message| {
            let reason = reason(&message);
            (message, reason)
        })
        .collect();
    if lost.is_empty() {
        return Damage::default();
    }
    let mut bodies = Vec::new();
    functions(unit.root(), &mut |function, _| {
        bodies.extend(call::body(function).and_then(|body| body.range()));
    });
    let mut macros = HashMap::new();
    for path in unit.all_files() {
        definitions(&unit.contents(&path).unwrap_or_default(), &mut macros);
    }
    let given = |name: &str| {
        let rest = |argument: &String| {
            let rest = argument.strip_prefix("-D")?.strip_prefix(name)?;
            Some(rest.is_empty() || rest.starts_with('='))
        };
        input
            .arguments
            .iter()
            .any(|argument| rest(argument) == Some(true))
    };
    Damage::of(unit, lost, &bodies, &|name| {
        macros.contains_key(name) || given(name)
    })
}

/// Whether a message means that clang left something out. A host variable used in a kernel is an error of the
/// language's, but the syntax tree is whole.
pub(super) fn loses_code(message: &clang::Message) -> bool {
    clang::is_error(message)
        && !message.text.starts_with("reference to __host__")
        && !is_launch_on_device(message)
        && !message
            .text
            .contains("cannot be used as the type of a kernel parameter")
        // nvcc takes `__device__ __shared__` for `__shared__`.
        && !message.text.ends_with("are not allowed on non-static local variables")
        && !is_missing_header(message)
        && !is_found_all_the_same(message)
}

/// Whether a message is of a launch in device code, which clang refuses and leaves out: nothing else of the code is lost.
fn is_launch_on_device(message: &clang::Message) -> bool {
    message.text.starts_with("reference to __global__ function")
}

/// The bodies of functions and methods that only the host runs: an error in one costs no kernel.
pub(super) fn host_bodies(unit: &Unit, language: Language) -> Vec<Range> {
    let mut found = Vec::new();
    if language == Language::Cuda {
        functions(unit.root(), &mut |function, on_device| {
            if !on_device {
                found.extend(call::body(function).and_then(|body| body.range()));
            }
        });
    }
    found
}

/// How many functions the device runs, and how many errors stand in them.
pub(super) fn device_faults(unit: &Unit) -> (usize, usize) {
    let mut found = Vec::new();
    functions(unit.root(), &mut |function, on_device| {
        if on_device {
            found.extend(call::body(function).and_then(|_| function.range()));
        }
    });
    let messages = unit.messages();
    let inside = |m: &&clang::Message| loses_code(m) && found.iter().any(|range| is_within(m, range));
    (found.len(), messages.iter().filter(inside).count())
}

/// Visits the functions and methods of the user's files, and says whether the device runs them.
fn functions<'u>(scope: Cursor<'u>, visit: &mut impl FnMut(Cursor<'u>, bool)) {
    let on_device = |c: Cursor<'_>| {
        c.children()
            .iter()
            .any(|child| matches!(child.kind(), CXCursor_CUDAGlobalAttr | CXCursor_CUDADeviceAttr))
    };
    for c in scope.children() {
        match c.kind() {
            CXCursor_Namespace
            | CXCursor_LinkageSpec
            | CXCursor_UnexposedDecl
            | CXCursor_StructDecl
            | CXCursor_ClassDecl
            | CXCursor_ClassTemplate => {
                let own = c
                    .position()
                    .is_some_and(|at| !prelude::is_the_languages(&at.file));
                if own || c.kind() == CXCursor_LinkageSpec {
                    functions(c, visit);
                }
            }
            CXCursor_FunctionDecl
            | CXCursor_FunctionTemplate
            | CXCursor_CXXMethod
            | CXCursor_Constructor
            | CXCursor_Destructor
            | CXCursor_ConversionFunction => visit(c, on_device(c) || on_device(c.canonical())),
            _ => {}
        }
    }
}

pub(super) fn is_within(message: &clang::Message, body: &Range) -> bool {
    message.range.as_ref().is_some_and(|range| {
        range.start.file == body.start.file
            && (body.start.offset..=body.end.offset).contains(&range.start.offset)
    })
}

/// What clang had to say, those messages left out that host code or the prelude cause.
fn diagnostics(unit: &Unit, input: &Input, files: &mut Files<'_>) -> Vec<Diagnostic> {
    let end = input.text.len() as u32;
    let host = host_bodies(unit, input.language);
    let note = |message: &String| Diagnostic {
        level: Level::Warning,
        message: message.clone(),
        span: None,
    };
    let mut found: Vec<Diagnostic> = input.notes.iter().map(note).collect();
    for message in unit.messages() {
        if message.severity < CXDiagnostic_Warning as u32 {
            continue;
        }
        let appended = message
            .range
            .as_ref()
            .is_some_and(|r| r.start.file == input.path && r.start.offset > end);
        if appended {
            continue;
        }
        // What a toolkit's header loses matters where a kernel uses it, and is an error or a hole there.
        let languages = message
            .range
            .as_ref()
            .is_some_and(|range| prelude::is_the_languages(&range.start.file));
        let elsewhere = languages || host.iter().any(|body| is_within(&message, body));
        let level = if loses_code(&message) && !elsewhere {
            Level::Error
        } else {
            Level::Warning
        };
        let span = message.range.as_ref().and_then(|range| files.span(range));
        found.push(Diagnostic {
            level,
            message: message.text,
            span,
        });
    }
    found
}

/// Visits the declarations of namespaces and linkage blocks.
fn declarations<'u>(c: Cursor<'u>, visit: &mut impl FnMut(Cursor<'u>)) {
    for child in c.children() {
        visit(child);
        if matches!(
            child.kind(),
            CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl
        ) {
            declarations(child, visit);
        }
    }
}

/// Whether a declaration is a kernel's.
fn is_kernel(c: Cursor<'_>) -> bool {
    c.children().iter().any(|child| {
        child.kind() == CXCursor_CUDAGlobalAttr
            || child.kind() == CXCursor_AnnotateAttr && child.spelling() == KERNEL_MARK
    })
}

/// Whether a declaration stands in a header of the language's, whose kernels are none of the user's.
fn is_the_languages(c: Cursor<'_>) -> bool {
    c.position().is_some_and(|at| prelude::is_the_languages(&at.file))
}

/// Kernels that are no templates.
fn plain_kernels(unit: &Unit, language: Language) -> Vec<Entry<'_>> {
    let mut found: Vec<Entry<'_>> = Vec::new();
    declarations(unit.root(), &mut |c| {
        if c.kind() != CXCursor_FunctionDecl || call::body(c).is_none() || c.template_argument_count() > 0 {
            return;
        }
        if is_the_languages(c) {
            return;
        }
        // An attribute on an earlier declaration counts.
        let marked = is_kernel(c) || is_kernel(c.canonical());
        if marked && (language == Language::OpenCl || types_known(c)) {
            found.push(Entry {
                function: c,
                instantiation: String::new(),
                chosen: false,
            });
        }
    });
    found
}

/// Whether a function's parameters have types that are known.
fn types_known(c: Cursor<'_>) -> bool {
    c.arguments()
        .iter()
        .all(|p| p.ty().kind() != CXType_Dependent && !matches!(types::shape(p.ty()), types::Shape::Void))
}

/// Kernel templates.
fn kernel_templates(unit: &Unit) -> Vec<Cursor<'_>> {
    let mut found = Vec::new();
    declarations(unit.root(), &mut |c| {
        if c.kind() == CXCursor_FunctionTemplate
            && is_kernel(c)
            && call::body(c).is_some()
            && !is_the_languages(c)
        {
            found.push(c);
        }
    });
    found
}

/// The instantiations of kernel templates that something refers to, and explicit ones, each once.
fn instantiations<'u>(unit: &'u Unit, templates: &[Cursor<'u>]) -> Vec<Cursor<'u>> {
    let mut found: Vec<Cursor<'u>> = Vec::new();
    if templates.is_empty() {
        return found;
    }
    let mut consider = |function: Cursor<'u>| {
        let ours = function.kind() == CXCursor_FunctionDecl
            && function
                .template()
                .is_some_and(|t| templates.iter().any(|k| k.canonical().same(t.canonical())));
        if ours && !found.iter().any(|f| f.canonical().same(function.canonical())) {
            found.push(function);
        }
    };
    for declaration in reach::reached(unit.root()) {
        references(declaration, &mut |function, _| consider(function));
    }
    found
}

/// Whether a user's line refers to a function.
fn used_by_user(unit: &Unit, function: Cursor<'_>, end: u32) -> bool {
    let mut used = false;
    let itself = |c: &Cursor<'_>| c.canonical().same(function.canonical());
    for declaration in reach::reached(unit.root()).into_iter().filter(|c| !itself(c)) {
        references(declaration, &mut |target, at| {
            used |= at < end && target.canonical().same(function.canonical());
        });
    }
    used
}

/// Visits all functions that a subtree declares or refers to, with the reference's offset.
fn references<'u>(c: Cursor<'u>, visit: &mut impl FnMut(Cursor<'u>, u32)) {
    let at = c.range().map_or(0, |r| r.start.offset);
    if c.kind() == CXCursor_FunctionDecl {
        visit(c, at);
    }
    if c.kind() == CXCursor_DeclRefExpr
        && let Some(target) = c.referenced()
        && target.kind() == CXCursor_FunctionDecl
    {
        visit(target, at);
    }
    if c.position().is_some_and(|p| prelude::is_the_languages(&p.file)) {
        return;
    }
    c.children()
        .into_iter()
        .for_each(|child| references(child, visit));
}
