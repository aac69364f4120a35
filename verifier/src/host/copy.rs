//! Copies: their direction, their size, and whether they bring anything.

use super::eval::number;
use super::machine::Machine;
use super::order::{Access, Issued};
use super::record::Found;
use super::rules::Rule;
use super::state::{Kind, Site, State};
use super::value::{Place, SiteId, TermId, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::{HostOp, MemorySpace};

/// A copy.
pub struct Copy {
    /// Where to.
    pub to: Value,
    /// Where from.
    pub from: Value,
    /// How much.
    pub bytes: Option<Value>,
    /// `cudaMemcpyKind`.
    pub kind: Option<i128>,
    /// The stream, of copies that the host does not wait for.
    pub stream: Option<Value>,
    /// The call.
    pub span: Span,
}

/// What the directions say of the two sides: whether each is on the device.
const DIRECTIONS: [(&str, bool, bool); 4] = [
    ("cudaMemcpyHostToHost", false, false),
    ("cudaMemcpyHostToDevice", true, false),
    ("cudaMemcpyDeviceToHost", false, true),
    ("cudaMemcpyDeviceToDevice", true, true),
];

/// Device to device.
const ON_DEVICE: i128 = 3;

impl Machine<'_> {
    /// A copy between buffers, or variables.
    pub fn copy(&mut self, state: &mut State, copy: &Copy) {
        let (to, from) = (site_of(&copy.to), site_of(&copy.from));
        self.check_direction(state, copy);
        for (side, is_read) in [(from, true), (to, false)] {
            let Some((site, offset)) = side else { continue };
            if !self.use_site(state, site, copy.span, "the copy") {
                continue;
            }
            let does = if is_read { "reads" } else { "writes" };
            self.fits(state, site, offset, copy.bytes.as_ref(), copy.span, does);
            if is_read {
                self.is_set(state, site, copy.span, "the copy");
                let end = offset.zip(copy.bytes.as_ref().and_then(number));
                let end = end.map(|(offset, bytes)| self.terms.op(HostOp::Add, offset, bytes));
                let doubt = Some("the rest may never be looked at");
                self.is_set_to(state, (site, end), (copy.span, "the copy"), doubt);
            }
        }
        let idle = self.same_already(state, copy);
        self.record.copy(copy.span, state.way.doubtful, idle);
        self.put_in_order(state, copy);
        self.copied(state, copy);
    }

    /// What a copy leaves behind.
    pub fn copied(&mut self, state: &mut State, copy: &Copy) {
        let (to, from) = (site_of(&copy.to), site_of(&copy.from));
        if let Some((from, _)) = from {
            state.settle(from);
        }
        match (to, &copy.to) {
            (Some((to, offset)), _) => {
                let before = state.sites.get(&to).cloned();
                let keeps = before.as_ref().and_then(|site| site.same_as);
                self.wrote(state, to, copy.span);
                let part = (offset, copy.bytes.as_ref().and_then(number));
                if let Some(before) = &before {
                    self.reaches(state, to, part, before);
                }
                state.settle(to);
                self.note_same(state, copy, keeps);
                let held = self.held_by(state, &copy.from);
                self.now_holds(state, to, (before.map(|site| site.holds), held), part);
            }
            (None, Value::Address(path)) => {
                let held = self.held_by(state, &copy.from);
                self.put_into_variable(state, &copy.to, &held, copy.span);
                self.store(state, &Place::Variable(path.clone()), Value::Unknown, copy.span);
            }
            _ => {}
        }
    }

    fn check_direction(&mut self, state: &State, copy: &Copy) {
        let direction = copy
            .kind
            .and_then(|kind| DIRECTIONS.get(usize::try_from(kind).ok()?));
        let Some((name, to_device, from_device)) = direction else {
            return;
        };
        let sides = [(&copy.to, *to_device, "to"), (&copy.from, *from_device, "from")];
        for (value, says_device, word) in sides {
            let Some(site) = site_of(value).and_then(|(site, _)| state.sites.get(&site)) else {
                continue;
            };
            let is_device = match site.space() {
                Some(MemorySpace::Device) => true,
                Some(MemorySpace::Host | MemorySpace::Stack) => false,
                // Both sides may use it.
                Some(MemorySpace::Managed | MemorySpace::Pinned) | None => continue,
            };
            if site.escaped || is_device == says_device {
                continue;
            }
            let side = if is_device { "the device" } else { "the host" };
            let found = Found {
                rule: Rule::IncorrectTransfer,
                place: (copy.span, format!("says {name}")),
                other: Some((site.born, format!("`{}` is memory of {side}", site.name))),
                message: format!(
                    "a copy {word} `{}`, which is memory of {side}, says {name}",
                    site.name
                ),
                weak: None,
            };
            self.record.find(state.way.doubtful, found);
        }
    }

    /// Whether so many bytes are in a buffer, as far as both are known.
    pub fn fits(
        &mut self,
        state: &State,
        id: SiteId,
        offset: Option<TermId>,
        bytes: Option<&Value>,
        span: Span,
        does: &str,
    ) {
        let site = state.sites.get(&id).filter(|site| !site.escaped);
        let (Some(site), Some(offset), Some(wanted)) = (site, offset, bytes.and_then(number)) else {
            return;
        };
        let Some(there) = site.bytes else {
            return;
        };
        if self.terms.known(offset) != Some(0) {
            return self.fits_behind(state, site, (offset, wanted, there), (span, does));
        }
        let ((wanted, of), (there, of_there)) = (self.terms.multiple(wanted), self.terms.multiple(there));
        if of != of_there || wanted <= there || there < 0 {
            return;
        }
        let unit = if of.is_some() { " times as much" } else { " bytes" };
        let found = Found {
            rule: Rule::IncorrectTransfer,
            place: (span, format!("{does} {wanted}{unit}")),
            other: Some((site.born, format!("`{}` has {there}{unit}", site.name))),
            message: format!(
                "more bytes than `{}` has: {wanted}{unit} where it was allocated with {there}",
                site.name
            ),
            weak: None,
        };
        self.record.find(state.way.doubtful, found);
    }

    /// The same of bytes that do not begin at the start.
    fn fits_behind(
        &mut self,
        state: &State,
        site: &Site,
        (offset, wanted, there): (TermId, TermId, TermId),
        (span, does): (Span, &str),
    ) {
        let end = self.terms.op(HostOp::Add, offset, wanted);
        let Some(more) = self.terms.distance(there, end).filter(|more| *more > 0) else {
            return;
        };
        let found = Found {
            rule: Rule::IncorrectTransfer,
            place: (span, format!("{does} {more} bytes behind its end")),
            other: Some((site.born, format!("`{}` is made here", site.name))),
            message: format!("more bytes than `{}` has: {more} behind its end", site.name),
            weak: None,
        };
        self.record.find(state.way.doubtful, found);
    }

    /// A command reads memory of the device: somebody has to have written it.
    pub fn is_set(&mut self, state: &State, id: SiteId, span: Span, what: &str) {
        let Some(site) = state
            .sites
            .get(&id)
            .filter(|site| !site.escaped && site.written.is_none())
        else {
            return;
        };
        if !matches!(site.space(), Some(MemorySpace::Device | MemorySpace::Managed)) {
            return;
        }
        let found = Found {
            rule: Rule::UninitialisedBuffer,
            place: (span, format!("{what} reads `{}`", site.name)),
            other: Some((
                site.born,
                "it is allocated here, and nothing writes it".to_owned(),
            )),
            message: format!("{what} reads `{}`, which nothing has written", site.name),
            weak: None,
        };
        self.record.find(state.way.doubtful, found);
    }

    /// A command reads the first bytes of memory, so many: somebody has to have written all of them.
    pub fn is_set_to(
        &mut self,
        state: &State,
        (id, bytes): (SiteId, Option<TermId>),
        (span, what): (Span, &str),
        doubt: Option<&str>,
    ) {
        let Some(site) = state.sites.get(&id).filter(|site| !site.escaped) else {
            return;
        };
        if !matches!(site.space(), Some(MemorySpace::Device | MemorySpace::Managed)) {
            return;
        }
        let Some((written, (reach, bytes))) = site.written.zip(site.reach.zip(bytes)) else {
            return;
        };
        // What lies behind the end is nothing that somebody could have written.
        let is_outside = site.bytes.and_then(|size| self.terms.distance(size, bytes));
        let more = self.terms.distance(reach, bytes).filter(|more| *more > 0);
        let Some(more) = more.filter(|_| is_outside.is_none_or(|behind| behind <= 0)) else {
            return;
        };
        let found = Found {
            rule: Rule::UninitialisedBuffer,
            place: (span, format!("{what} reads {more} bytes more of `{}`", site.name)),
            other: Some((written, "what is written of it ends before them".to_owned())),
            message: format!(
                "{what} reads {more} bytes of `{}` which nothing has written",
                site.name
            ),
            weak: doubt.map(str::to_owned),
        };
        self.record.find(state.way.doubtful, found);
    }

    /// Whether a copy brings nothing new: since when, and the two buffers' names.
    pub fn same_already(&self, state: &State, copy: &Copy) -> Option<(Span, String, String)> {
        let ((to, to_offset), (from, from_offset)) = (site_of(&copy.to)?, site_of(&copy.from)?);
        let is_start = |offset: Option<TermId>| offset.and_then(|o| self.terms.known(o)) == Some(0);
        let bytes = copy.bytes.as_ref().and_then(number)?;
        let (target, source) = (state.sites.get(&to)?, state.sites.get(&from)?);
        let is_known =
            |site: &Site| !site.escaped && matches!(site.kind, Kind::Memory(_)) && site.freed.is_none();
        if !(is_start(to_offset) && is_start(from_offset) && is_known(target) && is_known(source)) {
            return None;
        }
        let pairs = [(target, from), (source, to)];
        pairs.into_iter().find_map(|(site, other)| match &site.same_as {
            Some((known, Some(size), since)) if *known == other && *size == bytes => {
                Some((*since, target.name.clone(), source.name.clone()))
            }
            _ => None,
        })
    }

    fn note_same(&mut self, state: &mut State, copy: &Copy, before: Option<(SiteId, Option<TermId>, Span)>) {
        let (Some((to, to_offset)), Some((from, from_offset))) = (site_of(&copy.to), site_of(&copy.from))
        else {
            return;
        };
        let is_start = |offset: Option<TermId>| offset.and_then(|o| self.terms.known(o)) == Some(0);
        let bytes = copy.bytes.as_ref().and_then(number);
        if !is_start(to_offset) || !is_start(from_offset) || bytes.is_none() || to == from {
            return;
        }
        // Where the two were the same before, they still are since then.
        let since = match before {
            Some((other, size, since)) if other == from && size == bytes => since,
            _ => copy.span,
        };
        let is_from_host = state.sites.get(&from).is_some_and(|site| {
            matches!(
                site.space(),
                Some(MemorySpace::Host | MemorySpace::Pinned | MemorySpace::Stack)
            )
        });
        if let Some(site) = state.sites.get_mut(&to) {
            site.same_as = Some((from, bytes, since));
            site.source = is_from_host.then_some(from);
        }
    }

    fn put_in_order(&mut self, state: &mut State, copy: &Copy) {
        let space = |state: &State, value: &Value| {
            let site = site_of(value).and_then(|(site, _)| state.sites.get(&site));
            site.and_then(Site::space)
        };
        let (to, from) = (space(state, &copy.to), space(state, &copy.from));
        let is_pageable = |space| matches!(space, Some(MemorySpace::Host | MemorySpace::Stack));
        let mut accesses = Vec::new();
        for (value, writes) in [(&copy.from, false), (&copy.to, true)] {
            if let Some((site, offset)) = site_of(value) {
                accesses.push(Access {
                    site,
                    offset,
                    writes,
                    sure: copy.bytes.as_ref().and_then(number),
                });
            }
        }
        // A copy on the device is not waited for, whatever the function is called; one to memory that is not page-locked always is (CUDA
        // Runtime API, "API synchronization behavior").
        let stays = copy.kind == Some(ON_DEVICE)
            || (to, from) == (Some(MemorySpace::Device), Some(MemorySpace::Device));
        let waits = !stays && (copy.stream.is_none() || is_pageable(to));
        let handle = copy.stream.as_ref();
        // What is not page-locked has left the host's memory when a copy to the device returns.
        if is_pageable(from) {
            accesses.retain(|access| access.writes);
        }
        let issued = Issued {
            stream: self.stream(state, handle),
            accesses,
            span: copy.span,
            what: "the copy".to_owned(),
            numbers: None,
            waits,
        };
        self.issue(state, issued);
    }
}

/// The memory that a pointer leads to.
fn site_of(value: &Value) -> Option<(SiteId, Option<TermId>)> {
    match value {
        Value::Pointer(site, offset) => Some((*site, *offset)),
        Value::Unknown | Value::Number(_) | Value::Address(_) | Value::Whole(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_directions_are_numbered_as_the_runtime_does() {
        assert_eq!(DIRECTIONS[1].0, "cudaMemcpyHostToDevice");
        assert_eq!(DIRECTIONS[ON_DEVICE as usize].0, "cudaMemcpyDeviceToDevice");
    }
}
