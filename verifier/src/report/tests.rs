//! What the reports look like, held as golden text; the reports themselves are built by hand.

use super::{Style, exit_status, human, json};
use crate::testing::{race, report};
use crate::{Options, Report, Status};

fn on_the_command_line() -> Options {
    Options {
        block: Some([256, 1, 1]),
        ..Options::default()
    }
}

fn human(report: &Report) -> String {
    human::render(report, Style::default(), false)
}

#[test]
fn a_confirmed_race_is_drawn_into_the_source() {
    let report = report(&[(race(), Status::Confirmed)], &[], &on_the_command_line());
    insta::assert_snapshot!(human(&report));
    assert_eq!(exit_status(&report, false), 1);
}

#[test]
fn a_possible_race_names_what_it_leans_on() {
    let report = report(
        &[(race(), Status::Possible)],
        &["`left` is unknown"],
        &Options::default(),
    );
    insta::assert_snapshot!(human(&report));
    assert_eq!(exit_status(&report, true), 1);
}

#[test]
fn a_proof_is_one_line_and_its_assumptions() {
    let report = report(&[], &[], &on_the_command_line());
    insta::assert_snapshot!(human(&report));
    assert_eq!(exit_status(&report, false), 0);
}

#[test]
fn an_unknown_kernel_says_why() {
    let report = report(
        &[],
        &["the solver gave up; a fixed --block would settle it"],
        &Options::default(),
    );
    insta::assert_snapshot!(human(&report));
    assert_eq!(exit_status(&report, false), 3);
    assert_eq!(exit_status(&report, true), 0);
}

#[test]
fn same_value_races_are_warnings_that_a_proof_lists() {
    let benign = crate::answer::Finding {
        same_value: true,
        ..race()
    };
    let lenient = report(&[(benign.clone(), Status::Confirmed)], &[], &Options::default());
    insta::assert_snapshot!(human(&lenient));
    assert_eq!(exit_status(&lenient, false), 0);
    let strict = report(
        &[(benign, Status::Confirmed)],
        &[],
        &Options {
            strict: true,
            ..Options::default()
        },
    );
    assert_eq!(exit_status(&strict, false), 1);
}

#[test]
fn places_of_two_threads_that_coincide_are_underlined_once() {
    let mut finding = race();
    finding.places[1] = finding.places[0].clone();
    finding.variant = Some(crate::answer::Variant::WriteWrite);
    finding.witness.threads[1].iterations.clear();
    finding.witness.threads[1].block = [1, 0, 0];
    finding.scope = kverify_frontend::ir::Scope::Grid;
    insta::assert_snapshot!(human(&report(
        &[(finding, Status::Possible)],
        &[],
        &Options::default()
    )));
}

#[test]
fn colours_are_there_when_asked_for_and_only_then() {
    let report = report(&[(race(), Status::Confirmed)], &[], &Options::default());
    assert!(!human(&report).contains('\u{1b}'));
    assert!(
        human::render(
            &report,
            Style {
                colour: true,
                width: 80
            },
            false
        )
        .contains('\u{1b}')
    );
}

#[test]
fn the_document_is_what_the_contract_says() {
    let report = report(
        &[(race(), Status::Confirmed)],
        &["one reason"],
        &on_the_command_line(),
    );
    insta::assert_snapshot!(json::render(&report, false));
}

#[test]
fn documents_validate_against_the_published_schema() {
    let schema: serde_json::Value = serde_json::from_str(&json::schema()).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    for report in [
        report(
            &[(race(), Status::Confirmed)],
            &["one reason"],
            &on_the_command_line(),
        ),
        report(&[], &[], &Options::default()),
    ] {
        for with_timings in [false, true] {
            let document =
                serde_json::from_str(&json::render(&report, with_timings)).expect("the document is JSON");
            assert!(
                validator.is_valid(&document),
                "{:?}",
                validator.iter_errors(&document).collect::<Vec<_>>()
            );
        }
    }
}

#[test]
fn the_published_schema_is_current() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema/kverify-1.schema.json");
    if std::env::var_os("KVERIFY_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("the folder can be made");
        std::fs::write(&path, json::schema()).expect("the schema can be written");
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        published,
        json::schema(),
        "run `cargo xtask bless` and look at what changed"
    );
}
