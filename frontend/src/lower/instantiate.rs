//! Parsing a source once more, with text that uses its templates: instantiations only exist where something uses them.

use super::explicit;
use super::templates::{self, Request};
use super::unit::{Input, host_bodies, is_within, loses_code, parse};
use crate::clang::Unit;

/// The source with the explicit instantiations of host functions, which may launch kernels, in use; `None` if it has none that
/// can be used.
pub(super) fn with_launchers(
    unit: &Unit,
    input: &Input,
    usual: usize,
) -> Result<Option<(Unit, Vec<Request>)>, String> {
    let found = explicit::find(unit, &input.text, &explicit::host_templates(unit.root()));
    let mut launchers: Vec<Request> = explicit::few_of_each(found)
        .iter()
        .map(Request::of_explicit)
        .collect();
    for _ in 0..2 {
        if launchers.is_empty() {
            return Ok(None);
        }
        let trial = parse(input, &templates::uses(&launchers))?;
        let (failed, elsewhere) = failures(&trial, input, &launchers);
        if elsewhere <= usual && failed.iter().all(|failed| *failed == 0) {
            return Ok(Some((trial, launchers)));
        }
        let mut failed = failed.into_iter();
        launchers.retain(|_| failed.next() == Some(0));
    }
    Ok(None)
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

/// How much is wrong with each request, where it is made and in its template's definition, and in other device code.
pub(super) fn failures(unit: &Unit, input: &Input, requests: &[Request]) -> (Vec<usize>, usize) {
    let end = input.text.len() as u32;
    let first = input.text.bytes().filter(|b| *b == b'\n').count() as u32 + 2;
    let host = host_bodies(unit, input.language);
    let mut failures = vec![0; requests.len()];
    let mut elsewhere = 0;
    for message in unit.messages().iter().filter(|m| loses_code(m)) {
        let Some(at) = message.range.as_ref().map(|range| &range.start) else {
            continue;
        };
        if at.file == input.path && at.offset >= end {
            if let Some(failed) = at
                .line
                .checked_sub(first)
                .and_then(|n| failures.get_mut(n as usize))
            {
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
