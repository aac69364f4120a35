//! How large the buffers are whose pointers a launch hands over, as far as host code tells for certain: the allocation that alone
//! reaches the launch, what was added to the pointer since, and the sizes in terms of what the launch hands over as well.

use super::bounds::is_count;
use super::constants::{MAX_DEPTH, Scope, strip};
use super::conversions::{Mode, handed_over, is_signed_type, is_size, is_unsigned_type};
use super::line_of;
use super::names::{MOST, Names};
use super::opencl;
use super::reaching::Definition;
use super::uses::Effect;
use super::variables::{Variables, is_local, is_variable, referent, start};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::HostLine;
use crate::repair::kernels::is_the_languages;

/// So many elements of so many bytes; `None` if that is not known.
type Step<'u> = Option<(Cursor<'u>, i128)>;

/// A place in a buffer, and how large the buffer is.
struct Buffer<'u> {
    origin: Origin<'u>,
    /// What was added to the pointer.
    steps: Vec<Step<'u>>,
}

enum Origin<'u> {
    /// It was allocated here.
    Allocated(Allocation<'u>),
    /// It is what a function was handed.
    Handed(Cursor<'u>),
}

/// What a size is a product of.
pub(super) enum Factor<'u> {
    Value(Cursor<'u>),
    /// The number of elements of this tensor.
    Count(Cursor<'u>),
}

impl<'u> Factor<'u> {
    pub(super) fn value(&self) -> Option<Cursor<'u>> {
        match self {
            Factor::Value(value) => Some(*value),
            Factor::Count(_) => None,
        }
    }
}

/// So many bytes: the product of these.
struct Allocation<'u> {
    factors: Vec<Factor<'u>>,
    scale: i128,
    line: HostLine,
    /// Only a number: it is evaluated at another time than the launch.
    is_distant: bool,
}

/// An extent in terms of what a launch hands over.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Known {
    pub bytes: String,
    pub offset: String,
    pub line: Option<HostLine>,
}

/// How deep calls are followed to where a buffer is allocated.
const MOST_CALLS: u32 = 3;

/// Functions that make tensors of a size that they are handed.
pub(super) const TENSORS: [&str; 5] = ["empty", "zeros", "ones", "rand", "randn"];

/// Functions that make tensors as large as another one.
const LIKE: [&str; 5] = ["empty_like", "zeros_like", "ones_like", "rand_like", "randn_like"];

/// Functions that give a buffer, and the number of the argument that says its bytes.
const MAKERS: [(&str, usize); 2] = [("clCreateBuffer", 2), ("clCreateBufferWithProperties", 3)];

/// The bytes that a call of such a function asks for.
fn bytes_of_maker(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let function = call.referenced().filter(|f| is_the_languages(*f))?;
    let (_, n) = MAKERS.iter().find(|(maker, _)| *maker == function.spelling())?;
    call.arguments().get(*n).copied()
}

/// Methods that give where a tensor or container keeps its elements.
pub(super) const DATA: [&str; 4] = ["data_ptr", "mutable_data_ptr", "const_data_ptr", "data"];

/// What a vector is asked that leaves its size.
const READERS: [&str; 9] = [
    "data", "size", "empty", "begin", "end", "cbegin", "cend", "front", "back",
];

/// What tensors are told that changes their size or where they lie.
const RESIZERS: [&str; 4] = ["resize_", "resize_as_", "set_", "swap"];

/// The extent of a pointer where `names` is what the launch hands over.
pub(super) fn of_pointer<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>, pointer: Cursor<'u>) -> Option<Known> {
    known(scope, names, pointer, MOST_CALLS)
}

/// The bytes of shared memory that a launch asks for.
pub(super) fn of_shared<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>, bytes: Cursor<'u>) -> Option<Known> {
    Some(Known {
        bytes: unbracketed(&named(scope, names, bytes, false)?).to_owned(),
        offset: "0".to_owned(),
        line: None,
    })
}

fn known<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>, pointer: Cursor<'u>, calls: u32) -> Option<Known> {
    let buffer = scope.variables.buffer(pointer, 0)?;
    let offset = sum(scope, names, &buffer.steps)?;
    match buffer.origin {
        Origin::Allocated(allocation) => {
            let factors = allocation.factors.iter();
            let factors: Option<Vec<String>> = factors
                .map(|factor| match factor {
                    Factor::Value(value) => named(scope, names, *value, allocation.is_distant),
                    Factor::Count(tensor) => names.of_value(scope, |c| {
                        c.spelling() == "numel" && object_of(c).is_some_and(|object| object.same(*tensor))
                    }),
                })
                .collect();
            let bytes = product(factors?, allocation.scale)?;
            let is_short = bytes.len() <= MOST && offset.len() <= MOST;
            is_short.then_some(Known {
                bytes,
                offset,
                line: Some(allocation.line.clone()),
            })
        }
        Origin::Handed(parameter) => {
            let handed = scope.variables.handed_by_calls(parameter);
            let outside = Scope::new(scope.variables);
            let of_call = |(call, argument): &(Cursor<'u>, Cursor<'u>)| {
                let names = names.at_call(&outside, parameter, *call);
                known(&outside, &names, *argument, calls.checked_sub(1)?)
            };
            let mut all = handed.iter().map(of_call);
            let first = all.next()??;
            let agree = all.all(|other| {
                other.is_some_and(|other| (&other.bytes, &other.offset) == (&first.bytes, &first.offset))
            });
            agree.then(|| Known {
                offset: match (first.offset.as_str(), offset.as_str()) {
                    (_, "0") => first.offset.clone(),
                    ("0", _) => offset,
                    (outer, inner) => format!("{outer} + {inner}"),
                },
                ..first
            })
        }
    }
}

/// What a host expression is in terms of what the launch hands over.
fn named<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>, c: Cursor<'u>, is_distant: bool) -> Option<String> {
    if let Some(value) = scope.integer(c) {
        return Some(value.to_string());
    }
    let settled = Some(c).filter(|c| !is_distant && names.is_settled(scope, *c))?;
    let rendered = names
        .render(scope, settled, Mode::Extents, 0)
        .map(|rendered| rendered.text);
    let counted = scope.resolved(c);
    rendered.or_else(|| names.of_value(scope, |c| is_same_count(scope, c, counted)))
}

/// The variable that a method is called for.
fn object_of(call: Cursor<'_>) -> Option<Cursor<'_>> {
    let callee = call.children().into_iter().next().map(strip)?;
    let [object] = callee.expressions()[..] else {
        return None;
    };
    strip(object).referenced().filter(|v| is_variable(*v))
}

/// Whether two calls ask the same tensor, which never becomes another, the same about its size.
fn is_same_count<'u>(scope: &Scope<'_, 'u>, a: Cursor<'u>, b: Cursor<'u>) -> bool {
    let number = |c: Cursor<'u>| {
        c.arguments()
            .iter()
            .map(|a| scope.integer(*a))
            .collect::<Option<Vec<_>>>()
    };
    let asked = |c: Cursor<'u>| {
        (c.kind() == CXCursor_CallExpr && is_count(c))
            .then(|| object_of(c))
            .flatten()
    };
    let same_object = asked(a)
        .zip(asked(b))
        .is_some_and(|(a, b)| a.same(b) && scope.variables.is_stable(a));
    same_object && a.spelling() == b.spelling() && number(a).is_some_and(|a| Some(a) == number(b))
}

impl<'u> Scope<'_, 'u> {
    /// The expression that a variable stands for which never changes.
    fn resolved(&self, c: Cursor<'u>) -> Cursor<'u> {
        let mut c = strip(c);
        for _ in 0..MAX_DEPTH / 4 {
            let variable = c
                .referenced()
                .filter(|v| c.kind() == CXCursor_DeclRefExpr && is_variable(*v));
            match variable.and_then(|variable| self.variables.only_value(variable)) {
                Some(value) => c = strip(value),
                None => break,
            }
        }
        c
    }
}

fn product(factors: Vec<String>, scale: i128) -> Option<String> {
    let mut scale = scale;
    let mut open = Vec::new();
    for factor in factors {
        match factor.parse::<i128>() {
            Ok(number) => scale = scale.checked_mul(number)?,
            Err(_) => open.push(factor),
        }
    }
    if open.is_empty() || scale != 1 {
        open.push(scale.to_string());
    }
    match &open[..] {
        [only] => Some(unbracketed(only).to_owned()),
        _ => Some(open.join(" * ")),
    }
}

/// A text without the brackets around all of it.
fn unbracketed(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let mut depth = 0;
    let is_whole = |inner: &&str| {
        inner.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        })
    };
    inner.filter(is_whole).unwrap_or(text)
}

/// Bytes between a buffer's start and the place that these steps lead to.
fn sum<'u>(scope: &Scope<'_, 'u>, names: &Names<'u>, steps: &[Step<'u>]) -> Option<String> {
    let (mut sum, mut open) = (0i128, Vec::new());
    for step in steps {
        let (count, size) = (*step)?;
        match scope.integer(count) {
            Some(count) => sum = sum.checked_add(count.checked_mul(size)?)?,
            None => open.push(format!("{} * {size}", named(scope, names, count, false)?)),
        }
    }
    if open.is_empty() || sum != 0 {
        open.push(sum.to_string());
    }
    Some(open.join(" + "))
}

impl<'u> Variables<'u> {
    /// What a pointer was before `p += n` or `p -= n`, and by how many bytes each of n moves it.
    fn updated(&self, variable: Cursor<'u>, by: Cursor<'u>) -> Option<(Definition<'u>, i128)> {
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

    /// Whether a pointer is null, if that is known.
    pub(super) fn is_null(&self, pointer: Cursor<'u>, depth: u32) -> Option<bool> {
        let c = strip(pointer);
        if is_null(c) {
            return Some(true);
        }
        if depth > MAX_DEPTH / 4 {
            return None;
        }
        if self
            .buffer(c, 0)
            .is_some_and(|b| matches!(b.origin, Origin::Allocated(_)))
        {
            return Some(false);
        }
        match c.kind() {
            CXCursor_UnaryOperator if c.unary_operator() == CXUnaryOperator_AddrOf => Some(false),
            CXCursor_CallExpr => {
                let is_theirs = c.referenced().is_some_and(is_the_languages);
                (is_theirs && DATA.contains(&c.spelling().as_str())).then_some(false)
            }
            CXCursor_DeclRefExpr => {
                let variable = c.referenced().filter(|v| is_variable(*v))?;
                let variable = referent(variable).unwrap_or(variable);
                if let Some(value) = self.only_value(variable) {
                    return self.is_null(value, depth + 1);
                }
                let handed = self.handed_by_calls(variable);
                let mut all = handed
                    .iter()
                    .map(|(_, argument)| self.is_null(*argument, depth + 1));
                let first = all.next()??;
                all.all(|other| other == Some(first)).then_some(first)
            }
            _ => None,
        }
    }

    fn buffer(&self, pointer: Cursor<'u>, depth: u32) -> Option<Buffer<'u>> {
        if depth > MAX_DEPTH / 4 {
            return None;
        }
        let deeper = |c: Cursor<'u>| self.buffer(c, depth + 1);
        let c = strip(pointer);
        let moved = |base: Cursor<'u>, step: Step<'u>| {
            let mut buffer = deeper(base)?;
            buffer.steps.push(step);
            Some(buffer)
        };
        match (c.kind(), &c.expressions()[..]) {
            (CXCursor_BinaryOperator, [a, b]) => {
                let sign = match c.binary_operator() {
                    CXBinaryOperator_Add => 1,
                    CXBinaryOperator_Sub => -1,
                    _ => return None,
                };
                let is_pointer = |c: &Cursor<'u>| c.ty().canonical().kind() == CXType_Pointer;
                let (base, index) = if is_pointer(a) { (*a, *b) } else { (*b, *a) };
                let size = i128::from(c.ty().canonical().pointee().size()?);
                moved(base, Some((index, sign * size)))
            }
            (CXCursor_UnaryOperator, [operand]) if c.unary_operator() == CXUnaryOperator_AddrOf => {
                let place = strip(*operand);
                match (place.kind(), &place.expressions()[..]) {
                    (CXCursor_CallExpr, _) => self.buffer_of_call(place, depth),
                    (CXCursor_ArraySubscriptExpr, [array, index]) => {
                        let size = i128::from(place.ty().canonical().size()?);
                        moved(*array, Some((*index, size)))
                    }
                    _ => None,
                }
            }
            (CXCursor_DeclRefExpr, _) => {
                let variable = c.referenced().filter(|v| is_variable(*v))?;
                self.buffer_of(referent(variable).unwrap_or(variable), c, depth)
            }
            (CXCursor_CallExpr, _) => self.buffer_of_call(c, depth),
            _ => None,
        }
    }

    /// The buffer that a pointer variable leads to where it is read.
    fn buffer_of(&self, variable: Cursor<'u>, read: Cursor<'u>, depth: u32) -> Option<Buffer<'u>> {
        if opencl::is_buffer(variable) {
            let made = strip_copies(start(variable)?);
            let bytes = opencl::bytes_of_buffer(made).filter(|_| self.keeps_its_size(variable, false))?;
            return Buffer::allocated(bytes, made, false);
        }
        if variable.ty().canonical().kind() != CXType_Pointer {
            return None;
        }
        if let Some(value) = self.only_value(variable) {
            return self.buffer(value, depth + 1);
        }
        if variable.kind() == CXCursor_ParmDecl && self.changes(variable).is_empty() {
            return self.is_stable(variable).then(|| Buffer {
                origin: Origin::Handed(variable),
                steps: Vec::new(),
            });
        }
        if !is_local(variable) {
            let [only] = self.changes(variable) else {
                return None;
            };
            let size = match only.effect {
                Effect::Allocated(size) => size,
                Effect::Assigned(value) => bytes_of_maker(strip(value))?,
                Effect::Updated
                | Effect::Member(..)
                | Effect::Lent
                | Effect::MemberLent(_)
                | Effect::Escapes => return None,
            };
            let starts_null = start(variable).is_none_or(is_null);
            return (starts_null && self.is_seen(variable))
                .then(|| Buffer::allocated(size, only.by, true))?;
        }
        let definitions = self.reaching(variable, None, read);
        // The null pointer leads to no buffer.
        let is_real = |definition: &&Definition<'u>| match definition {
            Definition::Start => start(variable).is_some_and(|value| !is_null(value)),
            Definition::Change(change) => !matches!(change.effect, Effect::Assigned(value) if is_null(value)),
        };
        let mut real = definitions.iter().filter(is_real);
        let (Some(definition), None) = (real.next(), real.next()) else {
            return None;
        };
        self.defined_buffer(variable, definition, depth)
    }

    fn defined_buffer(
        &self,
        variable: Cursor<'u>,
        definition: &Definition<'u>,
        depth: u32,
    ) -> Option<Buffer<'u>> {
        if depth > MAX_DEPTH / 4 {
            return None;
        }
        let change = match definition {
            Definition::Start => return self.buffer(start(variable)?, depth + 1),
            Definition::Change(change) => change,
        };
        match (change.effect, &change.by.expressions()[..]) {
            (Effect::Allocated(size), _) => Buffer::allocated(size, change.by, false),
            (Effect::Assigned(value), _) => self.buffer(value, depth + 1),
            (Effect::Updated, [_, count]) => {
                let (before, bytes) = self.updated(variable, change.by)?;
                let mut buffer = self.defined_buffer(variable, &before, depth + 1)?;
                buffer.steps.push(Some((*count, bytes)));
                Some(buffer)
            }
            (
                Effect::Updated | Effect::Member(..) | Effect::Lent | Effect::MemberLent(_) | Effect::Escapes,
                _,
            ) => None,
        }
    }

    /// The buffer whose start a function gives: that of a container of the toolkit, or a tensor.
    fn buffer_of_call(&self, call: Cursor<'u>, depth: u32) -> Option<Buffer<'u>> {
        call.referenced().filter(|f| is_the_languages(*f))?;
        let name = call.spelling();
        if let Some(bytes) = bytes_of_maker(call) {
            return Buffer::allocated(bytes, call, false);
        }
        if let ("raw_pointer_cast", [pointer]) = (name.as_str(), &call.arguments()[..]) {
            return self.buffer(*pointer, depth + 1);
        }
        let object = match name.as_str() {
            name if DATA.contains(&name) => object_of(call)?,
            // `&v[0]`
            "operator[]" => {
                let [object, index] = call.arguments()[..] else {
                    return None;
                };
                let is_first = Scope::new(self).integer(index) == Some(0);
                strip(object)
                    .referenced()
                    .filter(|v| is_first && is_variable(*v))?
            }
            _ => return None,
        };
        let made = strip_copies(start(object)?);
        let ty = call.ty().canonical();
        let element = if name == "operator[]" { ty } else { ty.pointee() };
        let scale = i128::from(element.size()?);
        let maker = made.referenced()?;
        let arguments = made.arguments();
        let is_vector = object.ty().canonical().spelling().contains("device_vector");
        if !self.keeps_its_size(object, is_vector) {
            return None;
        }
        let spelling = made.spelling();
        let factors = match &arguments[..] {
            [count, ..] if is_vector => {
                let is_count = maker.kind() == CXCursor_Constructor && is_number(*count);
                is_count.then(|| vec![Factor::Value(*count)])?
            }
            [shape, ..] if is_the_languages(maker) && TENSORS.contains(&spelling.as_str()) => {
                sizes_in(*shape)?
            }
            [like, ..] if is_the_languages(maker) && LIKE.contains(&spelling.as_str()) => {
                let tensor = strip(*like).referenced().filter(|v| is_variable(*v))?;
                vec![Factor::Count(tensor)]
            }
            _ => return None,
        };
        let stays = |factor: &Factor<'u>| match factor {
            Factor::Value(_) => true,
            Factor::Count(tensor) => self.is_stable(*tensor),
        };
        if !factors.iter().all(stays) {
            return None;
        }
        Some(Buffer {
            origin: Origin::Allocated(Allocation {
                factors,
                scale,
                line: line_of(made)?,
                is_distant: false,
            }),
            steps: Vec::new(),
        })
    }

    /// Whether the object in a variable is always the one that it started with, as large as it was then.
    fn keeps_its_size(&self, variable: Cursor<'u>, is_vector: bool) -> bool {
        let function = variable.semantic_parent().filter(|_| is_local(variable));
        let body = function.and_then(|f| crate::clang::body(f.definition().unwrap_or(f)));
        body.is_some_and(|body| self.is_seen(variable) && stays(body, variable, is_vector, None))
    }

    /// What all calls of a function hand to a parameter, each with its call; none if there may be other calls.
    fn handed_by_calls(&self, parameter: Cursor<'u>) -> Vec<(Cursor<'u>, Cursor<'u>)> {
        match self.handed(parameter).is_empty() {
            true => Vec::new(),
            false => self.calls_with(parameter),
        }
    }
}

impl<'u> Buffer<'u> {
    fn allocated(size: Cursor<'u>, by: Cursor<'u>, is_distant: bool) -> Option<Buffer<'u>> {
        Some(Buffer {
            origin: Origin::Allocated(Allocation {
                factors: vec![Factor::Value(size)],
                scale: 1,
                line: line_of(by)?,
                is_distant,
            }),
            steps: Vec::new(),
        })
    }
}

impl<'u> Names<'u> {
    /// The parameter that gets a value which is like this.
    fn of_value(&self, scope: &Scope<'_, 'u>, is_it: impl Fn(Cursor<'u>) -> bool) -> Option<String> {
        let mut arguments = self.arguments.iter();
        let (_, name) = arguments.find(|(argument, _)| is_it(scope.resolved(*argument)))?;
        Some(name.spelling())
    }

    /// What the launch hands over, in terms of what a call of the function around it does.
    fn at_call(&self, scope: &Scope<'_, 'u>, parameter: Cursor<'u>, call: Cursor<'u>) -> Names<'u> {
        let function = parameter.semantic_parent();
        let of_call = |(argument, name): &(Cursor<'u>, Cursor<'u>)| {
            let variable = argument.referenced().filter(|v| v.kind() == CXCursor_ParmDecl)?;
            let is_of_function = function
                .zip(variable.semantic_parent())
                .is_some_and(|(a, b)| a.same(b));
            if !is_of_function || !scope.variables.is_stable(variable) {
                return None;
            }
            let calls = scope.variables.calls_with(variable);
            let (_, handed) = calls.into_iter().find(|(c, _)| c.same(call))?;
            let place = strip(handed);
            let is_place = place.kind() == CXCursor_DeclRefExpr;
            (is_place && handed_over(handed, variable, is_size)).then_some((place, *name))
        };
        let arguments: Vec<_> = self.arguments.iter().filter_map(of_call).collect();
        let body = arguments.iter().find_map(|(place, _)| {
            let caller = place.referenced().filter(|v| is_local(*v))?.semantic_parent()?;
            crate::clang::body(caller.definition().unwrap_or(caller))
        });
        let at = call.range().map(|range| range.start);
        let around = match body.zip(at) {
            Some((body, at)) => scope
                .variables
                .chain(body, &at)
                .iter()
                .map(|(part, _)| part.cursor)
                .collect(),
            None => Vec::new(),
        };
        Names::of(around, arguments)
    }
}

/// Whether all that is done with the object of a variable inside `c` leaves its size; `parent` is what `c` stands in, conversions aside.
fn stays(c: Cursor<'_>, variable: Cursor<'_>, is_vector: bool, parent: Option<Cursor<'_>>) -> bool {
    // Behind a return nothing is launched.
    if c.kind() == CXCursor_ReturnStmt {
        return true;
    }
    if c.kind() == CXCursor_DeclRefExpr && c.referenced().is_some_and(|v| v.same(variable)) {
        return parent.is_some_and(|parent| match parent.kind() {
            CXCursor_MemberRefExpr if is_vector => READERS.contains(&parent.spelling().as_str()),
            CXCursor_MemberRefExpr => !RESIZERS.contains(&parent.spelling().as_str()),
            CXCursor_CallExpr if opencl::is_buffer(variable) => opencl::only_reads(parent),
            CXCursor_CallExpr => is_vector && parent.spelling() == "operator[]",
            CXCursor_LambdaExpr => true,
            _ => false,
        });
    }
    let is_conversion = super::constants::is_cast(c.kind()) || c.kind() == CXCursor_ParenExpr;
    let parent = if is_conversion { parent } else { Some(c) };
    c.children()
        .into_iter()
        .all(|part| stays(part, variable, is_vector, parent))
}

/// What a shape is made of: the numbers in its braces, or the shape of another tensor.
pub(super) fn sizes_in(c: Cursor<'_>) -> Option<Vec<Factor<'_>>> {
    if is_number(c) {
        return Some(vec![Factor::Value(c)]);
    }
    let parts = c.expressions();
    match (c.kind(), &parts[..]) {
        (CXCursor_CallExpr, _) if c.spelling() == "sizes" && c.arguments().is_empty() => {
            Some(vec![Factor::Count(object_of(c)?)])
        }
        (CXCursor_InitListExpr, [_, ..]) | (_, [_, _, ..]) => parts
            .iter()
            .map(|size| is_number(*size).then_some(Factor::Value(*size)))
            .collect(),
        (_, [inner]) => sizes_in(*inner),
        _ => None,
    }
}

pub(super) fn strip_copies(c: Cursor<'_>) -> Cursor<'_> {
    let c = strip(c);
    match (c.kind(), &c.arguments()[..]) {
        (CXCursor_CallExpr, [only])
            if c.referenced().is_some_and(|f| f.kind() == CXCursor_Constructor)
                && strip(*only).kind() == CXCursor_CallExpr
                && only.ty().canonical().kind() == CXType_Record =>
        {
            strip_copies(*only)
        }
        _ => c,
    }
}

fn is_number(c: Cursor<'_>) -> bool {
    let ty = c.ty().canonical();
    is_signed_type(ty) || is_unsigned_type(ty)
}

/// Whether a value is the null pointer.
pub(super) fn is_null(value: Cursor<'_>) -> bool {
    let value = strip(value);
    value.kind() == CXCursor_CXXNullPtrLiteralExpr
        || value.kind() == CXCursor_GNUNullExpr
        || value.kind() == CXCursor_InitListExpr && value.expressions().is_empty()
        || matches!(value.evaluate(), Some(crate::clang::Value::Int(0)))
}
