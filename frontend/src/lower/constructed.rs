//! What a number holds in all objects of a class: the one that every constructor call of the file gives it, where nothing else sets it.

use super::canonical::bare;
use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type, body};
use crate::ir::Ty;
use crate::launch::{HostFacts, is_cast, strip};
use crate::reach::reached;

/// How often constructors hand on to others.
const MOST_DELEGATED: usize = 4;

/// The number that a member holds in all objects, where that is certain.
pub(super) fn in_all_objects<'u>(root: Cursor<'u>, facts: &HostFacts<'u>, field: Cursor<'u>) -> Option<i128> {
    let class = field.semantic_parent()?;
    let name = class.spelling();
    let is_here = class.position().is_some_and(|at| at.file == root.spelling());
    if !is_here || name.is_empty() || class.template().is_some() || !is_number(field.ty()) {
        return None;
    }
    let mut uses = Uses {
        class,
        field,
        name,
        made: Vec::new(),
        is_open: false,
    };
    for declaration in reached(root) {
        uses.visit(declaration, None);
    }
    if uses.is_open {
        return None;
    }
    let value = |call: &Cursor<'u>| {
        let value = given(call.referenced()?, &call.arguments(), field, 0)?;
        facts.integer(value)
    };
    let mut values = uses.made.iter().map(value);
    let first = values.next()??;
    values.all(|value| value == Some(first)).then_some(first)
}

pub(super) fn is_number(ty: Type<'_>) -> bool {
    matches!(types::scalar(ty), Some(Ty::Int { .. }))
}

/// What a file does with a class and a member of its.
struct Uses<'u> {
    class: Cursor<'u>,
    field: Cursor<'u>,
    name: String,
    /// Calls of constructors.
    made: Vec<Cursor<'u>>,
    /// Something else may set the member, or make an object.
    is_open: bool,
}

impl<'u> Uses<'u> {
    fn visit(&mut self, c: Cursor<'u>, parent: Option<Cursor<'u>>) {
        let is_field = |part: Option<Cursor<'u>>| part.is_some_and(|f| f.same(self.field));
        match c.kind() {
            CXCursor_MemberRefExpr if is_field(c.referenced()) => {
                let reads = parent.is_some_and(|p| p.kind() == CXCursor_UnexposedExpr);
                self.is_open |= !reads && !parent.is_some_and(|p| self.is_set_at_first(p));
            }
            // A constructor that hands on to another is looked into where it is called.
            CXCursor_CallExpr if parent.is_some_and(|p| p.kind() == CXCursor_Constructor) => {}
            CXCursor_CallExpr if is_made_by_call(c, self.class) => self.made.push(c),
            // Its objects are parts of others, or a container makes them.
            CXCursor_FieldDecl | CXCursor_CXXBaseSpecifier => self.is_open |= self.is_in(c.ty()),
            kind if is_cast(kind) => self.is_open |= self.is_reinterpreted(c),
            _ => {}
        }
        if c.is_expression() || c.kind() == CXCursor_VarDecl {
            let ty = c.ty().canonical().spelling();
            self.is_open |= ty.contains('<') && ty.contains(&self.name);
        }
        for child in c.children() {
            self.visit(child, Some(c));
        }
    }

    /// Whether an assignment is one of a constructor's own statements: `G(int n) { ny = n; }`.
    fn is_set_at_first(&self, assignment: Cursor<'u>) -> bool {
        let constructors = self.class.children();
        let mut bodies = constructors
            .iter()
            .filter(|c| c.kind() == CXCursor_Constructor)
            .filter_map(|c| body(c.definition()?));
        bodies.any(|body| {
            let own = body.children();
            own.iter().any(|c| c.same(assignment)) && set_in(body, self.field).is_some()
        })
    }

    fn is_in(&self, ty: Type<'u>) -> bool {
        ty.canonical()
            .declaration()
            .is_some_and(|class| class.same(self.class))
    }

    /// Whether a conversion makes an object's memory another type's, or the other way round.
    fn is_reinterpreted(&self, c: Cursor<'u>) -> bool {
        let [from] = c.expressions()[..] else { return false };
        let target = |ty: Type<'u>| match types::shape(ty) {
            Shape::Scalar(Ty::Ptr) => Some(ty.canonical().pointee()),
            Shape::Reference(target) => Some(target),
            _ => None,
        };
        match (target(from.ty()), target(c.ty())) {
            (Some(from), Some(to)) => self.is_in(from) != self.is_in(to),
            (Some(one), None) | (None, Some(one)) => self.is_in(one) && c.kind() != CXCursor_UnexposedExpr,
            (None, None) => false,
        }
    }
}

/// Whether a call makes an object of a class, by no copy of another.
fn is_made_by_call<'u>(c: Cursor<'u>, class: Cursor<'u>) -> bool {
    let made = c.referenced().filter(|f| f.kind() == CXCursor_Constructor);
    let is_its = made
        .and_then(Cursor::semantic_parent)
        .is_some_and(|of| of.same(class));
    let copies = match c.arguments()[..] {
        [of] => is_record_of(of.ty(), class),
        _ => false,
    };
    is_its && !copies
}

fn is_record_of<'u>(ty: Type<'u>, class: Cursor<'u>) -> bool {
    let ty = match types::shape(ty) {
        Shape::Reference(target) => target,
        _ => ty,
    };
    ty.canonical().declaration().is_some_and(|of| of.same(class))
}

/// The expression that a call of a constructor gives a member, among the call's arguments or constant.
fn given<'u>(
    made: Cursor<'u>,
    arguments: &[Cursor<'u>],
    field: Cursor<'u>,
    depth: usize,
) -> Option<Cursor<'u>> {
    let definition = made.definition().filter(|f| f.template().is_none())?;
    let class = field.semantic_parent()?;
    let (mut named, mut member, mut handed_on) = (None, None, None);
    for child in definition.children() {
        match child.kind() {
            CXCursor_MemberRef => member = child.referenced(),
            CXCursor_TypeRef => member = None,
            _ if child.is_expression() => match member.take() {
                Some(of) if of.same(field) => named = Some(child),
                Some(_) => {}
                None if is_record_of(child.ty(), class) => handed_on = Some(strip(child)),
                None => {}
            },
            _ => {}
        }
    }
    let set = set_in(body(definition)?, field);
    let value = match (handed_on, set) {
        (Some(call), None) if depth < MOST_DELEGATED => {
            given(call.referenced()?, &call.arguments(), field, depth + 1)?
        }
        (Some(_), _) => return None,
        (None, Some(_)) if named.is_some() => return None,
        (None, Some(value)) => value,
        (None, None) => named.or_else(|| field.expressions().last().copied())?,
    };
    in_terms_of(value, definition, arguments)
        .filter(|value| types::scalar(value.ty()) == types::scalar(field.ty()))
}

/// An expression of a constructor as its caller sees it: an argument as it is, or what names nothing.
fn in_terms_of<'u>(value: Cursor<'u>, made: Cursor<'u>, arguments: &[Cursor<'u>]) -> Option<Cursor<'u>> {
    // `ny_{ny}`
    let value = match (value.kind(), &value.expressions()[..]) {
        (CXCursor_InitListExpr, [only]) => *only,
        _ => value,
    };
    if names_nothing(value) {
        return Some(value);
    }
    let parameter = strip(value).referenced()?;
    let n = made.arguments().iter().position(|p| p.same(parameter))?;
    let is_same = types::scalar(value.ty()) == types::scalar(parameter.ty());
    let argument = arguments.get(n).copied();
    argument.filter(|_| is_same && !is_changed(made, parameter, None))
}

/// Whether something under a node does more with a variable than to read it.
fn is_changed<'u>(c: Cursor<'u>, variable: Cursor<'u>, parent: Option<Cursor<'u>>) -> bool {
    let is_it = c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(|v| v.same(variable));
    let reads = parent.is_some_and(|p| p.kind() == CXCursor_UnexposedExpr);
    is_it && !reads
        || c.children()
            .into_iter()
            .any(|child| is_changed(child, variable, Some(c)))
}

fn names_nothing(c: Cursor<'_>) -> bool {
    !matches!(
        c.kind(),
        CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_CallExpr
    ) && c.children().into_iter().all(names_nothing)
}

/// What the one statement of a constructor's body that sets a member sets it to.
fn set_in<'u>(body: Cursor<'u>, field: Cursor<'u>) -> Option<Cursor<'u>> {
    let value = |c: Cursor<'u>| {
        let [to, value] = c.expressions()[..] else {
            return None;
        };
        let is_set = c.kind() == CXCursor_BinaryOperator && c.binary_operator() == CXBinaryOperator_Assign;
        let to = bare(to);
        let mut of = to.expressions().into_iter();
        let is_own = of.all(|object| bare(object).kind() == CXCursor_CXXThisExpr);
        let is_it = is_own && to.referenced().is_some_and(|f| f.same(field));
        (is_set && is_it).then_some(value)
    };
    let mut all = body.children().into_iter().filter_map(value);
    let first = all.next()?;
    all.next().is_none().then_some(first)
}
