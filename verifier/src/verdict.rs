//! From an answer and its replays to a verdict: status, severity, and what a verdict takes for granted.

use crate::chosen;
use crate::conditions::Condition;
use crate::config::{Configuration, LaunchSource, Options};
use crate::ignore::Ignored;
use crate::overlaps;
use crate::replay::{Harm, Inputs};
use kverify_frontend::ir::{Kernel, Language, Loc, PhaseBarrier, Stmt, StmtKind};
use kverify_smt::answer::{Action, Approximation, Assumption, Finding, Kind, Taken, Unknown};
use serde::{Deserialize, Serialize};

/// The word on a kernel under one configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// No two threads of any launch that the configuration allows can violate any checked property.
    Proved,
    /// Free under a natural contract that is printed with it, and no known caller breaks it.
    Conditional,
    /// At least one finding of severity error is confirmed.
    Violated,
    /// There are findings of severity error, none confirmed.
    Suspect,
    /// No such finding, yet not proved.
    Unknown,
}

/// What is known of a finding's truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Status {
    /// A concrete run of the kernel under the witness shows it.
    Confirmed,
    /// The solver found it, replay did not show it.
    Possible,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Severity {
    /// Makes the kernel `violated` or `suspect`.
    Error,
    /// Allowed by what the hardware promises, or harmless as far as anyone can see; an error under `--strict`.
    Warning,
    /// Slow, not wrong.
    Note,
}

/// A finding and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// What the solver says.
    pub finding: Finding,
    /// Whether replay showed it.
    pub status: Status,
    /// How much it matters.
    pub severity: Severity,
    /// Observations of the replay, as sentences.
    pub notes: Vec<String>,
    /// The launch that replay ran: the one that showed the finding, else the witness with all that it leaves open chosen.
    pub inputs: Option<Inputs>,
    /// Where the source says to ignore it: it then counts for no verdict.
    pub ignored: Option<Ignored>,
    /// It happens only where a caller breaks the kernel's contract ([`under_contract`]).
    pub outside: bool,
    /// A baseline holds it: it counts for the verdict, but does not fail the run.
    pub known: bool,
    /// An access leaves its buffer in most launches with buffers of other sizes as well.
    pub often: bool,
    /// Of a confirmed race: what the order of threads does to memory, where that can be told.
    pub harm: Option<Harm>,
}

pub use kverify_smt::answer::INDEPENDENT_THREADS_ARCH;

/// What a severity depends on besides the finding.
#[derive(Clone, Copy, Debug)]
struct Site {
    language: Language,
    /// A barrier in memory is concerned: it counts arrivals, and so waits for threads that have left the kernel.
    counts: bool,
    /// It is in a construct of a directive, where a race has no meaning at all, whatever is written (OpenMP 5.2, section 1.4.1).
    construct: bool,
}

impl Site {
    fn of(finding: &Finding, kernel: &Kernel) -> Site {
        let counts = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Phase(phase) => {
                let counts = matches!(
                    phase.barrier,
                    PhaseBarrier::At(_) | PhaseBarrier::Named { threads: Some(_), .. }
                );
                counts && finding.places.iter().any(|p| p.loc == stmt.loc)
            }
            _ => false,
        };
        Site {
            language: kernel.language,
            counts: kernel.blocks.iter().flat_map(|block| &block.stmts).any(counts),
            construct: kernel.construct.is_some(),
        }
    }
}

/// The severity of a finding before the project's settings and `--strict` have their say, for a compute capability and as
/// many threads in lock-step.
fn usual_severity(finding: &Finding, site: Site, (cuda_arch, lockstep): (u32, u32)) -> Severity {
    let Site {
        language,
        counts,
        construct,
    } = site;
    let exited = !counts && finding.places.iter().any(|place| place.action == Action::Exit);
    match finding.kind {
        Kind::DataRace if finding.same_value && !construct => Severity::Warning,
        Kind::BarrierDivergence
            if exited
                && finding.scope != kverify_frontend::ir::Scope::Grid
                && language == Language::Cuda
                && cuda_arch >= INDEPENDENT_THREADS_ARCH =>
        {
            Severity::Warning
        }
        // Threads that make progress on their own leave the loop; OpenCL promises nothing, its devices of today mostly do.
        // In lock-step they do not.
        Kind::NonTerminatingLoop
            if finding.scope == kverify_frontend::ir::Scope::Warp
                && lockstep <= 1
                && (language == Language::OpenCl || cuda_arch >= INDEPENDENT_THREADS_ARCH) =>
        {
            Severity::Warning
        }
        Kind::NonTerminatingLoop if finding.unscheduled => Severity::Warning,
        // Of the result, not of the order: compilers warn of it, too.
        Kind::UninitialisedRead => Severity::Warning,
        kind if kind.is_advice() => Severity::Note,
        _ => Severity::Error,
    }
}

/// The severity of a finding under the options. As usual (same-value races and threads that leave before a barrier are
/// warnings, notes are about speed, all else is an error) or as the project says; `--strict` raises warnings in any case.
pub fn severity(finding: &Finding, kernel: &Kernel, options: &Options) -> Severity {
    severity_at(finding, Site::of(finding, kernel), options)
}

fn severity_at(finding: &Finding, site: Site, options: &Options) -> Severity {
    let usual = usual_severity(finding, site, (options.cuda_arch(), options.lockstep));
    let rule = crate::report::ids::kind_id(finding.kind);
    match options.severities.get(rule).copied().unwrap_or(usual) {
        Severity::Warning if options.strict => Severity::Error,
        severity => severity,
    }
}

/// The verdict: only errors make a kernel violated or suspect, and only the lack of unknowns proves it.
pub fn verdict(findings: &[Judged], unknowns: &[Unknown]) -> Verdict {
    let errors = || {
        findings
            .iter()
            .filter(|judged| judged.severity == Severity::Error && judged.ignored.is_none())
    };
    if errors().any(|judged| judged.status == Status::Confirmed) {
        Verdict::Violated
    } else if errors().next().is_some() {
        Verdict::Suspect
    } else if unknowns.is_empty() {
        Verdict::Proved
    } else {
        Verdict::Unknown
    }
}

/// Takes a contract for granted that lets the proof go through: what was found happens only where a caller breaks it, and counts as
/// a warning. Returns the new verdict; without such a contract, and under `--strict`, it stays what it was.
pub fn under_contract(
    verdict: Verdict,
    conditions: &[Condition],
    findings: &mut [Judged],
    options: &Options,
) -> Verdict {
    let contract = conditions.first().filter(|condition| condition.natural);
    let is_settled = options.strict || verdict == Verdict::Proved;
    let (Some(contract), false) = (contract, is_settled) else {
        return verdict;
    };
    for judged in findings {
        if judged.severity == Severity::Error {
            judged.severity = Severity::Warning;
            judged.outside = true;
            judged.notes.push(format!(
                "only where a caller breaks the contract: {}",
                contract.assume
            ));
        }
    }
    Verdict::Conditional
}

/// All that a verdict takes for granted: the encoder's assumptions, where the launch came from, and what each
/// warning leans on.
pub fn assumptions(
    mut from_answer: Vec<Assumption>,
    kernel: &Kernel,
    configuration: &Configuration,
    findings: &[Judged],
) -> Vec<Assumption> {
    from_answer.retain(|assumption| assumption.id != Taken::Launch);
    from_answer.extend(launch_assumption(kernel, configuration));
    from_answer.extend(entry_assumption(kernel, configuration));
    from_answer.extend(chosen::assumptions(kernel));
    let machine = (configuration.config.cuda_arch, configuration.config.lockstep);
    let taken = |judged: &Judged| {
        warning_assumption(
            judged,
            usual_severity(&judged.finding, Site::of(&judged.finding, kernel), machine),
        )
    };
    from_answer.extend(findings.iter().filter(|judged| !judged.outside).filter_map(taken));
    from_answer.sort();
    from_answer.dedup();
    from_answer
}

/// What is taken for granted of the callers of a function that is no kernel.
fn entry_assumption(kernel: &Kernel, configuration: &Configuration) -> Option<Assumption> {
    let asked = kernel.asked.as_ref()?;
    let own: Vec<String> = asked.own.iter().map(|name| format!("`{name}`")).collect();
    let own = match own.as_slice() {
        [] => String::new(),
        [one] => format!(", but for {one}, each thread's own value"),
        several => format!(", but for {}, each thread's own values", several.join(", ")),
    };
    Some(Assumption {
        id: Taken::Entry,
        text: format!(
            "all threads of a block call `{}{}` once{}, with the same arguments{own}; what pointers and references lead to is the \
             same for all threads",
            kernel.name,
            kernel.instantiation,
            if configuration.config.grid == [Some(1); 3] {
                ", and no other block does"
            } else {
                ""
            }
        ),
    })
}

fn launch_assumption(kernel: &Kernel, configuration: &Configuration) -> Option<Assumption> {
    let config = &configuration.config;
    let mut facts = Vec::new();
    let is_launched = kernel.construct.is_none();
    // That there is one block is what an entry is taken for.
    let is_said = kernel.asked.is_some() && config.grid == [Some(1); 3];
    if let Some(block) = shape_text(config.block).filter(|_| is_launched) {
        facts.push(format!("blocks of {block} thread{}", plural(&block)));
    }
    if let Some(grid) = shape_text(config.grid).filter(|_| is_launched && !is_said) {
        facts.push(format!("a grid of {grid} block{}", plural(&grid)));
    }
    for (index, value) in &config.args {
        if let Some(param) = kernel.params.get(*index as usize) {
            facts.push(format!("{} = {value}", param.name));
        }
    }
    let placed = config.overlaps.iter().filter(|overlap| overlap.bytes.is_some());
    facts.extend(placed.filter_map(|overlap| overlaps::said(kernel, overlap)));
    if facts.is_empty() {
        return None;
    }
    let line = configuration
        .line
        .as_ref()
        .map(|line| format!(" ({line})"))
        .unwrap_or_default();
    let source = match configuration.source {
        LaunchSource::Flag => "as --block and --grid say".to_owned(),
        LaunchSource::Comment => {
            format!("as the kernel's source demands{line}; --block and --grid change it")
        }
        LaunchSource::Project => "as kverify.toml says; --block and --grid change it".to_owned(),
        LaunchSource::Host | LaunchSource::Symbolic => {
            format!("as the host code launches it{line}; --block and --grid change it")
        }
    };
    let doubt = if is_larger_than_devices(kernel, configuration) {
        "; CUDA devices have at most 1024 threads in a block"
    } else {
        ""
    };
    Some(Assumption {
        id: Taken::Launch,
        text: format!("the launch has {}, {source}{doubt}", facts.join(", ")),
    })
}

fn plural(shape: &str) -> &'static str {
    if shape == "1" { "" } else { "s" }
}

/// Whether no CUDA device of today has blocks so large; the question is answered all the same.
fn is_larger_than_devices(kernel: &Kernel, configuration: &Configuration) -> bool {
    let sizes = configuration.config.block.iter().flatten();
    let threads = sizes.fold(1_u64, |product, size| product.saturating_mul(*size));
    kernel.language == Language::Cuda && threads > 1024
}

/// `16 x 16`, with `any` for what is free; `None` if all is.
fn shape_text(shape: [Option<u64>; 3]) -> Option<String> {
    let last = shape.iter().rposition(|size| *size != Some(1)).unwrap_or(0);
    shape.iter().any(Option::is_some).then(|| {
        let sizes = shape[..=last]
            .iter()
            .map(|size| size.map_or_else(|| "any".to_owned(), |n| n.to_string()));
        sizes.collect::<Vec<_>>().join(" x ")
    })
}

fn warning_assumption(judged: &Judged, usual: Severity) -> Option<Assumption> {
    // That accesses which may leave their buffer stay inside is said for itself.
    let is_possible = judged.status == Status::Possible && judged.finding.kind == Kind::OutOfBounds;
    let is_undefined = match judged.finding.kind {
        Kind::UninitialisedRead | Kind::UndefinedArithmetic => true,
        Kind::DataRace
        | Kind::BarrierDivergence
        | Kind::OutOfBounds
        | Kind::NonTerminatingLoop
        | Kind::DivergentCollective
        | Kind::BankConflict
        | Kind::UncoalescedAccess
        | Kind::RedundantBarrier
        | Kind::DivergentBranch
        | Kind::InvalidArgument
        | Kind::Assertion => false,
    };
    if is_undefined {
        let line = judged.finding.places[0].loc.span.line;
        return (judged.severity != Severity::Error).then(|| Assumption {
            id: Taken::DefinedValues,
            text: format!(
                "values that the language does not say have no say in the results of the program's launches (the warning at line \
                 {line} says how they may; --strict drops this)"
            ),
        });
    }
    if usual == Severity::Error && judged.severity != Severity::Error && !is_possible {
        let rule = crate::report::ids::kind_id(judged.finding.kind);
        return Some(Assumption {
            id: Taken::Severity,
            text: format!(
                "what {rule} finds does no harm, as kverify.toml says ([severity]; --strict drops this for warnings)"
            ),
        });
    }
    if usual != Severity::Warning || judged.severity == Severity::Error {
        return None;
    }
    Some(match judged.finding.kind {
        Kind::DataRace => Assumption {
            id: Taken::SameValueWrites,
            text: "threads that write the same value to the same place do no harm (--strict drops this)"
                .to_owned(),
        },
        Kind::NonTerminatingLoop if judged.finding.unscheduled => Assumption {
            id: Taken::ConcurrentBlocks,
            text: "all blocks of a launch run at the same time, so that one may wait for another (--strict drops this)".to_owned(),
        },
        Kind::NonTerminatingLoop => Assumption {
            id: Taken::IndependentThreads,
            text: "threads of one warp make progress on their own, as on sm_70 and later, so that one may wait for \
                   another (--strict, --lockstep or an older --cuda-arch drops this)"
                .to_owned(),
        },
        _ => Assumption {
            id: Taken::ExitedThreads,
            text: "a barrier does not wait for threads that left the kernel, as on sm_70 and later \
                   (--strict or an older --cuda-arch drops this)"
                .to_owned(),
        },
    })
}

/// The reason given for a kernel that made the tool itself fail.
pub fn internal_error(message: &str, loc: Option<Loc>) -> Unknown {
    Unknown {
        message: format!("internal error of kverify: {message}. Please report it with the kernel."),
        loc,
    }
}

/// Approximations as the report shows them: once each.
pub fn distinct_approximations(finding: &Finding) -> Vec<Approximation> {
    let mut approximations = finding.approximations.clone();
    approximations.sort();
    approximations.dedup();
    approximations
}

#[cfg(test)]
mod tests;
