//! The rules: one list of ids, each with its page of `docs/rules`, which is the only source of what is said about it.

use crate::nearest::nearest;
use kverify_smt::answer::Kind;

/// A rule that findings can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable id; the page is `docs/rules/<id>.md`.
    pub id: &'static str,
    /// The page, in Markdown. `rules` beside `src` leads to `docs/rules`, so that a package of this crate has the pages inside.
    pub page: &'static str,
}

macro_rules! rules {
    ($($kind:ident => $id:literal,)* ; $($of_host:literal,)*) => {
        /// All rules, those that are checked first; those of host code last.
        pub const ALL: &[Rule] = &[$(Rule {
            id: $id,
            page: include_str!(concat!("../rules/", $id, ".md")),
        },)* $(Rule {
            id: $of_host,
            page: include_str!(concat!("../rules/", $of_host, ".md")),
        }),*];

        /// Whether it is the id of a rule that is about speed alone: looked for where it is asked for.
        pub fn is_advice(id: &str) -> bool {
            [$((Kind::$kind, $id)),*].iter().any(|(kind, of)| *of == id && kind.is_advice())
        }

        /// The id of the rule that findings of a kind are of.
        pub fn id_of(kind: Kind) -> &'static str {
            match kind {
                $(Kind::$kind => $id),*
            }
        }
    };
}

rules![
    DataRace => "data-race",
    BarrierDivergence => "barrier-divergence",
    OutOfBounds => "out-of-bounds",
    Assertion => "assertion",
    InvalidArgument => "invalid-argument",
    DivergentCollective => "divergent-collective",
    UninitialisedRead => "uninitialised-read",
    NonTerminatingLoop => "non-terminating-loop",
    BankConflict => "bank-conflict",
    UncoalescedAccess => "uncoalesced-access",
    UndefinedArithmetic => "undefined-arithmetic",
    RedundantBarrier => "redundant-barrier",
    DivergentBranch => "divergent-branch",
    ;
    "use-after-free",
    "double-free",
    "uninitialised-buffer",
    "missing-transfer",
    "incorrect-transfer",
    "redundant-transfer",
    "leak",
    "launch-shape",
    "host-device-race",
    "inter-kernel-race",
    "access-flags",
    "mapped-range",
    "argument-race",
    "program-not-built",
    "invalid-free",
    "unused-buffer",
];

/// The rule of that id.
///
/// # Errors
/// Names the rule that was perhaps meant.
pub fn find(id: &str) -> Result<&'static Rule, NoSuchRule> {
    ALL.iter().find(|rule| rule.id == id).ok_or_else(|| NoSuchRule {
        id: id.to_owned(),
        nearest: nearest(id, ALL.iter().map(|rule| rule.id)),
    })
}

/// A rule id that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchRule {
    /// What was asked for.
    pub id: String,
    /// What was perhaps meant.
    pub nearest: Option<&'static str>,
}

impl std::fmt::Display for NoSuchRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "no rule is called `{}`", self.id)?;
        match self.nearest {
            Some(nearest) => write!(f, "; is it `{nearest}`?"),
            None => {
                let ids: Vec<&str> = ALL.iter().map(|rule| rule.id).collect();
                write!(f, "; there are {}", ids.join(", "))
            }
        }
    }
}

impl std::error::Error for NoSuchRule {}

impl Rule {
    /// The first sentences of the page: what the rule finds, on one line of plain text.
    pub fn summary(&self) -> String {
        let mut paragraphs = self.page.split("\n\n").map(str::trim);
        let text =
            paragraphs.find(|text| !text.starts_with('#') && !text.starts_with('*') && !text.is_empty());
        let lead = text.unwrap_or_default().split("\n-").next().unwrap_or_default();
        let words = lead.split_whitespace().collect::<Vec<_>>().join(" ");
        words.replace('`', "")
    }

    /// Whether this version looks for it.
    pub fn is_checked(&self) -> bool {
        !self.page.contains("*Reserved:")
    }

    /// Where the page is on the web, once the package says where its repository is.
    pub fn url(&self) -> Option<String> {
        let repository = env!("CARGO_PKG_REPOSITORY");
        (!repository.is_empty()).then(|| format!("{repository}/blob/main/docs/rules/{}.md", self.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_page_that_says_something() {
        for rule in ALL {
            assert!(rule.page.starts_with(&format!("# {}\n", rule.id)), "{}", rule.id);
            let summary = rule.summary();
            assert!((30..300).contains(&summary.len()), "{}: {summary}", rule.id);
            assert!(!summary.contains(['*', '\n', '#', '`']), "{}: {summary}", rule.id);
        }
    }

    #[test]
    fn what_host_code_is_told_of_has_a_page() {
        for rule in crate::host::rules::Rule::ALL {
            assert!(find(rule.id()).is_ok_and(Rule::is_checked), "{}", rule.id());
        }
    }

    #[test]
    fn a_typing_error_gets_a_suggestion() {
        assert_eq!(find("data-rase").expect_err("no rule").nearest, Some("data-race"));
        let nothing_like_it = find("xyzzy").expect_err("no rule");
        assert_eq!(nothing_like_it.nearest, None);
        assert!(nothing_like_it.to_string().contains("barrier-divergence"));
    }
}
