//! Random small launches, to cross-check proofs.

use super::fill::{Fill, hash};
use super::inputs::{Inputs, Limits, Schedule, WARP};
use super::judge::Rules;
use super::outcome::{Run, Violation};
use super::value::from_integer;
use kverify_frontend::ir::{Kernel, Ty};
use kverify_smt::answer::Config;

/// Pseudo-random numbers from a seed (SplitMix64).
struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    /// A number below `bound`, which must not be 0.
    fn below(&mut self, bound: u64) -> u64 {
        self.drawn += 1;
        hash(self.seed, self.drawn, 0) % bound.max(1)
    }

    fn pick<T: Copy>(&mut self, from: &[T], default: T) -> T {
        let n = self.below(from.len() as u64) as usize;
        from.get(n).copied().unwrap_or(default)
    }
}

/// Runs `kernel` on `n` random launches that `config` allows, and returns the violations that are beyond doubt, in
/// the order in which they were seen, the same place only once. Empty for a kernel that is not well-formed.
pub fn smoke(kernel: &Kernel, config: &Config, seed: u64, n: u32) -> Vec<Violation> {
    let mut seen: Vec<Violation> = Vec::new();
    drawn_runs(kernel, config, seed, (n, 500_000), &mut |_, run| {
        for violation in run.violations() {
            if !seen.contains(&violation) {
                seen.push(violation);
            }
        }
        true
    });
    seen
}

/// Runs `kernel` on up to `n` random launches of up to `fuel` instructions that `config` allows and in which all assumptions of its text
/// hold, while `go_on` says so.
pub fn drawn_runs(
    kernel: &Kernel,
    config: &Config,
    seed: u64,
    (n, fuel): (u32, u64),
    go_on: &mut dyn FnMut(Inputs, Run) -> bool,
) {
    let limits = Limits {
        fuel,
        cancel: config.cancel.clone(),
        ..Limits::default()
    };
    let Ok(rules) = Rules::of(kernel, config) else {
        return;
    };
    for round in 0..n {
        let mut random = Random {
            seed: hash(seed, u64::from(round), 7),
            drawn: 0,
        };
        let inputs = draw(kernel, config, &mut random, &limits);
        if let Some(run) = rules.run(kernel, &inputs, &limits)
            && !go_on(inputs, run)
        {
            return;
        }
    }
}

/// Launches of such blocks without odd ends, of which the configuration may allow some: all sizes that are open are the number of the
/// block's threads, and the grid is of one block, as many as a size, or as many as cover the sizes.
pub fn plain_launches(kernel: &Kernel, config: &Config, block_dim: [u64; 3]) -> Vec<Inputs> {
    let size = block_dim.iter().product::<u64>();
    let [x, y, _] = block_dim.map(|threads| size.checked_div(threads).unwrap_or(1));
    let grids = [
        [1, 1, 1],
        [size, 1, 1],
        [size, size, 1],
        [x, 1, 1],
        [x, y, 1],
        [x, y, size],
    ];
    let mut launches: Vec<Inputs> = Vec::new();
    for grid in grids {
        let grid_dim = [0, 1, 2].map(|d| config.grid[d].unwrap_or(grid[d]));
        if launches.iter().any(|known| known.grid_dim == grid_dim) {
            continue;
        }
        launches.push(Inputs {
            block_dim,
            grid_dim,
            blocks: vec![[0; 3]],
            scalars: scalars(kernel, config, &mut |ty| match ty {
                Ty::Bool => 1,
                _ => i128::from(size),
            }),
            fill: Fill::Index,
            schedule: Schedule::InOrder,
            ..base(config)
        });
    }
    launches
}

/// Launches of several such blocks for each number that sizes which are open may be, each with what memory may hold; a launch of one
/// block where the grid has more threads than `most`.
pub fn waiting_launches(kernel: &Kernel, config: &Config, (block_dim, most): ([u64; 3], u64)) -> Vec<Inputs> {
    const ROWS: [u64; 3] = [8, 4, 2];
    const FILLS: [Fill; 3] = [Fill::Zeros, Fill::Ones, Fill::Index];
    let size = block_dim.iter().product::<u64>();
    let mut launches: Vec<Inputs> = Vec::new();
    for row in ROWS {
        let grid_dim = [0, 1, 2].map(|d| config.grid[d].unwrap_or(if d == 0 { row } else { 1 }));
        let blocks = chosen_blocks(grid_dim, (most / size.max(1)).max(1));
        for open in [2, row, size, 1000] {
            let sizes = scalars(kernel, config, &mut |ty| match ty {
                Ty::Bool => i128::from(open > 2),
                _ => i128::from(open),
            });
            let known = |known: &Inputs| known.grid_dim == grid_dim && known.scalars == sizes;
            if launches.iter().any(known) {
                continue;
            }
            launches.extend(FILLS.map(|fill| Inputs {
                block_dim,
                grid_dim,
                blocks: blocks.clone(),
                scalars: sizes.clone(),
                fill,
                ..base(config)
            }));
        }
    }
    launches
}

/// The scalar parameters, those that are fixed and the others by their types, and the pointers that are null.
fn scalars(kernel: &Kernel, config: &Config, open: &mut dyn FnMut(Ty) -> i128) -> Vec<(u32, u128)> {
    let params = (0..).zip(&kernel.params);
    let known = params.filter_map(|(n, param)| {
        let fixed = config
            .args
            .iter()
            .find(|(of, _)| *of == n)
            .map(|(_, value)| *value);
        let value = match (param.object, fixed) {
            (None, None) => open(param.ty),
            (_, Some(value)) => value,
            (Some(_), None) => return None,
        };
        Some((n, from_integer(param.ty, value)))
    });
    known.collect()
}

/// What all launches of a configuration have in common.
fn base(config: &Config) -> Inputs {
    Inputs {
        block_dim: [1; 3],
        grid_dim: [1; 3],
        global_offset: [0; 3],
        blocks: Vec::new(),
        scalars: Vec::new(),
        default_scalar: 1,
        cells: Vec::new(),
        fill: Fill::Zeros,
        schedule: Schedule::InOrder,
        lockstep: config.lockstep,
        aliases: config.aliases.clone(),
        distinct: config.distinct.clone(),
        monotone: config.monotone.clone(),
        zeroed: config.zeroed.clone(),
        warp_size: WARP,
        sizes: Vec::new(),
        before: Vec::new(),
    }
}

/// A launch within the configuration.
fn draw(kernel: &Kernel, config: &Config, random: &mut Random, limits: &Limits) -> Inputs {
    // A proof takes them to be 1.
    let taken = kverify_smt::taken_as_one(kernel, config);
    let is_read = |shape: &str| ["x", "y", "z"].map(|axis| !taken.contains(&format!("{shape}.{axis}")));
    let (block_read, grid_read) = (is_read("blockDim"), is_read("gridDim"));
    let free_block = config.block.iter().all(Option::is_none);
    let block_dim = [0, 1, 2].map(|d| {
        config.block[d].unwrap_or_else(|| match d {
            0 if free_block => random.pick(&[1, 2, 3, 4, 8, 33], 4),
            0 => 1 + random.below(4),
            _ if !block_read[d] => 1,
            1 => random.pick(&[1, 1, 2, 3], 1),
            _ => random.pick(&[1, 1, 1, 2], 1),
        })
    });
    let grid_dim = [0, 1, 2].map(|d| {
        config.grid[d].unwrap_or_else(|| match d {
            0 => 1 + random.below(3),
            _ if !grid_read[d] => 1,
            1 => random.pick(&[1, 1, 2], 1),
            _ => random.pick(&[1, 1, 1, 2], 1),
        })
    });
    let scalars = scalars(kernel, config, &mut |ty| random_scalar(ty, random));
    let per_block = block_dim
        .iter()
        .fold(1u64, |acc, &d| acc.saturating_mul(d))
        .max(1);
    Inputs {
        block_dim,
        grid_dim,
        blocks: chosen_blocks(grid_dim, (limits.threads / per_block).min(6)),
        scalars,
        fill: random.pick(
            &[
                Fill::Zeros,
                Fill::Ones,
                Fill::Index,
                Fill::Small,
                Fill::Hashed(5),
                Fill::Hashed(6),
            ],
            Fill::Zeros,
        ),
        schedule: random.pick(
            &[Schedule::InOrder, Schedule::Reverse, Schedule::RoundRobin],
            Schedule::InOrder,
        ),
        ..base(config)
    }
}

/// Mostly small, now and then a size; never so negative that every guard fails, nor, unsigned, so large that indices wrap.
fn random_scalar(ty: Ty, random: &mut Random) -> i128 {
    match ty {
        Ty::Bool => i128::from(random.below(2)),
        Ty::Int { signed: false, .. } => i128::from(random.below(70)),
        _ => match random.below(8) {
            0..=3 => i128::from(random.below(9)),
            4 => i128::from(random.below(3)) - 2,
            5 => 1 << random.below(6),
            _ => i128::from(random.below(100)),
        },
    }
}

/// At most `most` blocks of a grid: all of a small one, else the first ones of each axis and the last.
fn chosen_blocks(grid: [u64; 3], most: u64) -> Vec<[u64; 3]> {
    let all = grid.iter().try_fold(1u64, |all, &n| all.checked_mul(n));
    let is_small = all.is_some_and(|all| all <= most.max(1));
    let axis = |n: u64| {
        if is_small {
            return (0..n).collect();
        }
        let mut ids: Vec<u64> = vec![0, 1, n.saturating_sub(1)];
        ids.retain(|&id| id < n);
        ids.dedup();
        ids
    };
    let mut blocks = Vec::new();
    for z in axis(grid[2]) {
        for y in axis(grid[1]) {
            for x in axis(grid[0]) {
                blocks.push([x, y, z]);
            }
        }
    }
    let most = most.max(1) as usize;
    if blocks.len() > most {
        // The last one is where the edges are.
        let last = blocks.pop();
        blocks.truncate(most - 1);
        blocks.extend(last);
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_huge_grids_are_few() {
        assert_eq!(chosen_blocks([2, 1, 1], 6), [[0, 0, 0], [1, 0, 0]]);
        assert_eq!(
            chosen_blocks([1 << 31, 1, 1], 6),
            [[0, 0, 0], [1, 0, 0], [(1 << 31) - 1, 0, 0]]
        );
        assert_eq!(chosen_blocks([4, 1, 1], 6).len(), 4);
        assert_eq!(chosen_blocks([9, 9, 9], 4).len(), 4);
        assert_eq!(chosen_blocks([9, 9, 9], 4)[3], [8, 8, 8]);
    }
}
