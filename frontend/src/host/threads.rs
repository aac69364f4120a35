//! Arguments of one kernel object that several threads of the host set: `clSetKernelArg` is the one function of OpenCL that is not safe to
//! be called by threads for one object (OpenCL 3.0 API, "clSetKernelArg").

use super::Reader;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Range};
use crate::ir::Span;
use crate::ir::host::ArgumentRace;
use crate::launch::{span_of, strip};

/// What lets one thread at a time pass, or gives each its own.
const TAKES_TURNS: [&str; 7] = [
    "omp critical",
    "omp single",
    "omp master",
    "omp masked",
    "omp ordered",
    "lock",
    "mutex",
];

impl<'u> Reader<'u, '_> {
    /// Looks for calls in what a directive has several threads run.
    pub(super) fn argument_races(&mut self, body: Cursor<'u>, function: &(String, Span)) {
        let Some(range) = body.range() else { return };
        let text = self
            .units
            .iter()
            .find_map(|unit| unit.contents(&range.start.file));
        let from = range.start.offset as usize;
        let Some(text) = text
            .as_ref()
            .and_then(|text| text.get(from..range.end.offset as usize))
        else {
            return;
        };
        for (at, line) in lines(text) {
            let is_parallel = line.trim_start().starts_with('#') && line.contains("pragma omp parallel");
            if !is_parallel || line.contains("private") {
                continue;
            }
            let Some(threads) = behind(body, (from + at) as u32) else {
                continue;
            };
            let Some(of_threads) = threads.range() else {
                continue;
            };
            let run = &text[at..(of_threads.end.offset as usize).saturating_sub(from).max(at)];
            if TAKES_TURNS.iter().any(|word| run.contains(word)) {
                continue;
            }
            let mut calls = Vec::new();
            settings(threads, &mut calls);
            for (call, object) in calls {
                self.argument_race(call, object, &of_threads, function);
            }
        }
    }

    fn argument_race(
        &mut self,
        call: Cursor<'u>,
        object: Cursor<'u>,
        threads: &Range,
        function: &(String, Span),
    ) {
        let is_shared = object.position().is_none_or(|at| !threads.holds(&at));
        let span = |range: Option<Range>| span_of(&self.module.files, &range?);
        if let (Some(call), Some(threads), true) =
            (span(call.range()), span(Some(threads.clone())), is_shared)
        {
            self.program.argument_races.push(ArgumentRace {
                function: function.clone(),
                object: object.spelling(),
                call,
                threads,
            });
        }
    }
}

/// The lines of a text, and where each begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line)
    })
}

/// The first statement that begins behind a place.
fn behind(c: Cursor<'_>, offset: u32) -> Option<Cursor<'_>> {
    let starts_behind = |c: &Cursor<'_>| c.range().is_some_and(|range| range.start.offset > offset);
    let is_one = |c: &Cursor<'_>| c.is_statement() || c.is_expression();
    c.children()
        .into_iter()
        .find_map(|child| match is_one(&child) && starts_behind(&child) {
            true => Some(child),
            false => behind(child, offset),
        })
}

/// The calls that set arguments of kernel objects in variables, and the variables.
fn settings<'u>(c: Cursor<'u>, found: &mut Vec<(Cursor<'u>, Cursor<'u>)>) {
    if c.kind() == CXCursor_CallExpr
        && c.spelling() == "clSetKernelArg"
        && let Some(object) = c.arguments().first().map(|object| strip(*object))
        && object.kind() == CXCursor_DeclRefExpr
        && let Some(variable) = object.referenced()
        && matches!(variable.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
    {
        found.push((c, variable));
    }
    c.children().into_iter().for_each(|child| settings(child, found));
}
