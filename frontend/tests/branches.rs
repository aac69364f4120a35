//! Kernels in branches of `#if` that a source leaves out.

use kverify_frontend::ir::{Kernel, LEFT_OUT, Module};
use kverify_frontend::{Options, Source, parse, relevance};

const TEXT: &str = "#ifdef FAST\n\
    __global__ void fast(int *p) { p[threadIdx.x] = FAST; }\n\
    __global__ void both(int *p) { p[threadIdx.x] = 1; }\n\
    #else\n\
    __global__ void both(int *p) { p[threadIdx.x] = 2; }\n\
    #endif\n\
    #if 0\n\
    __global__ void dead(int *p) { p[0] = 1; }\n\
    #endif\n\
    #if LEVEL > 2\n\
    __global__ void broken(Nothing<int> *p) { p->x = mystery; }\n\
    __global__ void high(int *p) { p[threadIdx.x] = 3; }\n\
    #endif\n";

fn module(text: &str, all_branches: bool) -> Module {
    let source = Source {
        path: "branches.cu".into(),
        text: Some(text.to_owned()),
    };
    let options = Options {
        all_branches,
        ..Options::default()
    };
    parse(&source, &options).expect("libclang is there")
}

/// Names and lines of those that were read.
fn kernels(module: &Module) -> Vec<(&str, u32)> {
    let read = module.kernels.iter().filter(|k| k.left_out.is_none());
    read.map(|k| (k.name.as_str(), k.span.line)).collect()
}

/// Lines and conditions of those that were not.
fn left_out(module: &Module) -> Vec<(u32, &str)> {
    fn condition(kernel: &Kernel) -> Option<&str> {
        let reason = kernel.left_out.as_deref()?.strip_prefix(LEFT_OUT)?;
        Some(reason.split(": nothing").next()?.trim())
    }
    let all = module.kernels.iter();
    all.filter_map(|k| Some((k.span.line, condition(k)?))).collect()
}

#[test]
fn kernels_of_other_names_are_taken_and_say_so() {
    let module = module(TEXT, false);
    assert_eq!(kernels(&module), [("fast", 2), ("both", 5), ("high", 12)]);
    let said = |n: usize| {
        let read: Vec<&Kernel> = module.kernels.iter().filter(|k| k.left_out.is_none()).collect();
        read[n]
            .chosen_names
            .iter()
            .map(|c| c.name.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(said(0), ["`#ifdef FAST` (line 1)"]);
    assert_eq!(said(1), [""; 0]);
    assert_eq!(said(2), ["`#if LEVEL > 2` (line 10)"]);
    assert!(
        module
            .kernels
            .iter()
            .all(|k| k.left_out.is_some() != relevance::holes_that_matter(k).is_empty())
    );
    assert_eq!(
        left_out(&module),
        [(3, "`#ifdef FAST` (line 1)"), (11, "`#if LEVEL > 2` (line 10)")]
    );
    assert!(module.diagnostics.is_empty(), "{:?}", module.diagnostics);
}

#[test]
fn all_branches_are_taken_where_that_is_asked_for() {
    let module = module(TEXT, true);
    assert_eq!(
        kernels(&module),
        [("fast", 2), ("both", 3), ("both", 5), ("high", 12)]
    );
    assert!(left_out(&module).contains(&(8, "`#if 0` (line 7)")));
}

#[test]
fn headers_have_branches_too() {
    let folder = tempfile::tempdir().expect("there is room for a temporary folder");
    let header = "#ifndef GUARD\n#define GUARD\n#if defined(CHECKED)\n__global__ void checked(int *p) { p[threadIdx.x] = 1; }\n\
                  #endif\n__global__ void plain(int *p) { p[threadIdx.x] = 2; }\n#endif\n";
    std::fs::write(folder.path().join("k.cuh"), header).expect("it can be written");
    let main = folder.path().join("main.cu");
    std::fs::write(
        &main,
        "#include \"k.cuh\"\n__global__ void own(int *p) { p[threadIdx.x] = 0; }\n",
    )
    .expect("it can be written");
    let source = Source {
        path: main,
        text: None,
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    let mut names: Vec<_> = kernels(&module);
    names.sort_unstable();
    assert_eq!(names, [("checked", 4), ("own", 2), ("plain", 6)]);
    let checked = module
        .kernels
        .iter()
        .find(|k| k.name == "checked")
        .expect("it is there");
    assert!(module.files[checked.span.file].path.ends_with("k.cuh"));
    assert!(left_out(&module).is_empty());
}

#[test]
fn a_name_that_the_file_defines_keeps_its_meaning() {
    let text = "#define SIZE 8\n#ifndef SIZE\n__global__ void small(int *p) { p[threadIdx.x] = 1; }\n#endif\n\
                __global__ void k(int *p) { p[SIZE] = 1; }\n";
    let module = module(text, false);
    assert_eq!(kernels(&module), [("small", 3), ("k", 5)]);
}

#[test]
fn a_file_chooses_among_the_branches_of_a_header() {
    let folder = tempfile::tempdir().expect("there is room for a temporary folder");
    let header = "#if PART == 1\n__global__ void first(int *p) { p[threadIdx.x] = 1; }\n#elif PART == 2\n\
                  __global__ void second(int *p) { p[0] = threadIdx.x; }\n#endif\n";
    std::fs::write(folder.path().join("parts.h"), header).expect("it can be written");
    let main = folder.path().join("first.cu");
    std::fs::write(&main, "#define PART 1\n#include \"parts.h\"\n").expect("it can be written");
    let source = Source {
        path: main,
        text: None,
    };
    let module = parse(&source, &Options::default()).expect("libclang is there");
    assert_eq!(kernels(&module), [("first", 2)]);
    assert!(left_out(&module).is_empty());
}

/// More branches than are tried, and a definition that clang makes nothing of, are entries of their own.
#[test]
fn what_is_not_tried_is_an_entry() {
    let branch =
        |n: u32| format!("#ifdef F{n}\n__global__ void k{n}(int *p) {{ p[0] = threadIdx.x; }}\n#endif\n");
    let text: String = (0..10).map(branch).collect();
    let module = module(&text, false);
    assert_eq!(module.kernels.len(), 10);
    assert_eq!(
        left_out(&module),
        [(26, "`#ifdef F8` (line 25)"), (29, "`#ifdef F9` (line 28)")]
    );
    assert_eq!(module.kernels.last().map(|k| k.name.as_str()), Some("k9"));
}

#[test]
fn a_definition_that_clang_drops_is_an_entry() {
    let module = module(
        "__global__ ATTRIBUTE_OF(1) void k(int *p) { p[0] = threadIdx.x; }\n",
        false,
    );
    let [k] = &module.kernels[..] else {
        panic!("{:?}", kernels(&module))
    };
    assert_eq!(k.name, "k");
    assert!(k.left_out.is_some() || !relevance::holes_that_matter(k).is_empty());
}
