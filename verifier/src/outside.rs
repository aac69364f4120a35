//! What was read from outside of the project because a source includes it: its text is read, and not quoted. A source that
//! nobody has looked at may include any file of the machine, and a report may be read by many.

use crate::report::base::{Base, cleaned};
use kverify_frontend::index::Idx as _;
use kverify_frontend::ir::{FileId, Module};
use std::path::{Path, PathBuf};

/// How far above a source its project may begin, where no version control says so.
const LEVELS: usize = 3;

/// What is said of what stands there.
const WITHHELD: &str = "clang cannot read this, which lies outside of the project";

/// Takes the texts of files outside of the project out of a module, but for those in folders that the user names, and what
/// clang said of them.
pub fn withhold(module: &mut Module, source: &Path, named: &[PathBuf]) {
    let Ok(current) = std::env::current_dir() else {
        return;
    };
    let mut roots = vec![root(&cleaned(&current.join(source))), PathBuf::from("/usr")];
    roots.extend(named.iter().map(|folder| cleaned(&current.join(folder))));
    let roots: Vec<PathBuf> = roots.iter().filter_map(|root| root.canonicalize().ok()).collect();
    // What is no file is a text of ours or an editor's.
    let is_outside = |path: &str| {
        let real = current.join(path).canonicalize();
        real.is_ok_and(|path| !roots.iter().any(|root| path.starts_with(root)))
    };
    let mut outside: Vec<FileId> = Vec::new();
    for (index, file) in module.files.iter_mut().enumerate().skip(1) {
        if is_outside(&file.path) {
            blank(&mut file.text);
            outside.push(FileId::new(index));
        }
    }
    for file in module.included.iter_mut().filter(|file| is_outside(&file.path)) {
        blank(&mut file.text);
    }
    for diagnostic in &mut module.diagnostics {
        if diagnostic.span.is_some_and(|span| outside.contains(&span.file)) {
            diagnostic.message = WITHHELD.to_owned();
        }
    }
    let holes = module
        .kernels
        .iter_mut()
        .flat_map(|kernel| kernel.holes.iter_mut());
    for hole in holes.filter(|hole| outside.contains(&hole.loc.span.file)) {
        hole.reason = WITHHELD.to_owned();
    }
}

/// The folder of the project that a file belongs to.
fn root(source: &Path) -> PathBuf {
    let folder = source.parent().unwrap_or(Path::new("/"));
    let base = Base::around(folder).root;
    if base.join(".git").exists() {
        return base;
    }
    let home = std::env::home_dir();
    let is_shared = |folder: &Path| {
        folder.components().count() < 3
            || folder == std::env::temp_dir()
            || home.as_deref().is_some_and(|home| home.starts_with(folder))
    };
    let above = folder
        .ancestors()
        .take(LEVELS + 1)
        .take_while(|folder| !is_shared(folder));
    above.last().unwrap_or(folder).to_path_buf()
}

/// Lines and places stay as they are.
fn blank(text: &mut String) {
    *text = text
        .bytes()
        .map(|byte| if byte == b'\n' { '\n' } else { ' ' })
        .collect();
}
