//! What a program does when it is run, and what is wrong then.

use super::{Command, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// An access, by the number of its command.
struct Access {
    command: usize,
    memory: usize,
    writes: bool,
}

/// One way through a program.
#[derive(Default)]
pub(super) struct Run {
    pub(super) found: BTreeSet<(&'static str, u32)>,
    /// Commands in streams so far.
    commands: usize,
    /// What is known to be done: by the host, by each stream, by each event.
    host: BTreeSet<usize>,
    streams: BTreeMap<usize, BTreeSet<usize>>,
    events: BTreeMap<usize, BTreeSet<usize>>,
    accesses: Vec<Access>,
    /// The memory that each buffer's pointer leads to.
    pointers: BTreeMap<usize, usize>,
    memories: usize,
    freed: BTreeSet<usize>,
    written: BTreeSet<usize>,
}

impl Run {
    pub(super) fn block(&mut self, body: &[Stmt], choice: usize, iterations: [usize; 2]) {
        for statement in body {
            match statement {
                Stmt::Do(command, line) => self.command(*command, *line),
                Stmt::If(condition, yes, no) => {
                    let way = if choice & (1 << condition) != 0 { yes } else { no };
                    self.block(way, choice, iterations);
                }
                Stmt::Times(times, body) => (0..*times).for_each(|_| self.block(body, choice, iterations)),
                Stmt::Loop(number, body) => {
                    (0..iterations[*number]).for_each(|_| self.block(body, choice, iterations));
                }
            }
        }
    }

    /// What a stream knows, once the default stream's rules are applied.
    fn known(&mut self, stream: usize) -> BTreeSet<usize> {
        let mut known = self.host.clone();
        let of: &[usize] = match stream {
            0 => &[0, 1, 2],
            1 => &[1, 0],
            2 => &[2, 0],
            _ => &[3],
        };
        for other in of {
            known.extend(self.streams.get(other).into_iter().flatten());
        }
        self.streams.insert(stream, known.clone());
        known
    }

    /// A command in a stream: buffers with whether it writes them.
    fn issue(&mut self, stream: usize, touched: &[(usize, bool)], line: u32) {
        let before = self.known(stream);
        let command = self.commands;
        self.commands += 1;
        for (buffer, writes) in touched {
            let Some(memory) = self.pointers.get(buffer).copied() else {
                continue;
            };
            let meets = |other: &Access| {
                other.memory == memory
                    && other.command != command
                    && (other.writes || *writes)
                    && !before.contains(&other.command)
            };
            if self.accesses.iter().any(meets) {
                self.found.insert(("inter-kernel-race", line));
            }
            self.accesses.push(Access {
                command,
                memory,
                writes: *writes,
            });
        }
        self.streams.entry(stream).or_default().insert(command);
    }

    /// Whether a buffer is there; a use of one that was freed is a fault.
    fn is_there(&mut self, buffer: usize, line: u32) -> bool {
        let memory = self.pointers.get(&buffer);
        let is_freed = memory.is_some_and(|memory| self.freed.contains(memory));
        if is_freed {
            self.found.insert(("use-after-free", line));
        }
        memory.is_some() && !is_freed
    }

    fn reads(&mut self, buffer: usize, line: u32) {
        if self.is_there(buffer, line) && !self.written.contains(&self.pointers[&buffer]) {
            self.found.insert(("uninitialised-buffer", line));
        }
    }

    fn writes(&mut self, buffer: usize, line: u32) {
        self.is_there(buffer, line);
        self.written.extend(self.pointers.get(&buffer));
    }

    fn on_host(&mut self, buffer: usize, writes: bool, line: u32) {
        if !self.is_there(buffer, line) {
            return;
        }
        let memory = self.pointers[&buffer];
        let meets = |other: &Access| {
            other.memory == memory && (other.writes || writes) && !self.host.contains(&other.command)
        };
        if self.accesses.iter().any(meets) {
            self.found.insert(("host-device-race", line));
        }
        if writes {
            self.written.insert(memory);
        }
    }

    fn finish(&mut self) {
        self.host.extend(0..self.commands);
    }

    fn command(&mut self, command: Command, line: u32) {
        match command {
            Command::Allocate(b) => {
                self.pointers.insert(b, self.memories);
                self.memories += 1;
            }
            Command::Free(b) => {
                self.finish();
                if let Some(memory) = self.pointers.get(&b)
                    && !self.freed.insert(*memory)
                {
                    self.found.insert(("double-free", line));
                }
            }
            Command::Fill(b) => {
                self.writes(b, line);
                self.issue(0, &[(b, true)], line);
            }
            Command::Write(s, b) => {
                self.writes(b, line);
                self.issue(s, &[(b, true)], line);
            }
            Command::Read(s, to, from) => {
                self.reads(from, line);
                self.writes(to, line);
                self.issue(s, &[(from, false), (to, true)], line);
            }
            Command::Fetch(b) | Command::FetchAsync(_, b) => {
                self.reads(b, line);
                self.writes(4, line);
                let stream = match command {
                    Command::FetchAsync(s, _) => s,
                    _ => 0,
                };
                self.issue(stream, &[(b, false), (4, true)], line);
                if matches!(command, Command::Fetch(_)) {
                    let known = self.known(0);
                    self.host.extend(known);
                }
            }
            Command::HostRead(b) => self.on_host(b, false, line),
            Command::HostWrite(b) => self.on_host(b, true, line),
            Command::Record(s, e) => {
                let known = self.known(s);
                self.events.insert(e, known);
            }
            Command::Wait(s, e) => {
                self.known(s);
                let known = self.events.get(&e).cloned().unwrap_or_default();
                self.streams.entry(s).or_default().extend(known);
            }
            Command::WaitHost(e) => {
                let known = self.events.get(&e).cloned().unwrap_or_default();
                self.host.extend(known);
            }
            Command::Synchronise(s) => {
                // Only commands wait for the default stream: an idle stream is done at once.
                let known = match s {
                    0 => self.known(0),
                    _ => self.streams.get(&s).cloned().unwrap_or_default(),
                };
                self.host.extend(known);
            }
            Command::Finish => self.finish(),
        }
    }
}
