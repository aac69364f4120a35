//! The worker's side: reads requests, answers them, and ends itself when it must.

use super::memory;
use super::protocol::{Request, Response, read_frame, write};
use crate::STACK_BYTES;
use crate::engine::parse_here;
use crate::outcome::Outcome;
use crate::toolchain;
use crate::verify_kernel;
use kverify_frontend::prelude::precompiled;
use std::io::{Read, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Takes from this process what no work needs: to change or run any file, and to open connections. Where the system
/// (Linux before 5.13, or another one) has no such means, nothing is lost.
#[cfg(target_os = "linux")]
fn confine() {
    use landlock::{ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _};
    // Rights that are handled and nowhere granted are gone; those that the kernel does not know are left out.
    let taken = AccessFs::from_write(ABI::V5) | AccessFs::Execute;
    let _ = Ruleset::default()
        .handle_access(taken)
        .and_then(|rules| rules.handle_access(AccessNet::from_all(ABI::V5)))
        .and_then(|rules| rules.create())
        .and_then(|rules| rules.restrict_self());
}

#[cfg(not(target_os = "linux"))]
fn confine() {}

/// When a request that the process was started for is there. One that is to verify needs no libclang.
const SHORTLY: Duration = Duration::from_millis(5);

/// Serves requests until the input ends.
///
/// # Errors
/// If the other side sends what is no request, or goes away in the middle of an answer.
pub fn serve(
    mut input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    memory_mib: u64,
) -> Result<(), String> {
    // Before there are other threads, which it would not hold for.
    confine();
    let output = Arc::new(Mutex::new(output));
    let watched = Arc::clone(&output);
    memory::bound(memory_mib, move |used| {
        say(&watched, &Response::OutOfMemory(used));
        std::process::abort();
    });
    let (sender, requests) = channel();
    std::thread::spawn(move || {
        while let Ok(Some(frame)) = read_frame(&mut input) {
            if sender.send(frame).is_err() {
                return;
            }
        }
        // The supervisor is gone: no work is wanted any more, least of all that which is under way.
        std::process::abort();
    });
    let work = move || -> Result<(), String> {
        let first = requests.recv_timeout(SHORTLY);
        if first == Err(RecvTimeoutError::Timeout) {
            // Loads libclang while nobody waits yet; what is wrong with it is said by the first parse.
            let _ = toolchain::toolchain();
        }
        let mut is_fresh = true;
        for frame in first.ok().into_iter().chain(requests) {
            let request = postcard::from_bytes(&frame).map_err(|error| format!("no request: {error}"))?;
            answer(&request, is_fresh, &mut |response| say(&output, response));
            is_fresh = false;
        }
        Ok(())
    };
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    let thread = thread.map_err(|error| format!("no thread for the work: {error}"))?;
    thread
        .join()
        .unwrap_or_else(|_| Err("the worker panicked".to_owned()))
}

fn answer(request: &Request<'_>, is_fresh: bool, say: &mut dyn FnMut(&Response)) {
    match request {
        Request::Versions => {
            let found = toolchain::toolchain();
            let identity = kverify_frontend::loaded_libclang();
            say(&Response::Versions(
                found.map(|found| (found.z3, found.libclang, identity)),
            ));
        }
        Request::Parse { source, options } => {
            inject_fault(&source.path.display().to_string());
            let parsed = parse_here(source, options);
            let missed = precompiled::wanted();
            if !missed.is_empty() {
                say(&Response::Missed(missed));
            }
            say(&Response::Parsed(parsed.result, parsed.alone));
        }
        Request::Verify {
            kernel,
            configuration,
            options,
        } => {
            inject_fault(&kernel.name);
            let findings = Mutex::new(say);
            let report = verify_kernel(kernel, configuration, options, &|finding| {
                let mut say = findings.lock().unwrap_or_else(PoisonError::into_inner);
                say(&Response::Found(finding.clone()));
                if !is_fresh && fault_for(&kernel.name).as_deref() == Some("late") {
                    std::process::abort();
                }
            });
            let say = findings.into_inner().unwrap_or_else(PoisonError::into_inner);
            say(&Response::Verified(Outcome::of(report)));
        }
    }
}

/// A supervisor that went away is noticed by whoever reads.
fn say(output: &Mutex<impl Write>, response: &Response) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = write(&mut *output, response);
}

/// The variable by which tests of debug builds make workers fail: `crash:NAME`, `hang:NAME`, `memory:NAME`, `write:NAME`, or `late:NAME`
/// for one that did other work before and has told a finding; several of them with commas between. NAME is a kernel's, or a part of a file's path, which is then not parsed.
pub fn fault_injection() -> &'static str {
    "KVERIFY_INJECT_FAULT"
}

/// The fault that is asked for something of this name.
fn fault_for(name: &str) -> Option<String> {
    if !cfg!(debug_assertions) {
        return None;
    }
    let faults = std::env::var(fault_injection()).ok()?;
    let fault_of = |fault: &str| {
        let (what, victim) = fault.split_once(':')?;
        let hit = name == victim || name.ends_with(&format!("/{victim}"));
        hit.then(|| what.to_owned())
    };
    faults.split(',').find_map(fault_of)
}

fn inject_fault(name: &str) {
    match fault_for(name).as_deref() {
        Some("crash") => std::process::abort(),
        Some("write") => {
            let _ = std::fs::write("written-by-a-worker", "");
        }
        Some("hang") => loop {
            std::hint::spin_loop();
        },
        Some("memory") => {
            let mut hog: Vec<Vec<u8>> = Vec::new();
            loop {
                hog.push(vec![1; 1 << 20]);
                std::thread::sleep(Duration::from_micros(100));
            }
        }
        _ => {}
    }
}
