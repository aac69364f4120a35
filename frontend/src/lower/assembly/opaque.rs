//! Inline assembly of which only so much is known that it computes: instructions on registers alone (PTX ISA, "Integer Arithmetic Instructions" to "Data
//! Movement and Conversion Instructions"), whose outputs are functions of the inputs and of nothing else.

use super::super::{Lowerer, Value, types};
use super::text::Assembly;
use super::{is_output, opcodes, operands};
use crate::clang::Cursor;
use crate::ir::{Loc, PureFn, build};

/// Instructions without memory, threads or special registers.
pub(super) const COMPUTING: [&str; 56] = [
    "abs",
    "add",
    "and",
    "bfe",
    "bfi",
    "bfind",
    "bmsk",
    "brev",
    "clz",
    "cnot",
    "copysign",
    "cos",
    "cvt",
    "div",
    "dp2a",
    "dp4a",
    "ex2",
    "fma",
    "fns",
    "lg2",
    "lop3",
    "mad",
    "mad24",
    "max",
    "min",
    "mov",
    "mul",
    "mul24",
    "neg",
    "not",
    "or",
    "popc",
    "prmt",
    "rcp",
    "rem",
    "rsqrt",
    "sad",
    "selp",
    "set",
    "setp",
    "shf",
    "shl",
    "shr",
    "sin",
    "slct",
    "sqrt",
    "sub",
    "szext",
    "tanh",
    "testp",
    "vabsdiff4",
    "vadd4",
    "vmax4",
    "vmin4",
    "vsub4",
    "xor",
];
/// Those that read or write the carry flag: functions of the inputs only within one statement.
pub(super) const CARRYING: [&str; 3] = ["addc", "subc", "madc"];

/// Whether all that a template does is compute its outputs.
pub(super) fn is_pure(template: &str) -> bool {
    if template.contains("%%") || template.contains('[') {
        return false;
    }
    let mut carried = false;
    opcodes(template).all(|statement| {
        let name = statement.split(char::is_whitespace).next().unwrap_or_default();
        let opcode = name.split('.').next().unwrap_or_default();
        let known = COMPUTING.contains(&opcode) || carried && CARRYING.contains(&opcode);
        carried |= name.split('.').any(|part| part == "cc");
        known
    })
}

impl<'u> Lowerer<'u, '_> {
    /// Lowers assembly that computes: each output is a function of the inputs that is named by the template.
    pub(super) fn computing(&mut self, c: Cursor<'u>, loc: Loc, written: &[Assembly]) -> bool {
        let operands = operands(c);
        // Of several that macros may write here, those that do not fit are others.
        let fits = |one: &&Assembly| one.operands.len() == operands.len();
        let fitting: Vec<&Assembly> = written.iter().filter(fits).collect();
        let Some(first) = fitting.first() else {
            return false;
        };
        let alike = |one: &&Assembly| {
            is_pure(&one.template)
                && (one.outputs, one.reads_outputs()) == (first.outputs, first.reads_outputs())
        };
        if !written.iter().all(|one| is_pure(&one.template)) || !fitting.iter().all(alike) {
            return false;
        }
        let (outputs, inputs) = operands.split_at(first.outputs);
        if outputs.is_empty() || !outputs.iter().all(|output| is_output(*output)) {
            return false;
        }
        let name = match fitting[..] {
            [one] => one.template.split_whitespace().collect::<Vec<_>>().join(" "),
            // Which of them it is, nobody knows: the statement tells it from others.
            _ => {
                let known = self.assemblies.len();
                let number = *self.assemblies.entry(c.statement_identity()).or_insert(known);
                format!("asm {number}")
            }
        };
        let read = if first.reads_outputs() { &operands } else { inputs };
        let mut args = Vec::new();
        for input in read {
            let Value::Scalar(value) = self.rvalue(*input) else {
                return false;
            };
            args.push(self.b.stable(loc, value));
        }
        for (n, output) in outputs.iter().enumerate() {
            let Some(ty) = types::scalar(output.ty()) else {
                return false;
            };
            let function = PureFn::Assembly(match n {
                0 => name.clone(),
                _ => format!("{name} ({n})"),
            });
            self.put(*output, build::call(function, args.clone(), ty));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_computes_is_told_from_what_does_more() {
        for (template, expected) in [
            ("add.f16 %0, %1, %2;", true),
            ("{add.f16x2 %0,%1,%2; }", true),
            (
                "{ .reg .pred p; setp.ne.u32 p, %1, 0; selp.u32 %0, %2, %3, p; }",
                true,
            ),
            ("@p add.u32 %0, %1, %2;", true),
            ("add.cc.u32 %0, %2, %4; addc.u32 %1, %3, %5;", true),
            ("addc.u32 %0, %1, %2;", false),
            ("mov.u32 %0, %%laneid;", false),
            ("ld.global.u32 %0, [%1];", false),
            ("st.shared.u32 [%0], %1;", false),
            ("shfl.sync.idx.b32 %0, %1, %2, %3, %4;", false),
            ("bar.sync 0;", false),
            ("add.u32 %0, %1, %2; bar.sync 0;", false),
            ("membar.gl;", false),
        ] {
            assert_eq!(is_pure(template), expected, "{template}");
        }
    }
}
