//! The life of memory: who holds it, what is written of it, whether it is used and freed.

use super::machine::Machine;
use super::record::Found;
use super::rules::Rule;
use super::state::{Contents, Kind, Site, State};
use super::value::{SiteId, TermId, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::MemorySpace;

impl Machine<'_> {
    /// Frees memory.
    pub fn free(&mut self, state: &mut State, pointer: &Value, span: Span) {
        let Value::Pointer(id, at) = pointer else {
            return;
        };
        self.frees_start(state, *id, *at, span);
        self.note_end(state, *id);
        let Some(site) = state.sites.get(id).filter(|site| !site.escaped) else {
            return;
        };
        if let Some(before) = site.freed {
            let found = Found {
                rule: Rule::DoubleFree,
                place: (span, format!("frees `{}` again", site.name)),
                other: Some((before, "it is freed here".to_owned())),
                message: format!("`{}` is freed twice", site.name),
                weak: None,
            };
            self.record.find(state.way.doubtful, found);
        }
        self.end_of(state, *id);
        state.part(*id);
        if let Some(site) = state.sites.get_mut(id) {
            site.freed = Some(span);
        }
    }

    /// Only the start of memory can be freed.
    fn frees_start(&mut self, state: &State, id: SiteId, at: Option<TermId>, span: Span) {
        let at = at.and_then(|at| self.terms.known(at)).filter(|at| *at != 0);
        let made = state.sites.get(&id).filter(|site| !site.escaped);
        let (Some(at), Some(site)) = (at, made.filter(|site| site.space().is_some())) else {
            return;
        };
        let (bytes, side) = (at.unsigned_abs(), if at > 0 { "behind" } else { "in front of" });
        let found = Found {
            rule: Rule::InvalidFree,
            place: (
                span,
                format!(
                    "frees what lies {bytes} bytes {side} the start of `{}`",
                    site.name
                ),
            ),
            other: Some((site.born, "it is allocated here".to_owned())),
            message: format!("`{}` is freed from {bytes} bytes {side} its start", site.name),
            weak: None,
        };
        self.record.find(state.way.doubtful, found);
    }

    /// Memory ends: whether something has used it.
    pub fn note_end(&mut self, state: &State, id: SiteId) {
        let Some(site) = state.sites.get(&id) else { return };
        let is_ours = matches!(site.space(), Some(MemorySpace::Device | MemorySpace::Managed));
        match site.escaped || site.part_of.is_some() {
            true => drop(self.used.insert(site.born)),
            false if is_ours => drop(self.unused.insert(site.born, site.name.clone())),
            false => {}
        }
    }

    /// One more or one less holds a memory object; when nobody does, it is gone.
    pub fn count_holders(&mut self, state: &mut State, object: &Value, more: bool, span: Span) {
        let Value::Pointer(id, _) = object else {
            return;
        };
        // Who else holds what is handed over is not known.
        let own = state.sites.get_mut(id).filter(|site| site.space().is_some());
        match own {
            Some(site) if more => site.holders += 1,
            Some(site) if site.holders > 0 => site.holders -= 1,
            Some(_) => self.free(state, object, span),
            None => {}
        }
    }

    /// A command uses memory: it must not be freed. Whether more can be said of it.
    pub fn use_site(&mut self, state: &mut State, id: SiteId, span: Span, what: &str) -> bool {
        self.used.extend(state.sites.get(&id).map(|site| site.born));
        let Some(site) = state.sites.get(&id).filter(|site| !site.escaped) else {
            return false;
        };
        let Some(freed) = site.freed else {
            return true;
        };
        let done = match site.kind {
            Kind::Region => "unmapped",
            _ => "freed",
        };
        let found = Found {
            rule: Rule::UseAfterFree,
            place: (span, format!("{what} uses `{}`", site.name)),
            other: Some((freed, format!("it is {done} here"))),
            message: format!("{what} uses `{}` after it was {done}", site.name),
            weak: None,
        };
        self.record.find(state.way.doubtful, found);
        false
    }

    /// Memory holds something new.
    pub fn wrote(&mut self, state: &mut State, id: SiteId, span: Span) {
        state.part(id);
        if let Some(site) = state.sites.get_mut(&id) {
            site.written = Some(span);
            site.reach = None;
            site.holds = Contents::Stored;
        }
    }

    /// The same where so many bytes from an offset on were written and no others: `before` is what had been written of it.
    pub fn reaches(
        &mut self,
        state: &mut State,
        id: SiteId,
        (offset, bytes): (Option<TermId>, Option<TermId>),
        before: &Site,
    ) {
        let is_start = offset.and_then(|offset| self.terms.known(offset)) == Some(0);
        let reach = match (before.written, before.reach, bytes.filter(|_| is_start)) {
            (None, _, Some(bytes)) => Some(bytes),
            (Some(_), Some(reach), Some(bytes)) => {
                let more = self.terms.distance(reach, bytes);
                more.map(|more| if more > 0 { bytes } else { reach })
            }
            _ => None,
        };
        if let Some(site) = state.sites.get_mut(&id) {
            site.reach = reach;
        }
    }
}
