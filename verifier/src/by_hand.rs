//! A launch given by hand: `--block 8 --arg n=8 --array A=0..7`.
//!
//! An array's elements are a list: `3`, `0..7` (counts, both ends included), `5*4` (four times 5); it is that long, and an
//! access beyond it is out of bounds, unless the list ends in `...`. `A[12]=5` sets one element and says nothing of
//! the length. Elements that nobody gave hold what the fill says.

mod arrays;

use crate::replay::{Fill, Inputs, Schedule, WARP, bits_of_float, bits_of_integer};
use arrays::{resize, set_array};
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{Kernel, Object, ObjectId, Ty};
use std::fmt;

/// Blocks that a launch given by hand may run.
const MOST_BLOCKS: u64 = 1 << 16;
/// Threads of a block, where nothing says.
const THREADS: u64 = 64;
/// Blocks, where nothing says.
const BLOCKS: u64 = 2;

/// What is wrong with a launch given by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByHandError(pub String);

impl fmt::Display for ByHandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ByHandError {}

fn wrong<T>(message: String) -> Result<T, ByHandError> {
    Err(ByHandError(message))
}

/// A launch given by hand; what it leaves out comes from a witness, from the source, or is chosen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ByHand {
    /// Threads of a block.
    pub block: Option<[u64; 3]>,
    /// Blocks of the launch.
    pub grid: Option<[u64; 3]>,
    /// `NAME=VALUE` for scalar parameters.
    pub arguments: Vec<String>,
    /// `NAME=LIST` or `NAME[INDEX]=VALUE` for arrays.
    pub arrays: Vec<String>,
    /// What all other cells hold.
    pub fill: Option<Fill>,
    /// Who runs when.
    pub schedule: Option<Schedule>,
    /// Threads that run in lock-step.
    pub lockstep: Option<u32>,
    /// Threads of a warp.
    pub warp_size: Option<u32>,
    /// Bytes of dynamic shared memory.
    pub shared: Option<u64>,
}

impl ByHand {
    /// A launch of so many threads and blocks, with arguments `NAME=VALUE` and arrays `NAME=LIST`.
    pub fn of(block: [u64; 3], grid: [u64; 3], arguments: &[&str], arrays: &[&str]) -> ByHand {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        ByHand {
            block: Some(block),
            grid: Some(grid),
            arguments: owned(arguments),
            arrays: owned(arrays),
            ..ByHand::default()
        }
    }

    /// Whether it says nothing at all.
    pub fn is_empty(&self) -> bool {
        *self == ByHand::default()
    }

    /// The launch for `kernel`, and what was chosen because nobody said it, as sentences.
    ///
    /// # Errors
    /// A name that the kernel lacks, a value that its type does not hold, a launch that is too large.
    pub fn inputs(&self, kernel: &Kernel) -> Result<(Inputs, Vec<String>), ByHandError> {
        let mut chosen = Vec::new();
        let block_dim = self
            .block
            .unwrap_or_else(|| shape(kernel, Axis::Block, &mut chosen));
        let grid_dim = self
            .grid
            .unwrap_or_else(|| shape(kernel, Axis::Grid, &mut chosen));
        let inputs = Inputs {
            block_dim,
            grid_dim,
            global_offset: [0; 3],
            blocks: Vec::new(),
            scalars: Vec::new(),
            default_scalar: 0,
            cells: Vec::new(),
            fill: Fill::Small,
            schedule: Schedule::InOrder,
            lockstep: 1,
            aliases: Vec::new(),
            distinct: Vec::new(),
            monotone: Vec::new(),
            zeroed: Vec::new(),
            warp_size: self.warp_size.unwrap_or(WARP),
            sizes: Vec::new(),
            before: Vec::new(),
        };
        let mut inputs = self.change(kernel, inputs)?;
        choose_scalars(kernel, &mut inputs, &mut chosen);
        Ok((inputs, chosen))
    }

    /// `inputs`, changed to what is given by hand.
    ///
    /// # Errors
    /// As [`ByHand::inputs`].
    pub fn change(&self, kernel: &Kernel, mut inputs: Inputs) -> Result<Inputs, ByHandError> {
        let reshaped = self.block.is_some() || self.grid.is_some() || inputs.blocks.is_empty();
        inputs.block_dim = self.block.unwrap_or(inputs.block_dim);
        inputs.grid_dim = self.grid.unwrap_or(inputs.grid_dim);
        if reshaped {
            inputs.blocks = all_blocks(inputs.grid_dim)?;
        }
        for text in &self.arguments {
            let (n, bits) = argument(kernel, text)?;
            inputs.scalars.retain(|(m, _)| *m != n);
            inputs.scalars.push((n, bits));
        }
        inputs.scalars.sort_unstable();
        for text in &self.arrays {
            set_array(kernel, &mut inputs, text)?;
        }
        if let Some(bytes) = self.shared {
            let dynamic = |o: &Object| o.source == kverify_frontend::ir::ObjectSource::DynamicShared;
            let Some((id, _)) = kernel.objects.iter_enumerated().find(|(_, o)| dynamic(o)) else {
                return wrong(format!("`{}` has no dynamic shared memory", kernel.name));
            };
            resize(&mut inputs, id, bytes);
        }
        inputs.fill = self.fill.unwrap_or(inputs.fill);
        inputs.schedule = self.schedule.unwrap_or(inputs.schedule);
        inputs.lockstep = self.lockstep.unwrap_or(inputs.lockstep);
        inputs.warp_size = self.warp_size.unwrap_or(inputs.warp_size);
        Ok(inputs)
    }
}

#[derive(Clone, Copy)]
enum Axis {
    Block,
    Grid,
}

/// The launch's shape where no flag gives it: what the source demands, what host code launches, a small one.
fn shape(kernel: &Kernel, axis: Axis, chosen: &mut Vec<String>) -> [u64; 3] {
    let of = |launch: &kverify_frontend::ir::Launch| match axis {
        Axis::Block => launch.block,
        Axis::Grid => launch.grid,
    };
    let known = kernel.required.iter().chain(&kernel.launches).map(of);
    if let Some(known) = known.into_iter().find(|sizes| sizes[0].is_some()) {
        return known.map(|size| size.unwrap_or(1).max(1));
    }
    let (what, size) = match axis {
        Axis::Block => (
            "--block",
            THREADS
                .min(u64::from(kernel.max_threads.unwrap_or(u32::MAX)))
                .max(1),
        ),
        Axis::Grid => ("--grid", BLOCKS),
    };
    chosen.push(format!("{what} {size}"));
    [size, 1, 1]
}

/// All blocks of a grid.
///
/// # Errors
/// If they are too many to be run.
pub fn all_blocks(grid: [u64; 3]) -> Result<Vec<[u64; 3]>, ByHandError> {
    let count = grid.iter().try_fold(1u64, |n, &size| n.checked_mul(size));
    if count.is_none_or(|count| count > MOST_BLOCKS) {
        return wrong(format!(
            "a grid of {} x {} x {} blocks is more than the {MOST_BLOCKS} that are run",
            grid[0], grid[1], grid[2]
        ));
    }
    let [nx, ny, nz] = grid;
    let blocks = (0..nz).flat_map(|z| (0..ny).flat_map(move |y| (0..nx).map(move |x| [x, y, z])));
    Ok(blocks.collect())
}

/// Scalars that nobody gave: what host code passes, else the number of threads, as most are sizes.
fn choose_scalars(kernel: &Kernel, inputs: &mut Inputs, chosen: &mut Vec<String>) {
    let threads = inputs.block_dim.iter().chain(&inputs.grid_dim);
    let threads = threads.fold(1u64, |n, &size| n.saturating_mul(size));
    for (n, param) in (0..).zip(&kernel.params) {
        if param.object.is_some() || inputs.scalars.iter().any(|(m, _)| *m == n) {
            continue;
        }
        let host = kernel.launches.iter().flat_map(|launch| &launch.args);
        let known = host.into_iter().find(|(m, _)| *m == n).map(|(_, value)| *value);
        let value = known.unwrap_or(match param.ty {
            Ty::Float(_) | Ty::Bool => 1,
            _ => i128::from(threads),
        });
        inputs.scalars.push((n, bits_of_integer(param.ty, value)));
        if known.is_none() {
            chosen.push(format!("--arg {}={value}", param.name));
        }
    }
    inputs.scalars.sort_unstable();
}

/// `NAME=VALUE`.
fn argument(kernel: &Kernel, text: &str) -> Result<(u32, u128), ByHandError> {
    let Some((name, value)) = text.split_once('=') else {
        return wrong(format!("`{text}` is not NAME=VALUE"));
    };
    let name = name.trim();
    let found = (0..).zip(&kernel.params).find(|(_, param)| param.name == name);
    match found {
        Some((n, param)) if param.object.is_none() => Ok((n, scalar(param.ty, value.trim())?)),
        Some(_) => wrong(format!("`{name}` is an array; give its elements with --array")),
        None => wrong(format!(
            "`{}` has no parameter `{name}`{}",
            kernel.name,
            known(
                kernel
                    .params
                    .iter()
                    .filter(|p| p.object.is_none())
                    .map(|p| p.name.as_str())
            )
        )),
    }
}

fn known<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.as_slice() {
        [] => "; it has none of that kind".to_owned(),
        names => format!("; it has {}", names.join(", ")),
    }
}

/// The bits of a value of a type.
///
/// # Errors
/// If the text is no number, or the type does not hold it.
pub fn scalar(ty: Ty, text: &str) -> Result<u128, ByHandError> {
    match ty {
        Ty::Float(kind) => match text.trim_end_matches(['f', 'F']).parse::<f64>() {
            Ok(value) => Ok(bits_of_float(kind, value)),
            Err(_) => match text.parse::<f64>() {
                Ok(value) => Ok(bits_of_float(kind, value)),
                Err(_) => wrong(format!("`{text}` is no number")),
            },
        },
        Ty::Bool => match text {
            "true" | "1" => Ok(1),
            "false" | "0" => Ok(0),
            _ => wrong(format!("`{text}` is neither true nor false")),
        },
        _ => {
            let value = integer(text)?;
            let bits = bits_of_integer(ty, value);
            if holds(ty, value) {
                Ok(bits)
            } else {
                wrong(format!("{} bytes do not hold {text}", ty.bytes()))
            }
        }
    }
}

fn integer(text: &str) -> Result<i128, ByHandError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let parsed = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i128::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    match parsed {
        Ok(value) if !digits.starts_with(['-', '+']) => Ok(if negative { -value } else { value }),
        _ => wrong(format!("`{text}` is no whole number")),
    }
}

/// Whether the value fits, read as signed or as unsigned.
fn holds(ty: Ty, value: i128) -> bool {
    let bits = (ty.bytes() * 8).min(127);
    if bits >= 127 {
        return true;
    }
    value < (1 << bits) && value >= -(1 << (bits.max(1) - 1))
}

/// Reads `zeros`, `ones`, `index`, `small`, `stripes:N`, `sparse:SEED` or `random:SEED`.
///
/// # Errors
/// If it is none of them.
pub fn parse_fill(text: &str) -> Result<Fill, String> {
    match text.split_once(':') {
        Some((name @ ("random" | "stripes" | "sparse"), number)) => match (name, number.parse()) {
            ("random", Ok(seed)) => Ok(Fill::Hashed(seed)),
            ("sparse", Ok(seed)) => Ok(Fill::Sparse(seed)),
            (_, Ok(width)) => Ok(Fill::Stripes(width)),
            (_, Err(_)) => Err(format!("`{number}` is no number; write {name}:1")),
        },
        _ => match text {
            "zeros" => Ok(Fill::Zeros),
            "ones" => Ok(Fill::Ones),
            "index" => Ok(Fill::Index),
            "apart" => Ok(Fill::Apart),
            "small" => Ok(Fill::Small),
            "random" => Ok(Fill::Hashed(1)),
            _ => Err(format!(
                "`{text}` is none of zeros, ones, index, apart, small, stripes:N, sparse:SEED and random:SEED"
            )),
        },
    }
}

/// The name of a fill, as [`parse_fill`] reads it.
pub fn fill_name(fill: Fill) -> String {
    match fill {
        Fill::Zeros => "zeros".to_owned(),
        Fill::Ones => "ones".to_owned(),
        Fill::Index => "index".to_owned(),
        Fill::Apart => "apart".to_owned(),
        Fill::Small => "small".to_owned(),
        Fill::Hashed(seed) => format!("random:{seed}"),
        Fill::Stripes(width) => format!("stripes:{width}"),
        Fill::Sparse(seed) => format!("sparse:{seed}"),
    }
}

/// The name of an object among the kernel's: its own, with a number from the second of that name on.
pub fn object_name(kernel: &Kernel, id: ObjectId) -> String {
    let Some(object) = kernel.objects.get(id) else {
        return String::new();
    };
    let before = kernel
        .objects
        .iter()
        .take(id.index())
        .filter(|o| o.name == object.name)
        .count();
    match before {
        0 => object.name.clone(),
        n => format!("{}#{}", object.name, n + 1),
    }
}

/// The object of that name.
pub fn object_of(kernel: &Kernel, name: &str) -> Option<ObjectId> {
    let mut ids = kernel.objects.iter_enumerated().map(|(id, _)| id);
    ids.find(|id| object_name(kernel, *id) == name)
}

#[cfg(test)]
mod tests;
