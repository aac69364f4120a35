//! What a parse reads: each file that an `#include` in a text may mean, there or not.
//!
//! Nothing of the system is searched, so that two parses of one text by one libclang differ only if one of these files does, or if
//! something was looked for to mend the text, which is counted ([`looks`](crate::files::looks)). More is seen than clang sees: branches that
//! are not taken, and every folder for every name. Where a text may include something in a way that is not seen through, or
//! hangs on the time, there is no answer.

use crate::compile_commands::{self, CompileCommands, Found};
use crate::{Options, Source, files, python};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A file that may be read, and what is in it if it is there.
pub type Readings = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// Most files that are looked for.
const MOST_FILES: usize = 1000;
/// Most bytes of all of them.
const MOST_BYTES: usize = 16 << 20;
/// Variables by which clang finds more files.
const VARIABLES: [&str; 5] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "OBJC_INCLUDE_PATH",
    "SDKROOT",
];
/// What asks for files or the time wherever it stands, or hides a `#` or the end of a line.
const OPAQUE: [&str; 8] = [
    "__has_include",
    "__has_embed",
    "__include_level__",
    "__DATE__",
    "__TIME__",
    "__TIMESTAMP__",
    "??=",
    "??/",
];

/// The files that a parse of this source may read; `None` where that cannot be told.
pub fn readings(source: &Source, options: &Options) -> Option<Readings> {
    let text = source.text.as_ref()?;
    let is_searched = VARIABLES.iter().any(|name| std::env::var_os(name).is_some());
    let is_built = || match &options.compile_commands {
        CompileCommands::None => false,
        CompileCommands::Search | CompileCommands::File(_) => {
            compile_commands::find(&source.path, &options.compile_commands) != Found::default()
        }
    };
    let is_more_than_text = options.cuda_path.is_some() || !options.unsaved.is_empty();
    let holds_programs = python::is_python(&source.path) || crate::holds_programs(text);
    let names_programs = || !crate::inputs::sources_named(&source.path, text, options).is_empty();
    if is_searched || is_more_than_text || holds_programs || names_programs() || is_built() {
        return None;
    }
    let path = files::never_an_option(&source.path);
    let mut found = Readings::new();
    let mut bytes = 0;
    let mut left = vec![(path, included(text)?)];
    while let Some((path, names)) = left.pop() {
        let own = path.parent().unwrap_or(Path::new(""));
        let folders = || std::iter::once(own).chain(options.include_dirs.iter().map(PathBuf::as_path));
        for file in names
            .iter()
            .flat_map(|name| folders().map(move |folder| folder.join(name)))
        {
            if found.contains_key(&file) {
                continue;
            }
            let content = match std::fs::metadata(&file) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(_) => return None,
                Ok(_) => Some(files::read(&file).ok()?),
            };
            if let Some(content) = &content {
                bytes += content.len();
                left.push((file.clone(), included(&String::from_utf8_lossy(content))?));
            }
            found.insert(file, content);
            if found.len() > MOST_FILES || bytes > MOST_BYTES {
                return None;
            }
        }
    }
    Some(found)
}

/// The names that a text includes; `None` if it may include others.
fn included(text: &str) -> Option<Vec<String>> {
    let text = spliced(text);
    if OPAQUE.iter().any(|word| text.contains(word)) {
        return None;
    }
    let mut names = Vec::new();
    for line in text.split(['\n', '\r']) {
        for (at, mark) in line.match_indices('#').chain(line.match_indices("%:")) {
            let after = &line[at + mark.len()..];
            let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let start = after.find(is_of_word).unwrap_or(after.len());
            if after[..start].contains("/*") {
                return None;
            }
            let word = after[start..]
                .split(|c| !is_of_word(c))
                .next()
                .unwrap_or_default();
            match word {
                "include" if mark == "#" && line[..at].trim().is_empty() => {
                    names.push(name_in(&after[start + word.len()..])?);
                }
                "include" | "include_next" | "import" | "embed" | "__include_macros" => return None,
                _ => {}
            }
        }
    }
    Some(names)
}

/// The name after `#include`, if it is written there.
fn name_in(operand: &str) -> Option<String> {
    let operand = operand.trim_start();
    let (end, rest) = match operand.chars().next()? {
        '"' => ('"', &operand[1..]),
        '<' => ('>', &operand[1..]),
        _ => return None,
    };
    let (name, _) = rest.split_once(end)?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// The text with the lines joined that end in `\`, blanks after it or not.
fn spliced(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut left = text;
    while let Some(at) = left.find('\\') {
        let after =
            left[at + 1..].trim_start_matches(|c: char| c.is_whitespace() && !matches!(c, '\n' | '\r'));
        let next = after
            .strip_prefix("\r\n")
            .or_else(|| after.strip_prefix("\n\r"))
            .or_else(|| after.strip_prefix(['\n', '\r']));
        match next {
            Some(next) => {
                joined.push_str(&left[..at]);
                left = next;
            }
            None => {
                joined.push_str(&left[..=at]);
                left = &left[at + 1..];
            }
        }
    }
    joined.push_str(left);
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_seen_in_every_dress() {
        let names = |text: &str| included(text).expect("all is seen");
        assert_eq!(
            names("#include \"a.h\"\n # \tinclude <b/c.h> // once\n"),
            ["a.h", "b/c.h"]
        );
        assert_eq!(names("#in\\\nclude \\  \r\n \"a.h\""), ["a.h"]);
        assert_eq!(
            names("#if 0\n#include\"a.h\"\n#endif\n#include \"b.h\"\r\n"),
            ["a.h", "b.h"]
        );
        assert_eq!(
            names("// what we include\n#define S(x) #x\n#pragma once\nint a = b ? c : d;"),
            [""; 0]
        );
    }

    #[test]
    fn what_is_not_seen_through_is_said() {
        for text in [
            "#include NAME",
            "/**/ #include \"a.h\"",
            "#/**/include \"a.h\"",
            "# /*\n*/ include \"a.h\"",
            "%:include \"a.h\"",
            "%: include \"a.h\"",
            "??=include \"a.h\"",
            "#include \"a.h",
            "#include_next <a.h>",
            "#import \"a.h\"",
            "int a[] = {\n#embed \"a\"\n};",
            "#if __has_include(\"a.h\")\n#endif",
            "int x = sizeof __TIME__;",
            "f(\n;\r/* */#include \"a.h\"\n)",
            "_Pragma(\"x\") #include <a.h>",
            "#\u{a0}/* */ include <a.h>",
        ] {
            assert_eq!(included(text), None, "{text}");
        }
    }

    #[test]
    fn files_that_are_not_there_count() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("inc")).expect("made");
        std::fs::write(at("inc/a.h"), "#include \"b.h\"\n").expect("written");
        let source = Source {
            path: at("k.cu"),
            text: Some("#include \"a.h\"\n".to_owned()),
        };
        let options = Options {
            include_dirs: vec![at("inc")],
            ..Options::default()
        };
        let found = readings(&source, &options).expect("all is seen");
        let there: Vec<(PathBuf, bool)> = found
            .into_iter()
            .map(|(path, text)| (path, text.is_some()))
            .collect();
        assert_eq!(
            there,
            [(at("a.h"), false), (at("inc/a.h"), true), (at("inc/b.h"), false),]
        );
        std::fs::write(at("inc/b.h"), "#include NAME\n").expect("written");
        assert_eq!(readings(&source, &options), None);
    }
}
