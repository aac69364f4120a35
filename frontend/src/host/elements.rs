//! Kernels of which each thread touches the element of its own number: how much of a buffer a launch reads or writes, and whether it
//! reads what was there before.

use crate::ir::effect::Extent;
use crate::ir::host::{Each, KernelUse, Sure};
use crate::ir::{
    BinOp, BlockId, CmpOp, Dim, Expr, ExprKind, Geometry, Kernel, ObjectSource, StmtKind, TermKind, Ty, VarId,
};
use std::collections::{BTreeSet, HashMap};

/// Says of each parameter which elements the threads read for certain, and which alone they write.
pub(super) fn add(kernel: &Kernel, uses: &mut [KernelUse]) {
    let elements = Elements::of(kernel);
    // None where it may be any element.
    let mut writes: Vec<Option<Vec<Each>>> = vec![Some(Vec::new()); uses.len()];
    for (block, code) in kernel.blocks.iter_enumerated() {
        for stmt in &code.stmts {
            if let StmtKind::Load { addr, dst, .. } = &stmt.kind
                && block == kernel.entry
                && let Some((param, each)) = elements.touched(addr, kernel.vars[*dst].ty)
                && let Some(usage) = uses.get_mut(param)
                && usage.known
                && !usage.writes
            {
                usage.reads_each = Some(each);
            }
            for touch in stmt.effects(kernel).accesses.iter().filter(|touch| touch.writes) {
                let each = if let Extent::Scalar(ty) = touch.extent
                    && touch.atomic.is_none()
                {
                    elements.touched(touch.addr, ty)
                } else {
                    None
                };
                match each {
                    Some((param, each)) => {
                        let known = writes.get_mut(param).and_then(Option::as_mut);
                        known.into_iter().for_each(|all| all.push(each));
                    }
                    // It may be any that is written.
                    None => match elements.param(touch.addr) {
                        Some(param) => writes.get_mut(param).into_iter().for_each(|all| *all = None),
                        None => {
                            let is_own = elements.object(touch.addr).is_some();
                            writes.iter_mut().filter(|_| !is_own).for_each(|all| *all = None);
                        }
                    },
                }
            }
        }
    }
    for (usage, all) in uses.iter_mut().zip(writes) {
        let Some([first, rest @ ..]) = all.as_deref() else {
            continue;
        };
        if usage.known && rest.iter().all(|each| each == first) {
            usage.writes_each = Some(*first);
        }
    }
    for (block, below) in elements.sure_blocks() {
        elements.add_sure(block, below, uses);
    }
    let mut first = First {
        elements: &elements,
        found: BTreeSet::new(),
        seen: BTreeSet::new(),
    };
    first.follow(kernel.entry, BTreeSet::new());
    for param in first.found {
        if let Some(usage) = uses.get_mut(param).filter(|usage| usage.known) {
            usage.reads = true;
        }
    }
}

/// Looks for parameters of which a thread reads the element of its number before it writes any: what it reads was there before the
/// launch. Followed are ways that hang on the thread's number and what the kernel is handed, up to the first barrier, fence or call.
struct First<'e, 'k> {
    elements: &'e Elements<'k>,
    found: BTreeSet<usize>,
    seen: BTreeSet<BlockId>,
}

impl First<'_, '_> {
    fn follow(&mut self, block: BlockId, mut written: BTreeSet<usize>) {
        let kernel = self.elements.kernel;
        if !self.seen.insert(block) {
            return;
        }
        for stmt in &kernel.blocks[block].stmts {
            let effects = stmt.effects(kernel);
            if effects.order.is_some() || effects.call_out.is_some() {
                return;
            }
            for touch in &effects.accesses {
                if let Extent::Scalar(ty) = touch.extent
                    && touch.reads
                    && !touch.writes
                    && let Some((param, _)) = self.elements.touched(touch.addr, ty)
                    && !written.contains(&param)
                {
                    self.found.insert(param);
                }
                match self.elements.param(touch.addr).filter(|_| touch.writes) {
                    Some(param) => _ = written.insert(param),
                    None if touch.writes && self.elements.object(touch.addr).is_none() => return,
                    None => {}
                }
            }
        }
        match &kernel.blocks[block].term.kind {
            TermKind::Goto(next) => self.follow(*next, written),
            TermKind::Branch { cond, then, other } => {
                if self.elements.is_guard(cond) {
                    self.follow(*then, written.clone());
                    self.follow(*other, written);
                }
            }
            TermKind::Return | TermKind::Unreachable => {}
        }
    }
}

/// How deep sums are looked into.
const DEEPEST: u32 = 16;

/// The variables of a kernel that get one value alone.
struct Elements<'k> {
    kernel: &'k Kernel,
    values: HashMap<VarId, Option<&'k Expr>>,
}

impl<'k> Elements<'k> {
    fn of(kernel: &'k Kernel) -> Elements<'k> {
        let mut values: HashMap<VarId, Option<&'k Expr>> = HashMap::new();
        for stmt in kernel.blocks.iter().flat_map(|block| &block.stmts) {
            let value = if let StmtKind::Assign { value, .. } = &stmt.kind {
                Some(value)
            } else {
                None
            };
            for var in stmt.defs() {
                let known = values.entry(var).or_insert(value);
                if !value.is_some_and(|value| known.is_some_and(|known| std::ptr::eq(known, value))) {
                    *known = None;
                }
            }
        }
        // What a caller hands over is a value of its own.
        for param in &kernel.params {
            values.entry(param.var).and_modify(|known| *known = None);
        }
        Elements { kernel, values }
    }

    /// What an expression is behind conversions and variables.
    fn behind<'e>(&self, mut expr: &'e Expr) -> &'e Expr
    where
        'k: 'e,
    {
        for _ in 0..64 {
            if let ExprKind::Cast(inner) = &expr.kind
                && expr.ty != Ty::Ptr
            {
                expr = inner;
            } else if let ExprKind::Var(var) = &expr.kind
                && let Some(Some(value)) = self.values.get(var)
            {
                expr = value;
            } else {
                return expr;
            }
        }
        expr
    }

    /// The object whose start an address is, or that it is an element of.
    fn object(&self, addr: &'k Expr) -> Option<&'k ObjectSource> {
        let addr = self.behind(addr);
        let base = if let ExprKind::PtrAdd(base, _) = &addr.kind {
            self.behind(base)
        } else {
            addr
        };
        let ExprKind::Object(object) = base.kind else {
            return None;
        };
        self.kernel.objects.get(object).map(|object| &object.source)
    }

    fn param(&self, addr: &'k Expr) -> Option<usize> {
        match self.object(addr)? {
            ObjectSource::Param(n) => Some(*n as usize),
            _ => None,
        }
    }

    /// The parameter, and which of its elements each thread touches, if that is the one of its number.
    fn touched(&self, addr: &'k Expr, ty: Ty) -> Option<(usize, Each)> {
        let param = self.param(addr)?;
        let ExprKind::PtrAdd(_, offset) = &self.behind(addr).kind else {
            return None;
        };
        let offset = self.behind(offset);
        let index = if let ExprKind::Binary(BinOp::Mul, index, bytes) = &offset.kind {
            let is_element = self.behind(bytes).kind == ExprKind::Int(i128::from(ty.bytes()));
            is_element.then(|| self.behind(index))?
        } else {
            (ty.bytes() == 1).then_some(offset)?
        };
        let mut parts = Vec::new();
        self.parts(index, DEEPEST, &mut parts)?;
        parts.sort_unstable();
        let of_grid = match parts[..] {
            [Part::Thread] => false,
            [Part::Thread, Part::Block] => true,
            _ => return None,
        };
        let bytes = ty.bytes();
        Some((param, Each { bytes, of_grid }))
    }

    /// The blocks that all threads run, or all whose number is below a parameter.
    fn sure_blocks(&self) -> Vec<(BlockId, Below)> {
        let entry = self.kernel.entry;
        let mut found = vec![(entry, None)];
        if let TermKind::Branch { cond, then, other } = &self.kernel.blocks[entry].term.kind
            && let ExprKind::Cmp(op, a, b) = &self.behind(cond).kind
        {
            let (inside, number, bound) = match op {
                CmpOp::Lt => (then, a, b),
                CmpOp::Ge => (other, a, b),
                CmpOp::Gt => (then, b, a),
                CmpOp::Le => (other, b, a),
                CmpOp::Eq | CmpOp::Ne => return found,
            };
            let mut parts = Vec::new();
            let is_number = self.parts(number, DEEPEST, &mut parts).is_some();
            if let (Some(param), true) = (self.handed(bound), is_number) {
                parts.sort_unstable();
                found.push((*inside, Some((param, parts))));
            }
        }
        found
    }

    /// The scalar parameter that a value is.
    fn handed(&self, expr: &'k Expr) -> Option<u32> {
        let ExprKind::Var(var) = self.behind(expr).kind else {
            return None;
        };
        let is_kept = !self.values.contains_key(&var);
        let at = self.kernel.params.iter().position(|param| param.var == var);
        at.filter(|_| is_kept).and_then(|at| u32::try_from(at).ok())
    }

    /// Says which elements are touched in a block that threads are sure to run.
    fn add_sure(&self, block: BlockId, below: Below, uses: &mut [KernelUse]) {
        for stmt in &self.kernel.blocks[block].stmts {
            let effects = stmt.effects(self.kernel);
            if effects.order.is_some() || effects.call_out.is_some() {
                return;
            }
            for touch in &effects.accesses {
                let Extent::Scalar(ty) = touch.extent else {
                    continue;
                };
                let Some((param, each)) = self.touched(touch.addr, ty) else {
                    continue;
                };
                let is_of_number = below
                    .as_ref()
                    .is_none_or(|(_, parts)| each.of_grid == parts.contains(&Part::Block));
                if let Some(usage) = uses.get_mut(param).filter(|usage| usage.known && is_of_number)
                    && usage.surely.is_none()
                    && (touch.writes || !usage.writes)
                {
                    usage.surely = Some(Sure {
                        each,
                        below: below.as_ref().map(|(param, _)| *param),
                    });
                }
            }
        }
    }

    /// Whether a condition holds a thread's number against what the kernel is handed.
    fn is_guard(&self, cond: &'k Expr) -> bool {
        let ExprKind::Cmp(_, a, b) = &self.behind(cond).kind else {
            return false;
        };
        let is_number = |expr: &'k Expr| self.parts(expr, DEEPEST, &mut Vec::new()).is_some();
        is_number(a) && self.is_handed(b) || is_number(b) && self.is_handed(a)
    }

    /// Whether a value is computed of constants and scalar parameters.
    fn is_handed(&self, expr: &'k Expr) -> bool {
        let expr = self.behind(expr);
        if let ExprKind::Binary(_, a, b) = &expr.kind {
            return self.is_handed(a) && self.is_handed(b);
        }
        if let ExprKind::Var(var) = expr.kind {
            return !self.values.contains_key(&var);
        }
        matches!(expr.kind, ExprKind::Int(_))
    }

    /// What an index is the sum of.
    fn parts(&self, index: &'k Expr, depth: u32, found: &mut Vec<Part>) -> Option<()> {
        // A variable may be made of itself: `i = i + 1`, the only assignment in a loop.
        let depth = depth.checked_sub(1)?;
        let index = self.behind(index);
        let is = |expr: &'k Expr, geometry| self.behind(expr).kind == ExprKind::Geometry(geometry);
        let part = if let ExprKind::Binary(BinOp::Add, a, b) = &index.kind {
            self.parts(a, depth, found)?;
            return self.parts(b, depth, found);
        } else if let ExprKind::Binary(BinOp::Mul, a, b) = &index.kind {
            let both = [a, b];
            let is_block = both.iter().any(|part| is(part, Geometry::BlockIdx(Dim::X)));
            let is_size = both.iter().any(|part| is(part, Geometry::BlockDim(Dim::X)));
            (is_block && is_size).then_some(Part::Block)?
        } else if is(index, Geometry::GlobalOffset(Dim::X)) {
            // A launch of OpenCL that begins elsewhere numbers its work-items from there.
            return Some(());
        } else {
            is(index, Geometry::ThreadIdx(Dim::X)).then_some(Part::Thread)?
        };
        found.push(part);
        Some(())
    }
}

/// The parameter below which a number of these parts is where a block runs, if only some threads run it.
type Below = Option<(u32, Vec<Part>)>;

/// A part of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Thread,
    Block,
}
