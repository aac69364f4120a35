//! `--since` and what has a say in a kernel that is not among the texts that it is made of.

use super::repository::Repository;
use super::since::{counts, since_with};
use super::{KVERIFY, finish};

/// A repository of these files, in which one kernel is proved, and what `--since` says when nothing is changed: nothing.
#[track_caller]
fn unchanged(files: &[(&str, &str)], file: &str, arguments: &[&str]) -> Repository {
    let repository = Repository::new();
    for (name, text) in files {
        repository.write(name, text);
    }
    repository.commit();
    let ran = since_with(&repository, file, arguments);
    assert_eq!((ran.status, ran.said().as_str()), (Some(0), ""));
    repository
}

const APART: &str = "#define INDEX blockIdx.x * blockDim.x + threadIdx.x\n";
const ONE: &str = "#define INDEX 0\n";
const SEARCHES: &str = "#include <h.h>\n__global__ void k(int *a) { a[INDEX] = threadIdx.x; }\n";

#[test]
fn headers_that_count_as_the_systems_count() {
    let database = "[{\"directory\": \".\", \"file\": \"k.cu\", \"command\": \"nvcc -isystem tp -c k.cu\"}]";
    let guarded = |text: &str| format!("#pragma clang system_header\n{text}");
    for (settings, name, before, after) in [
        (
            ("compile_commands.json", database),
            "tp/h.h",
            APART.to_owned(),
            ONE.to_owned(),
        ),
        (
            ("kverify.toml", "include = [\"tp\"]\n"),
            "tp/h.h",
            guarded(APART),
            guarded(ONE),
        ),
    ] {
        let files = [("k.cu", SEARCHES), settings, (name, &*before)];
        let repository = unchanged(&files, "k.cu", &[]);
        repository.write(name, &after);
        counts(&repository, "k.cu");
    }
}

#[test]
fn flags_in_makefiles_count() {
    let flag = |flag: &str| format!("all:\n\tnvcc {flag} src/k.cu\n");
    for makefile in ["Makefile", "src/CMakeLists.txt", "rules.mk"] {
        let above = if makefile.starts_with("src/") { "../" } else { "" };
        let (a, b) = (flag(&format!("-I{above}a")), flag(&format!("-I{above}b")));
        let files = [
            ("src/k.cu", SEARCHES),
            ("a/h.h", APART),
            ("b/h.h", ONE),
            (makefile, &a),
        ];
        let repository = unchanged(&files, "src/k.cu", &[]);
        repository.write(makefile, &b);
        counts(&repository, "src/k.cu");
        std::fs::remove_file(repository.path().join(makefile)).expect("removed");
        repository.write("src/Makefile", &flag("-I../b"));
        counts(&repository, "src/k.cu");
    }
}

/// The first file that defines a name is believed; where it does so no more, another one is, which did not change.
#[test]
fn what_no_longer_defines_a_name_counts() {
    let kernel =
        "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x * STRIDE] = threadIdx.x; }\n";
    for (first, before) in [
        ("a.cuh", "#define STRIDE 1\n"),
        ("Makefile", "all:\n\tnvcc -DSTRIDE=1 k.cu\n"),
    ] {
        let files = [("k.cu", kernel), (first, before), ("z.cuh", "#define STRIDE 0\n")];
        let repository = unchanged(&files, "k.cu", &[]);
        repository.write(first, "");
        counts(&repository, "k.cu");
        std::fs::remove_file(repository.path().join(first)).expect("removed");
        counts(&repository, "k.cu");
    }
}

/// What a text is put together of may stand in another module, which is not read: the kernel is unknown, and is said to be.
#[test]
fn what_python_imports_counts() {
    let source = "from pycuda.compiler import SourceModule\nimport c\n\
                  m = SourceModule(\"__global__ void k(int *a) { a[%s] = threadIdx.x; }\" % c.INDEX)\n";
    let files = [
        ("k.py", source),
        ("c.py", "from d import INDEX\n"),
        ("d.py", "INDEX = \"blockIdx.x * blockDim.x + threadIdx.x\"\n"),
        (".gitignore", "*.txt\nc/\n"),
    ];
    let strict = |repository: &Repository| {
        let mut command = repository.command(KVERIFY);
        finish(command.args(["check", "--since", "HEAD", "k.py"]))
    };
    for name in ["c.py", "d.py", "c/__init__.py", "sizes.json", "ignored.txt"] {
        let repository = unchanged(&files, "k.py", &[]);
        assert_eq!(strict(&repository).status, Some(0));
        repository.write(name, "INDEX = \"0\"\n");
        let ran = strict(&repository);
        assert_eq!(ran.status, Some(3), "{name}: {}", ran.said());
    }
    let repository = unchanged(&files, "k.py", &[]);
    std::fs::remove_file(repository.path().join("d.py")).expect("removed");
    assert_eq!(strict(&repository).status, Some(3));
}
