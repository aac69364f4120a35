//! Sources, read by a worker process: nothing may panic, and all IR must be well-formed. The first letter says what kind of file it is.
//!
//! Clang may crash: that costs the worker, and is no finding. The inputs are kept beside the others, for whoever wants to look.
#![no_main]

use kverify::worker::{Isolation, Lost, Pool};
use kverify_frontend::prelude::precompiled::Form;
use kverify_frontend::{Options, Source, ir};
use kverify_fuzz::{grow, worker};
use kverify_tests::fuzz::mutation;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

/// What files are called.
const NAMES: [(u8, &str); 4] = [(b'u', "k.cu"), (b'l', "k.cl"), (b'p', "k.py"), (b'c', "k.cpp")];

/// What a parse may take: two busy cores are slow.
const LIMIT: Duration = Duration::from_secs(60);

static POOL: LazyLock<Pool> = LazyLock::new(|| {
    Pool::new(Isolation {
        program: std::env::current_exe().expect("a program"),
        memory: 1_500,
    })
});

/// Where declarations are kept precompiled: most of a parse otherwise.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

static OPTIONS: LazyLock<Options> = LazyLock::new(|| Options {
    precompiled: Some(FOLDER.path().to_owned()),
    ..Options::default()
});

fn precompile(forms: BTreeSet<Form>) {
    for form in forms {
        if let Some(path) = form.path(FOLDER.path()) {
            let _ = form.write(&path);
        }
    }
}

fuzz_target!(init: worker::begin(), |data: &[u8]| {
    let (kind, text) = data.split_first().unwrap_or((&b'u', data));
    let name = NAMES.iter().find(|(letter, _)| letter == kind);
    let source = Source {
        path: name.map_or("k.cu", |(_, name)| name).into(),
        text: Some(String::from_utf8_lossy(text).into_owned()),
    };
    let parsed = POOL.parse(&source, &OPTIONS, LIMIT, None, &precompile);
    worker::collect();
    match parsed.map(|parsed| parsed.result) {
        Ok(Ok(module)) => {
            for kernel in &module.kernels {
                let valid = ir::validate(kernel);
                assert!(valid.is_ok(), "{}: {valid:?}", kernel.name);
            }
        }
        Ok(Err(message)) => assert!(!message.contains("internal error"), "{message}"),
        Err(lost @ Lost::NoWorker(_)) => panic!("{lost}"),
        Err(lost) => keep(data, &lost),
    }
});

/// Keeps an input that cost a worker.
fn keep(data: &[u8], lost: &Lost) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts/frontend");
    let name = format!("lost-{}-{}", std::process::id(), data.len());
    let _ = std::fs::create_dir_all(&folder);
    let _ = std::fs::write(folder.join(&name), data);
    eprintln!("{name}: {lost}");
}

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let whole = |seed| {
        let source = mutation::source(seed);
        let ending = source.path.extension().and_then(|ending| ending.to_str());
        let is_named = |name: &str| Path::new(name).extension().and_then(|known| known.to_str()) == ending;
        let kind = NAMES
            .iter()
            .find(|(_, name)| is_named(name))
            .map_or(b'u', |(letter, _)| *letter);
        [&[kind], source.text.unwrap_or_default().as_bytes()].concat()
    };
    grow::grow(data, (size, max_size), seed, whole, fuzzer_mutate)
});
