//! `kverify completions` and `kverify man`: for the shell and the manual, from the one description of the command line.

use super::Arguments;
use crate::output;
use clap::{Args, Command, CommandFactory as _};
use clap_complete::Shell;

/// Arguments of `completions`.
#[derive(Args, Debug)]
#[command(after_help = COMPLETIONS)]
pub struct CompletionsArguments {
    /// The shell
    pub shell: Shell,
}

const COMPLETIONS: &str = "\
For this and every later shell:
  bash  kverify completions bash > ~/.local/share/bash-completion/completions/kverify
  zsh   kverify completions zsh > FOLDER/_kverify, where FOLDER is in $fpath before compinit runs
  fish  kverify completions fish > ~/.config/fish/completions/kverify.fish";

/// Arguments of `man`.
#[derive(Args, Debug)]
pub struct ManArguments {
    /// The page of a subcommand; the command's own if there is none
    #[arg(value_name = "SUBCOMMAND")]
    pub subcommand: Option<String>,
}

/// The command line without what is not for people.
fn shown() -> Command {
    let whole = Arguments::command();
    let subcommands = whole.get_subcommands().filter(|command| !command.is_hide_set());
    Command::new("kverify")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommands(subcommands.cloned())
}

/// Prints the completions of a shell.
pub fn completions(arguments: &CompletionsArguments) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut shown(), "kverify", &mut script);
    output::print(&String::from_utf8_lossy(&script));
    0
}

/// Prints a manual page in roff.
pub fn man(arguments: &ManArguments) -> u8 {
    let mut command = Arguments::command();
    command.build();
    if let Some(name) = &arguments.subcommand {
        match command.find_subcommand(name) {
            Some(found) => command = found.clone(),
            None => return output::fail(&format!("no subcommand is called `{name}`")),
        }
    }
    let mut page = Vec::new();
    match clap_mangen::Man::new(command).render(&mut page) {
        Ok(()) => {
            output::print(&String::from_utf8_lossy(&page));
            0
        }
        Err(error) => output::fail(&format!("the page cannot be written: {error}")),
    }
}
