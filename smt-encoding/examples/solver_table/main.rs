//! What Z3 can do with race queries, measured: prints the tables of `docs/solver.md`.
//!
//! `cargo run -p kverify-smt --example solver_table [RUNS] [FILTER]`
#![expect(clippy::print_stdout, reason = "a command whose output is the table")]

mod bits;
mod launch;
mod racy;
mod symbolic;

use kverify_smt::term::{TermId, Terms};
use kverify_smt::z3::{Encoding, Limits, Outcome, Session, require, version};

/// The command's default for one query.
const LIMITS: Limits = Limits {
    rlimit: 4_000_000,
    work: u64::MAX,
    deadline: None,
};

/// One row: a query and what should come out.
pub struct Row {
    /// What is asked.
    pub name: &'static str,
    /// Whether the pair races.
    pub racy: bool,
    /// Which encodings are measured.
    pub encodings: &'static [Encoding],
    /// The arena.
    pub terms: Terms,
    /// The query.
    pub conjuncts: Vec<TermId>,
    /// What discharge says of it; `None` where it was not asked.
    pub discharged: Option<bool>,
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn measure(row: &Row, encoding: Encoding, runs: usize) -> (String, f64) {
    let mut times = Vec::new();
    let mut answer = String::new();
    for _ in 0..runs.max(1) {
        let mut session = Session::without_shortcuts();
        answer = match session.check(&row.terms, &row.conjuncts, encoding, LIMITS) {
            Outcome::Unsat => "unsat".to_owned(),
            Outcome::Sat(_) => "sat".to_owned(),
            Outcome::Unknown(why) => format!("unknown ({why})"),
        };
        times.push(session.seconds());
    }
    let wrong = match answer.as_str() {
        "sat" => !row.racy,
        "unsat" => row.racy,
        _ => false,
    };
    if wrong {
        answer.push_str(" WRONG");
    }
    (answer, median(times) * 1000.0)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let runs = args.next().and_then(|a| a.parse().ok()).unwrap_or(3);
    let filter = args.next().unwrap_or_default();
    if let Err(why) = require() {
        println!("{why}");
        return;
    }
    println!("Z3 {}, rlimit {}, median of {runs}\n", version(), LIMITS.rlimit);
    println!("| query | discharge | encoding | answer | ms |\n|---|---|---|---|---|");
    let rows = symbolic::rows()
        .into_iter()
        .chain(racy::rows())
        .chain(bits::rows());
    for row in rows.filter(|r| r.name.contains(&filter)) {
        let discharged = match row.discharged {
            Some(true) => "separate",
            Some(false) => "open",
            None => "",
        };
        for &encoding in row.encodings {
            let (answer, ms) = measure(&row, encoding, runs);
            println!(
                "| {} | {discharged} | {encoding:?} | {answer} | {ms:.1} |",
                row.name
            );
        }
    }
}
