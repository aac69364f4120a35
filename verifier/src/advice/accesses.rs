//! Bank conflicts in shared memory, and accesses of global memory that move more sectors than they need.
//!
//! Counted from the addresses of the encoding, and confirmed where a run of the same launch asks for no less.

use super::count::{Of, Tally};
use super::launch::Launch;
use super::{Row, note, padding, strides};
use crate::rerun::witness_of;
use crate::verdict::{Judged, Status};
use kverify_frontend::ir::{Kernel, ObjectSource, Scope, Space};
use kverify_smt::answer::{Finding, Kind, Place};
use kverify_smt::requests::Requests;

/// What all accesses cost, and a note for each that costs much.
pub fn look(kernel: &Kernel, launch: &Launch) -> (Vec<Row>, Vec<Judged>) {
    let all = launch.requests(kernel);
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    for requests in &all {
        let of = measure(kernel, requests);
        let tally = Tally::of(&requests.by_values[0], of);
        if tally.requests == 0 {
            continue;
        }
        rows.push(Row {
            loc: requests.site.loc,
            action: requests.site.action,
            object: requests.site.object,
            tally,
        });
        if tally.is_slow() {
            notes.push(judged(kernel, launch, &all, requests, (of, tally)));
        }
    }
    (rows, notes)
}

/// What of a site is counted.
pub fn measure(kernel: &Kernel, requests: &Requests) -> Of {
    match kernel.objects[requests.site.object].space {
        Space::Shared => Of::Passes,
        Space::Global | Space::Constant | Space::Private | Space::Image => Of::Sectors(requests.floating),
    }
}

fn judged(
    kernel: &Kernel,
    launch: &Launch,
    all: &[Requests],
    requests: &Requests,
    (of, tally): (Of, Tally),
) -> Judged {
    let site = requests.site;
    let object = &kernel.objects[site.object];
    let (block, threads) = tally.at.unwrap_or_default();
    let witness = witness_of(
        kernel,
        &launch.inputs,
        threads.map(|thread| launch.thread(block, thread)),
    );
    let place = Place {
        loc: site.loc,
        action: site.action,
    };
    let kind = match of {
        Of::Passes => Kind::BankConflict,
        Of::Sectors(_) => Kind::UncoalescedAccess,
    };
    let finding = Finding {
        space: Some(object.space),
        object: Some(site.object),
        counted: Some(tally.worst),
        ..Finding::new(kind, Scope::Warp, [place.clone(), place], witness)
    };
    let mut notes = vec![counted(of, tally)];
    match of {
        Of::Passes => notes.extend(padding::mend(kernel, all, requests)),
        Of::Sectors(Some(_)) => notes.push(
            "where the accesses begin is not known; they are taken to be aligned as well as they can be"
                .to_owned(),
        ),
        Of::Sectors(None) if matches!(object.source, ObjectSource::Param(_)) => notes.push(format!(
            "`{}` is taken to lead to a multiple of 256 bytes, as allocations do",
            object.name
        )),
        Of::Sectors(None) => {}
    }
    notes.extend(strides::condition(kernel, launch, requests));
    // A run that asks for no less shows it.
    let seen = launch
        .noted
        .requests
        .get(&site)
        .map(|groups| Tally::of(groups, of));
    let is_shown = seen.is_some_and(|seen| seen.worst == tally.worst);
    let status = if is_shown {
        Status::Confirmed
    } else {
        Status::Possible
    };
    Judged {
        inputs: Some(launch.inputs.clone()),
        ..note(finding, status, notes)
    }
}

/// What the requests of the block cost together.
fn counted(of: Of, tally: Tally) -> String {
    let what = match of {
        Of::Passes => "passes",
        Of::Sectors(_) => "sectors",
    };
    let requests = match tally.requests {
        1 => "the block's one request".to_owned(),
        n => format!("the block's {n} requests"),
    };
    format!(
        "counted: {requests} of warps take {} {what}, at best {}",
        tally.spent, tally.ideal
    )
}
