//! The hooks, called by the real pre-commit on a repository of its own.

use super::repository::Repository;
use super::{KVERIFY, free, is_there, kverify_folder, path_with, racy, root, said};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Output};

/// How pre-commit is called, and where its modules are.
struct PreCommit {
    call: Vec<OsString>,
    modules: Option<PathBuf>,
}

/// The one that the set-up installed, else the user's; `None`, and a line that says so, if there is none.
fn pre_commit() -> Option<PreCommit> {
    let modules = root().join(".deps/python").canonicalize().ok();
    if let Some(modules) = modules.filter(|folder| folder.join("pre_commit").is_dir()) {
        return Some(PreCommit {
            call: ["python3", "-m", "pre_commit"].map(OsString::from).to_vec(),
            modules: Some(modules),
        });
    }
    is_there("pre-commit", &["--version"]).then(|| PreCommit {
        call: vec!["pre-commit".into()],
        modules: None,
    })
}

/// A user's repository with a hook of ours; `config` is what the user writes below the hook's id.
struct Scratch {
    repository: Repository,
    pre_commit: PreCommit,
    // Removed with it: the repository that the hooks come from, and pre-commit's own folder.
    _hooks: Repository,
    _home: tempfile::TempDir,
}

impl Scratch {
    fn new(hooks: &[&str], path: OsString) -> Option<Scratch> {
        let pre_commit = pre_commit()?;
        let origin = Repository::new();
        for file in [".pre-commit-hooks.yaml", "hooks/from-source.sh"] {
            let copy = origin.write(file, "");
            std::fs::copy(root().join(file), copy).expect("copied, with its permissions");
        }
        let revision = origin.commit();
        let home = tempfile::tempdir().expect("a folder");
        let mut repository = Repository::new();
        repository.variables = vec![
            ("PATH", path),
            ("HOME", home.path().into()),
            ("PRE_COMMIT_HOME", home.path().join("pre-commit").into()),
            ("PRE_COMMIT_COLOR", "never".into()),
        ];
        if let Some(modules) = &pre_commit.modules {
            repository.variables.push(("PYTHONPATH", modules.into()));
        }
        let hooks: String = hooks.iter().map(|hook| format!("  - {hook}\n")).collect();
        let config = format!(
            "repos:\n- repo: {}\n  rev: {revision}\n  hooks:\n{hooks}",
            origin.path().display()
        );
        repository.write(".pre-commit-config.yaml", &config);
        let scratch = Scratch {
            repository,
            pre_commit,
            _hooks: origin,
            _home: home,
        };
        let installed = scratch.pre_commit(&["install"]);
        assert!(installed.status.success(), "{}", said(&installed));
        Some(scratch)
    }

    fn pre_commit(&self, arguments: &[&str]) -> Output {
        let (program, lead) = self.pre_commit.call.split_first().expect("a program");
        let mut command: Command = self.repository.command(&program.to_string_lossy());
        command.args(lead).args(arguments);
        command.output().expect("pre-commit runs")
    }

    /// Stages a file and commits; whether that went well, and what was said.
    fn commit(&self, file: &str, text: &str) -> (bool, String) {
        self.repository.write(file, text);
        self.repository.git(&["add", "--all"]);
        self.commit_staged()
    }

    fn commit_staged(&self) -> (bool, String) {
        let output = self.repository.try_git(&["commit", "--message", "a change"]);
        (output.status.success(), said(&output))
    }
}

fn path() -> OsString {
    path_with(&[kverify_folder()])
}

#[test]
fn a_racy_kernel_keeps_from_committing_and_its_mend_does_not() {
    let Some(scratch) = Scratch::new(&["id: kverify"], path()) else {
        return;
    };
    let (committed, told) = scratch.commit("kernel.cu", &racy("k"));
    assert!(!committed, "{told}");
    assert!(told.contains("data race on `a` in global memory"), "{told}");
    assert!(told.contains("kernel.cu:1"), "{told}");
    let (committed, told) = scratch.commit("kernel.cu", &free("k"));
    assert!(committed, "{told}");
    let of_hook = told
        .lines()
        .find(|line| line.starts_with("kverify"))
        .expect("the hook's line");
    assert!(of_hook.ends_with("Passed"), "{told}");
    assert!(
        !told.contains("proved") && !told.contains("hook id"),
        "quiet when all is well: {told}"
    );
}

/// What pre-commit takes for no text, and what it knows by no type.
#[cfg(unix)]
#[test]
fn control_characters_links_and_large_letters_hide_nothing() {
    let Some(scratch) = Scratch::new(&["id: kverify"], path()) else {
        return;
    };
    let folder = scratch.repository.path().to_owned();
    let odd = |text: &str| format!("/* \u{1} */\n{text}");
    let opencl = "__kernel void k(__global int *a) { a[0] = get_local_id(0); }\n";
    for (name, text) in [
        ("k.hip", odd(&racy("k"))),
        ("k.cl", odd(opencl)),
        ("k.CU", racy("k")),
        ("k.HIP", odd(&racy("k"))),
        ("k.ClCpp", odd(opencl)),
    ] {
        let (committed, told) = scratch.commit(name, &text);
        assert!(!committed && told.contains("data race"), "{name}: {told}");
        scratch.repository.git(&["rm", "--quiet", "--force", name]);
    }
    scratch.repository.write("k.dat", &racy("k"));
    std::os::unix::fs::symlink("k.dat", folder.join("l.cu")).expect("linked");
    scratch.repository.git(&["add", "--all"]);
    let (committed, told) = scratch.commit_staged();
    assert!(!committed && told.contains("data race"), "{told}");
}

#[test]
fn several_files_are_one_call_and_opencl_counts() {
    let Some(scratch) = Scratch::new(&["id: kverify"], path()) else {
        return;
    };
    scratch.repository.write("src/fine.cu", &free("fine"));
    scratch
        .repository
        .write("src/host.cu", "int main() { return 0; }\n");
    scratch.repository.write("src/blank.cu", "\n");
    scratch.repository.write(
        "src/helpers.cuh",
        "__device__ inline int twice(int x) { return 2 * x; }\n",
    );
    let opencl = "__kernel void all(__global int *a) { a[0] = get_local_id(0); }\n";
    let (committed, told) = scratch.commit("src/all.cl", opencl);
    assert!(!committed, "{told}");
    assert!(
        told.contains("src/all.cl:1") && !told.contains("fine.cu"),
        "{told}"
    );
    assert_eq!(told.matches("hook id: kverify").count(), 1, "{told}");
    let (committed, told) = scratch.commit(
        "src/all.cl",
        "__kernel void all(__global int *a) { a[get_global_id(0)] = 1; }\n",
    );
    assert!(committed, "{told}");
}

#[test]
fn files_of_other_kinds_are_left_alone() {
    let Some(scratch) = Scratch::new(&["id: kverify", "id: kverify-cuda", "id: kverify-opencl"], path())
    else {
        return;
    };
    let (committed, told) = scratch.commit("racy.txt", &racy("in_a_text"));
    assert!(committed, "{told}");
    assert_eq!(told.matches("(no files to check)Skipped").count(), 3, "{told}");
}

#[test]
fn the_hooks_for_one_language_see_only_theirs() {
    let Some(scratch) = Scratch::new(&["id: kverify-cuda", "id: kverify-opencl"], path()) else {
        return;
    };
    let (committed, told) = scratch.commit("racy.cu", &racy("k"));
    assert!(!committed, "{told}");
    assert!(
        told.contains("- hook id: kverify-cuda") && !told.contains("- hook id: kverify-opencl"),
        "{told}"
    );
    scratch.repository.git(&["rm", "--quiet", "--cached", "racy.cu"]);
    std::fs::remove_file(scratch.repository.path().join("racy.cu")).expect("removed");
    let (committed, told) = scratch.commit(
        "all.ocl",
        "__kernel void all(__global int *a) { a[0] = get_local_id(0); }\n",
    );
    assert!(!committed, "{told}");
    assert!(
        !told.contains("- hook id: kverify-cuda") && told.contains("- hook id: kverify-opencl"),
        "{told}"
    );
}

#[test]
fn what_is_staged_counts_and_not_what_lies_in_the_folder() {
    let Some(scratch) = Scratch::new(&["id: kverify"], path()) else {
        return;
    };
    scratch.repository.write("kernel.cu", &free("k"));
    scratch.repository.git(&["add", "--all"]);
    scratch.repository.write("kernel.cu", &racy("k"));
    let (committed, told) = scratch.commit_staged();
    assert!(committed, "{told}");
    let left = std::fs::read_to_string(scratch.repository.path().join("kernel.cu")).expect("still there");
    assert_eq!(left, racy("k"));
}

/// Not analysed: a cycle with two entries.
const TWISTED: &str = "__global__ void twisted(int *a, int n) {
    int i = 0;
    if (n > 3) goto middle;
    while (i < n) {
        i++;
middle:
        i += 2;
    }
    a[blockIdx.x * blockDim.x + threadIdx.x] = i;
}
";

#[test]
fn what_is_unknown_passes_unless_the_user_wants_proofs() {
    let Some(scratch) = Scratch::new(&["id: kverify"], path()) else {
        return;
    };
    let (committed, told) = scratch.commit("twisted.cu", TWISTED);
    assert!(committed, "{told}");
    let Some(strict) = Scratch::new(&["id: kverify\n    args: []"], path()) else {
        return;
    };
    let (committed, told) = strict.commit("twisted.cu", TWISTED);
    assert!(!committed && told.contains("unknown: twisted"), "{told}");
}

#[test]
fn only_changed_kernels_count_with_since() {
    let Some(scratch) = Scratch::new(&["id: kverify\n    args: [--since, HEAD]"], path()) else {
        return;
    };
    scratch
        .repository
        .write("old.cu", &(racy("old") + &free("other")));
    scratch.repository.commit();
    let changed = free("other").replace("= 1", "= 2");
    let (committed, told) = scratch.commit("old.cu", &(racy("old") + &changed));
    assert!(committed, "{told}");
    let (committed, told) = scratch.commit("old.cu", &(racy("old") + &racy("other")));
    assert!(!committed && told.contains("in other"), "{told}");
    assert!(!told.contains("in old"), "{told}");
}

#[test]
fn from_source_builds_once_and_says_what_is_missing() {
    let tools = tempfile::tempdir().expect("a folder");
    let log = tools.path().join("calls");
    let cargo = tools.path().join("cargo");
    // In the place of a build that takes minutes: what `cargo xtask install --root FOLDER` leaves behind.
    let script = format!(
        "#!/bin/sh\nset -eu\necho \"$@\" >>'{}'\ntest -z \"${{GIT_INDEX_FILE-}}\"\nmkdir -p \"$4/bin\"\n\
         printf '#!/bin/sh\\nexec %s \"$@\"\\n' '{KVERIFY}' >\"$4/bin/kverify\"\nchmod +x \"$4/bin/kverify\"\n",
        log.display()
    );
    std::fs::write(&cargo, script).expect("written");
    Command::new("chmod")
        .arg("+x")
        .arg(&cargo)
        .status()
        .expect("chmod runs");
    let Some(scratch) = Scratch::new(&["id: kverify-from-source"], path_with(&[tools.path()])) else {
        return;
    };
    let (committed, told) = scratch.commit("kernel.cu", &racy("k"));
    assert!(!committed && told.contains("data race on `a`"), "{told}");
    let (committed, told) = scratch.commit("kernel.cu", &free("k"));
    assert!(committed, "{told}");
    let calls = std::fs::read_to_string(&log).expect("it was called");
    assert_eq!(calls.lines().count(), 1, "{calls}");
    assert!(calls.starts_with("xtask install --root "), "{calls}");
    // Without cargo.
    let bare = tempfile::tempdir().expect("a folder");
    for program in ["sh", "dirname"] {
        let real = std::env::split_paths(&std::env::var_os("PATH").expect("a path"))
            .map(|folder| folder.join(program))
            .find(|file| file.is_file())
            .expect("every system has it");
        std::os::unix::fs::symlink(real, bare.path().join(program)).expect("a link");
    }
    let copy = Repository::new();
    let script = copy.write("hooks/from-source.sh", "");
    std::fs::copy(root().join("hooks/from-source.sh"), &script).expect("copied");
    let output = Command::new("sh")
        .arg(&script)
        .env("PATH", bare.path())
        .output()
        .expect("sh runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("there is no cargo"), "{}", said(&output));
}
