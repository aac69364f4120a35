//! Ever smaller launches, asked of the solver.

use super::{Operation, Overflow, Sizes, dimensions};
use crate::checks::Context;
use crate::term::{Node, Origin, TermId, Terms, Value};
use crate::z3::{Encoding, Model, Outcome};
use kverify_frontend::ir::Dim;

/// Questions for one operation.
const MAX_QUESTIONS: u32 = 40;

/// Whether the last thread is looked at, and whether other parameters are as large as they can be.
const CORNERS: [[bool; 2]; 4] = [[true, true], [true, false], [false, true], [false, false]];

/// Of the resources that the analysis has for a query, these get this share.
const SHARE: u32 = 8;

/// An operation that leaves its type, with all that holds on the way to it.
pub(super) struct Descent<'o> {
    operation: &'o Operation,
    query: Vec<TermId>,
    /// `blockDim` and `gridDim`, last first: a small grid before a small block.
    sizes: Vec<TermId>,
    /// The units that may be spent when the last question is asked.
    most: u64,
}

impl<'o> Descent<'o> {
    pub fn new(cx: &mut Context<'_, '_>, operation: &'o Operation, most: u64) -> Descent<'o> {
        let mut query = operation.guards.clone();
        let mut sizes = Vec::new();
        for is_block in [false, true] {
            for d in [Dim::Z, Dim::Y, Dim::X] {
                let (size, index) = dimensions(d, is_block);
                let (size, index) = (cx.machine.geometry(size), cx.machine.geometry(index));
                query.push(cx.machine.terms.lt(index, size));
                if cx.machine.terms.as_int(size).is_none() {
                    sizes.push(size);
                }
            }
        }
        let limits = cx.solver.limits.clone();
        let terms = &mut cx.machine.terms;
        let below = operation.fits.lo.map(|lo| {
            let lo = terms.int(lo);
            terms.lt(operation.value, lo)
        });
        let above = operation.fits.hi.map(|hi| {
            let hi = terms.int(hi);
            terms.lt(hi, operation.value)
        });
        let outside: Vec<TermId> = below.into_iter().chain(above).collect();
        query.push(terms.or(&outside));
        query.extend(limits.into_iter().map(|t| cx.solver.view(terms, t).0));
        query.retain(|&t| terms.as_bool(t) != Some(true));
        Descent {
            operation,
            query,
            sizes,
            most,
        }
    }

    fn ask(&self, cx: &mut Context<'_, '_>, more: &[TermId]) -> Option<Model> {
        let query = [&self.query, more].concat();
        let left = self.most.saturating_sub(cx.machine.clock.work().spent());
        if left == 0 {
            return None;
        }
        let rlimit = cx.machine.config.rlimit / SHARE;
        let solver = &mut cx.solver;
        match solver.ask_for(&cx.machine.terms, &query, Encoding::Int, rlimit, left) {
            Outcome::Sat(model) => Some(model),
            _ => None,
        }
    }

    /// Whether the operation leaves its type in that launch, as far as a look at its corners and the solver can tell.
    pub fn is_real(&self, cx: &mut Context<'_, '_>, found: &Overflow) -> bool {
        let terms = &cx.machine.terms;
        if CORNERS.iter().any(|&corner| self.holds_in(terms, found, corner)) {
            return true;
        }
        let mut fixed = Vec::new();
        for d in Dim::ALL {
            for (is_block, n) in [(true, found.sizes.block), (false, found.sizes.grid)] {
                let size = cx.machine.geometry(dimensions(d, is_block).0);
                let n = cx.machine.terms.int(n[d as usize]);
                fixed.push(cx.machine.terms.eq(size, n));
            }
        }
        for &(n, value) in &found.params {
            if let Some(param) = cx.machine.param(n) {
                let value = cx.machine.terms.int(value);
                fixed.push(cx.machine.terms.eq(param, value));
            }
        }
        self.ask(cx, &fixed).is_some()
    }

    /// Whether all that is asked holds for the first or last thread of a launch, with parameters that are not named as large or
    /// small as they can be.
    fn holds_in(&self, terms: &Terms, found: &Overflow, [last, largest]: [bool; 2]) -> bool {
        let mut leaf = |t: TermId| {
            let Node::Sym(s) = *terms.node(t) else { return None };
            let range = terms.range(t);
            let origin = &terms.symbols[s].origin;
            let value = match (found.sizes.value(origin, last), origin) {
                (Some(value), _) => value,
                (None, Origin::Param(n)) => match found.params.iter().find(|p| p.0 == *n) {
                    Some(&(_, value)) => value,
                    None if largest => range.hi?,
                    None => range.lo?,
                },
                (None, _) => return None,
            };
            range.contains(value).then_some(Value::Int(value))
        };
        let all = terms.eval_all(&self.query, &mut leaf);
        all.iter().all(|value| *value == Some(Value::Bool(true)))
    }

    /// A launch in which the operation leaves its type, made smaller for as long as the solver follows.
    pub fn smallest(&self, cx: &mut Context<'_, '_>) -> Option<Overflow> {
        let mut left = MAX_QUESTIONS;
        let mut model = self.start(cx, &mut left)?;
        for &size in &self.sizes {
            let mut fails = 0;
            while let Some(now) = model.int(size).filter(|now| now - fails > 1)
                && left > 0
            {
                left -= 1;
                let middle = fails + (now - fails) / 2;
                let mut bounds = self.no_larger(cx, &model);
                let bound = cx.machine.terms.int(middle);
                bounds.push(cx.machine.terms.le(size, bound));
                match self.ask(cx, &bounds) {
                    Some(smaller) => model = smaller,
                    None => fails = middle,
                }
            }
        }
        Some(self.launch(cx, &model))
    }

    /// A first launch, a small one if there is any.
    fn start(&self, cx: &mut Context<'_, '_>, left: &mut u32) -> Option<Model> {
        for bound in [1, 2, 32, 1 << 12, i128::MAX] {
            *left -= 1;
            let bound = cx.machine.terms.int(bound);
            let sizes = self.sizes.iter();
            let bounds: Vec<TermId> = sizes.map(|&s| cx.machine.terms.le(s, bound)).collect();
            if let Some(model) = self.ask(cx, &bounds) {
                return Some(model);
            }
        }
        None
    }

    /// No size is larger than in the model.
    fn no_larger(&self, cx: &mut Context<'_, '_>, model: &Model) -> Vec<TermId> {
        let terms = &mut cx.machine.terms;
        let known = self.sizes.iter().filter_map(|&s| Some((s, model.int(s)?)));
        let known: Vec<(TermId, i128)> = known.collect();
        known
            .into_iter()
            .map(|(s, n)| {
                let n = terms.int(n);
                terms.le(s, n)
            })
            .collect()
    }

    fn launch(&self, cx: &mut Context<'_, '_>, model: &Model) -> Overflow {
        let mut sizes = Sizes {
            block: [1; 3],
            grid: [1; 3],
        };
        for d in Dim::ALL {
            for (is_block, dims) in [(true, &mut sizes.block), (false, &mut sizes.grid)] {
                let size = cx.machine.geometry(dimensions(d, is_block).0);
                let fixed = cx.machine.terms.as_int(size);
                dims[d as usize] = fixed.or_else(|| model.int(size)).unwrap_or(1);
            }
        }
        let terms = &cx.machine.terms;
        let leaves = terms.post_order(&[&self.operation.guards[..], &[self.operation.value]].concat());
        let params = leaves.into_iter().filter_map(|t| {
            let Node::Sym(s) = *terms.node(t) else { return None };
            match terms.symbols[s].origin {
                Origin::Param(n) => Some((n, model.int(t)?)),
                _ => None,
            }
        });
        let mut params: Vec<(u32, i128)> = params.collect();
        params.sort_unstable();
        Overflow {
            line: self.operation.line,
            sizes,
            params,
            always: false,
        }
    }
}
