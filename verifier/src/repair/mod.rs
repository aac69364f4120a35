//! Mending kernels (`kverify fix`, the editor): the smallest changes after which a kernel is proved.
//!
//! A finding names two places. What could order them is read off the text ([`outline`], [`candidates`], [`moves`]): a barrier at a
//! place that all threads come to, wider flags, a barrier moved out of its branch, a guard ([`guards`]). Every changed text is verified as a text of the user's
//! would be ([`trial`]); the first with the fewest changes that is proved is taken ([`mod@search`]), and verified once more as a whole. Nothing
//! is taken that is worse in any kernel, or, but for guards, that changes anything but barriers: the kernels are compared without them.

mod candidates;
pub mod diff;
pub mod document;
mod edit;
mod guards;
mod lexer;
mod moves;
mod outline;
mod search;
mod trial;
pub mod words;

use crate::config::Options;
use crate::embed::Watch;
use crate::engine::Engine;
use crate::plan::UsageError;
use crate::report::json::File;
use crate::report::json::finding::FindingEntry;
use crate::report::json::kernel::KernelEntry;
use diff::Hunk;
use search::{Tries, search};
use std::path::Path;
use trial::{Answered, Bench, counted, weight};

pub use candidates::Act;
pub use search::Step;

/// Texts that may be verified for one kernel, unless someone says otherwise.
pub const TRIES: usize = 64;

/// What was done for a file.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The answers for the text as it was.
    pub before: File,
    /// The answers for the text as it is to be.
    pub after: File,
    /// That text.
    pub text: String,
    /// How the one becomes the other.
    pub hunks: Vec<Hunk>,
    /// For each kernel with findings, in source order.
    pub kernels: Vec<KernelRepair>,
}

/// What was done for a kernel: all instantiations and launches of it together.
#[derive(Clone, Debug)]
pub struct KernelRepair {
    /// Its name.
    pub name: String,
    /// The line of its name, in the text as it was.
    pub line: u32,
    /// The changes, in the order in which they were found.
    pub steps: Vec<Step>,
    /// What came of it.
    pub result: Outcome,
    /// How many texts were verified.
    pub verifications: usize,
    /// Whether the search ended because no more might be.
    pub exhausted: bool,
    /// Positions in the file's answers.
    entries: Vec<usize>,
}

/// What came of mending a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is proved.
    Mended,
    /// Fewer findings are left.
    Partly,
    /// No change was found that helps.
    Unmended,
}

impl KernelRepair {
    /// Its answers in a file's.
    pub fn entries<'f>(&'f self, file: &'f File) -> impl Iterator<Item = &'f KernelEntry> {
        self.entries
            .iter()
            .filter_map(|position| file.kernels.get(*position))
    }

    /// The findings that are left.
    pub fn left<'f>(&'f self, after: &'f File) -> impl Iterator<Item = &'f FindingEntry> {
        self.entries(after).flat_map(counted)
    }
}

/// How to mend.
#[derive(Clone, Copy)]
pub struct Wish<'w> {
    /// How to verify.
    pub options: &'w Options,
    /// Whether a kernel is to be mended.
    pub wanted: &'w dyn Fn(&KernelEntry) -> bool,
    /// How many texts may be verified for one kernel.
    pub tries: usize,
}

impl std::fmt::Debug for Wish<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wish")
            .field("tries", &self.tries)
            .finish_non_exhaustive()
    }
}

/// Mends the kernels of a text that are wanted, one after the other.
///
/// # Errors
/// If the options cannot be met. What is wrong with the text is in the answers.
pub fn repair(path: &Path, text: &str, wish: &Wish<'_>) -> Result<Repair, UsageError> {
    repair_by(&Engine::new(wish.options), path, text, wish, &Watch::default())
}

/// [`repair`] by an engine that may have worked before.
pub(crate) fn repair_by(
    engine: &Engine,
    path: &Path,
    text: &str,
    wish: &Wish<'_>,
    watch: &Watch<'_>,
) -> Result<Repair, UsageError> {
    let bench = Bench {
        engine,
        options: wish.options,
        watch,
        path,
    };
    let first = bench.answer(text)?;
    let mut kernels = groups(&first.file, wish.wanted);
    if !first.file.errors.is_empty() {
        kernels.clear();
    }
    let mut current = first.clone();
    for kernel in &mut kernels {
        // The mends of other kernels may have moved this one.
        let moved = diff::hunks(text, &current.text);
        current = mend(&bench, current, kernel, wish.tries)?;
        for step in &mut kernel.steps {
            step.line = diff::old_line(&moved, step.line);
        }
    }
    Ok(Repair {
        hunks: diff::hunks(text, &current.text),
        before: first.file,
        after: current.file,
        text: current.text,
        kernels,
    })
}

/// Mends one kernel; the text and its answers are what the next one starts from.
fn mend(
    bench: &Bench<'_>,
    base: Answered,
    kernel: &mut KernelRepair,
    most: usize,
) -> Result<Answered, UsageError> {
    // They share a function with one that was mended before.
    if base.is_mended(&kernel.entries) {
        kernel.result = Outcome::Mended;
        return Ok(base);
    }
    let mut tries = Tries {
        left: most,
        exhausted: false,
    };
    let found = search(bench, &base, &kernel.entries, &mut tries)?;
    kernel.verifications = most - tries.left;
    kernel.exhausted = tries.exhausted;
    let Some(node) = found else { return Ok(base) };
    // Once more, as a whole: what no change of this kernel concerns had kept its answer.
    let whole = bench.answer(&node.answered.text)?;
    kernel.verifications += 1;
    let is_better = whole.weight_of(&kernel.entries) < base.weight_of(&kernel.entries);
    if !is_better || !whole.is_no_worse_than(&base) || !whole.finds_nothing_new(&base) || bench.is_cancelled()
    {
        return Ok(base);
    }
    kernel.steps = node.steps;
    kernel.result = match whole.is_mended(&kernel.entries) {
        true => Outcome::Mended,
        false => Outcome::Partly,
    };
    Ok(whole)
}

/// The wanted kernels with findings; entries of one name in one place belong together.
fn groups(file: &File, wanted: &dyn Fn(&KernelEntry) -> bool) -> Vec<KernelRepair> {
    let mut groups: Vec<KernelRepair> = Vec::new();
    for (position, entry) in file.kernels.iter().enumerate() {
        match groups
            .iter_mut()
            .find(|group| group.name == entry.name && group.line == entry.line)
        {
            Some(group) => group.entries.push(position),
            None => groups.push(KernelRepair {
                name: entry.name.clone(),
                line: entry.line,
                steps: Vec::new(),
                result: Outcome::Unmended,
                verifications: 0,
                exhausted: false,
                entries: vec![position],
            }),
        }
    }
    groups.retain(|group| {
        group
            .entries(file)
            .any(|entry| weight(entry) > 0 && wanted(entry))
    });
    groups
}
