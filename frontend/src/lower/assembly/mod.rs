//! Inline assembly (PTX ISA, docs.nvidia.com/cuda/parallel-thread-execution): a template is read as a list of instructions,
//! each of which does what it would do outside; from the first that is not modelled on, the statement is a hole.

mod compute;
mod memory;
mod opaque;
mod ptx;
mod registers;
mod text;
mod together;

use super::{Lowerer, Value};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::{Expr, Loc, Synchronises, TermKind, Ty};
use ptx::{Instruction, Operand, Statement};
use registers::Registers;
use text::Assembly;

/// Why the hole is one.
const REASON: &str = "inline assembly is not modelled";

impl<'u> Lowerer<'u, '_> {
    /// Lowers an `asm` statement.
    pub(super) fn assembly(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        let written = text::written(self.files, c, self.frames.last().map(|frame| frame.definition));
        if let [one] = &written[..]
            && let Some(statements) = ptx::parse(&one.template, &one.names())
        {
            let given = operands(c);
            if let Some(mut registers) = self.registers(loc, one, &given, &statements) {
                let rest = self.instructions(loc, &mut registers, &statements);
                self.put_back(&registers);
                if let Some(rest) = rest {
                    self.assembly_hole(c, loc, &written, rest);
                }
                return;
            }
        }
        if !self.computing(c, loc, &written) {
            let rest = Unmodelled::of(&written);
            self.assembly_hole(c, loc, &written, rest);
        }
    }

    /// Lowers instructions; those that are left, from the first that is not modelled on.
    fn instructions(
        &mut self,
        loc: Loc,
        registers: &mut Registers<'u>,
        statements: &[Statement],
    ) -> Option<Unmodelled> {
        for (n, statement) in statements.iter().enumerate() {
            let Statement::Instruction(instruction) = statement else {
                continue;
            };
            if self.guarded(loc, registers, instruction).is_none() {
                let rest = statements[n..].iter().filter_map(|statement| match statement {
                    Statement::Instruction(instruction) => Some(instruction),
                    Statement::Registers(..) => None,
                });
                let rest: Vec<&Instruction> = rest.collect();
                let is_place = |operand: &Operand| matches!(operand, Operand::Address(..));
                return Some(Unmodelled {
                    accesses: rest.iter().any(|one| one.operands.iter().any(is_place)),
                    opcodes: rest.iter().map(|one| one.name.clone()).collect(),
                });
            }
        }
        None
    }

    /// Lowers an instruction, under its guard if it has one; `None` if it is not modelled.
    fn guarded(&mut self, loc: Loc, registers: &mut Registers<'u>, instruction: &Instruction) -> Option<()> {
        let Some((predicate, negated)) = &instruction.guard else {
            return self.instruction(loc, registers, instruction);
        };
        let predicate = Operand::Register(predicate.clone());
        let condition = registers.read(&predicate, Ty::Bool)?;
        let (does, done) = (self.b.block(), self.b.block());
        let ways = if *negated { (done, does) } else { (does, done) };
        self.b.branch(loc, condition, ways.0, ways.1);
        self.b.enter(does);
        let modelled = self.instruction(loc, registers, instruction);
        self.b.end(loc, TermKind::Goto(done));
        self.b.enter(done);
        modelled
    }

    /// Lowers an instruction without its guard; `None` if it is not modelled.
    fn instruction(&mut self, loc: Loc, registers: &mut Registers<'u>, i: &Instruction) -> Option<()> {
        let parts: Vec<&str> = i.name.split('.').collect();
        match parts[0] {
            "ld" | "ldu" => self.ptx_load(loc, registers, i, &parts),
            "st" => self.ptx_store(loc, registers, i, &parts),
            "atom" | "red" => self.ptx_atomic(loc, registers, i, &parts),
            "cp" => self.ptx_copy(loc, registers, i, &parts),
            "ldmatrix" | "stmatrix" => self.ptx_matrix(loc, registers, i, &parts),
            "mma" | "movmatrix" => self.ptx_matrix_result(loc, registers, i),
            "wmma" if parts.get(1) == Some(&"mma") => self.ptx_matrix_result(loc, registers, i),
            "bar" | "barrier" => self.ptx_barrier(loc, registers, i, &parts),
            "mbarrier" => self.ptx_mbarrier(loc, registers, i, &parts),
            "membar" | "fence" => self.ptx_fence(loc, &parts),
            "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" => {
                self.ptx_collective(loc, registers, i, &parts)
            }
            "prefetch" | "prefetchu" | "nanosleep" | "griddepcontrol" | "pmevent" | "brkpt" => Some(()),
            "setmaxnreg" => {
                self.warp_meets(loc, &i.name);
                Some(())
            }
            "trap" => {
                self.trap(loc);
                Some(())
            }
            _ => self.ptx_compute(loc, registers, i, &parts),
        }
    }

    /// Instructions that are not modelled: the outputs are unknown. They may write through the pointers that they are handed,
    /// and, if one accesses memory, do anything: addresses of shared memory are handed over as integers, and a read may race
    /// as well as a write.
    fn assembly_hole(&mut self, c: Cursor<'u>, loc: Loc, written: &[Assembly], rest: Unmodelled) {
        let any = |what: fn(&str) -> bool| rest.opcodes.iter().any(|opcode| what(opcode));
        // What several threads do together (PTX ISA, "Instruction Statements": `.sync`, `.aligned`) they have to come to.
        let meets = |name: &str| {
            ["bar", ".sync", ".aligned"]
                .iter()
                .any(|part| name.contains(part))
        };
        let synchronises = match any(meets) {
            true => Synchronises::Yes,
            false => Synchronises::Perhaps,
        };
        if written.is_empty() || any(meets) {
            let reason = "inline assembly that may synchronise is not modelled";
            self.b.barrier_hole(loc, reason, synchronises);
        }
        // Who is gone does not do what comes later, and barriers do not wait for it.
        let ends = any(ends_thread);
        let reason = match ends {
            true => "inline assembly that may end the thread is not modelled",
            false => REASON,
        };
        let (outputs, inputs): (Vec<_>, Vec<_>) = operands(c).into_iter().partition(|o| is_output(*o));
        let mut writes: Vec<Expr> = Vec::new();
        for input in inputs {
            match self.rvalue(input) {
                Value::Scalar(expr) if expr.ty == Ty::Ptr => writes.push(expr),
                _ => {}
            }
        }
        // "memory" among what it clobbers says that it may write what it is not handed.
        let clobbers = written.iter().any(|one| one.clobbers_memory);
        // Whether all come to a barrier is asked, whatever it orders.
        let waits = any(meets);
        if written.is_empty() || rest.accesses || any(may_write) || ends || clobbers || waits {
            writes.extend(self.visible_objects());
            self.b.anything_hole(loc, reason, writes, synchronises);
        } else {
            self.b.effect_hole(loc, reason, writes);
        }
        for output in outputs {
            let place = self.lvalue(output);
            let value = self.unknown(loc, REASON, output.ty(), Vec::new());
            self.write(&place, value);
        }
    }

    /// Writes an output.
    fn put(&mut self, output: Cursor<'u>, value: Expr) {
        let place = self.lvalue(output);
        let loc = self.loc(output);
        let value = self.convert(Value::Scalar(value), output.ty(), loc);
        self.write(&place, value);
    }
}

/// The operands of an `asm` statement, outputs first.
fn operands(c: Cursor<'_>) -> Vec<Cursor<'_>> {
    let mut operands = c.expressions();
    operands.retain(|operand| operand.kind() != CXCursor_StringLiteral);
    operands
}

/// What is known of instructions that are not modelled.
struct Unmodelled {
    opcodes: Vec<String>,
    /// Whether one has a place in memory among its operands.
    accesses: bool,
}

impl Unmodelled {
    /// All that may be written.
    fn of(written: &[Assembly]) -> Unmodelled {
        let all = written.iter().flat_map(|one| opcodes(&one.template));
        Unmodelled {
            opcodes: all.map(str::to_owned).collect(),
            accesses: written.iter().any(|one| one.template.contains('[')),
        }
    }
}

/// The instructions of a template that may not be readable otherwise, each from its name on.
fn opcodes(template: &str) -> impl Iterator<Item = &str> {
    template
        .split([';', '{', '}'])
        .map(str::trim)
        .filter(|statement| !statement.is_empty() && !statement.starts_with(".reg"))
        .map(|statement| {
            let guarded = statement.strip_prefix('@');
            guarded
                .and_then(|rest| rest.split_once(char::is_whitespace))
                .map_or(statement, |(_, rest)| rest.trim_start())
        })
        // What the braces of a vector of registers leave over begins no instruction.
        .filter(|statement| {
            !statement.starts_with(['%', ',', '-']) && !statement.starts_with(|c: char| c.is_ascii_digit())
        })
}

/// Whether an instruction may end the thread or leave the function (PTX ISA, "Control Flow Instructions").
fn ends_thread(instruction: &str) -> bool {
    let mut words = instruction.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| matches!(word, "exit" | "ret"))
}

/// How names of AMD's instructions begin ("AMD Instruction Set Architecture", "Instruction Formats"); none of PTX does so.
const OF_AMD: [&str; 8] = [
    "s_", "v_", "ds_", "global_", "flat_", "buffer_", "image_", "scratch_",
];

/// Whether an instruction may write memory that other threads use: also where its name is not readable.
fn may_write(instruction: &str) -> bool {
    const WRITERS: [&str; 12] = [
        "st.",
        "atom",
        "red.",
        "cp.",
        "stmatrix",
        "call",
        "mbarrier",
        "multimem",
        "wgmma",
        "tcgen",
        "sust",
        "wmma.store",
    ];
    !instruction.starts_with(|first: char| first.is_ascii_lowercase())
        || WRITERS
            .iter()
            .chain(&OF_AMD)
            .any(|word| instruction.starts_with(word))
}

/// Whether an operand of inline assembly is an l-value, so an output.
fn is_output(c: Cursor<'_>) -> bool {
    match c.kind() {
        CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr => true,
        CXCursor_ParenExpr => c.expressions().first().is_some_and(|inner| is_output(*inner)),
        CXCursor_UnaryOperator => c.unary_operator() == CXUnaryOperator_Deref,
        _ => false,
    }
}
