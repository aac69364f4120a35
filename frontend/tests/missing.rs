//! Names that only the build defines.

use kverify_frontend::ir::{ChosenName, Module};
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
        matches!(&holes[..], [hole] if hole.reason.contains("--instantiate 'fill<...>'") && hole.may_synchronise),
        "{holes:?}"
    );
    assert_eq!(beside_it.holes.len(), 0);
}
