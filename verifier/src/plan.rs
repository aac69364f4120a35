//! Which kernels to verify, and under which configurations: all that can be wrong with the user's wishes shows here,
//! before the first query.

use crate::assume::{Assume, AssumeError};
use crate::config::{Configuration, MOST_BLOCK_THREADS, Options, configurations};
use crate::nearest::nearest;
use crate::report::FileError;
use kverify_frontend::entries::Wish;
use kverify_frontend::ir::{Kernel, Loc, Module};
use kverify_smt::answer::Unknown;
use std::fmt;
use std::sync::Arc;

/// A wish that cannot be met. The command exits with status 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UsageError {
    /// An assumption is no expression, or fits no kernel.
    Assume(AssumeError),
    /// `--kernel` names a kernel that is nowhere.
    NoSuchKernel {
        /// The name asked for.
        name: String,
        /// The kernel that was perhaps meant.
        nearest: Option<String>,
        /// The kernels there are.
        known: Vec<String>,
    },
    /// `--instantiate` names no kernel template, or no arguments for one.
    NoSuchTemplate {
        /// What was asked for.
        wish: String,
        /// The kernel templates there are.
        known: Vec<String>,
    },
    /// `--entry` names a function that is nowhere.
    NoSuchEntry {
        /// What was asked for.
        wish: String,
        /// The function that was perhaps meant.
        nearest: Option<String>,
        /// The functions there are.
        known: Vec<String>,
    },
    /// A number is out of its range.
    Range(String),
    /// A launch to be run does not fit the kernels.
    Launch(String),
    /// Z3 or libclang is missing or too old.
    Toolchain(String),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UsageError::Assume(error) => error.fmt(f),
            UsageError::Range(message) | UsageError::Launch(message) | UsageError::Toolchain(message) => {
                f.write_str(message)
            }
            UsageError::NoSuchTemplate { wish, known } => {
                write!(
                    f,
                    "--instantiate {wish} fits no kernel template; it is written 'name<float, 256>'"
                )?;
                match known.is_empty() {
                    true => f.write_str(", and there is none"),
                    false => write!(f, ", and there are {}", known.join(", ")),
                }
            }
            UsageError::NoSuchEntry { wish, nearest, known } => {
                write!(f, "--entry {wish}: no device function is called so")?;
                match (nearest, known.is_empty()) {
                    (Some(nearest), _) => write!(f, "; is it `{nearest}`?"),
                    (None, true) => f.write_str("; there is none at all"),
                    (None, false) => write!(f, "; there are {}", known.join(", ")),
                }
            }
            UsageError::NoSuchKernel { name, nearest, known } => {
                write!(f, "no kernel is called `{name}`")?;
                match (nearest, known.is_empty()) {
                    (Some(nearest), _) => write!(f, "; is it `{nearest}`?"),
                    (None, true) => f.write_str("; there is no kernel at all"),
                    (None, false) => write!(f, "; there are {}", known.join(", ")),
                }
            }
        }
    }
}

impl std::error::Error for UsageError {}

/// One kernel under one configuration.
#[derive(Clone, Debug)]
pub struct Task {
    /// Position of the file among the sources.
    pub file: usize,
    /// Position of the kernel in its module.
    pub kernel: usize,
    /// What is known of its launches.
    pub configuration: Configuration,
    /// The options of its file.
    pub options: Arc<Options>,
}

/// Reads the assumptions.
///
/// # Errors
/// At the first that is no expression.
pub fn read_assumes(options: &Options) -> Result<Vec<Assume>, UsageError> {
    options
        .assumes
        .iter()
        .map(|text| Assume::parse(text).map_err(UsageError::Assume))
        .collect()
}

/// Functions that are named at most where one that is asked for is nowhere.
const MOST_NAMED: usize = 12;

/// The most effort that is sensible: the numbers that it multiplies stay numbers.
const MOST_EFFORT: f64 = 1000.0;

/// Checks the numbers that the user gave.
///
/// # Errors
/// If one is out of its range.
pub fn check_ranges(options: &Options) -> Result<(), UsageError> {
    let range = |message: String| Err(UsageError::Range(message));
    if !(options.effort > 0.0 && options.effort <= MOST_EFFORT) {
        return range(format!(
            "an effort of {}: it is a multiple of the usual, above 0 and up to {MOST_EFFORT}",
            options.effort
        ));
    }
    if !(options.timeout > 0.0 && options.timeout.is_finite()) {
        return range(format!(
            "a timeout of {} seconds leaves no time to answer",
            options.timeout
        ));
    }
    if !(1..=64).contains(&options.lockstep) {
        return range(format!(
            "{} threads in lock-step; devices have 1 to 64",
            options.lockstep
        ));
    }
    if !(20..=300).contains(&options.cuda_arch()) {
        return range(format!(
            "{} is no compute capability; sm_80 is written 80",
            options.cuda_arch()
        ));
    }
    Ok(())
}

/// The work to do, in source order; `of_files` has the options of each file.
///
/// # Errors
/// If a kernel name matches nothing, or an assumption fits no kernel that is asked for.
pub fn plan(
    modules: &[Option<&Module>],
    options: &Options,
    of_files: &[Arc<Options>],
    assumes: &[Assume],
) -> Result<Vec<Task>, UsageError> {
    if !options.is_rest {
        check_names(modules, options)?;
    }
    let selected: Vec<(usize, usize, &Kernel)> = modules
        .iter()
        .enumerate()
        .filter_map(|(file, module)| module.map(|module| (file, module)))
        .flat_map(|(file, module)| {
            module
                .kernels
                .iter()
                .enumerate()
                .map(move |(i, kernel)| (file, i, kernel))
        })
        .filter(|(_, _, kernel)| is_selected(kernel, &options.kernels))
        .filter(|(file, _, kernel)| {
            let module = modules.get(*file).copied().flatten();
            let changes = options.changes.as_deref();
            changes
                .zip(module)
                .is_none_or(|(changes, module)| changes.concern(kernel, module))
        })
        .collect();
    for assume in assumes.iter().filter(|_| !options.is_rest) {
        check_fits(assume, &selected)?;
    }
    let tasks = selected.into_iter().flat_map(|(file, index, kernel)| {
        let own = &of_files[file];
        configurations(kernel, own, assumes)
            .into_iter()
            .map(move |configuration| Task {
                file,
                kernel: index,
                configuration,
                options: Arc::clone(own),
            })
    });
    Ok(tasks.collect())
}

/// Comments `// kverify: assume ...` that are no expression or do not fit their kernel.
pub fn misfits_in_source(module: &Module) -> Vec<FileError> {
    let mut errors: Vec<FileError> = Vec::new();
    for kernel in &module.kernels {
        let Some(required) = &kernel.required else {
            continue;
        };
        for text in &required.relations {
            let facts = Assume::parse(text).and_then(|assume| assume.facts(kernel));
            let Err(error) = facts else {
                continue;
            };
            let message = error.to_string();
            let message = message.strip_prefix("--assume: ").unwrap_or(&message);
            let error = FileError {
                message: format!("this assumption cannot be used: {message}"),
                line: required.span.line,
                column: required.span.column,
                span: Some(required.span),
            };
            if !errors.contains(&error) {
                errors.push(error);
            }
        }
    }
    errors
}

/// Fails with the first kernel's complaint if no kernel is content.
fn check_fits(assume: &Assume, kernels: &[(usize, usize, &Kernel)]) -> Result<(), UsageError> {
    let mut complaint = None;
    for (_, _, kernel) in kernels {
        match assume.facts(kernel) {
            Ok(_) => return Ok(()),
            Err(error) => complaint = complaint.or(Some(error)),
        }
    }
    complaint.map_or(Ok(()), |error| Err(UsageError::Assume(error)))
}

fn check_names(modules: &[Option<&Module>], options: &Options) -> Result<(), UsageError> {
    let kernels: Vec<&Kernel> = modules
        .iter()
        .flatten()
        .flat_map(|module| &module.kernels)
        .collect();
    for name in &options.kernels {
        if kernels.iter().any(|kernel| is_called(kernel, name)) {
            continue;
        }
        let mut known: Vec<String> = kernels.iter().map(|kernel| kernel.name.clone()).collect();
        known.sort();
        known.dedup();
        let nearest = nearest(name, known.iter().map(String::as_str)).map(str::to_owned);
        return Err(UsageError::NoSuchKernel {
            name: name.clone(),
            nearest,
            known,
        });
    }
    for text in &options.parse.entries {
        let functions = || modules.iter().flatten().flat_map(|module| &module.functions);
        let Ok(wish) = Wish::parse(text) else {
            continue;
        };
        if functions().any(|function| wish.is_called(&function.name)) {
            continue;
        }
        let mut known: Vec<String> = functions().map(|function| function.name.clone()).collect();
        known.sort();
        known.dedup();
        let nearest = nearest(&wish.name, known.iter().map(String::as_str)).map(str::to_owned);
        known.truncate(MOST_NAMED);
        return Err(UsageError::NoSuchEntry {
            wish: wish.text,
            nearest,
            known,
        });
    }
    let templates = || kernels.iter().filter(|kernel| !kernel.instantiation.is_empty());
    for wish in &options.parse.instantiate {
        let name = wish.split_once('<').filter(|_| wish.trim_end().ends_with('>'));
        let is_of = |kernel: &&&Kernel| name.is_some_and(|(name, _)| is_called_plainly(kernel, name.trim()));
        if !templates().any(|kernel| is_of(&kernel)) {
            let mut known: Vec<String> = templates().map(|kernel| kernel.name.clone()).collect();
            known.sort();
            known.dedup();
            return Err(UsageError::NoSuchTemplate {
                wish: wish.clone(),
                known,
            });
        }
    }
    Ok(())
}

fn is_selected(kernel: &Kernel, names: &[String]) -> bool {
    names.is_empty() || names.iter().any(|name| is_called(kernel, name))
}

/// By its qualified name.
fn is_called_plainly(kernel: &Kernel, name: &str) -> bool {
    kernel.name == name.trim_start_matches("::")
}

/// By its qualified name, its last part, or either with template arguments.
fn is_called(kernel: &Kernel, name: &str) -> bool {
    [kernel.name.as_str(), kernel.last_name()].iter().any(|own| {
        name.strip_prefix(own)
            .is_some_and(|rest| rest.is_empty() || rest == kernel.instantiation)
    })
}

/// Why there is nothing to prove: nobody looked at the kernel, or no launch under this configuration can happen at all.
pub fn nothing_to_prove(kernel: &Kernel, configuration: &Configuration) -> Option<Unknown> {
    if let Some(reason) = &kernel.left_out {
        let span = kernel.span;
        return Some(Unknown {
            message: reason.clone(),
            loc: Some(Loc { span, call: None }),
        });
    }
    impossible_launch(kernel, configuration).map(|message| Unknown { message, loc: None })
}

/// Why no launch under this configuration can happen at all, if that is so.
fn impossible_launch(kernel: &Kernel, configuration: &Configuration) -> Option<String> {
    let block = configuration.config.block;
    let threads = block
        .iter()
        .flatten()
        .try_fold(1_u64, |product, size| product.checked_mul(*size));
    let most = u64::from(kernel.max_threads.unwrap_or(u32::MAX)).min(MOST_BLOCK_THREADS);
    if block.contains(&Some(0)) || configuration.config.grid.contains(&Some(0)) {
        return Some(
            "a launch with no threads in a dimension runs nothing, so there is nothing to prove".to_owned(),
        );
    }
    if threads.is_none_or(|threads| threads > most) {
        let size = threads.map_or_else(|| "too many".to_owned(), |threads| threads.to_string());
        return Some(format!(
            "blocks of {size} threads are more than the {most} that this kernel can be launched with, so there is \
             nothing to prove; use a smaller --block"
        ));
    }
    None
}
