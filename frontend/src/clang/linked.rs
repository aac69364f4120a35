//! Several units as one program: what one declares another may define.
//!
//! Entities with external linkage are told by clang's names for them (USR), as a linker tells them by theirs. What stands for an
//! entity is its definition, or else the first declaration that was met. What two units define in two places is none of them: each
//! unit has its own, as in two programs.

use super::{Cursor, Unit, position, text_of};
use crate::clang::kinds::*;
use crate::reach;
use crate::repair::kernels::is_the_languages;
use clang_sys as sys;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Holds units together: until it is dropped, what a cursor of one refers to may lie in another.
pub struct Linked<'u>(PhantomData<&'u Unit>);

impl<'u> Linked<'u> {
    /// Links units; one alone stays as it is.
    pub fn of(units: &[&'u Unit]) -> Linked<'u> {
        let mut links = Links::default();
        for unit in units {
            links.define(unit.root().raw);
        }
        KNOWN.set(links);
        IS_LINKED.set(units.len() > 1);
        Linked(PhantomData)
    }

    /// Has what other units mean of a template's instantiations be these, which one unit makes.
    pub fn made(&self, instantiations: impl Iterator<Item = Cursor<'u>>) {
        KNOWN.with_borrow_mut(|links| instantiations.for_each(|one| links.define_one(one)));
    }

    /// Names without scopes of the functions and variables that several units define, each for itself.
    pub fn defined_twice(&self) -> BTreeSet<String> {
        KNOWN.with_borrow(|links| links.twice.clone())
    }

    /// Whether one of the units refers to what another one defines.
    pub fn refers(&self, unit: &'u Unit, to: &'u Unit) -> bool {
        // Of an instantiation, too, that only its template's unit makes.
        let is_there = |c: Cursor<'_>| {
            let all = [Some(c), c.template()].into_iter().flatten();
            all.map(|c| standing_for(c.raw)).any(|c| unit_of(c) == to.unit)
        };
        let declarations = reach::reached(unit.root()).into_iter();
        let mut own = declarations.filter(|c| !is_the_languages(*c));
        own.any(|c| names_any(c, &is_there))
    }
}

impl Drop for Linked<'_> {
    fn drop(&mut self) {
        IS_LINKED.set(false);
        KNOWN.take();
    }
}

thread_local! {
    static IS_LINKED: Cell<bool> = const { Cell::new(false) };
    static KNOWN: RefCell<Links> = RefCell::default();
}

/// What stands for the entity that a declaration declares; the declaration itself if nothing else does.
pub(super) fn standing_for(declaration: sys::CXCursor) -> sys::CXCursor {
    match IS_LINKED.get() {
        true => KNOWN.with_borrow_mut(|links| links.standing_for(declaration)),
        false => declaration,
    }
}

/// Whether another unit's declaration stands for the entity that this declares.
pub fn stands_elsewhere(c: Cursor<'_>) -> bool {
    unit_of(standing_for(c.raw)) != unit_of(c.raw)
}

fn unit_of(c: sys::CXCursor) -> sys::CXTranslationUnit {
    // SAFETY: the cursor's unit is alive.
    unsafe { sys::clang_Cursor_getTranslationUnit(c) }
}

/// Where something is defined.
type Place = (PathBuf, u32);

struct Entity {
    stands: sys::CXCursor,
    defined: Option<Place>,
    /// Other units define another one.
    is_twice: bool,
}

impl Entity {
    fn of(stands: sys::CXCursor, defined: Option<Place>) -> Entity {
        Entity {
            stands,
            defined,
            is_twice: false,
        }
    }
}

#[derive(Default)]
struct Links {
    /// By the identity of an entity's first declaration in its unit; none where it stands for itself.
    of_units: HashMap<usize, Option<sys::CXCursor>>,
    by_name: HashMap<String, Entity>,
    /// Files by the names that clang has for them.
    paths: HashMap<String, PathBuf>,
    twice: BTreeSet<String>,
}

impl Links {
    fn standing_for(&mut self, declaration: sys::CXCursor) -> sys::CXCursor {
        // SAFETY: the cursor's unit is alive.
        let first = unsafe { sys::clang_getCanonicalCursor(declaration) };
        let identity = first.data[0] as usize;
        if let Some(known) = self.of_units.get(&identity) {
            return known.unwrap_or(declaration);
        }
        let stands = self.look_up(first);
        self.of_units.insert(identity, stands);
        stands.unwrap_or(declaration)
    }

    /// What stands for the entity of a first declaration, if that is another.
    fn look_up(&mut self, first: sys::CXCursor) -> Option<sys::CXCursor> {
        let name = linked_name(first)?;
        // SAFETY: the cursor's unit is alive.
        let definition = unsafe { sys::clang_getCursorDefinition(first) };
        let defined = self.place(definition);
        match self.by_name.get(&name) {
            Some(known) => {
                let is_other = defined.is_some() && known.defined.is_some() && known.defined != defined;
                (!known.is_twice && !is_other).then_some(known.stands)
            }
            None => {
                let stands = if defined.is_some() { definition } else { first };
                self.by_name.insert(name, Entity::of(stands, defined));
                None
            }
        }
    }

    fn place(&mut self, definition: sys::CXCursor) -> Option<Place> {
        // SAFETY: null cursors are answered too.
        if unsafe { sys::clang_Cursor_isNull(definition) } != 0 {
            return None;
        }
        // SAFETY: the cursor's unit is alive.
        let at = position(unsafe { sys::clang_getCursorLocation(definition) })?;
        let real = |name: &String| PathBuf::from(name).canonicalize().unwrap_or_else(|_| name.into());
        let path = self.paths.entry(at.file).or_insert_with_key(real);
        Some((path.clone(), at.offset))
    }

    /// Takes down the functions and variables that a scope defines.
    fn define(&mut self, scope: sys::CXCursor) {
        for child in Cursor::new(scope).children() {
            match child.kind() {
                CXCursor_Namespace | CXCursor_LinkageSpec | CXCursor_UnexposedDecl => self.define(child.raw),
                CXCursor_FunctionDecl
                | CXCursor_FunctionTemplate
                | CXCursor_CXXMethod
                | CXCursor_Constructor
                | CXCursor_Destructor
                | CXCursor_VarDecl
                    if !is_the_languages(child) =>
                {
                    self.define_one(child);
                }
                _ => {}
            }
        }
    }

    fn define_one(&mut self, c: Cursor<'_>) {
        // SAFETY: the cursor's unit is alive.
        let first = unsafe { sys::clang_getCanonicalCursor(c.raw) };
        let Some(name) = linked_name(first) else {
            return;
        };
        // `int n;` of C is a definition unless there is another.
        let tentative = || c.kind() == CXCursor_VarDecl && !c.is_extern();
        // SAFETY: as above.
        let definition = match unsafe { sys::clang_isCursorDefinition(c.raw) } != 0 || tentative() {
            true => c.raw,
            false => return,
        };
        let Some(defined) = self.place(definition) else {
            return;
        };
        let is_two = |known: &Entity| {
            let elsewhere = unit_of(known.stands) != unit_of(definition);
            elsewhere && known.defined.as_ref().is_some_and(|place| *place != defined)
        };
        match self.by_name.get_mut(&name) {
            Some(known) if is_two(known) => {
                known.is_twice = true;
                if !may_be_several(c) {
                    self.twice.insert(c.spelling());
                }
            }
            Some(_) => {}
            None => {
                self.by_name.insert(name, Entity::of(definition, Some(defined)));
            }
        }
    }
}

/// Whether each unit of a program may define one of this name: an inline function, a variable of the device's (CUDA C++ Programming
/// Guide, "Device memory space specifiers": without relocatable code it is its unit's own).
fn may_be_several(c: Cursor<'_>) -> bool {
    // SAFETY: the cursor's unit is alive.
    let is_inline = unsafe { sys::clang_Cursor_isFunctionInlined(c.raw) } != 0;
    let on_device = || c.has_attribute(&[CXCursor_CUDADeviceAttr, CXCursor_CUDAConstantAttr]);
    is_inline || c.kind() == CXCursor_VarDecl && on_device()
}

fn names_any(c: Cursor<'_>, is_it: &impl Fn(Cursor<'_>) -> bool) -> bool {
    let kinds = [CXCursor_DeclRefExpr, CXCursor_MemberRefExpr, CXCursor_CallExpr];
    let named = kinds.contains(&c.kind()).then(|| c.referenced()).flatten();
    named.is_some_and(is_it) || c.children().into_iter().any(|child| names_any(child, is_it))
}

/// Clang's name for an entity, if other units may mean it.
fn linked_name(first: sys::CXCursor) -> Option<String> {
    // SAFETY: the cursor's unit is alive.
    let (is_external, name) = unsafe {
        let is_external = sys::clang_getCursorLinkage(first) == sys::CXLinkage_External;
        (is_external, || text_of(sys::clang_getCursorUSR(first)))
    };
    let name = is_external.then(name).filter(|name| !name.is_empty())?;
    // A function of C has no types in its name, though its source is parsed as C++.
    let plain = name.strip_prefix("c:@F@").and_then(|rest| rest.split_once('#'));
    Some(match plain.filter(|_| is_of_c(first)) {
        Some((plain, _)) => format!("c:@F@{plain}"),
        None => without_own_qualifiers(&name),
    })
}

/// A function's name without what only its body sees of its parameters: `float *__restrict__ p` and `const int n` are `float *p` and
/// `int n` to everybody else (C++17, 11.3.5 \[dcl.fct\]); clang's name has a digit for such words in front of a parameter's type.
fn without_own_qualifiers(name: &str) -> String {
    let Some((head, types)) = name.split_once('#').filter(|(_, types)| !types.contains('>')) else {
        return name.to_owned();
    };
    let mut plain = head.to_owned();
    for ty in types.split('#') {
        let own = ty.strip_prefix(|digit| ('1'..='7').contains(&digit));
        let own = own.filter(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
        plain.push('#');
        plain.push_str(own.unwrap_or(ty));
    }
    plain
}

/// Whether a unit's source is one of C by its ending.
fn is_of_c(c: sys::CXCursor) -> bool {
    // SAFETY: the cursor's unit is alive.
    let main = text_of(unsafe { sys::clang_getTranslationUnitSpelling(unit_of(c)) });
    Path::new(&main).extension().is_some_and(|ending| ending == "c")
}

#[cfg(test)]
mod tests {
    use super::without_own_qualifiers;

    #[test]
    fn qualifiers_of_parameters_themselves_are_not_part_of_a_name() {
        let plain = "c:@F@k#f#*1f#*f#I#";
        assert_eq!(without_own_qualifiers("c:@F@k#f#4*1f#1*f#1I#"), plain);
        assert_eq!(without_own_qualifiers(plain), plain);
        let template = without_own_qualifiers("c:@FT@>1#Tt#1t0.0#4*S0_#v#");
        assert_eq!(template, "c:@FT@>1#Tt#t0.0#*S0_#v#");
        // What a pointer leads to, and the arguments of templates, are.
        for name in ["c:@F@m#$@S@V>#1f#", "c:@S@A", "c:@F@k#*1f#"] {
            assert_eq!(without_own_qualifiers(name), name);
        }
    }
}
