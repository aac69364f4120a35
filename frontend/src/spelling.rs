//! What nvcc accepts and clang spells otherwise, rewritten byte for byte so that all places stay.

use std::ops::Range;

/// Words after which nvcc takes `alignas`, as it takes attributes there: `__shared__ alignas(16) float tile[64];`.
const BEFORE: [&str; 3] = ["__shared__", "__constant__", "__device__"];
/// What the prelude defines as the C keyword that clang takes there, as long as what it stands for.
const ALIGNAS: &str = "alignas";
const INSTEAD: &str = "KvAlign";

/// The text as clang takes it, if that is another.
pub fn for_clang(text: &str) -> Option<String> {
    let aligned = alignments(text);
    let bounds = bounds_of_dynamic_arrays(text);
    if aligned.is_empty() && bounds.is_empty() {
        return None;
    }
    let mut spelt = text.to_owned();
    for at in aligned {
        spelt.replace_range(at..at + ALIGNAS.len(), INSTEAD);
    }
    for bound in bounds {
        let blank: String = text[bound.clone()]
            .chars()
            .map(|c| if c == '\n' { '\n' } else { ' ' })
            .collect();
        spelt.replace_range(bound, &blank);
    }
    Some(spelt)
}

/// Where `alignas` stands that clang does not take there.
fn alignments(text: &str) -> Vec<usize> {
    text.match_indices(ALIGNAS)
        .filter(|(at, word)| {
            let before = text[..*at].trim_end();
            let opens = text[at + word.len()..].trim_start().starts_with('(');
            opens && BEFORE.iter().any(|word| before.ends_with(word))
        })
        .map(|(at, _)| at)
        .collect()
}

/// The first bounds of `extern __shared__` arrays, which nvcc passes over: how much there is says the launch.
fn bounds_of_dynamic_arrays(text: &str) -> Vec<Range<usize>> {
    let in_declaration = |sign: char| !matches!(sign, ';' | '{' | '}');
    // Comments are no part of a declaration.
    let Ok(code) = String::from_utf8(crate::plain::blank(text)) else {
        return Vec::new();
    };
    let text = code.as_str();
    text.match_indices("__shared__")
        .filter_map(|(at, word)| {
            let before = text[..at]
                .rsplit(|sign| !in_declaration(sign))
                .next()
                .unwrap_or_default();
            let external = before.split_whitespace().any(|word| word == "extern");
            let from = at + word.len();
            let length = text[from..]
                .find(|sign| !in_declaration(sign))
                .filter(|_| external)?;
            let open = from + text[from..from + length].find('[')? + 1;
            let close = open + text[open..from + length].find(']')?;
            let plain = text[open..close].is_ascii() && !text[open..close].trim().is_empty();
            plain.then_some(open..close)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_follows_a_memory_space_is_rewritten() {
        let text = "alignas(8) int a; __shared__ alignas(16) float t[4]; struct alignas(4) S {};";
        let spelt = for_clang(text).expect("there is one");
        assert_eq!(spelt, text.replace("__shared__ alignas", "__shared__ KvAlign"));
        assert_eq!(spelt.len(), text.len());
        assert_eq!(for_clang("struct alignas(4) S { int alignas_of; };"), None);
        assert_eq!(for_clang("__shared__ alignas"), None);
    }

    #[test]
    fn dynamic_arrays_have_no_first_bound() {
        let spelt =
            for_clang("x; extern volatile __shared__ float s[32][N + 1]; y[2]").expect("there is one");
        assert_eq!(spelt, "x; extern volatile __shared__ float s[  ][N + 1]; y[2]");
        for text in [
            "extern __shared__ float s[];",
            "__shared__ float s[4];",
            "extern int x; __shared__ int s[4];",
            "f(); // no longer extern\n/*extern*/ __shared__ float s[8];",
            "extern __shared__ s[",
        ] {
            assert_eq!(for_clang(text), None, "{text}");
        }
    }
}
