//! Whether a text may hand a function one place twice.

use super::Occurrence;
use super::occurrence::{enclosing, is_of_name, name_at_end};
use crate::launch::in_text::{self, Places};
use crate::macros::{arguments, parenthesised};

/// Words that end a type and name no place: a list of such is no list of arguments.
const TYPES: [&str; 9] = [
    "void", "bool", "char", "short", "int", "long", "unsigned", "float", "double",
];

/// Whether a text may hand a function of a name, of whose parameters these are pointers, one place twice: by a call, or by what it hands
/// the function to.
pub(in crate::launch) fn hands_alike(code: &str, name: &str, pointers: &[bool]) -> bool {
    Occurrence::all(code, name).any(|one| {
        let behind = behind_list(one.behind);
        if let Some(mut arguments) = arguments(behind) {
            if arguments.len() == pointers.len() {
                let mut is_pointer = pointers.iter();
                arguments.retain(|_| is_pointer.next() == Some(&true));
            }
            return repeats(&arguments, code);
        }
        let before = one.before_scopes();
        let is_whole = behind.starts_with([',', ')', '}', ';']);
        if !is_whole || !before.ends_with(['(', ',', '{', '=']) {
            return false;
        }
        // What a variable holds is called where nothing names the function.
        let is_kept = |before: &str| {
            let statement = before.rsplit([';', '{', '}']).next().unwrap_or_default();
            statement.contains('=')
        };
        let group = enclosing(before).map_or("", |open| &code[open.len() - 1..]);
        let inside = match group.starts_with('(') {
            true => parenthesised(group).unwrap_or(group),
            false => "",
        };
        inside.is_empty() || is_kept(before) || repeats(&all_names(inside), code)
    })
}

/// What stands behind the list of a template's arguments that a text begins with: `<A<B>, 3>(x)`. A launch has none.
pub(in crate::launch) fn behind_list(text: &str) -> &str {
    if !text.starts_with('<') || text.starts_with("<<<") {
        return text;
    }
    let [mut angles, mut others] = [0_i32; 2];
    for (at, sign) in text.char_indices() {
        match sign {
            '<' if others == 0 => angles += 1,
            '>' if others == 0 && !text[..at].ends_with('-') => angles -= 1,
            '(' | '[' | '{' => others += 1,
            ')' | ']' | '}' => others -= 1,
            ';' => break,
            _ => {}
        }
        if angles == 0 {
            return text[at + 1..].trim_start();
        }
    }
    text
}

/// Whether two of some arguments lead to one place that a text names.
fn repeats(arguments: &[&str], code: &str) -> bool {
    let is_number = |text: &str| text.starts_with(|sign: char| sign.is_ascii_digit() || sign == '-');
    let is_type = |text: &str| TYPES.contains(&name_at_end(text));
    let arguments = arguments
        .iter()
        .filter(|text| !is_number(text) && !is_type(text) && !text.is_empty());
    let places: Vec<Places> = arguments.map(|text| in_text::places(text, code)).collect();
    let is_alike = |n: usize| {
        let mut own = places[n].iter().filter(|place| place.is_some());
        own.any(|place| places[..n].iter().any(|other| other.contains(place)))
    };
    (1..places.len()).any(is_alike)
}

fn all_names(text: &str) -> Vec<&str> {
    let names = text.split(|c: char| !is_of_name(c));
    names.filter(|name| !name.is_empty() && *name != "std").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hands_one_place_twice_is_told_from_what_hands_two() {
        let hands = |code: &str| hands_alike(code, "f", &[false, true, true]);
        for code in [
            "f(3, p, p + 1)",
            "f<float>(n, x.data(), x.data())",
            "f<A<B>, (3 > 2)>(n, p, p)",
            "std::thread t(f, n, p, p);",
            "run(f<int>, n, p, p);",
            "apply(f, make_tuple(n, p, p))",
            "auto later = std::bind(f, n, p, _1);",
            "held = &f;",
        ] {
            assert!(hands(code), "{code}");
        }
        for code in [
            "f(p, p, q)",
            "f(n, p, q)",
            "template void f<float>(int, float, float);",
            "f<A<B>>(n, p, q)",
            "std::thread t(f, n, p, q);",
            "x = f * p * p;",
            "g.f + p",
        ] {
            assert!(!hands(code), "{code}");
        }
    }
}
