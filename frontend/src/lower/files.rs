//! Source files and spans.

use crate::clang::{Range, Unit};
use crate::index::{Idx, IndexVec};
use crate::ir::{FileId, SourceFile, Span};
use std::collections::{HashMap, HashSet};

/// The files that the user sees.
pub struct Files<'u> {
    unit: &'u Unit,
    list: IndexVec<FileId, SourceFile>,
    ids: HashMap<String, Option<FileId>>,
    hidden: HashSet<String>,
}

impl<'u> Files<'u> {
    /// With the main file, and the paths of prelude and stand-in files.
    pub fn new(unit: &'u Unit, main: SourceFile, hidden: HashSet<String>) -> Self {
        let mut list = IndexVec::new();
        let mut ids = HashMap::new();
        let path = main.path.clone();
        ids.insert(path, Some(list.push(main)));
        Files {
            unit,
            list,
            ids,
            hidden,
        }
    }

    /// The file's id, unless it is part of kverify.
    pub fn id(&mut self, path: &str) -> Option<FileId> {
        if let Some(known) = self.ids.get(path) {
            return *known;
        }
        let id = if self.hidden.contains(path) {
            None
        } else {
            self.unit.contents(path).map(|text| {
                self.list.push(SourceFile {
                    path: path.to_owned(),
                    text,
                })
            })
        };
        self.ids.insert(path.to_owned(), id);
        id
    }

    /// The span of a range in a user's file.
    pub fn span(&mut self, range: &Range) -> Option<Span> {
        let file = self.id(&range.start.file)?;
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

    /// A part of a file's text.
    pub fn slice(&mut self, path: &str, start: u32, end: u32) -> Option<String> {
        let part = |text: &str| text.get(start as usize..end as usize).map(str::to_owned);
        match self.id(path) {
            Some(id) => part(&self.list[id].text),
            None => part(&self.unit.contents(path)?),
        }
    }

    /// All files.
    pub fn finish(self) -> IndexVec<FileId, SourceFile> {
        self.list
    }

    /// The first file's start.
    pub fn start() -> Span {
        Span {
            file: FileId::new(0),
            start: 0,
            end: 0,
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
        }
    }
}
