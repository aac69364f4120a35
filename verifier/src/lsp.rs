//! The language server (LSP 3.17) on the standard streams: diagnostics while one types, hovers, lenses, quick fixes.
//!
//! One thread talks to the client, a few verify. A text that rested for a moment is verified; a newer edit cancels what
//! runs, and until new answers are there the last ones stay, moved along with their lines.

mod actions;
mod client;
mod diagnostics;
mod document;
mod elsewhere;
mod engine;
mod hover;
mod lens;
mod pages;
mod server;
mod settings;
mod text;
mod transport;
mod uri;

pub use server::{serve, serve_on};
