//! The statements of a source text: which is in which, and where one could be inserted and stay one of its own.

use super::lexer::{Shape, Token, tokens};
use std::ops::Range;

/// Deeper texts have no outline.
const DEEPEST: usize = 200;

/// What controls a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// `if`, perhaps with an `else`.
    If,
    /// `for`, `while`, `do`.
    Loop,
    /// `switch`, `try`, or a macro that is followed by a block.
    Other,
}

/// What a statement is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It ends with a semicolon, or is a label with its colon.
    Simple,
    /// Statements in braces.
    Block(Vec<Stmt>),
    /// Statements that something decides on.
    Control {
        /// What does.
        control: Control,
        /// The bodies, each with the end of what stands before it: of the condition, of `else` or `do`.
        bodies: Vec<(usize, Stmt)>,
    },
}

/// A statement: bytes of the text from its first token to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// The bytes.
    pub range: Range<usize>,
    /// What it is made of.
    pub kind: Kind,
}

impl Stmt {
    /// Whether the byte is of it.
    pub fn holds(&self, at: usize) -> bool {
        self.range.contains(&at)
    }

    /// The statements right inside of it.
    pub fn children(&self) -> Vec<&Stmt> {
        match &self.kind {
            Kind::Simple => Vec::new(),
            Kind::Block(children) => children.iter().collect(),
            Kind::Control { bodies, .. } => bodies.iter().map(|(_, body)| body).collect(),
        }
    }

    /// The statements around a byte, outermost first, this one included.
    pub fn path(&self, at: usize) -> Vec<&Stmt> {
        let mut path = Vec::new();
        let mut next = Some(self).filter(|stmt| stmt.holds(at));
        while let Some(stmt) = next {
            path.push(stmt);
            next = stmt.children().into_iter().find(|child| child.holds(at));
        }
        path
    }
}

/// The blocks of a text that may be bodies of functions: each outermost one that is no namespace, class or list.
pub fn bodies(text: &str) -> Option<Vec<Stmt>> {
    let mut parser = Parser {
        text,
        tokens: tokens(text),
        at: 0,
        depth: 0,
    };
    let mut bodies = Vec::new();
    parser.declarations(&mut bodies)?;
    // What is closed more often than opened is not understood.
    if parser.at != parser.tokens.len() {
        return None;
    }
    parser.lambdas(&mut bodies);
    Some(bodies)
}

/// Words after which a brace opens declarations.
const TYPES: [&str; 5] = ["struct", "class", "union", "enum", "namespace"];

/// What was seen of a declaration.
#[derive(Default)]
struct Head {
    has_arguments: bool,
    /// Attributes of a class may have arguments before its name.
    is_type: bool,
    is_value: bool,
    /// A constructor's list, behind its colon.
    initialises: bool,
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn next_is(&self, mark: u8) -> bool {
        self.peek().is_some_and(|token| token.is(mark))
    }

    fn word(&self, at: usize) -> &str {
        match self.tokens.get(at) {
            Some(token) if token.shape == Shape::Word => token.text(self.text),
            _ => "",
        }
    }

    fn before(&self) -> Option<&Token> {
        self.at.checked_sub(1).and_then(|last| self.tokens.get(last))
    }

    /// The end of the last token that was taken.
    fn taken_to(&self) -> usize {
        self.before().map_or(0, |token| token.end)
    }

    /// Declarations up to a closing brace or the end.
    fn declarations(&mut self, bodies: &mut Vec<Stmt>) -> Option<()> {
        self.depth += 1;
        let mut head = Head::default();
        while let Some(token) = self.peek().filter(|token| !token.is(b'}')) {
            match token.shape {
                Shape::Mark(b'{') if head.is_value || (head.initialises && self.follows_a_name()) => {
                    self.group()?;
                    continue;
                }
                Shape::Mark(b'{') if head.has_arguments && (!head.is_type || self.follows_arguments()) => {
                    self.body(bodies)?;
                }
                Shape::Mark(b'{') if self.depth < DEEPEST => {
                    self.at += 1;
                    self.declarations(bodies)?;
                    self.take(b'}')?;
                }
                Shape::Mark(b'{') => return None,
                Shape::Mark(b'(' | b'[') => {
                    head.has_arguments |= token.is(b'(');
                    // Before it, the `=` was one of a template's parameters.
                    head.is_value &= !token.is(b'(');
                    self.group()?;
                    continue;
                }
                Shape::Mark(b';') => self.at += 1,
                Shape::Mark(mark) => {
                    head.is_value |= mark == b'=';
                    head.initialises |= mark == b':' && head.has_arguments;
                    self.at += 1;
                    continue;
                }
                Shape::Word | Shape::Literal => {
                    head.is_type |= TYPES.contains(&self.word(self.at));
                    self.at += 1;
                    continue;
                }
            }
            head = Head::default();
        }
        self.depth -= 1;
        Some(())
    }

    fn follows_arguments(&self) -> bool {
        self.before().is_some_and(|token| token.is(b')'))
    }

    fn follows_a_name(&self) -> bool {
        self.before()
            .is_some_and(|token| token.shape == Shape::Word || token.is(b'>'))
    }

    /// The body of a function; one that is not understood is passed by.
    fn body(&mut self, bodies: &mut Vec<Stmt>) -> Option<()> {
        let (at, depth) = (self.at, self.depth);
        match self.block() {
            Some(block) => bodies.push(block),
            None => {
                (self.at, self.depth) = (at, depth);
                self.group()?;
            }
        }
        Some(())
    }

    fn take(&mut self, mark: u8) -> Option<()> {
        let is_there = self.next_is(mark);
        self.at += usize::from(is_there);
        is_there.then_some(())
    }

    /// A bracket with all that it holds.
    fn group(&mut self) -> Option<()> {
        let mut open = Vec::new();
        loop {
            match self.peek()?.shape {
                Shape::Mark(b'(') => open.push(b')'),
                Shape::Mark(b'[') => open.push(b']'),
                Shape::Mark(b'{') => open.push(b'}'),
                Shape::Mark(mark @ (b')' | b']' | b'}')) => {
                    if open.pop() != Some(mark) {
                        return None;
                    }
                }
                Shape::Word | Shape::Literal | Shape::Mark(_) => {}
            }
            self.at += 1;
            if open.is_empty() {
                return Some(());
            }
        }
    }

    fn block(&mut self) -> Option<Stmt> {
        let start = self.peek()?.start;
        self.take(b'{')?;
        let mut children = Vec::new();
        while !self.next_is(b'}') {
            children.push(self.statement()?);
        }
        self.take(b'}')?;
        Some(self.stmt(start, Kind::Block(children)))
    }

    fn stmt(&self, start: usize, kind: Kind) -> Stmt {
        Stmt {
            range: start..self.taken_to(),
            kind,
        }
    }

    fn statement(&mut self) -> Option<Stmt> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let stmt = self.any_statement();
        self.depth -= 1;
        stmt
    }

    fn any_statement(&mut self) -> Option<Stmt> {
        let start = self.peek()?.start;
        if self.next_is(b'{') {
            return self.block();
        }
        match self.word(self.at) {
            "if" => self.controlled(Control::If),
            "for" | "while" => self.controlled(Control::Loop),
            "switch" => self.controlled(Control::Other),
            "do" => self.repeated(),
            "try" | "catch" | "else" => None,
            "case" | "default" => self.label(),
            _ if self.is_label() => {
                self.at += 2;
                Some(self.stmt(start, Kind::Simple))
            }
            _ => self.simple(),
        }
    }

    fn is_label(&self) -> bool {
        let colon = |at: usize| self.tokens.get(at).is_some_and(|token| token.is(b':'));
        !self.word(self.at).is_empty() && colon(self.at + 1) && !colon(self.at + 2)
    }

    /// `case x:`; a colon of `a::b` or of `c ? a : b` is none of the label's.
    fn label(&mut self) -> Option<Stmt> {
        let start = self.peek()?.start;
        let mut questions = 0u32;
        loop {
            match self.peek()?.shape {
                Shape::Mark(b'(' | b'[' | b'{') => {
                    self.group()?;
                    continue;
                }
                Shape::Mark(b'?') => questions += 1,
                Shape::Mark(b':') if self.tokens.get(self.at + 1).is_some_and(|t| t.is(b':')) => self.at += 1,
                Shape::Mark(b':') if questions == 0 => {
                    self.at += 1;
                    return Some(self.stmt(start, Kind::Simple));
                }
                Shape::Mark(b':') => questions -= 1,
                Shape::Mark(b';' | b'}') => return None,
                Shape::Word | Shape::Literal | Shape::Mark(_) => {}
            }
            self.at += 1;
        }
    }

    fn controlled(&mut self, control: Control) -> Option<Stmt> {
        let start = self.peek()?.start;
        self.at += 1;
        if self.word(self.at) == "constexpr" {
            self.at += 1;
        }
        if !self.next_is(b'(') {
            return None;
        }
        self.group()?;
        let mut bodies = vec![(self.taken_to(), self.statement()?)];
        if control == Control::If && self.word(self.at) == "else" {
            self.at += 1;
            bodies.push((self.taken_to(), self.statement()?));
        }
        Some(self.stmt(start, Kind::Control { control, bodies }))
    }

    fn repeated(&mut self) -> Option<Stmt> {
        let start = self.peek()?.start;
        self.at += 1;
        let bodies = vec![(self.taken_to(), self.statement()?)];
        if self.word(self.at) != "while" {
            return None;
        }
        self.at += 1;
        self.group()?;
        self.take(b';')?;
        let control = Control::Loop;
        Some(self.stmt(start, Kind::Control { control, bodies }))
    }

    /// Blocks in the middle of statements, behind arguments or captures.
    fn lambdas(&mut self, bodies: &mut Vec<Stmt>) {
        for at in 1..self.tokens.len() {
            let (before, brace) = (self.tokens[at - 1], self.tokens[at]);
            let opens = brace.is(b'{') && (before.is(b')') || before.is(b']'));
            let start = brace.start;
            let is_known = |body: &Stmt| {
                let path = body.path(start);
                path.last()
                    .is_some_and(|stmt| stmt.range.start == start && matches!(stmt.kind, Kind::Block(_)))
            };
            if opens && !bodies.iter().any(is_known) {
                (self.at, self.depth) = (at, 0);
                bodies.extend(self.block());
            }
        }
    }

    /// Up to its semicolon. `NAME(...) {` is a macro that controls a block.
    fn simple(&mut self) -> Option<Stmt> {
        let start = self.peek()?.start;
        let first = self.at;
        loop {
            match self.peek()?.shape {
                Shape::Mark(b'{') if self.is_macro(first) => {
                    let bodies = vec![(self.taken_to(), self.block()?)];
                    let control = Control::Other;
                    return Some(self.stmt(start, Kind::Control { control, bodies }));
                }
                Shape::Mark(b'(' | b'[' | b'{') => self.group()?,
                Shape::Mark(b')' | b']' | b'}') => return None,
                Shape::Mark(b';') => {
                    self.at += 1;
                    return Some(self.stmt(start, Kind::Simple));
                }
                Shape::Word | Shape::Literal | Shape::Mark(_) => self.at += 1,
            }
        }
    }

    /// Whether the tokens since `first` are a name and its arguments, or a name alone.
    fn is_macro(&self, first: usize) -> bool {
        let Some(last) = self.at.checked_sub(1) else {
            return false;
        };
        let is_closed = self.tokens.get(last).is_some_and(|token| token.is(b')'));
        let is_call = is_closed && self.tokens.get(first + 1).is_some_and(|token| token.is(b'('));
        !self.word(first).is_empty() && (last == first || is_call)
    }
}

#[cfg(test)]
mod tests;
