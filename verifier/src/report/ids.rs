//! The ids of kinds, scopes, verdicts and the like, the same in every output format.

use super::json::kernel::VerdictName;
use super::words::calls;
use crate::rules;
use crate::verdict::{Severity, Status, Verdict};
use kverify_frontend::ir::{Kernel, Scope, Space, Span};
use kverify_smt::answer::{Action, Finding, Kind, Place, Variant};

/// The id of a kind: the JSON's `kind`, the rule, and the name of its page in `docs/rules`.
pub fn kind_id(kind: Kind) -> &'static str {
    rules::id_of(kind)
}

/// The id of a race's variant.
pub fn variant_id(variant: Variant) -> &'static str {
    match variant {
        Variant::WriteWrite => "write-write",
        Variant::ReadWrite => "read-write",
        Variant::AtomicPlain => "atomic-plain",
    }
}

/// The id of a scope.
pub fn scope_id(scope: Scope) -> &'static str {
    match scope {
        Scope::Thread => "thread",
        Scope::Warp => "warp",
        Scope::Block => "block",
        Scope::Cluster => "cluster",
        Scope::Grid => "grid",
        Scope::System => "system",
    }
}

/// The id of a memory space.
pub fn space_id(space: Space) -> &'static str {
    match space {
        Space::Global => "global",
        Space::Shared => "shared",
        Space::Constant => "constant",
        Space::Private => "private",
        Space::Image => "image",
    }
}

/// The id of a verdict.
pub fn verdict_id(verdict: Verdict) -> &'static str {
    VerdictName::from(verdict).word()
}

/// The id of a severity.
pub fn severity_id(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// The id of a status.
pub fn status_id(status: Status) -> &'static str {
    match status {
        Status::Confirmed => "confirmed",
        Status::Possible => "possible",
    }
}

/// Of a race, which of the two accesses stands first in the kernel's text, and so what is at stake: `read-after-write`,
/// `write-after-read` or `write-after-write`. An atomic operation counts as a write.
pub fn hazard_id(kernel: &Kernel, finding: &Finding) -> Option<&'static str> {
    let lives = |place: &Place| matches!(place.action, Action::Entry | Action::Exit);
    if finding.kind != Kind::DataRace || finding.places.iter().any(lives) {
        return None;
    }
    // Where the kernel itself calls, then inwards.
    let way = |place: &Place| -> Vec<Span> {
        let mut spans: Vec<Span> = calls(kernel, &place.loc).map(|call| call.loc.span).collect();
        spans.reverse();
        spans.push(place.loc.span);
        spans
    };
    let reads = finding
        .places
        .each_ref()
        .map(|place| place.action == Action::Read);
    Some(match reads {
        [false, false] => "write-after-write",
        [true, true] => return None,
        [first_reads, _] => {
            let [first, second] = finding.places.each_ref().map(way);
            // At one place, what is read comes before what is written.
            let read_is_first = if first == second {
                true
            } else {
                (first < second) == first_reads
            };
            if read_is_first {
                "write-after-read"
            } else {
                "read-after-write"
            }
        }
    })
}
