//! What flows into the variables and members of a file.

use super::super::forwarding::{arguments_to, forwarded, receiver};
use super::super::members::class_name;
use super::super::uses::takes_to_change;
use super::super::variables::{Variables, start};
use super::super::ways::Way;
use super::addresses::{is_any_type, may_hold_address, turns_numbers};
use super::alike::Alike;
use super::dependent::{called_by_open, changed_by_open, is_open_call, is_place, may_change, named_member};
use super::doubts::is_understood;
use super::exchanged::allocates;
use super::keepers::{keeps_names, leads_to_pointers, may_write, variables_in};
use super::named::{field_of, pointed};
use super::places::{carries, is_own_part, name, place};
use super::*;
use crate::clang::Type;
use crate::directives::runs_on_device;
use crate::repair::dependent::parameters;
use std::cell::{Cell, OnceCell};
use std::collections::HashSet;

/// Where a value comes from.
#[derive(Clone, Copy)]
pub(super) enum Source<'u> {
    /// An expression.
    Value(Cursor<'u>),
    /// A call that gets it as this argument, by address or reference.
    Lent(Cursor<'u>, usize),
    /// A call that is made on it.
    Called(Cursor<'u>),
    /// Something that is not followed: its address is kept, or a place is written that it may be a part of.
    Unknown,
}

/// Something that flows into a part of a variable, or a member of whatever object.
#[derive(Clone)]
pub(super) struct Flow<'u> {
    pub steps: Vec<Step>,
    pub source: Source<'u>,
    /// Where it does.
    pub function: Option<Cursor<'u>>,
    /// The loops around, from outside.
    pub loops: Vec<usize>,
    /// What names the object there, if that may be whichever.
    pub holder: Option<Holder<'u>>,
}

/// What names an object: a part of a variable, and the object's class.
#[derive(Clone)]
pub(super) struct Holder<'u> {
    pub variable: Cursor<'u>,
    pub part: Vec<Step>,
    pub class: Type<'u>,
}

/// All of a file.
#[derive(Default)]
pub(in crate::launch) struct Flows<'u> {
    pub(super) into: HashMap<usize, Vec<Flow<'u>>>,
    pub(super) calls: HashMap<usize, Vec<Cursor<'u>>>,
    /// The functions that calls stand in, by the calls' identities.
    pub(super) around: HashMap<usize, Cursor<'u>>,
    /// Variables of the device's: their names without scopes, by those that places have.
    pub(super) on_device: HashMap<String, String>,
    /// Variables through which pointers are written to places that they lead to, which others may lead to as well.
    pub(super) through: Vec<Cursor<'u>>,
    /// The same, and where they come from.
    written_through: OnceCell<Vec<(Cursor<'u>, Found)>>,
    /// Whether that is being asked.
    is_asking: Cell<bool>,
    /// Addresses of variables that are handed to a call, or read at once: nothing keeps them.
    pub(super) lent: HashSet<usize>,
    /// Variables, by the names that places have.
    pub(super) variables: HashMap<String, Cursor<'u>>,
    /// The variables that calls make, by the calls' identities.
    pub(super) made: HashMap<usize, String>,
    /// Who may be handed one pointer twice where that is not seen.
    pub(super) alike: Alike,
    /// Calls that copy bytes.
    copies: Vec<Cursor<'u>>,
    /// Calls that put one thing into many places.
    repeats: Vec<Cursor<'u>>,
    /// Calls of what variables hold.
    pub(super) calls_of_variables: Vec<(Cursor<'u>, Cursor<'u>)>,
    /// Whether the host turns numbers into addresses: then numbers may hold some.
    pub(super) numbers_lead: bool,
    /// The function that is being looked at.
    pub(super) current: Option<Cursor<'u>>,
    /// The loops of it around what is being looked at, by their identities.
    loops: Vec<usize>,
    /// Those around the declarations of variables.
    declared_in: HashMap<usize, Vec<usize>>,
}

impl<'u> Flows<'u> {
    /// All under `declarations`.
    pub fn new(declarations: &[Cursor<'u>]) -> Self {
        let mut flows = Flows::default();
        // What the device does with pointers that it was handed leads none to the host; its variables the host may ask for.
        let of_host = || {
            let is_of_host = |c: &&Cursor<'u>| c.kind() == CXCursor_VarDecl || !runs_on_device(**c);
            declarations.iter().filter(is_of_host)
        };
        flows.numbers_lead = of_host().any(|c| turns_numbers(*c));
        of_host().for_each(|c| flows.visit(*c));
        // A function that a variable holds is called where that is.
        for (variable, call) in std::mem::take(&mut flows.calls_of_variables) {
            for function in flows.held(variable, MOST_AROUND) {
                flows.calls.entry(key(function)).or_default().push(call);
            }
        }
        flows
    }

    /// The functions that a variable may hold.
    fn held(&self, variable: Cursor<'u>, depth: usize) -> Vec<Cursor<'u>> {
        let mut values: Vec<Cursor<'u>> = self
            .into(variable)
            .iter()
            .filter_map(|flow| match flow.source {
                Source::Value(value) => Some(value),
                Source::Lent(..) | Source::Called(_) | Source::Unknown => None,
            })
            .collect();
        let function = variable
            .semantic_parent()
            .filter(|_| variable.kind() == CXCursor_ParmDecl);
        if let Some(function) = function {
            let parameters = parameters(function.definition().unwrap_or(function));
            let n = parameters.iter().position(|p| key(*p) == key(variable));
            // Whoever hands on a function to be called is its caller.
            let is_own =
                |call: &&Cursor<'u>| forwarded(**call).is_none_or(|(_, handed)| key(handed) == key(function));
            let calls = self.calls(function).iter().filter(is_own);
            values.extend(calls.filter_map(|call| arguments_to(*call, function).get(n?).copied()));
        }
        let mut found = Vec::new();
        for value in values {
            match addressed(value).unwrap_or_else(|| strip(value)).referenced() {
                Some(function) if function.kind() == CXCursor_FunctionDecl => found.push(function),
                Some(other) if is_variable(other) && depth > 0 => found.extend(self.held(other, depth - 1)),
                Some(_) | None => {}
            }
        }
        found
    }

    pub(super) fn add(&mut self, to: Cursor<'u>, steps: Vec<Step>, source: Source<'u>) {
        self.add_of(None, to, steps, source);
    }

    /// The same where `to` is a member of what has a name there.
    fn add_of(&mut self, holder: Option<Holder<'u>>, to: Cursor<'u>, steps: Vec<Step>, source: Source<'u>) {
        let flow = Flow {
            steps,
            source,
            function: self.current,
            loops: self.loops.clone(),
            holder,
        };
        self.into.entry(key(to)).or_default().push(flow);
    }

    /// Something that is not followed is written through a variable.
    fn add_through(&mut self, variable: Cursor<'u>) {
        self.through.push(variable);
        self.add(variable, Vec::new(), Source::Unknown);
    }

    /// What an expression names gets something: the variable's part, and the member of whatever object where a pointer or a reference
    /// leads there.
    pub(super) fn add_to(&mut self, c: Cursor<'u>, source: Source<'u>) {
        let numbers_lead = self.numbers_lead;
        let named = strip(c);
        let is_address = writes_address(named, source, numbers_lead);
        let field = || {
            let field = named_member(named).filter(|field| !is_reference(*field));
            field.filter(|_| named.kind() == CXCursor_MemberRefExpr)
        };
        let Some((base, steps)) = place(None, named) else {
            if let Some(field) = field() {
                return self.add(field, Vec::new(), source);
            }
            let mut all = Vec::new();
            variables_in(c, &mut all);
            let all = all
                .into_iter()
                .filter(|variable| carries(*variable, numbers_lead));
            for variable in all.filter(|_| is_address) {
                self.add_through(variable);
            }
            return;
        };
        if !is_own_part(named) {
            if let Some(field) = field().filter(|_| !steps.is_empty()) {
                let object = named.expressions().first().map(|object| pointed(object.ty()));
                let holder = object.map(|class| Holder {
                    variable: base,
                    part: steps[..steps.len() - 1].to_vec(),
                    class,
                });
                self.add_of(holder, field, Vec::new(), source);
            } else if is_address && !allocates(source) {
                // What is new leads to nothing that others lead to, wherever it is put.
                self.through.push(base);
            }
        }
        // Who hands over what a reference names may not be seen.
        if is_own_part(named)
            && is_reference(base)
            && start(base).is_none()
            && let Some((Step::Field(member), rest)) = steps.split_first()
            && let Some(field) = field_of(pointed(base.ty()), member)
        {
            let holder = Holder {
                variable: base,
                part: Vec::new(),
                class: pointed(base.ty()),
            };
            self.add_of(Some(holder), field, rest.to_vec(), source);
        }
        self.add(base, steps, source);
    }

    fn visit(&mut self, c: Cursor<'u>) {
        let numbers_lead = self.numbers_lead;
        let children = c.children();
        self.visit_this(c);
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_VarDecl | CXCursor_FieldDecl, parts) => {
                self.variables.insert(name(c), c);
                self.declared_in.insert(key(c), self.loops.clone());
                if c.has_attribute(&[CXCursor_CUDADeviceAttr, CXCursor_CUDAConstantAttr]) {
                    self.on_device.insert(name(c), c.spelling());
                }
                if let Some(call) = c.initializer().map(strip) {
                    self.made.insert(call.statement_identity(), name(c));
                }
                let of_member = || parts.last().copied().filter(|_| c.kind() == CXCursor_FieldDecl);
                let start = c.initializer().or_else(of_member);
                if let Some(start) = start.filter(|_| carries(c, numbers_lead)) {
                    self.add(c, Vec::new(), Source::Value(start));
                }
            }
            (CXCursor_BinaryOperator, [to, value])
                if c.binary_operator() == CXBinaryOperator_Assign && carries(*value, numbers_lead) =>
            {
                self.add_to(*to, Source::Value(*value));
            }
            (CXCursor_Constructor, _) => {
                for pair in children.windows(2) {
                    let [member, value] = pair else { continue };
                    if member.kind() == CXCursor_MemberRef
                        && value.is_expression()
                        && let Some(field) = member.referenced()
                    {
                        if may_write(field) {
                            self.doubt(*value);
                        }
                        let flow = Flow {
                            steps: Vec::new(),
                            source: Source::Value(*value),
                            function: Some(c),
                            loops: Vec::new(),
                            holder: None,
                        };
                        self.into.entry(key(field)).or_default().push(flow);
                    }
                }
            }
            (CXCursor_CallExpr, _) => self.visit_call(c),
            (_, parts) => self.visit_keepers(c, parts),
        }
        let outer = self.current;
        if matches!(
            c.kind(),
            CXCursor_FunctionDecl
                | CXCursor_FunctionTemplate
                | CXCursor_CXXMethod
                | CXCursor_Constructor
                | CXCursor_Destructor
                | CXCursor_ConversionFunction
        ) {
            self.current = Some(c);
        }
        let is_loop = matches!(
            c.kind(),
            CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt
        );
        self.loops.extend(is_loop.then(|| c.statement_identity()));
        children.into_iter().for_each(|child| self.visit(child));
        self.loops.truncate(self.loops.len() - usize::from(is_loop));
        self.current = outer;
    }

    /// Whether a variable may be another one, or lead somewhere else, in each round of a loop.
    pub(super) fn varies_in(&self, variable: Cursor<'u>, around: usize) -> bool {
        let is_inside = |loops: &Vec<usize>| loops.contains(&around);
        let declared = self.declared_in.get(&key(variable));
        declared.is_some_and(is_inside) || self.into(variable).iter().any(|flow| is_inside(&flow.loops))
    }

    fn visit_call(&mut self, c: Cursor<'u>) {
        let numbers_lead = self.numbers_lead;
        let function = c.referenced();
        self.note_alike(c);
        if let Some(current) = self.current {
            self.around.insert(c.statement_identity(), current);
        }
        let (handed, held): (Vec<_>, Vec<_>) = forwarded(c)
            .into_iter()
            .map(|(_, handed)| handed)
            .partition(|handed| !is_variable(*handed));
        for function in function.into_iter().chain(handed) {
            self.calls.entry(key(function)).or_default().push(c);
        }
        self.calls_of_variables
            .extend(held.into_iter().map(|variable| (variable, c)));
        let callee = c.children().first().copied().map(strip);
        if let Some(variable) = callee.and_then(Cursor::referenced).filter(|v| is_variable(*v)) {
            self.calls_of_variables.push((variable, c));
        }
        let arguments = c.arguments();
        if function.is_some_and(is_kernel) {
            return;
        }
        if c.spelling().contains("emcpy") {
            self.copies.push(c);
        }
        if super::rows::REPEATS.contains(&c.spelling().as_str()) {
            self.repeats.push(c);
        }
        // A lambda's parameters get what its calls hand over.
        let lambda = object_of(c).filter(|_| c.spelling() == "operator()").map(strip);
        let lambda = lambda.and_then(|object| match object.kind() {
            CXCursor_LambdaExpr => Some(object),
            _ => object.referenced()?.initializer().map(strip),
        });
        if let Some(lambda) = lambda.filter(|c| c.kind() == CXCursor_LambdaExpr) {
            let parts = lambda.children().into_iter();
            let parameters: Vec<Cursor<'u>> = parts.filter(|c| c.kind() == CXCursor_ParmDecl).collect();
            // The first is the lambda itself.
            let first = arguments.len().saturating_sub(parameters.len());
            for (parameter, argument) in parameters.into_iter().zip(&arguments[first..]) {
                self.add(parameter, Vec::new(), Source::Value(*argument));
                if takes_to_change(parameter) && carries(*argument, numbers_lead) {
                    self.add_to(*argument, Source::Unknown);
                }
            }
        }
        if matches!(c.spelling().as_str(), "operator=") {
            if let (Some(to), Some(value)) = (object_of(c), arguments.last()) {
                self.add_to(to, Source::Value(*value));
            }
            return;
        }
        if function.is_none() && is_open_call(c) {
            for called in called_by_open(c) {
                self.calls.entry(key(called)).or_default().push(c);
            }
            let object = changed_by_open(c).filter(|_| arguments.iter().any(|a| carries(*a, numbers_lead)));
            if let Some(object) = object {
                self.add_to(object, Source::Called(c));
            }
            let changed = arguments.iter().enumerate().filter(|(n, argument)| {
                carries(**argument, numbers_lead) && is_place(**argument) && may_change(c, *n)
            });
            changed.for_each(|(_, argument)| self.add_to(*argument, Source::Unknown));
        }
        if let Some(bytes) = bytes_of_pointers(c) {
            let mut all = Vec::new();
            variables_in(bytes, &mut all);
            all.into_iter().for_each(|variable| self.add_through(variable));
        }
        let parameters = function.map(Cursor::arguments).unwrap_or_default();
        let keeps = keeps_names(c);
        for (n, argument) in arguments.iter().enumerate() {
            let inner = strip(*argument);
            let lent = match inner.expressions()[..] {
                [operand] if is_address(inner) => {
                    self.lent.insert(inner.statement_identity());
                    Some(operand)
                }
                _ => receiver(c, n).filter(|p| takes_to_change(*p)).map(|_| inner),
            };
            let is_read = function.is_some_and(is_the_languages)
                && parameters.get(n).is_some_and(|p| {
                    let ty = p.ty().canonical();
                    ty.kind() == CXType_Pointer && ty.pointee().is_const()
                });
            // Buffers of OpenCL stay what they are in calls of its own.
            let is_buffer = function.is_some_and(is_the_languages)
                && class_name(inner).starts_with("cl::")
                && c.spelling() != "swap";
            if is_buffer {
                continue;
            }
            if let Some(lent) = lent.filter(|_| keeps) {
                self.doubt(lent);
            }
            if let Some(lent) = lent.filter(|lent| carries(*lent, numbers_lead) && !is_read) {
                self.add_to(lent, Source::Lent(c, n));
            } else if lent.is_none()
                && !is_read
                && leads_to_pointers(inner)
                && let Some((base, steps)) = place(None, inner)
            {
                // Any element of what it leads to.
                let all = Step::Element(Err("*".to_owned()));
                self.add(base, [&steps[..], &[all]].concat(), Source::Lent(c, n));
            }
        }
        // A tensor is a handle: what makes it one of another's memory may be constant.
        let is_rebound = matches!(c.spelling().as_str(), "set_" | "set_data");
        // The body of one that gives nothing back, as of `std::array::fill`, is ours and not followed.
        let is_opaque = |f: Cursor<'u>| {
            f.definition().is_none() || is_the_languages(f) && f.result_type().kind() == CXType_Void
        };
        let is_written = is_rebound
            || function.is_some_and(|f| f.kind() == CXCursor_CXXMethod && !f.is_const() && is_opaque(f));
        if let Some(object) =
            object_of(c).filter(|_| is_written && arguments.iter().any(|a| carries(*a, numbers_lead)))
        {
            self.add_to(object, Source::Called(c));
        }
    }

    /// The name of the device's variable that a place is named after.
    pub(super) fn on_device(&self, base: &str) -> Option<String> {
        self.on_device.get(base).cloned()
    }

    /// The variables through which pointers are written to what they lead to, and where they come from, whichever call counts.
    pub(super) fn written_through(&self, variables: &Variables<'u>) -> &[(Cursor<'u>, Found)] {
        if let Some(known) = self.written_through.get() {
            return known;
        }
        // What is asked for in between is not asked again.
        if self.is_asking.replace(true) {
            return &[];
        }
        let found = variables.on(Way::new(), || {
            let scope = Scope::new(variables);
            let mut walk = walk::Walk::new(self, &scope);
            let any = Rc::new(Inside::of_any_call());
            let ask = |variable: &Cursor<'u>| (*variable, walk.variable(*variable, &[], &any));
            self.through.iter().map(ask).collect()
        });
        self.written_through.get_or_init(|| found)
    }

    /// The function that a call stands in.
    pub(super) fn around(&self, call: Cursor<'u>) -> Option<Cursor<'u>> {
        self.around.get(&call.statement_identity()).copied()
    }

    /// Where bytes are copied to, and from where.
    pub(super) fn copies(&self) -> impl Iterator<Item = (Cursor<'u>, Cursor<'u>)> {
        let sides = |call: &Cursor<'u>| match call.arguments()[..] {
            [to, from, ..] => Some((to, from)),
            _ => None,
        };
        self.copies.iter().filter_map(sides)
    }

    /// Calls that put one thing into many places.
    pub(super) fn repeats(&self) -> impl Iterator<Item = Cursor<'u>> {
        self.repeats.iter().copied()
    }

    /// What flows into a variable or a member.
    pub(super) fn into(&self, to: Cursor<'u>) -> &[Flow<'u>] {
        self.into.get(&key(to)).map_or(&[], |flows| &flows[..])
    }

    /// The calls of a function.
    pub(in crate::launch) fn calls(&self, function: Cursor<'u>) -> &[Cursor<'u>] {
        let all = |c: Cursor<'u>| self.calls.get(&key(c)).map(|calls| &calls[..]);
        all(function)
            .or_else(|| all(function.definition()?))
            .unwrap_or(&[])
    }

    /// What a call hands over, known on one way to it.
    pub(super) fn bind(
        call: Cursor<'u>,
        function: Cursor<'u>,
        outer: &Rc<Inside<'u>>,
        this: Option<Root>,
    ) -> Inside<'u> {
        let parameters = parameters(function.definition().unwrap_or(function));
        let mut arguments = arguments_to(call, function);
        // An operator's first operand is the object.
        let is_method = function.kind() == CXCursor_CXXMethod && !function.is_static();
        if is_method && call.spelling().starts_with("operator") && arguments.len() > parameters.len() {
            arguments.remove(0);
        }
        let object = match object_of(call) {
            _ if !is_method => None,
            Some(object) if strip(object).kind() != CXCursor_CXXThisExpr => Some((object, outer.clone())),
            _ => outer.object.clone(),
        };
        let handed = parameters.into_iter().zip(arguments);
        Inside {
            object,
            function: Some(function.definition().unwrap_or(function)),
            bound: handed
                .map(|(p, argument)| (key(p), (argument, outer.clone())))
                .collect(),
            this,
            name: format!("{}/{:x}", outer.name, call.statement_identity()),
            outermost: None,
            holder: None,
        }
    }

    /// The ways to come to a place: of nothing but its function, and by each call that is seen.
    pub(super) fn ways_to(
        &self,
        variables: &Variables<'u>,
        at: Cursor<'u>,
        depth: usize,
    ) -> Vec<Rc<Inside<'u>>> {
        let around = self.around.get(&at.statement_identity()).copied();
        let mut ways = vec![Rc::new(Inside {
            outermost: around,
            name: around.map_or_else(String::new, |function| format!("@{:x}", key(function))),
            ..Inside::default()
        })];
        let Some(function) = around else {
            return ways;
        };
        let calls = self.calls(function);
        // The others count on other ways.
        let chosen = variables.chosen(function);
        let chosen = chosen.and_then(|chosen| calls.iter().find(|call| call.same(chosen)));
        for call in chosen.map_or(calls, std::slice::from_ref) {
            if depth == 0 || ways.len() >= MOST_CALLS {
                // Whichever it is, it is one call.
                ways.push(Rc::new(Inside {
                    name: format!("@{ANY_CALL}"),
                    ..Inside::default()
                }));
                break;
            }
            for outer in self.ways_to(variables, *call, depth - 1) {
                if ways.len() < MOST_CALLS {
                    let object = object_of(*call).filter(|_| function.kind() == CXCursor_CXXMethod);
                    let this = object
                        .and_then(|object| place(None, object))
                        .map(|(base, steps)| Root {
                            base: name(base),
                            steps,
                        });
                    ways.push(Rc::new(Self::bind(*call, function, &outer, this)));
                }
            }
        }
        ways
    }
}

/// Whether what is written at a place may hold an address of data. What stands for any type in a template holds none: where it does, the
/// template is instantiated, and its instantiations are read as well.
fn writes_address(place: Cursor<'_>, source: Source<'_>, numbers_lead: bool) -> bool {
    let may_be = |c: Cursor<'_>| may_hold_address(c.ty(), numbers_lead) && !is_any_type(c.ty());
    let is_known = |c: Cursor<'_>| is_understood(c.ty().canonical().kind());
    match source {
        _ if is_known(place) => may_be(place),
        Source::Value(value) if is_known(value) => may_be(value),
        // No address is a product.
        Source::Value(value) => !matches!(
            strip(value).binary_operator(),
            CXBinaryOperator_Mul | CXBinaryOperator_Div | CXBinaryOperator_Rem
        ),
        Source::Lent(..) | Source::Called(_) | Source::Unknown => true,
    }
}

/// Where a call copies pointers to that are bytes by their type: `memcpy(raw, &p, sizeof p)`.
fn bytes_of_pointers(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let leads_to_pointers = |c: Cursor<'_>| {
        let ty = strip(c).ty().canonical();
        ty.kind() == CXType_Pointer && ty.pointee().canonical().kind() == CXType_Pointer
    };
    match call.arguments()[..] {
        [to, from, ..] if matches!(call.spelling().as_str(), "memcpy" | "memmove") => {
            Some(to).filter(|to| leads_to_pointers(from) && !leads_to_pointers(*to))
        }
        _ => None,
    }
}
