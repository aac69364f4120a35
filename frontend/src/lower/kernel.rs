//! A kernel: its parameters, the variables outside of functions, its body.

use super::builder::Builder;
use super::files::Files;
use super::types::{self, Shape};
use super::{Frame, Lowerer};
use crate::clang::kinds::*;
use crate::clang::{Cursor, Range, Type, body, qualified_name};
use crate::directives::runs_on_device;
use crate::ir::build;
use crate::ir::{
    AS_HERE, Asked, ChosenName, Kernel, Language, Loc, Object, ObjectId, ObjectSource, Param, Space, Span,
    StmtKind, Synchronises, TermKind, Ty, Var,
};
use crate::promote;
use crate::repair::damage::Damage;
/// A kernel to lower.
pub struct Entry<'u> {
    /// The definition.
    pub function: Cursor<'u>,
    /// Template arguments as text.
    pub instantiation: String,
    /// They were chosen here.
    pub chosen: bool,
    /// It is no kernel: how it is called.
    pub asked: Option<Asked>,
}

/// Lowers one kernel.
pub fn lower_kernel<'u>(
    files: &mut Files<'u>,
    language: Language,
    entry: &Entry<'u>,
    damage: &Damage,
) -> Kernel {
    let function = entry.function;
    let span = name_span(files, function);
    let loc = Loc { span, call: None };
    let mut lowerer = Lowerer::new(files, language, Frame::outermost(function), loc, damage, &[]);
    let entry_block = lowerer.b.current;
    lowerer.b.cluster = super::clusters::dimensions(function);
    let params = lowerer.parameters(function, entry.asked.as_ref());
    lowerer.parse_errors(function);
    let mut end = lowerer.b.last;
    if let Some(body) = body(function) {
        lowerer.statement(body);
        end = last_byte(lowerer.loc(body));
    }
    lowerer.postconditions();
    lowerer.b.end(end, TermKind::Return);
    lowerer.links.mark(&mut lowerer.b.objects);
    let asked = std::mem::take(&mut lowerer.b.asked).into_iter();
    let asked = asked.map(|words| ChosenName {
        name: words,
        meaning: AS_HERE.to_owned(),
        origin: None,
    });
    let (built, namings) = lowerer.b.into_kernel(language, span, entry_block);
    let kernel = Kernel {
        name: qualified_name(function),
        instantiation: entry.instantiation.clone(),
        instantiation_chosen: entry.chosen,
        params,
        declared: names_of_parameters(function),
        asked: entry.asked.clone(),
        chosen_names: asked.collect(),
        ..built
    };
    promote::run(kernel, namings)
}

/// A kernel that is there and was not read, for `reason`: it may do anything.
pub fn unread_kernel(
    language: Language,
    (name, instantiation): (String, String),
    span: Span,
    reason: String,
) -> Kernel {
    let loc = Loc { span, call: None };
    let mut b = Builder::new(loc);
    let entry = b.current;
    b.anything_hole(loc, &*reason, Vec::new(), Synchronises::Perhaps);
    b.end(loc, TermKind::Return);
    let (built, namings) = b.into_kernel(language, span, entry);
    let kernel = Kernel {
        name,
        instantiation,
        left_out: Some(reason),
        ..built
    };
    promote::run(kernel, namings)
}

/// Where a place ends: a body's closing brace, in none of the loops within.
pub(super) fn last_byte(mut loc: Loc) -> Loc {
    let span = &mut loc.span;
    if span.start < span.end && span.end_column > 1 {
        (span.start, span.line, span.column) = (span.end - 1, span.end_line, span.end_column - 1);
    }
    loc
}

/// Where a function's name stands.
pub fn name_span<'u>(files: &mut Files<'u>, function: Cursor<'u>) -> Span {
    let range = function.position().map(|start| {
        let mut end = start.clone();
        let length = function.spelling().len() as u32;
        end.offset += length;
        end.column += length;
        Range { start, end }
    });
    range
        .and_then(|range| files.span(&range))
        .unwrap_or_else(Files::start)
}

/// What the parameters of a kernel are called.
fn names_of_parameters(function: Cursor<'_>) -> Vec<String> {
    let name = |(n, parameter): (usize, Cursor<'_>)| match parameter.spelling() {
        name if name.is_empty() => format!("param{n}"),
        name => name,
    };
    function.arguments().into_iter().enumerate().map(name).collect()
}

/// OpenCL C 3.0, 6.9, "Restrictions": what it means is implementation-defined.
const LOCAL_OF_CALLED: &str = "a kernel that is called as a function declares local memory: what that means, and whether compilers \
                               take it, is up to the implementation";

impl<'u> Lowerer<'u, '_> {
    /// Parameters: a variable for each scalar leaf, and the local copy that the body uses.
    fn parameters(&mut self, function: Cursor<'u>, asked: Option<&Asked>) -> Vec<Param> {
        let mut params = Vec::new();
        let names = names_of_parameters(function);
        for (parameter, name) in function.arguments().into_iter().zip(names) {
            match asked {
                Some(asked) => self.parameter_of_entry(parameter, &name, &asked.own, &mut params),
                None => self.parameter(parameter, &name, &mut params),
            }
        }
        params
    }

    /// A parameter, or a variable that is handed over as one.
    pub(super) fn parameter(&mut self, parameter: Cursor<'u>, name: &str, params: &mut Vec<Param>) {
        let loc = self.loc(parameter);
        let ty = match types::shape(parameter.ty()) {
            Shape::Reference(target) => target,
            _ => parameter.ty(),
        };
        let addr = self.local(loc, name, ty, true);
        self.env.insert(parameter.identity(), addr.clone());
        let Some(leaves) = types::leaves(ty).or_else(|| types::words(ty)) else {
            let reason = format!("parameters of type `{}` are not modelled", ty.spelling());
            self.b.effect_hole(loc, reason, vec![addr]);
            return;
        };
        let captured = self.captured_names(ty);
        for leaf in leaves {
            let leaf_name = match captured.iter().find(|(offset, _)| *offset == leaf.offset) {
                Some((_, variable)) => format!("{name}.{variable}"),
                None => format!("{name}{}", leaf.path),
            };
            let var = self.b.vars.push(Var {
                name: leaf_name.clone(),
                ty: leaf.ty,
                user: true,
            });
            let (mut object, mut pointee) = (None, None);
            // A function's address is a number: nothing is behind it.
            let to_function = types::is_function_pointer(ty);
            if leaf.ty == Ty::Ptr && !to_function {
                let declared = if types::scalar(ty) == Some(Ty::Ptr) {
                    Some(ty)
                } else {
                    None
                };
                let target = declared.or_else(|| leaf_type(ty, leaf.offset));
                let id = self.pointee_object(&leaf_name, target, params.len() as u32, loc);
                self.b.emit(
                    loc,
                    StmtKind::Assign {
                        dst: var,
                        value: build::object(id),
                    },
                );
                object = Some(id);
                let declared = target.map(|pointer| pointer.canonical().pointee());
                pointee = declared.and_then(|ty| ty.size()).filter(|bytes| *bytes > 0);
            }
            params.push(Param {
                name: leaf_name,
                var,
                ty: leaf.ty,
                object,
                pointee,
            });
            let to = build::offset_by(addr.clone(), leaf.offset);
            self.b.store(loc, to, build::var(var, leaf.ty), false);
        }
    }

    /// What a pointer parameter points to.
    fn pointee_object(&mut self, name: &str, pointer: Option<Type<'u>>, index: u32, loc: Loc) -> ObjectId {
        let image = pointer.is_some_and(types::is_image);
        let target = pointer.filter(|_| !image).map(|p| p.canonical().pointee());
        let space = match (image, target.map(|t| t.address_space())) {
            (true, _) => Space::Image,
            (_, Some(2)) => Space::Shared,
            (_, Some(3)) => Space::Constant,
            _ => Space::Global,
        };
        let object = Object {
            name: name.to_owned(),
            space,
            size: None,
            elem: target.map_or(Ty::U8, types::element_type),
            source: ObjectSource::Param(index),
            read_only: target.is_some_and(|t| t.is_const()) || space == Space::Constant,
            init: None,
            init_assumed: false,
            init_unread: false,
            starts_otherwise: false,
            linked: None,
            row: None,
            span: loc.span,
        };
        let id = self.b.object(object, None);
        if let Some(target) = target {
            self.links.object(id, target);
        }
        id
    }

    /// Whether a variable in a function is not one of each call's.
    pub(super) fn is_static_storage(&self, c: Cursor<'u>) -> bool {
        if c.is_static() || c.is_extern() {
            return true;
        }
        let space = address_space(c.ty());
        matches!(space, 1..=3)
            || c.has_attribute(&[
                CXCursor_CUDASharedAttr,
                CXCursor_CUDAConstantAttr,
                CXCursor_CUDADeviceAttr,
            ])
    }

    /// The object of a variable that is shared: at file scope, static, `__shared__`.
    pub(super) fn global(&mut self, variable: Cursor<'u>) -> ObjectId {
        let key = variable.canonical().identity();
        if let Some(id) = self.globals.get(&key) {
            let id = *id;
            self.env.insert(variable.identity(), build::object(id));
            return id;
        }
        let loc = self.loc(variable);
        if self.construct.is_some() && variable.is_thread_local() {
            let id = self.of_thread(variable, loc);
            self.globals.insert(key, id);
            self.env.insert(variable.identity(), build::object(id));
            return id;
        }
        let attributes: Vec<_> = variable.children().iter().map(|child| child.kind()).collect();
        let has = |kind| attributes.contains(&kind);
        let ty = variable.ty();
        let language_space = address_space(ty);
        let opencl = self.language == Language::OpenCl;
        let constant = has(CXCursor_CUDAConstantAttr) || language_space == 3;
        let constant_type = is_constant_type(ty);
        let space = if has(CXCursor_CUDASharedAttr) || language_space == 2 {
            Space::Shared
        } else if constant || (constant_type && !has(CXCursor_CUDADeviceAttr)) {
            Space::Constant
        } else {
            Space::Global
        };
        // Only kernels declare such variables.
        if opencl && space == Space::Shared && self.frames.len() > 1 {
            self.unless_reached(loc, LOCAL_OF_CALLED);
        }
        let dynamic = space == Space::Shared && variable.is_extern();
        if dynamic && let Some(id) = self.dynamic_shared {
            self.globals.insert(key, id);
            self.env.insert(variable.identity(), build::object(id));
            return id;
        }
        // What the host may write before the launch is not known, whatever the initialiser says; what is `const` it may not.
        let fixed = constant_type || (opencl && constant);
        let in_memory = matches!(space, Space::Global | Space::Constant);
        let first = variable.definition().unwrap_or(variable).initializer();
        let has_init = first.is_some();
        let bytes = first
            .filter(|_| in_memory)
            .and_then(|init| self.constant_bytes(ty, init));
        let has_others = |bytes: &Vec<u8>| bytes.iter().any(|byte| *byte != 0);
        let says_others = bytes.as_ref().is_some_and(has_others);
        let starts_otherwise = space == Space::Global && says_others;
        // Who writes a table down, and means another, copies that one over it.
        let is_table = space == Space::Constant && says_others;
        let init_assumed = !fixed && in_memory && self.is_left_alone(variable, is_table);
        let init = bytes.filter(|_| fixed || init_assumed);
        let object = Object {
            name: variable.spelling(),
            space,
            size: if dynamic { None } else { ty.size() },
            elem: types::element_type(ty),
            source: if dynamic {
                ObjectSource::DynamicShared
            } else {
                ObjectSource::Variable
            },
            read_only: space == Space::Constant || constant_type,
            init_assumed: init_assumed && init.is_some(),
            init_unread: fixed && has_init && init.is_none() && space != Space::Shared,
            starts_otherwise,
            linked: None,
            row: types::row(ty),
            init,
            span: loc.span,
        };
        let id = self.b.object(object, None);
        if space != Space::Shared {
            self.links.object(id, ty);
        }
        if space != Space::Shared && types::holds_data_pointers(ty) && first.is_some_and(names_memory) {
            let reason = "where the pointers lead that an initialiser leaves here is not followed";
            self.b.effect_hole(loc, reason, vec![build::object(id)]);
        }
        if dynamic {
            self.dynamic_shared = Some(id);
        }
        self.globals.insert(key, id);
        self.env.insert(variable.identity(), build::object(id));
        id
    }
}

impl<'u> Lowerer<'u, '_> {
    /// Whether the file has host code, and nothing in it but this kernel speaks of a variable, so that it should still hold
    /// its initialiser when the kernel starts. Code that clang lost may speak of it. A table has to be one of the device's alone.
    fn is_left_alone(&self, variable: Cursor<'u>, is_table: bool) -> bool {
        if self.kept.contains(&variable.canonical().identity()) {
            return true;
        }
        let kernel = self.frames[0].function;
        let uses = Uses::of(self.files.root(), variable.canonical().identity());
        let own = |function: &Cursor<'u>| function.identity() == kernel;
        let of_device = || uses.by.iter().all(|function| runs_on_device(*function));
        let is_sole = || uses.by.iter().all(own) || uses.kernels <= 1 && of_device();
        self.damage.is_empty()
            && variable.definition().is_some()
            && (uses.host && is_sole() || is_table && of_device())
    }
}

/// Whether a variable's address may be part of an initialiser.
fn names_memory(c: Cursor<'_>) -> bool {
    let mut references = Vec::new();
    super::sharing::references_in(c, &mut references);
    let mut named = references.into_iter().filter_map(Cursor::referenced);
    named.any(|v| v.kind() == CXCursor_VarDecl)
}

/// Which functions speak of a variable.
struct Uses<'u> {
    by: Vec<Cursor<'u>>,
    /// Kernels in the file.
    kernels: usize,
    /// It has functions of the host.
    host: bool,
}

impl<'u> Uses<'u> {
    fn of(root: Cursor<'u>, variable: usize) -> Uses<'u> {
        let mut uses = Uses {
            by: Vec::new(),
            kernels: 0,
            host: false,
        };
        for c in root.children() {
            let own = c
                .position()
                .is_none_or(|at| !crate::prelude::is_the_languages(&at.file));
            if own {
                uses.look(c, c, variable);
            }
        }
        uses
    }

    fn look(&mut self, c: Cursor<'u>, inside: Cursor<'u>, variable: usize) {
        let is_function = c.is_function();
        let inside = if is_function { c } else { inside };
        self.host |= is_function && body(c).is_some() && !runs_on_device(c);
        self.kernels += usize::from(c.kind() == CXCursor_CUDAGlobalAttr);
        let refers = c.kind() == CXCursor_DeclRefExpr
            && c.referenced()
                .is_some_and(|v| v.canonical().identity() == variable);
        if refers {
            self.by.push(inside);
        }
        // Results are read after the kernel ran.
        let reads = c.kind() == CXCursor_CallExpr
            && c.referenced()
                .is_some_and(|f| f.spelling().starts_with("cudaMemcpyFromSymbol"));
        if !reads {
            c.children()
                .into_iter()
                .for_each(|child| self.look(child, inside, variable));
        }
    }
}

/// The address space of a variable; an array's is its element's.
fn address_space(ty: Type<'_>) -> u32 {
    let own = ty.address_space().max(ty.canonical().address_space());
    match types::shape(ty) {
        Shape::Array(element, _) if own == 0 => address_space(element),
        _ => own,
    }
}

/// Whether a type's values cannot change: `const`, or an array of such.
fn is_constant_type(ty: Type<'_>) -> bool {
    let own = ty.is_const() || ty.canonical().is_const();
    match types::shape(ty) {
        Shape::Array(element, _) => own || is_constant_type(element),
        _ => own,
    }
}

/// The C type of the scalar at an offset of a record.
fn leaf_type(ty: Type<'_>, offset: u64) -> Option<Type<'_>> {
    match types::shape(ty) {
        Shape::Record(record) => {
            let bases = super::layout::bases(record).unwrap_or_default();
            let fields = record.fields().into_iter().filter_map(|field| {
                let at = field.field_offset_bits()? / 8;
                Some((field.ty(), at, types::size(field.ty()).max(1)))
            });
            // A field may lie in the padding of a base.
            let bases = bases.into_iter().map(|(base, at)| (base, at, types::size(base)));
            let mut parts = fields.chain(bases);
            parts.find_map(|(part, at, bytes)| {
                let is_here = (at..at + bytes).contains(&offset);
                is_here.then(|| leaf_type(part, offset - at)).flatten()
            })
        }
        Shape::Array(element, _) => leaf_type(element, offset % types::size(element).max(1)),
        _ => Some(ty),
    }
}
