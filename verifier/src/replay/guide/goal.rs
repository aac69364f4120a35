//! Where a search wants two threads to be.

use super::super::program::{Inst, Program};
use kverify_frontend::ir::{Loc, Scope};
use kverify_smt::answer::{Action, Finding, Kind, Place};
use std::collections::VecDeque;

/// The two sides of a finding, as instructions, and how far each instruction is from them.
#[derive(Clone, Debug)]
pub(in super::super) struct Goal {
    /// Branches between each instruction and the side; `None` where no way leads there.
    levels: [Vec<Option<u32>>; 2],
    /// Whether a side is of interest: where a thread leaves the kernel, none needs to be led.
    pub wanted: [bool; 2],
    pub scope: Scope,
    /// Two accesses must meet in a cell.
    pub is_race: bool,
}

impl Goal {
    /// The goal of a finding; `None` for kinds that speak of no places to be reached.
    pub fn of(program: &Program, finding: &Finding) -> Option<Goal> {
        let wanted = match finding.kind {
            Kind::DataRace | Kind::BarrierDivergence | Kind::DivergentCollective => {
                finding.places.each_ref().map(|p| !p.action.leaves())
            }
            Kind::Assertion | Kind::InvalidArgument => [true, false],
            _ => return None,
        };
        let sides = finding
            .places
            .each_ref()
            .map(|place| instructions(program, place));
        let found = (0..2).all(|side| !wanted[side] || !sides[side].is_empty());
        found.then(|| Goal {
            levels: sides.map(|side| levels(program, &side)),
            wanted,
            scope: finding.scope,
            is_race: finding.kind == Kind::DataRace,
        })
    }

    /// Whether an instruction is one of a side.
    pub fn is_side(&self, side: usize, pc: u32) -> bool {
        self.wanted[side] && self.level(side, pc) == Some(0) && self.is_exactly(side, pc)
    }

    /// How many branches lie between an instruction and a side.
    pub fn level(&self, side: usize, pc: u32) -> Option<u32> {
        let level = *self.levels[side].get(pc as usize)?;
        level.map(|level| level >> 1)
    }

    fn is_exactly(&self, side: usize, pc: u32) -> bool {
        self.levels[side]
            .get(pc as usize)
            .is_some_and(|level| *level == Some(0))
    }
}

/// The instructions that do at a place what the finding says.
fn instructions(program: &Program, place: &Place) -> Vec<u32> {
    let is_at = |n: u32| -> bool {
        let loc: Option<&Loc> = program.places.get(n as usize);
        loc == Some(&place.loc)
    };
    let fits = |inst: &Inst| match (inst, place.action) {
        (Inst::Load { place, .. }, Action::Read) | (Inst::Store { place, .. }, Action::Write) => {
            is_at(*place)
        }
        (Inst::Atomic(atomic), Action::Atomic) => is_at(atomic.place),
        (Inst::Barrier(barrier), Action::Barrier) => is_at(barrier.place),
        (Inst::Phase(phase), Action::Barrier) => is_at(phase.place),
        (Inst::Collective(collective), Action::Collective) => is_at(collective.place),
        (Inst::Assert { place, .. }, Action::Assert | Action::Demand(_)) => is_at(*place),
        _ => false,
    };
    (0..)
        .zip(&program.insts)
        .filter(|(_, inst)| fits(inst))
        .map(|(pc, _)| pc)
        .collect()
}

/// Twice the number of branches from each instruction to the nearest of `targets`, and one more where it is none of them.
fn levels(program: &Program, targets: &[u32]) -> Vec<Option<u32>> {
    let count = program.insts.len();
    let mut before: Vec<Vec<(usize, u32)>> = vec![Vec::new(); count];
    let mut lead = |from: usize, to: u32, branches: u32| {
        if let Some(list) = before.get_mut(to as usize) {
            list.push((from, branches));
        }
    };
    for (pc, inst) in program.insts.iter().enumerate() {
        match inst {
            Inst::Jump(edge) => lead(pc, edge.pc, 0),
            Inst::Branch { then, other, .. } => {
                lead(pc, then.pc, 1);
                lead(pc, other.pc, 1);
            }
            Inst::Return { .. } | Inst::Unreachable => {}
            _ => lead(pc, pc as u32 + 1, 0),
        }
    }
    let mut branches: Vec<Option<u32>> = vec![None; count];
    let mut open: VecDeque<usize> = VecDeque::new();
    for &target in targets {
        branches[target as usize] = Some(0);
        open.push_back(target as usize);
    }
    while let Some(at) = open.pop_front() {
        let here = branches[at].unwrap_or(0);
        for &(from, more) in &before[at] {
            let new = here + more;
            if branches[from].is_none_or(|old| new < old) {
                branches[from] = Some(new);
                match more {
                    0 => open.push_front(from),
                    _ => open.push_back(from),
                }
            }
        }
    }
    let exact = |pc: usize| targets.contains(&(pc as u32));
    let level = |(pc, n): (usize, Option<u32>)| n.map(|n| 2 * n + u32::from(!exact(pc)));
    branches.into_iter().enumerate().map(level).collect()
}
