//! Message passing in all spellings, orders and scopes: encoder, replay and the rule as the test states it.

use kverify::replay::{self, Fill, Inputs, Limits, Schedule};
use kverify::{KernelReport, Options, Source, Status, Verdict, verify};
use kverify_tests::messages::{Message, Spelling, all, print};

/// The verdicts of the kernels of some messages, all of one launch.
fn reports(messages: &[Message]) -> Vec<KernelReport> {
    let Some(first) = messages.first() else {
        return Vec::new();
    };
    let source = Source {
        path: first.spelling.path().into(),
        text: Some(print(messages)),
    };
    let [block, grid] = first.launch();
    let options = Options {
        block: Some([block, 1, 1]),
        grid: Some([grid, 1, 1]),
        timeout: 60.0,
        ..Options::default()
    };
    let report = verify(&[source], &options).expect("the options make sense");
    report.files.into_iter().flat_map(|file| file.kernels).collect()
}

/// Whether any of some runs races.
fn races(report: &KernelReport, message: &Message) -> bool {
    let [threads, blocks] = message.launch();
    [Schedule::InOrder, Schedule::Reverse]
        .into_iter()
        .any(|schedule| {
            let inputs = Inputs {
                block_dim: [threads, 1, 1],
                grid_dim: [blocks, 1, 1],
                global_offset: [0; 3],
                blocks: (0..blocks).map(|n| [n, 0, 0]).collect(),
                scalars: Vec::new(),
                default_scalar: 0,
                cells: Vec::new(),
                fill: Fill::Zeros,
                schedule,
                lockstep: 1,
                aliases: Vec::new(),
                distinct: Vec::new(),
                monotone: Vec::new(),
                zeroed: Vec::new(),
                warp_size: replay::WARP,
                sizes: Vec::new(),
                before: Vec::new(),
            };
            !replay::run(&report.kernel, &inputs, &Limits::default())
                .conflicts
                .is_empty()
        })
}

fn check(spelling: Spelling) {
    let mut wrong = Vec::new();
    for far in [false, true] {
        let messages: Vec<Message> = all(spelling).into_iter().filter(|m| m.far == far).collect();
        let reports = reports(&messages);
        assert_eq!(
            reports.len(),
            messages.len(),
            "{spelling:?}: not all kernels were read"
        );
        for (message, report) in messages.iter().zip(&reports) {
            let confirmed = report.findings.iter().any(|f| f.status == Status::Confirmed);
            let said = match (report.verdict, confirmed) {
                (Verdict::Proved, _) => Some(true),
                (Verdict::Violated, true) => Some(false),
                _ => None,
            };
            let ran = !races(report, message);
            if said != Some(message.is_free()) || ran != message.is_free() {
                wrong.push(format!(
                    "{message:?}: verdict {:?}, a run is free: {ran}",
                    report.verdict
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn libcu() {
    check(Spelling::LibCu);
}

#[test]
fn builtins() {
    check(Spelling::Builtin);
}

#[test]
fn opencl() {
    check(Spelling::OpenCl);
}

#[test]
fn ptx() {
    check(Spelling::Ptx);
}
