//! How files are opened: each one that kverify reads may have come with code that nobody has looked at.
//!
//! Only regular files are read, and only as much as there is room for: to open a pipe may wait for ever, a device may do
//! anything, and a sparse file may be longer than the memory. Links are followed, to regular files.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// How often this process looked around for what a text lacks.
static LOOKS: AtomicU64 = AtomicU64::new(0);

/// How often parses of this process have looked for files that their texts do not name. It only grows: what is the same before and
/// after a parse says that this parse did not.
pub fn looks() -> u64 {
    LOOKS.load(Ordering::SeqCst)
}

/// Says that the answer will hang on what else there is on the disk.
pub(crate) fn look() {
    LOOKS.fetch_add(1, Ordering::SeqCst);
}

/// Longest file that is read, bytes.
pub const MOST_BYTES: u64 = 64 << 20;

/// The bytes of a file.
///
/// # Errors
/// Those of the system; or it is no regular file, or longer than [`MOST_BYTES`].
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_at_most(path, MOST_BYTES)
}

/// The text of a file; bytes that are not UTF-8 are replaced.
///
/// # Errors
/// As [`read`].
pub fn read_lossy(path: &Path) -> io::Result<String> {
    read(path).map(|bytes| crate::plain::text_of(&bytes))
}

/// The bytes of a file that may be so long.
///
/// # Errors
/// As [`read`].
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Looked at before it is opened, which a device might take amiss, and after, when it cannot be exchanged any more.
    check(&std::fs::metadata(path)?, most)?;
    let file = open(path)?;
    check(&file.metadata()?, most)?;
    let mut bytes = Vec::new();
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_long(bytes.len() as u64, most));
    }
    Ok(bytes)
}

fn check(metadata: &std::fs::Metadata, most: u64) -> io::Result<()> {
    // The system's own words are better for a folder.
    if !metadata.is_file() && !metadata.is_dir() {
        return Err(io::Error::other("it is no regular file"));
    }
    if metadata.is_file() && metadata.len() > most {
        return Err(too_long(metadata.len(), most));
    }
    Ok(())
}

fn too_long(bytes: u64, most: u64) -> io::Error {
    io::Error::other(format!("it has {bytes} bytes, and at most {most} are read"))
}

/// A pipe that takes the place of the file between two looks must not block.
#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;
    OpenOptions::new()
        .read(true)
        .custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY)
        .open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

/// A file's path that no program takes for an option or a file of arguments: `./-x.cu` for `-x.cu`, `./@x.cu` for `@x.cu`.
pub fn never_an_option(path: &Path) -> PathBuf {
    match path.as_os_str().as_encoded_bytes().first() {
        Some(b'-' | b'@') => Path::new(".").join(path),
        _ => path.to_path_buf(),
    }
}

/// Most files that are looked through for what they include.
const MOST_INCLUDES: usize = 500;

/// Looks at what a text includes, and what that includes, before clang does, which opens whatever is there: a pipe would
/// keep it waiting until its time is over. Names that macros make are not seen here.
///
/// # Errors
/// The first file that cannot be read as one is, and why.
pub fn check_includes(
    source: &Path,
    text: &str,
    folders: &[&Path],
    forced: &[PathBuf],
) -> Result<(), (PathBuf, io::Error)> {
    let mut seen: HashSet<PathBuf> = HashSet::new();
    let mut left = vec![(source.to_path_buf(), text.to_owned())];
    let mut unchecked = forced.to_vec();
    loop {
        for path in unchecked.drain(..) {
            let Ok(metadata) = std::fs::metadata(&path) else {
                continue;
            };
            check(&metadata, MOST_BYTES).map_err(|error| (path.clone(), error))?;
            if metadata.is_file() && seen.len() < MOST_INCLUDES && seen.insert(path.clone()) {
                left.extend(read_lossy(&path).ok().map(|text| (path, text)));
            }
        }
        let Some((path, text)) = left.pop() else {
            return Ok(());
        };
        let own = path.parent().unwrap_or(Path::new(""));
        for name in text.lines().filter_map(included) {
            unchecked.extend(
                std::iter::once(own)
                    .chain(folders.iter().copied())
                    .map(|folder| folder.join(name)),
            );
        }
    }
}

/// Whether a file may say what a name means that a source beside it does not define: code, makefiles.
pub fn may_define(path: &Path) -> bool {
    crate::repair::nearby::may_define(path)
}

/// Whether flags of a compiler are looked for in a file.
pub fn is_makefile(path: &Path) -> bool {
    crate::repair::nearby::is_makefile(path)
}

/// The files that a text includes whenever it is read, by their names.
pub fn always_included(text: &str) -> Vec<&str> {
    crate::repair::conditionals::always_included(text)
}

/// The name in a line that includes a file.
pub fn included(line: &str) -> Option<&str> {
    let directive = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = directive
        .strip_prefix("include")
        .or_else(|| directive.strip_prefix("import"))?;
    let rest = rest.strip_prefix("_next").unwrap_or(rest).trim_start();
    let end = match rest.chars().next()? {
        '"' => '"',
        '<' => '>',
        _ => return None,
    };
    let name = rest[1..].split(end).next()?;
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_of_a_bounded_length_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.cu");
        std::fs::write(&path, "12345").expect("written");
        assert_eq!(read(&path).expect("readable"), b"12345");
        assert!(read_at_most(&path, 4).is_err());
        assert!(read(folder.path()).is_err());
        assert!(read(Path::new("/dev/zero")).is_err());
    }

    #[test]
    fn includes_are_seen_in_every_form() {
        for (line, name) in [
            ("#include \"a.h\"", Some("a.h")),
            ("  #  include<b/c.h> // why", Some("b/c.h")),
            ("#include_next <d>", Some("d")),
            ("#import \"/e\"", Some("/e")),
            ("#include NAME", None),
            ("#include \"\"", None),
            ("int include;", None),
        ] {
            assert_eq!(included(line), name, "{line}");
        }
    }

    #[test]
    fn names_are_no_options() {
        for (name, expected) in [
            ("-x.cu", "./-x.cu"),
            ("@x.cu", "./@x.cu"),
            ("a-x.cu", "a-x.cu"),
            ("./-x.cu", "./-x.cu"),
            ("", ""),
        ] {
            assert_eq!(never_an_option(Path::new(name)), Path::new(expected), "{name}");
        }
    }
}
