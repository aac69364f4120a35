//! Locks of OpenMP (OpenMP 5.2, section 18.9). What all threads do between setting and unsetting the one lock of a construct is as in one
//! critical section; what other locks order is not modelled.

use super::builder::Atomicity;
use super::{Lowerer, canonical::bare};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::directives::words::Kind;
use crate::ir::{Loc, MemoryOrder, Span};

/// Functions that set and unset a lock.
const SET: &str = "omp_set_lock";
const UNSET: &str = "omp_unset_lock";

/// Parts of names of functions and classes that have threads wait for each other, and parts that look like them.
const LOCKING: [&str; 5] = ["lock", "mutex", "semaphore", "sem_", "call_once"];
const NOT_LOCKING: [&str; 2] = ["clock", "block"];

/// The locks of a construct.
#[derive(Default)]
pub(super) struct Locks {
    /// The one that is followed, by identity.
    one: Option<usize>,
    /// There are others, or what they hold apart is not clear.
    pub unmodelled: bool,
}

impl<'u> Lowerer<'u, '_> {
    /// Whether a function that nobody sees into, by its name, or a class has threads wait for each other: nothing is said of the construct
    /// then, since races that it rules out would be found.
    pub(super) fn is_of_locks(&mut self, loc: Loc, name: &str) -> bool {
        let name = name.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
        let locks = self.construct.is_some() && has(&LOCKING) && !has(&NOT_LOCKING);
        if locks {
            self.anything(loc, "what locks order is not modelled");
            self.locks.unmodelled = true;
        }
        locks
    }

    /// Lowers what stands between a statement that sets the one lock and the one that unsets it; how many statements that are.
    pub(super) fn locked(&mut self, statements: &[Cursor<'u>]) -> Option<usize> {
        let (first, rest) = statements.split_first()?;
        let lock = lock_of(*first, SET).filter(|lock| self.is_everyones(*lock))?;
        let unsets = |c: &Cursor<'u>| lock_of(*c, UNSET).is_some_and(|other| other.same(lock));
        let length = rest.iter().position(unsets)?;
        let held = &rest[..length];
        let id = lock.canonical().identity();
        if held.iter().any(|c| leaves(*c)) || self.locks.one.is_some_and(|one| one != id) {
            return None;
        }
        self.locks.one = Some(id);
        let (from, to) = (self.loc(*first).span, self.loc(rest[length]).span);
        let span = Span {
            end: to.end,
            end_line: to.end_line,
            end_column: to.end_column,
            ..from
        };
        self.b.regions.push((span, MemoryOrder::SeqCst));
        let outside = std::mem::replace(&mut self.b.atomic, Atomicity::All);
        held.iter().for_each(|c| self.statement(*c));
        self.b.atomic = outside;
        Some(length + 2)
    }

    /// Whether all threads of the construct name one lock by this variable, and no other means than locks keeps them apart.
    fn is_everyones(&self, lock: Cursor<'u>) -> bool {
        let name = lock.spelling();
        let parts = ["teams", "distribute", "target", "threadprivate"];
        let is_odd = |d: &crate::directives::Directive<'u>| {
            matches!(d.parsed.kind, Kind::Atomic | Kind::Critical)
                || parts.iter().any(|part| d.parsed.name.contains(part))
                || d.statement.is_some_and(|statement| statement.encloses(lock)) && !lock.is_static()
                || d.parsed.clauses.iter().any(|clause| {
                    let is_shared = clause.name == "shared";
                    let variables = clause.variables().filter(|_| !is_shared).unwrap_or_default();
                    variables.contains(&name)
                })
        };
        lock.kind() == CXCursor_VarDecl
            && !lock.ty().is_array()
            && !lock.is_thread_local()
            && !self.construct.is_some_and(|construct| construct.encloses(lock))
            && matches!(self.b.atomic, Atomicity::None)
            && !self.directives.iter().any(is_odd)
    }
}

/// The variable whose address a call of a function gets.
fn lock_of<'u>(c: Cursor<'u>, function: &str) -> Option<Cursor<'u>> {
    let call = bare(c);
    let address = match call.arguments()[..] {
        [address] if call.kind() == CXCursor_CallExpr && call.spelling() == function => bare(address),
        _ => return None,
    };
    let is_address =
        address.kind() == CXCursor_UnaryOperator && address.unary_operator() == CXUnaryOperator_AddrOf;
    let variable = bare(address.expressions().pop().filter(|_| is_address)?);
    (variable.kind() == CXCursor_DeclRefExpr).then(|| variable.referenced())?
}

/// Whether a statement may go on elsewhere than behind it.
fn leaves(c: Cursor<'_>) -> bool {
    let jumps = [
        CXCursor_ReturnStmt,
        CXCursor_BreakStmt,
        CXCursor_ContinueStmt,
        CXCursor_GotoStmt,
        CXCursor_IndirectGotoStmt,
        CXCursor_LabelStmt,
        CXCursor_CaseStmt,
        CXCursor_DefaultStmt,
        CXCursor_CXXThrowExpr,
        CXCursor_LambdaExpr,
    ];
    jumps.contains(&c.kind()) || c.children().into_iter().any(leaves)
}
