//! The pointers that host code puts into memory: into members of classes, and into elements of tables.
//!
//! What a construct reads there leads where nobody else does (`no-alias`), unless the file itself says otherwise. Memory that is new,
//! and what one variable hands on once, do not: everything else is a reason to doubt.

use super::around::is_new_memory;
use super::atomic_constructs::{assignment, is_alike};
use super::canonical::bare;
use super::reads::{Place, Read, base_of, class_of, element_name, is_copied, is_pointer, place_of};
use super::sharing::is_loop;
use super::types::{self, Shape};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::launch::strip;
use crate::reach::reached;
use crate::repair::kernels::is_the_languages;
use std::cell::OnceCell;

/// Methods of containers that put what they are handed into them.
const PUTTING: &[&str] = &[
    "push_back",
    "emplace_back",
    "push_front",
    "emplace_front",
    "emplace",
    "insert",
    "push",
    "assign",
    "resize",
    "fill",
];

/// A pointer that is put somewhere.
pub(super) struct Stored<'u> {
    place: Place,
    /// What is put there; `None` for what is copied as a part of something else.
    value: Option<Cursor<'u>>,
    /// The expression that puts it there.
    pub at: Cursor<'u>,
    /// The function that it stands in.
    pub function: Option<Cursor<'u>>,
    /// The innermost loop around.
    around: Option<Cursor<'u>>,
    /// The variable of the function in whose memory it is put, and that nothing else leads to.
    pub object: Option<Cursor<'u>>,
    /// It only hands around what places hold.
    pub exchanges: bool,
}

/// What a file puts into memory, once somebody asks.
#[derive(Default)]
pub struct Stores<'u> {
    found: OnceCell<Walk<'u>>,
}

impl<'u> Stores<'u> {
    fn walk(&self, root: Cursor<'u>) -> &Walk<'u> {
        self.found.get_or_init(|| {
            let mut walk = Walk::default();
            reached(root).into_iter().for_each(|c| walk.visit(c));
            walk
        })
    }

    /// All that is put into memory.
    pub(super) fn all(&self, root: Cursor<'u>) -> &[Stored<'u>] {
        &self.walk(root).found
    }

    /// The calls of a function.
    pub(super) fn calls(&self, root: Cursor<'u>, function: Cursor<'u>) -> Vec<Cursor<'u>> {
        let key = function.canonical().identity();
        let calls = self.walk(root).calls.iter();
        calls
            .filter(|(callee, _)| *callee == key)
            .map(|(_, call)| *call)
            .collect()
    }

    /// The calls of functions of a name.
    pub(super) fn calls_of(&self, root: Cursor<'u>, name: &str) -> Vec<Cursor<'u>> {
        let calls = self.walk(root).calls.iter().map(|(_, call)| *call);
        calls.filter(|call| call.spelling() == name).collect()
    }
}

#[derive(Default)]
struct Walk<'u> {
    found: Vec<Stored<'u>>,
    /// Calls, by the function.
    calls: Vec<(usize, Cursor<'u>)>,
    function: Option<Cursor<'u>>,
    around: Option<Cursor<'u>>,
    /// The variable whose declaration is looked at.
    variable: Option<Cursor<'u>>,
    /// Assignments that only exchange what places hold.
    exchanged: Vec<usize>,
}

impl<'u> Walk<'u> {
    fn visit(&mut self, c: Cursor<'u>) {
        let (function, around, variable) = (self.function, self.around, self.variable);
        if c.kind() == CXCursor_VarDecl {
            self.variable = Some(c);
        } else if c.is_statement() {
            self.variable = None;
        }
        if c.is_function() {
            (self.function, self.around) = (Some(c), None);
        } else if is_loop(c) {
            self.around = Some(c);
        } else if c.kind() == CXCursor_CompoundStmt {
            exchanges(&c.children(), &mut self.exchanged);
        }
        self.take(c);
        c.children().into_iter().for_each(|child| self.visit(child));
        (self.function, self.around, self.variable) = (function, around, variable);
    }

    fn put(&mut self, place: Place, value: Option<Cursor<'u>>, at: Cursor<'u>) {
        let (function, around) = (self.function, self.around);
        let exchanges = self.exchanged.contains(&at.statement_identity());
        let object = object_of(at).or(self.variable).filter(|v| is_kept(*v));
        self.found.push(Stored {
            place,
            value,
            at,
            function,
            around,
            object,
            exchanges,
        });
    }

    fn take(&mut self, c: Cursor<'u>) {
        match c.kind() {
            CXCursor_BinaryOperator => {
                if let Some((target, value)) = assignment(c) {
                    self.assigned(c, target, value);
                }
            }
            CXCursor_InitListExpr => self.listed(c),
            CXCursor_Constructor => self.initialised(c),
            CXCursor_VarDecl => {
                let copied = c.initializer().map(strip).filter(|value| is_copied(*value));
                if let (Some(value), Some(class)) = (copied, class_of(c.ty())) {
                    self.put(Place::Class(class), None, value);
                }
            }
            CXCursor_CallExpr => self.called(c),
            _ => {}
        }
    }

    fn assigned(&mut self, c: Cursor<'u>, target: Cursor<'u>, value: Cursor<'u>) {
        if is_pointer(target.ty()) {
            let places = place_of(bare(target));
            places
                .into_iter()
                .for_each(|place| self.put(place, Some(value), c));
        } else if let Some(class) = class_of(target.ty()) {
            self.put(Place::Class(class), None, c);
        }
    }

    /// Members and elements in braces.
    fn listed(&mut self, c: Cursor<'u>) {
        let parts = c.expressions().into_iter().filter(|part| is_pointer(part.ty()));
        let place = match types::shape(c.ty()) {
            Shape::Array(element, _) => Some(Place::Element(element_name(element))),
            _ => class_of(c.ty()).map(Place::Class),
        };
        for part in parts {
            place
                .iter()
                .for_each(|place| self.put(place.clone(), Some(part), c));
        }
    }

    /// `W(double *a) : p(a) {}`
    fn initialised(&mut self, c: Cursor<'u>) {
        let function = self.function.replace(c);
        let children = c.children();
        for pair in children.windows(2) {
            let member = (pair[0].kind() == CXCursor_MemberRef).then(|| pair[0].referenced());
            if let Some(member) = member.flatten().filter(|m| is_pointer(m.ty()))
                && pair[1].is_expression()
            {
                self.put(
                    Place::Member(member.canonical().identity()),
                    Some(pair[1]),
                    pair[1],
                );
            }
        }
        self.function = function;
    }

    /// What is put into objects of the library.
    fn called(&mut self, c: Cursor<'u>) {
        let Some(function) = c.referenced() else {
            return;
        };
        self.calls.push((function.canonical().identity(), c));
        let pointers: Vec<Cursor<'u>> = c
            .arguments()
            .into_iter()
            .filter(|argument| is_pointer(argument.ty()))
            .collect();
        if function.spelling() == "operator=" {
            if let Some((target, value)) = c.arguments().first().copied().zip(c.arguments().pop()) {
                self.assigned(c, target, value);
            }
        } else if function.spelling() == "swap" {
            let places: Vec<Place> = pointers.iter().filter_map(|p| place_of(bare(*p))).collect();
            if places.len() == pointers.len() {
                self.exchanged.push(c.statement_identity());
            }
            places.into_iter().for_each(|place| self.put(place, None, c));
        } else if is_the_languages(function) {
            let puts = PUTTING.contains(&function.spelling().as_str());
            for argument in pointers {
                if puts {
                    let element = element_name(argument.ty());
                    self.put(Place::Element(element), Some(argument), c);
                } else if let Some(class) = class_of(c.ty()) {
                    self.put(Place::Class(class), Some(argument), c);
                }
            }
        }
    }
}

/// Assignments that hand around what places hold, `t = a; a = b; b = t;`: each still holds what no other does.
fn exchanges(statements: &[Cursor<'_>], found: &mut Vec<usize>) {
    for start in 0..statements.len() {
        let Some((kept, mut last)) = kept_in(statements[start]) else {
            continue;
        };
        let mut round = Vec::new();
        for statement in &statements[start + 1..] {
            let Some((_, value)) = assignment(*statement).filter(|(t, _)| is_alike(bare(*t), last)) else {
                break;
            };
            round.push(statement.statement_identity());
            let value = strip(value);
            if value.kind() == CXCursor_DeclRefExpr && value.referenced().is_some_and(|v| v.same(kept)) {
                found.append(&mut round);
                break;
            }
            last = value;
        }
    }
}

/// `T *t = a;`, `t = a;`: the variable, and what it holds.
fn kept_in(statement: Cursor<'_>) -> Option<(Cursor<'_>, Cursor<'_>)> {
    if let Some((target, value)) = assignment(statement) {
        let target = bare(target);
        let variable = target
            .referenced()
            .filter(|_| target.kind() == CXCursor_DeclRefExpr)?;
        return Some((variable, strip(value)));
    }
    match statement.children()[..] {
        [variable] if statement.kind() == CXCursor_DeclStmt && variable.kind() == CXCursor_VarDecl => {
            Some((variable, strip(variable.initializer()?)))
        }
        _ => None,
    }
}

impl<'u> Stored<'u> {
    /// Whether it may be what is read from a place.
    pub fn may_be_at(&self, read: &Read<'u>) -> bool {
        let is_it = |v: Cursor<'u>| {
            read.object
                .is_some_and(|object| object.canonical().same(v.canonical()))
        };
        let may_be = match &self.place {
            Place::Member(_) | Place::Element(_) => self.place == read.place,
            Place::Class(class) => read.classes.contains(class),
        };
        may_be && self.object.is_none_or(is_it)
    }

    /// The variable that is put there, as it is.
    fn variable(&self) -> Option<Cursor<'u>> {
        let value = strip(self.value?);
        let variable = value
            .referenced()
            .filter(|_| value.kind() == CXCursor_DeclRefExpr)?;
        let is_local = super::lvalue::is_in_function(variable) && !variable.is_static();
        (is_local && is_pointer(variable.ty())).then_some(variable)
    }

    /// Whether nothing else leads there: it is new memory.
    pub fn is_new(&self) -> bool {
        self.value.is_some_and(is_new_memory)
    }

    /// The variable that it is handed on from, if that happens once.
    pub fn handed_on(&self, all: &[Stored<'u>]) -> Option<Cursor<'u>> {
        let variable = self.variable()?;
        let same = |other: &&Stored<'u>| {
            other
                .variable()
                .is_some_and(|v| v.canonical().same(variable.canonical()))
        };
        let is_once = all.iter().filter(same).count() == 1;
        let in_loop = self.around.is_some_and(|around| !around.encloses(variable));
        (is_once && !in_loop).then_some(variable)
    }
}

/// The variable of whose memory an assignment sets a part.
fn object_of(at: Cursor<'_>) -> Option<Cursor<'_>> {
    let (target, _) = assignment(at)?;
    base_of(target)
}

/// Whether a variable of a function is named for its members alone.
fn is_kept(variable: Cursor<'_>) -> bool {
    let function = variable.semantic_parent().and_then(Cursor::definition);
    let is_own = super::lvalue::is_in_function(variable) && !variable.is_static();
    let is_object = matches!(types::shape(variable.ty()), Shape::Record(_));
    is_own && is_object && function.is_some_and(|f| names_members(f, variable))
}

fn names_members(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let names = |c: Cursor<'_>| {
        let named = c.referenced().filter(|_| c.kind() == CXCursor_DeclRefExpr);
        named.is_some_and(|v| v.canonical().same(variable.canonical()))
    };
    let is_of_member = c.kind() == CXCursor_MemberRefExpr
        && c.referenced()
            .is_some_and(|member| member.kind() == CXCursor_FieldDecl);
    let is_fine =
        |child: &Cursor<'_>| is_of_member && names(strip(*child)) || names_members(*child, variable);
    !names(c) && c.children().iter().all(is_fine)
}
