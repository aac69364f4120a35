//! Terms: hash-consed formulas over mathematical integers, truth values and opaque floats.
//!
//! Machine arithmetic is explicit: a C operation of type `ty` is the operation on ℤ under a [`Node::Wrap`] to
//! `ty`, so that one term serves both encodings. The integer encoding replaces wraps by exact case splits or by
//! the `no-overflow` assumption ([`int_view()`]); the bit-vector encoding keeps them.
//!
//! Sums are kept canonical (sorted atoms with coefficients), comparisons as `sum <= 0` and `sum = 0`, and
//! conjunctions and disjunctions as sorted sets: what can be seen by looking is settled here, without a solver.

mod arith;
mod bool;
mod choice;
mod eval;
mod int_view;
mod power;
mod print;
mod range;
mod subst;

pub use choice::Extreme;
pub use eval::Value;
pub use int_view::{IntView, int_view, with_wraps, with_wraps_asked_for};
pub use range::Range;
pub use subst::Subst;

use crate::clock::Work;
pub(crate) use arith::gcd;
use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::{AtomicOp, CollectiveOp, Dim, FloatKind, Loc, ObjectId, Ty};
use kverify_frontend::newtype_index;
use rustc_hash::{FxHashMap, FxHashSet};

newtype_index!(
    /// A term of a [`Terms`] arena.
    TermId, "t"
);
newtype_index!(
    /// A symbol (nullary) of a [`Terms`] arena.
    SymId, "s"
);
newtype_index!(
    /// A function symbol of a [`Terms`] arena.
    FnId, "f"
);
newtype_index!(
    /// A loop instance: one loop of one graph that was executed symbolically.
    LoopId, "L"
);

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A mathematical integer.
    Int,
    /// A floating-point value, opaque but for equality of bits.
    Float(FloatKind),
}

/// How far a value can differ between threads that stand at the same place in the same iteration of every loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// The same in all threads of the launch.
    Launch,
    /// The same in all threads of a block.
    Block,
    /// The same in all threads of a warp.
    Warp,
    /// May differ from thread to thread.
    Thread,
}

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// `threadIdx`
    ThreadIdx(Dim),
    /// `blockIdx`
    BlockIdx(Dim),
    /// `blockDim`
    BlockDim(Dim),
    /// `gridDim`
    GridDim(Dim),
    /// `get_global_offset`
    GlobalOffset(Dim),
    /// `get_work_dim`
    WorkDim,
    /// Scalar parameter (index into `Kernel::params`).
    Param(u32),
    /// Iteration counter of a loop, from 0.
    Counter(LoopId),
    /// Stands for a loop-carried variable while its loop's body is executed; never survives the loop.
    Placeholder,
    /// A value that is not modelled exactly (index into the machine's approximations).
    Approximate(u32),
    /// A value that exists and is not known: an atomic's result, an uninitialised variable.
    Free,
    /// A copy of another symbol for one of two threads (0 or 1).
    Fork(SymId, u8),
}

/// A symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// For printing.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// Values it can have; for integers only.
    pub range: Range,
    /// Between which threads it is the same.
    pub level: Level,
    /// Loops around the place that made it, outermost first: it is one value for each tuple of their counters.
    pub loops: Vec<LoopId>,
    /// What it stands for.
    pub origin: Origin,
}

/// What a function symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FnOrigin {
    /// Contents of a memory object at a point of time, read as a type: arguments are row and byte offset.
    Select {
        /// The object.
        object: ObjectId,
        /// The version; 0 is the start of the launch.
        version: u32,
        /// Type of the cell.
        ty: Ty,
    },
    /// Object, row or offset of the pointers that lie in an object at a point of time: arguments are row and byte offset of the
    /// place.
    Pointer {
        /// The object that they lie in.
        object: ObjectId,
    },
    /// What an atomic operation returned: arguments are row and byte offset of the place, and the operands.
    Drawn {
        /// The object.
        object: ObjectId,
        /// The operation.
        op: AtomicOp,
        /// Where it stands.
        loc: Loc,
    },
    /// What an operation of a warp gives each lane: arguments are the mask, and what tells lanes with different results apart
    /// (the source lane, the matched value). What each lane brought is in the record of the operation ([`crate::ssa::Meeting`]).
    Exchange(CollectiveOp),
    /// A pure function of the program.
    Pure,
    /// The value of a variable that a loop carries round, by the loop's counter.
    Carried,
    /// A copy of another function for one of two threads (0 or 1).
    Fork(FnId, u8),
}

/// A function symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// For printing.
    pub name: String,
    /// Sort of the result.
    pub sort: Sort,
    /// Values the result can have; for integers only.
    pub range: Range,
    /// As [`Symbol::level`].
    pub level: Level,
    /// As [`Symbol::loops`].
    pub loops: Vec<LoopId>,
    /// What it stands for.
    pub origin: FnOrigin,
    /// Index into the machine's approximations, if its value is not modelled exactly.
    pub approximation: Option<u32>,
}

/// A bitwise operator on two's complement integers of unbounded width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the operators'")]
pub enum BitOp {
    And,
    Or,
    Xor,
}

/// The shape of a term. Built only by the methods of [`Terms`], which keep it canonical.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A floating-point constant, by the bits of its `f64` value.
    Float(FloatKind, u64),
    /// A symbol.
    Sym(SymId),
    /// A function symbol applied.
    App(FnId, Box<[TermId]>),
    /// `Σ cᵢ·tᵢ + k`: atoms sorted, no zero coefficient; not a lone atom and not a constant.
    Sum(Box<[(TermId, i128)]>, i128),
    /// A product of two or more sorted atoms, none constant.
    Product(Box<[TermId]>),
    /// C division, truncating; the divisor is not 0.
    Div(TermId, TermId),
    /// C remainder, sign of the dividend; the divisor is not 0.
    Rem(TermId, TermId),
    /// `⌊a / k⌋`, k > 1
    FloorDiv(TermId, i128),
    /// `a - k⌊a / k⌋`, k > 1
    FloorMod(TermId, i128),
    /// `2^a`, for a ≥ 0.
    Pow2(TermId),
    /// Arithmetic shift right by a variable amount: `⌊a / 2^b⌋`.
    ShiftRight(TermId, TermId),
    /// Bitwise operator.
    Bits(BitOp, TermId, TermId),
    /// The value of the type that is congruent to the operand modulo 2^bits.
    Wrap {
        /// Width.
        bits: u8,
        /// Signedness.
        signed: bool,
        /// It converts or shifts left, where bits get lost by definition: no arithmetic that would be undefined.
        converts: bool,
        /// Operand.
        arg: TermId,
    },
    /// Conditional.
    Ite(TermId, TermId, TermId),
    /// `a <= 0`
    Le0(TermId),
    /// `a = 0`
    Eq0(TermId),
    /// Equality of truth values or of floats (by bits).
    Same(TermId, TermId),
    /// Negation of an atom or of a conjunction.
    Not(TermId),
    /// Conjunction of two or more sorted, distinct terms.
    And(Box<[TermId]>),
    /// Disjunction of two or more sorted, distinct terms.
    Or(Box<[TermId]>),
}

/// An arena of hash-consed terms with their symbols.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: IndexVec<TermId, Node>,
    ranges: IndexVec<TermId, Range>,
    table: FxHashMap<Node, TermId>,
    /// Symbols.
    pub symbols: IndexVec<SymId, Symbol>,
    /// Function symbols.
    pub functions: IndexVec<FnId, Function>,
    sym_forks: FxHashMap<(SymId, u8), SymId>,
    fn_forks: FxHashMap<(FnId, u8), FnId>,
    pure: FxHashMap<(String, Sort), FnId>,
    /// Conditional terms that are the smaller or the larger of their branches.
    extremes: FxHashMap<TermId, Extreme>,
    work: Work,
}

impl Terms {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty arena that counts its work on a meter.
    pub fn counted_by(work: &Work) -> Self {
        Terms {
            work: work.clone(),
            ..Self::default()
        }
    }

    /// Counts work that is done over these terms.
    pub fn spend(&self, units: usize) {
        self.work.spend(units as u64);
    }

    /// Work done over these terms, and over all that share their meter.
    pub fn spent(&self) -> u64 {
        self.work.spent()
    }

    /// The shape of `t`.
    pub fn node(&self, t: TermId) -> &Node {
        &self.nodes[t]
    }

    /// Number of terms made so far: a measure of work.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no term was made.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Interns a canonical node.
    fn mk(&mut self, node: Node) -> TermId {
        self.spend(1);
        if let Some(&id) = self.table.get(&node) {
            return id;
        }
        let range = self.compute_range(&node);
        let id = self.nodes.push(node.clone());
        self.ranges.push(range);
        self.table.insert(node, id);
        id
    }

    /// The sort of `t`.
    pub fn sort(&self, t: TermId) -> Sort {
        match self.node(t) {
            Node::Bool(_)
            | Node::Le0(_)
            | Node::Eq0(_)
            | Node::Same(..)
            | Node::Not(_)
            | Node::And(_)
            | Node::Or(_) => Sort::Bool,
            Node::Float(kind, _) => Sort::Float(*kind),
            Node::Sym(s) => self.symbols[*s].sort,
            Node::App(f, _) => self.functions[*f].sort,
            Node::Ite(_, a, _) => self.sort(*a),
            _ => Sort::Int,
        }
    }

    /// An integer constant.
    pub fn int(&mut self, value: i128) -> TermId {
        self.mk(Node::Int(value))
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> TermId {
        self.mk(Node::Bool(value))
    }

    /// A floating-point constant.
    pub fn float(&mut self, kind: FloatKind, value: f64) -> TermId {
        self.mk(Node::Float(kind, value.to_bits()))
    }

    /// A new symbol.
    pub fn fresh(&mut self, symbol: Symbol) -> TermId {
        let id = self.symbols.push(symbol);
        self.mk(Node::Sym(id))
    }

    /// The term of an existing symbol.
    pub fn sym(&mut self, id: SymId) -> TermId {
        self.mk(Node::Sym(id))
    }

    /// `f(args)`
    pub fn app(&mut self, f: FnId, args: &[TermId]) -> TermId {
        self.mk(Node::App(f, args.into()))
    }

    /// The pure function `name` with a result of `sort` (one symbol for a name and sort).
    pub fn pure_fn(&mut self, name: &str, sort: Sort, range: Range) -> FnId {
        if let Some(&f) = self.pure.get(&(name.to_owned(), sort)) {
            return f;
        }
        let f = self.functions.push(Function {
            name: name.to_owned(),
            sort,
            range,
            level: Level::Launch,
            loops: Vec::new(),
            origin: FnOrigin::Pure,
            approximation: None,
        });
        self.pure.insert((name.to_owned(), sort), f);
        f
    }

    /// The copy of symbol `s` for thread `thread` (0 or 1).
    pub fn fork_sym(&mut self, s: SymId, thread: u8) -> SymId {
        if let Some(&f) = self.sym_forks.get(&(s, thread)) {
            return f;
        }
        let mut copy = self.symbols[s].clone();
        copy.name = format!("{}#{}", copy.name, thread + 1);
        copy.origin = Origin::Fork(s, thread);
        let id = self.symbols.push(copy);
        self.sym_forks.insert((s, thread), id);
        id
    }

    /// The copy of function `f` for thread `thread` (0 or 1).
    pub fn fork_fn(&mut self, f: FnId, thread: u8) -> FnId {
        if let Some(&id) = self.fn_forks.get(&(f, thread)) {
            return id;
        }
        let mut copy = self.functions[f].clone();
        copy.name = format!("{}#{}", copy.name, thread + 1);
        copy.origin = FnOrigin::Fork(f, thread);
        let id = self.functions.push(copy);
        self.fn_forks.insert((f, thread), id);
        id
    }

    /// What symbol `s` stands for, seen through forks: its original and the thread that it was forked for.
    pub fn original(&self, s: SymId) -> (SymId, Option<u8>) {
        match self.symbols[s].origin {
            Origin::Fork(of, thread) => (of, Some(thread)),
            _ => (s, None),
        }
    }

    /// What function `f` stands for, seen through forks, and the thread that it was forked for.
    pub fn original_fn(&self, f: FnId) -> (FnId, Option<u8>) {
        match self.functions[f].origin {
            FnOrigin::Fork(of, thread) => (of, Some(thread)),
            _ => (f, None),
        }
    }

    /// The integer, if `t` is a constant.
    pub fn as_int(&self, t: TermId) -> Option<i128> {
        match self.node(t) {
            Node::Int(v) => Some(*v),
            _ => None,
        }
    }

    /// The truth value, if `t` is a constant.
    pub fn as_bool(&self, t: TermId) -> Option<bool> {
        match self.node(t) {
            Node::Bool(v) => Some(*v),
            _ => None,
        }
    }

    /// Direct sub-terms of `t`.
    pub fn children(&self, t: TermId) -> Vec<TermId> {
        match self.node(t) {
            Node::Bool(_) | Node::Int(_) | Node::Float(..) | Node::Sym(_) => Vec::new(),
            Node::App(_, args) | Node::Product(args) | Node::And(args) | Node::Or(args) => args.to_vec(),
            Node::Sum(parts, _) => parts.iter().map(|&(t, _)| t).collect(),
            Node::Div(a, b)
            | Node::Rem(a, b)
            | Node::ShiftRight(a, b)
            | Node::Bits(_, a, b)
            | Node::Same(a, b) => {
                vec![*a, *b]
            }
            Node::FloorDiv(a, _)
            | Node::FloorMod(a, _)
            | Node::Pow2(a)
            | Node::Wrap { arg: a, .. }
            | Node::Le0(a)
            | Node::Eq0(a)
            | Node::Not(a) => vec![*a],
            Node::Ite(c, a, b) => vec![*c, *a, *b],
        }
    }

    /// All distinct sub-terms of `roots`, children before parents.
    pub fn post_order(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&r| (r, false)).collect();
        while let Some((t, done)) = stack.pop() {
            if done {
                order.push(t);
            } else if seen.insert(t) {
                stack.push((t, true));
                stack.extend(
                    self.children(t)
                        .into_iter()
                        .rev()
                        .filter(|c| !seen.contains(c))
                        .map(|c| (c, false)),
                );
            }
        }
        self.spend(order.len());
        order
    }
}
