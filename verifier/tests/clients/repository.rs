//! A git repository in a temporary folder, which the settings of whoever runs the tests do not reach.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub struct Repository {
    pub folder: tempfile::TempDir,
    /// Variables of every call.
    pub variables: Vec<(&'static str, std::ffi::OsString)>,
}

impl Repository {
    pub fn new() -> Repository {
        let repository = Repository {
            folder: tempfile::tempdir().expect("a folder"),
            variables: Vec::new(),
        };
        repository.git(&["init", "--quiet", "--initial-branch=main"]);
        repository
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn write(&self, path: &str, text: &str) -> PathBuf {
        let file = self.path().join(path);
        std::fs::create_dir_all(file.parent().expect("in the folder")).expect("a folder");
        std::fs::write(&file, text).expect("a file");
        file
    }

    /// A command in the repository.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let inherited = std::env::vars_os().map(|(name, _)| name);
        for name in inherited.filter(|name| name.to_string_lossy().starts_with("GIT_")) {
            command.env_remove(name);
        }
        command
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_AUTHOR_NAME", "A")
            .env("GIT_AUTHOR_EMAIL", "a@example.org")
            .env("GIT_COMMITTER_NAME", "A")
            .env("GIT_COMMITTER_EMAIL", "a@example.org")
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    pub fn try_git(&self, arguments: &[&str]) -> Output {
        self.command("git").args(arguments).output().expect("git runs")
    }

    /// What git prints.
    pub fn git(&self, arguments: &[&str]) -> String {
        let output = self.try_git(arguments);
        assert!(output.status.success(), "git {arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Commits all that is there, and gives the commit.
    pub fn commit(&self) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--no-verify", "--message", "all"]);
        self.git(&["rev-parse", "HEAD"])
    }
}
