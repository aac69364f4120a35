//! What the clock cuts, on a busy machine or any other, says so and counts for nothing else. `--cut-clock N` has the clock be over at the
//! n-th look at it, so that nothing here hangs on how fast the machine is.

use super::{FREE, Ground, RACY, Ran};
use serde_json::Value;
use std::collections::BTreeSet;

/// Proved under a condition that the callers keep to.
const CONDITIONAL: &str =
    "__global__ void rows(int *a, int pitch) { a[blockIdx.x * pitch + threadIdx.x] = threadIdx.x; }\n";
/// A loop, a barrier, and two arrays on which threads race.
const LOOP: &str = "__global__ void both(int *a, int *b, int n) { __shared__ int t[64]; for (int i = 0; i < n; i++) { \
                    t[threadIdx.x] = a[i]; __syncthreads(); b[threadIdx.x + i] = t[63 - threadIdx.x]; } a[n] = threadIdx.x; }\n";

/// A folder with a kernel in each file.
fn ground() -> Ground {
    let ground = Ground::new();
    for (name, text) in [
        ("a.cu", FREE),
        ("b.cu", RACY),
        ("c.cu", CONDITIONAL),
        ("d.cu", LOOP),
    ] {
        ground.write(&format!("src/{name}"), text);
    }
    ground
}

/// A run over one kernel at a time.
fn run(ground: &Ground, flags: &[&str]) -> Ran {
    ground.run(&[&["check", "src", "--jobs", "1"], flags].concat())
}

/// Looks at which the clock is over: the first ones, then wider apart, until nothing is cut any more. All is done in this process, whose
/// looks are counted for all kernels together, and in workers.
fn moments() -> impl Iterator<Item = String> {
    (0..40).map(|n: u32| (1 + n + n * n * n / 8).to_string())
}

fn kernels(document: &Value) -> Vec<&Value> {
    let files = document["files"].as_array().into_iter().flatten();
    files
        .flat_map(|file| file["kernels"].as_array().into_iter().flatten())
        .collect()
}

/// A kernel's answer without what it cost.
fn answer(kernel: &Value) -> Value {
    let mut kernel = kernel.clone();
    for cost in ["stats", "timings"] {
        kernel.as_object_mut().expect("an object").remove(cost);
    }
    kernel
}

fn document(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}", ran.said()))
}

/// An answer that does not say that it was cut is the one that it always is.
#[test]
fn what_is_cut_says_so() {
    let ground = ground();
    let flags = ["--format", "json", "--no-cache", "--isolate", "never"];
    let whole = document(&run(&ground, &flags));
    let mut cut = BTreeSet::new();
    for moment in moments() {
        let part = document(&run(&ground, &[&flags[..], &["--cut-clock", &moment]].concat()));
        for (whole, part) in kernels(&whole).into_iter().zip(kernels(&part)) {
            if part["cut"] == "clock" {
                cut.insert(part["name"].to_string());
            } else {
                assert_eq!(answer(part), answer(whole), "cut at look {moment}");
            }
        }
    }
    assert_eq!(cut.len(), kernels(&whole).len(), "{cut:?}");
}

#[test]
fn a_baseline_on_unchanged_text_is_quiet_whatever_is_cut() {
    let ground = ground();
    run(&ground, &["--write-baseline", "known.json", "--no-cache"]);
    let flags = ["--baseline", "known.json", "--format", "json", "--no-cache"];
    assert_eq!(run(&ground, &flags).status, Some(0));
    for moment in moments() {
        let ran = run(&ground, &[&flags[..], &["--cut-clock", &moment]].concat());
        let document = document(&ran);
        let compared = &document["baseline"];
        assert_eq!(compared["new"], 0, "cut at look {moment}: {}", ran.stdout);
        assert_eq!(compared["fixed"], serde_json::json!([]), "cut at look {moment}");
        let is_cut = kernels(&document).iter().any(|kernel| kernel["cut"] == "clock");
        let quiet = if is_cut { [Some(0), Some(3)] } else { [Some(0); 2] };
        assert!(
            quiet.contains(&ran.status),
            "cut at look {moment}: {}",
            ran.stdout
        );
    }
}

/// A baseline that is written while something is cut holds nothing of that, so that it hides nothing later.
#[test]
fn what_is_cut_is_in_no_baseline() {
    let ground = ground();
    let entries = |name: &str| -> BTreeSet<String> {
        let baseline: Value = serde_json::from_str(&ground.read(name)).expect("JSON");
        let findings = baseline["findings"].as_array().expect("a list").iter();
        findings.map(Value::to_string).collect()
    };
    run(&ground, &["--write-baseline", "whole.json", "--no-cache"]);
    let whole = entries("whole.json");
    for moment in moments().step_by(3) {
        let flags = [
            "--write-baseline",
            "part.json",
            "--no-cache",
            "--cut-clock",
            &moment,
        ];
        run(&ground, &flags);
        let part = entries("part.json");
        assert!(part.is_subset(&whole), "cut at look {moment}: {part:?}");
    }
}

#[test]
fn what_is_cut_is_not_cached() {
    for isolate in ["never", "auto"] {
        let ground = ground();
        let flags = ["--format", "json", "--isolate", isolate];
        let whole = document(&run(&ground, &[&flags[..], &["--no-cache"]].concat()));
        for moment in moments().step_by(4) {
            run(&ground, &[&flags[..], &["--cut-clock", &moment]].concat());
            let again = document(&run(&ground, &flags));
            for (again, whole) in kernels(&again).into_iter().zip(kernels(&whole)) {
                assert_eq!(answer(again), answer(whole), "cut at look {moment}");
            }
            std::fs::remove_dir_all(ground.home.path().join("cache")).expect("it was made");
        }
    }
}

#[test]
fn what_is_cut_is_done_again_when_a_run_is_resumed() {
    let ground = ground();
    let flags = ["--out", "results.jsonl", "--no-cache"];
    run(&ground, &flags);
    let whole = ground.read("results.jsonl");
    for moment in moments().step_by(4) {
        run(&ground, &[&flags[..], &["--cut-clock", &moment]].concat());
        run(&ground, &[&flags[..], &["--resume"]].concat());
        assert_eq!(ground.read("results.jsonl"), whole, "cut at look {moment}");
    }
}

#[test]
fn what_is_cut_is_not_compared() {
    let ground = ground();
    run(&ground, &["--out", "whole.jsonl", "--no-cache"]);
    for moment in moments().step_by(4) {
        run(
            &ground,
            &["--out", "part.jsonl", "--no-cache", "--cut-clock", &moment],
        );
        for [old, new] in [["whole.jsonl", "part.jsonl"], ["part.jsonl", "whole.jsonl"]] {
            let ran = ground.run(&["diff", "--format", "json", old, new]);
            let compared = document(&ran);
            for list in ["fixed", "verdicts", "newly_broken"] {
                assert_eq!(
                    compared[list],
                    serde_json::json!([]),
                    "{old} {new} cut at look {moment}"
                );
            }
            // A finding that only the whole run shows is one.
            let is_quiet = old == "part.jsonl" || ran.status == Some(0);
            assert!(is_quiet, "cut at look {moment}: {}", ran.said());
        }
    }
}
