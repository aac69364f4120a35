//! Workers that are lost, parses that hang, clients that talk nonsense: the server lives.

use super::client::Client;
use super::{OWN, RACY, URI, codes};
use kverify::worker::fault_injection;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn a_kernel_that_kills_its_worker_costs_its_own_answer_only() {
    let fault = [(fault_injection(), "crash:doomed")];
    let mut client = Client::start_with(&fault, json!({ "block": "64", "grid": "1" }), json!({}));
    let doomed = OWN.replace("own", "doomed");
    client.open(URI, &format!("{doomed}{RACY}"));
    let found = client.diagnostics(URI, 1);
    assert_eq!(
        codes(&found),
        [("", 1), ("", 3), ("data-race", 1), ("data-race", 4)],
        "{found:#?}"
    );
    let why = found[0]["message"].as_str().expect("words");
    assert!(why.contains("cost a worker process its life"), "{why}");
    // And the conversation goes on.
    client.edit(URI, 2, [0, 0, 1, 0], "");
    let found = client.diagnostics(URI, 2);
    assert_eq!(codes(&found), [("data-race", 1), ("data-race", 4)], "{found:#?}");
    assert!(client.finish(true).success());
}

#[test]
fn a_text_that_kills_the_parser_is_an_error_in_that_text() {
    let fault = [(fault_injection(), "crash:garbage.cu")];
    let mut client = Client::start_with(&fault, json!({ "block": "64", "grid": "1" }), json!({}));
    let garbage = "file:///nowhere/garbage.cu";
    client.open(garbage, "__global__ void k( {{{{ #define template<\u{0}>");
    let found = client.diagnostics(garbage, 1);
    assert_eq!(found.len(), 1, "{found:#?}");
    let message = found[0]["message"].as_str().expect("words");
    assert!(
        message.contains("cannot be parsed") && message.contains("the process ended"),
        "{message}"
    );
    client.open(URI, OWN);
    assert_eq!(client.diagnostics(URI, 1), Vec::<Value>::new());
    assert!(client.finish(true).success());
}

#[test]
fn a_parse_that_hangs_is_given_up_with_the_next_edit() {
    // Only the text's name decides: it hangs until it is closed, and holds up nobody else.
    let fault = [(fault_injection(), "hang:stuck.cu")];
    let mut client = Client::start_with(
        &fault,
        json!({ "block": "64", "grid": "1", "debounce": 0 }),
        json!({}),
    );
    let stuck = "file:///nowhere/stuck.cu";
    client.open(stuck, OWN);
    std::thread::sleep(Duration::from_millis(300));
    for version in 2..8 {
        client.edit(stuck, version, [0, 0, 0, 0], "//\n");
        std::thread::sleep(Duration::from_millis(50));
    }
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": stuck } }),
    );
    client.open(URI, OWN);
    assert_eq!(client.diagnostics(URI, 1), Vec::<Value>::new());
    assert!(client.finish(true).success());
}

#[test]
fn what_is_stale_is_dropped_within_the_time_an_eye_sees() {
    let fault = [(fault_injection(), "hang:stuck")];
    let mut client = Client::start_with(
        &fault,
        json!({ "block": "64", "grid": "1", "debounce": 0 }),
        json!({}),
    );
    // The first answer is there once all is loaded.
    client.open(URI, OWN);
    client.diagnostics(URI, 1);
    let mut waits: Vec<Duration> = Vec::new();
    for round in 0..5 {
        let version = 2 + 2 * round;
        client.edit(URI, version, [0, 0, 1, 0], &OWN.replace("own", "stuck"));
        std::thread::sleep(Duration::from_millis(400));
        let start = Instant::now();
        client.edit(URI, version + 1, [0, 0, 1, 0], OWN);
        client.diagnostics(URI, version + 1);
        waits.push(start.elapsed());
    }
    waits.sort();
    // Cancelling, a fresh worker and the answer; a debug build on a busy machine is slow at the last.
    assert!(waits[2] < Duration::from_millis(2_500), "{waits:?}");
    assert!(client.finish(true).success());
}

#[test]
fn garbage_of_all_kinds_is_survived() {
    let mut client = Client::start(json!({ "debounce": 0 }), json!({}));
    let deep = format!(
        "__global__ void k(int *a) {{ a[0] = {}1{}; }}",
        "(".repeat(3_000),
        ")".repeat(3_000)
    );
    let texts = [
        deep.as_str(),
        "#include __FILE__\n#include __FILE__\n__global__ void k() {}",
        "template<int N> struct S { S<N + 1> s; }; __global__ void k() { S<0> s; }",
        "\u{feff}\u{202e}__global__ void \u{1f980}(int *a) { a[0] = 1; }",
        "__global__ void k(int *a) { for (;;",
        "",
    ];
    client.open(URI, "");
    for (version, text) in (2..).zip(texts) {
        client.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": URI, "version": version }, "contentChanges": [{ "text": text }] }),
        );
        client.diagnostics(URI, version);
    }
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": URI, "version": 99 }, "contentChanges": [{ "text": OWN }] }),
    );
    assert_eq!(client.diagnostics(URI, 99), Vec::<Value>::new());
    assert!(client.finish(true).success());
}
