//! Loops whose carried values are constants: run by themselves, they make a finite table.

use super::Machine;
use super::recurrence::{Carried, Solver, Visits};
use crate::term::{Node, Subst, TermId, int_view};

/// Tables have at most this many rows.
const MAX_ROWS: usize = 64;

/// A finite table of carried constants.
struct Table {
    /// The values in iterations 0, 1, …, by row.
    columns: Vec<Vec<i128>>,
    /// How often the header is reached; `None` if the table repeats.
    visits: Option<Visits>,
    /// After so many iterations the table starts again.
    period: Option<i128>,
}

/// What a step that leaves its type does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wraps {
    /// It wraps.
    Exact,
    /// It is assumed not to happen (`no-overflow`): the loop ends before it.
    End,
}

/// Why there is no table.
enum NoTable {
    /// This row is not constant.
    Row(usize),
    /// It does not end.
    Endless,
}

impl Machine<'_> {
    /// Runs the carried constants by themselves and keeps the finite table, `κ = 0 ? c₀ : κ = 1 ? c₁ : …`.
    pub(super) fn tabulate(&mut self, s: &mut Solver, repeats: Option<TermId>) {
        let mut rows: Vec<Carried> = s
            .open
            .iter()
            .filter(|c| self.terms.as_int(c.init).is_some())
            .cloned()
            .collect();
        while !rows.is_empty() {
            match self.table(s, &rows, repeats, Wraps::Exact) {
                Ok(table) => return self.take_table(s, &rows, table),
                Err(NoTable::Row(bad)) => {
                    rows.remove(bad);
                }
                Err(NoTable::Endless) => break,
            }
        }
        // Together they do not end: one by one some may at least come round again, or end where one would overflow.
        for c in rows {
            let alone = std::slice::from_ref(&c);
            if let Ok(table) = self.table(s, alone, repeats, Wraps::Exact) {
                self.take_table(s, alone, table);
            } else if let Ok(table) = self.table(s, alone, repeats, Wraps::End)
                && self.is_bound(s, &c, &table.columns[0], repeats)
                && self.assume_no_overflow()
            {
                self.take_table(s, alone, table);
            }
        }
    }

    /// Whether the loop goes on only while a value that moves one way stays on that side of something: such a loop does not end where the
    /// value overflows, but before. Of all others an overflow ends nothing.
    fn is_bound(&mut self, s: &Solver, c: &Carried, column: &[i128], repeats: Option<TermId>) -> bool {
        let Some(repeats) = repeats else { return false };
        let mut at = s.subst.clone();
        let repeats = self.terms.subst(&mut at, repeats);
        let (rises, falls) = (
            column.is_sorted_by(|a, b| a < b),
            column.is_sorted_by(|a, b| a > b),
        );
        self.terms.conjuncts(repeats).into_iter().any(|conjunct| {
            let (atom, sign) = match *self.terms.node(conjunct) {
                Node::Not(inner) => (inner, -1),
                _ => (conjunct, 1),
            };
            let Node::Le0(sum) = *self.terms.node(atom) else {
                return false;
            };
            let parts = self.terms.linear(sum).0;
            parts.iter().any(|&(t, factor)| {
                let toward = factor * sign;
                t == c.place && (rises && toward > 0 || falls && toward < 0)
            })
        })
    }

    fn take_table(&mut self, s: &mut Solver, rows: &[Carried], table: Table) {
        s.visits = match (s.visits, table.visits) {
            (Some(a), Some(b)) if b.most < a.most => Some(b),
            (a, b) => a.or(b),
        };
        for (c, column) in rows.iter().zip(table.columns) {
            let at = match table.period {
                Some(p) => self.terms.floor_mod(s.kappa, p),
                None => s.kappa,
            };
            let value = self.column_term(&column, at);
            self.settle(s, c, value);
        }
    }

    /// Runs the loop on the rows' constants until the repeat condition is false or the values come round again.
    fn table(
        &mut self,
        s: &Solver,
        rows: &[Carried],
        repeats: Option<TermId>,
        wraps: Wraps,
    ) -> Result<Table, NoTable> {
        let mut now: Vec<i128> = rows.iter().filter_map(|c| self.terms.as_int(c.init)).collect();
        let mut columns: Vec<Vec<i128>> = now.iter().map(|&v| vec![v]).collect();
        let autonomous = rows.iter().all(|c| {
            c.latch.is_some_and(|l| {
                let mut sub = s.subst.clone();
                let l = self.terms.subst(&mut sub, l);
                !self.terms.post_order(&[l]).contains(&s.kappa)
            })
        });
        // The repeat condition may also depend on other things: then the loop can end before the table does.
        let mut exact = true;
        for n in 0..MAX_ROWS {
            let mut at = s.subst.clone();
            let mut here = Subst::new();
            here.bind(self.sym_of(s.kappa), self.terms.int(n as i128));
            for (c, v) in rows.iter().zip(&now) {
                let v = self.terms.int(*v);
                here.bind(self.sym_of(c.place), v);
            }
            let again = repeats.map(|r| {
                let r = self.terms.subst(&mut at, r);
                let r = self.terms.subst(&mut here, r);
                self.terms.as_bool(r)
            });
            match again {
                None | Some(Some(false)) => {
                    let visits = Some(Visits {
                        most: n as i128 + 1,
                        exact,
                    });
                    return Ok(Table {
                        columns,
                        visits,
                        period: None,
                    });
                }
                Some(known) => exact &= known == Some(true),
            }
            let mut next = Vec::with_capacity(rows.len());
            let mut overflows = false;
            for (i, c) in rows.iter().enumerate() {
                let latch = c.latch.ok_or(NoTable::Row(i))?;
                let latch = self.terms.subst(&mut at, latch);
                let value = self.terms.subst(&mut here, latch);
                let value = self.terms.as_int(value).ok_or(NoTable::Row(i))?;
                if wraps == Wraps::End {
                    let (bare, _) = int_view(&mut self.terms, &mut self.view, latch);
                    let bare = self.terms.subst(&mut here, bare);
                    overflows |= self.terms.as_int(bare) != Some(value);
                }
                next.push(value);
            }
            if overflows {
                let most = n as i128 + 1;
                let visits = Some(Visits { most, exact: false });
                return Ok(Table {
                    columns,
                    visits,
                    period: None,
                });
            }
            if autonomous && columns.iter().zip(&next).all(|(c, v)| c[0] == *v) {
                let period = n as i128 + 1;
                return Ok(Table {
                    columns,
                    visits: None,
                    period: (period > 1).then_some(period),
                });
            }
            for (column, v) in columns.iter_mut().zip(&next) {
                column.push(*v);
            }
            now = next;
        }
        Err(NoTable::Endless)
    }

    fn column_term(&mut self, column: &[i128], at: TermId) -> TermId {
        let mut value = self.terms.int(*column.last().unwrap_or(&0));
        for (n, v) in column.iter().enumerate().rev().skip(1) {
            let (n, v) = (self.terms.int(n as i128), self.terms.int(*v));
            let here = self.terms.eq(at, n);
            value = self.terms.ite(here, v, value);
        }
        value
    }
}
