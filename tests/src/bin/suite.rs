//! What a folder of kernels costs: `suite [FOLDER]` verifies it cold, again from the cache, and once more killed half-way and
//! resumed, and says how long each took and whether all results are the same, byte for byte.
//!
//! Without a folder, the repository's own examples and cases are verified. The `kverify` beside this program is used: build
//! both with `cargo build --release -p kverify -p kverify-tests --bins`.
#![expect(
    clippy::print_stdout,
    reason = "a command for developers that prints its measurements"
)]

use kverify_tests::corpus;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// How often the results file of the run that is to be killed is looked at.
const POLL: Duration = Duration::from_millis(5);

fn main() -> Result<ExitCode, String> {
    let suite = Suite::new(std::env::args_os().nth(1).map(PathBuf::from))?;
    let cold = suite.check("cold.jsonl", "a", &[])?;
    let cached = suite.check("cached.jsonl", "a", &[])?;
    let whole = suite.read("cold.jsonl");
    println!("{} files", whole.lines().count().saturating_sub(2));
    println!("cold: {:.1} s", cold.as_secs_f64());
    println!("cached: {:.1} s", cached.as_secs_f64());
    // Without answers that are known already, a kill takes something away.
    let killed = suite.kill_half_way("killed.jsonl", "b", whole.lines().count() / 2)?;
    let left = suite.read("killed.jsonl").lines().count().saturating_sub(1);
    let resumed = suite.check("killed.jsonl", "b", &["--resume"])?;
    println!(
        "killed after {:.1} s with {left} files done, resumed: {:.1} s",
        killed.as_secs_f64(),
        resumed.as_secs_f64()
    );
    let mut same = true;
    for (name, out) in [("cached", "cached.jsonl"), ("resumed", "killed.jsonl")] {
        let equal = suite.read(out) == whole;
        println!(
            "{name}: results are {}",
            if equal {
                "the same, byte for byte"
            } else {
                "DIFFERENT"
            }
        );
        same &= equal;
    }
    Ok(ExitCode::from(u8::from(!same)))
}

struct Suite {
    kverify: PathBuf,
    paths: Vec<PathBuf>,
    scratch: tempfile::TempDir,
}

impl Suite {
    fn new(folder: Option<PathBuf>) -> Result<Suite, String> {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let kverify = own.with_file_name(format!("kverify{}", std::env::consts::EXE_SUFFIX));
        if !kverify.is_file() {
            return Err(format!(
                "{} is not there: build it, with cargo build -p kverify",
                kverify.display()
            ));
        }
        Ok(Suite {
            kverify,
            paths: match folder {
                Some(folder) => vec![folder],
                None => ["examples", "tests/cases"]
                    .map(|folder| corpus::root().join(folder))
                    .to_vec(),
            },
            scratch: tempfile::tempdir().map_err(|error| error.to_string())?,
        })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_default()
    }

    fn command(&self, out: &Path, cache: &str) -> Command {
        let mut command = Command::new(&self.kverify);
        command
            .arg("check")
            .args(&self.paths)
            .args([OsStr::new("--out"), out.as_os_str()])
            .env("KVERIFY_CACHE_DIR", self.file(cache))
            .stdout(Stdio::null());
        command
    }

    /// Verifies everything, and says how long that took.
    fn check(&self, out: &str, cache: &str, flags: &[&str]) -> Result<Duration, String> {
        let start = Instant::now();
        let status = self.command(&self.file(out), cache).args(flags).status();
        let status = status.map_err(|error| error.to_string())?;
        // What is wrong with kernels is an answer: only wrong usage is not, and that leaves no results.
        if status.code().is_none() || !self.file(out).is_file() {
            return Err(format!("kverify gave no results ({status})"));
        }
        Ok(start.elapsed())
    }

    /// Kills a run as soon as it has written `lines` lines.
    fn kill_half_way(&self, out: &str, cache: &str, lines: usize) -> Result<Duration, String> {
        let start = Instant::now();
        let mut child = self
            .command(&self.file(out), cache)
            .spawn()
            .map_err(|error| error.to_string())?;
        while self.read(out).lines().count() < lines {
            if child.try_wait().map_err(|error| error.to_string())?.is_some() {
                return Err("the run ended before it could be killed".to_owned());
            }
            std::thread::sleep(POLL);
        }
        child.kill().map_err(|error| error.to_string())?;
        child.wait().map_err(|error| error.to_string())?;
        // Its workers end when they notice that nobody asks them any more.
        Ok(start.elapsed())
    }
}
