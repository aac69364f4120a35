//! Runs of a witness or of a launch given by hand, as another program meets them.

use kverify::by_hand::ByHand;
use kverify::rerun::witness::{self, WitnessFile};
use kverify::rerun::{self, Request, Reruns};
use kverify::{Options, Severity, Source, UsageError, verify};

const SHIFT: &str = "\
__global__ void shift(int *out, const int *in, int n) {
    __shared__ int tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (n > 100) __syncthreads();
    out[i] = tile[(threadIdx.x + 1) % blockDim.x];
}
";

fn source(text: &str) -> Source {
    Source {
        path: "shift.cu".into(),
        text: Some(text.to_owned()),
    }
}

fn by_hand(arguments: &[&str], arrays: &[&str]) -> ByHand {
    ByHand::of([8, 1, 1], [2, 1, 1], arguments, arrays)
}

fn run(text: &str, request: &Request) -> Result<Reruns, UsageError> {
    rerun::rerun(&source(text), &Options::default(), request)
}

fn launch(arguments: &[&str], arrays: &[&str]) -> Request {
    Request {
        by_hand: by_hand(arguments, arrays),
        memory: vec!["out".into()],
        ..Request::default()
    }
}

fn kinds(reruns: &Reruns) -> Vec<String> {
    let findings = reruns.runs.iter().flat_map(|run| &run.findings);
    let errors = findings.filter(|judged| judged.severity == Severity::Error);
    errors
        .map(|judged| kverify::report::ids::kind_id(judged.finding.kind).to_owned())
        .collect()
}

#[test]
fn an_argument_decides_whether_it_races() {
    let racy = run(SHIFT, &launch(&["n=8"], &["in=0..15"])).expect("the launch fits");
    assert_eq!(kinds(&racy), ["data-race"]);
    assert_eq!(rerun::exit_status(&racy), 1);
    let free = run(SHIFT, &launch(&["n=101"], &["in=0..15"])).expect("the launch fits");
    assert_eq!(kinds(&free), [""; 0]);
    assert_eq!(rerun::exit_status(&free), 0);
    let contents = &free.runs[0].contents;
    let values: Vec<u128> = contents[0].elements.iter().map(|(_, bits)| *bits).collect();
    assert_eq!(values, [1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8]);
}

#[test]
fn an_array_given_as_a_list_is_that_long() {
    let short = run(SHIFT, &launch(&["n=101"], &["in=0..11"])).expect("the launch fits");
    assert_eq!(kinds(&short), ["out-of-bounds"]);
    let open = run(SHIFT, &launch(&["n=101"], &["in=0..11,..."])).expect("the launch fits");
    assert_eq!(kinds(&open), [""; 0]);
}

#[test]
fn a_fix_can_be_tried_on_the_witness() {
    let report = verify(&[source(SHIFT)], &Options::default()).expect("the options are fine");
    let text = WitnessFile::of_report(&report).render();
    let schema: serde_json::Value = serde_json::from_str(&witness::schema()).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    assert!(
        validator.is_valid(&serde_json::from_str(&text).expect("the file is JSON")),
        "{text}"
    );
    let witnesses = WitnessFile::parse(&text).expect("it was just written").witnesses;
    let request = Request {
        witnesses,
        ..Request::default()
    };
    let before = run(SHIFT, &request).expect("the witness fits");
    assert!(before.runs[0].shown);
    let mended = SHIFT.replace("if (n > 100) ", "");
    let after = run(&mended, &request).expect("the witness still fits");
    assert!(!after.runs[0].shown);
    assert_eq!(rerun::exit_status(&after), 0);
    let document = rerun::document::render(&after);
    let schema = serde_json::from_str(&rerun::document::schema()).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    assert!(
        validator.is_valid(&serde_json::from_str(&document).expect("it is JSON")),
        "{document}"
    );
    assert_eq!(
        document,
        rerun::document::render(&run(&mended, &request).expect("again"))
    );
}

#[test]
fn a_run_that_is_cut_short_proves_nothing() {
    let endless = "__global__ void k(int *a, int n) { while (n) { n |= a[0]; } a[1] = n; }";
    let request = Request {
        by_hand: by_hand(&["n=1"], &["a=1,1"]),
        steps: Some(10_000),
        ..Request::default()
    };
    let reruns = run(endless, &request).expect("the launch fits");
    assert!(!reruns.runs[0].is_complete());
    assert_eq!(rerun::exit_status(&reruns), 3);
}

#[test]
fn launches_that_do_not_fit_are_refused() {
    let two = format!("{SHIFT}__global__ void other(int *a) {{ a[threadIdx.x] = 1; }}\n");
    let refused = |text: &str, request: &Request| run(text, request).is_err();
    assert!(refused(&two, &launch(&[], &[])), "two kernels, none named");
    assert!(refused(SHIFT, &launch(&["m=1"], &[])));
    assert!(refused(SHIFT, &launch(&[], &["tile_=1"])));
    let nowhere = Request {
        memory: vec!["nowhere".into()],
        ..launch(&["n=1"], &[])
    };
    assert!(refused(SHIFT, &nowhere));
    for text in [
        "",
        "{}",
        r#"{"schema": "kverify-witness/2", "witnesses": []}"#,
        r#"{"schema": "kverify-witness/1", "witnesses": []}"#,
    ] {
        assert!(WitnessFile::parse(text).is_err(), "{text}");
    }
    let entry = |change: &str| {
        let text = format!(
            r#"{{"schema": "kverify-witness/1", "witnesses": [{{"file": "shift.cu", "kernel": "shift", {change},
            "fill": "zeros", "schedule": "in-order"}}]}}"#
        );
        Request {
            witnesses: WitnessFile::parse(&text).expect("it is well-formed").witnesses,
            ..Request::default()
        }
    };
    let fine = r#""block": [8, 1, 1], "grid": [1, 1, 1]"#;
    assert!(!refused(SHIFT, &entry(fine)));
    for more in [
        r#""block": [0, 1, 1], "grid": [1, 1, 1]"#,
        r#""block": [8, 1, 1], "grid": [1, 1, 1], "blocks": [[1, 0, 0]]"#,
        r#""block": [8, 1, 1], "grid": [1, 1, 1], "arguments": {"m": 1}"#,
        r#""block": [8, 1, 1], "grid": [1, 1, 1], "arguments": {"n": 1.5}"#,
        r#""block": [8, 1, 1], "grid": [1, 1, 1], "lockstep": 65"#,
        r#""block": [8, 1, 1], "grid": [99999, 65535, 1]"#,
        r#""block": [8, 1, 1], "grid": [1, 1, 1], "cells": [{"array": "in", "offset": 0, "type": "i31", "value": 1}]"#,
    ] {
        assert!(refused(SHIFT, &entry(more)), "{more}");
    }
}

#[test]
fn the_published_schemas_are_current() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema");
    for (name, schema) in [
        ("kverify-witness-1", witness::schema()),
        ("kverify-replay-1", rerun::document::schema()),
        ("kverify-fix-1", kverify::repair::document::schema()),
        ("kverify-lines-1", kverify::lines::schema()),
        ("kverify-lines-request-1", kverify::lines::request_schema()),
        ("kverify-compare-1", kverify::equivalence::document::schema()),
    ] {
        let path = folder.join(format!("{name}.schema.json"));
        if std::env::var_os("KVERIFY_BLESS").is_some() {
            std::fs::write(&path, &schema).expect("the schema can be written");
        }
        let published = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            published, schema,
            "run `cargo xtask bless` and look at what changed"
        );
    }
}
