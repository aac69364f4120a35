//! Expectations written in the comments of a case file.
//!
//! ```text
//! // kverify-test: block=64 grid=2 assume="n % 2 == 0" define=FAST=1
//!
//! // expect: violated
//! __global__ void rotate(int *out) {
//!     __shared__ int tile[64];
//!     tile[threadIdx.x] = out[threadIdx.x]; // @put
//!     out[threadIdx.x] = tile[(threadIdx.x + 1) % 64]; //~ data-race block shared read-write with @put
//! }
//! ```
//!
//! - `// kverify-test:` gives the flags of the run; what it leaves out is what a user leaves out.
//! - `// expect: VERDICT` holds for the kernels that follow, up to the next one.
//! - `// today: VERDICT, because ...` after it says that the tool does not get there yet. The label stays the truth:
//!   a kernel that gets better fails the test until the line is removed. Such a kernel may lack findings and have
//!   false ones; a confirmed error that no comment expects still fails.
//! - `// free-when: CONDITION` after it says which condition the tool offers for these kernels; `nothing` that it offers none.
//! - `//~ [warning|note] KIND [SCOPE] [SPACE] [VARIANT] [behind] [with @NAME|exit] [xN] [harm=HARM]` at the end of a line expects a
//!   finding between that line and the named one (itself if none is named). On a line of its own it belongs to the code
//!   above. `behind`: barriers would rule the race out if all threads came to them. `HARM` is what the race does to memory: arrays that come out differently (`out,tile`), `benign`, `ways` where only
//!   the threads' ways differ, `untold` where nothing is said.
//! - `// @NAME` at the end of a line names the line.
//!
//! Findings that no comment expects are as wrong as findings that are missing.

use std::collections::BTreeMap;

/// What a case file asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Flags of the run.
    pub settings: Settings,
    /// Verdicts, by the line from which they hold.
    pub verdicts: Vec<ExpectedVerdict>,
    /// Findings.
    pub findings: Vec<ExpectedFinding>,
}

/// Flags of a run, as on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Settings {
    /// `--block`.
    pub block: Option<String>,
    /// `--grid`.
    pub grid: Option<String>,
    /// `--assume`, in order.
    pub assumes: Vec<String>,
    /// `-D`, in order.
    pub defines: Vec<String>,
    /// `--instantiate`, in order.
    pub instantiate: Vec<String>,
    /// `--cuda-arch`.
    pub cuda_arch: Option<u32>,
    /// `--lockstep`.
    pub lockstep: Option<u32>,
    /// `--arith bv`: exact machine arithmetic, so that overflow is not assumed away.
    pub bit_vectors: bool,
    /// `--may-alias`.
    pub may_alias: bool,
    /// `--host project`.
    pub of_project: bool,
    /// `--perf`.
    pub perf: bool,
}

/// The verdict of the kernels that start at or after a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedVerdict {
    /// The comment's line.
    pub line: u32,
    /// The truth: `proved`, `conditional`, `violated`, `suspect` or `unknown`.
    pub verdict: String,
    /// What the tool says at present, if that is less.
    pub today: Option<String>,
    /// The condition that is offered; empty for none.
    pub free_when: Option<String>,
}

/// The other end of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// An access or a barrier on a line.
    Line(u32),
    /// The thread left the kernel.
    Exit,
}

/// A finding that a comment asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectedFinding {
    /// Line of the comment's code, for messages.
    pub line: u32,
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// Words after the severity: the kind first, then scope, space and variant where given.
    pub words: Vec<String>,
    /// Both ends, sorted.
    pub sides: [Side; 2],
    /// How many findings (by columns) look like this.
    pub count: usize,
    /// What the race does to memory, where the comment says.
    pub harm: Option<ExpectedHarm>,
}

/// What a race is to do to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedHarm {
    /// These arrays come out differently, among others perhaps.
    Arrays(Vec<String>),
    /// Every order leaves the same memory, and threads take the same ways.
    Benign,
    /// Memory is the same, but threads take other ways.
    Ways,
    /// Nothing is said of it.
    Untold,
}

impl ExpectedHarm {
    fn read(text: &str) -> Result<ExpectedHarm, String> {
        Ok(match text {
            "" => return Err("`harm=` needs arrays, `benign`, `ways` or `untold`".into()),
            "benign" => ExpectedHarm::Benign,
            "ways" => ExpectedHarm::Ways,
            "untold" => ExpectedHarm::Untold,
            arrays => ExpectedHarm::Arrays(arrays.split(',').map(str::to_owned).collect()),
        })
    }
}

/// Reads the expectations of a source text.
///
/// # Errors
/// A sentence with the line at fault when a comment makes no sense.
pub fn parse(text: &str) -> Result<Case, String> {
    let names = line_names(text);
    let mut case = Case::default();
    let mut code_line = 0;
    for (line, content) in (1..).zip(text.lines()) {
        let (code, comments) = split_comments(content);
        if !code.trim().is_empty() {
            code_line = line;
        }
        for comment in comments {
            read_comment(comment, line, code_line, &names, &mut case)
                .map_err(|e| format!("line {line}: {e}"))?;
        }
    }
    Ok(case)
}

fn read_comment(
    comment: &str,
    line: u32,
    code_line: u32,
    names: &BTreeMap<&str, u32>,
    case: &mut Case,
) -> Result<(), String> {
    if let Some(words) = comment.strip_prefix('~') {
        case.findings.push(expected_finding(words, code_line, names)?);
        return Ok(());
    }
    let comment = comment.trim_start();
    if let Some(flags) = comment.strip_prefix("kverify-test:") {
        read_settings(flags, &mut case.settings)
    } else if let Some(verdict) = comment.strip_prefix("expect:") {
        let verdict = verdict_word(verdict)?;
        case.verdicts.push(ExpectedVerdict {
            line,
            verdict,
            today: None,
            free_when: None,
        });
        Ok(())
    } else if let Some(condition) = comment.strip_prefix("free-when:") {
        let last = case
            .verdicts
            .last_mut()
            .ok_or("a `free-when:` line follows an `expect:` line")?;
        let condition = condition.trim().trim_end_matches("nothing");
        last.free_when = Some(condition.to_owned());
        Ok(())
    } else if let Some(today) = comment.strip_prefix("today:") {
        let (verdict, reason) = today
            .split_once(',')
            .ok_or("a `today:` line needs a reason after a comma")?;
        if reason.trim().is_empty() {
            return Err("a `today:` line needs a reason after a comma".into());
        }
        let last = case
            .verdicts
            .last_mut()
            .ok_or("a `today:` line follows an `expect:` line")?;
        last.today = Some(verdict_word(verdict)?);
        Ok(())
    } else {
        Ok(())
    }
}

fn verdict_word(text: &str) -> Result<String, String> {
    let word = text.split_whitespace().next().unwrap_or("");
    match word {
        "proved" | "conditional" | "violated" | "suspect" | "unknown" => Ok(word.to_owned()),
        _ => Err(format!("`{word}` is no verdict")),
    }
}

/// Lines that carry a `// @NAME` comment.
fn line_names(text: &str) -> BTreeMap<&str, u32> {
    let mut names = BTreeMap::new();
    for (line, content) in (1..).zip(text.lines()) {
        for comment in split_comments(content).1 {
            if let Some(name) = comment.trim_start().strip_prefix('@') {
                names.insert(name.split_whitespace().next().unwrap_or(""), line);
            }
        }
    }
    names
}

/// The code of a line and the text of its `//` comments, one for each `//`.
pub(crate) fn split_comments(line: &str) -> (&str, Vec<&str>) {
    match line.find("//") {
        None => (line, Vec::new()),
        Some(start) => (&line[..start], line[start + 2..].split("//").collect()),
    }
}

fn expected_finding(text: &str, line: u32, names: &BTreeMap<&str, u32>) -> Result<ExpectedFinding, String> {
    let mut severity = "error".to_owned();
    let mut words = Vec::new();
    let mut other = Side::Line(line);
    let (mut count, mut harm) = (1, None);
    let mut tokens = text.split_whitespace();
    while let Some(token) = tokens.next() {
        match token {
            "warning" | "note" if words.is_empty() => severity = token.to_owned(),
            "with" => {
                let place = tokens.next().ok_or("`with` needs a place")?;
                other = side(place, names)?;
            }
            _ => match (token.strip_prefix("harm="), token.strip_prefix('x')) {
                (Some(said), _) => harm = Some(ExpectedHarm::read(said)?),
                (None, Some(n)) if n.parse::<usize>().is_ok() => count = n.parse().unwrap_or(1),
                _ => words.push(known_word(token, words.is_empty())?),
            },
        }
    }
    if words.is_empty() {
        return Err("an expectation needs a kind".into());
    }
    let mut sides = [Side::Line(line), other];
    sides.sort();
    Ok(ExpectedFinding {
        line,
        severity,
        words,
        sides,
        count,
        harm,
    })
}

fn side(place: &str, names: &BTreeMap<&str, u32>) -> Result<Side, String> {
    if place == "exit" {
        return Ok(Side::Exit);
    }
    let name = place
        .strip_prefix('@')
        .ok_or_else(|| format!("`{place}` is neither `exit` nor a `@NAME`"))?;
    names
        .get(name)
        .map(|&line| Side::Line(line))
        .ok_or_else(|| format!("no line is named `@{name}`"))
}

const ATTRIBUTES: [&str; 11] = [
    "warp",
    "thread",
    "block",
    "cluster",
    "grid",
    "shared",
    "global",
    "write-write",
    "read-write",
    "atomic-plain",
    "behind",
];

fn known_word(token: &str, first: bool) -> Result<String, String> {
    let known = if first {
        kverify::rules::find(token).is_ok()
    } else {
        ATTRIBUTES.contains(&token)
    };
    if known {
        Ok(token.to_owned())
    } else {
        Err(format!("`{token}` is not understood"))
    }
}

fn read_settings(text: &str, settings: &mut Settings) -> Result<(), String> {
    for (key, value) in flags(text)? {
        let number = || value.parse().map_err(|_| format!("`{key}` needs a number"));
        match key.as_str() {
            "block" => settings.block = Some(value),
            "grid" => settings.grid = Some(value),
            "assume" => settings.assumes.push(value),
            "define" => settings.defines.push(value),
            "instantiate" => settings.instantiate.push(value),
            "arch" => settings.cuda_arch = Some(number()?),
            "lockstep" => settings.lockstep = Some(number()?),
            "arith" => settings.bit_vectors = value == "bv",
            "may-alias" => settings.may_alias = value == "yes",
            "perf" => settings.perf = value == "yes",
            "host" => settings.of_project = value == "project",
            _ => return Err(format!("no flag is called `{key}`")),
        }
    }
    Ok(())
}

/// `key=value key="value with spaces"`.
fn flags(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut flags = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (key, tail) = rest
            .split_once('=')
            .ok_or_else(|| format!("`{rest}` is not `key=value`"))?;
        let (value, tail) = match tail.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or("a quote is not closed")?,
            None => tail.split_once(char::is_whitespace).unwrap_or((tail, "")),
        };
        flags.push((key.trim().to_owned(), value.to_owned()));
        rest = tail.trim_start();
    }
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_parts() {
        let text = "\
// kverify-test: block=8,8 grid=2 assume=\"n % 2 == 0\" define=A=1
// expect: proved
// expect: violated
// today: suspect, because replay lacks shuffles
a[t] = 1; // @put
b = a[t + 1]; //~ data-race block shared read-write with @put x2 harm=a,b
//~ warning barrier-divergence with exit
";
        let case = parse(text).unwrap();
        assert_eq!(case.settings.block.as_deref(), Some("8,8"));
        assert_eq!(case.settings.assumes, ["n % 2 == 0"]);
        assert_eq!(case.settings.defines, ["A=1"]);
        assert_eq!(case.verdicts.len(), 2);
        assert_eq!(case.verdicts[1].today.as_deref(), Some("suspect"));
        assert_eq!(case.findings[0].sides, [Side::Line(5), Side::Line(6)]);
        assert_eq!(case.findings[0].count, 2);
        let arrays = ExpectedHarm::Arrays(vec!["a".into(), "b".into()]);
        assert_eq!(case.findings[0].harm, Some(arrays));
        assert_eq!(case.findings[1].harm, None);
        assert_eq!(case.findings[1].sides, [Side::Line(6), Side::Exit]);
        assert_eq!(case.findings[1].severity, "warning");
    }

    #[test]
    fn refuses_what_it_does_not_understand() {
        for text in [
            "x; //~ data-rase",
            "x; //~ data-race blok",
            "x; //~ data-race with @nowhere",
            "x; //~ data-race harm=",
            "// expect: fine",
            "// expect: proved\n// today: unknown",
            "// kverify-test: blok=3",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
