//! What a run showed, as findings.

use crate::config::Options;
use crate::replay::{self, EventKind, Inputs, Run};
use crate::verdict::{self, Judged, Severity, Status};
use kverify_frontend::ir::{Kernel, Loc, Scope};
use kverify_smt::answer::{Action, Behind, Finding, Kind, Place, ThreadAt, Witness};

/// What a run showed, as findings. Races that barriers would have ruled out, had all threads come to them, lie behind the run's first
/// divergence.
pub(crate) fn findings(kernel: &Kernel, inputs: &Inputs, run: &Run, options: &Options) -> Vec<Judged> {
    if run.assumption_failed {
        return Vec::new();
    }
    let first = run.divergences.iter().find(|d| d.kind == Kind::BarrierDivergence);
    let behind = first.map(|parting| Behind {
        places: parting.places.clone(),
        found: true,
    });
    let races = run.conflicts.iter().map(|conflict| {
        let finding = Finding {
            space: Some(conflict.space),
            variant: Some(conflict.variant),
            object: Some(conflict.object),
            same_value: conflict.same_value,
            behind: behind.clone().filter(|_| conflict.after_divergence),
            ..Finding::new(
                Kind::DataRace,
                conflict.scope,
                conflict.places.clone(),
                witness_of(kernel, inputs, conflict.threads.clone()),
            )
        };
        (finding, conflict.exact)
    });
    let partings = run.divergences.iter().map(|parting| {
        let threads = parting.threads.clone();
        let finding = plain(
            kernel,
            inputs,
            parting.kind,
            parting.scope,
            parting.places.clone(),
            threads,
        );
        (finding, parting.exact)
    });
    let events = run.events.iter().filter_map(|event| {
        let (kind, action) = match event.kind {
            EventKind::OutOfBounds => (Kind::OutOfBounds, Action::Read),
            EventKind::UninitialisedRead => (Kind::UninitialisedRead, Action::Read),
            EventKind::AssertionFailed => (Kind::Assertion, Action::Assert),
            EventKind::Undefined(of) => (Kind::InvalidArgument, Action::Demand(of)),
            EventKind::EndlessLoop => (Kind::NonTerminatingLoop, Action::Read),
            _ => return None,
        };
        let place = Place {
            loc: event.loc.unwrap_or(Loc {
                span: kernel.span,
                call: None,
            }),
            action,
        };
        let threads = [event.thread.clone(), event.thread.clone()];
        let places = [place.clone(), place];
        Some((
            plain(kernel, inputs, kind, Scope::Thread, places, threads),
            !run.approximate,
        ))
    });
    races
        .chain(partings)
        .chain(events)
        .map(|(finding, exact)| judged(finding, exact, kernel, options))
        .collect()
}

/// Loops that threads went round in until the run was cut short.
pub(super) fn spinning(kernel: &Kernel, inputs: &Inputs, run: &Run, options: &Options) -> Vec<Judged> {
    let found = run.spinning.iter().filter_map(|event| {
        let place = Place {
            loc: event.loc?,
            action: Action::Loop,
        };
        let threads = [event.thread.clone(), event.thread.clone()];
        let places = [place.clone(), place];
        let kind = Kind::NonTerminatingLoop;
        let finding = plain(kernel, inputs, kind, Scope::Thread, places, threads);
        Some(judged(finding, !run.approximate, kernel, options))
    });
    found.collect()
}

fn plain(
    kernel: &Kernel,
    inputs: &Inputs,
    kind: Kind,
    scope: Scope,
    places: [Place; 2],
    threads: [ThreadAt; 2],
) -> Finding {
    Finding::new(kind, scope, places, witness_of(kernel, inputs, threads))
}

pub(crate) fn witness_of(kernel: &Kernel, inputs: &Inputs, threads: [ThreadAt; 2]) -> Witness {
    Witness {
        block_dim: inputs.block_dim,
        grid_dim: inputs.grid_dim,
        global_offset: inputs.global_offset,
        threads,
        scalars: replay::scalars(kernel, inputs),
        cells: Vec::new(),
    }
}

fn judged(finding: Finding, exact: bool, kernel: &Kernel, options: &Options) -> Judged {
    let severity = match finding.kind {
        // No rule of `check` yet: copies of structs read their padding.
        Kind::UninitialisedRead if !options.strict => Severity::Warning,
        Kind::NonTerminatingLoop => Severity::Error,
        _ => verdict::severity(&finding, kernel, options),
    };
    let notes = match exact {
        true => Vec::new(),
        false => vec!["something that is not modelled had a say in this run".to_owned()],
    };
    Judged {
        finding,
        status: if exact {
            Status::Confirmed
        } else {
            Status::Possible
        },
        severity,
        notes,
        inputs: None,
        ignored: None,
        outside: false,
        known: false,
        often: false,
        harm: None,
    }
}
