//! Answers of earlier runs are believed only if this user's kverify gave them, to this question.

use super::{FREE, Ground, RACY, Ran};
use std::path::{Path, PathBuf};

/// Two kernels of the same name in the same place: one is proved, the other is not.
fn twins() -> (String, String) {
    let free = FREE.replace("free_of_races", "twin");
    let racy = RACY.replace("racy", "twin");
    (free, racy)
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    let all = inside(&folder.join("answers-2"));
    all.iter().flat_map(|folder| inside(folder)).collect()
}

/// A run with its answers in `folder`.
fn check(ground: &Ground, folder: &Path, arguments: &[&str]) -> Ran {
    let mut command = ground.command(&[&["check", "--format", "json", "k.cu"], arguments].concat());
    super::finish(command.env("KVERIFY_CACHE_DIR", folder))
}

#[test]
fn an_answer_to_another_question_is_none() {
    let ground = Ground::new();
    let cache = ground.home.path().join("answers");
    let (free, racy) = twins();
    ground.write("k.cu", free);
    assert_eq!(check(&ground, &cache, &[]).status, Some(0));
    let proved = std::fs::read(&entries(&cache)[0]).expect("an entry");
    ground.write("k.cu", racy);
    assert_eq!(check(&ground, &cache, &[]).status, Some(1));
    for entry in entries(&cache) {
        std::fs::write(entry, &proved).expect("written");
    }
    let ran = check(&ground, &cache, &[]);
    assert_eq!(ran.status, Some(1), "{}", ran.said());
}

#[test]
fn a_header_that_comes_in_between_is_seen() {
    let ground = Ground::new();
    let cache = ground.home.path().join("answers");
    let (free, racy) = twins();
    ground.write("k.cu", "#include \"twin.cuh\"\n");
    std::fs::create_dir(ground.at("inc")).expect("made");
    ground.write("inc/twin.cuh", free);
    for _ in 0..2 {
        assert_eq!(check(&ground, &cache, &["-I", "inc"]).status, Some(0));
    }
    ground.write("twin.cuh", racy);
    assert_eq!(check(&ground, &cache, &["-I", "inc"]).status, Some(1));
}

#[test]
fn what_another_users_kverify_wrote_is_not_believed() {
    let ground = Ground::new();
    let other = Ground::new();
    let cache = ground.home.path().join("answers");
    ground.write("k.cu", FREE);
    other.write("k.cu", FREE);
    assert_eq!(check(&other, &cache, &[]).status, Some(0));
    let theirs = std::fs::read(&entries(&cache)[0]).expect("an entry");
    let ran = check(&ground, &cache, &[]);
    assert_eq!(ran.status, Some(0), "{}", ran.said());
    let ours = std::fs::read(&entries(&cache)[0]).expect("an entry");
    assert_ne!(ours, theirs, "it was not asked anew");
}

#[test]
fn a_cache_in_the_checkout_is_refused_unless_a_flag_names_it() {
    let ground = Ground::new();
    std::fs::create_dir(ground.at(".git")).expect("made");
    ground.write("k.cu", FREE);
    for inside in [Path::new("cache"), &ground.at("cache")] {
        let ran = check(&ground, inside, &[]);
        assert_eq!(ran.status, Some(0), "{}", ran.said());
        assert!(ran.stderr.contains("lies in the checkout"), "{}", ran.stderr);
        assert!(!ground.at("cache").exists());
    }
    let ran = check(&ground, Path::new(""), &["--cache-dir", "cache"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
    assert_eq!(entries(&ground.at("cache")).len(), 1);
}

#[cfg(unix)]
#[test]
fn a_folder_that_others_can_write_to_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let ground = Ground::new();
    ground.write("k.cu", FREE);
    let cache = ground.home.path().join("answers");
    std::fs::create_dir(&cache).expect("made");
    std::fs::set_permissions(&cache, std::fs::Permissions::from_mode(0o777)).expect("its owner may");
    let ran = check(&ground, &cache, &[]);
    assert_eq!(ran.status, Some(0), "{}", ran.said());
    assert!(ran.stderr.contains("others can write to it"), "{}", ran.stderr);
    assert!(entries(&cache).is_empty());
}

const RESUME: [&str; 5] = ["check", ".", "--out", "results.jsonl", "--resume"];

#[test]
fn results_that_came_with_the_checkout_are_not_resumed() {
    let ground = Ground::new();
    ground.write("a.cu", RACY);
    let ran = ground.run(&RESUME[..4]);
    assert_eq!(ran.status, Some(1), "{}", ran.said());
    let results = ground.read("results.jsonl");
    let mut lines: Vec<serde_json::Value> = results
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let kernel = &mut lines[1]["file"]["kernels"][0];
    kernel["verdict"] = "proved".into();
    kernel["findings"] = serde_json::json!([]);
    let forged: String = lines.iter().map(|line| format!("{line}\n")).collect();
    ground.write("results.jsonl", &forged);
    let ran = ground.run(&RESUME);
    assert_eq!(ran.status, Some(1), "{}", ran.said());
    assert!(ran.stderr.contains("verified anew"), "{}", ran.stderr);
    assert_eq!(ground.read("results.jsonl"), results);
    // What nobody touched is taken over.
    let ran = ground.run(&RESUME);
    assert!(ran.stdout.contains("done before"), "{}", ran.said());
}

#[test]
fn what_timed_out_or_was_lost_is_done_again() {
    for (fault, arguments) in [
        ("", &["--timeout", "0.001"][..]),
        ("crash:racy", &[]),
        ("crash:b.cu", &[]),
    ] {
        let ground = Ground::new();
        ground.write("a.cu", FREE);
        ground.write("b.cu", RACY);
        let out = |resume: &[&str], fault: &str| {
            let mut command = ground.command(&[&RESUME[..4], arguments, resume, &["--no-cache"]].concat());
            super::finish(command.env("KVERIFY_INJECT_FAULT", fault))
        };
        out(&[], fault);
        let ran = out(&["--resume"], "");
        if fault.is_empty() {
            continue;
        }
        assert_eq!(ran.status, Some(1), "{fault}: {}", ran.said());
        assert!(
            ran.stdout.contains("1 file done before"),
            "{fault}: {}",
            ran.said()
        );
    }
}

/// The precompiled declarations of a home.
fn declarations(ground: &Ground) -> (PathBuf, Vec<PathBuf>) {
    let folder = ground.home.path().join("cache/kverify/declarations");
    let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
    let files = entries.map(|entry| entry.path()).collect();
    (folder, files)
}

#[cfg(unix)]
#[test]
fn precompiled_declarations_are_the_users_own() {
    use std::os::unix::fs::PermissionsExt;
    let ground = Ground::new();
    let nowhere = Path::new("");
    ground.write("k.cu", RACY);
    assert_eq!(check(&ground, nowhere, &[]).status, Some(1));
    assert_eq!(declarations(&ground).1, Vec::<PathBuf>::new(), "nothing is kept");
    let cache = |n: u32| ground.home.path().join(format!("answers-{n}"));
    assert_eq!(check(&ground, &cache(0), &[]).status, Some(1));
    let (folder, files) = declarations(&ground);
    let [file] = &files[..] else { panic!("{files:?}") };
    // What is damaged costs time, and is made anew.
    let whole = std::fs::read(file).expect("readable");
    let cut = |part: usize| whole[..whole.len() * part / 8].to_vec();
    let damaged = [b"nothing of the kind".to_vec(), cut(0), cut(1), cut(4), cut(7)];
    for (n, bytes) in (1..).zip(damaged) {
        std::fs::write(file, bytes).expect("written");
        let ran = check(&ground, &cache(n), &[]);
        assert_eq!(ran.status, Some(1), "{n}: {}", ran.said());
        assert_eq!(std::fs::read(file).expect("readable").len(), whole.len(), "{n}");
    }
    // Where others could write nothing is kept and nothing believed.
    std::fs::remove_file(file).expect("removed");
    std::fs::set_permissions(&folder, PermissionsExt::from_mode(0o777)).expect("set");
    assert_eq!(check(&ground, &cache(7), &[]).status, Some(1));
    assert_eq!(declarations(&ground).1, Vec::<PathBuf>::new());
    std::fs::remove_dir_all(&folder).expect("removed");
    let elsewhere = ground.home.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).expect("made");
    std::os::unix::fs::symlink(&elsewhere, &folder).expect("linked");
    assert_eq!(check(&ground, &cache(8), &[]).status, Some(1));
    assert_eq!(declarations(&ground).1, Vec::<PathBuf>::new());
}

/// What bears on an answer without having been there or read.
#[test]
fn what_comes_after_a_run_is_seen_when_it_is_resumed() {
    const KERNEL: &str = "__global__ void racy(int *a) { a[AT] = threadIdx.x; }\n";
    const APART: &str = "#define AT (blockIdx.x * blockDim.x + threadIdx.x)\n";
    const ONE: &str = "#define AT 0\n";
    let asks = |what: &str| format!("{what}\n{ONE}#else\n{APART}#endif\n{KERNEL}");
    let launched = |threads: u32| {
        format!("__global__ void racy(int *a);\nvoid f{threads}(int *a) {{ racy<<<1, {threads}>>>(a); }}\n")
    };
    let plain = KERNEL.replace("AT", "0");
    let database = r#"[{"directory": ".", "file": "k.cu", "arguments": ["nvcc", "-DON", "k.cu"]}]"#;
    let before_another = [
        ("k.cu", format!("#include \"at.h\"\n{KERNEL}")),
        ("b/at.h", APART.to_owned()),
    ];
    let optional = format!("#include \"at.h\"\n#ifndef AT\n{APART}#endif\n{KERNEL}");
    let by_a_header =
        "#include \"n.h\"\n__global__ void racy(int *a);\nvoid f(int *a) { racy<<<1, N>>>(a); }\n";
    // The files of the first run, and the one that comes or changes then.
    type Case<'c> = (&'c [(&'c str, String)], &'c str, &'c str);
    let cases: [Case<'_>; 8] = [
        (&before_another, "a/at.h", ONE),
        (&before_another, "at.h", ONE),
        (&[("k.cu", optional)], "at.h", ONE),
        (&[("k.cu", asks("#if __has_include(\"on.h\")"))], "on.h", ""),
        (
            &[("k.cu", asks("#define NAME \"on.h\"\n#if __has_include(NAME)"))],
            "on.h",
            "",
        ),
        (&[("k.cu", asks("#ifdef ON"))], "compile_commands.json", database),
        (
            &[("k.cu", plain.clone()), ("one.cu", launched(1))],
            "many.cu",
            &launched(64),
        ),
        (
            &[
                ("k.cu", plain),
                ("one.cu", by_a_header.to_owned()),
                ("n.h", "#define N 1\n".to_owned()),
            ],
            "n.h",
            "#define N 64\n",
        ),
    ];
    for (files, name, text) in cases {
        let ground = Ground::new();
        for folder in ["a", "b"] {
            std::fs::create_dir(ground.at(folder)).expect("made");
        }
        for (name, text) in files {
            ground.write(name, text);
        }
        let arguments = [
            "check",
            "k.cu",
            "-I",
            "a",
            "-I",
            "b",
            "--out",
            "out.jsonl",
            "--resume",
        ];
        for status in [0, 0] {
            assert_eq!(ground.run(&arguments).status, Some(status), "{name}");
        }
        assert!(ground.run(&arguments).said().contains("done before"), "{name}");
        ground.write(name, text);
        let ran = ground.run(&arguments);
        assert_eq!(ran.status, Some(1), "{name} in {files:?}: {}", ran.said());
    }
}

/// Flags and headers that nothing in the texts names.
#[test]
fn what_is_asked_otherwise_is_done_again_when_a_run_is_resumed() {
    const APART: &str = "(blockIdx.x * blockDim.x + threadIdx.x)";
    let kernel = "__global__ void racy(int *a) { a[AT] = threadIdx.x; }\n";
    let apart = format!("#define AT {APART}\n");
    let strided = kernel.replace("AT", "blockIdx.x * blockDim.x + threadIdx.x * AT");
    let of_system = format!("#include <at.h>\n{kernel}");
    let database = |flags: &str| {
        format!(
            "[{{\"directory\": \".\", \"file\": \"k.cu\", \"arguments\": [\"nvcc\", {flags}, \"k.cu\"]}}]"
        )
    };
    let host = "#include <n.h>\n__global__ void racy(int *a);\nvoid f(int *a) { racy<<<1, N>>>(a); }\n";
    let one = kernel.replace("AT", "0");
    // The source, another file, and the file that changes, as it was and as it is.
    let cases = [
        (
            &strided,
            ("x", ""),
            "Makefile",
            "all:\n\tnvcc -DAT=1 k.cu\n",
            "all:\n\tnvcc -DAT=0 k.cu\n",
        ),
        (
            &strided,
            ("x", ""),
            "../Makefile",
            "all:\n\tnvcc -DAT=1 k.cu\n",
            "all:\n\tnvcc -DAT=0 k.cu\n",
        ),
        (
            &strided,
            ("x", ""),
            "beside.cuh",
            "#define AT 1\n",
            "#define AT 0\n",
        ),
        (
            &of_system,
            ("compile_commands.json", &*database("\"-isystem\", \"tp\"")),
            "tp/at.h",
            &apart,
            "#define AT 0\n",
        ),
        (
            &of_system,
            ("compile_commands.json", &database("\"-isystem\", \"tp\"")),
            "tp/next.h",
            &apart,
            "#define AT 0\n",
        ),
        (
            &of_system,
            ("compile_commands.json", &database("\"-Itp\"")),
            "tp/at.h",
            &apart,
            "#define AT 0\n",
        ),
        (
            &of_system,
            ("b/at.h", "#define AT 0\n"),
            "Makefile",
            "all:\n\tnvcc -Ia k.cu\n",
            "all:\n\tnvcc -Ib k.cu\n",
        ),
        (
            &one,
            ("host.cu", host),
            "include/n.h",
            "#define N 1\n",
            "#define N 64\n",
        ),
    ];
    for (source, (other, text), name, before, after) in cases {
        let ground = Ground::new();
        let write = |name: &str, text: &str| ground.write(&format!("project/{name}"), text);
        write("k.cu", source);
        write("a/at.h", &apart);
        write(other, text);
        if name == "tp/next.h" {
            write("tp/at.h", "#include \"next.h\"\n");
        }
        write(name, before);
        std::fs::create_dir(ground.at(".git")).expect("made");
        let run = || {
            let mut command = ground.command(&["check", "k.cu", "--out", "out.jsonl", "--resume"]);
            super::finish(command.current_dir(ground.at("project")))
        };
        let ran = run();
        assert_eq!(ran.status, Some(0), "{name}: {}", ran.said());
        let ran = run();
        assert!(ran.said().contains("done before"), "{name}: {}", ran.said());
        write(name, after);
        let ran = run();
        assert_eq!(ran.status, Some(1), "{name}: {}", ran.said());
    }
}

/// A results file of a kverify that did not say what was asked.
#[test]
fn results_that_do_not_say_what_was_asked_are_done_again() {
    let ground = Ground::new();
    ground.write("a.cu", FREE);
    assert_eq!(ground.run(&RESUME).status, Some(0));
    let results = ground.read("results.jsonl");
    assert!(results.contains("\"question\":"), "{results}");
    assert!(ground.run(&RESUME).said().contains("done before"));
    let mut lines: Vec<serde_json::Value> = results
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    lines[1].as_object_mut().expect("an entry").remove("question");
    let old: String = lines.iter().map(|line| format!("{line}\n")).collect();
    ground.write("results.jsonl", old);
    let ran = ground.run(&RESUME);
    assert_eq!(ran.status, Some(0), "{}", ran.said());
    assert!(!ran.said().contains("done before"), "{}", ran.said());
    assert_eq!(ground.read("results.jsonl"), results);
}
