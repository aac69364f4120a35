//! A process's own memory: how much it uses, and a limit beyond which the system gives no more.

use std::time::Duration;

/// How often a process looks at its memory.
const WATCH: Duration = Duration::from_millis(20);

/// Bounds the memory of this process; `exceeded` is told how much is used when it is more than `memory_mib`, once.
pub fn bound(memory_mib: u64, exceeded: impl FnOnce(u64) + Send + 'static) {
    limit(memory_mib);
    std::thread::spawn(move || {
        while let Some(used) = resident_mib() {
            if used > memory_mib {
                return exceeded(used);
            }
            std::thread::sleep(WATCH);
        }
    });
}

/// Resident memory of this process, MiB, where the system tells.
fn resident_mib() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some((pages * page_bytes()) >> 20)
}

#[cfg(unix)]
fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}

#[cfg(not(unix))]
fn page_bytes() -> u64 {
    4096
}

/// Address space beyond what may be used: stacks are reserved whole and used in part.
#[cfg(unix)]
const RESERVED_MIB: u64 = 16 << 10;

/// Bounds the address space, as a net below the watch over what is used, and leaves no core dumps behind.
#[cfg(unix)]
fn limit(memory_mib: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let lower = |resource, most: u64| {
        let old = getrlimit(resource);
        let most = old.maximum.map_or(most, |maximum| maximum.min(most));
        // Where the system refuses, the watch is all there is.
        let _ = setrlimit(
            resource,
            Rlimit {
                current: Some(most),
                maximum: old.maximum,
            },
        );
    };
    lower(Resource::Core, 0);
    lower(
        Resource::As,
        memory_mib.saturating_add(RESERVED_MIB).saturating_mul(1 << 20),
    );
}

/// Systems without limits of this kind have the watch only.
#[cfg(not(unix))]
fn limit(_: u64) {}
