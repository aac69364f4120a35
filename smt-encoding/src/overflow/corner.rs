//! Values that are largest, or least, in a corner of the ranges of what they are made of.

use super::{Operation, Overflow, Sizes, dimensions};
use crate::ssa::Machine;
use crate::term::{Node, Origin, Range, TermId, Terms, Value};
use kverify_frontend::ir::{Dim, Language};
use std::collections::BTreeMap;

/// An operation whose value leaves its type upward or downward, and which way each leaf moves it.
pub(super) struct Corner<'o> {
    operation: &'o Operation,
    /// Whether the leaf's greatest value is wanted, by leaf.
    wants_most: BTreeMap<TermId, bool>,
    /// Parameters among the leaves, with their extreme.
    params: Vec<(TermId, u32, i128)>,
    /// The least and the most that a launch has in each dimension.
    least: Sizes,
    most: Sizes,
}

/// The least number of `1..=most` for which the monotone condition holds, if it holds for the last.
fn least(most: i128, mut holds: impl FnMut(i128) -> bool) -> Option<i128> {
    if !holds(most) {
        return None;
    }
    let (mut fails, mut works) = (0, most);
    while works - fails > 1 {
        let middle = fails + (works - fails) / 2;
        if holds(middle) {
            works = middle;
        } else {
            fails = middle;
        }
    }
    Some(works)
}

impl<'o> Corner<'o> {
    /// The smallest launch in which the operation leaves its type upward or, if it has a sign, downward. `None` also where its
    /// value hangs on more than the launch and its parameters, or is not monotone in each of these.
    pub fn smallest(machine: &mut Machine<'_>, operation: &'o Operation) -> Option<Overflow> {
        let ways = [true, false].into_iter().filter_map(|up| {
            let corner = Corner::new(machine, operation, up)?;
            corner.smallest_launch(machine)
        });
        ways.min_by_key(Overflow::order)
    }

    fn new(machine: &mut Machine<'_>, operation: &'o Operation, up: bool) -> Option<Corner<'o>> {
        let mut wants_most = BTreeMap::new();
        directions(&machine.terms, operation.value, up, false, &mut wants_most)?;
        let size = |d: Dim, is_block| {
            let size = machine.geometry(dimensions(d, is_block).0);
            machine.terms.range(size)
        };
        let sizes = |end: fn(Range) -> Option<i128>| Sizes {
            block: Dim::ALL.map(|d| end(size(d, true)).unwrap_or(1)),
            grid: Dim::ALL.map(|d| end(size(d, false)).unwrap_or(1)),
        };
        let (least, most) = (sizes(|r| r.lo), sizes(|r| r.hi));
        let mut params = Vec::new();
        for (&leaf, &(wants_most, in_product)) in &wants_most {
            let Node::Sym(s) = *machine.terms.node(leaf) else {
                return None;
            };
            match machine.terms.symbols[s].origin {
                Origin::Param(n) => {
                    let range = machine.terms.range(leaf);
                    let end = if wants_most { range.hi } else { range.lo };
                    let end = if in_product { end.map(|v| v.max(0)) } else { end };
                    params.push((leaf, n, end?));
                }
                // A larger launch is only further out if it is its size that is wanted large.
                Origin::BlockDim(_) | Origin::GridDim(_) if !wants_most => return None,
                Origin::BlockDim(_) | Origin::GridDim(_) | Origin::ThreadIdx(_) | Origin::BlockIdx(_) => {}
                _ => return None,
            }
        }
        let wants_most = wants_most.into_iter().map(|(t, (w, _))| (t, w)).collect();
        Some(Corner {
            operation,
            wants_most,
            params,
            least,
            most,
        })
    }

    fn smallest_launch(&self, machine: &Machine<'_>) -> Option<Overflow> {
        let mut params: Vec<i128> = self.params.iter().map(|p| p.2).collect();
        let shapes = self.shapes(machine).into_iter();
        let found = shapes.filter_map(|block| self.smallest_of(machine, block, &params));
        let sizes = found.min_by_key(Sizes::threads)?;
        for i in 0..params.len() {
            let (end, sign) = (params[i].abs(), params[i].signum());
            let mut with = |n: i128| {
                params[i] = sign * n;
                self.leaves(&machine.terms, &sizes, &params)
            };
            // From 0 on: one less than the least of 1, 2, …
            let nearest = least(end + 1, |n| with(n - 1))?;
            params[i] = sign * (nearest - 1);
        }
        let names = self.params.iter().map(|p| p.1);
        Some(Overflow {
            line: self.operation.line,
            sizes,
            params: names.zip(params).collect(),
            always: false,
        })
    }

    /// Blocks as large as they can be.
    fn shapes(&self, machine: &Machine<'_>) -> Vec<[i128; 3]> {
        let most = self.most.block;
        let limit = match machine.kernel.language {
            Language::Cuda => i128::from(machine.kernel.most_threads()),
            Language::OpenCl => i128::MAX,
        };
        let fits = |b: &[i128; 3]| b.iter().fold(1, |n: i128, &s| n.saturating_mul(s)) <= limit;
        let single = |d: usize| {
            let mut b = [1; 3];
            b[d] = most[d].min(limit);
            b
        };
        let square = [most[0].min(32), most[1].min(32), 1];
        let mut all = vec![most, single(0), single(1), single(2)];
        all.extend((most[1] > 1).then_some(square));
        all.retain(fits);
        all
    }

    /// The least grid of blocks of this shape; if one block is enough, the least block.
    fn smallest_of(&self, machine: &Machine<'_>, block: [i128; 3], params: &[i128]) -> Option<Sizes> {
        let leaves = |sizes: &Sizes| self.leaves(&machine.terms, sizes, params);
        let within = |n: i128, most: [i128; 3], least: [i128; 3]| {
            std::array::from_fn(|d| most[d].min(n).max(least[d]))
        };
        let mut sizes = Sizes {
            block,
            grid: self.least.grid,
        };
        if leaves(&sizes) {
            let of = |n: i128| Sizes {
                block: within(n, block, self.least.block),
                ..sizes
            };
            sizes = of(least(block.into_iter().max()?, |n| leaves(&of(n)))?);
        } else {
            let of = |n: i128| Sizes {
                grid: within(n, self.most.grid, self.least.grid),
                ..sizes
            };
            sizes = of(least(self.most.grid.into_iter().max()?, |n| leaves(&of(n)))?);
        }
        for d in [2, 1, 0] {
            sizes.grid[d] = least(sizes.grid[d], |n| {
                let mut grid = sizes.grid;
                grid[d] = n.max(self.least.grid[d]);
                leaves(&Sizes { grid, ..sizes })
            })?
            .max(self.least.grid[d]);
            sizes.block[d] = least(sizes.block[d], |n| {
                let mut block = sizes.block;
                block[d] = n.max(self.least.block[d]);
                leaves(&Sizes { block, ..sizes })
            })?
            .max(self.least.block[d]);
        }
        Some(sizes)
    }

    /// Whether the operation leaves its type in the corner of a launch of these sizes.
    fn leaves(&self, terms: &Terms, sizes: &Sizes, params: &[i128]) -> bool {
        let fits = self.operation.fits;
        let mut leaf = |t: TermId| self.value(terms, t, sizes, params).map(Value::Int);
        match terms.eval(self.operation.value, &mut leaf) {
            Some(Value::Int(v)) => !fits.contains(v),
            _ => false,
        }
    }

    fn value(&self, terms: &Terms, t: TermId, sizes: &Sizes, params: &[i128]) -> Option<i128> {
        let Node::Sym(s) = *terms.node(t) else { return None };
        let most = *self.wants_most.get(&t)?;
        sizes.value(&terms.symbols[s].origin, most).or_else(|| {
            let at = self.params.iter().position(|p| p.0 == t)?;
            params.get(at).copied()
        })
    }
}

/// Which way each leaf of `t` is wanted for `t` to be large (or small), with whether it is a factor; `None` if one is wanted both
/// ways, or `t` is not monotone in it.
fn directions(
    terms: &Terms,
    t: TermId,
    most: bool,
    in_product: bool,
    out: &mut BTreeMap<TermId, (bool, bool)>,
) -> Option<()> {
    match terms.node(t) {
        Node::Int(_) => Some(()),
        Node::Sym(_) => {
            let (wanted, factor) = *out.entry(t).or_insert((most, in_product));
            out.insert(t, (wanted, factor || in_product));
            (wanted == most).then_some(())
        }
        Node::Sum(parts, _) => parts
            .iter()
            .try_for_each(|&(part, c)| directions(terms, part, most == (c > 0), in_product, out)),
        // Of factors that are not negative; parameters are taken from there on.
        Node::Product(factors) => factors.iter().try_for_each(|&f| {
            let is_leaf = matches!(terms.node(f), Node::Sym(_));
            let counts_up = is_leaf || terms.range(f).at_least(0);
            counts_up.then_some(())?;
            directions(terms, f, most, true, out)
        }),
        &Node::FloorDiv(a, _) => directions(terms, a, most, in_product, out),
        &Node::Div(a, b) if terms.range(a).at_least(0) && terms.range(b).at_least(1) => {
            directions(terms, a, most, in_product, out)?;
            directions(terms, b, !most, in_product, out)
        }
        _ => None,
    }
}
