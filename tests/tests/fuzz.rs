//! Random IR and damaged sources, a fixed number of each: nothing panics, runs keep their limits, answers do not change.
//!
//! `cargo run --release -p kverify-tests --bin fuzz -- --seconds 600` tries more.

use kverify_frontend::ir;
use kverify_tests::fuzz::{Target, examine, kernels};

/// How many inputs of the seeds had something to run or to answer.
fn survives(target: Target, seeds: std::ops::Range<u64>) -> usize {
    let mut counted = 0;
    let mut troubles = Vec::new();
    for seed in seeds {
        match examine(target, seed) {
            Ok(kernels) => counted += usize::from(kernels > 0),
            Err(trouble) => troubles.push(format!("{target}: seed {seed}: {trouble}")),
        }
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
    counted
}

#[test]
fn the_interpreter_survives_random_kernels() {
    let ran = survives(Target::Interpreter, 0..400);
    assert!(ran > 150, "only {ran} kernels ran");
    let well_formed = (0..400).filter(|&seed| ir::validate(&kernels::kernel(seed)).is_ok());
    let well_formed = well_formed.count();
    assert!((40..360).contains(&well_formed), "{well_formed} are well-formed");
}

#[test]
fn readers_of_files_survive_damaged_texts() {
    let taken = survives(Target::Texts, 0..600);
    assert!((20..580).contains(&taken), "{taken} texts are taken");
}

#[test]
fn the_frontend_survives_damaged_sources() {
    let read = survives(Target::Frontend, 0..60);
    assert!(read > 40, "only {read} sources have kernels");
}

#[test]
fn the_whole_survives_damaged_sources() {
    let answered = survives(Target::Check, 1000..1012);
    assert!(answered > 7, "only {answered} sources have kernels");
}
