//! What commands of the runtime do to what is known.

use super::eval::{Ways, number};
use super::machine::Machine;
use super::order::{Access, Issued};
use super::state::{Agent, Contents, Kind, Pending, Site, State};
use super::value::{Place, SiteId, Step, TermId, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::{Command, MemorySpace};

/// `cudaStreamNonBlocking`.
const NON_BLOCKING: i128 = 1;

/// What is set.
struct Filled {
    value: Value,
    to: Value,
    bytes: Option<Value>,
    stream: Option<Value>,
    is_async: bool,
    host: bool,
}

impl Machine<'_> {
    /// A function of the runtime or of the C library. It succeeds: its result is 0.
    pub fn command(&mut self, command: Command, values: &[Value], span: Span, state: State) -> Ways<Value> {
        let mut state = state;
        self.record.visit(span);
        let zero = self.terms.int(0);
        let at = |n: u8| values.get(usize::from(n)).cloned().unwrap_or(Value::Unknown);
        let optional = |n: Option<u8>| n.and_then(|n| values.get(usize::from(n)).cloned());
        let mut result = Value::Number(zero);
        if !keeps_building(command) {
            state.building.clear();
        }
        match command {
            Command::Create(created) => result = self.create(&mut state, created, values, span),
            Command::SetArgument => return self.set_argument(state, values, span),
            Command::GiveArgument => {
                if let [Value::Pointer(object, _), index, value] = values {
                    self.give_argument(&mut state, *object, index, value.clone());
                }
            }
            Command::Enqueue(queued, enqueued) => {
                result = self.enqueue(&mut state, (queued, enqueued), values, span);
            }
            Command::Finish => {
                let queue = self.queue(&state, &at(0));
                self.finish(&mut state, queue);
            }
            Command::WaitForEvents => match self.events(&state, &at(0), &at(1)) {
                Some(events) => {
                    let is_done =
                        |access: &Pending| events.iter().any(|event| access.known_to.contains(event));
                    state.pending.retain(|access| !is_done(access));
                }
                None => state.wait_for_all(),
            },
            Command::Retain | Command::Release => {
                self.count_holders(&mut state, &at(0), command == Command::Retain, span);
            }
            Command::Build { callback } => self.build(&mut state, values, callback, span),
            Command::Keeps => values.iter().skip(1).for_each(|value| state.escape(value)),
            Command::Allocate {
                space,
                to,
                bytes,
                stream,
                zeroed,
            } => {
                let sizes = bytes.map(|n| n.map(&at));
                let pointer = self.allocate(&mut state, space, &sizes, zeroed, span);
                if stream.is_some() {
                    let value = optional(stream).unwrap_or(Value::Number(zero));
                    self.stream_ordered(&mut state, &pointer, &value, span, "the allocation");
                }
                match to {
                    Some(to) => self.give(&mut state, &at(to), pointer, span),
                    None => result = pointer,
                }
            }
            Command::Free { what, stream, host } => {
                let pointer = at(what);
                if let Some(value) = optional(stream) {
                    self.stream_ordered(&mut state, &pointer, &value, span, "the release");
                } else if !host {
                    // It waits until the device is done.
                    state.wait_for_all();
                }
                self.free(&mut state, &pointer, span);
            }
            Command::Copy {
                to,
                from,
                bytes,
                kind,
                stream,
            } => {
                let copy = super::copy::Copy {
                    to: at(to),
                    from: at(from),
                    bytes: optional(bytes),
                    kind: optional(kind)
                        .and_then(|kind| number(&kind))
                        .and_then(|kind| self.terms.known(kind)),
                    stream: stream
                        .map(|n| values.get(usize::from(n)).cloned().unwrap_or(Value::Number(zero))),
                    span,
                };
                self.copy(&mut state, &copy);
            }
            Command::CopySymbol {
                host,
                to_device,
                stream,
            } => {
                if to_device {
                    let held = self.held_by(&state, &at(host));
                    self.put_into_variable(&mut state, &at(0), &held, span);
                }
                if let Value::Pointer(site, _) = at(host) {
                    self.use_site(&mut state, site, span, "the copy");
                    match to_device {
                        true => state.settle(site),
                        false => self.wrote(&mut state, site, span),
                    }
                }
                if let Value::Address(path) = at(host)
                    && !to_device
                {
                    self.store(&mut state, &Place::Variable(path), Value::Unknown, span);
                }
                // What is copied at once has waited for the stream's others.
                match stream {
                    None => self.issue(&mut state, Issued::of_nothing("the copy", span)),
                    Some(_) => state.disordered = true,
                }
            }
            Command::Fill {
                to,
                value,
                bytes,
                stream,
                host,
            } => {
                let what = Filled {
                    to: at(to),
                    value: at(value),
                    bytes: optional(bytes),
                    stream: optional(stream),
                    is_async: stream.is_some(),
                    host,
                };
                self.fill(&mut state, &what, span);
            }
            Command::OnHost { reads, writes } => {
                self.on_host_by_masks(&mut state, values, (reads, writes), span);
                result = Value::Unknown;
            }
            Command::CreateStream { to, flags } => {
                let flags =
                    optional(flags).map(|flags| number(&flags).and_then(|flags| self.terms.known(flags)));
                let blocking = !matches!(flags, Some(Some(NON_BLOCKING)));
                let id = self.make(&mut state, Kind::Stream { blocking }, span);
                self.give(&mut state, &at(to), Value::Pointer(id, Some(zero)), span);
                // Flags that are not known leave open what it waits for.
                state.disordered |= flags == Some(None);
            }
            Command::CreateEvent { to } => {
                let id = self.make(&mut state, Kind::Event, span);
                self.give(&mut state, &at(to), Value::Pointer(id, Some(zero)), span);
            }
            Command::WaitForStream { stream, asks } => {
                let stream = self.stream(&state, Some(&at(stream)));
                self.host_waits_by(&mut state, stream);
                if asks {
                    result = Value::Unknown;
                }
            }
            Command::WaitForEvent { event, asks } => {
                let event = self.event(&state, &at(event));
                match event {
                    Some(event) => state.pending.retain(|access| !access.known_to.contains(&event)),
                    None => state.wait_for_all(),
                }
                if asks {
                    result = Value::Unknown;
                }
            }
            Command::WaitForDevice => state.wait_for_all(),
            Command::Record { event, stream } => {
                let stream = self.stream(&state, optional(stream).as_ref());
                match (self.event(&state, &at(event)), stream) {
                    (Some(event), Some(stream)) => self.put_event(&mut state, event, stream),
                    _ => state.disordered = true,
                }
            }
            Command::StreamWaits { stream, event } => {
                let stream = self.stream(&state, Some(&at(stream)));
                match (stream, self.event(&state, &at(event))) {
                    (Some(stream), Some(event)) => self.stream_waits(&mut state, stream, event),
                    _ => state.disordered = true,
                }
            }
            Command::SetDevice => {
                let device = at(0);
                let is_other =
                    state.device.as_ref().is_some_and(|known| *known != device) || device == Value::Unknown;
                // Each device has a default stream of its own.
                state.disordered |= is_other;
                state.device = Some(device);
            }
            Command::Register => values.iter().for_each(|value| state.escape(value)),
            Command::DeviceAddress { to, of } => {
                let value = at(of);
                self.give(&mut state, &at(to), value, span);
            }
            Command::Answers => {
                for value in values {
                    match value {
                        Value::Address(path) => {
                            self.store(&mut state, &Place::Variable(path.clone()), Value::Unknown, span);
                        }
                        Value::Pointer(site, at) if state.sites.get(site).is_some_and(Site::is_memory) => {
                            self.on_host(&mut state, (*site, *at), true, span);
                        }
                        Value::Pointer(..) | Value::Unknown | Value::Number(_) | Value::Whole(_) => {}
                    }
                }
            }
            Command::Destroy | Command::Nothing => {}
            Command::Exit | Command::Reset | Command::NotFollowed => {
                if command == Command::NotFollowed {
                    self.lose(&format!(
                        "line {}: a function of the runtime that is not followed",
                        span.line
                    ));
                }
                return Vec::new();
            }
        }
        vec![(state, result)]
    }

    fn fill(&mut self, state: &mut State, what: &Filled, span: Span) {
        let target = match what.to {
            Value::Pointer(site, offset) => Some((site, offset)),
            _ => None,
        };
        let bytes = what.bytes.as_ref().and_then(number);
        let put = self.holding(&what.value);
        if what.host {
            if let Some((site, at)) = target {
                let before = state.sites.get(&site).map(|site| site.holds.clone());
                self.on_host(state, (site, at), true, span);
                self.now_holds(state, site, (before, put), (at, bytes));
            }
            return;
        }
        if let Value::Address(_) = what.to {
            self.put_into_variable(state, &what.to, &put, span);
        }
        if let Some((site, offset)) = target {
            self.use_site(state, site, span, "the fill");
            self.fits(state, site, offset, what.bytes.as_ref(), span, "sets");
            let before = state.sites.get(&site).cloned();
            self.wrote(state, site, span);
            if let Some(before) = &before {
                self.reaches(state, site, (offset, bytes), before);
            }
            let before = before.map(|site| site.holds);
            self.now_holds(state, site, (before, put), (offset, bytes));
            if let Some(known) = state.sites.get_mut(&site) {
                known.output = None;
                known.source = None;
            }
        }
        let space = target
            .and_then(|(site, _)| state.sites.get(&site))
            .and_then(Site::space);
        // Memory that is the host's is set before the call returns.
        let is_device = matches!(space, Some(MemorySpace::Device | MemorySpace::Managed))
            || matches!(what.to, Value::Number(_));
        let accesses = target.map(|(site, offset)| Access {
            site,
            offset,
            writes: true,
            sure: bytes,
        });
        // Even where nothing is known of the memory, others in the stream wait for it.
        let issued = Issued {
            stream: self.stream(state, what.stream.as_ref()),
            accesses: accesses.into_iter().collect(),
            waits: !what.is_async && !is_device,
            ..Issued::of_nothing("the fill", span)
        };
        self.issue(state, issued);
    }

    fn host_waits_by(&mut self, state: &mut State, stream: Option<Agent>) {
        match stream {
            Some(stream) => self.host_waits(state, stream),
            // It may be any.
            None => state.wait_for_all(),
        }
    }

    fn allocate(
        &mut self,
        state: &mut State,
        space: MemorySpace,
        sizes: &[Option<Value>; 2],
        zeroed: bool,
        span: Span,
    ) -> Value {
        let id = self.make(state, Kind::Memory(space), span);
        let terms = sizes.iter().flatten().map(number).collect::<Option<Vec<_>>>();
        let bytes = terms.filter(|terms| !terms.is_empty()).map(|terms| {
            let one = self.terms.int(1);
            let op = kverify_frontend::ir::host::HostOp::Mul;
            terms
                .into_iter()
                .fold(one, |product, size| self.terms.op(op, product, size))
        });
        if let Some(site) = state.sites.get_mut(&id) {
            site.bytes = bytes;
            site.written = zeroed.then_some(span);
            if zeroed {
                site.holds = Contents::Zero;
            }
        }
        let start = self.terms.int(0);
        Value::Pointer(id, Some(start))
    }

    /// Gives a value through an argument that says where.
    pub fn give(&mut self, state: &mut State, to: &Value, value: Value, span: Span) {
        match to {
            Value::Address(path) => self.store(state, &Place::Variable(path.clone()), value, span),
            Value::Pointer(site, at) => {
                state.escape(&value);
                self.on_host(state, (*site, *at), true, span);
            }
            Value::Unknown | Value::Number(_) | Value::Whole(_) => state.escape(&value),
        }
    }

    /// An allocation or a release that is a command of a stream.
    fn stream_ordered(&mut self, state: &mut State, pointer: &Value, stream: &Value, span: Span, what: &str) {
        let Value::Pointer(site, offset) = pointer else {
            return;
        };
        let issued = Issued {
            stream: self.stream(state, Some(stream)),
            accesses: vec![Access {
                site: *site,
                offset: *offset,
                writes: true,
                sure: None,
            }],
            span,
            what: what.to_owned(),
            numbers: None,
            waits: false,
        };
        self.issue(state, issued);
    }

    fn on_host_by_masks(&mut self, state: &mut State, values: &[Value], masks: (u8, u8), span: Span) {
        for (n, value) in values.iter().enumerate().take(8) {
            let has = |mask: u8| mask & (1 << n) != 0;
            for (writes, _) in [(false, masks.0), (true, masks.1)]
                .into_iter()
                .filter(|(_, mask)| has(*mask))
            {
                match value {
                    Value::Pointer(site, at) if state.sites.get(site).is_some_and(Site::is_memory) => {
                        self.on_host(state, (*site, *at), writes, span);
                    }
                    Value::Address(path) if writes => {
                        self.store(state, &Place::Variable(path.clone()), Value::Unknown, span);
                        // Of an array all may be written.
                        let mut whole = path.clone();
                        while matches!(whole.steps.last(), Some(Step::Index(_))) {
                            whole.steps.pop();
                        }
                        if whole != *path {
                            state.forget_parts(&whole);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The host reads or writes memory.
    pub fn on_host(
        &mut self,
        state: &mut State,
        (id, at): (SiteId, Option<TermId>),
        writes: bool,
        span: Span,
    ) {
        self.record.visit(span);
        if !self.use_site(state, id, span, "the host") {
            return;
        }
        self.in_region(state, id, at, writes, span);
        self.host_meets(state, (id, at), writes, span);
        self.through_region(state, id, writes, span);
        match writes {
            true => {
                self.host_wrote(state, id, span);
            }
            false => self.host_reads(state, id, span),
        }
    }
}

/// Whether nothing waits for the build of a program behind a command that did not before.
fn keeps_building(command: Command) -> bool {
    matches!(
        command,
        Command::Create(_)
            | Command::SetArgument
            | Command::GiveArgument
            | Command::Enqueue(..)
            | Command::Build { .. }
            | Command::Nothing
            | Command::Retain
            | Command::Release
    )
}
