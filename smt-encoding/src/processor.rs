//! Processor time of threads and processes: what a busy machine does not stretch, as it does the time on the wall.
//!
//! Systems that do not tell it (all but Linux, for what is not the calling thread) leave the wall clock.

use std::time::Duration;

/// Whose processor time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// A thread of this process, by its number.
    Thread(i32),
    /// Another process with those of its children that have ended, by its number.
    Process(u32),
}

impl Whose {
    /// The calling thread; nothing where threads have no numbers.
    pub fn this_thread() -> Option<Whose> {
        number_of_this_thread().map(Whose::Thread)
    }

    /// What was used so far, in steps of some ten milliseconds; nothing if the system does not tell, or there is no such thread or process.
    pub fn used(self) -> Option<Duration> {
        match self {
            Whose::Thread(number) if Some(number) == number_of_this_thread() => used_by_this_thread(),
            Whose::Thread(number) => used_after(&format!("/proc/self/task/{number}/stat")),
            Whose::Process(number) => used_after(&format!("/proc/{number}/stat")),
        }
    }

    /// Whether it waits for something else than the processor right now; nothing where that is not known.
    pub fn is_waiting(self) -> Option<bool> {
        match self {
            Whose::Thread(number) => is_waiting(&format!("/proc/self/task/{number}/stat")),
            Whose::Process(number) => {
                let threads = std::fs::read_dir(format!("/proc/{number}/task")).ok()?;
                // One that has ended in between has nothing to say.
                let each = threads
                    .flatten()
                    .filter_map(|thread| is_waiting(&thread.path().join("stat").to_string_lossy()));
                each.reduce(|all, one| all && one)
            }
        }
    }
}

/// Whether a line of `proc(5)`'s `stat` is of a thread that neither runs nor could.
fn is_waiting(stat: &str) -> Option<bool> {
    let text = std::fs::read_to_string(stat).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    Some(!fields.trim_start().starts_with('R'))
}

#[cfg(target_os = "linux")]
fn number_of_this_thread() -> Option<i32> {
    Some(rustix::thread::gettid().as_raw_nonzero().get())
}

#[cfg(not(target_os = "linux"))]
fn number_of_this_thread() -> Option<i32> {
    None
}

#[cfg(target_os = "linux")]
fn used_by_this_thread() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let used = clock_gettime(ClockId::ThreadCPUTime);
    Some(Duration::new(
        u64::try_from(used.tv_sec).ok()?,
        u32::try_from(used.tv_nsec).ok()?,
    ))
}

#[cfg(target_os = "linux")]
fn used_after(stat: &str) -> Option<Duration> {
    let text = std::fs::read_to_string(stat).ok()?;
    let ticks = ticks_of(&text)?;
    Some(Duration::from_secs_f64(
        ticks as f64 / rustix::param::clock_ticks_per_second() as f64,
    ))
}

#[cfg(not(target_os = "linux"))]
fn used_by_this_thread() -> Option<Duration> {
    None
}

#[cfg(not(target_os = "linux"))]
fn used_after(_: &str) -> Option<Duration> {
    None
}

/// Ticks in a line of `proc(5)`'s `stat`: those of its own in user and in system mode, and its children's.
#[cfg(target_os = "linux")]
fn ticks_of(stat: &str) -> Option<u64> {
    // The name, in brackets, may hold spaces and brackets.
    let (_, fields) = stat.rsplit_once(')')?;
    let times: Vec<u64> = fields
        .split_whitespace()
        .skip(11)
        .take(4)
        .map_while(|field| field.parse().ok())
        .collect();
    (times.len() == 4).then(|| times.iter().sum())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn ticks_stand_behind_a_name_of_any_kind() {
        let line = "7 (a) b) R 1 7 7 0 -1 4194304 100 0 0 0 12 3 4 1 20 0 1 0 99";
        assert_eq!(ticks_of(line), Some(20));
        assert_eq!(ticks_of("7 (a) R 1 7 7 0 -1 4194304 100 0 0 0 12 3 4"), None);
        assert_eq!(ticks_of(""), None);
    }

    #[test]
    fn a_thread_that_sleeps_uses_nothing_and_one_that_works_does() {
        let here = Whose::this_thread().expect("threads have numbers");
        let before = here.used().expect("the system tells it");
        std::thread::sleep(Duration::from_millis(60));
        assert!(here.used().expect("as before") - before < Duration::from_millis(50));
        assert_eq!(here.is_waiting(), Some(false));
        let (done, is_done) = std::sync::mpsc::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let waits = std::thread::spawn(move || {
            let _ = tell.send(Whose::this_thread());
            is_done.recv()
        });
        let other = told.recv().expect("it tells").expect("threads have numbers");
        let start = Instant::now();
        while other.is_waiting() != Some(true) {
            assert!(start.elapsed() < Duration::from_secs(60));
        }
        drop(done);
        assert!(waits.join().expect("no panic").is_err());
        let seen_from_outside = std::thread::scope(|scope| {
            let start = Instant::now();
            while here.used().expect("as before") - before < Duration::from_millis(100) {
                assert!(start.elapsed() < Duration::from_secs(60));
            }
            scope.spawn(move || here.used()).join().expect("no panic")
        });
        assert!(seen_from_outside.expect("the system tells it") >= Duration::from_millis(70));
        let process = Whose::Process(std::process::id()).used();
        assert!(process.expect("the system tells it") >= Duration::from_millis(70));
    }

    #[test]
    fn nobody_uses_nothing_that_is_known() {
        assert_eq!(Whose::Process(u32::MAX).used(), None);
        assert_eq!(Whose::Thread(i32::MAX).used(), None);
    }
}
