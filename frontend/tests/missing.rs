//! Names that only the build defines.

use kverify_frontend::ir::{ChosenName, Kernel, Module, NOT_FOUND};
use kverify_frontend::{Options, Source, parse, relevance};

fn module(path: &str, text: Option<&str>) -> Module {
    let source = Source {
        path: path.into(),
        text: text.map(str::to_owned),
    };
    parse(&source, &Options::default()).expect("libclang is there")
}

fn chosen(module: &Module) -> Vec<(&str, &str)> {
    let names = module.kernels[0].chosen_names.iter();
    let names = names.filter(|n| n.meaning != NOT_FOUND);
    names.map(|n| (n.name.as_str(), n.meaning.as_str())).collect()
}

#[test]
fn types_and_constants_are_chosen_by_their_names() {
    let text = "kernel void k(global REAL *p) {\n  local REAL t[TILE];\n  int i = get_local_id(0);\n  t[i % TILE] = p[i];\n  \
                barrier(CLK_LOCAL_MEM_FENCE);\n  REAL s = t[(i + 1) % TILE];\n  p[i] = s;\n}\n";
    let module = module("chosen.cl", Some(text));
    assert_eq!(chosen(&module), [("REAL", "float"), ("TILE", "16")]);
    assert!(
        relevance::holes_that_matter(&module.kernels[0]).is_empty(),
        "{:?}",
        module.kernels[0].holes
    );
}

#[test]
fn what_the_file_declares_is_left_alone() {
    let text = "typedef int REAL;\nenum { TILE = 8 };\nkernel void k(global REAL *p) { p[TILE] = 1; }\n";
    assert!(chosen(&module("own.cl", Some(text))).is_empty());
}

#[test]
fn conditional_compilation_is_not_changed() {
    let text = "#ifdef TILE\n#error defined\n#endif\nkernel void k(global int *p) { p[get_local_id(0) % TILE] = 1; }\n";
    let module = module("conditional.cl", Some(text));
    assert_eq!(chosen(&module), [("TILE", "16")]);
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
}

#[test]
fn variables_and_functions_are_never_chosen() {
    // What clang could not read must stay a hole, whatever it is called.
    let text = "__global__ void k(int *p) { Foo<int> s = make(p); p[s] = mystery(s); }\n";
    let module = module("variables.cu", Some(text));
    assert!(chosen(&module).is_empty());
    assert!(!relevance::holes_that_matter(&module.kernels[0]).is_empty());
}

#[test]
fn host_code_asks_for_nothing() {
    let text = "__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main() { return HOST_ONLY; }\n";
    assert!(chosen(&module("host.cu", Some(text))).is_empty());
}

#[test]
fn files_beside_the_source_say_what_a_name_means() {
    let folder = tempfile::tempdir().expect("there is room for a temporary folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it can be written");
    write(
        "k.cl",
        "kernel void k(global REAL *p) { p[get_local_id(0) % WIDTH] = 1; }\n",
    );
    write("host.c", "#define WIDTH 24\n");
    write("Makefile", "CFLAGS = -DREAL=double\n");
    let path = folder.path().join("k.cl");
    let module = module(path.to_str().expect("plain"), None);
    assert_eq!(chosen(&module), [("REAL", "double"), ("WIDTH", "24")]);
    let says = |name: &ChosenName| name.origin.clone().unwrap_or_default();
    assert!(says(&module.kernels[0].chosen_names[0]).ends_with("Makefile:1"));
    assert!(says(&module.kernels[0].chosen_names[1]).ends_with("host.c:1"));
}

#[test]
fn headers_are_found_where_the_layout_of_the_project_has_them() {
    let root = tempfile::tempdir().expect("there is room for a temporary folder");
    let write = |name: &str, text: &str| {
        let path = root.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    };
    write(
        "src/cuda/k.cu",
        "#include \"sizes.h\"\n#include \"types.h\"\n__global__ void k(item *p) { p[threadIdx.x % SIZE] = 1; }\n",
    );
    write("include/sizes.h", "#define SIZE 24\n");
    write("other/types.h", "typedef short item;\n");
    write("src/cuda/Makefile", "CFLAGS += -I../../other\n");
    let path = root.path().join("src/cuda/k.cu");
    let module = module(path.to_str().expect("plain"), None);
    let names: Vec<&str> = chosen(&module).iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["header sizes.h", "header types.h"]);
    let errors = module.diagnostics.iter().map(|d| d.message.as_str());
    assert!(module.diagnostics.is_empty(), "{:?}", errors.collect::<Vec<_>>());
}

#[test]
fn unknown_classes_of_the_host_cost_no_instantiation() {
    let text = "template <class T, class F> __global__ void k(T *p, F f) { p[f(threadIdx.x)] = 1; }\n\
                struct Same { __device__ int operator()(int i) const { return i; } };\n\
                void run(ResultDatabase &results, OptionParser &options) { k<float, Same><<<1, 64>>>(0, Same()); }\n";
    let module = module("host_classes.cu", Some(text));
    assert_eq!(module.kernels[0].instantiation, "<float, Same>");
    assert!(!module.kernels[0].instantiation_chosen);
}

#[test]
fn headers_of_the_toolkit_that_a_build_includes_are_there() {
    let text = "__device__ float wide(__nv_bfloat16 x) { return (float)x; }\n\
                __global__ void k(float *p, __nv_bfloat16 *q) { p[threadIdx.x] = wide(q[threadIdx.x]); }\n";
    let module = module("bf16.cu", Some(text));
    assert_eq!(
        chosen(&module),
        [("__nv_bfloat16", "as <cuda_bf16.h> declares it")]
    );
    assert!(relevance::holes_that_matter(&module.kernels[0]).is_empty());
}

#[test]
fn template_arguments_are_chosen_by_what_is_done_with_them() {
    let text = "struct Wrong { int other; };\n\
                struct Place { static const int width = 8; __device__ int operator()(int i) const { return i; } };\n\
                template <class F> __global__ void called(int *p, F f) { p[f(threadIdx.x)] = F::width; }\n\
                template <class V> __global__ void vector(V *p) { p[threadIdx.x].x = p[threadIdx.x].y; }\n\
                template <class T, int N> __global__ void plain(T *p) { static_assert(N == 128, \"\"); p[0] = N; }\n";
    let module = module("choices.cu", Some(text));
    let found: Vec<&str> = module.kernels.iter().map(|k| k.instantiation.as_str()).collect();
    assert_eq!(found, ["<Place>", "<float2>", "<int, 128>"]);
    assert!(module.kernels.iter().all(|k| k.instantiation_chosen));
}

const LENGTH: &str = "__device__ float length(float3 v) { return v.x; }\n";

#[test]
fn operators_of_vector_types_are_declared_where_a_source_lacks_them() {
    let text = format!(
        "{LENGTH}__global__ void k(float4 *p, float3 v) {{\n  float4 a = p[threadIdx.x];\n  a *= dot(v, v);\n  \
         p[threadIdx.x] = 2.0f * a + make_float4(length(v));\n}}\n"
    );
    let module = module("operators.cu", Some(&text));
    assert_eq!(
        chosen(&module),
        [("operators of vector types", "component by component")]
    );
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
    assert!(
        module.kernels[0].holes.is_empty(),
        "{:?}",
        module.kernels[0].holes
    );
}

#[test]
fn a_source_with_operators_of_its_own_keeps_them() {
    let text = "__device__ float2 operator+(float2 a, float2 b) { return make_float2(b.x, a.y); }\n__global__ void k(float2 \
                *p) { p[threadIdx.x] = p[threadIdx.x] + p[threadIdx.x]; }\n";
    assert!(chosen(&module("own_operators.cu", Some(text))).is_empty());
}

#[test]
fn other_operators_stay_holes() {
    let text = "struct Matrix { float m[4]; };\n__global__ void k(Matrix *p) { p[threadIdx.x] = p[threadIdx.x] * p[0]; \
                }\n";
    let module = module("matrix.cu", Some(text));
    assert!(chosen(&module).is_empty());
    assert!(!relevance::holes_that_matter(&module.kernels[0]).is_empty());
}

#[test]
fn shared_arrays_may_be_marked_as_the_devices() {
    let text = "__global__ void k(int *p) {\n  __device__ __shared__ int t[64];\n  t[threadIdx.x] = p[threadIdx.x];\n  \
                p[threadIdx.x] = t[0];\n}\n";
    let module = module("device_shared.cu", Some(text));
    assert!(
        module.kernels[0].holes.is_empty(),
        "{:?}",
        module.kernels[0].holes
    );
}

/// A template that cannot be instantiated gets an answer like every other kernel: it may do anything.
#[test]
fn templates_without_arguments_that_compile_are_holes() {
    let source = Source {
        path: "unread.cu".into(),
        text: Some(
            "template <class T> __global__ void fill(T *out, nowhere::Info<T> info) { out[threadIdx.x] = info.value; }\n\
             __global__ void beside_it(int *out) { out[threadIdx.x] = 1; }"
                .to_owned(),
        ),
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    let [beside_it, fill] = [1, 0].map(|n| &module.kernels[n]);
    let (fill, beside_it) = match fill.name.as_str() {
        "fill" => (fill, beside_it),
        _ => (beside_it, fill),
    };
    assert_eq!(
        (fill.name.as_str(), beside_it.name.as_str()),
        ("fill", "beside_it")
    );
    let holes: Vec<_> = fill.holes.iter().collect();
    assert!(
        matches!(&holes[..], [hole] if hole.reason.contains("--instantiate 'fill<...>'") && hole.may_synchronise()),
        "{holes:?}"
    );
    assert_eq!(beside_it.holes.len(), 0);
}

/// Names of the kernels that have a hole which matters, with what is said of the first one.
fn open(text: &str) -> Vec<(String, String)> {
    let module = module("open.cu", Some(text));
    let of = |k: &Kernel| {
        let hole = *relevance::holes_that_matter(k).first()?;
        assert!(k.holes[hole].may_synchronise(), "{:?}", k.holes[hole]);
        Some((k.name.clone(), k.holes[hole].reason.clone()))
    };
    module.kernels.iter().filter_map(of).collect()
}

fn names_of(open: &[(String, String)]) -> Vec<&str> {
    open.iter().map(|(name, _)| name.as_str()).collect()
}

/// A name that is a statement is a macro that may do anything: no value is chosen for it.
#[test]
fn undeclared_statements_are_holes() {
    for statement in [
        "DO_STORE;",
        "if (p[0]) SYNC; else p[1] = 1;",
        "(void)FLUSH;",
        "p[threadIdx.x] = 1, FLUSH;",
        "for (; p[0]; STEP) ;",
    ] {
        let open = open(&format!("__global__ void k(int *p) {{ {statement} }}\n"));
        assert!(
            open.len() == 1 && open[0].1.contains("which is a statement here"),
            "{statement} {open:?}"
        );
    }
    assert!(open("__global__ void k(int *p) { p[threadIdx.x] = WIDTH; }\n").is_empty());
}

#[test]
fn a_header_that_is_missing_inside_of_a_kernel_is_a_hole() {
    let text = "__global__ void k(int *p) {\n#include \"exchange.inc\"\n}\n__global__ void other(int *p) { p[threadIdx.x] = 1; }\n\
                __constant__ int table[] = {\n#include \"table.inc\"\n};\n__global__ void reads(int *p) { p[threadIdx.x] = table[0]; }\n";
    let open = open(text);
    assert_eq!(names_of(&open), ["k", "reads"]);
    assert_eq!(open[0].1, "'exchange.inc' file not found");
}

/// What a missing header may decide: a conditional that asks for a name which nothing defines.
#[test]
fn conditionals_that_a_missing_header_steers_are_holes() {
    let text = "#ifdef EARLY\n#define FIRST 0\n#else\n#define FIRST threadIdx.x\n#endif\n#include \"config.h\"\n\
                #ifdef WIDE\n#define IDX 0\n#else\n#define IDX threadIdx.x\n#endif\n#define STEP(p) p[IDX] = 1\n\
                #ifndef SIZE\n#define SIZE 64\n#endif\n\
                __global__ void direct(int *p) { p[IDX] = 1; }\n__global__ void through(int *p) { STEP(p); }\n\
                __global__ void before(int *p) { p[FIRST] = SIZE; }\n\
                __global__ void inside(int *p) {\n#if NEIGHBOUR\n  p[0] = 1;\n#endif\n#if __CUDA_ARCH__ > 900\n  p[1] = 1;\n#endif\n}\n\
                __device__ void helper(int *p) {\n#if NEIGHBOUR\n  p[0] = 1;\n#endif\n}\n\
                __global__ void calls(int *p) { helper(p); }\n";
    let open = open(text);
    assert_eq!(
        names_of(&open),
        ["direct", "through", "inside", "inside", "calls"]
    );
    assert!(
        open[2]
            .1
            .starts_with("whether `#if NEIGHBOUR` holds is not known"),
        "{open:?}"
    );
    let with_header = text.replace("#include \"config.h\"\n", "");
    assert_eq!(names_of(&self::open(&with_header)), [""; 0]);
}

/// Errors outside of functions bear on the kernels that use what they cost.
#[test]
fn errors_in_declarations_are_holes_where_these_are_used() {
    for (what, text) in [
        (
            "a member's initialiser",
            "struct S { int *q = ns::get(); __device__ void put(int *p) { p[threadIdx.x] = 1; } };\n",
        ),
        (
            "a base class",
            "struct S : ns::Base { __device__ void put(int *p) { p[threadIdx.x] = 1; } };\n",
        ),
        (
            "an overload",
            "struct S { __device__ void put(int *p) { p[threadIdx.x] = 1; } };\n__device__ void f(int *p, ns::T n) { }\n\
                        __device__ void f(int *p, int n) { }\n",
        ),
    ] {
        let text = format!(
            "{text}__global__ void k(int *p) {{ S s; s.put(p); }}\n__global__ void other(int *p) {{ p[threadIdx.x] = 1; }}\n"
        );
        let text = match what {
            "an overload" => text.replace("S s; s.put(p);", "f(p, 1);"),
            _ => text,
        };
        assert_eq!(names_of(&open(&text)), ["k"], "{what}");
    }
    assert_eq!(
        names_of(&open(
            "__global__ void k(int *p) { p[threadIdx.x] = 1; } p[0] = threadIdx.x; }\n"
        )),
        ["k"]
    );
}

/// An error in a file that is included inside of a kernel is an error in the kernel.
#[test]
fn errors_in_included_bodies_are_holes() {
    let folder = tempfile::tempdir().expect("there is room for a temporary folder");
    std::fs::write(
        folder.path().join("body.inc"),
        "p[threadIdx.x] = 1;\nns::store(p);\n",
    )
    .expect("it can be written");
    let path = folder.path().join("k.cu");
    let text = "__global__ void k(int *p) {\n#include \"body.inc\"\n}\n__global__ void other(int *p) { p[threadIdx.x] = 1; }\n";
    std::fs::write(&path, text).expect("it can be written");
    let module = module(path.to_str().expect("plain"), None);
    let open: Vec<usize> = module
        .kernels
        .iter()
        .map(|k| relevance::holes_that_matter(k).len())
        .collect();
    assert_eq!(open, [1, 0]);
}

/// Instantiations that are not looked at are entries of their own; one that the user asks for in vain is an error.
#[test]
fn instantiations_that_are_left_out_are_entries() {
    let all = |text: &str| -> Vec<(String, bool)> {
        let module = module("left_out.cu", Some(text));
        module
            .kernels
            .iter()
            .map(|k| (k.instantiation.clone(), k.left_out.is_some()))
            .collect()
    };
    let template = "template <int N> __global__ void k(int *p) { p[threadIdx.x] = N; }\n";
    let launches = "template <int N> void launch(int *p) { k<N><<<1, 64>>>(p); }\n";
    let explicit: String = (0..10)
        .map(|n| format!("template void launch<{n}>(int *);\n"))
        .collect();
    let entry = |text: &str, left_out: bool| (text.to_owned(), left_out);
    let looked_at = (0..8).map(|n| entry(&format!("<{n}>"), false));
    let expected: Vec<_> = looked_at.chain([entry("<...>", true)]).collect();
    assert_eq!(all(&format!("{template}{launches}{explicit}")), expected);
    assert_eq!(
        all(&format!(
            "{template}void f(int *p) {{ k<1><<<1, 64>>>(p); k<ns::N><<<1, 64>>>(p); }}\n"
        )),
        [entry("<1>", false), entry("<...>", true)]
    );
    let options = Options {
        instantiate: vec!["k<nope>".to_owned()],
        ..Options::default()
    };
    let source = Source {
        path: "asked.cu".into(),
        text: Some(format!("{template}void f(int *p) {{ k<1><<<1, 64>>>(p); }}\n")),
    };
    let module = parse(&source, &options).expect("libclang is there");
    assert!(
        module
            .diagnostics
            .iter()
            .any(|d| d.message.contains("`k<nope>` cannot be instantiated"))
    );
}

#[test]
fn a_header_that_is_missing_is_said_with_every_kernel() {
    let module = module(
        "said.cu",
        Some("#include \"gone.h\"\n__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"),
    );
    let names = &module.kernels[0].chosen_names;
    assert!(
        matches!(&names[..], [one] if one.name == "header gone.h"),
        "{names:?}"
    );
}
