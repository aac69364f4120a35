//! Mathematical functions that both languages share, under C's names.

use super::Model;
use crate::ir::{BinOp, Function};

/// The model of a C mathematical function, with or without the suffix of its precision.
pub(super) fn model(name: &str) -> Option<Model> {
    model_exact(name).or_else(|| name.strip_suffix(['f', 'l']).and_then(model_exact))
}

/// The model of a mathematical function by its plain name.
pub(super) fn model_exact(name: &str) -> Option<Model> {
    Some(match name {
        "fabs" | "abs" | "labs" | "llabs" => Model::Abs,
        "fmin" | "min" => Model::Binary(BinOp::Min),
        "fmax" | "max" => Model::Binary(BinOp::Max),
        "fdivide" => Model::Binary(BinOp::Div),
        _ => Model::Pure(Function::named(name, Function::MATH)?),
    })
}
