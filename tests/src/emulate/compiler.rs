//! Makes one C++ program of all texts, compiles and runs it.

use super::Text;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

const EMULATION: &str = include_str!("emulation.h");

/// What all launches of `input` left, as `emulation.h` writes it. `entries` are the kernels, each with its text.
pub fn run(texts: &[Text], entries: &[(usize, String)], input: &[u8]) -> Result<Vec<u8>, String> {
    let folder =
        tempfile::tempdir().map_err(|error| format!("no folder for the compiled kernels: {error}"))?;
    let at = |name: &str| folder.path().join(name);
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(at(name), bytes).map_err(|error| format!("{name}: {error}"))
    };
    write("program.cpp", program(texts, entries).as_bytes())?;
    write("emulation.h", EMULATION.as_bytes())?;
    // What it declares is in `emulation.h`.
    write("cuda_fp16.h", b"")?;
    write("input", input)?;
    compile(&at("program.cpp"), &at("program"))?;
    let status = Command::new(at("program"))
        .arg(at("input"))
        .arg(at("output"))
        .status()
        .map_err(|error| format!("the compiled kernels do not start: {error}"))?;
    let output = std::fs::read(at("output")).map_err(|error| format!("no output ({status}): {error}"))?;
    Ok(output)
}

fn compile(source: &Path, program: &Path) -> Result<(), String> {
    // Both sides wrap where signed arithmetic overflows; `char` is signed on every GPU; no fused operations.
    let flags = [
        "-std=c++20",
        "-O0",
        "-w",
        "-fwrapv",
        "-fno-strict-aliasing",
        "-fsigned-char",
        "-ffp-contract=off",
    ];
    let done = Command::new("g++")
        .args(flags)
        .arg("-I")
        .arg(source.with_file_name(""))
        .arg("-o")
        .args([program, source])
        .output()
        .map_err(|error| format!("g++ is needed for this test: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    let messages: String = String::from_utf8_lossy(&done.stderr).chars().take(4000).collect();
    Err(format!("g++ refuses the kernels:\n{messages}"))
}

/// All texts, each in a namespace of its own, and the table of kernels.
fn program(texts: &[Text], entries: &[(usize, String)]) -> String {
    let mut program = String::from("#include \"emulation.h\"\n");
    for (n, Text { name, text }) in texts.iter().enumerate() {
        let (declarations, text) = dynamic_shared(text);
        let _ = write!(
            program,
            "namespace text_{n} {{\n{declarations}#line 1 \"{name}.cu\"\n{text}\n}}\n"
        );
    }
    program.push_str("static const emulation::Entry entries[] = {\n");
    for (text, name) in entries {
        let _ = writeln!(program, "    emulation::Launch<&text_{text}::{name}>::run,");
    }
    program.push_str(
        "};\nint main(int, char **arguments)\n{\n    return emulation::serve(entries, arguments[1], arguments[2]);\n}\n",
    );
    program
}

/// `extern __shared__ T name[]` is an array at file scope; the declaration in the function goes.
pub fn dynamic_shared(text: &str) -> (String, String) {
    let (mut declarations, mut rest) = (String::new(), String::new());
    for line in text.lines() {
        let declared = line
            .trim()
            .strip_prefix("extern __shared__ ")
            .and_then(|d| d.strip_suffix("[];"));
        match declared {
            Some(declared) => {
                let _ = writeln!(declarations, "alignas(16) static {declared}[4096];");
            }
            None => rest.push_str(line),
        }
        rest.push('\n');
    }
    (declarations, rest)
}
