//! What makes something new, by its name.

use super::lists::is_null;
use super::*;

/// Functions of libraries that make something new, whatever they are called on.
pub(super) const FRESH: [&str; 17] = [
    "clone",
    "empty",
    "zeros",
    "ones",
    "full",
    "rand",
    "randn",
    "randint",
    "randperm",
    "arange",
    "linspace",
    "eye",
    "new_",
    "cat",
    "stack",
    "tensor",
    "empty_strided",
];

/// What of a tensor's methods and operators makes another one.
pub(super) const PRODUCTS: [&str; 62] = [
    "operator+",
    "operator-",
    "operator*",
    "operator/",
    "add",
    "sub",
    "mul",
    "div",
    "neg",
    "abs",
    "exp",
    "log",
    "sqrt",
    "rsqrt",
    "pow",
    "square",
    "sum",
    "mean",
    "prod",
    "norm",
    "var",
    "std",
    "cumsum",
    "matmul",
    "mm",
    "bmm",
    "mv",
    "dot",
    "relu",
    "sigmoid",
    "tanh",
    "softmax",
    "argmax",
    "argmin",
    "index_select",
    "masked_select",
    "gather",
    "nonzero",
    "repeat",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
    "operator<",
    "operator<=",
    "operator>",
    "operator>=",
    "operator==",
    "operator!=",
    "maximum",
    "minimum",
    "clamp",
    "floor",
    "ceil",
    "round",
    "sin",
    "cos",
    "where",
    "log_softmax",
    "conv2d",
];

/// Whether a function makes something new, by its name.
pub(super) fn is_fresh(name: &str, call: Cursor<'_>) -> bool {
    // A part of a buffer, and one over the host's memory, are the only things of OpenCL's host interface that lie in others.
    if name.starts_with("clCreate") {
        return name != "clCreateSubBuffer" && !uses_host_memory(call);
    }
    let name = name.to_lowercase();
    if ["alloc", "memalign", "mmap"]
        .iter()
        .any(|word| name.contains(word))
    {
        return true;
    }
    // What gives an iterator or a pointer gives one into something.
    let is_whole = call.ty().canonical().kind() == CXType_Record;
    is_whole
        && FRESH.iter().any(|word| match *word {
            "new_" => name.starts_with("new_"),
            word => name == word || name == format!("{word}_like"),
        })
}

/// Whether `clCreateBuffer` may be handed the host's memory to use (OpenCL 3.0 API, 5.2.1).
fn uses_host_memory(call: Cursor<'_>) -> bool {
    const USE_HOST_PTR: i128 = 1 << 3;
    match call.arguments()[..] {
        [_, flags, _, memory, _] if call.spelling() == "clCreateBuffer" && !is_null(strip(memory)) => {
            !matches!(flags.evaluate(), Some(crate::clang::Value::Int(n)) if n & USE_HOST_PTR == 0)
        }
        _ => false,
    }
}

/// What a method without arguments says of its object, by its name; none for those that lead to its start by any of several names.
pub(super) fn accessor(name: &str) -> Option<String> {
    const STARTS: [&str; 9] = [
        "data", "begin", "get", "ptr", "raw", "front", "data_ptr", "pointer", "c_str",
    ];
    let name = name.trim_start_matches("mutable_").trim_start_matches("const_");
    (!STARTS.contains(&name) && !name.starts_with("operator")).then(|| format!("{name}()"))
}

pub(super) fn is_tensor(c: Cursor<'_>) -> bool {
    c.ty().canonical().spelling().ends_with("at::Tensor")
}
