//! `--since`: whatever a repository holds, a kernel that changed is verified, and git runs nothing.

use super::repository::Repository;
use super::{FREE, KVERIFY, RACY, Ran, finish};

/// A repository with a racy kernel that is not racy yet.
fn before(name: &str) -> Repository {
    let repository = Repository::new();
    repository.write(name, FREE);
    repository.commit();
    repository
}

fn since(repository: &Repository, file: &str) -> Ran {
    since_with(repository, file, &[])
}

pub fn since_with(repository: &Repository, file: &str, arguments: &[&str]) -> Ran {
    let mut command = repository.command(KVERIFY);
    command
        .args([
            "check",
            "--quiet",
            "--allow-unknown",
            "--allow-no-kernel",
            "--since",
            "HEAD",
        ])
        .args(arguments)
        .args(["--", file])
        .env("KVERIFY_CACHE_DIR", "");
    finish(&mut command)
}

#[track_caller]
pub fn counts(repository: &Repository, file: &str) {
    let ran = since(repository, file);
    assert_eq!(ran.status, Some(1), "{}", ran.said());
}

#[test]
fn files_without_a_diff_count() {
    for attributes in [
        "*.cu -diff",
        "*.cu binary",
        "*.cu diff=x",
        "*.cu filter=x",
        "*.cu text eol=crlf",
    ] {
        let repository = before("k.cu");
        repository.write(".gitattributes", attributes);
        repository.git(&["config", "diff.x.textconv", "true"]);
        repository.git(&["config", "filter.x.clean", "git show HEAD:k.cu"]);
        repository.commit();
        repository.write("k.cu", RACY);
        counts(&repository, "k.cu");
    }
}

#[test]
fn files_that_git_is_told_to_overlook_count() {
    for bit in ["--assume-unchanged", "--skip-worktree"] {
        let repository = before("k.cu");
        repository.git(&["update-index", bit, "k.cu"]);
        repository.write("k.cu", RACY);
        counts(&repository, "k.cu");
    }
}

#[test]
fn strange_names_count() {
    for name in [
        "a\"b.cu",
        "a\nb.cu",
        "a\tb.cu",
        "a\\b.cu",
        " .cu",
        "\u{e4}.cu",
        "\u{1b}[2J.cu",
        ":!k.cu",
        "-x.cu",
    ] {
        let repository = before(name);
        repository.write(name, RACY);
        counts(&repository, name);
        // A file that git does not know.
        repository.git(&["rm", "--quiet", "--cached", "--", &format!("./{name}")]);
        counts(&repository, name);
    }
}

#[test]
fn lines_that_look_like_a_diff_count() {
    for line in ["++ j;", "-- j;", "++ b/k.cu", "@@ -1 +1 @@", "diff --git a/x b/x"] {
        let repository = Repository::new();
        let kernel = |line: &str| {
            format!(
                "__global__ void k(int *a)\n{{\nint j = threadIdx.x;\n/*\n{line}\n*/\na[j] = threadIdx.x;\n}}\n"
            )
        };
        repository.write("k.cu", &kernel("x"));
        repository.commit();
        repository.write("k.cu", &kernel(line).replace("a[j]", "a[j / 2]"));
        counts(&repository, "k.cu");
    }
    let repository = Repository::new();
    let kernel =
        |j: &str| format!("__global__ void k(int *a)\n{{\nint j = 0;\n{j}\na[j] = threadIdx.x;\n}}\n");
    repository.write("k.cu", &kernel("j = blockIdx.x * blockDim.x + threadIdx.x;"));
    repository.commit();
    repository.write("k.cu", &kernel("++ j;"));
    counts(&repository, "k.cu");
}

#[test]
fn headers_count_wherever_they_are() {
    let text =
        "#include \"h.h\"\n__global__ void k(int *a) { a[INDEX] = 1; }\n".replace(" 1;", " threadIdx.x;");
    let (free, racy) = (
        "#define INDEX blockIdx.x * blockDim.x + threadIdx.x\n",
        "#define INDEX 0\n",
    );
    // Known to git, ignored, in a repository of its own, and outside of all.
    let repository = before("k.cu");
    repository.write("k.cu", &text);
    repository.write("h.h", free);
    repository.commit();
    repository.write("h.h", racy);
    counts(&repository, "k.cu");

    let repository = before("k.cu");
    repository.write(".gitignore", "h.h\n");
    repository.write("k.cu", &text);
    repository.write("h.h", free);
    repository.commit();
    repository.write("h.h", racy);
    counts(&repository, "k.cu");

    let repository = before("k.cu");
    repository.write("k.cu", &text.replace("h.h", "nested/h.h"));
    repository.commit();
    repository.write("nested/h.h", racy);
    repository.git(&["-C", "nested", "init", "--quiet"]);
    counts(&repository, "k.cu");
    repository.git(&["-C", "nested", "add", "--all"]);
    repository.git(&["-C", "nested", "commit", "--quiet", "--message", "nested"]);
    repository.git(&["add", "--all"]);
    repository.git(&["commit", "--quiet", "--message", "a submodule"]);
    counts(&repository, "k.cu");

    let outside = tempfile::tempdir().expect("a folder");
    std::fs::write(outside.path().join("h.h"), racy).expect("written");
    let repository = before("k.cu");
    repository.write(
        "k.cu",
        &text.replace("h.h", &outside.path().join("h.h").display().to_string()),
    );
    repository.commit();
    counts(&repository, "k.cu");
}

#[test]
fn a_header_that_is_gone_leaves_the_place_to_another() {
    let repository = Repository::new();
    repository.write(
        "k.cu",
        "#include \"h.h\"\n__global__ void k(int *a) { a[INDEX] = threadIdx.x; }\n",
    );
    repository.write("h.h", "#define INDEX blockIdx.x * blockDim.x + threadIdx.x\n");
    repository.write("include/h.h", "#define INDEX 0\n");
    repository.commit();
    std::fs::remove_file(repository.path().join("h.h")).expect("removed");
    let ran = since_with(&repository, "k.cu", &["-I", "include"]);
    assert_eq!(ran.status, Some(1), "{}", ran.said());
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_elsewhere_counts() {
    use std::os::unix::fs::symlink;
    for (link, first, second, file) in [
        ("h.h", "free.h", "racy.h", "h.h"),
        ("inc", "free", "racy", "inc/h.h"),
    ] {
        let repository = Repository::new();
        let kernel = "__global__ void k(int *a) { a[INDEX] = threadIdx.x; }\n";
        repository.write("k.cu", &format!("#include \"{file}\"\n{kernel}"));
        for name in ["free.h", "free/h.h"] {
            repository.write(name, "#define INDEX blockIdx.x * blockDim.x + threadIdx.x\n");
        }
        for name in ["racy.h", "racy/h.h"] {
            repository.write(name, "#define INDEX 0\n");
        }
        symlink(first, repository.path().join(link)).expect("linked");
        repository.commit();
        let ran = since(&repository, "k.cu");
        assert_eq!((ran.status, ran.said().as_str()), (Some(0), ""));
        std::fs::remove_file(repository.path().join(link)).expect("removed");
        symlink(second, repository.path().join(link)).expect("linked");
        counts(&repository, "k.cu");
    }
}

/// A header that one folder has is found, and one that two have is not.
#[test]
fn a_second_header_of_a_name_counts() {
    let repository = before("k.cu");
    repository.write("src/k.cu", &format!("#include \"shape.h\"\n{RACY}"));
    repository.write("parts/deep/shape.h", "");
    repository.commit();
    let ran = since(&repository, "src/k.cu");
    assert_eq!((ran.status, ran.said().as_str()), (Some(0), ""));
    repository.write("others/deep/shape.h", "");
    counts(&repository, "src/k.cu");
}

#[test]
fn settings_count() {
    let text = "#ifndef INDEX\n#define INDEX blockIdx.x * blockDim.x + threadIdx.x\n#endif\n\
                __global__ void k(int *a) { a[INDEX] = threadIdx.x; }\n";
    let database = |define: &str| {
        format!("[{{\"directory\": \".\", \"file\": \"k.cu\", \"command\": \"nvcc {define} -c k.cu\"}}]")
    };
    for (name, old, new) in [
        (
            "kverify.toml",
            "block = 64\n".to_owned(),
            "define = [\"INDEX=0\"]\n".to_owned(),
        ),
        ("compile_commands.json", database("-DX"), database("-DINDEX=0")),
        (
            "build/compile_commands.json",
            database("-DX").replace("\".\"", "\"..\""),
            database("-DINDEX=0").replace("\".\"", "\"..\""),
        ),
    ] {
        let repository = Repository::new();
        repository.write("k.cu", text);
        repository.write(name, &old);
        repository.commit();
        let ran = since(&repository, "k.cu");
        assert_eq!((ran.status, ran.said().as_str()), (Some(0), ""), "{name}");
        repository.write(name, &new);
        counts(&repository, "k.cu");
    }
}

#[test]
fn git_runs_nothing() {
    let repository = before("k.cu");
    let mark = repository.path().join("was-run");
    let program = format!("touch '{}'; true", mark.display());
    for name in [
        "core.fsmonitor",
        "core.pager",
        "core.sshCommand",
        "core.alternateRefsCommand",
        "diff.external",
        "diff.x.textconv",
        "diff.x.command",
        "filter.x.clean",
        "filter.x.smudge",
        "filter.x.process",
    ] {
        repository.git(&["config", name, &program]);
    }
    repository.write(".git/hooks/post-index-change", &format!("#!/bin/sh\n{program}\n"));
    repository.write(".gitattributes", "*.cu diff=x filter=x\n");
    repository.write("k.cu", RACY);
    counts(&repository, "k.cu");
    assert!(!mark.exists());
}

#[test]
fn a_replaced_commit_does_not_hide_a_change() {
    let repository = before("k.cu");
    let old = repository.git(&["rev-parse", "HEAD"]);
    repository.write("k.cu", RACY);
    let new = repository.commit();
    repository.git(&["reset", "--quiet", "--hard", &old]);
    repository.git(&["replace", &old, &new]);
    repository.write("k.cu", RACY);
    counts(&repository, "k.cu");
}

/// A clone brings tags along, and git takes a tag before a branch of its name.
#[test]
fn a_name_of_several_is_refused() {
    let repository = before("k.cu");
    repository.git(&["branch", "base"]);
    repository.write("k.cu", RACY);
    repository.commit();
    let against = |name: &str| {
        let mut command = repository.command(KVERIFY);
        finish(command.args(["check", "k.cu", "--since", name]))
    };
    assert_eq!(against("base").status, Some(1));
    repository.git(&["tag", "base"]);
    let ran = against("base");
    assert_eq!(ran.status, Some(2), "{}", ran.said());
    assert!(ran.said().contains("the name of several"), "{}", ran.said());
    assert_eq!(against("refs/heads/base").status, Some(1));
}

/// A caller that an ignore file leaves out from now on called before.
#[test]
fn a_caller_that_is_ignored_from_now_on_counts() {
    let repository = Repository::new();
    repository.write(
        "m.cu",
        "__global__ void racy(int *a) { a[threadIdx.x / 2] = threadIdx.x; }\n",
    );
    let host =
        "__global__ void racy(int *);\nint main() { int *p; cudaMalloc(&p, 4096); racy<<<1, 1>>>(p); }\n";
    repository.write("h.cu", host);
    repository.commit();
    repository.write(".gitignore", "h.cu\n");
    repository.commit();
    let ran = finish(
        repository
            .command(KVERIFY)
            .args(["check", "m.cu", "--since", "HEAD~1"]),
    );
    assert_eq!(ran.status, Some(1), "{}", ran.said());
}

#[test]
fn what_a_text_asks_for_counts() {
    for (asks, name) in [
        ("#if __has_include(\"on.h\")", "on.h"),
        ("#if __has_include(<on.h>)", "on.h"),
        ("#define NAME \"on.h\"\n#if __has_include(NAME)", "on.h"),
    ] {
        let repository = Repository::new();
        let apart = "#define AT (blockIdx.x * blockDim.x + threadIdx.x)";
        let kernel = "__global__ void racy(int *a) { a[AT] = threadIdx.x; }";
        let text = format!("{asks}\n#define AT 0\n#else\n{apart}\n#endif\n{kernel}\n");
        repository.write("k.cu", &text);
        repository.commit();
        repository.write(name, "");
        let ran = since_with(&repository, "k.cu", &["-I", "."]);
        assert_eq!(ran.status, Some(1), "{asks}: {}", ran.said());
    }
}

#[test]
fn what_host_code_includes_counts() {
    let repository = Repository::new();
    repository.write("k.cu", "__global__ void racy(int *a) { a[0] = threadIdx.x; }\n");
    let host = "#include \"n.h\"\n__global__ void racy(int *a);\nvoid f(int *a) { racy<<<1, N>>>(a); }\n";
    repository.write("host.cpp", host);
    repository.write("n.h", "#define N 1\n");
    repository.commit();
    assert_eq!(since(&repository, "k.cu").status, Some(0));
    repository.write("n.h", "#define N 64\n");
    counts(&repository, "k.cu");
}

/// Committed files may look like a repository, with a history of its own choice.
#[test]
fn a_repository_among_the_files_is_not_believed() {
    let repository = before("k.cu");
    repository.write("sub/k.cu", RACY);
    let sub = repository.path().join("sub");
    repository.git(&["-C", "sub", "init", "--quiet"]);
    repository.git(&["-C", "sub", "add", "--all"]);
    repository.git(&["-C", "sub", "commit", "--quiet", "--message", "theirs"]);
    for entry in std::fs::read_dir(sub.join(".git")).expect("a folder") {
        let entry = entry.expect("an entry");
        std::fs::rename(entry.path(), sub.join(entry.file_name())).expect("moved");
    }
    std::fs::remove_dir(sub.join(".git")).expect("removed");
    repository.git(&["config", "--file", "sub/config", "core.bare", "false"]);
    repository.git(&[
        "config",
        "--file",
        "sub/config",
        "core.worktree",
        &sub.display().to_string(),
    ]);
    let mut command = repository.command(KVERIFY);
    let ran = finish(command.current_dir(&sub).args(["check", "--since", "HEAD", "."]));
    assert_eq!(ran.status, Some(2), "{}", ran.said());
    assert!(ran.said().contains("bare repository"), "{}", ran.said());
    // From outside it is a folder like others.
    counts(&repository, "sub/k.cu");
}
