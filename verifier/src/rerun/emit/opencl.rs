//! The launch as an OpenCL host program in C, with the kernel's source in it as text.

use super::{Setup, copy_pieces, fill, introduction, literal, print};
use kverify_frontend::ir::{FloatKind, Ty};
use std::fmt::Write as _;

const HOW: &str = "cc -o test THIS_FILE -lOpenCL && ./test";

const HELPERS: &str = r#"
#define KV_CHECK(error)                                                   \
    do {                                                                  \
        cl_int kv_now = (error);                                          \
        if (kv_now != CL_SUCCESS) {                                       \
            fprintf(stderr, "line %d: error %d\n", __LINE__, (int)kv_now); \
            return 1;                                                     \
        }                                                                 \
    } while (0)
"#;

/// The program.
///
/// # Errors
/// A parameter whose type the host cannot spell.
pub(super) fn program(setup: &Setup<'_>) -> Result<String, String> {
    let mut out = introduction(setup, HOW);
    out.push_str(
        "#define CL_TARGET_OPENCL_VERSION 200\n#include <CL/cl.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
         #include <string.h>\n",
    );
    out.push_str(HELPERS);
    source(&mut out, setup.text);
    for buffer in &setup.buffers {
        fill(&mut out, buffer);
    }
    out.push_str("\nint main(void)\n{\n");
    let offsets = setup.inputs.global_offset;
    device(&mut out, &setup.kernel.name);
    for buffer in &setup.buffers {
        let (name, total) = (&buffer.name, buffer.lead + buffer.bytes);
        if buffer.lead > 0 {
            return Err(format!(
                "`{name}` is accessed before its start; OpenCL hands over whole buffers only"
            ));
        }
        let _ = writeln!(
            out,
            "    unsigned char *{name} = (unsigned char *)calloc({total}, 1);"
        );
        copy_pieces(&mut out, buffer);
        let _ = writeln!(
            out,
            "    cl_mem {name}_device = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, {total}, {name}, \
             &error);\n    KV_CHECK(error);"
        );
    }
    arguments(&mut out, setup)?;
    let [b, g] = [setup.inputs.block_dim, setup.inputs.grid_dim];
    let _ = writeln!(
        out,
        "    size_t offset[] = {{{}, {}, {}}}, global[] = {{{}, {}, {}}}, local[] = {{{}, {}, {}}};\n    \
         KV_CHECK(clEnqueueNDRangeKernel(queue, kernel, 3, offset, global, local, 0, NULL, NULL));\n    \
         KV_CHECK(clFinish(queue));",
        offsets[0],
        offsets[1],
        offsets[2],
        b[0].saturating_mul(g[0]),
        b[1].saturating_mul(g[1]),
        b[2].saturating_mul(g[2]),
        b[0],
        b[1],
        b[2]
    );
    for buffer in &setup.buffers {
        let (name, total) = (&buffer.name, buffer.lead + buffer.bytes);
        let _ = writeln!(
            out,
            "    KV_CHECK(clEnqueueReadBuffer(queue, {name}_device, CL_TRUE, 0, {total}, {name}, 0, NULL, NULL));"
        );
        print(&mut out, buffer);
    }
    out.push_str("    return 0;\n}\n");
    Ok(out)
}

/// The kernel's source as lines of a string.
fn source(out: &mut String, text: &str) {
    out.push_str("\nstatic const char *kv_lines[] = {\n");
    for line in text.lines() {
        out.push_str("    \"");
        for byte in line.bytes() {
            match byte {
                b'"' | b'\\' => {
                    out.push('\\');
                    out.push(char::from(byte));
                }
                b'?' => out.push_str("\\?"),
                b' '..=b'~' => out.push(char::from(byte)),
                _ => {
                    let _ = write!(out, "\\{byte:03o}");
                }
            }
        }
        out.push_str("\\n\",\n");
    }
    out.push_str("    \"\"\n};\n");
}

fn device(out: &mut String, kernel: &str) {
    let _ = writeln!(
        out,
        "    cl_int error;
    cl_platform_id platform;
    cl_device_id id;
    KV_CHECK(clGetPlatformIDs(1, &platform, NULL));
    KV_CHECK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, NULL));
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, &error);
    KV_CHECK(error);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, id, NULL, &error);
    KV_CHECK(error);
    cl_program program = clCreateProgramWithSource(context, sizeof kv_lines / sizeof kv_lines[0], kv_lines, NULL, &error);
    KV_CHECK(error);
    KV_CHECK(clBuildProgram(program, 1, &id, \"-cl-std=CL2.0\", NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, \"{kernel}\", &error);
    KV_CHECK(error);"
    );
}

fn arguments(out: &mut String, setup: &Setup<'_>) -> Result<(), String> {
    for (n, (whole, leaves)) in setup.groups().iter().enumerate() {
        let plain = |leaf: &u32| {
            let param = setup.kernel.params.get(*leaf as usize);
            param.is_some_and(|param| param.name == *whole)
        };
        let Some(leaf) = leaves.first().filter(|leaf| leaves.len() == 1 && plain(leaf)) else {
            return Err(format!(
                "`{whole}` is a struct; its layout is not known to the host program"
            ));
        };
        let local = setup.locals.iter().find(|(param, _)| param == leaf);
        let group = setup.inputs.aliases.iter().find(|group| group.contains(leaf));
        let first = group.and_then(|group| group.first()).unwrap_or(leaf);
        let buffer = setup.buffers.iter().find(|b| b.param == *first);
        if let Some((_, bytes)) = local {
            let _ = writeln!(
                out,
                "    KV_CHECK(clSetKernelArg(kernel, {n}, {bytes}, NULL)); // {whole}"
            );
        } else if let Some(buffer) = buffer {
            let name = &buffer.name;
            let _ = writeln!(
                out,
                "    KV_CHECK(clSetKernelArg(kernel, {n}, sizeof {name}_device, &{name}_device)); // {whole}"
            );
        } else if setup.inputs.is_null(setup.kernel, *leaf) {
            let _ = writeln!(
                out,
                "    KV_CHECK(clSetKernelArg(kernel, {n}, sizeof(cl_mem), NULL)); // {whole}"
            );
        } else {
            let param = setup.kernel.params.get(*leaf as usize);
            let bits = setup
                .scalars
                .iter()
                .find(|(param, _)| param == leaf)
                .map(|(_, bits)| *bits);
            let (Some(param), Some(bits)) = (param, bits) else {
                return Err(format!("`{whole}` cannot be set up from outside"));
            };
            let ty = c_type(param.ty).ok_or_else(|| format!("`{whole}` has a type that C does not have"))?;
            let _ = writeln!(
                out,
                "    {ty} kv_argument_{n} = ({ty}){};\n    \
                 KV_CHECK(clSetKernelArg(kernel, {n}, sizeof kv_argument_{n}, &kv_argument_{n})); // {whole}",
                literal(param.ty, bits)
            );
        }
    }
    Ok(())
}

fn c_type(ty: Ty) -> Option<&'static str> {
    Some(match ty {
        Ty::I8 => "cl_char",
        Ty::Int { bits: 8, .. } => "cl_uchar",
        Ty::I16 => "cl_short",
        Ty::Int { bits: 16, .. } => "cl_ushort",
        Ty::I32 => "cl_int",
        Ty::Int { bits: 32, .. } => "cl_uint",
        Ty::I64 => "cl_long",
        Ty::Int { bits: 64, .. } => "cl_ulong",
        Ty::Float(FloatKind::F32) => "cl_float",
        Ty::Float(FloatKind::F64) => "cl_double",
        _ => return None,
    })
}
