//! Regenerates the table of `docs/coverage.md`: what the frontend makes of bodies of public code.
//!
//! `cargo run -p kverify-tests --bin coverage -- NAME=FOLDER[,FOLDER...]...` measures each body and rewrites its row between the
//! page's two markers; rows of bodies that are not named stay. The `kverify` command must have been built into the same
//! folder. With `--print` the rows go to the standard output instead.

use kverify::stats::{self, Limits, Summary};
use kverify_tests::corpus;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

const BEGIN: &str = "<!-- coverage begins -->";
const END: &str = "<!-- coverage ends -->";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "coverage: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let mut print = false;
    let mut rows = Vec::new();
    for argument in std::env::args().skip(1) {
        if argument == "--print" {
            print = true;
            continue;
        }
        let (name, folders) = argument
            .split_once('=')
            .ok_or_else(|| format!("`{argument}` is not NAME=FOLDER[,FOLDER...]"))?;
        rows.push((name.to_owned(), measure(name, folders)?));
    }
    if rows.is_empty() {
        return Err("name the bodies of code: rodinia=/where/it/is shoc=...".to_owned());
    }
    if print {
        let text: String = rows.iter().map(|(_, row)| row.as_str()).collect();
        return std::io::stdout()
            .write_all(text.as_bytes())
            .map_err(|error| error.to_string());
    }
    let page = corpus::root().join("docs/coverage.md");
    let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    let (before, rest) = text
        .split_once(BEGIN)
        .ok_or("the page has no place for the table")?;
    let (table, after) = rest.split_once(END).ok_or("the page has no end of the table")?;
    let table = with_rows(table, &rows);
    fs::write(&page, format!("{before}{BEGIN}{table}{END}{after}")).map_err(|error| error.to_string())
}

/// The table with its rows replaced, and new ones at its end.
fn with_rows(table: &str, rows: &[(String, String)]) -> String {
    let starts = |line: &str, name: &str| line.starts_with(&format!("| {name} |"));
    let mut lines: Vec<String> = table.lines().map(str::to_owned).collect();
    for (name, row) in rows {
        let row = row.trim_end().to_owned();
        match lines.iter().position(|line| starts(line, name)) {
            Some(at) => lines[at] = row,
            None => lines.push(row),
        }
    }
    lines.join("\n") + "\n"
}

fn measure(name: &str, folders: &str) -> Result<String, String> {
    let paths: Vec<PathBuf> = folders.split(',').map(PathBuf::from).collect();
    let command = std::env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name("kverify");
    let worker: Vec<OsString> = vec![command.into(), "stats".into(), "--worker".into(), "--".into()];
    let limits = Limits {
        jobs: 2,
        seconds: 60.0,
    };
    let start = Instant::now();
    let files = stats::run(&paths, &worker, limits)?;
    let wall = start.elapsed().as_secs_f64();
    let all = Summary::of(&files);
    let without = all.kernels - all.with_holes_that_matter;
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    let mut row = String::new();
    let _ = writeln!(
        row,
        "| {name} | {} | {} | {} ({:.1} %) | {} | {} | {} ({:.1} %) | {} | {wall:.0} |",
        all.files,
        all.counted,
        all.found,
        share(all.found, all.counted),
        all.kernels,
        all.analysed,
        without,
        share(without, all.kernels),
        all.crashes,
    );
    Ok(row)
}
