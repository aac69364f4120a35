//! Sources that are hard on a reader: huge, deep, or cut off. Each gets an answer, soon, and no panic.

use kverify::{Options, Report, Source, verify};

fn check(text: &str) -> Report {
    let source = Source {
        path: "hostile.cu".into(),
        text: Some(text.to_owned()),
    };
    // The answers do not matter here; a short limit keeps the test short.
    let options = Options {
        timeout: 2.0,
        ..Options::default()
    };
    verify(&[source], &options).expect("the options are fine")
}

fn no_internal_error(report: &Report) {
    for file in &report.files {
        for error in &file.errors {
            assert!(!error.message.contains("internal error"), "{}", error.message);
        }
        for reason in file.kernels.iter().flat_map(|kernel| &kernel.reasons) {
            assert!(!reason.message.contains("internal error"), "{}", reason.message);
        }
    }
}

/// Checks that the one kernel of the text gets an answer.
fn answered(text: &str) {
    let report = check(text);
    no_internal_error(&report);
    assert_eq!(report.files[0].errors, []);
    assert_eq!(report.files[0].kernels.len(), 1);
}

#[test]
fn a_report_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("k.cu");
    let text = "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }";
    std::fs::write(&path, text).expect("written");
    for format in ["human", "json", "sarif"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let Ok(full) = full else { return };
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_kverify"))
            .args(["check", "--format", format])
            .arg(&path)
            .stdout(full)
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(2), "{format}");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(
            complaint.contains("the standard output cannot be written"),
            "{complaint}"
        );
    }
}

#[test]
fn five_thousand_statements() {
    let body: String = (0..5_000).map(|i| format!("  x = x * 3 + {i};\n")).collect();
    answered(&format!(
        "__global__ void k(int *a) {{ int x = threadIdx.x;\n{body}  a[threadIdx.x] = x; }}"
    ));
}

#[test]
fn sixty_nested_parentheses() {
    let (open, close) = ("(".repeat(60), " + 1)".repeat(60));
    answered(&format!(
        "__global__ void k(int *a) {{ a[threadIdx.x] = {open}1{close}; }}"
    ));
}

#[test]
fn sixty_nested_loops() {
    let open: String = (0..60)
        .map(|i| format!("for (int i{i} = 0; i{i} < n; i{i}++) {{ "))
        .collect();
    let close = "}".repeat(60);
    answered(&format!(
        "__global__ void k(int *a, int n) {{ {open} a[threadIdx.x] = i59; {close} }}"
    ));
}

#[test]
fn sixty_nested_conditions() {
    let open: String = (0..60).map(|i| format!("if (n > {i}) {{ ")).collect();
    let close = "}".repeat(60);
    answered(&format!(
        "__global__ void k(int *a, int n) {{ {open} a[threadIdx.x] = 1; {close} }}"
    ));
}

/// Host code in which each line doubles what the last one stands for, in every form that sizes and arguments are read in.
#[test]
fn forty_doublings() {
    let chain = |first: &str, step: &str, launch: &str| {
        let line = |i: usize| {
            let step = step.replace("NEW", &format!("v{i}"));
            step.replace("OLD", &format!("v{}", i - 1)) + "\n"
        };
        let lines: String = (1..40).map(line).collect();
        answered(&format!(
            "int f(int x, int y) {{ return x + y; }}\nconst int z[2] = {{1, 2}};\n\
             __global__ void k(int *a, int n) {{ a[blockIdx.x * n + threadIdx.x] = 1; }}\n\
             void go(int *a, int n) {{\n{first}\n{lines}{}\n}}\n",
            launch.replace("LAST", "v39")
        ));
    };
    let sized = "k<<<LAST, 64>>>(a, n);";
    for step in [
        "int NEW = OLD + OLD;",
        "int NEW = (OLD + OLD) % 1024;",
        "int NEW = OLD > 0 ? OLD : -OLD;",
        "int NEW = OLD; if (OLD > 3) NEW = OLD + 1; else NEW = OLD * 2;",
        "int NEW = min(OLD, OLD + 1);",
        "int NEW = f(OLD, OLD);",
        "int NEW = z[OLD & 1] + z[OLD & 1];",
    ] {
        chain("int v0 = n;", step, sized);
        chain("int v0 = 1;", step, sized);
        chain("int v0 = n;", step, "k<<<n, 64>>>(a, LAST);");
    }
    chain("dim3 v0(n);", "dim3 NEW(OLD.x, OLD.x, OLD.x);", sized);
    chain(
        "int *v0 = a;",
        "int *NEW = n > 3 ? OLD : OLD + 1;",
        "k<<<n, 64>>>(LAST, n);",
    );
}

#[test]
fn cut_off_sources() {
    let whole = "__global__ void k(float *a, int n) { __shared__ float t[32]; for (int i = 0; i < n; i++) { t[i] = \
                 a[i]; __syncthreads(); } a[threadIdx.x] = t[0]; }";
    for end in (1..whole.len()).step_by(7) {
        no_internal_error(&check(&whole[..end]));
    }
}

/// A byte of another encoding in front of kernels, and of the file that includes and launches them, moves nothing behind it.
#[test]
fn other_encodings_keep_their_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let kernels = "__global__ void tile(float *out, const float *in, unsigned w)\n{\n\
                   unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;\n\
                   out[y * 16 * gridDim.x + x] = in[x] + w;\n}\n";
    let program = "#include \"kernels.cu\"\nint main()\n{\nfloat *a, *b;\ncudaMalloc(&a, 16384);\ncudaMalloc(&b, 16384);\n\
                   dim3 block(16, 16), grid(4, 4);\ntile<<<grid, block>>>(a, b, 64);\n}\n";
    for (name, text) in [("kernels.cu", kernels), ("app.cu", program)] {
        let bytes = [b"// \xa9 \xe9\n", text.as_bytes()].concat();
        std::fs::write(folder.path().join(name), bytes).expect("written");
    }
    std::fs::write(folder.path().join("kverify.toml"), "").expect("written");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_kverify"))
        .args(["check", "--no-cache", "--format", "concise", "kernels.cu"])
        .current_dir(folder.path())
        .output()
        .expect("the command runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
}
