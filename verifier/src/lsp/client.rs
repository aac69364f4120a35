//! What is said to the client, and what it can do.

use super::uri;
use crate::report::visible;
use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    ClientCapabilities, Diagnostic, DidChangeWatchedFilesRegistrationOptions, FileSystemWatcher, GlobPattern,
    MessageType, ProgressParams, ProgressParamsValue, ProgressToken, PublishDiagnosticsParams, Registration,
    RegistrationParams, ShowDocumentParams, ShowMessageParams, Uri, WorkDoneProgress, WorkDoneProgressBegin,
    WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    notification::{self, Notification as _},
    request,
};
use serde_json::{Value, json};
use std::path::Path;

/// The client, as far as it matters here.
pub struct Client {
    to_client: Sender<Message>,
    next_id: i32,
    refreshes_lenses: bool,
    watches_files: bool,
    shows_documents: bool,
    /// Whether it shows progress.
    pub shows_progress: bool,
}

impl Client {
    /// A client with these abilities.
    pub fn new(to_client: Sender<Message>, abilities: &ClientCapabilities) -> Client {
        let workspace = abilities.workspace.as_ref();
        let refresh = workspace.and_then(|w| w.code_lens.as_ref()?.refresh_support);
        let watch = workspace.and_then(|w| w.did_change_watched_files.as_ref()?.dynamic_registration);
        let window = abilities.window.as_ref();
        let show = window.and_then(|w| Some(w.show_document.as_ref()?.support));
        let progress = abilities.window.as_ref().and_then(|w| w.work_done_progress);
        Client {
            to_client,
            next_id: 0,
            refreshes_lenses: refresh.unwrap_or(false),
            watches_files: watch.unwrap_or(false),
            shows_documents: show.unwrap_or(false),
            shows_progress: progress.unwrap_or(false),
        }
    }

    /// How many messages it has not read.
    pub fn unread(&self) -> usize {
        self.to_client.len()
    }

    /// Answers a request.
    pub fn reply(&self, id: RequestId, result: Value) {
        self.send(Message::Response(Response::new_ok(id, result)));
    }

    /// Answers a request with an error.
    pub fn refuse(&self, id: RequestId, code: ErrorCode, message: &str) {
        self.send(Message::Response(Response::new_err(
            id,
            code as i32,
            message.to_owned(),
        )));
    }

    /// Shows a message to the user.
    pub fn say(&self, typ: MessageType, message: &str) {
        self.notify::<notification::ShowMessage>(&ShowMessageParams {
            typ,
            message: message.to_owned(),
        });
    }

    /// Replaces what is shown in a document.
    pub fn publish(&self, uri: &Uri, version: Option<i32>, diagnostics: Vec<Diagnostic>) {
        self.notify::<notification::PublishDiagnostics>(&PublishDiagnosticsParams {
            uri: uri.clone(),
            diagnostics,
            version,
        });
    }

    /// Asks the client to fetch the lenses again.
    pub fn refresh_lenses(&mut self) {
        if self.refreshes_lenses {
            self.ask::<request::CodeLensRefresh>(&());
        }
    }

    /// Opens a page outside of the editor; a client that cannot is told where it lies.
    pub fn show_document(&mut self, page: &Path) {
        match uri::of_path(page).filter(|_| self.shows_documents) {
            Some(uri) => self.ask::<request::ShowDocument>(&ShowDocumentParams {
                uri,
                external: Some(true),
                take_focus: None,
                selection: None,
            }),
            None => self.say(
                MessageType::INFO,
                &format!("kverify: the timeline is {}", page.display()),
            ),
        }
    }

    /// Asks to be told when files change that a document may depend on.
    pub fn watch_files(&mut self) {
        if !self.watches_files {
            return;
        }
        let watcher = |glob: &str| FileSystemWatcher {
            glob_pattern: GlobPattern::String(glob.to_owned()),
            kind: None,
        };
        let options = DidChangeWatchedFilesRegistrationOptions {
            watchers: vec![watcher("**/kverify.toml"), watcher("**/*.{h,hpp,cuh,clh}")],
        };
        self.ask::<request::RegisterCapability>(&RegistrationParams {
            registrations: vec![Registration {
                id: "kverify-files".to_owned(),
                method: notification::DidChangeWatchedFiles::METHOD.to_owned(),
                register_options: Some(json!(options)),
            }],
        });
    }

    /// Tells that something takes its time; the token ends it.
    pub fn begin_progress(&mut self, message: Option<String>) -> ProgressToken {
        let token = ProgressToken::String(format!("kverify-{}", self.next_id));
        self.ask::<request::WorkDoneProgressCreate>(&WorkDoneProgressCreateParams { token: token.clone() });
        let begin = WorkDoneProgressBegin {
            title: "kverify".to_owned(),
            message,
            ..WorkDoneProgressBegin::default()
        };
        self.progress(token.clone(), WorkDoneProgress::Begin(begin));
        token
    }

    /// It is over.
    pub fn end_progress(&self, token: Option<ProgressToken>) {
        if let Some(token) = token {
            self.progress(
                token,
                WorkDoneProgress::End(WorkDoneProgressEnd { message: None }),
            );
        }
    }

    fn progress(&self, token: ProgressToken, value: WorkDoneProgress) {
        self.notify::<notification::Progress>(&ProgressParams {
            token,
            value: ProgressParamsValue::WorkDone(value),
        });
    }

    fn ask<R: request::Request>(&mut self, params: &R::Params) {
        self.next_id += 1;
        let id = RequestId::from(format!("kverify-{}", self.next_id));
        self.send(Message::Request(Request::new(id, R::METHOD.to_owned(), params)));
    }

    fn notify<N: notification::Notification>(&self, params: &N::Params) {
        self.send(Message::Notification(Notification::new(
            N::METHOD.to_owned(),
            params,
        )));
    }

    /// A client that went away is noticed when reading.
    fn send(&self, mut message: Message) {
        match &mut message {
            Message::Response(response) => match &mut response.response_result {
                Ok(result) => show(result),
                Err(error) => error.message = visible::plain(&error.message),
            },
            Message::Notification(notification) => show(&mut notification.params),
            Message::Request(_) => {}
        }
        let _ = self.to_client.send(message);
    }
}

/// Has all that an editor shows seen for what it is. Addresses and texts to insert are not for reading.
fn show(value: &mut Value) {
    match value {
        Value::String(text) if text.contains(visible::is_hidden) => *text = visible::plain(text),
        Value::Array(values) => values.iter_mut().for_each(show),
        Value::Object(fields) => fields
            .iter_mut()
            .filter(|(name, _)| {
                !["uri", "href", "newText", "changes", "arguments", "data"].contains(&name.as_str())
            })
            .for_each(|(_, value)| show(value)),
        _ => {}
    }
}
