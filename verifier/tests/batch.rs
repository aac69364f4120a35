//! Many files: folders, results as they come, runs that are killed, parted and compared.

#[path = "batch/resume.rs"]
mod resume;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const KVERIFY: &str = env!("CARGO_BIN_EXE_kverify");

const PROVED: &str = "__global__ void own(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";

const RACY: &str = "__global__ void shared(int *a) { a[0] = threadIdx.x; }\n";

/// A folder of twelve files with a kernel each, one with two launches, and one without a kernel.
fn suite() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for n in 0..12 {
        let text = if n % 4 == 3 { RACY } else { PROVED };
        let name = format!("kernels/{}/k{n:02}.cu", n % 3);
        put(folder.path(), &name, &format!("// number {n}\n{text}"));
    }
    put(folder.path(), "kernels/host.cu", "int main() { return 0; }\n");
    put(
        folder.path(),
        "kernels/twice.cu",
        &format!("{PROVED}void f(int *a) {{ own<<<1, 32>>>(a); own<<<2, 64>>>(a); }}\n"),
    );
    folder
}

fn put(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
    std::fs::write(path, text).expect("written");
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(KVERIFY);
    // Whose lines they are is noted in the user's own folder.
    command
        .args(arguments)
        .current_dir(folder)
        .env("XDG_CACHE_HOME", folder.join(".cache"));
    command
}

/// Runs the command, and gives its exit status and output.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command(folder, arguments).output().expect("it runs");
    let text = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.code().unwrap_or(-1), text)
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap_or_default()
}

#[test]
fn a_long_report_on_a_folder_fits_a_screen() {
    const UNKNOWN: &str = "__device__ void f(int *);\n__global__ void asks(int *a) { f(a); }\n";
    let folder = tempfile::tempdir().expect("a folder");
    for n in 0..30 {
        put(folder.path(), &format!("k/a{n:02}.cu"), UNKNOWN);
        put(folder.path(), &format!("k/b{n:02}.cu"), RACY);
    }
    put(folder.path(), "k/z.cu", "__global__ void broken( {\n");
    let (status, text) = run(folder.path(), &["check", "k"]);
    assert_eq!(status, 2, "{text}");
    assert!(
        text.lines().count() < 70,
        "{} lines:\n{text}",
        text.lines().count()
    );
    // The worst come first: what is violated, not what is unknown, though that comes first in the folder.
    assert!(text.contains("violated: k/b00.cu:1 shared: "), "{text}");
    assert!(!text.contains("unknown: k/a"), "{text}");
    assert_eq!(text.matches("replay shows it").count(), 2, "{text}");
    // Nothing goes away without being counted: 60 kernels and at least one input error, of which 12 have a line.
    let (_, rest) = text.split_once("\nand ").expect("a rest");
    let rest = rest.lines().next().unwrap_or_default();
    assert!(rest.contains("30 unknown") && rest.contains("--all"), "{rest}");
    let rows = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
    let shown = rows("violated: ") + rows("input error: ");
    assert_eq!(shown, 12, "{text}");
    let violated = 30 - rows("violated: ");
    assert!(rest.contains(&format!("{violated} violated")), "{rest}");

    let (_, all) = run(folder.path(), &["check", "k", "--all"]);
    assert_eq!(all.matches("replay shows it").count(), 60, "{all}");
    for n in 0..30 {
        assert!(all.contains(&format!("k/a{n:02}.cu:2\n")), "{n}: {all}");
    }
    // A report in a file is whole, and one that fits is not cut.
    let arguments = ["check", "k", "--quiet", "--report", "human=whole.txt"];
    run(folder.path(), &arguments);
    assert_eq!(
        read(folder.path(), "whole.txt")
            .matches("replay shows it")
            .count(),
        60
    );
    let (_, few) = run(folder.path(), &["check", "k/a0[01].cu"]);
    assert!(few.contains("assuming") && few.contains("because"), "{few}");
}

#[test]
fn a_folder_is_verified_and_ends_with_a_table() {
    let folder = suite();
    let (status, text) = run(folder.path(), &["check", "kernels"]);
    assert_eq!(status, 1, "{text}");
    let table = text
        .split("14 kernels in 13 files")
        .nth(1)
        .unwrap_or_else(|| panic!("{text}"));
    assert!(
        table.contains("11 proved") && table.contains("3 violated"),
        "{table}"
    );
    assert!(
        table.contains("findings by rule:\n       6 data-race, 6 confirmed"),
        "{table}"
    );
    assert!(!text.contains("holds no kernel"), "{text}");
    let (status, text) = run(folder.path(), &["check", "kernels/host.cu"]);
    assert!(status == 2 && text.contains("holds no kernel"), "{text}");
    let (status, text) = run(folder.path(), &["check", "kernels/**/*1.cu"]);
    assert!(status == 1 && text.contains("2 kernels in 2 files"), "{text}");
    let (status, text) = run(folder.path(), &["check", "kernels/*.cl"]);
    assert!(status == 2 && text.contains("no file matches"), "{text}");
}

/// What ignore files leave out is said, if it has kernels, and is no pass.
#[test]
fn files_that_are_ignored_are_entries_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "a.cu", PROVED);
    put(folder.path(), "build/b.cu", RACY);
    put(folder.path(), "build/id.cu", "int main() { return 0; }\n");
    put(folder.path(), ".ignore", "build/\n");
    let (status, text) = run(folder.path(), &["check", "."]);
    assert_eq!(status, 3, "{text}");
    assert!(
        text.contains("build/b.cu: it is hidden, or an ignore file leaves it out"),
        "{text}"
    );
    assert!(
        text.contains("not looked at: 1 file)") && !text.contains("id.cu"),
        "{text}"
    );
    assert_eq!(run(folder.path(), &["check", ".", "--allow-unknown"]).0, 0);
    assert_eq!(run(folder.path(), &["check", ".", "build/b.cu"]).0, 1);
    let (status, text) = run(
        folder.path(),
        &["check", ".", "--out", "r.jsonl", "--format", "json"],
    );
    assert_eq!(status, 3, "{text}");
    let document: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(document["files"][1]["left_out"], true);
    assert_eq!(document["coverage"]["files_not_looked_at"], 1);
    put(folder.path(), "kverify.toml", "exclude = [\"build/**\"]\n");
    assert_eq!(run(folder.path(), &["check", "."]).0, 0);
}

/// A link to nowhere is a file that cannot be read.
#[cfg(unix)]
#[test]
fn files_that_cannot_be_read_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "a.cu", PROVED);
    std::os::unix::fs::symlink("nowhere.cu", folder.path().join("b.cu")).expect("a link");
    let (status, text) = run(folder.path(), &["check", ".", "--allow-unknown"]);
    assert!(
        status == 2 && text.contains("b.cu: cannot be read"),
        "{status} {text}"
    );
}

/// A results file says how many lines it has.
#[test]
fn lines_that_are_missing_are_noticed() {
    let folder = suite();
    let (_, text) = run(folder.path(), &["check", "kernels", "--out", "r.jsonl"]);
    let results = read(folder.path(), "r.jsonl");
    let lines: Vec<&str> = results.lines().collect();
    let cut = [&lines[..3], &lines[4..]].concat().join("\n") + "\n";
    put(folder.path(), "cut.jsonl", &cut);
    let (status, merged) = run(folder.path(), &["merge", "cut.jsonl"]);
    assert!(
        status == 2 && merged.contains("lines are missing"),
        "{text}{merged}"
    );
}

#[test]
fn results_are_written_and_the_same_every_time() {
    let folder = suite();
    let (status, text) = run(folder.path(), &["check", "kernels", "--out", "a.jsonl"]);
    assert_eq!(status, 1, "{text}");
    assert!(text.starts_with("14 kernels in 13 files"), "{text}");
    let (status, _) = run(
        folder.path(),
        &["check", "kernels", "--out", "b.jsonl", "--jobs", "1"],
    );
    assert_eq!(status, 1);
    let first = read(folder.path(), "a.jsonl");
    assert_eq!(first.lines().count(), 15);
    assert!(
        first.ends_with("{\"end\":{\"files\":13,\"kernels\":14}}\n"),
        "{first}"
    );
    assert_eq!(first, read(folder.path(), "b.jsonl"));
    let (status, text) = run(
        folder.path(),
        &["check", "kernels", "--out", "no/such/folder.jsonl"],
    );
    assert!(status == 2 && text.contains("cannot be written"), "{text}");
}

#[test]
fn runs_are_compared() {
    let folder = suite();
    let keep = |name: &str| {
        run(folder.path(), &["check", "kernels", "--out", name]);
    };
    let diff = |old: &str, new: &str| run(folder.path(), &["diff", old, new]);
    keep("old.jsonl");
    assert_eq!(
        diff("old.jsonl", "old.jsonl"),
        (0, "nothing changed\n".to_owned())
    );
    // Lines that move change nothing.
    put(
        folder.path(),
        "kernels/0/k03.cu",
        &format!("// one\n// more\n\n{RACY}"),
    );
    keep("moved.jsonl");
    assert_eq!(
        diff("old.jsonl", "moved.jsonl"),
        (0, "nothing changed\n".to_owned())
    );
    put(
        folder.path(),
        "kernels/0/k00.cu",
        &PROVED.replace("+ threadIdx.x] = 1", "] = threadIdx.x"),
    );
    keep("worse.jsonl");
    let (status, text) = diff("old.jsonl", "worse.jsonl");
    assert_eq!(status, 1, "{text}");
    assert!(
        text.contains("+ new: kernels/0/k00.cu:1: own [data-race]"),
        "{text}"
    );
    assert!(
        text.contains("+ kernels/0/k00.cu: own: violated, was proved"),
        "{text}"
    );
    let (status, text) = diff("worse.jsonl", "old.jsonl");
    assert_eq!(status, 0, "{text}");
    assert!(text.contains("- fixed: kernels/0/k00.cu:1: own"), "{text}");
    // Reports in JSON are compared as well.
    let json = command(folder.path(), &["check", "kernels", "--format", "json"])
        .output()
        .expect("it runs");
    std::fs::write(folder.path().join("report.json"), json.stdout).expect("written");
    assert_eq!(
        diff("worse.jsonl", "report.json"),
        (0, "nothing changed\n".to_owned())
    );
    let (status, text) = diff("report.json", "kernels/0/k00.cu");
    assert!(status == 2 && text.contains("no results file"), "{text}");
}

#[test]
fn nobody_sees_a_bar_in_a_pipe() {
    let folder = suite();
    let output = command(folder.path(), &["check", "kernels"])
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let missing = PathBuf::from("nowhere");
    let (status, text) = run(folder.path(), &["check", missing.to_str().expect("UTF-8")]);
    assert!(status == 2 && text.contains("cannot be read"), "{text}");
}

#[test]
fn a_format_is_of_all_results_resumed_ones_included() {
    let folder = suite();
    let here = folder.path();
    let (_, whole) = run(here, &["check", "kernels", "--format", "concise"]);
    let concise = ["check", "kernels", "--out", "r.jsonl", "--format", "concise"];
    assert_eq!(run(here, &concise), (1, whole.clone()));
    let resumed = [&concise[..], &["--resume"]].concat();
    assert_eq!(run(here, &resumed), (1, whole));
    let (_, json) = run(
        here,
        &[
            "check", "kernels", "--out", "r.jsonl", "--resume", "--format", "json",
        ],
    );
    let document: serde_json::Value = serde_json::from_str(&json).expect("JSON and nothing else");
    assert_eq!(document["schema"], "kverify/1");
    assert_eq!(document["files"].as_array().map(Vec::len), Some(13));
    let (_, page) = run(
        here,
        &[
            "check", "kernels", "--out", "r.jsonl", "--resume", "--format", "html",
        ],
    );
    assert!(
        page.starts_with("<!DOCTYPE html>") && page.contains("// number 3"),
        "with the sources: {page}"
    );
    let (status, quiet) = run(
        here,
        &["check", "kernels", "--out", "r.jsonl", "--resume", "--quiet"],
    );
    assert_eq!((status, quiet.as_str()), (1, ""));
}

#[test]
fn a_macro_in_a_header_is_an_input_too() {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "stride.h", "#define STRIDE 1\n");
    let text = "#include \"stride.h\"\n__global__ void k(int *a) { a[STRIDE * threadIdx.x] = 1; }\n";
    put(folder.path(), "k.cu", text);
    let flags = [
        "check", "k.cu", "--grid", "1", "--block", "64", "--out", "r.jsonl", "--resume", "--format",
        "concise",
    ];
    assert_eq!(run(folder.path(), &flags).0, 0);
    put(folder.path(), "stride.h", "#define STRIDE 0\n");
    let (status, text) = run(folder.path(), &[&flags[..], &["--strict"]].concat());
    assert_eq!(status, 2, "other options: {text}");
    std::fs::remove_file(folder.path().join("r.jsonl")).expect("removed");
    let strict = [&flags[..], &["--strict"]].concat();
    assert_eq!(run(folder.path(), &strict).0, 1);
    put(folder.path(), "stride.h", "#define STRIDE 1\n");
    assert_eq!(run(folder.path(), &strict).0, 0, "the header was read for it");
}

#[test]
fn named_files_without_a_kernel_are_errors_unless_that_is_allowed() {
    let folder = suite();
    put(folder.path(), "kernels/blank.cu", "\n");
    let named = [
        "check",
        "kernels/host.cu",
        "kernels/blank.cu",
        "kernels/0/k00.cu",
        "--quiet",
    ];
    let (status, text) = run(folder.path(), &named);
    assert_eq!(status, 2, "{text}");
    assert!(
        text.contains("holds no kernel") && text.contains("is empty"),
        "{text}"
    );
    let allowed = [&named[..], &["--allow-no-kernel"]].concat();
    assert_eq!(run(folder.path(), &allowed), (0, String::new()));
    let (status, text) = run(
        folder.path(),
        &["check", "kernels/nowhere.cu", "--allow-no-kernel"],
    );
    assert_eq!(status, 2, "{text}");
    // Of a folder they are left out anyway.
    let (status, text) = run(folder.path(), &["check", "kernels", "--format", "concise"]);
    assert_eq!(status, 1, "{text}");
}

#[test]
fn what_no_kernel_of_a_folder_meets_is_no_pass() {
    let folder = suite();
    // It holds a file without a kernel, which is no error there.
    for wish in [["--kernel", "nowhere"], ["--assume", "nowhere > 0"]] {
        let (status, text) = run(folder.path(), &[&["check", "kernels"][..], &wish].concat());
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("nowhere"), "{text}");
    }
}
