//! What is known of an array and of its copy on the device.

use super::access::{Access, Meet};
use super::clauses::{How, Named};
use super::numbers::Numbers;
use crate::clang::{Cursor, Range};
use std::collections::BTreeMap;

/// Accesses, by number, and the numbers of a function.
pub(super) struct Known<'u> {
    pub numbers: Numbers<'u>,
    pub accesses: Vec<Access<'u>>,
}

/// What is known of one array. All of it must hold on every way.
#[derive(Clone, Default)]
pub(super) struct State {
    /// Nothing is known any more.
    pub lost: bool,
    /// How many constructs hold its copy.
    pub maps: usize,
    /// The outermost of them gives the values back in the end.
    back: bool,
    /// What of it has a copy, and where that is said.
    pub section: Option<(Vec<(String, String)>, Range)>,
    /// Nothing has ever been written to the copy.
    pub unset: bool,
    /// The copy was made to be sent alone: what the device writes to it is nobody's, unless it comes back.
    pub is_sent: bool,
    /// What the device wrote and the host lacks.
    pub of_device: Vec<usize>,
    /// What the host wrote and the device lacks.
    pub of_host: Vec<usize>,
}

/// The states of all arrays, by their identities.
pub(super) type States = BTreeMap<usize, State>;

impl State {
    fn lose(&mut self) {
        *self = State {
            lost: true,
            ..State::default()
        };
    }

    /// A construct begins that holds a copy.
    pub fn map(&mut self, named: &Named, at: &Range) {
        match named.how {
            How::Mapped { sent, back } => {
                if self.maps == 0 {
                    *self = State {
                        back,
                        is_sent: sent,
                        unset: !sent,
                        section: Some((named.section.clone(), at.clone())),
                        ..State::default()
                    };
                }
                self.maps += 1;
            }
            How::Present if self.maps > 0 => self.maps += 1,
            _ => self.lose(),
        }
    }

    /// It ends; `back` says what an unstructured end does.
    pub fn unmap(&mut self, back: Option<bool>) {
        if self.lost || self.maps == 0 {
            return self.lose();
        }
        self.maps -= 1;
        if self.maps > 0 {
            return;
        }
        if back.unwrap_or(self.back) {
            self.of_device.clear();
        }
        self.of_host.clear();
        self.unset = false;
    }

    /// Both sides are made equal, in a part.
    pub fn update(&mut self, named: &Named, read: bool, known: &Known<'_>) {
        if self.maps == 0 {
            return self.lose();
        }
        let stays = |access: &usize| known.accesses[*access].is_outside(&named.section, &known.numbers);
        match named.how {
            // What comes over the values that are newer saves none of them, if nobody has looked at these.
            How::ToDevice if self.of_host.is_empty() && !self.of_device.is_empty() && !read => {}
            How::ToHost if self.of_device.is_empty() && !self.of_host.is_empty() && !read => {}
            How::ToDevice => {
                self.of_device.clear();
                self.of_host.retain(stays);
                self.unset = false;
            }
            How::ToHost => {
                self.of_host.clear();
                self.of_device.retain(stays);
            }
            _ => self.lose(),
        }
    }

    /// One side writes an element.
    pub fn write(&mut self, access: usize, by_device: bool, known: &Known<'_>) {
        let (mine, others) = match by_device {
            true => (&mut self.of_device, &mut self.of_host),
            false => (&mut self.of_host, &mut self.of_device),
        };
        let (all, numbers) = (&known.accesses, &known.numbers);
        others.retain(|other| all[*other].meets(&all[access], numbers) == Meet::No);
        if (by_device || self.maps > 0) && !mine.contains(&access) {
            mine.push(access);
        }
        self.unset &= !by_device;
    }

    /// What the reader of an element lacks.
    pub fn missed(&self, access: usize, by_device: bool, known: &Known<'_>) -> Option<usize> {
        let newer = if by_device { &self.of_host } else { &self.of_device };
        let all = &known.accesses;
        let meets = |other: &usize| all[*other].meets(&all[access], &known.numbers) == Meet::Yes;
        newer.iter().copied().find(meets)
    }

    /// What holds on two ways.
    fn join(&mut self, other: &State) {
        if other.lost || self.lost || self.maps != other.maps || self.back != other.back {
            return self.lose();
        }
        self.unset &= other.unset;
        self.is_sent &= other.is_sent;
        self.of_device.retain(|access| other.of_device.contains(access));
        self.of_host.retain(|access| other.of_host.contains(access));
        if self.section != other.section {
            self.section = None;
        }
    }
}

/// What holds on all ways.
pub(super) fn join(into: &mut Option<States>, other: Option<States>) {
    match (into.as_mut(), other) {
        (Some(mine), Some(other)) => {
            for (id, state) in mine {
                other.get(id).into_iter().for_each(|other| state.join(other));
            }
        }
        (None, other) => *into = other,
        (_, None) => {}
    }
}

/// Nothing is known of an array any more.
pub(super) fn lose(states: &mut Option<States>, variable: Cursor<'_>) {
    let id = variable.canonical().identity();
    if let Some(state) = states.as_mut().and_then(|states| states.get_mut(&id)) {
        state.lose();
    }
}
