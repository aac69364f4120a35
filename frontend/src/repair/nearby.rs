//! Definitions of macros and types in the files beside a source: headers that it does not include, host code that
//! hands them to a run-time compiler, makefiles.

use super::input::Input;
use crate::endings;
use crate::ir::Language;
use std::fs;
use std::path::{Path, PathBuf};

/// Most files that are read.
const MOST_FILES: usize = 200;
/// Largest file that is read, bytes.
const LARGEST: u64 = 1 << 20;

/// The files beside a source.
pub struct Nearby {
    files: Vec<(PathBuf, String)>,
}

/// A definition.
pub struct Found {
    /// The text that says the same.
    pub declaration: String,
    /// What the name stands for.
    pub meaning: String,
    /// File and line.
    pub origin: String,
}

impl Nearby {
    /// The files in the source's folder, in the one above (makefiles only), and in those that are searched for headers.
    pub fn of(input: &Input) -> Nearby {
        crate::files::look();
        let source = Path::new(&input.path);
        if !source.is_file() {
            return Nearby { files: Vec::new() };
        }
        let own = source.parent().filter(|folder| !folder.as_os_str().is_empty());
        let own = own.unwrap_or(Path::new("."));
        let mut paths = listed(own, |path| is_code(path) || is_makefile(path));
        if let Ok(above) = own.join("..").canonicalize() {
            paths.extend(listed(&above, is_makefile));
        }
        for folder in input.arguments.iter().filter_map(|a| a.strip_prefix("-I")) {
            paths.extend(listed(Path::new(folder), is_code));
        }
        let read = |path: PathBuf| {
            let text = crate::files::read_at_most(&path, LARGEST).ok()?;
            Some((path, crate::plain::text_of(&text)))
        };
        let itself = |path: &PathBuf| path.as_path() != source;
        Nearby {
            files: paths
                .into_iter()
                .filter(itself)
                .filter_map(read)
                .take(MOST_FILES)
                .collect(),
        }
    }

    /// A definition of `name`: the first that says a number, else the first.
    pub fn definition(&self, name: &str) -> Option<Found> {
        let mut all: Vec<Found> = Vec::new();
        for (path, text) in self.files.iter().filter(|(_, text)| text.contains(name)) {
            all.extend(in_text(name, text, &path.display().to_string()));
        }
        let number = |found: &Found| found.meaning.starts_with(|c: char| c.is_ascii_digit());
        let best = all.iter().position(number).unwrap_or(0);
        (best < all.len()).then(|| all.swap_remove(best))
    }
}

fn listed(folder: &Path, wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| wanted(path))
        .collect();
    paths.sort();
    paths
}

fn is_code(path: &Path) -> bool {
    let is_opencl = endings::language_of(path) == Language::OpenCl;
    is_opencl || endings::is_header(path) || endings::is_cuda(path) || endings::is_unit(path)
}

/// Whether a file may say what a name means to the sources beside it.
pub fn may_define(path: &Path) -> bool {
    is_code(path) || is_makefile(path)
}

/// Whether a file is a makefile or the like.
pub fn is_makefile(path: &Path) -> bool {
    let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
    name.to_lowercase().starts_with("makefile") || name == "CMakeLists.txt" || name.ends_with(".mk")
}

fn in_text(name: &str, text: &str, path: &str) -> Vec<Found> {
    let found = (1..).zip(text.lines()).filter_map(|(line, content)| {
        let (declaration, meaning) = in_line(name, content)?;
        Some(Found {
            declaration,
            meaning,
            origin: format!("{path}:{line}"),
        })
    });
    found.collect()
}

/// `#define NAME VALUE`, `typedef TYPE NAME;`, `const TYPE NAME = VALUE;`, `-DNAME=VALUE`.
fn in_line(name: &str, line: &str) -> Option<(String, String)> {
    let line = line.split("//").next().unwrap_or_default().trim();
    if let Some(rest) = line
        .strip_prefix('#')
        .and_then(|l| l.trim_start().strip_prefix("define"))
    {
        let value = rest.trim_start().strip_prefix(name)?;
        let value = value.starts_with(char::is_whitespace).then(|| value.trim())?;
        let value = value.split("/*").next().unwrap_or_default().trim();
        return plain(value).then(|| (format!("#define {name} {value}\n"), value.to_owned()));
    }
    if let Some(ty) = line
        .strip_prefix("typedef")
        .and_then(|rest| rest.trim().strip_suffix(';'))
        .and_then(|rest| rest.trim_end().strip_suffix(name))
    {
        let ty = ty.trim();
        let words = ty
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ' '));
        return (words && !ty.is_empty()).then(|| (format!("typedef {ty} {name};\n"), ty.to_owned()));
    }
    if let Some(rest) = line
        .strip_prefix("const")
        .or_else(|| line.strip_prefix("static const"))
    {
        let (declared, value) = rest.strip_suffix(';')?.split_once('=')?;
        let value = value.trim();
        let named = declared
            .trim_end()
            .strip_suffix(name)?
            .ends_with(char::is_whitespace);
        return (named && plain(value)).then(|| (format!("#define {name} {value}\n"), value.to_owned()));
    }
    for flag in ["-D", "-D "] {
        let value = line
            .match_indices(&format!("{flag}{name}="))
            .map(|(at, found)| &line[at + found.len()..])
            .map(|rest| {
                rest.split([' ', '\t', '"', '\'', ')', ','])
                    .next()
                    .unwrap_or_default()
            })
            .find(|value| plain(value));
        if let Some(value) = value {
            return Some((format!("#define {name} {value}\n"), value.to_owned()));
        }
    }
    None
}

/// Whether a value is complete and names nothing of a build tool's.
fn plain(value: &str) -> bool {
    let balanced = value.matches('(').count() == value.matches(')').count();
    let known = |c: char| c.is_ascii_alphanumeric() || "_ .+-*/()<>&|^~x".contains(c);
    !value.is_empty() && balanced && value.chars().all(known) && !value.ends_with(['+', '-', '*', '/'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, line: &str) -> Option<String> {
        in_line(name, line).map(|(_, meaning)| meaning)
    }

    #[test]
    fn definitions_are_read() {
        for (line, meaning) in [
            ("#define N 16 // threads", "16"),
            ("#  define N (2 * 8)", "(2 * 8)"),
            ("typedef unsigned int N;", "unsigned int"),
            ("static const int N = 3;", "3"),
            ("CFLAGS += -O3 -DN=64 -Wall", "64"),
            ("sprintf(options, \"-D N=8\");", "8"),
        ] {
            assert_eq!(value("N", line).as_deref(), Some(meaning), "{line}");
        }
    }

    #[test]
    fn what_is_no_definition_is_left() {
        for line in [
            "#define N",
            "#define N(x) x",
            "#define NN 3",
            "#ifdef N",
            "int M = N;",
            "CFLAGS += -DN=$(SIZE)",
            "-DN=%d",
            "typedef struct { int x; } N;",
        ] {
            assert_eq!(value("N", line), None, "{line}");
        }
    }
}
