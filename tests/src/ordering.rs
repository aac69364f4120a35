//! Random kernels of what orders accesses: locks, flags, counters of blocks, winners, warp barriers, fences and scopes, whole
//! and damaged. All their interleavings are known ([`model`]), and verdicts must not contradict them.
//!
//! `cargo run -p kverify-tests --bin ordering -- --count 5000 --seed 1` tries more than the tests do.

pub mod draw;
pub mod model;
pub mod program;

use crate::tool;
use kverify::answer::{Action, Config, Finding, Kind, Taken};
use kverify::{Options, Source, Verdict};
use model::{Setting, Truth, explore};
use program::{Program, Stmt, Value, print};

/// What memory is tried to hold at first: the first of the locks, flags and counters and the others of them; everything else.
const CONTENTS: [([i32; 2], i32); 7] = [
    ([0, 0], 0),
    ([0, 0], 1),
    ([1, 1], 0),
    ([1, 1], 1),
    ([7, 7], 5),
    ([0, 1], 0),
    ([-1, -1], 0),
];

/// What one program comes to.
#[derive(Clone, Debug)]
pub struct Examined {
    /// What kverify says.
    pub verdict: Verdict,
    /// Some interleaving has a race that matters, or threads part at barriers.
    pub broken: bool,
    /// Not everything was looked at, or the kernel does what CUDA leaves undefined.
    pub vague: bool,
    /// A contradiction, in words: a bug of somebody.
    pub trouble: Option<String>,
    /// Why it is not proved.
    pub reasons: Vec<String>,
}

/// Verifies a program, runs all its interleavings, and compares.
///
/// # Errors
/// What kverify could not read, or its internal errors.
pub fn examine(program: &Program) -> Result<Examined, String> {
    let options = Options {
        block: Some([u64::from(program.threads), 1, 1]),
        grid: Some([u64::from(program.blocks), 1, 1]),
        timeout: 10.0,
        jobs: Some(1),
        ..Options::default()
    };
    let kernel = tool::only_kernel("k.cu", print(program), &options)?;
    let zeroed = kernel.assumptions.iter().any(|a| a.id == Taken::StartsAtZero);
    let (trouble, strict) = contradiction(program, kernel.verdict, zeroed);
    let findings = kernel.findings.iter().map(|f| format!("{:?}", f.finding.kind));
    Ok(Examined {
        verdict: kernel.verdict,
        broken: strict.race.is_some() || strict.parted,
        vague: strict.cut_short || strict.invalid,
        trouble,
        reasons: findings
            .chain(kernel.reasons.iter().map(|r| r.message.clone()))
            .collect(),
    })
}

/// What contradicts a verdict, and what is true.
fn contradiction(program: &Program, verdict: Verdict, zeroed: bool) -> (Option<String>, Truth) {
    let [strict, lenient] = [false, true].map(|lenient| {
        let settings = CONTENTS
            .iter()
            .filter(|c| c.0 == [0, 0] || !zeroed)
            .map(|&(locks, others)| Setting {
                locks,
                others,
                lenient,
            });
        all(program, settings)
    });
    if verdict == Verdict::Violated && strict.nothing() {
        let strict = any(program, zeroed).unwrap_or(strict);
        return (trouble(program, verdict, &strict, &lenient), strict);
    }
    (trouble(program, verdict, &strict, &lenient), strict)
}

/// The first of many contents of which something is wrong: a place may follow from what a counter holds at first, and what
/// [`CONTENTS`] tries is chosen for speed.
fn any(program: &Program, zeroed: bool) -> Option<Truth> {
    let starts = if zeroed { 0..=0 } else { -1..=15 };
    let both = starts.clone().flat_map(|a| starts.clone().map(move |b| [a, b]));
    both.flat_map(|locks| [(locks, 0), (locks, 5)])
        .map(|(locks, others)| {
            all(
                program,
                std::iter::once(Setting {
                    locks,
                    others,
                    lenient: false,
                }),
            )
        })
        .find(|truth| !truth.nothing() && !truth.invalid)
}

/// As [`examine`], but asks the solver's side only, and runs interleavings only of what it has nothing against: many times
/// faster, and blind to false alarms. Whether it would be proved, and the contradiction.
///
/// # Errors
/// What kverify could not read.
pub fn examine_proof(program: &Program) -> Result<(bool, Option<String>), String> {
    let source = Source {
        path: "k.cu".into(),
        text: Some(print(program)),
    };
    let module = kverify_frontend::parse(&source, &kverify_frontend::Options::default())
        .map_err(|error| format!("{error:?}"))?;
    let kernel = module.kernels.first().ok_or("no kernel")?;
    let config = Config {
        block: [Some(u64::from(program.threads)), Some(1), Some(1)],
        grid: [Some(u64::from(program.blocks)), Some(1), Some(1)],
        timeout: 10.0,
        ..Config::default()
    };
    let answer = kverify_smt::analyse(kernel, &config);
    let harmless = |f: &Finding| match f.kind {
        Kind::DataRace => f.same_value,
        Kind::BarrierDivergence => f.places.iter().any(|p| p.action == Action::Exit),
        kind => kind == Kind::NonTerminatingLoop,
    };
    if !answer.unknowns.is_empty() || !answer.findings.iter().all(harmless) {
        return Ok((false, None));
    }
    let zeroed = answer.assumptions.iter().any(|a| a.id == Taken::StartsAtZero);
    Ok((true, contradiction(program, Verdict::Proved, zeroed).0))
}

/// What all settings show together.
fn all(program: &Program, settings: impl Iterator<Item = Setting>) -> Truth {
    let mut truth = Truth::default();
    for setting in settings {
        let one = explore(program, setting);
        truth.race = truth
            .race
            .or(one.race.map(|race| format!("{race} with {setting:?}")));
        truth.benign |= one.benign;
        truth.parted |= one.parted;
        truth.stuck |= one.stuck;
        truth.invalid |= one.invalid;
        truth.cut_short |= one.cut_short;
    }
    truth
}

fn trouble(program: &Program, verdict: Verdict, strict: &Truth, lenient: &Truth) -> Option<String> {
    if strict.invalid || lenient.invalid {
        return None;
    }
    // Of the last block no fence is asked after its count.
    let counts = program
        .has(&|s| matches!(s, Stmt::If(c, ..) if [c.0, c.2].iter().any(|v| matches!(v, Value::Blocks(_)))));
    let race = if counts { &lenient.race } else { &strict.race };
    match verdict {
        Verdict::Proved if race.is_some() => race.as_ref().map(|race| format!("proved, but {race}")),
        Verdict::Proved if strict.parted => Some("proved, but threads part at barriers".into()),
        // A race of equal values is one all the same, if nobody sees that they are equal.
        Verdict::Violated if strict.nothing() && !strict.cut_short => {
            Some("violated, but nothing is wrong".into())
        }
        _ => None,
    }
}

/// Makes a program smaller as long as `still` holds of it.
pub fn shrink(program: &Program, still: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let smaller = removals(&best.body).into_iter().find_map(|body| {
            let one = Program { body, ..best.clone() };
            still(&one).then_some(one)
        });
        match smaller {
            Some(one) => best = one,
            None => return best,
        }
    }
}

/// All blocks that lack one statement, or have an `if` replaced by what is inside.
fn removals(block: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut out = Vec::new();
    for (n, s) in block.iter().enumerate() {
        let with = |new: Vec<Stmt>| [&block[..n], &new, &block[n + 1..]].concat();
        out.push(with(Vec::new()));
        if let Stmt::If(c, then, otherwise) = s {
            out.push(with([then.clone(), otherwise.clone()].concat()));
            let inside = |then, otherwise| with(vec![Stmt::If(*c, then, otherwise)]);
            out.extend(removals(then).into_iter().map(|b| inside(b, otherwise.clone())));
            out.extend(removals(otherwise).into_iter().map(|b| inside(then.clone(), b)));
        }
        if let Stmt::Loop(count, body) = s {
            out.push(with(body.clone()));
            out.extend(
                removals(body)
                    .into_iter()
                    .map(|b| with(vec![Stmt::Loop(*count, b)])),
            );
        }
    }
    out
}
