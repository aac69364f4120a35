//! How near a run came, as a number, and what to change.

use super::{Guide, Hit, Input, Miss};
use kverify_frontend::ir::Scope;

/// How near a run came; less is nearer.
#[derive(Clone, Debug)]
pub(in super::super) struct Score {
    /// 0 if two threads were at both places, in one cell.
    pub total: f64,
    /// The part of it that is to be mended first: its level and its distance.
    pub first: (u32, f64),
    /// The inputs that decided, those of the part to be mended first in front.
    pub culprits: Vec<Input>,
}

/// Threads of each side that are looked at.
const NEAREST: usize = 24;
/// Accesses of each side that are compared.
const COMPARED: usize = 512;
const MOST_CULPRITS: usize = 24;

/// A thread and how far it was from a side.
type Near = (f64, u32, (u32, f64));

impl Guide {
    /// How near the run came.
    pub fn score(&self) -> Option<Score> {
        let sides = [0, 1].map(|side| self.nearest(side));
        let both = self.goal.wanted == [true, true];
        let mut best: Option<(f64, Near, Near)> = None;
        for a in &sides[0] {
            for b in &sides[1] {
                let total = a.0 + b.0;
                let allowed = !both || self.may_meet(a.1, b.1);
                if allowed && best.is_none_or(|(old, ..)| total < old) {
                    best = Some((total, *a, *b));
                }
            }
        }
        let (mut total, a, b) = best?;
        let mut sets = Vec::new();
        let mut first = if a.0 > 0.0 { a.2 } else { b.2 };
        if total == 0.0 && self.goal.is_race {
            let (distance, x, y) = self.closest()?;
            total = normal(distance);
            first = (0, distance);
            sets.extend([x.from, y.from]);
        } else {
            total += 1.0;
        }
        for (side, near) in [(0, a), (1, b)] {
            let mut misses: Vec<&Miss> = self.misses_of(side, near.1).collect();
            misses.sort_by(|x, y| x.level.cmp(&y.level).then(x.distance.total_cmp(&y.distance)));
            sets.extend(misses.iter().map(|miss| miss.from));
        }
        // What decides where the accesses go may have to change as well.
        sets.extend(self.hits.iter().flatten().take(NEAREST).map(|hit| hit.from));
        let mut culprits: Vec<Input> = Vec::new();
        for &number in sets.iter().flat_map(|set| self.sets.members(*set)) {
            let input = self.inputs.get(number as usize).copied();
            if let Some(input) = input.filter(|input| !culprits.contains(input))
                && culprits.len() < MOST_CULPRITS
            {
                culprits.push(input);
            }
        }
        Some(Score {
            total,
            first,
            culprits,
        })
    }

    fn misses_of(&self, side: usize, thread: u32) -> impl Iterator<Item = &Miss> {
        let misses = self.misses[side].iter();
        misses
            .filter(move |((of, _), _)| *of == thread)
            .map(|(_, miss)| miss)
    }

    /// The threads that came nearest to a side.
    fn nearest(&self, side: usize) -> Vec<Near> {
        let mut near: Vec<Near> = (0..self.homes.len() as u32)
            .map(|thread| (f64::MAX, thread, (u32::MAX, 0.0)))
            .collect();
        if !self.goal.wanted[side] {
            near.truncate(NEAREST);
            near.iter_mut().for_each(|n| *n = (0.0, n.1, (0, 0.0)));
            return near;
        }
        for ((thread, _), miss) in &self.misses[side] {
            let distance = f64::from(miss.level) + normal(miss.distance);
            if let Some(old) = near.get_mut(*thread as usize).filter(|old| distance < old.0) {
                *old = (distance, *thread, (miss.level, miss.distance));
            }
        }
        for hit in &self.hits[side] {
            if let Some(old) = near.get_mut(hit.thread as usize) {
                *old = (0.0, hit.thread, (0, 0.0));
            }
        }
        near.retain(|n| n.0 < f64::MAX);
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        // Of each block and warp some: the two threads may have to be of different ones.
        let mut kept: Vec<Near> = near.iter().take(NEAREST).copied().collect();
        if let Some(first) = kept.first().copied() {
            let apart = |n: &&Near| self.homes[n.1 as usize].0 != self.homes[first.1 as usize].0;
            kept.extend(near.iter().filter(apart).take(NEAREST).copied());
        }
        kept
    }

    /// Whether two threads are such that the finding may be of them.
    fn may_meet(&self, a: u32, b: u32) -> bool {
        let block = |thread: u32| self.homes[thread as usize].0;
        a != b && (self.goal.scope > Scope::Block) == (block(a) != block(b))
    }

    /// The two accesses that came nearest to each other.
    fn closest(&self) -> Option<(f64, &Hit, &Hit)> {
        let mut best: Option<(f64, &Hit, &Hit)> = None;
        for x in self.hits[0].iter().take(COMPARED) {
            for y in self.hits[1].iter().take(COMPARED) {
                let (Some(p), Some(q)) = (x.at, y.at) else {
                    continue;
                };
                if p.0 != q.0 || !self.may_meet(x.thread, y.thread) {
                    continue;
                }
                let apart = p.1.abs_diff(q.1) as f64 / p.2.min(q.2).max(1) as f64;
                let same_block = self.homes[x.thread as usize].0 == self.homes[y.thread as usize].0;
                let later = if same_block {
                    x.interval.abs_diff(y.interval)
                } else {
                    0
                };
                let distance = apart + 1000.0 * f64::from(later);
                if best.is_none_or(|(old, ..)| distance < old) {
                    best = Some((distance, x, y));
                }
            }
        }
        best
    }
}

/// From 0 to just below 1.
fn normal(distance: f64) -> f64 {
    match distance.is_finite() {
        true => distance / (distance + 1.0),
        false => 1.0,
    }
}
