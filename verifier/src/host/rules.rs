//! The rules of host code, as data.

use crate::verdict::Severity;

macro_rules! rules {
    ($($name:ident $id:literal $severity:ident $help:literal;)*) => {
        /// What host code may do wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the pages say it")]
        pub enum Rule {
            $($name),*
        }

        impl Rule {
            /// All of them.
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// Stable id; the page is `docs/rules/<id>.md`.
            pub fn id(self) -> &'static str {
                match self {
                    $(Rule::$name => $id),*
                }
            }

            /// How much it matters, unless the project says otherwise.
            pub fn severity(self) -> Severity {
                match self {
                    $(Rule::$name => Severity::$severity),*
                }
            }

            /// What usually mends it.
            pub fn help(self) -> &'static str {
                match self {
                    $(Rule::$name => $help),*
                }
            }
        }
    };
}

rules! {
    UseAfterFree "use-after-free" Error "free the buffer behind its last use";
    DoubleFree "double-free" Error "free it once, or set the pointer to null after the first time";
    UninitialisedBuffer "uninitialised-buffer" Error "copy data to the buffer or set it before it is read";
    MissingTransfer "missing-transfer" Error "copy the buffer to the side that reads it, between the write and the read";
    IncorrectTransfer "incorrect-transfer" Error "say the direction and the size that the buffers have";
    RedundantTransfer "redundant-transfer" Note "leave the copy out, or move it in front of the loop";
    Leak "leak" Note "free the buffer before the last pointer to it is gone";
    LaunchShape "launch-shape" Error "keep to the device's limits: 1024 threads in a block, no size of 0, 227 KiB of shared memory";
    HostDeviceRace "host-device-race" Error "wait for the stream, the queue or the device before the host touches the memory";
    AccessFlags "access-flags" Error "make the memory object with flags that allow what is done with it";
    MappedRange "mapped-range" Error "stay inside the region, or map more of the memory object";
    ArgumentRace "argument-race" Error "give each thread a kernel object of its own, or let one at a time set arguments and launch";
    ProgramNotBuilt "program-not-built" Error
        "wait until the callback was called, or build the program without a callback";
    InvalidFree "invalid-free" Error "free the pointer that the allocation gave";
    UnusedBuffer "unused-buffer" Note "leave the allocation out";
    InterKernelRace "inter-kernel-race" Error
        "let the second command wait for an event of the first one, or put both into one stream or queue that keeps the order";
}
