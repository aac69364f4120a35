//! Timeline pages in a real browser: they draw, zoom, answer the mouse, and nothing in a source runs.

use kverify::timeline::{html, of_report};
use kverify::{Options, Source, verify};
use kverify_tests::browser::Browser;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

/// One browser at a time: several starve each other on small machines.
static ONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn write_page(file: &Path, text: &str, block: u64, grid: u64) {
    let source = Source {
        path: "kernel.cu".into(),
        text: Some(text.to_owned()),
    };
    let options = Options {
        block: Some([block, 1, 1]),
        grid: Some([grid, 1, 1]),
        ..Options::default()
    };
    let report = verify(&[source], &options).expect("the options can be met");
    std::fs::write(file, html(&of_report(&report))).expect("the page is written");
}

/// Opens the timeline of a kernel; `None` where there is no browser.
fn opened(text: &str, block: u64, grid: u64) -> Option<(Browser, tempfile::TempDir)> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("timeline.html");
    write_page(&file, text, block, grid);
    let mut browser = Browser::start(1400, 900)?;
    browser.open(&file);
    browser.wait_for("kverify.openedAfter > 0");
    Some((browser, folder))
}

fn state(browser: &mut Browser) -> Value {
    browser.value("(() => { const { box, ...rest } = kverify.state(); return rest; })()")
}

/// The middle of a step's box in the window.
fn box_of(browser: &mut Browser, thread: u64, step: u64) -> (f64, f64) {
    let at = browser.value(&format!("kverify.state().box({thread}, {step})"));
    let number = |key: &str| {
        at[key]
            .as_f64()
            .unwrap_or_else(|| panic!("step {step} of thread {thread} is not shown"))
    };
    (number("x"), number("y"))
}

const SUM: &str = "__global__ void sum(const int *in, int *out) {
    __shared__ int part[32];
    part[threadIdx.x] = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d / 2];
    }
    out[0] = part[0];
}";

#[test]
fn a_statement_is_hovered_clicked_and_walked_from() {
    let _alone = alone();
    let Some((mut browser, _folder)) = opened(SUM, 32, 1) else {
        return;
    };
    let focus = browser.value("kverify.view.run.focus");
    let [thread, step] = [0, 1].map(|n| focus[0][n].as_u64().expect("the race has two sides"));
    let (x, y) = box_of(&mut browser, thread, step);
    browser.move_to(x, y);
    assert_eq!(browser.value("document.getElementById('tip').hidden"), false);
    let tip = browser.value("document.getElementById('tip').innerText");
    let tip = tip.as_str().expect("text");
    assert!(
        tip.contains("conflicting access") && tip.contains("part["),
        "{tip}"
    );
    assert_eq!(state(&mut browser)["hovered"]["step"], step);
    // Away from all boxes there is no tip.
    browser.move_to(x, 880.0);
    assert_eq!(browser.value("document.getElementById('tip').hidden"), true);
    // Another step is chosen: the source beside shows its line.
    let (x, y) = box_of(&mut browser, thread, step - 1);
    browser.click(x, y);
    assert_eq!(
        state(&mut browser)["selected"],
        json!({ "thread": thread, "step": step - 1 })
    );
    let shown = browser
        .value("[...document.querySelectorAll('#source .row.here')].map((r) => Number(r.dataset.line))");
    let place = browser.value(&format!(
        "(() => {{ const r = kverify.view.run; return r.places[r.shapes[r.threads[{thread}].shape].place[{}]]; }})()",
        step - 1
    ));
    assert_eq!(shown, json!([place["line"]]));
    assert_eq!(
        browser.value("document.querySelector('#source mark').textContent"),
        place["text"]
    );
    browser.value("document.getElementById('scroller').focus()");
    browser.press("ArrowRight");
    assert_eq!(state(&mut browser)["selected"]["step"], step);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn it_zooms_about_the_pointer_and_fits_again() {
    let _alone = alone();
    let Some((mut browser, _folder)) = opened(SUM, 32, 1) else {
        return;
    };
    let scale = |browser: &mut Browser| state(browser)["scale"].as_f64().expect("a number");
    let before = scale(&mut browser);
    let focus = browser.value("kverify.view.run.focus");
    let [thread, step] = [0, 1].map(|n| focus[0][n].as_u64().expect("a side"));
    let (x, y) = box_of(&mut browser, thread, step);
    browser.wheel(x, y, -200.0, 2);
    browser.wait_for(&format!("kverify.state().scale > {before} * 1.1"));
    let (x_after, _) = box_of(&mut browser, thread, step);
    assert!(
        (x_after - x).abs() < 60.0,
        "what is under the pointer stays there: {x} {x_after}"
    );
    let zoomed = scale(&mut browser);
    browser.value("document.getElementById('out').click()");
    assert!(scale(&mut browser) < zoomed);
    browser.value("document.getElementById('fit').click()");
    let whole = "kverify.state().scale * kverify.view.run.columns <= kverify.view.width";
    assert_eq!(browser.value(whole), true);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn folds_open_and_only_what_is_in_view_is_drawn() {
    let _alone = alone();
    let text = "__global__ void k(int *a) {
    for (int i = 0; i < 20; i++) a[threadIdx.x + i * 4096] = i + blockIdx.x;
}";
    let Some((mut browser, _folder)) = opened(text, 512, 8) else {
        return;
    };
    let before = state(&mut browser);
    let drawn = before["drawn"].as_u64().expect("a number");
    let steps = browser.value("kverify.view.run.threads.reduce((n, t) => n + t.texts.length, 0)");
    assert!(steps.as_u64() > Some(200_000), "{steps}");
    assert!(drawn > 0 && drawn < 20_000, "{drawn}");
    assert!(before["rows"].as_u64() < Some(100), "{before}");
    // The first fold that is closed.
    let row = browser.value("kverify.view.rows.findIndex((r) => !r.open && r.children.length > 1)");
    let y = browser.value(&format!(
        "kverify.view.gutter.getBoundingClientRect().top + kverify.rowTop(kverify.view, {row}) + kverify.ROW / 2"
    ));
    browser.click(60.0, y.as_f64().expect("a place"));
    assert!(state(&mut browser)["rows"].as_u64() > before["rows"].as_u64());
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn what_a_source_says_stays_text() {
    let _alone = alone();
    let text = "// </script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>
__global__ void k(int *a) { a[0] = threadIdx.x; /* <b id=bold>bold</b> */ }";
    let Some((mut browser, _folder)) = opened(text, 4, 1) else {
        return;
    };
    assert_eq!(browser.value("typeof window.hacked"), "undefined");
    assert_eq!(
        browser.value("document.getElementById('bold') === null && document.images.length === 0"),
        true
    );
    let first = browser.value("document.querySelector('#source .row .code').textContent");
    assert_eq!(first, text.lines().next().expect("a line"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn eight_groups_of_128_work_items_open_in_two_seconds() {
    let _alone = alone();
    let text = SUM.replace("[32]", "[128]").replace("d = 16", "d = 64");
    let Some((mut browser, _folder)) = opened(&text, 128, 8) else {
        return;
    };
    assert_eq!(browser.value("kverify.view.run.threads.length"), 1024);
    // On a busy machine one of a few attempts has to do.
    let mut attempts = Vec::new();
    while attempts.len() < 5 && !attempts.iter().any(|ms| *ms < 2000.0) {
        browser.ask("Page.reload", json!({}));
        browser.wait_for("typeof kverify === 'object' && kverify.openedAfter > 0");
        let opened = browser.value("kverify.openedAfter");
        attempts.push(opened.as_f64().expect("a number"));
    }
    assert!(
        attempts.iter().any(|ms| *ms < 2000.0),
        "{attempts:?} ms from navigation to the first picture"
    );
}
