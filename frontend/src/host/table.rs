//! What the functions of the runtime and of the C library do, as data (CUDA Runtime API, HIP Runtime API; ISO C).

use crate::ir::host::{Command, MemorySpace};
use Command::*;
use MemorySpace::*;

/// Functions of the runtime, without `cuda` or `hip` in front: both families have the same names and arguments.
#[rustfmt::skip]
const RUNTIME: &[(&str, Command)] = &[
    ("Malloc", allocate(Device, 1, None, None)),
    ("MallocAsync", allocate(Device, 1, None, Some(2))),
    ("MallocManaged", allocate(Managed, 1, None, None)),
    ("MallocHost", allocate(Pinned, 1, None, None)),
    ("HostAlloc", allocate(Pinned, 1, None, None)),
    ("HostMalloc", allocate(Pinned, 1, None, None)),
    // The rows are padded by as much as the device likes: how large it is, is not known.
    ("MallocPitch", ALLOCATE_ANY),
    ("Free", free(None)),
    ("FreeHost", free(None)),
    ("HostFree", free(None)),
    ("FreeAsync", free(Some(1))),
    ("Memcpy", copy(Some(2), Some(3), None)),
    ("MemcpyAsync", copy(Some(2), Some(3), Some(4))),
    ("MemcpyPeer", Copy { to: 0, from: 2, bytes: Some(4), kind: None, stream: None }),
    ("MemcpyPeerAsync", Copy { to: 0, from: 2, bytes: Some(4), kind: None, stream: Some(5) }),
    ("Memcpy2D", Copy { to: 0, from: 2, bytes: None, kind: Some(6), stream: None }),
    ("Memcpy2DAsync", Copy { to: 0, from: 2, bytes: None, kind: Some(6), stream: Some(7) }),
    ("MemcpyToSymbol", CopySymbol { host: 1, to_device: true, stream: None }),
    ("MemcpyToSymbolAsync", CopySymbol { host: 1, to_device: true, stream: Some(5) }),
    ("MemcpyFromSymbol", CopySymbol { host: 0, to_device: false, stream: None }),
    ("MemcpyFromSymbolAsync", CopySymbol { host: 0, to_device: false, stream: Some(5) }),
    ("Memset", Fill { to: 0, value: 1, bytes: Some(2), stream: None, host: false }),
    ("MemsetAsync", Fill { to: 0, value: 1, bytes: Some(2), stream: Some(3), host: false }),
    ("Memset2D", Fill { to: 0, value: 2, bytes: None, stream: None, host: false }),
    ("HostRegister", Register),
    ("HostUnregister", Register),
    ("HostGetDevicePointer", DeviceAddress { to: 0, of: 1 }),
    ("StreamCreate", CreateStream { to: 0, flags: None }),
    ("StreamCreateWithFlags", CreateStream { to: 0, flags: Some(1) }),
    ("StreamCreateWithPriority", CreateStream { to: 0, flags: Some(1) }),
    ("StreamDestroy", Destroy),
    ("StreamSynchronize", WaitForStream { stream: 0, asks: false }),
    ("StreamQuery", WaitForStream { stream: 0, asks: true }),
    ("StreamWaitEvent", StreamWaits { stream: 0, event: 1 }),
    ("StreamSetAttribute", Nothing),
    ("EventCreate", CreateEvent { to: 0 }),
    ("EventCreateWithFlags", CreateEvent { to: 0 }),
    ("EventRecord", Record { event: 0, stream: Some(1) }),
    ("EventRecordWithFlags", Record { event: 0, stream: Some(1) }),
    ("EventSynchronize", WaitForEvent { event: 0, asks: false }),
    ("EventQuery", WaitForEvent { event: 0, asks: true }),
    ("EventElapsedTime", Answers),
    ("EventDestroy", Destroy),
    ("DeviceSynchronize", WaitForDevice),
    ("ThreadSynchronize", WaitForDevice),
    ("DeviceReset", Reset),
    ("ThreadExit", Reset),
    ("SetDevice", SetDevice),
    ("GetDevice", Answers),
    ("GetDeviceCount", Answers),
    ("GetDeviceProperties", Answers),
    ("DeviceGetAttribute", Answers),
    ("DeviceGetLimit", Answers),
    ("DeviceCanAccessPeer", Answers),
    ("DeviceGetStreamPriorityRange", Answers),
    ("DriverGetVersion", Answers),
    ("RuntimeGetVersion", Answers),
    ("FuncGetAttributes", Answers),
    ("OccupancyMaxActiveBlocksPerMultiprocessor", Answers),
    ("OccupancyMaxPotentialBlockSize", Answers),
    ("PointerGetAttributes", Answers),
    ("MemGetInfo", Answers),
    ("GetLastError", Nothing),
    ("GetErrorString", Nothing),
    ("GetErrorName", Nothing),
    ("PeekAtLastError", Nothing),
    ("SetDeviceFlags", Nothing),
    ("DeviceSetLimit", Nothing),
    ("DeviceSetCacheConfig", Nothing),
    ("DeviceSetSharedMemConfig", Nothing),
    ("DeviceEnablePeerAccess", Nothing),
    ("DeviceDisablePeerAccess", Nothing),
    ("FuncSetAttribute", Nothing),
    ("FuncSetCacheConfig", Nothing),
    ("FuncSetSharedMemConfig", Nothing),
    ("MemAdvise", Nothing),
    ("MemPrefetchAsync", Nothing),
    ("ProfilerStart", Nothing),
    ("ProfilerStop", Nothing),
    ("StreamBeginCapture", NotFollowed),
    ("StreamEndCapture", NotFollowed),
    ("GraphLaunch", NotFollowed),
    ("StreamAddCallback", NotFollowed),
    ("LaunchHostFunc", NotFollowed),
    ("LaunchKernel", NotFollowed),
    ("LaunchKernelEx", NotFollowed),
    ("LaunchKernelExC", NotFollowed),
    ("LaunchCooperativeKernel", NotFollowed),
];

/// Functions of the C library that matter: what they do with memory is known, and none keeps a pointer.
#[rustfmt::skip]
const LIBRARY: &[(&str, Command)] = &[
    ("malloc", Allocate { space: Host, to: None, bytes: [Some(0), None], stream: None, zeroed: false }),
    ("calloc", Allocate { space: Host, to: None, bytes: [Some(0), Some(1)], stream: None, zeroed: true }),
    ("free", Free { what: 0, stream: None, host: true }),
    ("memcpy", OnHost { reads: 0b10, writes: 0b1 }),
    ("memmove", OnHost { reads: 0b10, writes: 0b1 }),
    ("memset", Fill { to: 0, value: 1, bytes: Some(2), stream: None, host: true }),
    ("memcmp", OnHost { reads: 0b11, writes: 0 }),
    ("fread", OnHost { reads: 0, writes: 0b1 }),
    ("fwrite", OnHost { reads: 0b1, writes: 0 }),
    ("fill", OnHost { reads: 0, writes: 0b1 }),
    ("fill_n", OnHost { reads: 0, writes: 0b1 }),
    ("iota", OnHost { reads: 0, writes: 0b1 }),
    ("copy", OnHost { reads: 0b1, writes: 0b100 }),
    ("sort", OnHost { reads: 0b1, writes: 0b1 }),
    ("accumulate", OnHost { reads: 0b1, writes: 0 }),
    ("equal", OnHost { reads: 0b101, writes: 0 }),
    ("qsort", OnHost { reads: 0b1, writes: 0b1 }),
    ("cuMemsetD8", Fill { to: 0, value: 1, bytes: Some(2), stream: None, host: false }),
    ("cuMemsetD8Async", Fill { to: 0, value: 1, bytes: Some(2), stream: Some(3), host: false }),
    // A number of elements is no number of bytes.
    ("cuMemsetD16", Fill { to: 0, value: 1, bytes: None, stream: None, host: false }),
    ("cuMemsetD16Async", Fill { to: 0, value: 1, bytes: None, stream: Some(3), host: false }),
    ("cuMemsetD32", Fill { to: 0, value: 1, bytes: None, stream: None, host: false }),
    ("cuMemsetD32Async", Fill { to: 0, value: 1, bytes: None, stream: Some(3), host: false }),
    ("exit", Exit),
    ("_exit", Exit),
    ("abort", Exit),
    ("__assert_fail", Exit),
];

const ALLOCATE_ANY: Command = Allocate {
    space: Device,
    to: Some(0),
    bytes: [None, None],
    stream: None,
    zeroed: false,
};

const fn allocate(space: MemorySpace, bytes: u8, times: Option<u8>, stream: Option<u8>) -> Command {
    Allocate {
        space,
        to: Some(0),
        bytes: [Some(bytes), times],
        stream,
        zeroed: false,
    }
}

const fn free(stream: Option<u8>) -> Command {
    Free {
        what: 0,
        stream,
        host: false,
    }
}

const fn copy(bytes: Option<u8>, kind: Option<u8>, stream: Option<u8>) -> Command {
    Copy {
        to: 0,
        from: 1,
        bytes,
        kind,
        stream,
    }
}

/// What a function of the runtime does. Of one that the table lacks nothing is known.
pub(super) fn of_runtime(name: &str) -> Option<Command> {
    let bare = bare(name)?;
    let row = RUNTIME.iter().find(|(known, _)| *known == bare);
    Some(row.map_or(NotFollowed, |(_, command)| *command))
}

/// What a function of the C library does, if it is in the table.
pub(super) fn of_library(name: &str) -> Option<Command> {
    let row = LIBRARY.iter().find(|(known, _)| *known == name);
    row.map(|(_, command)| *command)
}

/// The name without the family's prefix, of the runtime's functions.
fn bare(name: &str) -> Option<&str> {
    let rest = name.strip_prefix("cuda").or_else(|| name.strip_prefix("hip"))?;
    rest.starts_with(|first: char| first.is_ascii_uppercase())
        .then_some(rest)
}

/// Whether a text may handle buffers or launch: it names a function of the table, or has a launch's brackets.
pub(super) fn may_concern(text: &str) -> bool {
    text.contains("<<<")
        || ["cuda", "hip"].iter().any(|prefix| {
            text.match_indices(prefix).any(|(at, _)| {
                let name: String = text[at..]
                    .chars()
                    .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                    .collect();
                bare(&name).is_some_and(|bare| RUNTIME.iter().any(|(known, _)| *known == bare))
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_families_share_the_rows_and_what_is_missing_is_not_followed() {
        assert_eq!(of_runtime("hipMalloc"), of_runtime("cudaMalloc"));
        assert_eq!(of_runtime("cudaGraphAddKernelNode"), Some(NotFollowed));
        assert_eq!(of_runtime("cudaError"), Some(NotFollowed));
        assert_eq!(of_runtime("cudalike"), None);
        assert!(may_concern("x = hipFree(p);") && may_concern("k<<<1, 2>>>()") && !may_concern("int cuda;"));
        let mut names: Vec<&str> = RUNTIME.iter().chain(LIBRARY).map(|(name, _)| *name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
