//! Results files: one JSON value a line, written while a run goes on.
//!
//! The first line says what answered and under which options, each further one holds a file's answers (as in the
//! `kverify/1` document) and what they were read from, and the last counts them. While a run goes on, files come in
//! the order in which they are done, and the last line is missing; when it ends, they are put into the order of
//! their paths. Times are 0: they would differ from run to run, and all else does not.

use super::around::{Around, Project};
use crate::config::Options;
use crate::faults;
use crate::files;
use crate::own::Written;
use crate::report::json::{self, Coverage, Document, File, Tool};
use crate::report::{FileReport, visible};
use crate::toolchain::Toolchain;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The name of the format.
pub const SCHEMA: &str = "kverify-results/1";

/// Longest results file that is read.
pub(super) const MOST_BYTES: u64 = 4 << 30;

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Header(Header),
    Entry(Box<Entry>),
    End { end: End },
}

/// The first line: results under different headers are not of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: String,
    /// What answered.
    pub tool: Tool,
    /// A hash of the options that bear on the answers.
    pub options: String,
}

/// A file's answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// As in the `kverify/1` document, with all times 0.
    pub file: File,
    /// What was read: the file, and what it includes.
    pub inputs: Vec<Input>,
    /// What else bears on the answers, if that can be looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub around: Option<Around>,
    /// What was asked ([`question`](super::question)); who does not say that is asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
}

/// A text that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Where.
    pub path: String,
    /// The BLAKE3 hash of its text.
    pub blake3: String,
}

/// The last line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// Number of files.
    pub files: usize,
    /// Number of answers.
    pub kernels: usize,
}

/// All lines of a results file, by path.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The first line.
    pub header: Header,
    /// By the file's path.
    pub entries: BTreeMap<String, Entry>,
    /// The last line is there: the run came to its end.
    pub complete: bool,
}

impl Header {
    /// Of a run.
    ///
    /// # Errors
    /// If the options cannot be written down (a path that is not UTF-8).
    pub fn new(toolchain: &Toolchain, options: &Options) -> Result<Header, String> {
        let options = Options {
            jobs: None,
            ..options.clone()
        };
        let bytes = postcard::to_stdvec(&options).map_err(|error| format!("the options: {error}"))?;
        Ok(Header {
            schema: SCHEMA.to_owned(),
            tool: Tool {
                version: toolchain.kverify.to_owned(),
                z3: toolchain.z3.clone(),
                libclang: toolchain.libclang.clone(),
            },
            options: blake3::hash(&bytes).to_hex().to_string(),
        })
    }
}

impl Entry {
    /// The file's answers, without times.
    pub fn new(mut file: File, inputs: Vec<Input>, around: Option<Around>) -> Entry {
        file.timings = None;
        for kernel in &mut file.kernels {
            kernel.stats.seconds = 0.0;
            kernel.timings = None;
        }
        Entry {
            file,
            inputs,
            around,
            question: None,
        }
    }

    /// Whether what was read is still what lies there, and what is around it: where it is not, nobody need look further.
    pub fn may_be_current(&self, project: &Project) -> bool {
        let unchanged = |input: &Input| {
            let text = files::read_lossy(Path::new(&input.path)).ok()?;
            (Input::of(&input.path, &text) == *input).then(|| (input.path.clone(), text))
        };
        let texts: Option<Vec<(String, String)>> = self.inputs.iter().map(unchanged).collect();
        let (Some(texts), Some(around)) = (texts.filter(|texts| !texts.is_empty()), &self.around) else {
            return false;
        };
        let texts = texts.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        project.is_same(Path::new(&self.file.path), around, texts)
    }
}

impl Input {
    /// A text, by its hash.
    pub fn of(path: &str, text: &str) -> Input {
        Input {
            path: path.to_owned(),
            blake3: blake3::hash(text.as_bytes()).to_hex().to_string(),
        }
    }
}

impl Results {
    /// No entry yet.
    pub fn new(header: Header) -> Results {
        Results {
            header,
            entries: BTreeMap::new(),
            complete: false,
        }
    }

    /// Adds a file that nobody looked at.
    pub fn add_unread(&mut self, file: &FileReport) {
        let entry = Entry::new(json::file_entry(file, false, false), Vec::new(), None);
        self.entries.insert(entry.file.path.clone(), entry);
    }

    /// Reads a results file. A last line that a kill cut off is left out.
    ///
    /// # Errors
    /// If it cannot be read, or is no results file.
    pub fn read(path: &Path) -> Result<Results, String> {
        let text = files::read_at_most(path, MOST_BYTES)
            .and_then(text_of)
            .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
        Results::parse(&text).map_err(|why| format!("{}: {why}", path.display()))
    }

    /// Reads the text of a results file.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(text: &str) -> Result<Results, String> {
        let mut lines = (1..).zip(text.split_inclusive('\n'));
        let header = lines.next().and_then(|(_, line)| serde_json::from_str(line).ok());
        let Some(Line::Header(header)) =
            header.filter(|line| matches!(line, Line::Header(h) if h.schema == SCHEMA))
        else {
            return Err(format!(
                "is no results file: the first line does not name `{SCHEMA}`"
            ));
        };
        let mut results = Results::new(header);
        for (number, line) in lines {
            match serde_json::from_str(line) {
                Ok(Line::Entry(entry)) => {
                    results.entries.insert(entry.file.path.clone(), *entry);
                }
                Ok(Line::End { end }) if end == results.end() => results.complete = true,
                Ok(Line::End { end }) => {
                    return Err(format!(
                        "lines are missing: it counts {} files and {} answers, and has {} and {}",
                        end.files,
                        end.kernels,
                        results.end().files,
                        results.end().kernels
                    ));
                }
                Ok(Line::Header(_)) => return Err(format!("line {number} is a second first line")),
                Err(_) if !line.ends_with('\n') => {}
                Err(error) => return Err(format!("line {number} is not understood: {error}")),
            }
        }
        Ok(results)
    }

    /// Puts the results of several runs over parts of the same files together.
    ///
    /// # Errors
    /// If they were not asked under the same options and by the same tool, or say different things of one file.
    pub fn merge(parts: Vec<(PathBuf, Results)>) -> Result<Results, String> {
        let mut parts = parts.into_iter();
        let (first, mut merged) = parts.next().ok_or("there is nothing to merge")?;
        for (path, part) in parts {
            if part.header != merged.header {
                return Err(format!(
                    "{} and {} were not made by the same kverify under the same options",
                    first.display(),
                    path.display()
                ));
            }
            merged.complete &= part.complete;
            for (name, entry) in part.entries {
                match merged.entries.get(&name) {
                    Some(known) if *known != entry => {
                        return Err(format!("{} says something else of {name}", path.display()));
                    }
                    _ => merged.entries.insert(name, entry),
                };
            }
        }
        Ok(merged)
    }

    /// The whole file, in the order of paths.
    pub fn render(&self) -> String {
        let mut lines: Vec<String> = vec![line(&Line::Header(self.header.clone()))];
        lines.extend(self.entries.values().map(entry_line));
        if self.complete {
            lines.push(line(&Line::End { end: self.end() }));
        }
        lines.concat()
    }

    /// The counts of what is there.
    fn end(&self) -> End {
        End {
            files: self.entries.len(),
            kernels: self.entries.values().map(|entry| entry.file.kernels.len()).sum(),
        }
    }

    /// Writes the whole file, so that nobody ever sees a part of it. Gives it, open at its end.
    ///
    /// # Errors
    /// If it cannot be written; what was there before is still there then.
    pub fn write(&self, path: &Path) -> Result<fs::File, String> {
        files::write(path, self.render().as_bytes())
            .and_then(|file| file.sync_all().map(|()| file))
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))
    }

    /// Leaves out what somebody else than this user's kverify wrote to the file; how many entries that were.
    pub fn retain_own(&mut self, path: &Path) -> usize {
        let written = Written::of(path);
        let all = self.entries.len();
        self.entries
            .retain(|_, entry| written.contains(&hash(&self.header, entry)));
        all - self.entries.len()
    }

    /// The answers as a document, in the order of paths.
    pub fn document(&self) -> Document {
        let files = self.files();
        Document {
            schema: json::SCHEMA.to_owned(),
            tool: self.header.tool.clone(),
            coverage: Coverage::of(&files),
            files,
            baseline: None,
            timings: None,
        }
    }

    /// The files' answers.
    pub fn files(&self) -> Vec<File> {
        self.entries.values().map(|entry| entry.file.clone()).collect()
    }
}

/// The text of a results file. What cut its last line off may have done so in the middle of a character.
fn text_of(mut bytes: Vec<u8>) -> io::Result<String> {
    let last = bytes
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |end| end + 1);
    if let Err(error) = std::str::from_utf8(&bytes)
        && error.valid_up_to() >= last
    {
        bytes.truncate(error.valid_up_to());
    }
    String::from_utf8(bytes).map_err(io::Error::other)
}

/// Appends an entry. One write for the whole line: a kill leaves it whole, or cut off at the end of the file.
///
/// # Errors
/// Those of the file.
pub fn append(file: &mut impl Write, entry: &Entry) -> io::Result<()> {
    let line = entry_line(entry);
    if let Err(fault) = faults::point() {
        // A disk is rarely full at the end of a line.
        file.write_all(&line.as_bytes()[..line.len() / 2])?;
        return Err(fault);
    }
    file.write_all(line.as_bytes())?;
    file.flush()
}

/// What an entry is known by, under its header.
pub(super) fn hash(header: &Header, entry: &Entry) -> String {
    let text = line(&Line::Header(header.clone())) + &entry_line(entry);
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

fn entry_line(entry: &Entry) -> String {
    line(&Line::Entry(Box::new(entry.clone())))
}

fn line(line: &Line) -> String {
    // Data of ours is always JSON; should it not be, the line is left out and the file verified anew.
    serde_json::to_string(line).map_or_else(|_| String::new(), |text| visible::json(&text) + "\n")
}
