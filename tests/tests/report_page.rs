//! The HTML report in a real browser: it filters, marks both accesses, opens the timeline, asks no network, and nothing of
//! a source runs in it.

use kverify::report::html::{Extras, render};
use kverify::report::json;
use kverify::report::texts::Texts;
use kverify::{Options, Source, timeline, verify};
use kverify_tests::browser::Browser;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::{Mutex, MutexGuard};

/// One browser at a time: several starve each other on small machines.
static ONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ONE.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Each of these would take the page's title if it were read as anything but text.
const HOSTILE: &str =
    "<script>document.title='stolen'</script><img src=x onerror=\"document.title='stolen'\">";

const ROTATE: &str = "__global__ void rotate(const int *in, int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x]; // <script>document.title='stolen'</script>
    out[threadIdx.x] = tile[(threadIdx.x + 1) % 64]; // </code></td><svg onload=\"document.title='stolen'\">
}
";

const FINE: &str = "__global__ void fine(int *a) { a[threadIdx.x] = 1; }
__global__ void parting(int *a) {
    if (threadIdx.x < 7) __syncthreads(); else __syncthreads();
    a[threadIdx.x] = 2;
}
";

fn write_page(folder: &Path) {
    let hostile = format!(
        "// {HOSTILE}\ntemplate <typename T> __global__ void all(T *a)\n{{\n    a[0] = threadIdx.x; // {HOSTILE}\n    \
         // kverify: ignore[data-race] {HOSTILE}\n    a[1] = threadIdx.x;\n}}\ntemplate __global__ void all<int>(int *);\n"
    );
    let unknown =
        "extern __device__ void elsewhere(int *);\n__global__ void calls(int *a) { elsewhere(a); }\n";
    let files = [
        ("src/rotate.cu", ROTATE),
        ("src/fine.cu", FINE),
        ("<img src=x onerror=document.title='stolen'>.cu", &hostile),
        ("src/calls.cu", unknown),
        (
            "src/broken.cu",
            "__global__ void broken(int *a) { a[0] = </pre><script>; }\n",
        ),
    ];
    let sources = files.map(|(path, text)| Source {
        path: path.into(),
        text: Some(text.to_owned()),
    });
    let options = Options {
        block: Some([64, 1, 1]),
        grid: Some([1, 1, 1]),
        ..Options::default()
    };
    let report = verify(&sources, &options).expect("the options can be met");
    let extras = Extras {
        timeline: Some("timeline.html".to_owned()),
    };
    let document = json::document(&report, false);
    let page = render(&document, &Texts::of(&report), &extras);
    std::fs::write(folder.join("report.html"), page).expect("written");
    let page = timeline::html(&timeline::of_report(&report));
    std::fs::write(folder.join("timeline.html"), page).expect("written");
}

/// The page in a browser; `None` where there is none.
fn opened() -> Option<(Browser, tempfile::TempDir)> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut browser = Browser::start(1280, 1000)?;
    write_page(folder.path());
    browser.open(&folder.path().join("report.html"));
    Some((browser, folder))
}

/// The kernels that are shown, by name.
fn shown(browser: &mut Browser) -> Vec<String> {
    let names = browser.value(
        "[...document.querySelectorAll('article.kernel')].filter((k) => k.offsetParent !== null)
            .map((k) => k.querySelector('.name').textContent)",
    );
    let names = names.as_array().expect("a list").iter();
    let mut names: Vec<String> = names
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect();
    names.sort();
    names
}

/// Types into the search field what a user would, in the place of what is there.
fn search(browser: &mut Browser, text: &str) {
    browser.value("(() => { const s = document.getElementById('search'); s.focus(); s.select(); })()");
    browser.type_text(text);
}

fn click_on(browser: &mut Browser, selector: &str) {
    let at = browser.value(&format!(
        "(() => {{ const e = document.querySelector({}); e.scrollIntoView({{ block: 'center' }});
            const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }})()",
        json!(selector)
    ));
    let [x, y] = [0, 1].map(|n| {
        at[n]
            .as_f64()
            .unwrap_or_else(|| panic!("{selector} is not there"))
    });
    browser.click(x, y);
}

#[test]
fn typing_and_clicking_filters() {
    let _alone = alone();
    let Some((mut browser, _folder)) = opened() else {
        return;
    };
    let all = ["all<int>", "broken", "calls", "fine", "parting", "rotate"];
    assert_eq!(shown(&mut browser), all);
    search(&mut browser, "TILE rot");
    assert_eq!(shown(&mut browser), ["rotate"]);
    assert_eq!(
        browser.value("document.getElementById('shown').textContent"),
        "1 of 6 kernels"
    );
    search(&mut browser, "src/fine.cu");
    assert_eq!(shown(&mut browser), ["fine", "parting"]);
    search(&mut browser, "no such word");
    assert_eq!(shown(&mut browser), [""; 0]);
    assert_eq!(browser.value("document.getElementById('none').hidden"), false);
    search(&mut browser, " ");
    assert_eq!(shown(&mut browser), all);
    click_on(&mut browser, "button.tile.proved");
    assert!(!shown(&mut browser).contains(&"fine".to_owned()));
    click_on(&mut browser, "button.tile.proved");
    assert_eq!(shown(&mut browser), all);
    browser.value(
        "(() => { const r = document.getElementById('rule'); r.value = 'barrier-divergence';
            r.dispatchEvent(new Event('change')); })()",
    );
    assert_eq!(shown(&mut browser), ["parting"]);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn both_accesses_are_marked_in_their_source() {
    let _alone = alone();
    let Some((mut browser, _folder)) = opened() else {
        return;
    };
    let marked = browser.value(
        "(() => { const k = [...document.querySelectorAll('article.kernel')]
                .find((k) => k.querySelector('.name').textContent === 'rotate');
            const f = k.querySelector('section.finding');
            const texts = (s) => [...f.querySelectorAll(s)].map((m) => m.textContent);
            return { first: texts('mark.first'), second: texts('mark.second'),
                lines: [...f.querySelectorAll('tr:has(mark) .number')].map((n) => n.textContent),
                colours: ['first', 'second'].map((c) => getComputedStyle(f.querySelector('mark.' + c)).backgroundColor),
                witness: f.querySelector('.witness').innerText }; })()",
    );
    assert_eq!(marked["first"], json!(["tile[threadIdx.x]"]), "{marked:#}");
    assert_eq!(marked["second"], json!(["tile[(threadIdx.x + 1) % 64]"]));
    assert_eq!(marked["lines"], json!(["4", "5"]));
    assert_ne!(marked["colours"][0], marked["colours"][1]);
    let witness = marked["witness"].as_str().expect("text");
    assert!(
        witness.contains("thread (") && witness.contains("1 block"),
        "{witness}"
    );
}

#[test]
fn nothing_of_a_source_runs_and_nothing_is_fetched() {
    let _alone = alone();
    let Some((mut browser, _folder)) = opened() else {
        return;
    };
    let text = browser.value("document.body.innerText");
    let text = text.as_str().expect("text");
    for hostile in [
        "<script>document.title='stolen'</script>",
        "<img src=x onerror",
        "<svg onload",
    ] {
        assert!(text.contains(hostile), "{hostile} is shown as text");
    }
    let title = browser.value("document.title");
    assert!(
        title.as_str().is_some_and(|title| title.starts_with("kverify: ")),
        "{title}"
    );
    assert_eq!(browser.value("document.querySelectorAll('script').length"), 1);
    assert_eq!(
        browser.value("document.querySelectorAll('img, svg, iframe, object, link').length"),
        0
    );
    let resources = browser.value("performance.getEntriesByType('resource').map((entry) => entry.name)");
    assert_eq!(resources, json!([]));
    // Even a script that got in would not run.
    let ran = browser.value(
        "(() => { const s = document.createElement('script'); s.textContent = 'window.ran = true';
            document.body.append(s); return window.ran === true; })()",
    );
    assert_eq!(ran, false);
    let refused = browser.complaints();
    let is_that = |complaint: &String| complaint.contains("Content Security Policy");
    assert!(refused.iter().all(is_that), "{refused:?}");
}

#[test]
fn the_timeline_opens_and_a_rule_unfolds() {
    let _alone = alone();
    let Some((mut browser, folder)) = opened() else {
        return;
    };
    click_on(&mut browser, "section.finding .meta a");
    browser.wait_for("document.querySelector('.rules details[open]') !== null");
    let page = browser.value("document.querySelector('.rules details[open]').innerText");
    assert!(
        page.as_str()
            .is_some_and(|page| page.contains("What orders two accesses")),
        "{page}"
    );
    browser.value("scrollTo(0, 0)");
    click_on(&mut browser, "a.timeline");
    browser.wait_for("location.pathname.endsWith('/timeline.html') && typeof kverify === 'object' && kverify.openedAfter > 0");
    assert_eq!(browser.complaints(), Vec::<String>::new());
    drop(folder);
}

/// The contrast of a text and what is behind it, as WCAG 2.2 (section 1.4.3) defines it.
const CONTRAST: &str = "((selector) => {
    const channels = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
        .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const element = document.querySelector(selector);
    let behind = element;
    let paper;
    do { paper = channels(getComputedStyle(behind).backgroundColor); behind = behind.parentElement; }
    while (behind !== null && paper.length === 4 && paper[3] === 0);
    const [a, b] = [light(channels(getComputedStyle(element).color)), light(paper)].sort((a, b) => b - a);
    return (a + 0.05) / (b + 0.05); })";

#[test]
fn it_can_be_read_in_light_and_in_dark() {
    let _alone = alone();
    let Some((mut browser, _folder)) = opened() else {
        return;
    };
    let selectors = [
        "body",
        ".headline",
        ".badge.violated",
        ".badge.unknown",
        ".badge.proved",
        ".place",
        ".finding .severity",
        ".status.confirmed",
        "mark.first",
        "mark.second",
        ".label .first",
        ".label .second",
        ".witness th",
        ".help",
        ".meta a",
        ".number",
        ".why code",
    ];
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        let light = browser.value(
            "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number).reduce((a, b) => a + b) > 384",
        );
        assert_eq!(light, scheme == "light");
        for selector in selectors {
            let contrast: Value = browser.value(&format!("{CONTRAST}({})", json!(selector)));
            assert!(
                contrast.as_f64() >= Some(4.5),
                "{selector} on a {scheme} page: {contrast}"
            );
        }
        browser.value("scrollTo(0, 0)");
        browser.picture(&format!("report-{scheme}"));
        // No line runs out of the window.
        assert_eq!(
            browser.value("document.documentElement.scrollWidth <= innerWidth"),
            true
        );
    }
}
