//! Branches that a term decides, in a run with symbols: both ways are run, up to where they meet again, and what they leave is chosen
//! between by the condition. Memory changes only as it does in this run.

use super::context::{Context, NOWHERE};
use super::memory::Target;
use super::program::{Atomic, Edge, Inst, Program};
use super::shadow::Writer;
use super::step::{jump, step};
use super::symbolic::{Node, Sym};
use super::thread::{Status, Thread, Val};
use super::value::truncate;
use kverify_frontend::ir::{AtomicOp, BinOp, Ty, UnOp};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};

/// Branches within branches: a loop that terms decide ends here.
const DEEPEST: usize = 24;

/// Runs both ways of a branch.
pub(super) fn both(thread: &mut Thread, cx: &mut Context<'_>, cond: Val, ways: [Edge; 2]) {
    let at = thread.pc.saturating_sub(1);
    let place = cx.program.at.get(at as usize).copied().unwrap_or(NOWHERE);
    let taken = usize::from(cond.bits == 0);
    let join = join_of(cx, at);
    if cx.shadow.as_ref().is_none_or(|shadow| shadow.depth() >= DEEPEST) {
        cx.spoil("what is given decides how often this is done", place);
    }
    if cx.shadow.as_ref().is_none_or(|shadow| shadow.is_spoilt()) {
        return jump(thread, ways[taken]);
    }
    let mut after: Vec<Thread> = Vec::new();
    for (n, way) in ways.into_iter().enumerate() {
        let mut arm = thread.clone();
        jump(&mut arm, way);
        if let Some(shadow) = &mut cx.shadow {
            let holds = shadow.graph.of(Ty::Bool, cond);
            let guard = match n {
                0 => holds,
                _ => shadow.graph.make(Node::Unary(UnOp::Not, Ty::Bool, holds)),
            };
            shadow.enter(guard, n == taken);
        }
        run_arm(&mut arm, cx, join);
        if let Some(shadow) = &mut cx.shadow {
            shadow.leave();
        }
        after.push(arm);
    }
    let (Some(b), Some(a)) = (after.pop(), after.pop()) else {
        return;
    };
    if (a.status, a.pc, b.pc) != (b.status, join.unwrap_or(a.pc), join.unwrap_or(b.pc)) {
        cx.spoil("the ways of this branch do not meet again", place);
    }
    let mut merged = if taken == 0 { a.clone() } else { b.clone() };
    if cx.shadow.as_ref().is_some_and(|shadow| !shadow.is_spoilt()) {
        for n in 0..merged.regs.len() {
            let (x, y) = (a.regs[n], b.regs[n]);
            if x != y {
                let vars = cx.kernel().vars.iter();
                let ty = vars.map(|var| var.ty).nth(n).unwrap_or(Ty::I32);
                merged.regs[n].sym = cx.choice(ty, cond, x, y);
                merged.regs[n].unknown = x.unknown || y.unknown;
            }
        }
    }
    merged.trip = None;
    *thread = merged;
}

/// Runs a thread up to an instruction, or to its end. What other threads wait for is not done in an arm.
fn run_arm(thread: &mut Thread, cx: &mut Context<'_>, join: Option<u32>) {
    let program = cx.program;
    while thread.status == Status::Ready && Some(thread.pc) != join && cx.fuel > 0 {
        if cx.shadow.as_ref().is_none_or(|shadow| shadow.is_spoilt()) {
            return;
        }
        let Some(inst) = program.insts.get(thread.pc as usize) else {
            return;
        };
        if is_together(inst) {
            let place = program.at.get(thread.pc as usize).copied().unwrap_or(NOWHERE);
            return cx.spoil("what is given decides whether a thread comes to this", place);
        }
        cx.now += 1;
        cx.fuel -= 1;
        thread.pc += 1;
        step(inst, thread, cx);
    }
}

/// Whether an instruction concerns others than the thread, or is no plain step of it.
fn is_together(inst: &Inst) -> bool {
    match inst {
        Inst::Barrier(_)
        | Inst::Collective(_)
        | Inst::Phase(_)
        | Inst::AsyncWait { .. }
        | Inst::AsyncCommit
        | Inst::Copy(_)
        | Inst::Fill { .. }
        | Inst::Fence(_)
        | Inst::Print(_)
        | Inst::StopUnless { .. }
        | Inst::Unreachable
        | Inst::Hole { .. }
        | Inst::Unknown { .. } => true,
        Inst::Move { .. }
        | Inst::Unary { .. }
        | Inst::Binary { .. }
        | Inst::Cmp { .. }
        | Inst::Cast { .. }
        | Inst::Select { .. }
        | Inst::Object { .. }
        | Inst::Window { .. }
        | Inst::PtrAdd { .. }
        | Inst::PtrRow { .. }
        | Inst::Call(_)
        | Inst::Load { .. }
        | Inst::Store { .. }
        | Inst::Atomic(_)
        | Inst::Assume { .. }
        | Inst::Assert { .. }
        | Inst::Invariant { .. }
        | Inst::Jump(_)
        | Inst::Branch { .. }
        | Inst::Return { .. } => false,
    }
}

/// The instruction that every way from a branch comes to, if there is one.
fn join_of(cx: &mut Context<'_>, at: u32) -> Option<u32> {
    let program = cx.program;
    let shadow = cx.shadow.as_mut()?;
    if shadow.joins.is_empty() {
        shadow.joins = joins(program).collect();
    }
    shadow.joins.get(&at).copied().flatten()
}

/// For each branch, its nearest postdominator: the dominator in the graph turned round, whose root is the end of all threads.
fn joins(program: &Program) -> impl Iterator<Item = (u32, Option<u32>)> {
    let count = program.insts.len();
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(count + 1, count);
    let nodes: Vec<NodeIndex> = (0..=count).map(|_| graph.add_node(())).collect();
    let end = nodes[count];
    for (n, inst) in program.insts.iter().enumerate() {
        let to: Vec<usize> = match inst {
            Inst::Jump(edge) => vec![edge.pc as usize],
            Inst::Branch { then, other, .. } => vec![then.pc as usize, other.pc as usize],
            Inst::Return { .. } | Inst::Unreachable => vec![count],
            _ => vec![n + 1],
        };
        for to in to {
            graph.add_edge(nodes[to.min(count)], nodes[n], ());
        }
    }
    let dominators = simple_fast(&graph, end);
    let branches: Vec<usize> = (0..count)
        .filter(|&n| matches!(program.insts[n], Inst::Branch { .. }))
        .collect();
    branches.into_iter().map(move |n| {
        let join = dominators
            .immediate_dominator(nodes[n])
            .filter(|join| *join != end);
        (n as u32, join.map(|join| join.index() as u32))
    })
}

/// What a store leaves where it is done under conditions: the new value if they hold.
pub(super) fn guarded(cx: &mut Context<'_>, target: Target, ty: Ty, value: Val, place: u32) -> Val {
    let depth = cx.shadow.as_ref().map_or(0, |shadow| shadow.depth());
    if depth == 0 {
        return value;
    }
    let (bits, met) = cx.memory.load(target, ty);
    let sym = cx.loaded(target, ty, bits, place);
    let old = Val {
        bits,
        unknown: met.unknown,
        sym,
    };
    match &mut cx.shadow {
        Some(shadow) if !shadow.is_spoilt() => shadow.guarded(ty, value, old),
        Some(shadow) if shadow.is_elsewhere() => old,
        _ => value,
    }
}

/// What an atomic operation leaves, in a run with symbols: only where no order of the threads has a say is it a term.
pub(super) fn accumulated(
    cx: &mut Context<'_>,
    target: Target,
    atomic: &Atomic,
    old: Val,
    args: &[Val],
    thread: u32,
) -> Option<Val> {
    let ty = atomic.ty;
    let shadow = cx.shadow.as_mut()?;
    let op = match atomic.op {
        AtomicOp::Add => Some(BinOp::Add),
        AtomicOp::Sub => Some(BinOp::Sub),
        AtomicOp::Min => Some(BinOp::Min),
        AtomicOp::Max => Some(BinOp::Max),
        AtomicOp::And => Some(BinOp::And),
        AtomicOp::Or => Some(BinOp::Or),
        AtomicOp::Xor => Some(BinOp::Xor),
        AtomicOp::Load
        | AtomicOp::Store
        | AtomicOp::Exchange
        | AtomicOp::Cas
        | AtomicOp::IncWrap
        | AtomicOp::DecWrap => None,
    };
    let in_order = matches!(ty, Ty::Float(_)) && !shadow.given.reals;
    let arg = args.first().copied().unwrap_or_default();
    if op.is_none() || in_order || atomic.dst.is_some() {
        shadow.spoil(
            "the order in which threads come to an atomic operation has a say",
            atomic.place,
        );
    }
    let bits = super::step::modify(atomic.op, ty, old.bits, args).unwrap_or(old.bits);
    let sym = match op {
        Some(op) => shadow.term(&[old, arg], |g| {
            Node::Binary(op, ty, ty, g.of(ty, old), g.of(ty, arg))
        }),
        None => Sym::NONE,
    };
    let new = Val {
        bits: truncate(ty, bits),
        unknown: old.unknown || arg.unknown,
        sym,
    };
    let kept = match shadow.depth() {
        0 => new,
        _ if shadow.is_spoilt() => match shadow.is_elsewhere() {
            true => old,
            false => new,
        },
        _ => shadow.guarded(ty, new, old),
    };
    let place = atomic.place;
    shadow.store(target, ty, kept, Writer { thread, place }, Some(atomic.op));
    Some(kept)
}
