//! The command as a user meets it: what it prints and its exit status, in the files of `tests/cli` and in the manual.

use std::path::Path;

#[test]
fn the_command_behaves_as_its_transcripts_say() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd");
}

/// The chapters whose commands are run, in a folder with the files of `examples/basics`.
const CHAPTERS: [&str; 5] = [
    "getting-started.md",
    "reports.md",
    "launches.md",
    "configuration.md",
    "generators.md",
];

#[test]
fn the_manual_shows_what_the_command_does() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let scratch = tempfile::tempdir().expect("a folder");
    for chapter in CHAPTERS {
        let copy = scratch.path().join(chapter);
        std::fs::copy(root.join("docs").join(chapter), &copy).expect("a chapter");
        // What the command writes stays out of the repository.
        let inputs = copy.with_extension("in");
        std::fs::create_dir(&inputs).expect("a folder");
        std::fs::create_dir(copy.with_extension("out")).expect("a folder");
        for file in std::fs::read_dir(root.join("examples/basics"))
            .expect("examples")
            .flatten()
        {
            std::fs::copy(file.path(), inputs.join(file.file_name())).expect("an example");
        }
        let cases = trycmd::TestCases::new();
        cases.case(&copy);
        // Dropping the cases runs them.
        drop(cases);
        if std::env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") {
            std::fs::copy(&copy, root.join("docs").join(chapter)).expect("written");
        }
    }
}

/// The first thing that a visitor reads: what the README's command prints, indented as a block.
#[test]
fn the_readme_shows_what_its_command_prints() {
    const COMMAND: &str = "    $ cargo xtask run -- ";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("a readme");
    let mut lines = readme.lines().skip_while(|line| !line.starts_with(COMMAND));
    let command = lines
        .next()
        .expect("a command that starts with `cargo xtask run`");
    let shown: Vec<&str> = lines
        .take_while(|line| line.is_empty() || line.starts_with("    "))
        .map(|line| line.strip_prefix("    ").unwrap_or(line))
        .collect();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_kverify"))
        .args(command[COMMAND.len()..].split_whitespace())
        .current_dir(root)
        .output()
        .expect("kverify runs");
    let printed =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    assert_eq!(shown.join("\n").trim_end(), printed.join("\n").trim_end());
}
