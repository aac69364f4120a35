//! Launches that nobody saw: of kernels that are handed on, launched by kernels, or named in what clang left out.

use super::host::Target;
use super::lost::Lost;
use super::{Sources, file_of, span_at, span_of};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Message, Position};
use crate::count::{blank, definition_of_macro, words};
use crate::ir::{Kernel, Launch, Span};
use crate::repair::errors::is_launch_on_device;

/// A launch of which nothing is known, for a kernel that has others: it may be launched through a pointer, or by a function that
/// it is handed to.
pub(super) fn add_handed_on(mention: Cursor<'_>, sources: &Sources, kernels: &mut [Kernel]) {
    let target = mention
        .referenced()
        .and_then(|kernel| Target::of(kernel, sources));
    let span = mention.range().and_then(|range| span_of(sources, &range));
    let (Some(target), Some(span)) = (target, span) else {
        return;
    };
    kernels
        .iter_mut()
        .filter(|kernel| target.is(kernel))
        .for_each(|kernel| add(kernel, span));
}

/// Functions that look up kernels in a module or program by their names, to launch them (CUDA driver API; HIP; OpenCL 3.0, 5.9.1).
const LOOKUPS: [&str; 5] = [
    "cuModuleGetFunction",
    "cuLibraryGetKernel",
    "hipModuleGetFunction",
    "cudaLibraryGetKernel",
    "clCreateKernel",
];

/// Whether a function looks up kernels by their names.
pub(super) fn finds_by_name(function: &str) -> bool {
    LOOKUPS.contains(&function)
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
        .for_each(|kernel| add(kernel, span));
}

fn literal(c: Cursor<'_>) -> Option<String> {
    match c.kind() {
        CXCursor_StringLiteral => Some(c.spelling()),
        _ => c.expressions().into_iter().find_map(literal),
    }
}

/// The same for kernels that what clang left out names more often than is in the tree; `named` is where that names kernels.
pub(super) fn add_lost(lost: &[Lost], named: &[Position], sources: &Sources, kernels: &mut [Kernel]) {
    for statement in lost.iter().filter_map(Lost::statement) {
        let code = blank(statement.text);
        let text = String::from_utf8_lossy(&code);
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
            let by_macro = || {
                let lines = sources.iter().flat_map(|source| source.text.lines());
                lines
                    .filter_map(definition_of_macro)
                    .filter(|(_, body)| words(body, name).next().is_some())
                    .map(|(known, _)| words(&text, known).count())
                    .sum::<usize>()
            };
            let by_name = || {
                let looks_up = LOOKUPS
                    .iter()
                    .any(|function| words(&text, function).next().is_some());
                // What is no literal may be any name.
                looks_up && (statement.text.contains(name) || !statement.text.contains('"'))
            };
            if words(&text, name).count() + by_macro() > seen || by_name() {
                add(kernel, span);
            }
        }
    }
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
        kernels
            .iter_mut()
            .filter(is_it)
            .for_each(|kernel| add(kernel, span));
    }
}

fn add(kernel: &mut Kernel, span: Span) {
    if !kernel.launches.is_empty() && !kernel.launches.iter().any(Launch::is_open) {
        kernel.launches.push(Launch::new(span));
    }
}
