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
