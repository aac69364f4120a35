//! The composite action: its description is read as GitHub reads it, and its scripts run on a repository of their own.

use super::repository::Repository;
use super::{KVERIFY, free, is_there, kverify_folder, path_with, racy, root, said};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

fn action() -> Value {
    let text = std::fs::read_to_string(root().join("action.yml")).expect("it is there");
    serde_yaml_ng::from_str(&text).expect("YAML")
}

fn steps() -> Vec<Value> {
    action()["runs"]["steps"].as_array().expect("steps").clone()
}

/// `${{ ... }}` of a text, without the braces.
fn expressions(text: &str) -> Vec<String> {
    let parts = text.split("${{").skip(1);
    parts
        .map(|part| part.split("}}").next().unwrap_or_default().trim().to_owned())
        .collect()
}

/// One run of the action, with what GitHub gives to it.
struct Runner {
    repository: Repository,
    files: tempfile::TempDir,
    inputs: BTreeMap<String, String>,
    path: OsString,
    outputs: BTreeMap<String, String>,
    told: String,
}

impl Runner {
    fn new(inputs: &[(&str, &str)]) -> Runner {
        let description = action();
        let defaults = description["inputs"].as_object().expect("inputs").iter();
        let mut all: BTreeMap<String, String> = defaults
            .map(|(name, input)| {
                (
                    name.clone(),
                    input["default"].as_str().expect("a default").to_owned(),
                )
            })
            .collect();
        for (name, value) in inputs {
            assert!(
                all.insert((*name).to_owned(), (*value).to_owned()).is_some(),
                "no input {name}"
            );
        }
        Runner {
            repository: Repository::new(),
            files: tempfile::tempdir().expect("a folder"),
            inputs: all,
            path: path_with(&[kverify_folder()]),
            outputs: BTreeMap::new(),
            told: String::new(),
        }
    }

    fn value(&self, expression: &str) -> String {
        let known = |name: &str| match name {
            "github.action_path" => Some(root().display().to_string()),
            "runner.temp" => Some(self.files.path().display().to_string()),
            _ => None,
        };
        let input = expression
            .strip_prefix("inputs.")
            .and_then(|name| self.inputs.get(name));
        let output = expression
            .strip_prefix("steps.")
            .map(|name| self.outputs.get(name).cloned().unwrap_or_default());
        known(expression)
            .or(input.cloned())
            .or(output)
            .unwrap_or_else(|| panic!("nothing is called {expression}"))
    }

    fn filled(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for expression in expressions(&text) {
            text = text.replace(&format!("${{{{ {expression} }}}}"), &self.value(&expression));
        }
        text
    }

    fn file(&self, name: &str) -> PathBuf {
        self.files.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.file(name)).unwrap_or_default()
    }

    /// Runs a script as the runner does, and takes its outputs over; gives the exit status.
    fn step(&mut self, step: &Value) -> i32 {
        let script = self.file("script.sh");
        std::fs::write(&script, step["run"].as_str().expect("a script")).expect("written");
        let none = Map::new();
        let env = step["env"].as_object().unwrap_or(&none);
        let variables = env
            .iter()
            .map(|(name, value)| (name.clone(), self.filled(value.as_str().expect("a text"))));
        let files = ["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_PATH"];
        let mut bash = self.repository.command("bash");
        bash.args(["--noprofile", "--norc", "-eo", "pipefail"])
            .arg(&script)
            .env("PATH", &self.path)
            .envs(variables)
            .envs(files.map(|name| (name, self.file(name))));
        let output = bash.output().expect("bash runs");
        self.told += &said(&output);
        let id = step["id"].as_str().unwrap_or_default();
        for line in self.read("GITHUB_OUTPUT").lines() {
            let (name, value) = line.split_once('=').expect("name=value");
            self.outputs
                .insert(format!("{id}.outputs.{name}"), value.to_owned());
        }
        let _ = std::fs::remove_file(self.file("GITHUB_OUTPUT"));
        output.status.code().unwrap_or(-1)
    }

    /// Runs all scripts that are not skipped, and gives the status of the last.
    fn run(&mut self) -> i32 {
        let scripts = steps().into_iter().filter(|step| step["run"].is_string());
        let mut status = 0;
        for step in scripts {
            let skipped = step["if"].as_str().is_some_and(|condition| {
                assert_eq!(condition, "steps.find.outputs.found == 'false'");
                self.outputs.get("find.outputs.found").map(String::as_str) != Some("false")
            });
            if !skipped {
                assert_eq!(status, 0, "a step after one that failed: {}", self.told);
                status = self.step(&step);
            }
        }
        status
    }
}

/// Of others' actions a commit is named: a tag may be moved.
fn is_commit(uses: &str) -> bool {
    let revision = uses.split('@').nth(1).unwrap_or_default();
    revision.len() == 40 && revision.chars().all(|c| c.is_ascii_hexdigit())
}

#[test]
fn the_workflows_hold_together() {
    for name in ["ci.yml", "release.yml"] {
        let path = root().join(".github/workflows").join(name);
        let text = std::fs::read_to_string(path).expect("it is there");
        let workflow: Value = serde_yaml_ng::from_str(&text).expect("YAML");
        // What a job may do beyond reading it says itself.
        assert_eq!(
            workflow["permissions"],
            serde_json::json!({"contents": "read"}),
            "{name}"
        );
        let jobs = workflow["jobs"].as_object().expect("jobs");
        for (job, what) in jobs {
            assert!(what["timeout-minutes"].is_u64(), "{name}, {job}");
            for step in what["steps"].as_array().expect("steps") {
                assert!(
                    step["uses"].as_str().is_none_or(is_commit),
                    "{name}, {job}: {step}"
                );
                let script = step["run"].as_str().unwrap_or_default();
                assert_eq!(expressions(script), [""; 0], "{name}, {job}: {step}");
                // Scripts of the repository that a step names are there.
                let own = script.split_whitespace().find(|word| word.starts_with(".ci/"));
                assert!(
                    own.is_none_or(|own| root().join(own).is_file()),
                    "{name}, {job}: {step}"
                );
            }
        }
    }
}

#[test]
fn the_description_holds_together() {
    let action = action();
    assert_eq!(action["runs"]["using"], "composite");
    let steps = steps();
    let ids: Vec<&str> = steps.iter().filter_map(|step| step["id"].as_str()).collect();
    for step in &steps {
        let name = step["name"].as_str().expect("a name");
        assert_ne!(step["run"].is_string(), step["uses"].is_string(), "{name}");
        if let Some(script) = step["run"].as_str() {
            assert_eq!(step["shell"], "bash", "{name}: a composite action must say it");
            assert_eq!(
                expressions(script),
                [""; 0],
                "{name}: an expression in a script lets its value run"
            );
        }
        let used = serde_json::to_string(step).expect("JSON");
        let condition = step["if"].as_str().unwrap_or_default();
        for expression in expressions(&used).iter().map(String::as_str).chain([condition]) {
            for word in expression.split_whitespace() {
                if let Some(input) = word.strip_prefix("inputs.") {
                    assert!(action["inputs"][input].is_object(), "{name}: {word}");
                }
                if let Some(rest) = word.strip_prefix("steps.") {
                    let id = rest.split('.').next().expect("an id");
                    assert!(ids.contains(&id), "{name}: {word}");
                }
            }
        }
        assert!(step["uses"].as_str().is_none_or(is_commit), "{name}");
    }
}

#[test]
fn the_scripts_are_ones() {
    let has_shellcheck = is_there("shellcheck", &["--version"]);
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("script.sh");
    let check = |program: &str, arguments: &[&str]| {
        let output = Command::new(program)
            .args(arguments)
            .arg(&script)
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{}", said(&output));
    };
    for step in steps().iter().filter(|step| step["run"].is_string()) {
        std::fs::write(&script, step["run"].as_str().expect("a script")).expect("written");
        check("bash", &["-n"]);
        if has_shellcheck {
            check("shellcheck", &["--shell=bash"]);
        }
    }
    std::fs::copy(root().join("hooks/from-source.sh"), &script).expect("copied");
    check("sh", &["-n"]);
    if has_shellcheck {
        check("shellcheck", &["--shell=sh"]);
    }
}

#[test]
fn findings_are_annotated_reported_and_fail_the_job() {
    let mut runner = Runner::new(&[]);
    runner.repository.write("src/fine.cu", &free("fine"));
    runner.repository.write("src/racy.cu", &racy("k"));
    assert_eq!(runner.run(), 1, "{}", runner.told);
    assert!(
        runner.told.contains("::error file=src/racy.cu,line=1"),
        "{}",
        runner.told
    );
    assert!(
        runner.told.contains("::error::kverify found something wrong"),
        "{}",
        runner.told
    );
    assert_eq!(runner.value("steps.check.outputs.status"), "1");
    let sarif = runner
        .repository
        .path()
        .join(runner.value("steps.check.outputs.sarif"));
    let sarif: Value = serde_json::from_str(&std::fs::read_to_string(sarif).expect("written")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "data-race");
    let summary = runner.read("GITHUB_STEP_SUMMARY");
    assert!(
        summary.contains("src/racy.cu:1:") && summary.contains("1 violated"),
        "{summary}"
    );
    // Answers are kept where the next job finds them.
    assert!(runner.file("kverify-answers").is_dir());
}

#[test]
fn what_is_in_order_passes() {
    let mut runner = Runner::new(&[("paths", "src\n'a b'.cu\n")]);
    runner.repository.write("src/fine.cu", &free("fine"));
    runner.repository.write("'a b'.cu", &free("quoted"));
    runner.repository.write("elsewhere.cu", &racy("not_named"));
    assert_eq!(runner.run(), 0, "{}", runner.told);
    assert!(runner.read("GITHUB_STEP_SUMMARY").contains("2 kernels: 2 proved"));
}

#[test]
fn inputs_are_words_and_never_run() {
    let hostile = "$(touch stolen)\n`touch stolen`; touch stolen";
    let mut runner = Runner::new(&[("paths", hostile), ("annotations", "no; touch stolen")]);
    assert_eq!(runner.run(), 2, "{}", runner.told);
    assert!(!runner.repository.path().join("stolen").exists());
    let mut runner = Runner::new(&[("arguments", "--block\n64\n--grid=1"), ("annotations", "false")]);
    runner.repository.write("racy.cu", &racy("k"));
    assert_eq!(runner.run(), 1, "{}", runner.told);
    assert!(runner.told.contains("racy.cu:1:"), "{}", runner.told);
    assert!(
        !runner.told.contains("two blocks"),
        "one block was asked for: {}",
        runner.told
    );
}

#[test]
fn it_is_built_where_it_is_not_there_and_only_then() {
    let mut runner = Runner::new(&[]);
    runner.repository.write("fine.cu", &free("fine"));
    // A PATH with all but kverify, and with a cargo that is quicker than the real one.
    let tools = tempfile::tempdir().expect("a folder");
    let cargo = tools.path().join("cargo");
    let script = format!(
        "#!/bin/sh\nset -eu\ntest \"$1 $2 $3\" = 'xtask install --root'\ntest -f action.yml\nmkdir -p \"$4/bin\"\n\
         ln -s '{KVERIFY}' \"$4/bin/kverify\"\n"
    );
    std::fs::write(&cargo, script).expect("written");
    Command::new("chmod")
        .arg("+x")
        .arg(&cargo)
        .status()
        .expect("chmod runs");
    let old = std::env::var_os("PATH").expect("a path");
    let without = std::env::split_paths(&old).filter(|folder| !folder.join("kverify").is_file());
    let folders = [tools.path().to_path_buf()].into_iter().chain(without);
    runner.path = std::env::join_paths(folders).expect("a path");
    let steps: Vec<Value> = steps()
        .into_iter()
        .filter(|step| step["run"].is_string())
        .collect();
    let find = steps
        .iter()
        .find(|step| step["id"] == "find")
        .expect("the first step");
    assert_eq!(runner.step(find), 0, "{}", runner.told);
    assert_eq!(runner.value("steps.find.outputs.found"), "false");
    let key = runner.value("steps.find.outputs.key");
    assert_eq!(key.len(), 32, "{key}");
    let build = steps
        .iter()
        .find(|step| step["name"] == "Build kverify")
        .expect("the second step");
    for _ in 0..2 {
        assert_eq!(runner.step(build), 0, "{}", runner.told);
    }
    let added = runner.read("GITHUB_PATH");
    let folder = PathBuf::from(added.lines().next().expect("a folder"));
    assert!(folder.join("kverify").exists(), "{added}");
    runner.path = path_with(&[&folder]);
    let check = steps
        .iter()
        .find(|step| step["id"] == "check")
        .expect("the third step");
    assert_eq!(runner.step(check), 0, "{}", runner.told);
    assert_eq!(runner.value("steps.check.outputs.status"), "0");
}
