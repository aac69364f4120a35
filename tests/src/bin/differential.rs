//! A long run of the differential tests: `differential --count N --seed S [--shrink] [--show SEED]`.
#![expect(
    clippy::print_stdout,
    reason = "a command for developers that prints its findings"
)]

use kverify_tests::differential::{Examined, examine};
use kverify_tests::generator::{draw, print, shrink};
use std::collections::BTreeMap;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: u64| -> Result<u64, String> {
        let Some(at) = arguments.iter().position(|a| a == name) else {
            return Ok(default);
        };
        let text = arguments.get(at + 1).ok_or(format!("{name} needs a number"))?;
        text.parse().map_err(|error| format!("{name} {text}: {error}"))
    };
    let flag = |name: &str| arguments.iter().any(|a| a == name);
    let show = number("--show", u64::MAX)?;
    if show != u64::MAX {
        let program = draw::draw(show);
        println!("{}\n{:?}", print::print(&program), program.block);
        println!("{:#?}", examine(&program, show));
        return Ok(());
    }
    let (count, first) = (number("--count", 500)?, number("--seed", 1)?);
    let mut table: BTreeMap<String, u32> = BTreeMap::new();
    let mut losses: BTreeMap<String, (u32, u64)> = BTreeMap::new();
    let mut troubles = 0;
    for seed in first..first + count {
        let program = draw::draw(seed);
        let examined = examine(&program, seed);
        *table.entry(row(&examined)).or_default() += 1;
        if (seed - first) % 500 == 499 {
            println!("{} kernels: {table:?}", seed - first + 1);
        }
        if !examined.broken && !examined.invalid {
            for loss in &examined.losses {
                losses.entry(loss.clone()).or_insert((0, seed)).0 += 1;
            }
        }
        for (kind, more) in &examined.troubles {
            troubles += 1;
            println!(
                "seed {seed}: {kind}: {}",
                more.chars().take(700).collect::<String>()
            );
        }
        if flag("--shrink")
            && let Some((kind, _)) = examined.troubles.first()
        {
            let small = shrink::shrink(&program, 400, &mut |twin| examine(twin, seed).has(kind));
            println!("{:?} x {}\n{}", small.block, small.grid, print::print(&small));
        }
    }
    for (row, count) in &table {
        println!("{count:6}  {row}");
    }
    let mut ranked: Vec<_> = losses.into_iter().collect();
    ranked.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (loss, (count, seed)) in ranked.iter().take(25) {
        println!("{count:6}  (seed {seed}) {loss}");
    }
    println!("{troubles} troubles in {count} kernels");
    Ok(())
}

fn row(examined: &Examined) -> String {
    let truth = match (examined.invalid, examined.broken, examined.closed) {
        (true, ..) => "invalid",
        (_, true, _) => "broken",
        (_, _, true) => "free",
        _ => "free as far as seen",
    };
    let verdict = examined.verdict.map_or("error".into(), |v| format!("{v:?}"));
    format!("{truth}: {verdict}")
}
