//! Launch facts of small sources.

use super::*;
use crate::clang::{Unit, Unsaved, kinds};
use crate::ir::{FloatKind, Language, Launch, Param, Ty, VarId};
use crate::prelude;

/// A kernel with the facts that `attach` looks at, and no body.
fn kernel(function: Cursor<'_>, sources: &Sources) -> Option<Kernel> {
    let at = function.position()?;
    let span = span_of(
        sources,
        &Range {
            start: at.clone(),
            end: at,
        },
    )?;
    let params = function
        .arguments()
        .into_iter()
        .enumerate()
        .map(|(n, parameter)| {
            let ty = match parameter.ty().canonical().kind() {
                kinds::CXType_Pointer => Ty::Ptr,
                kinds::CXType_Float => Ty::Float(FloatKind::F32),
                _ => Ty::I32,
            };
            Param {
                name: parameter.spelling(),
                var: VarId::new(n),
                ty,
                object: None,
                pointee: None,
            }
        });
    Some(Kernel {
        params: params.collect(),
        ..Kernel::new(&function.spelling(), Language::Cuda, span)
    })
}

/// The kernels of `text`: every function whose name starts with `k`.
fn facts(language: Language, text: &str) -> (Vec<Kernel>, Vec<Diagnostic>) {
    let path = if language == Language::Cuda {
        "/test/a.cu"
    } else {
        "/test/a.cl"
    };
    let mut unsaved = prelude::unsaved(language);
    unsaved.push(Unsaved {
        path: path.to_owned(),
        text: text.to_owned(),
    });
    let unit =
        Unit::parse(path, &prelude::arguments(language, text, None), &unsaved).expect("libclang is there");
    let errors = unit.messages().into_iter().filter(crate::clang::is_error);
    let lost: Vec<_> = errors.map(|error| error.range.map(|range| range.start)).collect();
    let mut sources = Sources::new();
    sources.push(SourceFile {
        path: path.to_owned(),
        text: text.to_owned(),
    });
    let mut kernels: Vec<Kernel> = unit
        .root()
        .children()
        .into_iter()
        .filter(|c| c.kind() == kinds::CXCursor_FunctionDecl && c.spelling().starts_with('k'))
        .filter_map(|c| kernel(c, &sources))
        .collect();
    let program = Program {
        roots: &[unit.root()],
        lost: &lost,
        included: &[],
        called_elsewhere: None,
        usual: &[],
    };
    let diagnostics = attach(&program, (&sources, &sources), &mut kernels);
    (kernels, diagnostics)
}

/// The one launch of the one kernel `k(float *a, float *b, int n, float x)` in a `main` with this body.
fn launch(body: &str) -> Launch {
    let text = format!(
        "__global__ void k(float *a, float *b, int n, float x) {{}}\nint divide(int a, int b);\n\
         int main(int argc, char **argv) {{ float *p, *q; {body} }}\n"
    );
    let (kernels, _) = facts(Language::Cuda, &text);
    let [kernel] = &kernels[..] else {
        panic!("one kernel")
    };
    let [launch] = &kernel.launches[..] else {
        panic!("one launch, not {}", kernel.launches.len())
    };
    launch.clone()
}

#[test]
fn integer_shapes_have_one_dimension() {
    let found = launch("k<<<4, 256>>>(p, q, 1024, 1.0f);");
    assert_eq!(found.block, [Some(256), Some(1), Some(1)]);
    assert_eq!(found.grid, [Some(4), Some(1), Some(1)]);
    assert_eq!(found.args, [(2, 1024)]);
    assert_eq!(found.aliases, Vec::<Vec<u32>>::new());
}

#[test]
fn variables_that_nothing_changes_are_constants() {
    let found = launch(
        "int n = 1000; const int size = 16; dim3 block(size, size); dim3 grid((n + block.x - 1) / block.x, 2); \
         k<<<grid, block, 64>>>(p, q, n, 1.0f);",
    );
    assert_eq!(found.block, [Some(16), Some(16), Some(1)]);
    assert_eq!(found.grid, [Some(63), Some(2), Some(1)]);
    assert_eq!(found.args, [(2, 1000)]);
}

#[test]
fn variables_that_may_change_are_not() {
    for change in [
        "n = atoi(argv[1]);",
        "n += argc;",
        "if (argc > 1) n++;",
        "for (int i = 0; i < argc; i++) n *= 2;",
        "scanf(\"%d\", &n);",
        "int &r = n;",
        "auto twice = [&] { n *= 2; };",
    ] {
        let found = launch(&format!("int n = 64; {change} k<<<n, 32>>>(p, q, n, 1.0f);"));
        assert_eq!((found.grid[0], &found.args[..]), (None, &[][..]), "{change}");
    }
    let found = launch("dim3 g(4); if (argc > 1) g.x = 8; k<<<g, 32>>>(p, q, argc, 1.0f);");
    assert_eq!((found.grid, &found.args[..]), ([None, Some(1), Some(1)], &[][..]));
    let found = launch("for (int i = 1; i < 4; i++) k<<<i, 32>>>(p, q, i, 1.0f);");
    assert_eq!((found.grid[0], &found.args[..]), (None, &[][..]));
}

#[test]
fn what_the_text_changes_in_order_is_known() {
    for (change, value) in [
        ("n++;", 65),
        ("n <<= 1;", 128),
        ("n *= 3; n -= 2;", 190),
        ("if (argc > 1) n = 32; else n = 32;", 32),
        ("if (argc > 1) { n = 7; } n = n / 2; n = 5;", 5),
        ("for (int i = 0; i < 4; i++) { int n = 3; n++; } n += 2;", 66),
        ("goto end; end: n = 9;", 9),
    ] {
        let found = launch(&format!(
            "int n = 64; {change} k<<<1, n>>>(p, q, argc, 1.0f); n = argc;"
        ));
        let expected = Some(value).filter(|_| !change.starts_with("goto"));
        assert_eq!(found.block[0], expected, "{change}");
    }
    let found = launch("dim3 b; b.x = 8; b.y = 4; b.x *= 2; k<<<1, b>>>(p, q, argc, 1.0f);");
    assert_eq!(found.block, [None; 3]);
    let found = launch("dim3 b; b.x = 8; b.y = 4; k<<<1, b>>>(p, q, argc, 1.0f);");
    assert_eq!(found.block, [Some(8), Some(4), Some(1)]);
    let found = launch("int b = 32; while (argc--) { k<<<1, b>>>(p, q, argc, 1.0f); b *= 2; }");
    assert_eq!(found.block[0], None);
    let found = launch("while (argc--) { int b = 32; b *= 2; k<<<1, b>>>(p, q, argc, 1.0f); b = argc; }");
    assert_eq!(found.block[0], Some(64));
    let found = launch("switch (argc) { int b; case 1: b = 32; case 2: k<<<1, b>>>(p, q, 1, 1.0f); b++; }");
    assert_eq!(found.block[0], None);
}

#[test]
fn a_variable_of_another_file_is_none() {
    let text = "__global__ void k(int n) {}\nint open = 3; static int closed = 4; const int fixed = 5;\n\
                void f() { k<<<open, closed>>>(fixed); }\n";
    let (kernels, _) = facts(Language::Cuda, text);
    let found = &kernels[0].launches[0];
    assert_eq!(
        (found.grid[0], found.block[0], &found.args[..]),
        (None, Some(4), &[(0, 5)][..])
    );
}

/// The launches of the one kernel `k(float *a)` of `text`.
fn launches(text: &str) -> Vec<Launch> {
    let (mut kernels, _) = facts(
        Language::Cuda,
        &format!("__global__ void k(float *a) {{}}\n{text}"),
    );
    kernels.remove(0).launches
}

#[test]
fn parameters_have_the_value_that_every_call_hands_over() {
    let run = "static void run(float *p, int b, dim3 g) { k<<<g, b>>>(p); }\n";
    let found = launches(&format!(
        "{run}void f(float *p) {{ run(p, 64, dim3(2, 3)); run(p, 64, dim3(2, 4)); }}"
    ));
    assert_eq!(found[0].block[0], Some(64));
    let grids: Vec<_> = found.iter().map(|launch| launch.grid).collect();
    assert_eq!(grids, [[Some(2), Some(3), Some(1)], [Some(2), Some(4), Some(1)]]);
    for other in [
        "void f(float *p, int n) { run(p, 64, 1); run(p, n, 1); }",
        "void f(float *p) { run(p, 64, 1); auto other = run; }",
        "void f(float *p) { run(p, 64, 1); undeclared(run); }",
    ] {
        let found = launches(&format!("{run}{other}"));
        assert!(found.iter().any(|launch| launch.block[0].is_none()), "{other}");
    }
    // What clang loses without a word of it does not call it.
    let found = launches(&format!(
        "{run}void f(float *p) {{ run(p, 64, 1); undeclared(p); }}"
    ));
    assert_eq!(found[0].block[0], Some(64));
    let open = "void run(float *p, int b) { k<<<1, b>>>(p); }\nvoid f(float *p) { run(p, 64); }";
    assert_eq!(launches(open)[0].block[0], None);
    assert_eq!(launches(&format!("{open} int main() {{}}"))[0].block[0], Some(64));
}

#[test]
fn functions_of_one_expression_are_evaluated() {
    let found = launches(
        "int up(int a, int b) { return a % b ? a / b + 1 : a / b; } void f(float *p) { k<<<up(100, 8), 8>>>(p); }",
    );
    assert_eq!(found[0].grid[0], Some(13));
}

#[test]
fn tests_around_a_launch_say_what_holds() {
    let switch = |body: &str| launches(&format!("void f(float *p, int t) {{ switch (t) {{ {body} }} }}"));
    let found = switch("case 32: k<<<1, t>>>(p); break; case 64: k<<<2, t>>>(p);");
    assert_eq!((found[0].block[0], found[1].block[0]), (Some(32), Some(64)));
    // Either case leads to the second launch.
    let found = switch("case 32: k<<<1, t>>>(p); case 64: k<<<2, t>>>(p);");
    assert_eq!(found[1].block[0], None);
    let found = switch("case 32: case 64: k<<<2, t>>>(p);");
    assert_eq!(found[0].block[0], None);
    let found =
        launches("void f(float *p, int t) { if (t == 32 && p) k<<<1, t>>>(p); else k<<<2, t>>>(p); }");
    assert_eq!((found[0].block[0], found[1].block[0]), (Some(32), None));
    let found = launches("void f(float *p, int t) { if (t == 32) { t = 8; k<<<1, t>>>(p); } }");
    assert_eq!(found[0].block[0], Some(8));
}

#[test]
fn launches_that_are_never_reached_speak_of_kernels_without_others() {
    let found = launches(
        "void f(float *p) { const int b = 16; if (b == 32) k<<<1, 32>>>(p); else k<<<1, 16>>>(p); }",
    );
    assert_eq!(
        found.iter().map(|launch| launch.block[0]).collect::<Vec<_>>(),
        [Some(16)]
    );
    let found = launches("void f(float *p) { const int b = 16; if (b == 32) k<<<1, b * 2>>>(p); }");
    assert_eq!(found[0].block[0], Some(64));
}

/// The relations of the one launch of `k(float *a, float *b, int n, float x)` in a `main` with this body.
fn relations(body: &str) -> Vec<String> {
    launch(body).relations
}

#[test]
fn grids_depend_on_what_is_handed_over() {
    let found = relations("int n = argc; dim3 g((n + 255) / 256); k<<<g, 256>>>(p, q, n, 1.0f);");
    assert_eq!(found, ["gridDim.x == (n + 255) / 256"]);
    // Loaded before the size is computed, and changed again behind the launch.
    let found = relations("unsigned m; scanf(\"%u\", &m); k<<<m / 8, 8>>>(p, q, m, 1.0f); m = 3;");
    assert_eq!(found, ["gridDim.x == n / 8"]);
    let found = relations("int m = argc; k<<<m & 15, 8>>>(p, q, m, 1.0f);");
    assert_eq!(found, ["gridDim.x == (n & 15)"]);
    let found = relations("dim3 s(argc, 2); k<<<s.x / 4, 8>>>(p, q, s.x, 1.0f);");
    assert_eq!(found, ["gridDim.x == n / 4"]);
}

#[test]
fn grids_that_are_older_than_the_arguments_are_free() {
    for body in [
        "int m = argc; dim3 g(m / 8); m = 2; k<<<g, 8>>>(p, q, m, 1.0f);",
        "int m = argc; dim3 g(m / 8); for (int i = 0; i < 4; i++) { k<<<g, 8>>>(p, q, m, 1.0f); m = i; }",
        "int m = argc; int *r = &m; dim3 g(m / 8); *r = 3; scanf(\"%d\", &m); k<<<g, 8>>>(p, q, m, 1.0f);",
        "int m = argc; k<<<m * m, 8>>>(p, q, m, 1.0f);",
        "int m = argc; int &r = m; dim3 g(r / 8); m = 2; k<<<g, 8>>>(p, q, r, 1.0f);",
        "dim3 s(argc), *r = &s; dim3 g(r->x / 8); r->x = 2; k<<<g, 8>>>(p, q, r->x, 1.0f);",
    ] {
        assert_eq!(relations(body), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn tests_and_loops_around_a_launch_bound_its_arguments() {
    let found = relations("for (int t = 0; t < argc - 1; t++) k<<<1, 32>>>(p, q, t, 1.0f);");
    assert_eq!(found, ["n >= 0"]);
    let found = relations("int t; for (t = 16; t < 64; t += 16) { k<<<1, 32>>>(p, q, t, 1.0f); } t = 3;");
    assert_eq!(found, ["n < 64", "n >= 16 && (n - 16) % 16 == 0"]);
    let found = relations("int m = argc; if (m > 4 && m <= 512) k<<<1, 32>>>(p, q, m, 1.0f);");
    assert_eq!(found, ["n > 4", "n <= 512"]);
    for body in [
        "for (int t = 0; t < 8; t++) { t = argc; k<<<1, 32>>>(p, q, t, 1.0f); }",
        "int m = argc; if (m > 4) { m = 0; k<<<1, 32>>>(p, q, m, 1.0f); }",
        "unsigned m = argc; if (m - 4 > 0) { k<<<1, 32>>>(p, q, m, 1.0f); }",
    ] {
        assert_eq!(relations(body), Vec::<String>::new(), "{body}");
    }
}

#[test]
fn algorithms_that_get_iterators_leave_vectors_their_buffers() {
    let meet = |other: &str| {
        let text = format!(
            "#include <thrust/device_vector.h>\n#include <thrust/reduce.h>\n\
             __global__ void k(float *a, const float *b) {{}}\n\
             float f(int n) {{ thrust::device_vector<float> d(n), o(n); thrust::fill(d.begin(), d.begin() + n, 1.0f);\n\
             k<<<1, 64>>>(thrust::raw_pointer_cast(o.data()), thrust::raw_pointer_cast({other}));\n\
             return thrust::reduce(o.begin(), o.end()); }}"
        );
        let (kernels, _) = facts(Language::Cuda, &text);
        kernels[0].launches[0].leads_together(0, 1)
    };
    assert!(!meet("d.data()") && !meet("&d[0]"));
    assert!(meet("o.data()") && meet("&o[0]"));
}

#[test]
fn pitches_hold_the_rows_that_were_asked_for() {
    let of = |before: &str, pitch: &str| {
        let text = format!(
            "__global__ void k(float *a, size_t pitch, int n) {{}}\n\
             void f(int w, size_t pitch) {{ float *p; {before} k<<<1, 64>>>(p, {pitch}, w); }}"
        );
        let (kernels, _) = facts(Language::Cuda, &text);
        kernels[0].launches[0].relations.clone()
    };
    let asked = "cudaMallocPitch(&p, &pitch, w * sizeof(float), 8);";
    assert_eq!(of(asked, "pitch"), ["pitch >= n * 4"]);
    assert_eq!(of(asked, "pitch / sizeof(float)"), ["pitch >= (n * 4) / 4"]);
    for (before, pitch) in [
        ("", "pitch"),
        (&format!("{asked} pitch--;")[..], "pitch"),
        (&format!("{asked} w++;"), "pitch"),
        (
            "size_t other; cudaMallocPitch(&p, &other, w * sizeof(float), 8);",
            "pitch",
        ),
        (
            "if (w) cudaMallocPitch(&p, &pitch, w * sizeof(float), 8);",
            "pitch",
        ),
    ] {
        assert_eq!(of(before, pitch), Vec::<String>::new(), "{before}");
    }
}

#[test]
fn loops_count_through_powers_of_two() {
    let power = "n >= 0 && (n & (n - 1)) == 0";
    let launch = "k<<<1, 32>>>(p, q, s, 1.0f);";
    for (loops, facts) in [
        (
            "for (unsigned t = 8; t; t--) k<<<1, 32>>>(p, q, t, 1.0f);",
            &[][..],
        ),
        (
            "for (unsigned s = 2; s < argc; s <<= 1) k<<<1, 32>>>(p, q, s, 1.0f);",
            &[],
        ),
        (
            "for (int z = 2; z < 64; z *= 2) for (int s = z / 2; s > 0; s >>= 1) LAUNCH",
            &["n > 0", power],
        ),
        (
            "for (int s = 1 << argc; s > 0; s >>= 1) LAUNCH",
            &["n > 0", power],
        ),
        (
            "for (int z = 2; z < 64; z += 2) for (int s = z / 2; s > 0; s >>= 1) LAUNCH",
            &["n > 0"],
        ),
        (
            "for (int z = 2; z < 64; z *= 2) { z++; for (int s = z / 2; s > 0; s >>= 1) LAUNCH }",
            &["n > 0"],
        ),
        (
            "for (int z = 2; z < 64; z *= 2) for (int s = z / 2; s > 0; s -= 1) LAUNCH",
            &["n > 0"],
        ),
        (
            "for (int z = 2; z < 64; z *= 2) for (int s = z / 3; s > 0; s >>= 1) LAUNCH",
            &["n > 0"],
        ),
    ] {
        assert_eq!(relations(&loops.replace("LAUNCH", launch)), facts, "{loops}");
    }
}

#[test]
fn tests_that_leave_say_what_holds_behind_them() {
    let launch = "k<<<1, 32>>>(p, q, m, 1.0f);";
    for (test, facts) in [
        ("if (m <= 0) return 1;", &["n > 0"][..]),
        (
            "if (m <= 0 || m > 64) { printf(\"no\"); return 1; }",
            &["n > 0", "n <= 64"],
        ),
        ("if (m <= 0 && argc) return 1;", &[]),
        ("if (!(m > 0)) exit(1);", &["n > 0"]),
        ("if (m == 0) throw 1;", &["n != 0"]),
        ("assert(m > 3);", &["n > 3"]),
        ("if (m % 32) return 1;", &["(n % 32) == 0"]),
        ("if (m & 31) return 1;", &["(n & 31) == 0"]),
        ("assert(!(m % 32));", &["(n % 32) == 0"]),
        ("bool ok = m % 32 == 0; if (!ok) return 1;", &["(n % 32) == 0"]),
        ("bool ok = m % 32 == 0; m++; if (!ok) return 1;", &[]),
        ("bool ok = m % 32 == 0; ok = argc; if (!ok) return 1;", &[]),
        ("if (m % 32 || m < 4) return 1;", &["(n % 32) == 0", "n >= 4"]),
        ("if (m - 4) return 1;", &["(n - 4) == 0"]),
        ("if (m <= 0) printf(\"no\");", &[]),
        ("if (m <= 0) return 1; m--;", &[]),
        ("if (argc) { if (m <= 0) return 1; }", &[]),
    ] {
        assert_eq!(
            relations(&format!("int m = argc; {test} {launch}")),
            facts,
            "{test}"
        );
    }
    let found = relations(&format!(
        "int m = argc; for (;;) {{ if (m <= 0) break; {launch} }}"
    ));
    assert_eq!(found, ["n > 0"]);
    let found = relations(&format!(
        "int m = argc; switch (m) {{ case 1: if (m <= 0) return 1; case 2: {launch} }}"
    ));
    assert_eq!(found, Vec::<String>::new());
    let found = relations(&format!("int m = argc; if (m <= 0) {{}} else {{ {launch} }}"));
    assert_eq!(found, ["n > 0"]);
    let found = relations(&format!("unsigned m = argc; if (m == 0) return 1; {launch}"));
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn what_may_be_written_elsewhere_carries_no_facts() {
    let launch = "k<<<1, 32>>>(p, q, m, 1.0f);";
    for (before, between, known) in [
        ("int *r = &m;", "*r = 0;", false),
        ("int *r = &m;", "r[0]--;", false),
        ("int &r = m;", "r = 0;", false),
        ("auto zero = [&] { m = 0; };", "zero();", false),
        ("change(m);", "divide(1, 2);", false),
        ("change(m);", "p[0] = 1.0f;", true),
        ("scanf(\"%d\", &m);", "divide(1, 2);", true),
        ("int *r = &m;", "int s = 3; s++;", true),
        ("int *r = &m;", "scanf(\"%d\", r);", false),
        ("int *r = &m;", "cudaMemcpy(p, q, 4, cudaMemcpyDefault);", true),
        ("", "divide(1, 2); *(int *)p = 0;", true),
    ] {
        let found = relations(&format!(
            "void change(int &); int m = argc; {before} if (m > 4) {{ {between} {launch} }}"
        ));
        let expected: &[&str] = if known { &["n > 4"] } else { &[] };
        assert_eq!(found, expected, "{before} {between}");
    }
}

#[test]
fn what_is_around_a_lambda_is_over_when_it_runs() {
    let found =
        relations("int m = argc, b = m / 2; auto go = [&] { k<<<1, b>>>(p, q, m, 1.0f); }; m = 0; go();");
    assert_eq!(found, Vec::<String>::new());
    let found = relations(
        "int m = argc; if (m > 4) { auto go = [&] { k<<<1, 32>>>(p, q, m, 1.0f); }; m = 0; go(); }",
    );
    assert_eq!(found, Vec::<String>::new());
    let found =
        relations("int m = argc; if (m > 4) { auto go = [&] { k<<<1, 32>>>(p, q, m, 1.0f); }; go(); }");
    assert_eq!(found, ["n > 4"]);
    let found =
        relations("int m = argc; auto go = [&] { if (m > 4) k<<<1, 32>>>(p, q, m, 1.0f); }; m = 0; go();");
    assert_eq!(found, ["n > 4"]);
}

#[test]
fn sizes_that_are_no_constants_have_bounds() {
    for (size, fact) in [
        ("std::min(m, 64)", "blockDim.x <= 64"),
        ("min(m, 64)", "blockDim.x <= 64"),
        ("std::max(m, 64)", "blockDim.x >= 64"),
        (
            "m > 3 ? 128 : 64",
            "blockDim.x >= 64 && blockDim.x <= 128 && blockDim.x % 64 == 0",
        ),
        ("m < 64 ? m : 64", "blockDim.x <= 64"),
        ("m > 64u ? 64 : m", ""),
        ("(m + 31) / 32 * 32", "blockDim.x % 32 == 0"),
        ("m & 31", "blockDim.x <= 31"),
        ("2 * (m % 32)", "blockDim.x % 2 == 0"),
        ("(m % 32) * 2", "blockDim.x <= 62 && blockDim.x % 2 == 0"),
        ("(unsigned char)std::min(m, 300)", "blockDim.x <= 255"),
    ] {
        let text = "#include <algorithm>\n__global__ void k(float *a) {}\n";
        let host = format!("void f(float *p, int m) {{ int b = {size}; k<<<1, b>>>(p); }}");
        let (kernels, _) = facts(Language::Cuda, &format!("{text}{host}"));
        let expected: Vec<&str> = Some(fact).filter(|fact| !fact.is_empty()).into_iter().collect();
        assert_eq!(kernels[0].launches[0].relations, expected, "{size}");
    }
    let found = relations("int m = argc; k<<<1, m / 2>>>(p, q, m, 1.0f);");
    assert_eq!(found, ["blockDim.x == n / 2"]);
}

#[test]
fn sizes_are_inputs_or_unclear() {
    let unclear = |body: &str| {
        let found = launch(&format!("{body} k<<<1, b>>>(p, q, 1, 1.0f);"));
        let names: Vec<&str> = found
            .unclear
            .iter()
            .map(|unclear| unclear.name.as_str())
            .collect();
        assert!(names.is_empty() || names == ["blockDim.x"], "{body}");
        !names.is_empty()
    };
    for body in [
        "int b = argc;",
        "int b = (argc + 31) / 32;",
        "int b = atoi(argv[1]);",
        "int b; scanf(\"%d\", &b);",
        "int b = std::min(argc, 64);",
        "int b = argc & 63;",
        "int b = argc; if (b > 64) b = 64;",
        "dim3 b(argc);",
        "int b = 32; b *= 2;",
        "int b = 32; undeclared(3);",
    ] {
        assert!(!unclear(body), "{body}");
    }
    for body in [
        // Another file of the program says what it is.
        "int b = divide(argc, 3);",
        "int b = argc * argc;",
        "int b = 1 << argc;",
        "int b = argc; if (b > 64) b = argc - 1;",
        "int b = argc > 1 ? 64 : 32;",
        "int b = 32; for (int i = 0; i < argc; i++) b *= 2;",
        "int b = 32; if (argc > 1) b = 64;",
        "int b = 32; if (argc > 1) b = argc;",
        "dim3 b(8); if (argc > 1) b.x = 16;",
        "int b = 32; undeclared(b);",
    ] {
        assert!(unclear(body), "{body}");
    }
}

/// The parameters that the launch in `void f(int *p, int n, int m)` with this body hands something to that is not followed.
fn unclear(body: &str) -> Vec<(String, Option<u32>)> {
    let text = format!(
        "#include <vector>\n__global__ void k(int *p, int a, int b) {{}}\nstruct S {{ int x, y; }};\nint other(int);\n\
         static int twice(int x) {{ return 2 * x; }}\nstatic void check(int n) {{ if (n < 0) exit(1); }}\n\
         void f(int *p, int n, int m, S s, std::vector<int> &v) {{\n{body}\n}}\n"
    );
    let (kernels, _) = facts(Language::Cuda, &text);
    let unclear = kernels[0].launches[0].unclear.iter();
    unclear
        .map(|unclear| (unclear.name.clone(), unclear.line.as_ref().map(|line| line.line)))
        .collect()
}

#[test]
fn arguments_are_inputs_or_unclear() {
    for body in [
        "k<<<1, 32>>>(p, n, m);",
        "k<<<1, 32>>>(p, n, n);",
        "k<<<1, 32>>>(p, n + 1, m);",
        "k<<<1, 32>>>(p, n, n / 4);",
        "k<<<1, 32>>>(p, n + m, m);",
        "k<<<1, 32>>>(p, *p, p[1]);",
        "k<<<1, 32>>>(p, s.x, s.y);",
        "k<<<1, 32>>>(p, v.size(), v[0]);",
        "k<<<1, 32>>>(p, other(n), n);",
        "if (n < 0) return; k<<<1, 32>>>(p, n, m);",
        "if (n < 0) n = 0; k<<<1, 32>>>(p, n, m);",
        "auto go = [&] { k<<<1, 32>>>(p, n, m); }; go();",
        "if (n < 0) return; auto go = [&] { k<<<1, 32>>>(p, n, m); }; go();",
        "n = n > 8 ? 8 : n; k<<<1, 32>>>(p, n, m);",
        "if (s.x) n = m; k<<<1, 32>>>(p, n, 1);",
        "k<<<1, 32>>>(p, twice(n), twice(m) & ~31);",
        "for (int i = n / 2; i > 0; i /= 2) k<<<1, 32>>>(p, i, m);",
        "for (int i = 1; i < n; i *= 2) k<<<1, 32>>>(p, i, n);",
        "if (n < 0) return; k<<<1, 32>>>(p, m + 1, 3);",
        "for (int i = 0; i < 8; i++) { if (i == m) break; } k<<<1, 32>>>(p, n, 3);",
        "for (int i = 0; i < n; i++) k<<<1, 32>>>(p, i, n);",
        "if (cudaMalloc(&p, n) != cudaSuccess) return; k<<<1, 32>>>(p, n, 1);",
    ] {
        assert_eq!(unclear(body), [], "{body}");
    }
    for (body, names) in [
        ("k<<<1, 32>>>(p, n + 5, n - 3);", &["b"][..]),
        ("k<<<1, 32>>>(p, n, n * n + n);", &["b"]),
        ("k<<<1, 32>>>(p, n - n % 4, 1);", &["a"]),
        ("k<<<1, 32>>>(p, n % 2 ? 8 : 4, m);", &["a"]),
        ("if (n % 2) n = 0; k<<<1, 32>>>(p, n, m);", &["a"]),
        ("if (n > m) n = m; k<<<1, 32>>>(p, n, m);", &["a"]),
        ("auto go = [&] { k<<<1, 32>>>(p, n * n, m); }; go();", &["a"]),
        ("if (n < 0) n = -9; k<<<1, 32>>>(p, n, m);", &["a"]),
        ("for (int i = 3; i < n; i *= 2) k<<<1, 32>>>(p, i, n);", &["a"]),
        ("for (int i = n; i > 0; i /= 2) k<<<1, 32>>>(p, i, n);", &["a"]),
        ("k<<<1, 32>>>(p, n * n, 1);", &["a"]),
        ("k<<<1, 32>>>(p, 1 << n, m);", &["a"]),
        ("if (n < 0) return; k<<<1, 32>>>(p, n + 1, m);", &["a"]),
        ("if (n < 0) exit(1); k<<<1, 32>>>(p, n + 1, m);", &["a"]),
        ("check(n); k<<<1, 32>>>(p, n, m);", &["a"]),
        ("int d = n; if (d % 2) return; k<<<1, 32>>>(p, n, m);", &[]),
        ("switch (n) { case 1: case 2: k<<<1, 32>>>(p, n, m); }", &["a"]),
        (
            "int d = 1; while (d < n) d *= 2; k<<<1, 32>>>(p, d, d * 2);",
            &["a", "b"],
        ),
        ("goto l; l: if (n > 0) k<<<1, 32>>>(p, n, m);", &["a"]),
        ("int t[] = {32, 64}; k<<<1, 32>>>(p, t[n], m);", &["a"]),
        ("v.resize(4 * n); k<<<1, 32>>>(p, v.size(), n * 5);", &[]),
    ] {
        let found: Vec<String> = unclear(body).into_iter().map(|(name, _)| name).collect();
        assert_eq!(found, names, "{body}");
    }
    assert_eq!(
        unclear("int d = 1;\nwhile (d < n) d *= 2;\nk<<<1, 32>>>(p, d, m);"),
        [("a".to_owned(), Some(9))]
    );
}

#[test]
fn conversions_that_change_values_carry_no_facts() {
    for body in [
        "long m = argc; if (m > 4) k<<<1, 32>>>(p, q, (int)m, 1.0f);",
        "int m = argc; if (m > 4) k<<<1, 32>>>(p, q, (unsigned char)m, 1.0f);",
        "int m = argc; if ((unsigned char)m > 4) k<<<1, 32>>>(p, q, m, 1.0f);",
        "for (long t = 0; t < argc; t += 2) { long far = t * argc; if (far < argc) k<<<1, 32>>>(p, q, (int)far, 1.0f); }",
    ] {
        assert_eq!(relations(body), Vec::<String>::new(), "{body}");
    }
    let found = relations("int m = argc; k<<<(short)(m / 8), 32>>>(p, q, m, 1.0f);");
    assert_eq!(found, ["gridDim.x <= 32767"]);
    let found = relations("short m = argc; if (m > 4) k<<<1, 32>>>(p, q, m, 1.0f);");
    assert_eq!(found, ["n >= -32768 && n <= 32767", "n > 4"]);
    // What has bounds on both sides fits.
    let found = relations("for (long t = 0; t < 8; t += 2) { k<<<1, 32>>>(p, q, (int)t, 1.0f); }");
    assert_eq!(found, ["n < 8", "n >= 0 && (n - 0) % 2 == 0"]);
    let found = relations("long m = argc, x = argc; if (m >= 0 && m < x) k<<<1, 32>>>(p, q, (int)m, 1.0f);");
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn jumps_to_a_launch_or_back_carry_no_facts() {
    for body in [
        "int m = argc; if (m == 0) goto in; if (m > 0) { in: k<<<1, 32>>>(p, q, m, 1.0f); }",
        "int m = argc; if (m > 0) { l: k<<<1, 32>>>(p, q, m, 1.0f); if (--m >= 0) goto l; }",
        "int m = argc; switch (m) { case 1: if (m > 4) { case 2: k<<<1, 32>>>(p, q, m, 1.0f); } }",
    ] {
        assert_eq!(relations(body), Vec::<String>::new(), "{body}");
    }
    let found =
        relations("int m = argc; if (m > 4) { k<<<1, 32>>>(p, q, m, 1.0f); } else goto end; end: return 1;");
    assert_eq!(found, ["n > 4"]);
}

#[test]
fn variables_of_the_file_are_settled_between_calls() {
    let text = |between: &str| {
        format!(
            "__global__ void k(int n) {{}}\nint size; void change() {{ size++; }}\n\
             int main(int argc, char **) {{ size = argc; int g = size / 32; {between} k<<<g, 32>>>(size); }}"
        )
    };
    let relations = |between: &str| {
        facts(Language::Cuda, &text(between)).0[0].launches[0]
            .relations
            .clone()
    };
    assert_eq!(relations("cudaDeviceSynchronize();"), ["gridDim.x == n / 32"]);
    assert_eq!(relations("change();"), Vec::<String>::new());
    assert_eq!(relations("size = 3;"), Vec::<String>::new());
}

#[test]
fn arguments_depend_on_one_another() {
    let text = "__global__ void k(float *a, int width, int pitch, int half) {}\n\
                void f(float *p, int w) { k<<<1, 32>>>(p, w, w, w / 2); }";
    let (kernels, _) = facts(Language::Cuda, text);
    assert_eq!(
        kernels[0].launches[0].relations,
        ["pitch == width", "half == width / 2"]
    );
}

#[test]
fn one_late_assignment_is_a_constant() {
    let found = launches("void f(float *p) { int b; b = 128; k<<<1, b>>>(p); }");
    assert_eq!(found[0].block[0], Some(128));
    let found = launches("void f(float *p, int n) { int b; b = 128; if (n) b = 64; k<<<1, b>>>(p); }");
    assert_eq!(found[0].block[0], None);
}

#[test]
fn what_clang_left_out_of_one_function_leaves_the_others_alone() {
    let found = launches("void g() { undeclared(3); } void f(float *p) { int b = 64; k<<<1, b>>>(p); }");
    assert_eq!(found[0].block[0], Some(64));
    let found = launches("void f(float *p) { int b = 64; undeclared(&b); k<<<1, b>>>(p); }");
    assert_eq!(found[0].block[0], None);
}

#[test]
fn floating_point_shapes_are_computed() {
    let found = launch("int n = 1000; k<<<(int)ceil(n / 256.0), 256>>>(p, q, n, 1.0f);");
    assert_eq!(found.grid[0], Some(4));
    let found = launch("k<<<ceil((float)1000 / 256), 256>>>(p, q, 1, 1.0f);");
    assert_eq!(found.grid[0], Some(4));
    let found = launch("k<<<divide(1000, 256), 256>>>(p, q, 1, 1.0f);");
    assert_eq!(found.grid[0], None);
}

#[test]
fn buffers_have_sizes() {
    let found = launch(
        "const int n = 100; cudaMalloc((void **)&p, n * sizeof(float)); cudaMalloc(&q, n); cudaMalloc(&q, 2 * n); \
         k<<<1, 32>>>(p, q, n, 1.0f);",
    );
    assert_eq!(found.extents[0].bytes, "400");
}

/// How large the buffer of `k(float *a, float *b, int n, float x)`'s first parameter is, and where in it the pointer leads to, by each
/// launch in a `main` with this body.
fn extents(body: &str) -> Vec<String> {
    let text = format!(
        "#include <utility>\n#include <thrust/device_vector.h>\nvoid store(float **);\nint input();\nstatic float *file;\n\
         __global__ void k(float *a, float *b, int n, float x) {{}}\n\
         static void run(float *d, int m) {{ k<<<1, 32>>>(d + 1, d, m, 1.0f); }}\n\
         int main(int argc, char **argv) {{ int n = input(), m = input(); float *p, *q; {body} }}\n"
    );
    let (kernels, _) = facts(Language::Cuda, &text);
    let of_launch = |launch: &Launch| {
        let extent = launch.extents.iter().find(|extent| extent.param == Some(0));
        extent.map_or("?".to_owned(), |extent| {
            format!("{} from {}", extent.bytes, extent.offset)
        })
    };
    kernels[0].launches.iter().map(of_launch).collect()
}

#[test]
fn buffers_are_as_large_as_their_only_allocation() {
    let launched = |before: &str| {
        let all = extents(&format!("{before} k<<<1, 32>>>(p, q, n, 1.0f);"));
        all.last().cloned().unwrap_or_default()
    };
    assert_eq!(launched("cudaMalloc(&p, n * sizeof(float));"), "n * 4 from 0");
    assert_eq!(
        launched("cudaMallocManaged((void **)&p, 4 * (n + 1));"),
        "4 * (n + 1) from 0"
    );
    assert_eq!(
        launched("const int bytes = 100; cudaMalloc(&p, bytes);"),
        "100 from 0"
    );
    assert_eq!(
        launched("cudaMalloc(&p, 8); cudaFree(p); cudaMalloc(&p, n);"),
        "n from 0"
    );
    assert_eq!(launched("cudaMalloc(&p, n); p += 2;"), "n from 8");
    assert_eq!(launched("cudaMalloc(&q, n); p = q + n;"), "n from n * 4");
    assert_eq!(launched("p = nullptr; if (n > 1) cudaMalloc(&p, n);"), "n from 0");
    assert_eq!(launched("cudaMalloc(&file, 64); p = file;"), "64 from 0");
    assert_eq!(
        launched("thrust::device_vector<float> v(n); p = thrust::raw_pointer_cast(v.data());"),
        "n * 4 from 0"
    );
    for unclear in [
        "cudaMalloc(&p, n); n = n + 1;",
        "cudaMalloc(&p, n); std::swap(p, q);",
        "cudaMalloc(&p, n); store(&p);",
        "cudaMalloc(&p, m);",
        "if (m) cudaMalloc(&p, n); else cudaMalloc(&p, 2 * n);",
        "cudaMalloc(&p, n); p++;",
        "cudaMalloc(&file, n); p = file;",
        "cudaMalloc(&file, 4); cudaMalloc(&file, 8); p = file;",
        "thrust::device_vector<float> v(n); v.resize(4); p = thrust::raw_pointer_cast(v.data());",
        "thrust::device_vector<float> v(n), w(4); v.swap(w); p = thrust::raw_pointer_cast(v.data());",
        "thrust::device_vector<float> v(n), w(4); v = w; p = thrust::raw_pointer_cast(v.data());",
    ] {
        assert_eq!(launched(unclear), "?", "{unclear}");
    }
    let loops = "cudaMalloc(&p, n); cudaMalloc(&q, 4); for (int i = 0; i < 2; i++) { k<<<1, 32>>>(p, q, n, 1.0f); float *t = p; p = q; q = t; }";
    assert_eq!(extents(loops).last().unwrap(), "?");
}

#[test]
fn buffers_are_followed_through_calls() {
    let called = |body: &str| extents(body).join(", ");
    assert_eq!(called("cudaMalloc(&p, n); run(p, n);"), "n from 4");
    assert_eq!(
        called("cudaMalloc(&p, 64); cudaMalloc(&q, 64); run(p, n); run(q, m);"),
        "64 from 4"
    );
    assert_eq!(
        called("cudaMalloc(&p, 64); cudaMalloc(&q, 65); run(p, n); run(q, m);"),
        "64 from 4, 65 from 4"
    );
    assert_eq!(called("cudaMalloc(&p, n); run(p, m);"), "?");
}

#[test]
fn kernels_that_are_handed_on_have_launches_that_nobody_saw() {
    let text =
        |host: &str| format!("template <class F> void other(F f, float *p) {{ f<<<1, 128>>>(p); }}\n{host}");
    // What the file shows of them is known.
    for (host, block) in [
        (
            "void f(float *p) { void (*g)(float *) = k; g<<<1, 256>>>(p); k<<<1, 64>>>(p); }",
            256,
        ),
        ("void f(float *p) { k<<<1, 64>>>(p); other(k, p); }", 128),
    ] {
        let found = launches(&text(host));
        assert!(
            found.iter().any(|launch| launch.block[0] == Some(block)),
            "{host}"
        );
        assert!(!found.iter().any(Launch::is_open), "{host}");
    }
    for host in [
        "template <class F> void unseen(F f, float *p);\nvoid f(float *p) { k<<<1, 64>>>(p); unseen(k, p); }",
        "void f(float *p) { k<<<1, 64>>>(p); cudaKernelNodeParams n; n.func = (void *)k; }",
    ] {
        let found = launches(&text(host));
        assert!(found.iter().any(Launch::is_open), "{host}");
    }
    let host = "void f(float *p) { cudaFuncSetCacheConfig(k, cudaFuncCachePreferL1); k<<<1, 64>>>(p); }";
    assert!(!launches(&text(host)).iter().any(Launch::is_open));
}

#[test]
fn launch_functions_count() {
    let found = launch("void *args[4]; cudaLaunchKernel((void *)k, dim3(2), dim3(8, 8), args, 0, 0);");
    assert_eq!(
        (found.grid[0], found.block),
        (Some(2), [Some(8), Some(8), Some(1)])
    );
}

#[test]
fn comments_speak_of_the_kernel_below_or_around() {
    let text = "// kverify: block=64 grid=2\n// what it does\n__global__ void k1() {}\n__global__ void k2() {\n  \
                // kverify: block=8,8\n}\n__global__ void k3() {}\n";
    let (kernels, diagnostics) = facts(Language::Cuda, text);
    let shape = |n: usize| kernels[n].required.as_ref().map(|r| (r.block, r.grid));
    assert_eq!(
        shape(0),
        Some(([Some(64), Some(1), Some(1)], [Some(2), Some(1), Some(1)]))
    );
    assert_eq!(shape(1), Some(([Some(8), Some(8), Some(1)], [None; 3])));
    assert_eq!((shape(2), diagnostics.len()), (None, 0));
}

#[test]
fn a_comment_that_makes_no_sense_is_said_to() {
    let (kernels, diagnostics) = facts(Language::Cuda, "// kverify: blok=64\n__global__ void k() {}\n");
    assert_eq!((kernels[0].required.is_none(), diagnostics.len()), (true, 1));
    assert_eq!(
        diagnostics[0].span.map(|span| (span.line, span.column)),
        Some((1, 1))
    );
}

#[test]
fn attributes_are_read() {
    let text = "#define WG 64\n__attribute__((reqd_work_group_size(WG, 2, 1)))\nkernel void k1(global int *p) {}\n\
                // kverify: block=32 grid=4\nkernel __attribute__((reqd_work_group_size(16, 1, 1))) void k2() {}\n\
                kernel __attribute__((reqd_work_group_size(4, 1, 1))) void other();\nkernel void k3() {}\n";
    let (kernels, diagnostics) = facts(Language::OpenCl, text);
    let shape = |n: usize| kernels[n].required.as_ref().map(|r| (r.block, r.grid[0]));
    assert_eq!(shape(0), Some(([Some(64), Some(2), Some(1)], None)));
    assert_eq!(shape(1), Some(([Some(16), Some(1), Some(1)], Some(4))));
    assert_eq!((shape(2), diagnostics.len()), (None, 1));
    let (kernels, _) = facts(
        Language::Cuda,
        "__global__ void __launch_bounds__(128, 2) k() {}\n__global__ void k2() {}",
    );
    assert_eq!(
        (kernels[0].max_threads, kernels[1].max_threads),
        (Some(128), None)
    );
}

#[test]
fn what_clang_could_not_parse_may_change_any_variable() {
    let found = launch("int n = 64; const int m = 2; n = ) 3; k<<<n, m>>>(p, q, n, 1.0f);");
    assert_eq!(
        (found.grid[0], found.block[0], &found.args[..]),
        (None, Some(2), &[][..])
    );
}
