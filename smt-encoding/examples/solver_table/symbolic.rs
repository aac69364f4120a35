//! Free pairs with symbolic launch sizes, widths and strides.

use crate::Row;
use crate::launch::{INT_MAX, Launch};

/// All rows.
pub fn rows() -> Vec<Row> {
    let mut all = vec![global_id(), tile(), pitched(), whole_width()];
    all.extend(volumes());
    all.extend(records());
    all.extend([blocked(), striped(), grid_stride(), grid_stride_below_n()]);
    all.extend(permutations());
    all.extend(reductions());
    all.extend([blelloch(), fft(), padding(), wavefront(), csr()]);
    all
}

fn global_id() -> Row {
    let mut l = Launch::new(1);
    let n = l.shared("n", 0, INT_MAX);
    let g = l.global(0);
    let inside = [l.terms.lt(g, n)];
    l.ask("global id, g < n", false, true, [(g, &inside), (g, &inside)])
}

fn tile() -> Row {
    let mut l = Launch::new(2);
    let w = l.shared("W", 0, INT_MAX);
    let h = l.shared("H", 0, INT_MAX);
    let (col, row) = (l.global(0), l.global(1));
    let i = l.mad(row, w, col);
    let inside = [l.terms.lt(col, w), l.terms.lt(row, h)];
    l.ask(
        "2-D tile row*W+col, col < W",
        false,
        true,
        [(i, &inside), (i, &inside)],
    )
}

fn pitched() -> Row {
    let mut l = Launch::new(2);
    let w = l.shared("W", 0, INT_MAX);
    let p = l.shared("P", 0, INT_MAX);
    let (col, row) = (l.global(0), l.global(1));
    let i = l.mad(row, p, col);
    let inside = [l.terms.lt(col, w), l.terms.le(w, p)];
    l.ask(
        "2-D tile, pitched, W <= P",
        false,
        true,
        [(i, &inside), (i, &inside)],
    )
}

fn whole_width() -> Row {
    let mut l = Launch::new(2);
    let w = l.terms.mul(l.g[0], l.d[0]);
    let (col, row) = (l.global(0), l.global(1));
    let i = l.mad(row, w, col);
    l.ask(
        "2-D tile, W = gridDim.x*blockDim.x",
        false,
        true,
        [(i, &[]), (i, &[])],
    )
}

fn volumes() -> Vec<Row> {
    ["3-D (z*H+y)*W+x", "3-D, no limits on z"]
        .into_iter()
        .enumerate()
        .map(|(k, name)| {
            let mut l = Launch::new(3);
            let (w, h, d) = (
                l.shared("W", 0, 4096),
                l.shared("H", 0, 4096),
                l.shared("Z", 0, 4096),
            );
            let [x, y, z] = [0, 1, 2].map(|d| l.global(d));
            let line = l.mad(z, h, y);
            let i = l.mad(line, w, x);
            let mut inside = vec![l.terms.lt(x, w), l.terms.lt(y, h), l.terms.lt(z, d)];
            inside.truncate(3 - k);
            l.ask(name, false, true, [(i, &inside), (i, &inside)])
        })
        .collect()
}

fn records() -> Vec<Row> {
    ["records g*S+k, k < S", "records of one block t*S+k"]
        .into_iter()
        .enumerate()
        .map(|(which, name)| {
            let mut l = Launch::new(1);
            let s = l.shared("S", 1, 1 << 16);
            let k = l.own("k", 0, INT_MAX);
            let base = if which == 0 { l.global(0) } else { l.t[0] };
            let i = l.mad(base, s, k);
            let inside = [l.terms.lt(k, s)];
            l.ask(name, false, which == 0, [(i, &inside), (i, &inside)])
        })
        .collect()
}

fn blocked() -> Row {
    let mut l = Launch::new(1);
    let items = l.shared("IT", 1, 1 << 16);
    let j = l.own("j", 0, INT_MAX);
    let g = l.global(0);
    let i = l.mad(g, items, j);
    let inside = [l.terms.lt(j, items)];
    l.ask("blocked (b*D+t)*IT+j", false, true, [(i, &inside), (i, &inside)])
}

fn striped() -> Row {
    let mut l = Launch::new(1);
    let items = l.shared("IT", 1, 1 << 16);
    let j = l.own("j", 0, INT_MAX);
    let start = l.terms.mul(l.b[0], items);
    let line = l.terms.add(start, j);
    let i = l.mad(line, l.d[0], l.t[0]);
    let inside = [l.terms.lt(j, items)];
    l.ask("striped b*D*IT+j*D+t", false, true, [(i, &inside), (i, &inside)])
}

fn grid_stride() -> Row {
    let mut l = Launch::new(1);
    let k = l.own("k", 0, INT_MAX);
    let step = l.terms.mul(l.d[0], l.g[0]);
    let g = l.global(0);
    let i = l.mad(k, step, g);
    l.ask("grid stride g+k*D*G", false, true, [(i, &[]), (i, &[])])
}

fn grid_stride_below_n() -> Row {
    let mut l = Launch::new(1);
    let k = l.own("k", 0, INT_MAX);
    let n = l.shared("n", 0, INT_MAX);
    let step = l.terms.mul(l.d[0], l.g[0]);
    let g = l.global(0);
    let i = l.mad(k, step, g);
    let inside = [l.terms.lt(i, n)];
    l.ask("grid stride, i < n", false, true, [(i, &inside), (i, &inside)])
}

fn permutations() -> Vec<Row> {
    let mut l = Launch::new(1);
    let s = l.shared("s", 0, 1023);
    let moved = l.terms.add(l.t[0], s);
    let i = l.terms.rem(moved, l.d[0]);
    let rotation = l.ask("rotation (t+s)%D", false, false, [(i, &[]), (i, &[])]);

    let mut l = Launch::new(1);
    let w = l.shared("W", 1, 1024);
    let (q, r) = (l.terms.div(l.t[0], w), l.terms.rem(l.t[0], w));
    let i = l.mad(q, w, r);
    let identity = l.ask("(t/W)*W+t%W", false, false, [(i, &[]), (i, &[])]);

    let mut l = Launch::new(1);
    let w = l.shared("W", 1, 1024);
    let h = l.shared("H", 1, 1024);
    let (q, r) = (l.terms.div(l.t[0], w), l.terms.rem(l.t[0], w));
    let i = l.mad(r, h, q);
    let inside = [l.terms.lt(q, h)];
    let transposed = l.ask("(t%W)*H+t/W, t/W < H", false, false, [(i, &inside), (i, &inside)]);
    vec![rotation, identity, transposed]
}

fn reductions() -> Vec<Row> {
    let mut l = Launch::new(1);
    let d = l.shared("d", 1, 512);
    let partner = l.terms.add(l.t[0], d);
    let low = [l.terms.lt(l.t[0], d)];
    let t = l.t[0];
    let halves = l.ask(
        "reduction t < d, A[t] against A[t+d]",
        false,
        false,
        [(t, &low), (partner, &low)],
    );

    let mut l = Launch::new(1);
    let s = l.shared("s", 1, 512);
    let partner = l.terms.add(l.t[0], s);
    let twice = l.terms.scale(s, 2);
    let zero = l.terms.int(0);
    let rest = l.terms.rem(l.t[0], twice);
    let active = [l.terms.eq(rest, zero)];
    let t = l.t[0];
    let modulo = l.ask(
        "reduction t%(2s)==0, A[t] against A[t+s]",
        false,
        false,
        [(t, &active), (partner, &active)],
    );

    let mut l = Launch::new(1);
    let s = l.shared("s", 1, 512);
    let p = l.terms.mul(l.t[0], s);
    let i = l.terms.scale(p, 2);
    let partner = l.terms.add(i, s);
    let strided = l.ask(
        "reduction A[2*s*t] against A[2*s*t+s]",
        false,
        false,
        [(i, &[]), (partner, &[])],
    );
    vec![halves, modulo, strided]
}

fn blelloch() -> Row {
    let mut l = Launch::new(1);
    let o = l.shared("o", 1, 1 << 20);
    let (odd, even) = (l.terms.sum(&[(l.t[0], 2)], 1), l.terms.sum(&[(l.t[0], 2)], 2));
    let (a, b) = (l.terms.mul(o, odd), l.terms.mul(o, even));
    let (a, b) = (l.terms.offset(a, -1), l.terms.offset(b, -1));
    l.ask(
        "Blelloch o*(2t+1)-1 against o*(2t+2)-1",
        false,
        false,
        [(a, &[]), (b, &[])],
    )
}

fn fft() -> Row {
    let mut l = Launch::new(1);
    let s = l.shared("s", 1, 512);
    let (q, r) = (l.terms.div(l.t[0], s), l.terms.rem(l.t[0], s));
    let twice = l.terms.scale(s, 2);
    let i = l.mad(q, twice, r);
    let partner = l.terms.add(i, s);
    l.ask(
        "FFT (t/s)*2s+t%s against +s",
        false,
        false,
        [(i, &[]), (partner, &[])],
    )
}

fn padding() -> Row {
    let mut l = Launch::new(1);
    let banks = l.terms.floor_div(l.t[0], 32);
    let i = l.terms.add(l.t[0], banks);
    l.ask("padding t+t/32", false, false, [(i, &[]), (i, &[])])
}

fn wavefront() -> Row {
    let mut l = Launch::new(1).block_size(16);
    let m = l.shared("m", 0, 15);
    // Cell (t+1, m-t+1) of a 17x17 tile against its left neighbour's diagonal.
    let y = l.terms.sum(&[(m, 1), (l.t[0], -1)], 1);
    let x = l.terms.offset(l.t[0], 1);
    let own = l.terms.sum(&[(y, 17), (x, 1)], 0);
    let left = l.terms.offset(own, -1);
    let active = [l.terms.le(l.t[0], m)];
    l.ask(
        "wavefront in a 17x17 tile",
        false,
        false,
        [(own, &active), (left, &active)],
    )
}

fn csr() -> Row {
    let mut l = Launch::new(1);
    let (from, to) = (l.own("ptr[r]", 0, INT_MAX), l.own("ptr[r+1]", 0, INT_MAX));
    let k = l.own("k", 0, INT_MAX);
    // Of two rows one ends before the other starts; that is what monotone row pointers say of them.
    let inside = [l.terms.le(from, k), l.terms.lt(k, to)];
    let mut row = l.ask(
        "CSR rows, monotone pointers",
        false,
        true,
        [(k, &inside), (k, &inside)],
    );
    let find = |name: &str| {
        let id = row.terms.symbols.iter_enumerated().find(|(_, s)| s.name == name);
        id.map(|(id, _)| id)
    };
    let names = ["ptr[r]#1", "ptr[r+1]#1", "ptr[r]#2", "ptr[r+1]#2"].map(find);
    if let [Some(f1), Some(t1), Some(f2), Some(t2)] = names {
        let [f1, t1, f2, t2] = [f1, t1, f2, t2].map(|s| row.terms.sym(s));
        let (first, second) = (row.terms.le(t1, f2), row.terms.le(t2, f1));
        let monotone = row.terms.or(&[first, second]);
        row.conjuncts.push(monotone);
    }
    row
}
