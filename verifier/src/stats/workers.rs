//! A process for each file, a few at a time.

use super::files::{self, Files};
use super::measure::FileStats;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Files at a time.
    pub jobs: usize,
    /// Seconds for one file.
    pub seconds: f64,
}

/// Measures all files below the paths, in the order of their names: units, then headers whose kernels no unit has shown.
///
/// `worker` is the command that measures the one file named after it and prints its [`FileStats`] as JSON.
///
/// # Errors
/// A path cannot be walked.
pub fn run(paths: &[PathBuf], worker: &[OsString], limits: Limits) -> Result<Vec<FileStats>, String> {
    let Files { units, headers } = files::find(paths)?;
    let mut found = each(&units, worker, limits);
    leave_to_includers(&mut found);
    let kernels: BTreeSet<PathBuf> = found
        .iter()
        .flat_map(|file| &file.kernels)
        .map(|kernel| plain(&kernel.path))
        .collect();
    let unread = |path: &PathBuf| !kernels.contains(&plain(path));
    let left: Vec<PathBuf> = headers.into_iter().filter(unread).collect();
    found.extend(each(&left, worker, limits));
    Ok(found)
}

/// A file that another one includes is no unit of its own: its kernels mean what they mean there. Those that do not
/// show there are left.
fn leave_to_includers(found: &mut [FileStats]) {
    let mut included: BTreeSet<(PathBuf, u32)> = BTreeSet::new();
    for file in found.iter() {
        let own = plain(&file.path);
        let others = file
            .kernels
            .iter()
            .map(|kernel| (plain(&kernel.path), kernel.line));
        included.extend(others.filter(|(path, _)| *path != own));
    }
    for file in found {
        let own = plain(&file.path);
        file.kernels.retain(|kernel| {
            let place = (plain(&kernel.path), kernel.line);
            place.0 != own || !included.contains(&place)
        });
    }
}

/// One path for one file, however an include spelled it.
pub(super) fn plain(path: impl AsRef<Path>) -> PathBuf {
    let path = path.as_ref();
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
}

fn each(paths: &[PathBuf], worker: &[OsString], limits: Limits) -> Vec<FileStats> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, FileStats)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..limits.jobs.clamp(1, paths.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = paths.get(n) else { break };
                    let stats = one(path, worker, limits.seconds);
                    if let Ok(mut done) = done.lock() {
                        done.push((n, stats));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, stats)| stats).collect()
}

/// One file by a process of its own.
fn one(path: &Path, worker: &[OsString], seconds: f64) -> FileStats {
    let failed = |cause: String| FileStats {
        path: path.display().to_string(),
        counted: counted(path),
        crash: Some(cause),
        ..FileStats::default()
    };
    let Some((program, arguments)) = worker.split_first() else {
        return failed("there is no command to run".to_owned());
    };
    let child = Command::new(program)
        .args(arguments)
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    match child.map(|child| output(child, seconds)) {
        Ok(Ended::Itself(status, text)) if status.success() => {
            serde_json::from_str(&text).unwrap_or_else(|error| failed(format!("the process said {error}")))
        }
        Ok(Ended::Itself(status, _)) => failed(format!("the process ended with {status}")),
        Ok(Ended::Late) => failed(format!("no answer within {seconds} s")),
        Ok(Ended::Failed(cause)) => failed(cause),
        Err(cause) => failed(format!("no process could be started: {cause}")),
    }
}

/// The plain count of a file that gave no answer.
fn counted(path: &Path) -> usize {
    let text = crate::files::read_lossy(path);
    let language = kverify_frontend::language_of(path);
    text.map_or(0, |text| super::definitions(&text, language).len())
}

/// How a process ended.
enum Ended {
    /// By itself, with what it printed.
    Itself(ExitStatus, String),
    /// It was stopped.
    Late,
    /// It could not be watched.
    Failed(String),
}

fn output(mut child: Child, seconds: f64) -> Ended {
    let Some(mut stdout) = child.stdout.take() else {
        return Ended::Failed("the process has no output".to_owned());
    };
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).map(|_| text)
    });
    const STEP: f64 = 0.002;
    let mut waited = 0.0;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if waited >= seconds => {
                let _ = child.kill();
                let _ = child.wait();
                return Ended::Late;
            }
            Ok(None) => {}
            Err(error) => return Ended::Failed(error.to_string()),
        }
        std::thread::sleep(Duration::from_secs_f64(STEP));
        waited += STEP;
    };
    match reader.join() {
        Ok(Ok(text)) => Ended::Itself(status, text),
        _ => Ended::Failed("the process's output cannot be read".to_owned()),
    }
}
