//! Subcommands whose work cannot be parted: they run in one process of their own, which has so much time and memory, and whose
//! end is said.

use crate::output;
use kverify::worker;
use kverify_smt::clock::{self, Deadline, Watch};
use kverify_smt::processor::Whose;
use std::process::Command;
use std::time::Duration;

/// Tells a process that it is the one that works.
const VARIABLE: &str = "KVERIFY_SUPERVISED";

/// What the work may take.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Seconds of the processor.
    pub seconds: f64,
    /// MiB.
    pub memory: u64,
}

/// What is enough to read a source.
pub const READING: Limits = Limits {
    seconds: 20.0,
    ..USUAL
};

/// What is enough to run a kernel.
pub const USUAL: Limits = Limits {
    seconds: 600.0,
    memory: super::work::DEFAULT_MEMORY_MIB,
};

/// Does the work in a process of its own, and gives its exit status.
pub fn run(limits: Limits, work: impl FnOnce() -> u8) -> u8 {
    if std::env::var_os(VARIABLE).is_some() {
        worker::bound(limits.memory, move |used| {
            let most = limits.memory;
            let status = output::fail(&format!("{used} MiB of memory are used, and {most} may be"));
            std::process::exit(status.into());
        });
        return work();
    }
    let child = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args(std::env::args_os().skip(1))
            .env(VARIABLE, "1")
            .spawn()
    });
    // Without a way to start itself it works here.
    let Ok(mut child) = child else { return work() };
    let deadline = Deadline::of(Some(Whose::Process(child.id())), clock::seconds(limits.seconds));
    let mut watch = Watch::over(deadline);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => match status.code().and_then(|code| u8::try_from(code).ok()) {
                Some(code) => return code,
                None => {
                    return output::fail(&format!(
                        "the process that worked ended ({status}); please report it with the file"
                    ));
                }
            },
            Ok(None) if watch.next_look().is_some() => std::thread::sleep(Duration::from_millis(1)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                let seconds = limits.seconds;
                return output::fail(&format!(
                    "there was no end after {seconds} seconds of work, and it was given up (--timeout gives more time)"
                ));
            }
            Err(error) => return output::fail(&format!("the process that works cannot be watched: {error}")),
        }
    }
}
