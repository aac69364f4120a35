//! What is read from host code holds of every launch that it makes.
//!
//! `KVERIFY_RANDOM=2000` tries that many functions, from seed `KVERIFY_SEED` on.

use kverify_tests::host_facts::check;
use std::env;

/// Functions of one program.
const MANY: usize = 80;

#[test]
fn facts_hold_of_every_launch() {
    let number = |name, default| {
        env::var(name)
            .ok()
            .and_then(|value| value.parse::<usize>().ok())
            .unwrap_or(default)
    };
    let seed = number("KVERIFY_SEED", 1);
    let rounds = number("KVERIFY_RANDOM", 2 * MANY).div_ceil(MANY);
    for round in 0..rounds {
        let found = check(MANY, (seed + round) as u64).expect("g++ takes the host functions");
        assert!(
            found.broken.is_empty(),
            "seed {}:\n{}",
            seed + round,
            found.broken.join("\n")
        );
        // A few of each, so that the test tests something.
        assert!(found.facts > MANY, "{} facts", found.facts);
    }
}
