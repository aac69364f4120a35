//! Conversions against C's own `printf`, and what devices do besides.

use super::super::value::{from_float, from_integer};
use super::*;
use std::process::Command;

fn char_string(_: u64) -> Option<String> {
    Some("abc".to_owned())
}

fn show(text: &str, args: &[(Ty, u128)]) -> String {
    format(text, args, &mut char_string)
}

fn double(value: f64) -> (Ty, u128) {
    let ty = FloatKind::F64;
    (Ty::Float(ty), from_float(ty, value))
}

fn int(value: i128) -> (Ty, u128) {
    (Ty::I32, from_integer(Ty::I32, value))
}

/// Every conversion with every flag, width and precision, against the compiler's C library.
#[test]
fn conversions_are_those_of_c() {
    let flags = ["", "-", "+", " ", "#", "0", "-0", "+0", " #", "#0", "+-#"];
    let sizes = ["", "1", "9", "25", ".0", ".1", ".3", "9.2", "25.15", "12.0"];
    let mut cases: Vec<(String, String, (Ty, u128))> = Vec::new();
    let doubles = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        2.5,
        3.5,
        0.5,
        100000.0,
        999999.5,
        1e6,
        123456789.0,
        1e-5,
        0.0001,
        -3.25e-9,
        1e100,
        5e-324,
        2.2250738585072014e-308,
        1.7976931348623157e308,
        0.999_999_95,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    for flag in flags {
        for size in sizes {
            for letter in ["f", "F", "e", "E", "g", "G", "a", "A"] {
                // The GNU library loses zeros that `#` keeps where rounding carries into a new digit.
                let keeps = flag.contains('#') && letter.eq_ignore_ascii_case("g");
                let values = doubles.into_iter().filter(|v| !keeps || *v != 999_999.5);
                for (n, value) in values.enumerate() {
                    if (n + flag.len() + size.len()) % 3 != 0 {
                        continue;
                    }
                    let bits = value.to_bits();
                    cases.push((
                        format!("%{flag}{size}{letter}"),
                        format!("of_bits({bits}ull)"),
                        double(value),
                    ));
                }
            }
            for letter in ["d", "i", "u", "o", "x", "X", "hd", "hhu", "hhd", "hx"] {
                for value in [0, 1, -1, 42, -12345, i32::MAX, i32::MIN] {
                    cases.push((
                        format!("%{flag}{size}{letter}"),
                        format!("(int){value}u", value = value as u32),
                        int(value.into()),
                    ));
                }
            }
            for letter in ["lld", "llu", "llx", "lo"] {
                for value in [0, -1, i64::MIN, 1 << 40] {
                    let bits = from_integer(Ty::I64, value.into());
                    cases.push((
                        format!("%{flag}{size}{letter}"),
                        format!("(long long){value}ull", value = value as u64),
                        (Ty::I64, bits),
                    ));
                }
            }
        }
    }
    let want = by_c(&cases);
    let got: Vec<String> = cases
        .iter()
        .map(|(format, _, arg)| show(format, &[*arg]))
        .collect();
    let different: Vec<String> = cases
        .iter()
        .zip(want.iter().zip(&got))
        .filter(|(_, (want, got))| want != got)
        .map(|((format, arg, _), (want, got))| format!("{format} of {arg}: C {want:?}, ours {got:?}"))
        .collect();
    assert_eq!(want.len(), cases.len());
    assert!(
        different.is_empty(),
        "{} of {}:\n{}",
        different.len(),
        cases.len(),
        different.join("\n")
    );
}

/// What C prints for each case.
fn by_c(cases: &[(String, String, (Ty, u128))]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder for the program");
    let source = folder.path().join("print.c");
    let program = folder.path().join("print");
    let calls: String = cases
        .iter()
        .map(|(format, arg, _)| format!("  printf(\"{format}\\n\", {arg});\n"))
        .collect();
    let text = format!(
        "#include <stdio.h>\n#include <string.h>\nstatic double of_bits(unsigned long long b) {{ double d; memcpy(&d, &b, 8); \
         return d; }}\nint main(void) {{\n{calls}  return 0;\n}}\n"
    );
    std::fs::write(&source, text).expect("the program can be written");
    let built = Command::new("cc")
        .args(["-w", "-o"])
        .arg(&program)
        .arg(&source)
        .status();
    assert!(built.expect("a C compiler is there").success());
    let output = Command::new(&program).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn strings_characters_and_stars() {
    assert_eq!(
        show("%s|%5s|%-5s|%.2s", &[int(1), int(1), int(1), int(1)]),
        "abc|  abc|abc  |ab"
    );
    assert_eq!(show("%c%%%c", &[int(65), int(10)]), "A%\n");
    assert_eq!(
        show(
            "%*d|%-*d|%.*f",
            &[int(4), int(7), int(-3), int(7), int(1), double(2.25)]
        ),
        "   7|7  |2.2"
    );
    assert_eq!(format("%s", &[int(0)], &mut |_| None), "(null)");
}

#[test]
fn vectors_of_opencl() {
    let quarter = |n: i32| {
        (
            Ty::Float(FloatKind::F32),
            from_float(FloatKind::F32, f64::from(n) / 4.0),
        )
    };
    let lanes: Vec<(Ty, u128)> = (1..=4).map(quarter).collect();
    assert_eq!(show("f4 = %2.2v4hlf\n", &lanes), "f4 = 0.25,0.50,0.75,1.00\n");
    let chars: Vec<(Ty, u128)> = [250, 1].into_iter().map(int).collect();
    assert_eq!(show("uc = %#v2hhx", &chars), "uc = 0xfa,0x1");
    assert_eq!(
        show("%v2hlf %d", &[lanes[0], lanes[1], int(3)]),
        "0.250000,0.500000 3"
    );
}

#[test]
fn what_makes_no_sense_stays_bounded() {
    assert_eq!(show("%d", &[]), "(no argument)");
    assert_eq!(show("100%", &[]), "100%");
    assert_eq!(show("%y%d", &[int(1)]), "%y1");
    assert_eq!(show("%999999999999d", &[int(1)]).len(), MOST_CHARACTERS);
    assert!(show(&"%1000d".repeat(100), &[int(1); 100]).len() <= MOST_CHARACTERS);
    assert_eq!(
        show("%*d", &[int(i128::from(i32::MIN)), int(1)]).len(),
        MOST_CHARACTERS
    );
    assert_eq!(show("é%5dü", &[int(1)]), "é    1ü");
}
