//! Random kernels: what is said to be proved must run without violation.
//!
//! `KVERIFY_RANDOM=5000` tries that many, from seed `KVERIFY_SEED` on.

use kverify::answer::Place;
use kverify::replay::{self, Violation};
use kverify::{KernelReport, Options, Source, Verdict, verify};
use kverify_tests::random;
use std::env;

/// Launches that each proof is tried on.
const LAUNCHES: u32 = 12;

#[test]
fn proofs_hold_when_kernels_run() {
    let number = |name, default| {
        env::var(name)
            .ok()
            .and_then(|value| value.parse().ok())
            .unwrap_or(default)
    };
    let first: u64 = number("KVERIFY_SEED", 1);
    let mut failures = Vec::new();
    let mut tally = [0; 5];
    for seed in first..first + number("KVERIFY_RANDOM", 40) {
        let text = random::kernel(seed);
        let options = Options {
            block: Some([8, 1, 1]),
            grid: Some([1 + seed % 2, 1, 1]),
            timeout: 10.0,
            ..Options::default()
        };
        let source = Source {
            path: format!("random{seed}.cu").into(),
            text: Some(text.clone()),
        };
        let report = verify(&[source], &options).expect("the options make sense");
        for kernel in report.files.iter().flat_map(|file| &file.kernels) {
            tally[kernel.verdict as usize] += 1;
            if kernel.verdict != Verdict::Proved {
                continue;
            }
            let seen = replay::smoke(&kernel.kernel, &kernel.configuration.config, seed, LAUNCHES);
            if let Some(violation) = seen.iter().find(|violation| is_error(kernel, violation)) {
                failures.push(format!("seed {seed} is proved, but {violation:?}\n{text}"));
            }
        }
    }
    assert!(tally.iter().sum::<usize>() > 0, "nothing was analysed");
    assert!(
        failures.is_empty(),
        "{} ({tally:?} by verdict)\n{}",
        failures.len(),
        failures.join("\n")
    );
    if env::var_os("KVERIFY_RANDOM").is_some() {
        // Shown with `--nocapture`: how many of each verdict there were.
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{tally:?} by verdict\n"));
    }
}

/// What a proof excludes: no warnings, and nothing of rules that are not checked.
fn is_error(kernel: &KernelReport, violation: &Violation) -> bool {
    match violation {
        Violation::Race(race) => !race.same_value && !is_reported(kernel, &race.places),
        // A CUDA thread that has left is not waited for: a warning.
        Violation::Divergence(parted) => parted
            .places
            .iter()
            .all(|place| place.action != kverify::answer::Action::Exit),
        Violation::Event(_) => false,
    }
}

/// A proof may stand beside warnings: accesses that leave the same values in either order.
fn is_reported(kernel: &KernelReport, places: &[Place; 2]) -> bool {
    let lines = |places: &[Place; 2]| {
        let mut lines = places.each_ref().map(|place| place.loc.span.line);
        lines.sort_unstable();
        lines
    };
    kernel
        .findings
        .iter()
        .any(|judged| lines(&judged.finding.places) == lines(places))
}
