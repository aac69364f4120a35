//! Runs kverify, as a library, with the flags of a case.

use crate::expect::Settings;
use crate::outcome::{self, Outcome};
use kverify::answer::Arith;
use kverify::config::{parse_block, parse_grid};
use kverify::program::HostCode;
use kverify::{KernelReport, Options, Report, Source, report, verify};
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

/// Seconds for a kernel: unoptimised builds on machines that do other things as well are to say what is true, not how fast they
/// are. What answers cost is tested by counting.
const TIMEOUT: f64 = 300.0;

/// Work for a kernel, as a multiple of the usual: some cases are the hardest of their kind.
const EFFORT: f64 = 3.0;

/// Verifies one source text with the case's flags and reads the answer back from the JSON.
///
/// # Errors
/// Flags that make no sense, and JSON that is not what its schema promises.
pub fn run(path: &Path, text: &str, settings: &Settings) -> Result<Outcome, String> {
    read_back(report(path, text, settings)?.as_ref())
}

/// What was asked: path, text and flags.
type Question = (PathBuf, String, Settings);

/// What was answered, once somebody has.
type Answer = Arc<OnceLock<Result<Arc<Report>, String>>>;

/// The answers of this process: several tests ask the same of each file of the corpus.
static ANSWERS: LazyLock<Mutex<HashMap<Question, Answer>>> = LazyLock::new(Mutex::default);

/// Verifies one source text with the case's flags, or gives the answer that this process has had before.
///
/// # Errors
/// Flags that make no sense.
///
/// # Panics
/// If another thread panicked over the table of answers.
pub fn report(path: &Path, text: &str, settings: &Settings) -> Result<Arc<Report>, String> {
    let question = (path.to_path_buf(), text.to_owned(), settings.clone());
    let answer = {
        let mut answers = ANSWERS.lock().expect("nothing panics while it is locked");
        Arc::clone(answers.entry(question).or_default())
    };
    answer
        .get_or_init(|| fresh_report(path, text, settings).map(Arc::new))
        .clone()
}

/// Verifies one source text with the case's flags, whatever was answered before.
///
/// # Errors
/// Flags that make no sense.
pub fn fresh_report(path: &Path, text: &str, settings: &Settings) -> Result<Report, String> {
    report_with(path, text, &options(settings)?)
}

/// Verifies one kernel of a source text with the case's flags.
///
/// # Errors
/// Flags that make no sense, and a text that has no such kernel.
pub fn report_on(path: &Path, text: &str, settings: &Settings, kernel: &str) -> Result<Report, String> {
    let options = Options {
        kernels: vec![kernel.to_owned()],
        ..options(settings)?
    };
    report_with(path, text, &options)
}

fn report_with(path: &Path, text: &str, options: &Options) -> Result<Report, String> {
    let source = Source {
        path: path.to_path_buf(),
        text: Some(text.to_owned()),
    };
    verify(&[source], options).map_err(|error| error.to_string())
}

/// Verifies a text that holds one kernel.
///
/// # Errors
/// Options that make no sense, a text that cannot be read or holds no kernel, and internal errors of kverify.
pub fn only_kernel(path: &str, text: String, options: &Options) -> Result<KernelReport, String> {
    let source = Source {
        path: path.into(),
        text: Some(text),
    };
    let report = verify(&[source], options).map_err(|error| error.to_string())?;
    let file = report.files.into_iter().next().ok_or("no file")?;
    if let Some(error) = file.errors.first() {
        return Err(format!("{error:?}"));
    }
    let kernel = file.kernels.into_iter().next().ok_or("no kernel")?;
    let internal = |message: &&str| message.contains("internal error");
    let mut messages = kernel.reasons.iter().map(|reason| reason.message.as_str());
    match messages.find(internal) {
        Some(message) => Err(message.to_owned()),
        None => Ok(kernel),
    }
}

fn read_back(report: &Report) -> Result<Outcome, String> {
    let document =
        serde_json::from_str(&report::json::render(report, false)).map_err(|error| error.to_string())?;
    outcome::read(&document, report::exit_status(report, false))
}

/// The names that the user's kernels give to parameters, variables and arrays; of members, the whole's.
pub fn names(report: &Report) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for kernel in report
        .files
        .iter()
        .flat_map(|file| &file.kernels)
        .map(|report| &report.kernel)
    {
        names.extend(kernel.params.iter().map(|param| whole(&param.name)));
        names.extend(
            kernel
                .vars
                .iter()
                .filter(|var| var.user)
                .map(|var| whole(&var.name)),
        );
        names.extend(kernel.objects.iter().map(|object| whole(&object.name)));
    }
    names
}

fn whole(name: &str) -> String {
    name.split(['.', '[', '-', '#', '@'])
        .next()
        .unwrap_or(name)
        .to_owned()
}

/// The options that the flags of a case mean.
///
/// # Errors
/// Flags that make no sense.
pub fn options(settings: &Settings) -> Result<Options, String> {
    let parse = kverify_frontend::Options {
        defines: settings.defines.clone(),
        instantiate: settings.instantiate.clone(),
        cuda_arch: settings.cuda_arch,
        ..kverify_frontend::Options::default()
    };
    Ok(Options {
        parse,
        block: settings.block.as_deref().map(parse_block).transpose()?,
        grid: settings.grid.as_deref().map(parse_grid).transpose()?,
        assumes: settings.assumes.clone(),
        may_alias: settings.may_alias,
        host: match settings.of_project {
            true => HostCode::Project,
            false => HostCode::File,
        },
        arith: if settings.bit_vectors {
            Arith::Bv
        } else {
            Arith::Auto
        },
        perf: settings.perf,
        lockstep: settings.lockstep.unwrap_or(1),
        effort: EFFORT,
        timeout: TIMEOUT,
        ..Options::default()
    })
}
