//! A translation unit: finding its kernels, lowering each.

use super::entry;
use super::files::{Files, may_have_launches, of_other};
use super::host_code::{HostCode, Place};
use super::kernel::{Entry, lower_kernel, name_span, unread_kernel};
use super::types;
use crate::clang::kinds::*;
use crate::clang::linked::Linked;
use crate::clang::{Cursor, Message, Position, Range, Unit, body, qualified_name};
use crate::ir::host::HostProgram;
use crate::ir::{ChosenName, Diagnostic, FileId, Kernel, Language, Level, Module, SourceFile, Span};
use crate::repair::damage::Damage;
use crate::repair::errors::loses_code;
use crate::repair::kernels::{
    declarations, entry_templates, instantiations, is_kernel, is_the_languages, kernel_templates,
    used_by_user,
};
use crate::repair::lost::{self, Lost};
use crate::repair::{Input, TranslationUnit, refusals, templates};
use crate::{launch, prelude};
use std::collections::{BTreeMap, BTreeSet};

/// How the macros of PyTorch's begin that instantiate a template for each of several types: the prelude's take the first.
const DISPATCH: &str = "AT_DISPATCH_";

/// Most instantiations of a kernel template that are lowered where only explicit instantiations of host functions lead to it: each
/// of these may stand for dozens.
const MOST_LAUNCHED: usize = 8;

/// Lowers every kernel of a translation unit; of templates that only host functions lead to a few instantiations each. The `others` are
/// units of the same program, which have a say in how the kernels are launched. The `usual` kernels are what another architecture has, if
/// this is not the first.
pub fn lower(translation: &TranslationUnit, others: &[TranslationUnit], usual: &[Kernel]) -> Module {
    let TranslationUnit {
        unit,
        input,
        chosen,
        requests,
        launched,
    } = translation;
    let main = SourceFile {
        path: input.path.clone(),
        text: input.shown.clone().unwrap_or_else(|| input.text.clone()),
    };
    let known = input.branch.clone().unwrap_or_else(|| vec![main]);
    let mut files = Files::new(unit, known, input.shown.is_some());
    let messages = messages(unit, input, &mut files);
    let mut refused = Vec::new();
    let templates = kernel_templates(unit);
    let mut entries = plain_kernels(unit, input);
    let of_entries = entry_templates(unit, &input.entries);
    let mut left_out: BTreeMap<String, usize> = BTreeMap::new();
    for function in instantiations(unit, &templates) {
        let arguments = templates::arguments(function);
        let Some(definition) = function.definition().filter(|d| body(*d).is_some()) else {
            continue;
        };
        let name = qualified_name(function);
        let of_this = |e: &&Entry<'_>| qualified_name(e.function) == name;
        let direct = launched.templates.get(&name);
        if direct.is_some_and(|n| entries.iter().filter(of_this).count() >= n + MOST_LAUNCHED) {
            *left_out.entry(name).or_default() += 1;
            continue;
        }
        let text = format!("<{}>", arguments.join(", "));
        let chosen = requests.iter().any(|r| r.chosen && r.name == name)
            && !used_by_user(unit, function, input.text.len() as u32);
        let is_asked = requests.iter().any(|r| r.asked && r.name == name);
        if let Some(count) = launched.left_out.get(&name).filter(|_| !chosen && !is_asked) {
            left_out.entry(name.clone()).or_insert(*count);
        }
        entries.push(Entry {
            function: definition,
            instantiation: text,
            chosen,
            asked: None,
        });
    }
    let instances = instantiations(unit, &of_entries);
    let (asked, wrong) = entry::entries(unit, input, (&mut files, requests), &instances);
    entries.extend(asked);
    refused.extend(wrong);
    let mut unread = Vec::new();
    let mut unread_uses: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for template in &templates {
        let name = qualified_name(*template);
        let found = entries
            .iter()
            .any(|e| !e.instantiation.is_empty() && qualified_name(e.function) == name);
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
        let lost = lost::of_template(unit, input, *template);
        let (read, lost): (Vec<Lost>, Vec<Lost>) = lost
            .into_iter()
            .partition(|lost| lost.arguments.is_some() && found);
        if !read.is_empty() {
            let lines: BTreeSet<u32> = read.iter().map(|lost| lost.line).collect();
            unread_uses.insert(name.clone(), lines.into_iter().collect());
        }
        if !found && lost.is_empty() && body(*template).is_some() {
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
                    "the kernel template `{name}` has further instantiations, which explicit instantiations of host functions or \
                     classes lead to ({count} of these are left out)"
                ),
            );
        }
        if !lost.is_empty() {
            let lines = lines_of(lost.iter().map(|lost| lost.line));
            leave_out(
                "<...>",
                format!(
                    "clang cannot parse the host code in {lines} that instantiates the kernel template `{name}`"
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
        let named = |t: &&Cursor<'_>| qualified_name(**t) == request.name;
        match templates.iter().chain(&of_entries).find(named) {
            Some(template) if request.asked => refused.push(Diagnostic {
                level: Level::Error,
                message: text,
                span: Some(name_span(&mut files, *template)),
                host: false,
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
    let damage = Damage::of(unit, input);
    let mut kernels: Vec<Kernel> = entries
        .iter()
        .map(|entry| lower_kernel(&mut files, input.language, entry, &damage))
        .collect();
    kernels.extend(unread);
    let host = HostCode::of(unit, input, &damage);
    let diagnostics = messages.into_iter().map(|(message, span)| {
        let place = host.place_of(&message);
        Diagnostic {
            level: level_of(&message, place),
            host: place != Place::PerhapsAKernel,
            message: message.text,
            span,
        }
    });
    let notes = input.notes.iter().map(|note| Diagnostic {
        level: Level::Warning,
        message: note.clone(),
        span: None,
        host: false,
    });
    let mut diagnostics: Vec<Diagnostic> = notes.chain(diagnostics).chain(refused).collect();
    let dispatched = input.language == Language::Cuda && input.text.contains(DISPATCH);
    for kernel in &mut kernels {
        if !kernel.instantiation.is_empty() && kernel.left_out.is_none() {
            kernel.unread_uses = unread_uses.get(&kernel.name).cloned().unwrap_or_default();
        }
        kernel.chosen_names.extend(chosen.iter().cloned());
        if dispatched && !kernel.instantiation.is_empty() {
            kernel.chosen_names.push(ChosenName {
                name: format!("{DISPATCH}..."),
                meaning: "its first type alone".to_owned(),
                origin: None,
            });
        }
    }
    diagnostics.extend(input.wrong_entries.iter().map(|(line, message)| Diagnostic {
        level: Level::Error,
        message: format!("line {line}: {message}"),
        span: None,
        host: false,
    }));
    let is_own = |kernel: &Kernel| kernel.span.file == FileId(0);
    let functions = match input.entries.is_empty() && kernels.iter().any(is_own) {
        true => Vec::new(),
        false => entry::possible(unit, input),
    };
    let (own, mut included) = files.finish();
    let files = with_files_of(others, &own, &mut included);
    let messages = unit.messages();
    let all = || std::iter::once(translation).chain(others);
    let lost: Vec<_> = all().flat_map(|one| lost_places(&one.unit)).collect();
    let units: Vec<&Unit> = all().map(|one| &one.unit).collect();
    let roots: Vec<Cursor<'_>> = units.iter().map(|unit| unit.root()).collect();
    let linked = Linked::of(&units);
    let instances = entries.iter().filter(|entry| !entry.instantiation.is_empty());
    linked.made(instances.map(|entry| entry.function));
    let called = called_elsewhere(input, &linked);
    let program = launch::Program {
        roots: &roots,
        lost: &lost,
        included: &included,
        called_elsewhere: called.as_ref(),
        usual,
    };
    diagnostics.extend(launch::attach(&program, (&files, &own), &mut kernels));
    drop(linked);
    for kernel in &mut kernels {
        kernel
            .chosen_names
            .extend(others.iter().flat_map(|one| one.chosen.iter().cloned()));
    }
    launch::add_launched_on_device(&messages, &files, &mut kernels);
    // Others may be called so that host code calls, and nobody launches this one.
    for function in kernels.iter_mut().filter(|kernel| kernel.asked.is_some()) {
        function.launches.clear();
    }
    Module {
        language: input.language,
        files,
        included,
        read: units.iter().flat_map(|unit| files_of(unit)).collect(),
        diagnostics,
        kernels,
        called_by: BTreeSet::new(),
        apart: BTreeSet::new(),
        host: HostProgram::default(),
        functions,
    }
}

/// The files of a unit, and those of the others of its program; what these include besides is put to the rest.
fn with_files_of(
    others: &[TranslationUnit],
    own: &launch::Sources,
    rest: &mut Vec<SourceFile>,
) -> launch::Sources {
    let mut files = own.clone();
    for other in others {
        let main = &other.input.path;
        for file in of_other(main, &other.unit) {
            let is_it = |known: &SourceFile| known.path == file.path;
            if files.iter().any(is_it) {
                continue;
            }
            if file.path == *main || may_have_launches(&file) {
                files.push(file);
            } else if !rest.iter().any(is_it) {
                rest.push(file);
            }
        }
    }
    files
}

/// The names of all files that a unit is read from, but for those that are in memory alone.
fn files_of(unit: &Unit) -> impl Iterator<Item = String> {
    unit.all_files()
        .into_iter()
        .filter(|path| !prelude::is_virtual(path))
}

/// Where clang left something out; none where that is not known.
fn lost_places(unit: &Unit) -> Vec<Option<Position>> {
    let messages = unit.messages();
    let lost = messages.iter().filter(|message| loses_code(message));
    lost.map(|message| message.range.as_ref().map(|range| range.start.clone()))
        .collect()
}

/// The functions of linked units that yet other files call: of what several define, each may be meant.
pub(crate) fn called_elsewhere(input: &Input, linked: &Linked<'_>) -> Option<BTreeSet<String>> {
    let mut called = input.called_elsewhere.clone()?;
    called.extend(linked.defined_twice());
    Some(called)
}

/// `line 4`, `lines 4, 7`
fn lines_of(lines: impl Iterator<Item = u32>) -> String {
    let lines: BTreeSet<u32> = lines.collect();
    let several = if lines.len() == 1 { "" } else { "s" };
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    format!("line{several} {}", lines.join(", "))
}

/// What clang had to say of a source, and where.
fn messages(unit: &Unit, input: &Input, files: &mut Files<'_>) -> Vec<(Message, Option<Span>)> {
    let end = input.text.len() as u32;
    let is_appended = |range: &Range| range.start.file == input.path && range.start.offset > end;
    let all = unit.messages().into_iter();
    all.filter(|message| message.severity >= CXDiagnostic_Warning as u32)
        .filter(|message| !message.range.as_ref().is_some_and(is_appended))
        .map(|message| {
            let span = message.range.as_ref().and_then(|range| files.span(range));
            (message, span)
        })
        .collect()
}

/// What a toolkit's header loses matters where a kernel uses it, and is an error or a hole there.
fn level_of(message: &Message, place: Place) -> Level {
    let range = message.range.as_ref();
    let is_the_languages = range.is_some_and(|range| prelude::is_the_languages(&range.start.file));
    match loses_code(message) && !is_the_languages && place != Place::HostBody {
        true => Level::Error,
        false => Level::Warning,
    }
}

/// Kernels that are no templates, and functions that are to be read like them.
fn plain_kernels<'u>(unit: &'u Unit, input: &Input) -> Vec<Entry<'u>> {
    let mut found: Vec<Entry<'u>> = Vec::new();
    declarations(unit.root(), &mut |c| {
        if c.kind() != CXCursor_FunctionDecl || body(c).is_none() || c.template_argument_count() > 0 {
            return;
        }
        if is_the_languages(c) {
            return;
        }
        // An attribute on an earlier declaration counts.
        let marked = is_kernel(c)
            || is_kernel(c.canonical())
            || input.functions.iter().any(|name| *name == qualified_name(c));
        if marked && (input.language == Language::OpenCl || types_known(c)) {
            found.push(Entry {
                function: c,
                instantiation: String::new(),
                chosen: false,
                asked: None,
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
