//! Substitution of symbols and functions, memoised.

use super::{FnId, Node, SymId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A simultaneous substitution with its memo: reuse it for all terms that it is applied to.
#[derive(Clone, Debug, Default)]
pub struct Subst {
    symbols: BTreeMap<SymId, TermId>,
    functions: BTreeMap<FnId, FnId>,
    memo: FxHashMap<TermId, TermId>,
}

impl Subst {
    /// The identity.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces symbol `s` by `t`.
    pub fn bind(&mut self, s: SymId, t: TermId) {
        self.symbols.insert(s, t);
        self.memo.clear();
    }

    /// Replaces function `f` by `g`.
    pub fn bind_fn(&mut self, f: FnId, g: FnId) {
        self.functions.insert(f, g);
        self.memo.clear();
    }

    /// Whether nothing is replaced.
    pub fn is_identity(&self) -> bool {
        self.symbols.is_empty() && self.functions.is_empty()
    }
}

impl Terms {
    /// The substitution that does `first`, then `second`.
    pub fn compose(&mut self, first: &Subst, second: &mut Subst) -> Subst {
        let mut both = Subst {
            functions: second.functions.clone(),
            ..Subst::default()
        };
        for (s, f) in &first.functions {
            both.functions
                .insert(*s, second.functions.get(f).copied().unwrap_or(*f));
        }
        both.symbols.extend(second.symbols.iter().map(|(s, t)| (*s, *t)));
        for (s, t) in &first.symbols {
            let t = self.subst(second, *t);
            both.symbols.insert(*s, t);
        }
        both
    }

    /// `t` under `subst`.
    pub fn subst(&mut self, subst: &mut Subst, t: TermId) -> TermId {
        if subst.is_identity() {
            return t;
        }
        if let Some(&r) = subst.memo.get(&t) {
            return r;
        }
        for u in self.post_order_unless(t, &subst.memo) {
            let new = self.subst_node(subst, u);
            subst.memo.insert(u, new);
        }
        subst.memo[&t]
    }

    /// Sub-terms of `t` not yet in `memo`, children first.
    pub fn post_order_unless(&self, t: TermId, memo: &FxHashMap<TermId, TermId>) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        let mut stack = vec![(t, false)];
        while let Some((t, done)) = stack.pop() {
            if done {
                order.push(t);
            } else if !memo.contains_key(&t) && seen.insert(t) {
                stack.push((t, true));
                stack.extend(self.children(t).into_iter().map(|c| (c, false)));
            }
        }
        self.spend(order.len());
        order
    }

    /// `t` with every occurrence of the truth value `condition` replaced by a constant.
    pub fn decide(&mut self, t: TermId, condition: TermId, holds: bool) -> TermId {
        let known = self.bool(holds);
        self.replace(t, &FxHashMap::from_iter([(condition, known)]))
    }

    /// `t` with terms replaced by others of their sort.
    pub fn replace(&mut self, t: TermId, by: &FxHashMap<TermId, TermId>) -> TermId {
        let mut memo = by.clone();
        for u in self.post_order_unless(t, &memo) {
            let node = self.node(u).clone();
            let new = self.rebuild(&node, |c| memo[c]);
            memo.insert(u, new);
        }
        memo[&t]
    }

    /// `t` where all of `facts` hold: conditions that they decide are decided.
    pub fn under(&mut self, t: TermId, facts: &[TermId]) -> TermId {
        let conditional = |n: &Node| matches!(n, Node::Ite(..));
        if !self.post_order(&[t]).iter().any(|&u| conditional(self.node(u))) {
            return t;
        }
        self.given(t, facts)
    }

    /// `t` with the truth values of `facts`.
    pub fn given(&mut self, t: TermId, facts: &[TermId]) -> TermId {
        let (yes, no) = (self.bool(true), self.bool(false));
        let mut known = FxHashMap::default();
        for &fact in facts {
            known.insert(fact, yes);
            if let Node::Not(inner) = *self.node(fact) {
                known.insert(inner, no);
            }
        }
        self.replace(t, &known)
    }

    fn subst_node(&mut self, subst: &Subst, t: TermId) -> TermId {
        let get = |u: &TermId| subst.memo[u];
        match self.node(t).clone() {
            Node::Bool(_) | Node::Int(_) | Node::Float(..) => t,
            Node::Sym(s) => subst.symbols.get(&s).copied().unwrap_or(t),
            Node::App(f, args) => {
                let args: Vec<TermId> = args.iter().map(get).collect();
                let f = subst.functions.get(&f).copied().unwrap_or(f);
                self.app(f, &args)
            }
            node => self.rebuild(&node, get),
        }
    }

    /// The canonical term of `node` with its children replaced.
    pub(crate) fn rebuild(&mut self, node: &Node, get: impl Fn(&TermId) -> TermId) -> TermId {
        match node {
            Node::Bool(v) => self.bool(*v),
            Node::Int(v) => self.int(*v),
            Node::Float(..) | Node::Sym(_) => self.mk(node.clone()),
            Node::App(f, args) => {
                let args: Vec<TermId> = args.iter().map(get).collect();
                self.app(*f, &args)
            }
            Node::Sum(parts, k) => {
                let parts: Vec<_> = parts.iter().map(|(t, c)| (get(t), *c)).collect();
                self.sum(&parts, *k)
            }
            Node::Product(factors) => {
                let one = self.int(1);
                factors.iter().fold(one, |acc, f| self.mul(acc, get(f)))
            }
            Node::Div(a, b) => self.div(get(a), get(b)),
            Node::Rem(a, b) => self.rem(get(a), get(b)),
            Node::FloorDiv(a, k) => self.floor_div(get(a), *k),
            Node::FloorMod(a, k) => self.floor_mod(get(a), *k),
            Node::Pow2(a) => self.pow2(get(a)),
            Node::ShiftRight(a, b) => self.shr(get(a), get(b)),
            Node::Bits(op, a, b) => self.bits(*op, get(a), get(b)),
            &Node::Wrap {
                bits,
                signed,
                converts,
                ref arg,
            } => self.congruent(get(arg), kverify_frontend::ir::Ty::Int { bits, signed }, converts),
            Node::Ite(c, a, b) => self.ite(get(c), get(a), get(b)),
            Node::Le0(a) => self.le0(get(a)),
            Node::Eq0(a) => self.eq0(get(a)),
            Node::Same(a, b) => self.eq(get(a), get(b)),
            Node::Not(a) => self.not(get(a)),
            Node::And(parts) => {
                let parts: Vec<TermId> = parts.iter().map(get).collect();
                self.and(&parts)
            }
            Node::Or(parts) => {
                let parts: Vec<TermId> = parts.iter().map(get).collect();
                self.or(&parts)
            }
        }
    }
}
