//! Which side of a buffer is the newer one, and who looks at it (Lee et al., "OpenARC", section III: coherence of host and device copies).

use super::machine::Machine;
use super::record::Found;
use super::rules::Rule;
use super::state::{Missing, State};
use super::value::SiteId;
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::MemorySpace;

impl Machine<'_> {
    /// The host wrote memory: what it was copied to before is older now.
    pub fn host_wrote(&mut self, state: &mut State, id: SiteId, span: Span) {
        self.wrote(state, id, span);
        let is_source = state
            .sites
            .values()
            .any(|site| site.source == Some(id) && site.freed.is_none());
        if let Some(site) = state.sites.get_mut(&id)
            && matches!(
                site.space(),
                Some(MemorySpace::Host | MemorySpace::Pinned | MemorySpace::Stack)
            )
        {
            site.newer = is_source.then_some(span).or(site.newer);
        }
    }

    /// The host reads memory: what a kernel has written since may have to be copied first.
    pub fn host_reads(&mut self, state: &mut State, id: SiteId, span: Span) {
        let Some(site) = state.sites.get(&id).cloned() else {
            return;
        };
        state.settle(id);
        if !matches!(
            site.space(),
            Some(MemorySpace::Host | MemorySpace::Pinned | MemorySpace::Stack)
        ) {
            return;
        }
        let results: Vec<(SiteId, Span, String, Option<SiteId>)> = state
            .sites
            .iter()
            .filter(|(_, other)| !other.escaped && other.freed.is_none())
            .filter(|(_, other)| other.space() == Some(MemorySpace::Device) && other.part_of.is_none())
            .filter_map(|(id, other)| Some((*id, other.output?, other.name.clone(), other.source)))
            .collect();
        if site.written.is_none() {
            if let Some((_, launch, name, _)) = results.first() {
                let found = Found {
                    rule: Rule::MissingTransfer,
                    place: (
                        span,
                        format!("the host reads `{}`, which nothing has written", site.name),
                    ),
                    other: Some((
                        *launch,
                        format!("the launch writes `{name}`, and nothing copies it back"),
                    )),
                    message: format!(
                        "the host reads `{}`, to which the result in `{name}` was never copied",
                        site.name
                    ),
                    weak: None,
                };
                self.record.find(state.way.doubtful, found);
            }
            return;
        }
        for (result, launch, name, source) in results {
            if source == Some(id) {
                let missing = Missing {
                    of: result,
                    places: [span, launch],
                    by_host: true,
                    names: [site.name.clone(), name],
                };
                if !state.missing.contains(&missing) {
                    state.missing.push(missing);
                }
            }
        }
    }

    /// A kernel reads memory of the device: what the host has written since to where it came from may be missing.
    pub fn kernel_reads(&mut self, state: &mut State, id: SiteId, span: Span) {
        let Some(site) = state.sites.get(&id) else {
            return;
        };
        let Some(source) = site.source else {
            return;
        };
        let host = state
            .sites
            .get(&source)
            .filter(|host| !host.escaped && host.freed.is_none());
        if let Some((newer, name)) = host.and_then(|host| Some((host.newer?, host.name.clone()))) {
            let missing = Missing {
                of: source,
                places: [span, newer],
                by_host: false,
                names: [site.name.clone(), name],
            };
            if !state.missing.contains(&missing) {
                state.missing.push(missing);
            }
        }
    }

    /// Nothing will look at memory any more: what may have been missing was.
    pub fn end_of(&mut self, state: &mut State, id: SiteId) {
        let (ended, rest): (Vec<Missing>, Vec<Missing>) = std::mem::take(&mut state.missing)
            .into_iter()
            .partition(|missing| missing.of == id);
        state.missing = rest;
        for missing in ended {
            let [read, written] = missing.places;
            let [of_read, of_written] = &missing.names;
            let (who, what) = match missing.by_host {
                true => ("the host", "the launch"),
                false => ("the launch", "the host"),
            };
            let found = Found {
                rule: Rule::MissingTransfer,
                place: (read, format!("{who} reads `{of_read}`, which is older")),
                other: Some((
                    written,
                    format!("{what} writes `{of_written}`, and nothing ever looks at that"),
                )),
                message: format!(
                    "{who} reads `{of_read}` though {what} has written `{of_written}` since the copy between them"
                ),
                weak: Some("the older values may be meant".to_owned()),
            };
            self.record.visit(read);
            self.record.find(state.way.doubtful, found);
        }
    }
}
