//! `kverify config`: what holds for a file, and who says so.

use super::project::ProjectArguments;
use super::supervised;
use crate::output;
use clap::Args;
use kverify::config::{LaunchSource, configurations};
use kverify::project::{self, Project};
use kverify::report::{visible, witness_words, words};
use kverify::settings::{Settings, is_single};
use kverify::{Options, Source};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Arguments of `config`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ConfigArguments {
    /// A source file or a folder; what holds in the current folder if there is none
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Print the JSON schema of kverify.toml, for editors
    #[arg(long)]
    pub schema: bool,

    #[command(flatten)]
    pub project: ProjectArguments,
}

const EXAMPLES: &str = "\
Examples:
  kverify config src/tile.cu           settings and launches of this file, each with its origin
  kverify config --schema > schema.json

What can be set: docs/configuration.md.";

/// Prints what holds.
pub fn run(arguments: &ConfigArguments) -> u8 {
    supervised::run(supervised::READING, || print(arguments))
}

fn print(arguments: &ConfigArguments) -> u8 {
    if arguments.schema {
        output::print(&project::schema());
        return 0;
    }
    let folder = arguments.file.as_ref().filter(|file| file.is_dir());
    // A name that no file has still finds the project around the folder.
    let path = match (folder, &arguments.file) {
        (Some(folder), _) => folder.join("kernel.cu"),
        (None, Some(file)) => file.clone(),
        (None, None) => PathBuf::from("kernel.cu"),
    };
    let project = match arguments.project.load(std::iter::once(path.as_path())) {
        Ok(project) => project.with(Options::default(), Settings::default()),
        Err(message) => return output::fail(&message),
    };
    let mut text = settings(&project, &path);
    if arguments.file.is_some() && folder.is_none() {
        match kernels(&project, &path) {
            Ok(lines) => text += &lines,
            Err(message) => {
                output::print(&visible::plain(&text));
                return output::fail(&message);
            }
        }
    }
    output::print(&visible::plain(&text));
    0
}

/// A line for each setting that is not as by default, with its origin; what a later layer replaced is left out.
fn settings(project: &Project, path: &Path) -> String {
    let mut entries: Vec<(&str, String, String)> = Vec::new();
    for layer in project.layers(path) {
        for (name, value) in layer.settings.entries() {
            if is_single(name) {
                entries.retain(|(known, _, _)| *known != name);
            }
            entries.push((name, value, layer.origin.clone()));
        }
    }
    let mut text = match project.file_for(path) {
        Some(file) => format!("project file: {}\n", file.path().display()),
        None => "project file: none\n".to_owned(),
    };
    if project.excludes(path) {
        text += "excluded: this file is never verified\n";
    }
    if entries.is_empty() {
        text += "all settings are the defaults\n";
    }
    for (name, value, origin) in entries {
        let _ = writeln!(text, "{name} = {value}  ({origin})");
    }
    text
}

/// A line for each kernel and launch: what is verified, and why for these launches.
fn kernels(project: &Project, path: &Path) -> Result<String, String> {
    let options = project.options(path);
    let source = Source {
        path: path.to_path_buf(),
        text: None,
    };
    let module = kverify::program::module(&source, &options)
        .map_err(|message| format!("{}: {message}", path.display()))?;
    let mut text = String::new();
    for kernel in &module.kernels {
        for configuration in configurations(kernel, &options, &[]) {
            let line = configuration
                .line
                .as_ref()
                .map(|line| format!(", {line}"))
                .unwrap_or_default();
            let origin = match configuration.source {
                LaunchSource::Flag => "flag".to_owned(),
                LaunchSource::Comment => format!("kernel's source{line}"),
                LaunchSource::Project => "kverify.toml".to_owned(),
                LaunchSource::Host => format!("host code{line}"),
                LaunchSource::Symbolic => "every launch".to_owned(),
            };
            let name = words::kernel_name(kernel);
            let _ = writeln!(
                text,
                "kernel {name}: {}  ({origin})",
                witness_words::shape_words(&configuration)
            );
            for assumed in &configuration.config.assumes {
                let _ = writeln!(text, "  assume {}", assumed.text);
            }
        }
    }
    Ok(text)
}
