//! Which conditions are worth trying.

use kverify_frontend::ir::{BinOp, CmpOp, Dim, Expr, ExprKind, Geometry, Kernel, Language, Stmt, Ty, VarId};
use kverify_smt::answer::Config;
use std::collections::BTreeSet;

/// Of the parameters and of the code's numbers, at most so many are used.
const MAX_PARAMS: usize = 6;
const MAX_NUMBERS: usize = 12;

/// Bounds up to this number take more launches away than powers of two do.
const FEW: i128 = 11;

/// Threads that a block may have (CUDA C++ Programming Guide, technical specifications by compute capability).
const MAX_THREADS: i128 = 1024;

/// Products of two parameters are tried for at most so many parameters.
const MAX_FACTORS: usize = 4;

/// What conditions are made of.
struct Material {
    /// Scalar integer parameters that the launch leaves free.
    params: Vec<String>,
    /// Those that the code compares with a number: it has something to do in either case, which is no mistake of the caller's.
    flags: Vec<String>,
    /// Those that the code divides by: indices that are wrapped into a smaller range meet on purpose.
    divisors: Vec<String>,
    /// Those that multiply something on the way to the address of a write: rows lie so far apart.
    strides: Vec<String>,
    /// Free sizes of the block, and of the grid.
    blocks: Vec<String>,
    grids: Vec<String>,
    /// The kernel reads the number of its block.
    reads_block: bool,
    /// Threads of the launch in a dimension.
    totals: Vec<String>,
    /// Numbers in the code and sizes of arrays, ascending.
    numbers: Vec<i128>,
    /// Numbers that the code compares something with for equality, ascending.
    compared: Vec<i128>,
}

/// A condition worth trying.
pub struct Candidate {
    /// As `--assume` takes it.
    pub text: String,
    /// It says of sizes what callers keep to as a matter of course, and no more of a parameter than how it relates to others: a
    /// bound that only takes the cases away in which something goes wrong would say it of any bug.
    pub natural: bool,
    /// It speaks of the sizes of the launch.
    pub of_launch: bool,
    /// The parameters that it speaks of.
    pub params: Vec<String>,
}

/// Conditions over launch sizes and scalar parameters that the configuration leaves free: those that take few launches away come
/// first.
pub fn candidates(kernel: &Kernel, config: &Config) -> Vec<Candidate> {
    let m = Material::of(kernel, config);
    let all = std::cell::RefCell::new(Vec::new());
    let put = |text: String, natural: bool| {
        let of_launch = m.blocks.iter().chain(&m.grids).any(|size| text.contains(size));
        let words = || text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let params = m.params.iter().filter(|p| words().any(|word| word == *p));
        let candidate = Candidate {
            params: params.cloned().collect(),
            text,
            natural,
            of_launch,
        };
        all.borrow_mut().push(candidate);
    };
    let (say, guess) = (|text: String| put(text, true), |text: String| put(text, false));
    for p in &m.params {
        let natural = !m.flags.contains(p);
        put(format!("{p} >= 0"), natural);
        put(format!("{p} >= 1"), natural);
        put(format!("{p} != 0"), natural);
    }
    let positive = m.positive_sizes();
    if !positive.is_empty() {
        say(positive.clone());
    }
    for p in &m.params {
        let modes = m.compared.iter().filter(|n| **n != 0);
        modes.for_each(|n| guess(format!("{p} != {n}")));
    }
    for p in &m.params {
        m.params
            .iter()
            .filter(|q| *q != p)
            .for_each(|q| put(format!("{p} >= {q}"), m.is_stride(p)));
    }
    let factors = &m.params[..m.params.len().min(MAX_FACTORS)];
    for p in factors {
        for (i, q) in factors.iter().enumerate().filter(|(_, q)| *q != p) {
            let others = factors[i + 1..].iter().filter(|r| *r != p);
            others.for_each(|r| put(format!("{p} >= {q} * {r}"), m.is_stride(p)));
        }
    }
    for p in &m.params {
        // A block for each row, and no more.
        let grids = m.grids.iter();
        grids.for_each(|size| put(format!("{p} >= {size}"), m.is_stride(p)));
        let sizes = m.blocks.iter().chain(&m.totals);
        sizes.for_each(|size| guess(format!("{p} >= {size}")));
    }
    for p in &m.params {
        m.numbers.iter().for_each(|n| guess(format!("{p} >= {n}")));
    }
    for b in &m.blocks {
        m.numbers.iter().for_each(|n| say(format!("{b} >= {n}")));
    }
    let bounds = |few: bool| {
        for size in m.blocks.iter().chain(&m.grids).chain(&m.params) {
            let natural = !m.params.contains(size);
            // A block of a few threads is none that code is written for.
            let natural = natural && !few;
            for n in m.numbers.iter().rev().filter(|n| (**n <= FEW) == few) {
                put(format!("{size} <= {n}"), natural);
                // Below 2 is 1, which other candidates say where it is any use.
                if *n > 2 {
                    put(format!("{size} < {n}"), natural);
                }
            }
        }
    };
    bounds(false);
    for size in m.params.iter().chain(&m.blocks) {
        let powers = m.numbers.iter().filter(|n| n.count_ones() == 1);
        powers.for_each(|n| put(format!("{size} % {n} == 0"), !m.params.contains(size)));
    }
    for p in &m.params {
        for size in &m.blocks {
            guess(format!("{p} % {size} == 0"));
        }
        for size in m.blocks.iter().chain(&m.totals) {
            guess(format!("{p} <= {size}"));
        }
    }
    for size in m.blocks.iter().chain(&m.params) {
        say(format!("({size} & ({size} - 1)) == 0"));
    }
    bounds(true);
    for (i, x) in m.blocks.iter().enumerate() {
        m.blocks[..i].iter().for_each(|y| say(format!("{x} == {y}")));
    }
    for (i, p) in m.params.iter().enumerate() {
        let others = m
            .blocks
            .iter()
            .chain(&m.totals)
            .chain(&m.grids)
            .chain(&m.params[..i]);
        others.for_each(|other| put(format!("{p} == {other}"), !m.flags.contains(p)));
    }
    for size in m.blocks.iter().chain(&m.params) {
        let natural = !m.params.contains(size);
        m.numbers
            .iter()
            .for_each(|n| put(format!("{size} == {n}"), natural && *n > FEW));
    }
    for size in m.grids.iter().chain(m.blocks.iter().skip(1)).chain(&m.params) {
        // One block is enough for kernels that never read a block's number.
        put(format!("{size} == 1"), m.grids.contains(size) && !m.reads_block);
    }
    for shape in m.shapes() {
        say(shape.clone());
        if !positive.is_empty() {
            say(format!("{positive} && {shape}"));
        }
    }
    let mut all = all.into_inner();
    // What callers keep to anyway is asked for before the questions run out.
    all.sort_by_key(|candidate| !candidate.natural);
    all
}

/// That all sizes that are handed over are positive.
pub fn positive_sizes(kernel: &Kernel, config: &Config) -> Option<Candidate> {
    let m = Material::of(kernel, config);
    let params: Vec<String> = m.sizes().cloned().collect();
    (!params.is_empty()).then(|| Candidate {
        text: m.positive_sizes(),
        natural: true,
        of_launch: false,
        params,
    })
}

impl Material {
    /// Parameters that say how much there is.
    fn sizes(&self) -> impl Iterator<Item = &String> {
        self.params.iter().filter(|p| !self.flags.contains(*p))
    }

    /// Rows that lie so far apart are no shorter than that.
    fn is_stride(&self, p: &String) -> bool {
        self.strides.contains(p) && !self.divisors.contains(p) && !self.flags.contains(p)
    }

    fn positive_sizes(&self) -> String {
        let positive: Vec<String> = self.sizes().map(|p| format!("{p} >= 1")).collect();
        positive.join(" && ")
    }

    /// Blocks of the sizes that the code's numbers suggest: tiles, squares first, and whole warps.
    fn shapes(&self) -> Vec<String> {
        match &self.blocks[..] {
            [x] => vec![
                format!("{x} % 32 == 0"),
                format!("{x} >= 32 && ({x} & ({x} - 1)) == 0"),
            ],
            [x, y] => {
                let descending = || self.numbers.iter().rev();
                let pairs = descending().flat_map(|a| descending().map(move |b| (a, b)));
                let mut pairs: Vec<(&i128, &i128)> = pairs.filter(|(a, b)| *a * *b <= MAX_THREADS).collect();
                pairs.sort_by_key(|(a, b)| a != b);
                let shape = |(a, b): (&i128, &i128)| format!("{x} == {a} && {y} == {b}");
                pairs.into_iter().map(shape).collect()
            }
            _ => Vec::new(),
        }
    }

    fn of(kernel: &Kernel, config: &Config) -> Material {
        let mut read: BTreeSet<Geometry> = BTreeSet::new();
        let mut numbers: BTreeSet<i128> = BTreeSet::new();
        let mut compared: BTreeSet<i128> = BTreeSet::new();
        let [mut divisors, mut flags] = [const { BTreeSet::<VarId>::new() }; 2];
        for e in kernel.exprs() {
            e.walk(&mut |e| match &e.kind {
                ExprKind::Geometry(g) => {
                    read.insert(*g);
                }
                ExprKind::Int(n) => {
                    numbers.insert(*n);
                }
                ExprKind::Binary(BinOp::Div | BinOp::Rem, _, by) => by.walk(&mut |e| {
                    if let ExprKind::Var(var) = e.kind {
                        divisors.insert(var);
                    }
                }),
                ExprKind::Cmp(op, a, b) => {
                    for (side, other) in [(a, b), (b, a)] {
                        if let ExprKind::Int(n) = side.kind {
                            flags.extend(variable(other));
                            if matches!(op, CmpOp::Eq | CmpOp::Ne) {
                                compared.insert(n);
                            }
                        }
                    }
                }
                _ => {}
            });
        }
        let sizes = kernel.objects.iter().filter_map(|object| {
            let bytes = i128::from(object.elem.bytes().max(1));
            object.size.map(|size| i128::from(size) / bytes)
        });
        numbers.extend(sizes);
        numbers.retain(|n| (2..=1 << 16).contains(n));
        let [mut blocks, mut grids, mut totals] = [const { Vec::new() }; 3];
        for d in Dim::ALL {
            let i = d as usize;
            let reads = |a, b| read.contains(&a) || read.contains(&b) || d == Dim::X;
            let block = config.block[i].is_none() && reads(Geometry::ThreadIdx(d), Geometry::BlockDim(d));
            let grid = config.grid[i].is_none() && reads(Geometry::BlockIdx(d), Geometry::GridDim(d));
            let (b, g, total) = names(kernel.language, d);
            if block || grid {
                totals.push(total);
            }
            blocks.extend(block.then_some(b));
            grids.extend(grid.then_some(g));
        }
        let params = (0..).zip(&kernel.params).filter(|(n, p)| {
            matches!(p.ty, Ty::Int { .. }) && config.args.iter().all(|(fixed, _)| fixed != n)
        });
        let divided = kernel.params.iter().filter(|p| divisors.contains(&p.var));
        let factors = factors_of_writes(kernel);
        let multiplied = kernel.params.iter().filter(|p| factors.contains(&p.var));
        let branched = kernel.params.iter().filter(|p| flags.contains(&p.var));
        Material {
            reads_block: read.iter().any(|g| matches!(g, Geometry::BlockIdx(_))),
            flags: branched.map(|p| p.name.clone()).collect(),
            strides: multiplied.map(|p| p.name.clone()).collect(),
            divisors: divided.map(|p| p.name.clone()).collect(),
            params: params.map(|(_, p)| p.name.clone()).take(MAX_PARAMS).collect(),
            blocks,
            grids,
            totals,
            numbers: numbers.into_iter().take(MAX_NUMBERS).collect(),
            compared: compared.into_iter().take(MAX_NUMBERS).collect(),
        }
    }
}

/// What the block's size, the grid's, and the launch's threads in a dimension are called.
fn names(language: Language, d: Dim) -> (String, String, String) {
    let (i, axis) = (d as usize, ["x", "y", "z"][d as usize]);
    match language {
        Language::Cuda => (
            format!("blockDim.{axis}"),
            format!("gridDim.{axis}"),
            format!("blockDim.{axis} * gridDim.{axis}"),
        ),
        Language::OpenCl => (
            format!("get_local_size({i})"),
            format!("get_num_groups({i})"),
            format!("get_global_size({i})"),
        ),
    }
}

/// The variables that multiply something in addresses of writes, and in what these are computed from.
fn factors_of_writes(kernel: &Kernel) -> BTreeSet<VarId> {
    let statements = || kernel.blocks.iter().flat_map(|block| &block.stmts);
    let mut factors = BTreeSet::new();
    let mut used: BTreeSet<VarId> = BTreeSet::new();
    let mut work: Vec<&Expr> = Vec::new();
    for statement in statements() {
        let effects = statement.effects(kernel);
        work.extend(
            effects
                .accesses
                .iter()
                .filter(|touch| touch.writes)
                .map(|touch| touch.addr),
        );
    }
    while let Some(e) = work.pop() {
        let mut found = Vec::new();
        e.walk(&mut |e| match &e.kind {
            ExprKind::Var(var) => found.push(*var),
            ExprKind::Binary(BinOp::Mul, a, b) => {
                factors.extend([a, b].into_iter().filter_map(|e| variable(e)))
            }
            _ => {}
        });
        found.retain(|var| used.insert(*var));
        let defines = |s: &&Stmt| s.defs().iter().any(|var| found.contains(var));
        work.extend(statements().filter(defines).flat_map(|s| s.exprs()));
    }
    factors
}

/// The variable that an expression is, whatever its type.
fn variable(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(var) => Some(*var),
        ExprKind::Cast(inner) => variable(inner),
        _ => None,
    }
}
