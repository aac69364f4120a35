//! Many files at a time: which ([`walk`]), where the results go while the run goes on ([`results`], [`record`]), what
//! they are answers to ([`question`]), what they come to ([`table`]), and what became of them since ([`compare`]).

pub mod around;
pub mod compare;
pub(crate) mod ignores;
pub mod kinds;
pub mod question;
pub mod record;
pub mod results;
pub mod table;
pub mod walk;
