//! Differential check of the lowering: a kernel's IR, interpreted, must leave the same memory as the same source compiled
//! as C++ and run thread by thread (`emulate/emulation.h`).
//!
//! Kernels must be in order: no races, no undefined behaviour besides signed overflow, which both sides wrap. What a
//! compiler for the CPU and one for the GPU may do differently (padding, contraction of floating-point operations) must not
//! show.

mod compiler;
pub mod programs;
mod values;

pub(crate) use compiler::dynamic_shared;

use crate::numbers::Random;
use kverify::replay::{self, Contents, EventKind, Fill, Inputs, Limits, Run, Schedule, WARP};
use kverify_frontend::ir::{Kernel, ObjectId, Ty};
use kverify_frontend::{Options, Source, parse};
use std::fmt::Write as _;

/// Bytes that each pointer parameter points to.
pub const BYTES: u32 = 4096;

/// Blocks and grids; no more threads than four for each `long long` of a buffer.
const SHAPES: [([u64; 3], [u64; 3]); 6] = [
    ([1, 1, 1], [1, 1, 1]),
    ([4, 1, 1], [2, 2, 1]),
    ([8, 2, 1], [2, 1, 1]),
    ([32, 1, 1], [1, 1, 1]),
    ([32, 1, 1], [2, 2, 1]),
    ([48, 1, 1], [2, 1, 1]),
];

/// A source text with kernels.
#[derive(Clone, Debug)]
pub struct Text {
    /// For messages.
    pub name: String,
    /// CUDA.
    pub text: String,
}

/// What a comparison found.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Kernels whose memory was compared.
    pub compared: usize,
    /// Bytes that were compared.
    pub bytes: u64,
    /// Kernels that were not on some inputs, since a hole of the frontend had a say.
    pub skipped: Vec<String>,
    /// Memory differs, or the kernel is not in order.
    pub differences: Vec<String>,
}

/// One launch of one kernel.
struct Job<'m> {
    kernel: &'m Kernel,
    /// The text that it is from.
    text: usize,
    inputs: Inputs,
    /// What pointer parameters point to at first.
    buffers: Vec<(ObjectId, Vec<u8>)>,
}

/// Compares every kernel of the texts on `launches` random inputs each. One call of the compiler for all.
///
/// # Errors
/// When a text does not parse, or the compiler is missing or refuses it.
pub fn compare(texts: &[Text], launches: u64, seed: u64) -> Result<Comparison, String> {
    let mut comparison = Comparison::default();
    let modules = texts.iter().map(lowered).collect::<Result<Vec<_>, _>>()?;
    let mut jobs = Vec::new();
    let mut input = Vec::new();
    let mut entries = Vec::new();
    for (text, module) in modules.iter().enumerate() {
        for kernel in module {
            for launch in 0..launches {
                let drawn = Random::new(seed.wrapping_mul(1_000_003) ^ (jobs.len() as u64) << 8 ^ launch);
                jobs.push(job(kernel, text, drawn, entries.len(), &mut input));
            }
            entries.push((text, format!("{}{}", kernel.name, kernel.instantiation)));
        }
    }
    let output = compiler::run(texts, &entries, &input)?;
    let mut output = output.as_slice();
    for (number, job) in jobs.iter().enumerate() {
        let label = format!(
            "{}: {}{}",
            texts[job.text].name, job.kernel.name, job.kernel.instantiation
        );
        let emulated = results(job, number, &mut output)
            .ok_or_else(|| format!("{label}: the compiled kernel stopped on inputs number {number}"))?;
        check(job, &emulated, &label, &mut comparison);
    }
    comparison.differences.dedup();
    comparison.skipped.dedup();
    comparison.compared = entries.len() - comparison.skipped.len();
    Ok(comparison)
}

fn lowered(text: &Text) -> Result<Vec<Kernel>, String> {
    let source = Source {
        path: format!("{}.cu", text.name).into(),
        text: Some(text.text.clone()),
    };
    let module = parse(&source, &Options::default()).map_err(|error| format!("{error:?}"))?;
    match module.diagnostics.first() {
        Some(first) => Err(format!("{}: {first:?}", text.name)),
        None => Ok(module.kernels),
    }
}

/// A launch on random inputs; its inputs are appended to the compiled program's.
fn job<'m>(
    kernel: &'m Kernel,
    text: usize,
    mut random: Random,
    entry: usize,
    input: &mut Vec<u8>,
) -> Job<'m> {
    let (block, grid): ([u64; 3], [u64; 3]) = random.pick(&SHAPES);
    let head = [entry as u64].into_iter().chain(grid).chain(block);
    input.extend(head.flat_map(|n| (n as u32).to_le_bytes()));
    let (mut scalars, mut buffers, mut cells) = (Vec::new(), Vec::new(), Vec::new());
    for (n, param) in kernel.params.iter().enumerate() {
        match param.object {
            Some(object) => {
                let bytes = values::buffer(kernel.objects[object].elem, BYTES, &mut random);
                input.extend(BYTES.to_le_bytes());
                input.extend(&bytes);
                cells.extend(values::cells(object, &bytes));
                buffers.push((object, bytes));
            }
            None => {
                let bits = values::scalar(param.ty, &mut random);
                input.extend(&bits.to_le_bytes()[..param.ty.bytes() as usize]);
                scalars.push((n as u32, bits));
            }
        }
    }
    let blocks = (0..grid[1])
        .flat_map(|y| (0..grid[0]).map(move |x| [x, y, 0]))
        .collect();
    let inputs = Inputs {
        block_dim: block,
        grid_dim: grid,
        global_offset: [0; 3],
        blocks,
        scalars,
        default_scalar: 0,
        cells,
        fill: Fill::Zeros,
        schedule: Schedule::InOrder,
        lockstep: 1,
        aliases: Vec::new(),
        distinct: Vec::new(),
        monotone: Vec::new(),
        zeroed: Vec::new(),
        warp_size: WARP,
        sizes: Vec::new(),
        before: Vec::new(),
    };
    Job {
        kernel,
        text,
        inputs,
        buffers,
    }
}

/// What the compiled program left in each buffer, and whether that may be compared byte for byte.
fn results(job: &Job<'_>, number: usize, output: &mut &[u8]) -> Option<Vec<(bool, Vec<u8>)>> {
    let head = output.split_off(..4)?;
    if head != (number as u32).to_le_bytes() {
        return None;
    }
    let mut found = Vec::new();
    for _ in &job.buffers {
        let comparable = output.split_off_first()?;
        found.push((*comparable == 1, output.split_off(..BYTES as usize)?.to_vec()));
    }
    Some(found)
}

fn check(job: &Job<'_>, emulated: &[(bool, Vec<u8>)], label: &str, comparison: &mut Comparison) {
    let watched: Vec<ObjectId> = job.buffers.iter().map(|(object, _)| *object).collect();
    let (run, contents) = replay::run_watching(job.kernel, &job.inputs, &Limits::default(), &watched);
    if run.approximate {
        // One message for all launches.
        let met = run.events.iter().find(|e| e.kind == EventKind::Hole);
        let loc = met.and_then(|event| event.loc);
        let hole = job
            .kernel
            .holes
            .iter()
            .find(|h| loc.is_none_or(|loc| h.loc == loc));
        let (line, reason) = hole.map_or((0, ""), |h| (h.loc.span.line, h.reason.as_str()));
        comparison.skipped.push(format!("{label}: line {line}: {reason}"));
        return;
    }
    if let Some(trouble) = not_exact(&run) {
        comparison.differences.push(format!("{label}: {trouble}"));
        return;
    }
    for ((object, before), (comparable, expected)) in job.buffers.iter().zip(emulated) {
        if !comparable {
            continue;
        }
        let found = &interpreted(*object, before, &contents);
        comparison.bytes += u64::from(BYTES);
        let object = &job.kernel.objects[*object];
        if let Some(at) = values::first_difference(object.elem, expected, found) {
            let size = object.elem.bytes().max(1) as usize;
            let cell = |bytes: &[u8]| values::show(object.elem, &bytes[at * size..][..size]);
            let mut message = String::new();
            let _ = write!(
                message,
                "{label}: {}[{at}] is {} compiled and {} interpreted ({} at first); block {:?}, grid {:?}",
                object.name,
                cell(expected),
                cell(found),
                cell(before),
                job.inputs.block_dim,
                job.inputs.grid_dim,
            );
            for (param, bits) in &job.inputs.scalars {
                let param = &job.kernel.params[*param as usize];
                let bytes = &bits.to_le_bytes()[..param.ty.bytes() as usize];
                let _ = write!(message, ", {} = {}", param.name, values::show(param.ty, bytes));
            }
            comparison.differences.push(message);
            return;
        }
    }
}

/// What a buffer holds after a run: what was not touched is as before.
fn interpreted(object: ObjectId, before: &[u8], contents: &[Contents]) -> Vec<u8> {
    let mut bytes = before.to_vec();
    for touched in contents.iter().filter(|c| c.object == object && c.row == 0) {
        let size = touched.ty.bytes() as usize;
        for (index, bits) in &touched.elements {
            let cell = usize::try_from(*index).ok().and_then(|index| {
                let start = index.checked_mul(size)?;
                bytes.get_mut(start..start.checked_add(size)?)
            });
            if let Some(cell) = cell {
                cell.copy_from_slice(&bits.to_le_bytes()[..size]);
            }
        }
    }
    bytes
}

/// Why a run is no measure.
fn not_exact(run: &Run) -> Option<String> {
    if run.out_of_fuel {
        return Some("replay runs out of fuel".to_owned());
    }
    if let Some(conflict) = run.conflicts.first() {
        return Some(format!("a race: {:?}", conflict.places));
    }
    let trouble = run.events.iter().find(|e| e.kind != EventKind::UninitialisedRead);
    trouble.map(|event| {
        let line = event.loc.map_or(0, |loc| loc.span.line);
        format!("line {line}: {:?}: {}", event.kind, event.detail)
    })
}

/// A type of the IR's integers.
const fn int(bits: u8, signed: bool) -> Ty {
    Ty::Int { bits, signed }
}
