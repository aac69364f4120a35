//! The Python wheels that are fetched, each by its hash: what another index or a proxy hands out in their place is refused.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A wheel of a version, as built for the platforms.
pub struct Wheel {
    /// `name==version`.
    pub requirement: &'static str,
    /// The SHA-256 of each platform's file on PyPI.
    hashes: &'static [&'static str],
}

/// Z3: Linux (x86-64, ARM), macOS (x86-64, ARM).
pub const Z3: Wheel = Wheel {
    requirement: "z3-solver==5.4.0.0",
    hashes: &[
        "0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b",
        "fffb36861d4da1f9584d0fd4a80dbf247fdfbebb04b5c31a90b460b14c86cab0",
        "407522390c4d11696b10d43c76d22d4e60b7f11d75d9defe6f064e073edd904f",
        "a1b36f0dd038c030d88711474c93b95e863c30a22e9def53ad5965c6092c92a7",
    ],
};

/// libclang: Linux (x86-64, ARM), macOS (x86-64, ARM).
pub const LIBCLANG: Wheel = Wheel {
    requirement: "libclang==18.1.1",
    hashes: &[
        "c533091d8a3bbf7460a00cb6c1a71da93bffe148f172c7d03b1c31fbf8aa2a0b",
        "54dda940a4a0491a9d1532bf071ea3ef26e6dbaf03b5000ed94dd7174e8f9592",
        "6f14c3f194704e5d09769108f03185fce7acaf1d1ae4bbb2f30a72c2400cb7c5",
        "0b2e143f0fac830156feb56f9231ff8338c20aecfe72b4ffe96f19e5a1dbb69a",
    ],
};

/// The headers of a CUDA toolkit, as NVIDIA's wheels carry them: the runtime, what nvcc includes by itself, the C++ core
/// libraries and curand. Linux (x86-64, ARM).
pub const TOOLKIT: [Wheel; 4] = [
    Wheel {
        requirement: "nvidia-cuda-runtime-cu12==12.4.127",
        hashes: &[
            "64403288fa2136ee8e467cdc9c9427e0434110899d07c779f25b5c068934faa5",
            "961fe0e2e716a2a1d967aab7caee97512f71767f852f67432d572e36cb3a11f3",
        ],
    },
    Wheel {
        requirement: "nvidia-cuda-nvcc-cu12==12.4.131",
        hashes: &[
            "e4c9a35435c3b0e36c6397c5696334c9ea6650e524736cbd1c5d345ea099bb04",
            "00ba32f3d7928548455baa877e748a4676ba0731cfc73d4213336fc67bdc87e9",
        ],
    },
    Wheel {
        requirement: "nvidia-cuda-cccl-cu12==12.4.127.post1",
        hashes: &[
            "2027fa5fc75fbee703bf24e8275a40a605cf94a3e8fef8a7187897d49b34facb",
            "641ce4d9c335d4b9e0955ec4f94aa46f5a765356cc38cc4bbf65c7b40f8a4450",
        ],
    },
    Wheel {
        requirement: "nvidia-curand-cu12==10.3.5.147",
        hashes: &[
            "a88f583d4e0bb643c49743469964103aa59f7f708d862c3ddb0fc07f851e3b8b",
            "1f173f09e3e3c76ab084aba0de819c49e56614feae5c12f69883f4ae9bb5fad9",
        ],
    },
];

impl Wheel {
    /// The name without the version.
    pub fn name(&self) -> &'static str {
        self.requirement.split("==").next().unwrap_or(self.requirement)
    }

    /// The version.
    pub fn version(&self) -> &'static str {
        self.requirement.split("==").nth(1).unwrap_or_default()
    }

    /// A line of a file of requirements.
    fn line(&self) -> String {
        let hashes = self.hashes.iter().map(|hash| format!(" --hash=sha256:{hash}"));
        format!("{}{}\n", self.requirement, hashes.collect::<String>())
    }
}

/// Has pip fetch wheels, and nothing that they depend on: `pip COMMAND OPTION FOLDER`.
///
/// # Errors
/// If there is no Python, or the list cannot be written.
pub fn pip(command: &str, option: &str, folder: &Path, wheels: &[&Wheel]) -> Result<Output, String> {
    let list = folder.with_extension("requirements.txt");
    let lines: String = wheels.iter().map(|wheel| wheel.line()).collect();
    std::fs::write(&list, lines).map_err(|e| format!("cannot write {}: {e}", list.display()))?;
    let output = Command::new("python3")
        .args([
            "-m",
            "pip",
            command,
            "--quiet",
            "--no-deps",
            "--only-binary=:all:",
            "--require-hashes",
        ])
        .arg("--requirement")
        .arg(&list)
        .arg(option)
        .arg(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("cannot run python3 ({e}); on Debian: apt-get install python3 python3-pip"));
    let _ = std::fs::remove_file(&list);
    output
}
