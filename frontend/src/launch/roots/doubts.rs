//! What of host code is not understood: what comes from there may lead anywhere.

use super::super::constants::is_cast;
use super::flows::Source;
use super::walk::{MOST_DEPTH, Walk, is_number};
use super::*;

impl<'u> Walk<'_, '_, 'u> {
    /// Whether a pointer is moved by how far others lie apart: then it may lead to where they do.
    pub(super) fn moves_away(&mut self, operands: &[Cursor<'u>], whole: Cursor<'u>) -> bool {
        let is_pointer = whole.ty().canonical().kind() == CXType_Pointer;
        let mut numbers = operands.iter().filter(|operand| is_number(**operand));
        is_pointer && numbers.any(|number| self.is_of_addresses(*number, 0))
    }

    pub(super) fn is_of_addresses(&self, c: Cursor<'u>, depth: usize) -> bool {
        let c = strip_parens(c);
        let parts = c.expressions();
        let is_pointer = |c: &Cursor<'u>| c.ty().canonical().kind() == CXType_Pointer;
        if depth > MOST_DEPTH / 4 {
            return false;
        }
        match (c.kind(), &parts[..]) {
            (CXCursor_DeclRefExpr, _) => {
                let variable = c.referenced().filter(|v| is_variable(*v));
                let values = variable.into_iter().flat_map(|v| self.flows.into(v));
                values.into_iter().any(|flow| match flow.source {
                    Source::Value(value) => self.is_of_addresses(value, depth + 1),
                    Source::Lent(..) | Source::Called(_) | Source::Unknown => false,
                })
            }
            (CXCursor_CallExpr, _) if !c.referenced().is_some_and(is_the_languages) => {
                c.arguments().iter().any(is_pointer) && !self.counts(c, depth)
            }
            (CXCursor_CallExpr, _) => c.spelling() == "distance",
            (CXCursor_ArraySubscriptExpr | CXCursor_MemberRefExpr, _) => false,
            (CXCursor_UnaryOperator, _) if c.unary_operator() == CXUnaryOperator_Deref => false,
            _ => {
                parts.iter().any(is_pointer)
                    || parts.iter().any(|part| self.is_of_addresses(*part, depth + 1))
            }
        }
    }

    /// Whether a function of the file returns a number that is computed from no addresses.
    pub(super) fn counts(&self, call: Cursor<'u>, depth: usize) -> bool {
        let body = call.referenced().and_then(Cursor::definition).and_then(body);
        body.is_some_and(|body| {
            let mut values = Vec::new();
            super::calls::returned(body, &mut values);
            !values
                .into_iter()
                .any(|value| self.is_of_addresses(value, depth + 1))
        })
    }

    /// Whether a part of a variable may be written in a way that is not followed: what clang left out names it, or its type was not
    /// understood.
    pub(super) fn is_doubtful(&self, variable: Cursor<'u>, steps: &[Step]) -> bool {
        let ty = variable.ty().canonical();
        let kind = ty.kind();
        // Nobody writes by the name of what is constant.
        let is_const = ty.is_const() || kind == CXType_LValueReference && ty.pointee().is_const();
        let body = variable
            .semantic_parent()
            .and_then(|f| body(f.definition().unwrap_or(f)));
        let range = body.and_then(Cursor::range);
        let mut lost = self.scope.variables.lost().iter();
        !is_understood(kind)
            || !(is_const && variable.kind() == CXCursor_ParmDecl)
                && lost.any(|lost| {
                    let is_elsewhere = range.as_ref().is_some_and(|range| lost.is_elsewhere(range));
                    let name = variable.spelling();
                    let may_write = || match steps.is_empty() {
                        true if kind == CXType_Pointer => lost.may_lead_elsewhere(&name),
                        true => lost.may_change_elements(&name),
                        false => lost.may_change_members(&name, steps.len() > 1),
                    };
                    !is_elsewhere && may_write()
                })
    }

    /// Whether what clang left out may set a part of a member.
    pub(super) fn is_lost_member(&self, field: Cursor<'u>, steps: &[Step]) -> bool {
        let parts = steps.iter().filter_map(|step| match step {
            Step::Field(name) => Some(name.as_str()),
            Step::Element(_) => None,
        });
        let name = field.spelling();
        let names: Vec<&str> = [name.as_str()].into_iter().chain(parts).collect();
        let lost = self.scope.variables.lost();
        names
            .into_iter()
            .any(|name| lost.iter().any(|lost| lost.may_set_member(name)))
    }

    /// Whether pointers are written through another variable to where one leads; to a record itself by what leads to such records.
    pub(super) fn is_written_through(&self, variable: Cursor<'u>, steps: &[Step], itself: &Found) -> bool {
        let ty = variable.ty().canonical();
        let may_lead_there = |other: &Cursor<'u>| {
            !steps.is_empty() || other.ty().canonical().pointee().canonical().spelling() == ty.spelling()
        };
        if steps.is_empty() && ty.kind() != CXType_Record {
            return false;
        }
        let through = self.flows.written_through(self.scope.variables);
        let mut others = through.iter().filter(|(other, _)| !other.same(variable));
        others.any(|(other, roots)| may_lead_there(other) && meet(roots, itself))
    }
}

/// Whether clang understood an expression, and each that it converts.
pub(super) fn is_parsed(c: Cursor<'_>) -> bool {
    let inner = match c.expressions()[..] {
        [inner] if c.kind() == CXCursor_ParenExpr || is_cast(c.kind()) => Some(inner),
        _ => None,
    };
    is_understood(c.ty().canonical().kind()) && inner.is_none_or(is_parsed)
}

pub(super) fn is_understood(kind: CXTypeKind) -> bool {
    !matches!(
        kind,
        CXType_Invalid | CXType_Dependent | CXType_Overload | CXType_Auto
    )
}

pub(super) fn strip_parens(c: Cursor<'_>) -> Cursor<'_> {
    match c.expressions()[..] {
        [inner] if c.kind() == CXCursor_ParenExpr => strip_parens(inner),
        _ => c,
    }
}
