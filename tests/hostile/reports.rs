//! What a report shows of names, sources and messages is seen for what it is, and is no command to whoever reads the log.
#![cfg(unix)]

use super::Ground;

/// Escapes, a title for the terminal, an override of direction, a C1 control, and what has no width.
const HIDDEN: &str = "\u{1b}[31m\u{1b}]0;x\u{7}\u{202e}\u{9b}2J\u{200b}\u{2066}";
const COMMANDS: [&str; 4] = [
    "::error ::x",
    "##[error]x",
    "##vso[task.complete]x",
    "##teamcity[x]",
];

const FORMATS: [&str; 7] = ["human", "concise", "json", "sarif", "github", "junit", "html"];

/// A racy kernel in whose text, messages and assumptions stands what is to be seen.
fn text(what: &str) -> String {
    format!(
        "#warning {what}\n#error {what}\n__global__ void k(int *a) {{ /* {what} */ a[0] = threadIdx.x; /* {what} */ }}\n\
         __global__ void l(int *a)\n{{\n/* {what} */ a[threadIdx.x] = 1; // kverify: ignore data-race {what}\n{what}\n}}\n"
    )
}

fn is_shown(c: char) -> bool {
    matches!(c, '\n' | '\t') || !(c.is_control() || HIDDEN.contains(c) && !c.is_ascii())
}

#[test]
fn nothing_is_hidden_in_any_format() {
    for format in FORMATS {
        let ground = Ground::new();
        let name = format!("a{HIDDEN}.cu");
        ground.write(&name, text(HIDDEN));
        // The tally of `concise` has colours, which are ours.
        for colour in [false, format != "concise"] {
            let mut command = ground.command(&[
                "check",
                "--format",
                format,
                "--report",
                "json=out.json",
                "--",
                &name,
            ]);
            if colour {
                command.env("CLICOLOR_FORCE", "1").env("FORCE_COLOR", "1");
            }
            let ran = super::finish(&mut command);
            assert_eq!(ran.status, Some(2), "{format}: {}", ran.said());
            let hidden: Vec<char> = ran.said().chars().filter(|c| !is_shown(*c)).collect();
            assert!(hidden.is_empty(), "{format}: {:?}", ran.said());
            let code = ["\\u{202e}", "\\u202e"]
                .iter()
                .any(|code| ran.said().contains(code));
            assert!(code, "{format}: {}", ran.said());
        }
    }
}

#[test]
fn nothing_is_hidden_in_what_other_subcommands_say() {
    let ground = Ground::new();
    let name = format!("a{HIDDEN}.cu");
    ground.write(
        &name,
        "__global__ void k(int *a) { a[0] = threadIdx.x; printf(\"\x1b[31m\\x1b[31m\\n\"); }\n",
    );
    ground.write("kverify.toml", "assume = ['n > 0']\n");
    for arguments in [
        &["race-check", "--dynamic", "--", &name][..],
        &["stats", "--", &name],
        &["config", &name],
        &["check", "--dump", "ir", "--", &name],
        &["check", "--out", "out.jsonl", "--", &name],
        &["check", "--", &format!("missing{name}")],
        &["check", &format!("--{name}")],
        &[&name[1..]],
        &["explain", &name],
        &["merge", &name],
    ] {
        let ran = ground.run(arguments);
        let hidden: Vec<char> = ran.said().chars().filter(|c| !is_shown(*c)).collect();
        assert!(hidden.is_empty(), "{arguments:?}: {:?}", ran.said());
    }
}

#[test]
fn no_line_is_a_command_to_a_build_server() {
    for what in COMMANDS {
        for format in FORMATS {
            let ground = Ground::new();
            let name = format!("{what}.cu");
            ground.write(&name, text(&format!("x\\\n{what}\\\n x {what}")));
            let ran = ground.run(&["check", "--format", format, "--block", "64", "--", &name]);
            assert_eq!(ran.status, Some(2), "{format}: {}", ran.said());
            for line in ran.said().lines() {
                let is_ours = format == "github"
                    && ["::error file=", "::warning file=", "::notice file="]
                        .iter()
                        .any(|begin| line.starts_with(begin));
                let starts = line.trim_start().starts_with("::") && !is_ours;
                let holds = ["##[", "##vso[", "##teamcity["]
                    .iter()
                    .any(|begin| line.contains(begin));
                assert!(!starts && !holds, "{format}: {line}");
            }
        }
    }
}

#[test]
fn documents_mean_what_they_meant() {
    let ground = Ground::new();
    let name = format!("a{HIDDEN}##[error].cu");
    ground.write(&name, super::RACY);
    let ran = ground.run(&["check", "--format", "json", "--", &name]);
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(document["files"][0]["path"], name.as_str());
    let ran = ground.run(&["check", "--format", "junit", "--", &name]);
    roxmltree::Document::parse(&ran.stdout).expect("XML");
}
