//! Terms evaluated for many threads at once, a column of values for each term.

use crate::term::{BitOp, Node, TermId, Terms};
use rustc_hash::FxHashMap;

/// So many threads at once.
pub(crate) const CHUNK: usize = 1024;

/// The values of a term; where `known` does not hold, the value is not known, or there is none.
#[derive(Clone, Debug, Default)]
struct Column {
    /// Truth values are 0 and 1.
    values: Vec<i64>,
    known: Vec<bool>,
}

/// The guards and the address, with the columns that each of their terms is computed from.
pub(crate) struct Program<'t> {
    steps: Vec<(&'t Node, Vec<usize>, Source)>,
    guards: Vec<usize>,
    offset: usize,
}

/// Where a column comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// From the columns of the node's parts.
    Parts,
    /// It is given.
    Input(usize),
    /// From nowhere: nobody knows.
    Nowhere,
}

impl<'t> Program<'t> {
    /// Of conjuncts and an address over `symbols`, whose values will be given.
    pub fn new(terms: &'t Terms, guards: &[TermId], offset: TermId, symbols: &[TermId]) -> Program<'t> {
        let roots: Vec<TermId> = guards.iter().copied().chain([offset]).collect();
        let mut at: FxHashMap<TermId, usize> = FxHashMap::default();
        let mut steps = Vec::new();
        for t in terms.post_order(&roots) {
            let node = terms.node(t);
            let given = symbols.iter().position(|&s| s == t);
            let source = match (node, given) {
                (_, Some(n)) => Source::Input(n),
                (Node::Sym(_) | Node::App(..) | Node::Float(..), None) => Source::Nowhere,
                _ => Source::Parts,
            };
            let parts = match source {
                Source::Parts => parts(node).into_iter().map(|u| at[&u]).collect(),
                Source::Input(_) | Source::Nowhere => Vec::new(),
            };
            at.insert(t, steps.len());
            steps.push((node, parts, source));
        }
        Program {
            guards: guards.iter().map(|g| at[g]).collect(),
            offset: at[&offset],
            steps,
        }
    }

    /// Steps of one evaluation.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The address in each lane in which the guards may hold; `None` if there is one that is not known.
    pub fn run(&self, inputs: &[Vec<i64>]) -> Option<Vec<(usize, i64)>> {
        let lanes = inputs.first().map_or(1, Vec::len);
        let mut columns: Vec<Column> = Vec::with_capacity(self.steps.len());
        for (node, parts, source) in &self.steps {
            let column = match source {
                Source::Input(n) => Column {
                    values: inputs[*n].clone(),
                    known: vec![true; lanes],
                },
                Source::Nowhere => Column {
                    values: vec![0; lanes],
                    known: vec![false; lanes],
                },
                Source::Parts => {
                    let (values, known) = (0..lanes)
                        .map(|lane| {
                            let part = |n: usize| {
                                let c = &columns[parts[n]];
                                c.known[lane].then(|| c.values[lane])
                            };
                            let value = value(node, parts.len(), &part);
                            (value.unwrap_or(0), value.is_some())
                        })
                        .unzip();
                    Column { values, known }
                }
            };
            columns.push(column);
        }
        let mut out = Vec::new();
        for lane in 0..lanes {
            let is_out = |&g: &usize| columns[g].known[lane] && columns[g].values[lane] == 0;
            if self.guards.iter().any(is_out) {
                continue;
            }
            let address = &columns[self.offset];
            if !address.known[lane] {
                return None;
            }
            out.push((lane, address.values[lane]));
        }
        Some(out)
    }
}

fn parts(node: &Node) -> Vec<TermId> {
    match node {
        Node::Bool(_) | Node::Int(_) | Node::Float(..) | Node::Sym(_) => Vec::new(),
        Node::App(_, args) => args.to_vec(),
        Node::Sum(parts, _) => parts.iter().map(|p| p.0).collect(),
        Node::Product(parts) | Node::And(parts) | Node::Or(parts) => parts.to_vec(),
        Node::Div(a, b)
        | Node::Rem(a, b)
        | Node::ShiftRight(a, b)
        | Node::Bits(_, a, b)
        | Node::Same(a, b) => vec![*a, *b],
        Node::FloorDiv(a, _)
        | Node::FloorMod(a, _)
        | Node::Pow2(a)
        | Node::Le0(a)
        | Node::Eq0(a)
        | Node::Not(a) => vec![*a],
        Node::Wrap { arg, .. } => vec![*arg],
        Node::Ite(c, a, b) => vec![*c, *a, *b],
    }
}

/// The value of a node of `parts` parts, as [`Terms::eval`] has it, in 64 bits.
fn value(node: &Node, parts: usize, part: &dyn Fn(usize) -> Option<i64>) -> Option<i64> {
    let truth = |b: bool| Some(i64::from(b));
    match node {
        Node::Bool(v) => truth(*v),
        Node::Int(v) => i64::try_from(*v).ok(),
        Node::Float(..) | Node::Sym(_) | Node::App(..) => None,
        Node::Sum(terms, k) => {
            let k = i64::try_from(*k).ok()?;
            terms.iter().enumerate().try_fold(k, |sum, (n, &(_, c))| {
                let c = i64::try_from(c).ok()?;
                sum.checked_add(part(n)?.checked_mul(c)?)
            })
        }
        Node::Product(_) => (0..parts).try_fold(1_i64, |all, n| all.checked_mul(part(n)?)),
        Node::Div(..) => part(0)?.checked_div(part(1)?),
        Node::Rem(..) => part(0)?.checked_rem(part(1)?),
        Node::FloorDiv(_, k) => part(0)?.checked_div_euclid(i64::try_from(*k).ok()?),
        Node::FloorMod(_, k) => part(0)?.checked_rem_euclid(i64::try_from(*k).ok()?),
        Node::Pow2(_) => u32::try_from(part(0)?)
            .ok()
            .filter(|n| *n < 63)
            .map(|n| 1_i64 << n),
        Node::ShiftRight(..) => {
            let (a, by) = (part(0)?, u32::try_from(part(1)?).ok()?);
            Some(a >> by.min(63))
        }
        Node::Bits(op, ..) => {
            let (a, b) = (part(0)?, part(1)?);
            Some(match op {
                BitOp::And => a & b,
                BitOp::Or => a | b,
                BitOp::Xor => a ^ b,
            })
        }
        Node::Wrap { bits, signed, .. } => wrapped(part(0)?, *bits, *signed),
        Node::Ite(..) => part(if part(0)? != 0 { 1 } else { 2 }),
        Node::Le0(_) => truth(part(0)? <= 0),
        Node::Eq0(_) => truth(part(0)? == 0),
        // Floating-point values are not known here, so these are truth values.
        Node::Same(..) => truth(part(0)? == part(1)?),
        Node::Not(_) => truth(part(0)? == 0),
        Node::And(_) => decided(parts, part, 0),
        Node::Or(_) => decided(parts, part, 1),
    }
}

/// One part that is `strong` decides, whatever the others are; otherwise all have to be known.
fn decided(parts: usize, part: &dyn Fn(usize) -> Option<i64>, strong: i64) -> Option<i64> {
    let mut all_known = true;
    for n in 0..parts {
        match part(n) {
            Some(v) if v == strong => return Some(strong),
            known => all_known &= known.is_some(),
        }
    }
    all_known.then_some(1 - strong)
}

/// The value of the integer type that is congruent to `v` modulo `2^bits`.
fn wrapped(v: i64, bits: u8, signed: bool) -> Option<i64> {
    let turn = 1_i128.checked_shl(u32::from(bits)).filter(|_| bits <= 64)?;
    let low = i128::from(v).rem_euclid(turn);
    let value = if signed && low >= turn / 2 {
        low - turn
    } else {
        low
    };
    i64::try_from(value).ok()
}
