//! Replay: runs the kernel IR concretely and watches for races and divergence.
//!
//! In reading order: [`program`] and [`compile`] (register code), [`value`] and [`pure`] (arithmetic), [`memory`]
//! and [`fill`] (contents), [`step`] and [`transfer`] (one thread), [`sync`] and [`collective`] (threads together), [`print`](mod@print), [`log`] and
//! [`order`] (conflicts of an interval), [`machine`] and [`scheduler`] (a whole run), [`judge`] and [`smoke`](mod@smoke) (what a run says of a
//! finding, or of a proof), [`harm`](mod@harm) (what a race does to memory), [`undefined`]
//! (whether values matter that the language does not say), [`trace`](mod@trace) and [`recorder`] (what everybody did,
//! for timelines), [`requests`] (what warps ask of memory).

mod arms;
mod climb;
mod clusters;
mod collective;
mod compile;
mod contents;
mod context;
mod endless;
mod fill;
#[cfg(test)]
mod from_source;
mod guide;
mod harm;
#[cfg(test)]
mod harm_tests;
mod inputs;
mod judge;
#[cfg(test)]
mod judge_tests;
mod log;
mod loops;
mod machine;
mod memory;
mod order;
mod outcome;
mod phases;
mod print;
mod program;
mod pure;
mod recorder;
mod requests;
mod scheduler;
mod search;
mod shadow;
mod smoke;
mod step;
mod symbolic;
mod sync;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod thread;
mod trace;
#[cfg(test)]
mod trace_tests;
mod transfer;
mod undefined;
mod value;

pub use contents::Contents;
pub use fill::Fill;
pub use harm::{Harm, HarmedCell, harm};
pub use inputs::{Inputs, Limits, Schedule, WARP};
pub use judge::{Judgement, Showing, confirm, first_noted, first_run, hiding, showing, shows};
pub(crate) use machine::{Symbolic, Written, holds_at, run_with_symbols};
pub use machine::{number_of, run, run_noting, run_watching, scalars, trace};
pub use outcome::{Conflict, Divergence, Event, EventKind, Run, Violation, Waker};
pub use print::Printed;
pub use requests::{Noted, Parting};
pub(crate) use search::is_outlandish;
pub(crate) use shadow::{Element, Given};
pub use smoke::{drawn_runs, plain_launches, smoke, waiting_launches};
pub(crate) use symbolic::{Graph, Node, Sym};
pub use trace::{Did, End, Release, Step, Touch, Trace, TracedThread};
pub use undefined::{Source, UndefinedUse, is_clear, undefined_uses};
pub use value::{from_float as bits_of_float, from_integer as bits_of_integer};
pub(crate) use value::{to_float, to_integer};
