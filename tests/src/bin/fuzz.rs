//! Long runs of the fuzz targets: `fuzz [--seconds N] [--seed S] [--target interpreter|texts|frontend|check]`, or `--show SEED` for one
//! input, in this process, with what it is.
//!
//! Inputs are tried in processes of their own, a batch each: one that dies, hangs or takes too much memory is told with its
//! seed, and the others go on. Status 1 if there was any such thing.
#![expect(
    clippy::print_stdout,
    reason = "a command for developers that prints its findings"
)]

use kverify_tests::fuzz::{Target, examine, kernels, mutation, texts};
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Inputs of one process.
const BATCH: u64 = 200;

/// What one input may take, in builds without optimisation too.
const LONGEST: Duration = Duration::from_secs(90);

/// What a process may use at most, in MiB.
const MEMORY: u64 = 3_000;

fn main() -> Result<ExitCode, String> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    if let Some(seed) = arguments.show {
        return Ok(show(&arguments.targets, seed));
    }
    if let Some(count) = arguments.batch {
        for &target in &arguments.targets {
            batch(target, arguments.seed..arguments.seed + count);
        }
        return Ok(ExitCode::SUCCESS);
    }
    supervise(&arguments)
}

struct Arguments {
    seconds: u64,
    seed: u64,
    targets: Vec<Target>,
    show: Option<u64>,
    batch: Option<u64>,
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut arguments = Arguments {
            seconds: 60,
            seed: 1,
            targets: Target::ALL.to_vec(),
            show: None,
            batch: None,
        };
        while let Some(flag) = words.next() {
            let value = words.next().ok_or(format!("{flag} needs a value"))?;
            let number = || {
                value
                    .parse::<u64>()
                    .map_err(|error| format!("{flag} {value}: {error}"))
            };
            match flag.as_str() {
                "--seconds" => arguments.seconds = number()?,
                "--seed" => arguments.seed = number()?,
                "--target" => arguments.targets = vec![value.parse()?],
                "--show" => arguments.show = Some(number()?),
                "--batch" => arguments.batch = Some(number()?),
                _ => return Err(format!("{flag} is no flag: --seconds, --seed, --target, --show")),
            }
        }
        Ok(arguments)
    }
}

fn show(targets: &[Target], seed: u64) -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    for &target in targets {
        match target {
            Target::Interpreter => println!("{:#?}", kernels::kernel(seed).blocks),
            Target::Texts => println!("{}", texts::show(seed)),
            Target::Frontend | Target::Check => {
                let source = mutation::source(seed);
                println!(
                    "// {}\n{}",
                    source.path.display(),
                    source.text.unwrap_or_default()
                );
            }
        }
        match examine(target, seed) {
            Ok(kernels) => println!("{target}: {kernels} kernels, nothing wrong"),
            Err(trouble) => {
                println!("{target}: {trouble}");
                status = ExitCode::FAILURE;
            }
        }
    }
    status
}

/// Tries some inputs in this process, and tells the supervisor about each, before and after.
fn batch(target: Target, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        println!("seed {seed}");
        match examine(target, seed) {
            Ok(kernels) => println!("kernels {kernels}"),
            Err(trouble) => println!("trouble {}", trouble.replace('\n', " ")),
        }
    }
    println!("memory {}", peak());
}

/// The most memory that this process has used, in MiB; 0 where that cannot be told.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.unwrap_or(0) / 1024
}

/// What all processes for one target came to.
#[derive(Default)]
struct Tally {
    inputs: u64,
    kernels: u64,
    troubles: u64,
    memory: u64,
}

fn supervise(arguments: &Arguments) -> Result<ExitCode, String> {
    let start = Instant::now();
    let mut tallies: Vec<(Target, u64, Tally)> = arguments
        .targets
        .iter()
        .map(|&target| (target, arguments.seed, Tally::default()))
        .collect();
    while start.elapsed().as_secs() < arguments.seconds {
        for (target, next, tally) in &mut tallies {
            let left = Duration::from_secs(arguments.seconds).saturating_sub(start.elapsed());
            *next = run(*target, *next, left, tally)?;
        }
    }
    for (target, next, tally) in &tallies {
        println!(
            "{target}: {} inputs (seeds {} to {}), {} kernels, {} troubles, {} MiB at most",
            tally.inputs,
            arguments.seed,
            next.saturating_sub(1),
            tally.kernels,
            tally.troubles,
            tally.memory
        );
    }
    let troubles: u64 = tallies.iter().map(|(_, _, tally)| tally.troubles).sum();
    Ok(ExitCode::from(u8::from(troubles > 0)))
}

/// Runs a process for a batch from `first` on, until it ends or the time is over, and gives the seed after the last one that
/// it tried.
fn run(target: Target, first: u64, left: Duration, tally: &mut Tally) -> Result<u64, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .args(["--target", &target.to_string()])
        .args(["--seed", &first.to_string(), "--batch", &BATCH.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let (send, receive) = channel();
    let output = child.stdout.take().ok_or("no output")?;
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                break;
            }
        }
    });
    let end = Instant::now() + left;
    let mut seed = first;
    let mut trouble = |seed: u64, what: &str| {
        tally.troubles += 1;
        println!("{target}: seed {seed}: {what}");
    };
    loop {
        match receive.recv_timeout(LONGEST) {
            Ok(line) => match line.split_once(' ') {
                Some(("seed", number)) => {
                    seed = number.parse().unwrap_or(seed);
                    if Instant::now() > end {
                        let _ = child.kill();
                        let _ = child.wait();
                        return Ok(seed);
                    }
                    tally.inputs += 1;
                }
                Some(("kernels", number)) => tally.kernels += number.parse::<u64>().unwrap_or(0),
                Some(("trouble", what)) => trouble(seed, what),
                Some(("memory", number)) => {
                    let used = number.parse().unwrap_or(0);
                    tally.memory = tally.memory.max(used);
                    if used > MEMORY {
                        trouble(
                            seed,
                            &format!("the process used {used} MiB by then, {MEMORY} are allowed"),
                        );
                    }
                }
                _ => {}
            },
            Err(RecvTimeoutError::Timeout) => {
                trouble(seed, &format!("no end within {} seconds", LONGEST.as_secs()));
                let _ = child.kill();
                let _ = child.wait();
                return Ok(seed + 1);
            }
            Err(RecvTimeoutError::Disconnected) => {
                let status = child.wait().map_err(|error| error.to_string())?;
                if !status.success() {
                    trouble(seed, &format!("the process died ({status})"));
                }
                return Ok(seed + 1);
            }
        }
    }
}
