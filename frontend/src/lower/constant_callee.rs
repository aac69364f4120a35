//! Pointers to functions that are constants of the program: `constexpr op_t op = choose(type);`.
//!
//! clang does not say which function such a constant is. It is an expression of constants, so that it means the same
//! wherever it stands: it is lowered apart from the kernel, as a kernel that does nothing else, and if the promotion leaves
//! nothing of that but a number, the number is the constant's value.

use super::builder::Builder;
use super::call::strip_callee;
use super::indirect::FIRST_ADDRESS;
use super::{Frame, Lowerer};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::build;
use crate::ir::{Kernel, Object, ObjectSource, Space, StmtKind, TermKind, Ty};
use crate::promote;

/// How far constants that are made of others are followed.
const MAX_DEPTH: usize = 16;

impl<'u> Lowerer<'u, '_> {
    /// The function that a callee always is, if it is a constant of the program's.
    pub(super) fn constant_callee(&mut self, callee: Cursor<'u>) -> Option<Cursor<'u>> {
        let named = strip_callee(callee);
        if let Some(variable) = named.referenced()
            && let Some(known) = self.constant_callees.get(&variable.identity())
        {
            return Some(*known);
        }
        let value = self.constant_function(callee)?;
        if named.kind() == CXCursor_DeclRefExpr
            && let Some(variable) = named.referenced()
        {
            self.constant_callees.insert(variable.identity(), value);
        }
        Some(value)
    }

    /// The function that an expression of constants gives.
    pub(super) fn constant_function(&mut self, c: Cursor<'u>) -> Option<Cursor<'u>> {
        if !is_of_constants(c, 0) {
            return None;
        }
        let before = self.functions.len();
        let address = self.apart(c);
        let function = address.and_then(|address| {
            let index = usize::try_from((address - FIRST_ADDRESS) / 16).ok()?;
            self.functions.get(index).copied()
        });
        // Only the kernel itself takes addresses.
        self.functions.truncate(before);
        function
    }

    /// The number that an expression of constants is, lowered as a kernel of its own.
    fn apart(&mut self, c: Cursor<'u>) -> Option<i128> {
        let loc = self.loc(c);
        let kernel = self.frames[0].definition;
        let b = std::mem::replace(&mut self.b, Builder::new(loc));
        let env = std::mem::take(&mut self.env);
        let globals = std::mem::take(&mut self.globals);
        let dynamic_shared = self.dynamic_shared.take();
        let frames = std::mem::replace(&mut self.frames, vec![Frame::outermost(kernel)]);
        let recursive_calls = self.recursive_calls;

        let entry = self.b.current;
        let result = self.b.object(result_object(loc.span), None);
        self.declare_constants(c, 0);
        let value = self.scalar(c);
        self.b.store(loc, build::object(result), value, false);
        self.b.end(loc, TermKind::Return);

        let mut apart = std::mem::replace(&mut self.b, b);
        self.env = env;
        self.globals = globals;
        self.dynamic_shared = dynamic_shared;
        self.frames = frames;
        self.recursive_calls = recursive_calls;
        // Nobody is to be told of these variables: all may be replaced.
        apart.vars.iter_mut().for_each(|var| var.user = false);
        apart.namings.iter_mut().for_each(|naming| *naming = None);
        let (alone, namings) = apart.into_kernel(self.language, loc.span, entry);
        number_stored(&promote::run(alone, namings))
    }

    /// Declares the constants that an expression names, and those that these are made of.
    fn declare_constants(&mut self, c: Cursor<'u>, depth: usize) {
        if let Some(variable) = constant(c)
            && depth < MAX_DEPTH
            && !self.env.contains_key(&variable.identity())
            && let Some(init) = variable.initializer()
        {
            self.declare_constants(init, depth + 1);
            let loc = self.loc(variable);
            let addr = self.local(loc, &variable.spelling(), variable.ty(), false);
            self.env.insert(variable.identity(), addr.clone());
            self.initialise(addr, variable.ty(), init);
        }
        for child in c.expressions() {
            self.declare_constants(child, depth);
        }
    }
}

/// Where the number is put.
fn result_object(span: crate::ir::Span) -> Object {
    Object {
        name: String::new(),
        space: Space::Global,
        size: Some(8),
        elem: Ty::Ptr,
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

/// The number that a kernel stores, if it does nothing else.
fn number_stored(kernel: &Kernel) -> Option<i128> {
    let block = &kernel.blocks[kernel.entry];
    let [stmt] = &block.stmts[..] else { return None };
    let StmtKind::Store { value, .. } = &stmt.kind else {
        return None;
    };
    build::fixed_address(value).filter(|_| block.term.kind == TermKind::Return)
}

/// The constant that an expression names: a variable that is `const` and initialised where it stands.
fn constant(c: Cursor<'_>) -> Option<Cursor<'_>> {
    if c.kind() != CXCursor_DeclRefExpr {
        return None;
    }
    let variable = c.referenced().filter(|v| v.kind() == CXCursor_VarDecl)?;
    let variable = variable.definition().unwrap_or(variable);
    let fixed = variable.ty().is_const() || variable.ty().canonical().is_const();
    (fixed && !variable.ty().is_volatile() && variable.initializer().is_some()).then_some(variable)
}

/// Whether an expression names no variable but constants.
fn is_of_constants(c: Cursor<'_>, depth: usize) -> bool {
    if c.kind() == CXCursor_CXXThisExpr || depth > 4 * MAX_DEPTH {
        return false;
    }
    if c.kind() == CXCursor_DeclRefExpr && c.substituted().is_none() {
        let is_variable = c.referenced().is_none_or(|named| {
            !matches!(
                named.kind(),
                CXCursor_FunctionDecl | CXCursor_CXXMethod | CXCursor_EnumConstantDecl
            )
        });
        return !is_variable
            || constant(c)
                .and_then(|variable| variable.initializer())
                .is_some_and(|init| is_of_constants(init, depth + 1));
    }
    c.expressions()
        .into_iter()
        .all(|child| is_of_constants(child, depth + 1))
}
