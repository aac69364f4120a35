//! Launch facts: what a source says about the shapes and arguments that its kernels are launched with.
//!
//! Three things speak of launches: the launch statements of host code in the same file, a comment
//! `// kverify: block=256 grid=64` above a kernel, and the attributes `reqd_work_group_size` and `__launch_bounds__`.
//! Facts narrow what is verified, so only what is certain is one: a host variable counts as a constant only if nothing
//! in the file can change it.

mod attributes;
mod bounds;
mod by_text;
mod callable;
mod calls;
mod comment;
mod conditions;
mod constants;
mod conversions;
mod counters;
mod deciding;
mod elements;
mod extents;
mod facts;
mod forwarding;
mod freedom;
mod given;
mod handed_on;
mod host;
mod in_text;
mod inputs;
mod instances;
mod listed;
mod lost;
mod members;
mod moves;
mod names;
mod number;
mod opencl;
mod pitches;
mod reaching;
mod relations;
mod roots;
mod rounded;
mod same_place;
mod shapes;
mod steps;
mod surroundings;
mod tensors;
mod unseen;
mod uses;
mod variables;
mod ways;

pub(crate) use by_text::add_launched_on_device;
pub(crate) use calls::{Arguments, statement};
pub(crate) use constants::{is_cast, strip};
pub(crate) use conversions::is_handed_over;
pub(crate) use facts::{HostFacts, Origin};
pub(crate) use forwarding::takes_by_pointer;
pub(crate) use unseen::{LOOKUPS, of_nothing};

use crate::clang::{Cursor, Position, Range};
use crate::index::{Idx, IndexVec};
use crate::ir::{Diagnostic, FileId, HostLine, Kernel, SourceFile, Span, host_line};
use std::collections::BTreeSet;

/// Files of a module, to read their text and to place findings in.
pub(crate) type Sources = IndexVec<FileId, SourceFile>;

/// A program: a file with kernels, and other files that have a say in their launches.
pub(crate) struct Program<'p, 'u> {
    /// What clang parsed, the file with the kernels first.
    pub roots: &'p [Cursor<'u>],
    /// Where clang left something out: what it could not parse may change any variable that it can name.
    pub lost: &'p [Option<Position>],
    /// What the files include besides.
    pub included: &'p [SourceFile],
    /// The functions that yet other files call, where that is known.
    pub called_elsewhere: Option<&'p BTreeSet<String>>,
    /// Kernels of the same program as another architecture has it, with their launches: host code is the same for all of these (CUDA C++
    /// Programming Guide, 5.7.4).
    pub usual: &'p [Kernel],
}

/// Fills in the launch facts of `kernels` from the syntax trees of a program and the texts of its files; `own` are those of the file
/// with the kernels alone. The result says what could not be understood.
pub(crate) fn attach(
    program: &Program<'_, '_>,
    (sources, own): (&Sources, &Sources),
    kernels: &mut [Kernel],
) -> Vec<Diagnostic> {
    let functions = host::functions(program.roots[0], own);
    let mut diagnostics = comment::attach(own, &functions, kernels);
    diagnostics.extend(attributes::attach(program.roots[0], own, kernels));
    if take_usual(program.usual, kernels) {
        return diagnostics;
    }
    host::attach(program, sources, kernels);
    for launch in kernels.iter_mut().flat_map(|kernel| &mut kernel.launches) {
        launch.line = HostLine::of(sources, launch.span);
    }
    host_line::leave_out(kernels, &sources[FileId::new(0)].path);
    diagnostics
}

/// Takes the launches of the usual kernels, if these kernels are the same.
fn take_usual(usual: &[Kernel], kernels: &mut [Kernel]) -> bool {
    let bare = |kernel: &Kernel| Kernel {
        launches: Vec::new(),
        chosen_names: Vec::new(),
        ..kernel.clone()
    };
    let twin = |kernel: &Kernel| {
        let mut all = usual.iter();
        all.find(|usual| usual.span == kernel.span && usual.instantiation == kernel.instantiation)
            .filter(|usual| bare(usual) == bare(kernel))
    };
    let twins: Option<Vec<&Kernel>> = kernels.iter().map(twin).collect();
    let Some(twins) = twins.filter(|_| !usual.is_empty()) else {
        return false;
    };
    for (kernel, usual) in kernels.iter_mut().zip(twins) {
        kernel.launches.clone_from(&usual.launches);
    }
    true
}

/// A function definition in a user's file, by byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Function {
    file: FileId,
    /// Where the previous definition ends: attributes and comments after it are this one's.
    before: u32,
    /// The first byte of the name.
    name: u32,
    /// The first byte of the body.
    body: u32,
    /// One past the body.
    end: u32,
}

/// The function that a kernel is the lowering of.
fn function_of<'f>(functions: &'f [Function], kernel: &Kernel) -> Option<&'f Function> {
    functions
        .iter()
        .find(|function| function.file == kernel.span.file && function.name == kernel.span.start)
}

/// The span of a range in a user's file.
pub(crate) fn span_of(sources: &Sources, range: &Range) -> Option<Span> {
    let file = file_of(sources, &range.start.file)?;
    Some(Span {
        file,
        start: range.start.offset,
        end: range.end.offset,
        line: range.start.line,
        column: range.start.column,
        end_line: range.end.line,
        end_column: range.end.column,
    })
}

/// Where something begins.
fn line_of(c: Cursor<'_>) -> Option<HostLine> {
    let start = c.range()?.start;
    Some(HostLine {
        file: Some(start.file),
        line: start.line,
    })
}

/// The user's file at a path.
fn file_of(sources: &Sources, path: &str) -> Option<FileId> {
    let mut files = (0..sources.len()).map(FileId::new);
    files.find(|file| sources[*file].path == path)
}

/// The span of the bytes `start..end` of a file; `None` if they are not in it.
fn span_at(sources: &Sources, file: FileId, start: usize, end: usize) -> Option<Span> {
    let text = &sources[file].text;
    let place = |at: usize| {
        let before = text.get(..at)?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        Some((line as u32, (at - line_start + 1) as u32))
    };
    let (line, column) = place(start)?;
    let (end_line, end_column) = place(end)?;
    Some(Span {
        file,
        start: start as u32,
        end: end as u32,
        line,
        column,
        end_line,
        end_column,
    })
}

#[cfg(test)]
mod tests;
