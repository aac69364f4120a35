//! Which instantiations of templates are seen to launch what: those that something names. Members of class templates that nobody names (a
//! destructor, a conversion) come to be all the same, and so does what is instantiated explicitly.

use super::calls::Target;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::Kernel;
use std::collections::HashSet;

/// A place in a file.
type Place = (String, u32);

/// The launches and mentions of kernels that instantiations of templates make.
#[derive(Default)]
pub(super) struct Instances {
    /// Where, and of which kernel.
    seen: HashSet<(Place, usize)>,
}

impl Instances {
    /// Whether what names a target says something of a kernel, which is the n-th. What a template names, which is open then, is asked for
    /// behind what its instantiations do, and counts where none is seen there.
    pub(super) fn count(
        &mut self,
        (target, is_open): (&Target, bool),
        reference: Cursor<'_>,
        (n, kernel): (usize, &Kernel),
    ) -> bool {
        if !target.may_be(kernel) {
            return false;
        }
        let place = reference.position().map(|at| (at.file, at.offset));
        let seen = place.map(|place| (place, n));
        if is_open {
            return kernel.instantiation_chosen || seen.is_none_or(|seen| !self.seen.contains(&seen));
        }
        self.seen.extend(seen);
        true
    }
}

/// Whether something is a template itself, no instantiation.
pub(super) fn is_pattern(c: &Cursor<'_>) -> bool {
    matches!(
        c.kind(),
        CXCursor_FunctionTemplate | CXCursor_ClassTemplate | CXCursor_ClassTemplatePartialSpecialization
    )
}
