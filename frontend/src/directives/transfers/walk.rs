//! Goes through a function in the order in which it runs, twice through loops.

use super::access::{Around, targets};
use super::clauses::{Named, Role, named, own, role};
use super::state::{Known, State, States, join};
use super::{Defect, Tracked};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::directives::Directive;
use crate::ir::host::TransferKind;
use crate::launch::strip;
use crate::lower::counted;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Looks at one function.
pub(super) struct Walk<'d, 'u> {
    pub known: Known<'u>,
    /// By identity.
    pub tracked: HashMap<usize, Tracked<'u>>,
    /// Those in the function.
    pub directives: Vec<&'d Directive<'u>>,
    pub states: Option<States>,
    pub found: Vec<Defect<'u>>,
    /// Why it cannot be followed.
    pub odd: bool,
    pub around: Vec<Around<'u>>,
    /// What the ways hold that leave the loops around early.
    breaks: Vec<Option<States>>,
    continues: Vec<Option<States>>,
    /// The device runs what is looked at.
    pub on_device: bool,
    /// What is assigned in what the device runs.
    pub assigned: Vec<Cursor<'u>>,
    /// Of what the device runs these are each thread's own.
    pub own: BTreeSet<String>,
    pub numbers_of: HashMap<(usize, bool), usize>,
    /// What was read since it was written.
    pub seen: BTreeSet<usize>,
}

impl<'d, 'u> Walk<'d, 'u> {
    pub fn new(
        known: Known<'u>,
        tracked: HashMap<usize, Tracked<'u>>,
        directives: Vec<&'d Directive<'u>>,
    ) -> Self {
        let states = tracked.keys().map(|id| (*id, State::default())).collect();
        Walk {
            known,
            tracked,
            directives,
            states: Some(states),
            found: Vec::new(),
            odd: false,
            around: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            on_device: false,
            assigned: Vec::new(),
            own: BTreeSet::new(),
            numbers_of: HashMap::new(),
            seen: BTreeSet::new(),
        }
    }

    /// The function is over: what the device wrote to copies of memory that a caller gave, and nobody gets.
    pub fn end(&mut self) {
        for (id, state) in self.states.clone().unwrap_or_default() {
            let is_given = self.tracked.get(&id).is_some_and(|array| {
                array.variable.kind() == CXCursor_ParmDecl && !array.variable.ty().pointee().is_const()
            });
            if let (true, true, 0, Some(lost)) =
                (is_given, state.is_sent, state.maps, state.of_device.first())
            {
                let made = state.section.map(|(_, at)| at);
                self.report(TransferKind::NeverBack, id, self.known.accesses[*lost].at, made);
            }
        }
    }

    /// A statement with the directives that are about it.
    pub fn statement(&mut self, c: Cursor<'u>) {
        if self.on_device {
            return self.plain(c);
        }
        let same = |d: &&Directive<'u>| {
            let own = d.statement.map(Cursor::statement_identity);
            own == Some(c.statement_identity())
        };
        let about: Vec<_> = self.directives.iter().copied().filter(same).collect();
        self.under(&about, c);
    }

    fn under(&mut self, about: &[&'d Directive<'u>], c: Cursor<'u>) {
        let Some((directive, inner)) = about.split_first() else {
            return self.plain(c);
        };
        match role(directive) {
            Role::Data => {
                self.map(directive, true);
                self.under(inner, c);
                self.map(directive, false);
            }
            Role::Compute => {
                self.map(directive, true);
                self.compute(c);
                self.map(directive, false);
            }
            _ => self.under(inner, c),
        }
    }

    /// The device runs a statement.
    fn compute(&mut self, c: Cursor<'u>) {
        let Some(range) = c.range() else { return };
        let holds = |d: &&&Directive<'u>| {
            d.range.start.file == range.start.file
                && (range.holds(&d.range.start)
                    || d.statement.map(Cursor::statement_identity) == Some(c.statement_identity()))
        };
        self.own = self
            .directives
            .iter()
            .filter(holds)
            .flat_map(|d| own(d))
            .collect();
        self.on_device = true;
        self.assigned.clear();
        targets(c, &mut self.assigned);
        self.plain(c);
        self.on_device = false;
        self.own.clear();
    }

    /// The variables that a directive names, with what it says of them.
    fn arrays(&self, directive: &Directive<'u>) -> Vec<(usize, Named)> {
        let id = |named: &Named| {
            let variable = self.known.numbers.named(&named.name)?;
            let id = variable.canonical().identity();
            self.tracked.contains_key(&id).then_some(id)
        };
        let named = named(directive).into_iter();
        named.filter_map(|named| Some((id(&named)?, named))).collect()
    }

    pub fn state(&mut self, id: usize) -> Option<&mut State> {
        self.states.as_mut()?.get_mut(&id).filter(|state| !state.lost)
    }

    /// A construct begins or ends.
    fn map(&mut self, directive: &Directive<'u>, begins: bool) {
        for (id, named) in self.arrays(directive) {
            let Some(state) = self.state(id) else { continue };
            match begins {
                true => state.map(&named, &directive.range),
                false => state.unmap(None),
            }
        }
    }

    /// A directive that stands for itself.
    fn alone(&mut self, directive: &Directive<'u>) {
        for (id, named) in self.arrays(directive) {
            let read = self.seen.contains(&id);
            let Some(state) = self.states.as_mut().and_then(|states| states.get_mut(&id)) else {
                continue;
            };
            match (role(directive), named.how) {
                _ if state.lost => {}
                (Role::Enter, _) => state.map(&named, &directive.range),
                (Role::Exit, super::clauses::How::Mapped { back, .. }) => state.unmap(Some(back)),
                (Role::Update, _) => state.update(&named, read, &self.known),
                _ => {}
            }
        }
    }

    fn plain(&mut self, c: Cursor<'u>) {
        if self.states.is_none() || self.odd {
            return;
        }
        match c.kind() {
            CXCursor_CompoundStmt => self.block(c),
            CXCursor_IfStmt => self.branch(c),
            CXCursor_ForStmt | CXCursor_WhileStmt | CXCursor_DoStmt => self.any_loop(c),
            CXCursor_BreakStmt | CXCursor_ContinueStmt if self.on_device => {}
            CXCursor_BreakStmt => self.leave(true),
            CXCursor_ContinueStmt => self.leave(false),
            CXCursor_ReturnStmt => {
                c.children().into_iter().for_each(|part| self.expression(part));
                if !self.on_device {
                    self.states = None;
                }
            }
            CXCursor_NullStmt => {}
            CXCursor_DeclStmt | CXCursor_VarDecl => {
                c.children().into_iter().for_each(|part| self.plain(part));
            }
            _ if c.is_expression() => self.expression(c),
            _ if c.is_statement() => self.odd = true,
            _ => {}
        }
    }

    fn block(&mut self, c: Cursor<'u>) {
        let Some(range) = c.range() else { return };
        let mut from = range.start.offset;
        let mut inside: Vec<_> = self.directives.clone();
        inside.retain(|d| !self.on_device && range.holds(&d.range.start));
        inside.retain(|d| matches!(role(d), Role::Enter | Role::Exit | Role::Update));
        for child in c.children() {
            let Some(of_child) = child.range() else { continue };
            for directive in &inside {
                if (from..of_child.start.offset).contains(&directive.range.start.offset) {
                    self.alone(directive);
                }
            }
            from = of_child.end.offset;
            self.statement(child);
        }
        for directive in inside {
            if directive.range.start.offset >= from {
                self.alone(directive);
            }
        }
    }

    fn branch(&mut self, c: Cursor<'u>) {
        let parts = c.children();
        let (Some(condition), arms) = (parts.first(), parts.get(1..).unwrap_or_default()) else {
            return;
        };
        if !condition.is_expression() || arms.len() > 2 {
            self.odd = true;
            return;
        }
        self.expression(*condition);
        self.around.push(Around::Guard);
        let before = self.states.clone();
        let mut after = None;
        for arm in arms {
            if !self.on_device {
                self.states.clone_from(&before);
            }
            self.statement(*arm);
            if !self.on_device {
                join(&mut after, self.states.take());
            }
        }
        if !self.on_device {
            if arms.len() == 1 {
                join(&mut after, before);
            }
            self.states = after;
        }
        self.around.pop();
    }

    fn leave(&mut self, ends: bool) {
        let states = self.states.take();
        let ways = if ends {
            &mut self.breaks
        } else {
            &mut self.continues
        };
        if let Some(way) = ways.last_mut() {
            join(way, states);
        }
    }

    fn any_loop(&mut self, c: Cursor<'u>) {
        let counted = counted(c)
            .filter(|one| !sets(one.body, one.variable))
            .map(Rc::new);
        let parts = c.children();
        let Some(body) = parts.iter().copied().find(|part| match c.kind() {
            CXCursor_DoStmt => true,
            _ => Some(part.statement_identity()) == parts.last().map(|last| last.statement_identity()),
        }) else {
            return;
        };
        let head: Vec<_> = parts
            .into_iter()
            .filter(|part| part.statement_identity() != body.statement_identity())
            .collect();
        let is_endless = match (c.kind(), &head[..]) {
            (CXCursor_ForStmt, head) => head.len() < 3,
            (_, [condition]) => matches!(condition.evaluate(), Some(crate::clang::Value::Int(n)) if n != 0),
            _ => false,
        };
        head.iter().for_each(|part| self.plain(*part));
        let range = c.range();
        let holds = |d: &&&Directive<'u>| range.as_ref().is_some_and(|range| range.holds(&d.range.start));
        // Where the device runs something on every turn, the second finds what the first has left.
        let turns = match !self.on_device && self.directives.iter().any(|d| holds(&d)) {
            true => 2,
            false => 1,
        };
        self.around.extend(counted.map(Around::Loop));
        let depth = self.around.len();
        if !self.on_device {
            self.breaks.push(None);
        }
        for _ in 0..turns {
            if !self.on_device {
                self.continues.push(None);
            }
            self.statement(body);
            if !self.on_device {
                let continued = self.continues.pop().flatten();
                join(&mut self.states, continued);
            }
            head.iter().skip(1).for_each(|part| self.plain(*part));
        }
        debug_assert_eq!(depth, self.around.len());
        if counted_is_last(&self.around, c) {
            self.around.pop();
        }
        if !self.on_device {
            let left = self.breaks.pop().flatten();
            match is_endless && left.is_some() {
                true => self.states = left,
                false => join(&mut self.states, left),
            }
        }
    }
}

/// Whether a loop has just been counted.
fn counted_is_last(around: &[Around<'_>], c: Cursor<'_>) -> bool {
    let last = around.last();
    last.is_some_and(
        |last| matches!(last, Around::Loop(one) if one.statement.statement_identity() == c.statement_identity()),
    )
}

/// Whether a statement assigns to a variable.
fn sets(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let mut all = Vec::new();
    targets(c, &mut all);
    let mut set = all.into_iter().filter_map(|target| strip(target).referenced());
    set.any(|other| other.same(variable))
}
