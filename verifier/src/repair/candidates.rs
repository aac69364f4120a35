//! What could mend a finding: barriers at places between statements, wider flags, a barrier moved out of its branch. Whether one
//! helps is for the verifier to say.

use super::edit::{Change, Gap, gaps, line_number};
use super::outline::{Control, Kind, Stmt};
use crate::report::json::LanguageName;
use crate::report::json::finding::{Access, FindingEntry, Thread};

/// What a change does to the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A barrier is inserted.
    Insert,
    /// A barrier that is there orders more.
    Widen,
    /// A barrier is moved to where all threads come.
    Move,
    /// A condition keeps threads within a buffer.
    Guard,
}

/// A change that may help.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// What it does.
    pub act: Act,
    /// The statement that is inserted, moved or changed.
    pub statement: String,
    /// What is changed.
    pub changes: Vec<Change>,
    /// The line that it is said to be in: what is inserted comes before it.
    pub line: u32,
    /// A barrier of a warp may do as well: two threads of one were seen to race.
    pub in_warp: bool,
    /// More than barriers is changed: a guard is new, or a condition goes away that held nothing but a barrier.
    pub changes_more: bool,
}

impl Candidate {
    /// The same with a barrier of a warp.
    pub fn for_warp(&self) -> Option<Candidate> {
        let narrow = |text: &str| text.replace(BLOCK, WARP);
        let mut candidate = self.clone();
        candidate.statement = narrow(&self.statement);
        for change in &mut candidate.changes {
            change.text = narrow(&change.text);
        }
        self.in_warp.then_some(candidate)
    }
}

/// A text with the bodies of its functions.
#[derive(Clone, Copy, Debug)]
pub struct Program<'p> {
    /// The text.
    pub text: &'p str,
    /// The bodies.
    pub bodies: &'p [Stmt],
    /// The language.
    pub language: LanguageName,
    /// Whether its compiler knows barriers of a warp.
    pub has_warps: bool,
    /// Whether memory of both kinds is raced for, where one barrier may order both.
    pub both_spaces: bool,
}

const BLOCK: &str = "__syncthreads();";
const WARP: &str = "__syncwarp();";

/// Changes to try for a finding, most promising first.
pub fn candidates(program: &Program<'_>, finding: &FindingEntry) -> Vec<Candidate> {
    match (finding.rule.as_str(), finding.scope.as_str()) {
        ("data-race", "block" | "warp") => {
            let mut all = widened(program, finding);
            all.extend(barriers(program, finding));
            all
        }
        ("barrier-divergence", _) => super::moves::candidates(program, finding),
        _ => Vec::new(),
    }
}

/// Barriers at the gaps that lie between the accesses.
fn barriers(program: &Program<'_>, finding: &FindingEntry) -> Vec<Candidate> {
    let mut gaps: Vec<Gap> = Vec::new();
    for gap in places_between(program, finding) {
        if !gaps.contains(&gap) {
            gaps.push(gap);
        }
    }
    let statements = statements(program, finding);
    let in_warp = program.has_warps && is_in_warp(finding);
    let candidate = |(gap, statement): (&Gap, &&'static str)| Candidate {
        in_warp: in_warp && **statement == *BLOCK,
        ..insertion(program.text, gap, statement, Act::Insert, Vec::new())
    };
    gaps.iter()
        .flat_map(|gap| statements.iter().map(move |statement| (gap, statement)))
        .map(candidate)
        .collect()
}

/// A statement put into a gap, together with other changes.
pub fn insertion(text: &str, gap: &Gap, statement: &str, act: Act, others: Vec<Change>) -> Candidate {
    let mut changes = gap.insert(text, statement);
    let line = changes.iter().find(|change| change.text.contains(statement));
    let line = line_number(text, line.map_or(0, |change| change.start));
    changes.extend(others);
    Candidate {
        act,
        statement: statement.to_owned(),
        changes,
        line,
        in_warp: false,
        changes_more: false,
    }
}

/// Whether the two threads of the witness are of one warp.
fn is_in_warp(finding: &FindingEntry) -> bool {
    let [x, y, _] = finding.witness.block;
    let warp = |thread: &Thread| {
        let [a, b, c] = thread.thread;
        let row = c.saturating_mul(y).saturating_add(b);
        (thread.block, row.saturating_mul(x).saturating_add(a) / 32)
    };
    matches!(finding.witness.threads.as_slice(), [one, other] if warp(one) == warp(other))
}

/// The barriers that order what a finding is about, the narrowest first.
pub fn statements(program: &Program<'_>, finding: &FindingEntry) -> Vec<&'static str> {
    match (program.language, finding.space.as_deref()) {
        (LanguageName::Cuda, _) if finding.scope == "warp" && program.has_warps => {
            vec![WARP, BLOCK]
        }
        (LanguageName::Cuda, _) => vec![BLOCK],
        (LanguageName::OpenCl, space) => {
            let own = match space {
                Some("global") => "barrier(CLK_GLOBAL_MEM_FENCE);",
                _ => "barrier(CLK_LOCAL_MEM_FENCE);",
            };
            let both = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);";
            let wider = program.both_spaces.then_some(both);
            [own].into_iter().chain(wider).collect()
        }
    }
}

/// The byte of a line and column, both from 1.
pub fn offset(text: &str, line: u32, column: u32) -> Option<usize> {
    let start = match line {
        0 => return None,
        1 => 0,
        line => text.match_indices('\n').nth(line as usize - 2)?.0 + 1,
    };
    let at = start + (column as usize).checked_sub(1)?;
    text.is_char_boundary(at).then_some(at)
}

/// Where an access is, and where each call is that leads there, as far as they are in this text.
pub fn sites(text: &str, access: &Access) -> Vec<usize> {
    let own = access.path.is_none().then_some((access.line, access.column));
    let calls = access.calls.iter().filter(|call| call.path.is_none());
    own.into_iter()
        .chain(calls.map(|call| (call.line, call.column)))
        .filter_map(|(line, column)| offset(text, line, column))
        .collect()
}

/// The gaps between two accesses, the most promising first: those that every way from one to the other passes, nearest to the
/// second; then those where a loop around both begins and ends; then those deeper inside.
fn places_between(program: &Program<'_>, finding: &FindingEntry) -> Vec<Gap> {
    let sides: Vec<Vec<usize>> = finding
        .accesses
        .iter()
        .map(|access| sites(program.text, access))
        .collect();
    let [one, other] = sides.as_slice() else {
        return Vec::new();
    };
    let (mut direct, mut around, mut inside) = (Vec::new(), Vec::new(), Vec::new());
    for a in one {
        for b in other {
            let (first, second) = (*a.min(b), *a.max(b));
            for body in program
                .bodies
                .iter()
                .filter(|body| body.holds(first) && body.holds(second))
            {
                let meeting = Meeting::of(body, first, second);
                direct.extend(meeting.direct());
                around.extend(meeting.around_loops());
                inside.extend(meeting.inside());
            }
        }
    }
    direct.into_iter().chain(around).chain(inside).collect()
}

/// Two places of a body, and the statements around both.
struct Meeting<'m> {
    first: usize,
    second: usize,
    /// Around both, outermost first.
    common: Vec<&'m Stmt>,
}

impl<'m> Meeting<'m> {
    fn of(body: &'m Stmt, first: usize, second: usize) -> Meeting<'m> {
        let path = body.path(first);
        let common = path.into_iter().take_while(|stmt| stmt.holds(second)).collect();
        Meeting {
            first,
            second,
            common,
        }
    }

    /// Gaps of the innermost block around both that lie between them, the last first.
    fn direct(&self) -> Vec<Gap> {
        let block = self
            .common
            .iter()
            .rev()
            .find(|stmt| matches!(stmt.kind, Kind::Block(_)));
        let mut found: Vec<Gap> = block.map_or(Vec::new(), |block| gaps(block));
        found.retain(|gap| self.is_between(gap));
        found.reverse();
        found
    }

    fn is_between(&self, gap: &Gap) -> bool {
        match gap {
            Gap::Between { floor, next, .. } => self.first < *floor && *next <= self.second,
            Gap::Around {
                start, end, behind, ..
            } => match behind {
                true => self.first < *end && *end <= self.second,
                false => self.first < *start && *start <= self.second,
            },
        }
    }

    /// The ends and starts of the loops around both, the innermost first, and where they are left.
    fn around_loops(&self) -> Vec<Gap> {
        let mut found = Vec::new();
        for stmt in self.common.iter().rev() {
            if let Kind::Control {
                control: Control::Loop,
                bodies,
            } = &stmt.kind
            {
                found.extend(bodies.iter().flat_map(|(head, body)| ends(stmt, *head, body)));
            }
        }
        found
    }

    /// Gaps between the two in blocks that hold only one of them, or none.
    fn inside(&self) -> Vec<Gap> {
        let mut found = Vec::new();
        if let Some(innermost) = self.common.last() {
            collect(innermost, &mut found);
        }
        found.retain(|gap| self.is_between(gap));
        found
    }
}

/// The gaps at the end and at the start of a body.
fn ends(outer: &Stmt, head: usize, body: &Stmt) -> Vec<Gap> {
    if let Kind::Block(_) = body.kind {
        let mut all = gaps(body);
        let last = all.pop();
        let first = (!all.is_empty()).then(|| all.remove(0));
        return last.into_iter().chain(first).collect();
    }
    let around = |behind| Gap::Around {
        head,
        start: body.range.start,
        end: body.range.end,
        outer: outer.range.start,
        behind,
    };
    vec![around(true), around(false)]
}

fn collect(stmt: &Stmt, found: &mut Vec<Gap>) {
    match &stmt.kind {
        Kind::Simple => {}
        Kind::Block(children) => {
            found.extend(gaps(stmt));
            children.iter().for_each(|child| collect(child, found));
        }
        Kind::Control { bodies, .. } => {
            for (head, body) in bodies {
                if !matches!(body.kind, Kind::Block(_)) {
                    found.extend(ends(stmt, *head, body));
                }
                collect(body, found);
            }
        }
    }
}

/// Barriers of OpenCL that are there and order the other kind of memory only.
fn widened(program: &Program<'_>, finding: &FindingEntry) -> Vec<Candidate> {
    let flag = match (program.language, finding.space.as_deref()) {
        (LanguageName::Cuda, _) => return Vec::new(),
        (LanguageName::OpenCl, Some("global")) => "CLK_GLOBAL_MEM_FENCE",
        (LanguageName::OpenCl, _) => "CLK_LOCAL_MEM_FENCE",
    };
    let places: Vec<usize> = finding
        .accesses
        .iter()
        .flat_map(|access| sites(program.text, access))
        .collect();
    let mut calls = Vec::new();
    let is_near = |body: &&Stmt| places.iter().any(|at| body.holds(*at));
    for body in program.bodies.iter().filter(is_near) {
        barrier_calls(body, program.text, &mut calls);
    }
    let candidate = |call: &Stmt| {
        let words = &program.text[call.range.clone()];
        let at = words
            .find(')')
            .filter(|_| !words.contains(flag) && words.contains("CLK_"))?;
        let comma = words.find(',').unwrap_or(at);
        let start = call.range.start + comma.min(at);
        let text = format!(" | {flag}");
        Some(Candidate {
            act: Act::Widen,
            statement: format!("{}{text}{}", &words[..comma.min(at)], &words[comma.min(at)..]),
            changes: vec![Change {
                start,
                end: start,
                text,
            }],
            line: line_number(program.text, call.range.start),
            in_warp: false,
            changes_more: false,
        })
    };
    calls.into_iter().filter_map(candidate).collect()
}

/// The statements that are a call of a barrier and nothing else.
pub fn barrier_calls<'s>(stmt: &'s Stmt, text: &str, found: &mut Vec<&'s Stmt>) {
    if stmt.kind == Kind::Simple && is_barrier(&text[stmt.range.clone()]) {
        found.push(stmt);
    }
    for child in stmt.children() {
        barrier_calls(child, text, found);
    }
}

/// Barriers that return nothing, by name.
const BARRIERS: [&str; 4] = ["__syncthreads", "barrier", "work_group_barrier", "__syncwarp"];

/// Whether a statement is a call of a barrier and nothing else.
pub fn is_barrier(statement: &str) -> bool {
    let called = BARRIERS.iter().find_map(|name| statement.strip_prefix(name));
    let arguments = called.map(|rest| rest.trim_start().trim_end_matches(';').trim_end());
    arguments.is_some_and(|rest| {
        rest.starts_with('(') && rest.ends_with(')') && rest.matches('(').count() == 1 && !rest.contains(';')
    })
}
