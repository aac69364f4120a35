//! Blocks that no thread comes to.

use super::{Block, BlockId, Kernel, TermKind, Terminator};
use crate::index::IndexVec;

impl Kernel {
    /// Removes blocks that cannot be reached; the rest stand in reverse postorder.
    pub fn drop_unreachable(&mut self) {
        let mut order = Vec::new();
        let mut seen: IndexVec<BlockId, bool> = self.blocks.iter().map(|_| false).collect();
        let mut stack = vec![(self.entry, 0)];
        seen[self.entry] = true;
        while let Some((block, next)) = stack.pop() {
            // Visiting the false way first puts the true way first in the order.
            let mut targets = self.blocks[block].term.targets();
            targets.reverse();
            match targets.get(next) {
                Some(target) => {
                    stack.push((block, next + 1));
                    if !seen[*target] {
                        seen[*target] = true;
                        stack.push((*target, 0));
                    }
                }
                None => order.push(block),
            }
        }
        order.reverse();
        let mut new_ids: IndexVec<BlockId, BlockId> = self.blocks.indices().collect();
        let mut blocks = IndexVec::new();
        for old in order {
            let empty = Block {
                stmts: Vec::new(),
                term: Terminator {
                    loc: self.blocks[old].term.loc,
                    kind: TermKind::Return,
                },
                loop_stmt: None,
            };
            new_ids[old] = blocks.push(std::mem::replace(&mut self.blocks[old], empty));
        }
        for block in blocks.iter_mut() {
            for target in block.term.targets_mut() {
                *target = new_ids[*target];
            }
        }
        self.entry = new_ids[self.entry];
        self.blocks = blocks;
    }
}
