//! The report: data first, and a module for each way to write it down.

pub mod base;
pub mod concise;
pub mod fingerprint;
#[cfg(test)]
mod format_tests;
pub mod github;
pub(crate) mod harm_words;
pub mod html;
pub mod human;
pub mod ids;
pub mod json;
pub mod junit;
pub mod llm;
pub mod remark;
pub mod sarif;
pub(crate) mod sources;
mod style;
#[cfg(test)]
mod tests;
pub mod texts;
pub(crate) mod values;
pub mod visible;
pub mod witness_words;
pub mod words;

pub use style::Style;
pub use values::{Value, value};

use crate::advice::Advice;
use crate::conditions::Condition;
use crate::config::{Configuration, Options};
use crate::guarded;
use crate::host::{self, HostReport};
use crate::ignore::{self, Ignore};
use crate::plan;
use crate::source;
use crate::toolchain::Toolchain;
use crate::verdict::{Judged, Verdict};
use kverify_frontend::count;
use kverify_frontend::ir::{Diagnostic, Kernel, Language, Level, Module, Span};
use kverify_frontend::{ParseError, is_python};
use kverify_smt::answer::{Assumption, Stats, Unknown};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// All answers of one run.
#[derive(Clone, Debug)]
pub struct Report {
    /// What answered.
    pub toolchain: Toolchain,
    /// In the order of the command line.
    pub files: Vec<FileReport>,
    /// The run was cancelled: some answers are missing.
    pub cancelled: bool,
    /// Loading libclang.
    pub load_seconds: f64,
    /// How the run compares with a baseline, once it was compared.
    pub baseline: Option<json::Comparison>,
}

/// The answers for one source file.
#[derive(Clone, Debug)]
pub struct FileReport {
    /// The file, as the user named it.
    pub path: PathBuf,
    /// Its language.
    pub language: Language,
    /// What was parsed, if anything was.
    pub module: Option<Arc<Module>>,
    /// Nothing is in the file.
    pub is_blank: bool,
    /// Parsing it was given up, or cost a worker its life.
    pub lost: bool,
    /// Nobody looked at the file; a warning says why.
    pub left_out: bool,
    /// Why parts of the file were not analysed.
    pub errors: Vec<FileError>,
    /// What may have been read otherwise than it was meant.
    pub warnings: Vec<FileError>,
    /// What the source says to ignore.
    pub ignores: Vec<Ignore>,
    /// In source order; a kernel with several configurations has one entry for each.
    pub kernels: Vec<KernelReport>,
    /// What its host code does with buffers, streams and launches.
    pub host: HostReport,
    /// Reading, parsing and lowering.
    pub parse_seconds: f64,
}

/// Something wrong with a source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileError {
    /// What it is and what to do.
    pub message: String,
    /// Its line, from 1; 1 where the whole file is meant.
    pub line: u32,
    /// Its column in bytes, from 1.
    pub column: u32,
    /// Its range, where there is one.
    pub span: Option<Span>,
}

/// The answer for one kernel under one configuration.
#[derive(Clone, Debug)]
pub struct KernelReport {
    /// The kernel.
    pub kernel: Arc<Kernel>,
    /// Which launches were considered.
    pub configuration: Configuration,
    /// The word on it.
    pub verdict: Verdict,
    /// What was found.
    pub findings: Vec<Judged>,
    /// What the verdict takes for granted.
    pub assumptions: Vec<Assumption>,
    /// Why it is not proved, beyond the findings.
    pub reasons: Vec<Unknown>,
    /// Under what else it would be proved.
    pub conditions: Vec<Condition>,
    /// What its accesses cost, if that was asked for and could be counted.
    pub advice: Option<Advice>,
    /// Counters of the encoder.
    pub stats: Stats,
    /// Replaying the findings.
    pub replay_seconds: f64,
    /// From IR to verdict.
    pub seconds: f64,
    /// The answer of an earlier run, from the cache.
    pub cached: bool,
    /// A part of the answer was lost: a worker process died, or a stage of kverify failed.
    pub lost: bool,
}

impl KernelReport {
    /// Of a conditional kernel, what its callers have to keep to.
    pub fn contract(&self) -> Option<&str> {
        let contract = self
            .conditions
            .first()
            .filter(|_| self.verdict == Verdict::Conditional);
        contract.map(|condition| condition.assume.as_str())
    }

    /// Whether another run may see more: the clock had a say in the answer, or a part of it was lost.
    pub fn is_cut_by_clock(&self) -> bool {
        self.stats.timed_out || self.lost
    }
}

impl FileReport {
    /// A file of which nothing is known yet.
    pub fn new(path: PathBuf, language: Language) -> FileReport {
        FileReport {
            path,
            language,
            module: None,
            is_blank: false,
            lost: false,
            left_out: false,
            errors: Vec::new(),
            warnings: Vec::new(),
            ignores: Vec::new(),
            kernels: Vec::new(),
            host: HostReport::default(),
            parse_seconds: 0.0,
        }
    }

    /// A file that nobody looked at.
    pub fn unread(path: PathBuf, reason: String) -> FileReport {
        let language = kverify_frontend::language_of(&path);
        FileReport {
            left_out: true,
            warnings: vec![FileError::bare(reason)],
            ..FileReport::new(path, language)
        }
    }

    /// A file of which only an error is known.
    pub fn broken(path: PathBuf, reason: String) -> FileReport {
        let language = kverify_frontend::language_of(&path);
        FileReport {
            errors: vec![FileError::bare(reason)],
            ..FileReport::new(path, language)
        }
    }

    /// Whether nothing is wrong with the file but that it holds no kernel.
    pub fn is_without_kernels(&self) -> bool {
        let is_bare = |module: &Module| {
            let is_fine = |d: &Diagnostic| d.host || d.level != Level::Error;
            module.kernels.is_empty() && module.diagnostics.iter().all(is_fine)
        };
        self.is_blank || self.module.as_deref().is_some_and(is_bare)
    }

    /// Takes over a kernel's answer. One that is lost is an error of the file's: no permission to leave things unknown covers it.
    pub fn take_answer(&mut self, report: KernelReport) {
        if report.lost {
            let reasons: Vec<&str> = report
                .reasons
                .iter()
                .map(|reason| reason.message.as_str())
                .collect();
            let reasons = match reasons.join("; ") {
                none if none.is_empty() => "its replay failed".to_owned(),
                reasons => reasons,
            };
            self.errors.push(FileError {
                message: format!(
                    "the answer for {} is lost: {reasons}",
                    words::kernel_name(&report.kernel)
                ),
                line: report.kernel.span.line,
                column: report.kernel.span.column,
                span: Some(report.kernel.span),
            });
        }
        self.kernels.push(report);
    }

    /// Takes over what the frontend read. A file without a kernel is an error: nothing was verified.
    ///
    /// What clang has to say of host code is one line, unless `input_diagnostics`, and no error while every kernel was read.
    pub fn take_module(&mut self, module: Module, input_diagnostics: bool) {
        self.language = module.language;
        let is_of_host = module.kernels.is_empty() && is_host_code(&self.path, &module);
        let all_read = module.kernels.iter().all(|k| k.left_out.is_none());
        let mut in_host_code = 0;
        for diagnostic in &module.diagnostics {
            if diagnostic.host && all_read {
                in_host_code += 1;
                if input_diagnostics {
                    self.warnings.push(FileError::of(diagnostic));
                }
                continue;
            }
            let list = if diagnostic.level == Level::Error {
                &mut self.errors
            } else {
                &mut self.warnings
            };
            list.push(FileError::of(diagnostic));
        }
        if module.kernels.is_empty() {
            let text = module.files.iter().next().map_or("", |file| &file.text);
            // Errors in a program that Python compiles are the program's.
            let unsupported = source::unsupported(&self.path, text)
                .filter(|_| !is_python(&self.path) || self.errors.is_empty());
            if let Some(what) = unsupported {
                self.errors = vec![FileError::bare(format!("is {what}, {}", source::NOT_SUPPORTED))];
                self.warnings.clear();
                in_host_code = 0;
            }
        }
        if is_of_host {
            self.warnings.push(FileError::bare(
                "holds no kernel: its host code was looked at".to_owned(),
            ));
        } else if module.kernels.is_empty() && self.errors.is_empty() {
            let marker = match module.language {
                Language::Cuda => "__global__",
                Language::OpenCl => "__kernel",
            };
            let entry = hint(&module).unwrap_or_default();
            self.errors.push(FileError::bare(format!(
                "holds no kernel: no function is marked `{marker}` (-D and --language change what is read){entry}"
            )));
        }
        let is_of_header = |kernel: &Kernel| kernel.span.file.0 != 0 && kernel.asked.is_none();
        if !module.kernels.is_empty()
            && module.kernels.iter().all(is_of_header)
            && let Some(entry) = hint(&module)
        {
            self.warnings.push(FileError::bare(format!(
                "holds no kernel of its own: those of its headers are looked at{entry}"
            )));
        }
        if in_host_code > 0 && !input_diagnostics {
            let (subject, verb) = match in_host_code {
                1 => ("1 diagnostic".to_owned(), "bears"),
                n => (format!("{n} diagnostics"), "bear"),
            };
            self.warnings.push(FileError::bare(format!(
                "{subject} in host code, which {verb} on no kernel (--input-diagnostics shows what)"
            )));
        }
        let (ignores, complaints) = ignore::find(&module);
        self.ignores = ignores;
        self.warnings.extend(complaints);
        self.errors.extend(plan::misfits_in_source(&module));
        self.module = Some(Arc::new(module));
    }
}

/// Whether a source is C or C++ without a kernel, and calls a runtime.
fn is_host_code(path: &Path, module: &Module) -> bool {
    let text = module.files.iter().next().map_or("", |file| &file.text);
    let has_no_kernel = |language| count::definitions(text, language).is_empty();
    kverify_frontend::is_host_code(path, text)
        && has_no_kernel(Language::OpenCl)
        && module.host.functions.iter().any(|function| function.has_commands)
}

/// How the functions of a file are verified that has no kernel of its own.
fn hint(module: &Module) -> Option<String> {
    let own = module.functions.iter().find(|function| function.is_own)?;
    Some(format!(
        "; --entry verifies a function as if every thread of a block called it, such as --entry '{}'",
        own.name
    ))
}

impl FileReport {
    /// Looks at the host code of the module that was taken over.
    pub fn check_host(&mut self, options: &Options) {
        let Some(module) = self.module.clone() else {
            return;
        };
        // A fault of ours in here costs no kernel its answer.
        match guarded(|| host::check(&module, &options.severities, options.strict)) {
            Ok(report) => self.host = report,
            Err(panic) => self.warnings.push(FileError::bare(format!(
                "its host code was not looked at: internal error of kverify: {panic}. Please report it with the file."
            ))),
        }
        for finding in &mut self.host.findings {
            finding.ignored = ignore::of_host_finding(&self.ignores, finding);
        }
    }
}

impl FileError {
    /// An error about the whole file.
    pub fn bare(message: String) -> FileError {
        FileError {
            message,
            line: 1,
            column: 1,
            span: None,
        }
    }

    fn of(diagnostic: &Diagnostic) -> FileError {
        FileError {
            message: diagnostic.message.clone(),
            line: diagnostic.span.map_or(1, |span| span.line),
            column: diagnostic.span.map_or(1, |span| span.column),
            span: diagnostic.span,
        }
    }
}

impl Report {
    /// Says which ignores ignored nothing. Only a run over whole files can tell.
    pub(crate) fn warn_of_unused_ignores(&mut self, options: &Options) {
        if self.cancelled || options.is_partial() {
            return;
        }
        for file in &mut self.files {
            if let Some(module) = file.module.as_deref().filter(|_| file.errors.is_empty()) {
                let unused = ignore::unused(
                    &file.ignores,
                    module,
                    &file.kernels,
                    &file.host.findings,
                    options.perf,
                );
                file.warnings.extend(unused);
            }
        }
    }
}

/// The frontend's error in words that follow the file's name.
pub fn parse_error_text(error: &ParseError) -> String {
    match error {
        ParseError::Unreadable { cause, .. } => format!("cannot be read: {cause}"),
        ParseError::Clang(advice) => advice.clone(),
    }
}

/// The exit status of the command (design, section 8): 2 over 1 over 3 over 0.
pub fn exit_status(report: &Report, allow_unknown: bool) -> u8 {
    json::exit_status(&json::document(report, false).files, allow_unknown)
}
