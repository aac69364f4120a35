//! The variables of a file: what is done with each, and when it keeps its value.

use super::callable::{callable, is_kept_elsewhere};
use super::constants::{is_cast, is_constructor, strip};
use super::forwarding::{arguments_to, forwarded_function};
use super::lost::Lost;
use super::steps::Steps;
use super::uses::{
    Change, Effect, called, change, is_harmless, is_reference, may_change, write_through, writes_of_call,
};
use super::ways::Way;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};
use crate::repair::dependent;
use crate::repair::kernels::is_the_languages;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Deepest call of a function by functions that nobody calls.
const MOST_CALLERS: u32 = 4;

/// What the file does with a function.
#[derive(Default)]
struct Calls<'u> {
    /// It is used otherwise than by calling it.
    escapes: bool,
    /// The calls, and the functions that they stand in.
    calls: Vec<(Cursor<'u>, Cursor<'u>)>,
}

/// The variables of a file and what is done with them.
pub(super) struct Variables<'u> {
    changes: HashMap<usize, Vec<Change<'u>>>,
    calls: HashMap<usize, Calls<'u>>,
    /// Calls of functions that are neither kernels nor the toolkit's.
    foreign: Vec<Position>,
    /// Writes through pointers and references, and the kinds of types that they write.
    through: Vec<(Position, CXTypeKind)>,
    /// Labels of `goto`.
    labels: Vec<Position>,
    /// What clang left out.
    lost: Vec<Lost>,
    /// Classes of objects that may be called where nobody sees it, by their spellings.
    called_unseen: BTreeSet<String>,
    /// The file has `main`: taken to be the whole program.
    program: bool,
    /// Functions are called that are defined nowhere, and are not the toolkit's.
    opaque: bool,
    /// The text says in a way that is not followed that functions are called: by attributes, or in assembly.
    pub(super) is_called_by_text: bool,
    /// The names of templates whose instantiations may be called from elsewhere.
    pub(super) explicit: BTreeSet<String>,
    /// The functions that other files call, if that is known.
    called_elsewhere: Option<BTreeSet<String>>,
    /// The calls that count; all of the functions that it leaves out.
    pub(super) way: RefCell<Way<'u>>,
    /// What may still be looked at for the launch that is asked about.
    pub(super) steps: Steps,
    /// The parts of statements, by identity: functions with many statements are asked about many places.
    parts: RefCell<HashMap<(usize, usize), Parts<'u>>>,
}

/// The parts of one statement or expression.
pub(super) type Parts<'u> = Rc<[Part<'u>]>;

/// A part of a statement or an expression, and its bytes.
#[derive(Clone, Copy)]
pub(super) struct Part<'u> {
    pub cursor: Cursor<'u>,
    pub start: u32,
    pub end: u32,
}

impl<'u> Part<'u> {
    fn of(cursor: Cursor<'u>) -> Option<Part<'u>> {
        let range = cursor.range()?;
        Some(Part {
            cursor,
            start: range.start.offset,
            end: range.end.offset,
        })
    }

    pub fn holds(&self, offset: u32) -> bool {
        (self.start..self.end).contains(&offset)
    }
}

impl<'u> Variables<'u> {
    /// Looks at every use of every variable under `declarations`, which are all of the file but for what is `lost`.
    /// Other files call the functions that are `called_elsewhere`, where that is known.
    pub(super) fn new(
        declarations: &[Cursor<'u>],
        lost: Vec<Lost>,
        called_elsewhere: Option<&BTreeSet<String>>,
    ) -> Self {
        let is_main = |c: &Cursor<'u>| c.kind() == CXCursor_FunctionDecl && c.spelling() == "main";
        let mut variables = Variables {
            changes: HashMap::new(),
            calls: HashMap::new(),
            foreign: Vec::new(),
            through: Vec::new(),
            labels: Vec::new(),
            parts: RefCell::default(),
            way: RefCell::default(),
            steps: Steps::new(),
            called_elsewhere: called_elsewhere.cloned(),
            lost,
            called_unseen: BTreeSet::new(),
            program: declarations.iter().any(is_main),
            opaque: false,
            is_called_by_text: false,
            explicit: BTreeSet::new(),
        };
        for declaration in declarations {
            variables.visit(*declaration, &mut Vec::new());
        }
        variables
    }

    fn visit(&mut self, c: Cursor<'u>, around: &mut Vec<Cursor<'u>>) {
        if matches!(c.kind(), CXCursor_DeclRefExpr | CXCursor_MemberRefExpr)
            && let Some(target) = c.referenced()
        {
            if is_variable(target) {
                self.visit_capture(target, around);
                if let Some(mut change) = change(c, around) {
                    // When a lambda runs, its text does not say.
                    if is_of_lambda_around(target, around) {
                        change.effect = Effect::Escapes;
                    }
                    self.changes.entry(key(target)).or_default().push(change);
                    if around.last().is_some_and(|c| is_cast(c.kind()))
                        && let Some(named) = start(target).filter(|_| is_reference(target))
                    {
                        self.note_cast(named, c);
                    }
                }
                if let Some(class) = callable(target.ty()).filter(|class| is_kept_elsewhere(c, class, around))
                {
                    self.called_unseen.insert(class);
                }
            } else if target.is_function() {
                let calls = self.calls.entry(key(target)).or_default();
                let caller = around.iter().find(|c| c.is_function());
                let handed_on = || {
                    let call = around.iter().rev().find(|c| c.kind() == CXCursor_CallExpr)?;
                    let function = forwarded_function(*call)?;
                    (key(function) == key(target)).then_some(*call)
                };
                match called(c, around).or_else(handed_on).zip(caller) {
                    Some((call, caller)) => calls.calls.push((call, *caller)),
                    None => calls.escapes = true,
                }
            }
        }
        for function in dependent::chosen_by_braces(c, around) {
            match function.kind() {
                CXCursor_FunctionTemplate => drop(self.explicit.insert(function.spelling())),
                _ => self.calls.entry(key(function)).or_default().escapes = true,
            }
        }
        if matches!(c.kind(), CXCursor_LambdaExpr | CXCursor_InitListExpr)
            || c.kind() == CXCursor_CallExpr && is_constructor(c)
        {
            let class = callable(c.ty()).filter(|class| is_kept_elsewhere(c, class, around));
            self.called_unseen.extend(class);
        }
        // `using Base::Base`: whoever makes an object of the class calls it.
        if c.kind() == CXCursor_UsingDeclaration {
            let named = c.children().into_iter().flat_map(Cursor::overloads);
            for made in named.filter(|f| f.kind() == CXCursor_Constructor) {
                self.calls.entry(key(made)).or_default().escapes = true;
            }
        }
        if c.kind() == CXCursor_CallExpr && !is_harmless(c) {
            self.foreign.extend(c.range().map(|range| range.start));
            let function = c.referenced().filter(|f| f.is_function());
            self.opaque |= function.is_some_and(|f| f.definition().is_none() && !is_the_languages(f));
        }
        self.through.extend(write_through(c));
        self.through.extend(writes_of_call(c));
        if c.kind() == CXCursor_LabelStmt {
            self.labels.extend(c.position());
        }
        around.push(c);
        for child in c.children() {
            self.visit(child, around);
        }
        around.pop();
    }

    /// What a cast takes from the reference to a constant that is another name of this may be written: `const_cast<int &>(r) = 1`.
    fn note_cast(&mut self, named: Cursor<'u>, reference: Cursor<'u>) {
        let variable = named
            .referenced()
            .filter(|v| named.kind() == CXCursor_DeclRefExpr && is_variable(*v));
        if let Some(variable) = variable {
            let change = Change {
                effect: Effect::Escapes,
                by: reference,
                reference,
                inside: None,
            };
            self.changes.entry(key(variable)).or_default().push(change);
        }
        for part in named.expressions() {
            self.note_cast(part, reference);
        }
    }

    /// Looks at what a variable of a lambda's captures starts with, `[&r = n]`, which libclang shows nowhere else.
    fn visit_capture(&mut self, variable: Cursor<'u>, around: &[Cursor<'u>]) {
        let lambda = around.iter().rev().find(|c| c.kind() == CXCursor_LambdaExpr);
        let (Some(lambda), Some(at)) = (lambda, variable.position()) else {
            return;
        };
        let holds = |c: &Cursor<'u>| c.range().is_some_and(|range| range.holds(&at));
        let in_body = lambda.children().pop().is_some_and(|body| holds(&body));
        if holds(lambda)
            && !in_body
            && let Some(value) = start(variable)
        {
            self.visit(value, &mut vec![variable]);
        }
    }

    /// What clang left out.
    pub(super) fn lost(&self) -> &[Lost] {
        &self.lost
    }

    /// Whether a label stands in `whole`, before a place.
    pub(super) fn has_label(&self, whole: Cursor<'u>, at: &Position) -> bool {
        let Some(range) = whole.range() else {
            return true;
        };
        let inside =
            |label: &Position| range.holds(label) && (label.file != at.file || label.offset <= at.offset);
        self.labels.iter().any(inside)
    }

    fn parts(&self, c: Cursor<'u>) -> Parts<'u> {
        let mut known = self.parts.borrow_mut();
        let parts = || c.children().into_iter().filter_map(Part::of).collect();
        known
            .entry((c.identity(), c.statement_identity()))
            .or_insert_with(parts)
            .clone()
    }

    /// What a place in a function stands inside, outermost first, and of each its parts.
    pub(super) fn chain(&self, body: Cursor<'u>, at: &Position) -> Vec<(Part<'u>, Parts<'u>)> {
        let in_file = body.range().filter(|range| range.start.file == at.file);
        let mut next = in_file.and_then(|_| Part::of(body));
        let mut chain = Vec::new();
        while let Some(part) = next {
            let parts = self.parts(part.cursor);
            next = parts.iter().copied().find(|part| part.holds(at.offset));
            chain.push((part, parts));
        }
        chain
    }

    /// All changes of a variable.
    pub(super) fn changes(&self, variable: Cursor<'u>) -> &[Change<'u>] {
        self.changes
            .get(&key(variable))
            .map_or(&[], |changes| &changes[..])
    }

    /// Whether something may keep the address of a variable.
    pub(super) fn escapes(&self, variable: Cursor<'u>) -> bool {
        let changes = self.changes(variable).iter();
        changes
            .clone()
            .any(|change| matches!(change.effect, Effect::Escapes))
    }

    /// Whether all that happens to a variable was seen.
    pub(super) fn is_seen(&self, variable: Cursor<'u>) -> bool {
        let Some(parent) = variable.semantic_parent() else {
            return false;
        };
        if !parent.is_function() {
            let at_file_scope = matches!(
                parent.kind(),
                CXCursor_TranslationUnit | CXCursor_Namespace | CXCursor_LinkageSpec
            );
            let name = variable.spelling();
            // What other files do is known where they were searched for its name.
            let is_whole = self.program && !(self.opaque && self.called_elsewhere.is_none());
            let is_own = variable.is_static() || is_whole && !self.is_named_elsewhere(&name);
            let is_spared = match self.escapes(variable) {
                true => self.lost.is_empty(),
                false => self.lost.iter().all(|lost| lost.spares_name(&name)),
            };
            return at_file_scope && is_spared && is_own;
        }
        // A local variable is named in its function only, which may be shown by its declaration elsewhere.
        let body = parent.definition().unwrap_or(parent).range();
        body.is_some_and(|body| {
            let mut lost = self.lost.iter();
            // What is left out may change all whose address is kept.
            match self.escapes(variable) {
                true => lost.all(|lost| lost.is_elsewhere(&body)),
                false => lost.all(|lost| lost.spares(variable, &body)),
            }
        })
    }

    /// Whether a variable of the file is known to be named in no other one.
    pub(super) fn is_for_itself(&self, variable: Cursor<'u>) -> bool {
        self.called_elsewhere.is_some() && !self.is_named_elsewhere(&variable.spelling())
    }

    /// Whether a variable keeps the value that it starts with.
    pub(super) fn is_stable(&self, variable: Cursor<'u>) -> bool {
        if is_reference(variable) && variable.kind() == CXCursor_VarDecl {
            return referent(variable).is_some_and(|target| self.is_stable(target));
        }
        let unchanged = || self.changes(variable).is_empty() && self.is_seen(variable);
        is_variable(variable) && (variable.ty().is_const() || unchanged())
    }

    /// Whether nothing changes a variable `from` a place on, up `to` another if there is one.
    pub(super) fn is_settled(&self, variable: Cursor<'u>, from: &Position, to: Option<&Position>) -> bool {
        let elsewhere = |change: &Change<'u>| {
            change
                .reference
                .position()
                .filter(|at| at.file == from.file)
                .is_some_and(|at| at.offset < from.offset || to.is_some_and(|to| at.offset > to.offset))
        };
        // A variable of the file is also changed by functions that are called between the places; and one whose address is kept, by
        // them and through pointers.
        let escapes = self.escapes(variable);
        let shared = escapes || !is_local(variable);
        let is_quiet = |to: &Position| {
            let mut through = self.through.iter();
            self.foreign.iter().all(|at| outside(at, from, to))
                && (!escapes
                    || through.all(|(at, kind)| !may_change(*kind, variable) || outside(at, from, to)))
        };
        self.is_stable(variable)
            || (!shared || to.is_some_and(is_quiet))
                && self.is_seen(variable)
                && self.changes(variable).iter().all(elsewhere)
    }

    /// Whether a local variable is changed inside `whole` only in `parts` of it.
    pub(super) fn changes_only_in(
        &self,
        variable: Cursor<'u>,
        whole: Cursor<'u>,
        parts: &[Cursor<'u>],
    ) -> bool {
        let within = |at: &Position, c: &Cursor<'u>| c.range().is_some_and(|range| range.holds(at));
        let harmless = |change: &Change<'u>| {
            change
                .reference
                .position()
                .is_some_and(|at| !within(&at, &whole) || parts.iter().any(|part| within(&at, part)))
        };
        is_local(variable)
            && !self.escapes(variable)
            && self.is_seen(variable)
            && self.changes(variable).iter().all(harmless)
    }

    /// The expression for the only value that a variable ever has.
    pub(super) fn only_value(&self, variable: Cursor<'u>) -> Option<Cursor<'u>> {
        if variable.kind() != CXCursor_VarDecl {
            return None;
        }
        if self.is_stable(variable) {
            return start(variable);
        }
        // Assigned once and never initialised: reading it earlier would read nothing.
        match self.changes(variable) {
            [
                Change {
                    effect: Effect::Assigned(value),
                    ..
                },
            ] if is_local(variable)
                && variable.ty().canonical().kind() != CXType_Record
                && variable.initializer().is_none()
                && self.is_seen(variable) =>
            {
                Some(*value)
            }
            _ => None,
        }
    }

    /// The arguments that the calls of a function hand to a parameter of its, each with its call.
    pub(super) fn calls_with(&self, parameter: Cursor<'u>) -> Vec<(Cursor<'u>, Cursor<'u>)> {
        let function = parameter.semantic_parent().filter(|f| is_called_by_name(*f));
        let Some((function, calls)) = function.and_then(|f| Some((f, self.calls.get(&key(f))?))) else {
            return Vec::new();
        };
        let parameters = function.definition().unwrap_or(function).arguments();
        let Some(position) = parameters.iter().position(|p| p.same(parameter)) else {
            return Vec::new();
        };
        let chosen = self.chosen(function);
        let is_on_the_way =
            |call: &&(Cursor<'u>, Cursor<'u>)| chosen.is_none_or(|chosen| chosen.same(call.0));
        let of_call = |(call, _): &(Cursor<'u>, Cursor<'u>)| {
            Some((*call, arguments_to(*call, function).get(position).copied()?))
        };
        calls
            .calls
            .iter()
            .filter(is_on_the_way)
            .filter_map(of_call)
            .collect()
    }

    /// The arguments that every call hands to a parameter; none if there may be other calls.
    pub(super) fn handed(&self, parameter: Cursor<'u>) -> Vec<Cursor<'u>> {
        let function = parameter.semantic_parent().filter(|f| is_called_by_name(*f));
        let Some((function, calls)) = function.and_then(|f| Some((f, self.calls_if_all_are_known(f)?)))
        else {
            return Vec::new();
        };
        if !self.is_stable(parameter) {
            return Vec::new();
        }
        let all = self.calls_with(parameter);
        let is_one = self.chosen(function).is_some();
        if all.len() == if is_one { 1 } else { calls.len() } {
            all.into_iter().map(|(_, argument)| argument).collect()
        } else {
            Vec::new()
        }
    }

    /// The calls of a function, with the functions that they stand in, if there are no others.
    pub(super) fn calls_if_all_are_known(&self, function: Cursor<'u>) -> Option<&[(Cursor<'u>, Cursor<'u>)]> {
        let calls = self.calls.get(&key(function))?;
        let name = function.spelling();
        let is_called = match &self.called_elsewhere {
            Some(_) => self.is_named_elsewhere(&name),
            None => !self.program,
        };
        let is_own = function.kind() != CXCursor_CXXMethod && function.is_static();
        let internal = is_own || function.template().is_some() || !is_called;
        // A call may be among what clang left out.
        let is_spared = self.lost.iter().all(|lost| lost.spares_name(&name));
        let is_known = !calls.escapes && !self.is_explicit(function);
        let is_seen = is_known && internal && is_spared && is_called_by_name(function);
        is_seen.then_some(&*calls.calls)
    }

    /// Whether all that a template is instantiated with is seen.
    pub(super) fn is_instantiated_here(&self, template: Cursor<'u>) -> bool {
        let name = template.spelling();
        !self.explicit.contains(&name) && self.lost.iter().all(|lost| lost.spares_name(&name))
    }

    fn is_explicit(&self, function: Cursor<'u>) -> bool {
        function.template().is_some() && self.explicit.contains(&function.spelling())
    }

    /// Whether something keeps the address of a function.
    pub(super) fn has_escaped(&self, function: Cursor<'u>) -> bool {
        self.calls.get(&key(function)).is_some_and(|calls| calls.escapes) || self.is_explicit(function)
    }

    /// Whether the file is a whole program: what it works on comes from somewhere in it.
    pub(super) fn is_program(&self) -> bool {
        self.program
    }

    /// Whether a whole program may call a function where its text does not name it: through a pointer, or as a virtual method.
    pub(super) fn is_called_unseen(&self, function: Cursor<'u>) -> bool {
        let name = function.spelling();
        let escapes = self.has_escaped(function);
        let is_virtual = function.kind() == CXCursor_CXXMethod && function.is_virtual();
        let is_lost = || self.lost.iter().any(|lost| !lost.spares_name(&name));
        // Who calls a lambda names the variable that holds it.
        let is_named = name != "main" && !name.starts_with("operator");
        let is_of_kept = || {
            let class = function.semantic_parent().filter(|_| name == "operator()");
            class.is_some_and(|class| self.called_unseen.contains(&class.ty().canonical().spelling()))
        };
        self.program && (is_named && (is_virtual || escapes || is_lost()) || is_of_kept())
    }

    /// Whether nothing in a whole program calls a function.
    pub(super) fn is_dead(&self, function: Cursor<'u>) -> bool {
        self.is_dead_within(function, MOST_CALLERS)
    }

    fn is_dead_within(&self, function: Cursor<'u>, depth: u32) -> bool {
        let name = function.spelling();
        let is_plain = function.kind() == CXCursor_FunctionDecl && function.template().is_none();
        let is_called = |calls: &Calls<'u>| {
            let mut callers = calls.calls.iter();
            calls.escapes || depth == 0 || callers.any(|(_, caller)| !self.is_dead_within(*caller, depth - 1))
        };
        let is_named = self.calls.get(&key(function)).is_some_and(is_called)
            || self.is_named_elsewhere(&name)
            || self.lost.iter().any(|lost| !lost.spares_name(&name));
        // What is defined nowhere may call what it can name.
        let is_out_of_reach = !self.is_called_by_text && (function.is_static() || !self.opaque);
        self.program && is_plain && name != "main" && !is_named && is_out_of_reach
    }

    /// What a call stands inside, in the function that it is in.
    pub(super) fn around_call(&self, call: Cursor<'u>, caller: Cursor<'u>) -> Vec<Cursor<'u>> {
        let body = crate::clang::body(caller.definition().unwrap_or(caller));
        let Some((body, at)) = body.zip(call.range().map(|range| range.start)) else {
            return Vec::new();
        };
        let chain = self.chain(body, &at);
        let mut around: Vec<Cursor<'u>> = chain.into_iter().map(|(part, _)| part.cursor).collect();
        if let Some(end) = around.iter().position(|c| c.same(call)) {
            around.truncate(end + 1);
        }
        around
    }

    /// The calls that hand something to a parameter, each with the function that it stands in.
    pub(super) fn callers(&self, parameter: Cursor<'u>) -> Vec<(Cursor<'u>, Cursor<'u>)> {
        let function = parameter.semantic_parent();
        let calls = function.and_then(|f| self.calls.get(&key(f)));
        calls.map_or_else(Vec::new, |calls| calls.calls.clone())
    }

    /// Whether files outside of the program name something.
    fn is_named_elsewhere(&self, name: &str) -> bool {
        let names = self.called_elsewhere.as_ref();
        names.is_some_and(|names| names.contains(name))
    }
}

/// Whether a variable of a function outside is named in a lambda.
fn is_of_lambda_around(variable: Cursor<'_>, around: &[Cursor<'_>]) -> bool {
    let (Some(at), true) = (variable.position(), is_local(variable)) else {
        return false;
    };
    let lambdas = around.iter().filter(|c| c.kind() == CXCursor_LambdaExpr);
    let mut ranges = lambdas.filter_map(|lambda| lambda.range());
    ranges.any(|range| !range.holds(&at))
}

/// What a variable's declaration gives it; a parameter's default is not what it has.
pub(super) fn start(variable: Cursor<'_>) -> Option<Cursor<'_>> {
    (variable.kind() == CXCursor_VarDecl)
        .then(|| variable.initializer())
        .flatten()
}

/// The variable that a reference is another name of.
pub(super) fn referent(variable: Cursor<'_>) -> Option<Cursor<'_>> {
    let of_reference = start(variable).filter(|_| is_reference(variable)).map(strip)?;
    let named = of_reference
        .referenced()
        .filter(|_| of_reference.kind() == CXCursor_DeclRefExpr)?;
    is_variable(named).then_some(named)
}

pub(super) fn is_local(variable: Cursor<'_>) -> bool {
    variable.semantic_parent().is_some_and(Cursor::is_function) && !variable.is_static()
}

/// Whether a place is not between two others.
fn outside(at: &Position, from: &Position, to: &Position) -> bool {
    at.file != from.file || at.offset < from.offset || at.offset > to.offset
}

/// Whether who calls a function names it: no virtual method, no operator.
fn is_called_by_name(function: Cursor<'_>) -> bool {
    match function.kind() {
        CXCursor_FunctionDecl => true,
        CXCursor_CXXMethod => !function.is_virtual() && !function.spelling().starts_with("operator"),
        _ => false,
    }
}

/// The function that a place is in, of what it stands inside, outermost first.
pub(super) fn function_around<'u>(around: &[Cursor<'u>]) -> Option<Cursor<'u>> {
    around.iter().copied().find(|c| c.is_function())
}

pub(super) fn key(variable: Cursor<'_>) -> usize {
    variable.canonical().identity()
}

pub(super) fn is_variable(c: Cursor<'_>) -> bool {
    matches!(c.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)
}
