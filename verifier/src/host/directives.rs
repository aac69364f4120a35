//! Words for what directives move wrongly.

use super::record::Found;
use super::rules::Rule;
use kverify_frontend::ir::host::{TransferDefect, TransferKind};

/// As a finding of a rule. That one side reads older values is a warning as it is for copies of the runtime.
pub fn found(defect: &TransferDefect) -> Found {
    let array = &defect.array;
    let (rule, here, there, message) = match defect.kind {
        TransferKind::StaleOnHost => (
            Rule::MissingTransfer,
            "the host reads it here",
            "the device writes it here",
            format!("the host reads `{array}`, and what the device has written to it was not copied back"),
        ),
        TransferKind::StaleOnDevice => (
            Rule::MissingTransfer,
            "the device reads it here",
            "the host writes it here",
            format!("the device reads `{array}`, and what the host has written to it was not copied there"),
        ),
        TransferKind::Unset => (
            Rule::UninitialisedBuffer,
            "the device reads it here",
            "this makes the copy without the host's values",
            format!("the device reads its copy of `{array}`, which nothing has written"),
        ),
        TransferKind::Short => (
            Rule::IncorrectTransfer,
            "the device uses an element that it has no copy of",
            "this makes the copy",
            format!("the device's copy of `{array}` lacks elements that are used"),
        ),
        TransferKind::NeverBack => (
            Rule::MissingTransfer,
            "the device writes it here",
            "this sends the host's values alone",
            format!("what the device writes to `{array}` is lost: nothing copies it back"),
        ),
    };
    let weak = match defect.kind {
        TransferKind::StaleOnHost | TransferKind::StaleOnDevice => {
            Some("the older values may be meant".to_owned())
        }
        TransferKind::Unset | TransferKind::Short | TransferKind::NeverBack => {
            (!defect.is_own).then(|| format!("a caller may have put `{array}` on the device before"))
        }
    };
    Found {
        rule,
        place: (defect.place, here.to_owned()),
        other: defect.other.map(|span| (span, there.to_owned())),
        message,
        weak,
    }
}
