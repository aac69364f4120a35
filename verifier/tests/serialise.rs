//! Modules and answers survive being written down and read again: they travel between processes and wait in the cache.

use kverify::{Source, verify};
use kverify_frontend::ir::Module;
use std::path::Path;

/// The examples, in both languages.
fn sources() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|ending| ending == "cu" || ending == "cl")
            {
                found.push(Source { path, text: None });
            }
        }
    }
    assert!(found.len() > 10, "the examples are gone");
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

#[test]
fn modules_come_back_as_they_were() {
    for source in sources() {
        let module =
            kverify_frontend::parse(&source, &kverify_frontend::Options::default()).expect("it parses");
        let bytes = postcard::to_stdvec(&module).expect("it can be written");
        let back: Module = postcard::from_bytes(&bytes).expect("it can be read");
        assert!(back == module, "{}", source.path.display());
    }
}

#[test]
fn findings_come_back_as_they_were() {
    let sources = &sources()[..6];
    let report = verify(sources, &kverify::Options::default()).expect("the options are fine");
    for kernel in report.files.iter().flat_map(|file| &file.kernels) {
        let written = (&kernel.findings, &kernel.configuration, &kernel.assumptions);
        let bytes = postcard::to_stdvec(&written).expect("they can be written");
        let back: (
            Vec<kverify::verdict::Judged>,
            kverify::Configuration,
            Vec<kverify::answer::Assumption>,
        ) = postcard::from_bytes(&bytes).expect("they can be read");
        assert_eq!((&back.0, &back.1, &back.2), written);
    }
}
