//! Twins of programs.

use super::{Expr, Kind, Op, Place, Program, Stmt};
use crate::numbers::Random;

/// Writes loops with constant bounds out, where nothing leaves them early. `None` if there is none.
pub fn unrolled(program: &Program) -> Option<Program> {
    let mut twin = program.clone();
    let mut changed = false;
    twin.body = unroll(&program.body, &mut changed);
    changed.then_some(twin)
}

/// Leaves one barrier out. `None` if there is none.
pub fn without_a_barrier(program: &Program, random: &mut Random) -> Option<Program> {
    let mut barriers = 0;
    program.each_stmt(&mut |stmt| barriers += usize::from(matches!(stmt, Stmt::Barrier(_))));
    let mut skip = if barriers == 0 {
        return None;
    } else {
        random.below(barriers)
    };
    let mut twin = program.clone();
    remove_barrier(&mut twin.body, &mut skip).then_some(twin)
}

fn remove_barrier(block: &mut Vec<Stmt>, skip: &mut usize) -> bool {
    let mut at = 0;
    while at < block.len() {
        let removed = match &mut block[at] {
            Stmt::Barrier(_) if *skip == 0 => {
                block.remove(at);
                true
            }
            Stmt::Barrier(_) => {
                *skip -= 1;
                false
            }
            Stmt::If(_, a, b) => remove_barrier(a, skip) || remove_barrier(b, skip),
            Stmt::Loop(_, body) => remove_barrier(body, skip),
            _ => false,
        };
        if removed {
            return true;
        }
        at += 1;
    }
    false
}

fn unroll(block: &[Stmt], changed: &mut bool) -> Vec<Stmt> {
    let mut out = Vec::new();
    for stmt in block {
        match stmt {
            Stmt::If(c, a, b) => out.push(Stmt::If(c.clone(), unroll(a, changed), unroll(b, changed))),
            Stmt::Loop(kind, body) => match iterations(kind, body) {
                Some((v, values)) => {
                    *changed = true;
                    for value in values {
                        out.push(Stmt::Set(v, Expr::Const(value)));
                        out.extend(unroll(body, changed));
                    }
                }
                None => out.push(Stmt::Loop(kind.clone(), unroll(body, changed))),
            },
            other => out.push(other.clone()),
        }
    }
    out
}

/// The counter's values, if they are constants and the body leaves them alone.
fn iterations(kind: &Kind, body: &[Stmt]) -> Option<(usize, Vec<i128>)> {
    let Kind::For(v, Expr::Const(start), Expr::Bin(test, _, limit), Expr::Bin(op, _, by)) = kind else {
        return None;
    };
    let (Expr::Const(limit), Expr::Const(by)) = (&**limit, &**by) else {
        return None;
    };
    if leaves(body) {
        return None;
    }
    let mut values = Vec::new();
    let mut value = *start;
    loop {
        let goes_on = match test {
            Op::Lt => value < *limit,
            Op::Gt => value > *limit,
            _ => return None,
        };
        if !goes_on {
            return Some((*v, values));
        }
        values.push(value);
        if values.len() > 8 {
            return None;
        }
        value = match op {
            Op::Add => value + by,
            Op::Sub => value - by,
            Op::Mul => value * by,
            Op::Div => value / by,
            Op::Shr => value >> by,
            _ => return None,
        };
    }
}

fn leaves(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match stmt {
        Stmt::Break | Stmt::Continue => true,
        Stmt::If(_, a, b) => leaves(a) || leaves(b),
        _ => false,
    })
}

/// Ends the program with accesses that race exactly when some thread's variables are not what the reference says:
/// a check of whoever runs it. `locals` are the variables at the end, by block and thread.
pub fn with_sums_checked(program: &Program, locals: &[Vec<i128>]) -> Program {
    let mut twin = program.clone();
    let per_block = (program.block[0] * program.block[1]) as usize;
    let place = || Place::Cell(1, Expr::Const(0), Expr::Const(63));
    let mut wrong: Option<Expr> = None;
    for v in 0..program.locals.len().min(4) {
        let mut expected = Expr::Const(0);
        for (thread, values) in locals.iter().enumerate() {
            let Some(&value) = values.get(v) else { continue };
            let (block, t) = (thread / per_block, thread % per_block);
            let here = Expr::bin(
                Op::Eq,
                place_of(program),
                Expr::Const((block * per_block + t) as i128),
            );
            let value = Expr::Const(super::Ty::Int.wrap(value));
            expected = Expr::Cond(Box::new(here), Box::new(value), Box::new(expected));
        }
        let actual = Expr::Cast(super::Ty::Int, Box::new(Expr::Local(v)));
        let differs = Expr::bin(Op::Ne, actual, expected);
        wrong = Some(match wrong {
            Some(other) => Expr::bin(Op::LogicalOr, other, differs),
            None => differs,
        });
    }
    let Some(wrong) = wrong else { return twin };
    twin.locals.push(super::Ty::Int);
    let scratch = twin.locals.len() - 1;
    twin.body.push(Stmt::Set(scratch, Expr::Load(Box::new(place()))));
    twin.body.push(Stmt::If(
        wrong,
        vec![Stmt::Store(place(), Expr::Local(scratch))],
        Vec::new(),
    ));
    twin
}

/// The thread's number in the launch.
fn place_of(program: &Program) -> Expr {
    use super::Geometry;
    let c = |n: u64| Expr::Const(i128::from(n));
    let rows = Expr::bin(
        Op::Add,
        Expr::bin(Op::Mul, Expr::Geometry(Geometry::B), c(program.block[1])),
        Expr::Geometry(Geometry::Ty),
    );
    Expr::bin(Op::Add, Expr::bin(Op::Mul, rows, c(program.block[0])), Expr::T)
}
