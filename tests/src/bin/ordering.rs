//! A long run of the tests of what orders accesses: `ordering --count N --seed S [--shrink] [--show SEED]`.
#![expect(
    clippy::print_stdout,
    reason = "a command for developers that prints its findings"
)]

use kverify_tests::ordering::program::{Program, print};
use kverify_tests::ordering::{draw, examine, examine_proof, shrink};
use std::collections::BTreeMap;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str| -> Result<Option<u64>, String> {
        let Some(at) = arguments.iter().position(|a| a == name) else {
            return Ok(None);
        };
        let text = arguments.get(at + 1).ok_or(format!("{name} needs a number"))?;
        text.parse()
            .map(Some)
            .map_err(|error| format!("{name} {text}: {error}"))
    };
    if let Some(seed) = number("--show")? {
        let (program, _) = draw::draw(seed);
        show(&program);
        println!("{:#?}", examine(&program)?);
        return Ok(());
    }
    if arguments.iter().any(|a| a == "--proofs") {
        return proofs(number("--count")?.unwrap_or(2000), number("--seed")?.unwrap_or(1));
    }
    let (count, first) = (number("--count")?.unwrap_or(500), number("--seed")?.unwrap_or(1));
    let mut table: BTreeMap<String, u32> = BTreeMap::new();
    let mut losses: BTreeMap<String, (u32, u64)> = BTreeMap::new();
    let mut troubles = 0;
    for seed in first..first + count {
        let (program, damages) = draw::draw(seed);
        let examined = match examine(&program) {
            Ok(examined) => examined,
            Err(error) => {
                troubles += 1;
                println!("seed {seed}: {error}");
                continue;
            }
        };
        let truth = match (examined.vague, examined.broken) {
            (true, _) => "vague",
            (_, true) => "broken",
            _ => "free",
        };
        *table
            .entry(format!("{truth}: {:?}", examined.verdict))
            .or_default() += 1;
        if truth == "free" && damages == 0 {
            for reason in &examined.reasons {
                losses.entry(reason.clone()).or_insert((0, seed)).0 += 1;
            }
        }
        if let Some(trouble) = &examined.trouble {
            troubles += 1;
            println!("seed {seed}: {trouble}");
            if arguments.iter().any(|a| a == "--shrink") {
                let kind = |t: &str| t.split(',').next().map(str::to_owned);
                let small = shrink(&program, &mut |p| {
                    examine(p).is_ok_and(|e| e.trouble.as_deref().and_then(kind) == kind(trouble))
                });
                show(&small);
            }
        }
        if (seed - first) % 200 == 199 {
            println!("{} kernels: {table:?}", seed - first + 1);
        }
    }
    for (row, count) in &table {
        println!("{count:6}  {row}");
    }
    let mut ranked: Vec<_> = losses.into_iter().collect();
    ranked.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (loss, (count, seed)) in ranked.iter().take(12) {
        println!("{count:6}  (seed {seed}) {loss}");
    }
    println!("{troubles} troubles in {count} kernels");
    Ok(())
}

/// Only soundness: many kernels in little time.
fn proofs(count: u64, first: u64) -> Result<(), String> {
    let (mut proved, mut troubles) = (0, 0);
    for seed in first..first + count {
        let (program, _) = draw::draw(seed);
        let (is_proved, trouble) =
            examine_proof(&program).map_err(|error| format!("seed {seed}: {error}"))?;
        proved += u64::from(is_proved);
        if let Some(trouble) = trouble {
            troubles += 1;
            println!("seed {seed}: {trouble}");
            let small = shrink(&program, &mut |p| matches!(examine_proof(p), Ok((_, Some(_)))));
            show(&small);
        }
    }
    println!("{troubles} troubles in {count} kernels, {proved} of them proved");
    Ok(())
}

fn show(program: &Program) {
    println!("{} x {}\n{}", program.blocks, program.threads, print(program));
}
