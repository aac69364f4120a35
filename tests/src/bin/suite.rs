//! What a folder of kernels costs, and whether its answers stand whatever happens meanwhile.
//!
//! `suite [FOLDER]` verifies it cold, again from the cache, and once more killed half-way and resumed, and says how long each took
//! and whether all results are the same, byte for byte. `suite load [FOLDER]` compares a kernel at a time with ten for each core.
//! `suite kills N [FOLDER]` kills a worker or the run itself at N moments and resumes it. `suite faults N [FOLDER]` has one write or
//! start of a process fail, each of the first N of a run, and resumes it.
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
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// How often the results file of the run that is to be killed is looked at.
const POLL: Duration = Duration::from_millis(5);

fn main() -> Result<ExitCode, String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let folder = |words: &[&str]| words.first().map(PathBuf::from);
    let times = |n: &str| {
        n.parse::<usize>()
            .map_err(|_| format!("`{n}` is no number of times"))
    };
    let same = match words[..] {
        ["load", ref rest @ ..] => Suite::new(folder(rest))?.load()?,
        ["kills", n, ref rest @ ..] => Suite::new(folder(rest))?.kills(times(n)?)?,
        ["faults", n, ref rest @ ..] => Suite::new(folder(rest))?.faults(times(n)?)?,
        ref rest => Suite::new(folder(rest))?.costs()?,
    };
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

    /// The folder of a cache; none without a name.
    fn cache(&self, name: &str) -> PathBuf {
        if name.is_empty() {
            PathBuf::new()
        } else {
            self.file(name)
        }
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
            .env("KVERIFY_CACHE_DIR", self.cache(cache))
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

    /// Cold, cached, and killed and resumed; whether all results are the same.
    fn costs(&self) -> Result<bool, String> {
        let cold = self.check("cold.jsonl", "a", &[])?;
        let cached = self.check("cached.jsonl", "a", &[])?;
        let whole = self.read("cold.jsonl");
        println!("{} files", whole.lines().count().saturating_sub(2));
        println!("cold: {:.1} s", cold.as_secs_f64());
        println!("cached: {:.1} s", cached.as_secs_f64());
        // Without answers that are known already, a kill takes something away.
        let killed = self.kill_half_way("killed.jsonl", "b", whole.lines().count() / 2)?;
        let left = self.read("killed.jsonl").lines().count().saturating_sub(1);
        let resumed = self.check("killed.jsonl", "b", &["--resume"])?;
        println!(
            "killed after {:.1} s with {left} files done, resumed: {:.1} s",
            killed.as_secs_f64(),
            resumed.as_secs_f64()
        );
        Ok(["cached.jsonl", "killed.jsonl"]
            .iter()
            .all(|out| is_same(out, &whole, &self.read(out))))
    }

    /// One kernel at a time, and ten for each core; whether the results are the same.
    fn load(&self) -> Result<bool, String> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let jobs = (10 * cores).to_string();
        let alone = self.check("alone.jsonl", "", &["--jobs", "1"])?;
        let crowded = self.check("crowded.jsonl", "", &["--jobs", &jobs])?;
        let whole = self.read("alone.jsonl");
        let kernels = kernels(&whole);
        let cut = |by: &str| kernels.iter().filter(|kernel| kernel["cut"] == by).count();
        println!(
            "{} kernels; 1 at a time: {:.1} s, {jobs}: {:.1} s; cut by work: {}, by the clock: {}",
            kernels.len(),
            alone.as_secs_f64(),
            crowded.as_secs_f64(),
            cut("work"),
            cut("clock")
        );
        Ok(is_same("crowded.jsonl", &whole, &self.read("crowded.jsonl")))
    }

    /// Kills workers and runs, and resumes; whether the results are always those of a run that nobody killed.
    fn kills(&self, times: usize) -> Result<bool, String> {
        self.check("whole.jsonl", "", &[])?;
        let whole = self.read("whole.jsonl");
        let lines = whole.lines().count();
        let mut same = true;
        for n in 0..times {
            let out = format!("killed-{n}.jsonl");
            let at = 1 + n * (lines - 2) / times.max(1);
            if n % 2 == 0 {
                self.kill_half_way(&out, "", at)?;
            } else {
                self.kill_a_worker(&out, at)?;
            }
            self.check(&out, "", &["--resume"])?;
            same &= is_same(&out, &whole, &self.read(&out));
        }
        Ok(same)
    }

    /// Has writes and starts fail; whether no run passes that should not, and resumed ones give the whole results.
    fn faults(&self, times: usize) -> Result<bool, String> {
        self.check("whole.jsonl", "", &[])?;
        let whole = self.read("whole.jsonl");
        let expected = self.status(&self.file("again.jsonl"), &[])?.0;
        let (mut same, mut reached) = (true, 0);
        for n in 0..times {
            let out = format!("fault-{n}.jsonl");
            let place = (n + 1).to_string();
            let (status, said) = self.status(&self.file(&out), &["--fault", &place])?;
            if said.contains("did not come") {
                break;
            }
            reached += 1;
            let recorded = self.read(&out);
            // A run that says that all is as it is must have all.
            let is_whole = recorded == whole && status == expected;
            if !is_whole && status != Some(2) {
                println!(
                    "fault {place}: exit status {status:?} with other results than those of a whole run"
                );
                same = false;
            }
            self.check(&out, "", &["--resume"])?;
            same &= is_same(&out, &whole, &self.read(&out));
        }
        println!("{reached} faults");
        Ok(same)
    }

    /// A run's exit status, and what it complains of.
    fn status(&self, out: &Path, flags: &[&str]) -> Result<(Option<i32>, String), String> {
        let output = self.command(out, "").args(flags).stderr(Stdio::piped()).output();
        let output = output.map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok((output.status.code(), said))
    }

    /// Kills a worker of a run that has written `lines` lines, and waits for the run's end.
    fn kill_a_worker(&self, out: &str, lines: usize) -> Result<(), String> {
        let mut child = self.start(out, "", lines)?;
        let children = format!("/proc/{0}/task", child.id());
        let tasks = fs::read_dir(children).into_iter().flatten().flatten();
        let workers = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
        let worker: Option<String> = workers
            .flat_map(|ids| ids.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
            .next();
        if let Some(worker) = worker {
            let killed = Command::new("kill").args(["-9", &worker]).status();
            killed.map_err(|error| error.to_string())?;
        }
        child.wait().map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Starts a run, and waits until it has written `lines` lines.
    fn start(&self, out: &str, cache: &str, lines: usize) -> Result<Child, String> {
        let mut child = self
            .command(&self.file(out), cache)
            .spawn()
            .map_err(|error| error.to_string())?;
        while self.read(out).lines().count() < lines {
            if child.try_wait().map_err(|error| error.to_string())?.is_some() {
                break;
            }
            std::thread::sleep(POLL);
        }
        Ok(child)
    }

    /// Kills a run as soon as it has written `lines` lines.
    fn kill_half_way(&self, out: &str, cache: &str, lines: usize) -> Result<Duration, String> {
        let start = Instant::now();
        let mut child = self.start(out, cache, lines)?;
        child.kill().map_err(|error| error.to_string())?;
        child.wait().map_err(|error| error.to_string())?;
        // Its workers end when they notice that nobody asks them any more.
        Ok(start.elapsed())
    }
}

/// The kernels of a results file.
fn kernels(results: &str) -> Vec<serde_json::Value> {
    let lines = results
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    lines
        .filter_map(|line| line["file"]["kernels"].as_array().cloned())
        .flatten()
        .collect()
}

/// Whether results are those of the whole run; says where not.
fn is_same(name: &str, whole: &str, results: &str) -> bool {
    if results == whole {
        println!("{name}: the same, byte for byte");
        return true;
    }
    println!("{name}: DIFFERENT");
    let (whole, results): (Vec<&str>, Vec<&str>) = (whole.lines().collect(), results.lines().collect());
    for (n, line) in whole.iter().enumerate() {
        if results.get(n) != Some(line) {
            let path = |line: &str| {
                let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
                value["file"]["path"].as_str().unwrap_or_default().to_owned()
            };
            println!("  {}", path(line));
        }
    }
    false
}
