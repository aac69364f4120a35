//! How long an editor waits: from an edit in a 200-line kernel to its diagnostics, through the language server's pipes.
//! `cargo bench -p kverify --bench editor`

#[path = "../tests/lsp/client.rs"]
mod client;

use client::Client;
use serde_json::json;
use std::fmt::Write as _;
use std::time::Instant;

const EDITS: u32 = 40;
const URI: &str = "file:///nowhere/pipeline.cu";

#[expect(clippy::print_stdout, reason = "what a benchmark is for")]
fn main() {
    let text = kernel();
    let mut client = Client::start(json!({ "block": "256" }), json!({}));
    let first = Instant::now();
    client.open(URI, &text);
    let shown = client.diagnostics(URI, 1).len();
    let first = first.elapsed().as_secs_f64() * 1e3;
    let line = 10;
    let mut waits: Vec<f64> = (0..EDITS)
        .map(|edit| {
            let version = i32::try_from(edit).unwrap_or(0) + 2;
            let start = Instant::now();
            // One character of a comment, as when typing: the whole text is verified again.
            client.edit(URI, version, [line, 0, line, 0], "/**/");
            client.diagnostics(URI, version);
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    waits.sort_by(f64::total_cmp);
    println!("{} lines, {shown} diagnostics", text.lines().count());
    println!("first answer {first:.1} ms");
    println!(
        "after an edit: median {:.1} ms, 95th percentile {:.1} ms, most {:.1} ms (of {EDITS})",
        waits[waits.len() / 2],
        waits[waits.len() * 95 / 100],
        waits[waits.len() - 1]
    );
    client.finish(true);
}

/// A kernel of twenty stages over a shared tile, the last of which lacks its barrier.
fn kernel() -> String {
    let mut text = "\
// A pipeline of stages, each of which reads what its neighbour wrote in the one before.
#define TILE 256

__global__ void pipeline(const float *in, float *out, int n, float scale)
{
    __shared__ float tile[2][TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    tile[0][t] = i < n ? in[i] : 0.0f;
    __syncthreads();

"
    .to_owned();
    for stage in 0..20 {
        let (from, to) = (stage % 2, 1 - stage % 2);
        let _ = write!(
            text,
            "    // Stage {stage}: smooth, then scale.\n    {{\n        float left = t > 0 ? tile[{from}][t - 1] : 0.0f;\n        \
             float right = t + 1 < TILE ? tile[{from}][t + 1] : 0.0f;\n        \
             float here = tile[{from}][t];\n        tile[{to}][t] = (left + here + right) * scale;\n    }}\n"
        );
        text.push_str(if stage == 19 {
            "\n"
        } else {
            "    __syncthreads();\n\n"
        });
    }
    text.push_str(
        "    float last = tile[0][(t + 1) % TILE];\n    if (i < n) {\n        out[i] = last;\n    }\n}\n",
    );
    text
}
