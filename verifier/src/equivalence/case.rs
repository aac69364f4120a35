//! One launch of both sides: their runs, their first difference, their terms.

use super::Request;
use super::algebra::Algebra;
use super::answer::{Difference, Held};
use super::launches::Case;
use super::sides::{Pairing, Side};
use crate::replay::{
    Element, EventKind, Fill, Given, Graph, Limits, Node, Run, Schedule, Sym, Symbolic, Written,
    run_with_symbols, to_float,
};
use kverify_frontend::ir::{FloatKind, Loc, Ty};
use std::collections::BTreeSet;

/// What one launch showed.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    /// The first element that differs.
    pub difference: Option<Difference>,
    /// Why the sides' equality here is not proved; nothing if it is.
    pub unproved: Option<String>,
    /// `exp(a + b) = exp(a) exp(b)` was used.
    pub split_exp: bool,
    /// Pairs of runs.
    pub runs: u32,
    /// Elements that were compared.
    pub elements: usize,
}

const FILLS: [Fill; 9] = [
    Fill::Hashed(1),
    Fill::Small,
    Fill::Hashed(2),
    Fill::Index,
    Fill::Sparse(1),
    Fill::Ones,
    // Of the seeds some make what stands first negative, some what stands last.
    Fill::Hashed(3),
    Fill::Hashed(4),
    Fill::Hashed(5),
];

const SCHEDULES: [Schedule; 4] = [
    Schedule::InOrder,
    Schedule::Reverse,
    Schedule::RoundRobin,
    Schedule::LockStep,
];

/// Runs both sides, first with symbols; then, if that proves nothing, with other contents and orders.
pub(super) fn run(sides: &[Side; 2], pairing: &Pairing, case: &Case, request: &Request) -> Outcome {
    let mut outcome = Outcome::default();
    let mut racy = false;
    for (n, fill) in FILLS.into_iter().enumerate() {
        let schedules = if n == 0 || racy {
            &SCHEDULES[..]
        } else {
            &SCHEDULES[..1]
        };
        for schedule in schedules {
            if *schedule != Schedule::InOrder && !racy {
                continue;
            }
            let [a, b] = both(sides, pairing, case, request, fill, *schedule);
            outcome.runs += 1;
            let races = [&a, &b].map(|side| race(&side.run));
            racy |= races.iter().any(Option::is_some);
            if let Some(why) = incomplete(&a.run).or_else(|| incomplete(&b.run)) {
                outcome.unproved = Some(why);
                return outcome;
            }
            outcome.difference = difference(
                sides,
                pairing,
                case,
                request,
                [&a, &b],
                (fill, *schedule),
                races.clone(),
            );
            if outcome.difference.is_some() {
                return outcome;
            }
            if n == 0 && *schedule == Schedule::InOrder {
                outcome.unproved = prove(sides, pairing, &a, &b, request.exact, &mut outcome);
                if outcome.unproved.is_none() {
                    return outcome;
                }
            }
        }
    }
    outcome
}

fn both(
    sides: &[Side; 2],
    pairing: &Pairing,
    case: &Case,
    request: &Request,
    fill: Fill,
    schedule: Schedule,
) -> [Symbolic; 2] {
    let limits = Limits {
        fuel: request.steps.unwrap_or(400_000_000),
        threads: 1 << 16,
        pages: 1 << 19,
        accesses: 10_000_000,
        ..Limits::default()
    };
    let one = |n: usize, graph: Graph| {
        let mut inputs = case.inputs[n].clone();
        (inputs.fill, inputs.schedule) = (fill, schedule);
        let open = pairing.scalars[n]
            .iter()
            .filter(|(_, number)| case.open.contains(number));
        let given = Given {
            arrays: pairing.arrays[n].clone(),
            scalars: open.map(|(param, number)| (*param, *number)).collect(),
            reals: !request.exact,
        };
        run_with_symbols(&sides[n].kernel, &inputs, &limits, graph, given)
    };
    let mut a = one(0, Graph::default());
    let b = one(1, std::mem::take(&mut a.graph));
    [a, b]
}

/// Why a run says too little.
fn incomplete(run: &Run) -> Option<String> {
    if run.assumption_failed {
        return Some("an assumption in the kernel does not hold at this launch".to_owned());
    }
    let cut = |kind| {
        matches!(
            kind,
            EventKind::LogFull | EventKind::OutOfMemory | EventKind::LaunchTooLarge | EventKind::IllFormed
        )
    };
    let event = run.events.iter().find(|event| cut(event.kind));
    match event {
        Some(event) => Some(format!("a run was too large: {}", event.detail)),
        None if run.out_of_fuel => Some("a run took too many steps (--steps allows more)".to_owned()),
        None => None,
    }
}

/// A race or a parting at a barrier, beyond doubt.
fn race(run: &Run) -> Option<String> {
    let line = |loc: &Loc| loc.span.line;
    if let Some(conflict) = run.conflicts.iter().find(|c| c.exact) {
        let [x, y] = conflict.places.each_ref().map(|place| line(&place.loc));
        return Some(format!("races (lines {x} and {y})"));
    }
    let parting = run.divergences.iter().find(|d| {
        d.exact
            && !d
                .places
                .iter()
                .any(|p| p.action == kverify_smt::answer::Action::Exit)
    })?;
    Some(format!(
        "has threads that part at a barrier (line {})",
        line(&parting.places[0].loc)
    ))
}

/// Whether equality for all contents is proved; if not, why.
fn prove(
    sides: &[Side; 2],
    pairing: &Pairing,
    a: &Symbolic,
    b: &Symbolic,
    exact: bool,
    outcome: &mut Outcome,
) -> Option<String> {
    for (n, side) in [a, b].into_iter().enumerate() {
        let name = &sides[n].kernel.name;
        if let Some(race) = race(&side.run) {
            return Some(format!(
                "{name} {race}: it has no one result; `kverify check` says more"
            ));
        }
        if !side.run.conflicts.is_empty() || side.run.divergences.iter().any(|d| !d.exact) {
            return Some(format!("{name} may race: what is given decides whether it does"));
        }
        if let Some((reason, loc)) = &side.spoilt {
            let line = loc.map_or_else(String::new, |loc| format!(", line {}", loc.span.line));
            return Some(format!("{name}{line}: {reason}"));
        }
        if let Some(doubt) = sides[n].kernel.doubts.iter().find(|doubt| !doubt.is_complete) {
            return Some(format!("{name}: {}", doubt.reason));
        }
        let bad = side.run.events.iter().find(|e| e.kind != EventKind::WideShift);
        if let Some(event) = bad {
            let line = event
                .loc
                .map_or_else(String::new, |loc| format!(", line {}", loc.span.line));
            return Some(
                format!("{name}{line}: {:?} {}", event.kind, event.detail)
                    .trim_end()
                    .to_owned(),
            );
        }
        if side.run.approximate || side.written.values().any(|w| w.unknown) {
            return Some(format!(
                "{name}: something that is not modelled has a say in the result"
            ));
        }
        if !side.run.spinning.is_empty() || side.run.prints_lost > 0 {
            return Some(format!("{name} does not come to its end"));
        }
    }
    let mut graph = b.graph.clone();
    let mut pairs: Vec<(Element, Sym, Sym)> = Vec::new();
    for element in elements(pairing, a, b) {
        let input = graph.make(Node::Input {
            array: element.0,
            row: element.1,
            offset: element.2,
            ty: pairing.element_ty(element.0),
        });
        let term = |side: &Symbolic| side.written.get(&element).map_or(input, |w| w.term);
        pairs.push((element, term(a), term(b)));
    }
    outcome.elements = pairs.len();
    for distribute in [false, true] {
        let mut algebra = Algebra::new(&graph, !exact, distribute);
        let open = pairs.iter().find(|(_, x, y)| !algebra.are_equal(*x, *y)).copied();
        let Some((element, ..)) = open else {
            outcome.split_exp |= algebra.split_exp;
            return None;
        };
        if distribute {
            let why = if algebra.is_exhausted() {
                "; the terms are too large"
            } else {
                ""
            };
            return Some(format!(
                "the terms of {} are not equal by the laws that are known{why}",
                name_of(pairing, element)
            ));
        }
    }
    None
}

/// The elements that either side wrote, of arrays that both have.
fn elements(pairing: &Pairing, a: &Symbolic, b: &Symbolic) -> BTreeSet<Element> {
    let both = a.written.keys().chain(b.written.keys());
    both.filter(|element| pairing.shared.contains(&element.0))
        .copied()
        .collect()
}

fn name_of(pairing: &Pairing, (array, row, offset): Element) -> String {
    let name = pairing.names.get(array as usize).map_or("", String::as_str);
    let index = offset / i64::from(pairing.element_ty(array).bytes().max(1));
    match row {
        0 => format!("{name}[{index}]"),
        row => format!("{name}[{row}][{index}]"),
    }
}

fn difference(
    sides: &[Side; 2],
    pairing: &Pairing,
    case: &Case,
    request: &Request,
    [a, b]: [&Symbolic; 2],
    (fill, schedule): (Fill, Schedule),
    races: [Option<String>; 2],
) -> Option<Difference> {
    for element in elements(pairing, a, b) {
        let ty = pairing.element_ty(element.0);
        let held = [a, b].map(|side| side.written.get(&element));
        let bits = held.map(|w| w.map_or_else(|| fill.given(element, ty), |w| w.bits));
        // What is not modelled shows nothing.
        let unsure = held.iter().flatten().any(|w| w.unknown) || a.run.approximate || b.run.approximate;
        if unsure || is_close(ty, bits, request) {
            continue;
        }
        let describe = |w: Option<&Written>, bits| Held {
            value: crate::report::value(ty, bits).to_string(),
            thread: w.map(|w| (w.thread.block, w.thread.thread)),
            line: w.and_then(|w| w.loc).map(|loc| loc.span.line),
        };
        let races = [0, 1].map(|n| {
            races[n]
                .as_ref()
                .map(|race| format!("{} {race}", sides[n].kernel.name))
        });
        return Some(Difference {
            element: name_of(pairing, element),
            held: [0, 1].map(|n| describe(held[n], bits[n])),
            launches: case.words.clone(),
            fill: crate::by_hand::fill_name(fill),
            schedule: format!("{schedule:?}"),
            races: races.into_iter().flatten().collect(),
        });
    }
    None
}

/// Whether two values count as the same.
fn is_close(ty: Ty, [a, b]: [u128; 2], request: &Request) -> bool {
    let Ty::Float(kind) = ty else {
        return a == b;
    };
    let (x, y) = (to_float(kind, a), to_float(kind, b));
    if a == b || x.is_nan() && y.is_nan() || x == y && !request.exact {
        return true;
    }
    if request.exact {
        return false;
    }
    let (usual, least) = match kind {
        FloatKind::F64 => (1e-9, 1e-9),
        FloatKind::F32 => (1e-3, 1e-3),
        FloatKind::F16 | FloatKind::BF16 => (5e-2, 1e-1),
    };
    let largest = x.abs().max(y.abs());
    (x - y).abs() <= request.margin.unwrap_or(usual) * largest
        || largest <= request.min_value.unwrap_or(least)
}
