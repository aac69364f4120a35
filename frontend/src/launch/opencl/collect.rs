//! What a file does with kernel objects: the calls that make, set and enqueue them.

use super::super::constants::{is_cast, is_constructor, strip};
use super::super::variables::{is_variable, key};
use super::classes::{class_of, constructed, made, object_of_call};
use super::slots::{Index, Setting, Value};
use super::{Commands, Creation, Enqueue, Place, Ranges, is_of_interface, literal, object_of};
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::repair::kernels::is_the_languages;

impl<'u> Commands<'u> {
    /// Adds what is under `c`.
    pub(super) fn collect(&mut self, c: Cursor<'u>, around: &mut Vec<Cursor<'u>>) {
        let place = |around: &[Cursor<'u>]| Place {
            cursor: c,
            around: around.to_vec(),
        };
        match c.kind() {
            CXCursor_DeclRefExpr => {
                let variable = c.referenced().filter(|v| is_variable(*v) && is_tracked(*v));
                if let Some(variable) = variable {
                    self.uses.entry(key(variable)).or_default().push(place(around));
                }
            }
            CXCursor_StringLiteral => {
                if let Some(name) = literal(c).filter(|name| self.stubs.contains_key(name)) {
                    self.names.push((name, place(around)));
                }
            }
            CXCursor_CallExpr if is_of_interface(c) => self.function(c, around),
            CXCursor_CallExpr if is_constructor(c) => self.object(c, around),
            CXCursor_CallExpr if c.referenced().is_some_and(is_the_languages) => self.method(c, around),
            _ => {}
        }
        around.push(c);
        for child in c.children() {
            self.collect(child, around);
        }
        around.pop();
    }

    /// A function of the interface for C.
    fn function(&mut self, c: Cursor<'u>, around: &[Cursor<'u>]) {
        match (c.spelling().as_str(), &c.arguments()[..]) {
            ("clCreateKernel", [_, name, ..]) => self.create(c, Some(*name), around),
            ("clCreateKernelsInProgram" | "clCloneKernel", _) => self.create(c, None, around),
            ("clSetKernelArg", [object, index, bytes, value]) => {
                self.set(c, *object, Index::At(*index), Value::of(*value, *bytes));
            }
            ("clSetKernelArgSVMPointer", [object, index, _]) => {
                self.set(c, *object, Index::At(*index), Value::Unknown);
            }
            ("clEnqueueNDRangeKernel", [_, object, dimensions, offset, global, local, ..]) => {
                let ranges = Ranges::Arrays {
                    dimensions: *dimensions,
                    offset: *offset,
                    global: *global,
                    local: *local,
                };
                self.enqueue(c, *object, (ranges, None), around);
            }
            ("clEnqueueTask", [_, object, ..]) => self.enqueue(c, *object, (Ranges::One, None), around),
            _ => {}
        }
    }

    /// An object of the classes for C++.
    fn object(&mut self, c: Cursor<'u>, around: &[Cursor<'u>]) {
        let Some((class, given)) = constructed(c) else {
            return;
        };
        let name = given.iter().find(|(name, _)| name == "name");
        if let (Some((_, name)), true) = (name, is_kernel_class(&class)) {
            self.create(c, Some(*name), around);
        }
    }

    /// A method of the classes for C++.
    fn method(&mut self, c: Cursor<'u>, around: &[Cursor<'u>]) {
        let on = object_of_call(c);
        let class = on.and_then(|on| class_of(on.ty()));
        let arguments = c.arguments();
        match (class.as_deref(), c.spelling().as_str(), &arguments[..]) {
            (Some("Kernel"), "setArg", [index, rest @ ..]) => {
                let value = match rest {
                    [value] => Value::of_object(*value),
                    [bytes, value] => Value::of(*value, *bytes),
                    _ => Value::Unknown,
                };
                on.into_iter()
                    .for_each(|on| self.set(c, on, Index::At(*index), value));
            }
            (Some("Kernel"), "setArgs", all) => {
                for (n, value) in all.iter().enumerate() {
                    let index = Index::Number(n as i128);
                    on.into_iter()
                        .for_each(|on| self.set(c, on, index, Value::of_object(*value)));
                }
            }
            (Some("Kernel"), "clone", _) | (Some("Program"), "createKernels", _) => {
                self.create(c, None, around)
            }
            (Some("CommandQueue"), "enqueueNDRangeKernel", [kernel, offset, global, rest @ ..]) => {
                let ranges = Ranges::Objects {
                    offset: Some(*offset),
                    global: *global,
                    local: rest.first().copied(),
                };
                self.enqueue(c, *kernel, (ranges, None), around);
            }
            (Some("CommandQueue"), "enqueueTask", [kernel, ..]) => {
                self.enqueue(c, *kernel, (Ranges::One, None), around);
            }
            // The object is the first of the operands.
            (_, "operator()", [on, how, values @ ..]) if is_functor(*on) => {
                let ranges = Ranges::of_how(made(*how));
                self.enqueue(c, *on, (ranges, Some(values.to_vec())), around);
            }
            _ => {}
        }
    }

    fn create(&mut self, call: Cursor<'u>, name: Option<Cursor<'u>>, around: &[Cursor<'u>]) {
        let (variable, by_assignment) = variable_that_gets(call, around);
        self.creations.push(Creation {
            call,
            name,
            variable,
            by_assignment,
        });
    }

    fn set(&mut self, call: Cursor<'u>, object: Cursor<'u>, index: Index<'u>, value: Value<'u>) {
        self.settings.push(Setting {
            call,
            object: object_of(object),
            index,
            value,
        });
    }

    fn enqueue(
        &mut self,
        call: Cursor<'u>,
        object: Cursor<'u>,
        (ranges, direct): (Ranges<'u>, Option<Vec<Cursor<'u>>>),
        around: &[Cursor<'u>],
    ) {
        let enqueue = Enqueue {
            call,
            object: object_of(object),
            made: made(object),
            ranges,
            direct,
        };
        let around = around.iter().copied().chain([call]).collect();
        self.enqueues.push((enqueue, around));
    }
}

/// The classes whose objects are kernels.
pub(super) fn is_kernel_class(class: &str) -> bool {
    class == "Kernel" || is_functor_class(class)
}

fn is_functor_class(class: &str) -> bool {
    matches!(class, "KernelFunctor" | "make_kernel")
}

pub(super) fn is_functor(c: Cursor<'_>) -> bool {
    class_of(c.ty()).is_some_and(|class| is_functor_class(&class))
}

/// The variable whose value something is made, and whether an assignment does so.
fn variable_that_gets<'u>(made: Cursor<'u>, around: &[Cursor<'u>]) -> (Option<Cursor<'u>>, bool) {
    let is_copy = |c: &Cursor<'u>| {
        let alike = class_of(c.ty()).is_some() && class_of(c.ty()) == class_of(made.ty());
        c.kind() == CXCursor_CallExpr && alike && is_constructor(*c)
    };
    let mut outer = around.iter().rev();
    let outer = outer.find(|c| c.kind() != CXCursor_ParenExpr && !is_cast(c.kind()) && !is_copy(c));
    let Some(outer) = outer else {
        return (None, false);
    };
    let left = match (outer.kind(), &outer.expressions()[..]) {
        (CXCursor_VarDecl, _) => return (Some(*outer), false),
        (CXCursor_BinaryOperator, [left, value])
            if outer.binary_operator() == CXBinaryOperator_Assign && strip(*value).same(made) =>
        {
            Some(*left)
        }
        (CXCursor_CallExpr, _) if outer.spelling() == "operator=" => outer.arguments().first().copied(),
        _ => None,
    };
    (left.and_then(object_of), true)
}

/// Whether a variable is none of those that are only numbers.
fn is_tracked(variable: Cursor<'_>) -> bool {
    let kind = variable.ty().canonical().kind();
    !(CXType_Bool..=CXType_LongDouble).contains(&kind)
}
