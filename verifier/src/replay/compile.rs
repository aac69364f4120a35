//! Kernel IR to register code. Refuses what is not well-formed, so that the interpreter need not look.

use super::loops::{Loops, successors};
use super::program::{
    Atomic, Barrier, Call, Collective, Copy, Edge, Inst, LoopStep, Phase, PhaseBarrier, PhaseOp, Print,
    Program, Slot, Src, Until, Way,
};
use super::value::{from_float, from_integer};
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{
    self, BlockId, Expr, ExprKind, Kernel, Loc, MemoryOrder, ObjectId, StmtKind, TermKind, Ty, VarId,
};
use kverify_smt::cfg::{Cfg, NodeIndex};
use kverify_smt::leaving;
use kverify_smt::loops::Forest;
use std::collections::HashMap;

/// What is wrong with a kernel that cannot be run.
pub(super) type IllFormed = String;

/// Compiles a kernel.
///
/// # Errors
/// An index that leads nowhere, or a scalar type without a size.
pub(super) fn compile(kernel: &Kernel) -> Result<Program, IllFormed> {
    check_edges(kernel)?;
    let mut compiler = Compiler::new(kernel);
    compiler.note_exits();
    let starts = compiler.all_blocks()?;
    compiler.resolve_edges(&starts);
    compiler.program.entry = starts[kernel.entry.index()];
    Ok(compiler.program)
}

/// Compiles `cond` as a program of its own that asserts it; for facts about the launch.
///
/// # Errors
/// As [`compile`].
pub(super) fn compile_condition(kernel: &Kernel, cond: &Expr) -> Result<Program, IllFormed> {
    let mut compiler = Compiler::new(kernel);
    let place = compiler.place(Loc {
        span: kernel.span,
        call: None,
    });
    let cond = compiler.operand(cond)?;
    compiler.emit(Inst::Assert { cond, place });
    compiler.emit(Inst::Return { place, exit: 0 });
    Ok(compiler.program)
}

fn check_edges(kernel: &Kernel) -> Result<(), IllFormed> {
    let count = kernel.blocks.len();
    let bad = (0..count)
        .flat_map(|b| successors(kernel, b))
        .chain([kernel.entry.index()])
        .find(|&b| b >= count);
    bad.map_or(Ok(()), |b| Err(format!("there is no basic block {b}")))
}

struct Compiler<'k> {
    kernel: &'k Kernel,
    loops: Loops,
    program: Program,
    /// Constants already in the pool.
    pool: HashMap<u128, u32>,
    /// Places already in the table.
    places: HashMap<Loc, u32>,
    /// Temporaries in use by the statement.
    temps: u32,
    /// The loops around the block being compiled.
    around: Vec<u32>,
    /// The blocks that end where threads leave the kernel.
    exits: Vec<usize>,
    /// How each barrier stands to these, by block and statement.
    ways: HashMap<(usize, usize), Vec<Way>>,
    /// The block being compiled.
    block: usize,
    /// The statement of it that is being compiled.
    stmt: usize,
    /// The place of the statement being compiled.
    at: u32,
    /// What the statement before asserts.
    asserted: Option<&'k Expr>,
}

impl<'k> Compiler<'k> {
    fn new(kernel: &'k Kernel) -> Self {
        let loops = Loops::of(kernel);
        let statement = |&h: &usize| kernel.blocks.get(BlockId::new(h)).and_then(|b| b.loop_stmt);
        let program = Program {
            vars: kernel.vars.len() as u32,
            loops: loops.headers.iter().map(statement).collect(),
            ..Program::default()
        };
        Compiler {
            kernel,
            loops,
            program,
            pool: HashMap::new(),
            places: HashMap::new(),
            temps: 0,
            around: Vec::new(),
            exits: Vec::new(),
            ways: HashMap::new(),
            block: 0,
            stmt: 0,
            at: 0,
            asserted: None,
        }
    }

    /// Notes where threads leave the kernel, and how its barriers stand to that.
    fn note_exits(&mut self) {
        let kernel = self.kernel;
        let cfg = Cfg::new(kernel);
        let forest = Forest::new(&cfg.graph, cfg.entry);
        let exits = cfg.exits(kernel);
        let headed = |headers: &[NodeIndex]| -> Vec<u32> {
            let blocks = headers.iter().map(|&h| cfg.graph[h].block.index());
            blocks.filter_map(|b| self.loops.headed_by(b)).collect()
        };
        self.program.exits = exits
            .iter()
            .map(|&exit| {
                let around = leaving::around(kernel, &cfg, &forest, exit);
                headed(&around.iter().map(|&l| forest.loops[l].header).collect::<Vec<_>>())
            })
            .collect();
        let ways = |node: NodeIndex| -> Vec<Way> {
            let ways = exits.iter().map(|&exit| {
                let way = leaving::way(kernel, &cfg, &forest, node, exit);
                Way {
                    loops: headed(&way.loops),
                    leads: way.leads,
                }
            });
            ways.collect()
        };
        for barrier in cfg.barriers() {
            let node = &cfg.graph[barrier];
            self.ways
                .insert((node.block.index(), node.stmts.end), ways(barrier));
        }
        // Where the statements lead to that stand in a node, the node does.
        for id in cfg.graph.node_indices() {
            let node = &cfg.graph[id];
            let stmts = &kernel.blocks[node.block].stmts;
            let is_phase = |&n: &usize| matches!(stmts[n].kind, StmtKind::Phase(_));
            for at in node.stmts.clone().filter(is_phase) {
                self.ways.insert((node.block.index(), at), ways(id));
            }
        }
        self.exits = exits.iter().map(|&n| cfg.graph[n].block.index()).collect();
    }

    /// Compiles every block; edges still hold block numbers. Returns where each block starts.
    fn all_blocks(&mut self) -> Result<Vec<u32>, IllFormed> {
        let kernel = self.kernel;
        let mut starts = Vec::with_capacity(kernel.blocks.len());
        for (id, block) in kernel.blocks.iter_enumerated() {
            starts.push(self.program.insts.len() as u32);
            self.block = id.index();
            self.around = self.loops.around(id.index());
            for (n, stmt) in block.stmts.iter().enumerate() {
                self.temps = 0;
                self.stmt = n;
                self.statement(stmt)?;
                self.asserted = match &stmt.kind {
                    StmtKind::Assert(cond) => Some(cond),
                    _ => None,
                };
            }
            self.temps = 0;
            self.terminator(&block.term)?;
        }
        Ok(starts)
    }

    fn resolve_edges(&mut self, starts: &[u32]) {
        for inst in &mut self.program.insts {
            match inst {
                Inst::Jump(edge) => edge.pc = starts[edge.pc as usize],
                Inst::Branch { then, other, .. } => {
                    then.pc = starts[then.pc as usize];
                    other.pc = starts[other.pc as usize];
                }
                _ => {}
            }
        }
    }

    fn edge(&self, to: BlockId) -> Edge {
        let step = match self.loops.headed_by(to.index()) {
            None => LoopStep::None,
            Some(l) if self.loops.contains(l, self.block) => LoopStep::Back(l),
            Some(l) => LoopStep::Enter(l),
        };
        Edge { pc: to.0, step }
    }

    fn emit(&mut self, inst: Inst) {
        self.program.insts.push(inst);
        self.program.at.push(self.at);
    }

    fn place(&mut self, loc: Loc) -> u32 {
        let Program {
            places, place_loops, ..
        } = &mut self.program;
        let around = &self.around;
        *self.places.entry(loc).or_insert_with(|| {
            places.push(loc);
            place_loops.push(around.clone());
            places.len() as u32 - 1
        })
    }

    fn constant(&mut self, bits: u128) -> Src {
        let consts = &mut self.program.consts;
        Src::Const(*self.pool.entry(bits).or_insert_with(|| {
            consts.push(bits);
            consts.len() as u32 - 1
        }))
    }

    fn temp(&mut self) -> Slot {
        let slot = Slot::Temp(self.temps);
        self.temps += 1;
        self.program.temps = self.program.temps.max(self.temps);
        slot
    }

    fn var(&self, var: VarId) -> Result<u32, IllFormed> {
        match self.kernel.vars.get(var) {
            Some(_) => Ok(var.0),
            None => Err(format!("there is no variable {var}")),
        }
    }

    fn var_ty(&self, var: VarId) -> Result<(u32, Ty), IllFormed> {
        let ty = self
            .kernel
            .vars
            .get(var)
            .map(|v| v.ty)
            .ok_or_else(|| format!("there is no variable {var}"))?;
        Ok((var.0, checked(ty)?))
    }

    fn object(&self, object: ObjectId) -> Result<ObjectId, IllFormed> {
        match self.kernel.objects.get(object) {
            Some(_) => Ok(object),
            None => Err(format!("there is no object {object}")),
        }
    }

    fn statement(&mut self, stmt: &ir::Stmt) -> Result<(), IllFormed> {
        let place = self.place(stmt.loc);
        self.at = place;
        match &stmt.kind {
            StmtKind::Assign { dst, value } => {
                let dst = self.var(*dst)?;
                self.into(Slot::Var(dst), value)?;
            }
            StmtKind::Load {
                dst,
                addr,
                volatile: _,
                link: _,
            } => {
                let (dst, ty) = self.var_ty(*dst)?;
                let addr = self.operand(addr)?;
                self.emit(Inst::Load { dst, ty, addr, place });
            }
            StmtKind::Store {
                addr,
                value,
                volatile: _,
            } => {
                let ty = checked(value.ty)?;
                let (addr, value) = (self.operand(addr)?, self.operand(value)?);
                self.emit(Inst::Store {
                    addr,
                    value,
                    ty,
                    place,
                });
            }
            StmtKind::Atomic(atomic) => self.atomic(atomic, place)?,
            StmtKind::Copy {
                dst,
                src,
                bytes,
                kind,
            } => {
                let (dst, src, bytes) = (self.operand(dst)?, self.operand(src)?, self.operand(bytes)?);
                self.emit(Inst::Copy(Box::new(Copy {
                    dst,
                    src,
                    bytes,
                    kind: *kind,
                    place,
                })));
            }
            StmtKind::Fill { dst, byte, bytes } => {
                let (dst, byte, bytes) = (self.operand(dst)?, self.operand(byte)?, self.operand(bytes)?);
                self.emit(Inst::Fill {
                    dst,
                    byte,
                    bytes,
                    place,
                });
            }
            StmtKind::AsyncWait { pending } => self.emit(Inst::AsyncWait { pending: *pending }),
            StmtKind::AsyncCommit => self.emit(Inst::AsyncCommit),
            // For the encoder only: the copy is logged until it is waited for.
            StmtKind::UnderWay(_) | StmtKind::Presume { .. } => {}
            StmtKind::Phase(phase) => self.phase(phase, place)?,
            StmtKind::Barrier(barrier) => self.barrier(barrier, place)?,
            StmtKind::Fence { ordering, .. } => {
                self.program.releases |= ordering.order != MemoryOrder::Relaxed;
                self.emit(Inst::Fence(*ordering));
            }
            StmtKind::Collective(collective) => self.collective(collective, stmt.loc)?,
            StmtKind::Assume(cond) => {
                // What is also asserted is no fact about the user's launches: who fails it is told, and goes no further.
                let checked = self.asserted == Some(cond);
                let cond = self.operand(cond)?;
                self.emit(match checked {
                    true => Inst::StopUnless { cond },
                    false => Inst::Assume { cond },
                });
            }
            StmtKind::Assert(cond) => {
                let cond = self.operand(cond)?;
                self.emit(Inst::Assert { cond, place });
            }
            StmtKind::Invariant(cond) => {
                let cond = self.operand(cond)?;
                self.emit(Inst::Invariant { cond, place });
            }
            StmtKind::Hole { hole, dsts, writes } => {
                let dsts = dsts.iter().map(|&d| self.var_ty(d)).collect::<Result<_, _>>()?;
                let writes = writes.iter().map(|w| self.operand(w)).collect::<Result<_, _>>()?;
                let hole = *hole;
                self.emit(Inst::Hole { hole, dsts, writes });
            }
            StmtKind::Print { format, args } => {
                let mut operands = Vec::with_capacity(args.len());
                for arg in args {
                    operands.push((checked(arg.ty)?, self.operand(arg)?));
                }
                self.emit(Inst::Print(Box::new(Print {
                    format: format.clone(),
                    args: operands,
                    place,
                })));
            }
        }
        Ok(())
    }

    fn atomic(&mut self, atomic: &ir::Atomic, place: u32) -> Result<(), IllFormed> {
        let dst = atomic.dst.map(|d| self.var(d)).transpose()?;
        let addr = self.operand(&atomic.addr)?;
        let args = atomic
            .args
            .iter()
            .map(|a| self.operand(a))
            .collect::<Result<_, _>>()?;
        let ty = checked(atomic.ty)?;
        let (op, ordering, failure) = (atomic.op, atomic.ordering, atomic.failure);
        self.program.releases |= ordering.order != MemoryOrder::Relaxed;
        self.emit(Inst::Atomic(Box::new(Atomic {
            op,
            dst,
            addr,
            ty,
            args,
            ordering,
            failure,
            place,
        })));
        Ok(())
    }

    fn phase(&mut self, phase: &ir::Phase, place: u32) -> Result<(), IllFormed> {
        self.program.releases = true;
        self.program.has_phases = true;
        let barrier = match &phase.barrier {
            ir::PhaseBarrier::At(addr) => PhaseBarrier::At(self.kept(addr)?),
            ir::PhaseBarrier::Named { id, threads } => PhaseBarrier::Named {
                id: *id,
                threads: threads.as_ref().map(|n| self.kept(n)).transpose()?,
            },
            ir::PhaseBarrier::Cluster => PhaseBarrier::Cluster,
        };
        let op = match &phase.op {
            ir::PhaseOp::Init { count } => PhaseOp::Init {
                count: self.kept(count)?,
            },
            ir::PhaseOp::Arrive { dst, leaves, times } => PhaseOp::Arrive {
                times: times.as_ref().map(|n| self.kept(n)).transpose()?,
                dst: dst.map(|d| self.var(d)).transpose()?,
                leaves: *leaves,
            },
            ir::PhaseOp::Wait { until, poll } => PhaseOp::Wait {
                until: match until {
                    ir::Until::Number(number) => Until::Number(self.kept(number)?),
                    ir::Until::Parity(parity) => Until::Parity(self.kept(parity)?),
                },
                poll: poll.map(|d| self.var(d)).transpose()?,
            },
            // What waits for them stands beside it.
            ir::PhaseOp::Copies => return Ok(()),
            // It arrives, and then waits for the phase that it arrived in.
            ir::PhaseOp::Sync => {
                let number = self.program.vars;
                self.program.vars += 1;
                let arrive = PhaseOp::Arrive {
                    dst: Some(number),
                    leaves: false,
                    times: None,
                };
                self.emit_phase(barrier, arrive, place);
                PhaseOp::Wait {
                    until: Until::Number(Src::Var(number)),
                    poll: None,
                }
            }
        };
        self.emit_phase(barrier, op, place);
        Ok(())
    }

    fn emit_phase(&mut self, barrier: PhaseBarrier, op: PhaseOp, place: u32) {
        let loops = self.around.clone();
        let ways = self.ways.get(&(self.block, self.stmt)).cloned();
        self.emit(Inst::Phase(Box::new(Phase {
            barrier,
            op,
            place,
            loops,
            ways: ways.unwrap_or_default(),
        })));
    }

    fn barrier(&mut self, barrier: &ir::Barrier, place: u32) -> Result<(), IllFormed> {
        let mask = barrier.mask.as_ref().map(|m| self.kept(m)).transpose()?;
        let reduce = match &barrier.reduce {
            None => None,
            Some(reduce) => Some((reduce.op, self.kept(&reduce.value)?, self.var(reduce.dst)?)),
        };
        self.program.releases |= barrier.scope == ir::Scope::Cluster;
        let (scope, fences, loops) = (barrier.scope, barrier.fences, self.around.clone());
        let ways = self.ways.remove(&(self.block, self.stmt)).unwrap_or_default();
        self.emit(Inst::Barrier(Box::new(Barrier {
            scope,
            fences,
            mask,
            reduce,
            place,
            loops,
            ways,
        })));
        Ok(())
    }

    fn collective(&mut self, collective: &ir::Collective, loc: Loc) -> Result<(), IllFormed> {
        let (place, past) = (self.place(loc), self.past(loc));
        let mask = collective.mask.as_ref().map(|m| self.kept(m)).transpose()?;
        let mut args = Vec::with_capacity(collective.args.len());
        for arg in &collective.args {
            args.push((checked(arg.ty)?, self.kept(arg)?));
        }
        let dst = collective.dst.map(|d| self.var_ty(d)).transpose()?;
        let (op, scope, loops) = (collective.op, collective.scope, self.around.clone());
        self.emit(Inst::Collective(Box::new(Collective {
            op,
            scope,
            mask,
            args,
            dst,
            past,
            place,
            loops,
        })));
        Ok(())
    }

    /// Where a thread leaves the kernel that has passed by an operation. A work-item of OpenCL is never excused.
    fn past(&mut self, loc: Loc) -> Vec<u32> {
        let kernel = self.kernel;
        let ends: Vec<BlockId> = match kernel.language {
            ir::Language::OpenCl => kernel.blocks.iter_enumerated().map(|b| b.0).collect(),
            ir::Language::Cuda => kernel.passes_by(BlockId::new(self.block), loc),
        };
        let ends = ends.into_iter().map(|b| &kernel.blocks[b].term);
        let ends: Vec<Loc> = ends
            .filter(|t| t.kind == TermKind::Return)
            .map(|t| t.loc)
            .collect();
        ends.into_iter().map(|loc| self.place(loc)).collect()
    }

    /// An operand that is still there when the other threads have arrived: a new variable, as temporaries are
    /// shared by all threads.
    fn kept(&mut self, expr: &Expr) -> Result<Src, IllFormed> {
        match self.operand(expr)? {
            src @ Src::Temp(_) => {
                let dst = Slot::Var(self.program.vars);
                self.program.vars += 1;
                self.emit(Inst::Move { dst, src });
                Ok(dst.into())
            }
            src => Ok(src),
        }
    }

    fn terminator(&mut self, term: &ir::Terminator) -> Result<(), IllFormed> {
        self.at = self.place(term.loc);
        let inst = match &term.kind {
            TermKind::Goto(to) => Inst::Jump(self.edge(*to)),
            TermKind::Branch { cond, then, other } => {
                let cond = self.operand(cond)?;
                Inst::Branch {
                    cond,
                    then: self.edge(*then),
                    other: self.edge(*other),
                }
            }
            TermKind::Return => Inst::Return {
                place: self.place(term.loc),
                exit: self.exits.iter().position(|&b| b == self.block).unwrap_or(0) as u32,
            },
            TermKind::Unreachable => Inst::Unreachable,
        };
        self.emit(inst);
        Ok(())
    }

    /// Computes `expr` and says where its value is.
    fn operand(&mut self, expr: &Expr) -> Result<Src, IllFormed> {
        match &expr.kind {
            ExprKind::Int(value) => Ok(self.constant(from_integer(checked(expr.ty)?, *value))),
            ExprKind::Float(value) => match expr.ty {
                Ty::Float(kind) => Ok(self.constant(from_float(kind, value.get()))),
                other => Ok(self.constant(from_integer(checked(other)?, value.get() as i128))),
            },
            ExprKind::Null => Ok(self.constant(0)),
            ExprKind::Var(var) => Ok(Src::Var(self.var(*var)?)),
            ExprKind::Geometry(geometry) => {
                if !self.program.geometry.contains(geometry) {
                    self.program.geometry.push(*geometry);
                }
                Ok(Src::Geometry(*geometry))
            }
            _ => {
                let dst = self.temp();
                self.into(dst, expr)?;
                Ok(dst.into())
            }
        }
    }

    /// Computes `expr` into `dst`.
    fn into(&mut self, dst: Slot, expr: &Expr) -> Result<(), IllFormed> {
        let ty = checked(expr.ty)?;
        let inst = match &expr.kind {
            ExprKind::Object(object) => Inst::Object {
                dst,
                object: self.object(*object)?,
            },
            ExprKind::Unary(op, a) => Inst::Unary {
                op: *op,
                ty,
                dst,
                a: self.operand(a)?,
            },
            ExprKind::Binary(op, a, b) => {
                let amount = checked(b.ty)?;
                Inst::Binary {
                    op: *op,
                    ty,
                    amount,
                    dst,
                    a: self.operand(a)?,
                    b: self.operand(b)?,
                }
            }
            ExprKind::Cmp(op, a, b) => Inst::Cmp {
                op: *op,
                ty: checked(a.ty)?,
                dst,
                a: self.operand(a)?,
                b: self.operand(b)?,
            },
            ExprKind::Cast(a) => Inst::Cast {
                from: checked(a.ty)?,
                to: ty,
                dst,
                a: self.operand(a)?,
            },
            ExprKind::Window(a) => Inst::Window {
                to: ty,
                dst,
                a: self.operand(a)?,
            },
            ExprKind::Bits(a) => Inst::Move {
                dst,
                src: self.operand(a)?,
            },
            ExprKind::Select(cond, a, b) => Inst::Select {
                ty,
                dst,
                cond: self.operand(cond)?,
                a: self.operand(a)?,
                b: self.operand(b)?,
            },
            ExprKind::PtrAdd(a, b) => Inst::PtrAdd {
                dst,
                a: self.operand(a)?,
                b: self.operand(b)?,
            },
            ExprKind::PtrRow(a, row) => Inst::PtrRow {
                dst,
                a: self.operand(a)?,
                row: self.operand(row)?,
            },
            ExprKind::PtrDiff(a, b) => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                Inst::Binary {
                    op: ir::BinOp::Sub,
                    ty: Ty::I64,
                    amount: Ty::I64,
                    dst,
                    a,
                    b,
                }
            }
            ExprKind::Call(function, args) => {
                let mut operands = Vec::with_capacity(args.len());
                for arg in args {
                    operands.push((checked(arg.ty)?, self.operand(arg)?));
                }
                Inst::Call(Box::new(Call {
                    dst,
                    function: function.clone(),
                    ty,
                    args: operands,
                }))
            }
            ExprKind::Unknown(hole) => Inst::Unknown { dst, ty, hole: *hole },
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Null
            | ExprKind::Var(_)
            | ExprKind::Geometry(_) => Inst::Move {
                dst,
                src: self.operand(expr)?,
            },
        };
        self.emit(inst);
        Ok(())
    }
}

/// Only types that have a size in memory can be computed with.
fn checked(ty: Ty) -> Result<Ty, IllFormed> {
    match ty {
        Ty::Int { bits, .. } if !matches!(bits, 8 | 16 | 32 | 64 | 128) => {
            Err(format!("there is no integer type of {bits} bits"))
        }
        _ => Ok(ty),
    }
}
