//! Two threads of a launch, for building queries.

use crate::Row;
use kverify_smt::discharge::{Separation, never_overlap, overlap};
use kverify_smt::term::{Level, Origin, Range, Sort, Subst, Symbol, TermId, Terms};
use kverify_smt::z3::Encoding;

/// A launch with symbolic sizes, within the device's limits.
pub struct Launch {
    pub terms: Terms,
    pub t: [TermId; 3],
    pub b: [TermId; 3],
    pub d: [TermId; 3],
    pub g: [TermId; 3],
    /// Symbols that each thread has its own of.
    own: Vec<TermId>,
}

/// Largest positive `int`.
pub const INT_MAX: i128 = i32::MAX as i128;

fn symbol(terms: &mut Terms, name: &str, lo: i128, hi: i128, level: Level) -> TermId {
    terms.fresh(Symbol {
        name: name.to_owned(),
        sort: Sort::Int,
        range: Range::new(lo, hi),
        level,
        loops: Vec::new(),
        origin: Origin::Free,
    })
}

impl Launch {
    /// A launch of so many dimensions.
    pub fn new(dimensions: usize) -> Launch {
        let mut terms = Terms::new();
        let (zero, one) = (terms.int(0), terms.int(1));
        let mut l = Launch {
            terms,
            t: [zero; 3],
            b: [zero; 3],
            d: [one; 3],
            g: [one; 3],
            own: Vec::new(),
        };
        for (i, axis) in ["x", "y", "z"].into_iter().enumerate().take(dimensions) {
            let (threads, blocks) = ([1024, 1024, 64][i], [INT_MAX, 65535, 65535][i]);
            l.t[i] = symbol(
                &mut l.terms,
                &format!("threadIdx.{axis}"),
                0,
                threads - 1,
                Level::Thread,
            );
            l.b[i] = symbol(
                &mut l.terms,
                &format!("blockIdx.{axis}"),
                0,
                blocks - 1,
                Level::Block,
            );
            l.d[i] = symbol(
                &mut l.terms,
                &format!("blockDim.{axis}"),
                1,
                threads,
                Level::Launch,
            );
            l.g[i] = symbol(&mut l.terms, &format!("gridDim.{axis}"), 1, blocks, Level::Launch);
            l.own.push(l.t[i]);
        }
        l
    }

    /// Fixes `blockDim.x`.
    pub fn block_size(mut self, size: i128) -> Launch {
        self.d[0] = self.terms.int(size);
        self
    }

    /// A value that both threads share.
    pub fn shared(&mut self, name: &str, lo: i128, hi: i128) -> TermId {
        symbol(&mut self.terms, name, lo, hi, Level::Launch)
    }

    /// A value of each thread.
    pub fn own(&mut self, name: &str, lo: i128, hi: i128) -> TermId {
        let t = symbol(&mut self.terms, name, lo, hi, Level::Thread);
        self.own.push(t);
        t
    }

    /// `blockIdx.d * blockDim.d + threadIdx.d`
    pub fn global(&mut self, d: usize) -> TermId {
        let start = self.terms.mul(self.b[d], self.d[d]);
        self.terms.add(start, self.t[d])
    }

    /// `a * b + c`
    pub fn mad(&mut self, a: TermId, b: TermId, c: TermId) -> TermId {
        let p = self.terms.mul(a, b);
        self.terms.add(p, c)
    }

    fn fork(&mut self, thread: u8, distinct: bool, t: TermId) -> TermId {
        use kverify_smt::term::Node;
        let mut subst = Subst::new();
        let mut own = self.own.clone();
        if distinct {
            own.extend_from_slice(&self.b);
        }
        for leaf in own {
            if let Node::Sym(s) = *self.terms.node(leaf) {
                let f = self.terms.fork_sym(s, thread);
                let f = self.terms.sym(f);
                subst.bind(s, f);
            }
        }
        self.terms.subst(&mut subst, t)
    }

    /// The row that asks whether two threads meet at the two places (index in elements of 4 bytes, guards).
    pub fn ask(
        mut self,
        name: &'static str,
        racy: bool,
        distinct_blocks: bool,
        places: [(TermId, &[TermId]); 2],
    ) -> Row {
        let (mut conjuncts, mut offsets) = (Vec::new(), Vec::new());
        let (mut threads, mut blocks) = (Vec::new(), Vec::new());
        for (i, (index, guards)) in places.into_iter().enumerate() {
            let i = i as u8;
            let offset = self.terms.scale(index, 4);
            offsets.push(self.fork(i, distinct_blocks, offset));
            for &g in guards {
                conjuncts.push(self.fork(i, distinct_blocks, g));
            }
            threads.push(self.t.map(|t| self.fork(i, distinct_blocks, t)));
            blocks.push(self.b.map(|b| self.fork(i, distinct_blocks, b)));
        }
        let diff = self.terms.sub(offsets[0], offsets[1]);
        let zero = self.terms.int(0);
        let separation = Separation {
            guards: conjuncts.clone(),
            offsets: [offsets[0], offsets[1]],
            rows: [zero, zero],
            sizes: [4, 4],
            threads: [threads[0], threads[1]],
            blocks: [blocks[0], blocks[1]],
            dims: self.d,
            grid: self.g,
            distinct_blocks,
        };
        let discharged = never_overlap(&mut self.terms, &separation);
        let terms = &mut self.terms;
        for side in 0..2 {
            for d in 0..3 {
                conjuncts.push(terms.lt(threads[side][d], self.d[d]));
                if side == 0 || distinct_blocks {
                    conjuncts.push(terms.lt(blocks[side][d], self.g[d]));
                }
            }
        }
        let sides = if distinct_blocks { &blocks } else { &threads };
        let differ: Vec<TermId> = (0..3).map(|d| terms.ne(sides[0][d], sides[1][d])).collect();
        conjuncts.push(terms.or(&differ));
        conjuncts.push(overlap(terms, diff, [4, 4]));
        conjuncts.retain(|&c| terms.as_bool(c) != Some(true));
        Row {
            name,
            racy,
            encodings: &[Encoding::Int],
            terms: self.terms,
            conjuncts,
            discharged: Some(discharged),
        }
    }
}
