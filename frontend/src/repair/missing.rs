//! Names that nothing declares: types and constants that a build defines, as `-D REAL=float` does.
//!
//! Rather than lose every kernel that mentions one, it is declared before the first line: as a file beside the source
//! defines it, else as chosen here by its name. Both are said with the verdict. A choice is kept only if clang then
//! complains less.

use super::errors::{complaints, complaints_in, device_faults, host_bodies, is_within, loses_code};
use super::headers;
use super::input::{Input, parse};
use super::nearby::Nearby;
use super::templates::choose_value;
use super::vector_operators;
use crate::clang::{Message, Unit};
use crate::ir::{ChosenName, Language};
use std::collections::BTreeSet;

/// How often names are looked for: a declaration may bring up others.
const ROUNDS: usize = 6;
/// Most names that are declared for one file.
const MOST: usize = 200;
/// Most names that are tried one by one.
const SINGLY: usize = 12;

impl Missing {
    /// Whether the name looks like a class's: not like the types that builds choose numbers for, `REAL`, `float_type`.
    fn may_be_class(&self) -> bool {
        let Missing::Type(name) = self else { return false };
        let upper = name.starts_with(|c: char| c.is_ascii_uppercase());
        upper && name.contains(|c: char| c.is_ascii_lowercase()) && !looks_like_type(name)
    }
}

/// A parsed source, and the names that had to be declared for it.
pub struct Filled {
    /// The source as parsed.
    pub unit: Unit,
    /// The input with the text that declares them, for parsing again.
    pub input: Input,
    /// What was declared.
    pub chosen: Vec<ChosenName>,
}

/// What a missing name is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Missing {
    Type(String),
    Value(String),
}

/// Parses a source and declares what it lacks.
///
/// # Errors
/// As [`parse`].
pub fn fill(input: &Input) -> Result<Filled, String> {
    let mut best = vector_operators::declare(with_what_is_there(input)?)?;
    let mut refused: BTreeSet<Missing> = BTreeSet::new();
    let mut nearby: Option<Nearby> = None;
    for _ in 0..ROUNDS {
        let all = missing(&best.unit, &best.input);
        let mut new: Vec<Missing> = all.into_iter().filter(|name| !refused.contains(name)).collect();
        // A declaration of an unknown type declares nothing: what it names is not missing.
        if new.iter().any(|name| matches!(name, Missing::Type(_))) {
            new.retain(|name| matches!(name, Missing::Type(_)));
        }
        if new.is_empty() || best.chosen.len() + new.len() > MOST {
            break;
        }
        let nearby = nearby.get_or_insert_with(|| Nearby::of(&best.input));
        let (new, unlikely): (Vec<Missing>, Vec<Missing>) =
            new.into_iter().partition(|name| is_declarable(name, nearby));
        refused.extend(unlikely);
        if let Some(better) = better_of(&best, &new, nearby)? {
            best = better;
            continue;
        }
        // One of them may spoil it for the others.
        let mut single = new.into_iter();
        for name in single.by_ref().take(SINGLY) {
            match better_of(&best, std::slice::from_ref(&name), nearby)? {
                Some(better) => best = better,
                None => drop(refused.insert(name)),
            }
        }
        refused.extend(single);
    }
    best.chosen.extend(headers::not_found(&best.unit));
    Ok(best)
}

/// Parses a source, with the headers and declarations that it means and does not include. What it lacks else stays lost.
///
/// # Errors
/// As [`parse`].
pub fn find(input: &Input) -> Result<Filled, String> {
    let mut found = with_what_is_there(input)?;
    found.chosen.extend(headers::not_found(&found.unit));
    Ok(found)
}

fn with_what_is_there(input: &Input) -> Result<Filled, String> {
    let first = Filled {
        unit: parse(input, "")?,
        input: input.clone(),
        chosen: Vec::new(),
    };
    let first = as_c(with_headers(as_c(first)?)?)?;
    with_libraries(with_implicit_functions(first)?)
}

/// A C source as C, if less of it is lost then: what is no C++ in it.
fn as_c(best: Filled) -> Result<Filled, String> {
    let (_, lost) = complaints(&best.unit, best.input.language);
    let Some(arguments) = best.input.as_c.clone().filter(|_| lost > 0) else {
        return Ok(best);
    };
    let input = Input {
        arguments,
        as_c: None,
        ..best.input.clone()
    };
    let unit = parse(&input, "")?;
    let is_better = complaints(&unit, input.language).1 < lost;
    Ok(match is_better {
        true => Filled {
            unit,
            input,
            chosen: best.chosen,
        },
        false => best,
    })
}

/// The source with the folders searched that hold its missing headers, as far as that leaves no more to complain of.
fn with_headers(mut best: Filled) -> Result<Filled, String> {
    let mut refused: Vec<headers::Folder> = Vec::new();
    for _ in 0..ROUNDS {
        let mut found = headers::missing(&best.unit, &best.input);
        found.retain(|folder| !refused.contains(folder));
        if found.is_empty() {
            break;
        }
        let all = searching(&best, &found)?;
        if is_no_worse(&all, &best) {
            best = all;
            continue;
        }
        for folder in found.into_iter().take(SINGLY) {
            let one = searching(&best, std::slice::from_ref(&folder))?;
            if is_no_worse(&one, &best) {
                best = one;
            } else {
                refused.push(folder);
            }
        }
    }
    Ok(best)
}

/// A C source with the functions that it calls and nothing declares, as C had them before 1999: they give an `int`.
fn with_implicit_functions(best: Filled) -> Result<Filled, String> {
    let is_c = best
        .input
        .arguments
        .iter()
        .any(|argument| argument == crate::directives::C);
    let mut declarations = String::new();
    for message in best.unit.messages().iter().filter(|_| is_c) {
        let name = message
            .text
            .strip_prefix("use of undeclared identifier '")
            .and_then(|rest| rest.strip_suffix('\''));
        let (Some(name), Some(range)) = (name, &message.range) else {
            continue;
        };
        let text = best.unit.contents(&range.start.file).unwrap_or_default();
        let rest = text
            .get(range.start.offset as usize + name.len()..)
            .unwrap_or_default();
        let declaration = format!("extern \"C\" int {name}(...);\n");
        if rest.trim_start().starts_with('(') && !declarations.contains(&declaration) {
            declarations.push_str(&declaration);
        }
    }
    if declarations.is_empty() {
        return Ok(best);
    }
    let mut input = best.input.clone();
    input.declarations.push_str(&declarations);
    let unit = parse(&input, "")?;
    Ok(Filled {
        unit,
        input,
        chosen: best.chosen,
    })
}

/// Libraries that sources use without including them: the toolkit's own headers bring parts of the first, and a build may have found
/// the header of another. What clang says where one lacks, and the header of ours.
const LIBRARIES: [(&[&str], &str); 2] = [
    (
        &[
            "in namespace 'std'",
            "use of undeclared identifier 'std'",
            "include <initializer_list>",
        ],
        "#include <kverify/std.h>\n",
    ),
    (
        &["use of undeclared identifier 'cub'"],
        "#include <kverify/cub.h>\n",
    ),
];

/// The source with the libraries that it uses without including them.
fn with_libraries(mut best: Filled) -> Result<Filled, String> {
    for (signs, include) in LIBRARIES {
        best = with_library(best, signs, include)?;
    }
    Ok(best)
}

fn with_library(best: Filled, signs: &[&str], include: &str) -> Result<Filled, String> {
    let lacks =
        |message: &Message| loses_code(message) && signs.iter().any(|sign| message.text.ends_with(sign));
    if best.input.language != Language::Cuda || !best.unit.messages().iter().any(lacks) {
        return Ok(best);
    }
    let mut input = best.input.clone();
    input.declarations.push_str(include);
    let unit = parse(&input, "")?;
    let new = Filled {
        unit,
        input,
        chosen: best.chosen.clone(),
    };
    Ok(if is_no_worse(&new, &best) { new } else { best })
}

/// The source parsed with more folders searched for headers.
fn searching(best: &Filled, folders: &[headers::Folder]) -> Result<Filled, String> {
    let mut input = best.input.clone();
    let mut chosen = best.chosen.clone();
    for folder in folders {
        let argument = format!("-I{}", folder.path.display());
        for arguments in std::iter::once(&mut input.arguments).chain(&mut input.as_c) {
            if !arguments.contains(&argument) {
                arguments.push(argument.clone());
            }
        }
        chosen.push(folder.chosen());
    }
    let unit = parse(&input, "")?;
    Ok(Filled { unit, input, chosen })
}

/// Whether no more is lost outside of host code. Declarations of host code's, which lack headers of their own, may then be
/// lost more often if device code is lost less, or no more and less of the files that were read before.
fn is_no_worse(new: &Filled, old: &Filled) -> bool {
    let language = old.input.language;
    if complaints(&new.unit, language).0 <= complaints(&old.unit, language).0 {
        return true;
    }
    let ((new_functions, new_faults), (functions, faults)) =
        (device_faults(&new.unit), device_faults(&old.unit));
    if language != Language::Cuda || new_functions < functions {
        return false;
    }
    let known: BTreeSet<String> = old.unit.all_files().into_iter().collect();
    let in_known = |filled: &Filled| complaints_in(&filled.unit, language, |file| known.contains(file));
    new_faults < faults || new_faults == faults && in_known(new) < in_known(old)
}

/// The better of declaring unknown types as numbers and as classes, if one leaves less to complain of.
fn better_of(best: &Filled, new: &[Missing], nearby: &Nearby) -> Result<Option<Filled>, String> {
    let numbers = attempt(best, new, nearby, false)?;
    let classes = match best.input.language == Language::Cuda && new.iter().any(Missing::may_be_class) {
        true => attempt(best, new, nearby, true)?,
        false => None,
    };
    Ok(match (numbers, classes) {
        (Some(numbers), Some(classes)) => {
            let of = |filled: &Filled| complaints(&filled.unit, filled.input.language);
            Some(if of(&classes) < of(&numbers) {
                classes
            } else {
                numbers
            })
        }
        (one, other) => one.or(other),
    })
}

/// The source with more names declared, if that leaves less to complain of.
fn attempt(best: &Filled, new: &[Missing], nearby: &Nearby, classes: bool) -> Result<Option<Filled>, String> {
    if new.is_empty() {
        return Ok(None);
    }
    let (chosen, input) = declare(best, new, nearby, classes);
    let unit = parse(&input, "")?;
    let better = complaints(&unit, input.language) < complaints(&best.unit, input.language);
    Ok(better.then_some(Filled { unit, input, chosen }))
}

/// The names that nothing declares, of code that kernels may reach.
fn missing(unit: &Unit, input: &Input) -> BTreeSet<Missing> {
    let host = host_bodies(unit, input.language);
    let messages = unit.messages();
    let relevant = messages
        .iter()
        .filter(|m| loses_code(m) && !host.iter().any(|body| is_within(m, body)));
    relevant.filter_map(|message| name_of(unit, message)).collect()
}

fn name_of(unit: &Unit, message: &Message) -> Option<Missing> {
    let text = message.text.as_str();
    let quoted = |start: &str| text.strip_prefix(start)?.split('\'').next().map(str::to_owned);
    let name = quoted("unknown type name '").or_else(|| quoted("use of undeclared identifier '"))?;
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let plain = plain && (!name.starts_with("__") || header_of(&name).is_some());
    if !plain {
        return None;
    }
    // What stands after the name tells what it is; calls, templates and namespaces are none of ours.
    let at = message.range.as_ref()?;
    if crate::prelude::is_the_languages(&at.start.file) {
        return None;
    }
    let contents = unit.contents(&at.start.file)?;
    let rest = contents.get(at.start.offset as usize..)?;
    // Behind a macro the place is the macro's.
    let after = rest.strip_prefix(name.as_str()).unwrap_or("").trim_start();
    if after.starts_with(['(', '<']) || after.starts_with("::") {
        return None;
    }
    let declares = after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '*');
    let cast = after.starts_with(['*', ')']) && before_is_cast(&contents, at.start.offset as usize);
    if text.starts_with("unknown type") || declares && looks_like_type(&name) || cast {
        Some(Missing::Type(name))
    } else {
        Some(Missing::Value(name))
    }
}

/// A value is chosen only for what is written as macros are: another name may be a variable whose declaration clang could
/// not read.
fn is_declarable(missing: &Missing, nearby: &Nearby) -> bool {
    match missing {
        Missing::Type(_) => true,
        Missing::Value(name) => {
            !name.contains(|c: char| c.is_ascii_lowercase()) || nearby.definition(name).is_some()
        }
    }
}

fn looks_like_type(name: &str) -> bool {
    name.ends_with("_t") || name.to_lowercase().contains("type")
}

/// `(T)`, `(T*)`: a name in parentheses that an operand follows.
fn before_is_cast(text: &str, at: usize) -> bool {
    let Some(before) = text.get(..at).map(str::trim_end) else {
        return false;
    };
    let Some(outer) = before.strip_suffix('(') else {
        return false;
    };
    let cast = outer.trim_end().ends_with(['=', '(', ',', '+', '-', '*', '/'])
        || outer.trim_end().ends_with("return");
    let Some(close) = text[at..].find(')') else {
        return false;
    };
    let operand = text[at + close + 1..].trim_start();
    cast && operand.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '(' | '&'))
}

/// The names so far and new ones, and the input that declares them all.
fn declare(so_far: &Filled, new: &[Missing], nearby: &Nearby, classes: bool) -> (Vec<ChosenName>, Input) {
    let mut chosen = so_far.chosen.clone();
    let mut input = so_far.input.clone();
    let text = &mut input.declarations;
    for missing in new {
        let name = match missing {
            Missing::Type(name) | Missing::Value(name) => name,
        };
        if let Some(header) = header_of(name).filter(|_| input.language == Language::Cuda) {
            let include = format!("#include <{header}>\n");
            if !text.contains(&include) {
                text.push_str(&include);
                chosen.push(ChosenName {
                    name: name.clone(),
                    meaning: format!("as <{header}> declares it"),
                    origin: None,
                });
            }
            continue;
        }
        if let Some(found) = nearby.definition(name) {
            text.push_str(&found.declaration);
            chosen.push(ChosenName {
                name: name.clone(),
                meaning: found.meaning,
                origin: Some(found.origin),
            });
            continue;
        }
        let (meaning, declaration) = match missing {
            Missing::Type(name) if classes && missing.may_be_class() => (
                "a class".to_owned(),
                format!("class {name} {{ public: {name}(); }};\n"),
            ),
            Missing::Type(name) => {
                let ty = choose_type(name);
                (ty.to_owned(), format!("typedef {ty} {name};\n"))
            }
            Missing::Value(name) => {
                let value = choose_value(name, "int");
                (value.clone(), format!("enum {{ {name} = {value} }};\n"))
            }
        };
        text.push_str(&declaration);
        chosen.push(ChosenName {
            name: name.clone(),
            meaning,
            origin: None,
        });
    }
    (chosen, input)
}

/// The toolkit's header that declares a type which sources use without including it, as a build option has them do.
fn header_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "__nv_bfloat16" | "__nv_bfloat162" | "nv_bfloat16" | "nv_bfloat162" => "cuda_bf16.h",
        "__half" | "__half2" | "half" | "half2" => "cuda_fp16.h",
        "__nv_fp8_e4m3" | "__nv_fp8_e5m2" | "__nv_fp8x4_e4m3" => "cuda_fp8.h",
        "curandState" | "curandState_t" | "curandStatePhilox4_32_10_t" => "curand_kernel.h",
        "cuComplex" | "cuFloatComplex" | "cuDoubleComplex" => "cuComplex.h",
        _ => return None,
    })
}

/// A type by its name.
fn choose_type(name: &str) -> &'static str {
    let lower = name.to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| lower.contains(part));
    let stem = lower
        .trim_end_matches("_t")
        .trim_end_matches("type")
        .trim_end_matches('_');
    let number = &stem[stem.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
    let lanes = |two: &'static str, four: &'static str, one: &'static str| match number {
        "2" => two,
        "4" => four,
        _ if lower.contains("vec") => four,
        _ => one,
    };
    // How wide it is: `int32`, `uint64`, `float64`.
    let wide = match (number, has(&["uint"]), has(&["int"])) {
        ("8", true, _) => Some("unsigned char"),
        ("16", true, _) => Some("unsigned short"),
        ("32", true, _) => Some("unsigned int"),
        ("64", true, _) => Some("unsigned long long"),
        ("8", _, true) => Some("signed char"),
        ("16", _, true) => Some("short"),
        ("32", _, true) => Some("int"),
        ("64", _, true) => Some("long long"),
        ("64", ..) if has(&["float", "real", "double"]) => Some("double"),
        _ => None,
    };
    if let Some(wide) = wide {
        return wide;
    }
    if has(&["uint", "unsigned", "size", "word"]) {
        lanes("uint2", "uint4", "unsigned int")
    } else if has(&["int", "idx", "index", "ordinal", "id_t"]) {
        lanes("int2", "int4", "int")
    } else if has(&["byte", "char"]) {
        "unsigned char"
    } else if lower == "bool" || has(&["flag"]) {
        "int"
    } else {
        lanes("float2", "float4", "float")
    }
}

/// The name of the file that holds the declarations.
pub fn declarations_file(language: Language) -> String {
    format!("{}/kverify/chosen.h", crate::prelude::folder(language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_chosen_by_their_names() {
        for (name, ty) in [
            ("real_t", "float"),
            ("fp", "float"),
            ("real_2_t", "float2"),
            ("FLOAT4", "float4"),
            ("index_t", "int"),
            ("MINIFE_LOCAL_ORDINAL", "int"),
            ("uint_type", "unsigned int"),
            ("int32", "int"),
            ("uint64_type", "unsigned long long"),
            ("float64", "double"),
        ] {
            assert_eq!(choose_type(name), ty, "{name}");
        }
    }

    #[test]
    fn casts_are_seen() {
        for (text, cast) in [
            ("x = (T)y;", true),
            ("f(T);", false),
            ("x = (T) * 2;", false),
            ("x = (N) + 1", false),
        ] {
            let at = text.find(['T', 'N']).unwrap();
            assert_eq!(before_is_cast(text, at), cast, "{text}");
        }
    }
}
