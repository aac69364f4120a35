//! Where the assumption that index arithmetic does not overflow fails first.
//!
//! The operations looked at are those on the way to an address whose value the integer view takes to stay in its type
//! ([`int_view()`]). The value of such an operation mostly grows with each size of the launch and with each
//! parameter: then its extreme is in a corner of their ranges, and the least sizes that leave the type are found by bisection
//! ([`corner`]). Where the iterations of a loop have a say, the solver is asked for ever smaller launches ([`descent`]). It has
//! the last word in any case: a launch is only named if all that holds on the way to the operation can hold in it.

mod corner;
mod descent;

use crate::answer::Arith;
use crate::checks::Context;
use crate::ssa::{Access, Machine};
use crate::term::{IntView, Node, Origin, Range, Subst, TermId, int_view};
use corner::Corner;
use descent::Descent;
use kverify_frontend::ir::{Dim, Geometry, Language};
use std::collections::BTreeSet;

/// Operations looked at.
const MAX_OPERATIONS: usize = 8;

/// Of the work that a kernel may cost, this part goes into finding out how an overflow might look: the proof stands without it.
const PART: u64 = 64;

/// A launch in which an operation overflows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overflow {
    line: u32,
    sizes: Sizes,
    params: Vec<(u32, i128)>,
    /// It happens in every launch that the configuration allows, whatever the program hands over.
    pub always: bool,
}

/// Threads of a block, and blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    block: [i128; 3],
    grid: [i128; 3],
}

/// An operation on the way to an address that is taken not to overflow.
struct Operation {
    line: u32,
    /// Its exact value, if nothing in it overflows.
    value: TermId,
    /// The values of its type.
    fits: Range,
    /// What holds when it is reached.
    guards: Vec<TermId>,
}

impl Sizes {
    /// A size, or the first or last index below it.
    fn value(&self, origin: &Origin, last: bool) -> Option<i128> {
        let index = |size: i128| if last { size - 1 } else { 0 };
        match *origin {
            Origin::ThreadIdx(d) => Some(index(self.block[d as usize])),
            Origin::BlockIdx(d) => Some(index(self.grid[d as usize])),
            Origin::BlockDim(d) => Some(self.block[d as usize]),
            Origin::GridDim(d) => Some(self.grid[d as usize]),
            Origin::GlobalOffset(_)
            | Origin::WorkDim
            | Origin::Param(_)
            | Origin::Counter(_)
            | Origin::Placeholder
            | Origin::Approximate(_)
            | Origin::Free
            | Origin::Fork(..) => None,
        }
    }

    fn threads(&self) -> i128 {
        let all = self.block.iter().chain(&self.grid);
        all.fold(1, |n: i128, &size| n.saturating_mul(size))
    }
}

impl Overflow {
    /// Smaller launches come first, then smaller parameters.
    fn order(&self) -> (i128, i128) {
        let sum = |n: i128, p: &(u32, i128)| n.saturating_add(p.1.saturating_abs());
        (self.sizes.threads(), self.params.iter().fold(0, sum))
    }

    /// For the user: `4194305 blocks of 1024 threads (line 7)`.
    pub fn text(&self, machine: &Machine<'_>) -> String {
        let (one, many, thread) = match machine.kernel.language {
            Language::Cuda => ("block", "blocks", "thread"),
            Language::OpenCl => ("work-group", "work-groups", "work-item"),
        };
        let size = |dims: [i128; 3]| match dims {
            [x, 1, 1] => x.to_string(),
            [x, y, 1] => format!("{x} x {y}"),
            [x, y, z] => format!("{x} x {y} x {z}"),
        };
        let plural = |dims: [i128; 3]| if dims == [1; 3] { "" } else { "s" };
        let blocks = if self.sizes.grid == [1; 3] { one } else { many };
        let mut text = format!(
            "{} {blocks} of {} {thread}{}",
            size(self.sizes.grid),
            size(self.sizes.block),
            plural(self.sizes.block)
        );
        for &(n, value) in &self.params {
            let name = &machine.kernel.params[n as usize].name;
            text.push_str(&format!(", {name} = {value}"));
        }
        format!("{text} (line {})", self.line)
    }
}

/// The smallest launch that is found in which an operation on the way to an address overflows and is assumed not to.
pub fn first(cx: &mut Context<'_, '_>) -> Option<Overflow> {
    if cx.machine.config.arith == Arith::Bv {
        return None;
    }
    let mut best: Option<Overflow> = None;
    let most = cx.machine.clock.work().spent() + cx.machine.config.work / PART;
    for operation in operations(cx) {
        if cx.solver.is_out_of_time() {
            break;
        }
        let descent = Descent::new(cx, &operation, most);
        let found = match Corner::smallest(cx.machine, &operation) {
            Some(found) if best.as_ref().is_some_and(|b| b.order() <= found.order()) => None,
            Some(found) => descent.is_real(cx, &found).then_some(found),
            None => descent.smallest(cx),
        };
        let Some(found) = found else { continue };
        if happens_always(cx.machine, &operation) {
            return Some(Overflow {
                always: true,
                ..found
            });
        }
        if best.as_ref().is_none_or(|b| found.order() < b.order()) {
            best = Some(found);
        }
    }
    best
}

/// Whether nothing has a say in an operation and in who comes to it but threads' numbers in a launch whose sizes are given.
fn happens_always(machine: &mut Machine<'_>, operation: &Operation) -> bool {
    let fixed = Dim::ALL.map(|d| {
        [Geometry::BlockDim(d), Geometry::GridDim(d)].map(|size| {
            let size = machine.geometry(size);
            machine.terms.as_int(size).is_some()
        })
    });
    let all = [&operation.guards[..], &[operation.value]].concat();
    machine
        .terms
        .post_order(&all)
        .iter()
        .all(|t| match *machine.terms.node(*t) {
            Node::Sym(s) => match machine.terms.symbols[s].origin {
                Origin::ThreadIdx(d) => fixed[d as usize][0],
                Origin::BlockIdx(d) => fixed[d as usize][1],
                Origin::Counter(_) => true,
                Origin::BlockDim(_)
                | Origin::GridDim(_)
                | Origin::GlobalOffset(_)
                | Origin::WorkDim
                | Origin::Param(_)
                | Origin::Placeholder
                | Origin::Approximate(_)
                | Origin::Free
                | Origin::Fork(..) => false,
            },
            Node::App(..) => false,
            _ => true,
        })
}

/// The operations on the way to the kernel's addresses that are taken not to overflow, each once.
fn operations(cx: &mut Context<'_, '_>) -> Vec<Operation> {
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    let mut view = IntView::default();
    for access in &cx.whole.accesses {
        for t in cx.machine.terms.post_order(&[access.row, access.offset]) {
            let Node::Wrap {
                bits, signed, arg, ..
            } = *cx.machine.terms.node(t)
            else {
                continue;
            };
            if all.len() == MAX_OPERATIONS || !seen.insert(t) {
                continue;
            }
            let terms = &mut cx.machine.terms;
            let (value, inner) = int_view(terms, &mut view, arg);
            // What overflows inside does so first.
            if inner || !int_view(terms, &mut view, t).1 {
                continue;
            }
            let guards = guards_before(cx, access, t);
            let guards = guards
                .iter()
                .map(|&g| int_view(&mut cx.machine.terms, &mut view, g).0)
                .collect();
            all.push(Operation {
                line: access.loc.span.line,
                value,
                fits: Range::of_int(bits, signed),
                guards,
            });
        }
    }
    all
}

/// What holds when the operation is reached: the access' guards, but for those that hang on its value; of these, that they held in
/// the iteration before, if there was one.
fn guards_before(cx: &mut Context<'_, '_>, access: &Access, operation: TermId) -> Vec<TermId> {
    let terms = &mut cx.machine.terms;
    let mut guards = Vec::new();
    for guard in terms.conjuncts(access.guard) {
        if !terms.post_order(&[guard]).contains(&operation) {
            guards.push(guard);
            continue;
        }
        for &(_, counter) in access.counters.iter().rev() {
            let Node::Sym(s) = *terms.node(counter) else {
                continue;
            };
            let mut back = Subst::new();
            back.bind(s, terms.offset(counter, -1));
            let before = terms.subst(&mut back, guard);
            if before != guard {
                let zero = terms.int(0);
                let first = terms.le(counter, zero);
                guards.push(terms.or(&[first, before]));
                break;
            }
        }
    }
    guards
}

/// `blockDim` or `gridDim`, with the index below it.
fn dimensions(d: Dim, is_block: bool) -> (Geometry, Geometry) {
    if is_block {
        (Geometry::BlockDim(d), Geometry::ThreadIdx(d))
    } else {
        (Geometry::GridDim(d), Geometry::BlockIdx(d))
    }
}
