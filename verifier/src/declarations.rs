//! Precompiled declarations, in the user's own folder: what every parse of CUDA would read anew.
//!
//! They are made of this build's own texts, by the process that the user started: workers, which read what others wrote, only say what
//! they miss. A run that finds none reads the texts, and makes them for the next.

use crate::{guarded, own};
use kverify_frontend::prelude::precompiled::{ENDING, Form};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::SystemTime;

/// Files that are kept: there are some for each architecture, build and libclang.
const MOST: usize = 48;

/// The folder in the user's own, made if it is not there; `None` where others could write to it.
fn folder() -> Option<PathBuf> {
    let folder = own::folder()?.join("declarations");
    if folder.is_symlink() {
        return None;
    }
    own::make(&folder).ok()?;
    own::check(&folder).ok().map(|()| folder)
}

/// The declarations of a run.
#[derive(Debug, Default)]
pub struct Declarations {
    folder: Option<PathBuf>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Each is made once, whether that works or not.
    seen: BTreeSet<Form>,
    makers: Vec<JoinHandle<()>>,
}

impl Declarations {
    /// Kept from run to run.
    pub fn kept() -> Declarations {
        Declarations {
            folder: folder(),
            state: Mutex::default(),
        }
    }

    /// Where they are, if they are kept.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Makes what a parse missed, beside the run.
    pub fn make(&self, forms: BTreeSet<Form>) {
        let Some(folder) = &self.folder else { return };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let new: Vec<Form> = forms
            .into_iter()
            .filter(|form| state.seen.insert(form.clone()))
            .collect();
        if new.is_empty() {
            return;
        }
        let folder = folder.clone();
        let maker = std::thread::Builder::new().spawn(move || {
            // What cannot be kept costs the next run the time, and nothing else.
            let _ = guarded(|| new.iter().for_each(|form| drop(write(form, &folder))));
            trim(&folder);
        });
        state.makers.extend(maker);
    }
}

impl Drop for Declarations {
    /// A run that ends at once would never make any.
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        for maker in state.makers.drain(..) {
            let _ = maker.join();
        }
    }
}

/// The file takes its place whole, so that runs at the same time see a whole one or none.
fn write(form: &Form, folder: &Path) -> Result<(), String> {
    let path = form.path(folder).ok_or("no libclang")?;
    let draft = tempfile::Builder::new().prefix(".kverify-").tempfile_in(folder);
    let draft = draft.map_err(|error| error.to_string())?;
    form.write(draft.path())?;
    draft.persist(path).map(drop).map_err(|error| error.to_string())
}

/// Removes the oldest files.
fn trim(folder: &Path) {
    let is_ours = |path: &Path| path.extension().is_some_and(|ending| ending == ENDING);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let aged = entries.filter(|entry| is_ours(&entry.path())).map(|entry| {
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        (modified.unwrap_or(SystemTime::UNIX_EPOCH), entry.path())
    });
    let mut aged: Vec<(SystemTime, PathBuf)> = aged.collect();
    aged.sort();
    for (_, path) in aged.iter().rev().skip(MOST) {
        let _ = fs::remove_file(path);
    }
}

/// Removes all of them.
pub fn clear() {
    if let Some(folder) = folder() {
        let _ = fs::remove_dir_all(folder);
    }
}
