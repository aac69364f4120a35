//! Host code of other files that launches OpenCL kernels.

use super::index::{Index, is_code};
use super::{MOST_CALLERS, Parser};
use crate::config::Options;
use crate::source;
use kverify_frontend::callers::{self, Callers, Said, opencl};
use kverify_frontend::ir::{Language, Module};
use kverify_frontend::plain;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where and by what names host code is looked for.
pub(super) struct Search<'r> {
    /// The names of the kernels, and of what makes objects of all.
    names: BTreeSet<String>,
    /// The file that holds them, and its text.
    source: (PathBuf, &'r str),
    index: &'r Index,
    options: &'r Options,
}

/// A file that names kernels.
struct Caller {
    path: PathBuf,
    text: String,
    kernels: BTreeSet<String>,
}

impl Caller {
    /// Its launches are not known.
    fn unheard(self) -> Said {
        Said {
            caller: self.path,
            kernels: self.kernels,
            module: None,
        }
    }
}

impl<'r> Search<'r> {
    pub fn new(
        source: (PathBuf, &'r str),
        wanted: BTreeMap<String, BTreeSet<String>>,
        index: &'r Index,
        options: &'r Options,
    ) -> Search<'r> {
        let all = opencl::OF_ALL.map(str::to_owned);
        let names = wanted.into_keys().chain(all).collect();
        Search {
            names,
            source,
            index,
            options,
        }
    }

    /// What host code says that launches the kernels; `None` if there is none. Where it is too much none is heard, and may say anything.
    pub fn callers(&self, module: &mut Module, current: &Path, by: Parser<'_>) -> Option<Callers> {
        module.called_by.extend(self.names.iter().cloned());
        let found = self.found();
        let mut callers = Callers {
            current: current.to_owned(),
            linked: None,
            open: BTreeSet::new(),
            said: Vec::new(),
            names: BTreeSet::new(),
            files: Vec::new(),
        };
        if found.len() > MOST_CALLERS {
            callers.said = found.into_iter().map(Caller::unheard).collect();
            return Some(callers);
        }
        let is_other = self.is_built_otherwise(module);
        for caller in found {
            self.hear(caller, (module, is_other), by, &mut callers);
        }
        (!callers.said.is_empty()).then_some(callers)
    }

    /// The files that name kernels.
    fn found(&self) -> Vec<Caller> {
        let mut found = Vec::new();
        let macros = self.macros();
        let names = self.names.iter().chain(macros.keys()).cloned().collect();
        for (path, text) in self.index.files_with(&names).filter(|(path, _)| is_code(path)) {
            let mut used = opencl::named(&text, &self.names);
            let has = |(name, _): &(&String, _)| plain::mentions(&text, name);
            used.extend(macros.iter().filter(has).flat_map(|(_, kernels)| kernels));
            let (own, holding) = &self.source;
            let is_apart = |name: &String| opencl::launches_its_own(&text, name, (own, holding));
            used.retain(|name| path == *own || !is_apart(name));
            let kernels: BTreeSet<String> = used.into_iter().cloned().collect();
            if kernels.is_empty() {
                continue;
            }
            found.push(Caller { path, text, kernels });
        }
        found
    }

    /// Hears what a file says that names kernels, if it launches some.
    fn hear(
        &self,
        caller: Caller,
        (module, is_other): (&Module, bool),
        (engine, cancel): Parser<'_>,
        callers: &mut Callers,
    ) {
        let open = callers::for_others(&caller.text, false);
        let mut called = BTreeSet::new();
        let mut files = vec![(caller.path.clone(), caller.text.clone())];
        for (other, text) in self.index.files_with(&open) {
            let used = callers::uses(&text, &open);
            if other != caller.path && !used.is_empty() {
                called.extend(used.into_iter().cloned());
                files.push((other, text));
            }
        }
        let externs = BTreeSet::from(["extern".to_owned()]);
        for (other, text) in self.index.files_with(&externs) {
            if other != caller.path {
                called.extend(opencl::of_others(&text));
            }
        }
        let mut options = self.options.clone();
        options.parse.language = Some(Language::Cuda);
        options.parse.called_elsewhere = Some(called);
        // What is defined for the kernels is not for the host.
        options.parse.defines.clear();
        let both = opencl::caller(&caller.path, &caller.text, &module.kernels);
        let read = source::read(&both).ok();
        let read = read.and_then(|text| engine.parse(text.source, &options, cancel).ok());
        let heard = read.map(|said| opencl::heard(module, said, &caller.text));
        let mut kernels = caller.kernels;
        if let Some(heard) = &heard {
            let is_launched = |name: &String| {
                let mut of_name = heard.kernels.iter().filter(|kernel| kernel.last_name() == name);
                of_name.any(|kernel| !kernel.launches.is_empty())
            };
            kernels.retain(is_launched);
        }
        if kernels.is_empty() {
            return;
        }
        callers.names.extend(open);
        callers.files.extend(files);
        callers.said.push(Said {
            // What it says holds for other code than that which is read here.
            module: heard.filter(|_| !is_other),
            caller: caller.path,
            kernels,
        });
    }

    /// Whether host code has the kernels built with macros that nobody told of here, and that make other code of them.
    fn is_built_otherwise(&self, module: &Module) -> bool {
        let macros = opencl::open_macros(module, &self.options.parse.defines);
        let words = macros.iter().flat_map(|name| [name.clone(), format!("D{name}")]);
        let words: BTreeSet<String> = words.collect();
        let mut files = self.index.files_with(&words);
        !macros.is_empty() && files.any(|(_, text)| opencl::defines(&text, &macros))
    }

    /// Macros that stand for the names of kernels.
    fn macros(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut macros: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (_, text) in self.index.files_with(&self.names) {
            for (name, kernels) in opencl::macros(&text, &self.names) {
                macros.entry(name).or_default().extend(kernels);
            }
        }
        macros
    }
}
