//! Terms as text, for dumps.

use super::{BitOp, Node, TermId, Terms};
use std::fmt::Write;

/// Terms are graphs: as text, shared parts would be written again and again. After so many nodes `…` stands for the rest.
const MAX_NODES: usize = 2000;

/// Text in the making.
struct Printer<'a> {
    terms: &'a Terms,
    text: String,
    left: usize,
}

impl Terms {
    /// `t` as text in the notation of C, with `floor(a/k)`, `mod` and `wrap` where C has no word.
    pub fn show(&self, t: TermId) -> String {
        let mut printer = Printer {
            terms: self,
            text: String::new(),
            left: MAX_NODES,
        };
        printer.term(t);
        printer.text
    }
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn term(&mut self, t: TermId) {
        if self.left == 0 {
            return self.put("…");
        }
        self.left -= 1;
        let terms = self.terms;
        match terms.node(t) {
            Node::Bool(v) => self.put(if *v { "true" } else { "false" }),
            Node::Int(v) => {
                let _ = write!(self.text, "{v}");
            }
            Node::Float(_, bits) => {
                let _ = write!(self.text, "{:?}f", f64::from_bits(*bits));
            }
            Node::Sym(s) => self.put(&terms.symbols[*s].name),
            Node::App(f, args) => {
                self.put(&terms.functions[*f].name);
                self.list("(", args, ", ");
            }
            Node::Sum(parts, k) => self.sum(parts, *k),
            Node::Product(factors) => self.joined(factors, "*"),
            Node::Div(a, b) => self.infix(*a, " / ", *b),
            Node::Rem(a, b) => self.infix(*a, " % ", *b),
            Node::FloorDiv(a, k) => {
                self.put("floor(");
                self.term(*a);
                let _ = write!(self.text, "/{k})");
            }
            Node::FloorMod(a, k) => {
                self.put("(");
                self.term(*a);
                let _ = write!(self.text, " mod {k})");
            }
            Node::Pow2(a) => self.list("2^(", &[*a], ""),
            Node::ShiftRight(a, b) => self.infix(*a, " >> ", *b),
            Node::Bits(BitOp::And, a, b) => self.infix(*a, " & ", *b),
            Node::Bits(BitOp::Or, a, b) => self.infix(*a, " | ", *b),
            Node::Bits(BitOp::Xor, a, b) => self.infix(*a, " ^ ", *b),
            Node::Wrap {
                bits, signed, arg, ..
            } => {
                let _ = write!(self.text, "wrap_{}{bits}", if *signed { "i" } else { "u" });
                self.list("(", &[*arg], "");
            }
            Node::Ite(c, a, b) => {
                self.put("(");
                self.term(*c);
                self.put(" ? ");
                self.term(*a);
                self.put(" : ");
                self.term(*b);
                self.put(")");
            }
            Node::Le0(a) => self.compare(*a, " <= "),
            Node::Eq0(a) => self.compare(*a, " == "),
            Node::Same(a, b) => self.infix(*a, " == ", *b),
            Node::Not(a) => match terms.node(*a) {
                Node::Le0(d) => self.compare(*d, " > "),
                Node::Eq0(d) => self.compare(*d, " != "),
                _ => self.list("!(", &[*a], ""),
            },
            Node::And(parts) => self.list("(", parts, " && "),
            Node::Or(parts) => self.list("(", parts, " || "),
        }
    }

    fn infix(&mut self, a: TermId, operator: &str, b: TermId) {
        self.list("(", &[a, b], operator);
    }

    /// Opened by `open`, closed by a parenthesis.
    fn list(&mut self, open: &str, parts: &[TermId], between: &str) {
        self.put(open);
        self.joined(parts, between);
        self.put(")");
    }

    fn joined(&mut self, parts: &[TermId], between: &str) {
        for (n, part) in parts.iter().enumerate() {
            if n > 0 {
                self.put(between);
            }
            self.term(*part);
        }
    }

    fn sum(&mut self, parts: &[(TermId, i128)], k: i128) {
        let several = parts.len() + usize::from(k != 0) > 1;
        if several {
            self.put("(");
        }
        for (n, &(t, c)) in parts.iter().enumerate() {
            match (n, c < 0) {
                (0, true) => self.put("-"),
                (0, false) => {}
                (_, true) => self.put(" - "),
                (_, false) => self.put(" + "),
            }
            if c.unsigned_abs() != 1 {
                let _ = write!(self.text, "{}*", c.unsigned_abs());
            }
            self.term(t);
        }
        match k {
            0 => {}
            k if parts.is_empty() => {
                let _ = write!(self.text, "{k}");
            }
            k => {
                let _ = write!(
                    self.text,
                    " {} {}",
                    if k < 0 { '-' } else { '+' },
                    k.unsigned_abs()
                );
            }
        }
        if several {
            self.put(")");
        }
    }

    /// `d <operator> 0` with the negative parts moved to the right.
    fn compare(&mut self, d: TermId, operator: &str) {
        let (parts, k) = self.terms.linear(d);
        let left: Vec<_> = parts.iter().copied().filter(|p| p.1 > 0).collect();
        let right: Vec<_> = parts.iter().filter(|p| p.1 < 0).map(|&(t, c)| (t, -c)).collect();
        let (before, after) = if k > 0 { (k, 0) } else { (0, -k) };
        self.side(&left, before);
        self.put(operator);
        self.side(&right, after);
    }

    fn side(&mut self, parts: &[(TermId, i128)], k: i128) {
        if parts.is_empty() {
            let _ = write!(self.text, "{k}");
        } else {
            self.sum(parts, k);
        }
    }
}
