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
const WITH_VALUE: [&str; 24] = [
    "-o",
    "-x",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xlinker",
    "-Xptxas",
    "-Xnvlink",
    "-Xcudafe",
    "-Xfatbin",
    "-Xassembler",
    "-ccbin",
    "--compiler-bindir",
    "--output-file",
    "-diag-suppress",
    "-L",
    "-l",
    "-target",
    "-idirafter",
    "-maxrregcount",
    "-isysroot",
    "--sysroot",
    "-t",
];

/// Flags whose value holds flags for the host's compiler, or the preprocessor, parted by commas.
const PASSED_ON: [&str; 3] = ["-Xcompiler", "--compiler-options", "-Xpreprocessor"];

/// Flags that define macros (nvcc's manual and its headers, GCC's manual), as a whole; `-fopenmp` may have a value.
const IMPLIED: [(&str, &str); 9] = [
    ("-fopenmp", "_OPENMP=201511"),
    ("-G", "__CUDACC_DEBUG__"),
    ("--device-debug", "__CUDACC_DEBUG__"),
    ("-rdc=true", "__CUDACC_RDC__"),
    ("--relocatable-device-code=true", "__CUDACC_RDC__"),
    ("-dc", "__CUDACC_RDC__"),
    ("--extended-lambda", "__CUDACC_EXTENDED_LAMBDA__"),
    ("--expt-extended-lambda", "__CUDACC_EXTENDED_LAMBDA__"),
    ("--expt-relaxed-constexpr", "__CUDACC_RELAXED_CONSTEXPR__"),
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
    let compiler = words
        .first()
        .map(|word| Path::new(word).file_stem().unwrap_or_default());
    let is_nvcc = compiler.is_some_and(|name| name.to_string_lossy().contains("nvcc"));
    let words = words.get(1..).unwrap_or_default();
    read(words, is_nvcc, directory, &mut flags, &mut complaints);
    (flags, complaints)
}

fn read(
    words: &[String],
    is_nvcc: bool,
    directory: &Path,
    flags: &mut Flags,
    complaints: &mut Vec<Complaint>,
) {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if REFUSED.iter().any(|begin| word.starts_with(begin)) {
            // Of two words, the second is what would be loaded.
            let takes_value = REFUSED_WITH_VALUE.contains(&word.as_str()) || word.starts_with("-Xarch");
            let value = takes_value.then(|| words.next()).flatten();
            let words = value.map_or_else(|| word.clone(), |value| format!("{word} {value}"));
            complaints.push(Complaint::Refused(words));
            continue;
        }
        let (name, inline) = word
            .split_once('=')
            .map_or((word.as_str(), None), |(name, value)| (name, Some(value)));
        if PASSED_ON.contains(&name) {
            let value = inline.map(str::to_owned).or_else(|| words.next().cloned());
            let inner = value.unwrap_or_default();
            let inner = inner
                .split(',')
                .map(|word| word.trim_matches(['"', '\'']).to_owned());
            // Those that are passed on pass on no others.
            let inner: Vec<String> = inner
                .filter(|word| !PASSED_ON.iter().any(|flag| word.starts_with(flag)))
                .collect();
            read(&inner, false, directory, flags, complaints);
            continue;
        }
        if WITH_VALUE.contains(&word.as_str()) {
            words.next();
            continue;
        }
        let implied = IMPLIED
            .iter()
            .filter(|(flag, _)| word == flag || *flag == "-fopenmp" && name == *flag);
        let implied = implied.map(|(_, define)| Macro::Define((*define).to_owned()));
        flags.macros.extend(implied);
        complaints.extend(keep(word, &mut words, (directory, is_nvcc), flags).err());
    }
}

/// Keeps a flag if it is of a known kind.
fn keep<'w>(
    word: &str,
    rest: &mut impl Iterator<Item = &'w String>,
    (directory, is_nvcc): (&Path, bool),
    flags: &mut Flags,
) -> Result<(), Complaint> {
    // `-isystem` before `-i...`, long names before short ones.
    const KINDS: [(&str, Kind); 20] = [
        ("-imacros", Kind::Include),
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
    // nvcc parts the values of a list by commas; an argument of a macro's may hold some.
    let is_listed = matches!(
        kind,
        Kind::Folder(_) | Kind::Define | Kind::Undefine | Kind::Include
    );
    let is_list = is_nvcc && is_listed && !value.contains(['(', '"']);
    for value in value.split(|c: char| is_list && c == ',') {
        take(kind, value, directory, flags);
    }
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
