//! Where pointers of host code point, as far as its text says: how many bytes behind what which variable holds.
//!
//! Two pointers of one launch that lead to one variable point into one buffer. Different variables are taken to hold different
//! buffers, and so are the cells of arrays of pointers.

use super::constants::{MAX_DEPTH, strip};
use super::reaching::Definition;
use super::uses::{Effect, is_reference};
use super::variables::{self, Variables, is_variable};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Position};

/// A place in a buffer.
#[derive(Clone)]
pub(super) struct Place<'u> {
    /// The variable that leads to the buffer.
    pub root: Cursor<'u>,
    /// The members and cells of it that hold the pointer.
    path: Vec<String>,
    /// Where the variable was read.
    read: Position,
    /// What was added to the pointer.
    pub steps: Vec<Step<'u>>,
}

/// So many elements of so many bytes; `None` if that is not known.
pub(super) type Step<'u> = Option<(Cursor<'u>, i128)>;

/// Functions that give the buffer of the object that they are called for.
const HOLDERS: [&str; 2] = ["data", "get"];

/// Most places that one pointer may have.
const MOST: usize = 8;

/// How deep calls of functions are followed to where their pointers come from.
const MOST_CALLS: usize = 3;

impl<'u> Place<'u> {
    fn of(variable: Cursor<'u>, read: Cursor<'u>) -> Option<Place<'u>> {
        Some(Place {
            root: variable,
            path: Vec::new(),
            read: read.range()?.start,
            steps: Vec::new(),
        })
    }

    fn member(mut self, name: String) -> Place<'u> {
        self.path.push(name);
        self
    }

    fn moved(mut self, by: Step<'u>) -> Place<'u> {
        self.steps.push(by);
        self
    }
}

/// One choice of places for each way in which a launch's pointers may point. Where several of them have several places, what goes with
/// what is not known, and nothing is said of these.
pub(super) fn ways(pointers: Vec<(u32, Vec<Place<'_>>)>) -> Vec<Vec<(u32, Place<'_>)>> {
    let several = |(_, places): &&(u32, Vec<Place<'_>>)| places.len() > 1;
    let choices = match &pointers.iter().filter(several).collect::<Vec<_>>()[..] {
        [(_, places)] => places.len(),
        _ => 1,
    };
    let choose = |choice: usize| {
        let chosen = pointers.iter().filter_map(|(param, places)| match &places[..] {
            [only] => Some((*param, only.clone())),
            _ if choices > 1 => Some((*param, places.get(choice)?.clone())),
            _ => None,
        });
        chosen.collect()
    };
    (0..choices).map(choose).collect()
}

/// The lambda that an expression is, or that the variable it names was initialised with.
fn lambda(c: Cursor<'_>) -> Option<Cursor<'_>> {
    match c.kind() {
        CXCursor_LambdaExpr => Some(c),
        CXCursor_DeclRefExpr => {
            let init = strip(copied(c.referenced()?.initializer()?));
            (init.kind() == CXCursor_LambdaExpr).then_some(init)
        }
        _ => None,
    }
}

/// Where a lambda names a variable of the function around it.
fn captured<'u>(c: Cursor<'u>, lambda: Cursor<'u>, name: &str) -> Option<Cursor<'u>> {
    c.children().into_iter().find_map(|child| {
        let is_outside = |variable: Cursor<'u>| variable.position().is_some() && !lambda.encloses(variable);
        let is_named = child.kind() == CXCursor_DeclRefExpr && child.spelling() == name;
        if is_named && child.referenced().is_some_and(is_outside) {
            return Some(child);
        }
        captured(child, lambda, name)
    })
}

impl<'u> Variables<'u> {
    /// Whether two places are in one buffer.
    pub(super) fn share(&self, a: &Place<'u>, b: &Place<'u>) -> bool {
        let (from, to) = match a.read.offset <= b.read.offset {
            true => (&a.read, &b.read),
            false => (&b.read, &a.read),
        };
        let between = |at: Position| at.file == from.file && from.offset < at.offset && at.offset < to.offset;
        let mut changes = self.changes(a.root).iter();
        let mut changed = || changes.any(|change| change.reference.position().is_none_or(between));
        let same = a.root.canonical().same(b.root.canonical()) && a.path == b.path;
        same && from.file == to.file && (from == to || !changed())
    }

    /// The places that a pointer may point to; none if nothing is known.
    pub(super) fn places(&self, pointer: Cursor<'u>) -> Vec<Place<'u>> {
        let places = self.places_within(pointer, 0);
        places.filter(|places| places.len() <= MOST).unwrap_or_default()
    }

    /// The places of a pointer in an object that is handed over whole.
    pub(super) fn member_places(&self, object: Cursor<'u>, path: &str) -> Vec<Place<'u>> {
        let object = strip(copied(object));
        if let Some(lambda) = lambda(object) {
            let named = captured(lambda, lambda, path);
            return named.map(|named| self.places(named)).unwrap_or_default();
        }
        let variable = (object.kind() == CXCursor_DeclRefExpr)
            .then(|| object.referenced())
            .flatten();
        let Some(variable) = variable.filter(|v| is_variable(*v)) else {
            return Vec::new();
        };
        let is_named = |field: &Cursor<'u>| field.spelling() == path;
        let member = variable.ty().canonical().fields().into_iter().find(is_named);
        let place = match member {
            Some(member) => self.held(variable, Some(member), object, 0),
            None => Place::of(variable, object).map(|place| vec![place.member(path.to_owned())]),
        };
        place.unwrap_or_default()
    }

    fn places_within(&self, pointer: Cursor<'u>, depth: u32) -> Option<Vec<Place<'u>>> {
        if depth > MAX_DEPTH / 4 {
            return None;
        }
        let deeper = |c: Cursor<'u>| self.places_within(c, depth + 1);
        let c = strip(pointer);
        let parts = c.expressions();
        let moved = |base: Cursor<'u>, step: Step<'u>| {
            let places = deeper(base)?.into_iter();
            Some(places.map(|place| place.moved(step)).collect())
        };
        match (c.kind(), &parts[..]) {
            (CXCursor_BinaryOperator, [a, b]) => {
                let sign = match c.binary_operator() {
                    CXBinaryOperator_Add => 1,
                    CXBinaryOperator_Sub => -1,
                    _ => return None,
                };
                let is_pointer = |c: &Cursor<'u>| c.ty().canonical().kind() == CXType_Pointer;
                let (base, index) = if is_pointer(a) { (*a, *b) } else { (*b, *a) };
                let size = c.ty().canonical().pointee().size();
                moved(base, size.map(|size| (index, sign * i128::from(size))))
            }
            (CXCursor_UnaryOperator, [operand]) if c.unary_operator() == CXUnaryOperator_AddrOf => {
                let place = strip(*operand);
                let size = place.ty().canonical().size().map(i128::from);
                match (place.kind(), &place.expressions()[..]) {
                    (CXCursor_ArraySubscriptExpr, [array, index]) => {
                        moved(*array, size.map(|size| (*index, size)))
                    }
                    (CXCursor_UnaryOperator, [inner]) if place.unary_operator() == CXUnaryOperator_Deref => {
                        deeper(*inner)
                    }
                    // A member of what a pointer leads to.
                    (CXCursor_MemberRefExpr, [record])
                        if record.ty().canonical().kind() == CXType_Pointer =>
                    {
                        moved(*record, None)
                    }
                    _ => None,
                }
            }
            (CXCursor_ConditionalOperator, [_, yes, no]) => {
                // What is not known is a place of its own.
                let arm = |c: &Cursor<'u>| deeper(*c).or_else(|| Some(vec![Place::of(*c, *c)?]));
                let mut places = arm(yes)?;
                places.extend(arm(no)?);
                Some(places)
            }
            (CXCursor_DeclRefExpr, _) => {
                let variable = c.referenced().filter(|v| is_variable(*v))?;
                self.held(variable, None, c, depth)
            }
            _ => self.holder(c, depth),
        }
    }

    /// What is reached through an object: its member, an array's cell, what a function of it gives.
    fn holder(&self, c: Cursor<'u>, depth: u32) -> Option<Vec<Place<'u>>> {
        let parts = c.expressions();
        match (c.kind(), &parts[..]) {
            // Of the object that a method is called for.
            (CXCursor_MemberRefExpr, []) => Some(vec![Place::of(c.referenced()?, c)?]),
            (CXCursor_MemberRefExpr, [record]) => {
                let record = strip(*record);
                if record.kind() == CXCursor_CXXThisExpr {
                    return Some(vec![Place::of(c.referenced()?, c)?]);
                }
                if record.kind() == CXCursor_DeclRefExpr
                    && record.ty().canonical().kind() == CXType_Record
                    && let Some(variable) = record.referenced().filter(|v| is_variable(*v))
                {
                    return self.held(variable, Some(c), record, depth);
                }
                let [place] = &self.object(record, depth)?[..] else {
                    return None;
                };
                Some(vec![place.clone().member(c.spelling())])
            }
            (CXCursor_ArraySubscriptExpr, [array, index]) => {
                let index = super::constants::Scope::new(self).integer(*index)?;
                let [place] = &self.object(strip(*array), depth)?[..] else {
                    return None;
                };
                Some(vec![place.clone().member(format!("[{index}]"))])
            }
            (CXCursor_CallExpr, _)
                if c.arguments().is_empty() && HOLDERS.contains(&c.spelling().as_str()) =>
            {
                let callee = c.children().into_iter().next().map(strip)?;
                let [object] = callee.expressions()[..] else {
                    return None;
                };
                let [place] = &self.object(strip(object), depth)?[..] else {
                    return None;
                };
                Some(vec![place.clone().member(format!("{}()", c.spelling()))])
            }
            _ => None,
        }
    }

    /// The place of an object that a pointer or an expression names.
    fn object(&self, c: Cursor<'u>, depth: u32) -> Option<Vec<Place<'u>>> {
        if c.kind() == CXCursor_DeclRefExpr {
            let variable = c.referenced().filter(|v| is_variable(*v))?;
            let is_pointer = variable.ty().canonical().kind() == CXType_Pointer;
            return match is_pointer {
                true => self.held(variable, None, c, depth),
                false => Some(vec![Place::of(variable, c)?]),
            };
        }
        self.holder(c, depth + 1)
    }

    /// The places that a variable, or a member of it, may hold where it is read.
    fn held(
        &self,
        variable: Cursor<'u>,
        member: Option<Cursor<'u>>,
        read: Cursor<'u>,
        depth: u32,
    ) -> Option<Vec<Place<'u>>> {
        let name = member.map(|member| member.spelling());
        let itself = || {
            let place = Place::of(variable, read)?;
            Some(match &name {
                Some(name) => place.member(name.clone()),
                None => place,
            })
        };
        if name.is_none()
            && depth <= MAX_DEPTH
            && let Some(target) = variables::referent(variable)
        {
            return self.held(target, None, read, depth + 1);
        }
        if name.is_none()
            && let Some(value) = self.only_value(variable)
        {
            return match self.places_within(value, depth + 1) {
                Some(places) => Some(places),
                None => Some(vec![itself()?]),
            };
        }
        if is_reference(variable) {
            return Some(vec![itself()?]);
        }
        // In loops, those of the first iteration: two pointers into one buffer need to meet only once.
        let definitions = self.reaching_first(variable, name.as_deref(), read);
        let mut found = Vec::new();
        for definition in &definitions {
            match self.given(variable, member, definition, depth + 1) {
                Some(places) => found.extend(places),
                None => found.push(itself()?),
            }
        }
        match found.is_empty() {
            true => Some(vec![itself()?]),
            false => Some(found),
        }
    }

    /// What a pointer was before `p += n` or `p -= n`, and by how many bytes each of n moves it.
    pub(super) fn updated(&self, variable: Cursor<'u>, by: Cursor<'u>) -> Option<(Definition<'u>, i128)> {
        let [before] = self.reaching_change(variable, by)[..] else {
            return None;
        };
        let size = i128::from(variable.ty().canonical().pointee().size()?);
        match by.binary_operator() {
            CXBinaryOperator_AddAssign => Some((before, size)),
            CXBinaryOperator_SubAssign => Some((before, -size)),
            _ => None,
        }
    }

    /// The places that a definition gives a variable or a member of it; `None` if they are its own.
    fn given(
        &self,
        variable: Cursor<'u>,
        member: Option<Cursor<'u>>,
        definition: &Definition<'u>,
        depth: u32,
    ) -> Option<Vec<Place<'u>>> {
        if depth > MAX_DEPTH / 4 {
            return None;
        }
        let change = match definition {
            Definition::Start => return self.places_within(start(variable, member)?, depth),
            Definition::Change(change) => change,
        };
        match (change.effect, &change.by.expressions()[..]) {
            (Effect::Assigned(value), _) if member.is_none() => self.places_within(value, depth),
            (Effect::Member(_, value), _) => self.places_within(value, depth),
            (Effect::Updated, [_, count]) => {
                let (before, bytes) = self.updated(variable, change.by)?;
                let places = self.given(variable, None, &before, depth + 1);
                let places = places.or_else(|| Some(vec![Place::of(variable, change.by)?]))?;
                let step = Some((*count, bytes));
                Some(places.into_iter().map(|place| place.moved(step)).collect())
            }
            (
                Effect::Assigned(_) | Effect::Updated | Effect::Allocated(_) | Effect::Lent | Effect::Escapes,
                _,
            ) => None,
        }
    }

    /// The pointers of a launch as each call of the function around it hands them over, `run(p, p + 8)`; as they are, where others may
    /// call it.
    pub(super) fn with_calls(&self, pointers: Vec<(u32, Place<'u>)>) -> Vec<Vec<(u32, Place<'u>)>> {
        let mut done = Vec::new();
        let mut open = vec![pointers];
        for _ in 0..MOST_CALLS {
            let mut next = Vec::new();
            for way in open {
                let calls = self.at_calls(&way);
                if calls.is_empty() || !self.has_only_these_calls(&way) {
                    done.push(way);
                }
                next.extend(calls);
            }
            next.truncate(MOST * MOST);
            open = next;
        }
        done.extend(open);
        done
    }

    fn has_only_these_calls(&self, pointers: &[(u32, Place<'u>)]) -> bool {
        let known = |place: &Place<'u>| !self.handed(place.root).is_empty();
        pointers.iter().any(|(_, place)| known(place))
    }

    fn at_calls(&self, pointers: &[(u32, Place<'u>)]) -> Vec<Vec<(u32, Place<'u>)>> {
        let is_handed = |place: &Place<'u>| {
            let known = place.root.kind() == CXCursor_ParmDecl && place.path.is_empty();
            // What it was when the function was called.
            known && self.changes(place.root).is_empty()
        };
        let handed = || pointers.iter().filter(|(_, place)| is_handed(place));
        let mut calls: Vec<Cursor<'u>> = Vec::new();
        for (_, place) in handed() {
            for (call, _) in self.calls_with(place.root) {
                if !calls.iter().any(|known| known.same(call)) {
                    calls.push(call);
                }
            }
        }
        let at_call = |call: Cursor<'u>| {
            let of_call = pointers.iter().filter_map(|(n, place)| {
                if !is_handed(place) {
                    return Some((*n, place.clone()));
                }
                let mut with = self.calls_with(place.root).into_iter();
                let (_, argument) = with.find(|(c, _)| c.same(call))?;
                let [at_call] = &self.places(argument)[..] else {
                    return None;
                };
                let mut at_call = at_call.clone();
                at_call.steps.extend(&place.steps);
                Some((*n, at_call))
            });
            of_call.collect()
        };
        calls.into_iter().map(at_call).collect()
    }
}

/// What a variable, or a member of it, starts with.
fn start<'u>(variable: Cursor<'u>, member: Option<Cursor<'u>>) -> Option<Cursor<'u>> {
    let value = variables::start(variable)?;
    let Some(member) = member else {
        return Some(value);
    };
    let fields = variable.ty().canonical().fields();
    let n = fields
        .iter()
        .position(|field| field.spelling() == member.spelling())?;
    let list = strip(value);
    let is_list = list.kind() == CXCursor_InitListExpr;
    list.expressions().get(n).copied().filter(|_| is_list)
}

/// The object that a copy is made of.
fn copied(c: Cursor<'_>) -> Cursor<'_> {
    match (c.kind(), &c.arguments()[..]) {
        (CXCursor_CallExpr, [only]) if only.ty().canonical().kind() == CXType_Record => copied(*only),
        _ => c,
    }
}
