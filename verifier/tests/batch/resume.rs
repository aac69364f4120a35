//! Runs that are killed and resumed, shared out and merged.

use super::{RACY, command, put, read, run, suite};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Starts a run over the suite, and kills it when it has written `lines` lines.
fn killed(folder: &Path, out: &str, lines: usize) {
    let mut child = command(folder, &["check", "kernels", "--out", out, "--jobs", "1"])
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let start = Instant::now();
    while read(folder, out).lines().count() < lines {
        assert!(start.elapsed() < Duration::from_secs(120), "nothing is written");
        assert!(
            child.try_wait().expect("a child").is_none(),
            "it ended before it could be killed"
        );
        std::thread::sleep(Duration::from_micros(200));
    }
    child.kill().expect("SIGKILL");
    child.wait().expect("it ended");
}

#[test]
fn a_run_that_was_killed_and_resumed_gives_the_same_file() {
    let folder = suite();
    run(folder.path(), &["check", "kernels", "--out", "whole.jsonl"]);
    let whole = read(folder.path(), "whole.jsonl");
    for lines in [1, 3, 7] {
        let out = format!("killed-{lines}.jsonl");
        killed(folder.path(), &out, lines);
        let left = read(folder.path(), &out);
        assert!(!left.contains("\"end\""), "it was not killed half-way");
        let (status, text) = run(folder.path(), &["merge", &out]);
        assert!(status == 2 && text.contains("--resume"), "{text}");
        let (status, text) = run(folder.path(), &["check", "kernels", "--out", &out, "--resume"]);
        assert_eq!(status, 1, "{text}");
        assert!(lines == 1 || text.contains("done before"), "{text}");
        assert_eq!(read(folder.path(), &out), whole);
    }
    // A line that was cut in the middle, as a full disk leaves it.
    std::fs::write(folder.path().join("whole.jsonl"), &whole[..whole.len() / 2]).expect("written");
    let (_, text) = run(
        folder.path(),
        &["check", "kernels", "--out", "whole.jsonl", "--resume"],
    );
    assert!(text.contains("done before"), "{text}");
    assert_eq!(read(folder.path(), "whole.jsonl"), whole);
}

#[test]
fn what_changed_is_verified_again_and_other_options_are_another_run() {
    let folder = suite();
    let resume = ["check", "kernels", "--out", "r.jsonl", "--resume"];
    run(folder.path(), &resume[..4]);
    let (_, text) = run(folder.path(), &resume);
    assert!(text.contains("13 files done before"), "{text}");
    put(folder.path(), "kernels/0/k00.cu", RACY);
    std::fs::remove_file(folder.path().join("kernels/1/k01.cu")).expect("removed");
    let (_, text) = run(folder.path(), &resume);
    assert!(text.contains("11 files done before"), "{text}");
    let resumed = read(folder.path(), "r.jsonl");
    run(folder.path(), &["check", "kernels", "--out", "anew.jsonl"]);
    assert_eq!(resumed, read(folder.path(), "anew.jsonl"));
    let (status, text) = run(folder.path(), &[&resume[..], &["--strict"]].concat());
    assert!(status == 2 && text.contains("other options"), "{text}");
    put(folder.path(), "r.jsonl", "not a results file\n");
    let (status, text) = run(folder.path(), &resume);
    assert!(status == 2 && text.contains("no results file"), "{text}");
}

#[test]
fn shards_that_are_merged_are_the_whole() {
    let folder = suite();
    let (whole, _) = run(folder.path(), &["check", "kernels", "--out", "whole.jsonl"]);
    let parts = ["1/3", "2/3", "3/3"].map(|shard| {
        let out = format!("{}.jsonl", &shard[..1]);
        let (status, text) = run(
            folder.path(),
            &["check", "kernels", "--out", &out, "--shard", shard],
        );
        assert!(status == 0 || status == 1, "{text}");
        out
    });
    let arguments = ["merge", &parts[2], &parts[0], &parts[1], "--out", "merged.jsonl"];
    let (status, text) = run(folder.path(), &arguments);
    assert_eq!(status, whole, "{text}");
    assert!(text.starts_with("14 kernels in 13 files\n"), "{text}");
    assert_eq!(
        read(folder.path(), "merged.jsonl"),
        read(folder.path(), "whole.jsonl")
    );
    run(
        folder.path(),
        &["check", "kernels", "--out", "strict.jsonl", "--strict"],
    );
    let (status, text) = run(folder.path(), &["merge", "whole.jsonl", "strict.jsonl"]);
    assert!(status == 2 && text.contains("same options"), "{text}");
}
