//! Random kernels over all of C's arithmetic types, as text: there is no reference but the compiler.
//!
//! What C++ leaves undefined is left out: divisors are odd and positive, shifts are below the width, numbers fit where floats
//! become integers, and in one full expression nothing is changed that is used elsewhere in it. Signed overflow wraps on
//! both sides.

mod expressions;
mod types;

use crate::generator::draw::Random;
use std::fmt::Write as _;
use types::{ALL, INTEGERS, Ty};

/// A random kernel `k(out, in, p, q, x)`; the same for the same seed.
pub fn draw(seed: u64) -> String {
    let mut drawer = Drawer {
        random: Random::new(seed),
        cells: Vec::new(),
        groups: 0,
        used: Vec::new(),
        changed: Vec::new(),
        loops: 0,
        nested: 0,
        out: String::new(),
    };
    drawer.kernel();
    drawer.out
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
}

struct Drawer {
    random: Random,
    cells: Vec<Cell>,
    groups: usize,
    /// Groups that the current full expression uses, and changes.
    used: Vec<usize>,
    changed: Vec<usize>,
    loops: usize,
    /// Loops around.
    nested: usize,
    out: String,
}

/// Types, functions and tables that every kernel may use.
const HEADER: &str = include_str!("programs/header.cu");

impl Drawer {
    fn kernel(&mut self) {
        let types = [(); 3].map(|()| self.random.pick(&INTEGERS));
        self.out.push_str(HEADER);
        let [p, q, element] = types.map(Ty::name);
        let _ = writeln!(
            self.out,
            "__global__ void k(long long *out, const {element} *in, {p} p, {q} q, float x, double y)\n{{"
        );
        self.out.push_str(
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
        self.variables();
        for _ in 0..self.random.number(4, 9) {
            self.statement(1, 3);
            if self.random.percent(15) {
                self.exchange();
            }
        }
        self.results();
        self.out.push_str("}\n");
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
        self.cells.push(Cell {
            text: text.to_owned(),
            ty,
            group,
            length,
            constant,
        });
    }

    fn variables(&mut self) {
        for n in 0..5 {
            let ty = self.random.pick(&ALL);
            self.full();
            let value = self.of_type(ty, 2);
            let _ = writeln!(self.out, "    {} v{n} = {value};", ty.name());
            self.cell(&format!("v{n}"), ty, 1, false);
        }
        // A reference and a pointer to variables of their own.
        let (a, b) = (self.random.pick(&ALL), self.random.pick(&INTEGERS));
        let _ = writeln!(
            self.out,
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
            self.out,
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
        self.out.push_str(
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
        self.out.push_str("    long long sum[4] = {};\n");
        let cells = self.cells.clone();
        for (n, cell) in cells.iter().filter(|c| !c.constant).enumerate() {
            let slot = n % 4;
            for index in 0..cell.length.min(4) {
                let text = cell.text.replace('#', &index.to_string());
                let value = if cell.ty.is_float() {
                    format!("cut({text} * 8)")
                } else {
                    format!("(long long){text}")
                };
                let _ = writeln!(self.out, "    sum[{slot}] = sum[{slot}] * 31 + {value};");
            }
        }
        self.out
            .push_str("    for (int n = 0; n < 4; n++) out[4 * g + n] = sum[n];\n");
    }

    /// Hands a number to the neighbour.
    fn exchange(&mut self) {
        self.full();
        let value = self.integer(2).0;
        let Some(target) = self.target(0) else { return };
        let value_of = self.converted("s[(t + 1) % (blockDim.x * blockDim.y)]", Ty::LongLong, target.1);
        let _ = writeln!(
            self.out,
            "    s[t] = {value};\n    __syncthreads();\n    {} = {value_of};\n    __syncthreads();",
            target.0
        );
    }

    fn statement(&mut self, indent: usize, depth: usize) {
        let pad = "    ".repeat(indent);
        match self.random.below(if depth == 0 { 55 } else { 100 }) {
            0..=54 => {
                self.full();
                let text = self.simple();
                let _ = writeln!(self.out, "{pad}{text};");
            }
            55..=72 => {
                self.full();
                let condition = self.condition(2);
                let _ = writeln!(self.out, "{pad}if ({condition}) {{");
                self.block(indent, depth);
                if self.random.percent(50) {
                    let _ = writeln!(self.out, "{pad}}} else {{");
                    self.block(indent, depth);
                }
                let _ = writeln!(self.out, "{pad}}}");
            }
            73..=86 => self.repeat(indent, depth),
            _ => self.switch(indent, depth),
        }
    }

    fn block(&mut self, indent: usize, depth: usize) {
        for _ in 0..self.random.number(1, 3) {
            self.statement(indent + 1, depth - 1);
        }
    }

    fn repeat(&mut self, indent: usize, depth: usize) {
        let (pad, i) = ("    ".repeat(indent), format!("i{}", self.loops));
        self.loops += 1;
        self.full();
        let most = if self.nested == 0 { 7 } else { 3 };
        let count = format!("(int)({} & {most})", self.integer(1).0);
        let (head, tail) = match self.random.below(5) {
            0 => (format!("for (int {i} = 0; {i} < {count}; {i}++)"), "}".to_owned()),
            1 => (
                format!("for (unsigned char {i} = 250; {i} > 9; ++{i})"),
                "}".to_owned(),
            ),
            2 => (
                format!("for (int {i} = {count}, j = 1; {i} > 0; {i} -= j, j++)"),
                "}".to_owned(),
            ),
            3 => (format!("int {i} = {count};\n{pad}while ({i}--)"), "}".to_owned()),
            _ => (
                format!("short {i} = 0;\n{pad}do"),
                format!("}} while (++{i} < {count});"),
            ),
        };
        let _ = writeln!(self.out, "{pad}{head} {{");
        let known = self.cells.len();
        self.cell(&i, Ty::Int, 1, true);
        self.nested += 1;
        self.block(indent, depth);
        if self.random.percent(35) {
            self.full();
            let (condition, word) = (self.condition(1), self.random.pick(&["break", "continue"]));
            let _ = writeln!(self.out, "{pad}    if ({condition}) {word};");
            self.block(indent, depth);
        }
        self.nested -= 1;
        self.cells.truncate(known);
        let _ = writeln!(self.out, "{pad}{tail}");
    }

    fn switch(&mut self, indent: usize, depth: usize) {
        let pad = "    ".repeat(indent);
        self.full();
        let selector = self.integer(1).0;
        let _ = writeln!(self.out, "{pad}switch ({selector} & 3) {{");
        let middle = self.random.below(4);
        for case in [0, 2, 1] {
            if case == middle {
                let _ = writeln!(self.out, "{pad}default:");
            }
            let _ = writeln!(self.out, "{pad}case {case}: {{");
            self.block(indent, depth);
            let _ = writeln!(self.out, "{pad}}}");
            if self.random.percent(60) {
                let _ = writeln!(self.out, "{pad}    break;");
            }
        }
        let _ = writeln!(self.out, "{pad}}}");
    }

    /// A new full expression begins.
    fn full(&mut self) {
        self.used.clear();
        self.changed.clear();
    }
}
