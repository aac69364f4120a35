//! The checks: one list, a file for each.

mod assertion;
mod barrier_divergence;
mod bearing;
mod behind;
mod data_race;
mod divergent_collective;
mod ends;
pub use ends::PATIENCE;
mod extents;
mod in_any_case;
mod iterations;
mod non_terminating_loop;
mod out_of_bounds;
mod own_bounds;
mod phases;
mod unawaited_copy;
pub mod vacuity;

use crate::answer::{Finding, Place, Questions, Unknown};
use crate::conditions::Open;
use crate::pair::{Follow, Hope, Pair, Settled, Solver};
use crate::places::Places;
use crate::segment::{Family, Segment};
use crate::ssa::{Access, Machine, Records};
use crate::term::{FnOrigin, Node, Origin, TermId};
use crate::z3::Model;
use kverify_frontend::ir::{ObjectId, Scope, Space};
use petgraph::graph::NodeIndex;
use std::collections::BTreeSet;
use std::time::Instant;

/// What depends on parameters or data and is taken to be in order.
#[derive(Debug, Default)]
pub struct Trusted {
    /// Accesses that stay within their arrays: line and array.
    pub bounds: BTreeSet<(u32, String)>,
    /// Their objects.
    pub unbounded: BTreeSet<ObjectId>,
    /// Assertions that hold, by line.
    pub claims: BTreeSet<u32>,
    /// Warps are parts of rows of blocks, where tiles are computed on.
    pub whole_warps: bool,
    /// Operations whose operands are what they have to be, by line.
    pub demands: BTreeSet<u32>,
    /// Counters and flags that hold 0 when the kernel starts.
    pub zeroed: BTreeSet<ObjectId>,
    /// Pointers that are not null where they are used, by line.
    pub pointers: BTreeSet<u32>,
    /// Pointers to functions hold those that the file takes the address of.
    pub callees: bool,
}

/// What a check works on.
pub struct Context<'c, 'k> {
    /// The machine that ran the kernel.
    pub machine: &'c mut Machine<'k>,
    /// The solver.
    pub solver: &'c mut Solver,
    /// The whole kernel, run once.
    pub whole: &'c Records,
    /// All segments, by family.
    pub families: &'c [(Family, Vec<Segment>)],
    /// What was found.
    pub findings: Vec<Finding>,
    /// What could not be settled.
    pub unknowns: Vec<Unknown>,
    /// Barriers at which threads part, or may.
    pub partings: Vec<Parting>,
    /// Obligations behind the findings and the unsettled ones.
    pub open: Vec<Open>,
    /// Whether some proof took the assumption that index arithmetic does not overflow.
    pub overflow: bool,
    /// What is taken to be in order because it depends on parameters or data.
    pub trusted: Trusted,
    /// Objects of which some accesses do not race because atomics and fences order them: their contents change between
    /// two barriers.
    pub ordered: BTreeSet<ObjectId>,
    /// Places that accesses touch, as far as they were listed.
    pub places: Places,
    /// Accesses that are taken to stay between these bytes of their object, unless they leave it in any case ([`in_any_case`]).
    pub kept: Vec<(Access, [TermId; 2])>,
    /// What questions may still cost that are asked of what is trusted otherwise ([`ends`]).
    pub patience: u32,
    /// Obligations as text, for dumps.
    pub transcript: Option<String>,
}

impl Context<'_, '_> {
    /// A finding, and the query that it is a model of.
    fn found(&mut self, query: Vec<TermId>, model: Model, finding: Finding) {
        self.open.push(Open {
            query,
            model: Some(model),
            finding: Some(self.findings.len()),
            separation: None,
        });
        self.findings.push(finding);
    }

    /// A query that was not decided, and what that leaves unknown.
    fn undecided(&mut self, query: Vec<TermId>, unknown: Unknown) {
        self.solver.note_open();
        self.open.push(Open {
            query,
            model: None,
            finding: None,
            separation: None,
        });
        self.unknowns.push(unknown);
    }
}

/// Two ways of one interval to end that not all threads share.
#[derive(Clone, Debug, PartialEq)]
pub struct Parting {
    /// Between threads of what.
    pub scope: Scope,
    /// Where the two stop.
    pub places: [Place; 2],
    /// The nodes of the barriers that they stop at; `None` is the kernel's exit.
    pub barriers: [Option<NodeIndex>; 2],
    /// Whether threads are known to part here; it was left undecided otherwise.
    pub found: bool,
}

impl Parting {
    /// Whether this is the other one as well.
    fn covers(&self, other: &Parting) -> bool {
        let swapped = [other.barriers[1], other.barriers[0]];
        self.found && self.scope == other.scope && [other.barriers, swapped].contains(&self.barriers)
    }
}

/// A property of kernels.
pub struct Check {
    /// Stable rule id.
    pub id: &'static str,
    /// Poses and settles its obligations.
    pub run: fn(&mut Context<'_, '_>),
}

/// All checks. Bounds come first: the others speak of accesses that stay in their objects; those of buffers, which are many and rest on
/// more, come last, when all else is settled. Questions that are few come before those
/// about pairs of accesses, which may take all that there is.
const ALL: &[Check] = &[
    out_of_bounds::CHECK,
    barrier_divergence::CHECK,
    divergent_collective::CHECK,
    data_race::CHECK,
    unawaited_copy::CHECK,
    behind::CHECK,
    phases::CHECK,
    assertion::CHECK,
    non_terminating_loop::CHECK,
    extents::CHECK,
    in_any_case::CHECK,
];

/// Runs all checks, and counts what they ask.
pub fn run_all(cx: &mut Context<'_, '_>) -> [Questions; 2] {
    let (mut races, mut divergence) = (Questions::default(), Questions::default());
    for check in ALL {
        let before = (Instant::now(), cx.solver.obligations, cx.solver.conjuncts);
        (check.run)(cx);
        let kind = match check.id {
            id if id == data_race::CHECK.id || id == behind::CHECK.id => &mut races,
            id if id == barrier_divergence::CHECK.id => &mut divergence,
            _ => continue,
        };
        kind.seconds += before.0.elapsed().as_secs_f64();
        kind.obligations += cx.solver.obligations - before.1;
        kind.conjuncts += cx.solver.conjuncts - before.2;
    }
    [races, divergence]
}

/// One arbitrary thread of the launch, as thread 0 of a pair whose other thread nobody asks about.
fn one_thread(cx: &mut Context<'_, '_>) -> Pair {
    Pair::new(cx.machine, &Family::any_two(Scope::Grid), &[])
}

/// Whether more than a launch of fixed size and the thread's place in it flows into the query. What shared or private memory holds
/// that nobody ever writes is no data: nothing bounds it.
fn depends_on_data(cx: &Context<'_, '_>, query: &[TermId]) -> bool {
    cx.machine
        .terms
        .post_order(query)
        .iter()
        .any(|&t| match cx.machine.terms.node(t) {
            Node::App(f, _) => {
                let origin = match cx.machine.terms.functions[*f].origin {
                    FnOrigin::Fork(of, _) => &cx.machine.terms.functions[of].origin,
                    ref origin => origin,
                };
                match *origin {
                    FnOrigin::Select { object, .. } | FnOrigin::Pointer { object } => {
                        let space = cx.machine.objects.space(cx.machine.kernel, object);
                        let garbage = matches!(space, Space::Shared | Space::Private);
                        !garbage || cx.machine.objects.usage(object).written
                    }
                    _ => true,
                }
            }
            Node::Sym(s) => {
                let (of, _) = cx.machine.terms.original(*s);
                match cx.machine.terms.symbols[of].origin {
                    Origin::Param(_) | Origin::Approximate(_) | Origin::Free | Origin::GridDim(_) => true,
                    Origin::BlockDim(dim) => !cx.machine.config.sized_block[dim as usize],
                    Origin::ThreadIdx(_)
                    | Origin::BlockIdx(_)
                    | Origin::GlobalOffset(_)
                    | Origin::WorkDim
                    | Origin::Counter(_)
                    | Origin::Placeholder
                    | Origin::Fork(..) => false,
                }
            }
            _ => false,
        })
}

/// As [`Solver::settle`]; that a proof leans on index arithmetic not to overflow is noted.
fn decide(cx: &mut Context<'_, '_>, core: &[TermId]) -> Settled {
    let settled = cx.solver.settle(&mut cx.machine.terms, core, &[]);
    if let Settled::Never { overflow } = settled {
        cx.overflow |= overflow;
    }
    settled
}

/// As [`Solver::settle`]; a model is sought once more among those that follow the loops' first iterations step by step, and then
/// among those that follow short loops to their ends.
fn settle_closely(cx: &mut Context<'_, '_>, pair: &mut Pair, core: &[TermId], rest: &[TermId]) -> Settled {
    let query = [core, rest].concat();
    // Products of what loops make are hard, and easy once the counters are numbers.
    let apart = iterations::multiplies_carried(&cx.machine.terms, &query);
    if apart && let Some(overflow) = iterations::never_in_any(cx, pair, &query) {
        return Settled::Never { overflow };
    }
    let hope = match cx.findings.is_empty() {
        true => Hope::Proof,
        false => Hope::Model,
    };
    let mut answer = cx.solver.settle_as(&mut cx.machine.terms, core, rest, hope);
    for follow in [Follow::First, Follow::All] {
        let Settled::Happens(model) = &answer else {
            return answer;
        };
        if follow == Follow::All {
            if !pair.passes_first_iterations(cx.machine, &query, model) {
                return answer;
            }
            if !apart && let Some(overflow) = iterations::never_in_any(cx, pair, &query) {
                return Settled::Never { overflow };
            }
        }
        let steps = pair.first_iterations(cx.machine, &query, follow);
        if steps.is_empty() {
            return answer;
        }
        let all = [rest, &steps].concat();
        match cx
            .solver
            .settle_as(&mut cx.machine.terms, core, &all, Hope::Model)
        {
            Settled::Unknown(_) => return answer,
            closer => answer = closer,
        }
    }
    answer
}

/// What keeps the kernel from being proved where some thread can get to it.
pub fn settle_unknowns(cx: &mut Context<'_, '_>) {
    let mut guarded = std::mem::take(&mut cx.machine.guarded_unknowns);
    guarded.sort_by(|(g, a), (h, b)| (a.loc, &a.message, g).cmp(&(b.loc, &b.message, h)));
    guarded.dedup();
    let mut pair = one_thread(cx);
    for (guard, why) in guarded {
        if cx.unknowns.last() != Some(&why) && is_reached(cx, &mut pair, guard) {
            cx.unknowns.push(why);
        }
    }
    let mut others = std::mem::take(&mut cx.machine.other_callees);
    others.sort();
    others.dedup();
    cx.trusted.callees = others.into_iter().any(|guard| is_reached(cx, &mut pair, guard));
}

/// Whether some thread may meet `guard`.
fn is_reached(cx: &mut Context<'_, '_>, pair: &mut Pair, guard: TermId) -> bool {
    let terms = &mut cx.machine.terms;
    let guard = pair.fork(terms, guard, 0);
    let mut core = terms.conjuncts(guard);
    if core.iter().all(|&c| terms.as_bool(c) == Some(true)) {
        return true;
    }
    core.extend(&pair.within);
    !matches!(decide(cx, &core), Settled::Never { .. })
}
