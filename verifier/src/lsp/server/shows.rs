//! What the editor is shown of an answer: diagnostics, hovers, lenses, actions, progress.

use super::super::document::Document;
use super::super::elsewhere::ByFile;
use super::super::engine::Job;
use super::super::text::Text;
use super::super::{actions, diagnostics, hover, lens, uri};
use super::{QUIET, Server};
use lsp_server::RequestId;
use lsp_types::{CodeActionParams, CodeLensParams, ExecuteCommandParams, HoverParams, MessageType, Uri};
use serde_json::{Value, json};
use std::path::Path;

impl Server {
    /// Brings what the client shows of a document up to date.
    pub(super) fn show(&mut self, uri: &Uri) {
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
    pub(super) fn say_elsewhere(&mut self, uri: &Uri, found: ByFile) {
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
    pub(super) fn publish(&self, uri: &Uri, path: &Path) {
        let document = self.documents.get(uri);
        let here = document.map(|document| self.shown(document, uri).here);
        let all = here.into_iter().flatten().chain(self.elsewhere.of(path));
        let version = document.map(|document| document.version);
        self.client
            .publish(uri, version, diagnostics::once(all.collect()));
    }

    pub(super) fn hover(&mut self, params: HoverParams) -> Option<lsp_types::Hover> {
        let at = params.text_document_position_params;
        let document = self.documents.get(&at.text_document.uri)?;
        hover::hover(document.analysis.as_ref()?, at.position)
    }

    pub(super) fn lenses(&mut self, params: CodeLensParams) -> Vec<lsp_types::CodeLens> {
        let uri = params.text_document.uri;
        self.documents
            .get(&uri)
            .map_or_else(Vec::new, |document| lens::lenses(document, &uri))
    }

    pub(super) fn code_actions(&mut self, id: RequestId, params: CodeActionParams) {
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
        let cancel = subject.cancel.clone();
        if self.hand_out(Job::Mend(id.clone(), Box::new(subject), kernels)) {
            self.mending.insert(id, (found, version, cancel));
        } else {
            self.client.reply(id, json!(found));
        }
    }

    pub(super) fn execute(&mut self, params: ExecuteCommandParams) -> Value {
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
                if !self.hand_out(Job::Draw(Box::new(subject))) {
                    self.client.say(
                        MessageType::WARNING,
                        "kverify: too much is being worked on; try again later",
                    );
                }
            }
        }
        Value::Null
    }

    pub(super) fn show_progress(&mut self) {
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
