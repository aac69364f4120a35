//! A client of the language server: a real process, real pipes, JSON-RPC.

use lsp_server::Message;
use serde_json::{Value, json};
use std::io::{BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Client {
    child: Child,
    to_server: Option<ChildStdin>,
    from_server: Receiver<Message>,
    next_id: i32,
    /// What the server said beside answers, in its order.
    pub heard: Vec<(String, Value)>,
}

impl Client {
    /// Starts the server and greets it.
    pub fn start(options: Value, capabilities: Value) -> Client {
        Client::start_with(&[], options, capabilities)
    }

    /// The same with variables in the server's environment.
    pub fn start_with(variables: &[(&str, &str)], options: Value, capabilities: Value) -> Client {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kverify"))
            .arg("lsp")
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, from_server) = channel();
        std::thread::spawn(move || {
            while let Ok(Some(message)) = Message::read(&mut reader) {
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        let mut client = Client {
            to_server: child.stdin.take(),
            child,
            from_server,
            next_id: 0,
            heard: Vec::new(),
        };
        client.request("initialize", json!({
            "processId": null, "rootUri": null, "capabilities": capabilities, "initializationOptions": options,
        }));
        client.notify("initialized", json!({}));
        client
    }

    pub fn write(&mut self, message: &Value) {
        let text = message.to_string();
        let pipe = self.to_server.as_mut().expect("the server listens");
        write!(pipe, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server listens");
        pipe.flush().expect("the server listens");
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and waits for its answer, the result or the error.
    pub fn request(&mut self, method: &str, params: Value) -> Value {
        self.next_id += 1;
        let id = self.next_id;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            match self.read() {
                Message::Response(response) if response.id == id.into() => {
                    return serde_json::to_value(&response)
                        .expect("a response")
                        .get_mut("result")
                        .map_or_else(|| json!(format!("{response:?}")), Value::take);
                }
                other => self.hear(other),
            }
        }
    }

    fn read(&mut self) -> Message {
        self.from_server
            .recv_timeout(PATIENCE)
            .expect("the server answers")
    }

    /// Takes note of what the server says, and answers its own requests.
    fn hear(&mut self, message: Message) {
        match message {
            Message::Notification(note) => self.heard.push((note.method, note.params)),
            Message::Request(request) => {
                self.write(&json!({ "jsonrpc": "2.0", "id": request.id, "result": null }));
                self.heard.push((request.method, request.params));
            }
            Message::Response(response) => panic!("an answer to nothing: {response:?}"),
        }
    }

    pub fn open(&mut self, uri: &str, text: &str) {
        self.notify(
            "textDocument/didOpen",
            json!({ "textDocument": {
                "uri": uri, "languageId": "cuda-cpp", "version": 1, "text": text,
            }}),
        );
    }

    /// Replaces a range of the text (line, character, line, character).
    pub fn edit(&mut self, uri: &str, version: i32, at: [u32; 4], text: &str) {
        self.notify("textDocument/didChange", json!({
            "textDocument": { "uri": uri, "version": version },
            "contentChanges": [{
                "range": { "start": { "line": at[0], "character": at[1] }, "end": { "line": at[2], "character": at[3] } },
                "text": text,
            }],
        }));
    }

    /// Waits for the diagnostics of a version.
    pub fn diagnostics(&mut self, uri: &str, version: i32) -> Vec<Value> {
        let is_it = |(method, params): &(String, Value)| {
            method == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
        };
        self.wait_for(is_it)["diagnostics"]
            .as_array()
            .expect("a list")
            .clone()
    }

    /// Waits until the server said something, and gives the last of it.
    pub fn wait_for(&mut self, is_it: impl Fn(&(String, Value)) -> bool) -> Value {
        let start = Instant::now();
        loop {
            if let Some(found) = self.heard.iter().rev().find(|said| is_it(said)) {
                return found.1.clone();
            }
            assert!(start.elapsed() < PATIENCE, "not said: {:?}", self.heard);
            let message = self.read();
            self.hear(message);
        }
    }

    /// Ends the conversation, in order (`shutdown`, `exit`) or by going away without a word.
    pub fn finish(mut self, in_order: bool) -> ExitStatus {
        if in_order {
            self.request("shutdown", Value::Null);
            self.notify("exit", Value::Null);
        }
        self.to_server = None;
        self.child.wait().expect("the server ends")
    }
}
