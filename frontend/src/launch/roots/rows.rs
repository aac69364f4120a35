//! Tables of pointers that a launch gets: where the text shows that two of their cells lead into one buffer.
//!
//! Only what is plain counts: cells whose places differ for sure and whose pointers are understood. A table is what host code fills and
//! copies to where a pointer of the launch leads or into a variable that the kernel names, or fills behind the pointer itself.

use super::super::constants::is_constructor;
use super::flows::Source;
use super::places::{is_address, place};
use super::walk::Walk;
use super::*;
use crate::ir::ObjectSource;

/// A pointer that is put into a table, and which part of it.
pub(super) type Cell<'u> = (Vec<Step>, Cursor<'u>);

/// A variable, and its cells.
pub(super) type Table<'u> = (Cursor<'u>, Vec<Cell<'u>>);

/// The names of a container's functions that put something behind all that it has.
const APPENDS: [&str; 2] = ["push_back", "emplace_back"];

impl<'u> Walk<'_, '_, 'u> {
    /// What is put into one of a launch's tables and leads into the buffer of another cell of it, or of a pointer that the launch
    /// gets itself: parameters, and where these lead on this way.
    pub(super) fn rows_that_meet(
        &mut self,
        tables: &[(Option<u32>, Table<'u>)],
        pointers: &[(u32, &Found)],
        inside: &Rc<Inside<'u>>,
    ) -> Option<Cursor<'u>> {
        tables.iter().find_map(|(owner, table)| {
            let of_others = pointers.iter().filter(|(n, _)| Some(*n) != *owner);
            let of_others: Vec<&Found> = of_others.map(|(_, found)| *found).collect();
            self.cells_that_meet(table, &of_others, inside)
        })
    }

    /// The tables of a launch, and the parameter that leads to each; the same on all ways to it.
    pub(super) fn tables(&self, kernel: &Kernel, pointers: &[Handed<'u>]) -> Vec<(Option<u32>, Table<'u>)> {
        let variable_of = |c: Cursor<'u>| Some(place(None, copied(c))?.0);
        let mut found = Vec::new();
        for (n, argument, members) in pointers {
            let Some(owner) = variable_of(*argument).filter(|_| members.is_empty()) else {
                continue;
            };
            found.push((Some(*n), self.cells_of(owner)));
            for (to, from) in self.flows.copies() {
                if variable_of(to).is_some_and(|to| key(to) == key(owner))
                    && let Some(table) = variable_of(from)
                {
                    found.push((Some(*n), self.copied_cells(table, from)));
                }
            }
        }
        let is_named = |name: &str| {
            kernel
                .objects
                .iter()
                .any(|object| object.source == ObjectSource::Variable && object.name == name)
        };
        for (to, from) in self.flows.copies() {
            if is_named(&strip(to).spelling())
                && let Some(table) = variable_of(from)
            {
                found.push((None, self.copied_cells(table, from)));
            }
        }
        found
    }

    /// The pointers that a copy takes from a variable: one alone is a table of one cell.
    fn copied_cells(&self, table: Cursor<'u>, from: Cursor<'u>) -> Table<'u> {
        let (table, mut cells) = self.cells_of(table);
        expand(&[], copied(from), &mut cells);
        (table, cells)
    }

    /// The pointers that are put into parts of a variable, or behind it.
    fn cells_of(&self, table: Cursor<'u>) -> Table<'u> {
        let mut cells = Vec::new();
        for flow in self.flows.into(table) {
            match flow.source {
                Source::Value(value) => expand(&flow.steps, value, &mut cells),
                Source::Called(call) if APPENDS.contains(&call.spelling().as_str()) => {
                    let behind = Step::Element(Err(format!("{:x}", call.statement_identity())));
                    let steps = [&flow.steps[..], &[behind]].concat();
                    for argument in call.arguments() {
                        expand(&steps, argument, &mut cells);
                    }
                }
                Source::Called(_) | Source::Lent(..) | Source::Unknown => {}
            }
        }
        // What the variable itself leads to is no part of it.
        cells.retain(|(steps, _)| !steps.is_empty());
        (table, cells)
    }

    fn cells_that_meet(
        &mut self,
        (table, cells): &Table<'u>,
        others: &[&Found],
        inside: &Rc<Inside<'u>>,
    ) -> Option<Cursor<'u>> {
        let is_understood = |found: &Found| found.iter().all(|root| root.base != ANYTHING);
        let mut before: Vec<(&[Step], Found)> = Vec::new();
        for (steps, value) in cells {
            let found = self.of(*value, &[], inside);
            if found.is_empty() || !is_understood(&found) {
                continue;
            }
            let meets_other = others
                .iter()
                .any(|other| is_understood(other) && meet(&found, other));
            let meets_cell = before
                .iter()
                .any(|(other, theirs)| are_apart(steps, other) && meet(&found, theirs));
            // `rows[3] = rows[0]`
            let is_another = place(None, *value).is_some_and(|(variable, of_value)| {
                key(variable) == key(*table) && are_apart(steps, &of_value)
            });
            if meets_other || meets_cell || is_another || self.is_one_of_many(steps, *value) {
                return Some(*value);
            }
            before.push((steps, found));
        }
        None
    }

    /// Whether several cells get places in one buffer by this: `rows[i] = all + i * pitch`.
    fn is_one_of_many(&self, steps: &[Step], value: Cursor<'u>) -> bool {
        let is_many = steps.iter().any(|step| matches!(step, Step::Element(Err(_))));
        let value = strip(value);
        let moved = match value.expressions()[..] {
            [operand] if is_address(value) => strip(operand).expressions(),
            _ if value.kind() == CXCursor_BinaryOperator => value.expressions(),
            _ => return false,
        };
        is_many && moved.len() == 2 && moved.iter().all(|part| self.scope.integer(*part).is_none())
    }
}

/// Whether two parts of a table are different ones for sure.
fn are_apart(a: &[Step], b: &[Step]) -> bool {
    let are_others = |(a, b): (&Step, &Step)| match (a, b) {
        (Step::Element(Ok(a)), Step::Element(Ok(b))) => a != b,
        (Step::Field(a), Step::Field(b)) => a != b,
        (Step::Element(_), Step::Element(_) | Step::Field(_)) | (Step::Field(_), Step::Element(_)) => false,
    };
    a.iter().zip(b).any(are_others)
}

/// What a copy takes the bytes of.
fn copied(c: Cursor<'_>) -> Cursor<'_> {
    let c = strip(c);
    match c.expressions()[..] {
        [operand] if is_address(c) => strip(operand),
        _ if c.spelling() == "data" => object_of(c).map_or(c, strip),
        _ => c,
    }
}

/// The pointers of a value that is put into a part of a table.
fn expand<'u>(steps: &[Step], value: Cursor<'u>, cells: &mut Vec<Cell<'u>>) {
    let value = strip(value);
    let ty = value.ty().canonical();
    let parts = match value.kind() {
        CXCursor_InitListExpr => value.expressions(),
        CXCursor_CallExpr if is_constructor(value) => value.arguments(),
        _ => {
            let leads = ty.kind() == CXType_Pointer && ty.pointee().canonical().kind() != CXType_Pointer;
            cells.extend(leads.then(|| (steps.to_vec(), value)));
            return;
        }
    };
    let fields = ty.fields();
    for (n, part) in parts.into_iter().enumerate() {
        let step = match fields.get(n) {
            Some(field) => Step::Field(field.spelling()),
            None => Step::Element(Ok(n as i128)),
        };
        expand(&[steps, &[step]].concat(), part, cells);
    }
}
