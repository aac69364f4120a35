//! The supervisor's side: starts workers, hands them work, and notices when they are lost.

use super::Isolation;
use super::protocol::{Request, Response, encode, read_frame};
use crate::STACK_BYTES;
use crate::config::{Configuration, Options};
use crate::engine::{POLL, Parsed};
use crate::faults;
use crate::outcome::Outcome;
use crate::toolchain::Toolchain;
use crate::verdict::Judged;
use kverify_frontend::Source;
use kverify_frontend::ir::Kernel;
use kverify_frontend::prelude::precompiled::Form;
use kverify_smt::Cancel;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt;
use std::io::Write;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Why a worker gave no answer.
#[derive(Debug)]
pub enum Lost {
    /// It ended, and how.
    Died(Option<ExitStatus>),
    /// It used so many MiB, more than it may.
    OutOfMemory(u64, u64),
    /// It did not answer within the time.
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
                "cut by the clock: there was no answer after {:.0} seconds, and it was given up (--timeout gives more time)",
                limit.as_secs_f64().max(1.0)
            ),
            Lost::Cancelled => f.write_str(kverify_smt::CANCELLED),
            Lost::NoWorker(why) => f.write_str(why),
        }
    }
}

/// What a request hears of its worker; nothing if that is lost for what it did before, and another one begins from the start.
type Heard = Option<Response>;

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

/// A running worker.
#[derive(Debug)]
struct Worker {
    child: Child,
    input: ChildStdin,
    responses: Receiver<Response>,
    /// It did other work before: its memory may be theirs.
    used: bool,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It has nothing to put in order.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
        let limit = Duration::from_secs_f64((options.timeout * 2.0 + 5.0).clamp(0.0, 1e6));
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

    fn start(&self) -> Result<Worker, Lost> {
        let failed = |what: &str, why: &dyn fmt::Display| {
            let program = self.isolation.program.display();
            Lost::NoWorker(format!("no worker process: {program} {what}: {why}"))
        };
        faults::point().map_err(|error| failed("cannot be started", &error))?;
        let mut child = Command::new(&self.isolation.program)
            .args(["worker", "--memory", &self.isolation.memory.to_string()])
            .args(faults::clock_arguments())
            .env_clear()
            .envs(std::env::vars_os().filter(|(name, _)| is_passed_on(name)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed("cannot be started", &error))?;
        let (Some(input), Some(mut output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("has no streams", &"they were asked for"));
        };
        let (sender, responses) = channel();
        let reader = move || {
            while let Ok(Some(frame)) = read_frame(&mut output) {
                // What is no response comes from a worker that is out of its mind; to let go of its stream ends it.
                let Ok(response) = postcard::from_bytes(&frame) else {
                    return;
                };
                if sender.send(response).is_err() {
                    return;
                }
            }
        };
        // Modules are read by recursion, and may be deep.
        faults::point()
            .and_then(|()| std::thread::Builder::new().stack_size(STACK_BYTES).spawn(reader))
            .map_err(|error| failed("has nobody who listens", &error))?;
        Ok(Worker {
            child,
            input,
            responses,
            used: false,
        })
    }
}

/// The variables that bear on how a program is loaded and a source is read; others, which may be secrets, a worker does not
/// need.
fn is_passed_on(name: &OsStr) -> bool {
    const BEGINNINGS: [&str; 8] = [
        "KVERIFY_",
        "RUST_",
        "RAYON_",
        "LIBCLANG_",
        "LLVM_",
        "LD_",
        "DYLD_",
        "ASAN_",
    ];
    const NAMES: [&str; 7] = [
        "HOME",
        "PATH",
        "TMPDIR",
        "CPATH",
        "C_INCLUDE_PATH",
        "CPLUS_INCLUDE_PATH",
        "SDKROOT",
    ];
    let name = name.to_string_lossy();
    NAMES.contains(&&*name) || BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

impl Worker {
    fn answer(
        &mut self,
        frame: &[u8],
        limit: Duration,
        cancel: Option<&Cancel>,
        memory: u64,
        take: &mut dyn FnMut(Heard) -> bool,
    ) -> Result<(), Lost> {
        if faults::point()
            .and_then(|()| self.input.write_all(frame))
            .and_then(|()| self.input.flush())
            .is_err()
        {
            return Err(self.lost());
        }
        let deadline = Instant::now() + limit;
        loop {
            if cancel.is_some_and(Cancel::is_cancelled) {
                return Err(Lost::Cancelled);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Lost::TimedOut(limit));
            }
            match self
                .responses
                .recv_timeout(if cancel.is_some() { left.min(POLL) } else { left })
            {
                Ok(Response::OutOfMemory(used)) => return Err(Lost::OutOfMemory(used, memory)),
                Ok(response) => {
                    if take(Some(response)) {
                        return Ok(());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.lost()),
            }
        }
    }

    /// How a worker ended whose stream broke off.
    fn lost(&mut self) -> Lost {
        // It closes its stream a moment before it has ended.
        let deadline = Instant::now() + Duration::from_secs(1);
        while Instant::now() < deadline {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Lost::Died(Some(status));
            }
            std::thread::sleep(POLL);
        }
        let _ = self.child.kill();
        Lost::Died(self.child.wait().ok())
    }
}
