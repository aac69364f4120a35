//! Whatever discharge calls separate is so in every small launch, and Z3 agrees.

use kverify_smt::discharge::{Separation, never_overlap, overlap};
use kverify_smt::term::{BitOp, Level, Origin, Range, Sort, Subst, Symbol, TermId, Terms};
use kverify_smt::z3::{Encoding, Limits, Outcome, Session};
use proptest::prelude::*;

/// What one thread knows: the leaves of index expressions.
#[derive(Clone, Copy, Debug)]
struct Point {
    thread: [i64; 2],
    block: i64,
    counter: i64,
    dims: [i64; 2],
    grid: i64,
    n: i64,
}

/// A leaf or a small function of one.
#[derive(Clone, Copy, Debug)]
enum Digit {
    One,
    Thread(usize),
    Block,
    Counter,
    Lane(i64),
    Warp(i64),
    /// `t.x % D.d`, `t.x / D.d`, `(t.x + n + 1) % D.d`
    Rest(usize),
    Share(usize),
    Rotated(usize),
    /// `b · D.x + t.x`, and that combined with `n` bit by bit
    Global,
    Bits(BitOp),
}

#[derive(Clone, Copy, Debug)]
enum Weight {
    Dim(usize),
    Grid,
    N,
}

/// `Σ c · weights · digit`
type Expr = Vec<(i64, Vec<Weight>, Digit)>;

#[derive(Clone, Debug)]
struct Guard {
    left: Expr,
    right: Expr,
    /// 0: `<`, 1: `<=`, 2: `==`, 3: `!=`
    relation: u8,
}

#[derive(Clone, Debug)]
struct Access {
    index: Expr,
    /// Another index, used where the condition holds.
    other: Option<(Guard, Expr)>,
    /// A conjunction of disjunctions.
    guards: Vec<Vec<Guard>>,
    size: u32,
}

fn digit() -> impl Strategy<Value = Digit> {
    prop_oneof![
        1 => Just(Digit::One),
        4 => (0..2usize).prop_map(Digit::Thread),
        2 => Just(Digit::Block),
        2 => Just(Digit::Counter),
        1 => (2..4i64).prop_map(Digit::Lane),
        1 => (2..4i64).prop_map(Digit::Warp),
        1 => (0..2usize).prop_map(Digit::Rest),
        1 => (0..2usize).prop_map(Digit::Share),
        1 => (0..2usize).prop_map(Digit::Rotated),
        1 => Just(Digit::Global),
        1 => bits().prop_map(Digit::Bits),
    ]
}

fn bits() -> impl Strategy<Value = BitOp> {
    prop::sample::select(vec![BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Xor])
}

/// Of two places that threads exchange, one is the lower, or one lacks the bits.
fn partner() -> impl Strategy<Value = Guard> {
    let one = |digit| vec![(1, Vec::new(), digit)];
    let lower = (any::<bool>(), 0..4u8).prop_map(move |(swapped, relation)| {
        let sides = [Digit::Global, Digit::Bits(BitOp::Xor)].map(one);
        let [left, right] = sides;
        let (left, right) = if swapped { (right, left) } else { (left, right) };
        Guard {
            left,
            right,
            relation,
        }
    });
    let lacks = (2..4u8).prop_map(move |relation| Guard {
        left: one(Digit::Bits(BitOp::And)),
        right: Vec::new(),
        relation,
    });
    prop_oneof![3 => lower, 1 => lacks]
}

fn weight() -> impl Strategy<Value = Weight> {
    prop_oneof![
        3 => (0..2usize).prop_map(Weight::Dim),
        1 => Just(Weight::Grid),
        1 => Just(Weight::N),
    ]
}

fn expr(parts: std::ops::Range<usize>) -> impl Strategy<Value = Expr> {
    let c = prop_oneof![6 => Just(1i64), 3 => 2..5i64, 1 => Just(-1i64)];
    prop::collection::vec((c, prop::collection::vec(weight(), 0..3), digit()), parts)
}

fn guard() -> impl Strategy<Value = Guard> {
    (expr(1..2), expr(0..2), 0..4u8).prop_map(|(left, right, relation)| Guard {
        left,
        right,
        relation,
    })
}

fn guards(most: usize) -> impl Strategy<Value = Vec<Vec<Guard>>> {
    let clause = prop_oneof![
        4 => prop::collection::vec(guard(), 1..2),
        1 => prop::collection::vec(partner(), 1..2),
        1 => prop::collection::vec(guard(), 2..4),
    ];
    prop::collection::vec(clause, 0..most)
}

fn other() -> impl Strategy<Value = Option<(Guard, Expr)>> {
    prop_oneof![
        3 => Just(None),
        1 => (guard(), expr(1..3)).prop_map(Some),
    ]
}

fn access() -> impl Strategy<Value = Access> {
    let size = prop_oneof![Just(1u32), Just(2), Just(4)];
    (expr(1..4), other(), guards(3), size).prop_map(|(index, other, guards, size)| Access {
        index,
        other,
        guards,
        size,
    })
}

/// Shapes that kernels use, so that discharge has something to say.
fn usual() -> impl Strategy<Value = Access> {
    let item = |c, w: &[Weight], d| (c, w.to_vec(), d);
    let x = Weight::Dim(0);
    let y = Weight::Dim(1);
    let shapes: Vec<Expr> = vec![
        vec![item(1, &[], Digit::Thread(0)), item(1, &[x], Digit::Thread(1))],
        vec![item(1, &[], Digit::Thread(0)), item(1, &[x], Digit::Block)],
        vec![
            item(1, &[], Digit::Thread(0)),
            item(1, &[x], Digit::Thread(1)),
            item(1, &[x, y], Digit::Block),
        ],
        vec![item(1, &[], Digit::Thread(0)), item(1, &[x], Digit::Counter)],
        vec![
            item(1, &[], Digit::Thread(0)),
            item(1, &[x], Digit::Block),
            item(1, &[x, Weight::Grid], Digit::Counter),
        ],
        vec![
            item(1, &[], Digit::Counter),
            item(1, &[Weight::N], Digit::Thread(0)),
        ],
        vec![item(1, &[], Digit::Warp(2)), item(3, &[], Digit::Lane(2))],
        vec![item(2, &[], Digit::Thread(0)), item(1, &[], Digit::One)],
        vec![item(2, &[y], Digit::Share(1)), item(1, &[], Digit::Rest(1))],
        vec![item(1, &[y], Digit::Rest(1)), item(1, &[], Digit::Share(1))],
        vec![item(1, &[], Digit::Rotated(0))],
        vec![item(1, &[], Digit::Global)],
        vec![item(1, &[], Digit::Bits(BitOp::Xor))],
        vec![item(1, &[], Digit::Bits(BitOp::Or))],
    ];
    let extra = prop::collection::vec((1..3i64, Just(Vec::new()), Just(Digit::One)), 0..2);
    let size = prop_oneof![Just(1u32), Just(4)];
    (prop::sample::select(shapes), extra, other(), guards(2), size).prop_map(
        |(mut index, extra, other, guards, size)| {
            index.extend(extra);
            Access {
                index,
                other,
                guards,
                size,
            }
        },
    )
}

impl Point {
    fn digit(&self, d: Digit) -> i64 {
        match d {
            Digit::One => 1,
            Digit::Thread(i) => self.thread[i],
            Digit::Block => self.block,
            Digit::Counter => self.counter,
            Digit::Lane(k) => self.thread[0].rem_euclid(k),
            Digit::Warp(k) => self.thread[0].div_euclid(k),
            Digit::Rest(d) => self.thread[0] % self.dims[d],
            Digit::Share(d) => self.thread[0] / self.dims[d],
            Digit::Rotated(d) => (self.thread[0] + self.n + 1) % self.dims[d],
            Digit::Global => self.block * self.dims[0] + self.thread[0],
            Digit::Bits(op) => {
                let (x, n) = (self.digit(Digit::Global), self.n);
                match op {
                    BitOp::And => x & n,
                    BitOp::Or => x | n,
                    BitOp::Xor => x ^ n,
                }
            }
        }
    }

    fn value(&self, e: &Expr) -> i64 {
        e.iter()
            .map(|(c, weights, d)| {
                let w: i64 = weights
                    .iter()
                    .map(|w| match w {
                        Weight::Dim(i) => self.dims[*i],
                        Weight::Grid => self.grid,
                        Weight::N => self.n,
                    })
                    .product();
                c * w * self.digit(*d)
            })
            .sum()
    }

    fn holds(&self, g: &Guard) -> bool {
        let (l, r) = (self.value(&g.left), self.value(&g.right));
        match g.relation {
            0 => l < r,
            1 => l <= r,
            2 => l == r,
            _ => l != r,
        }
    }

    fn passes(&self, access: &Access) -> bool {
        access
            .guards
            .iter()
            .all(|clause| clause.iter().any(|g| self.holds(g)))
    }

    fn index(&self, access: &Access) -> i64 {
        match &access.other {
            Some((condition, other)) if self.holds(condition) => self.value(other),
            _ => self.value(&access.index),
        }
    }
}

/// The symbols of the small launch.
struct World {
    terms: Terms,
    thread: [TermId; 2],
    block: TermId,
    counter: TermId,
    dims: [TermId; 2],
    grid: TermId,
    n: TermId,
}

const MOST: [i64; 2] = [4, 2];

impl World {
    fn new() -> World {
        let mut terms = Terms::new();
        let mut symbol = |name: &str, lo: i64, hi: i64, level| {
            terms.fresh(Symbol {
                name: name.to_owned(),
                sort: Sort::Int,
                range: Range::new(lo.into(), hi.into()),
                level,
                loops: Vec::new(),
                origin: Origin::Free,
            })
        };
        let thread = [0, 1].map(|d| symbol("t", 0, MOST[d] - 1, Level::Thread));
        let block = symbol("b", 0, 1, Level::Block);
        let counter = symbol("k", 0, 2, Level::Thread);
        let dims = [0, 1].map(|d| symbol("D", 1, MOST[d], Level::Launch));
        let grid = symbol("G", 1, 2, Level::Launch);
        let n = symbol("n", -1, 3, Level::Launch);
        World {
            terms,
            thread,
            block,
            counter,
            dims,
            grid,
            n,
        }
    }

    fn global(&mut self) -> TermId {
        let start = self.terms.mul(self.block, self.dims[0]);
        self.terms.add(start, self.thread[0])
    }

    fn expr(&mut self, e: &Expr) -> TermId {
        let mut sum = self.terms.int(0);
        for (c, weights, d) in e {
            let mut product = match *d {
                Digit::One => self.terms.int(1),
                Digit::Thread(i) => self.thread[i],
                Digit::Block => self.block,
                Digit::Counter => self.counter,
                Digit::Lane(k) => self.terms.floor_mod(self.thread[0], k.into()),
                Digit::Warp(k) => self.terms.floor_div(self.thread[0], k.into()),
                Digit::Rest(d) => self.terms.rem(self.thread[0], self.dims[d]),
                Digit::Share(d) => self.terms.div(self.thread[0], self.dims[d]),
                Digit::Rotated(d) => {
                    let moved = self.terms.sum(&[(self.thread[0], 1), (self.n, 1)], 1);
                    self.terms.rem(moved, self.dims[d])
                }
                Digit::Global => self.global(),
                Digit::Bits(op) => {
                    let x = self.global();
                    self.terms.bits(op, x, self.n)
                }
            };
            for w in weights {
                let w = match w {
                    Weight::Dim(i) => self.dims[*i],
                    Weight::Grid => self.grid,
                    Weight::N => self.n,
                };
                product = self.terms.mul(product, w);
            }
            let product = self.terms.scale(product, (*c).into());
            sum = self.terms.add(sum, product);
        }
        sum
    }

    fn guard(&mut self, g: &Guard) -> TermId {
        let (l, r) = (self.expr(&g.left), self.expr(&g.right));
        match g.relation {
            0 => self.terms.lt(l, r),
            1 => self.terms.le(l, r),
            2 => self.terms.eq(l, r),
            _ => self.terms.ne(l, r),
        }
    }

    fn fork(&mut self, thread: u8, distinct: bool, t: TermId) -> TermId {
        let mut subst = Subst::new();
        let mut own = vec![self.thread[0], self.thread[1], self.counter];
        own.extend(distinct.then_some(self.block));
        for leaf in own {
            let kverify_smt::term::Node::Sym(s) = *self.terms.node(leaf) else {
                continue;
            };
            let f = self.terms.fork_sym(s, thread);
            let f = self.terms.sym(f);
            subst.bind(s, f);
        }
        self.terms.subst(&mut subst, t)
    }
}

/// The obligation as discharge and as the solver see it.
struct Posed {
    world: World,
    guards: Vec<TermId>,
    offsets: [TermId; 2],
    threads: [[TermId; 3]; 2],
    blocks: [[TermId; 3]; 2],
}

fn pose(accesses: &[Access; 2], distinct: bool) -> Posed {
    let mut world = World::new();
    let zero = world.terms.int(0);
    let (mut guards, mut offsets, mut threads, mut blocks) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (i, access) in accesses.iter().enumerate() {
        let i = i as u8;
        let mut index = world.expr(&access.index);
        if let Some((condition, other)) = &access.other {
            let (condition, other) = (world.guard(condition), world.expr(other));
            index = world.terms.ite(condition, other, index);
        }
        offsets.push(world.fork(i, distinct, index));
        for clause in &access.guards {
            let clause: Vec<TermId> = clause.iter().map(|g| world.guard(g)).collect();
            let g = world.terms.or(&clause);
            guards.push(world.fork(i, distinct, g));
        }
        let [x, y] = world.thread.map(|t| world.fork(i, distinct, t));
        threads.push([x, y, zero]);
        blocks.push([world.fork(i, distinct, world.block), zero, zero]);
    }
    Posed {
        world,
        guards,
        offsets: [offsets[0], offsets[1]],
        threads: [threads[0], threads[1]],
        blocks: [blocks[0], blocks[1]],
    }
}

impl Posed {
    fn separate(&mut self, sizes: [u32; 2], distinct_blocks: bool) -> bool {
        let (zero, one) = (self.world.terms.int(0), self.world.terms.int(1));
        let separation = Separation {
            guards: self.guards.clone(),
            offsets: self.offsets,
            rows: [zero, zero],
            sizes,
            threads: self.threads,
            blocks: self.blocks,
            dims: [self.world.dims[0], self.world.dims[1], one],
            grid: [self.world.grid, one, one],
            distinct_blocks,
        };
        never_overlap(&mut self.world.terms, &separation)
    }

    /// The same question as a formula.
    fn formula(&mut self, sizes: [u32; 2], distinct_blocks: bool) -> Vec<TermId> {
        let terms = &mut self.world.terms;
        let mut all = self.guards.clone();
        for side in 0..2 {
            for d in 0..2 {
                all.push(terms.lt(self.threads[side][d], self.world.dims[d]));
            }
            all.push(terms.lt(self.blocks[side][0], self.world.grid));
        }
        let [first, second] = if distinct_blocks {
            self.blocks
        } else {
            self.threads
        };
        let differ: Vec<TermId> = (0..3).map(|d| terms.ne(first[d], second[d])).collect();
        all.push(terms.or(&differ));
        let diff = terms.sub(self.offsets[0], self.offsets[1]);
        all.push(overlap(terms, diff, sizes));
        all
    }
}

/// Calls `f` for every two threads of every small launch until it says true.
fn any_pair(distinct: bool, mut f: impl FnMut(&Point, &Point) -> bool) -> bool {
    let mut launches = Vec::new();
    for dx in 1..=MOST[0] {
        for dy in 1..=MOST[1] {
            for grid in 1..=2 {
                for n in -1..=3 {
                    launches.push(([dx, dy], grid, n));
                }
            }
        }
    }
    launches.into_iter().any(|(dims, grid, n)| {
        let mut points = Vec::new();
        for block in 0..grid {
            for x in 0..dims[0] {
                for y in 0..dims[1] {
                    for counter in 0..=2 {
                        points.push(Point {
                            thread: [x, y],
                            block,
                            counter,
                            dims,
                            grid,
                            n,
                        });
                    }
                }
            }
        }
        points.iter().any(|p| {
            points.iter().any(|q| {
                let pair = if distinct {
                    p.block != q.block
                } else {
                    p.block == q.block && p.thread != q.thread
                };
                pair && f(p, q)
            })
        })
    })
}

fn overlaps(accesses: &[Access; 2], p: &Point, q: &Point) -> bool {
    let [a, b] = accesses;
    let d = p.index(a) - q.index(b);
    p.passes(a) && q.passes(b) && -i64::from(a.size) < d && d < i64::from(b.size)
}

fn agree(accesses: &[Access; 2], distinct: bool) -> Result<(), TestCaseError> {
    let sizes = [accesses[0].size, accesses[1].size];
    let mut posed = pose(accesses, distinct);
    let separate = posed.separate(sizes, distinct);
    let racy = any_pair(distinct, |p, q| overlaps(accesses, p, q));
    prop_assert!(!(separate && racy), "called separate, and is not");
    let formula = posed.formula(sizes, distinct);
    let limits = Limits {
        rlimit: 4_000_000,
        work: u64::MAX,
        deadline: None,
    };
    match Session::without_shortcuts().check(&posed.world.terms, &formula, Encoding::Int, limits) {
        Outcome::Unsat => prop_assert!(!racy, "called unsat, and is not"),
        Outcome::Sat(_) => prop_assert!(racy, "called sat, and no small launch races"),
        Outcome::Unknown(_) => {}
    }
    Ok(())
}

proptest! {
    #[test]
    fn random_accesses(a in access(), b in access(), distinct: bool) {
        agree(&[a, b], distinct)?;
    }

    #[test]
    fn usual_accesses(a in usual(), b in usual(), distinct: bool, same: bool) {
        let b = if same { Access { index: a.index.clone(), other: a.other.clone(), ..b } } else { b };
        agree(&[a, b], distinct)?;
    }
}
