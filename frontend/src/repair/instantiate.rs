//! Parsing a source once more, with text that uses its templates: instantiations only exist where something uses them.

use super::dependent;
use super::errors::{host_bodies, is_within, loses_code};
use super::explicit::{self, Explicit};
use super::input::{Input, parse};
use super::kernels::{declarations, is_the_languages};
use super::templates::{self, Request};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Range, Unit, body, qualified_name};
use crate::plain;
use std::collections::{BTreeMap, BTreeSet};

/// The source with explicit instantiations of host functions in use, which may launch kernels.
pub(super) struct Launchers {
    /// The source; none if nothing can be used.
    pub unit: Option<Unit>,
    /// The instantiations.
    pub used: Vec<Request>,
    /// How many others, those of classes among them, may lead to which kernels' templates.
    pub left_out: BTreeMap<String, usize>,
}

/// Uses a few of the explicit instantiations of each host function that may launch something, which may be one of `kernels`.
pub(super) fn with_launchers(
    unit: &Unit,
    input: &Input,
    usual: usize,
    kernels: &BTreeSet<String>,
) -> Result<Launchers, String> {
    let mut left = Launchers {
        unit: None,
        used: Vec::new(),
        left_out: BTreeMap::new(),
    };
    if kernels.is_empty() {
        return Ok(left);
    }
    let (functions, classes) = (explicit::host_templates(unit.root()), class_templates(unit));
    let mut found = explicit::find(unit, &input.text, &[&functions[..], &classes].concat());
    found.extend(dependent::in_braces(unit, &functions));
    if found.is_empty() {
        return Ok(left);
    }
    let texts = Texts::of(unit, &input.text, (&functions, &classes));
    let launchers = texts.launchers();
    found.retain(|one| launchers.contains(one.own_name()));
    let mut all = found.clone();
    let names: BTreeSet<String> = functions.iter().map(|one| qualified_name(*one)).collect();
    found.retain(|one| names.contains(&one.name));
    let mut used: Vec<Request> = explicit::few_of_each(found)
        .iter()
        .map(Request::of_explicit)
        .collect();
    for _ in 0..2 {
        if used.is_empty() {
            break;
        }
        let unit = parse(input, &templates::uses(&used))?;
        let (failed, elsewhere) = failures(&unit, input, &used);
        if elsewhere <= usual && failed.iter().all(|failed| *failed == 0) {
            all.retain(|one| {
                !used
                    .iter()
                    .any(|used| used.name == one.name && used.arguments == [one.arguments.as_str()])
            });
            (left.unit, left.used) = (Some(unit), used);
            break;
        }
        let mut failed = failed.into_iter();
        used.retain(|_| failed.next() == Some(0));
    }
    for one in &all {
        for kernel in texts.named_behind(one, kernels) {
            *left.left_out.entry(kernel).or_default() += 1;
        }
    }
    Ok(left)
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
    let mut found = explicit::find(unit, &input.text, &templates);
    found.extend(dependent::in_braces(unit, &templates));
    if found.is_empty() || found.len() > MOST_LAUNCHERS {
        return Ok(None);
    }
    let launchers = Texts::of(unit, &input.text, (&templates, &class_templates(unit))).launchers();
    found.retain(|one| launchers.contains(one.own_name()));
    let used: Vec<Request> = found.iter().map(Request::of_explicit).collect();
    if used.is_empty() {
        return Ok(None);
    }
    let (_, usual) = failures(unit, input, &[]);
    let unit = parse(input, &templates::uses(&used))?;
    let (failed, elsewhere) = failures(&unit, input, &used);
    let all = elsewhere <= usual && failed.iter().all(|failed| *failed == 0);
    Ok(all.then_some((unit, used)))
}

/// The class templates of the user's.
fn class_templates(unit: &Unit) -> Vec<Cursor<'_>> {
    let mut found = Vec::new();
    declarations(unit.root(), &mut |c| {
        if c.kind() == CXCursor_ClassTemplate && !is_the_languages(c) {
            found.push(c);
        }
    });
    found
}

/// What the templates of host functions and of classes and the macros say, without comments; none where that is not known.
struct Texts(Vec<(String, Option<String>)>);

impl Texts {
    fn of(unit: &Unit, text: &str, (functions, classes): (&[Cursor<'_>], &[Cursor<'_>])) -> Texts {
        let plain_text = |range: Option<Range>| unit.text(&range?).map(|text| plain::code(&text));
        let mut texts = Vec::new();
        texts.extend(functions.iter().map(|one| (one.spelling(), text_of(unit, *one))));
        texts.extend(
            classes
                .iter()
                .map(|one| (one.spelling(), plain_text(one.range()))),
        );
        // What stands outside of a class.
        declarations(unit.root(), &mut |c| {
            let class = c
                .semantic_parent()
                .filter(|class| class.kind() == CXCursor_ClassTemplate);
            texts.extend(class.map(|class| (class.spelling(), plain_text(c.range()))));
            members(c, &mut |member| {
                texts.push((member.spelling(), plain_text(member.range())))
            });
        });
        let macros = explicit::macros_of(&explicit::texts(unit, text));
        texts.extend(macros.iter().flat_map(|(name, known)| {
            let bodies = known.iter().map(|(_, body)| plain::code(body));
            bodies.map(|body| (name.clone(), Some(body)))
        }));
        Texts(texts)
    }

    /// Those that may launch a kernel, by themselves or by naming another that may.
    fn launchers(&self) -> BTreeSet<String> {
        let may_launch = |text: &str| {
            text.contains("<<<") || text.to_lowercase().contains("launch") || text.contains("Graph")
        };
        let mut found: BTreeSet<String> = BTreeSet::new();
        loop {
            let count = found.len();
            for (name, text) in &self.0 {
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

    /// Which of the kernels an instantiation may name, by itself or by what it names; all where a text is not known.
    fn named_behind(&self, one: &Explicit, kernels: &BTreeSet<String>) -> Vec<String> {
        let given = self.0.iter().map(|(name, _)| name.as_str());
        let mut behind: Vec<&str> = given
            .filter(|name| plain::mentions(&one.arguments, name))
            .collect();
        behind.push(one.own_name());
        let mut next = 0;
        while let Some(name) = behind.get(next).copied() {
            for (_, text) in self.0.iter().filter(|(own, _)| own == name) {
                let Some(text) = text else {
                    return kernels.iter().cloned().collect();
                };
                let others = self.0.iter().map(|(other, _)| other.as_str());
                let named: Vec<&str> = others.filter(|other| plain::mentions(text, other)).collect();
                named.into_iter().for_each(|other| {
                    if !behind.contains(&other) {
                        behind.push(other);
                    }
                });
            }
            next += 1;
        }
        let texts = self.0.iter().filter(|(own, _)| behind.contains(&own.as_str()));
        let texts: Vec<&String> = texts.filter_map(|(_, text)| text.as_ref()).collect();
        let own = |kernel: &str| kernel.rsplit("::").next().unwrap_or(kernel).to_owned();
        let is_named = |kernel: &&String| texts.iter().any(|text| plain::mentions(text, &own(kernel)));
        kernels.iter().filter(is_named).cloned().collect()
    }
}

/// Visits the templates that are members of a class which is none.
fn members<'u>(class: Cursor<'u>, visit: &mut impl FnMut(Cursor<'u>)) {
    if is_the_languages(class) {
        return;
    }
    match class.kind() {
        CXCursor_StructDecl | CXCursor_ClassDecl => {
            class
                .children()
                .into_iter()
                .for_each(|member| members(member, visit));
        }
        CXCursor_FunctionTemplate | CXCursor_ClassTemplate => visit(class),
        _ => {}
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
