//! The licence check for machines without `cargo deny`: the same list, read from `deny.toml`.

use crate::Outcome;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Fails if a dependency's licence expression cannot be met by the licences that `deny.toml` allows.
pub fn check(root: &Path) -> Outcome {
    let deny = root.join("deny.toml");
    let text = fs::read_to_string(&deny).map_err(|e| format!("cannot read {}: {e}", deny.display()))?;
    let rules = Rules::of(&text);
    let tree = Command::new("cargo")
        .current_dir(root)
        .args([
            "tree",
            "--workspace",
            "--locked",
            "--edges",
            "normal,build,dev",
            "--prefix",
            "none",
        ])
        .args(["--format", "{p}|{l}"])
        .output()
        .map_err(|e| format!("cannot run cargo tree: {e}"))?;
    if !tree.status.success() {
        return Err(format!(
            "cargo tree failed: {}",
            String::from_utf8_lossy(&tree.stderr)
        ));
    }
    let listing = String::from_utf8_lossy(&tree.stdout).into_owned();
    let mut refused: Vec<&str> = listing
        .lines()
        .filter_map(|line| {
            line.trim_end_matches(" (*)")
                .split_once('|')
                .map(|(_, licence)| (line, licence))
        })
        .filter(|(line, licence)| {
            let name = line.split_whitespace().next().unwrap_or_default();
            !satisfiable(licence.trim_end_matches(" (*)"), &rules.allowed_for(name))
        })
        .map(|(line, _)| line)
        .collect();
    refused.sort_unstable();
    refused.dedup();
    if refused.is_empty() {
        return Ok(());
    }
    Err(format!(
        "licences that deny.toml does not allow:\n  {}",
        refused.join("\n  ")
    ))
}

/// What `[licenses]` of `deny.toml` says.
struct Rules {
    /// Licences that any dependency may have.
    allowed: Vec<String>,
    /// Dependencies, and the licences that each of them may have besides.
    exceptions: Vec<(String, Vec<String>)>,
}

impl Rules {
    fn of(deny_toml: &str) -> Rules {
        let lines = deny_toml.lines().skip_while(|line| line.trim() != "[licenses]");
        let section = lines.skip(1).take_while(|line| !line.starts_with('['));
        let section = section
            .filter(|line| !line.trim_start().starts_with('#'))
            .collect::<Vec<_>>()
            .join("\n");
        let (before, exceptions) = section.split_once("exceptions = [").unwrap_or((&section, ""));
        let tables = exceptions
            .split('{')
            .skip(1)
            .filter_map(|table| table.split('}').next());
        Rules {
            allowed: strings_after(before, "allow = ["),
            exceptions: tables
                .filter_map(|table| {
                    let name = table.split_once("crate = ")?.1.split('"').nth(1)?;
                    Some((name.to_owned(), strings_after(table, "allow = [")))
                })
                .collect(),
        }
    }

    /// The licences that a dependency may have.
    fn allowed_for(&self, name: &str) -> Vec<String> {
        let own = self.exceptions.iter().filter(|(of, _)| of == name);
        let own = own.flat_map(|(_, licences)| licences);
        self.allowed.iter().chain(own).cloned().collect()
    }
}

/// The strings of the list that opens with a text.
fn strings_after(text: &str, opening: &str) -> Vec<String> {
    let list = text.split(opening).nth(1).and_then(|rest| rest.split(']').next());
    let strings = list.unwrap_or_default().split('"').skip(1).step_by(2);
    strings.map(str::to_owned).collect()
}

/// Whether an SPDX expression of `AND`, `OR`, `WITH` and parentheses (or the old `A/B`) can be met.
fn satisfiable(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression
        .replace('/', " OR ")
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace(" WITH ", "+WITH+");
    let tokens: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let met = any_of(&tokens, &mut at, allowed);
    met && at == tokens.len()
}

fn any_of(tokens: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = all_of(tokens, at, allowed);
    while tokens.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all_of(tokens, at, allowed);
    }
    met
}

fn all_of(tokens: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let mut met = licence(tokens, at, allowed);
    while tokens.get(*at) == Some(&"AND") {
        *at += 1;
        met &= licence(tokens, at, allowed);
    }
    met
}

fn licence(tokens: &[&str], at: &mut usize, allowed: &[String]) -> bool {
    let Some(token) = tokens.get(*at) else {
        return false;
    };
    *at += 1;
    if *token != "(" {
        let name = token.replace("+WITH+", " WITH ");
        return allowed.contains(&name);
    }
    let met = any_of(tokens, at, allowed);
    *at += 1;
    met
}

#[cfg(test)]
mod tests {
    use super::*;

    const DENY: &str = "# [licenses] of old\n[licenses]\nallow = [\n  \"MIT\",\n  \"Unicode-3.0\",\n]\nexceptions = [\n  \
                        # { crate = \"no\", allow = [\"GPL-3.0-only\"] },\n  { crate = \"icons\", allow = [\"CC-BY-4.0\"] },\n]\n\
                        [bans]\nallow = [\"bans\"]\n";

    #[test]
    fn licence_expressions_are_read_as_spdx_says() {
        let allowed = Rules::of(DENY).allowed_for("other");
        assert_eq!(allowed, ["MIT", "Unicode-3.0"]);
        for fine in [
            "MIT",
            "MIT OR Apache-2.0",
            "Unlicense/MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
        ] {
            assert!(satisfiable(fine, &allowed), "{fine}");
        }
        for bad in [
            "",
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "Apache-2.0 WITH LLVM-exception",
            "MIT)",
        ] {
            assert!(!satisfiable(bad, &allowed), "{bad}");
        }
    }

    #[test]
    fn exceptions_hold_for_their_dependency_alone() {
        let rules = Rules::of(DENY);
        assert_eq!(rules.allowed_for("icons"), ["MIT", "Unicode-3.0", "CC-BY-4.0"]);
        assert!(satisfiable("CC-BY-4.0 AND MIT", &rules.allowed_for("icons")));
        assert!(!satisfiable("CC-BY-4.0 AND MIT", &rules.allowed_for("icons-too")));
    }

    #[test]
    fn this_repository_passes_its_own_check() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert_eq!(check(&root), Ok(()));
    }
}
