//! Stopping an analysis from another thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says, from any thread, that an answer is no longer wanted. Clones are the same token.
///
/// An analysis that carries the token ([`crate::answer::Config::cancel`]) looks at it between its steps, and its
/// solver is interrupted; what it answers then is unknown, never a proof.
///
/// ```
/// let cancel = kverify_smt::Cancel::new();
/// let same = cancel.clone();
/// std::thread::spawn(move || same.cancel()).join().unwrap();
/// assert!(cancel.is_cancelled());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// A token that nobody has used yet.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Cancels all that carries this token, for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether [`Cancel::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Tokens are always equal: they say nothing of the question that is asked.
impl PartialEq for Cancel {
    fn eq(&self, _: &Cancel) -> bool {
        true
    }
}
