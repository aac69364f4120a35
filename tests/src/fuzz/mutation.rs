//! Damaged sources: the repository's own kernels, with parts cut out, doubled, swapped and replaced.

use crate::corpus;
use crate::numbers::Random;
use kverify_frontend::Source;
use std::fs;
use std::sync::LazyLock;

/// What is put in the place of something else: words that mean much in a kernel, or nothing at all.
const WORDS: [&str; 40] = [
    "__syncthreads();",
    "return;",
    "break;",
    "continue;",
    "if (threadIdx.x)",
    "for (;;)",
    "while (n--)",
    "atomicAdd(",
    "__shared__",
    "volatile",
    "unsigned",
    "char",
    "long long",
    "float",
    "double",
    "threadIdx.x",
    "blockIdx.y",
    "get_local_id(0)",
    "barrier(CLK_LOCAL_MEM_FENCE);",
    "&",
    "*",
    "+",
    "-",
    "%",
    "<<",
    ">>=",
    "0",
    "1",
    "-1",
    "2147483647",
    "0x80000000u",
    "1e30f",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
];

struct Seedling {
    source: Source,
    text: String,
    /// Of its path, so that seeds mean the same when other files come and go.
    hash: u64,
}

impl Seedling {
    /// The one that a seed chooses: another file changes that for few seeds.
    fn chosen(seed: u64) -> Option<&'static Seedling> {
        CORPUS
            .iter()
            .max_by_key(|one| Random::new(seed ^ one.hash).below(usize::MAX))
    }
}

/// FNV-1a, which stays as it is from release to release.
pub(super) fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

static CORPUS: LazyLock<Vec<Seedling>> = LazyLock::new(|| {
    let folders = ["examples", "tests/cases"].map(corpus::sources);
    let read = folders.into_iter().flatten().filter_map(|path| {
        let text = fs::read_to_string(&path).ok()?;
        let source = Source {
            path: path.file_name()?.into(),
            text: None,
        };
        let hash = hash(&corpus::short_name(&path));
        Some(Seedling { source, text, hash })
    });
    read.collect()
});

/// The damaged source that a seed stands for; empty if the repository's kernels are not there.
pub fn source(seed: u64) -> Source {
    let (Some(one), Some(other)) = (Seedling::chosen(seed), Seedling::chosen(!seed)) else {
        return Source {
            path: "empty.cu".into(),
            text: Some(String::new()),
        };
    };
    let mut random = Random::new(seed);
    let mut words = split(&one.text);
    let spare = split(&other.text);
    for _ in 0..1 + random.below(4) {
        damage(&mut words, &spare, &mut random);
    }
    Source {
        path: one.source.path.clone(),
        text: Some(words.concat()),
    }
}

fn damage(words: &mut Vec<String>, spare: &[String], random: &mut Random) {
    /// Longer runs of words are left alone.
    const LONGEST: usize = 12;
    if words.is_empty() {
        return;
    }
    let from = random.below(words.len());
    let to = (from + 1 + random.below(LONGEST)).min(words.len());
    match random.below(7) {
        0 => drop(words.drain(from..to)),
        1 => {
            let twice = words[from..to].to_vec();
            words.splice(to..to, twice);
        }
        2 => words.swap(from, to - 1),
        3 => words[from] = random.pick(&WORDS).to_owned(),
        4 => words.insert(from, format!(" {} ", random.pick(&WORDS))),
        5 if !spare.is_empty() => {
            let start = random.below(spare.len());
            let end = (start + random.below(LONGEST)).min(spare.len());
            words.splice(from..from, spare[start..end].to_vec());
        }
        _ => {
            let there = random.pick(words);
            words[from] = there;
        }
    }
}

/// Words, numbers, single characters, and the white space between them.
fn split(text: &str) -> Vec<String> {
    let class = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' => 0,
        c if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut words: Vec<String> = Vec::new();
    let mut last = 2;
    for c in text.chars() {
        match words.last_mut() {
            Some(word) if class(c) == last && last != 2 => word.push(c),
            _ => words.push(c.into()),
        }
        last = class(c);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_put_together_are_the_text() {
        let text = "a[threadIdx.x] += 0x1f; // é\n\tb";
        let words = split(text);
        assert_eq!(words.concat(), text);
        assert!(words.contains(&"threadIdx".to_owned()));
    }

    #[test]
    fn seeds_give_the_same_damage_each_time() {
        assert!(!CORPUS.is_empty());
        assert_eq!(source(7).text, source(7).text);
        let distinct: std::collections::BTreeSet<_> = (0..50).map(|seed| source(seed).text).collect();
        assert!(distinct.len() > 45, "{}", distinct.len());
    }
}
