//! Timelines of small kernels.

use super::data::{Kind, Mark, Run, Timeline};
use super::{chrome_trace, html, of_report};
use crate::answer::Kind as FindingKind;
use crate::{Options, Source, Status, verify};
use serde_json::Value;

fn timeline_of(path: &str, text: &str, block: u64, grid: u64) -> Timeline {
    let source = Source {
        path: path.into(),
        text: Some(text.to_owned()),
    };
    let options = Options {
        block: Some([block, 1, 1]),
        grid: Some([grid, 1, 1]),
        ..Options::default()
    };
    of_report(&verify(&[source], &options).expect("the options can be met"))
}

/// Line, kind and mark of every marked step, by thread.
fn marked(run: &Run) -> Vec<(usize, u32, Kind, Mark)> {
    let steps = run.threads.iter().enumerate().flat_map(|(t, thread)| {
        let shape = &run.shapes[thread.shape as usize];
        (0..shape.from.len()).map(move |n| {
            let line = run.places[shape.place[n] as usize].line;
            (t, line, shape.kind[n], shape.mark[n])
        })
    });
    steps.filter(|s| s.3 != Mark::None).collect()
}

const SHIFT: &str = "__global__ void shift(int *a) {
    a[threadIdx.x] = a[threadIdx.x + 1] + 1;
}";

#[test]
fn both_sides_of_a_race_are_marked_and_nothing_else() {
    let timeline = timeline_of("shift.cu", SHIFT, 8, 1);
    let [run] = timeline.runs.as_slice() else {
        panic!("one finding, one run: {}", timeline.runs.len())
    };
    assert_eq!(
        (run.head.kind.as_str(), run.head.status.as_str()),
        ("data-race", "confirmed")
    );
    let mut marked = marked(run);
    marked.sort_by_key(|m| m.2 as u8);
    let [
        (reader, 2, Kind::Read, Mark::Conflict),
        (writer, 2, Kind::Write, Mark::Conflict),
    ] = marked[..]
    else {
        panic!("{marked:?}")
    };
    assert_eq!(reader + 1, writer);
    assert_eq!(run.focus.len(), 2);
    assert_eq!(run.threads.len(), 8);
}

#[test]
fn steps_never_overlap_and_lie_within_the_columns() {
    let text = "__global__ void k(int *a, int n) {
    __shared__ int s[64];
    for (int i = 0; i < n; i++) {
        if (threadIdx.x > i) s[threadIdx.x] = a[i];
        __syncthreads();
    }
    a[threadIdx.x + 64 * blockIdx.x] = s[threadIdx.x];
}";
    let timeline = timeline_of("k.cu", text, 64, 3);
    for run in &timeline.runs {
        assert!(!run.barriers.is_empty());
        for shape in &run.shapes {
            let ends = shape.from.iter().zip(&shape.to);
            assert!(ends.clone().all(|(from, to)| from < to && *to <= run.columns));
            assert!(shape.to.iter().zip(&shape.from[1..]).all(|(to, next)| to <= next));
        }
    }
}

#[test]
fn parted_barriers_are_marked_and_drawn() {
    let text = "__global__ void k(int *a) {
    if (threadIdx.x & 1)
        __syncthreads();
    else
        __syncthreads();
}";
    let timeline = timeline_of("k.cu", text, 4, 1);
    let run = &timeline.runs[0];
    assert_eq!(run.head.kind, "barrier-divergence");
    let lines: Vec<u32> = marked(run).iter().map(|m| m.1).collect();
    assert!(lines.contains(&3) && lines.contains(&5), "{lines:?}");
    assert!(
        marked(run)
            .iter()
            .all(|m| m.2 == Kind::Barrier && m.3 == Mark::Parted)
    );
    assert!(run.barriers.iter().any(|b| b.parted));
}

#[test]
fn a_proved_kernel_is_drawn_too_and_alike_threads_share_a_shape() {
    let text = "__global__ void k(int *a) { a[threadIdx.x + blockIdx.x * blockDim.x] = 1; }";
    let timeline = timeline_of("k.cu", text, 128, 8);
    let run = &timeline.runs[0];
    assert_eq!(
        (run.head.status.as_str(), run.threads.len(), run.shapes.len()),
        ("proved", 1024, 1)
    );
    assert!(marked(run).is_empty() && run.focus.is_empty());
}

/// Text that would end a script, were it not made harmless.
const HOSTILE: &str = "// </script><script>window.hacked = 1</script> <!-- {{scripts}} \u{2028} é𝔸
__global__ void k(int *a) { /* {{data}} */ a[0] = threadIdx.x; }";

#[test]
fn sources_cannot_leave_their_script_element() {
    let timeline = timeline_of("<b>&.cu", HOSTILE, 4, 1);
    let page = html(&timeline);
    assert_eq!(page.matches("<script").count(), 2, "the data's and the code's");
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("window.hacked = 1</") && !page.contains("<!--") && !page.contains('\u{2028}'));
    let start = page.find("id=\"data\">").expect("the data") + "id=\"data\">".len();
    let data = page[start..].split("</script>").next().expect("ends");
    let data: Value = serde_json::from_str(data).expect("the data are JSON");
    assert_eq!(data["files"][0]["text"], HOSTILE);
    assert_eq!(data["files"][0]["path"], "<b>&.cu");
    for reference in ["src=", "href=\"http", "@import", "url("] {
        assert!(!page.contains(reference), "{reference}");
    }
}

#[test]
fn columns_count_what_browsers_count() {
    let timeline = timeline_of(
        "k.cu",
        "__global__ void k(int *a) { /* é𝔸 */ a[0] = threadIdx.x; }",
        4,
        1,
    );
    let run = &timeline.runs[0];
    let write = run.places.iter().find(|p| p.text == "a[0]").expect("the write");
    // é is one unit, 𝔸 two.
    assert_eq!((write.column, write.end_column), (38, 42));
}

#[test]
fn trace_events_are_well_formed() {
    let timeline = timeline_of("shift.cu", SHIFT, 8, 2);
    let trace: Value = serde_json::from_str(&chrome_trace(&timeline)).expect("JSON");
    let events = trace["traceEvents"].as_array().expect("a list");
    let phase = |p: &str| events.iter().filter(|e| e["ph"] == p).collect::<Vec<_>>();
    let steps: usize = timeline
        .runs
        .iter()
        .flat_map(|r| r.threads.iter().map(|t| t.texts.len()))
        .sum();
    assert_eq!(phase("X").len(), steps);
    for event in phase("X") {
        let whole = ["pid", "tid", "ts", "dur"].iter().all(|key| event[key].is_u64());
        assert!(
            whole && event["name"].is_string() && event["args"]["line"].is_u64(),
            "{event}"
        );
    }
    // Every process and thread that events name has a name, and only those.
    let ids = |of: Vec<&Value>, key: &str| {
        let mut ids: Vec<u64> = of.iter().filter_map(|e| e[key].as_u64()).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let named = |name: &str| {
        phase("M")
            .into_iter()
            .filter(|e| e["name"] == name)
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(named("process_name"), "pid"), ids(phase("X"), "pid"));
    assert_eq!(ids(named("thread_name"), "tid"), ids(phase("X"), "tid"));
    // Each race has its arrow, from a slice to a slice.
    let [starts, ends] = ["s", "f"].map(phase);
    assert_eq!(
        (starts.len(), ends.len()),
        (timeline.runs.len(), timeline.runs.len())
    );
    for end in starts.iter().chain(&ends) {
        let on_a_slice = phase("X")
            .iter()
            .any(|x| (&x["pid"], &x["tid"], &x["ts"]) == (&end["pid"], &end["tid"], &end["ts"]));
        assert!(on_a_slice, "{end}");
    }
}

#[test]
fn vendored_scripts_are_those_of_the_list() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/d3");
    let sums = std::process::Command::new("sha256sum")
        .args(["-c", "--quiet", "SHA256SUMS"])
        .current_dir(&folder)
        .output();
    // Only where the system has that program; CI's has.
    if let Ok(output) = sums {
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        );
    }
}

#[test]
fn report_and_picture_name_the_same_waiting_thread() {
    let text = "__global__ void take(int *lock, int *sum, int *seen) {
    while (atomicCAS(lock, 0, 1) != 0) { }
    *sum += 1;
    atomicExch(lock, 0);
}
__global__ void await(volatile int *flag) {
    while (flag[0] == 0) { }
    if (threadIdx.x == 5)
        flag[0] = 1;
}";
    let source = Source {
        path: "spin.cu".into(),
        text: Some(text.to_owned()),
    };
    let options = Options {
        block: Some([8, 1, 1]),
        grid: Some([1, 1, 1]),
        lockstep: 32,
        ..Options::default()
    };
    let report = verify(&[source], &options).expect("the options can be met");
    let timeline = of_report(&report);
    let findings = report.files[0].kernels.iter().flat_map(|kernel| &kernel.findings);
    let endless = findings.filter(|judged| judged.finding.kind == FindingKind::NonTerminatingLoop);
    let runs = timeline
        .runs
        .iter()
        .filter(|run| run.head.kind == "non-terminating-loop");
    let mut seen = 0;
    for (judged, run) in endless.zip(runs) {
        assert_eq!(judged.status, Status::Confirmed);
        let [[thread, _]] = run.focus[..] else {
            panic!("{:?}", run.focus)
        };
        let named = &judged.finding.witness.threads;
        assert_eq!(
            run.threads[thread as usize].at, named[0].thread,
            "line {}",
            run.line
        );
        assert_ne!(named[0].thread, named[1].thread);
        seen += 1;
    }
    assert_eq!(seen, 2);
}
