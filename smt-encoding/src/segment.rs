//! Segments: the barrier intervals.
//!
//! The segment of a start point p (the entry, or a barrier) is all that is reachable from p without crossing another
//! barrier. Threads that stand at the same instance of p run it freely until each stops at a barrier or the exit; two
//! accesses can race exactly when some segment holds both. Sound by induction over barrier instances as long as no
//! divergence is found (two-thread reduction: Betts et al., TOPLAS 37(3), 2015, doi 10.1145/2743017).
//!
//! Which barriers cut depends on who is asked: see [`Family`].

use crate::cfg::{Cfg, End};
use crate::loops::Forest;
use crate::ssa::{Machine, Meeting, Records, Region, RegionNode, Snapshot};
use crate::term::{Level, LoopId, Node, Origin, TermId};
use kverify_frontend::ir::{
    Barrier, CollectiveOp, Dim, Geometry, Kernel, Loc, Scope, Space, Spaces, StmtKind, Ty,
};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Segments that one kind of question needs: cut at the barriers that order its accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// Threads of one warp, of one block, or of different blocks.
    pub scope: Scope,
    /// For threads of one block: those of one warp are another family's matter.
    pub other_warps: bool,
    /// For threads of different blocks: those of one cluster are another family's matter.
    pub other_clusters: bool,
    /// For threads of one warp: only those that are of such a group together.
    pub among: Option<Group>,
    /// For threads of one warp: those that are of one of these groups together are another family's matter.
    pub not_among: Vec<Group>,
    /// The threads of a warp run in lock-step: only one and the same statement can race with itself.
    pub lockstep: bool,
    /// Whether the barrier at the end of a node cuts, by node.
    pub cuts: Vec<bool>,
    /// Accesses to these spaces are paired.
    pub spaces: Vec<Space>,
    /// Whether barrier divergence is looked for here.
    pub divergence: bool,
}

impl Family {
    /// For questions about any two threads of a warp, of a block or of the grid: nothing cuts.
    pub fn any_two(scope: Scope) -> Family {
        Family {
            scope,
            other_warps: false,
            other_clusters: false,
            among: None,
            not_among: Vec::new(),
            lockstep: false,
            cuts: Vec::new(),
            spaces: Vec::new(),
            divergence: false,
        }
    }
}

/// One segment with what a thread may do in it.
#[derive(Clone, Debug)]
pub struct Segment {
    /// The barrier that it starts at; `None` is the kernel's entry.
    pub start: Option<Loc>,
    /// Counters of the loops around the start, shared by the two threads.
    pub shared: Vec<(LoopId, TermId)>,
    /// Accesses, stops and assertions.
    pub records: Records,
}

/// Whether a barrier's fences cover some space.
type Covers = fn(&Spaces) -> bool;

/// The spaces that barriers order, each with whether a barrier's fences cover it.
const SPACES: [(Space, Covers); 3] = [
    (Space::Shared, |f| f.shared),
    (Space::Global, |f| f.global),
    (Space::Image, |f| f.image),
];

/// The families of a kernel, of which `meetings` are the operations that threads do together.
pub fn families(machine: &mut Machine<'_>, meetings: &[Meeting]) -> Vec<Family> {
    let held = held_lanes(machine, meetings);
    let (kernel, cfg, lockstep) = (machine.kernel, machine.cfg, machine.config.lockstep > 1);
    let cut_by = |f: &dyn Fn(&Barrier) -> bool| -> Vec<bool> {
        cfg.graph
            .node_indices()
            .map(|n| cfg.barrier(kernel, n).is_some_and(f))
            .collect()
    };
    let cut_in_warps = |among: Option<Group>, covers: Option<Covers>| -> Vec<bool> {
        let waits = |n, b: &Barrier| b.scope >= Scope::Block || orders(held.get(&n).copied(), among);
        let cuts = |n| {
            let barrier = cfg.barrier(kernel, n);
            barrier.is_some_and(|b| covers.is_none_or(|covers| covers(&b.fences)) && waits(n, b))
        };
        cfg.graph.node_indices().map(cuts).collect()
    };
    let mut families = vec![Family {
        scope: Scope::Block,
        other_warps: false,
        other_clusters: false,
        among: None,
        not_among: Vec::new(),
        lockstep: false,
        cuts: cut_by(&|b| b.scope >= Scope::Block),
        spaces: Vec::new(),
        divergence: true,
    }];
    for (space, covers) in SPACES {
        let cuts = cut_by(&|b| b.scope >= Scope::Block && covers(&b.fences));
        match families.iter_mut().find(|f| f.cuts == cuts) {
            Some(f) => f.spaces.push(space),
            None => families.push(Family {
                scope: Scope::Block,
                other_warps: false,
                other_clusters: false,
                among: None,
                not_among: Vec::new(),
                lockstep: false,
                cuts,
                spaces: vec![space],
                divergence: false,
            }),
        }
    }
    // `__syncwarp` orders memory among the threads of a warp, `sub_group_barrier` what its flags say among those of a
    // sub-group: they are asked about on their own, with more cuts.
    let groups = if lockstep { Vec::new() } else { groups(&held) };
    let warps_wait = cut_in_warps(None, None);
    if lockstep || warps_wait != families[0].cuts || !groups.is_empty() || has_votes(kernel) {
        families.iter_mut().for_each(|f| f.other_warps = true);
        let mut of_warps = |among: Option<Group>, not_among: Vec<Group>| {
            let family = |cuts, spaces| Family {
                scope: Scope::Warp,
                other_warps: false,
                other_clusters: false,
                among,
                not_among: not_among.clone(),
                lockstep,
                cuts,
                spaces,
                divergence: false,
            };
            let mut warps = vec![Family {
                divergence: !lockstep,
                ..family(cut_in_warps(among, None), Vec::new())
            }];
            for (space, covers) in SPACES {
                let cuts = cut_in_warps(among, Some(covers));
                match warps.iter_mut().find(|f| f.cuts == cuts) {
                    Some(f) => f.spaces.push(space),
                    None => warps.push(family(cuts, vec![space])),
                }
            }
            families.append(&mut warps);
        };
        of_warps(None, groups.clone());
        for &group in &groups {
            // Threads of a smaller group have its barriers besides.
            let smaller = groups.iter().filter(|g| **g != group && g.is_within(group));
            of_warps(Some(group), smaller.copied().collect());
        }
    }
    // Threads of different blocks share no shared memory and wait for each other only at grid barriers.
    // Those of one cluster wait for each other, and may share shared memory.
    let of_clusters = kernel.has_cluster_operations() || machine.ghosts.iter().any(|g| g.of_cluster);
    if of_clusters {
        let mut spaces = vec![Space::Global, Space::Image];
        spaces.extend(kernel.has_distributed_memory().then_some(Space::Shared));
        let cuts = cut_by(&|b| b.scope >= Scope::Cluster);
        families.push(Family {
            divergence: cuts.contains(&true),
            cuts,
            spaces,
            ..Family::any_two(Scope::Cluster)
        });
    }
    let grid_cuts = cut_by(&|b| b.scope == Scope::Grid);
    families.push(Family {
        scope: Scope::Grid,
        other_warps: false,
        other_clusters: of_clusters,
        among: None,
        not_among: Vec::new(),
        lockstep: false,
        divergence: grid_cuts.contains(&true),
        cuts: grid_cuts,
        spaces: vec![Space::Global, Space::Image],
    });
    families
}

/// Whether lanes of a warp learn something in common that may decide where they go or what they touch.
fn has_votes(kernel: &Kernel) -> bool {
    let mut stmts = kernel.blocks.iter().flat_map(|b| &b.stmts);
    stmts.any(|s| {
        let StmtKind::Collective(c) = &s.kind else {
            return false;
        };
        let counts = c
            .dst
            .is_some_and(|d| matches!(kernel.vars[d].ty, Ty::Int { .. } | Ty::Bool));
        let op = c.op.uniform_result() || matches!(c.op, CollectiveOp::Shuffle | CollectiveOp::MatchAny);
        c.scope < Scope::Block && counts && op
    })
}

/// The lanes that a warp barrier holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    All,
    Group(Group),
}

/// The lanes that the kernel's warp barriers hold, where they are known. A thread that is not of them must not come to the barrier
/// (CUDA C++ Programming Guide, "Synchronization functions"), so nothing is said of its order.
fn held_lanes(machine: &mut Machine<'_>, meetings: &[Meeting]) -> FxHashMap<NodeIndex, Held> {
    let mut held = FxHashMap::default();
    for n in machine.cfg.graph.node_indices() {
        let Some(b) = machine
            .cfg
            .barrier(machine.kernel, n)
            .filter(|b| b.scope == Scope::Warp)
        else {
            continue;
        };
        let known = match (b.tile, &b.mask) {
            (Some(32), _) | (None, None) => Some(Held::All),
            (Some(lanes), _) => {
                (lanes.is_power_of_two() && lanes < 32).then_some(Held::Group(Group::Tile(lanes)))
            }
            (None, Some(_)) => computed(machine, meetings, n),
        };
        held.extend(known.map(|lanes| (n, lanes)));
    }
    held
}

/// The lanes that a barrier's mask names, if it is one number, the same for all of a warp (what a vote returned), or a function of the
/// thread's place in its block (`0xf << (lane & ~3)`).
fn computed(machine: &mut Machine<'_>, meetings: &[Meeting], n: NodeIndex) -> Option<Held> {
    let End::Barrier(s) = machine.cfg.graph[n].end else {
        return None;
    };
    let loc = machine.kernel.blocks[machine.cfg.graph[n].block].stmts[s].loc;
    let mut masks: Vec<TermId> = meetings
        .iter()
        .filter(|m| m.loc == loc)
        .filter_map(|m| m.lanes.as_ref()?.mask)
        .collect();
    masks.dedup();
    let [mask] = masks.as_slice() else { return None };
    if let Some(v) = machine.terms.as_int(*mask) {
        let lanes = u32::try_from(v & 0xffff_ffff).ok()?;
        return Some(if lanes == u32::MAX {
            Held::All
        } else {
            Held::Group(Group::Mask(lanes))
        });
    }
    // All that come have the same mask, and are in it.
    if machine.level_of(*mask) <= Level::Warp {
        return Some(Held::All);
    }
    // The lane is the first index's.
    let [x, y, z] = Dim::ALL.map(|d| machine.geometry(Geometry::ThreadIdx(d)));
    let terms = &machine.terms;
    let is_of_place = terms
        .post_order(&[*mask])
        .into_iter()
        .all(|t| match *terms.node(t) {
            Node::Sym(s) => matches!(
                terms.symbols[s].origin,
                Origin::ThreadIdx(_) | Origin::BlockDim(_)
            ),
            Node::App(..) => false,
            _ => true,
        });
    if !is_of_place {
        return None;
    }
    // Who comes is in its own mask, so that those who come with one mask name each other.
    let alike = Held::Group(Group::Alike(*mask));
    let last = terms.range(x).hi.unwrap_or(1023);
    if [y, z].iter().any(|t| terms.as_int(*t) != Some(0)) {
        return Some(alike);
    }
    let names = |thread: i128| {
        let leaf = &mut |t| (t == x).then_some(crate::term::Value::Int(thread));
        terms.eval(*mask, leaf)?.int().map(|v| v & 0xffff_ffff)
    };
    let named: Option<Vec<i128>> = (0..=last).map(names).collect();
    let Some(named) = named else { return Some(alike) };
    // All that are there name all that are there.
    let of_warp = |thread: i128| (1i128 << (last + 1 - thread / 32 * 32).min(32)) - 1;
    if (0..)
        .zip(&named)
        .all(|(thread, mask)| mask & of_warp(thread) == of_warp(thread))
    {
        return Some(Held::All);
    }
    let tile = |lanes: u32, thread: i128| {
        let first = thread.rem_euclid(32) / i128::from(lanes) * i128::from(lanes);
        ((1i128 << lanes) - 1) << first
    };
    let of_tiles = [16u32, 8, 4, 2].into_iter().find(|&lanes| {
        (0..)
            .zip(&named)
            .all(|(thread, mask)| *mask == tile(lanes, thread))
    });
    Some(of_tiles.map_or(alike, |lanes| Held::Group(Group::Tile(lanes))))
}

/// Lanes of a warp that wait together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Those of a constant mask.
    Mask(u32),
    /// Those of one tile, of so many lanes one after the other; a power of two.
    Tile(u32),
    /// Those for which this has one value.
    Alike(TermId),
}

impl Group {
    /// Whether two threads that are of this group together are of the other together.
    fn is_within(self, other: Group) -> bool {
        match (self, other) {
            (Group::Mask(a), Group::Mask(b)) => a & !b == 0,
            (Group::Tile(a), Group::Tile(b)) => a <= b,
            (Group::Mask(a), Group::Tile(b)) => {
                a == 0 || a.trailing_zeros() / b == (31 - a.leading_zeros()) / b
            }
            (Group::Alike(a), Group::Alike(b)) => a == b,
            (Group::Tile(_), Group::Mask(_)) | (Group::Alike(_), _) | (_, Group::Alike(_)) => false,
        }
    }
}

/// Most groups that are told apart; barriers of further ones order nothing.
const MOST_GROUPS: usize = 4;

/// The groups that the kernel's warp barriers speak of.
fn groups(held: &FxHashMap<NodeIndex, Held>) -> Vec<Group> {
    let found: BTreeSet<Group> = held
        .values()
        .filter_map(|h| match h {
            Held::Group(group) => Some(*group),
            Held::All => None,
        })
        .collect();
    found.into_iter().take(MOST_GROUPS).collect()
}

/// Whether a warp barrier that holds these lanes orders two threads of a group; of any two of the warp, if none is given.
fn orders(held: Option<Held>, among: Option<Group>) -> bool {
    match (held, among) {
        (Some(Held::All), _) => true,
        (Some(Held::Group(lanes)), Some(among)) => among.is_within(lanes),
        (Some(Held::Group(_)), None) | (None, _) => false,
    }
}

/// The whole kernel as one region in which barriers are passed.
pub fn whole(cfg: &Cfg) -> Region {
    let graph = cfg.graph.map(
        |n, _| RegionNode {
            node: n,
            copy: 0,
            stops: false,
        },
        |_, e| *e,
    );
    Region {
        graph,
        entry: cfg.entry,
    }
}

/// The region that starts at the entry (`None`) or after the barrier at the end of a node, and ends at `cuts`.
///
/// Nodes come in copies: copy 0 is the rest of the present iterations, copy j > 0 is what follows once the back edge of
/// the j-th loop around the start (from the inside) was taken. So the pairs of an iteration's end with the next
/// one's start are there by construction, with the values carried along the edge.
pub fn region(cfg: &Cfg, forest: &Forest, start: Option<NodeIndex>, cuts: &[bool]) -> Region {
    let around: Vec<usize> = start.map_or_else(Vec::new, |p| forest.around(p));
    let next_copy = |from: NodeIndex, copy: u8, to: NodeIndex| -> u8 {
        let taken = around
            .iter()
            .position(|&l| forest.loops[l].header == to && forest.loops[l].contains[from.index()]);
        let level = taken.map_or(copy, |j| copy.max(u8::try_from(j + 1).unwrap_or(u8::MAX)));
        let stays = level > 0
            && around
                .get(usize::from(level) - 1)
                .is_some_and(|&l| forest.loops[l].contains[to.index()]);
        if stays { level } else { 0 }
    };
    let mut graph = DiGraph::new();
    let mut found: FxHashMap<(NodeIndex, u8), NodeIndex> = FxHashMap::default();
    let mut work = Vec::new();
    let mut visit =
        |graph: &mut DiGraph<RegionNode, Option<bool>>, work: &mut Vec<NodeIndex>, key: (NodeIndex, u8)| {
            *found.entry(key).or_insert_with(|| {
                let id = graph.add_node(RegionNode {
                    node: key.0,
                    copy: key.1,
                    stops: cuts[key.0.index()],
                });
                work.push(id);
                id
            })
        };
    let first = match start {
        None => (cfg.entry, 0),
        Some(p) => {
            let to = cfg.graph.neighbors(p).next().unwrap_or(p);
            (to, next_copy(p, 0, to))
        }
    };
    let entry = visit(&mut graph, &mut work, first);
    while let Some(at) = work.pop() {
        let rn: RegionNode = graph[at];
        if rn.stops {
            continue;
        }
        let mut edges: Vec<_> = cfg
            .graph
            .edges(rn.node)
            .map(|e| (*e.weight(), e.target()))
            .collect();
        edges.sort_unstable();
        for (value, to) in edges {
            let target = visit(&mut graph, &mut work, (to, next_copy(rn.node, rn.copy, to)));
            graph.add_edge(at, target, value);
        }
    }
    Region { graph, entry }
}

/// All segments of a family, as far as there is time; `whole` is the whole kernel, run once. `None` if some segment has a cycle
/// with two entries.
pub fn of_family(machine: &mut Machine<'_>, family: &Family, whole: &Records) -> Option<Vec<Segment>> {
    if family.cuts.contains(&true) {
        return segments(machine, family, &whole.snapshots);
    }
    Some(vec![Segment {
        start: None,
        shared: Vec::new(),
        records: whole.clone(),
    }])
}

fn segments(machine: &mut Machine<'_>, family: &Family, snapshots: &[Snapshot]) -> Option<Vec<Segment>> {
    let cfg = machine.cfg;
    let forest = machine.forest.clone();
    let mut out = Vec::new();
    let state = machine.initial_state();
    let records = machine.run(&region(cfg, &forest, None, &family.cuts), state, Vec::new())?;
    out.push(Segment {
        start: None,
        shared: Vec::new(),
        records,
    });
    for s in snapshots.iter().filter(|s| family.cuts[s.barrier.index()]) {
        if machine.terms.as_bool(s.state.guard) == Some(false) {
            continue;
        }
        if machine.clock.is_over() {
            break;
        }
        let region = region(cfg, &forest, Some(s.barrier), &family.cuts);
        let mut state = s.state.clone();
        machine.turn(&mut state, s.barrier, region.graph[region.entry].node);
        let records = machine.run(&region, state, s.counters.clone())?;
        let node = &cfg.graph[s.barrier];
        let loc = match node.end {
            crate::cfg::End::Barrier(n) => machine.kernel.blocks[node.block].stmts[n].loc,
            crate::cfg::End::Terminator => machine.kernel.blocks[node.block].term.loc,
        };
        out.push(Segment {
            start: Some(loc),
            shared: s.counters.clone(),
            records,
        });
    }
    Some(out)
}
