//! From a source's text to a translation unit: what a build would add is looked for or chosen, and what stays lost is known.

pub(crate) mod conditionals;
pub(crate) mod damage;
mod steered;
