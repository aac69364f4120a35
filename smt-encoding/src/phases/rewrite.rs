//! What stands in the stead of statements that speak of barriers.

use super::sites::{Members, Number, Site};
use super::values::Text;
use super::{
    AGAIN, Ghost, LEFT, NOT_MEMBER, NOT_OWN, SET_UP_AGAIN, SEVERAL, TOO_MANY, Treatment, UNEQUAL, UNLISTED,
    add, assign, both, implies, is_among, presume, rank, spin,
};
use kverify_frontend::ir::build::{as_int, binary, cast, compare, int, select, var};
use kverify_frontend::ir::{
    Barrier, BinOp, CmpOp, Collective, CollectiveOp, Expr, Hole, Kernel, Loc, PhaseBarrier, PhaseOp, Scope,
    Spaces, Stmt, StmtKind, Synchronises, Ty, Until, Var, VarId,
};

/// The kernel while it is rewritten.
pub(super) struct Maker {
    pub kernel: Kernel,
    pub ghosts: Vec<Ghost>,
    /// What the kernel begins with.
    pub begin: Vec<Stmt>,
}

impl Maker {
    fn var(&mut self, name: &str, ty: Ty) -> VarId {
        self.kernel.vars.push(Var {
            name: name.to_owned(),
            ty,
            user: false,
        })
    }

    pub(super) fn ghost(
        &mut self,
        text: &Text<'_>,
        (members, of_cluster): (&Members, bool),
        loc: Loc,
    ) -> Ghost {
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

    fn hole(&mut self, loc: Loc, reason: &str, synchronises: Synchronises, dsts: Vec<VarId>) -> Stmt {
        let hole = self.kernel.holes.push(Hole {
            loc,
            reason: reason.to_owned(),
            synchronises,
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
    pub(super) fn rewritten(
        &mut self,
        text: &Text<'_>,
        treatment: &Treatment,
        site: &Site,
        ranks: &[rank::Ranked],
    ) -> Vec<Stmt> {
        let loc = site.loc;
        let result = site.phase.def();
        let mut listed = Vec::new();
        if let Some(number) = site.number.as_ref().filter(|_| site.is_first()) {
            let any = number.listed.iter().map(|n| {
                let of = Number {
                    here: *n,
                    ..number.clone()
                };
                compare(CmpOp::Eq, of.id, int(of.here, Ty::U32))
            });
            let any = any.reduce(|a, b| binary(BinOp::Or, a, b));
            listed.push(presume(loc, any.unwrap_or(int(0, Ty::Bool)), UNLISTED));
        }
        let never = || implies(&site.when(), int(0, Ty::Bool));
        listed.extend(match treatment {
            Treatment::Unknown(reason) => {
                let mut stmts = vec![self.hole(loc, reason, Synchronises::Yes, result.into_iter().collect())];
                // Nothing is proved of it.
                stmts.push(presume(loc, never(), reason));
                stmts
            }
            Treatment::Nothing => {
                let said = result.map(|dst| {
                    self.hole(
                        loc,
                        "what a barrier says of its phases",
                        Synchronises::No,
                        vec![dst],
                    )
                });
                // Whoever waits may wait for ever.
                let ends = presume(loc, never(), TOO_MANY);
                said.into_iter().chain([ends]).collect()
            }
            Treatment::Whole => {
                let mut stmts = expects_all(text, site).into_iter().collect::<Vec<_>>();
                if site.phase.op == PhaseOp::Sync && site.is_first() {
                    let together = site.which().map(|which| Collective {
                        op: CollectiveOp::Together,
                        scope: Scope::Block,
                        name: site.phase.name.clone(),
                        mask: None,
                        args: vec![which],
                        dst: None,
                    });
                    stmts.extend(together.map(|c| Stmt {
                        loc,
                        kind: StmtKind::Collective(c),
                    }));
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
                    stmts.push(self.hole(loc, looked, Synchronises::No, vec![*dst]));
                    match spin::spins(text.kernel(), site.at(), &site.phase, *dst) {
                        true => int(1, Ty::Bool),
                        false => var(*dst, Ty::Bool),
                    }
                } else {
                    int(1, Ty::Bool)
                };
                for (slot, ghost) in ghosts {
                    let slot_is = match (&site.offset, ghosts.len()) {
                        (_, 1) => int(1, Ty::Bool),
                        (Ok(offset), _) => int(i128::from(offset == slot), Ty::Bool),
                        (Err(Some(offset)), _) => compare(CmpOp::Eq, offset.clone(), int(*slot, Ty::I64)),
                        // Not counted at all.
                        (Err(None), _) => int(0, Ty::Bool),
                    };
                    let here = both(&site.when(), &slot_is);
                    if as_int(&here) == Some(0) {
                        continue;
                    }
                    if site.arrives() {
                        // Who it is that comes was told by the text.
                        let member = var(ghost.member, Ty::Bool);
                        let told = site.number.is_some() && !members_are_all;
                        stmts.extend(told.then(|| presume(loc, implies(&here, member), NOT_MEMBER)));
                        stmts.extend(rank::in_order(loc, &here, *ghost, ranks));
                    }
                    step(loc, &site.phase.op, *ghost, [&here, &seen], ranks, &mut stmts);
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
        });
        listed
    }

    fn is_of_all(&self, ghost: &Ghost) -> bool {
        self.begin.iter().any(|s| {
            matches!(&s.kind, StmtKind::Assign { dst, value } if *dst == ghost.member && as_int(value) == Some(1))
        })
    }
}

/// What a statement does to what is kept of a barrier, if it is the one `here`; `seen` is whether a wait found its phase complete.
fn step(
    loc: Loc,
    op: &PhaseOp,
    ghost: Ghost,
    [here, seen]: [&Expr; 2],
    ranks: &[rank::Ranked],
    out: &mut Vec<Stmt>,
) {
    let (arrived, open) = (var(ghost.arrived, Ty::U64), var(ghost.open, Ty::I64));
    let set = |dst: VarId, when: &Expr, value: Expr, out: &mut Vec<Stmt>| {
        let ty = value.ty;
        out.push(assign(loc, dst, select(when.clone(), value, var(dst, ty))));
    };
    let none = |e: Expr| {
        let ty = e.ty;
        compare(CmpOp::Eq, e, int(0, ty))
    };
    // No phase that it arrived in is under way.
    let through = |open: Expr| match rank::known_by_others(ghost, ranks) {
        known if as_int(&known) == Some(0) => none(open),
        known => binary(BinOp::Or, none(open), known),
    };
    match op {
        // What waits for them stands beside it.
        PhaseOp::Copies => {}
        PhaseOp::Init { .. } => out.push(presume(loc, implies(here, none(arrived)), SET_UP_AGAIN)),
        PhaseOp::Sync | PhaseOp::Arrive { leaves: false, .. } => {
            arrives_once(loc, op, implies(here, through(open.clone())), out);
            set(ghost.arrived, here, add(arrived, int(1, Ty::U64)), out);
            if !matches!(op, PhaseOp::Sync) {
                set(ghost.open, here, add(open, int(1, Ty::I64)), out);
            } else if !ranks.is_empty() {
                set(ghost.open, here, int(0, Ty::I64), out);
            }
        }
        // It takes no part in later phases: nothing that it does from now on is before any of them.
        PhaseOp::Arrive { leaves: true, .. } => {
            arrives_once(loc, op, implies(here, through(open.clone())), out);
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
