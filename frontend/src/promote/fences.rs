//! OpenCL's barriers whose flags were no literal: the lowering left the flags in the mask.

use super::forward;
use crate::ir::build;
use crate::ir::{Hole, Kernel, Language, Stmt, StmtKind, Ty};
use crate::lower::{UNKNOWN_FLAGS, spaces_of_flags};

/// Reads the flags that are constant by now; the others are holes.
pub fn resolve(kernel: &mut Kernel) {
    if kernel.language != Language::OpenCl {
        return;
    }
    let constants = forward::constants(kernel);
    for block in kernel.blocks.iter_mut() {
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let StmtKind::Barrier(barrier) = &mut stmt.kind
                && let Some(mut flags) = barrier.mask.take()
            {
                forward::replace(&mut flags, &|var| constants.get(&var).cloned());
                match build::as_int(&flags) {
                    Some(flags) => barrier.fences = spaces_of_flags(flags),
                    None => {
                        let reason = UNKNOWN_FLAGS.to_owned();
                        let hole = kernel.holes.push(Hole {
                            loc: stmt.loc,
                            reason,
                            may_synchronise: true,
                            open: None,
                        });
                        // What is ordered is not known, so anything may have been written meanwhile.
                        let kind = StmtKind::Hole {
                            hole,
                            dsts: Vec::new(),
                            writes: vec![build::unknown(hole, Ty::Ptr)],
                        };
                        stmts.push(Stmt { loc: stmt.loc, kind });
                    }
                }
            }
            stmts.push(stmt);
        }
        block.stmts = stmts;
    }
}
