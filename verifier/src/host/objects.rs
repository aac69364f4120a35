//! Objects of OpenCL: queues, memory objects, kernels with their arguments, programs.

use super::eval::{Ways, number};
use super::machine::Machine;
use super::record::Found;
use super::rules::Rule;
use super::state::{Kind, Part, Site, State};
use super::value::{Place, SiteId, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::{Created, MemorySpace};
use std::hash::{DefaultHasher, Hash, Hasher};

/// `CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE`.
const OUT_OF_ORDER: i128 = 1;
/// `CL_MEM_WRITE_ONLY`, of kernels.
pub const WRITE_ONLY: i128 = 1 << 1;
/// `CL_MEM_READ_ONLY`, of kernels.
pub const READ_ONLY: i128 = 1 << 2;
/// `CL_MEM_READ_WRITE`, `CL_MEM_WRITE_ONLY`, `CL_MEM_READ_ONLY`.
const ACCESS: i128 = 0b111;
/// `CL_MEM_USE_HOST_PTR`.
const USE_HOST_POINTER: i128 = 1 << 3;
/// `CL_MEM_COPY_HOST_PTR`.
const COPY_HOST_POINTER: i128 = 1 << 5;

impl Machine<'_> {
    /// The value of a literal or of a function's name.
    pub fn fixed(&mut self, state: &mut State, number: usize, span: Span) -> Value {
        let mut hasher = DefaultHasher::new();
        ("fixed", number).hash(&mut hasher);
        let id = SiteId(hasher.finish());
        let site = || Site::new(Kind::Fixed(number), span, String::new());
        state.sites.entry(id).or_insert_with(site);
        Value::Pointer(id, Some(self.terms.int(0)))
    }

    fn known(&self, value: Option<&Value>) -> Option<i128> {
        self.terms.known(number(value?)?)
    }

    /// Makes an object: its handle is the result.
    pub fn create(&mut self, state: &mut State, created: Created, values: &[Value], span: Span) -> Value {
        let at = |n: u8| values.get(usize::from(n)).cloned().unwrap_or(Value::Unknown);
        let id = match created {
            Created::Queue(properties) => {
                let properties = self.known(Some(&at(properties)));
                let ordered = properties.is_none_or(|properties| properties & OUT_OF_ORDER == 0);
                self.make(state, Kind::Queue { ordered }, span)
            }
            Created::Buffer { flags, bytes, host } | Created::Object { flags, bytes, host } => {
                let id = self.make(state, Kind::Memory(MemorySpace::Device), span);
                if let Some(site) = state.sites.get_mut(&id) {
                    site.bytes = number(&at(bytes));
                    site.gives_itself_back = matches!(created, Created::Object { .. });
                }
                self.start_with(state, id, (&at(flags), &at(host)), span);
                id
            }
            Created::Image { flags, host } => {
                let id = self.make(state, Kind::Memory(MemorySpace::Device), span);
                self.start_with(state, id, (&at(flags), &at(host)), span);
                id
            }
            Created::Part { of, flags, .. } => {
                let id = self.make(state, Kind::Memory(MemorySpace::Device), span);
                let (origin, size) = match values {
                    [.., origin, size] => (number(origin), number(size)),
                    _ => (None, None),
                };
                let own = self.known(Some(&at(flags)));
                match at(of) {
                    Value::Pointer(whole, _) => {
                        self.use_site(state, whole, span, "the part");
                        self.fits(
                            state,
                            whole,
                            origin,
                            Some(&size.map_or(Value::Unknown, Value::Number)),
                            span,
                            "takes",
                        );
                        let inherited = state.sites.get(&whole).and_then(|site| site.flags);
                        let Some(site) = state.sites.get_mut(&id) else {
                            return Value::Unknown;
                        };
                        site.bytes = size;
                        site.written = Some(span);
                        site.flags = own.filter(|own| own & ACCESS != 0).or(inherited);
                        site.part_of = Some(Part {
                            of: whole,
                            at: origin,
                            is_host: false,
                        });
                    }
                    _ => state.escape(&Value::Pointer(id, None)),
                }
                id
            }
            Created::Kernel { program, name } => {
                let named = match at(name) {
                    Value::Pointer(site, _) => state.sites.get(&site).map(|site| site.kind),
                    _ => None,
                };
                let name = match named {
                    Some(Kind::Fixed(number)) => self.program.fixed.get(number),
                    _ => None,
                };
                let kernels = &self.program.kernels;
                let kernel = name.and_then(|name| kernels.iter().position(|kernel| kernel.name == *name));
                self.is_built(state, &at(program), span);
                self.make(state, Kind::Kernel(kernel), span)
            }
            Created::Other => self.make(state, Kind::Handle, span),
        };
        // What the function says of its success, behind which the parts of a region come.
        let parts = if matches!(created, Created::Part { .. }) {
            2
        } else {
            0
        };
        let last = values.len().checked_sub(parts + 1).and_then(|n| values.get(n));
        self.succeeds(state, last, span);
        Value::Pointer(id, Some(self.terms.int(0)))
    }

    /// A code of success goes through a pointer, if there is one.
    pub fn succeeds(&mut self, state: &mut State, to: Option<&Value>, span: Span) {
        let none = Value::Number(self.terms.int(0));
        match to {
            Some(Value::Address(path)) => self.store(state, &Place::Variable(path.clone()), none, span),
            Some(Value::Pointer(site, at)) if state.sites.get(site).is_some_and(Site::is_memory) => {
                self.on_host(state, (*site, *at), true, span);
            }
            Some(Value::Pointer(..) | Value::Unknown | Value::Number(_) | Value::Whole(_)) | None => {}
        }
    }

    /// What a memory object holds at first.
    fn start_with(&mut self, state: &mut State, id: SiteId, (flags, host): (&Value, &Value), span: Span) {
        let flags = self.known(Some(flags));
        let is_none = self.known(Some(host)) == Some(0);
        let has = |flag: i128| flags.is_none_or(|flags| flags & flag != 0);
        let mut part_of = None;
        if !is_none && flags.is_none_or(|flags| flags & USE_HOST_POINTER != 0) {
            match host {
                Value::Pointer(of, at) => {
                    part_of = Some(Part {
                        of: *of,
                        at: *at,
                        is_host: true,
                    });
                }
                // It is the object's from here on.
                Value::Address(_) | Value::Whole(_) => state.escape(host),
                Value::Unknown | Value::Number(_) => {}
            }
        }
        let is_copied = !is_none && flags.is_some_and(|flags| flags & COPY_HOST_POINTER != 0);
        let source = match host {
            Value::Pointer(of, at) if is_copied => {
                self.on_host(state, (*of, *at), false, span);
                Some(*of)
            }
            _ => None,
        };
        if let Some(site) = state.sites.get_mut(&id) {
            site.flags = flags;
            site.part_of = part_of;
            site.source = source;
            // Where nothing is known of the flags, it may be copied.
            site.written = (!is_none && has(USE_HOST_POINTER | COPY_HOST_POINTER)).then_some(span);
        }
    }

    /// A kernel is made of a program: it has to be built.
    fn is_built(&mut self, state: &State, program: &Value, span: Span) {
        let Value::Pointer(program, _) = program else {
            return;
        };
        let Some(since) = state.building.get(program) else {
            return;
        };
        let found = Found {
            rule: Rule::ProgramNotBuilt,
            place: (span, "makes a kernel of the program".to_owned()),
            other: Some((
                *since,
                "with a callback this returns before the program is built".to_owned(),
            )),
            message:
                "a kernel is made of a program that may not be built yet: nothing waits for the callback"
                    .to_owned(),
            weak: None,
        };
        self.record.find(state.way.doubtful, found);
    }

    /// A program is built, or begins to be.
    pub fn build(&mut self, state: &mut State, values: &[Value], callback: u8, span: Span) {
        let Some(Value::Pointer(program, _)) = values.first() else {
            return;
        };
        let function = match values.get(usize::from(callback)) {
            Some(Value::Pointer(site, _)) => state.sites.get(site).map(|site| site.kind),
            _ => None,
        };
        state.building.remove(program);
        if matches!(function, Some(Kind::Fixed(_))) {
            state.building.insert(*program, span);
            // The callback is handed the last one, whenever it runs.
            values
                .iter()
                .skip(usize::from(callback))
                .for_each(|value| state.escape(value));
        }
    }

    /// Sets an argument of a kernel object.
    pub fn set_argument(&mut self, state: State, values: &[Value], span: Span) -> Ways<Value> {
        let mut state = state;
        let success = Value::Number(self.terms.int(0));
        let [Value::Pointer(object, _), index, _, value] = values else {
            return vec![(state, success)];
        };
        let given = match value {
            Value::Address(path) => {
                let (after, given) = self.read(state, &Place::Variable(path.clone()), span);
                state = after;
                given
            }
            Value::Pointer(site, at) => {
                let site = (*site, *at);
                if state.sites.get(&site.0).is_some_and(Site::is_memory) {
                    self.on_host(&mut state, site, false, span);
                }
                Value::Unknown
            }
            // Local memory, or the null pointer.
            Value::Number(_) => value.clone(),
            Value::Unknown | Value::Whole(_) => Value::Unknown,
        };
        self.give_argument(&mut state, *object, index, given);
        vec![(state, success)]
    }

    /// Sets an argument of a kernel object to a value.
    pub fn give_argument(&mut self, state: &mut State, object: SiteId, index: &Value, given: Value) {
        let given = match given {
            Value::Pointer(..) | Value::Number(_) => given,
            Value::Unknown | Value::Address(_) | Value::Whole(_) => Value::Unknown,
        };
        match self.known(Some(index)) {
            Some(index) => drop(state.arguments.insert((object, index), given)),
            // It may be any.
            None => {
                state.escape(&given);
                let own = state.arguments.iter_mut().filter(|((of, _), _)| *of == object);
                own.for_each(|(_, value)| *value = Value::Unknown);
            }
        }
    }
}
