//! What other compilers and architectures make of a source.

use kverify_frontend::ir::Module;
use kverify_frontend::{Options, Source, parse};

fn module(text: &str, options: &Options) -> Module {
    let source = Source {
        path: "targets.cu".into(),
        text: Some(text.to_owned()),
    };
    parse(&source, options).expect("libclang is there")
}

/// Names and targets.
fn kernels(text: &str, options: &Options) -> Vec<(String, String)> {
    let of = |kernel: &kverify_frontend::ir::Kernel| {
        let target = kernel.target.as_ref().map_or("", |target| target.name.as_str());
        (kernel.name.clone(), target.to_owned())
    };
    module(text, options).kernels.iter().map(of).collect()
}

const TEXT: &str = "#if __CUDA_ARCH__ < 600\n#define STEP 2\n#else\n#define STEP 1\n#endif\n\
    __global__ void other(int *p) { p[threadIdx.x * STEP] = 1; }\n\
    __global__ void same(int *p) { p[threadIdx.x] = 1; }\n";

#[test]
fn kernels_that_are_other_code_elsewhere_stand_once_for_each() {
    let found = kernels(TEXT, &Options::default());
    let expected = [
        ("other", "sm_60 to sm_120"),
        ("other", "sm_50 to sm_53"),
        ("same", ""),
    ];
    let expected = expected.map(|(name, target)| (name.to_owned(), target.to_owned()));
    assert_eq!(found, expected);
}

#[test]
fn targets_that_see_the_same_stand_together() {
    let text = "__global__ void k(int *p) {\n#if __CUDA_ARCH__ >= 900 || __CUDA_ARCH__ < 600\np[0] = 1;\n#endif\n}\n";
    let found = kernels(text, &Options::default());
    assert_eq!(found.len(), 2);
    assert_eq!(found[1].1, "sm_50 to sm_53, sm_90 to sm_120");
    let text = "__global__ void k(int *p) {\n#if __CUDA_ARCH__ == 700 || __CUDA_ARCH__ == 530\np[0] = 1;\n#endif\n}\n";
    let module = module(text, &Options::default());
    let arch = |n: usize| {
        module.kernels[n]
            .target
            .as_ref()
            .and_then(|target| target.cuda_arch)
    };
    assert_eq!((module.kernels.len(), arch(0), arch(1)), (2, None, Some(70)));
}

#[test]
fn who_names_an_architecture_gets_that_one() {
    let options = Options {
        cuda_arch: Some(53),
        ..Options::default()
    };
    let found = kernels(TEXT, &options);
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|(_, target)| target.is_empty()));
    let options = Options {
        defines: vec!["__CUDA_ARCH__=530".to_owned()],
        ..Options::default()
    };
    assert_eq!(kernels(TEXT, &options).len(), 2);
}

#[test]
fn compilers_are_told_apart() {
    let text = "__global__ void k(int *p) {\n#ifdef __clang__\np[0] = 1;\n#else\np[0] = 2;\n#endif\n}\n";
    let found = kernels(text, &Options::default());
    assert_eq!(found.len(), 2);
    assert!(found[1].1.starts_with("nvcc"), "{found:?}");
}
