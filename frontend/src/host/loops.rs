//! Loops of host code.

use super::stmt::Scope;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::host::{HostExpr, HostExprKind, HostLoop, HostStmt};

impl<'u> Scope<'u, '_, '_> {
    pub(super) fn any_loop(&mut self, c: Cursor<'u>, parts: &[Cursor<'u>], out: &mut Vec<HostStmt>) {
        let mut around = Vec::new();
        let mut read = HostLoop {
            condition: None,
            tested_first: c.kind() != CXCursor_DoStmt,
            over_elements: c.kind() == CXCursor_CXXForRangeStmt,
            body: Vec::new(),
            step: Vec::new(),
        };
        match (c.kind(), parts) {
            (CXCursor_WhileStmt, [condition, body]) if condition.is_expression() => {
                read.condition = Some(self.expression(*condition));
                read.body = self.statements(*body);
            }
            (CXCursor_DoStmt, [body, condition]) => {
                read.body = self.statements(*body);
                read.condition = Some(self.expression(*condition));
            }
            (CXCursor_ForStmt, [heads @ .., body]) => {
                let Some([start, condition, step]) = for_heads(heads) else {
                    self.lose("a `for` in it is not modelled");
                    return;
                };
                if let Some(start) = start {
                    self.statement(start, &mut around);
                }
                read.condition = condition.map(|condition| self.expression(condition));
                read.body = self.statements(*body);
                if let Some(step) = step {
                    let step = self.expression(step);
                    read.step.push(HostStmt::Do(step));
                }
            }
            (CXCursor_CXXForRangeStmt, [heads @ .., body]) => {
                for head in heads {
                    if head.kind() == CXCursor_VarDecl {
                        let number = self.local(*head);
                        let span = self.span(*head);
                        read.body.push(HostStmt::Declare {
                            variable: number,
                            value: None,
                            span,
                        });
                    } else if head.is_expression() {
                        let range = self.expression(*head);
                        let span = range.span;
                        let kind = HostExprKind::hole("its elements are not followed", vec![range], false);
                        around.push(HostStmt::Do(HostExpr { kind, span }));
                    }
                }
                let body = self.statements(*body);
                read.body.extend(body);
            }
            _ => {
                self.lose("a loop in it is not modelled");
                return;
            }
        }
        around.push(HostStmt::Loop(Box::new(read)));
        out.push(HostStmt::Block(around));
    }
}

/// Start, condition and step of a `for`, any of which may be missing: libclang does not say which, the semicolons do.
fn for_heads<'u>(heads: &[Cursor<'u>]) -> Option<[Option<Cursor<'u>>; 3]> {
    if let [start, condition, step] = heads {
        return Some([Some(*start), Some(*condition), Some(*step)]);
    }
    match heads {
        [] => Some([None; 3]),
        // `for (int i = 0; i < n;)` and the like.
        [start, condition] if start.kind() == CXCursor_DeclStmt => {
            Some([Some(*start), Some(*condition), None])
        }
        // `for (; i < n; i++)`.
        [condition, step] if is_comparison(*condition) && is_step(*step) => {
            Some([None, Some(*condition), Some(*step)])
        }
        [start] if start.kind() == CXCursor_DeclStmt => Some([Some(*start), None, None]),
        [condition] if is_comparison(*condition) => Some([None, Some(*condition), None]),
        _ => None,
    }
}

fn is_comparison(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_BinaryOperator
        && matches!(
            c.binary_operator(),
            CXBinaryOperator_LT
                | CXBinaryOperator_GT
                | CXBinaryOperator_LE
                | CXBinaryOperator_GE
                | CXBinaryOperator_EQ
                | CXBinaryOperator_NE
                | CXBinaryOperator_LAnd
                | CXBinaryOperator_LOr
        )
}

fn is_step(c: Cursor<'_>) -> bool {
    matches!(c.kind(), CXCursor_UnaryOperator | CXCursor_CompoundAssignOperator)
        || c.kind() == CXCursor_BinaryOperator
            && matches!(
                c.binary_operator(),
                CXBinaryOperator_Assign | CXBinaryOperator_Comma
            )
}
