//! The launch that is counted in: the kernel's own where it is known, else one without odd ends.

use crate::config::Configuration;
use crate::plain;
use crate::replay::{self, Inputs, Limits, Noted, to_integer};
use kverify_frontend::ir::{Kernel, Ty};
use kverify_smt::answer::{Config, ThreadAt, thread_of};
use kverify_smt::requests::{Asked, Requests, Site, requests};

/// Instructions of its run.
const FUEL: u64 = 4_000_000;

/// Seconds for listing the addresses, at most.
const SECONDS: f64 = 10.0;

/// A launch and what its warps ask of memory.
pub struct Launch {
    /// The launch.
    pub inputs: Inputs,
    /// The configuration that allows nothing else.
    pub config: Config,
    /// Parameters (index into `Kernel::params`) that the kernel's own configuration fixes.
    pub fixed: Vec<u32>,
    /// What a run of it shows.
    pub noted: Noted,
}

impl Launch {
    /// Of a kernel; none if none of those that are tried is allowed.
    pub fn of(kernel: &Kernel, configuration: &Configuration) -> Option<Launch> {
        let config = &configuration.config;
        let limits = Limits {
            fuel: FUEL,
            cancel: config.cancel.clone(),
            ..Limits::default()
        };
        let most = u64::from(kernel.max_threads.unwrap_or(1024));
        let launches = shapes(kernel, configuration).into_iter();
        let launches = launches.filter(|block| block.iter().product::<u64>() <= most);
        let launches = launches.flat_map(|block| replay::plain_launches(kernel, config, block));
        let (inputs, noted) = replay::first_noted(kernel, config, launches.collect(), &limits)?;
        Some(Launch {
            config: pinned(kernel, config, &inputs),
            fixed: config.args.iter().map(|(n, _)| *n).collect(),
            inputs,
            noted,
        })
    }

    /// The addresses of its accesses, as the encoding has them.
    pub fn requests(&self, kernel: &Kernel) -> Vec<Requests> {
        let asked = Asked {
            blocks: &self.inputs.blocks,
            values: &[Vec::new()],
            only: None,
        };
        requests(kernel, &self.config, &asked)
    }

    /// The addresses of one of them, where a parameter has these values.
    pub fn requests_for(&self, kernel: &Kernel, site: Site, param: u32, values: &[i128]) -> Option<Requests> {
        let mut config = self.config.clone();
        config.args.retain(|(n, _)| *n != param);
        let values: Vec<Vec<(u32, i128)>> = values.iter().map(|&value| vec![(param, value)]).collect();
        let asked = Asked {
            blocks: &self.inputs.blocks,
            values: &values,
            only: Some(site),
        };
        requests(kernel, &config, &asked).pop()
    }

    /// A thread of a block that is run, counted x first.
    pub fn thread(&self, block: u32, n: u32) -> ThreadAt {
        ThreadAt {
            block: self
                .inputs
                .blocks
                .get(block as usize)
                .copied()
                .unwrap_or_default(),
            thread: thread_of(n.into(), self.inputs.block_dim),
            ..ThreadAt::default()
        }
    }
}

/// Shapes of blocks that are tried: what is not known of one is as in tiles that are a warp wide.
fn shapes(kernel: &Kernel, configuration: &Configuration) -> Vec<[u64; 3]> {
    let known = configuration.config.block;
    let mut shapes = plain::blocks(kernel, configuration);
    shapes.extend([[256, 1, 1], [64, 1, 1], [32, 8, 1], [16, 16, 1]]);
    if shapes.len() == 4 {
        // Of several dimensions.
        shapes.rotate_left(2);
    }
    let known_or = |shape: [u64; 3]| [0, 1, 2].map(|d| known[d].unwrap_or(shape[d]));
    let mut shapes: Vec<[u64; 3]> = shapes.into_iter().map(known_or).collect();
    shapes.dedup();
    shapes
}

/// What allows this launch alone.
fn pinned(kernel: &Kernel, config: &Config, inputs: &Inputs) -> Config {
    let mut config = config.clone();
    config.block = inputs.block_dim.map(Some);
    config.grid = inputs.grid_dim.map(Some);
    config.timeout = config.timeout.min(SECONDS);
    for (n, bits) in &inputs.scalars {
        let ty = kernel.params.get(*n as usize).map(|param| param.ty);
        let is_open = config.args.iter().all(|(known, _)| known != n);
        if let Some(ty @ (Ty::Int { .. } | Ty::Bool)) = ty.filter(|_| is_open) {
            config.args.push((*n, to_integer(ty, *bits)));
        }
    }
    config
}
