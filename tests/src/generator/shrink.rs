//! Makes a program that fails smaller, as long as it still fails.

use super::{Expr, Kind, Place, Program, Stmt};

/// A smaller program for which `fails` still holds; asks at most `budget` times.
pub fn shrink(program: &Program, mut budget: usize, fails: &mut dyn FnMut(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let mut improved = false;
        let mut at = 0;
        while let Some(candidate) = step(&best, at) {
            if budget == 0 {
                return best;
            }
            if candidate == best {
                at += 1;
                continue;
            }
            budget -= 1;
            if fails(&candidate) {
                best = candidate;
                improved = true;
            } else {
                at += 1;
            }
        }
        if !improved {
            return best;
        }
    }
}

/// The `at`-th of all ways to make it a little smaller.
fn step(program: &Program, at: usize) -> Option<Program> {
    let mut left = at;
    let mut twin = program.clone();
    if edit_block(&mut twin.body, &mut left) {
        return Some(twin);
    }
    for grid in [1] {
        if twin.grid != grid {
            if left == 0 {
                twin.grid = grid;
                return Some(twin);
            }
            left -= 1;
        }
    }
    if twin.block != [2, 1] {
        if left == 0 {
            twin.block = [2, 1];
            return Some(twin);
        }
        left -= 1;
    }
    if twin.opencl && left == 0 {
        twin.opencl = false;
        return Some(twin);
    }
    None
}

/// Whether this is the edit that is meant.
fn chosen(left: &mut usize) -> bool {
    if *left == 0 {
        return true;
    }
    *left -= 1;
    false
}

fn edit_block(block: &mut Vec<Stmt>, left: &mut usize) -> bool {
    for at in 0..block.len() {
        if chosen(left) {
            block.remove(at);
            return true;
        }
        let inner = match &block[at] {
            Stmt::If(_, a, b) => Some([a.clone(), b.clone()].concat()),
            Stmt::Loop(_, body) => Some(body.clone()),
            _ => None,
        };
        if let Some(inner) = inner
            && chosen(left)
        {
            block.splice(at..=at, inner);
            return true;
        }
        if edit_stmt(&mut block[at], left) {
            return true;
        }
    }
    false
}

fn edit_stmt(stmt: &mut Stmt, left: &mut usize) -> bool {
    match stmt {
        Stmt::Set(_, e)
        | Stmt::Point(_, _, e)
        | Stmt::Through(_, e)
        | Stmt::Keep(_, e, _)
        | Stmt::Take(_, _, e)
        | Stmt::Exchange(_, e) => edit_expr(e, left),
        Stmt::Store(place, e) => edit_expr(e, left) || edit_place(place, left),
        Stmt::AtomicAdd(into, place, e) => {
            if into.is_some() && chosen(left) {
                *into = None;
                return true;
            }
            edit_expr(e, left) || edit_place(place, left)
        }
        Stmt::If(c, a, b) => {
            if !b.is_empty() && chosen(left) {
                b.clear();
                return true;
            }
            edit_expr(c, left) || edit_block(a, left) || edit_block(b, left)
        }
        Stmt::Loop(kind, body) => {
            let in_head = match kind {
                Kind::For(_, init, ..) => edit_expr(init, left),
                Kind::While(c) | Kind::DoWhile(c) => edit_expr(c, left),
            };
            in_head || edit_block(body, left)
        }
        _ => false,
    }
}

fn edit_place(place: &mut Place, left: &mut usize) -> bool {
    match place {
        Place::Cell(_, a, b) | Place::Via(_, a, b) => edit_expr(a, left) || edit_expr(b, left),
        Place::Behind(_, e) => edit_expr(e, left),
    }
}

fn edit_expr(e: &mut Expr, left: &mut usize) -> bool {
    let parts: Vec<Expr> = match e {
        Expr::Const(_) => return false,
        Expr::Bin(_, a, b) => vec![(**a).clone(), (**b).clone()],
        Expr::Cond(_, a, b) => vec![(**a).clone(), (**b).clone()],
        Expr::Cast(_, a) | Expr::Call(_, a) => vec![(**a).clone()],
        _ => Vec::new(),
    };
    for part in parts {
        if chosen(left) {
            *e = part;
            return true;
        }
    }
    if chosen(left) {
        *e = Expr::Const(1);
        return true;
    }
    match e {
        Expr::Bin(_, a, b) => edit_expr(a, left) || edit_expr(b, left),
        Expr::Cond(c, a, b) => edit_expr(c, left) || edit_expr(a, left) || edit_expr(b, left),
        Expr::Cast(_, a) | Expr::Call(_, a) => edit_expr(a, left),
        Expr::Load(place) => edit_place(place, left),
        _ => false,
    }
}
