//! What clang complains of, and what it costs.

use crate::clang::kinds::*;
use crate::clang::{self, Cursor, Message, Range, Unit, body};
use crate::ir::Language;
use crate::prelude;

/// Whether a message means that clang left something out. A host variable used in a kernel is an error of the
/// language's, but the syntax tree is whole.
pub fn loses_code(message: &Message) -> bool {
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
pub fn is_launch_on_device(message: &Message) -> bool {
    message.text.starts_with("reference to __global__ function")
}

/// The bodies of functions and methods that only the host runs: an error in one costs no kernel.
pub fn host_bodies(unit: &Unit, language: Language) -> Vec<Range> {
    let mut found = Vec::new();
    if language == Language::Cuda {
        functions(unit.root(), &mut |function, on_device| {
            if !on_device {
                found.extend(body(function).and_then(|body| body.range()));
            }
        });
    }
    found
}

/// How many functions the device runs, and how many errors stand in them.
pub fn device_faults(unit: &Unit) -> (usize, usize) {
    let mut found = Vec::new();
    functions(unit.root(), &mut |function, on_device| {
        if on_device {
            found.extend(body(function).and_then(|_| function.range()));
        }
    });
    let messages = unit.messages();
    let inside = |m: &&Message| loses_code(m) && found.iter().any(|range| is_within(m, range));
    (found.len(), messages.iter().filter(inside).count())
}

/// Visits the functions and methods of the user's files, and says whether the device runs them.
pub fn functions<'u>(scope: Cursor<'u>, visit: &mut impl FnMut(Cursor<'u>, bool)) {
    let on_device = |c: Cursor<'_>| c.has_attribute(&[CXCursor_CUDAGlobalAttr, CXCursor_CUDADeviceAttr]);
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

pub fn is_within(message: &Message, body: &Range) -> bool {
    let range = message.range.as_ref();
    range.is_some_and(|range| body.touches(&range.start))
}

/// Whether a message says that a header is not there.
pub fn is_missing_header(message: &Message) -> bool {
    message.text.contains("file not found") && !is_found_all_the_same(message)
}

/// Whether a message complains of a header in angles that clang takes from beside the source.
pub fn is_found_all_the_same(message: &Message) -> bool {
    message.text.contains("file not found with <angled> include")
}

/// How much of a source clang cannot parse: outside of host code, and in all.
pub fn complaints(unit: &Unit, language: Language) -> (usize, usize) {
    complaints_in(unit, language, |_| true)
}

/// How much of some files clang cannot parse: outside of host code, and in all.
pub fn complaints_in(unit: &Unit, language: Language, counts: impl Fn(&str) -> bool) -> (usize, usize) {
    let host = host_bodies(unit, language);
    let messages = unit.messages();
    let is_counted = |message: &Message| {
        let range = message.range.as_ref();
        loses_code(message) && range.is_none_or(|range| counts(&range.start.file))
    };
    let lost: Vec<&Message> = messages.iter().filter(|message| is_counted(message)).collect();
    let outside = lost
        .iter()
        .filter(|m| !host.iter().any(|body| is_within(m, body)));
    (outside.count(), lost.len())
}
