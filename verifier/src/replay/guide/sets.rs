//! Sets of inputs, each once.

use rustc_hash::FxHashMap;

/// A set, by number; 0 is the empty one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(in super::super) struct SetId(u32);

/// Members that a set keeps: of many inputs, any few of them say where to turn.
const MOST_MEMBERS: usize = 16;

/// All sets of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    members: Vec<Vec<u32>>,
    numbers: FxHashMap<Vec<u32>, SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
}

impl Sets {
    /// The set of one input.
    pub fn of(&mut self, input: u32) -> SetId {
        self.number(vec![input])
    }

    /// The members of a set.
    pub fn members(&self, set: SetId) -> &[u32] {
        let at = set.0.checked_sub(1);
        at.and_then(|n| self.members.get(n as usize))
            .map_or(&[], Vec::as_slice)
    }

    /// The union of two sets, or as much of it as is kept.
    pub fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId::default() {
            return a;
        }
        if a == SetId::default() {
            return b;
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        // From both in turns, so that neither crowds the other out.
        let (of_a, of_b) = (self.members(a), self.members(b));
        let longest = of_a.len().max(of_b.len());
        let mixed = (0..longest).flat_map(|n| [of_a.get(n), of_b.get(n)]).flatten();
        let mut all: Vec<u32> = Vec::new();
        for &member in mixed {
            if all.len() < MOST_MEMBERS && !all.contains(&member) {
                all.push(member);
            }
        }
        all.sort_unstable();
        let union = self.number(all);
        self.unions.insert((a, b), union);
        union
    }

    fn number(&mut self, members: Vec<u32>) -> SetId {
        if let Some(&known) = self.numbers.get(&members) {
            return known;
        }
        self.members.push(members.clone());
        let id = SetId(self.members.len() as u32);
        self.numbers.insert(members, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unions_are_bounded_and_each_is_made_once() {
        let mut sets = Sets::default();
        let (a, b) = (sets.of(1), sets.of(2));
        let both = sets.union(a, b);
        assert_eq!(sets.members(both), [1, 2]);
        assert_eq!(sets.union(b, a), both);
        assert_eq!(sets.union(both, a), both);
        assert_eq!(sets.union(SetId::default(), a), a);
        let mut all = SetId::default();
        for n in 0..100 {
            let one = sets.of(n);
            all = sets.union(all, one);
        }
        assert_eq!(sets.members(all).len(), MOST_MEMBERS);
    }
}
