//! Pointers that host code compares: who asks whether two are one says that they may be.

use super::walk::Walk;
use super::*;
use crate::clang::{Position, Range};

/// Methods that ask whether two tensors have one memory.
const ASKS: [&str; 2] = ["is_same", "is_alias_of"];

/// Two pointers that are compared.
#[derive(Clone)]
pub(super) struct Compared<'u> {
    sides: [Cursor<'u>; 2],
    /// Where that is done.
    function: Option<Cursor<'u>>,
    /// The branch on which they are two.
    apart: Option<Range>,
}

/// All of a file's.
#[derive(Default)]
pub(super) struct Comparisons<'u> {
    all: Vec<Compared<'u>>,
    /// Branches on which comparisons have found two pointers, by the comparisons' identities.
    apart: HashMap<usize, Range>,
}

impl<'u> Flows<'u> {
    /// Takes down what a statement or an expression compares.
    pub(super) fn note_compared(&mut self, c: Cursor<'u>) {
        // Numbers that pointers were turned into are compared as these.
        let is_pointer = |c: &Cursor<'u>| strip(*c).ty().canonical().kind() == CXType_Pointer;
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_IfStmt, _) => self.note_branches(c),
            (CXCursor_BinaryOperator, [a, b])
                if compares(c.binary_operator()) && is_pointer(a) && is_pointer(b) =>
            {
                self.compared(c, [*a, *b]);
            }
            (CXCursor_CallExpr, _) if ASKS.contains(&c.spelling().as_str()) => {
                if let (Some(object), [other]) = (object_of(c), &c.arguments()[..]) {
                    self.compared(c, [object, *other]);
                }
            }
            _ => {}
        }
    }

    fn compared(&mut self, c: Cursor<'u>, sides: [Cursor<'u>; 2]) {
        let apart = self.comparisons.apart.get(&c.statement_identity()).cloned();
        self.comparisons.all.push(Compared {
            sides,
            function: self.current,
            apart,
        });
    }

    /// The branches of an `if` on which pointers are two that its condition compares.
    fn note_branches(&mut self, c: Cursor<'u>) {
        let parts = c.children();
        let Some(at) = parts.iter().position(|part| part.is_expression()) else {
            return;
        };
        let mut all = Vec::new();
        conjuncts(parts[at], &mut all);
        let is_only = all.len() == 1;
        for comparison in all {
            let branch = match equality(comparison) {
                Some(false) => parts.get(at + 1),
                Some(true) if is_only => parts.get(at + 2),
                Some(true) | None => None,
            };
            let range = branch.and_then(|branch| branch.range());
            let found = range.map(|range| (comparison.statement_identity(), range));
            self.comparisons.apart.extend(found);
        }
    }
}

impl<'u> Walk<'_, '_, 'u> {
    /// Where pointers lead of which host code asks whether they are one, but for a launch at a place where they are two.
    pub(super) fn compared(&mut self, at: Option<&Position>, inside: &Rc<Inside<'u>>) -> Vec<[Found; 2]> {
        let functions = [inside.function, inside.outermost];
        let any = Rc::new(Inside::of_any_call());
        let flows = self.flows;
        let is_apart = |one: &&Compared<'u>| {
            let both = one.apart.as_ref().zip(at);
            both.is_some_and(|(range, at)| range.holds(at))
        };
        let all = flows.comparisons.all.iter().filter(|one| !is_apart(one));
        all.map(|one| {
            let is_here = one
                .function
                .is_some_and(|here| functions.iter().flatten().any(|function| function.same(here)));
            let way = if is_here { inside } else { &any };
            one.sides.map(|side| {
                let mut found = self.of(side, &[], way);
                found.retain(|root| root.base != ANYTHING);
                found
            })
        })
        .collect()
    }
}

/// Whether two pointers may be two that are compared.
pub(super) fn are_compared(compared: &[[Found; 2]], these: &Found, those: &Found) -> bool {
    let meets = |a: &Found, b: &Found| meet(these, a) && meet(those, b);
    compared.iter().any(|[a, b]| meets(a, b) || meets(b, a))
}

/// Whether an operator asks where two pointers lie; in an order, or at a distance, only those of one array do (C++17, 8.7 and 8.9).
fn compares(operator: CXBinaryOperatorKind) -> bool {
    matches!(
        operator,
        CXBinaryOperator_EQ
            | CXBinaryOperator_NE
            | CXBinaryOperator_LT
            | CXBinaryOperator_GT
            | CXBinaryOperator_LE
            | CXBinaryOperator_GE
            | CXBinaryOperator_Sub
    )
}

/// Whether an expression says that two things are one (`Some(true)`) or that they are two.
fn equality(c: Cursor<'_>) -> Option<bool> {
    match c.binary_operator() {
        CXBinaryOperator_EQ => Some(true),
        CXBinaryOperator_NE => Some(false),
        _ => None,
    }
}

/// The parts of a condition all of which hold where it does.
fn conjuncts<'u>(condition: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    let c = strip(condition);
    match &c.expressions()[..] {
        [a, b] if c.binary_operator() == CXBinaryOperator_LAnd => {
            conjuncts(*a, found);
            conjuncts(*b, found);
        }
        _ => found.push(c),
    }
}
