//! How inputs grow: libFuzzer's own changes, and now and then a text that means something, or a piece of one. So no corpus
//! has to be kept.

use kverify_tests::fuzz::texts::PIECES;

/// An input that takes the place of `data`, of which `size` bytes are in use; how many are then.
///
/// `whole` draws a text that is taken, `change` is libFuzzer's own way.
pub fn grow(
    data: &mut [u8],
    (size, most): (usize, usize),
    seed: u32,
    whole: impl FnOnce(u64) -> Vec<u8>,
    change: impl FnOnce(&mut [u8], usize, usize) -> usize,
) -> usize {
    let text = match seed % 16 {
        _ if size < 8 || seed % 128 == 0 => whole(u64::from(seed)),
        1 | 2 => {
            let piece = PIECES[(seed / 16) as usize % PIECES.len()].as_bytes();
            let at = (seed / 1024) as usize % (size + 1);
            [&data[..at], piece, &data[at..size]].concat()
        }
        _ => return change(data, size, most),
    };
    let end = text.len().min(most);
    data[..end].copy_from_slice(&text[..end]);
    end
}

/// A target that reads a text as a [`Reader`](kverify_tests::fuzz::texts::Reader).
#[macro_export]
macro_rules! reader_target {
    ($reader:expr) => {
        libfuzzer_sys::fuzz_target!(|data: &[u8]| {
            kverify_tests::fuzz::texts::read($reader, data).expect("the system has files");
        });
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            use kverify_tests::{fuzz::texts::seedling, numbers::Random};
            let whole = |seed| seedling($reader, &mut Random::new(seed)).into_bytes();
            $crate::grow::grow(
                data,
                (size, max_size),
                seed,
                whole,
                libfuzzer_sys::fuzzer_mutate,
            )
        });
    };
}
