//! Tables of pointers that a launch gets: where the text shows that two of their cells lead into one buffer.
//!
//! Only what is plain counts: cells whose places differ for sure and whose pointers are understood. A table is what host code fills and
//! copies to where a pointer of the launch leads or into a variable that the kernel names, or fills behind the pointer itself.

mod cells;

use super::super::constants::is_constructor;
use super::super::forwarding::position;
use super::super::variables::is_local;
use super::exchanged::allocates;
use super::flows::Source;
use super::keepers::{leads_to_pointers, variables_in};
use super::places::{carries, is_number_type, name, place};
use super::walk::Walk;
use super::*;
use crate::clang::Type;
use crate::ir::ObjectSource;
use cells::{BEGINS, Cell, copied, expand};
pub(super) use cells::{REPEATS, variable_of};

/// What a kernel knows a table by.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Owner {
    /// The parameter of this number.
    Param(u32),
    /// A variable of the device's, by the name that places have.
    Variable(String),
}

/// A variable that pointers are put into, which a launch gets.
pub(super) struct Table<'u> {
    owner: Owner,
    variable: Cursor<'u>,
    cells: Vec<Cell<'u>>,
    /// What puts something into it in a way that is not followed.
    unfollowed: Option<Cursor<'u>>,
    /// It is copied to the device: what the launch gets is another variable.
    is_copied: bool,
}

/// Most tables of a launch.
const MOST_TABLES: usize = 64;

impl<'u> Walk<'_, '_, 'u> {
    /// What is put into one of a launch's tables and leads into the buffer of another cell, of a pointer that the launch gets itself, or of
    /// a variable that the kernel names: parameters, and where these lead on this way.
    pub(super) fn rows_that_meet(
        &mut self,
        tables: &[Table<'u>],
        pointers: &[(u32, Found)],
        kernel: &Kernel,
        inside: &Rc<Inside<'u>>,
    ) -> Option<Cursor<'u>> {
        let whole = |base: String| {
            let steps = Vec::new();
            (base.clone(), Found::from([Root { base, steps }]))
        };
        let variables: Vec<(String, Found)> = self.named(kernel).map(whole).collect();
        let mut before: Vec<(&Owner, Vec<Found>)> = Vec::new();
        for table in tables {
            let handed = pointers.iter().map(|(n, found)| (Owner::Param(*n), found));
            let named = variables
                .iter()
                .map(|(base, found)| (Owner::Variable(base.clone()), found));
            let others = handed.chain(named).filter(|(owner, _)| *owner != table.owner);
            let mut others: Vec<&Found> = others.map(|(_, found)| found).collect();
            let of_tables = before.iter().filter(|(owner, _)| **owner != table.owner);
            others.extend(of_tables.flat_map(|(_, cells)| cells));
            // One table is copied to two places.
            let is_it = |other: &&Table<'u>| {
                other.is_copied && other.owner != table.owner && key(other.variable) == key(table.variable)
            };
            let holds_pointers =
                leads_to_pointers(table.variable) || table.variable.ty().canonical().kind() == CXType_Record;
            if table.is_copied && holds_pointers && tables.iter().any(|other| is_it(&other)) {
                return Some(table.variable);
            }
            match self.cells_that_meet(table, &others, inside) {
                Ok(cells) => before.push((&table.owner, cells)),
                Err(meets) => return Some(meets),
            }
        }
        None
    }

    /// The variables of the device's that a kernel names.
    fn named(&self, kernel: &Kernel) -> impl Iterator<Item = String> {
        let is_named = |name: &str| {
            let mut objects = kernel.objects.iter();
            objects.any(|object| object.source == ObjectSource::Variable && object.name == name)
        };
        let all = self.flows.on_device.iter();
        let named: BTreeSet<String> = all
            .filter(|(_, spelling)| is_named(spelling))
            .map(|(base, _)| base.clone())
            .collect();
        named.into_iter()
    }

    /// The tables of a launch; the same on all ways to it.
    pub(super) fn tables(&self, kernel: &Kernel, pointers: Vec<(u32, Cursor<'u>)>) -> Vec<Table<'u>> {
        let mut found = Vec::new();
        for &(n, variable) in &pointers {
            found.push(self.cells_of(Owner::Param(n), variable));
            for (to, from) in self.flows.copies() {
                if variable_of(to).is_some_and(|to| key(to) == key(variable))
                    && let Some(table) = variable_of(from)
                {
                    found.push(self.copied_cells(Owner::Param(n), table, from));
                }
            }
        }
        for base in self.named(kernel) {
            let owner = Owner::Variable(base.clone());
            for (to, from) in self.flows.copies() {
                if strip(to).referenced().is_some_and(|to| name(to) == base)
                    && let Some(table) = variable_of(from)
                {
                    found.push(self.copied_cells(owner.clone(), table, from));
                }
            }
            if let Some(variable) = self.flows.variables.get(&base) {
                let mut table = self.cells_of(owner, *variable);
                table.cells.extend(self.own_cells(*variable));
                found.push(table);
            }
        }
        self.add_inner(&mut found);
        for table in found.iter_mut().filter(|table| table.is_copied) {
            // `table(d, h[0])`: the launch gets a cell itself.
            let is_part = |(n, variable): &(u32, Cursor<'u>)| {
                key(*variable) == key(table.variable) && table.owner != Owner::Param(*n)
            };
            // Where a cell leads is none of it.
            let holds_cells = |to: Cursor<'u>| {
                let ty = strip(to).ty().canonical();
                let to = if ty.is_array() { ty.element() } else { ty.pointee() };
                matches!(to.canonical().kind(), CXType_Pointer | CXType_Record)
            };
            let writes = |(to, _): (Cursor<'u>, Cursor<'u>)| {
                let mut named = Vec::new();
                variables_in(to, &mut named);
                holds_cells(to) && named.iter().any(|variable| key(*variable) == key(table.variable))
            };
            // `memcpy(h + 1, h, 8)`, `*q = h[0]` where `q` leads into it
            let through = self.flows.written_through(self.scope.variables);
            let leads_there = |(other, _): &(Cursor<'u>, Found)| {
                let mut named = Vec::new();
                for flow in self.flows.into(*other) {
                    if let Source::Value(value) = flow.source {
                        variables_in(value, &mut named);
                    }
                }
                !other.same(table.variable) && named.iter().any(|v| key(*v) == key(table.variable))
            };
            if pointers.iter().any(is_part)
                || self.flows.copies().any(writes)
                || through.iter().any(leads_there)
            {
                table.unfollowed = Some(table.variable);
            }
        }
        found
    }

    /// Adds the tables that cells of tables lead to.
    fn add_inner(&self, found: &mut Vec<Table<'u>>) {
        let mut n = 0;
        while n < found.len() && found.len() < MOST_TABLES {
            let owner = found[n].owner.clone();
            let led_to = found[n].cells.iter().filter_map(|cell| variable_of(cell.value));
            let led_to: Vec<usize> = led_to.map(key).collect();
            for (to, from) in self.flows.copies() {
                if variable_of(to).is_some_and(|to| led_to.contains(&key(to)))
                    && let Some(table) = variable_of(from)
                    && !found
                        .iter()
                        .any(|known| known.is_copied && key(known.variable) == key(table))
                {
                    found.push(self.copied_cells(owner.clone(), table, from));
                }
            }
            n += 1;
        }
    }

    /// The pointers that a copy takes from a variable: one alone is a table of one cell.
    fn copied_cells(&self, owner: Owner, table: Cursor<'u>, from: Cursor<'u>) -> Table<'u> {
        let mut table = self.cells_of(owner, table);
        table.is_copied = true;
        expand(Cell::whole(copied(from)), &mut table.cells);
        table
    }

    /// Where the cells of a table lead that are understood; one that leads where another or one of the others does, if there is any.
    fn cells_that_meet(
        &mut self,
        table: &Table<'u>,
        others: &[&Found],
        inside: &Rc<Inside<'u>>,
    ) -> Result<Vec<Found>, Cursor<'u>> {
        let is_understood = |found: &Found| found.iter().all(|root| root.base != ANYTHING);
        if let Some(by) = table.unfollowed {
            return Err(by);
        }
        let mut before: Vec<(&[Step], Found)> = Vec::new();
        for cell in &table.cells {
            if self.is_one_of_many(cell) || !self.is_renewed(cell) {
                return Err(cell.value);
            }
            let found = self.of(cell.value, &[], inside);
            if found.is_empty() || !is_understood(&found) {
                continue;
            }
            let meets_other = others
                .iter()
                .any(|other| is_understood(other) && meet(&found, other));
            let meets_cell = before
                .iter()
                .any(|(other, theirs)| are_apart(&cell.steps, other) && meet(&found, theirs));
            if meets_other || meets_cell {
                return Err(cell.value);
            }
            before.push((&cell.steps, found));
        }
        if self.members_meet(table.variable, inside) {
            return Err(table.variable);
        }
        Ok(before.into_iter().map(|(_, found)| found).collect())
    }

    /// Whether two members of a record lead into one buffer, whoever put that there.
    fn members_meet(&mut self, variable: Cursor<'u>, inside: &Rc<Inside<'u>>) -> bool {
        let mut before: Vec<Found> = Vec::new();
        for field in variable.ty().canonical().fields() {
            if field.ty().canonical().kind() != CXType_Pointer {
                continue;
            }
            let found = self.variable(variable, &[Step::Field(field.spelling())], inside);
            let is_understood = !found.is_empty() && found.iter().all(|root| root.base != ANYTHING);
            if is_understood && before.iter().any(|other| meet(other, &found)) {
                return true;
            }
            before.extend(is_understood.then_some(found));
        }
        false
    }

    /// Whether several cells get places in one buffer by this: `rows[i] = all + i * pitch`, or `rows[i] = all`.
    fn is_one_of_many(&self, cell: &Cell<'u>) -> bool {
        let mut steps = cell.steps.iter();
        let value = strip(cell.value);
        let moved = match addressed(value) {
            Some(place) => place.expressions(),
            None if value.kind() == CXCursor_BinaryOperator => value.expressions(),
            None => Vec::new(),
        };
        let is_moved = || moved.len() == 2 && moved.iter().all(|part| self.scope.integer(*part).is_none());
        let is_same = || cell.within.is_some_and(|around| self.is_same_in(value, around));
        steps.any(|step| matches!(step, Step::Element(Err(_)))) && (is_moved() || is_same())
    }

    /// Whether a variable that becomes many cells in a loop is given another pointer in each round for sure, if it is in some.
    fn is_renewed(&self, cell: &Cell<'u>) -> bool {
        let value = strip(cell.value);
        let variable = value.referenced().filter(|v| {
            value.kind() == CXCursor_DeclRefExpr
                && is_variable(*v)
                && v.ty().canonical().kind() == CXType_Pointer
        });
        let many = cell
            .steps
            .iter()
            .any(|step| matches!(step, Step::Element(Err(_))));
        let (Some(variable), Some(around)) = (variable, cell.within.filter(|_| many)) else {
            return true;
        };
        !self.flows.varies_in(variable, around)
            || !is_local(variable)
            || self
                .scope
                .variables
                .only_reaching(variable, None, value)
                .is_some()
    }

    /// Whether a pointer is the same in all rounds of a loop, as far as its text shows.
    fn is_same_in(&self, value: Cursor<'u>, around: usize) -> bool {
        let mut variables = Vec::new();
        variables_in(value, &mut variables);
        let is_kept =
            |variable: &Cursor<'u>| carries(*variable, false) && !self.flows.varies_in(*variable, around);
        !variables.is_empty() && variables.iter().all(is_kept) && !makes(value)
    }
}

/// Whether an expression calls something that may give another pointer each time.
fn makes(c: Cursor<'_>) -> bool {
    let is_call = c.kind() == CXCursor_CallExpr && !is_constructor(c);
    let is_read = || BEGINS.contains(&c.spelling().as_str()) && c.arguments().is_empty();
    let is_made = c.kind() == CXCursor_CXXNewExpr || is_call && !is_read();
    is_made || c.children().into_iter().any(makes)
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
