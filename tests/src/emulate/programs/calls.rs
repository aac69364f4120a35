//! Calls of functions, lambdas and function pointers.

use super::Drawer;
use super::types::{ALL, INTEGERS, Ty};

impl Drawer {
    /// A lambda that is called at once; what it captures by value it cannot change.
    pub(super) fn lambda(&mut self) -> String {
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
    pub(super) fn function_pointer(&mut self) -> String {
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

    /// Operators without brackets, so that precedence and association say what belongs together.
    pub(super) fn chain(&mut self) -> String {
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

    /// A call, which may change what it is handed.
    pub(super) fn call(&mut self, depth: usize) -> (String, Ty) {
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
}
