//! The declarations of CUDA, parsed once and kept: a precompiled header.
//!
//! A file is named after all that its content hangs on besides this build's own texts: libclang, the standard, the architecture and the parts. It
//! is only used where nothing else on the command line bears on the declarations; what is there is believed, so that its folder has
//! to be the user's own.

use super::{CUDA_PARTS, files, folder, forced_include};
use crate::clang::{self, Unit};
use crate::ir::Language;
use crate::plain::mentions;
use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

/// How the name of a file ends.
pub const ENDING: &str = "pch";

/// All that the declarations hang on: arguments for clang.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Form {
    arguments: Vec<String>,
}

/// Forms that a parse could have used, and were not there.
static WANTED: Mutex<BTreeSet<Form>> = Mutex::new(BTreeSet::new());

/// A hash of this build's own texts.
static TEXTS: LazyLock<u64> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    for file in files::all(Language::Cuda) {
        file.hash(&mut hasher);
    }
    hasher.finish()
});

/// The forms that parses of this process could have used since this was last asked.
pub fn wanted() -> BTreeSet<Form> {
    std::mem::take(&mut *WANTED.lock().unwrap_or_else(PoisonError::into_inner))
}

/// What is parsed instead of the declarations.
pub(crate) struct Precompiled {
    form: Form,
    /// The arguments with the file instead of the header.
    pub(crate) arguments: Vec<String>,
}

impl Precompiled {
    /// The file for these arguments, if they leave the declarations as they are and it is there. If not, it is wanted.
    pub(crate) fn of(arguments: &[String], folder: &Path) -> Option<Precompiled> {
        let (form, others) = Form::of(arguments)?;
        let file = folder.join(form.name()?);
        if !file.is_file() {
            form.want();
            return None;
        }
        let mut arguments = form.arguments.clone();
        arguments.extend(["-include-pch".to_owned(), file.display().to_string()]);
        // What it was made of is in memory only, and macros of the command line are none of its own.
        arguments.extend(["-Xclang", "-fno-validate-pch"].map(str::to_owned));
        arguments.extend(others);
        Some(Precompiled { form, arguments })
    }

    /// Says that clang cannot read the file: it is to be made anew.
    pub(crate) fn is_unreadable(&self) {
        self.form.want();
    }
}

impl Form {
    /// The arguments that bear on the declarations, and the others; `None` where others may bear on them too.
    fn of(arguments: &[String]) -> Option<(Form, Vec<String>)> {
        let end = super::CUDA_FIXED.len() + super::FIXED.len();
        let (fixed, rest) = arguments.split_at_checked(end)?;
        let is_fixed = fixed.iter().eq(super::CUDA_FIXED.iter().chain(super::FIXED));
        if !is_fixed {
            return None;
        }
        let (mut own, mut others) = (fixed.to_vec(), Vec::new());
        let mut rest = rest.iter();
        let mut architectures = 0;
        while let Some(argument) = rest.next() {
            let is_part = |part: &super::Part| argument.strip_prefix("-D") == Some(part.name);
            if CUDA_PARTS.iter().any(is_part) || argument.starts_with("-std=") {
                own.push(argument.clone());
            } else if argument.starts_with("--cuda-gpu-arch=") {
                architectures += 1;
                own.push(argument.clone());
            } else if argument == "-isystem" {
                let place = rest.next()?;
                let to = if *place == folder(Language::Cuda) {
                    &mut own
                } else {
                    &mut others
                };
                to.extend([argument.clone(), place.clone()]);
            } else if argument == "-include" {
                let file = rest.next()?;
                if *file != forced_include(Language::Cuda) {
                    others.extend([argument.clone(), file.clone()]);
                }
            } else if is_apart(argument) {
                others.push(argument.clone());
            } else {
                return None;
            }
        }
        (architectures == 1).then_some((Form { arguments: own }, others))
    }

    /// The name of its file.
    fn name(&self) -> Option<String> {
        let mut hasher = DefaultHasher::new();
        (&self.arguments, clang::version().ok()?, *TEXTS).hash(&mut hasher);
        Some(format!("cuda-{:016x}.{ENDING}", hasher.finish()))
    }

    fn want(&self) {
        WANTED
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(self.clone());
    }

    /// Where it is, in a folder.
    pub fn path(&self, folder: &Path) -> Option<PathBuf> {
        self.name().map(|name| folder.join(name))
    }

    /// Parses the declarations and writes them to a file.
    ///
    /// # Errors
    /// libclang's, or that the file cannot be written.
    pub fn write(&self, file: &Path) -> Result<(), String> {
        let unsaved = super::unsaved(Language::Cuda);
        let unit = Unit::parse_to_keep(&forced_include(Language::Cuda), &self.arguments, &unsaved)?;
        unit.save(file)
    }
}

/// Whether an argument says nothing of the declarations: where else headers lie, what is warned of, and macros that they do not name.
fn is_apart(argument: &str) -> bool {
    let macro_of = ["-D", "-U"].iter().find_map(|flag| argument.strip_prefix(flag));
    let Some(definition) = macro_of else {
        return ["-I", "-W"].iter().any(|flag| argument.starts_with(flag)) && !argument.starts_with("-Wp,");
    };
    let name = definition.split(['=', '(']).next().unwrap_or_default();
    !name.is_empty() && !files::all(Language::Cuda).any(|(_, text)| mentions(text, name))
}
