//! `kverify stats`: what the frontend makes of a body of code.

use super::format::PlainFormat;
use super::work::DEFAULT_MEMORY_MIB;
use crate::output;
use clap::Args;
use kverify::report::visible;
use kverify::stats::{self, FileStats, Limits, Summary};
use kverify::worker;
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;

/// Arguments of `stats`.
#[derive(Args, Debug)]
pub struct StatsArguments {
    /// Source files, and folders to look for them in
    #[arg(required = true, value_name = "FILE|DIR")]
    pub paths: Vec<PathBuf>,

    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,

    /// Look for included files here
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// A CUDA toolkit whose headers to use where kverify has none of its own
    #[arg(long, value_name = "DIR")]
    pub cuda_path: Option<PathBuf>,

    /// Files at a time (default: the number of cores)
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub jobs: Option<u16>,

    /// Seconds for one file
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub timeout: f64,

    /// How to report
    #[arg(long, default_value = "human")]
    pub format: PlainFormat,

    /// Measure the one file in this process
    #[arg(long, hide = true)]
    pub worker: bool,
}

/// The document.
#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    summary: &'a Summary,
    files: &'a [FileStats],
}

/// Measures, prints, and gives the exit status: 0, or 2 if the input cannot be read.
pub fn run(arguments: &StatsArguments) -> u8 {
    if arguments.worker {
        return work(arguments);
    }
    let worker = match worker(arguments) {
        Ok(worker) => worker,
        Err(error) => return output::fail(&format!("this program cannot be found: {error}")),
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits {
        jobs: arguments.jobs.map_or_else(cores, usize::from),
        seconds: arguments.timeout,
    };
    let files = match stats::run(&arguments.paths, &worker, limits) {
        Ok(files) => files,
        Err(message) => return output::fail(&message),
    };
    let summary = Summary::of(&files);
    let text = match arguments.format {
        PlainFormat::Human => visible::plain(&stats::render(&files, &summary)),
        PlainFormat::Json => {
            let document = Document {
                schema: "kverify-stats/1",
                summary: &summary,
                files: &files,
            };
            visible::to_json(&document)
        }
    };
    output::print(&text);
    0
}

/// Measures one file and prints the result as JSON.
fn work(arguments: &StatsArguments) -> u8 {
    // Whoever counts says of a file that its process ended.
    worker::bound(DEFAULT_MEMORY_MIB, |_| std::process::abort());
    let options = kverify_frontend::Options {
        defines: arguments.define.clone(),
        include_dirs: arguments.include.clone(),
        cuda_path: arguments.cuda_path.clone(),
        all_branches: true,
        ..kverify_frontend::Options::default()
    };
    for path in &arguments.paths {
        match serde_json::to_string(&stats::measure(path, &options)) {
            Ok(text) => output::print(&text),
            Err(error) => return output::fail(&error.to_string()),
        }
    }
    0
}

/// This program again, for one file.
fn worker(arguments: &StatsArguments) -> std::io::Result<Vec<OsString>> {
    let mut command: Vec<OsString> = vec![std::env::current_exe()?.into(), "stats".into(), "--worker".into()];
    command.extend(arguments.define.iter().map(|define| format!("-D{define}").into()));
    for folder in &arguments.include {
        command.extend(["-I".into(), folder.into()]);
    }
    if let Some(folder) = &arguments.cuda_path {
        command.extend(["--cuda-path".into(), folder.into()]);
    }
    command.push("--".into());
    Ok(command)
}
