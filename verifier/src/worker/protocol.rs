//! What supervisor and worker say to each other: frames of a length (four bytes, little-endian) and a postcard value.

use crate::config::{Configuration, Options};
use crate::outcome::Outcome;
use crate::verdict::Judged;
use kverify_frontend::Source;
use kverify_frontend::ir::{Kernel, Module};
use kverify_frontend::prelude::precompiled::Form;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{self, Read, Write};

/// Work for a worker.
#[derive(Serialize, Deserialize)]
#[expect(
    clippy::large_enum_variant,
    reason = "one at a time, and written down at once"
)]
pub enum Request<'a> {
    /// Answered by [`Response::Versions`].
    Versions,
    /// Answered by [`Response::Missed`], if anything is, and [`Response::Parsed`].
    Parse {
        source: Cow<'a, Source>,
        options: Cow<'a, kverify_frontend::Options>,
    },
    /// Answered by any number of [`Response::Found`], then [`Response::Verified`].
    Verify {
        kernel: Cow<'a, Kernel>,
        configuration: Cow<'a, Configuration>,
        options: Cow<'a, Options>,
    },
}

/// What a worker says.
#[derive(Debug, Serialize, Deserialize)]
#[expect(
    clippy::large_enum_variant,
    reason = "one at a time, and written down at once"
)]
pub enum Response {
    /// Of Z3 and libclang, and the file that is libclang if that is certain; or what is wrong with them.
    Versions(Result<(String, String, Option<String>), String>),
    /// Before a module: what the parse could have used, and was not there.
    Missed(BTreeSet<Form>),
    /// The module, or why there is none; and by which libclang, if nothing but that and what the text includes had a say.
    Parsed(Result<Module, String>, Option<String>),
    /// A finding of the kernel at work.
    Found(Judged),
    /// The kernel's answer.
    Verified(Outcome),
    /// The worker ends itself: it used so many MiB.
    OutOfMemory(u64),
}

/// A frame that is longer is no frame.
const MOST_BYTES: u32 = 1 << 30;

/// The value as a frame.
///
/// # Errors
/// If it cannot be written down: a path that is not UTF-8, or more than a gigabyte.
pub fn encode(value: &impl Serialize) -> Result<Vec<u8>, String> {
    let mut frame = postcard::to_extend(value, vec![0; 4]).map_err(|error| error.to_string())?;
    let length = u32::try_from(frame.len() - 4).unwrap_or(u32::MAX);
    if length > MOST_BYTES {
        return Err(format!("{length} bytes are too many for a message"));
    }
    frame[..4].copy_from_slice(&length.to_le_bytes());
    Ok(frame)
}

/// The bytes of the next frame; `None` at the end of the stream.
///
/// # Errors
/// If the stream breaks off within a frame.
pub fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length);
    if length > MOST_BYTES {
        return Err(io::Error::other("not a frame"));
    }
    let mut bytes = Vec::new();
    from.by_ref().take(u64::from(length)).read_to_end(&mut bytes)?;
    if bytes.len() < length as usize {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(bytes))
}

/// Writes a frame.
///
/// # Errors
/// If the other side is gone, or as [`encode`].
pub fn write(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let frame = encode(value).map_err(io::Error::other)?;
    to.write_all(&frame)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_they_were_written() {
        let mut stream = Vec::new();
        write(&mut stream, &Response::OutOfMemory(7)).expect("memory takes it");
        write(&mut stream, &Response::Parsed(Err("no".to_owned()), None)).expect("memory takes it");
        let whole = stream.clone();
        let mut from = stream.as_slice();
        let mut next = || {
            let frame = read_frame(&mut from).expect("whole frames").expect("not the end");
            postcard::from_bytes::<Response>(&frame).expect("a response")
        };
        assert!(matches!(next(), Response::OutOfMemory(7)));
        assert!(matches!(next(), Response::Parsed(Err(text), None) if text == "no"));
        assert!(read_frame(&mut from).expect("the end").is_none());
        for end in 5..whole.len() - 1 {
            let mut cut = &whole[..end];
            while let Ok(Some(frame)) = read_frame(&mut cut) {
                let _ = postcard::from_bytes::<Response>(&frame);
            }
        }
        assert!(read_frame(&mut [255; 9].as_slice()).is_err());
    }
}
