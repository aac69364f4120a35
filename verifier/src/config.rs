//! What the user asks for, and what is known of a kernel's launches: flag, then source comment, then host code.

mod launches;

use crate::assume::{Assume, Fact};
use crate::cache;
use crate::extents;
use crate::program::HostCode;
use crate::project::Project;
use crate::since::Changes;
use crate::verdict::Severity;
use crate::worker::Isolation;
use kverify_frontend::ir::{Expr, HostLine, Kernel, ObjectId, Unclear, Unreset};
use kverify_smt::answer::{Arith, Assumed, Config, RLIMIT, Taken, WORK};
pub use launches::{beyond, with_products};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Most threads of a block that are taken seriously. Today's CUDA devices run 1024, some OpenCL devices more; a kernel
/// can be verified for a device that is yet to come.
pub const MOST_BLOCK_THREADS: u64 = 1 << 20;
const MOST_BLOCK: [u64; 3] = [1 << 20, 1 << 20, 1 << 20];
const MOST_GRID: [u64; 3] = [(1 << 31) - 1, 65535, 65535];

/// Threads of a warp.
const WARP: u32 = 32;

/// What the user asks for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Options {
    /// How to read the source: language, defines, include folders, architecture, instantiations.
    pub parse: kverify_frontend::Options,
    /// Only kernels of these names; all if empty.
    pub kernels: Vec<String>,
    /// Threads of a block.
    pub block: Option<[u64; 3]>,
    /// Blocks of the launch.
    pub grid: Option<[u64; 3]>,
    /// Facts about scalar parameters and launch sizes, as C expressions.
    pub assumes: Vec<String>,
    /// Whose launches count.
    pub host: HostCode,
    /// Pointer parameters may overlap.
    pub may_alias: bool,
    /// What `kverify.toml` says of launches: it fills what flags and the kernel's source leave open.
    pub project_facts: ProjectFacts,
    /// How much findings of a rule matter, by the rule's id, where it is not as usual.
    pub severities: BTreeMap<String, Severity>,
    /// The rest of a run that is resumed: that a wish fits none of these kernels is no mistake, for it fitted one of the others.
    #[serde(skip)]
    pub is_rest: bool,
    /// Only kernels that these changes concern; all if `None`.
    #[serde(skip)]
    pub changes: Option<Arc<Changes>>,
    /// A hash of what the project files say and of the changes that count: runs that differ in it are not the same.
    pub project_digest: Option<String>,
    /// The project files, from which each source file gets options of its own; these options for all if `None`.
    #[serde(skip)]
    pub project: Option<Arc<Project>>,
    /// Arithmetic of the queries.
    pub arith: Arith,
    /// How much work one kernel may cost, as a multiple of the usual.
    pub effort: f64,
    /// Limit for one kernel, seconds of the processor: a last resort.
    pub timeout: f64,
    /// Threads that run in lock-step; 1 means none do.
    pub lockstep: u32,
    /// Say of host code all that clang does.
    pub input_diagnostics: bool,
    /// Warnings count as errors.
    pub strict: bool,
    /// Say what is slow as well.
    pub perf: bool,
    /// Kernels analysed at a time; the machine's cores if `None`.
    pub jobs: Option<usize>,
    /// Ask the solver even where it is not needed (differential tests).
    pub no_discharge: bool,
    /// Work in other processes, so that a crash costs one kernel; in this one if `None`.
    #[serde(skip)]
    pub isolation: Option<Isolation>,
    /// Where answers are kept from run to run; nowhere if `None`.
    #[serde(skip)]
    pub cache: Option<cache::Settings>,
    /// Small random launches on which every proved kernel is replayed (a test of kverify itself); 0 for none.
    pub cross_check: u32,
}

/// Launch facts of a project's file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectFacts {
    /// Threads of a block.
    pub block: Option<[u64; 3]>,
    /// Blocks of the launch.
    pub grid: Option<[u64; 3]>,
    /// Facts that hold for every kernel that they fit.
    pub assumes: Vec<String>,
    /// The file.
    pub origin: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        let config = Config::default();
        Options {
            parse: kverify_frontend::Options::default(),
            kernels: Vec::new(),
            block: None,
            grid: None,
            assumes: Vec::new(),
            host: HostCode::default(),
            may_alias: false,
            project_facts: ProjectFacts::default(),
            severities: BTreeMap::new(),
            is_rest: false,
            changes: None,
            project_digest: None,
            project: None,
            arith: Arith::Auto,
            effort: 1.0,
            timeout: config.timeout,
            lockstep: 1,
            input_diagnostics: false,
            strict: false,
            perf: false,
            jobs: None,
            no_discharge: false,
            isolation: None,
            cache: None,
            cross_check: 0,
        }
    }
}

impl Options {
    /// Whether kernels of the files are left out.
    pub fn is_partial(&self) -> bool {
        !self.kernels.is_empty() || self.changes.is_some()
    }

    /// The options for one source file: those of its project, or these.
    pub fn for_file(&self, path: &Path) -> Options {
        match &self.project {
            Some(project) => Options {
                project: None,
                ..project.options(path)
            },
            None => self.clone(),
        }
    }

    /// So much work, as it is usual, under the effort that is asked for; some in any case.
    pub fn work(&self, usual: u64) -> u64 {
        (usual as f64 * self.effort).max(1.0) as u64
    }

    /// The compute capability that the analysis assumes.
    pub fn cuda_arch(&self) -> u32 {
        self.parse.cuda_arch.unwrap_or(Config::default().cuda_arch)
    }
}

/// Reads `256`, `16,16` or `16x16x4` as a block; dimensions that are left out are 1.
///
/// # Errors
/// Says what is wrong: no number, zero, more dimensions than three, more threads than any device takes.
pub fn parse_block(text: &str) -> Result<[u64; 3], String> {
    let block = parse_dimensions(text, MOST_BLOCK)?;
    let threads: u64 = block.iter().product();
    if threads > MOST_BLOCK_THREADS {
        return Err(format!(
            "{threads} threads are more than the {MOST_BLOCK_THREADS} that a block can have"
        ));
    }
    Ok(block)
}

/// Reads `64`, `8,8` or `8x8x2` as a grid; dimensions that are left out are 1.
///
/// # Errors
/// Says what is wrong: no number, zero, more dimensions than three, more blocks than a launch can have.
pub fn parse_grid(text: &str) -> Result<[u64; 3], String> {
    parse_dimensions(text, MOST_GRID)
}

fn parse_dimensions(text: &str, most: [u64; 3]) -> Result<[u64; 3], String> {
    let parts: Vec<&str> = text.split([',', 'x', 'X']).map(str::trim).collect();
    if parts.len() > 3 {
        return Err("a launch has at most three dimensions".to_owned());
    }
    let mut dimensions = [1; 3];
    for (i, part) in parts.iter().enumerate() {
        let size: u64 = part
            .parse()
            .map_err(|_| format!("`{part}` is no size; write sizes as `256`, `16,16` or `16x16x4`"))?;
        if size == 0 {
            return Err(format!(
                "the {} dimension is 0, and such a launch runs nothing",
                AXES[i]
            ));
        }
        if size > most[i] {
            return Err(format!(
                "{size} is more than the {} that the {} dimension can have",
                most[i], AXES[i]
            ));
        }
        dimensions[i] = size;
    }
    Ok(dimensions)
}

const AXES: [&str; 3] = ["x", "y", "z"];

/// Where the launch shape comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LaunchSource {
    /// `--block` or `--grid`.
    Flag,
    /// The kernel's source: a `// kverify:` comment or `reqd_work_group_size`.
    Comment,
    /// `kverify.toml`.
    Project,
    /// A launch in the file's host code.
    Host,
    /// Nowhere: every launch that a device allows.
    Symbolic,
}

/// One set of launches to verify a kernel for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// What the encoder is told.
    pub config: Config,
    /// Where the launch shape comes from.
    pub source: LaunchSource,
    /// The line of the host's launch or of the comment.
    pub line: Option<HostLine>,
    /// Launch sizes and parameters that host code computes in a way that is not understood: it need not launch all that is verified.
    pub unclear: Vec<Unclear>,
    /// Parameters that host code hands over as it is given them by callers that nobody shows.
    pub given: Vec<String>,
    /// Memory that does not hold zeros when host code makes the launch.
    pub unreset: Vec<Unreset>,
    /// Memory that holds zeros whenever host code makes the launch.
    pub cleared: Vec<ObjectId>,
    /// Pointer parameters that may lead into a variable of the device's, and its name.
    pub into_variables: Vec<(u32, String)>,
    /// Where host code puts a pointer into a table of the launch that leads into the buffer of another.
    pub rows: Option<HostLine>,
    /// Whole programs make these launches: what memory holds then comes from somewhere in them.
    pub of_program: bool,
    /// Single ways of host code to the launch, of which more is known: the defects that they show are certain, and what they do not
    /// show is no proof.
    pub ways: Vec<Configuration>,
    /// Launches that are too many to be verified, and that no other configuration allows.
    pub more: usize,
}

impl Configuration {
    /// All launches that `config` allows, of which nothing else is known.
    fn of(config: Config) -> Configuration {
        Configuration {
            config,
            source: LaunchSource::Symbolic,
            line: None,
            unclear: Vec::new(),
            given: Vec::new(),
            unreset: Vec::new(),
            cleared: Vec::new(),
            into_variables: Vec::new(),
            rows: None,
            of_program: false,
            ways: Vec::new(),
            more: 0,
        }
    }

    /// ` in line 12 of app.cu`, where host code launches the kernel; empty if that is not known.
    pub fn where_launched(&self) -> String {
        let line = self.line.as_ref();
        line.map_or_else(String::new, |line| format!(" in {line}"))
    }
}

/// The configurations to verify a kernel under: one, or one for each distinct launch in the host code.
///
/// An assumption that speaks of names this kernel lacks is left out, which only makes the proof harder; the plan
/// sees to it that each assumption fits some kernel.
pub fn configurations(kernel: &Kernel, options: &Options, assumes: &[Assume]) -> Vec<Configuration> {
    let base = base_config(kernel, options, assumes);
    let by_flag = options.block.is_some() || options.grid.is_some();
    let facts = &options.project_facts;
    // A shape that the source demands in one dimension is the source's in all.
    let shape = |flag: Option<[u64; 3]>, required: Option<[Option<u64>; 3]>, project: Option<[u64; 3]>| {
        let required = required.filter(|shape| *shape != [None; 3]);
        flag.map(|shape| shape.map(Some))
            .or(required)
            .or(project.map(|shape| shape.map(Some)))
            .unwrap_or([None; 3])
    };
    let required = kernel
        .required
        .as_ref()
        .filter(|r| (r.block, r.grid) != ([None; 3], [None; 3]));
    let block = shape(options.block, required.map(|r| r.block), facts.block);
    let mut grid = shape(options.grid, required.map(|r| r.grid), facts.grid);
    // It is the threads of a block that call such a function.
    if kernel.asked.is_some() && grid == [None; 3] {
        grid = [Some(1); 3];
    }
    let shaped = Config { block, grid, ..base };
    if by_flag {
        return vec![Configuration {
            source: LaunchSource::Flag,
            ..Configuration::of(shaped)
        }];
    }
    let by_project = facts.block.is_some() || facts.grid.is_some();
    let unlaunched = Configuration {
        source: match (required, by_project) {
            (Some(_), _) => LaunchSource::Comment,
            (None, true) => LaunchSource::Project,
            (None, false) => LaunchSource::Symbolic,
        },
        line: required.map(|r| r.line.clone()),
        ..Configuration::of(shaped)
    };
    // A project that says how kernels are launched means it, as a flag does.
    let hosts = match by_project && required.is_none() {
        true => Vec::new(),
        false => launches::of_host(kernel, &unlaunched),
    };
    if hosts.is_empty() { vec![unlaunched] } else { hosts }
}

fn given(holds: Expr, text: &str, origin: &str) -> Assumed {
    Assumed {
        holds,
        text: format!("{text} ({origin})"),
        by: Taken::User,
    }
}

fn base_config(kernel: &Kernel, options: &Options, assumes: &[Assume]) -> Config {
    let mut config = Config {
        may_alias: options.may_alias,
        arith: options.arith,
        rlimit: u32::try_from(options.work(RLIMIT.into())).unwrap_or(u32::MAX),
        work: options.work(WORK),
        timeout: options.timeout,
        lockstep: options.lockstep,
        cuda_arch: options.cuda_arch(),
        no_discharge: options.no_discharge,
        ..Config::default()
    };
    if let Some(arch) = kernel.target.as_ref().and_then(|target| target.cuda_arch) {
        config.cuda_arch = arch;
        // The threads of a warp go together before Volta (CUDA C++ Programming Guide, 7.1 of version 8).
        if arch < 70 {
            config.lockstep = config.lockstep.max(WARP);
        }
    }
    let facts = &options.project_facts;
    let in_source = kernel.required.iter().flat_map(|required| &required.relations);
    let project = facts.origin.as_deref().unwrap_or("kverify.toml");
    let flags = assumes
        .iter()
        .map(|assume| (assume.clone(), "--assume".to_owned()));
    let from_source = in_source
        .filter_map(|text| Assume::parse(text).ok())
        .map(|assume| (assume, "the kernel's source".to_owned()));
    let from_project = facts
        .assumes
        .iter()
        .filter_map(|text| Assume::parse(text).ok())
        .map(|assume| (assume, project.to_owned()));
    for (assume, origin) in flags.chain(from_source).chain(from_project) {
        // What does not fit this kernel is left out, which only makes the proof harder.
        for fact in assume.facts(kernel).into_iter().flatten() {
            match fact {
                Fact::Holds(holds, text) => config.assumes.push(given(holds, &text, &origin)),
                Fact::Distinct(param) => config.distinct.push(param),
                Fact::Monotone(param) => config.monotone.push(param),
                Fact::Extent(extent) => extents::add(kernel, &mut config, extent, &origin),
            }
        }
    }
    config.distinct.sort_unstable();
    config.distinct.dedup();
    config.monotone.sort_unstable();
    config.monotone.dedup();
    config
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::shift_kernel;
    use kverify_frontend::ir::Launch;

    fn launch(block: [Option<u64>; 3], grid: [Option<u64>; 3], args: &[(u32, i128)]) -> Launch {
        let span = shift_kernel().span;
        Launch {
            block,
            grid,
            args: args.to_vec(),
            ..Launch::new(span)
        }
    }

    type Shape = [Option<u64>; 3];

    const B256: Shape = [Some(256), Some(1), Some(1)];
    const B64: Shape = [Some(64), Some(1), Some(1)];
    const ANY: Shape = [None; 3];

    fn shapes(kernel: &Kernel, options: &Options) -> Vec<(LaunchSource, Shape, Shape)> {
        let all = configurations(kernel, options, &[]);
        all.into_iter()
            .map(|c| (c.source, c.config.block, c.config.grid))
            .collect()
    }

    #[test]
    fn without_any_word_every_launch_counts() {
        assert_eq!(
            shapes(&shift_kernel(), &Options::default()),
            [(LaunchSource::Symbolic, ANY, ANY)]
        );
    }

    #[test]
    fn a_flag_wins_over_the_source_and_the_source_over_the_host() {
        let mut kernel = shift_kernel();
        kernel.launches.push(launch(B64, B64, &[(2, 7)]));
        assert_eq!(
            shapes(&kernel, &Options::default()),
            [(LaunchSource::Host, B64, B64)]
        );
        kernel.required = Some(launch(B256, ANY, &[]));
        assert_eq!(
            shapes(&kernel, &Options::default()),
            [(LaunchSource::Comment, B256, ANY)]
        );
        let options = Options {
            grid: Some([8, 1, 1]),
            ..Options::default()
        };
        let grid = [Some(8), Some(1), Some(1)];
        assert_eq!(shapes(&kernel, &options), [(LaunchSource::Flag, B256, grid)]);
        let options = Options {
            block: Some([64, 1, 1]),
            ..Options::default()
        };
        assert_eq!(shapes(&kernel, &options), [(LaunchSource::Flag, B64, ANY)]);
    }

    #[test]
    fn each_distinct_host_launch_is_a_configuration_unless_one_is_free() {
        let mut kernel = shift_kernel();
        kernel.launches = vec![
            launch(B64, ANY, &[]),
            launch(B256, ANY, &[]),
            launch(B64, ANY, &[]),
        ];
        let expected = [(LaunchSource::Host, B64, ANY), (LaunchSource::Host, B256, ANY)];
        assert_eq!(shapes(&kernel, &Options::default()), expected);
        kernel.launches.push(launch(ANY, ANY, &[]));
        assert_eq!(
            shapes(&kernel, &Options::default()),
            [(LaunchSource::Symbolic, ANY, ANY)]
        );
    }

    #[test]
    fn a_free_launch_allows_nothing_that_speaks_against_what_is_assumed_of_it() {
        type Change = fn(&mut Launch);
        let differing: [(&str, Change); 6] = [
            ("one buffer twice", |launch| launch.aliases = vec![vec![0, 1]]),
            ("somewhere in one buffer", |launch| {
                let (param, of, bytes) = (1, 0, None);
                launch.overlaps = vec![kverify_frontend::ir::Overlap { param, of, bytes }];
            }),
            ("rows that are not followed", |launch| {
                launch.loose = vec!["blockDim.y".to_owned()]
            }),
            ("rows that the kernel never reads", |launch| {
                launch.block = [Some(16), Some(16), Some(1)]
            }),
            ("a variable of the device's", |launch| {
                launch.into_variables = vec![(0, "table".to_owned())];
            }),
            ("rows in one buffer", |launch| {
                launch.rows = Some(launch.line.clone())
            }),
        ];
        for (what, change) in differing {
            let mut kernel = shift_kernel();
            let mut other = launch(ANY, ANY, &[]);
            change(&mut other);
            kernel.launches = vec![launch(ANY, ANY, &[]), other.clone()];
            let all = configurations(&kernel, &Options::default(), &[]);
            // What only adds a doubt allows the other, or is joined with it.
            let one = &all[0];
            let is_doubted =
                !one.into_variables.is_empty() || one.rows.is_some() || !one.config.loose.is_empty();
            let is_shown = all.len() == 2 || is_doubted;
            assert!(is_shown, "{what}: {all:?}");
            kernel.launches.reverse();
            assert_eq!(
                configurations(&kernel, &Options::default(), &[]).len(),
                all.len(),
                "{what}"
            );
        }
    }

    #[test]
    fn launches_beyond_those_that_are_verified_are_counted() {
        let mut kernel = shift_kernel();
        kernel.launches = (0..100).map(|n| launch(B64, ANY, &[(2, n)])).collect();
        let all = configurations(&kernel, &Options::default(), &[]);
        assert_eq!((all.len(), all[63].more), (64, 36));
        let said = beyond(&kernel, &all[63]).expect("an unknown").message;
        assert!(said.contains("36 more ways"), "{said}");
        assert_eq!(beyond(&kernel, &all[62]), None);
        kernel.launches.push(launch(B64, ANY, &[]));
        assert_eq!(configurations(&kernel, &Options::default(), &[]).len(), 1);
    }

    #[test]
    fn host_facts_join_what_the_source_demands() {
        let mut kernel = shift_kernel();
        kernel.required = Some(launch(B256, ANY, &[]));
        kernel.launches.push(launch(B256, B64, &[(2, 7)]));
        let all = configurations(&kernel, &Options::default(), &[]);
        assert_eq!((all.len(), all[0].config.args.as_slice()), (1, &[(2, 7)][..]));
        assert_eq!((all[0].config.block, all[0].config.grid), (B256, B64));
    }

    #[test]
    fn assumptions_that_speak_of_other_kernels_are_left_out() {
        let assumes =
            ["n > 0", "m > 0", "distinct(idx) && distinct(idx)"].map(|text| Assume::parse(text).expect(text));
        let config = configurations(&shift_kernel(), &Options::default(), &assumes)
            .remove(0)
            .config;
        assert_eq!(
            config
                .assumes
                .iter()
                .map(|assumed| assumed.text.as_str())
                .collect::<Vec<_>>(),
            ["n > 0 (--assume)"]
        );
        assert_eq!(config.distinct, [1]);
    }

    #[test]
    fn launch_sizes_are_read_in_the_usual_spellings() {
        assert_eq!(parse_block("256"), Ok([256, 1, 1]));
        assert_eq!(parse_block("16,16"), Ok([16, 16, 1]));
        assert_eq!(parse_block("16x16x4"), Ok([16, 16, 4]));
        assert_eq!(parse_grid(" 8 , 4 "), Ok([8, 4, 1]));
        assert_eq!(parse_grid("2147483647"), Ok([2_147_483_647, 1, 1]));
    }

    #[test]
    fn absurd_launch_sizes_are_refused_in_words() {
        for (text, words) in [
            ("0", "runs nothing"),
            ("-1", "no size"),
            ("", "no size"),
            ("1024,1024,2", "2097152 threads"),
            ("1048577", "1048577"),
            ("1,2,3,4", "three dimensions"),
            ("99999999999999999999999", "no size"),
        ] {
            let message = parse_block(text).expect_err(text);
            assert!(message.contains(words), "{text}: {message}");
        }
        assert!(parse_grid("2147483648").is_err());
        assert!(parse_grid("1,65536").is_err());
    }
}
