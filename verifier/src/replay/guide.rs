//! How near a run came to what a finding says, and which of its inputs decided that: what a search climbs by.
//!
//! The measure is that of search-based testing (Korel 1990, doi:10.1109/32.57624; McMinn 2004, doi:10.1002/stvr.294): how many
//! branches before the place a thread turned off (*level*), and how far the values that it compared there were from turning
//! the other way (*distance*). Which inputs those values came from is followed through registers and memory, data flow only,
//! as in dynamic taint analysis; who is followed wrongly costs runs, never truth, since what a run shows is judged as any other.

mod accesses;
mod goal;
mod score;
mod sets;

use super::context::Context;
use super::program::{Inst, Program, Slot, Src};
use super::step::read;
use super::thread::Thread;
use super::value::{to_float, to_integer, truncate};
pub(super) use goal::Goal;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{BinOp, CmpOp, Kernel, ObjectId, Ty, UnOp};
use rustc_hash::FxHashMap;
pub(super) use score::Score;
use sets::{SetId, Sets};
use std::collections::BTreeMap;

/// An input that a search may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Place {
    /// A scalar parameter, by its index.
    Scalar(u32),
    /// A memory cell: object, row and byte offset.
    Cell(ObjectId, i128, i64),
}

/// An input and what it was in this run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Input {
    pub place: Place,
    pub ty: Ty,
    pub bits: u128,
}

/// What is known of a value besides its bits.
#[derive(Clone, Copy, Debug, Default)]
struct Shadow {
    /// The inputs that it came from.
    from: SetId,
    /// Of a truth value: how far its operands are from making it true, and false.
    truth: Option<[f64; 2]>,
}

/// A branch at which a thread turned off the way to a goal's side.
#[derive(Clone, Copy, Debug)]
struct Miss {
    level: u32,
    distance: f64,
    from: SetId,
}

/// A thread that came to a goal's side.
#[derive(Clone, Copy, Debug)]
struct Hit {
    thread: u32,
    /// Region, offset and length of the access; nothing for barriers.
    at: Option<(u32, i64, u64)>,
    interval: u32,
    from: SetId,
}

/// Accesses of one side that are kept.
const MOST_HITS: usize = 2048;
/// Inputs that are told apart.
const MOST_INPUTS: usize = 1 << 14;

/// The observer of one run.
#[derive(Clone, Debug)]
pub(super) struct Guide {
    goal: Goal,
    sets: Sets,
    inputs: Vec<Input>,
    by_place: FxHashMap<Place, u32>,
    /// Parameters, and objects, that keep what they hold.
    fixed: (Vec<u32>, Vec<ObjectId>),
    registers: Vec<Vec<Shadow>>,
    temps: Vec<Shadow>,
    memory: FxHashMap<(u32, i64), SetId>,
    /// By side: the nearest miss of each thread at each branch, in an order that is the same in every run.
    misses: [BTreeMap<(u32, u32), Miss>; 2],
    hits: [Vec<Hit>; 2],
    homes: Vec<(u32, u32)>,
}

impl Guide {
    /// An observer that looks for `goal`; the scalars and objects of `fixed` cannot be changed.
    pub fn new(goal: Goal, program: &Program, fixed: (Vec<u32>, Vec<ObjectId>)) -> Guide {
        Guide {
            goal,
            sets: Sets::default(),
            inputs: Vec::new(),
            by_place: FxHashMap::default(),
            fixed,
            registers: Vec::new(),
            temps: vec![Shadow::default(); program.temps as usize],
            memory: FxHashMap::default(),
            misses: Default::default(),
            hits: Default::default(),
            homes: Vec::new(),
        }
    }

    /// A thread starts, with its parameters.
    pub fn enrol(&mut self, kernel: &Kernel, thread: &Thread) {
        let mut registers = vec![Shadow::default(); thread.regs.len()];
        for (n, param) in (0..).zip(&kernel.params) {
            let value = thread.regs.get(param.var.index());
            let free = param.object.is_none() && param.ty != Ty::Ptr && !self.fixed.0.contains(&n);
            if let (Some(value), Some(shadow), true) = (value, registers.get_mut(param.var.index()), free) {
                shadow.from = self.input(Place::Scalar(n), param.ty, value.bits);
            }
        }
        self.registers.push(registers);
        self.homes.push((thread.home.block, thread.home.warp));
    }

    /// The set of this input alone.
    fn input(&mut self, place: Place, ty: Ty, bits: u128) -> SetId {
        let known = self.by_place.get(&place).copied();
        let number = match known {
            Some(number) => number,
            None if self.inputs.len() >= MOST_INPUTS => return SetId::default(),
            None => {
                let number = self.inputs.len() as u32;
                self.inputs.push(Input { place, ty, bits });
                self.by_place.insert(place, number);
                number
            }
        };
        self.sets.of(number)
    }

    fn shadow(&self, thread: &Thread, src: Src) -> Shadow {
        let known = match src {
            Src::Var(n) => self
                .registers
                .get(thread.number as usize)
                .and_then(|registers| registers.get(n as usize)),
            Src::Temp(n) => self.temps.get(n as usize),
            Src::Const(_) | Src::Geometry(_) => None,
        };
        known.copied().unwrap_or_default()
    }

    fn set(&mut self, thread: &Thread, dst: Slot, shadow: Shadow) {
        let slot = match dst {
            Slot::Var(n) => self
                .registers
                .get_mut(thread.number as usize)
                .and_then(|registers| registers.get_mut(n as usize)),
            Slot::Temp(n) => self.temps.get_mut(n as usize),
        };
        if let Some(slot) = slot {
            *slot = shadow;
        }
    }

    /// All that the values came from.
    fn union(&mut self, thread: &Thread, sources: &[Src]) -> SetId {
        let mut all = SetId::default();
        for source in sources {
            let from = self.shadow(thread, *source).from;
            all = self.sets.union(all, from);
        }
        all
    }

    /// How far a truth value is from true and from false.
    fn truth(&self, thread: &Thread, cx: &Context<'_>, src: Src) -> [f64; 2] {
        let holds = read(thread, cx, src).bits != 0;
        let plain = if holds { [0.0, 1.0] } else { [1.0, 0.0] };
        self.shadow(thread, src).truth.unwrap_or(plain)
    }

    /// Values that threads exchange come from all of them.
    pub fn exchange(&mut self, members: &[&Thread], args: &[Src], dst: u32) {
        let mut all = SetId::default();
        for thread in members {
            let from = self.union(thread, args);
            all = self.sets.union(all, from);
        }
        let shadow = Shadow {
            from: all,
            truth: None,
        };
        for thread in members {
            self.set(thread, Slot::Var(dst), shadow);
        }
    }

    fn hit(
        &mut self,
        side: usize,
        thread: &Thread,
        cx: &Context<'_>,
        at: Option<(u32, i64, u64)>,
        from: SetId,
    ) {
        if self.hits[side].len() < MOST_HITS {
            let block = cx.blocks.get(thread.home.block as usize);
            self.hits[side].push(Hit {
                thread: thread.number,
                at,
                interval: block.map_or(0, |block| block.interval),
                from,
            });
        }
    }
}

/// Looks at an instruction that is about to be executed, if the run has a goal.
pub(super) fn look(inst: &Inst, pc: u32, thread: &Thread, cx: &mut Context<'_>) {
    let Some(mut guide) = cx.guide.take() else {
        return;
    };
    match inst {
        Inst::Load { .. } | Inst::Store { .. } | Inst::Atomic(_) => guide.access(inst, pc, thread, cx),
        Inst::Branch { cond, then, other } => {
            let taken = read(thread, cx, *cond).bits != 0;
            let (to, off) = if taken {
                (then.pc, other.pc)
            } else {
                (other.pc, then.pc)
            };
            let distance = guide.truth(thread, cx, *cond)[usize::from(taken)];
            guide.turn(pc, [to, off], distance, *cond, thread);
        }
        Inst::Assert { cond, .. } if guide.goal.is_side(0, pc) => {
            let distance = guide.truth(thread, cx, *cond)[1];
            let from = guide.shadow(thread, *cond).from;
            guide.miss(
                0,
                thread,
                pc,
                Miss {
                    level: 1,
                    distance,
                    from,
                },
            );
        }
        Inst::Barrier(_) | Inst::Collective(_) | Inst::Phase(_) => {
            for side in [0, 1] {
                if guide.goal.is_side(side, pc) {
                    guide.hit(side, thread, cx, None, SetId::default());
                }
            }
        }
        _ => guide.compute(inst, thread, cx),
    }
    cx.guide = Some(guide);
}

impl Guide {
    fn compute(&mut self, inst: &Inst, thread: &Thread, cx: &Context<'_>) {
        let plain = |from| Shadow { from, truth: None };
        match inst {
            Inst::Move { dst, src } | Inst::Cast { dst, a: src, .. } | Inst::Window { dst, a: src, .. } => {
                let shadow = self.shadow(thread, *src);
                self.set(thread, *dst, shadow);
            }
            Inst::Unary { op, dst, a, .. } => {
                let mut shadow = self.shadow(thread, *a);
                shadow.truth = match op {
                    UnOp::Not => shadow.truth.map(|[yes, no]| [no, yes]),
                    _ => None,
                };
                self.set(thread, *dst, shadow);
            }
            Inst::Binary {
                op, ty, dst, a, b, ..
            } => {
                let from = self.union(thread, &[*a, *b]);
                let truth = (*ty == Ty::Bool).then(|| {
                    let ([a, not_a], [b, not_b]) = (self.truth(thread, cx, *a), self.truth(thread, cx, *b));
                    match op {
                        BinOp::And => Some([a + b, not_a.min(not_b)]),
                        BinOp::Or => Some([a.min(b), not_a + not_b]),
                        _ => None,
                    }
                });
                let truth = truth.flatten();
                self.set(thread, *dst, Shadow { from, truth });
            }
            Inst::Cmp { op, ty, dst, a, b } => {
                let from = self.union(thread, &[*a, *b]);
                let inner = self.shadow(thread, *a).truth;
                let zero = read(thread, cx, *b).bits == 0;
                let truth = match (op, inner) {
                    (CmpOp::Ne, Some(truth)) if zero => truth,
                    (CmpOp::Eq, Some([yes, no])) if zero => [no, yes],
                    _ => distances(
                        *op,
                        number(*ty, read(thread, cx, *a).bits),
                        number(*ty, read(thread, cx, *b).bits),
                    ),
                };
                self.set(
                    thread,
                    *dst,
                    Shadow {
                        from,
                        truth: Some(truth),
                    },
                );
            }
            Inst::Select { dst, cond, a, b, .. } => {
                let from = self.union(thread, &[*cond, *a, *b]);
                self.set(thread, *dst, plain(from));
            }
            Inst::PtrAdd { dst, a, b } | Inst::PtrRow { dst, a, row: b } => {
                let from = self.union(thread, &[*a, *b]);
                self.set(thread, *dst, plain(from));
            }
            Inst::Call(call) => {
                let args: Vec<Src> = call.args.iter().map(|(_, arg)| *arg).collect();
                let from = self.union(thread, &args);
                self.set(thread, call.dst, plain(from));
            }
            Inst::Object { dst, .. } | Inst::Unknown { dst, .. } => {
                self.set(thread, *dst, Shadow::default());
            }
            _ => {}
        }
    }

    /// A thread goes to one place, and not to another.
    fn turn(&mut self, pc: u32, [to, off]: [u32; 2], distance: f64, cond: Src, thread: &Thread) {
        for side in [0, 1] {
            let (here, there) = (self.goal.level(side, to), self.goal.level(side, off));
            if let Some(level) = there
                && here.is_none_or(|here| here > level)
            {
                let from = self.shadow(thread, cond).from;
                let level = level + 1;
                self.miss(
                    side,
                    thread,
                    pc,
                    Miss {
                        level,
                        distance,
                        from,
                    },
                );
            }
        }
    }

    fn miss(&mut self, side: usize, thread: &Thread, pc: u32, miss: Miss) {
        let kept = self.misses[side].entry((thread.number, pc)).or_insert(miss);
        if miss.distance < kept.distance {
            *kept = miss;
        }
    }
}

/// How far two numbers are from a comparison that holds, and from one that does not.
fn distances(op: CmpOp, a: f64, b: f64) -> [f64; 2] {
    let apart = (a - b).abs();
    let below = (a - b).max(0.0);
    let above = (b - a).max(0.0);
    // One more where the border itself is on the wrong side.
    let strictly = |distance: f64, holds: bool| if holds { 0.0 } else { distance + 1.0 };
    match op {
        CmpOp::Eq => [apart, strictly(0.0, a != b)],
        CmpOp::Ne => [strictly(0.0, a != b), apart],
        CmpOp::Lt => [strictly(below, a < b), above],
        CmpOp::Ge => [above, strictly(below, a < b)],
        CmpOp::Le => [below, strictly(above, a > b)],
        CmpOp::Gt => [strictly(above, a > b), below],
    }
}

/// The number that bits of a type stand for.
pub(super) fn number(ty: Ty, bits: u128) -> f64 {
    match ty {
        Ty::Float(kind) => to_float(kind, bits),
        Ty::Int { signed: true, .. } => to_integer(ty, bits) as f64,
        _ => truncate(ty, bits) as f64,
    }
}

#[cfg(test)]
mod tests;
