//! Writes and starts of processes that fail, and processes that are killed: nothing is lost, and nothing passes.
//!
//! `cargo run -p kverify-tests --bin suite -- faults 500` (and `kills 30`) does the same over many kernels.

use super::{FREE, Ground, RACY, Ran};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const RUN: [&str; 7] = [
    "check",
    "src",
    "--out",
    "results.jsonl",
    "--no-cache",
    "--jobs",
    "2",
];

/// A folder of four files, of which two are racy.
fn ground() -> Ground {
    let ground = Ground::new();
    for (n, text) in [FREE, RACY, FREE, RACY].iter().enumerate() {
        ground.write(&format!("src/{n}.cu"), text);
    }
    ground
}

fn run(ground: &Ground, flags: &[&str]) -> Ran {
    ground.run(&[&RUN, flags].concat())
}

#[test]
fn whatever_fails_nothing_is_lost_and_nothing_passes() {
    let ground = ground();
    assert_eq!(run(&ground, &[]).status, Some(1));
    let whole = ground.read("results.jsonl");
    let mut reached = 0;
    for n in (1..).step_by(3) {
        let ground = self::ground();
        let place = n.to_string();
        let ran = run(&ground, &["--fault", &place]);
        if ran.stderr.contains("did not come") {
            break;
        }
        reached += 1;
        // Another worker may do what the first one could not: then all is as it was.
        let is_whole = ran.status == Some(1) && ground.read("results.jsonl") == whole;
        assert!(
            is_whole || ran.status == Some(2),
            "fault {n}: {:?}: {}",
            ran.status,
            ran.said()
        );
        assert_eq!(run(&ground, &["--resume"]).status, Some(1), "after fault {n}");
        assert_eq!(ground.read("results.jsonl"), whole, "after fault {n}");
    }
    assert!(reached >= 4, "{reached} faults");
}

/// A report that cannot be written is no report.
#[test]
fn reports_that_cannot_be_written_fail_the_run() {
    let mut failed = 0;
    for n in 1..20 {
        let ground = Ground::new();
        ground.write("k.cu", FREE);
        let place = n.to_string();
        let flags = [
            "--no-cache",
            "--report",
            "sarif=r.sarif",
            "--write-baseline",
            "b.json",
            "k.cu",
        ];
        let ran = ground.run(&[&["check", "--fault", &place], &flags[..]].concat());
        if ran.stderr.contains("did not come") {
            break;
        }
        // What a worker could not do, this process may.
        let is_whole = ran.stdout.contains("1 proved")
            && ["r.sarif", "b.json"].iter().all(|name| ground.at(name).exists());
        assert!(ran.status == Some(2) || is_whole, "fault {n}: {}", ran.said());
        failed += u32::from(ran.status == Some(2));
    }
    assert!(failed >= 5, "{failed} faults");
}

#[test]
fn a_run_that_was_killed_is_resumed_to_the_same_results() {
    let ground = ground();
    assert_eq!(run(&ground, &[]).status, Some(1));
    let whole = ground.read("results.jsonl");
    for lines in 1..4 {
        std::fs::remove_file(ground.at("results.jsonl")).expect("it was written");
        let mut child = ground
            .command(&RUN)
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        let start = Instant::now();
        while ground.read("results.jsonl").lines().count() < lines && start.elapsed() < super::PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
        if lines % 2 == 0 {
            kill_children(child.id());
        } else {
            child.kill().expect("killed");
        }
        child.wait().expect("it ended");
        assert_eq!(run(&ground, &["--resume"]).status, Some(1));
        assert_eq!(ground.read("results.jsonl"), whole, "killed after {lines} lines");
    }
}

/// A full disk and a kill cut off a line anywhere, in the middle of a character too.
#[test]
fn a_line_that_is_cut_off_anywhere_is_done_again() {
    let ground = Ground::new();
    for (n, text) in [FREE, RACY].iter().enumerate() {
        ground.write(&format!("src/{n}.cu"), text);
    }
    ground.write("src/\u{e4}\u{1f600}.cu", RACY);
    assert_eq!(run(&ground, &[]).status, Some(1));
    let whole = ground.read("results.jsonl");
    let bytes = whole.as_bytes();
    let last = whole.find("\u{e4}").expect("the name is there");
    for cut in (last..last + 7).chain([last + 40, bytes.len() - 1]) {
        ground.write("results.jsonl", &bytes[..cut]);
        let ran = run(&ground, &["--resume"]);
        assert_eq!(ran.status, Some(1), "{cut}: {}", ran.said());
        assert_eq!(ground.read("results.jsonl"), whole, "{cut}");
    }
}

/// Where a wish cannot be met because a file is lost, no file counts as done without its kernels.
#[test]
fn what_was_not_planned_is_done_when_a_run_is_resumed() {
    let whole = Ground::new();
    let lost = Ground::new();
    let wish = ["--assume", "pitch > 0"];
    for ground in [&whole, &lost] {
        ground.write("src/a.cu", RACY);
        ground.write(
            "src/b.cu",
            "__global__ void b(int *a, int pitch) { a[pitch] = 1; }\n",
        );
    }
    assert_eq!(run(&whole, &wish).status, Some(1));
    let mut command = lost.command(&[&RUN, &wish[..]].concat());
    let ran = super::finish(command.env("KVERIFY_INJECT_FAULT", "crash:b.cu"));
    assert_eq!(ran.status, Some(2), "{}", ran.said());
    let ran = run(&lost, &[&wish[..], &["--resume"]].concat());
    assert_eq!(ran.status, Some(1), "{}", ran.said());
    let results = whole.read("results.jsonl");
    assert_eq!(lost.read("results.jsonl"), results);
    // The kernel that a wish fits is done before, and the others are left.
    let lines: Vec<&str> = results.split_inclusive('\n').collect();
    whole.write("results.jsonl", [lines[0], lines[2]].concat());
    let ran = run(&whole, &[&wish[..], &["--resume"]].concat());
    assert_eq!(ran.status, Some(1), "{}", ran.said());
    assert_eq!(whole.read("results.jsonl"), results);
}

/// Kills the workers of a run, where the system says which they are.
fn kill_children(of: u32) {
    let children = std::fs::read_to_string(format!("/proc/{of}/task/{of}/children")).unwrap_or_default();
    for child in children.split_whitespace() {
        let _ = Command::new("kill")
            .args(["-9", child])
            .stderr(Stdio::null())
            .status();
    }
}
