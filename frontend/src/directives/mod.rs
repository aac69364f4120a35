//! Loops under directives of OpenMP and OpenACC, as kernels.
//!
//! A loop whose iterations no order holds apart is a kernel with a thread for each iteration. Directives that are read become such
//! kernels ([`crate::lower::lower_loop`]); every other that makes threads is an entry that nobody looked at, and so unknown.
//! Both families are read by one table ([`words`]); clang is not told of them: it parses the loop as the sequential one that it is.

mod of_templates;
pub(crate) mod scan;
mod shared_out;
mod transfers;
pub(crate) mod words;

use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Range, Unit, body, qualified_name};
use crate::ir::{Kernel, Loc, Module, SourceFile, Span};
use crate::launch::HostFacts;
use crate::lower::{self, Files};
use crate::plain;
use crate::prelude;
use crate::repair::TranslationUnit;
use crate::repair::conditionals;
use crate::repair::damage::Damage;
use crate::repair::errors::loses_code;
use crate::repair::templates;
use of_templates::Templates;
use scan::Pragma;
use shared_out::{is_each_threads, is_of_teams, is_serial, repeated, runs_alone};
use std::ops::Range as Bytes;
use words::{Effect, Family, Kind, Parsed};

/// A directive at its place.
pub(crate) struct Directive<'u> {
    /// Whose it is.
    pub family: Family,
    /// What it says.
    pub parsed: Parsed,
    /// Where.
    pub range: Range,
    /// The statement that it is about, if clang shows it.
    pub statement: Option<Cursor<'u>>,
    /// The function around it.
    pub function: Option<Cursor<'u>>,
    /// Why it has none, if it stands in a template.
    pub template: Option<&'static str>,
}

impl<'u> Directive<'u> {
    /// As the user wrote it, but for its clauses.
    pub fn title(&self) -> String {
        format!("#pragma {} {}", self.family.word(), self.parsed.name)
    }

    /// The clauses' effects: iterations run at the same time.
    fn kind(&self) -> Kind {
        let is = |effect| self.parsed.has(effect);
        match self.parsed.kind {
            Kind::Loop | Kind::IfIndependent if is(Effect::Sequential) => Kind::Inert,
            Kind::Loop if is(Effect::Auto) => Kind::IfIndependent,
            Kind::Loop if is_serial(self) => Kind::Inert,
            kind => kind,
        }
    }

    /// Whether it stands for itself: no statement belongs to it.
    pub fn is_standalone(&self) -> bool {
        matches!(self.parsed.kind, Kind::Barrier | Kind::Flush)
    }

    /// The name of a critical section.
    pub fn critical_name(&self) -> Option<&str> {
        self.parsed
            .clauses
            .first()
            .and_then(|clause| clause.arguments.as_deref())
    }

    /// Whether it has a clause of this name.
    fn says(&self, name: &str) -> bool {
        self.parsed.clauses.iter().any(|clause| clause.name == name)
    }

    /// What stands in the parentheses of its clause of this name.
    pub fn argument(&self, name: &str) -> Option<&str> {
        let clause = self.parsed.clauses.iter().find(|clause| clause.name == name);
        clause?.arguments.as_deref()
    }

    /// Whether a place is in its statement.
    pub fn holds(&self, at: &Position) -> bool {
        let range = self.statement.and_then(Cursor::range);
        range.is_some_and(|range| range.holds(at))
    }

    /// The name of what becomes of it: the function around it, and its line.
    fn name(&self) -> String {
        let around = self.function.map_or_else(|| "pragma".to_owned(), qualified_name);
        format!("{around}:{}", self.range.start.line)
    }
}

/// The argument that says that a source is C.
pub const C: &str = "-DKV_C";

/// What makes C of C++ as far as it goes.
pub const OF_C: [&str; 2] = [C, "-Drestrict=__restrict"];

/// What a compiler that reads the directives of a text defines (OpenMP 5.2, section 3.3; OpenACC 3.3, section 2.2).
pub fn defines(text: &str) -> Vec<String> {
    let families = [
        ("pragma omp", "-D_OPENMP=202111"),
        ("pragma acc", "-D_OPENACC=202211"),
    ];
    let read = families.into_iter().filter(|(pragma, _)| text.contains(pragma));
    read.map(|(_, define)| define.to_owned()).collect()
}

/// The kernels that directives of a source make, and those that stand for directives that were not read.
pub fn kernels(translation: &TranslationUnit, module: &mut Module) -> Vec<Kernel> {
    let (unit, input) = (&translation.unit, &translation.input);
    let mut texts = vec![(input.path.clone(), input.text.clone())];
    let headers = unit
        .inclusions()
        .into_iter()
        .filter(|path| *path != input.path && !prelude::is_the_languages(path));
    texts.extend(headers.filter_map(|path| Some((path.clone(), unit.contents(&path)?))));
    texts.dedup_by(|a, b| a.0 == b.0);
    let directives = all(unit, &texts);
    if directives.is_empty() {
        return Vec::new();
    }
    let mut files = Files::new(unit, module.files.as_slice().to_vec(), input.shown.is_some());
    let damage = Damage::of(unit, input);
    let lost = unit.messages().into_iter().filter(loses_code);
    let lost: Vec<_> = lost.map(|m| m.range.map(|range| range.start)).collect();
    let sources = texts
        .into_iter()
        .map(|(path, text)| SourceFile { path, text })
        .collect();
    let facts = HostFacts::new(unit.root(), &lost, &sources);
    let stores = lower::Stores::default();
    let mut kernels = Vec::new();
    for directive in directives.iter().filter(|d| is_entry(d, &directives)) {
        let span = files.span(&directive.range).unwrap_or_else(Files::start);
        let made = readable(directive, &directives).and_then(|work| {
            lower::lower_loop(
                &mut files,
                input.language,
                &damage,
                &work,
                &directives,
                (&facts, &stores),
            )
        });
        let mut kernel = made.unwrap_or_else(|reason| {
            let reason = format!("`{}` is not verified: {reason}", directive.title());
            lower::unread_kernel(input.language, (directive.name(), String::new()), span, reason)
        });
        kernel.name = directive.name();
        if let Some(function) = directive.function.filter(|f| f.template().is_some()) {
            kernel.instantiation = templates::instantiation(function);
        }
        kernel.span = span;
        kernels.push(kernel);
    }
    module.host.transfers = transfers::defects(&directives, &mut files);
    let (known, included) = files.finish();
    module.files = known;
    module.included = included;
    kernels
}

/// A loop to verify.
pub(crate) struct Work<'d, 'u> {
    /// The loop.
    pub statement: Cursor<'u>,
    /// The function around it.
    pub function: Cursor<'u>,
    /// The directive, and those around it whose clauses hold for the loop's variables, the directive first.
    pub clauses: Vec<&'d Directive<'u>>,
    /// What is private to a thread that runs the loop, if it is declared in here: the region around.
    pub region: Option<Cursor<'u>>,
    /// It is a region that all threads of a team run.
    pub is_team: bool,
    /// What is found may not come about, for a reason.
    pub doubt: Option<String>,
}

/// The loop of a directive.
fn readable<'d, 'u>(directive: &'d Directive<'u>, all: &'d [Directive<'u>]) -> Result<Work<'d, 'u>, String> {
    let kind = directive.kind();
    let around = enclosing(directive, all);
    let region = around.iter().copied().find(|d| is_team(d));
    match kind {
        Kind::Loop | Kind::Simd | Kind::IfIndependent => {}
        Kind::Around if is_team(directive) => {}
        Kind::Around => {
            return Err(
                "such a region is verified only where one loop with a directive is all of it".to_owned(),
            );
        }
        Kind::Unread if directive.parsed.name.is_empty() => {
            return Err("kverify does not know this directive".to_owned());
        }
        Kind::Single | Kind::Master | Kind::Sections | Kind::Section | Kind::Barrier | Kind::Flush => {
            return Err("the parallel region that it belongs to is in another function".to_owned());
        }
        Kind::Inert => {
            return Err("what comes after it does not wait for it, and may race with it".to_owned());
        }
        Kind::Unread | Kind::Atomic | Kind::Critical => {
            return Err("kverify does not read this directive yet".to_owned());
        }
    }
    if let Some(clause) = directive.parsed.unread().next() {
        return Err(format!("its clause `{}` is not read", clause.name));
    }
    if let Some(why) = repeated(&[directive]).filter(|_| kind == Kind::Loop) {
        return Err(why.to_owned());
    }
    let is_team_loop = matches!(directive.parsed.name.as_str(), "for" | "for simd")
        || directive.parsed.name == "loop" && directive.family == Family::Omp;
    if directive.parsed.has(Effect::NoWait) && !is_team_loop {
        return Err("what comes after it does not wait for it, and may race with it".to_owned());
    }
    if is_team_loop && region.is_none() && directive.parsed.name != "loop" {
        return Err("the parallel region that it belongs to is in another function".to_owned());
    }
    if let Some(why) = directive.template {
        return Err(why.to_owned());
    }
    let (Some(statement), Some(function)) = (directive.statement, directive.function) else {
        return Err(
            "the statement behind it was not found: a branch of `#if`, a macro or an error may stand between"
                .to_owned(),
        );
    };
    let team = is_team(directive);
    if statement.kind() != CXCursor_ForStmt && !team {
        return Err("no `for` loop stands behind it".to_owned());
    }
    let doubt = match kind {
        Kind::Simd => {
            Some("iterations in the lanes of one thread may keep an order that makes up for this".to_owned())
        }
        _ => runs_alone(directive).or_else(|| region.and_then(runs_alone)),
    };
    // Clauses of constructs around hold for what the loop does not name itself.
    let makes_private =
        |d: &Directive<'_>| d.parsed.has(Effect::Private) || d.parsed.has(Effect::FirstPrivate);
    let outside = || around.iter().find(|d| d.kind() == Kind::Around).copied();
    let of_team = is_of_teams(directive).then(outside).flatten();
    let mut clauses = vec![directive];
    clauses.extend(around.into_iter().filter(|d| {
        (d.kind() == Kind::Around || d.parsed.name == "target")
            && (!makes_private(d) || is_each_threads(d, directive))
    }));
    Ok(Work {
        statement,
        function,
        clauses,
        region: region.or(of_team).and_then(|d| d.statement).filter(|_| !team),
        is_team: team,
        doubt,
    })
}

/// Whether a directive makes the team of threads that share out the loops in its statement: what is declared there is each thread's
/// own. In OpenACC it is each gang's, whose workers and lanes share it.
fn is_team(directive: &Directive<'_>) -> bool {
    directive.family == Family::Omp
        && directive.kind() == Kind::Around
        && directive.parsed.name.contains("parallel")
}

/// The directives whose statements a directive is in, innermost first.
fn enclosing<'d, 'u>(directive: &Directive<'u>, all: &'d [Directive<'u>]) -> Vec<&'d Directive<'u>> {
    let at = &directive.range.start;
    let mut around: Vec<_> = all
        .iter()
        .filter(|d| d.range != directive.range && is_around(d, directive, at))
        .collect();
    around.sort_by_key(|d| std::cmp::Reverse(d.range.start.offset));
    around
}

/// Whether `outer` is about a statement that another directive is in, or stands right before it.
fn is_around(outer: &Directive<'_>, inner: &Directive<'_>, at: &Position) -> bool {
    let same = |a: Option<Cursor<'_>>, b: Option<Cursor<'_>>| {
        a.zip(b)
            .is_some_and(|(a, b)| a.statement_identity() == b.statement_identity())
    };
    outer.range.start.file == at.file
        && outer.range.start.offset < at.offset
        && (outer.holds(at) || same(outer.statement, inner.statement))
}

/// Whether a directive is to be answered for by itself.
fn is_entry(directive: &Directive<'_>, all: &[Directive<'_>]) -> bool {
    let around = enclosing(directive, all);
    let answered = |kinds: &[Kind]| around.iter().any(|d| kinds.contains(&d.kind()));
    match directive.kind() {
        Kind::Loop | Kind::Simd => true,
        Kind::IfIndependent => directive.parsed.has(Effect::Independent),
        Kind::Around => !answered(&[Kind::Unread, Kind::Around]) && !is_one_loop(directive, all),
        Kind::Unread
        | Kind::Single
        | Kind::Master
        | Kind::Sections
        | Kind::Section
        | Kind::Barrier
        | Kind::Flush => !answered(&[Kind::Unread, Kind::Around, Kind::Loop, Kind::Simd]),
        // Alone they make no threads; what waits for nothing may race with what comes after.
        Kind::Inert => directive
            .parsed
            .clauses
            .iter()
            .any(|c| c.effect == Some(Effect::NoWait) || c.name == "depend"),
        Kind::Atomic | Kind::Critical => false,
    }
}

/// Whether a region holds nothing but one loop that is verified by itself, whose end all threads wait for.
fn is_one_loop(region: &Directive<'_>, all: &[Directive<'_>]) -> bool {
    let Some(only) = region.statement.and_then(only_statement) else {
        return false;
    };
    let is_it = |d: &&Directive<'_>| {
        let same = |s: Cursor<'_>| s.statement_identity() == only.statement_identity();
        let is_loop = d.kind() == Kind::Loop && d.statement.is_some_and(same);
        is_loop && repeated(&between(region, d, all)).is_none()
    };
    region.parsed.unread().next().is_none()
        && !region.parsed.has(Effect::Reduction)
        && !region.parsed.has(Effect::NoWait)
        && all.iter().any(|d| is_it(&d))
}

/// A region, the directives in it that a loop in it is in, and the loop's.
fn between<'d, 'u>(
    region: &'d Directive<'u>,
    inner: &'d Directive<'u>,
    all: &'d [Directive<'u>],
) -> Vec<&'d Directive<'u>> {
    let mut chain = vec![inner];
    let around = enclosing(inner, all).into_iter();
    chain.extend(around.filter(|d| d.range.start.offset > region.range.start.offset));
    chain.push(region);
    chain.reverse();
    chain
}

/// A statement, without the braces around it; `None` if there are several.
pub(crate) fn only_statement(statement: Cursor<'_>) -> Option<Cursor<'_>> {
    if statement.kind() != CXCursor_CompoundStmt {
        return Some(statement);
    }
    match statement.children()[..] {
        [only] => only_statement(only),
        _ => None,
    }
}

/// All directives of the texts that a compiler may see, with what they are about.
fn all<'u>(unit: &'u Unit, texts: &[(String, String)]) -> Vec<Directive<'u>> {
    let mentioned = |name: &str| {
        let uses = texts.iter().map(|(_, text)| text.match_indices(name).count());
        uses.sum::<usize>() > 1
    };
    let mut found = Vec::new();
    let mut functions: Option<(Vec<Cursor<'u>>, Templates<'u>)> = None;
    for (path, text) in texts {
        let pragmas = scan::pragmas(text, &mentioned);
        if pragmas.is_empty() {
            continue;
        }
        let code = plain::blank(text);
        let (functions, templates) =
            functions.get_or_insert_with(|| (bodies(unit.root()), Templates::of(unit)));
        let places: Vec<usize> = pragmas.iter().map(|p| p.end).collect();
        let around = conditionals::around(text, &places);
        let ends: Vec<Bytes<usize>> = pragmas.iter().map(|p| p.start..p.end).collect();
        for pragma in pragmas {
            let of_this = around.iter().find(|(at, _)| *at == pragma.end);
            let off = of_this.is_some_and(|(_, around)| conditionals::is_commented_out(around));
            let on = of_this.is_some_and(|(_, around)| is_for_the_family(around, pragma.family));
            let range = range_of(path, text, &pragma);
            let inside = |f: &&Cursor<'u>| f.range().is_some_and(|r| r.holds(&range.start));
            let (instance, template) = templates.at(&range.start);
            let function = functions.iter().find(inside).copied().or(instance);
            if off || function.is_some_and(runs_on_device) {
                continue;
            }
            let statement = function
                .filter(|_| !pragma.by_macro)
                .and_then(body)
                .and_then(|body| statement_after(body, &range.end))
                .filter(|s| {
                    s.range().is_some_and(|r| {
                        is_blank_between(&code, pragma.end, r.start.offset as usize, &ends, on)
                    })
                });
            found.push(Directive {
                family: pragma.family,
                parsed: Parsed::of(pragma.family, &pragma.text),
                range,
                statement,
                function,
                template,
            });
        }
    }
    found
}

/// Whether nothing but directives, which are at the places `pragmas`, stands between two places, and perhaps an `#endif`.
fn is_blank_between(code: &[u8], from: usize, to: usize, pragmas: &[Bytes<usize>], endif: bool) -> bool {
    let is_pragma = |at: usize| pragmas.iter().any(|range| range.contains(&at));
    let visible =
        |at: &usize| !is_pragma(*at) && code.get(*at).is_none_or(|byte| !byte.is_ascii_whitespace());
    let rest: Vec<u8> = (from..to)
        .filter(visible)
        .filter_map(|at| code.get(at).copied())
        .collect();
    from <= to && (rest.is_empty() || endif && rest == b"#endif")
}

/// Whether a directive stands in a branch that compilers take which read it.
fn is_for_the_family(around: &conditionals::Around, family: Family) -> bool {
    let name = match family {
        Family::Omp => "_OPENMP",
        Family::Acc => "_OPENACC",
    };
    let arm = around.last().and_then(|arms| match &arms[..] {
        [only] => Some(only),
        _ => None,
    });
    arm.is_some_and(|arm| match arm.keyword.as_str() {
        "ifdef" => arm.condition == name,
        "if" => [
            format!("defined({name})"),
            format!("defined {name}"),
            name.to_owned(),
        ]
        .contains(&arm.condition),
        _ => false,
    })
}

/// The first statement behind a place.
fn statement_after<'u>(c: Cursor<'u>, at: &Position) -> Option<Cursor<'u>> {
    for child in c.children() {
        let Some(range) = child.range().filter(|r| r.start.file == at.file) else {
            continue;
        };
        if range.start.offset >= at.offset {
            return Some(child);
        }
        if range.end.offset > at.offset {
            return statement_after(child, at);
        }
    }
    None
}

/// The definitions of functions.
fn bodies(c: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut found = Vec::new();
    for child in c.children() {
        if child
            .position()
            .is_some_and(|at| prelude::is_the_languages(&at.file))
        {
            continue;
        }
        match child.kind() {
            CXCursor_FunctionDecl
            | CXCursor_CXXMethod
            | CXCursor_Constructor
            | CXCursor_Destructor
            | CXCursor_ConversionFunction
                if body(child).is_some() =>
            {
                found.push(child);
            }
            CXCursor_Namespace
            | CXCursor_LinkageSpec
            | CXCursor_UnexposedDecl
            | CXCursor_StructDecl
            | CXCursor_ClassDecl
            | CXCursor_UnionDecl => found.extend(bodies(child)),
            _ => {}
        }
    }
    found
}

/// Whether a function runs on the device alone, where compilers pass over these directives.
pub(crate) fn runs_on_device(function: Cursor<'_>) -> bool {
    let has = |kind| function.has_attribute(&[kind]);
    has(CXCursor_CUDAGlobalAttr) || has(CXCursor_CUDADeviceAttr) && !has(CXCursor_CUDAHostAttr)
}

fn range_of(path: &str, text: &str, pragma: &Pragma) -> Range {
    let place = |at: usize| {
        let before = text.as_bytes().get(..at).unwrap_or_default();
        let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
        Position {
            file: path.to_owned(),
            offset: at as u32,
            line: before.iter().filter(|b| **b == b'\n').count() as u32 + 1,
            column: (at - line_start) as u32 + 1,
        }
    };
    Range {
        start: place(pragma.start),
        end: place(pragma.end),
    }
}

/// A place in nobody's call.
pub(crate) fn place(span: Span) -> Loc {
    Loc { span, call: None }
}
