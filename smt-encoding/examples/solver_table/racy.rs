//! Pairs that race, with symbolic sizes.

use crate::Row;
use crate::launch::{INT_MAX, Launch};
use kverify_smt::term::{FnOrigin, Function, Level, Range, Sort};

/// All rows.
pub fn rows() -> Vec<Row> {
    vec![
        no_guard(),
        neighbour(),
        wrong_block_size(),
        wrong_stride(),
        stencil(),
        one_too_many(),
        gather(),
    ]
}

fn no_guard() -> Row {
    let mut l = Launch::new(2);
    let w = l.shared("W", 1, INT_MAX);
    let (col, row) = (l.global(0), l.global(1));
    let i = l.mad(row, w, col);
    l.ask("racy: tile without col < W", true, true, [(i, &[]), (i, &[])])
}

fn neighbour() -> Row {
    let mut l = Launch::new(1);
    let g = l.global(0);
    let next = l.terms.offset(g, 1);
    l.ask("racy: A[g] against A[g+1]", true, true, [(g, &[]), (next, &[])])
}

fn wrong_block_size() -> Row {
    let mut l = Launch::new(1);
    let start = l.terms.scale(l.b[0], 256);
    let i = l.terms.add(start, l.t[0]);
    l.ask("racy: b*256+t, D free", true, true, [(i, &[]), (i, &[])])
}

fn wrong_stride() -> Row {
    let mut l = Launch::new(1);
    let k = l.own("k", 0, INT_MAX);
    let g = l.global(0);
    let i = l.mad(k, l.d[0], g);
    l.ask("racy: grid stride by D only", true, true, [(i, &[]), (i, &[])])
}

fn stencil() -> Row {
    let mut l = Launch::new(2);
    let w = l.shared("W", 3, 1 << 16);
    let h = l.shared("H", 3, 1 << 16);
    let (col, row) = (l.global(0), l.global(1));
    let i = l.mad(row, w, col);
    let above = l.terms.sub(i, w);
    let one = l.terms.int(1);
    let inside = [l.terms.lt(col, w), l.terms.lt(row, h), l.terms.le(one, row)];
    l.ask(
        "racy: stencil, own row against the row above",
        true,
        true,
        [(i, &inside), (above, &inside)],
    )
}

fn one_too_many() -> Row {
    let mut l = Launch::new(1);
    let s = l.shared("S", 1, 1 << 16);
    let k = l.own("k", 0, INT_MAX);
    let g = l.global(0);
    let i = l.mad(g, s, k);
    let inside = [l.terms.le(k, s)];
    l.ask(
        "racy: records with k <= S",
        true,
        true,
        [(i, &inside), (i, &inside)],
    )
}

fn gather() -> Row {
    let mut l = Launch::new(1);
    let f = l.terms.functions.push(Function {
        name: "idx".to_owned(),
        sort: Sort::Int,
        range: Range::new(0, INT_MAX),
        level: Level::Launch,
        loops: Vec::new(),
        origin: FnOrigin::Pure,
        approximation: None,
    });
    let g = l.global(0);
    let i = l.terms.app(f, &[g]);
    l.ask("racy: A[idx[g]], any contents", true, true, [(i, &[]), (i, &[])])
}
