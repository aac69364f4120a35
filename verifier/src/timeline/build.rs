//! From a trace to what is drawn.

use super::columns::Columns;
use super::data::{Barrier, Block, File, Head, Kind, Mark, Place, Run, Shape, Thread, Timeline};
use super::marks::marks;
use super::select::Selected;
use crate::replay::{Did, End, Step, Touch, Trace};
use crate::report::{sources, values, words};
use kverify_frontend::ir::{Kernel, Loc, Module, Scope};
use std::collections::HashMap;

/// Collects runs, and the sources that they point into.
#[derive(Default)]
pub struct Builder {
    timeline: Timeline,
}

impl Builder {
    /// An empty one.
    pub fn new() -> Builder {
        Builder {
            timeline: Timeline {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                ..Timeline::default()
            },
        }
    }

    /// Runs so far.
    pub fn runs(&self) -> usize {
        self.timeline.runs.len()
    }

    /// The timeline. `left_out` runs found no room.
    pub fn finish(mut self, left_out: usize) -> Timeline {
        self.timeline.left_out = left_out;
        self.timeline
    }

    /// Adds a run.
    pub fn add(&mut self, module: &Module, kernel: &Kernel, selected: &Selected, head: Head) {
        let trace = &selected.trace;
        let (columns, spans) = Columns::of(trace);
        let (marks, focus) = marks(trace, selected.shown.as_ref());
        let mut notes = selected.notes.clone();
        if selected.shown.is_some() && focus.is_empty() && trace.truncated {
            notes.push("What the finding speaks of comes after the recorded part.".to_owned());
        }
        let mut tables = Tables {
            files: &mut self.timeline.files,
            module,
            kernel,
            places: Table::default(),
            texts: Table::default(),
        };
        tables.texts.number(String::new());
        let file = tables.file(kernel.span.file.0);
        let rows = Rows::of(trace, &spans, &marks, &mut tables);
        let focus = focus
            .into_iter()
            .map(|step| [trace.steps[step].thread, rows.number_in_thread[step]]);
        let run = Run {
            head,
            kernel: words::kernel_name(kernel),
            file,
            line: kernel.span.line,
            notes,
            columns: columns.last(),
            blocks: rows.blocks,
            threads: rows.threads,
            shapes: rows.shapes,
            focus: focus.collect(),
            barriers: barriers(trace, &columns),
            texts: tables.texts.items,
            places: tables.places.items,
        };
        self.timeline.runs.push(run);
    }
}

/// Things with numbers, each once.
struct Table<K, T> {
    numbers: HashMap<K, u32>,
    items: Vec<T>,
}

impl<K, T> Default for Table<K, T> {
    fn default() -> Self {
        Table {
            numbers: HashMap::new(),
            items: Vec::new(),
        }
    }
}

impl Table<String, String> {
    fn number(&mut self, text: String) -> u32 {
        if let Some(&number) = self.numbers.get(&text) {
            return number;
        }
        let number = self.items.len() as u32;
        self.items.push(text.clone());
        self.numbers.insert(text, number);
        number
    }
}

struct Tables<'b> {
    files: &'b mut Vec<File>,
    module: &'b Module,
    kernel: &'b Kernel,
    places: Table<Loc, Place>,
    texts: Table<String, String>,
}

impl Tables<'_> {
    /// The number of one of the module's files.
    fn file(&mut self, id: u32) -> usize {
        let file = self.module.files.iter().nth(id as usize);
        let (path, text) = file.map_or(("", ""), |f| (f.path.as_str(), f.text.as_str()));
        let known = self.files.iter().position(|f| f.path == path && f.text == text);
        known.unwrap_or_else(|| {
            self.files.push(File {
                path: path.to_owned(),
                text: text.to_owned(),
            });
            self.files.len() - 1
        })
    }

    fn place(&mut self, loc: Loc) -> u32 {
        if let Some(&number) = self.places.numbers.get(&loc) {
            return number;
        }
        let file = self.file(loc.span.file.0);
        let text = &self.files[file].text;
        let place = Place {
            file,
            line: loc.span.line,
            column: utf16_column(text, loc.span.line, loc.span.column),
            end_line: loc.span.end_line,
            end_column: utf16_column(text, loc.span.end_line, loc.span.end_column),
            text: sources::excerpt(self.module, &loc.span),
            calls: words::call_chain(self.kernel, self.module, &loc),
        };
        let number = self.places.items.len() as u32;
        self.places.items.push(place);
        self.places.numbers.insert(loc, number);
        number
    }

    /// What a step read, wrote and printed, in words.
    fn text(&mut self, step: &Step, touches: &[Touch], printed: &[String]) -> u32 {
        let words = match step.did {
            Did::Access => touches.iter().map(|t| touch_words(self.kernel, t)).collect(),
            Did::Assign(var, bits) => {
                let var = self.kernel.vars.get(var);
                var.map(|v| format!("{} = {}", v.name, values::value(v.ty, bits)))
                    .into_iter()
                    .collect()
            }
            Did::Print(n) => {
                let text = printed.get(n as usize);
                text.map(|text| format!("prints {text:?}")).into_iter().collect()
            }
            Did::Branch(true) => vec!["true".to_owned()],
            Did::Branch(false) => vec!["false".to_owned()],
            _ => Vec::new(),
        };
        self.texts.number(words.join("; "))
    }
}

/// `reads tile[3]: 7`, `writes tile[3] = 7`.
fn touch_words(kernel: &Kernel, touch: &Touch) -> String {
    let name = kernel.objects.get(touch.object).map_or("?", |o| o.name.as_str());
    let row = if touch.row == 0 {
        String::new()
    } else {
        format!("[{}]", touch.row)
    };
    let size = touch.value.map_or(1, |(ty, _)| i64::from(ty.bytes().max(1)));
    let cell = if touch.value.is_some() && touch.offset % size == 0 {
        format!("{name}{row}[{}]", touch.offset / size)
    } else {
        format!("{name}{row} at byte {}", touch.offset)
    };
    match (touch.write, touch.value) {
        (false, Some((ty, bits))) => format!("reads {cell}: {}", values::value(ty, bits)),
        (true, Some((ty, bits))) => format!("writes {cell} = {}", values::value(ty, bits)),
        (false, None) => format!("reads {cell}, {} bytes", touch.bytes),
        (true, None) => format!("writes {cell}, {} bytes", touch.bytes),
    }
}

/// From a column in bytes, from 1, to one in UTF-16 units, from 0.
fn utf16_column(text: &str, line: u32, column: u32) -> u32 {
    let line = text
        .split('\n')
        .nth(line.saturating_sub(1) as usize)
        .unwrap_or("");
    let bytes = (column.saturating_sub(1) as usize).min(line.len());
    let prefix = (0..=bytes).rev().find_map(|n| line.get(..n)).unwrap_or("");
    prefix.encode_utf16().count() as u32
}

struct Rows {
    blocks: Vec<Block>,
    threads: Vec<Thread>,
    shapes: Vec<Shape>,
    /// For each step: which of its thread's steps it is.
    number_in_thread: Vec<u32>,
}

impl Rows {
    fn of(trace: &Trace, spans: &[[u32; 2]], marks: &[Mark], tables: &mut Tables<'_>) -> Rows {
        let mut shapes: Vec<Shape> = vec![Shape::default(); trace.threads.len()];
        let mut texts: Vec<Vec<u32>> = vec![Vec::new(); trace.threads.len()];
        let mut number_in_thread = Vec::with_capacity(trace.steps.len());
        for ((step, span), mark) in trace.steps.iter().zip(spans).zip(marks) {
            let touches = trace
                .touches
                .get(step.touches[0] as usize..step.touches[1] as usize);
            let touches = touches.unwrap_or_default();
            let (Some(shape), Some(texts)) = (
                shapes.get_mut(step.thread as usize),
                texts.get_mut(step.thread as usize),
            ) else {
                number_in_thread.push(0);
                continue;
            };
            number_in_thread.push(shape.from.len() as u32);
            shape.from.push(span[0]);
            shape.to.push(span[1]);
            shape.place.push(tables.place(step.loc));
            shape.kind.push(kind(step, touches));
            shape.mark.push(*mark);
            let iteration = step.iteration.and_then(|n| i64::try_from(n).ok());
            shape.iteration.push(iteration.unwrap_or(-1));
            texts.push(tables.text(step, touches, &trace.printed));
        }
        let mut rows = Rows {
            blocks: Vec::new(),
            threads: Vec::new(),
            shapes: Vec::new(),
            number_in_thread,
        };
        let mut known: HashMap<Shape, u32> = HashMap::new();
        for ((thread, shape), texts) in trace.threads.iter().zip(shapes).zip(texts) {
            if rows.blocks.last().is_none_or(|b| b.at != thread.at.block) {
                rows.blocks.push(Block { at: thread.at.block });
            }
            let shape = *known.entry(shape).or_insert_with_key(|shape| {
                rows.shapes.push(shape.clone());
                rows.shapes.len() as u32 - 1
            });
            rows.threads.push(Thread {
                block: rows.blocks.len() as u32 - 1,
                at: thread.at.thread,
                warp: thread.warp,
                shape,
                texts,
                end: end_words(thread.end, thread.endless, tables),
            });
        }
        rows
    }
}

fn end_words(end: End, endless: Option<(Option<Loc>, u64)>, tables: &Tables<'_>) -> String {
    match (end, endless) {
        (_, Some((loop_, rounds))) => {
            let at = loop_.map(|loc| format!(" at {}", words::line_words(tables.module, &loc)));
            format!(
                "still in the loop{} after {rounds} iterations",
                at.unwrap_or_default()
            )
        }
        (End::Left, None) => String::new(),
        (End::Waits, None) => "waits for ever".to_owned(),
        (End::Trapped, None) => "ended by a trap".to_owned(),
        (End::Behind, None) => "waits for threads that never come".to_owned(),
        (End::CutShort, None) => "had not ended when the run was cut short".to_owned(),
    }
}

fn kind(step: &Step, touches: &[Touch]) -> Kind {
    match step.did {
        Did::Access => {
            let reads = touches.iter().any(|t| !t.write);
            let writes = touches.iter().any(|t| t.write);
            match (reads, writes) {
                (true, true) => Kind::Both,
                (false, true) => Kind::Write,
                _ => Kind::Read,
            }
        }
        Did::Assign(..) => Kind::Assign,
        Did::Branch(_) => Kind::Branch,
        Did::Wait { barrier: true, .. } => Kind::Barrier,
        Did::Wait { barrier: false, .. } => Kind::Collective,
        Did::Leave => Kind::Leave,
        Did::Print(_) | Did::Other => Kind::Other,
    }
}

/// Barriers of blocks and of the grid; those of warps show as waits only.
fn barriers(trace: &Trace, columns: &Columns) -> Vec<Barrier> {
    let mut blocks: Vec<[u64; 3]> = trace.threads.iter().map(|t| t.at.block).collect();
    blocks.dedup();
    let block_of = |thread: u32| {
        let at = trace.threads.get(thread as usize)?.at.block;
        blocks.iter().position(|b| *b == at).map(|n| n as u32)
    };
    let lines = trace
        .releases
        .iter()
        .filter(|r| r.barrier && (r.scope >= Scope::Block || r.parted))
        .map(|release| Barrier {
            at: columns.start(release.turn + 1),
            block: match release.scope {
                Scope::Cluster | Scope::Grid | Scope::System => None,
                Scope::Thread | Scope::Warp | Scope::Block => {
                    release.threads.first().and_then(|&t| block_of(t))
                }
            },
            parted: release.parted,
        });
    lines.collect()
}
