//! What occurs in a query, and under which names Z3 knows it.

use crate::term::{FnId, Node, Sort, SymId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// The terms of one query with names for its symbols and functions.
pub(super) struct Scope<'a> {
    /// The arena.
    pub terms: &'a Terms,
    /// All sub-terms, children before parents.
    pub order: Vec<TermId>,
    symbols: FxHashMap<SymId, String>,
    functions: FxHashMap<FnId, String>,
}

impl<'a> Scope<'a> {
    pub fn new(terms: &'a Terms, conjuncts: &[TermId]) -> Scope<'a> {
        let order = terms.post_order(conjuncts);
        let mut taken = FxHashSet::default();
        let (mut symbols, mut functions) = (FxHashMap::default(), FxHashMap::default());
        for &t in &order {
            match terms.node(t) {
                Node::Sym(s) => {
                    symbols
                        .entry(*s)
                        .or_insert_with(|| unique(&mut taken, &terms.symbols[*s].name));
                }
                Node::App(f, _) => {
                    functions
                        .entry(*f)
                        .or_insert_with(|| unique(&mut taken, &terms.functions[*f].name));
                }
                _ => {}
            }
        }
        Scope {
            terms,
            order,
            symbols,
            functions,
        }
    }

    /// The name of a symbol that occurs.
    pub fn symbol(&self, s: SymId) -> &str {
        self.symbols.get(&s).map_or("?", String::as_str)
    }

    /// The name of a function that occurs, applied to arguments of these sorts.
    pub fn function(&self, f: FnId, args: &[TermId]) -> String {
        let name = self.functions.get(&f).map_or("?", String::as_str);
        // Pure functions are applied to arguments of any sort; Z3's are not.
        let sorts: String = args
            .iter()
            .map(|&a| match self.terms.sort(a) {
                Sort::Int => 'i',
                Sort::Bool => 'b',
                Sort::Float(_) => 'f',
            })
            .collect();
        format!("{name}@{sorts}")
    }
}

/// `name`, or `name!2`, `name!3` where it is taken.
fn unique(taken: &mut FxHashSet<String>, name: &str) -> String {
    // Bars delimit names in SMT-LIB, and NUL ends strings of C.
    let name = name.replace(['|', '\\', '\0'], "_");
    let mut candidate = name.clone();
    let mut n = 1;
    while !taken.insert(candidate.clone()) {
        n += 1;
        candidate = format!("{name}!{n}");
    }
    candidate
}
