//! `kverify lsp`: the language server.

use crate::output;
use clap::Args;

/// Arguments of `lsp`.
#[derive(Args, Debug)]
pub struct LspArguments {
    /// Use the standard streams (the only way there is; editors like to say it)
    #[arg(long, hide = true)]
    stdio: bool,
}

/// Serves until the client says goodbye.
pub fn run(_: &LspArguments) -> u8 {
    match kverify::lsp::serve() {
        Ok(orderly) => u8::from(!orderly),
        Err(error) => output::fail(&error),
    }
}
