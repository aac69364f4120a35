//! A worker that is this program once more, and whose counters of coverage are added to this process's: what a source does
//! to a worker leads libFuzzer as if it had happened here, and clang may crash there.

use std::io::{self, Write};
use std::os::fd::RawFd;
use std::slice;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, Ordering};

unsafe extern "C" {
    // LLVM keeps the counters of all crates in one section, whose ends the linker names.
    static mut __start___sancov_cntrs: u8;
    static mut __stop___sancov_cntrs: u8;
}

/// Where the worker finds the memory that it shares: beyond what programs open of themselves.
const SHARED: RawFd = 900;

/// The counters of this process.
fn counters() -> &'static mut [u8] {
    // SAFETY: the section lies between its ends; a count that is lost to another thread's is no harm.
    unsafe {
        let start = &raw mut __start___sancov_cntrs;
        let end = &raw mut __stop___sancov_cntrs;
        slice::from_raw_parts_mut(start, end.offset_from_unsigned(start))
    }
}

/// Memory that this process and its workers share, as long as the counters.
fn shared() -> &'static mut [u8] {
    static MAPPED: OnceLock<AtomicPtr<u8>> = OnceLock::new();
    let length = counters().len();
    let mapped = MAPPED.get_or_init(|| {
        // SAFETY: a new mapping, of a file that is as long.
        let place = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                length,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                SHARED,
                0,
            )
        };
        assert_ne!(place, libc::MAP_FAILED, "the worker's coverage cannot be seen");
        AtomicPtr::new(place.cast())
    });
    // SAFETY: mapped for good; both sides take turns.
    unsafe { slice::from_raw_parts_mut(mapped.load(Ordering::Relaxed), length) }
}

/// Serves as a worker if this process was started as one, and gets ready to start some otherwise.
pub fn begin() {
    let mut words = std::env::args().skip(1);
    if words.next().as_deref() != Some("worker") {
        // SAFETY: plain calls of the system.
        unsafe {
            let file = libc::memfd_create(c"coverage".as_ptr(), 0);
            let length = i64::try_from(counters().len()).expect("a program");
            assert_eq!(libc::ftruncate(file, length), 0, "no memory to share");
            assert_eq!(libc::dup2(file, SHARED), SHARED, "no place for it");
        }
        return;
    }
    // A panic is for whoever catches it: the supervisor looks for its message.
    drop(std::panic::take_hook());
    let memory = words.nth(1).and_then(|mib| mib.parse().ok()).unwrap_or(2_000);
    shared();
    let output = Tell(io::stdout());
    let status = i32::from(kverify::worker::serve(io::stdin(), output, memory).is_err());
    std::process::exit(status);
}

/// Adds what the workers did since the last time to this process's coverage.
pub fn collect() {
    for (own, theirs) in counters().iter_mut().zip(shared()) {
        *own = own.saturating_add(std::mem::take(theirs));
    }
}

/// Shares the counters before anything is answered.
struct Tell<W>(W);

impl<W: Write> Write for Tell<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for (theirs, own) in shared().iter_mut().zip(counters()) {
            *theirs = theirs.saturating_add(std::mem::take(own));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
