//! The licence check for machines without `cargo deny`: the same list, read from `deny.toml`.

use crate::Outcome;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Fails if a dependency's licence expression cannot be met by the licences that `deny.toml` allows.
pub fn check(root: &Path) -> Outcome {
    let deny = root.join("deny.toml");
    let text = fs::read_to_string(&deny).map_err(|e| format!("cannot read {}: {e}", deny.display()))?;
    let allowed = allowed_licences(&text);
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
        .filter(|(_, licence)| !satisfiable(licence.trim_end_matches(" (*)"), &allowed))
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

/// The strings of `allow = [...]` under `[licenses]`.
fn allowed_licences(deny_toml: &str) -> Vec<String> {
    let lines = deny_toml.lines().skip_while(|line| line.trim() != "[licenses]");
    let section = lines.collect::<Vec<_>>().join("\n");
    let list = section
        .split("allow = [")
        .nth(1)
        .and_then(|rest| rest.split(']').next())
        .unwrap_or_default();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
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

    #[test]
    fn licence_expressions_are_read_as_spdx_says() {
        let allowed = allowed_licences(
            "# [licenses] of old\n[licenses]\nallow = [\n  \"MIT\",\n  \"Unicode-3.0\",\n]\n",
        );
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
    fn this_repository_passes_its_own_check() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert_eq!(check(&root), Ok(()));
    }
}
