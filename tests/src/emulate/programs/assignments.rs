//! Assignments, and the places that they write.

use super::types::Ty;
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

    pub(super) fn simple_assignment(&mut self, depth: usize) -> String {
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
}
