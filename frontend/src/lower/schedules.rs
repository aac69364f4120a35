//! Which thread of a team runs which iterations of a loop that the team shares out.
//!
//! The model is one iteration for each thread in turn. Where threads are told apart without waiting for each other, a loop may begin with
//! any thread: a shift. Loops have one shift where the standard gives their iterations to the same threads, by their logical numbers
//! (OpenMP 5.2, section 11.5.3): `static`, of one chunk size and as many iterations, and neither `simd` nor `order`. Of collapsed loops
//! the model shares out the outermost alone, so that they have shifts of their own.

use super::Lowerer;
use super::canonical::{Canonical, bare};
use super::constructs::{changed_in, is_shared_out, variable_around};
use super::sharing::{is_in_a_loop, is_loop, references_in};
use super::types::{self, Shape};
use super::worksharing::IterationSpace;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::directives::Directive;
use crate::directives::words::{Effect, Kind};
use crate::ir::build;
use crate::ir::{BinOp, CmpOp, Dim, Expr, Geometry, StmtKind, Ty};
use crate::launch::is_cast;

/// The chunks of a static schedule.
#[derive(Clone, PartialEq, Eq)]
enum Chunk {
    Default,
    Of(i128),
    /// What a variable says that keeps its value.
    By(String),
    Odd,
}

impl<'u, 'f> Lowerer<'u, 'f> {
    /// The first iteration of a thread.
    pub(super) fn first_number(&mut self, directive: &Directive<'u>, space: &IterationSpace) -> Expr {
        let own = wide(Geometry::ThreadIdx(Dim::X));
        let all = self.of_this_function(directive);
        let waits = !all.iter().any(|d| d.parsed.has(Effect::NoWait));
        let asks = self.asks_which_thread();
        let is_exact = chunk_of(directive) == Some(Chunk::Of(1)) && is_mapped(directive);
        if waits && (!asks || is_exact) {
            return own;
        }
        if waits && is_static(directive) {
            self.doubt_of_schedule(directive);
        }
        let shift = self.shift(directive, space, &all);
        let threads = wide(Geometry::BlockDim(Dim::X));
        let moved = build::binary(BinOp::Add, own, shift);
        let wraps = build::compare(CmpOp::Ge, moved.clone(), threads.clone());
        let wrapped = build::binary(BinOp::Sub, moved.clone(), threads);
        build::select(wraps, wrapped, moved)
    }

    /// The thread that runs the first iteration: that of an earlier loop whose iterations come to the same threads, or any.
    fn shift(&mut self, directive: &Directive<'u>, space: &IterationSpace, all: &[&Directive<'u>]) -> Expr {
        let mut shift = self.own_shift(directive);
        let is_earlier = |d: &&&Directive<'u>| {
            let is_loop = d.parsed.kind == Kind::Loop && is_shared_out(d) && is_static(d);
            is_loop && d.range.start.offset < directive.range.start.offset
        };
        let mut earlier: Vec<&Directive<'u>> = all.iter().filter(is_earlier).copied().collect();
        earlier.sort_by_key(|d| std::cmp::Reverse(d.range.start.offset));
        for other in earlier {
            if let Some(alike) = self.are_alike(directive, space, other) {
                let theirs = self.own_shift(other);
                shift = build::select(alike, theirs, shift);
            }
        }
        shift
    }

    /// When the standard gives iterations of two loops to the same threads; `None` if it never does, or if nobody can say.
    fn are_alike(
        &mut self,
        directive: &Directive<'u>,
        space: &IterationSpace,
        other: &Directive<'u>,
    ) -> Option<Expr> {
        let (own, theirs) = (chunk_of(directive)?, chunk_of(other)?);
        let is_named = |chunk: &Chunk| matches!(chunk, Chunk::By(_) | Chunk::Odd);
        let may_be = own == theirs || is_named(&own) || is_named(&theirs);
        let depth = |d: &Directive<'u>| d.argument("collapse").unwrap_or("1").to_owned();
        if !is_scheduled_alone(directive)
            || !is_scheduled_alone(other)
            || !may_be
            || depth(directive) != depth(other)
        {
            return None;
        }
        let compared = self.mapped_loop(directive).zip(self.mapped_loop(other));
        let Some((one, counted)) = compared.filter(|_| own == theirs) else {
            self.doubt_of_schedule(directive);
            return None;
        };
        let other_space = self.space_of(&counted).ok()?;
        let (count, others) = (space.count(&one), other_space.count(&counted));
        Some(build::compare(CmpOp::Eq, count, others))
    }

    /// A loop that has as many iterations, and chunks of the same size, whenever threads come to it.
    fn mapped_loop(&mut self, directive: &Directive<'u>) -> Option<Canonical<'u>> {
        let loops = self.nest(directive.statement?, &directive.parsed).ok()?;
        let [_] = &loops[..] else { return None };
        let one = loops.into_iter().next()?;
        let keeps_chunk = match chunk_of(directive)? {
            Chunk::Default | Chunk::Of(_) => true,
            Chunk::By(name) => self.keeps_named(&name),
            Chunk::Odd => false,
        };
        let parts = [Some(one.first), Some(one.bound), one.step];
        let keeps = parts.into_iter().flatten().all(|part| self.keeps(part));
        (is_mapped(directive) && keeps_chunk && keeps).then_some(one)
    }

    /// Whether threads may come to one round of a construct while others are at another, and who does what differs by round.
    pub(super) fn goes_round(&mut self, directive: &Directive<'u>) -> bool {
        let at = &directive.range.start;
        let regions = self
            .directives
            .iter()
            .filter(|d| d.parsed.kind == Kind::Around && d.holds(at));
        let mut regions = regions.filter_map(|d| d.statement);
        directive.parsed.has(Effect::NoWait)
            && regions.any(|region| is_loop(region) || is_in_a_loop(region, at))
            && !(directive.parsed.kind == Kind::Loop && self.mapped_loop(directive).is_some())
    }

    /// Whether a number is the same at all times in the construct.
    fn keeps(&self, value: Cursor<'u>) -> bool {
        let is_plain = match value.kind() {
            CXCursor_DeclRefExpr => value.referenced().is_some_and(|v| self.keeps_variable(v)),
            CXCursor_BinaryOperator => value.binary_operator() != CXBinaryOperator_Assign,
            CXCursor_UnaryOperator => value.unary_operator() == CXUnaryOperator_Minus,
            CXCursor_ParenExpr | CXCursor_IntegerLiteral | CXCursor_UnaryExpr => true,
            kind => is_cast(kind),
        };
        is_plain && value.expressions().into_iter().all(|part| self.keeps(part))
    }

    fn keeps_variable(&self, variable: Cursor<'u>) -> bool {
        let Some(region) = self.construct else {
            return false;
        };
        let is_number = matches!(types::shape(variable.ty()), Shape::Scalar(Ty::Int { .. }));
        let is_local = super::lvalue::is_in_function(variable) && !variable.is_static();
        let is_same = |v: &Cursor<'u>| v.canonical().same(variable.canonical());
        let mut changed = Vec::new();
        changed_in(region, &mut changed);
        let is_kept = || {
            is_local
                && !region.encloses(variable)
                && !changed.iter().any(is_same)
                && !is_led_to(self.frames[0].definition, variable)
        };
        variable.kind() == CXCursor_EnumConstantDecl
            || is_number && (variable.ty().is_const() && !region.encloses(variable) || is_kept())
    }

    /// The same of the variable of the function that has a name, if it is one.
    fn keeps_named(&self, name: &str) -> bool {
        let mut references = Vec::new();
        references_in(self.frames[0].definition, &mut references);
        let named = references.into_iter().filter_map(Cursor::referenced);
        let declared: Vec<Cursor<'u>> = self.frames[0]
            .definition
            .arguments()
            .into_iter()
            .chain(named)
            .filter(|v| v.spelling() == name)
            .collect();
        let [first, ..] = declared[..] else {
            return false;
        };
        declared.iter().all(|v| v.canonical().same(first.canonical())) && self.keeps_variable(first)
    }

    /// The shift of a loop for itself.
    fn own_shift(&mut self, directive: &Directive<'u>) -> Expr {
        let at = directive.range.start.offset;
        let shift = match self.shifts.get(&at) {
            Some(shift) => shift.clone(),
            None => build::cast(self.choice(directive), Ty::I64),
        };
        self.shifts.insert(at, shift.clone());
        let is_thread = build::compare(CmpOp::Lt, shift.clone(), wide(Geometry::BlockDim(Dim::X)));
        self.b.emit(self.b.last, StmtKind::Assume(is_thread));
        shift
    }

    fn doubt_of_schedule(&mut self, directive: &Directive<'u>) {
        let title = directive.title();
        self.doubt.get_or_insert_with(|| {
            format!("the threads that the schedule of `{title}` gives its iterations to are not followed")
        });
    }

    /// The directives of the function that a construct and one in it are in.
    fn of_this_function(&self, directive: &Directive<'u>) -> Vec<&'f Directive<'u>> {
        let function = self.frames[0].definition.range();
        let in_function = |d: &&Directive<'u>| {
            d.function.map(|f| f.identity()) == directive.function.map(|f| f.identity())
                || function.as_ref().is_some_and(|range| range.holds(&d.range.start))
        };
        self.directives.iter().filter(in_function).collect()
    }

    /// Whether code of the construct depends on which thread runs it.
    fn asks_which_thread(&self) -> bool {
        let chooses = self.directives.iter().any(|d| d.parsed.kind == Kind::Master);
        chooses || self.construct.is_some_and(|region| asks(region, &mut Vec::new()))
    }
}

/// Whether a statement, or a function that it calls, asks for the number of the thread.
fn asks<'u>(c: Cursor<'u>, seen: &mut Vec<usize>) -> bool {
    if c.kind() == CXCursor_DeclRefExpr && c.spelling().ends_with("thread_num") {
        return true;
    }
    let called = (c.kind() == CXCursor_CallExpr).then(|| c.referenced()).flatten();
    let body = called
        .and_then(Cursor::definition)
        .filter(|f| !seen.contains(&f.identity()));
    if let Some(body) = body {
        seen.push(body.identity());
        if asks(body, seen) {
            return true;
        }
    }
    c.children().into_iter().any(|child| asks(child, seen))
}

/// Whether the address of a variable is taken under a node, or something refers to it.
fn is_led_to(c: Cursor<'_>, variable: Cursor<'_>) -> bool {
    let is_it =
        |part: Cursor<'_>| variable_around(part).is_some_and(|v| v.canonical().same(variable.canonical()));
    let address = c.kind() == CXCursor_UnaryOperator && c.unary_operator() == CXUnaryOperator_AddrOf;
    let refers = c.kind() == CXCursor_VarDecl && matches!(types::shape(c.ty()), Shape::Reference(_));
    let leads = match (address, refers) {
        (true, _) => c.expressions().into_iter().any(is_it),
        (_, true) => c.initializer().is_some_and(|value| is_it(bare(value))),
        (false, false) => false,
    };
    leads || c.children().into_iter().any(|child| is_led_to(child, variable))
}

/// What a `static` schedule says of its chunks; `None` of another schedule.
fn chunk_of(directive: &Directive<'_>) -> Option<Chunk> {
    let arguments: String = directive.argument("schedule")?.split_whitespace().collect();
    let kind = ["monotonic:", "nonmonotonic:"]
        .into_iter()
        .find_map(|modifier| arguments.strip_prefix(modifier))
        .unwrap_or(&arguments);
    let Some((kind, size)) = kind.split_once(',') else {
        return (kind == "static").then_some(Chunk::Default);
    };
    let is_name = size.chars().all(|c| c.is_alphanumeric() || c == '_');
    let chunk = match size.parse() {
        Ok(size) => Chunk::Of(size),
        Err(_) if is_name => Chunk::By(size.to_owned()),
        Err(_) => Chunk::Odd,
    };
    (kind == "static").then_some(chunk)
}

/// Whether the schedule of a loop gives each thread the same iterations each time.
fn is_static(directive: &Directive<'_>) -> bool {
    chunk_of(directive).is_some()
}

/// Whether nothing but its schedule says where its iterations run.
fn is_scheduled_alone(directive: &Directive<'_>) -> bool {
    let clauses = &directive.parsed.clauses;
    directive.parsed.name == "for" && !clauses.iter().any(|c| c.name == "order")
}

/// Whether the model gives iterations to threads as the schedule does, but for the first.
fn is_mapped(directive: &Directive<'_>) -> bool {
    is_static(directive)
        && is_scheduled_alone(directive)
        && directive.argument("collapse").is_none_or(|n| n == "1")
}

fn wide(what: Geometry) -> Expr {
    build::cast(build::geometry(what), Ty::I64)
}
