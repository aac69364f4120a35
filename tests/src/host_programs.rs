//! Random host programs, and what is wrong with them by executing every way through them.
//!
//! A program is a function with buffers, streams and events. Each condition is a parameter of its own, so that every way is taken by
//! some call. On a way the commands are a list; which of them may run at the same time follows from sets: what each command comes
//! after. Nothing here is shared with the analysis under test.

mod run;

use crate::numbers::Random;
use run::Run;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Buffers of the device, managed and page-locked ones, in this order.
const NAMES: [&str; 5] = ["d0", "d1", "m0", "m1", "p0"];
/// The default stream, two that wait for it, one that does not.
const STREAMS: [&str; 4] = ["0", "s1", "s2", "s3"];
/// Iterations of a loop whose number is a parameter.
const ITERATIONS: std::ops::RangeInclusive<usize> = 1..=4;

/// A command, on numbers of buffers, streams and events.
#[derive(Clone, Copy, Debug)]
pub enum Command {
    /// `cudaMalloc` and its kin, by the buffer's kind.
    Allocate(usize),
    /// `cudaFree` or `cudaFreeHost`.
    Free(usize),
    /// `cudaMemset`.
    Fill(usize),
    /// A kernel that writes.
    Write(usize, usize),
    /// A kernel that reads the second and writes the first.
    Read(usize, usize, usize),
    /// `cudaMemcpy` to the page-locked buffer.
    Fetch(usize),
    /// `cudaMemcpyAsync` to the page-locked buffer.
    FetchAsync(usize, usize),
    /// The host reads a managed or page-locked buffer.
    HostRead(usize),
    /// The host writes one.
    HostWrite(usize),
    /// `cudaEventRecord`.
    Record(usize, usize),
    /// `cudaStreamWaitEvent`.
    Wait(usize, usize),
    /// `cudaEventSynchronize`.
    WaitHost(usize),
    /// `cudaStreamSynchronize`.
    Synchronise(usize),
    /// `cudaDeviceSynchronize`.
    Finish,
}

/// A statement and its line.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// A command.
    Do(Command, u32),
    /// `if (c)`, by the number of the parameter.
    If(usize, Vec<Stmt>, Vec<Stmt>),
    /// A loop with so many iterations.
    Times(usize, Vec<Stmt>),
    /// A loop with as many iterations as a parameter says, at least one.
    Loop(usize, Vec<Stmt>),
}

/// A program.
pub struct Program {
    /// Its text: one function.
    pub text: String,
    /// Its body.
    pub body: Vec<Stmt>,
    conditions: usize,
    loops: usize,
}

/// The kernels that the programs launch.
pub const KERNELS: &str = "__global__ void put(float *a) { a[threadIdx.x] = 1; }\n\
     __global__ void get(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x]; }\n";

struct Generator {
    random: Random,
    conditions: usize,
    loops: usize,
    line: u32,
    text: String,
}

impl Generator {
    fn say(&mut self, text: &str) -> u32 {
        let _ = writeln!(self.text, "{text}");
        self.line += 1;
        self.line - 1
    }

    fn block(&mut self, depth: usize, most: usize) -> Vec<Stmt> {
        (0..1 + self.random.below(most))
            .map(|_| self.statement(depth))
            .collect()
    }

    fn statement(&mut self, depth: usize) -> Stmt {
        match self.random.below(12) {
            0 if depth > 0 && self.conditions < 3 => {
                let condition = self.conditions;
                self.conditions += 1;
                self.say(&format!("if (c{condition}) {{"));
                let yes = self.block(depth - 1, 3);
                self.say("} else {");
                let no = if self.random.below(2) == 0 {
                    Vec::new()
                } else {
                    self.block(depth - 1, 2)
                };
                self.say("}");
                Stmt::If(condition, yes, no)
            }
            1 if depth > 0 && self.loops < 2 => {
                let number = self.loops;
                self.loops += 1;
                let times = 1 + self.random.below(3);
                let is_known = self.random.below(2) == 0;
                let most = if is_known {
                    times.to_string()
                } else {
                    format!("n{number}")
                };
                self.say(&format!("for (int i = 0; i < {most}; ++i) {{"));
                let body = self.block(depth - 1, 4);
                self.say("}");
                if is_known {
                    Stmt::Times(times, body)
                } else {
                    Stmt::Loop(number, body)
                }
            }
            _ => {
                let command = self.command();
                let line = self.say(&words(command));
                Stmt::Do(command, line)
            }
        }
    }

    fn command(&mut self) -> Command {
        let buffer = self.random.below(NAMES.len());
        let on_device = self.random.below(4);
        let stream = self.random.below(STREAMS.len());
        let event = self.random.below(2);
        match self.random.below(26) {
            0 | 1 => Command::Allocate(buffer),
            2 => Command::Free(buffer),
            3 | 4 => Command::Fill(on_device),
            5..=8 => Command::Write(stream, on_device),
            9..=12 => Command::Read(stream, on_device, (on_device + 1 + self.random.below(3)) % 4),
            13 => Command::Fetch(on_device),
            14 | 15 => Command::FetchAsync(stream, on_device),
            16 => Command::HostRead(2 + self.random.below(3)),
            17 => Command::HostWrite(2 + self.random.below(3)),
            18 | 19 => Command::Record(stream, event),
            20 | 21 => Command::Wait(stream, event),
            22 => Command::WaitHost(event),
            23 | 24 => Command::Synchronise(stream),
            _ => Command::Finish,
        }
    }
}

fn words(command: Command) -> String {
    let name = |buffer: usize| NAMES[buffer];
    let at = |stream: usize| STREAMS[stream];
    match command {
        Command::Allocate(b @ (0 | 1)) => format!("cudaMalloc(&{}, 1024);", name(b)),
        Command::Allocate(b @ (2 | 3)) => format!("cudaMallocManaged(&{}, 1024);", name(b)),
        Command::Allocate(b) => format!("cudaMallocHost(&{}, 1024);", name(b)),
        Command::Free(b @ 4) => format!("cudaFreeHost({});", name(b)),
        Command::Free(b) => format!("cudaFree({});", name(b)),
        Command::Fill(b) => format!("cudaMemset({}, 0, 1024);", name(b)),
        Command::Write(s, b) => format!("put<<<1, 256, 0, {}>>>({});", at(s), name(b)),
        Command::Read(s, to, from) => format!("get<<<1, 256, 0, {}>>>({}, {});", at(s), name(to), name(from)),
        Command::Fetch(b) => format!("cudaMemcpy(p0, {}, 1024, cudaMemcpyDefault);", name(b)),
        Command::FetchAsync(s, b) => {
            format!(
                "cudaMemcpyAsync(p0, {}, 1024, cudaMemcpyDefault, {});",
                name(b),
                at(s)
            )
        }
        Command::HostRead(b) => format!("sum += {}[0];", name(b)),
        Command::HostWrite(b) => format!("{}[0] = 1;", name(b)),
        Command::Record(s, e) => format!("cudaEventRecord(e{e}, {});", at(s)),
        Command::Wait(s, e) => format!("cudaStreamWaitEvent({}, e{e}, 0);", at(s)),
        Command::WaitHost(e) => format!("cudaEventSynchronize(e{e});"),
        Command::Synchronise(s) => format!("cudaStreamSynchronize({});", at(s)),
        Command::Finish => "cudaDeviceSynchronize();".to_owned(),
    }
}

/// A random program; its first line has the number `line`.
pub fn program(seed: u64, line: u32) -> Program {
    let mut generator = Generator {
        random: Random::from_state(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        conditions: 0,
        loops: 0,
        line,
        text: String::new(),
    };
    generator.say(&format!(
        "float f{seed}(bool c0, bool c1, bool c2, int n0, int n1) {{"
    ));
    generator.say("float *d0 = 0, *d1 = 0, *m0 = 0, *m1 = 0, *p0 = 0, sum = 0;");
    generator.say("cudaStream_t s1, s2, s3; cudaEvent_t e0, e1;");
    generator.say("cudaStreamCreate(&s1); cudaStreamCreate(&s2); cudaStreamCreateWithFlags(&s3, cudaStreamNonBlocking);");
    generator.say("cudaEventCreate(&e0); cudaEventCreate(&e1);");
    let mut body = Vec::new();
    for buffer in 0..NAMES.len() {
        // Most programs begin with buffers that are there.
        if generator.random.below(5) > 0 {
            let command = Command::Allocate(buffer);
            let line = generator.say(&words(command));
            body.push(Stmt::Do(command, line));
        }
    }
    while body.len() < 14 {
        let statement = generator.statement(2);
        body.push(statement);
    }
    generator.say("return sum;");
    generator.say("}");
    Program {
        text: generator.text,
        body,
        conditions: generator.conditions,
        loops: generator.loops,
    }
}

impl Program {
    /// All that goes wrong on some way: rules and lines.
    pub fn faults(&self) -> BTreeSet<(&'static str, u32)> {
        let mut found = BTreeSet::new();
        for choice in 0..1_usize << self.conditions {
            for first in ITERATIONS {
                for second in ITERATIONS {
                    let is_new = (self.loops > 0 || first == 1) && (self.loops > 1 || second == 1);
                    if is_new {
                        let mut run = Run::default();
                        run.block(&self.body, choice, [first, second]);
                        found.append(&mut run.found);
                    }
                }
            }
        }
        found
    }
}
