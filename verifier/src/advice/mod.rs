//! Advice on speed (`--perf`): notes beside a kernel's verdict, which they have no say in.
//!
//! In reading order: [`launch`] (the launch that is counted in), [`count`] (what requests of warps cost), [`accesses`] (shared and
//! global memory), [`padding`] (what mends bank conflicts), [`strides`] (for which values of a parameter), [`branches`] and
//! [`barriers`].

mod accesses;
mod barriers;
mod branches;
pub mod count;
pub mod launch;
mod padding;
mod strides;

use crate::Options;
use crate::config::Configuration;
use crate::report::KernelReport;
use crate::verdict::{Judged, Severity, Status};
use count::Tally;
use kverify_frontend::ir::{Kernel, Loc, ObjectId};
use kverify_smt::answer::{Action, Finding};
use launch::Launch;
use serde::{Deserialize, Serialize};

/// What is said of a kernel's speed besides findings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// Threads of a block and blocks of the launch that was counted in.
    pub shape: [[u64; 3]; 2],
    /// The accesses of known address, in the order of the source.
    pub rows: Vec<Row>,
}

/// What an access costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Where.
    pub loc: Loc,
    /// A read or a write.
    pub action: Action,
    /// What it touches.
    pub object: ObjectId,
    /// In one block.
    pub tally: Tally,
}

/// Adds what there is to say of a kernel's speed to its report; `found` is told each note.
pub fn add(
    kernel: &Kernel,
    configuration: &Configuration,
    options: &Options,
    report: &mut KernelReport,
    found: &dyn Fn(&Judged),
) {
    // What a directive's construct becomes is its compiler's to say, and of a kernel that was not read there is nothing.
    if kernel.construct.is_some() || kernel.left_out.is_some() {
        return;
    }
    let mut notes = Vec::new();
    if let Some(launch) = Launch::of(kernel, configuration) {
        let (rows, slow) = accesses::look(kernel, &launch);
        notes.extend(slow);
        notes.extend(branches::look(kernel, &launch));
        report.advice = Some(Advice {
            shape: [launch.inputs.block_dim, launch.inputs.grid_dim],
            rows,
        });
    }
    notes.extend(barriers::look(kernel, configuration, options, report));
    notes.sort_by_key(|judged| judged.finding.places[0].loc);
    for note in notes {
        found(&note);
        report.findings.push(note);
    }
}

/// A finding as a note.
fn note(finding: Finding, status: Status, notes: Vec<String>) -> Judged {
    Judged {
        finding,
        status,
        severity: Severity::Note,
        notes,
        inputs: None,
        ignored: None,
        outside: false,
        known: false,
        often: false,
        harm: None,
    }
}
