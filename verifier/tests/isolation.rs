//! Worker processes: what kills one costs one kernel, and what they answer is what this process would.

use kverify::embed::{Event, Verifier};
use kverify::worker::{Isolation, fault_injection};
use kverify::{Cancel, Options, Report, Source, Verdict};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const KVERIFY: &str = env!("CARGO_BIN_EXE_kverify");

/// Four files of one kernel each, and one of two; verdicts: proved but for `shared`.
fn suite(folder: &Path) -> Vec<PathBuf> {
    let own = |name: &str| {
        format!("__global__ void {name}(int *a) {{ a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }}\n")
    };
    let shared = "__global__ void shared(int *a) { a[0] = threadIdx.x; }\n";
    let files = [
        ("a.cu", own("first")),
        ("b.cu", own("second") + &own("third")),
        ("c.cu", shared.to_owned()),
        ("d.cu", own("fourth")),
    ];
    files
        .map(|(name, text)| {
            let path = folder.join(name);
            std::fs::write(&path, text).expect("written");
            path
        })
        .to_vec()
}

/// What the command says of the suite when `fault` is injected: the JSON, and the exit status.
fn check(fault: &str, flags: &[&str]) -> (Value, i32) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = Command::new(KVERIFY)
        .arg("check")
        .args(suite(folder.path()))
        .args(["--block", "64", "--format", "json", "--jobs", "2"])
        .args(flags)
        .env(fault_injection(), fault)
        .output()
        .expect("the command runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let document = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    (document, output.status.code().unwrap_or(-1))
}

/// Kernels by name, with their verdicts, and the first reason.
fn kernels(document: &Value) -> Vec<(String, String, String)> {
    let files = document["files"].as_array().expect("files");
    let kernels = files
        .iter()
        .flat_map(|file| file["kernels"].as_array().expect("kernels"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    kernels
        .map(|k| {
            (
                text(&k["name"]),
                text(&k["verdict"]),
                text(&k["reasons"][0]["message"]),
            )
        })
        .collect()
}

/// Checks that of all kernels only `second` suffered, and that its reason holds `words`.
fn only_the_second_suffers(document: &Value, words: &str) {
    for (name, verdict, reason) in kernels(document) {
        let expected = match name.as_str() {
            "second" => "unknown",
            "shared" => "violated",
            _ => "proved",
        };
        assert_eq!(verdict, expected, "{name}: {reason}");
        assert_eq!(reason.contains(words), name == "second", "{name}: {reason}");
    }
}

#[test]
fn a_crash_costs_its_kernel() {
    let (document, status) = check("crash:second", &[]);
    only_the_second_suffers(&document, "the process ended (signal: 6");
    assert_eq!(status, 2);
    let error = document["files"][1]["errors"][0]["message"]
        .as_str()
        .expect("an error");
    assert!(error.starts_with("the answer for second is lost"), "{error}");
}

/// Whoever allows unknown kernels does not allow answers that are lost.
#[test]
fn what_is_lost_is_no_unknown() {
    let (_, status) = check("crash:second", &["--allow-unknown", "--kernel", "second"]);
    assert_eq!(status, 2);
    let (_, status) = check(
        "memory:second",
        &["--memory", "300", "--allow-unknown", "--kernel", "second"],
    );
    assert_eq!(status, 0);
}

#[test]
fn a_hang_costs_its_kernel() {
    let start = Instant::now();
    let (document, _) = check("hang:second", &["--timeout", "1"]);
    only_the_second_suffers(&document, "no answer after 7 seconds");
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}

#[test]
fn a_kernel_that_takes_all_memory_costs_itself() {
    let (document, _) = check("memory:second", &["--memory", "300"]);
    only_the_second_suffers(&document, "and may use 300");
}

#[test]
fn a_parser_that_crashes_or_hangs_costs_its_file() {
    for (fault, words) in [
        ("crash:c.cu", "the process ended"),
        ("hang:c.cu", "no answer after 10 seconds"),
    ] {
        let (document, status) = check(fault, &["--timeout", "1"]);
        assert_eq!(status, 2);
        let names: Vec<String> = kernels(&document).into_iter().map(|k| k.0).collect();
        assert_eq!(names, ["first", "second", "third", "fourth"]);
        let error = document["files"][2]["errors"][0]["message"]
            .as_str()
            .expect("an error");
        assert!(
            error.contains("cannot be parsed") && error.contains(words),
            "{error}"
        );
    }
}

#[test]
fn many_deaths_are_many_replacements() {
    let (document, _) = check("crash:first,crash:second,crash:shared,crash:fourth", &[]);
    for (name, verdict, reason) in kernels(&document) {
        assert_eq!(
            verdict,
            if name == "third" { "proved" } else { "unknown" },
            "{reason}"
        );
    }
}

fn without_seconds(report: &Report) -> Value {
    let mut document = serde_json::to_value(kverify::report::json::document(report, false)).expect("JSON");
    for file in document["files"].as_array_mut().expect("files") {
        for kernel in file["kernels"].as_array_mut().expect("kernels") {
            kernel["stats"]["seconds"] = Value::Null;
        }
    }
    document
}

fn options(isolation: bool) -> Options {
    Options {
        block: Some([64, 1, 1]),
        isolation: isolation.then(|| Isolation {
            program: KVERIFY.into(),
            memory: 4096,
        }),
        ..Options::default()
    }
}

#[test]
fn workers_answer_as_this_process_does() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut sources: Vec<Source> = Vec::new();
    for folder in ["", "carp", "clvis"] {
        let entries = std::fs::read_dir(examples.join(folder))
            .expect("a folder")
            .flatten();
        let files = entries.map(|entry| entry.path()).filter(|path| path.is_file());
        sources.extend(files.map(|path| Source { path, text: None }));
    }
    sources.retain(|source| {
        let ending = source.path.extension().and_then(|ending| ending.to_str());
        matches!(ending, Some("cu" | "cl"))
    });
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources.truncate(8);
    assert!(sources.len() > 4);
    let there = kverify::verify(&sources, &options(true)).expect("the options are fine");
    let here = kverify::verify(&sources, &options(false)).expect("the options are fine");
    assert_eq!(without_seconds(&there), without_seconds(&here));
}

#[test]
fn a_program_that_is_no_worker_is_an_error_for_every_file() {
    let mut options = options(true);
    for program in ["/no/such/program", "/bin/true"] {
        options.isolation = Some(Isolation {
            program: program.into(),
            memory: 100,
        });
        let source = Source {
            path: "a.cu".into(),
            text: Some("__global__ void k(int *a) { a[0] = 1; }".into()),
        };
        let report = kverify::verify(&[source], &options).expect("the options are fine");
        assert_eq!(report.files[0].kernels.len(), 0);
        assert!(report.files[0].errors[0].message.contains("cannot be parsed"));
        assert_eq!(kverify::report::exit_status(&report, true), 2);
    }
}

#[test]
fn cancelling_ends_what_workers_do() {
    let body: String = (0..400)
        .map(|i| format!("  a[(x * {i} + b[x + {i}]) % n] = b[(x * x + {i}) % (n + {i})];\n"))
        .collect();
    let endless = Source {
        path: "endless.cu".into(),
        text: Some(format!(
            "__global__ void k(int *a, int *b, int n) {{ int x = threadIdx.x;\n{body} }}"
        )),
    };
    let cancel = Cancel::new();
    let verifier = Verifier::new(options(true)).expect("the libraries are there");
    let (report, late) = std::thread::scope(|scope| {
        let work = scope.spawn(|| {
            let nothing = |_: Event<'_>| {};
            let report = verifier.verify(std::slice::from_ref(&endless), &cancel, &nothing);
            (report.expect("the options are fine"), Instant::now())
        });
        std::thread::sleep(Duration::from_millis(1_500));
        let asked = Instant::now();
        cancel.cancel();
        let (report, returned) = work.join().expect("no panic");
        (report, returned.saturating_duration_since(asked))
    });
    assert!(late < Duration::from_millis(1_000), "{late:?}");
    assert!(report.cancelled);
    assert!(
        report.files[0]
            .kernels
            .iter()
            .all(|kernel| kernel.verdict == Verdict::Unknown)
    );
}
