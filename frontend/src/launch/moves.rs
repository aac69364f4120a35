//! What text that clang left out may do to a pointer that it names: only some uses lead it elsewhere.

mod alike;
mod occurrence;

use super::uses::takes_to_change;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::repair::dependent;
pub(super) use alike::{behind_list, hands_alike};
use occurrence::may_change;
pub(super) use occurrence::{Occurrence, enclosing, is_of_name, is_of_runtime, name_at_end, within_brackets};
use std::collections::BTreeSet;

/// Whether a text, without its comments and strings, may lead a pointer of a name elsewhere. What it writes where the pointer leads to
/// does not; nor do functions that are handed it `by_value`.
pub(super) fn may_lead_elsewhere(code: &str, name: &str, by_value: &BTreeSet<String>) -> bool {
    Occurrence::all(code, name)
        .any(|one| !one.is_anothers() && !one.is_followed() && (one.is_changed() || one.is_lent(by_value)))
}

/// Whether a text may give a variable of a name another value: it names it, and does more than to ask it something.
pub(super) fn may_write(code: &str, name: &str, is_question: impl Fn(&str) -> bool) -> bool {
    Occurrence::all(code, name).any(|one| !one.is_handed_to_c() && !one.asked().is_some_and(&is_question))
}

/// Whether a text may change what a member of an object holds, by the object's name, or a member of that if this `is_deep`; `is_question`
/// tells what a call of a method leaves as it is.
pub(super) fn may_change_members(
    code: &str,
    (name, is_deep): (&str, bool),
    by_value: &BTreeSet<String>,
    is_question: impl Fn(&str) -> bool,
) -> bool {
    Occurrence::all(code, name).any(|one| {
        let (end, member) = one.end_of_path();
        // A member is kept by what is called on what it leads to.
        let leads_on = |method: &str| {
            let before = one.behind.strip_suffix(method).unwrap_or_default().trim_end();
            !is_deep && before.strip_suffix("->").is_some_and(|parts| !parts.is_empty())
        };
        let is_kept = match member {
            None => one.is_launched() || one.is_handed_to_c(),
            Some(method) if end.behind.starts_with(['(', '<']) => is_question(method) || leads_on(method),
            Some(_) => !end.is_changed() && !end.is_lent(by_value) && !end.before.ends_with('*'),
        };
        !one.is_anothers() && !is_kept
    })
}

/// Whether a text may set a member of a name, of whichever object; a bare name is one where the text is a class's.
pub(super) fn may_set_member(code: &str, name: &str, is_of_class: bool, by_value: &BTreeSet<String>) -> bool {
    let sets = |one: Occurrence<'_>| {
        let is_anothers = one.is_anothers();
        let one = if is_anothers { one.of_whole() } else { one };
        (is_anothers || is_of_class)
            && !one.is_followed()
            && (one.is_changed() || one.is_lent(by_value) && !is_one_of_several(one.before, code))
    };
    let mut objects = Occurrence::all(code, "this").filter(|_| is_of_class);
    Occurrence::all(code, name).any(sets) || objects.any(sets)
}

/// Whether what comes next in a text stands in no list in brackets, but in a declaration of several names: `T first, second;`.
fn is_one_of_several(before: &str, code: &str) -> bool {
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

/// Whether a text may change a variable other than by an assignment that names it; what is a handle stays one of the same thing where it
/// is handed over.
pub(super) fn may_change_unnamed(
    code: &str,
    name: &str,
    is_handle: bool,
    by_value: &BTreeSet<String>,
) -> bool {
    Occurrence::all(code, name).any(|one| {
        let is_kept = || enclosing(one.before).is_none_or(|open| may_change(open, by_value));
        let is_moved = one.behind.starts_with("+=") || one.behind.starts_with("-=");
        !one.is_anothers()
            && (is_moved
                || one.is_bound() && is_kept()
                || one.declares_reference()
                || !is_handle && one.is_lent(by_value))
    })
}

/// Whether a text may declare a variable of a name whose value does not stand beside it.
pub(super) fn declares_open(code: &str, name: &str) -> bool {
    let is_started = |one: Occurrence<'_>| one.is_set() || one.behind.starts_with(';');
    Occurrence::all(code, name).any(|one| one.is_declared() && !is_started(one))
}

/// How often a text may declare a variable of a name.
pub(super) fn declares(code: &str, name: &str) -> usize {
    Occurrence::all(code, name)
        .filter(|one| one.is_declared() || one.is_declared_in_brackets())
        .count()
}

/// Whether a text declares a name in brackets, which clang does not show: `auto [first, second] = both;`.
pub(super) fn declares_in_brackets(code: &str, name: &str) -> bool {
    Occurrence::all(code, name).any(Occurrence::is_declared_in_brackets)
}

/// Whether a text names a method other than to call it: `&Solver::step`.
pub(super) fn keeps_method(code: &str, name: &str) -> bool {
    Occurrence::all(code, name).any(|one| !one.behind.starts_with(['(', '<']) && one.before.ends_with("::"))
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
    fn objects_change_by_all_that_is_no_question() {
        let by_value: BTreeSet<String> = ["copy".to_owned()].into();
        let is_question = |asked: &str| asked.starts_with("size");
        let changes = |code: &str, is_deep| may_change_members(code, ("s", is_deep), &by_value, is_question);
        for code in [
            "k<<<1, 64>>>(s)",
            "k<<<1, 64>>>(s.p, s->q[2])",
            "n = s.size(); copy(s.p)",
            "t.s = r",
        ] {
            assert!(!changes(code, false) && !changes(code, true), "{code}");
        }
        for code in [
            "s.p = q",
            "s . p = q",
            "(*s).p = q",
            "s[0]->p = q",
            "s->set(q)",
            "set(s.p)",
            "set(s)",
            "auto &r = s.p",
            "r = s",
        ] {
            assert!(changes(code, false) && changes(code, true), "{code}");
        }
        assert!(changes("s[0]->run()", true) && !changes("s[0]->run()", false));
    }

    #[test]
    fn declarations_are_told_from_uses() {
        for code in [
            "void f(T *p, int n)",
            "for (auto p : all)",
            "float *p(q);",
            "[&](T &p) {}",
            "vector<T> p{q};",
        ] {
            assert!(declares_open(code, "p") && declares(code, "p") == 1, "{code}");
        }
        for code in ["T *p = q;", "float *p;"] {
            assert!(!declares_open(code, "p") && declares(code, "p") == 1, "{code}");
        }
        for code in [
            "f(p, q)",
            "return p;",
            "q = p",
            "x.p * y",
            "(T *)p",
            "if (a) p = q; else p = r;",
        ] {
            assert!(declares(code, "p") == 0, "{code}");
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
