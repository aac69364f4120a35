//! What the lines hold: `kverify-lines/1`. It may grow fields; none changes its meaning or goes away.

use crate::config::Options;
use crate::repair::document::FileEntry;
use crate::report::json::File;
use crate::settings::{LanguageName, Rank, Settings};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the format.
pub const SCHEMA: &str = "kverify-lines/1";

/// Longest name of a source.
const LONGEST_NAME: usize = 255;

/// A line of the input: one source.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// A string or a whole number of 64 bits that tells the answers apart; it is given back as it is.
    #[serde(default)]
    pub id: Value,
    /// The text of the source.
    pub source: String,
    /// What the source is called; its ending says what it is (`.cu`, `.cl`, `.py`, ...). By default `source.cu`, or `source.cl` if the
    /// options say that it is OpenCL.
    #[serde(default)]
    pub path: Option<String>,
    /// The settings of `kverify.toml`, as JSON, but for those that select files.
    #[serde(default)]
    pub options: Settings,
    /// Verify only kernels of these names.
    #[serde(default)]
    pub kernels: Vec<String>,
    /// Look for a change that mends the source, and verify it.
    #[serde(default = "yes")]
    pub mend: bool,
}

fn yes() -> bool {
    true
}

impl Request {
    /// Reads a line. What is wrong with it comes with the id, where that could be read.
    pub(super) fn read(line: &[u8]) -> Result<Request, (Option<Value>, String)> {
        // The request itself, not a `Value`: that takes the last of two fields of one name for the only one.
        let request: Request = serde_json::from_slice(line).map_err(|error| {
            let value: Option<Value> = serde_json::from_slice(line).ok();
            let what = match &value {
                None => "is no JSON",
                Some(Value::Object(_)) => "is no request",
                Some(_) => "is no object such as {\"id\": 1, \"source\": \"...\"}",
            };
            let id = value.and_then(|value| value.get("id").cloned());
            (id.filter(is_id), format!("{what}: {error}"))
        })?;
        if !is_id(&request.id) {
            return Err((
                None,
                "has an `id` that is no string or whole number of 64 bits".to_owned(),
            ));
        }
        let id = Some(request.id.clone());
        request.check().map_err(|error| (id, error))?;
        Ok(request)
    }

    fn check(&self) -> Result<(), String> {
        let files = [
            ("match", self.options.matches.is_empty()),
            ("exclude", self.options.exclude.is_empty()),
            ("path", self.options.path.is_empty()),
        ];
        if let Some((name, _)) = files.iter().find(|(_, is_empty)| !is_empty) {
            return Err(format!(
                "`options`: `{name}` selects files, and there are none here"
            ));
        }
        if let Some(path) = &self.path {
            let is_name = !path.trim().is_empty() && path.len() <= LONGEST_NAME && !path.contains('\0');
            if !is_name {
                return Err("`path` is no name of a file".to_owned());
            }
        }
        self.options
            .check()
            .map_err(|error| format!("`options`: {error}"))
    }

    /// What the source is called.
    pub(super) fn path(&self) -> &str {
        match (&self.path, self.options.language) {
            (Some(path), _) => path,
            (None, Some(LanguageName::Opencl)) => "source.cl",
            (None, Some(LanguageName::Cuda) | None) => "source.cu",
        }
    }

    /// The options of the run for this line.
    pub(super) fn options(&self, base: &Options) -> Result<Options, String> {
        let mut options = base.clone();
        self.options.apply(&mut options, Rank::Flag)?;
        if !self.kernels.is_empty() {
            options.kernels.clone_from(&self.kernels);
        }
        Ok(options)
    }
}

/// A line of the output: the answer to one line of the input.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Answer {
    /// `kverify-lines/1`.
    pub schema: &'static str,
    /// That of the request; `null` where it has none, or could not be read.
    pub id: Value,
    /// The line of the input, from 1.
    pub line: u64,
    /// As the exit status of `kverify check`: 0 every kernel is proved or conditional, 1 something is wrong, 2 the line or the source cannot
    /// be read, 3 not everything is proved.
    pub status: u8,
    /// Why there is no answer, if there is none; nothing is said of any kernel then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The source as in the document `kverify/1`: what is wrong with it, its kernels with their verdicts and findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<File>,
    /// The same in plain words, at most 200 for each kernel: `--format llm`.
    pub summary: String,
    /// Changes after which findings are gone, as in the document `kverify-fix/1`, each verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mend: Option<FileEntry>,
}

/// What is surely given back as it came.
fn is_id(id: &Value) -> bool {
    id.is_null() || id.is_string() || id.is_i64() || id.is_u64()
}

/// What a source that could be looked at is answered with.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "as in `Answer`")]
pub struct AnswerBody {
    pub status: u8,
    pub file: File,
    pub summary: String,
    pub mend: Option<FileEntry>,
}

impl Answer {
    pub(super) fn of(id: Value, line: u64, body: AnswerBody) -> Answer {
        Answer {
            schema: SCHEMA,
            id,
            line,
            status: body.status,
            error: None,
            file: Some(body.file),
            summary: body.summary,
            mend: body.mend,
        }
    }

    pub(super) fn refused(id: Option<Value>, line: u64, error: String) -> Answer {
        Answer {
            schema: SCHEMA,
            id: id.unwrap_or_default(),
            line,
            status: 2,
            summary: format!("INPUT ERROR in line {line} of the input: it {error}\n"),
            error: Some(error),
            file: None,
            mend: None,
        }
    }
}

/// The JSON Schema of an answer, with a final newline.
pub fn schema() -> String {
    text(&schemars::schema_for!(Answer))
}

/// The JSON Schema of a request, with a final newline.
pub fn request_schema() -> String {
    text(&schemars::schema_for!(Request))
}

fn text(schema: &schemars::Schema) -> String {
    serde_json::to_string_pretty(schema).map_or_else(|error| error.to_string(), |text| text + "\n")
}
