//! Launches in host code.

use super::call::is_default;
use super::kernels;
use super::lambda::copied;
use super::stmt::Scope;
use crate::clang::Cursor;
use crate::clang::kinds::*;
use crate::ir::host::{HostArgument, HostExpr, HostExprKind, HostLaunch, HostPlace, KernelUse};
use crate::launch::{Arguments, is_handed_over, statement};

impl<'u> Scope<'u, '_, '_> {
    /// `kernel<<<grid, block, shared, stream>>>(arguments)`, or `cudaLaunchKernel(kernel, grid, block, pointers, shared, stream)`.
    pub(super) fn launch(&mut self, c: Cursor<'u>) -> Option<HostLaunch> {
        let statement = statement(c)?;
        let kernel = statement.kernel;
        let (grid, block) = (self.shape(statement.grid), self.shape(statement.block));
        let mut optional = |given: Option<Cursor<'u>>| {
            let given = given.filter(|c| !is_default(*c));
            given.map(|given| self.expression(given))
        };
        let (shared, stream) = (optional(statement.shared), optional(statement.stream));
        let parameters = kernel.map(|kernel| kernel.definition().unwrap_or(kernel).arguments());
        let parameters = parameters.unwrap_or_default();
        let unknown = KernelUse {
            is_pointer: true,
            reads: true,
            writes: true,
            ..KernelUse::default()
        };
        let used = kernel.and_then(|kernel| self.reader.kernels.find(kernel, self.reader.module));
        let names = used.map_or(Vec::new(), |used| used.names());
        let usages: Vec<KernelUse> = parameters
            .iter()
            .map(|parameter| kernels::of_parameter(used, *parameter))
            .collect();
        let (mut arguments, mut parts) = (Vec::new(), Vec::new());
        match statement.arguments {
            Arguments::Given(given) => {
                for (n, argument) in given.into_iter().enumerate() {
                    let parameter = parameters.get(n);
                    let name = parameter.map_or(String::new(), |parameter| parameter.spelling());
                    self.parts(argument, &format!("{name}."), &names, &mut parts);
                    arguments.push(HostArgument {
                        name,
                        value: self.expression(argument),
                        usage: usages.get(n).copied().unwrap_or(unknown),
                        is_kept: parameter.is_some_and(|parameter| is_handed_over(argument, *parameter)),
                    });
                }
            }
            Arguments::Pointers(all) => {
                for (n, (parameter, usage)) in parameters.iter().zip(usages).enumerate() {
                    arguments.push(HostArgument {
                        name: parameter.spelling(),
                        value: self.led_to(all, n),
                        usage,
                        is_kept: false,
                    });
                }
            }
        }
        Some(HostLaunch {
            kernel: kernel.map_or_else(|| "a kernel".to_owned(), |kernel| kernel.spelling()),
            grid,
            block,
            shared: shared.unwrap_or_else(|| self.int(c, 0)),
            stream: stream.unwrap_or_else(|| self.int(c, 0)),
            arguments,
            parts,
        })
    }

    /// What the pointer leads to that an array holds as its `n`th.
    fn led_to(&mut self, array: Cursor<'u>, n: usize) -> HostExpr {
        let (base, at) = (self.expression(array), self.int(array, n as i128));
        let pointer = HostPlace::Element(Box::new(base), Box::new(at), None);
        let pointer = self.at(array, HostExprKind::Read(Box::new(pointer), true));
        let start = self.int(array, 0);
        let place = HostPlace::Element(Box::new(pointer), Box::new(start), None);
        self.at(array, HostExprKind::Read(Box::new(place), false))
    }

    /// What the members of a structure, or what a lambda captures, give the parameters of a kernel whose names begin with a prefix.
    fn parts(
        &mut self,
        argument: Cursor<'u>,
        prefix: &str,
        names: &[String],
        out: &mut Vec<(String, HostExpr)>,
    ) {
        let members = names
            .iter()
            .filter_map(|name| Some((name, name.strip_prefix(prefix)?)));
        for (name, path) in members {
            let value = match self.captured(argument, path) {
                Some(variable) => self.expression(variable),
                None => {
                    let HostPlace::Local(record) = self.place(copied(argument)) else {
                        continue;
                    };
                    let fields = path.split('.');
                    let place = fields.fold(HostPlace::Local(record), |place, field| {
                        HostPlace::Field(Box::new(place), field.to_owned())
                    });
                    self.at(argument, HostExprKind::Read(Box::new(place), false))
                }
            };
            out.push((name.clone(), value));
        }
    }

    /// The three sizes of a launch's shape.
    pub(super) fn shape(&mut self, c: Cursor<'u>) -> [HostExpr; 3] {
        let is_record = c.ty().canonical().kind() == CXType_Record;
        if !is_record {
            return [self.expression(c), self.int(c, 1), self.int(c, 1)];
        }
        let parts = match c.kind() {
            CXCursor_CallExpr if c.referenced().is_some_and(|f| f.kind() == CXCursor_Constructor) => {
                c.arguments()
            }
            CXCursor_InitListExpr => c.expressions(),
            CXCursor_DeclRefExpr | CXCursor_MemberRefExpr => {
                let place = self.place(c);
                return ["x", "y", "z"].map(|axis| {
                    let place = HostPlace::Field(Box::new(place.clone()), axis.to_owned());
                    self.at(c, HostExprKind::Read(Box::new(place), false))
                });
            }
            CXCursor_CallExpr => Vec::new(),
            _ => match c.expressions()[..] {
                [inner] => return self.shape(inner),
                _ => Vec::new(),
            },
        };
        match parts[..] {
            [] => {
                let is_made = c.kind() == CXCursor_CallExpr
                    && c.referenced().is_some_and(|f| f.kind() == CXCursor_Constructor);
                [(); 3].map(|()| match is_made {
                    true => self.int(c, 1),
                    false => self.opaque(c, Vec::new()),
                })
            }
            [only] if only.ty().canonical().kind() == CXType_Record => self.shape(only),
            _ => [0, 1, 2].map(|axis| match parts.get(axis).filter(|part| !is_default(**part)) {
                Some(size) => self.expression(*size),
                None => self.int(c, 1),
            }),
        }
    }
}
