//! What clang complains of that bears on no kernel: in code of the host's, and of declarations that no kernel uses and that are none.
//!
//! The head of a kernel may be a macro, also one of a header that is missing. What is lost counts as no kernel where it is a declaration
//! without parentheses, part of a class, or the definition of a class's member; and no macro in it is known to write such a head.

use crate::clang::kinds::*;
use crate::clang::{Cursor, Message, Range, Unit, is_error};
use crate::count::marks;
use crate::ir::Language;
use crate::macros::{definition_of_macro, leading_to};
use crate::macros::{is_no_part_of_word, words};
use crate::plain::{blanked, joined};
use crate::prelude;
use crate::repair::Input;
use crate::repair::damage::Damage;
use crate::repair::declared::statement_around;
use crate::repair::errors::{functions, host_bodies, is_within, loses_code};
use crate::repair::kernels::declarations;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What may stand before the name of a function and is certainly no macro.
#[rustfmt::skip]
const SPECIFIERS: [&str; 24] = [
    "template", "typename", "class", "operator",
    "inline", "static", "const", "constexpr", "virtual", "explicit", "extern",
    "auto", "void", "bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "std", "size_t",
];

/// The code of a unit that no kernel uses, once all are lowered.
pub(super) struct HostCode<'d> {
    unit: &'d Unit,
    language: Language,
    damage: &'d Damage,
    bodies: OnceCell<Vec<Range>>,
    /// What only a message that loses code asks about.
    lost: OnceCell<Lost<'d>>,
}

/// What code is to kernels.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The body of a function that only the host runs: what is lost of it costs nothing else.
    HostBody,
    /// No kernel, and nothing that one uses.
    BesideKernels,
    PerhapsAKernel,
}

/// Where code that clang lost may bear on a kernel.
struct Lost<'d> {
    on_device: Vec<Range>,
    /// Classes that end where they end; none where one may not.
    classes: Vec<Range>,
    /// Macros that write the head of a kernel, directly or through one another, and the heads.
    writers: BTreeSet<String>,
    /// Where what is lost bears on no kernel.
    harmless: HashSet<(&'d str, u32)>,
    /// The files that messages which lose code are of, without comments and strings.
    texts: HashMap<String, String>,
}

impl<'d> HostCode<'d> {
    pub(super) fn of(unit: &'d Unit, input: &Input, damage: &'d Damage) -> HostCode<'d> {
        HostCode {
            unit,
            language: input.language,
            damage,
            bodies: OnceCell::new(),
            lost: OnceCell::new(),
        }
    }

    /// What a message complains of.
    pub(super) fn place_of(&self, message: &Message) -> Place {
        match () {
            () if self.holds_body_of(message) => Place::HostBody,
            () if loses_code(message) && self.lost().is_of_none(message) => Place::BesideKernels,
            () => Place::PerhapsAKernel,
        }
    }

    fn holds_body_of(&self, message: &Message) -> bool {
        let bodies = self.bodies.get_or_init(|| host_bodies(self.unit, self.language));
        let is_within = bodies.iter().any(|body| is_within(message, body));
        is_within && (!loses_code(message) || !is_of_open(message) && !self.lost().is_at_writer(message))
    }

    fn lost(&self) -> &Lost<'d> {
        self.lost
            .get_or_init(|| Lost::of(self.unit, self.language, self.damage))
    }
}

impl<'d> Lost<'d> {
    fn of(unit: &Unit, language: Language, damage: &'d Damage) -> Lost<'d> {
        let mut on_device: Vec<Range> = Vec::new();
        functions(unit.root(), &mut |function, runs_there| {
            let is_there = runs_there || language == Language::OpenCl;
            on_device.extend(function.range().filter(|_| is_there));
        });
        let messages = unit.messages();
        let losing = messages.iter().filter(|message| loses_code(message));
        let ranges = losing.filter_map(|message| message.range.as_ref());
        let files: BTreeSet<&str> = ranges.map(|range| range.start.file.as_str()).collect();
        let texts = files
            .into_iter()
            .filter_map(|file| Some((file.to_owned(), unit.contents(file)?)))
            .map(|(file, text)| (file, blanked(&text)))
            .collect();
        Lost {
            on_device,
            classes: classes(unit),
            writers: writers(unit, language),
            harmless: damage.bearing_on_nothing(),
            texts,
        }
    }

    /// Whether what a message complains of is a declaration that is no kernel, and that none uses.
    fn is_of_none(&self, message: &Message) -> bool {
        let within = |ranges: &[Range]| ranges.iter().any(|range| is_within(message, range));
        let is_of_none =
            |statement: &str| within(&self.classes) || is_plain(statement) || is_of_member(statement);
        let is_fine = || !is_of_open(message) && !within(&self.on_device);
        is_fine() && self.statement(message).is_some_and(is_of_none)
    }

    /// Whether a message is of what a macro makes that may write the head of a kernel.
    fn is_at_writer(&self, message: &Message) -> bool {
        let text = message.range.as_ref().and_then(|range| {
            let text = self.texts.get(&range.start.file)?;
            text.get(range.start.offset as usize..)
        });
        let word = text.and_then(|text| text.split(is_no_part_of_word).next());
        word.is_some_and(|word| self.writers.contains(word))
    }

    /// The statement that a message is of, if no kernel uses what is lost and no macro in it is known to write the head of one.
    fn statement(&self, message: &Message) -> Option<&str> {
        let at = &message.range.as_ref()?.start;
        let text = self.texts.get(&at.file)?;
        let is_harmless = self.harmless.contains(&(at.file.as_str(), at.offset));
        let statement = statement_around(text, at.offset as usize).filter(|_| is_harmless)?;
        let statement = after_directives(statement);
        let is_written = words(statement).any(|(_, word)| self.writers.contains(word));
        (!is_written).then_some(statement)
    }
}

/// What of a text stands behind the lines of the preprocessor's that it begins with.
fn after_directives(text: &str) -> &str {
    let text = text.trim_start();
    let end = text
        .find('\n')
        .filter(|end| !text[..*end].trim_end().ends_with('\\'));
    match end.filter(|_| text.starts_with('#')) {
        Some(end) => after_directives(&text[end..]),
        None => text,
    }
}

/// Whether a statement is a declaration without a body, and names a type or has no parentheses; one word alone may be a macro.
fn is_plain(statement: &str) -> bool {
    let first = words(statement).next().map_or("", |(_, word)| word);
    let is_word_alone = words(statement).count() < 2;
    let names_type = ["typedef", "using"].contains(&first);
    statement.ends_with(';') && (names_type || !statement.contains('(') && !is_word_alone)
}

/// Whether a statement defines a member of a class outside of it: `template <typename T> void Layer<T>::forward(`, with no word before the
/// name that may be a macro. Members are no kernels.
fn is_of_member(statement: &str) -> bool {
    let Some((head, _)) = statement.split_once('(') else {
        return false;
    };
    let Some((before, name)) = head.rsplit_once("::") else {
        return false;
    };
    // `Layer`, or `Layer<T>`, before the last `::`.
    let class = before.trim_end();
    let class = match class.strip_suffix('>') {
        Some(inner) => inner.rsplit_once('<').map_or("", |(class, _)| class.trim_end()),
        None => class,
    };
    let start = class.trim_end_matches(|c| !is_no_part_of_word(c)).len();
    let (first, class) = class.split_at(start);
    let parameters: HashSet<&str> = match first
        .split_once('<')
        .filter(|(word, _)| word.trim() == "template")
    {
        Some((_, rest)) => rest.split_once('>').map_or("", |(list, _)| list),
        None => "",
    }
    .split(',')
    .filter_map(|parameter| parameter.split_whitespace().last())
    .collect();
    let is_known = |word: &str| SPECIFIERS.contains(&word) || parameters.contains(word);
    let is_macro_free = words(first).all(|(_, word)| is_known(word)) && !first.contains('#');
    let has_type = words(first).any(|(_, word)| word != "template");
    let is_maker = name.trim().trim_start_matches('~').trim_start() == class;
    !class.is_empty() && is_macro_free && (is_maker || has_type && !name.trim().is_empty())
}

/// Whether clang looks for the end of something, or found one too many: what stands where nobody knows then.
fn is_of_open(message: &Message) -> bool {
    is_error(message) && (message.text.contains("expected '}'") || message.text.contains("extraneous"))
}

/// The classes of the user's files; none where clang looks for the end of something.
fn classes(unit: &Unit) -> Vec<Range> {
    let mut found = Vec::new();
    if unit.messages().iter().any(is_of_open) {
        return found;
    }
    declarations(unit.root(), &mut |c: Cursor<'_>| {
        let is_class = matches!(
            c.kind(),
            CXCursor_StructDecl | CXCursor_ClassDecl | CXCursor_UnionDecl | CXCursor_ClassTemplate
        );
        found.extend(c.range().filter(|_| is_class));
    });
    found
}

/// The macros of the user's files that may write the head of a kernel, and the heads.
fn writers(unit: &Unit, language: Language) -> BTreeSet<String> {
    let files = unit.all_files();
    let own = files.iter().filter(|path| !prelude::is_the_languages(path));
    let texts: Vec<String> = own
        .filter_map(|path| unit.contents(path))
        .map(|text| joined(&text))
        .collect();
    let macros: Vec<(&str, &str)> = texts
        .iter()
        .flat_map(|text| text.lines().filter_map(definition_of_macro))
        .collect();
    let marks = marks(language).iter().map(|mark| (*mark).to_owned());
    leading_to(&macros, marks.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_of_members_are_no_kernels() {
        for head in [
            "\n\ntemplate <typename Dtype>\nvoid Layer<Dtype>::forward(const Blob<Dtype>& x) {",
            "void Layer::forward() {",
            "template <class T, int N> inline const T* Layer<T, N>::data() const {",
            "Layer::~Layer() {",
        ] {
            assert!(is_of_member(head), "{head}");
        }
        for head in [
            "GLOBAL void Layer::forward(int *a) {",
            "void forward(int *a) {",
            "template <typename T> GLOBAL void Layer<T>::forward(T *a) {",
            "KERNEL(r, A::b) {",
            "template <typename T GLOBAL> void forward(T *a) {",
            "#define X\nvoid Layer::forward() {",
            "GLOBAL::KERNEL(r, int *a) {",
        ] {
            assert!(!is_of_member(head), "{head}");
        }
    }
}
