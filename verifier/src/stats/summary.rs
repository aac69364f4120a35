//! The sums.

use super::measure::{FileStats, KernelStats};
use kverify_frontend::count;
use kverify_frontend::plain;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// What came of all files together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// Files looked at.
    pub files: usize,
    /// Kernel definitions by the plain count, each file once.
    pub counted: usize,
    /// Those of them that were found: of each file at most as many as counted. One in a macro counts as found where the macro
    /// makes a kernel.
    pub found: usize,
    /// Kernels, each definition once, macros' expansions and uncounted ones included.
    pub kernels: usize,
    /// Kernels whose IR is well-formed, in every instantiation.
    pub analysed: usize,
    /// Kernels with a hole that matters in some instantiation.
    pub with_holes_that_matter: usize,
    /// Files that gave no answer.
    pub crashes: usize,
    /// Seconds of all files, one after the other.
    pub seconds: f64,
    /// What made the holes that matter, the most frequent first.
    pub reasons: Vec<Reason>,
    /// Files with definitions that were not found: path, counted, found.
    pub lost: Vec<(String, usize, usize)>,
}

/// Why kernels have holes that matter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reason {
    /// The reason.
    pub reason: String,
    /// Kernels that have such a hole.
    pub kernels: usize,
    /// Places of such holes.
    pub places: usize,
    /// One of them.
    pub example: String,
}

/// One kernel definition: file and line.
type Definition = (String, u32);

impl Summary {
    /// Sums up.
    pub fn of(files: &[FileStats]) -> Summary {
        let definitions = definitions(files);
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (path, _) in definitions.keys() {
            *places.entry(path).or_default() += 1;
        }
        let counted = counted(files);
        let direct = |path: &str| places.get(path).copied().unwrap_or(0);
        let through: BTreeMap<&str, usize> = counted
            .iter()
            .filter(|(path, n)| direct(path) < **n)
            .map(|(path, _)| (path.as_str(), through_macros(path, &definitions)))
            .collect();
        let found = |path: &str| direct(path) + through.get(path).copied().unwrap_or(0);
        let valid = |ks: &&Vec<&KernelStats>| ks.iter().all(|k| k.invalid.is_empty());
        let matter = |ks: &&Vec<&KernelStats>| ks.iter().any(|k| k.holes.iter().any(|h| h.matters));
        Summary {
            files: files.len(),
            counted: counted.values().sum(),
            found: counted.iter().map(|(path, n)| found(path).min(*n)).sum(),
            kernels: definitions.len(),
            analysed: definitions.values().filter(valid).count(),
            with_holes_that_matter: definitions.values().filter(matter).count(),
            crashes: files.iter().filter(|file| file.crash.is_some()).count(),
            // The sum of no floats is -0.
            seconds: files.iter().fold(0.0, |sum, file| sum + file.seconds),
            reasons: reasons(&definitions),
            lost: counted
                .iter()
                .filter(|(path, n)| found(path) < **n)
                .map(|(path, n)| (path.clone(), *n, found(path)))
                .collect(),
        }
    }
}

/// All kernels by their definitions; a header's may come through several files.
fn definitions(files: &[FileStats]) -> BTreeMap<Definition, Vec<&KernelStats>> {
    let mut found: BTreeMap<Definition, Vec<&KernelStats>> = BTreeMap::new();
    for kernel in files.iter().flat_map(|file| &file.kernels) {
        found
            .entry((plain(&kernel.path), kernel.line))
            .or_default()
            .push(kernel);
    }
    found
}

/// How many of the definitions in a file's macros other files' kernels are made of: those that stand on a line which names
/// such a macro.
fn through_macros(path: &str, definitions: &BTreeMap<Definition, Vec<&KernelStats>>) -> usize {
    let read = |path: &str| crate::files::read_lossy(path.as_ref()).unwrap_or_default();
    let language = kverify_frontend::language_of(std::path::Path::new(path));
    let mut macros = count::in_macros(&read(path), language);
    let total = macros.len();
    let elsewhere: BTreeSet<&str> = definitions.keys().map(|(file, _)| file.as_str()).collect();
    for file in elsewhere.into_iter().filter(|file| *file != path) {
        if macros.is_empty() {
            break;
        }
        let text = read(file);
        let lines: Vec<&str> = text.lines().collect();
        let kernels = definitions.keys().filter(|(of, _)| of == file);
        let places: Vec<&str> = kernels
            .filter_map(|(_, line)| lines.get((*line as usize).checked_sub(1)?).copied())
            .collect();
        macros.retain(|names| {
            let names_it = |line: &&str| names.iter().any(|name| plain::mentions(line, name));
            !places.iter().any(names_it)
        });
    }
    total - macros.len()
}

/// The plain count of every file that was read.
fn counted(files: &[FileStats]) -> BTreeMap<String, usize> {
    let mut counted: BTreeMap<String, usize> = files
        .iter()
        .map(|file| (plain(&file.path), file.counted))
        .collect();
    for path in files.iter().flat_map(|file| &file.files) {
        counted.entry(plain(path)).or_insert_with(|| {
            let path = std::path::Path::new(path);
            let text = crate::files::read(path).unwrap_or_default();
            super::definitions(
                &String::from_utf8_lossy(&text),
                kverify_frontend::language_of(path),
            )
            .len()
        });
    }
    counted
}

fn plain(path: &str) -> String {
    super::workers::plain(path).display().to_string()
}

fn reasons(definitions: &BTreeMap<Definition, Vec<&KernelStats>>) -> Vec<Reason> {
    let mut kernels: BTreeMap<&str, BTreeSet<&Definition>> = BTreeMap::new();
    let mut places: BTreeMap<&str, BTreeSet<(&str, u32, u32)>> = BTreeMap::new();
    for (definition, instances) in definitions {
        for hole in instances.iter().flat_map(|k| &k.holes).filter(|h| h.matters) {
            kernels.entry(&hole.reason).or_default().insert(definition);
            let place = (hole.path.as_str(), hole.line, hole.column);
            places.entry(&hole.reason).or_default().insert(place);
        }
    }
    let mut reasons: Vec<Reason> = kernels
        .into_iter()
        .map(|(reason, kernels)| {
            let all = &places[reason];
            let example = all
                .first()
                .map(|(path, line, column)| format!("{path}:{line}:{column}"));
            Reason {
                reason: reason.to_owned(),
                kernels: kernels.len(),
                places: all.len(),
                example: example.unwrap_or_default(),
            }
        })
        .collect();
    reasons.sort_by(|a, b| b.kernels.cmp(&a.kernels).then_with(|| a.reason.cmp(&b.reason)));
    reasons
}
