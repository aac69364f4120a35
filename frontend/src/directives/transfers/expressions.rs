//! What expressions do with arrays, on either side.

use super::Defect;
use super::access::{Access, Around, are_alike, element};
use super::functions::{allocates, is_harmless, is_library};
use super::state::{State, lose};
use super::walk::Walk;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Range};
use crate::ir::host::TransferKind;
use crate::launch::strip;

impl<'u> Walk<'_, 'u> {
    /// What an expression does, in its order as far as that matters.
    pub fn expression(&mut self, c: Cursor<'u>) {
        if self.states.is_none() {
            return;
        }
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            // Nothing in it is evaluated.
            (CXCursor_UnaryExpr, _) => {}
            (CXCursor_LambdaExpr, _) => self.odd = true,
            (CXCursor_BinaryOperator, [target, value]) if c.binary_operator() == CXBinaryOperator_Assign => {
                self.expression(*value);
                match self.bare(*target) {
                    Some(array) if allocates(*value) && !self.on_device => self.fresh(array),
                    _ => self.touch(*target, false, true),
                }
            }
            (CXCursor_BinaryOperator, [a, b])
                if matches!(c.binary_operator(), CXBinaryOperator_LAnd | CXBinaryOperator_LOr) =>
            {
                self.expression(*a);
                self.guarded(&[*b]);
            }
            (CXCursor_BinaryOperator, parts)
                if matches!(c.binary_operator(), CXBinaryOperator_EQ | CXBinaryOperator_NE) =>
            {
                let values = parts.iter().filter(|part| self.bare(**part).is_none());
                let values: Vec<_> = values.copied().collect();
                values.into_iter().for_each(|part| self.expression(part));
            }
            (CXCursor_ConditionalOperator, [condition, arms @ ..]) => {
                self.expression(*condition);
                self.guarded(arms);
            }
            (CXCursor_CompoundAssignOperator, [target, value]) => {
                self.expression(*value);
                self.touch(*target, true, true);
            }
            (CXCursor_UnaryOperator, [of]) => match c.unary_operator() {
                CXUnaryOperator_PreInc
                | CXUnaryOperator_PostInc
                | CXUnaryOperator_PreDec
                | CXUnaryOperator_PostDec => self.touch(*of, true, true),
                CXUnaryOperator_LNot if self.bare(*of).is_some() => {}
                CXUnaryOperator_AddrOf => self.escapes(*of),
                _ => self.expression(*of),
            },
            (CXCursor_CallExpr, parts) => self.call(c, parts),
            (CXCursor_ArraySubscriptExpr | CXCursor_MemberRefExpr | CXCursor_DeclRefExpr, _) => {
                self.touch(c, true, false);
            }
            (_, parts) => parts.iter().for_each(|part| self.expression(*part)),
        }
    }

    fn guarded(&mut self, parts: &[Cursor<'u>]) {
        self.around.push(Around::Guard);
        parts.iter().for_each(|part| self.expression(*part));
        self.around.pop();
    }

    /// The array that an expression is as a whole.
    fn bare(&self, c: Cursor<'u>) -> Option<Cursor<'u>> {
        let c = strip(c);
        let variable = c.referenced().filter(|_| c.kind() == CXCursor_DeclRefExpr)?;
        self.tracked
            .contains_key(&variable.canonical().identity())
            .then_some(variable)
    }

    /// Whoever gets an address may do anything.
    fn escapes(&mut self, c: Cursor<'u>) {
        let c = strip(c);
        if let Some(variable) = c.referenced() {
            lose(&mut self.states, variable);
        }
        c.expressions().into_iter().for_each(|part| self.escapes(part));
    }

    /// An array is new memory.
    fn fresh(&mut self, array: Cursor<'u>) {
        let id = array.canonical().identity();
        match self.state(id) {
            Some(state) if state.maps == 0 => *state = State::default(),
            _ => lose(&mut self.states, array),
        }
    }

    fn call(&mut self, c: Cursor<'u>, parts: &[Cursor<'u>]) {
        let function = c.referenced();
        let is_library = function.is_some_and(is_library);
        let is_harmless = function.is_some_and(|function| is_harmless(function, &self.directives));
        for part in parts {
            match self.bare(*part) {
                None => self.expression(*part),
                Some(_) if self.on_device => self.anything(*part),
                Some(_) if c.spelling() == "free" => {}
                Some(array) => self.handed(array, is_harmless),
            }
        }
        if !is_library && !self.on_device {
            let globals = self.tracked.values().filter(|tracked| tracked.is_global);
            let globals: Vec<_> = globals.map(|tracked| tracked.variable).collect();
            globals
                .into_iter()
                .for_each(|array| self.handed(array, is_harmless));
        }
    }

    /// A function may read and write an array; a harmless one keeps no pointer and moves nothing.
    fn handed(&mut self, array: Cursor<'u>, is_harmless: bool) {
        let Some(state) = self.state(array.canonical().identity()) else {
            return;
        };
        if !is_harmless || state.maps > 0 || !state.of_device.is_empty() {
            lose(&mut self.states, array);
        }
    }

    /// The device does something to an array.
    fn anything(&mut self, c: Cursor<'u>) {
        if let Some(array) = self.bare(c) {
            lose(&mut self.states, array);
        }
    }

    /// An element is read, written, or both.
    fn touch(&mut self, c: Cursor<'u>, reads: bool, writes: bool) {
        let c = strip(c);
        let Some((variable, indices, members)) = element(c) else {
            return c.expressions().into_iter().for_each(|part| self.expression(part));
        };
        indices.iter().for_each(|index| self.expression(*index));
        let id = variable.canonical().identity();
        if !self.tracked.contains_key(&id) || self.on_device && self.own.contains(&variable.spelling()) {
            return;
        }
        if indices.is_empty() || c.ty().is_array() || is_address(c) {
            return lose(&mut self.states, variable);
        }
        if reads {
            let access = self.access(c, (&indices, &members), false);
            self.reads(id, access);
        }
        if writes {
            let access = self.access(c, (&indices, &members), true);
            self.writes(id, access);
        }
    }

    fn access(
        &mut self,
        c: Cursor<'u>,
        (indices, members): (&[Cursor<'u>], &[String]),
        writes: bool,
    ) -> usize {
        let key = (c.statement_identity(), writes);
        if let Some(known) = self.numbers_of.get(&key) {
            return *known;
        }
        let access = Access::new(c, indices.to_vec(), members.to_vec(), &self.around);
        self.known.accesses.push(access);
        self.numbers_of.insert(key, self.known.accesses.len() - 1);
        self.known.accesses.len() - 1
    }

    fn reads(&mut self, id: usize, access: usize) {
        self.seen.insert(id);
        let by_device = self.on_device;
        let Some(state) = self.states.as_ref().and_then(|states| states.get(&id)) else {
            return;
        };
        if state.lost {
            return;
        }
        let state = state.clone();
        let (read, is_guarded) = {
            let at = &self.known.accesses[access];
            (at.at, at.is_guarded())
        };
        if by_device && state.maps > 0 {
            self.in_section(id, &state, access);
        }
        if by_device && self.is_fed(id, read) {
            return;
        }
        if by_device && state.unset && !is_guarded {
            let made = state.section.as_ref().map(|(_, at)| at.clone());
            return self.report(TransferKind::Unset, id, read, made);
        }
        if by_device && state.maps == 0 {
            return;
        }
        if let Some(missed) = state.missed(access, by_device, &self.known) {
            let kind = match by_device {
                true => TransferKind::StaleOnDevice,
                false => TransferKind::StaleOnHost,
            };
            let written = self.known.accesses[missed].at.range();
            self.report(kind, id, read, written);
        }
    }

    /// Whether what the device reads at a place may be what it wrote in an earlier iteration: it assigns to another element.
    fn is_fed(&self, id: usize, read: Cursor<'u>) -> bool {
        let is_it = |target: Cursor<'u>| {
            element(target).is_some_and(|(array, _, _)| array.canonical().identity() == id)
        };
        let mut own = self.assigned.iter().copied().filter(|target| is_it(*target));
        own.any(|target| !are_alike(target, read))
    }

    fn writes(&mut self, id: usize, access: usize) {
        self.seen.remove(&id);
        let by_device = self.on_device;
        let Some(state) = self.states.as_mut().and_then(|states| states.get_mut(&id)) else {
            return;
        };
        if state.lost {
            return;
        }
        if by_device && state.maps == 0 {
            // It is given back at once, unless there was a copy before.
            state.of_device.clear();
            return;
        }
        state.write(access, by_device, &self.known);
        if by_device {
            let state = state.clone();
            self.in_section(id, &state, access);
        }
    }

    /// The device uses what it has no copy of.
    fn in_section(&mut self, id: usize, state: &State, access: usize) {
        let Some((section, at)) = &state.section else {
            return;
        };
        let used = &self.known.accesses[access];
        if !used.is_guarded() && used.leaves(section, &self.known.numbers) == super::access::Meet::Yes {
            self.report(TransferKind::Short, id, used.at, Some(at.clone()));
        }
    }

    pub fn report(&mut self, kind: TransferKind, id: usize, at: Cursor<'u>, other: Option<Range>) {
        let (Some(place), Some(array)) = (at.range(), self.tracked.get(&id)) else {
            return;
        };
        let is_known = |defect: &Defect<'u>| defect.place == place && defect.kind == kind;
        if self.found.iter().any(is_known) {
            return;
        }
        self.found.push(Defect {
            kind,
            place,
            other,
            array: array.variable,
        });
    }
}

fn is_address(c: Cursor<'_>) -> bool {
    matches!(c.ty().canonical().kind(), CXType_Pointer)
}
