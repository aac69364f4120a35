//! Gives the build an identity: a hash of all the source that answers depend on. The cache asks for it, so that no
//! build ever hands out what another one thought.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};

fn main() {
    let here = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut hasher = DefaultHasher::new();
    // Beside this crate in the repository; as a published package it is tied to their versions instead.
    for part in ["src", "../smt-encoding/src", "../frontend/src", "../Cargo.lock"] {
        let path = here.join(part);
        if path.exists() {
            println!("cargo::rerun-if-changed={part}");
            hash(&path, &mut hasher);
        }
    }
    println!("cargo::rustc-env=KVERIFY_BUILD_ID={:016x}", hasher.finish());
}

/// Names and contents, in a fixed order.
fn hash(path: &Path, hasher: &mut DefaultHasher) {
    path.file_name().hash(hasher);
    if let Ok(entries) = std::fs::read_dir(path) {
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| hash(entry, hasher));
    } else if let Ok(bytes) = std::fs::read(path) {
        bytes.hash(hasher);
    }
}
