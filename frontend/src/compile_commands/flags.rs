//! Which flags of a compiler call are used.

use crate::standards;
use std::path::{Path, PathBuf};

/// What is kept of a compiler call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `-D` and `-U`, in order.
    pub macros: Vec<Macro>,
    /// `-I`, `-iquote` and `-isystem`, in order.
    pub folders: Vec<(Folder, PathBuf)>,
    /// `-include` of files that exist.
    pub includes: Vec<PathBuf>,
    /// `-std`, by a name that is known.
    pub standard: Option<String>,
    /// `-cl-std`, by a name that is known.
    pub opencl_standard: Option<String>,
    /// The lowest compute capability that is compiled for.
    pub cuda_arch: Option<u32>,
}

/// A macro that is defined or undefined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Macro {
    /// `-D NAME[=VALUE]`
    Define(String),
    /// `-U NAME`
    Undefine(String),
}

/// The kinds of folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folder {
    /// `-I`
    Include,
    /// `-iquote`
    Quote,
    /// `-isystem`
    System,
}

impl Flags {
    /// As clang takes them, but for standards, which are not of every source's language. Each value is one word with its flag, so that it cannot be read as a flag of its own.
    pub fn arguments(&self) -> Vec<String> {
        let macros = self.macros.iter().map(|m| match m {
            Macro::Define(text) => format!("-D{text}"),
            Macro::Undefine(name) => format!("-U{name}"),
        });
        let folders = self.folders.iter().map(|(kind, path)| {
            let flag = match kind {
                Folder::Include => "-I",
                Folder::Quote => "-iquote",
                Folder::System => "-isystem",
            };
            format!("{flag}{}", path.display())
        });
        let includes = self
            .includes
            .iter()
            .flat_map(|path| ["-include".to_owned(), path.display().to_string()]);
        macros.chain(folders).chain(includes).collect()
    }
}

/// Begin a flag that makes a compiler load or run something, or read flags from elsewhere.
const REFUSED: [&str; 24] = [
    "@",
    "-fplugin",
    "-fpass-plugin",
    "-load",
    "-plugin",
    "-add-plugin",
    "-Xclang",
    "-Xopenmp-target",
    "-Xarch",
    "-mllvm",
    "-cc1",
    "-B",
    "-wrapper",
    "-specs",
    "--specs",
    "--config",
    "-resource-dir",
    "-ivfsoverlay",
    "-vfsoverlay",
    "-include-pch",
    "-fmodule",
    "-fprebuilt-module",
    "--options-file",
    "-optf",
];

/// Those of them whose value is the next word.
const REFUSED_WITH_VALUE: [&str; 13] = [
    "-Xclang",
    "-mllvm",
    "-Xopenmp-target",
    "-load",
    "-plugin",
    "-add-plugin",
    "-wrapper",
    "-include-pch",
    "-ivfsoverlay",
    "-resource-dir",
    "--options-file",
    "-optf",
    "-B",
];

/// Flags whose value is the next word; both are dropped without a word, as they are for other programs or say where
/// output goes.
const WITH_VALUE: [&str; 28] = [
    "-o",
    "-x",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xcompiler",
    "-Xlinker",
    "-Xptxas",
    "-Xnvlink",
    "-Xcudafe",
    "-Xfatbin",
    "-Xassembler",
    "-Xpreprocessor",
    "-ccbin",
    "--compiler-bindir",
    "--compiler-options",
    "--output-file",
    "-diag-suppress",
    "-L",
    "-l",
    "-target",
    "-idirafter",
    "-imacros",
    "-maxrregcount",
    "-isysroot",
    "--sysroot",
    "-t",
];

/// What is said of a flag that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Complaint {
    /// It could make clang load or run something.
    Refused(String),
    /// It wants a value, and the call ends there.
    WithoutValue(String),
}

/// The flags to keep of a call, the compiler's name first, and what is wrong with others. The rest are dropped.
pub fn filter(words: &[String], directory: &Path) -> (Flags, Vec<Complaint>) {
    let mut flags = Flags::default();
    let mut complaints = Vec::new();
    let mut words = words.iter().skip(1);
    while let Some(word) = words.next() {
        if REFUSED.iter().any(|begin| word.starts_with(begin)) {
            // Of two words, the second is what would be loaded.
            let takes_value = REFUSED_WITH_VALUE.contains(&word.as_str()) || word.starts_with("-Xarch");
            let value = takes_value.then(|| words.next()).flatten();
            let words = value.map_or_else(|| word.clone(), |value| format!("{word} {value}"));
            complaints.push(Complaint::Refused(words));
            continue;
        }
        if WITH_VALUE.contains(&word.as_str()) {
            words.next();
            continue;
        }
        complaints.extend(keep(word, &mut words, directory, &mut flags).err());
    }
    (flags, complaints)
}

/// Keeps a flag if it is of a known kind.
fn keep<'w>(
    word: &str,
    rest: &mut impl Iterator<Item = &'w String>,
    directory: &Path,
    flags: &mut Flags,
) -> Result<(), Complaint> {
    // `-isystem` before `-i...`, long names before short ones.
    const KINDS: [(&str, Kind); 19] = [
        ("--include-path", Kind::Folder(Folder::Include)),
        ("--system-include", Kind::Folder(Folder::System)),
        ("-isystem", Kind::Folder(Folder::System)),
        ("-iquote", Kind::Folder(Folder::Quote)),
        ("-include", Kind::Include),
        ("--pre-include", Kind::Include),
        ("--define-macro", Kind::Define),
        ("--undefine-macro", Kind::Undefine),
        ("-cl-std", Kind::OpenClStandard),
        ("-std", Kind::Standard),
        ("--std", Kind::Standard),
        ("--generate-code", Kind::Architecture),
        ("-gencode", Kind::Architecture),
        ("--gpu-architecture", Kind::Architecture),
        ("--cuda-gpu-arch", Kind::Architecture),
        ("--offload-arch", Kind::Architecture),
        ("-arch", Kind::Architecture),
        ("-I", Kind::Folder(Folder::Include)),
        ("-D", Kind::Define),
    ];
    let undefine = word.starts_with("-U").then_some(("-U", Kind::Undefine));
    let known = KINDS
        .into_iter()
        .find(|(begin, _)| word.starts_with(begin))
        .or(undefine);
    let Some((begin, kind)) = known else {
        return Ok(());
    };
    let inline = &word[begin.len()..];
    let value = match inline {
        "" => rest
            .next()
            .cloned()
            .ok_or_else(|| Complaint::WithoutValue(word.to_owned()))?,
        // `-D=x` and `-I=x` mean what they say; of the long ones the sign separates.
        _ if begin.len() > 2 => inline.strip_prefix('=').unwrap_or(inline).to_owned(),
        _ => inline.to_owned(),
    };
    take(kind, &value, directory, flags);
    Ok(())
}

#[derive(Clone, Copy)]
enum Kind {
    Folder(Folder),
    Define,
    Undefine,
    Include,
    Standard,
    OpenClStandard,
    Architecture,
}

fn take(kind: Kind, value: &str, directory: &Path, flags: &mut Flags) {
    match kind {
        Kind::Folder(folder) if !value.is_empty() => flags.folders.push((folder, directory.join(value))),
        Kind::Define if begins_with_name(value) => flags.macros.push(Macro::Define(value.to_owned())),
        Kind::Undefine if begins_with_name(value) => flags.macros.push(Macro::Undefine(value.to_owned())),
        Kind::Include => {
            let path = directory.join(value);
            if path.is_file() {
                flags.includes.push(path);
            }
        }
        Kind::Standard if standards::clangs_name(value).is_some() => flags.standard = Some(value.to_owned()),
        Kind::OpenClStandard if standards::opencl(value).is_some() => {
            flags.opencl_standard = Some(value.to_owned());
        }
        Kind::Architecture => {
            let lowest = architectures(value).chain(flags.cuda_arch).min();
            flags.cuda_arch = lowest;
        }
        _ => {}
    }
}

fn begins_with_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// Compute capabilities in `arch=compute_80,code=[sm_80,compute_86]`, `sm_90a`.
fn architectures(text: &str) -> impl Iterator<Item = u32> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter_map(|word| {
            let number = word
                .strip_prefix("sm_")
                .or_else(|| word.strip_prefix("compute_"))?;
            let digits = number.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            digits.parse().ok().filter(|n| (20..1000).contains(n))
        })
}

/// The words of a shell command: quotes and backslashes count, nothing is expanded.
pub fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(c) = letters.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('"'), '\\') => {
                let next = letters.next().unwrap_or('\\');
                let word = word.get_or_insert_default();
                if !matches!(next, '"' | '\\' | '$' | '`') {
                    word.push('\\');
                }
                word.push(next);
            }
            (None, '\\') => word.get_or_insert_default().extend(letters.next()),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
