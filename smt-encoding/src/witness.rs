//! From a solver's model to a launch, two threads, and the values that matter.

use crate::answer::{Approximation, Cell, ThreadAt, Witness};
use crate::pair::Pair;
use crate::ssa::{Machine, NULL_FN};
use crate::term::{FnOrigin, LoopId, Node, Origin, Sort, TermId, Value};
use crate::z3::Model;
use kverify_frontend::index::Idx as _;
use kverify_frontend::ir::{AtomicOp, Dim, Geometry, Loc, ObjectId, Space, Ty};
use std::collections::BTreeSet;

/// The value of `t` in the model; leaves that it leaves open take the value nearest to zero in their range.
fn value(machine: &Machine<'_>, model: &Model, t: TermId) -> i128 {
    let mut leaf = |u: TermId| model.value(u).or_else(|| Some(default(machine, u)));
    match machine.terms.eval(t, &mut leaf) {
        Some(Value::Int(v)) => v,
        Some(Value::Bool(b)) => i128::from(b),
        _ => 0,
    }
}

fn default(machine: &Machine<'_>, t: TermId) -> Value {
    match machine.terms.sort(t) {
        Sort::Bool => Value::Bool(false),
        Sort::Float(_) => Value::Float(0),
        Sort::Int => {
            let r = machine.terms.range(t);
            let v = r.lo.map_or(0, |l| l.max(0));
            Value::Int(r.hi.map_or(v, |h| h.min(v)))
        }
    }
}

/// The witness of a model; `counters` and `offsets` are those of the two places, not yet doubled.
pub fn witness(
    machine: &mut Machine<'_>,
    pair: &mut Pair,
    model: &Model,
    counters: [&Vec<(LoopId, TermId)>; 2],
    offsets: [Option<TermId>; 2],
) -> Witness {
    let turns = counters.map(|all| all.iter().map(|&(id, k)| (machine.loops[id].loc, k)).collect());
    witness_at(machine, pair, model, turns, offsets)
}

/// As [`witness`], with the iterations of the loops, by the loop's place.
pub fn witness_at(
    machine: &mut Machine<'_>,
    pair: &mut Pair,
    model: &Model,
    turns: [Vec<(Loc, TermId)>; 2],
    offsets: [Option<TermId>; 2],
) -> Witness {
    let mut threads: [ThreadAt; 2] = Default::default();
    for t in 0..2 {
        let mut iterations = Vec::new();
        for &(loc, k) in &turns[t] {
            let k = pair.fork(&mut machine.terms, k, t);
            let n = u64::try_from(value(machine, model, k)).unwrap_or(0);
            iterations.push((loc, n));
        }
        threads[t] = ThreadAt {
            block: size3(machine, model, pair.blocks[t]),
            thread: size3(machine, model, pair.threads[t]),
            iterations,
            offset: offsets[t].map(|o| value(machine, model, o)),
        };
    }
    let offset = Dim::ALL.map(|d| machine.geometry(Geometry::GlobalOffset(d)));
    Witness {
        block_dim: size3(machine, model, pair.dims),
        grid_dim: size3(machine, model, pair.grid),
        global_offset: size3(machine, model, offset),
        threads,
        scalars: [scalars(machine, model), null_params(machine, model)].concat(),
        cells: [cells(machine, model), null_cells(machine, model)].concat(),
    }
}

fn size3(machine: &Machine<'_>, model: &Model, t: [TermId; 3]) -> [u64; 3] {
    t.map(|x| u64::try_from(value(machine, model, x)).unwrap_or(0))
}

/// The bits of an integer as its type stores them, zero-extended.
fn bits(v: i128, ty: Ty) -> u128 {
    let width = ty.bytes() * 8;
    let all = v.cast_unsigned();
    if width >= 128 {
        all
    } else {
        all & ((1 << width) - 1)
    }
}

fn scalars(machine: &mut Machine<'_>, model: &Model) -> Vec<(u32, u128)> {
    let mut out = Vec::new();
    for n in 0..u32::try_from(machine.kernel.params.len()).unwrap_or(0) {
        let ty = machine.kernel.params[n as usize].ty;
        let Some(t) = machine.param(n) else { continue };
        if matches!(ty, Ty::Int { .. } | Ty::Bool) {
            out.push((n, bits(value(machine, model, t), ty)));
        }
    }
    out
}

/// The objects and rows whose pointers are null in the model.
fn null(machine: &Machine<'_>, model: &Model) -> Vec<(ObjectId, i128)> {
    let is_null = |(t, v): (TermId, i128)| {
        let Node::App(f, args) = machine.terms.node(t) else {
            return None;
        };
        let of_host = v != 0 && machine.terms.functions[*f].name == NULL_FN;
        let object = machine.terms.as_int(args[0]).filter(|_| of_host)?;
        let object = ObjectId::new(usize::try_from(object).ok()?);
        Some((object, value(machine, model, args[1])))
    };
    model.leaves().filter_map(is_null).collect()
}

/// The pointer parameters that are null in the model, as scalars of the value 0.
fn null_params(machine: &Machine<'_>, model: &Model) -> Vec<(u32, u128)> {
    let null = null(machine, model);
    let params = (0..).zip(&machine.kernel.params);
    let nulls = params.filter(|(_, p)| {
        let object = p.object.map(|o| machine.objects.canonical(o));
        object.is_some_and(|o| null.iter().any(|(n, _)| *n == o))
    });
    nulls.map(|(n, _)| (n, 0)).collect()
}

/// The cells of arrays of pointers that hold null: a row's number is its cell's place.
fn null_cells(machine: &Machine<'_>, model: &Model) -> Vec<Cell> {
    let of_cell = |(object, row): (ObjectId, i128)| {
        let (base, depth) = machine.objects.base(object);
        (depth == 1).then_some(Cell {
            object: base,
            row: row >> 40,
            offset: row & ((1 << 40) - 1),
            ty: Ty::Ptr,
            bits: 0,
        })
    };
    null(machine, model).into_iter().filter_map(of_cell).collect()
}

/// Cells of the launch's start that the model speaks of; what it says of a cell of global memory at a later time may well be
/// what the launch found there, and is taken for that where it says nothing of the start.
fn cells(machine: &Machine<'_>, model: &Model) -> Vec<Cell> {
    let mut out = Vec::new();
    for (t, v) in model.leaves() {
        let Node::App(f, args) = machine.terms.node(t) else {
            continue;
        };
        let origin = match machine.terms.functions[*f].origin {
            FnOrigin::Fork(of, _) => machine.terms.functions[of].origin.clone(),
            ref o => o.clone(),
        };
        let replaces = |op: AtomicOp| matches!(op, AtomicOp::Cas | AtomicOp::Exchange);
        let (version, object, ty) = match origin {
            FnOrigin::Select { object, version, ty } => (version, object, ty),
            // What a replaced value was matters by itself, and may well be what the launch found.
            FnOrigin::Drawn { object, op, .. } if replaces(op) => {
                match machine.disciplines.get(&object).and_then(|d| d.ty) {
                    Some(ty) => (0, object, ty),
                    None => continue,
                }
            }
            _ => continue,
        };
        let (base, depth) = machine.objects.base(object);
        let space = machine.kernel.objects[base].space;
        if depth > 0 || space == Space::Private || (version > 0 && space != Space::Global) {
            continue;
        }
        let (row, offset) = (value(machine, model, args[0]), value(machine, model, args[1]));
        let cell = Cell {
            object: base,
            row,
            offset,
            ty,
            bits: bits(v, ty),
        };
        out.push((version, cell));
    }
    let place = |c: &Cell| (c.object, c.row, c.offset, c.ty);
    out.sort_by_key(|(version, cell)| (place(cell), *version));
    out.dedup_by_key(|(_, cell)| place(cell));
    out.into_iter().map(|(_, cell)| cell).collect()
}

/// What the terms of a query lean on.
pub fn approximations(machine: &Machine<'_>, query: &[TermId]) -> Vec<Approximation> {
    let mut out: BTreeSet<Approximation> = BTreeSet::new();
    let mut named = |i: u32| {
        if let Some(a) = machine.approximations.get(i as usize) {
            out.insert(a.clone());
        }
    };
    for t in machine.terms.post_order(query) {
        match *machine.terms.node(t) {
            Node::Sym(s) => {
                let (of, _) = machine.terms.original(s);
                if let Origin::Approximate(i) = machine.terms.symbols[of].origin {
                    named(i);
                }
            }
            Node::App(f, _) => {
                if let Some(i) = machine.terms.functions[f].approximation {
                    named(i);
                }
            }
            _ => {}
        }
    }
    out.into_iter().collect()
}
