//! Random kernels over all of C's arithmetic types, as text: there is no reference but the compiler.
//!
//! What C++ leaves undefined is left out: divisors are odd and positive, shifts are below the width, numbers fit where floats
//! become integers, and in one full expression nothing is changed that is used elsewhere in it. Signed overflow wraps on
//! both sides.

mod assignments;
mod calls;
mod expressions;
mod functions;
mod intrinsics;
mod memory;
mod records;
mod statements;
mod types;

use crate::numbers::Random;
use functions::{Function, Returns};
use records::Record;
use std::fmt::Write as _;
use types::{ALL, INTEGERS, Ty};

/// A random kernel `k(out, in, p, q, x)`; the same for the same seed.
pub fn draw(seed: u64) -> String {
    let mut random = Random::new(seed);
    // Not everything in each program: what is left out makes room for the rest (swarm testing, doi 10.1145/2338965.2336763).
    let features = Features {
        records: random.percent(50),
        functions: random.percent(50),
        memory: random.percent(40),
        carved: random.percent(30),
        intrinsics: random.percent(40),
        floats: random.percent(40),
    };
    let mut drawer = Drawer {
        random,
        features,
        scope: Scope::default(),
        groups: 0,
        loops: 0,
        records: Vec::new(),
        members: 0,
        functions: Vec::new(),
        carved: None,
    };
    drawer.kernel();
    drawer.scope.out
}

/// What a program may use.
struct Features {
    /// Structures that are drawn, not only those of the header.
    records: bool,
    functions: bool,
    memory: bool,
    carved: bool,
    intrinsics: bool,
    /// Infinities, NaN, half precision, and all operations that round.
    floats: bool,
}

/// Something that holds a number: a variable, an element, a member, what a pointer points to.
#[derive(Clone)]
struct Cell {
    /// `a[#]`: the number sign stands for an index.
    text: String,
    ty: Ty,
    /// Cells of one group may overlap.
    group: usize,
    /// Indices are below this power of two.
    length: usize,
    constant: bool,
    /// A field of bits, to which no reference can be bound.
    field: bool,
}

/// A structure, as a whole.
#[derive(Clone)]
struct Thing {
    text: String,
    record: usize,
    group: usize,
    constant: bool,
}

/// What can be named where the text goes on.
#[derive(Default)]
struct Scope {
    cells: Vec<Cell>,
    things: Vec<Thing>,
    /// Groups that the current full expression uses, and changes.
    used: Vec<usize>,
    changed: Vec<usize>,
    /// Loops around.
    nested: usize,
    /// What a function gives that may return here.
    returns: Option<Returns>,
    /// The kernel's own body, with the variables of which the fixed statements speak.
    kernel: bool,
    /// What is inlined for the calls in a function, counted in functions.
    weight: usize,
    out: String,
}

struct Drawer {
    random: Random,
    features: Features,
    scope: Scope,
    groups: usize,
    loops: usize,
    records: Vec<Record>,
    members: usize,
    functions: Vec<Function>,
    /// What another thread, `@`, has in dynamic shared memory.
    carved: Option<&'static str>,
}

/// Types, functions and tables that every kernel may use.
const HEADER: &str = include_str!("programs/header.cu");

impl Drawer {
    fn kernel(&mut self) {
        let types = [(); 3].map(|()| self.random.pick(&INTEGERS));
        if self.features.floats {
            self.scope.out.push_str("#include <cuda_fp16.h>\n");
        }
        self.scope.out.push_str(HEADER);
        if self.features.records {
            (0..self.random.number(1, 3)).for_each(|_| self.record());
        }
        if self.features.functions {
            (0..self.random.number(1, 4)).for_each(|_| self.function());
        }
        self.scope.kernel = true;
        let [p, q, element] = types.map(Ty::name);
        let _ = writeln!(
            self.scope.out,
            "__global__ void k(long long *out, const {element} *in, {p} p, {q} q, float x, double y)\n{{"
        );
        self.scope.out.push_str(
            "    int t = threadIdx.y * blockDim.x + threadIdx.x;\n    int g = (blockIdx.y * gridDim.x + blockIdx.x) * \
             (blockDim.x * blockDim.y) + t;\n    __shared__ long long s[64];\n",
        );
        for (name, ty) in [("p", types[0]), ("q", types[1]), ("t", Ty::Int), ("g", Ty::Int)] {
            self.cell(name, ty, 1, true);
        }
        self.cell("threadIdx.x", Ty::UInt, 1, true);
        self.cell("x", Ty::Float, 1, true);
        self.cell("y", Ty::Double, 1, true);
        self.cell("in[#]", types[2], 256, true);
        if self.features.memory {
            self.overlaps();
        }
        if self.features.carved {
            self.carve();
        }
        self.variables();
        self.things();
        for _ in 0..self.random.number(4, 9) {
            self.statement(1, 3);
            if self.random.percent(15) {
                self.exchange();
            }
        }
        self.results();
        self.scope.out.push_str("}\n");
    }

    fn group(&mut self) -> usize {
        self.groups += 1;
        self.groups
    }

    fn cell(&mut self, text: &str, ty: Ty, length: usize, constant: bool) {
        let group = self.group();
        self.same(text, ty, length, constant, group);
    }

    fn same(&mut self, text: &str, ty: Ty, length: usize, constant: bool, group: usize) {
        self.scope.cells.push(Cell {
            text: text.to_owned(),
            ty,
            group,
            length,
            constant,
            field: false,
        });
    }

    fn variables(&mut self) {
        for n in 0..5 {
            let ty = self.random.pick(&ALL);
            self.full();
            let value = self.of_type(ty, 2);
            let _ = writeln!(self.scope.out, "    {} v{n} = {value};", ty.name());
            self.cell(&format!("v{n}"), ty, 1, false);
        }
        // A reference and a pointer to variables of their own.
        let (a, b) = (self.random.pick(&ALL), self.random.pick(&INTEGERS));
        let _ = writeln!(
            self.scope.out,
            "    {0} w = ({0})3;\n    {0} &r = w;\n    {1} z = ({1})5;\n    {1} *at = &z;",
            a.name(),
            b.name()
        );
        let (w, z) = (self.group(), self.group());
        self.same("w", a, 1, false, w);
        self.same("r", a, 1, false, w);
        self.same("z", b, 1, false, z);
        self.same("(*at)", b, 1, false, z);
        let array = self.random.pick(&INTEGERS);
        let _ = writeln!(
            self.scope.out,
            "    {0} a[8] = {{1, 2, 3}};\n    {0} *mid = a + 4;\n    short m[2][4] = {{{{1, -2}}, {{3}}}};",
            array.name()
        );
        let a = self.group();
        self.same("a[#]", array, 8, false, a);
        self.same("mid[-(int)(#)]", array, 4, false, a);
        self.same("(*(mid + (#)))", array, 4, false, a);
        let m = self.group();
        self.same("m[1][#]", Ty::Short, 4, false, m);
        self.same("m[#][2]", Ty::Short, 2, false, m);
        self.same("(&m[0][0])[#]", Ty::Short, 8, false, m);
        self.scope.out.push_str(
            "    Mixed mix = {};\n    Mixed other = {1, -2, {3, 4, 5}, 6, true, {7, 8}, 9.5};\n    Bits both = {};\n    \
             int4 four = make_int4(1, 2, 3, 4);\n    uchar4 small = make_uchar4(250, 251, 252, 253);\n    Mixed rows[2] = {};\n",
        );
        for name in ["mix", "other", "rows[#]"] {
            let group = self.group();
            let length = if name == "rows[#]" { 2 } else { 1 };
            for (member, ty) in types::MIXED {
                self.same(&format!("{name}{member}"), ty, length, false, group);
            }
            if length == 1 {
                self.same(&format!("{name}.h[#]"), Ty::Short, 2, false, group);
            }
        }
        let both = self.group();
        for (member, ty, length) in types::BITS {
            self.same(&format!("both{member}"), ty, length, false, both);
        }
        let (four, small) = (self.group(), self.group());
        for member in ["x", "y", "z", "w"] {
            self.same(&format!("four.{member}"), Ty::Int, 1, false, four);
            self.same(&format!("small.{member}"), Ty::UChar, 1, false, small);
        }
        self.same("((unsigned char *)&four)[#]", Ty::UChar, 16, false, four);
    }

    /// All that the variables hold, in four numbers.
    fn results(&mut self) {
        self.scope.out.push_str("    long long sum[4] = {};\n");
        let cells = self.scope.cells.clone();
        for (n, cell) in cells.iter().filter(|c| !c.constant).enumerate() {
            let slot = n % 4;
            for index in 0..cell.length.min(4) {
                let text = cell.text.replace('#', &index.to_string());
                let value = if cell.ty.is_float() {
                    format!("seen({text})")
                } else {
                    format!("(long long){text}")
                };
                let _ = writeln!(self.scope.out, "    sum[{slot}] = sum[{slot}] * 31 + {value};");
            }
        }
        if self.features.memory {
            self.scope
                .out
                .push_str("    for (int n = 0; n < 32; n++) sum[n & 3] = sum[n & 3] * 31 + raw[n];\n");
        }
        self.scope
            .out
            .push_str("    for (int n = 0; n < 4; n++) out[4 * g + n] = sum[n];\n");
    }

    /// Hands a number to the neighbour.
    fn exchange(&mut self) {
        self.full();
        let value = self.integer(2).0;
        let Some(target) = self.target(0) else { return };
        let next = "(t + 1) % (blockDim.x * blockDim.y)";
        let theirs = match self.carved {
            Some(carved) if self.random.percent(60) => carved.replace('@', next),
            _ => format!("s[{next}]"),
        };
        // Read between the barriers, and kept until nobody reads any more.
        let kept = format!("i{}", self.loops);
        self.loops += 1;
        let value_of = self.converted(&kept, Ty::LongLong, target.1);
        let _ = writeln!(
            self.scope.out,
            "    s[t] = {value};\n    __syncthreads();\n    long long {kept} = {theirs};\n    __syncthreads();\n    {} = {value_of};",
            target.0
        );
    }

    /// A new full expression begins.
    fn full(&mut self) {
        self.scope.used.clear();
        self.scope.changed.clear();
    }
}
