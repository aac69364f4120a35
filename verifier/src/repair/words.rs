//! What was mended, and what was not, in words.

use super::search::is_python;
use super::{Act, KernelRepair, Outcome, Repair, Step, diff};
use crate::report::json::File;
use crate::report::json::finding::{Access, FindingEntry};
use crate::report::json::kernel::{KernelEntry, VerdictName};
use crate::report::visible;
use std::fmt::Write as _;
use std::path::Path;

/// What a change is, to be said as a wish.
pub fn step(step: &Step) -> String {
    let Step { statement, line, .. } = step;
    match step.act {
        Act::Insert => format!("insert `{statement}` before line {line}"),
        Act::Widen => format!("widen the barrier in line {line} to `{statement}`"),
        Act::Guard => format!("guard line {line} by `{statement}`"),
        Act::Move => format!("move `{statement}` to before line {line}"),
    }
}

/// What an editor offers: the change, or how many there are.
pub fn title(repair: &Repair, kernel: &KernelRepair) -> String {
    let change = match kernel.steps.as_slice() {
        [only] => step(only),
        several => format!("make {} changes to `{}`", several.len(), kernel.name),
    };
    let mut letters = change.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let change: String = first.into_iter().chain(letters).collect();
    format!("{change} (verified: {})", effect(repair, kernel))
}

/// What was found out with the changes in place.
pub fn effect(repair: &Repair, kernel: &KernelRepair) -> String {
    let left = kernel.left(&repair.after).count();
    let is = |wanted: VerdictName| move |entry: &KernelEntry| entry.verdict == wanted;
    if kernel.entries(&repair.after).all(is(VerdictName::Proved)) {
        return match left {
            0 => "the kernel is then proved".to_owned(),
            1 => "the kernel is then proved, but for 1 warning".to_owned(),
            left => format!("the kernel is then proved, but for {left} warnings"),
        };
    }
    let mut entries = kernel.entries(&repair.after);
    match (left, entries.find_map(|entry| entry.contract.as_deref())) {
        (0, Some(contract)) => format!("the kernel is then proved where `{contract}`"),
        (0, None) => "no finding is then left".to_owned(),
        (1, _) => "1 finding is then left".to_owned(),
        (left, _) => format!("{left} findings are then left"),
    }
}

/// Why a finding is left.
pub fn why_left(finding: &FindingEntry) -> &'static str {
    match (finding.rule.as_str(), finding.scope.as_str()) {
        ("data-race", "grid" | "system") => {
            "no barrier can help: blocks run in any order (places of its own for each block, atomics, or two kernels would)"
        }
        ("data-race", "cluster") => {
            "no barrier of one block can help: `cluster.sync()` waits for all blocks of a cluster"
        }
        ("data-race", "thread") => {
            "no barrier can help: the copy has to be waited for by the thread that began it"
        }
        ("data-race" | "barrier-divergence", _)
            if finding.accesses.iter().any(|access| access.path.is_some()) =>
        {
            "it lies in another file, and only files that are named are changed"
        }
        ("data-race", _) => "no barrier between statements was found that mends it",
        ("barrier-divergence", _) => "the barrier could not be moved to where all threads come",
        ("out-of-bounds", _) => "no guard was found that mends it, or the buffer's size is not known",
        _ => "this is no matter of barriers or guards, which are all that is mended here",
    }
}

/// The name of a file in a sentence or a diff.
pub fn shown_path(file: &File) -> String {
    visible::plain(&file.path).replace('\n', " ")
}

/// A sentence for each change and for what is left, with the lines of the file: as it was, or as it was written.
pub fn render(repair: &Repair, budget: usize, written: bool) -> String {
    let mut out = String::new();
    let path = shown_path(&repair.before);
    for error in &repair.before.errors {
        let _ = writeln!(
            out,
            "{path}:{}:{}: error: {}",
            error.line, error.column, error.message
        );
    }
    for kernel in &repair.kernels {
        render_kernel(&mut out, repair, kernel, &path, written);
        if kernel.exhausted && kernel.result != Outcome::Mended {
            let _ = writeln!(
                out,
                "  the search ended after {budget} texts (--tries allows more)"
            );
        }
    }
    let on_host = repair.after.host.iter().flat_map(|host| &host.findings);
    if on_host.filter(|finding| finding.counts()).count() > 0 {
        let _ = writeln!(
            out,
            "{path}: its host code has findings of its own, which are not mended here"
        );
    }
    if repair.kernels.is_empty() && repair.before.errors.is_empty() {
        let is_open = |kernel: &&KernelEntry| kernel.verdict == VerdictName::Unknown;
        let open = repair.before.kernels.iter().filter(is_open).count();
        let _ = match open {
            0 => writeln!(out, "{path}: nothing to mend"),
            _ => writeln!(
                out,
                "{path}: nothing to mend, but not everything is proved ({open} unknown)"
            ),
        };
    }
    visible::plain(&out)
}

fn render_kernel(out: &mut String, repair: &Repair, kernel: &KernelRepair, path: &str, written: bool) {
    let KernelRepair { name, line, .. } = kernel;
    let result = match kernel.result {
        Outcome::Mended | Outcome::Partly => effect(repair, kernel),
        Outcome::Unmended => "nothing was found that mends it".to_owned(),
    };
    let others = kernel.result == Outcome::Mended && kernel.steps.is_empty();
    let by = if others {
        ", by what was changed for another"
    } else {
        ""
    };
    let _ = writeln!(out, "{path}:{line}: {name}: {result}{by}");
    for one in &kernel.steps {
        let _ = writeln!(out, "  {}", step(one));
    }
    let in_strings = is_python(Path::new(&repair.before.path));
    for finding in kernel.left(&repair.after) {
        let lines: Vec<String> = finding
            .accesses
            .iter()
            .map(|access| place(repair, access, written))
            .collect();
        let message = &finding.message;
        let _ = writeln!(
            out,
            "  left: {message} ({}): {}",
            lines.join(" and "),
            match in_strings {
                true => "kernels in the strings of Python files are not mended",
                false => why_left(finding),
            }
        );
    }
}

fn place(repair: &Repair, access: &Access, written: bool) -> String {
    match (&access.path, written) {
        (Some(path), _) => format!("{path}:{}", access.line),
        (None, true) => format!("line {}", access.line),
        (None, false) => format!("line {}", diff::old_line(&repair.hunks, access.line)),
    }
}
