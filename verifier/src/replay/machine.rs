//! A whole run: sets the threads up, gives them turns, and brings them together.

use super::clusters::{note_beginnings, with_whole_clusters};
use super::compile::{compile, compile_condition};
use super::contents::{Contents, contents};
use super::context::{Attendance, Context};
use super::endless::note_spinning;
use super::guide::Guide;
use super::inputs::{Inputs, Limits, Schedule};
use super::order::Home;
use super::outcome::{Event, EventKind, Run};
use super::program::Program;
use super::recorder::Recorder;
use super::requests::{Noted, Requests};
use super::scheduler::{SLICE, drive};
use super::shadow::{Element, Given, Shadow, Spoilt};
use super::step::{parameter_address, run_slice};
use super::symbolic::{Graph, Sym};
use super::sync::linear;
use super::thread::{Status, Thread, Val};
use super::trace::Trace;
use super::transfer::note_absences;
use super::undefined::Undefined;
use super::value::{from_integer, truncate};
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{Expr, Kernel, Loc, ObjectId, Spaces, Ty};
use kverify_smt::answer::{ThreadAt, thread_of};
use std::collections::BTreeMap;

/// Runs `kernel` on `inputs`. Deterministic; never panics.
pub fn run(kernel: &Kernel, inputs: &Inputs, limits: &Limits) -> Run {
    match compile(kernel) {
        Ok(program) => run_program(kernel, &program, inputs, limits),
        Err(message) => refused(EventKind::IllFormed, message),
    }
}

/// Runs `kernel` as [`run`] does, and says what the watched objects hold at the end.
pub fn run_watching(
    kernel: &Kernel,
    inputs: &Inputs,
    limits: &Limits,
    watched: &[ObjectId],
) -> (Run, Vec<Contents>) {
    match compile(kernel) {
        Ok(program) => {
            let observers = Observers {
                watched,
                ..Observers::default()
            };
            let observed = execute(kernel, &program, inputs, limits, observers);
            (observed.run, observed.contents)
        }
        Err(message) => (refused(EventKind::IllFormed, message), Vec::new()),
    }
}

/// Runs `kernel` as [`run`] does, and notes what its warps ask of memory.
pub fn run_noting(kernel: &Kernel, inputs: &Inputs, limits: &Limits) -> (Run, Noted) {
    match compile(kernel) {
        Ok(program) => {
            let observers = Observers {
                requests: Some(Box::default()),
                ..Observers::default()
            };
            let observed = execute(kernel, &program, inputs, limits, observers);
            (observed.run, observed.noted.unwrap_or_default())
        }
        Err(message) => (refused(EventKind::IllFormed, message), Noted::default()),
    }
}

/// All scalar parameters of a run (index into `Kernel::params`) with their bits, those that the inputs leave open included, and 0 for
/// pointers that are null.
pub fn scalars(kernel: &Kernel, inputs: &Inputs) -> Vec<(u32, u128)> {
    let params = (0..).zip(&kernel.params);
    let plain = params.filter(|(n, param)| {
        let is_number = param.object.is_none() && param.ty != Ty::Ptr;
        is_number || inputs.is_null(kernel, *n)
    });
    plain.map(|(n, param)| (n, scalar(param.ty, n, inputs))).collect()
}

/// The number that parameter `n` is among such scalars.
pub fn number_of(kernel: &Kernel, scalars: &[(u32, u128)], n: usize) -> Option<i128> {
    let (_, bits) = scalars.iter().find(|(m, _)| *m as usize == n)?;
    Some(super::value::to_integer(kernel.params.get(n)?.ty, *bits))
}

/// The bits of scalar parameter number `n`.
fn scalar(ty: Ty, n: u32, inputs: &Inputs) -> u128 {
    let given = inputs.scalars.iter().find(|(param, _)| *param == n);
    given.map_or_else(
        || open_scalar(ty, inputs.default_scalar),
        |(_, bits)| truncate(ty, *bits),
    )
}

fn refused(kind: EventKind, detail: String) -> Run {
    let event = Event {
        kind,
        loc: None,
        thread: ThreadAt::default(),
        detail,
    };
    Run {
        events: vec![event],
        ..Run::default()
    }
}

/// An element that a run wrote.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// What it holds, as a term.
    pub term: Sym,
    /// Its bits.
    pub bits: u128,
    /// Whether something that is not modelled had a say in it.
    pub unknown: bool,
    /// The thread that wrote it.
    pub thread: ThreadAt,
    /// Where.
    pub loc: Option<Loc>,
}

/// What a run with symbols showed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Symbolic {
    /// The run.
    pub run: Run,
    /// Terms, those of the graph that was handed in included.
    pub graph: Graph,
    /// The elements of given arrays that it wrote.
    pub written: BTreeMap<Element, Written>,
    /// Why it says nothing of other inputs, and where.
    pub spoilt: Option<(String, Option<Loc>)>,
}

/// Runs `kernel` on `inputs` with symbols for what is given; terms are added to `graph`.
pub(crate) fn run_with_symbols(
    kernel: &Kernel,
    inputs: &Inputs,
    limits: &Limits,
    graph: Graph,
    given: Given,
) -> Symbolic {
    match compile(kernel) {
        Ok(program) => {
            let observers = Observers {
                shadow: Some(Box::new(Shadow::new(graph, given))),
                ..Observers::default()
            };
            let observed = execute(kernel, &program, inputs, limits, observers);
            Symbolic {
                run: observed.run,
                ..observed.symbolic
            }
        }
        Err(message) => Symbolic {
            run: refused(EventKind::IllFormed, message),
            graph,
            ..Symbolic::default()
        },
    }
}

/// What a run with symbols leaves.
fn symbolic(cx: &mut Context<'_>, blocks: &[Vec<Thread>]) -> Symbolic {
    let Some(mut shadow) = cx.shadow.take() else {
        return Symbolic::default();
    };
    if blocks.iter().flatten().any(|thread| thread.unknown) {
        shadow.spoil("something that is not modelled decides what is done", u32::MAX);
    }
    let threads: Vec<&Thread> = blocks.iter().flatten().collect();
    let outputs = shadow.outputs(&cx.memory);
    let mut written = BTreeMap::new();
    for (element, output) in outputs {
        let thread = threads.get(output.writer.thread as usize);
        written.insert(
            element,
            Written {
                term: output.sym,
                bits: output.bits,
                unknown: output.unknown,
                thread: thread
                    .map(|t| t.describe(cx.program, &[], None))
                    .unwrap_or_default(),
                loc: cx.program.places.get(output.writer.place as usize).copied(),
            },
        );
    }
    let spoilt = shadow.spoilt();
    let loc = |spoilt: &Spoilt| cx.program.places.get(spoilt.place as usize).copied();
    Symbolic {
        run: Run::default(),
        written,
        spoilt: spoilt.map(|spoilt| (spoilt.reason.clone(), loc(&spoilt))),
        graph: shadow.graph,
    }
}

/// Runs `kernel` on `inputs` and records what every thread does. Deterministic; never panics.
pub fn trace(kernel: &Kernel, inputs: &Inputs, limits: &Limits) -> (Run, Trace) {
    match compile(kernel) {
        Ok(program) => {
            let observers = Observers {
                recorder: Some(Box::default()),
                ..Observers::default()
            };
            let observed = execute(kernel, &program, inputs, limits, observers);
            (observed.run, observed.trace.unwrap_or_default())
        }
        Err(message) => (refused(EventKind::IllFormed, message), Trace::default()),
    }
}

/// Runs a compiled kernel as [`run_watching`] does, with other contents of what nobody wrote.
pub(super) fn run_with(
    kernel: &Kernel,
    program: &Program,
    inputs: &Inputs,
    limits: &Limits,
    watched: &[ObjectId],
    undefined: Option<Undefined>,
) -> (Run, Vec<Contents>) {
    let observers = Observers {
        watched,
        undefined,
        ..Observers::default()
    };
    let observed = execute(kernel, program, inputs, limits, observers);
    (observed.run, observed.contents)
}

/// Runs a compiled kernel.
pub(super) fn run_program(kernel: &Kernel, program: &Program, inputs: &Inputs, limits: &Limits) -> Run {
    let observers = Observers::default();
    execute(kernel, program, inputs, limits, observers).run
}

/// Runs a compiled kernel and watches how near it comes to a goal.
pub(super) fn run_guided(
    kernel: &Kernel,
    program: &Program,
    inputs: &Inputs,
    limits: &Limits,
    guide: Guide,
) -> (Run, Option<Guide>) {
    let observers = Observers {
        guide: Some(Box::new(guide)),
        ..Observers::default()
    };
    let observed = execute(kernel, program, inputs, limits, observers);
    (observed.run, observed.guide.map(|guide| *guide))
}

/// What is wanted of a run besides its outcome.
#[derive(Default)]
struct Observers<'w> {
    recorder: Option<Box<Recorder>>,
    requests: Option<Box<Requests>>,
    guide: Option<Box<Guide>>,
    watched: &'w [ObjectId],
    shadow: Option<Box<Shadow>>,
    undefined: Option<Undefined>,
}

/// A run's outcome and what was wanted besides.
#[derive(Default)]
struct Observed {
    run: Run,
    trace: Option<Trace>,
    noted: Option<Noted>,
    guide: Option<Box<Guide>>,
    contents: Vec<Contents>,
    symbolic: Symbolic,
}

fn execute(
    kernel: &Kernel,
    program: &Program,
    inputs: &Inputs,
    limits: &Limits,
    observers: Observers<'_>,
) -> Observed {
    let inputs = &with_whole_clusters(kernel, inputs);
    let per_block = inputs
        .block_dim
        .iter()
        .try_fold(1u64, |acc, &d| acc.checked_mul(d))
        .unwrap_or(u64::MAX);
    let total = per_block.saturating_mul(inputs.blocks.len() as u64);
    if total == 0 || total > limits.threads {
        return Observed {
            run: refused(EventKind::LaunchTooLarge, format!("{total} threads")),
            ..Observed::default()
        };
    }
    let mut cx = Context::new(kernel, program, inputs, limits, inputs.blocks.len());
    cx.trace = observers.recorder;
    cx.requests = observers.requests;
    cx.guide = observers.guide;
    cx.shadow = observers.shadow;
    if let Some(shadow) = &cx.shadow {
        cx.memory.name(shadow.given.arrays.clone());
    }
    cx.memory.undefined = observers.undefined;
    cx.memory.opened = (!observers.watched.is_empty()).then(Vec::new);
    let mut blocks = launch(kernel, &mut cx, inputs, per_block);
    note_beginnings(&mut blocks, &mut cx);
    let is_watched = limits.until_again || inputs.schedule == Schedule::LockStep;
    drive(&mut blocks, &mut cx, (inputs, is_watched), kernel);
    for threads in &blocks {
        note_spinning(threads, &mut cx);
        note_absences(threads, &mut cx);
    }
    for block in 0..blocks.len() as u32 {
        cx.end_interval(block, Spaces::ALL, &Attendance::default());
    }
    cx.end_grid_interval(&Attendance::default());
    let trace = cx.trace.take().map(|recorder| recorder.finish(&blocks, &cx));
    let has_ended = |thread: &Thread| matches!(thread.status, Status::Exited { .. });
    let all_ended = blocks.iter().flatten().all(has_ended);
    let noted = cx.requests.take().map(|requests| {
        let noted = requests.finish(&cx);
        Noted {
            complete: noted.complete && all_ended,
            ..noted
        }
    });
    let contents = contents(kernel, &cx.memory, inputs, observers.watched);
    let guide = cx.guide.take();
    let symbolic = symbolic(&mut cx, &blocks);
    Observed {
        run: cx.outcome(),
        trace,
        noted,
        guide,
        contents,
        symbolic,
    }
}

/// Makes all threads, with their parameters.
pub(super) fn launch(
    kernel: &Kernel,
    cx: &mut Context<'_>,
    inputs: &Inputs,
    per_block: u64,
) -> Vec<Vec<Thread>> {
    let size = cx.warp_size;
    let warps_per_block = (per_block as u32).div_ceil(size);
    let mut blocks = Vec::with_capacity(inputs.blocks.len());
    let mut number = 0;
    for (b, &block) in inputs.blocks.iter().enumerate() {
        let mut threads = Vec::with_capacity(per_block as usize);
        for n in 0..per_block as u32 {
            let home = Home {
                block: b as u32,
                cluster: cx.clusters.of(b as u32),
                warp: b as u32 * warps_per_block + n / size,
                lane: n % size,
                linear: n,
            };
            let mut thread = new_thread(cx, inputs, number, home, block, n);
            cx.enrol(&thread);
            pass_parameters(kernel, cx, inputs, &mut thread);
            leave_undefined(kernel, cx, &mut thread);
            if let Some(guide) = cx.guide.as_mut() {
                guide.enrol(kernel, &thread);
            }
            threads.push(thread);
            number += 1;
        }
        blocks.push(threads);
    }
    blocks
}

fn new_thread(cx: &Context<'_>, inputs: &Inputs, number: u32, home: Home, block: [u64; 3], n: u32) -> Thread {
    let n = u64::from(n);
    let index = thread_of(n, inputs.block_dim);
    debug_assert_eq!(linear(index, inputs.block_dim), n, "threads are numbered x first");
    Thread {
        number,
        home,
        block,
        index,
        block_dim: inputs.block_dim,
        grid_dim: inputs.grid_dim,
        global_offset: inputs.global_offset,
        warp_size: cx.warp_size,
        regs: vec![Val::default(); cx.program.vars as usize],
        pc: cx.program.entry,
        status: Status::Ready,
        unknown: false,
        counters: vec![0; cx.program.loops.len()],
        trip: None,
        snapshot: 0,
        batches: vec![Vec::new()],
        group_copies: Vec::new(),
        met: None,
        objects: vec![0; cx.memory.object_count()],
    }
}

fn pass_parameters(kernel: &Kernel, cx: &mut Context<'_>, inputs: &Inputs, thread: &mut Thread) {
    for (n, param) in kernel.params.iter().enumerate() {
        let bits = match param.object {
            Some(object) => parameter_address(thread, cx, object),
            None => scalar(param.ty, n as u32, inputs),
        };
        let unknown = param.ty == Ty::Ptr && param.object.is_none();
        if let Some(reg) = thread.regs.get_mut(param.var.index()) {
            let sym = cx.argument(n as u32, param.ty);
            *reg = Val { bits, unknown, sym };
        }
    }
}

/// Has the variables hold what a run tries that nobody gives a value.
fn leave_undefined(kernel: &Kernel, cx: &Context<'_>, thread: &mut Thread) {
    let Some(undefined) = &cx.memory.undefined else {
        return;
    };
    if thread.number >= undefined.threads {
        return;
    }
    for &var in &undefined.variables {
        let ty = kernel.vars[var].ty;
        if let Some(reg) = thread.regs.get_mut(var.index())
            && ty != Ty::Ptr
        {
            let object = ObjectId(var.index() as u32);
            *reg = Val::exact(undefined.fill.value(object, 0, i64::from(ty.bytes()), ty));
        }
    }
}

/// A scalar parameter that the inputs leave open. Floats are mostly thresholds: near zero, of both signs.
fn open_scalar(ty: Ty, default: i128) -> u128 {
    match ty {
        Ty::Float(_) => from_integer(ty, default.rem_euclid(3) - 1),
        _ => from_integer(ty, default),
    }
}

/// Whether a condition over parameters and geometry holds for a launch; `None` if it cannot be run.
pub(crate) fn holds_at(kernel: &Kernel, condition: &Expr, inputs: &Inputs) -> Option<bool> {
    let program = compile_condition(kernel, condition).ok()?;
    Some(holds(kernel, &program, inputs, &Limits::default()))
}

/// Whether a condition over parameters and geometry holds for the first thread of a launch.
pub(super) fn holds(kernel: &Kernel, condition: &Program, inputs: &Inputs, limits: &Limits) -> bool {
    let mut cx = Context::new(kernel, condition, inputs, limits, 1);
    let block = inputs.blocks.first().copied().unwrap_or_default();
    let home = Home {
        block: 0,
        cluster: 0,
        warp: 0,
        lane: 0,
        linear: 0,
    };
    let mut thread = new_thread(&cx, inputs, 0, home, block, 0);
    cx.enrol(&thread);
    pass_parameters(kernel, &mut cx, inputs, &mut thread);
    run_slice(&mut thread, &mut cx, SLICE);
    cx.outcome()
        .events
        .iter()
        .all(|e| e.kind != EventKind::AssertionFailed)
}
