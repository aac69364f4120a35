//! Loops.

use super::Lowerer;
use super::special::{Special, is_special};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::{BlockId, Loc};

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
        self.body_after(|_| {}, body, next, done);
    }

    /// The same with something declared in front of it, each time.
    pub(super) fn body_after(
        &mut self,
        declare: impl FnOnce(&mut Self),
        body: Option<Cursor<'u>>,
        next: BlockId,
        done: BlockId,
    ) {
        let depth = self.frame().scopes.len();
        self.frame().breaks.push((done, depth));
        self.frame().continues.push((next, depth));
        self.scope(|l| {
            declare(l);
            if let Some(body) = body {
                l.statement(body);
            }
        });
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
            self.declared_each_time(variable);
        }
        match parts.cond {
            Some(cond) if self.constant_condition(cond) != Some(true) => self.condition(cond, inside, done),
            _ => self.b.end(loc, crate::ir::TermKind::Goto(inside)),
        }
        self.b.enter(inside);
        self.body(parts.body, next, done);
        self.b.fall_into(loc, next);
        if let Some(step) = parts.step {
            self.full_expression(|l| l.discard(step));
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
                CXCursor_VarDecl => self.declared_each_time(child),
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

    /// A variable in a loop's condition, which comes to be and ends with each iteration.
    fn declared_each_time(&mut self, variable: Cursor<'u>) {
        self.declaration(variable);
        if is_special(variable.ty(), Special::Destroy) {
            let loc = self.loc(variable);
            self.anything(
                loc,
                "the destructor of a variable in a loop's condition is not modelled",
            );
        }
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
