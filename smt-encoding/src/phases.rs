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
mod rank;
mod rewrite;
mod sites;
mod spin;
mod values;

use crate::answer::{Action, Answer, Config, Finding, Kind};
use crate::assumptions::{Shape, with_pinned};
use kverify_frontend::ir::build::{self, as_int, binary, compare, int, select, var};
use kverify_frontend::ir::{
    BinOp, Block, BlockId, CmpOp, Expr, Kernel, Loc, ObjectId, PhaseOp, Scope, Stmt, StmtKind, TermKind,
    Terminator, Ty, VarId,
};
use rewrite::Maker;
use sites::{Members, Site, groups, taking_part, wholes};
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

/// How barriers that count are read: the first reading that the answer does not speak against counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Those at which all threads arrive and wait in one are no block barriers.
    pub apart: bool,
    /// Which of the orders is tried in which phases of barriers that hang on one another are completed ([`rank`]).
    pub order: usize,
    /// A thread may know by another barrier that a phase is complete.
    pub told: bool,
}

/// A kernel without [`StmtKind::Phase`].
pub(crate) struct Explicit {
    pub kernel: Kernel,
    pub ghosts: Vec<Ghost>,
    /// How many orders there are to try.
    pub orders: usize,
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
const UNLISTED: &str = "which barriers this may be was not decided; it is not modelled as a synchronisation";
const NOT_MEMBER: &str =
    "which threads arrive at this barrier was not decided; it is not modelled as a synchronisation";
const CIRCULAR: &str = "threads may wait at this barrier for others that wait for them at another one; that they do not is not followed";
const UNEQUAL: &str =
    "whether this barrier expects all threads of the block is not certain; --block or --assume may settle it";
const AGAIN: &str = "a thread may arrive at this barrier again before it has waited for the phase; the order that gives is not \
                     modelled";
const SEVERAL: &str = "arriving at a barrier several times at once is not modelled";
const NOT_OWN: &str = "waiting for a phase that the thread did not arrive in is not modelled";
const SET_UP_AGAIN: &str = "a barrier that is set up while it may be in use is not modelled";

/// The kernel with barriers that count arrivals made explicit, `None` if there are none.
pub(crate) fn explicit(kernel: &Kernel, config: &Config, reading: Reading) -> Option<Explicit> {
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
    let whole_groups = wholes(&maker, &text, &groups, reading);
    let mut treatments: BTreeMap<Group, Treatment> = BTreeMap::new();
    for (group, sites) in &groups {
        if let Some(group) = group {
            let is_whole = whole_groups.contains(group);
            treatments.insert(*group, treat(&mut maker, &text, *group, sites, is_whole));
        }
    }
    let circles = circle::circles(kernel, &groups, &treatments);
    for group in &circles.through_block {
        treatments.insert(*group, Treatment::Unknown(CIRCULAR));
    }
    let ranks = rank::ranks(&text, &groups, &circles.counted, &treatments, reading);
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
            let stmts = maker.rewritten(&text, &treatment, site, &ranks);
            out.entry(site.at()).or_default().extend(stmts);
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
        orders: rank::orders(&ranks),
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

/// How to read the kernel instead, if there is another way: threads may wait at different places for a barrier that was made
/// block barriers, or that was not decided; or the order that was tried is none.
pub(crate) fn otherwise(
    kernel: &Kernel,
    config: &Config,
    reading: Reading,
    answer: &Answer,
) -> Option<Reading> {
    let config = &with_pinned(kernel, config);
    let Explicit { whole, orders, .. } = explicit(kernel, config, reading)?;
    let says = |why: &str| answer.unknowns.iter().any(|u| u.message.contains(why));
    let order = reading.order + 1;
    if order < orders && (says(CIRCULAR) || reading.told && says(AGAIN)) {
        return Some(Reading { order, ..reading });
    }
    if !reading.told && says(AGAIN) {
        let (order, told) = (0, true);
        return Some(Reading {
            order,
            told,
            ..reading
        });
    }
    let is_found = |of: &BTreeSet<Loc>| {
        let diverges = |f: &Finding| {
            f.kind == Kind::BarrierDivergence
                && f.places
                    .iter()
                    .all(|p| p.action == Action::Barrier && of.contains(&p.loc))
        };
        let parts = |f: &Finding| {
            diverges(f) || f.kind == Kind::DivergentCollective && f.places.iter().all(|p| of.contains(&p.loc))
        };
        answer.findings.iter().any(parts)
            || answer
                .unknowns
                .iter()
                .any(|u| u.loc.is_some_and(|loc| of.contains(&loc)))
    };
    let apart = true;
    whole.iter().any(is_found).then_some(Reading {
        apart,
        ..Reading::default()
    })
}

fn treat(maker: &mut Maker, text: &Text<'_>, group: Group, sites: &[Site], is_whole: bool) -> Treatment {
    if is_whole {
        return Treatment::Whole;
    }
    let (slots, members) = match taking_part(maker, text, group, sites) {
        Ok(known) => known,
        Err(treatment) => return treatment,
    };
    let dynamic_set_up = sites
        .iter()
        .any(|s| matches!(s.phase.op, PhaseOp::Init { .. }) && s.offset.is_err());
    if dynamic_set_up && matches!(members, Members::Ranges(_)) {
        return Treatment::Unknown(NOT_SET_UP);
    }
    let loc = first_of(maker, sites);
    let ghosts = slots
        .into_iter()
        .map(|slot| (slot, maker.ghost(text, (&members, group == Group::Cluster), loc)))
        .collect();
    Treatment::Counted(ghosts)
}

/// Where the kernel first speaks of a barrier.
fn first_of(maker: &Maker, sites: &[Site]) -> Loc {
    let loc = sites.iter().map(|s| s.loc).min();
    loc.unwrap_or(maker.kernel.blocks[maker.kernel.entry].term.loc)
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
    match (as_int(a), as_int(b)) {
        (Some(0), _) | (_, Some(0)) => int(0, Ty::Bool),
        (Some(_), _) => b.clone(),
        (_, Some(_)) => a.clone(),
        (None, None) => select(a.clone(), b.clone(), int(0, Ty::Bool)),
    }
}

fn implies(a: &Expr, b: Expr) -> Expr {
    match as_int(a) {
        Some(0) => int(1, Ty::Bool),
        Some(_) => b,
        None => select(a.clone(), b, int(1, Ty::Bool)),
    }
}
