//! Places that threads exchange: `x` and `x ^ m`.

use super::*;
use crate::term::BitOp;

/// The launch, `x`, `x ^ m` and `m`.
fn exchange() -> (Launch, [TermId; 3]) {
    let mut l = Launch::new().dimensions(1);
    let x = l.global(0);
    let mask = l.param("m", 0, (1 << 31) - 1);
    let across = l.terms.bits(BitOp::Xor, x, mask);
    (l, [x, across, mask])
}

fn bits_equal(l: &mut Launch, op: BitOp, [a, b]: [TermId; 2], value: TermId) -> TermId {
    let bits = l.terms.bits(op, a, b);
    l.terms.eq(bits, value)
}

#[test]
fn only_one_of_two_threads_exchanges() {
    let (mut l, [x, across, mask]) = exchange();
    let (lower, upper) = (l.terms.lt(x, across), l.terms.lt(across, x));
    let zero = l.terms.int(0);
    let has_none = bits_equal(&mut l, BitOp::And, [x, mask], zero);
    for blocks in [false, true] {
        for guard in [lower, upper, has_none] {
            for (a, b) in [(x, x), (x, across), (across, x), (across, across)] {
                assert!(l.separate(blocks, (a, &[guard]), (b, &[guard])));
            }
            assert!(!l.separate(blocks, (x, &[guard]), (across, &[])));
        }
        // Two whose guards differ may be partners.
        assert!(!l.separate(blocks, (x, &[lower]), (across, &[upper])));
        assert!(!l.separate(blocks, (x, &[]), (across, &[])));
        assert!(l.separate(blocks, (across, &[]), (across, &[])));
    }
}

#[test]
fn bits_that_are_set_where_none_are() {
    let (mut l, [x, _, mask]) = exchange();
    let (zero, set) = (l.terms.int(0), l.terms.bits(BitOp::Or, x, mask));
    let has_none = bits_equal(&mut l, BitOp::And, [x, mask], zero);
    assert!(l.separate(true, (x, &[has_none]), (set, &[])));
    assert!(!l.separate(true, (x, &[]), (set, &[has_none])));
}

#[test]
fn masks_and_guards_that_differ() {
    let (mut l, [x, across, mask]) = exchange();
    let other = l.param("n", 0, (1 << 31) - 1);
    let far = l.terms.bits(BitOp::Xor, x, other);
    let (zero, lower) = (l.terms.int(0), l.terms.lt(x, far));
    let has_none = bits_equal(&mut l, BitOp::And, [x, other], zero);
    for guard in [lower, has_none] {
        assert!(!l.separate(true, (x, &[guard]), (across, &[guard])));
    }
    let has_all = bits_equal(&mut l, BitOp::And, [x, mask], mask);
    assert!(!l.separate(true, (x, &[has_none]), (across, &[has_all])));
    // One's own mask.
    let own = l.local("k", 0, 1023);
    let anywhere = l.terms.bits(BitOp::Xor, x, own);
    let lower = l.terms.lt(x, anywhere);
    assert!(!l.separate(true, (x, &[lower]), (anywhere, &[lower])));
}
