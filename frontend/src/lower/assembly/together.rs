//! Instructions of several threads together: barriers, fences, shuffles and votes (PTX ISA, "Parallel Synchronization and
//! Communication Instructions", "Data Movement: shfl.sync").

use super::super::Lowerer;
use super::memory::{order_of, scope_of};
use super::ptx::{Instruction, Operand};
use super::registers::{Registers, Target, type_of};
use crate::ir::build;
use crate::ir::{
    Barrier, Collective, CollectiveOp, Loc, MemoryOrder, Ordering, PhaseBarrier, PhaseOp, ResultBy, Scope,
    Spaces, StmtKind, Ty, Until,
};

/// How shuffles, votes, matches and reductions begin; their type follows if it is open.
const COLLECTIVES: [(&str, CollectiveOp); 16] = [
    ("shfl.sync.idx.b32", CollectiveOp::Shuffle),
    ("shfl.sync.up.b32", CollectiveOp::ShuffleUp),
    ("shfl.sync.down.b32", CollectiveOp::ShuffleDown),
    ("shfl.sync.bfly.b32", CollectiveOp::ShuffleXor),
    ("vote.sync.ballot.b32", CollectiveOp::Ballot),
    ("vote.sync.all.pred", CollectiveOp::All),
    ("vote.sync.any.pred", CollectiveOp::Any),
    ("vote.sync.uni.pred", CollectiveOp::AllEqual),
    ("match.any.sync.", CollectiveOp::MatchAny),
    ("redux.sync.add.", CollectiveOp::ReduceAdd),
    ("redux.sync.min.", CollectiveOp::ReduceMin),
    ("redux.sync.max.", CollectiveOp::ReduceMax),
    ("redux.sync.and.", CollectiveOp::ReduceAnd),
    ("redux.sync.or.", CollectiveOp::ReduceOr),
    ("redux.sync.xor.", CollectiveOp::ReduceXor),
    ("activemask.b32", CollectiveOp::ActiveMask),
];

impl<'u> Lowerer<'u, '_> {
    /// `bar.sync 0;`, `barrier.sync.aligned 1, 64;`, `bar.arrive 1, 64;`, `bar.warp.sync %0;`.
    pub(super) fn ptx_barrier(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        if let ["barrier", "cluster", operation @ ..] = parts {
            return self.ptx_cluster_barrier(loc, i, operation);
        }
        let (scope, mask) = match (parts, &i.operands[..]) {
            (["bar", "warp", "sync"], [mask]) => (Scope::Warp, Some(registers.read(mask, Ty::U32)?)),
            (["bar" | "barrier", rest @ ..], [number, threads @ ..]) => {
                let rest = rest.strip_prefix(&["cta"]).unwrap_or(rest);
                let is_aligned = parts[0] == "bar" || rest.ends_with(&["aligned"]);
                let rest = rest.strip_suffix(&["aligned"]).unwrap_or(rest);
                let threads = match threads {
                    [] => None,
                    [threads] => Some(registers.read(threads, Ty::U32)?),
                    _ => return None,
                };
                let id = registers.read(number, Ty::U32)?;
                self.barrier_number(loc, &id);
                threads
                    .iter()
                    .for_each(|threads| self.barrier_threads(loc, threads));
                let op = match (rest, &threads) {
                    // The barrier of `__syncthreads`.
                    (["sync"], None) if build::as_int(&id) == Some(0) => None,
                    (["sync"], _) => Some(PhaseOp::Sync),
                    (["arrive"], Some(_)) => Some(PhaseOp::Arrive {
                        dst: None,
                        leaves: false,
                        times: None,
                    }),
                    _ => return None,
                };
                if let Some(op) = op {
                    let number = build::as_int(&id).map_or(String::new(), |id| format!(" {id}"));
                    let name = format!("{}{number}", i.name);
                    if is_aligned {
                        self.warp_meets(loc, &name);
                    }
                    self.phase(loc, PhaseBarrier::Named { id, threads }, op, &name);
                    return Some(());
                }
                (Scope::Block, None)
            }
            _ => return None,
        };
        let number = match &i.operands[0] {
            Operand::Int(n) => format!(" {n}"),
            _ => String::new(),
        };
        let barrier = Barrier {
            scope,
            fences: Spaces::ALL,
            name: format!("{}{number}", i.name),
            mask,
            tile: None,
            reduce: None,
        };
        self.b.emit(loc, StmtKind::Barrier(barrier));
        Some(())
    }

    /// All threads of a warp that have not left come to an instruction together (PTX ISA, "barrier": `.aligned`).
    pub(super) fn warp_meets(&mut self, loc: Loc, name: &str) {
        self.together(loc, (Scope::Warp, None), name, Vec::new());
    }

    /// `barrier.cluster.arrive.aligned;`, `barrier.cluster.wait.acquire;`. An arrival that releases nothing is not modelled.
    fn ptx_cluster_barrier(&mut self, loc: Loc, i: &Instruction, operation: &[&str]) -> Option<()> {
        self.b.cluster?;
        if operation.ends_with(&["aligned"]) {
            self.warp_meets(loc, &i.name);
        }
        let operation = operation.strip_suffix(&["aligned"]).unwrap_or(operation);
        match operation {
            ["arrive"] | ["arrive", "release"] => self.cluster_arrive(loc, &i.name),
            ["wait"] | ["wait", "acquire"] => self.cluster_wait(loc, &i.name),
            _ => return None,
        }
        Some(())
    }

    /// `mbarrier.init.shared.b64 [%0], 64;`, `mbarrier.arrive.shared.b64 %0, [%1];`, `mbarrier.try_wait.parity.shared.b64 p, [%1], %2;`.
    /// What counts bytes, and barriers of other blocks, are not modelled; neither are waits that
    /// order nothing (`.relaxed`).
    pub(super) fn ptx_mbarrier(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        const PLAIN: [&str; 7] = [
            "acquire",
            "release",
            "cta",
            "shared",
            "shared::cta",
            "b64",
            "parity",
        ];
        let [_, operation, rest @ ..] = parts else {
            return None;
        };
        if !rest.iter().all(|part| PLAIN.contains(part)) {
            return None;
        }
        let shared = rest.iter().any(|part| part.starts_with("shared"));
        let is_target = |operand: &&Operand| !matches!(operand, Operand::Address(..));
        let (target, operands) = match i.operands.split_first()? {
            (first, operands) if is_target(&first) => (Some(first), operands),
            _ => (None, &i.operands[..]),
        };
        let (place, operands) = operands.split_first()?;
        let op = match (*operation, operands) {
            ("init", [count]) => PhaseOp::Init {
                count: registers.read(count, Ty::U32)?,
            },
            ("arrive" | "arrive_drop", times @ ([] | [_])) => PhaseOp::Arrive {
                times: match times.first() {
                    Some(times) => Some(registers.read(times, Ty::U32)?),
                    None => None,
                },
                dst: Some(self.b.temp("token", Ty::U64)),
                leaves: *operation == "arrive_drop",
            },
            // How long to wait at most is a hint.
            ("test_wait", [phase]) | ("try_wait", [phase] | [phase, _]) => PhaseOp::Wait {
                until: match rest.contains(&"parity") {
                    true => Until::Parity(registers.read(phase, Ty::U32)?),
                    false => Until::Number(registers.read(phase, Ty::U64)?),
                },
                poll: Some(self.b.temp("complete", Ty::Bool)),
            },
            _ => return None,
        };
        let target = match target {
            None | Some(Operand::Sink) => None,
            Some(target) => Some(registers.target(target)?),
        };
        let barrier = PhaseBarrier::At(self.ptx_address(loc, registers, place, shared)?);
        let result = self.phase(loc, barrier, op, &i.name);
        if let (Some(target), Some(result)) = (target, result) {
            self.set(loc, target, result);
        }
        Some(())
    }

    /// `membar.gl;`, `fence.acq_rel.gpu;` (PTX ISA, "membar / fence": `membar` is `fence.sc`, `fence` alone `fence.acq_rel`). What
    /// orders the ways to memory of copy engines, `fence.proxy`, or makes barriers known to the cluster, orders nothing else.
    pub(super) fn ptx_fence(&mut self, loc: Loc, parts: &[&str]) -> Option<()> {
        let (order, scope) = match parts {
            ["membar", "cta"] => (MemoryOrder::SeqCst, Scope::Block),
            ["membar", "gl"] => (MemoryOrder::SeqCst, Scope::Grid),
            ["membar", "sys"] => (MemoryOrder::SeqCst, Scope::System),
            ["fence" | "membar", "proxy", ..] | ["fence", "mbarrier_init", ..] => return Some(()),
            ["fence", scope] => (MemoryOrder::AcqRel, scope_of(scope)?),
            ["fence", order, scope] => (order_of(order)?, scope_of(scope)?),
            _ => return None,
        };
        let (ordering, stated) = (Ordering::all(order, scope), Vec::new());
        self.b.emit(loc, StmtKind::Fence { ordering, stated });
        Some(())
    }

    /// Those of which only it is known who takes part: `match.all.sync`, `elect.sync` and reductions of floating-point numbers, whose last
    /// operand is the mask.
    fn ptx_unknown_collective(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
        targets: [Option<&Operand>; 2],
        parts: &[&str],
    ) -> Option<()> {
        let is_one = matches!(
            parts,
            ["match", "all", "sync", ..] | ["elect", "sync"] | ["redux", "sync", ..]
        );
        let mask = registers.read(i.operands.last().filter(|_| is_one)?, Ty::U32)?;
        let targets = targets
            .into_iter()
            .flatten()
            .filter(|one| !matches!(one, Operand::Sink));
        let targets: Option<Vec<Target>> = targets.map(|one| registers.target(one)).collect();
        self.together(loc, (Scope::Warp, Some(mask)), &i.name, Vec::new());
        for target in targets? {
            self.set_unknown(loc, target, "what this operation of a warp gives is not modelled");
        }
        Some(())
    }

    /// Shuffles, votes, matches and reductions of a warp.
    pub(super) fn ptx_collective(
        &mut self,
        loc: Loc,
        registers: &Registers<'u>,
        i: &Instruction,
        parts: &[&str],
    ) -> Option<()> {
        let (first, rest) = i.operands.split_first()?;
        let (target, second) = match first {
            Operand::Two(a, b) => (&**a, Some(&**b)),
            one => (one, None),
        };
        let read = |n: usize, ty: Ty| registers.read(rest.get(n)?, ty);
        let name = parts.join(".");
        let known = COLLECTIVES.iter().find_map(|(start, op)| {
            let suffix = name.strip_prefix(start)?;
            (suffix.is_empty() != start.ends_with('.')).then_some((*op, suffix))
        });
        // `f32`, `abs.f32`, `NaN.f32`
        let known = known.filter(|(_, suffix)| !suffix.starts_with(['f', 'a', 'N']));
        let Some((op, suffix)) = known else {
            return self.ptx_unknown_collective(loc, registers, i, [Some(target), second], parts);
        };
        let (ty, args, mask) = match op.result_by() {
            ResultBy::Meeting => (Ty::U32, Vec::new(), None),
            ResultBy::Source => {
                // Segments of 2^n lanes have the other bits of the lane's number set in the mask (PTX ISA, "shfl.sync").
                let clamp = build::as_int(&read(2, Ty::U32)?)?;
                let width = build::int(32 - (clamp >> 8 & 0x1f), Ty::I32);
                (
                    Ty::U32,
                    vec![read(0, Ty::U32)?, read(1, Ty::U32)?, width],
                    Some(3),
                )
            }
            ResultBy::Value => (Ty::U32, vec![read(0, type_of(suffix)?)?], Some(1)),
            ResultBy::Group if suffix.is_empty() => {
                let ty = if op == CollectiveOp::Ballot {
                    Ty::U32
                } else {
                    Ty::I32
                };
                (ty, vec![build::cast(read(0, Ty::Bool)?, Ty::I32)], Some(1))
            }
            ResultBy::Group => {
                let ty = type_of(suffix).filter(|ty| matches!(ty, Ty::Int { .. }))?;
                (ty, vec![read(0, ty)?], Some(1))
            }
            ResultBy::Place => return None,
        };
        let mask = match mask {
            Some(n) => Some(read(n, Ty::U32)?),
            None => None,
        };
        let target = registers.target(target)?;
        let second = match second {
            Some(Operand::Sink) | None => None,
            Some(second) => Some(registers.target(second)?),
        };
        let dst = self.b.temp("result", ty);
        let collective = Collective {
            op,
            scope: Scope::Warp,
            name: i.name.clone(),
            mask,
            args,
            dst: Some(dst),
        };
        self.b.emit(loc, StmtKind::Collective(collective));
        let result = build::var(dst, ty);
        let result = match target.ty() {
            Ty::Bool => build::truth(result),
            _ => result,
        };
        self.set(loc, target, result);
        if let Some(second) = second {
            self.set_unknown(loc, second, "whether the other lane takes part is not modelled");
        }
        Some(())
    }
}
