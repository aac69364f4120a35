//! The classic algorithms, each as it should be and with every single barrier removed in turn: the table of
//! `docs/precision.md`.

use crate::barriers::{self, Barrier};
use crate::{corpus, expect, tool};
use kverify::report::ids;
use kverify::{KernelReport, Severity, Status, Verdict};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Where the classics are.
pub const FOLDER: &str = "examples/classics";

/// A kernel's name and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The file, as the repository knows it.
    pub file: String,
    /// The kernel.
    pub kernel: String,
    /// The launch: `any`, or the block's size.
    pub launch: String,
    /// The verdict on the kernel as it stands; of several instantiations the worst.
    pub verdict: Verdict,
    /// What each of its barriers is for.
    pub barriers: Vec<Without>,
}

/// The kernel without one of its barriers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Without {
    /// Line of the barrier.
    pub line: u32,
    /// Whether the source says that it is redundant.
    pub redundant: bool,
    /// The verdict without it: of several instantiations `violated` if one is, else the worst.
    pub verdict: Verdict,
    /// Lines of the confirmed errors' two ends.
    pub races: BTreeSet<(u32, u32)>,
}

impl Without {
    /// Whether the tool's answer is what the source says: redundant and proved, or needed and shown to race.
    pub fn is_right(&self) -> bool {
        if self.redundant {
            self.verdict == Verdict::Proved
        } else {
            self.verdict == Verdict::Violated
        }
    }
}

/// All rows; `wanted` picks files by a part of their path.
///
/// # Errors
/// The file at fault and what is wrong: unreadable, flags that make no sense, source that does not parse.
pub fn rows(wanted: &str) -> Result<Vec<Row>, String> {
    let paths: Vec<_> = corpus::sources(FOLDER)
        .into_iter()
        .filter(|path| path.to_string_lossy().contains(wanted))
        .collect();
    let mut rows = Vec::new();
    for path in paths {
        rows.extend(rows_of(&path).map_err(|error| format!("{}: {error}", corpus::short_name(&path)))?);
    }
    Ok(rows)
}

fn rows_of(path: &Path) -> Result<Vec<Row>, String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let settings = expect::parse(&text)?.settings;
    let whole = tool::report(path, &text, &settings)?;
    let file = whole.files.first().ok_or("no file in the report")?;
    if let Some(error) = file.errors.first() {
        return Err(error.message.clone());
    }
    let mut rows: Vec<Row> = Vec::new();
    for report in &file.kernels {
        let kernel = &report.kernel.name;
        match rows.iter_mut().find(|row| row.kernel == *kernel) {
            Some(row) => row.verdict = worst(row.verdict, report.verdict),
            None => rows.push(Row {
                file: corpus::short_name(path),
                kernel: kernel.clone(),
                launch: launch(report),
                verdict: report.verdict,
                barriers: Vec::new(),
            }),
        }
    }
    let lines: Vec<(u32, String)> = file
        .kernels
        .iter()
        .map(|report| (report.kernel.span.line, report.kernel.name.clone()))
        .collect();
    let opencl = path.extension().is_some_and(|ending| ending == "cl");
    let all = barriers::barriers(&text, opencl);
    let done = in_parallel(&all, |barrier| {
        let around = lines.iter().filter(|(line, _)| *line <= barrier.line).max();
        let name = around.ok_or("a barrier before the first kernel")?.1.clone();
        let mutant = barriers::without(&text, barrier);
        let report = tool::report_on(path, &mutant, &settings, &name)?;
        let kernels = report.files.first().map_or(&[][..], |file| &file.kernels);
        Ok((name, without(barrier, kernels)))
    });
    for result in done {
        let (name, without) = result?;
        if let Some(row) = rows.iter_mut().find(|row| row.kernel == name) {
            row.barriers.push(without);
        }
    }
    Ok(rows)
}

/// Does `work` on two items at a time, and keeps their order.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R, String> + Sync,
) -> Vec<Result<R, String>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(n) else { return };
                    let result = work(item);
                    if let Ok(mut done) = done.lock() {
                        done.push((n, result));
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, result)| result).collect()
}

fn without(barrier: &Barrier, kernels: &[KernelReport]) -> Without {
    let verdicts = kernels.iter().map(|report| report.verdict);
    let verdict = if verdicts.clone().any(|v| v == Verdict::Violated) {
        Verdict::Violated
    } else {
        verdicts.fold(Verdict::Proved, worst)
    };
    let confirmed = kernels
        .iter()
        .flat_map(|report| &report.findings)
        .filter(|judged| judged.status == Status::Confirmed && judged.severity == Severity::Error);
    let races = confirmed
        .map(|judged| {
            let [a, b] = [0, 1].map(|n| judged.finding.places[n].loc.span.line);
            (a.min(b), a.max(b))
        })
        .collect();
    Without {
        line: barrier.line,
        redundant: barrier.redundant,
        verdict,
        races,
    }
}

/// Verdicts are ordered from `proved` over `violated` and `suspect` to `unknown`.
fn worst(one: Verdict, other: Verdict) -> Verdict {
    one.max(other)
}

fn launch(report: &KernelReport) -> String {
    let config = &report.configuration.config;
    let sizes = |of: [Option<u64>; 3]| -> Option<String> {
        let [x, y, z] = of;
        let known: Vec<u64> = [x?, y.unwrap_or(1), z.unwrap_or(1)].to_vec();
        let kept = known.iter().rposition(|&n| n != 1).map_or(1, |n| n + 1);
        Some(
            known[..kept]
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(" x "),
        )
    };
    match (sizes(config.block), sizes(config.grid)) {
        (None, None) => "any".to_owned(),
        (Some(block), None) => format!("blocks of {block}"),
        (None, Some(grid)) => format!("grids of {grid}"),
        (Some(block), Some(grid)) => format!("blocks of {block}, grids of {grid}"),
    }
}

/// The table as a page.
pub fn page(rows: &[Row]) -> String {
    let mut out = String::from(HEAD);
    let mutants = || rows.iter().flat_map(|row| &row.barriers);
    let count = |wanted: &dyn Fn(&Without) -> bool| mutants().filter(|w| wanted(w)).count();
    let _ = writeln!(
        out,
        "{} kernels, {} of them proved, {} for any launch. {} barriers: without {} of them a race is confirmed, {} are \
         proved redundant, {} are not settled.\n",
        rows.len(),
        rows.iter().filter(|row| row.verdict == Verdict::Proved).count(),
        rows.iter()
            .filter(|row| row.verdict == Verdict::Proved && row.launch == "any")
            .count(),
        mutants().count(),
        count(&|w| w.verdict == Verdict::Violated),
        count(&|w| w.verdict == Verdict::Proved),
        count(&|w| !matches!(w.verdict, Verdict::Violated | Verdict::Proved)),
    );
    let mut file = "";
    for row in rows {
        if row.file != file {
            file = &row.file;
            let _ = writeln!(
                out,
                "## `{file}`\n\n| kernel | launch | verdict | without the barrier in line: |\n|---|---|---|---|"
            );
        }
        let barriers: Vec<String> = row.barriers.iter().map(cell).collect();
        let last = rows
            .iter()
            .rfind(|r| r.file == row.file)
            .is_some_and(|r| std::ptr::eq(r, row));
        let _ = writeln!(
            out,
            "| `{}` | {} | {} | {} |{}",
            row.kernel,
            row.launch,
            ids::verdict_id(row.verdict),
            barriers.join("; "),
            if last { "\n" } else { "" }
        );
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn cell(without: &Without) -> String {
    if without.verdict != Verdict::Violated {
        return format!("{}: {}", without.line, ids::verdict_id(without.verdict));
    }
    let races: Vec<String> = without
        .races
        .iter()
        .map(|(a, b)| if a == b { a.to_string() } else { format!("{a}/{b}") })
        .collect();
    format!("{}: race {}", without.line, races.join(", "))
}

const HEAD: &str = "\
# Precision on the classic algorithms

Written by `cargo run -p kverify-tests --bin precision`; do not edit. A test (`tests/tests/precision.rs`) fails when this page is
stale, and when an answer is not what the sources say.

Each kernel of `examples/classics/` is verified as it stands, for any launch wherever it is right for any (no
invariant is written by hand), and then with every single barrier removed in turn. A removed barrier shows as the lines
of the accesses that race then, each confirmed by replay, or as `proved`, if nothing races without it: then the barrier is redundant, and
its comment in the source says so (`// without: proved`).

";
