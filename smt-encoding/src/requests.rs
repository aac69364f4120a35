//! What the warps of a launch of fixed size ask of memory: the address of each access, evaluated thread by thread and iteration by
//! iteration, not solved for.
//!
//! For advice on speed alone. Conditions on what is not known are taken to hold, and an access is left out whose address is
//! not known in all lanes.

use crate::answer::{Action, Config, thread_of};
use crate::clock::Clock;
use crate::places::column::Program;
use crate::segment;
use crate::ssa::{Access, Machine};
use crate::term::{Level, Node, Origin, TermId, gcd};
use crate::z3::{bounds_of_leaves, interruptible};
use kverify_frontend::ir::{Dim, Geometry, Kernel, Loc, ObjectId, Space};
use std::collections::BTreeMap;

/// Threads times terms that are evaluated for one access and one set of values.
const MOST_STEPS: u64 = 1 << 22;

/// Iterations of a loop that are looked at where nothing says how many there are.
const ROUNDS: u64 = 8;

/// Iterations that are looked at in any case.
const MOST_ROUNDS: u64 = 4096;

/// An access of the source to one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// Where.
    pub loc: Loc,
    /// A read or a write.
    pub action: Action,
    /// What it touches.
    pub object: ObjectId,
}

/// What a warp does at a site in one iteration of the loops around it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// The block's index in the list of those that are looked at.
    pub block: u32,
    /// The warp in the block.
    pub warp: u32,
    /// The iterations of the loops around it, outermost first.
    pub turns: Vec<u64>,
    /// A vector is several, as are the parts of a record.
    pub pieces: Vec<Piece>,
}

/// Bytes that the lanes of a warp touch at once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Its place among the others.
    pub order: u32,
    /// Of each lane.
    pub bytes: u32,
    /// The lanes that take part, and the byte offset of each in the object.
    pub lanes: Vec<(u32, i64)>,
}

/// The requests of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requests {
    /// The site.
    pub site: Site,
    /// For each set of values that was asked for.
    pub by_values: Vec<Vec<Group>>,
    /// These are all, and all of these are made.
    pub complete: bool,
    /// The offsets lack a multiple of so many bytes that is not known, the same in all lanes of a warp.
    pub floating: Option<u64>,
}

/// What is looked at of a launch whose size the configuration fixes.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    /// Blocks.
    pub blocks: &'a [[u64; 3]],
    /// Sets of values of parameters (index into `Kernel::params`) that the configuration leaves open.
    pub values: &'a [Vec<(u32, i128)>],
    /// Only this site.
    pub only: Option<Site>,
}

/// The requests of all sites whose addresses are known.
pub fn requests(kernel: &Kernel, config: &Config, asked: &Asked<'_>) -> Vec<Requests> {
    crate::on_own_thread(|| {
        interruptible(&config.cancel, || {
            let clock = Clock::start(config);
            crate::with_machine(
                kernel,
                config,
                &clock,
                (&Default::default(), crate::phases::Reading::default()),
                |machine, _| {
                    machine.postpone_proofs();
                    machine.records_all_reads = true;
                    list(machine, kernel, asked)
                },
            )
        })
    })
}

fn list(machine: &mut Machine<'_>, kernel: &Kernel, asked: &Asked<'_>) -> Vec<Requests> {
    let state = machine.initial_state();
    let Some(records) = machine.run(&segment::whole(machine.cfg), state, Vec::new()) else {
        return Vec::new();
    };
    let mut by_site: BTreeMap<Site, Vec<(u32, &Access)>> = BTreeMap::new();
    for (order, access) in (0..).zip(&records.accesses) {
        let is_memory = |space| matches!(space, Space::Shared | Space::Global);
        let object = kernel.objects.get(access.object);
        if matches!(access.action, Action::Read | Action::Write)
            && object.is_some_and(|object| is_memory(object.space))
        {
            let site = Site {
                loc: access.loc,
                action: access.action,
                object: access.object,
            };
            by_site.entry(site).or_default().push((order, access));
        }
    }
    by_site.retain(|site, _| asked.only.is_none_or(|only| only == *site));
    let mut out = Vec::new();
    for (site, accesses) in by_site {
        if machine.clock.is_over() {
            break;
        }
        let space = kernel.objects[site.object].space;
        let plans: Option<Vec<(u32, Plan)>> = accesses
            .into_iter()
            .map(|(order, access)| Some((order, Plan::of(machine, access, space, asked)?)))
            .collect();
        let made = plans.and_then(|plans| of_site(machine, site, &plans, asked));
        out.extend(made);
    }
    out
}

/// The requests of one site; `None` if an address is not known.
fn of_site(machine: &Machine<'_>, site: Site, plans: &[(u32, Plan)], asked: &Asked<'_>) -> Option<Requests> {
    let mut requests = Requests {
        site,
        by_values: Vec::new(),
        complete: plans.iter().all(|(_, plan)| plan.complete),
        floating: plans.iter().filter_map(|(_, plan)| plan.floating).min(),
    };
    for values in asked.values {
        let mut groups: BTreeMap<(u32, u32, Vec<u64>), Vec<Piece>> = BTreeMap::new();
        for (order, plan) in plans {
            requests.complete &=
                plan.run(machine, values, asked.blocks, &mut |block, turns, warp, lanes| {
                    let piece = Piece {
                        order: *order,
                        bytes: plan.bytes,
                        lanes,
                    };
                    groups
                        .entry((block, warp, turns.to_vec()))
                        .or_default()
                        .push(piece);
                })?;
        }
        let group = |((block, warp, turns), pieces)| Group {
            block,
            warp,
            turns,
            pieces,
        };
        requests.by_values.push(groups.into_iter().map(group).collect());
    }
    Some(requests)
}

/// Takes a block's index, the iterations, the warp, and the lanes with their offsets.
type Each<'e> = dyn FnMut(u32, &[u64], u32, Vec<(u32, i64)>) + 'e;

/// What is evaluated of an access.
struct Plan {
    guards: Vec<TermId>,
    offset: TermId,
    bytes: u32,
    /// Symbols of the threads' places and of open parameters that are given values.
    places: Vec<(TermId, Origin)>,
    /// Threads of a block by dimension.
    block: [u64; 3],
    /// Counters of the loops around, with how many iterations are looked at.
    counters: Vec<(TermId, u64)>,
    complete: bool,
    floating: Option<u64>,
}

impl Plan {
    fn of(machine: &mut Machine<'_>, access: &Access, space: Space, asked: &Asked<'_>) -> Option<Plan> {
        if access.by_group || machine.terms.as_int(access.row) != Some(0) {
            return None;
        }
        let bytes = u32::try_from(machine.terms.as_int(access.bytes)?).ok()?;
        let mut block = [1; 3];
        for (n, d) in Dim::ALL.into_iter().enumerate() {
            let size = machine.terms.as_int(machine.geometry(Geometry::BlockDim(d)))?;
            block[n] = u64::try_from(size).ok()?;
        }
        if !(1..=16).contains(&bytes) {
            return None;
        }
        let guards = machine.terms.conjuncts(access.guard);
        let mut leaves = machine
            .terms
            .post_order(&[guards.as_slice(), &[access.offset]].concat());
        leaves.retain(|&t| matches!(machine.terms.node(t), Node::Sym(_)));
        let is_given = |origin: &Origin| match origin {
            Origin::ThreadIdx(_) | Origin::BlockIdx(_) => true,
            Origin::Param(n) => asked.values.iter().all(|set| set.iter().any(|(of, _)| of == n)),
            _ => false,
        };
        let symbol = |t: TermId| match machine.terms.node(t) {
            Node::Sym(s) => Some(&machine.terms.symbols[*s]),
            _ => None,
        };
        let places: Vec<(TermId, Origin)> = leaves
            .iter()
            .filter_map(|&t| Some((t, symbol(t)?.origin.clone())))
            .filter(|(_, origin)| is_given(origin))
            .collect();
        let is_counter = |t: TermId| access.counters.iter().any(|(_, c)| *c == t);
        let is_known = |t: TermId| is_counter(t) || places.iter().any(|(symbol, _)| *symbol == t);
        // What is the same in all lanes and not known moves them all alike.
        let (parts, constant) = machine.terms.linear(access.offset);
        let made_of = |t: TermId, leaf: &dyn Fn(TermId) -> bool| {
            let mut parts = machine.terms.post_order(&[t]).into_iter();
            parts.all(|u| match machine.terms.node(u) {
                Node::App(..) => false,
                Node::Sym(_) => leaf(u),
                _ => true,
            })
        };
        let all_known = |t: TermId| made_of(t, &is_known);
        let is_uniform = |t: TermId| made_of(t, &|u| symbol(u).is_some_and(|s| s.level <= Level::Warp));
        let (known, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|&(t, _)| all_known(t));
        if !others.iter().all(|&(t, _)| is_uniform(t)) {
            return None;
        }
        let step = others.iter().fold(0, |all, &(_, c)| gcd(all, c.abs()));
        let floating = (!others.is_empty()).then(|| u64::try_from(step).unwrap_or(1));
        // Words and vectors stay what they are, whatever is added.
        if floating.is_some_and(|step| space == Space::Shared && step % u64::from(bytes.max(4)) != 0) {
            return None;
        }
        let bounds = bounds_of_leaves(&machine.terms, &guards);
        let mut complete = guards.iter().all(|&g| all_known(g));
        let counters = access.counters.iter().map(|&(_, counter)| {
            let own = machine.terms.range(counter);
            let most = bounds.get(&counter).map_or(own, |b| b.meet(own)).hi;
            let rounds = most.and_then(|most| u64::try_from(most + 1).ok());
            let is_used = leaves.contains(&counter);
            complete &= is_used && rounds.is_some_and(|n| n <= MOST_ROUNDS);
            let looked_at = match is_used {
                true => rounds.map_or(ROUNDS, |n| n.min(MOST_ROUNDS)),
                false => 1,
            };
            (counter, looked_at)
        });
        let counters = counters.collect();
        Some(Plan {
            offset: machine.terms.sum(&known, constant),
            guards,
            bytes,
            places,
            block,
            counters,
            complete,
            floating,
        })
    }

    /// Hands over the lanes of each warp in each iteration, and says whether these were all; `None` if an address is not known.
    fn run(
        &self,
        machine: &Machine<'_>,
        values: &[(u32, i128)],
        blocks: &[[u64; 3]],
        each: &mut Each<'_>,
    ) -> Option<bool> {
        let threads = usize::try_from(self.block.iter().product::<u64>()).ok()?;
        let places = self.places.iter().map(|(symbol, _)| *symbol);
        let symbols: Vec<TermId> = places.chain(self.counters.iter().map(|(c, _)| *c)).collect();
        let program = Program::new(&machine.terms, &self.guards, self.offset, &symbols);
        let cost = threads as u64 * program.len().max(1) as u64;
        let mut steps = 0;
        for (number, block) in (0..).zip(blocks) {
            let mut inputs: Vec<Vec<i64>> = Vec::new();
            for (_, origin) in &self.places {
                inputs.push(
                    (0..threads)
                        .map(|n| self.place(origin, n as u64, *block, values))
                        .collect(),
                );
            }
            let mut turns = vec![0; self.counters.len()];
            loop {
                if machine.clock.is_over() || steps > MOST_STEPS {
                    return Some(false);
                }
                steps += cost;
                let mut inputs = inputs.clone();
                inputs.extend(turns.iter().map(|&turn| vec![turn as i64; threads]));
                if inputs.is_empty() {
                    // The evaluation counts lanes by its inputs.
                    inputs.push(vec![0; threads]);
                }
                let lanes = program.run(&inputs)?;
                for warp in lanes.chunk_by(|a, b| a.0 / 32 == b.0 / 32) {
                    let number_of = (warp[0].0 / 32) as u32;
                    let lanes = warp.iter().map(|&(n, offset)| (n as u32 % 32, offset)).collect();
                    each(number, &turns, number_of, lanes);
                }
                if !self.next(&mut turns) {
                    break;
                }
            }
        }
        Some(true)
    }

    /// The next iterations, the innermost loop's first; whether there are any.
    fn next(&self, turns: &mut [u64]) -> bool {
        for (turn, (_, size)) in turns.iter_mut().zip(&self.counters).rev() {
            *turn += 1;
            if *turn < *size {
                return true;
            }
            *turn = 0;
        }
        false
    }

    fn place(&self, origin: &Origin, n: u64, block: [u64; 3], values: &[(u32, i128)]) -> i64 {
        let value = match origin {
            Origin::ThreadIdx(d) => thread_of(n, self.block)[*d as usize],
            Origin::BlockIdx(d) => block[*d as usize],
            Origin::Param(of) => {
                let value = values.iter().find(|(known, _)| known == of);
                return value.map_or(0, |(_, value)| i64::try_from(*value).unwrap_or(0));
            }
            _ => 0,
        };
        i64::try_from(value).unwrap_or(i64::MAX)
    }
}
