//! Concrete sizes and bit tricks, in both encodings.

use crate::Row;
use crate::launch::Launch;
use kverify_smt::term::{BitOp, TermId};
use kverify_smt::z3::Encoding;

const BOTH: &[Encoding] = &[Encoding::Bv, Encoding::Int];

/// All rows.
pub fn rows() -> Vec<Row> {
    vec![
        global_id("bits: global id, D = 256", 256),
        global_id("bits: global id, D = 100", 100),
        tile("bits: 2-D tile, W = 1024", 1024),
        tile("bits: 2-D tile, W = 1000", 1000),
        bitonic("bits: bitonic t^j, j a power of two", false),
        bitonic("bits: racy: bitonic without a guard", true),
        masked("bits: 2*t-(t&(j-1)) against +j"),
        fft_masks("bits: FFT by masks"),
    ]
}

fn global_id(name: &'static str, size: i128) -> Row {
    let mut l = Launch::new(1).block_size(size);
    let g = l.global(0);
    let mut row = l.ask(name, false, true, [(g, &[]), (g, &[])]);
    row.encodings = BOTH;
    row
}

fn tile(name: &'static str, width: i128) -> Row {
    let mut l = Launch::new(2);
    let w = l.terms.int(width);
    let (col, row) = (l.global(0), l.global(1));
    let i = l.mad(row, w, col);
    let inside = [l.terms.lt(col, w)];
    let mut row = l.ask(name, false, true, [(i, &inside), (i, &inside)]);
    row.encodings = BOTH;
    row
}

/// A power of two up to 512, and that it is one.
fn power(l: &mut Launch) -> (TermId, TermId) {
    let j = l.shared("j", 1, 512);
    let less = l.terms.offset(j, -1);
    let common = l.terms.bits(BitOp::And, j, less);
    let zero = l.terms.int(0);
    (j, l.terms.eq(common, zero))
}

fn bitonic(name: &'static str, racy: bool) -> Row {
    let mut l = Launch::new(1).block_size(1024);
    let (j, is_power) = power(&mut l);
    let partner = l.terms.bits(BitOp::Xor, l.t[0], j);
    let lower = l.terms.lt(l.t[0], partner);
    let guards = if racy {
        vec![is_power]
    } else {
        vec![is_power, lower]
    };
    let t = l.t[0];
    let mut row = l.ask(name, racy, false, [(t, &guards), (partner, &guards)]);
    row.encodings = BOTH;
    row
}

fn masked(name: &'static str) -> Row {
    let mut l = Launch::new(1).block_size(512);
    let (j, is_power) = power(&mut l);
    let mask = l.terms.offset(j, -1);
    let low = l.terms.bits(BitOp::And, l.t[0], mask);
    let i = l.terms.sum(&[(l.t[0], 2), (low, -1)], 0);
    let partner = l.terms.add(i, j);
    let mut row = l.ask(name, false, false, [(i, &[is_power]), (partner, &[is_power])]);
    row.encodings = BOTH;
    row
}

fn fft_masks(name: &'static str) -> Row {
    let mut l = Launch::new(1).block_size(512);
    let (j, is_power) = power(&mut l);
    let mask = l.terms.offset(j, -1);
    let low = l.terms.bits(BitOp::And, l.t[0], mask);
    let high = l.terms.sub(l.t[0], low);
    let twice = l.terms.scale(high, 2);
    let i = l.terms.bits(BitOp::Or, twice, low);
    let partner = l.terms.bits(BitOp::Or, i, j);
    let mut row = l.ask(name, false, false, [(i, &[is_power]), (partner, &[is_power])]);
    row.encodings = BOTH;
    row
}
