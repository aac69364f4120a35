//! Pages that the editor opens: the rules', which diagnostics link to, and timelines. They go into the user's own folder:
//! in one that users share, a link may lie in their place.

use crate::rules;
use crate::{files, own};
use std::io;
use std::path::{Path, PathBuf};

/// Writes the rules' pages, and gives their folder. Without it diagnostics have no links.
pub fn write() -> Option<PathBuf> {
    let folder = folder()?.join("rules");
    let written = rules::ALL
        .iter()
        .try_for_each(|rule| put(&folder.join(format!("{}.md", rule.id)), rule.page));
    written.ok().map(|()| folder)
}

/// Writes a timeline, and gives its path.
///
/// # Errors
/// Says what keeps it from being written.
pub fn write_timeline(name: &str, page: &str) -> Result<PathBuf, String> {
    // Names of kernels hold what no file system likes.
    let name: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .take(100)
        .collect();
    let folder = folder().ok_or("there is no folder of the user's own to write the timeline to")?;
    let path = folder
        .join("timelines")
        .join(format!("{name}-{}.html", std::process::id()));
    put(&path, page).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    Ok(path)
}

/// A folder for each version, whose pages they are.
fn folder() -> Option<PathBuf> {
    own::folder().map(|folder| folder.join("pages").join(env!("CARGO_PKG_VERSION")))
}

/// Several servers may write the same file: it is whole at any time.
fn put(path: &Path, text: &str) -> io::Result<()> {
    if files::read(path).is_ok_and(|known| known == text.as_bytes()) {
        return Ok(());
    }
    path.parent().map_or(Ok(()), own::make)?;
    files::write(path, text.as_bytes()).map(drop)
}
