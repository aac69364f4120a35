//! The command on hostile ground: over files, folders and repositories that mean it ill. Each test starts the real binary.
//! `docs/security.md` says which test stands for which promise.

#[path = "../../verifier/tests/clients/repository.rs"]
mod repository;

mod cache;
mod clock;
mod faults;
mod hooks;
mod input;
mod libraries;
mod names;
mod neighbours;
mod reports;
mod server;
mod since;
mod sources;
mod special;
mod texts;
mod workers;
mod writing;

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const KVERIFY: &str = env!("CARGO_BIN_EXE_kverify");

/// No run takes so long, whatever it meets; a debug build under load is slow.
const PATIENCE: Duration = Duration::from_secs(60);

const RACY: &str = "__global__ void racy(int *a) { a[0] = threadIdx.x; }\n";
const FREE: &str =
    "__global__ void free_of_races(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";

/// A folder to run in, and a home of its own.
struct Ground {
    folder: tempfile::TempDir,
    home: tempfile::TempDir,
}

/// The root of this repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// What a run said and how it ended.
#[derive(Debug)]
struct Ran {
    status: Option<i32>,
    stdout: String,
    stderr: String,
    took: Duration,
}

impl Ran {
    fn said(&self) -> String {
        format!("{}{}", self.stdout, self.stderr)
    }
}

impl Ground {
    fn new() -> Ground {
        Ground {
            folder: tempfile::tempdir().expect("a folder"),
            home: tempfile::tempdir().expect("a folder"),
        }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn at(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.at(name);
        std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("made");
        std::fs::write(&path, text).expect("written");
        path
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.at(name)).unwrap_or_default()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(KVERIFY);
        command
            .args(arguments)
            .current_dir(self.path())
            .env("HOME", self.home.path())
            .env("XDG_CACHE_HOME", self.home.path().join("cache"))
            .env_remove("KVERIFY_CACHE_DIR");
        command
    }

    /// Runs the command; one that takes too long is a failure.
    fn run(&self, arguments: &[&str]) -> Ran {
        finish(&mut self.command(arguments))
    }
}

/// Runs a command to its end, with its own say on when that has to be.
fn finish(command: &mut Command) -> Ran {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdout = child.stdout.take().expect("a stream");
    let mut stderr = child.stderr.take().expect("a stream");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let out = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stdout.read_to_end(&mut bytes).map(|_| bytes).unwrap_or_default()
    });
    let err = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        stderr.read_to_end(&mut bytes).map(|_| bytes).unwrap_or_default()
    });
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("killed");
            child.wait().expect("it ended");
            panic!("{command:?} did not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Ran {
        status: status.code(),
        stdout: text(out.join().expect("read")),
        stderr: text(err.join().expect("read")),
        took: start.elapsed(),
    }
}
