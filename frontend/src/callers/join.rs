//! Joining what several files say of one file's kernels.

use super::Source;
use crate::index::Idx as _;
use crate::ir::{FileId, HostLine, Kernel, Launch, Module, SourceFile};
use crate::launch::of_nothing;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What a caller says of a file's kernels.
#[derive(Clone, Debug)]
pub struct Said {
    /// The caller.
    pub caller: PathBuf,
    /// The folder that paths are shown relative to.
    pub current: PathBuf,
    /// Names without scopes of the kernels that it uses.
    pub kernels: BTreeSet<String>,
    /// The file and the caller as one program; none if that was not understood.
    pub module: Option<Module>,
    /// Names that were looked for in other files.
    pub names: BTreeSet<String>,
    /// The files where they were found, and their texts.
    pub files: Vec<(PathBuf, String)>,
}

impl Said {
    /// A path relative to the current folder, through folders above if it has some of them.
    fn shown(&self, path: &str) -> String {
        let path = Path::new(path);
        let mut above = PathBuf::new();
        for folder in self
            .current
            .ancestors()
            .filter(|folder| folder.parent().is_some())
        {
            if let Ok(below) = path.strip_prefix(folder) {
                return above.join(below).display().to_string();
            }
            above.push("..");
        }
        path.display().to_string()
    }
}

impl Module {
    /// Has the module's kernels launched as their callers say. A kernel that a caller uses in a way that is not understood may be launched
    /// with anything.
    pub fn join(&mut self, source: &Source, callers: Vec<Said>) {
        let alone = std::mem::take(&mut self.kernels);
        let mut others: Vec<(Said, Vec<Kernel>)> = Vec::new();
        for mut said in callers {
            self.called_by.append(&mut said.names);
            for (path, text) in std::mem::take(&mut said.files) {
                self.note(said.shown(&path.to_string_lossy()), text);
            }
            let kernels = said
                .module
                .take()
                .map(|module| self.kernels_of(source, &said, module));
            others.push((said, kernels.unwrap_or_default()));
        }
        // What callers instantiate takes the place of what was chosen; what they have that was not read, of nothing.
        let is_made = |kernel: &Kernel| kernel.left_out.is_none() && !kernel.instantiation_chosen;
        let of_callers = || others.iter().flat_map(|(_, kernels)| kernels);
        let made: BTreeSet<_> = of_callers().filter(|k| is_made(k)).map(|k| k.span).collect();
        let is_chosen = |kernel: &&Kernel| is_made(kernel) || !made.contains(&kernel.span);
        let is_read = |kernel: &&Kernel| !kernel.instantiation_chosen;
        let mut kernels: Vec<Kernel> = Vec::new();
        for kernel in alone.iter().filter(is_chosen).chain(of_callers().filter(is_read)) {
            let is_it = |known: &&mut Kernel| {
                known.span == kernel.span
                    && known.instantiation == kernel.instantiation
                    && known.target == kernel.target
                    && known.left_out == kernel.left_out
            };
            match kernels.iter_mut().find(is_it) {
                Some(known) => known.unread_uses.extend(&kernel.unread_uses),
                None => kernels.push(kernel.clone()),
            }
        }
        for kernel in &mut kernels {
            kernel.launches = launches_of(kernel, &alone, &others);
            kernel.unread_uses.sort_unstable();
            kernel.unread_uses.dedup();
        }
        // A kernel's order is that of the text, and constructs of directives come last.
        kernels.sort_by_key(|kernel| (kernel.construct.is_some(), kernel.span.file, kernel.span.start));
        self.kernels = kernels;
    }

    /// The kernels of the file in what was read with a caller, their places being those of this module.
    fn kernels_of(&mut self, source: &Source, said: &Said, module: Module) -> Vec<Kernel> {
        let own = source.path.canonicalize().ok();
        let main = module.files[FileId::new(0)].path.clone();
        let first = self.files[FileId::new(0)].path.clone();
        let is_own =
            |path: &str| path == first || own.is_some() && Path::new(path).canonicalize().ok() == own;
        let shown = |path: &str| said.shown(path);
        let mut ids: Vec<FileId> = Vec::new();
        for file in module.files.iter() {
            ids.push(match is_own(&file.path) {
                true => FileId::new(0),
                false => self.file(shown(&file.path), &file.text),
            });
        }
        let mut kernels = module.kernels;
        kernels.retain(|kernel| {
            ids[kernel.span.file.index()] == FileId::new(0) && said.kernels.contains(kernel.last_name())
        });
        for kernel in &mut kernels {
            for span in kernel.spans_mut() {
                span.file = ids[span.file.index()];
            }
            for line in kernel.launches.iter_mut().flat_map(Launch::lines_mut) {
                let path = line.file.take().unwrap_or_else(|| main.clone());
                line.file = (!is_own(&path)).then(|| shown(&path));
            }
        }
        kernels
    }

    /// Keeps the text of a file that has a say, if nothing of it is kept.
    fn note(&mut self, path: String, text: String) {
        let mut known = self.files.iter().chain(&self.included);
        if known.all(|file| file.path != path) {
            self.included.push(SourceFile { path, text });
        }
    }

    fn file(&mut self, path: String, text: &str) -> FileId {
        let known = self.files.iter_enumerated().find(|(_, file)| file.path == path);
        if let Some((id, _)) = known {
            return id;
        }
        self.included.retain(|file| file.path != path);
        let text = text.to_owned();
        self.files.push(SourceFile { path, text })
    }
}

/// How a kernel is launched: as each caller that uses it says, or as the file says itself.
fn launches_of(kernel: &Kernel, alone: &[Kernel], others: &[(Said, Vec<Kernel>)]) -> Vec<Launch> {
    let is_it = |other: &&Kernel| other.span == kernel.span && other.instantiation == kernel.instantiation;
    let of_file = alone
        .iter()
        .find(is_it)
        .map_or(&[][..], |kernel| &kernel.launches);
    let mut found: Vec<Launch> = Vec::new();
    let mut is_used = false;
    for (said, kernels) in others
        .iter()
        .filter(|(said, _)| said.kernels.contains(kernel.last_name()))
    {
        let launches = kernels
            .iter()
            .find(is_it)
            .map_or(&[][..], |kernel| &kernel.launches);
        // Of a template it may use other instantiations.
        let is_other = !kernel.instantiation.is_empty() && launches.is_empty() && !kernels.is_empty();
        if is_other {
            continue;
        }
        is_used = true;
        let open = Launch {
            line: HostLine {
                file: Some(said.shown(&said.caller.to_string_lossy())),
                line: 1,
            },
            ..of_nothing(kernel, kernel.span)
        };
        let all: Vec<Launch> = match launches {
            [] => vec![open],
            launches => launches.to_vec(),
        };
        for launch in all {
            if !found.contains(&launch) {
                found.push(launch);
            }
        }
    }
    match is_used {
        true => found,
        false => of_file.to_vec(),
    }
}
