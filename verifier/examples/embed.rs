//! An editor's client in thirty lines: `embed FILE` verifies a file as if it were an unsaved buffer, shows findings as
//! they come, and gives up after two seconds, as an editor does when the text changes.

use kverify::embed::{Event, Verifier};
use kverify::report::words;
use kverify::{Cancel, Options, Source};
use std::error::Error;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: embed FILE")?;
    let text = std::fs::read_to_string(&path)?;
    #[expect(clippy::print_stdout, reason = "an example's way to show something")]
    show(path.as_ref(), text, &|line| println!("{line}"))
}

/// Verifies a buffer and says what happens.
pub fn show(
    path: &std::path::Path,
    text: String,
    say: &(dyn Fn(String) + Sync),
) -> Result<(), Box<dyn Error>> {
    let verifier = Verifier::new(Options::default())?;
    let cancel = Cancel::new();
    let editor = cancel.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(2));
        editor.cancel();
    });
    let buffer = Source {
        path: path.into(),
        text: Some(text),
    };
    let report = verifier.verify(&[buffer], &cancel, &|event| match event {
        Event::Found { kernel, finding, .. } => {
            let line = finding.finding.places[0].loc.span.line;
            say(format!("line {line}: {}", words::title(kernel, &finding.finding)));
        }
        Event::Verified { report, .. } => say(format!("{}: {:?}", report.kernel.name, report.verdict)),
        _ => {}
    })?;
    for error in &report.files[0].errors {
        say(format!("line {}: {}", error.line, error.message));
    }
    say(if report.cancelled { "given up" } else { "done" }.to_owned());
    Ok(())
}
