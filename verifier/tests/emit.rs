//! Emitted programs are accepted by ordinary compilers, and set up what the run began with.

use kverify::by_hand::ByHand;
use kverify::rerun::{self, Request, emit};
use kverify::{Options, Source};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const CUDA: &str = r#"
#include <cuda_runtime.h>
struct Range { int first, last; float scale; };
namespace image {
template <typename T, int Width> __global__ void shift(T *out, const T *__restrict__ in, const Range range, bool back)
{
    __shared__ T tile[Width];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = in[i + 1];
    __syncthreads();
    if (i >= range.first && i < range.last)
        out[i] = tile[back ? Width - 1 - threadIdx.x : threadIdx.x] * (T)range.scale;
}
}
template __global__ void image::shift<float, 8>(float *, const float *__restrict__, const Range, bool);
int main() { return 0; }
"#;

const OPENCL: &str = r#"
// A "quoted" comment with a back\slash and a ??/ trigraph.
__kernel void add(__global int *out, __global const float *in, __local int *tile, const uint n, const float by)
{
    size_t i = get_global_id(0);
    tile[get_local_id(0)] = (int)(in[i] + by);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n)
        out[i] = tile[get_local_size(0) - 1 - get_local_id(0)];
}
"#;

fn program(path: &str, text: &str, by_hand: ByHand) -> Result<String, String> {
    let source = Source {
        path: path.into(),
        text: Some(text.to_owned()),
    };
    let request = Request {
        by_hand,
        ..Request::default()
    };
    let reruns = rerun::rerun(&source, &Options::default(), &request).map_err(|error| error.to_string())?;
    let module = reruns.file.module.as_deref().ok_or("nothing was parsed")?;
    let run = reruns.runs.first().ok_or("nothing was run")?;
    assert!(run.findings.is_empty(), "{:?}", run.findings);
    emit::emit(module, &run.kernel, &run.inputs)
}

fn launch(arguments: &[&str], arrays: &[&str]) -> ByHand {
    let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    ByHand {
        block: Some([8, 1, 1]),
        grid: Some([2, 1, 1]),
        arguments: owned(arguments),
        arrays: owned(arrays),
        ..ByHand::default()
    }
}

fn emulation() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/emulation")
}

/// Runs a compiler. `None` if there is none on this machine.
fn compile(compiler: &str, flags: &[&str], file: &Path) -> Option<Output> {
    let mut command = Command::new(compiler);
    command.args(flags).arg("-I").arg(emulation()).arg(file);
    match command.output() {
        Ok(output) => Some(output),
        Err(error) => {
            assert_eq!(error.kind(), std::io::ErrorKind::NotFound, "{compiler}: {error}");
            None
        }
    }
}

fn accepted(output: Option<Output>, text: &str) {
    let Some(output) = output else { return };
    assert!(
        output.status.success(),
        "{}\n{text}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn a_cuda_program_is_accepted_by_clang_and_by_a_cpp_compiler() {
    let arguments = ["range.first=1", "range.last=15", "range.scale=2", "back=false"];
    let text = program("shift.cu", CUDA, launch(&arguments, &["in=0..16"])).expect("it can be set up");
    let source = Source {
        path: "test.cu".into(),
        text: Some(text.clone()),
    };
    let module = kverify_frontend::parse(&source, &kverify_frontend::Options::default()).expect("clang runs");
    let errors = module
        .diagnostics
        .iter()
        .filter(|d| d.level == kverify_frontend::ir::Level::Error);
    assert_eq!(errors.count(), 0, "{:?}\n{text}", module.diagnostics);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("test.cpp");
    std::fs::write(&file, &text).expect("it can be written");
    accepted(
        compile(
            "g++",
            &["-std=c++17", "-fsyntax-only", "-Wall", "-Werror=format"],
            &file,
        ),
        &text,
    );
}

#[test]
fn an_opencl_program_is_accepted_by_a_c_compiler() {
    let by_hand = launch(&["n=16", "by=0.5"], &["in=0..15"]);
    let text = program("add.cl", OPENCL, by_hand).expect("it can be set up");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("test.c");
    std::fs::write(&file, &text).expect("it can be written");
    accepted(
        compile("gcc", &["-std=c11", "-fsyntax-only", "-Wall", "-Werror"], &file),
        &text,
    );
    // The text in the program is the kernel's, escapes taken back.
    let program = format!(
        "#include <stdio.h>\n{}\nint main(void) {{ for (unsigned i = 0; i < sizeof kv_lines / sizeof *kv_lines; i++) \
         fputs(kv_lines[i], stdout); return 0; }}\n",
        text.split("\n\n")
            .find(|part| part.contains("kv_lines[] ="))
            .expect("it is there")
            .split("};")
            .next()
            .expect("it")
            .to_owned()
            + "};"
    );
    std::fs::write(&file, &program).expect("it can be written");
    let binary = folder.path().join("test");
    let flags = ["-o", binary.to_str().expect("a plain path")];
    if let Some(output) = compile("gcc", &flags, &file) {
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let printed = Command::new(&binary).output().expect("it runs");
        assert_eq!(String::from_utf8_lossy(&printed.stdout), OPENCL);
    }
}

#[test]
fn what_cannot_be_set_up_is_refused() {
    let rows = "__global__ void k(float **rows) { rows[blockIdx.x * blockDim.x + threadIdx.x][0] = 1.0f; }";
    assert!(program("rows.cu", rows, launch(&[], &[])).is_err());
    let record =
        "struct P { int n; }; __kernel void k(__global int *a, struct P p) { a[get_global_id(0)] = p.n; }";
    assert!(program("record.cl", record, launch(&[], &[])).is_err());
}
