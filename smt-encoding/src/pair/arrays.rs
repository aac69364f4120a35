//! What the user says of the contents of arrays.

use super::Pair;
use crate::ssa::Machine;
use crate::term::{FnOrigin, Node, TermId};
use kverify_frontend::ir::ObjectSource;

impl Pair {
    /// Facts about arrays whose elements the user says are pairwise distinct: other places, other values.
    pub fn distinct_elements(&self, machine: &mut Machine<'_>, query: &[TermId]) -> Vec<TermId> {
        if machine.config.distinct.is_empty() {
            return Vec::new();
        }
        let mut read: Vec<(FnOrigin, TermId, TermId)> = Vec::new();
        for t in machine.terms.post_order(query) {
            let Node::App(f, args) = machine.terms.node(t) else {
                continue;
            };
            let mut origin = &machine.terms.functions[*f].origin;
            if let FnOrigin::Fork(of, _) = origin {
                origin = &machine.terms.functions[*of].origin;
            }
            let FnOrigin::Select {
                object, version: 0, ..
            } = *origin
            else {
                continue;
            };
            let (base, depth) = machine.objects.base(object);
            if let (ObjectSource::Param(n), 0) = (machine.kernel.objects[base].source, depth)
                && machine.config.distinct.contains(&n)
            {
                read.push((origin.clone(), args[1], t));
            }
        }
        let mut facts = Vec::new();
        for (i, (f, x, v)) in read.iter().enumerate() {
            for (g, y, w) in &read[i + 1..] {
                if f == g {
                    let (places, values) = (machine.terms.ne(*x, *y), machine.terms.ne(*v, *w));
                    facts.push(machine.terms.implies(places, values));
                }
            }
        }
        facts
    }
}
