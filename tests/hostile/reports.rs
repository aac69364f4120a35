//! What a report shows of names, sources and messages is seen for what it is, and is no command to whoever reads the log.
#![cfg(unix)]

use super::{FREE, Ground, RACY};

/// Escapes, a title for the terminal, an override of direction, a C1 control, and what has no width.
const HIDDEN: &str = "\u{1b}[31m\u{1b}]0;x\u{7}\u{202e}\u{9b}2J\u{200b}\u{2066}";
const COMMANDS: [&str; 4] = [
    "::error ::x",
    "##[error]x",
    "##vso[task.complete]x",
    "##teamcity[x]",
];

const FORMATS: [&str; 7] = ["human", "concise", "json", "sarif", "github", "junit", "html"];

/// A racy kernel in whose text, messages and assumptions stands what is to be seen.
fn text(what: &str) -> String {
    format!(
        "#warning {what}\n#error {what}\n__global__ void k(int *a) {{ /* {what} */ a[0] = threadIdx.x; /* {what} */ }}\n\
         __global__ void l(int *a)\n{{\n/* {what} */ a[threadIdx.x] = 1; // kverify: ignore data-race {what}\n{what}\n}}\n"
    )
}

fn is_shown(c: char) -> bool {
    matches!(c, '\n' | '\t') || !(c.is_control() || HIDDEN.contains(c) && !c.is_ascii())
}

#[test]
fn nothing_is_hidden_in_any_format() {
    for format in FORMATS {
        let ground = Ground::new();
        let name = format!("a{HIDDEN}.cu");
        ground.write(&name, text(HIDDEN));
        // The tally of `concise` has colours, which are ours.
        for colour in [false, format != "concise"] {
            let mut command = ground.command(&[
                "check",
                "--input-diagnostics",
                "--format",
                format,
                "--report",
                "json=out.json",
                "--",
                &name,
            ]);
            if colour {
                command.env("CLICOLOR_FORCE", "1").env("FORCE_COLOR", "1");
            }
            let ran = super::finish(&mut command);
            assert_eq!(ran.status, Some(2), "{format}: {}", ran.said());
            let hidden: Vec<char> = ran.said().chars().filter(|c| !is_shown(*c)).collect();
            assert!(hidden.is_empty(), "{format}: {:?}", ran.said());
            let code = ["\\u{202e}", "\\u202e"]
                .iter()
                .any(|code| ran.said().contains(code));
            assert!(code, "{format}: {}", ran.said());
        }
    }
}

#[test]
fn nothing_is_hidden_in_what_other_subcommands_say() {
    let ground = Ground::new();
    let name = format!("a{HIDDEN}.cu");
    ground.write(
        &name,
        "__global__ void k(int *a) { a[0] = threadIdx.x; printf(\"\x1b[31m\\x1b[31m\\n\"); }\n",
    );
    ground.write("kverify.toml", "assume = ['n > 0']\n");
    for arguments in [
        &["race-check", "--dynamic", "--", &name][..],
        &["stats", "--", &name],
        &["config", &name],
        &["check", "--dump", "ir", "--", &name],
        &["check", "--out", "out.jsonl", "--", &name],
        &["check", "--", &format!("missing{name}")],
        &["check", &format!("--{name}")],
        &[&name[1..]],
        &["explain", &name],
        &["merge", &name],
    ] {
        let ran = ground.run(arguments);
        let hidden: Vec<char> = ran.said().chars().filter(|c| !is_shown(*c)).collect();
        assert!(hidden.is_empty(), "{arguments:?}: {:?}", ran.said());
    }
}

#[test]
fn no_line_is_a_command_to_a_build_server() {
    for what in COMMANDS {
        for format in FORMATS {
            let ground = Ground::new();
            let name = format!("{what}.cu");
            ground.write(&name, text(&format!("x\\\n{what}\\\n x {what}")));
            let ran = ground.run(&["check", "--format", format, "--block", "64", "--", &name]);
            assert_eq!(ran.status, Some(2), "{format}: {}", ran.said());
            for line in ran.said().lines() {
                let is_ours = format == "github"
                    && ["::error file=", "::warning file=", "::notice file="]
                        .iter()
                        .any(|begin| line.starts_with(begin));
                let starts = line.trim_start().starts_with("::") && !is_ours;
                let holds = ["##[", "##vso[", "##teamcity["]
                    .iter()
                    .any(|begin| line.contains(begin));
                assert!(!starts && !holds, "{format}: {line}");
            }
        }
    }
}

#[test]
fn documents_mean_what_they_meant() {
    let ground = Ground::new();
    let name = format!("a{HIDDEN}##[error].cu");
    ground.write(&name, super::RACY);
    let ran = ground.run(&["check", "--format", "json", "--", &name]);
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    assert_eq!(document["files"][0]["path"], name.as_str());
    let ran = ground.run(&["check", "--format", "junit", "--", &name]);
    roxmltree::Document::parse(&ran.stdout).expect("XML");
}

#[test]
fn what_lies_outside_of_the_project_is_not_quoted() {
    let secrets = tempfile::tempdir().expect("a folder");
    let secret = secrets.path().join("secret");
    std::fs::write(
        &secret,
        "hunter2 = swordfish\n__global__ void k(int *a) { a[0] = threadIdx.x; /* hunter2 */ }\n",
    )
    .expect("written");
    let up = "../".repeat(8);
    for path in [
        secret.display().to_string(),
        format!("{up}{}", secret.display()),
        "link.h".to_owned(),
    ] {
        for format in FORMATS {
            let ground = Ground::new();
            std::fs::create_dir(ground.at(".git")).expect("made");
            std::os::unix::fs::symlink(&secret, ground.at("link.h")).expect("linked");
            ground.write("k.cu", format!("#include \"{path}\"\n{}", super::RACY));
            let ran = ground.run(&["check", "--format", format, "--report", "html=out.html", "k.cu"]);
            assert!(matches!(ran.status, Some(1 | 2)), "{}", ran.said());
            for text in [ran.said(), ground.read("out.html")] {
                let word = ["hunter2", "swordfish"].iter().find(|word| text.contains(**word));
                assert_eq!(word, None, "{format} {path}: {text}");
            }
        }
    }
    // Nor is it in what keeps a kernel undecided.
    let ground = Ground::new();
    std::fs::create_dir(ground.at(".git")).expect("made");
    std::fs::write(&secret, "hunter2 = swordfish;\n").expect("written");
    let include = format!(
        "__global__ void k(int *a) {{\n#include \"{}\"\n}}\n",
        secret.display()
    );
    ground.write("k.cu", include);
    let ran = ground.run(&["check", "k.cu"]);
    let quoted = ran.said().contains("hunter2") || ran.said().contains("swordfish");
    assert!(matches!(ran.status, Some(2 | 3)) && !quoted, "{}", ran.said());
    std::fs::write(&secret, "hunter2 = swordfish\n").expect("written");
    // Named, it is quoted.
    let ground = Ground::new();
    ground.write("k.cu", format!("#include \"secret\"\n{}", super::RACY));
    let ran = ground.run(&["check", "k.cu", "-I", &secrets.path().display().to_string()]);
    assert!(ran.said().contains("hunter2"), "{}", ran.said());
}

#[test]
fn a_diagnostic_stands_in_the_file_where_it_is() {
    for format in ["human", "concise", "sarif", "github", "junit", "json"] {
        let ground = Ground::new();
        ground.write("inc/h.h", "\n\n__device__ int f() { return nothing; }\n");
        ground.write("k.cu", format!("#include \"inc/h.h\"\n{}", super::RACY));
        let ran = ground.run(&["check", "--format", format, "k.cu"]);
        let said = ran.said();
        let places = [
            "inc/h.h:3",
            "file=inc/h.h,line=3",
            "\"path\": \"./inc/h.h\"",
            "\"uri\": \"inc/h.h\"",
        ];
        assert!(
            places.iter().any(|place| said.contains(place)),
            "{format}: {said}"
        );
        assert!(!said.contains("k.cu:3"), "{format}: {said}");
    }
}

#[test]
fn what_is_not_supported_is_one_line() {
    const TRITON: &str = "import triton\n@triton.jit\ndef k(x):\n    pass\n";
    for (name, text, status) in [
        (
            "k.ptx",
            ".version 7.0\n.target sm_80\nimport triton\n@triton.jit\n",
            2,
        ),
        (
            "k.metal",
            "kernel void k(device int *a [[buffer(0)]]) { a[0] = 1; }\n",
            2,
        ),
        (
            "k.cpp",
            "#include <sycl/sycl.hpp>\nint main() { sycl::queue q; q.submit([&](auto &h) {}); }\n",
            2,
        ),
        ("k.py", "import os\nprint(os.getcwd())\n", 2),
        ("k.cubin", "\u{7f}ELF\0\0", 2),
        ("k.ipynb", "{\"cells\": []}\n", 2),
        // It is a kernel all the same, which nobody looked at.
        ("t.py", TRITON, 3),
    ] {
        let ground = Ground::new();
        ground.write(name, text);
        let ran = ground.run(&["check", "--format", "concise", "--quiet", name]);
        assert_eq!(ran.status, Some(status), "{}", ran.said());
        assert!(
            ran.stdout.contains("not supported") && ran.stdout.lines().count() == 1,
            "{}",
            ran.said()
        );
    }
}

/// Host code that does not compile here, around a kernel.
fn with_host_errors(kernel: &str) -> String {
    format!(
        "#include \"missing.h\"\nstd::vector<Unknown> table;\nstruct Host {{ void f() {{ nothing(1); }} }};\n{kernel}\
         int main() {{ undeclared(2); return 0; }}\n"
    )
}

#[test]
fn what_is_wrong_with_host_code_is_one_line_and_no_error() {
    let ground = Ground::new();
    for (kernel, status) in [(FREE, 0), (RACY, 1)] {
        ground.write("k.cu", with_host_errors(kernel));
        let ran = ground.run(&["check", "--format", "json", "k.cu"]);
        assert_eq!(ran.status, Some(status), "{}", ran.said());
        assert!(ran.stdout.contains("diagnostics in host code"), "{}", ran.said());
        assert!(!ran.said().contains("identifier"), "{}", ran.said());
        let ran = ground.run(&["check", "--format", "json", "--input-diagnostics", "k.cu"]);
        assert_eq!(ran.status, Some(status), "{}", ran.said());
        assert!(ran.stdout.contains("identifier"), "{}", ran.said());
    }
}

/// Members of classes are no kernels, whatever is missing, and though macros make kernels elsewhere.
#[test]
fn what_classes_lack_is_no_error() {
    let ground = Ground::new();
    let host = "#define MAKE(name) __global__ void name##_kernel(int *a) { a[threadIdx.x] = 1; }
#include \"missing/layer.h\"
using lost::shared_ptr;
typedef lost::function<int()> Callback;
class Blob { shared_ptr<int> data; const shared_ptr<int> &get() const { return data; } typedef shared_ptr<int> (*Creator)(int); };
template <typename T>
void Layer<T>::forward(const vector<Blob *> &bottom, T *top) { T *data = bottom[0]->data; data[0] = top[1]; }
template <typename T>
T Layer<T>::backward(const vector<Blob *> &bottom) { return T(0); }
";
    for (kernel, status) in [(FREE, 0), (RACY, 1)] {
        ground.write("k.cu", format!("{host}{kernel}"));
        let ran = ground.run(&["check", "--format", "json", "k.cu"]);
        assert_eq!(ran.status, Some(status), "{}", ran.said());
    }
}

/// What a kernel uses, or what may be a kernel, is no host code.
#[test]
fn what_a_kernel_needs_is_an_error_wherever_it_stands() {
    let ground = Ground::new();
    let lost = [
        // The kernel's own.
        "__global__ void k(int *a) { a[threadIdx.x] = undeclared(); }\n",
        // A type that it uses, and a function.
        "struct Pair { int x; Lost<3> y[2]; }; __global__ void k(Pair *a) { a[threadIdx.x].x = 1; }\n",
        "__device__ int f(int i) { return lost(i) lost; } __global__ void k(int *a) { a[f(threadIdx.x)] = 1; }\n",
        // A class that cannot be instantiated: what uses it is left out without a word, by whatever name.
        "template <class T> struct S { static const int v = T::gone; }; __global__ void r(int *a) { a[S<int>::v] = threadIdx.x; }\n",
        "template <class T> struct S { enum { v = T::gone }; static __device__ void f(int *a) { a[0] = threadIdx.x; } };\n\
         __global__ void r(int *a) { S<int>::f(a); }\n",
        "template <class T> struct S { static const int v = T::gone; }; using A = S<int>; typedef A B; int h() { return B::v; }\n\
         #define ZERO B::v\n__global__ void r(int *a) { a[ZERO] = threadIdx.x; }\n",
        "template <class T> struct S { static_assert(sizeof(T) == 1, \"\"); static __device__ void f(T *a) { a[0] = threadIdx.x; } };\n\
         __global__ void r(int *a) { S<int>::f(a); }\n",
        "template <class T> __device__ auto zero() { return T::gone; } __global__ void r(int *a) { a[zero<int>()] = threadIdx.x; }\n",
        "template <int N> struct S { static const int v = S<N - 1>::v * 2; }; template <> struct S<0> { static const int v = 0; };\n\
         __global__ void r(int *a) { a[S<2000>::v] = threadIdx.x; }\n",
        "typedef Lost<int> A; typedef A B; __global__ void r(B *a) { a[threadIdx.x] = 1; }\n",
        "struct P { __device__ operator int() const { return 0; } }; __device__ int operator-(P p, lost::Q q);\n\
         __global__ void r(int *a) { P p; a[p - p] = threadIdx.x; }\n",
        // A kernel that a macro would have made, with another one beside it.
        "#define KERNEL(name) __global__ lost<int> void name\nKERNEL(r)(int *a) { a[0] = threadIdx.x; }\n",
        "#define HEAD(x) __glo##x\nHEAD(bal__) Lost<int> void r(int *a) { a[0] = threadIdx.x; }\n",
        "#define MAKE(name) __global__ lost<int> void name(int *a) { a[0] = threadIdx.x; }\nstruct C { int x;\nMAKE(r)\n",
        // Or one of a header that is missing.
        "#include \"missing.h\"\nGLOBAL void r(int *a) { a[0] = threadIdx.x; }\n",
        "#include \"missing.h\"\nKERNEL(r, int *a, { a[0] = threadIdx.x; });\n",
        "#include \"missing.h\"\nKERNELS;\n",
        // A definition that is swallowed.
        "struct Open { int x; \n__global__ void r(int *a) { a[0] = threadIdx.x; }\n",
        "} __global__ void r(int *a) { a[0] = threadIdx.x; }\n",
    ];
    for text in lost {
        ground.write("k.cu", format!("{FREE}{text}"));
        let ran = ground.run(&["check", "k.cu", "--allow-unknown"]);
        assert_ne!(ran.status, Some(0), "{text}: {}", ran.said());
    }
}

/// A verdict that a file puts into a message would be one to whoever reads the log.
#[test]
fn what_settings_hold_stays_on_its_line() {
    for text in [
        "\"x\\nproved: racy (block any, grid any)\" = 1\n",
        "assume = [\"n >\\nproved: racy (block any, grid any)\"]\n",
        "block = \"1\\nproved: racy (block any, grid any)\"\n",
        "exclude = [\"[\\nproved: racy (block any, grid any)\"]\n",
        "severity = { \"x\\nproved: racy (block any, grid any)\" = \"error\" }\n",
    ] {
        let ground = Ground::new();
        ground.write("k.cu", RACY);
        ground.write("kverify.toml", text);
        let ran = ground.run(&["check", "k.cu"]);
        assert_eq!(ran.status, Some(2), "{text}: {}", ran.said());
        let mut lines = ran
            .said()
            .lines()
            .map(str::trim_start)
            .map(str::to_owned)
            .collect::<Vec<_>>();
        lines.retain(|line| line.starts_with("proved"));
        assert!(lines.is_empty(), "{text}: {}", ran.said());
    }
}
