//! `kverify lsp`: the language server.

use super::work::WorkArguments;
use crate::output;
use clap::Args;

/// Arguments of `lsp`.
#[derive(Args, Debug)]
#[command(
    after_help = "Editors start it themselves: docs/editors/ has a VS Code extension and a Neovim snippet."
)]
pub struct LspArguments {
    /// Use the standard streams (the only way there is; editors like to say it)
    #[arg(long, hide = true)]
    stdio: bool,

    #[command(flatten)]
    work: WorkArguments,
}

/// Serves until the client says goodbye.
pub fn run(arguments: &LspArguments) -> u8 {
    let work = &arguments.work;
    match kverify::lsp::serve(work.isolation(), work.cache()) {
        Ok(orderly) => u8::from(!orderly),
        Err(error) => output::fail(&error),
    }
}
