//! The source text behind a document, for formats that show or measure it.

use super::Report;
use super::json::Document;
use crate::files;
use std::collections::BTreeMap;
use std::path::Path;

/// Texts of source files, by the paths that the document gives them.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    by_path: BTreeMap<String, String>,
}

impl Texts {
    /// The texts that a report was made from.
    pub fn of(report: &Report) -> Texts {
        let modules = report.files.iter().filter_map(|file| file.module.as_deref());
        let files = modules.flat_map(|module| module.files.iter());
        let by_path = files.map(|file| (file.path.clone(), file.text.clone()));
        Texts {
            by_path: by_path.collect(),
        }
    }

    /// The texts as they are in the folder now, for a document that was read back; what is not there is left out.
    pub fn read(document: &Document, current: &Path) -> Texts {
        let mut texts = Texts::default();
        for file in &document.files {
            let findings = file.kernels.iter().flat_map(|kernel| &kernel.findings);
            let others = findings
                .flat_map(|finding| &finding.accesses)
                .filter_map(|a| a.path.as_deref());
            for path in others.chain([file.path.as_str()]) {
                if texts.by_path.contains_key(path) {
                    continue;
                }
                if let Ok(text) = files::read_lossy(&current.join(path)) {
                    texts.by_path.insert(path.to_owned(), text);
                }
            }
        }
        texts
    }

    /// Adds a text, or replaces it.
    pub fn insert(&mut self, path: String, text: String) {
        self.by_path.insert(path, text);
    }

    /// The text of a file.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.by_path.get(path).map(String::as_str)
    }

    /// A line of a file, from 1, without its end.
    pub fn line(&self, path: &str, line: u32) -> Option<&str> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        self.get(path)?.lines().nth(index)
    }

    /// The column in characters of a column in bytes, both from 1; the same where the text is not known.
    pub fn column_in_characters(&self, path: &str, line: u32, column: u32) -> u32 {
        let Some(text) = self.line(path, line) else {
            return column;
        };
        let bytes = usize::try_from(column.saturating_sub(1)).unwrap_or(0);
        let characters = text.char_indices().take_while(|(at, _)| *at < bytes).count();
        let past_the_end = bytes.saturating_sub(text.len());
        u32::try_from(characters + past_the_end + 1).unwrap_or(column)
    }
}

#[cfg(test)]
mod tests {
    use super::Texts;

    #[test]
    fn columns_count_characters() {
        let mut texts = Texts::default();
        texts.insert("a.cu".to_owned(), "int a;\n/* ü */ int b;\n".to_owned());
        assert_eq!(texts.column_in_characters("a.cu", 1, 5), 5);
        assert_eq!(texts.column_in_characters("a.cu", 2, 10), 9);
        assert_eq!(texts.column_in_characters("a.cu", 1, 7), 7);
        assert_eq!(texts.column_in_characters("no.cu", 2, 10), 10);
        assert_eq!(texts.column_in_characters("a.cu", 99, 10), 10);
    }
}
