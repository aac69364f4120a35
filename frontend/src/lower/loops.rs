//! Loops.

use super::bindings::is_structured_binding;
use super::call::CallParts;
use super::types::{self, Shape};
use super::{Lowerer, ResultSlot, This};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::build;
use crate::ir::{BinOp, BlockId, CmpOp, Expr, ExprKind, Loc, Ty};

/// The parts of a `for` statement; libclang leaves out the empty ones without saying which.
pub(super) struct ForParts<'u> {
    pub init: Option<Cursor<'u>>,
    /// A variable that the condition declares.
    pub variable: Option<Cursor<'u>>,
    pub cond: Option<Cursor<'u>>,
    pub step: Option<Cursor<'u>>,
    pub body: Option<Cursor<'u>>,
}

impl<'u> Lowerer<'u, '_> {
    /// A new loop header, entered; the place is the loop statement's.
    pub(super) fn header(&mut self, loc: Loc) -> BlockId {
        let header = self.b.block();
        self.b.fall_into(loc, header);
        self.b.blocks[header].loop_stmt = Some(loc);
        self.function_invariants();
        header
    }

    /// A loop's body: `break` and `continue` know where to go.
    pub(super) fn body(&mut self, body: Option<Cursor<'u>>, next: BlockId, done: BlockId) {
        self.frame().breaks.push(done);
        self.frame().continues.push(next);
        if let Some(body) = body {
            self.statement(body);
        }
        self.frame().continues.pop();
        self.frame().breaks.pop();
    }

    pub(super) fn for_loop(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        let parts = self.for_parts(c);
        if let Some(init) = parts.init {
            self.statement(init);
        }
        let header = self.header(loc);
        let (inside, next, done) = (self.b.block(), self.b.block(), self.b.block());
        if let Some(variable) = parts.variable {
            self.declaration(variable);
        }
        match parts.cond {
            Some(cond) if self.constant_condition(cond) != Some(true) => self.condition(cond, inside, done),
            _ => self.b.end(loc, crate::ir::TermKind::Goto(inside)),
        }
        self.b.enter(inside);
        self.body(parts.body, next, done);
        self.b.fall_into(loc, next);
        if let Some(step) = parts.step {
            self.discard(step);
        }
        self.b.end(loc, crate::ir::TermKind::Goto(header));
        self.b.enter(done);
    }

    /// Which child is which, by the semicolons of the header.
    pub(super) fn for_parts(&mut self, c: Cursor<'u>) -> ForParts<'u> {
        let mut children = c.children();
        let body = children.pop();
        let variable = children.iter().position(|c| c.kind() == CXCursor_VarDecl);
        let mut parts = ForParts {
            init: None,
            variable: variable.map(|at| children.remove(at)),
            cond: None,
            step: None,
            body,
        };
        if children.len() == 3 {
            parts.step = children.pop();
            parts.cond = children.pop();
            parts.init = children.pop();
            return parts;
        }
        let semicolons = self.semicolons(c);
        for child in children {
            let at = child.range().map_or(0, |r| r.start.offset);
            let slot = match semicolons {
                Some((first, second)) if at <= first || second <= first => usize::from(at > first),
                Some((_, second)) => 1 + usize::from(at > second),
                None => guess(child, parts.init.is_some() || parts.cond.is_some()),
            };
            match slot {
                0 => parts.init = Some(child),
                1 => parts.cond = Some(child),
                _ => parts.step = Some(child),
            }
        }
        parts
    }

    /// Offsets of the two semicolons of a `for` header, if the statement is not a macro's.
    fn semicolons(&mut self, c: Cursor<'u>) -> Option<(u32, u32)> {
        let range = c.range()?;
        let text = self.files.text(c)?;
        if !text.starts_with("for") {
            return None;
        }
        let mut found = Vec::new();
        let mut depth = 0;
        let mut bytes = text.bytes().enumerate().peekable();
        while let Some((n, byte)) = bytes.next() {
            match byte {
                b'/' if bytes.peek().is_some_and(|(_, b)| *b == b'/') => {
                    while bytes.next().is_some_and(|(_, b)| b != b'\n') {}
                }
                b'/' if bytes.peek().is_some_and(|(_, b)| *b == b'*') => {
                    let mut before = b' ';
                    bytes.next();
                    for (_, b) in bytes.by_ref() {
                        if before == b'*' && b == b'/' {
                            break;
                        }
                        before = b;
                    }
                }
                b'(' | b'{' | b'[' => depth += 1,
                b')' | b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                b';' if depth == 1 => found.push(range.start.offset + n as u32),
                _ => {}
            }
        }
        match found[..] {
            [first, second] => Some((first, second)),
            _ => None,
        }
    }

    pub(super) fn while_loop(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        let mut children = c.children();
        let body = children.pop();
        let header = self.header(loc);
        let (inside, done) = (self.b.block(), self.b.block());
        let cond = children.pop();
        for child in children {
            match child.kind() {
                CXCursor_VarDecl => self.declaration(child),
                _ => self.statement(child),
            }
        }
        match cond {
            Some(cond) if self.constant_condition(cond) != Some(true) => self.condition(cond, inside, done),
            _ => self.b.end(loc, crate::ir::TermKind::Goto(inside)),
        }
        self.b.enter(inside);
        self.body(body, header, done);
        self.b.end(loc, crate::ir::TermKind::Goto(header));
        self.b.enter(done);
    }

    pub(super) fn do_loop(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        let children = c.children();
        let cond = children.get(1).copied();
        if cond.is_some_and(|cond| self.constant_condition(cond) == Some(false)) {
            // `do { ... } while (0)`: no loop at all.
            let done = self.b.block();
            self.body(children.first().copied(), done, done);
            self.b.fall_into(loc, done);
            return;
        }
        let header = self.header(loc);
        let (next, done) = (self.b.block(), self.b.block());
        self.body(children.first().copied(), next, done);
        self.b.fall_into(loc, next);
        match cond {
            Some(cond) if self.constant_condition(cond) != Some(true) => self.condition(cond, header, done),
            _ => self.b.end(loc, crate::ir::TermKind::Goto(header)),
        }
        self.b.enter(done);
    }

    /// `for (T x : array)`
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
        let range = listed(range).unwrap_or(range);
        let place = self.lvalue(range);
        let elements = match types::shape(range.ty()) {
            Shape::Array(element, Some(count)) => {
                let count = build::int(i128::from(count), Ty::I64);
                Some((element, place.addr, count))
            }
            _ => self.between_ends(c, range, place.addr),
        };
        let counter = self.b.temp("index", Ty::I64);
        self.b.assign(loc, counter, build::int(0, Ty::I64));
        let header = self.header(loc);
        let (inside, next, done) = (self.b.block(), self.b.block(), self.b.block());
        let at = build::var(counter, Ty::I64);
        let more = match &elements {
            Some((.., count)) => build::compare(CmpOp::Lt, at.clone(), count.clone()),
            None => {
                let reason = "a range-based `for` over something that has neither elements nor pointers to its ends is not modelled";
                self.b.unknown(loc, reason, Ty::Bool, Vec::new())
            }
        };
        self.b.branch(loc, more, inside, done);
        self.b.enter(inside);
        let elements = elements.map(|(element, first, _)| (element, first));
        self.range_variable(variable, elements, at.clone());
        self.body(children.last().copied(), next, done);
        self.b.fall_into(loc, next);
        self.b.assign(
            loc,
            counter,
            build::binary(BinOp::Add, at, build::int(1, Ty::I64)),
        );
        self.b.end(loc, crate::ir::TermKind::Goto(header));
        self.b.enter(done);
    }

    /// The elements of an object whose `begin()` and `end()` give pointers: their type, the first one's address, and their number
    /// (C++17, 9.5.4 \[stmt.ranged\]).
    fn between_ends(
        &mut self,
        c: Cursor<'u>,
        range: Cursor<'u>,
        addr: Expr,
    ) -> Option<(Type<'u>, Expr, Expr)> {
        let loc = self.loc(c);
        let class = match types::shape(range.ty()) {
            Shape::Reference(target) => target.canonical(),
            _ => range.ty().canonical(),
        };
        let [begin, end] = ["begin", "end"].map(|name| method(class, name));
        let (begin, end) = (begin?, end?);
        let element = begin.result_type().canonical().pointee();
        let size = types::size(element);
        if size == 0 {
            return None;
        }
        let this = This {
            addr: self.b.stable(loc, addr),
            class,
        };
        let [first, last] = [begin, end].map(|function| self.call_method(c, function, &this));
        let (first, last) = (first?, last?);
        let bytes = Expr {
            ty: Ty::I64,
            kind: ExprKind::PtrDiff(Box::new(last), Box::new(first.clone())),
        };
        let count = build::binary(BinOp::Div, bytes, build::int(i128::from(size), Ty::I64));
        Some((element, first, self.b.stable(loc, count)))
    }

    /// A call of a method without parameters that gives a pointer.
    fn call_method(&mut self, c: Cursor<'u>, function: Cursor<'u>, this: &This<'u>) -> Option<Expr> {
        let parts = CallParts {
            function,
            object: None,
            method: true,
            arguments: Vec::new(),
            source: None,
        };
        let result = self.b.temp(&function.spelling(), Ty::Ptr);
        let slot = ResultSlot::Scalar(result);
        self.inline_into(c, function, &parts, Some(this.clone()), slot)
            .then(|| build::var(result, Ty::Ptr))
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
        if is_structured_binding(variable) {
            let addr = if matches!(types::shape(variable.ty()), Shape::Reference(_)) {
                addr
            } else {
                let copy = self.local(loc, &variable.spelling(), element, false);
                self.copy(loc, copy.clone(), addr, element);
                copy
            };
            self.bind_parts(variable, addr, element);
            return;
        }
        if let Shape::Reference(_) = types::shape(variable.ty()) {
            let addr = self.b.stable(loc, addr);
            self.env.insert(variable.identity(), addr);
            return;
        }
        let from = self.place(addr, element, loc);
        let local = self.scoped(loc, &variable.spelling(), variable.ty(), true);
        self.env.insert(variable.identity(), local.clone());
        let value = self.read(&from);
        let to = self.place(local, variable.ty(), loc);
        let value = self.convert(value, variable.ty(), loc);
        self.write(&to, value);
    }
}

/// The slot of a part of a macro's `for`: 0 init, 1 condition, 2 step.
fn guess(child: Cursor<'_>, later: bool) -> usize {
    let assigns = match child.kind() {
        CXCursor_CompoundAssignOperator => true,
        CXCursor_BinaryOperator => {
            matches!(
                child.binary_operator(),
                CXBinaryOperator_Assign | CXBinaryOperator_Comma
            )
        }
        CXCursor_UnaryOperator => true,
        _ => false,
    };
    match (child.is_expression(), assigns) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) if later || child.kind() != CXCursor_BinaryOperator => 2,
        (true, true) => 0,
    }
}

/// The definition of a class's only method of a name, if it has no parameters and gives a pointer. One for constant objects and one for
/// others are two, which may differ.
fn method<'u>(class: Type<'u>, name: &str) -> Option<Cursor<'u>> {
    let methods = class.declaration()?.children().into_iter();
    let mut named = methods.filter(|c| c.kind() == CXCursor_CXXMethod && c.spelling() == name);
    let only = named.next().filter(|_| named.next().is_none())?;
    let fits = only.arguments().is_empty()
        && !only.is_static()
        && !only.is_virtual()
        && types::scalar(only.result_type()) == Some(Ty::Ptr);
    only.definition().filter(|_| fits)
}

/// The array behind a range that is written as a list: `for (int n : {32, 16, 8})` goes over a `std::initializer_list` of it
/// (C++17 \[dcl.init.list\]p5).
fn listed(range: Cursor<'_>) -> Option<Cursor<'_>> {
    let is_array = matches!(types::shape(range.ty()), Shape::Array(_, Some(_)));
    match (range.kind(), &range.expressions()[..]) {
        (CXCursor_InitListExpr, _) => is_array.then_some(range),
        (CXCursor_UnexposedExpr, &[inner]) => listed(inner),
        _ => None,
    }
}
