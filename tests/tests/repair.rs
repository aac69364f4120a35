//! `kverify fix` on programs that are right, with each of their barriers taken out in turn.

use kverify::Source;
use kverify::repair::{self, Outcome, Repair, TRIES, Wish};
use kverify_tests::expect::{self, Case};
use kverify_tests::{barriers, corpus, tool};
use std::path::Path;

/// What came of taking barriers out.
#[derive(Debug, Default)]
struct Score {
    /// Kernels that race without one of their barriers.
    racy: usize,
    /// Those of them that were mended by one change.
    mended: usize,
    /// The others, in words.
    others: Vec<String>,
}

impl Score {
    fn is_good(&self) -> bool {
        self.mended * 100 >= self.racy * 95
    }
}

fn repaired(path: &Path, text: &str, case: &Case) -> Repair {
    let options = tool::options(&case.settings).expect("the flags make sense");
    let wish = Wish {
        options: &options,
        wanted: &|_| true,
        tries: TRIES,
    };
    repair::repair(path, text, &wish).expect("the options can be met")
}

/// The scores of some programs together, a few at a time.
fn score(paths: &[std::path::PathBuf]) -> Score {
    let mut all = Score::default();
    for some in paths.chunks(4) {
        let scores: Vec<Score> = std::thread::scope(|scope| {
            let started: Vec<_> = some.iter().map(|path| scope.spawn(|| score_of(path))).collect();
            let joined = started.into_iter().map(std::thread::ScopedJoinHandle::join);
            joined.map(|score| score.expect("no panic")).collect()
        });
        for score in scores {
            all.racy += score.racy;
            all.mended += score.mended;
            all.others.extend(score.others);
        }
    }
    all
}

/// Takes each barrier out that no comment calls redundant; kernels that had findings before do not count.
fn score_of(path: &Path) -> Score {
    let mut score = Score::default();
    let text = std::fs::read_to_string(path).expect("readable");
    let case = expect::parse(&text).expect("expectations");
    let source = Source {
        path: path.to_path_buf(),
        text: Some(text.clone()),
    };
    let options = tool::options(&case.settings).expect("the flags make sense");
    let report = kverify::verify(&[source], &options).expect("the options can be met");
    let defective: Vec<String> = (report.files[0].kernels.iter())
        .filter(|kernel| !kernel.findings.is_empty())
        .map(|kernel| kernel.kernel.name.clone())
        .collect();
    let is_opencl = path.extension().is_some_and(|ending| ending == "cl");
    for barrier in barriers::barriers(&text, is_opencl) {
        let without = barriers::without(&text, &barrier);
        let repair = repaired(path, &without, &case);
        for kernel in repair
            .kernels
            .iter()
            .filter(|kernel| !defective.contains(&kernel.name))
        {
            score.racy += 1;
            if kernel.result == Outcome::Mended && kernel.steps.len() == 1 {
                score.mended += 1;
                continue;
            }
            let name = corpus::short_name(path);
            let (line, result, steps) = (barrier.line, kernel.result, kernel.steps.len());
            let said = format!("{name}:{line}: {} is {result:?} by {steps} changes", kernel.name);
            score.others.push(said);
        }
    }
    score
}

/// A part of the classics that takes seconds.
#[test]
#[expect(clippy::print_stdout, reason = "the figure is what the test is for")]
fn barriers_that_are_taken_out_of_classics_are_put_back() {
    let wanted = [
        "transpose.cu",
        "stencil.cu",
        "matmul.cu",
        "wavefront.cu",
        "loops.cu",
        "lu.cu",
    ];
    let mut paths = corpus::sources("examples/classics");
    paths.retain(|path| wanted.iter().any(|name| path.ends_with(name)));
    assert_eq!(paths.len(), wanted.len());
    let score = score(&paths);
    println!("{} of {} mended", score.mended, score.racy);
    assert!(score.racy >= 20, "{score:?}");
    assert!(score.is_good(), "{score:#?}");
}

/// The figures of docs/repair.md.
#[test]
#[ignore = "takes minutes: `cargo test -p kverify-tests --release -- --ignored repair`"]
#[expect(clippy::print_stdout, reason = "the figures are what the test is for")]
fn barriers_that_are_taken_out_of_examples_are_put_back() {
    let mut all = Score::default();
    for folder in ["classics", "basics", "carp", "clvis", "icsoft"] {
        let score = score(&corpus::sources(&format!("examples/{folder}")));
        println!(
            "{folder}: {} of {} mended; {:#?}",
            score.mended, score.racy, score.others
        );
        all.racy += score.racy;
        all.mended += score.mended;
        all.others.extend(score.others);
    }
    assert!(all.racy >= 100, "{all:?}");
    assert!(all.is_good(), "{all:#?}");
}

/// Of every kind of text that a barrier could break: what is changed, by number of changes, and that once is enough.
#[test]
fn texts_of_all_kinds_are_changed_once_and_only_where_that_is_right() {
    for (body, changes) in [
        ("s[t] = t; out[t] = s[255 - t];", Some(1)),
        (
            "do { s[t] = t + n; out[t] = s[255 - t]; } while (--n > 0);",
            Some(2),
        ),
        (
            "switch (n) { case 0: s[t] = t; out[t] = s[255 - t]; break; default: break; }",
            Some(1),
        ),
        (
            "for (int k = 0; ; k++) { s[t] = k + t; if (k >= n) break; out[t] = s[255 - t]; }",
            Some(2),
        ),
        (
            "if (n) s[t] = t; else s[t] = 2 * t;\n\t// why\n\tout[t] = s[255 - t];",
            Some(1),
        ),
        (
            "for (int h = 128; h > 0; h /= 2)\n\t\tif (t < h)\n\t\t\ts[t] += s[t + h];\n\tout[t] = t;",
            Some(1),
        ),
        (
            "if (t < n) { s[t] = t; __syncthreads(); }\n\tout[t] = s[255 - t];",
            Some(1),
        ),
        (
            "if (t < n) { s[t] = 1 + t; __syncthreads(); } else { s[t] = t; __syncthreads(); } out[t] = s[255 - t];",
            Some(1),
        ),
        (
            "if (t < 9) { s[t] = 1 + t; __syncthreads(); } else if (t < n) { s[t] = 2; __syncthreads(); } \
             else { s[t] = t; __syncthreads(); }\n\tout[t] = s[255 - t];",
            Some(1),
        ),
        (
            "s[t] = t;\n\tif (t < n)\n\t\t__syncthreads(); // all\n\tout[t] = s[255 - t];",
            Some(1),
        ),
        (
            "auto both = [&](int v) { s[t] = v; return s[255 - t]; };\n\tout[t] = both(n + t);",
            Some(1),
        ),
        (
            "/* } größe */ s[t] = t; // {\n#if 1\n\tif (n)\n#endif\n\t\tout[t] = s[255 - t]; /* { */",
            Some(1),
        ),
        (
            "do\n\t\tif (t < n) s[t] += s[t + n];\n\twhile (n /= 2);\n\tout[t] = t;",
            Some(1),
        ),
        (
            "int w = t / 32;\n\ts[t] = t + n;\n\tout[t] = s[32 * w + 31 - t % 32];",
            Some(1),
        ),
        // No place between two statements is one that all threads come to, or there are none.
        ("PUT(t)", None),
        ("s[t] = s[255 - t];", None),
        ("if (t < n) { s[t] = t; out[t] = s[n - 1 - t]; }", None),
        ("if (t >= n) return; s[t] = t; out[t] = s[n - 1 - t];", None),
        ("out[t / 2] = t;", None),
    ] {
        let text = format!(
            "#define PUT(i) do {{ s[i] = i; out[i] = s[255 - (i)]; }} while (0);\n// kverify: block=256 grid=1\n\
             __global__ void k(int *out, int n)\n{{\n\t__shared__ int s[256];\n\tint t = threadIdx.x;\n\t{body}\n}}\n"
        );
        for text in [text.clone(), format!("\u{feff}{text}").replace('\n', "\r\n")] {
            let first = repaired(Path::new("k.cu"), &text, &Case::default());
            let [kernel] = first.kernels.as_slice() else {
                panic!("it is to race: {text}");
            };
            let made = (kernel.result == Outcome::Mended).then_some(kernel.steps.len());
            assert_eq!(made, changes, "{text}\nbecame\n{}", first.text);
            let lines = |text: &str| (text.matches('\n').count(), text.matches("\r\n").count());
            let (all, returned) = lines(&first.text);
            assert_eq!(
                returned,
                if lines(&text).1 > 0 { all } else { 0 },
                "{:?}",
                first.text
            );
            let again = repaired(Path::new("k.cu"), &first.text, &Case::default());
            assert_eq!(again.text, first.text);
        }
    }
}

/// What is written looks as if its author had written it.
#[test]
fn the_changed_lines_are_those_that_an_author_would_have_written() {
    for (body, expected) in [
        (
            "  do\n    if (t < h)\n      s[t] += s[t + h];\n  while (h /= 2);\n",
            "  do {\n    if (t < h)\n      s[t] += s[t + h];\n    __syncthreads();\n  } while (h /= 2);\n",
        ),
        (
            "  s[t] = h;\n  if (t < n) {\n    __syncthreads(); // all\n    out[t] = s[255 - t];\n  }\n",
            "  s[t] = h;\n  __syncthreads(); // all\n  if (t < n) {\n    out[t] = s[255 - t];\n  }\n",
        ),
        (
            "  s[t] = h;\n  out[t] = s[t / 32 * 32 + 31 - t % 32];\n",
            "  s[t] = h;\n  __syncwarp();\n  out[t] = s[t / 32 * 32 + 31 - t % 32];\n",
        ),
        (
            "  for (int j = 0; j < 4; j++)\n    s[t + 1] = j;\n",
            "  for (int j = 0; j < 4; j++)\n    if (t + 1 < 256)\n      s[t + 1] = j;\n",
        ),
    ] {
        let text = |body: &str| {
            format!(
                "// kverify: block=256 grid=1\n__global__ void k(int *out, int n)\n{{\n  __shared__ int s[256];\n  \
                 int t = threadIdx.x, h = 128;\n{body}}}\n"
            )
        };
        let repair = repaired(Path::new("k.cu"), &text(body), &Case::default());
        assert_eq!(repair.text, text(expected), "{:?}", repair.kernels);
    }
}

#[test]
fn flags_are_widened_and_barriers_of_opencl_have_the_right_ones() {
    let kernel = |body: &str| {
        format!(
            "__kernel __attribute__((reqd_work_group_size(64, 1, 1)))\nvoid k(__global int *g, __local int *s)\n{{\n    \
             int t = get_local_id(0), b = 64 * get_group_id(0);\n{body}}}\n"
        )
    };
    for (body, expected) in [
        (
            "    s[t] = t;\n    g[b + t] = s[63 - t];\n",
            "s[t] = t;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    g",
        ),
        (
            "    g[b + t] = t;\n    s[t] = g[b + 63 - t];\n",
            "= t;\n    barrier(CLK_GLOBAL_MEM_FENCE);\n    s",
        ),
        (
            "    g[b + t] = t;\n    barrier(CLK_LOCAL_MEM_FENCE);\n    s[t] = g[b + 63 - t];\n",
            "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
        ),
        (
            "    g[b + t] = s[t] = t;\n    g[b + t + 64 * get_num_groups(0)] = g[b + 63 - t] + s[63 - t];\n",
            "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
        ),
        ("    s[t] = s[63 - t];\n", ""),
    ] {
        let text = kernel(body);
        let repair = repaired(Path::new("k.cl"), &text, &Case::default());
        assert!(repair.text.contains(expected), "{}", repair.text);
        assert_eq!(repair.text == text, expected.is_empty(), "{}", repair.text);
        assert!(
            repair.kernels.iter().all(|kernel| kernel.steps.len() < 2),
            "{repair:?}"
        );
    }
}
