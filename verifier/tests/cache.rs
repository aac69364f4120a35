//! The cache: the same answers, sooner; and no run that it could spoil.

use kverify::cache::{Cache, DEFAULT_LIMIT, Settings};
use kverify::worker::Isolation;
use kverify::{Options, Report, Source, Verdict, verify};
use std::path::{Path, PathBuf};

const TWO: &str = "\
__global__ void own(int *a, int n) { a[blockIdx.x * blockDim.x + threadIdx.x] = n; }
__global__ void shared(int *a, int n) { a[0] = threadIdx.x; }
";

fn options(folder: &Path) -> Options {
    Options {
        block: Some([64, 1, 1]),
        cache: Some(settings(folder)),
        ..Options::default()
    }
}

fn settings(folder: &Path) -> Settings {
    Settings {
        folder: folder.to_path_buf(),
        limit: DEFAULT_LIMIT,
        key: [7; 32],
    }
}

fn ask(text: &str, options: &Options) -> Report {
    let source = Source {
        path: "two.cu".into(),
        text: Some(text.to_owned()),
    };
    verify(&[source], options).expect("the options are fine")
}

fn cached(report: &Report) -> Vec<bool> {
    report.files[0]
        .kernels
        .iter()
        .map(|kernel| kernel.cached)
        .collect()
}

fn verdicts(report: &Report) -> Vec<Verdict> {
    report.files[0]
        .kernels
        .iter()
        .map(|kernel| kernel.verdict)
        .collect()
}

/// All that a report says but for times.
fn words(report: &Report) -> String {
    let mut document = kverify::report::json::document(report, false);
    for kernel in document.files.iter_mut().flat_map(|file| &mut file.kernels) {
        kernel.stats.seconds = 0.0;
    }
    serde_json::to_string(&document).expect("JSON")
}

fn entries_of(folder: &Path, part: &str) -> Vec<PathBuf> {
    let files = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = files(&folder.join(part)).map(|entry| entry.path());
    folders
        .flat_map(|folder| files(&folder).map(|entry| entry.path()).collect::<Vec<_>>())
        .collect()
}

fn answers(folder: &Path) -> Vec<PathBuf> {
    entries_of(folder, "answers-2")
}

/// Answers, and what texts were parsed to.
fn entries(folder: &Path) -> Vec<PathBuf> {
    [answers(folder), entries_of(folder, "parsed-1")].concat()
}

#[test]
fn a_second_run_gets_the_same_answers_from_the_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = options(folder.path());
    let first = ask(TWO, &options);
    assert_eq!(verdicts(&first), [Verdict::Proved, Verdict::Violated]);
    assert_eq!(cached(&first), [false, false]);
    let second = ask(TWO, &options);
    assert_eq!(cached(&second), [true, true]);
    assert_eq!(words(&second), words(&first));
}

#[test]
fn whatever_bears_on_the_answer_is_part_of_the_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let base = options(folder.path());
    ask(TWO, &base);
    let with = |change: &dyn Fn(&mut Options)| {
        let mut options = base.clone();
        change(&mut options);
        cached(&ask(TWO, &options))
    };
    assert_eq!(with(&|o| o.jobs = Some(1)), [true, true]);
    assert_eq!(with(&|o| o.timeout = 77.0), [true, true]);
    assert_eq!(with(&|o| o.kernels = vec!["shared".into()]), [true]);
    assert_eq!(with(&|o| o.grid = Some([1, 1, 1])), [false, false]);
    assert_eq!(with(&|o| o.strict = true), [false, false]);
    assert_eq!(with(&|o| o.may_alias = true), [false, false]);
    assert_eq!(with(&|o| o.assumes = vec!["n > 3".into()]), [false, false]);
    assert_eq!(with(&|o| o.parse.cuda_arch = Some(60)), [false, false]);
    // A comment after the kernels moves nothing; one before them moves every place that the answer speaks of.
    assert_eq!(cached(&ask(&format!("{TWO}// the end"), &base)), [true, true]);
    assert_eq!(
        cached(&ask(&format!("// the start\n{TWO}"), &base)),
        [false, false]
    );
    assert_eq!(cached(&ask(&TWO.replace("a[0]", "a[1]"), &base)), [true, false]);
}

#[test]
fn what_an_include_changes_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let header = folder.path().join("index.cuh");
    let source = Source {
        path: folder.path().join("main.cu"),
        text: Some("#include \"index.cuh\"\n__global__ void k(int *a) { a[INDEX] = threadIdx.x; }\n".into()),
    };
    let options = options(&folder.path().join("cache"));
    let ask = |text: &str| {
        std::fs::write(&header, text).expect("written");
        verdicts(&verify(std::slice::from_ref(&source), &options).expect("the options are fine"))
    };
    assert_eq!(
        ask("#define INDEX blockIdx.x * blockDim.x + threadIdx.x\n"),
        [Verdict::Proved]
    );
    assert_eq!(
        ask("#define INDEX blockIdx.x * blockDim.x\n"),
        [Verdict::Violated]
    );
}

#[test]
fn texts_that_are_as_they_were_need_no_worker() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut options = options(folder.path());
    let first = words(&ask(TWO, &options));
    options.isolation = Some(Isolation {
        program: folder.path().join("no program"),
        memory: 1024,
    });
    assert_eq!(words(&ask(TWO, &options)), first);
    let other = ask(&TWO.replace("own", "mine"), &options);
    assert!(other.files[0].lost && other.files[0].kernels.is_empty());
}

#[test]
fn a_file_that_takes_the_place_of_another_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let (own, all) = ("#define INDEX threadIdx.x\n", "#define INDEX 0\n");
    std::fs::create_dir(at("include")).expect("made");
    let source = Source {
        path: at("main.cu"),
        text: Some("#include \"index.cuh\"\n__global__ void k(int *a) { a[INDEX] = threadIdx.x; }\n".into()),
    };
    std::fs::write(&source.path, source.text.as_deref().unwrap_or_default()).expect("written");
    let mut options = options(&at("cache"));
    options.grid = Some([1, 1, 1]);
    options.parse.include_dirs = vec![at("include")];
    let ask = || verdicts(&verify(std::slice::from_ref(&source), &options).expect("the options are fine"));
    // Found by its name alone: what lies around is no part of the question.
    std::fs::write(at("common.h"), own).expect("written");
    assert_eq!(ask(), [Verdict::Proved]);
    std::fs::write(at("common.h"), all).expect("written");
    assert_eq!(ask(), [Verdict::Violated]);
    std::fs::write(at("include/index.cuh"), own).expect("written");
    assert_eq!([ask(), ask()], [[Verdict::Proved], [Verdict::Proved]]);
    std::fs::write(at("index.cuh"), all).expect("written");
    assert_eq!(ask(), [Verdict::Violated]);
    std::fs::remove_file(at("index.cuh")).expect("removed");
    assert_eq!(ask(), [Verdict::Proved]);
}

#[test]
fn corrupted_entries_are_asked_anew_and_replaced() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = options(folder.path());
    let first = words(&ask(TWO, &options));
    type Damage<'a> = &'a dyn Fn(&mut Vec<u8>);
    let damages: [Damage<'_>; 5] = [
        &|bytes| bytes.clear(),
        &|bytes| bytes.truncate(40),
        &|bytes| *bytes.last_mut().expect("not empty") ^= 1,
        &|bytes| bytes[0] ^= 1,
        &|bytes| *bytes = vec![0; 4096],
    ];
    for damage in damages {
        for path in entries(folder.path()) {
            let mut bytes = std::fs::read(&path).expect("readable");
            damage(&mut bytes);
            std::fs::write(&path, bytes).expect("writable");
        }
        let again = ask(TWO, &options);
        assert_eq!(
            (cached(&again), words(&again)),
            (vec![false, false], first.clone())
        );
        assert_eq!(cached(&ask(TWO, &options)), [true, true]);
    }
}

#[test]
fn a_folder_that_cannot_be_written_costs_nothing_but_the_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("not-a-folder");
    std::fs::write(&file, "").expect("written");
    for place in [
        file.join("below"),
        PathBuf::from("/proc/kverify"),
        PathBuf::from("/dev/full"),
    ] {
        let report = ask(TWO, &options(&place));
        assert_eq!(
            verdicts(&report),
            [Verdict::Proved, Verdict::Violated],
            "{}",
            place.display()
        );
    }
}

/// No file can be written to, as on a disk that is full; one was cut off there.
#[test]
#[cfg(unix)]
fn a_full_disk_costs_nothing_but_the_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let (cache, source) = (folder.path().join("cache"), folder.path().join("two.cu"));
    std::fs::write(&source, TWO).expect("written");
    let run = |limits: &str, flags: &[&str]| {
        let output = std::process::Command::new("sh")
            .args([
                "-c",
                &format!("{limits} exec \"$@\""),
                "sh",
                env!("CARGO_BIN_EXE_kverify"),
            ])
            .args(["check", "--format", "concise"])
            .args(flags)
            .arg(&source)
            .env("KVERIFY_CACHE_DIR", &cache)
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (
            output.status.code(),
            text,
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    let full = "trap '' XFSZ; ulimit -f 0;";
    let expected = run("", &["--no-cache"]);
    assert_eq!(expected.0, Some(1), "{expected:?}");
    assert_eq!(run(full, &[]), expected);
    assert_eq!(run("", &[]), expected, "nothing half written is read");
    assert_eq!(run("", &[]), expected, "now it is kept");
    let report = folder.path().join("report.json");
    let (status, _, complaint) = run(full, &["--report", &format!("json={}", report.display())]);
    assert_eq!(status, Some(2));
    assert!(complaint.contains("report.json cannot be written"), "{complaint}");
    assert!(!report.exists(), "no half of a report is left");
}

#[test]
fn many_runs_at_a_time_share_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = options(folder.path());
    let expected = words(&ask(
        TWO,
        &Options {
            cache: None,
            ..options.clone()
        },
    ));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..3 {
                    assert_eq!(words(&ask(TWO, &options)), expected);
                    let _ = Cache::open(settings(folder.path())).clear();
                }
            });
        }
    });
}

#[test]
fn answers_that_ran_out_of_time_are_not_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = Options {
        timeout: 1e-9,
        ..options(folder.path())
    };
    let report = ask(TWO, &options);
    assert_eq!(cached(&report), [false, false]);
    assert_eq!(answers(folder.path()).len(), 0, "{:?}", verdicts(&report));
}

#[test]
fn the_oldest_answers_go_when_the_limit_is_reached() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = options(folder.path());
    ask(TWO, &options);
    let old = entries(folder.path());
    for path in &old {
        let past = std::time::SystemTime::now() - std::time::Duration::from_secs(1_000);
        let file = std::fs::File::options().append(true).open(path).expect("there");
        file.set_modified(past).expect("its owner may");
    }
    ask(&format!("// moved\n{TWO}"), &options);
    let all = entries(folder.path());
    let cache = Cache::open(settings(folder.path()));
    let info = cache.info();
    assert_eq!(info.entries, 4);
    let small = Settings {
        limit: info.bytes / 2 + info.bytes / 8,
        ..settings(folder.path())
    };
    Cache::open(small).trim();
    let left = entries(folder.path());
    let answers_left = answers(folder.path());
    let is_there = |path: &&PathBuf| left.contains(path);
    assert!(old.iter().filter(is_there).count() < old.len(), "{left:?}");
    let mut new = all.iter().filter(|path| !old.contains(path));
    assert!(new.all(|path| left.contains(path)), "{left:?}");
    assert_eq!(cache.clear().expect("its owner may"), answers_left.len() as u64);
    assert!(entries(folder.path()).is_empty());
    assert_eq!(cache.info().entries, 0);
}
