//! Sources as lines of JSON, for programs that make kernels: a source a line, an answer a line, as they come.
//!
//! Every line has its answer, whatever is wrong with it, so that nobody takes silence for a proof. The lines are worked on in parallel
//! and answered when they are done; `id` and `line` say which one an answer is for. The reader waits while all hands are full, so
//! that any number of lines needs the memory of a few. When nobody takes the answers, everything stops, also a reader that waits for
//! the next line.

mod protocol;

pub use protocol::{Answer, AnswerBody, Request, SCHEMA, request_schema, schema};

use crate::config::Options;
use crate::embed::Watch;
use crate::engine::Engine;
use crate::repair::document::{self, FileEntry};
use crate::repair::{self, Wish};
use crate::report::texts::Texts;
use crate::report::{json, llm, visible};
use crate::{STACK_BYTES, Source, guarded, verify_by};
use crossbeam_channel::{Receiver, Sender, bounded, select};
use kverify_smt::Cancel;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Most bytes of a line; what is longer is answered with an error, and read past.
const MOST_BYTES: u64 = 32 << 20;

/// Texts that may be verified to mend one kernel: a program that makes kernels waits for the answer.
pub const TRIES: usize = 24;

/// A line as it was read.
struct Line {
    /// From 1.
    number: u64,
    bytes: Vec<u8>,
    is_whole: bool,
}

/// Answers every line of `input`, and gives the exit status of all: of 2, 1, 3 and 0 the first that an answer has.
/// `options` hold for every line that does not say otherwise.
///
/// # Errors
/// If the input cannot be read: what was read before is answered. If an answer cannot be written: then nothing more is read or
/// verified, and the thread that waits for the next line is left to itself.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send,
    options: &Options,
) -> io::Result<u8> {
    let hands = options
        .jobs
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    // The lines are what is done in parallel.
    let options = Options {
        jobs: Some(1),
        ..options.clone()
    };
    let (closing, closed) = bounded(0);
    let desk = Desk {
        engine: Engine::new(&options),
        options,
        cancel: Cancel::new(),
        closed,
        counter: Mutex::new(Counter {
            output,
            statuses: Vec::new(),
            unread: None,
            unwritten: None,
            closing: Some(closing),
        }),
    };
    let (sender, lines) = bounded(hands);
    // Nothing ends a read: this thread is not waited for.
    thread::Builder::new().spawn(move || read_lines(input, &sender))?;
    thread::scope(|scope| {
        for _ in 0..hands {
            let hand = thread::Builder::new().stack_size(STACK_BYTES);
            hand.spawn_scoped(scope, || desk.work(&lines))?;
        }
        Ok(())
    })
    .inspect_err(|_: &io::Error| desk.cancel.cancel())?;
    let counter = desk.counter.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = counter.unwritten.or(counter.unread) {
        return Err(error);
    }
    let worst = [2, 1, 3]
        .into_iter()
        .find(|status| counter.statuses.contains(status));
    Ok(worst.unwrap_or(0))
}

/// Hands the lines over, until there are no more or nobody takes them.
fn read_lines(mut input: impl BufRead, sender: &Sender<io::Result<Line>>) {
    for number in 1.. {
        let line = read_line(&mut input, number).transpose();
        let Some(line) = line else { return };
        let is_last = line.is_err();
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}

fn read_line(input: &mut impl BufRead, number: u64) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let is_whole = bytes.ends_with(b"\n") || (bytes.len() as u64) < MOST_BYTES;
    if !is_whole {
        bytes = Vec::new();
        input.skip_until(b'\n')?;
    }
    Ok(Some(Line {
        number,
        bytes,
        is_whole,
    }))
}

/// Where lines are answered.
struct Desk<W> {
    engine: Engine,
    options: Options,
    /// Used when nobody takes the answers.
    cancel: Cancel,
    /// Disconnected then.
    closed: Receiver<()>,
    counter: Mutex<Counter<W>>,
}

/// Where answers are handed out.
struct Counter<W> {
    output: W,
    /// Each that an answer had, once.
    statuses: Vec<u8>,
    unread: Option<io::Error>,
    unwritten: Option<io::Error>,
    /// Dropped when an answer cannot be written.
    closing: Option<Sender<()>>,
}

impl<W: Write> Desk<W> {
    fn work(&self, lines: &Receiver<io::Result<Line>>) {
        loop {
            let line = select! {
                recv(lines) -> line => line,
                recv(self.closed) -> _ => return,
            };
            match line {
                Ok(Ok(line)) => {
                    let answer = self.answer(&line);
                    self.counter().hand_out(&answer, &self.cancel);
                }
                Ok(Err(error)) => self.counter().unread = Some(error),
                // The reader is at the end.
                Err(_) => return,
            }
        }
    }

    fn counter(&self) -> MutexGuard<'_, Counter<W>> {
        self.counter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, line: &Line) -> Answer {
        let refused = |id, error| Answer::refused(id, line.number, error);
        if !line.is_whole {
            let error = format!("is longer than {} MiB", MOST_BYTES >> 20);
            return refused(None, error);
        }
        let request = match Request::read(&line.bytes) {
            Ok(request) => request,
            Err((id, error)) => return refused(id, error),
        };
        let answered = guarded(|| self.verify(&request)).unwrap_or_else(|panic| {
            Err(format!(
                "internal error of kverify: {panic}. Please report it with the line."
            ))
        });
        match answered {
            Ok(body) => Answer::of(request.id, line.number, body),
            Err(error) => refused(Some(request.id), error),
        }
    }

    fn verify(&self, request: &Request) -> Result<AnswerBody, String> {
        let options = request.options(&self.options)?;
        let source = Source {
            path: request.path().into(),
            text: Some(request.source.clone()),
        };
        let watch = Watch {
            observer: None,
            cancel: Some(self.cancel.clone()),
        };
        let sources = std::slice::from_ref(&source);
        let report = verify_by(&self.engine, sources, &options, &watch).map_err(|error| error.to_string())?;
        let document = json::document(&report, false);
        let status = json::exit_status(&document.files, false);
        let (mend, unmended) = match request.mend && status == 1 {
            true => self.mend(&source, &options, &watch),
            false => (None, String::new()),
        };
        let summary = llm::render(&document, &Texts::of(&report), mend.as_slice()) + &unmended;
        let file = document.files.into_iter().next().ok_or("there is no answer")?;
        Ok(AnswerBody {
            status,
            file,
            summary,
            mend,
        })
    }

    /// A verified change, and what to say if the search for one failed: what was found stands all the same.
    fn mend(&self, source: &Source, options: &Options, watch: &Watch<'_>) -> (Option<FileEntry>, String) {
        let wish = Wish {
            options,
            wanted: &|_| true,
            tries: TRIES,
        };
        let text = source.text.as_deref().unwrap_or_default();
        let search = || repair::repair_by(&self.engine, &source.path, text, &wish, watch);
        let failed = |error| (None, format!("The search for a mend failed: {error}\n"));
        match guarded(search) {
            Ok(Ok(repair)) => {
                let entry = document::file_entry(&repair, false);
                (Some(entry).filter(|entry| !entry.edits.is_empty()), String::new())
            }
            Ok(Err(error)) => failed(error.to_string()),
            Err(panic) => failed(panic),
        }
    }
}

impl<W: Write> Counter<W> {
    fn hand_out(&mut self, answer: &Answer, cancel: &Cancel) {
        // After an answer that was lost, or half of one, nobody can read the next.
        if self.closing.is_none() {
            return;
        }
        if !self.statuses.contains(&answer.status) {
            self.statuses.push(answer.status);
        }
        let text = serde_json::to_string(answer).map_err(io::Error::other);
        let written = text.and_then(|text| {
            self.output.write_all((visible::json(&text) + "\n").as_bytes())?;
            self.output.flush()
        });
        if let Err(error) = written {
            self.unwritten = Some(error);
            self.closing = None;
            cancel.cancel();
        }
    }
}
