//! What is no regular file, or far too long, is refused soon, wherever a file is read.
#![cfg(unix)]

use super::{FREE, Ground, RACY, Ran};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A file that keeps a reader waiting, or gives it more than there is room for.
const KINDS: [&str; 6] = [
    "fifo",
    "link to fifo",
    "link to device",
    "link to terminal",
    "link to what the system makes up",
    "sparse",
];

fn make(kind: &str, path: &Path) {
    let link = |to: &Path| std::os::unix::fs::symlink(to, path).expect("linked");
    let fifo = |path: &Path| {
        let made = Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
        assert!(made.success());
    };
    match kind {
        "fifo" => fifo(path),
        "link to fifo" => {
            let hidden = path.with_file_name(".fifo");
            fifo(&hidden);
            link(&hidden);
        }
        "link to device" => link(Path::new("/dev/zero")),
        "link to terminal" => link(Path::new("/dev/ptmx")),
        // A regular file of no bytes, as far as the system says, and without an end.
        "link to what the system makes up" => link(Path::new("/proc/self/pagemap")),
        _ => std::fs::File::create(path)
            .and_then(|file| file.set_len(20 << 30))
            .expect("made"),
    }
}

/// What waits for such a file, or reads all of it, never ends; on a machine that is busy the rest may take its time.
fn soon(ran: &Ran, what: &str) {
    assert!(ran.took < Duration::from_secs(60), "{what}: {:?}", ran.took);
}

#[test]
fn as_a_source() {
    for kind in KINDS {
        let ground = Ground::new();
        make(kind, &ground.at("k.cu"));
        for arguments in [
            &["check", "k.cu"][..],
            &["check", "--quiet", "--allow-unknown", "--allow-no-kernel", "k.cu"],
            &["check", "--since", "HEAD", "k.cu"],
            &["check", "--dump", "ir", "k.cu"],
            &["race-check", "--dynamic", "k.cu"],
            &["config", "k.cu"],
        ] {
            let ran = ground.run(arguments);
            assert_eq!(ran.status, Some(2), "{kind} {arguments:?}: {}", ran.said());
            soon(&ran, kind);
        }
        soon(&ground.run(&["stats", "k.cu"]), kind);
    }
}

#[test]
fn beside_a_source() {
    for kind in KINDS {
        for name in [
            "Makefile",
            "CMakeLists.txt",
            "defines.h",
            "other.cuh",
            ".gitignore",
            ".ignore",
        ] {
            let ground = Ground::new();
            // A name that nothing declares and a header that is nowhere have neighbours looked at.
            let text = format!("#include \"nowhere.h\"\n#define WIDTH_OF(x) (WIDTH)\n{RACY}");
            ground.write("src/k.cu", text);
            make(kind, &ground.at(&format!("src/{name}")));
            for named in ["src/k.cu", "src"] {
                let ran = ground.run(&["check", "--allow-unknown", named]);
                assert!(matches!(ran.status, Some(1 | 2)), "{kind} {name}: {}", ran.said());
                soon(&ran, kind);
            }
        }
    }
}

#[test]
fn as_settings() {
    for kind in KINDS {
        for name in ["kverify.toml", "compile_commands.json"] {
            let ground = Ground::new();
            ground.write("k.cu", RACY);
            make(kind, &ground.at(name));
            let ran = ground.run(&["check", "--allow-unknown", "k.cu"]);
            assert!(matches!(ran.status, Some(1 | 2)), "{kind} {name}: {}", ran.said());
            soon(&ran, kind);
        }
    }
}

#[test]
fn as_a_file_of_kverifys_own() {
    for kind in KINDS {
        let ground = Ground::new();
        ground.write("k.cu", FREE);
        make(kind, &ground.at("file"));
        for arguments in [
            &["check", "k.cu", "--baseline", "file"][..],
            &["check", "k.cu", "--out", "file", "--resume"],
            &["check", "k.cu", "--config", "file"],
            &["replay", "k.cu", "--witness", "file"],
            &["merge", "file"],
            &["diff", "file", "file"],
        ] {
            let ran = ground.run(arguments);
            assert_eq!(ran.status, Some(2), "{kind} {arguments:?}: {}", ran.said());
            soon(&ran, kind);
        }
    }
}

#[test]
fn as_a_header() {
    for kind in KINDS.into_iter().filter(|kind| !kind.ends_with("makes up")) {
        let ground = Ground::new();
        make(kind, &ground.at("h.h"));
        ground.write("between.h", "# include <h.h>\n");
        for directive in ["#include \"h.h\"", "#include <h.h>", "#include \"between.h\""] {
            ground.write("k.cu", format!("{directive}\n{RACY}"));
            let ran = ground.run(&["check", "--allow-unknown", "-I", ".", "k.cu"]);
            assert_eq!(ran.status, Some(2), "{kind}: {}", ran.said());
            assert!(ran.said().contains("it includes"), "{}", ran.said());
            assert!(ran.took < Duration::from_secs(5), "{kind}: {:?}", ran.took);
        }
    }
}

/// Only clang knows the name then: its time and memory are bounded.
#[test]
fn as_a_header_that_a_macro_names() {
    for kind in ["fifo", "link to device", "sparse"] {
        let ground = Ground::new();
        make(kind, &ground.at("h.h"));
        ground.write("k.cu", format!("#define NAME \"h.h\"\n#include NAME\n{RACY}"));
        let ran = ground.run(&["check", "--allow-unknown", "--timeout", "5", "k.cu"]);
        assert!(matches!(ran.status, Some(1 | 2)), "{kind}: {}", ran.said());
        soon(&ran, kind);
    }
}
