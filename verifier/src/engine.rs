//! Who does the work of a run: this process, or worker processes; and the cache, which spares it.

use crate::cache::{Cache, Key, Part};
use crate::config::{Configuration, Options};
use crate::declarations::Declarations;
use crate::faults;
use crate::outcome::Outcome;
use crate::report::{KernelReport, parse_error_text};
use crate::toolchain::{Toolchain, toolchain, toolchain_with};
use crate::verdict::{self, Judged};
use crate::worker::{Lost, Pool};
use crate::{Stopwatch, guarded, verify_kernel};
use kverify_frontend::Source;
use kverify_frontend::ir::{Kernel, Module};
use kverify_frontend::prelude::precompiled;
use kverify_smt::Cancel;
use kverify_smt::answer::Unknown;
use kverify_smt::clock::{self, Deadline, Watch};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often a token is looked at while somebody else works.
pub(crate) const POLL: Duration = Duration::from_millis(10);

/// Why a text gave no module.
#[derive(Debug)]
pub struct Unparsed {
    /// Ready to be said after the file's name.
    pub message: String,
    /// The parser did not get so far as to say anything: on another day it may.
    pub lost: bool,
}

/// Does the work of one run.
#[derive(Debug)]
pub struct Engine {
    workers: Option<Pool>,
    cache: Option<Cache>,
    declarations: Declarations,
}

impl Engine {
    /// In this process or in workers, with or without a cache, as the options say.
    pub fn new(options: &Options) -> Engine {
        Engine {
            workers: options.isolation.clone().map(Pool::new),
            cache: options.cache.clone().map(Cache::open),
            // Who wants nothing kept gets nothing kept.
            declarations: match options.cache {
                Some(_) => Declarations::kept(),
                None => Declarations::default(),
            },
        }
    }

    /// In this process, without a cache.
    pub fn here() -> Engine {
        Engine {
            workers: None,
            cache: None,
            declarations: Declarations::default(),
        }
    }

    /// Has a worker process at hand for the next request, if the work is done in such.
    pub fn warm(&self) {
        if let Some(workers) = &self.workers {
            workers.warm();
        }
    }

    /// The versions of what the work is done with.
    ///
    /// # Errors
    /// If something of it is missing or too old; the text says what to do.
    pub fn toolchain(&self) -> Result<Toolchain, String> {
        let kept = self.cache.as_ref().zip(Key::of_libclang());
        if let Some(libclang) = kept
            .as_ref()
            .and_then(|(cache, key)| cache.get(Part::Parsed, key))
        {
            return toolchain_with(libclang);
        }
        let asked = self.workers.as_ref().map(Pool::toolchain);
        let (found, identity) = match asked {
            Some(Ok(found)) => found?,
            // What keeps workers from working is said of each file.
            Some(Err(_)) | None => (toolchain()?, kverify_frontend::loaded_libclang()),
        };
        if let Some((cache, key)) =
            kept.filter(|_| identity.is_some() && identity == kverify_frontend::libclang())
        {
            cache.put(Part::Parsed, &key, &found.libclang);
        }
        Ok(found)
    }

    /// Parses a text, unless the cache has its module.
    pub fn parse(
        &self,
        source: Source,
        options: &Options,
        cancel: Option<&Cancel>,
    ) -> Result<Module, Unparsed> {
        let question = || Some((self.cache.as_ref()?, Key::of_parse(&source, &options.parse)?));
        let Some((cache, key)) = question() else {
            return Ok(self.parse_anew(source, options, cancel)?.0);
        };
        if let Some(module) = cache.get(Part::Parsed, &key) {
            return Ok(module);
        }
        let (module, alone) = self.parse_anew(source.clone(), options, cancel)?;
        // What was changed meanwhile is another question.
        let is_alone = alone.is_some() && alone == kverify_frontend::libclang();
        if is_alone && Key::of_parse(&source, &options.parse).is_some_and(|now| now == key) {
            cache.put(Part::Parsed, &key, &module);
        }
        Ok(module)
    }

    fn parse_anew(
        &self,
        source: Source,
        options: &Options,
        cancel: Option<&Cancel>,
    ) -> Result<(Module, Option<String>), Unparsed> {
        let limit = parse_limit(options);
        let parse = kverify_frontend::Options {
            precompiled: self.declarations.folder().map(Path::to_owned),
            ..options.parse.clone()
        };
        let parsed = match &self.workers {
            Some(workers) => {
                let missed = |forms| self.declarations.make(forms);
                workers.parse(&source, &parse, limit, cancel, &missed)
            }
            None => {
                let parsed = parse_on_own_thread(source, parse, limit, cancel);
                self.declarations.make(precompiled::wanted());
                parsed
            }
        };
        let unparsed = |message, lost| Err(Unparsed { message, lost });
        match parsed {
            Ok(Parsed { result, alone }) => match result {
                Ok(module) => Ok((module, alone)),
                Err(message) => unparsed(message, false),
            },
            Err(Lost::Cancelled) => unparsed(kverify_smt::CANCELLED.to_owned(), true),
            Err(lost) => unparsed(format!("cannot be parsed: {lost}"), true),
        }
    }

    /// Verifies a kernel, unless the cache has its answer.
    pub fn verify(
        &self,
        kernel: &Kernel,
        configuration: &Configuration,
        options: &Options,
        toolchain: &Toolchain,
        found: &dyn Fn(&Judged),
    ) -> KernelReport {
        let Some(cache) = &self.cache else {
            return self.verify_anew(kernel, configuration, options, found);
        };
        let watch = Stopwatch::start();
        let key = Key::of(kernel, configuration, options, toolchain);
        if let Some(outcome) = key
            .as_ref()
            .and_then(|key| cache.get::<Outcome>(Part::Answers, key))
        {
            let mut report = outcome.into_report(kernel, configuration);
            report.findings.iter().for_each(found);
            report.seconds = watch.seconds();
            report.cached = true;
            return report;
        }
        let report = self.verify_anew(kernel, configuration, options, found);
        let outcome = Outcome::of(report.clone());
        if let Some(key) = key.filter(|_| outcome.is_repeatable() && !configuration.config.is_cancelled()) {
            cache.put(Part::Answers, &key, &outcome);
        }
        report
    }

    fn verify_anew(
        &self,
        kernel: &Kernel,
        configuration: &Configuration,
        options: &Options,
        found: &dyn Fn(&Judged),
    ) -> KernelReport {
        let Some(workers) = &self.workers else {
            return verify_kernel(kernel, configuration, options, found);
        };
        let watch = Stopwatch::start();
        match workers.verify(kernel, configuration, options, found) {
            Ok(outcome) => outcome.into_report(kernel, configuration),
            Err((findings, lost)) => {
                let mut report = lost_report(kernel, configuration, findings, lost);
                report.seconds = watch.seconds();
                report
            }
        }
    }
}

/// What is said of a kernel whose worker was lost: what was found before stands, for it was replayed; all else is
/// unknown.
fn lost_report(
    kernel: &Kernel,
    configuration: &Configuration,
    findings: Vec<Judged>,
    lost: Lost,
) -> KernelReport {
    // Time and memory are limits of the user's: what does not fit is unknown, and nothing is lost.
    let is_lost = matches!(lost, Lost::Died(_) | Lost::NoWorker(_));
    let (findings, message) = match lost {
        Lost::Cancelled => (Vec::new(), kverify_smt::CANCELLED.to_owned()),
        lost => (
            findings,
            format!("this kernel cost a worker process its life: {lost}"),
        ),
    };
    let reasons = vec![Unknown { message, loc: None }];
    let mut report = KernelReport {
        kernel: std::sync::Arc::new(kernel.clone()),
        configuration: configuration.clone(),
        verdict: verdict::verdict(&findings, &reasons),
        assumptions: verdict::assumptions(Vec::new(), kernel, configuration, &findings),
        findings,
        reasons,
        conditions: Vec::new(),
        advice: None,
        stats: Default::default(),
        replay_seconds: 0.0,
        seconds: 0.0,
        cached: false,
        lost: is_lost,
    };
    // It may go well on another day: nothing to remember.
    report.stats.timed_out = true;
    report
}

/// Parses in this process. Clang cannot be stopped: when nobody wants its result any more, or it takes longer than a
/// kernel may, its thread is left to itself.
fn parse_on_own_thread(
    source: Source,
    parse: kverify_frontend::Options,
    limit: Duration,
    cancel: Option<&Cancel>,
) -> Result<Parsed, Lost> {
    let (sender, receiver) = channel();
    let (begins, begun) = channel();
    let spawned = faults::point().and_then(|()| {
        std::thread::Builder::new().spawn(move || {
            // Nobody waits for the result of a parse that was given up.
            let _ = begins.send(Deadline::here(limit));
            let _ = sender.send(parse_here(&source, &parse));
        })
    });
    if let Err(error) = spawned {
        return Err(Lost::NoWorker(format!("no thread can be started: {error}")));
    }
    let Ok(deadline) = begun.recv() else {
        return Err(Lost::NoWorker("the parser's thread did not begin".to_owned()));
    };
    let mut watch = Watch::over(deadline);
    loop {
        if cancel.is_some_and(Cancel::is_cancelled) {
            return Err(Lost::Cancelled);
        }
        let Some(left) = watch.next_look() else {
            return Err(Lost::TimedOut(limit));
        };
        match receiver.recv_timeout(if cancel.is_some() { left.min(POLL) } else { left }) {
            Ok(parsed) => return Ok(parsed),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Lost::NoWorker("the parser's thread ended".to_owned()));
            }
        }
    }
}

/// How long a parse may take: a tenth of a kernel's time, and long enough for a file with large headers. No work of it can be counted.
pub(crate) fn parse_limit(options: &Options) -> Duration {
    clock::seconds((options.timeout / 10.0).max(10.0))
}

/// What a parse gave.
#[derive(Debug)]
pub struct Parsed {
    /// The module, or why there is none.
    pub result: Result<Module, String>,
    /// By which libclang, if nothing but that and what the text includes had a say.
    pub alone: Option<String>,
}

/// Parses on this thread; a panic is an error.
pub(crate) fn parse_here(source: &Source, options: &kverify_frontend::Options) -> Parsed {
    let looks = kverify_frontend::files::looks();
    let result = match guarded(|| crate::source::parse(source, options)) {
        Ok(Ok(module)) => Ok(module),
        Ok(Err(error)) => Err(parse_error_text(&error)),
        Err(panic) => Err(verdict::internal_error(&panic, None).message),
    };
    let is_alone = kverify_frontend::files::looks() == looks;
    Parsed {
        result,
        alone: kverify_frontend::loaded_libclang().filter(|_| is_alone),
    }
}
