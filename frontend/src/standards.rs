//! Standards of the languages, by the names that compilers know: `-std=c++20`, `-cl-std=CL1.2`.

use crate::ir::Language;

/// Standards of C++ that clang is told as they are.
const CPP: [&str; 10] = [
    "c++14", "c++1y", "c++17", "c++1z", "c++20", "c++2a", "c++23", "c++2b", "c++26", "c++2c",
];
/// Those that C++14 stands for, which our own headers need: it takes what older code has, but for a few names of the library.
const OLDER: [&str; 4] = ["c++98", "c++03", "c++0x", "c++11"];
const C: [&str; 9] = ["c89", "c90", "c99", "c11", "c17", "c18", "c2x", "c23", "c9x"];
/// C++ for OpenCL is another language.
const OPENCL: [&str; 5] = ["CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"];

/// The name without GNU's extensions: `gnu++17` is `c++17` with them.
fn plain(name: &str) -> String {
    match name.strip_prefix("gnu") {
        Some(rest) => format!("c{rest}"),
        None => name.to_owned(),
    }
}

/// What clang is told of a standard of C++ or C; `None` for a name that is none.
pub fn clangs_name(name: &str) -> Option<String> {
    let plain = plain(name);
    let extended = if name.starts_with("gnu") { "gnu" } else { "c" };
    if OLDER.contains(&plain.as_str()) {
        return Some(format!("{extended}++14"));
    }
    let is_known = CPP.contains(&plain.as_str()) || C.contains(&plain.as_str());
    is_known.then(|| name.to_owned())
}

/// The name of a standard of OpenCL C, however it is spelt: `CL1.2`, `cl1.2`, `1.2`.
pub fn opencl(name: &str) -> Option<&'static str> {
    let number = name
        .strip_prefix("CL")
        .or_else(|| name.strip_prefix("cl"))
        .unwrap_or(name);
    OPENCL.into_iter().find(|known| known[2..] == *number)
}

/// Whether a standard is one of C.
pub fn is_of_c(name: &str) -> bool {
    C.contains(&plain(name).as_str())
}

/// Checks a name that a user gives.
///
/// # Errors
/// Says which names there are.
pub fn check(name: &str, language: Language) -> Result<(), String> {
    let (is_known, examples) = match language {
        Language::Cuda => (
            clangs_name(name).is_some(),
            "c++14, c++17, c++20, c++23 or gnu++17, or for C c99, c11 or gnu17",
        ),
        Language::OpenCl => (opencl(name).is_some(), "CL1.0, CL1.1, CL1.2, CL2.0 or CL3.0"),
    };
    match is_known {
        true => Ok(()),
        false => Err(format!(
            "`{name}` is no standard that kverify reads; write {examples}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standards_are_known_by_their_names() {
        for (name, clangs) in [
            ("c++11", Some("c++14")),
            ("gnu++0x", Some("gnu++14")),
            ("gnu++2a", Some("gnu++2a")),
            ("c99", Some("c99")),
            ("gnu17", Some("gnu17")),
            ("c++", None),
            ("", None),
            ("c++17 -fplugin=x", None),
        ] {
            assert_eq!(clangs_name(name).as_deref(), clangs, "{name}");
        }
        for (name, known) in [
            ("CL1.2", Some("CL1.2")),
            ("cl3.0", Some("CL3.0")),
            ("2.0", Some("CL2.0")),
            ("CLC++", None),
            ("", None),
        ] {
            assert_eq!(opencl(name), known, "{name}");
        }
        assert!(is_of_c("gnu17") && is_of_c("c99") && !is_of_c("gnu++17"));
    }
}
