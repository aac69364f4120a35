use super::{Assume, Fact};
use crate::testing::shift_kernel;
use kverify_frontend::ir::{BinOp, CmpOp, Expr, ExprKind, Geometry, UnOp};

/// The meaning of an assumption for `shift(out, idx, n)`, fully bracketed.
fn read(text: &str) -> Vec<String> {
    let facts = Assume::parse(text).and_then(|assume| assume.facts(&shift_kernel()));
    facts
        .unwrap_or_else(|error| panic!("{error}"))
        .into_iter()
        .map(|fact| match fact {
            Fact::Holds(expr, _) => show(&expr),
            Fact::Distinct(param) => format!("distinct {param}"),
            Fact::Monotone(param) => format!("monotone {param}"),
            Fact::Extent(extent) => format!("{} holds {}", extent.object, show(&extent.end)),
        })
        .collect()
}

fn complaint(text: &str) -> String {
    let error = Assume::parse(text)
        .and_then(|assume| assume.facts(&shift_kernel()))
        .expect_err(text);
    error.to_string()
}

fn show(expr: &Expr) -> String {
    let binary = |op: &str, a: &Expr, b: &Expr| format!("({} {op} {})", show(a), show(b));
    match &expr.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Var(_) => "n".to_owned(),
        ExprKind::Geometry(Geometry::BlockDim(dim)) => format!("block{dim:?}"),
        ExprKind::Geometry(Geometry::GridDim(dim)) => format!("grid{dim:?}"),
        ExprKind::Geometry(other) => format!("{other:?}"),
        ExprKind::Cast(inner) => show(inner),
        ExprKind::Unary(UnOp::Neg, a) => format!("-{}", show(a)),
        ExprKind::Unary(UnOp::BitNot, a) => format!("~{}", show(a)),
        ExprKind::Unary(UnOp::Not, a) => format!("!{}", show(a)),
        ExprKind::Select(c, a, b) => format!("({} ? {} : {})", show(c), show(a), show(b)),
        ExprKind::Binary(op, a, b) => {
            let op = match op {
                BinOp::Add => "+",
                BinOp::Sub => "-",
                BinOp::Mul => "*",
                BinOp::Div => "/",
                BinOp::Rem => "%",
                BinOp::Shl => "<<",
                BinOp::Shr => ">>",
                BinOp::And => "&",
                BinOp::Or => "|",
                BinOp::Xor => "^",
                BinOp::Min => "min",
                BinOp::Max => "max",
            };
            binary(op, a, b)
        }
        ExprKind::Cmp(op, a, b) => {
            let op = match op {
                CmpOp::Eq => "==",
                CmpOp::Ne => "!=",
                CmpOp::Lt => "<",
                CmpOp::Le => "<=",
                CmpOp::Gt => ">",
                CmpOp::Ge => ">=",
            };
            binary(op, a, b)
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn operators_bind_as_in_c() {
    assert_eq!(read("n % 32 == 0"), ["((n % 32) == 0)"]);
    assert_eq!(read("n - 1 - 2 > 0"), ["(((n - 1) - 2) > 0)"]);
    assert_eq!(read("n & 7 == 0"), ["((n & (7 == 0)) != 0)"]);
    assert_eq!(
        read("n == 1 || n == 2 && n < 3"),
        ["((n == 1) | ((n == 2) & (n < 3)))"]
    );
    assert_eq!(read("!(n < 0x10)"), ["!(n < 16)"]);
    assert_eq!(
        read("-n >= -8 ? n > 1 : n"),
        ["(((-n >= -8) ? (n > 1) : n) != 0)"]
    );
    assert_eq!(read("n == 1 << 2 + 1"), ["(n == (1 << (2 + 1)))"]);
    assert_eq!(read("min(n, 4) == max(1, 2)"), ["((n min 4) == (1 max 2))"]);
}

#[test]
fn conjuncts_are_facts_of_their_own() {
    assert_eq!(
        read("n > 0 && n < 9 && distinct(idx) && monotone(idx)"),
        ["(n > 0)", "(n < 9)", "distinct 1", "monotone 1"]
    );
}

#[test]
fn launch_sizes_have_the_names_of_both_languages() {
    assert_eq!(read("blockDim.x == 256"), ["(blockX == 256)"]);
    assert_eq!(read("get_local_size(1) == 4"), ["(blockY == 4)"]);
    assert_eq!(read("n == gridDim.x * blockDim.x"), ["(n == (gridX * blockX))"]);
    assert_eq!(read("n == get_global_size(0)"), ["(n == (blockX * gridX))"]);
    assert_eq!(
        read("get_work_dim() == 1 && warpSize == 32"),
        ["(WorkDim == 1)", "(WarpSize == 32)"]
    );
}

#[test]
fn complaints_point_at_the_character_and_name_the_parameters() {
    let texts = [
        "",
        "n %",
        "n == 0 n",
        "m > 0",
        "(n > 0",
        "n $ 2",
        "threadIdx.x < 4",
        "out == 0",
        "distinct(n)",
        "distinct(idx) || n > 0",
        "99999999999999999999 > n",
        "get_local_size(n) > 1",
        "sin(0)",
        "n ? 1",
        "n > 0 && é > 0",
    ];
    insta::assert_snapshot!(texts.map(complaint).join("\n\n"));
}

#[test]
fn deep_nesting_is_refused_and_not_a_crash() {
    let chain = |operator: &str| vec!["n"; 100_000].join(operator);
    for text in [
        "(".repeat(100_000),
        "!".repeat(100_000),
        "n?".repeat(100_000),
        chain("+"),
        chain("=="),
        chain("||"),
        format!("n > 0 || ({})", chain("&&")),
        format!("{}{}", "(".repeat(90), vec!["n"; 900].join("+n)+")),
    ] {
        assert!(Assume::parse(&text).is_err());
    }
    let long = vec!["n > 0"; 5_000].join(" && ");
    assert_eq!(read(&long).len(), 5_000);
    assert_eq!(read("n > 0 && n < 9 || n == 12").len(), 1);
    assert_eq!(read("n > 0 && (n < 9 && n != 3) && n != 4").len(), 4);
}

#[test]
fn sizes_of_buffers_are_facts() {
    assert_eq!(read("extent(out) >= 4 * n"), ["o0 holds (4 * n)"]);
    assert_eq!(read("elements(out) == n"), ["o0 holds (n * 4)"]);
    assert_eq!(
        read("4 * n == extent(out) && n > 0"),
        ["o0 holds (4 * n)", "(n > 0)"]
    );
    assert!(complaint("extent(out) > n").contains("write `extent(out) == n`"));
    assert!(complaint("extent(n) == n").contains("`n` is no pointer"));
    assert!(complaint("extent(out) + 1 == n").contains("stands by itself"));
}
