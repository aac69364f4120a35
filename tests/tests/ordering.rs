//! Random kernels of what orders accesses, against all their interleavings.
//!
//! `cargo run -p kverify-tests --bin ordering -- --count 5000 --seed 1 --proofs` tries more.

use kverify_tests::ordering::model::{Setting, explore};
use kverify_tests::ordering::program::{Program, Scope, Stmt, print};
use kverify_tests::ordering::{draw, examine, examine_proof};

const SETTING: Setting = Setting {
    locks: [0, 0],
    others: 0,
    lenient: false,
};

#[test]
fn proofs_hold_in_all_interleavings() {
    let mut proved = 0;
    for seed in 1..=250 {
        let (program, _) = draw::draw(seed);
        let (is_proved, trouble) = examine_proof(&program).expect("kernels are well-formed");
        proved += u32::from(is_proved);
        assert_eq!(trouble, None, "seed {seed}\n{}", print(&program));
    }
    assert!(proved > 50, "{proved} of 250 are proved: too few to say anything");
}

#[test]
fn verdicts_agree_with_all_interleavings() {
    // The last two race only for what counters seldom hold at first.
    for seed in (1..=12).chain([1_100_117, 1_100_241]) {
        let (program, _) = draw::draw(seed);
        let examined = examine(&program).expect("kernels are well-formed");
        assert_eq!(examined.trouble, None, "seed {seed}\n{}", print(&program));
    }
}

#[test]
fn whole_idioms_are_free() {
    for idiom in 0..draw::IDIOMS {
        for (blocks, threads) in [(1, 2), (1, 3), (2, 2), (3, 1)] {
            let program = draw::whole(idiom, blocks, threads);
            // What is in shared memory, or belongs to one warp, is no matter of several blocks.
            let truth = explore(&program, SETTING);
            assert!(
                truth.race.is_none() && !truth.parted && !truth.invalid && !truth.cut_short,
                "idiom {idiom}, {blocks} x {threads}: {truth:?}\n{}",
                print(&program)
            );
        }
    }
}

/// The program without its `n`th statement that is like this, if it has so many.
fn without(program: &Program, n: usize, wanted: impl Fn(&Stmt) -> bool + Copy) -> Option<Program> {
    fn cut(block: &mut Vec<Stmt>, left: &mut usize, wanted: impl Fn(&Stmt) -> bool + Copy) -> bool {
        for at in 0..block.len() {
            if wanted(&block[at]) {
                if *left == 0 {
                    block.remove(at);
                    return true;
                }
                *left -= 1;
            }
            let found = match &mut block[at] {
                Stmt::If(_, a, b) => cut(a, left, wanted) || cut(b, left, wanted),
                Stmt::Loop(_, a) => cut(a, left, wanted),
                _ => false,
            };
            if found {
                return true;
            }
        }
        false
    }
    let mut twin = program.clone();
    cut(&mut twin.body, &mut { n }, wanted).then_some(twin)
}

#[test]
fn no_fence_of_an_idiom_is_spare() {
    let mut removed = 0;
    for idiom in 0..draw::IDIOMS {
        let program = draw::whole(idiom, 2, 2);
        let inside = program.has(&|s| matches!(s, Stmt::Barrier));
        for n in 0.. {
            let Some(twin) = without(&program, n, |s| matches!(s, Stmt::Fence(Scope::Device, _))) else {
                break;
            };
            removed += 1;
            let truth = explore(&twin, SETTING);
            assert!(
                truth.race.is_some(),
                "idiom {idiom}, fence {n} (barriers: {inside}): {truth:?}\n{}",
                print(&twin)
            );
        }
    }
    assert!(removed >= 12, "{removed} fences only");
}
