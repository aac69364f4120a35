//! A coarser way to run host code, where the exact one takes too long: all that is known of a way is where its pointers lead.
//!
//! Of numbers only 0 and 1 are known, by which programs choose among two buffers; conditions on others part ways and are forgotten. So
//! loops that hand buffers on from one variable to the other come back to what they had before.

use super::machine::Machine;
use super::state::{Site, State, Way, as_one, few, joined};
use super::value::{Path, Terms, Value};

/// So many states are told apart in any case: what a loop does to a few buffers.
const MANY_BUFFERS: usize = 4;

/// What a function is run for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find what it does wrong: loops are taken to run at least once.
    Findings,
    /// To know which pointers meet, on all ways.
    Pairs,
    /// The same, as far as that shows without numbers.
    RoughPairs,
}

impl Machine<'_> {
    fn is_rough(&self) -> bool {
        self.purpose == Purpose::RoughPairs
    }

    /// The states in which a loop begins: what is told apart of them multiplies what it does.
    pub(super) fn at_loop(&self, states: Vec<State>) -> Vec<State> {
        match self.is_rough() {
            true => self.few(states, MANY_BUFFERS),
            false => states,
        }
    }

    /// States that differ in nothing but their ways are one.
    pub(super) fn joined(&self, mut states: Vec<State>) -> Vec<State> {
        if self.is_rough() {
            states.iter_mut().for_each(|state| state.bare(&self.terms));
        }
        joined(states)
    }

    /// The same states where they are not more than so many; fewer otherwise, of which less is known.
    pub(super) fn few(&self, states: Vec<State>, most: usize) -> Vec<State> {
        if !self.is_rough() {
            return few(states, most);
        }
        let most = most.max(MANY_BUFFERS);
        let states = few(states, most);
        match states.len() > most {
            true => as_one(states, |one, another| Some(one.blurred(another))),
            false => states,
        }
    }
}

impl State {
    /// Forgets all but where pointers lead.
    fn bare(&mut self, terms: &Terms) {
        for value in self.values.values_mut().chain(self.arguments.values_mut()) {
            match value {
                Value::Number(term) if !matches!(terms.known(*term), Some(0 | 1)) => *value = Value::Unknown,
                Value::Pointer(_, offset) => *offset = None,
                Value::Number(_) | Value::Unknown | Value::Address(_) | Value::Whole(_) => {}
            }
        }
        for site in self.sites.values_mut() {
            let mut part_of = site.part_of;
            if let Some(part) = &mut part_of {
                part.at = None;
            }
            *site = Site {
                part_of,
                ..Site::new(site.kind, site.born, std::mem::take(&mut site.name))
            };
        }
        *self = State {
            values: std::mem::take(&mut self.values),
            wild: std::mem::take(&mut self.wild),
            sites: std::mem::take(&mut self.sites),
            adrift: std::mem::take(&mut self.adrift),
            arguments: std::mem::take(&mut self.arguments),
            disordered: true,
            way: Way {
                doubtful: true,
                ..Way::default()
            },
            ..State::default()
        };
    }

    /// The two as one: of variables in which they differ nothing is known.
    fn blurred(&self, other: &State) -> State {
        let mut both = self.clone();
        both.wild.extend(other.wild.iter().cloned());
        both.adrift.extend(&other.adrift);
        for (id, site) in &other.sites {
            both.sites.entry(*id).or_insert_with(|| site.clone());
        }
        both.arguments
            .retain(|at, value| other.arguments.get(at) == Some(value));
        let all = self.values.keys().chain(other.values.keys());
        let differs = |path: &&Path| self.values.get(path) != other.values.get(path);
        let open: Vec<Path> = all.filter(differs).cloned().collect();
        for path in open {
            both.values.insert(path.clone(), Value::Unknown);
            // What is stored through such an address may go to any of the variables.
            for value in [self.values.get(&path), other.values.get(&path)] {
                if let Some(value @ (Value::Address(_) | Value::Whole(_))) = value {
                    both.escape(value);
                }
            }
        }
        both
    }
}
