//! Verification beside the conversation: jobs go out, outcomes come back, and what is stale is dropped.

use super::pages;
use super::text::Text;
use crate::embed::Watch;
use crate::engine::Engine;
use crate::repair::{self, Outcome as RepairOutcome, Wish, diff::Hunk, words};
use crate::report::json::{self, File};
use crate::{Cancel, Options, Source, timeline, verify_by};
use crossbeam_channel::{Receiver, Sender};
use lsp_server::RequestId;
use lsp_types::Uri;
use std::path::PathBuf;
use std::sync::Arc;

/// A text to verify.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The document.
    pub uri: Uri,
    /// Its path.
    pub path: PathBuf,
    /// Its text.
    pub text: Text,
    /// How to verify it.
    pub options: Options,
    /// Whether anyone still waits.
    pub cancel: Cancel,
}

/// Work for the engine.
#[derive(Debug)]
pub enum Job {
    /// Verify the text of a version.
    Verify(i32, Box<Subject>),
    /// Mend the kernels whose names stand in these lines.
    Mend(RequestId, Box<Subject>, Vec<u32>),
    /// Draw the runs of the kernels that the options name.
    Draw(Box<Subject>),
}

/// What became of a job.
#[derive(Debug)]
pub enum Outcome {
    /// The answers for the text of a version.
    Verified(Uri, i32, Text, Box<File>),
    /// What mends kernels, one entry for each.
    Mends(RequestId, Uri, Vec<Mend>),
    /// Where a timeline lies, or why there is none.
    Drawn(Result<PathBuf, String>),
    /// Nobody waits for it any more.
    Dropped,
}

/// What mends a kernel.
#[derive(Clone, Debug)]
pub struct Mend {
    /// What is changed, as a wish.
    pub title: String,
    /// The lines that are replaced.
    pub hunks: Vec<Hunk>,
}

/// Starts the threads that work; they end when the jobs' sender goes away. What worker processes there are outlives a
/// job, so that the next one need not wait for them to start.
pub fn start(threads: usize, engine: Engine) -> (Sender<Job>, Receiver<Outcome>) {
    let (jobs, to_do) = crossbeam_channel::unbounded::<Job>();
    let (outcomes, done) = crossbeam_channel::unbounded();
    let engine = Arc::new(engine);
    for _ in 0..threads {
        let (to_do, outcomes, engine) = (to_do.clone(), outcomes.clone(), Arc::clone(&engine));
        std::thread::spawn(move || {
            for job in to_do {
                let outcome = work(&engine, job);
                // What was cancelled has cost its worker.
                engine.warm();
                if outcomes.send(outcome).is_err() {
                    return;
                }
            }
        });
    }
    (jobs, done)
}

/// What becomes of a job; each has one outcome.
fn work(engine: &Engine, job: Job) -> Outcome {
    match job {
        Job::Verify(version, subject) => match verify(engine, &subject, subject.text.as_str()) {
            Some(file) => Outcome::Verified(subject.uri, version, subject.text, Box::new(file)),
            None => Outcome::Dropped,
        },
        Job::Mend(id, subject, lines) => {
            let mends = lines.iter().filter_map(|line| mend(engine, &subject, *line));
            Outcome::Mends(id, subject.uri.clone(), mends.collect())
        }
        Job::Draw(subject) => Outcome::Drawn(draw(engine, &subject)),
    }
}

/// The answers for a text; `None` if nobody waits for them any more.
fn verify(engine: &Engine, subject: &Subject, text: &str) -> Option<File> {
    if subject.cancel.is_cancelled() {
        return None;
    }
    let source = Source {
        path: subject.path.clone(),
        text: Some(text.to_owned()),
    };
    let watch = Watch {
        cancel: Some(subject.cancel.clone()),
        ..Watch::default()
    };
    let file = match verify_by(engine, &[source], &subject.options, &watch) {
        Ok(report) => json::document(&report, false).files.pop(),
        Err(error) => Some(json::broken(&subject.path, error.to_string())),
    };
    file.filter(|_| !subject.cancel.is_cancelled())
}

fn draw(engine: &Engine, subject: &Subject) -> Result<PathBuf, String> {
    let source = Source {
        path: subject.path.clone(),
        text: Some(subject.text.as_str().to_owned()),
    };
    let report = verify_by(engine, &[source], &subject.options, &Watch::default())
        .map_err(|error| error.to_string())?;
    let page = timeline::html(&timeline::of_report(&report));
    pages::write_timeline(&subject.options.kernels.join("-"), &page)
}

/// What `kverify fix` would change for the kernel whose name stands in a line.
fn mend(engine: &Engine, subject: &Subject, line: u32) -> Option<Mend> {
    let text = subject.text.as_str();
    let wish = Wish {
        options: &subject.options,
        wanted: &|entry| entry.line == line,
        tries: repair::TRIES,
    };
    let watch = Watch {
        cancel: Some(subject.cancel.clone()),
        ..Watch::default()
    };
    let repair = repair::repair_by(engine, &subject.path, text, &wish, &watch).ok()?;
    let kernel = repair
        .kernels
        .iter()
        .find(|kernel| kernel.result != RepairOutcome::Unmended)?;
    Some(Mend {
        title: words::title(&repair, kernel),
        hunks: repair.hunks.clone(),
    })
}
