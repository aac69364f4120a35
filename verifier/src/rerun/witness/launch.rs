//! From an entry of a witness file to a launch.

use super::WitnessEntry;
use crate::by_hand::{self, object_of};
use crate::replay::{self, Inputs, bits_of_integer};
use crate::report::json::finding::Number;
use crate::report::words;
use kverify_frontend::ir::{FloatKind, Kernel, Ty, type_name};
use kverify_smt::answer::Cell;

impl WitnessEntry {
    /// The launch for `kernel`.
    ///
    /// # Errors
    /// A name that the kernel lacks, a type or value that makes no sense, no threads or blocks.
    pub fn inputs(&self, kernel: &Kernel) -> Result<Inputs, String> {
        let param = |name: &String| {
            let mut params = (0..).zip(&kernel.params);
            let found = params.find(|(_, param)| param.name == *name);
            found.ok_or_else(|| format!("`{}` has no parameter `{name}`", kernel.name))
        };
        let object = |name: &String| {
            object_of(kernel, name).ok_or_else(|| format!("`{}` has no array `{name}`", kernel.name))
        };
        let mut scalars = Vec::new();
        for (name, number) in &self.arguments {
            let (n, param) = param(name)?;
            scalars.push((n, bits(param.ty, number)?));
        }
        scalars.sort_unstable();
        let mut cells = Vec::new();
        for cell in &self.cells {
            let ty = type_of(&cell.ty)?;
            cells.push(Cell {
                object: object(&cell.array)?,
                row: cell.row.into(),
                offset: cell.offset.into(),
                ty,
                bits: bits(ty, &cell.value)?,
            });
        }
        let mut sizes = Vec::new();
        for (name, bytes) in &self.sizes {
            sizes.push((object(name)?, *bytes));
        }
        let mut before = Vec::new();
        for (name, bytes) in &self.before {
            before.push((object(name)?, *bytes));
        }
        let index = |name: &String| param(name).map(|(n, _)| n);
        let mut aliases = Vec::new();
        for group in &self.aliases {
            aliases.push(group.iter().map(index).collect::<Result<Vec<u32>, _>>()?);
        }
        if self.block.contains(&0) || self.grid.contains(&0) {
            return Err("a launch without threads or blocks runs nothing".to_owned());
        }
        let outside = |block: &&[u64; 3]| (0..3).any(|d| block[d] >= self.grid[d]);
        if let Some(block) = self.blocks.iter().find(outside) {
            return Err(format!("block {} is outside of the grid", words::triple(*block)));
        }
        if !(1..=64).contains(&self.lockstep) {
            return Err(format!(
                "{} threads in lock-step; devices have 1 to 64",
                self.lockstep
            ));
        }
        if !(1..=64).contains(&self.warp_size) {
            return Err(format!(
                "warps of {} threads; devices have 1 to 64",
                self.warp_size
            ));
        }
        Ok(Inputs {
            block_dim: self.block,
            grid_dim: self.grid,
            global_offset: self.global_offset,
            blocks: match self.blocks.is_empty() {
                true => by_hand::all_blocks(self.grid).map_err(|error| error.to_string())?,
                false => self.blocks.clone(),
            },
            scalars,
            default_scalar: 0,
            cells,
            fill: by_hand::parse_fill(&self.fill)?,
            schedule: self.schedule.into(),
            lockstep: self.lockstep,
            aliases,
            distinct: self.distinct.iter().map(index).collect::<Result<_, _>>()?,
            monotone: self.monotone.iter().map(index).collect::<Result<_, _>>()?,
            zeroed: self.zeroed.iter().map(object).collect::<Result<_, _>>()?,
            warp_size: self.warp_size,
            before,
            sizes,
        })
    }
}

fn type_of(name: &str) -> Result<Ty, String> {
    let kinds = [FloatKind::F16, FloatKind::BF16, FloatKind::F32, FloatKind::F64];
    let integers = [8, 16, 32, 64, 128]
        .into_iter()
        .flat_map(|bits| [true, false].map(|signed| Ty::Int { bits, signed }));
    let mut types = integers.chain(kinds.map(Ty::Float)).chain([Ty::Bool, Ty::Ptr]);
    types
        .find(|ty| type_name(*ty) == name)
        .ok_or_else(|| format!("there is no type `{name}`"))
}

/// The bits of a number as a type holds it.
fn bits(ty: Ty, number: &Number) -> Result<u128, String> {
    match (ty, number) {
        (Ty::Float(kind), Number::Integer(n)) => Ok(replay::bits_of_float(kind, *n as f64)),
        (Ty::Float(kind), Number::Float(x)) => Ok(replay::bits_of_float(kind, *x)),
        (_, Number::Integer(n)) => Ok(bits_of_integer(ty, (*n).into())),
        (_, Number::Float(x)) => Err(format!("{x} is no whole number")),
        (Ty::U128, Number::Text(text)) => text.parse().map_err(|_| format!("`{text}` is no number")),
        (_, Number::Text(text)) => by_hand::scalar(ty, text).map_err(|error| error.to_string()),
    }
}
