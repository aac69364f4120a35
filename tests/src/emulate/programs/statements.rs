//! Statements.

use super::Drawer;
use super::types::{INTEGERS, Ty};
use std::fmt::Write as _;

impl Drawer {
    pub(super) fn statement(&mut self, indent: usize, depth: usize) {
        let pad = "    ".repeat(indent);
        match self.random.below(if depth == 0 { 55 } else { 100 }) {
            0..=3 => {
                self.full();
                self.leave(&pad);
            }
            4..=54 => {
                self.full();
                let text = self.simple();
                let _ = writeln!(self.scope.out, "{pad}{text};");
            }
            55..=72 => {
                self.full();
                let condition = self.condition(2);
                let _ = writeln!(self.scope.out, "{pad}if ({condition}) {{");
                self.block(indent, depth);
                if self.random.percent(50) {
                    let _ = writeln!(self.scope.out, "{pad}}} else {{");
                    self.block(indent, depth);
                }
                let _ = writeln!(self.scope.out, "{pad}}}");
            }
            73..=86 => self.repeat(indent, depth),
            87..=90 => self.declared(indent, depth),
            _ => self.switch(indent, depth),
        }
    }

    /// A way out of a loop or a function.
    fn leave(&mut self, pad: &str) {
        let condition = self.condition(1);
        self.full();
        let word = match (self.scope.returns, self.scope.nested) {
            (Some(returns), nested) if nested == 0 || self.random.percent(50) => {
                format!("return {}", self.returned(returns))
            }
            (_, 0) => return,
            _ => self.random.pick(&["break", "continue"]).to_owned(),
        };
        let _ = writeln!(self.scope.out, "{pad}if ({condition}) {word};");
    }

    /// A condition that declares what it looks at.
    fn declared(&mut self, indent: usize, depth: usize) {
        let (pad, ty) = ("    ".repeat(indent), self.random.pick(&INTEGERS));
        let name = format!("i{}", self.loops);
        self.loops += 1;
        self.full();
        let value = self.of_type(ty, 2);
        let head = match self.random.below(3) {
            0 => format!("if ({} {name} = {value})", ty.name()),
            1 => format!("if ({} {name} = {value}; {name} > 2)", ty.name()),
            _ => format!(
                "if (const {0} {name} = {value}, &same = {name}; same != ({0})3)",
                ty.name()
            ),
        };
        let _ = writeln!(self.scope.out, "{pad}{head} {{");
        let known = self.scope.cells.len();
        self.cell(&name, ty, 1, true);
        self.block(indent, depth);
        let _ = writeln!(self.scope.out, "{pad}}} else {{");
        self.block(indent, depth);
        self.scope.cells.truncate(known);
        let _ = writeln!(self.scope.out, "{pad}}}");
    }

    fn block(&mut self, indent: usize, depth: usize) {
        for _ in 0..self.random.number(1, 3) {
            self.statement(indent + 1, depth - 1);
        }
    }

    fn repeat(&mut self, indent: usize, depth: usize) {
        let (pad, i) = ("    ".repeat(indent), format!("i{}", self.loops));
        self.loops += 1;
        self.full();
        let most = if self.scope.nested == 0 { 7 } else { 3 };
        let count = format!("(int)({} & {most})", self.integer(1).0);
        let (head, tail) = match self.random.below(5) {
            0 => (format!("for (int {i} = 0; {i} < {count}; {i}++)"), "}".to_owned()),
            1 => (
                format!("for (unsigned char {i} = 250; {i} > 9; ++{i})"),
                "}".to_owned(),
            ),
            2 => (
                format!("for (int {i} = {count}, j = 1; {i} > 0; {i} -= j, j++)"),
                "}".to_owned(),
            ),
            3 => (format!("int {i} = {count};\n{pad}while ({i}--)"), "}".to_owned()),
            _ => (
                format!("short {i} = 0;\n{pad}do"),
                format!("}} while (++{i} < {count});"),
            ),
        };
        let _ = writeln!(self.scope.out, "{pad}{head} {{");
        let known = self.scope.cells.len();
        self.cell(&i, Ty::Int, 1, true);
        self.scope.nested += 1;
        self.block(indent, depth);
        if self.random.percent(35) {
            self.full();
            let (condition, word) = (self.condition(1), self.random.pick(&["break", "continue"]));
            let _ = writeln!(self.scope.out, "{pad}    if ({condition}) {word};");
            self.block(indent, depth);
        }
        self.scope.nested -= 1;
        self.scope.cells.truncate(known);
        let _ = writeln!(self.scope.out, "{pad}{tail}");
    }

    fn switch(&mut self, indent: usize, depth: usize) {
        let pad = "    ".repeat(indent);
        self.full();
        let selector = self.integer(1).0;
        let ty = self
            .random
            .pick(&["", "(Plain)", "(signed char)", "(unsigned long long)"]);
        let _ = writeln!(self.scope.out, "{pad}switch ({ty}({selector} & 3)) {{");
        let middle = self.random.below(4);
        for case in [0, 2, 1] {
            if case == middle {
                let _ = writeln!(self.scope.out, "{pad}default:");
            }
            let _ = writeln!(self.scope.out, "{pad}case {case}: {{");
            self.block(indent, depth);
            let _ = writeln!(self.scope.out, "{pad}}}");
            if self.random.percent(60) {
                let _ = writeln!(self.scope.out, "{pad}    break;");
            }
        }
        let _ = writeln!(self.scope.out, "{pad}}}");
    }
}
