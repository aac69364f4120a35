//! Random kernels with asynchronous copies that are waited for in stages, for differential tests.
//!
//! Where an access goes depends on the thread and the iteration only, so one run shows all races.

use crate::numbers::Random;
use std::fmt::Write as _;

/// Threads of the block that the kernels are for.
pub const THREADS: u64 = 4;

/// A kernel `k(float *out, const float *in)`: some statements, a loop of some more, and again some. The same seed gives the
/// same kernel, and each access has a line of its own.
pub fn kernel(seed: u64) -> String {
    let mut random = Random::from_state(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut text = String::from(
        "__global__ void k(float *out, const float *in)\n{\n    __shared__ float tile[4][8];\n    const int t = \
         threadIdx.x;\n    float x = 0;\n",
    );
    for _ in 0..random.below(4) {
        statement(&mut random, &mut text, None);
    }
    let trips = 3 + random.below(3);
    let _ = writeln!(text, "    for (int i = 0; i < {trips}; ++i) {{");
    for _ in 0..3 + random.below(4) {
        statement(&mut random, &mut text, Some(trips));
    }
    text.push_str("    }\n");
    for _ in 0..random.below(5) {
        statement(&mut random, &mut text, None);
    }
    text.push_str("    out[t] = x;\n}\n");
    text
}

/// One statement, inside the loop of so many iterations or outside of it.
fn statement(random: &mut Random, text: &mut String, trips: Option<usize>) {
    let pad = if trips.is_some() { "        " } else { "    " };
    let slot = match trips {
        Some(_) => format!("(i + {}) % {}", random.below(3), 2 + random.below(2)),
        None => random.below(3).to_string(),
    };
    let lane = ["t", "t", "3 - t", "t + 4"][random.below(4)];
    // Of two copies that meet, some bring the same.
    let from = match (8 * random.below(9), trips, random.below(2)) {
        (from, Some(_), 0) => format!("{from} + 8 * i"),
        (from, _, _) => from.to_string(),
    };
    let copy = format!("__pipeline_memcpy_async(&tile[{slot}][{lane}], &in[t + {from}], 4);");
    let _ = match random.below(12) {
        0 | 1 => writeln!(text, "{pad}{copy}"),
        2 => match trips {
            Some(trips) => writeln!(
                text,
                "{pad}if (i + {} < {trips})\n{pad}    {copy}",
                random.below(3)
            ),
            None => writeln!(text, "{pad}if (t < 3)\n{pad}    {copy}"),
        },
        3 => writeln!(
            text,
            "{pad}for (int j = 0; j < 2; ++j)\n{pad}    __pipeline_memcpy_async(&tile[{slot}][t + 4 * j], &in[t + {from} + j], 4);"
        ),
        4 | 5 => writeln!(text, "{pad}__pipeline_commit();"),
        6 | 7 => writeln!(text, "{pad}__pipeline_wait_prior({});", random.below(3)),
        8 | 9 => writeln!(text, "{pad}__syncthreads();"),
        10 => writeln!(text, "{pad}x += tile[{slot}][3 - t];"),
        _ => writeln!(text, "{pad}tile[{slot}][{lane}] = x + t;"),
    };
}
