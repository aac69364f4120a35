//! Terms as text, for dumps.

use super::{BitOp, Node, TermId, Terms};

impl Terms {
    /// `t` as text in the notation of C, with `floor(a/k)`, `mod` and `wrap` where C has no word.
    pub fn show(&self, t: TermId) -> String {
        match self.node(t) {
            Node::Bool(v) => v.to_string(),
            Node::Int(v) => v.to_string(),
            Node::Float(_, bits) => format!("{:?}f", f64::from_bits(*bits)),
            Node::Sym(s) => self.symbols[*s].name.clone(),
            Node::App(f, args) => format!("{}({})", self.functions[*f].name, self.show_all(args, ", ")),
            Node::Sum(parts, k) => self.show_sum(parts, *k),
            Node::Product(factors) => self.show_all(factors, "*"),
            Node::Div(a, b) => format!("({} / {})", self.show(*a), self.show(*b)),
            Node::Rem(a, b) => format!("({} % {})", self.show(*a), self.show(*b)),
            Node::FloorDiv(a, k) => format!("floor({}/{k})", self.show(*a)),
            Node::FloorMod(a, k) => format!("({} mod {k})", self.show(*a)),
            Node::Pow2(a) => format!("2^({})", self.show(*a)),
            Node::ShiftRight(a, b) => format!("({} >> {})", self.show(*a), self.show(*b)),
            Node::Bits(op, a, b) => {
                let op = match op {
                    BitOp::And => "&",
                    BitOp::Or => "|",
                    BitOp::Xor => "^",
                };
                format!("({} {op} {})", self.show(*a), self.show(*b))
            }
            Node::Wrap { bits, signed, arg } => {
                format!(
                    "wrap_{}{bits}({})",
                    if *signed { "i" } else { "u" },
                    self.show(*arg)
                )
            }
            Node::Ite(c, a, b) => format!("({} ? {} : {})", self.show(*c), self.show(*a), self.show(*b)),
            Node::Le0(a) => self.show_compare(*a, "<="),
            Node::Eq0(a) => self.show_compare(*a, "=="),
            Node::Same(a, b) => format!("{} == {}", self.show(*a), self.show(*b)),
            Node::Not(a) => match self.node(*a) {
                Node::Le0(d) => self.show_compare(*d, ">"),
                Node::Eq0(d) => self.show_compare(*d, "!="),
                _ => format!("!({})", self.show(*a)),
            },
            Node::And(parts) => format!("({})", self.show_all(parts, " && ")),
            Node::Or(parts) => format!("({})", self.show_all(parts, " || ")),
        }
    }

    fn show_all(&self, parts: &[TermId], between: &str) -> String {
        parts
            .iter()
            .map(|&p| self.show(p))
            .collect::<Vec<_>>()
            .join(between)
    }

    fn show_sum(&self, parts: &[(TermId, i128)], k: i128) -> String {
        let mut text = String::new();
        for &(t, c) in parts {
            if c < 0 {
                text.push_str(if text.is_empty() { "-" } else { " - " });
            } else if !text.is_empty() {
                text.push_str(" + ");
            }
            if c.unsigned_abs() != 1 {
                text.push_str(&format!("{}*", c.unsigned_abs()));
            }
            text.push_str(&self.show(t));
        }
        match k {
            0 => {}
            k if text.is_empty() => text.push_str(&k.to_string()),
            k if k < 0 => text.push_str(&format!(" - {}", k.unsigned_abs())),
            k => text.push_str(&format!(" + {k}")),
        }
        if parts.len() + usize::from(k != 0) > 1 {
            format!("({text})")
        } else {
            text
        }
    }

    /// `d <op> 0` with the negative parts moved to the right.
    fn show_compare(&self, d: TermId, op: &str) -> String {
        let (parts, k) = self.linear(d);
        let left: Vec<_> = parts.iter().copied().filter(|p| p.1 > 0).collect();
        let right: Vec<_> = parts
            .iter()
            .filter(|p| p.1 < 0)
            .map(|&(t, c)| (t, c.wrapping_neg()))
            .collect();
        let (lk, rk) = if k > 0 { (k, 0) } else { (0, k.wrapping_neg()) };
        let side = |parts: &[(TermId, i128)], k| {
            if parts.is_empty() {
                format!("{k}")
            } else {
                self.show_sum(parts, k)
            }
        };
        format!("{} {op} {}", side(&left, lk), side(&right, rk))
    }
}
