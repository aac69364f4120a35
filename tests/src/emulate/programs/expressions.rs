//! Expressions and simple statements.

use super::types::{ALL, INTEGERS, Ty};
use super::{Cell, Drawer};

impl Drawer {
    /// A statement without its semicolon.
    pub(super) fn simple(&mut self) -> String {
        match self.random.below(20) {
            0 => {
                let Some((target, ty)) = self.target(0) else {
                    return self.integer(2).0;
                };
                if ty == Ty::Bool {
                    return format!("{target} = !{target}");
                }
                self.random
                    .pick(&["++#", "#++", "--#", "#--"])
                    .replace('#', &target)
            }
            1 if self.scope.kernel => self.whole(),
            2 => {
                // Sequenced by the comma.
                let first = self.simple_assignment(1);
                self.full();
                let second = self.simple_assignment(1);
                format!("{first}, {second}")
            }
            3..=9 => self.compound(),
            10 if self.features.memory && self.scope.kernel => self.memory_statement(),
            11 | 12 => match self.random.below(2) {
                0 => self.whole_record(),
                _ => self.record_by_call(),
            }
            .unwrap_or_else(|| self.simple_assignment(1)),
            13 if self.features.functions => self.lambda(),
            14 if self.features.functions => self.function_pointer(),
            _ => self.simple_assignment(3),
        }
    }

    /// A lambda that is called at once; what it captures by value it cannot change.
    fn lambda(&mut self) -> String {
        let by_value = self.random.percent(50);
        let ty = self.random.pick(&ALL);
        let known = (self.scope.cells.clone(), self.scope.things.clone());
        self.scope
            .cells
            .iter_mut()
            .for_each(|cell| cell.constant |= by_value);
        self.scope
            .things
            .iter_mut()
            .for_each(|thing| thing.constant |= by_value);
        let parameter = self.random.pick(&INTEGERS);
        self.cell("each", parameter, 1, true);
        let mut body = String::new();
        if !by_value {
            body = format!("{}; ", self.simple_assignment(1));
            self.full();
        }
        let result = self.of_type(ty, 2);
        (self.scope.cells, self.scope.things) = known;
        self.full();
        let (argument, target) = (self.integer(1).0, self.target(0));
        let Some((target, to)) = target else {
            return argument;
        };
        let call = self.converted(&format!("each({argument})"), ty, to);
        let capture = if by_value { "=" } else { "&" };
        format!(
            "{{ auto each = [{capture}]({} each) -> {} {{ {body}return {result}; }}; {target} = {call}; }}",
            parameter.name(),
            ty.name()
        )
    }

    /// A call of one of two functions.
    fn function_pointer(&mut self) -> String {
        let (condition, argument) = (self.condition(1), self.integer(1).0);
        let Some((target, to)) = self.target(0) else {
            return argument;
        };
        let kind = self.random.below(3);
        let call = match kind {
            0 => format!("(({condition}) ? doubled : negated)({argument})"),
            1 => format!("chosen({argument})"),
            _ => format!("through(({condition}) ? negated : &doubled, {argument})"),
        };
        let call = self.converted(&call, Ty::Int, to);
        match kind {
            1 => format!("{{ Unary chosen = ({condition}) ? doubled : negated; {target} = {call}; }}"),
            _ => format!("{target} = {call}"),
        }
    }

    fn simple_assignment(&mut self, depth: usize) -> String {
        let Some((target, ty)) = self.target(1) else {
            return self.integer(1).0;
        };
        let value = self.of_type(ty, depth);
        format!("{target} = {value}")
    }

    /// Structures and vectors as wholes.
    fn whole(&mut self) -> String {
        let choices = [
            "mix = other",
            "other = mix + other",
            "mix.add(3).add(-7)",
            "rows[1] = mix",
            "mix = rows[t & 1]",
            "other = make(t * 3, g - 2)",
            "{ Mixed copy = mix; copy.i++; other.in = copy.in; other.i -= copy.i; }",
            "rows[0].in = other.in",
            "{ int4 turned = make_int4(four.w, four.x, four.y, four.z); four = turned; }",
            "four = reinterpret_cast<int4 *>(&four)[0]",
            "both = Bits{-5}",
            "{ Mixed *chosen = (p & 1) ? &mix : &other; chosen->l += 3; (*chosen).h[2]--; }",
            "{ auto bump = [&](int by) { mix.i += by; }; bump(t); bump(-2); }",
            "{ auto keep = [=](int by) { return four.x * by + z; }; mix.l = keep(3); }",
            "for (int &each : both.i) each ^= 5",
        ];
        self.random.pick(&choices).to_owned()
    }

    fn compound(&mut self) -> String {
        let Some((target, ty)) = self.target(1) else {
            return self.integer(1).0;
        };
        if ty.is_float() {
            let value = self.float(1).0;
            return format!("{target} = near({target} + {value} * 0.5f)");
        }
        if ty == Ty::Bool {
            let value = self.integer(1).0;
            return format!("{target} {}= {value}", self.random.pick(&["|", "&", "^", "+"]));
        }
        let value = self.integer(2).0;
        match self.random.below(10) {
            0 => format!("{target} /= (({value}) & 7) | 1"),
            1 => format!("{target} %= (({value}) & 15) | 1"),
            2 => format!("{target} <<= ({value}) & {}", ty.width() - 1),
            3 => format!("{target} >>= ({value}) & {}", ty.width() - 1),
            _ => {
                let op = self.random.pick(&["+", "-", "*", "&", "|", "^"]);
                format!("{target} {op}= {value}")
            }
        }
    }

    /// Something to change that the expression does not use.
    pub(super) fn target(&mut self, depth: usize) -> Option<(String, Ty)> {
        let free: Vec<Cell> = self
            .scope
            .cells
            .iter()
            .filter(|c| {
                !c.constant && !self.scope.used.contains(&c.group) && !self.scope.changed.contains(&c.group)
            })
            .cloned()
            .collect();
        if free.is_empty() {
            return None;
        }
        let cell = self.random.pick(&free);
        self.scope.changed.push(cell.group);
        let text = self.place(&cell, depth);
        Some((self.either(text, &cell, depth), cell.ty))
    }

    /// Sometimes one of two places, by a condition.
    fn either(&mut self, text: String, cell: &Cell, depth: usize) -> String {
        let scope = &self.scope;
        let other = scope.cells.iter().find(|c| {
            let free = !scope.used.contains(&c.group) && !scope.changed.contains(&c.group);
            free && !c.constant && c.ty == cell.ty && !c.field && !cell.field
        });
        let Some(other) = other.filter(|_| depth > 0).cloned() else {
            return text;
        };
        if !self.random.percent(12) {
            return text;
        }
        self.scope.changed.push(other.group);
        let (condition, other) = (self.condition(0), self.place(&other, 0));
        match self.random.below(3) {
            0 => format!("*(({condition}) ? &{text} : &{other})"),
            1 => format!("either({condition}, {text}, {other})"),
            _ => format!("(({condition}) ? {text} : {other})"),
        }
    }

    pub(super) fn place(&mut self, cell: &Cell, depth: usize) -> String {
        if cell.length == 1 {
            return cell.text.clone();
        }
        let index = if depth == 0 || self.random.percent(40) {
            self.random.below(cell.length).to_string()
        } else {
            format!("({} & {})", self.integer(depth - 1).0, cell.length - 1)
        };
        cell.text.replace('#', &index)
    }

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

    /// Operators without brackets, so that precedence and association say what belongs together.
    fn chain(&mut self) -> String {
        let mut text = String::from("(long long)(");
        for n in 0..self.random.number(2, 4) {
            if n > 0 {
                text.push_str(
                    self.random
                        .pick(&[" & ", " | ", " ^ ", " < ", " == ", " != ", " >= ", " && ", " || "]),
                );
            }
            let leaf = self.leaf().0;
            let tail = match self.random.below(8) {
                0 => " << 1 + 1".to_owned(),
                1 => " >> 3 - 1".to_owned(),
                2 => " / 3 % 5 * 2".to_owned(),
                3 => format!(" - {} * {}", self.leaf().0, self.leaf().0),
                4 => format!(" - {} - {}", self.leaf().0, self.leaf().0),
                5 => " * 2 / 7 + 1".to_owned(),
                _ => String::new(),
            };
            let sign = self.random.pick(&["", "", "", "- ", "~", "!", "- - "]);
            text.push_str(&format!("{sign}{leaf}{tail}"));
        }
        if self.random.percent(30) {
            text.push_str(&format!(" ? {} : {}", self.leaf().0, self.chain()));
        }
        text.push(')');
        text
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

    /// A call, which may change what it is handed.
    fn call(&mut self, depth: usize) -> (String, Ty) {
        let a = self.integer(depth).0;
        let t = self.thread();
        match self.random.below(18) {
            0 => (format!("widen({a})"), Ty::Int),
            1 => (format!("narrow({a})"), Ty::UChar),
            2 => (format!("flip({a})"), Ty::UInt),
            3 => (format!("odd({a})"), Ty::Bool),
            4 => (format!("count({a})"), Ty::Int),
            5 => (format!("halve<short>({a})"), Ty::Short),
            6 => (format!("halve<unsigned>({a})"), Ty::UInt),
            7 => (format!("rotate<3, int>({a})"), Ty::Int),
            8 => (format!("twice(Scale{{3}}, {a})"), Ty::Int),
            9 => (format!("make({a}, 7).total({t})"), Ty::LongLong),
            10 => (
                format!("twice([=](int n) {{ return n * 2 + {t}; }}, {a})"),
                Ty::Int,
            ),
            11 => {
                let both = self.integer(depth).0;
                (format!("min((int)({a}), (int)({both}))"), Ty::Int)
            }
            12 => (format!("TABLE[({a}) & 7]"), Ty::Int),
            13 => (format!("OCTETS[({a}) & 3]"), Ty::UChar),
            14 => {
                // A field of bits has no size.
                let sign = if self.features.records { "+" } else { "" };
                (format!("sizeof({sign}{})", self.leaf().0), Ty::ULong)
            }
            15 => (format!("__popc({a})"), Ty::Int),
            16 => (format!("(int)(unsigned char)({a})"), Ty::Int),
            _ => self.call_by_reference(&a),
        }
    }

    /// Something to tell threads apart by, where there is.
    pub(super) fn thread(&self) -> &'static str {
        if self.scope.kernel { "t" } else { "5" }
    }

    fn call_by_reference(&mut self, a: &str) -> (String, Ty) {
        let free = |name: &str, this: &Self| {
            let cell = this.scope.cells.iter().find(|c| c.text == name)?;
            let unused = !this.scope.used.contains(&cell.group) && !this.scope.changed.contains(&cell.group);
            (unused && !cell.constant).then_some(cell.group)
        };
        if let Some(group) = free("mix.i", self) {
            self.scope.changed.push(group);
            return (format!("step(mix.i, {a})"), Ty::LongLong);
        }
        if let Some(group) = free("small.x", self) {
            self.scope.changed.push(group);
            return (format!("poke(&small.z, {a})"), Ty::Short);
        }
        (format!("widen({a})"), Ty::Int)
    }

    fn leaf(&mut self) -> (String, Ty) {
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
