//! The formats for machines and the page: shape, escaping, and what is left out.

use super::base::Base;
use super::json::finding::{BaselineState, IgnoredEntry};
use super::json::{self, Document};
use super::texts::Texts;
use super::{Report, concise, github, html, junit, llm, sarif};
use crate::testing::{TEXT, race, report};
use crate::{Options, Status};
use serde_json::Value;

fn racy() -> Report {
    let options = Options {
        block: Some([256, 1, 1]),
        ..Options::default()
    };
    report(&[(race(), Status::Confirmed)], &["the rest timed out"], &options)
}

fn document(report: &Report) -> Document {
    json::document(report, false)
}

/// Text that would break out of HTML, XML, JSON in HTML, and attributes.
const HOSTILE: &str =
    "</script><script>alert(1)</script>'\"><img src=x onerror=alert(2)>&amp;\u{1b}[31m\u{0}";

/// The document with hostile text wherever text of the user's can come in.
fn hostile() -> (Document, Texts) {
    let mut document = document(&racy());
    let mut texts = Texts::default();
    for file in &mut document.files {
        file.path = format!("{HOSTILE}/a.cu");
        texts.insert(file.path.clone(), format!("{HOSTILE}\n").repeat(20));
        for kernel in &mut file.kernels {
            kernel.name = HOSTILE.to_owned();
            kernel.instantiation = HOSTILE.to_owned();
            for reason in &mut kernel.reasons {
                reason.message = HOSTILE.to_owned();
            }
            for assumption in &mut kernel.assumptions {
                assumption.text = HOSTILE.to_owned();
            }
            for finding in &mut kernel.findings {
                finding.message = HOSTILE.to_owned();
                finding.witness.text = HOSTILE.to_owned();
                finding.notes = vec![HOSTILE.to_owned()];
                finding.ignored = Some(IgnoredEntry {
                    line: 3,
                    reason: HOSTILE.to_owned(),
                });
                for access in &mut finding.accesses {
                    access.text = HOSTILE.to_owned();
                    access.path = None;
                }
                for cell in &mut finding.witness.cells {
                    cell.array = HOSTILE.to_owned();
                }
            }
        }
    }
    (document, texts)
}

#[test]
fn a_line_a_finding() {
    insta::assert_snapshot!(concise::render(&document(&racy()), false), @r"
    shift.cu:6:5: error: data race on `tile` in shared memory: a read and a write by two threads of one block in shift, with read at line 1 [data-race]
    shift.cu:7:29: warning: shift is not proved: the rest timed out [unknown]
    ");
}

#[test]
fn annotations_for_a_pull_request() {
    let base = Base {
        current: "/project/src".into(),
        root: "/project".into(),
    };
    insta::assert_snapshot!(github::render(&document(&racy()), &base), @r"
    ::error file=src/shift.cu,line=6,endLine=6,col=5,endColumn=22,title=kverify%3A data-race::data race on `tile` in shared memory: a read and a write by two threads of one block in shift, with read at line 1
    ::warning file=src/shift.cu,line=7,endLine=7,col=29,title=kverify%3A unknown::shift is not proved: the rest timed out
    ");
}

#[test]
fn a_line_format_stays_one_line_whatever_the_names_are() {
    let (mut document, _) = hostile();
    document.files[0].path.push('\n');
    document.files[0].kernels[0].findings[0].ignored = None;
    assert_eq!(concise::render(&document, false).lines().count(), 2);
    assert_eq!(github::render(&document, &Base::default()).lines().count(), 2);
    assert!(!concise::render(&document, false).contains('\u{1b}'));
}

#[test]
fn ignored_findings_are_no_lines() {
    let mut document = document(&racy());
    document.files[0].kernels[0].findings[0].ignored = Some(IgnoredEntry {
        line: 1,
        reason: String::new(),
    });
    document.files[0].kernels[0].reasons.clear();
    assert_eq!(concise::render(&document, false), "");
    assert_eq!(github::render(&document, &Base::default()), "");
}

#[test]
fn launches_that_show_the_same_are_one_line_and_one_result() {
    let mut document = document(&racy());
    let again = document.files[0].kernels[0].clone();
    document.files[0].kernels.push(again);
    assert_eq!(concise::render(&document, false).lines().count(), 2);
    let log = sarif_of(&document, &Texts::default());
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(
        (results.len(), &results[0]["occurrenceCount"]),
        (1, &Value::from(2))
    );
}

/// The document as SARIF, which must be valid.
fn sarif_of(document: &Document, texts: &Texts) -> Value {
    let schema = include_str!("../../tests/schema/sarif-2.1.0.json");
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let base = Base {
        current: "/project/src".into(),
        root: "/project".into(),
    };
    let log = serde_json::from_str(&sarif::render(document, &base, texts)).expect("this is JSON");
    let errors: Vec<String> = validator
        .iter_errors(&log)
        .map(|error| format!("{}: {error}", error.instance_path))
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    log
}

#[test]
fn sarif_says_where_what_and_how_it_comes_about() {
    let report = racy();
    let log = sarif_of(&document(&report), &Texts::of(&report));
    let run = &log["runs"][0];
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "data-race");
    let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("small");
    let rule = &run["tool"]["driver"]["rules"][index];
    assert_eq!(rule["id"], "data-race");
    assert!(
        rule["help"]["markdown"]
            .as_str()
            .expect("text")
            .contains("## How to mend it")
    );
    let place = |location: &Value| {
        let physical = &location["physicalLocation"];
        let uri = physical["artifactLocation"]["uri"]
            .as_str()
            .expect("a path")
            .to_owned();
        (uri, physical["region"]["startLine"].as_u64().expect("a line"))
    };
    assert_eq!(place(&result["locations"][0]), ("src/shift.cu".to_owned(), 6));
    assert_eq!(
        place(&result["relatedLocations"][0]),
        ("src/shift.cu".to_owned(), 1)
    );
    let flows = result["codeFlows"].as_array().expect("flows");
    let threads = flows[0]["threadFlows"].as_array().expect("threads");
    assert_eq!((flows.len(), threads.len()), (1, 2));
    let steps: Vec<(String, u64)> = threads[1]["locations"]
        .as_array()
        .expect("steps")
        .iter()
        .map(|step| place(&step["location"]))
        .collect();
    // The second thread is led to its place by the call in line 7.
    assert_eq!(
        steps,
        [("src/shift.cu".to_owned(), 7), ("src/shift.cu".to_owned(), 1)]
    );
    let notifications = run["invocations"][0]["toolExecutionNotifications"]
        .as_array()
        .expect("a list");
    assert_eq!(notifications.len(), 1);
}

#[test]
fn sarif_stays_valid_and_within_limits_for_every_kind_of_text() {
    let (mut document, texts) = hostile();
    let log = sarif_of(&document, &texts);
    let suppressions = &log["runs"][0]["results"][0]["suppressions"];
    assert_eq!(suppressions[0]["kind"], "inSource");
    document.files[0].path = "/elsewhere/ä b.cu".to_owned();
    document.files[0].kernels[0].findings[0].baseline = Some(BaselineState::Known);
    let log = sarif_of(&document, &texts);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["baselineState"], "unchanged");
    assert_eq!(
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
        "file:///elsewhere/%C3%A4%20b.cu"
    );
    for rule in log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .expect("rules")
    {
        for text in ["shortDescription", "fullDescription"] {
            let length = rule[text]["text"].as_str().expect("text").chars().count();
            assert!((10..=1024).contains(&length), "{rule}");
        }
    }
}

#[test]
fn sarif_columns_count_characters() {
    let mut report = racy();
    let text = TEXT.replace("    tile[threadIdx.x] = i;", "/*ü*/tile[threadIdx.x] = i;");
    let mut document = document(&report);
    let access = &mut document.files[0].kernels[0].findings[0].accesses[0];
    (access.column, access.end_column) = (7, 24);
    report.files.clear();
    let mut texts = Texts::of(&report);
    texts.insert("shift.cu".to_owned(), text);
    let log = sarif_of(&document, &texts);
    let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        (&region["startColumn"], &region["endColumn"]),
        (&6.into(), &23.into())
    );
}

/// Reads XML, and gives attributes of all elements of a name.
fn attributes(xml: &str, element: &str, attribute: &str) -> Vec<String> {
    let tree = roxmltree::Document::parse(xml).expect("this is XML");
    tree.descendants()
        .filter(|node| node.has_tag_name(element))
        .map(|node| node.attribute(attribute).unwrap_or("-").to_owned())
        .collect()
}

#[test]
fn junit_counts_what_it_lists() {
    let violated = junit::render(&document(&racy()), false);
    assert_eq!(attributes(&violated, "testsuites", "failures"), ["1"]);
    assert_eq!(
        attributes(&violated, "testcase", "name"),
        ["shift (block=256,1,1 grid=any,any,any)"]
    );
    assert_eq!(attributes(&violated, "failure", "type"), ["data-race"]);
    let unknown = document(&report(&[], &["timed out"], &Options::default()));
    assert_eq!(
        attributes(&junit::render(&unknown, false), "testsuite", "errors"),
        ["1"]
    );
    let allowed = junit::render(&unknown, true);
    assert_eq!(attributes(&allowed, "testsuite", "skipped"), ["1"]);
    assert_eq!(attributes(&allowed, "testsuite", "errors"), ["0"]);
    assert_eq!(attributes(&allowed, "skipped", "type"), ["-"]);
    let proved = junit::render(&document(&report(&[], &[], &Options::default())), false);
    assert_eq!(attributes(&proved, "testsuites", "tests"), ["1"]);
    assert!(attributes(&proved, "failure", "type").is_empty());
}

#[test]
fn junit_stays_xml_for_every_kind_of_text() {
    let (document, _) = hostile();
    let xml = junit::render(&document, false);
    assert!(attributes(&xml, "testcase", "name")[0].starts_with("</script>"));
    assert_eq!(attributes(&xml, "script", "src"), Vec::<String>::new());
}

#[test]
fn a_page_holds_hostile_text_as_text() {
    let (document, texts) = hostile();
    let page = html::render(&document, &texts, &html::Extras::default());
    // The page's own script is the only one, and nothing else opens an element.
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("</script").count(), 1);
    assert!(!page.contains("<img"));
    assert!(
        page.contains("&#60;/script&#62;&#60;script&#62;alert(1)"),
        "{page}"
    );
}

#[test]
fn a_page_marks_both_accesses_and_links_the_timeline() {
    let report = racy();
    let extras = html::Extras {
        timeline: Some("run timeline.html".to_owned()),
    };
    let page = html::render(&document(&report), &Texts::of(&report), &extras);
    for part in [
        "<mark class=\"first\">tile[threadIdx.x]</mark>",
        "<mark class=\"second\">tile[threadIdx.x + 1]</mark>",
        "write by thread (4,0,0)",
        "href=\"run timeline.html\"",
        "n = 8",
        "id=\"rule-data-race\"",
    ] {
        assert!(page.contains(part), "{part} is missing in:\n{page}");
    }
    for address in ["http:", "https:", "//cdn"] {
        assert!(
            !page.contains(&format!("src=\"{address}")),
            "the page must work offline"
        );
        assert!(
            !page.contains(&format!("href=\"{address}")),
            "the page must work offline"
        );
    }
}

/// Many words wherever text of the user's can come in.
#[test]
fn a_kernel_takes_a_model_at_most_200_words() {
    let long = "a long name, ".repeat(60);
    let mut document = document(&racy());
    let file = &mut document.files[0];
    file.path.clone_from(&long);
    let kernel = &mut file.kernels[0];
    kernel.name.clone_from(&long);
    kernel.contract = Some(long.clone());
    kernel.reasons = vec![kernel.reasons[0].clone(); 9];
    for reason in &mut kernel.reasons {
        reason.message.clone_from(&long);
    }
    for finding in &mut kernel.findings {
        finding.message.clone_from(&long);
        finding.witness.text.clone_from(&long);
        finding.help.clone_from(&long);
        for access in &mut finding.accesses {
            access.text.clone_from(&long);
            access.path = Some(long.clone());
        }
    }
    let text = llm::render(&document, &Texts::default(), &[]);
    for part in [
        "data-race",
        "\nA: ",
        "\nB: ",
        "\nWitness: ",
        "No mend was verified",
        "More: ",
    ] {
        assert!(text.contains(part), "{part:?} is missing:\n{text}");
    }
    let words = text.split_whitespace().count();
    assert!(words < 200, "{words} words:\n{text}");
}

#[test]
fn a_model_is_told_of_files_without_kernels() {
    let mut document = document(&racy());
    document.files[0].kernels.clear();
    let text = llm::render(&document, &Texts::default(), &[]);
    assert!(text.starts_with("NO KERNELS "), "{text}");
}

#[test]
fn nothing_hidden_reaches_a_model() {
    let (document, texts) = hostile();
    let text = llm::render(&document, &texts, &[]);
    assert!(!text.contains(['\u{1b}', '\0']), "{text:?}");
}
