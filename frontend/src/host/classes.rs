//! The classes of OpenCL's C++ bindings (1.2 and 2.x): their objects are handles, their constructors and methods the functions of the
//! interface for C, with arguments in the same order where both have them.

use super::call::is_default;
use super::holders::object_of_call;
use super::opencl;
use super::stmt::Scope;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Type};
use crate::ir::host::{Command, Created, HostExpr, HostExprKind};
use crate::launch::strip;
use crate::repair::kernels::is_the_languages;

/// Classes whose objects are handles.
const HANDLES: [&str; 13] = [
    "Buffer",
    "Memory",
    "Image",
    "Image1D",
    "Image2D",
    "Image3D",
    "Kernel",
    "CommandQueue",
    "Event",
    "UserEvent",
    "Program",
    "Context",
    "Device",
];

/// How a method is called for C: which of its arguments stand where, behind the object.
enum Argument {
    /// The next one.
    Next,
    /// One that only C has.
    Missing,
}
use Argument::{Missing, Next};

/// Methods of queues, the functions for C, and how their arguments stand behind the queue, up to the events.
#[rustfmt::skip]
const OF_QUEUES: &[(&str, &str, &[Argument])] = &[
    ("enqueueReadBuffer", "clEnqueueReadBuffer", &[Next, Next, Next, Next, Next]),
    ("enqueueWriteBuffer", "clEnqueueWriteBuffer", &[Next, Next, Next, Next, Next]),
    ("enqueueCopyBuffer", "clEnqueueCopyBuffer", &[Next, Next, Next, Next, Next]),
    ("enqueueFillBuffer", "clEnqueueFillBuffer", &[Next, Next, Missing, Next, Next]),
    ("enqueueReadImage", "clEnqueueReadImage", &[Next, Next, Next, Next, Next, Next, Next]),
    ("enqueueWriteImage", "clEnqueueWriteImage", &[Next, Next, Next, Next, Next, Next, Next]),
    ("enqueueMapBuffer", "clEnqueueMapBuffer", &[Next, Next, Next, Next, Next]),
    ("enqueueUnmapMemObject", "clEnqueueUnmapMemObject", &[Next, Next]),
    ("enqueueMigrateMemObjects", "clEnqueueMigrateMemObjects", &[Missing, Next, Next]),
    ("enqueueNDRangeKernel", "clEnqueueNDRangeKernel", &[Next, Missing, Next, Next, Next]),
    ("enqueueTask", "clEnqueueTask", &[Next]),
    ("enqueueMarkerWithWaitList", "clEnqueueMarkerWithWaitList", &[]),
    ("enqueueBarrierWithWaitList", "clEnqueueBarrierWithWaitList", &[]),
    ("enqueueBarrier", "clEnqueueBarrier", &[]),
    ("flush", "clFlush", &[]),
    ("finish", "clFinish", &[]),
];

/// The class of the bindings that a type is, or refers to.
fn class_of(ty: Type<'_>) -> Option<String> {
    let ty = ty.canonical();
    let ty = match ty.kind() {
        CXType_LValueReference | CXType_RValueReference => ty.pointee().canonical(),
        _ => ty,
    };
    let spelling = ty.spelling();
    let name = spelling.trim_start_matches("const ").strip_prefix("cl::")?;
    let is_own = ty.declaration().is_some_and(is_the_languages);
    is_own.then(|| name.split('<').next().unwrap_or(name).to_owned())
}

/// Whether objects of a type are handles of OpenCL's.
pub(super) fn is_handle(ty: Type<'_>) -> bool {
    class_of(ty).is_some_and(|class| HANDLES.contains(&class.as_str()))
}

/// Whether a call is one of a queue's methods, or makes a buffer.
pub(super) fn is_command(c: Cursor<'_>) -> bool {
    let Some(function) = c.referenced().filter(|function| is_the_languages(*function)) else {
        return false;
    };
    match function.kind() {
        CXCursor_Constructor => class_of(c.ty()).as_deref() == Some("Buffer") && c.arguments().len() > 1,
        CXCursor_CXXMethod => {
            let class = object_of_call(c).and_then(|object| class_of(object.ty()));
            let name = c.spelling();
            class.as_deref() == Some("CommandQueue") && OF_QUEUES.iter().any(|(method, ..)| *method == name)
        }
        _ => false,
    }
}

impl<'u> Scope<'u, '_, '_> {
    /// What a constructor or a method of the bindings does, if it is one of those that are known.
    pub(super) fn of_bindings(&mut self, c: Cursor<'u>, function: Cursor<'u>) -> Option<HostExpr> {
        if !is_the_languages(function) {
            return None;
        }
        match function.kind() {
            CXCursor_Constructor => {
                let class = class_of(c.ty()).filter(|_| is_handle(c.ty()))?;
                Some(self.constructor(c, &class, function))
            }
            CXCursor_FunctionDecl => {
                let of_bindings = function
                    .semantic_parent()
                    .is_some_and(|scope| scope.kind() == CXCursor_Namespace && scope.spelling() == "cl");
                let waits = of_bindings && c.spelling() == "finish";
                waits.then(|| self.at(c, HostExprKind::Command(Command::WaitForDevice, Vec::new())))
            }
            CXCursor_CXXMethod => self.method(c, function),
            _ => None,
        }
    }

    fn constructor(&mut self, c: Cursor<'u>, class: &str, function: Cursor<'u>) -> HostExpr {
        let arguments = c.arguments();
        if let [only] = arguments[..]
            && (is_handle(only.ty()) && class_of(only.ty()).as_deref() == Some(class)
                || only.ty().canonical().kind() == CXType_Pointer && class != "Program")
        {
            // A copy, or what a handle for C is taken over by.
            return self.expression(only);
        }
        if arguments.is_empty() {
            return self.int(c, 0);
        }
        let names: Vec<String> = function.arguments().into_iter().map(Cursor::spelling).collect();
        let given: Vec<(String, Cursor<'u>)> = names
            .into_iter()
            .zip(arguments)
            .filter(|(_, argument)| !is_default(*argument))
            .collect();
        let find = |name: &str| given.iter().find(|(known, _)| known == name).map(|(_, c)| *c);
        let or_none = |scope: &mut Self, argument: Option<Cursor<'u>>| match argument {
            Some(argument) => scope.expression(argument),
            None => scope.int(c, 0),
        };
        let error = or_none(self, find("error"));
        let (created, arguments) = match class {
            "Buffer" => {
                let created = Created::Object {
                    flags: 0,
                    bytes: 1,
                    host: 2,
                };
                match (find("flags"), find("bytes")) {
                    (Some(flags), Some(bytes)) => {
                        let (flags, bytes) = (self.expression(flags), self.expression(bytes));
                        (created, vec![flags, bytes, or_none(self, find("host")), error])
                    }
                    // It is filled with what lies between two iterators.
                    _ => {
                        let all = [0; 3].map(|_| self.opaque(c, Vec::new()));
                        (created, all.into_iter().chain([error]).collect())
                    }
                }
            }
            "Image1D" | "Image2D" | "Image3D" => {
                let created = Created::Object {
                    flags: 0,
                    bytes: 1,
                    host: 2,
                };
                let flags = or_none(self, find("flags"));
                let bytes = self.opaque(c, Vec::new());
                (created, vec![flags, bytes, or_none(self, find("host")), error])
            }
            "CommandQueue" => {
                let properties = or_none(self, find("with"));
                (Created::Queue(0), vec![properties, error])
            }
            "Kernel" => {
                let program = or_none(self, find("program"));
                let name = match find("name") {
                    Some(name) => self.name_of_kernel(name),
                    None => self.opaque(c, Vec::new()),
                };
                (
                    Created::Kernel { program: 0, name: 1 },
                    vec![program, name, error],
                )
            }
            _ => (Created::Other, vec![error]),
        };
        self.at(c, HostExprKind::Command(Command::Create(created), arguments))
    }

    /// The literal that a string is made of, or what else it is.
    fn name_of_kernel(&mut self, c: Cursor<'u>) -> HostExpr {
        let mut literals = Vec::new();
        collect_literals(c, &mut literals);
        match literals[..] {
            [only] => self.expression(only),
            _ => {
                let value = strip(c);
                match value.ty().canonical().kind() {
                    CXType_Pointer => self.expression(value),
                    _ => self.opaque(c, Vec::new()),
                }
            }
        }
    }

    fn method(&mut self, c: Cursor<'u>, function: Cursor<'u>) -> Option<HostExpr> {
        let name = c.spelling();
        let arguments = c.arguments();
        if name == "operator=" {
            let [to, value] = arguments[..] else { return None };
            if !is_handle(to.ty()) {
                return None;
            }
            let (to, value) = (self.place(to), self.expression(value));
            let kind = HostExprKind::Assign {
                to: Box::new(to),
                value: Box::new(value),
                old: false,
            };
            return Some(self.at(c, kind));
        }
        if name == "operator()" {
            let object = arguments
                .first()
                .copied()
                .filter(|object| is_handle(object.ty()))?;
            return Some(self.expression(object));
        }
        let object = object_of_call(c);
        let class = match object {
            Some(object) => class_of(object.ty()).filter(|_| is_handle(object.ty()))?,
            None => function.semantic_parent()?.spelling(),
        };
        match (class.as_str(), name.as_str(), object) {
            ("CommandQueue", _, Some(object)) => self.queued(c, function, object),
            ("Kernel", "setArg", Some(object)) => {
                let object = self.expression(object);
                let (index, value) = match arguments[..] {
                    [index, value] => (index, value),
                    [index, _, value] => {
                        let all = [index, value].map(|argument| self.expression(argument));
                        let bytes = self.opaque(c, Vec::new());
                        let [index, value] = all;
                        let arguments = vec![object, index, bytes, value];
                        return Some(self.at(c, HostExprKind::Command(Command::SetArgument, arguments)));
                    }
                    _ => return None,
                };
                let (index, value) = (self.expression(index), self.argument(value));
                Some(self.at(
                    c,
                    HostExprKind::Command(Command::GiveArgument, vec![object, index, value]),
                ))
            }
            ("Kernel", "setArgs", Some(object)) => {
                let object = self.expression(object);
                let mut all = Vec::new();
                for (n, value) in arguments.into_iter().enumerate() {
                    let (index, value) = (self.int(c, n as i128), self.argument(value));
                    let arguments = vec![object.clone(), index, value];
                    all.push(self.at(c, HostExprKind::Command(Command::GiveArgument, arguments)));
                }
                Some(self.opaque(c, all))
            }
            ("Buffer", "createSubBuffer", Some(object)) => {
                let command = opencl::of_function("clCreateSubBuffer")?;
                let given: Vec<Cursor<'u>> = [object].into_iter().chain(arguments).collect();
                Some(self.with_arguments(c, command, &given))
            }
            ("Event" | "UserEvent", "wait", Some(object)) => {
                let place = self.place(object);
                let (count, list) = (self.int(c, 1), self.at(c, HostExprKind::Address(Box::new(place))));
                Some(self.at(
                    c,
                    HostExprKind::Command(Command::WaitForEvents, vec![count, list]),
                ))
            }
            ("Event", "waitForEvents", None) => {
                let all = [0; 2].map(|_| self.opaque(c, Vec::new()));
                Some(self.at(c, HostExprKind::Command(Command::WaitForEvents, all.into())))
            }
            (_, "get", Some(object)) if arguments.is_empty() => Some(self.expression(object)),
            ("Program", "build", Some(object)) => {
                let names = function.arguments().into_iter().map(Cursor::spelling);
                let mut given = names.zip(arguments);
                let callback = given.find(|(name, argument)| name == "notify" && !is_default(*argument));
                let callback = match callback {
                    Some((_, callback)) => self.expression(callback),
                    None => self.int(c, 0),
                };
                let arguments = vec![self.expression(object), callback];
                Some(self.at(
                    c,
                    HostExprKind::Command(Command::Build { callback: 1 }, arguments),
                ))
            }
            // What else is asked of an object that is not changed by it.
            _ if function.is_const() => {
                let parts = arguments
                    .into_iter()
                    .filter(|argument| !is_default(*argument))
                    .map(|argument| self.expression(argument))
                    .collect();
                let answer = self.at(c, HostExprKind::Command(Command::Answers, parts));
                Some(self.opaque(c, vec![answer]))
            }
            _ => None,
        }
    }

    /// What an argument of a kernel is set to: local memory counts as none.
    fn argument(&mut self, value: Cursor<'u>) -> HostExpr {
        match class_of(value.ty()).as_deref() {
            Some("LocalSpaceArg") => self.int(value, 0),
            _ => self.expression(value),
        }
    }

    /// A method of a queue, as the function for C.
    fn queued(&mut self, c: Cursor<'u>, function: Cursor<'u>, queue: Cursor<'u>) -> Option<HostExpr> {
        let name = c.spelling();
        let (_, for_c, order) = OF_QUEUES.iter().find(|(method, ..)| *method == name)?;
        let command = opencl::of_function(for_c)?;
        let names: Vec<String> = function.arguments().into_iter().map(Cursor::spelling).collect();
        let given = c.arguments();
        let find = |wanted: &str| {
            let at = names.iter().position(|name| name == wanted)?;
            given.get(at).copied().filter(|argument| !is_default(*argument))
        };
        let mut arguments = vec![self.expression(queue)];
        let mut next = given.iter().zip(&names);
        for argument in *order {
            arguments.push(match argument {
                Missing => self.opaque(c, Vec::new()),
                Next => {
                    let (argument, name) = next.next()?;
                    match is_default(*argument) {
                        true => self.int(c, 0),
                        false if name == "offset" && class_of(argument.ty()).is_some() => {
                            self.range_offset(*argument)
                        }
                        false => self.expression(*argument),
                    }
                }
            });
        }
        let is_given = |argument: &HostExpr| argument.kind != HostExprKind::Int(0);
        let list = match find("events") {
            Some(events) => self.expression(events),
            None => self.int(c, 0),
        };
        // Which events are in a vector is not followed.
        let count = match is_given(&list) {
            true => self.opaque(c, Vec::new()),
            false => self.int(c, 0),
        };
        let event = match find("event") {
            Some(event) => self.expression(event),
            None => self.int(c, 0),
        };
        arguments.extend([count, list, event]);
        if names.iter().any(|name| name == "error") {
            arguments.push(match find("error") {
                Some(error) => self.expression(error),
                None => self.int(c, 0),
            });
        }
        Some(self.at(c, HostExprKind::Command(command, arguments)))
    }

    /// The offset of a launch: 0 for `cl::NullRange`.
    fn range_offset(&mut self, c: Cursor<'u>) -> HostExpr {
        let mut named = Vec::new();
        super::lambda::variables_in(c, &mut named);
        match named[..] {
            [only] if only.spelling() == "NullRange" => self.int(c, 0),
            _ => self.opaque(c, Vec::new()),
        }
    }

    fn with_arguments(&mut self, c: Cursor<'u>, command: Command, given: &[Cursor<'u>]) -> HostExpr {
        let given = given.iter().filter(|argument| !is_default(**argument));
        let mut arguments: Vec<HostExpr> = given.map(|argument| self.expression(*argument)).collect();
        if let (Command::Create(Created::Part { region, .. }), true) = (command, arguments.len() > 3) {
            let place = c.arguments().get(usize::from(region) - 1).copied();
            let parts = match place {
                Some(place) => self.region(place),
                None => [0; 2].map(|_| self.opaque(c, Vec::new())),
            };
            // The error code, which C always has.
            if arguments.len() == 4 {
                arguments.push(self.int(c, 0));
            }
            arguments.extend(parts);
        }
        self.at(c, HostExprKind::Command(command, arguments))
    }
}

/// The literals under a node.
fn collect_literals<'u>(c: Cursor<'u>, found: &mut Vec<Cursor<'u>>) {
    if c.kind() == CXCursor_StringLiteral {
        found.push(c);
    }
    c.children()
        .into_iter()
        .for_each(|child| collect_literals(child, found));
}
