//! Meaning of assumptions: names to parameters and launch sizes, nodes to typed expressions.

use super::lex::error;
use super::parse::{Node, NodeKind};
use super::{AssumeError, Fact};
use kverify_frontend::ir::{
    BinOp, CmpOp, Dim, Expr, ExprKind, Geometry, Kernel, Object, ObjectSource, Param, Ty, UnOp, build,
};
use kverify_smt::answer::Extent;

/// What can be said of the contents of an array.
const OF_ARRAYS: [&str; 2] = ["distinct", "monotone"];

/// How large a buffer is: in bytes, and in what its pointer is declared to point to.
const OF_BUFFERS: [&str; 2] = ["extent", "elements"];

/// The fact that a conjunct states of a kernel.
pub(super) fn fact(node: &Node, kernel: &Kernel, text: &str) -> Result<Fact, AssumeError> {
    let resolver = Resolver { kernel, text };
    if let NodeKind::Call(name, arguments) = &node.kind
        && OF_ARRAYS.contains(&name.as_str())
    {
        let param = resolver.array(node, name, arguments)?;
        return Ok(match name.as_str() {
            "distinct" => Fact::Distinct(param),
            _ => Fact::Monotone(param),
        });
    }
    if let NodeKind::Compare(op, left, right) = &node.kind {
        let sides = [(left, *op, right), (right, op.mirrored(), left)];
        for (buffer, op, size) in sides {
            if let NodeKind::Call(name, arguments) = &buffer.kind
                && OF_BUFFERS.contains(&name.as_str())
            {
                let extent = resolver.extent(buffer, name, arguments, (op, size))?;
                return Ok(Fact::Extent(extent));
            }
        }
    }
    let expr = truth(resolver.expr(node)?);
    Ok(Fact::Holds(
        expr,
        text.get(node.start..node.end).unwrap_or(text).to_owned(),
    ))
}

/// The number that a node is.
pub(super) fn number_of(node: &Node, kernel: &Kernel, text: &str) -> Option<Expr> {
    let expr = Resolver { kernel, text }.expr(node).ok()?;
    (expr.ty != Ty::Bool).then(|| number(expr))
}

struct Resolver<'a> {
    kernel: &'a Kernel,
    text: &'a str,
}

impl Resolver<'_> {
    fn error(&self, node: &Node, message: String) -> AssumeError {
        error(self.text, node.start, message)
    }

    /// The pointer parameter that a fact about an array names.
    fn array(&self, node: &Node, fact: &str, arguments: &[Node]) -> Result<u32, AssumeError> {
        let [
            Node {
                kind: NodeKind::Name(name),
                ..
            },
        ] = arguments
        else {
            return Err(self.error(node, format!("`{fact}` takes the name of one pointer parameter")));
        };
        let found = self.kernel.params.iter().position(|param| param.name == *name);
        match found.and_then(|i| u32::try_from(i).ok().zip(self.kernel.params.get(i))) {
            Some((index, param)) if param.ty == Ty::Ptr => Ok(index),
            Some(_) => Err(self.error(&arguments[0], format!("`{name}` is no pointer"))),
            None => Err(self.unknown(&arguments[0], name)),
        }
    }

    /// What `extent(out) >= size` or `elements(out) >= size` says.
    fn extent(
        &self,
        node: &Node,
        fact: &str,
        arguments: &[Node],
        (op, size): (CmpOp, &Node),
    ) -> Result<Extent, AssumeError> {
        let usage = || {
            let message =
                format!("write `{fact}(out) == n` or `{fact}(out) >= n`, with the name of a pointer");
            self.error(node, message)
        };
        let (
            CmpOp::Eq | CmpOp::Ge,
            [
                Node {
                    kind: NodeKind::Name(name),
                    ..
                },
            ],
        ) = (op, arguments)
        else {
            return Err(usage());
        };
        let is_dynamic =
            |object: &&Object| object.source == ObjectSource::DynamicShared && object.name == *name;
        let shared = self.kernel.objects.iter_enumerated().find(|(_, o)| is_dynamic(o));
        let (object, bytes) = match shared {
            Some((id, object)) => (id, Some(object.elem.bytes().into())),
            None => {
                let index = self.array(node, fact, arguments)?;
                let param = &self.kernel.params[index as usize];
                (param.object.ok_or_else(usage)?, param.pointee)
            }
        };
        let count = number(self.expr(size)?);
        let text = self.text.get(size.start..size.end).unwrap_or(self.text);
        let (end, text) = match (fact, bytes) {
            ("extent", _) | (_, Some(1)) => (count, text.to_owned()),
            (_, Some(bytes)) => {
                let scale = build::int(i128::from(bytes), Ty::I64);
                let is_word = text.chars().all(|c| c.is_alphanumeric() || c == '_');
                let text = match is_word {
                    true => format!("{text} * {bytes}"),
                    false => format!("({text}) * {bytes}"),
                };
                (binary(BinOp::Mul, count, scale), text)
            }
            (_, None) => {
                let message =
                    format!("what `{name}` points to has no size: say `extent({name}) == ...` in bytes");
                return Err(self.error(node, message));
            }
        };
        Ok(Extent {
            object,
            start: build::int(0, Ty::I64),
            end,
            text,
            line: None,
        })
    }

    /// An [`Ty::I64`] or a [`Ty::Bool`].
    fn expr(&self, node: &Node) -> Result<Expr, AssumeError> {
        let boxed = |node: &Node| self.expr(node).map(|e| Box::new(number(e)));
        let boxed_truth = |node: &Node| self.expr(node).map(|e| Box::new(truth(e)));
        let (ty, kind) = match &node.kind {
            NodeKind::Number(value) => (Ty::I64, ExprKind::Int(i128::from(*value))),
            NodeKind::Name(name) => return self.name(node, name),
            NodeKind::Call(name, arguments) => return self.call(node, name, arguments),
            NodeKind::Negate(a) => (Ty::I64, ExprKind::Unary(UnOp::Neg, boxed(a)?)),
            NodeKind::Complement(a) => (Ty::I64, ExprKind::Unary(UnOp::BitNot, boxed(a)?)),
            NodeKind::Not(a) => (Ty::Bool, ExprKind::Unary(UnOp::Not, boxed_truth(a)?)),
            NodeKind::Arithmetic(op, a, b) => (Ty::I64, ExprKind::Binary(*op, boxed(a)?, boxed(b)?)),
            NodeKind::Compare(op, a, b) => (Ty::Bool, ExprKind::Cmp(*op, boxed(a)?, boxed(b)?)),
            NodeKind::And(a, b) => (
                Ty::Bool,
                ExprKind::Binary(BinOp::And, boxed_truth(a)?, boxed_truth(b)?),
            ),
            NodeKind::Or(a, b) => (
                Ty::Bool,
                ExprKind::Binary(BinOp::Or, boxed_truth(a)?, boxed_truth(b)?),
            ),
            NodeKind::Choose(c, a, b) => (Ty::I64, ExprKind::Select(boxed_truth(c)?, boxed(a)?, boxed(b)?)),
        };
        Ok(Expr { ty, kind })
    }

    fn name(&self, node: &Node, name: &str) -> Result<Expr, AssumeError> {
        if let Some(param) = self.kernel.params.iter().find(|param| param.name == name) {
            return self.parameter(node, param);
        }
        match name {
            "true" => return Ok(build::int(1, Ty::Bool)),
            "false" => return Ok(build::int(0, Ty::Bool)),
            "warpSize" => return Ok(geometry(Geometry::WarpSize)),
            _ => {}
        }
        let dim = name
            .split_once('.')
            .and_then(|(base, axis)| Some((base, axis_named(axis)?)));
        match dim {
            Some(("blockDim", dim)) => Ok(geometry(Geometry::BlockDim(dim))),
            Some(("gridDim", dim)) => Ok(geometry(Geometry::GridDim(dim))),
            Some(("threadIdx" | "blockIdx", _)) => Err(self.per_thread(node, name)),
            _ => Err(self.unknown(node, name)),
        }
    }

    fn parameter(&self, node: &Node, param: &Param) -> Result<Expr, AssumeError> {
        let value = build::var(param.var, param.ty);
        match param.ty {
            Ty::Bool => Ok(value),
            Ty::Int { .. } => Ok(number(value)),
            Ty::Float(_) => Err(self.error(
                node,
                format!("`{}` is a float; assumptions speak of integers", param.name),
            )),
            Ty::Ptr => Err(self.error(
                node,
                format!(
                    "`{0}` is a pointer; of pointers only `distinct({0})`, `monotone({0})` and `extent({0}) == ...` can be assumed",
                    param.name
                ),
            )),
        }
    }

    fn call(&self, node: &Node, name: &str, arguments: &[Node]) -> Result<Expr, AssumeError> {
        let extremum = match name {
            "min" => Some(BinOp::Min),
            "max" => Some(BinOp::Max),
            _ => None,
        };
        if let (Some(op), [a, b]) = (extremum, arguments) {
            let (a, b) = (number(self.expr(a)?), number(self.expr(b)?));
            return Ok(binary(op, a, b));
        }
        if let ("get_work_dim", []) = (name, arguments) {
            return Ok(geometry(Geometry::WorkDim));
        }
        if OF_ARRAYS.contains(&name) {
            return Err(self.error(node, format!("`{name}` stands by itself or beside `&&`")));
        }
        if OF_BUFFERS.contains(&name) {
            return Err(self.error(
                node,
                format!("`{name}` stands by itself, on one side of `==` or `>=`"),
            ));
        }
        let dim = match arguments {
            [
                Node {
                    kind: NodeKind::Number(0),
                    ..
                },
            ] => Dim::X,
            [
                Node {
                    kind: NodeKind::Number(1),
                    ..
                },
            ] => Dim::Y,
            [
                Node {
                    kind: NodeKind::Number(2),
                    ..
                },
            ] => Dim::Z,
            _ => {
                return Err(self.error(
                    node,
                    format!("`{name}` here is no launch size such as `get_local_size(0)`"),
                ));
            }
        };
        let (local, groups) = (Geometry::BlockDim(dim), Geometry::GridDim(dim));
        match name {
            "get_local_size" | "get_enqueued_local_size" => Ok(geometry(local)),
            "get_num_groups" => Ok(geometry(groups)),
            "get_global_size" => Ok(binary(BinOp::Mul, geometry(local), geometry(groups))),
            "get_global_offset" => Ok(geometry(Geometry::GlobalOffset(dim))),
            "get_local_id" | "get_global_id" | "get_group_id" => Err(self.per_thread(node, name)),
            _ => Err(self.error(node, format!("`{name}` is no launch size"))),
        }
    }

    fn per_thread(&self, node: &Node, name: &str) -> AssumeError {
        self.error(
            node,
            format!("`{name}` differs from thread to thread; assumptions hold for the whole launch"),
        )
    }

    fn unknown(&self, node: &Node, name: &str) -> AssumeError {
        let scalars: Vec<String> = self
            .kernel
            .params
            .iter()
            .map(|param| format!("`{}`", param.name))
            .collect();
        let known = if scalars.is_empty() {
            "has no parameters".to_owned()
        } else {
            format!("has the parameters {}", scalars.join(", "))
        };
        self.error(
            node,
            format!("`{name}` is unknown: kernel `{}` {known}; launch sizes are `blockDim.x`, `gridDim.x`, `get_local_size(0)`, ...", self.kernel.name),
        )
    }
}

fn axis_named(axis: &str) -> Option<Dim> {
    match axis {
        "x" => Some(Dim::X),
        "y" => Some(Dim::Y),
        "z" => Some(Dim::Z),
        _ => None,
    }
}

fn geometry(what: Geometry) -> Expr {
    number(build::geometry(what))
}

fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    Expr {
        ty: Ty::I64,
        kind: ExprKind::Binary(op, Box::new(a), Box::new(b)),
    }
}

/// The value as a 64-bit signed integer.
fn number(expr: Expr) -> Expr {
    if expr.ty == Ty::I64 {
        expr
    } else {
        Expr {
            ty: Ty::I64,
            kind: ExprKind::Cast(Box::new(expr)),
        }
    }
}

/// The value as C reads it in a condition.
fn truth(expr: Expr) -> Expr {
    if expr.ty == Ty::Bool {
        return expr;
    }
    let zero = build::zero(expr.ty);
    Expr {
        ty: Ty::Bool,
        kind: ExprKind::Cmp(CmpOp::Ne, Box::new(expr), Box::new(zero)),
    }
}
