//! The one door to libclang: a thin safe layer over `clang-sys`.
//!
//! A [`Unit`] owns a translation unit; [`Cursor`] and [`Type`] borrow it.

#![expect(
    unsafe_code,
    reason = "libclang is a C library; this module is the only one that calls it"
)]

mod classes;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
mod functions;
mod library;
#[expect(non_upper_case_globals, reason = "libclang's constants in patterns")]
pub mod linked;
#[cfg(target_os = "linux")]
mod needed;
mod types;

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

/// A node of the syntax tree.
#[derive(Clone, Copy)]
pub struct Cursor<'u> {
    raw: sys::CXCursor,
    unit: PhantomData<&'u Unit>,
}

/// The kind of a node; libclang's numbers.
pub type Kind = sys::CXCursorKind;

/// libclang's names of node kinds, type kinds and operators.
pub mod kinds {
    pub use clang_sys::*;
}

extern "C" fn push_child(
    cursor: sys::CXCursor,
    _parent: sys::CXCursor,
    data: sys::CXClientData,
) -> sys::CXChildVisitResult {
    // SAFETY: `data` is the vector that `Cursor::children` passes.
    unsafe { (*data.cast::<Vec<sys::CXCursor>>()).push(cursor) };
    sys::CXChildVisit_Continue
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

impl<'u> Cursor<'u> {
    fn new(raw: sys::CXCursor) -> Self {
        Cursor {
            raw,
            unit: PhantomData,
        }
    }

    fn some(raw: sys::CXCursor) -> Option<Self> {
        // SAFETY: reads the cursor only.
        let null = unsafe { sys::clang_Cursor_isNull(raw) != 0 || sys::clang_isInvalid(raw.kind) != 0 };
        (!null).then(|| Cursor::new(raw))
    }

    /// The kind.
    pub fn kind(self) -> Kind {
        self.raw.kind
    }

    /// The children, in libclang's order.
    pub fn children(self) -> Vec<Cursor<'u>> {
        let mut raw: Vec<sys::CXCursor> = Vec::new();
        // SAFETY: the visitor only pushes to the vector that it is handed.
        unsafe { sys::clang_visitChildren(self.raw, push_child, (&raw mut raw).cast()) };
        raw.into_iter().map(Cursor::new).collect()
    }

    /// Whether clang could not make sense of a declaration: it leaves out statements that name it, and says no more of it.
    pub fn is_invalid(self) -> bool {
        // SAFETY: the cursor's unit is alive; of what is no declaration nothing is asked.
        unsafe {
            sys::clang_isDeclaration(self.raw.kind) != 0 && sys::clang_isInvalidDeclaration(self.raw) != 0
        }
    }

    /// Whether it declares a function, a method or the template of one.
    pub fn is_function(self) -> bool {
        matches!(
            self.kind(),
            kinds::CXCursor_FunctionDecl
                | kinds::CXCursor_FunctionTemplate
                | kinds::CXCursor_CXXMethod
                | kinds::CXCursor_Constructor
                | kinds::CXCursor_Destructor
                | kinds::CXCursor_ConversionFunction
        )
    }

    /// Whether a declaration has an attribute of one of these kinds.
    pub fn has_attribute(self, kinds: &[Kind]) -> bool {
        self.children().iter().any(|child| kinds.contains(&child.kind()))
    }

    /// The children that are expressions; of a subscript the array comes first.
    pub fn expressions(self) -> Vec<Cursor<'u>> {
        let mut all: Vec<Cursor<'u>> = self
            .children()
            .into_iter()
            .filter(|c| c.is_expression())
            .collect();
        // `1[a]` is `a[1]`.
        if self.kind() == kinds::CXCursor_ArraySubscriptExpr
            && let [first, second] = &mut all[..]
            && first.ty().canonical().is_integer()
            && !second.ty().canonical().is_integer()
        {
            std::mem::swap(first, second);
        }
        all
    }

    /// Whether this is an expression.
    pub fn is_expression(self) -> bool {
        // Its number is among those of statements.
        // SAFETY: a pure function of the kind.
        self.kind() == kinds::CXCursor_BuiltinBitCastExpr
            || unsafe { sys::clang_isExpression(self.raw.kind) != 0 }
    }

    /// Whether this is a statement (expressions are not).
    pub fn is_statement(self) -> bool {
        // SAFETY: a pure function of the kind.
        unsafe { sys::clang_isStatement(self.raw.kind) != 0 }
    }

    /// Name.
    pub fn spelling(self) -> String {
        // SAFETY: the cursor's unit is alive.
        text_of(unsafe { sys::clang_getCursorSpelling(self.raw) })
    }

    /// Name with parameters or template arguments.
    pub fn display_name(self) -> String {
        // SAFETY: the cursor's unit is alive.
        text_of(unsafe { sys::clang_getCursorDisplayName(self.raw) })
    }

    /// Type. A parameter that is declared as an array has the type of the pointer that it is.
    pub fn ty(self) -> Type<'u> {
        let ty = self.declared_type();
        if ty.is_array() {
            self.decayed().unwrap_or(ty)
        } else {
            ty
        }
    }

    /// The type as libclang gives it: of array parameters, and of what is computed from them, the array's.
    fn declared_type(self) -> Type<'u> {
        // SAFETY: the cursor's unit is alive.
        Type::new(unsafe { sys::clang_getCursorType(self.raw) })
    }

    /// The pointer type of an array parameter, or of an expression whose value comes from one.
    fn decayed(self) -> Option<Type<'u>> {
        match self.kind() {
            sys::CXCursor_ParmDecl if self.declared_type().is_array() => {
                let function = self.semantic_parent()?;
                let position = function
                    .arguments()
                    .iter()
                    .position(|p| p.identity() == self.identity())?;
                function.declared_type().canonical().parameter(position)
            }
            sys::CXCursor_DeclRefExpr => self
                .referenced()
                .filter(|target| target.kind() == sys::CXCursor_ParmDecl)?
                .decayed(),
            sys::CXCursor_UnaryOperator
                if matches!(
                    self.unary_operator(),
                    sys::CXUnaryOperator_Deref | sys::CXUnaryOperator_AddrOf
                ) =>
            {
                None
            }
            sys::CXCursor_ParenExpr
            | sys::CXCursor_UnexposedExpr
            | sys::CXCursor_UnaryOperator
            | sys::CXCursor_BinaryOperator
            | sys::CXCursor_CompoundAssignOperator
            | sys::CXCursor_ConditionalOperator => self.expressions().into_iter().find_map(Cursor::decayed),
            _ => None,
        }
    }

    /// What a reference refers to.
    pub fn referenced(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        let referenced = Cursor::some(unsafe { sys::clang_getCursorReferenced(self.raw) })?;
        Some(Cursor::new(linked::standing_for(referenced.raw)))
    }

    /// The functions and templates that a name may mean where that depends on arguments of a template around it.
    pub fn overloads(self) -> Vec<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive; indices are below the count that libclang gives.
        let all = unsafe {
            (0..sys::clang_getNumOverloadedDecls(self.raw))
                .map(|n| sys::clang_getOverloadedDecl(self.raw, n))
                .collect::<Vec<_>>()
        };
        all.into_iter()
            .filter_map(|raw| Cursor::some(linked::standing_for(raw)))
            .collect()
    }

    /// The definition of what this declares or refers to.
    pub fn definition(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        let is_declaration = unsafe { sys::clang_isDeclaration(self.raw.kind) } != 0;
        let declared = if is_declaration {
            Some(self)
        } else {
            self.referenced()
        };
        let stands = linked::standing_for(declared.unwrap_or(self).raw);
        // SAFETY: as above.
        Cursor::some(unsafe { sys::clang_getCursorDefinition(stands) })
    }

    /// The first declaration of the entity.
    pub fn canonical(self) -> Cursor<'u> {
        // SAFETY: the cursor's unit is alive.
        Cursor::new(unsafe { sys::clang_getCanonicalCursor(linked::standing_for(self.raw)) })
    }

    /// What this is declared in.
    pub fn semantic_parent(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        Cursor::some(unsafe { sys::clang_getCursorSemanticParent(self.raw) })
    }

    /// The template that a specialisation was made from.
    pub fn template(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        Cursor::some(unsafe { sys::clang_getSpecializedCursorTemplate(self.raw) })
    }

    /// An identity for declarations: equal for the same declaration only.
    pub fn identity(self) -> usize {
        self.raw.data[0] as usize
    }

    /// An identity for statements: equal for the same statement only.
    pub fn statement_identity(self) -> usize {
        self.raw.data[1] as usize
    }

    /// Arguments of a call, or parameters of a function.
    pub fn arguments(self) -> Vec<Cursor<'u>> {
        // SAFETY: indices are below the count that libclang gives.
        unsafe {
            (0..sys::clang_Cursor_getNumArguments(self.raw).max(0))
                .filter_map(|n| Cursor::some(sys::clang_Cursor_getArgument(self.raw, n as c_uint)))
                .collect()
        }
    }

    /// Result type of a function.
    pub fn result_type(self) -> Type<'u> {
        // SAFETY: the cursor's unit is alive.
        Type::new(unsafe { sys::clang_getCursorResultType(self.raw) })
    }

    /// Binary operator, one of [`kinds`].
    pub fn binary_operator(self) -> sys::CXBinaryOperatorKind {
        // SAFETY: version 17 was checked at load.
        unsafe { sys::clang_getCursorBinaryOperatorKind(self.raw) }
    }

    /// Unary operator, one of [`kinds`].
    pub fn unary_operator(self) -> sys::CXUnaryOperatorKind {
        // SAFETY: version 17 was checked at load.
        unsafe { sys::clang_getCursorUnaryOperatorKind(self.raw) }
    }

    /// The initializer of a variable.
    pub fn initializer(self) -> Option<Cursor<'u>> {
        // SAFETY: the cursor's unit is alive.
        Cursor::some(unsafe { sys::clang_Cursor_getVarDeclInitializer(self.raw) })
    }

    /// The value of an enumerator.
    pub fn enumerator(self) -> i128 {
        // SAFETY: the cursor's unit is alive.
        i128::from(unsafe { sys::clang_getEnumConstantDeclValue(self.raw) })
    }

    /// Whether the value depends on something that clang does not know: a template parameter, or an error. libclang
    /// ends the process when it is asked for the value of such an expression.
    fn is_dependent(self, depth: u32, seen: &mut HashSet<usize>) -> bool {
        // A method that is called has no type of its own, and depends on nothing if it is known.
        let known_method = self.kind() == sys::CXCursor_MemberRefExpr && self.referenced().is_some();
        if self.is_expression() && self.ty().is_placeholder() && !known_method || depth == 0 {
            return true;
        }
        if self.kind() == sys::CXCursor_DeclRefExpr && self.substituted().is_none() {
            let target = self.referenced();
            // Looked at once: variables whose values name others twice would double with each.
            let initializer = target
                .filter(|t| t.kind() == sys::CXCursor_VarDecl)
                .map(|t| t.definition().unwrap_or(t))
                .filter(|variable| seen.insert(variable.identity()))
                .and_then(Cursor::initializer);
            return target.is_none() || initializer.is_some_and(|value| value.is_dependent(depth - 1, seen));
        }
        self.children()
            .into_iter()
            .any(|child| child.is_expression() && child.is_dependent(depth - 1, seen))
    }

    /// What stands for a template parameter: libclang shows it inside a reference to nothing.
    pub fn substituted(self) -> Option<Cursor<'u>> {
        if self.kind() != sys::CXCursor_DeclRefExpr || self.referenced().is_some() {
            return None;
        }
        self.expressions().pop()
    }

    /// Evaluates a constant expression.
    pub fn evaluate(self) -> Option<Value> {
        if self.is_dependent(MAX_DEPTH, &mut HashSet::new()) {
            return None;
        }
        // SAFETY: the result is disposed of once; strings are copied.
        unsafe {
            let result = sys::clang_Cursor_Evaluate(self.raw);
            if result.is_null() {
                return None;
            }
            let value = match sys::clang_EvalResult_getKind(result) {
                sys::CXEval_Int if sys::clang_EvalResult_isUnsignedInt(result) != 0 => Some(Value::Int(
                    i128::from(sys::clang_EvalResult_getAsUnsigned(result)),
                )),
                sys::CXEval_Int => Some(Value::Int(i128::from(sys::clang_EvalResult_getAsLongLong(
                    result,
                )))),
                sys::CXEval_Float => Some(Value::Float(sys::clang_EvalResult_getAsDouble(result))),
                sys::CXEval_StrLiteral => {
                    let pointer = sys::clang_EvalResult_getAsStr(result);
                    (!pointer.is_null())
                        .then(|| Value::Text(CStr::from_ptr(pointer).to_string_lossy().into_owned()))
                }
                _ => None,
            };
            sys::clang_EvalResult_dispose(result);
            value
        }
    }

    /// Whether a declaration stands in the text of this node.
    pub fn encloses(self, declaration: Cursor<'_>) -> bool {
        match (self.range(), declaration.position()) {
            (Some(range), Some(at)) => range.holds(&at),
            _ => false,
        }
    }

    /// The range that the node covers.
    pub fn range(self) -> Option<Range> {
        // SAFETY: the cursor's unit is alive.
        let (start, end) = unsafe {
            let extent = sys::clang_getCursorExtent(self.raw);
            (
                position(sys::clang_getRangeStart(extent))?,
                position(sys::clang_getRangeEnd(extent))?,
            )
        };
        if start.file == end.file && start.offset <= end.offset {
            Some(Range { start, end })
        } else {
            Some(Range {
                end: start.clone(),
                start,
            })
        }
    }

    /// The name behind the last `.` or `->` of a member's reference, as it stands in the text; none where a macro makes it.
    pub fn name_of_member(self) -> Option<String> {
        let tokens = self.tokens();
        match &tokens[..] {
            [.., sign, name] if matches!(sign.as_str(), "." | "->") => Some(name.clone()),
            _ => None,
        }
    }

    /// The tokens of the text that the node covers.
    fn tokens(self) -> Vec<String> {
        // SAFETY: the cursor's unit is alive; libclang hands over as many tokens as it says, which are disposed of once, after their last use.
        unsafe {
            let unit = sys::clang_Cursor_getTranslationUnit(self.raw);
            let (mut first, mut count) = (std::ptr::null_mut(), 0);
            sys::clang_tokenize(
                unit,
                sys::clang_getCursorExtent(self.raw),
                &raw mut first,
                &raw mut count,
            );
            if first.is_null() {
                return Vec::new();
            }
            let tokens = std::slice::from_raw_parts(first, count as usize);
            let texts = tokens
                .iter()
                .map(|token| text_of(sys::clang_getTokenSpelling(unit, *token)));
            let texts = texts.collect();
            sys::clang_disposeTokens(unit, first, count);
            texts
        }
    }

    /// The position that names the node.
    pub fn position(self) -> Option<Position> {
        // SAFETY: the cursor's unit is alive.
        position(unsafe { sys::clang_getCursorLocation(self.raw) })
    }

    /// Whether a function is static, `extern`, ...: libclang's storage class.
    pub fn is_extern(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_Cursor_getStorageClass(self.raw) == sys::CX_SC_Extern }
    }

    /// Declared `static`.
    pub fn is_static(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe {
            sys::clang_Cursor_getStorageClass(self.raw) == sys::CX_SC_Static
                || sys::clang_CXXMethod_isStatic(self.raw) != 0
        }
    }

    /// Declared so that each thread has its own.
    pub fn is_thread_local(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_getCursorTLSKind(self.raw) != sys::CXTLS_None }
    }

    /// Offset of a field in its record, in bits.
    pub fn field_offset_bits(self) -> Option<u64> {
        // SAFETY: the cursor's unit is alive.
        u64::try_from(unsafe { sys::clang_Cursor_getOffsetOfField(self.raw) }).ok()
    }

    /// Whether it declares an anonymous structure or union, whose members are named as those of the record around it.
    pub fn is_anonymous_record(self) -> bool {
        // SAFETY: the cursor's unit is alive.
        unsafe { sys::clang_Cursor_isAnonymousRecordDecl(self.raw) != 0 }
    }

    /// The width of a bit-field, in bits.
    pub fn bit_width(self) -> Option<u32> {
        // SAFETY: the cursor's unit is alive.
        u32::try_from(unsafe { sys::clang_getFieldDeclBitWidth(self.raw) }).ok()
    }

    /// Number of template arguments of a function specialisation.
    pub fn template_argument_count(self) -> usize {
        // SAFETY: the cursor's unit is alive.
        usize::try_from(unsafe { sys::clang_Cursor_getNumTemplateArguments(self.raw) }).unwrap_or(0)
    }

    /// A template argument of a function specialisation, as text.
    pub fn template_argument(self, n: usize) -> String {
        let n = n as c_uint;
        // SAFETY: the cursor's unit is alive; the kind says which getter is right.
        unsafe {
            match sys::clang_Cursor_getTemplateArgumentKind(self.raw, n) {
                sys::CXTemplateArgumentKind_Type => {
                    Type::new(sys::clang_Cursor_getTemplateArgumentType(self.raw, n)).spelling()
                }
                sys::CXTemplateArgumentKind_Integral => {
                    sys::clang_Cursor_getTemplateArgumentValue(self.raw, n).to_string()
                }
                _ => "...".to_owned(),
            }
        }
    }

    /// Whether both are the same node.
    pub fn same(self, other: Cursor<'_>) -> bool {
        // SAFETY: both units are alive.
        unsafe { sys::clang_equalCursors(self.raw, other.raw) != 0 }
    }
}

/// Whether a message is an error.
pub fn is_error(message: &Message) -> bool {
    message.severity >= sys::CXDiagnostic_Error as u32
}
