//! Bases that hang on the parameters of a template.

use super::super::expr::same_record;
use super::super::special::members;
use super::{Place, declares_virtual, is_base, place_of};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};

/// What stands for a base of an instantiated class that is a parameter of its template: `struct D : T`, `struct D : Ts...`.
pub(super) fn substituted<'u>(base: Cursor<'u>, class: Type<'u>) -> Option<Vec<Type<'u>>> {
    let is_parameter = |c: &Cursor<'_>| {
        let kinds = [
            CXCursor_TemplateTypeParameter,
            CXCursor_NonTypeTemplateParameter,
            CXCursor_TemplateTemplateParameter,
        ];
        kinds.contains(&c.kind())
    };
    let template = class.declaration()?.template()?;
    if template.kind() != CXCursor_ClassTemplate {
        return None;
    }
    let mut parameters = template.definition().unwrap_or(template).children();
    parameters.retain(is_parameter);
    let name = base.ty().spelling();
    let at = parameters
        .iter()
        .position(|p| p.kind() == CXCursor_TemplateTypeParameter && p.spelling() == name)?;
    let arguments = class.template_arguments();
    // The last parameter may be a pack, which stands for any number.
    let end = if at + 1 == parameters.len() {
        arguments.len()
    } else {
        at + 1
    };
    let types = arguments.get(at..end)?.iter().copied();
    types
        .map(|ty| ty.map(Type::canonical).filter(|ty| ty.size().is_some()))
        .collect()
}

/// Whether a base lies at the start of a class of whose bases the parameters of templates decide: each class on the way has one base
/// and nothing in front of it.
pub(super) fn lies_at_start<'u>(
    base: Type<'u>,
    derived: Type<'u>,
    is_specialised: &mut dyn FnMut(Cursor<'u>) -> bool,
) -> bool {
    let wanted = base.declaration().and_then(Cursor::template);
    let of_wanted = |template: Cursor<'u>| wanted.is_some_and(|w| w.canonical().same(template.canonical()));
    let (mut around, _) = members(derived.canonical());
    let mut seen: Vec<Cursor<'u>> = Vec::new();
    loop {
        let bases: Vec<Cursor<'u>> = around.iter().copied().filter(is_base).collect();
        let &[only] = &bases[..] else { return false };
        if only.is_virtual_base() || around.iter().any(|member| declares_virtual(*member)) {
            return false;
        }
        let parent = only.ty().canonical();
        if parent.size().is_some() {
            return same_record(parent, base) || place_of(base, parent, is_specialised) == Place::At(0);
        }
        let is_template = |c: &Cursor<'u>| c.kind() == CXCursor_TemplateRef;
        let named: Vec<Cursor<'u>> = only.children().into_iter().filter(is_template).collect();
        let Some(template) = named.first().and_then(|c| c.referenced()) else {
            return false;
        };
        // `Base<T>...`, and `typename Traits<T>::type`.
        let is_plain = template.kind() == CXCursor_ClassTemplate && is_template_id(only, template);
        if !is_plain || is_specialised(template) || seen.iter().any(|s| s.same(template)) {
            return false;
        }
        if of_wanted(template) {
            return true;
        }
        seen.push(template);
        around = template.definition().unwrap_or(template).children();
    }
}

/// Whether a base is written as nothing but a template with its arguments.
fn is_template_id(base: Cursor<'_>, template: Cursor<'_>) -> bool {
    let written = base.ty().spelling();
    let written = written.strip_prefix("typename ").unwrap_or(&written);
    let Some((head, rest)) = written.split_once('<') else {
        return false;
    };
    let name = head.rsplit("::").next().unwrap_or_default().trim();
    name == template.spelling() && rest.ends_with('>') && !rest.contains(">::")
}
