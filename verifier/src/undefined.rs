//! Results that rest on values that the language does not say: variables, arrays of a thread and shared memory that nobody wrote, quotients by
//! zero, shifts by the width or more.
//!
//! They are looked for by running launches, and not proved absent: `proved` says nothing of them. Launches without odd ends that show one are
//! an error. Others may be none of the program's, and so may contents of buffers that decide which ways threads go: what only they show
//! is a warning.
//!
//! C11, sections 6.5.5p5, 6.5.7p3 and 6.7.9p10; compute-sanitizer's initcheck.

use crate::chosen;
use crate::config::{Configuration, Options};
use crate::dependence::Influence;
use crate::judging::SEED;
use crate::plain::Plain;
use crate::replay::{self, Inputs, Limits, Run, Source, UndefinedUse};
use crate::rerun::witness_of;
use crate::verdict::{self, Judged, Severity, Status};
use kverify_frontend::ir::flow::solve;
use kverify_frontend::ir::points_to::PointsTo;
use kverify_frontend::ir::{BlockId, Expr, Kernel, Loc, ObjectId, Scope, Stmt, VarId};
use kverify_smt::answer::{Action, Approximation, Finding, Kind, Place};
use std::collections::BTreeSet;

/// Launches that are drawn for odd ends, of which the host's relations may allow few, and instructions of each.
const ODD: (u32, u64) = (24, 50_000);
/// So many of them are tried.
const MOST_ODD: u32 = 3;

/// What launches show in which threads neither race nor part.
pub fn search(
    kernel: &Kernel,
    configuration: &Configuration,
    plain: &Plain,
    options: &Options,
) -> Vec<Judged> {
    // What variables of a construct hold at first is for its directive to say.
    if kernel.construct.is_some() {
        return Vec::new();
    }
    let variables = unwritten(kernel);
    let config = &configuration.config;
    let ids: Vec<VarId> = variables.iter().map(|(var, _)| *var).collect();
    let uses = |inputs: &Inputs, run: &Run, fuel: u64| {
        let limits = Limits {
            fuel,
            cancel: config.cancel.clone(),
            ..Limits::default()
        };
        replay::undefined_uses(kernel, config, (inputs, run), &limits, &ids)
    };
    let is_exact = chosen::is_none(kernel, configuration);
    let judge = |found: &UndefinedUse, inputs: &Inputs, is_plain: bool| {
        let certain = is_plain && is_exact && !rests_on_contents(kernel, &found.source);
        // What buffers hold is the host's to say.
        let is_said = certain || !found.source.is_arithmetic();
        is_said.then(|| judged(kernel, found, &variables, inputs, certain, options))
    };
    let mut certain: Option<Vec<(UndefinedUse, &Inputs)>> = None;
    for (inputs, run) in &plain.runs {
        let found = uses(inputs, run, Plain::FUEL);
        // A kernel may be made for one of the shapes.
        match &mut certain {
            Some(certain) => certain.retain(|(known, _)| found.iter().any(|f| f.source == known.source)),
            None => certain = Some(found.into_iter().map(|f| (f, inputs)).collect()),
        }
        if certain.as_ref().is_some_and(Vec::is_empty) {
            break;
        }
    }
    let certain = certain.unwrap_or_default();
    if !certain.is_empty() {
        return certain
            .iter()
            .filter_map(|(found, inputs)| judge(found, inputs, true))
            .collect();
    }
    let mut odd = Vec::new();
    let mut left = MOST_ODD;
    if config.block.iter().all(Option::is_some) {
        replay::drawn_runs(kernel, config, SEED, ODD, &mut |inputs, run| {
            left -= 1;
            if replay::is_clear(&run) {
                let found = uses(&inputs, &run, ODD.1).into_iter();
                odd.extend(found.filter_map(|found| judge(&found, &inputs, false)));
            }
            odd.is_empty() && left > 0
        });
    }
    odd
}

fn judged(
    kernel: &Kernel,
    found: &UndefinedUse,
    variables: &[(VarId, Loc)],
    inputs: &Inputs,
    certain: bool,
    options: &Options,
) -> Judged {
    let rests =
        |on: &str| format!("the launch's result rests on {on}: with another value there it is another");
    let (kind, loc, note) = match found.source {
        Source::Memory(loc) => (Kind::UninitialisedRead, loc, rests("what is read there")),
        Source::Variable(var) => {
            let used = variables.iter().find(|(known, _)| *known == var);
            let loc = used.map_or_else(|| entry(kernel), |(_, loc)| *loc);
            let name = format!("`{}`, which nothing gives a value before", kernel.vars[var].name);
            (Kind::UninitialisedRead, loc, rests(&name))
        }
        Source::Division(loc) => (Kind::UndefinedArithmetic, loc, rests("a quotient by zero")),
        Source::Shift(loc) => (
            Kind::UndefinedArithmetic,
            loc,
            rests("a shift by as many bits as there are, or more"),
        ),
    };
    let place = Place {
        loc,
        action: Action::Read,
    };
    let threads = [found.thread.clone(), found.thread.clone()];
    let places = [place.clone(), place];
    let objects = match found.source {
        Source::Memory(loc) => touched(kernel, loc),
        Source::Variable(_) | Source::Division(_) | Source::Shift(_) => BTreeSet::new(),
    };
    // What unknown pointers lead to is none of the kernel's.
    let only = objects.first().filter(|_| objects.len() == 1).copied();
    let object = only.filter(|object| kernel.objects.get(*object).is_some());
    let mut finding = Finding {
        object,
        space: object.map(|object| kernel.objects[object].space),
        ..Finding::new(kind, Scope::Thread, places, witness_of(kernel, inputs, threads))
    };
    if !certain {
        finding.approximations.push(Approximation {
            message: "the launch that shows it is one of many, and need be none of the program's".to_owned(),
            loc,
        });
    }
    // Devices shift everything out; compilers that know better are free to do what they like.
    let is_error = certain && !matches!(found.source, Source::Shift(_));
    let severity = match is_error || options.strict {
        true => verdict::severity(&finding, kernel, options),
        false => Severity::Warning,
    };
    Judged {
        finding,
        status: if certain {
            Status::Confirmed
        } else {
            Status::Possible
        },
        severity,
        notes: vec![note],
        inputs: Some(inputs.clone()),
        ignored: None,
        outside: false,
        known: false,
        often: false,
        harm: None,
    }
}

fn entry(kernel: &Kernel) -> Loc {
    Loc {
        span: kernel.span,
        call: None,
    }
}

/// Whether a read that comes before the write is one side of a race that is known.
pub fn is_of_race(judged: &Judged, known: &[Judged]) -> bool {
    let finding = &judged.finding;
    let races =
        |other: &Judged| other.finding.kind == Kind::DataRace && other.finding.object == finding.object;
    finding.kind == Kind::UninitialisedRead && finding.object.is_some() && known.iter().any(races)
}

/// The objects that accesses at a place may touch, as far as they can be listed.
fn touched(kernel: &Kernel, loc: Loc) -> BTreeSet<ObjectId> {
    let points_to = PointsTo::of(kernel);
    let statements = kernel.blocks.iter().flat_map(|block| &block.stmts);
    let there = statements.filter(|statement| statement.loc == loc);
    let touches = there.flat_map(|statement| statement.effects(kernel).accesses);
    touches
        .flat_map(|touch| points_to.touched(&touch).some().clone())
        .collect()
}

/// Whether what memory holds at the launch has a say in which ways threads go, in where the memory is written that is read, or in what is
/// divided by.
fn rests_on_contents(kernel: &Kernel, source: &Source) -> bool {
    let influence = Influence::of_memory(kernel);
    match source {
        Source::Memory(loc) => influence.decides(&touched(kernel, *loc)),
        Source::Variable(_) => influence.decides(&BTreeSet::new()),
        Source::Division(loc) | Source::Shift(loc) => {
            influence.decides(&BTreeSet::new()) || influence.divides(*loc)
        }
    }
}

/// Variables that may be read before they are written, each with the first place, in the order of the blocks, at which it may be.
fn unwritten(kernel: &Kernel) -> Vec<(VarId, Loc)> {
    let params: BTreeSet<VarId> = kernel.params.iter().map(|param| param.var).collect();
    let mut exposed = BTreeSet::new();
    for block in kernel.blocks.indices() {
        reads_before_writes(kernel, block, &mut |var, _| {
            exposed.insert(var);
        });
    }
    let at_entry = solve(
        kernel.blocks.len(),
        [(kernel.entry, exposed.difference(&params).copied().collect())],
        |block: BlockId, mut left: BTreeSet<VarId>| {
            for var in kernel.blocks[block].stmts.iter().flat_map(Stmt::defs) {
                left.remove(&var);
            }
            let next = kernel.blocks[block].term.targets();
            next.into_iter().map(|to| (to, left.clone())).collect()
        },
        |_, old, new| {
            let before = old.len();
            old.extend(new);
            old.len() != before
        },
    );
    let mut uses: Vec<(VarId, Loc)> = Vec::new();
    for block in kernel.blocks.indices() {
        reads_before_writes(kernel, block, &mut |var, loc| {
            let is_left = at_entry[block].as_ref().is_some_and(|left| left.contains(&var));
            if is_left && uses.iter().all(|(known, _)| *known != var) {
                uses.push((var, loc));
            }
        });
    }
    uses
}

/// Hands over the variables that a block reads before it writes them, with the places.
fn reads_before_writes(kernel: &Kernel, block: BlockId, read: &mut dyn FnMut(VarId, Loc)) {
    let block = &kernel.blocks[block];
    let mut written: BTreeSet<VarId> = BTreeSet::new();
    let mut at = entry(kernel);
    let mut note = |expr: &Expr, written: &BTreeSet<VarId>, loc: Loc| {
        let variables = expr.variables().into_iter().filter(|var| !written.contains(var));
        variables.for_each(|var| read(var, loc));
    };
    for statement in &block.stmts {
        at = statement.loc;
        for expr in statement.exprs() {
            note(expr, &written, at);
        }
        written.extend(statement.defs());
    }
    if let Some(cond) = block.term.cond() {
        note(cond, &written, at);
    }
}
