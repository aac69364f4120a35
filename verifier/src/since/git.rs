//! git's objects, and nothing else of git: no index, no working tree, no diff, so that no filter, hook, monitor or other
//! program that a repository's settings name has anything to do.

use crate::faults;
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Longest text of the past that is compared, bytes.
const MOST_BYTES: u64 = kverify_frontend::files::MOST_BYTES;

/// A file of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    mode: String,
    id: String,
}

impl Blob {
    /// A file with lines.
    pub fn is_file(&self) -> bool {
        self.mode.starts_with("100")
    }

    /// A link: its text is where it leads to.
    pub fn is_link(&self) -> bool {
        self.mode == "120000"
    }
}

/// The repository's folder, without links.
///
/// # Errors
/// If `current` is in none.
pub fn root(current: &Path) -> Result<PathBuf, String> {
    let words = output(current, &["rev-parse", "--show-toplevel"])?;
    let line = words.strip_suffix(b"\n").unwrap_or(&words);
    let root = path(line);
    std::fs::canonicalize(&root).map_err(|error| format!("{}: {error}", root.display()))
}

/// The commit that a revision names.
///
/// # Errors
/// If it names none, or several: a clone brings tags along that have the names of branches.
pub fn commit(root: &Path, revision: &str) -> Result<String, String> {
    let wanted = format!("{revision}^{{commit}}");
    let settings = ["-c", "core.warnAmbiguousRefs=true"];
    let question = ["rev-parse", "--verify", "--end-of-options", &wanted];
    let (words, said) = output_and_words(root, &[&settings[..], &question].concat())
        .map_err(|why| format!("`{revision}`: {why}"))?;
    if said.contains("ambiguous") {
        return Err(format!(
            "`{revision}` is the name of several: say refs/heads/..., refs/remotes/... or refs/tags/..., or the commit"
        ));
    }
    let text = String::from_utf8_lossy(&words);
    // `--end-of-options` itself comes first in old versions.
    let last = text.lines().last().unwrap_or_default();
    Ok(last.to_owned())
}

/// The files of a commit, by their paths from the root.
///
/// # Errors
/// Those of git.
pub fn tree(root: &Path, commit: &str) -> Result<BTreeMap<PathBuf, Blob>, String> {
    let words = output(root, &["ls-tree", "-r", "-z", "--full-tree", commit])?;
    let entries = words.split(|byte| *byte == 0).filter(|entry| !entry.is_empty());
    let read = |entry: &[u8]| {
        let tab = entry.iter().position(|byte| *byte == b'\t')?;
        let facts = std::str::from_utf8(&entry[..tab]).ok()?;
        let mut facts = facts.split(' ');
        let (mode, _kind, id) = (facts.next()?, facts.next()?, facts.next()?);
        let blob = Blob {
            mode: mode.to_owned(),
            id: id.to_owned(),
        };
        Some((path(&entry[tab + 1..]), blob))
    };
    entries
        .map(|entry| read(entry).ok_or_else(|| "git's list of files is not understood".to_owned()))
        .collect()
}

/// A process that tells what objects hold.
pub struct Objects {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    failed: bool,
}

impl Objects {
    /// Those of a repository.
    ///
    /// # Errors
    /// If git cannot be run.
    pub fn of(root: &Path) -> Result<Objects, String> {
        faults::point().map_err(no_git)?;
        let mut child = git(root)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(no_git)?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => Ok(Objects {
                child,
                input,
                output: BufReader::new(output),
                failed: false,
            }),
            _ => Err("git has no streams".to_owned()),
        }
    }

    /// The text of a file; `None` if it cannot be had.
    pub fn text(&mut self, blob: &Blob) -> Option<String> {
        if self.failed {
            return None;
        }
        let text = self.ask(&blob.id);
        // What is left in the stream would be taken for the next answer.
        self.failed = text.is_none();
        text
    }

    fn ask(&mut self, id: &str) -> Option<String> {
        writeln!(self.input, "{id}").ok()?;
        self.input.flush().ok()?;
        let mut line = String::new();
        (&mut self.output).take(200).read_line(&mut line).ok()?;
        let mut words = line.trim_end().split(' ');
        let (known, kind, size) = (words.next()?, words.next()?, words.next()?);
        let size: u64 = size.parse().ok()?;
        if known != id || kind != "blob" || size > MOST_BYTES {
            return None;
        }
        // The text is followed by the end of a line.
        let mut bytes = Vec::new();
        (&mut self.output).take(size + 1).read_to_end(&mut bytes).ok()?;
        (bytes.pop() == Some(b'\n') && bytes.len() as u64 == size)
            .then(|| String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt as _;
    Path::new(std::ffi::OsStr::from_bytes(bytes)).to_path_buf()
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// git, told to run nothing and to fetch nothing. What of a hook's variables is about an index is not looked at.
fn git(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command
        .args(["--no-pager", "--no-replace-objects", "--literal-pathspecs"])
        .args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"])
        // Committed files may look like a repository of their own.
        .args(["-c", "safe.bareRepository=explicit"])
        .args(["-c", "protocol.allow=never", "-c", "core.alternateRefsCommand="])
        .arg("-C")
        .arg(folder)
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null());
    command
}

fn output(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    output_and_words(folder, arguments).map(|(output, _)| output)
}

/// What git prints, and what it says beside.
fn output_and_words(folder: &Path, arguments: &[&str]) -> Result<(Vec<u8>, String), String> {
    let output = faults::point()
        .and_then(|()| git(folder).args(arguments).env("LC_ALL", "C").output())
        .map_err(no_git)?;
    let words = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    match output.status.success() {
        true => Ok((output.stdout, words)),
        false => Err(format!("git says: {words}")),
    }
}

fn no_git(error: std::io::Error) -> String {
    format!("git cannot be run: {error}")
}
