//! Whether the threads that constructs make share a loop's iterations out, or each of them runs all.

use super::Directive;
use super::words::{Effect, Family};

/// Why several threads run every iteration of the innermost of some directives, each of which is about what the one before is about;
/// the outermost comes first.
///
/// OpenMP 5.2, sections 10.2 (`teams`), 11.5 (`for`), 11.6 (`distribute`), 11.7 (`loop`); OpenACC 3.3, section 2.9 (gang-redundant mode).
pub(super) fn repeated(chain: &[&Directive<'_>]) -> Option<&'static str> {
    match chain.last()?.family {
        Family::Omp => repeated_omp(chain),
        Family::Acc => repeated_acc(chain),
    }
}

const BY_TEAMS: &str = "every team runs all of its iterations: no `distribute` shares them out";
const BY_THREADS: &str = "every thread of the region around runs all of it";
const BY_GANGS: &str = "every gang runs all of its iterations: no `gang` shares them out";

fn repeated_omp(chain: &[&Directive<'_>]) -> Option<&'static str> {
    // There are several teams, or threads of a team, that nothing has shared anything out to.
    let (mut teams, mut threads) = (false, false);
    for directive in chain {
        let bind = directive.argument("bind");
        for word in directive.parsed.name.split(' ') {
            match word {
                "teams" | "parallel" if threads => return Some(BY_THREADS),
                "parallel" if teams => return Some(BY_TEAMS),
                "teams" => teams = true,
                "parallel" => threads = true,
                "distribute" => teams = false,
                "for" | "sections" => threads = false,
                "loop" => match bind {
                    None => (teams, threads) = (false, false),
                    Some("teams") => teams = false,
                    Some("parallel") => threads = false,
                    Some(_) => {}
                },
                _ => {}
            }
        }
    }
    match (teams, threads) {
        (true, _) => Some(BY_TEAMS),
        (_, true) => Some(BY_THREADS),
        (false, false) => None,
    }
}

fn repeated_acc(chain: &[&Directive<'_>]) -> Option<&'static str> {
    let is_loop = |d: &&&Directive<'_>| d.parsed.name.ends_with("loop");
    let mut loops = chain.iter().filter(is_loop);
    // Where nothing is said, the compiler chooses.
    let shares = loops.any(|d| d.says("gang") || !(d.says("worker") || d.says("vector")));
    let makes_gangs = |d: &&Directive<'_>| d.parsed.name.starts_with("parallel");
    let is_one = |d: &&Directive<'_>| d.argument("num_gangs") == Some("1");
    let repeats = chain.iter().any(makes_gangs) && !chain.iter().any(is_one) && !shares;
    repeats.then_some(BY_GANGS)
}

/// Whether what a construct around a loop makes private is so to each thread that runs iterations of the loop, and not to a team or to
/// a gang of such threads.
pub(super) fn is_each_threads(around: &Directive<'_>, inner: &Directive<'_>) -> bool {
    let has = |directive: &Directive<'_>, words: &[&str]| {
        let mut own = directive.parsed.name.split(' ');
        own.any(|word| words.contains(&word))
    };
    match around.family {
        Family::Omp => has(around, &["parallel"]) || has(around, &["teams"]) && is_of_teams(inner),
        Family::Acc => inner.says("gang") && !inner.says("worker") && !inner.says("vector"),
    }
}

/// Whether the iterations of a loop are shared out to teams, of which one thread each runs them.
pub(super) fn is_of_teams(directive: &Directive<'_>) -> bool {
    let name = directive.parsed.name.as_str();
    directive.family == Family::Omp && name.split(' ').next_back() == Some("distribute")
}

/// Whether a literal says that a team of one thread runs a loop.
pub(super) fn is_serial(directive: &Directive<'_>) -> bool {
    let says = |name: &str, values: &[&str]| {
        let value = directive.argument(name).map(|a| a.replace(' ', ""));
        value.is_some_and(|value| values.contains(&value.as_str()))
    };
    directive.parsed.name == "parallel for"
        && (says("num_threads", &["1"]) || says("if", &["0", "false", "parallel:0", "parallel:false"]))
}

/// Why perhaps no two threads run iterations of a loop that are near each other.
pub(super) fn runs_alone(directive: &Directive<'_>) -> Option<String> {
    let says = |effect, values: &[&str]| {
        let mut clauses = directive.parsed.with(effect);
        clauses.any(|c| {
            c.arguments
                .as_deref()
                .is_some_and(|a| values.contains(&a.replace(' ', "").as_str()))
        })
    };
    let off = ["0", "false", "parallel:0", "parallel:false"];
    let is_one = |name: &str| directive.argument(name) == Some("1");
    let is_one_team = is_one("num_teams") && is_of_teams(directive);
    let is_one_gang = is_one("num_gangs") && !directive.says("worker") && !directive.says("vector");
    if says(Effect::Condition, &off) || says(Effect::Threads, &["1"]) || is_one_team || is_one_gang {
        return Some("a clause has one thread run all iterations".to_owned());
    }
    let chunk = |name: &str| Some(directive.argument(name)?.split_once(',')?.1.trim() != "1");
    let mut chunks = ["schedule", "dist_schedule"].into_iter().filter_map(chunk);
    chunks
        .any(|is_several| is_several)
        .then(|| "a clause has one thread run several iterations that follow each other".to_owned())
}
