//! What a model means: which kind of race it is, whether it does harm, and the sentences for what was not decided.

use super::super::Context;
use super::Beside;
use super::pose::Obligation;
use super::query::{Query, exchanged};
use crate::answer::{Action, Approximation, Behind, Finding, Kind, Place, Unknown, Variant};
use crate::clock::Clock;
use crate::pair::{Hope, Pair, Settled};
use crate::ssa::Access;
use crate::term::{FnOrigin, Node, TermId, Terms, Value};
use crate::witness::{approximations, witness};
use crate::z3::Model;
use kverify_frontend::ir::Loc;

/// What kind of race it is.
pub(super) fn variant(a: &Access, b: &Access) -> Variant {
    match (a.action, b.action) {
        (Action::Atomic, _) | (_, Action::Atomic) => Variant::AtomicPlain,
        (Action::Write, Action::Write) => Variant::WriteWrite,
        _ => Variant::ReadWrite,
    }
}

/// The finding that a model of the query is, the model that is its witness, and what holds where two writes are not of one value.
pub(super) fn judge(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    beside: &Beside<'_>,
    o: &Obligation<'_>,
    query: &Query,
    model: Box<Model>,
    awaits: Option<Loc>,
) -> (Finding, Box<Model>, Vec<TermId>) {
    let [a, b] = o.accesses;
    let difference = difference(cx, pair, o, query, &model);
    let same_value = matches!(difference, Difference::None);
    let of_writes = variant(a, b) == Variant::WriteWrite;
    // Of two writes the witness is one in which they differ.
    let (model, differs) = match difference {
        Difference::In(other, differs) if of_writes => (other, differs),
        Difference::Here(differs) if of_writes => (model, differs),
        Difference::In(..) | Difference::Here(_) | Difference::None | Difference::Possible => {
            (model, Vec::new())
        }
    };
    let offsets = o.offsets.map(Some);
    let all = [query.core.as_slice(), &query.guards].concat();
    let mut approximations = approximations(cx.machine, &all);
    if has_opaque_values(&cx.machine.terms, &differs) {
        let message = "what the two write is computed in ways that are not modelled exactly".to_owned();
        approximations.push(Approximation { message, loc: a.loc });
    }
    let finding = Finding {
        space: Some(cx.machine.objects.space(cx.machine.kernel, a.object)),
        variant: Some(variant(a, b)),
        object: Some(cx.machine.objects.base(a.object).0),
        same_value,
        awaits,
        approximations,
        intervals: Some(beside.intervals),
        behind: behind(beside.behind, [a, b]),
        ..Finding::new(
            Kind::DataRace,
            beside.family.scope,
            [a, b].map(|x| Place {
                loc: x.loc,
                action: x.action,
            }),
            witness(cx.machine, pair, &model, [&a.counters, &b.counters], offsets),
        )
    };
    (finding, model, differs)
}

/// Whether a function of the program or of a warp has a say of which nothing is known but that it is one.
fn has_opaque_values(terms: &Terms, of: &[TermId]) -> bool {
    terms.post_order(of).iter().any(|t| match *terms.node(*t) {
        Node::App(f, _) => match terms.functions[terms.original_fn(f).0].origin {
            FnOrigin::Pure | FnOrigin::Exchange(_) | FnOrigin::Carried => true,
            FnOrigin::Select { .. }
            | FnOrigin::Pointer { .. }
            | FnOrigin::Drawn { .. }
            | FnOrigin::Fork(..) => false,
        },
        _ => false,
    })
}

/// Of the divergences that two accesses may lie behind, the last that begins before both are done, in the order of the source.
fn behind(all: &[Behind], accesses: [&Access; 2]) -> Option<Behind> {
    let end = accesses.map(|x| x.loc).into_iter().max()?;
    let before = all.iter().rev().find(|b| b.places.iter().any(|p| p.loc < end));
    before.or(all.first()).cloned()
}

/// What difference it makes who comes first.
enum Difference {
    /// In every model of the query both write one value, or the one writes the value that the other reads without it.
    None,
    /// It was not decided.
    Possible,
    /// It makes one in the model at hand: where this holds.
    Here(Vec<TermId>),
    /// It makes one in this model: where this holds.
    In(Box<Model>, Vec<TermId>),
}

fn difference(
    cx: &mut Context<'_, '_>,
    pair: &mut Pair,
    o: &Obligation<'_>,
    query: &Query,
    model: &Model,
) -> Difference {
    let [a, b] = o.accesses;
    let plain = [a, b].iter().all(|x| x.action != Action::Atomic);
    if !plain || o.values.is_empty() || o.bytes[0] != o.bytes[1] {
        return Difference::Possible;
    }
    let terms = &mut cx.machine.terms;
    if o.values.iter().any(|[x, y]| terms.sort(*x) != terms.sort(*y)) {
        return Difference::Possible;
    }
    let mut same: Vec<TermId> = o.values.iter().map(|&[x, y]| terms.eq(x, y)).collect();
    let whole = terms.eq(o.offsets[0], o.offsets[1]);
    same.push(whole);
    let same = terms.and(&same);
    let differ = terms.not(same);
    if terms.as_bool(differ) == Some(false) {
        return Difference::None;
    }
    // The query asks of no values, so it knows nothing of them.
    let known = exchanged(cx, pair, &[differ]);
    let terms = &mut cx.machine.terms;
    // Mostly the model at hand is one in which it does.
    let (viewed, _) = cx.solver.view(terms, differ);
    if known.facts.is_empty() && terms.eval(viewed, &mut |t| model.value(t)) == Some(Value::Bool(true)) {
        return Difference::Here(vec![differ]);
    }
    let differs = [known.facts, vec![differ]].concat();
    let core = [query.core.as_slice(), &differs].concat();
    match cx.solver.settle_as(terms, &core, &query.guards, Hope::Model) {
        Settled::Never { .. } => {
            cx.overflow |= known.assumed;
            Difference::None
        }
        Settled::Happens(model) => Difference::In(model, differs),
        Settled::Unknown(_) => Difference::Possible,
    }
}

/// Reason: the work or the time for the kernel was used up.
pub(super) fn out_of_time(clock: &Clock, loc: Loc) -> Unknown {
    Unknown {
        message: format!(
            "not all pairs of accesses were looked at, from this one on: {}",
            clock.reason()
        ),
        loc: Some(loc),
    }
}

/// Reason: the solver gave up on this pair.
pub(super) fn undecided(a: &Access, b: &Access, why: &str) -> Unknown {
    let (first, second) = order(a.loc, b.loc);
    let what = |l: Loc| {
        if l == a.loc {
            word(a.action)
        } else {
            word(b.action)
        }
    };
    Unknown {
        message: format!(
            "whether this {} and the {} at line {} can be the same memory was not decided ({why}); fixing launch sizes \
             (--block, --grid) or parameters (--assume) or raising --effort may settle it",
            what(first),
            what(second),
            second.span.line
        ),
        loc: Some(first),
    }
}

fn order(a: Loc, b: Loc) -> (Loc, Loc) {
    (a.min(b), a.max(b))
}

fn word(a: Action) -> &'static str {
    match a {
        Action::Read => "read",
        Action::Write => "write",
        _ => "atomic",
    }
}
