//! The language server, driven as an editor drives it.

#[path = "lsp/client.rs"]
mod client;
#[path = "lsp/losses.rs"]
mod losses;
#[path = "lsp/offers.rs"]
mod offers;

use client::Client;
use kverify::worker::fault_injection;
use serde_json::{Value, json};

const URI: &str = "file:///nowhere/rotate.cu";

/// Line 3 is written, line 4 read by another thread, and no barrier stands between them.
const RACY: &str = "\
__global__ void rotate(const int *in, int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = tile[(threadIdx.x + 1) % 64];
}
";

fn start() -> Client {
    Client::start(json!({ "block": "64", "grid": "1" }), json!({}))
}

fn codes(diagnostics: &[Value]) -> Vec<(&str, u64)> {
    diagnostics
        .iter()
        .map(|d| {
            (
                d["code"].as_str().unwrap_or(""),
                d["severity"].as_u64().unwrap_or(0),
            )
        })
        .collect()
}

fn whole_line(line: u32) -> Value {
    json!({ "start": { "line": line, "character": 0 }, "end": { "line": line, "character": 1 } })
}

fn actions(client: &mut Client, line: u32) -> Vec<Value> {
    let found = client.request(
        "textDocument/codeAction",
        json!({
            "textDocument": { "uri": URI }, "range": whole_line(line), "context": { "diagnostics": [] },
        }),
    );
    found.as_array().expect("a list").clone()
}

#[test]
fn a_race_is_shown_at_both_places_and_goes_away_with_the_edit_that_mends_it() {
    let mut client = start();
    client.open(URI, RACY);
    let found = client.diagnostics(URI, 1);
    assert_eq!(codes(&found), [("data-race", 1), ("data-race", 4)], "{found:#?}");
    assert_eq!(
        (
            &found[0]["range"]["start"]["line"],
            &found[1]["range"]["start"]["line"]
        ),
        (&json!(3), &json!(4))
    );
    let related = &found[0]["relatedInformation"][0];
    assert_eq!(
        related["location"]["range"]["start"],
        json!({ "line": 4, "character": 23 })
    );
    assert!(
        related["message"]
            .as_str()
            .expect("words")
            .starts_with("read by thread"),
        "{related}"
    );
    client.edit(URI, 2, [4, 0, 4, 0], "    __syncthreads();\n");
    assert_eq!(client.diagnostics(URI, 2), Vec::<Value>::new());
    assert!(client.finish(true).success());
}

#[test]
fn hovers_tell_the_witness_and_the_verdict() {
    let mut client = start();
    client.open(URI, RACY);
    client.diagnostics(URI, 1);
    let mut hover = |line: u32, character: u32| {
        let params =
            json!({ "textDocument": { "uri": URI }, "position": { "line": line, "character": character } });
        let hover = client.request("textDocument/hover", params);
        hover["contents"]["value"].as_str().unwrap_or("").to_owned()
    };
    assert!(hover(4, 30).contains("Replay shows it"), "{}", hover(4, 30));
    assert!(hover(0, 20).contains("1 race"), "{}", hover(0, 20));
    assert!(hover(0, 20).contains("assuming"), "{}", hover(0, 20));
    assert_eq!(hover(5, 0), "");
    assert!(client.finish(true).success());
}

#[test]
fn a_lens_above_each_kernel_keeps_the_last_verdict_and_its_line() {
    let mut client = Client::start(json!({ "debounce": 60_000 }), json!({}));
    let two = "__global__ void a(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n\
               __global__ void b(int *p) { p[0] = threadIdx.x; }\n";
    client.open(URI, two);
    client.diagnostics(URI, 1);
    let lenses = |client: &mut Client| {
        let lenses = client.request("textDocument/codeLens", json!({ "textDocument": { "uri": URI } }));
        let lenses = lenses.as_array().expect("a list").iter();
        lenses
            .map(|lens| {
                let title = lens["command"]["title"].as_str().expect("a title").to_owned();
                (lens["range"]["start"]["line"].as_u64().expect("a line"), title)
            })
            .collect::<Vec<_>>()
    };
    let shown = |line: u64| {
        [
            (line, "\u{2713} proved for all launches".to_owned()),
            (line + 1, "\u{2717} 2 races".to_owned()),
            (line + 1, "show timeline".to_owned()),
        ]
    };
    assert_eq!(lenses(&mut client), shown(0));
    client.edit(URI, 2, [0, 0, 0, 0], "// one\n// two\n");
    assert_eq!(lenses(&mut client), shown(2));
    let shown = json!({ "command": "kverify.showVerdict", "arguments": [URI, 0] });
    client.request("workspace/executeCommand", shown);
    let said = client.wait_for(|(method, _)| method == "window/showMessage");
    assert!(
        said["message"].as_str().expect("words").contains("no-overflow"),
        "{said}"
    );
    assert!(client.finish(true).success());
}

#[test]
fn progress_is_shown_while_work_takes_long_and_ends_with_it() {
    let fault = [(fault_injection(), "hang:stuck")];
    let options = json!({ "block": "64", "grid": "1", "debounce": 0 });
    let mut client = Client::start_with(&fault, options, json!({ "window": { "workDoneProgress": true } }));
    client.open(URI, &OWN.replace("own", "stuck"));
    let kind_of = |kind: &'static str| {
        move |(method, params): &(String, Value)| method == "$/progress" && params["value"]["kind"] == kind
    };
    let began = client.wait_for(kind_of("begin"));
    let asked = client.wait_for(|(method, _)| method == "window/workDoneProgress/create");
    assert_eq!(asked["token"], began["token"]);
    assert!(!client.heard.iter().any(kind_of("end")), "{:?}", client.heard);
    // An edit ends what runs on the text before it, and its progress; on a busy machine the next one has progress of its own.
    client.edit(URI, 2, [0, 0, 1, 0], OWN);
    client.diagnostics(URI, 2);
    client.wait_for(|said| kind_of("end")(said) && said.1["token"] == began["token"]);
    assert!(client.finish(true).success());
}

#[test]
fn half_typed_text_shows_its_error_and_keeps_the_last_findings() {
    let mut client = start();
    client.open(URI, RACY);
    client.diagnostics(URI, 1);
    client.edit(URI, 2, [3, 0, 3, 0], "    int x = ;\n");
    let found = client.diagnostics(URI, 2);
    let errors: Vec<&Value> = found.iter().filter(|d| d["code"].is_null()).collect();
    assert_eq!(errors.len(), 1, "{found:#?}");
    assert_eq!(errors[0]["range"]["start"]["line"], 3);
    let race = found
        .iter()
        .find(|d| d["code"] == "data-race")
        .expect("the last finding");
    assert_eq!(race["range"]["start"]["line"], 4);
    client.edit(URI, 3, [3, 0, 4, 0], "");
    assert_eq!(
        codes(&client.diagnostics(URI, 3)),
        [("data-race", 1), ("data-race", 4)]
    );
    assert!(client.finish(true).success());
}

#[test]
fn only_the_newest_text_is_reported() {
    let mut client = start();
    client.open(URI, RACY);
    for version in 2..20 {
        client.edit(URI, version, [0, 0, 0, 0], "\n");
    }
    let found = client.diagnostics(URI, 19);
    assert_eq!(found[0]["range"]["start"]["line"], 3 + 18);
    let mut versions: Vec<i64> = client
        .heard
        .iter()
        .filter_map(|(_, params)| params["version"].as_i64())
        .collect();
    let reported = versions.clone();
    versions.sort_unstable();
    versions.dedup();
    assert_eq!(reported, versions, "each once, in order");
    assert!(client.finish(true).success());
}

#[test]
fn columns_are_in_the_units_that_were_agreed_on() {
    let text = RACY.replace("    out[", "/*\u{e4}\u{1f600}*/out[");
    let offered = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    for (capabilities, column) in [(json!({}), 26), (offered, 29)] {
        let mut client = Client::start(json!({ "block": "64", "grid": "1" }), capabilities);
        client.open(URI, &text);
        let found = client.diagnostics(URI, 1);
        assert_eq!(
            found[1]["range"]["start"],
            json!({ "line": 4, "character": column })
        );
        assert!(client.finish(true).success());
    }
}

#[test]
fn settings_change_while_it_runs_and_wrong_ones_are_told() {
    let mut client = Client::start(json!({ "blok": 3 }), json!({}));
    let said = client.wait_for(|(method, _)| method == "window/showMessage");
    assert!(
        said["message"].as_str().expect("words").contains("blok"),
        "{said}"
    );
    let text = "__global__ void k(int *p) { p[threadIdx.x] = blockIdx.x; }\n";
    client.open(URI, text);
    assert_eq!(codes(&client.diagnostics(URI, 1)), [("data-race", 1)]);
    client.heard.clear();
    client.notify(
        "workspace/didChangeConfiguration",
        json!({ "settings": { "kverify": { "grid": "1" } } }),
    );
    assert_eq!(client.diagnostics(URI, 1), Vec::<Value>::new());
    assert!(client.finish(true).success());
}

#[test]
fn each_folder_has_its_project_file_and_a_change_of_it_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("it is there");
    let uri = |name: &str| format!("file://{}/{name}/k.cu", root.display());
    for name in ["one", "other"] {
        std::fs::create_dir(root.join(name)).expect("made");
    }
    let project = |name: &str, text: &str| {
        std::fs::write(root.join(name).join("kverify.toml"), text).expect("written");
    };
    project("one", "grid = 1\n");
    let mut client = Client::start(json!({}), json!({}));
    let text = "__global__ void k(int *p) { p[threadIdx.x] = blockIdx.x; }\n";
    client.open(&uri("one"), text);
    assert_eq!(client.diagnostics(&uri("one"), 1), Vec::<Value>::new());
    client.open(&uri("other"), text);
    assert_eq!(codes(&client.diagnostics(&uri("other"), 1)), [("data-race", 1)]);
    client.heard.clear();
    project("one", "grid = 2\n");
    project("other", "grid = 1\n");
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert_eq!(codes(&client.diagnostics(&uri("one"), 1)), [("data-race", 1)]);
    assert_eq!(client.diagnostics(&uri("other"), 1), Vec::<Value>::new());
    assert!(client.finish(true).success());
}

#[test]
fn what_is_not_understood_is_refused_and_the_server_lives() {
    let mut client = start();
    let answer = client.request("textDocument/rename", json!({}));
    assert!(answer.as_str().expect("an error").contains("-32601"), "{answer}");
    let answer = client.request("textDocument/hover", json!({ "position": 3 }));
    assert!(answer.as_str().expect("an error").contains("-32602"), "{answer}");
    client.notify("textDocument/didChange", json!([1, 2]));
    client.wait_for(|(method, _)| method == "window/showMessage");
    client.edit("file:///never/opened.cu", 2, [0, 0, 9, 9], "x");
    client.open(URI, RACY);
    assert_eq!(client.diagnostics(URI, 1).len(), 2);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    client.wait_for(|(_, params)| params["uri"] == URI && params["version"].is_null());
    assert!(client.finish(true).success());
}

#[test]
fn a_client_that_vanishes_ends_the_server_with_an_error() {
    let mut client = start();
    client.open(URI, RACY);
    assert!(!client.finish(false).success());
}

#[test]
fn an_open_header_counts_as_it_is_in_the_editor() {
    let mut client = start();
    let header = "file:///nowhere/order.cuh";
    client.open(header, "#define ORDER\n");
    assert_eq!(client.diagnostics(header, 1), Vec::<Value>::new());
    let text = RACY.replace("    out[", "    ORDER\n    out[");
    client.open(URI, &format!("#include \"order.cuh\"\n{text}"));
    assert_eq!(
        codes(&client.diagnostics(URI, 1)),
        [("data-race", 1), ("data-race", 4)]
    );
    client.heard.clear();
    client.edit(header, 2, [0, 13, 0, 13], " __syncthreads();");
    assert_eq!(client.diagnostics(URI, 1), Vec::<Value>::new());
    assert!(client.finish(true).success());
}

/// What is wrong in a header stands in the header, open or not, and where it is included.
#[test]
fn what_is_wrong_in_a_header_stands_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| format!("file://{}", folder.path().join(name).display());
    std::fs::create_dir(folder.path().join("inc")).expect("made");
    let wrong = "\n\n__device__ int f() { return nothing; }\n";
    std::fs::write(folder.path().join("inc/f.h"), wrong).expect("written");
    let (file, header) = (path("k.cu"), path("inc/f.h"));
    let text = format!("// A kernel.\n#include \"inc/f.h\"\n{OWN}");
    let mut client = start();
    client.open(&file, &text);
    let found = client.diagnostics(&file, 1);
    let lines = |found: &[Value]| -> Vec<u64> {
        let lines = found.iter().map(|d| d["range"]["start"]["line"].as_u64());
        lines.map(|line| line.expect("a line")).collect()
    };
    assert_eq!(lines(&found), [1], "{found:#?}");
    let there = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(
        (&there["uri"], &there["range"]["start"]["line"]),
        (&json!(header), &json!(2))
    );
    let said = |client: &Client| -> Vec<Value> {
        let is_it =
            |said: &&(String, Value)| said.0.ends_with("publishDiagnostics") && said.1["uri"] == header;
        let last = client.heard.iter().rev().find(is_it).expect("it was said");
        last.1["diagnostics"].as_array().expect("a list").clone()
    };
    let there = said(&client);
    assert_eq!(lines(&there), [2], "{there:#?}");
    assert!(
        there[0]["message"].as_str().expect("a text").contains("nothing"),
        "{there:#?}"
    );
    // Opened, it says so once.
    client.open(&header, wrong);
    assert_eq!(lines(&client.diagnostics(&header, 1)), [2]);
    // Mended, it says nothing any more, and neither does the other file.
    client.heard.clear();
    client.edit(&header, 2, [2, 28, 2, 35], "1");
    assert_eq!(client.diagnostics(&file, 1), Vec::<Value>::new());
    assert_eq!(client.diagnostics(&header, 2), Vec::<Value>::new());
    client.edit(&header, 3, [2, 28, 2, 29], "nothing");
    client.heard.clear();
    assert_eq!(lines(&client.diagnostics(&file, 1)), [1]);
    // Nobody includes it any more.
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": header } }),
    );
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": file } }),
    );
    assert!(client.finish(true).success());
}

/// A kernel that is proved.
const OWN: &str = "__global__ void own(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
