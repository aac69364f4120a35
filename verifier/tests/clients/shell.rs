//! Completions in a shell that really sources them, and manual pages as `man` shows them.

use super::{KVERIFY, is_there, kverify_folder, path_with, said};
use std::io::Write as _;
use std::process::{Command, Stdio};

fn generated(arguments: &[&str]) -> String {
    let output = Command::new(KVERIFY)
        .args(arguments)
        .output()
        .expect("the command runs");
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    String::from_utf8(output.stdout).expect("text")
}

/// What bash offers for the last of the words.
fn offered(words: &[&str]) -> Vec<String> {
    let script = "source <(kverify completions bash) || exit 1
        COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1))
        complete -p kverify >/dev/null || exit 1
        _kverify kverify \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"
        printf '%s\\n' \"${COMPREPLY[@]}\"";
    let output = Command::new("bash")
        .args(["--norc", "-c", script, "bash"])
        .args(words)
        .env("PATH", path_with(&[kverify_folder()]))
        .output()
        .expect("bash runs");
    assert!(output.status.success(), "{}", said(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_subcommands_flags_and_values() {
    if !is_there("bash", &["--version"]) {
        return;
    }
    assert_eq!(offered(&["kverify", "che"]), ["check"]);
    assert_eq!(offered(&["kverify", "check", "--form"]), ["--format"]);
    assert_eq!(offered(&["kverify", "check", "--format", "sa"]), ["sarif"]);
    assert!(
        !offered(&["kverify", ""]).contains(&"worker".to_owned()),
        "it is not for people"
    );
}

/// The command line that an interactive zsh has made of the keys, once it runs it.
fn typed_in_zsh(keys: &str) -> String {
    // The marker is put together by the inner shell, so that the echo of its set-up does not count.
    let script = r#"
        zmodload zsh/zpty || exit 1
        zpty inner zsh -f -i
        zpty -w inner 'autoload -Uz compinit; compinit -D; source <(kverify completions zsh)'
        zpty -w inner 'kverify() { print "said"":$*:" }'
        zpty -w -n inner "$KEYS"
        zpty -r -m inner seen '*said:*:*'
        print -r -- $seen
        zpty -d inner"#;
    let output = Command::new("timeout")
        .args(["60", "zsh", "-f", "-c", script])
        .env("PATH", path_with(&[kverify_folder()]))
        .env("KEYS", keys)
        .output()
        .expect("zsh runs");
    let text = said(&output);
    let line = text
        .rsplit("said:")
        .next()
        .and_then(|rest| rest.split(':').next());
    line.unwrap_or_default().to_owned()
}

#[test]
fn zsh_completes_subcommands_flags_and_values() {
    if is_there("zsh", &["--version"]) {
        assert_eq!(
            typed_in_zsh("kverify race-\t--dyn\t--format js\t\n"),
            "race-check --dynamic --format json"
        );
    }
}

#[test]
fn fish_completes_subcommands_flags_and_values() {
    if !is_there("fish", &["--version"]) {
        return;
    }
    let offered = |line: &str| {
        let script = format!("kverify completions fish | source; complete -C '{line}'");
        let output = Command::new("fish")
            .args(["--no-config", "-c", &script])
            .env("PATH", path_with(&[kverify_folder()]))
            .output()
            .expect("fish runs");
        let text = said(&output);
        let words = text.lines().map(|line| line.split('\t').next().unwrap_or(line));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(offered("kverify race-"), ["race-check"]);
    assert_eq!(offered("kverify check --time"), ["--timeline", "--timeout"]);
    assert_eq!(offered("kverify check --format sa"), ["sarif"]);
    assert!(
        !offered("kverify ").contains(&"worker".to_owned()),
        "it is not for people"
    );
}

#[test]
fn the_completions_of_other_shells_are_scripts_of_theirs() {
    for (shell, check) in [
        ("zsh", "-n"),
        ("fish", "--no-execute"),
        ("elvish", "-compileonly"),
    ] {
        let script = generated(&["completions", shell]);
        assert!(
            script.contains("kverify") && script.contains("race-check"),
            "{shell}"
        );
        if !is_there(shell, &["--version"]) {
            continue;
        }
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(script.as_bytes()).expect("written");
        let output = Command::new(shell)
            .arg(check)
            .arg(file.path())
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{shell}: {}", said(&output));
    }
}

#[test]
fn manual_pages_have_their_parts_and_no_error_in_their_roff() {
    let subcommands = [
        "check",
        "config",
        "explain",
        "lsp",
        "stats",
        "replay",
        "merge",
        "diff",
        "race-check",
        "cache",
    ];
    let pages = [vec!["man"]]
        .into_iter()
        .chain(subcommands.map(|name| vec!["man", name]));
    for arguments in pages {
        let page = generated(&arguments);
        for part in [
            ".TH",
            ".SH NAME",
            ".SH SYNOPSIS",
            ".SH DESCRIPTION",
            ".SH OPTIONS",
        ] {
            assert!(page.contains(part), "{arguments:?} has no {part}");
        }
        if !is_there("groff", &["--version"]) {
            continue;
        }
        let mut groff = Command::new("groff")
            .args(["-man", "-Tutf8", "-ww", "-P-cbou"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("groff runs");
        let mut input = groff.stdin.take().expect("a pipe");
        input.write_all(page.as_bytes()).expect("it reads");
        drop(input);
        let output = groff.wait_with_output().expect("it ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let title = arguments
            .get(1)
            .map_or("kverify".to_owned(), |name| format!("kverify-{name}"));
        assert!(text.contains(&title) && text.contains("OPTIONS"), "{text}");
    }
}
