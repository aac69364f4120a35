//! A launch given by hand: `--block 8 --arg n=8 --array A=0..7`.
//!
//! An array's elements are a list: `3`, `0..7` (counts, both ends included), `5*4` (four times 5); it is that long, and an
//! access beyond it is out of bounds, unless the list ends in `...`. `A[12]=5` sets one element and says nothing of
//! the length. Elements that nobody gave hold what the fill says.

use crate::replay::{Fill, Inputs, Schedule, WARP, bits_of_float, bits_of_integer};
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{Kernel, Object, ObjectId, Space, Ty};
use kverify_smt::answer::Cell;
use std::fmt;

/// Elements that one array may be given.
const MOST_ELEMENTS: u64 = 1 << 20;
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

/// `NAME=LIST` or `NAME[INDEX]=VALUE`.
fn set_array(kernel: &Kernel, inputs: &mut Inputs, text: &str) -> Result<(), ByHandError> {
    let Some((target, list)) = text.split_once('=') else {
        return wrong(format!("`{text}` is not NAME=LIST"));
    };
    let (name, index) = match target.trim().strip_suffix(']').and_then(|t| t.split_once('[')) {
        Some((name, index)) => (name.trim(), Some(integer(index.trim())?)),
        None => (target.trim(), None),
    };
    let (id, ty) = array(kernel, name)?;
    if let Some(index) = index {
        set_cell(inputs, id, ty, index, scalar(ty, list.trim())?);
        return Ok(());
    }
    let (elements, open) = elements(ty, list)?;
    inputs.cells.retain(|cell| cell.object != id || cell.row != 0);
    for (index, bits) in (0..).zip(&elements) {
        let offset = i128::from(ty.bytes()) * index;
        inputs.cells.push(Cell {
            object: id,
            row: 0,
            offset,
            ty,
            bits: *bits,
        });
    }
    inputs.sizes.retain(|(object, _)| *object != id);
    if !open {
        resize(inputs, id, u64::from(ty.bytes()) * elements.len() as u64);
    }
    Ok(())
}

fn resize(inputs: &mut Inputs, object: ObjectId, bytes: u64) {
    inputs.sizes.retain(|(o, _)| *o != object);
    inputs.sizes.push((object, bytes));
}

fn set_cell(inputs: &mut Inputs, object: ObjectId, ty: Ty, index: i128, bits: u128) {
    let offset = i128::from(ty.bytes()).saturating_mul(index);
    inputs
        .cells
        .retain(|cell| (cell.object, cell.row, cell.offset) != (object, 0, offset));
    inputs.cells.push(Cell {
        object,
        row: 0,
        offset,
        ty,
        bits,
    });
}

/// The array of that name: a parameter's first, then a variable's.
fn array(kernel: &Kernel, name: &str) -> Result<(ObjectId, Ty), ByHandError> {
    let shared = |object: &Object| object.space != Space::Private;
    let by_param = kernel
        .params
        .iter()
        .find(|p| p.name == name)
        .and_then(|p| p.object);
    let found = by_param.or_else(|| {
        let mut objects = kernel.objects.iter_enumerated();
        objects
            .find(|(_, o)| shared(o) && o.name == name)
            .map(|(id, _)| id)
    });
    let Some(id) = found else {
        return wrong(format!(
            "`{}` has no array `{name}`{}",
            kernel.name,
            known(
                kernel
                    .objects
                    .iter()
                    .filter(|o| shared(o))
                    .map(|o| o.name.as_str())
            )
        ));
    };
    let ty = kernel.objects.get(id).map_or(Ty::I32, |object| object.elem);
    match ty {
        Ty::Ptr => wrong(format!("`{name}` holds pointers; they cannot be given by hand")),
        _ if ty.bytes() == 0 => wrong(format!("the elements of `{name}` have no size")),
        _ => Ok((id, ty)),
    }
}

/// The elements of a list, and whether it is open at its end.
fn elements(ty: Ty, list: &str) -> Result<(Vec<u128>, bool), ByHandError> {
    let mut elements = Vec::new();
    let mut open = false;
    for item in list.split(',').map(str::trim).filter(|item| !item.is_empty()) {
        if open {
            return wrong(format!("nothing can follow `...` in `{list}`"));
        }
        if item == "..." {
            open = true;
        } else {
            push_item(&mut elements, ty, item)?;
        }
    }
    if elements.is_empty() && !open {
        return wrong("an array needs at least one element".to_owned());
    }
    Ok((elements, open))
}

fn push_item(elements: &mut Vec<u128>, ty: Ty, item: &str) -> Result<(), ByHandError> {
    let room = MOST_ELEMENTS - elements.len() as u64;
    let too_many = |n: u64| {
        wrong(format!(
            "{n} more elements in `{item}` are too many; {MOST_ELEMENTS} are the most"
        ))
    };
    if let Some((first, last)) = item.split_once("..") {
        let (first, last) = (integer(first.trim())?, integer(last.trim())?);
        let count = last.abs_diff(first).saturating_add(1);
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        if count > room {
            return too_many(count);
        }
        let step = if last < first { -1 } else { 1 };
        for n in 0..i128::from(count) {
            elements.push(scalar(ty, &(first + step * n).to_string())?);
        }
        return Ok(());
    }
    let (value, times) = match item.split_once('*') {
        Some((value, times)) => {
            let times = times.trim().parse::<u64>();
            let times = times.map_err(|_| ByHandError(format!("`{item}` is not VALUE*TIMES")))?;
            (value.trim(), times)
        }
        None => (item, 1),
    };
    if times > room {
        return too_many(times);
    }
    let bits = scalar(ty, value)?;
    elements.extend(std::iter::repeat_n(bits, times as usize));
    Ok(())
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
            "small" => Ok(Fill::Small),
            "random" => Ok(Fill::Hashed(1)),
            _ => Err(format!(
                "`{text}` is none of zeros, ones, index, small, stripes:N, sparse:SEED and random:SEED"
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
mod tests {
    use super::*;
    use crate::testing::shift_kernel;
    use kverify_frontend::ir::FloatKind;

    fn list(text: &str) -> Result<(Vec<u128>, bool), ByHandError> {
        elements(Ty::I32, text)
    }

    #[test]
    fn lists_count_repeat_and_stay_open() {
        assert_eq!(list("0..3").unwrap(), (vec![0, 1, 2, 3], false));
        assert_eq!(list("2..1, 7*2, ...").unwrap(), (vec![2, 1, 7, 7], true));
        assert_eq!(list("-1").unwrap(), (vec![0xffff_ffff], false));
        assert_eq!(list("0x10").unwrap(), (vec![16], false));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for text in [
            "",
            "x",
            "1..",
            "..., 1",
            "1*x",
            "0..99999999999",
            "3000000000000",
            "1*9999999",
        ] {
            assert!(list(text).is_err(), "{text}");
        }
        assert!(scalar(Ty::Float(FloatKind::F32), "1.5f").is_ok());
        assert!(scalar(Ty::Bool, "2").is_err());
        assert!(parse_fill("nothing").is_err());
    }

    #[test]
    fn fills_have_names() {
        for fill in [
            Fill::Zeros,
            Fill::Ones,
            Fill::Index,
            Fill::Small,
            Fill::Hashed(7),
            Fill::Stripes(5),
            Fill::Sparse(1),
        ] {
            assert_eq!(parse_fill(&fill_name(fill)), Ok(fill));
        }
    }

    #[test]
    fn a_launch_names_what_it_chose() {
        let kernel = shift_kernel();
        let by_hand = ByHand {
            block: Some([8, 1, 1]),
            arrays: vec!["idx=0..7".into()],
            ..ByHand::default()
        };
        let (inputs, chosen) = by_hand.inputs(&kernel).expect("the kernel has these names");
        assert_eq!(inputs.cells.len(), 8);
        assert_eq!(inputs.sizes.len(), 1);
        assert_eq!(inputs.blocks.len(), 2);
        assert!(chosen.iter().any(|c| c == "--grid 2"), "{chosen:?}");
        assert!(chosen.iter().any(|c| c == "--arg n=16"), "{chosen:?}");
    }

    #[test]
    fn names_that_the_kernel_lacks_are_refused() {
        let kernel = shift_kernel();
        let with = |arguments: &[&str], arrays: &[&str]| ByHand {
            arguments: arguments.iter().map(|&a| a.into()).collect(),
            arrays: arrays.iter().map(|&a| a.into()).collect(),
            ..ByHand::default()
        };
        for by_hand in [
            with(&["m=1"], &[]),
            with(&["idx=1"], &[]),
            with(&["n"], &[]),
            with(&[], &["nothing=1"]),
            with(&[], &["idx[x]=1"]),
        ] {
            assert!(by_hand.inputs(&kernel).is_err(), "{by_hand:?}");
        }
    }
}
