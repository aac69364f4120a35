//! Barriers that count arrivals, as ordinary barriers and variables.
//!
//! Where all threads of the block arrive and wait in one, such a barrier is a block barrier. Otherwise two variables of each thread
//! say how far it is: how often it has *arrived*, and how many of these phases it has not *waited for* yet. What a thread s does
//! after its n-th arrival and before the next is done before anything that another does which knows phase n + 1 to be complete:
//! `waited(t) > arrived(s)`, with `waited = arrived - open` ([`order::phases`](crate::checks)). For that every phase has to be completed
//! by one arrival of each thread that takes part:
//!
//! - as many threads take part as the barrier expects, by the text ([`values`]);
//! - none arrives again before it waited for the phase (an obligation, [`StmtKind::Presume`]): with n threads and n arrivals a
//!   phase, each is in phase n + 1 after its n-th arrival;
//! - none ends before another is through with waiting (`checks/phases.rs`).
//!
//! What does not fit is a hole that may synchronise, or orders nothing.

mod circle;
mod values;

use crate::answer::{Action, Answer, Config, Finding, Kind};
use crate::assumptions::{Shape, with_pinned};
use kverify_frontend::index::Idx;
use kverify_frontend::ir::build::{self, as_int, binary, cast, compare, int, select, var};
use kverify_frontend::ir::{
    Barrier, BinOp, Block, BlockId, CmpOp, Expr, Hole, Kernel, Loc, ObjectId, Phase, PhaseBarrier, PhaseOp,
    Scope, Space, Spaces, Stmt, StmtKind, TermKind, Terminator, Ty, Until, Var, VarId,
};
use std::collections::{BTreeMap, BTreeSet};
use values::Text;

/// What is kept of one barrier in each thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ghost {
    /// How often the thread has arrived, a [`Ty::U64`].
    pub arrived: VarId,
    /// How many of these phases it has not waited for, a [`Ty::I64`].
    pub open: VarId,
    /// Whether it takes part, a [`Ty::Bool`].
    pub member: VarId,
    /// It is the barrier of all threads of the cluster, else one of threads of a block.
    pub of_cluster: bool,
    /// Where the kernel first speaks of the barrier.
    pub loc: Loc,
}

impl Ghost {
    /// Its variables.
    pub fn vars(&self) -> [VarId; 3] {
        [self.arrived, self.open, self.member]
    }
}

/// A kernel without [`StmtKind::Phase`].
pub(crate) struct Explicit {
    pub kernel: Kernel,
    pub ghosts: Vec<Ghost>,
    /// The places of barriers that were made block barriers, by the barrier that they are of.
    pub whole: Vec<BTreeSet<Loc>>,
    /// Of these the ones in memory: they count arrivals, and never let go of who waits for a thread that does not come.
    pub holding: BTreeSet<Loc>,
}

/// Barriers in one object, the one of a number, or the cluster's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Object(ObjectId),
    Named(u32),
    Cluster,
}

/// A statement that speaks of a barrier, and which of its group's.
struct Site {
    block: BlockId,
    at: usize,
    loc: Loc,
    phase: Phase,
    /// Bytes from the start of the object: a constant, or an expression if there is one.
    offset: Result<i128, Option<Expr>>,
}

/// What becomes of a group.
enum Treatment {
    /// Block barriers; the condition has to hold at the first statement for it.
    Whole,
    /// Counted, by slot: the byte offset.
    Counted(BTreeMap<i128, Ghost>),
    /// It orders nothing that could be counted upon.
    Nothing,
    /// Not modelled, for the reason given.
    Unknown(&'static str),
}

/// Bytes of a barrier in memory.
const BYTES: i128 = 8;
/// Barriers of one object that are told apart.
const MOST_SLOTS: i128 = 8;
/// Lanes of a warp, which arrives at a numbered barrier as a whole.
const WARP: u64 = 32;
/// Added to the arrivals of a thread that takes no part any more.
const LEFT: i128 = 1 << 40;

const UNTRACED: &str = "which barrier this is cannot be told; it is not modelled as a synchronisation";
const NOT_SET_UP: &str =
    "a barrier that is not set up once, by a statement of the kernel, is not modelled as a synchronisation";
const OF_PART: &str = "which threads of the block take part in this barrier cannot be told; it is not modelled as a synchronisation \
                       (a launch of fixed size, --block, may help)";
const TOO_FEW: &str = "this barrier expects more arrivals than threads of the block come to it; whoever waits for it would wait for ever";
const TOO_MANY: &str = "more threads of the block come to this barrier than it expects: whether the arrivals make whole phases, so that nobody \
                        waits for ever, is not followed";
const DIFFERENT: &str = "this barrier is met with different numbers of arrivals that it expects; it is not modelled as a synchronisation";
const CIRCULAR: &str = "threads may wait at this barrier for others that wait for them at another one; that they do not is not followed";
const UNEQUAL: &str =
    "whether this barrier expects all threads of the block is not certain; --block or --assume may settle it";
const AGAIN: &str = "a thread may arrive at this barrier again before it has waited for the phase; the order that gives is not \
                     modelled";
const SEVERAL: &str = "arriving at a barrier several times at once is not modelled";
const NOT_OWN: &str = "waiting for a phase that the thread did not arrive in is not modelled";
const SET_UP_AGAIN: &str = "a barrier that is set up while it may be in use is not modelled";

/// The kernel with barriers that count arrivals made explicit, `None` if there are none. `apart` is whether block barriers are not to be
/// made of those at which all threads wait.
pub(crate) fn explicit(kernel: &Kernel, config: &Config, apart: bool) -> Option<Explicit> {
    let has_some = kernel
        .blocks
        .iter()
        .flat_map(|b| &b.stmts)
        .any(|s| matches!(s.kind, StmtKind::Phase(_)));
    if !has_some {
        return None;
    }
    let shape = Shape::new(kernel, config);
    let text = Text::new(kernel, [shape.block, shape.grid], &config.args);
    let groups = groups(kernel, &text);
    let mut maker = Maker {
        kernel: kernel.clone(),
        ghosts: Vec::new(),
        begin: Vec::new(),
    };
    let (mut whole, mut holding) = (Vec::new(), BTreeSet::new());
    let mut out: BTreeMap<(BlockId, usize), Vec<Stmt>> = BTreeMap::new();
    let mut treatments: BTreeMap<Group, Treatment> = BTreeMap::new();
    for (group, sites) in &groups {
        if let Some(group) = group {
            treatments.insert(*group, treat(&mut maker, &text, *group, sites, apart));
        }
    }
    for group in circle::circular(kernel, &groups, &treatments) {
        treatments.insert(group, Treatment::Unknown(CIRCULAR));
    }
    for (group, sites) in &groups {
        let treatment = group.and_then(|group| treatments.remove(&group));
        let treatment = treatment.unwrap_or(Treatment::Unknown(UNTRACED));
        if let Treatment::Whole = treatment {
            whole.push(sites.iter().map(|s| s.loc).collect());
            if matches!(group, Some(Group::Object(_))) {
                holding.extend(sites.iter().map(|s| s.loc));
            }
        }
        for site in sites {
            let stmts = maker.rewritten(&text, &treatment, site);
            out.insert((site.block, site.at), stmts);
        }
    }
    out.extend(waited_before_sync(&maker));
    let Maker {
        mut kernel,
        ghosts,
        begin,
    } = maker;
    for ((id, at), stmts) in out.into_iter().rev() {
        kernel.blocks[id].stmts.splice(at..=at, stmts);
    }
    if !begin.is_empty() {
        // A block of its own: the first one may be a loop's.
        let term = Terminator {
            loc: kernel.blocks[kernel.entry].term.loc,
            kind: TermKind::Goto(kernel.entry),
        };
        kernel.entry = kernel.blocks.push(Block {
            stmts: begin,
            term,
            loop_stmt: None,
        });
    }
    Some(Explicit {
        kernel,
        ghosts,
        whole,
        holding,
    })
}

/// `cluster.sync()` arrives at the cluster's barrier as well: with the obligation that no phase is waited for by then.
fn waited_before_sync(maker: &Maker) -> Vec<((BlockId, usize), Vec<Stmt>)> {
    let Some(ghost) = maker.ghosts.iter().find(|g| g.of_cluster) else {
        return Vec::new();
    };
    let blocks = maker.kernel.blocks.iter_enumerated();
    let stmts = blocks.flat_map(|(id, b)| b.stmts.iter().enumerate().map(move |(at, s)| ((id, at), s)));
    stmts
        .filter(|(_, s)| matches!(&s.kind, StmtKind::Barrier(b) if b.scope == Scope::Cluster))
        .map(|(at, s)| {
            let none = compare(CmpOp::Eq, var(ghost.open, Ty::I64), int(0, Ty::I64));
            (at, vec![presume(s.loc, none, AGAIN), s.clone()])
        })
        .collect()
}

/// Whether threads may wait at different places for a barrier that was made block barriers, or whether they do was not decided.
pub(crate) fn meet_apart(kernel: &Kernel, config: &Config, answer: &Answer) -> bool {
    let config = &with_pinned(kernel, config);
    let whole = explicit(kernel, config, false).map_or(Vec::new(), |explicit| explicit.whole);
    let is_found = |of: &BTreeSet<Loc>| {
        let diverges = |f: &Finding| {
            f.kind == Kind::BarrierDivergence
                && f.places
                    .iter()
                    .all(|p| p.action == Action::Barrier && of.contains(&p.loc))
        };
        answer.findings.iter().any(diverges)
            || answer
                .unknowns
                .iter()
                .any(|u| u.loc.is_some_and(|loc| of.contains(&loc)))
    };
    whole.iter().any(is_found)
}

/// The statements by the barriers that they speak of; one that cannot be told makes a group of its own of all that are in memory.
fn groups(kernel: &Kernel, text: &Text<'_>) -> BTreeMap<Option<Group>, Vec<Site>> {
    let mut groups: BTreeMap<Option<Group>, Vec<Site>> = BTreeMap::new();
    for (block, b) in kernel.blocks.iter_enumerated() {
        for (at, stmt) in b.stmts.iter().enumerate() {
            let StmtKind::Phase(phase) = &stmt.kind else {
                continue;
            };
            let (group, offset) = match &phase.barrier {
                PhaseBarrier::Named { id, .. } => (Some(Group::Named(*id)), Ok(0)),
                PhaseBarrier::Cluster => (Some(Group::Cluster), Ok(0)),
                PhaseBarrier::At(addr) => match text.place(addr) {
                    Some(place) => {
                        let from_start = (!place.through_window).then(|| from_start(addr, place.object));
                        (Some(Group::Object(place.object)), place.offset.ok_or(from_start))
                    }
                    None => (None, Err(None)),
                },
            };
            groups.entry(group).or_default().push(Site {
                block,
                at,
                loc: stmt.loc,
                phase: phase.clone(),
                offset,
            });
        }
    }
    // It could be any of those in memory.
    if let Some(mut unknown) = groups.remove(&None) {
        let objects: Vec<Option<Group>> = groups
            .keys()
            .copied()
            .filter(|g| matches!(g, Some(Group::Object(_))))
            .collect();
        for o in objects {
            unknown.extend(groups.remove(&o).into_iter().flatten());
        }
        groups.insert(None, unknown);
    }
    groups
}

/// Who takes part in a barrier.
enum Members {
    /// All threads of the block, if the barrier expects that many.
    All,
    /// Those whose places in the block lie in one of these ranges.
    Ranges(Vec<std::ops::Range<u64>>),
}

fn treat(maker: &mut Maker, text: &Text<'_>, group: Group, sites: &[Site], apart: bool) -> Treatment {
    let slots: Option<BTreeSet<i128>> = slots(&maker.kernel, group, sites);
    let Some(slots) = slots else {
        return Treatment::Unknown(UNTRACED);
    };
    if matches!(group, Group::Object(_)) && !is_set_up_once(text, sites) {
        return Treatment::Unknown(NOT_SET_UP);
    }
    if group == Group::Cluster {
        let ghost = maker.ghost(text, (&Members::All, true), first_of(maker, sites));
        return Treatment::Counted(BTreeMap::from([(0, ghost)]));
    }
    let counts: Vec<Option<&Expr>> = counts(sites);
    let values: BTreeSet<Option<i128>> = counts
        .iter()
        .map(|count| match count {
            Some(e) => text.value(e, None),
            None => text.block_size().map(i128::from),
        })
        .collect();
    let all = text.block_size().map(i128::from);
    if all.is_some() && values.len() > 1 {
        return Treatment::Unknown(DIFFERENT);
    }
    let is_all = |n: i128| {
        let warps = |n: i128| (n + i128::from(WARP) - 1) / i128::from(WARP);
        Some(n) == all
            || matches!(group, Group::Named(_)) && all.is_some_and(|all| n == warps(all) * i128::from(WARP))
    };
    let one = (values.len() == 1)
        .then(|| values.first().copied().flatten())
        .flatten();
    let members = match one {
        Some(n) if is_all(n) => Members::All,
        Some(n) if all.is_some() => match members(text, group, sites) {
            None => return Treatment::Unknown(OF_PART),
            Some((count, _)) if i128::from(count) > n => return Treatment::Nothing,
            Some((count, _)) if i128::from(count) < n => return Treatment::Unknown(TOO_FEW),
            Some((_, ranges)) => Members::Ranges(ranges),
        },
        // Obligations say the rest.
        _ => Members::All,
    };
    // `__syncthreads` waits at number 0.
    if matches!((group, &members), (Group::Named(0), Members::Ranges(_))) {
        return Treatment::Unknown(OF_PART);
    }
    let syncs = |s: &Site| matches!(s.phase.op, PhaseOp::Sync | PhaseOp::Init { .. } | PhaseOp::Copies);
    if matches!(members, Members::All) && slots.len() == 1 && sites.iter().all(syncs) && !apart {
        return Treatment::Whole;
    }
    let dynamic_set_up = sites
        .iter()
        .any(|s| matches!(s.phase.op, PhaseOp::Init { .. }) && s.offset.is_err());
    if dynamic_set_up && matches!(members, Members::Ranges(_)) {
        return Treatment::Unknown(NOT_SET_UP);
    }
    let loc = first_of(maker, sites);
    let ghosts = slots
        .into_iter()
        .map(|slot| (slot, maker.ghost(text, (&members, false), loc)))
        .collect();
    Treatment::Counted(ghosts)
}

/// Where the kernel first speaks of a barrier.
fn first_of(maker: &Maker, sites: &[Site]) -> Loc {
    let loc = sites.iter().map(|s| s.loc).min();
    loc.unwrap_or(maker.kernel.blocks[maker.kernel.entry].term.loc)
}

/// The byte offsets at which a group's barriers are; `None` if they cannot be listed.
fn slots(kernel: &Kernel, group: Group, sites: &[Site]) -> Option<BTreeSet<i128>> {
    let Group::Object(o) = group else {
        return Some(BTreeSet::from([0]));
    };
    let object = &kernel.objects[o];
    if object.space != Space::Shared {
        return None;
    }
    let fixed: Option<BTreeSet<i128>> = sites.iter().map(|s| s.offset.as_ref().ok().copied()).collect();
    let size = object.size.map(i128::from);
    let dynamic = sites.iter().all(|s| !matches!(s.offset, Err(None)));
    match (fixed, size) {
        _ if size == Some(BYTES) => Some(BTreeSet::from([0])),
        (Some(fixed), _) => {
            let apart = fixed
                .iter()
                .zip(fixed.iter().skip(1))
                .all(|(a, b)| b - a >= BYTES);
            (apart && fixed.len() <= MOST_SLOTS as usize).then_some(fixed)
        }
        (None, Some(size)) if dynamic && size % BYTES == 0 && size / BYTES <= MOST_SLOTS => {
            Some((0..size / BYTES).map(|n| n * BYTES).collect())
        }
        (None, _) => None,
    }
}

/// Whether statements that set a barrier up come once each: those with constant places are not in loops, and name different ones;
/// each is one that some thread comes to before it does anything else with the barrier.
fn is_set_up_once(text: &Text<'_>, sites: &[Site]) -> bool {
    let is_init = |s: &&Site| matches!(s.phase.op, PhaseOp::Init { .. });
    let used: Vec<BlockId> = sites.iter().filter(|s| !is_init(s)).map(|s| s.block).collect();
    let mut seen = BTreeSet::new();
    sites.iter().any(|s| is_init(&s))
        && sites.iter().filter(is_init).all(|site| {
            let around = text.in_cycle_with(site.block);
            let once = site.offset.is_err() || seen.insert(site.offset.clone().ok()) && around.is_empty();
            once && text.passes_first([&[site.block][..], &around].concat(), &used)
        })
}

/// How many arrivals a group's statements say that complete a phase; `None` for all of the block.
fn counts(sites: &[Site]) -> Vec<Option<&Expr>> {
    let said = sites
        .iter()
        .filter_map(|s| match (&s.phase.barrier, &s.phase.op) {
            (PhaseBarrier::Named { threads, .. }, _) => Some(threads.as_ref()),
            (PhaseBarrier::At(_), PhaseOp::Init { count }) => Some(Some(count)),
            (PhaseBarrier::At(_) | PhaseBarrier::Cluster, _) => None,
        });
    said.collect()
}

/// How many threads may arrive, and which: of a numbered barrier whole warps. `None` if they cannot be listed.
fn members(text: &Text<'_>, group: Group, sites: &[Site]) -> Option<(u64, Vec<std::ops::Range<u64>>)> {
    let [x, y, z] = text.dimensions()?;
    let total = text.block_size().filter(|n| *n <= 1024)?;
    let arrives = |s: &&Site| matches!(s.phase.op, PhaseOp::Arrive { .. } | PhaseOp::Sync);
    let mut ranges: Vec<std::ops::Range<u64>> = Vec::new();
    let mut count = 0;
    for n in 0..total {
        debug_assert!(z > 0, "a block has threads");
        let reach = text.reach([n % x, n / x % y, n / (x * y)]);
        if !sites.iter().filter(arrives).any(|s| reach[s.block.index()]) {
            continue;
        }
        count += 1;
        match ranges.last_mut() {
            Some(last) if last.end == n => last.end = n + 1,
            _ => ranges.push(n..n + 1),
        }
    }
    if let Group::Named(_) = group {
        // A warp of which a part stays away waits for that part to leave the kernel.
        let whole = ranges
            .iter()
            .all(|r| r.start % WARP == 0 && (r.end % WARP == 0 || r.end == total));
        if !whole {
            return None;
        }
        count = ranges
            .iter()
            .map(|r| (r.end - r.start).div_ceil(WARP) * WARP)
            .sum();
    }
    (ranges.len() <= 16).then_some((count, ranges))
}

/// The kernel while it is rewritten.
struct Maker {
    kernel: Kernel,
    ghosts: Vec<Ghost>,
    /// What the kernel begins with.
    begin: Vec<Stmt>,
}

impl Maker {
    fn var(&mut self, name: &str, ty: Ty) -> VarId {
        self.kernel.vars.push(Var {
            name: name.to_owned(),
            ty,
            user: false,
        })
    }

    fn ghost(&mut self, text: &Text<'_>, (members, of_cluster): (&Members, bool), loc: Loc) -> Ghost {
        let ghost = Ghost {
            arrived: self.var("arrived", Ty::U64),
            open: self.var("open", Ty::I64),
            member: self.var("member", Ty::Bool),
            of_cluster,
            loc,
        };
        let member = match members {
            Members::All => int(1, Ty::Bool),
            Members::Ranges(ranges) => is_among(text, ranges),
        };
        let values = [
            (ghost.arrived, int(0, Ty::U64)),
            (ghost.open, int(0, Ty::I64)),
            (ghost.member, member),
        ];
        self.begin
            .extend(values.map(|(dst, value)| assign(loc, dst, value)));
        self.ghosts.push(ghost);
        ghost
    }

    fn hole(&mut self, loc: Loc, reason: &str, may_synchronise: bool, dsts: Vec<VarId>) -> Stmt {
        let hole = self.kernel.holes.push(Hole {
            loc,
            reason: reason.to_owned(),
            may_synchronise,
            open: None,
        });
        let kind = StmtKind::Hole {
            hole,
            dsts,
            writes: Vec::new(),
        };
        Stmt { loc, kind }
    }

    /// What stands in a statement's stead.
    fn rewritten(&mut self, text: &Text<'_>, treatment: &Treatment, site: &Site) -> Vec<Stmt> {
        let loc = site.loc;
        let result = site.phase.def();
        match treatment {
            Treatment::Unknown(reason) => {
                let mut stmts = vec![self.hole(loc, reason, true, result.into_iter().collect())];
                // Nothing is proved of it.
                stmts.push(presume(loc, int(0, Ty::Bool), reason));
                stmts
            }
            Treatment::Nothing => {
                let said =
                    result.map(|dst| self.hole(loc, "what a barrier says of its phases", false, vec![dst]));
                // Whoever waits may wait for ever.
                let ends = presume(loc, int(0, Ty::Bool), TOO_MANY);
                said.into_iter().chain([ends]).collect()
            }
            Treatment::Whole => {
                let mut stmts = expects_all(text, site).into_iter().collect::<Vec<_>>();
                if let PhaseOp::Sync = site.phase.op {
                    let kind = StmtKind::Barrier(Barrier {
                        scope: Scope::Block,
                        fences: Spaces::ALL,
                        name: site.phase.name.clone(),
                        mask: None,
                        tile: None,
                        reduce: None,
                    });
                    stmts.push(Stmt { loc, kind });
                }
                stmts
            }
            Treatment::Counted(ghosts) => {
                let mut stmts = Vec::new();
                let members_are_all = ghosts.values().all(|g| self.is_of_all(g));
                if members_are_all {
                    stmts.extend(expects_all(text, site));
                }
                // Which barrier it is is settled first: the others stay as they are.
                let mut result_of: Vec<(Expr, Expr)> = Vec::new();
                let seen = if let PhaseOp::Wait { poll: Some(dst), .. } = &site.phase.op {
                    let looked = "whether a phase is complete when it is looked at may be either";
                    stmts.push(self.hole(loc, looked, false, vec![*dst]));
                    var(*dst, Ty::Bool)
                } else {
                    int(1, Ty::Bool)
                };
                for (slot, ghost) in ghosts {
                    let here = match (&site.offset, ghosts.len()) {
                        (_, 1) => int(1, Ty::Bool),
                        (Ok(offset), _) => int(i128::from(offset == slot), Ty::Bool),
                        (Err(Some(offset)), _) => compare(CmpOp::Eq, offset.clone(), int(*slot, Ty::I64)),
                        // Not counted at all.
                        (Err(None), _) => int(0, Ty::Bool),
                    };
                    if as_int(&here) == Some(0) {
                        continue;
                    }
                    step(loc, &site.phase.op, *ghost, &here, &seen, &mut stmts);
                    result_of.push((here, var(ghost.arrived, Ty::U64)));
                }
                if let PhaseOp::Arrive { dst: Some(dst), .. } = site.phase.op {
                    let chosen = result_of
                        .into_iter()
                        .reduce(|(_, rest), (here, own)| (here.clone(), select(here, own, rest)));
                    let value = chosen.map_or(int(0, Ty::U64), |(_, value)| value);
                    stmts.push(assign(loc, dst, value));
                }
                stmts
            }
        }
    }

    fn is_of_all(&self, ghost: &Ghost) -> bool {
        self.begin.iter().any(|s| {
            matches!(&s.kind, StmtKind::Assign { dst, value } if *dst == ghost.member && as_int(value) == Some(1))
        })
    }
}

/// What a statement does to what is kept of a barrier, if it is the one `here`; `seen` is whether a wait found its phase complete.
fn step(loc: Loc, op: &PhaseOp, ghost: Ghost, here: &Expr, seen: &Expr, out: &mut Vec<Stmt>) {
    let (arrived, open) = (var(ghost.arrived, Ty::U64), var(ghost.open, Ty::I64));
    let set = |dst: VarId, when: &Expr, value: Expr, out: &mut Vec<Stmt>| {
        let ty = value.ty;
        out.push(assign(loc, dst, select(when.clone(), value, var(dst, ty))));
    };
    let none = |e: Expr| {
        let ty = e.ty;
        compare(CmpOp::Eq, e, int(0, ty))
    };
    match op {
        // What waits for them stands beside it.
        PhaseOp::Copies => {}
        PhaseOp::Init { .. } => out.push(presume(loc, implies(here, none(arrived)), SET_UP_AGAIN)),
        PhaseOp::Sync | PhaseOp::Arrive { leaves: false, .. } => {
            arrives_once(loc, op, implies(here, none(open.clone())), out);
            set(ghost.arrived, here, add(arrived, int(1, Ty::U64)), out);
            if !matches!(op, PhaseOp::Sync) {
                set(ghost.open, here, add(open, int(1, Ty::I64)), out);
            }
        }
        // It takes no part in later phases: nothing that it does from now on is before any of them.
        PhaseOp::Arrive { leaves: true, .. } => {
            arrives_once(loc, op, implies(here, none(open.clone())), out);
            set(ghost.arrived, here, add(arrived, int(1 + LEFT, Ty::U64)), out);
            set(ghost.open, here, add(open, int(1 + LEFT, Ty::I64)), out);
        }
        PhaseOp::Wait { until, .. } => {
            let when = both(here, seen);
            let left = match until {
                Until::Number(number) => {
                    let own = compare(CmpOp::Le, number.clone(), arrived.clone());
                    out.push(presume(loc, implies(&when, own), NOT_OWN));
                    cast(binary(BinOp::Sub, arrived, number.clone()), Ty::I64)
                }
                Until::Parity(parity) => {
                    let waited = binary(BinOp::Sub, cast(arrived, Ty::U32), cast(open.clone(), Ty::U32));
                    let own = |e| binary(BinOp::And, e, int(1, Ty::U32));
                    let same = compare(CmpOp::Eq, own(waited), own(parity.clone()));
                    binary(BinOp::Sub, open, cast(same, Ty::I64))
                }
            };
            set(ghost.open, &when, left, out);
        }
    }
}

/// The obligations that a thread arrives once in a phase, and has waited for those before.
fn arrives_once(loc: Loc, op: &PhaseOp, waited: Expr, out: &mut Vec<Stmt>) {
    out.push(presume(loc, waited, AGAIN));
    if let PhaseOp::Arrive {
        times: Some(times), ..
    } = op
    {
        let once = compare(CmpOp::Eq, times.clone(), int(1, Ty::U32));
        out.push(presume(loc, once, SEVERAL));
    }
}

/// The obligation that a barrier expects as many arrivals as the block has threads, where the statement says how many it expects.
fn expects_all(text: &Text<'_>, site: &Site) -> Option<Stmt> {
    let count = match (&site.phase.barrier, &site.phase.op) {
        (PhaseBarrier::Named { threads, .. }, _) => threads.as_ref()?,
        (PhaseBarrier::At(_), PhaseOp::Init { count }) => count,
        (PhaseBarrier::At(_) | PhaseBarrier::Cluster, _) => return None,
    };
    let all = text.block_size();
    // Told before: a numbered barrier counts whole warps.
    if all.is_some() && text.value(count, None).is_some() {
        return None;
    }
    let equal = compare(CmpOp::Eq, count.clone(), text.block_product());
    Some(presume(site.loc, equal, UNEQUAL))
}

/// Whether the thread's place in its block is in one of the ranges.
fn is_among(text: &Text<'_>, ranges: &[std::ops::Range<u64>]) -> Expr {
    let place = text.place_in_block();
    let within = ranges.iter().map(|r| {
        let low = compare(CmpOp::Ge, place.clone(), int(r.start.into(), Ty::U32));
        let high = compare(CmpOp::Lt, place.clone(), int(r.end.into(), Ty::U32));
        both(&low, &high)
    });
    let any = within.reduce(|a, b| binary(BinOp::Or, a, b));
    any.unwrap_or(int(0, Ty::Bool))
}

/// How far a pointer is from the start of an object, in bytes.
fn from_start(addr: &Expr, object: ObjectId) -> Expr {
    build::distance(addr.clone(), build::object(object))
}

fn assign(loc: Loc, dst: VarId, value: Expr) -> Stmt {
    let kind = StmtKind::Assign { dst, value };
    Stmt { loc, kind }
}

fn presume(loc: Loc, holds: Expr, why: &str) -> Stmt {
    let why = why.to_owned();
    let kind = StmtKind::Presume { holds, why };
    Stmt { loc, kind }
}

fn add(a: Expr, b: Expr) -> Expr {
    binary(BinOp::Add, a, b)
}

fn both(a: &Expr, b: &Expr) -> Expr {
    select(a.clone(), b.clone(), int(0, Ty::Bool))
}

fn implies(a: &Expr, b: Expr) -> Expr {
    select(a.clone(), b, int(1, Ty::Bool))
}
