//! A timeline as trace events, for Perfetto and Chrome's own viewer.
//!
//! Format: "Trace Event Format" of the Chromium project, JSON object form. A block is a process, a thread a thread, a
//! column a microsecond; the two sides of a race are joined by a flow arrow.

use super::data::{Mark, Run, Timeline};
use crate::report::visible;
use serde_json::{Value, json};

/// The timeline as text.
pub fn chrome_trace(timeline: &Timeline) -> String {
    let mut events = Vec::new();
    let mut first_process = 1;
    for (n, run) in timeline.runs.iter().enumerate() {
        add_run(&mut events, timeline, run, n, first_process);
        first_process += run.blocks.len();
    }
    let document = json!({
        "displayTimeUnit": "ns",
        "otherData": { "tool": "kverify", "version": timeline.version },
        "traceEvents": events,
    });
    visible::json(&document.to_string()) + "\n"
}

fn triple(at: [u64; 3]) -> String {
    format!("({},{},{})", at[0], at[1], at[2])
}

fn add_run(events: &mut Vec<Value>, timeline: &Timeline, run: &Run, number: usize, first_process: usize) {
    let process = |block: u32| first_process + block as usize;
    for (n, block) in run.blocks.iter().enumerate() {
        let pid = first_process + n;
        let name = format!("{}: {}, block {}", number + 1, run.head.title, triple(block.at));
        events.push(json!({ "ph": "M", "name": "process_name", "pid": pid, "args": { "name": name } }));
        events.push(
            json!({ "ph": "M", "name": "process_sort_index", "pid": pid, "args": { "sort_index": pid } }),
        );
    }
    for (tid, thread) in run.threads.iter().enumerate() {
        let pid = process(thread.block);
        let name = format!("thread {} of warp {}", triple(thread.at), thread.warp);
        events.push(
            json!({ "ph": "M", "name": "thread_name", "pid": pid, "tid": tid, "args": { "name": name } }),
        );
        events.push(
            json!({ "ph": "M", "name": "thread_sort_index", "pid": pid, "tid": tid, "args": { "sort_index": tid } }),
        );
        add_steps(events, timeline, run, tid, pid);
    }
    for barrier in &run.barriers {
        let name = if barrier.parted {
            "divergent barrier"
        } else {
            "barrier"
        };
        let mut event = json!({ "ph": "i", "name": name, "ts": barrier.at, "cat": name });
        match barrier.block {
            Some(block) => {
                event["pid"] = json!(process(block));
                event["s"] = json!("p");
            }
            None => event["s"] = json!("g"),
        }
        events.push(event);
    }
    add_flow(events, run, number, &process);
}

fn add_steps(events: &mut Vec<Value>, timeline: &Timeline, run: &Run, tid: usize, pid: usize) {
    let thread = &run.threads[tid];
    let Some(shape) = run.shapes.get(thread.shape as usize) else {
        return;
    };
    for (n, &from) in shape.from.iter().enumerate() {
        let place = &run.places[shape.place[n] as usize];
        let mut arguments = json!({
            "file": timeline.files[place.file].path,
            "line": place.line,
            "what": shape.kind[n].name(),
        });
        let values = &run.texts[thread.texts[n] as usize];
        if !values.is_empty() {
            arguments["values"] = json!(values);
        }
        if shape.iteration[n] >= 0 {
            arguments["iteration"] = json!(shape.iteration[n]);
        }
        let mark = shape.mark[n];
        let category = if mark == Mark::None {
            shape.kind[n].name()
        } else {
            mark.name()
        };
        let mut event = json!({
            "ph": "X",
            "name": place.text,
            "cat": category,
            "pid": pid,
            "tid": tid,
            "ts": from,
            "dur": shape.to[n] - from,
            "args": arguments,
        });
        // Names of Chrome's own palette; Perfetto colours by name instead.
        match mark {
            Mark::None => {}
            Mark::Conflict => event["cname"] = json!("yellow"),
            Mark::Parted => event["cname"] = json!("vsync_highlight_color"),
            Mark::Endless => event["cname"] = json!("terrible"),
        }
        events.push(event);
    }
}

/// An arrow from the first of the steps that the finding speaks of to the last.
fn add_flow(events: &mut Vec<Value>, run: &Run, number: usize, process: &dyn Fn(u32) -> usize) {
    let [first, .., last] = run.focus.as_slice() else {
        return;
    };
    let at = |[thread, step]: [u32; 2]| {
        let t = run.threads.get(thread as usize)?;
        let from = run.shapes.get(t.shape as usize)?.from.get(step as usize)?;
        Some((process(t.block), thread, *from))
    };
    let (Some(mut start), Some(mut end)) = (at(*first), at(*last)) else {
        return;
    };
    if end.2 < start.2 {
        std::mem::swap(&mut start, &mut end);
    }
    for (phase, (pid, tid, ts)) in [("s", start), ("f", end)] {
        let mut event = json!({
            "ph": phase, "id": number + 1, "name": run.head.kind, "cat": "finding", "pid": pid, "tid": tid, "ts": ts,
        });
        if phase == "f" {
            event["bp"] = json!("e");
        }
        events.push(event);
    }
}
