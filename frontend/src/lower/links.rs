//! Links between records: pointers to records, which lists, trees and graphs keep in their records. Where one leads, others may.

use super::Lowerer;
use super::layout::known_bases;
use super::types::{self, Shape};
use crate::clang::Type;
use crate::index::IndexVec;
use crate::ir::{Expr, ExprKind, Link, Object, ObjectId, Space, Ty};
use std::collections::HashSet;

/// The links that a kernel reads, and the records that they may lead to.
#[derive(Default)]
pub(super) struct Links<'u> {
    targets: Vec<Type<'u>>,
    records: Vec<(ObjectId, Type<'u>)>,
}

/// What a pointer or reference is, if it leads to a record.
pub(super) fn link(pointer: Type<'_>, in_record: bool) -> Option<Link> {
    let target = target(pointer)?;
    Some(Link {
        bytes: types::size(target),
        in_record,
    })
}

fn target(pointer: Type<'_>) -> Option<Type<'_>> {
    let target = match types::shape(pointer) {
        Shape::Reference(target) => target,
        Shape::Scalar(Ty::Ptr) => pointer.canonical().pointee(),
        _ => return None,
    };
    matches!(types::shape(target), Shape::Record(_)).then_some(target)
}

impl<'u> Links<'u> {
    /// Notes that the kernel reads a value of the type.
    pub fn read(&mut self, ty: Type<'u>) {
        match (target(ty), types::shape(ty)) {
            (Some(target), _) => self.targets.push(target),
            (None, Shape::Array(element, _)) => self.read(element),
            (None, Shape::Record(record)) => {
                record.fields().iter().for_each(|field| self.read(field.ty()));
                known_bases(record).for_each(|base| self.read(base));
            }
            (
                None,
                Shape::Scalar(_) | Shape::Vector(..) | Shape::Reference(_) | Shape::Void | Shape::Opaque,
            ) => {}
        }
    }

    /// Notes what an object that the host knows is made of.
    pub fn object(&mut self, id: ObjectId, ty: Type<'u>) {
        self.records.push((id, ty));
    }

    /// The objects that links may lead into, and the size of their elements.
    fn ends(&self) -> Vec<(ObjectId, u64)> {
        let mut targets = HashSet::new();
        for &ty in &self.targets {
            bases(ty, &mut targets);
        }
        let mut found = Vec::new();
        for &(id, ty) in &self.records {
            let mut all = HashSet::new();
            parts(ty, &mut all);
            if !all.is_disjoint(&targets) {
                found.push((id, types::size(element(ty))));
            }
        }
        found
    }

    /// Marks the objects that links may lead into.
    pub fn mark(&self, objects: &mut IndexVec<ObjectId, Object>) {
        for (id, bytes) in self.ends() {
            objects[id].linked = Some(bytes);
        }
    }
}

impl<'u> Lowerer<'u, '_> {
    /// The link that is read at `addr`, where a value of the type lies. What the kernel itself keeps in variables is known.
    pub(super) fn link(&mut self, addr: &Expr, ty: Type<'u>, in_record: bool) -> Option<Link> {
        if self.is_private(addr) {
            return None;
        }
        self.links.read(ty);
        link(ty, in_record)
    }

    /// Whether an address is one of the kernel's own variables.
    pub(super) fn is_private(&self, addr: &Expr) -> bool {
        if let ExprKind::PtrAdd(base, _) = &addr.kind {
            return self.is_private(base);
        }
        matches!(addr.kind, ExprKind::Object(o) if self.b.objects[o].space == Space::Private)
    }
}

/// What an array is made of.
fn element(ty: Type<'_>) -> Type<'_> {
    match types::shape(ty) {
        Shape::Array(of, _) => element(of),
        _ => ty,
    }
}

/// A class and the classes that it derives from.
fn bases(ty: Type<'_>, found: &mut HashSet<usize>) {
    let Shape::Record(record) = types::shape(ty) else {
        return;
    };
    if identity(record).is_some_and(|id| found.insert(id)) {
        known_bases(record).for_each(|base| bases(base, found));
    }
}

/// All records that lie in a value of the type.
fn parts(ty: Type<'_>, found: &mut HashSet<usize>) {
    match types::shape(ty) {
        Shape::Array(of, _) => parts(of, found),
        Shape::Record(record) if identity(record).is_some_and(|id| found.insert(id)) => {
            record.fields().iter().for_each(|field| parts(field.ty(), found));
            known_bases(record).for_each(|base| parts(base, found));
        }
        _ => {}
    }
}

fn identity(record: Type<'_>) -> Option<usize> {
    Some(record.canonical().declaration()?.canonical().identity())
}
