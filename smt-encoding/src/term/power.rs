//! Powers of two, seen by their shape.

use super::{BitOp, Node, TermId, Terms};

impl Terms {
    /// `t & (t - 1) = 0`: t is 0 or a power of two.
    pub fn power_or_zero(&mut self, t: TermId) -> TermId {
        let below = self.offset(t, -1);
        let rest = self.bits(BitOp::And, t, below);
        self.eq0(rest)
    }

    /// The `x` of a term `x & (x - 1)`.
    pub fn without_lowest_bit(&self, t: TermId) -> Option<TermId> {
        let Node::Bits(BitOp::And, a, b) = *self.node(t) else {
            return None;
        };
        let is_below = |a: TermId, b: TermId| {
            let ((parts, k), (of, l)) = (self.linear(b), self.linear(a));
            parts == of && k == l - 1
        };
        if is_below(a, b) {
            Some(a)
        } else {
            is_below(b, a).then_some(b)
        }
    }

    /// Whether `t` is plainly 0 or a power of two if all of `known` are.
    pub fn is_power_or_zero(&self, t: TermId, known: &[TermId]) -> bool {
        if known.contains(&t) {
            return true;
        }
        let is_power = |k: i128| k > 0 && k & (k - 1) == 0;
        match self.node(t) {
            Node::Int(k) => *k == 0 || is_power(*k),
            Node::Sum(parts, 0) => match parts[..] {
                [(a, k)] => is_power(k) && self.is_power_or_zero(a, known),
                _ => false,
            },
            Node::Product(factors) => factors.iter().all(|&f| self.is_power_or_zero(f, known)),
            // ⌊2^a / 2^b⌋ is 2^(a-b) or 0, and 2^a mod 2^b is 2^a or 0.
            Node::FloorDiv(a, k) | Node::FloorMod(a, k) => is_power(*k) && self.is_power_or_zero(*a, known),
            Node::ShiftRight(a, _) => self.range(*a).at_least(0) && self.is_power_or_zero(*a, known),
            Node::Pow2(_) => true,
            Node::Wrap {
                signed: false, arg, ..
            } => self.is_power_or_zero(*arg, known),
            Node::Ite(_, a, b) => self.is_power_or_zero(*a, known) && self.is_power_or_zero(*b, known),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Level, Origin, Range, Sort, Symbol};
    use super::*;

    fn symbol(terms: &mut Terms, name: &str) -> TermId {
        terms.fresh(Symbol {
            name: name.into(),
            sort: Sort::Int,
            range: Range::new(0, 1024),
            level: Level::Thread,
            loops: Vec::new(),
            origin: Origin::Free,
        })
    }

    #[test]
    fn powers_by_shape() {
        let mut t = Terms::new();
        let (x, y) = (symbol(&mut t, "x"), symbol(&mut t, "y"));
        let (half, double, plus) = (t.floor_div(x, 2), t.scale(x, 2), t.offset(x, 1));
        let third = t.floor_div(x, 3);
        for (term, is) in [
            (x, true),
            (half, true),
            (double, true),
            (plus, false),
            (third, false),
            (y, false),
        ] {
            assert_eq!(t.is_power_or_zero(term, &[x]), is, "{}", t.show(term));
        }
        assert!(!t.is_power_or_zero(half, &[]));
    }

    #[test]
    fn a_power_has_no_bit_but_its_lowest() {
        let mut t = Terms::new();
        let (x, n) = (symbol(&mut t, "x"), symbol(&mut t, "n"));
        let below = t.offset(x, -1);
        let rest = t.bits(BitOp::And, x, below);
        assert_eq!(t.without_lowest_bit(rest), Some(x));
        let other = t.bits(BitOp::And, x, n);
        assert_eq!(t.without_lowest_bit(other), None);
        let power = t.pow2(n);
        let test = t.power_or_zero(power);
        assert_eq!(t.as_bool(test), Some(true));
    }
}
