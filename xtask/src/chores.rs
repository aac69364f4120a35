//! The chores that run cargo: each is a list of commands, printed before it runs.

use crate::{Outcome, licences, say};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

/// Builds the command with optimisation and hands it the user's arguments and terminal.
pub fn run(root: &Path, arguments: &[String]) -> Result<ExitCode, String> {
    step(
        root,
        &[
            "build",
            "--locked",
            "--release",
            "--quiet",
            "--package",
            "kverify",
            "--bin",
            "kverify",
        ],
        &[],
    )?;
    // The user's own folder stays current: the paths on the command line are relative to it.
    let status = Command::new(root.join("target/release/kverify"))
        .args(arguments)
        .status()
        .map_err(|e| format!("cannot run kverify: {e}"))?;
    Ok(ExitCode::from(
        status
            .code()
            .and_then(|code| u8::try_from(code).ok())
            .unwrap_or(101),
    ))
}

/// The documentation is for this project's developers too: it has the private items, and may link to them.
const STRICT_DOCUMENTATION: &str = "-D warnings -A rustdoc::private-intra-doc-links";

/// All that CI checks.
pub fn test(root: &Path) -> Outcome {
    step(root, &["fmt", "--all", "--check"], &[])?;
    step(
        root,
        &[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ],
        &[],
    )?;
    step(
        root,
        &[
            "doc",
            "--workspace",
            "--no-deps",
            "--document-private-items",
            "--locked",
        ],
        &[("RUSTDOCFLAGS", STRICT_DOCUMENTATION)],
    )?;
    step(root, &["test", "--workspace", "--locked", "--no-fail-fast"], &[])?;
    check_dependencies(root)?;
    say("all checks passed");
    Ok(())
}

/// Where `cargo deny` and `cargo audit` have their advisories from.
const ADVISORIES: &str = "https://github.com/rustsec/advisory-db";

/// What comes into the build: by `cargo deny`, which takes minutes to build, where it is installed, else its list of licences alone.
fn check_dependencies(root: &Path) -> Outcome {
    let has = |tool: &str| succeeds("cargo", &[tool, "--version"]);
    if has("deny") {
        step(root, &["deny", "check", "bans", "licenses", "sources"], &[])?;
    } else {
        say("cargo deny is not installed: checking licences against deny.toml's list only");
        licences::check(root)?;
    }
    let checks = [
        ("deny", &["deny", "check", "advisories"][..]),
        ("audit", &["audit"]),
    ];
    let checks: Vec<&[&str]> = checks
        .into_iter()
        .filter(|(tool, _)| has(tool))
        .map(|(_, check)| check)
        .collect();
    let why = if checks.is_empty() {
        "neither cargo deny nor cargo audit is installed".to_owned()
    } else if !succeeds("git", &["ls-remote", "--exit-code", ADVISORIES, "HEAD"]) {
        format!("{ADVISORIES} cannot be reached")
    } else {
        return checks.into_iter().try_for_each(|check| step(root, check, &[]));
    };
    say(&format!(
        "ADVISORIES WERE NOT CHECKED: {why} (the job `advisories` of CI checks them)"
    ));
    Ok(())
}

fn succeeds(program: &str, arguments: &[&str]) -> bool {
    let status = Command::new(program)
        .args(arguments)
        .env("GIT_TERMINAL_PROMPT", "0")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// Rewrites what the golden tests expect.
pub fn bless(root: &Path) -> Outcome {
    let rewrite = [
        ("INSTA_UPDATE", "always"),
        ("TRYCMD", "overwrite"),
        ("KVERIFY_BLESS", "1"),
    ];
    step(root, &["test", "--workspace", "--no-fail-fast"], &rewrite)
}

/// Measures kverify on the examples; the numbers are this machine's.
pub fn bench(root: &Path, arguments: &[String]) -> Outcome {
    step(
        root,
        &[
            "build",
            "--locked",
            "--release",
            "--quiet",
            "--package",
            "kverify",
            "--bin",
            "kverify",
        ],
        &[],
    )?;
    let mut command = vec![
        "run",
        "--release",
        "--quiet",
        "--package",
        "kverify-tests",
        "--bin",
        "benchmark",
        "--",
    ];
    command.extend(arguments.iter().map(String::as_str));
    step(root, &command, &[])?;
    let replay = [
        "run",
        "--release",
        "--quiet",
        "--package",
        "kverify",
        "--example",
        "replay_speed",
    ];
    step(root, &replay, &[])
}

pub(crate) fn step(root: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Outcome {
    let shown = format!("cargo {}", arguments.join(" "));
    if !arguments.contains(&"--quiet") {
        say(&format!("\n$ {shown}"));
    }
    let status = Command::new("cargo")
        .current_dir(root)
        .args(arguments)
        .envs(environment.iter().copied())
        .status()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("`{shown}` failed"))
    }
}
