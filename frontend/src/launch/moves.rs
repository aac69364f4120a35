//! What text that clang left out may do to a pointer that it names: only some uses lead it elsewhere.

use super::in_text::{self, Places};
use super::uses::takes_to_change;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::macros::{arguments, parenthesised};
use crate::plain::words;
use crate::repair::dependent;
use std::collections::BTreeSet;

/// How the names of functions begin that are C's: what they are handed by value they do not change.
const OF_C: [&str; 11] = [
    "cublas", "cudnn", "cusparse", "cusolver", "cufft", "curand", "cutensor", "nccl", "hipblas", "rocblas",
    "MPI_",
];
/// The same of those of CUDA, HIP and OpenCL, which go on with a capital letter.
const OF_RUNTIMES: [&str; 4] = ["cuda", "cu", "hip", "cl"];
/// The last words of types.
const TYPES: [&str; 9] = [
    "void", "bool", "char", "short", "int", "long", "unsigned", "float", "double",
];
/// What stands before a condition and is no function.
const KEYWORDS: [&str; 6] = ["if", "while", "for", "switch", "return", "sizeof"];

/// Whether a text, without its comments and strings, may lead a pointer of a name elsewhere. What it writes where the pointer leads to
/// does not; nor do functions that are handed it `by_value`.
pub(super) fn may_lead_elsewhere(code: &str, name: &str, by_value: &BTreeSet<String>) -> bool {
    words(code, name).any(|at| {
        let (before, behind) = (code[..at].trim_end(), code[at + name.len()..].trim_start());
        let is_anothers = before.ends_with('.') || before.ends_with("->");
        let is_followed =
            behind.starts_with('[') || behind.starts_with("->") || is_dereferenced(before, behind);
        !is_anothers && !is_followed && (is_changed(before, behind) || is_lent(before, behind, by_value))
    })
}

/// Whether a text may set a member of a name, of whichever object; a bare name is one where the text is a class's.
pub(super) fn may_set_member(code: &str, name: &str, is_of_class: bool, by_value: &BTreeSet<String>) -> bool {
    let sets = |at: usize, name: &str| {
        let (before, behind) = (code[..at].trim_end(), code[at + name.len()..].trim_start());
        let is_anothers = before.ends_with('.') || before.ends_with("->");
        let before = match is_anothers {
            true => before.trim_end_matches(|c| is_of_name(c) || matches!(c, '.' | '-' | '>')),
            false => before,
        };
        let is_followed =
            behind.starts_with('[') || behind.starts_with("->") || is_dereferenced(before, behind);
        (is_anothers || is_of_class)
            && !is_followed
            && (is_changed(before, behind) || is_lent(before, behind, by_value) && !is_declared(before, code))
    };
    let mut objects = words(code, "this").filter(|_| is_of_class);
    words(code, name).any(|at| sets(at, name)) || objects.any(|at| sets(at, "this"))
}

/// Whether what comes next in a text stands in no list in brackets, but in a declaration of several names: `T first, second;`.
fn is_declared(before: &str, code: &str) -> bool {
    let Some(open) = enclosing(before) else {
        return true;
    };
    let mut depth = 0_i32;
    let is_end = |sign: char| {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        depth == 0
    };
    let block = &code[open.len() - 1..];
    let inside = block.find(is_end).map_or(block, |end| &block[..end]);
    open.ends_with('{') && inside.contains(';')
}

/// Whether a function's text may change a variable, or an object by one of its members, other than by an assignment that names it.
pub(super) fn may_change_unnamed(code: &str, path: &str, by_value: &BTreeSet<String>) -> bool {
    let (name, is_object) = match path.split_once('.') {
        Some((object, _)) => (object, true),
        None => (path, false),
    };
    words(code, name).any(|at| {
        let (before, behind) = (code[..at].trim_end(), code[at + name.len()..].trim_start());
        let is_anothers = before.ends_with('.') || before.ends_with("->");
        let is_bound = before.ends_with('&') && !before.ends_with("&&");
        let is_kept = || enclosing(before).is_none_or(|open| may_change(open, by_value));
        let called = behind.strip_prefix('.').or_else(|| behind.strip_prefix("->"));
        let called = called.map(|called| called.trim_start().trim_start_matches(is_of_name).trim_start());
        !is_anothers
            && (is_bound && is_kept()
                || declares_reference(before)
                || is_lent(before, behind, by_value)
                || is_object && called.is_some_and(|called| called.starts_with('(')))
    })
}

/// Whether a text names a method other than to call it: `&Solver::step`.
pub(super) fn keeps_method(code: &str, name: &str) -> bool {
    words(code, name).any(|at| {
        let is_called = code[at + name.len()..].trim_start().starts_with(['(', '<']);
        !is_called && code[..at].trim_end().ends_with("::")
    })
}

/// Whether a text may hand a function of a name, of whose parameters these are pointers, one place twice: by a call, or by what it hands
/// the function to.
pub(super) fn hands_alike(code: &str, name: &str, pointers: &[bool]) -> bool {
    words(code, name).any(|at| {
        let (before, behind) = (code[..at].trim_end(), code[at + name.len()..].trim_start());
        if let Some(mut arguments) = called_with(behind) {
            if arguments.len() == pointers.len() {
                let mut is_pointer = pointers.iter();
                arguments.retain(|_| is_pointer.next() == Some(&true));
            }
            return repeats(&arguments, code);
        }
        let before = before.trim_end_matches(|c| is_of_name(c) || c == ':');
        let before = before.strip_suffix('&').unwrap_or(before).trim_end();
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

/// The arguments of a call of which this is what follows the name.
fn called_with(behind: &str) -> Option<Vec<&str>> {
    let behind = match behind.starts_with('<') {
        true => behind.split_once('>')?.1.trim_start(),
        false => behind,
    };
    arguments(behind)
}

/// Whether two of some arguments lead to one place that a text names. A list of types, as of an instantiation, names none.
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

/// Whether a star before a name opens what leads there: it follows an operator, or nothing. After a comma it may declare the name.
fn is_dereferenced(before: &str, behind: &str) -> bool {
    let before = before.strip_suffix('*').map(str::trim_end);
    let opens = |before: &str| {
        before.is_empty() || before.ends_with(['(', ',', '=', ';', '{', '}', '!', '?', ':', '+', '<', '>'])
    };
    let is_declared = |before: &str| before.ends_with(',') && is_set(behind);
    before.is_some_and(|before| opens(before) && !is_declared(before))
}

fn is_set(behind: &str) -> bool {
    behind.starts_with('=') && !behind.starts_with("==")
}

/// Whether the variable itself is set, moved, declared or bound.
fn is_changed(before: &str, behind: &str) -> bool {
    let is_set = is_set(behind)
        || ["+=", "-=", "++", "--", "(", "{"]
            .iter()
            .any(|sign| behind.starts_with(sign));
    let is_bound = before.ends_with('&') && !before.ends_with("&&");
    is_set
        || is_bound
        || declares_reference(before)
        || ["++", "--", ">>", "["].iter().any(|sign| before.ends_with(sign))
}

/// Whether a statement up to here declares a reference, `auto &r = c ? p`: the name may be what it is another name of.
fn declares_reference(before: &str) -> bool {
    let statement = before.rsplit([';', '{', '}']).next().unwrap_or_default();
    let declared = statement.split_once('=').map(|(declared, _)| declared.trim_end());
    declared.is_some_and(|declared| declared.trim_end_matches(is_of_name).trim_end().ends_with('&'))
}

/// Whether the variable is handed, as it is, to something that may take it by reference.
fn is_lent(before: &str, behind: &str, by_value: &BTreeSet<String>) -> bool {
    let is_cast = before.ends_with(')');
    let is_whole =
        (is_cast || before.ends_with(['(', ',', '{', '['])) && behind.starts_with([',', ')', '}', ']']);
    is_whole && enclosing(before).is_none_or(|open| may_change(open, by_value))
}

/// What stands before and with the bracket that is open at the end of a text.
fn enclosing(text: &str) -> Option<&str> {
    let mut depth = 0_i32;
    for (at, sign) in text.char_indices().rev() {
        match sign {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => return Some(&text[..=at]),
            '(' | '[' | '{' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn may_change(open: &str, by_value: &BTreeSet<String>) -> bool {
    let Some(callee) = open.strip_suffix('(').map(str::trim_end) else {
        return true;
    };
    // The arguments of a launch are copied.
    if callee.ends_with(">>>") {
        return false;
    }
    let name = name_at_end(callee);
    !(KEYWORDS.contains(&name) || is_of_c(name) || is_of_runtime(name) || by_value.contains(name))
}

/// The name that a text ends in, or nothing.
pub(super) fn name_at_end(text: &str) -> &str {
    let text = text.trim_end();
    &text[text.trim_end_matches(is_of_name).len()..]
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a function is a C library's, by its name.
pub(super) fn is_of_c(function: &str) -> bool {
    OF_C.iter().any(|word| function.starts_with(word))
}

fn is_of_runtime(function: &str) -> bool {
    OF_RUNTIMES
        .iter()
        .filter_map(|word| function.strip_prefix(word))
        .any(|rest| rest.starts_with(char::is_uppercase))
}

/// The names of functions and methods that take nothing by a reference through which they could change it.
pub(super) fn by_value(declarations: &[Cursor<'_>]) -> BTreeSet<String> {
    let [mut all, mut changing] = [const { BTreeSet::new() }; 2];
    let mut open: Vec<Cursor<'_>> = declarations.to_vec();
    while let Some(c) = open.pop() {
        match c.kind() {
            CXCursor_FunctionDecl | CXCursor_CXXMethod | CXCursor_FunctionTemplate => {
                let parameters = dependent::parameters(c);
                let found = match parameters.into_iter().any(takes_to_change) {
                    true => &mut changing,
                    false => &mut all,
                };
                found.insert(c.spelling());
            }
            CXCursor_Namespace
            | CXCursor_LinkageSpec
            | CXCursor_UnexposedDecl
            | CXCursor_StructDecl
            | CXCursor_ClassDecl
            | CXCursor_ClassTemplate => open.extend(c.children()),
            _ => {}
        }
    }
    all.difference(&changing).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_set_by_any_object_and_by_bare_names_in_classes() {
        let by_value: BTreeSet<String> = ["copy".to_owned()].into();
        let sets = |code: &str, is_of_class| may_set_member(code, "p", is_of_class, &by_value);
        for code in ["g.p = q;", "run(&g->p)", "f(g.p, 3)", "g . p += 4"] {
            assert!(sets(code, false) && sets(code, true), "{code}");
        }
        for code in [
            "p = q;",
            "C(int *q) : p(q) {",
            "Keeper keeper{&q, &p};",
            "keeper.add(this);",
        ] {
            assert!(sets(code, true) && !sets(code, false), "{code}");
        }
        for code in [
            "T p, q;",
            "struct C { T q, p; T r; };",
            "f(g.p[1], p->q, copy(p));",
            "log(p == q)",
        ] {
            assert!(!sets(code, true), "{code}");
        }
    }

    #[test]
    fn what_hands_one_place_twice_is_told_from_what_hands_two() {
        let hands = |code: &str| hands_alike(code, "f", &[false, true, true]);
        for code in [
            "f(3, p, p + 1)",
            "f<float>(n, x.data(), x.data())",
            "std::thread t(f, n, p, p);",
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
            "std::thread t(f, n, p, q);",
            "x = f * p * p;",
            "g.f + p",
        ] {
            assert!(!hands(code), "{code}");
        }
    }

    #[test]
    fn what_leads_a_pointer_elsewhere_is_told_from_what_uses_it() {
        let by_value: BTreeSet<String> = ["copy".to_owned()].into();
        let moves = |code: &str| may_lead_elsewhere(code, "p", &by_value);
        for kept in [
            "if (q == 1) { copy(n, p); }",
            "p[3] = 4; *p = 5; x = *p * 2; if (p) f(p[1], p->m)",
            "k<T><<<n, 64>>>(n, p, q)",
            "CHECK(p == q) && q.p = r, s->p = r",
            "cudaMemcpy(q, p, 4, kind)",
            "y = p + 4; while (p) {}",
            "r = (float *)p;",
        ] {
            assert!(!moves(kept), "{kept}");
        }
        for moved in [
            "p = q",
            "p += 4",
            "++p",
            "int *p(q)",
            "float *p{q}",
            "f(&p)",
            "swap(q, p)",
            "CHECK_NULL(p)",
            "auto [q, p] = two()",
            "in >> p",
            "set((float *&)p, q)",
            "all = {q, p}",
            "int *q = 0, *p = r",
            "auto &r = c ? p : q; r = s",
            "custom_set(p, q)",
            "clear(p)",
        ] {
            assert!(moves(moved), "{moved}");
        }
    }
}
