//! Numbers taken apart by division, with sizes of any sign.

use super::*;

const INT: (i128, i128) = (-(1 << 31), (1 << 31) - 1);

/// `Σ` of a Horner chain: `((d₀·n₁ + d₁)·n₂ + d₂)…`
fn horner(l: &mut Launch, first: TermId, rest: &[(TermId, TermId)]) -> TermId {
    rest.iter().fold(first, |sum, &(n, d)| {
        let product = l.terms.mul(sum, n);
        l.terms.add(product, d)
    })
}

/// `i / (w·…) % n`
fn digit(l: &mut Launch, i: TermId, by: &[TermId], n: Option<TermId>) -> TermId {
    let mut q = i;
    if let Some((&first, rest)) = by.split_first() {
        let by = rest.iter().fold(first, |p, &f| l.terms.mul(p, f));
        q = l.terms.div(i, by);
    }
    n.map_or(q, |n| l.terms.rem(q, n))
}

fn sizes<const N: usize>(l: &mut Launch, names: [&str; N]) -> [TermId; N] {
    names.map(|n| l.param(n, INT.0, INT.1))
}

#[test]
fn digits_in_another_order() {
    let mut l = Launch::new().dimensions(1);
    let i = l.global(0);
    let [b, c, h, w] = sizes(&mut l, ["B", "C", "H", "W"]);
    let (x, y) = (digit(&mut l, i, &[], Some(w)), digit(&mut l, i, &[w], Some(h)));
    let (z, top) = (
        digit(&mut l, i, &[w, h], Some(c)),
        digit(&mut l, i, &[w, h, c], None),
    );
    for blocks in [false, true] {
        let index = horner(&mut l, top, &[(h, y), (w, x), (c, z)]);
        assert!(l.separate(blocks, (index, &[]), (index, &[])));
        let index = horner(&mut l, top, &[(w, x), (c, z), (h, y)]);
        assert!(l.separate(blocks, (index, &[]), (index, &[])));
        // Two sizes swapped.
        let index = horner(&mut l, top, &[(h, y), (c, x), (w, z)]);
        assert!(!l.separate(blocks, (index, &[]), (index, &[])));
        // The first digit is nowhere.
        let index = horner(&mut l, y, &[(w, x), (c, z)]);
        assert!(!l.separate(blocks, (index, &[]), (index, &[])));
    }
    // What has no bound must stand first, or get one.
    let index = horner(&mut l, z, &[(h, y), (w, x), (b, top)]);
    assert!(!l.separate(true, (index, &[]), (index, &[])));
    let zero = l.terms.int(0);
    let all = horner(&mut l, b, &[(c, zero), (h, zero), (w, zero)]);
    let inside = l.terms.lt(i, all);
    assert!(l.separate(true, (index, &[inside]), (index, &[inside])));
}

#[test]
fn digits_beside_a_tile() {
    for signed in [false, true] {
        let mut l = Launch::new();
        let [h, w] = sizes(&mut l, ["H", "W"]);
        let c = l.param("C", if signed { INT.0 } else { 0 }, INT.1);
        let (x, y, z) = (l.global(0), l.global(1), l.block[2]);
        let inside = [l.terms.lt(x, w), l.terms.lt(y, h)];
        let (channel, image) = (l.terms.rem(z, c), l.terms.div(z, c));
        let index = horner(&mut l, image, &[(c, channel), (h, y), (w, x)]);
        let one_thread = l.terms.int(1);
        l.dims[2] = one_thread;
        l.thread[2] = l.terms.int(0);
        assert!(l.separate(true, (index, &inside), (index, &inside)), "{signed}");
        assert!(!l.separate(true, (index, &inside[..1]), (index, &inside[..1])));
        let index = horner(&mut l, image, &[(h, y), (w, x), (c, channel)]);
        assert!(l.separate(true, (index, &inside), (index, &inside)), "{signed}");
        let index = horner(&mut l, image, &[(h, y), (w, x), (h, channel)]);
        assert!(!l.separate(true, (index, &inside), (index, &inside)));
    }
}

#[test]
fn sizes_that_are_sums() {
    let mut l = Launch::new().dimensions(1);
    let i = l.global(0);
    let [c, h, w, k] = sizes(&mut l, ["C", "H", "W", "K"]);
    let (rows, columns) = (
        l.terms.sum(&[(h, 1), (k, -1)], 1),
        l.terms.sum(&[(w, 1), (k, -1)], 1),
    );
    let (x, y) = (
        digit(&mut l, i, &[], Some(columns)),
        digit(&mut l, i, &[columns], Some(rows)),
    );
    let (z, top) = (
        digit(&mut l, i, &[columns, rows], Some(c)),
        digit(&mut l, i, &[columns, rows, c], None),
    );
    for order in [
        [(c, z), (rows, y), (columns, x)],
        [(columns, x), (rows, y), (c, z)],
    ] {
        let index = horner(&mut l, top, &order);
        assert!(l.separate(true, (index, &[]), (index, &[])));
    }
    let index = horner(&mut l, top, &[(c, z), (h, y), (columns, x)]);
    assert!(!l.separate(true, (index, &[]), (index, &[])));
    // Rows with a rim on both sides.
    let mut l = Launch::new().dimensions(1);
    let i = l.global(0);
    let [h, w, p] = sizes(&mut l, ["H", "W", "P"]);
    let zero = l.terms.int(0);
    let (x, y) = (digit(&mut l, i, &[], Some(w)), digit(&mut l, i, &[w], Some(h)));
    let top = digit(&mut l, i, &[w, h], None);
    let (x, y) = (l.terms.add(x, p), l.terms.add(y, p));
    let (rows, columns) = (
        l.terms.sum(&[(h, 1), (p, 2)], 0),
        l.terms.sum(&[(w, 1), (p, 2)], 0),
    );
    let index = horner(&mut l, top, &[(rows, y), (columns, x)]);
    let positive = [h, w].map(|n| l.terms.lt(zero, n));
    let guards = [positive[0], positive[1], l.terms.le(zero, p)];
    assert!(l.separate(true, (index, &guards), (index, &guards)));
    assert!(!l.separate(true, (index, &positive), (index, &positive)));
}

#[test]
fn strides_that_are_parts_of_others() {
    // A tile with a rim, and tiles behind one another: rows by K + D.x - 1, tiles by that times K + D.y - 1.
    let mut l = Launch::new().dimensions(2);
    let [k] = sizes(&mut l, ["K"]);
    let [columns, rows] = [0, 1].map(|d| l.terms.sum(&[(l.dims[d], 1), (k, 1)], -1));
    let [x, y] = [0, 1].map(|d| {
        let round = l.local(["p", "q"][d], 0, 1 << 20);
        let step = l.terms.mul(round, l.dims[d]);
        l.terms.add(l.thread[d], step)
    });
    let c = l.local("c", 0, 1 << 20);
    let inside = [l.terms.lt(x, columns), l.terms.lt(y, rows)];
    let index = horner(&mut l, c, &[(rows, y), (columns, x)]);
    assert!(l.separate(false, (index, &inside), (index, &inside)));
    assert!(!l.separate(false, (index, &inside[1..]), (index, &inside[1..])));
    let short = l.terms.offset(rows, -1);
    let index = horner(&mut l, c, &[(short, y), (columns, x)]);
    assert!(!l.separate(false, (index, &inside), (index, &inside)));
}

#[test]
fn groups_of_a_size() {
    // i / G images, i % G groups, each of C / G channels: no more than C.
    let mut l = Launch::new().dimensions(1);
    let i = l.global(0);
    let [c, g] = sizes(&mut l, ["C", "G"]);
    let (image, group) = (l.terms.div(i, g), l.terms.rem(i, g));
    let size = l.terms.div(c, g);
    let channel = l.local("k", 0, 1 << 20);
    let (inside, one_more) = (l.terms.lt(channel, size), l.terms.le(channel, size));
    let index = horner(&mut l, image, &[(c, group), (size, channel)]);
    let parts = {
        let (image, group) = (l.terms.mul(image, c), l.terms.mul(group, size));
        l.terms.sum(&[(image, 1), (group, 1), (channel, 1)], 0)
    };
    assert!(l.separate(true, (parts, &[inside]), (parts, &[inside])));
    assert!(!l.separate(true, (parts, &[one_more]), (parts, &[one_more])));
    // Rows of C groups, each of C / G.
    assert!(!l.separate(true, (index, &[one_more]), (index, &[one_more])));
}
