//! From a source's text to a translation unit: what a build would add is looked for or chosen, and what stays lost is known.
//!
//! Missing headers and names ([`missing`], [`headers`], [`nearby`]), arguments of templates ([`mod@instantiate`]) and branches of `#if`
//! ([`branches`]) are settled here; [`Damage`](damage::Damage) says of each function what is lost. Nothing is lowered here.

mod asked;
pub(crate) mod branches;
pub(crate) mod conditionals;
pub(crate) mod damage;
pub(crate) mod declared;
pub(crate) mod dependent;
pub(crate) mod errors;
mod explicit;
mod foreign;
mod headers;
pub(crate) mod hidden;
pub(crate) mod input;
mod instantiate;
pub(crate) mod kernels;
pub(crate) mod lost;
pub(crate) mod missing;
pub(crate) mod nearby;
mod spread;
mod steered;
pub(crate) mod targets;
pub(crate) mod templates;
mod usage;
mod vector_operators;

pub(crate) use explicit::explicitly_instantiated;
pub(crate) use input::{Input, KERNEL_MARK, parse_alone};
pub(crate) use instantiate::refusals;

use crate::clang::kinds::*;
use crate::clang::{Cursor, Unit, qualified_name};
use crate::ir::ChosenName;
use instantiate::{failures, instantiate, with_all_launchers, with_launchers};
use kernels::{entry_templates, instantiations, kernel_templates};
use missing::Filled;
use std::collections::{BTreeMap, BTreeSet};
use templates::Request;

/// A source that clang parsed, as whole as it could be made.
pub(crate) struct TranslationUnit {
    /// As clang sees it.
    pub unit: Unit,
    /// What was parsed in the end.
    pub input: Input,
    /// Names that were chosen, and headers that are taken for empty.
    pub chosen: Vec<ChosenName>,
    /// Instantiations that were added.
    pub requests: Vec<Request>,
    /// Those that only host functions lead to.
    pub launched: Launched,
}

/// Kernel templates that explicit instantiations of host functions and classes lead to.
#[derive(Default)]
pub(crate) struct Launched {
    /// Their names, and how many instantiations something else leads to.
    pub templates: BTreeMap<String, usize>,
    /// How many of those instantiations that may lead to one were not used.
    pub left_out: BTreeMap<String, usize>,
}

/// Parses a source and repairs what it lacks.
///
/// # Errors
/// libclang is missing, or gave nothing.
pub(crate) fn repair(input: &Input) -> Result<TranslationUnit, String> {
    let Filled { unit, input, chosen } = missing::fill(input)?;
    let (unit, requests, launched) = with_instantiations(unit, &input)?;
    let unit = hidden::with_members(unit, &input, &requests)?;
    Ok(TranslationUnit {
        unit,
        input,
        chosen,
        requests,
        launched,
    })
}

/// The same of a source of which only the host code counts: its own kernels are no concern.
///
/// # Errors
/// As [`repair`].
pub(crate) fn repair_host_code(input: &Input) -> Result<TranslationUnit, String> {
    let Filled { unit, input, chosen } = missing::find(input)?;
    let (unit, requests) = with_all_launchers(&unit, &input)?.unwrap_or((unit, Vec::new()));
    Ok(TranslationUnit {
        unit,
        input,
        chosen,
        requests,
        launched: Launched::default(),
    })
}

/// A unit, the instantiations that were added to it, and those that host functions lead to.
type Instantiated = (Unit, Vec<Request>, Launched);

/// Parses a source once more if templates are to be instantiated.
fn with_instantiations(unit: Unit, input: &Input) -> Result<Instantiated, String> {
    let of_entries = entry_templates(&unit, &input.entries);
    let templates = [kernel_templates(&unit), of_entries.clone()].concat();
    let on_device = on_device(&of_entries);
    if templates.is_empty() && input.instantiate.is_empty() {
        return Ok((unit, Vec::new(), Launched::default()));
    }
    let mut explicit = explicit::find(&unit, &input.text, &templates);
    explicit.extend(dependent::in_braces(&unit, &templates));
    let of_source = explicit.iter().map(|one| Request {
        declaration: None,
        ..Request::of_explicit(one)
    });
    let of_user = input.instantiate.iter().filter_map(|text| Request::of_user(text));
    let of_entries = input.entries.iter().filter_map(|wish| {
        let request = Request::of_user(&format!("{}<{}>", wish.name, wish.arguments.as_ref()?))?;
        on_device
            .iter()
            .any(|(name, _)| *name == wish.name)
            .then_some(request)
    });
    let asked: Vec<Request> = of_user.chain(of_entries).chain(of_source).collect();
    // Instantiations only exist where something uses them: add uses and parse again.
    let used = instantiations(&unit, &templates);
    let mut requests = templates::requests(&unit, input, &templates, (&used, &asked));
    mark(&mut requests, &on_device);
    let mut named = BTreeSet::new();
    dependent::names(unit.root(), &mut named);
    if requests.is_empty() && named.is_empty() {
        return Ok((unit, Vec::new(), Launched::default()));
    }
    let (_, usual) = failures(&unit, input, &[]);
    let launchers = with_launchers(&unit, input, usual, &named)?;
    let direct = |name: &String| used.iter().filter(|one| qualified_name(**one) == *name).count();
    let launched = Launched {
        templates: named.iter().map(|name| (name.clone(), direct(name))).collect(),
        left_out: launchers.left_out,
    };
    let (unit, mut requests) = match launchers.unit {
        None => (unit, requests),
        Some(unit) => {
            let of_entries = entry_templates(&unit, &input.entries);
            let templates = [kernel_templates(&unit), of_entries].concat();
            let used = instantiations(&unit, &templates);
            let mut requests = templates::requests(&unit, input, &templates, (&used, &asked));
            mark(&mut requests, &on_device);
            (unit, requests)
        }
    };
    if requests.is_empty() {
        return Ok((unit, launchers.used, launched));
    }
    requests.extend(launchers.used);
    let (again, requests) = instantiate(input, &requests, usual)?;
    Ok((again, requests, launched))
}

/// The names of templates of entries, and whether the device runs them.
fn on_device(templates: &[Cursor<'_>]) -> Vec<(String, bool)> {
    templates
        .iter()
        .map(|c| (qualified_name(*c), c.has_attribute(&[CXCursor_CUDADeviceAttr])))
        .collect()
}

/// Has functions of the device name what is one.
fn mark(requests: &mut [Request], on_device: &[(String, bool)]) {
    for request in requests {
        request.on_device = on_device
            .iter()
            .any(|(name, is_there)| *is_there && *name == request.name);
    }
}
