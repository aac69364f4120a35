//! The ways on which a launch is reached: which calls of the functions around it lead there.
//!
//! A function that is called with 128 here and with 256 there makes two launches, each of which is known.

use super::conditions;
use super::variables::{Variables, key};
use crate::clang::Cursor;
use std::collections::HashMap;

/// Most ways to a launch that are looked at one by one.
const MOST: usize = 8;
/// Most calls on one way.
const MOST_CALLS: usize = 3;

/// The one call that counts of each function, and the function that it stands in, by the function's key.
pub(super) type Way<'u> = HashMap<usize, (Cursor<'u>, Cursor<'u>)>;

impl<'u> Variables<'u> {
    /// The ways to what stands in a function, where all calls are known of the functions on them; the empty way stands for all.
    pub(super) fn ways_to(&self, function: Cursor<'u>) -> Vec<Way<'u>> {
        let mut ways = vec![(Way::new(), function)];
        for _ in 0..MOST_CALLS {
            let longer: Vec<_> = ways.iter().flat_map(|way| self.longer(way)).collect();
            if longer.len() > MOST {
                break;
            }
            ways = longer;
        }
        ways.into_iter().map(|(way, _)| way).collect()
    }

    /// A way as it goes on to the callers of the function where it begins, each with the function where it begins then.
    fn longer(&self, (way, function): &(Way<'u>, Cursor<'u>)) -> Vec<(Way<'u>, Cursor<'u>)> {
        let calls = self
            .calls_if_all_are_known(*function)
            .filter(|_| !way.contains_key(&key(*function)));
        match calls {
            None | Some([]) => vec![(way.clone(), *function)],
            Some(calls) => {
                let through = |(call, caller): &(Cursor<'u>, Cursor<'u>)| {
                    let mut way = way.clone();
                    way.insert(key(*function), (*call, *caller));
                    (way, *caller)
                };
                let (dead, live): (Vec<_>, Vec<_>) =
                    calls.iter().partition(|(_, caller)| self.is_dead(*caller));
                let counting = if live.is_empty() { dead } else { live };
                counting.into_iter().map(through).collect()
            }
        }
    }

    /// The one call of a function that counts on the way that is asked about.
    pub(super) fn chosen(&self, function: Cursor<'u>) -> Option<Cursor<'u>> {
        self.way.borrow().get(&key(function)).map(|(call, _)| *call)
    }

    /// Whether nothing that is known keeps control from the calls on the way that is asked about.
    pub(super) fn is_way_open(&self) -> bool {
        let calls: Vec<_> = self.way.borrow().values().copied().collect();
        let mut around = calls
            .iter()
            .map(|(call, caller)| self.around_call(*call, *caller));
        around.all(|around| conditions::scope(self, &around).1)
    }

    /// What is said of a launch on one way to it.
    pub(super) fn on<T>(&self, way: Way<'u>, ask: impl FnOnce() -> T) -> T {
        let before = self.way.replace(way);
        let said = ask();
        self.way.replace(before);
        said
    }
}
