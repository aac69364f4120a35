//! Values of host code: numbers as terms, pointers as places in memory.

use kverify_frontend::ir::host::HostOp;
use std::collections::{BTreeMap, BTreeSet};

/// A term, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

/// A quantity that is not known: which of the values that one variable takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol {
    /// The variable.
    pub base: u32,
    /// The place that gave it the value.
    pub version: u64,
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Term {
    /// Known.
    Int(i128),
    /// Not known.
    Symbol(Symbol),
    /// Computed.
    Op(HostOp, TermId, TermId),
}

/// All terms, each once: equal terms have equal numbers.
#[derive(Default)]
pub struct Terms {
    list: Vec<Term>,
    known: BTreeMap<Term, TermId>,
}

impl Terms {
    fn intern(&mut self, term: Term) -> TermId {
        if let Some(id) = self.known.get(&term) {
            return *id;
        }
        let id = TermId(u32::try_from(self.list.len()).unwrap_or(u32::MAX));
        self.list.push(term);
        self.known.insert(term, id);
        id
    }

    /// A known number.
    pub fn int(&mut self, value: i128) -> TermId {
        self.intern(Term::Int(value))
    }

    /// A number that is not known.
    pub fn symbol(&mut self, symbol: Symbol) -> TermId {
        self.intern(Term::Symbol(symbol))
    }

    /// The number, if it is known.
    pub fn known(&self, id: TermId) -> Option<i128> {
        match self.list.get(id.0 as usize) {
            Some(Term::Int(value)) => Some(*value),
            _ => None,
        }
    }

    /// A number computed from two others.
    pub fn op(&mut self, op: HostOp, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.known(a), self.known(b))
            && let Some(value) = compute(op, x, y)
        {
            return self.int(value);
        }
        match (op, self.known(a), self.known(b)) {
            (HostOp::Add, Some(0), _) | (HostOp::Mul, Some(1), _) => return b,
            (HostOp::Add | HostOp::Sub, _, Some(0)) | (HostOp::Mul | HostOp::Div, _, Some(1)) => return a,
            (HostOp::Equal | HostOp::LessEqual, _, _) if a == b => return self.int(1),
            (HostOp::NotEqual | HostOp::Less, _, _) if a == b => return self.int(0),
            (HostOp::Sub, _, _) if a == b => return self.int(0),
            // Constants come second, so that a product has its factor at one place.
            (HostOp::Mul, Some(_), None) => return self.op(op, b, a),
            _ => {}
        }
        if op == HostOp::Mul
            && let (Some(Term::Op(HostOp::Mul, inner, factor)), Some(y)) =
                (self.list.get(a.0 as usize).copied(), self.known(b))
            && let Some(x) = self.known(factor)
            && let Some(product) = x.checked_mul(y)
        {
            let product = self.int(product);
            return self.op(HostOp::Mul, inner, product);
        }
        let symmetric = matches!(op, HostOp::Add | HostOp::Mul | HostOp::Equal | HostOp::NotEqual);
        let (a, b) = match symmetric && self.known(b).is_none() && b < a {
            true => (b, a),
            false => (a, b),
        };
        self.intern(Term::Op(op, a, b))
    }

    /// A number as a known factor times something: `12 * n`.
    pub fn multiple(&self, id: TermId) -> (i128, Option<TermId>) {
        match self.list.get(id.0 as usize) {
            Some(Term::Int(value)) => (*value, None),
            Some(Term::Op(HostOp::Mul, inner, factor)) => match self.known(*factor) {
                Some(factor) => (factor, Some(*inner)),
                None => (1, Some(id)),
            },
            _ => (1, Some(id)),
        }
    }

    /// A term as a sum of multiples of others and a number.
    pub fn linear(&self, id: TermId) -> Option<(BTreeMap<TermId, i128>, i128)> {
        let (mut terms, mut sum) = (BTreeMap::new(), 0i128);
        // Parts are older than what is made of them: each is looked at once, however often it stands there.
        let mut next = BTreeMap::from([(id, 1i128)]);
        while let Some((id, times)) = next.pop_last() {
            let [(a, of_a), (b, of_b)] = match self.list.get(id.0 as usize)? {
                Term::Int(value) => {
                    sum = sum.checked_add(value.checked_mul(times)?)?;
                    continue;
                }
                Term::Op(HostOp::Add, a, b) => [(*a, times), (*b, times)],
                Term::Op(HostOp::Sub, a, b) => [(*a, times), (*b, times.checked_neg()?)],
                Term::Op(HostOp::Mul, a, b) if self.known(*b).is_some() => {
                    [(*a, times.checked_mul(self.known(*b)?)?), (*b, 0)]
                }
                Term::Op(..) | Term::Symbol(_) => {
                    terms.insert(id, times);
                    continue;
                }
            };
            for (part, times) in [(a, of_a), (b, of_b)] {
                let known = next.entry(part).or_insert(0i128);
                *known = known.checked_add(times)?;
            }
        }
        Some((terms, sum))
    }

    /// What a term is computed from, and how.
    pub fn parts(&self, id: TermId) -> Option<(HostOp, [TermId; 2])> {
        match self.list.get(id.0 as usize)? {
            Term::Op(op, a, b) => Some((*op, [*a, *b])),
            Term::Int(_) | Term::Symbol(_) => None,
        }
    }

    /// The symbols that a term is made of.
    pub fn symbols(&self, id: TermId) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        let mut next = BTreeSet::from([id]);
        while let Some(id) = next.pop_last() {
            match self.list.get(id.0 as usize) {
                Some(Term::Symbol(symbol)) => {
                    found.insert(*symbol);
                }
                Some(Term::Op(_, a, b)) => next.extend([*a, *b]),
                Some(Term::Int(_)) | None => {}
            }
        }
        found
    }

    /// A condition without its negation, and whether it was negated: `a <= b` is `!(b < a)`, `a != b` is `!(a == b)`.
    pub fn condition(&mut self, id: TermId) -> (TermId, bool) {
        match self.list.get(id.0 as usize).copied() {
            Some(Term::Op(HostOp::LessEqual, a, b)) => (self.op(HostOp::Less, b, a), true),
            Some(Term::Op(HostOp::NotEqual, a, b)) => {
                // `x != 0` is `x` itself, of what is a comparison already.
                let zero = self.known(b) == Some(0);
                match self.list.get(a.0 as usize).copied() {
                    Some(Term::Op(
                        HostOp::Less | HostOp::LessEqual | HostOp::Equal | HostOp::NotEqual,
                        _,
                        _,
                    )) if zero => self.condition(a),
                    _ => (self.op(HostOp::Equal, a, b), true),
                }
            }
            Some(Term::Op(HostOp::Equal, a, b)) if self.known(b) == Some(0) && self.is_test(a) => {
                let (inner, negated) = self.condition(a);
                (inner, !negated)
            }
            Some(Term::Op(HostOp::Less | HostOp::Equal, _, _)) => (id, false),
            // A number is true if it is not 0.
            _ => {
                let zero = self.int(0);
                (self.op(HostOp::Equal, id, zero), true)
            }
        }
    }

    fn is_test(&self, id: TermId) -> bool {
        matches!(
            self.list.get(id.0 as usize),
            Some(Term::Op(
                HostOp::Less | HostOp::LessEqual | HostOp::Equal | HostOp::NotEqual,
                _,
                _
            ))
        )
    }
}

fn compute(op: HostOp, x: i128, y: i128) -> Option<i128> {
    Some(match op {
        HostOp::Add => x.checked_add(y)?,
        HostOp::Sub => x.checked_sub(y)?,
        HostOp::Mul => x.checked_mul(y)?,
        HostOp::Div => x.checked_div(y)?,
        HostOp::Rem => x.checked_rem(y)?,
        HostOp::BitAnd | HostOp::BitOr | HostOp::BitXor | HostOp::ShiftLeft | HostOp::ShiftRight => {
            bits(op, x, y)?
        }
        HostOp::Less => i128::from(x < y),
        HostOp::LessEqual => i128::from(x <= y),
        HostOp::Equal => i128::from(x == y),
        HostOp::NotEqual => i128::from(x != y),
        HostOp::Other => return None,
    })
}

/// An operation on bits, of numbers that every type of the host holds as they are.
fn bits(op: HostOp, x: i128, y: i128) -> Option<i128> {
    let is_plain = |value: i128| (0..=i128::from(i32::MAX)).contains(&value);
    let value = match op {
        _ if !is_plain(x) || !is_plain(y) => return None,
        HostOp::BitAnd => x & y,
        HostOp::BitOr => x | y,
        HostOp::BitXor => x ^ y,
        HostOp::ShiftLeft if y < 31 => x << y,
        HostOp::ShiftRight if y < 31 => x >> y,
        _ => return None,
    };
    is_plain(value).then_some(value)
}

/// A variable's storage, or a part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    /// How many calls deep the variable's function is; `None` for variables of the file.
    pub depth: Option<usize>,
    /// The variable.
    pub variable: usize,
    /// Members and elements.
    pub steps: Vec<Step>,
}

/// A part of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A member.
    Field(String),
    /// An element.
    Index(i128),
}

impl Path {
    /// A part of it.
    pub fn with(&self, step: Step) -> Path {
        let mut path = self.clone();
        path.steps.push(step);
        path
    }

    /// Whether it is `whole` or a part of it.
    pub fn is_in(&self, whole: &Path) -> bool {
        (self.depth, self.variable) == (whole.depth, whole.variable) && self.steps.starts_with(&whole.steps)
    }
}

/// Memory that was allocated at one place, a stream or an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SiteId(pub u64);

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Nothing is known.
    Unknown,
    /// A number; as a pointer or a handle, 0.
    Number(TermId),
    /// Into memory, so many bytes behind its start; or the handle of a stream or an event.
    Pointer(SiteId, Option<TermId>),
    /// The address of a variable or a part of one.
    Address(Path),
    /// A structure as a whole.
    Whole(Path),
}

/// Where an l-value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a variable.
    Variable(Path),
    /// In memory.
    Memory(SiteId, Option<TermId>),
    /// Not known.
    Nowhere,
}
