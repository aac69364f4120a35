//! Shapes of launches: in configurations, and those that host code gives in a way that is not followed.

use super::calls::LaunchCall;
use super::constants::{AXES, Scope, addressed, is_shape, strip};
use super::handed_on::named_by;
use super::reaching::Definition;
use super::roots::Flows;
use super::uses::Effect;
use super::variables::start;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::Launch;

impl<'u> Scope<'_, 'u> {
    /// The grid of a launch, which a shape or a configuration says.
    pub(super) fn grid(&self, launch: &LaunchCall<'u>) -> [Option<u64>; 3] {
        match &launch.enqueued {
            Some(enqueued) => enqueued.shape(self, launch.call)[0],
            None => self.shape_in(launch.grid, launch.call, "gridDim", 0),
        }
    }

    /// Its block.
    pub(super) fn block(&self, launch: &LaunchCall<'u>) -> [Option<u64>; 3] {
        match &launch.enqueued {
            Some(enqueued) => enqueued.shape(self, launch.call)[1],
            None => self.shape_in(launch.block, launch.call, "blockDim", 1),
        }
    }

    /// What lies in a member of a configuration, `&configuration`, the `n`th that it starts with.
    fn shape_in(&self, shape: Cursor<'u>, call: Cursor<'u>, member: &str, n: usize) -> [Option<u64>; 3] {
        if shape.ty().canonical().kind() != CXType_Pointer {
            return self.shape(shape);
        }
        let Some(of_variable) = addressed(shape) else {
            return [None; 3];
        };
        let variable = of_variable
            .referenced()
            .filter(|_| of_variable.kind() == CXCursor_DeclRefExpr);
        let Some(variable) = variable else {
            return [None; 3];
        };
        let given = self.variables.reaching_member(variable, member, call);
        let value = match given[..] {
            [Definition::Start] => start(variable).map(strip).and_then(|start| {
                let is_list = start.kind() == CXCursor_InitListExpr;
                start
                    .expressions()
                    .get(n)
                    .copied()
                    .filter(|part| is_list && is_shape(*part))
            }),
            [Definition::Change(change)] => match change.effect {
                Effect::Member(_, value) => Some(value),
                _ => None,
            },
            _ => None,
        };
        value.map_or([None; 3], |value| self.shape(value))
    }
}

/// The sizes in other axes than x that host code gives in a way that is not followed: not those of a shape that its function is given by
/// callers that nobody shows.
pub(super) fn loose<'u>(
    scope: &Scope<'_, 'u>,
    flows: &Flows<'u>,
    call: &LaunchCall<'u>,
    launch: &Launch,
) -> Vec<String> {
    let mut found = Vec::new();
    // What a template makes of its arguments is seen where it is instantiated.
    let is_template = |c: &Cursor<'u>| matches!(c.kind(), CXCursor_FunctionTemplate | CXCursor_ClassTemplate);
    if call.around.iter().any(is_template) {
        return found;
    }
    for (shape, expression, sizes) in [
        ("gridDim", call.grid, launch.grid),
        ("blockDim", call.block, launch.block),
    ] {
        let variable = named_by(expression).filter(|v| v.kind() == CXCursor_ParmDecl);
        let is_given = variable.is_some_and(|parameter| {
            let function = parameter.semantic_parent();
            scope.variables.changes(parameter).is_empty()
                && function.is_some_and(|f| {
                    let is_open = f.spelling() == "operator()" || scope.variables.is_called_unseen(f);
                    !is_open && flows.calls(f).is_empty()
                })
        });
        let unknown = (1..3).filter(|n| sizes[*n].is_none() && !is_given);
        found.extend(unknown.map(|n| format!("{shape}.{}", AXES[n])));
    }
    found
}
