//! What clang left out of host code, and which names stand there: nothing else that a function keeps to itself is changed by it.

mod around;
mod macros;
mod untold;

use super::variables::is_local;
use super::{Sources, moves};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Range};
use crate::ir::SourceFile;
use crate::macros::{arguments, is_no_part_of_word};
use crate::plain::{code, mentions};
use crate::prelude::is_the_languages;
pub(super) use around::function_at;
use around::{is_of_class, sets, text_at, text_between, text_of};
use macros::{Macro, expanded, named_in};
use std::borrow::Cow;
use std::cell::{LazyCell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use untold::{hidden_inits, of_invalid};

/// How the names of methods begin that leave a tensor or a container what it is.
const QUESTIONS: [&str; 18] = [
    "data<",
    "data(",
    "const_data_ptr",
    "mutable_data_ptr",
    "is_",
    "size",
    "dim",
    "numel",
    "data_ptr",
    "scalar_type",
    "dtype",
    "device",
    "options",
    "stride",
    "element_size",
    "defined",
    "get_device",
    "ndimension",
];

/// Whether what is asked of something leaves it what it is.
fn is_question(asked: &str) -> bool {
    QUESTIONS.iter().any(|question| asked.starts_with(question))
}

/// Whether a call of a container's method brings in nothing but elements that are new.
fn makes_room(call: &str) -> bool {
    let end = call.find(is_no_part_of_word).unwrap_or(call.len());
    let (name, rest) = call.split_at(end);
    let given = arguments(rest).unwrap_or_default();
    matches!(name, "resize" | "reserve" | "clear" | "shrink_to_fit") && given.len() == 1
}

/// A place at which clang left something out.
pub(super) struct Lost {
    at: Option<Position>,
    /// The text that may be left out; `None` if that is not known.
    text: Option<String>,
    /// The macros that stand in it, directly or through one another.
    macros: Vec<Rc<Macro>>,
    /// The text whatever is in it, and where it starts.
    whole: Option<(u32, String)>,
    /// The same without comments and strings.
    stripped: OnceCell<Option<String>>,
    /// That with its macros for what they stand for.
    expanded: OnceCell<Option<String>>,
    /// The function around it, or the class, without comments and strings.
    around: Option<Rc<str>>,
    /// Whether it stands in a class, or in a member of one.
    is_of_class: bool,
    /// The functions of the file that take nothing by reference.
    by_value: Rc<BTreeSet<String>>,
}

/// A statement of which clang left out something.
pub(super) struct Statement<'l> {
    lost: &'l Lost,
    pub file: &'l str,
    pub start: u32,
    pub text: &'l str,
    /// Where it stands.
    pub at: &'l Position,
}

impl Statement<'_> {
    /// It without comments and strings.
    pub(super) fn code(&self) -> &str {
        self.lost.stripped().unwrap_or_default()
    }

    /// The same with its macros for what they stand for; `None` where that is not clear.
    pub(super) fn expanded(&self) -> Option<&str> {
        self.lost.expanded()
    }

    /// The function around it, where its macros are what they stand for.
    pub(super) fn around(&self) -> Cow<'_, str> {
        let around = self.lost.around.as_deref().unwrap_or(self.code());
        match self.expanded() {
            Some(expanded) if expanded != self.code() => around.replacen(self.code(), expanded, 1).into(),
            Some(_) | None => around.into(),
        }
    }

    /// Whether a variable may be changed in a text around it other than by an assignment that names it; what is a handle stays one of the
    /// same thing where it is handed over.
    pub(super) fn may_change_unnamed(&self, around: &str, name: &str, is_handle: bool) -> bool {
        let by_value = &self.lost.by_value;
        let of_macros = || moves::may_lead_elsewhere(&self.lost.unexpanded(name), name, by_value);
        moves::may_change_unnamed(around, name, is_handle, by_value) || of_macros()
    }

    /// How often a variable of a name may be declared in it.
    pub(super) fn declares(&self, name: &str) -> usize {
        self.lost
            .code(name)
            .map_or(1, |code| moves::declares(&code, name))
    }
}

impl Lost {
    /// All of a file's.
    pub(super) fn all(
        places: &[Option<Position>],
        declarations: &[Cursor<'_>],
        (sources, included): (&Sources, &[SourceFile]),
    ) -> Vec<Lost> {
        let sources: Vec<&SourceFile> = sources.iter().chain(included).collect();
        let sources = &sources[..];
        let macros = LazyCell::new(|| -> Vec<Rc<Macro>> {
            sources
                .iter()
                .flat_map(|source| Macro::all(&source.text))
                .collect()
        });
        let by_value = Rc::new(match places {
            [] => BTreeSet::new(),
            _ => moves::by_value(declarations),
        });
        let known: RefCell<BTreeMap<usize, Option<Rc<str>>>> = RefCell::default();
        let lost = |at: Option<Position>, text: Option<&str>, whole: Option<(u32, &str)>| {
            let around = at.as_ref().and_then(|at| function_at(at, declarations));
            let (around, is_of_class) = match around {
                Some(around) => {
                    let stripped = || text_of(around, sources).map(|text| code(text).into());
                    let mut known = known.borrow_mut();
                    let text = known.entry(around.identity()).or_insert_with(stripped);
                    (text.clone(), is_of_class(around))
                }
                None => (None, false),
            };
            Lost {
                at,
                around,
                is_of_class,
                text: text.map(str::to_owned),
                macros: named_in(whole.map(|(_, text)| text).or(text).unwrap_or_default(), &macros),
                whole: whole.map(|(start, text)| (start, text.to_owned())),
                stripped: OnceCell::new(),
                expanded: OnceCell::new(),
                by_value: by_value.clone(),
            }
        };
        let of_place = |at: &Option<Position>| {
            let around = at.as_ref().and_then(|at| text_at(at, declarations, sources));
            let may_declare = |head: &str| {
                let macros = named_in(head, &macros);
                let declares = |code: &str| code.contains(';') || sets(code);
                // A loop's start and its condition end so.
                let head = code(head).replacen("{}", "", 1);
                let head = match head.strip_prefix("for") {
                    Some(rest) => rest.replacen(';', ",", 1),
                    None => head,
                };
                declares(&head) || macros.iter().any(|one| declares(&one.rest))
            };
            let statement = around.as_ref().map(|around| match &around.head {
                Some(head) if !may_declare(head) => (around.start, head.as_str()),
                _ => (around.start, around.text),
            });
            let whole = statement.or_else(|| text_between(at.as_ref()?, declarations, sources));
            lost(at.clone(), statement.map(|(_, text)| text), whole)
        };
        let mentions = match places {
            [] => Vec::new(),
            _ => of_invalid(declarations, sources),
        };
        let hidden = declarations.iter().flat_map(|c| hidden_inits(*c, sources));
        let hidden = hidden.map(|(at, text)| lost(Some(at), Some(text), None));
        let mut seen = BTreeSet::new();
        let mentions = mentions.into_iter().map(|at| of_place(&Some(at)));
        let mut is_new = |lost: &Lost| {
            lost.statement()
                .is_none_or(|all| seen.insert((all.file.to_owned(), all.start)))
        };
        let mentions: Vec<Lost> = mentions.filter(|lost| is_new(lost)).collect();
        places
            .iter()
            .map(of_place)
            .chain(mentions)
            .chain(hidden)
            .collect()
    }

    /// The statement that it is in; outside of functions, what lies between two declarations.
    pub(super) fn statement(&self) -> Option<Statement<'_>> {
        let (start, text) = self.whole.as_ref()?;
        Some(Statement {
            lost: self,
            file: &self.at.as_ref()?.file,
            start: *start,
            text,
            at: self.at.as_ref()?,
        })
    }

    /// Whether it may give a variable of this name another value: it names it, and does more than to ask it something.
    pub(super) fn may_write(&self, name: &str) -> bool {
        let is_question = |asked: &str| is_question(asked) || makes_room(asked);
        self.code(name)
            .is_none_or(|code| moves::may_write(&code, name, is_question))
    }

    /// Whether it may give a member of an object of this name another value, or a member of that if `is_deep`.
    pub(super) fn may_change_members(&self, name: &str, is_deep: bool) -> bool {
        let is_question = |asked: &str| is_question(asked) || makes_room(asked);
        self.code(name)
            .is_none_or(|code| moves::may_change_members(&code, (name, is_deep), &self.by_value, is_question))
    }

    /// Whether it may change a container of this name itself, and what its elements are: what is called on what one leads to does neither.
    pub(super) fn may_change_elements(&self, name: &str) -> bool {
        let Some(code) = self.code(name) else {
            return true;
        };
        let leads_on = |one: moves::Occurrence<'_>| one.element().behind.starts_with("->");
        self.may_write(name) && moves::Occurrence::all(&code, name).any(|one| !leads_on(one))
    }

    /// Whether it may lead a pointer of this name elsewhere: what is written where it leads to does not.
    pub(super) fn may_lead_elsewhere(&self, name: &str) -> bool {
        self.code(name)
            .is_none_or(|code| moves::may_lead_elsewhere(&code, name, &self.by_value))
    }

    /// Whether it may set a member of this name, of whichever object.
    pub(super) fn may_set_member(&self, name: &str) -> bool {
        self.code_of_project(name)
            .is_none_or(|code| moves::may_set_member(&code, name, self.is_of_class, &self.by_value))
    }

    /// The same as `code`, and nothing of our own headers: their text names nothing of a project's.
    fn code_of_project(&self, name: &str) -> Option<Cow<'_, str>> {
        let is_ours = |at: &Position| is_the_languages(&at.file);
        match self.at.as_ref().is_some_and(is_ours) {
            true => Some(Cow::Borrowed("")),
            false => self.code(name),
        }
    }

    /// What may be left out, and what of its macros may name this, without comments and strings, if that is known.
    fn code(&self, name: &str) -> Option<Cow<'_, str>> {
        if let Some(expanded) = self.expanded() {
            return Some(expanded.into());
        }
        Some(format!("{}\n;{}", self.stripped()?, self.unexpanded(name)).into())
    }

    /// What may be left out, without comments and strings, if that is known.
    fn stripped(&self) -> Option<&str> {
        let strip = || {
            let whole = self.whole.as_ref().map(|(_, text)| text);
            whole.or(self.text.as_ref()).map(|text| code(text))
        };
        self.stripped.get_or_init(strip).as_deref()
    }

    /// The same with its macros for what they stand for; `None` where that is not clear.
    fn expanded(&self) -> Option<&str> {
        let expand = || expanded(self.stripped()?, &self.macros);
        self.expanded.get_or_init(expand).as_deref()
    }

    /// What its macros say that may name this, where it is not clear what they stand for.
    fn unexpanded(&self, name: &str) -> String {
        let is_clear = self.expanded().is_some();
        let all = self.macros.iter().filter(|one| !is_clear && one.may_name(name));
        all.map(|one| format!("{};\n", one.rest)).collect()
    }

    /// Whether it is not in a body.
    pub(super) fn is_elsewhere(&self, body: &Range) -> bool {
        self.at.as_ref().is_some_and(|at| !body.touches(at))
    }

    /// Whether it may hand one place twice to something of this name, of whose parameters these are pointers.
    pub(super) fn hands_alike(&self, name: &str, pointers: &[bool]) -> bool {
        self.code_of_project(name)
            .is_none_or(|code| moves::hands_alike(&code, name, pointers))
    }

    /// Whether it names a method of this name other than to call it.
    pub(super) fn keeps_method(&self, name: &str) -> bool {
        self.code_of_project(name)
            .is_none_or(|code| moves::keeps_method(&code, name))
    }

    /// Whether it does not name something of the file's.
    pub(super) fn spares_name(&self, name: &str) -> bool {
        let is_in_macro = || self.macros.iter().any(|one| one.may_name(name));
        let text = self.text.as_ref();
        text.is_some_and(|text| !mentions(text, name) && !is_in_macro())
    }

    /// Whether it has nothing to do with a variable of the function with this body, of which nobody has the address.
    pub(super) fn spares(&self, variable: Cursor<'_>, body: &Range) -> bool {
        self.is_elsewhere(body) || self.spares_name(&variable.spelling())
    }
}
