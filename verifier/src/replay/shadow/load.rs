//! The term of what a load finds.

use super::super::memory::{Memory, Owner, RegionId, Target};
use super::super::symbolic::{Node, Sym};
use super::super::thread::Val;
use super::{Cell, Shadow, WIDEST};
use kverify_frontend::ir::Ty;

impl Shadow {
    /// The term of what a load finds.
    pub fn load(&mut self, memory: &Memory<'_>, target: Target, ty: Ty, bits: u128, place: u32) -> Sym {
        if self.is_spoilt() {
            return Sym::NONE;
        }
        let exact = self.cells.get(&(target.region, target.offset));
        if let Some(cell) = exact.filter(|c| c.ty.bytes() == ty.bytes()) {
            let val = Val {
                bits: cell.bits,
                unknown: false,
                sym: cell.sym,
            };
            return match cell.sym {
                Sym::NONE => Sym::NONE,
                _ => self.graph.of(ty, val),
            };
        }
        self.settle(memory, target, ty, bits, place);
        self.compose(target, ty, place)
    }

    /// Gives every byte that no cell covers a cell: the input's, a constant's, or anything.
    fn settle(&mut self, memory: &Memory<'_>, target: Target, ty: Ty, bits: u128, place: u32) {
        let Some(region) = memory.describe(target.region) else {
            return;
        };
        let (object, row, launch) = (region.object, region.row, region.owner == Owner::Launch);
        let given = self.given.arrays.get(&object).copied().filter(|_| launch);
        for n in 0..i64::from(ty.bytes()) {
            let offset = target.offset + n;
            if self.covering(target.region, offset).is_some() {
                continue;
            }
            let (start, cell_ty, sym, bits) = match given {
                Some((array, elem)) if elem != Ty::Ptr => {
                    let start = offset - offset.rem_euclid(i64::from(elem.bytes().max(1)));
                    let sym = self.graph.make(Node::Input {
                        array,
                        row,
                        offset: start,
                        ty: elem,
                    });
                    (start, elem, sym, memory.at_entry(target.region, start, elem))
                }
                // Where a row lies that is behind no other name; what it holds has no type that is known.
                Some(_) if ty != Ty::Ptr || row != 0 => {
                    self.spoil(
                        "memory behind pointers that are themselves in memory is not compared",
                        place,
                    );
                    return;
                }
                // A constant of the program's.
                _ if launch => (offset, Ty::U8, Sym::NONE, bits >> (8 * n) & 0xff),
                _ => (offset, Ty::U8, self.fresh(Ty::U8), bits >> (8 * n) & 0xff),
            };
            let cell = Cell {
                ty: cell_ty,
                sym,
                bits,
                written: None,
                atomic: None,
            };
            self.cells.entry((target.region, start)).or_insert(cell);
        }
    }

    /// The start of the cell that a byte lies in.
    fn covering(&self, region: RegionId, offset: i64) -> Option<(i64, Cell)> {
        (0..WIDEST).find_map(|back| {
            let cell = self.cells.get(&(region, offset - back))?;
            (i64::from(cell.ty.bytes()) > back).then_some((offset - back, *cell))
        })
    }

    /// The value that lies there, made of the cells that cover it.
    fn compose(&mut self, target: Target, ty: Ty, place: u32) -> Sym {
        let end = target.offset + i64::from(ty.bytes());
        let mut parts = Vec::new();
        let mut at = target.offset;
        while at < end {
            let Some((start, cell)) = self.covering(target.region, at) else {
                self.spoil("what is read here lies across what is known of memory", place);
                return Sym::NONE;
            };
            let cell_end = start + i64::from(cell.ty.bytes());
            let whole = self.graph.of(
                cell.ty,
                Val {
                    bits: cell.bits,
                    unknown: false,
                    sym: cell.sym,
                },
            );
            if start <= target.offset && cell_end >= end {
                let part = self
                    .graph
                    .make(Node::Part(ty, whole, (target.offset - start) as u32));
                return self.closed(part);
            }
            if start == at && cell_end <= end {
                parts.push(whole);
                at = cell_end;
            } else {
                parts.push(self.graph.make(Node::Part(Ty::U8, whole, (at - start) as u32)));
                at += 1;
            }
        }
        let joined = self.graph.make(Node::Join(ty, parts));
        self.closed(joined)
    }

    /// No term for what no input has a say in.
    fn closed(&self, sym: Sym) -> Sym {
        if self.graph.is_open(sym) { sym } else { Sym::NONE }
    }
}
