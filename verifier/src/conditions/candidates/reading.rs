//! What of a kernel conditions are made of.

use super::*;

/// Whether threads compare something that is not the same for all of them with a parameter.
pub(super) fn is_guarded(kernel: &Kernel) -> bool {
    let is_index = |e: &Expr| {
        matches!(
            e.kind,
            ExprKind::Geometry(Geometry::ThreadIdx(_) | Geometry::BlockIdx(_))
        )
    };
    let mut own: BTreeSet<VarId> = BTreeSet::new();
    let is_own = |e: &Expr, own: &BTreeSet<VarId>| {
        e.contains(&is_index) || e.variables().iter().any(|var| own.contains(var))
    };
    let statements = || kernel.blocks.iter().flat_map(|block| &block.stmts);
    let mut known = None;
    while known.replace(own.len()) != Some(own.len()) {
        for statement in statements() {
            if statement.exprs().into_iter().any(|e| is_own(e, &own)) {
                own.extend(statement.defs());
            }
        }
    }
    let is_param = |e: &Expr| {
        let var = variable(e);
        var.is_some_and(|var| kernel.params.iter().any(|p| p.var == var))
    };
    let mut found = false;
    for e in kernel.exprs() {
        e.walk(&mut |e| {
            if let ExprKind::Cmp(_, a, b) = &e.kind {
                found |= is_param(a) && is_own(b, &own) || is_param(b) && is_own(a, &own);
            }
        });
    }
    found
}

/// By what numbers blocks' own are multiplied, for each dimension, ascending.
pub(super) fn tiles(kernel: &Kernel) -> BTreeSet<(Dim, i128)> {
    let statements = || kernel.blocks.iter().flat_map(|block| &block.stmts);
    let mut given: HashMap<VarId, Vec<Option<Dim>>> = HashMap::new();
    for statement in statements() {
        let value = statement.assignment().and_then(|(_, value)| block_index(value));
        for var in statement.defs() {
            given.entry(var).or_default().push(value);
        }
    }
    let index = |e: &Expr| {
        let by_variable = || match given.get(&variable(e)?)?[..] {
            [only] => only,
            _ => None,
        };
        block_index(e).or_else(by_variable)
    };
    let mut found = BTreeSet::new();
    for e in kernel.exprs() {
        e.walk(&mut |e| {
            let tile = match &e.kind {
                ExprKind::Binary(BinOp::Mul, a, b) => {
                    let of = |a, b| Some((index(a)?, build::as_int(b)?));
                    of(a, b).or_else(|| of(b, a))
                }
                ExprKind::Binary(BinOp::Shl, a, b) => {
                    let by = build::as_int(b).filter(|by| (0..=10).contains(by));
                    index(a).zip(by.map(|by| 1 << by))
                }
                _ => None,
            };
            found.extend(tile.filter(|(_, n)| (2..=MAX_THREADS).contains(n)));
        });
    }
    found
}

/// Into groups of how many lanes a kernel divides the threads of a row.
pub(super) fn lanes(kernel: &Kernel) -> BTreeSet<i128> {
    let thread = Geometry::ThreadIdx(Dim::X);
    let mut threads: BTreeSet<VarId> = BTreeSet::new();
    let statements = kernel.blocks.iter().flat_map(|block| &block.stmts);
    for (var, value) in statements.filter_map(|stmt| stmt.assignment()) {
        threads.extend((geometry(value) == Some(thread)).then_some(var));
    }
    let is_thread =
        |e: &Expr| geometry(e) == Some(thread) || variable(e).is_some_and(|v| threads.contains(&v));
    let mut found = BTreeSet::new();
    for e in kernel.exprs() {
        e.walk(&mut |e| {
            let lanes = match &e.kind {
                ExprKind::Binary(BinOp::Div, of, by) if is_thread(of) => build::as_int(by),
                ExprKind::Binary(BinOp::Shr, of, by) if is_thread(of) => build::as_int(by)
                    .filter(|by| (1..=5).contains(by))
                    .map(|by| 1 << by),
                _ => None,
            };
            found.extend(lanes.filter(|n| (2..=WARP).contains(n) && n.count_ones() == 1));
        });
    }
    found
}

pub(super) fn geometry(e: &Expr) -> Option<Geometry> {
    match &e.kind {
        ExprKind::Geometry(g) => Some(*g),
        ExprKind::Cast(inner) => geometry(inner),
        _ => None,
    }
}

/// The dimension in which an expression is the block's own number, whatever its type.
pub(super) fn block_index(e: &Expr) -> Option<Dim> {
    match geometry(e)? {
        Geometry::BlockIdx(d) => Some(d),
        _ => None,
    }
}

/// What addresses are made of.
#[derive(Default)]
pub(super) struct Parts {
    /// Variables that multiply something.
    pub(super) factors: BTreeSet<VarId>,
    /// Variables that are added.
    pub(super) addends: BTreeSet<VarId>,
}

impl Parts {
    /// Those of the addresses of all accesses, or of writes only, and of what these are computed from.
    pub(super) fn of_addresses(kernel: &Kernel, of_writes: bool) -> Parts {
        let statements = || kernel.blocks.iter().flat_map(|block| &block.stmts);
        let mut definitions: HashMap<VarId, Vec<&Stmt>> = HashMap::new();
        for statement in statements() {
            for var in statement.defs() {
                definitions.entry(var).or_default().push(statement);
            }
        }
        let mut parts = Parts::default();
        let mut work: Vec<&Expr> = Vec::new();
        for statement in statements() {
            let effects = statement.effects(kernel);
            let accesses = effects.accesses.iter();
            work.extend(accesses.filter(|a| a.writes || !of_writes).map(|a| a.addr));
        }
        while let Some(e) = work.pop() {
            let mut found = Vec::new();
            e.walk(&mut |e| match &e.kind {
                ExprKind::Var(var) => found.push(*var),
                ExprKind::Binary(BinOp::Mul, a, b) => {
                    parts
                        .factors
                        .extend([a, b].into_iter().filter_map(|e| variable(e)));
                }
                ExprKind::Binary(BinOp::Add, a, b) => {
                    parts
                        .addends
                        .extend([a, b].into_iter().filter_map(|e| variable(e)));
                }
                ExprKind::PtrAdd(_, by) => parts.addends.extend(scaled(by)),
                _ => {}
            });
            // Each is followed once.
            let defining = found
                .iter()
                .flat_map(|var| definitions.remove(var).unwrap_or_default());
            work.extend(defining.flat_map(|s| s.exprs()));
        }
        parts
    }
}

/// The variable that an expression is, but for a number that it is multiplied by: the size of an element.
pub(super) fn scaled(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Binary(BinOp::Mul, a, b) => match (&a.kind, &b.kind) {
            (ExprKind::Int(_), _) => scaled(b),
            (_, ExprKind::Int(_)) => scaled(a),
            _ => None,
        },
        ExprKind::Cast(inner) => scaled(inner),
        _ => variable(e),
    }
}

/// `p % q == 0` for the parameters that the code divides by one another: those whose quotients something is taken apart by, and others.
pub(super) fn quotients(kernel: &Kernel) -> (Vec<String>, Vec<String>) {
    let named = |e: &Expr| {
        let var = variable(e)?;
        let param = kernel.params.iter().find(|p| p.var == var);
        param
            .filter(|p| matches!(p.ty, Ty::Int { .. }))
            .map(|p| p.name.as_str())
    };
    let quotient = |e: &Expr| match &e.kind {
        ExprKind::Binary(BinOp::Div, size, by) => {
            let (size, by) = (named(size)?, named(by)?);
            (size != by).then(|| format!("{size} % {by} == 0"))
        }
        _ => None,
    };
    let of = |e: &Expr| {
        let mut found = Vec::new();
        e.walk(&mut |e| found.extend(quotient(e)));
        found
    };
    let mut all: BTreeSet<String> = BTreeSet::new();
    let mut held: HashMap<VarId, Vec<String>> = HashMap::new();
    for statement in kernel.blocks.iter().flat_map(|block| &block.stmts) {
        for found in statement.exprs().into_iter().map(of) {
            for var in statement.defs() {
                held.entry(var).or_default().extend(found.iter().cloned());
            }
        }
    }
    let mut divisors: BTreeSet<String> = BTreeSet::new();
    for e in kernel.exprs() {
        e.walk(&mut |e| {
            all.extend(quotient(e));
            if let ExprKind::Binary(BinOp::Div | BinOp::Rem, _, by) = &e.kind {
                divisors.extend(of(by));
                let of_variables = by.variables().into_iter().filter_map(|var| held.get(&var));
                divisors.extend(of_variables.flatten().cloned());
            }
        });
    }
    all.into_iter()
        .take(MAX_FACTORS)
        .partition(|text| divisors.contains(text))
}

/// The variable that an expression is, whatever its type.
pub(super) fn variable(e: &Expr) -> Option<VarId> {
    match &e.kind {
        ExprKind::Var(var) => Some(*var),
        ExprKind::Cast(inner) => variable(inner),
        _ => None,
    }
}
