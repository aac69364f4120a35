//! Every format of the command is well-formed in every situation: nothing found, nothing there, nothing known, hostile names.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Name, text, exit status, and findings (or errors of the input) that a machine has to be told of.
const FILES: [(&str, &str, i32, bool); 4] = [
    (
        "free.cu",
        "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n",
        0,
        false,
    ),
    ("host.cu", "int main() { return 0; }\n", 2, true),
    (
        "unknown.cu",
        "__device__ void f(int *);\n__global__ void k(int *a) { f(a); }\n",
        3,
        false,
    ),
    (
        "a <b>&\"'::error x%0A]]>.cu",
        "// <script>alert(1)</script> ]]> &amp;\n__global__ void k(int *a) { a[0] = threadIdx.x; /* </script> */ }\n",
        1,
        true,
    ),
];

fn report(folder: &Path, format: &str, files: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_kverify"))
        .args(["check", "--no-cache", "--block", "64", "--format", format])
        .args(files)
        .current_dir(folder)
        .output()
        .expect("the command runs");
    let text = String::from_utf8(output.stdout).expect("text");
    (output.status.code().expect("it ends by itself"), text)
}

fn validator(schema: &str) -> jsonschema::Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(schema);
    let text = std::fs::read_to_string(path).expect("the schema");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn valid(validator: &jsonschema::Validator, text: &str) -> Value {
    let document: Value = serde_json::from_str(text).expect("one document");
    let wrong: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| error.to_string())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    document
}

#[test]
fn all_formats_hold_together_in_all_situations() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text, ..) in FILES {
        std::fs::write(folder.path().join(name), text).expect("written");
    }
    let own = validator("../docs/schema/kverify-1.schema.json");
    let sarif = validator("tests/schema/sarif-2.1.0.json");
    let all: Vec<&str> = FILES.iter().map(|file| file.0).collect();
    let mut situations: Vec<(Vec<&str>, i32, bool)> =
        FILES.iter().map(|file| (vec![file.0], file.2, file.3)).collect();
    situations.push((all, 2, true));
    for (files, status, told) in situations {
        let print = |format: &str| {
            let (code, text) = report(folder.path(), format, &files);
            assert_eq!(code, status, "{format} of {files:?}");
            text
        };
        assert_eq!(
            valid(&own, &print("json"))["files"]
                .as_array()
                .expect("files")
                .len(),
            files.len()
        );
        let results = valid(&sarif, &print("sarif"));
        let run = &results["runs"][0];
        let told_in_sarif = [
            &run["results"],
            &run["invocations"][0]["toolExecutionNotifications"],
        ];
        let any = told_in_sarif
            .iter()
            .any(|list| list.as_array().is_some_and(|list| !list.is_empty()));
        assert!(any || !told, "{files:?}: {results}");
        let junit = print("junit");
        let junit = roxmltree::Document::parse(&junit).expect("XML");
        let times = junit.descendants().filter_map(|node| node.attribute("time"));
        assert!(times.clone().count() > 0 && !times.clone().any(|time| time.starts_with('-')));
        let failed = junit
            .descendants()
            .any(|node| node.has_tag_name("failure") || node.has_tag_name("error"));
        assert!(failed || !told, "{files:?}");
        let github = print("github");
        for line in github.lines() {
            assert!(
                line.starts_with("::error ") || line.starts_with("::warning "),
                "{line}"
            );
            assert!(!line.contains("%0A") || line.contains("%250A"), "{line}");
        }
        assert_eq!(github.contains("::error "), told, "{github}");
        let page = print("html");
        assert!(
            page.contains("</html>") && !page.contains("<script>alert"),
            "{files:?}"
        );
        let spoken = print("llm");
        for file in &files {
            assert!(spoken.contains(file), "{file} is left out: {spoken}");
        }
        assert!(!print("concise").contains('\u{1b}') && !print("human").contains('\u{1b}'));
    }
}
