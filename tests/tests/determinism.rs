//! The same input gives the same output, byte for byte: what goes into pre-commit hooks and caches must.

use kverify::report;
use kverify_tests::{corpus, expect, tool};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn two_runs_give_the_same_document() {
    for path in corpus::sources("examples") {
        let (first, second) = (document(&path), document(&path));
        assert_eq!(
            first,
            second,
            "{} differs between two runs",
            corpus::short_name(&path)
        );
        assert!(
            first.contains("\"verdict\""),
            "{} has a verdict",
            corpus::short_name(&path)
        );
    }
}

/// The JSON of a run, but for the seconds it took.
fn document(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the example is there");
    let case = expect::parse(&text).expect("its expectations can be read");
    let report = tool::report(path, &text, &case.settings).expect("its flags make sense");
    let mut value: Value = serde_json::from_str(&report::json::render(&report, false)).expect("JSON");
    drop_seconds(&mut value);
    value.to_string()
}

fn drop_seconds(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.remove("seconds");
            fields.values_mut().for_each(drop_seconds);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_seconds),
        _ => {}
    }
}
