//! The launch as a CUDA program. Types of parameters are taken from the kernel itself, so that structs, templates and
//! qualifiers need no second spelling.

use super::{Setup, copy_pieces, fill, introduction, literal, print};
use std::fmt::Write as _;

const HOW: &str = "nvcc -lineinfo -o test THIS_FILE && compute-sanitizer --tool racecheck ./test";

const HELPERS: &str = r#"
#define KV_CHECK(call)                                                              \
    do {                                                                            \
        cudaError_t kv_error = (call);                                              \
        if (kv_error != cudaSuccess) {                                              \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(kv_error));       \
            return 1;                                                               \
        }                                                                           \
    } while (0)

// The type of a kernel's parameter number N.
template <unsigned N, class F> struct KvParameter;
template <class First, class... Rest> struct KvParameter<0, void (*)(First, Rest...)> { typedef First type; };
template <unsigned N, class First, class... Rest>
struct KvParameter<N, void (*)(First, Rest...)> : KvParameter<N - 1, void (*)(Rest...)> {};
"#;

/// The program.
pub(super) fn program(setup: &Setup<'_>) -> String {
    let mut out = introduction(setup, HOW);
    out.push_str("#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <cuda_runtime.h>\n\n");
    let _ = writeln!(
        out,
        "// ---- {}, as it is ----\n#define main kv_main_of_the_file",
        setup.path
    );
    out.push_str(setup.text);
    out.push_str("\n#undef main\n// ---- end of it ----\n");
    out.push_str(HELPERS);
    out.push('\n');
    for buffer in &setup.buffers {
        fill(&mut out, buffer);
    }
    out.push_str("\nint main()\n{\n");
    for buffer in &setup.buffers {
        let (name, total) = (&buffer.name, buffer.lead + buffer.bytes);
        let _ = writeln!(
            out,
            "    unsigned char *{name} = (unsigned char *)calloc({total}, 1), *{name}_device;"
        );
        copy_pieces(&mut out, buffer);
        let _ = writeln!(out, "    KV_CHECK(cudaMalloc((void **)&{name}_device, {total}));");
        let _ = writeln!(
            out,
            "    KV_CHECK(cudaMemcpy({name}_device, {name}, {total}, cudaMemcpyHostToDevice));"
        );
    }
    arguments(&mut out, setup);
    launch(&mut out, setup);
    for buffer in &setup.buffers {
        let (name, total) = (&buffer.name, buffer.lead + buffer.bytes);
        let _ = writeln!(
            out,
            "    KV_CHECK(cudaMemcpy({name}, {name}_device, {total}, cudaMemcpyDeviceToHost));"
        );
        print(&mut out, buffer);
    }
    out.push_str("    return 0;\n}\n");
    out
}

fn kernel_name(setup: &Setup<'_>) -> String {
    format!("{}{}", setup.kernel.name, setup.kernel.instantiation)
}

fn arguments(out: &mut String, setup: &Setup<'_>) {
    let name = kernel_name(setup);
    let groups = setup.groups();
    for (n, (whole, leaves)) in groups.iter().enumerate() {
        let _ = writeln!(
            out,
            "    KvParameter<{n}, decltype(&{name})>::type kv_argument_{n} = {{}};"
        );
        for &leaf in leaves {
            let Some(param) = setup.kernel.params.get(leaf as usize) else {
                continue;
            };
            let member = param.name.strip_prefix(whole.as_str()).unwrap_or("");
            let place = format!("kv_argument_{n}{member}");
            let value = value(setup, leaf);
            let _ = writeln!(out, "    {place} = (decltype({place})){value}; // {}", param.name);
        }
    }
    let addresses: Vec<String> = (0..groups.len()).map(|n| format!("&kv_argument_{n}")).collect();
    // An array needs an element.
    let addresses = if addresses.is_empty() {
        "0".to_owned()
    } else {
        addresses.join(", ")
    };
    let _ = writeln!(out, "    void *kv_arguments[] = {{{addresses}}};");
}

fn value(setup: &Setup<'_>, leaf: u32) -> String {
    let group = setup.inputs.aliases.iter().find(|group| group.contains(&leaf));
    let first = group.and_then(|group| group.first()).copied().unwrap_or(leaf);
    if let Some(buffer) = setup.buffers.iter().find(|b| b.param == first) {
        return format!("({}_device + {})", buffer.name, buffer.lead);
    }
    let scalar = setup.scalars.iter().find(|(n, _)| *n == leaf);
    let ty = setup.kernel.params.get(leaf as usize).map(|param| param.ty);
    match (scalar, ty) {
        (Some((_, bits)), Some(ty)) => literal(ty, *bits),
        _ => "0".to_owned(),
    }
}

fn launch(out: &mut String, setup: &Setup<'_>) {
    let dim = |[x, y, z]: [u64; 3]| format!("dim3({x}, {y}, {z})");
    let _ = writeln!(
        out,
        "    KV_CHECK(cudaLaunchKernel((const void *)&{}, {}, {}, kv_arguments, {}, 0));\n    \
         KV_CHECK(cudaDeviceSynchronize());",
        kernel_name(setup),
        dim(setup.inputs.grid_dim),
        dim(setup.inputs.block_dim),
        setup.dynamic,
    );
}
