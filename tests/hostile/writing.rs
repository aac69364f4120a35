//! What kverify writes goes to where it was asked to write, whatever lies there or beside it.
#![cfg(unix)]

use super::{FREE, Ground, RACY};
use std::os::unix::fs::symlink;

/// Ways to have a file written.
const WRITERS: [(&[&str], &str); 6] = [
    (&["--report", "json=out/report"], "out/report"),
    (&["--report", "sarif=out/report"], "out/report"),
    (&["--out", "out/results.jsonl"], "out/results.jsonl"),
    (&["--write-baseline", "out/known.json"], "out/known.json"),
    (&["--replay-out", "out/witness.json"], "out/witness.json"),
    (&["--timeline", "out/timeline.html"], "out/timeline.html"),
];

#[test]
fn a_link_at_the_place_is_replaced_and_not_followed() {
    for (arguments, name) in WRITERS {
        let ground = Ground::new();
        ground.write("k.cu", RACY);
        ground.write("victim", "precious");
        ground.write("out/keep", "");
        symlink(ground.at("victim"), ground.at(name)).expect("linked");
        let ran = ground.run(&[&["check", "k.cu"], arguments].concat());
        assert!(matches!(ran.status, Some(0 | 1)), "{}", ran.said());
        assert_eq!(ground.read("victim"), "precious", "{name}");
        assert!(
            ground.at(name).symlink_metadata().expect("written").is_file(),
            "{name}"
        );
    }
}

#[test]
fn links_under_names_that_can_be_guessed_are_left_alone() {
    for (arguments, name) in WRITERS {
        let ground = Ground::new();
        ground.write("k.cu", RACY);
        ground.write("victim", "precious");
        ground.write("out/keep", "");
        // The names of drafts that were used once.
        symlink(ground.at("victim"), ground.at(&format!("{name}.new"))).expect("linked");
        let mut child = ground.command(&[&["check", "k.cu"], arguments].concat());
        let mut child = child
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("it starts");
        for pid in [child.id(), child.id() + 1] {
            let _ = symlink(ground.at("victim"), ground.at(&format!("{name}.{pid}.new")));
        }
        child.wait().expect("it ends");
        assert_eq!(ground.read("victim"), "precious", "{name}");
    }
}

#[test]
fn what_leads_to_a_device_or_a_pipe_is_refused() {
    for (arguments, name) in WRITERS {
        let ground = Ground::new();
        ground.write("k.cu", FREE);
        ground.write("out/keep", "");
        symlink("/dev/null", ground.at(name)).expect("linked");
        let ran = ground.run(&[&["check", "k.cu"], arguments].concat());
        assert_eq!(ran.status, Some(2), "{name}: {}", ran.said());
        assert!(ran.stderr.contains("no regular file"), "{}", ran.stderr);
    }
}

#[test]
fn a_stream_that_the_user_names_is_written_to() {
    let ground = Ground::new();
    ground.write("k.cu", FREE);
    let ran = ground.run(&["check", "--quiet", "k.cu", "--report", "json=/dev/stdout"]);
    assert_eq!(ran.status, Some(0), "{}", ran.said());
    assert!(ran.stdout.contains("kverify/1"), "{}", ran.stdout);
}

#[test]
fn the_server_writes_into_a_folder_that_nobody_shares() {
    let ground = Ground::new();
    let shared = ground.at("tmp");
    std::fs::create_dir(&shared).expect("made");
    let mut server = ground.command(&["lsp"]);
    server.env("TMPDIR", &shared).env("USER", "me");
    let _ = super::finish(&mut server);
    assert_eq!(std::fs::read_dir(&shared).expect("readable").count(), 0);
}
