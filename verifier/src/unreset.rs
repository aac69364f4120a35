//! Kernels that count on zeros, launched where host code leaves something else.

mod zeros;

use crate::config::Configuration;
use kverify_frontend::ir::effect::{Extent, Touch};
use kverify_frontend::ir::points_to::PointsTo;
use kverify_frontend::ir::{
    Atomic, AtomicOp, BlockId, Expr, ExprKind, Geometry, Kernel, Loc, ObjectId, Stmt, StmtKind, Unreset,
    VarId, Writer, build,
};
use kverify_smt::answer::Unknown;
pub use zeros::Zeros;

/// What the answer takes to be zero when the kernel starts, and need not be.
pub fn not_zero(kernel: &Kernel, configuration: &Configuration, zeroed: &[ObjectId]) -> Vec<Unknown> {
    let starts_otherwise = |object: &&ObjectId| kernel.objects[**object].starts_otherwise;
    let declared = zeroed.iter().filter(starts_otherwise).map(|object| {
        let line = kernel.objects[*object].span.line;
        let why =
            format!("its declaration in line {line} says something else: set it to 0 before the launch");
        unknown(kernel, *object, &why)
    });
    let left = configuration.unreset.iter();
    let left = left.filter(|left| zeroed.contains(&left.object));
    let mut found: Vec<Unknown> = declared
        .chain(left.map(|left| unknown(kernel, left.object, &said(left))))
        .collect();
    found.dedup();
    found
}

fn unknown(kernel: &Kernel, object: ObjectId, why: &str) -> Unknown {
    let name = &kernel.objects[object].name;
    Unknown {
        message: format!("the kernel needs `{name}` to hold 0 when it starts, and {why}"),
        loc: Some(Loc {
            span: kernel.span,
            call: None,
        }),
    }
}

fn said(left: &Unreset) -> String {
    let line = &left.line;
    match left.writer {
        Writer::Launch(true) => {
            format!("the launch in {line} leaves something else there: set it to 0 between the launches")
        }
        Writer::Launch(false) => format!(
            "what the launch in {line} leaves there is not known to be 0: set it to 0 between the launches"
        ),
        Writer::Host(true) => format!("{line} puts something else there: set it to 0 before the launch"),
        Writer::Host(false) => {
            format!("what {line} puts there is not known to be 0: set it to 0 before the launch")
        }
        Writer::Nobody => {
            format!("nothing sets what {line} allocates: set it to 0 before the launch")
        }
        Writer::Unfollowed => format!(
            "what happens to it up to {line} is not all followed: set it to 0 right before the launch"
        ),
        Writer::Earlier => format!(
            "{line} may launch it again, and nothing sets it to 0 in between: set it to 0 before the launch"
        ),
    }
}

/// What a launch of a kernel leaves in an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// What was there before.
    Untouched,
    /// Something other than zero, if it writes at all.
    NotZero,
    /// What it stores and is not known, and may be zero or not: the argument of this number so far, if it is that.
    Stored(Option<(usize, Zeros)>),
    /// Zeros so far, and it stores nothing else.
    Zero(Zeros),
    /// What was there before, or zeros.
    PerhapsZero,
    /// Zeros, perhaps: it stores some, counts round, or down.
    Anything,
}

impl Leaves {
    /// What two writes leave, whichever comes last.
    fn and(self, other: Leaves) -> Leaves {
        match (self, other) {
            (a, b) if a == b => a,
            (Leaves::Untouched, one) | (one, Leaves::Untouched) => one,
            (Leaves::Zero(a), Leaves::Zero(b)) => Leaves::Zero(a.and(b)),
            (zero @ Leaves::Zero(_), Leaves::PerhapsZero) | (Leaves::PerhapsZero, zero @ Leaves::Zero(_)) => {
                zero
            }
            (Leaves::Anything | Leaves::Zero(_) | Leaves::PerhapsZero, _)
            | (_, Leaves::Anything | Leaves::Zero(_) | Leaves::PerhapsZero) => Leaves::Anything,
            (Leaves::NotZero | Leaves::Stored(_), Leaves::NotZero | Leaves::Stored(_)) => {
                Leaves::Stored(None)
            }
        }
    }
}

/// What a launch of a kernel leaves in one of its objects.
pub fn leaves(kernel: &Kernel, object: ObjectId) -> Leaves {
    let points_to = PointsTo::of(kernel);
    let of_touch = |block: BlockId, touch: &Touch<'_>| match (touch.atomic, touch.value) {
        (Some(atomic), _) if lowers(atomic) => Leaves::Anything,
        (Some(_), _) => Leaves::NotZero,
        (None, Some(value)) if build::as_int(value) == Some(0) => {
            Zeros::of(kernel, block, touch).map_or(Leaves::PerhapsZero, Leaves::Zero)
        }
        (None, Some(value)) if may_reset(kernel, value, 0) => Leaves::Anything,
        (None, Some(value)) if !may_be_zero(value) => Leaves::NotZero,
        (None, value) => {
            let argument = value.and_then(|value| argument(kernel, value));
            Leaves::Stored(argument.and_then(|n| Some((n, Zeros::of(kernel, block, touch)?))))
        }
    };
    let of_stmt = |block: BlockId, stmt: &Stmt| -> Vec<Leaves> {
        let effects = stmt.effects(kernel);
        let writes = effects
            .accesses
            .iter()
            .filter(|touch| touch.writes && points_to.targets(touch.addr).may_be(object));
        writes.map(|touch| of_touch(block, touch)).collect()
    };
    let blocks = kernel.blocks.iter_enumerated();
    let each = blocks.flat_map(|(id, block)| block.stmts.iter().flat_map(move |stmt| of_stmt(id, stmt)));
    each.reduce(Leaves::and).unwrap_or(Leaves::Untouched)
}

/// Whether a kernel accesses only the first bytes of an object, so many, as its text says.
pub fn keeps_to_start(kernel: &Kernel, object: ObjectId, bytes: i128) -> bool {
    let points_to = PointsTo::of(kernel);
    let is_within = |touch: &Touch<'_>| match touch.extent {
        Extent::Scalar(ty) => {
            let addr = touch.addr.without_casts();
            let is_object = matches!(addr.kind, ExprKind::Object(of) if of == object);
            i128::from(ty.bytes()) <= bytes && (is_object || is_start(kernel, addr, 0))
        }
        Extent::Bytes(_) | Extent::Reachable => false,
    };
    let mut stmts = kernel.blocks.iter().flat_map(|block| &block.stmts);
    stmts.all(|stmt| {
        let effects = stmt.effects(kernel);
        let mut of_object = effects
            .accesses
            .iter()
            .filter(|touch| points_to.targets(touch.addr).may_be(object));
        of_object.all(is_within)
    })
}

/// Whether an address is a parameter as it is handed over.
fn is_start(kernel: &Kernel, addr: &Expr, steps: u32) -> bool {
    let ExprKind::Var(var) = addr.kind else {
        return false;
    };
    let is_param = kernel.params.iter().any(|param| param.var == var);
    let Some(values) = settings(kernel, var).filter(|_| steps <= MOST_STEPS) else {
        return false;
    };
    let mut values = values.iter();
    match values.len() {
        0 => is_param,
        _ => values.all(|value| is_start(kernel, value.without_casts(), steps + 1)),
    }
}

/// All that a variable is set to; none where a load sets it, or what nobody knows.
fn settings(kernel: &Kernel, var: VarId) -> Option<Vec<&Expr>> {
    let stmts = kernel.blocks.iter().flat_map(|block| &block.stmts);
    let set = stmts.flat_map(Stmt::defs).filter(|set| *set == var).count();
    let values: Vec<&Expr> = assigned(kernel, var).collect();
    (set == values.len()).then_some(values)
}

/// Most assignments on the way to a value.
const MOST_STEPS: u32 = 8;

/// Whether a value is 0 on some way, as the text says.
fn may_reset(kernel: &Kernel, value: &Expr, steps: u32) -> bool {
    let deeper = |value: &Expr| may_reset(kernel, value, steps + 1);
    if steps > MOST_STEPS {
        return true;
    }
    let value = value.without_casts();
    match &value.kind {
        ExprKind::Select(_, yes, no) => deeper(yes) || deeper(no),
        ExprKind::Var(var) => assigned(kernel, *var).any(deeper),
        _ => build::as_int(value) == Some(0),
    }
}

fn assigned(kernel: &Kernel, var: VarId) -> impl Iterator<Item = &Expr> {
    let stmts = kernel.blocks.iter().flat_map(|block| &block.stmts);
    stmts.filter_map(move |stmt| match &stmt.kind {
        StmtKind::Assign { dst, value } if *dst == var => Some(value),
        _ => None,
    })
}

/// The number of the argument that a value is, if it is one.
fn argument(kernel: &Kernel, value: &Expr) -> Option<usize> {
    let ExprKind::Var(var) = value.without_casts().kind else {
        return None;
    };
    let param = kernel.params.iter().position(|param| param.var == var)?;
    let stmts = kernel.blocks.iter().flat_map(|block| &block.stmts);
    let is_kept = !stmts.flat_map(Stmt::defs).any(|defined| defined == var);
    arguments(kernel).nth(param).filter(|_| is_kept)
}

/// The numbers of the arguments that give a kernel its parameters: a structure's members are parameters of their own.
pub fn arguments(kernel: &Kernel) -> impl Iterator<Item = usize> {
    let bases = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let bases = kernel.params.iter().map(move |param| bases(&param.name));
    bases.scan((None, 0), |(last, number), base| {
        if last.as_ref().is_some_and(|last| *last != base) {
            *number += 1;
        }
        *last = Some(base);
        Some(*number)
    })
}

fn may_be_zero(value: &Expr) -> bool {
    build::as_int(value).is_none_or(|value| value == 0)
}

/// Whether an atomic operation may bring a number back to zero.
fn lowers(a: &Atomic) -> bool {
    match a.op {
        AtomicOp::Load | AtomicOp::Max | AtomicOp::Or => false,
        AtomicOp::Add => !a
            .args
            .iter()
            .any(|by| build::as_int(by).is_some_and(|by| by >= 0)),
        AtomicOp::Store | AtomicOp::Exchange | AtomicOp::Cas => a.args.last().is_none_or(may_be_zero),
        // As many as there are blocks or threads never come to the number itself, behind which it is zero again.
        AtomicOp::IncWrap => !a.args.iter().any(is_of_all),
        AtomicOp::Sub | AtomicOp::Min | AtomicOp::And | AtomicOp::Xor | AtomicOp::DecWrap => true,
    }
}

/// Whether it is how many blocks or threads there are.
fn is_of_all(limit: &Expr) -> bool {
    let whole = limit.without_casts();
    matches!(
        whole.kind,
        ExprKind::Geometry(Geometry::GridDim(_) | Geometry::BlockDim(_))
    )
}
