//! What has a say in a kernel and is neither among the texts that it was lowered from nor settings: headers that count as the system's,
//! files that say what a name means, makefiles, what Python reads.

use super::{Changes, Former};
use crate::report::base::cleaned;
use ignore::WalkBuilder;
use kverify_frontend::files::is_makefile;
use kverify_frontend::ir::{ChosenName, Kernel, Module};
use kverify_frontend::is_python;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Most entries of a repository that are looked at.
const MOST_ENTRIES: usize = 200_000;

/// How the name of a header begins that was looked for.
const HEADER: &str = "header ";

impl Changes {
    /// Whether something around a kernel is not as it was.
    pub(super) fn was_read_otherwise(&self, kernel: &Kernel, module: &Module) -> bool {
        let compared: BTreeSet<PathBuf> = module
            .files
            .iter()
            .chain(&module.included)
            .map(|file| self.whole(&file.path))
            .collect();
        self.system_changed(module, &compared)
            || self.said_otherwise(kernel, &compared)
            || self.makefile_changed(kernel, &compared)
            || self.is_put_together_otherwise(kernel, module)
    }

    /// A path from the root of the file system.
    fn whole(&self, path: &str) -> PathBuf {
        cleaned(&self.current.join(path))
    }

    /// Whether a header changed of which clang gives no text: one of a folder that is named as the system's, or that says so itself.
    /// Those outside of the repository are no part of it.
    fn system_changed(&self, module: &Module, compared: &BTreeSet<PathBuf>) -> bool {
        let read = module.read.iter().map(|path| self.whole(path));
        read.filter(|path| !compared.contains(path) && self.inside(path).is_some())
            .any(|path| self.file_changed(&path) || self.hid(&path.to_string_lossy()))
    }

    /// Whether a file that is not as it was may have said what a name means that is taken from elsewhere now.
    fn said_otherwise(&self, kernel: &Kernel, compared: &BTreeSet<PathBuf>) -> bool {
        let is_name = |chosen: &&ChosenName| !chosen.name.starts_with(HEADER);
        let names: Vec<&str> = kernel
            .chosen_names
            .iter()
            .filter(is_name)
            .map(|chosen| chosen.name.as_str())
            .collect();
        let said = |(path, text): &Former| {
            let has_name = |text: &String| names.iter().any(|name| text.contains(name));
            !compared.contains(&self.root.join(path)) && text.as_ref().is_none_or(has_name)
        };
        !names.is_empty() && self.former().iter().any(said)
    }

    /// Whether a makefile changed that may say in which folder a header is that was looked for: it is in the folder of one of the files, or
    /// in the one above.
    fn makefile_changed(&self, kernel: &Kernel, compared: &BTreeSet<PathBuf>) -> bool {
        let is_header = |chosen: &ChosenName| chosen.name.starts_with(HEADER);
        if !kernel.chosen_names.iter().any(is_header) {
            return false;
        }
        let near = |path: &PathBuf| -> Vec<PathBuf> {
            path.ancestors().skip(1).take(2).map(Path::to_path_buf).collect()
        };
        let folders: BTreeSet<PathBuf> = compared.iter().flat_map(near).collect();
        let here = folders.iter().flat_map(|folder| makefiles_in(folder));
        let before = self.tree.keys().filter(|path| is_makefile(path));
        let before = before
            .map(|path| self.root.join(path))
            .filter(|path| path.parent().is_some_and(|folder| folders.contains(folder)));
        here.chain(before).any(|path| self.file_changed(&path))
    }

    /// Whether a kernel of a Python file, of whose text something is not known, may have another text: what is not known may come from any
    /// other file, be it code or data.
    fn is_put_together_otherwise(&self, kernel: &Kernel, module: &Module) -> bool {
        let is_known = kernel.left_out.is_none() && kernel.doubts.is_empty();
        let is_of_python = module
            .files
            .iter()
            .next()
            .is_some_and(|file| is_python(Path::new(&file.path)));
        is_of_python && !is_known && *self.anything.get_or_init(|| self.anything_changed())
    }

    /// Whether any file of the repository is not as it was, gone, or new: one that an ignore file names may be committed all the same.
    fn anything_changed(&self) -> bool {
        let mut before = self.tree.keys().map(|path| self.root.join(path));
        if before.any(|path| self.file_changed(&path)) {
            return true;
        }
        let mut walk = WalkBuilder::new(&self.root);
        walk.standard_filters(false)
            .filter_entry(|entry| entry.file_name() != ".git");
        let is_new = |entry: ignore::DirEntry| entry.path().is_file() && self.file_changed(entry.path());
        let mut entries = walk.build();
        // What is too much to be looked at may hold anything.
        let looked_at = entries.by_ref().take(MOST_ENTRIES);
        looked_at.flatten().any(is_new) || entries.next().is_some()
    }
}

/// The makefiles that lie in a folder.
fn makefiles_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths.filter(|path| is_makefile(path)).collect()
}
