//! What open documents have to say of files that they include, open or not.

use lsp_types::{Diagnostic, Uri};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Diagnostics by the file that they stand in.
pub type ByFile = BTreeMap<PathBuf, Vec<Diagnostic>>;

/// By the document that was verified.
#[derive(Default)]
pub struct Elsewhere(BTreeMap<String, ByFile>);

impl Elsewhere {
    /// Takes over what a document says now; gives the files whose diagnostics may be others than before.
    pub fn replace(&mut self, document: &Uri, now: ByFile) -> BTreeSet<PathBuf> {
        let before = self.0.remove(document.as_str()).unwrap_or_default();
        let files = before.into_keys().chain(now.keys().cloned()).collect();
        if !now.is_empty() {
            self.0.insert(document.as_str().to_owned(), now);
        }
        files
    }

    /// What all documents say of a file.
    pub fn of(&self, file: &Path) -> Vec<Diagnostic> {
        let found = self.0.values().filter_map(|files| files.get(file));
        found.flatten().cloned().collect()
    }
}
