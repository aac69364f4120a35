//! Inline assembly (PTX ISA, docs.nvidia.com/cuda/parallel-thread-execution): single instructions whose meaning is plain;
//! all else is a hole.

use super::{Lowerer, Value, asm_text};
use crate::builtin::GeometryFn;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::build;
use crate::ir::{Barrier, BinOp, Dim, Expr, ExprKind, Loc, PureFn, Scope, Spaces, StmtKind, Ty, UnOp};

impl<'u> Lowerer<'u, '_> {
    /// Inline assembly: its outputs are unknown. It may write through the pointers that it is handed, and, if it has an
    /// instruction that writes memory, anything: addresses of shared memory are handed over as integers.
    pub(super) fn assembly(&mut self, c: Cursor<'u>) {
        let loc = self.loc(c);
        let text = c
            .range()
            .and_then(|r| self.files.slice(&r.start.file, r.start.offset, r.end.offset))
            .unwrap_or_default();
        if let Some(name) = barrier_instruction(&text) {
            let barrier = Barrier {
                scope: Scope::Block,
                fences: Spaces::ALL,
                name,
                mask: None,
                tile: None,
                reduce: None,
            };
            self.b.emit(loc, StmtKind::Barrier(barrier));
            return;
        }
        if self.known_instruction(c, loc, &text)
            || self.global_access(c, loc, &text)
            || self.matrix_load(c, loc, &text)
        {
            return;
        }
        let written = asm_text::written(self.files, c, self.frames.last().map(|frame| frame.definition));
        if self.computing(c, loc, &written) {
            return;
        }
        let reason = "inline assembly is not modelled";
        let waits = |name: &str| name.contains("bar");
        if written.is_empty() || written.iter().any(|one| opcodes(&one.template).any(waits)) {
            self.b
                .barrier_hole(loc, "inline assembly that may synchronise is not modelled");
        }
        // Who is gone does not do what comes later, and barriers do not wait for it.
        let ends = written.iter().any(|one| opcodes(&one.template).any(ends_thread));
        let reason = match ends {
            true => "inline assembly that may end the thread is not modelled",
            false => reason,
        };
        let mut writes = Vec::new();
        let mut outputs = Vec::new();
        for operand in c.expressions() {
            if operand.kind() == CXCursor_StringLiteral {
                continue;
            }
            if is_output(operand) {
                outputs.push(operand);
            } else if let Value::Scalar(expr) = self.rvalue(operand)
                && expr.ty == crate::ir::Ty::Ptr
            {
                writes.push(expr);
            }
        }
        // "memory" among what it clobbers says that it may write what it is not handed.
        let writer = written.iter().any(|one| opcodes(&one.template).any(may_write));
        if written.is_empty() || writer || ends || text.contains("\"memory\"") {
            writes.extend(self.visible_objects());
            self.b.anything_hole(loc, reason, writes);
        } else {
            self.b.effect_hole(loc, reason, writes);
        }
        for output in outputs {
            let place = self.lvalue(output);
            let value = self.unknown(loc, "inline assembly is not modelled", output.ty(), Vec::new());
            self.write(&place, value);
        }
    }

    /// Lowers an instruction whose meaning is plain; false if it is none of them.
    fn known_instruction(&mut self, c: Cursor<'u>, loc: Loc, text: &str) -> bool {
        let Some(instruction) = instruction(text).filter(|text| !text.contains(['{', '}'])) else {
            return false;
        };
        let (name, operands) = instruction
            .split_once(char::is_whitespace)
            .unwrap_or((&instruction, ""));
        let given: Vec<Cursor<'u>> = c
            .expressions()
            .into_iter()
            .filter(|operand| operand.kind() != CXCursor_StringLiteral)
            .collect();
        let fence = |scope| StmtKind::Fence {
            scope,
            spaces: Spaces::ALL,
        };
        match (name, &given[..]) {
            ("membar.cta" | "fence.acq_rel.cta" | "fence.sc.cta", []) => {
                self.b.emit(loc, fence(Scope::Block))
            }
            ("membar.gl" | "fence.acq_rel.gpu" | "fence.sc.gpu", []) => self.b.emit(loc, fence(Scope::Grid)),
            ("membar.sys" | "fence.acq_rel.sys" | "fence.sc.sys", []) => {
                self.b.emit(loc, fence(Scope::System))
            }
            ("cp.async.commit_group", []) => self.b.emit(loc, StmtKind::AsyncCommit),
            ("cp.async.wait_all", []) => self.b.emit(loc, StmtKind::AsyncWait { pending: 0 }),
            ("cp.async.wait_group", given @ ([] | [_])) => {
                let number = match given {
                    [operand] => build::as_int(&self.scalar(*operand)),
                    _ => operands.trim().parse().ok(),
                };
                // A number that is not known may leave any number of batches unfinished.
                let pending = number.and_then(|n| u32::try_from(n).ok()).unwrap_or(u32::MAX);
                self.b.emit(loc, StmtKind::AsyncWait { pending });
            }
            ("mov.u32", [output]) if is_output(*output) => match operands.trim_start_matches("%0,").trim() {
                "%%laneid" => {
                    let lane = super::geometry::launch_value(GeometryFn::SubGroupLocalId, Dim::X);
                    self.put(*output, build::cast(lane, Ty::U32));
                }
                mask => match lane_mask(mask) {
                    Some(mask) => self.put(*output, mask),
                    None => return false,
                },
            },
            ("lop3.b32", [output, a, b, c]) if is_output(*output) => {
                let Some(table) = operands.rsplit(',').next().and_then(immediate) else {
                    return false;
                };
                let mut args = [*a, *b, *c]
                    .map(|operand| build::cast(self.scalar(operand), Ty::U32))
                    .to_vec();
                args.push(build::int(table, Ty::U32));
                self.put(*output, pure("lop3", args));
            }
            _ => return false,
        }
        true
    }

    /// Writes an output.
    pub(super) fn put(&mut self, output: Cursor<'u>, value: Expr) {
        let place = self.lvalue(output);
        let loc = self.loc(output);
        let value = self.convert(Value::Scalar(value), output.ty(), loc);
        self.write(&place, value);
    }
}

/// A register that has a bit for each lane that lies so to the thread's own (PTX ISA, "Special Registers").
fn lane_mask(register: &str) -> Option<Expr> {
    let lane = build::cast(
        super::geometry::launch_value(GeometryFn::SubGroupLocalId, Dim::X),
        Ty::U32,
    );
    let own = build::binary(BinOp::Shl, build::int(1, Ty::U32), lane);
    let below = build::binary(BinOp::Sub, own.clone(), build::int(1, Ty::U32));
    let up_to = build::binary(BinOp::Or, own.clone(), below.clone());
    Some(match register {
        "%%lanemask_eq" => own,
        "%%lanemask_lt" => below,
        "%%lanemask_le" => up_to,
        "%%lanemask_gt" => build::unary(UnOp::BitNot, up_to),
        "%%lanemask_ge" => build::unary(UnOp::BitNot, below),
        _ => return None,
    })
}

fn pure(name: &str, args: Vec<Expr>) -> Expr {
    Expr {
        ty: Ty::U32,
        kind: ExprKind::Call(PureFn(name.to_owned()), args),
    }
}

fn immediate(text: &str) -> Option<i128> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The one instruction of an `asm` statement; `None` if its text has several, or parts that a macro puts together.
pub(super) fn instruction(text: &str) -> Option<String> {
    let mut quoted = text.split('"');
    let (_, inner) = (quoted.next()?, quoted.next()?);
    let after = quoted.next()?.trim_start();
    let whole = after.starts_with([':', ')']);
    let inner = inner.replace("\\n", " ").replace("\\t", " ");
    let inner = inner.trim().trim_end_matches(';').trim();
    let single = !inner.is_empty() && !inner.contains([';', '@']);
    (whole && single).then(|| inner.to_owned())
}

/// The instructions of a template, each from its name on.
pub(super) fn opcodes(template: &str) -> impl Iterator<Item = &str> {
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

/// Whether an instruction may write memory that other threads use: also where its name is not readable.
fn may_write(instruction: &str) -> bool {
    const WRITERS: [&str; 11] = [
        "st.", "atom", "red.", "cp.", "stmatrix", "call", "mbarrier", "multimem", "wgmma", "tcgen", "sust",
    ];
    !instruction.starts_with(|first: char| first.is_ascii_lowercase())
        || WRITERS.iter().any(|word| instruction.starts_with(word))
}

/// The whole block's barrier, if that is all that the assembly does.
fn barrier_instruction(text: &str) -> Option<String> {
    let inner = instruction(text)?;
    let all_threads = [
        "bar.sync 0",
        "barrier.sync 0",
        "barrier.sync.aligned 0",
        "bar.sync \t0",
        "barrier.cta.sync 0",
    ]
    .contains(&inner.as_str());
    all_threads.then_some(inner)
}

/// Whether an operand of inline assembly is an l-value, so an output.
pub(super) fn is_output(c: Cursor<'_>) -> bool {
    match c.kind() {
        CXCursor_DeclRefExpr | CXCursor_MemberRefExpr | CXCursor_ArraySubscriptExpr => true,
        CXCursor_ParenExpr => c.expressions().first().is_some_and(|inner| is_output(*inner)),
        CXCursor_UnaryOperator => c.unary_operator() == CXUnaryOperator_Deref,
        _ => false,
    }
}
