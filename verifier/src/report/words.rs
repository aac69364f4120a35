//! Findings in words: titles, labels, witnesses, what to do. Every output format says the same words.

use kverify_frontend::ir::{
    Call, CallId, Construct, Demand, Iteration, Kernel, Language, Loc, Module, Object, ObjectId,
    ObjectSource, Scope, Space,
};
use kverify_smt::answer::{Action, Finding, Kind, Place, ThreadAt, Variant};

/// The kernel's name with its template arguments.
pub fn kernel_name(kernel: &Kernel) -> String {
    format!("{}{}", kernel.name, kernel.instantiation)
}

fn object_name(kernel: &Kernel, object: Option<ObjectId>) -> Option<&str> {
    object
        .and_then(|id| kernel.objects.get(id))
        .map(|object| object.name.as_str())
}

fn space_words(space: Option<Space>) -> &'static str {
    match space {
        Some(Space::Shared) => "shared memory",
        Some(Space::Global) => "global memory",
        Some(Space::Image) => "an image",
        Some(Space::Constant) => "constant memory",
        Some(Space::Private) => "private memory",
        None => "memory",
    }
}

fn pair_words(kernel: &Kernel, scope: Scope) -> &'static str {
    match (&kernel.construct, scope) {
        (Some(Construct::Loop(_)), _) => return "by two iterations",
        (Some(Construct::Team), Scope::Block | Scope::Warp) => return "by two threads of the team",
        (Some(Construct::Team) | None, _) => {}
    }
    match scope {
        Scope::Thread => "by one thread, which has not waited for its asynchronous copy",
        Scope::Warp => "by two threads of one warp",
        Scope::Block => "by two threads of one block",
        Scope::Cluster => "by threads of two blocks of one cluster",
        Scope::Grid | Scope::System => "by threads of two blocks",
    }
}

/// What happened, in one line.
pub fn title(kernel: &Kernel, finding: &Finding) -> String {
    let object = object_name(kernel, finding.object).map(|name| format!("`{name}`"));
    let what = object.clone().unwrap_or_else(|| "memory".to_owned());
    let actions = finding.places.each_ref().map(|place| place.action);
    match finding.kind {
        Kind::DataRace if actions.contains(&Action::Entry) => {
            format!("data race on {what}: shared memory of another block is accessed that may not have begun")
        }
        Kind::DataRace if actions.contains(&Action::Exit) => {
            format!("data race on {what}: shared memory of another block is accessed that may have ended")
        }
        Kind::DataRace => {
            let how = match finding.variant {
                Some(Variant::WriteWrite) => "two writes",
                Some(Variant::ReadWrite) => "a read and a write",
                Some(Variant::AtomicPlain) => "an atomic and a plain access",
                None => "two accesses",
            };
            let same = if finding.same_value {
                " of the same value"
            } else {
                ""
            };
            let behind = if finding.behind.is_some() {
                ", behind a divergence"
            } else {
                ""
            };
            format!(
                "data race on {what} in {}: {how}{same} {}{behind}",
                space_words(finding.space),
                pair_words(kernel, finding.scope)
            )
        }
        Kind::BarrierDivergence if actions.contains(&Action::Exit) => format!(
            "barrier divergence: one thread waits at a barrier after another {} left the kernel",
            of_group(finding.scope)
        ),
        Kind::BarrierDivergence if actions.contains(&Action::PassedBy) => format!(
            "barrier divergence: one thread waits at a barrier that another {} passes by on its way to the end of the kernel",
            of_group(finding.scope)
        ),
        Kind::BarrierDivergence if finding.places[0].loc == finding.places[1].loc => format!(
            "barrier divergence: two threads {} wait at one barrier in different iterations",
            of_group(finding.scope)
        ),
        Kind::BarrierDivergence => {
            format!(
                "barrier divergence: two threads {} wait at different barriers",
                of_group(finding.scope)
            )
        }
        Kind::OutOfBounds => match object {
            Some(object) if is_handed_null(kernel, finding) => {
                format!("access through {object}, which the launch hands over as null")
            }
            Some(object) => format!("access outside of {object}"),
            None => "access out of bounds".to_owned(),
        },
        Kind::UninitialisedRead if object.is_none() => {
            "read of a variable before anything is written there".to_owned()
        }
        Kind::UninitialisedRead => format!("read of {what} before anything is written there"),
        Kind::NonTerminatingLoop if finding.scope == Scope::Thread => {
            "a loop that never ends: nothing that its condition depends on changes, or it only gets further from the end".to_owned()
        }
        Kind::NonTerminatingLoop if finding.scope == Scope::Block => {
            format!(
                "a loop that never ends: it waits for {what}, which threads of the block change behind the next barrier only, if at all"
            )
        }
        Kind::NonTerminatingLoop if finding.scope == Scope::Grid => {
            "deadlock: a loop that waits for memory which no thread that is left changes".to_owned()
        }
        Kind::NonTerminatingLoop => {
            format!(
                "a loop that may never end: it waits for {what}, which only a thread of the same warp changes"
            )
        }
        Kind::DivergentCollective => {
            format!(
                "threads {} do not take part together in this operation",
                of_group(finding.scope)
            )
        }
        Kind::BankConflict => {
            let degree = finding.counted.map_or_else(|| "a".to_owned(), |[most, _]| match most {
                8 | 11 | 18 => format!("an {most}-way"),
                _ => format!("a {most}-way"),
            });
            format!("{degree} bank conflict: threads of a warp access different words of one bank of {what}")
        }
        Kind::UndefinedArithmetic => "a value that the language does not say has a say in the result".to_owned(),
        Kind::UncoalescedAccess => {
            let count = finding.counted.map_or_else(String::new, |[sectors, least]| {
                format!(": {sectors} sectors of 32 bytes, where {least} would do")
            });
            format!("threads of a warp access far-apart places of {what}{count}")
        }
        Kind::RedundantBarrier => "a barrier that orders nothing: the kernel is proved without it".to_owned(),
        Kind::DivergentBranch => {
            let count = finding.counted.map_or_else(String::new, |[longer, shorter]| {
                format!(", of some {longer} and {shorter} statements")
            });
            format!("threads of a warp take both ways of a branch, one after the other{count}")
        }
        Kind::Assertion => "an assertion can fail, or a trap is reached".to_owned(),
        Kind::InvalidArgument => format!("invalid argument: {}", demand(finding)),
    }
}

/// What the operation is not defined for.
fn demand(finding: &Finding) -> &'static str {
    match finding.places[0].action {
        Action::Demand(Demand::BarrierNumber) => "a block has barriers 0 to 15 only",
        Action::Demand(Demand::BarrierThreads) => "a barrier counts whole warps: a multiple of 32 threads",
        Action::Demand(Demand::ClusterRank) => "the cluster has no block of this rank",
        Action::Demand(Demand::CopySize) => "an asynchronous copy moves 4, 8 or 16 bytes",
        Action::Demand(Demand::CooperativeLaunch) => {
            "the grid waits for itself, and the launch is not cooperative: blocks may not be there yet"
        }
        Action::Demand(Demand::AtomicSpace) => {
            "atomic operations are for global and shared memory, not for a variable of the thread's own"
        }
        Action::Read
        | Action::Write
        | Action::Atomic
        | Action::Barrier
        | Action::Entry
        | Action::Exit
        | Action::PassedBy
        | Action::Collective
        | Action::Assert
        | Action::Branch
        | Action::Loop => "the operation is not defined for it",
    }
}

/// Whether an access is through a parameter that is null in the witness.
fn is_handed_null(kernel: &Kernel, finding: &Finding) -> bool {
    let mut params = (0..).zip(&kernel.params);
    params.any(|(n, p)| p.object == finding.object && finding.witness.scalars.contains(&(n, 0)))
}

/// Which divergence a race lies behind, and what that means, as a sentence.
pub fn behind(kernel: &Kernel, module: &Module, finding: &Finding) -> Option<String> {
    let behind = finding.behind.as_ref()?;
    let left = |place: &&Place| place.action.leaves();
    let line = |place: &Place| line_words(module, &place.loc);
    let [first, second] = &behind.places;
    let barrier = behind.places.iter().find(|place| !left(place))?;
    let what = match behind.places.iter().find(left) {
        Some(exit) if exit.action == Action::PassedBy => format!(
            "the barrier at {}, which a thread passes by that leaves at {}, may let go and orders nothing that this one did",
            line(barrier),
            line(exit)
        ),
        Some(exit) if kernel.language == Language::Cuda => format!(
            "a thread that leaves at {} is not waited for by the barrier at {}, which orders nothing that it did",
            line(exit),
            line(barrier)
        ),
        Some(_) => format!(
            "the barrier at {}, to which not all threads come, may let go",
            line(barrier)
        ),
        None if first.loc == second.loc => format!(
            "the barrier at {}, to which threads come in different iterations, may let go",
            line(barrier)
        ),
        None => format!(
            "the barriers at {} and {}, to which not all threads come, may let go",
            line(first),
            line(second)
        ),
    };
    Some(format!("behind a divergence: {what}"))
}

fn of_group(scope: Scope) -> &'static str {
    match scope {
        Scope::Thread => "of one thread",
        Scope::Warp => "of a warp",
        Scope::Block => "of a block",
        Scope::Cluster => "of a cluster",
        Scope::Grid | Scope::System => "of the grid",
    }
}

/// What a place does: `write to tile`.
pub fn action(kernel: &Kernel, finding: &Finding, place: &Place) -> String {
    let object = object_name(kernel, finding.object);
    match (place.action, object) {
        (Action::Read, Some(name)) => format!("read of {name}"),
        (Action::Write, Some(name)) => format!("write to {name}"),
        (Action::Atomic, Some(name)) => format!("atomic access to {name}"),
        (Action::Read, None) => "read".to_owned(),
        (Action::Write, None) => "write".to_owned(),
        (Action::Atomic, None) => "atomic access".to_owned(),
        (Action::Barrier, _) => "barrier".to_owned(),
        (Action::Entry, _) => "beginning of the block".to_owned(),
        (Action::Exit, Some(name)) if finding.kind == Kind::DataRace => {
            format!("end of the block, and of its {name}")
        }
        (Action::Exit | Action::PassedBy, _) => "exit".to_owned(),
        (Action::Collective, _) => "collective operation".to_owned(),
        (Action::Assert, _) => "assertion".to_owned(),
        (Action::Demand(_), _) => "operation".to_owned(),
        (Action::Loop, _) => "loop".to_owned(),
        (Action::Branch, _) => "branch".to_owned(),
    }
}

/// What a place does, and which thread: `write to tile by thread (3,0,0)`.
pub fn action_by_thread(kernel: &Kernel, finding: &Finding, place: &Place, thread: &ThreadAt) -> String {
    let who = match &kernel.construct {
        Some(construct) => in_construct(construct, thread),
        None => format!("thread {}", triple(thread.thread)),
    };
    format!("{} by {who}", action(kernel, finding, place))
}

/// `iteration i = 3`, `thread 3`: which of a construct's threads one is.
pub(super) fn in_construct(construct: &Construct, thread: &ThreadAt) -> String {
    let loops = match construct {
        Construct::Team => return format!("thread {}", thread.thread[0]),
        Construct::Loop(loops) => loops,
    };
    let value = |(at, one): (usize, &Iteration)| {
        let number = thread.block[at];
        match (one.first, one.step) {
            (Some(first), Some(step)) => format!("{} = {}", one.name, first + i128::from(number) * step),
            _ => format!("number {number} of {}", one.name),
        }
    };
    let values: Vec<String> = loops.iter().enumerate().take(3).map(value).collect();
    format!("iteration {}", values.join(", "))
}

/// What both threads do at a place that they share.
pub fn actions_at_one_place(kernel: &Kernel, finding: &Finding) -> String {
    let [first, second] = finding
        .places
        .each_ref()
        .map(|place| action(kernel, finding, place));
    if first == second {
        let both = match finding.scope {
            Scope::Thread => "in both iterations",
            Scope::Warp | Scope::Block | Scope::Cluster | Scope::Grid | Scope::System => "by both threads",
        };
        format!("{first} {both}")
    } else {
        format!("{first} and {second}")
    }
}

/// `(3,0,0)`
pub fn triple(place: [u64; 3]) -> String {
    format!("({},{},{})", place[0], place[1], place[2])
}

/// The line, with the file where it is not the main one.
pub fn line_words(module: &Module, loc: &Loc) -> String {
    let file = module.files.get(loc.span.file).filter(|_| loc.span.file.0 != 0);
    match file {
        Some(file) => format!("line {} of {}", loc.span.line, file.path),
        None => format!("line {}", loc.span.line),
    }
}

/// The inlined calls that lead to a place, innermost first.
pub fn calls<'k>(kernel: &'k Kernel, loc: &Loc) -> impl Iterator<Item = &'k Call> {
    let call = |id: Option<CallId>| id.and_then(|id| kernel.calls.get(id));
    // A well-formed chain is no longer than there are calls; a longer one would be a cycle.
    std::iter::successors(call(loc.call), move |inner| call(inner.loc.call)).take(kernel.calls.len())
}

/// The calls that lead to a place in words: `clamp called at line 30`.
pub fn call_chain(kernel: &Kernel, module: &Module, loc: &Loc) -> Vec<String> {
    let words = |call: &Call| format!("{} called at {}", call.callee, line_words(module, &call.loc));
    calls(kernel, loc).map(words).collect()
}

/// Whether a kind speaks of one thread only.
pub fn is_single_thread(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::OutOfBounds
            | Kind::UninitialisedRead
            | Kind::UndefinedArithmetic
            | Kind::RedundantBarrier
            | Kind::NonTerminatingLoop
            | Kind::Assertion
            | Kind::InvalidArgument
    )
}

/// What usually mends a finding.
pub fn help(kernel: &Kernel, finding: &Finding) -> String {
    match (&kernel.construct, finding.kind) {
        (Some(construct), Kind::DataRace) => help_of_construct(kernel, construct, finding),
        _ => usual_help(finding).to_owned(),
    }
}

/// The clause that mends a race of a construct.
fn help_of_construct(kernel: &Kernel, construct: &Construct, finding: &Finding) -> String {
    let object = finding.object.and_then(|id| kernel.objects.get(id));
    let scalar =
        object.filter(|o| o.source == ObjectSource::Variable && o.size == Some(u64::from(o.elem.bytes())));
    let who = match construct {
        Construct::Loop(_) => "iteration",
        Construct::Team => "thread",
    };
    match scalar {
        Some(Object { name, .. }) => format!(
            "if each {who} uses `{name}` for itself, say private({name}); if all add to it, say reduction(+:{name}) with their \
             operator; else make the accesses atomic"
        ),
        None => format!(
            "no order holds the {who}s apart: give each places of its own, or make the accesses atomic"
        ),
    }
}

fn usual_help(finding: &Finding) -> &'static str {
    match (finding.kind, finding.scope) {
        (Kind::DataRace, Scope::Grid | Scope::System) => {
            "blocks run in any order: give each block places of its own, use atomics, or split the kernel in two"
        }
        (Kind::DataRace, Scope::Cluster) => {
            "put cluster.sync() between the two accesses: __syncthreads() waits for the own block only"
        }
        (Kind::DataRace, Scope::Thread) => {
            "close the copy's batch (commit) and wait for it before the other access"
        }
        (Kind::DataRace, _) => {
            "put a barrier between the two accesses, give each thread places of its own, or use atomics"
        }
        (Kind::BarrierDivergence, _) => {
            "move the barrier out of code that only some threads reach, or make the condition the same for all"
        }
        (Kind::OutOfBounds, _) => "guard the access, or state the size with --assume",
        (Kind::UninitialisedRead, _) => {
            "write the place first, with a barrier between if another thread reads it"
        }
        (Kind::NonTerminatingLoop, _) if finding.scope == Scope::Thread => {
            "let the loop change what its condition reads; read what other threads change with atomics or as volatile"
        }
        (Kind::NonTerminatingLoop, _) if finding.scope == Scope::Block => {
            "set the flag, or give the lock back, before the next barrier"
        }
        (Kind::NonTerminatingLoop, _) if finding.scope == Scope::Grid => {
            "give each lock back on every way, take several in one order, and count on no thread that waits itself or need not run"
        }
        (Kind::NonTerminatingLoop, _) => {
            "give the lock back inside the loop that takes it, let one thread of each warp wait, or set the flag before the loop"
        }
        (Kind::DivergentCollective, _) => {
            "let all threads that must take part come to the operation together, with the same arguments"
        }
        (Kind::BankConflict, _) => "pad the array's rows by one element",
        (Kind::UndefinedArithmetic, _) => "test the divisor or the amount first",
        (Kind::UncoalescedAccess, _) => {
            "let neighbouring threads access neighbouring elements, by way of shared memory where the layout does not allow it"
        }
        (Kind::RedundantBarrier, _) => "remove the barrier",
        (Kind::DivergentBranch, _) => "have the condition be the same in each warp, or sort the work by it",
        (Kind::InvalidArgument, _) => "hand over a value that the operation is defined for",
        (Kind::Assertion, _) => "state what callers guarantee with --assume, or mend the kernel",
    }
}
