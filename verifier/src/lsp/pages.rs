//! Pages that the editor opens: the rules', which diagnostics link to, and timelines. They go into a folder of the system's
//! for files that do not last.

use crate::rules;
use std::io;
use std::path::{Path, PathBuf};

/// Writes the rules' pages, and gives their folder. Without it diagnostics have no links.
pub fn write() -> Option<PathBuf> {
    let folder = folder().join("rules");
    let written = rules::ALL
        .iter()
        .try_for_each(|rule| put(&folder, &format!("{}.md", rule.id), rule.page));
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
        .collect();
    let folder = folder().join("timelines");
    let file = format!("{name}-{}.html", std::process::id());
    put(&folder, &file, page)
        .map(|()| folder.join(&file))
        .map_err(|error| format!("{} cannot be written: {error}", folder.join(&file).display()))
}

/// A folder for each version and user: the pages are the version's, and another user's folder cannot be written to.
fn folder() -> PathBuf {
    let user = std::env::var("USER").unwrap_or_default();
    std::env::temp_dir().join(format!("kverify-{}-{user}", env!("CARGO_PKG_VERSION")))
}

/// Several servers may write the same file: it is whole at any time.
fn put(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let path = folder.join(name);
    if std::fs::read_to_string(&path).is_ok_and(|known| known == text) {
        return Ok(());
    }
    let staged = folder.join(format!(".{name}.{}", std::process::id()));
    std::fs::write(&staged, text)?;
    std::fs::rename(staged, path)
}
