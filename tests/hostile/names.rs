//! Names of files are never options, nor files of arguments, of kverify or of clang.

use super::repository::Repository;
use super::{FREE, Ground, KVERIFY, RACY, finish, root};

/// What a racy file may be called to be taken for something else.
const NAMES: [&str; 8] = [
    "--write-baseline=x.cu",
    "--out=victim.cu",
    "--report=json=victim.cu",
    "-Dracy=x.cu",
    "--no-config.cu",
    "-x.cu",
    "@x.cu",
    "--",
];

#[test]
fn after_two_dashes_all_is_a_file() {
    for name in NAMES {
        let ground = Ground::new();
        ground.write(name, RACY);
        ground.write("victim.cu", FREE);
        let ran = ground.run(&["check", "--quiet", "--allow-unknown", "--", name]);
        assert_eq!(ran.status, Some(1), "{name}: {}", ran.said());
        assert_eq!(ground.read("victim.cu"), FREE, "{name}");
        assert!(!ground.at("x.cu").exists(), "{name}");
    }
}

#[test]
fn an_option_that_is_a_file_is_refused() {
    for name in NAMES
        .iter()
        .filter(|name| name.starts_with('-') && **name != "--")
    {
        let ground = Ground::new();
        ground.write(name, RACY);
        ground.write("victim.cu", FREE);
        for arguments in [&["check", "--quiet", "--allow-unknown", name][..], &[name]] {
            let ran = ground.run(arguments);
            assert_eq!(ran.status, Some(2), "{name}: {}", ran.said());
            assert!(ran.stderr.contains(&format!("./{name}")), "{}", ran.stderr);
            assert_eq!(ground.read("victim.cu"), FREE, "{name}");
        }
    }
}

#[test]
fn files_found_in_folders_and_by_patterns_reach_clang_as_files() {
    for name in ["-x.cu", "-include.cu", "@x.cu", "--version.cu"] {
        let ground = Ground::new();
        ground.write(name, RACY);
        for named in [".", "*.cu"] {
            let ran = ground.run(&["check", named]);
            assert_eq!(ran.status, Some(1), "{name}: {}", ran.said());
        }
        let ran = ground.run(&["stats", "--format", "json", "--", name]);
        assert!(ran.stdout.contains("\"racy\""), "{name}: {}", ran.said());
    }
}

#[test]
fn a_file_of_arguments_is_a_file() {
    let ground = Ground::new();
    ground.write("options", "--write-baseline=victim.json\n");
    let ran = ground.run(&["check", "@options"]);
    assert_eq!(ran.status, Some(2), "{}", ran.said());
    assert!(!ground.at("victim.json").exists());
}

#[test]
fn the_hooks_and_the_action_part_options_from_files() {
    let hooks = std::fs::read_to_string(root().join(".pre-commit-hooks.yaml")).expect("readable");
    let hooks: serde_json::Value = serde_yaml_ng::from_str(&hooks).expect("YAML");
    for hook in hooks.as_array().expect("a list") {
        let arguments = hook["args"].as_array().expect("arguments");
        assert_eq!(arguments.last(), Some(&"--".into()), "{hook}");
    }
    let action = std::fs::read_to_string(root().join("action.yml")).expect("readable");
    assert!(action.contains("\"${arguments[@]}\" -- \"${paths[@]}\""));
}

#[test]
fn a_named_file_that_is_excluded_is_said() {
    let ground = Ground::new();
    ground.write("k.cu", RACY);
    ground.write("kverify.toml", "exclude = ['**']\n");
    let ran = ground.run(&["check", "--quiet", "--allow-unknown", "--", "k.cu"]);
    assert!(
        ran.stderr.contains("k.cu: kverify.toml leaves it out"),
        "{}",
        ran.said()
    );
    let ran = ground.run(&["check", "--quiet", "--", "."]);
    assert!(
        ran.stderr.contains("leaves out all of the 1 file that"),
        "{}",
        ran.said()
    );
    let ran = ground.run(&["check", "--quiet", "--no-config", "--", "k.cu"]);
    assert_eq!(ran.status, Some(1), "{}", ran.said());
}

#[test]
fn kernels_are_found_whatever_their_file_is_called() {
    for name in [
        "k.CU", "k.cpp", "k.hpp", "k.inl", "k.CUH", "k.def", "k.ii", "k.tpl",
    ] {
        let ground = Ground::new();
        ground.write("free.cu", "__global__ void nothing() { }\n");
        ground.write(name, RACY);
        let ran = ground.run(&["check", "--quiet", "--", "."]);
        assert_eq!(ran.status, Some(1), "{name}: {}", ran.said());
    }
}

#[test]
fn kernels_are_found_whatever_marks_them() {
    for (name, text) in [
        (
            "k.cpp",
            "#define KERNEL __global__\nKERNEL void racy(int *a) { a[0] = threadIdx.x; }\n",
        ),
        (
            "k.cpp",
            "#if __has_include(</*x>)\n#endif\n__global__ void racy(int *a) { a[0] = threadIdx.x; }\n//*/\n",
        ),
        (
            "k.cpp",
            "__glo\\\nbal__ void racy(int *a) { a[0] = threadIdx.x; }\n",
        ),
        (
            "k.cuh",
            "__glo\\\nbal__ void racy(int *a) { a[0] = threadIdx.x; }\n",
        ),
        (
            "k.h",
            "__attribute__((global)) void racy(int *a) { a[0] = threadIdx.x; }\n",
        ),
        (
            "k.cpp",
            "#define BODY(n) void n(int *a) { a[0] = threadIdx.x; }\n__global__ BODY(racy)\n",
        ),
        (
            "k.cpp",
            "#define B {\n#define E }\n__global__ void racy(int *a) B a[0] = threadIdx.x; E\n",
        ),
        ("k.cpp", "__global__ void racy(int *a)\n#include \"body.part\"\n"),
        ("k.cpp", "#include \"racy.part\"\n"),
    ] {
        let ground = Ground::new();
        ground.write("free.cu", "__global__ void nothing() { }\n");
        ground.write("body.part", "{ a[0] = threadIdx.x; }\n");
        ground.write("racy.part", RACY);
        ground.write(name, text);
        let ran = ground.run(&["check", "--quiet", "--", "."]);
        assert_eq!(ran.status, Some(1), "{text}: {}", ran.said());
    }
}

#[test]
fn kernels_that_a_macro_of_another_file_marks_are_looked_at() {
    let mark = "#pragma once\n#define INNER __global__\n";
    let other = "#pragma once\n#include \"mark.h\"\n#define OUTER INNER\n";
    for (name, status) in [("k.cpp", 1), ("k.cuh", 1), ("k.hpp", 1), ("k.txt", 0)] {
        let ground = Ground::new();
        ground.write("free.cu", "__global__ void nothing() { }\n");
        ground.write("mark.h", mark);
        ground.write("other.h", other);
        ground.write(
            name,
            format!("#include \"other.h\"\n{}", RACY.replace("__global__", "OUTER")),
        );
        let ran = ground.run(&["check", "--quiet", "--", "."]);
        assert_eq!(ran.status, Some(status), "{name}: {}", ran.said());
    }
}

#[test]
fn kernels_that_a_build_marks_or_names_are_looked_at() {
    let marked = RACY.replace("__global__", "MARK");
    let flag = "-DMARK=__global__";
    let database = |file: &str| {
        format!(
            "[{{\"directory\": \".\", \"file\": \"{file}\", \"command\": \"clang++ -x cuda {flag} {file}\"}}]"
        )
    };
    for (build, text, name, kernel) in [
        (
            "Makefile",
            format!("all:\n\tnvcc {flag} k.cpp\n"),
            "k.cpp",
            &*marked,
        ),
        (
            "CMakeLists.txt",
            format!("add_definitions({flag})\n"),
            "k.cpp",
            &*marked,
        ),
        (
            "kverify.toml",
            "define = [\"MARK=__global__\"]\n".to_owned(),
            "k.cpp",
            &*marked,
        ),
        ("compile_commands.json", database("k.cpp"), "k.cpp", &*marked),
        (
            "build/compile_commands.json",
            database("../k.cpp"),
            "k.cpp",
            &*marked,
        ),
        ("compile_commands.json", database("k.dat"), "k.dat", RACY),
    ] {
        let ground = Ground::new();
        ground.write(build, text);
        ground.write("free.cu", "__global__ void nothing() { }\n");
        ground.write(name, kernel);
        let ran = ground.run(&["check", "--quiet", "--", "."]);
        assert_eq!(ran.status, Some(1), "{build}: {}", ran.said());
    }
}

#[test]
fn kernels_behind_files_of_unusual_names_are_looked_at() {
    for first in ["k.cpp", "k.hpp"] {
        let ground = Ground::new();
        ground.write("free.cu", "__global__ void nothing() { }\n");
        ground.write(first, "#include \"one.txt\"\n");
        ground.write("one.txt", "#include \"two.txt\"\n#include \"one.txt\"\n");
        ground.write("two.txt", RACY);
        let ran = ground.run(&["check", "--quiet", "--", "."]);
        assert_ne!(ran.status, Some(0), "{first}: {}", ran.said());
    }
}

#[test]
fn kernels_in_strings_of_host_code_are_looked_at() {
    let racy = "__global__ void racy(int *a) { a[0] = threadIdx.x; }";
    let opencl = "__kernel void racy(__global int *a) { a[0] = get_local_id(0); }";
    let raw = format!("const char *s = R\"({racy})\";\n");
    for (name, text, status) in [
        ("k.cpp", raw.clone(), 1),
        ("k.h", raw.clone(), 1),
        ("k.cu", format!("{raw}__global__ void fine() {{ }}\n"), 1),
        ("k.c", format!("const char *s = \"{racy}\";\n"), 1),
        ("k.cc", format!("const char *s = \"{opencl}\";\n"), 1),
        (
            "k.cxx",
            format!("#define S(...) #__VA_ARGS__\nconst char *s = S({opencl});\n"),
            1,
        ),
        (
            "k.cpp",
            format!("const char *s = \"{}\" BODY \"}}\";\n", &racy[..racy.len() / 2]),
            2,
        ),
    ] {
        let ground = Ground::new();
        ground.write("free.cu", "__global__ void nothing() { }\n");
        ground.write(
            "host.cpp",
            "#include \"k.h\"\n#include <nvrtc.h>\nint main() { return s[0]; }\n",
        );
        ground.write(name, &text);
        let ran = ground.run(&["check", "--quiet", "--", "."]);
        assert_eq!(ran.status, Some(status), "{name} {text}: {}", ran.said());
    }
}

#[test]
fn a_header_that_is_only_said_to_be_included_is_looked_at() {
    for (source, text) in [
        ("free.cu", "#if 0\n#include \"r.h\"\n#endif\n"),
        ("free.cu", "#ifdef NOPE\n#include <r.h>\n#endif\n"),
        ("free.cu", "/*\n#include \"r.h\"\n*/\n"),
        ("free.cu", "#include \"gone/r.h\"\n"),
        ("left_out/free.cu", "#include \"r.h\"\n"),
    ] {
        let ground = Ground::new();
        ground.write("kverify.toml", "exclude = [\"left_out/**\"]\n");
        ground.write("other.cu", "__global__ void nothing() { }\n");
        ground.write(source, format!("{text}__global__ void free() {{ }}\n"));
        ground.write("r.h", RACY);
        let ran = ground.run(&["check", "--quiet", "--", "."]);
        assert_eq!(ran.status, Some(1), "{text}: {}", ran.said());
    }
}

#[test]
fn a_header_that_its_source_does_not_read_is_said() {
    let ground = Ground::new();
    ground.write(
        "k.cu",
        "#include \"s.h\"\n#include \"r.h\"\n__global__ void nothing() { }\n",
    );
    ground.write("s.h", "#define R_H\n");
    ground.write("r.h", "#ifndef R_H\n#define R_H\n#include \"b.h\"\n#endif\n");
    ground.write("b.h", RACY);
    for arguments in [
        &["check", "--allow-unknown", "--", "."][..],
        &["check", "--allow-unknown", "--out", "out.jsonl", "."],
        &["check", "--allow-unknown", "--out", "out.jsonl", "--resume", "."],
    ] {
        let ran = ground.run(arguments);
        assert_eq!(ran.status, Some(2), "{}", ran.said());
        assert!(
            ran.said().contains("nobody looked at it: k.cu includes it"),
            "{}",
            ran.said()
        );
    }
    ground.write("s.h", "#define S_H\n");
    let ran = ground.run(&["check", "--quiet", "--", "."]);
    assert_eq!(ran.status, Some(1), "{}", ran.said());
}

#[test]
fn what_is_fetched_is_pinned() {
    for file in [
        "action.yml",
        ".github/workflows/ci.yml",
        ".github/workflows/release.yml",
        "docs/ci.md",
        "docs/batch.md",
    ] {
        let text = std::fs::read_to_string(root().join(file)).expect("readable");
        let uses = text
            .lines()
            .filter(|line| line.contains("uses: ") && !line.starts_with('#'));
        for line in uses.filter(|line| !line.contains("OWNER/kverify@COMMIT")) {
            let (_, revision) = line.split_once('@').expect("a revision");
            let commit = revision.split(' ').next().unwrap_or_default();
            let is_commit = commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit());
            assert!(is_commit, "{file}: {line}");
        }
    }
    let alias = std::fs::read_to_string(root().join(".cargo/config.toml")).expect("readable");
    assert!(alias.contains("xtask = \"run --quiet --locked "));
    let wheels = std::fs::read_to_string(root().join("xtask/src/wheels.rs")).expect("readable");
    assert!(wheels.contains("\"--require-hashes\""));
}

#[test]
fn every_promise_names_a_test_that_is_there() {
    let page = std::fs::read_to_string(root().join("docs/security.md")).expect("readable");
    let words = page.split('`').skip(1).step_by(2);
    let tests: Vec<(&str, &str)> = words.filter_map(|word| word.split_once("::")).collect();
    assert!(tests.len() > 30, "{tests:?}");
    for (module, name) in tests {
        let path = root().join("tests/hostile").join(format!("{module}.rs"));
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(text.contains(&format!("fn {name}()")), "{module}::{name}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_is_found_leads_nowhere_else() {
    use std::os::unix::fs::symlink;
    let elsewhere = Ground::new();
    elsewhere.write("secret.cu", "hunter2 __global__ void k() {}\n");
    let ground = Ground::new();
    ground.write("src/k.cu", FREE);
    symlink(ground.at("src/k.cu"), ground.at("src/inside.cu")).expect("linked");
    assert_eq!(ground.run(&["check", "src"]).status, Some(0));
    symlink(elsewhere.at("secret.cu"), ground.at("src/x.cu")).expect("linked");
    for arguments in [
        &["check", "src", "--allow-unknown"][..],
        &["check", "src/*.cu"],
        &["check", "src", "--out", "out.jsonl"],
    ] {
        let ran = ground.run(arguments);
        assert_eq!(ran.status, Some(2), "{}", ran.said());
        assert!(
            ran.said().contains("leads out") && !ran.said().contains("hunter2"),
            "{}",
            ran.said()
        );
    }
    // Nobody committed this one: the folder is no repository.
    assert!(ground.run(&["check", "src/x.cu"]).said().contains("hunter2"));
}

#[cfg(unix)]
#[test]
fn a_link_that_is_committed_and_named_leads_nowhere_else() {
    use std::os::unix::fs::symlink;
    let elsewhere = Ground::new();
    elsewhere.write("secret.cu", "hunter2 __global__ void k() {}\n");
    let ground = Ground::new();
    std::fs::create_dir(ground.at(".git")).expect("made");
    ground.write("src/k.cu", FREE);
    symlink(ground.at("src/k.cu"), ground.at("inside.cu")).expect("linked");
    symlink(elsewhere.at("secret.cu"), ground.at("src/x.cu")).expect("linked");
    symlink(elsewhere.path(), ground.at("out")).expect("linked");
    assert_eq!(ground.run(&["check", "--", "inside.cu"]).status, Some(0));
    for name in ["src/x.cu", "./src/../src/x.cu", "out/secret.cu", "out"] {
        let ran = ground.run(&["check", "--allow-unknown", "--", name, "src/k.cu"]);
        assert_eq!(ran.status, Some(2), "{}", ran.said());
        assert!(
            ran.said().contains("leads out of its repository") && !ran.said().contains("hunter2"),
            "{}",
            ran.said()
        );
    }
    for command in [
        &["fix"][..],
        &["config"],
        &["lines"],
        &["replay", "--block", "32", "--kernel", "k"],
        &["race-check", "--block", "32", "--kernel", "k"],
        &["compare", "src/k.cu"],
    ] {
        let ran = ground.run(&[command, &["src/x.cu"]].concat());
        assert!(
            ran.status != Some(0) && !ran.said().contains("hunter2"),
            "{command:?}: {}",
            ran.said()
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_a_name() {
    use std::os::unix::ffi::OsStrExt as _;
    let ground = Ground::new();
    let name = std::ffi::OsStr::from_bytes(b"k\xff.cu");
    std::fs::write(ground.path().join(name), RACY).expect("written");
    let mut command = ground.command(&["check", "--"]);
    let ran = super::finish(command.arg(name));
    assert_eq!(ran.status, Some(1), "{}", ran.said());
}

#[test]
fn a_kernel_in_a_hidden_place_is_said() {
    for name in [".impl/k.cu", ".k.cu", "src/.deep/er/k.cu"] {
        let ground = Ground::new();
        ground.write("free.cu", FREE);
        for folder in [".impl", "src/.deep/er"] {
            std::fs::create_dir_all(ground.at(folder)).expect("made");
        }
        ground.write(name, RACY);
        let ran = ground.run(&["check", "."]);
        assert_eq!(ran.status, Some(3), "{name}: {}", ran.said());
        assert!(ran.said().contains("k.cu: it is hidden"), "{}", ran.said());
    }
}

/// Also where an ignore file in the hidden place leaves it out, and whatever marks or holds it, once it is committed.
#[test]
fn a_kernel_that_is_committed_and_left_out_is_said() {
    let header = "#pragma once\n".to_owned() + RACY;
    let by_macro = format!("#define G __global__\n{}", RACY.replace("__global__", "G"));
    for (ignore, ignored, name, text) in [
        (".h/.gitignore", "*\n", ".h/r.cu", RACY),
        (".h/.ignore", "r.cu\n", ".h/r.cu", RACY),
        (".gitignore", ".h\n", ".h/deep/r.cu", RACY),
        (".gitignore", ".*\n", ".r.cu", RACY),
        (".gitignore", "r.h\n", "r.h", &header),
        (".gitignore", "x\n", ".h/r.inl", &header),
        (".gitignore", "r.cu\n", "r.cu", &by_macro),
        (".gitignore", "r.cu\n", "r.cu", "#define RR\n#include \"g.inc\"\n"),
    ] {
        let repository = Repository::new();
        repository.write("free.cu", FREE);
        repository.write(ignore, ignored);
        repository.write(name, text);
        repository.git(&["add", "--all", "--force"]);
        repository.commit();
        let ran = finish(repository.command(KVERIFY).args(["check", "."]));
        assert_eq!(ran.status, Some(3), "{ignore} {name}: {}", ran.said());
        assert!(ran.said().contains("it is hidden"), "{}", ran.said());
    }
}
