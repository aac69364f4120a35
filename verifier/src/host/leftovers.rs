//! What functions of a file leave in memory that kernels may find later.

use super::machine::Machine;
use super::state::{Contents, State};
use super::unreset::Change;
use super::value::Value;
use kverify_frontend::ir::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What memory holds, and the place that wrote it.
type End = (Contents, Span);

/// What a function leaves at the ends of its ways.
#[derive(Debug, Default)]
pub struct Leftovers {
    /// In variables of the device, by their names.
    variables: BTreeMap<String, BTreeSet<End>>,
    /// Behind pointers of the file, by the variables' numbers.
    behind: BTreeMap<usize, BTreeSet<End>>,
}

impl Leftovers {
    /// In a variable of the device.
    pub fn in_variable(&self, name: &str) -> impl Iterator<Item = &End> {
        self.variables.get(name).into_iter().flatten()
    }

    /// Behind a pointer of the file.
    pub fn behind(&self, variable: usize) -> impl Iterator<Item = &End> {
        self.behind.get(&variable).into_iter().flatten()
    }

    fn put(&mut self, variable: &str, end: End) {
        self.variables.entry(variable.to_owned()).or_default().insert(end);
    }
}

impl Machine<'_> {
    /// Keeps what is left on a way at its end.
    pub(super) fn keep_leftovers(&mut self, state: &State) {
        let root = self.root();
        let left = self.meetings.left.entry(root).or_default();
        for (change, span) in &state.changed {
            if let Change::Host(name, holds) = change {
                left.put(name, (holds.clone(), *span));
            }
        }
        if let Some(function) = self.program.functions.get(root) {
            let globals = &self.program.globals;
            for variable in state.adrift.iter().filter_map(|number| globals.get(*number)) {
                left.put(&variable.name, (Contents::Lost, function.span));
            }
        }
        for (path, value) in &state.values {
            if let Contents::Kept(variable) = Contents::behind(path)
                && let Value::Pointer(id, _) = value
                && let Some(site) = state.sites.get(id)
            {
                let written = site.written.unwrap_or(site.born);
                let ends = left.behind.entry(variable).or_default();
                ends.insert((site.holds.clone(), written));
            }
        }
    }
}
