//! Clusters of blocks: their barrier, and the shared memory of other blocks (CUDA C++ Programming Guide, "Thread Block Clusters",
//! "Distributed Shared Memory"; PTX ISA, "barrier.cluster", "mapa").

use super::{Lowerer, Value};
use crate::builtin::ClusterFn;
use crate::clang::Cursor;
use crate::clang::kinds::CXCursor_AnnotateAttr;
use crate::ir::{
    Barrier, CLUSTERS, CmpOp, Demand, Dim, Expr, ExprKind, Loc, PhaseBarrier, PhaseOp, Scope, Spaces,
    StmtKind, Synchronises, Ty, Until, VarId,
};
use crate::ir::{build, cluster};

/// How the prelude writes `__cluster_dims__` down.
const ANNOTATION: &str = "kverify cluster ";
/// Blocks of a cluster at most, where the device is asked for more than the usual 8.
const MOST_BLOCKS: u32 = 16;

/// How many blocks a cluster of the kernel has, if `__cluster_dims__` gives numbers.
pub(super) fn dimensions(function: Cursor<'_>) -> Option<[u32; 3]> {
    let children = function.children();
    let mut annotations = children
        .into_iter()
        .filter(|c| c.kind() == CXCursor_AnnotateAttr)
        .filter_map(|c| Some(c.display_name().strip_prefix(ANNOTATION)?.to_owned()));
    let text = annotations.next()?;
    let mut sizes = text.split(',').map(|n| {
        n.trim()
            .trim_matches(['(', ')'])
            .trim_end_matches(['u', 'U'])
            .parse::<u32>()
            .ok()
    });
    let mut next = || sizes.next().unwrap_or(Some(1));
    let found = [next()?, next()?, next()?];
    let product = found.iter().try_fold(1u32, |all, n| all.checked_mul(*n))?;
    (sizes.next().is_none() && (1..=MOST_BLOCKS).contains(&product)).then_some(found)
}

impl<'u> Lowerer<'u, '_> {
    pub(super) fn cluster_call(&mut self, c: Cursor<'u>, function: ClusterFn, args: &[Cursor<'u>]) -> Value {
        let loc = self.loc(c);
        let Some(sizes) = self.b.cluster else {
            return self.of_unknown_cluster(c, function, args);
        };
        match function {
            ClusterFn::Sync => {
                self.cluster_sync(loc);
                Value::Void
            }
            ClusterFn::Arrive => {
                self.cluster_arrive(loc, "barrier_arrive");
                Value::Void
            }
            ClusterFn::Wait => {
                self.cluster_wait(loc, "barrier_wait");
                Value::Void
            }
            ClusterFn::Dim | ClusterFn::Index => {
                let dim = args.first().and_then(|d| build::as_int(&self.scalar(*d)));
                let dim = dim.and_then(|d| Dim::ALL.into_iter().find(|x| *x as i128 == d));
                let dim = dim.unwrap_or(Dim::X);
                Value::Scalar(match function {
                    ClusterFn::Index => cluster::index(sizes, dim),
                    _ => build::int(sizes[dim as usize].into(), Ty::U32),
                })
            }
            ClusterFn::Map => {
                let &[place, rank, ..] = args else {
                    return self.hole_call(c, args, CLUSTERS);
                };
                let (place, rank) = (self.scalar(place), self.scalar(rank));
                self.cluster_rank(loc, &rank);
                Value::Scalar(of_rank(place, rank))
            }
        }
    }

    /// Which blocks there are, is not known; a barrier of theirs is one of the thread's own at least.
    fn of_unknown_cluster(&mut self, c: Cursor<'u>, function: ClusterFn, args: &[Cursor<'u>]) -> Value {
        let loc = self.loc(c);
        match function {
            ClusterFn::Sync | ClusterFn::Arrive | ClusterFn::Wait => {
                if function == ClusterFn::Sync {
                    self.b.emit(loc, StmtKind::Barrier(barrier(Scope::Block)));
                }
                let visible = self.visible_objects();
                self.b.anything_hole(loc, CLUSTERS, visible, Synchronises::Yes);
                Value::Void
            }
            ClusterFn::Dim | ClusterFn::Index | ClusterFn::Map => self.hole_call(c, args, CLUSTERS),
        }
    }

    /// A rank is that of a block of the cluster.
    pub(super) fn cluster_rank(&mut self, loc: Loc, rank: &Expr) {
        let Some(sizes) = self.b.cluster else { return };
        let blocks = build::int(sizes.iter().map(|&n| i128::from(n)).product(), Ty::U32);
        let holds = build::compare(CmpOp::Lt, build::cast(rank.clone(), Ty::U32), blocks);
        let of = Demand::ClusterRank;
        self.b.emit(loc, StmtKind::Demand { holds, of });
    }

    pub(super) fn cluster_sync(&mut self, loc: Loc) {
        self.b.emit(loc, StmtKind::Barrier(barrier(Scope::Cluster)));
    }

    pub(super) fn cluster_arrive(&mut self, loc: Loc, name: &str) {
        let op = PhaseOp::Arrive {
            dst: Some(self.cluster_phase()),
            leaves: false,
            times: None,
        };
        self.phase(loc, PhaseBarrier::Cluster, op, name);
    }

    pub(super) fn cluster_wait(&mut self, loc: Loc, name: &str) {
        let phase = build::var(self.cluster_phase(), Ty::U64);
        let op = PhaseOp::Wait {
            until: Until::Number(phase),
            poll: None,
        };
        self.phase(loc, PhaseBarrier::Cluster, op, name);
    }

    fn cluster_phase(&mut self) -> VarId {
        match self.b.cluster_phase {
            Some(known) => known,
            None => {
                let new = self.b.temp("cluster_phase", Ty::U64);
                self.b.cluster_phase = Some(new);
                new
            }
        }
    }
}

fn barrier(scope: Scope) -> Barrier {
    Barrier {
        scope,
        fences: Spaces::ALL,
        name: "cluster.sync".to_owned(),
        mask: None,
        tile: None,
        reduce: None,
    }
}

/// The same place in the shared memory of the block of that rank.
pub(super) fn of_rank(place: Expr, rank: Expr) -> Expr {
    Expr {
        ty: Ty::Ptr,
        kind: ExprKind::PtrRow(Box::new(place), Box::new(build::cast(rank, Ty::I64))),
    }
}
