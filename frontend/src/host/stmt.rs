//! Statements of host code.

use super::expr::acts;
use super::lambda::Closure;
use super::{Reader, place};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::Span;
use crate::ir::host::{
    HostExpr, HostExprKind, HostFunction, HostKind, HostPlace, HostStmt, HostTry, HostVariable, OBJECT,
};
use crate::launch::span_of;
use crate::repair::kernels::is_the_languages;
use std::collections::HashMap;

/// A function that is being read.
pub(super) struct Scope<'u, 'm, 'r> {
    pub(super) reader: &'r mut Reader<'u, 'm>,
    /// Variables by identity.
    pub(super) locals: HashMap<usize, usize>,
    /// Variables that hold lambdas, by identity.
    pub(super) closures: HashMap<usize, Closure<'u>>,
    /// The object that it is a method of.
    pub(super) object: Option<usize>,
    variables: Vec<HostVariable>,
    parameters: usize,
    lost: Option<String>,
    /// Where it launches kernels.
    pub(super) launches: Vec<Span>,
    /// Destructors of the user's run at its end.
    destroys: bool,
    /// Its text is one of the module's files.
    is_at_hand: bool,
    last: Span,
}

impl<'u, 'm, 'r> Scope<'u, 'm, 'r> {
    /// A function's, and what its lambda captures if it is one's.
    pub(super) fn new(
        reader: &'r mut Reader<'u, 'm>,
        function: Cursor<'u>,
        captured: Vec<Cursor<'u>>,
    ) -> Self {
        let mut scope = Scope {
            reader,
            locals: HashMap::new(),
            closures: HashMap::new(),
            object: None,
            variables: Vec::new(),
            parameters: 0,
            lost: None,
            launches: Vec::new(),
            destroys: false,
            is_at_hand: false,
            last: crate::lower::Files::start(),
        };
        for variable in captured {
            let number = scope.hidden(variable.spelling(), HostKind::Reference);
            scope.locals.insert(variable.canonical().identity(), number);
        }
        if scope.reader.follows_method(function) {
            scope.object = Some(scope.hidden(OBJECT.to_owned(), HostKind::Reference));
        }
        for parameter in function.arguments() {
            scope.local(parameter);
        }
        scope.parameters = scope.variables.len();
        let range = function.range();
        scope.is_at_hand = range.is_some_and(|range| span_of(&scope.reader.module.files, &range).is_some());
        scope
    }

    /// What it is made of, around a body.
    pub(super) fn finish(self, body: Vec<HostStmt>) -> HostFunction {
        HostFunction {
            name: String::new(),
            span: self.last,
            parameters: self.parameters,
            variables: self.variables,
            body,
            has_commands: false,
            leads_to_commands: false,
            calls: Vec::new(),
            values: Vec::new(),
            launches: self.launches,
            destroys: self.destroys,
            is_internal: false,
            lost: self.lost,
        }
    }

    /// Says that the function cannot be followed.
    pub(super) fn lose(&mut self, what: &str) {
        self.lost.get_or_insert_with(|| what.to_owned());
    }

    pub(super) fn local(&mut self, variable: Cursor<'u>) -> usize {
        let number = self.hidden(variable.spelling(), place::kind(variable));
        self.locals.insert(variable.canonical().identity(), number);
        number
    }

    /// A variable of the function that the source does not name.
    pub(super) fn hidden(&mut self, name: String, kind: HostKind) -> usize {
        self.variables.push(HostVariable {
            name,
            kind,
            of_device: false,
        });
        self.variables.len() - 1
    }

    /// The span of a node; of what has none in the user's files, the last that had.
    pub(super) fn span(&mut self, c: Cursor<'u>) -> Span {
        let span = c
            .range()
            .and_then(|range| span_of(&self.reader.module.files, &range));
        if let Some(span) = span {
            self.last = span;
        } else if !self.is_at_hand {
            self.last = self.reader.nowhere();
        }
        self.last
    }

    pub(super) fn at(&mut self, c: Cursor<'u>, kind: HostExprKind) -> HostExpr {
        let span = self.span(c);
        HostExpr { kind, span }
    }

    /// The statements of a block, or the one statement.
    pub(super) fn statements(&mut self, c: Cursor<'u>) -> Vec<HostStmt> {
        let mut found = Vec::new();
        match c.kind() {
            CXCursor_CompoundStmt => {
                let outer = std::mem::take(&mut self.destroys);
                for child in c.children() {
                    self.statement(child, &mut found);
                }
                if self.destroys {
                    let kind = HostExprKind::hole("a destructor runs", Vec::new(), true);
                    let span = self.last;
                    found.push(HostStmt::Do(HostExpr { kind, span }));
                }
                self.destroys |= outer;
            }
            _ => self.statement(c, &mut found),
        }
        found
    }

    /// What a handler does with what it caught.
    fn handler(&mut self, handler: Cursor<'u>) -> Vec<HostStmt> {
        let mut found = Vec::new();
        for part in handler.children() {
            match part.kind() {
                CXCursor_VarDecl => drop(self.local(part)),
                _ => found.extend(self.statements(part)),
            }
        }
        found
    }

    pub(super) fn statement(&mut self, c: Cursor<'u>, out: &mut Vec<HostStmt>) {
        let parts = c.children();
        match c.kind() {
            CXCursor_CompoundStmt => out.push(HostStmt::Block(self.statements(c))),
            CXCursor_NullStmt => {}
            CXCursor_DeclStmt => {
                for declaration in parts {
                    self.declaration(declaration, out);
                }
            }
            CXCursor_IfStmt => self.branch(&parts, out),
            CXCursor_WhileStmt | CXCursor_DoStmt | CXCursor_ForStmt | CXCursor_CXXForRangeStmt => {
                self.any_loop(c, &parts, out);
            }
            CXCursor_SwitchStmt => match parts[..] {
                [value, body] if value.is_expression() => {
                    let value = self.expression(value);
                    out.push(HostStmt::Switch(value, self.statements(body)));
                }
                _ => self.lose("a `switch` in it declares a variable"),
            },
            CXCursor_CaseStmt => {
                let value = parts.first().map(|value| self.expression(*value));
                out.push(HostStmt::Case(value));
                if let Some(inner) = parts.last().filter(|_| parts.len() > 1) {
                    self.statement(*inner, out);
                }
            }
            CXCursor_DefaultStmt => {
                out.push(HostStmt::Case(None));
                parts.into_iter().for_each(|inner| self.statement(inner, out));
            }
            CXCursor_LabelStmt => {
                out.push(HostStmt::Label(c.spelling()));
                parts.into_iter().for_each(|inner| self.statement(inner, out));
            }
            CXCursor_GotoStmt => match parts.first() {
                Some(label) => out.push(HostStmt::Goto(label.spelling())),
                None => self.lose("a `goto` in it has no label"),
            },
            CXCursor_BreakStmt => out.push(HostStmt::Break),
            CXCursor_ContinueStmt => out.push(HostStmt::Continue),
            CXCursor_ReturnStmt => {
                let value = c.expressions().first().map(|value| self.expression(*value));
                let span = self.span(c);
                out.push(HostStmt::Return(value, span));
            }
            CXCursor_CXXTryStmt => {
                if let [body, handlers @ ..] = &parts[..] {
                    let mut named = Vec::new();
                    self.changeable(*body, &mut named);
                    let what = "an exception leaves it in the middle";
                    let changed = self.at(c, HostExprKind::hole(what, named, true));
                    let handlers = handlers.iter().map(|handler| self.handler(*handler)).collect();
                    out.push(HostStmt::Try(Box::new(HostTry {
                        body: self.statements(*body),
                        changed,
                        handlers,
                    })));
                }
            }
            CXCursor_CXXThrowExpr => out.push(HostStmt::Leave),
            _ if c.is_expression() => {
                let value = self.expression(c);
                out.push(HostStmt::Do(value));
            }
            // A declaration that makes nothing: a type, a `using`.
            kind if !c.is_statement() && kind != CXCursor_VarDecl => {}
            _ => self.lose("a statement of it is not modelled"),
        }
    }

    fn declaration(&mut self, c: Cursor<'u>, out: &mut Vec<HostStmt>) {
        if c.kind() != CXCursor_VarDecl {
            return;
        }
        if c.is_static() || c.is_extern() {
            if matches!(
                c.ty().canonical().kind(),
                CXType_LValueReference | CXType_RValueReference
            ) {
                self.lose("what a static reference names is not followed");
            }
            // It is kept as a global variable is; what its start does besides happens here.
            if let Some(start) = c.initializer().filter(|start| acts(*start)) {
                out.push(HostStmt::Do(self.expression(start)));
            }
            return;
        }
        if self.closure(c, out) {
            return;
        }
        let number = self.local(c);
        let span = self.span(c);
        let kind = self.variables[number].kind;
        let value = c.initializer();
        self.destroys |= has_destructor(c);
        if kind == HostKind::Record || kind == HostKind::Handles || place_is_shape(c) {
            self.variables[number].kind = match kind {
                HostKind::Handles => HostKind::Handles,
                _ => HostKind::Record,
            };
            out.push(HostStmt::Declare {
                variable: number,
                value: None,
                span,
            });
            if let Some(value) = value {
                self.members(number, c, value, out);
            }
            return;
        }
        let value = value.map(|value| match kind {
            HostKind::Reference => {
                let bound = self.place(value);
                self.at(c, HostExprKind::Address(Box::new(bound)))
            }
            HostKind::Memory(_) => self.elements(value),
            _ => self.expression(value),
        });
        out.push(HostStmt::Declare {
            variable: number,
            value,
            span,
        });
        if let (HostKind::Opaque, Some(value)) = (kind, c.initializer()) {
            self.share_buffer(c, number, value, out);
        }
    }

    /// What the members of a record or the elements of an array start with.
    fn members(&mut self, number: usize, c: Cursor<'u>, value: Cursor<'u>, out: &mut Vec<HostStmt>) {
        let whole = HostPlace::Local(number);
        if place_is_shape(c) {
            let sizes = self.shape(value);
            for (axis, size) in ["x", "y", "z"].into_iter().zip(sizes) {
                let to = HostPlace::Field(Box::new(whole.clone()), axis.to_owned());
                out.push(self.assignment(c, to, size));
            }
            return;
        }
        let fields = c.ty().canonical().fields();
        let is_array = self.variables[number].kind == HostKind::Handles;
        let list = match value.kind() {
            CXCursor_InitListExpr => Some(value.expressions()),
            _ => None,
        };
        let Some(list) = list.filter(|list| is_array || list.len() <= fields.len()) else {
            // Copied from another, or made by a call: its members are not known, and what made it runs.
            let value = self.expression(value);
            let what = match value.kind {
                HostExprKind::Opaque(ref parts) if parts.is_empty() => return,
                HostExprKind::Read(..) => return out.push(self.assignment(c, whole, value)),
                _ => "a structure is copied",
            };
            let span = value.span;
            let kind = HostExprKind::hole(what, vec![value], false);
            out.push(HostStmt::Do(HostExpr { kind, span }));
            return;
        };
        for (n, item) in list.into_iter().enumerate() {
            let to = if is_array {
                let index = self.int(c, n as i128);
                let base = self.at(c, HostExprKind::Read(Box::new(whole.clone()), false));
                HostPlace::Element(Box::new(base), Box::new(index), None)
            } else {
                HostPlace::Field(Box::new(whole.clone()), fields[n].spelling())
            };
            let value = self.expression(item);
            out.push(self.assignment(item, to, value));
        }
    }

    pub(super) fn assignment(&mut self, c: Cursor<'u>, to: HostPlace, value: HostExpr) -> HostStmt {
        let kind = HostExprKind::Assign {
            to: Box::new(to),
            value: Box::new(value),
            old: false,
        };
        HostStmt::Do(self.at(c, kind))
    }

    fn branch(&mut self, parts: &[Cursor<'u>], out: &mut Vec<HostStmt>) {
        // A declaration in the parentheses comes first.
        let mut parts = parts;
        let mut before = Vec::new();
        while let [first, rest @ ..] = parts
            && matches!(first.kind(), CXCursor_DeclStmt | CXCursor_VarDecl)
        {
            match first.kind() {
                CXCursor_DeclStmt => self.statement(*first, &mut before),
                _ => self.declaration(*first, &mut before),
            }
            parts = rest;
        }
        match *parts {
            [condition, yes] if condition.is_expression() => {
                let condition = self.expression(condition);
                let yes = self.statements(yes);
                before.push(HostStmt::If(condition, yes, Vec::new()));
            }
            [condition, yes, no] if condition.is_expression() => {
                let condition = self.expression(condition);
                let (yes, no) = (self.statements(yes), self.statements(no));
                before.push(HostStmt::If(condition, yes, no));
            }
            _ => self.lose("an `if` in it is not modelled"),
        }
        out.push(HostStmt::Block(before));
    }
}

/// Whether a variable is a `dim3`.
fn place_is_shape(c: Cursor<'_>) -> bool {
    c.ty()
        .canonical()
        .declaration()
        .is_some_and(|record| record.spelling() == "dim3")
}

/// Whether a destructor of the user's runs when a variable ends.
fn has_destructor(c: Cursor<'_>) -> bool {
    let declaration = c.ty().canonical().declaration();
    let own = declaration.filter(|record| !is_the_languages(*record));
    own.is_some_and(|record| {
        let children = record.definition().unwrap_or(record).children();
        let mut kinds = children.iter().map(|child| child.kind());
        kinds.any(|kind| {
            matches!(
                kind,
                CXCursor_Destructor | CXCursor_CXXBaseSpecifier | CXCursor_FieldDecl
            )
        }) && place::kind(c) == HostKind::Opaque
    })
}
