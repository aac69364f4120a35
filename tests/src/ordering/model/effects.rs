//! What statements and steps do to memory, and what then happens before what.

use super::super::program::{Array, Atomic, Cell, Op, Order, Scope, Value};
use super::clocks::{Access, Clock, Released, covers};
use super::code::Instr;
use super::{Explorer, State};

impl Explorer<'_> {
    /// Runs thread `t` up to its next step.
    pub(super) fn run_on(&mut self, state: &mut State, t: usize) {
        loop {
            let at = state.threads[t].at;
            let vars = state.threads[t].vars;
            match &self.code[at] {
                Instr::Set(v, e) => state.threads[t].vars[*v] = self.value(t, &vars, *e),
                Instr::Store(cell, e) => {
                    let new = self.value(t, &vars, *e);
                    self.plain(state, t, cell, Some(new));
                }
                Instr::Load(v, cell) => {
                    if let Some(found) = self.plain(state, t, cell, None) {
                        state.threads[t].vars[*v] = found;
                    }
                }
                Instr::Fence(scope, order) => self.fence(state, t, *scope, *order),
                Instr::Unless(c, to) => {
                    if !self.holds(t, &vars, c) {
                        state.threads[t].at = *to;
                        continue;
                    }
                }
                Instr::Jump(to) => {
                    state.threads[t].at = *to;
                    continue;
                }
                Instr::Return => {
                    state.threads[t].left = true;
                    return;
                }
                _ => return,
            }
            if self.truth.invalid {
                return;
            }
            state.threads[t].at += 1;
        }
    }

    fn plain(&mut self, state: &mut State, t: usize, cell: &Cell, new: Option<i32>) -> Option<i32> {
        let place = self.address(t, &state.threads[t].vars, cell);
        self.truth.invalid |= place.is_none();
        let place = place?;
        let old = state.memory.value(place);
        let access = Access {
            thread: t,
            time: state.threads[t].clock[t],
            scope: None,
            writes: new.is_some(),
            changes: new.is_some_and(|new| new != old),
            value: new.unwrap_or(old),
        };
        self.look_for_race(state, t, place, &access);
        state.memory.access(place, access, new);
        Some(old)
    }

    fn look_for_race(&mut self, state: &State, t: usize, place: (Array, u32, i32), new: &Access) {
        for old in state.memory.accesses(place) {
            let ordered = state.threads[t].clock[old.thread] >= old.time;
            let both_read = !old.writes && !new.writes;
            let both_atomic = match (old.scope, new.scope) {
                (Some(a), Some(b)) => covers(a.min(b), self.block(old.thread), self.block(t)),
                _ => false,
            };
            if ordered || both_read || both_atomic {
                continue;
            }
            let plain = old.scope.is_none() && new.scope.is_none();
            let same = match (old.writes, new.writes) {
                (true, true) => old.value == new.value,
                // Who has written the same value itself reads it either way.
                (true, false) => {
                    let own = |x: &Access| x.thread == t && x.writes && x.value == old.value;
                    !old.changes || state.memory.accesses(place).iter().any(own)
                }
                _ => !new.changes,
            };
            if plain && same {
                self.truth.benign = true;
            } else if self.truth.race.is_none() {
                let words = format!("{place:?} by threads {} and {t}", old.thread);
                self.truth.race = Some(words);
            }
        }
    }

    fn fence(&self, state: &mut State, t: usize, scope: Scope, order: Order) {
        let thread = &mut state.threads[t];
        let pending = std::mem::take(&mut thread.pending);
        for release in pending {
            if order.acquires() && covers(release.scope.min(scope), release.block, self.block(t)) {
                join(&mut thread.clock, &release.clock);
            } else {
                thread.pending.push(release);
            }
        }
        // A fence for the device is one for the block as well.
        for s in [Scope::Block, Scope::Device] {
            if s <= scope && order.releases() {
                thread.fenced[s as usize] = Some(thread.clock.clone());
            }
        }
        thread.clock[t] += 1;
    }

    /// One step of `t`, or of all who meet.
    pub(super) fn step(&mut self, state: &mut State, t: usize, members: &[usize]) {
        let at = state.threads[t].at;
        match self.code[at].clone() {
            Instr::Atomic(a) | Instr::Spin(a, ..) => self.atomic(state, t, &a),
            Instr::Barrier | Instr::SyncWarp(_) => self.meet(state, members),
            Instr::Ballot(v, c) => {
                let mut votes = 0;
                for &m in members {
                    votes |= u32::from(self.holds(m, &state.threads[m].vars, &c)) << self.lane(m);
                }
                for &m in members {
                    state.threads[m].vars[v] = votes as i32;
                }
            }
            Instr::Shuffle(v, w, lane) => {
                let all: Vec<i32> = state.threads.iter().map(|o| o.vars[w]).collect();
                for &m in members {
                    let lane = self.value(m, &state.threads[m].vars, lane);
                    let from = members.iter().find(|&&o| self.lane(o) as i32 == lane);
                    self.truth.invalid |= from.is_none();
                    state.threads[m].vars[v] = from.map_or(0, |&o| all[o]);
                }
            }
            _ => {}
        }
        for &m in members {
            state.threads[m].at += 1;
        }
    }

    fn atomic(&mut self, state: &mut State, t: usize, a: &Atomic) {
        let vars = state.threads[t].vars;
        let Some(place) = self.address(t, &vars, &a.cell) else {
            self.truth.invalid = true;
            return;
        };
        let old = state.memory.value(place);
        let of = |e: Value| self.value(t, &vars, e);
        let new = match a.op {
            Op::Add(e) => Some(old.wrapping_add(of(e))),
            Op::Sub(e) => Some(old.wrapping_sub(of(e))),
            Op::Or(e) => Some(old | of(e)),
            Op::Max(e) => Some(old.max(of(e))),
            Op::Exch(e) => Some(of(e)),
            Op::Cas(expected, e) => (old == expected).then(|| of(e)),
        };
        let (block, scope, lenient) = (self.block(t), a.scope, self.setting.lenient);
        let thread = &mut state.threads[t];
        for release in state.memory.released(place) {
            if !covers(release.scope.min(scope), release.block, block) {
                continue;
            }
            // One that fails has the order's half for reads.
            if lenient || a.order.acquires() {
                join(&mut thread.clock, &release.clock);
            } else {
                let seen = Released {
                    scope: release.scope.min(scope),
                    ..release.clone()
                };
                thread.pending.push(seen);
            }
        }
        thread.pending.sort();
        thread.pending.dedup();
        let access = Access {
            thread: t,
            time: thread.clock[t],
            scope: Some(scope),
            writes: true,
            changes: true,
            value: new.unwrap_or(old),
        };
        let fenced = thread.fenced.clone();
        let own = a.order.releases().then(|| thread.clock.clone());
        thread.clock[t] += 1;
        thread.vars[a.into] = old;
        self.look_for_race(state, t, place, &access);
        state.memory.access(place, access, new);
        if new.is_some() {
            if let Some(clock) = own {
                state.memory.release(place, Released { clock, scope, block });
            }
            for (s, clock) in [Scope::Block, Scope::Device].into_iter().zip(fenced) {
                if let Some(clock) = clock {
                    let scope = s.min(scope);
                    state.memory.release(place, Released { clock, scope, block });
                }
            }
        }
    }

    fn meet(&self, state: &mut State, members: &[usize]) {
        let mut clock = state.threads[members[0]].clock.clone();
        // Who has left the kernel is done.
        let left = (0..state.threads.len())
            .filter(|&o| state.threads[o].left && self.block(o) == self.block(members[0]));
        for m in members.iter().copied().chain(left) {
            join(&mut clock, &state.threads[m].clock);
        }
        let fenced = self.setting.lenient.then(|| {
            [0, 1].map(|s| {
                let all = members.iter().filter_map(|&m| state.threads[m].fenced[s].clone());
                all.reduce(|mut a, b| {
                    join(&mut a, &b);
                    a
                })
            })
        });
        for &m in members {
            state.threads[m].clock.clone_from(&clock);
            state.threads[m].clock[m] += 1;
            if let Some(fenced) = &fenced {
                state.threads[m].fenced.clone_from(fenced);
            }
        }
    }
}

fn join(into: &mut Clock, from: &Clock) {
    for (a, b) in into.iter_mut().zip(from) {
        *a = (*a).max(*b);
    }
}
