//! Advice on speed: what is counted from the addresses of the encoding, against what a run of the same launch asks for, warp by warp.

use kverify::Options;
use kverify::advice::count::{Of, Tally};
use kverify::advice::launch::Launch;
use kverify::config::{configurations, parse_block};
use kverify::requests::Requests;
use kverify_frontend::ir::{Kernel, Space};
use kverify_frontend::{Source, parse};
use kverify_tests::corpus;
use kverify_tests::numbers::Random;
use std::fmt::Write as _;
use std::fs;

/// Index expressions that are drawn.
const DRAWN: usize = 200;

const SEED: u64 = 22;

/// How many accesses were compared, and those that are counted otherwise.
#[derive(Default)]
struct Compared {
    equal: usize,
    /// Addresses are not known, or which threads come, or the run did not come to its end.
    open: usize,
    differing: Vec<String>,
}

impl Compared {
    fn look(&mut self, name: &str, kernel: &Kernel, options: &Options) {
        for configuration in configurations(kernel, options, &[]) {
            let Some(launch) = Launch::of(kernel, &configuration) else {
                continue;
            };
            let listed = launch.requests(kernel);
            let is_missed = |requests: &&Requests| {
                requests.complete
                    && !requests.by_values[0].is_empty()
                    && launch.noted.complete
                    && !launch.noted.requests.contains_key(&requests.site)
            };
            for missed in listed.iter().filter(is_missed) {
                let line = missed.site.loc.span.line;
                self.differing.push(format!(
                    "{name}: line {line} of {}: no run gets there",
                    kernel.name
                ));
            }
            for (site, groups) in &launch.noted.requests {
                let known = listed.iter().find(|requests| requests.site == *site);
                let Some(known) = known.filter(|known| known.complete && launch.noted.complete) else {
                    self.open += 1;
                    continue;
                };
                let is_shared = kernel.objects[site.object].space == Space::Shared;
                let of = if is_shared { Of::Passes } else { Of::Sectors(None) };
                let tallies = [&known.by_values[0], groups].map(|groups| Tally::of(groups, of));
                if tallies[0] == tallies[1] {
                    self.equal += 1;
                } else {
                    let line = site.loc.span.line;
                    self.differing
                        .push(format!("{name}: line {line} of {}: {tallies:?}", kernel.name));
                }
            }
        }
    }
}

#[test]
fn counts_of_the_examples_are_those_of_runs() {
    let mut compared = Compared::default();
    for path in corpus::sources("examples") {
        let text = fs::read_to_string(&path).expect("an example");
        let name = corpus::short_name(&path);
        let source = Source {
            path,
            text: Some(text),
        };
        let module = parse(&source, &Options::default().parse).expect("libclang is there");
        for kernel in &module.kernels {
            compared.look(&name, kernel, &Options::default());
        }
    }
    assert!(compared.differing.is_empty(), "{}", compared.differing.join("\n"));
    let Compared { equal, open, .. } = compared;
    assert!(equal >= 100, "{equal} are equal, {open} open");
}

#[test]
fn counts_of_random_indices_are_those_of_runs() {
    let mut random = Random::new(SEED);
    let mut compared = Compared::default();
    for _ in 0..DRAWN {
        let (text, shape) = draw(&mut random);
        let source = Source {
            path: "drawn.cu".into(),
            text: Some(text.clone()),
        };
        let options = Options {
            block: Some(parse_block(shape).expect("a shape")),
            grid: Some([2, 2, 1]),
            ..Options::default()
        };
        let module = parse(&source, &options.parse).expect("libclang is there");
        let before = compared.equal;
        compared.look(&text, &module.kernels[0], &options);
        // A write of shared memory, a read of it and a write of global memory; none where no thread gets there.
        let found = compared.equal + compared.differing.len() - before;
        assert!(
            [0, 3].contains(&found) && compared.open == 0,
            "{found} of\n{text}"
        );
    }
    assert!(compared.equal >= 2 * DRAWN, "{} are equal", compared.equal);
    assert!(compared.differing.is_empty(), "{}", compared.differing.join("\n"));
}

/// A kernel with a random index, and the shape of its blocks.
fn draw(random: &mut Random) -> (String, &'static str) {
    let shape = random.pick(&[
        "32", "64", "50", "256", "16,16", "8,8", "32,4", "7,9", "4,4,4", "128,1,2",
    ]);
    let elem = random.pick(&["char", "short", "float", "double", "float2", "float4", "int"]);
    let mut text = format!("__global__ void k({elem} *out, int n) {{\n    __shared__ {elem} s[1024];\n");
    let rounds = random.below(6);
    if rounds > 0 {
        let step = random.pick(&["++i", "i += 2", "i += 3"]);
        let _ = writeln!(text, "    for (int i = 0; i < {rounds}; {step}) {{");
    }
    let leaf = if rounds > 0 { 8 } else { 7 };
    if random.percent(40) {
        let _ = writeln!(
            text,
            "    if (({}) % {} != 1)",
            index(random, 1, leaf),
            2 + random.below(3)
        );
    }
    let (first, second) = (index(random, 3, leaf), index(random, 3, leaf));
    let _ = writeln!(
        text,
        "    {{ s[({first}) & 1023] = {elem}(); out[({second}) & 65535] = s[({second}) & 1023]; }}"
    );
    text.push_str(if rounds > 0 { "    }\n}\n" } else { "}\n" });
    (text, shape)
}

fn index(random: &mut Random, depth: usize, leaves: usize) -> String {
    if depth == 0 || random.percent(15) {
        let leaf = random.below(leaves);
        let names = [
            "threadIdx.x",
            "threadIdx.y",
            "threadIdx.z",
            "threadIdx.x",
            "blockIdx.x",
            "n",
            "blockDim.x",
            "i",
        ];
        return names[leaf].to_owned();
    }
    let a = index(random, depth - 1, leaves);
    let constant = random.pick(&["1", "2", "3", "4", "5", "8", "16", "17", "31", "32", "33", "64"]);
    match random.below(8) {
        0 => format!("({a} / {constant})"),
        1 => format!("({a} % {constant})"),
        2 => format!("({a} & {constant})"),
        3 => format!("({a} << {})", random.below(5)),
        4 => format!("({a} >> {})", random.below(5)),
        5 => format!("({a} * {constant})"),
        6 => format!("({a} ^ {})", index(random, depth - 1, leaves)),
        _ => format!("({a} + {})", index(random, depth - 1, leaves)),
    }
}
