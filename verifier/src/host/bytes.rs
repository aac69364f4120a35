//! Bytes of memory: parts of buffers, and whether two pieces overlap.

use super::machine::Machine;
use super::state::State;
use super::value::{SiteId, TermId, Terms};
use kverify_frontend::ir::host::HostOp;
use std::collections::BTreeMap;

/// Where a piece begins and how long it is, as far as that is known.
pub type Piece = (Option<TermId>, Option<TermId>);

impl Machine<'_> {
    /// The memory object that a memory is a part of, and where.
    pub fn whole(&mut self, state: &State, id: SiteId, offset: Option<TermId>) -> (SiteId, Option<TermId>) {
        self.follow(state, (id, offset), false)
    }

    /// The memory that a memory is a part of or made of, and where.
    pub fn place_of(
        &mut self,
        state: &State,
        id: SiteId,
        offset: Option<TermId>,
    ) -> (SiteId, Option<TermId>) {
        self.follow(state, (id, offset), true)
    }

    fn follow(
        &mut self,
        state: &State,
        (mut id, mut offset): (SiteId, Option<TermId>),
        to_host: bool,
    ) -> (SiteId, Option<TermId>) {
        // Parts have parts, and no deep ones.
        for _ in 0..8 {
            let Some(part) = state.sites.get(&id).and_then(|site| site.part_of) else {
                break;
            };
            if part.is_host && !to_host {
                break;
            }
            offset = offset
                .zip(part.at)
                .map(|(offset, at)| self.terms.op(HostOp::Add, at, offset));
            id = part.of;
        }
        (id, offset)
    }

    /// Whether two pieces of one memory overlap, if that is certain. Of one whose length is not known only the start counts.
    pub fn overlap(&self, a: Piece, b: Piece) -> Option<bool> {
        let (from_a, from_b) = a.0.zip(b.0)?;
        if from_a == from_b {
            return Some(true);
        }
        let between = self.terms.distance(from_a, from_b)?;
        let (bytes, by) = match between {
            0 => return Some(true),
            1.. => (a.1, between),
            _ => (b.1, between.checked_neg()?),
        };
        // The first one reaches into the other if it is longer than what lies between their starts.
        let bytes = bytes?;
        match self.terms.linear(bytes)? {
            (terms, more) if terms.is_empty() => Some(more > by),
            _ => None,
        }
    }

    /// Which bytes these are, in words before a name: nothing if that is not known.
    pub fn bytes_of(&self, from: Option<TermId>, bytes: Option<TermId>) -> String {
        let known = |term: Option<TermId>| term.and_then(|term| self.terms.known(term));
        match known(from).zip(known(bytes)) {
            Some((from, bytes)) if bytes > 0 => format!("bytes {from} to {} of ", from + bytes - 1),
            Some(_) | None => String::new(),
        }
    }
}

impl Terms {
    /// How far `to` lies behind `from`, if that is a known number.
    pub fn distance(&self, from: TermId, to: TermId) -> Option<i128> {
        let (terms, sum) = self.difference(from, to)?;
        terms.values().all(|times| *times == 0).then_some(sum)
    }

    /// How far `to` lies behind `from`, as a sum of multiples of terms and a number.
    pub fn difference(&self, from: TermId, to: TermId) -> Option<(BTreeMap<TermId, i128>, i128)> {
        let (mut terms, sum) = self.linear(to)?;
        let (minus, less) = self.linear(from)?;
        for (term, times) in minus {
            let known = terms.entry(term).or_default();
            *known = known.checked_sub(times)?;
        }
        Some((terms, sum.checked_sub(less)?))
    }
}
