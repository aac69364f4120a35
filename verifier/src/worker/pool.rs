//! The supervisor's side: starts workers, hands them work, and notices when they are lost.

mod process;

use super::Isolation;
use super::protocol::{Request, Response, encode};
use crate::config::{Configuration, Options};
use crate::engine::Parsed;
use crate::outcome::Outcome;
use crate::toolchain::Toolchain;
use crate::verdict::Judged;
use kverify_frontend::Source;
use kverify_frontend::ir::Kernel;
use kverify_frontend::prelude::precompiled::Form;
use kverify_smt::Cancel;
use kverify_smt::clock;
use process::{Heard, Worker};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;
use std::process::ExitStatus;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Why a worker gave no answer.
#[derive(Debug)]
pub enum Lost {
    /// It ended, and how.
    Died(Option<ExitStatus>),
    /// It used so many MiB, more than it may.
    OutOfMemory(u64, u64),
    /// It did not answer within so much time of the processor.
    TimedOut(Duration),
    /// Nobody wanted the answer any more.
    Cancelled,
    /// There was no worker, or it could not be told what to do.
    NoWorker(String),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lost::Died(status) => {
                let how = status.map_or("in an unknown way".to_owned(), |status| status.to_string());
                write!(f, "the process ended ({how}); please report it with the file")
            }
            Lost::OutOfMemory(used, most) => {
                write!(
                    f,
                    "it used {used} MiB of memory, and may use {most} (raise it with --memory)"
                )
            }
            Lost::TimedOut(limit) => write!(
                f,
                "cut by the clock: there was no answer after {:.0} seconds of work, and it was given up (--timeout gives more time)",
                limit.as_secs_f64().max(1.0)
            ),
            Lost::Cancelled => f.write_str(kverify_smt::CANCELLED),
            Lost::NoWorker(why) => f.write_str(why),
        }
    }
}

/// How long libraries may take to load.
const LOADING: Duration = Duration::from_secs(60);

/// How long to wait for a worker that is at work before another is started: most requests take less than a start.
const SOON: Duration = Duration::from_millis(10);

/// Workers that wait for work. Any thread may ask; one that finds no worker, and gets none soon, starts one.
#[derive(Debug)]
pub struct Pool {
    isolation: Isolation,
    workers: Mutex<Workers>,
    /// One of those at work is back, or lost.
    freed: Condvar,
}

#[derive(Debug, Default)]
struct Workers {
    idle: Vec<Worker>,
    /// How many are at work.
    busy: usize,
}

impl Pool {
    /// No worker yet.
    pub fn new(isolation: Isolation) -> Pool {
        Pool {
            isolation,
            workers: Mutex::default(),
            freed: Condvar::new(),
        }
    }

    /// Starts a worker if none waits, so that the next request finds one with its libraries loaded. Whatever keeps it from
    /// starting will be said to that request.
    pub fn warm(&self) {
        if !self.workers().idle.is_empty() {
            return;
        }
        if let Ok(worker) = self.start() {
            self.workers().idle.push(worker);
        }
    }

    fn workers(&self) -> MutexGuard<'_, Workers> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What workers stand on, and the file that is their libclang if that is certain: this process need not load it. The inner
    /// error says what is wrong with that.
    ///
    /// # Errors
    /// If the worker was lost.
    pub fn toolchain(&self) -> Result<Result<(Toolchain, Option<String>), String>, Lost> {
        let mut found = None;
        self.ask(&Request::Versions, LOADING, None, &mut |heard| {
            if let Some(Response::Versions(versions)) = heard {
                found = Some(versions);
            }
            found.is_some()
        })?;
        let versions = found.ok_or(Lost::Died(None))?;
        Ok(versions.map(|(z3, libclang, identity)| {
            let kverify = env!("CARGO_PKG_VERSION");
            (
                Toolchain {
                    kverify,
                    z3,
                    libclang,
                },
                identity,
            )
        }))
    }

    /// Parses a text; the inner error is the parser's. What the parse missed is told first.
    ///
    /// # Errors
    /// If the worker was lost.
    pub fn parse(
        &self,
        source: &Source,
        options: &kverify_frontend::Options,
        limit: Duration,
        cancel: Option<&Cancel>,
        missed: &dyn Fn(BTreeSet<Form>),
    ) -> Result<Parsed, Lost> {
        let mut source = Cow::Borrowed(source);
        if source.path.to_str().is_none() {
            // A name that is not text is only shown from here on; what it names was read.
            source.to_mut().path = source.path.to_string_lossy().into_owned().into();
        }
        let request = Request::Parse {
            source,
            options: Cow::Borrowed(options),
        };
        let mut parsed = None;
        self.ask(&request, limit, cancel, &mut |heard| {
            match heard {
                Some(Response::Missed(forms)) => missed(forms),
                Some(Response::Parsed(result, alone)) => parsed = Some(Parsed { result, alone }),
                Some(_) | None => {}
            }
            parsed.is_some()
        })?;
        parsed.ok_or(Lost::Died(None))
    }

    /// Verifies a kernel.
    ///
    /// # Errors
    /// If the worker was lost; with what it had found by then.
    pub fn verify(
        &self,
        kernel: &Kernel,
        configuration: &Configuration,
        options: &Options,
        found: &dyn Fn(&Judged),
    ) -> Result<Outcome, (Vec<Judged>, Lost)> {
        let request = Request::Verify {
            kernel: Cow::Borrowed(kernel),
            configuration: Cow::Borrowed(configuration),
            options: Cow::Borrowed(options),
        };
        // The analysis keeps its own time; replay, and what does not look at the clock, get as much again.
        let limit = clock::seconds(options.timeout * 2.0 + 5.0);
        let cancel = configuration.config.cancel.as_ref();
        let (mut findings, mut outcome) = (Vec::new(), None);
        // What was told before a worker was lost is not told again.
        let mut told = 0;
        let asked = self.ask(&request, limit, cancel, &mut |heard| {
            match heard {
                Some(Response::Found(finding)) => {
                    if findings.len() >= told {
                        found(&finding);
                    }
                    findings.push(finding);
                }
                Some(Response::Verified(result)) => outcome = Some(result),
                Some(_) => {}
                None => {
                    told = told.max(findings.len());
                    findings.clear();
                }
            }
            outcome.is_some()
        });
        match (outcome, asked) {
            (Some(outcome), _) => Ok(outcome),
            (None, Err(lost)) => Err((findings, lost)),
            (None, Ok(())) => Err((findings, Lost::Died(None))),
        }
    }

    /// Hands a request to a worker, and its responses to `take` until that is content.
    ///
    /// A worker that did other work before and dies is not this request's fault: then it is asked of a fresh one.
    fn ask(
        &self,
        request: &Request<'_>,
        limit: Duration,
        cancel: Option<&Cancel>,
        take: &mut dyn FnMut(Heard) -> bool,
    ) -> Result<(), Lost> {
        let frame =
            encode(request).map_err(|why| Lost::NoWorker(format!("a worker cannot be asked: {why}")))?;
        let idle = self.await_idle();
        let asked = self.ask_of(idle, &frame, limit, cancel, take);
        let mut workers = self.workers();
        workers.busy = workers.busy.saturating_sub(1);
        let (back, answer) = match asked {
            Ok(worker) => (Some(worker), Ok(())),
            Err(lost) => (None, Err(lost)),
        };
        workers.idle.extend(back);
        drop(workers);
        self.freed.notify_all();
        answer
    }

    /// A worker that waits, or soon does; `None` where one is to be started. In any case one more is at work.
    fn await_idle(&self) -> Option<Worker> {
        let none_yet = |workers: &mut Workers| workers.idle.is_empty() && workers.busy > 0;
        let waited = self.freed.wait_timeout_while(self.workers(), SOON, none_yet);
        let (mut workers, _) = waited.unwrap_or_else(PoisonError::into_inner);
        workers.busy += 1;
        workers.idle.pop()
    }

    /// Asks a worker, or one that is started; it is there for the next request if it answered.
    fn ask_of(
        &self,
        idle: Option<Worker>,
        frame: &[u8],
        limit: Duration,
        cancel: Option<&Cancel>,
        take: &mut dyn FnMut(Heard) -> bool,
    ) -> Result<Worker, Lost> {
        let memory = self.isolation.memory;
        let mut worker = match idle {
            Some(worker) => worker,
            None => self.start()?,
        };
        let mut answer = worker.answer(frame, limit, cancel, memory, take);
        if worker.used && matches!(answer, Err(Lost::Died(_) | Lost::OutOfMemory(..))) {
            take(None);
            worker = self.start()?;
            answer = worker.answer(frame, limit, cancel, memory, take);
        }
        worker.used = true;
        answer.map(|()| worker)
    }
}
