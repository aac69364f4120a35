//! Writes `docs/precision.md`; with a part of a path, prints the page of these files only.

use kverify_tests::{corpus, precision};
use std::process::ExitCode;

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1);
    let done = precision::rows(wanted.as_deref().unwrap_or("")).and_then(|rows| {
        let page = precision::page(&rows);
        if wanted.is_some() {
            print!("{page}");
            return Ok(());
        }
        std::fs::write(corpus::root().join("docs/precision.md"), page).map_err(|error| error.to_string())
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("precision: {error}");
            ExitCode::FAILURE
        }
    }
}
