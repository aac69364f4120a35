//! What macros make literals of (`#x`).

use super::{Literal, marked};
use crate::ir::Language;
use crate::macros::{Macros, all_words, bodies_of, definitions};

/// The arguments of macros that hold kernels of OpenCL's: such a macro makes a literal of them. With each whether macros of the host's
/// change what it is: those that it names, unless the macro makes the literal itself.
pub(super) fn stringised(outside: &[u8]) -> Vec<(Literal, bool)> {
    let text = String::from_utf8_lossy(outside);
    let mut macros = Macros::new();
    definitions(&text, &mut macros);
    let is_marking = |word: &str| {
        bodies_of(&macros, word)
            .iter()
            .any(|body| body.contains("__kernel"))
    };
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_u32, None);
    for (at, byte) in outside.iter().enumerate() {
        match byte {
            b'(' if depth == 0 => (depth, start) = (1, Some(at + 1)),
            b'(' => depth += 1,
            b')' => {
                depth = depth.saturating_sub(1);
                let inside = start.take_if(|_| depth == 0).map(|start| start..at);
                found.extend(inside.and_then(|inside| {
                    let code = String::from_utf8_lossy(&outside[inside.clone()]);
                    let before = String::from_utf8_lossy(&outside[..inside.start - 1])
                        .trim_end()
                        .to_owned();
                    let name = all_words(&before)
                        .last()
                        .filter(|(at, name)| at + name.len() == before.len());
                    let makes_it = name.is_some_and(|(_, name)| {
                        let bodies = bodies_of(&macros, name);
                        !bodies.is_empty() && bodies.iter().all(|body| body.trim_start().starts_with('#'))
                    });
                    let names_macro = || all_words(&code).any(|(_, word)| macros.contains_key(word));
                    let is_spelt = !makes_it && names_macro();
                    let is_marked = code.contains("__kernel") && marked(&code, Language::OpenCl).is_some()
                        || is_spelt
                            && code.contains('{')
                            && all_words(&code).any(|(_, word)| is_marking(word));
                    let literal = Literal {
                        start: inside.start,
                        end: inside.end,
                        raw: true,
                    };
                    is_marked.then_some((literal, is_spelt))
                }));
            }
            _ => {}
        }
    }
    found
}
