//! What a launch gets on one way, in terms of what it hands over: how large its buffers, its shared memory and its grid are.

use super::machine::Machine;
use super::state::State;
use super::value::{SiteId, TermId, Terms, Value};
use kverify_frontend::index::IndexVec;
use kverify_frontend::ir::host::HostOp;
use kverify_frontend::ir::{
    Extent, FileId, HostLine, Kernel, Launch, ObjectSource, Param, SourceFile, Span, Ty,
};

/// Longest text of a term.
const MOST_TEXT: usize = 160;

/// The sizes of a launch, the grid's first.
const SIZES: [&str; 6] = [
    "gridDim.x",
    "gridDim.y",
    "gridDim.z",
    "blockDim.x",
    "blockDim.y",
    "blockDim.z",
];

/// Files of a module.
pub(super) type Files = IndexVec<FileId, SourceFile>;

/// Numbers that a launch hands over and sizes that it has, by their names.
pub(super) type Numbers<'a> = Vec<(&'a str, TermId)>;

/// A pointer that a launch hands over: its name, and where it leads.
pub(super) type Pointer<'a> = (&'a str, SiteId, Option<TermId>);

/// How large a buffer is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Buffer {
    /// The parameter that leads there; none is shared memory of dynamic size.
    param: Option<String>,
    bytes: String,
    /// Bytes in front of the place where the parameter leads to.
    offset: String,
    /// Where it is allocated.
    born: Span,
}

/// What a launch gets on one way.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Context {
    buffers: Vec<Buffer>,
    /// Blocks of the grid, then threads of a block, where they are known numbers.
    sizes: [Option<u64>; 6],
    /// What else is known of the grid.
    relations: Vec<(usize, String)>,
}

impl Machine<'_> {
    /// The context of a launch with this shape: blocks, threads of a block, bytes of shared memory.
    pub(super) fn context_of<'a>(
        &self,
        state: &State,
        shape: &[Value],
        (numbers, pointers): (&Numbers<'a>, &[Pointer<'a>]),
        span: Span,
    ) -> Context {
        let term = |value: &Value| match value {
            Value::Number(term) => Some(*term),
            Value::Unknown | Value::Pointer(..) | Value::Address(_) | Value::Whole(_) => None,
        };
        let mut known = numbers.clone();
        for (name, size) in SIZES.iter().zip(shape).skip(3) {
            known.extend(term(size).map(|size| (*name, size)));
        }
        let mut context = Context::default();
        for (n, size) in shape.iter().take(SIZES.len()).enumerate() {
            let Some(size) = term(size) else { continue };
            context.sizes[n] = self
                .terms
                .known(size)
                .and_then(|size| u64::try_from(size).ok())
                .filter(|size| *size > 0);
            if n < 3 && context.sizes[n].is_none() {
                let text = self.terms.text(&known, size);
                context
                    .relations
                    .extend(text.map(|text| (n, format!("{} == {text}", SIZES[n]))));
            }
        }
        let shared = shape.get(6).and_then(term);
        let shared = shared.filter(|bytes| self.terms.known(*bytes) != Some(0));
        if let Some(bytes) = shared.and_then(|bytes| self.terms.text(&known, bytes)) {
            context.buffers.push(Buffer {
                param: None,
                bytes,
                offset: "0".to_owned(),
                born: span,
            });
        }
        for (param, site, offset) in pointers {
            let site = state.sites.get(site).filter(|site| site.is_for_kernels());
            let sizes = site.and_then(|site| site.bytes).zip(*offset);
            let texts = sizes.and_then(|(bytes, offset)| {
                Some((self.terms.text(&known, bytes)?, self.terms.text(&known, offset)?))
            });
            if let Some(((bytes, offset), site)) = texts.zip(site) {
                context.buffers.push(Buffer {
                    param: Some((*param).to_owned()),
                    bytes,
                    offset,
                    born: site.born,
                });
            }
        }
        context
    }
}

impl Terms {
    /// Bytes between two places of one buffer, in terms of named numbers.
    pub(super) fn between(&self, numbers: &Numbers<'_>, from: TermId, to: TermId) -> Option<String> {
        let (terms, sum) = self.difference(from, to)?;
        let mut text = String::new();
        for (term, times) in terms.into_iter().filter(|(_, times)| *times != 0) {
            text += &format!("{} * {times} + ", self.said(numbers, term)?);
        }
        let text = text + &sum.to_string();
        (text.len() <= MOST_TEXT).then_some(text)
    }

    /// A term, in terms of named numbers.
    fn text(&self, numbers: &Numbers<'_>, term: TermId) -> Option<String> {
        if let Some(number) = self.known(term) {
            return Some(number.to_string());
        }
        let (terms, more) = self.linear(term)?;
        let mut parts: Vec<String> = Vec::new();
        for (term, times) in terms.into_iter().filter(|(_, times)| *times != 0) {
            let said = self.said(numbers, term)?;
            parts.push(match times {
                1 => said,
                _ => format!("{said} * {times}"),
            });
        }
        if more != 0 || parts.is_empty() {
            parts.push(more.to_string());
        }
        let text = match &parts[..] {
            [one] => one.clone(),
            _ => format!("({})", parts.join(" + ")),
        };
        (text.len() <= MOST_TEXT).then_some(text)
    }

    /// A term that is no sum, in terms of named numbers.
    fn said(&self, numbers: &Numbers<'_>, term: TermId) -> Option<String> {
        let named = |(name, known): &(&str, TermId)| {
            let (terms, more) = self.linear(*known)?;
            let is_it = terms.len() == 1 && terms.get(&term) == Some(&1);
            is_it.then(|| match more {
                0 => (*name).to_owned(),
                _ => format!("({name} - {more})"),
            })
        };
        numbers.iter().find_map(named).or_else(|| {
            let (op, [a, b]) = self.parts(term)?;
            let sign = match op {
                HostOp::Mul => "*",
                HostOp::Div => "/",
                HostOp::Rem => "%",
                HostOp::Add
                | HostOp::Sub
                | HostOp::BitAnd
                | HostOp::BitOr
                | HostOp::BitXor
                | HostOp::ShiftLeft
                | HostOp::ShiftRight
                | HostOp::Less
                | HostOp::LessEqual
                | HostOp::Equal
                | HostOp::NotEqual
                | HostOp::Other => return None,
            };
            let text = format!("({} {sign} {})", self.text(numbers, a)?, self.text(numbers, b)?);
            (text.len() <= MOST_TEXT).then_some(text)
        })
    }
}

impl Context {
    /// A launch that hands over the numbers of this way, with what else is known of it; none if it is no launch of this way, or the text
    /// of the launch says as much.
    pub(super) fn launch(&self, files: &Files, kernel: &Kernel, mut launch: Launch) -> Option<Launch> {
        let before = (launch.extents.len(), launch.unclear.len());
        let sizes = launch.grid.iter_mut().chain(&mut launch.block);
        for (known, size) in sizes.zip(self.sizes) {
            if known.is_some() && size.is_some() && *known != size {
                return None;
            }
            *known = known.or(size);
        }
        for (n, text) in &self.relations {
            if launch.grid[*n].is_none() && !launch.relations.contains(text) {
                launch.relations.push(text.clone());
            }
        }
        let name = |param: u32| kernel.params.get(param as usize).map(|param| &param.name);
        let numbers: Vec<_> = launch.args.iter().filter_map(|(param, _)| name(*param)).collect();
        launch
            .unclear
            .retain(|one| !self.knows(&one.name) && !numbers.contains(&&one.name));
        for buffer in &self.buffers {
            let param = match &buffer.param {
                Some(name) => Some(index(kernel, name)?),
                None => None,
            };
            let is_there = param.is_some() || has_dynamic_shared(kernel);
            if is_there && launch.extents.iter().all(|known| known.param != param) {
                launch.extents.push(Extent {
                    param,
                    bytes: buffer.bytes.clone(),
                    offset: buffer.offset.clone(),
                    line: Some(HostLine::of(files, buffer.born)),
                });
            }
        }
        ((launch.extents.len(), launch.unclear.len()) != before).then_some(launch)
    }

    /// Whether a size of the launch is a known number. Of one that is only related to others, callers may say more.
    fn knows(&self, name: &str) -> bool {
        let mut sizes = SIZES.iter().zip(self.sizes);
        sizes.any(|(size, known)| *size == name && known.is_some())
    }
}

fn has_dynamic_shared(kernel: &Kernel) -> bool {
    let mut objects = kernel.objects.iter();
    objects.any(|object| object.source == ObjectSource::DynamicShared)
}

/// The pointer parameter of this name.
pub(super) fn index(kernel: &Kernel, name: &str) -> Option<u32> {
    let is_it = |param: &Param| param.name == name && param.ty == Ty::Ptr;
    kernel.params.iter().position(is_it).map(|n| n as u32)
}
