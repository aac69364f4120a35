//! Random classes: where clang, asked by a cast of an address, says that a base lies, it must lie here.

use super::{Place, place_of};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Unit, Unsaved, Value};
use std::collections::HashMap;
use std::fmt::Write as _;

/// Sources that are made.
const SOURCES: u64 = 40;

/// Classes of each.
const CLASSES: usize = 24;

struct Random(u64);

impl Random {
    /// A number below `n` (splitmix64).
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn of(&mut self, words: &[&'static str]) -> &'static str {
        words[self.below(words.len() as u64) as usize]
    }
}

/// A class that may derive from those before it: its text and how it is named in types.
fn class(random: &mut Random, n: usize, before: &[String]) -> (String, String) {
    let pick = |random: &mut Random| before[random.below(before.len() as u64) as usize].clone();
    let mut bases: Vec<String> = Vec::new();
    if n > 0 {
        for _ in 0..random.below(4) {
            let base = pick(random);
            if !bases.contains(&base) {
                bases.push(base);
            }
        }
    }
    let is_template = n > 0 && random.one_in(4);
    let head = if is_template { "template <class T> " } else { "" };
    let align = if random.one_in(12) { "alignas(16) " } else { "" };
    if is_template && random.one_in(3) {
        bases.insert(random.below(bases.len() as u64 + 1) as usize, "T".to_owned());
    }
    let as_base = bases.iter().any(|base| base == "T");
    let list: Vec<String> = bases.iter().map(|base| format!("public {base}")).collect();
    let colon = if list.is_empty() { "" } else { " : " };
    let mut text = format!("{head}struct {align}C{n}{colon}{} {{\n", list.join(", "));
    if random.one_in(4) {
        let _ = writeln!(text, "    virtual void f{}();", random.below(3));
    }
    let special = [
        "C();",
        "C() = default;",
        "~C();",
        "C &operator=(const C &);",
        "C &operator=(C &&);",
        "C(int);",
        "C(const C &) = delete;",
        "template <class S> C(S, S);",
        "virtual ~C();",
    ];
    if random.one_in(3) {
        let line = random.of(&special).replace('C', &format!("C{n}"));
        let _ = writeln!(text, "    {line}");
    }
    for m in 0..random.below(4) {
        if random.one_in(6) {
            text.push_str("private:\n");
        }
        let of_class = n > 0 && random.one_in(4);
        let ty = match of_class {
            true => pick(random),
            false if is_template && random.one_in(2) => "T".to_owned(),
            false => random
                .of(&["char", "char", "short", "int", "double", "char *", "int &"])
                .to_owned(),
        };
        let plain = ty == "char" || ty == "int";
        let tail = match random.below(8) {
            0 if !ty.ends_with('&') => "[3]",
            1 if plain => " : 3",
            2 if plain => " = 1",
            _ => "",
        };
        let _ = writeln!(text, "    {ty} m{n}_{m}{tail};");
    }
    text.push_str("};\n");
    let name = match is_template {
        true if as_base && n > 0 => format!("C{n}<{}>", pick(random)),
        true => format!("C{n}<{}>", random.of(&["char", "int", "double"])),
        false => format!("C{n}"),
    };
    (text, name)
}

fn source(seed: u64) -> String {
    let mut random = Random(seed);
    let mut names: Vec<String> = Vec::new();
    let mut text = String::new();
    for n in 0..CLASSES {
        let (class, name) = class(&mut random, n, &names);
        text.push_str(&class);
        names.push(name);
    }
    for (d, derived) in names.iter().enumerate() {
        let _ = writeln!(text, "{derived} *of{d};");
        for (b, base) in names[..d].iter().enumerate() {
            let _ = writeln!(
                text,
                "const unsigned long at{d}_{b} = (unsigned long)static_cast<{base} *>(({derived} *)4096) - 4096;"
            );
        }
    }
    text
}

#[test]
fn bases_lie_where_clang_has_them() {
    let (mut right, mut unknown, mut moved) = (0, 0, 0);
    for seed in 0..SOURCES {
        let text = source(seed);
        let file = Unsaved {
            path: "/classes.cpp".to_owned(),
            text: text.clone(),
        };
        let arguments = ["-xc++", "-std=c++17", "-ferror-limit=0", "-w"].map(str::to_owned);
        let unit = Unit::parse("/classes.cpp", &arguments, &[file]).expect("libclang");
        let variables: HashMap<String, Cursor<'_>> = unit
            .root()
            .children()
            .into_iter()
            .filter(|c| c.kind() == CXCursor_VarDecl)
            .map(|c| (c.spelling(), c))
            .collect();
        for d in 0..CLASSES {
            for b in 0..d {
                let value = variables[&format!("at{d}_{b}")]
                    .initializer()
                    .and_then(Cursor::evaluate);
                let Some(Value::Int(expected)) = value else {
                    continue;
                };
                let [derived, base] = [d, b].map(|n| variables[&format!("of{n}")].ty().canonical().pointee());
                match place_of(base, derived, &mut |_| false) {
                    Place::At(offset) => {
                        assert_eq!(
                            i128::from(offset),
                            expected,
                            "C{b} in C{d} (source {seed}):\n{text}"
                        );
                        right += 1;
                        moved += usize::from(offset > 0);
                    }
                    Place::Unknown => unknown += 1,
                    Place::Nowhere => panic!("C{b} is said to be no base of C{d} (source {seed}):\n{text}"),
                }
            }
        }
    }
    assert!(right > 1_000 && moved > 300, "{right} {moved}");
    assert!(unknown * 20 < right, "{unknown} of {right} are not known");
}
