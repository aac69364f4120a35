//! Memory, streams, queues and the like: what was made at a place, and what is known of it.

use super::value::{SiteId, TermId};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::MemorySpace;

/// What was made at a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Memory.
    Memory(MemorySpace),
    /// What a pointer of the caller's leads to.
    Given,
    /// A stream; blocking ones wait for the legacy default stream, and it for them.
    Stream {
        /// Made without `cudaStreamNonBlocking`.
        blocking: bool,
    },
    /// An event.
    Event,
    /// A queue of OpenCL's.
    Queue {
        /// Its commands run in their order.
        ordered: bool,
    },
    /// The event of a command of OpenCL's.
    Completion,
    /// A kernel object, by the kernel's number in the program.
    Kernel(Option<usize>),
    /// A region of a memory object that the host has mapped.
    Region,
    /// A literal or a function, by its number in the program.
    Fixed(usize),
    /// Another handle.
    Handle,
}

/// What a memory is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The memory object; the host's memory that a buffer is made of.
    pub of: SiteId,
    /// Where in it.
    pub at: Option<TermId>,
    /// It is the host's.
    pub is_host: bool,
}

/// What memory holds, as far as it matters to kernels that count on zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contents {
    /// What those who handed it over left there.
    #[default]
    Given,
    /// What functions of the file left behind this pointer of the file, by the variable's number, or those who handed it over.
    Kept(usize),
    /// Nobody has put anything there since it was allocated.
    Fresh,
    /// What is not followed knows of it, and may have put anything there.
    Lost,
    /// Zeros.
    Zero,
    /// Zeros in so many bytes from the first one on, and nothing behind that.
    ZeroUpTo(i128),
    /// Something other than zero.
    NotZero,
    /// What a place that is known put there, and may be zero or not.
    Stored,
    /// What launches made of what it held before: the last one of each kernel, in order.
    Results(Box<Contents>, Vec<Made>),
}

/// A launch that alone got memory as one of its arguments, and wrote it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Made {
    /// The kernel's name.
    pub kernel: String,
    /// The number of the argument.
    pub argument: usize,
    /// Where that led into the memory; none if it is elsewhere than what is asked for.
    pub at: Option<TermId>,
    /// Which of the arguments are zero, and which are not.
    pub zeros: Vec<Option<bool>>,
    /// Where.
    pub place: Span,
}

/// Memory, a stream or an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// What it is.
    pub kind: Kind,
    /// Where it was made.
    pub born: Span,
    /// The name that it was given first.
    pub name: String,
    /// How large it is.
    pub bytes: Option<TermId>,
    /// Where it was freed.
    pub freed: Option<Span>,
    /// Something that is not followed knows of it.
    pub escaped: bool,
    /// It was written; `None` if nobody ever did.
    pub written: Option<Span>,
    /// All that was ever written are its first bytes, so many; none if it may be others.
    pub reach: Option<TermId>,
    /// What was written.
    pub holds: Contents,
    /// A kernel's result in it that nothing has read: the launch.
    pub output: Option<Span>,
    /// The memory of the other side that it was copied to or from, and how many bytes, while both still hold the same.
    pub same_as: Option<(SiteId, Option<TermId>, Span)>,
    /// Of device memory: the host's memory that it was last copied from.
    pub source: Option<SiteId>,
    /// Of the host's memory: where it was written since it was copied to the device, while nothing has read that.
    pub newer: Option<Span>,
    /// What it is a part of.
    pub part_of: Option<Part>,
    /// The flags that a memory object was made with.
    pub flags: Option<i128>,
    /// How many more hold a memory object than one.
    pub holders: u32,
    /// It is given back when nothing holds it any more.
    pub gives_itself_back: bool,
    /// Of a region: the host may write it.
    pub mapped: Option<bool>,
}

impl Site {
    /// One that was just made.
    pub fn new(kind: Kind, born: Span, name: String) -> Site {
        Site {
            kind,
            born,
            name,
            bytes: None,
            freed: None,
            escaped: false,
            written: None,
            reach: None,
            holds: if matches!(kind, Kind::Memory(_)) {
                Contents::Fresh
            } else {
                Contents::Given
            },
            output: None,
            same_as: None,
            source: None,
            newer: None,
            part_of: None,
            flags: None,
            holders: 0,
            gives_itself_back: false,
            mapped: None,
        }
    }

    /// Whether the host can touch it through a pointer.
    pub fn is_memory(&self) -> bool {
        self.space().is_some() || self.kind == Kind::Region
    }

    /// Whether it is memory that kernels use.
    pub fn is_for_kernels(&self) -> bool {
        matches!(
            self.space(),
            Some(MemorySpace::Device | MemorySpace::Managed | MemorySpace::Pinned)
        )
    }

    /// The memory's space, where it is known.
    pub fn space(&self) -> Option<MemorySpace> {
        match self.kind {
            Kind::Memory(space) => Some(space),
            Kind::Given
            | Kind::Stream { .. }
            | Kind::Event
            | Kind::Queue { .. }
            | Kind::Completion
            | Kind::Kernel(_)
            | Kind::Region
            | Kind::Fixed(_)
            | Kind::Handle => None,
        }
    }
}
