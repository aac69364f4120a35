//! A long run of the differential check of the lowering: `lowering --count N --seed S [--launches N] [--show SEED] [--file KERNELS.cu]`.
#![expect(
    clippy::print_stdout,
    reason = "a command for developers that prints its findings"
)]

use kverify_tests::emulate::{Text, compare, programs};

/// Kernels that the compiler is handed at once.
const BATCH: u64 = 25;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |name: &str, default: u64| -> Result<u64, String> {
        let Some(at) = arguments.iter().position(|a| a == name) else {
            return Ok(default);
        };
        let text = arguments.get(at + 1).ok_or(format!("{name} needs a number"))?;
        text.parse().map_err(|error| format!("{name} {text}: {error}"))
    };
    let show = number("--show", u64::MAX)?;
    if show != u64::MAX {
        println!("{}", programs::draw(show));
        return Ok(());
    }
    if let Some(at) = arguments.iter().position(|a| a == "--file") {
        let path = arguments.get(at + 1).ok_or("--file needs a path")?;
        let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let name = "file".to_owned();
        let found = compare(
            &[Text { name, text }],
            number("--launches", 4)?,
            number("--seed", 1)?,
        )?;
        println!("{found:#?}");
        return Ok(());
    }
    let (count, first, launches) = (
        number("--count", 200)?,
        number("--seed", 1)?,
        number("--launches", 4)?,
    );
    let (mut compared, mut bytes, mut skipped, mut different) = (0, 0, 0, 0);
    for start in (first..first + count).step_by(BATCH as usize) {
        let texts: Vec<Text> = (start..(start + BATCH).min(first + count))
            .map(|seed| Text {
                name: format!("seed {seed}"),
                text: programs::draw(seed),
            })
            .collect();
        let found = compare(&texts, launches, start)?;
        compared += found.compared;
        bytes += found.bytes;
        skipped += found.skipped.len();
        different += found.differences.len();
        for line in found.differences.iter().chain(&found.skipped) {
            println!("{line}");
        }
    }
    println!("{compared} kernels compared ({bytes} bytes), {skipped} skipped, {different} differences");
    Ok(())
}
