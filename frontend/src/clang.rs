//! The one door to libclang: a thin safe layer over `clang-sys`.
//!
//! A [`Unit`] owns a translation unit; [`Cursor`] and [`Type`] borrow it.

#![expect(
    unsafe_code,
    reason = "libclang is a C library; this module is the only one that calls it"
)]

mod classes;
mod cursor;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
mod functions;
mod library;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
pub mod linked;
#[cfg(target_os = "linux")]
mod needed;
mod types;

pub use cursor::{Cursor, Kind, kinds};
pub use functions::{body, qualified_name};
pub use library::{identity, load, loaded_identity};
pub use types::Type;

use clang_sys as sys;
use std::collections::HashSet;
use std::ffi::{CStr, CString, c_uint};
use std::marker::PhantomData;
use std::path::Path;

/// An in-memory file.
#[derive(Clone, Debug)]
pub struct Unsaved {
    /// Path that includes find it by.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// Deepest expression that clang is asked to evaluate.
const MAX_DEPTH: u32 = 400;

/// libclang's version line.
///
/// # Errors
/// As [`load`].
pub fn version() -> Result<String, String> {
    load()?;
    // SAFETY: the library is loaded on this thread.
    Ok(text_of(unsafe { sys::clang_getClangVersion() }))
}

/// Takes a libclang string.
fn text_of(string: sys::CXString) -> String {
    // SAFETY: libclang hands over a string that is valid until it is disposed of, once, here.
    unsafe {
        let pointer = sys::clang_getCString(string);
        let text = if pointer.is_null() {
            String::new()
        } else {
            CStr::from_ptr(pointer).to_string_lossy().into_owned()
        };
        sys::clang_disposeString(string);
        text
    }
}

/// A parsed translation unit.
pub struct Unit {
    index: sys::CXIndex,
    unit: sys::CXTranslationUnit,
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: both are owned and still alive.
        unsafe {
            sys::clang_disposeTranslationUnit(self.unit);
            sys::clang_disposeIndex(self.index);
        }
    }
}

/// A diagnostic of clang.
#[derive(Clone, Debug)]
pub struct Message {
    /// 2 is a warning, 3 an error, 4 fatal.
    pub severity: u32,
    /// The text.
    pub text: String,
    /// Where.
    pub range: Option<Range>,
}

/// A position in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The file's name as clang knows it.
    pub file: String,
    /// Byte offset.
    pub offset: u32,
    /// Line from 1.
    pub line: u32,
    /// Column from 1.
    pub column: u32,
}

/// A range of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// First byte.
    pub start: Position,
    /// One past the last byte; of the same file.
    pub end: Position,
}

impl Range {
    /// Whether it holds the byte at a place.
    pub fn holds(&self, at: &Position) -> bool {
        at.file == self.start.file && (self.start.offset..self.end.offset).contains(&at.offset)
    }

    /// Whether it holds the byte at a place, or ends there.
    pub fn touches(&self, at: &Position) -> bool {
        at.file == self.start.file && (self.start.offset..=self.end.offset).contains(&at.offset)
    }
}

impl Unit {
    /// Parses `path` with `arguments`; `unsaved` files replace those on disk.
    ///
    /// # Errors
    /// libclang is missing, or could not make a translation unit at all.
    pub fn parse(path: &str, arguments: &[String], unsaved: &[Unsaved]) -> Result<Unit, String> {
        Unit::parse_as(path, arguments, unsaved, sys::CXTranslationUnit_KeepGoing)
    }

    /// Parses a header that is to be saved.
    ///
    /// # Errors
    /// As [`Unit::parse`].
    pub fn parse_to_keep(path: &str, arguments: &[String], unsaved: &[Unsaved]) -> Result<Unit, String> {
        Unit::parse_as(path, arguments, unsaved, sys::CXTranslationUnit_ForSerialization)
    }

    /// Writes it to a file, as a precompiled header.
    ///
    /// # Errors
    /// There are errors in it, or the file cannot be written.
    pub fn save(&self, file: &Path) -> Result<(), String> {
        let name = CString::new(file.as_os_str().as_encoded_bytes()).map_err(|error| error.to_string())?;
        // SAFETY: the unit is alive, and the name outlives the call.
        let code = unsafe {
            sys::clang_saveTranslationUnit(self.unit, name.as_ptr(), sys::CXSaveTranslationUnit_None)
        };
        match code {
            sys::CXSaveError_None => Ok(()),
            _ => Err(format!("libclang cannot save {} (error {code})", file.display())),
        }
    }

    /// Whether a precompiled header could not be read: such complaints have no place.
    pub fn lost_its_header(&self) -> bool {
        let fatal = sys::CXDiagnostic_Fatal as u32;
        self.messages()
            .iter()
            .any(|message| message.range.is_none() && message.severity >= fatal)
    }

    fn parse_as(
        path: &str,
        arguments: &[String],
        unsaved: &[Unsaved],
        flags: sys::CXTranslationUnit_Flags,
    ) -> Result<Unit, String> {
        load()?;
        let clean = |text: &str| CString::new(text.replace('\0', " ")).unwrap_or_default();
        let path = clean(path);
        let arguments: Vec<CString> = arguments.iter().map(|a| clean(a)).collect();
        let pointers: Vec<_> = arguments.iter().map(|a| a.as_ptr()).collect();
        let names: Vec<CString> = unsaved.iter().map(|f| clean(&f.path)).collect();
        let mut files: Vec<sys::CXUnsavedFile> = unsaved
            .iter()
            .zip(&names)
            .map(|(file, name)| sys::CXUnsavedFile {
                Filename: name.as_ptr(),
                Contents: file.text.as_ptr().cast(),
                Length: file.text.len() as std::ffi::c_ulong,
            })
            .collect();
        let mut unit = std::ptr::null_mut();
        // SAFETY: every pointer outlives the call; the index is disposed of with the unit.
        unsafe {
            let index = sys::clang_createIndex(0, 0);
            let code = sys::clang_parseTranslationUnit2(
                index,
                path.as_ptr(),
                pointers.as_ptr(),
                pointers.len() as std::ffi::c_int,
                files.as_mut_ptr(),
                files.len() as c_uint,
                flags,
                &mut unit,
            );
            if code != sys::CXError_Success || unit.is_null() {
                sys::clang_disposeIndex(index);
                return Err(format!("libclang cannot parse the file (error {code})"));
            }
            Ok(Unit { index, unit })
        }
    }

    /// The root.
    pub fn root(&self) -> Cursor<'_> {
        // SAFETY: the unit is alive.
        Cursor::new(unsafe { sys::clang_getTranslationUnitCursor(self.unit) })
    }

    /// What clang had to say.
    pub fn messages(&self) -> Vec<Message> {
        // SAFETY: indices are below the number of diagnostics; each is disposed of once.
        unsafe {
            (0..sys::clang_getNumDiagnostics(self.unit))
                .map(|n| {
                    let diagnostic = sys::clang_getDiagnostic(self.unit, n);
                    let location = sys::clang_getDiagnosticLocation(diagnostic);
                    let mut message = Message {
                        severity: sys::clang_getDiagnosticSeverity(diagnostic) as u32,
                        text: text_of(sys::clang_getDiagnosticSpelling(diagnostic)),
                        range: position(location).map(|start| Range {
                            end: start.clone(),
                            start,
                        }),
                    };
                    if self.declares_once_more(&message) {
                        message.severity = sys::CXDiagnostic_Warning as u32;
                    }
                    sys::clang_disposeDiagnostic(diagnostic);
                    message
                })
                .collect()
        }
    }

    /// Whether a message complains of a user's declaration of a function that the prelude declares for host and device:
    /// `__device__ float __saturatef(float);`. What is called is the prelude's, and nothing is lost. A body would be.
    fn declares_once_more(&self, message: &Message) -> bool {
        let about = message
            .text
            .contains(" cannot overload __host__ __device__ function ");
        let Some(start) = message.range.as_ref().map(|range| &range.start).filter(|_| about) else {
            return false;
        };
        let contents = self.contents(&start.file);
        let rest = contents
            .as_deref()
            .and_then(|text| text.get(start.offset as usize..));
        let end = rest.and_then(|rest| rest.chars().find(|c| matches!(c, ';' | '{')));
        end == Some(';')
    }

    /// The files that are included, those of the system left out, in the order in which they first are.
    pub fn inclusions(&self) -> Vec<String> {
        let handles = self.included().into_iter().map(|(handle, _)| handle);
        let is_own = |handle: &sys::CXFile| {
            // SAFETY: the handle is one of this unit's.
            unsafe {
                let start = sys::clang_getLocationForOffset(self.unit, *handle, 0);
                sys::clang_Location_isInSystemHeader(start) == 0
            }
        };
        let own = handles.filter(is_own);
        // SAFETY: as above.
        own.map(|handle| text_of(unsafe { sys::clang_getFileName(handle) }))
            .collect()
    }

    /// The names of all files that make up the source, system headers too.
    pub fn all_files(&self) -> Vec<String> {
        // SAFETY: the handles are this unit's.
        let name = |(handle, _)| text_of(unsafe { sys::clang_getFileName(handle) });
        self.included().into_iter().map(name).collect()
    }

    /// All files and where they are included, through one another, innermost first; a file may come several times.
    pub fn inclusion_stacks(&self) -> Vec<(String, Vec<Position>)> {
        // SAFETY: the handles are this unit's.
        let name = |handle| text_of(unsafe { sys::clang_getFileName(handle) });
        let places = |stack: Vec<sys::CXSourceLocation>| stack.into_iter().filter_map(position).collect();
        let all = self.included().into_iter();
        all.map(|(handle, stack)| (name(handle), places(stack))).collect()
    }

    fn included(&self) -> Vec<Inclusion> {
        let mut handles: Vec<Inclusion> = Vec::new();
        // SAFETY: the visitor only pushes to the vector that it is handed.
        unsafe { sys::clang_getInclusions(self.unit, push_file, (&raw mut handles).cast()) };
        handles
    }

    /// The text of a range.
    pub fn text(&self, range: &Range) -> Option<String> {
        let text = self.contents(&range.start.file)?;
        let text = text.get(range.start.offset as usize..range.end.offset as usize)?;
        Some(text.to_owned())
    }

    /// The text of a file of the unit.
    pub fn contents(&self, file: &str) -> Option<String> {
        let name = CString::new(file).ok()?;
        // SAFETY: the buffer belongs to the unit and is copied at once.
        unsafe {
            let handle = sys::clang_getFile(self.unit, name.as_ptr());
            if handle.is_null() {
                return None;
            }
            let mut size = 0;
            let pointer = sys::clang_getFileContents(self.unit, handle, &mut size);
            if pointer.is_null() {
                return None;
            }
            let bytes = std::slice::from_raw_parts(pointer.cast::<u8>(), size);
            Some(crate::plain::text_of(bytes))
        }
    }
}

/// The file position of a location: where a person would look for it.
fn position(location: sys::CXSourceLocation) -> Option<Position> {
    let mut file = std::ptr::null_mut();
    let (mut line, mut column, mut offset) = (0, 0, 0);
    // SAFETY: plain out-parameters.
    unsafe { sys::clang_getFileLocation(location, &mut file, &mut line, &mut column, &mut offset) };
    if file.is_null() {
        return None;
    }
    // SAFETY: the handle is not null.
    let name = text_of(unsafe { sys::clang_getFileName(file) });
    Some(Position {
        file: name,
        offset,
        line,
        column,
    })
}

/// A value that clang computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(i128),
    /// A floating-point number.
    Float(f64),
    /// A string literal.
    Text(String),
}

extern "C" fn push_file(
    file: sys::CXFile,
    stack: *mut sys::CXSourceLocation,
    length: c_uint,
    data: sys::CXClientData,
) {
    // SAFETY: `data` is the vector that `Unit::included` passes; the stack has `length` locations.
    unsafe {
        let stack = match length {
            0 => Vec::new(),
            _ => std::slice::from_raw_parts(stack, length as usize).to_vec(),
        };
        (*data.cast::<Vec<Inclusion>>()).push((file, stack));
    }
}

/// A file, and where it is included, innermost first.
type Inclusion = (sys::CXFile, Vec<sys::CXSourceLocation>);

/// Whether a message is an error.
pub fn is_error(message: &Message) -> bool {
    message.severity >= sys::CXDiagnostic_Error as u32
}
