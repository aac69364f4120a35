//! Pointers of a launch that point into one buffer, some bytes apart: written into the kernel, before anybody looks at it.

use crate::assume::Assume;
use kverify_frontend::ir::{Expr, Kernel, Launch, overlap};
use kverify_smt::answer::Overlap;
use std::borrow::Cow;

/// The overlaps of a launch.
pub fn of_launch(kernel: &Kernel, launch: &Launch) -> Vec<Overlap> {
    let read = |text: &String| {
        let bytes = Assume::parse(text).ok()?.number(kernel)?;
        Some((bytes, text.clone()))
    };
    let overlaps = launch.overlaps.iter().map(|overlap| Overlap {
        param: overlap.param,
        of: overlap.of,
        bytes: overlap.bytes.as_ref().and_then(read),
    });
    overlaps.collect()
}

/// `b` and the place of it in the buffer of `a`, in words: `` `b` = `a` + 128 bytes``.
pub fn said(kernel: &Kernel, overlap: &Overlap) -> Option<String> {
    let name = |n: u32| kernel.params.get(n as usize).map(|param| param.name.as_str());
    let (param, of) = name(overlap.param).zip(name(overlap.of))?;
    Some(match &overlap.bytes {
        Some((_, bytes)) => format!("`{param}` = `{of}` + {bytes} bytes"),
        None => format!(
            "`{param}`, which points into the buffer of `{of}`, is used for no place that `{of}` is used for"
        ),
    })
}

/// The kernel in which parameters point to where the overlaps say.
pub fn applied<'k>(kernel: &'k Kernel, overlaps: &[Overlap]) -> Cow<'k, Kernel> {
    let places = overlaps.iter().filter_map(|overlap| {
        let (bytes, _) = overlap.bytes.as_ref()?;
        Some((overlap.param, overlap.of, bytes))
    });
    let places: Vec<(u32, u32, &Expr)> = places.collect();
    match places.is_empty() {
        true => Cow::Borrowed(kernel),
        false => Cow::Owned(overlap::placed(kernel, &places)),
    }
}
