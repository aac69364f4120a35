//! Host code that launches OpenCL kernels of another file by their names.
//!
//! The two are no program for one compiler: the caller is read with a declaration of each kernel behind its text ([`caller`]), and what
//! it says of their launches is carried over to the kernels themselves ([`heard`]).

use crate::index::Idx;
use crate::ir::{FileId, FloatKind, HostLine, Kernel, Language, Launch, Module, Param, Space, Ty};
use crate::macros::definition_of_macro;
use crate::plain::mentions;
use crate::{Source, count, language_of, literals, repair};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// How the name of a kernel's declaration begins.
pub(crate) const STUB: &str = "kv_opencl_kernel_";
/// What a pointer to local memory leads to.
pub(crate) const LOCAL: &str = "kv_opencl_local";
/// What is neither a number nor a pointer.
const OTHER: &str = "kv_opencl_other";

/// Those of the names that a file may launch kernels by: it has one as a literal, or makes literals of words.
pub fn named<'n>(text: &str, names: &'n BTreeSet<String>) -> BTreeSet<&'n String> {
    let near = |word: &&str| text.contains(*word);
    let makes_all = OF_ALL.iter().any(near);
    if !makes_all && !names.iter().any(|name| near(&name.as_str())) {
        return BTreeSet::new();
    }
    let all = texts(text);
    let code = super::code(text);
    let makes_literals = code.lines().any(makes_literals);
    let makes_all = OF_ALL.iter().any(|word| mentions(&code, word));
    let is_named =
        |name: &&String| makes_all || all.contains(name.as_str()) || makes_literals && mentions(&code, name);
    names.iter().filter(is_named).collect()
}

/// What makes objects of all kernels of a program, whatever their names.
pub const OF_ALL: [&str; 2] = ["clCreateKernelsInProgram", "createKernels"];

/// Words of what reads files.
const READING: [&str; 9] = [
    "fopen",
    "open",
    "read",
    "fread",
    "ifstream",
    "fstream",
    "mmap",
    "CreateFileA",
    "clCreateProgramWithBinary",
];

/// Whether a file that launches a kernel of this name launches one of its own: its literals hold one, and nothing in it leads to what
/// `other` holds, which is a source of OpenCL's or host code.
pub fn launches_its_own(text: &str, name: &str, other: (&Path, &str)) -> bool {
    let programs = literals::contents(text).programs.into_iter();
    let mut own = programs.filter(|program| program.language == Language::OpenCl);
    let is_in = |code: &str| {
        let mut kernels = count::definitions(code, Language::OpenCl).into_iter();
        kernels.any(|at| count::name_from(code, at).is_some_and(|range| &code[range] == name))
    };
    own.any(|program| is_in(&program.text)) && !leads_to(text, other)
}

/// Whether host code may get at what another file holds: it names what that lets others use, or sources of OpenCL's, or reads files.
fn leads_to(text: &str, (path, other): (&Path, &str)) -> bool {
    let code = super::code(text);
    if language_of(path) == Language::OpenCl {
        return !literals::named_sources(text).is_empty() || READING.iter().any(|word| mentions(&code, word));
    }
    let file = path.file_name().map(|name| name.to_string_lossy());
    let includes = file.is_none_or(|file| text.contains(&*file));
    let externs = of_others(text);
    let own: BTreeSet<String> = super::variables(text).difference(&externs).cloned().collect();
    let mut variables = super::variables(other);
    variables.retain(|name| !own.contains(name));
    includes
        || variables.iter().any(|name| mentions(&code, name))
        || !super::uses_of_others(text, &super::for_others(other, false)).is_empty()
}

/// The macros that a file defines as one of the names, by which others name it.
pub fn macros(text: &str, names: &BTreeSet<String>) -> BTreeMap<String, BTreeSet<String>> {
    let of_line = |line: &str| {
        let (name, body) = definition_of_macro(line)?;
        let literals = texts(body);
        let named = names.iter().filter(|name| literals.contains(name.as_str()));
        let named: BTreeSet<String> = named.cloned().collect();
        (!named.is_empty()).then(|| (name.to_owned(), named))
    };
    text.lines().filter_map(of_line).collect()
}

/// Whether a line of a macro turns what it is handed into a literal: `#x`.
fn makes_literals(line: &str) -> bool {
    let rest = line.trim_start();
    let body = rest.strip_prefix('#').map_or(rest, str::trim_start);
    let is_word = |c: char| c.is_ascii_alphabetic() || c == '_';
    let mut before = ' ';
    let mut rest = body.chars().peekable();
    while let Some(c) = rest.next() {
        if c == '#' && before != '#' && rest.peek().is_some_and(|c| is_word(*c)) {
            return true;
        }
        before = c;
    }
    false
}

/// What stands between quotes, pieces that follow one another as one as well.
fn texts(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut joined = String::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let rest = &text.as_bytes()[at..];
        match byte {
            b'/' if rest.starts_with(b"//") => {
                at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
            }
            b'/' if rest.starts_with(b"/*") => {
                at += rest
                    .windows(2)
                    .skip(2)
                    .position(|w| w == b"*/")
                    .map_or(rest.len(), |n| n + 4);
            }
            b'"' | b'\'' => {
                let mut end = at + 1;
                while end < bytes.len() && bytes[end] != *byte && bytes[end] != b'\n' {
                    end += if bytes[end] == b'\\' { 2 } else { 1 };
                }
                let inside = bytes.get(at + 1..end.min(bytes.len())).unwrap_or_default();
                if *byte == b'"' {
                    let piece = crate::plain::text_of(inside);
                    joined.push_str(&piece);
                    found.insert(piece);
                    found.insert(joined.clone());
                }
                at = end + 1;
            }
            _ => {
                if !byte.is_ascii_whitespace() {
                    joined.clear();
                }
                at += 1;
            }
        }
    }
    found
}

/// The names of variables that a file says are another one's: `extern cl_kernel scale;`.
pub fn of_others(text: &str) -> BTreeSet<String> {
    let code = super::code(text);
    let statements = code
        .split([';', '{', '}'])
        .filter(|part| mentions(part, "extern"));
    let words = statements.flat_map(|part| part.split(|c: char| !(c.is_alphanumeric() || c == '_')));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The macros that say which code a file of kernels holds, or that it does not define: those that are not among `defined`.
pub fn open_macros(module: &Module, defined: &[String]) -> BTreeSet<String> {
    let texts = module.files.iter().chain(&module.included).map(|file| &file.text);
    let mut found: BTreeSet<String> = BTreeSet::new();
    for line in texts.flat_map(|text| text.lines()) {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        if let Some(rest) = directive.filter(|rest| rest.starts_with("if") || rest.starts_with("elif")) {
            found.extend(
                rest.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .map(str::to_owned),
            );
        }
    }
    let chosen = module.kernels.iter().flat_map(|kernel| &kernel.chosen_names);
    found.extend(chosen.map(|name| name.name.clone()));
    let is_said = |name: &String| {
        defined
            .iter()
            .any(|define| define.split('=').next() == Some(name.as_str()))
    };
    found.retain(|name| !name.is_empty() && !is_said(name));
    found
}

/// Whether a file has options for a compiler that define one of the macros: `-DN=16`.
pub fn defines(text: &str, macros: &BTreeSet<String>) -> bool {
    let of_literal = |literal: &String| {
        let options = literal.split("-D").skip(1).map(str::trim_start);
        let mut names = options.map(|rest| rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next());
        names.any(|name| name.is_some_and(|name| macros.contains(name)))
    };
    texts(text).iter().any(of_literal)
}

/// A caller of kernels, with their declarations behind it.
pub fn caller(path: &Path, text: &str, kernels: &[Kernel]) -> Source {
    let mut all = format!("{text}\n");
    let mut known: BTreeMap<&str, String> = BTreeMap::new();
    for kernel in kernels {
        let stub = declaration(kernel);
        match known.get(kernel.last_name()) {
            // Compilers see several of one name.
            Some(other) if *other != stub => drop(known.insert(kernel.last_name(), String::new())),
            Some(_) => {}
            None => drop(known.insert(kernel.last_name(), stub)),
        }
    }
    let names: BTreeSet<&String> = kernels.iter().flat_map(|kernel| &kernel.declared).collect();
    for name in names {
        let _ = writeln!(all, "#undef {name}");
    }
    let _ = writeln!(all, "struct {LOCAL};\nstruct {OTHER} {{ int any; }};");
    known.values().for_each(|stub| all.push_str(stub));
    Source {
        path: path.to_owned(),
        text: Some(all),
    }
}

/// The declaration of a kernel in C and C++.
fn declaration(kernel: &Kernel) -> String {
    let parameter = |(n, name): (usize, &String)| {
        let param = kernel.params.iter().find(|param| param.name == *name);
        let ty = param.and_then(|param| type_of(kernel, param));
        match ty.filter(|_| !KEYWORDS.contains(&name.as_str())) {
            Some(ty) => format!("{ty}{name}"),
            None => format!("struct {OTHER} {OTHER}_{n}"),
        }
    };
    let parameters: Vec<String> = kernel.declared.iter().enumerate().map(parameter).collect();
    format!(
        "__attribute__((annotate(\"{}\"))) void {STUB}{}({}) {{}}\n",
        repair::KERNEL_MARK,
        kernel.last_name(),
        parameters.join(", ")
    )
}

/// Names that C++ has no parameters by.
const KEYWORDS: [&str; 14] = [
    "class",
    "new",
    "delete",
    "this",
    "template",
    "typename",
    "operator",
    "namespace",
    "private",
    "public",
    "protected",
    "friend",
    "virtual",
    "using",
];

fn type_of(kernel: &Kernel, param: &Param) -> Option<String> {
    let number = match param.ty {
        Ty::Int { bits, signed } => {
            let name = match bits {
                8 => "char",
                16 => "short",
                32 => "int",
                64 => "long",
                _ => return None,
            };
            format!("{} {name} ", if signed { "signed" } else { "unsigned" })
        }
        Ty::Float(FloatKind::F32) => "float ".to_owned(),
        Ty::Float(FloatKind::F64) => "double ".to_owned(),
        Ty::Float(FloatKind::F16 | FloatKind::BF16) | Ty::Bool => return None,
        Ty::Ptr => match kernel.objects[param.object?].space {
            Space::Shared => format!("struct {LOCAL} *"),
            _ => "void *".to_owned(),
        },
    };
    Some(number)
}

/// What a caller says of the launches of a file's kernels, where `said` is how it reads with their declarations and `text` how it reads
/// without: the module of the file, its kernels launched like this, and its names.
pub fn heard(module: &Module, said: Module, text: &str) -> Module {
    let before = module.files.len();
    let mut heard = Module {
        kernels: module.kernels.clone(),
        ..module.clone()
    };
    let main = said.files[FileId::new(0)].path.clone();
    for file in said.files.iter() {
        let mut file = file.clone();
        if file.path == main {
            text.clone_into(&mut file.text);
        }
        heard.files.push(file);
    }
    for kernel in &mut heard.kernels {
        let name = format!("{STUB}{}", kernel.last_name());
        let stub = said.kernels.iter().find(|stub| stub.name == name);
        kernel.launches = stub.map_or_else(Vec::new, |stub| {
            let launches = stub.launches.iter();
            launches
                .map(|launch| carried(launch, stub, kernel, before, &main))
                .collect()
        });
    }
    heard
}

/// A launch of a declaration, as one of the kernel.
fn carried(launch: &Launch, stub: &Kernel, kernel: &Kernel, before: usize, main: &str) -> Launch {
    let of = |n: u32| {
        let name = &stub.params.get(n as usize)?.name;
        let at = kernel.params.iter().position(|param| param.name == *name)?;
        Some(at as u32)
    };
    let mut launch = launch.clone();
    launch.span.file = FileId::new(launch.span.file.index() + before);
    launch.args = launch
        .args
        .iter()
        .filter_map(|(n, value)| Some((of(*n)?, *value)))
        .collect();
    launch.not_null = launch.not_null.iter().filter_map(|n| of(*n)).collect();
    launch.extents.retain_mut(|extent| {
        extent.param = extent.param.and_then(of);
        extent.param.is_some()
    });
    for group in &mut launch.aliases {
        *group = group.iter().filter_map(|n| of(*n)).collect();
    }
    launch.overlaps.retain_mut(|overlap| {
        let both = of(overlap.param).zip(of(overlap.of));
        both.is_some_and(|both| {
            (overlap.param, overlap.of) = both;
            true
        })
    });
    for line in launch.lines_mut() {
        let HostLine { file, .. } = line;
        file.get_or_insert_with(|| main.to_owned());
    }
    launch
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> BTreeSet<String> {
        all.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn kernels_are_named_by_literals() {
        let wanted = names(&["scale", "add"]);
        let of = |text: &str| -> Vec<String> { named(text, &wanted).into_iter().cloned().collect() };
        assert_eq!(of("k = clCreateKernel(p, \"scale\", &e);"), ["scale"]);
        assert_eq!(of("// \"scale\"\nint add(int scale);"), [""; 0]);
        assert_eq!(of("puts(\"to scale it\"); k = make(\"sc\" \"ale\");"), ["scale"]);
        assert_eq!(of("#define K(x) clCreateKernel(p, #x, 0)\nk = K(add);"), ["add"]);
        assert_eq!(of("char c = '\"'; k = make(\"add\");"), ["add"]);
        assert_eq!(of("clCreateKernelsInProgram(p, 8, all, &n);"), ["add", "scale"]);
    }
}
