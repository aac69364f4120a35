//! The Python module of `python/`, over the command under test.

use super::{KVERIFY, is_there, root};
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn the_module_and_its_plugin_do_what_their_tests_say() {
    if !is_there("python3", &["--version"]) {
        return;
    }
    let modules = root().join(".deps/python");
    let package = root().join("python");
    for tests in ["test_kverify.py", "test_batch.py"] {
        run(tests, &package, &modules);
    }
}

fn run(tests: &str, package: &Path, modules: &Path) {
    let paths = std::env::join_paths([package, modules]).expect("folders without colons");
    let mut python = Command::new("python3");
    python
        .arg(package.join("tests").join(tests))
        .env("PYTHONPATH", paths)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("KVERIFY", KVERIFY)
        .stdin(Stdio::null());
    if modules.join("pytest").is_dir() {
        python.env("KVERIFY_PYTEST", "1");
    }
    let output = python.output().expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
