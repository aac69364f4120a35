//! Kernels in `tests/kernels`, lowered: the text of each is a golden snapshot, and each is well-formed.

use kverify_frontend::{Options, Source, ir, parse};
use std::fmt::Write;
use std::path::Path;

/// Everything that parsing a file gives, as text; checks that it is well-formed.
fn text_of(source: &Source) -> String {
    let module = parse(source, &Options::default()).expect("libclang is there");
    let mut text = String::new();
    for diagnostic in &module.diagnostics {
        let line = diagnostic.span.map_or(0, |span| span.line);
        writeln!(
            text,
            "{:?} at line {line}: {}",
            diagnostic.level, diagnostic.message
        )
        .expect("strings grow");
    }
    for kernel in &module.kernels {
        assert_eq!(ir::validate(kernel), Ok(()), "{}", kernel.name);
        text.push_str(&ir::print(kernel));
    }
    text
}

fn snapshot(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/kernels")
        .join(name);
    let text = std::fs::read_to_string(&path).expect("the kernel is there");
    let source = Source {
        path: name.into(),
        text: Some(text),
    };
    insta::assert_snapshot!(name.replace('.', "_"), text_of(&source));
}

macro_rules! snapshots {
    ($($test:ident: $file:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            snapshot($file);
        })*

        #[test]
        fn every_kernel_has_a_snapshot() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
            for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                assert!([$($file),*].contains(&name.as_str()), "{name} is in no test");
            }
        }
    };
}

snapshots! {
    barrier_flags: "barrier_flags.cl",
    basics: "basics.cu",
    classes_and_vectors: "classes_and_vectors.cu",
    conversions: "conversions.cu",
    function_pointers: "function_pointers.cu",
    pointers: "pointers.cu",
    syntax_errors: "syntax_errors.cu",
    templates: "templates.cu",
    vectors: "vectors.cl",
    warps_and_control: "warps_and_control.cu",
    work_items: "work_items.cl",
}
