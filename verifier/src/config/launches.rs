//! The sets of launches that host code makes.

use super::{AXES, Configuration, LaunchSource, given};
use crate::assume::{Assume, Fact};
use crate::extents;
use crate::overlaps;
use kverify_frontend::ir::{Kernel, Launch, Loc, Unclear};
use kverify_smt::answer::{Assumed, Config, Unknown};
use kverify_smt::taken_as_one;

/// Most launches of a kernel that are verified.
const MOST: usize = 64;

/// Most single ways to a launch that are looked at.
const MOST_WAYS: usize = 16;

/// One for each launch in host code, but for those of which another allows all. `asked` is what is verified where there are none:
/// launches that contradict what the kernel's own source demands are none of this kernel's.
pub(super) fn of_host(kernel: &Kernel, asked: &Configuration) -> Vec<Configuration> {
    let mut distinct: Vec<Configuration> = Vec::new();
    for launch in &kernel.launches {
        let Some(made) = under_launch(kernel, asked, launch) else {
            continue;
        };
        match distinct.iter_mut().find(|known| known.config == made.config) {
            Some(known) => known.join(made),
            None => distinct.push(made),
        }
    }
    let is_allowed = |one: &Configuration| {
        let mut others = distinct.iter().filter(|other| other.config != one.config);
        others.any(|other| other.allows(one, kernel))
    };
    let are_allowed: Vec<bool> = distinct.iter().map(is_allowed).collect();
    let (mut kept, mut allowed) = (Vec::new(), Vec::new());
    for (one, is_allowed) in distinct.into_iter().zip(are_allowed) {
        let list = if is_allowed { &mut allowed } else { &mut kept };
        list.push(one);
    }
    let mut distinct: Vec<Configuration> = kept;
    for mut one in allowed {
        let ways = std::mem::take(&mut one.ways);
        if let Some(other) = distinct.iter_mut().find(|other| other.allows(&one, kernel)) {
            other.add_ways(ways);
        }
    }
    let more = distinct.len().saturating_sub(MOST);
    distinct.truncate(MOST);
    if let Some(last) = distinct.last_mut() {
        last.more = more;
    }
    distinct
}

/// Launches beyond those that are verified: nothing is known of what the kernel does there.
pub fn beyond(kernel: &Kernel, configuration: &Configuration) -> Option<Unknown> {
    let message = format!(
        "host code launches the kernel in {} more ways than the {MOST} that are verified (--block and --grid name one)",
        configuration.more
    );
    let loc = Loc {
        span: kernel.span,
        call: None,
    };
    (configuration.more > 0).then_some(Unknown {
        message,
        loc: Some(loc),
    })
}

impl Configuration {
    fn add_ways(&mut self, ways: Vec<Configuration>) {
        for way in ways {
            if self.ways.len() < MOST_WAYS && !self.ways.contains(&way) {
                self.ways.push(way);
            }
        }
    }

    /// Adds a launch of which the same is known. Who launches with values of which more is understood shows what may happen.
    fn join(&mut self, other: Configuration) {
        if other.unclear.len() < self.unclear.len() {
            self.unclear = other.unclear;
        }
        self.given.retain(|name| other.given.contains(name));
        self.of_program &= other.of_program;
        self.add_ways(other.ways);
        self.unreset.extend(other.unreset);
        self.cleared.retain(|object| other.cleared.contains(object));
        self.into_variables.extend(other.into_variables);
        self.rows = self.rows.take().or(other.rows);
    }

    /// Whether all that `other` does is verified with this one: it has no values, buffers or sizes that this one lacks, and shows
    /// nothing that speaks against what is assumed of this one.
    fn allows(&self, other: &Configuration, kernel: &Kernel) -> bool {
        let (mine, others) = (&self.config, &other.config);
        self.allows_shape(other, kernel)
            && is_within(&mine.args, &others.args)
            && is_within(&mine.not_null, &others.not_null)
            && is_within(&mine.assumes, &others.assumes)
            && (&mine.aliases, &mine.overlaps, &mine.extents)
                == (&others.aliases, &others.overlaps, &others.extents)
            && is_within(&others.loose, &mine.loose)
            && mine.cooperative == others.cooperative
            && is_within(&other.unreset, &self.unreset)
            && is_within(&self.cleared, &other.cleared)
            && is_within(&other.into_variables, &self.into_variables)
            && (other.rows.is_none() || self.rows.is_some())
    }

    /// What the kernel never reads is taken to be 1 where it is not known: that allows no other size.
    fn allows_shape(&self, other: &Configuration, kernel: &Kernel) -> bool {
        let (mine, others) = (sizes(&self.config), sizes(&other.config));
        let pairs = || mine.iter().zip(&others);
        if !pairs().all(|((_, mine), (_, other))| mine.is_none() || mine == other) {
            return false;
        }
        let is_free =
            |((_, mine), (_, other)): &(&Size, &Size)| mine.is_none() && other.is_some_and(|n| n != 1);
        let mut free = pairs().filter(is_free).peekable();
        if free.peek().is_none() {
            return true;
        }
        let ones = taken_as_one(kernel, &self.config);
        free.all(|((name, _), _)| !ones.contains(name))
    }
}

/// `blockDim.x`, and what it is where that is known.
type Size = (String, Option<u64>);

fn sizes(config: &Config) -> Vec<Size> {
    let shapes = [("gridDim", config.grid), ("blockDim", config.block)];
    let named = shapes.into_iter().flat_map(|(shape, sizes)| {
        AXES.into_iter()
            .zip(sizes)
            .map(move |(axis, size)| (format!("{shape}.{axis}"), size))
    });
    named.collect()
}

fn is_within<T: PartialEq>(all: &[T], others: &[T]) -> bool {
    all.iter().all(|one| others.contains(one))
}

/// Whether nothing is known of a launch but how large its buffers are.
fn is_open(config: &Config, shaped: &Config) -> bool {
    config == shaped || extents::without(config) == extents::without(shaped)
}

/// The configuration with what its unclear sizes are by products of arguments, if that is known and the same in all launches.
pub fn with_products(kernel: &Kernel, configuration: &Configuration) -> Option<Configuration> {
    let mut closer = configuration.clone();
    closer.unclear.retain(|one| {
        let relation = one.relation.as_ref().filter(|_| {
            let says_so = |launch: &Launch| {
                launch
                    .unclear
                    .iter()
                    .any(|other| (&other.name, &other.relation) == (&one.name, &one.relation))
            };
            kernel.launches.iter().all(says_so)
        });
        let facts = relation.and_then(|relation| {
            let facts = Assume::parse(relation)
                .and_then(|assume| assume.facts(kernel))
                .ok()?;
            let holds = facts.into_iter().map(|fact| match fact {
                Fact::Holds(holds, _) => Some(given(holds, relation, "host code")),
                Fact::Distinct(_) | Fact::Monotone(_) | Fact::Extent(_) => None,
            });
            holds.collect::<Option<Vec<Assumed>>>()
        });
        let is_known = facts.is_some();
        closer.config.assumes.extend(facts.into_iter().flatten());
        !is_known
    });
    (closer.unclear.len() < configuration.unclear.len()).then_some(closer)
}

/// The sizes and arguments of a launch that are not understood and that nothing else fixes.
fn unclear(config: &Config, launch: &Launch) -> Vec<Unclear> {
    let is_fixed = |unclear: &&Unclear| {
        let shapes = [("gridDim", config.grid), ("blockDim", config.block)];
        shapes.into_iter().any(|(shape, sizes)| {
            let fixed = AXES.into_iter().zip(sizes).filter(|(_, size)| size.is_some());
            fixed
                .map(|(axis, _)| axis)
                .any(|axis| unclear.name == format!("{shape}.{axis}"))
        })
    };
    launch
        .unclear
        .iter()
        .filter(|one| !is_fixed(one))
        .cloned()
        .collect()
}

/// What is known of a launch; `None` if it contradicts what is asked.
fn under_launch(kernel: &Kernel, asked: &Configuration, launch: &Launch) -> Option<Configuration> {
    let shaped = &asked.config;
    let mut config = shaped.clone();
    for i in 0..3 {
        config.block[i] = agree(shaped.block[i], launch.block[i])?;
        config.grid[i] = agree(shaped.grid[i], launch.grid[i])?;
    }
    config.args.clone_from(&launch.args);
    config.args.sort_unstable();
    config.not_null.clone_from(&launch.not_null);
    config.aliases.clone_from(&launch.aliases);
    config.overlaps = overlaps::of_launch(kernel, launch);
    config.loose.clone_from(&launch.loose);
    let says = |fact: String| launch.relations.iter().any(|relation| relation.contains(&fact));
    config.sized_block = AXES.map(|axis| {
        let sign = |sign| says(format!("blockDim.{axis} {sign} "));
        sign("<=") || sign("==")
    });
    if !kernel.grid_barriers().is_empty() {
        config.cooperative = launch.cooperative;
    }
    extents::of_launch(kernel, launch, &mut config);
    for relation in &launch.relations {
        let facts = Assume::parse(relation).and_then(|assume| assume.facts(kernel));
        for fact in facts.into_iter().flatten() {
            if let Fact::Holds(holds, _) = fact {
                config.assumes.push(given(holds, relation, "host code"));
            }
        }
    }
    let is_open = is_open(&config, shaped);
    let is_shape_asked = (config.block, config.grid) == (shaped.block, shaped.grid);
    let source = match (is_shape_asked, asked.source) {
        (true, LaunchSource::Comment) => LaunchSource::Comment,
        _ if (config.block, config.grid) == ([None; 3], [None; 3]) => LaunchSource::Symbolic,
        _ => LaunchSource::Host,
    };
    let line = if is_open {
        asked.line.clone()
    } else {
        Some(launch.line.clone())
    };
    Some(Configuration {
        unclear: unclear(&config, launch),
        given: launch.given.clone(),
        unreset: launch.unreset.clone(),
        cleared: launch.cleared.clone(),
        into_variables: launch.into_variables.clone(),
        rows: launch.rows.clone(),
        of_program: launch.of_program,
        ways: (launch.ways.iter())
            .filter_map(|way| under_launch(kernel, asked, way))
            .collect(),
        more: 0,
        config,
        source,
        line,
    })
}

/// What both know; `None` if they contradict each other.
fn agree(a: Option<u64>, b: Option<u64>) -> Option<Option<u64>> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => None,
        _ => Some(a.or(b)),
    }
}
