use super::*;
use proptest::prelude::*;

fn u(name: Function, args: &[u32]) -> Option<u128> {
    let args: Vec<Typed> = args.iter().map(|&v| (Ty::U32, u128::from(v))).collect();
    library(name, Ty::U32, &args)
}

proptest! {
    #[test]
    fn bit_functions_are_rusts(a: u32, b: u32) {
        prop_assert_eq!(u(Function::clz, &[a]), Some(a.leading_zeros().into()));
        prop_assert_eq!(u(Function::popc, &[a]), Some(a.count_ones().into()));
        prop_assert_eq!(u(Function::brev, &[a]), Some(a.reverse_bits().into()));
        prop_assert_eq!(u(Function::rotate, &[a, b % 64]), Some(a.rotate_left(b % 32).into()));
        prop_assert_eq!(u(Function::mulhi, &[a, b]), Some((u64::from(a) * u64::from(b)) as u128 >> 32));
        prop_assert_eq!(u(Function::add_sat, &[a, b]), Some(a.saturating_add(b).into()));
        prop_assert_eq!(u(Function::sub_sat, &[a, b]), Some(a.saturating_sub(b).into()));
        prop_assert_eq!(u(Function::abs_diff, &[a, b]), Some(a.abs_diff(b).into()));
    }

    #[test]
    fn signed_saturation_is_rusts(a: i32, b: i32) {
        let args = [(Ty::I32, u128::from(a as u32)), (Ty::I32, u128::from(b as u32))];
        let want = u128::from(a.saturating_add(b) as u32);
        prop_assert_eq!(library(Function::add_sat, Ty::I32, &args), Some(want));
        let want = u128::from(((i64::from(a) * i64::from(b)) >> 32) as u32);
        prop_assert_eq!(library(Function::mulhi, Ty::I32, &args), Some(want));
    }

    #[test]
    fn square_roots_are_rusts(a: f32) {
        let ty = Ty::Float(FloatKind::F32);
        let got = library(Function::sqrt, ty, &[(ty, a.to_bits().into())]).unwrap() as u32;
        prop_assert!(f32::from_bits(got).is_nan() == a.sqrt().is_nan());
        prop_assert!(a.sqrt().is_nan() || got == a.sqrt().to_bits());
    }

    #[test]
    fn nothing_panics(a: u128, b: u128, c: u128, bits in 0u8..=130) {
        for name in Function::ALL.iter().copied().flatten() {
            for ty in [Ty::Int { bits, signed: true }, Ty::Bool, Ty::Ptr, Ty::Float(FloatKind::F16)] {
                let args = [(ty, a), (ty, b), (ty, c)];
                for n in 0..=3 {
                    let _ = evaluate(&PureFn::Library(*name), ty, &args[..n]);
                }
            }
        }
    }
}

#[test]
fn byte_perm_picks_and_replicates() {
    assert_eq!(byte_perm(0x3322_1100, 0x7766_5544, 0x7531), 0x7755_3311);
    assert_eq!(byte_perm(0x0000_0080, 0, 0x8888), 0xffff_ffff);
}

#[test]
fn set_bits_are_found_both_ways() {
    let fns = |mask, base, n: i32| {
        let args = [(Ty::U32, mask), (Ty::U32, base), (Ty::I32, u128::from(n as u32))];
        library(Function::fns, Ty::U32, &args)
    };
    assert_eq!(fns(0b1011_0000, 0, 1), Some(4));
    assert_eq!(fns(0b1011_0000, 0, 3), Some(7));
    assert_eq!(fns(0b1011_0000, 6, -2), Some(4));
    assert_eq!(fns(0b1011_0000, 0, 4), Some(0xffff_ffff));
    assert_eq!(fns(0b1011_0000, 5, 0), Some(5));
}

#[test]
fn unknown_functions_are_not_guessed() {
    let function = PureFn::Assembly("frob".to_owned());
    let args = [(Ty::U32, 3)];
    assert_eq!(evaluate(&function, Ty::U32, &args), None);
    let value = || stand_in(&function, Ty::U32, &args);
    assert_eq!(value(), value());
}
