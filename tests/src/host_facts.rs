//! Differential check of what is read from host code: functions that compute and launch, compiled by g++ and run on random arguments.
//! Whatever is said of a launch must hold each time that it happens.
//!
//! Runs that overflow signed arithmetic end there; launches with no threads, or more than a device takes, are none.

use crate::numbers::Random;
use kverify_frontend::ir::Launch;
use kverify_frontend::{Options, Source, parse};
use std::fmt::Write as _;
use std::process::Command;

const HEAD: &str = include_str!("host_facts/head.h");
const HARNESS: &str = include_str!("host_facts/harness.h");

/// The host function with a launch in it, in two spellings.
struct Host {
    cuda: String,
    plain: String,
    /// Types of the kernel's parameters `a`, `b` and `c`.
    types: [&'static str; 3],
}

/// How many facts were read, and those that do not hold.
#[derive(Debug, Default)]
pub struct Found {
    /// Facts of all launches.
    pub facts: usize,
    /// A line for each that is false, with the arguments.
    pub broken: Vec<String>,
}

/// Tries so many host functions.
///
/// # Errors
/// When g++ is missing or refuses the program, or something does not parse.
pub fn check(functions: usize, seed: u64) -> Result<Found, String> {
    let hosts: Vec<Host> = (0..functions)
        .map(|n| draw(n, seed.wrapping_mul(1009) + n as u64))
        .collect();
    let mut text = HEAD.to_owned();
    hosts.iter().for_each(|host| text.push_str(&host.cuda));
    let source = Source {
        path: "hosts.cu".into(),
        text: Some(text),
    };
    let module = parse(&source, &Options::default()).map_err(|error| format!("{error:?}"))?;
    if let Some(first) = module.diagnostics.first() {
        return Err(format!("{first:?}"));
    }
    let (mut program, mut found) = (format!("{HARNESS}{HEAD}"), Found::default());
    hosts.iter().for_each(|host| program.push_str(&host.plain));
    for (n, Host { types: [a, b, c], .. }) in hosts.iter().enumerate() {
        let kernel = module
            .kernels
            .iter()
            .find(|kernel| kernel.name == format!("k{n}"));
        let names: Vec<&str> = kernel
            .iter()
            .flat_map(|k| &k.params)
            .map(|p| p.name.as_str())
            .collect();
        let launch = kernel.and_then(|kernel| kernel.launches.first());
        let facts = launch.map(|launch| facts(launch, &names)).unwrap_or_default();
        found.facts += facts.len();
        let _ = write!(
            program,
            "void k{n}(dim3 g, dim3 t, int *, {a} a_, {b} b_, {c} c_)\n{{\n    LAUNCHED\n"
        );
        for fact in facts {
            let _ = writeln!(program, "    FACT({n}, {fact})");
        }
        program.push_str("}\n");
    }
    program.push_str("static Function *all[] = {");
    (0..functions).for_each(|n| program.push_str(&format!("f{n}, ")));
    program.push_str("};\nint main() { return serve(all, sizeof all / sizeof *all); }\n");
    let output = run(&program)?;
    if !output.ends_with("done\n") {
        return Err(format!("the program stopped: {output}"));
    }
    for line in output.lines().filter(|line| line.starts_with("FALSE")) {
        let number = line
            .split_whitespace()
            .nth(1)
            .and_then(|n| n.parse::<usize>().ok());
        let text = number.map_or("", |n| hosts[n].cuda.as_str());
        if !text.is_empty() && !found.broken.iter().any(|known| known.ends_with(text)) {
            found.broken.push(format!("{line}\n{text}"));
        }
    }
    Ok(found)
}

/// All that is said of a launch, as C++.
fn facts(launch: &Launch, params: &[&str]) -> Vec<String> {
    let shapes = [("gridDim", launch.grid), ("blockDim", launch.block)];
    let sizes = shapes.into_iter().flat_map(|(shape, sizes)| {
        let known = ["x", "y", "z"].into_iter().zip(sizes);
        known.filter_map(move |(axis, size)| Some(format!("{shape}.{axis} == {}", size?)))
    });
    let values = launch.args.iter();
    let values = values.map(|(n, value)| format!("{} == {value}", params[*n as usize]));
    launch
        .relations
        .iter()
        .cloned()
        .chain(sizes)
        .chain(values)
        .collect()
}

fn run(program: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no folder for the program: {error}"))?;
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("hosts.cpp"), program).map_err(|error| error.to_string())?;
    let done = Command::new("g++")
        .args(["-std=c++20", "-O1", "-w", "-fsanitize-undefined-trap-on-error"])
        .arg("-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero")
        .arg("-o")
        .args([at("hosts"), at("hosts.cpp")])
        .output()
        .map_err(|error| format!("g++ is needed for this test: {error}"))?;
    if !done.status.success() {
        let messages: String = String::from_utf8_lossy(&done.stderr).chars().take(4000).collect();
        return Err(format!("g++ refuses the program:\n{messages}"));
    }
    let output = Command::new(at("hosts"))
        .output()
        .map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Draws one host function.
struct Drawn {
    random: Random,
    /// Variables that are in scope.
    variables: Vec<String>,
    names: usize,
}

impl Drawn {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.random.below(of.len())]
    }

    fn constant(&mut self) -> &'static str {
        self.one(&[
            "0", "1", "2", "3", "4", "5", "7", "8", "16", "31", "32", "64", "100", "-1", "-3",
        ])
    }

    fn size(&mut self) -> &'static str {
        self.one(&["1", "2", "3", "4", "5", "7", "8", "16", "32"])
    }

    fn variable(&mut self) -> String {
        self.variables[self.random.below(self.variables.len())].clone()
    }

    /// One that may be assigned to: names of constants begin with `fixed`.
    fn target(&mut self) -> String {
        let all: Vec<String> = self
            .variables
            .iter()
            .filter(|v| !v.starts_with("fixed"))
            .cloned()
            .collect();
        all[self.random.below(all.len())].clone()
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.percent(30) {
            return match self.random.percent(80) {
                true => self.variable(),
                false => self.constant().to_owned(),
            };
        }
        const FORMS: [&str; 37] = [
            "(@ + #)",
            "(@ - #)",
            "(# - @)",
            "(@ * $)",
            "(@ * #)",
            "(@ / $)",
            "(@ % $)",
            "(@ >> 2)",
            "(@ & ~31)",
            "(@ & 15)",
            "(@ & 6)",
            "(@ + @)",
            "(@ - @)",
            "((int)(@) * (int)(@))",
            "(@ / std::max<int>(@, 1))",
            "std::min<int>(@, @)",
            "std::max<int>(@, #)",
            "std::abs((int)(@))",
            "std::clamp<int>(@, 1, $ + 3)",
            "(? ¿ @ : @)",
            "up(@, $)",
            "least(@)",
            "both(@, @)",
            "my::max(@, #)",
            "narrow(@)",
            "(unsigned char)(@)",
            "(long)(@)",
            "(unsigned)(@)",
            "-(@)",
            "((@ + $ - 1) / $)",
            "(@ / $ + (@ % $ > 0))",
            "(@ == #)",
            "!(@)",
            "!!(@ & 7)",
            "turned(@, $)",
            "parted(@)",
            "picked(@, #)",
        ];
        let form = self.one(&FORMS);
        self.filled(form, depth - 1)
    }

    fn condition(&mut self, depth: usize) -> String {
        const FORMS: [&str; 9] = [
            "^ < #",
            "^ >= #",
            "^ == #",
            "^ != #",
            "@ < @",
            "@ > @",
            "!(^ <= #)",
            "^ > # && ^ < #",
            "^ < # || ^ > #",
        ];
        let form = self.one(&FORMS);
        self.filled(form, depth)
    }

    /// A form with its holes filled: `@` is an expression, `#` any number, `$` one above 0, `^` a variable, `?` a condition, `¿` C's `?`.
    fn filled(&mut self, form: &str, depth: usize) -> String {
        let mut text = String::new();
        for sign in form.chars() {
            match sign {
                '@' => text.push_str(&self.expression(depth)),
                '#' => text.push_str(self.constant()),
                '$' => text.push_str(self.size()),
                '^' => text.push_str(&self.variable()),
                '?' => text.push_str(&self.condition(0)),
                '¿' => text.push('?'),
                other => text.push(other),
            }
        }
        text
    }

    fn statement(&mut self) -> String {
        const FORMS: [&str; 29] = [
            "int = @;",
            "unsigned = @;",
            "long = @;",
            "short = @;",
            "const int = @;",
            "~ = @;",
            "if (?) ~ = @;",
            "if (?) ~ = #;",
            "if (?) { ~ = @; } else ~ = @;",
            "~ += $;",
            "~ *= $;",
            "~--;",
            "if (?) return;",
            "while (~ > 40) ~ /= 2;",
            "{ auto *q = &~; *q = @; }",
            "{ auto &r = ~; r = @; }",
            "{ auto f = [&] { ~ = @; }; if (?) f(); }",
            "if (?) goto L; ~ = @; L:;",
            "switch (~ & 3) { case 1: ~ = @; break; case 2: ~ = @; default: ~++; }",
            "for (int i = 0; i < 3; i++) { if (?) break; ~ = @; }",
            "if (?) { if (?) ~++; ~ = @; }",
            "if (?) ~++;",
            "if (?) ~ += @;",
            "if (?) ~ -= $; else ~ *= $;",
            "if (~ % 8 != 0) ~ = ~ + (8 - ~ % 8);",
            "if (~ % 4) ~ += 4 - ~ % 4;",
            "int D[2] = {(int)(@), (int)(@)};",
            "int D[2]; D[0] = @; D[1] = @;",
            "struct { int x, y; } D; D.x = @; D.y = @;",
        ];
        let form = self.one(&FORMS);
        let target = self.target();
        self.names += 1;
        let name = self.names;
        let declares = form
            .find(" = ")
            .filter(|_| !form.contains('~') && !form.contains("for"));
        let form = form.replace('~', &target).replace('L', &format!("l{name}"));
        // The variable has a name behind what it is made of.
        let parts = if form.starts_with("struct") {
            [".x", ".y"]
        } else {
            ["[0]", "[1]"]
        };
        let several = form.contains('D').then(|| format!("d{name}"));
        let filled = self.filled(&form, 1);
        if let Some(several) = several {
            self.variables
                .extend(parts.map(|part| format!("{several}{part}")));
            return filled.replace('D', &several);
        }
        let Some(_) = declares else {
            return filled;
        };
        let declared = if form.starts_with("const") {
            format!("fixed{name}")
        } else {
            format!("v{name}")
        };
        let filled = filled.replacen(" = ", &format!(" {declared} = "), 1);
        self.variables.push(declared);
        filled
    }
}

fn draw(n: usize, seed: u64) -> Host {
    let mut drawn = Drawn {
        random: Random::new(seed),
        variables: ["n", "m", "u", "c", "h", "l"].map(str::to_owned).to_vec(),
        names: 0,
    };
    let outer = drawn.variables.len();
    const TYPES: [&str; 7] = ["int", "int", "int", "unsigned", "short", "unsigned char", "long"];
    let types = [(); 3].map(|()| drawn.one(&TYPES));
    let mut body = String::new();
    for _ in 0..drawn.random.below(5) {
        let _ = writeln!(body, "    {}", drawn.statement());
    }
    let mut shape = |drawn: &mut Drawn, name: &str| {
        let form = drawn.one(&[
            "$",
            "(@ + 31) / 32",
            "@",
            "(int)std::ceil(@ / 32.0)",
            "std::ceil((double)(@) / $)",
            "(unsigned)ceilf((float)(@) / 128)",
            "ceil((float)(@) / 256)",
            "ceil((float)(@) / $)",
            "std::ceil(@ / 256.f)",
            "ceil(@ / $)",
        ]);
        let size = drawn.filled(form, 1);
        match drawn.random.below(10) {
            0..3 => drop(writeln!(body, "    int {name} = {size};")),
            3..6 => drop(writeln!(body, "    dim3 {name}({size}, {});", drawn.size())),
            _ => return size,
        }
        if drawn.random.percent(40) {
            let _ = writeln!(body, "    {}", drawn.statement());
        }
        name.to_owned()
    };
    let (grid, block) = (shape(&mut drawn, "gs"), shape(&mut drawn, "bs"));
    const AROUND: [(&str, &str); 12] = [
        ("", ""),
        ("", ""),
        ("if (?) {", "}"),
        ("while (?) {", "break; }"),
        ("auto go = [&] {", "}; go();"),
        ("auto go = [=]() mutable {", "}; go();"),
        ("for (int s = #; s < @; s += $) {", "}"),
        ("for (int s = $; s < @; s *= 2) {", "}"),
        ("for (unsigned s = $; s <= 100; s <<= 1) {", "}"),
        ("for (int s = @; s > 0; s -= $) {", "}"),
        ("for (int s = $; s >= 1; s /= 2) {", "}"),
        ("for (short s = @; s > 0; s >>= 1) {", "}"),
    ];
    let (open, close) = AROUND[drawn.random.below(AROUND.len())];
    let open = drawn.filled(open, 1);
    let counts = open.starts_with("for");
    drawn.variables.extend(
        counts
            .then_some(["s", "s", "s"])
            .into_iter()
            .flatten()
            .map(str::to_owned),
    );
    let (mut before, mut after, mut later) = (String::new(), String::new(), String::new());
    if drawn.random.percent(25) {
        before = drawn.statement();
    }
    let arguments = [(); 3].map(|()| {
        let depth = drawn.random.below(3);
        drawn.expression(depth)
    });
    if drawn.random.percent(25) {
        after = drawn.statement();
    }
    drawn.variables.truncate(outer);
    if drawn.random.percent(25) {
        later = drawn.statement();
    }
    let fitting = arguments
        .iter()
        .zip(types)
        .map(|(argument, ty)| format!("fitting<{ty}>({argument})"));
    let fitting = fitting.collect::<Vec<_>>().join(", ");
    let arguments = arguments.join(", ");
    let [a, b, c] = types;
    let host = |launch: &str, arguments: &str| {
        format!(
            "void f{n}(int *p, int n, int m, unsigned u, unsigned char c, short h, long l)\n{{\n{body}    {open} {before} \
             {launch}p, {arguments}); {after} {close} {later}\n}}\n"
        )
    };
    Host {
        cuda: format!(
            "__global__ void k{n}(int *p, {a} a, {b} b, {c} c) {{ p[a] = b + c; }}\n{}",
            host(&format!("k{n}<<<{grid}, {block}>>>("), &arguments)
        ),
        plain: format!(
            "void k{n}(dim3 g, dim3 t, int *p, {a} a, {b} b, {c} c);\n{}",
            host(&format!("k{n}({grid}, {block}, "), &fitting)
        ),
        types,
    }
}
