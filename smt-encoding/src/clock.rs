//! What the analysis of one kernel may cost: work, which is the same on every machine, and time, as a last resort.
//!
//! Time is the processor's: a busy machine is no reason for another answer. Only what gets nowhere at all is given up by the clock on the
//! wall.

use crate::answer::Config;
use crate::cancel::Cancel;
use crate::processor::Whose;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Looks at the clock until it is over whatever the time, the last of them included; 0 if only the time counts.
static LOOKS: AtomicU64 = AtomicU64::new(0);

/// Has every clock of this process be over at the n-th look at one from now, and from then on: tests of what the clock cuts would hang
/// on the machine otherwise.
pub fn over_at_look(n: u64) {
    LOOKS.store(n, Ordering::SeqCst);
}

/// Whether a test wants every clock to be over. Every look at the clock by which something is left undone goes through here.
fn is_over_for_tests() -> bool {
    match LOOKS.load(Ordering::Relaxed) {
        0 => false,
        1 => true,
        _ => {
            let less = |left: u64| (left > 1).then(|| left - 1);
            let _ = LOOKS.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
            false
        }
    }
}

/// So many times its limit on the wall ends whatever has not used its processor time by then.
const PATIENCE: u32 = 50;

/// How often to look what somebody does who has not used all of the time.
const LOOK: Duration = Duration::from_millis(100);

/// How soon to look again where little is left.
const SHORTLY: Duration = Duration::from_millis(20);

/// A limit of processor time for a thread or a process, from a moment on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deadline {
    whose: Option<Whose>,
    /// What was used before.
    before: Duration,
    limit: Duration,
    began: Instant,
}

impl Deadline {
    /// So much time for the calling thread from now on.
    pub fn here(limit: Duration) -> Deadline {
        Deadline::of(Whose::this_thread(), limit)
    }

    /// So much time for somebody from now on; of nobody whom the system knows, on the wall.
    pub fn of(whose: Option<Whose>, limit: Duration) -> Deadline {
        let used = whose.and_then(Whose::used);
        Deadline {
            whose: whose.filter(|_| used.is_some()),
            before: used.unwrap_or_default(),
            limit,
            began: Instant::now(),
        }
    }

    /// How long it is not over at least, if it is not over; never nothing.
    pub fn left(&self) -> Option<Duration> {
        let passed = self.began.elapsed();
        // One thread uses no more than passes on the wall, and to ask for what it used costs more than to look there.
        if let Some(left) = self.limit.checked_sub(passed).filter(|left| !left.is_zero()) {
            return Some(left);
        }
        if passed >= self.limit.saturating_mul(PATIENCE) {
            return None;
        }
        let used = self.whose?.used()?.saturating_sub(self.before);
        let left = self.limit.checked_sub(used).filter(|left| !left.is_zero());
        left.map(|left| left.max(SHORTLY))
    }

    /// Whether it is over, or a test wants it to be.
    pub fn has_passed(&self) -> bool {
        is_over_for_tests() || self.left().is_none()
    }
}

/// Watches over somebody else's deadline. What waits for something that never comes uses no processor time: once the limit is over on
/// the wall, what is spent waiting counts as well.
#[derive(Debug)]
pub struct Watch {
    deadline: Deadline,
    waited: Duration,
    looked: Instant,
}

impl Watch {
    /// Begins to watch.
    pub fn over(deadline: Deadline) -> Watch {
        Watch {
            deadline,
            waited: Duration::ZERO,
            looked: Instant::now(),
        }
    }

    /// When to look again; nothing once it is over.
    pub fn next_look(&mut self) -> Option<Duration> {
        let passed = std::mem::replace(&mut self.looked, Instant::now()).elapsed();
        let left = self.deadline.left()?;
        if self.deadline.began.elapsed() < self.deadline.limit {
            return Some(left);
        }
        if self.deadline.whose.and_then(Whose::is_waiting) == Some(true) {
            self.waited += passed.min(2 * LOOK);
        }
        left.checked_sub(self.waited)
            .filter(|left| !left.is_zero())
            .map(|left| left.min(LOOK))
    }
}

/// Seconds as a duration; what is no sensible number of them is as good as no limit.
pub fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, 1e6))
}

/// Counts work in units: terms made and walked over, facts looked at, places listed, and what Z3 does. A unit is
/// some 80 nanoseconds of one core. Clones are the same meter.
#[derive(Clone, Debug, Default)]
pub struct Work(Rc<Cell<u64>>);

impl Work {
    /// Counts some.
    pub fn spend(&self, units: u64) {
        self.0.set(self.0.get().saturating_add(units));
    }

    /// All that was counted so far.
    pub fn spent(&self) -> u64 {
        self.0.get()
    }
}

/// What ended an analysis before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// Its work was done: on every machine alike.
    Work,
    /// The clock: another machine, or another day, may see more.
    Clock,
}

/// The work that is left, a deadline, and the token by which the answer may be called off before it. All parts of an analysis
/// look at one clock, the run of the kernel's code and a second analysis included.
#[derive(Clone, Debug)]
pub struct Clock {
    work: Work,
    most: u64,
    deadline: Deadline,
    cancel: Option<Cancel>,
    cut: Rc<Cell<Option<Cut>>>,
}

impl Clock {
    /// What `config` gives, from now on.
    pub fn start(config: &Config) -> Clock {
        Clock {
            work: Work::default(),
            most: config.work,
            deadline: Deadline::here(seconds(config.timeout)),
            cancel: config.cancel.clone(),
            cut: Rc::default(),
        }
    }

    /// The meter.
    pub fn work(&self) -> &Work {
        &self.work
    }

    /// Whether work or time is used up, or nobody wants the answer any more. Once it is over, it stays so.
    pub fn is_over(&self) -> bool {
        self.cut().is_some()
    }

    /// What ended the analysis, if anything did.
    pub fn cut(&self) -> Option<Cut> {
        if self.cut.get().is_none() {
            let is_called_off = self.cancel.as_ref().is_some_and(Cancel::is_cancelled);
            if self.work.spent() >= self.most {
                self.cut.set(Some(Cut::Work));
            } else if is_called_off || self.deadline.has_passed() {
                self.cut.set(Some(Cut::Clock));
            }
        }
        self.cut.get()
    }

    /// Notes that a part of the analysis was cut short by the clock although the deadline is not quite reached.
    pub fn cut_by_clock(&self) {
        self.cut.set(self.cut.get().or(Some(Cut::Clock)));
    }

    /// Why an analysis is not finished, as a sentence.
    pub fn reason(&self) -> &'static str {
        match self.cut() {
            Some(Cut::Clock) => {
                "cut by the clock: the time limit for this kernel was reached, and another run may see more (raise it with \
                 --timeout)"
            }
            Some(Cut::Work) | None => "the work limit for this kernel was reached (raise it with --effort)",
        }
    }

    /// What is left of the work.
    pub fn units_left(&self) -> u64 {
        self.most.saturating_sub(self.work.spent())
    }

    /// The time of the thread that the analysis began in, for what cannot look at this clock.
    pub fn deadline(&self) -> Deadline {
        self.deadline
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_before_time_and_the_first_cut_stays() {
        let config = Config {
            work: 10,
            ..Config::default()
        };
        let clock = Clock::start(&config);
        clock.clone().work().spend(9);
        assert_eq!((clock.cut(), clock.units_left()), (None, 1));
        clock.work().spend(1);
        assert_eq!(clock.cut(), Some(Cut::Work));
        clock.cut_by_clock();
        assert_eq!(clock.cut(), Some(Cut::Work));
        let late = Clock::start(&Config {
            timeout: 0.0,
            ..Config::default()
        });
        assert_eq!(late.cut(), Some(Cut::Clock));
        assert!(late.reason().starts_with("cut by the clock"));
    }

    #[test]
    fn who_works_has_all_of_the_limit_on_a_busy_machine_too() {
        let (limit, stop) = (
            Duration::from_millis(150),
            std::sync::atomic::AtomicBool::new(false),
        );
        let spin = || {
            while !stop.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        };
        std::thread::scope(|scope| {
            let (tell, told) = std::sync::mpsc::channel();
            scope.spawn(move || {
                let _ = tell.send(Deadline::here(limit));
                spin();
            });
            for _ in 0..8 * std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(spin);
            }
            let deadline = told.recv().expect("it tells");
            let mut watch = Watch::over(deadline);
            while let Some(left) = watch.next_look() {
                std::thread::sleep(left);
            }
            let used = deadline
                .whose
                .and_then(Whose::used)
                .map(|used| used - deadline.before);
            let passed = deadline.began.elapsed();
            stop.store(true, Ordering::Relaxed);
            assert!(
                used.is_none_or(|used| used >= limit || passed >= limit * PATIENCE),
                "{used:?}"
            );
        });
    }

    #[test]
    fn who_waits_for_ever_is_given_up_well_before_patience_is() {
        let limit = Duration::from_millis(200);
        let (tell, told) = std::sync::mpsc::channel();
        let (_never, comes) = std::sync::mpsc::channel::<()>();
        let _waits = std::thread::spawn(move || {
            let _ = tell.send(Deadline::here(limit));
            comes.recv()
        });
        let deadline = told.recv().expect("it tells");
        let mut watch = Watch::over(deadline);
        while let Some(left) = watch.next_look() {
            std::thread::sleep(left);
        }
        let passed = deadline.began.elapsed();
        assert!(passed >= limit && passed < limit * (PATIENCE / 2), "{passed:?}");
    }

    #[test]
    fn one_that_waits_is_not_over_before_its_patience_is_and_one_that_works_is() {
        let limit = Duration::from_millis(30);
        let waits = Deadline::here(limit);
        std::thread::sleep(limit * 2);
        assert!(waits.left().is_some_and(|left| !left.is_zero()));
        std::thread::sleep(limit * PATIENCE);
        assert_eq!(waits.left(), None);
        let (works, mut looks) = (Deadline::here(limit), 0_u64);
        while works.left().is_some() {
            looks += 1;
        }
        assert!(
            looks > 0 && works.began.elapsed() < limit * PATIENCE,
            "{looks} looks"
        );
        let of_nobody = Deadline::of(None, limit);
        std::thread::sleep(limit);
        assert_eq!(of_nobody.left(), None);
    }
}
