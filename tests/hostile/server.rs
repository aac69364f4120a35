//! The language server answers after whatever bytes came before.

use super::Ground;
use std::io::{Read as _, Write as _};
use std::process::{Child, Stdio};
use std::time::Instant;

fn framed(text: &str) -> Vec<u8> {
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

fn start(ground: &Ground) -> Child {
    ground
        .command(&["lsp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

/// The most memory that a process had so far, bytes.
fn peak(server: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// Sends bytes, then an orderly end; how it ended, and all that it said.
fn after(bytes: &[u8]) -> (Option<i32>, String) {
    let (status, said, _) = after_with_peak(bytes);
    (status, said)
}

/// [`after`], and the most memory that the server had.
fn after_with_peak(bytes: &[u8]) -> (Option<i32>, String, u64) {
    let ground = Ground::new();
    let mut server = start(&ground);
    let mut to_server = server.stdin.take().expect("a pipe");
    let mut from_server = server.stdout.take().expect("a pipe");
    let greeting = framed(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    let parting = [
        framed(r#"{"jsonrpc":"2.0","id":"last","method":"shutdown"}"#),
        framed(r#"{"jsonrpc":"2.0","method":"exit"}"#),
    ];
    let all = [&greeting, bytes, &parting.concat()].concat();
    // A client that writes all before it reads anything.
    to_server.write_all(&all).expect("the server listens");
    let reader = std::thread::spawn(move || {
        let mut said = Vec::new();
        let _ = from_server.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    });
    let begin = Instant::now();
    let mut most = 0;
    let status = loop {
        most = most.max(peak(&server));
        if let Some(status) = server.try_wait().expect("a child") {
            break status;
        }
        if begin.elapsed() > super::PATIENCE {
            server.kill().expect("killed");
            panic!("the server did not end");
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    drop(to_server);
    (status.code(), reader.join().expect("read"), most)
}

#[track_caller]
fn survives(bytes: &[u8]) {
    let (status, said) = after(bytes);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("\"last\""), "{said}");
}

#[test]
fn bytes_that_are_no_messages() {
    for bytes in [
        framed("{"),
        framed("{}"),
        framed("[]"),
        framed("null"),
        framed(&"[".repeat(1_000_000)),
        framed(r#"{"jsonrpc":"2.0","id":{},"method":3}"#),
        framed(r#"{"jsonrpc":"2.0","id":99999999999999999999,"method":"x"}"#),
        b"Content-Length: 4\r\n\r\n\xff\xfe\xfd\xfc".to_vec(),
        b"Content-Length: -1\r\n\r\n".to_vec(),
        b"Content-Length: x\r\n\r\n\r\n\r\n".to_vec(),
        b"Nonsense\r\n\r\n".to_vec(),
        vec![b'a'; 1_000_000].into_iter().chain(*b"\r\n\r\n").collect(),
    ] {
        survives(&bytes);
    }
}

#[test]
fn a_length_that_never_comes() {
    for length in [
        "1000000000000",
        "18446744073709551615",
        "99999999999999999999999999",
    ] {
        let ground = Ground::new();
        let mut server = start(&ground);
        let mut to_server = server.stdin.take().expect("a pipe");
        write!(to_server, "Content-Length: {length}\r\n\r\nx").expect("the server listens");
        drop(to_server);
        let status = server.wait().expect("it ends");
        assert!(status.code().is_some(), "{length}: {status}");
    }
}

#[test]
fn twenty_thousand_messages_that_nobody_waits_for() {
    let request = |n: usize| {
        framed(&format!(
            r#"{{"jsonrpc":"2.0","id":{},"method":"textDocument/hover","params":{{}}}}"#,
            n + 10
        ))
    };
    survives(&(0..20_000).flat_map(request).collect::<Vec<u8>>());
}

#[test]
fn more_files_than_anybody_opens() {
    let text = "// 0123456789".repeat(40);
    let open = |n: usize| {
        framed(&format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{{"uri":"file:///none/{n}.cu","languageId":"cuda","version":1,"text":"{text}"}}}}}}"#
        ))
    };
    let (status, said, peak) = after_with_peak(&(0..20_000).flat_map(open).collect::<Vec<u8>>());
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(said.matches("is not verified; close some").count(), 1);
    assert!(peak < 512 << 20, "{peak}");
}

#[test]
fn requests_about_what_is_not_there() {
    let far = r#"{"line":4294967295,"character":4294967295}"#;
    let near = r#"{"line":0,"character":0}"#;
    let document =
        r#"{"uri":"untitled:a","languageId":"cuda","version":1,"text":"\u00e4\ud83d\ude00\r\n\r"}"#;
    let mut bytes = framed(&format!(
        r#"{{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{{"textDocument":{document}}}}}"#
    ));
    for (start, end) in [
        (far, near),
        (near, far),
        (far, far),
        (r#"{"line":0,"character":1}"#, r#"{"line":0,"character":2}"#),
    ] {
        let change = format!(r#"{{"range":{{"start":{start},"end":{end}}},"text":"x\u202e"}}"#);
        bytes.extend(framed(&format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{{"uri":"untitled:a","version":2}},"contentChanges":[{change}]}}}}"#
        )));
    }
    for (n, method) in ["hover", "codeLens", "codeAction"].iter().enumerate() {
        for uri in [
            "untitled:a",
            "untitled:none",
            "file:///%00%ff/../..",
            "nonsense",
            "",
        ] {
            bytes.extend(framed(&format!(
                r#"{{"jsonrpc":"2.0","id":"{n}{uri}","method":"textDocument/{method}","params":{{"textDocument":{{"uri":"{uri}"}},"position":{far},"range":{{"start":{far},"end":{near}}},"context":{{"diagnostics":[]}}}}}}"#
            )));
        }
    }
    for params in [
        "null",
        "[]",
        "3",
        r#"{"settings":{"kverify":{"block":"x","timeout":-1}}}"#,
    ] {
        bytes.extend(framed(&format!(
            r#"{{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{params}}}"#
        )));
        bytes.extend(framed(&format!(
            r#"{{"jsonrpc":"2.0","id":"e{}","method":"workspace/executeCommand","params":{params}}}"#,
            params.len()
        )));
    }
    survives(&bytes);
}

#[test]
fn a_greeting_that_is_none() {
    let ground = Ground::new();
    let mut server = start(&ground);
    let mut to_server = server.stdin.take().expect("a pipe");
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":[3]}"#,
        r#"{"jsonrpc":"2.0","id":3,"result":null}"#,
        r#"{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","id":5,"method":"shutdown"}"#,
        r#"{"jsonrpc":"2.0","method":"exit"}"#,
    ] {
        to_server.write_all(&framed(text)).expect("the server listens");
    }
    assert_eq!(server.wait().expect("it ends").code(), Some(0));
}
