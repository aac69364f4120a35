//! Lines of host code, which may stand in another file than the kernel.

use super::{FileId, Kernel, Launch, SourceFile, Span};
use crate::index::{Idx as _, IndexVec};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A line of host code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct HostLine {
    /// Its file, if that is not the one that was asked for.
    pub file: Option<String>,
    /// From 1.
    pub line: u32,
}

impl HostLine {
    /// The line where a span begins, the first file being the one that was asked for.
    pub fn of(files: &IndexVec<FileId, SourceFile>, span: Span) -> HostLine {
        let file = files.get(span.file).filter(|_| span.file.index() != 0);
        HostLine {
            file: file.map(|file| file.path.clone()),
            line: span.line,
        }
    }
}

impl fmt::Display for HostLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "line {} of {file}", self.line),
            None => write!(f, "line {}", self.line),
        }
    }
}

impl Launch {
    /// The lines that it and its ways name.
    pub fn lines_mut(&mut self) -> Box<dyn Iterator<Item = &mut HostLine> + '_> {
        let Launch {
            span: _,
            block: _,
            grid: _,
            args: _,
            not_null: _,
            extents,
            aliases: _,
            overlaps: _,
            doubtful: _,
            into_variables: _,
            rows,
            relations: _,
            unclear,
            given: _,
            unreset,
            cleared: _,
            loose: _,
            cooperative: _,
            of_program: _,
            ways,
            line,
        } = self;
        let extents = extents.iter_mut().filter_map(|extent| extent.line.as_mut());
        let unclear = unclear.iter_mut().filter_map(|unclear| unclear.line.as_mut());
        let unreset = unreset.iter_mut().map(|unreset| &mut unreset.line);
        let ways = ways.iter_mut().flat_map(Launch::lines_mut);
        let own = extents.chain(unclear).chain(unreset).chain(rows).chain([line]);
        Box::new(own.chain(ways))
    }
}

/// Takes the name of the file that was asked for off the lines in it.
pub(crate) fn leave_out(kernels: &mut [Kernel], main: &str) {
    let launches = kernels.iter_mut().flat_map(|kernel| &mut kernel.launches);
    for line in launches.flat_map(Launch::lines_mut) {
        if line.file.as_deref() == Some(main) {
            line.file = None;
        }
    }
}
