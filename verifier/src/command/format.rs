//! The formats of a report, and where each is written.

use crate::output;
use clap::ValueEnum;
use kverify::batch::table::{self, Effort};
use kverify::repair::document::FileEntry;
use kverify::report::base::Base;
use kverify::report::json::Document;
use kverify::report::texts::Texts;
use kverify::report::{Report, Style, concise, github, html, human, json, junit, llm, sarif};
use std::path::{Path, PathBuf};

/// How to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people, drawn into the source
    Human,
    /// One line for each finding, as compilers write them
    Concise,
    /// For programs: one document (docs/schema)
    Json,
    /// SARIF 2.1.0, for code scanning and other viewers
    Sarif,
    /// Annotations of GitHub Actions
    Github,
    /// JUnit's XML, for build servers
    Junit,
    /// One page for the whole run
    Html,
    /// For language models: each kernel in under 200 words, with a verified mend
    Llm,
}

/// How to report what is only for people or for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlainFormat {
    /// For people
    Human,
    /// For programs
    Json,
}

/// A format and the file that the report is written to.
#[derive(Clone, Debug)]
pub struct ReportFile {
    /// The format.
    pub format: Format,
    /// The file.
    pub path: PathBuf,
}

/// What all formats are made from.
#[derive(Debug)]
pub struct Material<'m> {
    /// What people read.
    pub human: Human<'m>,
    /// The answers as data.
    pub document: &'m Document,
    /// The sources.
    pub texts: Texts,
    /// Where the run takes place.
    pub base: Base,
    /// Unknown kernels are allowed.
    pub allow_unknown: bool,
    /// Nothing is said of what is in order.
    pub quiet: bool,
    /// Mends, where a format wants them.
    pub mends: Vec<FileEntry>,
    /// Where the timeline is, for the page to link to.
    pub timeline: Option<&'m Path>,
}

/// What the format for people is made from.
#[derive(Clone, Copy, Debug)]
pub enum Human<'m> {
    /// A report, with each finding drawn into its source.
    Report(&'m Report),
    /// Of many files: cut to about a screen.
    Brief(&'m Report),
    /// Only the table: the answers themselves are in a results file.
    Table(Effort),
}

/// Reads `sarif=report.sarif`.
pub fn parse_report_file(text: &str) -> Result<ReportFile, String> {
    let (format, path) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not FORMAT=FILE, such as sarif=kverify.sarif"))?;
    if path.is_empty() {
        return Err(format!("`{text}` names no file"));
    }
    Ok(ReportFile {
        format: Format::from_str(format, true)
            .map_err(|_| format!("no format is called `{format}`; there are {}", names()))?,
        path: path.into(),
    })
}

fn names() -> String {
    let values = Format::value_variants()
        .iter()
        .filter_map(|format| format.to_possible_value());
    values
        .map(|value| value.get_name().to_owned())
        .collect::<Vec<_>>()
        .join(", ")
}

impl Material<'_> {
    /// The report as text, for a reader in `folder`.
    pub fn render(&self, format: Format, style: Style, folder: &Path) -> String {
        match format {
            Format::Human => match self.human {
                Human::Report(report) => human::render(report, style, self.quiet),
                Human::Brief(report) => human::brief::render(report, style, self.quiet),
                Human::Table(_) if self.quiet => String::new(),
                Human::Table(effort) => table::render(&self.document.files, Some(effort), style),
            },
            Format::Concise => {
                let mut text = concise::render(self.document, self.quiet);
                if !self.quiet {
                    text += &human::tally(self.document, style);
                }
                text
            }
            Format::Json => json::text(self.document),
            Format::Sarif => sarif::render(self.document, &self.base, &self.texts),
            Format::Github => github::render(self.document, &self.base),
            Format::Junit => junit::render(self.document, self.allow_unknown),
            Format::Llm => llm::render(self.document, &self.texts, &self.mends),
            Format::Html => {
                let extras = html::Extras {
                    // A trace is for another viewer than the browser.
                    timeline: self
                        .timeline
                        .filter(|path| path.extension().is_some_and(|ending| ending == "html"))
                        .map(|path| self.base.link(folder, path)),
                };
                html::render(self.document, &self.texts, &extras)
            }
        }
    }

    /// Writes the reports that go to files.
    ///
    /// # Errors
    /// Says which file could not be written.
    pub fn write(&self, files: &[ReportFile]) -> Result<(), String> {
        for file in files {
            let folder = file.path.parent().unwrap_or(Path::new(""));
            let text = self.render(file.format, Style::default(), folder);
            output::write(&file.path, &text)?;
        }
        Ok(())
    }
}
