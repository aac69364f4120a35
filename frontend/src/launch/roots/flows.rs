//! What flows into the variables and members of a file.

mod visit;

use super::super::forwarding::{arguments_to, forwarded, receiver, takes_by_pointer};
use super::super::members::class_name;
use super::super::uses::takes_to_change;
use super::super::variables::{Variables, is_local, start};
use super::super::ways::Way;
use super::addresses::{is_any_type, may_hold_address, turns_numbers};
use super::alike::Alike;
use super::compared::Comparisons;
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
use std::collections::{BTreeMap, HashSet};

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
    /// Those outside of functions, by the names without scopes.
    globals: OnceCell<BTreeMap<String, Vec<Cursor<'u>>>>,
    /// The variables that calls make, by the calls' identities.
    pub(super) made: HashMap<usize, String>,
    /// The members that calls make in constructors.
    pub(super) made_members: HashMap<usize, String>,
    /// Pointers to memory that textures show.
    pub(super) shown: Vec<Cursor<'u>>,
    /// Variables and members that are references, by the names of their places and as they are spelt.
    pub(super) references: HashSet<String>,
    /// Variables that are handed to functions that may change them and are not seen.
    pub(super) handed_out: HashSet<String>,
    /// Who may be handed one pointer twice where that is not seen.
    pub(super) alike: Alike,
    /// The names of the user's methods.
    pub(super) methods: HashSet<String>,
    /// Pointers that are compared.
    pub(super) comparisons: Comparisons<'u>,
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

    /// The variables outside of functions by their names without scopes, in the order in which they stand in the program.
    pub(super) fn globals(&self) -> &BTreeMap<String, Vec<Cursor<'u>>> {
        self.globals.get_or_init(|| {
            let mut found: BTreeMap<String, Vec<Cursor<'u>>> = BTreeMap::new();
            let is_global = |v: &&Cursor<'u>| v.kind() == CXCursor_VarDecl && !is_local(**v);
            for variable in self.variables.values().filter(is_global) {
                found.entry(variable.spelling()).or_default().push(*variable);
            }
            let place = |v: &Cursor<'u>| v.position().map(|at| (at.file, at.offset));
            found.values_mut().for_each(|all| all.sort_by_cached_key(place));
            found
        })
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
        let place = place(None, named);
        // One of several, or what a call gives: nobody sees which.
        if let Some((base, _)) = place
            && let Some(start) = start(base).filter(|_| is_reference(base))
        {
            let mut all = Vec::new();
            variables_in(start, &mut all);
            for variable in all
                .into_iter()
                .filter(|v| !v.same(base) && carries(*v, numbers_lead))
            {
                self.add(variable, Vec::new(), Source::Unknown);
            }
        }
        let Some((base, steps)) = place else {
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

    /// Whether a variable may be another one, or lead somewhere else, in each round of a loop.
    pub(super) fn varies_in(&self, variable: Cursor<'u>, around: usize) -> bool {
        let is_inside = |loops: &Vec<usize>| loops.contains(&around);
        let declared = self.declared_in.get(&key(variable));
        declared.is_some_and(is_inside) || self.into(variable).iter().any(|flow| is_inside(&flow.loops))
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
        let is_method = match function.kind() {
            CXCursor_CXXMethod => !function.is_static(),
            kind => kind == CXCursor_ConversionFunction,
        };
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
        self.ways_in(variables, self.around(at), depth)
    }

    /// The same for a place in a function.
    pub(super) fn ways_in(
        &self,
        variables: &Variables<'u>,
        around: Option<Cursor<'u>>,
        depth: usize,
    ) -> Vec<Rc<Inside<'u>>> {
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
