//! Damaged texts of all the files that kverify reads besides sources: whatever they hold, it is taken or refused in words.

use super::mutation::hash;
use crate::numbers::Random;
use kverify::assume::Assume;
use kverify::baseline::Baseline;
use kverify::batch::{compare, results::Results};
use kverify::project::Project;
use kverify::rerun::witness::WitnessFile;
use kverify::{Options, Report, Source, verify};
use kverify_frontend::compile_commands::{self, CompileCommands};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// What a text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// An assumption.
    Assume,
    /// `kverify.toml`
    Project,
    /// `compile_commands.json`
    Database,
    /// A witness file.
    Witness,
    /// Results, or a report as JSON.
    Results,
    /// A baseline.
    Baseline,
}

const READERS: [Reader; 6] = [
    Reader::Assume,
    Reader::Project,
    Reader::Database,
    Reader::Witness,
    Reader::Results,
    Reader::Baseline,
];

const KERNEL: &str =
    "__global__ void k(int *a, const int *idx, int n) { if (idx[threadIdx.x] < n) a[idx[threadIdx.x]] = n; }";

/// A verified kernel, of which witnesses and reports are made.
static REPORT: LazyLock<Option<Report>> = LazyLock::new(|| {
    let source = Source {
        path: "k.cu".into(),
        text: Some(KERNEL.to_owned()),
    };
    verify(&[source], &Options::default()).ok()
});

/// Pieces that mean something in one of the formats, or trouble in all of them.
pub const PIECES: [&str; 36] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    ",",
    ":",
    "=",
    "\\",
    "\n",
    "\0",
    "\u{202e}",
    "[[path]]",
    "match",
    "-1",
    "0",
    "1e999",
    "18446744073709551616",
    "170141183460469231731687303715884105728",
    "null",
    "true",
    "--",
    "-x",
    "@file",
    "../",
    "/dev/zero",
    "block = \"0x0\"",
    "n % 0 == 0",
    "((((((((",
    "!!!!!!!!",
    "kernels",
    "\u{feff}",
    "a[0]",
    "distinct(",
];

/// A text that is taken.
pub fn seedling(reader: Reader, random: &mut Random) -> String {
    let texts = |texts: &[&str], random: &mut Random| random.pick(texts).to_owned();
    match reader {
        Reader::Assume => texts(
            &[
                "n % 32 == 0 && blockDim.x <= 256",
                "distinct(idx)",
                "monotone(idx)",
                "gridDim.x * blockDim.x >= (unsigned)n || !(n > 1 << 4)",
                "n == -2147483648 / -1 ? 1 : 0x7fffffffffffffffLL",
            ],
            random,
        ),
        Reader::Project => "exclude = [\"third_party/**\"]\nblock = \"16x16\"\neffort = 2\ntimeout = 20\nassume = [\"n > 0\"]\ndefine = \
                            [\"N=4\"]\n[severity]\ndata-race = \"error\"\n[[path]]\nmatch = [\"src/*.cu\"]\nlockstep = 32\n"
            .to_owned(),
        Reader::Database => "[{\"directory\": \"/d\", \"file\": \"k.cu\", \"command\": \"nvcc -I inc -DN=4 -std=c++17 -arch=sm_80 -c k.cu\"}, \
                             {\"directory\": \"/d\", \"file\": \"l.cu\", \"arguments\": [\"clang\", \"-DX\", \"l.cu\"]}]"
            .to_owned(),
        Reader::Witness => REPORT
            .as_ref()
            .map_or_else(String::new, |report| WitnessFile::of_report(report).render()),
        Reader::Results => REPORT
            .as_ref()
            .map_or_else(String::new, |report| kverify::report::json::render(report, false)),
        Reader::Baseline => REPORT.as_ref().map_or_else(String::new, |report| {
            Baseline::of(report, &kverify::report::base::Base::default()).render()
        }),
    }
}

/// The text that a seed stands for, and what reads it.
fn text(seed: u64) -> (Reader, String) {
    let mut random = Random::new(seed ^ hash("texts"));
    let reader = random.pick(&READERS);
    let mut letters: Vec<char> = seedling(reader, &mut random).chars().collect();
    for _ in 0..1 + random.below(5) {
        let at = random.below(letters.len() + 1);
        let to = (at + random.below(9)).min(letters.len());
        match random.below(4) {
            0 => drop(letters.drain(at..to)),
            1 => drop(letters.splice(at..to, random.pick(&PIECES).chars())),
            2 => {
                // Deep and long texts.
                let piece: Vec<char> = random.pick(&PIECES).chars().collect();
                let many = 1 << random.below(14);
                drop(letters.splice(at..at, std::iter::repeat_n(piece, many).flatten()));
            }
            _ => {
                let copy = letters[at..to].to_vec();
                let there = random.below(letters.len() + 1);
                drop(letters.splice(there..there, copy));
            }
        }
    }
    (reader, letters.into_iter().collect())
}

/// The text of a seed, for people.
pub fn show(seed: u64) -> String {
    let (reader, text) = text(seed);
    format!("// {reader:?}\n{text}")
}

/// Reads the text that a seed stands for; whether it was taken.
///
/// # Errors
/// None but those of the system: a refusal is an answer.
///
/// # Panics
/// Where kverify does, which is what is looked for.
pub fn examine(seed: u64) -> Result<bool, String> {
    let (reader, text) = text(seed);
    read(reader, text.as_bytes())
}

/// Reads any bytes; whether they were taken.
///
/// # Errors
/// None but those of the system: a refusal is an answer.
///
/// # Panics
/// Where kverify does, which is what is looked for.
pub fn read(reader: Reader, bytes: &[u8]) -> Result<bool, String> {
    let text = String::from_utf8_lossy(bytes);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = |name: &str| folder.path().join(name);
    let write = |name: &str| fs::write(path(name), bytes).map_err(|error| error.to_string());
    Ok(match reader {
        Reader::Assume => {
            let kernel = REPORT.as_ref().map(|report| &report.files[0].kernels[0].kernel);
            let parsed = Assume::parse(&text);
            let facts = parsed.map(|assume| kernel.map(|kernel| assume.facts(kernel).is_ok()));
            facts.is_ok_and(|facts| facts == Some(true))
        }
        Reader::Project => {
            write("kverify.toml")?;
            let project = Project::load([Path::new("src/k.cu"), Path::new("k.cu")], None, folder.path());
            let paths = ["src/k.cu", "third_party/k.cu"].map(path);
            project.is_ok_and(|project| paths.iter().all(|path| project.options(path).timeout > 0.0))
        }
        Reader::Database => {
            write("compile_commands.json")?;
            let database = CompileCommands::File(path("compile_commands.json"));
            compile_commands::find(&path("k.cu"), &database)
                .messages
                .is_empty()
        }
        Reader::Witness => {
            let kernel = REPORT.as_ref().map(|report| &report.files[0].kernels[0].kernel);
            let entries = WitnessFile::parse(&text).map(|file| file.witnesses);
            let taken =
                |kernel| entries.is_ok_and(|all| all.iter().all(|entry| entry.inputs(kernel).is_ok()));
            kernel.is_some_and(|kernel| taken(kernel))
        }
        Reader::Results => {
            write("results")?;
            let files = compare::read(&path("results"));
            let _ = Results::parse(&text);
            files.is_ok_and(|files| !compare::compare(&files, &files).is_worse())
        }
        Reader::Baseline => {
            write("baseline")?;
            Baseline::read(&path("baseline")).is_ok()
        }
    })
}
