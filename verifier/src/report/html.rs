//! One page for a whole run, which needs no network: summary, filter, findings in their source, witnesses.
//!
//! Names, comments and whole files may be hostile: every text goes through the template's escaping, the script only compares
//! texts, and the page's own content security policy lets no other script run.

mod excerpt;

use super::json::advice::AdviceEntry;
use super::json::finding::{Access, FindingEntry, SeverityName, StatusName, Thread};
use super::json::kernel::{KernelEntry, VerdictName};
use super::json::{Document, File};
use super::remark::{host_sentence, kernel_name, line_words, path_of, path_of_kernel, severity_word};
use super::texts::Texts;
use super::visible;
use super::witness_words;
use super::words::triple;
use crate::rules;
use askama::Template;
use excerpt::{Excerpt, mark};

const STYLE: &str = include_str!("../../templates/report.css");
const SCRIPT: &str = include_str!("../../templates/report.js");

/// What the page shows besides the document.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// Where the timeline of the witnesses is, relative to the page.
    pub timeline: Option<String>,
}

/// The page.
pub fn render(document: &Document, texts: &Texts, extras: &Extras) -> String {
    let mut kernels: Vec<Kernel> = Vec::new();
    for file in &document.files {
        for kernel in &file.kernels {
            kernels.push(Kernel::new(kernels.len(), file, kernel, texts));
        }
    }
    kernels.sort_by_key(|kernel| kernel.order);
    let mut used: Vec<&str> = kernels
        .iter()
        .flat_map(|kernel| kernel.rules.split(' '))
        .collect();
    used.sort_unstable();
    used.dedup();
    let rules = rules::ALL.iter().filter(|rule| used.contains(&rule.id));
    let page = Page {
        style: STYLE,
        script: SCRIPT,
        script_hash: script_hash(),
        headline: headline(document),
        tiles: tiles(document),
        rules: rules
            .map(|rule| RuleText {
                id: rule.id,
                summary: rule.summary(),
                page: rule.page,
            })
            .collect(),
        timeline: extras.timeline.as_deref(),
        fixed: fixed(document),
        problems: problems(document),
        kernels,
        tool: &document.tool,
    };
    page.render()
        .map(|text| visible::markup(&text))
        .unwrap_or_else(|error| format!("<!DOCTYPE html><title>kverify</title><p>{error}</p>\n"))
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'p> {
    style: &'static str,
    script: &'static str,
    script_hash: String,
    headline: String,
    tiles: Vec<Tile>,
    rules: Vec<RuleText>,
    timeline: Option<&'p str>,
    fixed: Vec<String>,
    problems: Vec<Problem>,
    kernels: Vec<Kernel>,
    tool: &'p super::json::Tool,
}

struct Tile {
    verdict: &'static str,
    count: usize,
}

struct RuleText {
    id: &'static str,
    summary: String,
    page: &'static str,
}

/// What is wrong with a file.
struct Problem {
    severity: &'static str,
    path: String,
    messages: Vec<Reason>,
}

struct Kernel {
    order: usize,
    anchor: String,
    verdict: &'static str,
    name: String,
    place: String,
    launch: String,
    tally: String,
    rules: String,
    open: bool,
    findings: Vec<Finding>,
    reasons: Vec<Reason>,
    assumptions: Vec<super::json::kernel::Assumption>,
    counted_in: String,
    heads: [&'static str; 6],
    costs: Vec<[String; 6]>,
}

struct Reason {
    place: String,
    text: String,
}

struct Finding {
    rule: String,
    severity: &'static str,
    status: &'static str,
    status_words: &'static str,
    title: String,
    tags: Vec<String>,
    muted: bool,
    fingerprint: String,
    excerpts: Vec<Excerpt>,
    launch: String,
    threads: Vec<ThreadRow>,
    arguments: Vec<String>,
    cells: Vec<String>,
    approximations: Vec<String>,
    notes: Vec<String>,
    help: String,
}

struct ThreadRow {
    mark: &'static str,
    what: String,
    text: String,
}

/// From the worst to the best; the order of the page.
const VERDICTS: [VerdictName; 5] = [
    VerdictName::Violated,
    VerdictName::Suspect,
    VerdictName::Unknown,
    VerdictName::Conditional,
    VerdictName::Proved,
];

fn count(document: &Document, verdict: VerdictName) -> usize {
    let kernels = document.files.iter().flat_map(|file| &file.kernels);
    kernels.filter(|kernel| kernel.verdict == verdict).count()
}

fn headline(document: &Document) -> String {
    let plural = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let kernels: usize = document.files.iter().map(|file| file.kernels.len()).sum();
    let files = plural(document.files.len(), "file");
    let proved = count(document, VerdictName::Proved);
    if proved == kernels && kernels > 0 && document.coverage.words().is_empty() {
        return format!("All {} in {files} proved", plural(kernels, "kernel"));
    }
    let unread = document.coverage.words();
    format!(
        "{proved} of {} in {files} proved{unread}",
        plural(kernels, "kernel")
    )
}

fn tiles(document: &Document) -> Vec<Tile> {
    let all = VERDICTS.iter().map(|verdict| Tile {
        verdict: verdict.word(),
        count: count(document, *verdict),
    });
    all.filter(|tile| tile.count > 0).collect()
}

fn fixed(document: &Document) -> Vec<String> {
    let comparison = document.baseline.iter();
    comparison
        .flat_map(|baseline| &baseline.fixed)
        .map(|entry| {
            format!(
                "{}: {} in {} [{}]",
                entry.path, entry.message, entry.kernel, entry.rule
            )
        })
        .collect()
}

fn place_words(file: &File, at: &Access) -> String {
    match &at.path {
        Some(_) => format!("{}:{}", path_of(file, at), at.line),
        None => format!("line {}", at.line),
    }
}

fn problems(document: &Document) -> Vec<Problem> {
    let of = |file: &File| {
        let lists = [("error", &file.errors), ("warning", &file.warnings)];
        lists.map(|(severity, messages)| Problem {
            severity,
            path: file.path.clone(),
            messages: messages
                .iter()
                .map(|message| Reason {
                    place: line_words(message),
                    text: message.message.clone(),
                })
                .collect(),
        })
    };
    let of_host = |file: &File| {
        let all = || {
            file.host
                .iter()
                .flat_map(|host| &host.findings)
                .filter(|finding| finding.ignored.is_none())
        };
        [SeverityName::Error, SeverityName::Warning, SeverityName::Note].map(|severity| Problem {
            severity: severity_word(severity),
            path: file.path.clone(),
            messages: all()
                .filter(|finding| finding.severity == severity)
                .map(|finding| Reason {
                    place: finding
                        .accesses
                        .first()
                        .map_or_else(String::new, |at| place_words(file, at)),
                    text: format!(
                        "{} [{}]. {}",
                        host_sentence(file, finding),
                        finding.rule,
                        finding.help
                    ),
                })
                .collect(),
        })
    };
    let all = document
        .files
        .iter()
        .flat_map(|file| of(file).into_iter().chain(of_host(file)));
    all.filter(|problem| !problem.messages.is_empty()).collect()
}

impl Kernel {
    fn new(index: usize, file: &File, kernel: &KernelEntry, texts: &Texts) -> Kernel {
        let order = VERDICTS
            .iter()
            .position(|verdict| *verdict == kernel.verdict)
            .unwrap_or(0);
        let mut rules: Vec<&str> = kernel.findings.iter().map(|f| f.rule.as_str()).collect();
        rules.sort_unstable();
        rules.dedup();
        let findings = kernel.findings.len();
        let tally = match findings {
            0 => String::new(),
            1 => "1 finding".to_owned(),
            n => format!("{n} findings"),
        };
        let advice = kernel.advice.as_ref();
        Kernel {
            counted_in: advice.map_or_else(String::new, |a| {
                witness_words::shape_text(a.block.map(Some), a.grid.map(Some))
            }),
            heads: AdviceEntry::HEAD,
            costs: advice.map_or_else(Vec::new, AdviceEntry::rows),
            order,
            anchor: format!("kernel-{index}"),
            verdict: kernel.verdict.word(),
            name: kernel_name(kernel),
            place: format!("{}:{}", path_of_kernel(file, kernel), kernel.line),
            launch: witness_words::shape_text(kernel.launch.block, kernel.launch.grid),
            tally,
            rules: rules.join(" "),
            open: kernel.verdict != VerdictName::Proved,
            findings: kernel
                .findings
                .iter()
                .map(|f| Finding::new(file, f, texts))
                .collect(),
            reasons: kernel
                .reasons
                .iter()
                .map(|reason| Reason {
                    place: line_words(reason),
                    text: reason.message.clone(),
                })
                .collect(),
            assumptions: kernel.assumptions.clone(),
        }
    }
}

impl Finding {
    fn new(file: &File, finding: &FindingEntry, texts: &Texts) -> Finding {
        let mut tags = vec![format!("scope {}", finding.scope)];
        tags.extend(finding.space.iter().map(|space| format!("{space} memory")));
        tags.extend(finding.variant.clone());
        if let Some(ignored) = &finding.ignored {
            tags.push(format!("ignored at line {}: {}", ignored.line, ignored.reason));
        }
        let is_known = finding.baseline == Some(super::json::finding::BaselineState::Known);
        tags.extend(is_known.then(|| "known, in the baseline".to_owned()));
        let witness = &finding.witness;
        let (status, status_words) = match finding.status {
            StatusName::Confirmed => ("confirmed", "confirmed by replay"),
            StatusName::Possible => ("possible", "possible, not confirmed by replay"),
        };
        let threads = finding.accesses.iter().zip(&witness.threads).enumerate();
        Finding {
            rule: finding.rule.clone(),
            severity: severity_word(finding.severity),
            status,
            status_words,
            title: finding.message.clone(),
            tags,
            muted: is_known || finding.ignored.is_some(),
            fingerprint: finding.fingerprint.clone(),
            excerpts: excerpt::excerpts(file, finding, texts),
            launch: witness_words::launch_text(witness.block, witness.grid, witness.global_offset),
            threads: threads
                .map(|(i, (access, thread))| ThreadRow {
                    mark: mark(file, finding, i),
                    what: match &access.path {
                        Some(path) => format!("{} at {path}:{}", access.what, access.line),
                        None => format!("{} at line {}", access.what, access.line),
                    },
                    text: thread_text(thread),
                })
                .collect(),
            arguments: witness
                .arguments
                .iter()
                .map(|(name, value)| format!("{name} = {value}"))
                .collect(),
            cells: witness
                .cells
                .iter()
                .map(|cell| format!("{} at byte {} = {}", cell.array, cell.offset, cell.value))
                .collect(),
            approximations: finding
                .approximations
                .iter()
                .map(|a| format!("line {}: {}", a.line, a.message))
                .collect(),
            notes: finding
                .harm
                .iter()
                .map(|harm| harm.message.clone())
                .chain(finding.notes.clone())
                .collect(),
            help: finding.help.clone(),
        }
    }
}

fn thread_text(thread: &Thread) -> String {
    let mut text = format!(
        "thread {} of block {}",
        triple(thread.thread),
        triple(thread.block)
    );
    for at in &thread.iterations {
        text += &format!(", iteration {} of the loop at line {}", at.iteration, at.line);
    }
    if let Some(offset) = thread.offset {
        text += &format!(", at byte {offset}");
    }
    text
}

/// What the content security policy allows to run: SHA-256 of the script, in base 64.
fn script_hash() -> String {
    use base64::Engine as _;
    use sha2::Digest as _;
    base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(SCRIPT))
}
