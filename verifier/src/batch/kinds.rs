//! Which of the files of a folder hold kernels.

use crate::files;
use crate::project;
use kverify_frontend::compile_commands;
use kverify_frontend::count::{
    lines_of_macros, macros_of_build, marking_macros, names_in_directives, uses_any,
};
use kverify_frontend::endings::{ending, is_cuda, is_header, is_unit, language_of};
use kverify_frontend::files::{always_included, is_makefile};
use kverify_frontend::ir::Language;
use kverify_frontend::{holds_programs, may_call_runtime, may_define_kernels, may_hold_kernels};
use std::collections::{BTreeMap, HashSet};
use std::path::{Component, Path, PathBuf};

/// Sources by their ending; other files by what is in them as well. One that cannot be read may hold kernels.
pub fn is_source(path: &Path) -> bool {
    match &*ending(path) {
        _ if is_cuda(path) => true,
        "cuh" => files::read_lossy(path).map_or(true, |text| {
            text.replace("\\\n", "").contains("__global__") || may_define_kernels(&text)
        }),
        "py" => files::read_lossy(path).map_or(true, |text| may_hold_kernels(&text)),
        _ if is_unit(path) => files::read_lossy(path).map_or(true, |text| {
            may_call_runtime(&text) || may_define_kernels(&text) || includes_kernels(path, &text)
        }),
        // Who includes such a header does not look at the programs in its strings.
        _ if is_header(path) => files::read_lossy(path).is_ok_and(|text| holds_programs(&text)),
        _ => language_of(path) == Language::OpenCl,
    }
}

/// Whether a file may hold a kernel, host code beside one, or a loop with a directive, by its ending and by what is in it. One that cannot be
/// read may.
pub fn may_concern(path: &Path) -> bool {
    let has_directives = || files::read_lossy(path).map_or(true, |text| may_have_directives(&text));
    is_source(path) || is_header(path) && defines(path, true) || is_unit(path) && has_directives()
}

/// Whether a text speaks of the directives of OpenMP's or OpenACC's.
fn may_have_directives(text: &str) -> bool {
    let is_any = |words: [&str; 2]| words.iter().any(|word| text.contains(word));
    is_any(["pragma", "Pragma"]) && is_any(["omp", "acc"])
}

/// Whether a file may define kernels of CUDA's; what cannot be read may, if that is to count.
pub(super) fn defines(path: &Path, unread: bool) -> bool {
    files::read_lossy(path).map_or(unread, |text| may_define_kernels(&text))
}

/// Whether a text may include a file that defines kernels, and that by its ending nobody else would look at: its name stands in a line of
/// the preprocessor's, be it a condition's or a macro's, of the text or of such a file.
fn includes_kernels(path: &Path, text: &str) -> bool {
    let is_other = |file: &PathBuf| !is_header(file) && !is_unit(file) && !is_cuda(file) && file.is_file();
    let others = |path: &Path, text: &str| {
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let beside = names_in_directives(text)
            .into_iter()
            .map(move |name| folder.join(name));
        beside.filter(is_other).collect::<Vec<PathBuf>>()
    };
    let mut left = others(path, text);
    let mut seen = HashSet::new();
    while let Some(file) = left.pop() {
        if !seen.insert(file.clone()) {
            continue;
        }
        let Ok(text) = files::read_lossy(&file) else {
            return true;
        };
        if may_define_kernels(&text) {
            return true;
        }
        left.extend(others(&file, &text));
    }
    false
}

/// Those of the files of a folder that hold kernels by what other files say: they use a macro which may mark a kernel, of another file or of
/// a build's, or a compile database has them compiled, whatever they are called. Texts are read one at a time: there may be more of them
/// than there is memory.
pub fn told_elsewhere(folder: &Path, all: &[PathBuf]) -> HashSet<PathBuf> {
    let compiled: HashSet<PathBuf> = compile_commands::compiled(folder).into_iter().collect();
    let is_compiled = |path: &&PathBuf| {
        !compiled.is_empty() && path.canonicalize().is_ok_and(|path| compiled.contains(&path))
    };
    let mut told = marked_elsewhere(folder, all);
    told.extend(
        all.iter()
            .filter(is_compiled)
            .filter(|path| defines(path, true))
            .cloned(),
    );
    told
}

/// Those that use a macro of another file's, or of a build's, which may mark a kernel.
fn marked_elsewhere(folder: &Path, all: &[PathBuf]) -> HashSet<PathBuf> {
    let is_code = |path: &&PathBuf| is_header(path) || is_unit(path) || is_cuda(path);
    let text = |path: &PathBuf| files::read_lossy(path).unwrap_or_default();
    let files = || all.iter().filter(is_code);
    let builds = all
        .iter()
        .filter(|path| is_makefile(path) || path.ends_with(project::FILE_NAME));
    let builds = builds.cloned().chain(compile_commands::nearest(folder));
    let of_builds = builds.map(|path| macros_of_build(&text(&path)));
    let of_code = files().map(|path| lines_of_macros(&text(path)));
    let mut defining = Vec::new();
    let mut may_mark = false;
    for macros in of_code.chain(of_builds) {
        may_mark |= (macros.contains("global") || macros.contains("##"))
            && !marking_macros(std::slice::from_ref(&macros)).is_empty();
        defining.push(macros);
    }
    defining.retain(|macros| !macros.is_empty());
    if !may_mark {
        return HashSet::new();
    }
    let names = marking_macros(&defining);
    let using = files().filter(|path| uses_any(&text(path), &names));
    using.cloned().collect()
}

/// The headers that define kernels, among the files that were found.
#[derive(Clone, Debug, Default)]
pub struct Headers {
    /// All files that were found.
    all: Vec<PathBuf>,
    /// Those headers.
    with_kernels: Vec<PathBuf>,
}

/// What becomes of headers that define kernels.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Parted {
    /// No source surely includes them: what they define may show nowhere else.
    pub of_nobody: Vec<PathBuf>,
    /// A source surely includes them, directly or not; with that source.
    pub left_to: Vec<(PathBuf, PathBuf)>,
}

impl Headers {
    /// Among these files; some of them use macros of others that may mark a kernel.
    pub fn among(all: Vec<PathBuf>, marked: &HashSet<PathBuf>) -> Headers {
        let includes =
            |path: &PathBuf| files::read_lossy(path).is_ok_and(|text| includes_kernels(path, &text));
        let has_kernels = |path: &PathBuf| marked.contains(path) || defines(path, true) || includes(path);
        let may = |path: &&PathBuf| is_header(path) && !is_source(path) && has_kernels(path);
        let with_kernels = all.iter().filter(may).cloned().collect();
        Headers { all, with_kernels }
    }

    /// All files that were found.
    pub fn all(&self) -> &[PathBuf] {
        &self.all
    }

    /// Those headers.
    pub fn paths(&self) -> &[PathBuf] {
        &self.with_kernels
    }

    /// Leaves out what is not wanted.
    pub fn retain(&mut self, wanted: &mut dyn FnMut(&Path) -> bool) {
        self.with_kernels.retain(|path| wanted(path));
    }

    /// Which of them are left to one of these sources.
    pub fn parted(&self, sources: &[PathBuf]) -> Parted {
        if self.with_kernels.is_empty() {
            return Parted::default();
        }
        let mut included: BTreeMap<&PathBuf, &PathBuf> = BTreeMap::new();
        let mut to_read: Vec<(&PathBuf, &PathBuf)> = sources.iter().map(|path| (path, path)).collect();
        while let Some((path, source)) = to_read.pop() {
            let text = files::read_lossy(path).unwrap_or_default();
            for name in always_included(&text) {
                if let Some(file) = meant(path, name, &self.all)
                    && !included.contains_key(file)
                {
                    included.insert(file, source);
                    to_read.push((file, source));
                }
            }
        }
        let mut parted = Parted::default();
        for header in &self.with_kernels {
            match included.get(header) {
                Some(source) => parted.left_to.push((header.clone(), (*source).clone())),
                None => parted.of_nobody.push(header.clone()),
            }
        }
        parted
    }
}

/// The file that a name in another file means: the one beside that, else the only one whose path ends so.
fn meant<'f>(from: &Path, name: &str, all: &'f [PathBuf]) -> Option<&'f PathBuf> {
    let beside = from.parent().unwrap_or(Path::new("")).join(name);
    if beside.exists() {
        let real = beside.canonicalize().ok()?;
        let has_name = |file: &&PathBuf| file.file_name() == real.file_name();
        let mut named = all.iter().filter(has_name);
        return named.find(|file| file.canonicalize().is_ok_and(|file| file == real));
    }
    let is_name = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let end: PathBuf = Path::new(name).components().filter(is_name).collect();
    let mut ending = all.iter().filter(|file| file.ends_with(&end));
    ending.next().filter(|_| ending.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_a_source_includes_on_any_way_are_left_to_it() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("lib")).expect("a folder");
        let kernel = "__global__ void k(int *a) { }\n";
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path
        };
        let source = write("a.cu", "#include \"lib/first.h\"\n");
        let all = [
            source.clone(),
            write("lib/first.h", "# include <second.hpp>\n"),
            write("lib/second.hpp", kernel),
            write("alone.hpp", kernel),
            write("words.h", "// __global__ void k(int *a) { }\n"),
            write("plain.h", "int f();\n#include \"alone.hpp\"\n"),
        ];
        let parted = Headers::among(all.to_vec(), &HashSet::new()).parted(std::slice::from_ref(&source));
        assert_eq!(parted.of_nobody, [all[3].clone()]);
        assert_eq!(parted.left_to, [(all[2].clone(), source)]);
    }

    #[test]
    fn headers_that_are_perhaps_included_are_looked_at() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir_all(folder.path().join("b")).expect("a folder");
        let kernel = "__global__ void k(int *a) { }\n";
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            path
        };
        let header = write(
            "r.h",
            &format!("#ifndef R_H\n#define R_H\n{kernel}#include \"s.h\"\n#endif\n"),
        );
        let inner = write("s.h", kernel);
        let other = write("b/r.h", kernel);
        let all = [header, inner, other];
        let headers = Headers::among(all.to_vec(), &HashSet::new());
        let left = |text: &str| headers.parted(&[write("k.cu", text)]).of_nobody;
        assert_eq!(left("#include \"r.h\"\n"), all[2..]);
        assert_eq!(left("#pragma once\n# include \"./b/../r.h\" // here\n"), all[2..]);
        for text in [
            "#if 0\n#include \"r.h\"\n#endif\n",
            "#ifdef NOPE\n#include \"r.h\"\n#endif\n",
            "#if 1\n#else\n#include \"r.h\"\n#endif\n",
            "#define A\n#ifndef A\n#define A\n#include \"r.h\"\n#endif\n",
            "/*\n#include \"r.h\"\n*/\n",
            "const char *t = R\"(\n#include \"r.h\"\n)\";\n",
            "#include \"x/y/r.h\"\n",
        ] {
            assert_eq!(left(text), all, "{text}");
        }
    }

    #[test]
    fn endings_count_however_they_are_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let is_source = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("written");
            is_source(&path)
        };
        let kernel = "__global__ void k(int *a) { }\n";
        assert!(is_source("a.CU", "") && is_source("b.Hip", "") && is_source("c.CL", ""));
        assert!(is_source("d.cpp", kernel) && is_source("e.C", kernel) && is_source("f.CUH", kernel));
        assert!(!is_source("g.cpp", "// __global__ void k() { }\n") && !is_source("h.hpp", kernel));
        let hidden = "#define KERNEL \\\n    __global__\nKERNEL void k(int *a) { }\n";
        assert!(is_source("i.cpp", hidden) && is_source("j.ii", kernel) && is_source("k.mm", kernel));
    }
}
