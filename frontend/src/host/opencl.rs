//! OpenCL's host interface as commands on memory (OpenCL 3.0 API specification): what its functions do, as data, and the few arguments that
//! are read in a way of their own.

use super::call::is_default;
use super::stmt::Scope;
use super::table;
use crate::clang::kinds::*;
use crate::clang::{Cursor, Value};
use crate::ir::host::{At, Command, Created, Enqueued, HostExpr, HostExprKind, HostPlace, Queued, Side};
use crate::launch::strip;
use At::{Behind, Somewhere, Start};
use Command::*;

/// The functions of the interface for C, without `cl` in front.
#[rustfmt::skip]
const FUNCTIONS: &[(&str, Command)] = &[
    ("CreateCommandQueue", Create(Created::Queue(2))),
    ("CreateCommandQueueWithProperties", Create(Created::Queue(2))),
    ("CreateBuffer", Create(Created::Buffer { flags: 1, bytes: 2, host: 3 })),
    ("CreateBufferWithProperties", Create(Created::Buffer { flags: 2, bytes: 3, host: 4 })),
    ("CreateSubBuffer", Create(Created::Part { of: 0, flags: 1, region: 3 })),
    ("CreateImage", Create(Created::Image { flags: 1, host: 4 })),
    ("CreateImage2D", Create(Created::Image { flags: 1, host: 6 })),
    ("CreateImage3D", Create(Created::Image { flags: 1, host: 8 })),
    ("CreateKernel", Create(Created::Kernel { program: 0, name: 1 })),
    ("CreateContext", Create(Created::Other)),
    ("CreateContextFromType", Create(Created::Other)),
    ("CreateProgramWithSource", Create(Created::Other)),
    ("CreateProgramWithBinary", Create(Created::Other)),
    ("CreateProgramWithBuiltInKernels", Create(Created::Other)),
    ("CreateProgramWithIL", Create(Created::Other)),
    ("LinkProgram", Create(Created::Other)),
    ("CreateSampler", Create(Created::Other)),
    ("CreateSamplerWithProperties", Create(Created::Other)),
    ("CreateUserEvent", Create(Created::Other)),
    ("SetKernelArg", SetArgument),
    ("BuildProgram", Build { callback: 4 }),
    ("CompileProgram", Build { callback: 7 }),
    ("EnqueueReadBuffer", transfer(host(5), buffer(1, Behind(3)), Some(4), 2, 6)),
    ("EnqueueWriteBuffer", transfer(buffer(1, Behind(3)), host(5), Some(4), 2, 6)),
    ("EnqueueReadBufferRect", transfer(part(10), part(1), None, 2, 11)),
    ("EnqueueWriteBufferRect", transfer(part(1), part(10), None, 2, 11)),
    ("EnqueueCopyBuffer", on_device(buffer(2, Behind(4)), buffer(1, Behind(3)), Some(5), 6)),
    ("EnqueueCopyBufferRect", on_device(part(2), part(1), None, 10)),
    ("EnqueueReadImage", transfer(host(7), part(1), None, 2, 8)),
    ("EnqueueWriteImage", transfer(part(1), host(7), None, 2, 8)),
    ("EnqueueCopyImage", on_device(part(2), part(1), None, 6)),
    ("EnqueueCopyImageToBuffer", on_device(buffer(2, Behind(5)), part(1), None, 6)),
    ("EnqueueCopyBufferToImage", on_device(part(2), buffer(1, Behind(3)), None, 6)),
    ("EnqueueFillBuffer", Enqueue(queued(None, 6), Enqueued::Fill { to: buffer(1, Behind(4)), bytes: Some(5) })),
    ("EnqueueFillImage", Enqueue(queued(None, 5), Enqueued::Fill { to: part(1), bytes: None })),
    ("EnqueueMapBuffer",
        Enqueue(queued(Some(2), 6), Enqueued::Map { of: buffer(1, Behind(4)), flags: 3, bytes: Some(5) })),
    ("EnqueueMapImage", Enqueue(queued(Some(2), 8), Enqueued::Map { of: part(1), flags: 3, bytes: None })),
    ("EnqueueUnmapMemObject", Enqueue(queued(None, 3), Enqueued::Unmap)),
    ("EnqueueMigrateMemObjects", Enqueue(queued(None, 4), Enqueued::Migrate)),
    ("EnqueueNDRangeKernel", Enqueue(queued(None, 6), Enqueued::Kernel { kernel: 1, ranges: Some(2) })),
    ("EnqueueTask", Enqueue(queued(None, 2), Enqueued::Kernel { kernel: 1, ranges: None })),
    ("EnqueueMarker", Enqueue(Queued { queue: 0, blocking: None, events: None, event: Some(1) }, Enqueued::Marker)),
    ("EnqueueMarkerWithWaitList", Enqueue(queued(None, 1), Enqueued::Marker)),
    ("EnqueueBarrier", Enqueue(Queued { queue: 0, blocking: None, events: None, event: None }, Enqueued::Barrier)),
    ("EnqueueBarrierWithWaitList", Enqueue(queued(None, 1), Enqueued::Barrier)),
    ("EnqueueWaitForEvents",
        Enqueue(Queued { queue: 0, blocking: None, events: Some(1), event: None }, Enqueued::Barrier)),
    ("Flush", Nothing),
    ("Finish", Finish),
    ("WaitForEvents", WaitForEvents),
    ("RetainMemObject", Retain),
    ("ReleaseMemObject", Release),
    ("SetEventCallback", Keeps),
    ("SetUserEventStatus", Nothing),
    ("GetPlatformIDs", Answers),
    ("GetPlatformInfo", Answers),
    ("GetDeviceIDs", Answers),
    ("GetDeviceInfo", Answers),
    ("CreateSubDevices", Answers),
    ("GetContextInfo", Answers),
    ("GetCommandQueueInfo", Answers),
    ("GetMemObjectInfo", Answers),
    ("GetImageInfo", Answers),
    ("GetSupportedImageFormats", Answers),
    ("GetProgramInfo", Answers),
    ("GetProgramBuildInfo", Answers),
    ("GetKernelInfo", Answers),
    ("GetKernelArgInfo", Answers),
    ("GetKernelWorkGroupInfo", Answers),
    ("GetKernelSubGroupInfo", Answers),
    ("GetEventInfo", Answers),
    ("GetEventProfilingInfo", Answers),
    ("RetainDevice", Nothing),
    ("ReleaseDevice", Nothing),
    ("RetainContext", Nothing),
    ("ReleaseContext", Nothing),
    ("RetainCommandQueue", Nothing),
    ("ReleaseCommandQueue", Nothing),
    ("RetainProgram", Nothing),
    ("ReleaseProgram", Nothing),
    ("RetainKernel", Nothing),
    ("ReleaseKernel", Nothing),
    ("RetainEvent", Nothing),
    ("ReleaseEvent", Nothing),
    ("ReleaseSampler", Nothing),
    ("UnloadCompiler", Nothing),
    ("UnloadPlatformCompiler", Nothing),
    ("GetExtensionFunctionAddress", Nothing),
    ("GetExtensionFunctionAddressForPlatform", Nothing),
];

const fn queued(blocking: Option<u8>, events: u8) -> Queued {
    Queued {
        queue: 0,
        blocking,
        events: Some(events),
        event: Some(events + 2),
    }
}

const fn host(what: u8) -> Side {
    Side { what, at: Start }
}

const fn buffer(what: u8, at: At) -> Side {
    Side { what, at }
}

const fn part(what: u8) -> Side {
    Side { what, at: Somewhere }
}

/// A copy between the host and the device.
const fn transfer(to: Side, from: Side, bytes: Option<u8>, blocking: u8, events: u8) -> Command {
    Enqueue(
        queued(Some(blocking), events),
        Enqueued::Transfer { to, from, bytes },
    )
}

const fn on_device(to: Side, from: Side, bytes: Option<u8>, events: u8) -> Command {
    Enqueue(queued(None, events), Enqueued::Transfer { to, from, bytes })
}

/// `CL_QUEUE_PROPERTIES`: what follows it in a list are the properties of the queue.
const QUEUE_PROPERTIES: i128 = 0x1093;

/// What a function of the interface does. Of one that the table lacks nothing is known.
pub(super) fn of_function(name: &str) -> Option<Command> {
    let bare = name.strip_prefix("cl")?;
    if !bare.starts_with(|first: char| first.is_ascii_uppercase()) {
        return None;
    }
    let row = FUNCTIONS.iter().find(|(known, _)| *known == bare);
    Some(row.map_or(NotFollowed, |(_, command)| *command))
}

/// Whether a text may handle memory objects: it puts commands into a queue or makes what they work on.
pub(crate) fn may_concern(text: &str) -> bool {
    const WORDS: [&str; 6] = [
        "clEnqueue",
        "clCreateBuffer",
        "clSetKernelArg",
        "clBuildProgram",
        "enqueueNDRangeKernel",
        "cl::Buffer",
    ];
    WORDS.iter().any(|word| text.contains(word))
}

impl<'u> Scope<'u, '_, '_> {
    /// A call of a function of OpenCL's interface.
    pub(super) fn opencl(&mut self, c: Cursor<'u>, command: Command) -> HostExpr {
        let given = c.arguments();
        let mut arguments = Vec::new();
        for (n, argument) in given
            .iter()
            .take_while(|argument| !is_default(**argument))
            .enumerate()
        {
            arguments.push(match command {
                Create(Created::Queue(at)) if n == usize::from(at) => self.properties(*argument),
                Enqueue(_, Enqueued::Kernel { ranges: Some(at), .. }) if n == usize::from(at) + 1 => {
                    self.offset(*argument)
                }
                _ => self.expression(*argument),
            });
        }
        if let Create(Created::Part { region, .. }) = command
            && let Some(of) = given.get(usize::from(region))
        {
            // Where the part begins, and how large it is, come behind the other arguments.
            let [origin, size] = self.region(*of);
            arguments.extend([origin, size]);
        }
        self.at(c, HostExprKind::Command(command, arguments))
    }

    /// The properties of a queue: a number, or a list of names and values.
    fn properties(&mut self, c: Cursor<'u>) -> HostExpr {
        if c.ty().canonical().kind() != CXType_Pointer {
            return self.expression(c);
        }
        if let HostExprKind::Int(none) = self.expression(c).kind {
            return self.int(c, none);
        }
        let variable = strip(c).referenced();
        let list = variable.and_then(|variable| variable.initializer());
        let values = list.filter(|list| list.kind() == CXCursor_InitListExpr);
        let values: Option<Vec<i128>> = values.map(|list| list.expressions()).and_then(|items| {
            let number = |item: &Cursor<'u>| match item.evaluate() {
                Some(Value::Int(value)) => Some(value),
                _ => None,
            };
            items.iter().map(number).collect()
        });
        let Some(values) = values else {
            return self.opaque(c, Vec::new());
        };
        let mut pairs = values.chunks(2).take_while(|pair| pair[0] != 0);
        let found = pairs.find(|pair| pair[0] == QUEUE_PROPERTIES);
        self.int(c, found.and_then(|pair| pair.get(1)).copied().unwrap_or(0))
    }

    /// The offset of a launch: 0 if there is none.
    fn offset(&mut self, c: Cursor<'u>) -> HostExpr {
        let place = match self.expression(c) {
            HostExpr {
                kind: HostExprKind::Int(0),
                ..
            } => return self.int(c, 0),
            _ => strip(c),
        };
        // Of a variable that never changes its values are known, those of the first dimension.
        let variable = match place.expressions()[..] {
            [inner] if place.kind() == CXCursor_UnaryOperator => strip(inner).referenced(),
            _ => place.referenced(),
        };
        let value = variable.filter(|variable| {
            let ty = variable.ty();
            ty.is_const() || ty.element().is_const()
        });
        let value = value.and_then(|variable| variable.initializer());
        let value = value.map(|value| match (value.kind(), &value.expressions()[..]) {
            (CXCursor_InitListExpr, [first, ..]) => *first,
            _ => value,
        });
        match value.and_then(|value| value.evaluate()) {
            Some(Value::Int(value)) => self.int(c, value),
            _ => self.opaque(c, Vec::new()),
        }
    }

    /// Origin and size of a region, where a variable has them.
    pub(super) fn region(&mut self, c: Cursor<'u>) -> [HostExpr; 2] {
        let place = strip(c);
        let record = match place.expressions()[..] {
            [inner] if place.kind() == CXCursor_UnaryOperator => Some(inner),
            _ => None,
        };
        ["origin", "size"].map(|name| match record {
            Some(record) => {
                let place = self.place(record);
                let field = HostPlace::Field(Box::new(place), name.to_owned());
                self.at(c, HostExprKind::Read(Box::new(field), false))
            }
            None => self.opaque(c, Vec::new()),
        })
    }

    /// A literal or a function: what OpenCL's functions are told by name.
    pub(super) fn fixed(&mut self, c: Cursor<'u>, name: String) -> HostExpr {
        if !self.reader.is_opencl {
            return self.opaque(c, Vec::new());
        }
        let all = &mut self.reader.program.fixed;
        let at = all.iter().position(|known| *known == name).unwrap_or_else(|| {
            all.push(name);
            all.len() - 1
        });
        self.at(c, HostExprKind::Fixed(at))
    }
}

/// What a function does, of CUDA's runtime or of OpenCL's interface.
pub(super) fn command_of(name: &str) -> Option<Command> {
    table::of_runtime(name).or_else(|| of_function(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_has_one_row_and_what_is_missing_is_not_followed() {
        assert_eq!(of_function("clFlush"), Some(Nothing));
        assert_eq!(of_function("clEnqueueSVMMemcpy"), Some(NotFollowed));
        assert_eq!(of_function("clean"), None);
        let mut names: Vec<&str> = FUNCTIONS.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
