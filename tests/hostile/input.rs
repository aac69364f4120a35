//! What a source is read as: standards, C and HIP, and headers that nobody names.

use super::{FREE, Ground, RACY};

/// Racy if a condition holds.
fn by_standard(condition: &str) -> String {
    format!(
        "#if {condition}\n#define INDEX 0\n#else\n#define INDEX blockIdx.x * blockDim.x + threadIdx.x\n#endif\n\
         __global__ void k(int *a) {{ a[INDEX] = threadIdx.x; }}\n"
    )
}

#[test]
fn standards_are_those_that_are_asked_for() {
    let newer = by_standard("__cplusplus >= 202002L");
    let older = by_standard("__cplusplus < 201703L");
    for (text, flags, status) in [
        (&newer, &["--std", "c++17"][..], 0),
        (&newer, &["--std", "c++20"], 1),
        (&newer, &["--std", "gnu++23"], 1),
        (&older, &[], 0),
        (&older, &["--std", "c++14"], 1),
        (&older, &["--std", "c++11"], 1),
    ] {
        let ground = Ground::new();
        ground.write("k.cu", text);
        let ran = ground.run(&[&["check", "k.cu"], flags].concat());
        assert_eq!(ran.status, Some(status), "{flags:?}: {}", ran.said());
    }
    let opencl = "#if __OPENCL_C_VERSION__ < 200\n#define INDEX 0\n#else\n#define INDEX get_global_id(0)\n#endif\n\
                  kernel void k(global int *a) { a[INDEX] = get_local_id(0); }\n";
    for (flags, status) in [
        (&[][..], 0),
        (&["--cl-std", "CL1.2"], 1),
        (&["--cl-std", "cl1.0"], 1),
        (&["--cl-std", "CL3.0"], 0),
        (&["--cl-std", "CLC++"], 2),
        (&["--cl-std", "CL2.0 -fplugin=x"], 2),
    ] {
        let ground = Ground::new();
        ground.write("k.cl", opencl);
        let ran = ground.run(&[&["check", "k.cl"], flags].concat());
        assert_eq!(ran.status, Some(status), "{flags:?}: {}", ran.said());
    }
}

#[test]
fn standards_come_from_project_files_and_compile_databases_too() {
    let text = by_standard("__cplusplus >= 202002L");
    let database = |flag: &str| {
        format!("[{{\"directory\": \".\", \"file\": \"k.cu\", \"command\": \"nvcc {flag} -c k.cu\"}}]")
    };
    let ground = Ground::new();
    ground.write("k.cu", &text);
    for (name, content, status) in [
        ("kverify.toml", "std = 'c++20'\n".to_owned(), 1),
        (
            "kverify.toml",
            "[[path]]\nmatch = ['k.cu']\nstd = 'c++20'\n".to_owned(),
            1,
        ),
        ("kverify.toml", "std = 'c++17'\n".to_owned(), 0),
        ("kverify.toml", "std = 'c++17 -load x'\n".to_owned(), 2),
        ("kverify.toml", "cl-std = 'c++20'\n".to_owned(), 2),
        ("compile_commands.json", database("-std=c++20"), 1),
        ("compile_commands.json", database("--std c++20"), 1),
        ("compile_commands.json", database("-std=c++17"), 0),
        ("compile_commands.json", database("-std=nonsense"), 0),
    ] {
        ground.write(name, &content);
        let ran = ground.run(&["check", "k.cu"]);
        assert_eq!(ran.status, Some(status), "{content}: {}", ran.said());
        // The command line has the last word.
        if status != 2 {
            assert_eq!(
                ground.run(&["check", "k.cu", "--std", "c++17"]).status,
                Some(0),
                "{content}"
            );
        }
        std::fs::remove_file(ground.at(name)).expect("removed");
    }
}

/// Answers, modules and results under one standard are none under another.
#[test]
fn a_standard_is_part_of_every_question() {
    let ground = Ground::new();
    ground.write("k.cu", by_standard("__cplusplus >= 202002L"));
    for _ in 0..2 {
        for (standard, status) in [("c++17", 0), ("c++20", 1)] {
            let ran = ground.run(&["check", "k.cu", "--std", standard]);
            assert_eq!(ran.status, Some(status), "{standard}: {}", ran.said());
        }
    }
    let out = ["check", ".", "--out", "results.jsonl", "--std", "c++17"];
    assert_eq!(ground.run(&out).status, Some(0));
    let other = [
        "check",
        ".",
        "--out",
        "results.jsonl",
        "--resume",
        "--std",
        "c++20",
    ];
    let ran = ground.run(&other);
    assert!(
        ran.status == Some(2) && ran.stderr.contains("other options"),
        "{}",
        ran.said()
    );
}

/// No C++: names that are its keywords, a declaration twice, a function in the old form.
const C: &str = "#include <stdlib.h>\n#include <math.h>\nint new; int new;\nstruct outer { struct inner { int class; } one; };\n\
                 double half(x) double x; { return sqrt(x) / 2; }\n\
                 void k(int n, int *restrict a, void *p) {\n  struct inner this; int *delete = p;\n  this.class = 1;\n\
                 #pragma omp parallel for\n  for (int i = 0; i < n; i++) a[INDEX] = delete[i] + this.class;\n}\n";

#[test]
fn c_is_read_as_c() {
    let ground = Ground::new();
    for (index, status) in [("i", 0), ("i / 2", 1)] {
        ground.write("k.c", C.replace("INDEX", index));
        for standard in ["c99", "gnu17"] {
            let ran = ground.run(&["check", "k.c", "--format", "json", "--std", standard]);
            assert_eq!(ran.status, Some(status), "{index}: {}", ran.said());
        }
    }
    // Without a kernel it is a source without one, and not one that cannot be read.
    ground.write("k.c", C.replace("#pragma omp parallel for\n", ""));
    let ran = ground.run(&["check", "k.c"]);
    assert!(ran.said().contains("holds no kernel"), "{}", ran.said());
    assert!(!ran.said().contains("expected"), "{}", ran.said());
    // CUDA is CUDA, whatever the file is called.
    for (text, status) in [(RACY, 1), (FREE, 0)] {
        ground.write(
            "k.c",
            format!("template <class T> __device__ T f(T x) {{ return x; }}\n{text}"),
        );
        assert_eq!(ground.run(&["check", "k.c"]).status, Some(status));
    }
}

/// HIP's names are there whether its header is included or not, and how many lanes there are is not known.
#[test]
fn hip_is_read_as_hip() {
    let names = "__global__ void k(int *a) { a[hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x] = 1; }\n";
    let lanes = "__global__ void k(int *a) { if (threadIdx.x % warpSize == 0) a[blockIdx.x * 32 + threadIdx.x / warpSize] = \
                 threadIdx.x; }\n";
    let ground = Ground::new();
    for (name, text, expected) in [
        ("k.cu", names, &[2][..]),
        ("k.hip", names, &[0]),
        ("k.cu", lanes, &[0]),
        ("k.hip", lanes, &[1, 3]),
    ] {
        ground.write(name, text);
        let ran = ground.run(&["check", name]);
        assert!(
            ran.status.is_some_and(|status| expected.contains(&status)),
            "{name}: {}",
            ran.said()
        );
    }
}

#[test]
fn a_header_that_one_folder_of_the_project_has_is_found_and_said() {
    let ground = Ground::new();
    std::fs::create_dir(ground.at(".git")).expect("made");
    ground.write(
        "src/kernels/k.cu",
        format!("#include \"shape.cuh\"\n{RACY}{FREE}INDEXED"),
    );
    let indexed =
        "#define INDEXED __global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
    ground.write("lib/parts/deep/down/shape.cuh", indexed);
    let ran = ground.run(&["check", "src/kernels/k.cu"]);
    assert_eq!(ran.status, Some(1), "{}", ran.said());
    let said = ran.said();
    assert!(said.contains("lib/parts/deep/down/shape.cuh"), "{said}");
    // Of two nobody knows which is meant.
    ground.write("other/parts/shape.cuh", "");
    let ran = ground.run(&["check", "src/kernels/k.cu"]);
    assert_ne!(ran.status, Some(0));
    assert!(!ran.said().contains("lib/parts"), "{}", ran.said());
    // A link leads out of the project, and a hidden folder is none of its own.
    std::fs::remove_dir_all(ground.at("other")).expect("removed");
    std::fs::rename(ground.at("lib"), ground.at(".lib")).expect("moved");
    let ran = ground.run(&["check", "src/kernels/k.cu"]);
    assert!(!ran.said().contains("lib/parts"), "{}", ran.said());
}

/// Also where the header lacks others itself, and the source has no kernel of its own: what stands in more files that are read is
/// lost more often then.
#[test]
fn a_header_that_lacks_others_itself_is_found() {
    let ground = Ground::new();
    std::fs::create_dir(ground.at(".git")).expect("made");
    let layer = "#include \"gone/blob.h\"
class Layer {
 public:
  virtual void forward(const Blob<float> &bottom, lost::vector<Blob *> top);
  lost::shared_ptr<Blob> weights;
  Lost<int> sizes, more, others;
};
";
    ground.write("include/net/layer.h", layer);
    let source = "#include \"net/layer.h\"
void Layer::forward(const Blob<float> &bottom, lost::vector<Blob *> top) { scale(bottom.count(), top[0]); }
INSTANTIATE(Layer);
";
    ground.write("src/net/layer.cu", source);
    ground.write(
        "include/net/macros.h",
        "#define INSTANTIATE(x) template class Holder<x>\n",
    );
    let layer = format!("#include \"net/macros.h\"\n{layer}");
    for text in [
        layer.as_str(),
        &format!("{layer}template <class T> class Holder;\n"),
    ] {
        ground.write("include/net/layer.h", text);
        let ran = ground.run(&["check", "src/net/layer.cu"]);
        assert!(ran.said().contains("include/net/layer.h"), "{}", ran.said());
    }
}

/// A proof takes for granted that a header which is not there changes nothing, unless it may.
#[test]
fn a_missing_header_is_an_assumption_or_leaves_the_kernel_unknown() {
    let ground = Ground::new();
    for (text, status) in [
        (format!("#include \"gone.h\"\n{FREE}"), 0),
        // It may say how far a thread goes, which macro a name is, or which branch is taken.
        (
            format!("#include \"gone.h\"\n{}", FREE.replace("= 1", "= gone(1)")),
            3,
        ),
        (
            format!("#include \"gone.h\"\n#ifdef GONE\n#define blockIdx threadIdx\n#endif\n{FREE}"),
            3,
        ),
        (FREE.replace("{ a[", "{\n#include \"gone.h\"\na["), 3),
    ] {
        ground.write("k.cu", &text);
        let ran = ground.run(&["check", "k.cu", "--format", "json"]);
        assert!(ran.stdout.contains("gone.h"), "{text}: {}", ran.said());
        let is_unknown = status == 3 && matches!(ran.status, Some(2 | 3));
        assert!(ran.status == Some(status) || is_unknown, "{text}: {}", ran.said());
    }
}

/// What a string holds is no comment.
#[test]
fn comments_in_strings_are_none() {
    for text in [
        "const char *s = R\"(\n// kverify: block=1 grid=1\n)\";\n",
        "const char *s = \"\\\n// kverify: block=1 grid=1\";\n",
        "const char *s = \"\\\n// kverify: ignore[data-race] x\";\n",
    ] {
        let ground = Ground::new();
        ground.write("k.cu", format!("{text}{RACY}"));
        let ran = ground.run(&["check", "k.cu"]);
        assert_eq!(ran.status, Some(1), "{text}: {}", ran.said());
    }
}

/// A launch in a function that only an attribute, or assembly, has called counts beside those that `main` comes to.
#[test]
fn what_runs_without_being_called_counts() {
    for function in [
        "__attribute__((constructor)) static void f() { int *p; cudaMalloc(&p, 4096); racy<<<1, 64>>>(p); }\n",
        "[[gnu::destructor]] void f() { int *p; cudaMalloc(&p, 4096); racy<<<1, 64>>>(p); }\n",
        "void f(int *p) { racy<<<1, 64>>>(p); }\nvoid g(int *p) { asm volatile(\"call _Z1fPi\"); }\n",
        "extern \"C\" void g(int *);\nextern \"C\" void f(int *p) { racy<<<1, 64>>>(p); }\nvoid h(int *p) { g(p); }\n",
    ] {
        let ground = Ground::new();
        let kernel = "__global__ void racy(int *a) { a[threadIdx.x / 2] = threadIdx.x; }\n";
        let main = "int main() { int *p; cudaMalloc(&p, 4096); racy<<<1, 1>>>(p); }\n";
        ground.write("k.cu", format!("{kernel}{function}{main}"));
        let ran = ground.run(&["check", "k.cu"]);
        assert_eq!(ran.status, Some(1), "{function}: {}", ran.said());
    }
}
