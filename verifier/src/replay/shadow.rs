//! A run with symbols: beside each value the term that it is, beside each byte who wrote it.
//!
//! The run itself is an ordinary one. What is given to the launch, the contents of its arrays and its open scalars, is a symbol
//! besides; what is computed from symbols is a term. Where a term decides what only numbers can (an address, a lane, which barrier
//! is met), the run is *spoilt*: it goes on, and says nothing of other inputs. A run that is not spoilt takes the same steps,
//! with the same accesses, for all inputs: what it computes is its terms, and that it has no race holds for all of them.

mod load;

use super::memory::{Memory, Owner, RegionId, Target};
use super::symbolic::{Graph, Node, Sym};
use super::thread::Val;
use super::value::truncate;
use kverify_frontend::ir::{AtomicOp, BinOp, FloatKind, ObjectId, Space, Ty};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of the largest scalar.
const WIDEST: i64 = 16;

/// What a run with symbols is to know of its kernel.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// Objects that are given: the number that both sides know each by, and its elements' type.
    pub arrays: FxHashMap<ObjectId, (u32, Ty)>,
    /// Scalar parameters (index into `Kernel::params`) that may have any value, by that number.
    pub scalars: FxHashMap<u32, u32>,
    /// Sums of floats may be taken in any order.
    pub reals: bool,
}

/// Why a run says nothing of other inputs than its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoilt {
    /// As a sentence.
    pub reason: String,
    /// The place, an index into the program's.
    pub place: u32,
}

/// An element of an array: its number, row and first byte.
pub type Element = (u32, i128, i64);

/// Who wrote an element last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The thread's number in the run.
    pub thread: u32,
    /// The place, an index into the program's.
    pub place: u32,
}

/// An element that was written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Output {
    pub sym: Sym,
    pub bits: u128,
    pub unknown: bool,
    pub writer: Writer,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    ty: Ty,
    sym: Sym,
    bits: u128,
    written: Option<Writer>,
    /// The atomic operation that wrote it, if it was one.
    atomic: Option<AtomicOp>,
}

/// The state of a run with symbols.
#[derive(Clone, Debug, Default)]
pub(super) struct Shadow {
    pub graph: Graph,
    pub given: Given,
    cells: FxHashMap<(RegionId, i64), Cell>,
    /// Conditions under which the thread does what it does now, and whether each holds in this run.
    guards: Vec<(Sym, bool)>,
    spoilt: RefCell<Option<Spoilt>>,
    anything: u32,
    /// Where the two ways of a branch meet again.
    pub joins: FxHashMap<u32, Option<u32>>,
}

impl Shadow {
    pub fn new(graph: Graph, given: Given) -> Shadow {
        Shadow {
            anything: graph.size() as u32,
            graph,
            given,
            ..Shadow::default()
        }
    }

    /// The run says nothing of other inputs; the first reason is kept.
    pub fn spoil(&self, reason: &str, place: u32) {
        self.spoilt.borrow_mut().get_or_insert_with(|| Spoilt {
            reason: reason.to_owned(),
            place,
        });
    }

    pub fn is_spoilt(&self) -> bool {
        self.spoilt.borrow().is_some()
    }

    pub fn spoilt(&self) -> Option<Spoilt> {
        self.spoilt.borrow().clone()
    }

    /// A condition holds from now on for what is done.
    pub fn enter(&mut self, cond: Sym, holds: bool) {
        self.guards.push((cond, holds));
    }

    pub fn leave(&mut self) {
        self.guards.pop();
    }

    pub fn depth(&self) -> usize {
        self.guards.len()
    }

    /// What is done now is done for other inputs than the run's.
    pub fn is_elsewhere(&self) -> bool {
        self.guards.iter().any(|(_, holds)| !holds)
    }

    fn fresh(&mut self, ty: Ty) -> Sym {
        self.anything += 1;
        self.graph.make(Node::Anything(self.anything, ty))
    }

    /// A thread wrote a value.
    pub fn store(&mut self, target: Target, ty: Ty, val: Val, writer: Writer, atomic: Option<AtomicOp>) {
        let (region, start) = (target.region, target.offset);
        let end = start + i64::from(ty.bytes());
        let exact = self.cells.get(&(region, start)).copied();
        if let Some(old) = exact.filter(|c| atomic.is_some() && c.atomic.is_some_and(|op| Some(op) != atomic))
        {
            let _ = old;
            self.spoil(
                "different atomic operations on one cell: their order has a say",
                writer.place,
            );
        }
        if exact.is_none_or(|c| c.ty.bytes() != ty.bytes()) {
            self.make_room(region, start, end);
        }
        let cell = Cell {
            ty,
            sym: if self.is_spoilt() { Sym::NONE } else { val.sym },
            bits: truncate(ty, val.bits),
            written: Some(writer),
            atomic,
        };
        self.cells.insert((region, start), cell);
    }

    /// Takes away what lies in these bytes; what reaches beyond them stays, byte by byte.
    fn make_room(&mut self, region: RegionId, start: i64, end: i64) {
        for at in start - WIDEST + 1..end {
            let Some(cell) = self.cells.get(&(region, at)).copied() else {
                continue;
            };
            let cell_end = at + i64::from(cell.ty.bytes());
            if cell_end <= start {
                continue;
            }
            self.cells.remove(&(region, at));
            for byte in (at..cell_end).filter(|byte| !(start..end).contains(byte)) {
                let n = (byte - at) as u32;
                let sym = match cell.sym {
                    Sym::NONE => Sym::NONE,
                    whole => self.graph.make(Node::Part(Ty::U8, whole, n)),
                };
                let bits = cell.bits >> (8 * n) & 0xff;
                self.cells.insert(
                    (region, byte),
                    Cell {
                        ty: Ty::U8,
                        sym,
                        bits,
                        ..cell
                    },
                );
            }
        }
    }

    /// What is stored where conditions are met, whose sum up to now is the guards: the new value under all of them, else the old.
    pub fn guarded(&mut self, ty: Ty, new: Val, old: Val) -> Val {
        let guards = self.guards.clone();
        let mut merged = self.graph.of(ty, new);
        let old_term = self.graph.of(ty, old);
        for (cond, _) in guards.iter().rev() {
            merged = self.graph.make(Node::Choose(ty, *cond, merged, old_term));
        }
        Val {
            bits: if self.is_elsewhere() { old.bits } else { new.bits },
            unknown: new.unknown || old.unknown,
            sym: merged,
        }
    }

    /// The term that an operation makes of these operands, if any of them has one.
    pub fn term(&mut self, operands: &[Val], make: impl FnOnce(&mut Graph) -> Node) -> Sym {
        if self.is_spoilt() || operands.iter().all(|val| val.sym == Sym::NONE) {
            return Sym::NONE;
        }
        let node = make(&mut self.graph);
        self.graph.make(node)
    }

    /// The term of a float that numbers alone make: where the machine rounds, what it rounds is another number.
    pub fn rounded(&mut self, op: BinOp, ty: Ty, a: u128, b: u128, result: u128) -> Sym {
        let Ty::Float(kind) = ty else { return Sym::NONE };
        if !self.given.reals || self.is_spoilt() || is_exact(op, kind, a, b, result) {
            return Sym::NONE;
        }
        let (a, b) = (
            self.graph.make(Node::Literal(ty, a)),
            self.graph.make(Node::Literal(ty, b)),
        );
        self.graph.make(Node::Binary(op, ty, ty, a, b))
    }

    /// All elements of given arrays that were written.
    pub fn outputs(&mut self, memory: &Memory<'_>) -> BTreeMap<Element, Output> {
        let mut touched: BTreeSet<(RegionId, i64, Element, Ty)> = BTreeSet::new();
        let mut writers: FxHashMap<Element, Writer> = FxHashMap::default();
        // In order: of several cells of an element the last one's writer stands for it.
        let mut cells: Vec<(&(RegionId, i64), &Cell)> = self.cells.iter().collect();
        cells.sort_unstable_by_key(|(place, _)| **place);
        for ((id, offset), cell) in cells {
            let (Some(region), Some(writer)) = (memory.describe(*id), cell.written) else {
                continue;
            };
            let Some((array, elem)) = self.given.arrays.get(&region.object) else {
                continue;
            };
            if region.owner != Owner::Launch || !matches!(region.space, Space::Global | Space::Image) {
                continue;
            }
            let len = i64::from(elem.bytes().max(1));
            for byte in *offset..*offset + i64::from(cell.ty.bytes()) {
                let start = byte - byte.rem_euclid(len);
                let element = (*array, region.row, start);
                touched.insert((*id, start, element, *elem));
                writers.insert(element, writer);
            }
        }
        let mut outputs = BTreeMap::new();
        for (region, offset, element, ty) in touched {
            let target = Target { region, offset };
            let (bits, unknown) = memory.now(target, ty);
            let writer = writers[&element];
            let sym = self.load(memory, target, ty, bits, writer.place);
            let sym = self.graph.of(ty, Val { bits, unknown, sym });
            outputs.insert(
                element,
                Output {
                    sym,
                    bits,
                    unknown,
                    writer,
                },
            );
        }
        outputs
    }
}

/// Whether the machine's result is the number itself.
fn is_exact(op: BinOp, kind: FloatKind, a: u128, b: u128, result: u128) -> bool {
    let of = |bits| super::value::to_float(kind, bits);
    let (a, b, r) = (of(a), of(b), of(result));
    if !(a.is_finite() && b.is_finite() && r.is_finite()) {
        return true;
    }
    match op {
        // Knuth's sum without error: what is lost is a number of its own.
        BinOp::Add | BinOp::Sub => {
            let b = if op == BinOp::Sub { -b } else { b };
            let sum = a + b;
            let back = sum - a;
            r == sum && (a - (sum - back)) + (b - back) == 0.0
        }
        BinOp::Mul => r == a * b && a.mul_add(b, -(a * b)) == 0.0,
        BinOp::Div => r.mul_add(b, -a) == 0.0,
        BinOp::Rem
        | BinOp::Shl
        | BinOp::Shr
        | BinOp::And
        | BinOp::Or
        | BinOp::Xor
        | BinOp::Min
        | BinOp::Max => true,
    }
}
