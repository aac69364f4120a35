//! Launches.

use super::eval::{Ways, number};
use super::machine::Machine;
use super::order::{Access, Issued};
use super::record::Found;
use super::rules::Rule;
use super::state::{Contents, Made, State};
use super::unreset::{self, Change};
use super::value::{SiteId, TermId, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::{Each, HostExpr, HostLaunch, HostOp, KernelUse, MemorySpace};

/// Most of each: threads of a block in each dimension, and in all (CUDA C++ Programming Guide, "Compute Capabilities"; the same since
/// compute capability 2.0).
const MOST_THREADS: ([i128; 3], i128) = ([1024, 1024, 64], 1024);
/// Most blocks in each dimension (ibid.).
const MOST_BLOCKS: [i128; 3] = [(1 << 31) - 1, 65_535, 65_535];
/// Most bytes of shared memory that any block can have: 227 KiB, of compute capability 9.0 and 10.0 (ibid.).
const MOST_SHARED: i128 = 227 * 1024;

/// How many threads a block has, and how many there are in all.
pub type Threads = [Option<TermId>; 2];

/// What a launch does to one buffer, all of its arguments together.
struct Touched {
    /// How many of its first bytes the threads read for certain, and how many alone they write.
    each: [Option<TermId>; 2],
    site: SiteId,
    offset: Option<TermId>,
    reads: bool,
    writes: bool,
    known: bool,
    /// How many bytes from there on threads are sure to touch.
    sure: Option<TermId>,
}

impl Machine<'_> {
    /// A launch.
    pub fn launch(&mut self, launch: &HostLaunch, span: Span, state: State) -> Ways<Value> {
        let shape = launch
            .grid
            .iter()
            .chain(&launch.block)
            .chain([&launch.shared, &launch.stream]);
        let arguments = launch.arguments.iter().map(|argument| &argument.value);
        let parts = launch.parts.iter().map(|(_, part)| part);
        let all: Vec<HostExpr> = shape.chain(parts).chain(arguments).cloned().collect();
        let mut found = Vec::new();
        for (mut state, mut values) in self.all(&all, state) {
            let mut parts = values.split_off(8);
            let arguments = parts.split_off(launch.parts.len());
            self.record.visit(span);
            self.keep_meetings(&state, launch, (&values, &arguments, &parts), span);
            self.keep_unreset(&state, launch, (&arguments, &parts), span);
            self.check_shape(&state, &launch.kernel, &values, span);
            let uses: Vec<(Value, KernelUse)> = arguments
                .into_iter()
                .zip(launch.arguments.iter().map(|argument| argument.usage))
                .collect();
            let threads = self.threads(&values[0], &values[3]);
            self.run(&mut state, launch, &values[7], (&uses, threads), span);
            found.push((state, Value::Unknown));
        }
        found
    }

    /// The threads of a block and of the grid, in the first dimension.
    fn threads(&mut self, grid: &Value, block: &Value) -> Threads {
        let block = number(block);
        let all = number(grid).zip(block);
        [
            block,
            all.map(|(grid, block)| self.terms.op(HostOp::Mul, grid, block)),
        ]
    }

    /// How many of the first bytes those elements are that have numbers of threads.
    fn reached(&mut self, each: Option<Each>, offset: Option<TermId>, threads: Threads) -> Option<TermId> {
        let is_start = offset.and_then(|offset| self.terms.known(offset)) == Some(0);
        let each = each.filter(|_| is_start)?;
        let threads = threads[usize::from(each.of_grid)]?;
        let bytes = self.terms.int(i128::from(each.bytes));
        Some(self.terms.op(HostOp::Mul, threads, bytes))
    }

    /// How many bytes threads are sure to touch from where a pointer leads, in a launch of known sizes.
    fn surely(&mut self, usage: &KernelUse, uses: &[(Value, KernelUse)], threads: Threads) -> Option<TermId> {
        let sure = usage.surely?;
        let known = |term: TermId| self.terms.known(term);
        let mut count = threads[usize::from(sure.each.of_grid)].and_then(known)?;
        if let Some(below) = sure.below {
            let (handed, _) = uses.get(below as usize)?;
            count = count.min(number(handed).and_then(known)?);
        }
        let bytes = count.checked_mul(i128::from(sure.each.bytes))?;
        Some(self.terms.int(bytes))
    }

    fn check_shape(&mut self, state: &State, kernel: &str, values: &[Value], span: Span) {
        let known: Vec<Option<i128>> = values
            .iter()
            .map(|value| number(value).and_then(|term| self.terms.known(term)))
            .collect();
        let (grid, block) = (&known[..3], &known[3..6]);
        let mut wrong = Vec::new();
        for (sizes, of, most) in [(grid, "grid", MOST_BLOCKS), (block, "block", MOST_THREADS.0)] {
            for ((size, axis), most) in sizes.iter().zip(["x", "y", "z"]).zip(most) {
                match size {
                    Some(size) if *size <= 0 => wrong.push(format!("the {of} has {axis} = {size}")),
                    Some(size) if *size > most => {
                        wrong.push(format!("the {of} has {axis} = {size}, where {most} is the most"));
                    }
                    Some(_) | None => {}
                }
            }
        }
        let threads = block
            .iter()
            .copied()
            .collect::<Option<Vec<i128>>>()
            .map(|sizes| sizes.iter().product::<i128>());
        if let Some(threads) = threads.filter(|threads| *threads > MOST_THREADS.1 && wrong.is_empty()) {
            wrong.push(format!(
                "a block has {threads} threads, where {} is the most",
                MOST_THREADS.1
            ));
        }
        if let Some(bytes) = known[6].filter(|bytes| *bytes > MOST_SHARED) {
            wrong.push(format!(
                "a block has {bytes} bytes of shared memory, where {MOST_SHARED} is the most"
            ));
        }
        for what in wrong {
            let found = Found {
                rule: Rule::LaunchShape,
                place: (span, "this launch fails".to_owned()),
                other: None,
                message: format!("no device can launch `{kernel}` so: {what}"),
                weak: None,
            };
            self.record.find(state.way.doubtful, found);
        }
    }

    fn run(
        &mut self,
        state: &mut State,
        launch: &HostLaunch,
        stream: &Value,
        (uses, threads): (&[(Value, KernelUse)], Threads),
        span: Span,
    ) {
        let (accesses, numbers) = self.touched(state, &launch.kernel, (uses, threads), span);
        let issued = Issued {
            stream: self.stream(state, Some(stream)),
            accesses,
            span,
            what: format!("the launch of `{}`", launch.kernel),
            numbers: Some(numbers),
            waits: false,
        };
        self.issue(state, issued);
    }

    /// What a kernel does to its buffers; the accesses that are known, and the numbers that it is handed.
    pub fn touched(
        &mut self,
        state: &mut State,
        kernel: &str,
        (uses, threads): (&[(Value, KernelUse)], Threads),
        span: Span,
    ) -> (Vec<Access>, Vec<Value>) {
        let what = format!("the launch of `{kernel}`");
        let mut touched: Vec<Touched> = Vec::new();
        let mut numbers = Vec::new();
        for (value, usage) in uses {
            match value {
                Value::Pointer(site, offset) if usage.is_pointer => {
                    let known = touched.iter_mut().find(|known| known.site == *site);
                    match known {
                        Some(known) => {
                            known.offset = known.offset.filter(|at| Some(*at) == *offset);
                            known.reads |= usage.reads;
                            known.writes |= usage.writes;
                            known.known &= usage.known;
                            known.each = [None; 2];
                            known.sure = None;
                        }
                        None => touched.push(Touched {
                            site: *site,
                            offset: *offset,
                            reads: usage.reads,
                            writes: usage.writes,
                            known: usage.known,
                            each: [usage.reads_each, usage.writes_each]
                                .map(|each| self.reached(each, *offset, threads)),
                            sure: self.surely(usage, uses, threads),
                        }),
                    }
                }
                // Pointers in a structure: what the kernel does with them is not followed.
                Value::Whole(path) | Value::Address(path) => {
                    for (_, inner) in state.parts(&path.clone()) {
                        if let Value::Pointer(site, _) = inner {
                            touched.push(Touched {
                                site,
                                offset: None,
                                reads: true,
                                writes: true,
                                known: false,
                                each: [None; 2],
                                sure: None,
                            });
                        }
                    }
                }
                Value::Pointer(..) | Value::Unknown | Value::Number(_) => {
                    if !usage.is_pointer && !usage.is_float {
                        numbers.push(value.clone());
                    }
                }
            }
        }
        let mut accesses = Vec::new();
        for touch in &touched {
            let alive = self.use_site(state, touch.site, span, &what);
            if touch.known && alive {
                for writes in [(touch.writes, true), (touch.reads && !touch.writes, false)] {
                    if writes.0 {
                        self.kernel_may(state, touch.site, writes.1, span, &what);
                    }
                }
            }
            if touch.known && (touch.reads || touch.writes) {
                accesses.push(Access {
                    site: touch.site,
                    offset: touch.offset,
                    writes: touch.writes,
                    sure: touch.sure,
                });
            }
            let adds = alive && self.only_adds(touch, uses);
            // Parts stand for the memory object that they are of.
            let (whole, _) = self.whole(state, touch.site, None);
            let touch = &Touched {
                site: whole,
                each: if whole == touch.site {
                    touch.each
                } else {
                    [None; 2]
                },
                ..*touch
            };
            if alive && touch.known && touch.reads && !touch.writes || adds {
                self.is_set(state, touch.site, span, &what);
                self.is_set_to(state, (touch.site, touch.each[0]), (span, &what), None);
            }
            if touch.known && touch.reads {
                self.kernel_reads(state, touch.site, span);
            }
            if touch.reads || !touch.known {
                if let Some(site) = state.sites.get_mut(&touch.site) {
                    site.output = None;
                }
                state
                    .missing
                    .retain(|missing| !(missing.of == touch.site && missing.by_host));
            }
            if touch.writes || !touch.known {
                let before = state.sites.get(&touch.site).cloned();
                self.wrote(state, touch.site, span);
                if let Some(before) = &before {
                    let start = self.terms.int(0);
                    self.reaches(state, touch.site, (Some(start), touch.each[1]), before);
                }
                let before = before.map(|site| site.holds).unwrap_or_default();
                self.made_by(state, touch, (kernel, uses, span), before);
                self.result(state, touch, span);
            }
        }
        unreset::change(&mut state.changed, Change::Launch(kernel.to_owned()), span);
        (accesses, numbers)
    }

    /// Whether a kernel changes a buffer by what is in it, and in no other way.
    fn only_adds(&self, touch: &Touched, uses: &[(Value, KernelUse)]) -> bool {
        let is_it = |value: &Value| matches!(value, Value::Pointer(site, _) if *site == touch.site);
        touch.known
            && uses
                .iter()
                .filter(|(value, _)| is_it(value))
                .all(|(_, usage)| usage.reads && usage.writes)
    }

    /// A launch of a kernel has written memory: whether what it holds is that kernel's alone.
    fn made_by(
        &mut self,
        state: &mut State,
        touch: &Touched,
        (kernel, uses, place): (&str, &[(Value, KernelUse)], Span),
        before: Contents,
    ) {
        let is_it =
            |(value, _): &(Value, KernelUse)| matches!(value, Value::Pointer(site, _) if *site == touch.site);
        let mut arguments = uses.iter().enumerate().filter(|(_, handed)| is_it(handed));
        let zeros = uses.iter().map(|(value, _)| self.is_zero(value)).collect();
        if let (Some((argument, (Value::Pointer(_, at), _))), None) = (arguments.next(), arguments.next())
            && let Some(site) = state.sites.get_mut(&touch.site)
            && touch.known
        {
            let (before, mut all) = match before {
                Contents::Results(before, all) => (before, all),
                before => (Box::new(before), Vec::new()),
            };
            all.retain(|made| made.kernel != kernel);
            all.push(Made {
                kernel: kernel.to_owned(),
                argument,
                at: *at,
                zeros,
                place,
            });
            site.holds = Contents::Results(before, all);
        }
    }

    /// Memory holds a kernel's result.
    fn result(&mut self, state: &mut State, touch: &Touched, span: Span) {
        let Some(site) = state.sites.get_mut(&touch.site) else {
            return;
        };
        match touch.known {
            true if site.space() == Some(MemorySpace::Device) => site.output = Some(span),
            true => {}
            // What a kernel makes of it is not known, nor whether it still is what came from the host.
            false => site.source = None,
        }
    }
}
