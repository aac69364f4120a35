//! Small programs that a frontend gets wrong easily: each has a racy case, a free twin and a near miss, and stays.

use std::path::Path;

/// What the program is about, and the case of `tests/cases/data-race` that has it in each of the three folders, by the name of
/// its file and a piece of its text.
const PROGRAMS: &[(&str, &str, &str)] = &[
    ("a struct member", "struct_parameter.cu", "struct"),
    ("a reference", "reference.cu", "&"),
    ("a __device__ scalar", "device_variables.cu", "__device__"),
    ("an int**", "pointer_rows.cu", "**"),
    ("(c ? y : z)[0]", "chosen_pointer.cu", "?"),
    ("a negative index", "negative_index.cu", "-"),
    ("a method", "method.cu", "struct"),
    ("a function pointer", "function_pointer.cu", "place("),
    ("a recursive helper", "recursive_helper.cu", "__device__"),
    ("memcpy in a kernel", "memory_functions.cu", "memcpy"),
    (
        "an index through (unsigned char)",
        "index_conversions.cu",
        "unsigned char",
    ),
    ("32-bit wrap-around", "wrapping_index.cu", "u"),
    ("x & 1", "index_conversions.cu", "& 1"),
    ("switch with fall-through", "switch_fallthrough.cu", "case"),
    ("switch with a uniform selector", "uniform_switch.cu", "switch"),
    ("return inside a callee", "early_return_inlined.cu", "return"),
    (
        "comma and assignment in a loop condition",
        "loop_conditions.cu",
        "while ((",
    ),
    (
        "an array of structs with padding",
        "array_of_structs.cu",
        "struct",
    ),
    (
        "overlapping float4 and float accesses",
        "vector_and_parts.cu",
        "float4",
    ),
    (
        "shared memory carved from one dynamic buffer",
        "carved_shared_memory.cu",
        "extern __shared__",
    ),
    (
        "generic functions and templates",
        "generic_functions.cu",
        "auto &x",
    ),
    (
        "template arguments of a method of the same object",
        "template_method.cu",
        "value<Twice>",
    ),
    ("block_tile_memory", "block_tile_memory.cu", "block_tile_memory"),
    (
        "cudaLaunchKernelEx",
        "launch_by_function.cu",
        "cudaLaunchKernelEx",
    ),
    ("Duff's device", "duffs_device.cu", "do {"),
    ("fold expressions", "newer_cpp.cu", "..."),
    ("structured bindings", "newer_cpp.cu", "auto &["),
    ("lambdas by reference", "newer_cpp.cu", "[&]"),
    ("if constexpr", "newer_cpp.cu", "if constexpr"),
];

#[test]
fn each_has_a_racy_a_free_and_a_near_miss_case() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/data-race");
    for (what, file, piece) in PROGRAMS {
        let mut mentioned = false;
        for folder in ["racy", "free", "near-miss"] {
            let path = cases.join(folder).join(file);
            let text =
                std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{what}: {}: {e}", path.display()));
            mentioned |= text.contains(piece);
            let expected = if folder == "racy" {
                "// expect: violated"
            } else {
                "// expect: proved"
            };
            assert!(
                text.contains(expected),
                "{what}: {} has no `{expected}`",
                path.display()
            );
        }
        assert!(mentioned, "{what}: no {file} has `{piece}`");
    }
}
