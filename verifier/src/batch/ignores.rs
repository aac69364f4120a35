//! Walks over folders that heed ignore files, where these are files that can be read.

use crate::files;
use ignore::WalkBuilder;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Longest ignore file that is read, bytes.
const MOST_BYTES: u64 = 1 << 20;

/// Tells every path below a folder but those that ignore files name and hidden ones, for as long as the answer is to go on.
///
/// # Errors
/// If something cannot be searched, or an ignore file is no file, or far too long.
pub fn each_entry(folder: &Path, tell: &mut dyn FnMut(&Path) -> bool) -> Result<(), String> {
    each(folder, false, tell)
}

/// The same, hidden ones too; but for what git keeps.
///
/// # Errors
/// As [`each_entry`].
pub fn each_entry_and_hidden(folder: &Path, tell: &mut dyn FnMut(&Path) -> bool) -> Result<(), String> {
    each(folder, true, tell)
}

fn each(folder: &Path, hidden: bool, tell: &mut dyn FnMut(&Path) -> bool) -> Result<(), String> {
    // Those in the folders above count as well.
    let absolute = std::path::absolute(folder).map_err(|error| error.to_string())?;
    absolute.ancestors().try_for_each(check)?;
    let complaint: Arc<Mutex<Option<String>>> = Arc::default();
    let heard = Arc::clone(&complaint);
    // Asked before the walk reads what lies in a folder.
    let is_fine = move |entry: &ignore::DirEntry| {
        if entry.file_name() == ".git" {
            return false;
        }
        let checked = if entry.path().is_dir() {
            check(entry.path())
        } else {
            Ok(())
        };
        let is_fine = checked.is_ok();
        if let Err(why) = checked {
            heard
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(why);
        }
        is_fine
    };
    for entry in WalkBuilder::new(folder)
        .hidden(!hidden)
        .filter_entry(is_fine)
        .build()
    {
        let entry = entry.map_err(|error| format!("{} cannot be searched: {error}", folder.display()))?;
        if !tell(entry.path()) {
            break;
        }
    }
    let mut complaint = complaint.lock().unwrap_or_else(PoisonError::into_inner);
    complaint.take().map_or(Ok(()), Err)
}

/// Whether all that a walk reads of a folder can be read.
fn check(folder: &Path) -> Result<(), String> {
    for name in [".gitignore", ".ignore", ".git/info/exclude"] {
        readable(&folder.join(name))?;
    }
    // A checkout of several has its ignore file elsewhere: `.git` says where.
    let git = folder.join(".git");
    if !git.is_file() {
        return Ok(());
    }
    let line = |path: &Path| {
        files::read_at_most(path, 1 << 12).map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned())
    };
    let text = line(&git).map_err(|why| format!("{}: {why}", git.display()))?;
    let common = folder.join(text.trim_start_matches("gitdir:").trim());
    readable(&common.join("commondir"))?;
    match line(&common.join("commondir")) {
        Ok(shared) => readable(&common.join(shared).join("info/exclude")),
        Err(_) => Ok(()),
    }
}

/// Whether a file can be read, if it is there.
fn readable(path: &Path) -> Result<(), String> {
    match path.metadata() {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        // What the system makes up (`/proc`) may be endless whatever its length is said to be, or never come.
        Ok(_) => files::read_at_most(path, MOST_BYTES)
            .map(drop)
            .map_err(|why| format!("{}: {why}", path.display())),
        Err(_) => Ok(()),
    }
}
