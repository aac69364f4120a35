//! What expressions and pointers are by the text alone: for the thread at one place of a block, or for all.

use crate::answer::thread_of;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{
    BinOp, BlockId, Dim, Expr, ExprKind, Geometry, Kernel, Leaf, ObjectId, StmtKind, TermKind, Ty, VarId,
    build,
};
use std::collections::{BTreeMap, BTreeSet};

/// How far definitions are followed.
const DEPTH: u32 = 32;

/// Where a pointer leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub object: ObjectId,
    /// Bytes from the object's start, if they are constant.
    pub offset: Option<i128>,
    /// It was a number in the window of shared memory on the way.
    pub through_window: bool,
}

/// The kernel's text, with what the launch fixes.
pub(super) struct Text<'k> {
    kernel: &'k Kernel,
    block: [Option<u64>; 3],
    grid: [Option<u64>; 3],
    /// Values of variables: of parameters that the launch fixes.
    fixed: BTreeMap<VarId, i128>,
    /// The one assignment of each variable that has no other definition.
    definitions: BTreeMap<VarId, &'k Expr>,
    /// All assignments of each variable that is defined in no other way.
    assignments: BTreeMap<VarId, Vec<&'k Expr>>,
}

/// Values of variables, as far as they were listed so far; `None` of those that have too many.
type Listed = BTreeMap<VarId, Option<BTreeSet<i128>>>;

/// Values that are listed of an expression at most: a block has sixteen barriers.
const MOST_VALUES: usize = 16;
/// How often assignments are gone through for what variables hold.
const ROUNDS: usize = 20;

impl<'k> Text<'k> {
    pub fn new(kernel: &'k Kernel, [block, grid]: [[Option<u64>; 3]; 2], args: &[(u32, i128)]) -> Text<'k> {
        let mut count: BTreeMap<VarId, usize> = kernel.params.iter().map(|p| (p.var, 1)).collect();
        let mut definitions = BTreeMap::new();
        let mut assignments: BTreeMap<VarId, Vec<&'k Expr>> = BTreeMap::new();
        for stmt in kernel.blocks.iter().flat_map(|b| &b.stmts) {
            for v in stmt.defs() {
                *count.entry(v).or_default() += 1;
            }
            if let StmtKind::Assign { dst, value } = &stmt.kind {
                definitions.insert(*dst, value);
                assignments.entry(*dst).or_default().push(value);
            }
        }
        definitions.retain(|v, _| count[v] == 1);
        assignments.retain(|v, values| count[v] == values.len());
        let fixed = args.iter().filter_map(|(n, value)| {
            let var = kernel.params.get(*n as usize)?.var;
            (count[&var] == 1).then_some((var, *value))
        });
        Text {
            kernel,
            block,
            grid,
            fixed: fixed.collect(),
            definitions,
            assignments,
        }
    }

    /// The numbers that an expression may have for some thread: those that are listed, or else all of a block's barriers. Nothing rests
    /// on it that there are no others.
    pub fn numbers(&self, e: &Expr) -> BTreeSet<i128> {
        let all = || (0..MOST_VALUES as i128).collect();
        if let Some(n) = self.value(e, None) {
            return BTreeSet::from([n]);
        }
        let size = self.block_size().filter(|n| *n <= 1024);
        let Some((block, size)) = self.dimensions().zip(size) else {
            return self.numbers_of(e, None).unwrap_or_else(all);
        };
        let mut found = BTreeSet::new();
        for n in 0..size {
            match self.numbers_of(e, Some(thread_of(n, block))) {
                Some(some) if found.len() <= MOST_VALUES => found.extend(some),
                _ => return all(),
            }
        }
        match found.len() <= MOST_VALUES {
            true => found,
            false => all(),
        }
    }

    /// The numbers that an expression may have for a thread, as far as the text shows them; `None` if they are too many.
    pub fn numbers_of(&self, e: &Expr, thread: Option<[u64; 3]>) -> Option<BTreeSet<i128>> {
        if let Some(n) = self.value(e, thread) {
            return Some(BTreeSet::from([n]));
        }
        let mut known = Listed::new();
        for _ in 0..ROUNDS {
            let before = known.clone();
            let found = self.list(e, thread, &mut known, DEPTH);
            for v in before.keys() {
                for value in &self.assignments[v] {
                    let some = self.list(value, thread, &mut known, DEPTH);
                    let all = known
                        .remove(v)
                        .flatten()
                        .zip(some)
                        .map(|(all, some)| &all | &some);
                    known.insert(*v, all.filter(|all| all.len() <= MOST_VALUES));
                }
            }
            if known == before {
                return found;
            }
        }
        None
    }

    fn list(
        &self,
        e: &Expr,
        thread: Option<[u64; 3]>,
        known: &mut Listed,
        depth: u32,
    ) -> Option<BTreeSet<i128>> {
        let depth = depth.checked_sub(1)?;
        if let Some(n) = self.value(e, thread) {
            return Some(BTreeSet::from([n]));
        }
        let few = |found: BTreeSet<i128>| (found.len() <= MOST_VALUES).then_some(found);
        match &e.kind {
            ExprKind::Var(v) => {
                self.assignments.get(v)?;
                known.entry(*v).or_insert_with(|| Some(BTreeSet::new())).clone()
            }
            ExprKind::Cast(inner) => {
                let inner = self.list(inner, thread, known, depth)?;
                let cast = |n: i128| build::as_int(&build::cast(build::int(n, Ty::I64), e.ty));
                inner.into_iter().map(cast).collect()
            }
            ExprKind::Select(_, a, b) => {
                let mut found = self.list(a, thread, known, depth)?;
                found.extend(self.list(b, thread, known, depth)?);
                few(found)
            }
            ExprKind::Binary(op, a, b) => {
                let right = self.list(b, thread, known, depth)?;
                let Some(left) = self.list(a, thread, known, depth) else {
                    let below = match (op, right.last()) {
                        (BinOp::Rem, Some(n)) => *n,
                        (BinOp::And, Some(n)) => n + 1,
                        _ => return None,
                    };
                    return (1..=MOST_VALUES as i128)
                        .contains(&below)
                        .then(|| (0..below).collect());
                };
                let mut found = BTreeSet::new();
                for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (*x, *y))) {
                    let result = build::binary(*op, build::int(x, a.ty), build::int(y, b.ty));
                    found.insert(build::as_int(&result)?);
                }
                few(found)
            }
            ExprKind::Cmp(..) => Some(BTreeSet::from([0, 1])),
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Geometry(_)
            | ExprKind::Object(_)
            | ExprKind::Unary(..)
            | ExprKind::Bits(_)
            | ExprKind::Window(_)
            | ExprKind::PtrAdd(..)
            | ExprKind::PtrRow(..)
            | ExprKind::PtrDiff(..)
            | ExprKind::Call(..)
            | ExprKind::Unknown(_) => None,
        }
    }

    pub fn kernel(&self) -> &'k Kernel {
        self.kernel
    }

    /// How many threads a block has, if that is fixed.
    pub fn block_size(&self) -> Option<u64> {
        self.block.iter().try_fold(1u64, |all, n| all.checked_mul((*n)?))
    }

    /// The dimensions of a block, if they are fixed.
    pub fn dimensions(&self) -> Option<[u64; 3]> {
        let [x, y, z] = self.block;
        Some([x?, y?, z?])
    }

    /// The thread's number in its block, whose dimensions are fixed: a [`Ty::U32`].
    pub fn place_in_block(&self) -> Expr {
        let mut stride = 1;
        let mut place = build::int(0, Ty::U32);
        for d in Dim::ALL {
            let size = self.block[d as usize].unwrap_or(1);
            if size > 1 {
                let index = build::geometry(Geometry::ThreadIdx(d));
                place = build::binary(BinOp::Add, place, product(index, build::int(stride, Ty::U32)));
            }
            stride *= i128::from(size);
        }
        place
    }

    /// The integer that an expression has for every thread, or for the one at a place in its block: if nothing in it wraps, and
    /// nothing is read from memory.
    pub fn value(&self, e: &Expr, thread: Option<[u64; 3]>) -> Option<i128> {
        self.eval(e, thread, DEPTH / 2)
    }

    fn eval(&self, e: &Expr, thread: Option<[u64; 3]>, depth: u32) -> Option<i128> {
        let depth = depth.checked_sub(1)?;
        e.exact(&|leaf| match leaf {
            Leaf::Var(v) => match self.fixed.get(&v) {
                Some(n) => Some(*n),
                None => self.eval(self.definitions.get(&v)?, thread, depth),
            },
            Leaf::Geometry(g) => match g {
                Geometry::ThreadIdx(d) => Some(thread?[d as usize].into()),
                Geometry::BlockDim(d) => self.block[d as usize].map(i128::from),
                Geometry::GridDim(d) => self.grid[d as usize].map(i128::from),
                Geometry::BlockIdx(d) => (self.grid[d as usize] == Some(1)).then_some(0),
                Geometry::WarpSize => Some(32),
                Geometry::GlobalOffset(_) | Geometry::WorkDim => None,
            },
        })
    }

    /// The object that a pointer, or a number in the window of shared memory, leads into.
    pub fn place(&self, e: &Expr) -> Option<Place> {
        self.root(e, DEPTH)
    }

    fn root(&self, e: &Expr, depth: u32) -> Option<Place> {
        let depth = depth.checked_sub(1)?;
        let added = |place: Option<Place>, offset: &Expr| {
            let place = place?;
            let sum = |start: i128| start.checked_add(self.value(offset, None)?);
            Some(Place {
                offset: place.offset.and_then(sum),
                ..place
            })
        };
        match &e.kind {
            ExprKind::Object(object) => Some(Place {
                object: *object,
                offset: Some(0),
                through_window: false,
            }),
            ExprKind::Var(v) => self.root(self.definitions.get(v)?, depth),
            ExprKind::PtrAdd(base, offset) => added(self.root(base, depth), offset),
            ExprKind::Cast(inner) => self.root(inner, depth),
            ExprKind::Window(inner) => Some(Place {
                through_window: true,
                ..self.root(inner, depth)?
            }),
            ExprKind::Binary(BinOp::Add, a, b) => {
                added(self.root(a, depth), b).or_else(|| added(self.root(b, depth), a))
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Geometry(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cmp(..)
            | ExprKind::Bits(_)
            | ExprKind::Select(..)
            | ExprKind::PtrRow(..)
            | ExprKind::PtrDiff(..)
            | ExprKind::Call(..)
            | ExprKind::Unknown(_) => None,
        }
    }

    /// The blocks that the thread at a place may come to: conditions whose value is not known may hold or not.
    pub fn reach(&self, thread: [u64; 3]) -> Vec<bool> {
        self.walk(self.kernel.entry, Some(thread), &[])
    }

    /// What can be come to from a block without passing by some.
    fn walk(&self, from: BlockId, thread: Option<[u64; 3]>, without: &[BlockId]) -> Vec<bool> {
        let kernel = self.kernel;
        let mut seen = vec![false; kernel.blocks.len()];
        let mut work: Vec<BlockId> = vec![from];
        while let Some(id) = work.pop() {
            if without.contains(&id) || std::mem::replace(&mut seen[id.index()], true) {
                continue;
            }
            match &kernel.blocks[id].term.kind {
                TermKind::Branch { cond, then, other } => {
                    match thread.and_then(|t| self.value(cond, Some(t))) {
                        Some(0) => work.push(*other),
                        Some(_) => work.push(*then),
                        None => work.extend([*then, *other]),
                    }
                }
                TermKind::Goto(to) => work.push(*to),
                TermKind::Return | TermKind::Unreachable => {}
            }
        }
        seen
    }

    /// The blocks of the cycles that a block is in.
    pub fn in_cycle_with(&self, id: BlockId) -> Vec<BlockId> {
        let next = |from: BlockId| {
            let targets = self.kernel.blocks[from].term.targets();
            targets
                .into_iter()
                .map(|to| self.walk(to, None, &[]))
                .fold(vec![false; self.kernel.blocks.len()], |all, some| {
                    all.iter().zip(some).map(|(a, b)| *a || b).collect()
                })
        };
        let after = next(id);
        let ids = self.kernel.blocks.indices().filter(|b| after[b.index()]);
        ids.filter(|&b| next(b)[id.index()]).collect()
    }

    /// Whether some thread comes to `first` before it comes to any of `later`, if it does.
    pub fn passes_first(&self, first: Vec<BlockId>, later: &[BlockId]) -> bool {
        let comes = |thread: [u64; 3]| {
            let reach = self.reach(thread);
            let past = self.walk(self.kernel.entry, Some(thread), &first);
            first.iter().any(|b| reach[b.index()])
                && later.iter().all(|b| first.contains(b) || !past[b.index()])
        };
        let total = self.block_size().unwrap_or(1).min(1024);
        let block = self.dimensions().unwrap_or([1; 3]);
        (0..total).any(|n| comes(thread_of(n, block)))
    }

    /// The product of the dimensions of a block, but for those that are 1.
    pub fn block_product(&self) -> Expr {
        let dims = Dim::ALL
            .into_iter()
            .filter(|&d| self.block[d as usize] != Some(1));
        let of = |d| match self.block[d as usize] {
            Some(n) => build::int(n.into(), Ty::U32),
            None => build::geometry(Geometry::BlockDim(d)),
        };
        dims.map(of).reduce(product).unwrap_or(build::int(1, Ty::U32))
    }
}

fn product(a: Expr, b: Expr) -> Expr {
    build::binary(BinOp::Mul, a, b)
}
