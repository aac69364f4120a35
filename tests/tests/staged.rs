//! Random kernels with asynchronous copies that are waited for in stages: what the encoder finds is what a run shows.
//!
//! `KVERIFY_RANDOM=5000` tries that many, from seed `KVERIFY_SEED` on.

use kverify::answer::{Kind, Place};
use kverify::replay::{self, Violation};
use kverify::{KernelReport, Options, Source, Status, Verdict, verify};
use kverify_tests::staged;
use std::collections::BTreeSet;
use std::env;

/// Lines of two accesses that race, in order.
type Lines = BTreeSet<[u32; 2]>;

#[test]
fn races_of_staged_copies_are_those_of_a_run() {
    let number = |name, default| {
        let value = env::var(name).ok().and_then(|value| value.parse().ok());
        value.unwrap_or(default)
    };
    let first: u64 = number("KVERIFY_SEED", 1);
    let count = number("KVERIFY_RANDOM", 60);
    let (mut tally, mut false_alarms) = ([0; 5], 0);
    for seed in first..first + count {
        let text = staged::kernel(seed);
        let kernel = verified(&text);
        tally[kernel.verdict as usize] += 1;
        let [shown, harmless] = shown(&kernel, seed);
        let found = |wanted: Option<Status>| found(&kernel, |status| wanted.is_none_or(|w| w == status));
        let (all, confirmed) = (found(None), found(Some(Status::Confirmed)));
        assert!(
            confirmed.is_subset(&shown),
            "seed {seed}: {confirmed:?} of {shown:?}\n{text}"
        );
        if kernel.reasons.is_empty() {
            false_alarms += all.difference(&shown).count();
        }
        match kernel.verdict {
            // Two copies that bring the same are no error.
            Verdict::Proved => {
                let races = all.union(&shown).find(|lines| !harmless.contains(*lines));
                assert_eq!(races, None, "seed {seed} is proved\n{text}");
            }
            // Else more copies of a place may be under way than are followed.
            _ if kernel.reasons.is_empty() => {
                assert!(
                    all.is_superset(&shown),
                    "seed {seed}: {all:?} of {shown:?}\n{text}"
                );
            }
            _ => {}
        }
    }
    // Copies that no batch closes are remembered by variables without closed form.
    assert!(
        false_alarms as u64 * 20 <= count,
        "{false_alarms} false alarms, {tally:?}"
    );
    let open = tally[Verdict::Unknown as usize] + tally[Verdict::Suspect as usize];
    assert!(open * 5 <= count, "{tally:?} by verdict: too many are open");
    assert!(
        [Verdict::Proved, Verdict::Violated]
            .iter()
            .all(|&verdict| tally[verdict as usize] * 10 > count),
        "{tally:?} by verdict: too one-sided"
    );
}

fn verified(text: &str) -> KernelReport {
    let options = Options {
        block: Some([staged::THREADS, 1, 1]),
        grid: Some([1, 1, 1]),
        timeout: 20.0,
        ..Options::default()
    };
    let source = Source {
        path: "staged.cu".into(),
        text: Some(text.to_owned()),
    };
    let report = verify(&[source], &options).expect("the options make sense");
    let mut kernels = report.files.into_iter().flat_map(|file| file.kernels);
    kernels.next().expect("there is one kernel")
}

/// What a run shows, and which of it are writes of one value.
fn shown(kernel: &KernelReport, seed: u64) -> [Lines; 2] {
    let violations = replay::smoke(&kernel.kernel, &kernel.configuration.config, seed, 1);
    let races = violations.iter().filter_map(|violation| match violation {
        Violation::Race(race) => Some(race),
        _ => None,
    });
    let of = |harmless: bool| {
        let races = races.clone().filter(|race| race.same_value || !harmless);
        races.map(|race| lines(&race.places)).collect()
    };
    [of(false), of(true)]
}

/// What is reported with such a status.
fn found(kernel: &KernelReport, with: impl Fn(Status) -> bool) -> Lines {
    let races = kernel
        .findings
        .iter()
        .filter(|f| f.finding.kind == Kind::DataRace && with(f.status));
    races.map(|f| lines(&f.finding.places)).collect()
}

fn lines(places: &[Place; 2]) -> [u32; 2] {
    let mut lines = places.each_ref().map(|place| place.loc.span.line);
    lines.sort_unstable();
    lines
}
