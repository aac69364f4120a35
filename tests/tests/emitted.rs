//! Emitted programs are accepted by ordinary compilers, set up what the run began with, and show what the witness says.

use kverify::answer::{Action, Finding, Kind, Place};
use kverify::by_hand::ByHand;
use kverify::replay::{self, Contents, Inputs, Limits, Schedule};
use kverify::report::Value;
use kverify::rerun::{self, Request, emit};
use kverify::{Options, Source, Status};
use kverify_frontend::ir::{FloatKind, Kernel, Language, Module, ObjectId, Scope, Space, Ty};
use kverify_tests::emitted::{Access, Failure, as_cpp, execute, host_headers, is_launch};
use kverify_tests::{corpus, expect, tool};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Sources whose confirmed races are run. All others of the repository do as well, but compiling them takes minutes.
const SOURCES: [&str; 3] = ["examples/basics", "examples/carp", "examples/clvis"];

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
    ByHand::of([8, 1, 1], [2, 1, 1], arguments, arrays)
}

/// Runs a compiler. `None` if there is none on this machine.
fn compile(compiler: &str, flags: &[&str], file: &Path) -> Option<Output> {
    let mut command = Command::new(compiler);
    command.args(flags).arg("-I").arg(host_headers()).arg(file);
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
    std::fs::write(&file, as_cpp(&text)).expect("it can be written");
    accepted(
        compile("g++", &["-std=c++20", "-fsyntax-only", "-Werror=format"], &file),
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
#[expect(clippy::print_stderr, reason = "what is skipped is said")]
fn an_opencl_program_runs_on_an_implementation_of_opencl() {
    let by_hand = launch(&["n=16", "by=0.5"], &["in=0..15"]);
    let text = program("add.cl", OPENCL, by_hand).expect("it can be set up");
    let folder = tempfile::tempdir().expect("a folder");
    let (file, binary) = (folder.path().join("test.c"), folder.path().join("test"));
    std::fs::write(&file, &text).expect("it can be written");
    let linked = Command::new("cc")
        .args(["-w", "-o"])
        .args([&binary, &file])
        .arg("-lOpenCL")
        .output();
    if !linked.is_ok_and(|output| output.status.success()) {
        eprintln!(
            "skipped: OpenCL is not installed (Debian: pocl-opencl-icd, ocl-icd-opencl-dev, opencl-c-headers)"
        );
        return;
    }
    let output = Command::new(&binary).output().expect("it runs");
    let (printed, complaint) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    // The first of its calls is for a platform.
    if complaint.contains("error -1001") {
        eprintln!("skipped: there is no platform of OpenCL (Debian: pocl-opencl-icd)");
        return;
    }
    assert!(output.status.success(), "{complaint}");
    for i in 0..16 {
        let mirrored = i / 8 * 8 + 7 - i % 8;
        assert!(printed.contains(&format!("out[{i}] = {mirrored}\n")), "{printed}");
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

/// What became of the confirmed races of a file.
#[derive(Default)]
struct Tally {
    /// Run, and seen in the addresses.
    seen: usize,
    /// Arrays whose contents at the end are as replay says.
    compared: usize,
    /// Not run, and why.
    skipped: Vec<String>,
    wrong: Vec<String>,
}

/// Emits a program for each confirmed race of the source and runs it.
fn races(path: &Path, tally: &Mutex<Tally>) {
    let name = corpus::short_name(path);
    let text = std::fs::read_to_string(path).expect("a text");
    let settings = expect::parse(&text).expect("a case").settings;
    let report = tool::report(path, &text, &settings).expect("a report");
    for file in &report.files {
        let Some(module) = file.module.as_deref() else {
            continue;
        };
        for kernel in &file.kernels {
            for judged in &kernel.findings {
                let finding = &judged.finding;
                // The emulation's barriers never let go: what lies behind a divergence does not happen there.
                let confirmed = (finding.kind, judged.status) == (Kind::DataRace, Status::Confirmed)
                    && finding.behind.is_none();
                let Some(inputs) = judged.inputs.clone().filter(|_| confirmed) else {
                    continue;
                };
                let inputs = in_order(inputs);
                let lines = finding.places.each_ref().map(|place| place.loc.span.line);
                let label = format!("{name}: {} lines {lines:?}", kernel.kernel.name);
                let became = race(module, &kernel.kernel, finding, inputs);
                let mut tally = tally.lock().expect("no thread panicked");
                match became {
                    Ok(compared) => {
                        tally.seen += 1;
                        tally.compared += compared;
                    }
                    Err(Failure::Refused(why)) => tally.skipped.push(format!("{label}: {why}")),
                    Err(Failure::Failed(why)) => tally.wrong.push(format!("{label}: {why}")),
                }
            }
        }
    }
}

/// The launch as the emulation runs it: all blocks, one after the other, each thread until it must wait.
fn in_order(inputs: Inputs) -> Inputs {
    Inputs {
        schedule: Schedule::InOrder,
        lockstep: 1,
        blocks: kverify::by_hand::all_blocks(inputs.grid_dim).unwrap_or(inputs.blocks),
        ..inputs
    }
}

/// Runs the launch as a program; the number of arrays whose contents agree with replay's run of the same launch.
fn race(module: &Module, kernel: &Kernel, finding: &Finding, inputs: Inputs) -> Result<usize, Failure> {
    let params = kernel.params.iter().filter_map(|param| param.object);
    let watched: Vec<ObjectId> = params
        .filter(|&id| kernel.objects[id].space != Space::Shared)
        .collect();
    let (run, contents) = replay::run_watching(kernel, &inputs, &Limits::default(), &watched);
    let key = |places: &[Place; 2]| {
        let mut key = places
            .each_ref()
            .map(|place| (place.loc.span.line, place.loc.span.column));
        key.sort_unstable();
        key
    };
    let shown = run
        .conflicts
        .iter()
        .find(|c| key(&c.places) == key(&finding.places));
    let Some(conflict) = shown else {
        return Err(Failure::Refused("not under this schedule".to_owned()));
    };
    let text = emit::emit(module, kernel, &inputs).map_err(Failure::Refused)?;
    let execution = execute(&text, kernel.language)?;
    if !is_launch(&execution, &inputs) {
        return Err(Failure::Failed("the program ran another launch".to_owned()));
    }
    let of = |n: usize| {
        let (at, line) = (&conflict.threads[n], conflict.places[n].loc.span.line);
        let by_thread = execution
            .accesses
            .iter()
            .filter(move |a| (a.block, a.thread) == (at.block, at.thread));
        by_thread.filter(move |access| access.lines.contains(&line))
    };
    let logged = |place: &Place| {
        let writes = place.action != Action::Read;
        let at_line = |access: &Access| access.lines.contains(&place.loc.span.line);
        execution
            .accesses
            .iter()
            .any(|access| at_line(access) && access.write == writes)
    };
    if !conflict.places.iter().all(logged) {
        // Stores of what a call gives by value, for one.
        return Err(Failure::Refused(
            "the compiler does not log its accesses".to_owned(),
        ));
    }
    if !of(0).any(|one| of(1).any(|other| one.conflicts(other, conflict.space == Space::Shared))) {
        let threads = conflict.threads.each_ref().map(|at| (at.block, at.thread));
        return Err(Failure::Failed(format!(
            "threads {threads:?} do not meet in memory\n{text}"
        )));
    }
    // Replay lets blocks take turns at barriers, the emulation runs one after the other.
    if run.conflicts.iter().any(|conflict| conflict.scope == Scope::Grid) {
        return Ok(0);
    }
    compare(kernel, &contents, &execution.printed).map_err(Failure::Failed)
}

/// Whether the arrays hold at the end what replay says.
fn compare(
    kernel: &Kernel,
    contents: &[Contents],
    printed: &BTreeMap<(String, u64), String>,
) -> Result<usize, String> {
    for found in contents {
        let array = kverify::by_hand::object_name(kernel, found.object)
            .replace(|c: char| !c.is_ascii_alphanumeric(), "_");
        for &(index, bits) in found
            .elements
            .iter()
            .filter(|(index, _)| (0..256).contains(index))
        {
            let Some(text) = printed.get(&(array.clone(), index as u64)) else {
                return Err(format!("`{array}[{index}]` is not printed"));
            };
            let same = match kverify::report::value(found.ty, bits) {
                Value::Integer(n) => *text == n.to_string(),
                Value::Unsigned(n) => *text == n.to_string(),
                // Nine digits tell all floats apart; what functions of a library give differs in the last places.
                Value::Float(x) if found.ty == Ty::Float(FloatKind::F32) => text
                    .parse::<f32>()
                    .is_ok_and(|y| y == x as f32 || y.is_nan() && x.is_nan() || nearly(y, x as f32)),
                Value::Float(x) => text
                    .parse::<f64>()
                    .is_ok_and(|y| y == x || y.is_nan() && x.is_nan()),
            };
            if !same {
                let value = kverify::report::value(found.ty, bits);
                return Err(format!("`{array}[{index}]` is {text}, and by replay {value:?}"));
            }
        }
    }
    Ok(contents.len())
}

fn nearly(a: f32, b: f32) -> bool {
    (a - b).abs() <= 2e-6 * b.abs()
}

#[test]
#[expect(clippy::print_stderr, reason = "what is skipped is said")]
fn emitted_programs_show_the_races_of_their_witnesses() {
    let missing = |program: &&&str| Command::new(program).arg("--version").output().is_err();
    if let Some(program) = ["g++", "gcc", "addr2line"].iter().find(missing) {
        eprintln!("skipped: {program} is not installed");
        return;
    }
    let paths: Vec<_> = SOURCES
        .iter()
        .flat_map(|folder| corpus::sources(folder))
        .collect();
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    races(path, &tally);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no thread panicked");
    eprintln!(
        "{} races seen, {} arrays compared\nskipped:\n{}",
        tally.seen,
        tally.compared,
        tally.skipped.join("\n")
    );
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(tally.seen > 20, "only {} races were run", tally.seen);
    assert!(
        tally.skipped.len() < tally.seen,
        "{} were not run:\n{}",
        tally.skipped.len(),
        tally.skipped.join("\n")
    );
}

#[test]
fn a_program_with_other_data_would_be_noticed() {
    if Command::new("g++").arg("--version").output().is_err() {
        return;
    }
    let halves = "__global__ void halves(int *a, int by) { a[threadIdx.x / by] = threadIdx.x; }";
    let source = Source {
        path: "halves.cu".into(),
        text: Some(halves.to_owned()),
    };
    let request = Request {
        by_hand: ByHand {
            grid: Some([1, 1, 1]),
            ..launch(&["by=2"], &[])
        },
        ..Request::default()
    };
    let reruns = rerun::rerun(&source, &Options::default(), &request).expect("it runs");
    let (run, module) = (
        &reruns.runs[0],
        reruns.file.module.as_deref().expect("it is parsed"),
    );
    let text = emit::emit(module, &run.kernel, &run.inputs).expect("it can be set up");
    let meet = |text: &str| {
        let execution = execute(text, Language::Cuda).expect("it runs");
        assert!(is_launch(&execution, &run.inputs));
        let writes: Vec<&Access> = execution.accesses.iter().filter(|access| access.write).collect();
        writes
            .iter()
            .any(|one| writes.iter().any(|other| one.conflicts(other, false)))
    };
    assert!(meet(&text));
    assert!(text.contains("2ULL"), "{text}");
    assert!(!meet(&text.replace("2ULL", "1ULL")));
    let execution =
        execute(&text.replace("dim3(8, 1, 1)", "dim3(4, 1, 1)"), Language::Cuda).expect("it runs");
    assert!(!is_launch(&execution, &run.inputs));
}
