//! The conversation with the client.

use super::client::Client;
use super::document::Document;
use super::elsewhere::{ByFile, Elsewhere};
use super::engine::{self, Job, Outcome, Subject};
use super::settings::Settings;
use super::text::{Encoding, Text};
use super::transport::Transport;
use super::{actions, diagnostics, hover, lens, pages, uri};
use crate::engine::Engine;
use crate::project::Project;
use crate::worker::Isolation;
use crate::{Cancel, Options, Source, cache, guarded};
use crossbeam_channel::{Receiver, Sender};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self, Notification as _};
use lsp_types::request::{self, Request as _};
use lsp_types::{
    CodeActionParams, CodeActionProviderCapability, CodeLensOptions, CodeLensParams,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, ExecuteCommandOptions, ExecuteCommandParams, HoverParams,
    HoverProviderCapability, InitializeParams, InitializeResult, MessageType, OneOf, ProgressToken,
    ServerCapabilities, ServerInfo, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a verification runs before the client is told of it.
const QUIET: Duration = Duration::from_millis(400);

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
    jobs: Sender<Job>,
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
            jobs,
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
        }
    }

    fn next_wake(&self) -> Option<Instant> {
        let slow = self.running.values().filter(|running| running.progress.is_none());
        let progress = slow
            .map(|running| running.since + QUIET)
            .filter(|_| self.client.shows_progress);
        self.due.values().copied().chain(progress).min()
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

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let path = uri::to_path(&item.uri).unwrap_or_else(|| unsaved_path(&item.language_id));
        let document = Document::new(path, Text::new(&item.text, self.encoding), item.version);
        self.documents.insert(item.uri.clone(), document);
        self.due.insert(item.uri, Instant::now());
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let id = params.text_document;
        if let Some(document) = self.documents.get_mut(&id.uri) {
            document.edit(id.version, &params.content_changes);
            if document.is_header() {
                return self.verify_all();
            }
            self.cancel_running(&id.uri);
            self.due.insert(id.uri, Instant::now() + self.settings.debounce());
        }
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        self.cancel_running(&uri);
        self.due.remove(&uri);
        let closed = self.documents.remove(&uri);
        self.say_elsewhere(&uri, ByFile::new());
        let path = closed.map(|document| document.path).unwrap_or_default();
        self.publish(&uri, &path);
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

    fn verify_all(&mut self) {
        let due = Instant::now() + self.settings.debounce();
        let uris: Vec<Uri> = self.documents.keys().cloned().collect();
        for uri in uris {
            self.cancel_running(&uri);
            self.due.insert(uri, due);
        }
    }

    fn start_due(&mut self) {
        let now = Instant::now();
        let due: Vec<Uri> = self
            .due
            .iter()
            .filter(|(_, at)| **at <= now)
            .map(|(uri, _)| uri.clone())
            .collect();
        for uri in due {
            self.due.remove(&uri);
            self.cancel_running(&uri);
            let Some(subject) = self.subject(&uri) else {
                self.say_elsewhere(&uri, ByFile::new());
                self.client.publish(&uri, None, Vec::new());
                continue;
            };
            let version = self.documents[&uri].version;
            let running = Running {
                version,
                cancel: subject.cancel.clone(),
                since: now,
                progress: None,
            };
            self.running.insert(uri, running);
            let _ = self.jobs.send(Job::Verify(version, Box::new(subject)));
        }
    }

    fn subject(&mut self, uri: &Uri) -> Option<Subject> {
        let path = self.documents.get(uri)?.path.clone();
        let options = self.options_for(uri, &path)?;
        let document = self.documents.get(uri)?;
        Some(Subject {
            uri: uri.clone(),
            path,
            text: document.text.clone(),
            options,
            cancel: Cancel::default(),
        })
    }

    /// What `kverify.toml` says, then the client's settings; headers that are open count as they are in the editor. `None`
    /// if the file is not to be verified.
    fn options_for(&mut self, uri: &Uri, path: &Path) -> Option<Options> {
        let project = self
            .project_of(path)
            .with(Settings::base(), self.settings.layer());
        if project.excludes(path) {
            return None;
        }
        let mut options = project.options(path);
        let others = self.documents.iter().filter(|(other, _)| *other != uri);
        let unsaved = others.map(|(_, document)| Source {
            path: document.path.clone(),
            text: Some(document.text.as_str().to_owned()),
        });
        options.parse.unsaved = unsaved.collect();
        Some(options)
    }

    /// The project around a file. One that cannot be used is told once, and counts as if it were not there.
    fn project_of(&mut self, path: &Path) -> Project {
        let folder = path.parent().unwrap_or(path);
        match Project::load([path], None, folder) {
            Ok(project) => {
                self.complaint = None;
                project
            }
            Err(error) => {
                let complaint = error.to_string();
                if self.complaint.as_ref() != Some(&complaint) {
                    self.client
                        .say(MessageType::ERROR, &format!("kverify: {complaint}"));
                    self.complaint = Some(complaint);
                }
                Project::default()
            }
        }
    }

    fn cancel_running(&mut self, uri: &Uri) {
        if let Some(running) = self.running.remove(uri) {
            running.cancel.cancel();
            self.client.end_progress(running.progress);
        }
    }

    fn outcome(&mut self, outcome: Outcome) {
        match outcome {
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

    /// Brings what the client shows of a document up to date.
    fn show(&mut self, uri: &Uri) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let (path, elsewhere) = (document.path.clone(), self.shown(document, uri).elsewhere);
        self.say_elsewhere(uri, elsewhere);
        self.publish(uri, &path);
        self.client.refresh_lenses();
    }

    fn shown(&self, document: &Document, uri: &Uri) -> diagnostics::Shown {
        let text_of = |path: &Path| {
            let open = self.documents.values().find(|document| document.path == path);
            let on_disk = || Some(Text::new(&crate::files::read_lossy(path).ok()?, self.encoding));
            open.map(|document| document.text.clone()).or_else(on_disk)
        };
        diagnostics::diagnostics(document, uri, self.rules.as_deref(), &text_of)
    }

    /// Takes over what a document says of the files that it includes.
    fn say_elsewhere(&mut self, uri: &Uri, found: ByFile) {
        for path in self.elsewhere.replace(uri, found) {
            let open = self.documents.iter().find(|(_, document)| document.path == path);
            let Some(file) = open.map(|(file, _)| file.clone()).or_else(|| uri::of_path(&path)) else {
                continue;
            };
            let comes_soon = self.due.contains_key(&file) || self.running.contains_key(&file);
            if file != *uri && !comes_soon {
                self.publish(&file, &path);
            }
        }
    }

    /// Shows in a file what it has to show itself, if it is open, and what others have to say of it.
    fn publish(&self, uri: &Uri, path: &Path) {
        let document = self.documents.get(uri);
        let here = document.map(|document| self.shown(document, uri).here);
        let all = here.into_iter().flatten().chain(self.elsewhere.of(path));
        let version = document.map(|document| document.version);
        self.client
            .publish(uri, version, diagnostics::once(all.collect()));
    }

    fn hover(&mut self, params: HoverParams) -> Option<lsp_types::Hover> {
        let at = params.text_document_position_params;
        let document = self.documents.get(&at.text_document.uri)?;
        hover::hover(document.analysis.as_ref()?, at.position)
    }

    fn lenses(&mut self, params: CodeLensParams) -> Vec<lsp_types::CodeLens> {
        let uri = params.text_document.uri;
        self.documents
            .get(&uri)
            .map_or_else(Vec::new, |document| lens::lenses(document, &uri))
    }

    fn code_actions(&mut self, id: RequestId, params: CodeActionParams) {
        let uri = params.text_document.uri;
        let Some(document) = self.documents.get(&uri) else {
            return self.client.reply(id, json!([]));
        };
        let found = actions::simple(document, &uri, params.range);
        let Some(analysis) = &document.analysis else {
            return self.client.reply(id, json!(found));
        };
        let mut kernels: Vec<u32> = actions::findings_at(analysis, params.range)
            .into_iter()
            .map(|(kernel, _)| kernel.line)
            .collect();
        // Several findings of a kernel are mended together, and instantiations of one are one kernel.
        kernels.sort_unstable();
        kernels.dedup();
        // A mend is found by verifying; on a text that is not the verified one it would be about other lines.
        if kernels.is_empty() || analysis.snapshot.text.as_str() != document.text.as_str() {
            return self.client.reply(id, json!(found));
        }
        let version = document.version;
        let Some(subject) = self.subject(&uri) else {
            return self.client.reply(id, json!(found));
        };
        self.mending
            .insert(id.clone(), (found, version, subject.cancel.clone()));
        let _ = self.jobs.send(Job::Mend(id, Box::new(subject), kernels));
    }

    fn execute(&mut self, params: ExecuteCommandParams) -> Value {
        let [uri, number] = params.arguments.as_slice() else {
            return Value::Null;
        };
        let Ok(uri) = serde_json::from_value::<Uri>(uri.clone()) else {
            return Value::Null;
        };
        let number = number.as_u64().and_then(|number| usize::try_from(number).ok());
        let analysis = self
            .documents
            .get(&uri)
            .and_then(|document| document.analysis.as_ref());
        let kernel = analysis
            .zip(number)
            .and_then(|(analysis, number)| analysis.file.kernels.get(number));
        let Some(kernel) = kernel else {
            return Value::Null;
        };
        if params.command == lens::SHOW_VERDICT {
            let text = hover::kernel_lines(kernel).join("\n");
            self.client.say(MessageType::INFO, &text);
        } else if params.command == lens::SHOW_TIMELINE {
            let name = kernel.name.clone();
            if let Some(mut subject) = self.subject(&uri) {
                subject.options.kernels = vec![name];
                let _ = self.jobs.send(Job::Draw(Box::new(subject)));
            }
        }
        Value::Null
    }

    fn show_progress(&mut self) {
        if !self.client.shows_progress {
            return;
        }
        let slow: Vec<Uri> = self
            .running
            .iter()
            .filter(|(_, running)| running.progress.is_none() && running.since.elapsed() >= QUIET)
            .map(|(uri, _)| uri.clone())
            .collect();
        for uri in slow {
            let name =
                uri::to_path(&uri).and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
            let token = self.client.begin_progress(name);
            if let Some(running) = self.running.get_mut(&uri) {
                running.progress = Some(token);
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
