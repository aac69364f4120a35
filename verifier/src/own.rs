//! The user's own folder: what lies there was written by this user's kverify, and is believed.
//!
//! Whatever comes with a checkout, over a network or from another user may say anything: entries of a cache in another
//! folder are believed only with a hash by the key that lies here ([`key`]), and results files only as far as this folder
//! holds the hashes of their lines ([`Written`]).

use crate::files;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A key that only this user has.
pub type Key = [u8; 32];

/// `$XDG_CACHE_HOME/kverify`, made if it is not there; `None` if the user has no home, or others can write to it.
pub fn folder() -> Option<PathBuf> {
    use etcetera::BaseStrategy as _;
    let folder = etcetera::choose_base_strategy().ok()?.cache_dir().join("kverify");
    make(&folder).ok()?;
    check(&folder).ok().map(|()| folder)
}

/// Makes a folder that is this user's alone.
///
/// # Errors
/// Those of the system.
pub fn make(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Whether nobody but this user can have written into a folder.
///
/// # Errors
/// Says who can.
#[cfg(unix)]
pub fn check(folder: &Path) -> Result<(), String> {
    use std::os::unix::fs::MetadataExt as _;
    let metadata = fs::metadata(folder).map_err(|error| error.to_string())?;
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err("another user owns it".to_owned());
    }
    if metadata.mode() & 0o022 != 0 {
        return Err("others can write to it (`chmod go-w` takes that from them)".to_owned());
    }
    Ok(())
}

/// Elsewhere the system keeps users' folders apart.
#[cfg(not(unix))]
pub fn check(_: &Path) -> Result<(), String> {
    Ok(())
}

/// This user's key, made when it is first asked for; `None` where it cannot be kept.
pub fn key() -> Option<Key> {
    let path = folder()?.join("key");
    let read = || Key::try_from(files::read_at_most(&path, 32).ok()?).ok();
    read().or_else(|| {
        let mut key = Key::default();
        getrandom::fill(&mut key).ok()?;
        files::write_private(&path, &key).ok()?;
        // Of two runs that made one, the later counts for both.
        read()
    })
}

/// Which lines of a results file this user's kverify wrote, as hashes.
#[derive(Debug)]
pub struct Written {
    file: Option<File>,
}

impl Written {
    /// The hashes of the lines that were written to a results file.
    pub fn of(results: &Path) -> BTreeSet<String> {
        let text = record(results).and_then(|path| files::read_lossy(&path).ok());
        text.unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// Starts the record of a results file anew. Where none can be kept, a resumed run does everything again.
    pub fn start(results: &Path) -> Written {
        let file = record(results).and_then(|path| files::write(&path, b"").ok());
        Written { file }
    }

    /// Notes a line down.
    pub fn note(&mut self, hash: &str) {
        if let Some(file) = &mut self.file
            && writeln!(file, "{hash}").is_err()
        {
            self.file = None;
        }
    }
}

fn record(results: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(results).ok()?;
    let name = blake3::hash(path.as_os_str().as_encoded_bytes()).to_hex();
    let folder = folder()?.join("runs");
    make(&folder).ok()?;
    Some(folder.join(name.as_str()))
}
