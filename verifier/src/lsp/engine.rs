//! Verification beside the conversation: jobs go out, outcomes come back, and what is stale is dropped.

use super::barrier::{self, Insertion};
use super::pages;
use super::text::Text;
use crate::embed::Watch;
use crate::engine::Engine;
use crate::report::json::{self, File, FindingEntry, KernelEntry, Message, SeverityName, VerdictName};
use crate::{Cancel, Options, Source, timeline, verify_by};
use crossbeam_channel::{Receiver, Sender};
use lsp_server::RequestId;
use lsp_types::Uri;
use std::path::{Path, PathBuf};
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
    /// Find out where a barrier mends a finding of these answers.
    Mend(RequestId, Box<Subject>, Arc<File>, Vec<FindingEntry>),
    /// Draw the runs of the kernels that the options name.
    Draw(Box<Subject>),
}

/// What became of a job.
#[derive(Debug)]
pub enum Outcome {
    /// The answers for the text of a version.
    Verified(Uri, i32, Text, Box<File>),
    /// Barriers that help, with the words for each.
    Mends(RequestId, Uri, Vec<Mend>),
    /// Where a timeline lies, or why there is none.
    Drawn(Result<PathBuf, String>),
}

/// A barrier that mends a finding.
#[derive(Clone, Debug)]
pub struct Mend {
    /// What to insert.
    pub insertion: Insertion,
    /// What was found out with it in place.
    pub effect: String,
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
                if let Some(outcome) = outcome
                    && outcomes.send(outcome).is_err()
                {
                    return;
                }
            }
        });
    }
    (jobs, done)
}

fn work(engine: &Engine, job: Job) -> Option<Outcome> {
    match job {
        Job::Verify(version, subject) => {
            let file = verify(engine, &subject, subject.text.as_str())?;
            Some(Outcome::Verified(
                subject.uri.clone(),
                version,
                subject.text.clone(),
                Box::new(file),
            ))
        }
        Job::Mend(id, subject, before, findings) => {
            let mends = findings
                .iter()
                .filter_map(|finding| mend(engine, &subject, &before, finding));
            Some(Outcome::Mends(id, subject.uri.clone(), mends.collect()))
        }
        Job::Draw(subject) => Some(Outcome::Drawn(draw(engine, &subject))),
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
        Err(error) => Some(failed(&subject.path, error.to_string())),
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

/// A file of which only an error is known.
fn failed(path: &Path, message: String) -> File {
    File {
        path: path.display().to_string(),
        language: match kverify_frontend::language_of(path) {
            kverify_frontend::ir::Language::Cuda => json::LanguageName::Cuda,
            kverify_frontend::ir::Language::OpenCl => json::LanguageName::OpenCl,
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

/// The first place at which a barrier makes the finding go away and does no harm, by verifying the text with it.
fn mend(engine: &Engine, subject: &Subject, before: &File, finding: &FindingEntry) -> Option<Mend> {
    let text = subject.text.as_str();
    barrier::candidates(text, before.language, finding)
        .into_iter()
        .find_map(|insertion| {
            let after = verify(engine, subject, &barrier::inserted(text, &insertion))?;
            let effect = effect(before, &after)?;
            Some(Mend { insertion, effect })
        })
}

/// What an insertion does, if it does good: fewer errors, none of them new in kind, and no kernel worse off.
fn effect(before: &File, after: &File) -> Option<String> {
    let same_kernels = before.kernels.len() == after.kernels.len();
    if !after.errors.is_empty() || !same_kernels {
        return None;
    }
    let pairs = || before.kernels.iter().zip(&after.kernels);
    let worse = pairs().any(|(old, new)| {
        weight(new) > weight(old)
            || rules(new).any(|rule| !rules(old).any(|known| known == rule))
            || (new.verdict == VerdictName::Unknown && old.verdict != VerdictName::Unknown)
    });
    let mended = pairs().find(|(old, new)| weight(new) < weight(old));
    let (_, kernel) = mended.filter(|_| !worse)?;
    Some(match weight(kernel) {
        0 if kernel.verdict == VerdictName::Proved => "the kernel is then proved".to_owned(),
        0 => "no finding is then left".to_owned(),
        1 => "1 finding is then left".to_owned(),
        left => format!("{left} findings are then left"),
    })
}

/// Findings that are no mere notes.
fn weight(kernel: &KernelEntry) -> usize {
    let counts =
        |finding: &&FindingEntry| finding.severity != SeverityName::Note && finding.ignored.is_none();
    kernel.findings.iter().filter(counts).count()
}

fn rules(kernel: &KernelEntry) -> impl Iterator<Item = &str> {
    kernel.findings.iter().map(|finding| finding.rule.as_str())
}
