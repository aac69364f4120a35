//! What a race does to memory, in words.

use super::ids;
use super::values::value;
use crate::replay::{Harm, HarmedCell};
use kverify_frontend::ir::{Construct, Kernel, Scope};

/// `the order of the warps decides: tile[3] in shared memory is 7 or 12, as the last warp wrote it; 4 more cells differ`
pub fn harm(kernel: &Kernel, harm: &Harm) -> String {
    let (one, all) = match harm.between {
        _ if matches!(kernel.construct, Some(Construct::Loop(_))) => ("iteration", "iterations"),
        Scope::Thread | Scope::Warp => ("thread", "threads of the warp"),
        Scope::Block => ("warp", "warps"),
        Scope::Cluster | Scope::Grid | Scope::System => ("block", "blocks"),
    };
    if harm.is_benign() {
        return format!(
            "no harm in the {} launches tried: every order of the {all} leaves the same memory",
            harm.launches
        );
    }
    let shown = harm.cells.iter().take(2).map(|cell| {
        let who = if cell.last_decides {
            format!("as the last {one} wrote it")
        } else {
            format!("as a {one} runs before the others or after them")
        };
        format!("{} is {}, {who}", cell_name(kernel, cell), alternatives(cell))
    });
    let mut parts: Vec<String> = shown.collect();
    let more = harm.differing.saturating_sub(parts.len() as u64);
    if more > 0 {
        let plural = if more == 1 { " differs" } else { "s differ" };
        parts.push(format!("{more} more cell{plural}"));
    }
    if harm.ways {
        parts.push("threads take other ways through the kernel".to_owned());
    }
    format!("the order of the {all} decides: {}", parts.join("; "))
}

/// `tile[3] in shared memory`
fn cell_name(kernel: &Kernel, cell: &HarmedCell) -> String {
    let name = kernel.objects.get(cell.object).map_or("?", |o| o.name.as_str());
    let row = if cell.row == 0 {
        String::new()
    } else {
        format!("[{}]", cell.row)
    };
    let index = cell.offset.div_euclid(i64::from(cell.ty.bytes().max(1)));
    format!("{name}{row}[{index}] in {} memory", ids::space_id(cell.space))
}

/// `7, 12 or what it was before`
fn alternatives(cell: &HarmedCell) -> String {
    const MOST: usize = 4;
    let mut all: Vec<String> = cell
        .values
        .iter()
        .flatten()
        .map(|bits| value(cell.ty, *bits).to_string())
        .collect();
    if cell.values.contains(&None) {
        all.push("what it was before".to_owned());
    }
    if all.len() > MOST {
        all.truncate(MOST - 1);
        all.push("another value".to_owned());
    }
    match all.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
