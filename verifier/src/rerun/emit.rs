//! `--emit-test`: a launch as a program of its own, to run under compute-sanitizer or on any device.
//!
//! For CUDA one `.cu` file: the kernel's source as it is, and a `main` that sets up the launch. For OpenCL one C file for the
//! host that holds the kernel's source as text. Arrays begin with exactly the bytes that replay's run began with, as far as
//! it read them, and are as large as it needs.

mod cuda;
mod opencl;

use crate::by_hand::{all_blocks, object_name};
use crate::replay::{self, Contents, Inputs, Limits};
use kverify_frontend::ir::{Kernel, Language, Module, ObjectId, ObjectSource, Param, SourceFile, Space, Ty};
use std::fmt::Write as _;

/// Bytes of one array that are written down.
const MOST_BYTES: u64 = 1 << 20;
/// Bytes behind what the run touched.
const MARGIN: u64 = 256;
/// Zeros between two pieces of an array's contents.
const GAP: usize = 32;

/// A buffer of the launch.
struct Buffer {
    /// The parameter's number.
    param: u32,
    /// For names in the program.
    name: String,
    /// Bytes in front of the pointer that is handed over.
    lead: u64,
    /// Bytes from the pointer on.
    bytes: u64,
    ty: Ty,
    /// What it holds at the start: offset from the pointer, and bytes.
    pieces: Vec<(i64, Vec<u8>)>,
}

/// All that the program sets up.
struct Setup<'a> {
    kernel: &'a Kernel,
    inputs: &'a Inputs,
    buffers: Vec<Buffer>,
    /// Scalar parameters with their bits.
    scalars: Vec<(u32, u128)>,
    /// Bytes of dynamic shared memory, and of each `__local` parameter.
    dynamic: u64,
    locals: Vec<(u32, u64)>,
    text: &'a str,
    path: &'a str,
    /// Not all blocks of the launch were run.
    partial: bool,
}

/// The program for a launch.
///
/// # Errors
/// What cannot be set up from outside of the kernel: arrays of pointers, images, structs in OpenCL, very large arrays, kernels in Python files.
pub fn emit(module: &Module, kernel: &Kernel, inputs: &Inputs) -> Result<String, String> {
    let in_python = |file: &SourceFile| kverify_frontend::is_python(file.path.as_ref());
    if module.files.iter().next().is_some_and(in_python) {
        return Err(
            "the kernel stands in a string of a Python file, which no program can include".to_owned(),
        );
    }
    let setup = Setup::new(module, kernel, inputs)?;
    match kernel.language {
        Language::Cuda => Ok(cuda::program(&setup)),
        Language::OpenCl => opencl::program(&setup),
    }
}

impl<'a> Setup<'a> {
    fn new(module: &'a Module, kernel: &'a Kernel, inputs: &'a Inputs) -> Result<Setup<'a>, String> {
        let limits = Limits {
            fuel: 100_000_000,
            threads: 1 << 16,
            pages: 1 << 18,
            ..Limits::default()
        };
        let threads = inputs.block_dim.iter().chain(&inputs.grid_dim);
        let threads = threads.fold(1u64, |n, &size| n.saturating_mul(size));
        let partial = threads > limits.threads;
        let whole = Inputs {
            blocks: match partial {
                true => inputs.blocks.clone(),
                false => all_blocks(inputs.grid_dim).map_err(|error| error.to_string())?,
            },
            ..inputs.clone()
        };
        let watched: Vec<ObjectId> = kernel.objects.indices().collect();
        let (_, contents) = replay::run_watching(kernel, &whole, &limits, &watched);
        if contents.iter().any(|c| c.row != 0) {
            return Err("arrays of pointers and images cannot be set up from outside".to_owned());
        }
        let source = module.files.iter().next();
        let mut setup = Setup {
            kernel,
            inputs,
            buffers: Vec::new(),
            scalars: replay::scalars(kernel, inputs),
            dynamic: 0,
            locals: Vec::new(),
            text: source.map_or("", |file| file.text.as_str()),
            path: source.map_or("", |file| file.path.as_str()),
            partial,
        };
        for (n, param) in (0..).zip(&kernel.params) {
            if let Some(object) = param.object.filter(|_| !inputs.is_null(kernel, n)) {
                setup.parameter(n, param, object, &contents)?;
            }
        }
        let dynamic = kernel
            .objects
            .iter_enumerated()
            .filter(|(_, o)| o.source == ObjectSource::DynamicShared);
        setup.dynamic = dynamic
            .map(|(id, _)| size_of(id, inputs, &contents))
            .max()
            .unwrap_or(0);
        Ok(setup)
    }

    fn parameter(
        &mut self,
        n: u32,
        param: &Param,
        object: ObjectId,
        contents: &[Contents],
    ) -> Result<(), String> {
        let Some(declared) = self.kernel.objects.get(object) else {
            return Ok(());
        };
        let bytes = size_of(object, self.inputs, contents);
        match declared.space {
            Space::Shared => {
                self.locals.push((n, bytes.max(1)));
                return Ok(());
            }
            Space::Image => {
                return Err(format!(
                    "`{}` is an image and cannot be set up from outside",
                    param.name
                ));
            }
            _ if declared.elem == Ty::Ptr => {
                return Err(format!(
                    "`{}` holds pointers and cannot be set up from outside",
                    param.name
                ));
            }
            _ => {}
        }
        let own = contents.iter().find(|c| c.object == object);
        let lowest = own.map_or(0, |c| c.extent.0.min(0)).unsigned_abs();
        if bytes > MOST_BYTES || lowest > MOST_BYTES {
            return Err(format!("`{}` needs more than {MOST_BYTES} bytes", param.name));
        }
        let initial = own.map_or(&[][..], |c| c.initial.as_slice());
        self.buffers.push(Buffer {
            param: n,
            name: identifier(&object_name(self.kernel, object)),
            lead: lowest.next_multiple_of(MARGIN),
            bytes: bytes + MARGIN,
            ty: if declared.elem.bytes() > 0 {
                declared.elem
            } else {
                Ty::U8
            },
            pieces: pieces(initial),
        });
        Ok(())
    }

    /// The parameter's group: leaves of one struct belong together.
    fn groups(&self) -> Vec<(String, Vec<u32>)> {
        let mut groups: Vec<(String, Vec<u32>)> = Vec::new();
        for (n, param) in (0..).zip(&self.kernel.params) {
            let whole = param.name.split(['.', '[']).next().unwrap_or("").to_owned();
            match groups.last_mut() {
                Some((name, leaves)) if *name == whole && param.name != whole => leaves.push(n),
                _ => groups.push((whole, vec![n])),
            }
        }
        groups
    }
}

/// Bytes of an object that the run touched, or that it was given.
fn size_of(object: ObjectId, inputs: &Inputs, contents: &[Contents]) -> u64 {
    let given = inputs
        .sizes
        .iter()
        .filter(|(o, _)| *o == object)
        .map(|(_, bytes)| *bytes);
    let cells = inputs.cells.iter().filter(|c| c.object == object);
    let cells = cells.map(|c| u64::try_from(c.offset + i128::from(c.ty.bytes())).unwrap_or(0));
    let touched = contents.iter().filter(|c| c.object == object);
    let touched = touched.map(|c| u64::try_from(c.extent.1).unwrap_or(0));
    given.chain(cells).chain(touched).max().unwrap_or(0)
}

/// Bytes by offset, in pieces without long gaps.
fn pieces(initial: &[(i64, u8)]) -> Vec<(i64, Vec<u8>)> {
    let mut pieces: Vec<(i64, Vec<u8>)> = Vec::new();
    for &(offset, byte) in initial.iter().filter(|(_, byte)| *byte != 0) {
        match pieces.last_mut() {
            Some((start, bytes)) if offset - (*start + bytes.len() as i64) < GAP as i64 => {
                bytes.resize((offset - *start) as usize, 0);
                bytes.push(byte);
            }
            _ => pieces.push((offset, vec![byte])),
        }
    }
    pieces
}

/// A name that C allows.
fn identifier(name: &str) -> String {
    let plain = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    format!("kv_{}", plain.collect::<String>())
}

/// The table of a buffer's contents, and the code that copies it.
fn fill(out: &mut String, buffer: &Buffer) {
    let name = &buffer.name;
    for (n, (_, bytes)) in buffer.pieces.iter().enumerate() {
        let _ = write!(out, "static const unsigned char {name}_{n}[] = {{");
        for (i, byte) in bytes.iter().enumerate() {
            let _ = write!(out, "{}{byte},", if i % 24 == 0 { "\n    " } else { "" });
        }
        out.push_str("\n};\n");
    }
}

fn copy_pieces(out: &mut String, buffer: &Buffer) {
    let name = &buffer.name;
    for (n, (offset, _)) in buffer.pieces.iter().enumerate() {
        let at = buffer.lead as i64 + offset;
        let _ = writeln!(out, "    memcpy({name} + {at}, {name}_{n}, sizeof {name}_{n});");
    }
}

/// What prints a buffer at the end.
fn print(out: &mut String, buffer: &Buffer) {
    let (name, size) = (&buffer.name, buffer.ty.bytes());
    let (c, format, cast) = match buffer.ty {
        Ty::Float(kverify_frontend::ir::FloatKind::F32) => ("float", "%.9g", "(double)"),
        Ty::Float(kverify_frontend::ir::FloatKind::F64) => ("double", "%.17g", "(double)"),
        Ty::I8 => ("signed char", "%lld", "(long long)"),
        Ty::I16 => ("short", "%lld", "(long long)"),
        Ty::I32 => ("int", "%lld", "(long long)"),
        Ty::I64 => ("long long", "%lld", "(long long)"),
        Ty::Int { bits: 32, .. } => ("unsigned", "%llu", "(unsigned long long)"),
        Ty::Int { bits: 64, .. } => ("unsigned long long", "%llu", "(unsigned long long)"),
        _ if size == 2 => ("unsigned short", "%llu", "(unsigned long long)"),
        _ => ("unsigned char", "%llu", "(unsigned long long)"),
    };
    let _ = writeln!(
        out,
        "    for (size_t i = 0; i < {bytes} / sizeof({c}) && i < 256; i++) {{\n        {c} element;\n        \
         memcpy(&element, {name} + {lead} + i * sizeof element, sizeof element);\n        \
         printf(\"{shown}[%zu] = {format}\\n\", i, {cast}element);\n    }}",
        bytes = buffer.bytes - MARGIN,
        lead = buffer.lead,
        shown = name.trim_start_matches("kv_"),
    );
}

/// A constant of C for the bits of a scalar.
fn literal(ty: Ty, bits: u128) -> String {
    match crate::report::value(ty, bits) {
        crate::report::Value::Integer(n) if n == i128::from(i64::MIN) => {
            "(-9223372036854775807LL - 1)".to_owned()
        }
        crate::report::Value::Integer(n) if n < 0 => format!("({n}LL)"),
        crate::report::Value::Integer(n) => format!("{n}ULL"),
        crate::report::Value::Unsigned(n) => format!("{}ULL", n as u64),
        crate::report::Value::Float(x) if x.is_nan() => "(0.0 / 0.0)".to_owned(),
        crate::report::Value::Float(x) if x.is_infinite() && x > 0.0 => "(1.0 / 0.0)".to_owned(),
        crate::report::Value::Float(x) if x.is_infinite() => "(-1.0 / 0.0)".to_owned(),
        crate::report::Value::Float(x) => format!("({x:?})"),
    }
}

/// The comment that the program begins with.
fn introduction(setup: &Setup<'_>, how: &str) -> String {
    let launch = super::launch_words(setup.kernel, setup.inputs);
    let mut text = format!(
        "// Written by kverify: {}, launched as {launch}.\n//\n//   {how}\n",
        crate::report::words::kernel_name(setup.kernel)
    );
    if setup.partial {
        text.push_str("//\n// The launch is too large for replay to run all of it: blocks that it did not run may leave the arrays.\n");
    }
    if !setup.inputs.aliases.is_empty() {
        text.push_str("//\n// Parameters that are handed the same buffer share the first one's.\n");
    }
    text
}
