//! Moving a module's places: its text may be a part of another one.

use super::{Block, Call, Doubt, Hole, Kernel, Launch, Module, Object, Span, Stmt, StmtKind, Terminator};

impl Module {
    /// Every place that the module names, in no order.
    pub fn spans_mut(&mut self) -> Vec<&mut Span> {
        let Module {
            language: _,
            files: _,
            included: _,
            read: _,
            diagnostics,
            kernels,
            called_by: _,
            apart: _,
            // Programs in strings, whose places move, have none.
            host: _,
            functions: _,
        } = self;
        let said = diagnostics.iter_mut().filter_map(|d| d.span.as_mut());
        said.chain(kernels.iter_mut().flat_map(Kernel::spans_mut))
            .collect()
    }
}

impl Kernel {
    /// Every place that the kernel names, in no order.
    pub fn spans_mut(&mut self) -> Vec<&mut Span> {
        let Kernel {
            name: _,
            instantiation: _,
            instantiation_chosen: _,
            unread_uses: _,
            left_out: _,
            target: _,
            chosen_names: _,
            unmade,
            doubts,
            unseen: _,
            callees: _,
            language: _,
            span,
            params: _,
            declared: _,
            objects,
            vars: _,
            blocks,
            entry: _,
            calls,
            holes,
            launches,
            required,
            max_threads: _,
            cluster: _,
            construct: _,
            asked: _,
            narrowed: _,
        } = self;
        let mut spans = vec![span];
        spans.extend(unmade.iter_mut().map(|loc| &mut loc.span));
        spans.extend(doubts.iter_mut().map(|Doubt { loc, .. }| &mut loc.span));
        spans.extend(objects.iter_mut().map(|Object { span, .. }| span));
        spans.extend(calls.iter_mut().map(|Call { loc, .. }| &mut loc.span));
        spans.extend(holes.iter_mut().map(|Hole { loc, .. }| &mut loc.span));
        let launches = launches.iter_mut().chain(required);
        spans.extend(launches.map(|Launch { span, .. }| span));
        for block in blocks.iter_mut() {
            let Block {
                stmts,
                term: Terminator { loc, kind: _ },
                loop_stmt,
            } = block;
            spans.push(&mut loc.span);
            spans.extend(loop_stmt.iter_mut().map(|loc| &mut loc.span));
            spans.extend(stmts.iter_mut().flat_map(of_stmt));
        }
        spans
    }
}

/// The encoder alone makes statements that hold others; those of a module that was just read have one place.
fn of_stmt(stmt: &mut Stmt) -> Vec<&mut Span> {
    let Stmt { loc, kind } = stmt;
    let mut spans = vec![&mut loc.span];
    if let StmtKind::UnderWay(under_way) = kind {
        spans.extend(under_way.met_by.iter_mut().flat_map(of_stmt));
    }
    spans
}
