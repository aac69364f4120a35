//! Parsing a source once more, with text that uses its templates: instantiations only exist where something uses them.

use super::errors::{host_bodies, is_within, loses_code};
use super::explicit;
use super::input::{Input, parse};
use super::kernels::{declarations, is_the_languages};
use super::templates::{self, Request};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Unit, body};
use crate::plain;
use std::collections::BTreeSet;

/// The source with explicit instantiations of host functions in use, which may launch kernels.
pub(super) struct Launchers {
    /// The source.
    pub unit: Unit,
    /// The instantiations.
    pub used: Vec<Request>,
    /// How many others there are.
    pub left_out: usize,
}

/// Uses a few of the explicit instantiations of each host function; `None` if none can be used.
pub(super) fn with_launchers(unit: &Unit, input: &Input, usual: usize) -> Result<Option<Launchers>, String> {
    let found = explicit::find(unit, &input.text, &explicit::host_templates(unit.root()));
    let all = found.len();
    let mut used: Vec<Request> = explicit::few_of_each(found)
        .iter()
        .map(Request::of_explicit)
        .collect();
    for _ in 0..2 {
        if used.is_empty() {
            return Ok(None);
        }
        let unit = parse(input, &templates::uses(&used))?;
        let (failed, elsewhere) = failures(&unit, input, &used);
        if elsewhere <= usual && failed.iter().all(|failed| *failed == 0) {
            let left_out = all - used.len();
            return Ok(Some(Launchers { unit, used, left_out }));
        }
        let mut failed = failed.into_iter();
        used.retain(|_| failed.next() == Some(0));
    }
    Ok(None)
}

/// Most explicit instantiations of host functions that are used in a file that has a say in another's launches.
const MOST_LAUNCHERS: usize = 256;

/// Uses all explicit instantiations of host functions that may launch something; `None` if one of them cannot be used: what it launches
/// would be missed.
pub(super) fn with_all_launchers(unit: &Unit, input: &Input) -> Result<Option<(Unit, Vec<Request>)>, String> {
    let templates = explicit::host_templates(unit.root());
    if templates.is_empty() {
        return Ok(None);
    }
    let found = explicit::find(unit, &input.text, &templates);
    if found.is_empty() || found.len() > MOST_LAUNCHERS {
        return Ok(None);
    }
    let launchers = names_of_launchers(unit, &input.text, &templates);
    let used: Vec<Request> = found
        .iter()
        .filter(|one| {
            one.name
                .rsplit("::")
                .next()
                .is_some_and(|name| launchers.contains(name))
        })
        .map(Request::of_explicit)
        .collect();
    if used.is_empty() {
        return Ok(None);
    }
    let (_, usual) = failures(unit, input, &[]);
    let unit = parse(input, &templates::uses(&used))?;
    let (failed, elsewhere) = failures(&unit, input, &used);
    let all = elsewhere <= usual && failed.iter().all(|failed| *failed == 0);
    Ok(all.then_some((unit, used)))
}

/// The names of host templates whose text may launch a kernel, by itself or by calling another that may.
fn names_of_launchers(unit: &Unit, text: &str, templates: &[Cursor<'_>]) -> BTreeSet<String> {
    let own = templates
        .iter()
        .map(|template| (template.spelling(), text_of(unit, *template)));
    let macros = explicit::macros_of(&explicit::texts(unit, text));
    let of_macros = macros.iter().flat_map(|(name, known)| {
        known
            .iter()
            .map(|(_, body)| (name.clone(), Some(plain::code(body))))
    });
    let texts: Vec<(String, Option<String>)> = own.chain(of_macros).collect();
    let may_launch =
        |text: &str| text.contains("<<<") || text.to_lowercase().contains("launch") || text.contains("Graph");
    // What their methods do is not looked into.
    let mut found: BTreeSet<String> = BTreeSet::new();
    declarations(unit.root(), &mut |c| {
        if c.kind() == CXCursor_ClassTemplate && !is_the_languages(c) {
            found.insert(c.spelling());
        }
    });
    loop {
        let count = found.len();
        for (name, text) in &texts {
            let calls = |text: &String| found.iter().any(|other| plain::mentions(text, other));
            if text.as_ref().is_none_or(|text| may_launch(text) || calls(text)) {
                found.insert(name.clone());
            }
        }
        if found.len() == count {
            return found;
        }
    }
}

/// The text of a template's body without comments and strings, if it has one; none where that is not known.
fn text_of(unit: &Unit, template: Cursor<'_>) -> Option<String> {
    let Some(body) = body(template.definition().unwrap_or(template)) else {
        return Some(String::new());
    };
    unit.text(&body.range()?).map(|text| plain::code(&text))
}

/// The source with uses of templates, whose arguments are changed as long as they do not compile; `usual` errors are
/// there without them.
pub(super) fn instantiate(
    input: &Input,
    requests: &[Request],
    usual: usize,
) -> Result<(Unit, Vec<Request>), String> {
    let failures = |unit: &Unit| {
        let (mut failed, elsewhere) = failures(unit, input, requests);
        // Whose fault other errors are there is no telling.
        let caused = elsewhere.saturating_sub(usual);
        failed.iter_mut().for_each(|failed| *failed += caused);
        failed
    };
    let mut choice = vec![0; requests.len()];
    let mut trial = templates::attempt(requests, &choice);
    let mut unit = parse(input, &templates::uses(&trial))?;
    let mut best = failures(&unit);
    let mut kept = choice.clone();
    for _ in 1..templates::ATTEMPTS {
        let mut again = false;
        for (n, request) in requests.iter().enumerate() {
            if best[n] > 0 && choice[n] + 1 < request.arguments.len() {
                choice[n] += 1;
                again = true;
            }
        }
        if !again {
            break;
        }
        trial = templates::attempt(requests, &choice);
        unit = parse(input, &templates::uses(&trial))?;
        for (n, failed) in failures(&unit).into_iter().enumerate() {
            if failed < best[n] {
                (best[n], kept[n]) = (failed, choice[n]);
            }
        }
    }
    if kept != choice {
        trial = templates::attempt(requests, &kept);
        unit = parse(input, &templates::uses(&trial))?;
    }
    Ok((unit, trial))
}

/// What clang says of each request that cannot be made.
pub fn refusals(unit: &Unit, input: &Input, requests: &[Request]) -> Vec<Option<String>> {
    let mut refusals = vec![None; requests.len()];
    for message in unit.messages().iter().filter(|m| loses_code(m)) {
        let line = message
            .range
            .as_ref()
            .and_then(|range| request_line(&range.start, input));
        if let Some(refusal) = line.and_then(|n| refusals.get_mut(n)) {
            refusal.get_or_insert(message.text.clone());
        }
    }
    refusals
}

/// The request that a place behind the source's own text belongs to.
fn request_line(at: &Position, input: &Input) -> Option<usize> {
    let first = input.text.bytes().filter(|b| *b == b'\n').count() as u32 + 2;
    let appended = at.file == input.path && at.offset >= input.text.len() as u32;
    appended.then(|| at.line.checked_sub(first))?.map(|n| n as usize)
}

/// How much is wrong with each request, where it is made and in its template's definition, and in other device code.
pub(super) fn failures(unit: &Unit, input: &Input, requests: &[Request]) -> (Vec<usize>, usize) {
    let end = input.text.len() as u32;
    let host = host_bodies(unit, input.language);
    let mut failures = vec![0; requests.len()];
    let mut elsewhere = 0;
    for message in unit.messages().iter().filter(|m| loses_code(m)) {
        let Some(at) = message.range.as_ref().map(|range| &range.start) else {
            continue;
        };
        if at.file == input.path && at.offset >= end {
            if let Some(failed) = request_line(at, input).and_then(|n| failures.get_mut(n)) {
                // It is not made at all.
                *failed += 1000;
            }
            continue;
        }
        let inside = |r: &Request| r.range.as_ref().is_some_and(|range| is_within(message, range));
        match requests.iter().position(inside) {
            Some(n) => failures[n] += 1,
            None if !host.iter().any(|body| is_within(message, body)) => elsewhere += 1,
            None => {}
        }
    }
    (failures, elsewhere)
}
