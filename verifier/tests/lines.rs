//! `kverify lines`: one answer for every line, whatever the line holds, and an end when nobody takes the answers.

use kverify::{Options, lines};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

const RACY: &str = "__global__ void reverse(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] = s[63 - threadIdx.x];
}
";
const FREE: &str = "__global__ void set(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n";
const AFTER: &str = "__global__ void after(int *a) { a[0] = threadIdx.x; }\n";
const UNKNOWN: &str = "__device__ void f(int *);\n__global__ void k(int *a) { f(a); }\n";
const OPENCL: &str = "kernel void k(global int *a) { a[0] = get_global_id(0); }\n";
const PYTHON: &str = "import cupy\nk = cupy.RawKernel(r'''\nextern \"C\" __global__ void k(int *a) { a[0] = threadIdx.x; }\n''', 'k')\n";

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_kverify"))
        .args(["lines", "--no-cache", "--block", "64", "--jobs", "2"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// The answers by their lines, and the exit status. Every answer is one of the published schema.
fn answers(input: Vec<u8>) -> (BTreeMap<u64, Value>, i32) {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().expect("an input");
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("a thread").expect("all lines are taken");
    let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema/kverify-lines-1.schema.json");
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(schema).expect("the schema")).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let mut found = BTreeMap::new();
    for line in String::from_utf8(output.stdout).expect("text").lines() {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        assert!(validator.is_valid(&answer), "{answer}");
        let number = answer["line"].as_u64().expect("a number");
        assert!(
            found.insert(number, answer).is_none(),
            "line {number} has two answers"
        );
    }
    (found, output.status.code().expect("it ends by itself"))
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[test]
fn every_line_has_its_answer() {
    let request = |more: Value| more.to_string().into_bytes();
    // The line, and the status, the id and a word of the answer.
    let rows: Vec<(Vec<u8>, u64, Value, &str)> = vec![
        (
            request(json!({"id": "racy", "source": RACY})),
            1,
            json!("racy"),
            "data-race",
        ),
        (
            request(json!({"id": 2, "source": FREE})),
            0,
            json!(2),
            "PROVED kernel set",
        ),
        (
            request(json!({"id": -3, "source": UNKNOWN})),
            3,
            json!(-3),
            "Not proved because",
        ),
        (
            request(json!({"id": "e", "source": "__global__ void k( {"})),
            2,
            json!("e"),
            "INPUT ERROR",
        ),
        (
            request(json!({"id": "host", "source": "int main() { return 0; }"})),
            2,
            json!("host"),
            "INPUT ERROR",
        ),
        (
            request(json!({"id": "nothing", "source": ""})),
            2,
            json!("nothing"),
            "INPUT ERROR",
        ),
        (
            b"{\"id\": 1, \"source\": \"".to_vec(),
            2,
            Value::Null,
            "is no JSON",
        ),
        (b"".to_vec(), 2, Value::Null, "is no JSON"),
        (b"[1]".to_vec(), 2, Value::Null, "is no object"),
        (
            b"{\"id\": 1, \"source\": \"\xff\"}".to_vec(),
            2,
            Value::Null,
            "is no JSON",
        ),
        (b"\0\0\x1b[2J".to_vec(), 2, Value::Null, "is no JSON"),
        (
            // A zero byte is white space to clang, and hides nothing behind it.
            request(json!({"id": "nul", "source": format!("{FREE}\0{AFTER}")})),
            1,
            json!("nul"),
            "kernel after",
        ),
        (
            b"{\"id\": 13, \"source\": \"a\", \"source\": \"b\"}".to_vec(),
            2,
            json!(13),
            "duplicate field",
        ),
        (
            request(json!({"id": 14, "source": FREE, "blok": 3})),
            2,
            json!(14),
            "blok",
        ),
        (request(json!({"id": 15})), 2, json!(15), "source"),
        (
            request(json!({"id": 1.5, "source": FREE})),
            2,
            Value::Null,
            "`id`",
        ),
        (
            b"{\"id\": 123456789012345678901234567890, \"source\": \"\"}".to_vec(),
            2,
            Value::Null,
            "`id`",
        ),
        (
            request(json!({"id": 18, "source": FREE, "options": {"block": 0}})),
            2,
            json!(18),
            "block",
        ),
        (
            request(json!({"id": 19, "source": FREE, "options": {"exclude": ["a"]}})),
            2,
            json!(19),
            "selects files",
        ),
        (
            request(json!({"id": 20, "source": FREE, "options": {"assume": ["(".repeat(100_000)]}})),
            2,
            json!(20),
            "assume",
        ),
        (
            request(json!({"id": 21, "source": FREE, "kernels": ["other"]})),
            2,
            json!(21),
            "other",
        ),
        (
            request(json!({"id": 22, "source": FREE, "path": "a\0b.cu"})),
            2,
            json!(22),
            "`path`",
        ),
        (
            request(json!({"id": 23, "source": OPENCL, "options": {"language": "opencl"}})),
            1,
            json!(23),
            "source.cl",
        ),
        (
            request(json!({"id": 24, "source": PYTHON, "path": "model.py"})),
            1,
            json!(24),
            "model.py:3",
        ),
        (
            request(json!({"id": 25, "source": RACY, "options": {"block": 1, "grid": 1}})),
            0,
            json!(25),
            "PROVED",
        ),
        (request(json!({"source": FREE})), 0, Value::Null, "PROVED"),
        (
            [b"[".repeat(100_000), b"]".repeat(100_000)].concat(),
            2,
            Value::Null,
            "is no JSON",
        ),
        (
            [
                b"{\"id\": 1, \"source\": \"".to_vec(),
                b"x".repeat(33 << 20),
                b"\"}".to_vec(),
            ]
            .concat(),
            2,
            Value::Null,
            "longer than",
        ),
        // The last one has no end.
        (
            request(json!({"id": "last", "source": FREE})),
            0,
            json!("last"),
            "PROVED",
        ),
    ];
    let lines: Vec<&[u8]> = rows.iter().map(|row| row.0.as_slice()).collect();
    let (found, status) = answers(lines.join(b"\n".as_slice()));
    assert_eq!(status, 2);
    assert_eq!(found.len(), rows.len(), "{found:?}");
    for (number, (line, status, id, word)) in (1..).zip(&rows) {
        let start = String::from_utf8_lossy(&line[..line.len().min(80)]);
        let answer = &found[&number];
        assert_eq!(answer["status"], *status, "{start}: {answer}");
        assert_eq!(answer["id"], *id, "{start}: {answer}");
        let summary = answer["summary"].as_str().expect("a text");
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(
            summary.contains(word) || error.contains(word),
            "{word} of {start}: {answer}"
        );
        assert!(words(summary) < 200, "{summary}");
        // Either nothing is said of kernels, or the source was looked at.
        assert_ne!(
            answer.get("error").is_some(),
            answer.get("file").is_some(),
            "{answer}"
        );
    }
    let racy = &found[&1];
    let summary = racy["summary"].as_str().expect("a text");
    for part in [
        "reverse at source.cu:1",
        "confirmed",
        "A: ",
        "B: ",
        "Witness: ",
        "Mend, verified: ",
        "__syncthreads",
    ] {
        assert!(summary.contains(part), "{part} is missing:\n{summary}");
    }
    // The mend is one: with it, the source is proved.
    let edit = &racy["mend"]["edits"][0];
    let at = usize::try_from(edit["line"].as_u64().expect("a line")).expect("small") - 1;
    let mut mended: Vec<&str> = RACY.split_inclusive('\n').collect();
    let count = usize::try_from(edit["count"].as_u64().expect("a number")).expect("small");
    mended.splice(at..at + count, [edit["text"].as_str().expect("a text")]);
    let line = json!({"source": mended.concat()}).to_string();
    let (again, status) = answers(line.into_bytes());
    assert_eq!((status, again[&1].get("mend")), (0, None), "{again:?}");
}

#[test]
fn no_mend_is_looked_for_where_none_is_wanted() {
    let line = json!({"source": RACY, "mend": false}).to_string();
    let (found, status) = answers(line.into_bytes());
    assert_eq!((status, found[&1].get("mend")), (1, None));
    assert!(
        found[&1]["summary"]
            .as_str()
            .expect("a text")
            .contains("No mend was verified")
    );
}

#[test]
fn no_lines_are_no_answers() {
    assert_eq!(answers(Vec::new()), (BTreeMap::new(), 0));
}

/// Ends the test with words instead of never.
fn ends_soon(mut child: Child) -> i32 {
    for _ in 0..1200 {
        if let Some(status) = child.try_wait().expect("a process") {
            return status.code().expect("it ends by itself");
        }
        thread::sleep(Duration::from_millis(100));
    }
    let _ = child.kill();
    panic!("it waits for ever");
}

#[test]
fn an_answer_comes_before_the_next_line() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().expect("an input");
    let mut stdout = BufReader::new(child.stdout.take().expect("an output"));
    for id in 0..3 {
        writeln!(stdin, "{}", json!({"id": id, "source": FREE})).expect("it reads");
        let mut answer = String::new();
        stdout.read_line(&mut answer).expect("it answers");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!((&answer["id"], &answer["status"]), (&json!(id), &json!(0)));
    }
    drop(stdin);
    assert_eq!(ends_soon(child), 0);
}

#[test]
fn who_goes_away_is_not_waited_for() {
    let mut child = start(&[]);
    let mut stdin = child.stdin.take().expect("an input");
    drop(child.stdout.take());
    // The input stays open: no end of it tells that nobody listens.
    writeln!(stdin, "{}", json!({"source": FREE})).expect("it reads");
    assert_eq!(ends_soon(child), 2);
    drop(stdin);
}

/// A reader that breaks after some lines.
struct Breaking(io::Cursor<Vec<u8>>);

impl Read for Breaking {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self.0.read(to)? {
            0 => Err(io::Error::other("the line is cut")),
            some => Ok(some),
        }
    }
}

#[test]
fn what_was_read_is_answered_when_the_input_breaks() {
    let line = json!({"source": FREE}).to_string() + "\n";
    let input = BufReader::new(Breaking(io::Cursor::new(line.repeat(3).into_bytes())));
    let options = Options {
        jobs: Some(2),
        ..Options::default()
    };
    let mut output = Vec::new();
    let error = lines::serve(input, &mut output, &options).expect_err("it was not read to its end");
    assert!(error.to_string().contains("the line is cut"));
    assert_eq!(String::from_utf8(output).expect("text").lines().count(), 3);
}

/// A reader for which nothing ever comes after the first line.
struct Silent(Option<Vec<u8>>);

impl Read for Silent {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self.0.take() {
            Some(line) => line.as_slice().read(to),
            None => loop {
                thread::park();
            },
        }
    }
}

#[test]
fn a_full_disk_ends_it() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is full"))
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let line = json!({"source": FREE}).to_string() + "\n";
    let (sender, ended) = channel();
    thread::spawn(move || {
        let input = BufReader::new(Silent(Some(line.into_bytes())));
        let options = Options {
            jobs: Some(2),
            ..Options::default()
        };
        let _ = sender.send(lines::serve(input, Full, &options));
    });
    let answer = ended
        .recv_timeout(Duration::from_secs(120))
        .expect("it waits for ever");
    assert!(
        answer
            .expect_err("nothing was written")
            .to_string()
            .contains("full")
    );
}
