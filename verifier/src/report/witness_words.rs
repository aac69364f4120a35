//! Launches and witnesses in words.

use super::values::value;
use super::words::{in_construct, is_single_thread, line_words, triple};
use crate::config::Configuration;
use kverify_frontend::ir::{Construct, Kernel, Module, Ty};
use kverify_smt::answer::{Cell, Finding, ThreadAt, Witness};

fn iteration_words(module: &Module, thread: &ThreadAt) -> String {
    let words: Vec<String> = thread
        .iterations
        .iter()
        .map(|(loc, iteration)| format!("iteration {iteration} of the loop at {}", line_words(module, loc)))
        .collect();
    if words.is_empty() {
        String::new()
    } else {
        format!("in {}", words.join(" and "))
    }
}

/// The witness as a sentence: the threads, their iterations, the arguments, the launch.
pub fn witness(kernel: &Kernel, module: &Module, finding: &Finding) -> String {
    let witness = &finding.witness;
    let mut parts = vec![threads_words(kernel, module, finding)];
    let mut facts: Vec<String> = witness
        .scalars
        .iter()
        .filter_map(|(index, bits)| kernel.params.get(*index as usize).map(|param| (param, *bits)))
        // What the kernel never reads would only send the reader looking for it.
        .filter(|(param, _)| param.ty == Ty::Ptr || kernel.exprs().any(|expr| expr.mentions(param.var)))
        .map(|(param, bits)| format!("{} = {}", param.name, content(param.ty, bits)))
        .collect();
    facts.extend(witness.cells.iter().filter_map(|cell| cell_words(kernel, cell)));
    if !facts.is_empty() {
        parts.push(format!("with {}", facts.join(", ")));
    }
    parts.extend(match &kernel.construct {
        None => Some(format!("launched as {}", launch_words(witness))),
        Some(Construct::Team) => Some(format!("in a team of {} threads", witness.block_dim[0])),
        Some(Construct::Loop(_)) => None,
    });
    parts.join(", ")
}

fn threads_words(kernel: &Kernel, module: &Module, finding: &Finding) -> String {
    let [first, second] = &finding.witness.threads;
    let of = |thread: &ThreadAt| match &kernel.construct {
        Some(construct) => in_construct(construct, thread),
        None => format!(
            "thread {} of block {}",
            triple(thread.thread),
            triple(thread.block)
        ),
    };
    let iterations = [first, second].map(|thread| iteration_words(module, thread));
    let with = |text: String, iteration: &str| {
        if iteration.is_empty() {
            text
        } else {
            format!("{text}, {iteration}")
        }
    };
    if is_single_thread(finding.kind) {
        return with(of(first), &iterations[0]);
    }
    if iterations[0] == iterations[1] {
        let pair = if first.block == second.block && kernel.construct.is_none() {
            format!("thread {} and {}", triple(first.thread), of(second))
        } else {
            format!("{} and {}", of(first), of(second))
        };
        return with(pair, &iterations[0]);
    }
    let aside = |thread: &ThreadAt, iteration: &str| {
        if iteration.is_empty() {
            of(thread)
        } else {
            format!("{} ({iteration})", of(thread))
        }
    };
    format!(
        "{} and {}",
        aside(first, &iterations[0]),
        aside(second, &iterations[1])
    )
}

/// `idx[3] = 5`
pub fn cell_words(kernel: &Kernel, cell: &Cell) -> Option<String> {
    let object = kernel.objects.get(cell.object)?;
    let size = i128::from(cell.ty.bytes().max(1));
    let row = if cell.row == 0 {
        String::new()
    } else {
        format!("[{}]", cell.row)
    };
    let index = if cell.offset % size == 0 {
        format!("[{}]", cell.offset / size)
    } else {
        format!(" at byte {}", cell.offset)
    };
    Some(format!(
        "{}{row}{index} = {}",
        object.name,
        content(cell.ty, cell.bits)
    ))
}

/// A value as C++ writes it.
pub fn content(ty: Ty, bits: u128) -> String {
    match (ty, bits) {
        (Ty::Ptr, 0) => "nullptr".to_owned(),
        (ty, bits) => value(ty, bits).to_string(),
    }
}

/// The launch of a witness: `2 blocks of 16 x 16 threads`.
pub fn launch_words(witness: &Witness) -> String {
    launch_text(witness.block_dim, witness.grid_dim, witness.global_offset)
}

/// `2 blocks of 16 x 16 threads`
pub fn launch_text(block: [u64; 3], grid: [u64; 3], global_offset: [u64; 3]) -> String {
    let shape = |sizes: [u64; 3]| {
        let last = sizes.iter().rposition(|size| *size != 1).unwrap_or(0);
        sizes[..=last]
            .iter()
            .map(u64::to_string)
            .collect::<Vec<_>>()
            .join(" x ")
    };
    let offset = if global_offset == [0; 3] {
        String::new()
    } else {
        format!(" at offset {}", triple(global_offset))
    };
    let counted = |sizes: [u64; 3], what: &str| {
        let plural = if sizes == [1; 3] { "" } else { "s" };
        format!("{} {what}{plural}", shape(sizes))
    };
    format!(
        "{} of {}{offset}",
        counted(grid, "block"),
        counted(block, "thread")
    )
}

/// `block 16 x 16, grid any`
pub fn shape_words(configuration: &Configuration) -> String {
    shape_text(configuration.config.block, configuration.config.grid)
}

/// The shapes in words, `any` where a size is free.
pub fn shape_text(block: [Option<u64>; 3], grid: [Option<u64>; 3]) -> String {
    let shape = |sizes: [Option<u64>; 3]| {
        if sizes == [None; 3] {
            return "any".to_owned();
        }
        let last = sizes.iter().rposition(|size| *size != Some(1)).unwrap_or(0);
        let sizes = sizes[..=last]
            .iter()
            .map(|size| size.map_or_else(|| "any".to_owned(), |n| n.to_string()));
        sizes.collect::<Vec<_>>().join(" x ")
    };
    format!("block {}, grid {}", shape(block), shape(grid))
}
