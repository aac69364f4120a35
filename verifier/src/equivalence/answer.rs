//! What a comparison says.

use super::case::Outcome;
use super::launches::Case;

/// Whether both sides compute the same.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// For all contents of arrays, at the launches that were run.
    Equivalent {
        /// Elements that were proved equal, at all launches together.
        elements: usize,
    },
    /// At least here not.
    Different(Box<Difference>),
    /// No difference was found, and nothing proved.
    Unknown {
        /// Launches at which it was proved.
        proved: usize,
        /// Of so many.
        of: usize,
        /// Why not at another.
        reason: String,
        /// That launch.
        launches: [String; 2],
    },
}

/// An element that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Its array and index.
    pub element: String,
    /// What each side leaves there.
    pub held: [Held; 2],
    /// The launches of both.
    pub launches: [String; 2],
    /// What memory holds at the start, as `kverify replay --fill` takes it.
    pub fill: String,
    /// In which order threads ran.
    pub schedule: String,
    /// What is wrong with a side alone.
    pub races: Vec<String>,
}

/// What a side leaves in an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Held {
    /// The value.
    pub value: String,
    /// Block and thread that wrote it; none if nobody did.
    pub thread: Option<([u64; 3], [u64; 3])>,
    /// The line of the write.
    pub line: Option<u32>,
}

/// A comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// As the user named both sides.
    pub names: [String; 2],
    /// What it came to.
    pub answer: Answer,
    /// What the answer takes for granted: an id and a sentence.
    pub assumptions: Vec<(&'static str, &'static str)>,
    /// Arrays that only one side has.
    pub unmatched: Vec<String>,
    /// The launches of both sides.
    pub launches: Vec<[String; 2]>,
    /// Pairs of runs.
    pub runs: u32,
}

impl Answer {
    pub(super) fn of(outcomes: &[Outcome], cases: &[Case]) -> Answer {
        if let Some(difference) = outcomes.iter().find_map(|outcome| outcome.difference.clone()) {
            return Answer::Different(Box::new(difference));
        }
        let elements = outcomes.iter().map(|outcome| outcome.elements).sum();
        let proved = outcomes
            .iter()
            .filter(|outcome| outcome.unproved.is_none())
            .count();
        let open = outcomes
            .iter()
            .zip(cases)
            .find_map(|(outcome, case)| Some((outcome.unproved.clone()?, case)));
        match open {
            // Where neither side writes, both leave what was given: that alone says nothing of them.
            None if elements == 0 => Answer::Unknown {
                proved: 0,
                of: outcomes.len(),
                reason: "no array that both sides have is written: there is nothing to compare".to_owned(),
                launches: cases.first().map(|case| case.words.clone()).unwrap_or_default(),
            },
            None => Answer::Equivalent { elements },
            Some((reason, case)) => Answer::Unknown {
                proved,
                of: outcomes.len(),
                reason,
                launches: case.words.clone(),
            },
        }
    }

    /// 0 equivalent, 1 different, 3 unknown.
    pub fn exit_status(&self) -> u8 {
        match self {
            Answer::Equivalent { .. } => 0,
            Answer::Different(_) => 1,
            Answer::Unknown { .. } => 3,
        }
    }

    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Equivalent { .. } => "equivalent",
            Answer::Different(_) => "different",
            Answer::Unknown { .. } => "unknown",
        }
    }
}

/// What is taken for granted.
pub(super) fn assumptions(
    answer: &Answer,
    outcomes: &[Outcome],
    exact: bool,
) -> Vec<(&'static str, &'static str)> {
    if !matches!(answer, Answer::Equivalent { .. }) {
        return Vec::new();
    }
    let mut all = vec![("no-alias", "arrays of different parameters do not overlap")];
    match exact {
        true => all.push((
            "as-written",
            "each operation on floats is rounded as it is written: the compiler fuses no product with a sum",
        )),
        false => all.push((
            "real-arithmetic",
            "floats are real numbers: sums may be reassociated, a fused product is a product and a sum, rounding to single precision \
             is none, nothing is infinite, no NaN, and nothing is divided by zero (--exact grants none of that)",
        )),
    }
    if outcomes.iter().any(|outcome| outcome.split_exp) {
        all.push(("exp-sum", "exp(a + b) is exp(a) exp(b)"));
    }
    all
}
