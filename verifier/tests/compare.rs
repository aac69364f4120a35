//! The pairs of `tests/compare`: a reference, a kernel that computes the same, and one that is subtly wrong. The first line of each
//! says with which arguments they are compared, and what comes of it.

use kverify::config::{parse_block, parse_grid};
use kverify::equivalence::answer::Answer;
use kverify::equivalence::{Request, compare};
use std::path::{Path, PathBuf};
use std::time::Instant;

fn pairs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/compare");
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    files
}

/// The arguments and the two answers that a file's first line names.
fn stated(text: &str) -> (Request, String, String) {
    let line = text.lines().next().unwrap_or_default();
    let line = line
        .strip_prefix("// kverify compare ")
        .expect("the first line says how");
    let (arguments, answers) = line.split_once(": right is ").expect("it says what comes of it");
    let (right, wrong) = answers.split_once(", wrong is ").expect("of both");
    let mut request = Request::default();
    let mut words = arguments.split_whitespace();
    while let Some(flag) = words.next() {
        let value = words.next().expect("a flag has a value");
        match flag {
            "--block" => request.block = [Some(parse_block(value).expect("a block")); 2],
            "--grid" => request.grid = [Some(parse_grid(value).expect("a grid")); 2],
            "--arg" => request.arguments.push(value.to_owned()),
            "--assume" => request.assume.push(value.to_owned()),
            _ => panic!("{flag} is none of the flags that pairs use"),
        }
    }
    (request, right.to_owned(), wrong.trim_end_matches('.').to_owned())
}

fn answer(path: &Path, kernel: &str, request: &Request) -> Answer {
    let side = |name: &str| format!("{}:{name}", path.display());
    let request = Request {
        sides: [side("reference"), side(kernel)],
        ..request.clone()
    };
    match compare(&request) {
        Ok(comparison) => comparison.answer,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

#[test]
#[expect(
    clippy::print_stdout,
    reason = "the table of docs/compare.md is what it prints"
)]
fn pairs_are_told_apart() {
    let mut wrong_answers = Vec::new();
    let mut proved = 0;
    let files = pairs();
    for path in &files {
        let text = std::fs::read_to_string(path).expect("it can be read");
        let (request, right, wrong) = stated(&text);
        let name = path.file_stem().unwrap_or_default().display().to_string();
        let start = Instant::now();
        let answers = ["right", "wrong"].map(|kernel| answer(path, kernel, &request));
        let seconds = start.elapsed().as_secs_f64();
        let [a, b] = answers.each_ref().map(Answer::word);
        println!("| {name} | {a} | {b} | {seconds:.1} |");
        proved += usize::from(a == "equivalent");
        for (kernel, stated, answer) in [("right", right, &answers[0]), ("wrong", wrong, &answers[1])] {
            if stated != answer.word() {
                wrong_answers.push(format!("{name}: {kernel} is {answer:?}, not {stated}"));
            }
        }
    }
    assert!(wrong_answers.is_empty(), "{}", wrong_answers.join("\n"));
    assert!(
        files.len() >= 40 && proved >= 30,
        "{proved} of {} are proved",
        files.len()
    );
}
