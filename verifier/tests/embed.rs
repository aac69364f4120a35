//! The library as an editor uses it: results as they come, from several threads at a time, and given up at any moment.

use kverify::embed::{Event, Verifier};
use kverify::{Cancel, Options, Source, Verdict};
use std::sync::Mutex;
use std::time::{Duration, Instant};

#[path = "../examples/embed.rs"]
#[expect(dead_code, reason = "its `main` is not called here")]
mod client;

/// A cancelled call returns within this. The promise is 200 ms, of release builds; debug builds are ten times slower, and
/// the work would go on for half a minute.
const SOON: Duration = Duration::from_millis(if cfg!(debug_assertions) { 2_000 } else { 200 });

fn buffer(path: &str, text: &str) -> Source {
    Source {
        path: path.into(),
        text: Some(text.to_owned()),
    }
}

fn verifier() -> Verifier {
    let options = Options {
        block: Some([64, 1, 1]),
        grid: Some([4, 1, 1]),
        ..Options::default()
    };
    Verifier::new(options).expect("the libraries are there")
}

fn nothing(_: Event<'_>) {}

const TWO: &str = "\
__global__ void own(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void shared(int *a) { a[0] = threadIdx.x; }
";

/// A kernel whose analysis takes much longer than any test waits: many accesses, each against each.
fn endless() -> String {
    let body: String = (0..400)
        .map(|i| format!("  a[(x * {i} + b[x + {i}]) % n] = b[(x * x + {i}) % (n + {i})];\n"))
        .collect();
    format!("__global__ void endless(int *a, int *b, int n) {{ int x = threadIdx.x;\n{body} }}")
}

#[test]
fn events_come_in_the_order_of_the_work() {
    let told = Mutex::new(Vec::new());
    let options = Options {
        jobs: Some(1),
        ..verifier().options().clone()
    };
    let report = Verifier::new(options)
        .expect("the libraries are there")
        .verify(&[buffer("two.cu", TWO)], &Cancel::new(), &|event| {
            told.lock().unwrap().push(match event {
                Event::Parsed { report, .. } => format!("parsed {}", report.path.display()),
                Event::Planned { answers, .. } => format!("planned {answers}"),
                Event::Started { kernel, .. } => format!("started {}", kernel.name),
                Event::Found { kernel, finding, .. } => {
                    format!("found {:?} in {}", finding.finding.kind, kernel.name)
                }
                Event::Verified { report, .. } => format!("{} {:?}", report.kernel.name, report.verdict),
                _ => "something new".to_owned(),
            });
        })
        .expect("the options are fine");
    let told = told.into_inner().unwrap();
    assert_eq!(
        told,
        [
            "parsed two.cu",
            "planned 2",
            "started own",
            "own Proved",
            "started shared",
            "found DataRace in shared",
            "found DataRace in shared",
            "shared Violated",
        ]
    );
    assert!(!report.cancelled);
}

#[test]
fn an_unsaved_header_counts_as_the_editor_holds_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let header = folder.path().join("index.cuh");
    std::fs::write(&header, "__device__ int index() { return 0; }\n").expect("written");
    let main = buffer(
        folder.path().join("main.cu").to_str().expect("UTF-8"),
        "#include \"index.cuh\"\n__global__ void k(int *a) { a[index()] = threadIdx.x; }\n",
    );
    let verdict = |unsaved: Vec<Source>| {
        let mut options = verifier().options().clone();
        options.grid = Some([1, 1, 1]);
        options.parse.unsaved = unsaved;
        let verifier = Verifier::new(options).expect("the libraries are there");
        let report = verifier.verify(std::slice::from_ref(&main), &Cancel::new(), &nothing);
        report.expect("the options are fine").files[0].kernels[0].verdict
    };
    assert_eq!(verdict(Vec::new()), Verdict::Violated);
    let edited = "__device__ int index() { return threadIdx.x; }\n";
    for path in [header.clone(), folder.path().join("./index.cuh")] {
        let unsaved = Source {
            path,
            text: Some(edited.to_owned()),
        };
        assert_eq!(verdict(vec![unsaved]), Verdict::Proved);
    }
    // A header that was never saved is found as well.
    std::fs::remove_file(&header).expect("removed");
    let unsaved = Source {
        path: header,
        text: Some(edited.to_owned()),
    };
    assert_eq!(verdict(vec![unsaved]), Verdict::Proved);
}

#[test]
fn a_call_that_is_cancelled_before_it_starts_answers_nothing() {
    let cancel = Cancel::new();
    cancel.cancel();
    let report = verifier()
        .verify(&[buffer("two.cu", TWO)], &cancel, &|event| {
            assert!(!matches!(event, Event::Verified { .. }), "{event:?}");
        })
        .expect("the options are fine");
    assert!(report.cancelled);
    assert_eq!(report.files[0].kernels.len(), 0);
    assert!(report.files[0].errors[0].message.contains("cancelled"));
    assert_ne!(kverify::report::exit_status(&report, true), 0);
}

#[test]
fn cancelled_work_returns_soon_and_proves_nothing() {
    let text = endless();
    // At any moment: in the parser, in the encoder, in the solver, between them.
    for delay in [0, 5, 20, 60, 150, 400, 1_000, 2_500] {
        let cancel = Cancel::new();
        let (report, late) = std::thread::scope(|scope| {
            let work = scope.spawn(|| {
                let report = verifier().verify(&[buffer("endless.cu", &text)], &cancel, &nothing);
                (report.expect("the options are fine"), Instant::now())
            });
            std::thread::sleep(Duration::from_millis(delay));
            let asked = Instant::now();
            cancel.cancel();
            let (report, returned) = work.join().expect("no panic");
            (report, returned.saturating_duration_since(asked))
        });
        assert!(late < SOON, "cancelled after {delay} ms, returned {late:?} later");
        assert!(report.cancelled);
        for kernel in &report.files[0].kernels {
            assert_eq!(kernel.verdict, Verdict::Unknown);
            assert!(
                kernel.reasons[0].message.contains("cancelled"),
                "{:?}",
                kernel.reasons
            );
        }
    }
}

#[test]
fn threads_do_not_disturb_each_other() {
    let verifier = verifier();
    let racy = "__global__ void k(int *a) { a[threadIdx.x / 2] = threadIdx.x; }";
    let fine = "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; }";
    let (text, cancel) = (endless(), Cancel::new());
    std::thread::scope(|scope| {
        let ask = |path: &'static str, text: &'static str, expected: Verdict| {
            let verifier = &verifier;
            move || {
                for _ in 0..5 {
                    let report = verifier.verify(&[buffer(path, text)], &Cancel::new(), &nothing);
                    let report = report.expect("the options are fine");
                    assert_eq!(report.files[0].kernels[0].verdict, expected, "{path}");
                    assert!(!report.cancelled, "somebody else's token");
                }
            }
        };
        scope.spawn(ask("racy.cu", racy, Verdict::Violated));
        scope.spawn(ask("fine.cu", fine, Verdict::Proved));
        let given_up = scope.spawn(|| {
            let report = verifier.verify(&[buffer("endless.cu", &text)], &cancel, &nothing);
            report.expect("the options are fine")
        });
        std::thread::sleep(Duration::from_millis(200));
        cancel.cancel();
        assert!(given_up.join().expect("no panic").cancelled);
    });
}

#[test]
fn the_example_client_works() {
    let said = Mutex::new(Vec::new());
    client::show("two.cu".as_ref(), TWO.to_owned(), &|line| {
        said.lock().unwrap().push(line)
    })
    .expect("nothing goes wrong");
    let said = said.into_inner().unwrap();
    let says = |words: &str| said.iter().any(|line| line.starts_with(words));
    assert!(says("own: Proved"), "{said:?}");
    assert!(says("shared: Violated"), "{said:?}");
    assert!(says("line 2: data race"), "{said:?}");
    assert_eq!(said.last().map(String::as_str), Some("done"));
}
