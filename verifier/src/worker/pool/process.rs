//! One worker process: asked, listened to, and ended.

use super::super::protocol::{Response, read_frame};
use super::{Lost, Pool};
use crate::engine::POLL;
use crate::{STACK_BYTES, faults};
use kverify_smt::Cancel;
use kverify_smt::clock::{Deadline, Watch};
use kverify_smt::processor::Whose;
use std::ffi::OsStr;
use std::fmt;
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What a request hears of its worker; nothing if that is lost for what it did before, and another one begins from the start.
pub(super) type Heard = Option<Response>;

/// A running worker.
#[derive(Debug)]
pub(super) struct Worker {
    child: Child,
    input: ChildStdin,
    responses: Receiver<Response>,
    /// It did other work before: its memory may be theirs.
    pub(super) used: bool,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It has nothing to put in order.
        let _ = self.child.kill();
        let _ = self.child.wait();
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

impl Pool {
    /// Starts a worker, and a thread that listens to it.
    pub(super) fn start(&self) -> Result<Worker, Lost> {
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

impl Worker {
    pub(super) fn answer(
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
        let mut watch = Watch::over(Deadline::of(Some(Whose::Process(self.child.id())), limit));
        loop {
            if cancel.is_some_and(Cancel::is_cancelled) {
                return Err(Lost::Cancelled);
            }
            let Some(left) = watch.next_look() else {
                return Err(Lost::TimedOut(limit));
            };
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
