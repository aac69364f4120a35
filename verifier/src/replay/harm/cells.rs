//! What passes wrote, byte by byte, and the cells that come out differently.

use super::super::log::Access;
use super::super::memory::{Memory, Owner, Target};
use super::{Harm, HarmedCell, Interval, MOST_BYTES};
use kverify_frontend::ir::{ObjectId, Scope, Space, Ty};
use std::collections::{BTreeMap, BTreeSet};

/// Cells that are kept.
const MOST_CELLS: usize = 8;

/// A place in memory, whatever regions are numbered.
pub(super) type Byte = (ObjectId, i128, Owner, i64);

impl<'k> Interval<'k> {
    /// Adds the cells that do not hold the same after each of these sets of writes. With `only_writers`, sets that do not
    /// touch a cell have no say in it; else it keeps what it held.
    pub(super) fn compare(&self, sets: &[&BTreeMap<Byte, u8>], only_writers: bool, cells: &mut Cells) {
        let mut values: BTreeMap<(Byte, Ty, Space), BTreeSet<Option<u128>>> = BTreeMap::new();
        let mut touched: BTreeSet<(Byte, Ty, Space)> = BTreeSet::new();
        for set in sets {
            touched.extend(set.keys().filter_map(|byte| self.cell(*byte)));
        }
        for cell in touched {
            for set in sets {
                let value = self.value(cell, set);
                if value.is_some() || !only_writers {
                    values.entry(cell).or_default().insert(value);
                }
            }
        }
        for (cell, values) in values.into_iter().filter(|(_, values)| values.len() > 1) {
            let entry = cells
                .all
                .entry(cell)
                .or_insert_with(|| (BTreeSet::new(), only_writers));
            entry.0.extend(values);
        }
    }

    /// The cell that a byte is part of.
    fn cell(&self, (object, row, owner, offset): Byte) -> Option<(Byte, Ty, Space)> {
        let declared = self.kernel.objects.get(object)?;
        let ty = match declared.elem {
            ty if ty.bytes() > 0 && row == 0 => ty,
            _ => Ty::U8,
        };
        let size = i64::from(ty.bytes());
        let space = if row == 0 { declared.space } else { Space::Global };
        Some(((object, row, owner, offset.div_euclid(size) * size), ty, space))
    }

    /// What a cell holds after writes; `None` if they do not touch it.
    fn value(&self, cell: (Byte, Ty, Space), wrote: &BTreeMap<Byte, u8>) -> Option<u128> {
        let ((object, row, owner, offset), ty, _) = cell;
        let size = i64::from(ty.bytes());
        let last = (object, row, owner, offset + size - 1);
        wrote.range((object, row, owner, offset)..=last).next()?;
        let region = self.cx.memory.known_region(object, row, owner);
        Some((0..size).rev().fold(0u128, |bits, n| {
            let written = wrote.get(&(object, row, owner, offset + n)).copied();
            let before = || {
                let target = Target {
                    region: region?,
                    offset: offset + n,
                };
                self.cx.memory.peek(target, 1).map(|b| b as u8)
            };
            bits << 8 | u128::from(written.or_else(before).unwrap_or(0))
        }))
    }
}

/// What a cell may hold, and whether the last writer decides.
type Outcomes = (BTreeSet<Option<u128>>, bool);

/// Cells that come out differently, with what they may hold and whether the last writer decides.
#[derive(Default)]
pub(super) struct Cells {
    all: BTreeMap<(Byte, Ty, Space), Outcomes>,
}

impl Cells {
    pub(super) fn harm(self, between: Scope, space: Space, ways: bool) -> Harm {
        let differing = self.all.len() as u64;
        let mut cells: Vec<HarmedCell> = self
            .all
            .into_iter()
            .map(
                |(((object, row, _, offset), ty, space), (values, last_decides))| HarmedCell {
                    object,
                    space,
                    row,
                    offset,
                    ty,
                    values: values.into_iter().collect(),
                    last_decides,
                },
            )
            .collect();
        // Those of the race's own space first; the order is stable otherwise.
        cells.sort_by_key(|c| c.space != space);
        cells.truncate(MOST_CELLS);
        Harm {
            between,
            cells,
            differing,
            ways,
            launches: 1,
        }
    }
}

pub(super) fn note_bytes(memory: &Memory<'_>, access: &Access, wrote: &mut BTreeMap<Byte, u8>) -> Option<()> {
    if wrote.len() as u64 + access.len > MOST_BYTES as u64 {
        return None;
    }
    let (object, row, owner) = memory.key(access.region)?;
    for n in 0..access.len as i64 {
        let offset = access.offset.checked_add(n)?;
        let target = Target {
            region: access.region,
            offset,
        };
        wrote.insert((object, row, owner, offset), memory.peek(target, 1)? as u8);
    }
    Some(())
}

/// Bytes that lie side by side, together.
pub(super) fn runs(wrote: &BTreeMap<Byte, u8>) -> Vec<(Byte, Vec<u8>)> {
    let mut runs: Vec<(Byte, Vec<u8>)> = Vec::new();
    for (&(object, row, owner, offset), &byte) in wrote {
        match runs.last_mut() {
            Some(((o, r, w, start), bytes))
                if (*o, *r, *w, *start + bytes.len() as i64) == (object, row, owner, offset) =>
            {
                bytes.push(byte);
            }
            _ => runs.push(((object, row, owner, offset), vec![byte])),
        }
    }
    runs
}

pub(super) fn write_all(memory: &mut Memory<'_>, runs: &[(Byte, Vec<u8>)]) {
    for ((object, row, owner, start), bytes) in runs {
        let Some(region) = memory.region(*object, *row, *owner) else {
            continue;
        };
        for (offset, chunk) in (*start..).step_by(16).zip(bytes.chunks(16)) {
            let bits = chunk
                .iter()
                .rev()
                .fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
            memory.store(Target { region, offset }, bits, chunk.len() as u32, false);
        }
    }
}
