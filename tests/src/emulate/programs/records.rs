//! Structures of drawn members: numbers, arrays, fields of bits, vectors, unions, other structures, a base.

use super::types::{ALL, INTEGERS, Ty};
use super::{Cell, Drawer, Thing};
use std::fmt::Write as _;

/// A structure.
#[derive(Clone)]
pub(super) struct Record {
    pub(super) name: String,
    /// What of it holds numbers.
    pub(super) leaves: Vec<Leaf>,
    /// What it is derived from, directly or not, by name.
    bases: Vec<String>,
}

/// A number in a structure, or an array of them.
#[derive(Clone)]
pub(super) struct Leaf {
    /// What stands after the structure: `.m1.m0[#]`.
    pub(super) path: String,
    pub(super) ty: Ty,
    pub(super) length: usize,
    /// No reference can be bound to it.
    pub(super) field: bool,
}

/// Types that fields of bits may have, and the widths at which they are promoted as numbers of their type's width are.
const FIELDS: [(Ty, i128, i128); 8] = [
    (Ty::UInt, 1, 31),
    (Ty::Int, 2, 31),
    (Ty::UChar, 1, 7),
    (Ty::SChar, 2, 8),
    (Ty::Short, 2, 15),
    (Ty::UShort, 1, 16),
    (Ty::LongLong, 33, 60),
    (Ty::ULong, 33, 64),
];

/// CUDA's vectors, their components and how many they are.
const VECTORS: [(&str, Ty, usize); 8] = [
    ("int2", Ty::Int, 2),
    ("int4", Ty::Int, 4),
    ("uchar4", Ty::UChar, 4),
    ("short2", Ty::Short, 2),
    ("float3", Ty::Float, 3),
    ("double2", Ty::Double, 2),
    ("longlong2", Ty::LongLong, 2),
    ("uint3", Ty::UInt, 3),
];

impl Drawer {
    /// Declares a structure, without its methods' bodies.
    pub(super) fn record(&mut self) {
        let name = format!("R{}", self.records.len());
        let mut leaves = Vec::new();
        let aligned = self.random.pick(&["", "", "", "alignas(16) "]);
        let mut text = format!("struct {aligned}{name}");
        let mut bases = Vec::new();
        for chance in [25, 30] {
            // No base twice: its members would have two meanings.
            let apart = |r: &&Record| !bases.contains(&r.name) && r.bases.iter().all(|b| !bases.contains(b));
            let free: Vec<Record> = self.records.iter().filter(apart).cloned().collect();
            if free.is_empty() || !self.random.percent(chance) {
                break;
            }
            let base = self.random.pick(&free);
            let _ = write!(
                text,
                "{} {}",
                if bases.is_empty() { " :" } else { "," },
                base.name
            );
            leaves.extend(base.leaves);
            bases.push(base.name);
            bases.extend(base.bases);
        }
        text.push_str(" {\n");
        for _ in 0..self.random.number(2, 6) {
            let member = self.member(&mut leaves);
            let _ = writeln!(text, "    {member}");
        }
        let record = Record { name, leaves, bases };
        self.records.push(record);
        let methods = self.methods(self.records.len() - 1);
        let _ = writeln!(self.scope.out, "{text}{methods}}};");
    }

    fn member(&mut self, leaves: &mut Vec<Leaf>) -> String {
        let name = format!("m{}", self.members);
        self.members += 1;
        let mut leaf = |path: &str, ty, length| {
            leaves.push(Leaf {
                path: format!(".{path}"),
                ty,
                length,
                field: false,
            });
        };
        match self.random.below(14) {
            0 | 1 => {
                let ty = self.random.pick(&INTEGERS);
                leaf(&format!("{name}[#]"), ty, 4);
                let first = self.random.pick(&["", "", " = {1, 2}"]);
                format!("{} {name}[4]{first};", ty.name())
            }
            2 => {
                leaf(&format!("{name}[1][#]"), Ty::Short, 2);
                leaf(&format!("{name}[#][0]"), Ty::Short, 2);
                format!("short {name}[2][2];")
            }
            3 | 4 => self.fields(&name, leaves),
            5 => {
                let (vector, ty, components) = self.random.pick(&VECTORS);
                for component in &["x", "y", "z", "w"][..components] {
                    leaf(&format!("{name}.{component}"), ty, 1);
                }
                format!("{vector} {name};")
            }
            6 => {
                leaf(&format!("{name}w"), Ty::UInt, 1);
                leaf(&format!("{name}b[#]"), Ty::UChar, 4);
                leaf(&format!("{name}s[#]"), Ty::Short, 2);
                format!("union {{ unsigned {name}w; unsigned char {name}b[4]; short {name}s[2]; }};")
            }
            7 => {
                leaf(&format!("{name}.a"), Ty::SChar, 1);
                leaf(&format!("{name}.b"), Ty::LongLong, 1);
                format!("struct {{ signed char a; long long b; }} {name};")
            }
            8 | 9 if !self.records.is_empty() => self.nested(&name, leaves),
            _ => {
                let ty = self.random.pick(&ALL);
                leaf(&name, ty, 1);
                let first = self.random.pick(&["", "", " = 1", "{1}"]);
                format!("{} {name}{first};", ty.name())
            }
        }
    }

    fn fields(&mut self, name: &str, leaves: &mut Vec<Leaf>) -> String {
        let mut text = String::new();
        for n in 0..self.random.number(1, 3) {
            let (ty, least, most) = self.random.pick(&FIELDS);
            let _ = write!(
                text,
                "{} {name}f{n} : {}; ",
                ty.name(),
                self.random.number(least, most)
            );
            leaves.push(Leaf {
                path: format!(".{name}f{n}"),
                ty,
                length: 1,
                field: true,
            });
        }
        if self.random.percent(20) {
            // What comes next starts in a unit of its own.
            text.push_str("int : 0;");
        }
        text
    }

    fn nested(&mut self, name: &str, leaves: &mut Vec<Leaf>) -> String {
        let inner = self.random.pick(&self.records.clone());
        let rows = self.random.percent(40);
        for leaf in inner.leaves {
            let (path, length) = match (rows, leaf.length) {
                (true, 1) => (format!(".{name}[#]{}", leaf.path), 2),
                (true, length) => (format!(".{name}[1]{}", leaf.path), length),
                (false, length) => (format!(".{name}{}", leaf.path), length),
            };
            leaves.push(Leaf { path, length, ..leaf });
        }
        format!("{} {name}{};", inner.name, if rows { "[2]" } else { "" })
    }

    /// A structure in scope, with all that it holds.
    pub(super) fn thing(&mut self, text: &str, record: usize, constant: bool) {
        let group = self.group();
        self.scope.things.push(Thing {
            text: text.to_owned(),
            record,
            group,
            constant,
        });
        self.members_of(text, record, constant, group);
    }

    /// What a structure holds, as cells of one group.
    pub(super) fn members_of(&mut self, text: &str, record: usize, constant: bool, group: usize) {
        for leaf in self.records[record].leaves.clone() {
            self.scope.cells.push(Cell {
                text: format!("{text}{}", leaf.path),
                ty: leaf.ty,
                group,
                length: leaf.length,
                constant,
                field: leaf.field,
            });
        }
    }

    /// Variables of drawn structures.
    pub(super) fn things(&mut self) {
        for record in 0..self.records.len() {
            let name = self.records[record].name.clone();
            let _ = writeln!(
                self.scope.out,
                "    {name} r{record} = {{}}, o{record} = {{}}, row{record}[2] = {{}};\n    {name} *to{record} = &o{record};"
            );
            self.thing(&format!("r{record}"), record, false);
            self.thing(&format!("o{record}"), record, false);
            let group = self.scope.things.last().map_or(0, |o| o.group);
            self.same_thing(&format!("(*to{record})"), record, group);
            self.thing(&format!("row{record}[1]"), record, false);
            let group = self.scope.things.last().map_or(0, |o| o.group);
            self.same_thing(&format!("row{record}[t & 1]"), record, group);
        }
    }

    fn same_thing(&mut self, text: &str, record: usize, group: usize) {
        self.scope.things.push(Thing {
            text: text.to_owned(),
            record,
            group,
            constant: false,
        });
        self.members_of(text, record, false, group);
    }

    /// Something of this structure that the expression does not change, or to change.
    pub(super) fn pick_thing(&mut self, record: usize, change: bool) -> Option<String> {
        let changed = &self.scope.changed;
        let fit: Vec<Thing> = self
            .scope
            .things
            .iter()
            .filter(|t| t.record == record)
            .cloned()
            .collect();
        let free: Vec<Thing> = fit
            .into_iter()
            .filter(|t| !changed.contains(&t.group))
            .filter(|t| !change || !t.constant && !self.scope.used.contains(&t.group))
            .collect();
        if free.is_empty() {
            return None;
        }
        let thing = self.random.pick(&free);
        if change {
            self.scope.changed.push(thing.group);
        } else {
            self.scope.used.push(thing.group);
        }
        Some(thing.text)
    }

    /// A statement on structures as wholes.
    pub(super) fn whole_record(&mut self) -> Option<String> {
        let record = self.random.below(self.records.len());
        let name = self.records.get(record)?.name.clone();
        let target = self.pick_thing(record, true)?;
        let kind = self.random.below(9);
        if kind == 0 {
            return Some(format!("{target} = {name}{{}}"));
        }
        let source = self.pick_thing(record, false)?;
        Some(match kind {
            1 => format!("memcpy(&{target}, &{source}, sizeof({name}))"),
            2 => format!("*&{target} = *(const {name} *)&{source}"),
            3 => {
                let other = self.pick_thing(record, false)?;
                let condition = self.condition(1);
                format!("{target} = ({condition}) ? {source} : {other}")
            }
            4 => format!("{{ {name} kept = {source}; {target} = {source}; {target} = kept; }}"),
            5 => {
                let t = self.thread();
                format!("{{ {name} pair[2] = {{{source}, {source}}}; {target} = pair[{t} & 1]; }}")
            }
            6 => format!("{{ const {name} &seen = {source}; {name} *at = &{target}; *at = seen; }}"),
            7 => format!("memset(&{target}, 0, sizeof {target}), {target} = {source}"),
            _ => format!("{target} = {source}"),
        })
    }
}
