//! `kverify.toml`: what holds for the files of a project, found upwards from each file. The nearest one counts, and it alone.

use crate::config::Options;
use crate::files;
use crate::nearest::nearest;
use crate::report::base::cleaned;
use crate::report::visible::on_one_line;
use crate::settings::{Rank, Settings};
use crate::since::Changes;
use globset::{Glob, GlobSet, GlobSetBuilder};
use kverify_frontend::compile_commands;
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// Longest project file that is read.
const MOST_BYTES: u64 = 1 << 20;

/// The file's name.
pub const FILE_NAME: &str = "kverify.toml";

/// The files that say, where they are in a folder around a source, how that is read.
pub(crate) fn settings_in(folder: &Path) -> [PathBuf; 3] {
    let build = Path::new("build").join(compile_commands::NAME);
    [
        folder.join(FILE_NAME),
        folder.join(compile_commands::NAME),
        folder.join(build),
    ]
}

/// A file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectError {
    /// The file.
    pub path: PathBuf,
    /// Line and column, from 1, where they are known.
    pub place: Option<(usize, usize)>,
    /// What is wrong and what to do.
    pub message: String,
}

impl fmt::Display for ProjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some((line, column)) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for ProjectError {}

/// One `kverify.toml`.
#[derive(Clone, Debug)]
pub struct ProjectFile {
    path: PathBuf,
    folder: PathBuf,
    text: String,
    exclude: GlobSet,
    top: Settings,
    sections: Vec<(GlobSet, Settings)>,
}

/// The project files of a run, and the flags that win over them.
#[derive(Clone, Debug, Default)]
pub struct Project {
    current: PathBuf,
    /// By folder; a file's own is the nearest around it.
    files: BTreeMap<PathBuf, ProjectFile>,
    /// Options before any layer.
    base: Options,
    flags: Settings,
}

/// Settings, and who says so.
#[derive(Clone, Debug)]
pub struct Layer<'p> {
    /// `kverify.toml`, `kverify.toml [[path]] "src/**"`, or `flag`.
    pub origin: String,
    /// What is set.
    pub settings: &'p Settings,
}

impl Project {
    /// Finds and reads the project files for `paths`, or reads `explicit` for all of them.
    ///
    /// # Errors
    /// If a project file cannot be read or used.
    pub fn load<'a>(
        paths: impl IntoIterator<Item = &'a Path>,
        explicit: Option<&Path>,
        current: &Path,
    ) -> Result<Project, ProjectError> {
        let mut project = Project {
            current: current.to_path_buf(),
            ..Project::default()
        };
        if let Some(path) = explicit {
            // It stands above all folders, and its globs are relative to its own.
            project
                .files
                .insert(PathBuf::from("/"), ProjectFile::read(path, current)?);
            return Ok(project);
        }
        for path in paths {
            let path = cleaned(&current.join(path));
            for folder in path.ancestors().skip(1) {
                if project.files.contains_key(folder) {
                    break;
                }
                // What is there and no file cannot be used, which is said; to go on above it would take other settings.
                if folder.join(FILE_NAME).symlink_metadata().is_ok() {
                    let file = ProjectFile::read(&folder.join(FILE_NAME), current)?;
                    project.files.insert(folder.to_path_buf(), file);
                    break;
                }
            }
        }
        Ok(project)
    }

    /// Takes over what does not come from layers, and the flags, which are the last layer.
    #[must_use]
    pub fn with(mut self, base: Options, flags: Settings) -> Project {
        self.base = base;
        self.flags = flags;
        self
    }

    /// A hash of what the project files say, and of the changes that count.
    pub fn digest(&self, changes: Option<&Changes>) -> String {
        // Told relative to the run, so that checkouts in different folders are the same.
        let texts: Vec<(&Path, &str)> = self
            .files
            .values()
            .map(|file| (file.path.as_path(), file.text.as_str()))
            .collect();
        let content = format!("{texts:?} {changes:?}");
        blake3::hash(content.as_bytes()).to_hex().to_string()
    }

    /// The project file that counts for a source file.
    pub fn file_for(&self, path: &Path) -> Option<&ProjectFile> {
        let path = cleaned(&self.current.join(path));
        path.ancestors().skip(1).find_map(|folder| self.files.get(folder))
    }

    /// Whether the project says never to verify it.
    pub fn excludes(&self, path: &Path) -> bool {
        self.file_for(path)
            .is_some_and(|file| file.exclude.is_match(file.relative(&self.current, path)))
    }

    /// The layers for a source file, the later win.
    pub fn layers(&self, path: &Path) -> Vec<Layer<'_>> {
        let mut layers = Vec::new();
        if let Some(file) = self.file_for(path) {
            let name = file.path.display();
            layers.push(Layer {
                origin: name.to_string(),
                settings: &file.top,
            });
            let relative = file.relative(&self.current, path);
            for (globs, settings) in file
                .sections
                .iter()
                .filter(|(globs, _)| globs.is_match(&relative))
            {
                debug_assert!(!globs.is_empty());
                layers.push(Layer {
                    origin: format!("{name} [[path]] {}", settings.matches.join(", ")),
                    settings,
                });
            }
        }
        layers.push(Layer {
            origin: "flag".to_owned(),
            settings: &self.flags,
        });
        layers
    }

    /// The options for a source file.
    pub fn options(&self, path: &Path) -> Options {
        let mut options = self.base.clone();
        let layers = self.layers(path);
        let last = layers.len().saturating_sub(1);
        for (i, layer) in layers.iter().enumerate() {
            let rank = if i == last { Rank::Flag } else { Rank::Project };
            if layer.settings.apply(&mut options, rank).is_err() {
                // Every layer was checked when it was read.
                debug_assert!(false, "{} holds what was not checked", layer.origin);
            }
        }
        if layers.len() > 1 {
            options.project_facts.origin = self.file_for(path).map(|file| file.path.display().to_string());
        }
        options
    }
}

impl ProjectFile {
    /// The file, as it is told to the user.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads and checks a file.
    ///
    /// # Errors
    /// Says where and what is wrong.
    fn read(path: &Path, current: &Path) -> Result<ProjectFile, ProjectError> {
        let text = files::read_at_most(path, MOST_BYTES)
            .and_then(|bytes| String::from_utf8(bytes).map_err(std::io::Error::other))
            .map_err(|error| plain(path, current, format!("cannot be read: {error}")))?;
        ProjectFile::parse(path, current, &text)
    }

    fn parse(path: &Path, current: &Path, text: &str) -> Result<ProjectFile, ProjectError> {
        let mut top: Settings = toml::from_str(text).map_err(|error| syntax(path, current, text, &error))?;
        let folder = cleaned(&current.join(path));
        let folder = folder.parent().unwrap_or(Path::new("/")).to_path_buf();
        let wrong = |message: String| plain(path, current, message);
        if !top.matches.is_empty() {
            return Err(wrong("`match` belongs into a `[[path]]`".to_owned()));
        }
        let exclude = globs(&top.exclude).map_err(wrong)?;
        top.exclude.clear();
        let mut sections = Vec::new();
        for (number, mut section) in (1..).zip(std::mem::take(&mut top.path)) {
            let wrong =
                |message: String| plain(path, current, format!("`[[path]]` number {number}: {message}"));
            if section.matches.is_empty() {
                let advice = "says no files it is for: add match = [\"src/**\"]";
                return Err(wrong(advice.to_owned()));
            }
            if !section.path.is_empty() || !section.exclude.is_empty() {
                return Err(wrong(
                    "`exclude` and `path` belong to the top of the file".to_owned(),
                ));
            }
            settle(&mut section, &folder);
            section.check().map_err(wrong)?;
            sections.push((globs(&section.matches).map_err(wrong)?, section));
        }
        settle(&mut top, &folder);
        top.check().map_err(wrong)?;
        Ok(ProjectFile {
            path: shown(path, current),
            folder,
            text: text.to_owned(),
            exclude,
            top,
            sections,
        })
    }

    /// The path as globs see it; files outside of the folder are matched by their whole path.
    fn relative(&self, current: &Path, path: &Path) -> PathBuf {
        let path = cleaned(&current.join(path));
        path.strip_prefix(&self.folder)
            .map_or(path.clone(), Path::to_path_buf)
    }
}

/// Folders in the file are relative to it.
fn settle(settings: &mut Settings, folder: &Path) {
    for include in &mut settings.include {
        *include = cleaned(&folder.join(&include));
    }
    if let Some(cuda) = &mut settings.cuda_path {
        *cuda = cleaned(&folder.join(&cuda));
    }
}

fn globs(patterns: &[String]) -> Result<GlobSet, String> {
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        let glob = |text: &str| {
            Glob::new(text).map_err(|error| on_one_line(&format!("`{pattern}` is no glob: {error}")))
        };
        set.add(glob(pattern)?);
        // A folder means all that is in it.
        set.add(glob(&format!("{}/**", pattern.trim_end_matches('/')))?);
    }
    set.build().map_err(|error| error.to_string())
}

/// The path as it is told to the user: relative to where the command runs, if it is below.
fn shown(path: &Path, current: &Path) -> PathBuf {
    let whole = cleaned(&current.join(path));
    whole
        .strip_prefix(current)
        .map_or(whole.clone(), Path::to_path_buf)
}

fn plain(path: &Path, current: &Path, message: String) -> ProjectError {
    ProjectError {
        path: shown(path, current),
        place: None,
        message,
    }
}

fn syntax(path: &Path, current: &Path, text: &str, error: &toml::de::Error) -> ProjectError {
    let place = error.span().map(|span| {
        let before = text.get(..span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        (line, column)
    });
    ProjectError {
        path: shown(path, current),
        place,
        message: on_one_line(&suggestion(error.message()).unwrap_or_else(|| error.message().to_owned())),
    }
}

/// For ``unknown field `blok`, expected one of `block`, ...``: the setting that was perhaps meant.
fn suggestion(message: &str) -> Option<String> {
    let mut names = message
        .strip_prefix("unknown field ")?
        .split('`')
        .skip(1)
        .step_by(2);
    let unknown = names.next()?;
    let known: Vec<&str> = names.collect();
    Some(match nearest(unknown, known.iter().copied()) {
        Some(near) => format!("no setting is called `{unknown}`; is it `{near}`?"),
        None => format!("no setting is called `{unknown}`; there are {}", known.join(", ")),
    })
}

/// The JSON Schema of `kverify.toml`, for editors, with a final newline.
pub fn schema() -> String {
    let schema = schemars::schema_for!(Settings);
    serde_json::to_string_pretty(&schema).map_or_else(|error| error.to_string(), |text| text + "\n")
}

#[cfg(test)]
mod tests;
