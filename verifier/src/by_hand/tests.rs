use super::arrays::elements;
use super::*;
use crate::testing::shift_kernel;
use kverify_frontend::ir::FloatKind;

fn list(text: &str) -> Result<(Vec<u128>, bool), ByHandError> {
    elements(Ty::I32, text)
}

#[test]
fn lists_count_repeat_and_stay_open() {
    assert_eq!(list("0..3").unwrap(), (vec![0, 1, 2, 3], false));
    assert_eq!(list("2..1, 7*2, ...").unwrap(), (vec![2, 1, 7, 7], true));
    assert_eq!(list("-1").unwrap(), (vec![0xffff_ffff], false));
    assert_eq!(list("0x10").unwrap(), (vec![16], false));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for text in [
        "",
        "x",
        "1..",
        "..., 1",
        "1*x",
        "0..99999999999",
        "3000000000000",
        "1*9999999",
    ] {
        assert!(list(text).is_err(), "{text}");
    }
    assert!(scalar(Ty::Float(FloatKind::F32), "1.5f").is_ok());
    assert!(scalar(Ty::Bool, "2").is_err());
    assert!(parse_fill("nothing").is_err());
}

#[test]
fn fills_have_names() {
    for fill in [
        Fill::Zeros,
        Fill::Ones,
        Fill::Index,
        Fill::Small,
        Fill::Hashed(7),
        Fill::Stripes(5),
        Fill::Sparse(1),
    ] {
        assert_eq!(parse_fill(&fill_name(fill)), Ok(fill));
    }
}

#[test]
fn a_launch_names_what_it_chose() {
    let kernel = shift_kernel();
    let by_hand = ByHand {
        block: Some([8, 1, 1]),
        arrays: vec!["idx=0..7".into()],
        ..ByHand::default()
    };
    let (inputs, chosen) = by_hand.inputs(&kernel).expect("the kernel has these names");
    assert_eq!(inputs.cells.len(), 8);
    assert_eq!(inputs.sizes.len(), 1);
    assert_eq!(inputs.blocks.len(), 2);
    assert!(chosen.iter().any(|c| c == "--grid 2"), "{chosen:?}");
    assert!(chosen.iter().any(|c| c == "--arg n=16"), "{chosen:?}");
}

#[test]
fn names_that_the_kernel_lacks_are_refused() {
    let kernel = shift_kernel();
    let with = |arguments: &[&str], arrays: &[&str]| ByHand {
        arguments: arguments.iter().map(|&a| a.into()).collect(),
        arrays: arrays.iter().map(|&a| a.into()).collect(),
        ..ByHand::default()
    };
    for by_hand in [
        with(&["m=1"], &[]),
        with(&["idx=1"], &[]),
        with(&["n"], &[]),
        with(&[], &["nothing=1"]),
        with(&[], &["idx[x]=1"]),
    ] {
        assert!(by_hand.inputs(&kernel).is_err(), "{by_hand:?}");
    }
}
