//! Texts that are slow to look through, or mean something else to each compiler, or at another moment.

use super::{FREE, Ground, RACY};

/// The definition of a function that races, without what marks it.
fn unmarked() -> String {
    RACY.replace("__global__ ", "")
}

/// What keeps whoever looks through texts busy, before any limit counts: pieces that a macro puts together in many ways, macros in a chain,
/// marks in a line that goes on and on.
#[test]
fn texts_are_looked_through_in_little_time() {
    let pieces = format!(
        "#define X __global__\n#define P(a) a##{}__global__bal__\n",
        "a##".repeat(40)
    );
    let launch = format!("#define LAUNCH(a) {}frez\nLAUNCH(a)\n", "a##".repeat(40));
    let links: String = (0..3000).map(|n| format!("#define A{n} A{}\n", n + 1)).collect();
    let chain = format!("{links}#define A3000 __global__\n");
    let line = format!("#{}{}\n", "\\\n".repeat(60_000), " __global__ ".repeat(60_000));
    let name = format!("a{}", "_kernel".repeat(6));
    for (other, text) in [
        ("k.h", pieces),
        ("l.cpp", launch),
        ("chain.h", chain),
        ("line.cpp", line),
    ] {
        let ground = Ground::new();
        ground.write(other, text);
        ground.write("k.cu", FREE.replace("free_of_races", &name));
        for arguments in [
            &["check", "--quiet", "."][..],
            &["check", "--quiet", "--", "k.cu"],
        ] {
            let ran = ground.run(arguments);
            assert_eq!(ran.status, Some(0), "{other}: {}", ran.said());
        }
    }
}

/// What a proof leans on that is another number for another compiler, file or moment is said, wherever it is asked for.
#[test]
fn what_compilers_say_of_themselves_is_an_assumption() {
    let free = "a[blockIdx.x * blockDim.x + threadIdx.x] = 1;";
    for asked in [
        "__cplusplus >= 201703L",
        "__GNUC__ == 4",
        "__FILE__[0] != '/'",
        "__TIME__[0] < '9'",
        "__has_builtin(__builtin_memcpy)",
        "CUDART_VERSION >= 12000",
        "__COUNTER__ < 5",
        "__INCLUDE_LEVEL__ == 0",
    ] {
        let ground = Ground::new();
        ground.write(
            "code.cu",
            format!(
                "__global__ void k(int *a) {{ if ({asked}) {{ {free} return; }} a[0] = threadIdx.x; }}\n"
            ),
        );
        let is_number =
            asked.starts_with("__cpl") || asked.starts_with("__GNUC") || asked.starts_with("CUDA");
        if is_number {
            ground.write(
                "condition.cu",
                format!(
                    "#define V ({asked})\n__global__ void k(int *a) {{\n#if V\n{free}\n#else\na[0] = threadIdx.x;\n#endif\n}}\n"
                ),
            );
        }
        let ran = ground.run(&["check", "--format", "json", "."]);
        let proved = ran.stdout.matches("\"verdict\": \"proved\"").count();
        let said = ran.stdout.matches("\"chosen-names\"").count();
        assert_eq!(
            (proved, said),
            (1 + usize::from(is_number), proved),
            "{asked}: {}",
            ran.said()
        );
    }
}

#[test]
fn the_time_of_day_has_no_say() {
    let ground = Ground::new();
    ground.write(
        "k.cu",
        "__global__ void k(int *a) { if (__TIME__[7] & 1) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; return; } a[0] = threadIdx.x; }\n",
    );
    let run = || ground.run(&["check", "--quiet", "--no-cache", "k.cu"]).status;
    let first = run();
    for _ in 0..4 {
        std::thread::sleep(std::time::Duration::from_millis(600));
        assert_eq!(run(), first);
    }
}

/// Kernels count whatever writes their mark, and whatever includes them.
#[test]
fn kernels_whose_mark_is_written_in_strange_ways_are_looked_at() {
    let racy = unmarked();
    for (name, text, other) in [
        ("k.cpp", format!("__attribute((global)) {racy}"), None),
        (
            "k.cpp",
            format!("#define CAT(a, b) a##b\nCAT(__glo, bal__) {racy}"),
            None,
        ),
        ("k.cuh", format!("__glo\\ \nbal__ {racy}"), None),
        (
            "k.cpp",
            format!("#include \"m.h\"\nG {racy}"),
            Some(("m.h", "%:define G __global__\n")),
        ),
        (
            "k.cpp",
            format!("#include \"m.h\"\nG {racy}"),
            Some(("m.h", "#def\\\nine G __global__\n")),
        ),
        (
            "k.cpp",
            "#define F \"r.part\"\n#include F\n".to_owned(),
            Some(("r.part", RACY)),
        ),
    ] {
        let ground = Ground::new();
        ground.write("free.cu", FREE);
        ground.write(name, &text);
        if let Some((name, text)) = other {
            ground.write(name, text);
        }
        let ran = ground.run(&["check", "--quiet", "."]);
        assert_eq!(ran.status, Some(1), "{text}: {}", ran.said());
    }
}

/// A breakpoint ends nothing.
#[test]
fn what_stands_behind_a_breakpoint_counts() {
    let ground = Ground::new();
    ground.write("k.cu", RACY.replace("{ a", "{ __brkpt(); a"));
    assert_eq!(ground.run(&["check", "--quiet", "k.cu"]).status, Some(1));
}
