//! From a report to its document.

use super::finding::{
    Access, BaselineState, BehindEntry, Call, CellEntry, FindingEntry, IgnoredEntry, IntervalEntry,
    Iteration, Number, SeverityName, StatusName, Thread, Witness,
};
use super::harm::harm_entry;
use super::kernel::{
    Assumption, BoundEntry, ConditionEntry, CutName, KernelEntry, KernelTimings, Launch, LaunchSourceName,
    Questions, Statistics,
};
use super::{Coverage, Document, File, FileTimings, LanguageName, Message, RunTimings, SCHEMA, Tool, advice};
use crate::config::LaunchSource;
use crate::report::fingerprint::Fingerprints;
use crate::report::values::{Value, value};
use crate::report::{FileError, FileReport, KernelReport, Report, ids, sources, witness_words, words};
use crate::verdict::{Judged, distinct_approximations};
use kverify_frontend::ir::{Kernel, Language, Loc, Module, Span};
use kverify_smt::answer::{Action, Cell, Place, ThreadAt};
use std::collections::BTreeMap;
use std::path::Path;

/// The document for a report.
pub fn document(report: &Report, with_timings: bool) -> Document {
    let files: Vec<File> = report
        .files
        .iter()
        .map(|file| file_entry(file, report.baseline.is_some(), with_timings))
        .collect();
    Document {
        schema: SCHEMA.to_owned(),
        tool: Tool {
            version: report.toolchain.kverify.to_owned(),
            z3: report.toolchain.z3.clone(),
            libclang: report.toolchain.libclang.clone(),
        },
        coverage: Coverage::of(&files),
        files,
        baseline: report.baseline.clone(),
        timings: with_timings.then(|| RunTimings {
            load: report.load_seconds,
            peak_memory_kib: peak_memory_kib(),
        }),
    }
}

/// Linux keeps the high-water mark of a process's resident memory.
fn peak_memory_kib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

pub(crate) fn file_entry(file: &FileReport, is_compared: bool, with_timings: bool) -> File {
    let messages = |errors: &[FileError]| -> Vec<Message> {
        let module = file.module.as_deref();
        errors.iter().map(|error| file_message(error, module)).collect()
    };
    let entries = file.module.as_deref().map(|module| {
        file.kernels
            .iter()
            .map(|kernel| kernel_entry(kernel, module, is_compared, with_timings))
            .collect::<Vec<_>>()
    });
    File {
        path: file.path.display().to_string(),
        language: match file.language {
            Language::Cuda => LanguageName::Cuda,
            Language::OpenCl => LanguageName::OpenCl,
        },
        errors: messages(&file.errors),
        warnings: messages(&file.warnings),
        left_out: file.left_out,
        kernels: entries.unwrap_or_default(),
        host: super::host::entry(file, is_compared),
        timings: with_timings.then_some(FileTimings {
            parse: file.parse_seconds,
        }),
    }
}

fn kernel_entry(
    report: &KernelReport,
    module: &Module,
    is_compared: bool,
    with_timings: bool,
) -> KernelEntry {
    let state_of = |judged: &Judged| {
        let state = if judged.known {
            BaselineState::Known
        } else {
            BaselineState::New
        };
        (is_compared && judged.ignored.is_none()).then_some(state)
    };
    let kernel = &report.kernel;
    let config = &report.configuration.config;
    let mut fingerprints = Fingerprints::default();
    KernelEntry {
        name: kernel.name.clone(),
        instantiation: kernel.instantiation.clone(),
        path: other_file(module, &kernel.span),
        entry: kernel.asked.is_some(),
        line: kernel.span.line,
        verdict: report.verdict.into(),
        left_out: report.kernel.left_out.is_some(),
        cut: match (report.is_cut_by_clock(), report.stats.exhausted) {
            (true, _) => Some(CutName::Clock),
            (false, true) => Some(CutName::Work),
            (false, false) => None,
        },
        launch: Launch {
            block: config.block,
            grid: config.grid,
            source: match report.configuration.source {
                LaunchSource::Flag => LaunchSourceName::Flag,
                LaunchSource::Comment => LaunchSourceName::Comment,
                LaunchSource::Project => LaunchSourceName::Project,
                LaunchSource::Host => LaunchSourceName::Host,
                LaunchSource::Symbolic => LaunchSourceName::Symbolic,
            },
            line: report.configuration.line.as_ref().map(|line| line.line),
            file: report
                .configuration
                .line
                .as_ref()
                .and_then(|line| line.file.clone()),
        },
        bounds: (report.configuration.config.extents.iter())
            .map(|extent| BoundEntry {
                array: report.kernel.objects[extent.object].name.clone(),
                bytes: extent.text.clone(),
                line: extent.line.as_ref().map(|line| line.line),
                file: extent.line.as_ref().and_then(|line| line.file.clone()),
            })
            .collect(),
        assumptions: report
            .assumptions
            .iter()
            .map(|a| Assumption {
                id: a.id.id().to_owned(),
                text: a.text.clone(),
            })
            .collect(),
        reasons: report
            .reasons
            .iter()
            .map(|r| message(&r.message, r.loc.as_ref(), kernel, module))
            .collect(),
        contract: report.contract().map(str::to_owned),
        conditions: report
            .conditions
            .iter()
            .map(|condition| ConditionEntry {
                assume: condition.assume.clone(),
                text: condition.text(),
            })
            .collect(),
        findings: report
            .findings
            .iter()
            .map(|judged| FindingEntry {
                fingerprint: fingerprints.next(kernel, module, &judged.finding),
                baseline: state_of(judged),
                ..finding_entry(judged, kernel, module)
            })
            .collect(),
        advice: (report.advice.as_ref()).map(|given| advice::entry(given, kernel, module)),
        stats: Statistics {
            obligations: report.stats.obligations,
            discharged: report.stats.discharged,
            queries: report.stats.queries,
            races: questions(&report.stats.races),
            divergence: questions(&report.stats.divergence),
            seconds: report.seconds,
        },
        timings: with_timings.then_some(KernelTimings {
            work: report.stats.work,
            encode: report.stats.encode_seconds,
            discharge: report.stats.discharge_seconds,
            solve: report.stats.solve_seconds,
            races: report.stats.races.seconds,
            divergence: report.stats.divergence.seconds,
            replay: report.replay_seconds,
        }),
    }
}

/// A file of which only an error is known.
pub(crate) fn broken(path: &Path, message: String) -> File {
    File {
        path: path.display().to_string(),
        language: match kverify_frontend::language_of(path) {
            Language::Cuda => LanguageName::Cuda,
            Language::OpenCl => LanguageName::OpenCl,
        },
        errors: vec![Message {
            message,
            line: 1,
            column: 1,
            path: None,
        }],
        warnings: Vec::new(),
        left_out: false,
        host: None,
        kernels: Vec::new(),
        timings: None,
    }
}

/// The name of a severity.
pub(crate) fn severity_name(severity: crate::Severity) -> SeverityName {
    match severity {
        crate::Severity::Error => SeverityName::Error,
        crate::Severity::Warning => SeverityName::Warning,
        crate::Severity::Note => SeverityName::Note,
    }
}

fn questions(of: &kverify_smt::answer::Questions) -> Questions {
    Questions {
        obligations: of.obligations,
        conjuncts: of.conjuncts,
    }
}

/// A sentence at its place, or at the kernel's name.
fn message(text: &str, loc: Option<&Loc>, kernel: &Kernel, module: &Module) -> Message {
    let span = loc.map_or(&kernel.span, |loc| &loc.span);
    Message {
        message: text.to_owned(),
        line: span.line,
        column: span.column,
        path: other_file(module, span),
    }
}

/// What is wrong with a file, where it is.
pub(crate) fn file_message(error: &FileError, module: Option<&Module>) -> Message {
    Message {
        message: error.message.clone(),
        line: error.line,
        column: error.column,
        path: module
            .zip(error.span)
            .and_then(|(module, span)| other_file(module, &span)),
    }
}

/// A finding as the document holds it, as the first of its content.
pub fn finding_entry(judged: &Judged, kernel: &Kernel, module: &Module) -> FindingEntry {
    let finding = &judged.finding;
    let sides = if words::is_single_thread(finding.kind) {
        1
    } else {
        2
    };
    FindingEntry {
        rule: ids::kind_id(finding.kind).to_owned(),
        kind: ids::kind_id(finding.kind).to_owned(),
        status: match judged.status {
            crate::Status::Confirmed => StatusName::Confirmed,
            crate::Status::Possible => StatusName::Possible,
        },
        severity: severity_name(judged.severity),
        message: words::title(kernel, finding),
        scope: ids::scope_id(finding.scope).to_owned(),
        space: finding.space.map(|space| ids::space_id(space).to_owned()),
        variant: finding.variant.map(|variant| ids::variant_id(variant).to_owned()),
        hazard: ids::hazard_id(kernel, finding).map(str::to_owned),
        accesses: (0..sides)
            .map(|side| Access {
                interval: finding.intervals.map(|begin| interval(begin[side])),
                ..access(&finding.places[side], kernel, module)
            })
            .collect(),
        behind: finding.behind.as_ref().map(|behind| BehindEntry {
            text: words::behind(kernel, module, finding).unwrap_or_default(),
            accesses: behind
                .places
                .iter()
                .map(|place| access(place, kernel, module))
                .collect(),
        }),
        witness: Witness {
            text: witness_words::witness(kernel, module, finding),
            block: finding.witness.block_dim,
            grid: finding.witness.grid_dim,
            global_offset: finding.witness.global_offset,
            threads: finding.witness.threads.iter().take(sides).map(thread).collect(),
            arguments: arguments(judged, kernel),
            cells: finding
                .witness
                .cells
                .iter()
                .map(|cell| cell_entry(cell, kernel))
                .collect(),
        },
        approximations: distinct_approximations(finding)
            .iter()
            .map(|a| message(&a.message, Some(&a.loc), kernel, module))
            .collect(),
        notes: judged.notes.clone(),
        harm: judged.harm.as_ref().map(|harm| harm_entry(harm, kernel)),
        help: words::help(kernel, finding),
        fingerprint: Fingerprints::default().next(kernel, module, finding),
        ignored: judged.ignored.as_ref().map(|ignored| IgnoredEntry {
            line: ignored.line,
            reason: ignored.reason.clone(),
        }),
        baseline: None,
    }
}

fn access(place: &Place, kernel: &Kernel, module: &Module) -> Access {
    let span = &place.loc.span;
    let what = match place.action {
        Action::Read => "read",
        Action::Write => "write",
        Action::Atomic => "atomic",
        Action::Barrier => "barrier",
        Action::Entry => "entry",
        Action::Exit | Action::PassedBy => "exit",
        Action::Collective => "collective",
        Action::Assert => "assert",
        Action::Demand(_) => "operand",
        Action::Loop => "loop",
        Action::Branch => "branch",
    };
    Access {
        line: span.line,
        column: span.column,
        end_line: span.end_line,
        end_column: span.end_column,
        what: what.to_owned(),
        text: sources::excerpt(module, span),
        path: other_file(module, span),
        calls: words::calls(kernel, &place.loc)
            .map(|call| Call {
                callee: call.callee.clone(),
                line: call.loc.span.line,
                column: call.loc.span.column,
                path: other_file(module, &call.loc.span),
            })
            .collect(),
        interval: None,
    }
}

/// The interval that begins at a barrier, or at the kernel's start.
fn interval(begin: Option<Loc>) -> IntervalEntry {
    IntervalEntry {
        line: begin.map(|loc| loc.span.line),
        column: begin.map(|loc| loc.span.column),
    }
}

/// The path of a span's file, where it is not the one asked for.
pub(super) fn other_file(module: &Module, span: &Span) -> Option<String> {
    (span.file.0 != 0).then(|| sources::path(module, span).to_owned())
}

fn thread(thread: &ThreadAt) -> Thread {
    let iteration = |(loc, iteration): &(Loc, u64)| Iteration {
        line: loc.span.line,
        iteration: *iteration,
    };
    Thread {
        block: thread.block,
        thread: thread.thread,
        iterations: thread.iterations.iter().map(iteration).collect(),
        offset: thread.offset.and_then(|offset| i64::try_from(offset).ok()),
    }
}

fn arguments(judged: &Judged, kernel: &Kernel) -> BTreeMap<String, Number> {
    let scalars = judged.finding.witness.scalars.iter();
    scalars
        .filter_map(|(index, bits)| kernel.params.get(*index as usize).map(|param| (param, *bits)))
        .map(|(param, bits)| (param.name.clone(), number(value(param.ty, bits))))
        .collect()
}

fn cell_entry(cell: &Cell, kernel: &Kernel) -> CellEntry {
    CellEntry {
        array: kernel
            .objects
            .get(cell.object)
            .map(|object| object.name.clone())
            .unwrap_or_default(),
        row: saturated(cell.row),
        offset: saturated(cell.offset),
        value: number(value(cell.ty, cell.bits)),
    }
}

pub(super) fn saturated(n: i128) -> i64 {
    i64::try_from(n).unwrap_or(if n < 0 { i64::MIN } else { i64::MAX })
}

/// A value as JSON holds it.
pub fn number(value: Value) -> Number {
    match value {
        Value::Integer(n) => i64::try_from(n).map_or_else(|_| Number::Text(n.to_string()), Number::Integer),
        Value::Float(x) if x.is_finite() => Number::Float(x),
        Value::Unsigned(_) | Value::Float(_) => Number::Text(value.to_string()),
    }
}
