//! Writing results as they come: watches a run and appends a file's line when its last kernel is done.

use super::around::Project;
use super::question;
use super::results::{self, Entry, Input, Results};
use crate::embed::Event;
use crate::files;
use crate::own::Written;
use crate::report::{FileReport, KernelReport, json};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A results file that a run is written to.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    /// By position among the sources: whether it need not hold a kernel.
    walked: Vec<bool>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    project: Project,
    file: File,
    written: Written,
    results: Results,
    /// By the file's position among the sources.
    under_way: Vec<UnderWay>,
    failed: Option<String>,
}

/// A file whose kernels are not all done.
#[derive(Debug, Default)]
struct UnderWay {
    report: Option<FileReport>,
    /// What was asked, as the report said it when nothing was answered yet.
    question: Option<String>,
    /// With their positions in the plan.
    done: Vec<(usize, KernelReport)>,
    expected: usize,
}

impl Recorder {
    /// Starts a results file; `kept` are the results of an earlier run that still hold, and `walked` says of each source
    /// whether it is left out where it holds no kernel.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn start(
        path: &Path,
        kept: Results,
        walked: Vec<bool>,
        project: Project,
    ) -> Result<Recorder, String> {
        let file = kept.write(path)?;
        let mut written = Written::start(path);
        for entry in kept.entries.values() {
            written.note(&results::hash(&kept.header, entry));
        }
        let state = State {
            project,
            file,
            written,
            results: kept,
            under_way: walked.iter().map(|_| UnderWay::default()).collect(),
            failed: None,
        };
        Ok(Recorder {
            path: path.to_path_buf(),
            walked,
            state: Mutex::new(state),
        })
    }

    /// Takes in what a run tells.
    pub fn watch(&self, event: Event<'_>) {
        let asked = match event {
            Event::Parsed { report, .. } => question::of(report),
            _ => None,
        };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Parsed { file, report } => {
                let left_out = self.walked.get(file) == Some(&true) && report.is_without_kernels();
                if let Some(under_way) = state.under_way.get_mut(file).filter(|_| !left_out) {
                    under_way.report = Some(report.clone());
                    under_way.question = asked;
                }
            }
            Event::Planned { by_file, .. } => {
                for (file, expected) in by_file.iter().enumerate() {
                    if let Some(under_way) = state.under_way.get_mut(file) {
                        under_way.expected = *expected;
                    }
                    state.settle(file);
                }
            }
            Event::Verified {
                file,
                position,
                report,
            } => {
                if let Some(under_way) = state.under_way.get_mut(file) {
                    under_way.done.push((position, report.clone()));
                }
                state.settle(file);
            }
            Event::Started { .. } | Event::Found { .. } => {}
        }
    }

    /// Adds a file that nobody looked at.
    pub fn add_unread(&self, file: &FileReport) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.results.add_unread(file);
    }

    /// Puts the file into its final order, and gives all results.
    ///
    /// # Errors
    /// If it could not be written, now or before.
    pub fn finish(self) -> Result<Results, String> {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.leave_open();
        if let Some(failed) = state.failed {
            return Err(format!("{} cannot be written: {failed}", self.path.display()));
        }
        let results = Results {
            complete: true,
            ..state.results
        };
        results.write(&self.path)?;
        Ok(results)
    }
}

impl State {
    /// Files whose kernels could not even be planned are not done: their entries say what is wrong with them, and no more.
    fn leave_open(&mut self) {
        for report in self.under_way.iter_mut().filter_map(|file| file.report.take()) {
            let entry = Entry::new(json::file_entry(&report, false, false), Vec::new(), None);
            self.results.entries.insert(entry.file.path.clone(), entry);
        }
    }

    /// Writes a file's line if its last kernel is done.
    fn settle(&mut self, file: usize) {
        let Some(under_way) = self.under_way.get_mut(file) else {
            return;
        };
        if under_way.done.len() < under_way.expected {
            return;
        }
        let Some(mut report) = under_way.report.take() else {
            return;
        };
        let question = under_way.question.take();
        under_way.done.sort_by_key(|(position, _)| *position);
        for (_, kernel) in std::mem::take(&mut under_way.done) {
            report.take_answer(kernel);
        }
        // An answer that is lost, or that the clock cut short, is none: a run that is resumed asks again.
        let is_open = report.lost || report.kernels.iter().any(KernelReport::is_cut_by_clock);
        let texts = if is_open { Vec::new() } else { texts(&report) };
        let inputs = texts.iter().map(|(path, text)| Input::of(path, text)).collect();
        let read = || texts.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        let around = (!texts.is_empty())
            .then(|| self.project.around(&report.path, names(&report), read()))
            .flatten();
        let entry = Entry {
            question: question.filter(|_| !is_open),
            ..Entry::new(json::file_entry(&report, false, false), inputs, around)
        };
        // Behind half a line nothing could be read.
        if self.failed.is_none()
            && let Err(error) = results::append(&mut self.file, &entry)
        {
            self.failed = Some(error.to_string());
        }
        self.written.note(&results::hash(&self.results.header, &entry));
        self.results.entries.insert(entry.file.path.clone(), entry);
    }
}

/// The file and what it includes; of a file that was not parsed, itself, if it can be read.
fn texts(report: &FileReport) -> Vec<(String, String)> {
    match report.module.as_deref() {
        Some(module) => {
            let all = module.files.iter().chain(&module.included);
            all.map(|file| (file.path.clone(), file.text.clone())).collect()
        }
        None => {
            let text = files::read_lossy(&report.path);
            let named = |text| (report.path.display().to_string(), text);
            text.map(named).into_iter().collect()
        }
    }
}

/// What other files may use of a file: its kernels, and what was found to lead to their launches.
fn names(report: &FileReport) -> BTreeSet<String> {
    let module = report.module.as_deref();
    let kernels = module.into_iter().flat_map(|module| &module.kernels);
    let called = module.into_iter().flat_map(|module| &module.called_by);
    let own = kernels.map(|kernel| kernel.last_name().to_owned());
    own.chain(called.cloned()).collect()
}
