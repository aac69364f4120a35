//! How many threads a team has, by what host code asks for in front of it (OpenMP 5.2, sections 10.1.1 and 18.2).

use super::Lowerer;
use super::sharing::Sharing;
use super::types;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};
use crate::directives::words::{Effect, Parsed};
use crate::ir::build;
use crate::ir::{CmpOp, Dim, Geometry, StmtKind};
use crate::launch::{Origin, strip};

const SETS: &str = "omp_set_num_threads";

impl<'u> Sharing<'_, '_, 'u> {
    /// What is known of a team's size, which may be smaller than what is asked for.
    pub fn team_sizes(&self, lowerer: &Lowerer<'u, '_>, clauses: &Parsed) -> Vec<String> {
        let said: Vec<String> = clauses
            .with(Effect::Threads)
            .filter_map(|clause| clause.arguments.clone())
            .collect();
        let set = || self.set_size(lowerer).map(|size| size.to_string());
        let sizes = match said.is_empty() {
            true => set().into_iter().collect(),
            false => said,
        };
        sizes
            .into_iter()
            .map(|size| format!("blockDim.x <= ({size})"))
            .collect()
    }

    /// What the only call in the file that sets the size asks for, where it always comes first.
    fn set_size(&self, lowerer: &Lowerer<'u, '_>) -> Option<i128> {
        let &[call] = &self.stores.calls_of(lowerer.files.root(), SETS)[..] else {
            return None;
        };
        let is_first = comes_first(self.work.function, call, &self.range.start);
        self.facts.integer(call.arguments().pop().filter(|_| is_first)?)
    }

    /// Whether a variable is the size that no team exceeds.
    pub fn is_most_threads(&self, lowerer: &Lowerer<'u, '_>, variable: Cursor<'u>, read: Cursor<'u>) -> bool {
        let is_asked = |value: Cursor<'u>| {
            value.kind() == CXCursor_CallExpr && strip(value).spelling() == "omp_get_max_threads"
        };
        let is_it =
            matches!(self.facts.origins(variable, read)[..], [Origin::Value(value)] if is_asked(value));
        let says = self.work.clauses.iter().any(|d| d.parsed.has(Effect::Threads));
        let root = lowerer.files.root();
        self.work.is_team && is_it && !says && self.stores.calls_of(root, SETS).is_empty()
    }
}

impl<'u> Lowerer<'u, '_> {
    /// No team is larger than what a variable says.
    pub(super) fn has_most_threads(&mut self, variable: Cursor<'u>) {
        let loc = self.loc(variable);
        let place = self.env.get(&variable.identity()).cloned();
        if let Some((addr, ty)) = place.zip(types::scalar(variable.ty())) {
            let most = self.b.load(loc, addr, ty, false);
            let threads = build::cast(build::geometry(Geometry::BlockDim(Dim::X)), ty);
            let holds = build::compare(CmpOp::Ge, most, threads);
            self.b.emit(loc, StmtKind::Assume(holds));
        }
    }
}

/// Whether a call is a statement of a block that a place is in, in front of it.
fn comes_first(c: Cursor<'_>, call: Cursor<'_>, at: &Position) -> bool {
    let children = c.children();
    let holds = |child: &Cursor<'_>| child.range().is_some_and(|range| range.holds(at));
    let Some(place) = children.iter().position(holds) else {
        return false;
    };
    let is_block = c.kind() == CXCursor_CompoundStmt;
    let is_call = |before: &Cursor<'_>| strip(*before).statement_identity() == call.statement_identity();
    is_block && children[..place].iter().any(is_call) || comes_first(children[place], call, at)
}
