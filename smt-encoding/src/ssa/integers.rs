//! Functions of integers that are arithmetic of their operands (CUDA Math API, "Integer Intrinsics"; OpenCL C 3.0, 6.15.3): bits that
//! move, the upper half of a product, means, saturation. Said as sums, quotients and remainders, they keep apart what they keep apart.

use crate::term::{Range, TermId, Terms};
use kverify_frontend::ir::{Function, Ty};

/// An operand with its type.
pub(crate) type Operand = (TermId, Ty);

/// `f(operands)` of type `ty`, if that is arithmetic.
pub(crate) fn integer_function(
    terms: &mut Terms,
    f: Function,
    operands: &[Operand],
    ty: Ty,
) -> Option<TermId> {
    if !matches!(ty, Ty::Int { .. }) || !operands.iter().all(|o| matches!(o.1, Ty::Int { .. })) {
        return None;
    }
    let value = match *operands {
        [x] => unary(terms, f, x),
        [x, y] => binary(terms, f, x, y),
        [x, y, z] => ternary(terms, f, x, y, z),
        _ => None,
    }?;
    Some(match f {
        // max(least, min(greatest, x))
        Function::add_sat | Function::sub_sat | Function::mad_sat => {
            let Range {
                lo: Some(lo),
                hi: Some(hi),
            } = Range::of(ty)
            else {
                return None;
            };
            let (lo, hi) = (terms.int(lo), terms.int(hi));
            let below = terms.min(value, hi);
            terms.max(below, lo)
        }
        _ => terms.convert(value, ty),
    })
}

fn width(ty: Ty) -> u32 {
    match ty {
        Ty::Int { bits, .. } => bits.into(),
        Ty::Bool | Ty::Float(_) | Ty::Ptr => 0,
    }
}

/// The bits of an operand as a number that is not negative.
fn bits(terms: &mut Terms, (x, ty): Operand) -> TermId {
    match ty {
        Ty::Int { bits, .. } => terms.wrap(x, Ty::Int { bits, signed: false }),
        Ty::Bool | Ty::Float(_) | Ty::Ptr => x,
    }
}

/// Bits of a number that stand elsewhere in another.
#[derive(Clone, Copy)]
struct Run {
    of: TermId,
    from: u32,
    count: u32,
    to: u32,
}

/// `Σ 2^to · (⌊of / 2^from⌋ mod 2^count)`, where no two runs end in one place.
fn moved(terms: &mut Terms, runs: impl IntoIterator<Item = Run>) -> TermId {
    let mut parts = Vec::new();
    for run in runs {
        let down = terms.floor_div(run.of, 1 << run.from);
        parts.push((terms.floor_mod(down, 1 << run.count), 1 << run.to));
    }
    terms.sum(&parts, 0)
}

fn unary(terms: &mut Terms, f: Function, x: Operand) -> Option<TermId> {
    let width = width(x.1);
    let fits = (1..=64).contains(&width);
    if !matches!(f, Function::brev | Function::bit_reverse) || !fits {
        return None;
    }
    let of = bits(terms, x);
    let reversed = (0..width).map(|from| Run {
        of,
        from,
        count: 1,
        to: width - 1 - from,
    });
    Some(moved(terms, reversed))
}

fn binary(terms: &mut Terms, f: Function, x: Operand, y: Operand) -> Option<TermId> {
    let (a, b, width) = (x.0, y.0, width(x.1));
    Some(match f {
        Function::mulhi => upper_half(terms, x, y)?,
        // ⌊(a + b) / 2⌋ and ⌊(a + b + 1) / 2⌋, without a carry that gets lost
        Function::hadd | Function::rhadd => {
            let sum = terms.sum(&[(a, 1), (b, 1)], i128::from(f == Function::rhadd));
            terms.floor_div(sum, 2)
        }
        Function::add_sat => terms.add(a, b),
        Function::sub_sat => terms.sub(a, b),
        Function::abs_diff => {
            let (most, least) = (terms.max(a, b), terms.min(a, b));
            terms.sub(most, least)
        }
        Function::upsample if width <= 32 => {
            let low = bits(terms, y);
            terms.sum(&[(a, 1 << width), (low, 1)], 0)
        }
        Function::rotate => {
            let whole = bits(terms, x);
            let by = terms.floor_mod(b, width.into());
            joined(terms, [whole, whole], width, Left(by))?
        }
        _ => return None,
    })
}

fn ternary(terms: &mut Terms, f: Function, x: Operand, y: Operand, z: Operand) -> Option<TermId> {
    Some(match f {
        Function::mad_hi => {
            let upper = upper_half(terms, x, y)?;
            terms.add(upper, z.0)
        }
        Function::mad_sat => {
            let product = linear_product(terms, x.0, y.0)?;
            terms.add(product, z.0)
        }
        Function::clamp => {
            let above = terms.max(x.0, y.0);
            terms.min(above, z.0)
        }
        Function::byte_perm => {
            let words = [bits(terms, x), bits(terms, y)];
            let selector = terms.as_int(z.0)?;
            let runs: Option<Vec<Run>> = (0..4).map(|n| selected(words, selector, n)).collect();
            moved(terms, runs?)
        }
        Function::funnelshift_l | Function::funnelshift_r => {
            let (words, by) = ([bits(terms, y), bits(terms, x)], terms.floor_mod(z.0, 32));
            joined(
                terms,
                words,
                32,
                if f == Function::funnelshift_l {
                    Left(by)
                } else {
                    Right(by)
                },
            )?
        }
        Function::funnelshift_lc | Function::funnelshift_rc => {
            let (words, by) = ([bits(terms, y), bits(terms, x)], bits(terms, z));
            let most = terms.int(32);
            let by = terms.min(by, most);
            joined(
                terms,
                words,
                32,
                if f == Function::funnelshift_lc {
                    Left(by)
                } else {
                    Right(by)
                },
            )?
        }
        _ => return None,
    })
}

/// A product with a number: one of two unknowns is hard to reason about, and no arithmetic that anyone counts on.
fn linear_product(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    (terms.as_int(a).is_some() || terms.as_int(b).is_some()).then(|| terms.mul(a, b))
}

/// `⌊a · b / 2^width⌋`
fn upper_half(terms: &mut Terms, x: Operand, y: Operand) -> Option<TermId> {
    let width = width(x.1);
    if width > 32 {
        return None;
    }
    let product = linear_product(terms, x.0, y.0)?;
    Some(terms.floor_div(product, 1 << width))
}

/// The byte that the n-th digit of a selector picks.
fn selected([low, high]: [TermId; 2], selector: i128, n: u32) -> Option<Run> {
    let digit = (selector >> (4 * n)) & 15;
    // The highest bit of a digit asks for copies of the byte's sign.
    let byte = u32::try_from(digit).ok().filter(|byte| *byte < 8)?;
    Some(Run {
        of: if byte < 4 { low } else { high },
        from: 8 * (byte % 4),
        count: 8,
        to: 8 * n,
    })
}

/// Which half of two words side by side is left of a shift by so much.
enum Shift {
    Left(TermId),
    Right(TermId),
}
use Shift::{Left, Right};

/// What a shift of two words of so many bits, `high · 2^width + low`, leaves of one of them, for `0 <= by <= width`.
fn joined(terms: &mut Terms, [high, low]: [TermId; 2], width: u32, shift: Shift) -> Option<TermId> {
    // A shift to the left by s leaves what one to the right by width - s does.
    let down = match shift {
        Right(by) => by,
        Left(by) => terms.sum(&[(by, -1)], width.into()),
    };
    if let Some(down) = terms.as_int(down).and_then(|n| u32::try_from(n).ok()) {
        let up = width.checked_sub(down)?;
        let halves = [
            Run {
                of: low,
                from: down,
                count: up,
                to: 0,
            },
            Run {
                of: high,
                from: 0,
                count: down,
                to: up,
            },
        ];
        return Some(moved(terms, halves));
    }
    if width > 32 {
        return None;
    }
    let both = terms.sum(&[(high, 1 << width), (low, 1)], 0);
    let shifted = terms.shr(both, down);
    Some(terms.floor_mod(shifted, 1 << width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn constant(f: Function, ty: Ty, operands: &[i128]) -> Option<i128> {
        let mut terms = Terms::default();
        let operands: Vec<Operand> = operands.iter().map(|&v| (terms.int(v), ty)).collect();
        let value = integer_function(&mut terms, f, &operands, ty)?;
        terms.as_int(value)
    }

    fn unsigned(f: Function, operands: &[u32]) -> Option<u32> {
        let operands: Vec<i128> = operands.iter().map(|&v| v.into()).collect();
        constant(f, Ty::U32, &operands).and_then(|v| u32::try_from(v).ok())
    }

    fn signed(f: Function, operands: &[i32]) -> Option<i32> {
        let operands: Vec<i128> = operands.iter().map(|&v| v.into()).collect();
        constant(f, Ty::I32, &operands).and_then(|v| i32::try_from(v).ok())
    }

    proptest! {
        #[test]
        fn they_are_rusts(a: u32, b: u32, c: u32) {
            let both = (u64::from(b) << 32) | u64::from(a);
            prop_assert_eq!(unsigned(Function::brev, &[a]), Some(a.reverse_bits()));
            prop_assert_eq!(unsigned(Function::mulhi, &[a, b]), Some(((u64::from(a) * u64::from(b)) >> 32) as u32));
            prop_assert_eq!(unsigned(Function::rotate, &[a, b]), Some(a.rotate_left(b % 32)));
            prop_assert_eq!(unsigned(Function::funnelshift_r, &[a, b, c]), Some((both >> (c % 32)) as u32));
            prop_assert_eq!(unsigned(Function::funnelshift_l, &[a, b, c]), Some(((both << (c % 32)) >> 32) as u32));
            let clamped = (both >> (c % 64).min(32)) as u32;
            prop_assert_eq!(unsigned(Function::funnelshift_rc, &[a, b, c % 64]), Some(clamped));
            prop_assert_eq!(unsigned(Function::hadd, &[a, b]), Some(((u64::from(a) + u64::from(b)) / 2) as u32));
            prop_assert_eq!(unsigned(Function::rhadd, &[a, b]), Some((u64::from(a) + u64::from(b)).div_ceil(2) as u32));
            prop_assert_eq!(unsigned(Function::add_sat, &[a, b]), Some(a.saturating_add(b)));
            prop_assert_eq!(unsigned(Function::sub_sat, &[a, b]), Some(a.saturating_sub(b)));
            prop_assert_eq!(unsigned(Function::abs_diff, &[a, b]), Some(a.abs_diff(b)));
        }

        #[test]
        fn signed_ones_are_rusts(a: i32, b: i32) {
            prop_assert_eq!(signed(Function::mulhi, &[a, b]), Some(((i64::from(a) * i64::from(b)) >> 32) as i32));
            prop_assert_eq!(signed(Function::brev, &[a]), Some(a.reverse_bits()));
            prop_assert_eq!(signed(Function::rotate, &[a, b]), Some(a.rotate_left(b.rem_euclid(32) as u32)));
            prop_assert_eq!(signed(Function::hadd, &[a, b]), Some(((i64::from(a) + i64::from(b)) >> 1) as i32));
            prop_assert_eq!(signed(Function::add_sat, &[a, b]), Some(a.saturating_add(b)));
            prop_assert_eq!(signed(Function::sub_sat, &[a, b]), Some(a.saturating_sub(b)));
        }
    }

    #[test]
    fn bytes_are_picked() {
        let pick = |selector| unsigned(Function::byte_perm, &[0x3322_1100, 0x7766_5544, selector]);
        assert_eq!(pick(0x7531), Some(0x7755_3311));
        assert_eq!(pick(0x0123), Some(0x0011_2233));
        // Copies of a sign are left to the function itself.
        assert_eq!(pick(0x9000), None);
    }

    #[test]
    fn whole_shifts_leave_the_other_word() {
        assert_eq!(unsigned(Function::funnelshift_lc, &[3, 5, 40]), Some(3));
        assert_eq!(unsigned(Function::funnelshift_rc, &[3, 5, 40]), Some(5));
        assert_eq!(unsigned(Function::funnelshift_l, &[3, 5, 0]), Some(5));
        assert_eq!(unsigned(Function::funnelshift_r, &[3, 5, 0]), Some(3));
    }
}
