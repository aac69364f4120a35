//! Members that are only ever exchanged with one another: `std::swap(from, to)` between the steps of a solver.
//!
//! Two members that start as different buffers stay different, whoever of the two holds which. That is so where each gets what it holds
//! from an allocation, which makes another buffer each time, or once from its object's constructor.

use super::flows::{Flow, Source};
use super::lists::is_null;
use super::makers::is_fresh;
use super::places::place;
use super::walk::Walk;
use super::*;

impl<'u> Walk<'_, '_, 'u> {
    /// Whether two pointers are such members.
    pub fn are_exchanged(&mut self, a: &Handed<'u>, b: &Handed<'u>, inside: &Rc<Inside<'u>>) -> bool {
        let member = |(_, argument, members): &Handed<'u>| {
            let (base, steps) = place(None, *argument)?;
            let is_member = base.kind() == CXCursor_FieldDecl && steps.is_empty() && members.is_empty();
            is_member.then_some(base)
        };
        let (Some(x), Some(y)) = (member(a), member(b)) else {
            return false;
        };
        let are_of_one = x.semantic_parent().zip(y.semantic_parent());
        if x.same(y) || !are_of_one.is_some_and(|(of_x, of_y)| of_x.same(of_y) && is_built(of_x)) {
            return false;
        }
        let starts = [self.starts(x, [x, y], inside), self.starts(y, [x, y], inside)];
        match starts {
            [Some(of_x), Some(of_y)] => !of_x.is_empty() && !of_y.is_empty() && !meet(&of_x, &of_y),
            _ => false,
        }
    }

    /// What a member gets besides what it is exchanged with; none where that may be twice the same.
    fn starts(&mut self, to: Cursor<'u>, both: [Cursor<'u>; 2], inside: &Rc<Inside<'u>>) -> Option<Found> {
        let flows: Vec<Flow<'u>> = self.flows.into(to).to_vec();
        let is_exchange = |flow: &&Flow<'u>| exchanges(flow, both);
        let (exchanges, others): (Vec<&Flow<'u>>, Vec<&Flow<'u>>) = flows.iter().partition(is_exchange);
        let in_constructor =
            |flow: &&Flow<'u>| flow.function.is_some_and(|f| f.kind() == CXCursor_Constructor);
        if exchanges.is_empty() || exchanges.iter().any(in_constructor) {
            return None;
        }
        let given: Vec<&Flow<'u>> = others.into_iter().filter(|flow| !starts_empty(flow)).collect();
        let once = given.iter().filter(|flow| !allocates(flow.source)).count();
        let is_known =
            |flow: &&&Flow<'u>| flow.steps.is_empty() && (allocates(flow.source) || in_constructor(flow));
        if once > 1 || !given.iter().all(|flow| is_known(&flow)) {
            return None;
        }
        let this = self.this(inside);
        let mut found = Found::new();
        for flow in given {
            for way in self.ways_into(flow, (&this, false), inside) {
                found.extend(self.source(flow.source, &[], &way));
            }
        }
        Some(found)
    }
}

/// Whether a flow exchanges what two members hold.
fn exchanges<'u>(flow: &Flow<'u>, both: [Cursor<'u>; 2]) -> bool {
    let Source::Lent(call, _) = flow.source else {
        return false;
    };
    let of_library = call.spelling() == "swap" && call.referenced().is_some_and(is_the_languages);
    let places: Vec<_> = call.arguments().into_iter().map(|c| place(None, c)).collect();
    let is_of = |n: usize, member: Cursor<'u>| {
        let place = places.get(n).and_then(Option::as_ref);
        place.is_some_and(|(base, steps)| match &flow.holder {
            Some(holder) => {
                let part = [&holder.part[..], &[Step::Field(member.spelling())]].concat();
                base.same(holder.variable) && *steps == part
            }
            None => base.same(member) && steps.is_empty(),
        })
    };
    let [x, y] = both;
    of_library && places.len() == 2 && (is_of(0, x) && is_of(1, y) || is_of(0, y) && is_of(1, x))
}

/// Whether something comes from an allocation of a library's, and is what that makes as a whole.
pub(super) fn allocates(source: Source<'_>) -> bool {
    let makes = |call: Cursor<'_>| {
        call.kind() == CXCursor_CallExpr
            && call.referenced().is_some_and(is_the_languages)
            && is_fresh(&call.spelling(), call)
            && call.spelling() != "realloc"
    };
    match source {
        Source::Lent(call, _) => makes(call),
        Source::Value(value) => makes(strip(value)) || strip(value).kind() == CXCursor_CXXNewExpr,
        Source::Called(_) | Source::Unknown => false,
    }
}

fn starts_empty(flow: &Flow<'_>) -> bool {
    matches!(flow.source, Source::Value(value) if is_null(strip(value)))
}

/// Whether objects of a class begin in its constructors alone: an aggregate's members may be given anything.
fn is_built(class: Cursor<'_>) -> bool {
    let parts = class.definition().unwrap_or(class).children();
    parts.iter().any(|part| part.kind() == CXCursor_Constructor)
}
