//! Reading source files: what a user may hand over by mistake is told apart here.

use crate::batch::walk;
use crate::files;
use kverify_frontend::ir::{Language, Module};
use kverify_frontend::{ParseError, Source, is_python};
use std::path::{Path, PathBuf};

/// Endings of languages for devices that are not read.
const UNSUPPORTED: [(&str, &str); 18] = [
    ("ptx", "PTX"),
    ("metal", "Metal"),
    ("hlsl", "HLSL"),
    ("glsl", "GLSL"),
    ("comp", "GLSL"),
    ("wgsl", "WGSL"),
    ("ispc", "ISPC"),
    ("mlir", "MLIR"),
    ("ll", "LLVM IR"),
    ("bc", "LLVM IR"),
    ("cubin", "machine code for a device"),
    ("fatbin", "machine code for a device"),
    ("spv", "SPIR-V"),
    ("spvasm", "SPIR-V"),
    ("cuf", "CUDA Fortran"),
    ("jl", "Julia"),
    ("ipynb", "a notebook of Jupyter's"),
    ("mojo", "Mojo"),
];

/// How it is said that a file is not read for what it is.
pub const NOT_SUPPORTED: &str = "which is not supported: kverify reads CUDA C++ and OpenCL C";

/// What a file without a kernel is, if that is not read. Sources of a host may hold OpenCL programs all the same.
pub fn unsupported(path: &Path, text: &str) -> Option<&'static str> {
    let ending = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let found = UNSUPPORTED.iter().find(|(known, _)| *known == ending);
    let is_sycl = || {
        ["sycl/sycl.hpp", "CL/sycl.hpp", "sycl::"]
            .iter()
            .any(|word| text.contains(word))
    };
    match found {
        Some((_, name)) => Some(name),
        None if is_python(path) => Some("Python that compiles no CUDA or OpenCL from a string"),
        None => is_sycl().then_some("SYCL"),
    }
}

/// Why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong and what to do.
    pub message: String,
    /// It was read, and nothing is in it.
    pub is_blank: bool,
}

/// A source with its text, and whether bytes that are not UTF-8 were replaced in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The source; its text is there.
    pub source: Source,
    /// The place of the first byte that is not UTF-8.
    pub invalid_utf8_at: Option<(u32, u32)>,
}

/// Parses a source, lowers its kernels, and says of their launches which pointers meet.
///
/// # Errors
/// As [`kverify_frontend::parse`].
pub fn parse(source: &Source, options: &kverify_frontend::Options) -> Result<Module, ParseError> {
    let mut module = kverify_frontend::parse(source, options)?;
    if module.language == Language::Cuda {
        crate::tables::attach(&mut module);
        crate::host::meeting::attach(&mut module);
    }
    Ok(module)
}

/// Reads the file unless the text is there already.
///
/// # Errors
/// If the file is missing, unreadable, a folder, empty, or no text.
pub fn read(source: &Source) -> Result<Text, ReadError> {
    let error = |message: String| ReadError {
        path: source.path.clone(),
        is_blank: message == EMPTY,
        message,
    };
    if let Some(text) = &source.text {
        if text.trim().is_empty() {
            return Err(error(EMPTY.to_owned()));
        }
        return Ok(Text {
            source: source.clone(),
            invalid_utf8_at: None,
        });
    }
    if source.path.is_dir() {
        return Err(error("is a folder; name the source files in it".to_owned()));
    }
    if walk::leads_out_of_repository(&source.path) {
        return Err(error(LINK.to_owned()));
    }
    let bytes = files::read(&source.path).map_err(|e| error(format!("cannot be read: {e}")))?;
    if bytes.contains(&0) {
        return Err(error(match unsupported(&source.path, "") {
            Some(what) => format!("is {what}, {NOT_SUPPORTED}"),
            None => "is not text in UTF-8 (it holds zero bytes); is it a binary file, or text in UTF-16?"
                .to_owned(),
        }));
    }
    let (text, invalid_utf8_at) = decode(bytes);
    if text.trim().is_empty() {
        return Err(error(EMPTY.to_owned()));
    }
    Ok(Text {
        source: Source {
            path: source.path.clone(),
            text: Some(text),
        },
        invalid_utf8_at,
    })
}

/// What is said of a link that was named: who committed it chose what is read.
pub const LINK: &str = "is a link that leads out of its repository, and nobody looked at it: name the file that it leads to, or exclude it in kverify.toml";

const EMPTY: &str = "is empty";

/// Old sources hold Latin-1 in comments; those bytes are replaced, and the rest read as it stands.
fn decode(bytes: Vec<u8>) -> (String, Option<(u32, u32)>) {
    match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let before = &bytes[..valid];
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
            let place = (
                u32::try_from(line).unwrap_or(u32::MAX),
                u32::try_from(column).unwrap_or(u32::MAX),
            );
            (kverify_frontend::plain::text_of(bytes), Some(place))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_not_utf8_are_replaced_and_placed() {
        let (text, place) = decode(b"int a;\n// caf\xe9\n".to_vec());
        assert_eq!(text, "int a;\n// caf?\n");
        assert_eq!(place, Some((2, 7)));
        assert_eq!(decode(b"ok".to_vec()), ("ok".to_owned(), None));
    }
}
