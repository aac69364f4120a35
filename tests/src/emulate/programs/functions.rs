//! Functions and methods of drawn parameters and bodies, and their calls.

use super::records::Record;
use super::types::{ALL, INTEGERS, Ty};
use super::{Cell, Drawer, Scope, Thing};
use std::fmt::Write as _;

/// How much of other functions one may call: each call is inlined.
const MOST_CALLS: usize = 6;

/// A function, or a method of a structure.
#[derive(Clone)]
pub(super) struct Function {
    /// `#` stands for the object, `@` for the arguments.
    call: String,
    /// The structure whose method it is, and whether it leaves it alone.
    owner: Option<(usize, bool)>,
    params: Vec<Param>,
    returns: Returns,
    /// It and all that it calls.
    weight: usize,
    /// Lists of template arguments to choose from.
    arguments: Vec<String>,
}

#[derive(Clone, Copy)]
enum Param {
    Value(Ty),
    Reference(Ty),
    ConstReference(Ty),
    /// A pointer to four numbers.
    Array(Ty),
    ConstArray(Ty),
    Record(usize),
    RecordReference(usize),
    ConstRecordReference(usize),
    RecordPointer(usize),
}

/// What a function gives.
#[derive(Clone, Copy)]
pub(super) enum Returns {
    Number(Ty),
    Record(usize),
}

impl Drawer {
    /// A function that is no method.
    pub(super) fn function(&mut self) {
        let name = format!("f{}", self.functions.len());
        let returns = match self.random.below(4) {
            0 if !self.records.is_empty() => Returns::Record(self.random.below(self.records.len())),
            _ => Returns::Number(self.random.pick(&ALL)),
        };
        let params: Vec<Param> = (0..self.random.number(1, 4)).map(|_| self.param()).collect();
        let template = self.random.percent(30).then(|| self.random.pick(&INTEGERS));
        let (head, spelled) = match template {
            Some(_) => ("template <typename T, int N> ", "T"),
            None => ("", ""),
        };
        let scope = self.parameters(&params);
        let mut weight = 1;
        let body = self.inside(scope, |this| {
            if let Some(ty) = template {
                this.cell("N", Ty::Int, 1, true);
                let _ = writeln!(this.scope.out, "    {spelled} own = N;");
                this.cell("own", ty, 1, false);
                // Of another type in the other instantiation: nothing of a certain type can refer to it.
                if let Some(own) = this.scope.cells.last_mut() {
                    own.field = true;
                }
            }
            this.scope.returns = Some(returns);
            this.body(returns, "    ");
            weight += this.scope.weight;
        });
        let list = self.parameter_list(&params);
        let result = self.result_name(returns);
        let attribute = self.random.pick(&[
            "__device__",
            "__device__ __forceinline__",
            "__device__ __noinline__",
            "static __device__",
        ]);
        let _ = writeln!(
            self.scope.out,
            "{head}{attribute} {result} {name}({list})\n{{\n{body}}}"
        );
        let arguments = template.map_or(Vec::new(), |ty| {
            // All that are promoted to as many bits: shifts stay below the width.
            let alike: Vec<Ty> = INTEGERS.into_iter().filter(|t| t.width() == ty.width()).collect();
            let mut list = |ty: Ty| format!("<{}, {}>", ty.name(), self.random.number(-3, 9));
            let first = list(ty);
            vec![first, list(alike[alike.len() / 2])]
        });
        self.functions.push(Function {
            call: format!("{name}@"),
            owner: None,
            params,
            returns,
            weight,
            arguments,
        });
    }

    /// Methods of the structure, as they stand in its declaration.
    pub(super) fn methods(&mut self, record: usize) -> String {
        let mut text = String::new();
        for n in 0..self.random.below(4) {
            let constant = self.random.percent(50);
            let (number, itself) = (Returns::Number(self.random.pick(&ALL)), Returns::Record(record));
            let value = Param::Value(self.random.pick(&ALL));
            let other = Param::ConstRecordReference(record);
            let (name, call, params, returns) = match self.random.below(8) {
                // Operators that another method is already would be declared twice: the number tells them apart.
                0 if n == 0 => ("operator+", "(# + @1)", vec![other], itself),
                1 if n == 0 => ("operator()", "#@", vec![value], number),
                2 if n == 0 => ("operator[]", "#[@1]", vec![value], number),
                3 if n == 1 => ("operator-", "(-#)", vec![], itself),
                4 if n == 1 => ("operator<", "(# < @1)", vec![other], Returns::Number(Ty::Bool)),
                5 if n == 1 => ("operator^", "(# ^ @1)", vec![value], number),
                _ => ("", "", vec![self.param(), self.param()], number),
            };
            let (name, call) = match name {
                "" => (format!("do{n}"), format!("#.do{n}@")),
                _ => (name.to_owned(), call.to_owned()),
            };
            let mut scope = self.parameters(&params);
            scope.cells.extend(own_members(&self.records[record], constant));
            scope.things.push(Thing {
                text: "(*this)".to_owned(),
                record,
                group: usize::MAX,
                constant,
            });
            let mut weight = 1;
            let body = self.inside(scope, |this| {
                this.scope.returns = Some(returns);
                this.body(returns, "        ");
                weight += this.scope.weight;
            });
            let (list, result) = (self.parameter_list(&params), self.result_name(returns));
            let word = if constant { " const" } else { "" };
            let _ = writeln!(
                text,
                "    __device__ {result} {name}({list}){word}\n    {{\n{body}    }}"
            );
            self.functions.push(Function {
                call,
                owner: Some((record, constant)),
                params,
                returns,
                weight,
                arguments: Vec::new(),
            });
        }
        text
    }

    fn param(&mut self) -> Param {
        let (any, integer) = (self.random.pick(&ALL), self.random.pick(&INTEGERS));
        let known = self
            .records
            .len()
            .checked_sub(1)
            .map(|most| self.random.below(most + 1));
        match (self.random.below(12), known) {
            (0, _) => Param::Reference(any),
            (1, _) => Param::ConstReference(any),
            (2, _) => Param::Array(integer),
            (3, _) => Param::ConstArray(integer),
            (4, Some(record)) => Param::Record(record),
            (5, Some(record)) => Param::RecordReference(record),
            (6, Some(record)) => Param::ConstRecordReference(record),
            (7, Some(record)) => Param::RecordPointer(record),
            _ => Param::Value(any),
        }
    }

    /// What a body sees of its parameters.
    fn parameters(&mut self, params: &[Param]) -> Scope {
        let outer = std::mem::take(&mut self.scope);
        for (n, param) in params.iter().enumerate() {
            let name = format!("a{n}");
            match *param {
                Param::Value(ty) | Param::Reference(ty) => self.cell(&name, ty, 1, false),
                Param::ConstReference(ty) => self.cell(&name, ty, 1, true),
                Param::Array(ty) => self.cell(&format!("{name}[#]"), ty, 4, false),
                Param::ConstArray(ty) => self.cell(&format!("{name}[#]"), ty, 4, true),
                Param::Record(record) | Param::RecordReference(record) => self.thing(&name, record, false),
                Param::ConstRecordReference(record) => self.thing(&name, record, true),
                Param::RecordPointer(record) => self.thing(&format!("(*{name})"), record, false),
            }
        }
        std::mem::replace(&mut self.scope, outer)
    }

    fn parameter_list(&self, params: &[Param]) -> String {
        let list = params.iter().enumerate().map(|(n, param)| {
            let record = |n: usize| self.records[n].name.clone();
            match *param {
                Param::Value(ty) => format!("{} a{n}", ty.name()),
                Param::Reference(ty) => format!("{} &a{n}", ty.name()),
                Param::ConstReference(ty) => format!("const {} &a{n}", ty.name()),
                Param::Array(ty) => format!("{} *a{n}", ty.name()),
                Param::ConstArray(ty) => format!("const {} a{n}[4]", ty.name()),
                Param::Record(r) => format!("{} a{n}", record(r)),
                Param::RecordReference(r) => format!("{} &a{n}", record(r)),
                Param::ConstRecordReference(r) => format!("const {} &a{n}", record(r)),
                Param::RecordPointer(r) => format!("{} *a{n}", record(r)),
            }
        });
        list.collect::<Vec<_>>().join(", ")
    }

    fn result_name(&self, returns: Returns) -> String {
        match returns {
            Returns::Number(ty) => ty.name().to_owned(),
            Returns::Record(record) => self.records[record].name.clone(),
        }
    }

    /// Draws in another scope; what was written there.
    fn inside(&mut self, scope: Scope, draw: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::replace(&mut self.scope, scope);
        draw(self);
        std::mem::replace(&mut self.scope, outer).out
    }

    /// A few statements and a result.
    fn body(&mut self, returns: Returns, pad: &str) {
        let indent = pad.len() / 4;
        for n in 0..self.random.number(1, 2) {
            let ty = self.random.pick(&ALL);
            self.full();
            let value = self.of_type(ty, 1);
            let _ = writeln!(self.scope.out, "{pad}{} l{n} = {value};", ty.name());
            self.cell(&format!("l{n}"), ty, 1, false);
        }
        if let Returns::Record(record) = returns {
            let _ = writeln!(self.scope.out, "{pad}{} made = {{}};", self.records[record].name);
            self.thing("made", record, false);
        }
        for _ in 0..self.random.number(1, 3) {
            self.statement(indent, 1);
        }
        self.full();
        let result = self.returned(returns);
        let _ = writeln!(self.scope.out, "{pad}return {result};");
    }

    /// What a function gives, at a place where it ends.
    pub(super) fn returned(&mut self, returns: Returns) -> String {
        match returns {
            Returns::Number(ty) => self.of_type(ty, 1),
            Returns::Record(record) => self.pick_thing(record, false).unwrap_or_else(|| "{}".to_owned()),
        }
    }

    /// A call of a drawn function, and the type of the number that comes of it.
    pub(super) fn call_drawn(&mut self, depth: usize) -> Option<(String, Ty)> {
        let (text, returns) = self.call_any(depth, None)?;
        Some(match returns {
            Returns::Number(ty) if ty.is_float() => (format!("(int)near({text})"), Ty::Int),
            Returns::Number(ty) => (text, ty),
            Returns::Record(record) => {
                let leaves = self.records[record].leaves.clone();
                let integers: Vec<_> = leaves.into_iter().filter(|l| !l.ty.is_float()).collect();
                let leaf = integers.first().map(|_| self.random.pick(&integers))?;
                let index = self.random.below(leaf.length).to_string();
                // A value's member has the type of the member, but a value's field is promoted all the same.
                (format!("{text}{}", leaf.path.replace('#', &index)), leaf.ty)
            }
        })
    }

    /// A statement that changes a structure to what a drawn function gives.
    pub(super) fn record_by_call(&mut self) -> Option<String> {
        let record = self.random.below(self.records.len());
        self.records.get(record)?;
        let target = self.pick_thing(record, true)?;
        let (text, _) = self.call_any(1, Some(record))?;
        Some(format!("{target} = {text}"))
    }

    fn call_any(&mut self, depth: usize, record: Option<usize>) -> Option<(String, Returns)> {
        let room = if self.scope.kernel {
            3 * MOST_CALLS
        } else {
            MOST_CALLS - self.scope.weight.min(MOST_CALLS)
        };
        let fit: Vec<Function> = self
            .functions
            .iter()
            .filter(|f| f.weight <= room)
            .filter(|f| record.is_none_or(|wanted| matches!(f.returns, Returns::Record(n) if n == wanted)))
            .cloned()
            .collect();
        if fit.is_empty() {
            return None;
        }
        let function = self.random.pick(&fit);
        let object = match function.owner {
            Some((record, constant)) => self.pick_thing(record, !constant)?,
            None => String::new(),
        };
        let mut arguments = Vec::new();
        for param in &function.params {
            arguments.push(self.argument(*param, depth)?);
        }
        self.scope.weight += if self.scope.kernel { 0 } else { function.weight };
        let list = format!("({})", arguments.join(", "));
        let template = match function.arguments.len() {
            0 => String::new(),
            _ => self.random.pick(&function.arguments),
        };
        let first = arguments.first().map_or("", String::as_str);
        let text = function
            .call
            .replace("@1", first)
            .replace('@', &format!("{template}{list}"))
            .replacen('#', &object, 1);
        Some((text, function.returns))
    }

    fn argument(&mut self, param: Param, depth: usize) -> Option<String> {
        Some(match param {
            Param::Value(ty) => self.of_type(ty, depth),
            Param::Reference(ty) => self.exactly(ty, 1, true)?,
            Param::ConstReference(ty) => if self.random.percent(50) {
                self.exactly(ty, 1, false)
            } else {
                None
            }
            .unwrap_or_else(|| self.random.number(0, 90).to_string()),
            Param::Array(ty) => self.exactly(ty, 4, true)?,
            Param::ConstArray(ty) => self.exactly(ty, 4, false)?,
            Param::Record(record) | Param::ConstRecordReference(record) => self.pick_thing(record, false)?,
            Param::RecordReference(record) => self.pick_thing(record, true)?,
            Param::RecordPointer(record) => format!("&{}", self.pick_thing(record, true)?),
        })
    }

    /// A place of exactly this type, or where four of them begin.
    fn exactly(&mut self, ty: Ty, length: usize, change: bool) -> Option<String> {
        let scope = &self.scope;
        let fit: Vec<Cell> = scope
            .cells
            .iter()
            .filter(|c| c.ty == ty && !c.field && c.text != "threadIdx.x" && c.text != "N")
            .filter(|c| length == 1 || c.length >= length && c.text.ends_with("[#]"))
            .filter(|c| !scope.changed.contains(&c.group))
            .filter(|c| !change || !c.constant && !scope.used.contains(&c.group))
            .cloned()
            .collect();
        if fit.is_empty() {
            return None;
        }
        let cell = self.random.pick(&fit);
        if change {
            self.scope.changed.push(cell.group);
        } else {
            self.scope.used.push(cell.group);
        }
        Some(match length {
            1 => self.place(&cell, 0),
            _ => format!("&{}", cell.text.replace('#', "0")),
        })
    }
}

/// A structure's members, as its methods see them.
fn own_members(record: &Record, constant: bool) -> Vec<Cell> {
    let cell = |(n, leaf): (usize, &super::records::Leaf)| Cell {
        // Some by `this`.
        text: if n % 3 == 0 {
            format!("this->{}", &leaf.path[1..])
        } else {
            leaf.path[1..].to_owned()
        },
        ty: leaf.ty,
        group: usize::MAX,
        length: leaf.length,
        constant,
        field: leaf.field,
    };
    record.leaves.iter().enumerate().map(cell).collect()
}
