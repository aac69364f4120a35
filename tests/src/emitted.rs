//! Programs that `--emit-test` writes, compiled and run thread by thread: what they set up, and which memory they touch.
//!
//! CUDA programs are compiled as C++ against `emulate/host/cuda_runtime.h`. Host programs of OpenCL are compiled as they are
//! against `emulate/host/opencl.cpp`, a device that compiles kernels as C++. Both run on `emulate/emulation.h`. The kernel is
//! compiled as for a thread sanitizer, whose hooks are ours: each access of each thread is logged, with its address and line.
//! Nothing of kverify's own interpreter has a part in that.

use kverify::replay::Inputs;
use kverify_frontend::ir::Language;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The folder of the stand-ins' headers.
pub fn host_headers() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/emulate/host")
}

/// What the kernel's source is called where lines are told.
const SOURCE: &str = "kernel.source";

/// An access of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Lines of the kernel's source, from the innermost inlined function outward.
    pub lines: Vec<u32>,
    /// Where.
    pub address: u64,
    /// How many bytes.
    pub size: u64,
    /// Whether it writes.
    pub write: bool,
    /// `blockIdx`.
    pub block: [u64; 3],
    /// `threadIdx`.
    pub thread: [u64; 3],
    /// Barriers that the thread had passed: those that order shared memory, global memory, and its warp.
    pub barriers: [u32; 3],
}

impl Access {
    /// Whether two threads may come to the two accesses of shared memory, or of global memory, at the same time, touch the same
    /// bytes, and one changes them.
    pub fn conflicts(&self, other: &Access, shared: bool) -> bool {
        let overlap = self.address < other.address + other.size && other.address < self.address + self.size;
        let number = |access: &Access| (access.block, access.thread);
        let passed = |access: &Access| (access.barriers[usize::from(!shared)], access.barriers[2]);
        let together = self.block != other.block || passed(self) == passed(other);
        overlap && (self.write || other.write) && number(self) != number(other) && together
    }
}

/// What a program did.
#[derive(Clone, Debug, Default)]
pub struct Execution {
    /// What it printed of its arrays: name and index, and the value as text.
    pub printed: BTreeMap<(String, u64), String>,
    /// What its kernel accessed.
    pub accesses: Vec<Access>,
}

/// Why there is no execution.
#[derive(Clone, Debug)]
pub enum Failure {
    /// The stand-ins do not have all that the source uses.
    Refused(String),
    /// The program is wrong.
    Failed(String),
}

/// Compiles and runs a program.
///
/// # Errors
/// If it uses what the stand-ins lack, or does not run to its end.
pub fn execute(program: &str, language: Language) -> Result<Execution, Failure> {
    let failed = |what: &str, error: std::io::Error| Failure::Failed(format!("{what}: {error}"));
    let folder = tempfile::tempdir().map_err(|error| failed("no folder", error))?;
    let at = |name: &str| folder.path().join(name);
    let (text, name) = match language {
        Language::Cuda => (as_cpp(program), "program.cpp"),
        Language::OpenCl => (program.to_owned(), "program.c"),
    };
    std::fs::write(at(name), text).map_err(|error| failed(name, error))?;
    if language == Language::OpenCl {
        std::fs::write(at("device.o"), device()?).map_err(|error| failed("device.o", error))?;
    }
    let compiled = match language {
        Language::Cuda => vec![
            instrumented(&at("program.o"), &at(name)),
            linked(folder.path(), &["program.o"]),
        ],
        Language::OpenCl => vec![
            host(&at("program.o"), &at(name)),
            linked(folder.path(), &["program.o", "device.o"]),
        ],
    };
    for mut command in compiled {
        succeed(&mut command).map_err(Failure::Refused)?;
    }
    let trace = at("trace");
    let mut run = Command::new(at("program"));
    run.env("KV_TRACE_FILE", &trace)
        .env("KV_FOLDER", folder.path())
        .env("KV_COMPILER", compiler_words())
        .env("KV_SOURCE", SOURCE);
    // What the device cannot compile, it says with this status.
    let output = run
        .output()
        .map_err(|error| failed("the program does not start", error))?;
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(
            match complaint.contains("kernel.cpp") || complaint.contains(": error:") {
                true => Failure::Refused(complaint),
                false => Failure::Failed(format!("{}: {complaint}", output.status)),
            },
        );
    }
    let binary = match language {
        Language::Cuda => at("program"),
        Language::OpenCl => at("kernel.so"),
    };
    Ok(Execution {
        printed: printed(&String::from_utf8_lossy(&output.stdout)),
        accesses: accesses(&trace, &binary).map_err(Failure::Failed)?,
    })
}

/// What is different for a compiler of C++: launches know the kernel's type, dynamic shared memory is an array, and the source
/// has lines of its own.
pub fn as_cpp(program: &str) -> String {
    let marker = "#define main kv_main_of_the_file\n";
    let program = program
        .replace("cudaLaunchKernel((const void *)&", "cudaLaunchKernel(&")
        .replace(marker, &format!("{marker}#line 1 \"{SOURCE}\"\n"))
        .replace("#undef main\n", "#undef main\n#line 1 \"program.cpp\"\n");
    let (arrays, rest) = crate::emulate::dynamic_shared(&program);
    format!("#include <cuda_runtime.h>\n{arrays}\n{rest}")
}

/// The flags under which both sides compute the same, and accesses are logged.
fn instrumentation() -> Vec<String> {
    let flags = [
        "-std=c++20",
        "-O0",
        "-g",
        "-w",
        "-fwrapv",
        "-fno-strict-aliasing",
        "-fsigned-char",
        "-ffp-contract=off",
        "-fsanitize=thread",
        "-DKV_TRACE",
        "-I",
    ];
    let mut flags: Vec<String> = flags.map(str::to_owned).into();
    flags.push(host_headers().display().to_string());
    flags
}

fn compiler_words() -> String {
    format!("g++ {}", instrumentation().join(" "))
}

fn instrumented(object: &Path, source: &Path) -> Command {
    let mut command = Command::new("g++");
    command
        .args(instrumentation())
        .arg("-c")
        .arg("-o")
        .args([object, source]);
    command
}

/// The device of OpenCL as an object file, which is compiled once.
fn device() -> Result<&'static [u8], Failure> {
    static DEVICE: OnceLock<Result<Vec<u8>, String>> = OnceLock::new();
    let compiled = DEVICE.get_or_init(|| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let object = folder.path().join("device.o");
        let mut command = Command::new("g++");
        command
            .args(["-std=c++20", "-O0", "-w", "-c", "-I"])
            .arg(host_headers());
        command
            .arg("-o")
            .arg(&object)
            .arg(host_headers().join("opencl.cpp"));
        succeed(&mut command)?;
        std::fs::read(&object).map_err(|error| error.to_string())
    });
    match compiled {
        Ok(object) => Ok(object),
        Err(message) => Err(Failure::Failed(format!(
            "the device of OpenCL does not compile: {message}"
        ))),
    }
}

fn host(object: &Path, source: &Path) -> Command {
    let mut command = Command::new("gcc");
    command
        .args(["-std=c11", "-O0", "-w", "-c", "-I"])
        .arg(host_headers());
    command.arg("-o").args([object, source]);
    command
}

/// Linked without the sanitizer's runtime.
fn linked(folder: &Path, objects: &[&str]) -> Command {
    let mut command = Command::new("g++");
    command
        .current_dir(folder)
        .args(["-o", "program"])
        .args(objects)
        .arg("-ldl");
    command
}

fn succeed(command: &mut Command) -> Result<Output, String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(output),
        false => Err(String::from_utf8_lossy(&output.stderr)
            .chars()
            .take(2000)
            .collect()),
    }
}

/// Lines such as `out[3] = 7`.
fn printed(text: &str) -> BTreeMap<(String, u64), String> {
    let entry = |line: &str| {
        let (place, value) = line.split_once(" = ")?;
        let (name, index) = place.strip_suffix(']')?.split_once('[')?;
        Some(((name.to_owned(), index.parse().ok()?), value.to_owned()))
    };
    text.lines().filter_map(entry).collect()
}

/// The accesses that lie on lines of the kernel's source.
fn accesses(trace: &Path, binary: &Path) -> Result<Vec<Access>, String> {
    let bytes = std::fs::read(trace).map_err(|error| format!("nothing was accessed: {error}"))?;
    let word = |record: &[u8], at: usize| {
        let bytes = record.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes)
    };
    let long = |record: &[u8], at: usize| u64::from(word(record, at)) | u64::from(word(record, at + 4)) << 32;
    let records = || bytes.chunks_exact(64);
    let places: Vec<u64> = records().map(|record| long(record, 0)).collect();
    let lines = lines(&places, binary)?;
    let triple = |record: &[u8], at: usize| [0, 4, 8].map(|n| u64::from(word(record, at + n)));
    let access = |record: &[u8]| {
        Some(Access {
            lines: lines
                .get(&long(record, 0))
                .filter(|lines| !lines.is_empty())?
                .clone(),
            address: long(record, 8),
            size: u64::from(word(record, 16)),
            write: word(record, 20) != 0,
            block: triple(record, 24),
            thread: triple(record, 36),
            barriers: [48, 52, 56].map(|at| word(record, at)),
        })
    };
    Ok(records().filter_map(access).collect())
}

/// The source lines of places in a program, by `addr2line`.
fn lines(places: &[u64], binary: &Path) -> Result<BTreeMap<u64, Vec<u32>>, String> {
    let mut wanted = places.to_vec();
    wanted.sort_unstable();
    wanted.dedup();
    let mut found = BTreeMap::new();
    for part in wanted.chunks(1000) {
        let mut command = Command::new("addr2line");
        command.args(["-i", "-a", "-e"]).arg(binary);
        // The call lies before the address to which it returns.
        command.args(part.iter().map(|place| format!("{:#x}", place - 1)));
        let output = succeed(&mut command)?;
        let mut current = None;
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            if let Some(place) = line.strip_prefix("0x") {
                current = u64::from_str_radix(place, 16).ok().map(|place| place + 1);
            } else if let (Some(place), Some((file, number))) = (current, line.split_once(':')) {
                let lines: &mut Vec<u32> = found.entry(place).or_default();
                let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
                if file.ends_with(SOURCE) {
                    lines.extend(digits.parse::<u32>());
                }
            }
        }
    }
    Ok(found)
}

/// Whether the program ran the launch: all its threads and no others.
pub fn is_launch(execution: &Execution, inputs: &Inputs) -> bool {
    let mut seen: Vec<_> = execution
        .accesses
        .iter()
        .map(|access| (access.block, access.thread))
        .collect();
    seen.sort_unstable();
    seen.dedup();
    let inside = |at: &[u64; 3], of: &[u64; 3]| (0..3).all(|d| at[d] < of[d]);
    let all: u64 = inputs.grid_dim.iter().chain(&inputs.block_dim).product();
    seen.len() as u64 == all
        && seen
            .iter()
            .all(|(b, t)| inside(b, &inputs.grid_dim) && inside(t, &inputs.block_dim))
}
