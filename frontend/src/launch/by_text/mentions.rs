//! How a text names a kernel: in a launch, beside what is handed to it, or in a way that is not followed.

use crate::launch::moves::{Occurrence, behind_list, enclosing, is_of_runtime, name_at_end};
use crate::macros::arguments;

/// Functions and macros that launch what they are handed, with what they are handed behind it (CUDA Runtime API, HIP).
const LAUNCH_BESIDE: [&str; 2] = ["hipLaunchKernelGGL", "cudaLaunchKernelEx"];

/// A place at which a text names a kernel.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Mention<'t> {
    /// The shape of a launch, and what stands behind it.
    Launch(&'t str, &'t str),
    /// What a call hands over behind the kernel.
    Beside(Vec<&'t str>),
    /// Something that may launch it.
    Unclear,
}

/// All of a name's that may lead to a launch.
pub(super) fn mentions<'t>(code: &'t str, kernel: &'t str) -> Vec<Mention<'t>> {
    Occurrence::all(code, kernel)
        .filter_map(|one| read(code, one))
        .collect()
}

fn read<'t>(code: &'t str, one: Occurrence<'t>) -> Option<Mention<'t>> {
    let behind = behind_list(one.behind);
    if let Some(rest) = behind.strip_prefix("<<<") {
        let parts = rest.split_once(">>>");
        return Some(parts.map_or(Mention::Unclear, |(shape, behind)| Mention::Launch(shape, behind)));
    }
    // A function, a method or a member of its name.
    if behind.starts_with('(') || one.is_anothers() {
        return None;
    }
    let before = one.before_scopes();
    // A cast.
    let before = match before.strip_suffix(')') {
        Some(inside) => enclosing(inside)
            .and_then(|open| open.strip_suffix('('))
            .unwrap_or_default()
            .trim_end(),
        None => before,
    };
    let is_argument = before.ends_with(['(', ',']) && behind.starts_with([',', ')']);
    let Some(open) = enclosing(before).filter(|open| is_argument && open.ends_with('(')) else {
        return Some(Mention::Unclear);
    };
    let callee = name_at_end(&open[..open.len() - 1]);
    let is_beside = LAUNCH_BESIDE.contains(&callee) || !is_of_runtime(callee);
    match arguments(&code[open.len() - 1..]).filter(|_| is_beside) {
        Some(list) => {
            let place = |text: &str| text.as_ptr() as usize - code.as_ptr() as usize;
            let is_behind = |argument: &&str| place(argument) > place(one.behind);
            Some(Mention::Beside(list.into_iter().filter(is_behind).collect()))
        }
        // Others of the runtime's ask something of it.
        None if !is_beside && !callee.contains("Launch") => None,
        None => Some(Mention::Unclear),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_launched_or_handed_on_with_arguments() {
        let read = |code| mentions(code, "k");
        for code in ["k<<<1, 64>>>(p, q)", "a::k<A<int>, 3><<<1, 64>>>(p, q)"] {
            assert_eq!(read(code), [Mention::Launch("1, 64", "(p, q)")], "{code}");
        }
        for code in [
            "LAUNCH(k, p, q)",
            "hipLaunchKernelGGL(k<int>, p, q);",
            "if (a) start(1, &a::k, p, q);",
            "run((void *)k, p, q)",
        ] {
            assert_eq!(read(code), [Mention::Beside(vec!["p", "q"])], "{code}");
        }
        for code in [
            "KERNEL(k, 64)(p, q)",
            "cudaLaunchKernel((void *)k, 1, 64, all, 0, 0)",
            "auto f = k;",
            "Table all{k, 3};",
            "run<k>(p, q)",
        ] {
            let found = read(code);
            let is_short = matches!(&found[..], [Mention::Beside(all)] if all.len() < 2);
            assert!(is_short || found == [Mention::Unclear], "{code} {found:?}");
        }
        for code in [
            "k(p, q)",
            "x.k = 3",
            "__global__ void k(float *p);",
            "cudaFuncSetAttribute(k, attribute, 3)",
        ] {
            assert_eq!(read(code), [], "{code}");
        }
    }
}
