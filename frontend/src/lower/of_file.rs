//! Variables of the file of which each thread has its own, by a construct or by their declaration.
//!
//! Functions that the construct calls name the variable of the file: whether that is the thread's own is not specified (OpenMP 5.2,
//! section 5.1.2), and compilers let it be the one of all.

use super::Lowerer;
use super::lvalue::is_in_function;
use super::types::{self, Shape};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::build;
use crate::ir::{Expr, Loc, ObjectId};

impl<'u> Lowerer<'u, '_> {
    /// Where a variable lives; `None` if it has no place yet.
    pub(super) fn place_of(&mut self, variable: Cursor<'u>) -> Option<Expr> {
        let known = self.env.get(&variable.canonical().identity());
        let known = known.or_else(|| self.env.get(&variable.identity())).cloned();
        let is_new = known.is_none() && is_of_file(variable);
        known.or_else(|| is_new.then(|| build::object(self.global(variable))))
    }

    /// Notes that threads have their own of a variable.
    pub(super) fn is_for_threads(&mut self, variable: Cursor<'u>) {
        if !is_of_file(variable) {
            return;
        }
        let original = build::object(self.global(variable));
        for key in [variable.identity(), variable.canonical().identity()] {
            self.originals.insert(key, original.clone());
        }
    }

    /// What a thread has of a variable that is declared to be each thread's own: what it left there before may be anything.
    pub(super) fn of_thread(&mut self, variable: Cursor<'u>, loc: Loc) -> ObjectId {
        let (name, ty) = (variable.spelling(), variable.ty());
        if types::holds_pointers(ty) {
            let reason =
                format!("where the pointers in `{name}` lead, which is each thread's own, is not known");
            self.anything(loc, &reason);
        }
        self.doubt
            .get_or_insert_with(|| format!("what a thread left in its own `{name}` before is not known"));
        let naming = None;
        self.b.local(
            loc,
            &name,
            types::size(ty).max(1),
            types::element_type(ty),
            naming,
        )
    }

    /// Has a function that is called name the variables of the file; gives what the threads' own were.
    pub(super) fn show_originals(&mut self, function: Cursor<'u>) -> Vec<(usize, Expr)> {
        // A lambda in the construct is part of it.
        if self
            .construct
            .is_some_and(|construct| construct.encloses(function))
        {
            return Vec::new();
        }
        let own = self.originals.iter();
        let replaced: Vec<_> = own
            .filter_map(|(key, original)| Some((*key, original.clone(), self.env.get(key)?.clone())))
            .collect();
        let mut hidden = Vec::new();
        for (key, original, own) in replaced {
            self.env.insert(key, original);
            hidden.push((key, own));
        }
        hidden
    }
}

/// Whether a variable is one of the file's that functions may name.
fn is_of_file(variable: Cursor<'_>) -> bool {
    let refers = matches!(types::shape(variable.ty()), Shape::Reference(_));
    variable.kind() == CXCursor_VarDecl && !is_in_function(variable) && !refers
}
