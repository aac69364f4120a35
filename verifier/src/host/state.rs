//! What is known on one way through a function.

pub use super::site::{Contents, Kind, Made, Part, Site};
use super::unreset::Changes;
use super::value::{Path, Place, SiteId, Symbol, TermId, Terms, Value};
use kverify_frontend::ir::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Who may know that an access is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agent {
    /// The default stream.
    Default,
    /// Another stream, or an event.
    Site(SiteId),
    /// The end of all that is in a queue of OpenCL's.
    End(SiteId),
    /// The command that is put into a queue now.
    Command,
}

/// An access of a command that the host has not waited for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pending {
    /// What it touches.
    pub site: SiteId,
    /// It writes.
    pub writes: bool,
    /// Where in the memory it begins, if that is known.
    pub offset: Option<TermId>,
    /// How many bytes it touches, if that is known.
    pub bytes: Option<TermId>,
    /// How many it is sure to touch at least, one behind the other.
    pub sure: Option<TermId>,
    /// The command.
    pub span: Span,
    /// What it is, in words: "the launch of `k`".
    pub what: String,
    /// A launch's numbers: two launches with the same ones touch the same bytes as far as can be told.
    pub numbers: Option<Vec<Value>>,
    /// The stream or the queue that it is in.
    pub stream: Agent,
    /// Who knows that it is done once they go on.
    pub known_to: BTreeSet<Agent>,
}

impl Pending {
    /// Whether both differ in nothing but who knows of them. In order, all that are alike come one behind the other.
    fn is_like(&self, other: &Pending) -> bool {
        let Pending {
            site,
            writes,
            offset,
            bytes,
            sure,
            span,
            what,
            numbers,
            stream,
            known_to: _,
        } = self;
        (site, writes, offset) == (&other.site, &other.writes, &other.offset)
            && (bytes, sure, span) == (&other.bytes, &other.sure, &other.span)
            && (what, numbers, stream) == (&other.what, &other.numbers, &other.stream)
    }
}

/// What may turn out to be a missing transfer at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Missing {
    /// The memory of which something is to be read, or the finding falls.
    pub of: SiteId,
    /// The read that came too early, and the write that it did not see.
    pub places: [Span; 2],
    /// It is the host that read.
    pub by_host: bool,
    /// The names of what was read and of what was written.
    pub names: [String; 2],
}

/// All that is known on one way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Variables.
    pub values: BTreeMap<Path, Value>,
    /// Variables whose address something knows that is not followed.
    pub wild: BTreeSet<Path>,
    /// Memory, streams, events.
    pub sites: BTreeMap<SiteId, Site>,
    /// Accesses under way.
    pub pending: Vec<Pending>,
    /// Which stream an access is in was not known once: nothing is said of orders any more.
    pub disordered: bool,
    /// What changed variables of the device.
    pub changed: Changes,
    /// Variables of the file into which something that is not followed may have put anything.
    pub adrift: BTreeSet<usize>,
    /// The device that was chosen.
    pub device: Option<Value>,
    /// What may be missing.
    pub missing: Vec<Missing>,
    /// The arguments of kernel objects.
    pub arguments: BTreeMap<(SiteId, i128), Value>,
    /// Programs that may still be being built, and where that began.
    pub building: BTreeMap<SiteId, Span>,
    /// How the way was taken.
    pub way: Way,
}

/// The conditions of a way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// Which hold and which do not.
    pub decided: BTreeMap<TermId, bool>,
    /// Variables that conditions of loops and of earlier iterations spoke of.
    pub used: BTreeSet<u32>,
    /// Variables that stand for any of the values that iterations gave them: on the way itself they have no say.
    pub widened: BTreeSet<u32>,
    /// Two conditions spoke of one variable, or were about nothing known: whether the way is ever taken is not known.
    pub doubtful: bool,
    /// A condition of which nothing is known was decided.
    pub blind: bool,
}

impl Way {
    /// Whether it is taken for some values of variables that may have any, and these alone decide it.
    pub fn depends_only_on(&self, terms: &Terms, free: &BTreeSet<u32>) -> bool {
        let asked = self.decided.keys().flat_map(|term| terms.symbols(*term));
        let mut bases = asked.map(|symbol| symbol.base).chain(self.used.iter().copied());
        !self.doubtful && !self.blind && bases.all(|base| free.contains(&base))
    }
}

impl State {
    /// The two as one, if they differ in nothing but their ways.
    pub fn merged(&self, other: &State) -> Option<State> {
        let same = self.values == other.values && self.is_beside(other);
        same.then(|| State {
            way: Way {
                decided: self
                    .way
                    .decided
                    .iter()
                    .filter(|(term, holds)| other.way.decided.get(term) == Some(holds))
                    .map(|(term, holds)| (*term, *holds))
                    .collect(),
                used: self.way.used.union(&other.way.used).copied().collect(),
                widened: self.way.widened.union(&other.way.widened).copied().collect(),
                doubtful: self.way.doubtful && other.way.doubtful,
                blind: self.way.blind && other.way.blind,
            },
            ..self.clone()
        })
    }

    /// Whether both differ in nothing but their variables and ways.
    fn is_beside(&self, other: &State) -> bool {
        self.pending == other.pending
            && self.sites == other.sites
            && self.wild == other.wild
            && self.missing == other.missing
            && self.changed == other.changed
            && self.adrift == other.adrift
            && self.arguments == other.arguments
            && self.building == other.building
            && (self.disordered, &self.device) == (other.disordered, &other.device)
    }

    /// The two as one, if they differ in nothing but their ways and numbers: of those that differ nothing is known.
    fn generalised(&self, other: &State) -> Option<State> {
        let mut open = Vec::new();
        if self.values.len() != other.values.len() || !self.is_beside(other) {
            return None;
        }
        for ((path, one), (of, another)) in self.values.iter().zip(&other.values) {
            let common = match (one, another) {
                _ if path != of => return None,
                (one, another) if one == another => continue,
                (Value::Number(_) | Value::Unknown, Value::Number(_) | Value::Unknown) => Value::Unknown,
                (Value::Pointer(site, _), Value::Pointer(other, _)) if site == other => {
                    Value::Pointer(*site, None)
                }
                _ => return None,
            };
            open.push((path.clone(), common));
        }
        let (mut one, mut another) = (self.clone(), other.clone());
        one.values.extend(open);
        another.values.clone_from(&one.values);
        one.merged(&another)
    }

    /// Whether all that may happen behind the other may happen behind this one.
    pub fn covers(&self, other: &State) -> bool {
        let mut mine = self.way.decided.iter();
        self.merged(other).is_some() && mine.all(|(term, holds)| other.way.decided.get(term) == Some(holds))
    }

    /// Decides a condition: what it is made of counts for whether later ones can be told apart from it.
    pub fn decide(&mut self, terms: &Terms, condition: TermId, holds: bool) {
        let bases = |term| terms.symbols(term).into_iter().map(|symbol| symbol.base);
        let mine: BTreeSet<u32> = bases(condition).collect();
        let meets = |other: &TermId| bases(*other).any(|base| mine.contains(&base));
        let mut spoken = self.way.used.union(&self.way.widened);
        if self.way.decided.keys().any(meets) || spoken.any(|base| mine.contains(base)) {
            self.way.doubtful = true;
        }
        self.way.decided.insert(condition, holds);
    }

    /// Decides a condition of which nothing is known; one such is as good as free.
    pub fn decide_blindly(&mut self) {
        self.way.doubtful |= self.way.blind;
        self.way.blind = true;
    }

    /// A symbol stands for another value now: what is known by its name is forgotten.
    pub fn forget(&mut self, terms: &Terms, symbol: Symbol) {
        let names = |term: &TermId| terms.symbols(*term).contains(&symbol);
        let before = self.way.decided.len();
        self.way.decided.retain(|term, _| !names(term));
        if self.way.decided.len() < before {
            self.way.used.insert(symbol.base);
        }
        for value in self.values.values_mut().chain(self.arguments.values_mut()) {
            match value {
                Value::Number(term) if names(term) => *value = Value::Unknown,
                Value::Pointer(_, offset) if offset.as_ref().is_some_and(names) => *offset = None,
                _ => {}
            }
        }
        for site in self.sites.values_mut() {
            site.bytes = site.bytes.filter(|bytes| !names(bytes));
            site.reach = site.reach.filter(|reach| !names(reach));
            if let Some(part) = &mut site.part_of {
                part.at = part.at.filter(|at| !names(at));
            }
            if let Some((_, bytes, _)) = &mut site.same_as
                && bytes.as_ref().is_some_and(names)
            {
                site.same_as = None;
            }
        }
        for access in &mut self.pending {
            access.offset = access.offset.filter(|offset| !names(offset));
            access.bytes = access.bytes.filter(|bytes| !names(bytes));
            access.sure = access.sure.filter(|bytes| !names(bytes));
            let is_named = |value: &Value| matches!(value, Value::Number(term) if names(term));
            if access
                .numbers
                .as_ref()
                .is_some_and(|numbers| numbers.iter().any(is_named))
            {
                access.numbers = None;
            }
        }
    }

    /// Whether nothing is followed of a variable.
    pub fn is_wild(&self, path: &Path) -> bool {
        self.wild.iter().any(|wild| path.is_in(wild))
    }

    /// The values of a variable and its parts.
    pub fn parts(&self, path: &Path) -> Vec<(Path, Value)> {
        let all = self.values.iter().filter(|(part, _)| part.is_in(path));
        all.map(|(part, value)| (part.clone(), value.clone())).collect()
    }

    /// Something that is not followed gets to know a value.
    pub fn escape(&mut self, value: &Value) {
        match value {
            Value::Unknown | Value::Number(_) => {}
            Value::Pointer(site, _) => {
                let site = *site;
                if let Some(known) = self.sites.get_mut(&site) {
                    known.escaped = true;
                    known.holds = Contents::Lost;
                }
                self.settle(site);
                self.arguments.retain(|(object, _), _| *object != site);
                let names = [Agent::Site(site), Agent::End(site)];
                self.pending.retain(|access| {
                    access.site != site && names.iter().all(|name| !access.known_to.contains(name))
                });
                // What a stream or an event that others know of orders is not known.
                if self
                    .sites
                    .get(&site)
                    .is_some_and(|site| matches!(site.kind, Kind::Stream { .. } | Kind::Event))
                {
                    self.disordered = true;
                }
            }
            Value::Address(path) | Value::Whole(path) => {
                let mut whole = path.clone();
                if matches!(value, Value::Address(_)) {
                    // The address of an element leads to all.
                    while matches!(whole.steps.last(), Some(super::value::Step::Index(_))) {
                        whole.steps.pop();
                    }
                    if whole.depth.is_none() {
                        self.adrift.insert(whole.variable);
                    }
                    if self.wild.insert(whole.clone()) {
                        for (part, inner) in self.parts(&whole) {
                            self.values.insert(part, Value::Unknown);
                            self.escape(&inner);
                        }
                    }
                } else {
                    for (_, inner) in self.parts(&whole) {
                        self.escape(&inner);
                    }
                }
            }
        }
    }

    /// What was written to a site has been looked at: no transfer of it is missing.
    pub fn settle(&mut self, site: SiteId) {
        self.missing.retain(|missing| missing.of != site);
        if let Some(known) = self.sites.get_mut(&site) {
            known.output = None;
            known.newer = None;
        }
    }

    /// A site holds something else than before: no memory is the same as it.
    pub fn part(&mut self, site: SiteId) {
        for (id, known) in &mut self.sites {
            if *id == site || known.same_as.as_ref().is_some_and(|(other, _, _)| *other == site) {
                known.same_as = None;
            }
        }
    }

    /// Of accesses that differ only in who knows of them, those stay of which fewer know.
    pub fn tidy(&mut self) {
        let mut all = std::mem::take(&mut self.pending);
        all.sort();
        all.dedup();
        for alike in all.chunk_by(Pending::is_like) {
            let is_covered = |access: &&Pending| {
                let known_to_fewer =
                    |other: &Pending| other != *access && other.known_to.is_subset(&access.known_to);
                alike.iter().any(known_to_fewer)
            };
            self.pending
                .extend(alike.iter().filter(|access| !is_covered(access)).cloned());
        }
    }

    /// The host has waited for the device.
    pub fn wait_for_all(&mut self) {
        self.pending.clear();
    }

    /// What lies at a place.
    pub fn read(&self, place: &Place) -> Value {
        match place {
            Place::Variable(path) if !self.is_wild(path) => {
                self.values.get(path).cloned().unwrap_or(Value::Unknown)
            }
            Place::Variable(_) | Place::Memory(..) | Place::Nowhere => Value::Unknown,
        }
    }

    /// Of what a variable's parts held nothing is known any more.
    pub fn forget_parts(&mut self, path: &Path) {
        for (part, _) in self.parts(path) {
            self.values.insert(part, Value::Unknown);
        }
    }

    /// Stores a value.
    pub fn write(&mut self, place: &Place, value: Value) {
        match place {
            Place::Variable(path) if !self.is_wild(path) => {
                let given = match &value {
                    Value::Whole(from) => self.parts(from),
                    _ => Vec::new(),
                };
                self.forget_parts(path);
                if let Value::Whole(from) = &value {
                    for (part, inner) in given {
                        let mut to = path.clone();
                        to.steps.extend_from_slice(&part.steps[from.steps.len()..]);
                        self.values.insert(to, inner);
                    }
                } else {
                    self.values.insert(path.clone(), value);
                }
            }
            Place::Variable(_) | Place::Memory(..) | Place::Nowhere => self.escape(&value),
        }
    }

    /// Forgets the variables of functions that have returned.
    pub fn leave(&mut self, depth: usize) {
        let is_gone = |path: &Path| path.depth.is_some_and(|at| at >= depth);
        self.values.retain(|path, _| !is_gone(path));
        self.wild.retain(|path| !is_gone(path));
    }
}

/// States that differ in nothing but their ways are one.
pub fn joined(states: Vec<State>) -> Vec<State> {
    as_one(states, State::merged)
}

/// The same states where they are not more than so many; otherwise those that differ from way to way in numbers alone are one, of which these are not
/// known.
pub fn few(states: Vec<State>, most: usize) -> Vec<State> {
    match states.len() > most {
        true => as_one(states, State::generalised),
        false => states,
    }
}

/// States of which each is one with no other.
pub fn as_one(states: Vec<State>, merge: impl Fn(&State, &State) -> Option<State>) -> Vec<State> {
    let mut found: Vec<State> = Vec::new();
    for state in states {
        let mut known = found.iter_mut();
        match known.find_map(|known| Some((merge(known, &state)?, known))) {
            Some((both, known)) => *known = both,
            None => found.push(state),
        }
    }
    found
}
