//! What is remarkable in a run: the accesses of a race, threads that part, loops that nobody leaves.

use super::data::Mark;
use crate::replay::{Did, EventKind, Step, Trace, Violation};
use kverify_smt::answer::{Action, Place, ThreadAt};

/// For each step its mark, and the steps that the violation speaks of.
pub(super) fn marks(trace: &Trace, violation: Option<&Violation>) -> (Vec<Mark>, Vec<usize>) {
    let mut marks: Vec<Mark> = trace.steps.iter().map(plain_mark).collect();
    mark_parted(trace, &mut marks);
    let mut focus = Vec::new();
    let sides: Vec<(&Place, &ThreadAt)> = match violation {
        Some(Violation::Race(conflict)) => conflict.places.iter().zip(&conflict.threads).collect(),
        Some(Violation::Divergence(divergence)) => {
            divergence.places.iter().zip(&divergence.threads).collect()
        }
        Some(Violation::Event(_)) | None => Vec::new(),
    };
    for (place, thread) in sides {
        focus.extend(find(trace, place, thread));
    }
    if let Some(Violation::Event(event)) = violation {
        let at = trace
            .steps
            .iter()
            .position(|step| Some(step.loc) == event.loc && is_thread(trace, step, &event.thread));
        focus.extend(at);
    }
    let mark = match violation {
        Some(Violation::Divergence(_)) => Mark::Parted,
        Some(Violation::Event(event)) if event.kind == EventKind::EndlessLoop => Mark::Endless,
        _ => Mark::Conflict,
    };
    for &step in &focus {
        marks[step] = mark;
    }
    (marks, focus)
}

fn plain_mark(step: &Step) -> Mark {
    if step.endless { Mark::Endless } else { Mark::None }
}

/// Marks every wait that ended although not all had come to the same place.
fn mark_parted(trace: &Trace, marks: &mut [Mark]) {
    let parted: Vec<_> = trace.releases.iter().filter(|r| r.parted).collect();
    if parted.is_empty() {
        return;
    }
    for (step, mark) in trace.steps.iter().zip(marks) {
        let Did::Wait {
            until: Some(until), ..
        } = step.did
        else {
            continue;
        };
        let at = parted.partition_point(|r| r.turn < until);
        let same = parted[at..].iter().take_while(|r| r.turn == until);
        if same.into_iter().any(|r| r.threads.contains(&step.thread)) {
            *mark = Mark::Parted;
        }
    }
}

fn is_thread(trace: &Trace, step: &Step, thread: &ThreadAt) -> bool {
    trace
        .threads
        .get(step.thread as usize)
        .is_some_and(|t| (t.at.block, t.at.thread) == (thread.block, thread.thread))
}

/// The step at which a thread does what one side of a violation says.
fn find(trace: &Trace, place: &Place, thread: &ThreadAt) -> Option<usize> {
    let iteration = thread.iterations.last().map(|(_, n)| *n);
    let fits = |step: &Step, exactly: bool| {
        let here = place.action.leaves() && step.did == Did::Leave || step.loc == place.loc;
        if !here || !is_thread(trace, step, thread) || exactly && step.iteration != iteration {
            return false;
        }
        let touches = trace
            .touches
            .get(step.touches[0] as usize..step.touches[1] as usize);
        match (place.action, thread.offset) {
            (Action::Read | Action::Write | Action::Atomic, Some(offset)) => touches
                .into_iter()
                .flatten()
                .any(|t| i128::from(t.offset) == offset && does(place.action, t.write)),
            _ => true,
        }
    };
    let exact = trace.steps.iter().position(|step| fits(step, true));
    exact.or_else(|| trace.steps.iter().position(|step| fits(step, false)))
}

/// Whether a touch is what an action does: an atomic one reads and writes.
fn does(action: Action, write: bool) -> bool {
    match action {
        Action::Read => !write,
        Action::Write => write,
        _ => true,
    }
}
