//! Prints the IR of every kernel of the files given, or (`--stats`) how many holes of each reason they have.

use kverify_frontend::{Options, Source, ir, parse};
use std::collections::BTreeMap;
use std::io::Write;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let stats = std::env::args().any(|argument| argument == "--stats");
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut kernels, mut invalid) = (0, 0);
    for path in std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
    {
        let start = std::time::Instant::now();
        let source = Source {
            path: path.clone().into(),
            text: None,
        };
        let module = match parse(&source, &Options::default()) {
            Ok(module) => module,
            Err(error) => {
                writeln!(out, "{path}: {error:?}")?;
                continue;
            }
        };
        for diagnostic in &module.diagnostics {
            if diagnostic.level == ir::Level::Error || !stats {
                let line = diagnostic.span.map_or(0, |s| s.line);
                writeln!(
                    out,
                    "{path}:{line}: {:?}: {}",
                    diagnostic.level, diagnostic.message
                )?;
            }
        }
        kernels += module.kernels.len();
        if module.kernels.is_empty() {
            writeln!(out, "{path}: no kernel")?;
        }
        for kernel in &module.kernels {
            if !stats {
                write!(out, "{}", ir::print(kernel))?;
            }
            if let Err(errors) = ir::validate(kernel) {
                invalid += 1;
                for error in errors.iter().take(3) {
                    writeln!(out, "{path}: {}: INVALID {error}", kernel.name)?;
                }
            }
            for hole in kernel.holes.iter() {
                reasons
                    .entry(hole.reason.clone())
                    .or_default()
                    .push(format!("{path}:{}", hole.loc.span.line));
            }
        }
        let seconds = start.elapsed().as_secs_f64();
        if seconds > 0.5 {
            writeln!(out, "{path}: slow, {seconds:.2} s")?;
        }
    }
    writeln!(out, "{kernels} kernels, {invalid} invalid")?;
    let mut ranking: Vec<_> = reasons.into_iter().collect();
    ranking.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    for (reason, places) in ranking.into_iter().filter(|_| stats) {
        writeln!(out, "{:6} {reason} ({})", places.len(), places[0])?;
    }
    Ok(())
}
