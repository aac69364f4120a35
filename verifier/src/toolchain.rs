//! The versions of Z3 and libclang in use; too old ones are refused before anything is answered with them.

use kverify_frontend::ParseError;

/// The oldest Z3 that decides the queries of section 6 of the design; 4.8.12 hangs past its own timeout.
const Z3_OLDEST: (u32, u32) = (5, 3);

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
    let z3 = version_number(kverify_smt::z3_version());
    if major_minor(&z3) < Some(Z3_OLDEST) {
        return Err(format!(
            "kverify runs with Z3 {z3}, but needs {}.{} or newer: run `cargo xtask setup` and build again, or put a \
             newer libz3 first on LD_LIBRARY_PATH",
            Z3_OLDEST.0, Z3_OLDEST.1
        ));
    }
    let libclang = match kverify_frontend::clang_version() {
        Ok(line) => version_number(&line),
        Err(ParseError::Clang(advice)) => return Err(advice),
        Err(ParseError::Unreadable { path, cause }) => return Err(format!("{}: {cause}", path.display())),
    };
    Ok(Toolchain {
        kverify: env!("CARGO_PKG_VERSION"),
        z3,
        libclang,
    })
}

/// The first number with dots in a version line, three parts of it at most.
fn version_number(line: &str) -> String {
    let word = line
        .split_whitespace()
        .map(|word| word.trim_start_matches(['v', 'V']))
        .find(|word| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.'));
    let digits: String = word
        .unwrap_or(line)
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

fn major_minor(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_lines_are_read_in_every_dress() {
        assert_eq!(version_number("5.4.0.0"), "5.4.0");
        assert_eq!(version_number("Z3 5.4.0.0 8af2"), "5.4.0");
        assert_eq!(version_number("Debian clang version 19.1.7 (3+b1)"), "19.1.7");
        assert_eq!(version_number("clang version 18.1.1"), "18.1.1");
        assert!(major_minor("4.8.12") < Some(Z3_OLDEST));
        assert!(major_minor("nonsense") < Some(Z3_OLDEST));
    }
}
