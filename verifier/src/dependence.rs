//! Whether what was found depends on what host code computes in a way that is not followed.
//!
//! The program may hand over one value of such a parameter, or few: a launch with another is none of its. What needs no particular value
//! is its error all the same: the parameter has no say in which way threads go, nor in the places that they touch, or every value that is
//! tried shows it.

use crate::config::Configuration;
use crate::extents;
use crate::replay::{self, Inputs, Limits};
use kverify_frontend::ir::Loc;
use kverify_frontend::ir::effect::{Extent, Touch};
use kverify_frontend::ir::points_to::{PointsTo, Targets};
use kverify_frontend::ir::{Expr, Kernel, ObjectId, Stmt, StmtKind, Ty, Unclear, VarId};
use kverify_smt::answer::{Approximation, Finding};
use std::collections::BTreeSet;

/// What a finding leans on if the value of a parameter shows it that the program may never hand over; `inputs` show the finding.
pub fn doubt(
    kernel: &Kernel,
    configuration: &Configuration,
    finding: &Finding,
    inputs: &Inputs,
    limits: &Limits,
) -> Option<Approximation> {
    let index = |unclear: &Unclear| kernel.params.iter().position(|p| p.name == unclear.name);
    // A buffer of the host's own is as large as the callers of its function make it, and they hand over what fits.
    let is_asked = extents::is_by_host(&configuration.config, finding);
    let given: Vec<Unclear> = (configuration.given.iter().filter(|_| is_asked))
        .filter(|name| configuration.unclear.iter().all(|known| known.name != **name))
        .map(|name| Unclear {
            name: name.clone(),
            line: None,
            alone: true,
            relation: None,
        })
        .collect();
    let unclear = configuration.unclear.iter().chain(&given);
    let unclear: Vec<(usize, &Unclear)> = unclear.filter_map(|u| Some((index(u)?, u))).collect();
    let leans = |(n, _): &&(usize, &Unclear)| {
        extents::depends(kernel, &configuration.config, finding, *n)
            || Influence::of(kernel, kernel.params[*n].var).reaches(finding)
    };
    let leaning: Vec<&(usize, &Unclear)> = unclear.iter().filter(leans).collect();
    if leaning.is_empty() {
        return None;
    }
    // What others are computed from as well may fit them in every launch.
    let are_alone = leaning.iter().all(|(_, unclear)| unclear.alone);
    let params: Vec<u32> = leaning.iter().map(|(n, _)| *n as u32).collect();
    let others = others(kernel, inputs, &params);
    if are_alone && replay::all_show(kernel, &configuration.config, finding, &others, limits) {
        return None;
    }
    let said = |(_, unclear): &&(usize, &Unclear)| match &unclear.line {
        Some(line) => format!("`{}` in {line}", unclear.name),
        None => format!("`{}`", unclear.name),
    };
    let said = |given: bool| {
        let some = leaning
            .iter()
            .filter(|(_, u)| configuration.given.contains(&u.name) == given);
        some.map(said).collect::<Vec<String>>().join(" and ")
    };
    let message = match (said(false).as_str(), said(true).as_str()) {
        ("", names) => {
            format!("callers that nobody shows give the host {names}: they need not give it such a value")
        }
        (names, _) => {
            format!(
                "the host computes {names} in a way that is not followed: it need not hand over such a value"
            )
        }
    };
    Some(Approximation {
        message,
        loc: Loc {
            span: kernel.span,
            call: None,
        },
    })
}

/// The launch with other values for each of these parameters, and for all of them.
fn others(kernel: &Kernel, inputs: &Inputs, params: &[u32]) -> Vec<Inputs> {
    const NEAR: i128 = 10;
    const FAR: [i128; 10] = [64, 100, 128, 255, 256, 257, 512, 1000, 1024, 4096];
    let sizes = inputs
        .block_dim
        .iter()
        .chain(&inputs.grid_dim)
        .map(|n| i128::from(*n));
    let scalars = inputs
        .scalars
        .iter()
        .filter_map(|(_, bits)| i128::try_from(*bits).ok());
    let near = sizes
        .chain(scalars)
        .flat_map(|n| (n - NEAR..=n + NEAR).chain([2 * n, n / 2]));
    let mut values: Vec<i128> = (1..=4 * NEAR).chain(FAR).chain(near).filter(|n| *n > 0).collect();
    values.sort_unstable();
    values.dedup();
    let each = params.iter().map(std::slice::from_ref);
    let groups: Vec<&[u32]> = each.chain((params.len() > 1).then_some(params)).collect();
    let with = |group: &[u32], value: i128| -> Option<Inputs> {
        let mut changed = inputs.clone();
        for n in group {
            let Ty::Int { bits, signed } = kernel.params.get(*n as usize)?.ty else {
                return None;
            };
            let most = (1_i128 << (bits - u8::from(signed)).min(126)) - 1;
            changed.scalars.retain(|(given, _)| given != n);
            changed
                .scalars
                .push((*n, u128::try_from(value).ok().filter(|_| value <= most)?));
        }
        Some(changed)
    };
    let all = groups
        .iter()
        .flat_map(|group| values.iter().map(move |value| (*group, *value)));
    all.filter_map(|(group, value)| with(group, value)).collect()
}

/// What a parameter has a say in.
struct Influence<'k> {
    kernel: &'k Kernel,
    points_to: PointsTo,
    vars: BTreeSet<VarId>,
    objects: BTreeSet<ObjectId>,
    /// It may be anywhere in memory.
    anywhere: bool,
}

impl<'k> Influence<'k> {
    fn of(kernel: &'k Kernel, param: VarId) -> Self {
        let mut influence = Influence {
            kernel,
            points_to: PointsTo::of(kernel),
            vars: [param].into(),
            objects: BTreeSet::new(),
            anywhere: false,
        };
        let mut grows = true;
        while grows {
            grows = false;
            for stmt in kernel.blocks.iter().flat_map(|block| &block.stmts) {
                grows |= influence.pass(stmt);
            }
        }
        influence
    }

    /// Whether a statement hands it on to something new.
    fn pass(&mut self, stmt: &Stmt) -> bool {
        let effects = stmt.effects(self.kernel);
        let takes = stmt.exprs().into_iter().any(|e| self.is_in(e))
            || effects.reads().any(|touch| self.is_read_by(touch));
        if !takes {
            return false;
        }
        let before = (self.vars.len(), self.objects.len(), self.anywhere);
        self.vars.extend(stmt.defs());
        for touch in effects.accesses.iter().filter(|touch| touch.writes) {
            let targets = self.targets(touch);
            match targets.these() {
                Some(objects) => self.objects.extend(objects),
                None => self.anywhere = true,
            }
        }
        before != (self.vars.len(), self.objects.len(), self.anywhere)
    }

    /// All that an access may touch.
    fn targets(&self, touch: &Touch<'_>) -> Targets {
        let targets = self.points_to.touched(touch);
        match touch.extent {
            Extent::Reachable => self.points_to.reachable(&targets),
            Extent::Scalar(_) | Extent::Bytes(_) => targets,
        }
    }

    fn is_read_by(&self, touch: &Touch<'_>) -> bool {
        let is_read = |objects: &BTreeSet<ObjectId>| !objects.is_disjoint(&self.objects);
        self.anywhere
            || match self.targets(touch).these() {
                Some(objects) => is_read(objects),
                None => !self.objects.is_empty(),
            }
    }

    fn is_in(&self, e: &Expr) -> bool {
        e.variables().iter().any(|v| self.vars.contains(v))
    }

    /// Whether it has a say in where threads go or meet, or in the places that the finding speaks of.
    fn reaches(&self, finding: &Finding) -> bool {
        let at_finding = |stmt: &Stmt| finding.places.iter().any(|place| place.loc == stmt.loc);
        let has_say = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Assign { .. } | StmtKind::Print { .. } | StmtKind::Fence { .. } => false,
            StmtKind::AsyncWait { .. } | StmtKind::AsyncCommit => false,
            StmtKind::Load { .. }
            | StmtKind::Store { .. }
            | StmtKind::Atomic(_)
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. } => at_finding(stmt) && self.is_place(stmt),
            StmtKind::Barrier(_)
            | StmtKind::Collective(_)
            | StmtKind::Assume(_)
            | StmtKind::Assert(_)
            | StmtKind::Invariant(_)
            | StmtKind::Presume { .. }
            | StmtKind::Phase(_)
            | StmtKind::Hole { .. }
            | StmtKind::UnderWay(_) => stmt.exprs().into_iter().any(|e| self.is_in(e)),
        };
        let mut blocks = self.kernel.blocks.iter();
        blocks.any(|block| {
            block.term.cond().is_some_and(|cond| self.is_in(cond)) || block.stmts.iter().any(has_say)
        })
    }

    /// Whether it has a say in where an access is.
    fn is_place(&self, stmt: &Stmt) -> bool {
        let effects = stmt.effects(self.kernel);
        effects.accesses.iter().any(|touch| {
            let extent = match touch.extent {
                Extent::Bytes(bytes) => self.is_in(bytes),
                Extent::Scalar(_) | Extent::Reachable => false,
            };
            extent || self.is_in(touch.addr)
        })
    }
}
