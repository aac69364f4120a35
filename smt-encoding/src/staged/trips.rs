//! How often a loop of constants goes round.

use kverify_frontend::ir::{BlockId, Expr, Kernel, Leaf, TermKind, VarId};
use std::collections::{BTreeMap, BTreeSet};

type Values = BTreeMap<VarId, i128>;

/// Blocks before a loop that are searched for what its variables hold at first.
const MOST_BEFORE: usize = 4;

/// How often the body of a loop is executed, unless it is left from elsewhere than its header: if that is a constant, at most
/// `most`, and plain to see: the header's condition is over variables that hold constants before the loop and of which
/// each is changed by one statement in the last block of the body, or by none.
pub(super) fn trips(kernel: &Kernel, header: BlockId, body: &[BlockId], most: usize) -> Option<usize> {
    let block = &kernel.blocks[header];
    let TermKind::Branch { cond, then, other } = &block.term.kind else {
        return None;
    };
    let goes_on = body.contains(then);
    if goes_on == body.contains(other) || block.stmts.iter().any(|s| !s.defs().is_empty()) {
        return None;
    }
    let latch = only(body.iter().copied().filter(|&b| leads_to(kernel, b, header)))?;
    let outside = kernel.blocks.indices().filter(|b| !body.contains(b));
    let before = only(outside.filter(|&b| leads_to(kernel, b, header)))?;
    let mut steps: Vec<(VarId, &Expr)> = Vec::new();
    let mut values = Values::new();
    for v in cond.variables().into_iter().collect::<BTreeSet<_>>() {
        let changes = body
            .iter()
            .flat_map(|&b| kernel.blocks[b].stmts.iter().map(move |s| (b, s)));
        let mut changes = changes.filter(|(_, s)| s.defs().contains(&v));
        match (changes.next(), changes.next()) {
            (None, _) => {}
            (Some((b, s)), None) if b == latch => {
                let (_, value) = s.assignment()?;
                if value.variables().iter().any(|w| *w != v) {
                    return None;
                }
                steps.push((v, value));
            }
            _ => return None,
        }
        values.insert(v, value_before(kernel, before, v)?);
    }
    for n in 0..=most {
        if (eval(cond, &values)? != 0) != goes_on {
            return Some(n);
        }
        for (v, step) in &steps {
            let next = eval(step, &values)?;
            values.insert(*v, next);
        }
    }
    None
}

fn leads_to(kernel: &Kernel, from: BlockId, to: BlockId) -> bool {
    kernel.blocks[from].term.targets().contains(&to)
}

fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}

/// The constant that `v` holds at the end of `block`.
fn value_before(kernel: &Kernel, mut block: BlockId, v: VarId) -> Option<i128> {
    for _ in 0..MOST_BEFORE {
        let last = kernel.blocks[block]
            .stmts
            .iter()
            .rev()
            .find(|s| s.defs().contains(&v));
        if let Some(s) = last {
            return eval(s.assignment()?.1, &Values::new());
        }
        block = only(kernel.blocks.indices().filter(|&b| leads_to(kernel, b, block)))?;
    }
    None
}

/// The value of an expression over integers, if nothing in it wraps.
fn eval(e: &Expr, values: &Values) -> Option<i128> {
    e.exact(&|leaf| match leaf {
        Leaf::Var(v) => values.get(&v).copied(),
        Leaf::Geometry(_) => None,
    })
}
