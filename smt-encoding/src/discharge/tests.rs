//! Each rule with a free, a racy and a near-miss instance.

use super::{Separation, never_overlap, overlap};
use crate::term::{Level, Origin, Range, Sort, Subst, Symbol, TermId, Terms};
use kverify_frontend::ir::Dim;

mod digits;
mod exchange;

/// A launch with symbolic sizes, seen by two threads.
struct Launch {
    terms: Terms,
    thread: [TermId; 3],
    block: [TermId; 3],
    dims: [TermId; 3],
    grid: [TermId; 3],
}

fn symbol(terms: &mut Terms, name: &str, range: Range, level: Level) -> TermId {
    terms.fresh(Symbol {
        name: name.to_owned(),
        sort: Sort::Int,
        range,
        level,
        loops: Vec::new(),
        origin: match name {
            "t.x" => Origin::ThreadIdx(Dim::X),
            _ => Origin::Free,
        },
    })
}

impl Launch {
    fn new() -> Launch {
        let mut terms = Terms::new();
        let t = &mut terms;
        let thread = ["t.x", "t.y", "t.z"].map(|n| symbol(t, n, Range::new(0, 1023), Level::Thread));
        let block = ["b.x", "b.y", "b.z"].map(|n| symbol(t, n, Range::new(0, 65534), Level::Block));
        let dims = ["D.x", "D.y", "D.z"].map(|n| symbol(t, n, Range::new(1, 1024), Level::Launch));
        let grid = ["G.x", "G.y", "G.z"].map(|n| symbol(t, n, Range::new(1, 65535), Level::Launch));
        Launch {
            terms,
            thread,
            block,
            dims,
            grid,
        }
    }

    fn param(&mut self, name: &str, lo: i128, hi: i128) -> TermId {
        symbol(&mut self.terms, name, Range::new(lo, hi), Level::Launch)
    }

    fn local(&mut self, name: &str, lo: i128, hi: i128) -> TermId {
        symbol(&mut self.terms, name, Range::new(lo, hi), Level::Thread)
    }

    /// `b.d * D.d + t.d`
    fn global(&mut self, d: usize) -> TermId {
        let p = self.terms.mul(self.block[d], self.dims[d]);
        self.terms.add(p, self.thread[d])
    }

    fn fork(&mut self, thread: u8, distinct_blocks: bool, t: TermId) -> TermId {
        let mut subst = Subst::new();
        let ids: Vec<_> = self
            .terms
            .symbols
            .iter_enumerated()
            .filter(|(_, s)| s.level == Level::Thread || (distinct_blocks && s.level == Level::Block))
            .filter(|(_, s)| !matches!(s.origin, Origin::Fork(..)))
            .map(|(id, _)| id)
            .collect();
        for id in ids {
            let f = self.terms.fork_sym(id, thread);
            let f = self.terms.sym(f);
            subst.bind(id, f);
        }
        self.terms.subst(&mut subst, t)
    }

    /// Do accesses at `first` and `second` (elements of 4 bytes) never overlap, under guards of each?
    fn separate(
        &mut self,
        distinct_blocks: bool,
        first: (TermId, &[TermId]),
        second: (TermId, &[TermId]),
    ) -> bool {
        let sides = [first, second];
        let mut guards = Vec::new();
        let mut offsets = Vec::new();
        let (mut threads, mut blocks) = (Vec::new(), Vec::new());
        for (i, (index, conjuncts)) in sides.into_iter().enumerate() {
            let thread = i as u8;
            let offset = self.terms.scale(index, 4);
            offsets.push(self.fork(thread, distinct_blocks, offset));
            for &c in conjuncts {
                guards.push(self.fork(thread, distinct_blocks, c));
            }
            threads.push(self.thread.map(|t| self.fork(thread, distinct_blocks, t)));
            blocks.push(self.block.map(|t| self.fork(thread, distinct_blocks, t)));
        }
        let row = self.terms.int(0);
        let separation = Separation {
            guards,
            offsets: [offsets[0], offsets[1]],
            rows: [row, row],
            sizes: [4, 4],
            threads: [threads[0], threads[1]],
            blocks: [blocks[0], blocks[1]],
            dims: self.dims,
            grid: self.grid,
            distinct_blocks,
        };
        never_overlap(&mut self.terms, &separation)
    }

    /// Fixes sizes to 1 from dimension `from` on.
    fn dimensions(mut self, from: usize) -> Launch {
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        for d in from..3 {
            self.thread[d] = zero;
            self.block[d] = zero;
            self.dims[d] = one;
            self.grid[d] = one;
        }
        self
    }
}

#[test]
fn own_element_of_the_block() {
    let mut l = Launch::new().dimensions(1);
    let t = l.thread[0];
    assert!(l.separate(false, (t, &[]), (t, &[])));
    let next = l.terms.offset(t, 1);
    assert!(!l.separate(false, (t, &[]), (next, &[])));
    // In two dimensions t.x is not the whole thread.
    let mut l = Launch::new();
    let t = l.thread[0];
    assert!(!l.separate(false, (t, &[]), (t, &[])));
}

#[test]
fn own_element_of_the_launch() {
    let mut l = Launch::new().dimensions(1);
    let g = l.global(0);
    assert!(l.separate(false, (g, &[]), (g, &[])));
    assert!(l.separate(true, (g, &[]), (g, &[])));
    let next = l.terms.offset(g, 1);
    assert!(!l.separate(true, (g, &[]), (next, &[])));
    // b * 256 + t with a symbolic block size overlaps.
    let b = l.terms.scale(l.block[0], 256);
    let fixed = l.terms.add(b, l.thread[0]);
    assert!(!l.separate(true, (fixed, &[]), (fixed, &[])));
    let limit = l.terms.int(256);
    let small = l.terms.lt(l.thread[0], limit);
    assert!(l.separate(true, (fixed, &[small]), (fixed, &[small])));
}

#[test]
fn rows_and_columns() {
    let mut l = Launch::new().dimensions(2);
    let w = l.param("W", 1, 1 << 30);
    let (col, row) = (l.global(0), l.global(1));
    let start = l.terms.mul(row, w);
    let index = l.terms.add(start, col);
    let inside = l.terms.lt(col, w);
    for blocks in [false, true] {
        assert!(l.separate(blocks, (index, &[inside]), (index, &[inside])));
        assert!(!l.separate(blocks, (index, &[]), (index, &[])));
        assert!(!l.separate(blocks, (index, &[inside]), (index, &[])));
    }
    // Pitched: col < W <= P.
    let p = l.param("P", 1, 1 << 30);
    let start = l.terms.mul(row, p);
    let pitched = l.terms.add(start, col);
    let wide = l.terms.le(w, p);
    assert!(l.separate(true, (pitched, &[inside, wide]), (pitched, &[inside])));
    assert!(!l.separate(true, (pitched, &[inside]), (pitched, &[inside])));
    // W = gridDim.x * blockDim.x needs no guard.
    let whole = l.terms.mul(l.grid[0], l.dims[0]);
    let start = l.terms.mul(row, whole);
    let exact = l.terms.add(start, col);
    assert!(l.separate(true, (exact, &[]), (exact, &[])));
}

#[test]
fn three_dimensions() {
    let mut l = Launch::new();
    let [x, y, z] = l.thread;
    let plane = l.terms.mul(z, l.dims[1]);
    let line = l.terms.add(plane, y);
    let line = l.terms.mul(line, l.dims[0]);
    let index = l.terms.add(line, x);
    assert!(l.separate(false, (index, &[]), (index, &[])));
    // y and z swapped sizes.
    let plane = l.terms.mul(z, l.dims[0]);
    let line = l.terms.add(plane, y);
    let line = l.terms.mul(line, l.dims[0]);
    let wrong = l.terms.add(line, x);
    assert!(!l.separate(false, (wrong, &[]), (wrong, &[])));
}

#[test]
fn padded_tiles() {
    let mut l = Launch::new().dimensions(2);
    let limit = l.terms.int(32);
    let [x, y, _] = l.thread;
    let small = l.terms.lt(x, limit);
    for (pitch, free) in [(33, true), (32, true), (31, false)] {
        let line = l.terms.scale(y, pitch);
        let index = l.terms.add(line, x);
        assert_eq!(l.separate(false, (index, &[small]), (index, &[small])), free);
    }
}

#[test]
fn loops_with_strides() {
    let mut l = Launch::new().dimensions(1);
    let k = l.local("k", 0, 1 << 31);
    // Block stride: t + k*D.
    let step = l.terms.mul(k, l.dims[0]);
    let index = l.terms.add(l.thread[0], step);
    assert!(l.separate(false, (index, &[]), (index, &[])));
    assert!(!l.separate(true, (index, &[]), (index, &[])));
    // Grid stride: g + k*D*G.
    let whole = l.terms.mul(l.dims[0], l.grid[0]);
    let step = l.terms.mul(k, whole);
    let g = l.global(0);
    let index = l.terms.add(g, step);
    assert!(l.separate(true, (index, &[]), (index, &[])));
    assert!(l.separate(false, (index, &[]), (index, &[])));
    // A stride by the block size only.
    let step = l.terms.mul(k, l.dims[0]);
    let wrong = l.terms.add(g, step);
    assert!(!l.separate(true, (wrong, &[]), (wrong, &[])));
    // Records of S elements: g*S + k, k < S.
    let s = l.param("S", 1, 1 << 20);
    let start = l.terms.mul(g, s);
    let index = l.terms.add(start, k);
    let (inside, on_edge) = (l.terms.lt(k, s), l.terms.le(k, s));
    assert!(l.separate(true, (index, &[inside]), (index, &[inside])));
    assert!(!l.separate(true, (index, &[on_edge]), (index, &[on_edge])));
}

#[test]
fn guards_that_contradict() {
    let mut l = Launch::new().dimensions(1);
    let t = l.thread[0];
    let zero = l.terms.int(0);
    // Both the master.
    let master = l.terms.eq(t, zero);
    assert!(l.separate(false, (zero, &[master]), (zero, &[master])));
    assert!(!l.separate(true, (zero, &[master]), (zero, &[master])));
    assert!(!l.separate(false, (zero, &[master]), (zero, &[])));
    // t < d writes A[t], reads A[t + d].
    let d = l.param("d", 1, 512);
    let low = l.terms.lt(t, d);
    let partner = l.terms.add(t, d);
    assert!(l.separate(false, (t, &[low]), (partner, &[low])));
    let up_to = l.terms.le(t, d);
    assert!(!l.separate(false, (t, &[up_to]), (partner, &[up_to])));
    // t < n here, t' >= n there.
    let n = l.param("n", 0, 1 << 30);
    let (below, above) = (l.terms.lt(t, n), l.terms.le(n, t));
    assert!(
        l.separate(false, (t, &[below]), (zero, &[above]))
            == l.separate(false, (zero, &[above]), (t, &[below]))
    );
    let (few, many) = (l.terms.int(8), l.terms.int(9));
    let (few, many) = (l.terms.lt(n, few), l.terms.lt(many, n));
    assert!(l.separate(false, (zero, &[few]), (zero, &[many])));
}

#[test]
fn strides_and_offsets() {
    let mut l = Launch::new().dimensions(1);
    let t = l.thread[0];
    let (even, odd) = (l.terms.scale(t, 2), l.terms.sum(&[(t, 2)], 1));
    assert!(l.separate(false, (even, &[]), (odd, &[])));
    assert!(l.separate(false, (odd, &[]), (odd, &[])));
    // A[t] against A[t + D].
    let after = l.terms.add(t, l.dims[0]);
    assert!(l.separate(false, (t, &[]), (after, &[])));
    let almost = l.terms.offset(after, -1);
    assert!(!l.separate(false, (t, &[]), (almost, &[])));
}

#[test]
fn quotients_and_remainders() {
    let mut l = Launch::new().dimensions(1);
    let t = l.thread[0];
    // (t % 32) * 33 + t / 32
    let (lane, warp) = (l.terms.floor_mod(t, 32), l.terms.floor_div(t, 32));
    let transposed = l.terms.sum(&[(lane, 33), (warp, 1)], 0);
    assert!(l.separate(false, (transposed, &[]), (transposed, &[])));
    let narrow = l.terms.sum(&[(lane, 31), (warp, 1)], 0);
    assert!(!l.separate(false, (narrow, &[]), (narrow, &[])));
    assert!(!l.separate(false, (lane, &[]), (lane, &[])));
    // Lane 0 of each warp writes its warp's element.
    let zero = l.terms.int(0);
    let leader = l.terms.eq(lane, zero);
    assert!(l.separate(false, (warp, &[leader]), (warp, &[leader])));
    assert!(!l.separate(false, (warp, &[leader]), (warp, &[])));
}

#[test]
fn divisions_by_what_both_threads_share() {
    let mut l = Launch::new().dimensions(1);
    let t = l.thread[0];
    let p = l.param("p", 1, 1024);
    let (q, r) = (l.terms.div(t, p), l.terms.rem(t, p));
    // The butterflies of an FFT: (t/p)*2p + t%p and its partner at +p.
    let start = l.terms.mul(q, p);
    let lower = l.terms.sum(&[(start, 2), (r, 1)], 0);
    let upper = l.terms.add(lower, p);
    assert!(l.separate(false, (lower, &[]), (lower, &[])));
    assert!(l.separate(false, (lower, &[]), (upper, &[])));
    let next = l.terms.offset(lower, 1);
    assert!(!l.separate(false, (lower, &[]), (next, &[])));
    assert!(!l.separate(false, (r, &[]), (r, &[])));
    // A rotation.
    let s = l.param("s", 0, 1023);
    let moved = l.terms.add(t, s);
    let rotated = l.terms.rem(moved, l.dims[0]);
    assert!(l.separate(false, (rotated, &[]), (rotated, &[])));
    let folded = l.terms.rem(moved, p);
    assert!(!l.separate(false, (folded, &[]), (folded, &[])));
}

#[test]
fn cases_of_conditions_and_disjunctions() {
    let mut l = Launch::new().dimensions(2);
    // Inside of an image: 0 < x < W - 1, where W - 1 wraps at the least int.
    let w = l.param("W", i128::from(i32::MIN), i128::from(i32::MAX));
    let (col, row) = (l.global(0), l.global(1));
    let start = l.terms.mul(row, w);
    let index = l.terms.add(start, col);
    let least = l.terms.int(i128::from(i32::MIN));
    let (edge, wraps, most) = (
        l.terms.offset(w, -1),
        l.terms.eq(w, least),
        l.terms.int(i128::from(i32::MAX)),
    );
    let edge = l.terms.ite(wraps, most, edge);
    let inside = l.terms.lt(col, edge);
    assert!(l.separate(true, (index, &[inside]), (index, &[inside])));
    assert!(!l.separate(true, (index, &[inside]), (index, &[])));
    // The last thread, or the first, has the cell: at most one if there is but one thread.
    let mut l = Launch::new().dimensions(1);
    let t = l.thread[0];
    let (zero, two) = (l.terms.int(0), l.terms.int(2));
    let (first, third) = (l.terms.eq(t, zero), l.terms.eq(t, two));
    let either = l.terms.or(&[first, third]);
    let halved = l.terms.floor_div(t, 2);
    assert!(l.separate(false, (halved, &[either]), (halved, &[either])));
    let fourth = l.terms.floor_div(t, 4);
    assert!(!l.separate(false, (fourth, &[either]), (fourth, &[either])));
    // A choice of two cells by parity, each thread its own.
    let bit = l.terms.floor_mod(t, 2);
    let even = l.terms.eq(bit, zero);
    let (up, far) = (l.terms.offset(t, 1), l.terms.offset(t, 1025));
    let chosen = l.terms.ite(even, far, t);
    assert!(l.separate(false, (chosen, &[]), (chosen, &[])));
    let neighbour = l.terms.ite(even, up, t);
    assert!(!l.separate(false, (neighbour, &[]), (neighbour, &[])));
}

#[test]
fn overlap_is_an_equation_where_strides_allow() {
    let mut l = Launch::new().dimensions(1);
    let (a, b) = (l.local("a", 0, 99), l.local("b", 0, 99));
    let diff = l.terms.sum(&[(a, 4), (b, -4)], 0);
    let same = l.terms.eq(a, b);
    assert_eq!(overlap(&mut l.terms, diff, [4, 4]), same);
    let shifted = l.terms.sum(&[(a, 4), (b, -8)], 2);
    assert_eq!(overlap(&mut l.terms, shifted, [2, 2]), l.terms.bool(false));
    let wide = overlap(&mut l.terms, diff, [16, 4]);
    let holds = |x: i128, y: i128| {
        let value = l.terms.eval(wide, &mut |t| {
            Some(crate::term::Value::Int(if t == a { x } else { y }))
        });
        value.and_then(|v| v.bool())
    };
    // Bytes 4x..4x+16 against 4y..4y+4.
    assert_eq!(
        [holds(0, 3), holds(0, 4), holds(1, 0)],
        [Some(true), Some(false), Some(false)]
    );
}
