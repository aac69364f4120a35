//! The library as another program meets it: source from memory, reports as data.

use kverify::program::HostCode;
use kverify::{Options, Source, UsageError, Verdict, verify};

const TWO: &str = "\
__global__ void own(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
__global__ void shared(int *a, int n) { a[0] = threadIdx.x; }
";

fn source(text: &str) -> Source {
    Source {
        path: "no/such/folder/two.cu".into(),
        text: Some(text.to_owned()),
    }
}

fn one_dimensional() -> Options {
    Options {
        block: Some([64, 1, 1]),
        grid: Some([4, 1, 1]),
        ..Options::default()
    }
}

#[test]
fn an_unsaved_buffer_is_enough() {
    let report = verify(&[source(TWO)], &one_dimensional()).expect("the options are fine");
    let names: Vec<&str> = report.files[0]
        .kernels
        .iter()
        .map(|k| k.kernel.name.as_str())
        .collect();
    assert_eq!(names, ["own", "shared"]);
}

#[test]
fn verdicts_tell_right_from_wrong() {
    let report = verify(&[source(TWO)], &one_dimensional()).expect("the options are fine");
    let verdicts: Vec<Verdict> = report.files[0].kernels.iter().map(|k| k.verdict).collect();
    assert_eq!(verdicts, [Verdict::Proved, Verdict::Violated]);
}

/// The verdict on a kernel that its own file launches with flat blocks, if so many other files have a line of host code.
fn beside(callers: usize, line: &str) -> Verdict {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    write("kverify.toml", "");
    write(
        "put.h",
        "__global__ void put(int *a, int n);\nvoid run(int *a, int n);\n",
    );
    write(
        "put.cu",
        "#include \"put.h\"\n__global__ void put(int *a, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    \
         if (i < n) a[i] += 1;\n}\nvoid run(int *a, int n) { put<<<(n + 255) / 256, 256>>>(a, n); }\n",
    );
    for n in 0..callers {
        let text = format!("#include \"put.h\"\nvoid of{n}(int *a, int n)\n{{\n    {line}\n}}\n");
        write(&format!("of{n}.cu"), &text);
    }
    let options = Options {
        host: HostCode::Project,
        ..Options::default()
    };
    let source = Source {
        path: folder.path().join("put.cu"),
        text: None,
    };
    let report = verify(&[source], &options).expect("the options are fine");
    let kernels = report.files[0].kernels.iter().map(|k| k.verdict);
    kernels.max().expect("a kernel")
}

#[test]
fn callers_that_are_too_many_to_be_read_may_launch_in_any_way() {
    let square = "put<<<n, dim3(16, 16)>>>(a, n);";
    assert_eq!(beside(2, square), Verdict::Violated);
    assert_eq!(beside(20, square), Verdict::Unknown);
    // Files that are too many to be looked at for whether they call.
    assert_eq!(beside(300, square), Verdict::Unknown);
    // Who calls the file's own function launches as that does, and who defines what it names launches that.
    assert_eq!(beside(2, "run(a, n);"), Verdict::Proved);
    assert_eq!(beside(20, "run(a, n);"), Verdict::Proved);
    assert_eq!(beside(300, "run(a, n);"), Verdict::Proved);
}

#[test]
fn an_ignored_warning_keeps_no_contract() {
    let text = "__global__ void k(int *a, int *flag, int n) {\n    a[(blockIdx.x * blockDim.x + threadIdx.x) * n] = threadIdx.x;\n    \
                *flag = 1; // kverify: ignore[data-race] all write the same\n}\n";
    let report = verify(&[source(text)], &Options::default()).expect("the options are fine");
    let kernel = &report.files[0].kernels[0];
    assert!(kernel.findings.iter().any(|judged| judged.ignored.is_some()));
    assert_eq!(
        (kernel.verdict, kernel.contract().is_some()),
        (Verdict::Conditional, true)
    );
}

#[test]
fn proofs_stand_up_to_random_launches() {
    let options = Options {
        cross_check: 20,
        ..Options::default()
    };
    let report = verify(&[source(TWO)], &options).expect("the options are fine");
    assert_eq!(report.files[0].kernels[0].verdict, Verdict::Proved);
}

#[test]
fn the_same_input_gives_the_same_output() {
    let once = || {
        let report = verify(&[source(TWO), source(TWO)], &one_dimensional()).expect("the options are fine");
        let mut document = kverify::report::json::document(&report, false);
        for kernel in document.files.iter_mut().flat_map(|file| &mut file.kernels) {
            kernel.stats.seconds = 0.0;
        }
        document
    };
    let first = once();
    for _ in 0..3 {
        assert_eq!(once(), first);
    }
}

#[test]
fn a_name_that_is_nearly_right_gets_a_hint() {
    let options = Options {
        kernels: vec!["sharde".to_owned()],
        ..Options::default()
    };
    let error = verify(&[source(TWO)], &options).expect_err("there is no such kernel");
    assert!(
        matches!(&error, UsageError::NoSuchKernel { nearest: Some(near), .. } if near == "shared"),
        "{error}"
    );
}

#[test]
fn an_assumption_must_fit_some_kernel() {
    let options = |text: &str| Options {
        assumes: vec![text.to_owned()],
        ..one_dimensional()
    };
    assert!(verify(&[source(TWO)], &options("n > 0")).is_ok());
    let error = verify(&[source(TWO)], &options("m > 0")).expect_err("no kernel has an m");
    assert!(matches!(error, UsageError::Assume(_)), "{error}");
}

#[test]
fn real_documents_validate_against_the_published_schema() {
    let schema = include_str!("../../docs/schema/kverify-1.schema.json");
    let schema = serde_json::from_str(schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let broken = "__global__ void broken(int *a) { a[threadIdx.x] = ; }";
    let report =
        verify(&[source(TWO), source(broken), source("")], &one_dimensional()).expect("the options are fine");
    let document = serde_json::from_str(&kverify::report::json::render(&report, true)).expect("this is JSON");
    let errors: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    assert_eq!(kverify::report::exit_status(&report, true), 2);
}
