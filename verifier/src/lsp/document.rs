//! An open document and what was last found out about it.

use super::text::{Shift, Text, shifted_line};
use crate::report::json::finding::Access;
use crate::report::json::kernel::KernelEntry;
use crate::report::json::{File, Message};
use crate::source::NOT_SUPPORTED;
use lsp_types::{Range, TextDocumentContentChangeEvent};
use std::path::{Path, PathBuf};

/// A document that the client has open.
#[derive(Debug)]
pub struct Document {
    /// Where it is, or would be.
    pub path: PathBuf,
    /// The text as the user sees it.
    pub text: Text,
    /// The client's number for that text.
    pub version: i32,
    /// The last answers, which may be of an earlier text.
    pub analysis: Option<Analysis>,
    /// What is wrong with the newest text that was read, and what in it may be read otherwise than it was meant.
    pub problems: Option<Problems>,
}

/// The answers for a text.
#[derive(Debug)]
pub struct Analysis {
    /// The text that was verified.
    pub snapshot: Snapshot,
    /// What was found out.
    pub file: File,
}

/// What clang and the lowering said of a text.
#[derive(Debug)]
pub struct Problems {
    /// The text.
    pub snapshot: Snapshot,
    /// What keeps parts of it from being verified.
    pub errors: Vec<Message>,
    /// What is only noteworthy.
    pub warnings: Vec<Message>,
}

/// A text as it was, and the edits since.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The text.
    pub text: Text,
    shifts: Vec<Shift>,
}

impl Document {
    /// A document that was just opened.
    pub fn new(path: PathBuf, text: Text, version: i32) -> Document {
        Document {
            path,
            text,
            version,
            analysis: None,
            problems: None,
        }
    }

    /// Whether other files are likely to include it.
    pub fn is_header(&self) -> bool {
        let ending = self.path.extension();
        ending.is_some_and(|ending| ending != "cu" && ending != "cl" && ending != "py")
    }

    /// Whether it is nothing odd that it holds no kernel.
    fn may_lack_kernels(&self) -> bool {
        self.is_header() || kverify_frontend::is_python(&self.path)
    }

    /// Applies edits; the answers move along.
    pub fn edit(&mut self, version: i32, changes: &[TextDocumentContentChangeEvent]) {
        self.text = self.text.edited(changes);
        self.version = version;
        let shifts = || changes.iter().filter_map(Shift::of);
        if let Some(analysis) = &mut self.analysis {
            analysis.snapshot.shifts.extend(shifts());
        }
        if let Some(problems) = &mut self.problems {
            problems.snapshot.shifts.extend(shifts());
        }
    }

    /// Takes over new answers. Where the text cannot be read any more, the last verdicts stay beside its errors: a
    /// half-typed line should not make everything else disappear.
    pub fn take(&mut self, text: Text, file: File) {
        let snapshot = Snapshot {
            text,
            shifts: Vec::new(),
        };
        self.problems = Some(Problems {
            snapshot: snapshot.clone(),
            errors: self.shown_errors(&file),
            warnings: file.warnings.clone(),
        });
        let last_was_whole = self
            .analysis
            .as_ref()
            .is_some_and(|last| last.file.errors.is_empty());
        if file.errors.is_empty() || !last_was_whole {
            self.analysis = Some(Analysis { snapshot, file });
        }
    }

    /// A header or a Python file without a kernel is no mistake in an editor.
    fn shown_errors(&self, file: &File) -> Vec<Message> {
        let is_lack = |message: &Message| {
            message.message.starts_with("holds no kernel") || message.message.ends_with(NOT_SUPPORTED)
        };
        let errors = file.errors.iter();
        errors
            .filter(|error| !(self.may_lack_kernels() && is_lack(error)))
            .cloned()
            .collect()
    }
}

impl Snapshot {
    /// Where a line of the text (from 1) is now.
    pub fn line_now(&self, line: u32) -> u32 {
        shifted_line(line, &self.shifts)
    }

    /// Where the rest of a line, from a column on, is now.
    pub fn line_range(&self, line: u32, column: u32) -> Range {
        self.moved(self.text.line_range(line, column))
    }

    /// Where an access is now.
    pub fn access_range(&self, access: &Access) -> Range {
        let range = self
            .text
            .range((access.line, access.column), (access.end_line, access.end_column));
        self.moved(range)
    }

    /// The range of an access in another file, as that file is now on the disk.
    pub fn range_elsewhere(&self, path: &Path, access: &Access) -> Range {
        let text = crate::files::read_lossy(path).unwrap_or_default();
        let text = Text::new(&text, self.text.encoding());
        text.range((access.line, access.column), (access.end_line, access.end_column))
    }

    fn moved(&self, mut range: Range) -> Range {
        range.start.line = self.line_now(range.start.line + 1) - 1;
        range.end.line = self.line_now(range.end.line + 1) - 1;
        range
    }
}

impl Analysis {
    /// The kernel whose text a line of the document (from 0) belongs to: the last that starts at or above it.
    pub fn kernel_at(&self, line: u32) -> Option<&KernelEntry> {
        let kernels = self.file.kernels.iter();
        kernels
            .filter(|kernel| self.snapshot.line_now(kernel.line) <= line + 1)
            .max_by_key(|kernel| kernel.line)
    }
}
