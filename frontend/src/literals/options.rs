//! The options with which host code builds the programs of its literals: `clBuildProgram(program, 1, &device, "-D W=16", 0, 0)`.

use super::{Lexed, decoded, lex};
use crate::macros::is_no_part_of_word;
use crate::plain::words;

/// The functions that build programs, and which of their arguments are the options (OpenCL 3.0, sections 5.8.2 and 5.8.4).
const BUILDERS: [(&str, usize); 2] = [("clBuildProgram", 3), ("clCompileProgram", 3)];

/// The definitions that all builds of a host file make, as clang's arguments; nothing where builds differ, or code puts options together.
pub fn definitions(text: &str) -> Vec<String> {
    if !BUILDERS.iter().any(|(name, _)| text.contains(name)) {
        return Vec::new();
    }
    let lexed = lex(text);
    let outside = String::from_utf8_lossy(&lexed.outside).into_owned();
    let of_builder = |(name, n): (&'static str, usize)| {
        let places: Vec<usize> = words(&outside, name).collect();
        places.into_iter().map(move |at| (at + name.len(), n))
    };
    let mut builds = BUILDERS.into_iter().flat_map(of_builder);
    let options = |(at, n): (usize, usize)| of_call(text, (&lexed, &outside), at, n);
    let Some(first) = builds.next().and_then(options) else {
        return Vec::new();
    };
    let all_alike = builds.all(|build| options(build).as_ref() == Some(&first));
    if all_alike { first } else { Vec::new() }
}

/// The definitions that the n-th argument of the call at a place makes; `None` if it is no literal alone.
fn of_call(text: &str, (lexed, outside): (&Lexed, &str), at: usize, n: usize) -> Option<Vec<String>> {
    let open = at + outside[at..].find(|sign: char| !sign.is_whitespace())?;
    let inside = outside[open..].strip_prefix('(')?;
    let (mut depth, mut argument, mut start) = (0, 0, open + 1);
    let mut found = None;
    for (offset, sign) in inside.char_indices() {
        let here = open + 1 + offset;
        match sign {
            ',' | ')' if depth == 0 => {
                if argument == n {
                    found = Some(start..here);
                }
                (argument, start) = (argument + 1, here + 1);
                if sign == ')' {
                    break;
                }
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    let place = found?;
    if !outside[place.clone()].trim().is_empty() {
        return None;
    }
    let literals = lexed.groups.iter().flat_map(|group| &group.literals);
    let own = literals.filter(|literal| place.contains(&literal.start));
    let read: String = own
        .filter_map(|one| Some(decoded(text.get(one.start..one.end)?, one.raw)))
        .collect();
    let mut words = read.split_whitespace();
    let mut defined = Vec::new();
    while let Some(word) = words.next() {
        if let Some(definition) = word.strip_prefix("-D") {
            let definition = if definition.is_empty() {
                words.next()?
            } else {
                definition
            };
            let name = definition.split('=').next().unwrap_or_default();
            if name.is_empty() || name.contains(is_no_part_of_word) || definition.ends_with('=') {
                return None;
            }
            defined.push(format!("-D{definition}"));
        }
    }
    Some(defined)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn defined(call: &str) -> Vec<String> {
        definitions(&format!("void f() {{ {call} }}"))
    }

    #[test]
    fn options_are_read_where_they_are_literals() {
        let one = "clBuildProgram(p, g(1, 2), &d, \"-DW=16 -cl-std=CL2.0 \"\n \"-D ON\", NULL, NULL);";
        assert_eq!(defined(one), ["-DW=16", "-DON"]);
        assert_eq!(defined(&format!("{one} {one}")), ["-DW=16", "-DON"]);
    }

    #[test]
    fn options_that_are_put_together_or_differ_are_not() {
        let one = "clBuildProgram(p, 1, &d, \"-DW=16\", 0, 0);";
        for other in [
            "clBuildProgram(p, 1, &d, NULL, 0, 0);",
            "clBuildProgram(p, 1, &d, \"-DW=8\", 0, 0);",
            "clBuildProgram(p, 1, &d, options, 0, 0);",
        ] {
            assert_eq!(defined(&format!("{one} {other}")), [""; 0], "{other}");
        }
        for alone in [
            "clBuildProgram(p, 1, &d, on ? \"-DA\" : \"-DB\", 0, 0);",
            "clBuildProgram(p, 1, &d, (\"-DW=\" + w).c_str(), 0, 0);",
            "clBuildProgram(p, 1, &d, \"-DW=\" NUMBER, 0, 0);",
            "clBuildProgram(p, 1, &d, \"-DW=\", 0, 0);",
        ] {
            assert_eq!(defined(alone), [""; 0], "{alone}");
        }
    }
}
