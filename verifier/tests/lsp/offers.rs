//! What an editor offers to mend or to say, and what comes of it.

use super::client::Client;
use super::{RACY, URI, actions, codes, start};
use serde_json::{Value, json};

/// The document after an action's only edit.
fn applied(text: &str, action: &Value) -> String {
    let edit = &action["edit"]["changes"][URI][0];
    let line = edit["range"]["start"]["line"].as_u64().expect("a line") as usize;
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    lines.insert(line, edit["newText"].as_str().expect("a text"));
    lines.concat()
}

#[test]
fn the_missing_barrier_is_offered_where_it_helps_and_only_there() {
    let mut client = start();
    let text = RACY.replace("    out[", "    if (threadIdx.x < 32)\n        out[");
    client.open(URI, &text);
    client.diagnostics(URI, 1);
    let offered = actions(&mut client, 5);
    let mend = offered
        .iter()
        .find(|action| action["isPreferred"] == true)
        .unwrap_or_else(|| panic!("{offered:#?}"));
    let title = mend["title"].as_str().expect("a title");
    assert_eq!(
        title,
        "Insert `__syncthreads();` before line 5 (verified: the kernel is then proved)"
    );
    let mended = applied(&text, mend);
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [{ "text": mended }],
        }),
    );
    assert_eq!(client.diagnostics(URI, 2), Vec::<Value>::new());
    assert!(client.finish(true).success());
}

/// The lines of an action's edits, put into the text from the last to the first.
fn all_applied(text: &str, action: &Value) -> String {
    let edits = action["edit"]["changes"][URI].as_array().expect("edits");
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    for edit in edits.iter().rev() {
        let line = |end: &str| edit["range"][end]["line"].as_u64().expect("a line") as usize;
        let new = edit["newText"].as_str().expect("a text").to_owned();
        lines.splice(line("start")..line("end"), [new]);
    }
    lines.concat()
}

#[test]
fn the_editor_offers_once_what_the_command_does() {
    let text = "\
__global__ void k(int *out, const int *in, int *more)
{
    __shared__ int s[256], r[256];
    for (int i = 0; i < 4; i++) {
        s[threadIdx.x] = in[threadIdx.x + i];
        r[threadIdx.x] = in[threadIdx.x];
        out[i * 256 + threadIdx.x] = s[255 - threadIdx.x] + r[255 - threadIdx.x];
    }
}
";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("k.cu");
    let text = text.replace("__global__", "// kverify: block=256 grid=1\n__global__");
    std::fs::write(&path, &text).expect("written");
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_kverify"))
        .args(["fix", "--write", "--no-cache"])
        .arg(&path)
        .output()
        .expect("kverify runs");
    assert!(status.status.success(), "{status:?}");
    let by_command = std::fs::read_to_string(&path).expect("readable");
    assert_eq!(by_command.matches("__syncthreads();").count(), 2, "{by_command}");
    let mut client = Client::start(json!({}), json!({}));
    client.open(URI, &text);
    client.diagnostics(URI, 1);
    // Two findings and more touch this line.
    let offered = actions(&mut client, 7);
    let mends: Vec<&Value> = offered
        .iter()
        .filter(|action| action["isPreferred"] == true)
        .collect();
    let [mend] = mends.as_slice() else {
        panic!("{offered:#?}");
    };
    assert_eq!(
        mend["title"],
        "Make 2 changes to `k` (verified: the kernel is then proved)"
    );
    assert_eq!(all_applied(&text, mend), by_command);
    assert!(client.finish(true).success());
}

#[test]
fn the_condition_under_which_a_kernel_is_proved_is_offered_as_a_comment() {
    let mut client = Client::start(json!({}), json!({}));
    let text = "#include <cuda_runtime.h>\n\n__global__ void k(int *a, int n)\n{\n    if (blockIdx.x < n) a[blockIdx.x * n + threadIdx.x] = 1 + threadIdx.x;\n}\n";
    client.open(URI, text);
    assert_eq!(codes(&client.diagnostics(URI, 1)), [("data-race", 1)]);
    let offered = actions(&mut client, 4);
    let titled = |action: &&Value| {
        action["title"]
            .as_str()
            .is_some_and(|title| title.starts_with("Assume `"))
    };
    let settle = offered
        .iter()
        .find(titled)
        .unwrap_or_else(|| panic!("{offered:#?}"));
    let settled = applied(text, settle);
    assert!(
        settled.contains("\n// kverify: assume n >= blockDim.x\n__global__"),
        "{settled}"
    );
    client.notify(
        "textDocument/didChange",
        json!({
            "textDocument": { "uri": URI, "version": 2 }, "contentChanges": [{ "text": settled }],
        }),
    );
    assert_eq!(client.diagnostics(URI, 2), Vec::<Value>::new());
    assert!(client.finish(true).success());
}

#[test]
fn no_barrier_is_offered_between_blocks() {
    let mut client = Client::start(Value::Null, json!({}));
    client.open(
        URI,
        "__global__ void k(int *p)\n{\n    p[0] = threadIdx.x + blockIdx.x;\n}\n",
    );
    assert!(!client.diagnostics(URI, 1).is_empty());
    let offered = actions(&mut client, 2);
    assert!(
        offered.iter().all(|action| action["isPreferred"] != true),
        "{offered:#?}"
    );
    let titles: Vec<&str> = offered
        .iter()
        .filter_map(|action| action["title"].as_str())
        .collect();
    assert!(
        titles.iter().any(|title| title.starts_with("Ignore data-race")),
        "{titles:?}"
    );
    assert!(
        titles
            .iter()
            .any(|title| title.starts_with("State the launch of k")),
        "{titles:?}"
    );
    assert!(client.finish(true).success());
}

#[test]
fn comments_that_are_offered_do_what_their_titles_say() {
    const TEXT: &str = "__global__ void k(int *p)\n{\n    p[0] = threadIdx.x + blockIdx.x;\n}\n";
    let mut client = Client::start(Value::Null, json!({}));
    client.open(URI, TEXT);
    assert!(!client.diagnostics(URI, 1).is_empty());
    let offered = actions(&mut client, 2);
    let with = |title: &str| {
        let is_it = |action: &&Value| action["title"].as_str().is_some_and(|t| t.starts_with(title));
        let action = offered
            .iter()
            .find(is_it)
            .unwrap_or_else(|| panic!("{offered:#?}"));
        applied(TEXT, action)
    };
    let replace = |client: &mut Client, version: i32, text: &str| {
        client.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": URI, "version": version }, "contentChanges": [{ "text": text }],
            }),
        );
        client.diagnostics(URI, version)
    };
    let ignored = with("Ignore data-race");
    assert!(ignored.contains("// kverify: ignore[data-race]"), "{ignored}");
    assert_eq!(replace(&mut client, 2, &ignored), Vec::<Value>::new());
    let launched = with("State the launch of k");
    assert!(launched.contains("// kverify: block="), "{launched}");
    let found = replace(&mut client, 3, &launched);
    assert!(
        found.iter().any(|d| d["code"] == "data-race") && found.iter().all(|d| !d["code"].is_null()),
        "{found:#?}"
    );
    assert!(client.finish(true).success());
}
