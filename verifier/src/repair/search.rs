//! The search for the fewest changes that mend a kernel: first one, then two, and so on.

use super::candidates::{Act, Candidate, Program, candidates};
use super::edit::applied;
use super::guards;
use super::outline::{Stmt, bodies};
use super::trial::{Answered, Bench, counted};
use crate::plan::UsageError;
use crate::report::json::LanguageName;
use std::collections::BTreeSet;
use std::path::Path;

/// Most changes of one kernel.
const MOST_STEPS: usize = 8;

/// Most changes that are tried for one finding.
const MOST_FOR_FINDING: usize = 16;

/// Texts from which the search goes on: where some findings went away, and where none did.
const KEPT: [usize; 2] = [2, 6];

/// A change that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub act: Act,
    /// The statement that is inserted, moved or changed.
    pub statement: String,
    /// The line of the text as it was before all changes.
    pub line: u32,
    /// The line when it was made.
    line_then: u32,
    /// How many lines it added.
    added: i64,
}

impl Step {
    fn of(candidate: &Candidate, earlier: &[Step], before: &str, after: &str) -> Step {
        let lines = |text: &str| text.matches('\n').count() as i64;
        // Undone from the last to the first, every change gives back the lines that it added above.
        let line = earlier
            .iter()
            .rev()
            .fold(i64::from(candidate.line), |line, step| {
                if line > i64::from(step.line_then) {
                    line - step.added
                } else {
                    line
                }
            });
        Step {
            act: candidate.act,
            statement: candidate.statement.clone(),
            line: u32::try_from(line.max(1)).unwrap_or(u32::MAX),
            line_then: candidate.line,
            added: lines(after) - lines(before),
        }
    }
}

/// A text on the way, and what led there.
#[derive(Clone, Debug)]
pub struct Node {
    /// The text, with its answers.
    pub answered: Answered,
    /// The changes.
    pub steps: Vec<Step>,
}

/// How many texts may be verified.
#[derive(Clone, Copy, Debug)]
pub struct Tries {
    /// How many are left.
    pub left: usize,
    /// One was wanted when none was left.
    pub exhausted: bool,
}

impl Tries {
    fn take(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.exhausted = true,
        }
        !self.exhausted
    }
}

/// Looks for changes that mend some kernels of a file, by their positions; the best text that was found, if any is better.
///
/// # Errors
/// If the options cannot be met.
pub fn search(
    bench: &Bench<'_>,
    base: &Answered,
    kernels: &[usize],
    tries: &mut Tries,
) -> Result<Option<Node>, UsageError> {
    let mut frontier = vec![Node {
        answered: base.clone(),
        steps: Vec::new(),
    }];
    let mut seen = BTreeSet::from([base.text.clone()]);
    let mut best: Option<Node> = None;
    for _ in 0..MOST_STEPS {
        let least = frontier.iter().map(|node| node.answered.weight_of(kernels)).min();
        let mut level = Level {
            bench,
            base,
            kernels,
            tries,
            seen: &mut seen,
            children: Vec::new(),
            under_condition: None,
        };
        if let Some(done) = level.expand(&frontier)? {
            return Ok(Some(done));
        }
        let (mut children, under_condition) = (level.children, level.under_condition);
        if under_condition.is_some() {
            return Ok(under_condition);
        }
        children.sort_by_key(|node| node.answered.weight_of(kernels));
        let weight_of = |node: &Node| node.answered.weight_of(kernels);
        let most = best.as_ref().map_or(base.weight_of(kernels), weight_of);
        let better = |node: &&Node| weight_of(node) < most && node.answered.finds_nothing_new(base);
        if let Some(node) = children.iter().find(better) {
            best = Some(node.clone());
        }
        let Some(first) = children.first().map(weight_of) else {
            return Ok(best);
        };
        let improves = least.is_some_and(|least| first < least);
        children.retain(|node| weight_of(node) == first);
        children.truncate(KEPT[usize::from(!improves)]);
        if tries.exhausted || bench.is_cancelled() {
            return Ok(best);
        }
        frontier = children;
    }
    Ok(best)
}

/// All texts that are one change away.
struct Level<'l, 'b> {
    bench: &'l Bench<'b>,
    base: &'l Answered,
    kernels: &'l [usize],
    tries: &'l mut Tries,
    seen: &'l mut BTreeSet<String>,
    children: Vec<Node>,
    under_condition: Option<Node>,
}

impl Level<'_, '_> {
    /// The first text in which the kernels are proved.
    fn expand(&mut self, frontier: &[Node]) -> Result<Option<Node>, UsageError> {
        for node in frontier {
            for candidate in all_candidates(self.bench, &node.answered, self.kernels) {
                let Some(text) = applied(&node.answered.text, &candidate.changes) else {
                    continue;
                };
                if self.bench.is_cancelled() || !self.seen.insert(text.clone()) {
                    continue;
                }
                if !self.tries.take() {
                    return Ok(None);
                }
                let Some(child) = self.child(node, &candidate, &text)? else {
                    continue;
                };
                if self.is_done(&child) {
                    if let Some(narrow) = self.for_warp(node, &candidate)? {
                        return Ok(Some(narrow));
                    }
                    if child.answered.needs_no_more_than(self.base) {
                        return Ok(Some(child));
                    }
                    self.under_condition.get_or_insert(child);
                } else {
                    self.children.push(child);
                }
            }
        }
        Ok(None)
    }

    fn is_done(&self, child: &Node) -> bool {
        child.answered.is_mended(self.kernels) && child.answered.finds_nothing_new(self.base)
    }

    /// The same with a barrier that only a warp waits at, if that does as well.
    fn for_warp(&mut self, node: &Node, candidate: &Candidate) -> Result<Option<Node>, UsageError> {
        let Some(narrow) = candidate.for_warp() else {
            return Ok(None);
        };
        let Some(text) = applied(&node.answered.text, &narrow.changes) else {
            return Ok(None);
        };
        // Without it there is an answer already.
        if self.tries.left == 0 || !self.tries.take() {
            return Ok(None);
        }
        let child = self.child(node, &narrow, &text)?;
        Ok(child.filter(|child| self.is_done(child) && child.answered.needs_no_more_than(self.base)))
    }

    /// The changed text, unless it is worse than what it is made of, or does something else.
    fn child(&self, node: &Node, candidate: &Candidate, text: &str) -> Result<Option<Node>, UsageError> {
        let answered = self.bench.answer_like(text, Some(self.base))?;
        let does_the_same = candidate.changes_more || answered.differs_in_barriers_alone(&node.answered);
        let is_good = answered.changed > 0 && does_the_same && answered.is_no_worse_than(self.base);
        if !is_good || self.bench.is_cancelled() {
            return Ok(None);
        }
        let mut steps = node.steps.clone();
        steps.push(Step::of(candidate, &node.steps, &node.answered.text, text));
        Ok(Some(Node { answered, steps }))
    }
}

/// What may mend any finding of the kernels, without doubles.
fn all_candidates(bench: &Bench<'_>, answered: &Answered, kernels: &[usize]) -> Vec<Candidate> {
    // What a statement of a kernel is in a string of another language is not known here.
    if is_python(bench.path) {
        return Vec::new();
    }
    let bodies: Vec<Stmt> = bodies(&answered.text).unwrap_or_default();
    let races = |space: &str| {
        let entries = kernels
            .iter()
            .filter_map(|kernel| answered.file.kernels.get(*kernel));
        let mut findings = entries.flat_map(counted);
        findings.any(|finding| finding.scope == "block" && finding.space.as_deref() == Some(space))
    };
    let program = Program {
        text: &answered.text,
        bodies: &bodies,
        language: answered.file.language,
        has_warps: answered.file.language == LanguageName::Cuda && !is_hip(bench, &answered.text),
        both_spaces: races("global") && races("shared"),
    };
    let mut all: Vec<Candidate> = Vec::new();
    let entries = kernels
        .iter()
        .filter(|kernel| !answered.is_of_directive(**kernel));
    for kernel in entries {
        for finding in answered.file.kernels.get(*kernel).into_iter().flat_map(counted) {
            let mut found = candidates(&program, finding);
            if let Some(elements) = answered.elements(*kernel, finding) {
                found.extend(guards::candidates(&program, finding, &elements));
            }
            for candidate in found.into_iter().take(MOST_FOR_FINDING) {
                if !all.iter().any(|known| known.changes == candidate.changes) {
                    all.push(candidate);
                }
            }
        }
    }
    all
}

/// Whether the kernels of a file are strings in it.
pub fn is_python(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "py")
}

/// HIP has had no barrier of a wavefront for long.
fn is_hip(bench: &Bench<'_>, text: &str) -> bool {
    bench.path.extension().is_some_and(|ending| ending == "hip") || text.contains("hip/hip_runtime.h")
}
