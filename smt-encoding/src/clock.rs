//! What the analysis of one kernel may cost: work, which is the same on every machine, and time, as a last resort.

use crate::answer::Config;
use crate::cancel::Cancel;
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

/// Whether a moment has come. Every look at the clock by which something is left undone goes through here.
pub fn has_come(moment: Instant) -> bool {
    let is_over = match LOOKS.load(Ordering::Relaxed) {
        0 => false,
        1 => true,
        _ => {
            let less = |left: u64| (left > 1).then(|| left - 1);
            let _ = LOOKS.fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
            false
        }
    };
    is_over || Instant::now() >= moment
}

/// Counts work in units: terms made and walked over, facts looked at, places listed, and Z3's own resource units. A unit is
/// some hundred nanoseconds of one core. Clones are the same meter.
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
    deadline: Instant,
    cancel: Option<Cancel>,
    cut: Rc<Cell<Option<Cut>>>,
}

impl Clock {
    /// What `config` gives, from now on.
    pub fn start(config: &Config) -> Clock {
        Clock {
            work: Work::default(),
            most: config.work,
            deadline: Instant::now() + Duration::from_secs_f64(config.timeout.clamp(0.0, 1e6)),
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
            } else if is_called_off || has_come(self.deadline) {
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

    /// What is left of the time; zero once it is over.
    pub fn left(&self) -> Duration {
        match self.is_over() {
            true => Duration::ZERO,
            false => self.deadline.saturating_duration_since(Instant::now()),
        }
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
}
