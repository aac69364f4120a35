//! What a collective gives its members.

use super::super::collective::{Member, fold_terms, hands_on, results};
use super::super::context::Context;
use super::super::program::{Collective, Src};
use super::super::step::{operand, read};
use super::super::thread::{Thread, Val};
use super::{go_on, linear};
use kverify_frontend::ir::{CollectiveOp, Scope, Ty};

/// Computes a collective for its members and lets them go on.
pub(super) fn exchange(
    threads: &mut [Thread],
    cx: &mut Context<'_>,
    collective: &Collective,
    members: &[usize],
) {
    let lane = |t: &Thread| match collective.scope {
        Scope::Thread | Scope::Warp => t.home.lane,
        _ => linear(t.index, t.block_dim) as u32,
    };
    let operands: Vec<Member> = members
        .iter()
        .map(|&n| {
            let thread = &threads[n];
            // Only what is handed on may be a term: lanes are numbers.
            let handed = |n: usize| n == 0 && hands_on(collective.op);
            let arg = |(n, (_, a)): (usize, &(Ty, Src))| match handed(n) {
                true => operand(thread, cx, *a),
                false => read(thread, cx, *a),
            };
            let mut args: Vec<Val> = collective.args.iter().enumerate().map(arg).collect();
            flatten_index(&mut args, collective, thread.block_dim);
            Member {
                lane: lane(thread),
                args,
            }
        })
        .collect();
    if let Some((dst, ty)) = collective.dst {
        let tys: Vec<_> = collective.args.iter().map(|(ty, _)| *ty).collect();
        let mut vals = results(collective.op, &tys, ty, &operands, cx.warp_size);
        fold_terms(
            cx,
            collective.op,
            tys.first().copied().unwrap_or(ty),
            &operands,
            &mut vals,
        );
        for (&n, val) in members.iter().zip(vals) {
            threads[n].regs[dst as usize] = val;
        }
    }
    if let (Some(guide), Some((dst, _))) = (cx.guide.as_mut(), collective.dst) {
        let members: Vec<&Thread> = members.iter().map(|&n| &threads[n]).collect();
        let args: Vec<Src> = collective.args.iter().map(|(_, arg)| *arg).collect();
        guide.exchange(&members, &args, dst);
    }
    for &n in members {
        go_on(&mut threads[n]);
    }
}

/// `work_group_broadcast` names its source by up to three indices.
fn flatten_index(args: &mut Vec<Val>, collective: &Collective, dim: [u64; 3]) {
    if collective.op == CollectiveOp::Broadcast && collective.scope > Scope::Warp && args.len() > 2 {
        let index = [1, 2, 3].map(|n| args.get(n).map_or(0, |a| a.bits as u32 as u64));
        args.truncate(2);
        args[1].bits = linear(index, dim).into();
    }
}
