//! Regions of OpenCL's memory objects that the host has mapped (OpenCL 3.0 API specification, 5.5).

use super::eval::number;
use super::machine::Machine;
use super::opencl::nothing;
use super::queue::{Put, Standing};
use super::record::Found;
use super::rules::Rule;
use super::state::{Kind, Part, State};
use super::value::{SiteId, TermId, Value};
use kverify_frontend::ir::Span;

/// `CL_MAP_WRITE` and `CL_MAP_WRITE_INVALIDATE_REGION`.
const MAPS_TO_WRITE: i128 = 1 << 1 | 1 << 2;

impl Machine<'_> {
    /// Gives the host a region of a memory object.
    pub fn map(
        &mut self,
        state: &mut State,
        standing: &Standing,
        (of, bytes, flags): (&Value, Option<&Value>, Option<i128>),
        span: Span,
    ) -> Value {
        let Value::Pointer(site, offset) = of else {
            self.put(state, standing, &nothing("the map", span));
            return Value::Unknown;
        };
        let writes = flags.is_some_and(|flags| flags & MAPS_TO_WRITE != 0);
        self.use_site(state, *site, span, "the map");
        self.fits(state, *site, *offset, bytes, span, "maps");
        self.host_may(state, *site, writes, span, "the map");
        let (whole, at) = self.whole(state, *site, *offset);
        let region = self.site(
            state,
            &("region", span.file.0, span.start, span.end),
            Kind::Region,
            span,
        );
        let put = Put {
            touches: vec![self.touch(state, (*site, *offset), bytes, writes)],
            taken: Some(region),
            numbers: None,
            what: "the map".to_owned(),
            span,
        };
        self.put(state, standing, &put);
        state.settle(whole);
        if let Some(known) = state.sites.get_mut(&region) {
            known.written = Some(span);
            known.bytes = bytes.and_then(number);
            known.mapped = Some(writes);
            known.part_of = Some(Part {
                of: whole,
                at,
                is_host: false,
            });
        }
        if writes {
            self.wrote(state, whole, span);
        }
        Value::Pointer(region, Some(self.terms.int(0)))
    }

    pub fn unmap(&mut self, state: &mut State, standing: &Standing, [of, region]: [&Value; 2], span: Span) {
        let mut put = nothing("the unmap", span);
        let known = match region {
            Value::Pointer(id, _) => state.sites.get(id).map(|site| (*id, site.clone())),
            _ => None,
        };
        match known.filter(|(_, site)| site.kind == Kind::Region) {
            Some((id, site)) => {
                self.use_site(state, id, span, "the unmap");
                if let Some(known) = state.sites.get_mut(&id) {
                    known.freed = Some(span);
                }
                let bytes = site.bytes.map(Value::Number);
                let start = self.terms.int(0);
                let writes = site.mapped == Some(true);
                put.touches
                    .push(self.touch(state, (id, Some(start)), bytes.as_ref(), writes));
            }
            // Which region it is is not known: it may be any of the object's.
            None => {
                let whole = match of {
                    Value::Pointer(site, offset) => Some(self.whole(state, *site, *offset).0),
                    _ => None,
                };
                for site in state.sites.values_mut() {
                    let is_its = site.part_of.map(|part| part.of) == whole || whole.is_none();
                    site.escaped |= site.kind == Kind::Region && is_its;
                }
            }
        }
        self.put(state, standing, &put);
    }

    /// The host touches memory that it may have mapped: within the region, and not behind its end.
    pub fn in_region(&mut self, state: &State, id: SiteId, at: Option<TermId>, writes: bool, span: Span) {
        let Some(region) = state.sites.get(&id).filter(|site| site.kind == Kind::Region) else {
            return;
        };
        let behind = at
            .zip(region.bytes)
            .and_then(|(at, bytes)| self.terms.distance(bytes, at));
        let is_before = at.and_then(|at| self.terms.known(at)).is_some_and(|at| at < 0);
        if behind.is_none_or(|behind| behind < 0) && !is_before {
            return;
        }
        let does = if writes { "writes" } else { "reads" };
        let how_many = region.bytes.and_then(|bytes| self.terms.known(bytes));
        let size = how_many.map_or(String::new(), |bytes| format!(" of {bytes} bytes"));
        let place = match (behind, is_before) {
            (Some(0), false) => "right behind its end".to_owned(),
            (Some(behind), false) => format!("{behind} bytes behind its end"),
            _ => "in front of it".to_owned(),
        };
        let found = Found {
            rule: Rule::MappedRange,
            place: (span, format!("the host {does} {place}")),
            other: Some((region.born, format!("the region{size} is mapped here"))),
            message: format!(
                "the host {does} outside of the region that `{}` leads to",
                region.name
            ),
            weak: None,
        };
        self.record.find(state.way.doubtful, found);
    }

    /// What the host does through a pointer to a region it does to the memory object.
    pub fn through_region(&mut self, state: &mut State, id: SiteId, writes: bool, span: Span) {
        let is_region = state.sites.get(&id).is_some_and(|site| site.kind == Kind::Region);
        if !is_region {
            return;
        }
        let (whole, _) = self.whole(state, id, None);
        match writes {
            true => self.wrote(state, whole, span),
            false => state.settle(whole),
        }
    }
}
