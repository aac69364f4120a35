//! Pointers of one launch that lead into one buffer, by what host code hands over on its ways.

use super::context::{Context, Numbers, Pointer, index};
use super::leftovers::Leftovers;
use super::machine::Machine;
use super::rough::Purpose;
use super::state::{Kind, State};
use super::unreset::{self, Left, Start};
use super::value::{SiteId, TermId, Value};
use kverify_frontend::ir::host::{HostFunction, HostLaunch, HostProgram};
use kverify_frontend::ir::{
    HostLine, Kernel, Launch, Module, Overlap, Param, Span, StmtKind, Ty, Unreset, Writer,
};
use std::collections::{BTreeMap, BTreeSet};

/// Most ways in which the pointers of one launch are taken to meet; of more, not how far apart.
const MOST: usize = 16;

/// A parameter that leads into the buffer of another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Meeting {
    param: String,
    of: String,
    /// How many bytes behind the other, as `--assume` takes it.
    bytes: Option<String>,
}

/// How the pointers of a launch meet on one way.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Met {
    meetings: Vec<Meeting>,
    /// The numbers that it hands over, as far as they are known there: how far apart pointers lie mostly depends on them.
    numbers: Vec<(String, i128)>,
    /// What else it gets, where it is sure to be taken for some values of what the program is started with.
    context: Option<Context>,
}

impl Met {
    /// Only how the pointers meet, with the numbers that it depends on.
    fn pointers(&self) -> Met {
        let depends = self.meetings.iter().any(|meeting| meeting.bytes.is_some());
        Met {
            meetings: self.meetings.clone(),
            numbers: if depends { self.numbers.clone() } else { Vec::new() },
            context: None,
        }
    }
}

/// The same; the function where the way began.
type Way = (usize, Met);

/// Two pointers of a launch, by the names of their parameters, in the order of these.
type Pair = (String, String);

/// Pairs of pointers of which it is known whether they meet and how far apart.
#[derive(Default)]
struct Pairs {
    /// Those of which each visit of a launch says so; the functions where the ways began.
    settled: BTreeMap<Span, BTreeMap<usize, BTreeSet<Pair>>>,
    /// Functions that were called and not followed, or not on all ways.
    skipped: BTreeSet<usize>,
}

/// What was seen of launches.
#[derive(Default)]
pub struct Meetings {
    of: BTreeMap<Span, BTreeSet<Way>>,
    /// Pairs of which it is known whether they meet.
    pairs: Pairs,
    /// The functions that launches stand in.
    inside: BTreeMap<Span, usize>,
    /// Calls that were followed: who calls whom.
    pub(super) followed: BTreeSet<(usize, usize)>,
    /// Functions that were called and not followed, or not on all ways.
    skipped: BTreeSet<usize>,
    /// What is not zero at launches; the functions where the ways began.
    pub(super) unreset: BTreeMap<Span, BTreeSet<(usize, Left)>>,
    /// The parameters that lead to nothing but zeros on some way.
    pub(super) cleared: BTreeMap<Span, BTreeSet<String>>,
    /// What is left at the ends of the functions where ways began.
    pub(super) left: BTreeMap<usize, Leftovers>,
    /// Functions that are called.
    pub called: BTreeSet<usize>,
}

impl Machine<'_> {
    /// Keeps which pointers of a launch meet, if its way is known to be taken.
    pub(super) fn keep_meetings(
        &mut self,
        state: &State,
        launch: &HostLaunch,
        (shape, arguments, parts): (&[Value], &[Value], &[Value]),
        span: Span,
    ) {
        let mut numbers: Numbers<'_> = Vec::new();
        let mut pointers: Vec<Pointer<'_>> = Vec::new();
        for (argument, value) in launch.arguments.iter().zip(arguments) {
            match value {
                Value::Number(term) if argument.is_kept => numbers.push((&argument.name, *term)),
                Value::Pointer(site, offset) => pointers.push((&argument.name, *site, *offset)),
                Value::Number(_) | Value::Unknown | Value::Address(_) | Value::Whole(_) => {}
            }
        }
        for ((name, _), value) in launch.parts.iter().zip(parts) {
            if let Value::Pointer(site, offset) = value {
                pointers.push((name, *site, *offset));
            }
        }
        let root = self.root();
        let settled = self.settled(state, &numbers, &pointers);
        let before = self.meetings.pairs.settled.entry(span).or_default().entry(root);
        before
            .and_modify(|before| before.retain(|pair| settled.contains(pair)))
            .or_insert(settled);
        if let Some(function) = self.frames.last() {
            self.meetings.inside.insert(span, *function);
        }
        let is_sure = state.way.depends_only_on(&self.terms, &self.free);
        if state.way.doubtful {
            return;
        }
        let mut meetings = Vec::new();
        for (n, (param, site, at)) in pointers.iter().enumerate() {
            let Some((of, _, from)) = pointers[..n].iter().find(|(_, other, _)| other == site) else {
                continue;
            };
            let bytes = from
                .zip(*at)
                .and_then(|(from, at)| self.terms.between(&numbers, from, at));
            meetings.push(Meeting {
                param: (*param).to_owned(),
                of: (*of).to_owned(),
                bytes,
            });
        }
        let known = |(name, term): &(&str, TermId)| Some(((*name).to_owned(), self.terms.known(*term)?));
        let met = Met {
            meetings,
            numbers: numbers.iter().filter_map(known).collect(),
            // Of numbers that are not followed nothing says that they are as large as a buffer.
            context: (is_sure && numbers_are_followed(launch, arguments))
                .then(|| self.context_of(state, shape, (&numbers, &pointers), span)),
        };
        self.meetings.of.entry(span).or_default().insert((root, met));
    }

    /// The pairs of pointers that lead into different buffers, or into one at a distance that is known.
    fn settled(&self, state: &State, numbers: &Numbers<'_>, pointers: &[Pointer<'_>]) -> BTreeSet<Pair> {
        let is_own = |site: &SiteId| {
            let made = state
                .sites
                .get(site)
                .is_some_and(|site| matches!(site.kind, Kind::Memory(_)));
            made || self.handed.contains(site)
        };
        let mut found = BTreeSet::new();
        for (n, (param, site, at)) in pointers.iter().enumerate() {
            for (of, other, from) in &pointers[..n] {
                let is_settled = match site == other {
                    true => {
                        let distance = from
                            .zip(*at)
                            .and_then(|(from, at)| self.terms.between(numbers, from, at));
                        !state.way.doubtful && distance.is_some()
                    }
                    false => is_own(site) && is_own(other),
                };
                if is_settled {
                    found.insert(((*of).to_owned(), (*param).to_owned()));
                }
            }
        }
        found
    }

    /// The function where the way began.
    pub(super) fn root(&self) -> usize {
        self.frames.first().copied().unwrap_or(usize::MAX)
    }
}

/// Whether all numbers that a launch hands over are known, or at least which ones they are.
fn numbers_are_followed(launch: &HostLaunch, arguments: &[Value]) -> bool {
    let mut handed = launch.arguments.iter().zip(arguments);
    handed.all(|(argument, value)| {
        let is_number = argument.is_kept && matches!(value, Value::Number(_));
        is_number || argument.usage.is_pointer || argument.usage.is_float
    })
}

/// Says of the launches of a module which of their pointers meet, and which memory does not hold zeros that may have to.
pub fn attach(module: &mut Module) {
    // Running host code is dear: it is done where two pointers may meet, sizes or numbers are open, or a kernel may
    // count on zeros.
    let matters = |kernel: &Kernel| {
        let pointers = kernel.params.iter().filter(|param| param.ty == Ty::Ptr);
        let is_open =
            |launch: &Launch| launch.extents.len() < pointers.clone().count() || !launch.unclear.is_empty();
        kernel.launches.iter().any(is_open)
            || !kernel.launches.is_empty() && (pointers.clone().count() > 1 || may_count_on_zeros(kernel))
    };
    if !module.kernels.iter().any(matters) {
        return;
    }
    let program = std::mem::take(&mut module.host);
    let seen = all(&program);
    let mut starts = starts(module, &program, &seen);
    for (number, kernel) in module.kernels.iter_mut().enumerate() {
        let mut launches: Vec<Launch> = Vec::new();
        for mut launch in std::mem::take(&mut kernel.launches) {
            let start = starts.remove(&(number, launch.span)).unwrap_or_default();
            launch.unreset = start.left.into_iter().collect();
            launch.cleared = start.cleared.into_iter().collect();
            let settled = seen.settled_at(&program, launch.span);
            if let Some(settled) = &settled {
                settle(kernel, &mut launch, settled);
            }
            let is_settled = |meeting: &Meeting| {
                let all = settled.as_ref();
                all.is_some_and(|all| is_among(all, &meeting.param, &meeting.of))
            };
            let ways = seen.of.get(&launch.span).into_iter().flatten();
            let ways: BTreeSet<&Met> = ways.map(|(_, way)| way).collect();
            let mut apart = few(ways.iter().map(|way| way.pointers()).collect());
            // On a way that is not followed the two may lie otherwise.
            let mut meetings = apart.iter().flat_map(|way| &way.meetings).peekable();
            if meetings.peek().is_none() {
                apart = BTreeSet::from([Met::default()]);
            } else if !meetings.all(is_settled) {
                apart.insert(Met::default());
            }
            let of_way = |way: &Met| {
                let context = way.context.as_ref()?;
                context.launch(&module.files, kernel, met_by(kernel, &launch, way)?)
            };
            let mut met: Vec<Launch> = Vec::new();
            for pointers in &apart {
                let own = ways.iter().filter(|way| way.pointers() == *pointers);
                let own = own.filter_map(|way| of_way(way)).take(MOST).collect();
                met.extend(met_by(kernel, &launch, pointers).map(|launch| Launch { ways: own, ..launch }));
            }
            if met.is_empty() {
                met.push(launch);
            }
            for launch in met {
                if !launches.contains(&launch) {
                    launches.push(launch);
                }
            }
        }
        kernel.launches = launches;
    }
    module.host = program;
}

impl Meetings {
    /// Notes a function that is called and not followed.
    pub(super) fn skip(&mut self, function: usize) {
        self.skipped.insert(function);
        self.pairs.skipped.insert(function);
    }

    /// Whether no way to a launch was left out, if these functions were not followed.
    fn is_followed(&self, program: &HostProgram, span: Span, skipped: &BTreeSet<usize>) -> bool {
        let is_left_out = |inside: &usize| {
            let mut skipped = skipped.iter();
            skipped.any(|function| reaches(program, *function, *inside))
        };
        self.inside.get(&span).is_some_and(|inside| !is_left_out(inside))
    }

    /// The pairs of a launch that all visits settle, if no way to it was left out.
    fn settled_at(&self, program: &HostProgram, span: Span) -> Option<BTreeSet<Pair>> {
        if !self.is_followed(program, span, &self.pairs.skipped) {
            return None;
        }
        let mut of_roots = self.pairs.settled.get(&span)?.values().cloned();
        let first = of_roots.next()?;
        Some(of_roots.fold(first, |all, other| all.intersection(&other).cloned().collect()))
    }

    /// Takes in what a run of a function saw, but for its pairs.
    fn take_in(&mut self, seen: Meetings) {
        self.left.extend(seen.left);
        self.skipped.extend(seen.skipped);
        for (span, ways) in seen.of {
            self.of.entry(span).or_default().extend(ways);
        }
        for (span, left) in seen.unreset {
            self.unreset.entry(span).or_default().extend(left);
        }
        for (span, names) in seen.cleared {
            self.cleared.entry(span).or_default().extend(names);
        }
        self.follow(seen.followed, seen.inside, seen.called);
    }

    /// Takes in where a run of a function went.
    fn follow(
        &mut self,
        followed: BTreeSet<(usize, usize)>,
        inside: BTreeMap<Span, usize>,
        called: BTreeSet<usize>,
    ) {
        self.followed.extend(followed);
        self.inside.extend(inside);
        self.called.extend(called);
    }
}

/// Whether a function leads to another.
fn reaches(program: &HostProgram, from: usize, to: usize) -> bool {
    let (mut known, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(function) = next.pop() {
        if known.insert(function) {
            next.extend(program.functions.get(function).into_iter().flat_map(|f| &f.calls));
        }
    }
    known.contains(&to)
}

/// Forgets that pointers may meet of which it is known whether they do.
fn settle(kernel: &Kernel, launch: &mut Launch, settled: &BTreeSet<Pair>) {
    let name = |n: u32| kernel.params.get(n as usize).map(|param| param.name.clone());
    let doubtful = std::mem::take(&mut launch.doubtful);
    launch.overlaps.retain(|overlap| {
        let pair = name(overlap.of).zip(name(overlap.param));
        let is_settled = pair.is_some_and(|(a, b)| is_among(settled, &a, &b));
        let is_doubtful = doubtful.contains(&(overlap.param, overlap.of));
        overlap.bytes.is_some() || is_doubtful || !is_settled
    });
}

/// Whether two pointers are one of some pairs, whichever comes first.
fn is_among(pairs: &BTreeSet<Pair>, a: &str, b: &str) -> bool {
    let is_it = |(x, y): (&str, &str)| pairs.contains(&(x.to_owned(), y.to_owned()));
    is_it((a, b)) || is_it((b, a))
}

/// Whether a kernel has accesses by which threads wait for each other or count: those may need zeros at the start.
fn may_count_on_zeros(kernel: &Kernel) -> bool {
    kernel
        .blocks
        .iter()
        .flat_map(|block| &block.stmts)
        .any(|stmt| match &stmt.kind {
            StmtKind::Atomic(_) => true,
            StmtKind::Load { volatile, .. } | StmtKind::Store { volatile, .. } => *volatile,
            _ => false,
        })
}

/// What holds zeros at each launch of the kernels and what does not: instantiations of one name have objects of their own.
fn starts(module: &Module, program: &HostProgram, seen: &Meetings) -> BTreeMap<(usize, Span), Start> {
    let mut known = unreset::Known {
        kernels: BTreeMap::new(),
        left: &seen.left,
    };
    for kernel in &module.kernels {
        known.kernels.entry(&kernel.name).or_default().push(kernel);
    }
    let mut found = BTreeMap::new();
    for (number, kernel) in module.kernels.iter().enumerate() {
        let counts = may_count_on_zeros(kernel);
        for launch in &kernel.launches {
            let left = seen.unreset.get(&launch.span).into_iter().flatten();
            let is_followed = seen.is_followed(program, launch.span, &seen.skipped);
            let names = seen.cleared.get(&launch.span).filter(|_| is_followed);
            let cleared =
                names.map(|names| unreset::cleared(kernel, names, left.clone().map(|(_, left)| left)));
            let cleared = cleared.unwrap_or_default();
            if !counts {
                found.insert(
                    (number, launch.span),
                    Start {
                        cleared,
                        ..Start::default()
                    },
                );
                continue;
            }
            let of = |object, (writer, place)| Unreset {
                object,
                line: HostLine::of(&module.files, place),
                writer,
            };
            let in_object = |(object, left)| {
                unreset::left_in(kernel, object, left, &known).map(|found| of(object, found))
            };
            let all = left.flat_map(|(_, left)| kernel.objects.indices().map(move |object| (object, left)));
            let mut all: BTreeSet<Unreset> = all.filter_map(in_object).collect();
            let stands = |function: &HostFunction| function.launches.contains(&launch.span);
            if program.functions.iter().any(stands) && !is_followed {
                let objects = kernel.objects.indices();
                all.extend(objects.map(|object| of(object, (Writer::Unfollowed, launch.span))));
            }
            found.insert((number, launch.span), Start { left: all, cleared });
        }
    }
    found
}

/// How the pointers of each launch meet and what is not zero, where a program shows it.
fn all(program: &HostProgram) -> Meetings {
    let mut found = Meetings::default();
    for (number, function) in program.functions.iter().enumerate() {
        if !function.leads_to_commands {
            continue;
        }
        if function.lost.is_some() {
            found.skip(number);
        } else {
            let machine = super::run(program, number, Purpose::Findings).0;
            if machine.lost.is_some() {
                found.skipped.insert(number);
            }
            let is_whole = machine.lost.is_none() && !machine.assumes_ways;
            let is_lost = machine.lost.is_some();
            let mut seen = machine.meetings;
            let mut pairs = is_whole.then(|| std::mem::take(&mut seen.pairs));
            found.take_in(seen);
            for purpose in [Purpose::Pairs, Purpose::RoughPairs] {
                if pairs.is_some() || is_lost && purpose == Purpose::Pairs {
                    continue;
                }
                let machine = super::run(program, number, purpose).0;
                if machine.lost.is_none() {
                    let seen = machine.meetings;
                    found.follow(seen.followed, seen.inside, seen.called);
                    pairs = Some(seen.pairs);
                }
            }
            match pairs {
                Some(pairs) => {
                    found.pairs.skipped.extend(pairs.skipped);
                    for (span, settled) in pairs.settled {
                        found.pairs.settled.entry(span).or_default().extend(settled);
                    }
                }
                None => {
                    found.pairs.skipped.insert(number);
                }
            }
        }
    }
    // What is named and never called where it is followed may be called with anything.
    for (number, function) in program.functions.iter().enumerate() {
        let unfollowed = function
            .calls
            .iter()
            .filter(|callee| !found.followed.contains(&(number, **callee)));
        for skipped in unfollowed.chain(&function.values).copied().collect::<Vec<_>>() {
            found.skip(skipped);
        }
    }
    let has_main = program.functions.iter().any(|function| function.name == "main");
    let called = &found.called;
    let is_inner = |root: usize| {
        let is_internal = program.functions.get(root).is_some_and(|function| {
            let last = function.name.rsplit("::").next().unwrap_or_default();
            let is_called = program
                .called_elsewhere
                .as_ref()
                .map(|names| names.contains(last));
            function.is_internal || !is_called.unwrap_or(!has_main)
        });
        called.contains(&root) && is_internal
    };
    for ways in found.of.values_mut() {
        ways.retain(|(root, _)| !is_inner(*root));
    }
    for pairs in found.pairs.settled.values_mut() {
        pairs.retain(|root, _| !is_inner(*root));
    }
    for left in found.unreset.values_mut() {
        left.retain(|(root, _)| !is_inner(*root));
    }
    found.left.retain(|root, _| !is_inner(*root));
    found
}

/// The same ways, or fewer that say less.
fn few(mut ways: BTreeSet<Met>) -> BTreeSet<Met> {
    let forget: [fn(&mut Met); 2] = [
        |way| way.numbers.clear(),
        |way| way.meetings.iter_mut().for_each(|meeting| meeting.bytes = None),
    ];
    for forget in forget {
        if ways.len() > MOST {
            let mut all: Vec<Met> = ways.into_iter().collect();
            all.iter_mut().for_each(forget);
            ways = all.into_iter().collect();
        }
    }
    ways
}

/// A launch whose pointers meet so; none if it hands over other numbers than the way.
fn met_by(kernel: &Kernel, launch: &Launch, way: &Met) -> Option<Launch> {
    let mut launch = launch.clone();
    for (name, value) in &way.numbers {
        let number = |param: &Param| param.name == *name && matches!(param.ty, Ty::Int { bits: 32.., .. });
        let Some(param) = kernel.params.iter().position(number) else {
            continue;
        };
        let param = param as u32;
        match launch.args.iter().find(|(known, _)| *known == param) {
            Some((_, known)) if known != value => return None,
            None if (0..=i128::from(i32::MAX)).contains(value) => launch.args.push((param, *value)),
            Some(_) | None => {}
        }
    }
    for Meeting { param, of, bytes } in &way.meetings {
        let (Some(param), Some(of)) = (index(kernel, param), index(kernel, of)) else {
            continue;
        };
        // What the text of the arguments says of the two is less.
        launch
            .overlaps
            .retain(|overlap| overlap.bytes.is_none() || (overlap.param, overlap.of) != (param, of));
        if let Some(group) = launch.aliases.iter_mut().find(|group| group[0] == of) {
            group.retain(|other| *other != param);
        }
        if bytes.as_deref() != Some("0") {
            let bytes = bytes.clone();
            let overlap = Overlap { param, of, bytes };
            if !launch.overlaps.contains(&overlap) {
                launch.overlaps.push(overlap);
            }
            continue;
        }
        match launch.aliases.iter_mut().find(|group| group[0] == of) {
            Some(group) => group.push(param),
            None => launch.aliases.push(vec![of, param]),
        }
    }
    launch.aliases.retain(|group| group.len() > 1);
    Some(launch)
}
