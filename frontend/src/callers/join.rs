//! Joining what several files say of one file's kernels.

use super::Source;
use crate::index::Idx as _;
use crate::ir::{FileId, HostLine, Kernel, Launch, Module, SourceFile};
use crate::launch::of_nothing;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What other files say of a file's kernels.
#[derive(Clone, Debug)]
pub struct Callers {
    /// The folder that paths are shown relative to.
    pub current: PathBuf,
    /// The file and those that call it, as one program.
    pub linked: Option<Said>,
    /// Files that include the file, each a program of its own.
    pub said: Vec<Said>,
    /// Names without scopes of the kernels that may be launched in ways that are not read.
    pub open: BTreeSet<String>,
    /// Names that were looked for in other files.
    pub names: BTreeSet<String>,
    /// The files where they were found, and their texts.
    pub files: Vec<(PathBuf, String)>,
}

/// What a program says of a file's kernels.
#[derive(Clone, Debug)]
pub struct Said {
    /// A caller.
    pub caller: PathBuf,
    /// Names without scopes of the kernels that it uses.
    pub kernels: BTreeSet<String>,
    /// The program; none if it was not understood.
    pub module: Option<Module>,
}

impl Callers {
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
    pub fn join(&mut self, source: &Source, mut callers: Callers) {
        let alone = std::mem::take(&mut self.kernels);
        self.called_by.append(&mut callers.names);
        for (path, text) in std::mem::take(&mut callers.files) {
            self.note(callers.shown(&path.to_string_lossy()), text);
        }
        let linked = callers.linked.take().into_iter().map(|said| (said, true));
        let including = std::mem::take(&mut callers.said)
            .into_iter()
            .map(|said| (said, false));
        let mut others: Vec<(Said, Vec<Kernel>)> = Vec::new();
        for (mut said, is_linked) in linked.chain(including) {
            let module = said.module.take();
            if let Some(module) = &module {
                self.note_read(&callers, module);
            }
            let mut kernels = module.map(|module| self.kernels_of(source, &callers, module));
            // The file's own kernels are the same there; what other kernels use is not asked.
            if let Some(kernels) = &mut kernels {
                kernels.retain(|kernel| said.kernels.contains(kernel.last_name()));
                if is_linked {
                    kernels.retain(|kernel| alone.iter().any(|known| is_same(known, kernel)));
                }
            }
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
            match kernels.iter_mut().find(|known| is_same(known, kernel)) {
                Some(known) => {
                    known.unread_uses.extend(&kernel.unread_uses);
                    for name in &kernel.chosen_names {
                        if !known.chosen_names.contains(name) {
                            known.chosen_names.push(name.clone());
                        }
                    }
                }
                None => kernels.push(kernel.clone()),
            }
        }
        for kernel in &mut kernels {
            kernel.launches = launches_of(kernel, &alone, &others, &callers);
            kernel.unread_uses.sort_unstable();
            kernel.unread_uses.dedup();
        }
        // A kernel's order is that of the text, and constructs of directives come last.
        kernels.sort_by_key(|kernel| (kernel.construct.is_some(), kernel.span.file, kernel.span.start));
        self.kernels = kernels;
    }

    /// The kernels of the file in what was read with its callers, their places being those of this module.
    fn kernels_of(&mut self, source: &Source, callers: &Callers, module: Module) -> Vec<Kernel> {
        let own = source.path.canonicalize().ok();
        let main = module.files[FileId::new(0)].path.clone();
        let first = self.files[FileId::new(0)].path.clone();
        let is_own =
            |path: &str| path == first || own.is_some() && Path::new(path).canonicalize().ok() == own;
        let shown = |path: &str| callers.shown(path);
        let mut kernels = module.kernels;
        kernels.retain(|kernel| is_own(&module.files[kernel.span.file].path));
        let mut ids: BTreeMap<FileId, FileId> = BTreeMap::new();
        for kernel in &mut kernels {
            for span in kernel.spans_mut() {
                let file = &module.files[span.file];
                let id = ids.entry(span.file).or_insert_with(|| match is_own(&file.path) {
                    true => FileId::new(0),
                    false => self.file(shown(&file.path), &file.text),
                });
                span.file = *id;
            }
            for line in kernel.launches.iter_mut().flat_map(Launch::lines_mut) {
                let path = line.file.take().unwrap_or_else(|| main.clone());
                line.file = (!is_own(&path)).then(|| shown(&path));
            }
        }
        kernels
    }

    /// Keeps the texts of what a caller's program was read from, its headers too: they have a say in the launches.
    fn note_read(&mut self, callers: &Callers, program: &Module) {
        let real = |path: &str| Path::new(path).canonicalize().ok();
        let known: BTreeSet<PathBuf> = self
            .files
            .iter()
            .chain(&self.included)
            .filter_map(|file| real(&file.path))
            .collect();
        self.read
            .extend(program.read.iter().map(|path| callers.shown(path)));
        for file in program.files.iter().chain(&program.included) {
            if real(&file.path).is_none_or(|path| !known.contains(&path)) {
                self.note(callers.shown(&file.path), file.text.clone());
            }
        }
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

/// Whether both are one kernel, read alike.
fn is_same(one: &Kernel, other: &Kernel) -> bool {
    one.span == other.span
        && one.instantiation == other.instantiation
        && one.target == other.target
        && one.left_out == other.left_out
}

/// How a kernel is launched: as each program that uses it says, or as the file says itself.
fn launches_of(
    kernel: &Kernel,
    alone: &[Kernel],
    others: &[(Said, Vec<Kernel>)],
    callers: &Callers,
) -> Vec<Launch> {
    let is_it = |other: &&Kernel| other.span == kernel.span && other.instantiation == kernel.instantiation;
    let of_file = alone
        .iter()
        .find(is_it)
        .map_or(&[][..], |kernel| &kernel.launches);
    let name = kernel.last_name();
    let mut found: Vec<Launch> = Vec::new();
    let mut is_used = false;
    let open = |caller: &Path| Launch {
        line: HostLine {
            file: Some(callers.shown(&caller.to_string_lossy())),
            line: 1,
        },
        ..of_nothing(kernel, kernel.span)
    };
    for (said, kernels) in others.iter().filter(|(said, _)| said.kernels.contains(name)) {
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
        let mut all = launches.to_vec();
        if all.is_empty() || callers.open.contains(name) {
            all.push(open(&said.caller));
        }
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
