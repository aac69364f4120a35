//! What a source looks like to other compilers and architectures than the one that it is parsed for.
//!
//! `__CUDA_ARCH__` is one number in a parse, and clang is one compiler: code that asks for them (CUDA C++ Programming Guide, 5.7.4;
//! nvcc's manual, "NVCC identification macro") may be other code elsewhere. A source whose text asks is parsed once for each answer.

use super::conditionals;
use super::input::Input;
use crate::ir::{Language, Module, Target};
use crate::plain;
use std::collections::BTreeSet;

/// Architectures of devices that today's toolkits compile for, as `__CUDA_ARCH__` has them.
const ARCHITECTURES: [u32; 17] = [
    500, 520, 530, 600, 610, 620, 700, 720, 750, 800, 860, 870, 890, 900, 1000, 1030, 1200,
];

/// A compiler, by the names that tell it from others.
struct Compiler {
    name: &'static str,
    /// A source that has one of these words is another one to it.
    words: &'static [&'static str],
    arguments: &'static [&'static str],
}

/// The usual parse.
const BOTH: &str = "what has the names of nvcc and of clang";

/// The compilers that have other names.
const COMPILERS: [Compiler; 5] = [
    Compiler {
        name: "nvcc with a host compiler that is not clang",
        words: &["__clang__", "__clang_major__"],
        arguments: &["-U__clang__", "-U__clang_major__", "-U__clang_minor__"],
    },
    Compiler {
        name: "clang",
        words: &["__NVCC__", "__CUDACC_VER_MAJOR__"],
        arguments: &["-DKV_NO_NVCC"],
    },
    Compiler {
        name: "HIP for AMD's devices",
        words: &["__HIP_DEVICE_COMPILE__", "__HIP_PLATFORM_AMD__", "__HIPCC__"],
        arguments: &[
            "-DKV_NO_NVCC",
            "-U__CUDA_ARCH__",
            "-D__HIP_DEVICE_COMPILE__=1",
            "-D__HIP_PLATFORM_AMD__=1",
            "-D__HIPCC__=1",
        ],
    },
    Compiler {
        name: "HIP for wavefronts of 32 lanes",
        words: &["__AMDGCN_WAVEFRONT_SIZE", "__AMDGCN_WAVEFRONT_SIZE__"],
        arguments: &["-D__AMDGCN_WAVEFRONT_SIZE=32", "-D__AMDGCN_WAVEFRONT_SIZE__=32"],
    },
    Compiler {
        name: "HIP for wavefronts of 64 lanes",
        words: &["__AMDGCN_WAVEFRONT_SIZE", "__AMDGCN_WAVEFRONT_SIZE__"],
        arguments: &["-D__AMDGCN_WAVEFRONT_SIZE=64", "-D__AMDGCN_WAVEFRONT_SIZE__=64"],
    },
];

/// Whether a source that asks for a name is parsed once for each answer.
pub fn tells_apart(name: &str) -> bool {
    name == "__CUDA_ARCH__" || COMPILERS.iter().any(|compiler| compiler.words.contains(&name))
}

/// A source as another target has it.
pub struct Other {
    pub target: Target,
    pub input: Input,
}

/// What the source itself is parsed for, if others may see other code, and the others.
pub fn others(input: &Input, module: &Module) -> Option<(Target, Vec<Other>)> {
    if input.language != Language::Cuda {
        return None;
    }
    let read = module.files.iter().skip(1).chain(&module.included);
    let texts: Vec<String> = std::iter::once(&input.text)
        .chain(read.map(|file| &file.text))
        .map(|text| plain::blanked(text))
        .collect();
    let architectures = match input.open_arch {
        Some(arch) => architectures(&texts, arch),
        None => Architectures::default(),
    };
    let has = |word: &&str| texts.iter().any(|text| has_word(text, word));
    let compilers = COMPILERS.iter().filter(|compiler| compiler.words.iter().any(has));
    let compilers: Vec<&Compiler> = compilers.collect();
    let with = |arch: Option<u32>, name: String, arguments: Vec<String>| {
        let mut input = input.clone();
        input.arguments.extend(arguments);
        input.branch = Some(module.files.iter().cloned().collect());
        let target = Target {
            cuda_arch: arch.map(|arch| arch / 10),
            name,
        };
        Other { target, input }
    };
    let own = Target {
        cuda_arch: None,
        name: match (architectures.own.as_str(), compilers.is_empty()) {
            (own, true) => own.to_owned(),
            ("", false) => BOTH.to_owned(),
            (own, false) => format!("{own} (by {BOTH})"),
        },
    };
    let mut others = Vec::new();
    for (arch, name) in &architectures.others {
        let define = vec!["-U__CUDA_ARCH__".to_owned(), format!("-D__CUDA_ARCH__={arch}")];
        others.push(with(Some(*arch), name.clone(), define));
    }
    for compiler in &compilers {
        let arguments = compiler.arguments.iter().map(|&argument| argument.to_owned());
        others.push(with(None, compiler.name.to_owned(), arguments.collect()));
    }
    (!others.is_empty()).then_some((own, others))
}

/// The architectures between which a source tells.
#[derive(Default)]
struct Architectures {
    /// Those that are the same as the one it is parsed for, in words.
    own: String,
    /// One of each other group, and the group in words.
    others: Vec<(u32, String)>,
}

fn architectures(texts: &[String], own: u32) -> Architectures {
    let bounds: BTreeSet<u32> = texts.iter().flat_map(|text| bounds(text)).collect();
    let group = |arch: u32| bounds.range(..=arch).count();
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for arch in ARCHITECTURES {
        match groups.last_mut() {
            Some(last) if group(last[0]) == group(arch) => last.push(arch),
            _ => groups.push(vec![arch]),
        }
    }
    let name = |archs: &[u32]| match archs {
        [only] => format!("sm_{}", only / 10),
        [first, .., last] => format!("sm_{} to sm_{}", first / 10, last / 10),
        [] => String::new(),
    };
    let mut found = Architectures::default();
    for archs in groups {
        if group(archs[0]) == group(own) {
            found.own = name(&archs);
        } else {
            // The nearest to the own one.
            let nearest = archs.iter().min_by_key(|arch| arch.abs_diff(own));
            found.others.extend(nearest.map(|arch| (*arch, name(&archs))));
        }
    }
    found
}

/// The numbers from which on a source may be another one, with the next architecture: whatever stands beside `__CUDA_ARCH__`, or in a
/// condition where another macro may have its value.
fn bounds(text: &str) -> Vec<u32> {
    const MACRO: &str = "__CUDA_ARCH__";
    if !has_word(text, MACRO) {
        return Vec::new();
    }
    let is_definition = |line: &&str| conditionals::defined_name(line).is_some();
    let mut lines: Vec<&str> = text.lines().filter(|line| has_word(line, MACRO)).collect();
    let conditions = conditionals::all(text);
    if lines.iter().any(is_definition) {
        let arms = conditions.iter().flat_map(|(arms, _)| arms);
        lines.extend(arms.map(|arm| arm.condition.as_str()));
    }
    lines.into_iter().flat_map(bounds_of_line).collect()
}

fn bounds_of_line(line: &str) -> Vec<u32> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = line[at..].find(|c: char| c.is_ascii_digit()).map(|n| at + n) {
        let end = line[start..]
            .find(|c: char| !c.is_ascii_alphanumeric())
            .map_or(line.len(), |n| start + n);
        at = end;
        let before = line[..start].trim_end();
        let is_part_of_name = line[..start].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let number = line[start..end].trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let Some(number) = number.parse::<u32>().ok().filter(|_| !is_part_of_name) else {
            continue;
        };
        match before {
            _ if before.ends_with(">=") || before.ends_with('<') => found.push(number),
            _ if before.ends_with("<=") || before.ends_with('>') => found.push(number + 1),
            _ => found.extend([number, number + 1]),
        }
    }
    found
}

/// Whether a text has a word.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(text: &str) -> (String, Vec<(u32, String)>) {
        let found = architectures(&[text.to_owned()], 800);
        (found.own, found.others)
    }

    #[test]
    fn architectures_are_told_apart_where_the_source_does() {
        let own = |name: &str| name.to_owned();
        assert_eq!(groups("int a = 700;").1, []);
        assert_eq!(groups("#ifdef __CUDA_ARCH__\n#endif\n").1, []);
        assert_eq!(groups("#if __CUDA_ARCH__ >= 200\n#endif\n").1, []);
        assert_eq!(
            groups("#if __CUDA_ARCH__ < 600\n#endif\n"),
            (own("sm_60 to sm_120"), vec![(530, own("sm_50 to sm_53"))])
        );
        assert_eq!(
            groups("#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ > 800)\n#endif\n"),
            (own("sm_50 to sm_80"), vec![(860, own("sm_86 to sm_120"))])
        );
        assert_eq!(
            groups("#if __CUDA_ARCH__ == 750\n#endif\n").1,
            [(720, own("sm_50 to sm_72")), (750, own("sm_75"))]
        );
        assert_eq!(
            groups("#define ARCH __CUDA_ARCH__\n#if ARCH >= 900\n#endif\n").1,
            [(900, own("sm_90 to sm_120"))]
        );
        assert_eq!(
            groups("void f() { if (700 <= __CUDA_ARCH__) {} }").1,
            [(620, own("sm_50 to sm_62")), (700, own("sm_70"))]
        );
    }
}
