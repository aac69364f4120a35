//! Source files and spans.

use super::indirect::Taken;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Range, Type, Unit};
use crate::index::{Idx, IndexVec};
use crate::ir::{FileId, SourceFile, Span};
use crate::macros::{Macros, definitions};
use crate::prelude;
use crate::repair::hidden::{CONSTANT_MEMBERS, MEMBERS};
use std::collections::{HashMap, HashSet};

/// The files that the user sees.
pub struct Files<'u> {
    unit: &'u Unit,
    list: IndexVec<FileId, SourceFile>,
    ids: HashMap<String, Option<FileId>>,
    /// Parameters and bodies of all macros, once somebody asks.
    macros: Option<Macros>,
    /// Where the lines of the main file begin, if clang sees it with other lines.
    lines: Option<Vec<u32>>,
    /// Functions whose address the user's code takes, once somebody asks.
    taken: Option<Taken<'u>>,
    /// Members of instantiated classes, once somebody asks.
    members: Option<Members<'u>>,
    /// Class templates of which there are specialisations, once somebody asks.
    specialised: Option<HashSet<usize>>,
}

impl<'u> Files<'u> {
    /// With the files that have numbers already, the main file first.
    /// `extracted`: clang sees parts of the main file, whose offsets count, and not its lines.
    pub fn new(unit: &'u Unit, known: Vec<SourceFile>, extracted: bool) -> Self {
        let lines = known.first().filter(|_| extracted).map(|main| {
            let ends = main.text.match_indices('\n').map(|(at, _)| at as u32 + 1);
            std::iter::once(0).chain(ends).collect()
        });
        let mut list = IndexVec::new();
        let mut ids = HashMap::new();
        for file in known {
            let path = file.path.clone();
            ids.insert(path, Some(list.push(file)));
        }
        Files {
            unit,
            list,
            ids,
            macros: None,
            lines,
            taken: None,
            members: None,
            specialised: None,
        }
    }

    /// All that clang parsed.
    pub fn root(&self) -> Cursor<'u> {
        self.unit.root()
    }

    /// The functions whose address the user's code takes, anywhere.
    pub fn addresses_taken(&mut self) -> &Taken<'u> {
        let unit = self.unit;
        self.taken.get_or_insert_with(|| {
            let mut taken = Taken::default();
            for c in unit.root().children() {
                let is_own = c.position().is_none_or(|at| !prelude::is_the_languages(&at.file));
                if is_own {
                    taken.collect(c, &|function| is_constexpr(unit, function));
                }
            }
            taken
        })
    }

    /// The destructor of an instantiated class, if there is a function that refers to it.
    pub fn destructor(&mut self, class: Type<'u>) -> Option<Cursor<'u>> {
        let class = class.canonical().declaration()?;
        let is_it = |f: &Cursor<'u>| f.kind() == CXCursor_Destructor;
        self.members()
            .get(&(class.canonical().identity(), false))?
            .iter()
            .copied()
            .find(is_it)
    }

    /// A method of an instantiated class, of a constant object or of another, if there is a function that refers to it.
    pub fn method_of_instance(&mut self, class: Type<'u>, name: &str, constant: bool) -> Option<Cursor<'u>> {
        let class = class.canonical().declaration()?;
        let is_it = |f: &Cursor<'u>| f.kind() == CXCursor_CXXMethod && f.spelling() == name;
        self.members()
            .get(&(class.canonical().identity(), constant))?
            .iter()
            .copied()
            .find(is_it)
    }

    fn members(&mut self) -> &Members<'u> {
        let root = self.unit.root();
        self.members.get_or_insert_with(|| {
            let mut found = Members::new();
            for c in root.children() {
                let name = c.spelling();
                let constant = name.starts_with(CONSTANT_MEMBERS);
                if c.kind() == CXCursor_FunctionDecl && (constant || name.starts_with(MEMBERS)) {
                    named_members(c, constant, &mut found);
                }
            }
            found
        })
    }

    /// Whether there are specialisations of a class template, whole or partial.
    pub fn is_specialised(&mut self, template: Cursor<'u>) -> bool {
        let root = self.unit.root();
        let specialised = self.specialised.get_or_insert_with(|| {
            let mut found = HashSet::new();
            specialisations(root, &mut found);
            found
        });
        specialised.contains(&template.canonical().identity())
    }

    /// The file's id, unless it is part of kverify or of a toolkit.
    pub fn id(&mut self, path: &str) -> Option<FileId> {
        if let Some(known) = self.ids.get(path) {
            return *known;
        }
        let id = if prelude::is_the_languages(path) {
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
        let (start, end) = (range.start.offset, range.end.offset);
        let (mut from, mut to) = (
            (range.start.line, range.start.column),
            (range.end.line, range.end.column),
        );
        if let (Some(lines), 0) = (&self.lines, file.index()) {
            (from, to) = (place(lines, start), place(lines, end));
        }
        Some(Span {
            file,
            start,
            end,
            line: from.0,
            column: from.1,
            end_line: to.0,
            end_column: to.1,
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

    /// A node as it is written; of what a macro writes, the macro's use.
    pub fn text(&mut self, c: Cursor<'u>) -> Option<String> {
        let range = c.range()?;
        self.slice(&range.start.file, range.start.offset, range.end.offset)
    }

    /// Whether the words before a variable's name say `constexpr`.
    pub fn says_constexpr(&mut self, variable: Cursor<'u>) -> bool {
        let (Some(range), Some(name)) = (variable.range(), variable.position()) else {
            return false;
        };
        name.file == range.start.file
            && self
                .slice(&name.file, range.start.offset, name.offset)
                .is_some_and(|words| words.split_whitespace().any(|word| word == "constexpr"))
    }

    /// Whether a file of the user's has a piece of text.
    pub fn mentions(&self, piece: &str) -> bool {
        let has = |path: &String| self.unit.contents(path).is_some_and(|text| text.contains(piece));
        self.list.iter().any(|file| file.text.contains(piece)) || self.unit.inclusions().iter().any(has)
    }

    /// The parameters and the bodies of a macro that some file defines: conditional compilation may have chosen any.
    pub fn macro_definitions(&mut self, name: &str) -> Vec<(Vec<String>, String)> {
        let unit = self.unit;
        let macros = self.macros.get_or_insert_with(|| {
            let main = self.list.iter().map(|file| file.text.clone());
            let included = unit
                .all_files()
                .into_iter()
                .filter_map(|path| unit.contents(&path));
            let mut macros = HashMap::new();
            for text in main.chain(included) {
                definitions(&text, &mut macros);
            }
            macros
        });
        macros.get(name).cloned().unwrap_or_default()
    }

    /// All files that spans name or may, those whose host code may launch kernels too, and the others that were included.
    pub fn finish(mut self) -> (IndexVec<FileId, SourceFile>, Vec<SourceFile>) {
        let mut included: Vec<SourceFile> = Vec::new();
        for path in self.unit.inclusions() {
            let is_listed = self.ids.contains_key(&path) || included.iter().any(|file| file.path == path);
            if is_listed || prelude::is_the_languages(&path) {
                continue;
            }
            if let Some(text) = self.unit.contents(&path) {
                let is_named = may_launch(&text);
                let file = SourceFile { path, text };
                match is_named {
                    true => {
                        self.ids.insert(file.path.clone(), None);
                        self.list.push(file);
                    }
                    false => included.push(file),
                }
            }
        }
        (self.list, included)
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

/// Whether host code in a text may launch kernels.
fn may_launch(text: &str) -> bool {
    text.contains("<<<") || text.contains("LaunchKernel")
}

/// The files of another unit of a program: the main one, and those whose host code may launch kernels.
pub fn of_other<'u>(main: &str, unit: &'u Unit) -> impl Iterator<Item = SourceFile> + 'u {
    let text = |path: &str| unit.contents(path);
    let own = text(main).map(|text| SourceFile {
        path: main.to_owned(),
        text,
    });
    let inclusions = unit.inclusions().into_iter();
    let users = inclusions.filter(|path| !prelude::is_the_languages(path));
    let included = users.filter_map(move |path| {
        let text = text(&path)?;
        Some(SourceFile { path, text })
    });
    own.into_iter().chain(included)
}

/// Whether lines of a file may be told as those of launches, which only files with such text have.
pub fn may_have_launches(file: &SourceFile) -> bool {
    may_launch(&file.text)
}

/// Line and column of an offset.
fn place(lines: &[u32], offset: u32) -> (u32, u32) {
    let line = lines.partition_point(|start| *start <= offset).max(1);
    let start = lines.get(line - 1).copied().unwrap_or(0);
    (line as u32, offset - start + 1)
}

/// Whether the words before a function's name say `constexpr`; where they cannot be read, they may.
fn is_constexpr<'u>(unit: &'u Unit, function: Cursor<'u>) -> bool {
    let (Some(range), Some(name)) = (function.canonical().range(), function.canonical().position()) else {
        return true;
    };
    let text = unit.contents(&range.start.file);
    let words = text
        .as_deref()
        .and_then(|text| text.get(range.start.offset as usize..name.offset as usize));
    // What a macro writes shows as the macro's name.
    words.is_none_or(|words| words.contains("constexpr") || words.chars().any(char::is_uppercase))
}

/// The members of classes that functions refer to, on constant objects or on others.
type Members<'u> = HashMap<(usize, bool), Vec<Cursor<'u>>>;

fn named_members<'u>(c: Cursor<'u>, constant: bool, found: &mut Members<'u>) {
    let kinds = [CXCursor_CXXMethod, CXCursor_Destructor];
    if let Some(member) = c.referenced().filter(|f| kinds.contains(&f.kind()))
        && let Some(class) = member.semantic_parent()
    {
        let class = class.canonical().identity();
        found.entry((class, constant)).or_default().push(member);
    }
    c.children()
        .into_iter()
        .for_each(|child| named_members(child, constant, found));
}

/// The class templates that something among these declarations specialises.
fn specialisations(c: Cursor<'_>, found: &mut HashSet<usize>) {
    for child in c.children() {
        let (is_class, is_scope) = match child.kind() {
            CXCursor_ClassTemplatePartialSpecialization | CXCursor_StructDecl | CXCursor_ClassDecl => {
                (true, true)
            }
            CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl | CXCursor_ClassTemplate => {
                (false, true)
            }
            _ => (false, false),
        };
        if let Some(template) = child.template().filter(|_| is_class) {
            found.insert(template.canonical().identity());
        }
        if is_scope {
            specialisations(child, found);
        }
    }
}
