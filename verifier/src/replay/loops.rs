//! The natural loops of a kernel's graph, for iteration counters.

use kverify_frontend::index::Idx;
use kverify_frontend::ir::{BlockId, Kernel, TermKind};

/// The natural loops of a kernel; loops with one header are one.
#[derive(Clone, Debug, Default)]
pub(super) struct Loops {
    /// Header of each loop.
    pub headers: Vec<usize>,
    /// Members of each loop, by block.
    members: Vec<Vec<bool>>,
}

/// The blocks that a block's terminator leads to.
pub(super) fn successors(kernel: &Kernel, block: usize) -> Vec<usize> {
    let Some(block) = kernel.blocks.get(BlockId::new(block)) else {
        return Vec::new();
    };
    match block.term.kind {
        TermKind::Goto(to) => vec![to.index()],
        TermKind::Branch { then, other, .. } => vec![then.index(), other.index()],
        TermKind::Return | TermKind::Unreachable => Vec::new(),
    }
}

impl Loops {
    /// Finds the loops of a kernel whose edges all lead to blocks that exist.
    pub fn of(kernel: &Kernel) -> Loops {
        let count = kernel.blocks.len();
        let succs: Vec<_> = (0..count).map(|b| successors(kernel, b)).collect();
        let order = reverse_postorder(kernel.entry.index(), &succs);
        let preds = predecessors(&succs, &order);
        let idom = dominators(&order, &preds, count);
        let mut loops = Loops::default();
        for &header in &order {
            let latches: Vec<_> = preds[header]
                .iter()
                .copied()
                .filter(|&p| dominates(header, p, &idom))
                .collect();
            if !latches.is_empty() {
                loops.headers.push(header);
                loops.members.push(body(header, latches, &preds, count));
            }
        }
        loops
    }

    /// The loop that `block` is the header of.
    pub fn headed_by(&self, block: usize) -> Option<u32> {
        self.headers.iter().position(|&h| h == block).map(|n| n as u32)
    }

    /// Whether `block` is in loop number `l`.
    pub fn contains(&self, l: u32, block: usize) -> bool {
        self.members
            .get(l as usize)
            .is_some_and(|m| m.get(block).copied().unwrap_or(false))
    }

    /// The loops around `block`, outermost first (headers come in reverse postorder).
    pub fn around(&self, block: usize) -> Vec<u32> {
        (0..self.headers.len() as u32)
            .filter(|&l| self.contains(l, block))
            .collect()
    }
}

fn reverse_postorder(entry: usize, succs: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; succs.len()];
    let mut order = Vec::new();
    let mut stack = vec![(entry, 0)];
    if let Some(first) = seen.get_mut(entry) {
        *first = true;
    } else {
        return order;
    }
    while let Some((block, next)) = stack.pop() {
        match succs[block].get(next) {
            Some(&to) => {
                stack.push((block, next + 1));
                if !seen[to] {
                    seen[to] = true;
                    stack.push((to, 0));
                }
            }
            None => order.push(block),
        }
    }
    order.reverse();
    order
}

fn predecessors(succs: &[Vec<usize>], order: &[usize]) -> Vec<Vec<usize>> {
    let mut preds = vec![Vec::new(); succs.len()];
    for &from in order {
        for &to in &succs[from] {
            preds[to].push(from);
        }
    }
    preds
}

/// Immediate dominators (Cooper, Harvey and Kennedy); the entry's is itself.
fn dominators(order: &[usize], preds: &[Vec<usize>], count: usize) -> Vec<Option<usize>> {
    let mut rank = vec![usize::MAX; count];
    order.iter().enumerate().for_each(|(n, &b)| rank[b] = n);
    let mut idom = vec![None; count];
    let Some(&entry) = order.first() else { return idom };
    idom[entry] = Some(entry);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order[1..] {
            let mut new: Option<usize> = None;
            for &pred in preds[block].iter().filter(|&&p| idom[p].is_some()) {
                new = Some(new.map_or(pred, |other| meet(pred, other, &rank, &idom)));
            }
            if new != idom[block] {
                idom[block] = new;
                changed = true;
            }
        }
    }
    idom
}

fn meet(mut a: usize, mut b: usize, rank: &[usize], idom: &[Option<usize>]) -> usize {
    while a != b {
        let deeper = if rank[a] > rank[b] { &mut a } else { &mut b };
        match idom[*deeper] {
            Some(up) if up != *deeper => *deeper = up,
            _ => return *deeper,
        }
    }
    a
}

fn dominates(a: usize, mut b: usize, idom: &[Option<usize>]) -> bool {
    loop {
        if a == b {
            return true;
        }
        match idom[b] {
            Some(up) if up != b => b = up,
            _ => return false,
        }
    }
}

fn body(header: usize, latches: Vec<usize>, preds: &[Vec<usize>], count: usize) -> Vec<bool> {
    let mut member = vec![false; count];
    member[header] = true;
    let mut work = latches;
    while let Some(block) = work.pop() {
        if !member[block] {
            member[block] = true;
            work.extend(&preds[block]);
        }
    }
    member
}
