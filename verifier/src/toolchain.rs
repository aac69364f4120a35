//! The versions of Z3 and libclang in use; too old ones are refused before anything is answered with them.

use crate::report::parse_error_text;

/// Versions of kverify and of what it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toolchain {
    /// kverify itself.
    pub kverify: &'static str,
    /// Z3, `5.4.0`.
    pub z3: String,
    /// libclang, `18.1.1`.
    pub libclang: String,
}

/// Finds the versions.
///
/// # Errors
/// If Z3 or libclang is missing or too old; the text says what to do.
pub fn toolchain() -> Result<Toolchain, String> {
    kverify_smt::z3::require()?;
    let libclang = kverify_frontend::clang_version().map_err(|error| parse_error_text(&error))?;
    toolchain_with(version_number(&libclang))
}

/// The same where libclang's version is known.
///
/// # Errors
/// If Z3 is too old.
pub(crate) fn toolchain_with(libclang: String) -> Result<Toolchain, String> {
    kverify_smt::z3::require()?;
    Ok(Toolchain {
        kverify: env!("CARGO_PKG_VERSION"),
        z3: version_number(&kverify_smt::z3::version()),
        libclang,
    })
}

/// The first number with dots in a version line, three parts of it at most.
fn version_number(line: &str) -> String {
    let is_version = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    let word = line.split_whitespace().find(is_version).unwrap_or(line);
    let digits: String = word
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    digits
        .split('.')
        .filter(|part| !part.is_empty())
        .take(3)
        .collect::<Vec<_>>()
        .join(".")
}

#[cfg(test)]
mod tests {
    use super::version_number;

    #[test]
    fn version_lines_are_read_in_every_dress() {
        assert_eq!(version_number("5.4.0.0"), "5.4.0");
        assert_eq!(version_number("Debian clang version 19.1.7 (3+b1)"), "19.1.7");
        assert_eq!(version_number("clang version 18.1.1"), "18.1.1");
        assert_eq!(version_number("nonsense"), "");
    }
}
