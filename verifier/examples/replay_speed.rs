//! How fast replay is: a block of 256 threads, ten thousand instructions each.
//!
//! `cargo run --release -p kverify --example replay_speed`

use kverify::replay::{Fill, Inputs, Limits, Schedule, WARP, run};
use kverify_frontend::{Options, Source, parse};
use std::io::Write;
use std::time::Instant;

const KERNEL: &str = r"
__global__ void smooth(float *out, const float *in, int rounds) {
    __shared__ float tile[258];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x + 1] = in[i];
    for (int r = 0; r < rounds; r++) {
        __syncthreads();
        float mean = (tile[threadIdx.x] + tile[threadIdx.x + 1] + tile[threadIdx.x + 2]) / 3.0f;
        __syncthreads();
        tile[threadIdx.x + 1] = mean;
    }
    out[i] = tile[threadIdx.x + 1];
}
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let source = Source {
        path: "smooth.cu".into(),
        text: Some(KERNEL.to_owned()),
    };
    let module = parse(&source, &Options::default()).map_err(|error| format!("{error:?}"))?;
    let kernel = module.kernels.first().ok_or("no kernel")?;
    let mut out = std::io::stdout();
    for schedule in [Schedule::InOrder, Schedule::Reverse, Schedule::RoundRobin] {
        let inputs = Inputs {
            block_dim: [256, 1, 1],
            grid_dim: [1, 1, 1],
            global_offset: [0; 3],
            blocks: vec![[0; 3]],
            scalars: vec![(2, 300)],
            default_scalar: 0,
            cells: Vec::new(),
            fill: Fill::Hashed(1),
            schedule,
            lockstep: 1,
            aliases: Vec::new(),
            distinct: Vec::new(),
            monotone: Vec::new(),
            zeroed: Vec::new(),
            warp_size: WARP,
            sizes: Vec::new(),
            before: Vec::new(),
        };
        let watch = Instant::now();
        let run = run(kernel, &inputs, &Limits::default());
        let seconds = watch.elapsed().as_secs_f64();
        let per_second = run.instructions as f64 / seconds / 1e6;
        writeln!(
            out,
            "{schedule:?}: {} instructions in {seconds:.3} s, {per_second:.1} million a second, {} conflicts",
            run.instructions,
            run.conflicts.len()
        )?;
    }
    Ok(())
}
