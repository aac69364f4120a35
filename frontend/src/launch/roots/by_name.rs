//! Where the pointers of a launch lead of which only the text is read: by the variables that are called so where it stands.

use super::super::extents::DATA;
use super::super::in_text::{self, MOST_DEPTH, Part};
use super::super::lost::{Statement, function_at};
use super::super::moves;
use super::super::variables::is_local;
use super::flows::Source;
use super::named::{field_of, pointed};
use super::walk::{Walk, anything, named, nothing};
use super::*;
use crate::endings::is_header;
use crate::ir::SourceFile;
use crate::launch::Sources;
use crate::macros::all_words;
use crate::plain::{code, words};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// How the names of what only texts name begin.
const OF_TEXT: &str = "text ";

/// The texts of a program, without comments and strings.
pub(in crate::launch) struct Program<'p, 'u> {
    code: String,
    /// Where each file starts in it.
    starts: Vec<(&'p str, usize)>,
    sources: &'p Sources,
    /// What they include besides.
    included: &'p [SourceFile],
    declarations: &'p [Cursor<'u>],
    /// The variables of functions, by the functions' identities.
    names: RefCell<HashMap<usize, Rc<Names<'u>>>>,
}

/// Variables of a function by their names; of what a structured binding declares nothing is known.
type Names<'u> = BTreeMap<String, Vec<Cursor<'u>>>;

impl<'p, 'u> Program<'p, 'u> {
    pub fn of((sources, included): (&'p Sources, &'p [SourceFile]), declarations: &'p [Cursor<'u>]) -> Self {
        let (mut all, mut starts) = (String::new(), Vec::new());
        for source in sources.iter() {
            starts.push((source.path.as_str(), all.len()));
            all += &code(&source.text);
        }
        Program {
            code: all,
            starts,
            sources,
            included,
            declarations,
            names: RefCell::default(),
        }
    }

    /// Whether what stands in a file may name a kernel: that is in it, or in what is included. Elsewhere something has to declare it first.
    pub fn shows(&self, kernel: &Kernel, file: &str) -> bool {
        let Some(own) = self.sources.get(kernel.span.file) else {
            return true;
        };
        let own = own.path.as_str();
        let last = own.rsplit('/').next().unwrap_or(own);
        let others = self.sources.iter().chain(self.included);
        let others: Vec<&SourceFile> = others.filter(|other| other.path != own).collect();
        let named = |other: &&SourceFile| words(&code(&other.text), kernel.last_name()).count();
        file == own
            || is_header(Path::new(own))
            || others.iter().any(|other| other.text.contains(last))
            || others.iter().map(named).sum::<usize>() > 1
    }

    /// The variables that a function declares.
    fn names(&self, function: Cursor<'u>) -> Rc<Names<'u>> {
        let mut known = self.names.borrow_mut();
        let of_function = || {
            let mut names = Names::new();
            declared_in(function, &mut names);
            Rc::new(names)
        };
        known
            .entry(function.identity())
            .or_insert_with(of_function)
            .clone()
    }

    /// The function or class around a part of it.
    fn around(&self, part: &str) -> Option<Cursor<'u>> {
        let at = part.as_ptr() as usize - self.code.as_ptr() as usize;
        let (file, start) = self.starts.iter().rev().find(|(_, start)| *start <= at)?;
        let at = Position {
            file: (*file).to_owned(),
            offset: (at - start) as u32,
            line: 0,
            column: 0,
        };
        function_at(&at, self.declarations)
    }

    /// The text of a function.
    fn text(&self, function: Cursor<'u>) -> Option<&str> {
        let range = function.range()?;
        let (_, start) = self.starts.iter().find(|(file, _)| *file == range.start.file)?;
        let place = |at: u32| start + at as usize;
        self.code.get(place(range.start.offset)..place(range.end.offset))
    }
}

/// Where variables are named in a text.
#[derive(Clone, Copy)]
pub(in crate::launch) struct Site<'t, 'u> {
    /// The launch.
    statement: &'t Statement<'t>,
    /// The function or class around.
    around: Option<Cursor<'u>>,
    /// Its text.
    text: &'t str,
    program: &'t Program<'t, 'u>,
}

impl<'t, 'u> Site<'t, 'u> {
    /// That of a statement, and the text of the function around it.
    pub fn of(statement: &'t Statement<'t>, text: &'t str, program: &'t Program<'t, 'u>) -> Self {
        Site {
            statement,
            around: function_at(statement.at, program.declarations),
            text,
            program,
        }
    }

    /// That of a part of the program; what a macro says stands nowhere.
    fn of_part(self, part: &str) -> Option<Self> {
        let around = self.program.around(part)?;
        Some(Site {
            around: Some(around),
            text: self.program.text(around)?,
            ..self
        })
    }

    /// Whether it is in the same function.
    fn is_in(self, other: Self) -> bool {
        let both = self.around.zip(other.around);
        both.is_some_and(|(a, b)| a.same(b))
    }

    /// Whether a variable is declared in the statement.
    fn holds(&self, variable: Cursor<'_>) -> bool {
        let statement = self.statement;
        let range = statement.start..statement.start + statement.text.len() as u32;
        variable
            .position()
            .is_some_and(|at| at.file == statement.file && range.contains(&at.offset))
    }
}

/// Where the pointers of a launch may lead to one place: parameters, and the texts of their arguments.
pub(in crate::launch) fn meeting_by_name<'u>(
    flows: &Flows<'u>,
    scope: &Scope<'_, 'u>,
    site: Site<'_, 'u>,
    kernel: &Kernel,
    pointers: &[(u32, &str)],
) -> Met {
    let mut walk = Walk::new(flows, scope);
    let variables = pointers.iter().flat_map(|(n, text)| {
        let path = in_text::path(text).filter(|path| path.parts.is_empty());
        let all = path.map_or_else(Vec::new, |path| walk.variables_called(path.base, site));
        all.into_iter().map(|variable| (*n, variable))
    });
    let tables = walk.tables(kernel, variables.collect());
    let mut met = Met::default();
    for inside in flows.ways_in(scope.variables, site.around, MOST_AROUND) {
        walk.work = 0;
        let roots: Vec<(u32, Found)> = pointers
            .iter()
            .map(|(n, text)| (*n, walk.of_text(text, site, MOST_DEPTH, &inside)))
            .collect();
        met.add(
            &mut walk,
            (kernel, &tables),
            roots,
            (&inside, Some(site.statement.at)),
            |_, _, _| false,
        );
    }
    met
}

impl<'u> Walk<'_, '_, 'u> {
    /// Where an expression may come from of which only the text is read.
    fn of_text(&mut self, text: &str, site: Site<'_, 'u>, depth: usize, inside: &Rc<Inside<'u>>) -> Found {
        let Some(path) = in_text::path(text).filter(|_| depth > 0) else {
            return anything();
        };
        if path.is_null() {
            return nothing();
        }
        if self.is_moved_far(&path, site) || moves::declares_in_brackets(site.text, path.base) {
            return anything();
        }
        let all = self.variables_called(path.base, site);
        let mut found = Found::new();
        let mut is_started_unseen = false;
        for variable in &all {
            let of_one = self.of_named(*variable, &path, inside);
            // What it starts with may be in no tree, and stand beside it.
            let is_one = is_pointer_of_block(*variable) && of_one.iter().any(|root| root.base == ANYTHING);
            is_started_unseen |= is_one;
            found.extend(of_one.into_iter().filter(|_| !is_one));
        }
        let in_text = all.iter().filter(|variable| site.holds(**variable)).count();
        let is_new = all.is_empty() || is_started_unseen || site.statement.declares(path.base) > in_text;
        if is_new && moves::declares_open(site.text, path.base) {
            return anything();
        }
        if is_new || all.iter().all(|variable| variable.is_invalid()) {
            let is_own = !all.is_empty() && all.iter().all(|variable| is_local(*variable));
            found.extend(self.of_unknown((&path, is_own), site, depth, inside));
        }
        found
    }

    /// The variables and members that a name may mean in a function.
    fn variables_called(&self, name: &str, site: Site<'_, 'u>) -> Vec<Cursor<'u>> {
        let name = name.rsplit("::").next().unwrap_or(name);
        let mut found = Vec::new();
        if let Some(around) = site.around {
            found.extend(site.program.names(around).get(name).into_iter().flatten());
            let class = around.semantic_parent().into_iter().chain([around]);
            for class in class {
                let is_it = |c: &Cursor<'u>| c.kind() == CXCursor_FieldDecl && c.spelling() == name;
                let own = class.children().into_iter().find(is_it);
                found.extend(own.or_else(|| field_of(class.ty().canonical(), name)));
            }
        }
        found.extend(self.flows.globals().get(name).into_iter().flatten());
        let mut seen = BTreeSet::new();
        found.retain(|variable| seen.insert(key(*variable)));
        found
    }

    /// Whether a pointer is moved by more than numbers that are no distances of others.
    fn is_moved_far(&self, path: &in_text::Path<'_>, site: Site<'_, 'u>) -> bool {
        let is_distance = |variable: Cursor<'u>| {
            let ty = variable.ty().canonical();
            let of_addresses =
                |source| matches!(source, Source::Value(value) if self.is_of_addresses(value, 0));
            matches!(ty.kind(), CXType_Pointer)
                || self
                    .flows
                    .into(variable)
                    .iter()
                    .any(|flow| of_addresses(flow.source))
        };
        let is_far =
            |name: &str| name == path.base || self.variables_called(name, site).into_iter().any(is_distance);
        path.method.is_none() && all_words(path.rest).any(|(_, name)| is_far(name))
    }

    /// Where a part of a variable comes from, or of a member of the object at hand.
    fn of_named(&mut self, variable: Cursor<'u>, path: &in_text::Path<'_>, inside: &Rc<Inside<'u>>) -> Found {
        let Some(steps) = steps_of(variable, path) else {
            return anything();
        };
        if variable.is_invalid() {
            let function = variable
                .semantic_parent()
                .filter(|_| variable.kind() == CXCursor_ParmDecl);
            return match function {
                Some(function) if self.is_unseen(function) => anything(),
                Some(function) => self.handed(variable, function, &steps),
                None => Found::new(),
            };
        }
        if path
            .method
            .is_some_and(|method| !self.says_of(variable, path, method))
        {
            return anything();
        }
        match variable.kind() {
            CXCursor_FieldDecl => self.own_member(variable, &steps, inside),
            _ => self.variable(variable, &steps, inside),
        }
    }

    /// Whether what a method gives says something of what it is called on, and is no element of it. No class of the user's says so; of one
    /// that is not seen it is assumed, as of a template's parameters.
    fn says_of(&self, variable: Cursor<'u>, path: &in_text::Path<'_>, method: &str) -> bool {
        let class = pointed(variable.ty());
        let is_librarys = path.parts.is_empty() && class.declaration().is_some_and(is_the_languages);
        let gives_all =
            || method == "get" || DATA.contains(&method) || class.spelling().ends_with("at::Tensor");
        (!is_librarys || gives_all()) && !self.flows.methods.contains(method)
    }

    /// Where something comes from of which only the text is known: what is assigned to it, in this function alone if it is the function's
    /// own.
    fn of_unknown(
        &mut self,
        (path, is_own): (&in_text::Path<'_>, bool),
        site: Site<'_, 'u>,
        depth: usize,
        inside: &Rc<Inside<'u>>,
    ) -> Found {
        let is_handle = path.method.is_some();
        let is_member = path.parts.iter().any(|part| matches!(part, Part::Member(_)));
        if is_member || site.statement.may_change_unnamed(site.text, path.base, is_handle) {
            return anything();
        }
        let own = in_text::values(path.base, site.text);
        let (Some(own), Some(others)) = (own, in_text::values(path.base, &site.program.code)) else {
            return anything();
        };
        let mut found = named(format!("{OF_TEXT}{}", path.base));
        // What macros assign here stands nowhere else.
        for value in own {
            found.extend(self.of_text(value, site, depth - 1, inside));
        }
        for value in others {
            let other = site.of_part(value);
            if !is_own && !other.is_some_and(|other| other.is_in(site)) {
                found.extend(match other {
                    Some(other) => self.of_text(value, other, depth - 1, inside),
                    None => anything(),
                });
            }
        }
        found
    }
}

/// The steps from a variable to a part of it; `None` where more than one member is followed.
fn steps_of(variable: Cursor<'_>, path: &in_text::Path<'_>) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in &path.parts {
        match part {
            Part::Element => steps.push(Step::Element(Err("*".to_owned()))),
            Part::Member(_) if steps.iter().any(|step| matches!(step, Step::Field(_))) => return None,
            Part::Member(name) => {
                // `(*p).m` is `p->m`.
                steps.clear();
                let field = field_of(pointed(variable.ty()), name);
                steps.push(field.map_or_else(
                    || Step::Field((*name).to_owned()),
                    |field| member(field, Some(field)),
                ));
            }
        }
    }
    Some(steps)
}

fn is_pointer_of_block(variable: Cursor<'_>) -> bool {
    let is_pointer = variable.ty().canonical().kind() == CXType_Pointer;
    is_pointer && is_local(variable) && variable.kind() == CXCursor_VarDecl
}

fn declared_in<'u>(c: Cursor<'u>, names: &mut Names<'u>) {
    if matches!(c.kind(), CXCursor_VarDecl | CXCursor_ParmDecl) {
        names.entry(c.spelling()).or_default().push(c);
    }
    c.children()
        .into_iter()
        .for_each(|child| declared_in(child, names));
}
