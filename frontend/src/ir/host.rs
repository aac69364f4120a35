//! Host code, as far as it handles buffers, streams and launches: data only.
//!
//! A [`HostProgram`] holds the functions of a file that call the runtime or lead to one that does. Bodies keep the shape of the source
//! (branches, loops, jumps); expressions keep only what memory, handles, sizes and order depend on. What is not followed is
//! a [`HostExprKind::Hole`] with its reason: it may do anything with what it is handed.

use super::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The host code of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HostProgram {
    /// In the order in which they were found.
    pub functions: Vec<HostFunction>,
    /// Variables at file scope, and static ones of functions.
    pub globals: Vec<HostVariable>,
    /// Stream 0 is each thread's own (`CUDA_API_PER_THREAD_DEFAULT_STREAM`), and no legacy one.
    pub per_thread: bool,
    /// The functions, by their names without scopes, that other files call, if that is known.
    pub called_elsewhere: Option<BTreeSet<String>>,
    /// The kernels that OpenCL's host code makes objects of by their names.
    pub kernels: Vec<HostKernel>,
    /// Literals and functions that OpenCL's host code names.
    pub fixed: Vec<String>,
    /// Kernel objects of which several threads set an argument.
    pub argument_races: Vec<ArgumentRace>,
    /// What directives move too late, too little or not at all.
    pub transfers: Vec<TransferDefect>,
}

/// What is wrong with values of an array that directives give a copy on the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TransferKind {
    /// The host reads what the device has written since.
    StaleOnHost,
    /// The device reads what the host has written since.
    StaleOnDevice,
    /// The device reads a copy that nobody has written.
    Unset,
    /// The device uses an element that the copy lacks.
    Short,
    /// The copy goes with what the device wrote.
    NeverBack,
}

/// A read or a write of an array on the wrong side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransferDefect {
    /// What is wrong.
    pub kind: TransferKind,
    /// The function, and its name's place.
    pub function: (String, Span),
    /// The array.
    pub array: String,
    /// The access.
    pub place: Span,
    /// The write that is missed, or the directive that makes the copy.
    pub other: Option<Span>,
    /// No caller can have given it a copy before.
    pub is_own: bool,
}

/// A kernel that host code may make an object of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostKernel {
    /// Its name.
    pub name: String,
    /// The names of its parameters, in order, and what it does with each.
    pub parameters: Vec<(String, KernelUse)>,
}

/// A call that sets an argument of a kernel object, and that several threads of the host make.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArgumentRace {
    /// The function, and its name's place.
    pub function: (String, Span),
    /// The variable with the kernel object.
    pub object: String,
    /// The call.
    pub call: Span,
    /// What the threads run.
    pub threads: Span,
}

/// A function that runs on the host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostFunction {
    /// Qualified name.
    pub name: String,
    /// The name in the definition.
    pub span: Span,
    /// Its parameters are the first of its variables.
    pub parameters: usize,
    /// Parameters, then local variables.
    pub variables: Vec<HostVariable>,
    /// The body.
    pub body: Vec<HostStmt>,
    /// It calls the runtime itself.
    pub has_commands: bool,
    /// It calls the runtime, or a function that does, and so on.
    pub leads_to_commands: bool,
    /// The functions that it names, by their numbers.
    pub calls: Vec<usize>,
    /// Those of them that it names otherwise than to call them: whoever gets one may call it.
    pub values: Vec<usize>,
    /// The places of its launches.
    pub launches: Vec<Span>,
    /// Destructors of the user's run when it ends.
    pub destroys: bool,
    /// Nothing outside of the file calls it.
    pub is_internal: bool,
    /// Why its body says less than the source, if it does: nothing is said of it.
    pub lost: Option<String>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostVariable {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: HostKind,
    /// It is the device's.
    pub of_device: bool,
}

/// What a variable is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostKind {
    /// A number, a truth value, an enumerator.
    Scalar,
    /// A pointer, or a handle of a stream or an event.
    Pointer,
    /// A reference: another name for what it is bound to.
    Reference,
    /// An array whose elements are numbers or hold only numbers: memory of the host, so many bytes if that is fixed.
    Memory(Option<u64>),
    /// An array of pointers, of handles or of records with some.
    Handles,
    /// A structure: its members are variables of their own.
    Record,
    /// A class of a library or with behaviour of its own: nothing is known of what it holds.
    Opaque,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum HostStmt {
    /// Evaluates an expression.
    Do(HostExpr),
    /// A variable begins, with a value or none.
    Declare {
        /// Its number in the function.
        variable: usize,
        /// What it starts with; what a reference is bound to.
        value: Option<HostExpr>,
        /// Where.
        span: Span,
    },
    /// `if`.
    If(HostExpr, Vec<HostStmt>, Vec<HostStmt>),
    /// Any loop.
    Loop(Box<HostLoop>),
    /// `switch`; the body holds [`HostStmt::Case`].
    Switch(HostExpr, Vec<HostStmt>),
    /// A label of a `switch`: its value, or none for `default`.
    Case(Option<HostExpr>),
    /// A label.
    Label(String),
    /// `goto`.
    Goto(String),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<HostExpr>, Span),
    /// Statements in their own scope.
    Block(Vec<HostStmt>),
    /// Control leaves the function in another way (`throw`).
    Leave,
    /// `try`.
    Try(Box<HostTry>),
}

/// A `try` with its handlers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostTry {
    /// What may fail.
    pub body: Vec<HostStmt>,
    /// A hole over the variables that the body may have changed where it fails.
    pub changed: HostExpr,
    /// What each handler does.
    pub handlers: Vec<Vec<HostStmt>>,
}

/// A loop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostLoop {
    /// The condition; none for an endless loop, and for one over the elements of a container.
    pub condition: Option<HostExpr>,
    /// The condition is asked before the first iteration.
    pub tested_first: bool,
    /// It goes over the elements of something: how often is not known.
    pub over_elements: bool,
    /// What an iteration does.
    pub body: Vec<HostStmt>,
    /// What is done between iterations, also after `continue`.
    pub step: Vec<HostStmt>,
}

/// An expression and its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostExpr {
    /// What it computes.
    pub kind: HostExprKind,
    /// Where it stands; of what a macro writes, the macro's use.
    pub span: Span,
}

/// The kinds of [`HostExpr`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum HostExprKind {
    /// A constant.
    Int(i128),
    /// What lies in a place, and whether that is a pointer; of an array its address.
    Read(Box<HostPlace>, bool),
    /// The address of a place.
    Address(Box<HostPlace>),
    /// An operator of numbers, or a comparison of pointers.
    Binary(HostOp, Box<HostExpr>, Box<HostExpr>),
    /// A pointer that is moved by a number of elements: bytes of an element, negative if it moves back; none if that is not known.
    Move(Box<HostExpr>, Box<HostExpr>, Option<i128>),
    /// `!`.
    Not(Box<HostExpr>),
    /// `&&`: the second is evaluated only if the first holds.
    And(Box<HostExpr>, Box<HostExpr>),
    /// `||`.
    Or(Box<HostExpr>, Box<HostExpr>),
    /// `? :`.
    Choose(Box<[HostExpr; 3]>),
    /// Stores a value; the expression's value is `old` instead where that is set (`i++`).
    Assign {
        /// Where to.
        to: Box<HostPlace>,
        /// What.
        value: Box<HostExpr>,
        /// It is worth what was there before.
        old: bool,
    },
    /// A function of the runtime or of the C library.
    Command(Command, Vec<HostExpr>),
    /// A function of the file, by its number.
    Call(usize, Vec<HostExpr>),
    /// A launch.
    Launch(Box<HostLaunch>),
    /// `new`: memory of so many bytes, if that is known.
    New(Option<Box<HostExpr>>),
    /// `delete`.
    Delete(Box<HostExpr>),
    /// Evaluates its parts and gives a value that nobody knows; it keeps nothing of them.
    Opaque(Vec<HostExpr>),
    /// A literal or a function, by its number in [`HostProgram::fixed`].
    Fixed(usize),
    /// Exchanges what lies in two places.
    Swap(Box<HostPlace>, Box<HostPlace>),
    /// The same as [`HostExprKind::Opaque`], but it may keep and change what it is handed.
    Hole {
        /// What it is.
        what: String,
        /// What it is handed.
        parts: Vec<HostExpr>,
        /// It is the user's: it may change variables of the file, and wait for the device.
        foreign: bool,
    },
}

impl HostExprKind {
    /// A [`HostExprKind::Hole`].
    pub fn hole(what: &str, parts: Vec<HostExpr>, foreign: bool) -> HostExprKind {
        let what = what.to_owned();
        HostExprKind::Hole { what, parts, foreign }
    }
}

/// Operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum HostOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    /// Any other.
    Other,
}

/// What an l-value names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum HostPlace {
    /// A variable of the function.
    Local(usize),
    /// A variable of the file.
    Global(usize),
    /// A member.
    Field(Box<HostPlace>, String),
    /// `pointer[index]`; `*pointer` with index 0. Bytes of an element, if they are known.
    Element(Box<HostExpr>, Box<HostExpr>, Option<i128>),
    /// Somewhere that is not followed.
    Elsewhere(Box<HostExpr>),
}

/// A launch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostLaunch {
    /// The kernel's name.
    pub kernel: String,
    /// Blocks, x first.
    pub grid: [HostExpr; 3],
    /// Threads of a block.
    pub block: [HostExpr; 3],
    /// Bytes of dynamic shared memory.
    pub shared: HostExpr,
    /// The stream.
    pub stream: HostExpr,
    /// The arguments.
    pub arguments: Vec<HostArgument>,
    /// What members of structures and variables that lambdas hold give further parameters of the kernel, by their names: reading these
    /// changes nothing.
    pub parts: Vec<(String, HostExpr)>,
}

/// What the first parameter of a method is called: a reference to the object.
pub const OBJECT: &str = "this";

/// What a launch hands over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HostArgument {
    /// The parameter's name.
    pub name: String,
    /// What it gets.
    pub value: HostExpr,
    /// What the kernel does with it.
    pub usage: KernelUse,
    /// A number arrives as it is.
    pub is_kept: bool,
}

/// What a kernel does with the memory that an argument points to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KernelUse {
    /// It is a pointer.
    pub is_pointer: bool,
    /// It may read what was there before the launch: it reads, and what it reads it did not write itself.
    pub reads: bool,
    /// It may write, atomics too.
    pub writes: bool,
    /// All that it does with it is known.
    pub known: bool,
    /// It is a floating-point number: no index depends on it.
    pub is_float: bool,
    /// Each thread reads the element of its number, whatever happens.
    pub reads_each: Option<Each>,
    /// Threads write the elements of their numbers, and no others.
    pub writes_each: Option<Each>,
    /// Threads are sure to touch the elements of their numbers: to write them, if it writes at all.
    pub surely: Option<Sure>,
}

impl KernelUse {
    /// What is not known to do anything, and may do all.
    pub const UNKNOWN: KernelUse = KernelUse {
        is_pointer: true,
        reads: true,
        writes: true,
        known: false,
        is_float: false,
        reads_each: None,
        writes_each: None,
        surely: None,
    };
}

/// Elements that threads are sure to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sure {
    /// Those of their numbers.
    pub each: Each,
    /// Only threads do whose number is below what the kernel is handed as this one of its parameters.
    pub below: Option<u32>,
}

/// The elements that have the numbers of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Each {
    /// Bytes of an element.
    pub bytes: u32,
    /// The number is that in the grid, not that in the block.
    pub of_grid: bool,
}

/// Where memory lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MemorySpace {
    /// On the device.
    Device,
    /// Managed: both sides use it.
    Managed,
    /// On the host, page-locked.
    Pinned,
    /// On the host.
    Host,
    /// On the host, of a function's own: nobody frees it.
    Stack,
}

/// What a function of the runtime does, by the numbers of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Allocates.
    Allocate {
        /// Where.
        space: MemorySpace,
        /// Through which argument it gives the pointer; by its result if none.
        to: Option<u8>,
        /// Bytes: the product of these arguments.
        bytes: [Option<u8>; 2],
        /// In which stream, if in one.
        stream: Option<u8>,
        /// The memory holds zeros.
        zeroed: bool,
    },
    /// Frees.
    Free {
        /// What.
        what: u8,
        /// In which stream; it waits for the device if in none.
        stream: Option<u8>,
        /// The memory is the host's own: nothing waits.
        host: bool,
    },
    /// Copies.
    Copy {
        /// Where to.
        to: u8,
        /// Where from.
        from: u8,
        /// Bytes, if one argument says it.
        bytes: Option<u8>,
        /// The direction's argument.
        kind: Option<u8>,
        /// The stream's, if it is given back at once.
        stream: Option<u8>,
    },
    /// Copies between the host and a variable of the device.
    CopySymbol {
        /// The host's side.
        host: u8,
        /// To the device.
        to_device: bool,
        /// As of [`Command::Copy`].
        stream: Option<u8>,
    },
    /// Sets bytes.
    Fill {
        /// Where.
        to: u8,
        /// The byte that is written to each.
        value: u8,
        /// How many.
        bytes: Option<u8>,
        /// The stream, if one is given.
        stream: Option<u8>,
        /// It runs on the host, at once.
        host: bool,
    },
    /// Reads and writes memory of the host at once: which arguments it reads and which it writes, one bit each.
    OnHost {
        /// Reads.
        reads: u8,
        /// Writes.
        writes: u8,
    },
    /// Makes a stream.
    CreateStream {
        /// Through which argument it gives the handle.
        to: u8,
        /// Its flags, if they are given.
        flags: Option<u8>,
    },
    /// Makes an event.
    CreateEvent {
        /// Through which argument it gives the handle.
        to: u8,
    },
    /// Gives a stream or an event up.
    Destroy,
    /// Waits for a stream, or asks whether it is done.
    WaitForStream {
        /// Which.
        stream: u8,
        /// It only asks: the answer is not known.
        asks: bool,
    },
    /// Waits for an event, or asks.
    WaitForEvent {
        /// Which.
        event: u8,
        /// As above.
        asks: bool,
    },
    /// Waits for the device.
    WaitForDevice,
    /// Ends all on the device.
    Reset,
    /// Puts an event into a stream.
    Record {
        /// Which.
        event: u8,
        /// The stream.
        stream: Option<u8>,
    },
    /// Lets a stream wait for an event.
    StreamWaits {
        /// Which stream.
        stream: u8,
        /// For what.
        event: u8,
    },
    /// Chooses the device.
    SetDevice,
    /// Page-locks memory.
    Register,
    /// Gives the device's address of memory of the host.
    DeviceAddress {
        /// Through which argument.
        to: u8,
        /// Of what.
        of: u8,
    },
    /// Makes an object of OpenCL's: its result is the handle, an error code goes through the last argument.
    Create(Created),
    /// Sets an argument of a kernel object: the object, the number, bytes, and where the value lies.
    SetArgument,
    /// Sets it to a value: the object, the number, and the value.
    GiveArgument,
    /// Puts a command into a queue of OpenCL's.
    Enqueue(Queued, Enqueued),
    /// Waits for a queue of OpenCL's.
    Finish,
    /// Waits for as many events as the first argument says.
    WaitForEvents,
    /// Counts one more who has a memory object.
    Retain,
    /// Counts one less.
    Release,
    /// Builds a program; with the callback in this argument the host goes on at once.
    Build {
        /// Which.
        callback: u8,
    },
    /// What it is handed may be kept, and used at any time.
    Keeps,
    /// Ends the program.
    Exit,
    /// Gives a value through its first argument.
    Answers,
    /// Nothing that matters here; it succeeds.
    Nothing,
    /// It is known and not followed: from here on, nothing is said.
    NotFollowed,
}

/// What OpenCL's functions make, by the numbers of their arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Created {
    /// A queue, with these properties.
    Queue(u8),
    /// A buffer.
    Buffer {
        /// Its flags.
        flags: u8,
        /// How large it is.
        bytes: u8,
        /// The host's memory.
        host: u8,
    },
    /// A buffer or an image that gives itself back when nothing holds it any more.
    Object {
        /// Its flags.
        flags: u8,
        /// How large it is.
        bytes: u8,
        /// The host's memory.
        host: u8,
    },
    /// A part of a buffer: the buffer, the flags, and the region.
    Part {
        /// The buffer.
        of: u8,
        /// Its flags.
        flags: u8,
        /// Where it begins and how large it is.
        region: u8,
    },
    /// An image.
    Image {
        /// Its flags.
        flags: u8,
        /// The host's memory.
        host: u8,
    },
    /// A kernel object: of which program, and by which name.
    Kernel {
        /// The program.
        program: u8,
        /// The name.
        name: u8,
    },
    /// Anything else.
    Other,
}

/// How a command of OpenCL's stands in its queue, by the numbers of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Queued {
    /// The queue.
    pub queue: u8,
    /// Whether the host waits for it; it does not if none says so.
    pub blocking: Option<u8>,
    /// How many events it waits for; which ones and the event that it gives follow. None if it has no such arguments.
    pub events: Option<u8>,
    /// The event that it gives.
    pub event: Option<u8>,
}

/// One side of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// The buffer, the image or the host's memory.
    pub what: u8,
    /// Where it begins.
    pub at: At,
}

/// Where something begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// At the start.
    Start,
    /// So many bytes behind it as an argument says.
    Behind(u8),
    /// That is not followed.
    Somewhere,
}

/// A command of a queue of OpenCL's, by the numbers of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Enqueued {
    /// Copies.
    Transfer {
        /// Where to.
        to: Side,
        /// Where from.
        from: Side,
        /// How much.
        bytes: Option<u8>,
    },
    /// Fills.
    Fill {
        /// Where.
        to: Side,
        /// How much.
        bytes: Option<u8>,
    },
    /// Launches a kernel object.
    Kernel {
        /// Which.
        kernel: u8,
        /// The offset and the sizes, if there are any: the number of dimensions and then the three arrays.
        ranges: Option<u8>,
    },
    /// Gives the host a region of a buffer: its result leads there.
    Map {
        /// Which, and where the region begins.
        of: Side,
        /// What for.
        flags: u8,
        /// How large it is.
        bytes: Option<u8>,
    },
    /// Gives a region back: the memory object, then where the region is.
    Unmap,
    /// Does nothing; its event knows what is before it.
    Marker,
    /// What comes behind it waits for what is before it, or for the events that it names.
    Barrier,
    /// Moves memory objects, whose contents stay as they are.
    Migrate,
}
