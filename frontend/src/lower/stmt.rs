//! Statements.

use super::sharing::references_in;
use super::special::{Special, is_special};
use super::types::{self, Shape};
use super::{Lowerer, ResultSlot, Value, bindings};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::build;
use crate::ir::{CmpOp, Language, TermKind};

/// Deepest nesting of statements that is followed.
const MAX_NESTING: usize = 2_000;

impl<'u> Lowerer<'u, '_> {
    /// Lowers one statement.
    pub(super) fn statement(&mut self, c: Cursor<'u>) {
        if self.depth > MAX_NESTING {
            let loc = self.loc(c);
            self.anything(loc, "this statement is nested too deeply");
            return;
        }
        if self.directed(c) {
            return;
        }
        self.depth += 1;
        match c.kind() {
            CXCursor_CompoundStmt => self.scope(|l| l.compound(c)),
            CXCursor_DeclStmt => c.children().into_iter().for_each(|child| self.declaration(child)),
            CXCursor_NullStmt => {}
            CXCursor_IfStmt => self.scope(|l| l.if_statement(c)),
            CXCursor_ForStmt => self.scope(|l| l.for_loop(c)),
            CXCursor_WhileStmt => self.scope(|l| l.while_loop(c)),
            CXCursor_DoStmt => self.do_loop(c),
            CXCursor_CXXForRangeStmt => self.scope(|l| l.range_loop(c)),
            CXCursor_SwitchStmt => self.scope(|l| l.switch(c)),
            CXCursor_CaseStmt | CXCursor_DefaultStmt => self.case(c),
            CXCursor_BreakStmt => self.jump(c, |frame| frame.breaks.last().copied()),
            CXCursor_ContinueStmt => self.jump(c, |frame| frame.continues.last().copied()),
            CXCursor_ReturnStmt => self.return_statement(c),
            CXCursor_GotoStmt => self.goto(c),
            CXCursor_LabelStmt => self.label(c),
            CXCursor_AsmStmt | CXCursor_MSAsmStmt => self.assembly(c),
            CXCursor_CXXTryStmt => {
                if let Some(body) = c.children().first() {
                    self.statement(*body);
                }
            }
            _ if c.is_expression() => self.full_expression(|l| l.discard(c)),
            CXCursor_UnexposedStmt => c.children().into_iter().for_each(|child| self.statement(child)),
            _ if c.is_statement() => {
                let loc = self.loc(c);
                self.anything(loc, "this kind of statement is not modelled");
            }
            _ => {}
        }
        self.depth -= 1;
    }

    /// A declaration among statements.
    pub(super) fn declaration(&mut self, c: Cursor<'u>) {
        if bindings::is_structured_binding(c) {
            self.structured_binding(c);
            return;
        }
        if c.kind() != CXCursor_VarDecl {
            return;
        }
        if self.is_static_storage(c) {
            self.global(c);
            return;
        }
        let loc = self.loc(c);
        let name = c.spelling();
        let init = c.initializer();
        if let Shape::Reference(_) = types::shape(c.ty()) {
            let addr = match init {
                Some(init) => self.address(init),
                None => self.lost_place(c, "this reference is bound to nothing").addr,
            };
            self.env.insert(c.identity(), addr);
            return;
        }
        let user = !self.in_prelude(c);
        let addr = self.scoped(loc, &name, c.ty(), user);
        self.env.insert(c.identity(), addr.clone());
        if c.ty().size().is_none() {
            self.b.effect_hole(
                loc,
                "arrays of variable length are not modelled",
                vec![addr.clone()],
            );
        }
        match init {
            Some(init) => match self.constant_initialiser(c, init) {
                Some(value) => self.b.store(loc, addr.clone(), value, false),
                None => {
                    self.full_expression(|l| l.initialise(addr.clone(), c.ty(), init));
                    self.note_pointer(&addr, c);
                }
            },
            None => self.full_expression(|l| l.default_initialise(addr.clone(), c)),
        }
    }

    /// The value of a `constexpr` variable that a call gives, which need not be followed then.
    fn constant_initialiser(&mut self, c: Cursor<'u>, init: Cursor<'u>) -> Option<crate::ir::Expr> {
        let ty = types::scalar(c.ty()).filter(|_| calls(init))?;
        if !self.files.says_constexpr(c) {
            return None;
        }
        if types::is_function_pointer(c.ty()) {
            let function = self.constant_function(init)?;
            return Some(self.function_address(function));
        }
        match self.evaluated(init)? {
            Value::Scalar(value) => Some(build::cast(value, ty)),
            _ => None,
        }
    }

    /// A variable without an initialiser: a class may have a constructor that libclang shows as a child.
    fn default_initialise(&mut self, addr: crate::ir::Expr, c: Cursor<'u>) {
        let call = c
            .expressions()
            .into_iter()
            .find(|child| child.kind() == CXCursor_CallExpr);
        if let (Some(call), Shape::Record(_)) = (call, types::shape(c.ty())) {
            self.initialise(addr, c.ty(), call);
        }
    }

    fn if_statement(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        let mut children = c.children();
        // `if (init; cond)`, `if (T x = ...)`: what comes before the condition is a declaration or statement.
        let mut at = 0;
        while at < children.len() && !children[at].is_expression() {
            let child = children[at];
            match child.kind() {
                CXCursor_VarDecl => self.declaration(child),
                _ => self.statement(child),
            }
            at += 1;
        }
        let rest = children.split_off(at.min(children.len()));
        let &[cond, then, ..] = &rest[..] else {
            self.anything(loc, "this `if` is not modelled");
            return;
        };
        if let Some(known) = self.constant_condition(cond) {
            let taken = if known { Some(then) } else { rest.get(2).copied() };
            if let Some(taken) = taken {
                self.scope(|l| l.statement(taken));
            }
            return;
        }
        let (yes, done) = (self.b.block(), self.b.block());
        let no = if rest.len() > 2 { self.b.block() } else { done };
        self.condition(cond, yes, no);
        self.b.enter(yes);
        self.scope(|l| l.statement(then));
        self.b.end(loc, TermKind::Goto(done));
        if let Some(other) = rest.get(2) {
            self.b.enter(no);
            self.scope(|l| l.statement(*other));
            self.b.end(loc, TermKind::Goto(done));
        }
        self.b.enter(done);
    }

    /// The value of a condition that is a literal (`if constexpr`, `while (1)`), unless a label may lie inside.
    pub(super) fn constant_condition(&mut self, cond: Cursor<'u>) -> Option<bool> {
        let inner = super::expr::strip(cond);
        let literal = matches!(
            inner.kind(),
            CXCursor_IntegerLiteral | CXCursor_CXXBoolLiteralExpr
        );
        match (literal, inner.evaluate()) {
            (true, Some(crate::clang::Value::Int(value))) => Some(value != 0),
            _ => None,
        }
    }

    fn switch(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        let children = c.children();
        let Some((body, head)) = children.split_last() else {
            return;
        };
        let Some((cond, before)) = head.split_last() else {
            return;
        };
        self.hidden_init(c, "switch");
        for child in before {
            match child.kind() {
                CXCursor_VarDecl => self.declaration(*child),
                _ => self.statement(*child),
            }
        }
        let value = self.scalar(*cond);
        let value = self.b.stable(loc, value);
        let done = self.b.block();
        let mut labels = Vec::new();
        collect_cases(*body, &mut labels);
        let mut default = done;
        for label in labels {
            let target = self.b.block();
            self.frame().cases.insert(label.statement_identity(), target);
            if label.kind() == CXCursor_DefaultStmt {
                default = target;
                continue;
            }
            let label_loc = self.loc(label);
            let values = label.expressions();
            let test = match values.first().map(|v| self.scalar(*v)) {
                Some(low) if label.children().len() == 3 && values.len() >= 2 => {
                    let high = self.scalar(values[1]);
                    let above = build::compare(CmpOp::Ge, value.clone(), low);
                    let below = build::compare(CmpOp::Le, value.clone(), high);
                    build::binary(crate::ir::BinOp::And, above, below)
                }
                Some(low) => build::compare(CmpOp::Eq, value.clone(), build::cast(low, value.ty)),
                None => continue,
            };
            let next = self.b.block();
            let span = label_loc;
            self.b.branch(span, test, target, next);
            self.b.enter(next);
        }
        self.b.end(loc, TermKind::Goto(default));
        let dead = self.b.block();
        self.b.enter(dead);
        let depth = self.frame().scopes.len();
        self.frame().breaks.push((done, depth));
        self.statement(*body);
        self.frame().breaks.pop();
        self.b.fall_into(loc, done);
    }

    /// The statement before the condition of a `switch`, or before the variable of a `for` over a range, of which libclang shows
    /// nothing (C++17 \[stmt.switch\], C++20 \[stmt.ranged\]): done if it is the declaration of one variable.
    pub(super) fn hidden_init(&mut self, c: Cursor<'u>, keyword: &str) {
        if self.language == Language::OpenCl {
            return;
        }
        let reason = "what stands before the condition of this statement is not seen";
        let loc = self.loc(c);
        let starts = |c: &Cursor<'u>| Some(c.range()?.start);
        let (Some(start), Some(end)) = (
            starts(&c),
            c.children().iter().filter_map(starts).min_by_key(|p| p.offset),
        ) else {
            return self.anything(loc, reason);
        };
        let head = self.files.slice(&start.file, start.offset, end.offset);
        let Some(init) = head
            .as_deref()
            .and_then(|head| head.trim_start().strip_prefix(keyword))
        else {
            return self.anything(loc, reason);
        };
        let Some((init, _)) = init.trim_start().trim_start_matches('(').rsplit_once(';') else {
            return;
        };
        let is_in_head = |v: &Cursor<'u>| {
            v.position()
                .is_some_and(|at| at.file == start.file && (start.offset..end.offset).contains(&at.offset))
        };
        let mut declared = named_variables(c);
        declared.retain(is_in_head);
        match declared[..] {
            [variable] if variable.kind() == CXCursor_VarDecl && self.is_text(variable, init.trim()) => {
                self.declaration(variable);
            }
            _ => self.anything(loc, reason),
        }
    }

    fn is_text(&mut self, c: Cursor<'u>, text: &str) -> bool {
        self.files.text(c).is_some_and(|own| own.trim() == text)
    }

    /// A `case` or `default` label and the statement after it.
    fn case(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        if let Some(block) = self.frame().cases.get(&c.statement_identity()).copied() {
            self.b.fall_into(loc, block);
        }
        if let Some(inner) = c.children().pop() {
            self.statement(inner);
        }
    }

    /// A jump to a block, out of all scopes but so many.
    fn jump(
        &mut self,
        c: Cursor<'u>,
        target: impl Fn(&super::Frame<'u>) -> Option<(crate::ir::BlockId, usize)>,
    ) {
        let loc = self.loc(c);
        if let Some((block, depth)) = target(self.frame()) {
            self.leave_scopes(depth);
            self.b.end(loc, TermKind::Goto(block));
        }
        self.enter_dead();
    }

    /// Goes on behind a jump.
    fn enter_dead(&mut self) {
        let dead = self.b.block();
        self.b.enter(dead);
        self.dead = Some(dead);
    }

    fn goto(&mut self, c: Cursor<'u>) {
        let name = c
            .children()
            .first()
            .map(|label| label.spelling())
            .unwrap_or_default();
        let block = self.label_block(&name);
        if self.has_endings() {
            let loc = self.loc(c);
            self.anything(loc, "which objects `goto` destroys is not modelled");
        }
        self.jump(c, |_| Some((block, usize::MAX)));
    }

    fn label(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        let block = self.label_block(&c.spelling());
        self.b.fall_into(loc, block);
        c.children().into_iter().for_each(|child| self.statement(child));
    }

    fn label_block(&mut self, name: &str) -> crate::ir::BlockId {
        if let Some(block) = self.frame().labels.get(name) {
            return *block;
        }
        let block = self.b.block();
        self.frame().labels.insert(name.to_owned(), block);
        block
    }

    fn return_statement(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        if let Some(value) = c.expressions().pop() {
            self.full_expression(|l| l.return_value(value));
        }
        let depth = usize::from(self.frame().exit.is_some());
        self.leave_scopes(depth);
        match self.frame().exit {
            Some(exit) => self.b.end(loc, TermKind::Goto(exit)),
            None => {
                self.postconditions();
                self.b.end(loc, TermKind::Return);
            }
        }
        self.enter_dead();
    }

    /// Puts a function's result where its caller looks for it.
    fn return_value(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        let slot = self.frame().result.clone();
        let ty = self.frame().result_type;
        if let (Some(Shape::Reference(_)), ResultSlot::Scalar(var)) = (ty.map(types::shape), &slot) {
            let addr = self.lvalue(c).addr;
            self.b.assign(loc, *var, addr);
            return;
        }
        match slot {
            ResultSlot::Nothing => self.discard(c),
            ResultSlot::Scalar(var) => {
                let value = self.scalar(c);
                self.b.assign(loc, var, value);
            }
            ResultSlot::Vector(vars) => {
                let value = self.rvalue(c);
                let elem = vars.first().map_or(crate::ir::Ty::I32, |v| self.b.vars[*v].ty);
                let parts = self.lanes_of(value, vars.len(), elem, loc);
                for (var, part) in vars.into_iter().zip(parts) {
                    self.b.assign(loc, var, part);
                }
            }
            ResultSlot::Memory(addr) => {
                if let Some(ty) = ty {
                    if is_special(ty, Special::Destroy) && names_local(c) {
                        self.anything(loc, "whether a variable that is returned is copied is not known");
                    }
                    self.initialise(addr, ty, c);
                }
            }
        }
    }

    /// `({ ...; value; })`
    pub(super) fn statement_expression(&mut self, c: Cursor<'u>) -> Value {
        let Some(body) = c.children().pop() else {
            return Value::Void;
        };
        let mut statements = body.children();
        let last = statements.pop();
        let loc = self.loc(c);
        self.scope(|l| {
            statements.into_iter().for_each(|child| l.statement(child));
            let value = match last {
                Some(last) if last.is_expression() => l.rvalue(last),
                Some(last) => {
                    l.statement(last);
                    Value::Void
                }
                None => Value::Void,
            };
            if let Value::Memory(_) = value
                && l.frame().scopes.last().is_some_and(|scope| !scope.is_empty())
            {
                l.anything(
                    loc,
                    "what a statement expression destroys behind its value is not modelled",
                );
            }
            value
        })
    }
}

/// The `case` and `default` labels of a switch's body, nested switches left out.
fn collect_cases<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    if matches!(c.kind(), CXCursor_CaseStmt | CXCursor_DefaultStmt) {
        found.push(c);
    }
    if c.kind() == CXCursor_SwitchStmt {
        return;
    }
    for child in c.children() {
        if child.is_statement() {
            collect_cases(child, found);
        }
    }
}

/// The variables that are named in a statement, each once.
fn named_variables(c: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut references = Vec::new();
    references_in(c, &mut references);
    let mut found: Vec<Cursor<'_>> = Vec::new();
    for target in references.into_iter().filter_map(Cursor::referenced) {
        if !found.iter().any(|f| f.same(target)) {
            found.push(target);
        }
    }
    found
}

/// Whether an expression names a variable of the function, which need not be copied where it is returned (C++17 [class.copy.elision]).
fn names_local(c: Cursor<'_>) -> bool {
    match (c.kind(), &c.expressions()[..]) {
        (CXCursor_DeclRefExpr, _) => c.referenced().is_some_and(|v| v.kind() == CXCursor_VarDecl),
        (CXCursor_ParenExpr | CXCursor_UnexposedExpr | CXCursor_CallExpr, &[inner]) => names_local(inner),
        _ => false,
    }
}

/// Whether a call stands in an expression.
fn calls(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_CallExpr || c.expressions().into_iter().any(calls)
}
