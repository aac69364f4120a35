//! Objects that host code makes of pointers, and closures: what they hold is what it was made of.

use super::Lowerer;
use super::sharing::{Class, Sharing, references_in};
use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, body};
use crate::ir::Ty;
use crate::launch::strip;

impl<'u> Sharing<'_, '_, 'u> {
    /// Notes the closures that the construct names, and those that their bodies name.
    pub fn find_lambdas(&mut self, c: Cursor<'u>) {
        let mut references = Vec::new();
        references_in(c, &mut references);
        for variable in references.into_iter().filter_map(Cursor::referenced) {
            let Some(lambda) = lambda_of(variable).filter(|_| self.is_outside(variable)) else {
                continue;
            };
            if !self.lambdas.iter().any(|known| known.same(lambda)) {
                self.lambdas.push(lambda);
                self.find_lambdas(lambda);
            }
        }
    }

    /// A closure that is made of the variables around it; whether this is one.
    pub fn closure(
        &mut self,
        lowerer: &mut Lowerer<'u, '_>,
        variable: Cursor<'u>,
        depth: usize,
    ) -> Result<bool, String> {
        let Some(lambda) = lambda_of(variable).filter(|lambda| self.lambdas.iter().any(|l| l.same(*lambda)))
        else {
            return Ok(false);
        };
        let unclear = || format!("what the lambda `{}` captures is not known", variable.spelling());
        if names_this(lambda) || !self.facts.is_settled(variable, None) {
            return Err(unclear());
        }
        let text = lowerer.files.text(lambda).unwrap_or_default();
        if text.contains("mutable") {
            let loc = lowerer.loc(lambda);
            lowerer.b.effect_hole(loc, unclear(), Vec::new());
            return Ok(false);
        }
        let mut references = Vec::new();
        references_in(lambda, &mut references);
        for reference in references {
            let Some(named) = reference.referenced().filter(|v| self.is_outside(*v)) else {
                continue;
            };
            let keeps = match self.class(named)? {
                Class::Value => self.facts.is_settled(named, None) || named.ty().is_const(),
                Class::Shared => true,
                Class::Own => false,
            };
            if !keeps {
                return Err(unclear());
            }
            self.bind(lowerer, named, reference, depth + 1)?;
        }
        self.initialised(lowerer, variable, lambda);
        Ok(true)
    }

    /// An object that is made of variables that keep their values; whether this is one.
    pub fn object(
        &mut self,
        lowerer: &mut Lowerer<'u, '_>,
        variable: Cursor<'u>,
        depth: usize,
    ) -> Result<bool, String> {
        let is_object = matches!(types::shape(variable.ty()), Shape::Record(_));
        let is_kept = self.facts.is_settled(variable, None);
        let is_set = is_object && variable.kind() == CXCursor_VarDecl && !is_kept;
        if is_set && self.facts.is_local(variable) {
            self.note_computed(variable);
        }
        let made = variable.initializer().filter(|_| is_object && is_kept);
        let Some((value, parts)) = made.and_then(|value| Some((value, parts_of(strip(value))?))) else {
            return Ok(false);
        };
        let is_plain = |part: &Cursor<'u>| match types::scalar(part.ty()) {
            Some(Ty::Ptr) => !matches!(strip(*part).kind(), CXCursor_CallExpr | CXCursor_CXXNewExpr),
            Some(Ty::Int { .. }) => self.is_sum(strip(*part), None),
            _ => false,
        };
        if !parts.iter().all(is_plain) {
            return Ok(false);
        }
        for part in parts {
            self.bind_all(lowerer, variable, part, depth, false)?;
        }
        self.initialised(lowerer, variable, value);
        self.followed.push(variable);
        Ok(true)
    }

    fn initialised(&mut self, lowerer: &mut Lowerer<'u, '_>, variable: Cursor<'u>, value: Cursor<'u>) {
        let loc = lowerer.loc(variable);
        let addr = lowerer.local(loc, &variable.spelling(), variable.ty(), true);
        lowerer.env.insert(variable.identity(), addr.clone());
        lowerer.initialise(addr, variable.ty(), value);
    }
}

/// The lambda that a variable holds.
fn lambda_of(variable: Cursor<'_>) -> Option<Cursor<'_>> {
    if variable.kind() != CXCursor_VarDecl {
        return None;
    }
    let mut value = strip(variable.initializer()?);
    while value.kind() == CXCursor_CallExpr {
        let &[only] = &value.expressions()[..] else {
            return None;
        };
        value = strip(only);
    }
    let is_own =
        value.ty().canonical().spelling() == variable.ty().canonical().spelling().replace("const ", "");
    (value.kind() == CXCursor_LambdaExpr && is_own).then_some(value)
}

fn names_this(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_CXXThisExpr || c.children().into_iter().any(names_this)
}

/// What braces or a constructor that only puts its arguments into members make an object of.
fn parts_of(value: Cursor<'_>) -> Option<Vec<Cursor<'_>>> {
    if value.kind() == CXCursor_InitListExpr {
        return Some(value.expressions());
    }
    let constructor = value.referenced().filter(|f| f.kind() == CXCursor_Constructor)?;
    let definition = constructor.definition()?;
    let is_empty = body(definition).is_some_and(|body| body.children().is_empty());
    let class = definition.semantic_parent()?;
    let own = class
        .children()
        .into_iter()
        .filter(|c| c.kind() == CXCursor_FieldDecl);
    let acts = acts(definition) || own.into_iter().any(acts);
    (is_empty && !acts).then(|| value.arguments())
}

/// Whether something is called or allocated under a node.
fn acts(c: Cursor<'_>) -> bool {
    matches!(c.kind(), CXCursor_CallExpr | CXCursor_CXXNewExpr) || c.children().into_iter().any(acts)
}
