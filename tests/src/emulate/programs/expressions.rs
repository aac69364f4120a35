//! Expressions and simple statements.

use super::types::{ALL, INTEGERS, Ty};
use super::{Cell, Drawer};

impl Drawer {
    /// The value of something that the expression does not change.
    fn read(&mut self, float: bool, depth: usize) -> Option<(String, Ty)> {
        let fit: Vec<Cell> = self
            .scope
            .cells
            .iter()
            .filter(|c| c.ty.is_float() == float && !self.scope.changed.contains(&c.group))
            .cloned()
            .collect();
        if fit.is_empty() {
            return None;
        }
        let cell = self.random.pick(&fit);
        self.scope.used.push(cell.group);
        Some((self.place(&cell, depth), cell.ty))
    }

    /// An expression of this type, by a cast or by the conversion that an assignment does.
    pub(super) fn of_type(&mut self, ty: Ty, depth: usize) -> String {
        if self.random.percent(25) {
            let (text, from) = self.float(depth);
            return self.converted(&text, from, ty);
        }
        let (text, from) = self.integer(depth);
        self.converted(&text, from, ty)
    }

    /// The conversion of an expression, within what is defined.
    pub(super) fn converted(&mut self, text: &str, from: Ty, to: Ty) -> String {
        match (from.is_float(), to.is_float()) {
            (true, false) if to == Ty::Bool => format!("({text}) > 1"),
            (true, false) => format!("near({text})"),
            // Sums of floats shall stay where each is exact enough to be compared.
            (false, true) => format!("(int)({text}) % 5000 / 4.0f"),
            _ => text.to_owned(),
        }
    }

    /// A truth value.
    pub(super) fn condition(&mut self, depth: usize) -> String {
        match self.random.below(8) {
            0 if depth > 0 => format!("!({})", self.condition(depth - 1)),
            1 if depth > 0 => {
                let op = self.random.pick(&["&&", "||"]);
                format!(
                    "({}) {op} ({})",
                    self.condition(depth - 1),
                    self.condition(depth - 1)
                )
            }
            2 => format!("odd({})", self.integer(depth).0),
            3 => self.integer(depth).0,
            4 => {
                let (a, b) = (self.float(depth).0, self.float(depth).0);
                format!("({a}) {} ({b})", self.random.pick(&["<", ">=", "!=", "=="]))
            }
            _ => self.comparison(depth),
        }
    }

    fn comparison(&mut self, depth: usize) -> String {
        let (a, b) = (self.integer(depth).0, self.integer(depth).0);
        format!(
            "({a}) {} ({b})",
            self.random.pick(&["<", "<=", ">", ">=", "==", "!="])
        )
    }

    /// An integer and its type.
    pub(super) fn integer(&mut self, depth: usize) -> (String, Ty) {
        if depth == 0 || self.random.percent(15) {
            return self.leaf();
        }
        if self.features.intrinsics && self.random.percent(15) {
            return self.intrinsic(depth - 1);
        }
        if self.features.floats && self.random.percent(12) {
            return self.of_floats(depth - 1);
        }
        if !self.functions.is_empty()
            && self.random.percent(if self.scope.kernel { 15 } else { 5 })
            && let Some(call) = self.call_drawn(depth - 1)
        {
            return call;
        }
        match self.random.below(25) {
            0..=6 => {
                let ((a, s), (b, t)) = (self.integer(depth - 1), self.integer(depth - 1));
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                // Without brackets where precedence says the same to both sides, whatever it is.
                match self.random.below(3) {
                    0 => (format!("({a} {op} {b})"), s.common(t)),
                    _ => (format!("(({a}) {op} ({b}))"), s.common(t)),
                }
            }
            7 => {
                let ((a, s), (b, t)) = (self.integer(depth - 1), self.integer(depth - 1));
                let op = self.random.pick(&["/", "%"]);
                (format!("(({a}) {op} ((({b}) & 7) + 1))"), s.common(t))
            }
            8 | 9 => {
                let ((a, s), (b, _)) = (self.integer(depth - 1), self.integer(depth - 1));
                let op = self.random.pick(&["<<", ">>"]);
                (format!("(({a}) {op} (({b}) & {}))", s.width() - 1), s.promoted())
            }
            10 => {
                let (a, s) = self.integer(depth - 1);
                (
                    format!("({}({a}))", self.random.pick(&["-", "~", "+"])),
                    s.promoted(),
                )
            }
            11 => (format!("(!({}))", self.integer(depth - 1).0), Ty::Bool),
            12 | 13 => {
                let ty = self.random.pick(&ALL);
                let value = self.of_type(ty, depth - 1);
                if ty.is_float() {
                    return (format!("(long long)near(({})({value}))", ty.name()), Ty::LongLong);
                }
                (format!("(({})({value}))", ty.name()), ty)
            }
            14 => {
                let condition = self.condition(depth - 1);
                let ((a, s), (b, t)) = (self.integer(depth - 1), self.integer(depth - 1));
                let ty = if s == t { s } else { s.common(t) };
                (format!("({condition} ? {a} : {b})"), ty)
            }
            15 => (format!("({})", self.comparison(depth - 1)), Ty::Bool),
            16 => {
                let ty = self.random.pick(&INTEGERS);
                let value = self.float(depth - 1).0;
                (format!("(({})near({value}))", ty.name()), ty)
            }
            17 | 18 => self.change(),
            19 => (self.chain(), Ty::LongLong),
            _ => self.call(depth - 1),
        }
    }

    /// A change within an expression.
    fn change(&mut self) -> (String, Ty) {
        let Some((target, ty)) = self.target(0) else {
            return self.leaf();
        };
        if ty.is_float() || ty == Ty::Bool {
            return (format!("(({target} = 1) ? 5 : 6)"), Ty::Int);
        }
        match self.random.below(5) {
            0 => (format!("({target}++)"), ty),
            1 => (format!("(--{target})"), ty),
            2 => (format!("({target} += {})", self.leaf().0), ty),
            3 => (format!("({target} = {})", self.leaf().0), ty),
            _ => {
                let (leaf, ty) = self.leaf();
                (format!("({target} ^= 3, {leaf})"), ty)
            }
        }
    }

    /// Something to tell threads apart by, where there is.
    pub(super) fn thread(&self) -> &'static str {
        if self.scope.kernel { "t" } else { "5" }
    }

    pub(super) fn leaf(&mut self) -> (String, Ty) {
        if self.random.percent(70)
            && let Some(read) = self.read(false, 1)
        {
            return read;
        }
        match self.random.below(12) {
            0 => ("-1".to_owned(), Ty::Int),
            1 => ("0x80000000".to_owned(), Ty::UInt),
            2 => ("2147483647".to_owned(), Ty::Int),
            3 => ("4294967296".to_owned(), Ty::Long),
            4 => ("7u".to_owned(), Ty::UInt),
            5 => ("'b'".to_owned(), Ty::Char),
            6 => ("BIG".to_owned(), Ty::Int),
            7 => ("(int)Scoped::HIGH".to_owned(), Ty::Int),
            8 => ("100ull".to_owned(), Ty::ULongLong),
            9 => ("true".to_owned(), Ty::Bool),
            10 => ("MINUS".to_owned(), Ty::Int),
            _ => (self.random.number(0, 300).to_string(), Ty::Int),
        }
    }

    /// A floating-point number and its type.
    pub(super) fn float(&mut self, depth: usize) -> (String, Ty) {
        if depth == 0 || self.random.percent(25) {
            return match self.read(true, 0) {
                Some(read) if self.random.percent(75) => read,
                _ => (
                    self.random
                        .pick(if self.features.floats {
                            &[
                                "1.5f",
                                "0.1f",
                                "-0.0f",
                                "__int_as_float(0x7f800000)",
                                "1e-40f",
                                "6e4f",
                                "-3e38f",
                                "0x1.0p-24f",
                            ]
                        } else {
                            &["1.5f", "0.1f", "-2.25f", "3e2f"]
                        })
                        .to_owned(),
                    Ty::Float,
                ),
            };
        }
        if self.features.floats && self.random.percent(35) {
            return self.float_intrinsic(depth - 1);
        }
        match self.random.below(7) {
            0 => {
                let (a, _) = self.integer(depth - 1);
                (format!("(float)({a})"), Ty::Float)
            }
            1 => {
                let (a, _) = self.integer(depth - 1);
                (format!("(double)({a})"), Ty::Double)
            }
            2 => {
                let ((a, s), (b, _)) = (self.float(depth - 1), self.integer(depth - 1));
                (format!("(({a}) / ((({b}) & 7) + 1))"), s)
            }
            3 => {
                let (a, s) = self.float(depth - 1);
                (format!("(-({a}))"), s)
            }
            4 => (format!("near({})", self.float(depth - 1).0), Ty::Float),
            _ => {
                let ((a, s), (b, t)) = (self.float(depth - 1), self.float(depth - 1));
                let op = self.random.pick(&["+", "-", "*"]);
                (format!("(({a}) {op} ({b}))"), s.common(t))
            }
        }
    }
}
