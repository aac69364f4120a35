//! `--assume`: C expressions over scalar parameters and launch sizes, `distinct(idx)`, `monotone(row)`, `extent(out) == 4 * n` (bytes)
//! and `elements(out) == n`.
//!
//! All arithmetic is 64-bit and signed, whatever the parameters' types: facts about sizes are meant as facts about
//! numbers, and `n - 1 >= 0` shall not be true of an unsigned 0.

mod lex;
mod parse;
mod resolve;

use crate::report::visible::on_one_line;
use kverify_frontend::ir::{Expr, Kernel};
use kverify_smt::answer::Extent;
use std::fmt;

/// An assumption as the user wrote it, checked for syntax.
#[derive(Clone, Debug, PartialEq)]
pub struct Assume {
    text: String,
    /// The operands of the outermost `&&`, each a fact of its own.
    conjuncts: Vec<parse::Node>,
}

/// What an assumption says of one kernel.
#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    /// A `Bool` expression that holds at entry, with its text.
    Holds(Expr, String),
    /// The elements behind this pointer parameter (index into `Kernel::params`) are pairwise distinct.
    Distinct(u32),
    /// The elements behind this pointer parameter never decrease: row pointers, sorted keys.
    Monotone(u32),
    /// How large a buffer is.
    Extent(Extent),
}

/// What is wrong with an assumption, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssumeError {
    /// The assumption.
    pub text: String,
    /// Byte offset in it.
    pub at: usize,
    /// What is wrong, in words.
    pub message: String,
}

/// Most characters that are shown before the place that is wrong.
const MOST_SHOWN: usize = 80;

impl fmt::Display for AssumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.text.get(..self.at).unwrap_or(&self.text);
        let whole = on_one_line(&self.text);
        let at = on_one_line(before).chars().count();
        let from = if at > MOST_SHOWN { at - MOST_SHOWN / 2 } else { 0 };
        let text: String = whole.chars().skip(from).take(2 * MOST_SHOWN).collect();
        let column = at - from;
        writeln!(f, "--assume: {}", self.message)?;
        writeln!(f, "  {text}")?;
        write!(f, "  {}^", " ".repeat(column))
    }
}

impl std::error::Error for AssumeError {}

impl Assume {
    /// Reads an assumption.
    ///
    /// # Errors
    /// If it is no expression; the error points at the character.
    pub fn parse(text: &str) -> Result<Assume, AssumeError> {
        let conjuncts = parse::parse(text)?;
        Ok(Assume {
            text: text.to_owned(),
            conjuncts,
        })
    }

    /// The number that it is in a kernel, if it is one: an `I64`.
    pub fn number(&self, kernel: &Kernel) -> Option<Expr> {
        match &self.conjuncts[..] {
            [only] => resolve::number_of(only, kernel, &self.text),
            _ => None,
        }
    }

    /// What it says of a kernel.
    ///
    /// # Errors
    /// If it names what the kernel has not, or what differs from thread to thread.
    pub fn facts(&self, kernel: &Kernel) -> Result<Vec<Fact>, AssumeError> {
        self.conjuncts
            .iter()
            .map(|node| resolve::fact(node, kernel, &self.text))
            .collect()
    }
}

#[cfg(test)]
mod tests;
