//! Launches that nobody saw: of kernels that are handed on, launched by kernels, or named in what clang left out.

use super::calls::{Mention, Target};
use super::constants::{AXES, Scope};
use super::in_text::{self, Places};
use super::lost::{Lost, Statement};
use super::roots::{self, Flows};
use super::{Sources, file_of, span_at, span_of};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Message, Position};
use crate::ir::{Kernel, Launch, Overlap, Span, Ty, Unclear};
use crate::macros::parenthesised;
use crate::macros::{definition_of_macro, leading_to};
use crate::plain::{code, joined, mentions, words};
use crate::repair::dependent;
use crate::repair::errors::is_launch_on_device;
use crate::repair::lost::parts;
use std::collections::{BTreeMap, BTreeSet};

/// A launch of which nothing is known: it may be launched through a pointer, or by a function that it is handed to. Where as much is
/// handed over beside it as the kernel takes, that is what the launch hands over. If the file launches what it does not name (`not_named`), that
/// may be this kernel, in shapes that are not those of anybody's choice.
pub(super) fn add_handed_on<'u>(
    mention: &Mention<'u>,
    (scope, not_named): (&Scope<'_, 'u>, bool),
    flows: &Flows<'u>,
    sources: &Sources,
    kernels: &mut [Kernel],
) {
    let reference = mention.reference;
    let target = Target::of(mention.kernel, reference, sources);
    let span = reference.range().and_then(|range| span_of(sources, &range));
    // What was put behind the source to instantiate its templates launches nothing.
    let is_users = |span: &Span| span.end as usize <= sources[span.file].text.len();
    let (Some(target), Some(span)) = (target, span.filter(is_users)) else {
        return;
    };
    let call = mention
        .around
        .iter()
        .rev()
        .find(|c| c.kind() == CXCursor_CallExpr);
    let parameters = dependent::parameters(mention.kernel);
    for kernel in kernels.iter_mut().filter(|kernel| target.is(kernel)) {
        let mut launch = of_nothing(kernel, span);
        // What a template does is seen where it is instantiated.
        let is_template = |c: &Cursor<'u>| {
            matches!(
                c.kind(),
                CXCursor_FunctionTemplate
                    | CXCursor_ClassTemplate
                    | CXCursor_ClassTemplatePartialSpecialization
            )
        };
        // Of one that nothing instantiates this is all that is seen.
        let is_chosen = kernel.instantiation_chosen;
        let in_template = mention.around.iter().any(is_template);
        if in_template {
            launch.loose.clear();
        }
        let arguments = call.map(|call| call.arguments()).unwrap_or_default();
        let beside = arguments.len().checked_sub(parameters.len()).filter(|n| *n > 0);
        match (call, beside) {
            (Some(call), Some(first)) => {
                let handed = parameters.iter().zip(&arguments[first..]);
                let pointers: Vec<_> = handed
                    .flat_map(|(parameter, argument)| roots::handed(kernel, &parameter.spelling(), *argument))
                    .collect();
                let met = roots::meeting(flows, scope, *call, kernel, &pointers);
                may_meet(met.pairs, &mut launch);
                launch.into_variables = met.variables;
                launch.rows = met.rows;
                launch.doubtful = met.doubtful;
            }
            _ if in_template && !is_chosen => {}
            _ => may_all_meet(kernel, &mut launch),
        }
        if not_named {
            follow_nothing(kernel, &mut launch);
        }
        add_read(kernel, launch);
    }
}

/// Pointers of a launch may lead into one buffer.
pub(super) fn may_meet(pairs: Vec<(u32, u32)>, launch: &mut Launch) {
    for (param, of) in pairs {
        let together = |group: &Vec<u32>| group.contains(&param) && group.contains(&of);
        let placed = launch
            .overlaps
            .iter()
            .any(|other| (other.param, other.of) == (param, of));
        if !launch.aliases.iter().any(together) && !placed {
            let bytes = None;
            launch.overlaps.push(Overlap { param, of, bytes });
        }
    }
}

/// All of them may.
pub(super) fn may_all_meet(kernel: &Kernel, launch: &mut Launch) {
    let all = (0u32..)
        .zip(&kernel.params)
        .filter(|(_, param)| param.ty == Ty::Ptr);
    let all: Vec<u32> = all.map(|(n, _)| n).collect();
    let pairs = all
        .iter()
        .enumerate()
        .flat_map(|(n, param)| all[..n].iter().map(|of| (*param, *of)));
    may_meet(pairs.collect(), launch);
}

/// A launch of which nothing is known, in whatever shape. Who makes it is as free as anybody to hand over what the kernel needs.
pub(crate) fn of_nothing(kernel: &Kernel, span: Span) -> Launch {
    let sizes = ["gridDim.y", "gridDim.z", "blockDim.y", "blockDim.z"];
    let given = kernel.params.iter().map(|param| param.name.clone());
    Launch {
        loose: sizes.map(str::to_owned).to_vec(),
        given: given.collect(),
        ..Launch::new(span)
    }
}

/// The host computes what a launch hands over, and its sizes, in a way that is not followed.
fn follow_nothing(kernel: &Kernel, launch: &mut Launch) {
    let sizes = ["gridDim", "blockDim"].iter();
    let sizes = sizes.flat_map(|shape| AXES.map(|axis| format!("{shape}.{axis}")));
    let scalars = kernel.params.iter().filter(|param| param.ty != Ty::Ptr);
    let names = sizes.chain(scalars.map(|param| param.name.clone()));
    let line = Some(launch.line.clone());
    launch.unclear = names
        .map(|name| Unclear {
            name,
            line: line.clone(),
            alone: false,
            relation: None,
        })
        .collect();
}

/// Functions that look up kernels in a module by their names, to launch them (CUDA driver API; HIP).
pub(crate) const LOOKUPS: [&str; 4] = [
    "cuModuleGetFunction",
    "cuLibraryGetKernel",
    "hipModuleGetFunction",
    "cudaLibraryGetKernel",
];
/// The one that does so in a program (OpenCL 3.0, 5.9.1).
const OF_OPENCL: &str = "clCreateKernel";

/// Whether a function looks up kernels by their names.
pub(super) fn finds_by_name(function: &str) -> bool {
    LOOKUPS.contains(&function) || function == OF_OPENCL
}

/// The same for kernels that a call looks up by name: all, if it does not show which.
pub(super) fn add_found_by_name(call: Cursor<'_>, sources: &Sources, kernels: &mut [Kernel]) {
    let Some(span) = call.range().and_then(|range| span_of(sources, &range)) else {
        return;
    };
    let named: Vec<String> = call.arguments().into_iter().filter_map(literal).collect();
    // A name may be mangled.
    let is_it =
        |kernel: &Kernel| named.is_empty() || named.iter().any(|name| name.contains(kernel.last_name()));
    kernels
        .iter_mut()
        .filter(|kernel| is_it(kernel))
        .for_each(|kernel| add_read(kernel, Launch::new(span)));
}

fn literal(c: Cursor<'_>) -> Option<String> {
    match c.kind() {
        CXCursor_StringLiteral => Some(c.spelling()),
        _ => c.expressions().into_iter().find_map(literal),
    }
}

/// The same for kernels that what clang left out names more often than is in the tree; `named` is where that names kernels.
pub(super) fn add_lost(lost: &[Lost], named: &[Position], sources: &Sources, kernels: &mut [Kernel]) {
    if lost.is_empty() {
        return;
    }
    let sources_text: String = sources.iter().map(|source| source.text.as_str()).collect();
    let lines = joined(&sources_text);
    let macros: Vec<(&str, &str)> = lines.lines().filter_map(definition_of_macro).collect();
    let names: BTreeSet<&str> = kernels.iter().map(Kernel::last_name).collect();
    // What text launches a kernel: its name, and the macros that lead to it.
    let ways: BTreeMap<String, BTreeSet<String>> = names
        .into_iter()
        .map(|name| {
            (
                name.to_owned(),
                leading_to(&macros, BTreeSet::from([name.to_owned()])),
            )
        })
        .collect();
    for statement in lost.iter().filter_map(Lost::statement) {
        let text = code(statement.text);
        let (start, end) = (statement.start, statement.start + statement.text.len() as u32);
        let seen = named
            .iter()
            .filter(|at| at.file == statement.file && (start..end).contains(&at.offset))
            .count();
        let file = file_of(sources, statement.file);
        let Some(span) = file.and_then(|file| span_at(sources, file, start as usize, end as usize)) else {
            continue;
        };
        for kernel in kernels.iter_mut() {
            let name = kernel.last_name();
            let by_text = || {
                let ways = ways.get(name).into_iter().flatten();
                ways.map(|way| words(&text, way).count()).sum::<usize>()
            };
            let by_name = || {
                let mut lookups = LOOKUPS.iter().chain([&OF_OPENCL]);
                let looks_up = lookups.any(|function| mentions(&text, function));
                // What is no literal may be any name.
                looks_up && (statement.text.contains(name) || !statement.text.contains('"'))
            };
            if by_text() > seen || by_name() {
                let read = in_text(kernel, &statement, &sources_text, span);
                add_read(kernel, read);
            }
        }
    }
}

/// What the text of a launch says that clang left out: pointers that it names alike, sizes that are numbers, and that there are some in
/// several dimensions.
fn in_text(kernel: &Kernel, statement: &Statement<'_>, all: &str, span: Span) -> Launch {
    let mut launch = Launch::new(span);
    follow_nothing(kernel, &mut launch);
    let code = code(statement.text);
    let mut shapes = BTreeSet::new();
    for at in words(&code, kernel.last_name()) {
        if let Some((shape, behind)) = code.get(at..).and_then(|code| between(code, "<<<", ">>>")) {
            shapes.insert(shape);
            read_shape(shape, all, &mut launch);
            read_arguments((kernel, behind), statement, all, &mut launch);
        }
    }
    if shapes.len() > 1 {
        (launch.grid, launch.block) = ([None; 3], [None; 3]);
    }
    launch
}

fn read_shape(shape: &str, all: &str, launch: &mut Launch) {
    for (name, part) in ["gridDim", "blockDim"].into_iter().zip(parts(shape)) {
        let is_name = part.chars().all(|c| c.is_alphanumeric() || c == '_');
        if let Ok(size) = part.parse() {
            let sizes = if name == "gridDim" {
                &mut launch.grid
            } else {
                &mut launch.block
            };
            *sizes = [Some(size), Some(1), Some(1)];
        }
        let is_variable = is_name && all.contains(&format!("dim3 {part}"));
        if is_variable || part.contains(',') {
            for axis in ["y", "z"] {
                let size = format!("{name}.{axis}");
                if !launch.loose.contains(&size) {
                    launch.loose.push(size);
                }
            }
        }
    }
}

fn read_arguments(
    (kernel, behind): (&Kernel, &str),
    statement: &Statement<'_>,
    all: &str,
    launch: &mut Launch,
) {
    // What is left out may end before the bracket closes.
    let open = || behind.trim_start().strip_prefix('(');
    let list = parenthesised(behind).or_else(open).unwrap_or_default();
    let arguments = parts(list);
    // Members of structures are parameters of their own.
    if arguments.len() != kernel.params.len() {
        may_all_meet(kernel, launch);
        return;
    }
    let pointers = kernel.params.iter().enumerate();
    let pointers = pointers.filter(|(_, param)| param.ty == Ty::Ptr);
    let places = |argument: &str| {
        let mut places = in_text::places(argument, all);
        // A tensor is a handle: who is handed it by value leads it nowhere.
        let is_handle = ["data", "data_ptr", "const_data_ptr", "mutable_data_ptr"]
            .iter()
            .any(|method| {
                words(argument, method).any(|at| argument[at + method.len()..].starts_with(['(', '<']))
            });
        let may_change = |path: &String| statement.may_change_unnamed(path);
        if !is_handle && places.iter().flatten().any(may_change) {
            places.insert(None);
        }
        places
    };
    let named: Vec<(u32, Places)> = pointers
        .filter_map(|(n, _)| Some((n as u32, places(arguments.get(n)?))))
        .collect();
    for (n, (param, places)) in named.iter().enumerate() {
        let others = named[..n]
            .iter()
            .filter(|(_, other)| in_text::meet(places, other));
        may_meet(others.map(|(of, _)| (*param, *of)).collect(), launch);
    }
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<(&'t str, &'t str)> {
    let (_, rest) = text.split_once(start)?;
    rest.split_once(end)
}

/// The same for kernels that kernels launch: clang refuses that, and leaves it out.
pub(crate) fn add_launched_on_device(messages: &[Message], sources: &Sources, kernels: &mut [Kernel]) {
    for message in messages.iter().filter(|message| is_launch_on_device(message)) {
        let range = message.range.as_ref();
        let (Some(name), Some(span)) = (
            message.text.split('\'').nth(1),
            range.and_then(|range| span_of(sources, range)),
        ) else {
            continue;
        };
        let is_it = |kernel: &&mut Kernel| kernel.last_name() == name;
        let all = &sources[span.file].text;
        let start = span.start as usize;
        let (before, text) = all.split_at_checked(start).unwrap_or((all, ""));
        let text = text.split_once(';').map_or(text, |(text, _)| text);
        let from = before.rfind("__global__").unwrap_or(0);
        let to = all[start..]
            .find("__global__")
            .map_or(all.len(), |end| start + end);
        let statement = Statement {
            file: &sources[span.file].path,
            start: span.start,
            text,
            around: &all[from..to],
            macros: &[],
            by_value: &BTreeSet::new(),
        };
        for kernel in kernels.iter_mut().filter(is_it) {
            let read = in_text(kernel, &statement, all, span);
            add_read(kernel, read);
        }
    }
}

/// A launch of which only the text is read, if it says something or the kernel has others.
fn add_read(kernel: &mut Kernel, launch: Launch) {
    let says_something =
        !launch.loose.is_empty() || !launch.overlaps.is_empty() || !launch.unclear.is_empty();
    if !kernel.launches.is_empty() || says_something {
        add(kernel, launch);
    }
}

fn add(kernel: &mut Kernel, launch: Launch) {
    let says_more = |known: &Launch| (&launch.loose, &launch.overlaps) == (&known.loose, &known.overlaps);
    let mut open = kernel.launches.iter().filter(|launch| launch.is_open());
    if !open.any(says_more) {
        kernel.launches.push(launch);
    }
}
