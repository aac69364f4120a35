//! Writes `docs/precision.md`; with a part of a path, prints the page of these files only.

use kverify_tests::{corpus, precision};
use std::io::Write;

fn main() -> Result<(), String> {
    let wanted = std::env::args().nth(1);
    let rows = precision::rows(wanted.as_deref().unwrap_or(""))?;
    let page = precision::page(&rows);
    let done = if wanted.is_some() {
        std::io::stdout().write_all(page.as_bytes())
    } else {
        std::fs::write(corpus::root().join("docs/precision.md"), page)
    };
    done.map_err(|error| error.to_string())
}
