//! What nvcc accepts and clang spells otherwise, rewritten byte for byte so that all places stay.

/// Words after which nvcc takes `alignas`, as it takes attributes there: `__shared__ alignas(16) float tile[64];`.
const BEFORE: [&str; 3] = ["__shared__", "__constant__", "__device__"];
/// What the prelude defines as the C keyword that clang takes there, as long as what it stands for.
const ALIGNAS: &str = "alignas";
const INSTEAD: &str = "KvAlign";

/// The text as clang takes it, if that is another.
pub fn for_clang(text: &str) -> Option<String> {
    let found: Vec<usize> = text
        .match_indices(ALIGNAS)
        .filter(|(at, word)| {
            let before = text[..*at].trim_end();
            let opens = text[at + word.len()..].trim_start().starts_with('(');
            opens && BEFORE.iter().any(|word| before.ends_with(word))
        })
        .map(|(at, _)| at)
        .collect();
    if found.is_empty() {
        return None;
    }
    let mut spelt = text.to_owned();
    for at in found {
        spelt.replace_range(at..at + ALIGNAS.len(), INSTEAD);
    }
    Some(spelt)
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
}
