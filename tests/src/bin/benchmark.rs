//! Measures the built command on `examples/` and writes `docs/benchmark.md`. Run by `cargo xtask bench`.
//!
//! Every number is wall-clock of a fresh process, so that loading and start-up count as they do for a user. The
//! baseline is the same program stopped after clang's own parse of the same file.

use kverify::report::json::Document;
use kverify::report::json::kernel::KernelTimings;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const DEFAULT_RUNS: usize = 5;

/// Stages in the order in which they happen.
const STAGES: [&str; 6] = ["load", "parse", "encode", "discharge", "solve", "replay"];

/// What one file costs: medians over the runs, seconds.
struct Measurement {
    path: String,
    kernels: usize,
    total: f64,
    clang: f64,
    stages: BTreeMap<&'static str, f64>,
    peak_kib: u64,
}

fn main() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let runs = std::env::args()
        .nth(1)
        .map_or(Ok(DEFAULT_RUNS), |runs| runs.parse());
    let runs = runs
        .map_err(|error| format!("usage: benchmark [RUNS]: {error}"))?
        .max(1);
    let mut files = Vec::new();
    collect_sources(&root.join("examples"), &mut files)?;
    files.sort();
    let mut measurements = Vec::new();
    for file in &files {
        measurements.push(measure(&root, file, runs)?);
    }
    let page = root.join("docs/benchmark.md");
    std::fs::write(&page, render(&measurements, runs)).map_err(|error| format!("{}: {error}", page.display()))
}

fn collect_sources(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect_sources(&path, files)?;
        } else if path
            .extension()
            .is_some_and(|ending| ending == "cu" || ending == "cl")
        {
            files.push(path);
        }
    }
    Ok(())
}

fn measure(root: &Path, file: &Path, runs: usize) -> Result<Measurement, String> {
    // One run that does not count brings the file and the libraries into the page cache.
    timed_run(root, file, &["--parse-only"])?;
    let mut totals = Vec::new();
    let mut baseline = Vec::new();
    let mut stages: BTreeMap<&'static str, Vec<f64>> = BTreeMap::new();
    let (mut peak_kib, mut kernels) = (0, 0);
    for _ in 0..runs {
        baseline.push(timed_run(root, file, &["--parse-only"])?.0);
        let (seconds, output) = timed_run(root, file, &["--format", "json", "--timings"])?;
        totals.push(seconds);
        let document: Document = serde_json::from_str(&output)
            .map_err(|error| format!("{}: no JSON came: {error}", file.display()))?;
        kernels = document.files.iter().map(|file| file.kernels.len()).sum();
        peak_kib = peak_kib.max(
            document
                .timings
                .as_ref()
                .and_then(|t| t.peak_memory_kib)
                .unwrap_or(0),
        );
        for (stage, seconds) in stage_seconds(&document) {
            stages.entry(stage).or_default().push(seconds);
        }
    }
    Ok(Measurement {
        path: file.strip_prefix(root).unwrap_or(file).display().to_string(),
        kernels,
        total: quantile(&totals, 0.5),
        clang: quantile(&baseline, 0.5),
        stages: stages
            .into_iter()
            .map(|(stage, seconds)| (stage, quantile(&seconds, 0.5)))
            .collect(),
        peak_kib,
    })
}

/// Seconds from before the process starts to after it ends, and what it printed.
fn timed_run(root: &Path, file: &Path, flags: &[&str]) -> Result<(f64, String), String> {
    let watch = kverify::Stopwatch::start();
    let output = Command::new(root.join("target/release/kverify"))
        .args(["check", "--no-cache"])
        .arg(file)
        .args(flags)
        .stderr(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run target/release/kverify: {error}"))?;
    let seconds = watch.seconds();
    Ok((seconds, String::from_utf8_lossy(&output.stdout).into_owned()))
}

fn stage_seconds(document: &Document) -> [(&'static str, f64); 6] {
    let kernels = || {
        document
            .files
            .iter()
            .flat_map(|file| &file.kernels)
            .filter_map(|kernel| kernel.timings.as_ref())
    };
    let sum = |part: fn(&KernelTimings) -> f64| kernels().map(part).sum::<f64>();
    let parse: f64 = document
        .files
        .iter()
        .filter_map(|file| file.timings.as_ref())
        .map(|t| t.parse)
        .sum();
    let load = document.timings.as_ref().map_or(0.0, |timings| timings.load);
    let seconds = [
        load,
        parse,
        sum(|t| t.encode),
        sum(|t| t.discharge),
        sum(|t| t.solve),
        sum(|t| t.replay),
    ];
    std::array::from_fn(|i| (STAGES[i], seconds[i]))
}

/// The `q` quantile by nearest rank; 0 of nothing.
fn quantile(values: &[f64], q: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a rank among a few hundred files"
    )]
    let rank = ((sorted.len() as f64 * q).ceil() as usize).clamp(1, sorted.len().max(1));
    sorted.get(rank - 1).copied().unwrap_or(0.0)
}

/// How many processes wanted a core, on average of the last five minutes; `None` where the system does not say.
fn load_average() -> Option<String> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    let five_minutes: f64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(format!("{five_minutes:.1}"))
}

fn render(measurements: &[Measurement], runs: usize) -> String {
    let ms = |seconds: f64| format!("{:.1}", seconds * 1000.0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = load_average().map_or_else(String::new, |load| {
        format!(" with a load of {load} from all that ran")
    });
    let mut page = format!(
        "# Benchmark\n\nWritten by `cargo xtask bench`; do not edit. Milliseconds of wall-clock from process start to \
         verdict, medians of {runs} runs, on {cores} cores{load}. \"clang\" is the same program stopped after clang's parse.\n\n"
    );
    let column = |get: &dyn Fn(&Measurement) -> f64| measurements.iter().map(get).collect::<Vec<f64>>();
    page.push_str("| over all files | median | 95th percentile |\n|---|---:|---:|\n");
    let mut summary = |name: &str, values: &[f64]| {
        let _ = writeln!(
            page,
            "| {name} | {} | {} |",
            ms(quantile(values, 0.5)),
            ms(quantile(values, 0.95))
        );
    };
    summary("total", &column(&|m| m.total));
    summary("clang", &column(&|m| m.clang));
    for stage in STAGES {
        summary(stage, &column(&|m| m.stages.get(stage).copied().unwrap_or(0.0)));
    }
    let ratios = column(&|m| m.total / m.clang.max(1e-9));
    let peak = measurements.iter().map(|m| m.peak_kib).max().unwrap_or(0);
    let _ = writeln!(
        page,
        "\nTotal over clang: median {:.2}, 95th percentile {:.2}. Peak memory of the largest file: {} MiB.\n",
        quantile(&ratios, 0.5),
        quantile(&ratios, 0.95),
        peak / 1024
    );
    let _ = writeln!(
        page,
        "| file | kernels | total | clang | {} | MiB |",
        STAGES.join(" | ")
    );
    let _ = writeln!(page, "|---|---:|---:|---:|{}---:|", "---:|".repeat(STAGES.len()));
    for m in measurements {
        let stages = STAGES
            .map(|stage| ms(m.stages.get(stage).copied().unwrap_or(0.0)))
            .join(" | ");
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} | {stages} | {} |",
            m.path,
            m.kernels,
            ms(m.total),
            ms(m.clang),
            m.peak_kib / 1024
        );
    }
    page
}
