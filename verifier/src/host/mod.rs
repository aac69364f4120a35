//! What host code does wrong with buffers, streams and launches.
//!
//! Each function of [`HostProgram`] that leads to the runtime is run on what is known ([`machine`]), on all of its ways, with the functions
//! that it calls. Of a buffer that something knows of which is not followed nothing is said. Kernels' verdicts depend only on which
//! pointers of their launches meet ([`meeting`]).

mod branch;
mod bytes;
mod call;
mod command;
mod contents;
mod context;
mod copy;
mod directives;
mod eval;
mod launch;
mod leak;
mod leftovers;
mod lifetime;
mod loops;
mod machine;
mod mapping;
pub mod meeting;
#[cfg(test)]
mod meeting_tests;
mod objects;
mod opencl;
mod order;
mod places;
mod queue;
mod record;
mod rough;
pub mod rules;
mod site;
mod stale;
mod state;
mod unreset;
mod value;

use crate::verdict::Severity;
use kverify_frontend::ir::host::{ArgumentRace, HostKind, HostProgram, OBJECT};
use kverify_frontend::ir::{Module, Span};
use machine::{Exit, Flow, Machine};
use record::Found;
use rough::Purpose;
use rules::Rule;
use state::{Kind, State};
use std::collections::BTreeMap;
use value::{Path, Step, Value};

/// A finding in host code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostFinding {
    /// The rule.
    pub rule: Rule,
    /// How much it matters.
    pub severity: Severity,
    /// The function that is followed, and its name's place.
    pub function: (String, Span),
    /// One place or two: where it happens, then what it goes back to; and what happens at each.
    pub places: Vec<(Span, String)>,
    /// What is wrong, in one line.
    pub message: String,
    /// Why it is less than sure, if it is.
    pub doubt: Option<String>,
    /// What the source says to leave alone, if it does: the comment's line and its reason.
    pub ignored: Option<crate::ignore::Ignored>,
    /// The baseline holds it.
    pub known: bool,
}

/// A function of host code and how far it was followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostFunctionReport {
    /// Its name.
    pub name: String,
    /// The name's place.
    pub span: Span,
    /// Why it was not followed to its end, if it was not.
    pub unfollowed: Option<String>,
}

/// All that is said of a file's host code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostReport {
    /// The functions that call the runtime.
    pub functions: Vec<HostFunctionReport>,
    /// In the order of the source.
    pub findings: Vec<HostFinding>,
}

/// Looks at a module's host code. `severities` are the project's, by rule; warnings are errors if it is to be strict.
pub fn check(module: &Module, severities: &BTreeMap<String, Severity>, strict: bool) -> HostReport {
    let mut report = HostReport::default();
    let mut found: Vec<((String, Span), Found)> = Vec::new();
    for (number, function) in module.host.functions.iter().enumerate() {
        if !function.leads_to_commands {
            continue;
        }
        let (unfollowed, of_function) = match &function.lost {
            Some(why) => (Some(why.clone()), Vec::new()),
            None => follow(&module.host, number),
        };
        let is_at_hand = |span: &Span| {
            let file = module.files.get(span.file);
            file.is_some_and(|file| span.end as usize <= file.text.len())
        };
        if function.has_commands && is_at_hand(&function.span) {
            report.functions.push(HostFunctionReport {
                name: function.name.clone(),
                span: function.span,
                unfollowed,
            });
        }
        for finding in of_function {
            let is_same = |other: &Found| {
                (other.rule, other.place.0) == (finding.rule, finding.place.0)
                    && (finding.rule == Rule::Leak
                        || other.other.as_ref().map(|other| other.0)
                            == finding.other.as_ref().map(|other| other.0))
            };
            let is_shown =
                is_at_hand(&finding.place.0) && finding.other.iter().all(|(span, _)| is_at_hand(span));
            if is_shown && !found.iter().any(|(_, other)| is_same(other)) {
                found.push(((function.name.clone(), function.span), finding));
            }
        }
    }
    for race in &module.host.argument_races {
        let of = (race.function.clone(), argument_race(race));
        found.push(of);
    }
    for defect in &module.host.transfers {
        found.push((defect.function.clone(), directives::found(defect)));
    }
    found.sort_by(|(_, a), (_, b)| (a.place.0, a.rule, &a.message).cmp(&(b.place.0, b.rule, &b.message)));
    report.functions.sort_by_key(|function| function.span);
    let finding = |(function, found): ((String, Span), Found)| {
        let usual = match (found.rule.severity(), &found.weak) {
            (Severity::Error, Some(_)) => Severity::Warning,
            (severity, _) => severity,
        };
        let severity = severities.get(found.rule.id()).copied().unwrap_or(usual);
        HostFinding {
            rule: found.rule,
            severity: match severity {
                Severity::Warning if strict => Severity::Error,
                severity => severity,
            },
            function,
            places: std::iter::once(found.place).chain(found.other).collect(),
            message: found.message,
            doubt: found.weak,
            ignored: None,
            known: false,
        }
    };
    report.findings = found.into_iter().map(finding).collect();
    report
}

/// Threads of the host set an argument of one kernel object.
fn argument_race(race: &ArgumentRace) -> Found {
    let object = &race.object;
    Found {
        rule: Rule::ArgumentRace,
        place: (race.call, format!("each sets an argument of `{object}`")),
        other: Some((race.threads, "several threads run this".to_owned())),
        message: format!("several threads set an argument of `{object}`, and nothing keeps them apart"),
        weak: None,
    }
}

/// Runs one function from its start, with parameters of which nothing is known.
fn run(program: &HostProgram, number: usize, purpose: Purpose) -> (Machine<'_>, Flow) {
    let function = &program.functions[number];
    let mut machine = Machine::new(program, purpose);
    machine.frames.push(number);
    let mut state = State::default();
    for (n, parameter) in function.variables.iter().enumerate().take(function.parameters) {
        let path = machine.local(n);
        match parameter.kind {
            HostKind::Pointer => {
                let value = machine.given(&mut state, &path, function.span);
                if let Value::Pointer(site, _) = value {
                    machine.handed.insert(site);
                }
                state.values.insert(path, value);
            }
            HostKind::Scalar => {
                let (symbol, term) = machine.symbol(&path, 0);
                if function.name == "main" {
                    machine.free.insert(symbol.base);
                }
                state.values.insert(path, Value::Number(term));
            }
            // Of an object of its own.
            HostKind::Reference => {
                let target = path.with(Step::Field("&".to_owned()));
                // Others know of the object that a method is called on.
                if parameter.name == OBJECT {
                    state.wild.insert(target.clone());
                }
                // Objects of OpenCL's are handed over like this.
                if !program.kernels.is_empty() {
                    let value = machine.given(&mut state, &path, function.span);
                    state.values.insert(target.clone(), value);
                }
                state.values.insert(path, Value::Address(target));
            }
            HostKind::Memory(_) | HostKind::Handles | HostKind::Record | HostKind::Opaque => {}
        }
    }
    let flow = machine.statements(&function.body, vec![state]);
    if flow.out.iter().any(|(exit, _)| matches!(exit, Exit::Goto(_))) {
        machine.lose("a `goto` leads backwards");
    }
    for state in flow.next.iter().chain(flow.out.iter().map(|(_, state)| state)) {
        machine.keep_leftovers(state);
    }
    (machine, flow)
}

/// Follows one function, and looks at what it leaves behind.
fn follow(program: &HostProgram, number: usize) -> (Option<String>, Vec<Found>) {
    let function = &program.functions[number];
    let (mut machine, flow) = run(program, number, Purpose::Findings);
    let mut ends: Vec<(State, Value, Span)> = Vec::new();
    let close = Span {
        start: function.span.end,
        ..function.span
    };
    ends.extend(flow.next.into_iter().map(|state| (state, Value::Unknown, close)));
    for (exit, state) in flow.out {
        match exit {
            Exit::Return(value, span) => ends.push((state, value, span)),
            // `run` has given it up.
            Exit::Goto(_) | Exit::Break | Exit::Continue => {}
        }
    }
    let is_main = function.name == "main";
    for (mut state, value, span) in ends {
        state.escape(&value);
        let ids: Vec<_> = state.sites.keys().copied().collect();
        for id in &ids {
            match is_only_local(&state, *id) {
                true => machine.note_end(&state, *id),
                // Whoever gets it may use it.
                false => machine.used.extend(state.sites.get(id).map(|site| site.born)),
            }
        }
        if !is_main {
            for id in ids.iter().copied().filter(|id| is_only_local(&state, *id)) {
                machine.leak(&state, id, (span.start != span.end).then_some(span));
            }
        }
        let waiting: Vec<_> = state.missing.iter().map(|missing| missing.of).collect();
        let is_local = |state: &State, id| is_only_local(state, id);
        for id in waiting {
            if is_main || is_local(&state, id) {
                machine.end_of(&mut state, id);
            }
        }
    }
    let unfollowed = machine.lost.clone();
    let unused = unused(&machine);
    let mut found = machine.record.finish(unfollowed.is_none());
    found.extend(unused);
    (unfollowed, found)
}

/// Memory that nothing uses on any way, if all were followed.
fn unused(machine: &Machine<'_>) -> Vec<Found> {
    let is_whole = machine.lost.is_none();
    let all = machine.unused.iter().filter(|_| is_whole);
    let never = all.filter(|(born, _)| !machine.used.contains(born));
    let found = never.map(|(born, name)| Found {
        rule: Rule::UnusedBuffer,
        place: (*born, "it is allocated here".to_owned()),
        other: None,
        message: format!("nothing uses `{name}`"),
        weak: None,
    });
    found.collect()
}

/// Whether memory was made in the function, and nothing behind its end leads to it.
fn is_only_local(state: &State, id: value::SiteId) -> bool {
    let made = state
        .sites
        .get(&id)
        .is_some_and(|site| !site.escaped && matches!(site.kind, Kind::Memory(_)));
    let leads = |(path, value): (&Path, &Value)| {
        path.depth.is_none() && matches!(value, Value::Pointer(site, _) if *site == id)
    };
    made && !state.values.iter().any(leads)
}
