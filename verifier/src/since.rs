//! `--since REV`: which kernels a change concerns.
//!
//! git is asked for one thing only: what its objects hold ([`git`]). Every file that a kernel was read from is compared with
//! its text in the revision; what the revision has no text for is new. So neither attributes nor settings of the
//! repository, nor what a file's name or lines look like, have a say in what counts.
//!
//! A kernel is concerned if a changed line lies in its body or in the body of a function that was inlined into it. A change
//! outside of all of them (a macro, a type, a launch in host code, a constant) may bear on any kernel of the files that hold or include
//! the line: then all of them are concerned, as they are if settings changed that say how the file is read. So a kernel that is
//! left out reads the same as before.

pub(crate) mod git;
mod neighbours;

use crate::program;
use crate::project::settings_in;
use crate::report::base::cleaned;
use git::{Blob, Objects};
use kverify_frontend::callers::{self, opencl};
use kverify_frontend::files::may_define;
use kverify_frontend::index::Idx as _;
use kverify_frontend::ir::{FileId, Kernel, Module, NOT_FOUND, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Longer files are not compared line by line, which takes its time.
const MOST_LINES: usize = 20_000;

/// A revision, and what has changed since in the files that were asked about.
pub struct Changes {
    current: PathBuf,
    /// The repository's folder, without links.
    root: PathBuf,
    commit: String,
    /// The revision's files, by their paths from the root.
    tree: BTreeMap<PathBuf, Blob>,
    /// The names of those that are gone.
    gone: BTreeSet<OsString>,
    objects: Mutex<Objects>,
    known: Mutex<BTreeMap<String, Arc<Change>>>,
    /// What files with host code were that are not as they were, once that was asked for; none where that cannot be had.
    former: OnceLock<Vec<Former>>,
    /// Whether any file is not as it was, once that was asked for.
    anything: OnceLock<bool>,
}

/// A file of the revision that is not as it was, and what it was; no text where that cannot be had.
type Former = (PathBuf, Option<String>);

/// What has changed in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    Nothing,
    /// The revision has no such file, or its text cannot be had.
    Whole,
    /// Lines of the file as it is now; a deletion stands at the lines around it.
    Lines(Vec<RangeInclusive<u32>>),
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Two runs are alike if they look back at the same commit: what they read now is compared elsewhere.
        f.debug_tuple("Changes").field(&self.commit).finish()
    }
}

impl Changes {
    /// Looks a revision up in the repository around `current`.
    ///
    /// # Errors
    /// If git is missing, `current` is in no repository, or there is no such revision.
    pub fn since(revision: &str, current: &Path) -> Result<Changes, String> {
        if revision.starts_with('-') {
            return Err(format!("`{revision}` is no revision"));
        }
        let root = git::root(current)?;
        let commit = git::commit(&root, revision)?;
        let tree = git::tree(&root, &commit)?;
        let gone = tree
            .keys()
            .filter(|path| root.join(path).symlink_metadata().is_err());
        Ok(Changes {
            current: current.to_path_buf(),
            gone: gone
                .filter_map(|path| path.file_name())
                .map(OsString::from)
                .collect(),
            tree,
            objects: Mutex::new(Objects::of(&root)?),
            known: Mutex::default(),
            former: OnceLock::new(),
            anything: OnceLock::new(),
            root,
            commit,
        })
    }

    /// Whether a kernel of a module may mean something else than before.
    pub fn concern(&self, kernel: &Kernel, module: &Module) -> bool {
        let all_files = || module.files.iter().chain(&module.included);
        let Some(source) = module.files.iter().next() else {
            return true;
        };
        // What holds no kernel's code is outside of all kernels.
        let is_changed = |path: &str, text: &str| *self.of(path, text) != Change::Nothing;
        if module
            .included
            .iter()
            .any(|file| is_changed(&file.path, &file.text))
            || self.settings_changed(&source.path)
            || kernel
                .chosen_names
                .iter()
                .any(|name| self.origin_changed(name.origin.as_deref()))
            || all_files().any(|file| self.hid(&file.path))
            || missing_headers(module).any(|name| self.hid(name) || self.had(name))
            || all_files().any(|file| {
                asks_for_headers(&file.text) && self.inside(&self.current.join(&file.path)).is_some()
            })
            || self.was_called(&module.called_by)
            || self.was_read_otherwise(kernel, module)
        {
            return true;
        }
        let mine = lines_of(kernel);
        let all: BTreeSet<(FileId, u32)> = module.kernels.iter().flat_map(lines_of).collect();
        module.files.iter().enumerate().any(|(index, file)| {
            let id = FileId::new(index);
            match &*self.of(&file.path, &file.text) {
                Change::Nothing => false,
                Change::Whole => true,
                Change::Lines(ranges) => ranges
                    .iter()
                    .flat_map(Clone::clone)
                    .any(|line| mine.contains(&(id, line)) || !all.contains(&(id, line))),
            }
        })
    }

    /// Whether a file that is not as it was, or gone, used one of the names.
    fn was_called(&self, names: &BTreeSet<String>) -> bool {
        let uses = |(path, text): &Former| {
            program::is_code(path)
                && text.as_ref().is_none_or(|text| {
                    !callers::uses(text, names).is_empty() || !opencl::named(text, names).is_empty()
                })
        };
        !names.is_empty() && self.former().iter().any(uses)
    }

    fn former(&self) -> &[Former] {
        self.former.get_or_init(|| self.former_texts())
    }

    /// The texts that code and makefiles had, of those that have another one now, or that an ignore file leaves out.
    fn former_texts(&self) -> Vec<Former> {
        let mut seen = BTreeSet::new();
        // What cannot be searched may have left out anything.
        let searched = crate::batch::ignores::each_entry(&self.root, &mut |path| {
            seen.extend(path.strip_prefix(&self.root).ok().map(Path::to_path_buf));
            true
        });
        if searched.is_err() {
            seen.clear();
        }
        let code = self
            .tree
            .iter()
            .filter(|(path, blob)| blob.is_file() && (program::is_code(path) || may_define(path)));
        let former = code.filter_map(|(path, blob)| {
            let (old, now) = (
                self.text(blob),
                crate::files::read_lossy(&self.root.join(path)).ok(),
            );
            (old.is_none() || now != old || !seen.contains(path)).then(|| (path.clone(), old))
        });
        former.collect()
    }

    /// What has changed in a file that reads `text` now.
    fn of(&self, path: &str, text: &str) -> Arc<Change> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(change) = known.get(path) {
            return Arc::clone(change);
        }
        let change = Arc::new(self.compare(path, text));
        known.insert(path.to_owned(), Arc::clone(&change));
        change
    }

    fn compare(&self, path: &str, text: &str) -> Change {
        let Some(place) = self.place(&self.current.join(path)) else {
            return Change::Whole;
        };
        match self.tree.get(&place).filter(|blob| blob.is_file()) {
            Some(blob) => match self.text(blob) {
                Some(old) => changed_lines(&old, text),
                None => Change::Whole,
            },
            None => Change::Whole,
        }
    }

    /// The path of a file from the root, without links; `None` if it lies elsewhere, or a link on the way to it was
    /// another one.
    fn place(&self, path: &Path) -> Option<PathBuf> {
        let mut path = cleaned(path);
        // As many links as the systems follow.
        for _ in 0..40 {
            let inside = self.inside(&path)?;
            let link = inside
                .ancestors()
                .filter(|part| self.root.join(part).is_symlink())
                .last();
            let Some(link) = link else {
                return Some(inside);
            };
            let target = std::fs::read_link(self.root.join(link)).ok()?;
            let old = self.tree.get(link).filter(|blob| blob.is_link())?;
            if Path::new(&self.text(old)?) != target {
                return None;
            }
            let rest = inside.strip_prefix(link).ok()?;
            let folder = link.parent().unwrap_or(Path::new(""));
            path = cleaned(&self.root.join(folder).join(target).join(rest));
        }
        None
    }

    /// The path from the root, if it lies below it; the folders above the root may be reached by links.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        let below = |path: &Path| path.strip_prefix(&self.root).ok().map(Path::to_path_buf);
        below(path).or_else(|| {
            let above = path.ancestors().find_map(|folder| {
                let real = std::fs::canonicalize(folder).ok()?;
                (real == self.root).then(|| path.strip_prefix(folder).ok().map(Path::to_path_buf))
            });
            above.flatten()
        })
    }

    fn text(&self, blob: &Blob) -> Option<String> {
        let mut objects = self.objects.lock().unwrap_or_else(PoisonError::into_inner);
        objects.text(blob)
    }

    /// Whether a file that says how a source is read is not as it was: the project files around it, the compile databases.
    fn settings_changed(&self, source: &str) -> bool {
        let source = cleaned(&self.current.join(source));
        let folders = source
            .ancestors()
            .skip(1)
            .take_while(|folder| self.inside(folder).is_some());
        folders.flat_map(settings_in).any(|path| self.file_changed(&path))
    }

    /// The same for a file that nobody has the text of yet, and that may have come or gone.
    fn file_changed(&self, path: &Path) -> bool {
        let is_there = path.symlink_metadata().is_ok();
        let was_there = self
            .inside(path)
            .is_some_and(|place| self.tree.contains_key(&place));
        match (is_there, was_there) {
            (false, was_there) => was_there,
            (true, false) => true,
            (true, true) => crate::files::read_lossy(path).map_or(true, |text| {
                *self.of(&path.to_string_lossy(), &text) != Change::Nothing
            }),
        }
    }

    /// Whether the file changed that says what a name means, as `path:line`.
    fn origin_changed(&self, origin: Option<&str>) -> bool {
        let path = origin.and_then(|origin| origin.rsplit_once(':'));
        path.is_some_and(|(path, _)| self.file_changed(&self.current.join(path)))
    }

    /// Whether the revision had a file of this name anywhere: it may have been found when it was the only one.
    fn had(&self, path: &str) -> bool {
        let name = Path::new(path).file_name();
        name.is_some_and(|name| self.tree.keys().any(|path| path.file_name() == Some(name)))
    }

    /// Whether the revision had another file of this name that is gone now: an include may have meant it.
    fn hid(&self, path: &str) -> bool {
        let name = Path::new(path).file_name();
        name.is_some_and(|name| self.gone.contains(name))
    }
}

/// Whether a text means something else where a header comes or goes that it does not include: rare, so that whatever it asks for counts.
fn asks_for_headers(text: &str) -> bool {
    text.contains("__has_include") || text.contains("__has_embed")
}

/// The headers of a module that nowhere were found.
fn missing_headers(module: &Module) -> impl Iterator<Item = &str> {
    let names = module.kernels.iter().flat_map(|kernel| &kernel.chosen_names);
    names
        .filter(|name| name.meaning == NOT_FOUND)
        .filter_map(|name| name.name.strip_prefix("header "))
}

/// The lines from a kernel's name to its last statement, and those of what was inlined into it.
fn lines_of(kernel: &Kernel) -> BTreeSet<(FileId, u32)> {
    let mut lines = BTreeSet::new();
    let mut last = kernel.span.line;
    let mut add = |span: &Span, is_own: bool| {
        lines.extend((span.line..=span.end_line).map(|line| (span.file, line)));
        if is_own && span.file == kernel.span.file {
            last = last.max(span.end_line);
        }
    };
    for block in kernel.blocks.iter() {
        for statement in &block.stmts {
            add(&statement.loc.span, statement.loc.call.is_none());
        }
        add(&block.term.loc.span, block.term.loc.call.is_none());
    }
    for call in kernel.calls.iter() {
        add(&call.loc.span, call.loc.call.is_none());
    }
    lines.extend((kernel.span.line..=last).map(|line| (kernel.span.file, line)));
    lines
}

/// The lines of `new` that `old` has not, and those around what `old` has besides.
fn changed_lines(old: &str, new: &str) -> Change {
    // How a line ends means nothing; checkouts differ in it.
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    let (old, new) = (lines(old), lines(new));
    if old.len().max(new.len()) > MOST_LINES {
        return if old == new {
            Change::Nothing
        } else {
            Change::Whole
        };
    }
    let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
    let ranges: Vec<RangeInclusive<u32>> =
        similar::capture_diff_slices(similar::Algorithm::Myers, &old, &new)
            .iter()
            .filter(|step| step.tag() != similar::DiffTag::Equal)
            .map(|step| {
                let range = step.new_range();
                match range.len() {
                    // Deleted: what is before and after it now.
                    0 => number(range.start).max(1)..=number(range.start).saturating_add(1),
                    _ => number(range.start).saturating_add(1)..=number(range.end),
                }
            })
            .collect();
    match ranges.is_empty() {
        true => Change::Nothing,
        false => Change::Lines(ranges),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_that_are_there_now() {
        let old = "a\nb\nx\nc\nd\ne\nf\np\nq\n";
        let new = "a\nb\ny\nz\nc\r\nd\ne\nf\n";
        assert_eq!(changed_lines(old, new), Change::Lines(vec![3..=4, 8..=9]));
        assert_eq!(changed_lines("a\nb\n", "b\n"), Change::Lines(vec![1..=1]));
        assert_eq!(changed_lines("a\n", "a"), Change::Nothing);
        assert_eq!(changed_lines("", "++ j;\n"), Change::Lines(vec![1..=1]));
    }
}
