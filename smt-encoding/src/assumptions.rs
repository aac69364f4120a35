//! What an analysis takes for granted: launch shape, device limits, the user's facts, and what to call them.

use crate::answer::{Arith, Assumption, Config, Taken, Unknown};
use crate::checks::Trusted;
use crate::objects::reads_textures;
use crate::pair::Solver;
use crate::ssa::{Machine, State};
use crate::term::{Node, Range, TermId};
use crate::z3::{Encoding, Outcome};
use kverify_frontend::ir::{
    BinOp, CmpOp, Dim, Expr, ExprKind, Geometry, Kernel, Language, Object, ObjectId, ObjectSource, Scope,
    Space, Stmt, StmtKind, Ty, VarId,
};
use std::collections::BTreeSet;

/// The launch's dimensions as far as they are constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Threads of a block.
    pub block: [Option<u64>; 3],
    /// Blocks.
    pub grid: [Option<u64>; 3],
    /// Whether the kernel reads the global offset and it is taken to be 0.
    assumed_offset: bool,
    /// Dimensions taken to be 1 because the kernel never reads them: `blockDim.y`, …
    assumed_unit: Vec<String>,
    /// Some of these are read for ranks of threads, in a kernel that tells threads apart by x.
    in_ranks: bool,
    /// Whether an OpenCL kernel reads the size of a sub-group or waits for one, which CUDA fixes and OpenCL does not.
    reads_sub_groups: bool,
}

impl Shape {
    /// Dimensions from the configuration; those that are free and never read are 1.
    pub fn new(kernel: &Kernel, config: &Config) -> Shape {
        let mut read: BTreeSet<Geometry> = BTreeSet::new();
        kernel.exprs().for_each(|e| collect(e, &mut read));
        let mut said: BTreeSet<Geometry> = BTreeSet::new();
        config.assumes.iter().for_each(|a| collect(&a.holds, &mut said));
        let in_ranks = |d| {
            let of_block = |g: &Geometry| *g == Geometry::ThreadIdx(d) || *g == Geometry::BlockDim(d);
            kernel.leaves_to_ranks(d) && !said.iter().any(of_block)
        };
        let own = read.clone();
        read.extend(&said);
        let mut shape = Shape {
            block: config.block,
            grid: config.grid,
            assumed_unit: Vec::new(),
            in_ranks: false,
            reads_sub_groups: kernel.language == Language::OpenCl
                && (read.contains(&Geometry::WarpSize) || has_sub_group_barrier(kernel)),
            assumed_offset: Dim::ALL.iter().any(|&d| {
                read.contains(&Geometry::GlobalOffset(d)) && !crate::ssa::assumes_offset(config, d)
            }),
        };
        for d in Dim::ALL {
            let (i, axis) = (d as usize, ["x", "y", "z"][d as usize]);
            let uses = |a, b| read.contains(&a) || read.contains(&b);
            // One dimension must be left to have threads in: a kernel that reads none has several threads in x.
            let reads = uses(Geometry::ThreadIdx(d), Geometry::BlockDim(d));
            if shape.block[i].is_none() && d != Dim::X && (!reads || in_ranks(d)) {
                shape.block[i] = Some(1);
                shape.assumed_unit.push(format!("blockDim.{axis}"));
                shape.in_ranks |=
                    own.contains(&Geometry::ThreadIdx(d)) || own.contains(&Geometry::BlockDim(d));
            }
            let clustered = kernel.cluster.is_some_and(|sizes| sizes[i] > 1);
            let reads = uses(Geometry::BlockIdx(d), Geometry::GridDim(d)) || clustered;
            if shape.grid[i].is_none() && !reads && d != Dim::X {
                shape.grid[i] = Some(1);
                shape.assumed_unit.push(format!("gridDim.{axis}"));
            }
        }
        shape
    }

    /// The dimensions that are taken to be 1 because the kernel never reads them.
    pub fn taken_as_one(&self) -> &[String] {
        &self.assumed_unit
    }

    /// In which dimensions a block has one thread.
    pub fn flat(&self) -> [bool; 3] {
        self.block.map(|n| n == Some(1))
    }
}

fn collect(e: &Expr, read: &mut BTreeSet<Geometry>) {
    e.walk(&mut |e| {
        if let ExprKind::Geometry(g) = e.kind {
            read.insert(g);
        }
    });
}

/// `config` with the values of the parameters that assumptions pin: `n == 64`, by the user or where the kernel starts.
pub fn with_pinned(kernel: &Kernel, config: &Config) -> Config {
    let mut config = config.clone();
    let mut changed: BTreeSet<VarId> = BTreeSet::new();
    let mut pinned: Vec<(u32, i128)> = Vec::new();
    for assumed in &config.assumes {
        pin(kernel, &assumed.holds, &changed, &mut pinned);
    }
    // Up to where the threads part or wait, all of them come by.
    let once = kernel
        .blocks
        .iter()
        .all(|b| !b.term.targets().contains(&kernel.entry));
    let first: &[Stmt] = if once {
        &kernel.blocks[kernel.entry].stmts
    } else {
        &[]
    };
    for s in first {
        if let StmtKind::Assume(e) = &s.kind {
            pin(kernel, e, &changed, &mut pinned);
        } else if matches!(
            s.kind,
            StmtKind::Assign { .. } | StmtKind::Load { .. } | StmtKind::Store { .. }
        ) {
            changed.extend(s.defs());
        } else {
            break;
        }
    }
    for (n, v) in pinned {
        if config.args.iter().all(|(m, _)| *m != n) {
            config.args.push((n, v));
        }
    }
    config
}

/// The parameters that `e` says are constants, but for those that were assigned to.
fn pin(kernel: &Kernel, e: &Expr, changed: &BTreeSet<VarId>, out: &mut Vec<(u32, i128)>) {
    if let ExprKind::Binary(BinOp::And, a, b) = &e.kind
        && e.ty == Ty::Bool
    {
        pin(kernel, a, changed, out);
        pin(kernel, b, changed, out);
    } else if let ExprKind::Cmp(CmpOp::Eq, a, b) = &e.kind {
        for (x, y) in [(a, b), (b, a)] {
            if let (ExprKind::Var(v), ExprKind::Int(k)) = (&unwidened(x).kind, &y.kind)
                && !changed.contains(v)
                && let Some(n) = kernel.params.iter().position(|p| p.var == *v)
                && Range::of(kernel.params[n].ty).contains(*k)
                && let Ok(n) = u32::try_from(n)
            {
                out.push((n, *k));
            }
        }
    }
}

/// What an integer's cast that loses no bits was made from.
fn unwidened(e: &Expr) -> &Expr {
    if let ExprKind::Cast(inner) = &e.kind
        && let (Ty::Int { bits, .. }, Ty::Int { bits: from, .. }) = (e.ty, inner.ty)
        && (from == bits || Range::of(e.ty).includes(Range::of(inner.ty)))
    {
        return unwidened(inner);
    }
    e
}

/// Facts that every query may use: the device's limit of threads a block, and whole clusters.
pub fn limits(machine: &mut Machine<'_>) -> Vec<TermId> {
    let mut out = Vec::new();
    let dims = Dim::ALL.map(|d| machine.geometry(Geometry::BlockDim(d)));
    let terms = &mut machine.terms;
    let free = dims.iter().filter(|&&d| terms.as_int(d).is_none()).count();
    let most = i128::from(machine.kernel.most_threads());
    if machine.kernel.language == Language::Cuda
        && (free > 1 || (free == 1 && machine.kernel.max_threads.is_some()))
    {
        let product = terms.mul(dims[0], dims[1]);
        let product = terms.mul(product, dims[2]);
        let most = terms.int(most);
        let c = terms.le(product, most);
        out.push(c);
    }
    // The grid is made of whole clusters (CUDA C++ Programming Guide, "Thread Block Clusters").
    for (d, size) in Dim::ALL
        .into_iter()
        .zip(machine.kernel.cluster.into_iter().flatten())
    {
        let grid = machine.geometry(Geometry::GridDim(d));
        let terms = &mut machine.terms;
        let rest = terms.floor_mod(grid, size.into());
        let zero = terms.int(0);
        out.push(terms.eq(rest, zero));
    }
    out.retain(|&c| machine.terms.as_bool(c) != Some(true));
    out
}

/// What the user or a contract states of launches and parameters, conjunct by conjunct.
pub fn stated_facts(machine: &mut Machine<'_>) -> Vec<TermId> {
    let state = machine.initial_state();
    let assumes = machine.config.assumes.clone();
    let mut out = Vec::new();
    for assumed in &assumes {
        let c = machine.condition(&state, &assumed.holds);
        out.extend(machine.terms.conjuncts(c));
    }
    out.retain(|&c| machine.terms.as_bool(c) != Some(true));
    out
}

/// The first query: can the assumptions hold at all? A proof under contradictory ones would be worth nothing.
pub fn vacuous(machine: &mut Machine<'_>, solver: &mut Solver) -> Option<Unknown> {
    let mut facts = solver.limits.clone();
    facts.extend(entry_assumptions(machine));
    facts.retain(|&c| machine.terms.as_bool(c) != Some(true));
    if facts.is_empty() {
        return None;
    }
    let viewed: Vec<TermId> = facts
        .iter()
        .map(|&f| solver.view(&mut machine.terms, f).0)
        .collect();
    let message = match solver.ask(&machine.terms, &viewed, Encoding::Int, machine.config.rlimit) {
        Outcome::Sat(_) => return None,
        Outcome::Unsat => {
            "the assumptions contradict each other: no launch satisfies them (vacuous)".to_owned()
        }
        Outcome::Unknown(_) => {
            match solver.ask(&machine.terms, &facts, Encoding::Bv, machine.config.rlimit) {
                Outcome::Sat(_) => return None,
                Outcome::Unsat => {
                    "the assumptions contradict each other: no launch satisfies them (vacuous)".to_owned()
                }
                Outcome::Unknown(why) => {
                    format!("whether the assumptions can hold together was not decided ({why})")
                }
            }
        }
    };
    Some(Unknown {
        message: format!("{message}; check --assume, __requires and the launch sizes"),
        loc: None,
    })
}

/// Tells the machine which terms the assumptions say are powers of two, `x & (x - 1) == 0`.
pub fn note_powers(machine: &mut Machine<'_>, solver: &mut Solver) {
    let mut facts = solver.limits.clone();
    facts.extend(entry_assumptions(machine));
    for fact in facts {
        let fact = solver.view(&mut machine.terms, fact).0;
        for c in machine.terms.conjuncts(fact) {
            if let Node::Eq0(rest) = *machine.terms.node(c)
                && let Some(x) = machine.terms.without_lowest_bit(rest)
            {
                machine.powers.push(x);
                // 2ᵏ·y is a power of two only if y is one.
                if let (&[(y, c)], 0) = (&machine.terms.linear(x).0[..], machine.terms.linear(x).1)
                    && c.count_ones() == 1
                    && c > 1
                {
                    machine.powers.push(y);
                }
            }
        }
    }
}

/// Conditions assumed at the kernel's start, before any branch.
fn entry_assumptions(machine: &mut Machine<'_>) -> Vec<TermId> {
    let mut state: State = machine.initial_state();
    let kernel = machine.kernel;
    let stmts: &[Stmt] = &kernel.blocks[kernel.entry].stmts;
    let mut out = Vec::new();
    for s in stmts {
        if let StmtKind::Assume(e) = &s.kind {
            out.push(machine.condition(&state, e));
        }
        // What else it assigns has any value.
        s.defs().iter().for_each(|v| {
            state.env.remove(v);
        });
        if let Some((dst, value)) = s.assignment() {
            let v = machine.value(&state, value);
            state.env.insert(dst, v);
        }
    }
    out
}

/// Whether work-items wait for their sub-group only.
fn has_sub_group_barrier(kernel: &Kernel) -> bool {
    let mut stmts = kernel.blocks.iter().flat_map(|b| &b.stmts);
    stmts.any(|s| matches!(&s.kind, StmtKind::Barrier(b) if b.scope == Scope::Warp))
}

/// Lines of `__requires`, `__builtin_assume` and their like.
fn stated(kernel: &Kernel) -> BTreeSet<u32> {
    kernel
        .blocks
        .iter()
        .flat_map(|b| &b.stmts)
        .filter(|s| matches!(s.kind, StmtKind::Assume(_)))
        .map(|s| s.loc.span.line)
        .collect()
}

/// Whether a kernel writes memory, and reads some through textures or images: what these lead to is none of its objects.
pub fn writes_beside_textures(machine: &Machine<'_>) -> bool {
    let mut objects = machine.kernel.objects.iter_enumerated();
    objects.any(|(id, o)| o.space == Space::Global && machine.objects.usage(id).written)
        && reads_textures(machine.kernel)
}

/// Whether a parameter's memory is constant to the kernel (OpenCL C 3.0, 6.7.4), while it writes that of others.
pub fn writes_beside_constants(machine: &Machine<'_>) -> bool {
    let objects = || machine.kernel.objects.iter_enumerated();
    let is_constant = |o: &Object| matches!(o.source, ObjectSource::Param(_)) && o.space == Space::Constant;
    objects().any(|(id, o)| is_constant(o) && machine.objects.canonical(id) == id)
        && objects().any(|(id, o)| o.space == Space::Global && machine.objects.usage(id).written)
}

/// The assumptions that the answer rests on.
///
/// `overflow` is there if some proof took index arithmetic not to overflow, with the launch in which it does, if one is known.
pub fn used(
    machine: &Machine<'_>,
    shape: &Shape,
    overflow: Option<&Option<String>>,
    trusted: &Trusted,
) -> Vec<Assumption> {
    let kernel = machine.kernel;
    let mut out: BTreeSet<Assumption> = BTreeSet::new();
    let mut say = |id: Taken, text: String| {
        out.insert(Assumption { id, text });
    };
    let placed = |n: u32| {
        let mut overlaps = machine.config.overlaps.iter();
        overlaps.any(|overlap| overlap.param == n && overlap.bytes.is_some())
    };
    let is_buffer = |o: &&Object| {
        matches!(o.source, ObjectSource::Param(n) if !placed(n))
            && matches!(o.space, Space::Global | Space::Constant)
    };
    let params: Vec<&str> = kernel
        .objects
        .iter()
        .filter(is_buffer)
        .map(|o| o.name.as_str())
        .collect();
    let written = kernel
        .objects
        .iter_enumerated()
        .any(|(id, o)| matches!(o.source, ObjectSource::Param(_)) && machine.objects.usage(id).written);
    if params.len() > 1 && written && !machine.config.may_alias {
        let names = params
            .iter()
            .map(|n| format!("`{n}`"))
            .collect::<Vec<_>>()
            .join(", ");
        say(
            Taken::NoAlias,
            format!("the buffers behind {names} do not overlap (drop with --may-alias)"),
        );
    }
    if writes_beside_textures(machine) && !machine.config.may_alias {
        let text =
            "the kernel writes nothing that it reads through textures or images (drop with --may-alias)";
        say(Taken::NoAlias, text.to_owned());
    }
    let variables = kernel
        .objects
        .iter_enumerated()
        .filter(|(_, o)| o.source == ObjectSource::Variable && o.space == Space::Global);
    let (names, usages): (Vec<String>, Vec<bool>) = variables
        .map(|(id, o)| (format!("`{}`", o.name), machine.objects.usage(id).written))
        .unzip();
    if !params.is_empty() && !names.is_empty() && (written || usages.contains(&true)) {
        say(
            Taken::SeparateVariables,
            format!("no argument points into {}", names.join(", ")),
        );
    }
    if !kernel.unseen.is_empty() {
        let names: Vec<String> = kernel.unseen.iter().map(|name| format!("`{name}`")).collect();
        say(
            Taken::UnseenCallees,
            format!(
                "{} (no definition was read) writes only what it is handed, and waits for no other thread",
                names.join(", ")
            ),
        );
    }
    if trusted.callees {
        let names: Vec<String> = kernel.callees.iter().map(|name| format!("`{name}`")).collect();
        say(
            Taken::KnownCallees,
            format!(
                "what is called through a pointer is one of the functions whose address this file takes: {}",
                names.join(", ")
            ),
        );
    }
    let initial = kernel.objects.iter().filter(|o| o.init_assumed);
    let names: Vec<String> = initial.map(|o| format!("`{}`", o.name)).collect();
    if !names.is_empty() {
        say(
            Taken::InitialValue,
            format!(
                "no host code elsewhere and no earlier launch has written {}: what the initialiser says is there when the \
                 kernel starts",
                names.join(", ")
            ),
        );
    }
    if let Some(launch) = overflow {
        let what = match machine.config.arith {
            // All else is decided exactly then.
            Arith::Bv => "atomic counters do not overflow",
            _ => "index arithmetic does not overflow (decide with --arith bv)",
        };
        let text = match launch {
            Some(launch) => format!("{what}; the smallest launch found where it does: {launch}"),
            None => what.to_owned(),
        };
        say(Taken::NoOverflow, text);
    }
    if !shape.assumed_unit.is_empty() {
        let names = shape.assumed_unit.join(", ");
        let (are, them) = match shape.assumed_unit.len() {
            1 => ("is", "it"),
            _ => ("are", "them"),
        };
        say(
            Taken::UnitDimension,
            match shape.in_ranks {
                true => format!(
                    "{names} {are} 1: the kernel reads threadIdx.x, and {them} in ranks of threads at most (set with --block, --grid)"
                ),
                false => format!("{names} {are} 1: the kernel never reads {them} (set with --block, --grid)"),
            },
        );
    }
    if shape.assumed_offset {
        say(
            Taken::ZeroOffset,
            "the launch's global offset is 0 (allow others with --assume 'get_global_offset(0) >= 0')".into(),
        );
    }
    if !trusted.bounds.is_empty() {
        let places: Vec<String> = trusted
            .bounds
            .iter()
            .map(|(line, name)| format!("`{name}` in line {line}"))
            .collect();
        let places = places.join(", ");
        say(
            Taken::InBounds,
            format!("indices that depend on parameters or data stay within their arrays: {places}"),
        );
    }
    let lines = |of: &BTreeSet<u32>| of.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    if !trusted.claims.is_empty() {
        let lines = lines(&trusted.claims);
        say(
            Taken::Assertions,
            format!("assertions about parameters or data hold (line {lines}); nothing rests on them"),
        );
    }
    if !trusted.demands.is_empty() {
        let lines = lines(&trusted.demands);
        say(
            Taken::Operands,
            format!(
                "operands that depend on parameters, data or the launch are what their operations are defined for (line {lines})"
            ),
        );
    }
    if trusted.whole_warps {
        say(
            Taken::WholeWarps,
            "blockDim.x is a multiple of 32, as the kernel has each warp compute on a tile (set with --block)".to_owned(),
        );
    }
    if machine.config.cooperative.is_none() && !kernel.grid_barriers().is_empty() {
        say(
            Taken::CooperativeLaunch,
            "the kernel is launched with cudaLaunchCooperativeKernel: all blocks are there when the grid waits for itself".to_owned(),
        );
    }
    if !trusted.pointers.is_empty() {
        let lines = lines(&trusted.pointers);
        say(
            Taken::NotNull,
            format!("pointers chosen by parameters or data are not null where they are used (line {lines})"),
        );
    }
    if !trusted.zeroed.is_empty() {
        let name = |&object: &ObjectId| format!("`{}`", machine.objects.name(kernel, object));
        let names: BTreeSet<String> = trusted.zeroed.iter().map(name).collect();
        let names = Vec::from_iter(names);
        say(
            Taken::StartsAtZero,
            format!(
                "{} holds 0 where the kernel counts or waits in it, when it starts",
                names.join(", ")
            ),
        );
    }
    if machine.rows_assumed {
        say(
            Taken::DistinctRows,
            "pointers in different cells of an array point to buffers that overlap neither each other nor those of \
             parameters"
                .into(),
        );
    }
    if !machine.endless.is_empty() {
        let lines: Vec<String> = machine.endless.iter().map(u32::to_string).collect();
        say(
            Taken::Termination,
            format!(
                "every thread leaves the loops in these lines again: {}",
                lines.join(", ")
            ),
        );
    }
    let stated = stated(kernel);
    if !stated.is_empty() {
        let lines: Vec<String> = stated.iter().map(u32::to_string).collect();
        say(
            Taken::Stated,
            format!(
                "what the source assumes in these lines holds: {}",
                lines.join(", ")
            ),
        );
    }
    if machine.config.lockstep > 1 {
        say(
            Taken::Lockstep,
            format!(
                "groups of {} consecutive threads of a block run in lock-step (--lockstep)",
                machine.config.lockstep
            ),
        );
    }
    if shape.reads_sub_groups {
        say(
            Taken::SubGroupSize,
            "sub-groups have 32 work-items, consecutive ones".into(),
        );
    }
    for n in &machine.config.distinct {
        if let Some(p) = kernel.params.get(*n as usize) {
            say(Taken::User, format!("distinct({}) (--assume)", p.name));
        }
    }
    for n in &machine.config.monotone {
        if let Some(p) = kernel.params.get(*n as usize) {
            say(Taken::User, format!("monotone({}) (--assume)", p.name));
        }
    }
    for assumed in &machine.config.assumes {
        say(assumed.by, assumed.text.clone());
    }
    if kernel.language == Language::OpenCl {
        say(
            Taken::UniformWorkGroups,
            "the global size is a multiple of the work-group size in each dimension".into(),
        );
    }
    out.into_iter().collect()
}
