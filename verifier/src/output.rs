//! The command's door to the terminal: all that is printed or read there goes through here.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use kverify::report::Style;
use kverify::report::base::cleaned;
use kverify::report::visible;
use kverify::{faults, files};
use std::io::{IsTerminal, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Wrong usage, unreadable or unparsable input.
pub const USAGE: u8 = 2;

/// Whether something printed was lost.
static LOST: AtomicBool = AtomicBool::new(false);

/// Writes a report. A reader that went away (`| head`) is no error; a full disk is one, which [`status`] tells.
pub fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let written = faults::point()
        .and_then(|()| stdout.write_all(text.as_bytes()))
        .and_then(|()| stdout.flush());
    if let Err(error) = written
        && error.kind() != std::io::ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::Relaxed)
    {
        complain(&format!(
            "error: the standard output cannot be written: {error}\n"
        ));
    }
}

/// The exit status of a command that ends with `status`: another one if not all that it printed was written.
pub fn status(status: u8) -> u8 {
    match LOST.load(Ordering::Relaxed) {
        true => USAGE,
        false => status,
    }
}

/// Writes a complaint.
pub fn complain(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes a file that the user asked for, and the folders it is to be in: whole or not at all, so that no reader sees half.
///
/// # Errors
/// The path and what is wrong with it.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", path.display());
    // Only what the user calls a stream or a device is written to as it is; elsewhere, a link may lead to one.
    if cleaned(path).starts_with("/dev") && !path.is_file() {
        return faults::point()
            .and_then(|()| std::fs::write(path, text))
            .map_err(failed);
    }
    path.parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| files::write(path, text.as_bytes()))
        .map(drop)
        .map_err(failed)
}

/// Prints clap's message or help where it belongs, and gives the exit status.
pub fn usage(error: &clap::Error) -> u8 {
    let words = error.render().to_string();
    let shown = visible::plain(&words);
    match shown == words {
        true => {
            let _ = error.print();
        }
        // It repeats an argument that would do something to a terminal.
        false => complain(&shown),
    }
    if error.use_stderr() { USAGE } else { 0 }
}

/// The whole standard input.
pub fn read_stdin() -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A bar for a run over many files, on the standard error; none where nobody looks at it.
pub fn progress() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
    if let Ok(style) =
        ProgressStyle::with_template("{bar:30} {pos}/{len} answers, {elapsed}, {eta} left  {wide_msg}")
    {
        bar.set_style(style);
    }
    bar
}

/// The standard streams of a program that another one talks to.
pub fn streams() -> (std::io::Stdin, std::io::Stdout) {
    (std::io::stdin(), std::io::stdout())
}

/// Prints what another program is to read, byte for byte; on a terminal, hidden characters are shown instead.
pub fn print_exact(text: &str) {
    match std::io::stdout().is_terminal() {
        true => print(&visible::plain(text)),
        false => print(text),
    }
}

/// How reports on the standard output look.
pub fn stdout_style() -> Style {
    style(std::io::stdout().is_terminal())
}

/// How complaints on the standard error look.
pub fn stderr_style() -> Style {
    style(std::io::stderr().is_terminal())
}

fn style(is_terminal: bool) -> Style {
    let columns = terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    Style::for_stream(is_terminal, columns, |name| std::env::var(name).ok())
}

/// Says what a run goes on without.
pub fn warn(message: &str) {
    complain(&format!("warning: {}\n", visible::plain(message)));
}

/// Says what keeps the command from its work, and gives the exit status for it.
pub fn fail(message: &str) -> u8 {
    complain(&format!("error: {}\n", visible::plain(message)));
    USAGE
}
