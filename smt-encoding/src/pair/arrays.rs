//! What the user says of the contents of arrays.

use super::Pair;
use crate::ssa::Machine;
use crate::term::{FnOrigin, Node, Sort, TermId};
use kverify_frontend::ir::ObjectSource;

/// An element that is read.
#[derive(Clone)]
struct Element {
    /// Where from.
    origin: FnOrigin,
    /// Its place, in bytes, and its size.
    offset: TermId,
    bytes: i128,
    value: TermId,
}

impl Pair {
    /// Facts about arrays whose elements the user says are pairwise distinct (other places, other values), or never decrease
    /// (later places, values not less).
    pub fn array_elements(&self, machine: &mut Machine<'_>, query: &[TermId]) -> Vec<TermId> {
        let (distinct, monotone) = (machine.config.distinct.clone(), machine.config.monotone.clone());
        let mut facts = Vec::new();
        for (x, y) in pairs(&read_from(machine, &distinct, query)) {
            let (places, values) = (
                machine.terms.ne(x.offset, y.offset),
                machine.terms.ne(x.value, y.value),
            );
            let aligned = are_elements(machine, [&x, &y]);
            let places = machine.terms.and(&[places, aligned]);
            facts.push(machine.terms.implies(places, values));
        }
        for (x, y) in pairs(&read_from(machine, &monotone, query)) {
            for (x, y) in [(&x, &y), (&y, &x)] {
                let (places, values) = (
                    machine.terms.le(x.offset, y.offset),
                    machine.terms.le(x.value, y.value),
                );
                let aligned = are_elements(machine, [x, y]);
                let places = machine.terms.and(&[places, aligned]);
                facts.push(machine.terms.implies(places, values));
            }
        }
        facts
    }
}

/// The integers of the launch's start in `query` that are read from one of `params`.
fn read_from(machine: &Machine<'_>, params: &[u32], query: &[TermId]) -> Vec<Element> {
    if params.is_empty() {
        return Vec::new();
    }
    let mut read = Vec::new();
    for t in machine.terms.post_order(query) {
        let Node::App(f, args) = machine.terms.node(t) else {
            continue;
        };
        let (of, _) = machine.terms.original_fn(*f);
        let origin = &machine.terms.functions[of].origin;
        let FnOrigin::Select {
            object,
            version: 0,
            ty,
        } = *origin
        else {
            continue;
        };
        let (base, depth) = machine.objects.base(object);
        let declared = &machine.kernel.objects[base];
        let pointee = |n: u32| {
            machine
                .kernel
                .params
                .get(n as usize)
                .and_then(|param| param.pointee)
        };
        // What is read as another type is no element.
        if let (ObjectSource::Param(n), 0) = (declared.source, depth)
            && params.contains(&n)
            && machine.terms.sort(t) == Sort::Int
            && declared.elem == ty
            && pointee(n) == Some(ty.bytes().into())
        {
            read.push(Element {
                origin: origin.clone(),
                offset: args[1],
                bytes: ty.bytes().into(),
                value: t,
            });
        }
    }
    read
}

/// That two places are elements' and lie in no two.
fn are_elements(machine: &mut Machine<'_>, read: [&Element; 2]) -> TermId {
    let terms = &mut machine.terms;
    let whole = read.map(|element| {
        let rest = terms.floor_mod(element.offset, element.bytes);
        terms.eq0(rest)
    });
    terms.and(&whole)
}

/// All pairs of elements of one array, read as one type.
fn pairs(read: &[Element]) -> Vec<(Element, Element)> {
    let mut out = Vec::new();
    for (i, x) in read.iter().enumerate() {
        let others = read[i + 1..].iter().filter(|y| x.origin == y.origin);
        out.extend(others.map(|y| (x.clone(), y.clone())));
    }
    out
}
