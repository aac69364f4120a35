//! Precompiled declarations change nothing but the time: every kernel of the cases and examples is lowered to the same IR with them.
//!
//! `KVERIFY_SOURCES=FOLDER` looks at every file there instead of each fourth of ours.

use kverify_frontend::prelude::precompiled;
use kverify_frontend::{Options, Source, parse};
use kverify_tests::corpus;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Of the files, every so many is looked at.
const EVERY: usize = 4;

fn options(folder: Option<&Path>, define: &str) -> Options {
    Options {
        precompiled: folder.map(Path::to_owned),
        defines: vec![define.to_owned()],
        ..Options::default()
    }
}

#[test]
fn every_kernel_is_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let sources: Vec<PathBuf> = match std::env::var("KVERIFY_SOURCES") {
        Ok(folder) => corpus::sources(&folder),
        Err(_) => [corpus::sources("tests/cases"), corpus::sources("examples")]
            .concat()
            .into_iter()
            .step_by(EVERY)
            .collect(),
    };
    let is_cuda = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "cu");
    let mut used = 0;
    for path in sources.into_iter().filter(is_cuda) {
        let source = Source {
            path: path.clone(),
            text: None,
        };
        let plain = parse(&source, &options(None, "APART")).expect("parsed");
        let first = parse(&source, &options(Some(folder.path()), "APART")).expect("parsed");
        assert_eq!(plain, first, "{}", path.display());
        let missed = precompiled::wanted();
        for form in &missed {
            form.write(&form.path(folder.path()).expect("a name"))
                .expect("written");
        }
        let again = parse(&source, &options(Some(folder.path()), "APART")).expect("parsed");
        assert_eq!(plain, again, "{}", path.display());
        assert_eq!(precompiled::wanted(), BTreeSet::new(), "{}", path.display());
        used += usize::from(!missed.is_empty());
    }
    assert!(used > 2, "only {used} forms were met");
}
