//! One file or many: what a source does to the parser or the analysis costs one answer, which is then an error.

use super::{FREE, Ground, RACY};
use rayon::prelude::*;
use std::time::Duration;

#[test]
fn a_lost_worker_is_an_error_whatever_is_allowed() {
    for fault in ["crash:racy", "crash:k.cu"] {
        let ground = Ground::new();
        ground.write("k.cu", RACY);
        let arguments = ["check", "--quiet", "--allow-unknown", "--allow-no-kernel", "k.cu"];
        let mut command = ground.command(&arguments);
        let ran = super::finish(command.env("KVERIFY_INJECT_FAULT", fault));
        assert_eq!(ran.status, Some(2), "{fault}: {}", ran.said());
    }
}

#[test]
fn a_limit_that_is_reached_is_said() {
    for (fault, arguments) in [
        ("hang:free_of_races", &["--timeout", "1"][..]),
        ("memory:free_of_races", &["--memory", "200"]),
    ] {
        let ground = Ground::new();
        ground.write("k.cu", FREE);
        let mut command = ground.command(&[&["check", "k.cu"], arguments].concat());
        let ran = super::finish(command.env("KVERIFY_INJECT_FAULT", fault));
        assert_eq!(ran.status, Some(3), "{fault}: {}", ran.said());
        assert!(ran.took < Duration::from_secs(20), "{fault}: {:?}", ran.took);
    }
}

#[test]
fn launches_without_number() {
    let ground = Ground::new();
    let launches: String = (1..=400)
        .map(|n| format!("    k<<<{n}, 64>>>(a, {n});\n"))
        .collect();
    ground.write(
        "k.cu",
        format!(
            "__global__ void k(int *a, int n) {{ if (n < 500) a[blockIdx.x * blockDim.x + threadIdx.x] = n; }}\nvoid all(int *a)\n{{\n{launches}}}\n"
        ),
    );
    let ran = ground.run(&["check", "k.cu"]);
    assert_eq!(ran.status, Some(3), "{}", ran.said());
    assert!(
        ran.stdout.contains("in 336 more ways than the 64"),
        "{}",
        ran.said()
    );
}

#[test]
fn deep_and_long_sources_end_in_an_answer() {
    let nested = |open: &str, close: &str, depth: usize| {
        let (open, close) = (open.repeat(depth), close.repeat(depth));
        format!(
            "__global__ void k(int *a, int n) {{ a[threadIdx.x] = {open}1{close}; a[0] = threadIdx.x; }}\n"
        )
    };
    let texts = [
        nested("(", ")", 100_000),
        nested("-", "", 100_000),
        nested("n ? 1 : ", "", 20_000),
        format!(
            "__global__ void k(int *a) {{ {} a[0] = threadIdx.x; {} }}\n",
            "{".repeat(100_000),
            "}".repeat(100_000)
        ),
        format!(
            "__global__ void k(int *a) {{ a[0] = threadIdx.x /*{}*/; }}\n",
            "x".repeat(70_000)
        ),
        format!(
            "{}__global__ void k(int *a) {{ a[0] = threadIdx.x; }}\n",
            "template<typename T> ".repeat(20_000)
        ),
        format!(
            "#define A(x) x x\n__global__ void k(int *a) {{ {}a[0]{} = threadIdx.x; }}\n",
            "A(".repeat(40),
            ")".repeat(40)
        ),
        "#include __FILE__\n".to_owned() + RACY,
    ];
    // They take a minute and a half one after the other, most of it in one process at a time.
    texts.par_iter().for_each(|text| ends_in_an_answer(text));
}

fn ends_in_an_answer(text: &str) {
    let ground = Ground::new();
    ground.write("k.cu", text);
    let arguments = [
        "check",
        "--quiet",
        "--allow-unknown",
        "--timeout",
        "5",
        "--memory",
        "2000",
        "k.cu",
    ];
    let ran = ground.run(&arguments);
    assert!(
        matches!(ran.status, Some(1 | 2)),
        "{:?}: {}",
        ran.status,
        &text[..80]
    );
    for arguments in [
        &["race-check", "--dynamic", "k.cu", "--timeout", "5"][..],
        &["check", "--dump", "ir", "k.cu", "--timeout", "5"],
        &["config", "k.cu"],
    ] {
        let ran = ground.run(arguments);
        assert!(ran.status.is_some(), "{arguments:?} was killed: {}", &text[..80]);
    }
}

#[test]
fn a_run_by_hand_ends_in_time() {
    let ground = Ground::new();
    ground.write("k.cu", "__global__ void k(int *a) { for (;;) a[0] += 1; }\n");
    let arguments = [
        "race-check",
        "--dynamic",
        "k.cu",
        "--timeout",
        "2",
        "--steps",
        "1000000000000",
    ];
    let ran = ground.run(&arguments);
    assert!(matches!(ran.status, Some(1..=3)), "{}", ran.said());
    assert!(ran.took < Duration::from_secs(20), "{:?}", ran.took);
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_writes_no_files_and_knows_no_secrets() {
    let ground = Ground::new();
    ground.write("k.cu", FREE);
    let mut command = ground.command(&["check", "k.cu"]);
    let ran = super::finish(command.env("KVERIFY_INJECT_FAULT", "write:free_of_races"));
    assert_eq!(ran.status, Some(0), "{}", ran.said());
    let restricts = std::fs::read_to_string("/proc/kallsyms")
        .is_ok_and(|symbols| symbols.contains("landlock_restrict_self"));
    if restricts {
        assert!(!ground.at("written-by-a-worker").exists());
    }
}

/// A worker that dies of what it did before costs no answer, whatever it had said already.
#[test]
fn a_worker_that_is_lost_after_a_finding_costs_nothing() {
    let ground = Ground::new();
    ground.write("a.cu", RACY);
    let run = |fault: &str| {
        let flags = ["check", "a.cu", "--format", "json", "--no-cache", "--jobs", "1"];
        let ran = super::finish(ground.command(&flags).env("KVERIFY_INJECT_FAULT", fault));
        let mut document: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
        let kernel = document["files"][0]["kernels"][0]
            .as_object_mut()
            .expect("a kernel");
        kernel.remove("stats");
        assert_eq!(ran.status, Some(1), "{}", ran.said());
        document
    };
    assert_eq!(run("late:racy"), run(""));
}
