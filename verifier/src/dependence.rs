//! Whether what was found depends on what host code computes in a way that is not followed.
//!
//! The program may hand over one value of such a parameter, or few: a launch with another is none of its. What needs no particular value
//! is its error all the same: the parameter has no say in which way threads go, nor in the places that they touch, or every value that is
//! tried shows it.

mod shapes;

use self::shapes::{axes, in_other_shapes, others};
use crate::config::Configuration;
use crate::extents;
use crate::replay::{self, Fill, Inputs, Limits, Showing};
use kverify_frontend::ir::Loc;
use kverify_frontend::ir::effect::{Extent, Touch};
use kverify_frontend::ir::points_to::{PointsTo, Targets};
use kverify_frontend::ir::{
    BinOp, Expr, ExprKind, Kernel, ObjectId, Param, Space, Stmt, StmtKind, Unclear, VarId,
};
use kverify_smt::answer::{Approximation, Config, Finding, Kind};
use std::collections::BTreeSet;

/// Why a finding need not be one of the program.
pub struct Doubt {
    /// What it leans on.
    pub approximation: Approximation,
    /// It depends on what says how large the buffer is, and most sizes that are tried show it.
    pub often: bool,
}

/// What a finding leans on if the value of a parameter shows it that the program may never hand over; `inputs` show the finding.
pub fn doubt(
    kernel: &Kernel,
    configuration: &Configuration,
    finding: &Finding,
    inputs: &Inputs,
    limits: &Limits,
) -> Option<Doubt> {
    let index = |unclear: &Unclear| kernel.params.iter().position(|p| p.name == unclear.name);
    // A buffer of the host's own is as large as the callers of its function make it, and they hand over what fits.
    let is_asked = extents::is_by_host(&configuration.config, finding)
        || is_null(kernel, &configuration.config, finding);
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
            || !axes(kernel, &configuration.config, &[*n as u32]).is_empty()
    };
    let leaning: Vec<&(usize, &Unclear)> = unclear.iter().filter(leans).collect();
    if leaning.is_empty() {
        return None;
    }
    // What others are computed from as well may fit them in every launch.
    let are_alone = leaning.iter().all(|(_, unclear)| unclear.alone);
    let params: Vec<u32> = leaning.iter().map(|(n, _)| *n as u32).collect();
    // That a size is zero is no launch; a flag may be.
    let least = i128::from(!is_null(kernel, &configuration.config, finding));
    let shown_by = |params: &[u32]| {
        let others = others(kernel, inputs, params, least);
        let others = in_other_shapes(kernel, &configuration.config, params, others);
        replay::showing(kernel, &configuration.config, finding, &others, limits)
    };
    let is_size = |n: &u32| extents::depends(kernel, &configuration.config, finding, *n as usize);
    let besides: Vec<u32> = params.iter().copied().filter(|n| !is_size(n)).collect();
    let showing = match are_alone {
        true => shown_by(&params),
        false => Showing::Some,
    };
    if showing == Showing::All {
        return None;
    }
    // What else it leans on has no say: how long a loop before it runs.
    let are_sizes =
        || besides.is_empty() || besides.len() < params.len() && shown_by(&besides) == Showing::All;
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
    Some(Doubt {
        approximation: Approximation {
            message,
            loc: Loc {
                span: kernel.span,
                call: None,
            },
        },
        often: showing == Showing::Most && are_sizes(),
    })
}

/// What a finding leans on if most contents of memory do not show it, and a program whose code is there fills it; `inputs` show the
/// finding.
pub fn doubt_of_contents(
    kernel: &Kernel,
    configuration: &Configuration,
    finding: &Finding,
    inputs: &Inputs,
    limits: &Limits,
) -> Option<Approximation> {
    if !configuration.of_program || !Influence::of_memory(kernel).reaches(finding) {
        return None;
    }
    let fills = [Fill::Zeros, Fill::Index, Fill::Apart].into_iter();
    let fills = fills.chain((1..=3).map(Fill::Hashed));
    let filled: Vec<Inputs> = fills
        .map(|fill| Inputs {
            fill,
            cells: Vec::new(),
            ..inputs.clone()
        })
        .collect();
    let hiding = replay::hiding(kernel, &configuration.config, finding, &filled, limits);
    // Different contents hide what others show. Nobody needs such where a place is read and written at once, as in a histogram.
    let most = if is_update(kernel, finding) { 2 } else { 0 };
    (hiding > most).then(|| Approximation {
        message: "the program fills the memory that the kernel reads, in a way that is not followed: it need not hold such \
                  values"
            .to_owned(),
        loc: Loc {
            span: kernel.span,
            call: None,
        },
    })
}

/// Whether one statement reads and writes what a finding speaks of.
fn is_update(kernel: &Kernel, finding: &Finding) -> bool {
    let stmts = || kernel.blocks.iter().flat_map(|block| &block.stmts);
    let is_load = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Load { .. });
    let is_store = |stmt: &Stmt| matches!(stmt.kind, StmtKind::Store { .. });
    let at = |loc: Loc, is: &dyn Fn(&Stmt) -> bool| stmts().any(|stmt| stmt.loc == loc && is(stmt));
    let mut places = finding.places.iter();
    places.any(|place| at(place.loc, &is_load) && at(place.loc, &is_store))
}

/// Whether a finding is of a pointer that the launch hands over as null.
fn is_null(kernel: &Kernel, config: &Config, finding: &Finding) -> bool {
    let mut params = (0..).zip(&kernel.params);
    let is_its = |(n, p): (u32, &Param)| p.object == finding.object && config.args.contains(&(n, 0));
    finding.kind == Kind::OutOfBounds && finding.object.is_some() && params.any(is_its)
}

/// What a parameter, or what memory holds at the launch, has a say in.
pub struct Influence<'k> {
    kernel: &'k Kernel,
    points_to: PointsTo,
    vars: BTreeSet<VarId>,
    objects: BTreeSet<ObjectId>,
    /// It may be anywhere in memory.
    anywhere: bool,
}

impl<'k> Influence<'k> {
    fn of(kernel: &'k Kernel, param: VarId) -> Self {
        Influence::from(kernel, [param].into(), BTreeSet::new())
    }

    /// Of what all memory holds that is there before a launch.
    pub fn of_memory(kernel: &'k Kernel) -> Self {
        let is_there = |id: &ObjectId| !matches!(kernel.objects[*id].space, Space::Shared | Space::Private);
        Influence::from(
            kernel,
            BTreeSet::new(),
            kernel.objects.indices().filter(is_there).collect(),
        )
    }

    fn from(kernel: &'k Kernel, vars: BTreeSet<VarId>, objects: BTreeSet<ObjectId>) -> Self {
        let mut influence = Influence {
            kernel,
            points_to: PointsTo::of(kernel),
            vars,
            objects,
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
    pub fn reaches(&self, finding: &Finding) -> bool {
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
            | StmtKind::Demand { .. }
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

    /// Whether it has a say in which ways threads go, or in where some of these objects are written.
    pub fn decides(&self, objects: &BTreeSet<ObjectId>) -> bool {
        let writes = |stmt: &Stmt| {
            let effects = stmt.effects(self.kernel);
            effects.accesses.iter().any(|touch| {
                touch.writes
                    && self
                        .targets(touch)
                        .these()
                        .is_none_or(|some| !some.is_disjoint(objects))
            })
        };
        let mut blocks = self.kernel.blocks.iter();
        blocks.any(|block| {
            block.term.cond().is_some_and(|cond| self.is_in(cond))
                || block.stmts.iter().any(|stmt| writes(stmt) && self.is_place(stmt))
        })
    }

    /// Whether it has a say in what is divided by, or how far is shifted, at a place.
    pub fn divides(&self, loc: Loc) -> bool {
        let says = |e: &Expr| {
            let mut found = false;
            e.walk(&mut |e| {
                if let ExprKind::Binary(BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr, _, b) = &e.kind {
                    found |= self.is_in(b);
                }
            });
            found
        };
        let mut blocks = self.kernel.blocks.iter();
        blocks.any(|block| {
            let mut there = block.stmts.iter().filter(|stmt| stmt.loc == loc);
            there.any(|stmt| stmt.exprs().into_iter().any(says)) || block.term.cond().is_some_and(says)
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
