//! The conversation with the client.

mod documents;
mod shows;

use super::client::Client;
use super::document::Document;
use super::elsewhere::Elsewhere;
use super::engine::{self, Job, Outcome};
use super::settings::Settings;
use super::text::Encoding;
use super::transport::Transport;
use super::{actions, lens, pages};
use crate::engine::Engine;
use crate::worker::Isolation;
use crate::{Cancel, Options, cache, guarded};
use crossbeam_channel::{Receiver, Sender};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeActionProviderCapability, CodeLensOptions, DidChangeConfigurationParams, ExecuteCommandOptions,
    HoverProviderCapability, InitializeParams, InitializeResult, MessageType, OneOf, ProgressToken,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long a verification runs before the client is told of it.
const QUIET: Duration = Duration::from_millis(400);

/// Most texts that are open at once.
const MOST_DOCUMENTS: usize = 1000;
/// Most bytes of all of them.
const MOST_BYTES: usize = 64 << 20;
/// Most jobs that are handed out, of which each holds all open texts; verifications wait for fewer to be left.
const MOST_JOBS: usize = 16;
/// Most messages that a client leaves unread.
const MOST_UNREAD: usize = 100_000;

/// Serves a client on the standard streams until it says goodbye. Gives whether it did so in order.
///
/// Texts are half typed most of the time, and clang is not made for that: with `isolation` it works in processes of its
/// own, whose end costs an answer and not the conversation. `cache` is where answers are kept.
///
/// # Errors
/// If the threads that verify are gone.
pub fn serve(isolation: Option<Isolation>, cache: Option<cache::Settings>) -> Result<bool, String> {
    let options = Options {
        isolation,
        cache,
        ..Options::default()
    };
    serve_on(|| std::io::stdin().lock(), || std::io::stdout().lock(), &options)
}

/// [`serve`] on other streams.
///
/// # Errors
/// If the threads that verify are gone.
pub fn serve_on<R: BufRead, W: Write>(
    input: impl FnOnce() -> R + Send + 'static,
    output: impl FnOnce() -> W + Send + 'static,
    options: &Options,
) -> Result<bool, String> {
    let transport = Transport::start(input, output);
    let engine = Engine::new(options);
    engine.warm();
    let orderly = converse(transport.to_client.clone(), &transport.from_client, engine);
    transport.finish();
    orderly
}

fn converse(
    to_client: Sender<Message>,
    from_client: &Receiver<Message>,
    engine: Engine,
) -> Result<bool, String> {
    let Some((id, params)) = greeting(&to_client, from_client) else {
        return Ok(false);
    };
    let general = params.capabilities.general.as_ref();
    let encoding = Encoding::negotiate(general.and_then(|general| general.position_encodings.as_deref()));
    let result = InitializeResult {
        capabilities: capabilities(encoding),
        server_info: Some(ServerInfo {
            name: "kverify".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    };
    let _ = to_client.send(Response::new_ok(id, json!(result)).into());
    Server::new(to_client, params, encoding, engine).run(from_client)
}

/// The first request that can be understood as `initialize`; `None` if the client goes away before.
fn greeting(
    to_client: &Sender<Message>,
    from_client: &Receiver<Message>,
) -> Option<(RequestId, InitializeParams)> {
    for message in from_client {
        let (id, code, why) = match message {
            Message::Request(request) if request.method == request::Initialize::METHOD => {
                match serde_json::from_value(request.params) {
                    Ok(params) => return Some((request.id, params)),
                    Err(error) => (request.id, ErrorCode::InvalidParams, error.to_string()),
                }
            }
            Message::Request(request) => {
                let why = "`initialize` comes first".to_owned();
                (request.id, ErrorCode::ServerNotInitialized, why)
            }
            Message::Notification(note) if note.method == notification::Exit::METHOD => return None,
            Message::Notification(_) | Message::Response(_) => continue,
        };
        let _ = to_client.send(Response::new_err(id, code as i32, why).into());
    }
    None
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        code_action_provider: Some(CodeActionProviderCapability::Simple(true)),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![lens::SHOW_VERDICT.to_owned(), lens::SHOW_TIMELINE.to_owned()],
            ..ExecuteCommandOptions::default()
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}

/// A verification that was started.
struct Running {
    version: i32,
    cancel: Cancel,
    since: Instant,
    progress: Option<ProgressToken>,
}

struct Server {
    client: Client,
    encoding: Encoding,
    settings: Settings,
    documents: HashMap<Uri, Document>,
    /// What they say of other files.
    elsewhere: Elsewhere,
    /// When the text of a document will have rested long enough.
    due: HashMap<Uri, Instant>,
    running: HashMap<Uri, Running>,
    /// Code actions that wait for a verification, by request: what goes with them at once.
    mending: HashMap<RequestId, (Vec<lsp_types::CodeActionOrCommand>, i32, Cancel)>,
    /// The folder of the rules' pages.
    rules: Option<PathBuf>,
    /// What was last said of a project file.
    complaint: Option<String>,
    /// Whether it was said that too much is open.
    is_full: bool,
    jobs: Sender<Job>,
    /// Of which so many have no outcome yet.
    at_work: usize,
    outcomes: Receiver<Outcome>,
}

impl Server {
    fn new(
        to_client: Sender<Message>,
        params: InitializeParams,
        encoding: Encoding,
        engine: Engine,
    ) -> Server {
        let threads = std::thread::available_parallelism().map_or(2, |cores| cores.get().clamp(1, 4));
        let (jobs, outcomes) = engine::start(threads, engine);
        let client = Client::new(to_client, &params.capabilities);
        let mut server = Server {
            client,
            encoding,
            settings: Settings::default(),
            documents: HashMap::new(),
            elsewhere: Elsewhere::default(),
            due: HashMap::new(),
            running: HashMap::new(),
            mending: HashMap::new(),
            rules: pages::write(),
            complaint: None,
            is_full: false,
            jobs,
            at_work: 0,
            outcomes,
        };
        server.configure(params.initialization_options);
        server
    }

    fn run(mut self, from_client: &Receiver<Message>) -> Result<bool, String> {
        self.client.watch_files();
        loop {
            let wake = self
                .next_wake()
                .map_or_else(crossbeam_channel::never, crossbeam_channel::at);
            let outcomes = self.outcomes.clone();
            crossbeam_channel::select! {
                recv(from_client) -> message => match message {
                    Ok(Message::Request(request)) if request.method == request::Shutdown::METHOD => {
                        self.client.reply(request.id, Value::Null);
                        return Ok(wait_for_exit(from_client));
                    }
                    Ok(Message::Request(request)) => {
                        let id = request.id.clone();
                        if let Err(panic) = guarded(|| self.request(request)) {
                            self.client.refuse(id, ErrorCode::InternalError, &panic);
                        }
                    }
                    Ok(Message::Notification(note)) if note.method == notification::Exit::METHOD => return Ok(false),
                    Ok(Message::Notification(note)) => {
                        if let Err(panic) = guarded(|| self.notification(note)) {
                            self.client.say(MessageType::ERROR, &format!("kverify: {panic}"));
                        }
                    }
                    Ok(Message::Response(_)) => {}
                    Err(_) => return Ok(false),
                },
                recv(outcomes) -> outcome => match outcome {
                    Ok(outcome) => self.outcome(outcome),
                    Err(_) => return Err("the threads that verify are gone".to_owned()),
                },
                recv(wake) -> _ => {}
            }
            self.start_due();
            self.show_progress();
            if self.client.unread() > MOST_UNREAD {
                return Err(format!("the client left {MOST_UNREAD} messages unread"));
            }
        }
    }

    /// Has a job done, where there is room for it.
    fn hand_out(&mut self, job: Job) -> bool {
        let has_room = self.at_work < MOST_JOBS;
        if has_room {
            self.at_work += 1;
            let _ = self.jobs.send(job);
        }
        has_room
    }

    fn next_wake(&self) -> Option<Instant> {
        let slow = self.running.values().filter(|running| running.progress.is_none());
        let progress = slow
            .map(|running| running.since + QUIET)
            .filter(|_| self.client.shows_progress);
        // What is due waits for the outcome of something else where there is no room.
        let due = self.due.values().copied().filter(|_| self.has_room());
        due.chain(progress).min()
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match method.as_str() {
            request::HoverRequest::METHOD => self.answer(id, params, Server::hover),
            request::CodeLensRequest::METHOD => self.answer(id, params, Server::lenses),
            request::ExecuteCommand::METHOD => self.answer(id, params, Server::execute),
            request::CodeActionRequest::METHOD => match serde_json::from_value(params) {
                Ok(params) => self.code_actions(id, params),
                Err(error) => self
                    .client
                    .refuse(id, ErrorCode::InvalidParams, &error.to_string()),
            },
            _ => self.client.refuse(
                id,
                ErrorCode::MethodNotFound,
                &format!("{method} is not known here"),
            ),
        }
    }

    fn answer<P: DeserializeOwned, R: Serialize>(
        &mut self,
        id: RequestId,
        params: Value,
        work: impl FnOnce(&mut Server, P) -> R,
    ) {
        match serde_json::from_value(params) {
            Ok(params) => {
                let result = work(self, params);
                self.client.reply(id, json!(result));
            }
            Err(error) => self
                .client
                .refuse(id, ErrorCode::InvalidParams, &error.to_string()),
        }
    }

    fn notification(&mut self, note: Notification) {
        match note.method.as_str() {
            notification::DidOpenTextDocument::METHOD => self.heed(note.params, Server::open),
            notification::DidChangeTextDocument::METHOD => self.heed(note.params, Server::change),
            notification::DidCloseTextDocument::METHOD => self.heed(note.params, Server::close),
            notification::DidChangeConfiguration::METHOD => {
                self.heed(note.params, |server, params: DidChangeConfigurationParams| {
                    // Clients send the whole configuration, or only our section.
                    let mut settings = params.settings;
                    let section = settings.get_mut("kverify").map(Value::take);
                    server.configure(Some(section.unwrap_or(settings)));
                    server.verify_all();
                });
            }
            // A header, a configuration file or a folder changed: any document may depend on it.
            notification::DidChangeWatchedFiles::METHOD
            | notification::DidChangeWorkspaceFolders::METHOD
            | notification::DidSaveTextDocument::METHOD => self.verify_all(),
            notification::Cancel::METHOD => self.heed(note.params, Server::cancel_request),
            _ => {}
        }
    }

    /// A notification that cannot be read has no one to be told of it but the user.
    fn heed<P: DeserializeOwned>(&mut self, params: Value, work: impl FnOnce(&mut Server, P)) {
        match serde_json::from_value(params) {
            Ok(params) => work(self, params),
            Err(error) => self.client.say(
                MessageType::WARNING,
                &format!("a message was not understood: {error}"),
            ),
        }
    }

    fn cancel_request(&mut self, params: lsp_types::CancelParams) {
        let id = match params.id {
            lsp_types::NumberOrString::Number(number) => RequestId::from(number),
            lsp_types::NumberOrString::String(text) => RequestId::from(text),
        };
        if let Some((_, _, cancel)) = self.mending.remove(&id) {
            cancel.cancel();
            self.client.refuse(id, ErrorCode::RequestCanceled, "cancelled");
        }
    }

    fn configure(&mut self, value: Option<Value>) {
        match Settings::read(value) {
            Ok(settings) => self.settings = settings,
            Err(error) => self.client.say(MessageType::ERROR, &format!("kverify: {error}")),
        }
    }

    fn outcome(&mut self, outcome: Outcome) {
        self.at_work = self.at_work.saturating_sub(1);
        match outcome {
            Outcome::Dropped => {}
            Outcome::Verified(uri, version, text, file) => {
                let is_current = self
                    .running
                    .get(&uri)
                    .is_some_and(|running| running.version == version);
                if !is_current {
                    return;
                }
                if let Some(running) = self.running.remove(&uri) {
                    self.client.end_progress(running.progress);
                }
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.take(text, *file);
                }
                self.show(&uri);
            }
            Outcome::Drawn(page) => match page {
                Ok(page) => self.client.show_document(&page),
                Err(error) => self.client.say(MessageType::ERROR, &format!("kverify: {error}")),
            },
            Outcome::Mends(id, uri, mends) => {
                if let Some((mut found, version, _)) = self.mending.remove(&id) {
                    if let Some(document) = self.documents.get(&uri).filter(|d| d.version == version) {
                        found.splice(0..0, actions::mends(document, &uri, &mends));
                    }
                    self.client.reply(id, json!(found));
                }
            }
        }
    }
}

/// After `shutdown` only `exit` means anything.
fn wait_for_exit(from_client: &Receiver<Message>) -> bool {
    let is_exit = |message: Message| matches!(message, Message::Notification(note) if note.method == notification::Exit::METHOD);
    from_client.iter().any(is_exit)
}

/// A text that was never saved is read as if it lay in the working folder.
fn unsaved_path(language: &str) -> PathBuf {
    let ending = match language {
        "python" => "py",
        _ if language.contains("opencl") => "cl",
        _ => "cu",
    };
    PathBuf::from(format!("untitled.{ending}"))
}
