//! Calls and launches in host code.

use super::holders::object_of_call;
use super::stmt::Scope;
use super::{is_command, opencl, table};
use crate::clang::kinds::*;
use crate::clang::{Cursor, body};
use crate::ir::host::{Command, HostExpr, HostExprKind, HostKind};
use crate::launch::takes_by_pointer;
use crate::repair::kernels::is_the_languages;

impl<'u> Scope<'u, '_, '_> {
    pub(super) fn call(&mut self, c: Cursor<'u>) -> HostExpr {
        if let Some(launch) = self.launch(c) {
            let launch = self.at(c, HostExprKind::Launch(Box::new(launch)));
            self.launches.push(launch.span);
            return launch;
        }
        let name = c.spelling();
        let target = c.referenced();
        let arguments = c.arguments();
        let Some(function) = target.filter(|f| {
            matches!(
                f.kind(),
                CXCursor_FunctionDecl
                    | CXCursor_CXXMethod
                    | CXCursor_Constructor
                    | CXCursor_ConversionFunction
            )
        }) else {
            return self.hole(c, "a call through a pointer", None, true);
        };
        let is_own = !is_the_languages(function);
        if let Some(call) = self.call_of_closure(c, function) {
            return call;
        }
        if let Some(known) = self.of_bindings(c, function) {
            return known;
        }
        if let Some(memory) = memory_of_c(c, function) {
            return self.expression(memory);
        }
        if let Some(command) = opencl::of_function(&name).filter(|_| is_command(c)) {
            return self.opencl(c, command);
        }
        if is_command(c) {
            let command = table::of_runtime(&name).unwrap_or(Command::NotFollowed);
            let symbol = arguments.first().copied();
            let given = arguments
                .into_iter()
                .take_while(|argument| !is_default(*argument));
            let mut arguments: Vec<HostExpr> = given.map(|argument| self.expression(argument)).collect();
            if let (Command::CopySymbol { .. }, [variable, ..]) = (command, &mut arguments[..])
                && let Some(symbol) = symbol
            {
                // It stands for its address, whatever it holds.
                let place = self.place(symbol);
                *variable = self.at(symbol, HostExprKind::Address(Box::new(place)));
            }
            return self.at(c, HostExprKind::Command(command, arguments));
        }
        if !is_own && function.kind() == CXCursor_FunctionDecl {
            return self.library(c, &name, function);
        }
        if function.kind() == CXCursor_Constructor && (!is_own || function.is_defaulted()) {
            if let [only] = arguments[..] {
                if super::place::of_type(only.ty()) == HostKind::Record {
                    return self.expression(only);
                }
                // A copy of a plain structure, or what a class of a library is made of.
                let part = self.expression(only);
                return self.at(c, HostExprKind::hole("a class is made of it", vec![part], false));
            }
            return self.hole(c, "a class is made of it", Some(function), false);
        }
        if let Some(start) = self.start_of_buffer(c, function) {
            return start;
        }
        if !is_own {
            return self.hole(c, "a class of a library keeps it", Some(function), false);
        }
        let definition = function.definition().unwrap_or(function);
        let plain = function.kind() == CXCursor_FunctionDecl || function.is_static();
        let is_method = !plain && self.reader.follows_method(definition);
        let object = is_method.then(|| self.object(c)).flatten();
        match body(definition).filter(|_| (plain || object.is_some()) && super::runs_on_host(definition)) {
            Some(body) => {
                let number = self.reader.number(definition, body);
                let handed = self.handed(&arguments, definition);
                let arguments = object.into_iter().chain(handed).collect();
                self.at(c, HostExprKind::Call(number, arguments))
            }
            None => {
                let what = format!("what `{name}` does is not followed");
                self.hole(c, &what, Some(function), true)
            }
        }
    }

    /// Arguments as a function gets them: places for references.
    pub(super) fn handed(&mut self, arguments: &[Cursor<'u>], function: Cursor<'u>) -> Vec<HostExpr> {
        let parameters = function.arguments();
        let mut found = Vec::new();
        for (n, argument) in arguments.iter().enumerate() {
            let by_reference = parameters.get(n).is_some_and(|parameter| {
                matches!(
                    parameter.ty().canonical().kind(),
                    CXType_LValueReference | CXType_RValueReference
                )
            });
            found.push(match by_reference {
                true => {
                    let place = self.place(*argument);
                    self.at(*argument, HostExprKind::Address(Box::new(place)))
                }
                false => self.expression(*argument),
            });
        }
        found
    }

    /// A call of which nothing is known: what it is called on and what it is handed.
    fn hole(&mut self, c: Cursor<'u>, what: &str, function: Option<Cursor<'u>>, foreign: bool) -> HostExpr {
        let mut arguments = c.arguments();
        // An operator's first operand is the object.
        let is_operator = c.spelling().starts_with("operator")
            && function
                .is_some_and(|f| f.kind() == CXCursor_CXXMethod && arguments.len() > f.arguments().len());
        let object = match is_operator && !arguments.is_empty() {
            true => Some(arguments.remove(0)),
            false => object_of_call(c),
        };
        let mut parts = match function {
            Some(function) => self.handed(&arguments, function),
            None => {
                let handed = arguments.iter().enumerate();
                let one = |(n, argument): (usize, &Cursor<'u>)| match takes_by_pointer(c, n) {
                    true => {
                        let place = self.place(*argument);
                        self.at(*argument, HostExprKind::Address(Box::new(place)))
                    }
                    false => self.expression(*argument),
                };
                handed.map(one).collect()
            }
        };
        // The object of a method, and a function that is itself computed.
        let is_read = function.is_some_and(|f| f.is_const() && is_the_languages(f));
        if let Some(object) = object.filter(|_| !is_read) {
            let place = self.place(object);
            parts.push(self.at(object, HostExprKind::Address(Box::new(place))));
        }
        self.at(c, HostExprKind::hole(what, parts, foreign))
    }

    /// A function of the language's own headers: none keeps a pointer of plain memory, and none waits for the device.
    fn library(&mut self, c: Cursor<'u>, name: &str, function: Cursor<'u>) -> HostExpr {
        let arguments = c.arguments();
        if let ("raw_pointer_cast", [pointer]) = (name, &arguments[..]) {
            return self.expression(*pointer);
        }
        if let ("swap", [a, b]) = (name, &arguments[..]) {
            let (a, b) = (self.place(*a), self.place(*b));
            return self.at(c, HostExprKind::Swap(Box::new(a), Box::new(b)));
        }
        let is_c = function.template().is_none()
            && function.semantic_parent().is_none_or(|parent| {
                matches!(parent.kind(), CXCursor_TranslationUnit | CXCursor_LinkageSpec)
                    || parent.spelling() == "std"
            });
        let is_operator = name.starts_with("operator");
        let command = match table::of_library(name) {
            Some(command) => command,
            None if is_c && !is_operator => by_types(function, arguments.len(), name),
            None => return self.hole(c, "a library's function keeps it", Some(function), false),
        };
        let arguments = arguments
            .into_iter()
            .map(|argument| self.expression(argument))
            .collect();
        self.at(c, HostExprKind::Command(command, arguments))
    }
}

/// What allocates memory, where its result is converted: in C, a `void *` is any pointer (`prelude/cuda/libc.h`).
fn memory_of_c<'u>(c: Cursor<'u>, function: Cursor<'u>) -> Option<Cursor<'u>> {
    let is_conversion = function.kind() == CXCursor_ConversionFunction && is_the_languages(function);
    let of = function.semantic_parent().filter(|_| is_conversion)?;
    object_of_call(c).filter(|_| of.spelling() == "KvMemory")
}

/// Default arguments have no expression of their own.
pub(super) fn is_default(c: Cursor<'_>) -> bool {
    c.kind() == CXCursor_UnexposedExpr && c.expressions().is_empty()
}

/// What a C function does by the types of its parameters: it reads what is `const`, and writes what is not.
fn by_types(function: Cursor<'_>, count: usize, name: &str) -> Command {
    let parameters = function.arguments();
    let (mut reads, mut writes) = (0, 0);
    for n in 0..count.min(8) {
        let bit = 1 << n;
        match parameters.get(n).map(|parameter| parameter.ty().canonical()) {
            Some(ty) if ty.kind() == CXType_Pointer && ty.pointee().is_const() => reads |= bit,
            Some(ty) if ty.kind() == CXType_Pointer => writes |= bit,
            Some(_) => {}
            // What comes after the dots is written by the functions that scan, and printed by others.
            None if name.contains("scanf") => writes |= bit,
            None => reads |= bit,
        }
    }
    Command::OnHost { reads, writes }
}
