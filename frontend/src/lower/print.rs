//! Calls that print.

use super::types::{self, Shape};
use super::{Lowerer, Value};
use crate::clang::{self, Cursor};
use crate::ir::build;
use crate::ir::{Language, StmtKind, Ty};

impl<'u> Lowerer<'u, '_> {
    /// `printf`, `puts`, `putchar`. What they return: of CUDA's `printf` the number of arguments (CUDA C++ Programming
    /// Guide, "Formatted Output"), of OpenCL's 0 (OpenCL C 3.0, section 6.15.14).
    pub(super) fn print(&mut self, c: Cursor<'u>, name: &str, args: &[Cursor<'u>]) -> Value {
        let loc = self.loc(c);
        let text_of = |arg: &Cursor<'u>| match super::expr::strip(*arg).evaluate() {
            Some(clang::Value::Text(text)) => Some(text),
            _ => None,
        };
        let (format, rest) = match (name, args) {
            ("puts", _) => ("%s\n".to_owned(), args),
            ("putchar", _) => ("%c".to_owned(), args),
            (_, [first, rest @ ..]) => match text_of(first) {
                Some(text) => (text, rest),
                // A format that is computed is shown as it is.
                None => ("%s".to_owned(), &args[..1]),
            },
            (_, []) => (String::new(), args),
        };
        let count = rest.len();
        let mut scalars = Vec::with_capacity(count);
        for arg in rest {
            if let Some(text) = text_of(arg) {
                let mut bytes = text.into_bytes();
                bytes.push(0);
                let size = bytes.len() as u64;
                let char = Ty::I8;
                scalars.push(self.string_object(loc, char, size, Some(bytes)));
                continue;
            }
            match self.rvalue(*arg) {
                Value::Scalar(expr) => scalars.push(expr),
                Value::Vector(parts) => scalars.extend(parts),
                Value::Void | Value::Memory(_) => {}
            }
        }
        self.b.emit(
            loc,
            StmtKind::Print {
                format,
                args: scalars,
            },
        );
        let returned = match self.language {
            Language::Cuda => count as i128,
            Language::OpenCl => 0,
        };
        match types::shape(c.ty()) {
            Shape::Scalar(ty) => Value::Scalar(build::int(returned, ty)),
            _ => Value::Void,
        }
    }
}
