//! `--since` on a real repository: which kernels a change concerns.

use super::repository::Repository;
use super::{KVERIFY, free, racy, said};
use serde_json::Value;

/// `two.cu` holds `one` and `two`; `scale` includes a macro and `call` a function of `common.h`.
fn repository() -> Repository {
    let repository = Repository::new();
    repository.write("two.cu", &(racy("one") + "\n" + &racy("two")));
    let header = "#define FACTOR 2\n\n__device__ inline int twice(int x)\n{\n    return 2 * x;\n}\n";
    repository.write("include/common.h", header);
    let scale =
        "#include \"include/common.h\"\n__global__ void scale(int *a) { a[0] = FACTOR * threadIdx.x; }\n";
    repository.write("scale.cu", scale);
    let call = "#include \"include/common.h\"\n__global__ void call(int *a) { a[0] = twice(threadIdx.x); }\n";
    repository.write("call.cu", call);
    repository.commit();
    repository
}

/// The names of the kernels that are verified, in order; and the exit status.
fn verified_in(repository: &Repository, folder: &str, arguments: &[&str]) -> (Vec<String>, i32) {
    let output = repository
        .command(KVERIFY)
        .current_dir(repository.path().join(folder))
        .args(["check", "--format", "json", "--block", "64", "--grid", "1"])
        .args(arguments)
        .output()
        .expect("the command runs");
    let document: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", said(&output)));
    let files = document["files"].as_array().expect("files").iter();
    let kernels = files.flat_map(|file| file["kernels"].as_array().expect("kernels"));
    let mut names: Vec<String> = kernels
        .map(|kernel| kernel["name"].as_str().expect("a name").to_owned())
        .collect();
    names.sort();
    (names, output.status.code().unwrap_or(-1))
}

fn verified(repository: &Repository) -> (Vec<String>, i32) {
    verified_in(repository, ".", &[".", "--since", "HEAD"])
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn nothing_changed_is_nothing_to_do() {
    assert_eq!(verified(&repository()), (names(&[]), 0));
}

#[test]
fn of_one_file_only_the_changed_kernel_counts() {
    let repository = repository();
    repository.write(
        "two.cu",
        &(racy("one") + "\n" + &racy("two").replace("threadIdx.x", "1 + threadIdx.x")),
    );
    assert_eq!(verified(&repository), (names(&["two"]), 1));
    // Staged or not makes no difference, and the folder from which it is called neither.
    repository.git(&["add", "--all"]);
    assert_eq!(verified(&repository), (names(&["two"]), 1));
    let from_below = verified_in(&repository, "include", &["../two.cu", "--since", "HEAD"]);
    assert_eq!(from_below, (names(&["two"]), 1));
    // Once it is committed it counts against the commit before only.
    let before = repository.git(&["rev-parse", "HEAD"]);
    repository.commit();
    assert_eq!(verified(&repository), (names(&[]), 0));
    let against = verified_in(&repository, ".", &["two.cu", "--since", &before]);
    assert_eq!(against, (names(&["two"]), 1));
}

#[test]
fn a_line_outside_of_all_kernels_concerns_all_of_them() {
    let repository = repository();
    let text = racy("one") + "#define UNUSED\n" + &racy("two");
    repository.write("two.cu", &text);
    assert_eq!(verified(&repository), (names(&["one", "two"]), 1));
}

#[test]
fn new_files_count_whole_staged_ignored_or_not() {
    let repository = repository();
    repository.write("new folder/n\u{e4}w.cu", &(free("three") + &racy("four")));
    assert_eq!(verified(&repository), (names(&["four", "three"]), 1));
    repository.git(&["add", "--all"]);
    assert_eq!(verified(&repository), (names(&["four", "three"]), 1));
    repository.write(".gitignore", "new folder/\n");
    repository.git(&["rm", "--quiet", "--cached", "-r", "new folder"]);
    let named = verified_in(&repository, ".", &["new folder/n\u{e4}w.cu", "--since", "HEAD"]);
    assert_eq!(named.0, names(&["four", "three"]));
}

#[test]
fn a_renamed_file_is_a_new_one() {
    let repository = repository();
    repository.git(&["mv", "two.cu", "both.cu"]);
    assert_eq!(verified(&repository), (names(&["one", "two"]), 1));
}

#[test]
fn a_deleted_line_counts_for_the_kernel_around_it() {
    let repository = repository();
    let kernel =
        |body: &str| format!("__global__ void one(int *a)\n{{\n    int x = 1;\n{body}    a[0] = x;\n}}\n");
    repository.write("two.cu", &(kernel("    x++;\n") + &free("two")));
    repository.commit();
    repository.write("two.cu", &(kernel("") + &free("two")));
    assert_eq!(verified(&repository).0, names(&["one"]));
}

#[test]
fn a_header_counts_for_the_kernels_that_its_change_can_reach() {
    let repository = repository();
    let header = |factor: u32, two: u32| {
        format!(
            "#define FACTOR {factor}\n\n__device__ inline int twice(int x)\n{{\n    return {two} * x;\n}}\n"
        )
    };
    // A function's body concerns who calls it; for who does not, its line is one outside of all kernels.
    repository.write("include/common.h", &header(2, 3));
    assert_eq!(verified(&repository).0, names(&["call", "scale"]));
    repository.write("include/common.h", &header(4, 2));
    assert_eq!(verified(&repository).0, names(&["call", "scale"]));
}

#[test]
fn callers_in_other_files_count() {
    let repository = Repository::new();
    let caller =
        |threads: u32| format!("void run(float *a, int n);\nint main() {{ run(nullptr, {threads}); }}\n");
    repository.write(
        "k.cu",
        "__global__ void k(float *a) { a[threadIdx.x] = 1; }\nvoid run(float *a, int n) { k<<<1, n>>>(a); }\n",
    );
    repository.write("app.cpp", &caller(64));
    repository.write("note.cpp", "void note() { }\n");
    repository.commit();
    assert_eq!(verified(&repository).0, names(&[]));
    repository.write("note.cpp", "void note() { int running; }\n");
    assert_eq!(verified(&repository).0, names(&[]));
    repository.write("app.cpp", &caller(128));
    assert_eq!(verified(&repository).0, names(&["k"]));
    // One that calls it no more, that is gone, or that is new.
    repository.write("app.cpp", "int main() { }\n");
    assert_eq!(verified(&repository).0, names(&["k"]));
    std::fs::remove_file(repository.path().join("app.cpp")).expect("removed");
    assert_eq!(verified(&repository).0, names(&["k"]));
    repository.commit();
    assert_eq!(verified(&repository).0, names(&[]));
    repository.write("other.cpp", &caller(32));
    assert_eq!(verified(&repository).0, names(&["k"]));
}

#[test]
fn what_git_cannot_answer_is_wrong_usage() {
    let repository = repository();
    let fails = |repository: &Repository, revision: &str| {
        let output = repository
            .command(KVERIFY)
            .args(["check", "two.cu", &format!("--since={revision}")])
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert_eq!(output.stdout, b"");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let unknown = fails(&repository, "nowhere");
    assert!(
        unknown.starts_with("error: --since: ") && unknown.contains("nowhere"),
        "{unknown}"
    );
    let flag = fails(&repository, "--output=stolen");
    assert!(flag.contains("is no revision"), "{flag}");
    assert!(!repository.path().join("stolen").exists());
    std::fs::remove_dir_all(repository.path().join(".git")).expect("removed");
    let outside = fails(&repository, "HEAD");
    assert!(outside.contains("not a git repository"), "{outside}");
    // Before the first commit there is no HEAD.
    repository.git(&["init", "--quiet"]);
    let first = fails(&repository, "HEAD");
    assert!(first.contains("HEAD"), "{first}");
}
