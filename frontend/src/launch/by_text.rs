//! Launches of which only the text is read: in what clang left out, and those that kernels make.

mod mentions;

use super::constants::Scope;
use super::in_text::{self, Places};
use super::lost::Lost;
use super::roots::{self, Flows, Program, Site};
use super::unseen::{LOOKUPS, OF_OPENCL, add_read, follow_nothing, may_all_meet, may_meet};
use super::variables::Variables;
use super::{Sources, file_of, moves, span_at, span_of};
use crate::clang::{Cursor, Message, Position};
use crate::ir::{Kernel, Launch, SourceFile, Span, Ty};
use crate::macros::{definition_of_macro, leading_to, parenthesised};
use crate::plain::{self, code, joined, words};
use crate::repair::errors::is_launch_on_device;
use crate::repair::lost::parts;
use mentions::Mention;
use std::collections::{BTreeMap, BTreeSet};

/// Launches of kernels that what clang left out names more often than is in the tree; `named` is where that names kernels.
pub(super) fn add_lost<'u>(
    (variables, flows): (&Variables<'u>, &Flows<'u>),
    (declarations, named): (&[Cursor<'u>], &[Position]),
    (sources, included): (&Sources, &[SourceFile]),
    kernels: &mut [Kernel],
) {
    let lost = variables.lost();
    if lost.is_empty() {
        return;
    }
    let scope = Scope::new(variables);
    let sources_text: String = sources.iter().map(|source| source.text.as_str()).collect();
    let program = Program::of((sources, included), declarations);
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
        let text = statement.code();
        let around = statement.around();
        let site = Site::of(&statement, &around, &program);
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
                ways.map(|way| words(text, way).count()).sum::<usize>()
            };
            let by_name = || {
                let mut lookups = LOOKUPS.iter().chain([&OF_OPENCL]);
                let looks_up = lookups.any(|function| plain::mentions(text, function));
                // What is no literal may be any name.
                looks_up && (statement.text.contains(name) || !statement.text.contains('"'))
            };
            let is_named = by_text() > seen;
            let mut found = match statement.expanded() {
                _ if !is_named => Vec::new(),
                Some(text) if plain::mentions(text, name) => mentions::mentions(text, name),
                Some(_) | None => vec![Mention::Unclear],
            };
            if !found.is_empty() && !program.shows(kernel, statement.file) {
                found.retain(|one| matches!(one, Mention::Launch(..)));
            }
            if found.is_empty() && !by_name() {
                continue;
            }
            let meeting = |arguments: &[(u32, &str)], launch: &mut Launch| {
                roots::meeting_by_name(flows, &scope, site, kernel, arguments).tell(launch);
            };
            let read = in_text(kernel, &found, &sources_text, span, meeting);
            add_read(kernel, read);
        }
    }
}

/// What the text of a launch says that clang left out: pointers that it names alike, sizes that are numbers, and that there are some in
/// several dimensions.
///
/// `meeting` says which of its pointer arguments may meet.
fn in_text(
    kernel: &Kernel,
    found: &[Mention<'_>],
    all: &str,
    span: Span,
    meeting: impl Fn(&[(u32, &str)], &mut Launch),
) -> Launch {
    let mut launch = Launch::new(span);
    follow_nothing(kernel, &mut launch);
    let mut shapes = BTreeSet::new();
    for mention in found {
        let arguments = match mention {
            Mention::Launch(shape, behind) => {
                shapes.insert(*shape);
                read_shape(shape, all, &mut launch);
                pointers(kernel, &listed(behind))
            }
            Mention::Beside(handed) => {
                let first = handed.len().checked_sub(kernel.params.len());
                first.and_then(|first| pointers(kernel, &handed[first..]))
            }
            Mention::Unclear => None,
        };
        match arguments {
            Some(arguments) => meeting(&arguments, &mut launch),
            None => may_all_meet(kernel, &mut launch),
        }
    }
    if shapes.len() > 1 {
        (launch.grid, launch.block) = ([None; 3], [None; 3]);
    }
    launch
}

fn read_shape(shape: &str, all: &str, launch: &mut Launch) {
    for (name, part) in ["gridDim", "blockDim"].into_iter().zip(parts(shape)) {
        let is_name = part.chars().all(moves::is_of_name);
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

/// The arguments that stand behind the shape of a launch.
fn listed(behind: &str) -> Vec<&str> {
    // What is left out may end before the bracket closes.
    let open = || behind.trim_start().strip_prefix('(');
    parts(parenthesised(behind).or_else(open).unwrap_or_default())
}

/// The arguments of a launch for the kernel's pointers; `None` if it has not as many as the kernel.
fn pointers<'t>(kernel: &Kernel, arguments: &[&'t str]) -> Option<Vec<(u32, &'t str)>> {
    // Members of structures are parameters of their own.
    let all = (0..).zip(&kernel.params).zip(arguments.iter().copied());
    let pointers = all.filter(|((_, param), _)| param.ty == Ty::Ptr);
    (arguments.len() == kernel.params.len()).then(|| pointers.map(|((n, _), text)| (n, text)).collect())
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
        let all = &sources[span.file].text;
        let start = span.start as usize;
        let (before, text) = all.split_at_checked(start).unwrap_or((all, ""));
        let text = text.split_once(';').map_or(text, |(text, _)| text);
        let from = before.rfind("__global__").unwrap_or(0);
        let to = all[start..]
            .find("__global__")
            .map_or(all.len(), |end| start + end);
        let is_around = |kernel: &&Kernel| {
            kernel.span.file == span.file && (from..to).contains(&(kernel.span.start as usize))
        };
        let parents: Vec<Kernel> = kernels.iter().filter(is_around).cloned().collect();
        let around = code(&all[from..to]);
        let text = code(text);
        for kernel in kernels.iter_mut().filter(|kernel| kernel.last_name() == name) {
            let meeting = |arguments: &[(u32, &str)], launch: &mut Launch| {
                may_meet(meeting_on_device(arguments, &around, &parents), launch);
            };
            let read = in_text(kernel, &mentions::mentions(&text, name), all, span, meeting);
            add_read(kernel, read);
        }
    }
}

/// Which arguments of a kernel's launch in another kernel may lead into one buffer: what is one by its text, and what is for those who
/// launch the other.
fn meeting_on_device(arguments: &[(u32, &str)], around: &str, parents: &[Kernel]) -> Vec<(u32, u32)> {
    let none = BTreeSet::new();
    let places = |text: &str| {
        let mut places = in_text::places(text, around);
        let is_param = |name: &str| {
            parents
                .iter()
                .any(|parent| parent.params.iter().any(|p| p.name == name))
        };
        let is_unclear = |name: &String| {
            let is_open = !is_param(name) && (name.contains('.') || moves::declares_open(around, name));
            is_open || moves::may_change_unnamed(around, name, false, &none)
        };
        if places.iter().flatten().any(is_unclear) {
            places.insert(None);
        }
        places
    };
    let places: Vec<(u32, Places)> = arguments.iter().map(|(n, text)| (*n, places(text))).collect();
    let may_be_one = |a: &Option<String>, b: &Option<String>| match (a, b) {
        (Some(a), Some(b)) => a == b || parents.iter().any(|parent| meet_in(parent, a, b)),
        _ => true,
    };
    let mut found = Vec::new();
    for (n, (a, these)) in places.iter().enumerate() {
        let meets = |those: &Places| these.iter().any(|a| those.iter().any(|b| may_be_one(a, b)));
        let others = places[..n].iter().filter(|(_, those)| meets(those));
        found.extend(others.map(|(b, _)| (*a, *b)));
    }
    found
}

/// Whether a launch of a kernel may lead two of its parameters into one buffer.
fn meet_in(kernel: &Kernel, a: &str, b: &str) -> bool {
    let number = |name: &str| kernel.params.iter().position(|param| param.name == name);
    let (Some(a), Some(b)) = (number(a), number(b)) else {
        return false;
    };
    let mut launches = kernel.launches.iter();
    launches.any(|launch| launch.leads_together(a as u32, b as u32))
}
