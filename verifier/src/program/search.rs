//! Which files of a project launch the kernels of one of its files, or call what does.

use super::MOST_CALLERS;
use super::index::{self, Index, is_code};
use crate::config::Options;
use kverify_frontend::callers::{self, Callers};
use kverify_frontend::compile_commands;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Most files that are looked at for whether they are such.
pub(super) const MOST_CANDIDATES: usize = 256;

/// Where and by what names callers are looked for.
pub(super) struct Search<'r> {
    /// The file of the kernels.
    path: PathBuf,
    /// Of each kernel, what leads to its launches.
    wanted: BTreeMap<String, BTreeSet<String>>,
    /// Of each kernel, the names that it is launched by itself.
    direct: BTreeMap<String, BTreeSet<String>>,
    /// All that leads to launches.
    pub names: BTreeSet<String>,
    index: &'r Index,
    options: &'r Options,
    /// The file has functions that other languages may call by their names.
    is_exported: bool,
}

/// A file and its text.
type File = (PathBuf, String);

/// What the files of a project do with the kernels of one.
#[derive(Default)]
pub(super) struct Found {
    /// Files that call.
    pub calling: Vec<Caller>,
    /// Files that call and include the one with the kernels.
    pub including: Vec<Caller>,
    /// Names that files use in ways that are not read, and one of these files.
    unread: BTreeMap<String, PathBuf>,
    /// Names that files use that nobody looked at.
    called: BTreeSet<String>,
}

impl Found {
    pub fn is_empty(&self) -> bool {
        self.calling.is_empty() && self.including.is_empty() && self.unread.is_empty()
    }

    /// A file that calls, or uses names, and is no program of its own.
    pub fn first(&self) -> Option<&PathBuf> {
        let calling = self.calling.iter().map(|caller| &caller.path);
        calling.chain(self.unread.values()).next()
    }

    /// The kernels that such files use, but for those that are of another program.
    pub fn kernels(&self, search: &Search<'_>, apart: Option<&BTreeSet<String>>) -> BTreeSet<String> {
        let is_apart = |path: &str| apart.is_some_and(|apart| apart.contains(path));
        let is_ours = |caller: &&Caller| !is_apart(&caller.path.to_string_lossy());
        let calling = self.calling.iter().filter(is_ours);
        let called = calling.flat_map(|caller| caller.kernels.iter());
        let is_unread = |(_, names): &(&String, &BTreeSet<String>)| {
            names.iter().any(|name| self.unread.contains_key(name))
        };
        let unread = search.wanted.iter().filter(is_unread).map(|(kernel, _)| kernel);
        called.chain(unread).cloned().collect()
    }

    /// The kernels that may be launched in ways that are not read.
    pub fn open_kernels(&self, search: &Search<'_>) -> BTreeSet<String> {
        let is_open = |kernel: &&String| self.unread.contains_key(*kernel);
        search.wanted.keys().filter(is_open).cloned().collect()
    }
}

/// How a file uses names.
enum Use {
    /// Not at all.
    None,
    /// In a way that is not read.
    Unread(BTreeSet<String>),
    /// It calls what they name, or hands it on.
    Calls(BTreeSet<String>),
}

impl<'r> Search<'r> {
    pub fn new(
        path: PathBuf,
        mut wanted: BTreeMap<String, BTreeSet<String>>,
        index: &'r Index,
        options: &'r Options,
    ) -> Search<'r> {
        let all: BTreeSet<String> = wanted.values().flatten().cloned().collect();
        // Who uses a macro need not name what it calls.
        let naming = index.files_with(&all).filter(|(path, _)| is_code(path));
        let pasting = std::iter::once(index.pasting().to_owned());
        let texts: Vec<String> = naming.map(|(_, text)| text).chain(pasting).collect();
        let itself = |kernel: &String| callers::with_macros(&texts, BTreeSet::from([kernel.clone()]));
        let direct = wanted
            .keys()
            .map(|kernel| (kernel.clone(), itself(kernel)))
            .collect();
        for names in wanted.values_mut() {
            *names = callers::with_macros(&texts, std::mem::take(names));
        }
        let names = wanted.values().flatten().cloned().collect();
        let text = crate::files::read_lossy(&path).unwrap_or_default();
        Search {
            is_exported: text.contains("extern \"C\""),
            path,
            wanted,
            direct,
            names,
            index,
            options,
        }
    }

    /// The callers. Where they are too many, those that launch kernels themselves: whoever calls what leads to the file's own launches
    /// may hand over anything. Where these are too many, which kernels they name.
    pub fn callers(&self) -> Found {
        if let Some(found) = self.using(&self.names) {
            return found;
        }
        let direct = self.direct.values().flatten().cloned().collect();
        let found = self.using(&direct).unwrap_or_else(|| self.naming(&direct));
        Found {
            called: self.names.clone(),
            ..found
        }
    }

    /// The files that use the names; `None` if they are too many.
    fn using(&self, names: &BTreeSet<String>) -> Option<Found> {
        let mut found = Found::default();
        for (number, (path, text)) in self.others_with(names).enumerate() {
            if number >= MOST_CANDIDATES {
                return None;
            }
            match self.usage(&path, &text, names) {
                (Use::None, _) => {}
                (Use::Unread(names), _) => {
                    let of_file = names.into_iter().map(|name| (name, path.clone()));
                    found.unread.extend(of_file);
                }
                (Use::Calls(used), includes) => {
                    let caller = self.caller(path, text, &used);
                    match includes {
                        true => found.including.push(caller),
                        false => found.calling.push(caller),
                    }
                }
            }
            if found.calling.len() + found.including.len() > MOST_CALLERS {
                return None;
            }
        }
        Some(found)
    }

    /// The kernels that other files name, in ways that are not read.
    fn naming(&self, direct: &BTreeSet<String>) -> Found {
        let mut found = Found::default();
        for (number, (path, text)) in self.others_with(direct).enumerate() {
            let usage = match number < MOST_CANDIDATES {
                true => self.usage(&path, &text, direct).0,
                false => self.usage_by_text(&path, &text, direct),
            };
            let (Use::Unread(used) | Use::Calls(used)) = usage else {
                continue;
            };
            let named = self.direct.iter().filter(|(_, names)| !names.is_disjoint(&used));
            let named = named.map(|(kernel, _)| (kernel.clone(), path.clone()));
            found.unread.extend(named);
        }
        found
    }

    /// The other files that have one of the words.
    fn others_with(&self, words: &BTreeSet<String>) -> impl Iterator<Item = File> {
        let files = self.index.files_with(words);
        files.filter(|(path, _)| *path != self.path)
    }

    /// How a file uses names, and whether it includes the file of the kernels.
    fn usage(&self, path: &Path, text: &str, names: &BTreeSet<String>) -> (Use, bool) {
        let used = match self.usage_in_words(path, text, names) {
            Some(usage) => return (usage, false),
            None => callers::uses(text, names),
        };
        if used.is_empty() {
            return (Use::None, false);
        }
        let built = compile_commands::find(path, &self.options.parse.compile_commands);
        let folders = built.flags.folders.into_iter().map(|(_, folder)| folder);
        let folders: Vec<PathBuf> = folders
            .chain(self.options.parse.include_dirs.iter().cloned())
            .collect();
        let read = callers::with_includes(path, &built.flags.includes, &|from, name| {
            let own = from.parent().map(Path::to_path_buf);
            let near = own.iter().chain(&folders).map(|folder| folder.join(name));
            near.chain(self.index.ending_with(name)).collect()
        });
        let real = self.path.canonicalize();
        let includes = real.is_ok_and(|real| read.contains_key(&real));
        let declared = callers::declared(path, &read, names);
        let meant: BTreeSet<&String> = used
            .into_iter()
            .filter(|name| includes || declared.contains(*name))
            .collect();
        let usage = match meant.is_empty() {
            true => Use::None,
            // It is compiled in several ways.
            false if built.is_ambiguous => Use::Unread(owned(meant)),
            false => Use::Calls(owned(meant)),
        };
        (usage, includes)
    }

    /// The same, by the file's text alone: none of its headers is read.
    fn usage_by_text(&self, path: &Path, text: &str, names: &BTreeSet<String>) -> Use {
        let in_words = self.usage_in_words(path, text, names);
        in_words.unwrap_or_else(|| match callers::uses_of_others(text, names) {
            used if used.is_empty() => Use::None,
            used => Use::Unread(owned(used)),
        })
    }

    /// How a file uses names that finds them by their texts; `None` if it may name them as C does.
    fn usage_in_words(&self, path: &Path, text: &str, names: &BTreeSet<String>) -> Option<Use> {
        if is_code(path) {
            let sought = callers::looks_up(text, names);
            return (!sought.is_empty()).then(|| Use::Unread(owned(sought)));
        }
        let mut used = callers::mentions_of(text, names);
        used.retain(|name| self.is_for_others(name, text));
        let may_load = !used.is_empty() && index::may_load(path, text);
        Some(match may_load {
            true => Use::Unread(owned(used)),
            false => Use::None,
        })
    }

    /// Whether a source in another language that names something may mean it: a kernel where it looks kernels up, a function of the
    /// file's where that has some with the names of C.
    fn is_for_others(&self, name: &String, text: &str) -> bool {
        match self.wanted.contains_key(name) {
            true => index::looks_kernels_up(text),
            false => self.is_exported || !self.names.contains(name),
        }
    }

    fn caller(&self, path: PathBuf, text: String, used: &BTreeSet<String>) -> Caller {
        let leads = |(_, names): &(&String, &BTreeSet<String>)| !names.is_disjoint(used);
        let kernels = self.wanted.iter().filter(leads).map(|(kernel, _)| kernel.clone());
        Caller {
            kernels: kernels.collect(),
            path,
            text,
        }
    }

    /// Callers that do not include the file, and who calls these in turn.
    pub fn closure(&self, callers: impl Iterator<Item = File>, found: &Found) -> Closure {
        let program = Closure::of(callers.collect(), found);
        let own = std::iter::once(self.path.clone()).chain(found.including.iter().map(|c| c.path.clone()));
        self.grown(program, own.collect(), &self.path)
    }

    /// Who calls the functions of a caller that is a program of its own.
    pub fn closure_of(&self, caller: &Caller, found: &Found) -> Closure {
        let mut program = Closure::of(Vec::new(), found);
        let own = BTreeSet::from([self.path.clone(), caller.path.clone()]);
        let open = callers::for_others(&caller.text, index::is_header(&caller.path))
            .into_iter()
            .chain(self.names.iter().cloned());
        self.add_callers(&open.collect(), (&own, &caller.path), &mut program);
        self.grown(program, own, &caller.path)
    }

    fn grown(&self, mut program: Closure, own: BTreeSet<PathBuf>, root: &Path) -> Closure {
        let mut next = 0;
        while let Some((path, text)) = program.files.get(next) {
            let open = callers::for_others(text, index::is_header(path));
            self.add_callers(&open, (&own, root), &mut program);
            next += 1;
        }
        self.add_named_variables(&own, &mut program);
        program
    }

    /// Adds the variables of a program's files that yet other files name.
    fn add_named_variables(&self, own: &BTreeSet<PathBuf>, program: &mut Closure) {
        let texts = own.iter().filter_map(|path| crate::files::read_lossy(path).ok());
        let mut names: BTreeSet<String> = texts.flat_map(|text| callers::variables(&text)).collect();
        names.extend(
            program
                .files
                .iter()
                .flat_map(|(_, text)| callers::variables(text)),
        );
        for (path, text) in self.index.files_with(&names) {
            let is_known = own.contains(&path) || program.files.iter().any(|(known, _)| *known == path);
            if !is_known && !index::is_header(&path) {
                let used = callers::mentions_of(&text, &names);
                program.called.extend(used.into_iter().cloned());
            }
        }
    }

    /// Adds the files that call functions; of those that are too many or not read only that they call. The calls of `root`, by which the
    /// program is read, are seen there.
    fn add_callers(
        &self,
        open: &BTreeSet<String>,
        (own, root): (&BTreeSet<PathBuf>, &Path),
        program: &mut Closure,
    ) {
        program.names.extend(open.iter().cloned());
        for (path, text) in self.index.files_with(open) {
            if path == self.path || path == root || program.files.iter().any(|(known, _)| *known == path) {
                continue;
            }
            match self.usage(&path, &text, open) {
                (Use::None, _) => {}
                (Use::Unread(used), _) => program.called.extend(used),
                (Use::Calls(used), includes) => {
                    if includes || own.contains(&path) || program.files.len() >= MOST_CALLERS {
                        program.called.extend(used);
                    } else {
                        program.files.push((path, text));
                    }
                }
            }
        }
    }
}

fn owned(names: BTreeSet<&String>) -> BTreeSet<String> {
    names.into_iter().cloned().collect()
}

/// The files of a program besides the one with the kernels.
pub(super) struct Closure {
    files: Vec<File>,
    /// Functions that yet other files call.
    pub called: BTreeSet<String>,
    /// What was looked for.
    names: BTreeSet<String>,
}

impl Closure {
    fn of(files: Vec<File>, found: &Found) -> Closure {
        Closure {
            files,
            called: found.unread.keys().chain(&found.called).cloned().collect(),
            names: BTreeSet::new(),
        }
    }

    pub fn units(&self) -> Vec<PathBuf> {
        self.files.iter().map(|(path, _)| path.clone()).collect()
    }

    pub fn note(self, callers: &mut Callers) {
        callers.names.extend(self.names);
        callers.files.extend(self.files);
    }
}

/// A file that uses what leads to launches of another one's kernels.
pub(super) struct Caller {
    pub path: PathBuf,
    pub text: String,
    /// The kernels, by their names without scopes.
    pub kernels: BTreeSet<String>,
}
