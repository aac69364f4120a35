//! Clusters of blocks (CUDA C++ Programming Guide, "Thread Block Clusters", "Distributed Shared Memory").

use super::{BinOp, Dim, Expr, ExprKind, Geometry, Kernel, PhaseBarrier, Scope, StmtKind, Ty};

impl Kernel {
    /// The index of the thread's block in its cluster, a [`Ty::U32`], if it is known how many blocks that has (PTX ISA,
    /// `%cluster_ctaid`).
    pub fn index_in_cluster(&self, d: Dim) -> Option<Expr> {
        self.cluster.map(|cluster| index(cluster, d))
    }

    /// The block's rank in its cluster, x first, a [`Ty::U32`] (PTX ISA, `%cluster_ctarank`).
    pub fn rank_in_cluster(&self) -> Option<Expr> {
        self.cluster.map(rank)
    }

    /// Whether threads may access the shared memory of other blocks of their cluster.
    pub fn has_distributed_memory(&self) -> bool {
        let in_row = |e: &Expr| matches!(e.kind, ExprKind::PtrRow(..));
        self.cluster.is_some() && self.exprs().any(|e| e.contains(&in_row))
    }

    /// Whether something orders the blocks of a cluster among themselves, or they share what other blocks do not.
    pub fn has_cluster_operations(&self) -> bool {
        let waits = |kind: &StmtKind| {
            matches!(kind, StmtKind::Barrier(b) if b.scope == Scope::Cluster)
                || matches!(kind, StmtKind::Phase(phase) if phase.barrier == PhaseBarrier::Cluster)
        };
        let mut stmts = self.blocks.iter().flat_map(|b| &b.stmts);
        self.cluster.is_some() && (stmts.any(|s| waits(&s.kind)) || self.has_distributed_memory())
    }
}

/// [`Kernel::index_in_cluster`] where clusters have so many blocks.
pub(crate) fn index(cluster: [u32; 3], d: Dim) -> Expr {
    let kind = match cluster[d as usize] {
        1 => ExprKind::Int(0),
        n => {
            let at = u32_of(ExprKind::Geometry(Geometry::BlockIdx(d)));
            ExprKind::Binary(
                BinOp::Rem,
                Box::new(at),
                Box::new(u32_of(ExprKind::Int(n.into()))),
            )
        }
    };
    u32_of(kind)
}

/// [`Kernel::rank_in_cluster`] where clusters have so many blocks.
pub(crate) fn rank(cluster: [u32; 3]) -> Expr {
    let binary = |op, a, b| u32_of(ExprKind::Binary(op, Box::new(a), Box::new(b)));
    let mut rank: Option<Expr> = None;
    for d in [Dim::Z, Dim::Y, Dim::X] {
        let n = cluster[d as usize];
        if n > 1 {
            let at = index(cluster, d);
            rank = Some(match rank {
                None => at,
                Some(outer) => {
                    let size = u32_of(ExprKind::Int(n.into()));
                    binary(BinOp::Add, binary(BinOp::Mul, outer, size), at)
                }
            });
        }
    }
    rank.unwrap_or(u32_of(ExprKind::Int(0)))
}

fn u32_of(kind: ExprKind) -> Expr {
    Expr { ty: Ty::U32, kind }
}
