//! How files are read ([`kverify_frontend::files`]) and written.
//!
//! What is written appears whole or not at all: a file of a random name, which nobody can have put a link under before, is
//! made beside the place, and takes it. So a link at the place itself is replaced, and what it points to is left alone.

pub use kverify_frontend::files::{MOST_BYTES, read, read_at_most, read_lossy};

use crate::faults;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Writes a file. Gives it, open for what is to follow.
///
/// # Errors
/// Those of the system; what was at the place before is still there then. And if something else than a file is there.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let known = fs::metadata(path).ok();
    if known.as_ref().is_some_and(|metadata| !metadata.is_file()) {
        return Err(io::Error::other("there is something that is no regular file"));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".kverify-");
    #[cfg(unix)]
    let usual = {
        use std::os::unix::fs::PermissionsExt as _;
        // What the user's mask leaves of it.
        fs::Permissions::from_mode(0o666)
    };
    #[cfg(unix)]
    builder.permissions(usual);
    faults::point()?;
    let mut draft = builder.tempfile_in(folder)?;
    if let Some(metadata) = known.filter(|_| !path.is_symlink()) {
        draft.as_file().set_permissions(metadata.permissions())?;
    }
    draft.write_all(bytes)?;
    draft.flush()?;
    faults::point()?;
    draft.persist(path).map_err(|error| error.error)
}

/// Writes a file that only this user may read.
///
/// # Errors
/// As [`write()`].
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut draft = tempfile::Builder::new().prefix(".kverify-").tempfile_in(folder)?;
    draft.write_all(bytes)?;
    faults::point()?;
    draft.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("report.json");
        write(&path, b"one").expect("written");
        write(&path, b"two").expect("written");
        assert_eq!(read(&path).expect("readable"), b"two");
        let beside = fs::read_dir(path.parent().expect("a folder")).expect("readable");
        assert_eq!(beside.count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_replaced_and_special_files_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("victim"), "precious").expect("written");
        std::os::unix::fs::symlink(at("victim"), at("link")).expect("linked");
        write(&at("link"), b"report").expect("written");
        assert_eq!(read(&at("victim")).expect("readable"), b"precious");
        assert_eq!(read(&at("link")).expect("readable"), b"report");
        std::os::unix::fs::symlink("/dev/null", at("device")).expect("linked");
        assert!(write(&at("device"), b"report").is_err());
    }
}
