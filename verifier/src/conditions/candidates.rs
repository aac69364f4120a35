//! Which conditions are worth trying.

mod reading;

use kverify_frontend::ir::{
    BinOp, CmpOp, Dim, Expr, ExprKind, Geometry, Kernel, Language, Object, Param, Space, Stmt, Ty, VarId,
    build,
};
use kverify_smt::answer::Config;
use reading::{Parts, is_guarded, lanes, quotients, tiles, variable};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// Of the parameters and of the code's numbers, at most so many are used.
const MAX_PARAMS: usize = 6;
const MAX_NUMBERS: usize = 12;

/// Bounds up to this number take more launches away than powers of two do.
const FEW: i128 = 11;

/// Threads that a block may have (CUDA C++ Programming Guide, technical specifications by compute capability).
const MAX_THREADS: i128 = 1024;

/// Bytes of the largest element that rows are made of: `double4`.
const LARGEST_ELEMENT: i128 = 32;

/// Rows of a block that covers tiles.
const LEAST_ROWS: i128 = 4;

/// Threads of a warp.
const WARP: i128 = 32;

/// Products of two parameters are tried for at most so many parameters.
const MAX_FACTORS: usize = 4;

/// What conditions are made of.
#[derive(Default)]
struct Material {
    /// Scalar integer parameters that the launch leaves free, the first of them.
    params: Vec<String>,
    /// All parameters that it leaves free.
    free: Vec<String>,
    /// Those that the code compares with a number: it has something to do in either case, which is no mistake of the caller's.
    flags: Vec<String>,
    /// Those that the code compares anything with.
    bounds: Vec<String>,
    /// Those in divisions: indices that are wrapped or scaled into a smaller range meet on purpose.
    divisors: Vec<String>,
    /// Those that multiply something on the way to the address of a write: rows lie so far apart.
    strides: Vec<String>,
    /// `channels % groups == 0`, where something is taken apart by `channels / groups`: with something left over there would be one
    /// group more than there are.
    groups: Vec<String>,
    /// The same of other quotients of two parameters.
    quotients: Vec<String>,
    /// Those that are added on the way to an address, with each that multiplies something there: a place in a row, and how far rows lie apart.
    columns: Vec<[String; 2]>,
    /// Free sizes of the block, and of the grid.
    blocks: Vec<String>,
    grids: Vec<String>,
    /// That blocks have one dimension, where the kernel is written for such and names the others only to count threads.
    flat: Vec<String>,
    /// The kernel tells blocks apart.
    tells_blocks_apart: bool,
    /// Threads compare what they are with a parameter.
    is_guarded: bool,
    /// Threads of the launch in a dimension.
    totals: Vec<String>,
    /// Numbers in the code and sizes of arrays, ascending.
    numbers: Vec<i128>,
    /// Elements of shared arrays, ascending.
    arrays: Vec<i128>,
    /// How far what each block does lies from what the one beside it does, by the size of the block in that dimension.
    tiles: Vec<(String, i128)>,
    /// Threads of a block in x, where that is known.
    width: Option<u64>,
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

impl Candidate {
    /// `a >= a`, `a >= a * b`, the last of what it says.
    fn repeats_itself(&self) -> bool {
        let last = self.text.rsplit(" && ").next();
        last.and_then(|last| last.split_once(" >= "))
            .is_some_and(|(left, right)| words(right).any(|word| word == left))
    }
}

/// Each two, said once.
fn pairs(of: &[String], operator: &str) -> Vec<String> {
    let pair = |(i, a): (usize, &String)| {
        let others = of[i + 1..].iter();
        others.map(|b| format!("{a} {operator} {b}")).collect::<Vec<_>>()
    };
    of.iter().enumerate().flat_map(pair).collect()
}

/// Names, with the members that they say: `n`, `image.width`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.')))
}

/// Whether a text names a parameter, or a part of one by its whole name: `image.width`, `sizes[0]`.
fn is_named(text: &str, param: &str) -> bool {
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '[');
    let mut places = text.match_indices(param);
    places.any(|(at, _)| !text[..at].ends_with(goes_on) && !text[at + param.len()..].starts_with(goes_on))
}

/// Whether callers keep to a condition as a matter of course.
#[derive(Clone, Copy)]
enum Natural {
    Always,
    Never,
    /// If the parameter says how much there is.
    OfSize,
    /// If the parameter says how far rows lie apart.
    OfStride,
    /// If blocks are not told apart.
    OfOneBlock,
    /// If no thread looks whether it is beyond an end: the kernel is written for sizes that are whole tiles. One that looks in one
    /// dimension may have forgotten the other.
    OfWholeTiles,
}

/// Forms of conditions, those that take few launches away first. Letters stand for what the kernel has of a kind
/// ([`Material::of_kind`]).
const FORMS: &[(&str, Natural)] = {
    use Natural::{Always, Never, OfOneBlock, OfSize, OfStride, OfWholeTiles};
    &[
        ("{p} >= 0", OfSize),
        ("{p} >= 1", OfSize),
        ("{p} != 0", OfSize),
        ("{group}", Always),
        ("{quotient}", Never),
        ("{positive}", Always),
        ("{whole}", Always),
        ("{exact}", Never),
        ("{p} != {mode}", Never),
        ("{p} >= {q}", OfStride),
        ("{positive} && {stride} >= {q}", Always),
        ("{inside}", Always),
        // Every second place of a row, and rows in bytes, of elements that have several.
        ("{stride} >= {reach}", Always),
        ("{stride} >= {scale} * {q}", Always),
        ("{p} >= {product}", OfStride),
        // A block for each row, and no more.
        ("{p} >= {g}", OfStride),
        ("{p} >= {b}", Never),
        ("{p} >= {total}", Never),
        ("{p} >= {n}", Never),
        ("{b} >= {fewer}", Always),
        ("{b} <= {array}", Always),
        // A block does no more than one tile, and rows are no shorter than the tiles beside one another.
        ("{tile}", Always),
        ("{tiles}", Always),
        ("{stride} >= {width}", OfWholeTiles),
        ("{stride} >= {b}", OfWholeTiles),
        ("{stride} >= {cover}", OfWholeTiles),
        ("{tiles} && {stride} >= {cover}", OfWholeTiles),
        ("{planes}", Always),
        ("{b} <= {many}", Never),
        ("{b} < {many}", Never),
        ("{g} <= {many}", Always),
        ("{g} < {many}", Always),
        ("{p} <= {many}", Never),
        ("{p} < {many}", Never),
        ("{p} % {power} == 0", Never),
        ("{b} % {power} == 0", Always),
        ("{p} % {b} == 0", Never),
        ("{p} <= {b}", Never),
        ("{p} <= {total}", Never),
        ("({b} & ({b} - 1)) == 0", Always),
        ("({p} & ({p} - 1)) == 0", Never),
        // A block of a few threads is none that code is written for.
        ("{b} <= {few}", Never),
        ("{g} <= {few}", Never),
        ("{p} <= {few}", Never),
        ("{flat}", Always),
        ("{square}", Always),
        ("{p} == {b}", OfStride),
        ("{p} == {total}", Never),
        ("{p} == {g}", OfStride),
        ("{same}", Never),
        ("{b} == {block}", Always),
        ("{b} == {few}", Never),
        ("{p} == {n}", Never),
        ("{g} == 1", OfOneBlock),
        ("{row} == 1", Never),
        ("{p} == 1", Never),
        ("{column}", Always),
        ("{shape}", Always),
        ("{flat} && {shape}", Always),
        ("{positive} && {shape}", Always),
    ]
};

/// Conditions over launch sizes and scalar parameters that the configuration leaves free: what callers keep to anyway comes first, and
/// of each part what takes few launches away.
pub fn candidates(kernel: &Kernel, config: &Config) -> Vec<Candidate> {
    let m = Material::of(kernel, config);
    let of_form = |&(form, natural): &(&str, Natural)| m.fill(form, natural);
    let mut all: Vec<Candidate> = FORMS.iter().flat_map(of_form).collect();
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
    /// What a letter stands for; `None` if it is no letter of the forms'.
    fn of_kind(&self, letter: &str) -> Option<Vec<String>> {
        let numbers = |of: &dyn Fn(i128) -> bool| -> Vec<String> {
            let numbers = self.numbers.iter().rev().filter(|n| of(**n));
            numbers.map(i128::to_string).collect()
        };
        let all = match letter {
            "p" | "q" => self.params.clone(),
            "stride" => self
                .params
                .iter()
                .filter(|p| self.is_stride(p))
                .cloned()
                .collect(),
            "scale" => self.scales().map(i128::to_string).collect(),
            // From the first to the last of places so far apart.
            "reach" => {
                let of = |p| self.scales().map(move |n| format!("{n} * {p} - {}", n - 1));
                self.params.iter().flat_map(of).collect()
            }
            "inside" => self.columns.iter().map(|[k, n]| format!("{k} < {n}")).collect(),
            "column" => {
                let column = |[k, n]: &[String; 2]| format!("{k} >= 0 && {k} < {n}");
                self.columns.iter().map(column).collect()
            }
            "tile" => self.tiles().map(|(b, n)| format!("{b} <= {n}")).collect(),
            "tiles" => self.whole_tiles().into_iter().collect(),
            "planes" => self.planes(),
            "width" => self.width.iter().map(u64::to_string).collect(),
            "cover" => self.covers(),
            "b" => self.blocks.clone(),
            "row" => self.blocks.iter().skip(1).cloned().collect(),
            "g" => self.grids.clone(),
            "total" => self.totals.clone(),
            "n" => self.numbers.iter().map(i128::to_string).collect(),
            "many" => numbers(&|n| n > FEW),
            // As many as a block can have leave it a single row.
            "fewer" => {
                let fewer = self.numbers.iter().filter(|n| **n < MAX_THREADS);
                fewer.map(i128::to_string).collect()
            }
            // The number of the last thread is no size.
            "block" => numbers(&|n| n > FEW && (n + 1).count_ones() != 1),
            "array" => self.arrays.iter().rev().map(i128::to_string).collect(),
            "few" => numbers(&|n| n <= FEW),
            "power" => numbers(&|n| n.count_ones() == 1),
            "mode" => {
                let modes = self.compared.iter().filter(|n| **n != 0);
                modes.map(i128::to_string).collect()
            }
            "product" => pairs(&self.params[..self.params.len().min(MAX_FACTORS)], "*"),
            "same" => pairs(&self.params, "=="),
            "flat" => self.flat.clone(),
            "square" => pairs(&self.blocks, "=="),
            "positive" => Some(self.positive_sizes())
                .filter(|all| !all.is_empty())
                .into_iter()
                .collect(),
            "group" => self.groups.clone(),
            "quotient" => self.quotients.clone(),
            "whole" => self.positive_and(&[&self.groups]).into_iter().collect(),
            "exact" if self.quotients.is_empty() => Vec::new(),
            "exact" => self
                .positive_and(&[&self.groups, &self.quotients])
                .into_iter()
                .collect(),
            "shape" => self.shapes(),
            _ => return None,
        };
        Some(all)
    }

    /// A form with all that its letters may stand for.
    fn fill(&self, form: &str, natural: Natural) -> Vec<Candidate> {
        let letter = form.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
        let Some((letter, _)) = letter else {
            return vec![self.candidate(form, natural)];
        };
        let filled = |value: String| self.fill(&form.replace(&format!("{{{letter}}}"), &value), natural);
        let all = self.of_kind(letter).into_iter().flatten().flat_map(filled);
        all.filter(|candidate| !candidate.repeats_itself()).collect()
    }

    fn candidate(&self, text: &str, natural: Natural) -> Candidate {
        let words: Vec<&str> = words(text).collect();
        let is_named = |p: &&String| is_named(text, p);
        let params: Vec<String> = self.free.iter().filter(is_named).cloned().collect();
        let first = words
            .iter()
            .find_map(|word| self.params.iter().find(|p| p == word));
        Candidate {
            natural: match natural {
                Natural::Always => true,
                Natural::Never => false,
                Natural::OfSize => first.is_some_and(|p| !self.flags.contains(p)),
                Natural::OfStride => first.is_some_and(|p| self.is_stride(p)),
                Natural::OfOneBlock => !self.tells_blocks_apart,
                Natural::OfWholeTiles => !self.is_guarded,
            },
            of_launch: self
                .blocks
                .iter()
                .chain(&self.grids)
                .any(|size| text.contains(size)),
            text: text.to_owned(),
            params,
        }
    }

    /// Tiles, and halves of them where the code speaks of these: a thread does two places then.
    fn tiles(&self) -> impl Iterator<Item = (&String, i128)> {
        let halves = self.tiles.iter().map(|(b, n)| (b, n / 2));
        let halves = halves.filter(|(_, n)| self.numbers.contains(n));
        self.tiles.iter().map(|(b, n)| (b, *n)).chain(halves)
    }

    /// That blocks are no larger than tiles in any dimension.
    fn whole_tiles(&self) -> Option<String> {
        let mut smallest = self.tiles.clone();
        smallest.dedup_by(|next, kept| next.0 == kept.0);
        let all: Vec<String> = smallest.iter().map(|(b, n)| format!("{b} <= {n}")).collect();
        (!all.is_empty()).then(|| all.join(" && "))
    }

    /// Rows are no shorter than what is in them, and planes hold all their rows.
    fn planes(&self) -> Vec<String> {
        let strides: Vec<&String> = self.params.iter().filter(|p| self.is_stride(p)).collect();
        let bounds = || self.params.iter().filter(|p| self.bounds.contains(p));
        let mut all = Vec::new();
        for row in &strides {
            for plane in strides.iter().filter(|plane| *plane != row) {
                for n in bounds() {
                    let rows = bounds().filter(|m| *m != n);
                    all.extend(rows.map(|m| format!("{row} >= {n} && {plane} >= {m} * {row}")));
                }
            }
        }
        all
    }

    /// What the blocks of a row do together.
    fn covers(&self) -> Vec<String> {
        let tile = |g: &String| {
            let tile = self.tiles.iter().find(|(b, _)| axis(b) == axis(g));
            tile.map(|(_, n)| format!("{n} * {g}"))
        };
        let totals = self.totals.iter().cloned();
        self.grids.iter().filter_map(tile).chain(totals).collect()
    }

    /// How far apart elements may lie.
    fn scales(&self) -> impl Iterator<Item = &i128> {
        self.numbers.iter().filter(|n| **n <= LARGEST_ELEMENT)
    }

    /// Parameters that say how much there is.
    fn sizes(&self) -> impl Iterator<Item = &String> {
        self.params.iter().filter(|p| !self.flags.contains(*p))
    }

    /// Rows that lie so far apart are no shorter than that.
    fn is_stride(&self, p: &String) -> bool {
        self.strides.contains(p) && !self.divisors.contains(p) && !self.bounds.contains(p)
    }

    fn positive_sizes(&self) -> String {
        let positive: Vec<String> = self.sizes().map(|p| format!("{p} >= 1")).collect();
        positive.join(" && ")
    }

    /// That all sizes are positive, and multiples of what they are divided by.
    fn positive_and(&self, exact: &[&Vec<String>]) -> Option<String> {
        let exact: Vec<&str> = exact
            .iter()
            .flat_map(|all| all.iter())
            .map(String::as_str)
            .collect();
        let positive = Some(self.positive_sizes()).filter(|all| !all.is_empty());
        let all = positive.as_deref().into_iter().chain(exact.iter().copied());
        (!exact.is_empty()).then(|| all.collect::<Vec<_>>().join(" && "))
    }

    /// Blocks of the sizes that the code's numbers suggest: tiles, the largest and of these squares first, and whole warps.
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
                // A block of a few rows is none that a tile is written for.
                pairs.sort_by_key(|(a, b)| (**a.min(b) < LEAST_ROWS, Reverse(**a * **b), a != b));
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
        let [mut divisors, mut flags, mut bounds] = [const { BTreeSet::<VarId>::new() }; 3];
        for e in kernel.exprs() {
            e.walk(&mut |e| match &e.kind {
                ExprKind::Geometry(g) => {
                    read.insert(*g);
                }
                ExprKind::Int(n) => {
                    numbers.insert(*n);
                }
                ExprKind::Binary(BinOp::Div | BinOp::Rem, of, by) => {
                    divisors.extend(of.variables());
                    divisors.extend(by.variables());
                }
                ExprKind::Cmp(op, a, b) => {
                    for (side, other) in [(a, b), (b, a)] {
                        bounds.extend(variable(other));
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
        let elements = |object: &Object| {
            let bytes = i128::from(object.elem.bytes().max(1));
            object.size.map(|size| i128::from(size) / bytes)
        };
        numbers.extend(kernel.objects.iter().filter_map(elements));
        let shared = kernel
            .objects
            .iter()
            .filter(|object| object.space == Space::Shared);
        let arrays: BTreeSet<i128> = shared.filter_map(elements).filter(|n| *n >= WARP).collect();
        numbers.retain(|n| (2..=1 << 16).contains(n));
        let [mut blocks, mut grids, mut totals, mut rows] = [const { Vec::new() }; 4];
        // No launch is behind a construct of a directive: nobody can choose its shape.
        for d in Dim::ALL.into_iter().filter(|_| kernel.construct.is_none()) {
            let i = d as usize;
            let reads = |a, b| read.contains(&a) || read.contains(&b) || d == Dim::X;
            let block = config.block[i].is_none() && reads(Geometry::ThreadIdx(d), Geometry::BlockDim(d));
            let grid = config.grid[i].is_none() && reads(Geometry::BlockIdx(d), Geometry::GridDim(d));
            let (b, g, total) = names(kernel.language, d);
            if block || grid {
                totals.push(total);
            }
            // What is left to ranks is taken to be 1 anyway.
            let block = block && !kernel.leaves_to_ranks(d);
            match block && d != Dim::X && !kernel.tells_apart(d) {
                true => rows.push(format!("{b} == 1")),
                false => blocks.extend(block.then_some(b)),
            }
            grids.extend(grid.then_some(g));
        }
        let is_free = |n: u32| config.args.iter().all(|(fixed, _)| *fixed != n);
        let free = (0..).zip(&kernel.params).filter(|(n, _)| is_free(*n));
        let free: Vec<&Param> = free.map(|(_, p)| p).collect();
        let integers = free.iter().filter(|p| matches!(p.ty, Ty::Int { .. }));
        let mut params: Vec<&Param> = integers.copied().collect();
        let divided = kernel.params.iter().filter(|p| divisors.contains(&p.var));
        let factors = Parts::of_addresses(kernel, true).factors;
        let parts = Parts::of_addresses(kernel, false);
        // What has a say in where is written comes first: not all are used.
        params.sort_by_key(|p| !(factors.contains(&p.var) || bounds.contains(&p.var)));
        let multiplied = kernel.params.iter().filter(|p| factors.contains(&p.var));
        let compared_with = kernel.params.iter().filter(|p| bounds.contains(&p.var));
        let branched = kernel.params.iter().filter(|p| flags.contains(&p.var));
        let among = |of: &BTreeSet<VarId>| -> Vec<String> {
            let named = params.iter().filter(|p| of.contains(&p.var));
            named.map(|p| p.name.clone()).take(MAX_FACTORS).collect()
        };
        let (rows_apart, places) = (among(&parts.factors), among(&parts.addends));
        let column = |k: &String| {
            let others = rows_apart.iter().filter(move |n| *n != k);
            others.map(|n| [k.clone(), n.clone()]).collect::<Vec<_>>()
        };
        let (groups, quotients) = quotients(kernel);
        let lanes = lanes(kernel);
        let of_free = |(d, n): (Dim, i128)| -> Vec<(String, i128)> {
            let (b, _, _) = names(kernel.language, d);
            // So many groups of threads have a place each.
            let of_groups = lanes
                .iter()
                .map(|lanes| n * lanes)
                .filter(|n| d == Dim::X && *n <= MAX_THREADS);
            let mut sizes: Vec<i128> = of_groups.collect();
            if sizes.is_empty() {
                sizes.push(n);
            }
            let sizes = sizes.into_iter().filter(|_| blocks.contains(&b));
            sizes.map(|n| (b.clone(), n)).collect()
        };
        Material {
            tiles: tiles(kernel).into_iter().flat_map(of_free).collect(),
            width: config.block[0],
            groups,
            quotients,
            columns: places.iter().flat_map(column).collect(),
            flat: Some(rows.join(" && "))
                .filter(|all| !all.is_empty())
                .into_iter()
                .collect(),
            tells_blocks_apart: kernel.tells_blocks_apart(),
            is_guarded: is_guarded(kernel),
            arrays: arrays.into_iter().take(MAX_NUMBERS).collect(),
            bounds: compared_with.map(|p| p.name.clone()).collect(),
            flags: branched.map(|p| p.name.clone()).collect(),
            strides: multiplied.map(|p| p.name.clone()).collect(),
            divisors: divided.map(|p| p.name.clone()).collect(),
            params: params.iter().map(|p| p.name.clone()).take(MAX_PARAMS).collect(),
            free: free.iter().map(|p| p.name.clone()).collect(),
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

/// The dimension that a size of the launch is of, by its name.
fn axis(name: &str) -> Option<&str> {
    name.rsplit(['.', '(']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_a_form_stands_for_something() {
        let none = Material::default();
        for (form, _) in FORMS {
            let letters = form.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
            for (letter, _) in letters {
                assert!(none.of_kind(letter).is_some(), "`{letter}` of `{form}`");
            }
        }
        assert!(none.of_kind("nothing").is_none());
    }
}
