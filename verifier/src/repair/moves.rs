//! A barrier that only some threads reach, moved to where all of them come.

use super::candidates::{Act, Candidate, Program, barrier_calls, insertion, is_barrier, sites};
use super::edit::{Change, Gap, gaps, line_number, remarked, removal};
use super::outline::{Control, Kind, Stmt};
use crate::report::json::finding::FindingEntry;

/// Moves of the barriers that a finding names: behind what is around them, or before it, the innermost first.
pub fn candidates(program: &Program<'_>, finding: &FindingEntry) -> Vec<Candidate> {
    let places: Vec<usize> = finding
        .accesses
        .iter()
        .flat_map(|access| sites(program.text, access))
        .collect();
    let mut found = Vec::new();
    for body in program.bodies {
        let paths: Vec<Vec<&Stmt>> = places
            .iter()
            .filter(|at| body.holds(**at))
            .map(|at| body.path(*at))
            .collect();
        let named: Vec<&[&Stmt]> = paths
            .iter()
            .map(Vec::as_slice)
            .filter(|path| is_movable(program, path))
            .collect();
        for path in &named {
            found.extend(out_of_branches(program, path, &named));
        }
        found.extend(paths.iter().filter_map(|path| without_condition(program, path)));
        for path in &paths {
            found.extend(before_exit(program, &named, path));
        }
    }
    found
}

/// A barrier in a block of its own: taken out of a body without braces it would take the next statement into it.
fn is_movable(program: &Program<'_>, path: &[&Stmt]) -> bool {
    let mut up = path.iter().rev();
    let (stmt, parent) = (up.next(), up.next());
    let is_barrier =
        |stmt: &&Stmt| stmt.kind == Kind::Simple && is_barrier(&program.text[stmt.range.clone()]);
    stmt.is_some_and(is_barrier) && parent.is_some_and(|parent| matches!(parent.kind, Kind::Block(_)))
}

/// The last statement of the path in front of all statements that control it, or behind them.
fn out_of_branches(program: &Program<'_>, path: &[&Stmt], named: &[&[&Stmt]]) -> Vec<Candidate> {
    let Some(barrier) = path.last() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (outer, gap) in outside(path) {
        // Barriers that the other threads wait at inside the same statement come along: those that are named, or all.
        let mut few: Vec<&Stmt> = named.iter().filter_map(|path| path.last().copied()).collect();
        few.retain(|stmt| outer.holds(stmt.range.start));
        few.dedup();
        let mut all = Vec::new();
        barrier_calls(outer, program.text, &mut all);
        let is_in_block = |stmt: &&Stmt| is_movable(program, &outer.path(stmt.range.start));
        let differ = all.len() > few.len() && all.iter().all(is_in_block);
        found.push(moved(program, &gap, barrier, &few));
        found.extend(differ.then(|| moved(program, &gap, barrier, &all)));
    }
    found
}

/// A barrier put into a gap, with the remark behind it, and others taken out with it.
fn moved(program: &Program<'_>, gap: &Gap, barrier: &Stmt, gone: &[&Stmt]) -> Candidate {
    let text = program.text;
    let whole = remarked(text, barrier.range.clone());
    let with_remark = gap.insert(text, &text[whole.clone()]);
    // A remark ends with its line.
    let range = match with_remark.iter().any(|change| change.text.ends_with('\n')) {
        true => whole,
        false => barrier.range.clone(),
    };
    let others = gone.iter().map(|stmt| match stmt.range == barrier.range {
        true => removal(text, range.clone()),
        false => removal(text, stmt.range.clone()),
    });
    Candidate {
        statement: text[barrier.range.clone()].to_owned(),
        ..insertion(text, gap, &text[range.clone()], Act::Move, others.collect())
    }
}

/// `if (c) barrier();` becomes `barrier();`, where the condition does nothing but compare.
fn without_condition(program: &Program<'_>, path: &[&Stmt]) -> Option<Candidate> {
    let [.., block, outer, barrier] = path else {
        return None;
    };
    let Kind::Control {
        control: Control::If,
        bodies,
    } = &outer.kind
    else {
        return None;
    };
    let text = program.text;
    let [(head, _)] = bodies.as_slice() else {
        return None;
    };
    let is_alone = matches!(block.kind, Kind::Block(_)) && is_barrier(&text[barrier.range.clone()]);
    let condition = &text[outer.range.start..*head];
    let between = &text[*head..barrier.range.start];
    if !is_alone || !between.trim().is_empty() || !only_compares(condition) {
        return None;
    }
    Some(Candidate {
        act: Act::Move,
        statement: text[barrier.range.clone()].to_owned(),
        changes: vec![Change {
            start: outer.range.start,
            end: barrier.range.start,
            text: String::new(),
        }],
        line: line_number(text, outer.range.start),
        in_warp: false,
        changes_more: true,
    })
}

/// Whether an `if` calls nothing and changes nothing.
fn only_compares(condition: &str) -> bool {
    let inner = condition.strip_prefix("if").map_or("", str::trim);
    let mut plain = inner.to_owned();
    for comparison in ["==", "!=", "<=", ">="] {
        plain = plain.replace(comparison, "<");
    }
    let calls = plain.match_indices('(').any(|(at, _)| {
        plain[..at]
            .trim_end()
            .ends_with(|c: char| c.is_alphanumeric() || c == '_')
    });
    let changes = ["=", "++", "--", "{", ";", "#", "/*", "//"];
    inner.starts_with('(') && !calls && !changes.iter().any(|change| plain.contains(change))
}

/// The gaps behind and before each statement that controls the last one of the path.
fn outside<'s>(path: &[&'s Stmt]) -> Vec<(&'s Stmt, Gap)> {
    let mut found = Vec::new();
    for (block, stmt) in path.iter().zip(path.iter().skip(1)).rev() {
        if matches!(stmt.kind, Kind::Control { .. }) && matches!(block.kind, Kind::Block(_)) {
            let all = gaps(block);
            let Some(before) = all.iter().position(|gap| gap.is_before(stmt.range.start)) else {
                continue;
            };
            let sides = [all.get(before + 1), all.get(before)];
            found.extend(sides.into_iter().flatten().map(|gap| (*stmt, gap.clone())));
        }
    }
    found
}

/// The barrier before the statement that lets some threads leave.
fn before_exit(program: &Program<'_>, named: &[&[&Stmt]], exit: &[&Stmt]) -> Vec<Candidate> {
    let leaves = exit
        .last()
        .is_some_and(|stmt| program.text[stmt.range.clone()].starts_with("return"));
    let barriers = named.iter().filter_map(|path| path.last()).filter(|_| leaves);
    let mut found = Vec::new();
    for barrier in barriers {
        for (_, gap) in outside(exit).into_iter().skip(1).step_by(2) {
            found.push(moved(program, &gap, barrier, &[barrier]));
        }
    }
    found
}
