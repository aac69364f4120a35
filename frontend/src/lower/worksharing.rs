//! A loop under a directive as a kernel: a thread for each iteration, and no order among them.
//!
//! The variables of the function around are what the rules of the directives make of them (OpenMP 5.2, section 5.1; OpenACC 3.3,
//! section 2.6): what is private is the thread's own, what the loop only reads is a parameter, all else is memory that
//! all threads share.

use super::canonical::Canonical;
use super::captures;
use super::files::Files;
use super::kernel::last_byte;
use super::sharing::Sharing;
use super::stored::Stores;
use super::types;
use super::{Frame, Lowerer};
use crate::clang::Cursor;
use crate::directives::words::{Effect, Parsed};
use crate::directives::{Directive, Work, place};
use crate::ir::build;
use crate::ir::{
    BinOp, BlockId, CmpOp, Construct, Dim, Doubt, Expr, Geometry, Iteration, Kernel, Language, Launch, Param,
    StmtKind, TermKind, Ty,
};
use crate::launch::HostFacts;
use crate::promote;
use crate::repair::damage::Damage;

/// The bounds of a loop as values.
pub(super) struct IterationSpace {
    first: Expr,
    pub bound: Expr,
    /// Its size, without a sign.
    pub step: Expr,
}

impl IterationSpace {
    /// How many iterations a loop has; not above zero if it has none.
    pub fn count(&self, one: &Canonical<'_>) -> Expr {
        let (from, to) = match one.downwards {
            true => (&self.bound, &self.first),
            false => (&self.first, &self.bound),
        };
        let distance = build::binary(BinOp::Sub, to.clone(), from.clone());
        let last = i128::from(matches!(one.compare, CmpOp::Le | CmpOp::Ge));
        let distance = build::binary(BinOp::Add, distance, build::int(last, Ty::I64));
        if build::as_int(&self.step) == Some(1) {
            return distance;
        }
        let up = build::binary(BinOp::Sub, self.step.clone(), build::int(1, Ty::I64));
        let rounded = build::binary(BinOp::Add, distance, up);
        build::binary(BinOp::Div, rounded, self.step.clone())
    }
}

/// What is known of a loop's iterations.
fn iteration<'u>(one: &Canonical<'u>, facts: &HostFacts<'u>) -> Iteration {
    let step = match one.step {
        Some(step) => facts.integer(step),
        None => Some(1),
    };
    Iteration {
        name: one.variable.spelling(),
        first: facts.integer(one.first),
        step: step.map(|step| if one.downwards { -step } else { step }),
    }
}

/// Lowers the construct of a directive.
///
/// # Errors
/// Why it is not verified, as the end of a sentence.
pub fn lower_loop<'u>(
    files: &mut Files<'u>,
    language: Language,
    damage: &Damage,
    work: &Work<'_, 'u>,
    directives: &[Directive<'u>],
    (facts, stores): (&HostFacts<'u>, &Stores<'u>),
) -> Result<Kernel, String> {
    let span = work
        .statement
        .range()
        .and_then(|range| files.span(&range))
        .ok_or("its loop stands in no file of the source")?;
    let loc = place(span);
    // No function: what the file does with its variables elsewhere, it does before.
    let frame = Frame {
        function: 0,
        ..Frame::outermost(work.function)
    };
    let mut lowerer = Lowerer::new(files, language, frame, loc, damage, directives);
    lowerer.team = work.is_team;
    lowerer.construct = Some(work.statement);
    let entry = lowerer.b.current;
    let directive = work.clauses.first().ok_or("it is none")?;
    let loops = match work.is_team {
        true => Vec::new(),
        false => lowerer.nest(work.statement, &directive.parsed)?,
    };
    let mut sharing = Sharing {
        work,
        facts,
        stores,
        range: work.statement.range().ok_or("its statement has no place")?,
        loops: &loops,
        lambdas: Vec::new(),
        params: Vec::new(),
        known: Vec::new(),
        open_start: None,
        computed: None,
        followed: Vec::new(),
    };
    sharing.share(&mut lowerer)?;
    sharing.object_of_method(&mut lowerer);
    sharing.doubt_pointers(&mut lowerer);
    let alias = sharing.doubt_arguments(&mut lowerer);
    let guarded = sharing.guards(&mut lowerer);
    let doubt = work
        .doubt
        .clone()
        .or_else(|| sharing.doubt(directives))
        .or(guarded);
    let doubt = doubt.or_else(|| sharing.doubt_of_copies());
    let doubt = doubt.or_else(|| sharing.doubt_of_numbers());
    let doubt = doubt.or_else(|| sharing.doubt_of_contents());
    let doubt = doubt.or_else(|| sharing.doubt_of_objects(lowerer.files.root()));
    let doubt = doubt.or_else(|| super::around::changed_around(work.function, work.statement, directives));
    let sizes = sharing.team_sizes(&lowerer, &directive.parsed);
    let params = sharing.params;
    lowerer.entered.push(directive.range.start.offset);
    lowerer.unread_directives(work.statement);
    lowerer.parse_errors_of_loop(work.function);
    match work.is_team {
        true if directive.parsed.name.ends_with("sections") => lowerer.sections(work.statement),
        true => lowerer.statement(work.statement),
        false => lowerer.iterate(&loops, &directive.parsed)?,
    }
    if lowerer.locks.unmodelled {
        return Err("what locks order is not modelled".to_owned());
    }
    let end = last_byte(lowerer.loc(work.statement));
    // For other calls, whose pointers lead to places of their own, nothing is shown.
    if let Some(reason) = alias {
        lowerer.unless_reached(end, &reason);
    }
    lowerer.b.end(end, TermKind::Return);
    let doubt = doubt.or_else(|| lowerer.doubt.take());
    let choices = std::mem::take(&mut lowerer.choices);
    let regions = std::mem::take(&mut lowerer.b.regions);
    lowerer.links.mark(&mut lowerer.b.objects);
    let (built, namings) = lowerer.b.into_kernel(language, span, entry);
    let doubts = doubt.into_iter().map(|reason| Doubt {
        loc,
        reason,
        is_complete: true,
    });
    let construct = match work.is_team {
        true => Construct::Team,
        false => Construct::Loop(loops.iter().map(|one| iteration(one, facts)).collect()),
    };
    let launch = match work.is_team {
        true => Launch {
            block: [None, Some(1), Some(1)],
            grid: [Some(1); 3],
            relations: sizes,
            ..Launch::new(span)
        },
        false => Launch {
            block: [Some(1); 3],
            ..Launch::new(span)
        },
    };
    let kernel = Kernel {
        params: params.into_iter().chain(choices).collect::<Vec<Param>>(),
        doubts: doubts.collect(),
        required: Some(launch),
        construct: Some(construct),
        narrowed: super::around::narrows(work.function, work.statement),
        ..built
    };
    Ok(captures::joined(promote::run(kernel, namings), &regions))
}

impl<'u> Lowerer<'u, '_> {
    /// The iteration of a thread.
    fn iterate(&mut self, loops: &[Canonical<'u>], clauses: &Parsed) -> Result<(), String> {
        let done = self.b.block();
        for (dim, one) in Dim::ALL.into_iter().zip(loops) {
            let space = self.space_of(one)?;
            self.guard(one, &space, ordinal(dim), done);
        }
        self.advance_linear(clauses, loops.len())?;
        // Threads of other dimensions have nothing to do.
        let loc = self.b.last;
        for dim in Dim::ALL.into_iter().skip(loops.len()) {
            let first = build::compare(CmpOp::Eq, ordinal(dim), build::int(0, Ty::I64));
            let inside = self.b.block();
            self.b.branch(loc, first, inside, done);
            self.b.enter(inside);
        }
        let body = loops.last().map(|one| one.body);
        self.body(body, done, done);
        self.b.fall_into(loc, done);
        Ok(())
    }

    /// The bounds of a loop, computed.
    pub(super) fn space_of(&mut self, one: &Canonical<'u>) -> Result<IterationSpace, String> {
        let loc = self.loc(one.statement);
        let first = build::cast(self.scalar(one.first), Ty::I64);
        let bound = build::cast(self.scalar(one.bound), Ty::I64);
        let step = match one.step {
            Some(step) => build::cast(self.scalar(step), Ty::I64),
            None => build::int(1, Ty::I64),
        };
        match build::as_int(&step) {
            Some(step) if step <= 0 => return Err("its loop does not come nearer to its end".to_owned()),
            Some(_) => {}
            None => {
                let forwards = build::compare(CmpOp::Gt, step.clone(), build::int(0, Ty::I64));
                self.b.emit(loc, StmtKind::Assume(forwards));
            }
        }
        Ok(IterationSpace {
            first: self.b.stable(loc, first),
            bound: self.b.stable(loc, bound),
            step: self.b.stable(loc, step),
        })
    }

    /// Goes on in iteration `number` of a loop, or to `done` if there is none.
    pub(super) fn guard(&mut self, one: &Canonical<'u>, space: &IterationSpace, number: Expr, done: BlockId) {
        let loc = self.loc(one.statement);
        let ty = types::scalar(one.variable.ty()).unwrap_or(Ty::I64);
        let addr = match self.env.get(&one.variable.identity()) {
            Some(addr) => addr.clone(),
            None => {
                let addr = self.local(loc, &one.variable.spelling(), one.variable.ty(), true);
                self.env.insert(one.variable.identity(), addr.clone());
                addr
            }
        };
        let value = value_in(one, space, number);
        let value = self.b.stable(loc, value);
        let inside = self.b.block();
        let bound_loc = self.loc(one.bound);
        let runs = build::compare(one.compare, value.clone(), space.bound.clone());
        self.b.branch(bound_loc, runs, inside, done);
        self.b.enter(inside);
        self.b.store(loc, addr, build::cast(value, ty), false);
    }

    /// Whether a loop has an iteration of this number.
    pub(super) fn runs(&self, one: &Canonical<'u>, space: &IterationSpace, number: Expr) -> Expr {
        build::compare(one.compare, value_in(one, space, number), space.bound.clone())
    }

    /// What variables in `linear` hold in this iteration.
    fn advance_linear(&mut self, clauses: &Parsed, loops: usize) -> Result<(), String> {
        for clause in clauses.with(Effect::Linear) {
            let list = clause.arguments.as_deref().unwrap_or_default();
            let step = list.split_once(':').map_or("1", |(_, step)| step.trim());
            let step: i128 = step
                .parse()
                .map_err(|_| "the step of `linear` is not read".to_owned())?;
            let named = clause.variables().unwrap_or_default();
            let variables: Vec<_> = self
                .linear
                .iter()
                .filter(|(name, ..)| named.contains(name))
                .cloned()
                .collect();
            for (_, addr, ty) in variables {
                if loops > 1 {
                    return Err("`linear` of several loops is not read".to_owned());
                }
                let loc = self.b.last;
                let steps = build::binary(BinOp::Mul, ordinal(Dim::X), build::int(step, Ty::I64));
                let before = self.b.load(loc, addr.clone(), ty, false);
                let value = build::binary(BinOp::Add, before, build::cast(steps, ty));
                self.b.store(loc, addr, value, false);
            }
        }
        Ok(())
    }

    /// What clang lost of the function around a loop: it may be of the loop.
    fn parse_errors_of_loop(&mut self, function: Cursor<'u>) {
        let directives = std::mem::take(&mut self.directives);
        self.parse_errors(function);
        self.directives = directives;
    }
}

/// What a loop's variable is in an iteration.
fn value_in(one: &Canonical<'_>, space: &IterationSpace, number: Expr) -> Expr {
    let distance = build::binary(BinOp::Mul, number, space.step.clone());
    let op = if one.downwards { BinOp::Sub } else { BinOp::Add };
    build::binary(op, space.first.clone(), distance)
}

/// The number of a thread in a dimension of the launch.
fn ordinal(dim: Dim) -> Expr {
    let wide = |what| build::cast(build::geometry(what), Ty::I64);
    let before = build::binary(
        BinOp::Mul,
        wide(Geometry::BlockIdx(dim)),
        wide(Geometry::BlockDim(dim)),
    );
    build::binary(BinOp::Add, before, wide(Geometry::ThreadIdx(dim)))
}
