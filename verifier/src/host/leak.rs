//! Memory that nothing leads to any more.

use super::machine::Machine;
use super::record::Found;
use super::rules::Rule;
use super::state::{Agent, State};
use super::value::{SiteId, Value};
use kverify_frontend::ir::Span;
use std::collections::BTreeSet;

impl Machine<'_> {
    /// Says of memory of the device, or page-locked, that it is not freed though nothing leads to it any more. `end` is where the last
    /// pointer to it goes.
    pub fn leak(&mut self, state: &State, id: SiteId, end: Option<Span>) {
        let Some(site) = state.sites.get(&id) else {
            return;
        };
        if !site.is_for_kernels() || site.gives_itself_back || site.freed.is_some() || site.escaped {
            return;
        }
        let words = "the function ends, and nothing leads to it any more";
        self.record.visit(site.born);
        self.record.find(
            state.way.doubtful,
            Found {
                rule: Rule::Leak,
                place: (site.born, "it is allocated here".to_owned()),
                other: end.map(|end| (end, words.to_owned())),
                message: format!("`{}` is never freed", site.name),
                weak: None,
            },
        );
    }

    /// Forgets what nothing leads to. Only between statements of the function that is followed first: elsewhere a value may be on its
    /// way.
    pub fn sweep(&mut self, state: &mut State) {
        let [first] = self.frames[..] else {
            return;
        };
        let mut reached: BTreeSet<SiteId> = state.values.values().filter_map(site_of).collect();
        reached.extend(state.missing.iter().map(|missing| missing.of));
        reached.extend(state.arguments.values().filter_map(site_of));
        let wholes: Vec<SiteId> = state
            .sites
            .iter()
            .filter(|(id, _)| reached.contains(id))
            .filter_map(|(_, site)| Some(site.part_of?.of))
            .collect();
        reached.extend(wholes);
        let sources = state.sites.iter().filter(|(id, _)| reached.contains(id));
        let kept: Vec<SiteId> = sources
            .flat_map(|(_, site)| {
                site.source
                    .into_iter()
                    .chain(site.same_as.as_ref().map(|same| same.0))
            })
            .collect();
        reached.extend(kept);
        // Nobody can touch or wait for what nothing leads to.
        state.pending.retain(|access| reached.contains(&access.site));
        for access in &mut state.pending {
            access.known_to.retain(|agent| match agent {
                Agent::Default | Agent::Command => true,
                Agent::Site(site) | Agent::End(site) => reached.contains(site),
            });
        }
        state.tidy();
        let gone: Vec<SiteId> = state
            .sites
            .keys()
            .filter(|id| !reached.contains(id))
            .copied()
            .collect();
        let is_main = self
            .program
            .functions
            .get(first)
            .is_some_and(|function| function.name == "main");
        for id in gone {
            if !is_main {
                self.leak(state, id, None);
            }
            state.sites.remove(&id);
            state.arguments.retain(|(object, _), _| *object != id);
            state.building.remove(&id);
        }
    }
}

fn site_of(value: &Value) -> Option<SiteId> {
    match value {
        Value::Pointer(site, _) => Some(*site),
        Value::Unknown | Value::Number(_) | Value::Address(_) | Value::Whole(_) => None,
    }
}
