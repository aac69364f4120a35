//! The worker's side: reads requests, answers them, and ends itself when it must.

use super::memory;
use super::protocol::{Request, Response, read_frame, write};
use crate::STACK_BYTES;
use crate::engine::parse_here;
use crate::outcome::Outcome;
use crate::toolchain;
use crate::verify_kernel;
use std::io::{Read, Write};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often a worker looks at its memory.
const WATCH: Duration = Duration::from_millis(20);

/// Serves requests until the input ends.
///
/// # Errors
/// If the other side sends what is no request, or goes away in the middle of an answer.
pub fn serve(
    mut input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    memory_mib: u64,
) -> Result<(), String> {
    memory::limit(memory_mib);
    let output = Arc::new(Mutex::new(output));
    let watched = Arc::clone(&output);
    std::thread::spawn(move || watch_memory(memory_mib, &watched));
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
        // Loads libclang while nobody waits yet; what is wrong with it is said by the first parse.
        let _ = toolchain::toolchain();
        for frame in requests {
            let request = postcard::from_bytes(&frame).map_err(|error| format!("no request: {error}"))?;
            answer(&request, &mut |response| say(&output, response));
        }
        Ok(())
    };
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    let thread = thread.map_err(|error| format!("no thread for the work: {error}"))?;
    thread
        .join()
        .unwrap_or_else(|_| Err("the worker panicked".to_owned()))
}

fn answer(request: &Request<'_>, say: &mut dyn FnMut(&Response)) {
    match request {
        Request::Parse { source, options } => {
            inject_fault(&source.path.display().to_string());
            say(&Response::Parsed(parse_here(source, options)));
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

fn watch_memory(limit_mib: u64, output: &Mutex<impl Write>) {
    while let Some(used) = memory::resident_mib() {
        if used > limit_mib {
            say(output, &Response::OutOfMemory(used));
            std::process::abort();
        }
        std::thread::sleep(WATCH);
    }
}

/// The variable by which tests of debug builds make workers fail: `crash:NAME`, `hang:NAME` or `memory:NAME`, several
/// of them with commas between. NAME is a kernel's, or a part of a file's path, which is then not parsed.
pub fn fault_injection() -> &'static str {
    "KVERIFY_INJECT_FAULT"
}

fn inject_fault(name: &str) {
    if !cfg!(debug_assertions) {
        return;
    }
    let Ok(faults) = std::env::var(fault_injection()) else {
        return;
    };
    let fault_of = |fault: &str| {
        let (what, victim) = fault.split_once(':')?;
        let hit = name == victim || name.ends_with(&format!("/{victim}"));
        hit.then(|| what.to_owned())
    };
    match faults.split(',').find_map(fault_of).as_deref() {
        Some("crash") => std::process::abort(),
        Some("hang") => loop {
            std::thread::sleep(Duration::from_secs(1));
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
