//! Random small kernels, for differential tests: the same seed gives the same kernel.

use crate::numbers::Random;
use std::fmt::Write as _;

/// A random CUDA kernel `k(const int *in, int *out, int *g, int n)` with a shared and a
/// global array, atomics, branches, loops and barriers.
pub fn kernel(seed: u64) -> String {
    let mut generator = Generator {
        random: Random::from_state(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        loops: 0,
    };
    let mut body = String::new();
    generator.block(&mut body, 1, 3);
    format!(
        "__global__ void k(const int *in, int *out, int *g, int n)\n{{\n    __shared__ int s[64];\n    \
         int t = threadIdx.x;\n    int x = in[t];\n{body}    out[blockIdx.x * blockDim.x + t] = x;\n}}\n"
    )
}

struct Generator {
    random: Random,
    /// Loops around the current place; their counters are `i0`, `i1`, ...
    loops: usize,
}

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    fn block(&mut self, out: &mut String, indent: usize, depth: usize) {
        for _ in 0..1 + self.below(3) {
            self.statement(out, indent, depth);
        }
    }

    fn statement(&mut self, out: &mut String, indent: usize, depth: usize) {
        let pad = "    ".repeat(indent);
        let choice = self.below(if depth == 0 { 10 } else { 14 });
        let _ = match choice {
            0..=2 => writeln!(out, "{pad}s[({}) & 63] = {};", self.index(2), self.value()),
            3 | 4 => writeln!(out, "{pad}x = s[({}) & 63] + x;", self.index(2)),
            7 => writeln!(
                out,
                "{pad}g[({} + blockIdx.x * 16) & 63] = {};",
                self.index(2),
                self.value()
            ),
            8 => writeln!(out, "{pad}x = g[({} + blockIdx.x * 8) & 63] + x;", self.index(1)),
            9 => writeln!(
                out,
                "{pad}atomicAdd(&s[({}) & 63], {});",
                self.index(1),
                self.value()
            ),
            5 | 6 => writeln!(out, "{pad}__syncthreads();"),
            10 | 11 => self.branch(out, indent, depth),
            _ => self.repeat(out, indent, depth),
        };
    }

    fn branch(&mut self, out: &mut String, indent: usize, depth: usize) -> std::fmt::Result {
        let pad = "    ".repeat(indent);
        writeln!(out, "{pad}if ({}) {{", self.condition())?;
        self.block(out, indent + 1, depth - 1);
        if self.below(2) == 0 {
            writeln!(out, "{pad}}} else {{")?;
            self.block(out, indent + 1, depth - 1);
        }
        writeln!(out, "{pad}}}")
    }

    fn repeat(&mut self, out: &mut String, indent: usize, depth: usize) -> std::fmt::Result {
        let pad = "    ".repeat(indent);
        let i = format!("i{}", self.loops);
        let head = match self.below(6) {
            0 => format!("int {i} = 0; {i} < 3; ++{i}"),
            1 => format!("int {i} = 4; {i} > 0; {i} >>= 1"),
            2 => format!("int {i} = 1; {i} < 8; {i} *= 2"),
            3 => format!("int {i} = t; {i} < 20; {i} += 8"),
            4 => format!("int {i} = 0; {i} < n && {i} < 4; ++{i}"),
            _ => format!("int {i} = 0; {i} < t % 3; ++{i}"),
        };
        writeln!(out, "{pad}for ({head}) {{")?;
        self.loops += 1;
        self.block(out, indent + 1, depth - 1);
        if self.below(5) == 0 {
            writeln!(out, "{pad}    if ({})\n{pad}        break;", self.condition())?;
        }
        self.loops -= 1;
        writeln!(out, "{pad}}}")
    }

    fn condition(&mut self) -> String {
        match self.below(8) {
            0 => format!("t < {}", self.below(9)),
            1 => format!("t % {} == {}", 2 + self.below(3), self.below(3)),
            2 => format!("n > {}", self.below(4)),
            3 => format!("({}) % 2 == 0", self.index(1)),
            4 => "x > 2".to_owned(),
            5 => format!("t == {} || n == {}", self.below(8), self.below(3)),
            6 => format!("{} < {}", self.index(1), self.index(1)),
            _ => format!("in[{}] > 1", self.below(3)),
        }
    }

    fn value(&mut self) -> String {
        match self.below(4) {
            0 => "x".to_owned(),
            1 => format!("{}", self.below(3)),
            _ => format!("x + {}", self.index(1)),
        }
    }

    fn index(&mut self, depth: usize) -> String {
        let leaf = |this: &mut Self| match this.below(5) {
            0 | 1 => "t".to_owned(),
            2 if this.loops > 0 => format!("i{}", this.below(this.loops)),
            3 => "n".to_owned(),
            _ => format!("{}", this.below(20)),
        };
        if depth == 0 {
            return leaf(self);
        }
        match self.below(9) {
            0 => format!("t + {}", self.below(17)),
            1 => format!("{} + {}", self.index(depth - 1), self.index(depth - 1)),
            2 => format!("({}) * {}", self.index(depth - 1), 1 + self.below(8)),
            3 => format!("({}) / {}", self.index(depth - 1), 1 + self.below(4)),
            4 => format!("({}) % {}", self.index(depth - 1), 1 + self.below(9)),
            5 => format!("(({}) ^ {})", self.index(depth - 1), self.below(9)),
            6 => format!("{} - {}", self.index(depth - 1), self.index(depth - 1)),
            7 => format!(
                "(t < {} ? {} : {})",
                self.below(8),
                self.index(depth - 1),
                self.index(depth - 1)
            ),
            _ => leaf(self),
        }
    }
}
