//! Ways in besides a plain kernel file: compile databases, OpenCL programs in literals of host files.

use kverify_frontend::compile_commands::CompileCommands;
use kverify_frontend::ir::{Language, Level, Module};
use kverify_frontend::{Options, Source, parse};
use std::fs;
use std::path::Path;

fn module(path: &Path, text: &str, options: &Options) -> Module {
    let source = Source {
        path: path.to_path_buf(),
        text: Some(text.to_owned()),
    };
    parse(&source, options).expect("libclang is there")
}

#[test]
fn flags_of_a_compile_database_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("inc")).expect("the folder is ours");
    fs::write(at("inc/tile.h"), "#define TILE 8\n").expect("the folder is ours");
    fs::write(at("forced.h"), "typedef int number;\n").expect("the folder is ours");
    let text = "#include <tile.h>\n__global__ void k(number *a) { __shared__ number s[TILE * FACTOR]; s[threadIdx.x] = 1; a[0] = s[0]; }\n";
    fs::write(at("k.cu"), text).expect("the folder is ours");
    let database = r#"[{"directory": ".", "file": "k.cu",
        "command": "nvcc -arch=sm_70 -Iinc '-DFACTOR=(1 + 2)' -DLOST -ULOST -include forced.h -std=c++20 -fplugin=evil.so --expt-relaxed-constexpr -o k.o -c k.cu"}]"#;
    fs::write(at("compile_commands.json"), database).expect("the folder is ours");
    let without = module(&at("k.cu"), text, &Options::default());
    let tiles = |module: &Module, bytes: u64| {
        let mut objects = module.kernels.iter().flat_map(|k| k.objects.iter());
        objects.any(|o| o.size == Some(bytes))
    };
    assert!(!tiles(&without, 4 * 8 * 3));
    let options = Options {
        compile_commands: CompileCommands::Search,
        ..Options::default()
    };
    let with = module(&at("k.cu"), text, &options);
    assert_eq!(with.diagnostics.len(), 1, "{:?}", with.diagnostics);
    assert_eq!(with.diagnostics[0].level, Level::Warning);
    assert!(with.diagnostics[0].message.contains("`-fplugin=evil.so`"));
    assert!(tiles(&with, 4 * 8 * 3));
    // The user's own flags win.
    let options = Options {
        defines: vec!["FACTOR=2".to_owned()],
        ..options
    };
    let with = module(&at("k.cu"), text, &options);
    assert!(tiles(&with, 4 * 8 * 2));
}

#[test]
fn programs_in_literals_are_found_where_they_stand() {
    let host = "#include <CL/cl.h>\n\
        static const char *source =\n    \"#define N 4\\n\"\n    \"__kernel void first(__global int *a) {\\n\"\n    \
        \"  a[get_local_id(0) / N] = 1;\\n\"\n    \"}\\n\";\n\
        const char *other = R\"(\n__kernel void second(__global int *a)\n{ a[0] = \"ab\"[1]; }\n)\";\n\
        int main(int argc, char **argv) { return CL_SUCCESS + \"x\"[0]; }\n";
    let found = module(Path::new("host.cpp"), host, &Options::default());
    assert_eq!(found.diagnostics, []);
    assert_eq!(found.language, Language::OpenCl);
    assert_eq!(found.files.len(), 1);
    assert_eq!(found.files.iter().next().map(|f| f.text.as_str()), Some(host));
    let names: Vec<(&str, u32, u32)> = found
        .kernels
        .iter()
        .map(|k| (k.name.as_str(), k.span.line, k.span.column))
        .collect();
    assert_eq!(names, [("first", 4, 20), ("second", 8, 15)]);
    let store = found.kernels[0]
        .blocks
        .iter()
        .flat_map(|block| &block.stmts)
        .find(|stmt| matches!(stmt.kind, kverify_frontend::ir::StmtKind::Store { .. }))
        .expect("the kernel stores");
    let span = store.loc.span;
    assert_eq!((span.line, span.column), (5, 8));
    assert_eq!(
        &host[span.start as usize..span.end as usize],
        "a[get_local_id(0) / N]"
    );

    let asked = Options {
        language: Some(Language::Cuda),
        ..Options::default()
    };
    assert_eq!(module(Path::new("host.cpp"), host, &asked).kernels.len(), 0);
}

/// Where the ending says nothing, the kernels do.
#[test]
fn a_c_file_is_read_as_what_its_kernels_are() {
    let opencl = "__kernel void k(__global int *a) { a[get_global_id(0)] = 1; }\n";
    let cuda = "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n";
    let both = format!("{cuda}#ifdef __OPENCL_VERSION__\n{opencl}#endif\n");
    let commented = format!("// {opencl}{cuda}");
    for (name, text, language) in [
        ("k.c", opencl, Language::OpenCl),
        ("k.h", opencl, Language::OpenCl),
        ("k.c", cuda, Language::Cuda),
        ("k.c", &both, Language::Cuda),
        ("k.c", &commented, Language::Cuda),
        ("k.cl", opencl, Language::OpenCl),
    ] {
        let module = module(Path::new(name), text, &Options::default());
        assert_eq!(
            (module.language, module.kernels.len()),
            (language, 1),
            "{name}: {text}"
        );
    }
}
