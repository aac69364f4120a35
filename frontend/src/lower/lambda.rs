//! Lambdas: closures are objects that hold what they capture, and their bodies are inlined where they are called.
//!
//! Clang says of a closure how large it is and which types its members have, but not which member is whose. Only the lowering reads
//! them, so that any member of the right size will do for a variable (C++17 \[expr.prim.lambda.capture\]).

use super::special::{Special, is_special};
use super::types::{self, Shape};
use super::{Lowerer, This, Value};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::build;
use crate::ir::{Expr, Ty};

/// What the closures of one lambda expression hold, by where.
#[derive(Clone, Default)]
pub(super) struct Closure<'u> {
    variables: Vec<Captured<'u>>,
    /// The class that `this` points to, and whether the closure holds a copy of the object.
    this: Option<(u64, Type<'u>, bool)>,
}

#[derive(Clone)]
struct Captured<'u> {
    variable: Cursor<'u>,
    /// Bytes from the closure's start.
    offset: u64,
    by_reference: bool,
}

/// What was bound before a closure's captures were.
pub(super) type Hidden = Vec<(usize, Option<Expr>)>;

impl<'u> Lowerer<'u, '_> {
    /// A lambda: a closure of its own.
    pub(super) fn lambda(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let addr = self.temporary(loc, "lambda", c.ty());
        self.closure(addr.clone(), c);
        Value::Memory(addr)
    }

    /// Makes a closure at an address.
    pub(super) fn closure(&mut self, addr: Expr, c: Cursor<'u>) {
        let loc = self.loc(c);
        let Some(class) = c.ty().canonical().declaration() else {
            return self.anything(loc, UNKNOWN);
        };
        // `[x = e]` declares a variable, which comes to be here.
        for variable in named_captures(c).into_iter().filter(|v| c.encloses(*v)) {
            self.declaration(variable);
            if is_special(variable.ty(), Special::Destroy) {
                self.anything(loc, "destructors of what a lambda holds are not modelled");
            }
        }
        let layout = self.layout(c);
        self.closures.insert(class.canonical().identity(), layout.clone());
        let Some(closure) = layout else {
            return self.anything(loc, UNKNOWN);
        };
        for captured in &closure.variables {
            let Some(from) = self.env.get(&captured.variable.identity()).cloned() else {
                self.anything(loc, UNKNOWN);
                continue;
            };
            let to = build::offset_by(addr.clone(), captured.offset);
            if captured.by_reference {
                let from = self.b.stable(loc, from);
                self.b.store(loc, to, from, false);
                continue;
            }
            let ty = value_type(captured.variable.ty());
            match c.encloses(captured.variable) {
                // It was made in the closure.
                true => self.copy(loc, to, from, ty),
                false => self.copy_part(c, to, from, ty, Special::Copy),
            }
        }
        if let (Some((offset, class, copied)), Some(this)) = (closure.this, self.frame().this.clone()) {
            let to = build::offset_by(addr, offset);
            if copied {
                self.copy_part(c, to, this.addr, class, Special::Copy);
            } else {
                self.b.store(loc, to, this.addr, false);
            }
        }
    }

    /// Where a lambda's closures hold what; `None` if that is not certain.
    fn layout(&mut self, c: Cursor<'u>) -> Option<Closure<'u>> {
        let mut free = c.ty().canonical().fields();
        let list = self.capture_list(c)?;
        let named = named_captures(c);
        let mut used = Vec::new();
        if list.default.is_some() {
            // Not what initialises variables of the list.
            if let Some(body) = c.children().pop() {
                self.used_around(body, c, &mut used);
            }
            used.retain(|v| !named.iter().any(|n| n.same(*v)));
            // Constants need not be captured.
            used.sort_by_key(|v| v.ty().is_const());
        }
        let mut closure = Closure::default();
        for (variable, is_named) in named
            .iter()
            .map(|v| (v, true))
            .chain(used.iter().map(|v| (v, false)))
        {
            let by_reference = match (c.encloses(*variable), is_named) {
                (true, _) => matches!(types::shape(variable.ty()), Shape::Reference(_)),
                (false, true) => list.references.contains(&variable.spelling()),
                (false, false) => list.default == Some('&'),
            };
            let ty = value_type(variable.ty());
            let fits = |field: &Cursor<'u>| match types::shape(field.ty()) {
                Shape::Reference(_) => by_reference,
                _ => !by_reference && types::size(field.ty()) == types::size(ty),
            };
            // Of its own type if there is one, so that pointers stay with pointers.
            let is_own = |field: &Cursor<'u>| fits(field) && types::scalar(field.ty()) == types::scalar(ty);
            let at = free.iter().position(is_own);
            let Some(at) = at.or_else(|| free.iter().position(fits)) else {
                if is_named || !variable.ty().is_const() {
                    return None;
                }
                continue;
            };
            closure.variables.push(Captured {
                variable: *variable,
                offset: free.remove(at).field_offset_bits()? / 8,
                by_reference,
            });
        }
        match free[..] {
            [] => {}
            [field] => {
                let class = self.frame().this.as_ref()?.class;
                let fits = match list.copies_this {
                    true => types::size(field.ty()) == types::size(class),
                    false => types::scalar(field.ty()) == Some(Ty::Ptr),
                };
                let offset = field.field_offset_bits().filter(|_| fits)? / 8;
                closure.this = Some((offset, class, list.copies_this));
            }
            _ => return None,
        }
        Some(closure)
    }

    /// Variables of the functions around a lambda that its body names, lambdas in there included.
    fn used_around(&mut self, c: Cursor<'u>, lambda: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
        for child in c.children() {
            let target = child
                .referenced()
                .filter(|_| matches!(child.kind(), CXCursor_DeclRefExpr | CXCursor_VariableRef));
            if let Some(target) = target
                && (self.env.contains_key(&target.identity()) || is_local(target))
                && !lambda.encloses(target)
                && !(target.kind() == CXCursor_VarDecl && self.is_static_storage(target))
                && !found.iter().any(|f| f.same(target))
            {
                found.push(target);
            }
            self.used_around(child, lambda, found);
        }
    }

    /// What stands between a lambda's brackets.
    fn capture_list(&mut self, c: Cursor<'u>) -> Option<CaptureList> {
        if c.ty().canonical().fields().is_empty() {
            return Some(CaptureList::default());
        }
        CaptureList::read(&self.files.text(c)?)
    }

    /// Binds what a closure holds for its body, whose `this` it returns; the layout is not known if there is none.
    pub(super) fn open_closure(
        &mut self,
        definition: Cursor<'u>,
        this: Option<This<'u>>,
    ) -> Option<(Option<This<'u>>, Hidden)> {
        let class = definition.semantic_parent();
        let Some(closure) = class.and_then(|class| self.closure_of(class)) else {
            return Some((this, Vec::new()));
        };
        let closure = closure?;
        let Some(object) = this else {
            let holds_nothing = closure.variables.is_empty() && closure.this.is_none();
            return holds_nothing.then_some((None, Vec::new()));
        };
        let loc = self.loc(definition);
        let mut hidden = Vec::new();
        for captured in &closure.variables {
            let mut place = build::offset_by(object.addr.clone(), captured.offset);
            if captured.by_reference {
                place = self.b.load(loc, place, Ty::Ptr, false);
            }
            let place = self.b.stable(loc, place);
            let variable = captured.variable.identity();
            hidden.push((variable, self.env.insert(variable, place)));
        }
        let inner = closure.this.map(|(offset, class, copied)| {
            let place = build::offset_by(object.addr.clone(), offset);
            let addr = match copied {
                true => place,
                false => self.b.load(loc, place, Ty::Ptr, false),
            };
            let addr = self.b.stable(loc, addr);
            This { addr, class }
        });
        Some((inner, hidden))
    }

    /// What closures of a class hold: those that the kernel makes, or that the host made and handed over.
    fn closure_of(&mut self, class: Cursor<'u>) -> Option<Option<Closure<'u>>> {
        let class = class.canonical();
        if let Some(known) = self.closures.get(&class.identity()) {
            return Some(known.clone());
        }
        if !class.ty().spelling().contains("(lambda at ") {
            return None;
        }
        let root = self.files.root();
        let made = root
            .children()
            .into_iter()
            .filter(|c| c.position().is_some_and(|at| self.files.id(&at.file).is_some()))
            .find_map(|c| expression_of(c, class))?;
        let layout = self.layout(made);
        self.closures.insert(class.identity(), layout.clone());
        Some(layout)
    }

    /// The names of variables that a closure holds, by where; nothing for what is no closure.
    pub(super) fn captured_names(&mut self, ty: Type<'u>) -> Vec<(u64, String)> {
        let class = ty.canonical().declaration();
        let closure = class.and_then(|class| self.closure_of(class)).flatten();
        let variables = closure.map(|c| c.variables).unwrap_or_default();
        let name = |captured: Captured<'u>| (captured.offset, captured.variable.spelling());
        variables.into_iter().map(name).collect()
    }

    /// Brings back what captures hid.
    pub(super) fn close_closure(&mut self, hidden: Hidden) {
        for (variable, before) in hidden {
            match before {
                Some(addr) => self.env.insert(variable, addr),
                None => self.env.remove(&variable),
            };
        }
    }
}

/// Why a lambda is not followed.
pub(super) const UNKNOWN: &str = "what this lambda captures is not known";

/// The text between a lambda's brackets.
#[derive(Debug, Default, PartialEq, Eq)]
struct CaptureList {
    /// `=` or `&`.
    default: Option<char>,
    /// The variables that are captured by `&name`.
    references: Vec<String>,
    copies_this: bool,
}

impl CaptureList {
    fn read(text: &str) -> Option<CaptureList> {
        let text = text.strip_prefix('[')?;
        let mut list = CaptureList::default();
        let mut depth = 0;
        let mut item = String::new();
        for c in text.chars() {
            match c {
                ']' if depth == 0 => {
                    list.add(&item);
                    return Some(list);
                }
                ',' if depth == 0 => list.add(&std::mem::take(&mut item)),
                _ => {
                    depth += match c {
                        '(' | '[' | '{' => 1,
                        ')' | ']' | '}' => -1,
                        _ => 0,
                    };
                    item.push(c);
                }
            }
        }
        None
    }

    fn add(&mut self, item: &str) {
        let item: String = item.chars().filter(|c| !c.is_whitespace()).collect();
        match (item.as_str(), item.strip_prefix('&')) {
            ("=" | "&", _) => self.default = item.chars().next(),
            ("*this", _) => self.copies_this = true,
            // A pack names each of its parts.
            (_, Some(name)) => self.references.push(name.trim_matches('.').to_owned()),
            (_, None) => {}
        }
    }
}

/// The type of what a variable names.
fn value_type(ty: Type<'_>) -> Type<'_> {
    match types::shape(ty) {
        Shape::Reference(target) => target,
        _ => ty,
    }
}

/// The variables that a lambda's list names or declares, in order.
fn named_captures(c: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut found: Vec<Cursor<'_>> = Vec::new();
    for child in c.children() {
        let named = match child.kind() {
            CXCursor_VariableRef => child.referenced(),
            // A structured binding.
            CXCursor_DeclRefExpr => child.referenced().filter(|v| v.kind() == CXCursor_UnexposedDecl),
            _ => None,
        };
        if let Some(variable) = named.filter(|v| !found.iter().any(|f| f.same(*v))) {
            found.push(variable);
        }
    }
    found
}

/// The lambda expression whose closures are of a class.
fn expression_of<'u>(c: Cursor<'u>, class: Cursor<'u>) -> Option<Cursor<'u>> {
    let is_it = c.kind() == CXCursor_LambdaExpr
        && c.ty()
            .canonical()
            .declaration()
            .is_some_and(|own| own.canonical().same(class));
    if is_it {
        return Some(c);
    }
    c.children()
        .into_iter()
        .find_map(|child| expression_of(child, class))
}

/// Whether a declaration is one of a function's own.
fn is_local(declaration: Cursor<'_>) -> bool {
    match declaration.kind() {
        CXCursor_ParmDecl => true,
        CXCursor_VarDecl => super::lvalue::is_in_function(declaration),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::CaptureList;

    #[test]
    fn lists_are_read() {
        let read = |text| CaptureList::read(text).expect("a list");
        let list = read("[ = , & a, b,*this, &c = f(x, g[2]), d = {1, 2}](int x) { return [&] {}; }");
        assert_eq!(list.default, Some('='));
        assert_eq!(list.references, ["a", "c=f(x,g[2])"]);
        assert!(list.copies_this);
        assert_eq!(read("[&]{}").default, Some('&'));
        assert_eq!(read("[&x]{}").default, None);
        assert_eq!(CaptureList::read("LAMBDA(x)"), None);
    }
}
