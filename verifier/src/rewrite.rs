//! Changing a source file in place: the file itself, as it was read, and nothing that a link leads to.

use crate::{faults, source};
use kverify_frontend::Source;
use std::fs::{self, Metadata};
use std::io::Write as _;
use std::path::Path;

/// A file as it was read.
#[derive(Debug)]
pub struct Original {
    text: String,
    /// `None` for what is no file.
    bytes: Option<Vec<u8>>,
}

impl Original {
    /// A text that comes from elsewhere; it cannot be replaced.
    pub fn of_text(text: String) -> Original {
        Original { text, bytes: None }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, holds no text, or holds bytes that are not UTF-8 and would be lost.
    pub fn read(path: &Path) -> Result<Original, String> {
        let asked = Source {
            path: path.to_path_buf(),
            text: None,
        };
        let text = source::read(&asked).map_err(|error| error.message)?;
        if let Some((line, _)) = text.invalid_utf8_at {
            return Err(format!(
                "is not UTF-8 in line {line}, and only files in UTF-8 are mended"
            ));
        }
        let text = text.source.text.unwrap_or_default();
        Ok(Original {
            bytes: Some(text.clone().into_bytes()),
            text,
        })
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts a text in its place: whole or not at all, with the file's permissions.
    ///
    /// # Errors
    /// If a link or no regular file is there, it has changed since it was read, or it cannot be written.
    pub fn replace(&self, path: &Path, text: &str) -> Result<(), String> {
        let failed = |error: std::io::Error| format!("cannot be written: {error}");
        let Some(bytes) = &self.bytes else {
            return Err("cannot be written: the text came from elsewhere".to_owned());
        };
        let metadata = plain_file(path)?;
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        faults::point().map_err(failed)?;
        let mut draft = tempfile::Builder::new()
            .prefix(".kverify-")
            .tempfile_in(folder)
            .map_err(failed)?;
        draft.write_all(text.as_bytes()).map_err(failed)?;
        draft
            .as_file()
            .set_permissions(metadata.permissions())
            .map_err(failed)?;
        draft.as_file().sync_all().map_err(failed)?;
        faults::point().map_err(failed)?;
        // As late as can be: what somebody else wrote meanwhile is not lost.
        plain_file(path)?;
        if crate::files::read(path).map_err(failed)? != *bytes {
            return Err("has changed since it was read, and is left as it is".to_owned());
        }
        draft.persist(path).map(drop).map_err(|error| failed(error.error))
    }
}

/// What is known of a regular file that is no link.
fn plain_file(path: &Path) -> Result<Metadata, String> {
    let metadata = fs::symlink_metadata(path).map_err(|error| format!("cannot be written: {error}"))?;
    if metadata.is_symlink() {
        return Err("is a link, and links are not written through: name the file itself".to_owned());
    }
    if !metadata.is_file() {
        return Err("is no regular file, and is left as it is".to_owned());
    }
    if metadata.permissions().readonly() {
        return Err("may not be written (it is read-only)".to_owned());
    }
    Ok(metadata)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_it_was_read_and_keeps_its_permissions() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("k.cu");
        fs::write(&path, "old").expect("written");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("set");
        }
        let before = fs::metadata(&path).expect("there").permissions();
        let original = Original::read(&path).expect("read");
        original.replace(&path, "new").expect("replaced");
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert_eq!(fs::metadata(&path).expect("there").permissions(), before);
        let error = original.replace(&path, "newer").expect_err("it has changed");
        assert!(error.contains("changed since"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_what_is_not_utf8_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let (path, link) = (folder.path().join("k.cu"), folder.path().join("l.cu"));
        fs::write(&path, "old").expect("written");
        std::os::unix::fs::symlink(&path, &link).expect("linked");
        let error = Original::read(&link)
            .expect("read")
            .replace(&link, "new")
            .expect_err("a link");
        assert!(error.contains("is a link"), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("read"), "old");
        fs::write(&path, b"// caf\xe9\nint a;").expect("written");
        let error = Original::read(&path).expect_err("not UTF-8");
        assert!(error.contains("in line 1"), "{error}");
    }
}
