//! What the variables of the code around a construct are to its threads (OpenMP 5.2, section 5.1; OpenACC 3.3, section 2.6).

use super::Lowerer;
use super::canonical::Canonical;
use super::stored::Stores;
use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Range, Type};
use crate::directives::words::{Effect, Kind};
use crate::directives::{Directive, Work};
use crate::ir::build;
use crate::ir::{Object, ObjectSource, Param, Space, Span, Ty};
use crate::launch::HostFacts;

/// The variables of the code around a loop.
pub(super) struct Sharing<'w, 'd, 'u> {
    pub work: &'w Work<'d, 'u>,
    pub facts: &'w HostFacts<'u>,
    pub stores: &'w Stores<'u>,
    pub range: Range,
    pub loops: &'w [Canonical<'u>],
    pub params: Vec<Param>,
    /// The lambdas whose closures it names, which are made in front of it.
    pub lambdas: Vec<Cursor<'u>>,
    /// Variables that have their place.
    pub known: Vec<usize>,
    /// A shared number of which it is not known what it holds when the construct begins.
    pub open_start: Option<String>,
    /// A number that host code computes in ways that are not followed.
    pub computed: Option<String>,
    /// Objects that are made of what they are made of in front of it.
    pub followed: Vec<Cursor<'u>>,
}

/// What a variable is to the threads of a loop.
pub(super) enum Class {
    /// Each thread's own, of any value.
    Own,
    /// Its value, for each thread.
    Value,
    /// One for all.
    Shared,
}

impl<'u> Sharing<'_, '_, 'u> {
    /// Gives all that the construct names their places.
    ///
    /// # Errors
    /// Why it is not verified.
    pub fn share(&mut self, lowerer: &mut Lowerer<'u, '_>) -> Result<(), String> {
        for directive in &self.work.clauses {
            for effect in [
                Effect::Private,
                Effect::FirstPrivate,
                Effect::LastPrivate,
                Effect::Linear,
                Effect::Reduction,
            ] {
                for clause in directive.parsed.with(effect) {
                    if clause.variables().is_none() {
                        return Err(format!("parts of arrays in `{}` are not read", clause.name));
                    }
                }
            }
            for clause in directive.parsed.with(Effect::Default) {
                let sharing = clause.arguments.as_deref().unwrap_or_default();
                if !["none", "shared", "present"].contains(&sharing) {
                    return Err(format!("`default({sharing})` is not read"));
                }
            }
        }
        if let Some(reason) = super::around::library_objects(self.work.statement) {
            return Err(reason);
        }
        self.find_lambdas(self.work.statement);
        let mut references = Vec::new();
        references_in(self.work.statement, &mut references);
        let threads_own = lowerer
            .directives
            .iter()
            .filter(|d| d.parsed.name == "threadprivate");
        let threads_own: Vec<String> = threads_own
            .flat_map(|d| d.parsed.clauses.iter().filter_map(|c| c.arguments.clone()))
            .collect();
        if !threads_own.is_empty() && calls_bodies(self.work.statement) {
            return Err("functions that it calls may use variables that are threadprivate".to_owned());
        }
        for reference in references {
            let Some(variable) = reference.referenced().filter(|v| self.is_outside(*v)) else {
                continue;
            };
            let is_threads_own =
                |list: &String| list.split(',').any(|name| name.trim() == variable.spelling());
            if threads_own.iter().any(is_threads_own) {
                return Err(format!("`{}` is threadprivate", variable.spelling()));
            }
            // It gets its place where it is named.
            if variable.is_thread_local() {
                continue;
            }
            self.bind(lowerer, variable, reference, 0)?;
        }
        Ok(())
    }

    /// Whether a variable is declared outside of the loop.
    pub fn is_outside(&self, variable: Cursor<'u>) -> bool {
        let is_variable = matches!(variable.kind(), CXCursor_VarDecl | CXCursor_ParmDecl);
        let mut lambdas = self.lambdas.iter();
        let inside = variable.position().is_some_and(|at| self.range.holds(&at))
            || lambdas.any(|lambda| lambda.encloses(variable));
        let languages = variable
            .position()
            .is_some_and(|at| crate::prelude::is_the_languages(&at.file));
        is_variable && !inside && !languages
    }

    /// Gives a variable its place, by what it is to the threads.
    pub fn bind(
        &mut self,
        lowerer: &mut Lowerer<'u, '_>,
        variable: Cursor<'u>,
        reference: Cursor<'u>,
        depth: usize,
    ) -> Result<(), String> {
        let key = variable.canonical().identity();
        if self.known.contains(&key) {
            return Ok(());
        }
        self.known.push(key);
        let loc = lowerer.loc(variable);
        let name = variable.spelling();
        match self.class(variable)? {
            Class::Own => {
                let ty = variable.ty();
                if ty.size().is_none() && !matches!(types::shape(ty), Shape::Reference(_)) {
                    return Err(format!(
                        "the size of `{name}`, of which each thread has its own, is not known"
                    ));
                }
                lowerer.is_for_threads(variable);
                let addr = lowerer.local(loc, &name, ty, true);
                lowerer.env.insert(variable.identity(), addr);
            }
            Class::Value => {
                if self.is_copied(&name) {
                    lowerer.is_for_threads(variable);
                }
                self.value(lowerer, variable, reference, depth)?;
            }
            // A variable of the file is known by its name in functions that the loop calls, too.
            Class::Shared if !self.facts.is_local(variable) && variable.kind() == CXCursor_VarDecl => {
                if holds_addresses(variable) {
                    return Err(format!(
                        "where the pointers in `{name}` lead, which functions change, is not known"
                    ));
                }
                let kept = self.facts.is_settled(variable, None) && variable.definition().is_some();
                self.note_start(variable, kept);
                if kept {
                    lowerer.kept.insert(key);
                }
            }
            Class::Shared => {
                if variable.kind() == CXCursor_VarDecl && is_reference(variable) {
                    return self.another_name(lowerer, variable, depth);
                }
                if holds_addresses(variable) && !is_reference(variable) {
                    return Err(format!(
                        "where the pointers in `{name}`, which all threads share, lead is not known"
                    ));
                }
                let init = self
                    .first_bytes(variable)
                    .or_else(|| self.kept_bytes(lowerer, variable));
                self.note_start(variable, init.is_some());
                let object = Object {
                    init_assumed: init.is_some(),
                    init_unread: false,
                    starts_otherwise: false,
                    linked: None,
                    row: None,
                    init,
                    ..shared(variable, loc.span)
                };
                let addr = build::object(lowerer.b.object(object, None));
                lowerer.env.insert(variable.identity(), addr);
            }
        }
        if let Some(addr) = lowerer.env.get(&variable.identity()).cloned() {
            if let Some(ty @ Ty::Int { .. }) = types::scalar(variable.ty()) {
                lowerer.linear.push((name, addr.clone(), ty));
            }
            lowerer.env.insert(key, addr);
        }
        self.known_numbers(lowerer, variable);
        self.rows(lowerer, variable)
    }

    fn note_start(&mut self, variable: Cursor<'u>, is_known: bool) {
        if !is_known && matches!(types::shape(variable.ty()), Shape::Scalar(_)) {
            self.open_start.get_or_insert_with(|| variable.spelling());
        }
    }

    /// Whether a clause gives each thread a copy.
    fn is_copied(&self, name: &String) -> bool {
        let effects = [Effect::FirstPrivate, Effect::Linear];
        let clauses = self.work.clauses.iter();
        let mut clauses = clauses.flat_map(|d| effects.into_iter().flat_map(|e| d.parsed.with(e)));
        clauses.any(|clause| clause.variables().is_some_and(|all| all.contains(name)))
    }

    /// Whether a thread's copy of a variable is changed by its iterations, which come to it one after the other.
    fn goes_on(&self, variable: Cursor<'u>) -> bool {
        !self.work.is_team && self.facts.is_changed_in(variable, &self.range)
    }

    /// Why what is found may not come about: what a thread's copy holds after its other iterations may not be anything.
    pub fn doubt_of_copies(&self) -> Option<String> {
        let clauses = self
            .work
            .clauses
            .iter()
            .flat_map(|d| d.parsed.with(Effect::FirstPrivate));
        let copied: Vec<String> = clauses
            .filter_map(|clause| clause.variables())
            .flatten()
            .collect();
        let mut references = Vec::new();
        references_in(self.work.statement, &mut references);
        let mut named = references.into_iter().filter_map(Cursor::referenced);
        let found = named.find(|v| copied.contains(&v.spelling()) && self.goes_on(*v))?;
        Some(format!(
            "what `{}` holds after other iterations of its thread is not known",
            found.spelling()
        ))
    }

    /// Why what is found may not come about: threads may wait in a loop for what others write, and it is not known what was there before.
    pub fn doubt(&self, directives: &[Directive<'u>]) -> Option<String> {
        let waits = |d: &Directive<'u>| {
            let is_kind = matches!(d.parsed.kind, Kind::Atomic | Kind::Critical | Kind::Flush);
            is_kind
                && (calls_bodies(self.work.statement) || is_in_a_loop(self.work.statement, &d.range.start))
        };
        let variable = self
            .open_start
            .as_ref()
            .filter(|_| directives.iter().any(waits))?;
        Some(format!(
            "what `{variable}` holds when the construct begins is not known, and threads may wait for it"
        ))
    }

    /// What a shared integer holds when the construct begins, where host code says so.
    fn first_bytes(&self, variable: Cursor<'u>) -> Option<Vec<u8>> {
        let Some(Ty::Int { bits, .. }) = types::scalar(variable.ty()) else {
            return None;
        };
        let value = self.facts.value_before(variable, self.work.statement)?;
        let bytes = value.to_le_bytes();
        bytes.get(..usize::from(bits) / 8).map(<[u8]>::to_vec)
    }

    /// What is in an array that nobody changes.
    fn kept_bytes(&self, lowerer: &mut Lowerer<'u, '_>, variable: Cursor<'u>) -> Option<Vec<u8>> {
        let is_array = matches!(types::shape(variable.ty()), Shape::Array(..));
        let is_kept = is_array && (variable.ty().is_const() || self.facts.is_settled(variable, None));
        let start = variable.initializer().filter(|_| is_kept)?;
        lowerer.constant_bytes(variable.ty(), start)
    }

    /// The sizes of the rows of an array of variable length, innermost first.
    fn rows(&mut self, lowerer: &mut Lowerer<'u, '_>, variable: Cursor<'u>) -> Result<(), String> {
        let mut ty = variable.ty().canonical();
        // Of an array that is a variable, the outermost size is none of a row's.
        let (mut varies, mut rows) = (false, 0);
        if let Shape::Array(element, _) = types::shape(ty) {
            ty = element.canonical();
        } else if types::scalar(ty) == Some(Ty::Ptr) {
            ty = ty.pointee().canonical();
        }
        while let Shape::Array(element, _) = types::shape(ty) {
            varies |= ty.kind() == CXType_VariableArray;
            rows += 1;
            ty = element.canonical();
        }
        if !varies {
            return Ok(());
        }
        let initializer = variable.initializer();
        let is_size =
            |c: &Cursor<'u>| initializer.is_none_or(|i| i.statement_identity() != c.statement_identity());
        let sizes = variable.expressions().into_iter().filter(is_size).take(rows);
        let loc = lowerer.loc(variable);
        let mut values = Vec::new();
        for size in sizes.collect::<Vec<_>>() {
            let value = match self.facts.integer(size) {
                Some(value) => build::int(value, Ty::I64),
                None => {
                    self.bind_all(lowerer, variable, size, 0, true)?;
                    build::cast(lowerer.scalar(size), Ty::I64)
                }
            };
            values.push(lowerer.b.stable(loc, value));
        }
        lowerer.rows.insert(variable.canonical().identity(), values);
        Ok(())
    }

    /// What a variable is, by clauses, by where it is declared, and by what the loop does with it.
    pub fn class(&self, variable: Cursor<'u>) -> Result<Class, String> {
        let name = variable.spelling();
        if self.loops.iter().any(|l| l.variable.same(variable)) {
            return Ok(Class::Own);
        }
        for directive in &self.work.clauses {
            let names = |effect: Effect| {
                let mut clauses = directive.parsed.with(effect);
                clauses.any(|clause| clause.variables().is_some_and(|all| all.contains(&name)))
            };
            let address = holds_addresses(variable);
            let is_own = [
                Effect::Private,
                Effect::FirstPrivate,
                Effect::LastPrivate,
                Effect::Reduction,
            ];
            if is_own.into_iter().any(names) && self.may_be_led_to(variable) {
                return Err(format!(
                    "pointers may lead to the `{name}` outside, of which each thread has its own"
                ));
            }
            if names(Effect::FirstPrivate) && self.goes_on(variable) {
                return match types::scalar(variable.ty()) {
                    // It may hold anything then.
                    Some(ty) if ty != Ty::Ptr => Ok(Class::Own),
                    _ => Err(format!(
                        "`{name}` goes on from one iteration of a thread to its next"
                    )),
                };
            }
            if names(Effect::Private) || names(Effect::LastPrivate) || names(Effect::Reduction) {
                if address || is_reference(variable) {
                    return Err(format!("`{name}` holds addresses, and each thread has its own"));
                }
                return Ok(Class::Own);
            }
            if names(Effect::FirstPrivate) || names(Effect::Linear) {
                let by_value = types::leaves(variable.ty()).is_some() && !is_reference(variable);
                return match (by_value, address) {
                    (true, _) => Ok(Class::Value),
                    (false, false) if !is_reference(variable) => Ok(Class::Own),
                    (false, _) => Err(format!("`{name}` holds addresses, and each thread has its own")),
                };
            }
        }
        let region = self.work.region.and_then(Cursor::range);
        let in_region = region
            .zip(variable.position())
            .is_some_and(|(r, at)| r.holds(&at));
        if in_region && !lower_static(variable) {
            let range = &self.range;
            let is_inside = variable.position().is_some_and(|at| range.holds(&at));
            let is_number = matches!(types::scalar(variable.ty()), Some(Ty::Int { .. }));
            if !self.work.is_team && !is_inside && is_number && !self.facts.is_changed_in(variable, range) {
                return Err(format!(
                    "what `{name}` holds, which is each thread's own, is not known"
                ));
            }
            return match holds_addresses(variable) || is_reference(variable) {
                true => Err(format!(
                    "where the pointer `{name}` leads, which is each thread's own, is not known"
                )),
                false => Ok(Class::Own),
            };
        }
        // Elements of an array in a record are changed through its address.
        let plain = match types::shape(variable.ty()) {
            Shape::Scalar(_) => true,
            Shape::Record(ty) => !holds_arrays(ty),
            _ => false,
        };
        let local = self.facts.is_local(variable);
        let function = self.work.function.range();
        // Functions that the loop calls may change a variable of the file.
        let settled = local
            || function.is_some_and(|f| !self.facts.is_changed_outside(variable, &f))
            || !calls_bodies(self.work.statement);
        let ranges = self.lambdas.iter().filter_map(|lambda| lambda.range());
        let mut ranges = ranges.chain([self.range.clone()]);
        let read = plain && settled && !ranges.any(|range| self.facts.is_changed_in(variable, &range));
        Ok(if read { Class::Value } else { Class::Shared })
    }

    /// Whether something outside of the statement may keep the address of an array or a record, or of a part of it.
    fn may_be_led_to(&self, variable: Cursor<'u>) -> bool {
        let is_whole = matches!(types::shape(variable.ty()), Shape::Array(..) | Shape::Record(_));
        is_whole
            && (!self.facts.is_local(variable) || keeps_address(self.work.function, variable, &self.range))
    }
}

/// The memory of a variable that all threads share.
pub(super) fn shared(variable: Cursor<'_>, span: Span) -> Object {
    let ty = match types::shape(variable.ty()) {
        Shape::Reference(target) => target,
        _ => variable.ty(),
    };
    memory(variable.spelling(), ty, span)
}

/// Memory of a type that all threads share.
pub(super) fn memory(name: String, ty: Type<'_>, span: Span) -> Object {
    Object {
        name,
        space: Space::Global,
        size: ty.size(),
        elem: types::element_type(ty),
        source: ObjectSource::Variable,
        read_only: false,
        init: None,
        init_assumed: false,
        init_unread: false,
        starts_otherwise: false,
        linked: None,
        row: None,
        span,
    }
}

pub(super) fn is_reference(variable: Cursor<'_>) -> bool {
    matches!(types::shape(variable.ty()), Shape::Reference(_))
}

/// Whether a place is in a loop below a statement.
pub(super) fn is_in_a_loop(c: Cursor<'_>, at: &Position) -> bool {
    let around = |child: &Cursor<'_>| child.range().is_some_and(|range| range.holds(at));
    let mut children = c.children().into_iter().filter(around);
    children.any(|child| is_loop(child) || is_in_a_loop(child, at))
}

/// Whether a statement is a loop.
pub(super) fn is_loop(c: Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_CXXForRangeStmt
    )
}

/// Whether a pointer or reference is made, outside of a range, of an expression that names the variable.
fn keeps_address(c: Cursor<'_>, variable: Cursor<'_>, range: &Range) -> bool {
    if c.range().is_some_and(|r| range.holds(&r.start)) {
        return false;
    }
    let leads =
        |ty: crate::clang::Type<'_>| matches!(types::shape(ty), Shape::Scalar(Ty::Ptr) | Shape::Reference(_));
    let names = |part: Cursor<'_>| {
        let mut references = Vec::new();
        references_in(part, &mut references);
        references
            .iter()
            .filter_map(|r| r.referenced())
            .any(|v| v.same(variable))
    };
    let handed: Vec<Cursor<'_>> = match (c.kind(), &c.expressions()[..]) {
        (CXCursor_VarDecl, _) if leads(c.ty()) && !c.same(variable) => c.initializer().into_iter().collect(),
        (CXCursor_BinaryOperator, [to, value]) if leads(to.ty()) => vec![*value],
        (CXCursor_CallExpr, _) => c.arguments(),
        (CXCursor_InitListExpr | CXCursor_ReturnStmt | CXCursor_LambdaExpr, parts) => parts.to_vec(),
        _ => Vec::new(),
    };
    handed.into_iter().any(names)
        || c.children()
            .into_iter()
            .any(|child| keeps_address(child, variable, range))
}

/// Whether arrays are among the parts of a record.
fn holds_arrays(ty: crate::clang::Type<'_>) -> bool {
    let of_part = |part: crate::clang::Type<'_>| match types::shape(part) {
        Shape::Array(..) => true,
        Shape::Record(record) => holds_arrays(record),
        _ => false,
    };
    ty.fields().iter().any(|field| of_part(field.ty())) || super::layout::known_bases(ty).any(of_part)
}

/// Whether pointers are in a variable's memory.
fn holds_addresses(variable: Cursor<'_>) -> bool {
    types::holds_pointers(variable.ty())
}

/// Whether a local variable is one for all calls.
fn lower_static(variable: Cursor<'_>) -> bool {
    variable.is_static() || variable.is_extern()
}

/// The references to variables under a node, in order.
pub(super) fn references_in<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    if c.kind() == CXCursor_DeclRefExpr {
        found.push(c);
    }
    c.children()
        .into_iter()
        .for_each(|child| references_in(child, found));
}

/// Whether a function with a body of the user's is called.
pub(super) fn calls_bodies(c: Cursor<'_>) -> bool {
    let function = (c.kind() == CXCursor_CallExpr).then(|| c.referenced()).flatten();
    let has_body = function
        .and_then(Cursor::definition)
        .is_some_and(|f| !crate::repair::kernels::is_the_languages(f));
    has_body || c.children().into_iter().any(calls_bodies)
}
