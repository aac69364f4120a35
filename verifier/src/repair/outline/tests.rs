//! Outlines of texts of many kinds.

use super::*;

fn shown(stmt: &Stmt, text: &str) -> String {
    let inner: Vec<String> = stmt.children().iter().map(|child| shown(child, text)).collect();
    let first = text[stmt.range.clone()].split_whitespace().next().unwrap_or("");
    match &stmt.kind {
        Kind::Simple => text[stmt.range.clone()]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
        Kind::Block(_) => format!("{{ {} }}", inner.join(" ")),
        Kind::Control { .. } => format!("<{first} {}>", inner.join(" | ")),
    }
}

fn outline(text: &str) -> Option<Vec<String>> {
    bodies(text).map(|bodies| bodies.iter().map(|body| shown(body, text)).collect())
}

#[test]
fn statements_are_told_apart() {
    let text = "
namespace n { struct __align__(8) S { int a[2] = {1, 2}; __device__ S() : a{0} { x(); } }; int t[] = {1}; }
template <int N> __global__ void __launch_bounds__(N) k(int *a) {
  int v[2] = {1, 2}, w{3};
  if (a[0]) b(); else if (c) { d(); } else e();
  for (int i = 0; i < 3; i++) f();
  do { g(); } while (x);
  switch (y) { case 1 ? a::b : 2: h(); break; default: i(); }
  again: j(); goto again;
  EACH(z) { k(); }
  auto l = [&](int m) { return m; };
  while (n) ;
}";
    let found = outline(text).expect("an outline");
    assert_eq!(found[0], "{ x(); }");
    assert_eq!(
        found[1],
        "{ int v[2] = {1, 2}, w{3}; <if b(); | <if { d(); } | e();>> <for f();> <do { g(); }> \
         <switch { case 1 ? a::b : 2: h(); break; default: i(); }> again: j(); goto again; <EACH(z) { k(); }> \
         auto l = [&](int m) { return m; }; <while ;> }"
    );
    assert_eq!(found.len(), 3);
}

#[test]
fn what_is_not_balanced_has_no_outline() {
    for text in [
        "void f() { if (x { } }",
        "void f() { a(; }",
        "void f() { }}",
        "namespace {",
    ] {
        assert_eq!(outline(text), None, "{text}");
    }
    let deep = format!("void f() {}{}", "{".repeat(5000), "}".repeat(5000));
    for text in ["void f() { else b; }", "void f() { do x; }", &deep] {
        assert_eq!(outline(text), Some(Vec::new()), "{text}");
    }
}

#[test]
fn bodies_of_lambdas_are_bodies() {
    let text = "void f() { each(n, [&](int i) { a; b; }); auto l = [] { if (c) { d; } }; int v[2]{1, 2}; }";
    let found = outline(text).expect("an outline");
    assert_eq!(found[1..], ["{ a; b; }", "{ <if { d; }> }"]);
}
