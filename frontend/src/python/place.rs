//! From the places of a program to those of the Python file it stands in.

use super::{Contents, Doubt, Program, Text};
use crate::index::Idx;
use crate::ir::host::HostProgram;
use crate::ir::{self, FileId, Kernel, Language, Launch, Level, Loc, Module, SourceFile, Span};
use crate::lower;
use std::collections::BTreeSet;
use std::ops::Range;

/// A Python file: its path, its text, and where its lines begin.
pub(crate) struct Host {
    file: SourceFile,
    lines: Vec<u32>,
}

impl Host {
    pub fn new(path: String, text: String) -> Host {
        let ends = text.match_indices('\n').map(|(at, _)| number(at + 1));
        let lines = std::iter::once(0).chain(ends).collect();
        Host {
            file: SourceFile { path, text },
            lines,
        }
    }

    /// A module of what is known before any program was read.
    pub fn module(&self, contents: &Contents) -> Module {
        let mut module = Module {
            language: contents.programs.first().map_or(Language::Cuda, |p| p.language),
            files: std::iter::once(self.file.clone()).collect(),
            included: Vec::new(),
            read: BTreeSet::new(),
            diagnostics: Vec::new(),
            kernels: Vec::new(),
            called_by: BTreeSet::new(),
            functions: Vec::new(),
            apart: Default::default(),
            host: HostProgram::default(),
        };
        module
            .kernels
            .extend(contents.gaps.iter().map(|gap| self.unread(gap)));
        module
    }

    /// A kernel of which only is known why nothing is.
    fn unread(&self, doubt: &Doubt) -> Kernel {
        let named = (doubt.name.clone(), String::new());
        lower::unread_kernel(Language::Cuda, named, self.span(&doubt.at), doubt.reason.clone())
    }

    fn span(&self, range: &Range<usize>) -> Span {
        let (start, end) = (number(range.start), number(range.end));
        let (from, to) = (self.place(start), self.place(end));
        Span {
            file: FileId::new(0),
            start,
            end,
            line: from.0,
            column: from.1,
            end_line: to.0,
            end_column: to.1,
        }
    }

    fn place(&self, offset: u32) -> (u32, u32) {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        (number(line), offset - self.lines[line - 1] + 1)
    }

    /// Has a program's module speak of the file.
    pub fn place_module(&self, mut module: Module, program: &Program) -> Module {
        module.host = HostProgram::default();
        let in_doubt = program.doubts.iter().any(|doubt| !doubt.is_complete);
        for diagnostic in &mut module.diagnostics {
            if let Some(span) = &mut diagnostic.span {
                self.move_span(span, &program.text);
            }
            // What lacks its surroundings need not be a program; that it is not known is said already.
            if in_doubt {
                diagnostic.level = diagnostic.level.min(Level::Warning);
            }
        }
        for kernel in &mut module.kernels {
            let before = own_places(kernel);
            for span in kernel.spans_mut() {
                self.move_span(span, &program.text);
            }
            for launch in &mut kernel.launches {
                self.move_lines(launch, &program.text);
            }
            if is_reordered(&before, &own_places(kernel)) {
                let reason = "the kernel is put together of parts in another order than they are written in, which is not followed";
                let named = (kernel.name.clone(), kernel.instantiation.clone());
                *kernel = lower::unread_kernel(program.language, named, kernel.span, reason.to_owned());
            }
            kernel.doubts.extend(program.doubts.iter().map(|doubt| ir::Doubt {
                loc: Loc {
                    span: self.span(&doubt.at),
                    call: None,
                },
                reason: doubt.reason.clone(),
                is_complete: doubt.is_complete,
            }));
        }
        if module.kernels.is_empty()
            && let Some(lack) = &program.lack
        {
            module.kernels.push(self.unread(lack));
        }
        if let Some(main) = module.files.iter_mut().next() {
            *main = self.file.clone();
        }
        module
    }

    fn move_lines(&self, launch: &mut Launch, text: &Text) {
        for line in launch.lines_mut().filter(|line| line.file.is_none()) {
            let before = text
                .as_str()
                .split_inclusive('\n')
                .take(line.line.saturating_sub(1) as usize);
            let start = before.map(str::len).sum::<usize>();
            if let Some(place) = text.place(start) {
                line.line = self.place(number(place)).0;
            }
        }
    }

    fn move_span(&self, span: &mut Span, text: &Text) {
        if span.file.index() != 0 {
            return;
        }
        // What was added behind the text stands at its end.
        let last = text.as_str().len().saturating_sub(1);
        let place = |offset: u32| text.place((offset as usize).min(last)).unwrap_or(0);
        let start = place(span.start);
        let end = match span.end.checked_sub(1).filter(|last| *last >= span.start) {
            Some(last) => (place(last) + 1).max(start),
            None => start,
        };
        *span = self.span(&(start..end));
    }
}

/// Where the statements of a kernel's own body begin and end.
fn own_places(kernel: &Kernel) -> Vec<Loc> {
    let blocks = kernel.blocks.iter();
    blocks
        .flat_map(|b| b.stmts.iter().map(|s| s.loc).chain([b.term.loc]))
        .filter(|loc| loc.call.is_none() && loc.span.file.index() == 0)
        .collect()
}

/// Whether places stand in another order than before. What returns before a barrier and what a loop holds is told by their order.
fn is_reordered(before: &[Loc], after: &[Loc]) -> bool {
    let is_sorted = |place: fn(&Span) -> u32| {
        let mut pairs: Vec<(u32, u32)> = before
            .iter()
            .zip(after)
            .map(|(a, b)| (place(&a.span), place(&b.span)))
            .collect();
        pairs.sort_unstable();
        pairs.is_sorted_by_key(|pair| pair.1)
    };
    !(is_sorted(|span| span.start) && is_sorted(|span| span.end))
}

/// Adds what another program of the same file holds.
pub(crate) fn merge(all: &mut Module, mut module: Module) {
    let ids: Vec<FileId> = module
        .files
        .iter()
        .map(|file| {
            let known = all
                .files
                .iter_enumerated()
                .find(|(_, known)| known.path == file.path);
            known
                .map(|(id, _)| id)
                .unwrap_or_else(|| all.files.push(file.clone()))
        })
        .collect();
    for span in module.spans_mut() {
        span.file = ids[span.file.index()];
    }
    for file in module.included {
        if all.included.iter().all(|known| known.path != file.path) {
            all.included.push(file);
        }
    }
    all.read.extend(module.read);
    for diagnostic in module.diagnostics {
        if !all.diagnostics.contains(&diagnostic) {
            all.diagnostics.push(diagnostic);
        }
    }
    for kernel in module.kernels {
        if !all.kernels.contains(&kernel) {
            all.kernels.push(kernel);
        }
    }
}

fn number(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
