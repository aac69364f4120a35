//! Kernel IR to register code. Refuses what is not well-formed, so that the interpreter need not look.

mod expr;
mod stmt;

use super::loops::{Loops, successors};
use super::program::{Edge, Inst, LoopStep, Program, Slot, Src, Way};
use expr::checked;
use kverify_frontend::index::Idx;
use kverify_frontend::ir::{BlockId, Expr, Kernel, Loc, ObjectId, StmtKind, Ty, VarId};
use kverify_smt::cfg::{Cfg, NodeIndex};
use kverify_smt::leaving;
use kverify_smt::loops::Forest;
use rustc_hash::FxHashMap;

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
    let of = None;
    compiler.emit(Inst::Assert { cond, of, place });
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
    pool: FxHashMap<u128, u32>,
    /// Places already in the table.
    places: FxHashMap<Loc, u32>,
    /// Temporaries in use by the statement.
    temps: u32,
    /// The loops around the block being compiled.
    around: Vec<u32>,
    /// The blocks that end where threads leave the kernel.
    exits: Vec<usize>,
    /// How each barrier stands to these, by block and statement.
    ways: FxHashMap<(usize, usize), Vec<Way>>,
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
            pool: FxHashMap::default(),
            places: FxHashMap::default(),
            temps: 0,
            around: Vec::new(),
            exits: Vec::new(),
            ways: FxHashMap::default(),
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
}
