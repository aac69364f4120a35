//! What is found on the ways through a function, and how sure it is.

use super::rules::Rule;
use kverify_frontend::ir::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A finding on one way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// The rule.
    pub rule: Rule,
    /// The place, and what happens there.
    pub place: (Span, String),
    /// The other place.
    pub other: Option<(Span, String)>,
    /// What is wrong, in one line.
    pub message: String,
    /// It is less than sure for a reason of its own.
    pub weak: Option<String>,
}

/// A place under the calls that lead there.
type At = (Vec<Span>, Span);

/// All that was found on all ways.
#[derive(Default)]
pub struct Record {
    calls: Vec<Span>,
    /// How often ways came to a place.
    visits: BTreeMap<At, usize>,
    hits: BTreeMap<(At, Found), Hits>,
    /// Copies: how often they brought nothing new, and of how many, the first time aside.
    copies: BTreeMap<At, Copies>,
}

#[derive(Default)]
struct Hits {
    count: usize,
    /// On a way that is known to be taken.
    sure: bool,
}

#[derive(Default)]
struct Copies {
    visits: usize,
    idle: usize,
    sure: bool,
    first: Option<(Span, String, String)>,
    seen: BTreeSet<bool>,
}

impl Record {
    /// A call is followed.
    pub fn enter(&mut self, call: Span) {
        self.calls.push(call);
    }

    /// It is over.
    pub fn leave(&mut self) {
        self.calls.pop();
    }

    fn at(&self, span: Span) -> At {
        (self.calls.clone(), span)
    }

    /// A way comes to a command.
    pub fn visit(&mut self, span: Span) {
        *self.visits.entry(self.at(span)).or_default() += 1;
    }

    /// Something is found at a command.
    pub fn find(&mut self, doubtful: bool, found: Found) {
        let hits = self.hits.entry((self.at(found.place.0), found)).or_default();
        hits.count += 1;
        hits.sure |= !doubtful;
    }

    /// A copy is made; whether it brings nothing new, and since when.
    pub fn copy(&mut self, span: Span, doubtful: bool, idle: Option<(Span, String, String)>) {
        let copies = self.copies.entry(self.at(span)).or_default();
        copies.visits += 1;
        copies.seen.insert(idle.is_some());
        if let Some(since) = idle {
            copies.idle += 1;
            copies.sure |= !doubtful;
            copies.first.get_or_insert(since);
        }
    }

    /// What holds: it is found on a way that is taken, or on all ways that come to its place, if none was given up.
    pub fn finish(self, is_whole: bool) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        for ((at, finding), hits) in &self.hits {
            let always = is_whole && self.visits.get(at).is_some_and(|visits| *visits == hits.count);
            if (hits.sure || always) && !found.contains(finding) {
                found.push(finding.clone());
            }
        }
        for ((_, span), copies) in &self.copies {
            let all_but_first = copies.idle + 1 == copies.visits && copies.visits > 2;
            let always = copies.idle == copies.visits;
            if let (Some((since, to, from)), true) = (
                &copies.first,
                is_whole && copies.sure && (always || all_but_first),
            ) {
                let when = match always {
                    true => "",
                    false => " in all iterations but the first",
                };
                found.push(Found {
                    rule: Rule::RedundantTransfer,
                    place: (*span, "copies what is there already".to_owned()),
                    other: (since != span)
                        .then(|| (*since, "both have been the same since this copy".to_owned())),
                    message: format!(
                        "`{to}` holds what `{from}` holds already{when}: nothing was written between"
                    ),
                    weak: None,
                });
            }
        }
        found
    }
}
