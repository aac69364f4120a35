//! Function pointers: an address is a number that stands for a function; a call through a pointer compares it with the
//! functions whose address the kernel or its file takes.

use super::call::{CallParts, strip_callee};
use super::types::{self, Shape};
use super::{Lowerer, Value};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type, qualified_name};
use crate::ir::build;
use crate::ir::{CmpOp, Expr, Loc, Open, TermKind, Ty, VarId};

/// The address of the first function.
pub const FIRST_ADDRESS: i128 = 0x1000;

/// Functions that are tried at one call at most: each is inlined, once for every such call.
const MOST_CANDIDATES: usize = 8;

/// The function that an expression names.
pub fn named_function(c: Cursor<'_>) -> Option<Cursor<'_>> {
    named(c).filter(|f| f.kind() == CXCursor_FunctionDecl)
}

impl<'u> Lowerer<'u, '_> {
    /// A function's address, or what a pointer to one holds.
    pub(super) fn function_value(&mut self, c: Cursor<'u>) -> Value {
        let loc = self.loc(c);
        let inner = strip_callee(c);
        if let (CXCursor_ConditionalOperator, &[cond, then, other]) = (inner.kind(), &inner.expressions()[..])
        {
            return self.chosen_function(inner, cond, [then, other]);
        }
        match named_function(c) {
            Some(function) => Value::Scalar(self.function_address(function)),
            None if strip_callee(c).kind() == CXCursor_UnaryOperator => self.rvalue(strip_callee(c)),
            None => Value::Scalar(self.b.unknown(
                loc,
                "this function's address is not modelled",
                Ty::Ptr,
                Vec::new(),
            )),
        }
    }

    /// `cond ? f : g`
    fn chosen_function(&mut self, c: Cursor<'u>, cond: Cursor<'u>, arms: [Cursor<'u>; 2]) -> Value {
        let loc = self.loc(c);
        let slot = self.b.temp("cond", Ty::Ptr);
        let (yes, no, done) = (self.b.block(), self.b.block(), self.b.block());
        self.condition(cond, yes, no);
        for (block, arm) in [yes, no].into_iter().zip(arms) {
            self.b.enter(block);
            let value = self.function_value(arm);
            let value = self.scalar_of(value, loc);
            self.b.assign(loc, slot, value);
            self.b.end(loc, TermKind::Goto(done));
        }
        self.b.enter(done);
        Value::Scalar(build::var(slot, Ty::Ptr))
    }

    pub(super) fn function_address(&mut self, function: Cursor<'u>) -> Expr {
        let known = self
            .functions
            .iter()
            .position(|f| f.canonical().same(function.canonical()));
        let index = known.unwrap_or_else(|| {
            self.functions.push(function);
            self.functions.len() - 1
        });
        build::int(FIRST_ADDRESS + 16 * index as i128, Ty::Ptr)
    }

    /// A call through a pointer.
    pub(super) fn indirect_call(&mut self, c: Cursor<'u>) -> Value {
        let Some(callee) = c
            .children()
            .into_iter()
            .next()
            .filter(|callee| callee.is_expression() && types::scalar(callee.ty()) == Some(Ty::Ptr))
        else {
            return self.unknown_callee(c);
        };
        let loc = self.loc(c);
        if let Some(function) = self.constant_callee(callee) {
            // A constant has no effects.
            return self.call_of(c, &parts_of(c, function));
        }
        let target = self.scalar(callee);
        let Some(result) = self.result_of(c) else {
            return self.unknown_callee(c);
        };
        let (candidates, are_all) = self.candidates(callee.ty());
        let done = self.b.block();
        for function in &candidates {
            let address = self.function_address(*function);
            let (yes, no) = (self.b.block(), self.b.block());
            let chosen = build::compare(CmpOp::Eq, target.clone(), address);
            self.b.branch(loc, chosen, yes, no);
            self.b.enter(yes);
            let value = self.dispatch(c, &parts_of(c, *function));
            self.keep(loc, &result, value);
            self.b.end(loc, TermKind::Goto(done));
            self.b.enter(no);
        }
        if !are_all {
            let value = self.unknown_callee(c);
            self.keep(loc, &result, value);
        } else {
            self.other_callee(loc, target, &candidates);
        }
        self.b.fall_into(loc, done);
        match &result[..] {
            [] => Value::Void,
            [var] if !matches!(types::shape(c.ty()), Shape::Vector(..)) => {
                Value::Scalar(build::var(*var, self.b.vars[*var].ty))
            }
            vars => Value::Vector(vars.iter().map(|v| build::var(*v, self.b.vars[*v].ty)).collect()),
        }
    }

    /// A call of a function that nobody knows: it may write what it is not handed, too.
    pub(super) fn unknown_callee(&mut self, c: Cursor<'u>) -> Value {
        const REASON: &str = "a call whose callee is not known is not modelled";
        let loc = self.loc(c);
        self.anything(loc, REASON);
        self.unknown_call(c, REASON)
    }

    /// Variables for what a call gives; `None` where that is no number and no vector.
    fn result_of(&mut self, c: Cursor<'u>) -> Option<Vec<VarId>> {
        let (ty, lanes) = match types::shape(c.ty()) {
            Shape::Scalar(ty) => (ty, 1),
            Shape::Vector(ty, lanes) => (ty, lanes),
            Shape::Void => return Some(Vec::new()),
            _ => return None,
        };
        Some((0..lanes).map(|_| self.b.temp("called", ty)).collect())
    }

    fn keep(&mut self, loc: Loc, result: &[VarId], value: Value) {
        match value {
            Value::Vector(parts) => {
                for (var, part) in result.iter().zip(parts) {
                    self.b.assign(loc, *var, part);
                }
            }
            value => {
                if let [var] = result {
                    let value = self.scalar_of(value, loc);
                    self.b.assign(loc, *var, value);
                }
            }
        }
    }

    /// The functions that a pointer of this type may hold: those of its type whose address this kernel has taken so far, or
    /// something else in the file takes; and whether it can hold nothing else. nvcc links device code of each file by itself
    /// unless it is told otherwise, so that no other function can be called (CUDA Compiler Driver NVCC, "Using Separate
    /// Compilation in CUDA"). Of more than [`MOST_CANDIDATES`] none is tried.
    fn candidates(&mut self, pointer: Type<'u>) -> (Vec<Cursor<'u>>, bool) {
        let function = pointer.canonical().pointee().canonical();
        let wanted = function.spelling();
        let mut found: Vec<Cursor<'u>> = Vec::new();
        let taken = self.files.addresses_taken();
        let known = self.functions.iter().chain(&taken.functions);
        for function in known {
            let same = |other: &Cursor<'u>| other.canonical().same(function.canonical());
            if function.ty().canonical().spelling() == wanted && !found.iter().any(same) {
                found.push(*function);
            }
        }
        if found.len() > MOST_CANDIDATES {
            return (Vec::new(), false);
        }
        let are_all = !found.is_empty() && !taken.is_open(function);
        (found, are_all)
    }

    /// A call of none of `candidates`: through the null pointer, or taken not to happen, so that the thread gets no further.
    fn other_callee(&mut self, loc: Loc, target: Expr, candidates: &[Cursor<'u>]) {
        let (null, other) = (self.b.block(), self.b.block());
        let is_null = build::compare(CmpOp::Eq, target, build::zero(Ty::Ptr));
        self.b.branch(loc, is_null, null, other);
        self.b.enter(null);
        let byte = Ty::U8;
        self.b.load(loc, build::zero(Ty::Ptr), byte, false);
        self.b.fall_into(loc, other);
        for function in candidates {
            let name = qualified_name(*function);
            if !self.b.callees.contains(&name) {
                self.b.callees.push(name);
            }
        }
        const REASON: &str = "what else this pointer to a function may hold is not known";
        self.b.open = Some(Open::OtherCallee);
        self.b.effect_hole(loc, REASON, Vec::new());
        self.b.open = None;
        self.b.end(loc, TermKind::Unreachable);
    }
}

/// The call `c` as one of `function`.
fn parts_of<'u>(c: Cursor<'u>, function: Cursor<'u>) -> CallParts<'u> {
    CallParts {
        function,
        object: None,
        method: false,
        arguments: c.arguments(),
        sources: Vec::new(),
    }
}

/// What a pointer to a function may hold, as far as a file tells.
#[derive(Default)]
pub struct Taken<'u> {
    /// Functions of the device that are named where they are not called.
    pub functions: Vec<Cursor<'u>>,
    /// The types of the parameters of what is not followed when it is called through a pointer: lambdas, which convert to pointers
    /// unseen, methods, and functions that only `constexpr` lets the device call.
    unfollowed: Vec<Vec<String>>,
}

impl<'u> Taken<'u> {
    /// Adds what is below a node. `is_constexpr` tells whether a function is declared so.
    pub fn collect(&mut self, c: Cursor<'u>, is_constexpr: &dyn Fn(Cursor<'u>) -> bool) {
        let mut children = c.children();
        if c.kind() == CXCursor_CallExpr
            && let (Some(callee), Some(called)) = (children.first(), c.referenced())
            && named(*callee).is_some_and(|f| f.same(called))
        {
            children.remove(0);
        }
        if c.kind() == CXCursor_LambdaExpr {
            let parameters = children.iter().filter(|child| child.kind() == CXCursor_ParmDecl);
            self.unfollowed
                .push(parameters.map(|p| shape_of(p.ty())).collect());
        }
        if c.kind() == CXCursor_DeclRefExpr
            && let Some(function) = named(c)
        {
            self.add(function, is_constexpr);
        }
        for child in children {
            self.collect(child, is_constexpr);
        }
    }

    fn add(&mut self, function: Cursor<'u>, is_constexpr: &dyn Fn(Cursor<'u>) -> bool) {
        let is_known = |known: &Cursor<'u>| known.canonical().same(function.canonical());
        if function.kind() == CXCursor_FunctionDecl && runs_on_the_device(function) {
            if !self.functions.iter().any(is_known) {
                self.functions.push(function);
            }
        } else if function.kind() != CXCursor_FunctionDecl || is_constexpr(function) {
            self.unfollowed.push(parameters(function.ty()));
        }
    }

    /// Whether a pointer to a function of this type may hold what is not followed.
    pub fn is_open(&self, function: Type<'u>) -> bool {
        let wanted = parameters(function);
        let fits = |(a, b): (&String, &String)| a == b || a.contains("auto") || a.contains("type-parameter");
        self.unfollowed
            .iter()
            .any(|found| found.len() == wanted.len() && found.iter().zip(&wanted).all(fits))
    }
}

/// The function or method that an expression names.
fn named(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let named = strip_callee(c);
    (named.kind() == CXCursor_DeclRefExpr)
        .then(|| named.referenced())
        .flatten()
        .filter(|f| [CXCursor_FunctionDecl, CXCursor_CXXMethod].contains(&f.kind()))
}

fn parameters(function: Type<'_>) -> Vec<String> {
    let function = function.canonical();
    (0..).map_while(|n| function.parameter(n)).map(shape_of).collect()
}

/// A parameter's type in words, but for `const`, which a parameter may have by itself and a function's type leaves out.
fn shape_of(ty: Type<'_>) -> String {
    ty.canonical().spelling().replace("const", "").replace(' ', "")
}

/// Whether a function can be called in device code; a kernel cannot.
fn runs_on_the_device(function: Cursor<'_>) -> bool {
    let has = |kind| function.has_attribute(&[kind]);
    has(CXCursor_CUDADeviceAttr) && !has(CXCursor_CUDAGlobalAttr)
}
