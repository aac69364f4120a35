//! Texts that are open: what each is verified under, and when that starts.

use super::super::document::Document;
use super::super::elsewhere::ByFile;
use super::super::engine::{Job, Subject};
use super::super::settings::Settings;
use super::super::text::Text;
use super::super::uri;
use super::{MOST_BYTES, MOST_DOCUMENTS, MOST_JOBS, Running, Server, unsaved_path};
use crate::project::Project;
use crate::{Cancel, Options, Source};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, MessageType, Uri,
};
use std::path::Path;
use std::time::Instant;

impl Server {
    pub(super) fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let path = uri::to_path(&item.uri).unwrap_or_else(|| unsaved_path(&item.language_id));
        let document = Document::new(path, Text::new(&item.text, self.encoding), item.version);
        self.documents.insert(item.uri.clone(), document);
        self.due.insert(item.uri.clone(), Instant::now());
        self.keep_bounded(&item.uri);
    }

    /// Lets go of a text that there is no room for.
    fn keep_bounded(&mut self, uri: &Uri) {
        let bytes: usize = self
            .documents
            .values()
            .map(|document| document.text.as_str().len())
            .sum();
        if self.documents.len() <= MOST_DOCUMENTS && bytes <= MOST_BYTES {
            return;
        }
        self.let_go(uri);
        if !std::mem::replace(&mut self.is_full, true) {
            let message = format!(
                "kverify: {MOST_DOCUMENTS} files or {} MB are open, and the rest is not verified; close some, and open the rest again",
                MOST_BYTES >> 20
            );
            self.client.say(MessageType::WARNING, &message);
        }
    }

    pub(super) fn change(&mut self, params: DidChangeTextDocumentParams) {
        let id = params.text_document;
        if let Some(document) = self.documents.get_mut(&id.uri) {
            document.edit(id.version, &params.content_changes);
            if document.is_header() {
                self.verify_all();
            } else {
                self.cancel_running(&id.uri);
                self.due
                    .insert(id.uri.clone(), Instant::now() + self.settings.debounce());
            }
            self.keep_bounded(&id.uri);
        }
    }

    pub(super) fn close(&mut self, params: DidCloseTextDocumentParams) {
        self.let_go(&params.text_document.uri);
        self.is_full = false;
    }

    /// Forgets a document.
    fn let_go(&mut self, uri: &Uri) {
        self.cancel_running(uri);
        self.due.remove(uri);
        let closed = self.documents.remove(uri);
        self.say_elsewhere(uri, ByFile::new());
        let path = closed.map(|document| document.path).unwrap_or_default();
        self.publish(uri, &path);
    }

    pub(super) fn verify_all(&mut self) {
        let due = Instant::now() + self.settings.debounce();
        let uris: Vec<Uri> = self.documents.keys().cloned().collect();
        for uri in uris {
            self.cancel_running(&uri);
            self.due.insert(uri, due);
        }
    }

    pub(super) fn start_due(&mut self) {
        let now = Instant::now();
        let due: Vec<Uri> = self
            .due
            .iter()
            .filter(|(_, at)| **at <= now)
            .map(|(uri, _)| uri.clone())
            .collect();
        for uri in due {
            if !self.has_room() {
                return;
            }
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
            self.hand_out(Job::Verify(version, Box::new(subject)));
        }
    }

    /// Whether another verification may start.
    pub(super) fn has_room(&self) -> bool {
        self.at_work < MOST_JOBS / 2
    }

    pub(super) fn subject(&mut self, uri: &Uri) -> Option<Subject> {
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
}
