//! No library comes out of the checkout.

use super::{FREE, Ground};
use std::process::Command;

/// What libraries of C and C++ need, by the names that the dynamic loader looks for.
const NAMES: &[&str] = &[
    "ld-linux-x86-64.so.2",
    "libc.so.6",
    "libdl.so.2",
    "libgcc_s.so.1",
    "libm.so.6",
    "libpthread.so.0",
    "librt.so.1",
    "libstdc++.so.6",
    "libtinfo.so.6",
    "libz.so.1",
    "libz3.so",
    "libclang.so",
];

/// Leaves a mark when it is loaded.
const INTRUDER: &str = "\
#include <stdio.h>
__attribute__((constructor)) static void start(void) { FILE *file = fopen(MARK, \"w\"); if (file) fclose(file); }
";

#[cfg(target_os = "linux")]
#[test]
fn libraries_in_the_current_folder_are_not_loaded() {
    let ground = Ground::new();
    ground.write("intruder.c", INTRUDER);
    ground.write("k.cu", FREE);
    let (mark, library) = (ground.at("mark"), ground.at("intruder.so"));
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "intruder.c", "-o", "intruder.so"])
        .arg(format!("-DMARK=\"{}\"", mark.display()))
        .current_dir(ground.path())
        .status()
        .expect("a C compiler");
    assert!(built.success());
    for name in NAMES {
        for folder in ["", "lib/", "tls/", "x86_64/", "glibc-hwcaps/x86-64-v3/"] {
            let bytes = std::fs::read(&library).expect("readable");
            ground.write(&format!("{folder}{name}"), bytes);
        }
    }
    for arguments in [
        &["--version"][..],
        &["k.cu"],
        &["k.cu", "--isolate", "never"],
        &["stats", "k.cu"],
    ] {
        let ran = ground.run(arguments);
        assert!(
            !mark.exists(),
            "{arguments:?} ran the checkout's code: {}",
            ran.said()
        );
        assert_eq!(ran.status, Some(0), "{arguments:?}: {}", ran.said());
    }
}
