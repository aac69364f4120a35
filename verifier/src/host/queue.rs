//! Queues of OpenCL: which commands are done before which (OpenCL 3.0 API specification, 5.11 to 5.13).
//!
//! Of each access under way it is kept which queues know it to be done once their next command runs ([`Agent::Site`]), which once they are
//! finished ([`Agent::End`]), and which events do. In a queue that keeps the order the first two are the same.

use super::eval::number;
use super::machine::Machine;
use super::order::{does, same_numbers};
use super::record::Found;
use super::rules::Rule;
use super::state::{Agent, Kind, Pending, State};
use super::value::{Path, Place, SiteId, Step, TermId, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::Queued;

/// What a command does to some bytes of a memory object or of the host's memory.
#[derive(Clone, Debug)]
pub struct Touch {
    /// Of which memory: the one that the others are parts of.
    pub site: SiteId,
    /// Where they begin, if that is known.
    pub offset: Option<TermId>,
    /// How many they are, if that is known.
    pub bytes: Option<TermId>,
    /// It writes.
    pub writes: bool,
}

/// A command that is put into a queue.
pub struct Put {
    /// What it touches.
    pub touches: Vec<Touch>,
    /// What only the host may not touch before it is done.
    pub taken: Option<SiteId>,
    /// A launch's numbers.
    pub numbers: Option<Vec<Value>>,
    /// In words.
    pub what: String,
    /// Where.
    pub span: Span,
}

/// How a command stands in its queue.
pub struct Standing {
    /// The queue, if it is known.
    pub queue: Option<SiteId>,
    /// The events that it waits for, if they are known.
    pub events: Option<Vec<Agent>>,
    /// The host waits for it.
    pub waits: bool,
    /// Where its event goes.
    event: Option<Value>,
}

impl Machine<'_> {
    /// How a command stands in its queue.
    pub fn standing(&mut self, state: &State, queued: Queued, values: &[Value]) -> Standing {
        let at = |n: u8| values.get(usize::from(n)).cloned();
        let zero = |value: &Value| number(value).and_then(|term| self.terms.known(term)) == Some(0);
        let events = match queued.events {
            None => Some(Vec::new()),
            Some(n) => match (at(n), at(n + 1)) {
                (Some(count), _) if zero(&count) => Some(Vec::new()),
                (Some(count), Some(list)) => self.events(state, &count, &list),
                (None, _) | (Some(_), None) => Some(Vec::new()),
            },
        };
        Standing {
            queue: self.queue(state, &at(queued.queue).unwrap_or(Value::Unknown)),
            events,
            waits: queued
                .blocking
                .is_some_and(|n| at(n).is_none_or(|value| !zero(&value))),
            event: queued
                .event
                .and_then(at)
                .filter(|event| !matches!(event, Value::Number(_))),
        }
    }

    /// The queue that a handle stands for.
    pub fn queue(&self, state: &State, handle: &Value) -> Option<SiteId> {
        let Value::Pointer(site, _) = handle else {
            return None;
        };
        let known = state.sites.get(site).filter(|known| !known.escaped)?;
        matches!(known.kind, Kind::Queue { .. } | Kind::Given).then_some(*site)
    }

    /// Events in a list; none if one is not known.
    pub fn events(&self, state: &State, count: &Value, list: &Value) -> Option<Vec<Agent>> {
        let count = number(count).and_then(|term| self.terms.known(term))?;
        let Value::Address(first) = list else {
            return None;
        };
        let event = |n: i128| {
            let mut path: Path = first.clone();
            match path.steps.last_mut() {
                Some(Step::Index(at)) => *at += n,
                _ if n == 0 => {}
                _ => return None,
            }
            match state.read(&Place::Variable(path)) {
                Value::Pointer(site, _) => {
                    let known = state.sites.get(&site).filter(|known| !known.escaped)?;
                    (known.kind == Kind::Completion).then_some(Agent::Site(site))
                }
                Value::Unknown | Value::Number(_) | Value::Address(_) | Value::Whole(_) => None,
            }
        };
        (0..count.min(64)).map(event).collect()
    }

    fn keeps_order(state: &State, queue: SiteId) -> bool {
        let kind = state.sites.get(&queue).map(|site| site.kind);
        kind != Some(Kind::Queue { ordered: false })
    }

    /// Puts a command into its queue; what it meets there that no order holds apart is found.
    pub fn put(&mut self, state: &mut State, standing: &Standing, put: &Put) {
        let Some(queue) = standing.queue else {
            // It may be any queue, and its event may come after all.
            if standing.waits {
                state.wait_for_all();
            }
            if let Some(event) = &standing.event {
                self.give(state, &event.clone(), Value::Unknown, put.span);
            }
            return;
        };
        let knows = |access: &Pending| match &standing.events {
            None => true,
            Some(events) => {
                let by_queue = access.known_to.contains(&Agent::Site(queue));
                by_queue || events.iter().any(|event| access.known_to.contains(event))
            }
        };
        let is_unknown = standing.events.is_none();
        let mut pending = std::mem::take(&mut state.pending);
        for access in pending.iter_mut().filter(|access| knows(access)) {
            access.known_to.insert(Agent::Command);
        }
        state.pending = pending;
        for touch in &put.touches {
            self.meets(state, queue, touch, put);
            if !is_unknown {
                self.meets_mapped(state, touch, put);
            }
        }
        let event = standing.event.as_ref().map(|to| {
            let id = self.site_of_event(state, put.span);
            self.give(state, to, Value::Pointer(id, None), put.span);
            Agent::Site(id)
        });
        let in_order = Self::keeps_order(state, queue).then_some(Agent::Site(queue));
        let later: Vec<Agent> = [Agent::End(queue)]
            .into_iter()
            .chain(in_order)
            .chain(event)
            .collect();
        state
            .pending
            .retain(|access| !(standing.waits && access.known_to.contains(&Agent::Command)));
        for access in &mut state.pending {
            if access.known_to.remove(&Agent::Command) {
                access.known_to.extend(&later);
            }
        }
        if !standing.waits {
            let taken = put.taken.map(|site| Touch {
                site,
                offset: None,
                bytes: None,
                writes: true,
            });
            for touch in put.touches.iter().chain(&taken) {
                state.pending.push(Pending {
                    site: touch.site,
                    writes: touch.writes,
                    offset: touch.offset,
                    bytes: touch.bytes,
                    sure: None,
                    span: put.span,
                    what: put.what.clone(),
                    numbers: put.numbers.clone(),
                    stream: Agent::Site(queue),
                    known_to: later.iter().copied().collect(),
                });
            }
        }
        state.tidy();
    }

    fn meets(&mut self, state: &State, queue: SiteId, touch: &Touch, put: &Put) {
        let Some(site) = state.sites.get(&touch.site).filter(|site| !site.escaped) else {
            return;
        };
        let is_met = |other: &&Pending| {
            other.site == touch.site
                && (other.writes || touch.writes)
                && !other.known_to.contains(&Agent::Command)
                && self.overlap((touch.offset, touch.bytes), (other.offset, other.bytes)) == Some(true)
                && match (&other.numbers, &put.numbers) {
                    (Some(a), Some(b)) => same_numbers(a, b),
                    (None, _) | (_, None) => true,
                }
        };
        let others: Vec<Pending> = state.pending.iter().filter(is_met).cloned().collect();
        for other in others {
            let is_one = other.stream == Agent::Site(queue);
            let is_given = |id: SiteId| {
                let known = state.sites.get(&id);
                known.is_none_or(|site| site.kind == Kind::Given)
            };
            let others_queue = match other.stream {
                Agent::Site(id) => is_given(id),
                Agent::Default | Agent::End(_) | Agent::Command => false,
            };
            let (where_other, both) = match is_one {
                true => (
                    "before it in the queue, which may change the order",
                    "in a queue that may change their order",
                ),
                false => ("in another queue", "in different queues"),
            };
            let bytes = self.bytes_of(touch.offset, touch.bytes);
            let found = Found {
                rule: Rule::InterKernelRace,
                place: (
                    put.span,
                    format!("{} {} {bytes}`{}`", put.what, does(touch.writes), site.name),
                ),
                other: Some((
                    other.span,
                    format!(
                        "{} {} {}it {where_other}",
                        other.what,
                        does(other.writes),
                        self.bytes_of(other.offset, other.bytes)
                    ),
                )),
                message: format!(
                    "no event and no wait orders {} and {}, which both touch `{}` {both}",
                    other.what, put.what, site.name
                ),
                weak: (!is_one && (others_queue || is_given(queue)))
                    .then(|| "a caller may hand over one queue for both".to_owned()),
            };
            self.record.find(state.way.doubtful, found);
        }
    }

    /// A command touches what the host has mapped (OpenCL 3.0 API, 5.5.3).
    fn meets_mapped(&mut self, state: &State, touch: &Touch, put: &Put) {
        let Some(site) = state.sites.get(&touch.site).filter(|site| !site.escaped) else {
            return;
        };
        let start = self.terms.int(0);
        let mut found = Vec::new();
        for (id, region) in &state.sites {
            let is_mapped = region.freed.is_none() && !region.escaped;
            let Some(writes) = region.mapped.filter(|_| is_mapped) else {
                continue;
            };
            let (whole, offset) = self.place_of(state, *id, Some(start));
            if whole != touch.site {
                continue;
            }
            let meets = self.overlap((touch.offset, touch.bytes), (offset, region.bytes)) == Some(true);
            if !(meets && (writes || touch.writes)) {
                continue;
            }
            let why = if writes { "writing" } else { "reading" };
            found.push(Found {
                rule: Rule::HostDeviceRace,
                place: (
                    put.span,
                    format!("{} {} `{}`", put.what, does(touch.writes), site.name),
                ),
                other: Some((
                    region.born,
                    format!("the host maps it for {why}, and has not unmapped it"),
                )),
                message: format!(
                    "{} {} `{}` while the host has it mapped for {why}",
                    put.what,
                    does(touch.writes),
                    site.name
                ),
                weak: None,
            });
        }
        for found in found {
            self.record.find(state.way.doubtful, found);
        }
    }

    /// A marker or a barrier.
    pub fn mark_queue(&mut self, state: &mut State, standing: &Standing, holds_up: bool, span: Span) {
        let event = standing.event.as_ref().map(|to| {
            let id = self.site_of_event(state, span);
            self.give(state, to, Value::Pointer(id, None), span);
            Agent::Site(id)
        });
        let Some(queue) = standing.queue else {
            if let Some(Agent::Site(id)) = event {
                state.escape(&Value::Pointer(id, None));
            }
            return;
        };
        let later: Vec<Agent> = holds_up
            .then_some(Agent::Site(queue))
            .into_iter()
            .chain(event)
            .chain([Agent::End(queue)])
            .collect();
        let own = Agent::End(queue);
        for access in &mut state.pending {
            let knows = match &standing.events {
                None => true,
                Some(events) if events.is_empty() => access.known_to.contains(&own),
                Some(events) => {
                    let in_order = access.known_to.contains(&Agent::Site(queue));
                    in_order || events.iter().any(|event| access.known_to.contains(event))
                }
            };
            if knows {
                access.known_to.extend(&later);
            }
        }
        state.tidy();
    }

    fn site_of_event(&mut self, state: &mut State, span: Span) -> SiteId {
        let key = ("event", span.file.0, span.start, span.end);
        self.site(state, &key, Kind::Completion, span)
    }

    /// The host waits until a queue is done.
    pub fn finish(&self, state: &mut State, queue: Option<SiteId>) {
        match queue {
            Some(queue) => state
                .pending
                .retain(|access| !access.known_to.contains(&Agent::End(queue))),
            None => state.wait_for_all(),
        }
    }
}
