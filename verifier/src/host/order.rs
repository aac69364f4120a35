//! Which commands are done before which: streams, events, waiting (CUDA C++ Programming Guide, "Asynchronous Concurrent Execution";
//! CUDA Runtime API, "Stream synchronization behavior").
//!
//! Of each access under way the agents are kept that know it to be done once they go on: streams and events. What the host knows is
//! done for everybody.

use super::bytes::Piece;
use super::machine::Machine;
use super::record::Found;
use super::rules::Rule;
use super::state::{Agent, Kind, Pending, State};
use super::value::{SiteId, TermId, Value};
use kverify_frontend::ir::Span;

/// What a command does to one buffer.
pub struct Access {
    /// Which.
    pub site: SiteId,
    /// Where it begins.
    pub offset: Option<TermId>,
    /// It writes.
    pub writes: bool,
    /// So many bytes from there on it is sure to touch, all of them to write if it writes.
    pub sure: Option<TermId>,
}

/// A command in a stream.
pub struct Issued {
    /// In which; none if that is not known.
    pub stream: Option<Agent>,
    /// What it touches.
    pub accesses: Vec<Access>,
    /// Where.
    pub span: Span,
    /// In words.
    pub what: String,
    /// A launch's numbers.
    pub numbers: Option<Vec<Value>>,
    /// The host goes on once it is done.
    pub waits: bool,
}

impl Issued {
    /// A command in the default stream of which no access is known, and that the host waits for.
    pub fn of_nothing(what: &str, span: Span) -> Issued {
        Issued {
            stream: Some(Agent::Default),
            accesses: Vec::new(),
            span,
            what: what.to_owned(),
            numbers: None,
            waits: true,
        }
    }
}

impl Machine<'_> {
    /// The stream that a handle stands for.
    pub fn stream(&self, state: &State, handle: Option<&Value>) -> Option<Agent> {
        match handle {
            None => Some(Agent::Default),
            // 0 and 1 are the default stream; 2 is the thread's own, which is another one unless the program says otherwise.
            Some(Value::Number(term)) => match self.terms.known(*term) {
                Some(0 | 1) => Some(Agent::Default),
                Some(2) if self.program.per_thread => Some(Agent::Default),
                _ => None,
            },
            Some(Value::Pointer(site, _)) => {
                let known = state.sites.get(site).filter(|site| !site.escaped)?;
                matches!(known.kind, Kind::Stream { .. }).then_some(Agent::Site(*site))
            }
            Some(Value::Unknown | Value::Address(_) | Value::Whole(_)) => None,
        }
    }

    /// The event that a handle stands for.
    pub fn event(&self, state: &State, handle: &Value) -> Option<Agent> {
        match handle {
            Value::Pointer(site, _) => {
                let known = state.sites.get(site).filter(|site| !site.escaped)?;
                (known.kind == Kind::Event).then_some(Agent::Site(*site))
            }
            Value::Unknown | Value::Number(_) | Value::Address(_) | Value::Whole(_) => None,
        }
    }

    fn is_blocking(&self, state: &State, agent: Agent) -> bool {
        match agent {
            Agent::Default => true,
            Agent::Site(site) => {
                let kind = state.sites.get(&site).map(|site| site.kind);
                kind == Some(Kind::Stream { blocking: true })
            }
            Agent::End(_) | Agent::Command => false,
        }
    }

    /// A command is put into a stream: by the rules of the legacy default stream it knows what is before it in others.
    pub fn catch_up(&self, state: &mut State, stream: Agent) {
        if self.program.per_thread || !self.is_blocking(state, stream) {
            return;
        }
        let mut pending = std::mem::take(&mut state.pending);
        for access in &mut pending {
            let knows = match stream {
                Agent::Default => access
                    .known_to
                    .iter()
                    .any(|agent| self.is_blocking(state, *agent)),
                Agent::Site(_) | Agent::End(_) | Agent::Command => access.known_to.contains(&Agent::Default),
            };
            if knows {
                access.known_to.insert(stream);
            }
        }
        state.pending = pending;
    }

    /// Puts a command into a stream; what it meets there that no order holds apart is found.
    pub fn issue(&mut self, state: &mut State, issued: Issued) {
        let Some(stream) = issued.stream else {
            state.disordered = true;
            state.pending.clear();
            return;
        };
        self.catch_up(state, stream);
        for access in &issued.accesses {
            self.meet(state, stream, access, &issued);
        }
        if issued.waits {
            self.host_waits(state, stream);
            return;
        }
        for access in issued.accesses {
            let pending = Pending {
                site: access.site,
                writes: access.writes,
                offset: access.offset,
                bytes: None,
                sure: access.sure,
                span: issued.span,
                what: issued.what.clone(),
                numbers: issued.numbers.clone(),
                stream,
                known_to: [stream].into(),
            };
            state.pending.push(pending);
        }
        state.tidy();
    }

    fn meet(&mut self, state: &State, stream: Agent, access: &Access, issued: &Issued) {
        let Some(site) = state.sites.get(&access.site).filter(|site| !site.escaped) else {
            return;
        };
        if state.disordered {
            return;
        }
        let is_alike = |other: &Pending| match (&other.numbers, &issued.numbers) {
            (Some(a), Some(b)) => same_numbers(a, b),
            (None, None) => true,
            // A copy from where a kernel's buffer begins meets its first elements.
            (Some(_), None) | (None, Some(_)) => true,
        };
        let meets = |other: &&Pending| {
            other.site == access.site
                && (other.writes || access.writes)
                && !other.known_to.contains(&stream)
                && access.offset.is_some()
                && (other.offset == access.offset && is_alike(other)
                    || self.surely_meet((other.offset, other.sure), (access.offset, access.sure)))
        };
        let others: Vec<Pending> = state.pending.iter().filter(meets).cloned().collect();
        for other in others {
            let found = Found {
                rule: Rule::InterKernelRace,
                place: (
                    issued.span,
                    format!("{} {} `{}`", issued.what, does(access.writes), site.name),
                ),
                other: Some((
                    other.span,
                    format!("{} {} it in another stream", other.what, does(other.writes)),
                )),
                message: format!(
                    "no event and no wait orders {} and {}, which both touch `{}` in different streams",
                    other.what, issued.what, site.name
                ),
                weak: None,
            };
            self.record.find(state.way.doubtful, found);
        }
    }

    /// Whether two pieces of known length overlap.
    fn surely_meet(&self, a: Piece, b: Piece) -> bool {
        let has_bytes = |piece: Piece| {
            let bytes = piece.1.and_then(|bytes| self.terms.known(bytes));
            bytes.is_some_and(|bytes| bytes > 0)
        };
        has_bytes(a) && has_bytes(b) && self.overlap(a, b) == Some(true)
    }

    /// The host waits for a stream.
    pub fn host_waits(&self, state: &mut State, stream: Agent) {
        let all_blocking = stream == Agent::Default && !self.program.per_thread;
        let mut pending = std::mem::take(&mut state.pending);
        pending.retain(|access| {
            let by_default = all_blocking
                && access
                    .known_to
                    .iter()
                    .any(|agent| self.is_blocking(state, *agent));
            !access.known_to.contains(&stream) && !by_default
        });
        state.pending = pending;
    }

    /// An event is put into a stream: it knows what the stream knows.
    pub fn put_event(&self, state: &mut State, event: Agent, stream: Agent) {
        self.catch_up(state, stream);
        for access in &mut state.pending {
            match access.known_to.contains(&stream) {
                true => access.known_to.insert(event),
                false => access.known_to.remove(&event),
            };
        }
        state.tidy();
    }

    /// A stream waits for an event.
    pub fn stream_waits(&self, state: &mut State, stream: Agent, event: Agent) {
        self.catch_up(state, stream);
        for access in &mut state.pending {
            if access.known_to.contains(&event) {
                access.known_to.insert(stream);
            }
        }
        state.tidy();
    }

    /// The host touches memory: what is under way there that it does not know of is found.
    pub fn host_meets(
        &mut self,
        state: &State,
        (id, at): (SiteId, Option<TermId>),
        writes: bool,
        span: Span,
    ) {
        let Some(site) = state
            .sites
            .get(&id)
            .filter(|site| !site.escaped && !state.disordered)
        else {
            return;
        };
        let (place, at) = self.place_of(state, id, at);
        let start = self.terms.int(0);
        let is_met = |other: &&Pending| {
            // Of a piece whose length is known others are free.
            let is_in = other.bytes.is_none()
                || match at.zip(other.offset) {
                    Some((at, offset)) => {
                        let reaches = self.terms.distance(offset, at).is_some_and(|behind| behind >= 0);
                        reaches && self.overlap((other.offset, other.bytes), (Some(at), None)) == Some(true)
                    }
                    None => other.offset.is_none_or(|offset| offset == start),
                };
            let is_it = if other.site == place {
                is_in
            } else {
                other.site == id
            };
            is_it && (other.writes || writes)
        };
        let others: Vec<&Pending> = state.pending.iter().filter(is_met).collect();
        for other in others {
            let found = Found {
                rule: Rule::HostDeviceRace,
                place: (span, format!("the host {} `{}`", does(writes), site.name)),
                other: Some((
                    other.span,
                    format!("{} {} it, and nobody waited", other.what, does(other.writes)),
                )),
                message: format!(
                    "the host {} `{}` while {} may still be under way",
                    does(writes),
                    site.name,
                    other.what
                ),
                weak: None,
            };
            self.record.find(state.way.doubtful, found);
        }
    }
}

/// What an access does, in words.
pub fn does(writes: bool) -> &'static str {
    if writes { "writes" } else { "reads" }
}

/// Whether two launches have the same numbers: then nothing tells the bytes apart that they touch.
pub fn same_numbers(a: &[Value], b: &[Value]) -> bool {
    let in_other = |mine: &[Value], other: &[Value]| mine.iter().all(|value| other.contains(value));
    let known = a.iter().chain(b).all(|value| matches!(value, Value::Number(_)));
    known && in_other(a, b) && in_other(b, a)
}
