//! Commands of OpenCL's queues.

use super::copy::Copy;
use super::eval::number;
use super::machine::Machine;
use super::objects::{READ_ONLY, WRITE_ONLY};
use super::queue::{Put, Standing, Touch};
use super::record::Found;
use super::rules::Rule;
use super::state::{Kind, State};
use super::value::{SiteId, TermId, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::{At, Enqueued, HostOp, KernelUse, Queued, Side};

/// `CL_MEM_HOST_WRITE_ONLY`.
const HOST_WRITES: i128 = 1 << 7;
/// `CL_MEM_HOST_READ_ONLY`.
const HOST_READS: i128 = 1 << 8;
/// `CL_MEM_HOST_NO_ACCESS`.
const NO_HOST: i128 = 1 << 9;

impl Machine<'_> {
    /// A command that is put into a queue; its result.
    pub fn enqueue(
        &mut self,
        state: &mut State,
        (queued, enqueued): (Queued, Enqueued),
        values: &[Value],
        span: Span,
    ) -> Value {
        let standing = self.standing(state, queued, values);
        let at = |n: u8| values.get(usize::from(n)).cloned().unwrap_or(Value::Unknown);
        let optional = |n: Option<u8>| n.and_then(|n| values.get(usize::from(n)).cloned());
        match enqueued {
            Enqueued::Transfer { to, from, bytes } => {
                let copy = Copy {
                    to: self.side(to, values),
                    from: self.side(from, values),
                    bytes: optional(bytes),
                    kind: None,
                    stream: None,
                    span,
                };
                self.transfer(state, &standing, &copy);
            }
            Enqueued::Fill { to, bytes } => {
                let to = self.side(to, values);
                let bytes = optional(bytes);
                self.fill_object(state, &standing, (&to, bytes.as_ref()), span);
            }
            Enqueued::Kernel { kernel, ranges } => {
                let offset = ranges.map(|n| at(n + 1));
                self.launch_object(state, &standing, &at(kernel), offset.as_ref(), span);
            }
            Enqueued::Map { of, flags, bytes } => {
                let of = self.side(of, values);
                let bytes = optional(bytes);
                let flags = number(&at(flags)).and_then(|flags| self.terms.known(flags));
                let region = self.map(state, &standing, (&of, bytes.as_ref(), flags), span);
                self.succeeds(state, values.last(), span);
                return region;
            }
            Enqueued::Unmap => self.unmap(state, &standing, [&at(1), &at(2)], span),
            Enqueued::Marker => self.mark_queue(state, &standing, false, span),
            Enqueued::Barrier => self.mark_queue(state, &standing, true, span),
            Enqueued::Migrate => self.put(state, &standing, &nothing("the migration", span)),
        }
        Value::Number(self.terms.int(0))
    }

    /// Where one side of a transfer is.
    fn side(&mut self, side: Side, values: &[Value]) -> Value {
        let what = values
            .get(usize::from(side.what))
            .cloned()
            .unwrap_or(Value::Unknown);
        let Value::Pointer(site, start) = what else {
            return what;
        };
        let behind = |n: u8| values.get(usize::from(n)).and_then(number);
        let offset = match side.at {
            At::Start => start,
            At::Behind(n) => start
                .zip(behind(n))
                .map(|(start, by)| self.terms.op(HostOp::Add, start, by)),
            At::Somewhere => None,
        };
        Value::Pointer(site, offset)
    }

    pub fn touch(
        &mut self,
        state: &State,
        at: (SiteId, Option<TermId>),
        bytes: Option<&Value>,
        writes: bool,
    ) -> Touch {
        let (site, offset) = self.place_of(state, at.0, at.1);
        Touch {
            site,
            offset,
            bytes: bytes.and_then(number),
            writes,
        }
    }

    fn transfer(&mut self, state: &mut State, standing: &Standing, copy: &Copy) {
        let span = copy.span;
        let mut touches = Vec::new();
        for (value, writes) in [(&copy.from, false), (&copy.to, true)] {
            let Value::Pointer(site, offset) = value else {
                continue;
            };
            if !self.use_site(state, *site, span, "the copy") {
                continue;
            }
            let does = if writes { "writes" } else { "reads" };
            self.fits(state, *site, *offset, copy.bytes.as_ref(), span, does);
            self.host_may(state, *site, writes, span, "the copy");
            let (whole, _) = self.whole(state, *site, *offset);
            if !writes {
                self.is_set(state, whole, span, "the copy");
            }
            touches.push(self.touch(state, (*site, *offset), copy.bytes.as_ref(), writes));
        }
        if let [from, to] = &touches[..]
            && from.site == to.site
            && from.offset == to.offset
        {
            self.moves_nothing(state, copy);
            touches.truncate(1);
        }
        let copy = &self.of_wholes(state, copy);
        let idle = self.same_already(state, copy);
        self.record.copy(span, state.way.doubtful, idle);
        let put = Put {
            touches,
            taken: None,
            numbers: None,
            what: "the copy".to_owned(),
            span,
        };
        self.put(state, standing, &put);
        self.copied(state, copy);
    }

    /// The same copy, of the memory objects that the two sides are parts of.
    fn of_wholes(&mut self, state: &State, copy: &Copy) -> Copy {
        let mut whole = |value: &Value| match value {
            Value::Pointer(site, offset) => {
                let (site, offset) = self.whole(state, *site, *offset);
                Value::Pointer(site, offset)
            }
            other => other.clone(),
        };
        Copy {
            to: whole(&copy.to),
            from: whole(&copy.from),
            bytes: copy.bytes.clone(),
            stream: None,
            ..*copy
        }
    }

    /// A buffer is copied to the memory that it is made of, or from it.
    fn moves_nothing(&mut self, state: &State, copy: &Copy) {
        let sites = [&copy.to, &copy.from].map(|value| match value {
            Value::Pointer(site, _) => state.sites.get(site),
            _ => None,
        });
        let is_made = |site: &&super::state::Site| site.part_of.is_some_and(|part| part.is_host);
        let [Some(to), Some(from)] = sites else { return };
        let Some(buffer) = [to, from].into_iter().find(is_made) else {
            return;
        };
        let found = Found {
            rule: Rule::RedundantTransfer,
            place: (copy.span, "copies what is there already".to_owned()),
            other: Some((buffer.born, "the buffer is made of that memory".to_owned())),
            message: format!(
                "`{}` is copied to `{}`, and both are one memory: map the buffer instead",
                from.name, to.name
            ),
            weak: None,
        };
        self.record.find(state.way.doubtful, found);
    }

    fn fill_object(
        &mut self,
        state: &mut State,
        standing: &Standing,
        (to, bytes): (&Value, Option<&Value>),
        span: Span,
    ) {
        let mut put = nothing("the fill", span);
        if let Value::Pointer(site, offset) = to
            && self.use_site(state, *site, span, "the fill")
        {
            self.fits(state, *site, *offset, bytes, span, "sets");
            put.touches.push(self.touch(state, (*site, *offset), bytes, true));
            let (whole, _) = self.whole(state, *site, *offset);
            self.wrote(state, whole, span);
            state.settle(whole);
            if let Some(known) = state.sites.get_mut(&whole) {
                known.source = None;
            }
        }
        self.put(state, standing, &put);
    }

    /// A kernel object is launched with the arguments that it has now.
    fn launch_object(
        &mut self,
        state: &mut State,
        standing: &Standing,
        object: &Value,
        offset: Option<&Value>,
        span: Span,
    ) {
        let program = self.program;
        let object = match object {
            Value::Pointer(site, _) => Some(*site),
            _ => None,
        };
        let kind = object
            .and_then(|object| state.sites.get(&object))
            .map(|site| site.kind);
        let kernel = match kind {
            Some(Kind::Kernel(Some(n))) => program.kernels.get(n),
            _ => None,
        };
        let argument = |n: i128| {
            let value = object.and_then(|object| state.arguments.get(&(object, n)));
            value.cloned().unwrap_or(Value::Unknown)
        };
        let uses: Vec<(Value, KernelUse)> = match kernel {
            Some(kernel) => (0..)
                .zip(&kernel.parameters)
                .map(|(n, (_, usage))| (argument(n), *usage))
                .collect(),
            None => state
                .arguments
                .iter()
                .filter(|((of, _), _)| Some(*of) == object)
                .map(|(_, value)| (value.clone(), KernelUse::UNKNOWN))
                .collect(),
        };
        let name = kernel.map_or("a kernel", |kernel| &kernel.name);
        // Behind an offset that is not 0, the first elements are others'.
        let none = Value::Number(self.terms.int(0));
        let from = offset.cloned().unwrap_or(none.clone());
        let is_whole = from == none;
        let (accesses, mut numbers) = self.touched(state, name, (&uses, [None; 2]), span);
        numbers.push(from);
        let mut touches = Vec::new();
        for access in accesses {
            let offset = access.offset.filter(|_| is_whole);
            touches.push(self.touch(state, (access.site, offset), None, access.writes));
        }
        let what = match kernel {
            Some(kernel) => format!("the launch of `{}`", kernel.name),
            None => "the launch".to_owned(),
        };
        let put = Put {
            touches,
            taken: None,
            numbers: Some(numbers),
            what,
            span,
        };
        self.put(state, standing, &put);
    }

    /// Whether the flags of a memory object let the host do something with it.
    pub fn host_may(&mut self, state: &State, id: SiteId, writes: bool, span: Span, what: &str) {
        let forbids = match writes {
            true => HOST_READS,
            false => HOST_WRITES,
        };
        self.check_flags(state, id, (forbids | NO_HOST, writes), (what, "the host"), span);
    }

    /// Whether the flags of a memory object let a kernel do something with it.
    pub fn kernel_may(&mut self, state: &State, id: SiteId, writes: bool, span: Span, what: &str) {
        let forbids = match writes {
            true => READ_ONLY,
            false => WRITE_ONLY,
        };
        self.check_flags(state, id, (forbids, writes), (what, "kernels"), span);
    }

    fn check_flags(
        &mut self,
        state: &State,
        id: SiteId,
        (forbids, writes): (i128, bool),
        (what, who): (&str, &str),
        span: Span,
    ) {
        let Some(site) = state.sites.get(&id).filter(|site| !site.escaped) else {
            return;
        };
        if site.flags.is_none_or(|flags| flags & forbids == 0) {
            return;
        }
        let (does, may_not) = match writes {
            true => ("writes", "written"),
            false => ("reads", "read"),
        };
        let found = Found {
            rule: Rule::AccessFlags,
            place: (span, format!("{what} {does} `{}`", site.name)),
            other: Some((
                site.born,
                format!("by its flags it is not to be {may_not} by {who}"),
            )),
            message: format!(
                "{what} {does} `{}`, which is made not to be {may_not} by {who}",
                site.name
            ),
            weak: None,
        };
        self.record.find(state.way.doubtful, found);
    }
}

/// A command that touches nothing.
pub fn nothing(what: &str, span: Span) -> Put {
    Put {
        touches: Vec::new(),
        taken: None,
        numbers: None,
        what: what.to_owned(),
        span,
    }
}
