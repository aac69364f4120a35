//! What clang left out of host code, and which names stand there: nothing else that a function keeps to itself is changed by it.

mod around;
mod untold;

use super::variables::is_local;
use super::{Sources, moves};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position, Range};
use crate::ir::SourceFile;
use crate::macros::{
    all_words, arguments, definition_of_macro, is_no_part_of_word, may_paste, parenthesised, substitute,
};
use crate::plain::{code, joined, mentions, words};
use crate::prelude::is_the_languages;
pub(super) use around::function_at;
use around::{is_of_class, sets, text_at, text_between, text_of};
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

/// Most macros that are expanded in a text, and how long it may become, in bytes.
const MOST_EXPANDED: usize = 64;
const MOST_TEXT: usize = 1 << 16;

/// A macro that host code may name.
pub(super) struct Macro {
    name: String,
    /// What stands behind its name: parameters and body, without comments and strings.
    rest: String,
}

impl Macro {
    /// Those that a text defines.
    fn all(text: &str) -> Vec<Rc<Macro>> {
        let made = |(name, rest): (&str, &str)| Macro {
            name: name.to_owned(),
            rest: rest.to_owned(),
        };
        let defined = joined(&code(text));
        let all = defined.lines().filter_map(definition_of_macro);
        all.map(|parts| Rc::new(made(parts))).collect()
    }

    /// What it stands for before a text, and the rest of that.
    fn expand<'t>(&self, behind: &'t str) -> Option<(String, &'t str)> {
        let Some((parameters, body)) = self.rest.strip_prefix('(').and_then(|rest| rest.split_once(')'))
        else {
            return Some((self.rest.clone(), behind));
        };
        let mut parameters: Vec<String> = parameters.split(',').map(|one| one.trim().to_owned()).collect();
        let inside = parenthesised(behind)?;
        let rest = &behind[inside.as_ptr() as usize - behind.as_ptr() as usize + inside.len() + 1..];
        let given = arguments(behind)?;
        let mut given: Vec<String> = given.into_iter().map(str::to_owned).collect();
        if let Some(name) = parameters.last().and_then(|last| last.strip_suffix("...")) {
            let name = if name.is_empty() {
                "__VA_ARGS__"
            } else {
                name.trim()
            }
            .to_owned();
            let first = (parameters.len() - 1).min(given.len());
            let others = given.split_off(first).join(", ");
            given.push(others);
            parameters.pop();
            parameters.push(name);
        }
        let given: Vec<&str> = given.iter().map(String::as_str).collect();
        let is_whole = given.len() == parameters.len();
        is_whole.then(|| (substitute(body, &parameters, &given).replace("##", ""), rest))
    }

    /// Whether it may put this name where it is used, besides what it is handed.
    pub(super) fn may_name(&self, name: &str) -> bool {
        let parameters = self.rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let is_parameter = parameters.is_some_and(|(parameters, _)| mentions(parameters, name));
        !is_parameter && mentions(&self.rest, name) || may_paste(&self.rest, name)
    }
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
    /// The function around it, or the class, without comments and strings.
    around: Option<Rc<str>>,
    /// Whether it stands in a class, or in a member of one.
    is_of_class: bool,
    /// The functions of the file that take nothing by reference.
    by_value: Rc<BTreeSet<String>>,
}

/// A statement of which clang left out something.
pub(super) struct Statement<'l> {
    pub file: &'l str,
    pub start: u32,
    pub text: &'l str,
    /// Where it stands.
    pub at: &'l Position,
    /// The function around it.
    pub around: &'l str,
    pub macros: &'l [Rc<Macro>],
    /// The functions of the file that take nothing by reference.
    pub by_value: &'l BTreeSet<String>,
}

impl Statement<'_> {
    /// Whether a variable may be changed in a function's text other than by an assignment that names it, or by a macro of the statement's;
    /// what is a handle stays one of the same thing where it is handed over.
    pub(super) fn may_change_unnamed(&self, around: &str, name: &str, is_handle: bool) -> bool {
        let of_macro =
            |one: &Rc<Macro>| one.may_name(name) && moves::may_lead_elsewhere(&one.rest, name, self.by_value);
        moves::may_change_unnamed(around, name, is_handle, self.by_value) || self.macros.iter().any(of_macro)
    }

    /// A text with its macros for what they stand for; `None` where that is not clear.
    pub(super) fn expanded(&self, text: &str) -> Option<String> {
        let mut text = text.to_owned();
        for _ in 0..MOST_EXPANDED {
            let is_used = |one: &Macro, behind: &str| {
                !one.rest.starts_with('(') || behind.trim_start().starts_with('(')
            };
            let macros = &self.macros;
            let next = all_words(&text).find_map(|(at, word)| {
                let behind = &text[at + word.len()..];
                let is_it = |one: &&Rc<Macro>| one.name == word && is_used(one, behind);
                Some((at, behind, macros.iter().filter(is_it).collect::<Vec<_>>()))
                    .filter(|found| !found.2.is_empty())
            });
            let Some((at, behind, all)) = next else {
                return Some(text);
            };
            if all.iter().any(|one| one.rest != all[0].rest) {
                return None;
            }
            let (body, rest) = all[0].expand(behind)?;
            text = format!("{}{body}{rest}", &text[..at]);
            if text.len() > MOST_TEXT {
                return None;
            }
        }
        None
    }

    /// How often a variable of a name may be declared in it.
    pub(super) fn declares(&self, name: &str) -> usize {
        let of_macros = self.macros.iter().filter(|one| one.may_name(name));
        let of_macros = of_macros.map(|one| moves::declares(&one.rest, name));
        moves::declares(&code(self.text), name) + of_macros.sum::<usize>()
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
            file: &self.at.as_ref()?.file,
            start: *start,
            text,
            at: self.at.as_ref()?,
            around: self.around.as_deref().unwrap_or(text),
            macros: &self.macros,
            by_value: &self.by_value,
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
        let leads_on = |at: usize| {
            let mut behind = code[at + name.len()..].trim_start();
            while let Some(inside) = moves::within_brackets(behind) {
                behind = behind[inside.len() + 2..].trim_start();
            }
            behind.starts_with("->")
        };
        self.may_write(name) && words(&code, name).any(|at| !leads_on(at))
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
        let strip = || {
            let whole = self.whole.as_ref().map(|(_, text)| text);
            whole.or(self.text.as_ref()).map(|text| code(text))
        };
        let text = self.stripped.get_or_init(strip).as_deref()?;
        let mut all = Cow::Borrowed(text);
        for one in self.macros.iter().filter(|one| one.may_name(name)) {
            *all.to_mut() += &format!("\n;{}", one.rest);
        }
        Some(all)
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

/// The macros that a text names, directly or through one another.
fn named_in(text: &str, macros: &[Rc<Macro>]) -> Vec<Rc<Macro>> {
    let mut found: Vec<Rc<Macro>> = Vec::new();
    let mut texts = vec![text.to_owned()];
    while let Some(text) = texts.pop() {
        for one in macros.iter().filter(|one| mentions(&text, &one.name)) {
            if !found.iter().any(|known| Rc::ptr_eq(known, one)) {
                texts.push(one.rest.clone());
                found.push(one.clone());
            }
        }
    }
    found
}
