//! The time that one kernel may take.

use crate::answer::Config;
use crate::cancel::Cancel;
use std::time::{Duration, Instant};

/// A deadline, and the token by which the answer may be called off before it. All parts of an analysis look at one clock, the
/// run of the kernel's code and a second analysis included.
#[derive(Clone, Debug)]
pub struct Clock {
    deadline: Instant,
    cancel: Option<Cancel>,
}

impl Clock {
    /// Why an analysis that ran out of time is not finished.
    pub const OVER: &str = "the time limit for this kernel was reached (raise it with --timeout)";

    /// The time that `config` gives, from now on.
    pub fn start(config: &Config) -> Clock {
        Clock {
            deadline: Instant::now() + Duration::from_secs_f64(config.timeout.clamp(0.0, 1e6)),
            cancel: config.cancel.clone(),
        }
    }

    /// Whether the time is used up, or nobody wants the answer any more.
    pub fn is_over(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_cancelled) || Instant::now() >= self.deadline
    }

    /// What is left of the time; zero once nobody wants the answer.
    pub fn left(&self) -> Duration {
        match self.is_over() {
            true => Duration::ZERO,
            false => self.deadline.saturating_duration_since(Instant::now()),
        }
    }
}
