//! Constructs inside of a construct: what the threads of a team share out, do alone, or do one after the other.

use super::atomic_constructs::{assignment, is_update, order_of, target_of};
use super::builder::Atomicity;
use super::canonical::{Canonical, bare};
use super::sharing::{calls_bodies, references_in};
use super::types;
use super::worksharing::IterationSpace;
use super::{Lowerer, Value};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Range};
use crate::directives::words::{Effect, Kind};
use crate::directives::{Directive, place};
use crate::ir::build;
use crate::ir::{
    Barrier, BinOp, CmpOp, Dim, Expr, Geometry, Loc, MemoryOrder, Ordering, Param, Scope, Space, Spaces,
    StmtKind, TermKind, Ty, Var,
};
use std::collections::HashMap;

impl<'u> Lowerer<'u, '_> {
    /// Directives in a function or statement that are not read: anything may happen there.
    pub(super) fn unread_directives(&mut self, c: Cursor<'u>) {
        let Some(range) = c.range() else { return };
        let is_function = !c.is_statement();
        let calls = is_function || calls_bodies(c);
        for directive in self.directives {
            if !range.holds(&directive.range.start) && !self.is_stacked(directive, c) {
                continue;
            }
            let lacks_statement = directive.statement.is_none();
            let unread = match directive.parsed.kind {
                Kind::Unread => true,
                // A function's own directives may bind to any team.
                Kind::Loop | Kind::IfIndependent => is_function && is_shared_out(directive),
                Kind::Single | Kind::Master | Kind::Sections | Kind::Section => {
                    is_function || lacks_statement
                }
                Kind::Around => {
                    is_function || self.team && !self.entered.contains(&directive.range.start.offset)
                }
                Kind::Barrier => !self.team,
                Kind::Critical => {
                    let teams = self.directives.iter().any(|d| d.parsed.name.contains("teams"));
                    let own = directive.critical_name();
                    let mut others = self.criticals(&range, calls);
                    others.any(|d| d.critical_name() != own) || lacks_statement || is_function && teams
                }
                // A section and an atomic access do not exclude each other.
                Kind::Atomic => {
                    directive
                        .statement
                        .is_none_or(|s| target_of(directive, s).is_none())
                        || self.criticals(&range, calls).next().is_some()
                }
                Kind::Simd | Kind::Inert | Kind::Flush => false,
            };
            if unread {
                let span = self.files.span(&directive.range).unwrap_or(self.b.last.span);
                let reason = format!("`{}` is not read here", directive.title());
                self.anything(place(span), &reason);
            }
        }
    }

    /// Whether a directive stands between a statement and the one that is lowered.
    fn is_stacked(&self, directive: &Directive<'u>, c: Cursor<'u>) -> bool {
        let is_of = |s: Cursor<'u>| s.statement_identity() == c.statement_identity();
        let at = directive.range.start.offset;
        let mut around = self.entered.iter();
        directive.statement.is_some_and(is_of) && around.all(|outer| *outer < at)
    }

    /// The critical sections that may run beside what is in this range: those in it, and, where it `calls` functions, in all others.
    fn criticals(&self, range: &Range, calls: bool) -> impl Iterator<Item = &'_ Directive<'u>> {
        let here = range.clone();
        let all = self.directives.iter().filter(|d| d.parsed.kind == Kind::Critical);
        all.filter(move |d| calls || here.holds(&d.range.start))
    }

    /// Lowers a statement as the directive in front of it asks; whether one does.
    pub(super) fn directed(&mut self, c: Cursor<'u>) -> bool {
        if self.directives.is_empty() {
            return false;
        }
        let directives = self.directives;
        let is_of = |d: &&Directive<'u>| {
            d.statement
                .is_some_and(|s| s.statement_identity() == c.statement_identity())
                && !d.is_standalone()
                && !self.entered.contains(&d.range.start.offset)
        };
        let Some(directive) = directives.iter().find(is_of) else {
            return false;
        };
        self.entered.push(directive.range.start.offset);
        self.within(directive, c);
        self.entered.pop();
        true
    }

    fn within(&mut self, directive: &Directive<'u>, c: Cursor<'u>) {
        let loc = self.loc(c);
        let clauses = &directive.parsed;
        let is_shared = matches!(clauses.kind, Kind::Single | Kind::Sections | Kind::Loop);
        if self.team && is_shared && self.goes_round(directive) {
            let title = directive.title();
            self.anything(
                loc,
                &format!("`{title}` that nobody waits for, in a loop, is not read"),
            );
        }
        if clauses.clauses.iter().any(|clause| clause.name == "copyprivate") {
            self.anything(loc, "what `copyprivate` hands to the other threads is not read");
        }
        if matches!(
            clauses.kind,
            Kind::Single | Kind::Master | Kind::Sections | Kind::Section
        ) && let Some(clause) = clauses.unread().find(|clause| clause.name != "copyprivate")
        {
            let reason = format!(
                "the clause `{}` of `{}` is not read",
                clause.name,
                directive.title()
            );
            self.anything(loc, &reason);
        }
        match clauses.kind {
            Kind::Critical if self.is_in_teams(directive) => self.statement(c),
            Kind::Critical => self.atomically(Atomicity::All, c),
            Kind::Atomic => match target_of(directive, c) {
                Some(target) => {
                    let places = self.same_places(c, target);
                    self.atomically(Atomicity::At(places, order_of(directive)), c);
                }
                None => self.statement(c),
            },
            Kind::Single | Kind::Master if self.team => {
                let own = self.own_variables(directive, c, &[Effect::Private, Effect::FirstPrivate]);
                let chosen = match clauses.kind {
                    Kind::Master => build::int(0, Ty::U32),
                    _ => self.choice(directive),
                };
                self.by_one(loc, chosen, c);
                self.env.extend(own);
                if clauses.kind == Kind::Single {
                    self.team_barrier(directive, loc);
                }
            }
            Kind::Sections if self.team => {
                let own = self.own_variables(directive, c, &[Effect::Private, Effect::FirstPrivate]);
                self.sections(c);
                self.env.extend(own);
                self.team_barrier(directive, loc);
            }
            Kind::Loop if self.team && is_shared_out(directive) => {
                if let Err(reason) = self.share_out(directive, c) {
                    self.anything(loc, &format!("`{}` is not read: {reason}", directive.title()));
                }
            }
            Kind::Loop | Kind::Simd | Kind::IfIndependent => {
                // Its iterations are verified by themselves; to the threads around they come one after the other.
                let own = self.own_variables(directive, c, &[Effect::Private]);
                self.statement(c);
                self.env.extend(own);
            }
            Kind::Single | Kind::Master | Kind::Sections | Kind::Section | Kind::Barrier | Kind::Flush => {
                if !(self.team && clauses.kind == Kind::Section) {
                    self.anything(loc, &format!("`{}` is not read here", directive.title()));
                }
                self.statement(c);
            }
            // A team of its own: what is inside speaks of its threads.
            Kind::Around if self.team => {
                self.anything(loc, &format!("`{}` in a region is not read", directive.title()))
            }
            Kind::Inert | Kind::Around | Kind::Unread => self.statement(c),
        }
    }

    fn atomically(&mut self, atomicity: Atomicity, c: Cursor<'u>) {
        let order = match &atomicity {
            Atomicity::At(_, order) => *order,
            Atomicity::All => MemoryOrder::SeqCst,
            Atomicity::None => return self.statement(c),
        };
        let span = self.loc(c).span;
        self.b.regions.push((span, order));
        let outside = std::mem::replace(&mut self.b.atomic, atomicity);
        self.statement(c);
        self.b.atomic = outside;
    }

    /// Whether threads of several teams run what a directive is about: `critical` keeps only those of one team apart (OpenMP 5.2,
    /// section 15.2).
    fn is_in_teams(&self, directive: &Directive<'u>) -> bool {
        let at = &directive.range.start;
        let mut around = self.directives.iter().filter(|d| d.holds(at));
        around.any(|d| d.parsed.name.contains("teams") || d.parsed.name.contains("distribute"))
    }

    /// The statements of a block, and the directives between them that have none.
    pub(super) fn compound(&mut self, c: Cursor<'u>) {
        let children = c.children();
        let directives = self.directives;
        let range = c.range().filter(|_| !directives.is_empty());
        let in_child = |d: &Directive<'u>| {
            children
                .iter()
                .any(|child| child.range().is_some_and(|r| r.holds(&d.range.start)))
        };
        let is_here = |d: &&Directive<'u>| {
            d.is_standalone() && range.as_ref().is_some_and(|r| r.holds(&d.range.start)) && !in_child(d)
        };
        let mut standalone: Vec<&Directive<'u>> = directives.iter().filter(is_here).collect();
        standalone.sort_by_key(|d| d.range.start.offset);
        let mut standalone = standalone.into_iter().peekable();
        let mut rest = &children[..];
        while let [child, behind @ ..] = rest {
            let start = child.range().map_or(0, |r| r.start.offset);
            while let Some(directive) = standalone.next_if(|d| d.range.start.offset < start) {
                self.alone(directive);
            }
            let held = range.as_ref().and_then(|_| self.locked(rest));
            if held.is_none() {
                self.statement(*child);
            }
            rest = held.map_or(behind, |held| &rest[held..]);
        }
        standalone.for_each(|directive| self.alone(directive));
    }

    /// A barrier or a fence.
    fn alone(&mut self, directive: &Directive<'u>) {
        let span = self.files.span(&directive.range).unwrap_or(self.b.last.span);
        let call = self.frame().call;
        let loc = crate::ir::Loc { span, call };
        match (directive.parsed.kind, self.team) {
            (Kind::Barrier, true) => self.barrier_of_team(loc),
            (Kind::Flush, _) => self.b.emit(
                loc,
                StmtKind::Fence {
                    ordering: Ordering {
                        order: MemoryOrder::SeqCst,
                        scope: Scope::System,
                        spaces: Spaces::ALL,
                    },
                    stated: Vec::new(),
                },
            ),
            _ => self.anything(loc, &format!("`{}` is not read here", directive.title())),
        }
    }

    /// The barrier at the end of a construct, unless a clause leaves it out.
    fn team_barrier(&mut self, directive: &Directive<'u>, loc: Loc) {
        if !directive.parsed.has(Effect::NoWait) {
            self.barrier_of_team(super::kernel::last_byte(loc));
        }
    }

    fn barrier_of_team(&mut self, loc: Loc) {
        self.b.emit(
            loc,
            StmtKind::Barrier(Barrier {
                scope: Scope::Block,
                fences: Spaces::ALL,
                name: "barrier".to_owned(),
                mask: None,
                tile: None,
                reduce: None,
            }),
        );
    }

    /// One thread of the team, the same for all who ask; any.
    pub(super) fn choice(&mut self, directive: &Directive<'u>) -> Expr {
        let line = directive.range.start.line;
        let mut name = format!("thread of line {line}");
        while self.choices.iter().any(|param| param.name == name) {
            name.push('\'');
        }
        let var = self.b.vars.push(Var {
            name: name.clone(),
            ty: Ty::U32,
            user: true,
        });
        self.choices.push(Param {
            name,
            var,
            ty: Ty::U32,
            object: None,
            pointee: None,
        });
        build::var(var, Ty::U32)
    }

    /// A statement that one thread of the team runs.
    fn by_one(&mut self, loc: Loc, thread: Expr, c: Cursor<'u>) {
        let (inside, done) = (self.b.block(), self.b.block());
        let own = build::geometry(Geometry::ThreadIdx(Dim::X));
        self.b
            .branch(loc, build::compare(CmpOp::Eq, own, thread), inside, done);
        self.b.enter(inside);
        self.statement(c);
        self.b.fall_into(loc, done);
    }

    /// The sections of a block: each by any one thread.
    pub(super) fn sections(&mut self, c: Cursor<'u>) {
        let directives = self.directives;
        let section_of = |child: &Cursor<'u>| {
            directives.iter().find(|d| {
                d.parsed.kind == Kind::Section
                    && d.statement
                        .is_some_and(|s| s.statement_identity() == child.statement_identity())
            })
        };
        let around = directives.iter().find(|d| {
            d.statement
                .is_some_and(|s| s.statement_identity() == c.statement_identity())
        });
        for (n, child) in c.children().into_iter().enumerate() {
            let loc = self.loc(child);
            let Some(section) = section_of(&child).or(around.filter(|_| n == 0)) else {
                self.anything(loc, "a statement between sections is not read");
                continue;
            };
            let thread = self.choice(section);
            self.by_one(loc, thread, child);
        }
    }

    /// Gives each thread variables of its own that clauses name, and those that the loops of a directive count by. Gives what
    /// they are outside.
    fn own_variables(
        &mut self,
        directive: &Directive<'u>,
        c: Cursor<'u>,
        effects: &[Effect],
    ) -> Vec<(usize, Expr)> {
        let mut named: Vec<String> = Vec::new();
        let mut copied: Vec<String> = Vec::new();
        for effect in effects {
            for clause in directive.parsed.with(*effect) {
                let variables = clause.variables().unwrap_or_default();
                match effect {
                    Effect::FirstPrivate | Effect::Linear => copied.extend(variables),
                    _ => named.extend(variables),
                }
            }
        }
        let counted: Vec<usize> = match self.nest(c, &directive.parsed) {
            Ok(loops) if c.kind() == CXCursor_ForStmt => loops
                .iter()
                .map(|one| one.variable.canonical().identity())
                .collect(),
            _ => Vec::new(),
        };
        let mut references = Vec::new();
        references_in(c, &mut references);
        let mut outside = Vec::new();
        for variable in references.into_iter().filter_map(Cursor::referenced) {
            let (name, key) = (variable.spelling(), variable.canonical().identity());
            let copies = copied.contains(&name);
            if !(copies || named.contains(&name) || counted.contains(&key))
                || outside.iter().any(|(k, _)| *k == key)
            {
                continue;
            }
            // What the construct declares itself has no place yet.
            let Some(before) = self.place_of(variable) else {
                continue;
            };
            self.is_for_threads(variable);
            let loc = self.loc(variable);
            let addr = self.local(loc, &name, variable.ty(), true);
            if let (true, Some(ty)) = (copies, types::scalar(variable.ty())) {
                let value = self.b.load(loc, before.clone(), ty, false);
                self.b.store(loc, addr.clone(), value, false);
            }
            for key in [key, variable.identity()] {
                self.env.insert(key, addr.clone());
                outside.push((key, before.clone()));
            }
        }
        outside
    }

    /// A loop whose iterations the threads of a team share out. The schedule is that of one iteration for each thread in turn: since
    /// the team may have any size, any two iterations come to different threads in some of its runs.
    fn share_out(&mut self, directive: &Directive<'u>, c: Cursor<'u>) -> Result<(), String> {
        let loc = self.loc(c);
        let clauses = &directive.parsed;
        if clauses.has(Effect::Linear) {
            return Err("`linear` in a region is not read".to_owned());
        }
        if let Some(clause) = clauses.unread().next() {
            return Err(format!("its clause `{}` is not read", clause.name));
        }
        let effects = [
            Effect::Private,
            Effect::FirstPrivate,
            Effect::LastPrivate,
            Effect::Reduction,
        ];
        for effect in effects {
            if clauses.with(effect).any(|clause| clause.variables().is_none()) {
                return Err("parts of arrays in its clauses are not read".to_owned());
            }
        }
        let loops = self.nest(c, clauses)?;
        let one = loops.first().ok_or("there is no loop")?;
        let mut before: HashMap<usize, Expr> = self.env.clone();
        let outside = self.own_variables(directive, c, &effects);
        // What a thread copies once goes on from one of its iterations to the next.
        let copied = clauses
            .with(Effect::FirstPrivate)
            .filter_map(|clause| clause.variables());
        let copied: Vec<String> = copied.flatten().collect();
        let mut references = Vec::new();
        references_in(c, &mut references);
        let copied: Vec<usize> = references
            .into_iter()
            .filter_map(Cursor::referenced)
            .filter(|v| copied.contains(&v.spelling()))
            .map(|v| v.canonical().identity())
            .collect();
        for (key, _) in &outside {
            match self.env.get(key).filter(|_| copied.contains(key)) {
                Some(own) => drop(before.insert(*key, own.clone())),
                None => drop(before.remove(key)),
            }
        }
        self.forget(c, one, &before);
        let space = self.space_of(one)?;
        let number = self.b.temp("iteration", Ty::I64);
        let start = self.first_number(directive, &space);
        self.b.assign(loc, number, start);
        let header = self.header(loc);
        let (next, done) = (self.b.block(), self.b.block());
        let current = build::var(number, Ty::I64);
        self.guard(one, &space, current.clone(), done);
        self.forget(c, one, &before);
        self.body(Some(one.body), next, done);
        self.b.fall_into(loc, next);
        self.keep_last(directive, one, &space, current.clone(), &outside);
        let threads = build::cast(build::geometry(Geometry::BlockDim(Dim::X)), Ty::I64);
        self.b
            .assign(loc, number, build::binary(BinOp::Add, current, threads));
        self.b.end(loc, TermKind::Goto(header));
        self.b.enter(done);
        self.forget(c, one, &before);
        self.put_together(directive, c, &outside);
        self.env.extend(outside);
        self.team_barrier(directive, loc);
        Ok(())
    }

    /// What is each thread's own and changed by the iterations may hold anything: which of them the thread ran is not said.
    fn forget(&mut self, c: Cursor<'u>, one: &Canonical<'u>, before: &HashMap<usize, Expr>) {
        let loc = self.loc(one.statement);
        let mut changed = Vec::new();
        changed_in(c, &mut changed);
        let mut done: Vec<usize> = Vec::new();
        for variable in changed {
            let key = variable.canonical().identity();
            let Some(addr) = before.get(&key).filter(|_| !done.contains(&key)).cloned() else {
                continue;
            };
            done.push(key);
            let own = build::constant_address(&addr)
                .is_some_and(|(id, _)| self.b.objects[id].space == Space::Private);
            if !own {
                continue;
            }
            match types::scalar(variable.ty()) {
                Some(ty) if ty != Ty::Ptr => {
                    let value = self.b.unknown(loc, crate::ir::ANY_SCHEDULE, ty, Vec::new());
                    self.b.store(loc, addr, value, false);
                }
                _ => self.b.effect_hole(
                    loc,
                    "what iterations leave in variables of a thread is not modelled",
                    vec![addr],
                ),
            }
        }
    }

    /// `lastprivate`: the thread of the last iteration writes what it left.
    fn keep_last(
        &mut self,
        directive: &Directive<'u>,
        one: &Canonical<'u>,
        space: &IterationSpace,
        current: Expr,
        outside: &[(usize, Expr)],
    ) {
        let loc = self.loc(one.statement);
        let named: Vec<String> = names_of(directive, Effect::LastPrivate);
        if named.is_empty() {
            return;
        }
        let (last, done) = (self.b.block(), self.b.block());
        let after = build::binary(BinOp::Add, current, build::int(1, Ty::I64));
        let comes = self.runs(one, space, after);
        self.b.branch(loc, comes, done, last);
        self.b.enter(last);
        self.write_back(one.statement, &named, outside, false);
        self.b.fall_into(loc, done);
    }

    /// `reduction`: each thread adds its part, in any order.
    fn put_together(&mut self, directive: &Directive<'u>, c: Cursor<'u>, outside: &[(usize, Expr)]) {
        let named = names_of(directive, Effect::Reduction);
        self.write_back(c, &named, outside, true);
    }

    /// Writes variables of the thread's own to those that they stand for.
    fn write_back(&mut self, c: Cursor<'u>, named: &[String], outside: &[(usize, Expr)], atomically: bool) {
        let loc = super::kernel::last_byte(self.loc(c));
        let mut references = Vec::new();
        references_in(c, &mut references);
        let mut done: Vec<usize> = Vec::new();
        for variable in references.into_iter().filter_map(Cursor::referenced) {
            let key = variable.canonical().identity();
            let original = outside
                .iter()
                .find(|(k, _)| *k == key)
                .map(|(_, addr)| addr.clone());
            let Some(original) =
                original.filter(|_| named.contains(&variable.spelling()) && !done.contains(&key))
            else {
                continue;
            };
            done.push(key);
            let (Some(ty), Some(own)) = (types::scalar(variable.ty()), self.env.get(&key).cloned()) else {
                self.b.effect_hole(
                    loc,
                    "what a clause does with this variable is not modelled",
                    vec![original],
                );
                continue;
            };
            let value = self.b.load(loc, own, ty, false);
            let outer = match atomically {
                true => std::mem::replace(&mut self.b.atomic, Atomicity::All),
                false => self.b.atomic.clone(),
            };
            self.b.store(loc, original, value, false);
            self.b.atomic = outer;
        }
    }

    /// A random number, for which the state is read and written.
    fn generated(&mut self, loc: Loc, state: Cursor<'u>) -> Value {
        let reason = "what a random number is, is not modelled";
        let addr = self.scalar(state);
        let addr = self.b.stable(loc, addr);
        self.b.load(loc, addr.clone(), Ty::U32, false);
        let next = self.b.unknown(loc, reason, Ty::U32, Vec::new());
        self.b.store(loc, addr, next, false);
        Value::Scalar(self.b.unknown(loc, reason, Ty::I32, Vec::new()))
    }

    /// A call of one of OpenMP's functions, or of one that prints; `None` if it does nothing to other threads that is to be told.
    pub(super) fn openmp_call(&mut self, c: Cursor<'u>, name: &str) -> Option<Value> {
        if self.directives.is_empty() {
            return None;
        }
        let loc = self.loc(c);
        if self.is_of_locks(loc, name) {
            return Some(Value::Void);
        }
        if let (GENERATOR, &[state]) = (name, &c.arguments()[..]) {
            return Some(self.generated(loc, state));
        }
        if PRINTING.contains(&name) {
            for argument in c.arguments() {
                self.rvalue(argument);
            }
            return Some(Value::Scalar(self.b.unknown(
                loc,
                "what printing gives is not modelled",
                Ty::I32,
                Vec::new(),
            )));
        }
        if !name.starts_with("omp_") {
            return None;
        }
        match (name, self.team) {
            ("omp_get_thread_num", true) => {
                let own = build::geometry(Geometry::ThreadIdx(Dim::X));
                Some(Value::Scalar(build::cast(own, Ty::I32)))
            }
            ("omp_get_num_threads", true) => {
                let threads = build::geometry(Geometry::BlockDim(Dim::X));
                Some(Value::Scalar(build::cast(threads, Ty::I32)))
            }
            ("omp_get_thread_num" | "omp_get_num_threads", false) => {
                let reason = "which thread runs an iteration, and of how many, is not modelled";
                Some(Value::Scalar(self.b.unknown(loc, reason, Ty::I32, Vec::new())))
            }
            _ => None,
        }
    }
}

/// POSIX's generator of random numbers, whose state is what its argument leads to.
const GENERATOR: &str = "rand_r";

/// Functions of the C library that write to files: to the threads of a construct they only read what they are handed.
const PRINTING: [&str; 4] = ["fprintf", "fflush", "fputc", "putc"];

/// Whether the threads of the team around share out the iterations of a loop.
pub(super) fn is_shared_out(directive: &Directive<'_>) -> bool {
    matches!(directive.parsed.name.as_str(), "for" | "for simd" | "loop")
}

/// The variables in the clauses of a meaning.
fn names_of(directive: &Directive<'_>, effect: Effect) -> Vec<String> {
    let clauses = directive.parsed.with(effect);
    clauses
        .filter_map(|clause| clause.variables())
        .flatten()
        .collect()
}

/// The variables that statements under a node change by their names, or whose address they take.
pub(super) fn changed_in<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    let address = c.kind() == CXCursor_UnaryOperator && c.unary_operator() == CXUnaryOperator_AddrOf;
    let operands = match c.kind() {
        // What is not read is handed over as a reference.
        CXCursor_CallExpr => c
            .arguments()
            .into_iter()
            .filter(|a| a.kind() != CXCursor_UnexposedExpr)
            .collect(),
        _ if address || is_update(c) || assignment(c).is_some() => {
            c.expressions().into_iter().take(1).collect()
        }
        _ => Vec::new(),
    };
    found.extend(operands.into_iter().filter_map(variable_around));
    c.children()
        .into_iter()
        .for_each(|child| changed_in(child, found));
}

/// The variable whose memory an l-value is a part of, if it is named.
pub(super) fn variable_around(c: Cursor<'_>) -> Option<Cursor<'_>> {
    let c = bare(c);
    let parts = c.expressions();
    match (c.kind(), &parts[..]) {
        (CXCursor_DeclRefExpr, _) => c
            .referenced()
            .filter(|v| matches!(v.kind(), CXCursor_VarDecl | CXCursor_ParmDecl)),
        (CXCursor_MemberRefExpr, [record]) if types::scalar(record.ty()) != Some(Ty::Ptr) => {
            variable_around(*record)
        }
        (CXCursor_ArraySubscriptExpr, [array, _]) => {
            let array = bare(*array);
            let is_array = matches!(types::shape(array.ty()), types::Shape::Array(..));
            is_array.then(|| variable_around(array)).flatten()
        }
        _ => None,
    }
}
