//! Indices put together from digits that are taken off by division: what discharge calls separate is so in every small launch, with sizes
//! of either sign and 0.

use kverify_smt::discharge::{Separation, never_overlap};
use kverify_smt::term::{Level, Origin, Range, Sort, Subst, Symbol, TermId, Terms};

/// An expression of C over a thread's number, sizes and a loop's counter.
#[derive(Clone, Debug)]
enum E {
    Number,
    Size(usize),
    Constant(i64),
    Add(Box<E>, Box<E>),
    Mul(Box<E>, Box<E>),
    Div(Box<E>, Box<E>),
    Rem(Box<E>, Box<E>),
    /// The sum of so many steps as the counter says: with none, the step is not computed.
    Steps(Box<E>),
    /// `c ? a : b`
    Choice(Box<E>, Box<E>, Box<E>),
}

use E::{Add, Choice, Constant, Div, Mul, Number, Rem, Size, Steps};

fn bin(f: fn(Box<E>, Box<E>) -> E, a: E, b: E) -> E {
    f(Box::new(a), Box::new(b))
}

#[derive(Clone, Debug)]
struct Access {
    index: E,
    /// `a < b` or `a == b`
    guards: Vec<(E, bool, E)>,
}

/// Values of a launch, and of one thread.
#[derive(Clone, Copy)]
struct Point {
    number: i64,
    sizes: [i64; 3],
    counter: i64,
}

impl E {
    /// The value; `None` where it is undefined.
    fn eval(&self, p: &Point) -> Option<i64> {
        Some(match self {
            Number => p.number,
            Size(n) => p.sizes[*n],
            Constant(k) => *k,
            Add(a, b) => a.eval(p)? + b.eval(p)?,
            Mul(a, b) => a.eval(p)? * b.eval(p)?,
            Div(a, b) => a.eval(p)?.checked_div(b.eval(p)?)?,
            Rem(a, b) => a.eval(p)?.checked_rem(b.eval(p)?)?,
            Steps(_) if p.counter == 0 => 0,
            Steps(step) => p.counter * step.eval(p)?,
            Choice(c, a, b) => {
                if c.eval(p)? != 0 {
                    a.eval(p)?
                } else {
                    b.eval(p)?
                }
            }
        })
    }
}

/// Deterministic choices.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % n
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn size(&mut self) -> E {
        match self.below(10) {
            0 => Constant(2),
            1 => Constant(3),
            2 => bin(Add, Size(self.below(3)), Constant(1)),
            3 => bin(
                Add,
                Size(self.below(3)),
                bin(Mul, Constant(-1), Size(self.below(3))),
            ),
            // blocks of four that cover it, and whole pairs in it
            4 => bin(Div, bin(Add, Size(self.below(3)), Constant(3)), Constant(4)),
            5 => bin(Div, Size(self.below(3)), Constant(2)),
            _ => Size(self.below(3)),
        }
    }

    /// What is known of a row's size and a stride: that it is larger, no smaller, or a multiple of the row or of a number.
    fn relation(&mut self, row: usize, stride: usize) -> (E, bool, E) {
        let (a, b) = (Size(row), Size(stride));
        match self.below(4) {
            0 => (a, true, b),
            1 => (a, true, bin(Add, b, Constant(1))),
            2 => (bin(Rem, b, a), false, Constant(0)),
            _ => (bin(Rem, b, Constant(2)), false, Constant(0)),
        }
    }

    /// The index, or another one: a number where a size is 0, and what it divides is not computed there.
    fn choice(&mut self, index: E, depth: usize) -> E {
        let size = Size(self.below(3));
        let other = bin(Rem, Number, size.clone());
        let inner = match depth {
            0 => index,
            _ if self.one_in(2) => Choice(Box::new(other), Box::new(index), Box::new(Number)),
            _ if self.one_in(2) => Choice(Box::new(other), Box::new(Number), Box::new(index)),
            _ => self.choice(index, depth - 1),
        };
        let without = if self.one_in(2) { Number } else { Constant(1) };
        Choice(Box::new(size), Box::new(inner), Box::new(without))
    }

    fn number(&mut self) -> E {
        match self.below(10) {
            0 => bin(Add, Number, self.size()),
            1 => bin(Mul, Number, Constant(2)),
            2 => bin(Add, Number, Constant(-2)),
            _ => Number,
        }
    }

    /// A digit of `n` above those of `below` (a product of sizes), less than `size`.
    fn digit(&mut self, n: &E, below: &[E], size: Option<&E>) -> E {
        let product = |all: &[E]| all.iter().cloned().reduce(|a, b| bin(Mul, a, b));
        let quotient = |n: E| match product(below) {
            Some(by) => bin(Div, n, by),
            None => n,
        };
        let Some(size) = size else {
            return quotient(n.clone());
        };
        match self.below(4) {
            // n % (below·size) / below
            0 => {
                let all = [below, std::slice::from_ref(size)].concat();
                quotient(bin(Rem, n.clone(), product(&all).unwrap_or(Constant(1))))
            }
            // successive quotients
            1 => {
                let q = below.iter().fold(n.clone(), |n, by| bin(Div, n, by.clone()));
                bin(Rem, q, size.clone())
            }
            // n / below - n / (below·size) * size
            2 => {
                let all = [below, std::slice::from_ref(size)].concat();
                let over = bin(Div, n.clone(), product(&all).unwrap_or(Constant(1)));
                let taken = bin(Mul, bin(Mul, over, size.clone()), Constant(-1));
                bin(Add, quotient(n.clone()), taken)
            }
            _ => bin(Rem, quotient(n.clone()), size.clone()),
        }
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for i in (1..all.len()).rev() {
            let j = self.below(i + 1);
            all.swap(i, j);
        }
    }

    /// A number's digits put together again in any order, and perhaps wrong.
    fn access(&mut self) -> Access {
        let n = self.number();
        let count = 1 + self.below(3);
        let sizes: Vec<E> = (0..count).map(|_| self.size()).collect();
        let mut digits: Vec<(E, E)> = (0..count)
            .map(|i| (self.digit(&n, &sizes[..i], Some(&sizes[i])), sizes[i].clone()))
            .collect();
        self.shuffle(&mut digits);
        if self.one_in(4) {
            let at = self.below(count);
            digits[at].1 = self.size();
        }
        if self.one_in(8) {
            digits.pop();
        }
        let mut first = self.digit(&n, &sizes, None);
        let mut guards = Vec::new();
        if self.one_in(3) {
            let top = self.size();
            let all = sizes.iter().cloned().fold(top.clone(), |a, b| bin(Mul, a, b));
            guards.push((n.clone(), true, all));
            let at = self.below(digits.len() + 1);
            digits.insert(at, (first, top));
            first = Constant(0);
        }
        if self.one_in(6) {
            let at = self.below(count);
            let wanted = self.digit(&n, &sizes[..at], Some(&sizes[at]));
            guards.push((wanted, self.one_in(2), Constant(1)));
        }
        if self.one_in(4) {
            guards.push((Constant(0), true, Size(self.below(3))));
        }
        if self.one_in(2) {
            let (row, stride) = (self.below(3), self.below(3));
            guards.push(self.relation(row, stride));
            // Rows that are padded, and sizes that are not negative or not known to be so.
            for (_, size) in &mut digits {
                if matches!(size, Size(n) if *n == row) && self.one_in(2) {
                    *size = Size(stride);
                }
            }
            for size in 0..3 {
                if self.one_in(2) {
                    guards.push((Constant(-1), true, Size(size)));
                }
            }
        }
        let mut index = digits
            .into_iter()
            .fold(first, |sum, (digit, size)| bin(Add, bin(Mul, sum, size), digit));
        if self.one_in(8) {
            index = bin(Add, index, self.size());
        }
        if self.one_in(6) {
            index = self.choice(index, 2);
        }
        if self.one_in(10) {
            let by = self.size();
            index = bin(Add, index, Steps(Box::new(bin(Div, Number, by))));
        }
        Access { index, guards }
    }
}

struct World {
    terms: Terms,
    thread: TermId,
    block: TermId,
    dim: TermId,
    grid: TermId,
    sizes: [TermId; 3],
    counter: TermId,
}

impl World {
    fn new() -> World {
        let mut terms = Terms::new();
        let mut symbol = |name: &str, lo, hi, level| {
            terms.fresh(Symbol {
                name: name.into(),
                sort: Sort::Int,
                range: Range::new(lo, hi),
                level,
                loops: Vec::new(),
                origin: Origin::Free,
            })
        };
        let int = (-(1 << 31), (1 << 31) - 1);
        World {
            thread: symbol("t", 0, 1023, Level::Thread),
            block: symbol("b", 0, 65534, Level::Block),
            dim: symbol("D", 1, 1024, Level::Launch),
            grid: symbol("G", 1, 65535, Level::Launch),
            sizes: ["W", "H", "C"].map(|n| symbol(n, int.0, int.1, Level::Launch)),
            counter: symbol("k", 0, 7, Level::Launch),
            terms,
        }
    }

    fn term(&mut self, e: &E) -> TermId {
        let binary = |this: &mut World, a: &E, b: &E| [this.term(a), this.term(b)];
        match e {
            Number => {
                let start = self.terms.mul(self.block, self.dim);
                self.terms.add(start, self.thread)
            }
            Size(n) => self.sizes[*n],
            Constant(k) => self.terms.int(i128::from(*k)),
            Add(a, b) => {
                let [a, b] = binary(self, a, b);
                self.terms.add(a, b)
            }
            Mul(a, b) => {
                let [a, b] = binary(self, a, b);
                self.terms.mul(a, b)
            }
            Div(a, b) => {
                let [a, b] = binary(self, a, b);
                self.terms.div(a, b)
            }
            Rem(a, b) => {
                let [a, b] = binary(self, a, b);
                self.terms.rem(a, b)
            }
            Steps(step) => {
                let step = self.term(step);
                self.terms.mul(self.counter, step)
            }
            Choice(c, a, b) => {
                let [a, b] = binary(self, a, b);
                let (c, zero) = (self.term(c), self.terms.int(0));
                let c = self.terms.ne(c, zero);
                self.terms.ite(c, a, b)
            }
        }
    }

    fn fork(&mut self, thread: u8, distinct_blocks: bool, t: TermId) -> TermId {
        let mut subst = Subst::new();
        let own = |level| level == Level::Thread || (distinct_blocks && level == Level::Block);
        let all = self.terms.symbols.iter_enumerated();
        let ids: Vec<_> = all
            .filter(|(_, s)| own(s.level) && !matches!(s.origin, Origin::Fork(..)))
            .map(|(id, _)| id)
            .collect();
        for id in ids {
            let f = self.terms.fork_sym(id, thread);
            let f = self.terms.sym(f);
            subst.bind(id, f);
        }
        self.terms.subst(&mut subst, t)
    }

    fn separate(&mut self, distinct_blocks: bool, accesses: &[Access; 2]) -> bool {
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let (mut guards, mut offsets, mut threads, mut blocks) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (side, access) in (0u8..).zip(accesses) {
            let index = self.term(&access.index);
            offsets.push(self.fork(side, distinct_blocks, index));
            for (a, less, b) in &access.guards {
                let (a, b) = (self.term(a), self.term(b));
                let g = if *less {
                    self.terms.lt(a, b)
                } else {
                    self.terms.eq(a, b)
                };
                guards.push(self.fork(side, distinct_blocks, g));
            }
            threads.push([self.fork(side, distinct_blocks, self.thread), zero, zero]);
            blocks.push([self.fork(side, distinct_blocks, self.block), zero, zero]);
        }
        let separation = Separation {
            guards: guards.clone(),
            offsets: [offsets[0], offsets[1]],
            rows: [zero, zero],
            sizes: [1, 1],
            threads: [threads[0], threads[1]],
            blocks: [blocks[0], blocks[1]],
            dims: [self.dim, one, one],
            grid: [self.grid, one, one],
            distinct_blocks,
        };
        never_overlap(&mut self.terms, &separation)
    }
}

/// The index if the thread makes the access; `Err` where something is undefined.
fn place(access: &Access, p: &Point) -> Result<Option<i64>, ()> {
    for (a, less, b) in &access.guards {
        let (a, b) = (a.eval(p).ok_or(())?, b.eval(p).ok_or(())?);
        if (*less && a >= b) || (!less && a != b) {
            return Ok(None);
        }
    }
    access.index.eval(p).map(Some).ok_or(())
}

/// Two threads of a launch that meet.
fn meet(
    accesses: &[Access; 2],
    distinct_blocks: bool,
    dim: i64,
    grid: i64,
    sizes: [i64; 3],
    counter: i64,
) -> bool {
    let mut places: [Vec<(i64, i64)>; 2] = [Vec::new(), Vec::new()];
    for number in 0..dim * grid {
        let p = Point {
            number,
            sizes,
            counter,
        };
        for (access, places) in accesses.iter().zip(&mut places) {
            match place(access, &p) {
                Ok(Some(at)) => places.push((number, at)),
                Ok(None) => {}
                // The launch is undefined.
                Err(()) => return false,
            }
        }
    }
    let [first, second] = &places;
    first.iter().any(|&(m, x)| {
        second.iter().any(|&(n, y)| {
            let other = if distinct_blocks {
                m / dim != n / dim
            } else {
                m / dim == n / dim && m != n
            };
            x == y && other
        })
    })
}

fn some_launch_meets(accesses: &[Access; 2], distinct_blocks: bool) -> Option<String> {
    let values = [-3, -2, -1, 0, 1, 2, 3, 4];
    for (dim, grid) in [(1, 7), (3, 4), (4, 3), (13, 1)] {
        for w in values {
            for h in values {
                for c in values {
                    for counter in [0, 1] {
                        if meet(accesses, distinct_blocks, dim, grid, [w, h, c], counter) {
                            return Some(format!("D={dim} G={grid} W={w} H={h} C={c} k={counter}"));
                        }
                    }
                }
            }
        }
    }
    None
}

#[test]
fn separate_digits_are_separate_in_small_launches() {
    let mut claims = 0;
    let rounds: u64 = std::env::var("MIXED_RADIX_ROUNDS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(150);
    for seed in 0..rounds {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        random.below(2);
        let first = random.access();
        let second = if random.one_in(6) {
            random.access()
        } else {
            first.clone()
        };
        let accesses = [first, second];
        for distinct_blocks in [false, true] {
            if !World::new().separate(distinct_blocks, &accesses) {
                continue;
            }
            claims += 1;
            if let Some(launch) = some_launch_meets(&accesses, distinct_blocks) {
                panic!("seed {seed}: {accesses:?} meet, blocks {distinct_blocks}, {launch}");
            }
        }
    }
    assert!(
        claims as u64 > rounds / 5,
        "{claims} claims in {rounds} rounds say little"
    );
}
