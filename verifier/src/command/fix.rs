//! `kverify fix`: mends kernels.

use super::project::ProjectArguments;
use super::source::source;
use super::verification::VerificationArguments;
use crate::output;
use clap::{Args, ValueEnum};
use kverify::project::Project;
use kverify::repair::document::{self, FileEntry};
use kverify::repair::{self, Repair, TRIES, Wish, diff, words};
use kverify::report::json;
use kverify::report::json::kernel::KernelEntry;
use kverify::report::visible;
use kverify::rewrite::Original;
use kverify::settings::{Rank, Settings};
use kverify::{Options, Source};
use std::path::PathBuf;
use std::sync::Arc;

/// Arguments of `fix`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct FixArguments {
    /// CUDA (.cu) or OpenCL (.cl) source files; headers that they include are never changed
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Write the mended files
    #[arg(long, conflicts_with = "diff")]
    pub write: bool,

    /// Print nothing but the changes, for `patch -p0` or `git apply -p0`
    #[arg(long, conflicts_with = "format")]
    pub diff: bool,

    /// How many changed texts may be verified for one kernel
    #[arg(long, value_name = "N", default_value_t = TRIES)]
    pub tries: usize,

    #[command(flatten)]
    pub how: VerificationArguments,

    #[command(flatten)]
    pub project: ProjectArguments,

    /// How to report
    #[arg(long, default_value = "human", help_heading = "Output")]
    pub format: FixFormat,

    /// Warnings are errors, and are mended as well as those
    #[arg(long, help_heading = "Output")]
    pub strict: bool,
}

/// How to report what was mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FixFormat {
    /// For people: the changes, and a sentence for each
    Human,
    /// For programs: one document (docs/schema)
    Json,
}

const EXAMPLES: &str = "\
Examples:
  kverify fix reduce.cu                     what would be changed, and why
  kverify fix reduce.cu --write             change it
  kverify fix src/*.cl --diff | patch -p0   the same, by another program
  kverify fix reduce.cu --block 256         for this launch only

Every change is verified: what remains is no worse in any kernel, and nothing but barriers and guards differs.
Exit status: that of `kverify` on the files with all changes in them (0 every kernel is proved, or
warnings are left; 1 errors are left; 3 nothing was found, but not everything is proved); 2 wrong
usage, or a file that cannot be read or written.";

/// Mends the files, and gives the exit status.
pub fn run(arguments: &FixArguments) -> u8 {
    fix(arguments).unwrap_or_else(|message| output::fail(&message))
}

fn fix(arguments: &FixArguments) -> Result<u8, String> {
    let sources: Result<Vec<Source>, String> = arguments.files.iter().map(|path| source(path)).collect();
    let sources = sources?;
    let (options, project) = arguments.options(&sources)?;
    let (mut files, mut entries): (Vec<json::File>, Vec<FileEntry>) = (Vec::new(), Vec::new());
    let mut broken = false;
    for source in &sources {
        if project.excludes(&source.path) {
            let path = source.path.display();
            output::warn(&format!(
                "{path}: kverify.toml leaves it out, and nobody looked at it"
            ));
            continue;
        }
        match arguments.fix_file(source, &options) {
            Ok((repair, entry)) => {
                files.push(repair.after);
                entries.push(entry);
            }
            Err(message) => {
                output::fail(&format!("{}: {message}", source.path.display()));
                broken = true;
            }
        }
    }
    if arguments.format == FixFormat::Json {
        output::print(&document::render(entries));
    }
    let status = json::exit_status(&files, false);
    Ok(if broken { output::USAGE } else { status })
}

impl FixArguments {
    fn options(&self, sources: &[Source]) -> Result<(Options, Arc<Project>), String> {
        let project = self
            .project
            .load(sources.iter().map(|source| source.path.as_path()))?;
        let base = Options {
            // A change is judged by what it does to all kernels; `--kernel` says which to mend.
            kernels: Vec::new(),
            ..self.how.base_options()
        };
        // What is slow is mended by nobody here.
        let settings = Settings {
            perf: Some(false),
            ..self.how.settings(self.strict)
        };
        let mut options = base.clone();
        settings.apply(&mut options, Rank::Flag)?;
        let project = Arc::new(project.with(base, settings));
        options.project = Some(Arc::clone(&project));
        Ok((options, project))
    }

    /// Mends one file, and prints or writes what comes of it.
    fn fix_file(&self, source: &Source, options: &Options) -> Result<(Repair, FileEntry), String> {
        let original = match &source.text {
            Some(text) => Original::of_text(text.clone()),
            None => Original::read(&source.path)?,
        };
        let is_named =
            |entry: &KernelEntry| self.how.kernel.is_empty() || self.how.kernel.contains(&entry.name);
        let wish = Wish {
            options,
            wanted: &is_named,
            tries: self.tries,
        };
        let old = original.text();
        let repair = repair::repair(&source.path, old, &wish).map_err(|error| error.to_string())?;
        let written = self.write && repair.text != old;
        if written {
            original.replace(&source.path, &repair.text)?;
        }
        let unified = |repair: &Repair| diff::unified(&repair.before.path, old, &repair.text);
        match (self.diff, self.format) {
            (true, _) => output::print_exact(&unified(&repair)),
            (false, FixFormat::Human) => {
                let changes = if self.write {
                    String::new()
                } else {
                    unified(&repair)
                };
                output::print(&visible::plain(&changes));
                output::print(&words::render(&repair, self.tries, written));
            }
            (false, FixFormat::Json) => {}
        }
        let entry = document::file_entry(&repair, written);
        Ok((repair, entry))
    }
}
