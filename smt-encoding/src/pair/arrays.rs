//! What the user says of the contents of arrays.

use super::Pair;
use crate::ssa::Machine;
use crate::term::{FnOrigin, Node, Sort, TermId};
use kverify_frontend::ir::ObjectSource;

/// An element that is read: where from, its byte offset, and its value.
type Element = (FnOrigin, TermId, TermId);

impl Pair {
    /// Facts about arrays whose elements the user says are pairwise distinct (other places, other values), or never decrease
    /// (later places, values not less).
    pub fn array_elements(&self, machine: &mut Machine<'_>, query: &[TermId]) -> Vec<TermId> {
        let (distinct, monotone) = (machine.config.distinct.clone(), machine.config.monotone.clone());
        let mut facts = Vec::new();
        for (x, y) in pairs(&read_from(machine, &distinct, query)) {
            let (places, values) = (machine.terms.ne(x.1, y.1), machine.terms.ne(x.2, y.2));
            facts.push(machine.terms.implies(places, values));
        }
        for (x, y) in pairs(&read_from(machine, &monotone, query)) {
            for (x, y) in [(&x, &y), (&y, &x)] {
                let (places, values) = (machine.terms.le(x.1, y.1), machine.terms.le(x.2, y.2));
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
            object, version: 0, ..
        } = *origin
        else {
            continue;
        };
        let (base, depth) = machine.objects.base(object);
        if let (ObjectSource::Param(n), 0) = (machine.kernel.objects[base].source, depth)
            && params.contains(&n)
            && machine.terms.sort(t) == Sort::Int
        {
            read.push((origin.clone(), args[1], t));
        }
    }
    read
}

/// All pairs of elements of one array, read as one type.
fn pairs(read: &[Element]) -> Vec<(Element, Element)> {
    let mut out = Vec::new();
    for (i, x) in read.iter().enumerate() {
        let others = read[i + 1..].iter().filter(|y| x.0 == y.0);
        out.extend(others.map(|y| (x.clone(), y.clone())));
    }
    out
}
