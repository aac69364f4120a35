//! Numbers and pointers that a construct only reads: what host code makes them of.

use super::Lowerer;
use super::around::{self, is_new_memory};
use super::sharing::{Sharing, is_reference, references_in, shared};
use super::types::{self, Shape};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};
use crate::ir::Ty;
use crate::ir::build;
use crate::launch::{Origin, is_cast, strip};

/// How deep pointers are followed to where they come from.
const MOST_ORIGINS: usize = 8;

/// Operators by which numbers are computed that always can be.
const SUMS: &[CXBinaryOperatorKind] = &[
    CXBinaryOperator_Add,
    CXBinaryOperator_Sub,
    CXBinaryOperator_Mul,
    CXBinaryOperator_LT,
    CXBinaryOperator_GT,
    CXBinaryOperator_LE,
    CXBinaryOperator_GE,
    CXBinaryOperator_EQ,
    CXBinaryOperator_NE,
    CXBinaryOperator_LAnd,
    CXBinaryOperator_LOr,
];

impl<'u> Sharing<'_, '_, 'u> {
    /// A variable that the loop only reads: a constant, a parameter, or what another leads to.
    pub fn value(
        &mut self,
        lowerer: &mut Lowerer<'u, '_>,
        variable: Cursor<'u>,
        reference: Cursor<'u>,
        depth: usize,
    ) -> Result<(), String> {
        let loc = lowerer.loc(variable);
        let name = variable.spelling();
        let ty = types::scalar(variable.ty());
        if let Some(ty @ Ty::Int { .. }) = ty
            && let Some(value) = self.facts.integer(reference)
        {
            let addr = lowerer.local(loc, &name, variable.ty(), true);
            lowerer.env.insert(variable.identity(), addr.clone());
            lowerer.b.store(loc, addr, build::int(value, ty), false);
            return Ok(());
        }
        if ty == Some(Ty::Ptr) && !types::is_function_pointer(variable.ty()) {
            let origins = self.facts.origins(variable, reference);
            let leading: Vec<Cursor<'u>> = origins
                .iter()
                .filter_map(|origin| match origin {
                    Origin::Value(value) => (!is_new_memory(*value)).then_some(*value),
                    Origin::Updated | Origin::Given | Origin::Lost => None,
                })
                .collect();
            if origins.iter().any(|origin| matches!(origin, Origin::Lost)) && !self.is_handed_memory(variable)
            {
                return Err(format!("where the pointer `{name}` leads is not known"));
            }
            if let [first, ..] = leading[..] {
                if origins.len() > 1 || depth > MOST_ORIGINS {
                    return Err(format!("where the pointer `{name}` leads is not known"));
                }
                return self.follow(lowerer, variable, first, depth);
            }
        }
        if matches!(ty, Some(Ty::Int { .. })) {
            let origins = self.facts.origins(variable, reference);
            let from = start_of(variable, &origins);
            match origins[..] {
                [Origin::Value(sum)] if depth < MOST_ORIGINS && self.is_sum(sum, from.as_ref()) => {
                    return self.follow(lowerer, variable, sum, depth);
                }
                _ => self.doubt_number(variable, &origins),
            }
        }
        if self.closure(lowerer, variable, depth)? || self.object(lowerer, variable, depth)? {
            return Ok(());
        }
        lowerer.parameter(variable, &name, &mut self.params);
        if ty.is_some() && self.is_most_threads(lowerer, variable, reference) {
            lowerer.has_most_threads(variable);
        }
        Ok(())
    }

    /// Whether its address only goes to functions that allocate: `posix_memalign(&p, 64, size)`.
    fn is_handed_memory(&self, variable: Cursor<'u>) -> bool {
        let mut references = Vec::new();
        addresses_in(self.work.function, variable, false, &mut references);
        !references.is_empty() && references.into_iter().all(|is_to_allocator| is_to_allocator)
    }

    /// Whether a value is computed from whole numbers that never change, and always can be.
    pub fn is_sum(&self, value: Cursor<'u>, from: Option<&Position>) -> bool {
        let parts = value.expressions();
        let is_plain = match value.kind() {
            CXCursor_DeclRefExpr => value.referenced().is_some_and(|variable| {
                let is_number = matches!(types::scalar(variable.ty()), Some(Ty::Int { .. }));
                is_number && self.is_outside(variable) && self.facts.is_settled(variable, from)
            }),
            CXCursor_BinaryOperator => match value.binary_operator() {
                CXBinaryOperator_Div | CXBinaryOperator_Rem => parts
                    .get(1)
                    .and_then(|by| self.facts.integer(*by))
                    .is_some_and(|by| by > 0),
                operator => SUMS.contains(&operator),
            },
            CXCursor_UnaryOperator => {
                matches!(
                    value.unary_operator(),
                    CXUnaryOperator_Minus | CXUnaryOperator_LNot
                )
            }
            CXCursor_ParenExpr | CXCursor_IntegerLiteral | CXCursor_ConditionalOperator => true,
            kind => is_cast(kind),
        };
        is_plain && parts.into_iter().all(|part| self.is_sum(part, from))
    }

    /// Notes that a number is computed in ways that are not followed: it may not be any.
    fn doubt_number(&mut self, variable: Cursor<'u>, origins: &[Origin<'u>]) {
        let is_computed = |value: Cursor<'u>| {
            let mut references = Vec::new();
            references_in(value, &mut references);
            let mut named = references.into_iter().filter_map(Cursor::referenced);
            named.any(|v| matches!(types::scalar(v.ty()), Some(Ty::Int { .. })))
        };
        let is_changed = variable.kind() == CXCursor_ParmDecl && !origins.is_empty();
        let computed = origins.iter().any(|origin| match origin {
            Origin::Value(value) => is_changed || is_computed(*value),
            Origin::Updated => true,
            Origin::Given | Origin::Lost => false,
        });
        // The loops around are looked at by themselves.
        if computed && !around::counts_around(self.work.function, &self.range.start, variable) {
            self.note_computed(variable);
        }
    }

    pub fn note_computed(&mut self, variable: Cursor<'u>) {
        if self.computed.is_none() && self.decides(variable) {
            self.computed = Some(variable.spelling());
        }
    }

    /// Why what is found may not come about: a number may not be any.
    pub fn doubt_of_numbers(&self) -> Option<String> {
        let name = self.computed.as_ref()?;
        Some(format!("how host code computes `{name}` is not followed"))
    }

    /// A pointer or a number that is made of other variables.
    fn follow(
        &mut self,
        lowerer: &mut Lowerer<'u, '_>,
        variable: Cursor<'u>,
        value: Cursor<'u>,
        depth: usize,
    ) -> Result<(), String> {
        self.bind_all(lowerer, variable, value, depth, false)?;
        let loc = lowerer.loc(variable);
        let addr = lowerer.local(loc, &variable.spelling(), variable.ty(), true);
        lowerer.env.insert(variable.identity(), addr.clone());
        lowerer.initialise(addr, variable.ty(), value);
        Ok(())
    }

    /// A reference to another variable.
    pub fn another_name(
        &mut self,
        lowerer: &mut Lowerer<'u, '_>,
        variable: Cursor<'u>,
        depth: usize,
    ) -> Result<(), String> {
        let Some(value) = variable.initializer() else {
            return Err(format!("what `{}` refers to is not known", variable.spelling()));
        };
        self.bind_all(lowerer, variable, value, depth, false)?;
        let addr = lowerer.address(value);
        lowerer.env.insert(variable.identity(), addr.clone());
        lowerer.env.insert(variable.canonical().identity(), addr);
        Ok(())
    }

    /// Gives all variables in an expression their places, if they are what they were when it was computed.
    pub fn bind_all(
        &mut self,
        lowerer: &mut Lowerer<'u, '_>,
        of: Cursor<'u>,
        value: Cursor<'u>,
        depth: usize,
        is_size: bool,
    ) -> Result<(), String> {
        let unclear = || format!("where `{}` leads is not known", of.spelling());
        if depth > MOST_ORIGINS || calls_anything(value) || self.reads_changing(lowerer, value) {
            return Err(unclear());
        }
        let mut references = Vec::new();
        references_in(value, &mut references);
        for reference in references {
            let Some(variable) = reference.referenced().filter(|v| self.is_outside(*v)) else {
                return Err(unclear());
            };
            if variable.is_thread_local() {
                return Err(unclear());
            }
            let is_place = matches!(types::shape(variable.ty()), Shape::Array(..)) || is_addressed(value);
            // What sizes an array or starts a variable is what it was when that came to be; an assignment may be of an earlier turn of
            // a loop.
            let starts = || {
                of.initializer()
                    .is_some_and(|init| strip(init).same(strip(value)))
            };
            let from = of.position().filter(|_| is_size || starts());
            if !is_place && !self.facts.is_settled(variable, from.as_ref()) && !variable.ty().is_const() {
                return Err(unclear());
            }
            if is_addressed(value)
                && types::scalar(variable.ty()).is_some_and(|ty| ty != Ty::Ptr)
                && !is_reference(variable)
            {
                self.in_memory(lowerer, variable);
            } else {
                self.bind(lowerer, variable, reference, depth + 1)?;
            }
        }
        Ok(())
    }

    /// A scalar whose address something has.
    fn in_memory(&mut self, lowerer: &mut Lowerer<'u, '_>, variable: Cursor<'u>) {
        let loc = lowerer.loc(variable);
        let addr = build::object(lowerer.b.object(shared(variable, loc.span), None));
        for key in [variable.identity(), variable.canonical().identity()] {
            lowerer.env.insert(key, addr.clone());
        }
        self.known.push(variable.canonical().identity());
    }
}

/// Where a variable comes to be, if what it starts with is what it has.
fn start_of(variable: Cursor<'_>, origins: &[Origin<'_>]) -> Option<Position> {
    let init = variable.initializer().map(strip)?;
    let is_start = matches!(origins, [Origin::Value(value)] if value.same(init));
    variable.position().filter(|_| is_start && !variable.is_static())
}

/// Of each place under a node that takes the address of a variable, whether a function that allocates is handed it.
fn addresses_in(c: Cursor<'_>, variable: Cursor<'_>, allocates: bool, found: &mut Vec<bool>) {
    let is_it = |part: Cursor<'_>| {
        let named = super::canonical::bare(part).referenced();
        named.is_some_and(|v| v.canonical().same(variable.canonical()))
    };
    let allocates = match c.kind() {
        CXCursor_CallExpr => around::allocates(c),
        CXCursor_UnaryOperator | CXCursor_ParenExpr => allocates,
        kind => allocates && is_cast(kind),
    };
    let takes = match c.kind() {
        CXCursor_UnaryOperator if c.unary_operator() == CXUnaryOperator_AddrOf => {
            c.expressions().into_iter().any(is_it)
        }
        // What is not read is handed over as a reference.
        CXCursor_CallExpr => {
            let mut arguments = c.arguments().into_iter();
            arguments.any(|argument| argument.kind() == CXCursor_DeclRefExpr && is_it(argument))
        }
        _ => false,
    };
    if takes {
        found.push(allocates);
    }
    for child in c.children() {
        addresses_in(child, variable, allocates, found);
    }
}

/// Whether an expression is `&v...`.
fn is_addressed(value: Cursor<'_>) -> bool {
    let address = value.kind() == CXCursor_UnaryOperator && value.unary_operator() == CXUnaryOperator_AddrOf;
    address || value.expressions().into_iter().any(is_addressed)
}

fn calls_anything(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_CallExpr || c.children().into_iter().any(calls_anything)
}
