//! Changed texts of many kinds.

use super::*;
use crate::repair::outline::bodies;

fn inserted(text: &str, number: usize) -> String {
    let bodies = bodies(text).expect("an outline");
    let gap = gaps(&bodies[0]).remove(number);
    applied(text, &gap.insert(text, "x;")).expect("no overlap")
}

#[test]
fn lines_are_inserted_as_their_neighbours_are_indented() {
    let text = "void f() {\n\ta;\n\t// kverify: ignore\n\t#pragma unroll\n\tfor (;;) b;\n}\n";
    assert_eq!(inserted(text, 0), text.replace("\ta;", "\tx;\n\ta;"));
    assert_eq!(inserted(text, 1), text.replace("\t// k", "\tx;\n\t// k"));
    assert_eq!(inserted(text, 2), text.replace("b;\n", "b;\n\tx;\n"));
    assert_eq!(
        inserted("void f() {\r\n  }\r\n", 0),
        "void f() {\r\n      x;\r\n  }\r\n"
    );
    assert_eq!(
        inserted("\u{feff}void f() { a; b; }", 1),
        "\u{feff}void f() { a; x; b; }"
    );
    assert_eq!(inserted("void f() {}", 0), "void f() { x; }");
    assert_eq!(inserted("void f() {\n  a; }", 1), "void f() {\n  a; x; }");
}

#[test]
fn a_body_without_braces_gets_some() {
    let wrapped = |text: &str, behind: bool| {
        let bodies = bodies(text).expect("an outline");
        let outer = bodies[0].children()[0];
        let Kind::Control { bodies, .. } = &outer.kind else {
            panic!("no control: {outer:?}");
        };
        let (head, body) = &bodies[0];
        let gap = Gap::Around {
            head: *head,
            start: body.range.start,
            end: body.range.end,
            outer: outer.range.start,
            behind,
        };
        applied(text, &gap.insert(text, "x;")).expect("no overlap")
    };
    let text = "void f() {\n  if (a)\n    b; // why\n  c;\n}\n";
    assert_eq!(
        wrapped(text, true),
        "void f() {\n  if (a) {\n    b; // why\n    x;\n  }\n  c;\n}\n"
    );
    assert_eq!(
        wrapped(text, false),
        "void f() {\n  if (a) {\n    x;\n    b; // why\n  }\n  c;\n}\n"
    );
    assert_eq!(
        wrapped("void f() { for (;;) b; }", true),
        "void f() { for (;;) { b; x; } }"
    );
    assert_eq!(
        wrapped("void f() {\n  do\n    b;\n  while (a);\n}\n", true),
        "void f() {\n  do {\n    b;\n    x;\n  } while (a);\n}\n"
    );
    assert_eq!(
        wrapped("void f() {\n  if (a)\n    b;\n  else\n    c;\n}\n", true),
        "void f() {\n  if (a) {\n    b;\n    x;\n  } else\n    c;\n}\n"
    );
}

#[test]
fn what_is_removed_takes_its_line_along() {
    let text = "a;\n  b;\nc; d;\n";
    let without = |what: &str| {
        let at = text.find(what).expect("there");
        applied(text, &[removal(text, at..at + what.len())]).expect("no overlap")
    };
    assert_eq!(without("b;"), "a;\nc; d;\n");
    assert_eq!(without("c;"), "a;\n  b;\n d;\n");
}

#[test]
fn changes_of_the_same_bytes_are_refused() {
    let change = |start, end| Change {
        start,
        end,
        text: String::new(),
    };
    assert_eq!(applied("abcd", &[change(0, 2), change(1, 3)]), None);
}
