//! Directives in templates of functions: they are read where the file makes one function of the template.

use crate::clang::{Cursor, Position, Unit, body};
use crate::repair::kernels;

/// The templates of a file, and the functions that it makes of them.
pub(super) struct Templates<'u> {
    all: Vec<Cursor<'u>>,
    instances: Vec<Cursor<'u>>,
}

impl<'u> Templates<'u> {
    pub fn of(unit: &'u Unit) -> Self {
        let all = kernels::function_templates(unit);
        let instances = kernels::instantiations(unit, &all).into_iter();
        let instances =
            instances.filter_map(|f| [Some(f), f.definition()].into_iter().flatten().find(has_body));
        Templates {
            instances: instances.collect(),
            all,
        }
    }

    /// The one instantiation of the template around a place, or why there is none.
    pub fn at(&self, place: &Position) -> (Option<Cursor<'u>>, Option<&'static str>) {
        let holds = |c: &&Cursor<'u>| c.range().is_some_and(|range| range.holds(place));
        if !self.all.iter().any(|c| holds(&c)) {
            return (None, None);
        }
        let made: Vec<_> = self.instances.iter().filter(holds).collect();
        match made[..] {
            [only] => (Some(*only), None),
            [] => (None, Some("the file makes no function of the template around it")),
            _ => (None, Some("the template around it becomes several functions")),
        }
    }
}

fn has_body(function: &Cursor<'_>) -> bool {
    body(*function).is_some()
}
