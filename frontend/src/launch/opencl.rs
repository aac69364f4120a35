//! Launches by OpenCL's host interface (OpenCL 3.0 API, 5.9 and 5.10, and its C++ bindings): kernel objects, what their arguments are set
//! to, and what enqueues them.
//!
//! The kernels stand in another file; each is declared behind the text of this one ([`STUB`]). A launch is read where its kernel object
//! is in a variable that one creation alone gives its value, and that nobody else gets hold of. A kernel of which there are other
//! objects, or whose name stands elsewhere, may be launched with anything.

mod arrays;
mod classes;
mod collect;
mod places;
mod ranges;
mod slots;

use super::calls::{LaunchCall, Target};
use super::constants::strip;
use super::uses::{Change, Effect};
use super::variables::{Variables, is_local, is_variable, key, start};
use super::{Sources, span_at, span_of, unseen};
use crate::callers::opencl::STUB;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::index::Idx;
use crate::ir::{FileId, Kernel, Launch};
use crate::macros::{Macros, definitions};
use crate::plain::mentions;
use crate::repair::kernels::is_the_languages;
pub(super) use classes::{bytes_of_buffer, is_buffer, is_new_buffer, only_reads};
use places::{Place, handed_to, is_assigned, is_harmless};
use ranges::Ranges;
use slots::Setting;
pub(super) use slots::{Slot, fits_in};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// A kernel that may be launched with anything, as it is declared, and the place that says so.
type Open<'u> = (Cursor<'u>, Option<Cursor<'u>>);

/// What a file does with kernel objects.
#[derive(Default)]
pub(super) struct Commands<'u> {
    /// The declarations of the kernels, by their names.
    stubs: BTreeMap<String, Cursor<'u>>,
    creations: Vec<Creation<'u>>,
    settings: Vec<Setting<'u>>,
    enqueues: Vec<(Enqueue<'u>, Vec<Cursor<'u>>)>,
    /// Literals that are the name of a kernel, and what they stand in.
    names: Vec<(String, Place<'u>)>,
    /// Where variables are named that are no numbers.
    uses: HashMap<usize, Vec<Place<'u>>>,
}

/// What makes kernel objects.
struct Creation<'u> {
    call: Cursor<'u>,
    /// The name; none if it makes them of any.
    name: Option<Cursor<'u>>,
    /// The variable that gets the object.
    variable: Option<Cursor<'u>>,
    by_assignment: bool,
}

/// What enqueues a kernel.
struct Enqueue<'u> {
    call: Cursor<'u>,
    /// The variable with the kernel object.
    object: Option<Cursor<'u>>,
    /// What makes it, if it is in none.
    made: Cursor<'u>,
    ranges: Ranges<'u>,
    /// The arguments, if it is handed them itself.
    direct: Option<Vec<Cursor<'u>>>,
}

/// A launch of a kernel object.
#[derive(Clone)]
pub(super) struct Enqueued<'u> {
    ranges: Ranges<'u>,
    direct: Option<Vec<Cursor<'u>>>,
    /// All that sets arguments of the object.
    settings: Vec<Setting<'u>>,
    object: Option<Cursor<'u>>,
    /// The variables that have the object, first the one that it is made for.
    holders: Vec<Cursor<'u>>,
    commands: Rc<Commands<'u>>,
}

impl<'u> Enqueued<'u> {
    /// Whether the calls that count now hand the object on to where it is enqueued.
    pub(super) fn is_reached(&self, variables: &Variables<'u>) -> bool {
        let mut object = self.object;
        for _ in 0..MOST_HANDS {
            let Some(variable) = object.filter(|v| v.kind() == CXCursor_ParmDecl) else {
                break;
            };
            if self.holders.iter().all(|holder| key(*holder) != key(variable)) {
                return false;
            }
            match variables.handed(variable)[..] {
                [only] => object = object_of(classes::made(only)),
                // Nobody says which one it is.
                _ => return true,
            }
        }
        object.map(key) == self.holders.first().copied().map(key)
    }
}

/// Most functions that an object is followed into.
const MOST_HANDS: usize = 8;

impl<'u> Commands<'u> {
    /// Those of a file, if kernels are declared behind it.
    pub(super) fn of(declarations: &[Cursor<'u>]) -> Option<Rc<Commands<'u>>> {
        let stub = |c: &Cursor<'u>| {
            let name = c.spelling().strip_prefix(STUB)?.to_owned();
            (c.kind() == CXCursor_FunctionDecl).then_some((name, *c))
        };
        let mut commands = Commands {
            stubs: declarations.iter().filter_map(stub).collect(),
            ..Commands::default()
        };
        if commands.stubs.is_empty() {
            return None;
        }
        for declaration in declarations {
            commands.collect(*declaration, &mut Vec::new());
        }
        Some(Rc::new(commands))
    }

    /// The launches that are read, and the kernels that may be launched with anything.
    pub(super) fn launches(
        self: &Rc<Self>,
        variables: &Variables<'u>,
        sources: &Sources,
    ) -> (Vec<LaunchCall<'u>>, Vec<Open<'u>>) {
        let mut open: Vec<Open<'u>> = Vec::new();
        if self.lost(variables, sources) {
            open.extend(self.stubs.values().map(|stub| (*stub, None)));
        }
        // Kernel objects by what makes them, and the variables that they are in.
        let mut objects: Vec<(&Creation<'u>, String, Vec<Cursor<'u>>)> = Vec::new();
        // The literals that name what is created.
        let mut taken: Vec<Cursor<'u>> = Vec::new();
        for creation in &self.creations {
            let name = creation
                .name
                .and_then(|name| self.text_of(variables, name, &mut taken));
            let Some(name) = name else {
                open.extend(self.stubs.values().map(|stub| (*stub, Some(creation.call))));
                continue;
            };
            // It may be a kernel of another file.
            let Some(stub) = self.stubs.get(&name) else {
                continue;
            };
            match self.holders(variables, creation) {
                Some(holders) => objects.push((creation, name, holders)),
                None => open.push((*stub, Some(creation.call))),
            }
        }
        for (name, place) in &self.names {
            let is_taken = taken.iter().any(|literal| literal.same(place.cursor));
            if !is_taken && !is_harmless(place) {
                open.extend(self.stubs.get(name).map(|stub| (*stub, Some(place.cursor))));
            }
        }
        let mut calls = Vec::new();
        for (enqueue, around) in &self.enqueues {
            let is_it =
                |(creation, _, holders): &&(&Creation<'u>, String, Vec<Cursor<'u>>)| match enqueue.object {
                    Some(object) => holders.iter().any(|holder| key(*holder) == key(object)),
                    None => creation.variable.is_none() && creation.call.same(enqueue.made),
                };
            for (_, name, holders) in objects.iter().filter(is_it) {
                calls.push(LaunchCall {
                    call: enqueue.call,
                    kernel: self.stubs[name],
                    reference: self.stubs[name],
                    grid: enqueue.call,
                    block: enqueue.call,
                    shared: None,
                    arguments: Vec::new(),
                    pointers: None,
                    around: around.clone(),
                    cooperative: None,
                    enqueued: Some(Enqueued {
                        ranges: enqueue.ranges.clone(),
                        direct: enqueue.direct.clone(),
                        settings: holders
                            .iter()
                            .flat_map(|holder| self.settings_of(*holder))
                            .collect(),
                        object: enqueue.object,
                        holders: holders.clone(),
                        commands: Rc::clone(self),
                    }),
                });
            }
        }
        (calls, open)
    }

    fn settings_of(&self, variable: Cursor<'u>) -> Vec<Setting<'u>> {
        let is_its = |setting: &&Setting<'u>| setting.object.is_some_and(|o| key(o) == key(variable));
        self.settings.iter().filter(is_its).cloned().collect()
    }

    /// Whether clang left something out that may launch kernels.
    fn lost(&self, variables: &Variables<'u>, sources: &Sources) -> bool {
        let mut macros = Macros::new();
        sources
            .iter()
            .for_each(|source| definitions(&source.text, &mut macros));
        let objects = || self.creations.iter().filter_map(|creation| creation.variable);
        let concerns = |text: &str| {
            let names = objects().map(|variable| variable.spelling());
            WORDS.iter().any(|word| text.contains(word))
                || names
                    .chain(self.stubs.keys().cloned())
                    .any(|name| mentions(text, &name))
        };
        // A macro may name another one.
        let by_macro = || macros.values().flatten().any(|(_, body)| concerns(body));
        let has_macro = |text: &str| macros.keys().any(|name| mentions(text, name));
        let may = |text: &str| concerns(text) || by_macro() && has_macro(text);
        let mut lost = variables.lost().iter();
        lost.any(|lost| lost.statement().is_none_or(|statement| may(statement.text)))
    }

    /// The variables that an object is in, if all that is done with it is known: it is enqueued where it is made, or in a variable that
    /// never has another one, and in parameters of functions that are handed it.
    fn holders(&self, variables: &Variables<'u>, creation: &Creation<'u>) -> Option<Vec<Cursor<'u>>> {
        let Some(variable) = creation.variable else {
            let mut enqueues = self.enqueues.iter();
            let is_enqueued = enqueues.any(|(enqueue, _)| enqueue.made.same(creation.call));
            return is_enqueued.then(Vec::new);
        };
        let mut all = vec![variable];
        let mut next = 0;
        while let Some(holder) = all.get(next).copied() {
            let is_first = next == 0;
            next += 1;
            for place in self.places(holder) {
                if is_harmless(place) || is_first && is_assigned(place) {
                    continue;
                }
                let parameter = handed_to(variables, place).filter(|_| all.len() < MOST_HANDS)?;
                if !all.iter().any(|known| key(*known) == key(parameter)) {
                    all.push(parameter);
                }
            }
        }
        self.is_only(variables, variable, creation).then_some(all)
    }

    /// Whether a variable never has another object than one.
    fn is_only(&self, variables: &Variables<'u>, variable: Cursor<'u>, creation: &Creation<'u>) -> bool {
        let is_object = variable.ty().canonical().kind() == CXType_Record;
        let is_it = |value: Cursor<'u>| match is_object {
            true => {
                let made = classes::made(value);
                made.same(creation.call)
                    || classes::constructed(made).is_some_and(|(_, given)| given.is_empty())
            }
            false => strip(value).same(strip(creation.call)) || is_null(value),
        };
        let is_known = |change: &Change<'u>| match change.effect {
            Effect::Assigned(value) => is_it(value),
            _ => is_object,
        };
        let same = |other: &&Creation<'u>| other.variable.is_some_and(|v| key(v) == key(variable));
        let places = self.places(variable);
        let assigned = places.iter().filter(|place| is_assigned(place)).count();
        variable.kind() == CXCursor_VarDecl
            && variables.is_seen(variable)
            && (is_local(variable) || variable.is_static() || variables.is_for_itself(variable))
            && self.creations.iter().filter(same).count() == 1
            && start(variable).is_none_or(is_it)
            && variables.changes(variable).iter().all(is_known)
            && (!is_object || assigned == usize::from(creation.by_assignment))
    }

    fn places(&self, variable: Cursor<'u>) -> &[Place<'u>] {
        self.uses.get(&key(variable)).map_or(&[], |all| &all[..])
    }

    /// The text of a literal, as it is or as the value of a variable that never changes.
    fn text_of(
        &self,
        variables: &Variables<'u>,
        c: Cursor<'u>,
        taken: &mut Vec<Cursor<'u>>,
    ) -> Option<String> {
        let c = strip(c);
        match (c.kind(), &c.arguments()[..]) {
            (CXCursor_StringLiteral, _) => {
                taken.push(c);
                literal(c)
            }
            (CXCursor_DeclRefExpr, _) => {
                let variable = c.referenced().filter(|v| is_variable(*v))?;
                let value = variables.only_value(variable).map(strip)?;
                if self.places(variable).iter().all(is_harmless) && value.kind() == CXCursor_StringLiteral {
                    taken.push(value);
                }
                // Elsewhere it is a name like any other.
                (value.kind() == CXCursor_StringLiteral)
                    .then(|| literal(value))
                    .flatten()
            }
            // `std::string`
            (CXCursor_CallExpr, [text, ..]) if super::constants::is_constructor(c) && is_of_library(c) => {
                self.text_of(variables, *text, taken)
            }
            _ => None,
        }
    }
}

/// What is in a statement that clang left out, if it may launch something, or set what is launched.
const WORDS: [&str; 6] = [
    "Kernel",
    "make_kernel",
    "setArg",
    "NDRange",
    "EnqueueTask",
    "enqueueTask",
];

/// Adds launches with anything: of each kernel, where it is declared, and the place that says so.
pub(super) fn add_open(open: &[Open<'_>], sources: &Sources, kernels: &mut [Kernel]) {
    for (stub, place) in open {
        let target = Target::of(*stub, *stub, sources);
        let span = place.and_then(|place| span_of(sources, &place.range()?));
        let span = span.or_else(|| span_at(sources, FileId::new(0), 0, 0));
        let is_it = |kernel: &&mut Kernel| target.as_ref().is_some_and(|target| target.is(kernel));
        for (kernel, span) in kernels.iter_mut().filter(is_it).zip(span) {
            let launch = unseen::of_nothing(kernel, span);
            if !kernel.launches.iter().any(Launch::is_open) {
                kernel.launches.push(launch);
            }
        }
    }
}

/// Whether a call is one of a function of the interface for C.
fn is_of_interface(call: Cursor<'_>) -> bool {
    call.spelling().starts_with("cl") && is_of_library(call) && call.referenced().is_some_and(is_function)
}

/// Whether a call is one of a function that no header of the user's declares.
fn is_of_library(call: Cursor<'_>) -> bool {
    call.referenced().is_some_and(is_the_languages)
}

fn is_function(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_FunctionDecl && c.template().is_none()
}

/// The variable that an expression names.
fn object_of(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let c = strip(c);
    c.referenced()
        .filter(|v| c.kind() == CXCursor_DeclRefExpr && is_variable(*v))
}

/// The text between the quotes of a literal.
fn literal(c: Cursor<'_>) -> Option<String> {
    let spelling = c.spelling();
    let text = spelling.strip_prefix('"')?.strip_suffix('"')?;
    (!text.contains('\\')).then(|| text.to_owned())
}

fn is_null(c: Cursor<'_>) -> bool {
    super::extents::is_null(c)
}
