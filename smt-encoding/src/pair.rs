//! Two arbitrary threads, one query.
//!
//! Every per-thread symbol is doubled, every shared one is not. For two threads of a block that started a segment
//! together, a symbol is shared if it cannot differ within a block and was made in no loop but those around the
//! segment's start; for threads of different blocks, if it cannot differ in the launch and was made in no loop.

mod arrays;
mod draws;
mod exchanged;
mod scans;
mod solver;
mod steps;

pub use steps::Follow;

use crate::answer::{Arith, Config};
use crate::clock::Clock;
use crate::segment::{Family, Group};
use crate::ssa::Machine;
use crate::term::{
    BitOp, FnId, FnOrigin, IntView, Level, LoopId, Node, Origin, Sort, SymId, TermId, Terms, int_view,
};
use crate::z3::{Encoding, Limits, Model, Outcome, Session};
pub(crate) use draws::Relations;
use kverify_frontend::ir::{Dim, Geometry, Scope};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bounds on launch sizes, parameters and iteration counts of the witnesses that are sought first.
const SMALL: [i128; 2] = [4, 64];
/// How many times as large contents of arrays may be: as many as threads.
const CONTENTS: i128 = 16;

/// Doubles terms for one of two threads.
#[derive(Debug)]
struct Forker {
    thread: u8,
    memo: FxHashMap<TermId, TermId>,
}

/// Two threads under one scope, with the loops whose counters they share.
#[derive(Debug)]
pub struct Pair {
    scope: Scope,
    /// For threads of one block: they are of different warps.
    other_warps: bool,
    shared: Vec<LoopId>,
    forkers: [Forker; 2],
    /// `threadIdx` of both.
    pub threads: [[TermId; 3]; 2],
    /// `blockIdx` of both.
    pub blocks: [[TermId; 3]; 2],
    /// `blockDim`
    pub dims: [TermId; 3],
    /// `gridDim`
    pub grid: [TermId; 3],
    /// The two are different threads (of one block), or of different blocks.
    pub distinct: TermId,
    /// `0 <= threadIdx < blockDim`, `0 <= blockIdx < gridDim` for both.
    pub within: Vec<TermId>,
}

/// How an obligation was settled.
#[derive(Debug)]
pub enum Settled {
    /// It cannot happen; whether that takes the assumption that index arithmetic does not overflow.
    Never {
        /// The assumption was used.
        overflow: bool,
    },
    /// These values make it happen.
    Happens(Box<Model>),
    /// Not settled, and why.
    Unknown(String),
}

/// What is thought likely of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hope {
    /// It cannot happen.
    Proof,
    /// It happens: a weaker one did, or others of the kernel.
    Model,
}

/// The solver's side of one kernel's analysis: budget, counters, facts that always hold.
#[derive(Debug)]
pub struct Solver {
    session: Session,
    view: IntView,
    clock: Clock,
    rlimit: u32,
    /// Obligations that stayed open.
    stuck: u32,
    /// For each question there is so many times less than the configuration says.
    share: u32,
    arith: Arith,
    /// Facts about launch and parameters: the user's assumptions and the device's limits.
    pub limits: Vec<TermId>,
    /// Those of them that the user or a contract states.
    pub stated: Vec<TermId>,
    /// `--dump smt2`: every query's text.
    pub transcript: Option<String>,
    /// Obligations posed, and those that the terms themselves settled.
    pub obligations: u64,
    /// Their conjuncts, as far as they are counted.
    pub conjuncts: u64,
    /// Of them, settled without the solver.
    pub discharged: u64,
    /// How often it was tried to settle one without the solver, rather than by what is known of others.
    pub looked_at: u64,
    /// Seconds spent on that.
    pub discharge_seconds: f64,
}

/// The first and last bit of each run of ones.
pub(crate) fn runs(mask: u32) -> impl Iterator<Item = (i128, i128)> {
    let has = move |bit: u32| bit < 32 && mask >> bit & 1 == 1;
    let starts = (0..32).filter(move |&bit| has(bit) && (bit == 0 || !has(bit - 1)));
    starts.map(move |first| {
        let beyond = (first..=32).find(|&bit| !has(bit)).unwrap_or(32);
        (i128::from(first), i128::from(beyond) - 1)
    })
}

/// The number in its block of the thread at a place: `x + X · (y + Y · z)` (CUDA C++ Programming Guide, "Thread Hierarchy").
fn number_in_block(terms: &mut Terms, dims: [TermId; 3], [x, y, z]: [TermId; 3]) -> TermId {
    let yz = terms.mul(dims[1], z);
    let yz = terms.add(y, yz);
    let yz = terms.mul(dims[0], yz);
    terms.add(x, yz)
}

impl Pair {
    /// Two threads of a family's scope; `shared` are the loops around the start of their segment.
    pub fn new(machine: &mut Machine<'_>, family: &Family, shared: &[LoopId]) -> Pair {
        let scope = family.scope;
        let fork = |thread| Forker {
            thread,
            memo: FxHashMap::default(),
        };
        let zero = machine.terms.int(0);
        let mut pair = Pair {
            scope,
            other_warps: family.other_warps,
            shared: shared.to_vec(),
            forkers: [fork(0), fork(1)],
            threads: [[zero; 3]; 2],
            blocks: [[zero; 3]; 2],
            dims: Dim::ALL.map(|d| machine.geometry(Geometry::BlockDim(d))),
            grid: Dim::ALL.map(|d| machine.geometry(Geometry::GridDim(d))),
            distinct: zero,
            within: Vec::new(),
        };
        let (tid, bid) = (
            Dim::ALL.map(|d| machine.geometry(Geometry::ThreadIdx(d))),
            Dim::ALL.map(|d| machine.geometry(Geometry::BlockIdx(d))),
        );
        let warp_size = if machine.config.lockstep > 1 {
            machine.config.lockstep
        } else {
            32
        };
        let terms = &mut machine.terms;
        for t in 0..2 {
            pair.threads[t] = tid.map(|x| pair.fork(terms, x, t));
            pair.blocks[t] = bid.map(|x| pair.fork(terms, x, t));
        }
        let (a, b) = if scope > Scope::Block {
            (pair.blocks[0], pair.blocks[1])
        } else {
            (pair.threads[0], pair.threads[1])
        };
        let differ: Vec<TermId> = a.iter().zip(&b).map(|(&x, &y)| terms.ne(x, y)).collect();
        pair.distinct = terms.or(&differ);
        if let Some(cluster) = machine.kernel.cluster
            && (scope == Scope::Cluster || family.other_clusters)
        {
            let together = pair.are_of_one_cluster(terms, cluster);
            let side = match scope {
                Scope::Cluster => together,
                Scope::Thread | Scope::Warp | Scope::Block | Scope::Grid | Scope::System => {
                    terms.not(together)
                }
            };
            pair.distinct = terms.and(&[pair.distinct, side]);
        }
        if scope == Scope::Warp || family.other_warps {
            let warps = [pair.warp(terms, 0, warp_size), pair.warp(terms, 1, warp_size)];
            let same = terms.eq(warps[0], warps[1]);
            let side = if scope == Scope::Warp {
                same
            } else {
                terms.not(same)
            };
            pair.distinct = terms.and(&[pair.distinct, side]);
        }
        if let Some(group) = family.among {
            let together = pair.are_together(terms, group);
            pair.distinct = terms.and(&[pair.distinct, together]);
        }
        for &group in &family.not_among {
            let together = pair.are_together(terms, group);
            let apart = terms.not(together);
            pair.distinct = terms.and(&[pair.distinct, apart]);
        }
        for t in 0..2 {
            for d in 0..3 {
                let (x, y) = (
                    terms.lt(pair.threads[t][d], pair.dims[d]),
                    terms.lt(pair.blocks[t][d], pair.grid[d]),
                );
                pair.within.extend([x, y]);
            }
        }
        pair.within.retain(|&c| terms.as_bool(c) != Some(true));
        pair.within.sort_unstable();
        pair.within.dedup();
        pair
    }

    /// Whether the blocks of both are of one cluster: clusters lie in the grid one after the other, in each dimension.
    fn are_of_one_cluster(&self, terms: &mut Terms, cluster: [u32; 3]) -> TermId {
        let same: Vec<TermId> = (0..3)
            .map(|d| {
                let [x, y] = self.blocks.map(|b| terms.floor_div(b[d], cluster[d].into()));
                terms.eq(x, y)
            })
            .collect();
        terms.and(&same)
    }

    /// The warp of a thread: `⌊(x + Dx·(y + Dy·z)) / 32⌋` (CUDA C++ Programming Guide, "SIMT architecture"), or of as many
    /// threads as run in lock-step.
    fn warp(&self, terms: &mut Terms, thread: usize, size: u32) -> TermId {
        let linear = self.linear(terms, thread);
        terms.floor_div(linear, i128::from(size))
    }

    /// The thread's number in its block.
    fn linear(&self, terms: &mut Terms, thread: usize) -> TermId {
        number_in_block(terms, self.dims, self.threads[thread])
    }

    /// Whether both threads, of one warp, are of a group of lanes.
    fn are_together(&mut self, terms: &mut Terms, group: Group) -> TermId {
        let linear = [0, 1].map(|t| self.linear(terms, t));
        match group {
            Group::Tile(lanes) => {
                let tiles = linear.map(|n| terms.floor_div(n, i128::from(lanes)));
                terms.eq(tiles[0], tiles[1])
            }
            Group::Alike(value) => {
                let values = [0, 1].map(|t| self.fork(terms, value, t));
                terms.eq(values[0], values[1])
            }
            Group::Mask(mask) => {
                let within = linear.map(|n| {
                    let lane = terms.floor_mod(n, 32);
                    let runs: Vec<TermId> = runs(mask)
                        .map(|(first, last)| {
                            let (first, last) = (terms.int(first), terms.int(last));
                            let bounds = [terms.le(first, lane), terms.le(lane, last)];
                            terms.and(&bounds)
                        })
                        .collect();
                    terms.or(&runs)
                });
                terms.and(&within)
            }
        }
    }

    /// Whether both threads stand in the same iteration of all these loops.
    pub fn is_in_step(&self, loops: &[LoopId]) -> bool {
        loops.iter().all(|l| self.shared.contains(l))
    }

    /// Whether the two are of different blocks.
    pub fn distinct_blocks(&self) -> bool {
        self.scope > Scope::Block
    }

    /// `t` as thread number `thread` (0 or 1) sees it.
    pub fn fork(&mut self, terms: &mut Terms, t: TermId, thread: usize) -> TermId {
        if let Some(&known) = self.forkers[thread].memo.get(&t) {
            return known;
        }
        for u in terms.post_order(&[t]) {
            if self.forkers[thread].memo.contains_key(&u) {
                continue;
            }
            let new = self.fork_node(terms, u, thread);
            self.forkers[thread].memo.insert(u, new);
        }
        self.forkers[thread].memo[&t]
    }

    /// That the two are in different iterations of some loop around one place, of which these are the counters.
    pub fn in_other_iterations(&mut self, terms: &mut Terms, counters: [&[(LoopId, TermId)]; 2]) -> TermId {
        let mut differ = Vec::new();
        for (x, y) in counters[0].iter().zip(counters[1]) {
            let (x, y) = (self.fork(terms, x.1, 0), self.fork(terms, y.1, 1));
            differ.push(terms.ne(x, y));
        }
        terms.or(&differ)
    }

    fn fork_node(&self, terms: &mut Terms, t: TermId, thread: usize) -> TermId {
        let forker = &self.forkers[thread];
        match terms.node(t).clone() {
            Node::Sym(s) if self.is_shared_sym(terms, s) => t,
            Node::Sym(s) => {
                let f = terms.fork_sym(s, forker.thread);
                terms.sym(f)
            }
            Node::App(f, args) => {
                let args: Vec<TermId> = args.iter().map(|a| forker.memo[a]).collect();
                let f = if self.is_shared_fn(terms, f) {
                    f
                } else {
                    terms.fork_fn(f, forker.thread)
                };
                terms.app(f, &args)
            }
            node => terms.rebuild(&node, |c| forker.memo[c]),
        }
    }

    fn is_shared_sym(&self, terms: &Terms, s: SymId) -> bool {
        let s = &terms.symbols[s];
        self.is_shared(s.level, &s.loops)
    }

    fn is_shared_fn(&self, terms: &Terms, f: FnId) -> bool {
        let f = &terms.functions[f];
        self.is_shared(f.level, &f.loops)
    }

    fn is_shared(&self, level: Level, loops: &[LoopId]) -> bool {
        let alike = match self.scope {
            Scope::Cluster | Scope::Grid | Scope::System => Level::Launch,
            Scope::Block => Level::Block,
            Scope::Warp => Level::Warp,
            Scope::Thread => Level::Thread,
        };
        level <= alike && loops.iter().all(|l| self.shared.contains(l))
    }
}

/// `least <= t <= most`
fn within(terms: &mut Terms, t: TermId, least: i128, most: i128) -> [TermId; 2] {
    let (least, most) = (terms.int(least), terms.int(most));
    [terms.le(least, t), terms.le(t, most)]
}

/// Single bits of numbers, as in a number that is read backwards, are these from so many on.
const MANY_BITS: usize = 8;

/// Of the units for a question, one about many single bits gets this share: what takes products besides is mostly out of reach.
const SCATTERED_SHARE: u32 = 16;

/// Whether the terms hang on masked bits of variables, which integers only approximate (`^` they relate well enough), or on many single
/// bits, and on no products, which bit-vectors are slow at.
fn twiddles(terms: &Terms, all: &[TermId]) -> bool {
    let order = terms.post_order(all);
    let any = |wanted: fn(&Node) -> bool| order.iter().any(|&t| wanted(terms.node(t)));
    (any(|n| matches!(n, Node::Bits(BitOp::And | BitOp::Or, ..))) || is_scattered(terms, &order))
        && !any(|n| matches!(n, Node::Product(_)))
}

/// Whether there are many single bits among these.
fn is_scattered(terms: &Terms, order: &[TermId]) -> bool {
    let single = |t: &&TermId| matches!(terms.node(**t), Node::FloorMod(_, 2));
    order.iter().filter(single).count() >= MANY_BITS
}

/// Whether bit-vectors have a chance where integers gave up: something is only approximated by integers (bits, powers of two), or
/// divided by a power of two.
fn suits_bits(terms: &Terms, all: &[TermId]) -> bool {
    let is_power = |n: i128| u128::try_from(n).is_ok_and(u128::is_power_of_two);
    terms.post_order(all).iter().any(|&t| match *terms.node(t) {
        Node::Bits(..) | Node::Pow2(_) | Node::ShiftRight(..) => true,
        Node::FloorDiv(_, n) | Node::FloorMod(_, n) => is_power(n),
        Node::Div(_, by) | Node::Rem(_, by) => terms.as_int(by).is_some_and(is_power),
        _ => false,
    })
}

/// Those of `rest` that speak of nothing but what `core` speaks of.
fn close_to(terms: &Terms, core: &[TermId], rest: &[TermId]) -> Vec<TermId> {
    let known: FxHashSet<TermId> = core.iter().flat_map(|&t| leaves(terms, t)).collect();
    rest.iter()
        .copied()
        .filter(|&t| leaves(terms, t).iter().all(|leaf| known.contains(leaf)))
        .collect()
}

/// Symbols and applications in `t`, without the applications' arguments.
fn leaves(terms: &Terms, t: TermId) -> Vec<TermId> {
    let (mut found, mut seen, mut work) = (Vec::new(), FxHashSet::default(), vec![t]);
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.node(t) {
            Node::Sym(_) | Node::App(..) => found.push(t),
            _ => work.extend(terms.children(t)),
        }
    }
    found
}
