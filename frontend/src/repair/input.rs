//! What is parsed, and how.

use super::missing::declarations_file;
use crate::clang::{Unit, Unsaved};
use crate::entries::Wish;
use crate::ir::{Language, SourceFile};
use crate::prelude::{self, precompiled::Precompiled};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What to parse.
#[derive(Clone)]
pub struct Input {
    /// Path of the source.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The file that the text was taken from, byte for byte in the same places; what the user sees.
    pub shown: Option<String>,
    /// The language.
    pub language: Language,
    /// The programs in its strings are inputs of their own.
    pub strings_apart: bool,
    /// Arguments for clang, the prelude's included.
    pub arguments: Vec<String>,
    /// Other arguments, with which a C source that is no C++ is read as what it is.
    pub as_c: Option<Vec<String>>,
    /// `name<args>` that the user wants.
    pub instantiate: Vec<String>,
    /// Functions to lower beside the kernels.
    pub functions: Vec<String>,
    /// Functions to lower as if every thread of a block called them.
    pub entries: Vec<Wish>,
    /// Comments that ask for some and make no sense: the line, and why.
    pub wrong_entries: Vec<(u32, String)>,
    /// What is to be said before anything is parsed.
    pub notes: Vec<String>,
    /// Paths and texts of other files that an editor holds.
    pub unsaved: Vec<(String, String)>,
    /// Declarations to read before the first line, of names that nothing else declares.
    pub declarations: String,
    /// Where precompiled declarations lie.
    pub precompiled: Option<PathBuf>,
    /// For another branch of a source that was lowered before: the files that spans name so far.
    pub branch: Option<Vec<SourceFile>>,
    /// `__CUDA_ARCH__`, if nobody said for which architecture the source is to be read.
    pub open_arch: Option<u32>,
    /// The functions, by their names without scopes, that other files call, if that is known.
    pub called_elsewhere: Option<BTreeSet<String>>,
    /// Take kernels from other branches even where one of the same name is there.
    pub all_branches: bool,
}

impl Input {
    /// The same with more arguments and instantiations, which a program that loads the source gives.
    pub fn compiled_with(mut self, arguments: &[String], instantiate: &[String]) -> Input {
        self.arguments.extend_from_slice(arguments);
        self.instantiate.extend_from_slice(instantiate);
        self
    }
}

/// The mark that a macro puts on OpenCL kernels, whose own attribute libclang does not name.
pub const KERNEL_MARK: &str = "kverify_kernel";

/// Parses a source and drops the result.
///
/// # Errors
/// libclang is missing, or gave nothing.
pub fn parse_alone(input: &Input) -> Result<(), String> {
    parse(input, "").map(drop)
}

/// Parses the source with text appended.
pub fn parse(input: &Input, appended: &str) -> Result<Unit, String> {
    let mut unsaved = prelude::unsaved(input.language);
    unsaved.extend(input.unsaved.iter().map(|(path, text)| Unsaved {
        path: path.clone(),
        text: text.clone(),
    }));
    unsaved.push(Unsaved {
        path: input.path.clone(),
        text: format!("{}{appended}", input.text),
    });
    let mut arguments = input.arguments.clone();
    if !input.declarations.is_empty() {
        let path = declarations_file(input.language);
        arguments.extend(["-include".to_owned(), path.clone()]);
        unsaved.push(Unsaved {
            path,
            text: input.declarations.clone(),
        });
    }
    let kept = input.precompiled.as_ref();
    if let Some(kept) = kept.and_then(|folder| Precompiled::of(&arguments, folder)) {
        let unit = Unit::parse(&input.path, &kept.arguments, &unsaved);
        if unit.as_ref().is_ok_and(|unit| !unit.lost_its_header()) {
            return unit;
        }
        kept.is_unreadable();
    }
    Unit::parse(&input.path, &arguments, &unsaved)
}
