//! The prelude against clang and against the table.

use super::*;
use crate::builtin;
use crate::clang::{Cursor, Unit, Unsaved, is_error, kinds};
use std::collections::{BTreeMap, BTreeSet};

/// Includes every stand-in of CUDA and asks for every part.
const ALL_CUDA: &str = "#include <cooperative_groups/reduce.h>\n#include <cooperative_groups/memcpy_async.h>\n\
     #include <curand_kernel.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <helper_cuda.h>\n\
     #include <helper_math.h>\n#include <cuda/atomic>\n#include <cub/cub.cuh>\n#include <thrust/sort.h>\n\
     #include <cublas_v2.h>\n#include <cuda_fp8.h>\n#include <mma.h>\n#include <cuda/barrier>\n#include <vector>\n#include <torch/extension.h>\n#include <glog/logging.h>\n#include \"no-such-header-of-ours.h\"\n";

/// The same of OpenCL.
const ALL_OPENCL: &str = "#include \"any.h\"\n/* atomic_flag, as_int, sincos, vload_half, intel_sub_group_shuffle, sub_group_rotate */\n";

/// Parses `text` with the prelude, as the frontend does.
fn parse(language: Language, text: &str) -> Unit {
    let path = match language {
        Language::Cuda => "/test/kernel.cu",
        Language::OpenCl => "/test/kernel.cl",
    };
    let mut unsaved = unsaved(language);
    unsaved.push(Unsaved {
        path: path.to_owned(),
        text: text.to_owned(),
    });
    Unit::parse(path, &arguments(language, text, None), &unsaved).expect("libclang is there")
}

fn errors(unit: &Unit) -> Vec<String> {
    let place = |m: &crate::clang::Message| {
        m.range
            .as_ref()
            .map_or(String::new(), |r| format!("{}:{}: ", r.start.file, r.start.line))
    };
    unit.messages()
        .iter()
        .filter(|m| is_error(m))
        .map(|m| format!("{}{}", place(m), m.text))
        .collect()
}

/// Qualified names of the functions that virtual files define and declare; of the latter the files that do.
#[derive(Default)]
struct Functions {
    declared: BTreeMap<String, String>,
    defined: BTreeSet<String>,
}

fn collect(cursor: Cursor<'_>, scope: &str, functions: &mut Functions) {
    for child in cursor.children() {
        let name = child.spelling();
        let qualified = if scope.is_empty() {
            name.clone()
        } else {
            format!("{scope}::{name}")
        };
        match child.kind() {
            kinds::CXCursor_FunctionDecl | kinds::CXCursor_FunctionTemplate | kinds::CXCursor_CXXMethod => {
                let Some(file) = child.position().map(|p| p.file) else {
                    continue;
                };
                if !is_virtual(&file) {
                    continue;
                }
                let has_body = child
                    .children()
                    .iter()
                    .any(|c| c.kind() == kinds::CXCursor_CompoundStmt);
                if has_body {
                    functions.defined.insert(qualified);
                } else {
                    functions.declared.insert(qualified, file);
                }
            }
            kinds::CXCursor_Namespace
            | kinds::CXCursor_StructDecl
            | kinds::CXCursor_ClassDecl
            | kinds::CXCursor_ClassTemplate => collect(child, &qualified, functions),
            kinds::CXCursor_LinkageSpec | kinds::CXCursor_UnexposedDecl => collect(child, scope, functions),
            _ => {}
        }
    }
}

#[test]
fn every_declaration_without_a_body_has_a_row() {
    for (language, text) in [(Language::Cuda, ALL_CUDA), (Language::OpenCl, ALL_OPENCL)] {
        let unit = parse(language, text);
        let mut functions = Functions::default();
        collect(unit.root(), "", &mut functions);
        let missing: Vec<&String> = functions
            .declared
            .iter()
            .filter(|(name, _)| !functions.defined.contains(*name))
            .filter(|(name, file)| builtin::row(language, file, name).is_none())
            .map(|(name, _)| name)
            .collect();
        assert!(
            functions.declared.len() > 20,
            "{language:?}: the prelude was not read"
        );
        assert!(missing.is_empty(), "{language:?}: {missing:?}");
    }
}

#[test]
fn what_is_the_hosts_has_a_row_that_says_so() {
    use builtin::Row;
    let row = |file, name| builtin::row(Language::Cuda, file, name);
    assert_eq!(row("/cuda/kverify/runtime.h", "cudaMemcpy"), Some(Row::HostOnly));
    assert_eq!(row("/cuda/kverify/libc.h", "fopen"), Some(Row::HostOnly));
    // A function that kernels call has a model, whichever file declares it.
    assert!(matches!(
        row("/cuda/kverify/libc.h", "printf"),
        Some(Row::Model(_))
    ));
    assert_eq!(row("/cuda/kverify/integer.h", "__no_such_intrinsic"), None);
    // Each file of the host's is one that the prelude has, and declares functions.
    let unit = parse(Language::Cuda, ALL_CUDA);
    let mut functions = Functions::default();
    collect(unit.root(), "", &mut functions);
    for host in builtin::HOST_FILES {
        let declares = functions.declared.values().any(|file| file.ends_with(host));
        assert!(declares, "nothing is declared in {host}");
    }
}

#[test]
fn the_prelude_parses() {
    for (language, text) in [(Language::Cuda, ALL_CUDA), (Language::OpenCl, ALL_OPENCL)] {
        let errors = errors(&parse(language, text));
        let own: Vec<_> = errors.iter().filter(|e| !e.contains("file not found")).collect();
        assert!(own.is_empty(), "{own:#?}");
    }
}

#[test]
fn ordinary_sources_parse() {
    let cuda = include_str!("tests/kernel.cu");
    assert_eq!(errors(&parse(Language::Cuda, cuda)), [""; 0]);
    let opencl = include_str!("tests/kernel.cl");
    assert_eq!(errors(&parse(Language::OpenCl, opencl)), [""; 0]);
}

#[test]
fn atomic_functions_are_those_of_the_compiler() {
    let parses = |ty: &str, call: &str| {
        let text = format!("__global__ void kernel({ty} *p) {{ {call}; }}\n");
        errors(&parse(Language::Cuda, &text)).is_empty()
    };
    for (ty, call) in [
        ("int", "atomicAdd(p, 1)"),
        ("unsigned", "atomicInc_block(p, 7)"),
        ("unsigned long long", "atomicMax(p, 1)"),
        ("long long", "atomicMin(p, 1)"),
        ("float", "atomicExch(p, 1.0f)"),
        ("double", "atomicAdd_system(p, 1)"),
        ("unsigned short", "atomicCAS(p, 1, 2)"),
        ("float4", "atomicAdd(p, *p)"),
    ] {
        assert!(parses(ty, call), "{ty}: {call}");
    }
    for (ty, call) in [
        ("float", "atomicMax(p, 1.0f)"),
        ("float", "atomicCAS(p, 1.0f, 2.0f)"),
        ("double", "atomicExch(p, 1.0)"),
        ("long long", "atomicAdd(p, 1)"),
        ("unsigned char", "atomicAdd(p, 1)"),
        ("int", "atomicInc(p, 1)"),
        ("unsigned long long", "atomicSub(p, 1)"),
    ] {
        assert!(!parses(ty, call), "{ty}: {call}");
    }
    let own = "__device__ float atomicMax(float *p, float x) { return *p; }\n__global__ void kernel(float *p) { atomicMax(p, 1.0f); }\n";
    assert_eq!(errors(&parse(Language::Cuda, own)), [""; 0]);
}

#[test]
fn the_namespace_of_cuda_may_be_used() {
    for head in ["", "#include <algorithm>\n", "#include <vector>\n"] {
        let text = format!(
            "{head}namespace cuda {{}}\nusing namespace cuda;\n__global__ void kernel(int *p) {{ *p = std::min(1, 2); }}\n"
        );
        assert_eq!(errors(&parse(Language::Cuda, &text)), [""; 0]);
    }
}

#[test]
fn a_body_in_the_prelude_is_not_hidden_by_a_row() {
    let unit = parse(Language::Cuda, ALL_CUDA);
    let mut functions = Functions::default();
    collect(unit.root(), "", &mut functions);
    let hidden: Vec<&String> = functions
        .defined
        .iter()
        .filter(|name| !functions.declared.contains_key(*name))
        .filter(|name| {
            builtin::model(Language::Cuda, name).is_some_and(|m| matches!(m, builtin::Model::Hole(_)))
        })
        .collect();
    assert!(hidden.is_empty(), "{hidden:?}");
}
