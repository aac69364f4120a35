//! A barrier that only some threads reach, moved to where all of them come.

use super::candidates::{Act, Candidate, Program, insertion, is_barrier, sites, taken_out};
use super::edit::{Change, Gap, gaps};
use super::outline::{Kind, Stmt};
use crate::report::json::FindingEntry;

/// Moves of the barriers that a finding names: behind what is around them, or before it, the innermost first.
pub fn candidates(program: &Program<'_>, finding: &FindingEntry) -> Vec<Candidate> {
    let places: Vec<usize> = finding
        .accesses
        .iter()
        .flat_map(|access| sites(program.text, access))
        .collect();
    let mut found = Vec::new();
    for body in program
        .bodies
        .iter()
        .filter(|body| places.iter().any(|at| body.holds(*at)))
    {
        let named: Vec<Vec<&Stmt>> = places
            .iter()
            .filter(|at| body.holds(**at))
            .map(|at| body.path(*at))
            .filter(|path| path.last().is_some_and(|stmt| is_movable(program, path, stmt)))
            .collect();
        for path in &named {
            let statement = path.last().map_or("", |stmt| &program.text[stmt.range.clone()]);
            // Barriers that the other threads wait at inside the same statement come along.
            for gap in outside(path) {
                let away = |outer: &Stmt| -> Vec<Change> {
                    let mut gone: Vec<&Stmt> = Vec::new();
                    for stmt in named.iter().filter_map(|path| path.last()) {
                        if outer.holds(stmt.range.start) && !gone.contains(stmt) {
                            gone.push(stmt);
                        }
                    }
                    gone.into_iter().map(|stmt| taken_out(program, stmt)).collect()
                };
                let (outer, gap) = gap;
                found.push(insertion(program.text, &gap, statement, Act::Move, away(outer)));
            }
        }
        for path in places
            .iter()
            .filter(|at| body.holds(**at))
            .map(|at| body.path(*at))
        {
            found.extend(before_exit(program, &named, &path));
        }
    }
    found
}

/// A barrier in a block of its own: taken out of a body without braces it would take the next statement into it.
fn is_movable(program: &Program<'_>, path: &[&Stmt], stmt: &Stmt) -> bool {
    let parent = path.iter().rev().nth(1);
    stmt.kind == Kind::Simple
        && parent.is_some_and(|parent| matches!(parent.kind, Kind::Block(_)))
        && is_barrier(&program.text[stmt.range.clone()])
}

/// The gaps behind and before each statement that controls the last one of the path.
fn outside<'s>(path: &[&'s Stmt]) -> Vec<(&'s Stmt, Gap)> {
    let mut found = Vec::new();
    for (block, stmt) in path.iter().zip(path.iter().skip(1)).rev() {
        if matches!(stmt.kind, Kind::Control { .. }) && matches!(block.kind, Kind::Block(_)) {
            let all = gaps(block);
            let starts = |gap: &Gap, at: usize| matches!(gap, Gap::Between { next, .. } if *next == at);
            let Some(before) = all.iter().position(|gap| starts(gap, stmt.range.start)) else {
                continue;
            };
            let sides = [all.get(before + 1), all.get(before)];
            found.extend(sides.into_iter().flatten().map(|gap| (*stmt, gap.clone())));
        }
    }
    found
}

/// The barrier before the statement that lets some threads leave.
fn before_exit(program: &Program<'_>, named: &[Vec<&Stmt>], exit: &[&Stmt]) -> Vec<Candidate> {
    let leaves = exit
        .last()
        .is_some_and(|stmt| program.text[stmt.range.clone()].starts_with("return"));
    let barriers = named.iter().filter_map(|path| path.last()).filter(|_| leaves);
    let mut found = Vec::new();
    for barrier in barriers {
        let statement = &program.text[barrier.range.clone()];
        for (_, gap) in outside(exit).into_iter().skip(1).step_by(2) {
            found.push(insertion(
                program.text,
                &gap,
                statement,
                Act::Move,
                vec![taken_out(program, barrier)],
            ));
        }
    }
    found
}
