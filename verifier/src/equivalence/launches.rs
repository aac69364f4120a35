//! The launches that both sides are run with: as said, else at the edges of warps and blocks.

use super::sides::{Pairing, Side};
use super::{Request, refuse};
use crate::assume::{Assume, Fact};
use crate::by_hand::{ByHand, scalar};
use crate::plan::UsageError;
use crate::replay::{Inputs, WARP, bits_of_float, bits_of_integer, holds_at};
use crate::rerun::launch_words;
use kverify_frontend::ir::{Construct, Kernel, Ty};
use std::collections::BTreeMap;

/// One launch of both sides.
pub(super) struct Case {
    pub inputs: [Inputs; 2],
    /// In words.
    pub words: [String; 2],
    /// Floats that may have any value, by number.
    pub open: Vec<u32>,
}

/// Launches that are tried.
const MOST_CASES: usize = 14;
/// The largest size that is tried where nothing else bounds it.
const LARGEST: u64 = 40;

/// All launches; the stated one alone if every size is stated.
pub(super) fn cases(
    sides: &[Side; 2],
    pairing: &Pairing,
    request: &Request,
) -> Result<Vec<Case>, UsageError> {
    let said = said(sides, pairing, request)?;
    let numbers = pairing.scalar_numbers();
    let ty = |n: u32| pairing.scalar_ty(sides, n).unwrap_or(Ty::I32);
    let unsaid = |n: &u32| !said.contains_key(n);
    let (floats, sizes): (Vec<u32>, Vec<u32>) = numbers
        .into_iter()
        .filter(unsaid)
        .partition(|n| matches!(ty(*n), Ty::Float(_)));
    let bound = bound(sides, request);
    let mut found = Vec::new();
    for values in values(sizes.len(), bound) {
        let mut all = said.clone();
        for (number, value) in sizes.iter().zip(values) {
            all.insert(*number, bits_of_integer(ty(*number), value.into()));
        }
        for (number, n) in floats.iter().zip(1..) {
            if let Ty::Float(kind) = ty(*number) {
                all.insert(*number, bits_of_float(kind, 0.5 + f64::from(n) * 0.75));
            }
        }
        let inputs = [
            inputs(&sides[0], pairing, 0, &all, request)?,
            inputs(&sides[1], pairing, 1, &all, request)?,
        ];
        if !holds(sides, &inputs, request)? {
            continue;
        }
        let words = [0, 1].map(|n| launch_words(&sides[n].kernel, &inputs[n]));
        found.push(Case {
            inputs,
            words,
            open: floats.clone(),
        });
        if found.len() >= MOST_CASES {
            break;
        }
    }
    match found.is_empty() {
        true => refuse(
            "no size that was tried fulfils every --assume; give sizes with --arg NAME=VALUE".to_owned(),
        ),
        false => Ok(found),
    }
}

/// What arguments say, by number.
fn said(sides: &[Side; 2], pairing: &Pairing, request: &Request) -> Result<BTreeMap<u32, u128>, UsageError> {
    let mut said = BTreeMap::new();
    for text in &request.arguments {
        let Some((name, value)) = text.split_once('=') else {
            return refuse(format!("`{text}` is not NAME=VALUE"));
        };
        let mut is_known = false;
        for (n, side) in sides.iter().enumerate() {
            let params = (0..).zip(&side.kernel.params);
            for (m, param) in params.filter(|(_, p)| p.name == name.trim() && p.object.is_none()) {
                let Some(number) = pairing.scalars[n].get(&m) else {
                    continue;
                };
                let bits = scalar(param.ty, value.trim()).or_else(|error| refuse(error.to_string()))?;
                said.entry(*number).or_insert(bits);
                is_known = true;
            }
        }
        if !is_known {
            return refuse(format!("neither side has a scalar parameter `{}`", name.trim()));
        }
    }
    Ok(said)
}

/// A size that both launches are large enough for: threads of the shortest side that has several.
fn bound(sides: &[Side; 2], request: &Request) -> u64 {
    let of = |n: usize| {
        let side = &sides[n];
        if side.is_function || side.kernel.construct.is_some() {
            return None;
        }
        let by_hand = by_hand(side, n, request);
        let (inputs, _) = by_hand.inputs(&side.kernel).ok()?;
        let dims = inputs
            .block_dim
            .into_iter()
            .zip(inputs.grid_dim)
            .map(|(b, g)| b.saturating_mul(g));
        dims.filter(|threads| *threads > 1).min()
    };
    let threads = [0, 1].into_iter().filter_map(of).min();
    threads.unwrap_or(LARGEST).clamp(1, 4096)
}

/// Sizes at the edges, for so many parameters: the same for all, and mixed.
fn values(count: usize, bound: u64) -> Vec<Vec<u64>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let warp = u64::from(WARP);
    let mut edges = vec![
        1,
        2,
        3,
        5,
        8,
        warp - 1,
        warp,
        warp + 1,
        bound / 2,
        bound - bound / 3,
        bound.saturating_sub(1),
        bound,
    ];
    edges.retain(|edge| (1..=bound).contains(edge));
    edges.sort_unstable();
    edges.dedup();
    let mut all: Vec<Vec<u64>> = edges.iter().map(|edge| vec![*edge; count]).collect();
    if count > 1 {
        let mixed = |n: usize| {
            (0..count)
                .map(|m| edges[(n * 3 + m * 2 + 1) % edges.len()])
                .collect()
        };
        let few: Vec<Vec<u64>> = (0..4).map(mixed).collect();
        // Mixed sizes first: they tell rows from columns.
        all.splice(0..0, few);
    }
    all
}

fn by_hand(side: &Side, n: usize, request: &Request) -> ByHand {
    let alone = side.is_function.then_some([1; 3]);
    ByHand {
        block: alone.or(request.block[n]),
        grid: alone.or(request.grid[n]),
        ..ByHand::default()
    }
}

fn inputs(
    side: &Side,
    pairing: &Pairing,
    n: usize,
    values: &BTreeMap<u32, u128>,
    request: &Request,
) -> Result<Inputs, UsageError> {
    let mut by_hand = by_hand(side, n, request);
    if by_hand.grid.is_none() && matches!(side.kernel.construct, Some(Construct::Loop(_))) {
        by_hand.grid = Some([iterations(&side.kernel, pairing, n, values), 1, 1]);
    }
    let made = by_hand
        .inputs(&side.kernel)
        .or_else(|error| refuse(error.to_string()));
    let (mut inputs, _) = made?;
    for (param, number) in &pairing.scalars[n] {
        if let Some(bits) = values.get(number) {
            inputs.scalars.retain(|(m, _)| m != param);
            inputs.scalars.push((*param, *bits));
        }
    }
    inputs.scalars.sort_unstable();
    Ok(inputs)
}

/// Iterations that a loop has at most, if its bounds are among its sizes.
fn iterations(kernel: &Kernel, pairing: &Pairing, n: usize, values: &BTreeMap<u32, u128>) -> u64 {
    let sizes = pairing.scalars[n].iter().filter_map(|(param, number)| {
        let ty = kernel.params.get(*param as usize)?.ty;
        let is_size = matches!(ty, Ty::Int { .. });
        let value = u64::try_from(*values.get(number)?).ok()?;
        is_size.then_some(value).filter(|value| *value <= 1 << 16)
    });
    sizes.max().unwrap_or(LARGEST).max(1)
}

/// Whether all assumptions hold, for the side whose parameters they name.
fn holds(sides: &[Side; 2], inputs: &[Inputs; 2], request: &Request) -> Result<bool, UsageError> {
    for text in &request.assume {
        let assume = Assume::parse(text).or_else(|error| refuse(error.to_string()))?;
        let of = |n: usize| assume.facts(&sides[n].kernel).map(|facts| (n, facts));
        let (n, facts) = of(0)
            .or_else(|_| of(1))
            .or_else(|error| refuse(error.to_string()))?;
        for fact in facts {
            let Fact::Holds(expr, text) = fact else {
                return refuse(format!("--assume '{text}': only sizes can be assumed here"));
            };
            if !holds_at(&sides[n].kernel, &expr, &inputs[n]).unwrap_or(false) {
                let _ = text;
                return Ok(false);
            }
        }
    }
    Ok(true)
}
