//! The same program under other options, or rewritten: answers that must agree.

use super::{Examined, Shown, answer, judge};
use crate::generator::{Program, print, rewrite};
use crate::numbers::Random;
use kverify::answer::Arith;
use kverify::{KernelReport, Severity, Verdict};
use std::collections::BTreeSet;

/// One more question, chosen by the seed: other arithmetic, no discharge, or a twin.
pub(super) fn variant(
    program: &Program,
    text: &str,
    report: &KernelReport,
    shown: &Shown,
    seed: u64,
    examined: &mut Examined,
) {
    let same = |how: &'static str, other: Result<KernelReport, String>, examined: &mut Examined| match other {
        Ok(other) => {
            // Larger launches are more than what was tried.
            let wider = how == "symbolic" || how == "free";
            if wider && other.verdict == Verdict::Proved || how == "unrolled" {
                judge(
                    &other,
                    &Shown {
                        first: BTreeSet::new(),
                        ..shown.clone()
                    },
                    examined,
                    how,
                );
            } else if !wider {
                judge(&other, shown, examined, how);
            }
            if wider && other.verdict != Verdict::Proved {
                return;
            }
            contradict(report, &other, how, examined);
        }
        Err(error) => examined.trouble("error", format!("{how}: {error}")),
    };
    match seed % 8 {
        // Axes that a kernel does not read are taken to have size 1 then.
        6 if program.block[1] > 1 => {}
        6 => same(
            "symbolic",
            answer(program, text, |o| {
                (o.block, o.grid, o.timeout) = (None, None, 3.0)
            }),
            examined,
        ),
        7 => same(
            "free",
            answer(program, text, |o| {
                o.assumes.clear();
                o.may_alias = true;
            }),
            examined,
        ),
        0 => same(
            "integers",
            answer(program, text, |o| o.arith = Arith::Int),
            examined,
        ),
        1 => same(
            "bit-vectors",
            answer(program, text, |o| o.arith = Arith::Bv),
            examined,
        ),
        2 => same(
            "no discharge",
            answer(program, text, |o| o.no_discharge = true),
            examined,
        ),
        3 => {
            let names: BTreeSet<String> = ["s", "g", "h", "in", "d", "r", "t", "v0", "v4", "q0"]
                .map(str::to_owned)
                .into();
            same(
                "renamed",
                answer(program, &crate::rewrite::rename(text, &names), |_| {}),
                examined,
            );
        }
        4 => {
            if let Some(twin) = rewrite::unrolled(program) {
                same("unrolled", answer(&twin, &print::print(&twin), |_| {}), examined);
            }
        }
        _ => {
            if let Some(twin) = rewrite::without_a_barrier(program, &mut Random::new(seed))
                && let Ok(other) = answer(&twin, &print::print(&twin), |_| {})
                && report.verdict == Verdict::Violated
                && !shown.contradictions.is_empty()
                && shown.contradictions.iter().all(|(_, c)| c.starts_with("Race"))
                && other.verdict == Verdict::Proved
            {
                examined.trouble(
                    "barrier",
                    "proved without one of its barriers, yet it races with all of them",
                );
            }
        }
    }
}

fn contradict(one: &KernelReport, other: &KernelReport, how: &str, examined: &mut Examined) {
    // Whether a race is one of equal values may be seen in one form and not in the other.
    let warns = one
        .findings
        .iter()
        .chain(&other.findings)
        .any(|j| j.severity == Severity::Warning);
    let (one, other) = (one.verdict, other.verdict);
    let both = [one, other];
    if !warns && both.contains(&Verdict::Proved) && both.contains(&Verdict::Violated) {
        examined.trouble("contradiction", format!("{one:?}, but {how} {other:?}"));
    }
    // Time may run out for the one and not for the other.
    if how == "renamed" && one != other && !both.contains(&Verdict::Unknown) {
        examined.trouble("contradiction", format!("{one:?}, but {how} {other:?}"));
    }
}
