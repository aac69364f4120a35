//! Programs that tests drive: an editor, a browser, pre-commit. They come from the system's packages, or by pip.
//!
//! A test whose program is missing says so and is skipped, so what cannot be installed is no error here.

use crate::wheels::{self, TOOLKIT, Wheel};
use crate::{Outcome, say};
use std::path::Path;
use std::process::{Command, Stdio};

/// A program and Debian's packages of it.
struct Program {
    /// Any of these will do: names of programs, or whole paths.
    names: &'static [&'static str],
    packages: &'static [&'static str],
    /// What is tested with it.
    purpose: &'static str,
}

const PROGRAMS: [Program; 6] = [
    Program {
        names: &["nvim"],
        packages: &["neovim"],
        purpose: "the language server in a real editor",
    },
    Program {
        names: &["chromium", "chromium-browser", "google-chrome"],
        packages: &["chromium"],
        purpose: "pages in a real browser",
    },
    Program {
        names: &["g++", "c++"],
        packages: &["g++"],
        purpose: "kernels compiled as C++, and what kverify emits",
    },
    Program {
        names: &["zsh"],
        packages: &["zsh"],
        purpose: "completions in zsh",
    },
    Program {
        names: &["fish"],
        packages: &["fish"],
        purpose: "completions in fish",
    },
    Program {
        names: &["/etc/OpenCL/vendors/pocl.icd"],
        packages: &["pocl-opencl-icd", "ocl-icd-opencl-dev", "opencl-c-headers"],
        purpose: "emitted programs on an implementation of OpenCL",
    },
];

/// Modules of Python in `.deps/python`, which pip puts there without root or an environment of its own: each with what is tested with
/// it.
const MODULES: [(&str, &str, &str); 2] = [
    ("pre-commit==4.7.0", "pre_commit", "the hooks"),
    ("pytest==9.2.0", "pytest", "the plugin for pytest"),
];

/// Installs what is missing, where that can be done without asking anyone.
pub fn install_for_tests(root: &Path) -> Outcome {
    for module in MODULES {
        install_module(&root.join(".deps/python"), module);
    }
    install_toolkit_headers(&root.join(".deps/cuda"));
    install_packages()
}

/// The wheels share the folder `nvidia`, which `--cuda-path` takes; of what they carry only the headers are kept.
fn install_toolkit_headers(folder: &Path) {
    if folder.join("nvidia").is_dir() {
        return;
    }
    let names: Vec<&str> = TOOLKIT.iter().map(|wheel| wheel.requirement).collect();
    say(&format!("installing for tests: {}", names.join(", ")));
    let wheels: Vec<&Wheel> = TOOLKIT.iter().collect();
    let pip = wheels::pip("install", "--target", folder, &wheels);
    if !pip.is_ok_and(|pip| pip.status.success()) {
        let _ = std::fs::remove_dir_all(folder);
        say(
            "the headers of a CUDA toolkit cannot be had: tests of --cuda-path will be skipped (`pip install nvidia-cuda-runtime-cu12`)",
        );
        return;
    }
    for wheel in std::fs::read_dir(folder.join("nvidia"))
        .into_iter()
        .flatten()
        .flatten()
    {
        for part in ["lib", "bin", "nvvm"] {
            let _ = std::fs::remove_dir_all(wheel.path().join(part));
        }
    }
}

/// With the folder in `PYTHONPATH`, `python3 -m` runs it.
fn install_module(folder: &Path, (requirement, name, purpose): (&str, &str, &str)) {
    if folder.join(name).is_dir() {
        return;
    }
    say(&format!("installing for tests: {requirement}"));
    let pip = Command::new("python3")
        .args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"])
        .arg(folder)
        .arg(requirement)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !pip.is_ok_and(|status| status.success()) {
        // Half of it would look like the whole.
        let _ = std::fs::remove_dir_all(folder.join(name));
        say(&format!(
            "{requirement} cannot be installed: tests of {purpose} will be skipped (`pip install {requirement}`)"
        ));
    }
}

fn install_packages() -> Outcome {
    let missing: Vec<&Program> = PROGRAMS.iter().filter(|program| !program.is_there()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing
        .iter()
        .flat_map(|program| program.packages)
        .copied()
        .collect();
    say(&format!("installing for tests: {}", packages.join(", ")));
    if !apt_get(&packages) {
        // The lists of a fresh machine are empty or old.
        let _ = run_apt_get(&["update", "-qq"]) && apt_get(&packages);
    }
    for program in missing.iter().filter(|program| !program.is_there()) {
        say(&format!(
            "{} cannot be installed: tests of {} will be skipped (Debian's packages are {})",
            program.names[0],
            program.purpose,
            program.packages.join(" ")
        ));
    }
    Ok(())
}

impl Program {
    fn is_there(&self) -> bool {
        let path = std::env::var_os("PATH").unwrap_or_default();
        // Joined to a folder, a whole path stays what it is.
        let has = |folder: &Path| self.names.iter().any(|name| folder.join(name).is_file());
        std::env::split_paths(&path).any(|folder| has(&folder))
    }
}

fn apt_get(packages: &[&str]) -> bool {
    let mut arguments = vec!["install", "-y", "-qq", "--no-install-recommends"];
    arguments.extend(packages);
    run_apt_get(&arguments)
}

/// As root, or by `sudo` where it asks for no password.
fn run_apt_get(arguments: &[&str]) -> bool {
    let run = |program: &str, lead: &[&str]| {
        let status = Command::new(program)
            .args(lead)
            .args(arguments)
            .env("DEBIAN_FRONTEND", "noninteractive")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        status.is_ok_and(|status| status.success())
    };
    run("apt-get", &[]) || run("sudo", &["-n", "apt-get"])
}
