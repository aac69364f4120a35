//! What is asked and what was answered: no question twice, and none inside itself.
//!
//! A question that comes up while it is being asked gives nothing there: what it comes from is found where it was asked first. What was
//! answered inside of it is then a part of the answer alone, and is forgotten with it (as strongly connected components are found:
//! Tarjan 1972, DOI 10.1137/0201010).

use super::walk::Walk;
use super::*;

/// A variable or member, the part of it, and the way on which that is asked.
pub(super) type Question = (usize, Vec<Step>, String);

#[derive(Default)]
pub(super) struct Asked {
    /// What is being asked, by how many questions are open around it.
    open: HashMap<Question, usize>,
    /// Answers, and the place of the outermost open question that each leaves out, if it is not whole.
    known: HashMap<Question, (Found, Option<usize>)>,
    /// The same of what is being answered.
    left_out: Option<usize>,
    /// How often something was asked that is being asked already.
    pub again: usize,
}

impl Asked {
    fn leaves_out(&mut self, place: usize) {
        self.again += 1;
        self.left_out = Some(self.left_out.map_or(place, |known| known.min(place)));
    }
}

impl Walk<'_, '_, '_> {
    /// The answer to a question, by `answer` where it is not known.
    pub(super) fn ask(&mut self, question: Question, answer: impl FnOnce(&mut Self) -> Found) -> Found {
        if let Some(place) = self.asked.open.get(&question).copied() {
            self.asked.leaves_out(place);
            return Found::new();
        }
        if let Some((found, left_out)) = self.asked.known.get(&question).cloned() {
            if let Some(place) = left_out {
                self.asked.leaves_out(place);
            }
            return found;
        }
        let place = self.asked.open.len();
        self.asked.open.insert(question.clone(), place);
        let outer = self.asked.left_out.take();
        let found = answer(self);
        let asked = &mut self.asked;
        asked.open.remove(&question);
        let left_out = asked.left_out.filter(|other| *other < place);
        if asked.left_out.is_some() {
            asked
                .known
                .retain(|_, (_, other)| other.is_none_or(|other| other < place));
        }
        asked.known.insert(question, (found.clone(), left_out));
        asked.left_out = outer.into_iter().chain(left_out).min();
        found
    }
}
