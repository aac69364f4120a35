//! What an editor sends: raw bytes, or messages, one for each line.
#![no_main]

use kverify::Options;
use kverify_fuzz::grow;
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::io::{self, Cursor};

const GREETING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;

/// A conversation that touches all that the server understands.
const TALK: [&str; 14] = [
    r#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
    r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///k.cu","languageId":"cuda","version":1,"text":"__global__ void k(int *a) {\n  a[0] = threadIdx.x;\n}\n"}}}"#,
    r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///k.cu","version":2},"contentChanges":[{"range":{"start":{"line":1,"character":2},"end":{"line":1,"character":6}},"text":"a[1]"}]}}"#,
    r#"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///k.cu","version":3},"contentChanges":[{"text":"é𝄞"}]}}"#,
    r#"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///k.cu"},"position":{"line":1,"character":3}}}"#,
    r#"{"jsonrpc":"2.0","id":3,"method":"textDocument/codeLens","params":{"textDocument":{"uri":"file:///k.cu"}}}"#,
    r#"{"jsonrpc":"2.0","id":4,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///k.cu"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}},"context":{"diagnostics":[]}}}"#,
    r#"{"jsonrpc":"2.0","id":5,"method":"workspace/executeCommand","params":{"command":"kverify.showVerdict","arguments":["file:///k.cu","k"]}}"#,
    r#"{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"kverify":{"block":"16x16","assume":["n > 0"],"effort":1}}}}"#,
    r#"{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file:///kverify.toml","type":2}]}}"#,
    r#"{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///k.cu"}}}"#,
    r#"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///k.cu"}}}"#,
    r#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":4}}"#,
    r#"{"jsonrpc":"2.0","id":"last","method":"shutdown"}"#,
];

fn framed(text: &[u8]) -> Vec<u8> {
    [format!("Content-Length: {}\r\n\r\n", text.len()).as_bytes(), text].concat()
}

fuzz_target!(|data: &[u8]| {
    let greeting = framed(GREETING.as_bytes());
    let rest = match data.split_first() {
        Some((b'!', raw)) => raw.to_vec(),
        _ => data.split(|byte| *byte == b'\n').flat_map(framed).collect(),
    };
    let input = Cursor::new([greeting, rest].concat());
    let options = Options {
        effort: 0.001,
        ..Options::default()
    };
    kverify::lsp::serve_on(|| input, io::sink, &options).expect("the threads that verify stay");
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let whole = |seed: u64| match seed % 4 {
        0 => TALK.join("\n").into_bytes(),
        1 => [
            &b"!"[..],
            &framed(TALK[(seed / 4) as usize % TALK.len()].as_bytes()),
        ]
        .concat(),
        _ => {
            let from = (seed / 4) as usize % TALK.len();
            [TALK[0], TALK[1], TALK[from]].join("\n").into_bytes()
        }
    };
    grow::grow(data, (size, max_size), seed, whole, fuzzer_mutate)
});
