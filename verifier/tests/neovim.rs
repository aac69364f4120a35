//! The language server in a real editor: Neovim, without a screen.

use serde_json::{Value, json};
use std::path::Path;
use std::process::{Command, Stdio};

const RACY: &str = "\
__global__ void rotate(const int *in, int *out)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = tile[(threadIdx.x + 1) % 64];
}
";

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn a_race_shows_in_neovim_and_the_offered_barrier_mends_it() {
    let found = Command::new("nvim")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if found.is_err() {
        eprintln!("skipped: Neovim (nvim) is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let kernel = folder.path().join("rotate.cu");
    let result = folder.path().join("result.json");
    std::fs::write(&kernel, RACY).expect("a file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/neovim/session.lua");
    let output = Command::new("nvim")
        .args(["--headless", "--clean", "-i", "NONE", "-n", "-S"])
        .arg(script)
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .env("XDG_STATE_HOME", folder.path())
        .env("XDG_CACHE_HOME", folder.path())
        .env("KVERIFY_TEST_COMMAND", env!("CARGO_BIN_EXE_kverify"))
        .env("KVERIFY_TEST_KERNEL", &kernel)
        .env("KVERIFY_TEST_RESULT", &result)
        .stdin(Stdio::null())
        .output()
        .expect("Neovim runs");
    let text = std::fs::read_to_string(&result).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    let told: Value = serde_json::from_str(&text).expect("JSON");
    let opened = &told["steps"][0];
    assert_eq!(opened["done"], true, "{told:#}");
    let shown = |line: u32, severity: u32| {
        json!({
            "line": line, "severity": severity, "code": "data-race", "source": "kverify",
        })
    };
    let mut diagnostics = opened["diagnostics"].as_array().expect("a list").clone();
    diagnostics.sort_by_key(|diagnostic| diagnostic["line"].as_u64());
    assert_eq!(diagnostics, [shown(3, 1), shown(4, 4)]);
    assert_eq!(told["lens"]["command"]["title"], "\u{2717} 1 race");
    assert_eq!(told["steps"][1]["done"], true, "{told:#}");
    assert_eq!(told["text"][4], "    __syncthreads();", "{told:#}");
}
