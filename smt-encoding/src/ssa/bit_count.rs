//! Functions that count bits: of a number they are a number, of anything else a function of the operand and its width.

use super::Machine;
use crate::term::{Range, Sort, TermId};
use kverify_frontend::ir::Ty;

impl Machine<'_> {
    /// `name(x)` for an operand of type `of`, if `name` counts bits (CUDA Math API, "Integer Intrinsics"; OpenCL C 3.0,
    /// 6.15.3).
    pub(super) fn bit_count(&mut self, name: &str, x: TermId, of: Ty) -> Option<TermId> {
        let Ty::Int { bits: width, .. } = of else {
            return None;
        };
        let count = match name {
            "clz" => leading_zeros,
            "ctz" => trailing_zeros,
            "ffs" => first_set,
            "popc" | "popcount" => ones,
            _ => return None,
        };
        if let Some(v) = self.terms.as_int(x) {
            let low = v.rem_euclid(1_i128.checked_shl(width.into())?);
            return Some(
                self.terms
                    .int(i128::from(count(low.unsigned_abs(), width.into()))),
            );
        }
        let range = Range::new(0, width.into());
        let f = self.terms.pure_fn(&format!("{name}{width}"), Sort::Int, range);
        Some(self.terms.app(f, &[x]))
    }
}

fn leading_zeros(x: u128, width: u32) -> u32 {
    x.leading_zeros() - (u128::BITS - width)
}

fn trailing_zeros(x: u128, width: u32) -> u32 {
    x.trailing_zeros().min(width)
}

/// The place of the lowest bit that is set, from 1; 0 if there is none.
fn first_set(x: u128, _: u32) -> u32 {
    if x == 0 { 0 } else { x.trailing_zeros() + 1 }
}

fn ones(x: u128, _: u32) -> u32 {
    x.count_ones()
}
