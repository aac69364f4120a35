//! Everyday indices with symbolic sizes: those whose digits go back into a number are proved, and discharge settles all of their
//! questions; those that are almost so are not proved.

use kverify::{Options, Source, Verdict, verify};

/// Sizes, what the thread goes on under, its digits, and the index that it writes.
type Pattern = (&'static str, &'static str, &'static str, &'static str);

const DIGITS: &str = "T w = i % W, h = i / W % H, c = i / (W * H) % C, b = i / (W * H * C);";

/// By successive divisions.
const REST: &str = "T w = i % W, r = i / W, h = r % H; r /= H; T c = r % C, b = r / C;";

/// From the top.
const DOWN: &str =
    "T b = i / (C * H * W), r = i % (C * H * W), c = r / (H * W), h = r % (H * W) / W, w = r % W;";

const FREE: [Pattern; 21] = [
    ("N C H W", "i < N", DIGITS, "((b * C + c) * H + h) * W + w"),
    ("N C H W", "i < N", DIGITS, "((b * H + h) * W + w) * C + c"),
    ("N C H W", "i < N", DIGITS, "((b * W + w) * H + h) * C + c"),
    ("N C H W", "i < N", DIGITS, "((b * H + h) * C + c) * W + w"),
    ("C H W", "true", DIGITS, "((b * W + w) * C + c) * H + h"),
    ("N C H W", "i < N", REST, "((b * H + h) * W + w) * C + c"),
    ("N C H W", "i < N", DOWN, "((b * H + h) * W + w) * C + c"),
    (
        "B C H W",
        "i < B * C * H * W",
        DIGITS,
        "((c * H + h) * W + w) * B + b",
    ),
    (
        "B C H W",
        "i < B * C * H * W",
        DIGITS,
        "((h * B + b) * W + w) * C + c",
    ),
    ("N C H W o", "i < N", DIGITS, "o + ((b * H + h) * W + w) * C + c"),
    ("N C H W", "i < N", DIGITS, "2 * (((b * H + h) * W + w) * C + c)"),
    ("M B", "i < M * B", "T b = i / M, m = i % M;", "m * B + b"),
    (
        "N G C",
        "i < N",
        "T g = i % G, c = i / G % C, b = i / (G * C);",
        "(b * G + g) * C + c",
    ),
    (
        "N C H",
        "i < N",
        "T c = i % C, h = i / C % H, b = i / (C * H);",
        "((b * C + c) * H + h) * 4 + 1",
    ),
    (
        "N H W",
        "i < N",
        "T l = i % 4, w = i / 4 % W, h = i / (4 * W);",
        "(h * W + w) * 4 + l",
    ),
    (
        "N H W",
        "i < N",
        "T l = i % 4, w = i / 4 % W, h = i / (4 * W);",
        "(h * 4 + l) * W + w",
    ),
    (
        "N W",
        "i < N && W > 0",
        "T w = i % W, h = i / W;",
        "h * (W + 1) + w",
    ),
    (
        "N W P",
        "i < N && W > 0 && W <= P",
        "T w = i % W, h = i / W;",
        "h * P + w",
    ),
    (
        "N half",
        "i < N",
        "T q = i / half, r = i % half;",
        "q * 2 * half + r",
    ),
    ("N half", "i < N", "T r = 2 * i - i % half;", "r + half"),
    (
        "N s",
        "i < N && s >= 0 && s < 10",
        "T half = 1 << s, r = 2 * i - (i & (half - 1));",
        "r",
    ),
];

const NOT_FREE: [Pattern; 9] = [
    ("N C H W", "i < N", DIGITS, "((b * H + h) * C + w) * W + c"),
    ("N C H W", "i < N", DIGITS, "((b * H + h) * W + w) * (C - 1) + c"),
    ("N C H W", "i < N", DIGITS, "(b * H + h) * W + w"),
    ("N B C H W", "i < N", DIGITS, "((c * H + h) * W + w) * B + b"),
    (
        "B C H W",
        "i <= B * C * H * W",
        DIGITS,
        "((c * H + h) * W + w) * B + b",
    ),
    (
        "N H W",
        "i < N",
        "T l = i % 4, w = i / 4 % W, h = i / (4 * W);",
        "(h * W + w) * 3 + l",
    ),
    ("N W P", "i < N", "T w = i % W, h = i / W;", "h * P + w"),
    (
        "N half",
        "i < N",
        "T q = i / half, r = i % half;",
        "q * half + 2 * r",
    ),
    (
        "N W",
        "i < N",
        "T q = W != 0 ? i / W : i, r = W != 0 ? i % W : 0;",
        "q * W + r",
    ),
];

/// The pattern as a kernel, on numbers of the type.
fn kernel(n: usize, ty: &str, (sizes, guard, digits, index): &Pattern) -> String {
    let sizes: Vec<String> = sizes.split(' ').map(|s| format!("T {s}")).collect();
    let sizes = sizes.join(", ");
    format!(
        "typedef {ty} T;
__global__ void k{n}(T *out, {sizes}) {{
    T i = blockIdx.x * blockDim.x + threadIdx.x;
    if ({guard}) {{
        {digits}
        out[{index}] = i;
    }}
}}\n"
    )
}

#[test]
fn digits_need_no_solver() {
    for ty in ["int", "unsigned"] {
        for (n, pattern) in FREE.iter().enumerate() {
            let text = kernel(n, ty, pattern);
            let report = checked(&text, 15.0);
            let kernel = &report.files[0].kernels[0];
            assert_eq!(kernel.verdict, Verdict::Proved, "{text}{:?}", kernel.reasons);
            assert_eq!(kernel.stats.discharged, kernel.stats.obligations, "{text}");
        }
    }
}

#[test]
fn digits_without_room_are_not_proved() {
    for (n, pattern) in NOT_FREE.iter().enumerate() {
        let text = kernel(n, "int", pattern);
        let report = checked(&text, 1.0);
        assert_ne!(report.files[0].kernels[0].verdict, Verdict::Proved, "{text}");
    }
}

fn checked(text: &str, timeout: f64) -> kverify::Report {
    let source = Source {
        path: "k.cu".into(),
        text: Some(text.to_owned()),
    };
    let options = Options {
        timeout,
        ..Options::default()
    };
    verify(&[source], &options).expect("the options are fine")
}
