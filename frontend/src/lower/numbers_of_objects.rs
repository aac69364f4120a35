//! Numbers in objects that a construct reads through references, pointers and methods: what is known of them, and which may not be any.

use super::Lowerer;
use super::constructed::{in_all_objects, is_number};
use super::reads::base_of;
use super::sharing::Sharing;
use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::build;
use crate::ir::{CmpOp, StmtKind, Ty};
use crate::repair::kernels::is_the_languages;

/// A number that is read of an object.
struct Number<'u> {
    field: Cursor<'u>,
    at: Cursor<'u>,
    /// The construct reads it itself, no function that it calls.
    is_own: bool,
}

impl<'u> Sharing<'_, '_, 'u> {
    /// Takes for granted what the numbers in an object hold that hold one value in all objects of its class.
    pub fn known_numbers(&self, lowerer: &mut Lowerer<'u, '_>, variable: Cursor<'u>) {
        let Some(class) = class_of(variable.ty()) else {
            return;
        };
        let read = self.numbers();
        let is_read = |field: &Cursor<'u>| read.iter().any(|number| number.field.same(*field));
        let root = lowerer.files.root();
        let fields = class
            .fields()
            .into_iter()
            .filter(|f| is_number(f.ty()) && is_read(f));
        let known: Vec<(Cursor<'u>, i128)> = fields
            .filter_map(|field| Some((field, in_all_objects(root, self.facts, field)?)))
            .collect();
        let Some(place) = lowerer.env.get(&variable.identity()).cloned() else {
            return;
        };
        let loc = lowerer.loc(variable);
        let address = match types::scalar(variable.ty()) {
            Some(ty) if !known.is_empty() => lowerer.b.load(loc, place, ty, false),
            _ => place,
        };
        for (field, value) in known {
            let (Some(ty), Some(bits)) = (types::scalar(field.ty()), field.field_offset_bits()) else {
                continue;
            };
            let at = build::offset_by(address.clone(), bits / 8);
            let held = lowerer.b.load(loc, at, ty, false);
            let is_it = build::compare(CmpOp::Eq, held, build::int(value, ty));
            // It always is; a team meets at barriers, and is not reached else.
            match self.work.is_team {
                true => lowerer.b.emit(loc, StmtKind::Assume(is_it)),
                false => lowerer.only_if(loc, is_it),
            }
        }
    }

    /// Why what is found may not come about: numbers that host code puts into objects may not be any, and need to fit each other.
    pub fn doubt_of_objects(&self, root: Cursor<'u>) -> Option<String> {
        let mut open = self.numbers();
        open.retain(|number| {
            let class = number.field.semantic_parent();
            self.is_told(root, class) && in_all_objects(root, self.facts, number.field).is_none()
        });
        let first = open.first()?;
        let is_bound = |number: &Number<'u>| {
            let mut loops = self.loops.iter();
            loops.any(|one| one.bound.encloses(number.at))
        };
        // How often the construct's own loop runs is as good as free.
        if open.iter().all(|n| n.field.same(first.field) && is_bound(n)) {
            return None;
        }
        let name = first.field.spelling();
        Some(format!(
            "what host code puts into `{name}` of its objects is not followed"
        ))
    }

    /// Whether the file says what objects of a class hold: it makes them by constructors, or hands them to the function.
    fn is_told(&self, root: Cursor<'u>, class: Option<Cursor<'u>>) -> bool {
        let parts = class.map(Cursor::children).unwrap_or_default();
        let is_handed = || !self.stores.calls(root, self.work.function).is_empty();
        parts.iter().any(|part| part.kind() == CXCursor_Constructor) || is_handed()
    }

    /// The numbers in objects from outside that decide what the construct does.
    fn numbers(&self) -> Vec<Number<'u>> {
        let mut found = Vec::new();
        let construct = self.work.statement;
        collect(construct, (construct, true), &mut Vec::new(), &mut found);
        let deciding = self.deciding_values();
        found.retain(|n| !n.is_own || deciding.iter().any(|value| value.encloses(n.at)));
        found
    }
}

/// The class of an object, or of what leads to one.
fn class_of(ty: Type<'_>) -> Option<Type<'_>> {
    match types::shape(ty) {
        Shape::Reference(target) => class_of(target),
        Shape::Scalar(Ty::Ptr) => match types::shape(ty.canonical().pointee()) {
            Shape::Record(class) => Some(class),
            _ => None,
        },
        Shape::Record(class) => Some(class),
        _ => None,
    }
}

fn collect<'u>(
    c: Cursor<'u>,
    (construct, is_own): (Cursor<'u>, bool),
    seen: &mut Vec<usize>,
    found: &mut Vec<Number<'u>>,
) {
    let field = (c.kind() == CXCursor_MemberRefExpr)
        .then(|| c.referenced())
        .flatten();
    let made_inside = || base_of(c).is_some_and(|object| construct.encloses(object));
    if let Some(field) = field.filter(|f| f.kind() == CXCursor_FieldDecl && is_number(f.ty()))
        && !made_inside()
    {
        found.push(Number { field, at: c, is_own });
    }
    let called = (c.kind() == CXCursor_CallExpr).then(|| c.referenced()).flatten();
    let called = called.and_then(Cursor::definition);
    if let Some(function) = called.filter(|f| !is_the_languages(*f) && !seen.contains(&f.identity())) {
        seen.push(function.identity());
        collect(function, (construct, false), seen, found);
    }
    for child in c.children() {
        collect(child, (construct, is_own), seen, found);
    }
}
