//! Time: from turns to columns.
//!
//! In one turn several threads do something, each perhaps several statements; a turn is as wide as its busiest
//! thread. So what happened earlier is never drawn further right than what happened later.

use crate::replay::{Did, Trace};

/// The columns of a trace.
pub(super) struct Columns {
    /// For each turn, its first column; and one past the last turn's.
    starts: Vec<u32>,
}

impl Columns {
    /// Lays out a trace, and says which columns each step takes.
    pub fn of(trace: &Trace) -> (Columns, Vec<[u32; 2]>) {
        let turns = trace.steps.iter().map(|s| s.turn as usize + 1).max().unwrap_or(0);
        let mut widths = vec![0u32; turns];
        // For each thread: the turn that it was last seen in, and its statements of that turn.
        let mut latest = vec![(u32::MAX, 0u32); trace.threads.len()];
        let mut within = Vec::with_capacity(trace.steps.len());
        for step in &trace.steps {
            let Some(latest) = latest.get_mut(step.thread as usize) else {
                within.push(0);
                continue;
            };
            if latest.0 != step.turn {
                *latest = (step.turn, 0);
            }
            within.push(latest.1);
            latest.1 += 1;
            let width = &mut widths[step.turn as usize];
            *width = (*width).max(latest.1);
        }
        let mut starts = vec![0];
        for width in widths {
            starts.push(starts.last().copied().unwrap_or(0) + width);
        }
        let columns = Columns { starts };
        let spans = trace.steps.iter().zip(&within).map(|(step, &n)| {
            let from = columns.start(step.turn) + n;
            let to = match step.did {
                Did::Wait {
                    until: Some(turn), ..
                } => columns.start(turn + 1),
                Did::Wait { until: None, .. } => columns.last(),
                _ => from + 1,
            };
            [from, to.max(from + 1)]
        });
        let spans = spans.collect();
        (columns, spans)
    }

    /// The first column of a turn.
    pub fn start(&self, turn: u32) -> u32 {
        self.starts.get(turn as usize).copied().unwrap_or(self.last())
    }

    /// One past the last column.
    pub fn last(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }
}
