//! How old asynchronous copies may be that a thread has not waited for yet.
//!
//! A copy is of age 0 until its batch is closed, and one older with each batch that is closed from then on; a wait that leaves
//! `n` batches finishes all copies that are older than `n` (PTX ISA, `cp.async.commit_group`, `cp.async.wait_group`).

use kverify_frontend::ir::{Block, BlockId, CopyKind, ExprKind, Kernel, Stmt, StmtKind, TermKind, flow};
use std::collections::{BTreeMap, BTreeSet};

/// A copy that a single thread starts, by its place in the graph.
pub(super) type Site = (BlockId, usize);

/// Ages that are told apart; the last one stands for all from it on.
const AGES: u32 = 32;

/// A set of ages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Ages(u32);

impl Ages {
    /// The age of a copy whose batch is open.
    const OPEN: Ages = Ages(1);

    fn or(self, other: Ages) -> Ages {
        Ages(self.0 | other.0)
    }

    /// All a batch older.
    fn older(self) -> Ages {
        Ages(self.0 << 1 | self.0 & 1 << (AGES - 1))
    }

    /// Those that a wait which leaves `n` batches does not finish.
    fn left_by(self, n: u32) -> Ages {
        match n {
            n if n < AGES - 1 => Ages(self.0 & ((1 << (n + 1)) - 1)),
            _ => self,
        }
    }

    fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The greatest age, `None` if there is none.
    pub(super) fn greatest(self) -> Option<u32> {
        self.0.checked_ilog2()
    }
}

type Copies = BTreeMap<Site, Ages>;

/// Where copies may be under way that matter there.
#[derive(Clone, Debug, Default)]
pub(super) struct Points {
    /// The ages that a site's copies may have at such points.
    pub ages: Copies,
    /// The barriers and accesses, each with the sites whose copies may be under way and, for an access, may be met by it.
    pub sites: BTreeMap<(BlockId, usize), BTreeSet<Site>>,
    /// Copies that may be under way together and meet.
    pub rivals: BTreeSet<Site>,
}

/// The barriers that are passed while copies may be under way, and the accesses that may meet copies of their own thread, of
/// those that `meets` tells; copies, too, that may meet one another.
pub(super) fn points(kernel: &Kernel, meets: impl Fn(Site, &Stmt) -> bool) -> Points {
    let mut found = Points::default();
    let through = |id, begin| {
        let now = through(kernel, id, begin, &meets, &mut found);
        let ways = ways(&kernel.blocks[id]).into_iter();
        ways.map(|to| (to, now.clone())).collect()
    };
    let join = |_, known: &mut Copies, now| join(known, &now);
    flow::solve(
        kernel.blocks.len(),
        [(kernel.entry, Copies::new())],
        through,
        join,
    );
    found
}

/// The blocks that may come next; a constant condition leads one way.
fn ways(block: &Block) -> Vec<BlockId> {
    if let TermKind::Branch { cond, then, other } = &block.term.kind
        && let ExprKind::Int(value) = cond.kind
    {
        return vec![if value != 0 { *then } else { *other }];
    }
    block.term.targets()
}

/// The copies under way at the end of a block; its points are added to `found`.
fn through(
    kernel: &Kernel,
    id: BlockId,
    mut now: Copies,
    meets: &impl Fn(Site, &Stmt) -> bool,
    found: &mut Points,
) -> Copies {
    for (n, stmt) in kernel.blocks[id].stmts.iter().enumerate() {
        if stmt.is_copy(CopyKind::AsyncThread) {
            let met: Vec<Site> = now.keys().copied().filter(|site| meets(*site, stmt)).collect();
            if !met.is_empty() {
                found.rivals.extend(met);
                found.rivals.insert((id, n));
            }
            let ages = now.entry((id, n)).or_default();
            *ages = ages.or(Ages::OPEN);
        } else if stmt.kind == StmtKind::AsyncCommit {
            now.values_mut().for_each(|a| *a = a.older());
        } else if let StmtKind::AsyncWait { pending } = stmt.kind {
            now.values_mut().for_each(|a| *a = a.left_by(pending));
            now.retain(|_, a| !a.is_empty());
        } else {
            let is_barrier = matches!(stmt.kind, StmtKind::Barrier(_));
            let here: Copies = now
                .iter()
                .filter(|(site, _)| is_barrier || meets(**site, stmt))
                .map(|(site, ages)| (*site, *ages))
                .collect();
            join(&mut found.ages, &here);
            if !here.is_empty() {
                found.sites.entry((id, n)).or_default().extend(here.keys());
            }
        }
    }
    now
}

/// Adds `new` to `to`; whether that changed anything.
fn join(to: &mut Copies, new: &Copies) -> bool {
    let mut changed = false;
    for (site, ages) in new {
        let old = to.entry(*site).or_default();
        let both = old.or(*ages);
        changed |= both != *old;
        *old = both;
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::Ages;

    #[test]
    fn waits_finish_the_older_ones() {
        let ages = Ages::OPEN.older().older().or(Ages::OPEN.older()).or(Ages::OPEN);
        assert_eq!(ages.greatest(), Some(2));
        assert_eq!(ages.left_by(2), ages);
        assert_eq!(ages.left_by(1).greatest(), Some(1));
        assert_eq!(ages.left_by(0), Ages::OPEN);
    }

    #[test]
    fn the_last_age_stands_for_all_older_ones() {
        let mut ages = Ages::OPEN;
        for _ in 0..100 {
            ages = ages.older();
        }
        assert_eq!(ages.greatest(), Some(31));
        assert_eq!(ages.older(), ages);
        assert_eq!(ages.left_by(31), ages);
        assert_eq!(ages.left_by(1_000_000), ages);
        assert!(ages.left_by(30).is_empty());
    }
}
