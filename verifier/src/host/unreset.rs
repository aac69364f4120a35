//! Memory that kernels count on to hold zeros, and that host code leaves otherwise.

use super::eval::number;
use super::machine::Machine;
use super::state::{Contents, State};
use super::value::{SiteId, Value};
use kverify_frontend::ir::Span;
use kverify_frontend::ir::host::HostLaunch;

/// What is not zero when a launch starts: what a parameter of this name leads to, or the variables of the device; the place that wrote
/// it last, and whether that is a launch of the same kernel.
pub type Left = (Option<String>, Span, bool);

impl Machine<'_> {
    /// A value was put into memory, or the byte was that fills it.
    pub(super) fn now_holds(&self, state: &mut State, id: SiteId, value: &Value) {
        let known = number(value).and_then(|term| self.terms.known(term));
        if let Some(site) = state.sites.get_mut(&id) {
            site.holds = match known {
                Some(0) | None => Contents::Anything,
                Some(_) => Contents::NotZero,
            };
        }
    }

    /// Keeps what is not zero when a launch starts, if its way is known to be taken.
    pub(super) fn keep_unreset(
        &mut self,
        state: &State,
        launch: &HostLaunch,
        arguments: &[Value],
        span: Span,
    ) {
        if state.way.doubtful {
            return;
        }
        let mut left: Vec<Left> = Vec::new();
        for (argument, value) in launch.arguments.iter().zip(arguments) {
            let Value::Pointer(id, _) = value else { continue };
            let Some(site) = state.sites.get(id).filter(|site| !site.escaped) else {
                continue;
            };
            let by_kernel = match &site.holds {
                Contents::Anything => continue,
                Contents::NotZero => false,
                Contents::Result(of) if *of == launch.kernel => true,
                Contents::Result(_) => continue,
            };
            let written = site.written.unwrap_or(span);
            left.push((Some(argument.name.clone()), written, by_kernel));
        }
        if let Some(before) = state.launched.get(&launch.kernel) {
            left.push((None, *before, true));
        }
        let root = self.root();
        let kept = self.meetings.unreset.entry(span).or_default();
        kept.extend(left.into_iter().map(|left| (root, left)));
    }
}
