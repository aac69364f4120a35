//! Range-based `for` (C++17 9.5.4 [stmt.ranged]): over arrays, over what has pointers for ends, and over what has iterators.
//!
//! libclang shows the range, the variable and the body. The variable is initialised with `*__begin`, and that with `__range.begin()` or
//! `begin(__range)`: these lead to the functions that clang found. The function for the end stands beside that for the beginning; what
//! compares and counts iterators, with their class.

mod names;

use super::bindings::is_structured_binding;
use super::call::CallParts;
use super::dynamic::object_of;
use super::expr::same_record;
use super::special::Special;
use super::types::{self, Shape};
use super::{Lowerer, This, Value};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type, body};
use crate::ir::build;
use crate::ir::{BinOp, CmpOp, Expr, ExprKind, Loc, TermKind, Ty};
use names::{beside, hides, implicit_variable, made_by, named};

/// Why a loop over a range is a hole.
const LOST: &str =
    "a range-based `for` over something that has neither elements nor pointers to its ends is not modelled";

/// Elements that lie one after the other: their type, the first one's address, and their number.
type Elements<'u> = (Type<'u>, Expr, Expr);

/// The iterators of a loop: variables of their own.
struct Iterators<'u> {
    begin: This<'u>,
    end: This<'u>,
    /// Whether two are different; the same if `equal`.
    compare: Cursor<'u>,
    equal: bool,
    advance: Cursor<'u>,
}

impl<'u> Lowerer<'u, '_> {
    /// `for (T x : range)`
    pub(super) fn range_loop(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        self.hidden_init(c, "for");
        let children = c.children();
        let variable = children
            .iter()
            .copied()
            .find(|child| child.kind() == CXCursor_VarDecl || is_structured_binding(*child));
        let range = children.iter().copied().find(|child| child.is_expression());
        let (Some(variable), Some(range)) = (variable, range) else {
            self.anything(loc, "this range-based `for` is not modelled");
            return;
        };
        let body = children.last().copied();
        let range = listed(range).unwrap_or(range);
        let place = self.lvalue(range);
        if let Shape::Array(element, Some(count)) = types::shape(range.ty()) {
            let count = build::int(i128::from(count), Ty::I64);
            return self.over_elements(loc, variable, Some((element, place.addr, count)), body);
        }
        let addr = self.b.stable(loc, place.addr);
        match self.ends(c, variable, addr) {
            Some((begin, end)) => match self.between(loc, &begin, &end) {
                Some(elements) => self.over_elements(loc, variable, Some(elements), body),
                None => match self.iterators(begin, end) {
                    Some(iterators) => self.over_iterators(loc, variable, &iterators, body),
                    None => self.over_elements(loc, variable, None, body),
                },
            },
            None => self.over_elements(loc, variable, None, body),
        }
    }

    /// Elements by a counter; without them, nobody knows how many of which.
    fn over_elements(
        &mut self,
        loc: Loc,
        variable: Cursor<'u>,
        elements: Option<Elements<'u>>,
        body: Option<Cursor<'u>>,
    ) {
        let counter = self.b.temp("index", Ty::I64);
        self.b.assign(loc, counter, build::int(0, Ty::I64));
        let header = self.header(loc);
        let (inside, next, done) = (self.b.block(), self.b.block(), self.b.block());
        let at = build::var(counter, Ty::I64);
        let more = match &elements {
            Some((.., count)) => build::compare(CmpOp::Lt, at.clone(), count.clone()),
            None => {
                self.anything(loc, LOST);
                self.b.unknown(loc, LOST, Ty::Bool, Vec::new())
            }
        };
        self.b.branch(loc, more, inside, done);
        self.b.enter(inside);
        let elements = elements.map(|(element, first, _)| (element, first));
        let element = at.clone();
        let declare = |l: &mut Self| l.range_variable(variable, elements, element);
        self.body_after(declare, body, next, done);
        self.b.fall_into(loc, next);
        let one = build::int(1, Ty::I64);
        self.b.assign(loc, counter, build::binary(BinOp::Add, at, one));
        self.b.end(loc, TermKind::Goto(header));
        self.b.enter(done);
    }

    /// Elements that iterators lead to.
    fn over_iterators(
        &mut self,
        loc: Loc,
        variable: Cursor<'u>,
        iterators: &Iterators<'u>,
        body: Option<Cursor<'u>>,
    ) {
        let header = self.header(loc);
        let (inside, next, done) = (self.b.block(), self.b.block(), self.b.block());
        let others = vec![iterators.end.addr.clone()];
        let compared = self.call_operator(variable, iterators.compare, &iterators.begin, others);
        let compared = self.scalar_of(compared, loc);
        let (then, other) = if iterators.equal {
            (done, inside)
        } else {
            (inside, done)
        };
        self.b.branch(loc, compared, then, other);
        self.b.enter(inside);
        let declare = |l: &mut Self| match is_structured_binding(variable) {
            true => l.structured_binding(variable),
            false => l.declaration(variable),
        };
        self.body_after(declare, body, next, done);
        self.b.fall_into(loc, next);
        self.call_operator(variable, iterators.advance, &iterators.begin, Vec::new());
        self.b.end(loc, TermKind::Goto(header));
        self.b.enter(done);
    }

    /// What `begin` and `end` give, in variables of their own: their addresses and types.
    fn ends(&mut self, c: Cursor<'u>, variable: Cursor<'u>, range: Expr) -> Option<(This<'u>, This<'u>)> {
        let first = variable.initializer().or_else(|| variable.expressions().pop())?;
        let begin = implicit_variable(first, "__begin")?;
        let call = begin.initializer()?;
        let whole = implicit_variable(call, "__range")?;
        let begins = made_by(call)?;
        let constant = whole.ty().canonical().pointee().is_const();
        let ends = beside(begins).or_else(|| {
            let class = begins.semantic_parent()?.ty();
            self.files.method_of_instance(class, "end", constant)
        })?;
        let defined = |f: Cursor<'u>| f.definition().filter(|d| body(*d).is_some() && !d.is_virtual());
        let (begins, ends) = (defined(begins)?, defined(ends)?);
        let class = whole.ty().canonical().pointee();
        let declares = |f: Cursor<'u>| match f.kind() {
            CXCursor_CXXMethod => f.semantic_parent().map(Cursor::ty),
            _ => f.arguments().first().map(|p| p.ty().canonical().pointee()),
        };
        let of = declares(begins)?;
        // The end may be one of a class between.
        if begins.kind() == CXCursor_CXXMethod && hides(class, of, "end") {
            return None;
        }
        self.env.insert(whole.identity(), range.clone());
        let range = self.base_pointer(range, class, of);
        let first = self.end(c, begins, begin.ty(), &range)?;
        self.env.insert(begin.identity(), first.addr.clone());
        let last = self.end(c, ends, ends.result_type(), &range)?;
        Some((first, last))
    }

    /// Calls `begin` or `end`.
    fn end(&mut self, c: Cursor<'u>, function: Cursor<'u>, ty: Type<'u>, range: &Expr) -> Option<This<'u>> {
        let class = ty.canonical();
        let loc = self.loc(c);
        if same_record(function.result_type(), class) || types::scalar(class) == Some(Ty::Ptr) {
            let addr = self.scoped(loc, &function.spelling(), class, false);
            let of = match function.kind() {
                CXCursor_CXXMethod => function.semantic_parent()?.ty(),
                _ => class,
            };
            let this = This {
                addr: range.clone(),
                class: of,
            };
            if types::scalar(class).is_none() {
                self.home = Some(addr.clone());
            }
            let value = self.call_operator(c, function, &this, Vec::new());
            self.home = None;
            let place = self.place(addr.clone(), class, loc);
            self.write(&place, value);
            return Some(This { addr, class });
        }
        None
    }

    /// Calls a function on an object, which is the first argument of one that is no method.
    fn call_operator(
        &mut self,
        at: Cursor<'u>,
        function: Cursor<'u>,
        on: &This<'u>,
        others: Vec<Expr>,
    ) -> Value {
        let method = function.kind() == CXCursor_CXXMethod;
        let mut sources = others;
        if !method {
            sources.insert(0, on.addr.clone());
        }
        let parts = CallParts {
            function,
            object: None,
            method,
            arguments: Vec::new(),
            sources,
        };
        let slot = self.result_slot(at, function);
        self.inline_on(at, function, &parts, method.then(|| on.clone()), slot)
    }

    /// What lies between two pointers.
    fn between(&mut self, loc: Loc, begin: &This<'u>, end: &This<'u>) -> Option<Elements<'u>> {
        let is_pointer = |this: &This<'u>| types::scalar(this.class) == Some(Ty::Ptr);
        let element = begin.class.pointee();
        let size = types::size(element);
        if !is_pointer(begin) || !is_pointer(end) || size == 0 {
            return None;
        }
        let [first, last] = [begin, end].map(|this| self.b.load(loc, this.addr.clone(), Ty::Ptr, false));
        // Where both lead into one object, they are known.
        let known = [begin, end].map(|this| self.stored(&this.addr));
        if let [Some((id, from)), Some((other, to))] = known
            && id == other
            && to >= from
        {
            let count = build::int(i128::from((to - from) / size), Ty::I64);
            return Some((element, build::offset_by(build::object(id), from), count));
        }
        let bytes = Expr {
            ty: Ty::I64,
            kind: ExprKind::PtrDiff(Box::new(last), Box::new(first.clone())),
        };
        let count = build::binary(BinOp::Div, bytes, build::int(i128::from(size), Ty::I64));
        Some((element, first, self.b.stable(loc, count)))
    }

    /// The place in an object that the one pointer leads to that is stored in a variable of the lowering's own, which is written once.
    fn stored(&self, addr: &Expr) -> Option<(crate::ir::ObjectId, u64)> {
        let stmts = || self.b.blocks.iter().flat_map(|block| &block.stmts);
        let mut stores = stmts().filter_map(|s| s.stored_at(addr));
        let value = stores.next().filter(|_| stores.next().is_none())?;
        let ExprKind::Var(var) = value.kind else {
            return object_of(value);
        };
        let mut given = stmts().filter_map(|s| s.assigned_to(var));
        object_of(given.next().filter(|_| given.next().is_none())?)
    }

    /// How iterators are compared and counted.
    fn iterators(&mut self, begin: This<'u>, end: This<'u>) -> Option<Iterators<'u>> {
        let operator = |l: &mut Self, name: &str, arguments: usize| {
            let found = named(begin.class, name, arguments)
                .or_else(|| l.files.method_of_instance(begin.class, name, false))
                .or_else(|| l.files.method_of_instance(begin.class, name, true))?;
            let fits =
                found.arguments().len() + usize::from(found.kind() == CXCursor_CXXMethod) == arguments + 1;
            found
                .definition()
                .filter(|d| fits && body(*d).is_some() && !d.is_virtual())
        };
        let advance = operator(self, "operator++", 0)?;
        let (compare, equal) = match operator(self, "operator!=", 1) {
            Some(differ) => (differ, false),
            None => (operator(self, "operator==", 1)?, true),
        };
        Some(Iterators {
            begin,
            end,
            compare,
            equal,
            advance,
        })
    }

    /// The variable of a range-based `for`, for one element.
    fn range_variable(&mut self, variable: Cursor<'u>, elements: Option<(Type<'u>, Expr)>, at: Expr) {
        let loc = self.loc(variable);
        let Some((element, base)) = elements else {
            let reason = "the elements of this range are not modelled";
            if is_structured_binding(variable) {
                self.lose_bindings(variable, reason);
                return;
            }
            let place = self.lost_place(variable, reason);
            self.env.insert(variable.identity(), place.addr);
            return;
        };
        let addr = build::element(base, at, types::size(element));
        let by_reference = matches!(types::shape(variable.ty()), Shape::Reference(_));
        if is_structured_binding(variable) {
            let addr = if by_reference {
                addr
            } else {
                let copy = self.scoped(loc, &variable.spelling(), element, false);
                self.copy_part(variable, copy.clone(), addr, element, Special::Copy);
                copy
            };
            self.bind_parts(variable, addr, element);
            return;
        }
        if by_reference {
            let addr = self.b.stable(loc, addr);
            self.env.insert(variable.identity(), addr);
            return;
        }
        let local = self.scoped(loc, &variable.spelling(), variable.ty(), true);
        self.env.insert(variable.identity(), local.clone());
        if same_record(variable.ty(), element) {
            return self.copy_part(variable, local, addr, element, Special::Copy);
        }
        let from = self.place(addr, element, loc);
        let value = self.read(&from);
        let to = self.place(local, variable.ty(), loc);
        let value = self.convert(value, variable.ty(), loc);
        self.write(&to, value);
    }
}

/// The array behind a range that is written as a list: `for (int n : {32, 16, 8})` goes over a `std::initializer_list` of it
/// (C++17 [dcl.init.list]p5).
fn listed(range: Cursor<'_>) -> Option<Cursor<'_>> {
    let is_array = matches!(types::shape(range.ty()), Shape::Array(_, Some(_)));
    match (range.kind(), &range.expressions()[..]) {
        (CXCursor_InitListExpr, _) => is_array.then_some(range),
        (CXCursor_UnexposedExpr, &[inner]) => listed(inner),
        _ => None,
    }
}
