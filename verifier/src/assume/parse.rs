//! Syntax of assumptions: C's operators with C's precedence.

use super::AssumeError;
use super::lex::{Token, TokenKind, error, lex};
use kverify_frontend::ir::{BinOp, CmpOp};

/// Deeper nesting than anyone writes; keeps the parser's stack small.
const MOST_NESTING: usize = 100;

/// Most levels of a fact, long chains of one operator included; keeps the stack small of all who walk over it.
const MOST_LEVELS: usize = 1000;

/// A syntax node with its byte range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub start: usize,
    pub end: usize,
    /// How far it is to its deepest leaf.
    levels: usize,
    pub kind: NodeKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum NodeKind {
    Number(i64),
    Name(String),
    Call(String, Vec<Node>),
    Negate(Box<Node>),
    Complement(Box<Node>),
    Not(Box<Node>),
    Arithmetic(BinOp, Box<Node>, Box<Node>),
    Compare(CmpOp, Box<Node>, Box<Node>),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Choose(Box<Node>, Box<Node>, Box<Node>),
}

impl NodeKind {
    fn parts(&self) -> impl Iterator<Item = &Node> {
        let (list, boxes): (&[Node], [Option<&Node>; 3]) = match self {
            NodeKind::Number(_) | NodeKind::Name(_) => (&[], [None; 3]),
            NodeKind::Call(_, arguments) => (arguments, [None; 3]),
            NodeKind::Negate(a) | NodeKind::Complement(a) | NodeKind::Not(a) => (&[], [Some(a), None, None]),
            NodeKind::Arithmetic(_, a, b)
            | NodeKind::Compare(_, a, b)
            | NodeKind::And(a, b)
            | NodeKind::Or(a, b) => (&[], [Some(a), Some(b), None]),
            NodeKind::Choose(a, b, c) => (&[], [Some(a), Some(b), Some(c)]),
        };
        list.iter().chain(boxes.into_iter().flatten())
    }
}

/// Reads the whole text and splits it at the outermost `&&`.
pub(super) fn parse(text: &str) -> Result<Vec<Node>, AssumeError> {
    let mut parser = Parser {
        text,
        tokens: lex(text)?,
        at: 0,
        nesting: 0,
    };
    if parser.peek().kind == TokenKind::End {
        return Err(parser.error("an expression is missing; for example `n % 32 == 0`"));
    }
    let facts = match parser.facts()? {
        Some(facts) => facts,
        // Something binds less than the first `&&`.
        None => {
            parser.at = 0;
            vec![parser.choose()?]
        }
    };
    if parser.peek().kind != TokenKind::End {
        return Err(parser.error("an operator is missing here"));
    }
    let mut conjuncts = Vec::new();
    facts.into_iter().for_each(|fact| split(fact, &mut conjuncts));
    Ok(conjuncts)
}

fn split(node: Node, conjuncts: &mut Vec<Node>) {
    match node.kind {
        NodeKind::And(left, right) => {
            split(*left, conjuncts);
            split(*right, conjuncts);
        }
        _ => conjuncts.push(node),
    }
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    nesting: usize,
}

/// A binary operator: its builder.
#[derive(Clone, Copy)]
enum Infix {
    Or,
    And,
    Arithmetic(BinOp),
    Compare(CmpOp),
}

/// The precedence of `&&`.
const AND: u8 = 2;

/// Precedence (higher binds tighter) and meaning of C's binary operators.
fn infix(symbol: &str) -> Option<(u8, Infix)> {
    Some(match symbol {
        "||" => (1, Infix::Or),
        "&&" => (AND, Infix::And),
        "|" => (3, Infix::Arithmetic(BinOp::Or)),
        "^" => (4, Infix::Arithmetic(BinOp::Xor)),
        "&" => (5, Infix::Arithmetic(BinOp::And)),
        "==" => (6, Infix::Compare(CmpOp::Eq)),
        "!=" => (6, Infix::Compare(CmpOp::Ne)),
        "<" => (7, Infix::Compare(CmpOp::Lt)),
        "<=" => (7, Infix::Compare(CmpOp::Le)),
        ">" => (7, Infix::Compare(CmpOp::Gt)),
        ">=" => (7, Infix::Compare(CmpOp::Ge)),
        "<<" => (8, Infix::Arithmetic(BinOp::Shl)),
        ">>" => (8, Infix::Arithmetic(BinOp::Shr)),
        "+" => (9, Infix::Arithmetic(BinOp::Add)),
        "-" => (9, Infix::Arithmetic(BinOp::Sub)),
        "*" => (10, Infix::Arithmetic(BinOp::Mul)),
        "/" => (10, Infix::Arithmetic(BinOp::Div)),
        "%" => (10, Infix::Arithmetic(BinOp::Rem)),
        _ => return None,
    })
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        // The last token is `End` and is never passed.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn symbol(&self) -> Option<&'static str> {
        match self.peek().kind {
            TokenKind::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    fn take(&mut self, symbol: &str) -> bool {
        let found = self.symbol() == Some(symbol);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<(), AssumeError> {
        if self.take(symbol) {
            Ok(())
        } else {
            Err(self.error(&format!("`{symbol}` is missing here")))
        }
    }

    fn error(&self, message: &str) -> AssumeError {
        error(self.text, self.peek().start, message.to_owned())
    }

    /// A node of these parts.
    fn node(&self, start: usize, end: usize, kind: NodeKind) -> Result<Node, AssumeError> {
        let levels = 1 + kind.parts().map(|part| part.levels).max().unwrap_or(0);
        if levels > MOST_LEVELS {
            return Err(self.error("the expression nests too deeply"));
        }
        Ok(Node {
            start,
            end,
            levels,
            kind,
        })
    }

    /// What stands between the `&&` of the outermost level, of which there may be any number; `None` if something else follows that
    /// binds less.
    fn facts(&mut self) -> Result<Option<Vec<Node>>, AssumeError> {
        let mut facts = vec![self.binary(AND + 1)?];
        while self.take("&&") {
            facts.push(self.binary(AND + 1)?);
        }
        let is_whole = !matches!(self.symbol(), Some("||" | "?"));
        Ok(is_whole.then_some(facts))
    }

    fn choose(&mut self) -> Result<Node, AssumeError> {
        if self.nesting == MOST_NESTING {
            return Err(self.error("the expression nests too deeply"));
        }
        self.nesting += 1;
        let condition = self.binary(1)?;
        let node = if self.take("?") {
            let yes = self.choose()?;
            self.expect(":")?;
            let no = self.choose()?;
            let (start, end) = (condition.start, no.end);
            let kind = NodeKind::Choose(Box::new(condition), Box::new(yes), Box::new(no));
            self.node(start, end, kind)?
        } else {
            condition
        };
        self.nesting -= 1;
        Ok(node)
    }

    /// Precedence climbing over operators that bind at least as tightly as `least`.
    fn binary(&mut self, least: u8) -> Result<Node, AssumeError> {
        let mut left = self.unary()?;
        while let Some((precedence, operator)) = self.symbol().and_then(infix) {
            if precedence < least {
                break;
            }
            self.at += 1;
            let right = self.binary(precedence + 1)?;
            let (start, end) = (left.start, right.end);
            let (a, b) = (Box::new(left), Box::new(right));
            let kind = match operator {
                Infix::Or => NodeKind::Or(a, b),
                Infix::And => NodeKind::And(a, b),
                Infix::Arithmetic(op) => NodeKind::Arithmetic(op, a, b),
                Infix::Compare(op) => NodeKind::Compare(op, a, b),
            };
            left = self.node(start, end, kind)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Node, AssumeError> {
        let start = self.peek().start;
        let wrap: fn(Box<Node>) -> NodeKind = match self.symbol() {
            Some("-") => NodeKind::Negate,
            Some("~") => NodeKind::Complement,
            Some("!") => NodeKind::Not,
            Some("+") => |node| node.kind,
            _ => return self.primary(),
        };
        if self.nesting == MOST_NESTING {
            return Err(self.error("the expression nests too deeply"));
        }
        self.nesting += 1;
        self.at += 1;
        let operand = self.unary()?;
        self.nesting -= 1;
        self.node(start, operand.end, wrap(Box::new(operand)))
    }

    fn primary(&mut self) -> Result<Node, AssumeError> {
        let Token { start, end, kind } = self.peek().clone();
        match kind {
            TokenKind::Number(value) => {
                self.at += 1;
                self.node(start, end, NodeKind::Number(value))
            }
            TokenKind::Name(name) => {
                self.at += 1;
                if !self.take("(") {
                    return self.node(start, end, NodeKind::Name(name));
                }
                let arguments = self.arguments()?;
                let end = self.tokens[self.at - 1].end;
                self.node(start, end, NodeKind::Call(name, arguments))
            }
            TokenKind::Symbol("(") => {
                self.at += 1;
                let inner = self.choose()?;
                self.expect(")")?;
                Ok(inner)
            }
            TokenKind::Symbol(_) | TokenKind::End => Err(self.error("a value is missing here")),
        }
    }

    /// After the opening bracket, up to and with the closing one.
    fn arguments(&mut self) -> Result<Vec<Node>, AssumeError> {
        let mut arguments = Vec::new();
        if self.take(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.choose()?);
            if self.take(")") {
                return Ok(arguments);
            }
            self.expect(",")?;
        }
    }
}
