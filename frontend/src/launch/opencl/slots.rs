//! What the arguments of a kernel object are set to where it is enqueued.
//!
//! An argument that was never set leaves nothing enqueued (`CL_INVALID_KERNEL_ARGS`), so that what alone ever sets it is what it is. Of
//! several, the one counts that reaches the place on all ways.

use super::super::constants::{Scope, addressed, strip};
use super::super::conversions::{is_signed_type, is_unsigned_type};
use super::super::host::Handed;
use super::super::names::Names;
use super::super::number::{Number, convert};
use super::super::variables::{is_local, is_variable};
use super::super::{extents, line_of, roots};
use super::classes::{class_of, made};
use super::{Enqueued, is_null};
use crate::callers::opencl::LOCAL;
use crate::clang::kinds::*;
use crate::clang::{Cursor, body};
use crate::ir::{Extent, Kernel, Param, Ty};

/// One call that sets an argument.
#[derive(Clone)]
pub(in crate::launch) struct Setting<'u> {
    pub(super) call: Cursor<'u>,
    pub(super) object: Option<Cursor<'u>>,
    pub(super) index: Index<'u>,
    pub(super) value: Value<'u>,
}

/// The number of the argument.
#[derive(Clone, Copy)]
pub(in crate::launch) enum Index<'u> {
    At(Cursor<'u>),
    Number(i128),
}

/// What it sets it to.
#[derive(Clone, Copy)]
pub(in crate::launch) enum Value<'u> {
    /// What lies at a place, so many bytes of it.
    Place(Cursor<'u>, Option<Cursor<'u>>),
    /// So many bytes of local memory.
    Local(Cursor<'u>),
    Unknown,
}

impl<'u> Value<'u> {
    /// Of `clSetKernelArg(kernel, index, bytes, value)`.
    pub(super) fn of(value: Cursor<'u>, bytes: Cursor<'u>) -> Value<'u> {
        match addressed(value) {
            Some(place) => Value::Place(place, Some(bytes)),
            None if is_null(strip(value)) => Value::Local(bytes),
            None => Value::Unknown,
        }
    }

    /// Of `kernel.setArg(index, value)`.
    pub(super) fn of_object(value: Cursor<'u>) -> Value<'u> {
        let c = made(value);
        let is_local = matches!(c.spelling().as_str(), "Local" | "__local") && class_of(c.ty()).is_some();
        match (class_of(value.ty()).as_deref(), &c.arguments()[..]) {
            (Some("LocalSpaceArg"), [bytes]) if is_local => Value::Local(*bytes),
            (Some("LocalSpaceArg"), _) => Value::Unknown,
            (Some("Buffer"), _) => Value::Place(c, None),
            _ => Value::Place(value, None),
        }
    }
}

/// What one parameter gets.
pub(in crate::launch) struct Slot<'u> {
    pub(in crate::launch) parameter: Cursor<'u>,
    /// What it is, if that is certain.
    pub(in crate::launch) value: Value<'u>,
    /// Where it is set, if control comes from there to the launch whatever happens.
    pub(in crate::launch) set: Option<Cursor<'u>>,
    /// All places whose contents it may be; none if it may be others.
    pub(in crate::launch) all: Option<Vec<Cursor<'u>>>,
}

impl<'u> Slot<'u> {
    /// What it hands over, if that is certain.
    pub(in crate::launch) fn handed(&self) -> Option<Handed<'u>> {
        match self.value {
            Value::Place(place, _) => Some((place, self.parameter, self.set)),
            Value::Local(_) | Value::Unknown => None,
        }
    }

    /// The bytes of local memory that it asks for.
    pub(in crate::launch) fn local(
        &self,
        scope: &Scope<'_, 'u>,
        names: &Names<'u>,
        kernel: &Kernel,
    ) -> Option<Extent> {
        let Value::Local(bytes) = self.value else {
            return None;
        };
        let (param, _) = self.pointer(kernel).filter(|(_, is_local)| *is_local)?;
        let numbers = Names::of(names.around.clone(), Vec::new());
        let names = if self.set.is_some() { names } else { &numbers };
        let known = extents::of_shared(scope, names, bytes)?;
        Some(Extent {
            param: Some(param),
            bytes: known.bytes,
            offset: known.offset,
            line: line_of(bytes),
        })
    }

    /// The parameter that gets the null pointer.
    pub(in crate::launch) fn null(&self, kernel: &Kernel) -> Option<u32> {
        let (param, _) = self.pointer(kernel).filter(|(_, is_local)| !is_local)?;
        matches!(self.value, Value::Local(_)).then_some(param)
    }

    /// All buffers that it may hand over.
    pub(in crate::launch) fn others(&self, kernel: &Kernel) -> Vec<roots::Handed<'u>> {
        let all = self.all.iter().flatten();
        all.flat_map(|place| roots::handed(kernel, &self.parameter.spelling(), *place))
            .collect()
    }

    /// Whether nothing is known of a number that it hands over.
    pub(in crate::launch) fn is_lost(&self, kernel: &Kernel) -> bool {
        let name = self.parameter.spelling();
        let is_number = |param: &Param| param.name == name && matches!(param.ty, Ty::Int { .. } | Ty::Bool);
        matches!(self.value, Value::Unknown) && kernel.params.iter().any(is_number)
    }

    /// The buffers that it may hand over beside others, if it may be any.
    pub(in crate::launch) fn meeting(&self, kernel: &Kernel, slots: &[Slot<'u>]) -> Vec<(u32, u32)> {
        let global = |slot: &Slot<'u>| slot.pointer(kernel).filter(|(_, is_local)| !is_local);
        let Some((own, _)) = global(self).filter(|_| self.all.is_none()) else {
            return Vec::new();
        };
        let others = slots
            .iter()
            .filter_map(|slot| Some(global(slot)?.0))
            .filter(|other| *other != own);
        others.map(|other| (own.max(other), own.min(other))).collect()
    }

    /// The number of the pointer parameter, and whether it leads to local memory.
    fn pointer(&self, kernel: &Kernel) -> Option<(u32, bool)> {
        let name = self.parameter.spelling();
        let named = |param: &Param| param.name == name && param.ty == Ty::Ptr;
        let n = kernel.params.iter().position(named)?;
        let is_local = self
            .parameter
            .ty()
            .canonical()
            .pointee()
            .spelling()
            .contains(LOCAL);
        Some((n as u32, is_local))
    }
}

impl<'u> Enqueued<'u> {
    /// What the parameters of a kernel get.
    pub(in crate::launch) fn slots(
        &self,
        scope: &Scope<'_, 'u>,
        launch: Cursor<'u>,
        (kernel, function): (Cursor<'u>, Option<Cursor<'u>>),
    ) -> Vec<Slot<'u>> {
        if let Some(direct) = &self.direct {
            let slots = kernel.arguments().into_iter().zip(direct);
            let slot = |(parameter, value): (Cursor<'u>, &Cursor<'u>)| Slot {
                parameter,
                value: fitting(scope, Value::of_object(*value), parameter),
                set: Some(launch),
                all: Some(vec![*value]),
            };
            return slots.map(slot).collect();
        }
        let index = |setting: &Setting<'u>| match setting.index {
            Index::At(c) => index(scope, c),
            Index::Number(n) => Some(n),
        };
        let is_inside = |call: Cursor<'u>| function.is_some_and(|function| function.encloses(call));
        let indices: Vec<Option<i128>> = self.settings.iter().map(index).collect();
        let slot = |(n, parameter): (usize, Cursor<'u>)| {
            let concerns = |(_, index): &(&Setting<'u>, &Option<i128>)| index.is_none_or(|i| i == n as i128);
            let all = self.settings.iter().zip(&indices).filter(concerns);
            let (all, known): (Vec<&Setting<'u>>, Vec<bool>) = all.map(|(s, i)| (s, i.is_some())).unzip();
            let calls: Vec<Cursor<'u>> = all.iter().map(|setting| setting.call).collect();
            let reaching = self.reaching(scope, &calls, launch, function);
            let is_certain = known.iter().all(|known| *known);
            let chosen = match (&reaching[..], &all[..]) {
                ([only], _) => all.iter().find(|setting| setting.call.same(*only)).copied(),
                ([], [only]) => Some(*only),
                _ => None,
            };
            let chosen = chosen.filter(|_| is_certain);
            let reaches = |setting: &&&Setting<'u>| {
                reaching.is_empty() || reaching.iter().any(|call| call.same(setting.call))
            };
            // No value is local memory, or the null pointer.
            let all = all.iter().filter(reaches);
            let all = all.filter(|setting| !matches!(setting.value, Value::Local(_)));
            let places = all.map(|setting| match setting.value {
                // Of what another function is handed, its calls here say nothing.
                Value::Place(place, _) if is_inside(setting.call) || is_of_file(place) => Some(place),
                Value::Place(..) | Value::Local(_) | Value::Unknown => None,
            });
            Slot {
                parameter,
                value: chosen.map_or(Value::Unknown, |setting| fitting(scope, setting.value, parameter)),
                set: chosen
                    .map(|setting| setting.call)
                    .filter(|_| !reaching.is_empty()),
                all: places.collect::<Option<Vec<_>>>().filter(|_| !calls.is_empty()),
            }
        };
        kernel.arguments().into_iter().enumerate().map(slot).collect()
    }

    /// Those of the calls that reach a launch.
    fn reaching(
        &self,
        scope: &Scope<'_, 'u>,
        calls: &[Cursor<'u>],
        launch: Cursor<'u>,
        function: Option<Cursor<'u>>,
    ) -> Vec<Cursor<'u>> {
        let body = function.and_then(body);
        let inside = |body: &Cursor<'u>| calls.iter().all(|call| body.encloses(*call));
        match body.filter(inside).zip(self.object) {
            Some((body, object)) => scope.variables.reaching_calls((object, body), calls, launch),
            None => Vec::new(),
        }
    }
}

/// Whether a parameter, which may be of another sign than what lies at the place that it gets, has this number.
pub(in crate::launch) fn fits_in(value: i128, parameter: Cursor<'_>) -> bool {
    matches!(convert(Number::Int(value), parameter.ty()), Some(Number::Int(_)))
}

/// Whether a place is a variable of no function.
fn is_of_file(place: Cursor<'_>) -> bool {
    let variable = strip(place).referenced();
    variable.is_some_and(|v| {
        v.kind() == CXCursor_VarDecl && !is_local(v) && strip(place).kind() == CXCursor_DeclRefExpr
    })
}

/// A value as a parameter gets it: what is of another kind or size is not what lies there.
fn fitting<'u>(scope: &Scope<'_, 'u>, value: Value<'u>, parameter: Cursor<'u>) -> Value<'u> {
    let Value::Place(place, bytes) = value else {
        return value;
    };
    let [from, to] = [place.ty().canonical(), parameter.ty().canonical()];
    let is_number = |ty| is_signed_type(ty) || is_unsigned_type(ty);
    let is_alike = match to.kind() {
        CXType_Pointer if class_of(from).is_some_and(|class| class == "Buffer") => return value,
        CXType_Pointer => from.kind() == CXType_Pointer,
        _ => is_number(from) && is_number(to),
    };
    let size = bytes.map_or(to.size().map(i128::from), |bytes| scope.integer(bytes));
    let fits = from.size() == to.size() && size == to.size().map(i128::from);
    match is_alike && fits {
        true => value,
        false => Value::Unknown,
    }
}

/// The number of the argument that is set; `n++` is what it was.
fn index<'u>(scope: &Scope<'_, 'u>, c: Cursor<'u>) -> Option<i128> {
    let c = strip(c);
    let is_step = c.kind() == CXCursor_UnaryOperator && c.unary_operator() == CXUnaryOperator_PostInc;
    if !is_step {
        return scope.integer(c);
    }
    let variable = strip(*c.expressions().first()?)
        .referenced()
        .filter(|v| is_variable(*v))?;
    let [before] = scope.variables.reaching_change(variable, c)[..] else {
        return None;
    };
    match scope.defined(variable, &before, 0)? {
        Number::Int(value) => Some(value),
        Number::Float(_) => None,
    }
}
