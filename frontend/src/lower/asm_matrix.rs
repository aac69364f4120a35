//! `ldmatrix` in inline assembly (PTX ISA, "Warp-level matrix load instruction: ldmatrix"): the lanes of a warp hand over the
//! addresses of the rows of one, two or four 8x8 matrices of 16-bit numbers. Lane `n` reads row `n`, of 16 bytes; what it gets
//! comes from other lanes, and is not known.

use super::Lowerer;
use super::asm::{instruction, is_output};
use super::types;
use crate::builtin::GeometryFn;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::build;
use crate::ir::{CmpOp, CopyKind, Dim, Expr, Loc, StmtKind, TermKind, Ty};

/// Bytes of a row.
const ROW: u64 = 16;
/// Rows of a matrix.
const ROWS: u32 = 8;

impl<'u> Lowerer<'u, '_> {
    /// Lowers a load of matrices; false if the assembly is none, or its address is no pointer.
    pub(super) fn matrix_load(&mut self, c: Cursor<'u>, loc: Loc, text: &str) -> bool {
        let Some(matrices) = instruction(text).and_then(|text| matrices(&text)) else {
            return false;
        };
        let given: Vec<Cursor<'u>> = c
            .expressions()
            .into_iter()
            .filter(|operand| operand.kind() != CXCursor_StringLiteral)
            .collect();
        let Some((address, outputs)) = given.split_last() else {
            return false;
        };
        let fits = outputs.len() == matrices as usize && outputs.iter().all(|output| is_output(*output));
        if !fits || types::scalar(address.ty()) != Some(Ty::Ptr) {
            return false;
        }
        let from = self.scalar(*address);
        self.row(loc, from, matrices * ROWS);
        for output in outputs {
            let part = self.b.unknown(
                loc,
                "which part of a matrix a lane gets is not modelled",
                Ty::U32,
                Vec::new(),
            );
            self.put(*output, part);
        }
        true
    }

    /// The first `lanes` lanes of a warp read a row each.
    fn row(&mut self, loc: Loc, from: Expr, lanes: u32) {
        let row = self.b.local(loc, "row", ROW, Ty::U32, None);
        let lane = super::geometry::launch_value(GeometryFn::SubGroupLocalId, Dim::X);
        let reads = build::compare(
            CmpOp::Lt,
            build::cast(lane, Ty::U32),
            build::int(lanes.into(), Ty::U32),
        );
        let (yes, done) = (self.b.block(), self.b.block());
        self.b.branch(loc, reads, yes, done);
        self.b.enter(yes);
        let copy = StmtKind::Copy {
            dst: build::object(row),
            src: from,
            bytes: build::int(ROW.into(), Ty::U64),
            kind: CopyKind::Sync,
        };
        self.b.emit(loc, copy);
        self.b.end(loc, TermKind::Goto(done));
        self.b.enter(done);
    }
}

/// How many matrices `ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4]` reads.
fn matrices(text: &str) -> Option<u32> {
    let (name, operands) = text.split_once(char::is_whitespace)?;
    let rest = name.strip_prefix("ldmatrix.sync.aligned.m8n8.")?;
    let (count, rest) = rest.split_once('.')?;
    let count = match count {
        "x1" => 1,
        "x2" => 2,
        "x4" => 4,
        _ => return None,
    };
    let known = |part: &str| matches!(part, "trans" | "shared" | "shared::cta" | "b16");
    let registers: Vec<String> = (0..count).map(|n| format!("%{n}")).collect();
    let plain: String = operands.chars().filter(|sign| !sign.is_whitespace()).collect();
    let expected = format!("{{{}}},[%{count}]", registers.join(","));
    (rest.split('.').all(known) && plain == expected).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::matrices;

    #[test]
    fn loads_of_matrices_are_told_from_others() {
        let four = "ldmatrix.sync.aligned.m8n8.x4.trans.b16 {%0, %1, %2, %3}, [%4]";
        assert_eq!(matrices(four), Some(4));
        assert_eq!(
            matrices("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1]"),
            Some(1)
        );
        for text in [
            "ldmatrix.sync.aligned.m16n16.x1.b8 {%0, %1}, [%2]",
            "ldmatrix.sync.aligned.m8n8.x4.b16 {%0, %1, %2, %3}, [%4 + 16]",
            "ldmatrix.sync.aligned.m8n8.x2.b16 {%1, %0}, [%2]",
            "stmatrix.sync.aligned.m8n8.x1.b16 [%1], {%0}",
        ] {
            assert_eq!(matrices(text), None, "{text}");
        }
    }
}
