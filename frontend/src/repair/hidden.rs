//! Members of instantiated class templates that nothing names, and that the language calls: destructors, the ends of ranges, and
//! what compares and counts iterators. libclang shows a member of an instantiation where something refers to it, and only there; so
//! functions that refer to them are put behind the source.

use super::errors::loses_code;
use super::input::{Input, parse};
use super::kernels::declarations;
use super::templates::{self, Request};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Type, Unit};
use crate::ir::Language;
use crate::{prelude, reach};
use std::collections::HashSet;

/// How the names of the functions begin that refer to members.
pub(crate) const MEMBERS: &str = "__kv_members_";

/// The same for those on constant objects.
pub(crate) const CONSTANT_MEMBERS: &str = "__kv_constant_members_";

/// Most classes for which functions are written.
const MOST: usize = 256;

/// The source with references to such members, if it has templates whose members the language calls.
pub(super) fn with_members(unit: Unit, input: &Input, requests: &[Request]) -> Result<Unit, String> {
    if input.language != Language::Cuda || !has_templates(&unit) {
        return Ok(unit);
    }
    let mut lines = lines(&unit);
    let before = templates::uses(requests);
    let (_, usual) = complaints(&unit, input, requests.len());
    // What cannot be written down is left out, once.
    for _ in 0..2 {
        if lines.is_empty() {
            return Ok(unit);
        }
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let again = parse(input, &format!("{before}{text}"))?;
        let (wrong, others) = complaints(&again, input, requests.len());
        if wrong.is_empty() {
            // What they instantiate may not compile, and need not.
            return Ok(if others > usual { unit } else { again });
        }
        let mut at = 0..;
        lines.retain(|_| at.next().is_some_and(|n: usize| !wrong.contains(&n)));
    }
    Ok(unit)
}

/// The lines behind the requests that clang complains of, and how often it complains of others.
fn complaints(unit: &Unit, input: &Input, requests: usize) -> (HashSet<usize>, usize) {
    let first = input.text.bytes().filter(|byte| *byte == b'\n').count() + 2 + requests;
    let mut wrong = HashSet::new();
    let mut others = 0;
    for message in unit.messages().into_iter().filter(loses_code) {
        let at = message.range.map(|range| range.start);
        let is_own = |at: &Position| at.file == input.path && at.offset as usize >= input.text.len();
        match at
            .filter(is_own)
            .and_then(|at| (at.line as usize).checked_sub(first))
        {
            Some(line) => {
                wrong.insert(line);
            }
            None => others += 1,
        }
    }
    (wrong, others)
}

fn is_users(c: Cursor<'_>) -> bool {
    c.position()
        .is_some_and(|at| !prelude::is_the_languages(&at.file))
}

/// Whether a class template has a destructor for the device or can be gone over.
fn is_concerned(template: Cursor<'_>) -> bool {
    let members = template.definition().unwrap_or(template).children();
    members
        .iter()
        .any(|member| is_destructor(*member) || member.spelling() == "begin")
}

fn is_destructor(member: Cursor<'_>) -> bool {
    member.kind() == CXCursor_Destructor
        && !member.is_defaulted()
        && member.has_attribute(&[CXCursor_CUDADeviceAttr])
}

fn has_templates(unit: &Unit) -> bool {
    let mut found = false;
    let kinds = [
        CXCursor_ClassTemplate,
        CXCursor_ClassTemplatePartialSpecialization,
    ];
    declarations(unit.root(), &mut |c| {
        found |= kinds.contains(&c.kind()) && is_users(c) && is_concerned(c);
    });
    found
}

/// A function for each class that is concerned, one on a line.
fn lines(unit: &Unit) -> Vec<String> {
    let mut classes = Classes::default();
    for declaration in reach::reached(unit.root()) {
        classes.look(declaration);
    }
    let mut lines = Vec::new();
    for (n, (identity, class, has_destructor, is_range)) in classes.found.iter().enumerate() {
        if *has_destructor {
            lines.push(format!(
                "static __device__ void {MEMBERS}{n}() {{ typedef {class} T; T *p; p->~T(); }}"
            ));
        }
        for (name, constant) in [(MEMBERS, ""), (CONSTANT_MEMBERS, "const ")] {
            if *is_range && classes.ranges.contains(identity) {
                lines.push(format!(
                    "static __device__ void {name}r{n}({constant}{class} &x) {{ auto b = x.begin(); b != x.end(); ++b; }}"
                ));
            }
        }
    }
    lines
}

/// The instantiated classes that functions use.
#[derive(Default)]
struct Classes {
    seen: HashSet<usize>,
    /// Those that loops go over.
    ranges: HashSet<usize>,
    /// As a user would write them; whether their destructor is asked for, and what makes a range of them.
    found: Vec<(usize, String, bool, bool)>,
}

impl Classes {
    fn look(&mut self, c: Cursor<'_>) {
        let kinds = [
            CXCursor_VarDecl,
            CXCursor_ParmDecl,
            CXCursor_CallExpr,
            CXCursor_CXXNewExpr,
        ];
        if kinds.contains(&c.kind()) {
            self.add(c.ty());
        }
        if c.kind() == CXCursor_CXXForRangeStmt {
            c.expressions()
                .into_iter()
                .for_each(|range| self.add_range(range.ty()));
        }
        c.children().into_iter().for_each(|child| self.look(child));
    }

    /// A class that a loop goes over, by members of its own or of a base's.
    fn add_range(&mut self, ty: Type<'_>) {
        self.add(ty);
        let ty = match ty.canonical().kind() {
            CXType_LValueReference | CXType_RValueReference => ty.canonical().pointee(),
            _ => ty,
        };
        let Some(class) = ty.canonical().declaration() else {
            return;
        };
        if self.ranges.insert(class.canonical().identity()) {
            let bases = class.definition().unwrap_or(class).children().into_iter();
            for base in bases.filter(|c| c.kind() == CXCursor_CXXBaseSpecifier) {
                self.add_range(base.ty());
            }
        }
    }

    fn add(&mut self, ty: Type<'_>) {
        let ty = ty.canonical();
        match ty.kind() {
            CXType_LValueReference | CXType_RValueReference | CXType_Pointer => {
                return self.add(ty.pointee());
            }
            CXType_ConstantArray => return self.add(ty.element()),
            CXType_Record => {}
            _ => return,
        }
        let Some(class) = ty.declaration() else { return };
        if !is_users(class) || self.found.len() >= MOST || !self.seen.insert(class.canonical().identity()) {
            return;
        }
        if let Some(template) = class.template() {
            let members = template.definition().unwrap_or(template).children();
            let destroys = members.iter().any(|member| is_destructor(*member));
            let is_range = members.iter().any(|member| member.spelling() == "begin");
            if destroys || is_range {
                let name = class.ty().canonical().spelling();
                self.found
                    .push((class.canonical().identity(), name, destroys, is_range));
            }
        }
        let bases = class.definition().unwrap_or(class).children().into_iter();
        for base in bases.filter(|c| c.kind() == CXCursor_CXXBaseSpecifier) {
            self.add(base.ty());
        }
        for argument in ty.template_arguments().into_iter().flatten() {
            self.add(argument);
        }
        ty.fields().into_iter().for_each(|field| self.add(field.ty()));
    }
}
