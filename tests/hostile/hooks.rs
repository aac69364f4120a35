//! Hooks see every file that may hold a kernel.

use super::repository::Repository;
use super::{FREE, KVERIFY, RACY, finish, root};

/// Endings of files that the hook for all kernels looks at.
const OF_HOOKS: [&str; 12] = [
    "cu", "cuh", "hip", "cl", "ocl", "opencl", "clcpp", "py", "cpp", "c++", "h", "inl",
];

/// pre-commit's types are made of what a file holds, and a link is of none of them but its own.
#[test]
fn the_hooks_pass_over_no_file_for_what_it_holds() {
    let hooks = std::fs::read_to_string(root().join(".pre-commit-hooks.yaml")).expect("readable");
    let hooks: serde_json::Value = serde_yaml_ng::from_str(&hooks).expect("YAML");
    for hook in hooks.as_array().expect("a list") {
        assert_eq!(hook["types"], serde_json::json!([]), "{hook}");
        assert_eq!(hook["types_or"], serde_json::json!(["file", "symlink"]), "{hook}");
        let files = hook["files"].as_str().expect("a pattern");
        assert!(files.starts_with("(?i)"), "{hook}");
    }
}

/// The hook that the page on hooks shows, called by git.
#[cfg(unix)]
#[test]
fn the_hook_of_git_alone_sees_what_is_staged() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let page = std::fs::read_to_string(root().join("docs/hooks.md")).expect("readable");
    let (_, hook) = page.split_once("executable:\n\n").expect("the hook");
    let (hook, _) = hook.split_once("\n\n").expect("its end");
    let hook: String = hook
        .lines()
        .map(|line| format!("{}\n", line.trim_start()))
        .collect();
    let in_strings = format!("import cupy\nk = cupy.RawKernel('{}', 'racy')\n", RACY.trim());
    let opencl = "__kernel void racy(__global int *a) { a[0] = get_local_id(0); }\n";
    let text = |ending: &str| match ending {
        "py" => in_strings.clone(),
        "cu" | "cuh" | "hip" | "cpp" | "c++" | "h" | "inl" => format!("/* \u{1} */\n{RACY}"),
        _ => format!("/* \u{1} */\n{opencl}"),
    };
    let large = OF_HOOKS.map(str::to_uppercase);
    for ending in OF_HOOKS
        .iter()
        .copied()
        .chain(large.iter().map(String::as_str))
        .chain(["link"])
    {
        // Python's own programs know its sources by small letters alone.
        if ending == "PY" {
            continue;
        }
        let repository = Repository::new();
        repository.write("free.cu", FREE);
        repository.commit();
        let installed = repository.write(".git/hooks/pre-commit", &hook);
        std::fs::set_permissions(installed, PermissionsExt::from_mode(0o755)).expect("set");
        match ending {
            "link" => {
                repository.write("k.dat", RACY);
                symlink("k.dat", repository.path().join("k.cu")).expect("linked");
            }
            _ => drop(repository.write(&format!("k.{ending}"), &text(&ending.to_lowercase()))),
        }
        repository.write(
            "other.cpp",
            "#include <nothing>\nint main() { return undeclared; }\n",
        );
        repository.git(&["add", "--all"]);
        let folder = std::path::Path::new(KVERIFY).parent().expect("a folder");
        let others = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&others));
        let mut command = repository.command("git");
        command.env("PATH", std::env::join_paths(path).expect("a path"));
        let ran = finish(command.args(["commit", "--message", "a change"]));
        assert!(ran.status != Some(0), "{ending}: {}", ran.said());
        assert!(ran.said().contains("data race"), "{ending}: {}", ran.said());
    }
}

/// What no kernel and no directive is in is passed over without a look at it; the rest is not.
#[test]
fn files_without_a_kernel_are_told_by_what_is_in_them() {
    let looped =
        "void f(int *a, int n) {\n#pragma omp parallel for\n  for (int i = 0; i < n; i++) a[0] = i;\n}\n";
    for (name, text, status) in [
        (
            "k.cpp",
            "#include <nothing>\nint main() { return undeclared; }\n",
            0,
        ),
        ("k.h", "#pragma once\nint f(unknown);\n", 0),
        ("k.c", looped, 1),
        ("k.hpp", RACY, 1),
    ] {
        let ground = super::Ground::new();
        ground.write(name, text);
        let ran = ground.run(&["check", "--quiet", "--allow-no-kernel", "--", name]);
        assert_eq!(ran.status, Some(status), "{name}: {}", ran.said());
    }
}
