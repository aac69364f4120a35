//! Numbers of a function for some choice of those that may be any: integer parameters, and variables that what is not read sets once.

use crate::clang::kinds::*;
use crate::clang::{Cursor, Value};
use crate::launch::strip;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Values of what may be any, by the order of first use; no two are near each other's multiples.
const CHOICES: [[i64; 6]; 2] = [[37, 41, 43, 47, 53, 59], [64, 48, 80, 40, 72, 56]];

/// How many choices there are.
pub(super) const SAMPLES: usize = CHOICES.len();

/// The numbers of one function.
pub(super) struct Numbers<'u> {
    /// Variables that are set more than once, by identity.
    changed: HashSet<usize>,
    /// Variables declared in the outermost block.
    outermost: HashSet<usize>,
    /// What a name in a clause means; none if several variables have it.
    names: BTreeMap<String, Option<Cursor<'u>>>,
    /// What may be any, in the order of use.
    free: RefCell<Vec<usize>>,
    deep: Cell<usize>,
}

/// What loops have set.
pub(super) type Set = HashMap<usize, i64>;

impl<'u> Numbers<'u> {
    pub fn of(function: Cursor<'u>, body: Cursor<'u>) -> Numbers<'u> {
        let mut numbers = Numbers {
            changed: HashSet::new(),
            outermost: HashSet::new(),
            names: BTreeMap::new(),
            free: RefCell::default(),
            deep: Cell::new(0),
        };
        for parameter in function.arguments() {
            numbers.name(parameter);
        }
        for child in body.children() {
            let declared = child.children().into_iter();
            let declared = declared.filter(|_| child.kind() == CXCursor_DeclStmt);
            numbers
                .outermost
                .extend(declared.map(|variable| variable.canonical().identity()));
        }
        numbers.look(body);
        numbers
    }

    fn name(&mut self, variable: Cursor<'u>) {
        let known = self.names.entry(variable.spelling());
        let known = known.or_insert(Some(variable));
        if known.is_some_and(|known| !known.same(variable)) {
            *known = None;
        }
    }

    fn look(&mut self, c: Cursor<'u>) {
        let changes = match c.kind() {
            CXCursor_VarDecl => {
                self.name(c);
                false
            }
            CXCursor_DeclRefExpr => {
                if let Some(variable) = c.referenced().filter(|v| v.kind() == CXCursor_VarDecl) {
                    self.name(variable);
                }
                false
            }
            CXCursor_CompoundAssignOperator => true,
            CXCursor_BinaryOperator => c.binary_operator() == CXBinaryOperator_Assign,
            CXCursor_UnaryOperator => matches!(
                c.unary_operator(),
                CXUnaryOperator_PreInc
                    | CXUnaryOperator_PostInc
                    | CXUnaryOperator_PreDec
                    | CXUnaryOperator_PostDec
                    | CXUnaryOperator_AddrOf
            ),
            _ => false,
        };
        let target = c.expressions().first().copied().filter(|_| changes).map(strip);
        let variable = target.and_then(|target| target.referenced());
        self.changed.extend(variable.map(|v| v.canonical().identity()));
        c.children().into_iter().for_each(|child| self.look(child));
    }

    /// The variable of a name.
    pub fn named(&self, name: &str) -> Option<Cursor<'u>> {
        self.names.get(name).copied().flatten()
    }

    /// The value of an expression.
    pub fn value(&self, c: Cursor<'u>, set: &Set, sample: usize) -> Option<i64> {
        let c = strip(c);
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            (CXCursor_IntegerLiteral, _) => constant(c),
            (CXCursor_DeclRefExpr, _) => self.variable(c.referenced()?, set, sample),
            (CXCursor_UnaryOperator, [of]) => match c.unary_operator() {
                CXUnaryOperator_Minus => self.value(*of, set, sample)?.checked_neg(),
                CXUnaryOperator_Plus => self.value(*of, set, sample),
                _ => None,
            },
            (CXCursor_BinaryOperator, [a, b]) => {
                let (a, b) = (self.value(*a, set, sample)?, self.value(*b, set, sample)?);
                match c.binary_operator() {
                    CXBinaryOperator_Add => a.checked_add(b),
                    CXBinaryOperator_Sub => a.checked_sub(b),
                    CXBinaryOperator_Mul => a.checked_mul(b),
                    CXBinaryOperator_Div => a.checked_div(b),
                    CXBinaryOperator_Rem => a.checked_rem(b),
                    CXBinaryOperator_Shl => a.checked_shl(u32::try_from(b).ok()?),
                    CXBinaryOperator_Shr => a.checked_shr(u32::try_from(b).ok()?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn variable(&self, variable: Cursor<'u>, set: &Set, sample: usize) -> Option<i64> {
        let id = variable.canonical().identity();
        if let Some(value) = set.get(&id) {
            return Some(*value);
        }
        if variable.kind() == CXCursor_EnumConstantDecl {
            return i64::try_from(variable.enumerator()).ok();
        }
        if self.changed.contains(&id) || !variable.ty().canonical().is_integer() || self.deep.get() > 8 {
            return None;
        }
        match (variable.kind(), variable.initializer()) {
            (CXCursor_ParmDecl, _) => self.any(id, sample),
            (CXCursor_VarDecl, Some(start)) if self.outermost.contains(&id) || variable.ty().is_const() => {
                self.deep.set(self.deep.get() + 1);
                let value = self.value(start, &Set::new(), sample);
                self.deep.set(self.deep.get() - 1);
                // What a call gives may be any, if nothing else decides it.
                value.or_else(|| {
                    self.any(id, sample)
                        .filter(|_| strip(start).kind() == CXCursor_CallExpr)
                })
            }
            _ => None,
        }
    }

    fn any(&self, id: usize, sample: usize) -> Option<i64> {
        let mut free = self.free.borrow_mut();
        let known = free.iter().position(|known| *known == id);
        let at = known.unwrap_or_else(|| {
            free.push(id);
            free.len() - 1
        });
        CHOICES[sample].get(at).copied()
    }

    /// The value of an expression in a clause.
    pub fn text(&self, text: &str, sample: usize) -> Option<i64> {
        let spaced: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let mut rest = spaced.as_str();
        let value = self.sum(&mut rest, sample);
        value.filter(|_| rest.is_empty())
    }

    fn sum(&self, rest: &mut &str, sample: usize) -> Option<i64> {
        let mut value = self.product(rest, sample)?;
        loop {
            if let Some(behind) = rest.strip_prefix('+') {
                *rest = behind;
                value = value.checked_add(self.product(rest, sample)?)?;
            } else if let Some(behind) = rest.strip_prefix('-') {
                *rest = behind;
                value = value.checked_sub(self.product(rest, sample)?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&self, rest: &mut &str, sample: usize) -> Option<i64> {
        let mut value = self.atom(rest, sample)?;
        loop {
            if let Some(behind) = rest.strip_prefix('*') {
                *rest = behind;
                value = value.checked_mul(self.atom(rest, sample)?)?;
            } else if let Some(behind) = rest.strip_prefix('/') {
                *rest = behind;
                value = value.checked_div(self.atom(rest, sample)?)?;
            } else {
                return Some(value);
            }
        }
    }

    fn atom(&self, rest: &mut &str, sample: usize) -> Option<i64> {
        if let Some(behind) = rest.strip_prefix('(') {
            *rest = behind;
            let value = self.sum(rest, sample)?;
            *rest = rest.strip_prefix(')')?;
            return Some(value);
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        *rest = behind;
        match word.parse() {
            Ok(number) => Some(number),
            Err(_) => self.variable(self.named(word)?, &Set::new(), sample),
        }
    }
}

fn constant(c: Cursor<'_>) -> Option<i64> {
    match c.evaluate()? {
        Value::Int(value) => i64::try_from(value).ok(),
        _ => None,
    }
}
