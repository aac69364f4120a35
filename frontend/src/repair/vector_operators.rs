//! Arithmetic on CUDA's vector types that a source uses and nothing declares.
//!
//! CUDA declares `float4` without operators; programs bring their own, most often the samples' `helper_math.h` (before,
//! `cutil_math.h`), and sources that were taken out of their program lack it. Our declarations of it stand in when clang
//! complains of what they would give, and stay only if it then complains less.

use super::errors::complaints;
use super::input::parse;
use super::missing::Filled;
use crate::clang::Message;
use crate::ir::{ChosenName, Language};

/// Functions of `helper_math.h` that CUDA itself lacks.
const FUNCTIONS: [&str; 10] = [
    "clamp",
    "cross",
    "dot",
    "fracf",
    "length",
    "lerp",
    "normalize",
    "reflect",
    "saturate",
    "smoothstep",
];
/// The names of the vector types that it has operators for, less their lanes.
const SCALARS: [&str; 3] = ["float", "int", "uint"];

/// The source with the operators declared, if it lacks them and clang then complains less.
///
/// # Errors
/// As [`parse`].
pub fn declare(best: Filled) -> Result<Filled, String> {
    let lacks = best.input.language == Language::Cuda && best.unit.messages().iter().any(is_for_want_of_them);
    if !lacks {
        return Ok(best);
    }
    let mut input = best.input.clone();
    input.declarations.push_str("#include <kverify/helper_math.h>\n");
    let unit = parse(&input, "")?;
    let language = best.input.language;
    if complaints(&unit, language) >= complaints(&best.unit, language) {
        return Ok(best);
    }
    let mut chosen = best.chosen;
    chosen.push(ChosenName {
        name: "operators of vector types".to_owned(),
        meaning: "component by component".to_owned(),
        origin: Some("helper_math.h".to_owned()),
    });
    Ok(Filled { unit, input, chosen })
}

/// Whether a message complains of an operator, a constructor or a function of `helper_math.h`.
fn is_for_want_of_them(message: &Message) -> bool {
    let text = message.text.as_str();
    if text.starts_with("no viable overloaded '") {
        // Clang does not name the types here.
        return true;
    }
    if text.starts_with("invalid operands to binary expression") || text.starts_with("invalid argument type")
    {
        return text.split('\'').skip(1).step_by(2).any(is_vector);
    }
    let function = text
        .strip_prefix("no matching function for call to '")
        .or_else(|| text.strip_prefix("use of undeclared identifier '"))
        .and_then(|rest| rest.split('\'').next());
    function.is_some_and(|name| {
        name.strip_prefix("make_").is_some_and(is_vector) || FUNCTIONS.contains(&name) || name == "floorf"
    })
}

fn is_vector(ty: &str) -> bool {
    let ty = ty.trim_start_matches("const ").trim_end_matches([' ', '&']);
    SCALARS.iter().any(|scalar| {
        ty.strip_prefix(scalar)
            .is_some_and(|lanes| matches!(lanes, "2" | "3" | "4"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_about_vectors_are_known() {
        for (text, expected) in [
            (
                "invalid operands to binary expression ('float4' and 'const float4')",
                true,
            ),
            (
                "invalid operands to binary expression ('float' and 'float3')",
                true,
            ),
            (
                "invalid operands to binary expression ('Matrix' and 'float')",
                false,
            ),
            ("no matching function for call to 'make_float3'", true),
            ("no matching function for call to 'make_pair'", false),
            ("use of undeclared identifier 'dot'", true),
            ("use of undeclared identifier 'dots'", false),
            ("no viable overloaded '*='", true),
        ] {
            let message = Message {
                severity: 3,
                text: text.to_owned(),
                range: None,
            };
            assert_eq!(is_for_want_of_them(&message), expected, "{text}");
        }
    }
}
